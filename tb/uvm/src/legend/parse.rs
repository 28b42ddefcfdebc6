//! Text into lines: tags, names and marks, without regard to nesting.

use super::error::{Error, Problem};

/// How an event is ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tag {
    Trigger,
    Then,
    AnyOrder,
    Async,
}

impl Tag {
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Trigger => "TRIGGER",
            Self::Then => "THEN",
            Self::AnyOrder => "ANY-ORDER",
            Self::Async => "ASYNC",
        }
    }

    fn of(text: &str) -> Option<Self> {
        [Self::Trigger, Self::Then, Self::AnyOrder, Self::Async]
            .into_iter()
            .find(|tag| tag.text() == text)
    }
}

/// One line that names an event.
pub(super) struct Line<'a> {
    pub(super) number: usize,
    /// Spaces before the first tag.
    pub(super) indent: usize,
    /// Macros that must all be defined.
    pub(super) macros: Vec<&'a str>,
    pub(super) tag: Tag,
    pub(super) event: &'a str,
    pub(super) marks: Marks<'a>,
}

/// What follows the event's name.
#[derive(Default, PartialEq, Eq)]
pub(super) struct Marks<'a> {
    pub(super) end: bool,
    pub(super) once: bool,
    pub(super) not_with: Vec<&'a str>,
}

/// All lines but comments and empty ones.
pub(super) fn lines<'a>(text: &'a str, file: &str) -> Result<Vec<Line<'a>>, Error> {
    let mut lines = Vec::new();
    for (index, raw) in text.lines().enumerate() {
        let content = raw.split('#').next().unwrap_or_default().trim_end();
        if content.trim_start().is_empty() {
            continue;
        }
        let number = index + 1;
        lines.push(line(content, number).map_err(|problem| Error {
            file: file.to_owned(),
            line: number,
            problem,
        })?);
    }
    Ok(lines)
}

fn line(content: &str, number: usize) -> Result<Line<'_>, Problem> {
    let body = content.trim_start_matches(' ');
    if body.starts_with('\t') {
        return Err(Problem::Tab);
    }
    let (macros, tag, rest) = head(body)?;
    let length = rest
        .find(|c: char| c.is_whitespace() || c == '[')
        .unwrap_or(rest.len());
    let (event, rest) = rest.split_at(length);
    check_name(event)?;
    Ok(Line {
        number,
        indent: content.len() - body.len(),
        macros,
        tag,
        event,
        marks: marks(rest)?,
    })
}

/// Macros, tag and what follows them.
fn head(body: &str) -> Result<(Vec<&str>, Tag, &str), Problem> {
    let mut macros = Vec::new();
    let mut rest = body;
    loop {
        let (word, argument, after) = bracket(rest)?.ok_or(Problem::NoTag)?;
        rest = after;
        if word == "COMPILE-TIME" {
            let name = argument
                .filter(|name| !name.is_empty())
                .ok_or(Problem::NoMacro)?;
            macros.push(name);
        } else if let (Some(tag), None) = (Tag::of(word), argument) {
            return Ok((macros, tag, rest));
        } else {
            return Err(Problem::Tag(spelled(word, argument)));
        }
    }
}

fn marks(mut rest: &str) -> Result<Marks<'_>, Problem> {
    let mut marks = Marks::default();
    rest = rest.trim_start();
    while !rest.is_empty() {
        let Some((word, argument, after)) = bracket(rest)? else {
            return Err(Problem::Trailing(rest.to_owned()));
        };
        match (word, argument) {
            ("END", None) => marks.end = true,
            ("ONCE", None) => marks.once = true,
            ("NOT-WITH", Some(events)) if !events.is_empty() => {
                for event in events.split_whitespace() {
                    check_name(event)?;
                    marks.not_with.push(event);
                }
            }
            ("NOT-WITH", _) => return Err(Problem::NotWith("it lists none".to_owned())),
            _ => return Err(Problem::Mark(spelled(word, argument))),
        }
        rest = after;
    }
    Ok(marks)
}

/// `[WORD]` or `[WORD: argument]`, and what follows it; nothing if the text does not start with a bracket.
type Bracket<'a> = Option<(&'a str, Option<&'a str>, &'a str)>;

fn bracket(text: &str) -> Result<Bracket<'_>, Problem> {
    let Some(inside) = text.strip_prefix('[') else {
        return Ok(None);
    };
    let (inside, after) = inside.split_once(']').ok_or(Problem::Unclosed)?;
    let (word, argument) = match inside.split_once(':') {
        Some((word, argument)) => (word, Some(argument.trim())),
        None => (inside, None),
    };
    Ok(Some((word.trim(), argument, after.trim_start())))
}

/// The inside of a bracket, for a message.
fn spelled(word: &str, argument: Option<&str>) -> String {
    match argument {
        Some(argument) => format!("{word}: {argument}"),
        None => word.to_owned(),
    }
}

fn check_name(name: &str) -> Result<(), Problem> {
    let word = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let (stream, qualifier) = name.split_once('.').unwrap_or((name, "_"));
    if word(stream) && word(qualifier) {
        Ok(())
    } else {
        Err(Problem::Name(name.to_owned()))
    }
}
