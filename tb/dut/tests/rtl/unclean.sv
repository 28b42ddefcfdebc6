// Elaborates, with a lint warning.
module unclean (
    input  logic [7:0] a,
    output logic [3:0] q
);
  assign q = a;
endmodule
