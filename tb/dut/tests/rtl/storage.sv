// Every storage class of Verilator, registered and combinational.
module storage (
    input  logic         clk,
    input  logic         a1,
    output logic         q1,
    input  logic [7:0]   a8,
    output logic [7:0]   q8,
    input  logic [15:0]  a16,
    output logic [15:0]  q16,
    input  logic [31:0]  a32,
    output logic [31:0]  q32,
    input  logic [36:0]  a37,
    output logic [36:0]  q37,
    input  logic [63:0]  a64,
    output logic [63:0]  q64,
    input  logic [591:0] a592,
    output logic [591:0] q592,
    input  logic [64:0]  a__65,
    output logic [64:0]  q__65
);
  always_ff @(posedge clk) begin
    q1    <= a1;
    q8    <= a8;
    q16   <= a16;
    q32   <= a32;
    q37   <= a37;
    q64   <= a64;
    q592  <= a592;
    q__65 <= a__65;
  end
endmodule
