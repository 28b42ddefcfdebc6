//! The pins of a stream, bound once.

use dut::{Dut, Input, InputBit, Output, OutputBit};

use super::item::StreamItem;
use crate::Error;

/// Wide side signals that only some streams have.
fn width_of(dut: &Dut, pin: &str) -> Option<usize> {
    dut.ports()
        .iter()
        .find(|port| port.name == pin)
        .map(|port| port.width)
}

fn keep_width(dut: &Dut, name: &str) -> Result<Option<usize>, Error> {
    match width_of(dut, &format!("{name}_tkeep")) {
        Some(width) if width > 128 => Err(Error::KeepTooWide {
            interface: name.to_owned(),
            width,
        }),
        other => Ok(other),
    }
}

/// What a source drives; the ready that it obeys is its monitor's to read.
pub(super) struct SourcePins {
    pub(super) valid: InputBit,
    data: Input,
    last: Option<InputBit>,
    keep: Option<Input>,
    words: Vec<u32>,
}

impl SourcePins {
    pub(super) fn bind<T: StreamItem>(dut: &Dut, name: &str) -> Result<Self, Error> {
        let failed = Error::interface(name, T::NAME);
        let data = dut
            .input(&format!("{name}_tdata"), T::DATA_BITS)
            .map_err(&failed)?;
        let last = format!("{name}_tlast");
        let keep = match keep_width(dut, name)? {
            Some(width) => Some(
                dut.input(&format!("{name}_tkeep"), width)
                    .map_err(&failed)?,
            ),
            None => None,
        };
        Ok(Self {
            valid: dut.input_bit(&format!("{name}_tvalid")).map_err(&failed)?,
            last: match width_of(dut, &last) {
                Some(_) => Some(dut.input_bit(&last).map_err(&failed)?),
                None => None,
            },
            keep,
            words: vec![0; data.words()],
            data,
        })
    }

    #[inline]
    pub(super) fn drive<T: StreamItem>(&mut self, item: &T) {
        item.pack_data(&mut self.words);
        self.data.write(&self.words);
        if let Some(last) = &self.last {
            last.set(item.last());
        }
        if let Some(keep) = &self.keep {
            write_keep(keep, item.keep());
        }
        self.valid.set(true);
    }
}

fn write_keep(pin: &Input, keep: u128) {
    let all = [
        keep as u32,
        (keep >> 32) as u32,
        (keep >> 64) as u32,
        (keep >> 96) as u32,
    ];
    pin.write(&all[..pin.words()]);
}

/// What a monitor reads.
pub(super) struct WatchPins {
    pub(super) valid: OutputBit,
    pub(super) ready: OutputBit,
    data: Output,
    last: Option<OutputBit>,
    keep: Option<Output>,
}

/// What the pins show, in words: data, then `tkeep`, then `tlast`.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct Shown {
    words: Vec<u32>,
    keep: u128,
    last: bool,
}

impl Shown {
    #[inline]
    pub(super) fn item<T: StreamItem>(&self) -> T {
        T::from_pins(&self.words, self.last, self.keep)
    }
}

impl WatchPins {
    pub(super) fn bind<T: StreamItem>(dut: &Dut, name: &str) -> Result<Self, Error> {
        let failed = Error::interface(name, T::NAME);
        let last = format!("{name}_tlast");
        Ok(Self {
            valid: dut
                .observe_bit(&format!("{name}_tvalid"))
                .map_err(&failed)?,
            ready: dut
                .observe_bit(&format!("{name}_tready"))
                .map_err(&failed)?,
            data: dut
                .observe(&format!("{name}_tdata"), T::DATA_BITS)
                .map_err(&failed)?,
            last: match width_of(dut, &last) {
                Some(_) => Some(dut.observe_bit(&last).map_err(&failed)?),
                None => None,
            },
            keep: match keep_width(dut, name)? {
                Some(width) => Some(
                    dut.observe(&format!("{name}_tkeep"), width)
                        .map_err(&failed)?,
                ),
                None => None,
            },
        })
    }

    pub(super) fn blank(&self) -> Shown {
        Shown {
            words: vec![0; self.data.words()],
            keep: u128::MAX,
            last: true,
        }
    }

    #[inline]
    pub(super) fn read(&self, shown: &mut Shown) {
        self.data.read(&mut shown.words);
        if let Some(last) = &self.last {
            shown.last = last.get();
        }
        if let Some(keep) = &self.keep {
            shown.keep = read_keep(keep);
        }
    }
}

fn read_keep(pin: &Output) -> u128 {
    let mut all = [0_u32; 4];
    pin.read(&mut all[..pin.words()]);
    all.iter()
        .rev()
        .fold(0, |keep, &word| keep << 32 | u128::from(word))
}
