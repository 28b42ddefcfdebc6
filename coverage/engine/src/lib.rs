//! Functional coverage by the rules of IEEE 1800-2017 clause 19.
//!
//! [`covergroup!`] declares a covergroup type; its instances are sampled, recorded in a [`Database`], merged over
//! runs and reported. Nothing here is global: a covergroup belongs to whoever made it.
//!
//! A definition (`define`) is checked and compiled once (`plan`) into tables, which all instances (`group`) sample
//! through. What a bin is called and what hits it (`shape`) goes with the counts into the database.
//!
//! What differs from SystemVerilog:
//! * a coverpoint without bins is an error; automatic bins are asked for by `auto BITS` or `each Enum`;
//! * instances are always kept apart by name, as with `option.per_instance`;
//! * values have two states, `default sequence` does not exist, and neither do guards of single bins;
//! * an item without bins has no percentage and no part in its group's (19.11), rather than 0 or 100.
#![forbid(unsafe_code)]

mod database;
mod define;
mod error;
mod group;
mod macros;
mod percent;
mod plan;
mod render;
mod report;
mod set;
mod shape;
mod value;

pub use database::{
    CrossHits, Database, FORMAT_VERSION, GroupRecord, Hit, Hits, InstanceHits, Recorder, Run,
};
pub use define::{
    BinDef, BinView, CrossDef, GroupDef, IntoStep, Kind, OfStep, Pick, PointDef, Predicate, Select,
    Sequence, Step, goto, repeat, spread,
};
pub use error::{Error, IllegalHit, IllegalHits, Problem};
pub use group::Group;
pub use percent::Score;
pub use report::{GroupReport, Hole, IllegalReport, InstanceReport, ItemKind, ItemReport, Report};
pub use set::{IntoSet, OfList, OfRange, OfValue, Set};
pub use shape::{BinShape, CrossShape, ExtraShape, GroupShape, ItemShape};
pub use value::{CoverEnum, Sampled, value_of};
