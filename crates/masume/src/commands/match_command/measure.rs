//! Strength of weights, in games against those that follow from the rules.

use masume_bots::strength::Strength;
use masume_bots::{Interrupt, SeatPlan, Terms, limit_of};
use masume_presentation::locale::Phrases;
use masume_search::agent::{AgentSpec, Strength as Level, Weights};
use masume_session::Session;

use super::concurrency::Concurrency;
use super::games::{Conditions, Ended, Games};
use super::kept::Kept;
use crate::failure::Failure;

/// Random plies with which a game begins.
const OPENINGS: u64 = 4;
/// Plies after which a game is left.
const MOST_PLIES: u64 = 1_000;

/// Weights, and how they are measured.
pub(in crate::commands) struct Measure<'a> {
    /// Before the first action.
    pub(in crate::commands) session: Session,
    pub(in crate::commands) weights: Weights,
    pub(in crate::commands) games: u64,
    pub(in crate::commands) concurrency: Concurrency,
    pub(in crate::commands) interrupt: Interrupt,
    pub(in crate::commands) phrases: &'a Phrases,
}

/// Worth of the weights to the opponent that `masume play` seats if nothing else is said, in words.
///
/// # Errors
/// Errors of the rules.
pub(in crate::commands) fn measured(
    measure: Measure<'_>,
    shows_progress: bool,
) -> Result<String, Failure> {
    let Measure { session, weights, games, concurrency, interrupt, phrases } = measure;
    let wanted = AgentSpec::from(Level::Medium);
    let terms = Terms {
        seed: session.seed(),
        seconds: 1.0,
        bytes: concurrency.bytes,
        limit: limit_of(1.0),
        told: 1.0,
        is_heard: false,
        stop: interrupt.stop.clone(),
    };
    let conditions = Conditions {
        sides: ["medium", "medium"],
        games,
        openings: OPENINGS,
        plies: MOST_PLIES,
        concurrency,
        sprt: None,
    };
    let plans = [SeatPlan::Agent(wanted, Some(weights)), SeatPlan::Agent(wanted, None)];
    let games = Games { conditions, session, plans, terms, interrupt, phrases };
    let Ended { records, failure, .. } = games.run(Kept::nowhere(), shows_progress);
    if let Some(failure) = failure {
        return Err(failure);
    }
    let mut strength = Strength::default();
    records.iter().for_each(|record| strength.add(record.points_of_one()));
    Ok(text_of(&strength, phrases))
}

/// Games won, drawn and lost, and what that says.
fn text_of(strength: &Strength, phrases: &Phrases) -> String {
    let (mean, error) = (strength.mean(), strength.error());
    let values = [
        ("won", strength.won.to_string().into()),
        ("drawn", strength.drawn.to_string().into()),
        ("lost", strength.lost.to_string().into()),
        ("games", strength.games().to_string().into()),
        ("percent", format!("{:.1}", 100.0 * mean).into()),
        ("percent-error", format!("{:.1}", 100.0 * error).into()),
    ];
    let verdict = match strength.games() {
        0 => "tune-not-measured",
        _ if mean - error > 0.5 => "tune-better",
        _ if mean + error < 0.5 => "tune-worse",
        _ => "tune-unclear",
    };
    let result = match strength.games() {
        0 => String::new(),
        _ => format!("{}\n", phrases.say("tune-result", &values)),
    };
    format!("{result}{}\n", phrases.say(verdict, &[]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use masume_presentation::locale::Locale;

    #[test]
    fn weights_help_where_half_lies_outside_of_the_error() {
        let phrases = Phrases::new(Locale::English);
        for (won, drawn, lost, said) in [
            (30, 0, 10, "they help"),
            (22, 0, 18, "not clear"),
            (10, 0, 30, "they do harm"),
            (0, 0, 0, "not measured"),
        ] {
            let text = text_of(&Strength { won, drawn, lost }, &phrases);
            assert!(text.contains(said), "{won}: {text}");
        }
        let text = text_of(&Strength { won: 30, drawn: 0, lost: 10 }, &phrases);
        assert!(text.contains("30 won, 0 drawn, 10 lost of 40: 75.0 % ± 13.4 %"), "{text}");
    }
}
