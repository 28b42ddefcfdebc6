// Whether a READ response fits the READ that it answers (contract, section 5). Combinational.
//
// Enters: a READ response whose PSN is the expected one, its QP's path MTU, the READ's entry.
// Leaves: NONE, or the first check that fails.
module completer_read_check
  import completer_pkg::*;
  import completer_frontend_pkg::*;
(
  /* verilator lint_off UNUSEDSIGNAL */ // the stages' structures carry more than this check needs
  input  response_t response,
  input  pmtu_t     pmtu,
  input  entry_t    entry,
  /* verilator lint_on UNUSEDSIGNAL */
  output cause_t    cause
);

  logic        starts, ends, late, in_sequence, right_length, has_room;
  logic [12:0] mtu;
  logic [32:0] received;

  assign starts = response.p == entry.request_psn;
  assign ends   = response.p == entry.last_psn;
  // A packet of the original stream that arrives where the retry begins.
  assign late     = entry.retried && response.p != entry.first_psn;
  assign mtu      = pmtu_bytes(pmtu);
  assign received = 33'(entry.bytes_received) + 33'(response.payload_len);
  assign has_room = 34'(received) <= entry.limit[3];

  always_comb begin : opcode_rules
    unique case (response.opcode)
      RESP_OPCODE_READ_RESP_FIRST:  in_sequence = starts && !ends;
      RESP_OPCODE_READ_RESP_MIDDLE: in_sequence = !ends && (!starts || late);
      RESP_OPCODE_READ_RESP_LAST:   in_sequence = ends && (!starts || late);
      default:                      in_sequence = starts && ends;
    endcase
    unique case (response.opcode)
      RESP_OPCODE_READ_RESP_FIRST, RESP_OPCODE_READ_RESP_MIDDLE:
        right_length = response.payload_len == mtu && received <= 33'(entry.message_len);
      default:
        right_length = response.payload_len <= mtu && received == 33'(entry.message_len);
    endcase
    if (mtu == '0) right_length = 1'b0;
  end

  assign cause = !in_sequence  ? CAUSE_OUT_OF_SEQUENCE
               : !right_length ? CAUSE_WRONG_LENGTH
               : !has_room     ? CAUSE_LOCAL_LENGTH
               : CAUSE_NONE;

endmodule
