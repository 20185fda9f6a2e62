//! The service as a module of a page: questions and replies as text, and the rows that are kept.
//!
//! The page has no threads and no files: a worker holds one [`Engine`], asks it, and carries what
//! it wants kept to the browser's storage. A question cannot be stopped from within, for a worker
//! hears nothing while it computes: the page ends the worker.
//!
//! # What it must not know
//! Games, the browser's storage, clocks: the worker tells the time and a seed.

use core::time::Duration;

use js_sys::Function;
use masume_service::{Host, Service, Surroundings};
use masume_store::{Keeper, Memory, Now, Place, Row, StoreError};
use masume_wasm_allocator as _;
use masume_wasm_memory as _;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Greatest seed of a new game, so that it can be typed: as the terminal has it.
const SEEDS: f64 = 1_000_000.0;

/// A service, with the storage in memory behind it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Engine {
    service: Service,
    memory: Memory,
}

#[wasm_bindgen]
impl Engine {
    /// An engine that keeps what is played. `origin` is a random number below 2^53, another one for
    /// each engine: what is made here is numbered from it, so that two tabs never make the same
    /// number.
    #[wasm_bindgen(constructor)]
    pub fn new(origin: f64) -> Self {
        let memory = Memory::new(origin as i64);
        let keeper = Keeper::new(Box::new(memory.clone()), Place::default());
        Self { service: Service::new(Host::new(keeper)), memory }
    }

    /// An engine that keeps nothing, in silence: for searches.
    pub fn of_nothing() -> Self {
        let service = Service::new(Host::new(Keeper::of_nothing()));
        Self { service, memory: Memory::new(0) }
    }

    /// Replaces everything that is kept by the rows of the browser's storage, a JSON array of
    /// `{"key": …, "value": …}`. What was not carried there yet is forgotten: see
    /// [`Engine::keep`].
    pub fn set_rows(&mut self, rows: &str) {
        self.memory.set_rows(read(rows));
    }

    /// Takes in rows that another tab wrote; without a `value` the row is gone.
    pub fn learn(&mut self, rows: &str) {
        self.memory.learn(read(rows));
    }

    /// Rows that changed since the last question of this kind, a JSON array; empty text if none.
    /// They are to be written all or none, and only if each row with `before` is still that.
    pub fn take_writes(&mut self) -> String {
        let writes = self.memory.take_writes();
        match writes.is_empty() {
            true => String::new(),
            false => serde_json::to_string(&writes).unwrap_or_default(),
        }
    }

    /// Writes the game being played once more, where it is not in the rows that were set; `tell` is
    /// called with the line of each notice.
    pub fn keep(&mut self, tell: &Function) {
        self.service.keep(&mut |line| call(tell, &line));
    }

    /// Says why nothing is written, until it is said that something is: `refused`, `full`, or a
    /// reason in the browser's words; nothing if all is well.
    pub fn set_trouble(&mut self, reason: Option<String>) {
        self.memory.set_trouble(reason.map(|reason| match reason.as_str() {
            "refused" => StoreError::Refused,
            "full" => StoreError::Full,
            _ => StoreError::Other(reason),
        }));
    }

    /// Sets the time and the seed of what is asked from here on: milliseconds by a clock that only
    /// goes forward, milliseconds since 1970, and a random number from 0 to 1.
    pub fn set_surroundings(&mut self, clock: f64, since_1970: f64, random: f64) {
        let clock = Duration::try_from_secs_f64(clock / 1_000.0).unwrap_or_default();
        let now = Now { clock, seconds: (since_1970 / 1_000.0) as i64 };
        let seed = (random * SEEDS) as u64;
        self.service.set_surroundings(Surroundings { now, seed });
    }

    /// Answers one line of JSON with one line; `tell` is called with the line of each notice, while
    /// the answer is worked out.
    pub fn ask(&mut self, line: &str, tell: &Function) -> String {
        self.service.ask_line(line, &mut |notice| call(tell, &notice))
    }

    /// Calls `tell` once, with nothing. An instance that is given the memory of another one must have
    /// called the page before, for what it takes from the page lies outside of that memory.
    pub fn warm_up(tell: &Function) {
        call(tell, "");
    }

    /// Keeps what was reached in the game being played, which is left for good.
    pub fn leave(&mut self) {
        self.service.leave();
    }
}

/// Calls a function of the page, whose failure is its own matter.
fn call(tell: &Function, line: &str) {
    let _ = tell.call1(&JsValue::NULL, &JsValue::from_str(line));
}

/// Rows of a JSON array; none of what is none.
fn read(rows: &str) -> Vec<Row> {
    serde_json::from_str(rows).unwrap_or_default()
}
