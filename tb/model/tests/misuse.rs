//! Answers that nobody asked for.

use crate::support::{ack, context, verdict, write};
use model::Error;
use model::completer_frontend::{Next, Response};

#[test]
fn inputs_out_of_turn_are_refused_and_change_nothing() {
    let (mut response, _) = Response::new(&ack(103));
    assert!(response.entry(&write(5, 100, 103)).is_err());
    assert!(response.verdict(&verdict(true)).is_err());
    assert_eq!(response.next(), Next::Context);
    assert!(response.context(&context()).is_ok());
    assert!(response.context(&context()).is_err());
    assert_eq!(response.next(), Next::Oldest);
    assert!(response.entry(&write(5, 100, 103)).is_ok());
    assert!(response.entry(&write(6, 104, 104)).is_err());
}

#[test]
fn the_message_says_what_was_awaited_and_what_came() {
    let (mut response, _) = Response::new(&ack(103));
    let error = response.verdict(&verdict(false)).unwrap_err();
    assert_eq!(
        error,
        Error::OutOfTurn {
            awaited: Next::Context,
            input: "s_comp_write_translate_rsp"
        }
    );
    assert_eq!(
        error.to_string(),
        "s_comp_write_translate_rsp came for a transaction that waits for qp_rw_port_rd: the wrapper \
         asked for something the contract does not demand, or the bench routed the answer to the wrong \
         transaction"
    );
}
