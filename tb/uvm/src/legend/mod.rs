//! Ordering contracts that are text and run as checkers.
//!
//! A contract says in which order the events that one trigger causes may be seen. An event is a beat on a
//! stream; its name is the stream's, with a qualifier after a dot where the environment tells kinds apart:
//!
//! ```text
//! [TRIGGER] s_request                       # starts a transaction
//!   [THEN] m_lookup [ONCE]                  # in a later cycle than its parent
//!     [THEN] s_answer                       # in a later cycle than m_lookup
//!       [ANY-ORDER] m_done.good             # both after s_answer, in either order,
//!       [ANY-ORDER] m_log                   #   or in one cycle
//!       [THEN] m_close [END]                # after both, as far as they came; then nothing more
//!   [ASYNC] m_notice                        # any time, not before the trigger
//!   [COMPILE-TIME: TRACE] [ASYNC] m_trace   # exists with macro TRACE only
//! ```
//!
//! # Grammar
//!
//! One event a line: `[TAG] event.name`, then marks. Indentation by spaces nests; `#` starts a comment.
//!
//! | tag | the event comes |
//! |---|---|
//! | `[TRIGGER]` | first: it starts a transaction of its contract; not nested |
//! | `[THEN]` | in a later cycle than its parent, and than every sibling listed above it, as far as they came |
//! | `[ANY-ORDER]` | like `[THEN]`, but unordered against the `[ANY-ORDER]` siblings adjacent to it |
//! | `[ASYNC]` | not before the trigger, otherwise freely |
//! | `[COMPILE-TIME: X]` | before another tag: the line and what it nests exist only with macro X |
//!
//! | mark | meaning |
//! |---|---|
//! | `[END]` | no event but `[ASYNC]` ones in a later cycle of this transaction |
//! | `[ONCE]` | at most once in a transaction; other events may repeat |
//! | `[NOT-WITH: a b]` | neither `a` nor `b` in the same transaction, before or after |
//!
//! # Rules
//!
//! * An event may stand at several places. Every place whose parent has occurred binds it, and at least one
//!   place must have its parent occurred. An event that has no place is illegal.
//! * A parent may come again after its children, and needs to have come once only. A sibling may not come
//!   (again) once a sibling ordered after it has: nest what repeats, list what is over.
//! * So an event with two causes, where either may come last, is listed after both as a sibling.
//! * The verdict on a transaction does not depend on the order in which events of one cycle are handed in.
//!
//! What has to come, and how often, is a scoreboard's business: a contract orders what does come.

mod build;
mod check;
mod error;
mod parse;
mod violation;

#[cfg(test)]
mod tests;

pub use build::{EventId, Legend, Trigger};
pub use check::{Checker, Hit, TxnId};
pub use error::{Error, Problem};
pub use violation::{Rule, Violation};
