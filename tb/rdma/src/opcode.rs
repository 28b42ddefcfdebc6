//! Opcodes of the reliable connection and what each carries (transport.md 1).

use std::fmt;

/// What a packet does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Part of a SEND.
    Send,
    /// Part of an RDMA WRITE.
    Write,
    /// Asks for memory.
    ReadRequest,
    /// Brings memory.
    ReadResponse,
    /// ACK, NAK or RNR NAK.
    Acknowledge,
    /// Answer to an ATOMIC.
    AtomicAck,
    /// COMPARE_SWAP or FETCH_ADD.
    Atomic,
    /// Congestion notification.
    Cnp,
}

/// Where a packet stands in its message.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Position {
    /// First of several.
    First,
    /// Neither first nor last.
    Middle,
    /// Last of several.
    Last,
    /// The whole message.
    Only,
}

/// An extension header behind the BTH.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Extension {
    /// RDMA extended transport header, 16 bytes.
    Reth,
    /// Acknowledge extended transport header, 4 bytes.
    Aeth,
    /// Atomic extended transport header, 28 bytes.
    AtomicEth,
    /// Original value of an ATOMIC, 8 bytes.
    AtomicAckEth,
    /// Immediate data, 4 bytes.
    Imm,
    /// Key to invalidate, 4 bytes.
    Ieth,
    /// The 16 zero bytes of a CNP.
    CnpPad,
}

impl Extension {
    /// Bytes it takes.
    pub const fn bytes(self) -> usize {
        match self {
            Self::Reth | Self::CnpPad => 16,
            Self::Aeth | Self::Imm | Self::Ieth => 4,
            Self::AtomicEth => 28,
            Self::AtomicAckEth => 8,
        }
    }
}

/// How much payload a packet may carry.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PayloadRule {
    /// None.
    Nothing,
    /// Exactly the path MTU.
    Full,
    /// 1 byte to the path MTU.
    Some,
    /// 0 bytes to the path MTU.
    Any,
}

impl PayloadRule {
    /// Whether a payload of `length` bytes is legal at a path MTU of `pmtu` bytes.
    pub const fn allows(self, length: u32, pmtu: u32) -> bool {
        match self {
            Self::Nothing => length == 0,
            Self::Full => length == pmtu,
            Self::Some => length != 0 && length <= pmtu,
            Self::Any => length <= pmtu,
        }
    }
}

/// Declares the opcode table.
macro_rules! opcodes {
    ($($name:ident = $value:literal $text:ident, $kind:ident $position:ident [$($ext:ident)*] $payload:ident;)*) => {
        /// A BTH opcode of the reliable connection, or CNP.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Opcode {
            $(#[doc = concat!("`", stringify!($text), "`.")] $name = $value,)*
        }

        impl Opcode {
            /// Every opcode, ascending.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Name in the field's spelling, such as `WRITE_ONLY_IMM`.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => stringify!($text),)* }
            }

            /// What the packet does.
            pub const fn kind(self) -> Kind {
                match self { $(Self::$name => Kind::$kind,)* }
            }

            /// Where the packet stands in its message.
            pub const fn position(self) -> Position {
                match self { $(Self::$name => Position::$position,)* }
            }

            /// Extension headers, in order.
            pub const fn extensions(self) -> &'static [Extension] {
                match self { $(Self::$name => &[$(Extension::$ext),*],)* }
            }

            /// How much payload it may carry.
            pub const fn payload(self) -> PayloadRule {
                match self { $(Self::$name => PayloadRule::$payload,)* }
            }
        }
    };
}

opcodes! {
    SendFirst = 0x00 SEND_FIRST, Send First [] Full;
    SendMiddle = 0x01 SEND_MIDDLE, Send Middle [] Full;
    SendLast = 0x02 SEND_LAST, Send Last [] Some;
    SendLastImm = 0x03 SEND_LAST_IMM, Send Last [Imm] Some;
    SendOnly = 0x04 SEND_ONLY, Send Only [] Any;
    SendOnlyImm = 0x05 SEND_ONLY_IMM, Send Only [Imm] Any;
    WriteFirst = 0x06 WRITE_FIRST, Write First [Reth] Full;
    WriteMiddle = 0x07 WRITE_MIDDLE, Write Middle [] Full;
    WriteLast = 0x08 WRITE_LAST, Write Last [] Some;
    WriteLastImm = 0x09 WRITE_LAST_IMM, Write Last [Imm] Some;
    WriteOnly = 0x0A WRITE_ONLY, Write Only [Reth] Any;
    WriteOnlyImm = 0x0B WRITE_ONLY_IMM, Write Only [Reth Imm] Any;
    ReadRequest = 0x0C READ_REQUEST, ReadRequest Only [Reth] Nothing;
    ReadRespFirst = 0x0D READ_RESP_FIRST, ReadResponse First [Aeth] Full;
    ReadRespMiddle = 0x0E READ_RESP_MIDDLE, ReadResponse Middle [] Full;
    ReadRespLast = 0x0F READ_RESP_LAST, ReadResponse Last [Aeth] Some;
    ReadRespOnly = 0x10 READ_RESP_ONLY, ReadResponse Only [Aeth] Any;
    Acknowledge = 0x11 ACKNOWLEDGE, Acknowledge Only [Aeth] Nothing;
    AtomicAck = 0x12 ATOMIC_ACK, AtomicAck Only [Aeth AtomicAckEth] Nothing;
    CompareSwap = 0x13 COMPARE_SWAP, Atomic Only [AtomicEth] Nothing;
    FetchAdd = 0x14 FETCH_ADD, Atomic Only [AtomicEth] Nothing;
    SendLastInv = 0x16 SEND_LAST_INV, Send Last [Ieth] Some;
    SendOnlyInv = 0x17 SEND_ONLY_INV, Send Only [Ieth] Any;
    Cnp = 0x81 CNP, Cnp Only [CnpPad] Nothing;
}

impl Opcode {
    /// The opcode of a byte, if it is one of ours.
    pub fn of(byte: u8) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|opcode| *opcode as u8 == byte)
    }

    /// Bytes of the extension headers.
    pub fn extension_bytes(self) -> usize {
        self.extensions().iter().map(|e| e.bytes()).sum()
    }

    /// Begins its message.
    pub const fn is_first(self) -> bool {
        matches!(self.position(), Position::First | Position::Only)
    }

    /// Ends its message.
    pub const fn is_last(self) -> bool {
        matches!(self.position(), Position::Last | Position::Only)
    }

    /// Carries immediate data.
    pub fn has_immediate(self) -> bool {
        self.extensions().contains(&Extension::Imm)
    }

    /// Takes a receive work request from the receiver's queue.
    pub fn consumes_receive(self) -> bool {
        match self.kind() {
            Kind::Send => self.is_first(),
            Kind::Write => self.has_immediate(),
            _ => false,
        }
    }

    /// Makes a completion at the receiver. These are the packets that may carry the SE bit.
    pub fn makes_receive_completion(self) -> bool {
        match self.kind() {
            Kind::Send => self.is_last(),
            Kind::Write => self.has_immediate(),
            _ => false,
        }
    }

    /// Travels from responder to requester.
    pub const fn is_response(self) -> bool {
        matches!(
            self.kind(),
            Kind::ReadResponse | Kind::Acknowledge | Kind::AtomicAck
        )
    }
}

impl fmt::Display for Opcode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
