//! Ports: every storage class, and what is said when a port is not as expected.

use dut::Direction;

use crate::support::{cycle, load};

#[test]
fn narrow_ports_round_trip() {
    let dut = load("storage");
    let clk = dut.input_bit("clk").unwrap();
    for width in [8, 16, 32, 37, 64] {
        let input = dut.input(&format!("a{width}"), width).unwrap();
        let output = dut.output(&format!("q{width}"), width).unwrap();
        let ones = u64::MAX >> (64 - width);
        for value in [0, 1, ones, 0x5a5a_5a5a_5a5a_5a5a & ones, 1 << (width - 1)] {
            input.set(value);
            cycle(&dut, &clk);
            assert_eq!(output.get(), value, "{width} bits");
            assert_eq!(input.get(), value, "{width} bits, read back");
        }
        // Bits above the width do not reach the design.
        input.set(u64::MAX);
        cycle(&dut, &clk);
        assert_eq!(output.get(), ones, "{width} bits, all ones");
    }
}

#[test]
fn narrow_ports_as_words() {
    let dut = load("storage");
    let clk = dut.input_bit("clk").unwrap();
    for (width, mask) in [(8, 0xff), (32, u32::MAX)] {
        let input = dut.input(&format!("a{width}"), width).unwrap();
        let output = dut.output(&format!("q{width}"), width).unwrap();
        input.write(&[0xdead_beef]);
        cycle(&dut, &clk);
        let mut words = [0];
        output.read(&mut words);
        assert_eq!(words, [0xdead_beef & mask], "{width} bits");
    }
    let input = dut.input("a37", 37).unwrap();
    let output = dut.output("q37", 37).unwrap();
    input.write(&[0x0123_4567, u32::MAX]);
    cycle(&dut, &clk);
    let mut words = [0; 2];
    output.read(&mut words);
    assert_eq!(words, [0x0123_4567, 0x1f]);
}

#[test]
fn wide_ports_round_trip() {
    let dut = load("storage");
    let clk = dut.input_bit("clk").unwrap();
    for (input, output, width) in [("a592", "q592", 592), ("a__65", "q__65", 65)] {
        let input = dut.input(input, width).unwrap();
        let output = dut.output(output, width).unwrap();
        assert_eq!(input.words(), width.div_ceil(32));
        let words: Vec<u32> = (1..=input.words() as u32)
            .map(|i| i.wrapping_mul(0x1357_9bdf))
            .collect();
        let mut expected = words.clone();
        let last = expected.len() - 1;
        expected[last] &= u32::MAX >> (32 * expected.len() - width);
        input.write(&words);
        cycle(&dut, &clk);
        let mut read = vec![0; output.words()];
        output.read(&mut read);
        assert_eq!(read, expected, "{width} bits");
        assert_eq!(
            output.get(),
            u64::from(words[0]) | u64::from(words[1]) << 32
        );

        // A short value clears the rest.
        input.set(7);
        cycle(&dut, &clk);
        output.read(&mut read);
        assert_eq!(read[0], 7);
        assert!(read[1..].iter().all(|word| *word == 0), "{read:?}");
    }
}

#[test]
fn bits_round_trip() {
    let dut = load("storage");
    let clk = dut.input_bit("clk").unwrap();
    let input = dut.input_bit("a1").unwrap();
    let output = dut.output_bit("q1").unwrap();
    let seen = dut.observe_bit("a1").unwrap();
    for value in [true, false, true] {
        input.set(value);
        cycle(&dut, &clk);
        assert_eq!(
            (output.get(), input.get(), seen.get()),
            (value, value, value)
        );
    }
}

#[test]
#[should_panic(expected = "a port of 592 bits is 19 words of 32 bits, not 18")]
fn a_slice_of_another_length_is_refused() {
    let dut = load("storage");
    dut.input("a592", 592).unwrap().write(&[0; 18]);
}

#[test]
fn an_inout_binds_both_ways() {
    let dut = load("inouts");
    let drive = dut.input_bit("drive").unwrap();
    let bus = dut.output("bus", 8).unwrap();
    dut.input("bus", 8).unwrap();
    drive.set(true);
    dut.eval();
    assert_eq!(bus.get(), 0xa5);
}

#[test]
fn a_port_that_is_not_as_expected_is_named() {
    let dut = load("storage");
    let messages = [
        dut.input("a593", 592).unwrap_err(),
        dut.input("nothing_like_it", 1).unwrap_err(),
        dut.input("a592", 593).unwrap_err(),
        dut.input_bit("a8").unwrap_err(),
        dut.input("q8", 8).unwrap_err(),
        dut.output("a8", 8).unwrap_err(),
    ]
    .map(|error| error.to_string());
    insta::assert_snapshot!(messages.join("\n"));
}

#[test]
fn ports_that_nobody_uses_are_listed() {
    let dut = load("counter");
    let names = |ports: Vec<dut::PortInfo>| ports.into_iter().map(|p| p.name).collect::<Vec<_>>();
    let sorted = |mut names: Vec<String>| {
        names.sort();
        names
    };
    assert_eq!(
        sorted(names(dut.unbound())),
        ["clk", "count", "dice", "enable", "noise", "rst"]
    );
    dut.input_bit("clk").unwrap();
    dut.output("count", 8).unwrap();
    // A monitor on an output uses it; a monitor on an input does not drive it.
    dut.observe("dice", 32).unwrap();
    dut.observe_bit("enable").unwrap();
    assert_eq!(sorted(names(dut.unbound())), ["enable", "noise", "rst"]);
}

#[test]
fn ports_have_the_names_and_widths_of_the_source() {
    let dut = load("storage");
    let ports = dut.ports();
    let port = ports.iter().find(|port| port.name == "a__65").unwrap();
    assert_eq!((port.direction, port.width), (Direction::Input, 65));
    assert_eq!(ports.len(), 17);
}

#[test]
fn handles_keep_the_model_alive() {
    let dut = load("storage");
    let input = dut.input("a64", 64).unwrap();
    drop(dut);
    input.set(42);
    assert_eq!(input.get(), 42);
}

#[test]
fn inputs_start_at_zero() {
    let dut = load("storage");
    for port in dut.ports() {
        if port.direction == Direction::Input {
            let input = dut.observe(&port.name, port.width).unwrap();
            let mut words = vec![1; input.words()];
            input.read(&mut words);
            assert!(words.iter().all(|word| *word == 0), "{}", port.name);
        }
    }
}
