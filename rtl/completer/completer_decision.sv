// The look-up table: what one response means for one send-work-queue entry (transport.md 3). Combinational.
//
// Enters: the response, its QP, the entry read, the PSN expected. Leaves: the decision.
// Rows are numbered as in section 4 of the contract, and tried in that order.
module completer_decision
  import completer_pkg::*;
  import completer_frontend_pkg::*;
(
  input  response_t response,
  input  pmtu_t     pmtu,
  /* verilator lint_off UNUSEDSIGNAL */ // what only completions and commands carry
  input  entry_t    entry,
  /* verilator lint_on UNUSEDSIGNAL */
  input  psn_t      expected,
  output decision_t decision
);

  psn_t   p;
  logic   beyond, old, ahead, at_last, plain, write_or_send, answers_read, answers_atomic;
  cause_t read_error, row_cause;

  assign p             = response.p;
  assign beyond        = psn_lt(entry.last_psn, p);
  assign old           = psn_lt(p, expected);
  assign ahead         = psn_lt(expected, p);
  assign at_last       = p == entry.last_psn;
  assign plain         = is_plain_ack(response);
  assign write_or_send = is_write_or_send(entry.opcode);

  assign answers_read = is_read_response(response.opcode) && entry.opcode == WR_OPCODE_READ
      && (response.opcode == RESP_OPCODE_READ_RESP_MIDDLE || is_positive(response.syndrome));
  assign answers_atomic = response.opcode == RESP_OPCODE_ATOMIC_ACK && is_atomic(entry.opcode)
      && is_positive(response.syndrome);

  completer_read_check u_read_check (
    .response,
    .pmtu,
    .entry,
    .cause(read_error)
  );

  // The error that a NAK code stands for.
  function automatic wc_status_t remote_error(input logic [4:0] code);
    unique case (code)
      5'd1:    return WC_STATUS_REM_INV_REQ;
      5'd2:    return WC_STATUS_REM_ACCESS;
      default: return WC_STATUS_REM_OP;
    endcase
  endfunction

  function automatic decision_t drop(input decision_t base, input cause_t cause);
    drop        = base;
    drop.action = ACTION_DROP;
    drop.cause  = cause;
  endfunction

  function automatic decision_t fail(input decision_t base, input wc_status_t status, input cause_t cause);
    fail        = base;
    fail.action = ACTION_FAIL;
    fail.status = status;
    fail.cause  = cause;
  endfunction

  function automatic decision_t hand_over(input decision_t base, input retry_kind_t kind, input psn_t from);
    hand_over              = base;
    hand_over.action       = ACTION_HANDOVER;
    hand_over.kind         = kind;
    hand_over.handover_psn = from;
  endfunction

  // Nothing done yet: where every row starts.
  function automatic decision_t start(input psn_t psn, input logic [31:0] bytes_received);
    start.action         = ACTION_DROP;
    start.cause          = CAUSE_NONE;
    start.status         = WC_STATUS_SUCCESS;
    start.kind           = RETRY_KIND_NONE;
    start.handover_psn   = '0;
    start.reload         = 1'b0;
    start.expected       = psn;
    start.bytes_received = bytes_received;
    start.take_credits   = 1'b0;
    start.notice         = NOTICE_NONE;
  endfunction

  // Rows that end the response without progress.
  always_comb begin : drops
    row_cause = CAUSE_NONE;
    if (!entry.valid || !entry.started) row_cause = CAUSE_GHOST;                                    // 1
    else if (beyond && !entry.sent) row_cause = CAUSE_NOT_SENT;                                     // 2
    else if (beyond) row_cause = write_or_send ? CAUSE_NONE : CAUSE_IMPLIED_NAK;                    // 3, 4
    else if (old && !(plain && at_last && write_or_send && entry.sent)) row_cause = CAUSE_DUPLICATE; // 6
    else if (!old && ahead && !write_or_send) row_cause = CAUSE_MISSING;                            // 7
  end

  always_comb begin : table_rows
    decision = start(expected, entry.bytes_received);
    if (row_cause == CAUSE_IMPLIED_NAK) begin : row_4
      decision       = hand_over(decision, RETRY_KIND_IMPLIED_NAK, expected);
      decision.cause = CAUSE_IMPLIED_NAK;
    end else if (row_cause != CAUSE_NONE) begin : rows_1_2_6_7
      decision = drop(decision, row_cause);
    end else if (beyond) begin : row_3
      decision.action = ACTION_IMPLIED;
      if (!psn_lt(entry.last_psn, expected)) decision.expected = entry.last_psn + 24'd1;
    end else if (plain && write_or_send) begin : rows_5_8
      decision.action = at_last && entry.sent ? ACTION_COMPLETE : ACTION_MODIFY;
      if (!old) decision.expected = p + 24'd1;
      decision.take_credits = 1'b1;
      decision.notice       = NOTICE_ACK;
    end else if (response.opcode == RESP_OPCODE_ACKNOWLEDGE && !plain) begin : rows_9_to_12
      decision.expected = p;
      if (response.sack) begin : row_9
        decision              = hand_over(decision, RETRY_KIND_SACK, p);
        decision.reload       = ahead;
        decision.take_credits = 1'b1;
        decision.notice       = NOTICE_SACK;
      end else begin : rows_10_to_12
        decision.notice = NOTICE_NAK;
        if (is_rnr(response.syndrome)) decision = hand_over(decision, RETRY_KIND_RNR, p);
        else if (response.syndrome[4:0] == 5'd0) decision = hand_over(decision, RETRY_KIND_SEQ_NAK, p);
        else decision = fail(decision, remote_error(response.syndrome[4:0]), CAUSE_REMOTE_NAK);
      end
    end else if (answers_read && read_error != CAUSE_NONE) begin : row_13_refused
      decision = fail(decision,
          read_error == CAUSE_LOCAL_LENGTH ? WC_STATUS_LOC_LEN : WC_STATUS_BAD_RESP, read_error);
    end else if (answers_read && !response.payload_present) begin : row_13_empty
      decision.action       = at_last ? ACTION_COMPLETE : ACTION_MODIFY;
      decision.expected     = p + 24'd1;
      decision.take_credits = response.opcode != RESP_OPCODE_READ_RESP_MIDDLE;
      decision.notice       = NOTICE_ACK;
    end else if (answers_atomic && entry.limit[0] < 34'd8) begin : row_14_refused
      decision = fail(decision, WC_STATUS_LOC_LEN, CAUSE_LOCAL_LENGTH);
    end else if (answers_read || answers_atomic) begin : rows_13_14
      decision.action = ACTION_DELIVER;
    end else begin : row_15
      decision = fail(decision, WC_STATUS_BAD_RESP, CAUSE_WRONG_KIND);
    end
  end

endmodule
