//! Enumerations of the wire and of the model as coverpoint values.

use coverage::{CoverEnum, Sampled, cover_enum};
use model::completer_frontend::{Port, Rule};
use rdma::layouts::{
    Cause, MrOp, Pmtu, QpOp, QpState, RespOpcode, RetryKind, SwqOp, WcStatus, WrOpcode,
};

/// Tells the implementations below from other crates'.
pub(super) struct Here;

/// Wire codes are open: a value without a name is a value all the same.
macro_rules! codes {
    ($($code:ident),+ $(,)?) => {
        $(
            impl Sampled<Here> for $code {
                fn sampled(&self) -> Option<i128> {
                    Some(i128::from(self.0))
                }
                fn text(&self) -> String {
                    self.to_string()
                }
            }

            impl CoverEnum<Here> for $code {
                fn all() -> &'static [Self] {
                    Self::ALL
                }
            }
        )+
    };
}

codes!(
    Cause, MrOp, Pmtu, QpOp, QpState, RespOpcode, RetryKind, SwqOp, WcStatus, WrOpcode
);

cover_enum!(Port {
    Context,
    Oldest,
    Entry,
    Swq,
    Cleanup,
    Drop1,
    Drop2,
    Drop3,
    Payload,
    Translate,
    Cqe,
    ErrorCqe,
    Ack,
    Nak,
    Sack,
    Cnp,
    QpControl,
    QpDestroyed,
    MrControl,
    Deregister,
    MmuFlush,
});

cover_enum!(Rule {
    ContextRead,
    Malformed,
    InvalidQp,
    NotRts,
    IpMismatch,
    PkeyMismatch,
    Cnp,
    OldDuplicate,
    LargePsn,
    SackRefused,
    NoEnd,
    Ghost,
    NotSent,
    ImpliedAck,
    ImpliedNak,
    LateAck,
    Stale,
    Missing,
    Ack,
    Sack,
    SequenceNak,
    RnrNak,
    RemoteNak,
    ReadResponse,
    AtomicAck,
    WrongKind,
    Flush,
    ContextWrite,
    AckNotice,
    NakNotice,
    SackNotice,
    ReadSequence,
    ReadLength,
    ReadRoom,
    ReadPieces,
    ReadAccepted,
    TranslationFault,
    AtomicRoom,
    AtomicPiece,
    AtomicAccepted,
    AtomicFault,
    QpPassed,
    QpToError,
    QpDestroyed,
    MrPassed,
    MrFence,
    MrFlush,
    MrDone,
});
