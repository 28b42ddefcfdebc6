//! Tapes of a run and of its components.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::draw::Draw;
use super::set::TapeSet;

/// Domain of the derivation; a change of it changes every seed's meaning.
const CONTEXT: &str = "uvm stimulus tape 2025 v1";

/// Where a run's stimulus comes from. A clone is the same run's.
#[derive(Clone, Debug)]
pub struct Tapes {
    source: Source,
    recorder: Option<Rc<RefCell<TapeSet>>>,
    seed: u64,
    test: Rc<str>,
}

#[derive(Clone, Debug)]
enum Source {
    Random,
    Replay(Rc<TapeSet>),
}

impl Tapes {
    /// Fresh stimulus: a function of the base seed and the test's name.
    pub fn random(seed: u64, test: &str) -> Self {
        Self {
            source: Source::Random,
            recorder: None,
            seed,
            test: Rc::from(test),
        }
    }

    /// Stimulus from a recording.
    pub fn replay(set: TapeSet) -> Self {
        Self {
            seed: set.seed,
            test: Rc::from(set.test.as_str()),
            source: Source::Replay(Rc::new(set)),
            recorder: None,
        }
    }

    /// Keeps the bytes that are drawn from now on; memory grows with the run.
    pub fn recorded(mut self) -> Self {
        let empty = TapeSet::new(self.seed, &self.test);
        self.recorder = Some(Rc::new(RefCell::new(empty)));
        self
    }

    /// What was drawn so far, by [`Draw`]s that are gone; empty unless [`Tapes::recorded`].
    pub fn recording(&self) -> TapeSet {
        match &self.recorder {
            Some(recorder) => recorder.borrow().clone(),
            None => TapeSet::new(self.seed, &self.test),
        }
    }

    /// The tape of the component at a path.
    pub fn for_path(&self, path: &str) -> Tape {
        let bytes = match &self.source {
            Source::Random => Bytes::Random(key(self.seed, &self.test, path)),
            Source::Replay(set) => Bytes::Replay(Rc::clone(set)),
        };
        Tape {
            bytes,
            path: Rc::from(path),
            next: Cell::new(0),
            recorder: self.recorder.clone(),
        }
    }
}

/// The stimulus of one component, item by item.
#[derive(Clone, Debug)]
pub struct Tape {
    bytes: Bytes,
    path: Rc<str>,
    next: Cell<u64>,
    recorder: Option<Rc<RefCell<TapeSet>>>,
}

#[derive(Clone, Debug)]
enum Bytes {
    /// Key of the component.
    Random([u8; 32]),
    Replay(Rc<TapeSet>),
}

impl Tape {
    /// A random tape that nobody records; see [`Tapes::random`].
    pub fn for_path(seed: u64, test: &str, path: &str) -> Self {
        Tapes::random(seed, test).for_path(path)
    }

    /// The bytes of item number `n`, independent of all other items. In a replay, an item beyond
    /// the recorded ones is all zero.
    pub fn item(&self, n: u64) -> Draw {
        let draw = match &self.bytes {
            Bytes::Random(key) => {
                let mut hasher = blake3::Hasher::new_keyed(key);
                hasher.update(&n.to_le_bytes());
                Draw::endless(hasher.finalize_xof())
            }
            Bytes::Replay(set) => {
                let index = usize::try_from(n).unwrap_or(usize::MAX);
                Draw::from_bytes(set.items(&self.path).get(index).map_or(&[], Vec::as_slice))
            }
        };
        match &self.recorder {
            Some(recorder) => draw.recorded(Rc::clone(recorder), Rc::clone(&self.path), n),
            None => draw,
        }
    }

    /// The next item; `None` at the end of a replay, so that a shrunk recording makes a shorter run.
    pub fn next_item(&self) -> Option<Draw> {
        let n = self.next.get();
        if self.len().is_some_and(|len| n >= len as u64) {
            return None;
        }
        self.next.set(n + 1);
        Some(self.item(n))
    }

    /// Items of a replay; `None` for a random tape, which has no end.
    #[expect(clippy::len_without_is_empty, reason = "an endless tape has no length")]
    pub fn len(&self) -> Option<usize> {
        match &self.bytes {
            Bytes::Random(_) => None,
            Bytes::Replay(set) => Some(set.items(&self.path).len()),
        }
    }
}

/// The key of a component's tape. Lengths go before texts, so that no two triples run together.
fn key(seed: u64, test: &str, path: &str) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new_derive_key(CONTEXT);
    hasher.update(&seed.to_le_bytes());
    for text in [test, path] {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    *hasher.finalize().as_bytes()
}
