//! The committed generated files are what the description says.

#[test]
fn committed_files_equal_the_generators_output() {
    for file in rdma::layouts::generated_files().unwrap() {
        let committed = std::fs::read_to_string(&file.path).unwrap_or_default();
        assert!(
            committed == file.text,
            "{} is not what rtl/layouts.toml says; refresh it: cargo run -p rdma --bin layouts",
            file.path.display()
        );
    }
}
