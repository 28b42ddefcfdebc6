//! What a design prints.

/// How grave a message is, by the prefix that Verilator prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// `$display` and the like, `$info`.
    Info,
    /// `$warning`.
    Warning,
    /// `$error` and failed assertions.
    Error,
    /// `$fatal`, and errors that the simulator cannot go on from. (Verilator 5.006 prints `$fatal`
    /// as an error.)
    Fatal,
}

/// One line that a design printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// By the text's prefix.
    pub severity: Severity,
    /// The line as printed, such as `[40] %Error: fifo.sv:31: Assertion failed in TOP.fifo.full: ...`.
    pub text: String,
}

/// Splits what was printed into messages.
pub(crate) fn parse(log: &str) -> Vec<Message> {
    log.lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| Message {
            severity: severity(line),
            text: line.to_owned(),
        })
        .collect()
}

fn severity(line: &str) -> Severity {
    // A time may stand before the prefix: `[40] %Error: ...`.
    let rest = match line
        .strip_prefix('[')
        .and_then(|rest| rest.split_once("] "))
    {
        Some((_, rest)) => rest,
        None => line,
    };
    let prefixes = [
        ("%Fatal", Severity::Fatal),
        ("%Error", Severity::Error),
        ("%Warning", Severity::Warning),
    ];
    prefixes
        .into_iter()
        .find(|(prefix, _)| rest.starts_with(prefix))
        .map_or(Severity::Info, |(_, severity)| severity)
}
