//! Debug registers (contract 9); the bus checker judges every access.

use rdma::layouts::QpState;
use rdma::layouts::completer_frontend::{LAST_PSN, STICKY, STICKY_DUPLICATE, STICKY_IP_MISMATCH};

use super::traffic::{Mix, Traffic};
use super::{Header, Tb};

/// Ends one response as DUPLICATE and one as IP_MISMATCH.
async fn two_events(tb: &Tb) {
    let qp = tb.qp().psn(10).create();
    tb.respond(Header::sack(&qp.context, 5, 0)).await;
    tb.respond(Header::ack(&qp.context, 9).edit(|header| header.src_ip ^= 1))
        .await;
    tb.drained().await;
}

async fn sticky(tb: &Tb) -> u32 {
    match tb.bench().registers().read(u64::from(STICKY)).await {
        Ok(bits) => bits as u32,
        Err(error) => {
            tb.expect(
                false,
                &format!("the sticky register to be readable: {error}"),
            );
            0
        }
    }
}

pub(super) async fn sticky_is_cleared_by_reading(tb: Tb) {
    two_events(&tb).await;
    let bits = sticky(&tb).await;
    tb.expect_eq(
        "the sticky bits",
        &bits,
        &(STICKY_DUPLICATE | STICKY_IP_MISMATCH),
    );
    let bits = sticky(&tb).await;
    tb.expect_eq("the sticky bits, read again", &bits, &0);
}

pub(super) async fn sticky_survives_reset(tb: Tb) {
    two_events(&tb).await;
    tb.bench().reset().await;
    let bits = sticky(&tb).await;
    tb.expect_eq(
        "the sticky bits after a reset",
        &bits,
        &(STICKY_DUPLICATE | STICKY_IP_MISMATCH),
    );
}

pub(super) async fn sticky_loses_no_event(tb: Tb) {
    let mut traffic = Traffic::new(&tb, &Mix::stormy().tuned(&tb));
    traffic.start("traffic", tb.items(400));
    let reader = tb.clone();
    let reads = tb.sim().spawn("test.reader", async move {
        loop {
            sticky(&reader).await;
        }
    });
    traffic.finish().await;
    reads.kill();
}

pub(super) async fn counters_restart_at_reset(tb: Tb) {
    two_events(&tb).await;
    tb.bench().read_registers().await;
    tb.bench().reset().await;
    tb.bench().read_registers().await;
    two_events(&tb).await;
}

pub(super) async fn refused_accesses_change_nothing(tb: Tb) {
    two_events(&tb).await;
    let registers = tb.bench().registers();
    for address in [0x10, 0x3C, 0xA8, 0x3FC, 0xFFC, 0x41, 0x46] {
        tb.expect(
            registers.read(address).await.is_err(),
            &format!("a read at {address:#x} to be refused"),
        );
    }
    for address in [u64::from(STICKY), u64::from(LAST_PSN), 0x40, 0xA4, 0x800] {
        tb.expect(
            registers.write(address, 0xFFFF_FFFF).await.is_err(),
            &format!("a write at {address:#x} to be refused"),
        );
    }
}

pub(super) async fn last_accepted_response_is_kept(tb: Tb) {
    let qp = tb.qp().psn(0x12_3456).create();
    let refused = tb.qp().state(QpState::RTR).create();
    let write = qp.post(&env::actors::WorkRequest::write(64));
    tb.respond(Header::ack(&qp.context, write.last_psn)).await;
    tb.respond(Header::ack(&refused.context, 0)).await;
    tb.drained().await;
    let last = tb.bench().registers().read(u64::from(LAST_PSN)).await;
    tb.expect_eq("the last accepted PSN", &last.ok(), &Some(0x12_3456));
}
