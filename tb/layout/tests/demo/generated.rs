// generated from demo.toml: do not edit

/// What a channel does.
///
/// 3 bits. A value without a name is kept as it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Mode(pub u8);

impl Mode {
    /// Nothing.
    pub const IDLE: Self = Self(0x0);
    /// Copies.
    pub const COPY: Self = Self(0x1);
    /// FILL
    pub const FILL: Self = Self(0x5);
    /// The named values, in the order of the description.
    pub const ALL: &'static [Self] = &[Self::IDLE, Self::COPY, Self::FILL];
    /// Values and their names.
    pub const NAMES: &'static [(u64, &'static str)] = &[(0x0, "IDLE"), (0x1, "COPY"), (0x5, "FILL")];

    /// The value's name, if it has one.
    pub fn name(self) -> Option<&'static str> {
        let value = u64::from(self.0);
        Self::NAMES.iter().find(|(v, _)| *v == value).map(|(_, name)| *name)
    }
}

impl std::fmt::Display for Mode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.name() {
            Some(name) => f.pad(name),
            None => write!(f, "{:#x}", self.0),
        }
    }
}

impl std::fmt::Debug for Mode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

/// A command's kind.
///
/// 12 bits. A value without a name is kept as it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Opcode(pub u16);

impl Opcode {
    /// NOP
    pub const NOP: Self = Self(0x0);
    /// GO
    pub const GO: Self = Self(0xabc);
    /// The named values, in the order of the description.
    pub const ALL: &'static [Self] = &[Self::NOP, Self::GO];
    /// Values and their names.
    pub const NAMES: &'static [(u64, &'static str)] = &[(0x0, "NOP"), (0xabc, "GO")];

    /// The value's name, if it has one.
    pub fn name(self) -> Option<&'static str> {
        let value = u64::from(self.0);
        Self::NAMES.iter().find(|(v, _)| *v == value).map(|(_, name)| *name)
    }
}

impl std::fmt::Display for Opcode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.name() {
            Some(name) => f.pad(name),
            None => write!(f, "{:#x}", self.0),
        }
    }
}

impl std::fmt::Debug for Opcode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

/// A piece of memory.
///
/// 77 bits.
#[derive(Clone, PartialEq, Eq, Debug, Default, Hash)]
pub struct Segment {
    /// First byte.
    ///
    /// Bits 51:0.
    pub address: u64,
    /// The segment is used.
    ///
    /// Bit 52.
    pub valid: bool,
    /// mode
    ///
    /// Bits 55:53.
    pub mode: Mode,
    /// Length in bytes.
    ///
    /// Bits 76:60.
    pub bytes: u32,
}

impl layout::Packed for Segment {
    const NAME: &'static str = "segment";
    const BITS: usize = 77;

    fn fields() -> &'static [layout::Field] {
        const FIELDS: &[layout::Field] = &[
            layout::Field { name: "address", lsb: 0, width: 52, doc: "First byte.", names: &[] },
            layout::Field { name: "valid", lsb: 52, width: 1, doc: "The segment is used.", names: &[] },
            layout::Field { name: "mode", lsb: 53, width: 3, doc: "", names: Mode::NAMES },
            layout::Field { name: "bytes", lsb: 60, width: 17, doc: "Length in bytes.", names: &[] },
        ];
        FIELDS
    }

    #[inline]
    fn pack(&self, words: &mut [u32]) {
        let words = layout::words_mut::<3>(words, Self::NAME);
        words[0] = self.address as u32;
        words[1] = (((self.address >> 32) as u32) & 0xfffff) | (u32::from(self.valid) << 20) | ((u32::from(self.mode.0) & 0x7) << 21) | (self.bytes << 28);
        words[2] = (self.bytes >> 4) & 0x1fff;
    }

    #[inline]
    fn unpack(words: &[u32]) -> Self {
        let words = layout::words::<3>(words, Self::NAME);
        Self {
            address: u64::from(words[0]) | (u64::from(words[1] & 0xfffff) << 32),
            valid: ((words[1] >> 20) & 0x1) != 0,
            mode: Mode(((words[1] >> 21) & 0x7) as u8),
            bytes: (words[1] >> 28) | ((words[2] & 0x1fff) << 4),
        }
    }

    fn value(&self, field: usize) -> u128 {
        match field {
            0 => u128::from(self.address),
            1 => u128::from(self.valid),
            2 => u128::from(self.mode.0),
            3 => u128::from(self.bytes),
            _ => layout::no_such_field(Self::NAME, field),
        }
    }
}

/// What a host asks for.
/// Lowest fields first.
///
/// 592 bits. Carried by `s_command_stream`, `m_command_stream`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Hash)]
pub struct Command {
    /// What to do.
    ///
    /// Bits 11:0.
    pub opcode: Opcode,
    /// Overtakes others.
    ///
    /// Bit 12.
    pub urgent: bool,
    /// Returned | as is.
    ///
    /// Bits 20:13.
    pub tag: u8,
    /// Crosses a word.
    ///
    /// Bits 52:21.
    pub word: u32,
    /// half
    ///
    /// Bits 68:53.
    pub half: u16,
    /// A lane each.
    ///
    /// Bits 83:69.
    pub lanes: [u8; 3],
    /// One bit each.
    ///
    /// Bits 87:84.
    pub flags: [bool; 4],
    /// modes
    ///
    /// Bits 93:88.
    pub modes: [Mode; 2],
    /// Five words.
    ///
    /// Bits 221:94.
    pub wide: u128,
    /// Three words.
    ///
    /// Bits 285:222.
    pub double_word: u64,
    /// Source and destination.
    ///
    /// Bits 439:286.
    pub segments: [Segment; 2],
    /// One more.
    ///
    /// Bits 516:440.
    pub first: Segment,
    /// Counts commands.
    ///
    /// Bits 583:560.
    pub sequence_number: u32,
}

impl layout::Packed for Command {
    const NAME: &'static str = "command";
    const BITS: usize = 592;

    fn fields() -> &'static [layout::Field] {
        const FIELDS: &[layout::Field] = &[
            layout::Field { name: "opcode", lsb: 0, width: 12, doc: "What to do.", names: Opcode::NAMES },
            layout::Field { name: "urgent", lsb: 12, width: 1, doc: "Overtakes others.", names: &[] },
            layout::Field { name: "tag", lsb: 13, width: 8, doc: "Returned | as is.", names: &[] },
            layout::Field { name: "word", lsb: 21, width: 32, doc: "Crosses a word.", names: &[] },
            layout::Field { name: "half", lsb: 53, width: 16, doc: "", names: &[] },
            layout::Field { name: "lanes[0]", lsb: 69, width: 5, doc: "A lane each.", names: &[] },
            layout::Field { name: "lanes[1]", lsb: 74, width: 5, doc: "A lane each.", names: &[] },
            layout::Field { name: "lanes[2]", lsb: 79, width: 5, doc: "A lane each.", names: &[] },
            layout::Field { name: "flags[0]", lsb: 84, width: 1, doc: "One bit each.", names: &[] },
            layout::Field { name: "flags[1]", lsb: 85, width: 1, doc: "One bit each.", names: &[] },
            layout::Field { name: "flags[2]", lsb: 86, width: 1, doc: "One bit each.", names: &[] },
            layout::Field { name: "flags[3]", lsb: 87, width: 1, doc: "One bit each.", names: &[] },
            layout::Field { name: "modes[0]", lsb: 88, width: 3, doc: "", names: Mode::NAMES },
            layout::Field { name: "modes[1]", lsb: 91, width: 3, doc: "", names: Mode::NAMES },
            layout::Field { name: "wide", lsb: 94, width: 128, doc: "Five words.", names: &[] },
            layout::Field { name: "double_word", lsb: 222, width: 64, doc: "Three words.", names: &[] },
            layout::Field { name: "segments[0].address", lsb: 286, width: 52, doc: "First byte.", names: &[] },
            layout::Field { name: "segments[0].valid", lsb: 338, width: 1, doc: "The segment is used.", names: &[] },
            layout::Field { name: "segments[0].mode", lsb: 339, width: 3, doc: "", names: Mode::NAMES },
            layout::Field { name: "segments[0].bytes", lsb: 346, width: 17, doc: "Length in bytes.", names: &[] },
            layout::Field { name: "segments[1].address", lsb: 363, width: 52, doc: "First byte.", names: &[] },
            layout::Field { name: "segments[1].valid", lsb: 415, width: 1, doc: "The segment is used.", names: &[] },
            layout::Field { name: "segments[1].mode", lsb: 416, width: 3, doc: "", names: Mode::NAMES },
            layout::Field { name: "segments[1].bytes", lsb: 423, width: 17, doc: "Length in bytes.", names: &[] },
            layout::Field { name: "first.address", lsb: 440, width: 52, doc: "First byte.", names: &[] },
            layout::Field { name: "first.valid", lsb: 492, width: 1, doc: "The segment is used.", names: &[] },
            layout::Field { name: "first.mode", lsb: 493, width: 3, doc: "", names: Mode::NAMES },
            layout::Field { name: "first.bytes", lsb: 500, width: 17, doc: "Length in bytes.", names: &[] },
            layout::Field { name: "sequence_number", lsb: 560, width: 24, doc: "Counts commands.", names: &[] },
        ];
        FIELDS
    }

    #[inline]
    fn pack(&self, words: &mut [u32]) {
        let words = layout::words_mut::<19>(words, Self::NAME);
        words[0] = (u32::from(self.opcode.0) & 0xfff) | (u32::from(self.urgent) << 12) | (u32::from(self.tag) << 13) | (self.word << 21);
        words[1] = (self.word >> 11) | (u32::from(self.half) << 21);
        words[2] = (u32::from(self.half) >> 11) | ((u32::from(self.lanes[0]) & 0x1f) << 5) | ((u32::from(self.lanes[1]) & 0x1f) << 10) | ((u32::from(self.lanes[2]) & 0x1f) << 15) | (u32::from(self.flags[0]) << 20) | (u32::from(self.flags[1]) << 21) | (u32::from(self.flags[2]) << 22) | (u32::from(self.flags[3]) << 23) | ((u32::from(self.modes[0].0) & 0x7) << 24) | ((u32::from(self.modes[1].0) & 0x7) << 27) | ((self.wide as u32) << 30);
        words[3] = (self.wide >> 2) as u32;
        words[4] = (self.wide >> 34) as u32;
        words[5] = (self.wide >> 66) as u32;
        words[6] = ((self.wide >> 98) as u32) | ((self.double_word as u32) << 30);
        words[7] = (self.double_word >> 2) as u32;
        words[8] = ((self.double_word >> 34) as u32) | ((self.segments[0].address as u32) << 30);
        words[9] = (self.segments[0].address >> 2) as u32;
        words[10] = (((self.segments[0].address >> 34) as u32) & 0x3ffff) | (u32::from(self.segments[0].valid) << 18) | ((u32::from(self.segments[0].mode.0) & 0x7) << 19) | (self.segments[0].bytes << 26);
        words[11] = ((self.segments[0].bytes >> 6) & 0x7ff) | ((self.segments[1].address as u32) << 11);
        words[12] = (((self.segments[1].address >> 21) as u32) & 0x7fffffff) | (u32::from(self.segments[1].valid) << 31);
        words[13] = (u32::from(self.segments[1].mode.0) & 0x7) | ((self.segments[1].bytes & 0x1ffff) << 7) | ((self.first.address as u32) << 24);
        words[14] = (self.first.address >> 8) as u32;
        words[15] = (((self.first.address >> 40) as u32) & 0xfff) | (u32::from(self.first.valid) << 12) | ((u32::from(self.first.mode.0) & 0x7) << 13) | (self.first.bytes << 20);
        words[16] = (self.first.bytes >> 12) & 0x1f;
        words[17] = self.sequence_number << 16;
        words[18] = (self.sequence_number >> 16) & 0xff;
    }

    #[inline]
    fn unpack(words: &[u32]) -> Self {
        let words = layout::words::<19>(words, Self::NAME);
        Self {
            opcode: Opcode((words[0] & 0xfff) as u16),
            urgent: ((words[0] >> 12) & 0x1) != 0,
            tag: ((words[0] >> 13) & 0xff) as u8,
            word: (words[0] >> 21) | ((words[1] & 0x1fffff) << 11),
            half: ((words[1] >> 21) | ((words[2] & 0x1f) << 11)) as u16,
            lanes: [((words[2] >> 5) & 0x1f) as u8, ((words[2] >> 10) & 0x1f) as u8, ((words[2] >> 15) & 0x1f) as u8],
            flags: [((words[2] >> 20) & 0x1) != 0, ((words[2] >> 21) & 0x1) != 0, ((words[2] >> 22) & 0x1) != 0, ((words[2] >> 23) & 0x1) != 0],
            modes: [Mode(((words[2] >> 24) & 0x7) as u8), Mode(((words[2] >> 27) & 0x7) as u8)],
            wide: u128::from(words[2] >> 30) | (u128::from(words[3]) << 2) | (u128::from(words[4]) << 34) | (u128::from(words[5]) << 66) | (u128::from(words[6] & 0x3fffffff) << 98),
            double_word: u64::from(words[6] >> 30) | (u64::from(words[7]) << 2) | (u64::from(words[8] & 0x3fffffff) << 34),
            segments: [Segment {
                address: u64::from(words[8] >> 30) | (u64::from(words[9]) << 2) | (u64::from(words[10] & 0x3ffff) << 34),
                valid: ((words[10] >> 18) & 0x1) != 0,
                mode: Mode(((words[10] >> 19) & 0x7) as u8),
                bytes: (words[10] >> 26) | ((words[11] & 0x7ff) << 6),
            }, Segment {
                address: u64::from(words[11] >> 11) | (u64::from(words[12] & 0x7fffffff) << 21),
                valid: (words[12] >> 31) != 0,
                mode: Mode((words[13] & 0x7) as u8),
                bytes: (words[13] >> 7) & 0x1ffff,
            }],
            first: Segment {
                address: u64::from(words[13] >> 24) | (u64::from(words[14]) << 8) | (u64::from(words[15] & 0xfff) << 40),
                valid: ((words[15] >> 12) & 0x1) != 0,
                mode: Mode(((words[15] >> 13) & 0x7) as u8),
                bytes: (words[15] >> 20) | ((words[16] & 0x1f) << 12),
            },
            sequence_number: (words[17] >> 16) | ((words[18] & 0xff) << 16),
        }
    }

    fn value(&self, field: usize) -> u128 {
        match field {
            0 => u128::from(self.opcode.0),
            1 => u128::from(self.urgent),
            2 => u128::from(self.tag),
            3 => u128::from(self.word),
            4 => u128::from(self.half),
            5 => u128::from(self.lanes[0]),
            6 => u128::from(self.lanes[1]),
            7 => u128::from(self.lanes[2]),
            8 => u128::from(self.flags[0]),
            9 => u128::from(self.flags[1]),
            10 => u128::from(self.flags[2]),
            11 => u128::from(self.flags[3]),
            12 => u128::from(self.modes[0].0),
            13 => u128::from(self.modes[1].0),
            14 => self.wide,
            15 => u128::from(self.double_word),
            16 => u128::from(self.segments[0].address),
            17 => u128::from(self.segments[0].valid),
            18 => u128::from(self.segments[0].mode.0),
            19 => u128::from(self.segments[0].bytes),
            20 => u128::from(self.segments[1].address),
            21 => u128::from(self.segments[1].valid),
            22 => u128::from(self.segments[1].mode.0),
            23 => u128::from(self.segments[1].bytes),
            24 => u128::from(self.first.address),
            25 => u128::from(self.first.valid),
            26 => u128::from(self.first.mode.0),
            27 => u128::from(self.first.bytes),
            28 => u128::from(self.sequence_number),
            _ => layout::no_such_field(Self::NAME, field),
        }
    }
}

/// Fields on word boundaries.
///
/// 64 bits.
#[derive(Clone, PartialEq, Eq, Debug, Default, Hash)]
pub struct Aligned {
    /// Word 0.
    ///
    /// Bits 31:0.
    pub low: u32,
    /// middle
    ///
    /// Bits 47:32.
    pub middle: u16,
    /// high
    ///
    /// Bits 63:48.
    pub high: u16,
}

impl layout::Packed for Aligned {
    const NAME: &'static str = "aligned";
    const BITS: usize = 64;

    fn fields() -> &'static [layout::Field] {
        const FIELDS: &[layout::Field] = &[
            layout::Field { name: "low", lsb: 0, width: 32, doc: "Word 0.", names: &[] },
            layout::Field { name: "middle", lsb: 32, width: 16, doc: "", names: &[] },
            layout::Field { name: "high", lsb: 48, width: 16, doc: "", names: &[] },
        ];
        FIELDS
    }

    #[inline]
    fn pack(&self, words: &mut [u32]) {
        let words = layout::words_mut::<2>(words, Self::NAME);
        words[0] = self.low;
        words[1] = u32::from(self.middle) | (u32::from(self.high) << 16);
    }

    #[inline]
    fn unpack(words: &[u32]) -> Self {
        let words = layout::words::<2>(words, Self::NAME);
        Self {
            low: words[0],
            middle: (words[1] & 0xffff) as u16,
            high: (words[1] >> 16) as u16,
        }
    }

    fn value(&self, field: usize) -> u128 {
        match field {
            0 => u128::from(self.low),
            1 => u128::from(self.middle),
            2 => u128::from(self.high),
            _ => layout::no_such_field(Self::NAME, field),
        }
    }
}

/// Switches and counters.
pub mod control {
    /// Byte address of offset 0.
    pub const BASE: u32 = 0x1000;
    /// Switches.
    ///
    /// Byte offset.
    pub const ENABLE: u32 = 0x0;
    /// Work.
    ///
    /// Mask.
    pub const ENABLE_RUN: u32 = 0x1;
    /// Position of [`ENABLE_RUN`].
    pub const ENABLE_RUN_LSB: u32 = 0;
    /// How.
    ///
    /// Mask.
    pub const ENABLE_MODE: u32 = 0x70;
    /// Position of [`ENABLE_MODE`].
    pub const ENABLE_MODE_LSB: u32 = 4;
    /// What went wrong.
    ///
    /// Byte offset.
    pub const FAULTS: u32 = 0x8;
    /// Events of each channel.
    ///
    /// Byte offset.
    pub const COUNTERS: u32 = 0x10;
    /// Elements of [`COUNTERS`], 4 bytes apart.
    pub const COUNTERS_COUNT: u32 = 16;
    /// The whole block.
    pub const BLOCK: layout::RegisterBlock = layout::RegisterBlock {
        name: "control",
        base: BASE,
        doc: "Switches and counters.",
        registers: &[
            layout::Register { name: "enable", offset: 0x0, count: 1, access: layout::Access::ReadWrite, reset: 0x10, doc: "Switches.", fields: &[layout::Field { name: "run", lsb: 0, width: 1, doc: "Work.", names: &[] }, layout::Field { name: "mode", lsb: 4, width: 3, doc: "How.", names: super::Mode::NAMES }] },
            layout::Register { name: "faults", offset: 0x8, count: 1, access: layout::Access::WriteOneToClear, reset: 0x0, doc: "What went wrong.", fields: &[] },
            layout::Register { name: "counters", offset: 0x10, count: 16, access: layout::Access::ClearOnRead, reset: 0x0, doc: "Events of each channel.", fields: &[] },
        ],
    };
}
