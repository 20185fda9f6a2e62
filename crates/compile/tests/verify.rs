//! Programs that are none are refused, each kind of fault with its place.

use std::sync::Arc;

use masume_board::{Cell, Grid};
use masume_program::{
    Binding, By, Cond, Dirs, Effect, Fault, Group, LayerPlanes, Mode, Next, Num, Op, Optimisations,
    Plan, Potential, PotentialRule, Prefilter, Program, Put, Require, RuleOp, Set, SetId, Shape,
    Start, Via, verify,
};
use masume_rules::check;
use masume_rules::model::{Assign, Compare, Layer, Letter, Local, ParamSlot, Reach, Value};
use masume_rules::run_error::Span;
use masume_words::compile;

/// A little of everything that a program has.
const GAME: &str = "\
game Everything
board 5 x 4 from 2 x 2
value moves

pieces
  thing: player box
  tile:  number 1 to 9

legend
  .  nothing
  @  player
  b  box

action push in d
  d: player box+ empty -> _ ... box

action take a and b
  4 ways from a to b: n empty* n -> _ ... _

action place at c
  require count box < 9
  at c: [empty, 1.. box beside] -> box

then
  moves += 1
  march box toward player
    box meets player -> box
    box meets box    -> box

win when some [box, sees 4 ways (box box box)]
";

/// Breaks the program of the game and compares what is found with what is said of it.
fn check_fault(break_it: impl FnOnce(&mut Program), expected: &str) {
    let checked = check(&masume_syntax::parse(GAME).file);
    assert_eq!(checked.diagnostics, []);
    let rules = Arc::new(checked.rules.expect("the text has pieces"));
    let grid = Grid::new(5, 4).expect("a small board");
    let compiled = compile(Arc::clone(&rules), &grid, Optimisations::ALL).expect("a small board");
    let mut program = compiled.programs()[0].clone();
    assert_eq!(verify(&program, &rules, compiled.layout()), Ok(()), "as it was compiled");
    break_it(&mut program);
    let found = verify(&program, &rules, compiled.layout());
    let found = found.as_ref().map_or_else(Fault::to_string, |()| "nothing wrong".to_owned());
    assert_eq!(found, expected);
}

/// The rule with which an action ends.
fn rule(program: &mut Program, action: usize) -> &mut RuleOp {
    let last = program.actions[action].body.last_mut();
    let Some(Op::Rule(rule)) = last else { panic!("the action ends with a rule") };
    rule
}

/// The NFA of an action's rule.
fn nfa(program: &mut Program, action: usize) -> &mut masume_program::Nfa {
    let index = usize::from(rule(program, action).nfa);
    &mut program.nfas[index]
}

const MISSING: SetId = SetId(999);

#[test]
fn a_set_refers_only_to_what_is_before_it() {
    let count = Set::Count { of: SetId(3), reach: Reach::Beside, least: 0, greatest: 1 };
    let compare = Cond::Compare(Num::Count(SetId(0)), Compare::Less, Num::Row);
    for (set, wrong) in [
        (Set::Not(SetId(0)), 0),
        (Set::And(vec![SetId(0)]), 0),
        (Set::Or(vec![MISSING, SetId(0)]), 999),
        (count, 3),
        (Set::Holds(Box::new(Cond::Some(SetId(0)))), 0),
        (Set::Holds(Box::new(compare)), 0),
    ] {
        let expected = format!("s0: s{wrong} is not a set before it");
        check_fault(|program| program.sets[0] = set, &expected);
    }
    let itself = |program: &mut Program| {
        program.sets[0] = Set::Sees { nfa: 0, dirs: Dirs::Fixed(1) };
        program.nfas[0].places[0].test = SetId(0);
    };
    check_fault(itself, "s0: s0 is not a set before it");
}

#[test]
fn what_a_set_names_is_there() {
    let check = |set: Set, wrong: &str| {
        check_fault(|program| program.sets.push(set), &format!("s{}: {wrong}", set_count()));
    };
    check(Set::Planes(vec![0, 3]), "there is no plane 3");
    check(Set::NoPlanes(vec![77]), "there is no plane 77");
    check(Set::Constant(5), "there is no constant set 5");
    check(Set::Sees { nfa: 50, dirs: Dirs::Fixed(1) }, "there is no nfa 50");
    check(Set::Chosen(ParamSlot(2)), "slot 2 does not hold what is asked for");
    check(Set::Line(ParamSlot(0)), "slot 0 does not hold what is asked for");
    check(Set::Near(Reach::Around, ParamSlot(9)), "slot 9 does not hold what is asked for");
    let of = SetId(0);
    check(Set::Count { of, reach: Reach::Beside, least: 0, greatest: 5 }, "no cell can have 5");
    check(Set::Count { of, reach: Reach::Around, least: 0, greatest: 9 }, "no cell can have 9");
    let compared = |number: Num| Set::Numbers {
        left: number,
        compare: Compare::Less,
        right: Num::Row,
        layers: Vec::new(),
    };
    check(compared(Num::Here(Layer(4))), "layer 4 is not there");
    check(compared(Num::Letter(Letter(0))), "letter 0 is not bound");
    check(compared(Num::Value(Value(8))), "there is no value 8");
    check(compared(Num::Local(Local(1))), "there is no local 1");
    check(compared(Num::Abs(Box::new(Num::RowOf(MISSING)))), "s999 is not a set before it");
    let planes = LayerPlanes::Numbers { occupied: 2, slot: 1 };
    let numbers =
        |layers| Set::Numbers { left: Num::Row, compare: Compare::Less, right: Num::Row, layers };
    check(numbers(vec![planes]), "there is no plane 2");
}

/// Number of sets of the program.
fn set_count() -> usize {
    let mut count = 0;
    check_fault(|program| count = program.sets.len(), "nothing wrong");
    count
}

#[test]
fn a_constant_lies_on_the_board() {
    let far = |program: &mut Program| {
        let grid = Grid::new(9, 9).expect("a small board");
        let cell = grid.at(8, 8).into_iter();
        program.constants.push(masume_board::CellSet::from_cells(&grid, cell));
    };
    check_fault(far, "constant 0: Cell(80) is not on the board");
}

#[test]
fn every_place_is_solved_once_and_after_what_follows_it() {
    let check = |break_it: fn(&mut Program), expected: &str| check_fault(break_it, expected);
    // The nfa of `push` is `a=player then b=box again and again then c=empty`, c being place 0.
    check(|it| nfa(it, 0).order.reverse(), "nfa 0: place 1 is solved out of order");
    check(|it| drop(nfa(it, 0).order.pop()), "nfa 0: place 2 is solved out of order");
    check(|it| nfa(it, 0).order.push(Group::Single(0)), "nfa 0: place 0 is solved out of order");
    check(|it| nfa(it, 0).order.push(Group::Loop(9)), "nfa 0: there is no place 9");
    check(|it| nfa(it, 0).order[1] = Group::Single(1), "nfa 0: place 1 is solved out of order");
    let turns = |it: &mut Program| {
        nfa(it, 0).places[1].next.push(Next::Step { place: 1, via: Via::Turn });
    };
    check(turns, "nfa 0: place 1 is solved out of order");
    let beyond = |it: &mut Program| {
        nfa(it, 0).places[0].next = vec![Next::Step { place: 3, via: Via::Straight }];
    };
    check(beyond, "nfa 0: there is no place 3");
    let start = Start { place: 4, at_edge: false };
    check_fault(|it| nfa(it, 0).starts = vec![start], "nfa 0: there is no place 4");
    check(|it| nfa(it, 0).places[2].test = MISSING, "nfa 0: s999 is not a set before it");
}

#[test]
fn a_nfa_has_the_shape_of_its_places() {
    let check = |action: usize, shape: Shape, expected: &str| {
        check_fault(|it| nfa(it, action).shape = shape, expected);
    };
    check(0, Shape::General, "nothing wrong");
    check(0, Shape::Chain, "nfa 0: its places have another shape");
    check(0, Shape::Corridor(0), "nfa 0: its places have another shape");
    check(1, Shape::Corridor(0), "nothing wrong");
    check(1, Shape::Corridor(1), "nfa 1: its places have another shape");
    check(1, Shape::Flanking, "nfa 1: its places have another shape");
    // Once more around the place between the ends: it is no corridor any more.
    let edge = |it: &mut Program| nfa(it, 1).places[1].next.push(Next::Accept { at_edge: true });
    check_fault(edge, "nfa 1: its places have another shape");
}

#[test]
fn a_rule_names_places_layers_letters_and_nfas_that_are_there() {
    let check = |break_it: fn(&mut Program), expected: &str| check_fault(break_it, expected);
    check(|it| rule(it, 0).nfa = 77, "rule 0: there is no nfa 77");
    check(
        |it| rule(it, 0).dirs = Dirs::Chosen(ParamSlot(1)),
        "rule 0: slot 1 does not hold what is asked for",
    );
    check(
        |it| rule(it, 0).from = Some(ParamSlot(0)),
        "rule 0: slot 0 does not hold what is asked for",
    );
    check(|it| targets(it)[0].places.push(9), "rule 0: there is no place 9");
    check(|it| targets(it)[0].layer = Layer(2), "rule 0: layer 2 is not there");
    check(|it| targets(it)[0].content = 2, "rule 0: layer 0 cannot hold 2");
    check(|it| rule(it, 0).alternatives.clear(), "rule 0: nothing says what is put");
    check(
        |it| drop(rule(it, 0).alternatives[0].puts.pop()),
        "rule 0: no replacement has position 2",
    );
    let put = |put: Put| move |it: &mut Program| rule(it, 0).alternatives[0].puts[0] = vec![put];
    check_fault(put(Put::Letter(Layer(1), Letter(0))), "rule 0: letter 0 is not bound");
    check_fault(put(Put::Number(Layer(1), Num::Value(Value(1)))), "rule 0: there is no value 1");
    check_fault(put(Put::Piece(Layer(1), 10)), "rule 0: layer 1 cannot hold 10");
    check_fault(put(Put::Clear(Layer(7))), "rule 0: layer 7 is not there");
    let binding = Binding { place: 30, letter: Letter(0), layer: Layer(1) };
    check_fault(|it| rule(it, 1).letters.push(binding), "rule 1: there is no place 30");
    let binding = Binding { place: 0, letter: Letter(0), layer: Layer(3) };
    check_fault(|it| rule(it, 1).letters.push(binding), "rule 1: layer 3 is not there");
    let effect = Effect::Assign(Value(3), Assign::Set, Num::Row);
    check_fault(|it| rule(it, 0).effects.push(effect), "rule 0: there is no value 3");
    let effect = Effect::AssignLocal(Local(0), Assign::Set, Num::Row);
    check_fault(|it| rule(it, 0).effects.push(effect), "rule 0: there is no local 0");
}

fn targets(program: &mut Program) -> &mut Vec<masume_program::Target> {
    match &mut rule(program, 0).mode {
        Mode::Sets(targets) => targets,
        Mode::Paths | Mode::Ends | Mode::Graph { .. } => panic!("all matches are put at once"),
    }
}

#[test]
fn a_plan_reads_its_choices_from_nfas_that_are_there() {
    fn plan(
        program: &mut Program,
        action: usize,
    ) -> (&mut Vec<(Require, Span)>, &mut By, &mut u16) {
        match &mut program.actions[action].plan {
            Plan::Match { requires, deciders, .. } => {
                let decider = &mut deciders[0];
                (requires, &mut decider.by, &mut decider.nfa)
            }
            Plan::Always | Plan::Potential(_) | Plan::BruteForce { .. } | Plan::Either(..) => {
                panic!("matches decide")
            }
        }
    }
    let check = |break_it: fn(&mut Program), expected: &str| check_fault(break_it, expected);
    check(|it| *plan(it, 2).2 = 40, "action 2: there is no nfa 40");
    check(|it| *plan(it, 2).1 = By::Ends(None), "action 2: slot 0 does not hold what is asked for");
    check(|it| *plan(it, 0).1 = By::Start, "action 0: slot 0 does not hold what is asked for");
    let require =
        |require: Require| move |it: &mut Program| plan(it, 2).0.push((require, Span::default()));
    check_fault(
        require(Require::Plain(Cond::Some(MISSING))),
        "action 2: s999 is not a set before it",
    );
    check_fault(
        require(Require::Cell(ParamSlot(0), MISSING)),
        "action 2: s999 is not a set before it",
    );
    let wrong = "action 2: slot 1 does not hold what is asked for";
    check_fault(require(Require::Cell(ParamSlot(1), SetId(0))), wrong);
    let prefilter = |nfa, slot, known| {
        let (from, to) = (Some(ParamSlot(0)), Some(ParamSlot(slot)));
        let prefilter = Prefilter { nfa, dirs: Dirs::Fixed(1), from, to, known };
        move |it: &mut Program| {
            it.actions[1].plan = Plan::BruteForce {
                why: "of a test",
                span: Span::default(),
                prefilter: Some(vec![prefilter]),
                is_decided: false,
                statements: it.actions[1].body.len(),
            }
        }
    };
    let tried = |statements| {
        let plan = Plan::BruteForce {
            why: "of a test",
            span: Span::default(),
            prefilter: None,
            is_decided: false,
            statements,
        };
        move |it: &mut Program| it.actions[1].plan = plan
    };
    check_fault(tried(0), "nothing wrong");
    check_fault(tried(9), "action 1: there is no statement 9");
    check_fault(prefilter(1, 1, 0), "nothing wrong");
    check_fault(prefilter(1, 1, 1), "nothing wrong");
    check_fault(prefilter(50, 1, 0), "action 1: there is no nfa 50");
    check_fault(prefilter(1, 2, 0), "action 1: slot 2 does not hold what is asked for");
    check_fault(prefilter(1, 1, 2), "action 1: slot 2 does not hold what is asked for");
    let letters = |place| vec![Binding { place, letter: Letter(0), layer: Layer(1) }];
    let potential = |nfa, place, layer, value| Potential {
        rules: vec![PotentialRule {
            nfa,
            dirs: Dirs::Chosen(ParamSlot(0)),
            letters: letters(place),
        }],
        most: Some((Layer(layer), 8)),
        alone: None,
        guards: vec![Value(value)],
    };
    let alone = |plane| Potential { alone: Some(plane), ..potential(0, 0, 1, 0) };
    let lowers = |action: usize, potential| {
        move |it: &mut Program| it.actions[action].plan = Plan::Potential(Box::new(potential))
    };
    check_fault(lowers(0, potential(0, 0, 1, 0)), "nothing wrong");
    check_fault(lowers(0, potential(50, 0, 1, 0)), "action 0: there is no nfa 50");
    check_fault(lowers(0, potential(0, 30, 1, 0)), "action 0: there is no place 30");
    check_fault(lowers(0, potential(0, 0, 3, 0)), "action 0: layer 3 is not there");
    check_fault(lowers(0, potential(0, 0, 1, 3)), "action 0: there is no value 3");
    check_fault(lowers(0, alone(0)), "nothing wrong");
    check_fault(lowers(0, alone(90)), "action 0: there is no plane 90");
    let wrong = "action 2: slot 0 does not hold what is asked for";
    check_fault(lowers(2, potential(0, 0, 1, 0)), wrong);
    check(|it| drop(it.actions.pop()), "program: action 2 is not one of the game's");
}

#[test]
fn statements_and_ends_name_what_is_there() {
    let check = |break_it: fn(&mut Program), expected: &str| check_fault(break_it, expected);
    let span = Span::default();
    let then = |op: Op| move |it: &mut Program| it.then.push(op);
    let far = Cell(20);
    check_fault(
        then(Op::Picture(vec![(far, Layer(0), 0)], span)),
        "picture: Cell(20) is not on the board",
    );
    check_fault(then(Op::Let(Local(0), Num::Row, span)), "statement: there is no local 0");
    check_fault(
        then(Op::Require(Cond::NoAction(Some(3)), span)),
        "statement: action 3 is not one of the game's",
    );
    check_fault(
        then(Op::Times(Num::Count(MISSING), Vec::new(), span)),
        "statement: s999 is not a set before it",
    );
    let nested = Op::Must(vec![Op::Repeat(vec![Op::Until(Cond::Some(MISSING), span)], span)]);
    check_fault(then(nested), "statement: s999 is not a set before it");
    // Nothing is chosen any more.
    let chosen = Op::Let(Local(0), Num::Across(ParamSlot(0)), span);
    check_fault(then(chosen), "statement: there is no local 0");
    let chosen = Op::Times(Num::Across(ParamSlot(0)), Vec::new(), span);
    check_fault(then(chosen), "statement: slot 0 does not hold what is asked for");
    let march = |it: &mut Program| {
        for op in &mut it.then {
            if let Op::March(march) = op {
                march.meets[0].left = Some(2);
            }
        }
    };
    check(march, "rule 3: layer 0 cannot hold 2");
    check(|it| it.ends[0].condition = Cond::Some(MISSING), "end 0: s999 is not a set before it");
    check(
        |it| it.again = Some((Cond::Some(MISSING), Span::default())),
        "again: s999 is not a set before it",
    );
    check(
        |it| it.score = Some((Num::Count(MISSING), Span::default())),
        "score: s999 is not a set before it",
    );
}
