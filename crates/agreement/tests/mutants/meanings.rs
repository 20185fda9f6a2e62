//! Executors that take a word of the language for another: each is the oracle itself with other rules.

use masume_agreement::Runner;
use masume_engine::{Executor, Game};
use masume_rules::model::{
    MarchAim, Pattern, Reach, Rules, Statement, Strategy, Test, Ways, Write,
};

use super::{Mutant, visit};

/// Each fault is one that a fast executor could well have.
pub(crate) const MUTANTS: [Mutant; 24] = [
    ("`each` is `first`", |game| {
        with(game, |rules| strategy(rules, &Strategy::Each, &Strategy::First))
    }),
    ("`first` is `each`", |game| {
        with(game, |rules| strategy(rules, &Strategy::First, &Strategy::Each))
    }),
    ("`all` is `first`", |game| {
        with(game, |rules| strategy(rules, &Strategy::All, &Strategy::First))
    }),
    ("`random` is `first`", |game| {
        with(game, |rules| strategy(rules, &Strategy::Random(None), &Strategy::First))
    }),
    ("`edge` holds everywhere", |game| {
        with(game, |rules| {
            pattern(rules, |it| *it == Pattern::Edge, |_| Pattern::Sequence(Vec::new()))
        })
    }),
    ("`turn` is `bend`", |game| {
        with(game, |rules| pattern(rules, |it| *it == Pattern::Turn, |_| Pattern::Bend))
    }),
    ("`bend` goes straight on", |game| {
        with(game, |rules| {
            pattern(rules, |it| *it == Pattern::Bend, |_| Pattern::Sequence(Vec::new()))
        })
    }),
    ("repeats end after two", |game| {
        with(game, |rules| {
            repeats(rules, |least, greatest| (least, Some(greatest.unwrap_or(2).min(2).max(least))))
        })
    }),
    ("`*` is `+`", |game| {
        with(game, |rules| repeats(rules, |least, greatest| (least.max(1), greatest)))
    }),
    ("choices know their first branch only", |game| with(game, first_branch)),
    ("`around` is `beside`", |game| {
        with(game, |rules| {
            tests(rules, |test| {
                if let Test::Neighbours { reach, .. } = test {
                    *reach = Reach::Beside;
                }
            })
        })
    }),
    ("a count forgets its greatest number", |game| {
        with(game, |rules| {
            tests(rules, |test| {
                if let Test::Neighbours { greatest, .. } = test {
                    *greatest = None;
                }
            })
        })
    }),
    ("`no` a piece is `empty`", |game| {
        with(game, |rules| {
            tests(rules, |test| {
                if matches!(test, Test::Not(inner) if matches!(**inner, Test::Piece { .. })) {
                    *test = Test::Empty;
                }
            })
        })
    }),
    ("a letter met again is anything", |game| with(game, any_letter)),
    ("`theirs` is the first other player's", |game| with(game, first_player_tests)),
    ("what is `mine` is the first player's", |game| with(game, first_player_puts)),
    ("`from` is not asked", |game| {
        with(game, |rules| visit::rules(rules, &mut |rule| rule.from = None))
    }),
    ("`to` is not asked", |game| {
        with(game, |rules| visit::rules(rules, &mut |rule| rule.to = None))
    }),
    ("`against` is along", |game| {
        with(game, |rules| {
            visit::rules(rules, &mut |rule| {
                if let Ways::Against(slot) = rule.ways {
                    rule.ways = Ways::Chosen(slot);
                }
            })
        })
    }),
    ("effects happen once", |game| {
        with(game, |rules| visit::rules(rules, &mut |rule| rule.effects.truncate(0)))
    }),
    ("`must` is not asked", |game| with(game, no_must)),
    ("rules that see the same board run in turn", |game| with(game, in_turn)),
    ("`else` always runs", |game| with(game, always_else)),
    ("a march stays", |game| with(game, no_march)),
];

/// The oracle with other rules.
fn with(game: &Game, change: fn(&mut Rules)) -> Box<dyn Runner> {
    let mut rules = game.rules().clone();
    change(&mut rules);
    Box::new(Game::new(rules).with_executor(Executor::Reference))
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
