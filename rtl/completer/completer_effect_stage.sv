// Carries out what the look-up table decides: commands, completions, payload pieces, context writes, notices.
//
// Enters: a response with its QP, or a QP to flush, and the QP's oldest entry (push). Further entries come over
// channel 4. Leaves: every output stream of the look-up, each at most once per entry looked at; `leaves` when done.
// II = 2 for an acknowledgement, 4 for one piece of payload (the translation's answer is awaited).
//
// All effects of an entry enter their streams in the one cycle in which all of these have room.
module completer_effect_stage
  import completer_pkg::*;
  import completer_frontend_pkg::*;
(
  input  logic                clk,
  input  logic                rstn,

  input  logic                push,
  input  logic                push_flush,
  input  response_t           push_response,
  input  qp_view_t            push_qp,
  input  tx_info_t            push_entry,
  output logic                room,
  output logic                busy,
  output qpn_t                busy_qpn,

  output logic                push_command,
  output swq_command_t        command,
  input  logic                command_room,
  input  logic                commands_answered,

  output logic                push_next,
  output swq_read_t           next_entry,
  input  logic                next_room,
  input  logic                s_data_port_4_tvalid,
  output logic                s_data_port_4_tready,
  input  tx_info_t            s_data_port_4_tdata,

  output logic                push_piece,
  output payload_command_t    piece,
  input  logic                piece_room,
  input  logic                s_comp_write_translate_rsp_tvalid,
  output logic                s_comp_write_translate_rsp_tready,
  input  logic                translation_fault,

  output logic                push_drop2,
  input  logic                drop2_room,
  output logic                push_drop3,
  input  logic                drop3_room,
  output drop_decision_t      drop_decision,

  output logic                push_completion,
  output completion_t         completion,
  input  logic                completion_room,

  output logic                push_context,
  output context_access_t     context_write,
  input  logic                context_room,

  output logic                push_ack,
  output ack_info_t           ack_info,
  input  logic                ack_room,
  output logic                push_nak,
  output nak_info_t           nak_info,
  input  logic                nak_room,
  output logic                push_sack,
  output sack_info_t          sack_info,
  input  logic                sack_room,

  output effect_event_t       event_o
);

  typedef enum logic [2:0] {
    STATE_EMPTY,
    STATE_TABLE,      // an entry to look up in the table
    STATE_TRANSLATE,  // pieces to send, verdicts to await
    STATE_FLUSH,      // an entry to flush, if there is one
    STATE_NEXT,       // the next entry to ask for, once all commands are answered
    STATE_READ        // the next entry is on its way
  } state_t;

  state_t      state_q;
  logic        flushing_q, fault_q;
  logic        flush_only_q;      // QP control asked for the flush: no response
  response_t   response_q;
  qp_view_t    qp_q;
  entry_t      entry_q, entry_d;
  psn_t        expected_q;
  logic [2:0]  pending_q;

  decision_t   from_table, now;
  logic        fire, rooms, final_verdict, verdict, load_entry, moves_on, leaves, ends, more_pieces;
  logic        atomic;

  assign busy     = state_q != STATE_EMPTY;
  assign busy_qpn = response_q.qpn;
  assign room     = !busy;
  assign atomic   = response_q.opcode == RESP_OPCODE_ATOMIC_ACK;

  // ------------------------------------------------------------------------------------------- the decision
  completer_decision u_decision (
    .response(response_q),
    .pmtu    (qp_q.pmtu),
    .entry   (entry_q),
    .expected(expected_q),
    .decision(from_table)
  );

  always_comb begin : decide
    now = from_table;
    unique case (state_q)
      STATE_TRANSLATE: begin
        now.action         = atomic || response_q.p == entry_q.last_psn ? ACTION_COMPLETE : ACTION_MODIFY;
        now.cause          = CAUSE_NONE;
        now.expected       = response_q.p + 24'd1;
        now.bytes_received = entry_q.bytes_received + 32'(response_q.payload_len);
        now.take_credits   = response_q.opcode != RESP_OPCODE_READ_RESP_MIDDLE;
        now.notice         = NOTICE_ACK;
        if (fault_q || translation_fault) begin : refused
          now.action       = ACTION_FAIL;
          now.cause        = CAUSE_TRANSLATION;
          now.status       = WC_STATUS_LOC_PROT;
          now.expected     = expected_q;
          now.take_credits = 1'b0;
          now.notice       = NOTICE_NONE;
        end
      end
      STATE_FLUSH: begin
        now.action       = ACTION_FLUSH;
        now.cause        = CAUSE_FLUSH;
        now.status       = WC_STATUS_WR_FLUSH;
        now.take_credits = 1'b0;
        now.notice       = NOTICE_NONE;
      end
      default: ;
    endcase
  end

  // ------------------------------------------------------------------------------------------- when
  // With the last verdict all follows at once, so ready stands for room for whatever it says.
  assign s_comp_write_translate_rsp_tready = state_q == STATE_TRANSLATE && pending_q != '0 && rstn
      && command_room && completion_room && context_room && ack_room && drop3_room;
  assign verdict       = s_comp_write_translate_rsp_tvalid && s_comp_write_translate_rsp_tready;
  assign final_verdict = verdict && pending_q == 3'd1 && !more_pieces;

  logic complete, ends_response, needs_completion, needs_command, needs_drop2, looks_up;

  assign looks_up      = state_q == STATE_TABLE;
  assign complete      = now.action inside {ACTION_COMPLETE, ACTION_IMPLIED};
  assign ends_response = now.action inside {ACTION_DROP, ACTION_COMPLETE, ACTION_MODIFY, ACTION_HANDOVER, ACTION_FAIL};

  assign needs_completion = (complete && entry_q.signaled) || now.action inside {ACTION_FAIL, ACTION_FLUSH};
  assign needs_command    = !(now.action inside {ACTION_DROP, ACTION_DELIVER});
  assign needs_drop2      = looks_up && response_q.payload_present && now.action != ACTION_IMPLIED;

  assign rooms = (completion_room || !needs_completion) && (command_room || !needs_command)
      && (context_room || !ends_response) && (drop2_room || !needs_drop2)
      && (piece_room || now.action != ACTION_DELIVER)
      && (ack_room || now.notice != NOTICE_ACK) && (nak_room || now.notice != NOTICE_NAK)
      && (sack_room || now.notice != NOTICE_SACK);

  always_comb begin : firing
    unique case (state_q)
      STATE_TABLE:     fire = rooms;
      STATE_TRANSLATE: fire = final_verdict;
      STATE_FLUSH:     fire = entry_q.valid && rooms;
      default:         fire = 1'b0;
    endcase
  end

  assign ends     = state_q == STATE_FLUSH && !entry_q.valid;
  assign moves_on = fire && now.action inside {ACTION_IMPLIED, ACTION_FAIL, ACTION_FLUSH};
  assign leaves   = ends || (fire && ends_response && now.action != ACTION_FAIL);

  assign push_next            = state_q == STATE_NEXT && commands_answered && next_room;
  assign s_data_port_4_tready = state_q == STATE_READ && rstn;
  assign load_entry           = push || (s_data_port_4_tvalid && s_data_port_4_tready);

  // ------------------------------------------------------------------------------------------- the slot
  always_ff @(posedge clk) begin : state_register
    if (!rstn) begin
      state_q <= STATE_EMPTY;
    end else begin
      unique case (state_q)
        STATE_EMPTY: if (push) state_q <= push_flush ? STATE_FLUSH : STATE_TABLE;
        STATE_NEXT:  if (push_next) state_q <= STATE_READ;
        STATE_READ:  if (load_entry) state_q <= flushing_q ? STATE_FLUSH : STATE_TABLE;
        default: begin
          if (moves_on) state_q <= STATE_NEXT;
          else if (leaves) state_q <= STATE_EMPTY;
          else if (fire) state_q <= STATE_TRANSLATE;
        end
      endcase
    end
  end

  completer_entry_view u_entry_view (
    .tx_info(push ? push_entry : s_data_port_4_tdata),
    .entry  (entry_d)
  );

  always_ff @(posedge clk) begin : slot
    if (push) begin
      response_q   <= push_response;
      qp_q         <= push_qp;
      flushing_q   <= push_flush;
      flush_only_q <= push_flush;
      expected_q   <= push_qp.unacked_psn;
    end else if (fire) begin
      flushing_q <= flushing_q || now.action == ACTION_FAIL;
      expected_q <= now.expected;
    end
    if (load_entry) entry_q <= entry_d;
  end

  // ------------------------------------------------------------------------------------------- payload pieces
  logic        loads_atomic, piece_ready, piece_last;
  logic [12:0] loads_length, piece_length;
  logic [63:0] piece_va;
  logic [31:0] piece_lkey;

  assign loads_atomic = push ? push_response.opcode == RESP_OPCODE_ATOMIC_ACK : atomic;
  assign loads_length = push ? push_response.payload_len : response_q.payload_len;

  completer_read_splitter u_splitter (
    .clk,
    .load         (load_entry),
    .load_limit   (entry_d.limit),
    .load_position(loads_atomic ? '0 : 34'(entry_d.bytes_received)),
    .load_left    (loads_atomic ? 13'd8 : loads_length),
    .entry        (entry_q),
    .take         (push_piece),
    .more         (more_pieces),
    .ready        (piece_ready),
    .va           (piece_va),
    .lkey         (piece_lkey),
    .length       (piece_length),
    .last         (piece_last)
  );

  assign push_piece = looks_up ? fire && now.action == ACTION_DELIVER
                               : state_q == STATE_TRANSLATE && more_pieces && piece_ready && piece_room;

  always_ff @(posedge clk) begin : verdicts
    if (load_entry) begin
      pending_q <= '0;
      fault_q   <= 1'b0;
    end else begin
      pending_q <= pending_q + 3'(push_piece) - 3'(verdict);
      fault_q   <= fault_q || (verdict && translation_fault);
    end
  end

  always_comb begin : piece_beat
    piece             = '0;
    piece.qpn         = response_q.qpn;
    piece.psn         = response_q.psn;
    piece.pd          = qp_q.pd;
    piece.va          = piece_va;
    piece.lkey        = piece_lkey;
    piece.length      = 16'(piece_length);
    piece.first       = looks_up;
    piece.last        = piece_last;
    piece.inline_data = atomic;
    piece.data        = atomic ? response_q.ext[63:0] : '0;
  end

  // ------------------------------------------------------------------------------------------- the beats
  completer_beats u_beats (
    .response(response_q),
    .qp      (qp_q),
    .entry   (entry_q),
    .decision(now),
    .command,
    .completion,
    .context_write,
    .ack_info,
    .nak_info,
    .sack_info
  );

  always_comb begin : simple_beats
    next_entry           = '0;
    next_entry.qpn       = response_q.qpn;
    next_entry.wqe_index = entry_q.wqe_index + 16'd1;

    drop_decision       = '0;
    drop_decision.drop  = now.cause != CAUSE_NONE;
    drop_decision.cause = now.cause;
    drop_decision.qpn   = response_q.qpn;
    drop_decision.psn   = response_q.psn;
  end

  assign push_command    = fire && needs_command;
  assign push_completion = fire && needs_completion;
  assign push_context    = fire && ends_response
      && (context_write.set_state || context_write.set_unacked_psn || context_write.set_credits);
  assign push_drop2      = fire && needs_drop2;
  assign push_drop3      = final_verdict;
  assign push_ack        = fire && now.notice == NOTICE_ACK;
  assign push_nak        = fire && now.notice == NOTICE_NAK;
  assign push_sack       = fire && now.notice == NOTICE_SACK;

  always_comb begin : events
    event_o.finished    = leaves && !flush_only_q;
    event_o.cause       = fire ? now.cause : CAUSE_NONE;
    event_o.ack         = push_ack;
    event_o.nak         = push_nak;
    event_o.sack        = push_sack;
    event_o.cqe         = push_completion && complete;
    event_o.error_cqe   = push_completion && !complete;
    event_o.implied_ack = fire && now.action == ACTION_IMPLIED;
    event_o.handover    = fire && now.action == ACTION_HANDOVER;
    event_o.psn         = response_q.psn;
    event_o.qpn         = response_q.qpn;
  end

endmodule
