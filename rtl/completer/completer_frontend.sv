// completer_frontend: what response packets, QP control and MR control lead to (docs/reference/completer_frontend.md).
//
// Enters: response headers with the QP contexts and send-work-queue entries that it asks for; QP and MR control
// commands. Leaves: drop decisions, payload commands, completions, SWQ commands, context writes, notices to
// congestion control. Headers are processed in arrival order:
//
//   header front -> context stage -> look-up stage -> effect stage
//   (awd READ)      (rd, drop1)      (channel 3)      (table, channels 0 and 4, drop2, drop3, completions ...)
//
// Each stage holds one response. II = 4 across QPs, 8 on one QP, when every read is answered in the next cycle.
module completer_frontend
  import completer_pkg::*;
  import completer_frontend_pkg::*;
#(
  parameter int unsigned CqeDepth   = 2,  // completions that wait for their stream
  parameter int unsigned SwqPending = 4   // channel 0 commands not yet answered
) (
  input  logic                 axis_clk,
  input  logic                 axis_rstn,

  // Response headers, contexts, entries.
  input  logic                 s_comp_header_stream_tvalid,
  output logic                 s_comp_header_stream_tready,
  input  comp_header_t         s_comp_header_stream_tdata,
  output logic                 qp_rw_port_awd_tvalid,
  input  logic                 qp_rw_port_awd_tready,
  output context_access_t      qp_rw_port_awd_tdata,
  input  logic                 qp_rw_port_rd_tvalid,
  output logic                 qp_rw_port_rd_tready,
  input  qp_context_t          qp_rw_port_rd_tdata,
  output logic                 m_cmd_port_3_tvalid,
  input  logic                 m_cmd_port_3_tready,
  output swq_read_init_t       m_cmd_port_3_tdata,
  input  logic                 s_data_port_3_tvalid,
  output logic                 s_data_port_3_tready,
  input  tx_info_t             s_data_port_3_tdata,
  output logic                 m_cmd_port_4_tvalid,
  input  logic                 m_cmd_port_4_tready,
  output swq_read_t            m_cmd_port_4_tdata,
  input  logic                 s_data_port_4_tvalid,
  output logic                 s_data_port_4_tready,
  input  tx_info_t             s_data_port_4_tdata,
  output logic                 m_cmd_port_0_tvalid,
  input  logic                 m_cmd_port_0_tready,
  output swq_command_t         m_cmd_port_0_tdata,
  input  logic                 s_data_port_0_tvalid,
  output logic                 s_data_port_0_tready,
  /* verilator lint_off UNUSEDSIGNAL */ // that it comes is all that counts
  input  tx_info_t             s_data_port_0_tdata,
  /* verilator lint_on UNUSEDSIGNAL */
  output logic                 m_cmd_port_1_tvalid,
  input  logic                 m_cmd_port_1_tready,
  output swq_cleanup_t         m_cmd_port_1_tdata,

  // Payload.
  output logic                 m_comp_payload_drop1_tvalid,
  input  logic                 m_comp_payload_drop1_tready,
  output drop_decision_t       m_comp_payload_drop1_tdata,
  output logic                 m_comp_payload_drop2_tvalid,
  input  logic                 m_comp_payload_drop2_tready,
  output drop_decision_t       m_comp_payload_drop2_tdata,
  output logic                 m_comp_payload_drop3_tvalid,
  input  logic                 m_comp_payload_drop3_tready,
  output drop_decision_t       m_comp_payload_drop3_tdata,
  output logic                 m_comp_payload_cmd_stream_tvalid,
  input  logic                 m_comp_payload_cmd_stream_tready,
  output payload_command_t     m_comp_payload_cmd_stream_tdata,
  output logic                 m_comp_write_translate_tvalid,
  input  logic                 m_comp_write_translate_tready,
  output write_translate_t     m_comp_write_translate_tdata,
  input  logic                 s_comp_write_translate_rsp_tvalid,
  output logic                 s_comp_write_translate_rsp_tready,
  /* verilator lint_off UNUSEDSIGNAL */ // fault is all that counts
  input  translate_response_t  s_comp_write_translate_rsp_tdata,
  /* verilator lint_on UNUSEDSIGNAL */

  // Completions and notices.
  output logic                 m_comp_cmpt_stream_tvalid,
  input  logic                 m_comp_cmpt_stream_tready,
  output cqe_t                 m_comp_cmpt_stream_tdata,
  output logic                 m_comp_err_stream_tvalid,
  input  logic                 m_comp_err_stream_tready,
  output cqe_t                 m_comp_err_stream_tdata,
  output logic                 m_ack_info_tvalid,
  input  logic                 m_ack_info_tready,
  output ack_info_t            m_ack_info_tdata,
  output logic                 m_nak_info_tvalid,
  input  logic                 m_nak_info_tready,
  output nak_info_t            m_nak_info_tdata,
  output logic                 m_sack_info_tvalid,
  input  logic                 m_sack_info_tready,
  output sack_info_t           m_sack_info_tdata,
  output logic                 m_notify_cnp_qpn_tvalid,
  input  logic                 m_notify_cnp_qpn_tready,
  output cnp_notice_t          m_notify_cnp_qpn_tdata,

  // QP and MR control.
  input  logic                 s_qp_control_cmd_tvalid,
  output logic                 s_qp_control_cmd_tready,
  input  qp_control_t          s_qp_control_cmd_tdata,
  output logic                 m_qp_control_cmd_tvalid,
  input  logic                 m_qp_control_cmd_tready,
  output qp_control_t          m_qp_control_cmd_tdata,
  output logic                 m_cc_qp_destroy_tvalid,
  input  logic                 m_cc_qp_destroy_tready,
  output qp_notice_t           m_cc_qp_destroy_tdata,
  input  logic                 s_mr_ctrl_stream_tvalid,
  output logic                 s_mr_ctrl_stream_tready,
  input  mr_control_t          s_mr_ctrl_stream_tdata,
  output logic                 m_mr_ctrl_stream_tvalid,
  input  logic                 m_mr_ctrl_stream_tready,
  output mr_control_t          m_mr_ctrl_stream_tdata,
  output logic                 m_dereg_mr_id_tvalid,
  input  logic                 m_dereg_mr_id_tready,
  output mr_key_t              m_dereg_mr_id_tdata,
  input  logic                 s_dereg_rsp_tvalid,
  output logic                 s_dereg_rsp_tready,
  /* verilator lint_off UNUSEDSIGNAL */ // that it comes is all that counts
  input  mr_key_t              s_dereg_rsp_tdata,
  /* verilator lint_on UNUSEDSIGNAL */
  output logic                 m_mmu_flush_tvalid,
  input  logic                 m_mmu_flush_tready,
  output mr_key_t              m_mmu_flush_tdata,
  input  logic                 s_mmu_flush_rsp_tvalid,
  output logic                 s_mmu_flush_rsp_tready,
  /* verilator lint_off UNUSEDSIGNAL */ // that it comes is all that counts
  input  mr_key_t              s_mmu_flush_rsp_tdata,
  /* verilator lint_on UNUSEDSIGNAL */

  // Debug registers, AXI4-Lite.
  input  logic [11:0]          s_debug_reg_awaddr,
  input  logic                 s_debug_reg_awvalid,
  output logic                 s_debug_reg_awready,
  /* verilator lint_off UNUSEDSIGNAL */ // nothing can be written
  input  logic [31:0]          s_debug_reg_wdata,
  input  logic [3:0]           s_debug_reg_wstrb,
  /* verilator lint_on UNUSEDSIGNAL */
  input  logic                 s_debug_reg_wvalid,
  output logic                 s_debug_reg_wready,
  output logic [1:0]           s_debug_reg_bresp,
  output logic                 s_debug_reg_bvalid,
  input  logic                 s_debug_reg_bready,
  input  logic [11:0]          s_debug_reg_araddr,
  input  logic                 s_debug_reg_arvalid,
  output logic                 s_debug_reg_arready,
  output logic [31:0]          s_debug_reg_rdata,
  output logic [1:0]           s_debug_reg_rresp,
  output logic                 s_debug_reg_rvalid,
  input  logic                 s_debug_reg_rready,

  // Counters of the debug registers.
  output logic [31:0]          o_completer_frontend_response_hwcnt,
  output logic [31:0]          o_completer_frontend_ack_hwcnt,
  output logic [31:0]          o_completer_frontend_nak_hwcnt,
  output logic [31:0]          o_completer_frontend_sack_hwcnt,
  output logic [31:0]          o_completer_frontend_cnp_hwcnt,
  output logic [31:0]          o_completer_frontend_cqe_hwcnt,
  output logic [31:0]          o_completer_frontend_error_cqe_hwcnt,
  output logic [31:0]          o_completer_frontend_flush_hwcnt,
  output logic [31:0]          o_completer_frontend_implied_ack_hwcnt,
  output logic [31:0]          o_completer_frontend_handover_hwcnt,
  output logic [31:0]          o_completer_frontend_malformed_hwcnt,
  output logic [31:0]          o_completer_frontend_invalid_qp_hwcnt,
  output logic [31:0]          o_completer_frontend_not_rts_hwcnt,
  output logic [31:0]          o_completer_frontend_ip_mismatch_hwcnt,
  output logic [31:0]          o_completer_frontend_pkey_mismatch_hwcnt,
  output logic [31:0]          o_completer_frontend_duplicate_hwcnt,
  output logic [31:0]          o_completer_frontend_large_psn_hwcnt,
  output logic [31:0]          o_completer_frontend_sack_refused_hwcnt,
  output logic [31:0]          o_completer_frontend_ghost_hwcnt,
  output logic [31:0]          o_completer_frontend_not_sent_hwcnt,
  output logic [31:0]          o_completer_frontend_missing_hwcnt,
  output logic [31:0]          o_completer_frontend_implied_nak_hwcnt,
  output logic [31:0]          o_completer_frontend_bad_response_hwcnt,
  output logic [31:0]          o_completer_frontend_translation_fault_hwcnt,
  output logic [31:0]          o_completer_frontend_qp_destroy_hwcnt,
  output logic [31:0]          o_completer_frontend_mr_dereg_hwcnt
);

  // Two contexts' worth of WRITEs fit behind a READ whose answer waits for them to leave the stages.
  localparam int unsigned ContextDepth = 2;

  // ------------------------------------------------------------------------------------------- wires
  logic            push_read, push_write, push_control_write, context_room, context_idle;
  qpn_t            read_qpn;
  context_access_t read_access, effect_write, control_write, context_access;

  screened_t       screened;
  logic            context_busy, lookup_busy, effect_busy, pipeline_idle;
  qpn_t            context_qpn, effect_qpn;

  logic            push_lookup, push_flush, lookup_room, lookup_free, push_effect, effect_room, held_flush;
  response_t       lookup_response, flush_response, held_response;
  qp_view_t        lookup_qp, held_qp;
  qpn_t            flush_qpn;
  logic            hold;

  logic            push_command, command_room, swq_found, swq_answered, swq_idle;
  swq_command_t    command;
  logic            push_next, next_room;
  swq_read_t       next_entry;

  logic             push_piece, piece_room, push_drop2, push_drop3, drop2_room, drop3_room;
  payload_command_t piece;
  drop_decision_t   drop_decision;

  logic            push_completion, completion_room;
  completion_t     completion;
  logic            push_ack, push_nak, push_sack, ack_room, nak_room, sack_room;
  ack_info_t       ack_info;
  nak_info_t       nak_info;
  sack_info_t      sack_info;

  context_event_t  context_event;
  effect_event_t   effect_event;
  logic            qp_destroyed, mr_deregistered, read_sticky;
  sticky_t         sticky;
  counters_t       counters;
  psn_t            last_psn;
  qpn_t            last_qpn;

  // ------------------------------------------------------------------------------------------- context channel
  always_comb begin : context_channel
    read_access     = '0;
    read_access.op  = CONTEXT_OP_READ;
    read_access.qpn = read_qpn;
    // One at a time: QP control writes only while the pipeline is idle, the front yields to the effect stage.
    context_access = push_control_write ? control_write : push_write ? effect_write : read_access;
  end

  assign context_idle  = !qp_rw_port_awd_tvalid;
  assign pipeline_idle = !context_busy && !lookup_busy && !effect_busy;

  axis_queue #(.Width($bits(context_access_t)), .Depth(ContextDepth)) u_qp_rw_port_awd (
    .clk      (axis_clk),
    .rstn     (axis_rstn),
    .push     (push_read || push_write || push_control_write),
    .push_data(context_access),
    .room     (context_room),
    .m_tvalid (qp_rw_port_awd_tvalid),
    .m_tready (qp_rw_port_awd_tready),
    .m_tdata  (qp_rw_port_awd_tdata)
  );

  // ------------------------------------------------------------------------------------------- pipeline
  completer_header_front u_header_front (
    .clk       (axis_clk),
    .rstn      (axis_rstn),
    .s_tvalid  (s_comp_header_stream_tvalid),
    .s_tready  (s_comp_header_stream_tready),
    .s_tdata   (s_comp_header_stream_tdata),
    .hold,
    .busy      ({effect_busy, lookup_busy}),
    .busy_qpn  ({effect_qpn, held_response.qpn}),
    .read_room (context_room && !push_write),
    .stage_room(!context_busy),
    .push_read,
    .read_qpn,
    .screened
  );

  completer_context_stage u_context_stage (
    .clk        (axis_clk),
    .rstn       (axis_rstn),
    .push       (push_read),
    .push_data  (screened),
    .busy       (context_busy),
    .busy_qpn   (context_qpn),
    .qp_rw_port_rd_tvalid,
    .qp_rw_port_rd_tready,
    .qp_rw_port_rd_tdata,
    .m_comp_payload_drop1_tvalid,
    .m_comp_payload_drop1_tready,
    .m_comp_payload_drop1_tdata,
    .m_notify_cnp_qpn_tvalid,
    .m_notify_cnp_qpn_tready,
    .m_notify_cnp_qpn_tdata,
    .lookup_room(lookup_room),
    .push_lookup,
    .lookup_response,
    .lookup_qp,
    .event_o    (context_event)
  );

  // A look-up waits for the answers to its QP's commands: order holds within an SWQ channel only.
  assign lookup_room = lookup_free && !swq_found;

  always_comb begin : flush_request
    flush_response     = '0;
    flush_response.qpn = flush_qpn;
  end

  completer_lookup_stage u_lookup_stage (
    .clk          (axis_clk),
    .rstn         (axis_rstn),
    .push         (push_lookup || push_flush),
    .push_flush,
    .push_response(push_flush ? flush_response : lookup_response),
    .push_qp      (lookup_qp),
    .room         (lookup_free),
    .busy         (lookup_busy),
    .m_cmd_port_3_tvalid,
    .m_cmd_port_3_tready,
    .m_cmd_port_3_tdata,
    .s_data_port_3_tvalid,
    .s_data_port_3_tready,
    .effect_room,
    .push_effect,
    .held_flush,
    .held_response,
    .held_qp
  );

  completer_effect_stage u_effect_stage (
    .clk              (axis_clk),
    .rstn             (axis_rstn),
    .push             (push_effect),
    .push_flush       (held_flush),
    .push_response    (held_response),
    .push_qp          (held_qp),
    .push_entry       (s_data_port_3_tdata),
    .room             (effect_room),
    .busy             (effect_busy),
    .busy_qpn         (effect_qpn),
    .push_command,
    .command,
    .command_room,
    .commands_answered(swq_answered),
    .push_next,
    .next_entry,
    .next_room,
    .s_data_port_4_tvalid,
    .s_data_port_4_tready,
    .s_data_port_4_tdata,
    .push_piece,
    .piece,
    .piece_room,
    .s_comp_write_translate_rsp_tvalid,
    .s_comp_write_translate_rsp_tready,
    .translation_fault(s_comp_write_translate_rsp_tdata.fault),
    .push_drop2,
    .drop2_room,
    .push_drop3,
    .drop3_room,
    .drop_decision,
    .push_completion,
    .completion,
    .completion_room,
    .push_context     (push_write),
    .context_write    (effect_write),
    .context_room,
    .push_ack,
    .ack_info,
    .ack_room,
    .push_nak,
    .nak_info,
    .nak_room,
    .push_sack,
    .sack_info,
    .sack_room,
    .event_o          (effect_event)
  );

  // ------------------------------------------------------------------------------------------- send work queue
  completer_swq_commands #(.Pending(SwqPending)) u_swq_commands (
    .clk      (axis_clk),
    .rstn     (axis_rstn),
    .push     (push_command),
    .push_data(command),
    .room     (command_room),
    .m_cmd_port_0_tvalid,
    .m_cmd_port_0_tready,
    .m_cmd_port_0_tdata,
    .s_data_port_0_tvalid,
    .s_data_port_0_tready,
    .query    (context_qpn),
    .found    (swq_found),
    .answered (swq_answered),
    .idle     (swq_idle)
  );

  axis_queue #(.Width($bits(swq_read_t))) u_cmd_port_4 (
    .clk      (axis_clk),
    .rstn     (axis_rstn),
    .push     (push_next),
    .push_data(next_entry),
    .room     (next_room),
    .m_tvalid (m_cmd_port_4_tvalid),
    .m_tready (m_cmd_port_4_tready),
    .m_tdata  (m_cmd_port_4_tdata)
  );

  // ------------------------------------------------------------------------------------------- payload
  completer_payload_ports u_payload_ports (
    .clk (axis_clk),
    .rstn(axis_rstn),
    .push_drop2,
    .push_drop3,
    .drop_decision,
    .drop2_room,
    .drop3_room,
    .push_piece,
    .piece,
    .piece_room,
    .m_comp_payload_drop2_tvalid,
    .m_comp_payload_drop2_tready,
    .m_comp_payload_drop2_tdata,
    .m_comp_payload_drop3_tvalid,
    .m_comp_payload_drop3_tready,
    .m_comp_payload_drop3_tdata,
    .m_comp_payload_cmd_stream_tvalid,
    .m_comp_payload_cmd_stream_tready,
    .m_comp_payload_cmd_stream_tdata,
    .m_comp_write_translate_tvalid,
    .m_comp_write_translate_tready,
    .m_comp_write_translate_tdata
  );

  // ------------------------------------------------------------------------------------------- completions, notices
  completer_cqe_order #(.Depth(CqeDepth)) u_cqe_order (
    .clk      (axis_clk),
    .rstn     (axis_rstn),
    .push     (push_completion),
    .push_data(completion),
    .room     (completion_room),
    .m_comp_cmpt_stream_tvalid,
    .m_comp_cmpt_stream_tready,
    .m_comp_cmpt_stream_tdata,
    .m_comp_err_stream_tvalid,
    .m_comp_err_stream_tready,
    .m_comp_err_stream_tdata
  );

  axis_queue #(.Width($bits(ack_info_t))) u_ack_info (
    .clk      (axis_clk),
    .rstn     (axis_rstn),
    .push     (push_ack),
    .push_data(ack_info),
    .room     (ack_room),
    .m_tvalid (m_ack_info_tvalid),
    .m_tready (m_ack_info_tready),
    .m_tdata  (m_ack_info_tdata)
  );

  axis_queue #(.Width($bits(nak_info_t))) u_nak_info (
    .clk      (axis_clk),
    .rstn     (axis_rstn),
    .push     (push_nak),
    .push_data(nak_info),
    .room     (nak_room),
    .m_tvalid (m_nak_info_tvalid),
    .m_tready (m_nak_info_tready),
    .m_tdata  (m_nak_info_tdata)
  );

  axis_queue #(.Width($bits(sack_info_t))) u_sack_info (
    .clk      (axis_clk),
    .rstn     (axis_rstn),
    .push     (push_sack),
    .push_data(sack_info),
    .room     (sack_room),
    .m_tvalid (m_sack_info_tvalid),
    .m_tready (m_sack_info_tready),
    .m_tdata  (m_sack_info_tdata)
  );

  // ------------------------------------------------------------------------------------------- control
  completer_qp_control u_qp_control (
    .clk          (axis_clk),
    .rstn         (axis_rstn),
    .s_qp_control_cmd_tvalid,
    .s_qp_control_cmd_tready,
    .s_qp_control_cmd_tdata,
    .m_qp_control_cmd_tvalid,
    .m_qp_control_cmd_tready,
    .m_qp_control_cmd_tdata,
    .m_cmd_port_1_tvalid,
    .m_cmd_port_1_tready,
    .m_cmd_port_1_tdata,
    .m_cc_qp_destroy_tvalid,
    .m_cc_qp_destroy_tready,
    .m_cc_qp_destroy_tdata,
    .hold,
    .pipeline_idle,
    .swq_idle,
    .push_context (push_control_write),
    .context_write(control_write),
    .context_room,
    .context_idle,
    .push_flush,
    .flush_qpn,
    .destroyed    (qp_destroyed)
  );

  completer_mr_control u_mr_control (
    .clk         (axis_clk),
    .rstn        (axis_rstn),
    .s_mr_ctrl_stream_tvalid,
    .s_mr_ctrl_stream_tready,
    .s_mr_ctrl_stream_tdata,
    .m_mr_ctrl_stream_tvalid,
    .m_mr_ctrl_stream_tready,
    .m_mr_ctrl_stream_tdata,
    .m_dereg_mr_id_tvalid,
    .m_dereg_mr_id_tready,
    .m_dereg_mr_id_tdata,
    .s_dereg_rsp_tvalid,
    .s_dereg_rsp_tready,
    .m_mmu_flush_tvalid,
    .m_mmu_flush_tready,
    .m_mmu_flush_tdata,
    .s_mmu_flush_rsp_tvalid,
    .s_mmu_flush_rsp_tready,
    .deregistered(mr_deregistered)
  );

  // ------------------------------------------------------------------------------------------- debug
  completer_counters u_counters (
    .clk            (axis_clk),
    .rstn           (axis_rstn),
    .context_event,
    .effect_event,
    .qp_destroyed,
    .mr_deregistered,
    .counters,
    .last_psn,
    .last_qpn
  );

  completer_sticky u_sticky (
    .clk          (axis_clk),
    .rstn         (axis_rstn),
    .context_cause(context_event.cause),
    .effect_cause (effect_event.cause),
    .clear        (read_sticky),
    .sticky
  );

  completer_debug_regs u_debug_regs (
    .clk    (axis_clk),
    .rstn   (axis_rstn),
    .awaddr (s_debug_reg_awaddr),
    .awvalid(s_debug_reg_awvalid),
    .awready(s_debug_reg_awready),
    .wvalid (s_debug_reg_wvalid),
    .wready (s_debug_reg_wready),
    .bresp  (s_debug_reg_bresp),
    .bvalid (s_debug_reg_bvalid),
    .bready (s_debug_reg_bready),
    .araddr (s_debug_reg_araddr),
    .arvalid(s_debug_reg_arvalid),
    .arready(s_debug_reg_arready),
    .rdata  (s_debug_reg_rdata),
    .rresp  (s_debug_reg_rresp),
    .rvalid (s_debug_reg_rvalid),
    .rready (s_debug_reg_rready),
    .sticky,
    .last_psn,
    .last_qpn,
    .counters,
    .read_sticky
  );

  assign o_completer_frontend_response_hwcnt = counters.response;
  assign o_completer_frontend_ack_hwcnt = counters.ack;
  assign o_completer_frontend_nak_hwcnt = counters.nak;
  assign o_completer_frontend_sack_hwcnt = counters.sack;
  assign o_completer_frontend_cnp_hwcnt = counters.cnp;
  assign o_completer_frontend_cqe_hwcnt = counters.cqe;
  assign o_completer_frontend_error_cqe_hwcnt = counters.error_cqe;
  assign o_completer_frontend_flush_hwcnt = counters.flush;
  assign o_completer_frontend_implied_ack_hwcnt = counters.implied_ack;
  assign o_completer_frontend_handover_hwcnt = counters.handover;
  assign o_completer_frontend_malformed_hwcnt = counters.malformed;
  assign o_completer_frontend_invalid_qp_hwcnt = counters.invalid_qp;
  assign o_completer_frontend_not_rts_hwcnt = counters.not_rts;
  assign o_completer_frontend_ip_mismatch_hwcnt = counters.ip_mismatch;
  assign o_completer_frontend_pkey_mismatch_hwcnt = counters.pkey_mismatch;
  assign o_completer_frontend_duplicate_hwcnt = counters.duplicate;
  assign o_completer_frontend_large_psn_hwcnt = counters.large_psn;
  assign o_completer_frontend_sack_refused_hwcnt = counters.sack_refused;
  assign o_completer_frontend_ghost_hwcnt = counters.ghost;
  assign o_completer_frontend_not_sent_hwcnt = counters.not_sent;
  assign o_completer_frontend_missing_hwcnt = counters.missing;
  assign o_completer_frontend_implied_nak_hwcnt = counters.implied_nak;
  assign o_completer_frontend_bad_response_hwcnt = counters.bad_response;
  assign o_completer_frontend_translation_fault_hwcnt = counters.translation_fault;
  assign o_completer_frontend_qp_destroy_hwcnt = counters.qp_destroy;
  assign o_completer_frontend_mr_dereg_hwcnt = counters.mr_dereg;

endmodule
