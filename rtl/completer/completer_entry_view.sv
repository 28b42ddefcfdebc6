// What the look-up keeps of a send-work-queue entry, with the end of each segment worked out. Combinational.
module completer_entry_view
  import completer_pkg::*;
  import completer_frontend_pkg::*;
(
  /* verilator lint_off UNUSEDSIGNAL */ // the entry serves every wrapper
  input  tx_info_t tx_info,
  /* verilator lint_on UNUSEDSIGNAL */
  output entry_t   entry
);

  offset_t [3:0] length;
  offset_t       half;

  for (genvar i = 0; i < 4; i++) begin : g_segment
    assign length[i]     = 3'(i) < tx_info.segment_count ? 34'(tx_info.segments[i].length) : '0;
    assign entry.va[i]   = tx_info.segments[i].va;
    assign entry.lkey[i] = tx_info.segments[i].lkey;
  end

  assign half        = length[0] + length[1];
  assign entry.limit = {half + (length[2] + length[3]), half + length[2], half, length[0]};

  assign entry.valid          = tx_info.valid;
  assign entry.started        = tx_info.started;
  assign entry.sent           = tx_info.sent;
  assign entry.retried        = tx_info.retried;
  assign entry.signaled       = tx_info.signaled;
  assign entry.wqe_index      = tx_info.wqe_index;
  assign entry.opcode         = tx_info.opcode;
  assign entry.first_psn      = tx_info.first_psn;
  assign entry.last_psn       = tx_info.last_psn;
  assign entry.request_psn    = tx_info.request_psn;
  assign entry.message_len    = tx_info.message_len;
  assign entry.bytes_received = tx_info.bytes_received;
  assign entry.last_send_time = tx_info.last_send_time;
  assign entry.wr_id          = tx_info.wr_id;

endmodule
