//! Text for reports: a value on one line, and the fields in which two values differ.

use crate::{Field, Packed};
use std::fmt;

/// A value as `opcode=0x11 state=RTS psn=0xfffffe`: numbers in hexadecimal, enumerations by name.
pub fn render<T: Packed>(value: &T) -> Rendered<'_, T> {
    Rendered(value)
}

/// Prints a value on one line; see [`render`].
#[derive(Debug)]
pub struct Rendered<'a, T>(&'a T);

impl<T: Packed> fmt::Display for Rendered<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, field) in T::fields().iter().enumerate() {
            let gap = if index == 0 { "" } else { " " };
            let value = Text(field, self.0.value(index));
            write!(f, "{gap}{}={value}", field.name)?;
        }
        Ok(())
    }
}

/// A field in which an observed value differs from the expected one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldDiff {
    /// The field.
    pub field: &'static Field,
    /// Its expected value.
    pub expected: u128,
    /// Its observed value.
    pub observed: u128,
}

impl fmt::Display for FieldDiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (expected, observed) = (
            Text(self.field, self.expected),
            Text(self.field, self.observed),
        );
        write!(
            f,
            "{}: expected {expected}, observed {observed}",
            self.field.name
        )
    }
}

/// The fields in which two values differ, from bit 0 upward; empty if they are equal.
pub fn diff<T: Packed>(expected: &T, observed: &T) -> Vec<FieldDiff> {
    let fields = T::fields().iter().enumerate();
    let values = fields.map(|(index, field)| FieldDiff {
        field,
        expected: expected.value(index),
        observed: observed.value(index),
    });
    values.filter(|d| d.expected != d.observed).collect()
}

/// The text of one field's value.
struct Text<'a>(&'a Field, u128);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.name_of(self.1) {
            Some(name) => f.write_str(name),
            // Below ten both bases read the same.
            None if self.1 < 10 => write!(f, "{}", self.1),
            None => write!(f, "{:#x}", self.1),
        }
    }
}
