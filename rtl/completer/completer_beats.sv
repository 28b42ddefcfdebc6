// Writes a decision down as beats: SWQ command, completion, context WRITE, notices. Combinational.
//
// Enters: the response, its QP, the entry, the decision. Leaves: the beats; the effect stage says which of them count.
module completer_beats
  import completer_pkg::*;
  import completer_frontend_pkg::*;
(
  /* verilator lint_off UNUSEDSIGNAL */ // the stages' structures carry more than the beats need
  input  response_t       response,
  input  qp_view_t        qp,
  input  entry_t          entry,
  input  decision_t       decision,
  /* verilator lint_on UNUSEDSIGNAL */

  output swq_command_t    command,
  output completion_t     completion,
  output context_access_t context_write,
  output ack_info_t       ack_info,
  output nak_info_t       nak_info,
  output sack_info_t      sack_info
);

  logic success, handover;

  assign success  = decision.action inside {ACTION_COMPLETE, ACTION_IMPLIED};
  assign handover = decision.action == ACTION_HANDOVER;

  always_comb begin : swq
    command           = '0;
    command.qpn       = response.qpn;
    command.wqe_index = entry.wqe_index;
    unique case (decision.action)
      ACTION_HANDOVER: command.op = SWQ_OP_HANDOVER;
      ACTION_MODIFY:   command.op = SWQ_OP_MODIFY;
      default:         command.op = SWQ_OP_DELETE;
    endcase
    command.reload         = handover ? decision.reload : success || decision.action == ACTION_MODIFY;
    command.bytes_received = decision.action == ACTION_MODIFY ? decision.bytes_received : '0;
    if (handover) begin
      command.kind      = decision.kind;
      command.psn       = decision.handover_psn;
      command.rnr_timer = decision.kind == RETRY_KIND_RNR ? response.syndrome[4:0] : '0;
      command.bitmap    = decision.kind == RETRY_KIND_SACK ? response.ext : '0;
    end
  end

  always_comb begin : cqe
    completion.opcode       = completion_opcode(entry.opcode);
    completion.status       = success ? WC_STATUS_SUCCESS : decision.status;
    completion.wqe_counter  = entry.wqe_index;
    completion.qpn          = response.qpn;
    completion.byte_count   = success ? entry.message_len : '0;
    completion.wr_id        = entry.wr_id;
    completion.vendor_error = decision.cause == CAUSE_REMOTE_NAK ? response.syndrome : '0;
    completion.cause        = success ? CAUSE_NONE : decision.cause;
  end

  logic [23:0] limit;
  logic        unlimited, advances;

  // LSN only advances, until the peer stops counting (transport.md 2).
  assign unlimited = response.syndrome[4:0] == 5'h1F;
  assign limit     = response.msn + credits_of(response.syndrome[4:0]);
  assign advances  = psn_lt(qp.lsn, limit);

  always_comb begin : qp_context
    context_write                 = '0;
    context_write.op              = CONTEXT_OP_WRITE;
    context_write.qpn             = response.qpn;
    context_write.set_unacked_psn = decision.expected != qp.unacked_psn;
    if (context_write.set_unacked_psn) context_write.unacked_psn = decision.expected;
    if (decision.take_credits && !qp.credits_unlimited && (unlimited || advances)) begin
      context_write.set_credits       = 1'b1;
      context_write.lsn               = unlimited ? qp.lsn : limit;
      context_write.credits_unlimited = unlimited;
    end
    if (decision.action == ACTION_FAIL) begin
      context_write.set_state = 1'b1;
      context_write.state     = QP_STATE_ERR;
    end
  end

  logic [31:0] elapsed;

  assign elapsed = response.rx_time - entry.last_send_time;

  always_comb begin : notices
    ack_info           = '0;
    ack_info.qpn       = response.qpn[15:0];
    ack_info.psn       = response.p;
    ack_info.rtt_valid = response.p == entry.last_psn && !entry.retried;
    if (ack_info.rtt_valid) ack_info.rtt = elapsed[31:22] == '0 ? elapsed[21:0] : '1;
    ack_info.ecn_ce = response.ecn_ce;

    nak_info          = '0;
    nak_info.qpn      = response.qpn[15:0];
    nak_info.psn      = response.psn;
    nak_info.syndrome = response.syndrome;

    sack_info.qpn    = response.qpn[15:0];
    sack_info.psn    = response.p;
    sack_info.bitmap = response.ext;
  end

endmodule
