// Has a port that cannot be bound.
module unpacked (
    input  logic [7:0] a[3],
    output logic [7:0] q
);
  assign q = a[0] ^ a[1] ^ a[2];
endmodule
