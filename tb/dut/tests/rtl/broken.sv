// Does not elaborate.
module broken (
    input logic clk
);
  missing_module u_missing (.clk);
endmodule
