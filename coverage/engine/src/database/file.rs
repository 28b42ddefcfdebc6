//! The database on disk: a header line, then one line of JSON whose length and CRC-32 the header gives.
//!
//! The header makes a truncated or damaged file known as such, whatever the damage. Any change of the format raises
//! [`FORMAT_VERSION`]; `tests/golden` holds a file of each version.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{CrossHits, Database, GroupRecord, Hit, Hits, InstanceHits, Run};
use crate::Error;
use crate::shape::{CrossShape, GroupShape};

/// The version of the format that this build writes, and the only one that it reads.
pub const FORMAT_VERSION: u32 = 1;

/// What the first line calls the format.
const FORMAT: &str = "coverage-database";

#[derive(Serialize, Deserialize)]
struct Header {
    format: String,
    version: u32,
    bytes: u64,
    crc32: u32,
}

#[derive(Serialize, Deserialize)]
struct Body {
    runs: Vec<Run>,
    groups: Vec<GroupBody>,
}

#[derive(Serialize, Deserialize)]
struct GroupBody {
    shape: GroupShape,
    instances: Vec<InstanceBody>,
}

#[derive(Serialize, Deserialize)]
struct InstanceBody {
    name: String,
    points: Vec<Vec<Row>>,
    crosses: Vec<CrossBody>,
}

#[derive(Serialize, Deserialize)]
struct CrossBody {
    named: Vec<Row>,
    auto: Vec<Row>,
}

/// A bin that was hit: its number, count, number of runs, and the first run as an index of `runs`.
type Row = (u64, u64, u64, u64);

impl Database {
    /// Writes the database so that a reader sees the old file or the whole new one: a temporary file beside it
    /// takes its place when complete.
    ///
    /// # Errors
    /// [`Error::Io`] if the folder or the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        let written = self
            .to_text()
            .and_then(|text| write_atomically(path, text.as_bytes()));
        written.map_err(|source| Error::Io {
            action: "write",
            path: path.to_owned(),
            source,
        })
    }

    /// Reads a database.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be read, [`Error::Damaged`] if it is not a whole database,
    /// [`Error::Version`] if it is of another version.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let bytes = std::fs::read(path).map_err(|source| Error::Io {
            action: "read",
            path: path.to_owned(),
            source,
        })?;
        match from_bytes(&bytes) {
            Ok(database) => Ok(database),
            Err(Fault::Version(found)) => Err(Error::Version {
                path: path.to_owned(),
                found,
                supported: FORMAT_VERSION,
            }),
            Err(Fault::Damaged(problem)) => Err(Error::Damaged {
                path: path.to_owned(),
                problem,
            }),
        }
    }

    /// The content of the file. Equal databases give equal text.
    fn to_text(&self) -> io::Result<String> {
        let numbers: BTreeMap<&Run, u64> = self.runs.iter().zip(0..).collect();
        let groups = self.groups.values().map(|record| GroupBody {
            shape: record.shape.clone(),
            instances: record
                .instances
                .iter()
                .map(|i| instance_body(i, &numbers))
                .collect(),
        });
        let body = Body {
            runs: self.runs.iter().cloned().collect(),
            groups: groups.collect(),
        };
        let body = serde_json::to_string(&body)?;
        let header = Header {
            format: FORMAT.to_owned(),
            version: FORMAT_VERSION,
            bytes: body.len() as u64,
            crc32: crc32fast::hash(body.as_bytes()),
        };
        Ok(format!("{}\n{body}\n", serde_json::to_string(&header)?))
    }
}

fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".coverage-").suffix(".tmp");
    // Others may read a database: the usual mode, not a temporary file's.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

fn instance_body(
    (name, hits): (&String, &InstanceHits),
    numbers: &BTreeMap<&Run, u64>,
) -> InstanceBody {
    let rows = |hits: &Hits| -> Vec<Row> {
        let first = |hit: &Hit| {
            hit.first
                .as_deref()
                .and_then(|run| numbers.get(run))
                .copied()
        };
        let row = |(&bin, hit): (&u64, &Hit)| Some((bin, hit.count, hit.runs, first(hit)?));
        hits.iter().filter_map(row).collect()
    };
    let crosses = hits.crosses.iter();
    InstanceBody {
        name: name.clone(),
        points: hits.points.iter().map(rows).collect(),
        crosses: crosses
            .map(|c| CrossBody {
                named: rows(&c.named),
                auto: rows(&c.auto),
            })
            .collect(),
    }
}

/// Why a file cannot be read.
enum Fault {
    Version(u32),
    Damaged(String),
}

fn damaged<T>(problem: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::Damaged(problem.into()))
}

fn from_bytes(bytes: &[u8]) -> Result<Database, Fault> {
    let end = bytes.iter().position(|&byte| byte == b'\n');
    let Some(end) = end else {
        return damaged("it has no header line");
    };
    let header: Header = match serde_json::from_slice(&bytes[..end]) {
        Ok(header) => header,
        Err(_) => return damaged("its first line is not a header"),
    };
    if header.format != FORMAT {
        return damaged(format!("it is a `{}` file", header.format));
    }
    if header.version != FORMAT_VERSION {
        return Err(Fault::Version(header.version));
    }
    let body = bytes[end + 1..]
        .strip_suffix(b"\n")
        .unwrap_or(&bytes[end + 1..]);
    if body.len() as u64 != header.bytes {
        return damaged(format!("it holds {} of {} bytes", body.len(), header.bytes));
    }
    if crc32fast::hash(body) != header.crc32 {
        return damaged("its checksum does not match");
    }
    let body: Body = match serde_json::from_slice(body) {
        Ok(body) => body,
        Err(error) => return damaged(error.to_string()),
    };
    from_body(body)
}

fn from_body(body: Body) -> Result<Database, Fault> {
    let runs: Vec<Arc<Run>> = body.runs.into_iter().map(Arc::new).collect();
    let mut database = Database::new();
    database.runs = runs.iter().map(|run| Run::clone(run)).collect();
    for group in body.groups {
        let shape = group.shape;
        check_shape(&shape)?;
        let mut instances = BTreeMap::new();
        for instance in group.instances {
            let name = instance.name.clone();
            instances.insert(name, instance_hits(instance, &shape, &runs)?);
        }
        let name = shape.name.clone();
        database
            .groups
            .insert(name, GroupRecord { shape, instances });
    }
    Ok(database)
}

/// A shape whose numbers fit together, so that no later look-up fails.
fn check_shape(shape: &GroupShape) -> Result<(), Fault> {
    let fits = |cross: &CrossShape| {
        let sizes = cross
            .points
            .iter()
            .map(|&p| shape.points.get(p).map(|p| p.bins.len() as u64));
        let products = sizes
            .into_iter()
            .try_fold(1_u64, |n, size| n.checked_mul(size?));
        let ascending = cross.auto.windows(2).all(|pair| pair[0].1 < pair[1].0);
        let ordered = cross.auto.iter().all(|(first, last)| first <= last);
        let last = cross.auto.last().map_or(0, |range| range.1);
        ascending && ordered && products.is_some_and(|n| n > last)
    };
    match shape.crosses.iter().find(|cross| !fits(cross)) {
        Some(cross) => damaged(format!(
            "cross `{}.{}` has impossible bins",
            shape.name, cross.item.name
        )),
        None => Ok(()),
    }
}

fn instance_hits(
    body: InstanceBody,
    shape: &GroupShape,
    runs: &[Arc<Run>],
) -> Result<InstanceHits, Fault> {
    if body.points.len() != shape.points.len() || body.crosses.len() != shape.crosses.len() {
        return damaged(format!("`{}` has other items than its shape", shape.name));
    }
    let mut hits = InstanceHits::default();
    for (rows, item) in body.points.iter().zip(&shape.points) {
        let limit = (item.bins.len() + item.extras.len()) as u64;
        hits.points
            .push(hits_of(rows, &item.name, runs, |bin| bin < limit)?);
    }
    for (cross, of) in body.crosses.iter().zip(&shape.crosses) {
        let limit = (of.item.bins.len() + of.item.extras.len()) as u64;
        hits.crosses.push(CrossHits {
            named: hits_of(&cross.named, &of.item.name, runs, |bin| bin < limit)?,
            auto: hits_of(&cross.auto, &of.item.name, runs, |product| {
                of.is_auto(product)
            })?,
        });
    }
    Ok(hits)
}

fn hits_of(
    rows: &[Row],
    item: &str,
    runs: &[Arc<Run>],
    is_bin: impl Fn(u64) -> bool,
) -> Result<Hits, Fault> {
    let mut hits = Hits::new();
    for &(bin, count, in_runs, first) in rows {
        let first = usize::try_from(first)
            .ok()
            .and_then(|first| runs.get(first))
            .cloned();
        if !is_bin(bin) || first.is_none() {
            return damaged(format!(
                "`{item}` has a hit of a bin or run that does not exist"
            ));
        }
        hits.insert(
            bin,
            Hit {
                count,
                runs: in_runs,
                first,
            },
        );
    }
    Ok(hits)
}
