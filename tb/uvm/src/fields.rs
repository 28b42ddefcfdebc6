//! Items with named fields, and where two of them differ.

use std::fmt;

use layout::Packed;

/// A value that a scoreboard can compare field by field. Every [`Packed`] layout is one.
pub trait Fields: Clone + PartialEq + fmt::Debug + 'static {
    /// Name of the kind of item.
    const NAME: &'static str;

    /// Calls `visit` with the name of each field, its value, and the value's name if it has one.
    fn each_field(&self, visit: &mut dyn FnMut(&str, u128, Option<&str>));
}

impl<T: Packed> Fields for T {
    const NAME: &'static str = T::NAME;

    fn each_field(&self, visit: &mut dyn FnMut(&str, u128, Option<&str>)) {
        for (index, field) in T::fields().iter().enumerate() {
            let value = self.value(index);
            visit(field.name, value, field.name_of(value));
        }
    }
}

/// One field in which two items differ; the values are for a reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldDiff {
    /// Name of the field.
    pub field: String,
    /// Value that was expected.
    pub expected: String,
    /// Value that was seen.
    pub observed: String,
}

impl fmt::Display for FieldDiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: expected {}, observed {}",
            self.field, self.expected, self.observed
        )
    }
}

/// The fields in which two items differ; empty when there is none.
pub fn diff<T: Fields>(expected: &T, observed: &T) -> Vec<FieldDiff> {
    let (expected, observed) = (listed(expected), listed(observed));
    let longest = expected.len().max(observed.len());
    let absent = || "nothing".to_owned();
    (0..longest)
        .filter(|&i| expected.get(i) != observed.get(i))
        .map(|i| FieldDiff {
            field: expected
                .get(i)
                .or(observed.get(i))
                .map_or_else(absent, |f| f.0.clone()),
            expected: expected.get(i).map_or_else(absent, |f| f.1.clone()),
            observed: observed.get(i).map_or_else(absent, |f| f.1.clone()),
        })
        .collect()
}

/// One line with every field that is not zero.
pub fn describe<T: Fields>(item: &T) -> String {
    let mut line = T::NAME.to_owned();
    item.each_field(&mut |name, value, named| {
        if value != 0 {
            line += &format!(" {name} {}", text(value, named));
        }
    });
    line
}

fn listed<T: Fields>(item: &T) -> Vec<(String, String)> {
    let mut all = Vec::new();
    item.each_field(&mut |name, value, named| all.push((name.to_owned(), text(value, named))));
    all
}

fn text(value: u128, named: Option<&str>) -> String {
    match named {
        Some(name) => name.to_owned(),
        None if value < 10 => value.to_string(),
        None => format!("{value:#x}"),
    }
}
