//! One toolchain and one cache folder for all tests: the suite is fast when run again.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;

use dut::{
    Design, Dut, Error, Flavour, InputBit, LoadOptions, Model, ModelCache, Progress, Toolchain,
};
use tempfile::TempDir;

pub(crate) static TOOLS: LazyLock<Toolchain> = LazyLock::new(|| Toolchain::discover().unwrap());

/// The shared cache. Edited designs leave models that no later run can use; old ones go.
pub(crate) fn cache() -> &'static ModelCache {
    static CACHE: LazyLock<ModelCache> = LazyLock::new(|| {
        let cache = ModelCache::new(Path::new(env!("CARGO_TARGET_TMPDIR")).join("models"));
        cache.clean_stale(Duration::from_secs(24 * 3600)).unwrap();
        cache
    });
    &CACHE
}

pub(crate) fn rtl(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/rtl")
        .join(name)
}

/// The design of `tests/rtl/<top>.sv`.
pub(crate) fn design(top: &str) -> Design {
    Design::new(top)
        .source(rtl(&format!("{top}.sv")))
        .include(rtl("inc"))
}

/// Builds in the shared cache; also tells whether Verilator ran.
pub(crate) fn build(design: &Design, flavour: Flavour) -> Result<(Model, bool), Error> {
    let mut built = false;
    let model = cache().build(&TOOLS, design, flavour, &mut |step| {
        built |= step == Progress::Verilating;
    })?;
    Ok((model, built))
}

pub(crate) fn model(top: &str, flavour: Flavour) -> Model {
    build(&design(top), flavour).unwrap().0
}

pub(crate) fn load(top: &str) -> Dut {
    model(top, Flavour::Fast)
        .load(&LoadOptions::default())
        .unwrap()
}

/// One clock cycle: low, then high.
pub(crate) fn cycle(dut: &Dut, clk: &InputBit) {
    clk.set(false);
    dut.eval();
    clk.set(true);
    dut.eval();
}

/// A copy of a test design in a folder of its own, to be edited. Not like any earlier one: its path
/// is part of the fingerprint.
pub(crate) struct Editable {
    pub(crate) folder: TempDir,
    pub(crate) design: Design,
}

impl Editable {
    /// The counter with its include file in `inc/`.
    pub(crate) fn counter() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("counter.sv");
        fs::copy(rtl("counter.sv"), &source).unwrap();
        fs::create_dir(folder.path().join("inc")).unwrap();
        fs::copy(rtl("inc/step.svh"), folder.path().join("inc/step.svh")).unwrap();
        let design = Design::new("counter")
            .source(source)
            .include(folder.path().join("inc"));
        Self { folder, design }
    }

    pub(crate) fn edit(&self, file: &str, from: &str, to: &str) {
        let path = self.folder.path().join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{file} has no {from}");
        fs::write(&path, text.replace(from, to)).unwrap();
    }
}

/// What the counter counts to in three enabled cycles.
pub(crate) fn three_counts(model: &Model) -> u64 {
    let dut = model.load(&LoadOptions::default()).unwrap();
    let clk = dut.input_bit("clk").unwrap();
    let rst = dut.input_bit("rst").unwrap();
    let enable = dut.input_bit("enable").unwrap();
    let width = dut
        .ports()
        .iter()
        .find(|p| p.name == "count")
        .unwrap()
        .width;
    let count = dut.output("count", width).unwrap();
    rst.set(true);
    cycle(&dut, &clk);
    rst.set(false);
    enable.set(true);
    for _ in 0..3 {
        cycle(&dut, &clk);
    }
    count.get()
}
