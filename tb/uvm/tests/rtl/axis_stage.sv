// A register between two AXI-Streams with tlast and tkeep, and faults to order.
//
// Enters: s_*. Leaves: m_*, one cycle later. II = 1. Fault 0 is a correct stage.
module axis_stage #(
  parameter int unsigned Fault = 0  // 1 valid falls while it waits, 2 data change while it waits, 3 valid in reset
) (
  input  logic        clk,
  input  logic        rst_n,

  input  logic        s_tvalid,
  output logic        s_tready,
  input  logic [39:0] s_tdata,
  input  logic [4:0]  s_tkeep,
  input  logic        s_tlast,

  output logic        m_tvalid,
  input  logic        m_tready,
  output logic [39:0] m_tdata,
  output logic [4:0]  m_tkeep,
  output logic        m_tlast
);

  logic full_q;

  assign s_tready = !full_q || m_tready;

  if (Fault == 1) begin : g_drops
    logic waited_q;
    always_ff @(posedge clk) waited_q <= m_tvalid && !m_tready;
    assign m_tvalid = full_q && !waited_q;
  end else if (Fault == 3) begin : g_in_reset
    assign m_tvalid = full_q || !rst_n;
  end else begin : g_holds
    assign m_tvalid = full_q;
  end

  always_ff @(posedge clk) begin : occupancy
    if (!rst_n) full_q <= 1'b0;
    else if (s_tready) full_q <= s_tvalid;
  end

  always_ff @(posedge clk) begin : data
    if (s_tvalid && s_tready) begin
      m_tdata <= s_tdata;
      m_tkeep <= s_tkeep;
      m_tlast <= s_tlast;
    end else if (Fault == 2 && m_tvalid && !m_tready) begin
      m_tdata <= m_tdata + 40'h100;
    end
  end

endmodule
