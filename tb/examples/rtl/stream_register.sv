// One register between two AXI-Streams, with a little arithmetic to check.
//
// Enters: s_*, a request of 592 bits. Leaves: m_*, a result of 512 bits: the request's lanes, with key and tag
// XORed onto the lowest 80 bits. Latency 1, II = 1: a beat enters in the cycle in which the one before leaves.
module stream_register (
  input  logic         clk,
  input  logic         rst_n,

  input  logic         s_tvalid,
  output logic         s_tready,
  input  logic [591:0] s_tdata,

  output logic         m_tvalid,
  input  logic         m_tready,
  output logic [511:0] m_tdata
);

  assign s_tready = !m_tvalid || m_tready;

  always_ff @(posedge clk) begin : occupancy
    if (!rst_n) m_tvalid <= 1'b0;
    else if (s_tready) m_tvalid <= s_tvalid;
  end

  always_ff @(posedge clk) begin : fold
    if (s_tvalid && s_tready) m_tdata <= s_tdata[511:0] ^ 512'(s_tdata[591:512]);
  end

endmodule
