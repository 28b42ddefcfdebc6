//! The knobs of random traffic, and the values that a test starts from.

use rdma::layouts::Pmtu;
use uvm::config::{Accepted, Knob, Knobs};

use super::super::Tb;

/// What random traffic is made of. Rates are percentages.
#[derive(Clone, Debug)]
pub(crate) struct Mix {
    /// QPs.
    pub(crate) qps: u32,
    /// First PSN of every QP; none: random, half of them close to the wrap.
    pub(crate) psn_start: Option<u32>,
    /// Path MTUs, drawn per QP.
    pub(crate) pmtus: Vec<Pmtu>,
    /// Weights of WRITE and SEND against READ against ATOMIC.
    pub(crate) weights: [u32; 3],
    /// Longest message, packets.
    pub(crate) max_packets: u32,
    /// Work requests outstanding on a QP.
    pub(crate) window: u32,
    /// Work requests without a CQE on success.
    pub(crate) unsignaled: u32,
    /// Messages that share an ACK with the next one.
    pub(crate) coalesce: u32,
    /// Responses lost.
    pub(crate) lose: u32,
    /// Responses sent twice.
    pub(crate) duplicate: u32,
    /// Responses overtaken by the next one.
    pub(crate) reorder: u32,
    /// Responses accompanied by a copy that no wrapper may accept.
    pub(crate) corrupt: u32,
    /// Messages answered by a sequence NAK.
    pub(crate) nak: u32,
    /// Messages answered by an RNR NAK.
    pub(crate) rnr: u32,
    /// Messages refused for good.
    pub(crate) fatal: u32,
    /// Translations that fault.
    pub(crate) fault: u32,
    /// Work requests followed by a QP command.
    pub(crate) control: u32,
    /// Responses followed by a CNP.
    pub(crate) cnp: u32,
    /// QPs with selective repeat, which are sent SACKs too.
    pub(crate) sack_qps: u32,
    /// Pause between two answers, up to so many cycles.
    pub(crate) pause: u32,
}

impl Default for Mix {
    /// Clean traffic.
    fn default() -> Self {
        Self {
            qps: 8,
            psn_start: None,
            pmtus: super::ALL_PMTUS.to_vec(),
            weights: [60, 30, 10],
            max_packets: 6,
            window: 12,
            unsignaled: 30,
            coalesce: 40,
            lose: 0,
            duplicate: 0,
            reorder: 0,
            corrupt: 0,
            nak: 0,
            rnr: 0,
            fatal: 0,
            fault: 0,
            control: 0,
            cnp: 0,
            sack_qps: 0,
            pause: 0,
        }
    }
}

impl Mix {
    /// A network and a peer of the worse kind.
    pub(crate) fn stormy() -> Self {
        Self {
            lose: 4,
            duplicate: 4,
            reorder: 4,
            corrupt: 8,
            nak: 4,
            rnr: 4,
            fatal: 2,
            fault: 1,
            control: 2,
            cnp: 5,
            sack_qps: 50,
            pause: 6,
            ..Self::default()
        }
    }

    /// This mix, as far as the user's knobs do not say otherwise.
    #[must_use]
    pub(crate) fn tuned(mut self, tb: &Tb) -> Self {
        let number = |knob: &Knob<u32>, value: &mut u32| {
            if let Some(given) = tb.given(knob) {
                *value = given;
            }
        };
        number(&QPS, &mut self.qps);
        number(&MAX_PACKETS, &mut self.max_packets);
        number(&WINDOW, &mut self.window);
        number(&UNSIGNALED, &mut self.unsignaled);
        number(&COALESCE, &mut self.coalesce);
        number(&LOSE, &mut self.lose);
        number(&DUPLICATE, &mut self.duplicate);
        number(&REORDER, &mut self.reorder);
        number(&CORRUPT, &mut self.corrupt);
        number(&NAK, &mut self.nak);
        number(&RNR, &mut self.rnr);
        number(&FATAL, &mut self.fatal);
        number(&FAULT, &mut self.fault);
        number(&CONTROL, &mut self.control);
        number(&CNP, &mut self.cnp);
        number(&SACK_QPS, &mut self.sack_qps);
        number(&PAUSE, &mut self.pause);
        number(&WRITE_WEIGHT, &mut self.weights[0]);
        number(&READ_WEIGHT, &mut self.weights[1]);
        number(&ATOMIC_WEIGHT, &mut self.weights[2]);
        self.psn_start = tb.given(&PSN_START).or(self.psn_start);
        if self.weights == [0; 3] {
            self.weights[0] = 1;
        }
        self
    }
}

/// Knobs that take the place of a test's own choice where a user sets them; the default is never read.
macro_rules! traffic_knobs {
    ($($name:ident $key:literal ..= $max:literal $doc:literal;)+) => {
        $(const $name: Knob<u32> = Knob { name: $key, default: 0, doc: $doc, accepted: Accepted::Range(0, $max) };)+

        /// Declares the knobs of random traffic.
        ///
        /// # Errors
        /// If another part of the testbench has one of the same name.
        pub(crate) fn declare(knobs: &mut Knobs) -> Result<(), uvm::Error> {
            $(knobs.declare(&$name)?;)+
            Ok(())
        }
    };
}

traffic_knobs! {
    QPS "qps" ..= 1024 "QPs of random traffic";
    PSN_START "psn_start" ..= 0xFF_FFFF "first PSN of every QP";
    MAX_PACKETS "max_packets" ..= 64 "longest message, packets";
    WINDOW "window" ..= 64 "work requests outstanding on a QP";
    WRITE_WEIGHT "write_weight" ..= 1000 "weight of WRITE and SEND in the message mix";
    READ_WEIGHT "read_weight" ..= 1000 "weight of READ in the message mix";
    ATOMIC_WEIGHT "atomic_weight" ..= 1000 "weight of ATOMIC in the message mix";
    UNSIGNALED "unsignaled_percent" ..= 100 "work requests without a CQE on success";
    COALESCE "coalesce_percent" ..= 100 "messages that share an ACK with the next one";
    LOSE "lose_percent" ..= 90 "responses lost";
    DUPLICATE "duplicate_percent" ..= 100 "responses sent twice";
    REORDER "reorder_percent" ..= 100 "responses overtaken by the next one";
    CORRUPT "corrupt_percent" ..= 100 "responses accompanied by one made wrong on purpose";
    NAK "nak_percent" ..= 90 "messages answered by a sequence NAK";
    RNR "rnr_percent" ..= 90 "messages answered by an RNR NAK";
    FATAL "fatal_percent" ..= 100 "messages refused for good";
    FAULT "fault_percent" ..= 90 "READs and ATOMICs whose translation faults";
    CONTROL "control_percent" ..= 100 "work requests followed by a QP command";
    CNP "cnp_percent" ..= 100 "responses followed by a CNP";
    SACK_QPS "sack_percent" ..= 100 "QPs with selective repeat, which are sent SACKs";
    PAUSE "pause_cycles" ..= 100_000 "longest pause between two answers, cycles";
}
