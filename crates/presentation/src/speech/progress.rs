//! Progress of a player in words.

use masume_store::Progress;

use crate::locale::{Phrases, Value};

/// Progress in a game; empty where nothing was reached.
///
/// ```
/// use masume_presentation::locale::{Locale, Phrases};
/// use masume_presentation::speech::progress::progress;
/// use masume_store::Progress;
///
/// let phrases = Phrases::new(Locale::English);
/// assert_eq!(progress(Progress::Levels { solved: 3, count: 10 }, &phrases), "3 of 10 solved");
/// assert_eq!(progress(Progress::None, &phrases), "");
/// ```
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
