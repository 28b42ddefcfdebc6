//! `rdmatb list`.

use crate::support::Workshop;

#[test]
fn lists_name_testpoint_and_purpose() {
    let ran = Workshop::new().run("list good wild.f*");
    assert_eq!(ran.code, 0);
    insta::assert_snapshot!(ran.stdout);
}

#[test]
fn lists_one_json_object_per_test() {
    let ran = Workshop::new().run("list bad.mismatch --json");
    let test: serde_json::Value = serde_json::from_str(ran.stdout.trim()).unwrap();
    assert_eq!(test["name"], "bad.mismatch");
    assert_eq!(test["purpose"], "a check fails");
    assert_eq!(test["testpoint"], "bad.point.mismatch");
}

#[test]
fn needs_neither_rtl_nor_cache() {
    let workshop = Workshop::new();
    std::fs::remove_dir_all(workshop.path().join("rtl")).unwrap();
    let ran = workshop
        .command("list")
        .env_remove("RDMATB_CACHE")
        .env_remove("HOME")
        .output()
        .unwrap();
    assert!(ran.status.success());
}
