//! Integration tests: each builds small models from `tests/rtl`.
#[test]
fn smoke() {
    use dut::*;
    let tools = Toolchain::discover().unwrap();
    println!("{tools:?}");
    let design = Design::new("storage").source("tests/rtl/storage.sv");
    for f in [Flavour::Fast, Flavour::Cov, Flavour::Wave] {
        for _ in 0..2 {
            let t = std::time::Instant::now();
            let tools = Toolchain::discover().unwrap();
            let model = match ModelCache::new("/tmp/dutx/cache").build(&tools, &design, f, &mut |p| println!("{:?} {p:?}", t.elapsed())) { Ok(m) => m, Err(e) => panic!("{e}") };
            let dut = model.load(&LoadOptions::default()).unwrap();
            println!("{:?} loaded {:?}", t.elapsed(), dut.unbound().len());
            let d = dut.input("a592", 592).unwrap();
            let q = dut.output("q592", 592).unwrap();
            let clk = dut.input_bit("clk").unwrap();
            let mut w = [0; 19];
            w[18] = 0xffff_ffff; w[0] = 3;
            d.write(&w);
            clk.set(false); dut.eval(); clk.set(true); dut.eval();
            let mut r = [0; 19];
            q.read(&mut r);
            println!("{:x?}", r);
            let t = std::time::Instant::now();
            for _ in 0..1000000 { clk.set(false); dut.eval(); clk.set(true); dut.eval(); }
            println!("1M cycles {:?}", t.elapsed());
        }
    }
}
