//! Rules for random games in which nobody spends an action on a point that counts already.
//!
//! Who plays at random fills what is their own as readily as anything else, and so loses what was safe: what such games
//! say of a position is not what the rules make of it. Where only points decide, points are cells that pass a test, and
//! a player may pass at any time, to put something where the cell counts already for who acts gains nothing there. A
//! random player leaves it; the rules say so themselves, so that these games are played like all others.

use masume_rules::facts::draws_in_play;
use masume_rules::model::{
    Arithmetic, Block, EndKind, Expr, ParamKind, Part, PassRule, Pattern, Rule, Rules, Statement,
    Test, parts,
};

/// The rules with what gains nothing left out; `None` where they do not tell what that is.
pub(super) fn restrained(rules: &Rules) -> Option<Rules> {
    let only_points_decide = rules.ends.iter().all(|end| end.kind == EndKind::End);
    if rules.pass != PassRule::AnyTime || !only_points_decide || draws_in_play(rules) {
        return None;
    }
    let counted = counted(&rules.score.as_ref()?.value)?;
    let mut restrained = rules.clone();
    for action in &mut restrained.actions {
        // What is moved from a cell that counts may count elsewhere as well.
        if action.params != [ParamKind::Cell] {
            return None;
        }
        let Pattern::Cell { test, .. } = &mut deciding_rule(&mut action.body)?.pattern else {
            return None;
        };
        let asked = std::mem::replace(test, Test::Any);
        *test = Test::And(vec![asked, Test::Not(Box::new(counted.clone()))]);
    }
    Some(restrained)
}

/// What a cell passes that counts: of a sum of counts, any of their tests.
fn counted(score: &Expr) -> Option<Test> {
    let (mut tests, mut open) = (Vec::new(), vec![score]);
    while let Some(next) = open.pop() {
        if let Expr::Count(test) = next {
            tests.push((**test).clone());
        } else if let Expr::Binary(one, Arithmetic::Add, other) = next {
            open.extend([&**other, &**one]);
        } else {
            return None;
        }
    }
    let counted = Test::Or(tests);
    // A letter means something else in another pattern.
    let is_bound =
        |part| matches!(part, Part::Test(Test::Letter { .. }) | Part::Expr(Expr::Letter(_)));
    let has_letters = parts(&counted).any(is_bound);
    (!has_letters).then_some(counted)
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
    use masume_engine::{Game, Series, Setup, shipped_games};
    use masume_rules::state::State;

    use super::*;

    #[test]
    fn only_points_that_are_cells_are_left_alone() {
        let put = "put at c\n  must at c: empty -> mine";
        let go = "go from c to d\n  must at c: mine -> _\n  must at d: empty -> mine";
        let points = "count mine + count [empty, sees right (mine)]";
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
            assert_eq!(restrained(game.rules()).is_some(), expected, "{text}");
        }
    }

    #[test]
    fn nobody_fills_what_counts_already() {
        for shipped in shipped_games() {
            let game = Game::load(shipped.text).game.expect("shipped games are sound");
            let Some(rules) = restrained(game.rules()) else { continue };
            let random = Game::new(rules);
            let start = game.start(&Setup::default()).expect("a board");
            let series = Series::new(1, 1);
            let mut seen = 0;
            for ply in 0..60 {
                let state = game.playout(&start, Series { most_plies: ply, ..series }, 0);
                let state = state.expect("it runs").state;
                if state.outcome.is_some() {
                    break;
                }
                let left = random.legal_actions(&state).expect("it runs");
                let all = game.legal_actions(&state).expect("it runs");
                assert!(left.iter().all(|action| all.contains(action)));
                let own = |after: &State| game.score(after, state.to_act).unwrap_or(0);
                for action in all.into_iter().filter(|action| !left.contains(action)) {
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
