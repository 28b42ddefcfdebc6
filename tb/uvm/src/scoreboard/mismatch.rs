//! How a mismatch reads.

use std::fmt::Display;

use super::Expected;
use crate::component::Scope;
use crate::fields::{self, Fields};

/// At most this many leftovers are shown one by one.
const SHOWN: usize = 5;

/// Names the differing fields, or both items when no field tells them apart.
pub(super) fn differs<T: Fields, C: Display>(
    scope: &Scope,
    expected: &Expected<T, C>,
    observed: &T,
) {
    let changes = fields::diff(&expected.item, observed);
    let mut message = format!(
        "{} does not match what was expected{}\n  expected  {}\n  observed  {}",
        T::NAME,
        because(&expected.cause),
        fields::describe(&expected.item),
        fields::describe(observed)
    );
    for change in &changes {
        message += &format!("\n  {change}");
    }
    if changes.is_empty() {
        message += &format!(
            "\n  no named field differs: {:?} against {observed:?}",
            expected.item
        );
    }
    scope.find("scoreboard.mismatch", message);
}

pub(super) fn unexpected<T: Fields>(scope: &Scope, observed: &T) {
    let message = format!(
        "nothing was expected\n  observed  {}",
        fields::describe(observed)
    );
    scope.find("scoreboard.unexpected", message);
}

/// Reports expectations that were passed over or never met.
pub(super) fn missing<'a, T: Fields, C: Display + 'a>(
    scope: &Scope,
    items: impl ExactSizeIterator<Item = &'a Expected<T, C>>,
) {
    let count = items.len();
    if count == 0 {
        return;
    }
    let mut message = format!("{count} expected {} never came", T::NAME);
    for expected in items.take(SHOWN) {
        let line = fields::describe(&expected.item);
        message += &format!("\n  expected  {line}{}", because(&expected.cause));
    }
    message += &more(count);
    scope.find("scoreboard.missing", message);
}

pub(super) fn leftover<'a, T: Fields>(scope: &Scope, items: impl ExactSizeIterator<Item = &'a T>) {
    let count = items.len();
    if count == 0 {
        return;
    }
    let mut message = format!("{count} observed {} were never expected", T::NAME);
    for item in items.take(SHOWN) {
        message += &format!("\n  observed  {}", fields::describe(item));
    }
    message += &more(count);
    scope.find("scoreboard.leftover", message);
}

fn more(count: usize) -> String {
    match count.saturating_sub(SHOWN) {
        0 => String::new(),
        rest => format!("\n  and {rest} more"),
    }
}

fn because(cause: &impl Display) -> String {
    match cause.to_string() {
        cause if cause.is_empty() => cause,
        cause => format!(" ({cause})"),
    }
}
