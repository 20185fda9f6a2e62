//! Changes by an action, in words: made from the difference of two states and from what the game
//! calls its pieces.

use std::collections::{BTreeMap, BTreeSet};

use masume_engine::{Action, Argument, Cell, Player, State};
use masume_rules::model::{Content, EMPTY, Layer};
use masume_session::{Cause, Change, Report};

use super::{Teller, cells};

/// Cells that a piece left, and cells where it is new.
#[derive(Clone, Debug, Default)]
struct Traffic {
    gone: Vec<Cell>,
    new: Vec<Cell>,
}

/// Changes on the board, a part of a sentence for each kind of change; what the action itself
/// says is left out.
pub(crate) fn changes(teller: Teller<'_>, state: &State, report: &Report) -> Vec<String> {
    // Of a new stage all is new: that is looked at, not listened to.
    if report.stage.is_some() {
        return Vec::new();
    }
    let (player, named) = match &report.cause {
        Cause::Action { action, player, .. } => (Some(*player), named(action)),
        Cause::Restart | Cause::Travel { .. } => (None, BTreeSet::new()),
    };
    let added = match player {
        Some(_) => teller.session.added_by_chance(),
        None => Vec::new(),
    };
    let is_added =
        |change: &Change| added.iter().any(|it| (it.cell, it.layer) == (change.cell, change.layer));
    let mut traffic = traffic(teller, report);
    for change in &added {
        if let Some(traffic) = traffic.get_mut(&(change.layer, change.after)) {
            traffic.new.retain(|cell| *cell != change.cell);
        }
    }
    let mut said = Vec::new();
    let mut taken: Vec<Cell> = Vec::new();
    if let Some(player) = player {
        for ((layer, content), gone) in take_out_taken(teller, player, &mut traffic) {
            let values = [
                ("player", teller.player(player).into()),
                ("count", gone.len().into()),
                ("piece", teller.piece(layer, content).into()),
                ("cells", cells::list(teller, state, &gone).into()),
            ];
            said.push(teller.phrases.say("changed-taken", &values));
            taken.extend(gone);
        }
    }
    for ((layer, content), mut traffic) in traffic {
        if traffic.gone.is_empty() {
            let is_said = is_only_piece(teller, player, (layer, content));
            traffic.new.retain(|cell| !(taken.contains(cell) || is_said && named.contains(cell)));
        }
        let is_named = traffic.gone.iter().chain(&traffic.new).all(|cell| named.contains(cell));
        // `move a1 b2` says where from and where to.
        if traffic.gone.len() == 1 && traffic.new.len() == 1 && is_named {
            continue;
        }
        let piece = teller.piece(layer, content);
        said.extend(moved(teller, state, &piece, layer, &traffic));
        if traffic.new.is_empty() {
            said.extend(uncovered(teller, state, report, layer, &traffic.gone));
        }
    }
    let known = report.changes.iter().copied().filter(|change| !is_added(change));
    said.extend(numbers(teller, state, &known.collect::<Vec<_>>()));
    said.extend(added_told(teller, state, &added));
    said
}

/// Sentence about what chance put on the board, all that is alike together.
fn added_told(teller: Teller<'_>, state: &State, added: &[Change]) -> Vec<String> {
    let shown = added.iter().filter(|it| teller.is_shown(it.layer, it.after));
    told_alike(teller, state, "changed-added", shown.map(|it| ((it.layer, it.after), it.cell)))
}

/// Sentence about what is seen where nothing lies over it any more: a card that was turned. What can only be one thing
/// was known.
fn uncovered(
    teller: Teller<'_>,
    state: &State,
    report: &Report,
    layer: Layer,
    gone: &[Cell],
) -> Vec<String> {
    let layers = &teller.game().rules().layers;
    let was_hidden = |&((below, _), cell): &((Layer, Content), Cell)| {
        let is_same = |it: &Change| (it.layer, it.cell) != (below, cell);
        below < layer
            && layers[usize::from(below.0)].kind.contents().len() > 1
            && report.changes.iter().all(is_same)
    };
    let seen =
        gone.iter().filter_map(|&cell| Some((cells::held(teller, state, cell).pop()?, cell)));
    told_alike(teller, state, "changed-new", seen.filter(was_hidden))
}

/// A sentence for all pieces that are alike, with their cells.
fn told_alike(
    teller: Teller<'_>,
    state: &State,
    id: &str,
    pieces: impl Iterator<Item = ((Layer, Content), Cell)>,
) -> Vec<String> {
    let mut alike: BTreeMap<(Layer, Content), Vec<Cell>> = BTreeMap::new();
    for (piece, cell) in pieces {
        alike.entry(piece).or_default().push(cell);
    }
    let told = |((layer, content), cells): ((Layer, Content), Vec<Cell>)| {
        let piece = match is_numeric(teller, layer) {
            true => content.to_string(),
            false => teller.piece(layer, content),
        };
        let listed = cells::list(teller, state, &cells);
        let count = ("count", cells.len().into());
        teller.phrases.say(id, &[("piece", piece.into()), count, ("cells", listed.into())])
    };
    alike.into_iter().map(told).collect()
}

/// The cells that the action names.
fn named(action: &Action) -> BTreeSet<Cell> {
    let cells = action.arguments.iter().filter_map(|argument| match argument {
        Argument::Cell(cell) => Some(*cell),
        Argument::None | Argument::Direction(_) | Argument::Column(_) | Argument::Row(_) => None,
    });
    cells.collect()
}

/// Cells where pieces that the game shows left and came.
fn traffic(teller: Teller<'_>, report: &Report) -> BTreeMap<(Layer, Content), Traffic> {
    let mut traffic: BTreeMap<(Layer, Content), Traffic> = BTreeMap::new();
    for change in report.changes.iter().filter(|change| !is_numeric(teller, change.layer)) {
        let shown = |content| content != EMPTY && teller.is_shown(change.layer, content);
        if shown(change.before) {
            traffic.entry((change.layer, change.before)).or_default().gone.push(change.cell);
        }
        if shown(change.after) {
            traffic.entry((change.layer, change.after)).or_default().new.push(change.cell);
        }
    }
    traffic
}

/// True if this is the one kind of piece that the player has: naming its cell says all of it.
fn is_only_piece(teller: Teller<'_>, player: Option<Player>, piece: (Layer, Content)) -> bool {
    let Some(player) = player.filter(|it| teller.owner(piece) == Some(*it)) else { return false };
    let layers = teller.game().rules().layers.iter().enumerate();
    let pieces = layers.flat_map(|(index, info)| {
        info.kind.contents().into_iter().map(move |content| (Layer(index as u8), content))
    });
    pieces.filter(|it| teller.owner(*it) == Some(player)).count() == 1
}

/// The others' pieces that went and did not come back elsewhere, each with its cells in order.
fn take_out_taken(
    teller: Teller<'_>,
    player: Player,
    traffic: &mut BTreeMap<(Layer, Content), Traffic>,
) -> Vec<((Layer, Content), Vec<Cell>)> {
    let is_taken = |piece: (Layer, Content), traffic: &Traffic| {
        let is_others = teller.owner(piece).is_some_and(|owner| owner != player);
        is_others && traffic.new.is_empty() && !traffic.gone.is_empty()
    };
    let mut taken = Vec::new();
    traffic.retain(|&piece, traffic| {
        let is_taken = is_taken(piece, traffic);
        if is_taken {
            taken.push((piece, std::mem::take(&mut traffic.gone)));
        }
        !is_taken
    });
    taken
}

/// Sentence about where a piece went, came or moved.
fn moved(
    teller: Teller<'_>,
    state: &State,
    piece: &str,
    layer: Layer,
    traffic: &Traffic,
) -> Option<String> {
    let list = |cells: &[Cell]| cells::list(teller, state, cells);
    let say = |id: &str, cells: &[Cell]| {
        let values =
            [("piece", piece.into()), ("count", cells.len().into()), ("cells", list(cells).into())];
        Some(teller.phrases.say(id, &values))
    };
    match (traffic.gone.as_slice(), traffic.new.as_slice()) {
        ([], []) => None,
        ([from], [to]) => {
            let values = [
                ("piece", piece.into()),
                ("from", teller.cell(state, *from).into()),
                ("to", teller.cell(state, *to).into()),
            ];
            let moved = teller.phrases.say("changed-moved", &values);
            Some(match below(teller, state, layer, *to) {
                Some(below) => {
                    let values = [("moved", moved.into()), ("below", below.into())];
                    teller.phrases.say("changed-onto", &values)
                }
                None => moved,
            })
        }
        ([], new) => say("changed-new", new),
        (gone, []) => say("changed-gone", gone),
        // Which went where, nobody can say: one piece is like another.
        (gone, new) => {
            let said = say("changed-now", new)?;
            match gone.len().checked_sub(new.len()) {
                None | Some(0) => Some(said),
                Some(fewer) => {
                    let values = [("now", said.into()), ("count", fewer.into())];
                    Some(teller.phrases.say("changed-fewer", &values))
                }
            }
        }
    }
}

/// Words for what lies below a layer in a cell: a goal under a box.
fn below(teller: Teller<'_>, state: &State, layer: Layer, cell: Cell) -> Option<String> {
    let held = cells::held(teller, state, cell);
    let (layer, content) = held.into_iter().rev().find(|(other, _)| *other < layer)?;
    Some(teller.piece(layer, content))
}

/// Numbers that are others now, cell by cell, then the cells that hold none any more.
fn numbers(teller: Teller<'_>, state: &State, changes: &[Change]) -> Vec<String> {
    /// More than the cells of a board that is played by ear.
    const MOST: usize = 16;
    let changed = || changes.iter().filter(|change| is_numeric(teller, change.layer));
    let (empty, set): (Vec<&Change>, Vec<&Change>) =
        changed().partition(|change| change.after == EMPTY);
    let mut said = Vec::new();
    if !set.is_empty() {
        let shown = set.iter().take(MOST);
        let shown =
            shown.map(|it: &&Change| format!("{} {}", teller.cell(state, it.cell), it.after));
        let mut listed = shown.collect::<Vec<_>>().join(", ");
        if let Some(rest) = set.len().checked_sub(MOST).filter(|rest| *rest > 0) {
            listed =
                teller.phrases.say("and-more", &[("cells", listed.into()), ("rest", rest.into())]);
        }
        said.push(listed);
    }
    if !empty.is_empty() {
        let cells: Vec<Cell> = empty.iter().map(|change| change.cell).collect();
        let values = [("cells", cells::list(teller, state, &cells).into())];
        said.push(teller.phrases.say("changed-empty", &values));
    }
    said
}

fn is_numeric(teller: Teller<'_>, layer: Layer) -> bool {
    teller.game().rules().layers[usize::from(layer.0)].kind.is_numeric()
}
