//! Faults of a seat.

use masume_presentation::locale::Phrases;

/// The most characters of what a program wrote that are repeated.
const SHOWN: usize = 60;

/// End of a program, as the system tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// It ended with this status.
    Status(i32),
    /// Number of the signal that ended it.
    Signal(i32),
    /// It goes on, but can say nothing any more.
    OutputClosed,
}

/// Reason for which a seat chose nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The program could not be started.
    NotStarted(String),
    /// No answer in so many seconds.
    Late(String),
    /// The program ended.
    Died(Exit),
    /// More than a line may have, without an end of line.
    TooLong,
    /// More lines than anybody needs for a turn.
    Flood,
    /// A line that is none of the protocol.
    Rubbish(String),
    /// An action that is not legal.
    Illegal(String),
    /// The program wrote before it was asked.
    OutOfTurn(String),
    /// The program answered for this ply, and is asked about another.
    WrongPly {
        /// The ply that the answer is for.
        answered: u64,
        /// The ply that it was asked about.
        asked: u32,
    },
    /// The program says that it cannot go on.
    Refused(String),
    /// The program says that it cannot play on this board, or what else it refused before the first
    /// action.
    Unplayable(String),
    /// The rules went wrong.
    Rules(String),
    /// Nobody waits for it any more.
    Stopped,
}

impl Fault {
    /// In one word, for programs.
    pub fn word(&self) -> &'static str {
        match self {
            Self::NotStarted(_) => "not started",
            Self::Late(_) => "late",
            Self::Died(_) => "died",
            Self::TooLong => "too long",
            Self::Flood => "flood",
            Self::Rubbish(_) => "rubbish",
            Self::Illegal(_) => "illegal",
            Self::OutOfTurn(_) | Self::WrongPly { .. } => "out of turn",
            Self::Refused(_) => "refused",
            Self::Unplayable(_) => "unplayable",
            Self::Rules(_) => "rules",
            Self::Stopped => "stopped",
        }
    }

    /// The same, where it happened before the first action.
    pub(super) fn of_set_up(self) -> Self {
        if let Self::Refused(refused) = self { Self::Unplayable(refused) } else { self }
    }

    /// A way out, where there is one.
    pub fn help(&self, phrases: &Phrases) -> Option<String> {
        matches!(self, Self::Unplayable(_)).then(|| phrases.say("fault-unplayable-help", &[]))
    }

    /// In words.
    pub fn said(&self, phrases: &Phrases) -> String {
        let with = |id: &str, name: &'static str, value: &str| {
            let shown: String = value.chars().take(SHOWN).collect();
            let more = if value.chars().nth(SHOWN).is_some() { "…" } else { "" };
            phrases.say(id, &[(name, format!("{shown}{more}").into())])
        };
        match self {
            Self::NotStarted(reason) => with("fault-not-started", "reason", reason),
            Self::Late(seconds) => with("fault-late", "seconds", seconds),
            Self::Died(Exit::Status(status)) => with("fault-died", "status", &status.to_string()),
            Self::Died(Exit::Signal(signal)) => with("fault-killed", "signal", &signal.to_string()),
            Self::Died(Exit::OutputClosed) => phrases.say("fault-output-closed", &[]),
            Self::TooLong => phrases.say("fault-too-long", &[]),
            Self::Flood => phrases.say("fault-flood", &[]),
            Self::Rubbish(line) => with("fault-rubbish", "line", line),
            Self::Illegal(action) => with("fault-illegal", "action", action),
            Self::OutOfTurn(line) => with("fault-out-of-turn", "line", line),
            Self::WrongPly { answered, asked } => phrases.say(
                "fault-wrong-ply",
                &[("answered", answered.to_string().into()), ("asked", asked.to_string().into())],
            ),
            Self::Refused(reason) => with("fault-refused", "reason", reason),
            Self::Unplayable(refused) => with("fault-unplayable", "refused", refused),
            Self::Rules(reason) => with("fault-rules", "reason", reason),
            Self::Stopped => phrases.say("fault-stopped", &[]),
        }
    }
}
