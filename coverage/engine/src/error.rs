//! The errors of this crate.

use std::{fmt, io, path::PathBuf};

/// Everything that can go wrong, apart from illegal bins being hit ([`IllegalHits`]).
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A covergroup is not well defined.
    #[error("covergroup `{group}`, `{item}`: {problem}")]
    Definition {
        /// The covergroup.
        group: String,
        /// The coverpoint, cross or bin at fault.
        item: String,
        /// What is wrong, and what to do.
        problem: Problem,
    },
    /// Two databases hold different definitions of one covergroup, so that their bins cannot be added.
    #[error(
        "covergroup `{group}` differs between the databases: {difference}; \
         merge only databases of the same version of the covergroup"
    )]
    ShapeDiffers {
        /// The covergroup.
        group: String,
        /// The first difference found.
        difference: String,
    },
    /// Both databases hold one run, which a merge would count twice.
    #[error("run {run} is in both databases and would count twice; leave one of them out")]
    RunTwice {
        /// The run.
        run: String,
    },
    /// The operating system refused.
    #[error("failed to {action} {}: {source}", path.display())]
    Io {
        /// What was tried: "read", "write".
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The file is not a coverage database, or not all of one.
    #[error("{} is not a whole coverage database: {problem}; run the tests that wrote it again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What gave it away.
        problem: String,
    },
    /// The file has a format that this build does not read.
    #[error("{} has format version {found}, this build reads {supported}; use a matching build", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// The version in the file.
        found: u32,
        /// The version this build reads and writes.
        supported: u32,
    },
}

/// What can be wrong with a definition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// A name is used twice in one scope.
    #[error("the name is used twice; rename one of them")]
    DuplicateName,
    /// A coverpoint without bins to count.
    #[error("there are no bins to count; add bins, `each` or `auto`")]
    NoBins,
    /// A bin without values.
    #[error("`{0}` is an empty set of values; check the ends of the range")]
    EmptySet(String),
    /// One bin per value was asked for a set without an end.
    #[error("`{0}` has an open end and cannot be split into bins; give both ends")]
    OpenSet(String),
    /// More bins, products or states than the tables hold.
    #[error("{count} {what} are more than the {limit} supported; use wider bins or fewer points")]
    TooMany {
        /// "bins", "cross products" ...
        what: &'static str,
        /// How many there would be.
        count: u128,
        /// How many there may be.
        limit: u128,
    },
    /// `auto` for a value wider than any number that can be sampled.
    #[error("{0} bits are more than the 64 supported")]
    TooWide(u32),
    /// `name[0]`.
    #[error("a number of bins must be at least 1")]
    ZeroBins,
    /// A wildcard pattern is not made of 0, 1, ?, x, z and _.
    #[error(
        "`{0}` is not a wildcard pattern; write up to 64 of 0, 1 and ? (IEEE 1800-2017 19.5.4)"
    )]
    Wildcard(String),
    /// A transition of one value.
    #[error("`{0}` has no transition; give at least two values (IEEE 1800-2017 19.5.2)")]
    ShortTransition(String),
    /// A repetition of zero times or with its ends swapped.
    #[error("`{0}` repeats zero times or from more to fewer")]
    Repetition(String),
    /// A repetition of unbounded length where a fixed length is required.
    #[error("`{0}` has no fixed length, which ignored transitions and `name[]` need")]
    Unbounded(String),
    /// A nonconsecutive repetition followed by a goto repetition.
    #[error("`{0}`: a `goto` right after a `spread` repetition is not supported")]
    SpreadThenGoto(String),
    /// A cross of fewer than two points.
    #[error("a cross needs at least two coverpoints")]
    FewPoints,
    /// A cross names a coverpoint that does not exist.
    #[error("there is no coverpoint `{0}` in this covergroup")]
    UnknownPoint(String),
    /// A cross bin names a bin that does not exist.
    #[error("coverpoint `{point}` has no bin `{bin}` that can be crossed")]
    UnknownBin {
        /// The coverpoint.
        point: String,
        /// The missing bin.
        bin: String,
    },
    /// A tuple of bin names of the wrong length.
    #[error("a selection names {found} bins, the cross has {expected} points")]
    Arity {
        /// Names in the tuple.
        found: usize,
        /// Points in the cross.
        expected: usize,
    },
    /// `at_least` 0 would make a bin covered that was never hit.
    #[error("at_least must be 1 or more")]
    AtLeastZero,
    /// A goal that no percentage can reach.
    #[error("goal {0} is not a percentage")]
    Goal(u32),
}

/// An illegal bin was hit (IEEE 1800-2017 19.5.6, 19.6.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalHit {
    /// The covergroup.
    pub group: String,
    /// The instance of the covergroup, empty if it has no name.
    pub instance: String,
    /// The coverpoint or cross.
    pub point: String,
    /// The illegal bin.
    pub bin: String,
    /// The value sampled by the coverpoint, or by each coverpoint of the cross.
    pub values: Vec<i128>,
}

impl fmt::Display for IllegalHit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "illegal bin {}", self.group)?;
        if !self.instance.is_empty() {
            write!(f, "[{}]", self.instance)?;
        }
        let values: Vec<String> = self.values.iter().map(i128::to_string).collect();
        write!(
            f,
            ".{}.{} hit with value {}",
            self.point,
            self.bin,
            values.join(", ")
        )
    }
}

/// Every illegal bin that one sample hit; never empty. The sample has been counted all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalHits(pub Vec<IllegalHit>);

impl fmt::Display for IllegalHits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.0.iter().map(IllegalHit::to_string).collect();
        f.write_str(&lines.join("; "))
    }
}

impl std::error::Error for IllegalHits {}
