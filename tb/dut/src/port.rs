//! Handles on ports: after binding, a beat is a memory access.

use std::fmt;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::bridge::ffi::ReplayPin;
use crate::dut::Inner;

/// Direction of a port, as the design declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Direction {
    /// Driven by the testbench.
    Input,
    /// Driven by the design.
    Output,
    /// Driven by either.
    InOut,
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Direction::Input => "input",
            Direction::Output => "output",
            Direction::InOut => "inout",
        })
    }
}

/// Name, direction and width of a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PortInfo {
    /// Name in the SystemVerilog source.
    pub name: String,
    /// Direction.
    pub direction: Direction,
    /// Width in bits.
    pub width: usize,
}

/// How Verilator stores a value: CData, SData, IData, QData or WData.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Storage {
    U8,
    U16,
    U32,
    U64,
    Words,
}

/// A port's storage inside a live model. All accesses of the crate to a model's memory are here.
#[derive(Clone)]
struct Pin {
    data: *mut u8,
    storage: Storage,
    width: u32,
    /// Keeps the model, and so `data`, alive; its `Rc` keeps the handle on the model's thread.
    dut: Rc<Inner>,
}

impl Pin {
    fn new(data: *mut u8, width: usize, dut: Rc<Inner>) -> Self {
        let storage = match width {
            0..=8 => Storage::U8,
            9..=16 => Storage::U16,
            17..=32 => Storage::U32,
            33..=64 => Storage::U64,
            _ => Storage::Words,
        };
        Self {
            data,
            storage,
            width: width as u32,
            dut,
        }
    }

    #[inline]
    fn words(&self) -> usize {
        self.width.div_ceil(32) as usize
    }

    /// The low 64 bits.
    #[inline]
    fn load(&self) -> u64 {
        // SAFETY: `data` points to storage of this class and its natural alignment in the model's
        // C++ object (the plugin asserts the size), which `dut` keeps alive; no Rust reference to
        // it exists, and the model runs on this thread only, so nothing else accesses it now.
        unsafe {
            match self.storage {
                Storage::U8 => u64::from(self.data.read()),
                Storage::U16 => u64::from(self.data.cast::<u16>().read()),
                Storage::U32 => u64::from(self.data.cast::<u32>().read()),
                Storage::U64 => self.data.cast::<u64>().read(),
                Storage::Words => {
                    let words = self.data.cast::<u32>();
                    u64::from(words.read()) | u64::from(words.add(1).read()) << 32
                }
            }
        }
    }

    /// Writes the low bits that the port has, zeros above bit 63.
    #[inline]
    fn store(&self, value: u64) {
        let value = if self.width < 64 {
            // Verilator takes the unused bits of an input to be zero.
            value & ((1 << self.width) - 1)
        } else {
            value
        };
        // SAFETY: as in `load`; the width fits the storage class, so the casts lose nothing, and
        // wide storage has `words()` (three or more) words.
        unsafe {
            match self.storage {
                Storage::U8 => self.data.write(value as u8),
                Storage::U16 => self.data.cast::<u16>().write(value as u16),
                Storage::U32 => self.data.cast::<u32>().write(value as u32),
                Storage::U64 => self.data.cast::<u64>().write(value),
                Storage::Words => {
                    let words = self.data.cast::<u32>();
                    words.write(value as u32);
                    words.add(1).write((value >> 32) as u32);
                    words.add(2).write_bytes(0, self.words() - 2);
                }
            }
        }
    }

    #[inline]
    fn read(&self, words: &mut [u32]) {
        self.check_length(words.len());
        if self.storage == Storage::Words {
            // SAFETY: as in `load`; the storage has `words()` words, which is the slice's length,
            // and the slice is Rust memory, so the two do not overlap.
            unsafe {
                self.data
                    .cast::<u32>()
                    .copy_to_nonoverlapping(words.as_mut_ptr(), words.len());
            }
        } else {
            let value = self.load();
            for (index, word) in words.iter_mut().enumerate() {
                *word = (value >> (32 * index)) as u32;
            }
        }
    }

    #[inline]
    fn write(&self, words: &[u32]) {
        self.check_length(words.len());
        if self.storage == Storage::Words {
            let last = words.len() - 1;
            let unused = 32 * words.len() as u32 - self.width;
            // SAFETY: as in `read`, with the copy going the other way; `last` is in the storage.
            unsafe {
                let data = self.data.cast::<u32>();
                data.copy_from_nonoverlapping(words.as_ptr(), last);
                data.add(last).write(words[last] & (u32::MAX >> unused));
            }
        } else {
            let high = words.get(1).copied().unwrap_or(0);
            self.store(u64::from(words[0]) | u64::from(high) << 32);
        }
    }

    #[inline]
    fn load_bit(&self) -> bool {
        // SAFETY: as in `load`; a one-bit port is stored as CData.
        unsafe { self.data.read() != 0 }
    }

    #[inline]
    fn store_bit(&self, value: bool) {
        // SAFETY: as in `load`; a one-bit port is stored as CData.
        unsafe { self.data.write(u8::from(value)) }
    }

    fn replay_pin(&self) -> ReplayPin {
        let bytes = match self.storage {
            Storage::U8 => 1,
            Storage::U16 => 2,
            Storage::U32 => 4,
            Storage::U64 => 8,
            Storage::Words => 4 * self.words(),
        };
        ReplayPin {
            data: self.data,
            bytes,
            words: self.words(),
        }
    }

    #[inline]
    fn check_length(&self, length: usize) {
        assert!(
            length == self.words(),
            "a port of {} bits is {} words of 32 bits, not {length}",
            self.width,
            self.words(),
        );
    }
}

impl fmt::Debug for Pin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bits of {}", self.width, self.dut.top())
    }
}

/// An input of the design, bound for driving. The design sees the value at the next eval.
#[derive(Clone, Debug)]
pub struct Input(Pin);

/// A port of the design, bound for reading. Values are those of the last eval.
#[derive(Clone, Debug)]
pub struct Output(Pin);

/// A one-bit [`Input`].
#[derive(Clone, Debug)]
pub struct InputBit(Pin);

/// A one-bit [`Output`].
#[derive(Clone, Debug)]
pub struct OutputBit(Pin);

impl Input {
    pub(crate) fn new(data: *mut u8, width: usize, dut: Rc<Inner>) -> Self {
        Self(Pin::new(data, width, dut))
    }

    pub(crate) fn replay_pin(&self) -> ReplayPin {
        self.0.replay_pin()
    }

    /// Width in bits.
    #[inline]
    pub fn width(&self) -> usize {
        self.0.width as usize
    }

    /// Number of 32-bit words that [`Input::write`] takes.
    #[inline]
    pub fn words(&self) -> usize {
        self.0.words()
    }

    /// Drives a value. Bits above the port's width are dropped; a port wider than 64 bits gets
    /// zeros in the rest.
    #[inline]
    pub fn set(&self, value: u64) {
        self.0.store(value);
    }

    /// The value driven now; the low 64 bits of a wider port.
    #[inline]
    pub fn get(&self) -> u64 {
        self.0.load()
    }

    /// Drives a value of any width, least significant word first. Bits above the port's width are
    /// dropped.
    ///
    /// # Panics
    /// When the slice is not [`Input::words`] long.
    #[inline]
    pub fn write(&self, words: &[u32]) {
        self.0.write(words);
    }

    /// Reads back the value driven now, least significant word first.
    ///
    /// # Panics
    /// When the slice is not [`Input::words`] long.
    #[inline]
    pub fn read(&self, words: &mut [u32]) {
        self.0.read(words);
    }
}

impl Output {
    pub(crate) fn new(data: *mut u8, width: usize, dut: Rc<Inner>) -> Self {
        Self(Pin::new(data, width, dut))
    }

    /// Width in bits.
    #[inline]
    pub fn width(&self) -> usize {
        self.0.width as usize
    }

    /// Number of 32-bit words that [`Output::read`] takes.
    #[inline]
    pub fn words(&self) -> usize {
        self.0.words()
    }

    /// The value; the low 64 bits of a wider port.
    #[inline]
    pub fn get(&self) -> u64 {
        self.0.load()
    }

    /// Reads a value of any width, least significant word first.
    ///
    /// # Panics
    /// When the slice is not [`Output::words`] long.
    #[inline]
    pub fn read(&self, words: &mut [u32]) {
        self.0.read(words);
    }
}

impl InputBit {
    pub(crate) fn new(data: *mut u8, dut: Rc<Inner>) -> Self {
        Self(Pin::new(data, 1, dut))
    }

    pub(crate) fn replay_pin(&self) -> ReplayPin {
        self.0.replay_pin()
    }

    /// Drives the bit.
    #[inline]
    pub fn set(&self, value: bool) {
        self.0.store_bit(value);
    }

    /// The bit driven now.
    #[inline]
    pub fn get(&self) -> bool {
        self.0.load_bit()
    }
}

impl OutputBit {
    pub(crate) fn new(data: *mut u8, dut: Rc<Inner>) -> Self {
        Self(Pin::new(data, 1, dut))
    }

    /// The bit.
    #[inline]
    pub fn get(&self) -> bool {
        self.0.load_bit()
    }
}
