//! A service that answers lines one after another, wherever they come from.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use masume_engine::StopToken;
use masume_service::protocol::{Ask, Question};
use masume_service::{Service, Unreadable};

/// Longest line that may be the question to stop, in bytes.
const LONGEST_STOP: usize = 1_000;

/// Source of the time and of seeds.
pub type Surroundings = fn() -> masume_service::Surroundings;

/// Questions to stop that were read and wait for their turn, for the thread that reads lines and the
/// one that answers them. Each stops all questions that were read before it.
#[derive(Clone, Debug)]
pub struct Stops {
    token: StopToken,
    waiting: Arc<AtomicUsize>,
}

impl Stops {
    /// Those of a service that has not been asked yet.
    pub fn of(service: &Service) -> Self {
        Self { token: service.stop().clone(), waiting: Arc::default() }
    }

    /// Stops what is being answered, and what waits, where this line asks for it. It is called as soon
    /// as a line is read, for lines wait their turn.
    pub fn hear(&self, line: &str) {
        if is_stop(line) {
            // Counted first: a question that begins now is stopped by the one or by the other.
            self.waiting.fetch_add(1, Ordering::SeqCst);
            self.stop();
        }
    }

    /// Stops what is being answered.
    pub fn stop(&self) {
        self.token.stop();
    }

    /// A line has its turn; one behind which a question to stop waits is stopped at once.
    fn begin(&self, line: &str) {
        if is_stop(line) {
            self.waiting.fetch_sub(1, Ordering::SeqCst);
        } else if self.waiting.load(Ordering::SeqCst) > 0 {
            self.stop();
        }
    }
}

/// True if a line is the question to stop.
fn is_stop(line: &str) -> bool {
    let asks = |ask: Ask| matches!(ask.ask, Question::Stop);
    line.len() < LONGEST_STOP && serde_json::from_str(line).is_ok_and(asks)
}

/// Answers each line that `next` gives, until there is none or nobody can be told; then what was
/// reached is kept. `tell` gets notices and replies in order; each line was [heard](Stops::hear).
///
/// # Errors
/// The first error of `tell`.
pub fn answer_all(
    service: &mut Service,
    stops: &Stops,
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
            Ok(line) => {
                stops.begin(&line);
                service.ask_line(&line, &mut tell_if_heard)
            }
            Err(unreadable) => service.refuse_line(unreadable),
        };
        told = told.and_then(|()| tell(reply));
    }
    service.set_surroundings(surroundings());
    service.leave();
    told
}
