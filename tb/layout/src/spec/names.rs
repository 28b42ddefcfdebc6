//! Which names can be used in Rust and SystemVerilog alike.

use crate::Problem;

/// Checks a name in snake case.
pub(super) fn snake(name: &str) -> Result<(), Problem> {
    let good = starts_with_letter(name)
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    if !good {
        return Err(Problem::Name("snake_case"));
    }
    if RUST.contains(&name) {
        return Err(Problem::Reserved("Rust"));
    }
    if SYSTEM_VERILOG.contains(&name) {
        return Err(Problem::Reserved("SystemVerilog"));
    }
    if CPP.contains(&name) {
        return Err(Problem::Reserved("C++, which Verilator warns of"));
    }
    Ok(())
}

/// Checks the name of a value, in upper case.
pub(super) fn upper(name: &str) -> Result<(), Problem> {
    let good = starts_with_letter(name)
        && name
            .chars()
            .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    if !good {
        return Err(Problem::Name("UPPER_CASE"));
    }
    // A generated constant that every enumeration has.
    if name == "ALL" {
        return Err(Problem::Reserved("the generated type"));
    }
    Ok(())
}

fn starts_with_letter(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// The Rust Reference, "Keywords".
const RUST: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// IEEE 1800-2017 Annex B.
#[rustfmt::skip]
const SYSTEM_VERILOG: &[&str] = &[
    "accept_on", "alias", "always", "always_comb", "always_ff", "always_latch", "and", "assert",
    "assign", "assume", "automatic", "before", "begin", "bind", "bins", "binsof", "bit", "break",
    "buf", "bufif0", "bufif1", "byte", "case", "casex", "casez", "cell", "chandle", "checker",
    "class", "clocking", "cmos", "config", "const", "constraint", "context", "continue", "cover",
    "covergroup", "coverpoint", "cross", "deassign", "default", "defparam", "design", "disable",
    "dist", "do", "edge", "else", "end", "endcase", "endchecker", "endclass", "endclocking",
    "endconfig", "endfunction", "endgenerate", "endgroup", "endinterface", "endmodule",
    "endpackage", "endprimitive", "endprogram", "endproperty", "endsequence", "endspecify",
    "endtable", "endtask", "enum", "event", "eventually", "expect", "export", "extends", "extern",
    "final", "first_match", "for", "force", "foreach", "forever", "fork", "forkjoin", "function",
    "generate", "genvar", "global", "highz0", "highz1", "if", "iff", "ifnone", "ignore_bins",
    "illegal_bins", "implements", "implies", "import", "incdir", "include", "initial", "inout",
    "input", "inside", "instance", "int", "integer", "interconnect", "interface", "intersect",
    "join", "join_any", "join_none", "large", "let", "liblist", "library", "local", "localparam",
    "logic", "longint", "macromodule", "matches", "medium", "modport", "module", "nand",
    "negedge", "nettype", "new", "nexttime", "nmos", "nor", "noshowcancelled", "not", "notif0",
    "notif1", "null", "or", "output", "package", "packed", "parameter", "pmos", "posedge",
    "primitive", "priority", "program", "property", "protected", "pull0", "pull1", "pulldown",
    "pullup", "pulsestyle_ondetect", "pulsestyle_onevent", "pure", "rand", "randc", "randcase",
    "randsequence", "rcmos", "real", "realtime", "ref", "reg", "reject_on", "release", "repeat",
    "restrict", "return", "rnmos", "rpmos", "rtran", "rtranif0", "rtranif1", "s_always",
    "s_eventually", "s_nexttime", "s_until", "s_until_with", "scalared", "sequence", "shortint",
    "shortreal", "showcancelled", "signed", "small", "soft", "solve", "specify", "specparam",
    "static", "string", "strong", "strong0", "strong1", "struct", "super", "supply0", "supply1",
    "sync_accept_on", "sync_reject_on", "table", "tagged", "task", "this", "throughout", "time",
    "timeprecision", "timeunit", "tran", "tranif0", "tranif1", "tri", "tri0", "tri1", "triand",
    "trior", "trireg", "type", "typedef", "union", "unique", "unique0", "unsigned", "until",
    "until_with", "untyped", "use", "uwire", "var", "vectored", "virtual", "void", "wait",
    "wait_order", "wand", "weak", "weak0", "weak1", "while", "wildcard", "wire", "with",
    "within", "wor", "xnor", "xor",
];

/// Keywords of C++ that neither of the other languages has: Verilator -Wall warns of them.
#[rustfmt::skip]
const CPP: &[&str] = &[
    "asm", "auto", "bool", "catch", "char", "char16_t", "char32_t", "char8_t", "co_await",
    "co_return", "co_yield", "compl", "concept", "const_cast", "consteval", "constexpr", "constinit",
    "decltype", "delete", "double", "dynamic_cast", "explicit", "float", "friend", "goto", "inline",
    "long", "mutable", "namespace", "noexcept", "nullptr", "operator", "private", "reinterpret_cast",
    "requires", "short", "sizeof", "static_assert", "static_cast", "switch", "template",
    "thread_local", "throw", "typeid", "typename", "using", "volatile", "wchar_t",
];
