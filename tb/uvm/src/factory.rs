//! The factory: a test replaces a component that an env makes, without touching the env.
//!
//! The place of uvm_factory (IEEE 1800.2-2020 8), typed: a product is a trait object, a maker is a
//! closure, and nothing but component paths is a string.
//! ```
//! use uvm::factory::{Factory, Product};
//!
//! trait Driver {
//!     fn name(&self) -> &'static str;
//! }
//! impl Product for dyn Driver {
//!     type Args = u32;
//! }
//! # struct Plain; struct Hasty(u32);
//! # impl Driver for Plain { fn name(&self) -> &'static str { "plain" } }
//! # impl Driver for Hasty { fn name(&self) -> &'static str { "hasty" } }
//! # fn main() -> Result<(), uvm::Error> {
//! let factory = Factory::default();
//! factory.register::<dyn Driver>(|_| Box::new(Plain));
//! factory.override_at::<dyn Driver>("env.agent_1.*", |args| Box::new(Hasty(args)));
//!
//! assert_eq!(factory.create::<dyn Driver>("env.agent_0.driver", 7)?.name(), "plain");
//! assert_eq!(factory.create::<dyn Driver>("env.agent_1.driver", 7)?.name(), "hasty");
//! # Ok(())
//! # }
//! ```
//! An override of an instance wins over one of the type, the type's over what is registered; of two
//! alike, the last made.

use std::any::{Any, TypeId, type_name};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::panic::Location;
use std::rc::Rc;

use crate::Error;
use crate::glob::Glob;

/// What a factory makes; implemented for the trait object, `impl Product for dyn Driver`.
pub trait Product: 'static {
    /// What a maker needs to make one.
    type Args;
}

type Make<P> = dyn Fn(<P as Product>::Args) -> Box<P>;

/// Makes components; tests say which. A clone is the same factory.
#[derive(Clone, Default)]
pub struct Factory(Rc<RefCell<Inner>>);

#[derive(Default)]
struct Inner {
    makers: BTreeMap<TypeId, Vec<Maker>>,
    created: Vec<Created>,
}

/// A way to make a product.
struct Maker {
    product: &'static str,
    scope: Scope,
    /// Where it was given, for the trace.
    location: &'static Location<'static>,
    /// An `Rc<Make<P>>` of the product.
    make: Box<dyn Any>,
    used: bool,
}

/// For which components a maker is; the greater wins.
enum Scope {
    Registered,
    Type,
    Instance(Glob),
}

impl Scope {
    /// How strongly it applies at a path, if it does.
    fn strength(&self, path: &str) -> Option<u8> {
        match self {
            Self::Registered => Some(0),
            Self::Type => Some(1),
            Self::Instance(glob) => glob.matches(path).then_some(2),
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Registered => f.write_str("registered"),
            Self::Type => f.write_str("type override"),
            Self::Instance(glob) => write!(f, "instance override of {glob}"),
        }
    }
}

struct Created {
    path: String,
    product: &'static str,
    scope: String,
    location: &'static Location<'static>,
}

impl Factory {
    /// Says how a product is made unless something overrides it.
    #[track_caller]
    pub fn register<P: Product + ?Sized>(&self, make: impl Fn(P::Args) -> Box<P> + 'static) {
        self.add(Scope::Registered, make);
    }

    /// Replaces the maker of a product everywhere.
    #[track_caller]
    pub fn override_type<P: Product + ?Sized>(&self, make: impl Fn(P::Args) -> Box<P> + 'static) {
        self.add(Scope::Type, make);
    }

    /// Replaces the maker of a product for the components whose path matches. Patterns as in
    /// [`crate::config`].
    #[track_caller]
    pub fn override_at<P: Product + ?Sized>(
        &self,
        pattern: &str,
        make: impl Fn(P::Args) -> Box<P> + 'static,
    ) {
        self.add(Scope::Instance(Glob::new(pattern)), make);
    }

    #[track_caller]
    fn add<P: Product + ?Sized>(&self, scope: Scope, make: impl Fn(P::Args) -> Box<P> + 'static) {
        let make: Rc<Make<P>> = Rc::new(make);
        let maker = Maker {
            product: type_name::<P>(),
            scope,
            location: Location::caller(),
            make: Box::new(make),
            used: false,
        };
        let mut inner = self.0.borrow_mut();
        inner
            .makers
            .entry(TypeId::of::<P>())
            .or_default()
            .push(maker);
    }

    /// Makes a product for the component at a path.
    ///
    /// # Errors
    /// If nothing is registered for it.
    pub fn create<P: Product + ?Sized>(&self, path: &str, args: P::Args) -> Result<Box<P>, Error> {
        // The maker runs after the borrow ends: it may create children.
        let make = self.choose::<P>(path).ok_or_else(|| Error::NotRegistered {
            product: type_name::<P>(),
            path: path.to_owned(),
        })?;
        Ok(make(args))
    }

    fn choose<P: Product + ?Sized>(&self, path: &str) -> Option<Rc<Make<P>>> {
        let inner = &mut *self.0.borrow_mut();
        let makers = inner.makers.get_mut(&TypeId::of::<P>())?;
        let applying = makers
            .iter_mut()
            .filter_map(|m| Some((m.scope.strength(path)?, m)));
        // `max_by_key` gives the last of equals.
        let (_, maker) = applying.max_by_key(|(strength, _)| *strength)?;
        maker.used = true;
        inner.created.push(Created {
            path: path.to_owned(),
            product: maker.product,
            scope: maker.scope.to_string(),
            location: maker.location,
        });
        maker.make.downcast_ref::<Rc<Make<P>>>().cloned()
    }

    /// Overrides that have made nothing yet, as text: after the build, misspelt paths.
    pub fn unused(&self) -> Vec<String> {
        let inner = self.0.borrow();
        let makers = inner.makers.values().flatten();
        let unused = makers.filter(|m| !m.used && !matches!(m.scope, Scope::Registered));
        unused
            .map(|m| format!("{} of {} ({})", m.scope, m.product, m.location))
            .collect()
    }
}

impl fmt::Display for Factory {
    /// A line per component made: path, product, which maker and where it was given.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Created {
            path,
            product,
            scope,
            location,
        } in &self.0.borrow().created
        {
            writeln!(f, "{path}: {product}, {scope} ({location})")?;
        }
        Ok(())
    }
}
