// SWQ channel 0: sends commands, and knows which QPs' commands are not answered yet.
//
// Enters: a command (push), only while room; answers on s_data_port_0, always taken. Leaves: m_cmd_port_0;
// found, whether an answer for the QP `query` is outstanding; idle, when nothing is. II = 2.
module completer_swq_commands
  import completer_pkg::*;
  import completer_frontend_pkg::*;
#(
  parameter int unsigned Pending = 4  // unanswered commands
) (
  input  logic         clk,
  input  logic         rstn,

  input  logic         push,
  input  swq_command_t push_data,
  output logic         room,

  output logic         m_cmd_port_0_tvalid,
  input  logic         m_cmd_port_0_tready,
  output swq_command_t m_cmd_port_0_tdata,
  input  logic         s_data_port_0_tvalid,
  output logic         s_data_port_0_tready,

  input  qpn_t         query,
  output logic         found,
  output logic         answered,      // no answer outstanding
  output logic         idle           // and no HANDOVER waiting to leave either
);

  logic command_room, pending_room;

  assign room                 = command_room && pending_room;
  assign idle                 = command_room && answered;
  assign s_data_port_0_tready = rstn;

  axis_queue #(.Width($bits(swq_command_t))) u_cmd_port_0 (
    .clk,
    .rstn,
    .push,
    .push_data,
    .room    (command_room),
    .m_tvalid(m_cmd_port_0_tvalid),
    .m_tready(m_cmd_port_0_tready),
    .m_tdata (m_cmd_port_0_tdata)
  );

  pending_set #(.Width(QPN_WIDTH), .Depth(Pending)) u_pending (
    .clk,
    .rstn,
    .push    (push && push_data.op != SWQ_OP_HANDOVER),
    .push_tag(push_data.qpn),
    .room    (pending_room),
    .pop     (s_data_port_0_tvalid && s_data_port_0_tready),
    .query,
    .found,
    .empty   (answered)
  );

endmodule
