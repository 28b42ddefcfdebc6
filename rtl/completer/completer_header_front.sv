// Takes headers, asks for their QP's context, and screens what needs no context.
//
// Enters: s_comp_header_stream. Leaves: a context READ (push_read) and, with it, the screened header.
// II = 2. A header waits here while its QP is still at work further down, or while hold.
module completer_header_front
  import completer_pkg::*;
  import completer_frontend_pkg::*;
(
  input  logic         clk,
  input  logic         rstn,

  input  logic         s_tvalid,
  output logic         s_tready,
  input  comp_header_t s_tdata,

  input  logic         hold,
  input  logic [1:0]   busy,          // which stages beyond the context stage hold a response,
  input  qpn_t [1:0]   busy_qpn,      // and of which QP

  input  logic         read_room,     // for a context READ
  input  logic         stage_room,    // in the context stage, which is then empty
  output logic         push_read,
  output qpn_t         read_qpn,
  output screened_t    screened       // with push_read
);

  logic         full_q;
  /* verilator lint_off UNUSEDSIGNAL */ // BTH and UDP fields that concern the requester or nobody
  comp_header_t header_q;
  /* verilator lint_on UNUSEDSIGNAL */
  logic [1:0]   conflict;

  assign s_tready = !full_q && rstn;

  always_ff @(posedge clk) begin : input_register
    if (!rstn) full_q <= 1'b0;
    else if (s_tvalid && s_tready) full_q <= 1'b1;
    else if (push_read) full_q <= 1'b0;
    if (s_tvalid && s_tready) header_q <= s_tdata;
  end

  for (genvar i = 0; i < 2; i++) begin : g_conflict
    assign conflict[i] = busy[i] && busy_qpn[i] == header_q.dest_qpn;
  end

  assign push_read = full_q && read_room && stage_room && !hold && conflict == '0;
  assign read_qpn  = header_q.dest_qpn;

  // Distance from its base to the highest PSN that a SACK names: a binary search for the highest bit set.
  function automatic psn_t reach(input logic [111:0] bitmap);
    logic [127:0] window;
    window = 128'(bitmap);
    reach  = '0;
    for (int i = 6; i >= 0; i--) begin
      if ((window >> (1 << i)) != '0) begin
        reach[i] = 1'b1;
        window   = window >> (1 << i);
      end
    end
  endfunction

  /* verilator lint_off UNUSEDSIGNAL */ // addresses and PSNs have no form
  function automatic logic malformed(input comp_header_t header);
  /* verilator lint_on UNUSEDSIGNAL */
    logic data, known, acknowledges;
    data         = is_read_response(header.opcode);
    known        = data || header.opcode inside {RESP_OPCODE_ACKNOWLEDGE, RESP_OPCODE_ATOMIC_ACK, RESP_OPCODE_CNP};
    acknowledges = !(header.opcode inside {RESP_OPCODE_READ_RESP_MIDDLE, RESP_OPCODE_CNP});
    return header.bad_length || header.tver != '0 || !known
        || header.payload_present != (header.payload_len != '0)
        || (header.payload_present && !data)
        || (acknowledges
            && !is_positive(header.syndrome) && !is_rnr(header.syndrome) && !is_nak(header.syndrome))
        || (header.sack && !(header.opcode == RESP_OPCODE_ACKNOWLEDGE && is_positive(header.syndrome)));
  endfunction

  always_comb begin : screen
    screened.response.opcode          = header_q.opcode;
    screened.response.qpn             = header_q.dest_qpn;
    screened.response.psn             = header_q.psn;
    screened.response.p               = header_q.sack ? header_q.sack_base : header_q.psn;
    screened.response.syndrome        = header_q.syndrome;
    screened.response.msn             = header_q.msn;
    screened.response.ext             = header_q.ext;
    screened.response.sack            = header_q.sack;
    screened.response.ecn_ce          = header_q.ecn == 2'd3;
    screened.response.payload_len     = header_q.payload_len;
    screened.response.payload_present = header_q.payload_present;
    screened.response.rx_time         = header_q.rx_time;

    screened.malformed = malformed(header_q);
    screened.top_psn   = header_q.sack ? header_q.sack_base + reach(header_q.ext) : header_q.psn;
    screened.src_ip    = header_q.src_ip;
    screened.dst_ip    = header_q.dst_ip;
    screened.pkey      = header_q.pkey[14:0];
  end

endmodule
