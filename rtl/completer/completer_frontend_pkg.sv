// What completer_frontend's stages hand to one another, and the arithmetic they share.
/* verilator lint_off UNUSEDPARAM */
/* verilator lint_off UNUSEDSIGNAL */ // functions that look at some bits of a structure
package completer_frontend_pkg;
  import completer_pkg::*;

  localparam int unsigned QPN_WIDTH = 24;
  typedef logic [QPN_WIDTH-1:0] qpn_t;
  typedef logic [23:0] psn_t;
  // Bytes from the start of an entry's segments; four segments of 2^32 - 1 bytes fit.
  typedef logic [33:0] offset_t;

  // What the look-up needs of a header.
  typedef struct packed {
    resp_opcode_t opcode;
    qpn_t         qpn;
    psn_t         psn;              // of the BTH
    psn_t         p;                // the PSN that the response speaks of: sack_base for a SACK, else psn
    logic [7:0]   syndrome;
    logic [23:0]  msn;
    logic [111:0] ext;
    logic         sack;
    logic         ecn_ce;
    logic [12:0]  payload_len;
    logic         payload_present;
    logic [31:0]  rx_time;
  } response_t;

  // A header on its way to the end conditions.
  typedef struct packed {
    response_t    response;
    logic         malformed;
    psn_t         top_psn;          // highest PSN that the response speaks of
    logic [127:0] src_ip;
    logic [127:0] dst_ip;
    logic [14:0]  pkey;
  } screened_t;

  // What the look-up needs of a QP context.
  typedef struct packed {
    pmtu_t       pmtu;
    psn_t        unacked_psn;
    logic [23:0] lsn;
    logic        credits_unlimited;
    logic [23:0] pd;
  } qp_view_t;

  // What the look-up needs of a send-work-queue entry. Segments beyond segment_count are empty.
  typedef struct packed {
    logic              valid;
    logic              started;
    logic              sent;
    logic              retried;
    logic              signaled;
    logic [15:0]       wqe_index;
    wr_opcode_t        opcode;
    psn_t              first_psn;
    psn_t              last_psn;
    psn_t              request_psn;
    logic [31:0]       message_len;
    logic [31:0]       bytes_received;
    logic [31:0]       last_send_time;
    logic [63:0]       wr_id;
    logic [3:0][63:0]  va;
    logic [3:0][31:0]  lkey;
    offset_t [3:0]     limit;       // where each segment ends
  } entry_t;

  // A completion; the other fields of a cqe are constant.
  typedef struct packed {
    wc_opcode_t  opcode;
    wc_status_t  status;
    logic [15:0] wqe_counter;
    qpn_t        qpn;
    logic [31:0] byte_count;
    logic [63:0] wr_id;
    logic [7:0]  vendor_error;
    cause_t      cause;
  } completion_t;

  typedef enum logic [2:0] {
    ACTION_DROP,      // nothing more for this response
    ACTION_IMPLIED,   // complete the entry, look at the next one
    ACTION_COMPLETE,
    ACTION_MODIFY,
    ACTION_HANDOVER,
    ACTION_DELIVER,   // data to write first; what follows depends on the translation
    ACTION_FAIL,
    ACTION_FLUSH      // complete the entry with WR_FLUSH, look at the next one
  } action_t;

  typedef enum logic [1:0] {
    NOTICE_NONE,
    NOTICE_ACK,
    NOTICE_NAK,
    NOTICE_SACK
  } notice_t;

  // What one look at one entry leads to.
  typedef struct packed {
    action_t     action;
    cause_t      cause;
    wc_status_t  status;            // FAIL
    retry_kind_t kind;              // HANDOVER
    psn_t        handover_psn;
    logic        reload;            // HANDOVER: progress was made
    psn_t        expected;          // oldest unacknowledged PSN from now on
    logic [31:0] bytes_received;    // MODIFY
    logic        take_credits;
    notice_t     notice;
  } decision_t;

  // What the counters and the sticky register count, one bit an event.
  typedef struct packed {
    logic   finished;
    cause_t cause;                  // NONE, or why a response ended or a completion failed
    logic   ack;
    logic   nak;
    logic   sack;
    logic   cqe;
    logic   error_cqe;
    logic   implied_ack;
    logic   handover;
    psn_t   psn;                    // of the response behind ack, nak or sack
    qpn_t   qpn;
  } effect_event_t;

  typedef struct packed {
    logic   finished;
    cause_t cause;
    logic   cnp;
  } context_event_t;

  typedef logic [COMPLETER_FRONTEND_STICKY_FLUSH_LSB:0] sticky_t;

  // The counters, named as in the register map without `_hwcnt`.
  typedef struct packed {
    logic [31:0] response;
    logic [31:0] ack;
    logic [31:0] nak;
    logic [31:0] sack;
    logic [31:0] cnp;
    logic [31:0] cqe;
    logic [31:0] error_cqe;
    logic [31:0] flush;
    logic [31:0] implied_ack;
    logic [31:0] handover;
    logic [31:0] malformed;
    logic [31:0] invalid_qp;
    logic [31:0] not_rts;
    logic [31:0] ip_mismatch;
    logic [31:0] pkey_mismatch;
    logic [31:0] duplicate;
    logic [31:0] large_psn;
    logic [31:0] sack_refused;
    logic [31:0] ghost;
    logic [31:0] not_sent;
    logic [31:0] missing;
    logic [31:0] implied_nak;
    logic [31:0] bad_response;
    logic [31:0] translation_fault;
    logic [31:0] qp_destroy;
    logic [31:0] mr_dereg;
  } counters_t;

  // a < b: the sign of the 24-bit difference (transport.md 2).
  function automatic logic psn_lt(input psn_t a, input psn_t b);
    psn_t difference;
    difference = a - b;
    return difference[23];
  endfunction

  function automatic logic is_read_response(input resp_opcode_t opcode);
    return opcode inside {RESP_OPCODE_READ_RESP_FIRST, RESP_OPCODE_READ_RESP_MIDDLE,
                          RESP_OPCODE_READ_RESP_LAST, RESP_OPCODE_READ_RESP_ONLY};
  endfunction

  function automatic logic is_atomic(input wr_opcode_t opcode);
    return opcode inside {WR_OPCODE_CAS, WR_OPCODE_FADD};
  endfunction

  // Every kind that a positive acknowledgement completes.
  function automatic logic is_write_or_send(input wr_opcode_t opcode);
    return opcode != WR_OPCODE_READ && !is_atomic(opcode);
  endfunction

  // AETH syndrome by its top three bits (transport.md 1).
  function automatic logic is_positive(input logic [7:0] syndrome);
    return syndrome[7:5] == 3'b000;
  endfunction

  function automatic logic is_rnr(input logic [7:0] syndrome);
    return syndrome[7:5] == 3'b001;
  endfunction

  function automatic logic is_nak(input logic [7:0] syndrome);
    return syndrome[7:5] == 3'b011;
  endfunction

  function automatic logic is_plain_ack(input response_t response);
    return response.opcode == RESP_OPCODE_ACKNOWLEDGE && is_positive(response.syndrome) && !response.sack;
  endfunction

  // Credits of a code other than 1Fh (transport.md 1): 2^n and 1.5 * 2^n in turn, from code 2 on.
  function automatic logic [23:0] credits_of(input logic [4:0] code);
    logic [3:0] power;
    power = code[4:1] - 4'd1;
    if (code < 5'd2) return 24'(code);
    return (code[0] ? 24'd3 : 24'd2) << power;
  endfunction

  // Bytes of a path MTU; 0 for a code that means none.
  function automatic logic [12:0] pmtu_bytes(input pmtu_t pmtu);
    return pmtu inside {[PMTU_MTU_256 : PMTU_MTU_4096]} ? 13'd128 << pmtu : 13'd0;
  endfunction

  function automatic wc_opcode_t completion_opcode(input wr_opcode_t opcode);
    unique case (opcode)
      WR_OPCODE_WRITE, WR_OPCODE_WRITE_IMM: return WC_OPCODE_WRITE;
      WR_OPCODE_READ: return WC_OPCODE_READ;
      WR_OPCODE_CAS:  return WC_OPCODE_CAS;
      WR_OPCODE_FADD: return WC_OPCODE_FADD;
      default:        return WC_OPCODE_SEND;
    endcase
  endfunction

endpackage
/* verilator lint_on UNUSEDSIGNAL */
/* verilator lint_on UNUSEDPARAM */
