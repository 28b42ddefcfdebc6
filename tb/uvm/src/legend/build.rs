//! Lines into contracts: nesting, compile-time choice, and the rules that each place of an event obeys.

use std::collections::HashMap;
use std::sync::Arc;

use super::error::{Error, Problem};
use super::parse::{Line, Marks, Tag, lines};

/// An event of a [`Legend`], resolved once by its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EventId(pub(super) u32);

/// An event of a [`Legend`] that starts transactions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Trigger(pub(super) u32);

/// The contracts of one file, compiled. Clones share the compiled form.
#[derive(Clone, Debug)]
pub struct Legend(pub(super) Arc<Compiled>);

/// What [`Legend`] shares.
#[derive(Debug)]
pub(super) struct Compiled {
    pub(super) file: String,
    /// Names by [`EventId`].
    pub(super) events: Vec<String>,
    /// All contracts' nodes; a parent precedes its children.
    pub(super) nodes: Vec<Node>,
    /// By [`Trigger`].
    pub(super) contracts: Vec<Contract>,
}

/// One line: an event at one place.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) tag: Tag,
    pub(super) event: u32,
    pub(super) line: usize,
    pub(super) end: bool,
    /// Itself or what it is nested in is asynchronous.
    pub(super) free: bool,
    /// Itself for a trigger.
    pub(super) parent: u32,
    pub(super) children: Vec<u32>,
    /// Siblings ordered before it.
    pub(super) before: Vec<u32>,
    /// Siblings ordered after it.
    pub(super) after: Vec<u32>,
}

/// The tree below one trigger, indexed by event.
#[derive(Debug)]
pub(super) struct Contract {
    pub(super) root: u32,
    pub(super) uses: Vec<Use>,
}

/// What one contract says of one event.
#[derive(Clone, Default, Debug)]
pub(super) struct Use {
    /// Its nodes, the trigger's excepted.
    pub(super) places: Vec<u32>,
    /// Some place of it is free.
    pub(super) free: bool,
    /// Line of the `[ONCE]`.
    pub(super) once: Option<usize>,
    /// Events that exclude it, and the line of the `[NOT-WITH]`.
    pub(super) not_with: Vec<(u32, usize)>,
}

impl Legend {
    /// Compiles the contracts of `text`. `file_name` is for messages; `defines` are the macros that
    /// `[COMPILE-TIME: X]` asks for.
    ///
    /// # Errors
    ///
    /// The first line that is wrong, in which way, and what to do.
    pub fn parse(text: &str, file_name: &str, defines: &[&str]) -> Result<Self, Error> {
        let fail = |line, problem| Error {
            file: file_name.to_owned(),
            line,
            problem,
        };
        let lines = lines(text, file_name)?;
        let parents = nest(&lines).map_err(|(line, problem)| fail(line, problem))?;
        // Over all lines: a mark may name an event that a macro takes away.
        for index in 0..lines.len() {
            check_not_with(&lines, &parents, index)
                .map_err(|problem| fail(lines[index].number, problem))?;
        }
        let (lines, parents) = choose(lines, &parents, defines);
        if lines.is_empty() {
            return Err(fail(1, Problem::Empty));
        }
        for index in 0..lines.len() {
            check_place(&lines, &parents, index)
                .map_err(|problem| fail(lines[index].number, problem))?;
        }
        Ok(Self(Arc::new(compile(&lines, &parents, file_name))))
    }

    /// The event with this name, or nothing if no contract (with these macros) has it.
    #[must_use]
    pub fn event(&self, name: &str) -> Option<EventId> {
        let index = self.0.events.iter().position(|event| event == name)?;
        Some(EventId(u32::try_from(index).ok()?))
    }

    /// The trigger with this name, or nothing if no contract has it.
    #[must_use]
    pub fn trigger(&self, name: &str) -> Option<Trigger> {
        let EventId(event) = self.event(name)?;
        let starts = |contract: &Contract| self.0.nodes[contract.root as usize].event == event;
        let index = self.0.contracts.iter().position(starts)?;
        Some(Trigger(u32::try_from(index).ok()?))
    }

    /// All event names, in the order of their first line.
    pub fn events(&self) -> impl Iterator<Item = &str> {
        self.0.events.iter().map(String::as_str)
    }
}

/// The parent of each line; a trigger has none.
fn nest(lines: &[Line<'_>]) -> Result<Vec<Option<usize>>, (usize, Problem)> {
    let mut parents = Vec::with_capacity(lines.len());
    let mut open: Vec<usize> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let mut closed = None;
        while let Some(&last) = open.last()
            && lines[last].indent >= line.indent
        {
            closed = open.pop();
        }
        // What was closed last is the sibling above.
        if closed.is_some_and(|sibling| lines[sibling].indent != line.indent) {
            return Err((line.number, Problem::Indentation(line.indent)));
        }
        match (line.tag, line.indent, open.last()) {
            (Tag::Trigger, 0, _) | (Tag::Then | Tag::AnyOrder | Tag::Async, _, Some(_)) => {}
            (Tag::Trigger, ..) => return Err((line.number, Problem::NestedTrigger)),
            (tag, _, None) => return Err((line.number, Problem::Outside(tag.text()))),
        }
        parents.push(open.last().copied());
        open.push(index);
    }
    Ok(parents)
}

/// The trigger above a line.
fn root(mut line: usize, parents: &[Option<usize>]) -> usize {
    while let Some(parent) = parents[line] {
        line = parent;
    }
    line
}

/// Refuses a line that contradicts one above it.
fn check_place(lines: &[Line<'_>], parents: &[Option<usize>], index: usize) -> Result<(), Problem> {
    let event = || lines[index].event.to_owned();
    let is_trigger = lines[index].tag == Tag::Trigger;
    if is_trigger && lines[index].marks != Marks::default() {
        return Err(Problem::TriggerMark);
    }
    let same = |other: usize| lines[other].event == lines[index].event;
    let twin = (0..index).find(|&other| same(other) && parents[other] == parents[index]);
    if let Some(line) = twin.map(|twin| lines[twin].number) {
        return Err(if is_trigger {
            Problem::SameTrigger {
                event: event(),
                line,
            }
        } else {
            Problem::SameSibling {
                event: event(),
                line,
            }
        });
    }
    let mut outer = parents[index];
    while let Some(above) = outer {
        if same(above) {
            let line = lines[above].number;
            return Err(Problem::BelowItself {
                event: event(),
                line,
            });
        }
        outer = parents[above];
    }
    Ok(())
}

/// Refuses a `[NOT-WITH]` that can exclude nothing.
fn check_not_with(
    lines: &[Line<'_>],
    parents: &[Option<usize>],
    index: usize,
) -> Result<(), Problem> {
    let contract = root(index, parents);
    for &other in &lines[index].marks.not_with {
        let here = |i: usize| {
            parents[i].is_some() && lines[i].event == other && root(i, parents) == contract
        };
        if other == lines[index].event {
            let problem = format!("{other} is the event itself, for which there is [ONCE]");
            return Err(Problem::NotWith(problem));
        }
        if !(0..lines.len()).any(here) {
            return Err(Problem::NotWith(format!("{other} is not in this one")));
        }
    }
    Ok(())
}

/// Drops the lines whose macros are not all defined, with what they nest.
fn choose<'a>(
    lines: Vec<Line<'a>>,
    parents: &[Option<usize>],
    defines: &[&str],
) -> (Vec<Line<'a>>, Vec<Option<usize>>) {
    let mut kept_lines = Vec::new();
    let mut kept_parents = Vec::new();
    let mut kept_as: Vec<Option<usize>> = Vec::new();
    for (line, parent) in lines.into_iter().zip(parents) {
        let defined = line.macros.iter().all(|name| defines.contains(name));
        let parent_kept = parent.map(|parent| kept_as[parent]);
        if !defined || parent_kept == Some(None) {
            kept_as.push(None);
            continue;
        }
        kept_as.push(Some(kept_lines.len()));
        kept_lines.push(line);
        kept_parents.push(parent_kept.flatten());
    }
    (kept_lines, kept_parents)
}

/// Index of a node or event; texts are far shorter than 2^32 lines.
fn narrow(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

fn compile(lines: &[Line<'_>], parents: &[Option<usize>], file: &str) -> Compiled {
    let mut events: Vec<String> = Vec::new();
    let mut ids: HashMap<&str, u32> = HashMap::new();
    let mut nodes: Vec<Node> = Vec::with_capacity(lines.len());
    for (index, line) in lines.iter().enumerate() {
        let event = *ids.entry(line.event).or_insert_with(|| {
            events.push(line.event.to_owned());
            narrow(events.len() - 1)
        });
        if let Some(parent) = parents[index] {
            nodes[parent].children.push(narrow(index));
        }
        nodes.push(Node {
            tag: line.tag,
            event,
            line: line.number,
            end: line.marks.end,
            free: line.tag == Tag::Async || parents[index].is_some_and(|parent| nodes[parent].free),
            parent: narrow(parents[index].unwrap_or(index)),
            children: Vec::new(),
            before: Vec::new(),
            after: Vec::new(),
        });
    }
    for parent in 0..nodes.len() {
        order_children(&mut nodes, parent);
    }
    let mut contracts: Vec<Contract> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        if line.tag == Tag::Trigger {
            contracts.push(Contract {
                root: narrow(index),
                uses: vec![Use::default(); events.len()],
            });
        } else if let Some(contract) = contracts.last_mut() {
            add_use(contract, narrow(index), &nodes[index], line, &ids);
        }
    }
    Compiled {
        file: file.to_owned(),
        events,
        nodes,
        contracts,
    }
}

/// Ranks siblings: a `[THEN]` has a rank of its own, adjacent `[ANY-ORDER]` share one, an `[ASYNC]` has none.
fn order_children(nodes: &mut [Node], parent: usize) {
    let children = nodes[parent].children.clone();
    let mut ranked: Vec<(u32, usize)> = Vec::new();
    let mut rank = 0;
    let mut above = Tag::Then;
    for &child in &children {
        let tag = nodes[child as usize].tag;
        if tag == Tag::Async {
            continue;
        }
        if tag == Tag::Then || above == Tag::Then {
            rank += 1;
        }
        above = tag;
        ranked.push((child, rank));
    }
    for &(child, rank) in &ranked {
        let others = |wanted: fn(usize, usize) -> bool| {
            let chosen = ranked.iter().filter(|other| wanted(other.1, rank));
            chosen.map(|other| other.0).collect()
        };
        let (before, after) = (others(|a, b| a < b), others(|a, b| a > b));
        nodes[child as usize].before = before;
        nodes[child as usize].after = after;
    }
}

fn add_use(
    contract: &mut Contract,
    index: u32,
    node: &Node,
    line: &Line<'_>,
    ids: &HashMap<&str, u32>,
) {
    let event = node.event as usize;
    let entry = &mut contract.uses[event];
    entry.places.push(index);
    entry.free |= node.free;
    if line.marks.once {
        entry.once.get_or_insert(line.number);
    }
    // An event that a macro took away excludes nothing.
    for other in line.marks.not_with.iter().filter_map(|name| ids.get(name)) {
        contract.uses[event].not_with.push((*other, line.number));
        contract.uses[*other as usize]
            .not_with
            .push((node.event, line.number));
    }
}
