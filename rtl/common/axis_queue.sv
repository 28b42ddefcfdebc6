// A short queue that ends in an AXI-Stream.
//
// Enters: push / push_data, only while room. Leaves: m_*, the oldest beat, straight from a register.
// II = 1 for Depth > 1, 2 for Depth = 1: room is a register too, so no path leads from m_tready to anything
// but the next state. During reset m_tvalid is low.
module axis_queue #(
  parameter int unsigned Width = 8,
  parameter int unsigned Depth = 1
) (
  input  logic             clk,
  input  logic             rstn,

  input  logic             push,
  input  logic [Width-1:0] push_data,
  output logic             room,

  output logic             m_tvalid,
  input  logic             m_tready,
  output logic [Width-1:0] m_tdata
);

  // Thermometer: beat 0 is the oldest.
  logic [Depth-1:0] full_q, kept, slot;
  logic [Width-1:0] data_q[Depth];
  logic             pop;

  assign room     = !full_q[Depth-1];
  assign m_tvalid = full_q[0] && rstn;
  assign m_tdata  = data_q[0];

  assign pop  = full_q[0] && m_tready;
  assign kept = pop ? full_q >> 1 : full_q;
  assign slot = ~kept & ((kept << 1) | Depth'(1));

  always_ff @(posedge clk) begin : occupancy
    if (!rstn) full_q <= '0;
    else full_q <= push ? kept | slot : kept;
  end

  for (genvar i = 0; i < Depth; i++) begin : g_beat
    always_ff @(posedge clk) begin : beat
      if (push && slot[i]) data_q[i] <= push_data;
      else if (pop && i + 1 < Depth) data_q[i] <= data_q[(i+1)%Depth];
    end
  end

  a_push_has_room: assert property (@(posedge clk) disable iff (!rstn) push |-> room)
    else $error("%m: a beat is pushed without room");

endmodule
