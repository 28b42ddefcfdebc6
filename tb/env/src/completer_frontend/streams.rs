//! Agents on every stream of the wrapper, each with a monitor that feeds the judge.

use std::collections::BTreeMap;
use std::rc::Rc;

use dut::Dut;
use layout::Packed;
use model::completer_frontend::Beat;
use rdma::layouts::{
    AckInfo, CnpNotice, CompHeader, ContextAccess, Cqe, DropDecision, MrControl, MrKey, NakInfo,
    PayloadCommand, QpContext, QpControl, QpNotice, SackInfo, SwqCleanup, SwqCommand, SwqRead,
    SwqReadInit, TranslateResponse, TxInfo, WriteTranslate,
};
use uvm::axis::{Sink, SinkConfig, Source, SourceConfig};
use uvm::config::Config;
use uvm::{Flow, Scope};

use super::beat::Input;
use super::judge::Judge;
use super::knobs;
use crate::Error;

/// Takes the wrapper's output streams.
pub(super) struct Sinks {
    pub(super) context: Sink<ContextAccess>,
    pub(super) oldest: Sink<SwqReadInit>,
    pub(super) entry: Sink<SwqRead>,
    pub(super) command: Sink<SwqCommand>,
    pub(super) cleanup: Sink<SwqCleanup>,
    pub(super) translate: Sink<WriteTranslate>,
    pub(super) success: Sink<Cqe>,
    pub(super) error: Sink<Cqe>,
    pub(super) deregister: Sink<MrKey>,
    pub(super) mmu_flush: Sink<MrKey>,
}

/// Drives the wrapper's input streams.
pub(super) struct Sources {
    pub(super) header: Source<CompHeader>,
    pub(super) context: Source<QpContext>,
    pub(super) oldest: Source<TxInfo>,
    pub(super) entry: Source<TxInfo>,
    pub(super) answer: Source<TxInfo>,
    pub(super) verdict: Source<TranslateResponse>,
    pub(super) qp_control: Source<QpControl>,
    pub(super) mr_control: Source<MrControl>,
    pub(super) fenced: Source<MrKey>,
    pub(super) flushed: Source<MrKey>,
}

/// Builds agents below one scope and keeps the flow of each stream.
pub(super) struct Builder<'a> {
    pub(super) scope: &'a Scope,
    pub(super) dut: &'a Dut,
    pub(super) config: &'a Config,
    pub(super) judge: &'a Rc<Judge>,
    pub(super) flows: BTreeMap<&'static str, Flow>,
}

impl Builder<'_> {
    /// Outputs come first: a beat that leaves in the very cycle of the input that causes it is too
    /// early (contract 1), and so is seen before its cause is known.
    pub(super) fn sinks(&mut self) -> Result<Sinks, Error> {
        let sinks = Sinks {
            context: self.sink("qp_rw_port_awd", Beat::Context)?,
            oldest: self.sink("m_cmd_port_3", Beat::Oldest)?,
            entry: self.sink("m_cmd_port_4", Beat::Entry)?,
            command: self.sink("m_cmd_port_0", Beat::Swq)?,
            cleanup: self.sink("m_cmd_port_1", Beat::Cleanup)?,
            translate: self.sink("m_comp_write_translate", Beat::Translate)?,
            success: self.sink("m_comp_cmpt_stream", Beat::Cqe)?,
            error: self.sink("m_comp_err_stream", Beat::ErrorCqe)?,
            deregister: self.sink("m_dereg_mr_id", Beat::Deregister)?,
            mmu_flush: self.sink("m_mmu_flush", Beat::MmuFlush)?,
        };
        self.sink::<DropDecision>("m_comp_payload_drop1", Beat::Drop1)?;
        self.sink::<DropDecision>("m_comp_payload_drop2", Beat::Drop2)?;
        self.sink::<DropDecision>("m_comp_payload_drop3", Beat::Drop3)?;
        self.sink::<PayloadCommand>("m_comp_payload_cmd_stream", Beat::Payload)?;
        self.sink::<AckInfo>("m_ack_info", Beat::Ack)?;
        self.sink::<NakInfo>("m_nak_info", Beat::Nak)?;
        self.sink::<SackInfo>("m_sack_info", Beat::Sack)?;
        self.sink::<CnpNotice>("m_notify_cnp_qpn", Beat::Cnp)?;
        self.sink::<QpControl>("m_qp_control_cmd", Beat::QpControl)?;
        self.sink::<QpNotice>("m_cc_qp_destroy", Beat::QpDestroyed)?;
        self.sink::<MrControl>("m_mr_ctrl_stream", Beat::MrControl)?;
        Ok(sinks)
    }

    /// Agents of the input streams.
    pub(super) fn sources(&mut self) -> Result<Sources, Error> {
        Ok(Sources {
            header: self.source("s_comp_header_stream", Input::Header)?,
            context: self.source("qp_rw_port_rd", Input::Context)?,
            oldest: self.source("s_data_port_3", Input::Oldest)?,
            entry: self.source("s_data_port_4", Input::Entry)?,
            answer: self.source("s_data_port_0", Input::Answer)?,
            verdict: self.source("s_comp_write_translate_rsp", Input::Verdict)?,
            qp_control: self.source("s_qp_control_cmd", Input::QpControl)?,
            mr_control: self.source("s_mr_ctrl_stream", Input::MrControl)?,
            fenced: self.source("s_dereg_rsp", Input::Fenced)?,
            flushed: self.source("s_mmu_flush_rsp", Input::Flushed)?,
        })
    }

    fn sink<T: Packed>(
        &mut self,
        name: &'static str,
        wrap: fn(T) -> Beat,
    ) -> Result<Sink<T>, Error> {
        let scope = self.scope.child(name);
        let ready = knobs::ready(self.config, scope.path())?;
        let sink = Sink::new(&scope, self.dut, name, SinkConfig { ready })?;
        self.judge.watch_output(name, &sink.monitor.observed, wrap);
        self.flows.insert(name, sink.flow.clone());
        Ok(sink)
    }

    fn source<T: Packed>(
        &mut self,
        name: &'static str,
        wrap: fn(T) -> Input,
    ) -> Result<Source<T>, Error> {
        let scope = self.scope.child(name);
        let idle = knobs::idle(self.config, scope.path())?;
        let source = Source::new(
            &scope,
            self.dut,
            name,
            SourceConfig {
                idle,
                ..SourceConfig::default()
            },
        )?;
        self.judge.watch_input(name, &source.monitor.observed, wrap);
        self.flows.insert(name, source.flow.clone());
        Ok(source)
    }
}
