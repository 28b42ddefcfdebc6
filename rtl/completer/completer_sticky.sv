// The sticky register: which causes were seen since the last read. It has no reset (rdma-ip.md 7).
//
// Enters: what the stages did in this cycle; clear, with which all bits shown now go. Leaves: the bits, from
// registers. II = 1. An event of the very cycle of a clear stays.
module completer_sticky
  import completer_pkg::*;
  import completer_frontend_pkg::*;
(
  input  logic    clk,
  input  logic    rstn,           // only holds: what a stage does under reset is no event

  input  cause_t  context_cause,
  input  cause_t  effect_cause,
  input  logic    clear,
  output sticky_t sticky
);

  sticky_t sticky_q;

  assign sticky = sticky_q;

  function automatic sticky_t sticky_of(input cause_t cause);
    sticky_of = '0;
    unique case (cause)
      CAUSE_MALFORMED:       sticky_of[COMPLETER_FRONTEND_STICKY_MALFORMED_LSB] = 1'b1;
      CAUSE_INVALID_QP:      sticky_of[COMPLETER_FRONTEND_STICKY_INVALID_QP_LSB] = 1'b1;
      CAUSE_NOT_RTS:         sticky_of[COMPLETER_FRONTEND_STICKY_NOT_RTS_LSB] = 1'b1;
      CAUSE_IP_MISMATCH:     sticky_of[COMPLETER_FRONTEND_STICKY_IP_MISMATCH_LSB] = 1'b1;
      CAUSE_PKEY_MISMATCH:   sticky_of[COMPLETER_FRONTEND_STICKY_PKEY_MISMATCH_LSB] = 1'b1;
      CAUSE_DUPLICATE:       sticky_of[COMPLETER_FRONTEND_STICKY_DUPLICATE_LSB] = 1'b1;
      CAUSE_LARGE_PSN:       sticky_of[COMPLETER_FRONTEND_STICKY_LARGE_PSN_LSB] = 1'b1;
      CAUSE_SACK_REFUSED:    sticky_of[COMPLETER_FRONTEND_STICKY_SACK_REFUSED_LSB] = 1'b1;
      CAUSE_GHOST:           sticky_of[COMPLETER_FRONTEND_STICKY_GHOST_LSB] = 1'b1;
      CAUSE_NOT_SENT:        sticky_of[COMPLETER_FRONTEND_STICKY_NOT_SENT_LSB] = 1'b1;
      CAUSE_MISSING:         sticky_of[COMPLETER_FRONTEND_STICKY_MISSING_LSB] = 1'b1;
      CAUSE_IMPLIED_NAK:     sticky_of[COMPLETER_FRONTEND_STICKY_IMPLIED_NAK_LSB] = 1'b1;
      CAUSE_WRONG_KIND:      sticky_of[COMPLETER_FRONTEND_STICKY_WRONG_KIND_LSB] = 1'b1;
      CAUSE_OUT_OF_SEQUENCE: sticky_of[COMPLETER_FRONTEND_STICKY_OUT_OF_SEQUENCE_LSB] = 1'b1;
      CAUSE_WRONG_LENGTH:    sticky_of[COMPLETER_FRONTEND_STICKY_WRONG_LENGTH_LSB] = 1'b1;
      CAUSE_LOCAL_LENGTH:    sticky_of[COMPLETER_FRONTEND_STICKY_LOCAL_LENGTH_LSB] = 1'b1;
      CAUSE_TRANSLATION:     sticky_of[COMPLETER_FRONTEND_STICKY_TRANSLATION_LSB] = 1'b1;
      CAUSE_REMOTE_NAK:      sticky_of[COMPLETER_FRONTEND_STICKY_REMOTE_NAK_LSB] = 1'b1;
      CAUSE_FLUSH:           sticky_of[COMPLETER_FRONTEND_STICKY_FLUSH_LSB] = 1'b1;
      default: ;
    endcase
  endfunction

  always_ff @(posedge clk) begin : bits
    if (rstn) sticky_q <= (clear ? '0 : sticky_q) | sticky_of(context_cause) | sticky_of(effect_cause);
  end

endmodule
