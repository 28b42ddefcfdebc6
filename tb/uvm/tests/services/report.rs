//! What is shown, counted, kept, expected, and when it is enough.

use std::cell::{Cell, RefCell};
use std::io::Write;
use std::rc::Rc;

use uvm::report::{
    Catcher, Console, Message, Now, ReportServer, Settings, Severity, Sink, Stop, Verbosity,
};

/// Keeps what it is shown.
#[derive(Default)]
struct Shown(RefCell<Vec<Message>>);

impl Sink for Shown {
    fn message(&self, message: &Message) {
        self.0.borrow_mut().push(message.clone());
    }
}

impl Shown {
    fn texts(&self) -> Vec<String> {
        self.0.borrow().iter().map(|m| m.text.clone()).collect()
    }
}

fn server() -> (ReportServer, Rc<Shown>) {
    with_limit(None)
}

fn with_limit(error_limit: Option<u64>) -> (ReportServer, Rc<Shown>) {
    let server = ReportServer::new(Settings {
        error_limit,
        ..Settings::default()
    });
    let shown = Rc::new(Shown::default());
    server.add_sink(shown.clone());
    (server, shown)
}

#[test]
fn the_last_verbosity_that_matches_a_path_wins() {
    let (server, shown) = server();
    let (driver, monitor) = (
        server.at("env.agent.driver"),
        server.at("env.agent.monitor"),
    );
    driver.info("beat", Verbosity::High, "too much by default");
    server.set_verbosity("env.*", Verbosity::Debug);
    server.set_verbosity("*.monitor", Verbosity::None);
    driver.info("beat", Verbosity::High, "driver speaks");
    monitor.info("beat", Verbosity::Low, "monitor does not");
    monitor.info("beat", Verbosity::None, "but for this");
    monitor.warning("beat", "and warnings");
    assert_eq!(
        shown.texts(),
        ["driver speaks", "but for this", "and warnings"]
    );
}

#[test]
fn text_that_is_not_shown_is_not_formatted() {
    struct Costly<'a>(&'a Cell<u32>);
    impl std::fmt::Display for Costly<'_> {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            self.0.set(self.0.get() + 1);
            f.write_str("costly")
        }
    }
    let (server, _) = server();
    let formatted = Cell::new(0);
    let reporter = server.at("env");
    reporter.info("a", Verbosity::Debug, Costly(&formatted));
    assert_eq!(formatted.get(), 0);
    reporter.info("a", Verbosity::Low, Costly(&formatted));
    assert_eq!(formatted.get(), 1);
}

#[test]
fn the_run_stops_at_the_error_limit_or_a_fatal() {
    let (server, _) = with_limit(Some(2));
    let reporter = server.at("env");
    reporter.warning("w", "not an error");
    reporter.error("e", "first");
    assert_eq!(server.should_stop(), None);
    reporter.error("e", "second");
    assert_eq!(server.should_stop(), Some(Stop::ErrorLimit(2)));

    let (server, _) = server_without_limit_after_fatal();
    assert_eq!(server.should_stop(), Some(Stop::Fatal));
}

fn server_without_limit_after_fatal() -> (ReportServer, Rc<Shown>) {
    let (server, shown) = server();
    server.at("env").error("e", "goes on");
    assert_eq!(server.should_stop(), None);
    server.at("env").fatal("f", "does not");
    (server, shown)
}

#[test]
fn an_expected_error_is_shown_as_information_and_does_not_fail_the_run() {
    let (server, shown) = server();
    let caught = server.catch(Catcher::expect("crc.*").within("env.rx*").containing("bad"));
    server.at("env.rx0").error("crc.header", "bad header");
    assert_eq!(caught.count(), 1);
    assert_eq!(shown.0.borrow()[0].severity, Severity::Info);
    assert!(server.finish().passed());

    for (path, id, text) in [
        ("env.tx0", "crc.header", "bad"),
        ("env.rx0", "len", "bad"),
        ("env.rx0", "crc.header", "good"),
    ] {
        let (server, _) = self::server();
        server.catch(
            Catcher::expect("crc.*")
                .within("env.rx*")
                .containing("bad")
                .times(0..),
        );
        server.at(path).error(id, text);
        assert!(!server.finish().passed(), "{path} {id} {text}");
    }
}

#[test]
fn an_expected_error_that_does_not_come_is_an_error() {
    let (server, _) = server();
    server.catch(Catcher::expect("crc").within("env.*").times(2..));
    server.at("env.rx").error("crc", "only one");
    let totals = server.finish();
    assert_eq!(totals.of_id(Severity::Error, "report.expected"), 1);
    insta::assert_snapshot!(
        server.failures()[0].text,
        @"expected at least 2 of ERROR [crc] of env.*, got 1"
    );
    assert_eq!(server.finish(), totals, "a second call finds nothing new");
}

#[test]
fn errors_beyond_the_expected_number_count() {
    let (server, _) = server();
    server.catch(Catcher::expect("crc").times(1..=2));
    for _ in 0..3 {
        server.at("env").error("crc", "again");
    }
    assert_eq!(server.finish().of(Severity::Error), 1);
}

#[test]
fn the_newest_catcher_takes_the_message_and_may_drop_it() {
    let (server, shown) = server();
    let old = server.catch(Catcher::expect("e").times(0..).becomes(Severity::Warning));
    let new = server.catch(Catcher::expect("e").times(..=1).suppress());
    server.at("env").error("e", "dropped");
    server.at("env").error("e", "demoted");
    assert_eq!((old.count(), new.count()), (1, 1));
    assert_eq!(shown.texts(), ["demoted"]);
    assert_eq!(server.totals().of(Severity::Warning), 1);
}

#[test]
fn only_so_many_messages_are_kept_but_all_are_counted() {
    let server = ReportServer::new(Settings {
        keep: 3,
        error_limit: None,
        ..Settings::default()
    });
    for n in 0..10 {
        server.at("env").error("e", n);
    }
    let kept: Vec<_> = server.messages().iter().map(|m| m.text.clone()).collect();
    assert_eq!(kept, ["0", "1", "2"]);
    assert_eq!(server.totals().of_id(Severity::Error, "e"), 10);
}

#[test]
fn a_failure_says_when_where_and_what() {
    let (server, shown) = server();
    server.set_clock(|| Now {
        cycle: 321,
        time_ps: 1_284_500,
    });
    let details = vec!["expected  4096".to_owned(), "observed  3072".to_owned()];
    server.at("env").child("scoreboard").report(
        Severity::Error,
        "match",
        "lengths differ",
        details,
    );
    server.at("env").warning("late", "x");
    insta::assert_snapshot!(shown.0.borrow()[0], @"
    ERROR env.scoreboard [match] at 1284.500 ns (cycle 321): lengths differ
        expected  4096
        observed  3072
    ");
    insta::assert_snapshot!(server.totals(), @"
    INFO    0
    WARNING 1
      [late] 1
    ERROR   1
      [match] 1
    FATAL   0
    ");
}

#[test]
fn a_console_writes_a_line_per_message() {
    /// A writer whose bytes the test can see.
    #[derive(Clone, Default)]
    struct Screen(Rc<RefCell<Vec<u8>>>);
    impl Write for Screen {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let screen = Screen::default();
    let (server, _) = server();
    server.add_sink(Rc::new(Console::new(screen.clone())));
    server.at("env").error("e", "text");
    assert_eq!(
        screen.0.borrow().as_slice(),
        b"ERROR env [e] at 0 ns (cycle 0): text\n"
    );
}

#[test]
fn findings_of_a_simulation_are_errors_that_can_be_expected() {
    let simulation = uvm::Simulation::new(uvm::SimConfig::default());
    let (server, _) = server();
    server.follow(&simulation.handle());
    server.catch(Catcher::expect("axis.*"));
    let scope = simulation.handle().scope("env");
    scope.find("axis.valid_held", "dropped");
    scope.find("data", "wrong\nexpected 1\nobserved 2");
    let failures = server.failures();
    assert_eq!(failures.len(), 1);
    assert_eq!(
        (failures[0].id.as_str(), failures[0].path.as_str()),
        ("data", "env")
    );
    assert_eq!(failures[0].details, ["expected 1", "observed 2"]);
}

#[test]
fn verbosities_have_names() {
    assert_eq!("HIGH".parse::<Verbosity>().unwrap(), Verbosity::High);
    insta::assert_snapshot!(
        "loud".parse::<Verbosity>().unwrap_err(),
        @r#"verbosity "loud" is unknown; use none, low, medium, high, full or debug"#
    );
}
