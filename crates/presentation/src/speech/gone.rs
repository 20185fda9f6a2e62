//! Pieces of players that were on the board at the beginning and are gone.

use std::collections::BTreeMap;

use masume_engine::{Board, Player};
use masume_rules::model::{Content, EMPTY, Layer};

use super::Teller;

/// A piece, and how many of it are gone.
pub type Gone = ((Layer, Content), usize);

/// Pieces of each player that are gone, the players in order. Nothing where pieces come to the
/// board in play: there, fewer of one kind are not taken.
pub fn of_players(teller: Teller<'_>) -> Vec<Vec<Gone>> {
    let (first, now) = (teller.session.first_state(), teller.session.state());
    let (before, after) = (owned(teller, &first.board), owned(teller, &now.board));
    let players = (0..teller.game().rules().players.len()).map(|index| Player(index as u8));
    let gone = players.map(|player| gone_of(player, &before, &after));
    gone.collect::<Option<Vec<_>>>().unwrap_or_default()
}

/// Counts of pieces by their owners.
type Counts = BTreeMap<(Player, Layer, Content), usize>;

fn owned(teller: Teller<'_>, board: &Board) -> Counts {
    let mut counts = Counts::new();
    for cell in board.grid().inner_cells() {
        for layer in (0..board.layer_count()).map(|index| Layer(index as u8)) {
            let content = board.get(layer, cell);
            if content == EMPTY || !teller.is_shown(layer, content) {
                continue;
            }
            if let Some(owner) = teller.owner((layer, content)) {
                *counts.entry((owner, layer, content)).or_insert(0) += 1;
            }
        }
    }
    counts
}

/// Pieces of one player that are gone; `None` where there are more than at the beginning.
fn gone_of(player: Player, before: &Counts, after: &Counts) -> Option<Vec<Gone>> {
    let of = |counts: &Counts| -> BTreeMap<(Layer, Content), usize> {
        let own = counts.iter().filter(|((owner, ..), _)| *owner == player);
        own.map(|(&(_, layer, content), &count)| ((layer, content), count)).collect()
    };
    let (before, after) = (of(before), of(after));
    let mut fewer: Vec<Gone> = Vec::new();
    let mut more = 0;
    for piece in before.keys().chain(after.keys().filter(|it| !before.contains_key(it))) {
        let count = |counts: &BTreeMap<_, usize>| counts.get(piece).copied().unwrap_or(0);
        let (was, is) = (count(&before), count(&after));
        more += is.saturating_sub(was);
        if was > is {
            fewer.push((*piece, was - is));
        }
    }
    // A piece that became another one is not gone: the kinds that come first in the game's text do that.
    for (_, count) in &mut fewer {
        let became = more.min(*count);
        *count -= became;
        more -= became;
    }
    fewer.retain(|(_, count)| *count > 0);
    (more == 0).then_some(fewer)
}
