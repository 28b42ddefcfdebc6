// A tristate port.
module inouts (
    input wire       drive,
    inout wire [7:0] bus
);
  assign bus = drive ? 8'hA5 : 8'hzz;
endmodule
