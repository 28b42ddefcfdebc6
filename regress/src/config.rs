//! Knobs: `--set path=value` and TOML files of them.

use std::path::Path;

use toml::{Table, Value};

use crate::Error;

/// Reads one `--set` argument.
///
/// # Errors
/// [`Error::Setting`] if it is not `path=value`.
pub fn setting(argument: &str) -> Result<(String, String), Error> {
    match argument.split_once('=') {
        Some((path, value)) if !path.trim().is_empty() => {
            Ok((path.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err(Error::Setting(argument.to_owned())),
    }
}

/// Reads a TOML file of knobs; tables are flattened, so that `[qp] count = 4` is `qp.count` = `4`.
///
/// # Errors
/// [`Error::Read`], [`Error::Toml`].
pub fn read(path: &Path) -> Result<Vec<(String, String)>, Error> {
    let text = std::fs::read_to_string(path).map_err(Error::reading(path))?;
    let table: Table = parse(path, &text)?;
    Ok(flatten(&table))
}

/// Parses TOML; an error names file, line and column.
pub(crate) fn parse<T: serde::de::DeserializeOwned>(path: &Path, text: &str) -> Result<T, Error> {
    toml::from_str(text).map_err(|error| {
        let place = error.span().map_or(String::new(), |span| {
            let before = &text[..span.start.min(text.len())];
            let line = before.matches('\n').count() + 1;
            let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
            format!("line {line}, column {column}: ")
        });
        Error::Toml {
            path: path.to_owned(),
            message: format!("{place}{}", error.message().replace('\n', ", ")),
        }
    })
}

/// A table as path and value pairs, in the order of lines.
pub fn flatten(table: &Table) -> Vec<(String, String)> {
    fn walk(prefix: &str, table: &Table, pairs: &mut Vec<(String, String)>) {
        for (key, value) in table {
            let path = if prefix.is_empty() {
                key.clone()
            } else {
                format!("{prefix}.{key}")
            };
            match value {
                Value::Table(inner) => walk(&path, inner, pairs),
                Value::String(text) => pairs.push((path, text.clone())),
                other => pairs.push((path, other.to_string())),
            }
        }
    }
    let mut pairs = Vec::new();
    walk("", table, &mut pairs);
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_is_a_path_and_a_value() {
        assert_eq!(
            setting("qp.count=4").unwrap(),
            ("qp.count".into(), "4".into())
        );
        assert_eq!(
            setting("note= a=b ").unwrap(),
            ("note".into(), "a=b".into())
        );
        for bad in ["qp.count", "=4", " =4"] {
            assert!(
                setting(bad).unwrap_err().to_string().contains("path=value"),
                "{bad}"
            );
        }
    }

    #[test]
    fn tables_flatten_to_paths_in_the_order_of_lines() {
        let table: Table =
            toml::from_str("seed = 1\n[qp]\ncount = 4\n[qp.mix]\nkind = \"read\"\nw = [1, 2]")
                .unwrap();
        let pairs = flatten(&table);
        let text: Vec<String> = pairs
            .iter()
            .map(|(path, value)| format!("{path}={value}"))
            .collect();
        assert_eq!(
            text,
            [
                "seed=1",
                "qp.count=4",
                "qp.mix.kind=read",
                "qp.mix.w=[1, 2]"
            ]
        );
    }

    #[test]
    fn an_error_names_line_and_column_on_one_line() {
        let error = parse::<Table>(Path::new("knobs.toml"), "a = 1\nb = = 2\n")
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with("failed to read knobs.toml: line 2, column 5: "),
            "{error}"
        );
        assert_eq!(error.lines().count(), 1);
    }
}
