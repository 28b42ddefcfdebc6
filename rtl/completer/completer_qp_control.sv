// QP control: hands commands on; carries out DESTROY and MODIFY to ERR itself (contract, section 7).
//
// Enters: s_qp_control_cmd. Leaves: m_qp_control_cmd, m_cmd_port_1, m_cc_qp_destroy, a context WRITE
// (push_context), a QP to flush (push_flush). One command at a time; II = 2 for what is only handed on.
//
// hold keeps headers from the pipeline from the cycle a changing command is taken to its end.
module completer_qp_control
  import completer_pkg::*;
  import completer_frontend_pkg::*;
(
  input  logic            clk,
  input  logic            rstn,

  input  logic            s_qp_control_cmd_tvalid,
  output logic            s_qp_control_cmd_tready,
  input  qp_control_t     s_qp_control_cmd_tdata,

  output logic            m_qp_control_cmd_tvalid,
  input  logic            m_qp_control_cmd_tready,
  output qp_control_t     m_qp_control_cmd_tdata,
  output logic            m_cmd_port_1_tvalid,
  input  logic            m_cmd_port_1_tready,
  output swq_cleanup_t    m_cmd_port_1_tdata,
  output logic            m_cc_qp_destroy_tvalid,
  input  logic            m_cc_qp_destroy_tready,
  output qp_notice_t      m_cc_qp_destroy_tdata,

  output logic            hold,
  input  logic            pipeline_idle,    // no header past its context READ
  input  logic            swq_idle,         // every SWQ command taken and answered

  output logic            push_context,
  output context_access_t context_write,
  input  logic            context_room,
  input  logic            context_idle,     // every context access taken

  output logic            push_flush,
  output qpn_t            flush_qpn,

  output logic            destroyed         // a DESTROY is done
);

  typedef enum logic [2:0] {
    STATE_IDLE,
    STATE_DRAIN,    // headers past their context READ finish
    STATE_WRITTEN,  // the context WRITE leaves
    STATE_FLUSH,    // the effect stage flushes the QP
    STATE_CLEAN_UP  // SWQ and congestion control are told
  } state_t;

  state_t       state_q;
  qp_control_t  held_q;
  logic         destroy, take, changes, act, pass, pass_room, cleanup_room, notice_room;
  swq_cleanup_t cleanup;

  assign destroy = held_q.op == QP_OP_DESTROY;
  assign changes = s_qp_control_cmd_tdata.op == QP_OP_DESTROY
      || (s_qp_control_cmd_tdata.op == QP_OP_MODIFY && s_qp_control_cmd_tdata.new_state == QP_STATE_ERR);

  assign s_qp_control_cmd_tready = state_q == STATE_IDLE && pass_room && rstn;
  assign take = s_qp_control_cmd_tvalid && s_qp_control_cmd_tready;
  assign hold = state_q != STATE_IDLE;

  assign push_context = state_q == STATE_DRAIN && pipeline_idle && swq_idle && context_room;
  assign act          = state_q == STATE_WRITTEN && context_idle;
  assign push_flush   = act && !destroy;
  assign flush_qpn    = held_q.qpn;
  assign pass         = (take && !changes) || push_flush;
  assign destroyed    = state_q == STATE_CLEAN_UP && cleanup_room && notice_room;

  always_ff @(posedge clk) begin : command
    if (!rstn) begin
      state_q <= STATE_IDLE;
    end else begin
      unique case (state_q)
        STATE_IDLE:    if (take && changes) state_q <= STATE_DRAIN;
        STATE_DRAIN:   if (push_context) state_q <= STATE_WRITTEN;
        STATE_WRITTEN: if (act) state_q <= destroy ? STATE_CLEAN_UP : STATE_FLUSH;
        STATE_FLUSH:   if (pipeline_idle) state_q <= STATE_IDLE;
        default:       if (destroyed) state_q <= STATE_IDLE;
      endcase
    end
    if (take) held_q <= s_qp_control_cmd_tdata;
  end

  always_comb begin : beats
    context_write           = '0;
    context_write.op        = CONTEXT_OP_WRITE;
    context_write.qpn       = held_q.qpn;
    context_write.set_valid = destroy;
    context_write.set_state = 1'b1;
    context_write.state     = destroy ? QP_STATE_RESET : QP_STATE_ERR;

    cleanup     = '0;
    cleanup.qpn = held_q.qpn;
  end

  axis_queue #(.Width($bits(qp_control_t))) u_pass (
    .clk,
    .rstn,
    .push     (pass),
    .push_data(push_flush ? held_q : s_qp_control_cmd_tdata),
    .room     (pass_room),
    .m_tvalid (m_qp_control_cmd_tvalid),
    .m_tready (m_qp_control_cmd_tready),
    .m_tdata  (m_qp_control_cmd_tdata)
  );

  // Both are empty at an act: the command before them waited for that.
  axis_queue #(.Width($bits(swq_cleanup_t))) u_cmd_port_1 (
    .clk,
    .rstn,
    .push     (act && destroy),
    .push_data(cleanup),
    .room     (cleanup_room),
    .m_tvalid (m_cmd_port_1_tvalid),
    .m_tready (m_cmd_port_1_tready),
    .m_tdata  (m_cmd_port_1_tdata)
  );

  axis_queue #(.Width($bits(qp_notice_t))) u_cc_qp_destroy (
    .clk,
    .rstn,
    .push     (act && destroy),
    .push_data(held_q.qpn[15:0]),
    .room     (notice_room),
    .m_tvalid (m_cc_qp_destroy_tvalid),
    .m_tready (m_cc_qp_destroy_tready),
    .m_tdata  (m_cc_qp_destroy_tdata)
  );

endmodule
