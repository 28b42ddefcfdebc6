// Counts while enabled; state without reset shows the random start.
`include "step.svh"
module counter #(
    parameter int WIDTH = 8
) (
    input  logic             clk,
    input  logic             rst,
    input  logic             enable,
    output logic [WIDTH-1:0] count,
    output logic [63:0]      noise,
    output logic [31:0]      dice
);
  always_ff @(posedge clk) begin
    if (rst) count <= '0;
    else if (enable) count <= count + WIDTH'(`STEP);
  end

  // Never assigned: keeps what it starts with.
  logic [63:0] forgotten;
  always_ff @(posedge clk) if (rst && enable) forgotten <= 64'd0;
  assign noise = forgotten;

  always_ff @(posedge clk) dice <= $urandom;

  cover property (@(posedge clk) enable && !rst);
endmodule
