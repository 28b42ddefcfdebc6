//! What a coverpoint can sample: integers, booleans and enumerations, all seen as one number.

/// A value that a coverpoint samples (IEEE 1800-2017 19.5: a coverpoint is an integral expression).
///
/// `Source` lets a crate describe an enum of another crate: with a marker type of its own as `Source`,
/// it may implement this trait although it owns neither side. [`cover_enum!`](crate::cover_enum) does so.
pub trait Sampled<Source = ()> {
    /// The number this value stands for; `None` leaves the coverpoint unsampled, as a false `iff` does.
    fn sampled(&self) -> Option<i128>;

    /// How the value reads in reports.
    fn text(&self) -> String {
        self.sampled()
            .map_or_else(|| "none".to_owned(), |v| v.to_string())
    }
}

/// An enumeration whose every value gets a bin by `each` (IEEE 1800-2017 19.5.3, enum coverpoints).
pub trait CoverEnum<Source = ()>: Sampled<Source> + Sized + 'static {
    /// Every value, in the order in which bins are listed; [`Sampled::text`] names the bins.
    fn all() -> &'static [Self];
}

/// The number that `value` stands for. A function, so that the compiler infers `Source`.
pub fn value_of<Source, T: Sampled<Source> + ?Sized>(value: &T) -> Option<i128> {
    value.sampled()
}

macro_rules! integers {
    ($($int:ty),+) => {
        $(impl Sampled for $int {
            fn sampled(&self) -> Option<i128> {
                Some(*self as i128)
            }
        })+
    };
}
integers!(u8, u16, u32, u64, usize, i8, i16, i32, i64, i128, isize);

impl Sampled for bool {
    fn sampled(&self) -> Option<i128> {
        Some(i128::from(*self))
    }
    fn text(&self) -> String {
        format!("{self}")
    }
}

impl CoverEnum for bool {
    fn all() -> &'static [Self] {
        &[false, true]
    }
}

impl<Source, T: Sampled<Source>> Sampled<Source> for Option<T> {
    fn sampled(&self) -> Option<i128> {
        self.as_ref().and_then(T::sampled)
    }
    fn text(&self) -> String {
        self.as_ref().map_or_else(|| "none".to_owned(), T::text)
    }
}

impl<Source, T: Sampled<Source> + ?Sized> Sampled<Source> for &T {
    fn sampled(&self) -> Option<i128> {
        (**self).sampled()
    }
    fn text(&self) -> String {
        (**self).text()
    }
}

/// Makes a fieldless enum, of this crate or another, usable in coverpoints and with `each`.
///
/// Describe an enum once, in the lowest crate that covers it: two descriptions are ambiguous.
/// Every variant must be listed: a new one is a compile error here, not a silent hole.
/// ```
/// #[derive(Clone, Copy)]
/// pub enum Kind { Read, Write }
/// coverage::cover_enum!(Kind { Read, Write });
/// ```
#[macro_export]
macro_rules! cover_enum {
    ($ty:path { $($variant:ident),+ $(,)? }) => {
        const _: () = {
            // Inferred wherever the enum is sampled, so it must be as visible as the enum.
            #[allow(unreachable_pub)]
            pub struct Here;
            impl $crate::Sampled<Here> for $ty {
                fn sampled(&self) -> ::core::option::Option<i128> {
                    ::core::option::Option::Some(match self {
                        $(<$ty>::$variant => <$ty>::$variant as i128,)+
                    })
                }
                fn text(&self) -> ::std::string::String {
                    ::std::string::String::from(match self {
                        $(<$ty>::$variant => ::core::stringify!($variant),)+
                    })
                }
            }
            impl $crate::CoverEnum<Here> for $ty {
                fn all() -> &'static [Self] {
                    &[$(<$ty>::$variant),+]
                }
            }
        };
    };
}
