//! What the tests share: the misbehaving bench as a program, a folder of its own, and text without what varies.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// A folder with RTL, a cache and an output folder, and the program standing in it.
pub(crate) struct Workshop {
    folder: TempDir,
}

impl Workshop {
    pub(crate) fn new() -> Self {
        let workshop = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        workshop.file("rtl/rtl.toml", "");
        workshop
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn out(&self) -> PathBuf {
        self.path().join("out")
    }

    pub(crate) fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap()
    }

    /// The program with `arguments`, apart at blanks.
    pub(crate) fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(program());
        command
            .args(arguments.split_whitespace())
            .current_dir(self.path())
            .env_remove("RDMATB_RTL")
            .env("RDMATB_CACHE", self.path().join("cache"));
        command
    }

    pub(crate) fn run(&self, arguments: &str) -> Ran {
        Ran::new(self, self.command(arguments).output().unwrap())
    }
}

/// What a command printed and how it ended.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    pub(crate) fn new(workshop: &Workshop, output: Output) -> Self {
        let text = |bytes: Vec<u8>| {
            let text = String::from_utf8(bytes).unwrap();
            text.replace(&workshop.path().display().to_string(), "[DIR]")
        };
        Self {
            code: output.status.code().unwrap(),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }

    /// The one line that says what was wrong.
    pub(crate) fn error(&self) -> &str {
        let errors: Vec<&str> = self
            .stderr
            .lines()
            .filter(|line| line.starts_with("error: "))
            .collect();
        assert_eq!(errors.len(), 1, "one error line in {}", self.stderr);
        errors[0]
    }
}

/// The misbehaving bench, built by cargo next to this test.
fn program() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let program = test
        .ancestors()
        .nth(2)
        .unwrap()
        .join("examples/misbehaving");
    assert!(
        program.is_file(),
        "build it with `cargo build -p regress --examples`, as `cargo test` does"
    );
    program
}

/// `text` with wall-clock times and the rates made from them replaced by signs, and runs of blanks by one.
pub(crate) fn steady(text: &str) -> String {
    let line = |line: &str| {
        let mut words: Vec<String> = line.split_whitespace().map(steady_word).collect();
        if let [.., rate, time, unit] = words.as_mut_slice()
            && time == "[N]"
            && unit == "s"
        {
            "[RATE]".clone_into(rate);
        }
        let indent = line.len() - line.trim_start().len();
        format!("{}{}", " ".repeat(indent), words.join(" ")).replace("[N] s", "[TIME]")
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn steady_word(word: &str) -> String {
    let bare = word.trim_start_matches('(');
    let is_time = bare.split_once('.').is_some_and(|(whole, hundredths)| {
        whole.chars().all(|c| c.is_ascii_digit())
            && hundredths.len() == 2
            && hundredths.chars().all(|c| c.is_ascii_digit())
    });
    if is_time {
        word.replace(bare, "[N]")
    } else {
        word.to_owned()
    }
}
