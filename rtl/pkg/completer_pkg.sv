// generated from layouts.toml: do not edit

/* verilator lint_off UNUSEDPARAM */
package completer_pkg;

  // BTH opcodes of the packets a requester receives (transport.md 1).
  typedef enum logic [7:0] {
    RESP_OPCODE_READ_RESP_FIRST = 8'hd, // first of several READ response packets; AETH; payload = PMTU
    RESP_OPCODE_READ_RESP_MIDDLE = 8'he, // no AETH; payload = PMTU
    RESP_OPCODE_READ_RESP_LAST = 8'hf, // AETH; payload 1..PMTU
    RESP_OPCODE_READ_RESP_ONLY = 8'h10, // AETH; payload 0..PMTU
    RESP_OPCODE_ACKNOWLEDGE = 8'h11, // ACK, NAK or RNR NAK, by the AETH syndrome
    RESP_OPCODE_ATOMIC_ACK = 8'h12, // AETH and the original value
    RESP_OPCODE_CNP = 8'h81 // congestion notification packet
  } resp_opcode_t;

  // QP states (transport.md 4).
  typedef enum logic [3:0] {
    QP_STATE_RESET = 4'h0,
    QP_STATE_INIT = 4'h1,
    QP_STATE_RTR = 4'h2,
    QP_STATE_RTS = 4'h3,
    QP_STATE_SQD = 4'h4,
    QP_STATE_SQE = 4'h5,
    QP_STATE_ERR = 4'h6
  } qp_state_t;

  // Path MTU: 256 << (code - 1) bytes.
  typedef enum logic [2:0] {
    PMTU_MTU_256 = 3'h1,
    PMTU_MTU_512 = 3'h2,
    PMTU_MTU_1024 = 3'h3,
    PMTU_MTU_2048 = 3'h4,
    PMTU_MTU_4096 = 3'h5
  } pmtu_t;

  // What a send-work-queue entry asks for.
  typedef enum logic [7:0] {
    WR_OPCODE_SEND = 8'h0,
    WR_OPCODE_SEND_IMM = 8'h1,
    WR_OPCODE_SEND_INV = 8'h2,
    WR_OPCODE_WRITE = 8'h3,
    WR_OPCODE_WRITE_IMM = 8'h4,
    WR_OPCODE_READ = 8'h5,
    WR_OPCODE_CAS = 8'h6, // compare and swap
    WR_OPCODE_FADD = 8'h7 // fetch and add
  } wr_opcode_t;

  // Work-completion opcodes (transport.md 3).
  typedef enum logic [7:0] {
    WC_OPCODE_SEND = 8'h0,
    WC_OPCODE_WRITE = 8'h1,
    WC_OPCODE_READ = 8'h2,
    WC_OPCODE_CAS = 8'h3,
    WC_OPCODE_FADD = 8'h4,
    WC_OPCODE_BIND = 8'h5,
    WC_OPCODE_LOCAL_INV = 8'h6,
    WC_OPCODE_RECV = 8'h80,
    WC_OPCODE_RECV_RDMA_WITH_IMM = 8'h81
  } wc_opcode_t;

  // Work-completion status (transport.md 3).
  typedef enum logic [7:0] {
    WC_STATUS_SUCCESS = 8'h0,
    WC_STATUS_LOC_LEN = 8'h1,
    WC_STATUS_LOC_QP_OP = 8'h2,
    WC_STATUS_LOC_PROT = 8'h4,
    WC_STATUS_WR_FLUSH = 8'h5,
    WC_STATUS_MW_BIND = 8'h6,
    WC_STATUS_BAD_RESP = 8'h7,
    WC_STATUS_LOC_ACCESS = 8'h8,
    WC_STATUS_REM_INV_REQ = 8'h9,
    WC_STATUS_REM_ACCESS = 8'ha,
    WC_STATUS_REM_OP = 8'hb,
    WC_STATUS_RETRY_EXC = 8'hc,
    WC_STATUS_RNR_RETRY_EXC = 8'hd,
    WC_STATUS_REM_ABORT = 8'h10,
    WC_STATUS_FATAL = 8'h13,
    WC_STATUS_RESP_TIMEOUT = 8'h14,
    WC_STATUS_GENERAL = 8'h15
  } wc_status_t;

  // The wrapper that made a completion, for debug.
  typedef enum logic [3:0] {
    WRAPPER_COMPLETER_FRONTEND = 4'h1,
    WRAPPER_COMPLETER_RETRY = 4'h2,
    WRAPPER_RESPONDER_FRONTEND = 4'h3,
    WRAPPER_REQUESTER_FRONTEND = 4'h4
  } wrapper_t;

  // Why a response was dropped or a completion carries an error.
  typedef enum logic [7:0] {
    CAUSE_NONE = 8'h0,
    CAUSE_MALFORMED = 8'h1, // end condition: not a well-formed response
    CAUSE_INVALID_QP = 8'h2, // end condition: no such QP
    CAUSE_NOT_RTS = 8'h3, // end condition: the QP is neither in RTS nor in SQD
    CAUSE_IP_MISMATCH = 8'h4, // end condition: an address is not the QP's
    CAUSE_PKEY_MISMATCH = 8'h5, // end condition: the partition key is not the QP's
    CAUSE_DUPLICATE = 8'h6, // end condition or look-up: older than the oldest unacknowledged PSN
    CAUSE_LARGE_PSN = 8'h7, // end condition: a PSN that was never sent
    CAUSE_SACK_REFUSED = 8'h8, // end condition: SACK on a QP without selective repeat
    CAUSE_GHOST = 8'h10, // look-up: nothing is outstanding
    CAUSE_NOT_SENT = 8'h11, // look-up: beyond an entry that is not fully sent
    CAUSE_MISSING = 8'h12, // look-up: an earlier response of the READ is missing
    CAUSE_IMPLIED_NAK = 8'h13, // look-up: beyond an unanswered READ or ATOMIC
    CAUSE_WRONG_KIND = 8'h14, // look-up: not the kind of response the entry waits for
    CAUSE_OUT_OF_SEQUENCE = 8'h15, // look-up: FIRST/MIDDLE/LAST/ONLY not legal here
    CAUSE_WRONG_LENGTH = 8'h16, // look-up: payload length not the expected one
    CAUSE_LOCAL_LENGTH = 8'h17, // look-up: more data than the local segments hold
    CAUSE_TRANSLATION = 8'h20, // the address translation faulted
    CAUSE_REMOTE_NAK = 8'h28, // the peer refused the request
    CAUSE_FLUSH = 8'h29 // flushed behind an earlier error
  } cause_t;

  // Commands of SWQ channel 0.
  typedef enum logic [3:0] {
    SWQ_OP_MODIFY = 4'h1, // update an entry; answered on s_data_port_0
    SWQ_OP_DELETE = 4'h2, // retire an entry; answered on s_data_port_0
    SWQ_OP_HANDOVER = 4'h3, // hand an entry to completer_retry; not answered
    SWQ_OP_FETCH = 4'h4 // retry fetch, sent by completer_retry and answered to it alone
  } swq_op_t;

  // Why an entry is handed to completer_retry.
  typedef enum logic [2:0] {
    RETRY_KIND_NONE = 3'h0,
    RETRY_KIND_SEQ_NAK = 3'h1,
    RETRY_KIND_RNR = 3'h2,
    RETRY_KIND_IMPLIED_NAK = 3'h3,
    RETRY_KIND_SACK = 3'h4
  } retry_kind_t;

  // QP control commands.
  typedef enum logic [3:0] {
    QP_OP_CREATE = 4'h1,
    QP_OP_MODIFY = 4'h2,
    QP_OP_DESTROY = 4'h3
  } qp_op_t;

  // MR control commands.
  typedef enum logic [3:0] {
    MR_OP_REGISTER = 4'h1,
    MR_OP_DEREGISTER = 4'h2
  } mr_op_t;

  // Accesses to the QP context store.
  typedef enum logic [1:0] {
    CONTEXT_OP_READ = 2'h0, // answered by the whole context on qp_rw_port_rd
    CONTEXT_OP_WRITE = 2'h1 // changes the selected fields; not answered
  } context_op_t;

  // Congestion-control algorithm of a QP.
  typedef enum logic [1:0] {
    CC_MODE_OFF = 2'h0,
    CC_MODE_DCQCN = 2'h1,
    CC_MODE_RTT = 2'h2
  } cc_mode_t;

  // Header of one incoming response packet, parsed; its payload, if any, waits in the payload engine.
  // Carried by s_comp_header_stream.
  localparam int unsigned COMP_HEADER_WIDTH = 592;
  typedef struct packed {
    logic [17:0] reserved_574; // 591:574: zero
    logic sack; // 573: an ACK that carries sack_base and the bitmap
    logic ipv6; // 572: the packet came over IPv6
    logic bad_length; // 571: the parser found UDP, IP and BTH lengths at odds
    logic payload_present; // 570: payload_len is not 0 and payload waits
    logic [31:0] rx_time; // 569:538: receive time stamp, clock cycles
    logic [12:0] payload_len; // 537:525: payload without pad, bytes
    logic [15:0] udp_source_port; // 524:509: UDP source port
    logic [1:0] ecn; // 508:507: IP ECN bits; 3 is congestion experienced
    logic [127:0] dst_ip; // 506:379: destination address, IPv4 mapped into IPv6
    logic [127:0] src_ip; // 378:251: source address, IPv4 mapped into IPv6 (::ffff:a.b.c.d)
    logic [23:0] sack_base; // 250:227: first PSN the peer still misses, if sack
    logic [111:0] ext; // 226:115: SACK bitmap (bit i: base + i was received) if sack, or the AtomicAckETH original value in bits 63:0
    logic [23:0] msn; // 114:91: AETH MSN
    logic [7:0] syndrome; // 90:83: AETH syndrome (transport.md 1)
    logic [23:0] psn; // 82:59: BTH PSN
    logic ack_req; // 58: BTH AckReq
    logic [23:0] dest_qpn; // 57:34: BTH DestQP: our QP
    logic becn; // 33: BTH BECN
    logic fecn; // 32: BTH FECN
    logic [15:0] pkey; // 31:16: BTH P_Key; bit 15 is the membership bit
    logic [3:0] tver; // 15:12: BTH TVer, must be 0
    logic [1:0] pad_count; // 11:10: BTH PadCnt, bytes
    logic mig_req; // 9: BTH MigReq
    logic solicited; // 8: BTH SE
    resp_opcode_t opcode; // 7:0: BTH opcode
  } comp_header_t;

  // One local scatter segment of a work request.
  localparam int unsigned SEGMENT_WIDTH = 128;
  typedef struct packed {
    logic [31:0] length; // 127:96: bytes
    logic [31:0] lkey; // 95:64: local key
    logic [63:0] va; // 63:0: local virtual address
  } segment_t;

  // One send-work-queue entry.
  // Carried by s_data_port_0, s_data_port_3, s_data_port_4.
  localparam int unsigned TX_INFO_WIDTH = 1024;
  typedef struct packed {
    logic [119:0] reserved_904; // 1023:904: zero
    segment_t [3:0] segments; // 903:392: local segments, in order
    logic [63:0] wr_id; // 391:328: work-request id of the application
    logic [31:0] last_send_time; // 327:296: when its last packet was sent, clock cycles
    logic [2:0] rnr_left; // 295:293: RNR retries left
    logic [2:0] retry_left; // 292:290: retries left
    logic [31:0] bytes_received; // 289:258: READ: payload bytes accepted so far
    logic [31:0] rkey; // 257:226: remote key
    logic [63:0] remote_va; // 225:162: remote virtual address
    logic [31:0] message_len; // 161:130: bytes; 8 for CAS and FADD
    logic [23:0] request_psn; // 129:106: PSN of the latest READ request sent: first_psn, later where a retry resumed
    logic [23:0] last_psn; // 105:82: last PSN of the message (READ: of its responses)
    logic [23:0] first_psn; // 81:58: first PSN of the message
    wr_opcode_t opcode; // 57:50: what it asks for
    logic [15:0] wqe_index; // 49:34: index of the work request in its QP, wraps
    logic [23:0] qpn; // 33:10: QP number
    logic [2:0] segment_count; // 9:7: segments in use, 0..4
    logic solicited; // 6: solicited event asked for
    logic fence; // 5: waits for earlier READs and ATOMICs
    logic signaled; // 4: success makes a CQE
    logic retried; // 3: some packet of it was sent more than once
    logic sent; // 2: all its packets were sent and none is being sent again
    logic started; // 1: its first packet was sent
    logic valid; // 0: the entry is outstanding or queued
  } tx_info_t;

  // Completion-queue entry.
  // Carried by m_comp_cmpt_stream, m_comp_err_stream.
  localparam int unsigned CQE_WIDTH = 512;
  typedef struct packed {
    logic [307:0] reserved_204; // 511:204: zero
    cause_t cause; // 203:196: why, on an error
    wrapper_t source; // 195:192: who made this entry
    logic [7:0] vendor_error; // 191:184: AETH syndrome behind REMOTE_NAK, else 0
    logic [63:0] wr_id; // 183:120: work-request id
    logic [31:0] imm_or_rkey; // 119:88: immediate or invalidated rkey; 0 on the send side
    logic [31:0] byte_count; // 87:56: message_len on success, 0 on an error
    logic [23:0] qpn; // 55:32: QP number
    logic [15:0] wqe_counter; // 31:16: wqe_index of the entry
    wc_status_t status; // 15:8: outcome
    wc_opcode_t opcode; // 7:0: completed operation
  } cqe_t;

  // Context of one QP.
  // Carried by qp_rw_port_rd.
  localparam int unsigned QP_CONTEXT_WIDTH = 640;
  typedef struct packed {
    logic [75:0] reserved_564; // 639:564: zero
    cc_mode_t cc_mode; // 563:562: congestion control
    logic selective_repeat; // 561: the QP repeats selectively
    logic [23:0] recv_cq; // 560:537: CQ of the receive queue
    logic [23:0] send_cq; // 536:513: CQ of the send queue
    logic [23:0] pd; // 512:489: protection domain
    logic [7:0] access; // 488:481: access flags
    logic [7:0] max_dest_rd_atomic; // 480:473: READ/ATOMIC slots as responder
    logic [7:0] max_rd_atomic; // 472:465: READ/ATOMIC outstanding as requester
    logic [4:0] min_rnr_timer; // 464:460: RNR timer code sent as responder
    logic [2:0] rnr_retry; // 459:457: RNR retries allowed; 7 = for ever
    logic [2:0] retry_cnt; // 456:454: retries allowed
    logic [4:0] timeout; // 453:449: local ACK timeout code
    logic credits_unlimited; // 448: the peer does not count credits
    logic [23:0] lsn; // 447:424: limit sequence number from the peer's credits
    logic [23:0] msn; // 423:400: messages completed as responder
    logic [23:0] expected_psn; // 399:376: what the responder expects next
    logic [23:0] unacked_psn; // 375:352: oldest unacknowledged PSN: what the completer expects next
    logic [23:0] next_psn; // 351:328: PSN after the last one ever sent
    pmtu_t pmtu; // 327:325: path MTU code
    logic [15:0] pkey; // 324:309: partition key
    logic [127:0] peer_ip; // 308:181: the peer's address, IPv4 mapped into IPv6
    logic [127:0] own_ip; // 180:53: own address, IPv4 mapped into IPv6
    logic [23:0] dest_qpn; // 52:29: the peer's QP
    logic [23:0] qpn; // 28:5: QP number
    qp_state_t state; // 4:1: QP state
    logic valid; // 0: the QP exists
  } qp_context_t;

  // Read or masked write of a QP context.
  // Carried by qp_rw_port_awd.
  localparam int unsigned CONTEXT_ACCESS_WIDTH = 96;
  typedef struct packed {
    logic [11:0] reserved_84; // 95:84: zero
    logic credits_unlimited; // 83: new value, else 0
    logic [23:0] lsn; // 82:59: new value, else 0
    logic [23:0] unacked_psn; // 58:35: new value, else 0
    qp_state_t state; // 34:31: new value, else 0
    logic valid; // 30: new value, else 0
    logic set_credits; // 29: WRITE changes lsn and credits_unlimited
    logic set_unacked_psn; // 28: WRITE changes unacked_psn
    logic set_state; // 27: WRITE changes state
    logic set_valid; // 26: WRITE changes valid
    logic [23:0] qpn; // 25:2: QP number
    context_op_t op; // 1:0: READ or WRITE
  } context_access_t;

  // SWQ channel 0: change of an entry, or hand-over to the retry path. Fields an op does not use are 0.
  // Carried by m_cmd_port_0.
  localparam int unsigned SWQ_COMMAND_WIDTH = 256;
  typedef struct packed {
    logic [34:0] reserved_221; // 255:221: zero
    logic [111:0] bitmap; // 220:109: HANDOVER of kind SACK: bit i = psn + i was received
    logic [4:0] rnr_timer; // 108:104: HANDOVER of kind RNR: timer code
    logic [23:0] psn; // 103:80: HANDOVER: PSN to retry from
    retry_kind_t kind; // 79:77: HANDOVER: trigger
    logic [31:0] bytes_received; // 76:45: MODIFY: new value
    logic reload; // 44: the response made progress: reload retry counters, restart the timer
    logic [15:0] wqe_index; // 43:28: the entry
    logic [23:0] qpn; // 27:4: QP number
    swq_op_t op; // 3:0: command
  } swq_command_t;

  // SWQ channel 1: forget every entry of a QP.
  // Carried by m_cmd_port_1.
  localparam int unsigned SWQ_CLEANUP_WIDTH = 32;
  typedef struct packed {
    logic [7:0] reserved_24; // 31:24: zero
    logic [23:0] qpn; // 23:0: QP number
  } swq_cleanup_t;

  // SWQ channel 3: read the oldest entry of a QP.
  // Carried by m_cmd_port_3.
  localparam int unsigned SWQ_READ_INIT_WIDTH = 32;
  typedef struct packed {
    logic [7:0] reserved_24; // 31:24: zero
    logic [23:0] qpn; // 23:0: QP number
  } swq_read_init_t;

  // SWQ channel 4: read an entry by index.
  // Carried by m_cmd_port_4.
  localparam int unsigned SWQ_READ_WIDTH = 64;
  typedef struct packed {
    logic [23:0] reserved_40; // 63:40: zero
    logic [15:0] wqe_index; // 39:24: the entry
    logic [23:0] qpn; // 23:0: QP number
  } swq_read_t;

  // Keep or drop the payload of one packet, at one stage.
  // Carried by m_comp_payload_drop1, m_comp_payload_drop2, m_comp_payload_drop3.
  localparam int unsigned DROP_DECISION_WIDTH = 64;
  typedef struct packed {
    logic [6:0] reserved_57; // 63:57: zero
    logic [23:0] psn; // 56:33: BTH PSN of the packet
    logic [23:0] qpn; // 32:9: BTH DestQP of the packet
    cause_t cause; // 8:1: why, NONE when kept
    logic drop; // 0: 1: discard the payload
  } drop_decision_t;

  // Notice to congestion control: a response was accepted.
  // Carried by m_ack_info.
  localparam int unsigned ACK_INFO_WIDTH = 64;
  typedef struct packed {
    logic ecn_ce; // 63: the response was marked congestion experienced
    logic rtt_valid; // 62: the response answers the last packet of an entry that was never retried
    logic [21:0] rtt; // 61:40: rx_time - last_send_time, cycles, saturating; 0 without rtt_valid
    logic [23:0] psn; // 39:16: acknowledged PSN
    logic [15:0] qpn; // 15:0: QP number
  } ack_info_t;

  // Notice to congestion control: a NAK was accepted.
  // Carried by m_nak_info.
  localparam int unsigned NAK_INFO_WIDTH = 64;
  typedef struct packed {
    logic [15:0] reserved_48; // 63:48: zero
    logic [7:0] syndrome; // 47:40: AETH syndrome
    logic [23:0] psn; // 39:16: PSN of the NAK
    logic [15:0] qpn; // 15:0: QP number
  } nak_info_t;

  // Notice to congestion control: a SACK was accepted.
  // Carried by m_sack_info.
  localparam int unsigned SACK_INFO_WIDTH = 152;
  typedef struct packed {
    logic [111:0] bitmap; // 151:40: bit i: base + i was received
    logic [23:0] psn; // 39:16: SACK base
    logic [15:0] qpn; // 15:0: QP number
  } sack_info_t;

  // A CNP came in for this QP.
  // Carried by m_notify_cnp_qpn.
  localparam int unsigned CNP_NOTICE_WIDTH = 16;
  typedef struct packed {
    logic [15:0] qpn; // 15:0: QP number
  } cnp_notice_t;

  // Payload-engine command: put one piece of a packet into one local segment.
  // Carried by m_comp_payload_cmd_stream.
  localparam int unsigned PAYLOAD_COMMAND_WIDTH = 256;
  typedef struct packed {
    logic [4:0] reserved_251; // 255:251: zero
    logic [63:0] data; // 250:187: original value of an ATOMIC, else 0
    logic inline_data; // 186: the data is in `data`, not in the payload stream (ATOMIC)
    logic last; // 185: last piece of the packet
    logic first; // 184: first piece of the packet
    logic [15:0] length; // 183:168: bytes of the piece
    logic [31:0] lkey; // 167:136: local key
    logic [63:0] va; // 135:72: local virtual address of the piece
    logic [23:0] pd; // 71:48: protection domain
    logic [23:0] psn; // 47:24: PSN of the packet
    logic [23:0] qpn; // 23:0: QP number
  } payload_command_t;

  // Address translation asked for one piece; the MMU hands the physical address to the payload engine.
  // Carried by m_comp_write_translate.
  localparam int unsigned WRITE_TRANSLATE_WIDTH = 192;
  typedef struct packed {
    logic [7:0] reserved_184; // 191:184: zero
    logic [15:0] length; // 183:168: bytes of the piece
    logic [31:0] lkey; // 167:136: local key
    logic [63:0] va; // 135:72: local virtual address of the piece
    logic [23:0] pd; // 71:48: protection domain
    logic [23:0] psn; // 47:24: PSN of the packet
    logic [23:0] qpn; // 23:0: QP number
  } write_translate_t;

  // Verdict of one translation, in the order asked.
  // Carried by s_comp_write_translate_rsp.
  localparam int unsigned TRANSLATE_RESPONSE_WIDTH = 64;
  typedef struct packed {
    logic [10:0] reserved_53; // 63:53: zero
    logic [23:0] psn; // 52:29: PSN of the packet
    logic [23:0] qpn; // 28:5: QP number
    logic [3:0] reason; // 4:1: MMU fault reason, for debug
    logic fault; // 0: not translated, or no right to write
  } translate_response_t;

  // QP control command.
  // Carried by s_qp_control_cmd, m_qp_control_cmd.
  localparam int unsigned QP_CONTROL_WIDTH = 64;
  typedef struct packed {
    logic [15:0] reserved_48; // 63:48: zero
    logic [15:0] tag; // 47:32: carried along unchanged
    qp_state_t new_state; // 31:28: MODIFY: state to enter
    logic [23:0] qpn; // 27:4: QP number
    qp_op_t op; // 3:0: command
  } qp_control_t;

  // MR control command.
  // Carried by s_mr_ctrl_stream, m_mr_ctrl_stream.
  localparam int unsigned MR_CONTROL_WIDTH = 256;
  typedef struct packed {
    logic [57:0] reserved_198; // 255:198: zero
    logic [1:0] page_size; // 197:196: 0 4 KiB, 1 64 KiB, 2 2 MiB
    logic [7:0] access; // 195:188: access flags
    logic [63:0] length; // 187:124: bytes
    logic [63:0] va; // 123:60: base address
    logic [23:0] pd; // 59:36: protection domain
    logic [31:0] key; // 35:4: memory key
    mr_op_t op; // 3:0: command
  } mr_control_t;

  // A memory key: clean-up request or its acknowledgement.
  // Carried by m_dereg_mr_id, s_dereg_rsp, m_mmu_flush, s_mmu_flush_rsp.
  localparam int unsigned MR_KEY_WIDTH = 32;
  typedef struct packed {
    logic [31:0] key; // 31:0: memory key
  } mr_key_t;

  // Congestion control forgets this QP.
  // Carried by m_cc_qp_destroy.
  localparam int unsigned QP_NOTICE_WIDTH = 16;
  typedef struct packed {
    logic [15:0] qpn; // 15:0: QP number
  } qp_notice_t;

  // Debug registers of completer_frontend, AXI4-Lite behind BAR2. Counters wrap at 2^32 and are cleared by reset only.
  localparam logic [31:0] COMPLETER_FRONTEND_BASE = 32'h38000;
  localparam logic [31:0] COMPLETER_FRONTEND_STICKY_OFFSET = 32'h0; // clear_on_read: events since the last read; reset leaves them
  localparam int unsigned COMPLETER_FRONTEND_STICKY_MALFORMED_LSB = 0;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_MALFORMED_WIDTH = 1;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_INVALID_QP_LSB = 1;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_INVALID_QP_WIDTH = 1;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_NOT_RTS_LSB = 2;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_NOT_RTS_WIDTH = 1;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_IP_MISMATCH_LSB = 3;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_IP_MISMATCH_WIDTH = 1;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_PKEY_MISMATCH_LSB = 4;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_PKEY_MISMATCH_WIDTH = 1;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_DUPLICATE_LSB = 5;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_DUPLICATE_WIDTH = 1;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_LARGE_PSN_LSB = 6;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_LARGE_PSN_WIDTH = 1;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_SACK_REFUSED_LSB = 7;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_SACK_REFUSED_WIDTH = 1;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_GHOST_LSB = 8;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_GHOST_WIDTH = 1;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_NOT_SENT_LSB = 9;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_NOT_SENT_WIDTH = 1;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_MISSING_LSB = 10;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_MISSING_WIDTH = 1;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_IMPLIED_NAK_LSB = 11;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_IMPLIED_NAK_WIDTH = 1;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_WRONG_KIND_LSB = 12;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_WRONG_KIND_WIDTH = 1;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_OUT_OF_SEQUENCE_LSB = 13;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_OUT_OF_SEQUENCE_WIDTH = 1;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_WRONG_LENGTH_LSB = 14;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_WRONG_LENGTH_WIDTH = 1;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_LOCAL_LENGTH_LSB = 15;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_LOCAL_LENGTH_WIDTH = 1;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_TRANSLATION_LSB = 16;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_TRANSLATION_WIDTH = 1;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_REMOTE_NAK_LSB = 17;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_REMOTE_NAK_WIDTH = 1;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_FLUSH_LSB = 18;
  localparam int unsigned COMPLETER_FRONTEND_STICKY_FLUSH_WIDTH = 1;
  localparam logic [31:0] COMPLETER_FRONTEND_LAST_PSN_OFFSET = 32'h4; // read_only: bits 23:0: BTH PSN of the last accepted response
  localparam logic [31:0] COMPLETER_FRONTEND_LAST_QPN_OFFSET = 32'h8; // read_only: bits 23:0: QP of the last accepted response
  localparam logic [31:0] COMPLETER_FRONTEND_VERSION_OFFSET = 32'hc; // read_only: 0x00010000
  localparam logic [31:0] COMPLETER_FRONTEND_RESPONSE_HWCNT_OFFSET = 32'h40; // read_only: headers processed to their end
  localparam logic [31:0] COMPLETER_FRONTEND_ACK_HWCNT_OFFSET = 32'h44; // read_only: m_ack_info notices
  localparam logic [31:0] COMPLETER_FRONTEND_NAK_HWCNT_OFFSET = 32'h48; // read_only: m_nak_info notices
  localparam logic [31:0] COMPLETER_FRONTEND_SACK_HWCNT_OFFSET = 32'h4c; // read_only: m_sack_info notices
  localparam logic [31:0] COMPLETER_FRONTEND_CNP_HWCNT_OFFSET = 32'h50; // read_only: m_notify_cnp_qpn notices
  localparam logic [31:0] COMPLETER_FRONTEND_CQE_HWCNT_OFFSET = 32'h54; // read_only: success CQEs
  localparam logic [31:0] COMPLETER_FRONTEND_ERROR_CQE_HWCNT_OFFSET = 32'h58; // read_only: error CQEs, flushes included
  localparam logic [31:0] COMPLETER_FRONTEND_FLUSH_HWCNT_OFFSET = 32'h5c; // read_only: WR_FLUSH CQEs
  localparam logic [31:0] COMPLETER_FRONTEND_IMPLIED_ACK_HWCNT_OFFSET = 32'h60; // read_only: entries completed by an implied ACK
  localparam logic [31:0] COMPLETER_FRONTEND_HANDOVER_HWCNT_OFFSET = 32'h64; // read_only: HANDOVER commands
  localparam logic [31:0] COMPLETER_FRONTEND_MALFORMED_HWCNT_OFFSET = 32'h68; // read_only: responses ended as MALFORMED
  localparam logic [31:0] COMPLETER_FRONTEND_INVALID_QP_HWCNT_OFFSET = 32'h6c; // read_only: responses ended as INVALID_QP
  localparam logic [31:0] COMPLETER_FRONTEND_NOT_RTS_HWCNT_OFFSET = 32'h70; // read_only: responses ended as NOT_RTS
  localparam logic [31:0] COMPLETER_FRONTEND_IP_MISMATCH_HWCNT_OFFSET = 32'h74; // read_only: responses ended as IP_MISMATCH
  localparam logic [31:0] COMPLETER_FRONTEND_PKEY_MISMATCH_HWCNT_OFFSET = 32'h78; // read_only: responses ended as PKEY_MISMATCH
  localparam logic [31:0] COMPLETER_FRONTEND_DUPLICATE_HWCNT_OFFSET = 32'h7c; // read_only: responses ended as DUPLICATE
  localparam logic [31:0] COMPLETER_FRONTEND_LARGE_PSN_HWCNT_OFFSET = 32'h80; // read_only: responses ended as LARGE_PSN
  localparam logic [31:0] COMPLETER_FRONTEND_SACK_REFUSED_HWCNT_OFFSET = 32'h84; // read_only: responses ended as SACK_REFUSED
  localparam logic [31:0] COMPLETER_FRONTEND_GHOST_HWCNT_OFFSET = 32'h88; // read_only: responses ended as GHOST
  localparam logic [31:0] COMPLETER_FRONTEND_NOT_SENT_HWCNT_OFFSET = 32'h8c; // read_only: responses ended as NOT_SENT
  localparam logic [31:0] COMPLETER_FRONTEND_MISSING_HWCNT_OFFSET = 32'h90; // read_only: responses ended as MISSING
  localparam logic [31:0] COMPLETER_FRONTEND_IMPLIED_NAK_HWCNT_OFFSET = 32'h94; // read_only: responses ended as IMPLIED_NAK
  localparam logic [31:0] COMPLETER_FRONTEND_BAD_RESPONSE_HWCNT_OFFSET = 32'h98; // read_only: responses ended as WRONG_KIND, OUT_OF_SEQUENCE, WRONG_LENGTH or LOCAL_LENGTH
  localparam logic [31:0] COMPLETER_FRONTEND_TRANSLATION_FAULT_HWCNT_OFFSET = 32'h9c; // read_only: responses ended as TRANSLATION
  localparam logic [31:0] COMPLETER_FRONTEND_QP_DESTROY_HWCNT_OFFSET = 32'ha0; // read_only: QPs destroyed
  localparam logic [31:0] COMPLETER_FRONTEND_MR_DEREG_HWCNT_OFFSET = 32'ha4; // read_only: MRs deregistered

endpackage
/* verilator lint_on UNUSEDPARAM */
