//! Settings and who wins.

use std::any::{Any, TypeId, type_name};
use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;

use super::knob::{Knob, KnobValue};
use crate::Error;
use crate::glob::Glob;

/// The settings of one simulation. A clone is the same settings.
#[derive(Clone, Default)]
pub struct Config(Rc<RefCell<Vec<Setting>>>);

/// Who made a setting; the greater one wins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Rank {
    /// A component, by how far it is from the root.
    Component(std::cmp::Reverse<usize>),
    /// A user, by text.
    User,
}

struct Setting {
    pattern: Glob,
    key: String,
    rank: Rank,
    value: Rc<dyn Any>,
    type_id: TypeId,
    type_name: &'static str,
    /// Whether a component has read it.
    read: Cell<bool>,
}

impl Config {
    /// Sets a value for the components whose path matches, from outside the hierarchy, as a test
    /// does.
    pub fn set<T: 'static>(&self, pattern: &str, key: &str, value: T) {
        let rank = Rank::Component(std::cmp::Reverse(0));
        self.push(Glob::new(pattern), key, rank, value);
    }

    /// Sets values in the name of the component at a path.
    pub fn within(&self, path: &str) -> Setter {
        Setter {
            config: self.clone(),
            path: path.to_owned(),
        }
    }

    /// What a user set by text: stronger than any component.
    pub(super) fn set_by_user<T: 'static>(&self, pattern: &str, key: &str, value: T) {
        self.push(Glob::new(pattern), key, Rank::User, value);
    }

    fn push<T: 'static>(&self, pattern: Glob, key: &str, rank: Rank, value: T) {
        self.0.borrow_mut().push(Setting {
            pattern,
            key: key.to_owned(),
            rank,
            value: Rc::new(value),
            type_id: TypeId::of::<T>(),
            type_name: type_name::<T>(),
            read: Cell::new(false),
        });
    }

    /// The value for the component at a path, if anyone set it.
    ///
    /// # Errors
    /// If the winning setting has another type; in UVM it would be missed in silence.
    pub fn get<T: Clone + 'static>(&self, path: &str, key: &str) -> Result<Option<T>, Error> {
        let settings = self.0.borrow();
        let matching = settings
            .iter()
            .filter(|s| s.key == key && s.pattern.matches(path));
        // `max_by_key` gives the last of equals.
        let Some(winner) = matching.max_by_key(|s| s.rank) else {
            return Ok(None);
        };
        winner.read.set(true);
        match winner.value.downcast_ref::<T>() {
            Some(value) => Ok(Some(value.clone())),
            None => Err(Error::SettingType {
                path: path.to_owned(),
                key: key.to_owned(),
                set: winner.type_name,
                asked: type_name::<T>(),
            }),
        }
    }

    /// As [`Config::get`], when the component cannot do without.
    ///
    /// # Errors
    /// Also if nobody set it.
    pub fn require<T: Clone + 'static>(&self, path: &str, key: &str) -> Result<T, Error> {
        self.get(path, key)?.ok_or_else(|| {
            let settings = self.0.borrow();
            let same = settings.iter().filter(|s| s.type_id == TypeId::of::<T>());
            let known: Vec<String> = same.map(ToString::to_string).collect();
            Error::SettingMissing {
                path: path.to_owned(),
                key: key.to_owned(),
                type_name: type_name::<T>(),
                known: if known.is_empty() {
                    "none".to_owned()
                } else {
                    known.join(", ")
                },
            }
        })
    }

    /// The value of a knob for the component at a path: what was set, or the default.
    ///
    /// # Errors
    /// If a component set it to another type, or out of its range.
    pub fn knob<T: KnobValue>(&self, path: &str, knob: &Knob<T>) -> Result<T, Error> {
        match self.get(path, knob.name)? {
            Some(value) => knob.check(value),
            None => Ok(knob.default.clone()),
        }
    }

    /// Settings that no component has read yet, as text: after the run, misspelt paths.
    pub fn unread(&self) -> Vec<String> {
        let settings = self.0.borrow();
        let unread = settings.iter().filter(|s| !s.read.get());
        unread.map(ToString::to_string).collect()
    }
}

/// Sets values in the name of a component; see [`Config::within`].
#[derive(Clone)]
pub struct Setter {
    config: Config,
    path: String,
}

impl Setter {
    /// Sets a value for the components below this one whose path from here matches.
    pub fn set<T: 'static>(&self, pattern: &str, key: &str, value: T) {
        let depth = self.path.split('.').count();
        let pattern = Glob::new(&format!("{}.{pattern}", self.path));
        let rank = Rank::Component(std::cmp::Reverse(depth));
        self.config.push(pattern, key, rank, value);
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.pattern, self.key)
    }
}
