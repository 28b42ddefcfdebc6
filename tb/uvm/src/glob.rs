//! Patterns of component paths.

use std::fmt;

/// A pattern of paths: `*` stands for any run of characters, dots included; `?` for one character.
/// So `env.*` means everything below `env`, as in uvm_config_db.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Glob {
    text: String,
    matcher: wildmatch::WildMatch,
}

impl Glob {
    pub(crate) fn new(pattern: &str) -> Self {
        Self {
            text: pattern.to_owned(),
            matcher: wildmatch::WildMatch::new(pattern),
        }
    }

    pub(crate) fn matches(&self, path: &str) -> bool {
        self.matcher.matches(path)
    }
}

impl fmt::Display for Glob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
