//! Random traffic on one QP.

use std::collections::VecDeque;
use std::rc::Rc;

use env::actors::WorkRequest;
use rdma::layouts::{CompHeader, QpControl, QpOp, QpState, Segment, TxInfo, WrOpcode};
use uvm::tape::{Draw, Tape};

use super::super::{Header, Qp, Tb};
use super::faults::Faults;
use super::knobs::Mix;
use super::ledger::Ledger;
use super::peer::Peer;

/// Posts work on a QP, lets the peer answer, disturbs the answers, and repeats what got lost.
pub(super) struct QpTraffic {
    tb: Tb,
    qp: Qp,
    mix: Rc<Mix>,
    tape: Tape,
    peer: Peer,
    ledger: Ledger,
    faults: Faults,
    /// A response that the next one overtakes.
    held: Option<CompHeader>,
}

impl QpTraffic {
    pub(super) fn new(
        tb: &Tb,
        qp: Qp,
        mix: Rc<Mix>,
        tape: Tape,
        ledger: &Ledger,
        faults: &Faults,
    ) -> Self {
        let peer = Peer::new(&qp.context);
        Self {
            tb: tb.clone(),
            qp,
            mix,
            tape,
            peer,
            ledger: ledger.clone(),
            faults: faults.clone(),
            held: None,
        }
    }

    /// Posts `items` work requests and sees them through.
    pub(super) async fn run(mut self, items: u64) {
        for number in 0..items {
            // Item 0 made the QP.
            let mut draw = self.tape.item(number + 1);
            self.make_room(&mut draw).await;
            self.post(&mut draw);
            if draw.percent(50) {
                self.answer(&mut draw).await;
            }
            if draw.percent(self.mix.control) {
                self.control(&mut draw).await;
            }
        }
        self.see_through().await;
    }

    /// Waits until the window has room, answering meanwhile.
    async fn make_room(&mut self, draw: &mut Draw) {
        while self.qp.depth() >= self.mix.window as usize {
            if self.peer.is_done() {
                self.settle_and_retry().await;
            } else {
                self.answer(draw).await;
            }
        }
    }

    fn post(&mut self, draw: &mut Draw) {
        let pmtu = self.qp.context.pmtu.bytes().unwrap_or(256);
        let [write, read, atomic] = self.mix.weights;
        let opcode = *draw.weighted(&[
            (write * 3, WrOpcode::WRITE),
            (write, WrOpcode::WRITE_IMM),
            (write * 2, WrOpcode::SEND),
            (write, WrOpcode::SEND_IMM),
            (write, WrOpcode::SEND_INV),
            (read * 8, WrOpcode::READ),
            (atomic * 4, WrOpcode::CAS),
            (atomic * 4, WrOpcode::FADD),
        ]);
        let atomic = [WrOpcode::CAS, WrOpcode::FADD].contains(&opcode);
        let length = if atomic {
            8
        } else {
            length(draw, pmtu, self.mix.max_packets)
        };
        let mut request =
            WorkRequest::of(opcode, length).into_segments(&self.segments(draw, length));
        if draw.percent(self.mix.unsignaled) {
            request = request.unsignaled();
        }
        let entry = self.qp.post(&request);
        self.ledger.posted(&entry);
        self.peer.receive(&entry);
    }

    /// One to four local segments that hold `length` bytes; the first holds an atomic's result.
    fn segments(&self, draw: &mut Draw, length: u32) -> Vec<Segment> {
        let lkey = self.qp.qpn() << 8;
        let mut left = length;
        let count = draw.range(1..=4_u32);
        let mut segments = Vec::new();
        for number in 0..count {
            let length = match (number + 1 == count, left <= 8) {
                (true, _) | (_, true) => left,
                _ => draw.range(0..=left),
            };
            left -= length;
            // The lowest bit of a key tells the bench's MMU to refuse it.
            let refused = u32::from(draw.percent(self.mix.fault));
            if refused == 1 {
                self.tb.bench().neighbours_mut().translator.refuse(lkey | 1);
            }
            segments.push(Segment {
                va: draw.bits(48),
                lkey: lkey | refused,
                length,
            });
        }
        segments
    }

    /// Lets the peer answer the next request, or refuse it.
    async fn answer(&mut self, draw: &mut Draw) {
        let mix = self.mix.clone();
        let refusal = if draw.percent(mix.nak) {
            self.peer.sequence_nak(draw)
        } else if draw.percent(mix.rnr) {
            self.peer.rnr_nak(draw)
        } else if self.qp.context.selective_repeat && draw.percent(10) {
            self.peer.sack(draw)
        } else {
            None
        };
        if let Some(header) = refusal {
            self.deliver(draw, header).await;
            self.settle_and_retry().await;
            return;
        }
        if draw.percent(mix.fatal)
            && let Some(header) = self.peer.fatal_nak(draw)
        {
            self.deliver(draw, header).await;
            self.settle_and_retry().await;
            return;
        }
        for header in self.peer.answer(draw, mix.coalesce) {
            self.deliver(draw, header).await;
        }
    }

    /// Sends a header through a network that loses, repeats, reorders and forges.
    async fn deliver(&mut self, draw: &mut Draw, header: CompHeader) {
        let mix = self.mix.clone();
        if mix.pause > 0 {
            self.tb
                .sim()
                .cycles(u64::from(draw.range(0..=mix.pause)))
                .await;
        }
        let mut wire = VecDeque::new();
        if !draw.percent(mix.lose) {
            wire.push_back(header.clone());
        }
        if draw.percent(mix.duplicate) {
            wire.push_back(header.clone());
        }
        if draw.percent(mix.corrupt) {
            let wrong = self.faults.spoil(draw, &header);
            if draw.bool() {
                wire.push_front(wrong)
            } else {
                wire.push_back(wrong)
            }
        }
        if draw.percent(mix.cnp) {
            wire.push_back(Header::cnp(&self.qp.context).build());
        }
        let late = self.held.take();
        if late.is_none() && draw.percent(mix.reorder) {
            self.held = wire.pop_front();
        }
        for mut header in wire.into_iter().chain(late) {
            header.rx_time = self.tb.sim().cycle() as u32;
            self.tb.respond(header).await;
        }
    }

    /// Waits until the wrapper is done with this QP, then repeats what is not answered, as the retry
    /// path would; a QP that failed is made anew.
    async fn settle_and_retry(&mut self) {
        self.settle().await;
        if self.qp.now().state == QpState::ERR {
            self.recreate().await;
            return;
        }
        let from = self.qp.now().unacked_psn;
        let now = self.tb.sim().cycle() as u32;
        let outstanding: Vec<TxInfo> = self
            .tb
            .bench()
            .neighbours()
            .queues
            .entries(self.qp.qpn())
            .cloned()
            .collect();
        for (place, entry) in outstanding.iter().enumerate() {
            self.qp.edit_entry(entry.wqe_index, |entry| {
                entry.retried = true;
                entry.last_send_time = now;
                if place == 0 {
                    entry.request_psn = from;
                }
            });
        }
        self.peer.restart(from, outstanding.into_iter());
    }

    /// Waits until no header or command of this QP is in flight.
    async fn settle(&mut self) {
        if let Some(late) = self.held.take() {
            self.tb.respond(late).await;
        }
        // The header's handshake is known to the scoreboard in the same cycle.
        while self
            .tb
            .bench()
            .judge()
            .scoreboard()
            .borrow()
            .is_busy(self.qp.qpn())
        {
            self.tb.sim().cycles(2).await;
        }
    }

    /// A QP command in the middle of the traffic.
    async fn control(&mut self, draw: &mut Draw) {
        let (op, new_state) = *draw.pick(&[
            (QpOp::MODIFY, QpState::SQD),
            (QpOp::CREATE, QpState::RESET),
            (QpOp::MODIFY, QpState::ERR),
            (QpOp::DESTROY, QpState::RESET),
        ]);
        let command = QpControl {
            op,
            qpn: self.qp.qpn(),
            new_state,
            tag: draw.bits(16) as u16,
        };
        let sent = self.tb.bench().qp_control().context().submit(command);
        // Responses keep coming while the command is on its way.
        if !self.peer.is_done() {
            self.answer(draw).await;
        }
        let _ = sent.await;
        let changes_qp = op == QpOp::DESTROY || new_state == QpState::ERR;
        if changes_qp {
            self.settle().await;
            self.recreate().await;
        }
    }

    /// Destroys what is left of the QP and creates it again where it stopped.
    async fn recreate(&mut self) {
        let qpn = self.qp.qpn();
        if self.qp.now().valid {
            let command = QpControl {
                op: QpOp::DESTROY,
                qpn,
                ..QpControl::default()
            };
            let _ = self.tb.bench().qp_control().context().send(command).await;
            self.settle().await;
        }
        self.ledger.destroyed(qpn);
        let next = self.qp.now().next_psn;
        let mut context = self.qp.context.clone();
        context.next_psn = next;
        context.unacked_psn = next;
        self.tb.bench().create_qp(context.clone());
        self.peer = Peer::new(&context);
    }

    /// Repeats until everything that was posted is answered; the peer is a good one by now.
    async fn see_through(&mut self) {
        let calm = Mix {
            lose: 0,
            reorder: 0,
            nak: 0,
            rnr: 0,
            fatal: 0,
            ..(*self.mix).clone()
        };
        self.mix = Rc::new(calm);
        let mut rounds = 0;
        while self.qp.depth() > 0 && rounds < 64 {
            let mut draw = self.tape.item(u64::MAX - rounds);
            self.settle_and_retry().await;
            while !self.peer.is_done() {
                self.answer(&mut draw).await;
            }
            self.settle().await;
            rounds += 1;
        }
        let left = self.qp.depth();
        self.tb.expect(
            left == 0,
            &format!(
                "all work of qp {} to complete; {left} entries are left",
                self.qp.qpn()
            ),
        );
    }
}

/// A message length: the edges of the path MTU are the interesting ones.
fn length(draw: &mut Draw, pmtu: u32, max_packets: u32) -> u32 {
    let packets = draw.range(1..=max_packets.max(1));
    let within = draw.range(0..=packets * pmtu);
    *draw.weighted(&[
        (2, 0),
        (2, 1),
        (3, packets * pmtu - 1),
        (8, packets * pmtu),
        (3, (packets - 1) * pmtu + 1),
        (6, within),
    ])
}
