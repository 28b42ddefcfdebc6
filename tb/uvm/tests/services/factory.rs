//! Which maker makes a component.

use uvm::factory::{Factory, Product};

trait Driver: std::fmt::Debug {
    fn speed(&self) -> u32;
}
impl Product for dyn Driver {
    type Args = u32;
}

trait Monitor {}
impl Product for dyn Monitor {
    type Args = ();
}

#[derive(Debug)]
struct Plain(u32);
impl Driver for Plain {
    fn speed(&self) -> u32 {
        self.0
    }
}

fn speed(factory: &Factory, path: &str) -> u32 {
    let driver = factory.create::<dyn Driver>(path, 1);
    driver.expect("a driver is registered").speed()
}

/// Registered makes what it is told; overrides multiply.
fn factory() -> Factory {
    let factory = Factory::default();
    factory.register::<dyn Driver>(|args| Box::new(Plain(args)));
    factory
}

#[test]
fn the_strongest_and_then_the_last_maker_wins() {
    let factory = factory();
    assert_eq!(speed(&factory, "env.a"), 1);
    factory.override_at::<dyn Driver>("env.a*", |n| Box::new(Plain(10 * n)));
    factory.override_type::<dyn Driver>(|n| Box::new(Plain(20 * n)));
    factory.override_type::<dyn Driver>(|n| Box::new(Plain(30 * n)));
    factory.register::<dyn Driver>(|_| Box::new(Plain(0)));
    assert_eq!(
        (speed(&factory, "env.a"), speed(&factory, "env.b")),
        (10, 30)
    );
    factory.override_at::<dyn Driver>("*.a", |n| Box::new(Plain(40 * n)));
    assert_eq!(
        (speed(&factory, "env.a"), speed(&factory, "env.ab")),
        (40, 10)
    );
}

#[test]
fn a_maker_may_use_the_factory() {
    let factory = factory();
    let inner = factory.clone();
    factory.override_at::<dyn Driver>("env", move |n| {
        let child = inner.create::<dyn Driver>("env.child", n).unwrap();
        Box::new(Plain(100 + child.speed()))
    });
    assert_eq!(speed(&factory, "env"), 101);
}

#[test]
fn products_do_not_mix() {
    let factory = factory();
    factory.override_type::<dyn Driver>(|n| Box::new(Plain(n)));
    let error = factory
        .create::<dyn Monitor>("env.m", ())
        .err()
        .unwrap()
        .to_string();
    assert!(
        error.contains("dyn services::factory::Monitor at env.m: nothing is registered"),
        "{error}"
    );
}

#[test]
fn the_trace_says_which_maker_made_what() {
    let factory = factory();
    factory.override_at::<dyn Driver>("env.b", |n| Box::new(Plain(n)));
    factory.override_at::<dyn Driver>("enb.*", |n| Box::new(Plain(n)));
    speed(&factory, "env.a");
    speed(&factory, "env.b");
    let trace = factory.to_string();
    let lines: Vec<_> = trace.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(
        lines[0].starts_with("env.a: dyn services::factory::Driver, registered ("),
        "{trace}"
    );
    assert!(
        lines[1].contains("Driver, instance override of env.b ("),
        "{trace}"
    );
    assert!(lines[1].contains(file!()), "{trace}");
    let unused = factory.unused();
    assert_eq!(unused.len(), 1);
    assert!(
        unused[0].starts_with("instance override of enb.* of "),
        "{unused:?}"
    );
}
