// The look-up's streams to payload engine and MMU.
//
// Enters: a decision for drop2 or drop3, a piece of payload, each only while it has room. Leaves: the decisions; each
// piece as a payload command and as a translation request. II = 2.
module completer_payload_ports
  import completer_pkg::*;
(
  input  logic             clk,
  input  logic             rstn,

  input  logic             push_drop2,
  input  logic             push_drop3,
  input  drop_decision_t   drop_decision,
  output logic             drop2_room,
  output logic             drop3_room,

  input  logic             push_piece,
  input  payload_command_t piece,
  output logic             piece_room,

  output logic             m_comp_payload_drop2_tvalid,
  input  logic             m_comp_payload_drop2_tready,
  output drop_decision_t   m_comp_payload_drop2_tdata,
  output logic             m_comp_payload_drop3_tvalid,
  input  logic             m_comp_payload_drop3_tready,
  output drop_decision_t   m_comp_payload_drop3_tdata,
  output logic             m_comp_payload_cmd_stream_tvalid,
  input  logic             m_comp_payload_cmd_stream_tready,
  output payload_command_t m_comp_payload_cmd_stream_tdata,
  output logic             m_comp_write_translate_tvalid,
  input  logic             m_comp_write_translate_tready,
  output write_translate_t m_comp_write_translate_tdata
);

  // All pieces of a packet fit, so that an engine may wait for drop3 before it takes the first.
  localparam int unsigned MaxPieces = 4;

  logic             command_room, translate_room;
  write_translate_t translation;

  assign piece_room = command_room && translate_room;

  always_comb begin : translation_beat
    translation        = '0;
    translation.qpn    = piece.qpn;
    translation.psn    = piece.psn;
    translation.pd     = piece.pd;
    translation.va     = piece.va;
    translation.lkey   = piece.lkey;
    translation.length = piece.length;
  end

  axis_queue #(.Width($bits(drop_decision_t))) u_drop2 (
    .clk,
    .rstn,
    .push     (push_drop2),
    .push_data(drop_decision),
    .room     (drop2_room),
    .m_tvalid (m_comp_payload_drop2_tvalid),
    .m_tready (m_comp_payload_drop2_tready),
    .m_tdata  (m_comp_payload_drop2_tdata)
  );

  axis_queue #(.Width($bits(drop_decision_t))) u_drop3 (
    .clk,
    .rstn,
    .push     (push_drop3),
    .push_data(drop_decision),
    .room     (drop3_room),
    .m_tvalid (m_comp_payload_drop3_tvalid),
    .m_tready (m_comp_payload_drop3_tready),
    .m_tdata  (m_comp_payload_drop3_tdata)
  );

  axis_queue #(.Width($bits(payload_command_t)), .Depth(MaxPieces)) u_payload_cmd (
    .clk,
    .rstn,
    .push     (push_piece),
    .push_data(piece),
    .room     (command_room),
    .m_tvalid (m_comp_payload_cmd_stream_tvalid),
    .m_tready (m_comp_payload_cmd_stream_tready),
    .m_tdata  (m_comp_payload_cmd_stream_tdata)
  );

  axis_queue #(.Width($bits(write_translate_t))) u_write_translate (
    .clk,
    .rstn,
    .push     (push_piece),
    .push_data(translation),
    .room     (translate_room),
    .m_tvalid (m_comp_write_translate_tvalid),
    .m_tready (m_comp_write_translate_tready),
    .m_tdata  (m_comp_write_translate_tdata)
  );

endmodule
