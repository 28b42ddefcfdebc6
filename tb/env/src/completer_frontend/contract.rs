//! The events of the ordering contract, resolved once.

use std::collections::HashMap;

use uvm::legend::{EventId, Legend, Trigger};

use crate::Error;

/// The contract file, as built in.
const FILE: &str = "completer_frontend.legend";
const TEXT: &str = include_str!("../../contracts/completer_frontend.legend");

/// Every event that the scoreboard reports.
const EVENTS: &[&str] = &[
    "qp_rw_port_awd.read",
    "qp_rw_port_awd.write",
    "qp_rw_port_rd",
    "m_cmd_port_3",
    "s_data_port_3",
    "m_cmd_port_4",
    "m_cmd_port_4.flush",
    "s_data_port_4",
    "s_data_port_4.flush",
    "m_cmd_port_0.modify",
    "m_cmd_port_0.delete",
    "m_cmd_port_0.handover",
    "m_cmd_port_0.implied",
    "m_cmd_port_0.flush",
    "s_data_port_0",
    "m_cmd_port_1",
    "m_comp_payload_drop1.keep",
    "m_comp_payload_drop1.drop",
    "m_comp_payload_drop2.keep",
    "m_comp_payload_drop2.drop",
    "m_comp_payload_drop3.keep",
    "m_comp_payload_drop3.drop",
    "m_comp_payload_cmd_stream",
    "m_comp_write_translate",
    "s_comp_write_translate_rsp",
    "m_comp_cmpt_stream",
    "m_comp_cmpt_stream.implied",
    "m_comp_err_stream",
    "m_comp_err_stream.flush",
    "m_ack_info",
    "m_nak_info",
    "m_sack_info",
    "m_notify_cnp_qpn",
    "m_qp_control_cmd",
    "m_cc_qp_destroy",
    "m_mr_ctrl_stream",
    "m_dereg_mr_id",
    "s_dereg_rsp",
    "m_mmu_flush",
    "s_mmu_flush_rsp",
];

/// The wrapper's ordering contract, compiled.
///
/// # Errors
/// If the file does not parse.
pub fn legend() -> Result<Legend, Error> {
    Ok(Legend::parse(TEXT, FILE, &[])?)
}

/// The contract's triggers and events, by the names that the scoreboard uses.
pub(super) struct Contract {
    pub(super) header: Trigger,
    pub(super) qp_control: Trigger,
    pub(super) mr_control: Trigger,
    events: HashMap<&'static str, EventId>,
}

impl Contract {
    /// Resolves every name.
    pub(super) fn resolve(legend: &Legend) -> Result<Self, Error> {
        let unknown = |event| Error::LegendEvent { file: FILE, event };
        let trigger = |event| legend.trigger(event).ok_or(unknown(event));
        let events = EVENTS.iter().map(|&name| {
            let event = legend.event(name).ok_or(unknown(name))?;
            Ok((name, event))
        });
        Ok(Self {
            header: trigger("s_comp_header_stream")?,
            qp_control: trigger("s_qp_control_cmd")?,
            mr_control: trigger("s_mr_ctrl_stream")?,
            events: events.collect::<Result<_, Error>>()?,
        })
    }

    /// The event of this name.
    pub(super) fn event(&self, name: &str) -> Option<EventId> {
        self.events.get(name).copied()
    }
}
