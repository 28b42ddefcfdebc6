//! Transactions in flight, judged event by event.

use super::build::{Compiled, Contract, EventId, Legend, Node, Trigger, Use};
use super::parse::Tag;
use super::violation::{Rule, Violation};

/// One transaction of a [`Checker`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TxnId {
    slot: u32,
    /// Tells the users of one slot apart.
    generation: u32,
    contract: u32,
    began: u64,
}

/// How often one line of the contract file was taken by a legal event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hit {
    /// Path of the line from its trigger, such as `s_request/m_lookup/s_answer`; no two are equal.
    pub label: String,
    /// Line in the contract file, from 1.
    pub line: usize,
    /// Times taken.
    pub count: u64,
}

/// When an event came in one transaction.
#[derive(Clone, Copy)]
struct Seen {
    first: u64,
    last: u64,
}

impl Seen {
    /// No cycle is later, so that a never seen event is before nothing.
    const NEVER: Self = Self {
        first: u64::MAX,
        last: u64::MAX,
    };

    fn ever(self) -> bool {
        self.first != u64::MAX
    }
}

struct Slot {
    generation: u32,
    open: bool,
    /// Cycle and node of the first `[END]`.
    ended: Option<(u64, u32)>,
}

/// Judges any number of transactions against the contracts of one [`Legend`]. A call allocates only when more
/// transactions are in flight than ever before, or when it reports a violation.
pub struct Checker {
    legend: Legend,
    slots: Vec<Slot>,
    /// Free slots.
    free: Vec<u32>,
    /// One row of all events per slot.
    seen: Vec<Seen>,
    hits: Vec<Hit>,
}

impl Checker {
    /// A checker without transactions.
    #[must_use]
    pub fn new(legend: &Legend) -> Self {
        let mut hits: Vec<Hit> = Vec::with_capacity(legend.0.nodes.len());
        for node in &legend.0.nodes {
            let name = &legend.0.events[node.event as usize];
            let label = match node.tag {
                Tag::Trigger => name.clone(),
                _ => format!("{}/{name}", hits[node.parent as usize].label),
            };
            hits.push(Hit {
                label,
                line: node.line,
                count: 0,
            });
        }
        Self {
            legend: legend.clone(),
            slots: Vec::new(),
            free: Vec::new(),
            seen: Vec::new(),
            hits,
        }
    }

    /// Starts a transaction: `trigger` came in `cycle`.
    ///
    /// # Panics
    ///
    /// If `trigger` is another legend's.
    pub fn begin(&mut self, trigger: Trigger, cycle: u64) -> TxnId {
        let width = self.legend.0.events.len();
        let slot = self.free.pop().unwrap_or_else(|| {
            self.seen.resize(self.seen.len() + width, Seen::NEVER);
            self.slots.push(Slot {
                generation: 0,
                open: false,
                ended: None,
            });
            u32::try_from(self.slots.len() - 1).unwrap_or(u32::MAX)
        });
        let row = slot as usize * width;
        self.seen[row..row + width].fill(Seen::NEVER);
        let root = self.legend.0.contracts[trigger.0 as usize].root as usize;
        self.seen[row + self.legend.0.nodes[root].event as usize] = Seen {
            first: cycle,
            last: cycle,
        };
        self.hits[root].count += 1;
        let state = &mut self.slots[slot as usize];
        state.open = true;
        state.ended = None;
        TxnId {
            slot,
            generation: state.generation,
            contract: trigger.0,
            began: cycle,
        }
    }

    /// Judges `event` of transaction `txn` in `cycle`; cycles never decrease. The event counts as seen either
    /// way, so that one mistake is reported once.
    ///
    /// # Errors
    ///
    /// The first rule that the event breaks.
    ///
    /// # Panics
    ///
    /// If `txn` is another checker's.
    pub fn event(&mut self, txn: TxnId, event: EventId, cycle: u64) -> Result<(), Box<Violation>> {
        let legend = &*self.legend.0;
        let width = legend.events.len();
        let row = txn.slot as usize * width;
        let open = self.open_slot(txn);
        let judge = Judge {
            legend,
            contract: &legend.contracts[txn.contract as usize],
            began: txn.began,
            ended: open.and_then(|slot| slot.ended),
            seen: &self.seen[row..row + width],
            event: event.0,
            cycle,
        };
        if open.is_none() {
            return Err(judge.closed());
        }
        let verdict = judge.verdict();
        if verdict.is_ok() {
            self.count(txn, row, event.0, cycle);
        }
        if let Some(seen) = self.seen[row..row + width].get_mut(event.0 as usize) {
            seen.first = seen.first.min(cycle);
            seen.last = cycle;
        }
        verdict
    }

    /// Closes a transaction; whoever knows that nothing more belongs to it does so.
    pub fn end(&mut self, txn: TxnId) {
        if self.open_slot(txn).is_some() {
            let state = &mut self.slots[txn.slot as usize];
            state.open = false;
            state.generation = state.generation.wrapping_add(1);
            self.free.push(txn.slot);
        }
    }

    /// How often each line was taken, in the order of the contract file.
    #[must_use]
    pub fn hits(&self) -> &[Hit] {
        &self.hits
    }

    /// Transactions in flight.
    #[must_use]
    pub fn in_flight(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    fn open_slot(&self, txn: TxnId) -> Option<&Slot> {
        let state = self.slots.get(txn.slot as usize)?;
        (state.open && state.generation == txn.generation).then_some(state)
    }

    /// Counts the places that a legal event took, and closes the transaction at an `[END]`.
    fn count(&mut self, txn: TxnId, row: usize, event: u32, cycle: u64) {
        let legend = &*self.legend.0;
        let contract = &legend.contracts[txn.contract as usize];
        for &place in &contract.uses[event as usize].places {
            let node = &legend.nodes[place as usize];
            if !binds(legend, node, &self.seen[row..]) {
                continue;
            }
            self.hits[place as usize].count += 1;
            if node.end {
                self.slots[txn.slot as usize]
                    .ended
                    .get_or_insert((cycle, place));
            }
        }
    }
}

/// Whether a place says anything of its event: its parent has come, or it needs none.
fn binds(legend: &Compiled, node: &Node, seen: &[Seen]) -> bool {
    let parent = &legend.nodes[node.parent as usize];
    node.tag == Tag::Async || seen[parent.event as usize].ever()
}

/// One event, and all that its verdict depends on.
struct Judge<'a> {
    legend: &'a Compiled,
    contract: &'a Contract,
    /// Cycle of the trigger.
    began: u64,
    /// Cycle and node of the first `[END]`.
    ended: Option<(u64, u32)>,
    seen: &'a [Seen],
    event: u32,
    cycle: u64,
}

impl Judge<'_> {
    fn verdict(&self) -> Result<(), Box<Violation>> {
        let uses = self.contract.uses.get(self.event as usize);
        let Some(uses) = uses.filter(|uses| !uses.places.is_empty()) else {
            return Err(self.unlisted());
        };
        self.whole_transaction(uses)?;
        let mut bound = false;
        for &place in &uses.places {
            let node = &self.legend.nodes[place as usize];
            if binds(self.legend, node, self.seen) {
                bound = true;
                self.place(node)?;
            }
            self.children(node)?;
        }
        if bound {
            Ok(())
        } else {
            Err(self.uncaused(uses))
        }
    }

    /// Rules that hold wherever the event stands: `[END]`, `[ONCE]`, `[NOT-WITH]`.
    fn whole_transaction(&self, uses: &Use) -> Result<(), Box<Violation>> {
        if let Some((end_cycle, end)) = self.ended
            && self.cycle > end_cycle
            && !uses.free
        {
            return Err(self.after_end(end_cycle, end));
        }
        let seen = self.seen[self.event as usize];
        if let Some(line) = uses.once
            && seen.ever()
        {
            let event = self.name(self.event);
            return Err(self.violation(
                line,
                Rule::Repeated {
                    event,
                    first: seen.first,
                    cycle: self.cycle,
                },
            ));
        }
        for &(other, line) in &uses.not_with {
            if self.seen[other as usize].ever() {
                return Err(self.together(other, line));
            }
        }
        Ok(())
    }

    /// The order rules of one place whose parent has come.
    fn place(&self, node: &Node) -> Result<(), Box<Violation>> {
        if node.tag == Tag::Async {
            return if self.cycle < self.began {
                let root = &self.legend.nodes[self.contract.root as usize];
                Err(self.order(node, self.cycle, root.event, self.began))
            } else {
                Ok(())
            };
        }
        let parent = self.legend.nodes[node.parent as usize].event;
        let caused = self.seen[parent as usize].first;
        if caused >= self.cycle {
            return Err(self.order(node, self.cycle, parent, caused));
        }
        for &sibling in &node.before {
            let event = self.legend.nodes[sibling as usize].event;
            let seen = self.seen[event as usize];
            if seen.ever() && seen.last >= self.cycle {
                return Err(self.order(node, self.cycle, event, seen.last));
            }
        }
        for &sibling in &node.after {
            let later = &self.legend.nodes[sibling as usize];
            let seen = self.seen[later.event as usize];
            if seen.ever() {
                return Err(self.order(later, seen.last, self.event, self.cycle));
            }
        }
        Ok(())
    }

    /// A child that was handed in earlier, legal by another place, but came in the cycle of its parent.
    fn children(&self, node: &Node) -> Result<(), Box<Violation>> {
        if self.seen[self.event as usize].ever() {
            return Ok(());
        }
        for &child in &node.children {
            let child = &self.legend.nodes[child as usize];
            let seen = self.seen[child.event as usize];
            if child.tag != Tag::Async && seen.ever() && seen.last == self.cycle {
                return Err(self.order(child, seen.last, self.event, self.cycle));
            }
        }
        Ok(())
    }

    fn name(&self, event: u32) -> String {
        let name = self.legend.events.get(event as usize);
        name.cloned()
            .unwrap_or_else(|| "an event of another legend".to_owned())
    }

    fn violation(&self, line: usize, rule: Rule) -> Box<Violation> {
        let root = &self.legend.nodes[self.contract.root as usize];
        Box::new(Violation {
            file: self.legend.file.clone(),
            line,
            trigger: self.name(root.event),
            began: self.began,
            rule,
        })
    }

    #[cold]
    fn closed(&self) -> Box<Violation> {
        let line = self.legend.nodes[self.contract.root as usize].line;
        let event = self.name(self.event);
        self.violation(
            line,
            Rule::Closed {
                event,
                cycle: self.cycle,
            },
        )
    }

    #[cold]
    fn unlisted(&self) -> Box<Violation> {
        let line = self.legend.nodes[self.contract.root as usize].line;
        let event = self.name(self.event);
        self.violation(
            line,
            Rule::Unlisted {
                event,
                cycle: self.cycle,
            },
        )
    }

    #[cold]
    fn uncaused(&self, uses: &Use) -> Box<Violation> {
        let places = uses
            .places
            .iter()
            .map(|&place| &self.legend.nodes[place as usize]);
        let mut causes: Vec<String> = Vec::new();
        for place in places.clone() {
            let cause = self.name(self.legend.nodes[place.parent as usize].event);
            if !causes.contains(&cause) {
                causes.push(cause);
            }
        }
        let first = &self.legend.nodes[uses.places[0] as usize];
        self.violation(
            first.line,
            Rule::Uncaused {
                tag: first.tag.text(),
                event: self.name(self.event),
                causes: causes.join(" or "),
                cycle: self.cycle,
            },
        )
    }

    #[cold]
    fn order(&self, later: &Node, cycle: u64, cause: u32, cause_cycle: u64) -> Box<Violation> {
        self.violation(
            later.line,
            Rule::Order {
                tag: later.tag.text(),
                event: self.name(later.event),
                cycle,
                cause: self.name(cause),
                cause_cycle,
            },
        )
    }

    #[cold]
    fn after_end(&self, end_cycle: u64, end: u32) -> Box<Violation> {
        let node = &self.legend.nodes[end as usize];
        self.violation(
            node.line,
            Rule::Ended {
                end: self.name(node.event),
                end_cycle,
                event: self.name(self.event),
                cycle: self.cycle,
            },
        )
    }

    #[cold]
    fn together(&self, other: u32, line: usize) -> Box<Violation> {
        self.violation(
            line,
            Rule::Together {
                event: self.name(self.event),
                cycle: self.cycle,
                other: self.name(other),
                other_cycle: self.seen[other as usize].last,
            },
        )
    }
}
