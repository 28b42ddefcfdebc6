// Asks the send work queue for the oldest entry of a response's QP, and waits for it.
//
// Enters: a response with its QP, or a QP to flush (push). Leaves: m_cmd_port_3; when s_data_port_3 answers, what
// waited together with the entry (push_effect). II = 3.
module completer_lookup_stage
  import completer_pkg::*;
  import completer_frontend_pkg::*;
(
  input  logic           clk,
  input  logic           rstn,

  input  logic           push,
  input  logic           push_flush,        // no response: flush the QP
  input  response_t      push_response,
  input  qp_view_t       push_qp,
  output logic           room,
  output logic           busy,

  output logic           m_cmd_port_3_tvalid,
  input  logic           m_cmd_port_3_tready,
  output swq_read_init_t m_cmd_port_3_tdata,
  input  logic           s_data_port_3_tvalid,
  output logic           s_data_port_3_tready,

  input  logic           effect_room,
  output logic           push_effect,
  output logic           held_flush,
  output response_t      held_response,
  output qp_view_t       held_qp
);

  logic           full_q, flush_q, cmd_room;
  response_t      response_q;
  qp_view_t       qp_q;
  swq_read_init_t command;

  assign room = !full_q && cmd_room;
  assign busy = full_q;

  assign s_data_port_3_tready = full_q && effect_room && rstn;
  assign push_effect          = s_data_port_3_tvalid && s_data_port_3_tready;

  assign held_flush    = flush_q;
  assign held_response = response_q;
  assign held_qp       = qp_q;

  always_ff @(posedge clk) begin : slot
    if (!rstn) full_q <= 1'b0;
    else if (push) full_q <= 1'b1;
    else if (push_effect) full_q <= 1'b0;
    if (push) begin
      flush_q    <= push_flush;
      response_q <= push_response;
      qp_q       <= push_qp;
    end
  end

  always_comb begin : read_init
    command     = '0;
    command.qpn = push_response.qpn;
  end

  axis_queue #(.Width($bits(swq_read_init_t))) u_cmd_port_3 (
    .clk,
    .rstn,
    .push,
    .push_data(command),
    .room     (cmd_room),
    .m_tvalid (m_cmd_port_3_tvalid),
    .m_tready (m_cmd_port_3_tready),
    .m_tdata  (m_cmd_port_3_tdata)
  );

endmodule
