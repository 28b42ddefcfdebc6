//! The `covergroup!` macro: covergroups declared where they are read.

/// Declares covergroup types (IEEE 1800-2017 19.3).
///
/// Each becomes a struct with `new`, `instance`, `sample` and `group`. The doc comment is the group's description.
///
/// ```
/// # #[derive(Clone, Copy)] pub enum Kind { Read, Write, Atomic }
/// # coverage::cover_enum!(Kind { Read, Write, Atomic });
/// pub struct Request { pub kind: Kind, pub length: u32, pub credit: bool, pub retry: Option<u8> }
///
/// coverage::covergroup! {
///     /// What is asked for, by size.
///     #[testpoint = "requests.mix"]
///     pub Requests(r: &Request) {
///         option goal 90;
///         kind: r.kind => each Kind;
///         length: r.length => {
///             zero: 0, small: 1..=64, big[4]: 65..=4096, edge: [63, 64..=65],
///             illegal too_long: 4097.., at_least 2,
///         };
///         retry iff (r.credit): r.retry => auto 3;            // None is not sampled
///         order: r.kind => { rmw: (Kind::Read => Kind::Write), #[testpoint = "requests.pair"] pairs[]: (0..=1 => 2) };
///         cross kind, length iff (r.credit) => {
///             illegal (Atomic, zero),
///             ignore tiny: if |kind, length| kind.is("Read") && length.high() < 2,
///             weight 2,
///         };
///     }
/// }
///
/// let mut requests = Requests::new()?;
/// requests.sample(&Request { kind: Kind::Read, length: 64, credit: true, retry: None })?;
/// assert_eq!(requests.group().hits("kind", "Read"), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A group's body has, each ended by `;`:
/// * `option weight N`, `goal N`, `at_least N`, `auto_bin_max N` or `merge_instances` (19.7);
/// * a coverpoint `name: expression => bins` or `name iff (condition): expression => bins` (19.5);
/// * a cross `cross a, b => { bins }`, with the braces, a name `name: cross a, b` and `iff (condition)` optional (19.6).
///
/// The bins of a coverpoint are `each Enum`, `auto BITS`, or in braces, separated by commas:
/// * `name: set`, `name[]: set`, `name[N]: set`, where a set is a value, a range, or an array of these (19.5.1);
/// * `name: (a => b => c)`, `name[]: (a => b)`, `name: [(a => b), (c => d)]` (19.5.2), with
///   [`repeat`](crate::repeat), [`goto`](crate::goto) and [`spread`](crate::spread) around a set that repeats;
/// * `name: wildcard "1??0"` (19.5.4) and `name: default`;
/// * any of them after `ignore` or `illegal` (19.5.5, 19.5.6), and after `#[testpoint = ".."]`;
/// * `each Enum`, `auto BITS` (19.5.3), `weight N`, `goal N`, `at_least N`, `auto_bin_max N`.
///
/// The bins of a cross are `name: selection`, `ignore selection`, `illegal selection` or these two with a name. A
/// selection is a tuple of bin names such as `(Ack | Nak, _, "len[3]")`, an array of tuples, or
/// `if |a, b| condition` over [`BinView`](crate::BinView)s.
///
/// Long groups may need `#![recursion_limit = "256"]`: each member and each bin takes a level.
#[macro_export]
macro_rules! covergroup {
    ($(
        $(#[doc = $doc:literal])*
        $(#[testpoint = $testpoint:literal])?
        $vis:vis $name:ident ( $($arg:ident : $ty:ty),+ $(,)? ) { $($body:tt)* }
    )+) => {
        $($crate::__covergroup! {
            { [$($doc)*] [$($testpoint)?] [$vis] $name [$($arg : $ty),+] } [] [] []
            $($body)*
        })+
    };
}

/// Takes a group's members one by one: `{head} [definition calls] [point values] [cross guards] members`.
#[doc(hidden)]
#[macro_export]
macro_rules! __covergroup {
    // Options of the group.
    ($head:tt [$($def:tt)*] $points:tt $guards:tt option merge_instances; $($rest:tt)*) => {
        $crate::__covergroup! { $head [$($def)* .merge_instances(true)] $points $guards $($rest)* }
    };
    ($head:tt [$($def:tt)*] $points:tt $guards:tt option $key:ident $value:expr; $($rest:tt)*) => {
        $crate::__covergroup! { $head [$($def)* .$key($value)] $points $guards $($rest)* }
    };
    // Crosses: with and without a name, with and without braces.
    ($head:tt $def:tt $points:tt $guards:tt
        $(#[testpoint = $tp:literal])? $name:ident : cross $($point:ident),+
        $(iff ($guard:expr))? $(=> { $($bins:tt)* })? ; $($rest:tt)*
    ) => {
        $crate::__covergroup! { @cross $head $def $points $guards
            [$($tp)?] [::core::stringify!($name)] [$($point)+] [$($guard)?] [$($($bins)*)?] $($rest)* }
    };
    ($head:tt $def:tt $points:tt $guards:tt
        $(#[testpoint = $tp:literal])? cross $first:ident $(, $point:ident)+
        $(iff ($guard:expr))? $(=> { $($bins:tt)* })? ; $($rest:tt)*
    ) => {
        $crate::__covergroup! { @cross $head $def $points $guards
            [$($tp)?] [::core::concat!(::core::stringify!($first) $(, "_x_", ::core::stringify!($point))+)]
            [$first $($point)+] [$($guard)?] [$($($bins)*)?] $($rest)* }
    };
    (@cross $head:tt [$($def:tt)*] $points:tt [$($guards:tt)*]
        [$($tp:literal)?] [$name:expr] [$($point:ident)+] [$($guard:expr)?] $bins:tt $($rest:tt)*
    ) => {
        $crate::__covergroup! { $head
            [$($def)* .cross({
                let cross = $crate::CrossDef::new($name, &[$(::core::stringify!($point)),+]) $(.testpoint($tp))?;
                $crate::__cross_bins!(cross $bins)
            })]
            $points [$($guards)* [$($guard)?]] $($rest)* }
    };
    // Coverpoints.
    ($head:tt $def:tt $points:tt $guards:tt
        $(#[testpoint = $tp:literal])? $name:ident $(iff ($guard:expr))? : $value:expr => each $($enum:ident)::+ ; $($rest:tt)*
    ) => {
        $crate::__covergroup! { @point $head $def $points $guards
            [$($tp)?] $name [$($guard)?] [$value] [each $($enum)::+] $($rest)* }
    };
    ($head:tt $def:tt $points:tt $guards:tt
        $(#[testpoint = $tp:literal])? $name:ident $(iff ($guard:expr))? : $value:expr => auto $bits:literal ; $($rest:tt)*
    ) => {
        $crate::__covergroup! { @point $head $def $points $guards
            [$($tp)?] $name [$($guard)?] [$value] [auto $bits] $($rest)* }
    };
    ($head:tt $def:tt $points:tt $guards:tt
        $(#[testpoint = $tp:literal])? $name:ident $(iff ($guard:expr))? : $value:expr => { $($bins:tt)* } ; $($rest:tt)*
    ) => {
        $crate::__covergroup! { @point $head $def $points $guards
            [$($tp)?] $name [$($guard)?] [$value] [$($bins)*] $($rest)* }
    };
    (@point $head:tt [$($def:tt)*] [$($points:tt)*] $guards:tt
        [$($tp:literal)?] $name:ident $guard:tt $value:tt $bins:tt $($rest:tt)*
    ) => {
        $crate::__covergroup! { $head
            [$($def)* .point({
                let point = $crate::PointDef::new(::core::stringify!($name)) $(.testpoint($tp))?;
                $crate::__point_bins!(point $bins)
            })]
            [$($points)* $guard $value] $guards $($rest)* }
    };
    // All members taken.
    ({ [$($doc:literal)*] [$($tp:literal)?] [$vis:vis] $name:ident [$($arg:ident : $ty:ty),+] }
        [$($def:tt)*] [$($guard:tt [$value:expr])*] [$($cross_guard:tt)*]
    ) => {
        $(#[doc = $doc])*
        #[derive(Clone, Debug)]
        $vis struct $name {
            group: $crate::Group,
        }

        #[allow(dead_code)]
        impl $name {
            /// An instance without a name.
            ///
            /// # Errors
            /// [`Error::Definition`]($crate::Error::Definition) if the covergroup is not well defined.
            $vis fn new() -> ::core::result::Result<Self, $crate::Error> {
                let group = $crate::Group::new(&Self::definition())?;
                ::core::result::Result::Ok(Self { group })
            }

            /// Another instance of this type, not sampled yet.
            $vis fn instance(&self, name: &str) -> Self {
                Self { group: self.group.instance(name) }
            }

            /// The definition that the instances share.
            $vis fn definition() -> $crate::GroupDef {
                $crate::GroupDef::new(::core::stringify!($name))
                    .description(::core::concat!($($doc, "\n"),*))
                    $(.testpoint($tp))?
                    $($def)*
            }

            /// Samples every coverpoint and cross once.
            ///
            /// # Errors
            /// The illegal bins that were hit. Everything has been counted nonetheless.
            $vis fn sample(&mut self, $($arg: $ty),+) -> ::core::result::Result<(), $crate::IllegalHits> {
                self.group.sample(
                    &[$($crate::__sampled!($guard $value)),*],
                    &[$($crate::__guard!($cross_guard)),*],
                )
            }

            /// The counts.
            $vis fn group(&self) -> &$crate::Group {
                &self.group
            }

            /// The counts, to start and stop sampling.
            $vis fn group_mut(&mut self) -> &mut $crate::Group {
                &mut self.group
            }
        }

        impl ::core::convert::AsRef<$crate::Group> for $name {
            fn as_ref(&self) -> &$crate::Group {
                &self.group
            }
        }
    };
}

/// A point's value under its `iff`.
#[doc(hidden)]
#[macro_export]
macro_rules! __sampled {
    ([] $value:expr) => {
        $crate::value_of(&$value)
    };
    ([$guard:expr] $value:expr) => {
        if $guard {
            $crate::value_of(&$value)
        } else {
            ::core::option::Option::None
        }
    };
}

/// A cross's `iff`.
#[doc(hidden)]
#[macro_export]
macro_rules! __guard {
    ([]) => {
        true
    };
    ([$guard:expr]) => {
        $guard
    };
}

/// Takes the bins and options of a coverpoint one by one.
#[doc(hidden)]
#[macro_export]
macro_rules! __point_bins {
    ($p:ident []) => { $p };
    ($p:ident [each $($enum:ident)::+ $(, $($rest:tt)*)?]) => {{
        let $p = $p.bin($crate::BinDef::each_of::<_, $($enum)::+>());
        $crate::__point_bins!($p [$($($rest)*)?])
    }};
    ($p:ident [auto $bits:literal $(, $($rest:tt)*)?]) => {{
        let $p = $p.bin($crate::BinDef::auto($bits));
        $crate::__point_bins!($p [$($($rest)*)?])
    }};
    ($p:ident [$(#[testpoint = $tp:literal])? ignore $name:ident $([ $($n:expr)? ])? : $($rest:tt)*]) => {
        $crate::__point_values!($p [$($tp)?] [.ignore()] $name [$([ $($n)? ])?] $($rest)*)
    };
    ($p:ident [$(#[testpoint = $tp:literal])? illegal $name:ident $([ $($n:expr)? ])? : $($rest:tt)*]) => {
        $crate::__point_values!($p [$($tp)?] [.illegal()] $name [$([ $($n)? ])?] $($rest)*)
    };
    ($p:ident [$(#[testpoint = $tp:literal])? $name:ident $([ $($n:expr)? ])? : $($rest:tt)*]) => {
        $crate::__point_values!($p [$($tp)?] [] $name [$([ $($n)? ])?] $($rest)*)
    };
    ($p:ident [$option:ident $value:expr $(, $($rest:tt)*)?]) => {{
        let $p = $p.$option($value);
        $crate::__point_bins!($p [$($($rest)*)?])
    }};
}

/// Takes the values of one bin: `point [testpoint] [kind] name [array] values, rest`.
#[doc(hidden)]
#[macro_export]
macro_rules! __point_values {
    ($p:ident $tp:tt $kind:tt $name:ident [] default $(, $($rest:tt)*)?) => {
        $crate::__point_values!(@add $p $tp $kind
            [$crate::BinDef::default(::core::stringify!($name))] $($($rest)*)?)
    };
    ($p:ident $tp:tt $kind:tt $name:ident [] wildcard $pattern:literal $(, $($rest:tt)*)?) => {
        $crate::__point_values!(@add $p $tp $kind
            [$crate::BinDef::wildcard(::core::stringify!($name), $pattern)] $($($rest)*)?)
    };
    ($p:ident $tp:tt $kind:tt $name:ident $array:tt ( $a:expr => $($b:expr)=>+ ) $(, $($rest:tt)*)?) => {
        $crate::__point_values!(@transitions $p $tp $kind $name $array
            [$crate::Sequence::from($a) $(.then($b))+] $($($rest)*)?)
    };
    ($p:ident $tp:tt $kind:tt $name:ident $array:tt [ $(( $a:expr => $($b:expr)=>+ )),+ $(,)? ] $(, $($rest:tt)*)?) => {
        $crate::__point_values!(@transitions $p $tp $kind $name $array
            [$($crate::Sequence::from($a) $(.then($b))+),+] $($($rest)*)?)
    };
    ($p:ident $tp:tt $kind:tt $name:ident $array:tt [ $($item:expr),* $(,)? ] $(, $($rest:tt)*)?) => {
        $crate::__point_values!(@set $p $tp $kind $name $array
            [$crate::Set::empty() $(.and($item))*] $($($rest)*)?)
    };
    ($p:ident $tp:tt $kind:tt $name:ident $array:tt $set:expr $(, $($rest:tt)*)?) => {
        $crate::__point_values!(@set $p $tp $kind $name $array [$set] $($($rest)*)?)
    };
    (@transitions $p:ident $tp:tt $kind:tt $name:ident [] $sequences:tt $($rest:tt)*) => {
        $crate::__point_values!(@add $p $tp $kind
            [$crate::BinDef::transition(::core::stringify!($name), $sequences)] $($rest)*)
    };
    (@transitions $p:ident $tp:tt $kind:tt $name:ident [[]] $sequences:tt $($rest:tt)*) => {
        $crate::__point_values!(@add $p $tp $kind
            [$crate::BinDef::each_transition(::core::stringify!($name), $sequences)] $($rest)*)
    };
    (@set $p:ident $tp:tt $kind:tt $name:ident [] [$set:expr] $($rest:tt)*) => {
        $crate::__point_values!(@add $p $tp $kind
            [$crate::BinDef::one(::core::stringify!($name), $set)] $($rest)*)
    };
    (@set $p:ident $tp:tt $kind:tt $name:ident [[]] [$set:expr] $($rest:tt)*) => {
        $crate::__point_values!(@add $p $tp $kind
            [$crate::BinDef::each(::core::stringify!($name), $set)] $($rest)*)
    };
    (@set $p:ident $tp:tt $kind:tt $name:ident [[$n:expr]] [$set:expr] $($rest:tt)*) => {
        $crate::__point_values!(@add $p $tp $kind
            [$crate::BinDef::split(::core::stringify!($name), $n, $set)] $($rest)*)
    };
    (@add $p:ident [$($tp:literal)?] [$($kind:tt)*] [$bin:expr] $($rest:tt)*) => {{
        let $p = $p.bin($bin $($kind)* $(.testpoint($tp))?);
        $crate::__point_bins!($p [$($rest)*])
    }};
}

/// Takes the bins and options of a cross one by one.
#[doc(hidden)]
#[macro_export]
macro_rules! __cross_bins {
    ($c:ident []) => { $c };
    ($c:ident [$(#[testpoint = $tp:literal])? ignore $name:ident : $($rest:tt)*]) => {
        $crate::__cross_select!($c [$($tp)?] ignore [::core::stringify!($name)] $($rest)*)
    };
    ($c:ident [$(#[testpoint = $tp:literal])? illegal $name:ident : $($rest:tt)*]) => {
        $crate::__cross_select!($c [$($tp)?] illegal [::core::stringify!($name)] $($rest)*)
    };
    ($c:ident [ignore if |$($arg:ident),+| $condition:expr $(, $($rest:tt)*)?]) => {
        $crate::__cross_select!($c [] ignore [::core::stringify!($condition)] if |$($arg),+| $condition $(, $($rest)*)?)
    };
    ($c:ident [illegal if |$($arg:ident),+| $condition:expr $(, $($rest:tt)*)?]) => {
        $crate::__cross_select!($c [] illegal [::core::stringify!($condition)] if |$($arg),+| $condition $(, $($rest)*)?)
    };
    ($c:ident [ignore $select:tt $($rest:tt)*]) => {
        $crate::__cross_select!($c [] ignore [::core::stringify!($select)] $select $($rest)*)
    };
    ($c:ident [illegal $select:tt $($rest:tt)*]) => {
        $crate::__cross_select!($c [] illegal [::core::stringify!($select)] $select $($rest)*)
    };
    ($c:ident [$(#[testpoint = $tp:literal])? $name:ident : $($rest:tt)*]) => {
        $crate::__cross_select!($c [$($tp)?] bin [::core::stringify!($name)] $($rest)*)
    };
    ($c:ident [$option:ident $value:expr $(, $($rest:tt)*)?]) => {{
        let $c = $c.$option($value);
        $crate::__cross_bins!($c [$($($rest)*)?])
    }};
}

/// Takes the selection of one cross bin: `cross [testpoint] kind [name] selection, rest`.
#[doc(hidden)]
#[macro_export]
macro_rules! __cross_select {
    ($c:ident $tp:tt $kind:ident [$name:expr] if |$($arg:ident),+| $condition:expr $(, $($rest:tt)*)?) => {
        $crate::__cross_select!(@add $c $tp $kind [$name]
            [$crate::Select::when(
                [$(::core::stringify!($arg)),+].len(),
                ::core::stringify!($condition),
                |bins: &[$crate::BinView<'_>]| match bins {
                    [$($arg),+] => $condition,
                    _ => false,
                },
            )] $($($rest)*)?)
    };
    ($c:ident $tp:tt $kind:ident [$name:expr] ( $($($bin:tt)|+),+ $(,)? ) $(, $($rest:tt)*)?) => {
        $crate::__cross_select!($c $tp $kind [$name] [( $($($bin)|+),+ )] $(, $($rest)*)?)
    };
    ($c:ident $tp:tt $kind:ident [$name:expr] [ $(( $($($bin:tt)|+),+ $(,)? )),+ $(,)? ] $(, $($rest:tt)*)?) => {
        $crate::__cross_select!(@add $c $tp $kind [$name]
            [$crate::Select::tuples([
                $(::std::vec![$($crate::Pick::names(&[$(::core::stringify!($bin)),+])),+]),+
            ])] $($($rest)*)?)
    };
    (@add $c:ident [$($tp:literal)?] $kind:ident [$name:expr] [$select:expr] $($rest:tt)*) => {{
        let $c = $c.$kind($name, $select) $(.testpoint($tp))?;
        $crate::__cross_bins!($c [$($rest)*])
    }};
}
