// Four registers of 32 bits behind AXI4-Lite, and faults to order.
//
// Enters: an access to 0x0 .. 0xc; anything else answers SLVERR. Leaves: its answer. Address and data of a write
// come in any order. One write and one read in flight. Fault 0 is correct.
module axil_regs #(
  parameter int unsigned Fault = 0  // 1 bvalid before the data, 2 rdata change while they wait
) (
  input  logic        clk,
  input  logic        rst_n,

  input  logic [7:0]  s_awaddr,
  input  logic        s_awvalid,
  output logic        s_awready,
  input  logic [31:0] s_wdata,
  input  logic [3:0]  s_wstrb,
  input  logic        s_wvalid,
  output logic        s_wready,
  output logic [1:0]  s_bresp,
  output logic        s_bvalid,
  input  logic        s_bready,
  input  logic [7:0]  s_araddr,
  input  logic        s_arvalid,
  output logic        s_arready,
  output logic [31:0] s_rdata,
  output logic [1:0]  s_rresp,
  output logic        s_rvalid,
  input  logic        s_rready
);

  localparam logic [1:0] Okay = 2'b00;
  localparam logic [1:0] SlvErr = 2'b10;

  logic [31:0] regs[4];
  logic        have_addr, have_data;
  logic [7:0]  addr;
  logic [31:0] data;
  logic [3:0]  strb;
  logic        write;

  assign s_awready = !have_addr;
  assign s_wready  = !have_data;
  assign s_arready = !s_rvalid;

  if (Fault == 1) begin : g_hasty
    assign write = have_addr && !s_bvalid;
  end else begin : g_correct
    assign write = have_addr && have_data && !s_bvalid;
  end

  always_ff @(posedge clk) begin : writes
    if (s_awvalid && s_awready) begin
      have_addr <= 1'b1;
      addr      <= s_awaddr;
    end
    if (s_wvalid && s_wready) begin
      have_data <= 1'b1;
      data      <= s_wdata;
      strb      <= s_wstrb;
    end
    if (s_bready) s_bvalid <= 1'b0;
    if (write) begin
      have_addr <= 1'b0;
      have_data <= 1'b0;
      s_bvalid  <= 1'b1;
      s_bresp   <= addr < 8'h10 ? Okay : SlvErr;
      for (int i = 0; i < 4; i++) begin
        if (addr < 8'h10 && strb[i]) regs[addr[3:2]][8*i+:8] <= data[8*i+:8];
      end
    end
    if (!rst_n) begin
      have_addr <= 1'b0;
      have_data <= 1'b0;
      s_bvalid  <= 1'b0;
      for (int i = 0; i < 4; i++) regs[i] <= '0;
    end
  end

  always_ff @(posedge clk) begin : reads
    if (s_rready) s_rvalid <= 1'b0;
    if (Fault == 2 && s_rvalid && !s_rready) s_rdata <= s_rdata + 1;
    if (s_arvalid && s_arready) begin
      s_rvalid <= 1'b1;
      s_rresp  <= s_araddr < 8'h10 ? Okay : SlvErr;
      s_rdata  <= regs[s_araddr[3:2]];
    end
    if (!rst_n) s_rvalid <= 1'b0;
  end

endmodule
