// Cuts the payload of a packet at the ends of the local segments it falls into.
//
// Enters: with load, an entry, where in its segments the payload starts, how many bytes it has; take, the piece shown
// is used. Leaves: the next piece while `more`, valid with `ready`; last, when nothing is left after it. The segments
// are known to hold the payload. II = 2: a cycle finds the segment, the next one cuts.
module completer_read_splitter
  import completer_frontend_pkg::*;
(
  input  logic          clk,

  input  logic          load,
  input  offset_t [3:0] load_limit,
  input  offset_t       load_position,
  input  logic [12:0]   load_left,

  /* verilator lint_off UNUSEDSIGNAL */ // of the entry, the segments
  input  entry_t        entry,          // loaded with load
  /* verilator lint_on UNUSEDSIGNAL */
  input  logic          take,
  output logic          more,
  output logic          ready,
  output logic [63:0]   va,
  output logic [31:0]   lkey,
  output logic [12:0]   length,
  output logic          last
);

  offset_t       position_q, base, offset, space;
  logic [12:0]   left_q;
  logic [2:0]    passed_q;   // segments 0..2 that end before the piece; an empty one passes with its forerunner
  logic          ready_q;
  logic [1:0]    index;

  function automatic logic [2:0] passed(input offset_t position, input offset_t [3:0] limit);
    for (int unsigned i = 0; i < 3; i++) passed[i] = position >= limit[i];
  endfunction

  always_ff @(posedge clk) begin : cursor
    if (load) begin
      position_q <= load_position;
      left_q     <= load_left;
      passed_q   <= passed(load_position, load_limit);
      ready_q    <= 1'b1;
    end else begin
      if (take) begin
        position_q <= position_q + 34'(length);
        left_q     <= left_q - length;
      end
      passed_q <= passed(position_q, entry.limit);
      ready_q  <= !take;
    end
  end

  always_comb begin : piece
    index  = 2'(passed_q[0]) + 2'(passed_q[1]) + 2'(passed_q[2]);
    base   = passed_q[2] ? entry.limit[2] : passed_q[1] ? entry.limit[1] : passed_q[0] ? entry.limit[0] : '0;
    offset = position_q - base;
    space  = entry.limit[index] - position_q;
    va     = entry.va[index] + 64'(offset);
    lkey   = entry.lkey[index];
    last   = space >= 34'(left_q);
    length = last ? left_q : space[12:0];
  end

  assign more  = left_q != '0;
  assign ready = ready_q;

endmodule
