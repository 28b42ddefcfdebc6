//! What can be wrong with a contract's text.

/// A contract that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}:{line}: {problem}")]
pub struct Error {
    /// Name of the contract file, as given to the parser.
    pub file: String,
    /// Line of the mistake, from 1.
    pub line: usize,
    /// What is wrong, and what to do.
    pub problem: Problem,
}

/// In which way a line is wrong, and what to do about it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The text holds no line but comments.
    #[error("no contract; start one with `[TRIGGER] event.name`")]
    Empty,
    /// A tab before the tag.
    #[error("indented by a tab; use spaces")]
    Tab,
    /// The line does not start with a tag.
    #[error(
        "no tag; start the line with [TRIGGER], [THEN], [ANY-ORDER] or [ASYNC], \
         after [COMPILE-TIME: X] if it depends on a macro"
    )]
    NoTag,
    /// A `[` without its `]`.
    #[error("`[` is not closed; add the `]`")]
    Unclosed,
    /// A tag that is none of the grammar's.
    #[error("unknown tag [{0}]; use [TRIGGER], [THEN], [ANY-ORDER], [ASYNC] or [COMPILE-TIME: X]")]
    Tag(String),
    /// A mark after the event that is none of the grammar's.
    #[error("unknown mark [{0}] after the event; use [END], [ONCE] or [NOT-WITH: event ...]")]
    Mark(String),
    /// Text after the event that is not a mark.
    #[error("`{0}` after the event; one event a line, then marks in brackets, then a # comment")]
    Trailing(String),
    /// Not `stream` or `stream.qualifier`.
    #[error(
        "`{0}` is not an event name; write stream or stream.qualifier, of letters, digits and underscores"
    )]
    Name(String),
    /// `[COMPILE-TIME]` without a macro.
    #[error("[COMPILE-TIME] names no macro; write [COMPILE-TIME: NAME]")]
    NoMacro,
    /// A line outside every contract.
    #[error("[{0}] stands in no contract; indent it below a [TRIGGER]")]
    Outside(&'static str),
    /// A trigger below another line.
    #[error("[TRIGGER] is nested; write it without indentation")]
    NestedTrigger,
    /// A mark on a trigger.
    #[error("a [TRIGGER] takes no mark; drop it")]
    TriggerMark,
    /// The indentation fits no line above.
    #[error("indented by {0} spaces, which no line above it is; align it with its siblings")]
    Indentation(usize),
    /// A second contract with the same trigger.
    #[error("{event} triggers the contract of line {line} already; merge the two")]
    SameTrigger {
        /// The trigger.
        event: String,
        /// Line of the first contract.
        line: usize,
    },
    /// A second sibling with the same event.
    #[error("{event} is a sibling in line {line} already; keep one of the two")]
    SameSibling {
        /// The event.
        event: String,
        /// Line of the first sibling.
        line: usize,
    },
    /// An event nested below itself, so that it could never come.
    #[error("{event} is nested below itself (line {line}); an event may repeat without that")]
    BelowItself {
        /// The event.
        event: String,
        /// Line of the outer one.
        line: usize,
    },
    /// `[NOT-WITH]` lists nothing, the event itself, or an event that the contract lacks.
    #[error("[NOT-WITH] needs other events of the same contract; {0}")]
    NotWith(String),
}
