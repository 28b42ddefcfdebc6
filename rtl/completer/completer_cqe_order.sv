// Parts completions into success and error CQEs, keeping each QP's order across both streams.
//
// Enters: a completion (push), only while room. Leaves: m_comp_cmpt_stream, m_comp_err_stream. II = 2.
// A CQE is not offered while the other stream still holds one of the same QP, which is then the earlier one.
module completer_cqe_order
  import completer_pkg::*;
  import completer_frontend_pkg::*;
#(
  parameter int unsigned Depth = 2
) (
  input  logic        clk,
  input  logic        rstn,

  input  logic        push,
  input  completion_t push_data,
  output logic        room,

  output logic        m_comp_cmpt_stream_tvalid,
  input  logic        m_comp_cmpt_stream_tready,
  output cqe_t        m_comp_cmpt_stream_tdata,
  output logic        m_comp_err_stream_tvalid,
  input  logic        m_comp_err_stream_tready,
  output cqe_t        m_comp_err_stream_tdata
);

  completion_t head, cmpt, err;
  logic        head_valid, success, push_cmpt, push_err, cmpt_room, err_room;

  axis_queue #(.Width($bits(completion_t)), .Depth(Depth)) u_queue (
    .clk,
    .rstn,
    .push,
    .push_data,
    .room,
    .m_tvalid(head_valid),
    .m_tready(push_cmpt || push_err),
    .m_tdata (head)
  );

  assign success   = head.status == WC_STATUS_SUCCESS;
  assign push_cmpt = head_valid && success && cmpt_room && (err_room || err.qpn != head.qpn);
  assign push_err  = head_valid && !success && err_room && (cmpt_room || cmpt.qpn != head.qpn);

  axis_queue #(.Width($bits(completion_t))) u_cmpt (
    .clk,
    .rstn,
    .push     (push_cmpt),
    .push_data(head),
    .room     (cmpt_room),
    .m_tvalid (m_comp_cmpt_stream_tvalid),
    .m_tready (m_comp_cmpt_stream_tready),
    .m_tdata  (cmpt)
  );

  axis_queue #(.Width($bits(completion_t))) u_err (
    .clk,
    .rstn,
    .push     (push_err),
    .push_data(head),
    .room     (err_room),
    .m_tvalid (m_comp_err_stream_tvalid),
    .m_tready (m_comp_err_stream_tready),
    .m_tdata  (err)
  );

  function automatic cqe_t cqe_of(input completion_t completion);
    cqe_of              = '0;
    cqe_of.opcode       = completion.opcode;
    cqe_of.status       = completion.status;
    cqe_of.wqe_counter  = completion.wqe_counter;
    cqe_of.qpn          = completion.qpn;
    cqe_of.byte_count   = completion.byte_count;
    cqe_of.wr_id        = completion.wr_id;
    cqe_of.vendor_error = completion.vendor_error;
    cqe_of.source       = WRAPPER_COMPLETER_FRONTEND;
    cqe_of.cause        = completion.cause;
  endfunction

  assign m_comp_cmpt_stream_tdata = cqe_of(cmpt);
  assign m_comp_err_stream_tdata  = cqe_of(err);

endmodule
