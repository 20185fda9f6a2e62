//! Progress of a player in words.

use masume_store::Progress;

use crate::locale::{Phrases, Value};

/// Progress in a game; empty where nothing was reached.
pub fn progress(progress: Progress, phrases: &Phrases) -> String {
    match progress {
        Progress::None => String::new(),
        Progress::Levels { solved, count } => {
            phrases.say("progress-solved", &[("solved", solved.into()), ("count", count.into())])
        }
        Progress::Score(score) => phrases.say("progress-score", &[("score", Value::from(score))]),
        Progress::Stage(stage) => phrases.say("progress-stage", &[("stage", Value::from(stage))]),
        Progress::Moves(moves) => phrases.say("progress-moves", &[("moves", Value::from(moves))]),
        Progress::Won => phrases.say("progress-won", &[]),
    }
}
