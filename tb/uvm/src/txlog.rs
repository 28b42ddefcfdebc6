//! The transaction log: every transaction that crossed a monitor, as a running digest.
//!
//! Two runs did the same if their digests are equal, on any machine and with any instrumentation of
//! the model (D5). Memory does not grow: only the last entries are kept, for failure messages.
//!
//! The digest is BLAKE3 over, in order: for a new stream `ffff_ffff`, the length of its name (u64) and
//! the name; for an entry its stream's number (u32), the cycle (u64), the number of words (u32) and the
//! words (u32 each); all little-endian. Streams are numbered from 0 in order of registration.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use layout::Packed;

use crate::Error;

/// Bytes collected before they are hashed: BLAKE3 is several times faster on long runs.
const BUFFER: usize = 1 << 16;

/// Marks a new stream in the hashed bytes; never the number of one.
const NEW_STREAM: u32 = u32::MAX;

/// The log of one simulation. A clone is the same log.
#[derive(Clone)]
pub struct TxLog(Rc<RefCell<Inner>>);

/// A stream that transactions are recorded of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StreamId(u32);

struct Inner {
    hasher: blake3::Hasher,
    buffer: Vec<u8>,
    streams: Vec<Stream>,
    recent: VecDeque<Entry>,
    keep: usize,
    len: u64,
    file: Option<LogFile>,
}

struct Stream {
    name: Rc<str>,
    render: fn(&[u32]) -> String,
}

struct LogFile {
    path: PathBuf,
    out: BufWriter<File>,
    /// The first failure to write, told when the log is closed.
    failed: Option<std::io::Error>,
}

/// A transaction that is still remembered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Cycle in which it crossed the monitor.
    pub cycle: u64,
    /// Its stream; [`TxLog::name`] tells the name.
    pub stream: StreamId,
    /// Its bits.
    pub words: Vec<u32>,
}

impl TxLog {
    /// An empty log that remembers the last `keep` entries.
    pub fn new(keep: usize) -> Self {
        Self(Rc::new(RefCell::new(Inner {
            hasher: blake3::Hasher::new(),
            buffer: Vec::with_capacity(2 * BUFFER),
            streams: Vec::new(),
            recent: VecDeque::with_capacity(keep),
            keep,
            len: 0,
            file: None,
        })))
    }

    /// Registers a stream of items of a layout.
    pub fn stream<T: Packed>(&self, name: &str) -> StreamId {
        self.register(name, |words| layout::render(&T::unpack(words)).to_string())
    }

    /// Registers a stream of words that have no layout.
    pub fn raw_stream(&self, name: &str) -> StreamId {
        self.register(name, |words| {
            let text: Vec<_> = words
                .iter()
                .rev()
                .map(|word| format!("{word:08x}"))
                .collect();
            text.join("_")
        })
    }

    fn register(&self, name: &str, render: fn(&[u32]) -> String) -> StreamId {
        let inner = &mut *self.0.borrow_mut();
        let id = StreamId(inner.streams.len() as u32);
        inner.streams.push(Stream {
            name: Rc::from(name),
            render,
        });
        inner.buffer.extend_from_slice(&NEW_STREAM.to_le_bytes());
        inner
            .buffer
            .extend_from_slice(&(name.len() as u64).to_le_bytes());
        inner.buffer.extend_from_slice(name.as_bytes());
        id
    }

    /// Also writes every entry to a file, as text: a line with cycle, stream and fields.
    ///
    /// # Errors
    /// If the file cannot be made.
    pub fn write_to(&self, path: &Path) -> Result<(), Error> {
        let out = File::create(path).map_err(|source| file_error(path, source))?;
        self.0.borrow_mut().file = Some(LogFile {
            path: path.to_path_buf(),
            out: BufWriter::new(out),
            failed: None,
        });
        Ok(())
    }

    /// Ends the file, if there is one.
    ///
    /// # Errors
    /// If anything could not be written.
    pub fn close(&self) -> Result<(), Error> {
        let Some(mut file) = self.0.borrow_mut().file.take() else {
            return Ok(());
        };
        let flushed = file.out.flush();
        match file.failed.map_or(flushed, Err) {
            Ok(()) => Ok(()),
            Err(source) => Err(file_error(&file.path, source)),
        }
    }

    /// Records a transaction. The words of a [`TxLog::stream`] are the layout's.
    #[inline]
    pub fn record(&self, stream: StreamId, cycle: u64, words: &[u32]) {
        let inner = &mut *self.0.borrow_mut();
        inner.hash(stream, cycle, words);
        inner.remember(stream, cycle, words);
        inner.len += 1;
        if inner.file.is_some() {
            inner.write(stream, cycle, words);
        }
    }

    /// Transactions recorded.
    pub fn len(&self) -> u64 {
        self.0.borrow().len
    }

    /// Whether nothing was recorded.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The digest of everything so far, 64 hexadecimal digits. Recording may go on.
    pub fn digest(&self) -> String {
        let inner = self.0.borrow();
        let mut hasher = inner.hasher.clone();
        hasher.update(&inner.buffer);
        hasher.finalize().to_hex().to_string()
    }

    /// Name of a stream.
    pub fn name(&self, stream: StreamId) -> Rc<str> {
        Rc::clone(&self.0.borrow().streams[stream.0 as usize].name)
    }

    /// The last `count` remembered entries that a predicate picks, oldest first.
    pub fn last(&self, count: usize, pick: impl Fn(&Entry) -> bool) -> Vec<Entry> {
        let inner = self.0.borrow();
        let picked = inner.recent.iter().rev().filter(|entry| pick(entry));
        let mut last: Vec<_> = picked.take(count).cloned().collect();
        last.reverse();
        last
    }

    /// An entry as a line: cycle, stream, fields.
    pub fn render(&self, entry: &Entry) -> String {
        self.0
            .borrow()
            .line(entry.stream, entry.cycle, &entry.words)
    }
}

impl Inner {
    #[inline]
    fn hash(&mut self, stream: StreamId, cycle: u64, words: &[u32]) {
        let buffer = &mut self.buffer;
        let mut head = [0; 16];
        head[..4].copy_from_slice(&stream.0.to_le_bytes());
        head[4..12].copy_from_slice(&cycle.to_le_bytes());
        head[12..].copy_from_slice(&(words.len() as u32).to_le_bytes());
        buffer.extend_from_slice(&head);
        let start = buffer.len();
        buffer.resize(start + 4 * words.len(), 0);
        for (bytes, word) in buffer[start..].chunks_exact_mut(4).zip(words) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        if buffer.len() >= BUFFER {
            self.hasher.update(buffer);
            buffer.clear();
        }
    }

    /// The oldest entry's memory is used again.
    #[inline]
    fn remember(&mut self, stream: StreamId, cycle: u64, words: &[u32]) {
        if self.keep == 0 {
            return;
        }
        let oldest = (self.recent.len() == self.keep).then(|| self.recent.pop_front());
        let mut kept = oldest.flatten().map_or_else(Vec::new, |entry| entry.words);
        kept.clear();
        kept.extend_from_slice(words);
        self.recent.push_back(Entry {
            cycle,
            stream,
            words: kept,
        });
    }

    fn write(&mut self, stream: StreamId, cycle: u64, words: &[u32]) {
        let line = self.line(stream, cycle, words);
        if let Some(file) = &mut self.file
            && let Err(error) = writeln!(file.out, "{line}")
        {
            file.failed.get_or_insert(error);
        }
    }

    fn line(&self, stream: StreamId, cycle: u64, words: &[u32]) -> String {
        let Stream { name, render } = &self.streams[stream.0 as usize];
        format!("{cycle} {name} {}", render(words))
    }
}

impl fmt::Debug for TxLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TxLog of {} entries, {}", self.len(), self.digest())
    }
}

fn file_error(path: &Path, source: std::io::Error) -> Error {
    Error::File {
        file: path.to_path_buf(),
        source,
    }
}
