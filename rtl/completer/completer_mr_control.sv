// MR control: hands commands on; fences and flushes a deregistered key itself (contract, section 8).
//
// Enters: s_mr_ctrl_stream, s_dereg_rsp, s_mmu_flush_rsp. Leaves: m_mr_ctrl_stream, m_dereg_mr_id, then m_mmu_flush.
// One command at a time; II = 2 for what is only handed on.
module completer_mr_control
  import completer_pkg::*;
(
  input  logic        clk,
  input  logic        rstn,

  input  logic        s_mr_ctrl_stream_tvalid,
  output logic        s_mr_ctrl_stream_tready,
  input  mr_control_t s_mr_ctrl_stream_tdata,
  output logic        m_mr_ctrl_stream_tvalid,
  input  logic        m_mr_ctrl_stream_tready,
  output mr_control_t m_mr_ctrl_stream_tdata,

  output logic        m_dereg_mr_id_tvalid,
  input  logic        m_dereg_mr_id_tready,
  output mr_key_t     m_dereg_mr_id_tdata,
  input  logic        s_dereg_rsp_tvalid,
  output logic        s_dereg_rsp_tready,

  output logic        m_mmu_flush_tvalid,
  input  logic        m_mmu_flush_tready,
  output mr_key_t     m_mmu_flush_tdata,
  input  logic        s_mmu_flush_rsp_tvalid,
  output logic        s_mmu_flush_rsp_tready,

  output logic        deregistered    // a DEREGISTER is done
);

  typedef enum logic [1:0] {
    STATE_IDLE,
    STATE_FENCE,  // no new access to the key
    STATE_FLUSH   // no translation of it left
  } state_t;

  state_t  state_q;
  mr_key_t key_q;
  logic    take, deregister, fenced, pass_room, fence_room, flush_room;

  assign deregister = s_mr_ctrl_stream_tdata.op == MR_OP_DEREGISTER;
  assign s_mr_ctrl_stream_tready = state_q == STATE_IDLE && pass_room && rstn;
  assign take = s_mr_ctrl_stream_tvalid && s_mr_ctrl_stream_tready;

  // An answer counts once its request was taken.
  assign s_dereg_rsp_tready     = state_q == STATE_FENCE && fence_room && rstn;
  assign s_mmu_flush_rsp_tready = state_q == STATE_FLUSH && flush_room && rstn;
  assign fenced                 = s_dereg_rsp_tvalid && s_dereg_rsp_tready;
  assign deregistered           = s_mmu_flush_rsp_tvalid && s_mmu_flush_rsp_tready;

  always_ff @(posedge clk) begin : command
    if (!rstn) begin
      state_q <= STATE_IDLE;
    end else begin
      unique case (state_q)
        STATE_IDLE:  if (take && deregister) state_q <= STATE_FENCE;
        STATE_FENCE: if (fenced) state_q <= STATE_FLUSH;
        default:     if (deregistered) state_q <= STATE_IDLE;
      endcase
    end
    if (take) key_q.key <= s_mr_ctrl_stream_tdata.key;
  end

  axis_queue #(.Width($bits(mr_control_t))) u_pass (
    .clk,
    .rstn,
    .push     (take && !deregister),
    .push_data(s_mr_ctrl_stream_tdata),
    .room     (pass_room),
    .m_tvalid (m_mr_ctrl_stream_tvalid),
    .m_tready (m_mr_ctrl_stream_tready),
    .m_tdata  (m_mr_ctrl_stream_tdata)
  );

  axis_queue #(.Width($bits(mr_key_t))) u_dereg_mr_id (
    .clk,
    .rstn,
    .push     (take && deregister),
    .push_data(s_mr_ctrl_stream_tdata.key),
    .room     (fence_room),
    .m_tvalid (m_dereg_mr_id_tvalid),
    .m_tready (m_dereg_mr_id_tready),
    .m_tdata  (m_dereg_mr_id_tdata)
  );

  axis_queue #(.Width($bits(mr_key_t))) u_mmu_flush (
    .clk,
    .rstn,
    .push     (fenced),
    .push_data(key_q),
    .room     (flush_room),
    .m_tvalid (m_mmu_flush_tvalid),
    .m_tready (m_mmu_flush_tready),
    .m_tdata  (m_mmu_flush_tdata)
  );

endmodule
