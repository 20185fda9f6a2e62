//! Rules for random games in which nobody fills what is their own, and nobody passes while there is something to do.
//!
//! Who plays at random fills the last free cell between their own pieces as readily as any other, and so loses what was
//! safe; and passes so often that games end before what is lost is taken. What such games say of a position is not what
//! the rules make of it. Where only points decide, a player may pass at any time, and a cell between own pieces counts
//! as much free as filled, a random player leaves it, and passes only where nothing else can be done. The rules say so
//! themselves, so that these games are played like all others.

use masume_engine::{Game, Setup};
use masume_rules::facts::draws_in_play;
use masume_rules::model::{
    Block, Content, EndKind, Layer, LayerInfo, LayerKind, ParamKind, PassRule, Pattern, PieceSet,
    Player, Reach, Rule, Rules, Statement, Test,
};

/// The most cells around a cell that the other may hold before the pieces beside it are no longer held together.
const MOST_THEIRS: u32 = 1;

/// The rules with what gains nothing left out; `None` where they do not tell what that is.
pub(crate) fn without_self_harm(game: &Game) -> Option<Rules> {
    let rules = game.rules();
    let only_points_decide = rules.ends.iter().all(|end| end.kind == EndKind::End);
    if rules.pass != PassRule::AnyTime || !only_points_decide || draws_in_play(rules) {
        return None;
    }
    if !(0..rules.players.len()).all(|player| counts_free_or_filled(game, Player(player as u8))) {
        return None;
    }
    let [own, theirs] = [true, false].map(|is_own| Test::Or(held_by(rules, is_own)));
    let none = |test| neighbours(0, test, Reach::Beside);
    let enclosed = Test::And(vec![
        none(Test::Not(Box::new(own))),
        neighbours(MOST_THEIRS, theirs, Reach::Around),
    ]);
    let mut without_self_harm = rules.clone();
    without_self_harm.pass = PassRule::WhenNoAction;
    for action in &mut without_self_harm.actions {
        // What is moved from a cell may count elsewhere as well.
        if action.params != [ParamKind::Cell] {
            return None;
        }
        let Pattern::Cell { test, .. } = &mut deciding_rule(&mut action.body)?.pattern else {
            return None;
        };
        let asked = std::mem::replace(test, Test::Any);
        *test = Test::And(vec![asked, Test::Not(Box::new(enclosed.clone()))]);
    }
    Some(without_self_harm)
}

/// Tests of each layer for pieces of who acts, or for those of others.
fn held_by(rules: &Rules, is_own: bool) -> Vec<Test> {
    let of_layer = |(layer, owners): (usize, Vec<Option<Player>>)| {
        let set = |actor: usize| {
            let held = owners.iter().enumerate().filter(|&(_, owner)| {
                owner.is_some_and(|owner| (usize::from(owner.0) == actor) == is_own)
            });
            PieceSet(held.fold(0, |set, (content, _)| set | 1 << content))
        };
        let pieces = (0..rules.players.len()).map(set).collect();
        Test::Piece { layer: Layer(layer as u8), pieces }
    };
    owners(rules).map(of_layer).collect()
}

/// Owner of each piece of each layer on which there are pieces with an owner.
fn owners(rules: &Rules) -> impl Iterator<Item = (usize, Vec<Option<Player>>)> {
    let of_layer = |layer: &LayerInfo| match &layer.kind {
        LayerKind::Pieces(pieces) => pieces.iter().map(|piece| piece.owner).collect(),
        LayerKind::Kinds(_) | LayerKind::Range(..) | LayerKind::Doubling(..) => Vec::new(),
    };
    let layers = rules.layers.iter().map(of_layer).enumerate();
    layers.filter(|(_, owners): &(_, Vec<_>)| owners.iter().any(Option::is_some))
}

/// At most so many neighbours pass a test.
fn neighbours(greatest: u32, test: Test, reach: Reach) -> Test {
    Test::Neighbours { least: 0, greatest: Some(greatest), test: Box::new(test), reach }
}

/// True if a player has as many points with their pieces everywhere but in the middle as with one there as well.
fn counts_free_or_filled(game: &Game, player: Player) -> bool {
    let piece = owners(game.rules()).find_map(|(layer, owners)| {
        let content = owners.iter().position(|&owner| owner == Some(player))?;
        Some((Layer(layer as u8), content as Content))
    });
    let (Some((layer, content)), Ok(mut state)) = (piece, game.start(&Setup::default())) else {
        return false;
    };
    let grid = *state.board.grid();
    for cell in grid.inner_cells().filter(|&cell| cell != grid.centre()) {
        state.board.set(layer, cell, content);
    }
    let free = game.score(&state, player);
    state.board.set(layer, grid.centre(), content);
    free.is_some() && free == game.score(&state, player)
}

/// The rule that must match at the cell that the player chose, and comes first.
fn deciding_rule(body: &mut Block) -> Option<&mut Rule> {
    let asks = |it: &Statement| matches!(it, Statement::Require(..) | Statement::Let(..));
    let first = body.iter_mut().find(|it| !asks(it))?;
    let Statement::Must(block) = first else { return None };
    let [Statement::Rule(rule)] = &mut block[..] else { return None };
    rule.from.is_some().then_some(rule)
}

#[cfg(test)]
mod tests {
    use masume_engine::{Action, Series, shipped_games};
    use masume_rules::state::State;

    use super::*;

    #[test]
    fn only_points_that_are_cells_are_left_alone() {
        let put = "put at c\n  must at c: empty -> mine";
        let go = "go from c to d\n  must at c: mine -> _\n  must at d: empty -> mine";
        let points = "count mine + count [empty, sees right (empty mine)]";
        let end = "pass any time\nend when everyone passed";
        for (action, score, end, expected) in [
            (put, points, end, true),
            (put, "2 * count mine", end, false),
            (put, points, "end when no empty", false),
            (put, points, "pass any time\nwin when count mine = 3", false),
            (go, points, end, false),
        ] {
            let text = format!(
                "game Stones\nboard 3 x 3\nplayers black white\n\npieces\n  stone: black white\n\n\
                 action {action}\n\n{end}\nscore {score}\n"
            );
            let game = Game::load(&text).game.unwrap_or_else(|| panic!("not sound:\n{text}"));
            assert_eq!(without_self_harm(&game).is_some(), expected, "{text}");
        }
    }

    #[test]
    fn nobody_fills_what_counts_already() {
        for shipped in shipped_games() {
            let game = Game::load(shipped.text).game.expect("shipped games are sound");
            let Some(rules) = without_self_harm(&game) else { continue };
            let random = Game::new(rules);
            let start = game.start(&Setup::default()).expect("a board");
            let series = Series::new(1, 1);
            let mut seen = 0;
            for ply in 0..100 {
                let state = game.playout(&start, Series { most_plies: ply, ..series }, 0);
                let state = state.expect("it runs").state;
                if state.outcome.is_some() {
                    break;
                }
                let left = random.legal_actions(&state).expect("it runs");
                let all = game.legal_actions(&state).expect("it runs");
                assert!(left.iter().all(|action| all.contains(action)));
                let own = |after: &State| game.score(after, state.to_act).unwrap_or(0);
                let is_filled = |action: &Action| *action != Action::PASS && !left.contains(action);
                for action in all.into_iter().filter(is_filled) {
                    let mut after = state.clone();
                    game.apply(&mut after, action).expect("it is legal");
                    seen += 1;
                    assert!(own(&after) <= own(&state));
                }
            }
            assert!(seen > 0, "{}", shipped.name);
        }
    }
}
