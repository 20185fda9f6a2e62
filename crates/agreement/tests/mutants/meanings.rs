//! Executors that take a word of the language for another: each is the oracle itself with other rules.

use masume_engine::{Executor, Game};
use masume_rules::model::{
    MarchAim, Pattern, Reach, Rules, Statement, Strategy, Test, Ways, Write,
};

use super::visit;

/// A word of the language taken for another.
pub(crate) type Change = fn(&mut Rules);

/// Each fault is one that a fast executor could well have.
pub(crate) const MUTANTS: [(&str, Change); 24] = [
    ("`each` is `first`", |rules| strategy(rules, &Strategy::Each, &Strategy::First)),
    ("`first` is `each`", |rules| strategy(rules, &Strategy::First, &Strategy::Each)),
    ("`all` is `first`", |rules| strategy(rules, &Strategy::All, &Strategy::First)),
    ("`random` is `first`", |rules| strategy(rules, &Strategy::Random(None), &Strategy::First)),
    ("`edge` holds everywhere", |rules| {
        pattern(rules, |it| *it == Pattern::Edge, |_| Pattern::Sequence(Vec::new()))
    }),
    ("`turn` is `bend`", |rules| pattern(rules, |it| *it == Pattern::Turn, |_| Pattern::Bend)),
    ("`bend` goes straight on", |rules| {
        pattern(rules, |it| *it == Pattern::Bend, |_| Pattern::Sequence(Vec::new()))
    }),
    ("repeats end after two", |rules| {
        repeats(rules, |least, greatest| (least, Some(greatest.unwrap_or(2).min(2).max(least))))
    }),
    ("`*` is `+`", |rules| repeats(rules, |least, greatest| (least.max(1), greatest))),
    ("choices know their first branch only", first_branch),
    ("`around` is `beside`", |rules| {
        tests(rules, |test| {
            if let Test::Neighbours { reach, .. } = test {
                *reach = Reach::Beside;
            }
        })
    }),
    ("a count forgets its greatest number", |rules| {
        tests(rules, |test| {
            if let Test::Neighbours { greatest, .. } = test {
                *greatest = None;
            }
        })
    }),
    ("`no` a piece is `empty`", |rules| {
        tests(rules, |test| {
            if matches!(test, Test::Not(inner) if matches!(**inner, Test::Piece { .. })) {
                *test = Test::Empty;
            }
        })
    }),
    ("a letter met again is anything", any_letter),
    ("`theirs` is the first other player's", first_player_tests),
    ("what is `mine` is the first player's", first_player_puts),
    ("`from` is not asked", |rules| visit::rules(rules, &mut |rule| rule.from = None)),
    ("`to` is not asked", |rules| visit::rules(rules, &mut |rule| rule.to = None)),
    ("`against` is along", |rules| {
        visit::rules(rules, &mut |rule| {
            if let Ways::Against(slot) = rule.ways {
                rule.ways = Ways::Chosen(slot);
            }
        })
    }),
    ("effects happen once", |rules| visit::rules(rules, &mut |rule| rule.effects.truncate(0))),
    ("`must` is not asked", no_must),
    ("rules that see the same board run in turn", in_turn),
    ("`else` always runs", always_else),
    ("a march stays", no_march),
];

/// The game with its rules changed; none where the change finds nothing to change.
pub(crate) fn changed(game: &Game, change: Change) -> Option<Game> {
    let mut rules = game.rules().clone();
    change(&mut rules);
    (rules != *game.rules()).then(|| Game::new(rules).with_executor(Executor::Reference))
}

fn strategy(rules: &mut Rules, from: &Strategy, to: &Strategy) {
    visit::rules(rules, &mut |rule| {
        // A walk has no line to go along.
        let fits = rule.pattern.is_line() || *to != Strategy::Each;
        if rule.strategy == *from && fits {
            rule.strategy = to.clone();
        }
    });
}

fn pattern(rules: &mut Rules, is_it: fn(&Pattern) -> bool, other: fn(&Pattern) -> Pattern) {
    visit::patterns(rules, &mut |pattern| {
        if is_it(pattern) {
            *pattern = other(pattern);
        }
    });
}

fn repeats(rules: &mut Rules, change: fn(u32, Option<u32>) -> (u32, Option<u32>)) {
    visit::patterns(rules, &mut |pattern| {
        if let Pattern::Repeat { least, greatest, .. } = pattern {
            (*least, *greatest) = change(*least, *greatest);
        }
    });
}

fn tests(rules: &mut Rules, mut change: impl FnMut(&mut Test)) {
    visit::tests(rules, &mut change);
}

fn first_branch(rules: &mut Rules) {
    visit::patterns(rules, &mut |pattern| {
        if let Pattern::Choice(branches) = pattern {
            branches.truncate(1);
        }
    });
}

fn any_letter(rules: &mut Rules) {
    tests(rules, |test| {
        if let Test::Letter { layer, .. } = test {
            *test = Test::Occupied(*layer);
        }
    });
}

fn first_player_tests(rules: &mut Rules) {
    tests(rules, |test| {
        if let Test::Piece { pieces, .. } = test {
            pieces.truncate(1);
        }
    });
}

fn first_player_puts(rules: &mut Rules) {
    visit::rules(rules, &mut |rule| {
        let writes = rule.alternatives.iter_mut().flat_map(|it| it.writes.iter_mut().flatten());
        for write in writes {
            if let Write::Piece(_, contents) = write {
                contents.truncate(1);
            }
        }
    });
}

fn no_must(rules: &mut Rules) {
    visit::statements(rules, &mut |statement| {
        if let Statement::Must(block) = statement {
            *statement = Statement::OrElse(vec![std::mem::take(block)]);
        }
    });
}

fn in_turn(rules: &mut Rules) {
    visit::statements(rules, &mut |statement| {
        if let Statement::Simultaneous(block, _) = statement {
            *statement = Statement::OrElse(vec![std::mem::take(block)]);
        }
    });
}

fn always_else(rules: &mut Rules) {
    visit::statements(rules, &mut |statement| {
        if let Statement::OrElse(blocks) = statement {
            *statement = Statement::OrElse(vec![blocks.drain(..).flatten().collect()]);
        }
    });
}

fn no_march(rules: &mut Rules) {
    visit::statements(rules, &mut |statement| {
        if let Statement::March(march) = statement {
            march.aim = MarchAim::Toward(march.walkers.clone());
        }
    });
}
