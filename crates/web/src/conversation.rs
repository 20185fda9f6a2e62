//! A service that answers lines one after another, wherever they come from.

use std::io;

use masume_engine::StopToken;
use masume_service::protocol::{Ask, Question};
use masume_service::{Service, Unreadable};

/// Longest line that may be the question to stop, in bytes.
const LONGEST_STOP: usize = 1_000;

/// Source of the time and of seeds.
pub type Surroundings = fn() -> masume_service::Surroundings;

/// Answers each line that `next` gives, until there is none or nobody can be told; then what was
/// reached is kept. `tell` gets notices and replies in order.
///
/// # Errors
/// The first error of `tell`.
pub fn answer_all(
    service: &mut Service,
    surroundings: Surroundings,
    next: &mut dyn FnMut() -> Option<Result<String, Unreadable>>,
    tell: &mut dyn FnMut(String) -> io::Result<()>,
) -> io::Result<()> {
    let mut told = Ok(());
    while told.is_ok()
        && let Some(line) = next()
    {
        service.set_surroundings(surroundings());
        let mut tell_if_heard = |notice| {
            if told.is_ok() {
                told = tell(notice);
            }
        };
        let reply = match line {
            Ok(line) => service.ask_line(&line, &mut tell_if_heard),
            Err(unreadable) => service.refuse_line(unreadable),
        };
        told = told.and_then(|()| tell(reply));
    }
    service.set_surroundings(surroundings());
    service.leave();
    told
}

/// Stops what is being answered where this line asks for it. It is called as soon as a line is
/// read, for lines wait their turn.
pub fn hear_stop(line: &str, stop: &StopToken) {
    let is_stop = |ask: Ask| matches!(ask.ask, Question::Stop);
    if line.len() < LONGEST_STOP && serde_json::from_str(line).is_ok_and(is_stop) {
        stop.stop();
    }
}
