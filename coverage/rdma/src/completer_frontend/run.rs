//! What must have been seen at least once: rules of the contract, lines of its order.

use coverage::{BinDef, Error, Group, GroupDef, PointDef, covergroup};
use model::completer_frontend::Rule;

covergroup! {
    /// Every rule of the contract that demanded a beat or decided a transaction, once a run.
    #[testpoint = "completer.rules"]
    pub(super) Rules(rule: Rule) {
        rule: rule => { each Rule };
    }
}

/// The lines of the ordering contract, each a bin, hit once a run in which it was taken.
///
/// # Errors
/// If two lines have one name.
pub(super) fn ordering<'a>(lines: impl Iterator<Item = (&'a str, u64)>) -> Result<Group, Error> {
    let lines: Vec<(&str, u64)> = lines.collect();
    let bins = (0_u32..)
        .zip(&lines)
        .map(|(number, (name, _))| BinDef::one(name, number));
    let point = bins.fold(PointDef::new("line"), PointDef::bin);
    let definition = GroupDef::new("OrderingContract")
        .description("Lines of the ordering contract that were taken. tb/env/contracts/completer_frontend.legend.")
        .testpoint("completer.order.contract")
        .point(point);
    let mut group = Group::new(&definition)?;
    for (number, (_, count)) in (0_i128..).zip(&lines) {
        if *count > 0 {
            // No bin of this group is illegal.
            let _ = group.sample(&[Some(number)], &[]);
        }
    }
    Ok(group)
}
