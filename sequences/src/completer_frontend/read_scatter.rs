//! READ payload cut along the local segments: contract 5.

use env::actors::WorkRequest;
use model::completer_frontend::Rule;
use rdma::layouts::{Pmtu, Segment, WcStatus};

use super::{Header, Qp, Seen, Tb};

const PSN: u32 = 0xA000;
const MTU: u32 = 256;

/// Segments of these lengths, far from one another.
pub(super) fn segments(lengths: &[u32]) -> Vec<Segment> {
    let segment = |(index, &length): (usize, &u32)| Segment {
        va: 0x7F00_0000_0003 + index as u64 * 0x10_0000,
        lkey: 0xA0 + index as u32,
        length,
    };
    lengths.iter().enumerate().map(segment).collect()
}

/// Runs a READ of `length` bytes into segments and returns its QP and the pieces that were written.
async fn scatter(seen: &Seen, length: u32, segments: &[Segment]) -> (Qp, Vec<(u64, u16)>) {
    let qp = seen.tb().qp().psn(PSN).pmtu(Pmtu::MTU_256).create();
    let read = qp.post(&WorkRequest::read(length).into_segments(segments));
    let responses = Header::read_responses(&qp.context, &read);
    seen.all_end_by(Rule::ReadResponse, responses).await;
    seen.expect_completions(&[(0, WcStatus::SUCCESS)]);
    let pieces = seen.take_pieces();
    (qp, pieces)
}

/// Joins pieces that touch, so that what was written can be held against the segments.
fn joined(pieces: &[(u64, u16)]) -> Vec<(u64, u32)> {
    let mut joined: Vec<(u64, u32)> = Vec::new();
    for &(va, length) in pieces {
        match joined.last_mut() {
            Some((start, bytes)) if *start + u64::from(*bytes) == va => *bytes += u32::from(length),
            _ => joined.push((va, u32::from(length))),
        }
    }
    joined
}

/// The bytes of the segments that a message of `length` bytes fills.
fn filled(length: u32, segments: &[Segment]) -> Vec<(u64, u32)> {
    let mut left = length;
    let mut filled = Vec::new();
    for segment in segments {
        let bytes = left.min(segment.length);
        left -= bytes;
        if bytes != 0 {
            filled.push((segment.va, bytes));
        }
    }
    filled
}

pub(super) async fn boundaries_everywhere(tb: Tb) {
    let seen = tb.watch();
    // Against packets of 256 bytes: on a packet's boundary, a byte beside it, in the middle.
    for cut in [
        1, 2, 255, 256, 257, 511, 512, 513, 700, 767, 768, 1022, 1023,
    ] {
        for lengths in [
            vec![cut, 1024 - cut],
            vec![0, cut, 1024 - cut],
            vec![cut, 0, 1024 - cut],
            vec![cut, 1024 - cut, 0],
            vec![cut, 0, 0, 1024 - cut],
            vec![cut, 1, 1023 - cut],
        ] {
            let segments = segments(&lengths);
            let (_, pieces) = scatter(&seen, 1024, &segments).await;
            tb.expect_eq(
                "the bytes written",
                &joined(&pieces),
                &filled(1024, &segments),
            );
        }
    }
}

pub(super) async fn four_pieces_in_a_packet(tb: Tb) {
    let seen = tb.watch();
    for (length, lengths) in [
        (MTU, [64, 64, 64, 64]),
        (MTU, [1, 1, 1, 253]),
        (MTU, [253, 1, 1, 1]),
        (1, [1, 0, 0, 0]),
        (4, [1, 1, 1, 1]),
    ] {
        let segments = segments(&lengths);
        let (_, pieces) = scatter(&seen, length, &segments).await;
        let expected: Vec<_> = segments
            .iter()
            .filter(|segment| segment.length != 0)
            .map(|segment| (segment.va, segment.length as u16))
            .collect();
        tb.expect_eq("the pieces", &pieces, &expected);
    }
    // The same in the middle and at the end of a message.
    for start in [256, 300, 512, 767] {
        let lengths = [start, 1, 2, 1024 - start - 3];
        let segments = segments(&lengths);
        let (_, pieces) = scatter(&seen, 1024, &segments).await;
        tb.expect_eq(
            "the bytes written",
            &joined(&pieces),
            &filled(1024, &segments),
        );
    }
}

pub(super) async fn every_split_of_a_small_packet(tb: Tb) {
    let seen = tb.watch();
    for code in 0..3_u32.pow(4) {
        let lengths: Vec<u32> = (0..4).map(|place| code / 3_u32.pow(place) % 3).collect();
        let total = lengths.iter().sum();
        let segments = segments(&lengths);
        let (_, pieces) = scatter(&seen, total, &segments).await;
        tb.expect_eq(
            "the bytes written",
            &joined(&pieces),
            &filled(total, &segments),
        );
    }
}

pub(super) async fn room_is_left_over(tb: Tb) {
    let seen = tb.watch();
    for lengths in [
        vec![4096],
        vec![200, 4096],
        vec![600, 1, 4096],
        vec![0, 600, 400, 4096],
        vec![600, 0, 0, 8],
        vec![600, u32::MAX, u32::MAX, u32::MAX],
    ] {
        let segments = segments(&lengths);
        let (_, pieces) = scatter(&seen, 600, &segments).await;
        tb.expect_eq(
            "the bytes written",
            &joined(&pieces),
            &filled(600, &segments),
        );
    }
}

pub(super) async fn segments_beyond_the_count_are_ignored(tb: Tb) {
    let seen = tb.watch();
    let segments = segments(&[300, 300, 300, 300]);
    for count in 1..=3_u8 {
        let qp = tb.qp().psn(PSN).pmtu(Pmtu::MTU_256).create();
        let length = u32::from(count) * 300;
        let read = qp.post(&WorkRequest::read(length + 1).into_segments(&segments));
        qp.edit_entry(read.wqe_index, |entry| entry.segment_count = count);
        let mut headers: Vec<_> = Header::read_responses(&qp.context, &read)
            .into_iter()
            .map(|header| (Rule::ReadResponse, header))
            .collect();
        // Its last byte would need the next segment.
        if let Some(last) = headers.last_mut() {
            last.0 = Rule::ReadRoom;
        }
        seen.end(headers).await;
        seen.expect_completions(&[(0, WcStatus::LOC_LEN)]);
    }
}
