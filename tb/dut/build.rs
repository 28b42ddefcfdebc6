//! Compiles the C++ half of the bridge in `src/bridge.rs`.

fn main() {
    cxx_build::bridge("src/bridge.rs")
        .file("cpp/replay.cpp")
        .std("c++17")
        .compile("dut-bridge");
    println!("cargo::rerun-if-changed=src/bridge.rs");
    for file in ["model.h", "replay.h", "replay.cpp"] {
        println!("cargo::rerun-if-changed=cpp/{file}");
    }
}
