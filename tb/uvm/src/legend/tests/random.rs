//! Random contracts: walks that are legal by construction pass, one swapped pair does not, and the order of
//! events within a cycle changes no verdict.

use quickcheck::{Arbitrary, Gen, TestResult, quickcheck};

use super::{Checker, Legend};

/// A tree of distinct events: parent and tag of each, the trigger first.
#[derive(Clone, Debug)]
struct Tree {
    nodes: Vec<(usize, &'static str)>,
    /// Gap of each event after its causes, in cycles; 0 leaves it out, with what it nests.
    gaps: Vec<u64>,
    /// Chooses the order within a cycle, and the pair to swap.
    salt: u64,
}

impl Arbitrary for Tree {
    fn arbitrary(g: &mut Gen) -> Self {
        let count = usize::arbitrary(g) % 14 + 3;
        let mut nodes = vec![(0, "TRIGGER")];
        for index in 1..count {
            let tag = g
                .choose(&["THEN", "ANY-ORDER", "ANY-ORDER", "ASYNC"])
                .copied()
                .unwrap_or("THEN");
            nodes.push((usize::arbitrary(g) % index, tag));
        }
        let gaps = (0..count).map(|_| u64::arbitrary(g) % 5).collect();
        let salt = u64::arbitrary(g);
        Self { nodes, gaps, salt }
    }
}

impl Tree {
    fn children(&self, parent: usize) -> impl Iterator<Item = usize> {
        (1..self.nodes.len()).filter(move |&node| self.nodes[node].0 == parent)
    }

    fn text(&self) -> String {
        fn add(tree: &Tree, node: usize, depth: usize, text: &mut String) {
            text.push_str(&format!(
                "{:1$}[{2}] e{node}\n",
                "",
                depth * 2,
                tree.nodes[node].1
            ));
            tree.children(node)
                .for_each(|child| add(tree, child, depth + 1, text));
        }
        let mut text = String::new();
        add(self, 0, 0, &mut text);
        text
    }

    /// The cycle of each event that comes, and all pairs (earlier, later) that are ordered.
    fn walk(&self) -> (Vec<Option<u64>>, Vec<(usize, usize)>) {
        let mut cycles = vec![None; self.nodes.len()];
        let mut pairs = Vec::new();
        cycles[0] = Some(10);
        self.place_children(0, &mut cycles, &mut pairs);
        (cycles, pairs)
    }

    fn place_children(
        &self,
        parent: usize,
        cycles: &mut [Option<u64>],
        pairs: &mut Vec<(usize, usize)>,
    ) {
        let mut older: Vec<usize> = Vec::new();
        let mut run: Vec<usize> = Vec::new();
        for child in self.children(parent) {
            let tag = self.nodes[child].1;
            // It parts the runs above and below it whether it comes or not.
            if tag == "THEN" {
                older.append(&mut run);
            }
            if self.gaps[child] == 0 {
                continue;
            }
            let causes: Vec<usize> = match tag {
                "ASYNC" => vec![],
                _ => older.iter().copied().chain([parent]).collect(),
            };
            let latest = causes.iter().filter_map(|&cause| cycles[cause]).max();
            cycles[child] = Some(latest.unwrap_or(9) + self.gaps[child]);
            pairs.extend(causes.into_iter().map(|cause| (cause, child)));
            match tag {
                "THEN" => older.push(child),
                "ANY-ORDER" => run.push(child),
                _ => {}
            }
            self.place_children(child, cycles, pairs);
        }
    }

    /// Whether the whole walk is legal; events of one cycle come in an order chosen by `salt`.
    fn legal(&self, cycles: &[Option<u64>], salt: u64) -> bool {
        legal(
            &self.text(),
            cycles
                .iter()
                .enumerate()
                .skip(1)
                .filter_map(|(node, cycle)| Some((node, (*cycle)?))),
            salt,
        )
    }
}

/// Mixes two numbers into a sort key.
fn mix(a: u64, b: u64) -> u64 {
    (a ^ b.wrapping_mul(0x9E37_79B9_7F4A_7C15))
        .wrapping_mul(0xBF58_476D_1CE4_E5B9)
        .rotate_left(31)
}

fn legal(text: &str, events: impl Iterator<Item = (usize, u64)>, salt: u64) -> bool {
    let legend = Legend::parse(text, "random.legend", &[]).expect("well-formed");
    let mut checker = Checker::new(&legend);
    let txn = checker.begin(legend.trigger("e0").expect("the trigger"), 10);
    let mut events: Vec<_> = events.collect();
    events.sort_by_key(|&(node, cycle)| (cycle, mix(salt, node as u64)));
    // No short-cut: the checker has to get through all of it.
    let verdicts = events.into_iter().map(|(node, cycle)| {
        let event = legend.event(&format!("e{node}")).expect("listed");
        checker.event(txn, event, cycle).is_ok()
    });
    verdicts.fold(true, |all, one| all & one)
}

quickcheck! {
    fn legal_walks_pass(tree: Tree) -> bool {
        let (cycles, _) = tree.walk();
        tree.legal(&cycles, tree.salt)
    }

    fn a_swapped_pair_is_refused(tree: Tree) -> TestResult {
        let (mut cycles, pairs) = tree.walk();
        // The trigger cannot be swapped: it begins the transaction.
        let pairs: Vec<_> = pairs.into_iter().filter(|pair| pair.0 != 0).collect();
        if pairs.is_empty() {
            return TestResult::discard();
        }
        let (earlier, later) = pairs[usize::try_from(tree.salt % pairs.len() as u64).expect("small")];
        cycles.swap(earlier, later);
        TestResult::from_bool(!tree.legal(&cycles, tree.salt))
    }

    fn an_ordered_pair_in_one_cycle_is_refused(tree: Tree) -> TestResult {
        let (mut cycles, pairs) = tree.walk();
        if pairs.is_empty() {
            return TestResult::discard();
        }
        let (earlier, later) = pairs[usize::try_from(tree.salt % pairs.len() as u64).expect("small")];
        cycles[later] = cycles[earlier];
        TestResult::from_bool(!tree.legal(&cycles, tree.salt))
    }

    fn the_order_within_a_cycle_changes_no_verdict(events: Vec<(u8, u8)>, salts: (u64, u64)) -> bool {
        let walk = || events.iter().map(|&(event, cycle)| (usize::from(event % 6) + 1, 10 + u64::from(cycle % 6)));
        legal(TANGLED, walk(), salts.0) == legal(TANGLED, walk(), salts.1)
    }
}

/// Every rule at once, with events at several places.
const TANGLED: &str = "\
[TRIGGER] e0
  [THEN] e1 [ONCE]
    [ANY-ORDER] e2
      [THEN] e3
      [ANY-ORDER] e4
    [ANY-ORDER] e4
    [ANY-ORDER] e5 [END]
  [ANY-ORDER] e3 [NOT-WITH: e5]
    [THEN] e4
  [ASYNC] e6
    [THEN] e2
";
