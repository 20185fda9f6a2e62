//! What happened, in a line or two.

use std::collections::BTreeMap;

use masume_engine::{Action, Player};
use masume_rules::model::{Content, EMPTY, Layer, LayerKind, Rules, ValueKind};
use masume_session::{Cause, Deed, Report, Session};

use super::Teller;
use super::changes::changes;
use crate::locale::Phrases;

/// What the report says, for people: one line of what was done and what it changed, and a line
/// for each thing that the game has words for.
pub(crate) fn news(session: &Session, report: &Report, phrases: &Phrases) -> Vec<String> {
    let teller = Teller { session, phrases };
    let mut lines = Vec::new();
    match &report.cause {
        Cause::Action { action, player, .. } => {
            let mut parts = vec![done(teller, session, *action, *player)];
            parts.extend(gains(teller, report));
            lines.push(parts.join(" | "));
        }
        Cause::Restart => lines.push(phrases.say("restarted", &[])),
        Cause::Travel { to, .. } => {
            let mut parts = vec![travelled(session, *to, phrases)];
            parts.extend(deed_before(session, *to, phrases));
            lines.push(parts.join(" | "));
        }
    }
    lines.extend(events(session, report, phrases));
    lines
}

/// The same for people who do not see the board: what was done and all that it changed.
pub(crate) fn spoken(session: &Session, report: &Report, phrases: &Phrases) -> Vec<String> {
    let teller = Teller { session, phrases };
    let changes = changes(teller, session.state(), report).join("; ");
    let done = match &report.cause {
        Cause::Action { action, player, .. } => done(teller, session, *action, *player),
        Cause::Restart => phrases.say("restarted", &[]),
        Cause::Travel { to, .. } => travelled(session, *to, phrases),
    };
    let mut lines = vec![match changes.as_str() {
        "" => done,
        changes => format!("{done}; {changes}"),
    }];
    lines.extend(events(session, report, phrases));
    lines
}

/// The action, and who did it where several play.
fn done(teller: Teller<'_>, session: &Session, action: Action, player: Player) -> String {
    let done = teller.action(session.state(), action);
    match session.game().rules().players.len() {
        1 => done,
        _ => {
            let values = [("player", teller.player(player).into()), ("action", done.into())];
            teller.phrases.say("player-did", &values)
        }
    }
}

fn travelled(session: &Session, to: usize, phrases: &Phrases) -> String {
    let count = session.timeline().len();
    phrases.say("travelled", &[("position", to.into()), ("count", count.into())])
}

/// A line for each thing that the game has words for.
fn events(session: &Session, report: &Report, phrases: &Phrases) -> Vec<String> {
    let teller = Teller { session, phrases };
    let state = session.state();
    let mut lines = Vec::new();
    for player in &report.passes {
        let own = teller.occasion(state, None, &["pass"]);
        let values = [("player", teller.player(*player).into())];
        lines.push(own.unwrap_or_else(|| phrases.say("passes", &values)));
    }
    if let Some(stage) = report.stage {
        let own = teller.occasion(state, None, &["stage"]);
        lines.push(own.unwrap_or_else(|| phrases.say("stage", &[("stage", stage.into())])));
    }
    if !report.goals.is_empty() {
        let own = teller.occasion(state, None, &["goal"]);
        lines.push(own.unwrap_or_else(|| phrases.say("goal", &[])));
    }
    lines
}

/// What was done last on the way to a position, in words.
fn deed_before(session: &Session, position: usize, phrases: &Phrases) -> Option<String> {
    let entry = session.timeline().get(position.checked_sub(1)?)?;
    Some(match entry.deed {
        Deed::Action(action) => Teller { session, phrases }.action(session.state(), action),
        Deed::Restart => phrases.say("command-restart", &[]),
    })
}

/// What became more or less: points, or else pieces.
fn gains(teller: Teller<'_>, report: &Report) -> Vec<String> {
    let rules = teller.game().rules();
    let is_counter = |name: &str| {
        // What a game declares it shows in its status where it wants it seen.
        let info = rules.values.iter().find(|info| info.name == name);
        info.is_some_and(|info| info.kind == ValueKind::Declared)
    };
    let points = report.values.iter().filter(|change| !is_counter(&change.name));
    let points: Vec<String> = points
        .map(|change| {
            let gained = change.after.saturating_sub(change.before);
            format!("{} {}", teller.value(&change.name), signed(gained))
        })
        .collect();
    if !points.is_empty() {
        return points;
    }
    let pieces = piece_counts(rules, report).into_iter().filter(|(_, gained)| *gained < 0);
    pieces
        .map(|((layer, content), lost)| {
            format!("{} {}", teller.piece(layer, content), signed(lost))
        })
        .collect()
}

/// How many more or fewer of each named piece there are.
fn piece_counts(rules: &Rules, report: &Report) -> BTreeMap<(Layer, Content), i64> {
    let mut counts = BTreeMap::new();
    for change in &report.changes {
        match rules.layers[usize::from(change.layer.0)].kind {
            LayerKind::Pieces(_) => {}
            LayerKind::Kinds(_) | LayerKind::Range(..) | LayerKind::Doubling(..) => continue,
        }
        for (content, gained) in [(change.before, -1), (change.after, 1)] {
            if content != EMPTY {
                *counts.entry((change.layer, content)).or_insert(0) += gained;
            }
        }
    }
    counts
}

/// With its sign.
fn signed(number: i64) -> String {
    if number < 0 { format!("-{}", number.unsigned_abs()) } else { format!("+{number}") }
}
