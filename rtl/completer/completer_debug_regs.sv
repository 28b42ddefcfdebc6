// The debug registers' AXI4-Lite port. Every register is read-only; the map is in layouts.toml.
//
// Enters: s_debug_reg, the registers' values. Leaves: answers, from registers; read_sticky, with the address
// handshake that returns the sticky register. II = 2.
module completer_debug_regs
  import completer_pkg::*;
  import completer_frontend_pkg::*;
(
  input  logic        clk,
  input  logic        rstn,

  input  logic [11:0] awaddr,
  input  logic        awvalid,
  output logic        awready,
  input  logic        wvalid,
  output logic        wready,
  output logic [1:0]  bresp,
  output logic        bvalid,
  input  logic        bready,
  input  logic [11:0] araddr,
  input  logic        arvalid,
  output logic        arready,
  output logic [31:0] rdata,
  output logic [1:0]  rresp,
  output logic        rvalid,
  input  logic        rready,

  input  sticky_t     sticky,
  input  psn_t        last_psn,
  input  qpn_t        last_qpn,
  input  counters_t   counters,
  output logic        read_sticky
);

  localparam logic [1:0] OKAY = 2'b00, SLVERR = 2'b10, DECERR = 2'b11;
  localparam logic [31:0] VERSION = 32'h0001_0000;

  typedef struct packed {
    logic        known;
    logic [31:0] value;
  } register_t;

  logic        aw_held_q, w_held_q, aw_known_q, bvalid_q, rvalid_q;
  logic [1:0]  bresp_q, rresp_q;
  logic [31:0] rdata_q;
  register_t   asked;
  /* verilator lint_off UNUSEDSIGNAL */ // no value is written
  register_t   written;
  /* verilator lint_on UNUSEDSIGNAL */

  function automatic register_t decode(input logic [11:0] address);
    unique case (32'(address))
      COMPLETER_FRONTEND_STICKY_OFFSET:                  decode = '{known: 1'b1, value: 32'(sticky)};
      COMPLETER_FRONTEND_LAST_PSN_OFFSET:                decode = '{known: 1'b1, value: 32'(last_psn)};
      COMPLETER_FRONTEND_LAST_QPN_OFFSET:                decode = '{known: 1'b1, value: 32'(last_qpn)};
      COMPLETER_FRONTEND_VERSION_OFFSET:                 decode = '{known: 1'b1, value: VERSION};
      COMPLETER_FRONTEND_RESPONSE_HWCNT_OFFSET:          decode = '{known: 1'b1, value: counters.response};
      COMPLETER_FRONTEND_ACK_HWCNT_OFFSET:               decode = '{known: 1'b1, value: counters.ack};
      COMPLETER_FRONTEND_NAK_HWCNT_OFFSET:               decode = '{known: 1'b1, value: counters.nak};
      COMPLETER_FRONTEND_SACK_HWCNT_OFFSET:              decode = '{known: 1'b1, value: counters.sack};
      COMPLETER_FRONTEND_CNP_HWCNT_OFFSET:               decode = '{known: 1'b1, value: counters.cnp};
      COMPLETER_FRONTEND_CQE_HWCNT_OFFSET:               decode = '{known: 1'b1, value: counters.cqe};
      COMPLETER_FRONTEND_ERROR_CQE_HWCNT_OFFSET:         decode = '{known: 1'b1, value: counters.error_cqe};
      COMPLETER_FRONTEND_FLUSH_HWCNT_OFFSET:             decode = '{known: 1'b1, value: counters.flush};
      COMPLETER_FRONTEND_IMPLIED_ACK_HWCNT_OFFSET:       decode = '{known: 1'b1, value: counters.implied_ack};
      COMPLETER_FRONTEND_HANDOVER_HWCNT_OFFSET:          decode = '{known: 1'b1, value: counters.handover};
      COMPLETER_FRONTEND_MALFORMED_HWCNT_OFFSET:         decode = '{known: 1'b1, value: counters.malformed};
      COMPLETER_FRONTEND_INVALID_QP_HWCNT_OFFSET:        decode = '{known: 1'b1, value: counters.invalid_qp};
      COMPLETER_FRONTEND_NOT_RTS_HWCNT_OFFSET:           decode = '{known: 1'b1, value: counters.not_rts};
      COMPLETER_FRONTEND_IP_MISMATCH_HWCNT_OFFSET:       decode = '{known: 1'b1, value: counters.ip_mismatch};
      COMPLETER_FRONTEND_PKEY_MISMATCH_HWCNT_OFFSET:     decode = '{known: 1'b1, value: counters.pkey_mismatch};
      COMPLETER_FRONTEND_DUPLICATE_HWCNT_OFFSET:         decode = '{known: 1'b1, value: counters.duplicate};
      COMPLETER_FRONTEND_LARGE_PSN_HWCNT_OFFSET:         decode = '{known: 1'b1, value: counters.large_psn};
      COMPLETER_FRONTEND_SACK_REFUSED_HWCNT_OFFSET:      decode = '{known: 1'b1, value: counters.sack_refused};
      COMPLETER_FRONTEND_GHOST_HWCNT_OFFSET:             decode = '{known: 1'b1, value: counters.ghost};
      COMPLETER_FRONTEND_NOT_SENT_HWCNT_OFFSET:          decode = '{known: 1'b1, value: counters.not_sent};
      COMPLETER_FRONTEND_MISSING_HWCNT_OFFSET:           decode = '{known: 1'b1, value: counters.missing};
      COMPLETER_FRONTEND_IMPLIED_NAK_HWCNT_OFFSET:       decode = '{known: 1'b1, value: counters.implied_nak};
      COMPLETER_FRONTEND_BAD_RESPONSE_HWCNT_OFFSET:      decode = '{known: 1'b1, value: counters.bad_response};
      COMPLETER_FRONTEND_TRANSLATION_FAULT_HWCNT_OFFSET: decode = '{known: 1'b1, value: counters.translation_fault};
      COMPLETER_FRONTEND_QP_DESTROY_HWCNT_OFFSET:        decode = '{known: 1'b1, value: counters.qp_destroy};
      COMPLETER_FRONTEND_MR_DEREG_HWCNT_OFFSET:          decode = '{known: 1'b1, value: counters.mr_dereg};
      default:                                           decode = '{known: 1'b0, value: '0};
    endcase
  endfunction

  assign asked   = decode(araddr);
  assign written = decode(awaddr);

  // Reads: taken when the answer register is empty, answered in the next cycle.
  assign arready     = !rvalid_q && rstn;
  assign rvalid      = rvalid_q && rstn;
  assign rdata       = rdata_q;
  assign rresp       = rresp_q;
  assign read_sticky = arvalid && arready && 32'(araddr) == COMPLETER_FRONTEND_STICKY_OFFSET;

  always_ff @(posedge clk) begin : read
    if (!rstn) rvalid_q <= 1'b0;
    else if (arvalid && arready) rvalid_q <= 1'b1;
    else if (rready) rvalid_q <= 1'b0;
    if (arvalid && arready) begin
      rdata_q <= asked.value;
      rresp_q <= asked.known ? OKAY : DECERR;
    end
  end

  // Writes: address and data come in either order; nothing can be written.
  assign awready = !aw_held_q && rstn;
  assign wready  = !w_held_q && rstn;
  assign bvalid  = bvalid_q && rstn;
  assign bresp   = bresp_q;

  always_ff @(posedge clk) begin : write
    if (!rstn) begin
      aw_held_q <= 1'b0;
      w_held_q  <= 1'b0;
      bvalid_q  <= 1'b0;
    end else begin
      if (awvalid && awready) aw_held_q <= 1'b1;
      if (wvalid && wready) w_held_q <= 1'b1;
      if (aw_held_q && w_held_q && !bvalid_q) begin : refuse
        bvalid_q  <= 1'b1;
        aw_held_q <= 1'b0;
        w_held_q  <= 1'b0;
      end else if (bready) begin
        bvalid_q <= 1'b0;
      end
    end
    if (awvalid && awready) aw_known_q <= written.known;
    if (aw_held_q && w_held_q && !bvalid_q) bresp_q <= aw_known_q ? SLVERR : DECERR;
  end

endmodule
