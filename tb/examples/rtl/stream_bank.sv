// Thirteen stream registers side by side, and a load that makes an evaluation as dear as a real design's.
//
// Enters: s0_* .. s12_*. Leaves: m0_* .. m12_*, the same beats a cycle later; busy depends on all of the load, so
// that it cannot be optimised away. II = 1.
`define STREAM(n) \
  input  logic         s``n``_tvalid, \
  output logic         s``n``_tready, \
  input  logic [591:0] s``n``_tdata, \
  output logic         m``n``_tvalid, \
  input  logic         m``n``_tready, \
  output logic [591:0] m``n``_tdata

`define STAGE(n) \
  assign s``n``_tready = !m``n``_tvalid || m``n``_tready; \
  always_ff @(posedge clk) begin : stage_``n \
    if (!rst_n) m``n``_tvalid <= 1'b0; \
    else if (s``n``_tready) m``n``_tvalid <= s``n``_tvalid; \
    if (s``n``_tvalid && s``n``_tready) m``n``_tdata <= s``n``_tdata; \
  end

module stream_bank #(
  parameter int unsigned Load = 320  // registers of 128 bits that change every cycle, up to 2048
) (
  input  logic clk,
  input  logic rst_n,
  output logic busy,
  `STREAM(0), `STREAM(1), `STREAM(2), `STREAM(3), `STREAM(4), `STREAM(5), `STREAM(6),
  `STREAM(7), `STREAM(8), `STREAM(9), `STREAM(10), `STREAM(11), `STREAM(12)
);

  `STAGE(0) `STAGE(1) `STAGE(2) `STAGE(3) `STAGE(4) `STAGE(5) `STAGE(6)
  `STAGE(7) `STAGE(8) `STAGE(9) `STAGE(10) `STAGE(11) `STAGE(12)

  logic [127:0] load[Load];

  for (genvar i = 0; i < Load; i++) begin : g_load
    always_ff @(posedge clk) begin : churn
      load[i] <= rst_n ? (load[i] ^ {load[(i+1)%Load][126:0], 1'b1}) + 128'(i) : 128'(i);
    end
  end

  assign busy = load[0][127];

endmodule
