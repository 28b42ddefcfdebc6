//! What can go wrong while a testbench is put together.

use std::path::PathBuf;

/// Failed to elaborate a testbench.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A clock or reset pin cannot be bound.
    #[error("failed to bind the clock and reset: {0}")]
    Clock(#[source] Box<dut::Error>),
    /// A pin of a stream or bus cannot be bound.
    #[error("failed to bind {interface} for {item}: {source}")]
    Interface {
        /// Prefix of the pins, such as `s_in`.
        interface: String,
        /// What travels there: the name of a layout.
        item: &'static str,
        /// The pin and what is wrong with it.
        source: Box<dut::Error>,
    },
    /// A `tkeep` has more bits than a transfer can describe.
    #[error(
        "failed to bind {interface}: its tkeep is {width} bits wide, at most 128 are supported"
    )]
    KeepTooWide {
        /// Prefix of the pins.
        interface: String,
        /// Width of the pin, bits.
        width: usize,
    },
    /// A verbosity that does not exist.
    #[error("verbosity \"{text}\" is unknown; use none, low, medium, high, full or debug")]
    Verbosity {
        /// The text given.
        text: String,
    },
    /// A setting exists, with another type than the component asks for.
    #[error(
        "failed to read setting {path}.{key}: it was set as {set}, the component asks for {asked}; use one type"
    )]
    SettingType {
        /// Path of the component.
        path: String,
        /// The setting's key.
        key: String,
        /// Type of the value set.
        set: &'static str,
        /// Type asked for.
        asked: &'static str,
    },
    /// A setting that the component needs was never made.
    #[error(
        "failed to read setting {path}.{key}: nobody set it; settings of type {type_name} are: {known}"
    )]
    SettingMissing {
        /// Path of the component.
        path: String,
        /// The setting's key.
        key: String,
        /// Type asked for.
        type_name: &'static str,
        /// Settings of that type.
        known: String,
    },
    /// A user's knob that does not exist.
    #[error("knob \"{name}\" is unknown; {near}")]
    UnknownKnob {
        /// The name given.
        name: String,
        /// Which ones there are.
        near: String,
    },
    /// A value that a knob does not accept.
    #[error("knob \"{name}\" does not accept \"{text}\": give {accepted}")]
    KnobValue {
        /// Name of the knob.
        name: &'static str,
        /// The value given.
        text: String,
        /// What it accepts.
        accepted: String,
    },
    /// A knob that cannot be declared.
    #[error(
        "failed to declare knob \"{name}\": the name is empty, has a dot, or is taken; choose another"
    )]
    KnobName {
        /// Name of the knob.
        name: &'static str,
    },
    /// An override that is not one.
    #[error("override \"{text}\" is not of the form path=value")]
    OverrideForm {
        /// The text given.
        text: String,
    },
    /// A file that cannot be read or written.
    #[error("failed to use file {}: {source}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file that is not TOML.
    #[error("{file}:{line}: {message}")]
    Toml {
        /// The file.
        file: String,
        /// Line of the mistake, from 1.
        line: usize,
        /// The parser's words.
        message: String,
    },
    /// Something wrong at a line of a file.
    #[error("{file}:{line}: {source}")]
    InFile {
        /// The file.
        file: String,
        /// Line, from 1.
        line: usize,
        /// What.
        source: Box<Error>,
    },
    /// The factory does not know how to make a product.
    #[error(
        "failed to create {product} at {path}: nothing is registered for it; call Factory::register first"
    )]
    NotRegistered {
        /// Type of the product.
        product: &'static str,
        /// Path of the component.
        path: String,
    },
    /// A file of tapes that cannot be replayed.
    #[error("failed to read tapes of {file}: {problem}; record them again")]
    Tapes {
        /// The file.
        file: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A type could not be made from stimulus bytes.
    #[error("failed to draw {type_name} from {bytes} bytes of tape: {source}")]
    Draw {
        /// The type.
        type_name: &'static str,
        /// Bytes offered.
        bytes: usize,
        /// Why.
        source: arbitrary::Error,
    },
}

impl Error {
    /// Says which clock or reset pin it was.
    pub(crate) fn clock(source: dut::Error) -> Self {
        Self::Clock(Box::new(source))
    }

    /// Says for which interface, carrying what, a pin was to be bound.
    pub(crate) fn interface(name: &str, item: &'static str) -> impl Fn(dut::Error) -> Self {
        let name = name.to_owned();
        move |source| Self::Interface {
            interface: name.clone(),
            item,
            source: Box::new(source),
        }
    }
}
