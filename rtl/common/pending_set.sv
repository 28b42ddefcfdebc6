// Tags of commands that wait for their answer, answered in order.
//
// Enters: push / push_tag, only while room; pop, one answer. Leaves: found, whether query waits; empty.
// II = 1. A tag is found from the cycle after its push to the cycle of its pop.
module pending_set #(
  parameter int unsigned Width = 8,
  parameter int unsigned Depth = 4
) (
  input  logic             clk,
  input  logic             rstn,

  input  logic             push,
  input  logic [Width-1:0] push_tag,
  output logic             room,

  input  logic             pop,

  input  logic [Width-1:0] query,
  output logic             found,
  output logic             empty
);

  // Thermometer: tag 0 is the oldest.
  logic [Depth-1:0] full_q, kept, slot, hit;
  logic [Width-1:0] tag_q[Depth];

  assign room  = !full_q[Depth-1];
  assign empty = !full_q[0];
  assign found = |hit;

  assign kept = pop ? full_q >> 1 : full_q;
  assign slot = ~kept & ((kept << 1) | Depth'(1));

  always_ff @(posedge clk) begin : occupancy
    if (!rstn) full_q <= '0;
    else full_q <= push ? kept | slot : kept;
  end

  for (genvar i = 0; i < Depth; i++) begin : g_tag
    assign hit[i] = full_q[i] && tag_q[i] == query;

    always_ff @(posedge clk) begin : tag
      if (push && slot[i]) tag_q[i] <= push_tag;
      else if (pop && i + 1 < Depth) tag_q[i] <= tag_q[(i+1)%Depth];
    end
  end

  a_push_has_room: assert property (@(posedge clk) disable iff (!rstn) push |-> room)
    else $error("%m: a tag is pushed without room");

endmodule
