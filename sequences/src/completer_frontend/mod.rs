//! Tests of `completer_frontend` alone.

mod atomic;
mod closure;
mod cover;
mod credits;
mod drop;
mod end_conditions;
mod failure;
mod header;
mod implied;
mod mr_control;
mod nak;
mod notices;
mod psn_wrap;
mod qp;
mod qp_control;
mod random;
mod rate;
mod read;
mod read_faults;
mod read_retry;
mod read_scatter;
mod registers;
mod rnr;
mod rules_gap;
mod sack;
mod seen;
mod tb;
mod traffic;
mod write;
mod wrong_kind;

pub use cover::cover;
pub use header::Header;
pub use qp::{Qp, QpBuilder};
pub use seen::Seen;
pub use tb::{Tb, declare_knobs};

use crate::TestCase;

/// Declares the catalogue: name, testpoint and body of each test; its doc comment is its purpose.
macro_rules! catalogue {
    ($( $(#[doc = $purpose:literal])+ $name:ident [$testpoint:literal] => $body:path; )+) => {
        /// Every test of this environment.
        pub(crate) const TESTS: &[TestCase] = &[$(
            TestCase {
                name: concat!("completer_frontend.", stringify!($name)),
                purpose: concat!($($purpose),+).trim_ascii(),
                testpoint: $testpoint,
                run: |request| crate::harness::run(request, $body),
            },
        )+];
    };
}

catalogue! {
    /// A 4 KiB WRITE in four packets completes with its last PSN, status SUCCESS, 4096 bytes.
    ack_completes_write ["completer.ack.complete"] => write::ack_completes_write;
    /// An ACK completes every older WRITE, in order, across the PSN wrap.
    ack_completes_older_writes ["completer.ack.implied"] => write::ack_completes_older_writes;
    /// An ACK inside a WRITE only moves the expected PSN.
    partial_ack_moves_expected_psn ["completer.ack.partial"] => write::partial_ack_moves_expected_psn;
    /// Every WRITE and SEND opcode completes as WRITE or SEND, at lengths from 0 to more than a packet.
    write_and_send_opcodes ["completer.ack.opcodes"] => write::every_kind_of_write_and_send;
    /// A WRITE of 2^31 bytes, 2^19 packets of 4096, completes with its byte count.
    longest_write ["completer.ack.longest"] => write::longest_message;
    /// Every packet of three WRITEs is acknowledged by itself.
    ack_of_every_packet ["completer.ack.every_packet"] => write::acknowledged_packet_by_packet;
    /// An unsignaled WRITE leaves the queue without a CQE, by rows 3, 5 and 8.
    unsignaled_write_is_silent ["completer.ack.unsignaled"] => write::unsignaled_completions_are_silent;
    /// A WRITE acknowledged before it is fully sent completes with the duplicate of that ACK.
    late_ack_completes ["completer.ack.late"] => write::acknowledged_before_it_is_sent;
    /// An ACK inside a WRITE that is half sent moves the expected PSN; one beyond what was sent is refused.
    ack_of_a_started_write ["completer.ack.started"] => write::ack_of_a_started_write;
    /// Lengths at odds, and every transport version but 0, end a response of every opcode.
    malformed_lengths_and_version ["completer.end.malformed.length"] => end_conditions::malformed_lengths_and_version;
    /// Every opcode that is no response ends it, with payload and without.
    malformed_opcodes ["completer.end.malformed.opcode"] => end_conditions::malformed_opcodes;
    /// Payload flag and length at odds, and payload where none belongs.
    malformed_payload_flags ["completer.end.malformed.payload"] => end_conditions::malformed_payload_flags;
    /// All 160 reserved syndromes, with every opcode that has an AETH.
    malformed_syndromes ["completer.end.malformed.syndrome"] => end_conditions::malformed_syndromes;
    /// A MIDDLE and a CNP have no AETH: a reserved syndrome there means nothing.
    syndrome_without_aeth ["completer.end.malformed.no_aeth"] => end_conditions::syndrome_without_aeth_is_ignored;
    /// A SACK that is no positive ACK.
    malformed_sacks ["completer.end.malformed.sack"] => end_conditions::malformed_sacks;
    /// A context that is not valid, and a QP that never was.
    invalid_qp ["completer.end.invalid_qp"] => end_conditions::invalid_qp;
    /// A QPN of more than 16 bits is invalid, whatever the context says.
    wide_qpn ["completer.end.invalid_qp.wide"] => end_conditions::wide_qpn_is_invalid;
    /// Every QP state but RTS and SQD ends a response of every kind.
    not_ready_to_send ["completer.end.not_rts"] => end_conditions::not_ready_to_send;
    /// A foreign source, a foreign destination, and both exchanged.
    foreign_addresses ["completer.end.ip_mismatch"] => end_conditions::foreign_addresses;
    /// Each of the 256 address bits alone makes a response foreign.
    address_bits ["completer.end.ip_mismatch.bits"] => end_conditions::every_address_bit_counts;
    /// IPv6 addresses count in full; an IPv4 address with the same low bits is foreign.
    ipv6_addresses ["completer.end.ip_mismatch.ipv6"] => end_conditions::ipv6_addresses;
    /// Each of the 15 partition bits alone makes a response foreign.
    foreign_partition ["completer.end.pkey_mismatch"] => end_conditions::foreign_partition;
    /// The membership bit of the partition key does not count.
    partition_membership ["completer.end.pkey_mismatch.membership"] => end_conditions::partition_membership_is_ignored;
    /// Responses of every kind from 1 to 2^23 PSNs behind; a plain ACK is looked up.
    duplicates ["completer.end.duplicate"] => end_conditions::duplicates;
    /// Responses of every kind from the next PSN on, up to 2^23 - 1 ahead.
    large_psns ["completer.end.large_psn"] => end_conditions::large_psns;
    /// A SACK whose highest bit names a PSN that was never sent.
    sack_beyond_what_was_sent ["completer.end.large_psn.sack"] => end_conditions::sack_names_a_large_psn;
    /// Bits 0 to 111 of a SACK, each as the one that names the last PSN sent, and the next one.
    sack_reach ["completer.end.large_psn.sack_reach"] => end_conditions::sack_reaches_as_far_as_its_highest_bit;
    /// A SACK is judged by its base, not by its BTH PSN.
    sack_judged_by_its_base ["completer.end.sack_base"] => end_conditions::sack_is_judged_by_its_base;
    /// A SACK to a QP without selective repeat.
    sack_refused ["completer.end.sack_refused"] => end_conditions::sack_refused;
    /// Each end condition alone, before every later one, and before all of them.
    end_condition_priority ["completer.end.priority"] => end_conditions::the_first_condition_decides;
    /// A CNP is passed on in RTS and SQD, whatever its PSN.
    cnp ["completer.cnp.accepted"] => end_conditions::congestion_notification;
    /// A CNP to a QP that is invalid or not ready, or from a stranger.
    cnp_refused ["completer.cnp.refused"] => end_conditions::congestion_notification_refused;
    /// A response of every kind finds the queue empty.
    ghost_without_an_entry ["completer.lookup.ghost"] => drop::ghost_without_an_entry;
    /// A response of every kind finds a queued entry as the oldest.
    ghost_before_start ["completer.lookup.ghost.not_started"] => drop::ghost_before_anything_started;
    /// A response of every kind beyond a WRITE, SEND, READ or ATOMIC that is being sent again.
    not_sent ["completer.lookup.not_sent"] => drop::beyond_an_entry_that_is_not_sent;
    /// ACKs repeated and overtaken inside a WRITE.
    stale_acks ["completer.lookup.stale"] => drop::stale_acks;
    /// An old ACK never completes a READ or an ATOMIC.
    stale_ack_of_a_read ["completer.lookup.stale.read"] => drop::stale_ack_of_a_read;
    /// Responses of every kind behind a READ response that was lost.
    missing_read_response ["completer.lookup.missing"] => drop::a_missing_read_response;
    /// Responses of every kind to an ATOMIC behind a PSN that nobody answered.
    gap_before_an_atomic ["completer.lookup.missing.atomic"] => drop::a_gap_before_an_atomic;
    /// One ACK completes 20 entries of five kinds, signaled and not, across the index wrap.
    implied_long_chain ["completer.implied.long"] => implied::long_chain;
    /// An ACK inside the third WRITE completes the first two.
    implied_then_partial ["completer.implied.partial"] => implied::ack_inside_a_later_write;
    /// NAKs, RNR NAK, SACK, READ response, ATOMIC ack and a wrong response complete what is older.
    implied_by_any_response ["completer.implied.any"] => implied::any_response_completes_older_writes;
    /// An implied ACK stops at an unanswered READ or ATOMIC, which is handed over.
    implied_stops_at_read ["completer.implied.read"] => implied::stops_at_a_read;
    /// A response of every kind beyond a READ hands it over from behind what was received.
    implied_nak_by_any_response ["completer.implied.nak"] => implied::any_response_beyond_a_read;
    /// An implied ACK stops at a WRITE that is being sent again.
    implied_stops_at_unsent ["completer.implied.unsent"] => implied::stops_at_an_unsent_write;
    /// An implied ACK stops at an entry that never started.
    implied_stops_at_queued ["completer.implied.queued"] => implied::stops_at_a_queued_write;
    /// An implied ACK completes everything and finds no entry for itself.
    implied_runs_out ["completer.implied.runs_out"] => implied::runs_out_of_entries;
    /// Completing an entry that was acknowledged before leaves the expected PSN where it is.
    implied_keeps_expected_psn ["completer.implied.expected_psn"] => implied::expected_psn_never_moves_back;
    /// A sequence NAK inside the second WRITE completes the first and hands over the second.
    sequence_nak ["completer.nak.sequence"] => nak::sequence_nak_acknowledges_what_precedes;
    /// One hand-over for each sequence NAK, for a WRITE, a READ and an ATOMIC.
    sequence_nak_once ["completer.nak.sequence.once"] => nak::sequence_nak_once_per_response;
    /// A sequence NAK at every packet of a WRITE, the last included.
    sequence_nak_every_packet ["completer.nak.sequence.every_packet"] => nak::sequence_nak_at_every_packet;
    /// A NAK of any code behind what is acknowledged is dropped.
    stale_naks ["completer.nak.stale"] => nak::stale_naks;
    /// NAK codes 1 to 31 fail a WRITE with the status of their code, signaled or not.
    remote_naks ["completer.nak.remote"] => nak::remote_naks;
    /// NAK codes 1, 2, 3, 4 and 31 fail READs, ATOMICs and SENDs.
    remote_naks_by_kind ["completer.nak.remote.kind"] => nak::remote_naks_of_reads_and_atomics;
    /// Congestion control hears PSN and syndrome of each NAK.
    nak_notices ["completer.notice.nak"] => nak::nak_notices;
    /// All 32 RNR timer codes are handed over.
    rnr_every_timer ["completer.rnr.timer"] => rnr::every_timer_code;
    /// An RNR NAK acknowledges what precedes it.
    rnr_acknowledges ["completer.rnr.partial"] => rnr::acknowledges_what_precedes;
    /// An RNR NAK of a READ or an ATOMIC leaves it outstanding.
    rnr_of_reads_and_atomics ["completer.rnr.kind"] => rnr::of_reads_and_atomics;
    /// A SACK hands over base and bitmap, and congestion control hears both.
    sack_handover ["completer.sack.handover"] => sack::handed_over_with_its_bitmap;
    /// Only a SACK whose base is progress reloads the retry counters.
    sack_reload ["completer.sack.reload"] => sack::reloads_only_on_progress;
    /// A SACK with a base behind what is acknowledged is dropped.
    stale_sacks ["completer.sack.stale"] => sack::stale_sacks;
    /// A SACK at the start of a READ is handed over, one inside it is dropped.
    sack_of_a_read ["completer.sack.read"] => sack::of_reads;
    /// A SACK brings credits.
    sack_credits ["completer.sack.credits"] => sack::brings_credits;
    /// An ACK for a READ fails it.
    wrong_ack_for_a_read ["completer.wrong_kind.ack_read"] => wrong_kind::ack_for_a_read;
    /// An ACK for an ATOMIC fails it.
    wrong_ack_for_an_atomic ["completer.wrong_kind.ack_atomic"] => wrong_kind::ack_for_an_atomic;
    /// READ responses of every opcode for a WRITE or SEND fail it, with payload and without.
    wrong_read_response_for_a_write ["completer.wrong_kind.read_write"] => wrong_kind::read_response_for_a_write;
    /// READ responses of every opcode for an ATOMIC fail it, with payload and without.
    wrong_read_response_for_an_atomic ["completer.wrong_kind.read_atomic"] => wrong_kind::read_response_for_an_atomic;
    /// An ATOMIC ack for a READ, WRITE or SEND fails it.
    wrong_atomic_ack ["completer.wrong_kind.atomic_ack"] => wrong_kind::atomic_ack_for_others;
    /// A FIRST or ONLY with a NAK or RNR syndrome fails its READ.
    negative_read_response ["completer.wrong_kind.read_syndrome"] => wrong_kind::negative_read_response;
    /// A LAST with an RNR syndrome fails its READ.
    negative_last_read_response ["completer.wrong_kind.last_syndrome"] => wrong_kind::negative_last_read_response;
    /// An ATOMIC ack with a NAK or RNR syndrome fails its ATOMIC.
    negative_atomic_ack ["completer.wrong_kind.atomic_syndrome"] => wrong_kind::negative_atomic_ack;
    /// READs from 0 bytes to five packets, with last packets of 1 byte, at every path MTU.
    read_lengths ["completer.read.lengths"] => read::every_length_at_every_mtu;
    /// Three decisions for a READ response with payload, none without.
    read_decisions ["completer.read.decisions"] => read::decisions_on_payload;
    /// Each READ response adds to the bytes received.
    read_bytes_received ["completer.read.bytes_received"] => read::bytes_received_is_kept;
    /// Responses to three READs complete the WRITE between them.
    read_several_outstanding ["completer.read.several"] => read::several_outstanding;
    /// A READ completes with its last response while its request is being repeated.
    read_completes_unsent ["completer.read.unsent"] => read::completes_whether_sent_or_not;
    /// Segment boundaries on, beside and between packet boundaries, among empty segments.
    read_boundaries ["completer.read.scatter.boundaries"] => read_scatter::boundaries_everywhere;
    /// Up to four pieces in one packet: first, middle and last.
    read_four_pieces ["completer.read.scatter.four"] => read_scatter::four_pieces_in_a_packet;
    /// Every way to lay a packet out over four segments of 0 to 2 bytes.
    read_small_splits ["completer.read.scatter.small"] => read_scatter::every_split_of_a_small_packet;
    /// Segments that hold more than the message.
    read_room_left ["completer.read.scatter.room"] => read_scatter::room_is_left_over;
    /// Segments beyond the segment count hold nothing.
    read_segment_count ["completer.read.scatter.count"] => read_scatter::segments_beyond_the_count_are_ignored;
    /// A READ asked for again from its second, third or last packet completes.
    read_resumed ["completer.read.retry.resumed"] => read_retry::resumes_where_it_stopped;
    /// A MIDDLE or LAST of the first request is welcome where the retry begins.
    read_late_responses ["completer.read.retry.late"] => read_retry::late_responses_of_the_first_request;
    /// A late response, then the same one of the retry: the second is a duplicate.
    read_late_then_retry ["completer.read.retry.overlap"] => read_retry::late_response_then_the_retry;
    /// A MIDDLE or LAST at the first PSN is out of sequence, retry or not.
    read_retried_from_start ["completer.read.retry.start"] => read_retry::retried_from_its_start;
    /// A MIDDLE at the request's PSN is out of sequence on an entry that was not retried.
    read_middle_without_retry ["completer.read.retry.flag"] => read_retry::middle_at_a_resumed_start_without_retry;
    /// A lost response: the rest is dropped, an ACK beyond asks for it again, the retry completes.
    read_lost_response ["completer.read.retry.lost"] => read_retry::lost_response_and_implied_nak;
    /// Every opcode that may not come next, at the start, in the middle and at the end.
    read_out_of_sequence ["completer.read.fault.sequence"] => read_faults::out_of_sequence;
    /// Payloads too short and too long, for every opcode.
    read_wrong_length ["completer.read.fault.length"] => read_faults::wrong_length;
    /// Bytes received that do not fit length or position.
    read_bytes_at_odds ["completer.read.fault.bytes"] => read_faults::bytes_received_do_not_fit_the_message;
    /// A response that the local segments do not hold, by one byte and by all of them.
    read_no_room ["completer.read.fault.room"] => read_faults::beyond_the_local_segments;
    /// Sequence before length before room.
    read_fault_priority ["completer.read.fault.priority"] => read_faults::the_first_fault_decides;
    /// A fault on the first, a middle, the last piece of a packet, on several and on all.
    read_translation_faults ["completer.read.fault.translation"] => read_faults::translation_faults;
    /// A fault in a later packet leaves the earlier ones accepted.
    read_later_translation_faults ["completer.read.fault.later"] => read_faults::translation_faults_later_in_the_message;
    /// An unsignaled READ that faults makes an error CQE.
    read_failure_is_never_silent ["completer.read.fault.unsignaled"] => read_faults::a_failed_read_is_never_silent;
    /// CAS and FADD bring the original value inline and complete with 8 bytes.
    atomic_original_value ["completer.atomic.complete"] => atomic::brings_the_original_value;
    /// An ATOMIC completes while it is being repeated; its second ack is a duplicate.
    atomic_completes_unsent ["completer.atomic.unsent"] => atomic::completes_whether_sent_or_not;
    /// The first segment must hold 8 bytes.
    atomic_no_room ["completer.atomic.room"] => atomic::no_room;
    /// The value goes to the start of a longer segment.
    atomic_room_left ["completer.atomic.room_left"] => atomic::more_room_than_needed;
    /// A translation fault fails the ATOMIC, signaled or not.
    atomic_translation_fault ["completer.atomic.fault"] => atomic::translation_fault;
    /// Entries sent, started and queued, signaled or not, flush behind a failed one.
    flush_every_kind ["completer.flush.kinds"] => failure::flushes_every_kind;
    /// The only entry fails; nothing is flushed.
    flush_nothing ["completer.flush.nothing"] => failure::nothing_to_flush;
    /// 127 entries flush in order.
    flush_long ["completer.flush.long"] => failure::long_flush;
    /// The flush goes on from index FFFF to 0.
    flush_index_wrap ["completer.flush.wrap"] => failure::flush_across_the_index_wrap;
    /// Success CQEs that are taken slowly still come before the error CQE of their QP.
    success_before_failure ["completer.flush.success_first"] => failure::entries_before_the_failed_one_succeed;
    /// Responses behind a failure, sent back to back with it, find the QP in ERR.
    responses_behind_a_failure ["completer.flush.behind"] => failure::responses_behind_a_failure;
    /// Eight QPs complete their work while one flushes.
    flush_other_qps_go_on ["completer.flush.other_qps"] => failure::other_qps_go_on;
    /// Six QPs fail back to back, each with a flush of another length.
    flush_several_qps ["completer.flush.several"] => failure::several_qps_fail_at_once;
    /// Credit codes 0 to 30 set the limit to MSN and the table's credits.
    credits_every_code ["completer.credits.codes"] => credits::every_code;
    /// After a single code 1F nothing sets the limit any more.
    credits_unlimited ["completer.credits.unlimited"] => credits::unlimited_for_ever;
    /// The limit never moves back.
    credits_only_advance ["completer.credits.advance"] => credits::only_advance;
    /// MSN and limit wrap at 2^24.
    credits_wrap ["completer.credits.wrap"] => credits::wrap;
    /// A late ACK brings nothing but credits.
    credits_late_ack ["completer.credits.late_ack"] => credits::late_ack_brings_credits_only;
    /// FIRST, LAST and ATOMIC acks bring credits, a MIDDLE does not.
    credits_reads_and_atomics ["completer.credits.reads"] => credits::reads_and_atomics_bring_credits;
    /// Credits of a response that is dropped or fails do not count.
    credits_ignored ["completer.credits.ignored"] => credits::ignored_unless_accepted;
    /// The round-trip time saturates at 2^22 - 1 and survives the wrap of the time stamp.
    rtt ["completer.notice.rtt"] => notices::round_trip_time;
    /// Only the answer to an entry's last packet has a round-trip time.
    rtt_last_packet ["completer.notice.rtt.last"] => notices::round_trip_of_the_last_packet_only;
    /// An entry that was retried has no round-trip time.
    rtt_retried ["completer.notice.rtt.retried"] => notices::no_round_trip_after_a_retry;
    /// A late ACK has a round-trip time unless its entry was retried.
    rtt_late_ack ["completer.notice.rtt.late"] => notices::round_trip_of_a_late_ack;
    /// One notice for an ACK of several entries, timed by the last.
    rtt_implied ["completer.notice.rtt.implied"] => notices::implied_ack_is_timed_by_the_last_entry;
    /// ECN 3 is reported with ACKs, READ responses and ATOMIC acks; 0 to 2 are not.
    ecn_marks ["completer.notice.ecn"] => notices::congestion_marks;
    /// Every command and state but MODIFY to ERR and DESTROY is passed on unchanged.
    qp_commands_passed_on ["completer.qp_control.passed"] => qp_control::passes_commands_on;
    /// MODIFY to ERR flushes everything outstanding and queued, across the index wrap.
    qp_to_error ["completer.qp_control.error"] => qp_control::move_to_error_flushes;
    /// MODIFY to ERR of an idle QP, twice, and again with new work.
    qp_to_error_idle ["completer.qp_control.error.idle"] => qp_control::move_to_error_of_an_idle_qp;
    /// DESTROY forgets outstanding work without a CQE, and is not passed on.
    qp_destroyed ["completer.qp_control.destroy"] => qp_control::destroy_forgets_the_work;
    /// A QP is created, fails or not, is destroyed, and lives again.
    qp_created_again ["completer.qp_control.create"] => qp_control::created_again;
    /// DESTROY 1 to 99 cycles after eight ACKs began to arrive.
    qp_destroy_among_responses ["completer.qp_control.destroy.race"] => qp_control::destroy_among_responses;
    /// MODIFY to ERR 1 to 99 cycles after eight ACKs began to arrive.
    qp_to_error_among_responses ["completer.qp_control.error.race"] => qp_control::move_to_error_among_responses;
    /// DESTROY while READ responses wait for their translation.
    qp_destroy_among_reads ["completer.qp_control.destroy.reads"] => qp_control::destroy_among_reads;
    /// A QP completes its work while others move to ERR and are destroyed.
    qp_commands_and_other_qps ["completer.qp_control.other_qps"] => qp_control::other_qps_go_on;
    /// Every command but DEREGISTER is passed on unchanged.
    mr_commands_passed_on ["completer.mr_control.passed"] => mr_control::passes_commands_on;
    /// DEREGISTER fences, then flushes the MMU, and is not passed on.
    mr_deregister ["completer.mr_control.deregister"] => mr_control::deregister;
    /// Queued commands are carried out one at a time, in order.
    mr_several_queued ["completer.mr_control.queued"] => mr_control::several_queued;
    /// The same with a fence, a flush, or both that take long.
    mr_slow_fence ["completer.mr_control.slow"] => mr_control::slow_fence_and_flush;
    /// Twenty ACKs complete while a fence is awaited.
    mr_responses_go_on ["completer.mr_control.responses"] => mr_control::responses_go_on;
    /// A command behind a deregistration waits for the answer to its flush.
    mr_waits_for_the_flush ["completer.mr_control.done"] => rules_gap::next_command_waits_for_the_flush;
    /// A success CQE of a QP made anew waits for the error CQE of its first life.
    cqe_success_behind_an_error ["completer.cqe.order"] => rules_gap::success_waits_for_an_older_error;
    /// The flush of a QP moved to ERR waits for the answers to its commands on channel 0.
    qp_to_error_waits_for_answers ["completer.qp_control.error.answers"] => rules_gap::flush_waits_for_answers;
    /// A late ACK completes its entry and leaves the expected PSN where it is.
    late_ack_keeps_expected_psn ["completer.ack.late"] => rules_gap::late_ack_moves_nothing;
    /// ACKs, stale ones and large ones at every offset around the PSN wrap.
    psn_wrap_acks ["completer.wrap.ack"] => psn_wrap::acks;
    /// Implied ACKs and an implied NAK at every offset around the PSN wrap.
    psn_wrap_implied ["completer.wrap.implied"] => psn_wrap::implied_acks;
    /// NAK, RNR NAK and SACK, stale and large, at every offset around the PSN wrap.
    psn_wrap_naks ["completer.wrap.nak"] => psn_wrap::naks;
    /// READ responses, duplicates and missing ones at every offset around the PSN wrap.
    psn_wrap_reads ["completer.wrap.read"] => psn_wrap::reads;
    /// A READ resumed at every offset around the PSN wrap.
    psn_wrap_resumed_reads ["completer.wrap.read_retry"] => psn_wrap::resumed_reads;
    /// PSNs that are half the circle away: 2^23 - 1, 2^23 and 2^23 + 1.
    psn_half_circle ["completer.wrap.half"] => psn_wrap::half_a_circle_away;
    /// An initiation interval of 4 cycles or better across QPs: ACK, READ response, ATOMIC ack.
    rate_across_qps ["completer.rate.across_qps"] => rate::across_qps;
    /// An initiation interval of 8 cycles or better on one QP: ACK, READ response, ATOMIC ack.
    rate_on_one_qp ["completer.rate.one_qp"] => rate::one_qp;
    /// WRITEs, SENDs, READs and ATOMICs on several QPs, with coalesced and partial ACKs.
    random_mix ["completer.random.mix"] => random::mix;
    /// Every fault on a single QP, where nothing may overlap.
    random_one_qp ["completer.random.one_qp"] => random::one_qp;
    /// Sixty-four QPs at once.
    random_many_qps ["completer.random.many_qps"] => random::many_qps;
    /// Mostly READs, some of their responses lost and asked for again.
    random_reads ["completer.random.reads"] => random::reads;
    /// Mostly ATOMICs, some of their acks lost or sent twice.
    random_atomics ["completer.random.atomics"] => random::atomics;
    /// Every QP starts 16 PSNs before the wrap.
    random_psn_wrap ["completer.random.psn_wrap"] => random::psn_wrap;
    /// Responses lost, repeated and overtaken.
    random_lossy_network ["completer.random.lossy"] => random::lossy_network;
    /// ACKs that come late and stand for many messages.
    random_late_acks ["completer.random.late_acks"] => random::late_acks;
    /// Sequence NAKs, RNR NAKs and SACKs; what is handed over is retried.
    random_naks ["completer.random.naks"] => random::naks;
    /// Fatal NAKs and translation faults: fail, flush, destroy, create again.
    random_failures ["completer.random.failures"] => random::failures;
    /// Headers made wrong on purpose: each ends with the cause it was made for.
    random_forged_headers ["completer.random.forged"] => random::forged_headers;
    /// QPs moved to SQD and ERR, destroyed and created again while responses are in flight.
    random_qp_commands ["completer.random.qp_commands"] => random::qp_commands;
    /// All faults at once.
    random_storm ["completer.random.storm"] => random::storm;
    /// All faults, every stream with an idle or backpressure pattern of its own.
    random_backpressure ["completer.random.backpressure"] => random::backpressure;
    /// Every idle pattern against every backpressure pattern.
    stream_matrix ["completer.streams.matrix"] => random::idle_by_backpressure;
    /// Every stream in turn is stalled for 400 cycles in the middle of traffic.
    stalled_ports ["completer.streams.stalled"] => random::stalled_ports;
    /// A read of the sticky register clears the bits that it returned.
    sticky_is_cleared_by_reading ["completer.registers.clear_on_read"] => registers::sticky_is_cleared_by_reading;
    /// A reset leaves the sticky bits.
    sticky_survives_reset ["completer.registers.sticky"] => registers::sticky_survives_reset;
    /// Reading the sticky bits over and over in the middle of traffic loses no event.
    sticky_loses_no_event ["completer.registers.race"] => registers::sticky_loses_no_event;
    /// A reset clears the counters, and they count on from zero.
    counters_restart_at_reset ["completer.registers.counters"] => registers::counters_restart_at_reset;
    /// Writes and unmapped addresses are refused and change nothing.
    refused_accesses_change_nothing ["completer.registers.refused"] => registers::refused_accesses_change_nothing;
    /// last_psn shows the last accepted response, not a dropped one.
    last_accepted_response_is_kept ["completer.registers.last"] => registers::last_accepted_response_is_kept;
    /// Each READ response at each place of a READ and of a repeated one, with each flaw, at each path MTU.
    closure_reads ["completer.read.sequence"] => closure::everywhere;
    /// READ responses when what remains is the path MTU, one or two bytes less or more.
    closure_read_remainders ["completer.read"] => closure::what_remains;
    /// Path MTU codes without a meaning: no length fits.
    closure_unknown_pmtu ["completer.read"] => closure::unknown_pmtu;
    /// A segment_count above 4 is taken as 4.
    closure_too_many_segments ["completer.read.pieces"] => closure::too_many_segments;
    /// ATOMIC acks with too many segments, with room to spare, with a fault while the request is sent again.
    closure_atomics ["completer.atomic"] => closure::atomics_at_the_edges;
    /// Every NAK against every opcode and state of an entry, first in the queue or not.
    closure_naks ["completer.nak"] => closure::naks_by_entry_state;
    /// A response of the wrong kind fails every opcode, signaled or not.
    closure_wrong_kind ["completer.completion"] => closure::wrong_kind_by_opcode;
    /// READ and ATOMIC without local room, signaled or not.
    closure_no_room ["completer.completion"] => closure::no_room_by_opcode;
    /// READ responses and ATOMIC acks that nothing waits for, or not yet.
    closure_rows_of_data ["completer.table"] => closure::rows_of_data;
    /// Late ACKs of every opcode, and of entries behind others that are late too.
    closure_late_acks ["completer.table"] => closure::late_acks;
    /// Each effect of credits, by each row that takes them, with the MSN at the wrap and not.
    closure_credits ["completer.credits"] => closure::every_effect;
    /// None to eight implied ACKs, then none to eight flushed entries.
    closure_chains ["completer.chain"] => closure::implied_and_flushed;
    /// Twelve implied ACKs before every way to end, with and without backpressure.
    closure_long_chains ["completer.chain"] => closure::long_chains;
    /// QP and MR commands find responses in flight, and their streams stalled.
    closure_control ["completer.qp_control"] => closure::control_beside_responses;
    /// As many responses in flight as the wrapper takes, several of one QP.
    closure_deep_pipeline ["completer.pipeline"] => closure::deep_pipeline;
    /// A READ goes on after a NAK, an RNR NAK and a SACK.
    closure_interrupted_read ["completer.order"] => closure::interrupted_read;
    /// An old response to a QPN of more than 16 bits.
    closure_wide_qpn ["completer.end"] => closure::wide_qpn_of_an_old_response;
    /// A reset in the middle of traffic, twelve times; then clean traffic.
    reset_in_mid_traffic ["completer.reset.traffic"] => random::reset_in_traffic;
}
