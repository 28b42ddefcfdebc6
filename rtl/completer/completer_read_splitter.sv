// Cuts what is left of a packet's payload at the end of the local segment it starts in. Combinational.
//
// Enters: the entry's segments, where the payload starts in them, how many bytes are left.
// Leaves: the next piece; rest, what is left after it. The segments are known to hold `left` bytes more.
module completer_read_splitter
  import completer_frontend_pkg::*;
(
  /* verilator lint_off UNUSEDSIGNAL */ // of the entry, the segments
  input  entry_t      entry,
  /* verilator lint_on UNUSEDSIGNAL */
  input  offset_t     position,
  input  logic [12:0] left,
  output logic [63:0] va,
  output logic [31:0] lkey,
  output logic [12:0] length,
  output logic [12:0] rest
);

  logic [2:0] passed;
  logic [1:0] index;
  offset_t    base, offset, space;

  // Empty segments are passed with the one before them.
  for (genvar i = 0; i < 3; i++) begin : g_passed
    assign passed[i] = position >= entry.limit[i];
  end

  always_comb begin : piece
    index  = 2'(passed[0]) + 2'(passed[1]) + 2'(passed[2]);
    base   = passed[2] ? entry.limit[2] : passed[1] ? entry.limit[1] : passed[0] ? entry.limit[0] : '0;
    offset = position - base;
    space  = entry.limit[index] - position;
    va     = entry.va[index] + 64'(offset);
    lkey   = entry.lkey[index];
    length = space < 34'(left) ? space[12:0] : left;
    rest   = left - length;
  end

endmodule
