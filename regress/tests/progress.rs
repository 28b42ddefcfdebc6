//! Progress where there is no terminal.

use crate::support::{Workshop, steady};

#[test]
fn a_line_per_run() {
    let ran = Workshop::new().run("run good.counts bad.mismatch -j 1");
    insta::assert_snapshot!(steady(&ran.stderr));
}
