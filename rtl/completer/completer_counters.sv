// Counters of the debug block, and the last accepted response. Cleared by reset; they wrap.
//
// Enters: what the stages did in this cycle. Leaves: the counts, from registers. II = 1.
module completer_counters
  import completer_pkg::*;
  import completer_frontend_pkg::*;
(
  input  logic           clk,
  input  logic           rstn,

  input  context_event_t context_event,
  input  effect_event_t  effect_event,
  input  logic           qp_destroyed,
  input  logic           mr_deregistered,

  output counters_t      counters,
  output psn_t           last_psn,
  output qpn_t           last_qpn
);

  counters_t counters_q;
  psn_t      last_psn_q;
  qpn_t      last_qpn_q;
  logic      bad_response, early_duplicate, late_duplicate;

  assign counters = counters_q;
  assign last_psn = last_psn_q;
  assign last_qpn = last_qpn_q;

  assign early_duplicate = context_event.cause == CAUSE_DUPLICATE;
  assign late_duplicate  = effect_event.cause == CAUSE_DUPLICATE;

  assign bad_response = effect_event.cause inside {CAUSE_WRONG_KIND, CAUSE_OUT_OF_SEQUENCE,
                                                   CAUSE_WRONG_LENGTH, CAUSE_LOCAL_LENGTH};

  always_ff @(posedge clk) begin : count
    if (!rstn) begin
      counters_q <= '0;
    end else begin
      // Two stages can each end a response in one cycle.
      if (context_event.finished && effect_event.finished) counters_q.response <= counters_q.response + 2;
      else if (context_event.finished || effect_event.finished) counters_q.response <= counters_q.response + 1;
      if (late_duplicate && early_duplicate) counters_q.duplicate <= counters_q.duplicate + 2;
      else if (late_duplicate || early_duplicate) counters_q.duplicate <= counters_q.duplicate + 1;

      if (effect_event.ack) counters_q.ack <= counters_q.ack + 1;
      if (effect_event.nak) counters_q.nak <= counters_q.nak + 1;
      if (effect_event.sack) counters_q.sack <= counters_q.sack + 1;
      if (effect_event.cqe) counters_q.cqe <= counters_q.cqe + 1;
      if (effect_event.error_cqe) counters_q.error_cqe <= counters_q.error_cqe + 1;
      if (effect_event.cause == CAUSE_FLUSH) counters_q.flush <= counters_q.flush + 1;
      if (effect_event.implied_ack) counters_q.implied_ack <= counters_q.implied_ack + 1;
      if (effect_event.handover) counters_q.handover <= counters_q.handover + 1;
      if (effect_event.cause == CAUSE_GHOST) counters_q.ghost <= counters_q.ghost + 1;
      if (effect_event.cause == CAUSE_NOT_SENT) counters_q.not_sent <= counters_q.not_sent + 1;
      if (effect_event.cause == CAUSE_MISSING) counters_q.missing <= counters_q.missing + 1;
      if (effect_event.cause == CAUSE_IMPLIED_NAK) counters_q.implied_nak <= counters_q.implied_nak + 1;
      if (bad_response) counters_q.bad_response <= counters_q.bad_response + 1;
      if (effect_event.cause == CAUSE_TRANSLATION)
        counters_q.translation_fault <= counters_q.translation_fault + 1;

      if (context_event.cnp) counters_q.cnp <= counters_q.cnp + 1;
      if (context_event.cause == CAUSE_MALFORMED) counters_q.malformed <= counters_q.malformed + 1;
      if (context_event.cause == CAUSE_INVALID_QP) counters_q.invalid_qp <= counters_q.invalid_qp + 1;
      if (context_event.cause == CAUSE_NOT_RTS) counters_q.not_rts <= counters_q.not_rts + 1;
      if (context_event.cause == CAUSE_IP_MISMATCH) counters_q.ip_mismatch <= counters_q.ip_mismatch + 1;
      if (context_event.cause == CAUSE_PKEY_MISMATCH) counters_q.pkey_mismatch <= counters_q.pkey_mismatch + 1;
      if (context_event.cause == CAUSE_LARGE_PSN) counters_q.large_psn <= counters_q.large_psn + 1;
      if (context_event.cause == CAUSE_SACK_REFUSED) counters_q.sack_refused <= counters_q.sack_refused + 1;

      if (qp_destroyed) counters_q.qp_destroy <= counters_q.qp_destroy + 1;
      if (mr_deregistered) counters_q.mr_dereg <= counters_q.mr_dereg + 1;
    end
  end

  always_ff @(posedge clk) begin : last_accepted
    if (!rstn) begin
      last_psn_q <= '0;
      last_qpn_q <= '0;
    end else if (effect_event.ack || effect_event.nak || effect_event.sack) begin
      last_psn_q <= effect_event.psn;
      last_qpn_q <= effect_event.qpn;
    end
  end

endmodule
