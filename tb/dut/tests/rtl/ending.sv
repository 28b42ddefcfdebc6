// Every way in which a design can end or complain, one per value of `what`.
module ending (
    input  logic       clk,
    input  logic [2:0] what,
    output logic [7:0] alive,
    output logic       settled
);
  always_ff @(posedge clk) begin
    alive <= alive + 8'd1;
    case (what)
      3'd1: $finish;
      3'd2: $fatal(1, "cannot go on");
      3'd3: $error("something is off");
      3'd4: $stop;
      3'd5: $display("hello from %m");
      default: ;
    endcase
  end

  a_not_six: assert property (@(posedge clk) what != 3'd6) else $error("what is six");

  // A loop that does not settle.
  logic loop;
  assign loop = (what == 3'd7) ? !loop : 1'b0;
  assign settled = !loop;

  initial alive = 8'd0;
  final $display("final block");
endmodule
