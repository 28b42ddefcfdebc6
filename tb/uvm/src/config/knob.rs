//! Knobs: settings that a user can give by text, so with a name, a range and a meaning.

use std::collections::BTreeMap;
use std::fmt;

use super::store::Config;
use crate::Error;

/// A setting with a default and accepted values.
#[derive(Clone, Copy, Debug)]
pub struct Knob<T: 'static> {
    /// Its key, without a dot.
    pub name: &'static str,
    /// The value if nobody sets it.
    pub default: T,
    /// What it does, in a line.
    pub doc: &'static str,
    /// Which values are accepted.
    pub accepted: Accepted<T>,
}

/// Which values a knob accepts.
#[derive(Clone, Copy, Debug)]
pub enum Accepted<T: 'static> {
    /// All of the type.
    Any,
    /// From the first to the second, both included.
    Range(T, T),
    /// One of these.
    OneOf(&'static [T]),
}

/// A type that a knob can have.
pub trait KnobValue: Clone + PartialOrd + fmt::Display + 'static {
    /// What to call it in a message, such as `a whole number of 32 bits`.
    const KIND: &'static str;

    /// Reads it from text.
    fn parse(text: &str) -> Option<Self>;
}

macro_rules! whole_numbers {
    ($($ty:ty: $kind:literal),*) => {$(
        impl KnobValue for $ty {
            const KIND: &'static str = $kind;

            /// Decimal, or hexadecimal after `0x`; underscores are ignored.
            fn parse(text: &str) -> Option<Self> {
                let digits = text.replace('_', "");
                match digits.strip_prefix("0x") {
                    Some(hex) => Self::from_str_radix(hex, 16).ok(),
                    None => digits.parse().ok(),
                }
            }
        }
    )*};
}

whole_numbers!(
    u8: "a whole number of 8 bits",
    u16: "a whole number of 16 bits",
    u32: "a whole number of 32 bits",
    u64: "a whole number of 64 bits",
    usize: "a whole number",
    i64: "a whole number, negative or not"
);

impl KnobValue for bool {
    const KIND: &'static str = "true or false";

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl KnobValue for f64 {
    const KIND: &'static str = "a number";

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().filter(|value: &f64| value.is_finite())
    }
}

impl KnobValue for String {
    const KIND: &'static str = "text";

    fn parse(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }
}

/// Only with [`Accepted::OneOf`]: text that the program does not contain cannot be one of these.
impl KnobValue for &'static str {
    const KIND: &'static str = "a word";

    fn parse(_: &str) -> Option<Self> {
        None
    }
}

impl<T: KnobValue> Accepted<T> {
    fn accepts(&self, value: &T) -> bool {
        match self {
            Self::Any => true,
            Self::Range(low, high) => low <= value && value <= high,
            Self::OneOf(all) => all.contains(value),
        }
    }
}

impl<T: KnobValue> fmt::Display for Accepted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.write_str(T::KIND),
            Self::Range(low, high) => write!(f, "{} from {low} to {high}", T::KIND),
            Self::OneOf(all) => {
                let all: Vec<_> = all.iter().map(ToString::to_string).collect();
                write!(f, "one of {}", all.join(", "))
            }
        }
    }
}

impl<T: KnobValue> Knob<T> {
    /// The value, if it is accepted.
    pub(super) fn check(&self, value: T) -> Result<T, Error> {
        if self.accepted.accepts(&value) {
            Ok(value)
        } else {
            Err(self.refuse(&value.to_string()))
        }
    }

    fn parse(&self, text: &str) -> Result<T, Error> {
        let value = match &self.accepted {
            Accepted::OneOf(all) => all.iter().find(|v| v.to_string() == text).cloned(),
            _ => T::parse(text),
        };
        self.check(value.ok_or_else(|| self.refuse(text))?)
    }

    fn refuse(&self, text: &str) -> Error {
        Error::KnobValue {
            name: self.name,
            text: text.to_owned(),
            accepted: self.accepted.to_string(),
        }
    }
}

/// A knob whose type is forgotten.
trait AnyKnob {
    /// Sets it in the name of the user.
    fn set(&self, config: &Config, pattern: &str, text: &str) -> Result<(), Error>;

    /// A line for a reader.
    fn describe(&self) -> String;
}

impl<T: KnobValue> AnyKnob for Knob<T> {
    fn set(&self, config: &Config, pattern: &str, text: &str) -> Result<(), Error> {
        let value = self.parse(text)?;
        config.set_by_user(pattern, self.name, value);
        Ok(())
    }

    fn describe(&self) -> String {
        let Self {
            name,
            default,
            doc,
            accepted,
        } = self;
        format!("{name}={default}  {doc} ({accepted})")
    }
}

/// All knobs that a user can set.
#[derive(Default)]
pub struct Knobs(BTreeMap<&'static str, Box<dyn AnyKnob>>);

impl Knobs {
    /// Adds a knob.
    ///
    /// # Errors
    /// If there is one of that name already, its name has a dot, or its default is not accepted.
    pub fn declare<T: KnobValue>(&mut self, knob: &Knob<T>) -> Result<(), Error> {
        knob.check(knob.default.clone())?;
        if knob.name.is_empty() || knob.name.contains('.') || self.0.contains_key(knob.name) {
            return Err(Error::KnobName { name: knob.name });
        }
        self.0.insert(knob.name, Box::new(knob.clone()));
        Ok(())
    }

    /// Applies one override, `path=value`: the path's last part is the knob, what is before it the
    /// pattern of components; a knob alone is set everywhere.
    ///
    /// # Errors
    /// If the text is not of this form, the knob is unknown, or it does not accept the value.
    pub fn set(&self, config: &Config, text: &str) -> Result<(), Error> {
        let (path, value) = text.split_once('=').ok_or_else(|| Error::OverrideForm {
            text: text.to_owned(),
        })?;
        self.set_path(config, path.trim(), value.trim())
    }

    /// As [`Knobs::set`], path and value apart.
    pub(super) fn set_path(&self, config: &Config, path: &str, value: &str) -> Result<(), Error> {
        let (pattern, name) = path.rsplit_once('.').unwrap_or(("*", path));
        match self.0.get(name) {
            Some(knob) => knob.set(config, pattern, value),
            None => Err(Error::UnknownKnob {
                name: name.to_owned(),
                near: self.near(name),
            }),
        }
    }

    /// The names that a misspelt one may have meant, nearest first; all if none is near.
    fn near(&self, name: &str) -> String {
        let mut near: Vec<_> = self
            .0
            .keys()
            .map(|known| (strsim::jaro_winkler(name, known), *known))
            .filter(|(likeness, _)| *likeness > 0.8)
            .collect();
        near.sort_by(|a, b| b.0.total_cmp(&a.0));
        let names: Vec<_> = near.into_iter().take(3).map(|(_, known)| known).collect();
        if !names.is_empty() {
            return format!("did you mean {}?", names.join(" or "));
        }
        let all: Vec<_> = self.0.keys().copied().collect();
        format!("known are: {}", all.join(", "))
    }

    /// A line per knob: name, default, meaning, accepted values.
    pub fn describe(&self) -> String {
        self.0.values().map(|knob| knob.describe() + "\n").collect()
    }
}
