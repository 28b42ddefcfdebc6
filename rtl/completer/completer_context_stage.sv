// Ends responses that header and context alone condemn (contract, section 3); hands the others on.
//
// Enters: a screened header, then its context on qp_rw_port_rd. Leaves: drop1, the CNP notice, or the response
// for the look-up (push_lookup). II = 3: a cycle to take the header, one for the READ, one for its answer.
module completer_context_stage
  import completer_pkg::*;
  import completer_frontend_pkg::*;
(
  input  logic           clk,
  input  logic           rstn,

  input  logic           push,
  input  screened_t      push_data,
  output logic           busy,
  output qpn_t           busy_qpn,

  input  logic           qp_rw_port_rd_tvalid,
  output logic           qp_rw_port_rd_tready,
  /* verilator lint_off UNUSEDSIGNAL */ // the context serves every wrapper
  input  qp_context_t    qp_rw_port_rd_tdata,
  /* verilator lint_on UNUSEDSIGNAL */

  output logic           m_comp_payload_drop1_tvalid,
  input  logic           m_comp_payload_drop1_tready,
  output drop_decision_t m_comp_payload_drop1_tdata,

  output logic           m_notify_cnp_qpn_tvalid,
  input  logic           m_notify_cnp_qpn_tready,
  output cnp_notice_t    m_notify_cnp_qpn_tdata,

  input  logic           lookup_room,   // for the QP busy_qpn
  output logic           push_lookup,
  output response_t      lookup_response,
  output qp_view_t       lookup_qp,

  output context_event_t event_o
);

  logic           full_q;
  screened_t      held_q;
  logic           cnp, take, drop1_room, cnp_room;
  cause_t         cause;
  drop_decision_t drop1;

  assign busy     = full_q;
  assign busy_qpn = held_q.response.qpn;
  assign cnp      = held_q.response.opcode == RESP_OPCODE_CNP;

  // Everything that any outcome needs must have room, so that ready depends on nothing the context says.
  assign qp_rw_port_rd_tready = full_q && lookup_room && rstn
      && (drop1_room || !held_q.response.payload_present) && (cnp_room || !cnp);
  assign take = qp_rw_port_rd_tvalid && qp_rw_port_rd_tready;

  always_ff @(posedge clk) begin : slot
    if (!rstn) full_q <= 1'b0;
    else if (push) full_q <= 1'b1;
    else if (take) full_q <= 1'b0;
    if (push) held_q <= push_data;
  end

  // The first that holds, in this order.
  always_comb begin : end_conditions
    cause = CAUSE_NONE;
    if (held_q.malformed) cause = CAUSE_MALFORMED;
    else if (!qp_rw_port_rd_tdata.valid || held_q.response.qpn[23:16] != '0) cause = CAUSE_INVALID_QP;
    else if (!(qp_rw_port_rd_tdata.state inside {QP_STATE_RTS, QP_STATE_SQD})) cause = CAUSE_NOT_RTS;
    else if (held_q.src_ip != qp_rw_port_rd_tdata.peer_ip || held_q.dst_ip != qp_rw_port_rd_tdata.own_ip)
      cause = CAUSE_IP_MISMATCH;
    else if (held_q.pkey != qp_rw_port_rd_tdata.pkey[14:0]) cause = CAUSE_PKEY_MISMATCH;
    else if (cnp) cause = CAUSE_NONE;
    else if (psn_lt(held_q.response.p, qp_rw_port_rd_tdata.unacked_psn) && !is_plain_ack(held_q.response))
      cause = CAUSE_DUPLICATE;
    else if (!psn_lt(held_q.response.p, qp_rw_port_rd_tdata.next_psn)
        || !psn_lt(held_q.top_psn, qp_rw_port_rd_tdata.next_psn))
      cause = CAUSE_LARGE_PSN;
    else if (held_q.response.sack && !qp_rw_port_rd_tdata.selective_repeat) cause = CAUSE_SACK_REFUSED;
  end

  assign push_lookup     = take && cause == CAUSE_NONE && !cnp;
  assign lookup_response = held_q.response;

  always_comb begin : views
    lookup_qp.pmtu              = qp_rw_port_rd_tdata.pmtu;
    lookup_qp.unacked_psn       = qp_rw_port_rd_tdata.unacked_psn;
    lookup_qp.lsn               = qp_rw_port_rd_tdata.lsn;
    lookup_qp.credits_unlimited = qp_rw_port_rd_tdata.credits_unlimited;
    lookup_qp.pd                = qp_rw_port_rd_tdata.pd;

    drop1       = '0;
    drop1.drop  = cause != CAUSE_NONE;
    drop1.cause = cause;
    drop1.qpn   = held_q.response.qpn;
    drop1.psn   = held_q.response.psn;

    event_o.finished = take && !push_lookup;
    event_o.cause    = take ? cause : CAUSE_NONE;
    event_o.cnp      = take && cnp && cause == CAUSE_NONE;
  end

  axis_queue #(.Width($bits(drop_decision_t))) u_drop1 (
    .clk,
    .rstn,
    .push     (take && held_q.response.payload_present),
    .push_data(drop1),
    .room     (drop1_room),
    .m_tvalid (m_comp_payload_drop1_tvalid),
    .m_tready (m_comp_payload_drop1_tready),
    .m_tdata  (m_comp_payload_drop1_tdata)
  );

  axis_queue #(.Width($bits(cnp_notice_t))) u_cnp (
    .clk,
    .rstn,
    .push     (event_o.cnp),
    .push_data(held_q.response.qpn[15:0]),
    .room     (cnp_room),
    .m_tvalid (m_notify_cnp_qpn_tvalid),
    .m_tready (m_notify_cnp_qpn_tready),
    .m_tdata  (m_notify_cnp_qpn_tdata)
  );

endmodule
