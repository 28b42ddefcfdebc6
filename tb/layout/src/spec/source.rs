//! The shape of the TOML file, before any check.

use crate::Access;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Source {
    pub(super) package: String,
    #[serde(default)]
    pub(super) doc: String,
    #[serde(default, rename = "enum")]
    pub(super) enums: Vec<Enum>,
    #[serde(default, rename = "layout")]
    pub(super) layouts: Vec<Layout>,
    #[serde(default, rename = "register_block")]
    pub(super) register_blocks: Vec<RegisterBlock>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Enum {
    pub(super) name: String,
    pub(super) width: usize,
    pub(super) doc: String,
    pub(super) values: Vec<EnumValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EnumValue {
    pub(super) name: String,
    pub(super) value: u64,
    #[serde(default)]
    pub(super) doc: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Layout {
    pub(super) name: String,
    pub(super) width: usize,
    pub(super) doc: String,
    #[serde(default)]
    pub(super) streams: Vec<String>,
    #[serde(default)]
    pub(super) fields: Vec<Field>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) width: Option<usize>,
    pub(super) lsb: Option<usize>,
    pub(super) count: Option<usize>,
    #[serde(rename = "enum")]
    pub(super) enumeration: Option<String>,
    pub(super) layout: Option<String>,
    #[serde(default)]
    pub(super) doc: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RegisterBlock {
    pub(super) name: String,
    #[serde(default)]
    pub(super) base: u32,
    pub(super) doc: String,
    pub(super) registers: Vec<Register>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Register {
    pub(super) name: String,
    pub(super) offset: u32,
    pub(super) count: Option<u32>,
    pub(super) access: Access,
    #[serde(default)]
    pub(super) reset: u32,
    #[serde(default)]
    pub(super) doc: String,
    #[serde(default)]
    pub(super) fields: Vec<Field>,
}
