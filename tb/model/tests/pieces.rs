//! Pieces of a payload along local segments (contract 5).

use model::completer_frontend::Piece;
use quickcheck::quickcheck;
use rdma::layouts::Segment;

/// Segments that do not touch, so that a byte's address tells its segment.
fn segments(lengths: &[u16]) -> Vec<Segment> {
    let places = lengths.iter().zip(1_u64..);
    places
        .map(|(length, n)| Segment {
            va: n << 32,
            lkey: n as u32,
            length: u32::from(*length),
        })
        .collect()
}

/// The address and key of every byte of the segments, in order.
fn bytes_of_segments(segments: &[Segment]) -> Vec<(u64, u32)> {
    let bytes = segments
        .iter()
        .flat_map(|s| (0..u64::from(s.length)).map(|b| (s.va + b, s.lkey)));
    bytes.collect()
}

fn bytes_of_pieces(pieces: &[Piece]) -> Vec<(u64, u32)> {
    let bytes = pieces
        .iter()
        .flat_map(|p| (0..u64::from(p.length)).map(|b| (p.va + b, p.lkey)));
    bytes.collect()
}

quickcheck! {
    fn pieces_are_exactly_the_bytes_asked_for(lengths: (u8, u16, u8, u16), start: u16, length: u16) -> bool {
        let (a, b, c, d) = lengths;
        let segments = segments(&[a.into(), b % 2048, c.into(), d % 2048]);
        let all = bytes_of_segments(&segments);
        let (start, length) = (start % 5000, length % 4097);
        let from = usize::from(start).min(all.len());
        let to = (from + usize::from(length)).min(all.len());
        let pieces = Piece::cut(&segments, start.into(), length.into());
        bytes_of_pieces(&pieces) == all[from..to]
            && pieces.len() <= 4
            && pieces.iter().all(|p| p.length > 0)
    }
}

#[test]
fn nothing_gives_no_piece() {
    assert!(Piece::cut(&segments(&[4, 4]), 2, 0).is_empty());
    assert!(Piece::cut(&[], 0, 10).is_empty());
}

#[test]
fn a_piece_ends_where_its_segment_ends() {
    let pieces = Piece::cut(&segments(&[4, 4]), 0, 4);
    assert_eq!(
        pieces.as_slice(),
        [Piece {
            va: 1 << 32,
            lkey: 1,
            length: 4
        }]
    );
    let pieces = Piece::cut(&segments(&[4, 4]), 4, 1);
    assert_eq!(
        pieces.as_slice(),
        [Piece {
            va: 2 << 32,
            lkey: 2,
            length: 1
        }]
    );
}

#[test]
fn addresses_wrap_at_64_bits() {
    let segment = Segment {
        va: u64::MAX,
        lkey: 1,
        length: 8,
    };
    let pieces = Piece::cut(&[segment], 2, 1);
    assert_eq!(pieces[0].va, 1);
}
