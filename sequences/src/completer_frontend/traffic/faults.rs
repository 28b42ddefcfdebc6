//! Headers made wrong on purpose, and the cause with which the wrapper must end them.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use env::completer_frontend::describe_header;
use rdma::layouts::{Cause, CompHeader, RespOpcode};
use uvm::tape::Draw;

use super::super::Tb;

/// Makes wrong headers and remembers what must come of them. Clones are the same injector.
#[derive(Clone)]
pub(crate) struct Faults(Rc<Inner>);

struct Inner {
    tb: Tb,
    /// By tag; headers carry it in a field that the wrapper ignores.
    expected: RefCell<BTreeMap<u16, Cause>>,
    next_tag: Cell<u16>,
}

/// Tags lie outside the source ports that peers use (0xC000 and above, transport.md 1).
const TAGS: u16 = 0x8000;

/// A way to spoil a header, with the cause that must follow.
type Spoil = (Cause, fn(&mut CompHeader));

const SPOILS: &[Spoil] = &[
    (Cause::MALFORMED, |h| h.bad_length = true),
    (Cause::MALFORMED, |h| h.tver = 1),
    (Cause::MALFORMED, |h| h.opcode = RespOpcode(0x0C)),
    (Cause::MALFORMED, |h| h.opcode = RespOpcode(0xFF)),
    (Cause::MALFORMED, |h| h.payload_present = !h.payload_present),
    (Cause::INVALID_QP, |h| h.dest_qpn ^= 0x80_0000),
    (Cause::INVALID_QP, |h| h.dest_qpn |= 0x8000),
    (Cause::IP_MISMATCH, |h| h.src_ip ^= 1),
    (Cause::IP_MISMATCH, |h| h.dst_ip ^= 1 << 127),
    (Cause::PKEY_MISMATCH, |h| h.pkey ^= 1),
    (Cause::LARGE_PSN, |h| {
        h.sack = false;
        h.psn = h.psn.wrapping_add(0x40_0000) & 0xFF_FFFF;
    }),
];

impl Faults {
    /// An injector that hears how responses end from now on.
    pub(crate) fn new(tb: &Tb) -> Self {
        let faults = Self(Rc::new(Inner {
            tb: tb.clone(),
            expected: RefCell::default(),
            next_tag: Cell::new(0),
        }));
        let hears = faults.clone();
        tb.bench()
            .judge()
            .finished
            .subscribe(move |finished| hears.ended(&finished.header, finished.outcome.cause));
        faults
    }

    /// A wrong copy of a good header.
    pub(crate) fn spoil(&self, draw: &mut Draw, good: &CompHeader) -> CompHeader {
        let (cause, spoil) = draw.pick(SPOILS);
        let tag = self.0.next_tag.get();
        self.0.next_tag.set((tag + 1) % TAGS);
        self.0.expected.borrow_mut().insert(tag, *cause);
        let mut header = CompHeader {
            udp_source_port: tag,
            ..good.clone()
        };
        spoil(&mut header);
        header
    }

    /// Reports faults that came to no end.
    pub(crate) fn check(&self) {
        let left = self.0.expected.borrow().len();
        self.0.tb.expect(
            left == 0,
            &format!("every wrong header to end; {left} did not"),
        );
    }

    /// Everything is gone, as after a reset.
    pub(crate) fn forget(&self) {
        self.0.expected.borrow_mut().clear();
    }

    fn ended(&self, header: &CompHeader, cause: Cause) {
        if header.udp_source_port >= TAGS {
            return;
        }
        let Some(expected) = self.0.expected.borrow_mut().remove(&header.udp_source_port) else {
            return;
        };
        // The QP may have been destroyed or failed meanwhile, which is found first (contract 3).
        let gone = [Cause::INVALID_QP, Cause::NOT_RTS].contains(&cause) && expected.0 > cause.0;
        self.0.tb.expect(
            cause == expected || gone,
            &format!(
                "{} to end as {expected}, it ended as {cause}",
                describe_header(header)
            ),
        );
    }
}
