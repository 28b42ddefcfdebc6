//! Compiles the C++ half of the bridge in `src/bridge.rs`.

fn main() {
    cxx_build::bridge("src/bridge.rs")
        .std("c++17")
        .compile("dut-bridge");
    println!("cargo::rerun-if-changed=src/bridge.rs");
    println!("cargo::rerun-if-changed=cpp/model.h");
}
