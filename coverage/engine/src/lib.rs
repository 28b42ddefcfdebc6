//! Functional coverage by the rules of IEEE 1800-2017 clause 19.
//!
//! [`covergroup!`] declares a covergroup type; its instances are sampled, recorded in a [`Database`], merged over
//! runs and reported. Nothing here is global: a covergroup belongs to whoever made it.
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
