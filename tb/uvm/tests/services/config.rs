//! Who wins, what a user may set, and what a mistake is answered with.

use uvm::config::{Accepted, Config, Knob, Knobs};

const IDLE: Knob<u32> = Knob {
    name: "idle_percent",
    default: 30,
    doc: "Cycles of 100 in which a driver pauses.",
    accepted: Accepted::Range(0, 100),
};
const ORDER: Knob<&str> = Knob {
    name: "order",
    default: "fair",
    doc: "Who goes first.",
    accepted: Accepted::OneOf(&["fair", "oldest"]),
};
const TRACE: Knob<bool> = Knob {
    name: "trace",
    default: false,
    doc: "Prints every item.",
    accepted: Accepted::Any,
};

fn knobs() -> Knobs {
    let mut knobs = Knobs::default();
    knobs.declare(&IDLE).expect("the names differ");
    knobs.declare(&ORDER).expect("the names differ");
    knobs.declare(&TRACE).expect("the names differ");
    knobs
}

fn get(config: &Config, path: &str) -> Option<u32> {
    config.get(path, "n").expect("n is a u32")
}

#[test]
fn a_setting_reaches_the_paths_that_match() {
    let config = Config::default();
    config.set("env.agent_?.*", "n", 1_u32);
    assert_eq!(get(&config, "env.agent_0.driver"), Some(1));
    assert_eq!(get(&config, "env.agent_0.a.b"), Some(1));
    assert_eq!(get(&config, "env.agent_10.driver"), None);
    assert_eq!(get(&config, "env.agent_0"), None);
}

#[test]
fn the_last_of_equals_wins() {
    let config = Config::default();
    config.set("env.*", "n", 1_u32);
    config.set("*", "n", 2_u32);
    assert_eq!(
        get(&config, "env.a"),
        Some(2),
        "a wider pattern is not weaker"
    );
}

#[test]
fn an_outer_component_wins_over_an_inner_one_whatever_the_order() {
    let config = Config::default();
    config.within("env").set("agent.*", "n", 2_u32);
    config.within("env.agent").set("*", "n", 3_u32);
    assert_eq!(get(&config, "env.agent.driver"), Some(2));
    config.set("env.agent.driver", "n", 1_u32);
    config.within("env").set("agent.*", "n", 4_u32);
    assert_eq!(get(&config, "env.agent.driver"), Some(1));
    assert_eq!(get(&config, "env.agent.monitor"), Some(4));
    assert_eq!(
        get(&config, "agent.driver"),
        None,
        "a component's patterns start at itself"
    );
}

#[test]
fn a_user_wins_over_all_and_the_last_word_counts() {
    let (config, knobs) = (Config::default(), knobs());
    knobs.set(&config, "idle_percent=5").unwrap();
    config.set("*", "idle_percent", 50_u32);
    assert_eq!(config.knob("env.a", &IDLE).unwrap(), 5);
    knobs.set(&config, "env.b*.idle_percent = 0x1_0").unwrap();
    assert_eq!(config.knob("env.b1", &IDLE).unwrap(), 16);
    assert_eq!(config.knob("env.a", &IDLE).unwrap(), 5);
}

#[test]
fn a_knob_that_nobody_sets_has_its_default() {
    let config = Config::default();
    assert_eq!(config.knob("env", &IDLE).unwrap(), 30);
    knobs().set(&config, "env.order=oldest").unwrap();
    knobs().set(&config, "env.trace=true").unwrap();
    assert_eq!(config.knob("env", &ORDER).unwrap(), "oldest");
    assert!(config.knob("env", &TRACE).unwrap());
    assert_eq!(config.knob("other", &ORDER).unwrap(), "fair");
}

#[test]
fn any_type_can_be_set() {
    #[derive(Clone, PartialEq, Debug)]
    struct Shape(Vec<u8>);
    let config = Config::default();
    config.set("env", "shape", Shape(vec![1, 2]));
    assert_eq!(
        config.require::<Shape>("env", "shape").unwrap(),
        Shape(vec![1, 2])
    );
}

#[test]
fn mistakes_in_the_testbench() {
    let config = Config::default();
    config.set("env.*", "n", 1_u64);
    config.set("env.*", "idle_percent", 101_u32);
    let errors = [
        config.get::<u32>("env.a", "n").unwrap_err(),
        config.require::<u64>("top", "n").unwrap_err(),
        config.require::<u8>("top", "n").unwrap_err(),
        config.knob("env.a", &IDLE).unwrap_err(),
        knobs().declare(&IDLE).unwrap_err(),
    ];
    insta::assert_snapshot!(errors.map(|e| e.to_string()).join("\n"), @r#"
    failed to read setting env.a.n: it was set as u64, the component asks for u32; use one type
    failed to read setting top.n: nobody set it; settings of type u64 are: env.*.n
    failed to read setting top.n: nobody set it; settings of type u8 are: none
    knob "idle_percent" does not accept "101": give a whole number of 32 bits from 0 to 100
    failed to declare knob "idle_percent": the name is empty, has a dot, or is taken; choose another
    "#);
}

#[test]
fn mistakes_of_a_user_take_one_line() {
    let texts = [
        "idle_percnt=3",
        "env.*.zzz=3",
        "idle_percent=101",
        "idle_percent=-1",
        "idle_percent=many",
        "order=newest",
        "trace=yes",
        "trace",
    ];
    let errors = texts.map(|text| {
        knobs()
            .set(&Config::default(), text)
            .unwrap_err()
            .to_string()
    });
    insta::assert_snapshot!(errors.join("\n"), @r#"
    knob "idle_percnt" is unknown; did you mean idle_percent?
    knob "zzz" is unknown; known are: idle_percent, order, trace
    knob "idle_percent" does not accept "101": give a whole number of 32 bits from 0 to 100
    knob "idle_percent" does not accept "-1": give a whole number of 32 bits from 0 to 100
    knob "idle_percent" does not accept "many": give a whole number of 32 bits from 0 to 100
    knob "order" does not accept "newest": give one of fair, oldest
    knob "trace" does not accept "yes": give true or false
    override "trace" is not of the form path=value
    "#);
}

#[test]
fn a_file_sets_in_the_order_of_its_lines() {
    let config = Config::default();
    let text = r#"
        idle_percent = 1_0
        order = "oldest"
        [env."agent_*"]
        idle_percent = 0x14
        [env.agent_1]
        idle_percent = 30
        [env.agent_0]
        trace = true
    "#;
    knobs().set_from_toml(&config, text, "o.toml").unwrap();
    let idle = |path| config.knob(path, &IDLE).unwrap();
    assert_eq!(
        (idle("top"), idle("env.agent_0"), idle("env.agent_1")),
        (10, 20, 30)
    );
    assert_eq!(config.knob("top", &ORDER).unwrap(), "oldest");
    assert!(config.knob("env.agent_0", &TRACE).unwrap());
}

#[test]
fn a_mistake_in_a_file_names_its_line() {
    let texts = [
        "idle_percent = 3\norder = \"newest\"\n",
        "\n\n[env]\nidle_percnt = 3\n",
        "idle_percent = [1, 2]\n",
        "idle_percent 3\n",
        "[env\n",
    ];
    let errors = texts.map(|text| {
        let error = knobs().set_from_toml(&Config::default(), text, "o.toml");
        error.unwrap_err().to_string()
    });
    insta::assert_snapshot!(errors.join("\n"));
    let missing = std::path::Path::new("no/such.toml");
    let error = knobs()
        .set_from_file(&Config::default(), missing)
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with("failed to use file no/such.toml: "),
        "{error}"
    );
}

#[test]
fn settings_that_nobody_reads_are_listed() {
    let config = Config::default();
    config.set("env.*", "n", 1_u32);
    config.set("enb.*", "n", 1_u32);
    get(&config, "env.a");
    assert_eq!(config.unread(), ["enb.*.n"]);
}

#[test]
fn knobs_describe_themselves() {
    insta::assert_snapshot!(knobs().describe(), @"
    idle_percent=30  Cycles of 100 in which a driver pauses. (a whole number of 32 bits from 0 to 100)
    order=fair  Who goes first. (one of fair, oldest)
    trace=false  Prints every item. (true or false)
    ");
}
