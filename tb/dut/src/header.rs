//! Reading the ports of a top from the header that Verilator generates.

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::port::Direction;

/// One port, as the generated header declares it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Port {
    /// Name in the SystemVerilog source.
    pub(crate) name: String,
    /// Name of the C++ member.
    pub(crate) member: String,
    /// Direction.
    pub(crate) direction: Direction,
    /// Width in bits.
    pub(crate) width: usize,
}

impl Port {
    /// Bytes of storage: CData, SData, IData, QData, or words of 32 bits.
    pub(crate) fn bytes(&self) -> usize {
        match self.width {
            0..=8 => 1,
            9..=16 => 2,
            17..=32 => 4,
            33..=64 => 8,
            wide => wide.div_ceil(32) * 4,
        }
    }
}

/// All ports in the text of `Vdut.h`, in the header's order.
pub(crate) fn ports(top: &str, header: &str) -> Result<Vec<Port>, Error> {
    let section = header
        .split_once("// PORTS")
        .map_or("", |(_, rest)| rest)
        .lines()
        .map(str::trim)
        .skip(1)
        .take_while(|line| !is_next_section(line));
    let mut ports = Vec::new();
    for line in section {
        if line.is_empty() || line.starts_with("//") {
            continue;
        }
        ports.push(port(line).ok_or_else(|| Error::UnsupportedPort {
            top: top.to_owned(),
            declaration: line.trim_end_matches(';').to_owned(),
        })?);
    }
    Ok(ports)
}

/// Headings are in capitals: "// CELLS", "// CONSTRUCTORS".
fn is_next_section(line: &str) -> bool {
    line.strip_prefix("// ").is_some_and(|heading| {
        !heading.is_empty() && heading.chars().all(|c| c.is_ascii_uppercase() || c == ' ')
    })
}

/// A line such as `VL_INW(&s_data,591,0,19);`.
fn port(line: &str) -> Option<Port> {
    let (name, arguments) = line.strip_suffix(");")?.split_once('(')?;
    let kind = name.strip_prefix("VL_")?.trim_end_matches(|c: char| {
        // The storage class follows from the width.
        c.is_ascii_digit() || c == 'W'
    });
    let direction = match kind {
        "IN" => Direction::Input,
        "OUT" => Direction::Output,
        "INOUT" => Direction::InOut,
        _ => return None,
    };
    let mut fields = arguments.split(',');
    let member = fields.next()?.strip_prefix('&')?.to_owned();
    let msb: usize = fields.next()?.parse().ok()?;
    let lsb: usize = fields.next()?.parse().ok()?;
    Some(Port {
        name: decode(&member),
        width: msb.abs_diff(lsb) + 1,
        member,
        direction,
    })
}

/// Undoes Verilator's encoding of names: `__SYM__` before C++ keywords, `__0HH` for a character.
fn decode(member: &str) -> String {
    let mut rest = member.strip_prefix("__SYM__").unwrap_or(member);
    let mut name = String::new();
    while let Some(at) = rest.find("__0") {
        let code = rest.get(at + 3..at + 5);
        match code.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(code) => {
                name.push_str(&rest[..at]);
                name.push(char::from(code));
                rest = &rest[at + 5..];
            }
            None => {
                name.push_str(&rest[..at + 3]);
                rest = &rest[at + 3..];
            }
        }
    }
    name + rest
}

/// The port table that `cpp/plugin.cpp` includes.
pub(crate) fn port_table(ports: &[Port]) -> String {
    ports
        .iter()
        .map(|port| format!("DUT_PORT({}, {})\n", port.member, port.bytes()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "
    // PORTS
    // The application code writes and reads these signals to
    VL_IN8(&clk,0,0);
    VL_OUT16(&q,15,0);
    VL_INOUT8(&io,7,0);
    VL_INW(&a___05Fb,591,0,19);
    VL_OUT(&__SYM__int,0,31);

    // CELLS
    VL_IN8(&not_a_port,0,0);
";

    #[test]
    fn every_port_is_read_and_nothing_else() {
        let ports = ports("top", HEADER).unwrap();
        let read: Vec<_> = ports
            .iter()
            .map(|p| (p.name.as_str(), p.direction, p.width, p.bytes()))
            .collect();
        assert_eq!(
            read,
            [
                ("clk", Direction::Input, 1, 1),
                ("q", Direction::Output, 16, 2),
                ("io", Direction::InOut, 8, 1),
                ("a__b", Direction::Input, 592, 76),
                ("int", Direction::Output, 32, 4),
            ]
        );
    }

    #[test]
    fn a_declaration_that_is_not_understood_is_named() {
        for line in ["VL_OUT8((&un)[3],7,0);", "VlUnpacked<CData/*7:0*/, 3> &un;"] {
            let header = format!("    // PORTS\n    {line}\n    // CELLS\n");
            let error = ports("top", &header).unwrap_err().to_string();
            assert!(error.contains(line.trim_end_matches(';')), "{error}");
        }
    }
}
