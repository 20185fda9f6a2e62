//! News: what happened, in a line or two.

use std::collections::BTreeMap;

use masume_engine::{Action, Argument, Choice, Direction, Player};
use masume_rules::model::{Content, EMPTY, Layer, LayerKind, Part, Rules, ValueKind, Write, parts};
use masume_session::{Cause, Report, TimelineEvent};

use super::Teller;
use super::changes::changes;
use crate::dialogue::runs_by_itself;

/// Report for people: one line of what was done and what it changed, and a line
/// for each thing that the game has words for.
pub fn news(teller: Teller<'_>, report: &Report) -> Vec<String> {
    let phrases = teller.phrases;
    let mut lines = Vec::new();
    match &report.cause {
        Cause::Action { action, player, .. } => {
            let mut parts = vec![done(teller, report, *action, *player)];
            parts.extend(gains(teller, report));
            lines.push(parts.join(" | "));
        }
        Cause::Restart => lines.push(phrases.say("restarted", &[])),
        Cause::Travel { to, .. } => {
            let mut parts = vec![travelled(teller, *to)];
            parts.extend(deed_before(teller, *to));
            lines.push(parts.join(" | "));
        }
    }
    lines.extend(events(teller, report));
    lines
}

/// The same for people who do not see the board: what was done and all that it changed.
pub fn spoken(teller: Teller<'_>, report: &Report) -> Vec<String> {
    let changes = changes(teller, teller.session.state(), report).join("; ");
    let done = match &report.cause {
        Cause::Action { action, player, .. } => done(teller, report, *action, *player),
        Cause::Restart => teller.phrases.say("restarted", &[]),
        Cause::Travel { to, .. } => travelled(teller, *to),
    };
    let mut lines = vec![match changes.as_str() {
        "" => done,
        changes => format!("{done}; {changes}"),
    }];
    lines.extend(events(teller, report));
    lines
}

/// The action, and who did it where several play.
fn done(teller: Teller<'_>, report: &Report, action: Action, player: Player) -> String {
    let done = match walked(teller, report, action) {
        Some(way) => teller.direction(way),
        None => {
            let state = teller.session.state();
            written(teller, action).unwrap_or_else(|| teller.action_done(state, action))
        }
    };
    match teller.game().rules().players.len() {
        1 => done,
        _ => {
            let values = [("player", teller.player(player).into()), ("action", done.into())];
            teller.phrases.say("player-did", &values)
        }
    }
}

/// The action that was done last as books write it, where the game says how.
fn written(teller: Teller<'_>, action: Action) -> Option<String> {
    let Teller { session, .. } = teller;
    let last = session.position().checked_sub(1).and_then(|last| session.timeline().get(last))?;
    let is_written = teller.game().rules().moves.is_some()
        && action != Action::PASS
        && last.event == TimelineEvent::Action(action);
    is_written.then(|| last.written.clone())
}

/// The direction in which a piece just went, where the action can be called after what it does to
/// others: its rules move other pieces too, and none but the one that is steered changed.
fn walked(teller: Teller<'_>, report: &Report, action: Action) -> Option<Direction> {
    let rules = teller.game().rules();
    let [Argument::Direction(way), Argument::None, ..] = action.arguments else { return None };
    let Choice::Declared(index) = action.choice else { return None };
    let info = rules.actions.get(usize::from(index))?;
    let [one, other] = report.changes.as_slice() else { return None };
    let (from, to) = if one.after == EMPTY { (one, other) } else { (other, one) };
    let is_step = from.layer == to.layer
        && (from.after, to.before) == (EMPTY, EMPTY)
        && from.before == to.after
        && teller.session.walker().is_none_or(|walker| walker == to.cell);
    let moves_others =
        info.body.iter().flat_map(parts).any(|part| is_other(&part, (to.layer, to.after)));
    let is_alone = rules.players.len() == 1 && report.stage.is_none();
    (is_alone && moves_others && is_step).then_some(way)
}

/// True if this puts another piece than this one on the board.
fn is_other(part: &Part<'_>, piece: (Layer, Content)) -> bool {
    match part {
        Part::Write(Write::Piece(layer, contents)) => {
            contents.iter().any(|content| (*layer, *content) != piece)
        }
        Part::Write(Write::Letter(..)) => true,
        Part::Write(Write::Clear(_) | Write::Number(..))
        | Part::Statement(_)
        | Part::Rule(_)
        | Part::Effect(_)
        | Part::Pattern(_)
        | Part::Ways(_)
        | Part::Test(_)
        | Part::Condition(_)
        | Part::Expr(_) => false,
    }
}

fn travelled(teller: Teller<'_>, to: usize) -> String {
    let count = teller.session.timeline().len();
    teller.phrases.say("travelled", &[("position", to.into()), ("count", count.into())])
}

/// A line for each thing that the game has words for.
fn events(teller: Teller<'_>, report: &Report) -> Vec<String> {
    let Teller { session, phrases, .. } = teller;
    let state = session.state();
    let mut lines = Vec::new();
    // That a player chose to pass is said as any action is; what the game says to it is not.
    if matches!(report.cause, Cause::Action { action: Action::PASS, .. }) {
        lines.extend(teller.occasion(state, None, &["pass"]).filter(|it| !it.is_empty()));
    }
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
    if state.outcome.is_none() {
        lines.extend(teller.occasion(state, None, &["turn"]).filter(|it| !it.is_empty()));
    }
    lines
}

/// TimelineEvent that was done last on the way to a position, in words.
fn deed_before(teller: Teller<'_>, position: usize) -> Option<String> {
    let Teller { session, phrases, .. } = teller;
    let entry = session.timeline().get(position.checked_sub(1)?)?;
    let is_written = session.game().rules().moves.is_some();
    Some(match entry.event {
        TimelineEvent::Action(action) if is_written && action != Action::PASS => {
            entry.written.clone()
        }
        TimelineEvent::Action(action) => teller.action(session.state(), action),
        TimelineEvent::Restart => phrases.say("command-restart", &[]),
    })
}

/// Gains and losses: points of who plays alone, or else pieces. The points of several stand
/// below the board, each with its name.
fn gains(teller: Teller<'_>, report: &Report) -> Vec<String> {
    let rules = teller.game().rules();
    let is_told = |name: &str| {
        // What a game declares it shows in its status where it wants it seen.
        let info = rules.values.iter().find(|info| info.name == name);
        let is_counter = info.is_some_and(|info| info.kind == ValueKind::Declared);
        !is_counter && (rules.players.len() == 1 || info.is_some())
    };
    let points = report.values.iter().filter(|change| is_told(&change.name));
    let points: Vec<String> = points
        .map(|change| {
            let gained = change.after.saturating_sub(change.before);
            format!("{} {}", teller.value(&change.name), signed(gained))
        })
        .collect();
    if !points.is_empty() {
        return points;
    }
    let told = |id: &str, losses: Vec<Loss>| -> Vec<String> {
        let said = |((layer, content), count): Loss| {
            let piece = teller.piece(layer, content);
            teller.phrases.say(id, &[("piece", piece.into()), ("count", count.into())])
        };
        losses.into_iter().map(said).collect()
    };
    match rules.players.len() {
        1 => told("gain-gone", losses(teller, report)),
        _ => match taken(teller, report) {
            taken if taken.is_empty() => told("gain-turned", turned(teller, report)),
            taken => told("gain-taken", taken),
        },
    }
}

/// A kind of piece with how many of it are no longer there.
type Loss = ((Layer, Content), usize);

/// Pieces that are gone from the board of who plays alone. Of a kind that came elsewhere too, as
/// lights that go on and off, no number says what happened; and what runs by itself is watched.
fn losses(teller: Teller<'_>, report: &Report) -> Vec<Loss> {
    let rules = teller.game().rules();
    if runs_by_itself(rules) {
        return Vec::new();
    }
    let came = |piece: (Layer, Content)| {
        report.changes.iter().any(|change| (change.layer, change.after) == piece)
    };
    let counts = piece_counts(rules, report).into_iter();
    let lost = counts.filter(|(_, gained)| *gained < 0);
    let lost = lost.filter(|((layer, content), _)| teller.is_shown(*layer, *content));
    let lost = lost.map(|(piece, gained)| (piece, gained.unsigned_abs() as usize));
    lost.filter(|(piece, _)| !came(*piece)).collect()
}

/// Pieces of others that became the player's own where they stand.
fn turned(teller: Teller<'_>, report: &Report) -> Vec<Loss> {
    let Cause::Action { player, .. } = report.cause else { return Vec::new() };
    let owner = |layer: Layer, content: Content| teller.owner((layer, content));
    let mut counts: BTreeMap<(Layer, Content), usize> = BTreeMap::new();
    for change in &report.changes {
        let was_others = owner(change.layer, change.before).is_some_and(|it| it != player);
        if was_others && owner(change.layer, change.after) == Some(player) {
            *counts.entry((change.layer, change.before)).or_insert(0) += 1;
        }
    }
    counts.into_iter().collect()
}

/// Pieces of others that an action took from the board, with how many; none where they became the
/// player's own.
fn taken(teller: Teller<'_>, report: &Report) -> Vec<Loss> {
    let Cause::Action { player, .. } = report.cause else { return Vec::new() };
    let owner = |layer: Layer, content: Content| teller.owner((layer, content));
    let is_own = |layer: Layer, content: Content| owner(layer, content) == Some(player);
    // A piece of the player's that came to a free cell, or that left one.
    let (mut came, mut left, mut replaced) = (0_usize, 0_usize, 0_usize);
    for change in &report.changes {
        let is_mine = is_own(change.layer, change.after);
        let was_others = owner(change.layer, change.before).is_some_and(|it| it != player);
        came += usize::from(is_mine && change.before == EMPTY);
        left += usize::from(is_own(change.layer, change.before) && change.after == EMPTY);
        replaced += usize::from(is_mine && was_others);
    }
    if replaced > left.saturating_sub(came) {
        return Vec::new();
    }
    let counts = piece_counts(teller.game().rules(), report).into_iter();
    let lost = counts.filter(|(_, gained)| *gained < 0).filter(|((layer, content), _)| {
        owner(*layer, *content).is_some_and(|owner| owner != player)
    });
    lost.map(|(piece, gained)| (piece, gained.unsigned_abs() as usize)).collect()
}

/// Difference in the number of each named piece.
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
