//! From patterns to tests.

use wildmatch::WildMatch;

use crate::Error;
use crate::bench::Test;

/// How many near matches a hint names.
const HINTS: usize = 3;
/// Below this Jaro-Winkler similarity (0 to 1) a name is no near match.
const NEAR: f64 = 0.8;

/// The tests that any of `patterns` matches, each once, in the order of `tests`.
///
/// A pattern is a test's name, an environment, or a glob with `*` and `?` over names.
///
/// # Errors
/// [`Error::UnknownTest`] for the first pattern that matches nothing.
pub fn select<'a>(tests: &'a [Test], patterns: &[String]) -> Result<Vec<&'a Test>, Error> {
    let mut chosen = vec![false; tests.len()];
    for pattern in patterns {
        let glob = WildMatch::new(pattern);
        let mut any = false;
        for (test, chosen) in tests.iter().zip(&mut chosen) {
            if test.environment() == pattern || glob.matches(&test.name) {
                *chosen = true;
                any = true;
            }
        }
        if !any {
            return Err(Error::UnknownTest {
                pattern: pattern.clone(),
                hint: hint(tests, pattern),
            });
        }
    }
    Ok(tests
        .iter()
        .zip(chosen)
        .filter_map(|(test, chosen)| chosen.then_some(test))
        .collect())
}

/// The names nearest to `pattern`, as the end of a sentence.
fn hint(tests: &[Test], pattern: &str) -> String {
    let mut near: Vec<(f64, &str)> = Vec::new();
    for test in tests {
        let name = strsim::jaro_winkler(pattern, &test.name);
        // Someone may have left out the environment, or meant only that.
        let part = if pattern.contains('.') {
            0.0
        } else {
            let behaviour = test
                .name
                .split_once('.')
                .map_or("", |(_, behaviour)| behaviour);
            near.push((
                strsim::jaro_winkler(pattern, test.environment()),
                test.environment(),
            ));
            strsim::jaro_winkler(pattern, behaviour)
        };
        near.push((name.max(part), &test.name));
    }
    near.retain(|(similarity, _)| *similarity >= NEAR);
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut names: Vec<&str> = Vec::new();
    for (_, name) in near {
        if !names.contains(&name) && names.len() < HINTS {
            names.push(name);
        }
    }
    match names.as_slice() {
        [] => ".".to_owned(),
        names => format!("; did you mean {}?", names.join(" or ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tests() -> Vec<Test> {
        ["link.random_mix", "link.ack_lost", "link_pair.random_mix"]
            .map(|name| Test {
                name: name.into(),
                purpose: String::new(),
                testpoint: String::new(),
            })
            .to_vec()
    }

    fn names(patterns: &[&str]) -> Result<Vec<String>, String> {
        let patterns: Vec<String> = patterns.iter().map(|&pattern| pattern.to_owned()).collect();
        select(&tests(), &patterns)
            .map(|chosen| chosen.iter().map(|test| test.name.clone()).collect())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn a_name_an_environment_and_a_glob_select() {
        assert_eq!(names(&["link.ack_lost"]).unwrap(), ["link.ack_lost"]);
        assert_eq!(
            names(&["link"]).unwrap(),
            ["link.random_mix", "link.ack_lost"]
        );
        assert_eq!(
            names(&["*.random_mix"]).unwrap(),
            ["link.random_mix", "link_pair.random_mix"]
        );
        assert_eq!(names(&["link?ack*"]).unwrap(), ["link.ack_lost"]);
    }

    #[test]
    fn a_test_matched_twice_runs_once_in_listed_order() {
        assert_eq!(
            names(&["link.ack_lost", "link"]).unwrap(),
            ["link.random_mix", "link.ack_lost"]
        );
    }

    #[test]
    fn an_unknown_name_is_answered_with_near_ones() {
        assert_eq!(
            names(&["link.ack_lots"]).unwrap_err(),
            "no test matches `link.ack_lots`; did you mean link.ack_lost? `rdmatb list` names them all"
        );
        assert_eq!(
            names(&["zzz"]).unwrap_err(),
            "no test matches `zzz`. `rdmatb list` names them all"
        );
    }
}
