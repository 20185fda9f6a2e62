//! Models held to the engine: what a model says of a state is what the rules do.

use masume_engine::{Action, Game, Setup, State};
use masume_rules::random::Random;

use super::PushSearch;
use super::distance::MoverDistances;
use super::model::{Model, Spot};
use super::pair_table::PairTable;
use super::target_order::{TargetOrder, TargetsMet};
use crate::forward::Forward;
use crate::meter::Meter;
use crate::operators::{Formula, Operators};
use crate::{Aim, Budget, Search, Status};

/// The head of a game of boxes, with its action and what wins left open.
fn game(body: &str, levels: &str) -> Game {
    let (head, _) = BOXES.split_once("action").expect("an action");
    let head = head.replace("player box\n", "player box crate\n");
    let head = head.replace("  b  box\n", "  b  box\n  c  crate\n");
    let text = format!("{head}{body}\n{levels}");
    let loaded = Game::load(&text);
    loaded.game.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

const BOXES: &str = include_str!("../../../../tests/games/boxes.masu");

const WIN: &str = "win when every goal has box\n";

const PUSH: &str =
    "action push in d\n  player box free -> _ player box\n  else player free -> _ player\n\n";

const ROOM: &str = "level \"Room\"\n  .......\n  .b.#.c.\n  ..pg.b.\n  .g...b.\n  .......\n";

fn start(game: &Game) -> State {
    game.start(&Setup { level: Some(1), ..Setup::default() }).expect("a level")
}

fn model(game: &Game) -> Option<Model> {
    let meter = &Meter::of(&Budget::default());
    Model::of(&Operators::of(game.rules(), &start(game), meter).ok()?, meter)
}

/// Successors as a model says: the codes of a state after each of its choices.
fn said(model: &Model, facts: &[u32], walker: Spot) -> Vec<(Action, Vec<u32>, Spot)> {
    let holds = |fact: &u32| facts.contains(fact);
    let mut found = Vec::new();
    for &(first, end) in &model.choices[usize::from(walker)] {
        let moves = &model.moves[first as usize..end as usize];
        let can =
            moves.iter().find(|it| it.needs.iter().all(holds) && !it.forbids.iter().any(holds));
        let Some(it) = can else { continue };
        let mut next: Vec<u32> =
            facts.iter().copied().filter(|fact| !it.clears.contains(fact)).collect();
        next.extend(&it.sets);
        next.sort_unstable();
        next.dedup();
        if it.to != walker || next != facts {
            found.push((it.action, next, it.to));
        }
    }
    found.sort();
    found
}

/// Plays at random, and compares at each state what can be done and what comes of it.
#[track_caller]
fn check_agrees(body: &str) -> Model {
    let game = &game(body, ROOM);
    let first = start(game);
    let Some(model) = model(game) else { panic!("no model: {body}") };
    let mut random = Random::new(9);
    for _ in 0..12 {
        let mut state = first.clone();
        let (mut facts, mut walker) = (model.start.clone(), model.walker);
        facts.sort_unstable();
        for _ in 0..30 {
            let mut said = said(&model, &facts, walker);
            let legal = game.legal_actions(&state).expect("rules that go well");
            let actions: Vec<Action> = said.iter().map(|it| it.0).collect();
            assert_eq!(actions, legal, "{}", game.print_board(&state));
            if legal.is_empty() {
                break;
            }
            let chosen = random.below(legal.len() as u64) as usize;
            game.apply(&mut state, legal[chosen]).expect("it is legal");
            (_, facts, walker) = said.swap_remove(chosen);
            // The same board, read anew, has the same facts.
            let meter = &Meter::of(&Budget::default());
            let mut operators = Operators::of(game.rules(), &first, meter).expect("operators");
            let codes = operators.codes(&state).expect("contents that were foreseen");
            assert_eq!(
                operators.goal.as_ref().is_ok_and(|goal| goal.holds(&codes)),
                state.outcome.is_some()
            );
            operators.start = codes;
            if let Some(there) = Model::of(&operators, meter).filter(|it| it.spots == model.spots) {
                assert_eq!((there.start.len(), there.walker), (facts.len(), walker));
            }
            if state.outcome.is_some() {
                break;
            }
        }
    }
    model
}

#[test]
fn models_do_what_the_rules_do() {
    let rows = [
        // One box, two boxes, any number of them.
        (format!("{PUSH}{WIN}"), true),
        (
            format!(
                "action push in d\n  player box box free -> _ player box box\n  \
                 else player box free -> _ player box\n  else player free -> _ player\n\n{WIN}"
            ),
            true,
        ),
        // In eight directions; another kind that counts for nothing.
        (format!("{}{WIN}", PUSH.replace("in d", "in d (8 ways)")), true),
        (
            format!(
                "let load = box or crate\n\naction push in d\n  player load free -> _ player load\n  \
                 else player free -> _ player\n\n{WIN}"
            ),
            true,
        ),
        // It swaps places with a box.
        (
            format!(
                "action swap in d\n  player box -> box player\n  else player free -> _ player\n\n{WIN}"
            ),
            true,
        ),
        // Boxes that merge, and boxes that are made.
        (
            format!(
                "action push in d\n  player box box -> _ player box\n  \
                 else player box free -> _ player box\n  else player free -> _ player\n\n{WIN}"
            ),
            true,
        ),
        (format!("{PUSH}action drop in d\n  player free -> player box\n\n{WIN}"), true),
        // Pulling: where a box follows, the way back is another one.
        (
            format!(
                "action pull in d\n  box player free -> _ box player\n  \
                 else player free -> _ player\n\n{WIN}"
            ),
            false,
        ),
        // A one-way street: what was walked cannot be walked back.
        (
            format!("action go\n  player free -> _ player\n\n{PUSH}{WIN}")
                .replace("action go\n  player", "action go\n  right: player"),
            true,
        ),
    ];
    for (body, is_reversible) in rows {
        let model = check_agrees(&body);
        assert_eq!(model.is_reversible, is_reversible, "{body}");
    }
}

#[test]
fn what_has_another_structure_has_no_model() {
    let rows = [
        // Two walkers.
        (format!("{PUSH}{WIN}"), ROOM.replace("..pg.b.", "..pgpb.")),
        // Who slides on ice goes no fixed length.
        (
            format!("action glide in d\n  repeat: player free -> _ player\n\n{PUSH}{WIN}"),
            ROOM.to_owned(),
        ),
        // Something else happens after each action.
        (format!("{PUSH}then\n  all box -> crate\n\n{WIN}"), ROOM.to_owned()),
        // A number decides.
        (
            format!("action push in d when ply < 9\n  player free -> _ player\n\n{WIN}"),
            ROOM.to_owned(),
        ),
        // A win that is no list of what lies where.
        (format!("{PUSH}win when count box = 1\n"), ROOM.to_owned()),
    ];
    for (body, level) in rows {
        let game = game(&body, &level);
        assert!(model(&game).is_none(), "{body}");
    }
}

#[test]
fn formulas_are_simplified_by_what_can_be_held() {
    let formula = Formula::And(vec![
        Formula::Is((0, 0b01)),
        Formula::Or(vec![Formula::Is((1, 0b10)), Formula::Is((2, 0b11))]),
    ]);
    assert_eq!(formula.simplified(&[0b01, 0b10, 0b11]), Formula::True);
    assert_eq!(formula.simplified(&[0b10, 0b10, 0b11]), Formula::False);
    assert_eq!(formula.simplified(&[0b11, 0b01, 0b100]), Formula::False);
    assert_eq!(
        formula.simplified(&[0b11, 0b01, 0b101]),
        Formula::And(vec![Formula::Is((0, 0b01)), Formula::Is((2, 0b001)),])
    );
}

/// A room of random walls, boxes and goals.
fn random_room(random: &mut Random) -> String {
    let (width, height) = (4 + random.below(3) as usize, 3 + random.below(3) as usize);
    let mut cells = vec!['.'; width * height];
    for (glyph, count) in [('p', 1), ('#', 4), ('g', 3), ('b', 3)] {
        for _ in 0..count {
            let cell = random.below((width * height) as u64) as usize;
            if cells[cell] == '.' {
                cells[cell] = glyph;
            }
        }
    }
    let rows = cells.chunks(width).map(|row| format!("  {}\n", row.iter().collect::<String>()));
    format!("level \"Room\"\n{}", rows.collect::<String>())
}

#[test]
fn what_is_not_followed_wins_nothing() {
    let rows = [
        format!("{PUSH}{WIN}"),
        format!("{PUSH}win when every box is goal\n"),
        format!("{}{WIN}", PUSH.replace("in d", "in d (8 ways)")),
        format!(
            "action push in d\n  player box box free -> _ player box box\n  \
             else player box free -> _ player box\n  else player free -> _ player\n\n{WIN}"
        ),
        format!("action pull in d\n  box player free -> _ box player\n{PUSH}{WIN}"),
        format!(
            "action go in d\n  player free -> _ player\naction pull in d\n  \
             box player free -> _ box player\n\n{WIN}"
        ),
    ];
    let mut random = Random::new(31);
    let budget = Budget { nodes: u64::MAX, ..Budget::default() };
    let mut seen = [0, 0];
    for body in rows {
        for _ in 0..150 {
            let level = random_room(&mut random);
            let game = game(&body, &level);
            let state = start(&game);
            let Some(model) = model(&game).filter(|_| state.outcome.is_none()) else { continue };
            let mut forward = Forward::new(&game, &state, Aim::Any, &budget);
            let expected = forward.step(u64::MAX);
            // From the start alone for long, and from the win as soon as may be.
            for nodes in [300, 0] {
                let meter = &Meter::of(&budget);
                let search = PushSearch::new(model.clone(), &budget, meter);
                let mut search = search.expect("few conditions").alone_for(nodes);
                let found = search.step(u64::MAX);
                assert_eq!(found, expected, "{body}\n{level}");
                let line = search.best().cloned();
                assert_eq!(line.is_some(), found == Status::Done);
                let replayed = line.map(|line| line.replay(&game, &state).is_ok());
                assert_ne!(replayed, Some(false), "{body}\n{level}");
            }
            seen[usize::from(expected == Status::Done)] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
}

#[test]
fn two_movers_that_cannot_win_alone_never_win() {
    let rows = [
        format!("{PUSH}{WIN}"),
        format!("{PUSH}win when every box is goal\n"),
        format!("{}{WIN}", PUSH.replace("in d", "in d (8 ways)")),
        format!("action pull in d\n  box player free -> _ box player\n{PUSH}{WIN}"),
    ];
    let mut random = Random::new(37);
    let budget = Budget { nodes: u64::MAX, ..Budget::default() };
    // Won, and lost because of a pair, of which no single mover says so.
    let mut seen = [0, 0];
    for body in rows {
        for _ in 0..200 {
            let level = random_room(&mut random);
            let game = game(&body, &level);
            let state = start(&game);
            let Some(model) = model(&game).filter(|_| state.outcome.is_none()) else { continue };
            let meter = &Meter::of(&budget);
            let Some(distances) = MoverDistances::of(&model, meter) else { continue };
            let Some(table) = PairTable::of(&model, &distances, meter) else { continue };
            let movers = &model.start;
            let mut pairs = movers
                .iter()
                .enumerate()
                .flat_map(|(index, one)| movers[..index].iter().map(move |other| (*one, *other)));
            let can_win = pairs.all(|(one, other)| table.can_win(one, other, model.walker));
            let is_lost_alone = movers.iter().any(|fact| distances.is_dead(*fact));
            let found = Forward::new(&game, &state, Aim::Any, &budget).step(u64::MAX);
            // Of two, the table knows all there is to know.
            if !can_win || movers.len() == 2 {
                let expected = if can_win { Status::Done } else { Status::Exhausted };
                assert_eq!(found, expected, "{body}\n{level}");
            }
            seen[0] += usize::from(can_win && found == Status::Done);
            seen[1] += usize::from(!can_win && !is_lost_alone);
        }
    }
    assert!(seen.iter().all(|&count| count > 10), "{seen:?}");
}

/// All that is found out about a room before a search, in the order in which it is.
fn found_out(game: &Game, meter: &Meter) -> Option<(usize, usize, u64, u64, bool)> {
    let operators = Operators::of(game.rules(), &start(game), meter).ok()?;
    let model = Model::of(&operators, meter)?;
    let distances = MoverDistances::of(&model, meter)?;
    let pairs = PairTable::of(&model, &distances, meter)?;
    let order = TargetOrder::of(&model, &distances, None, meter)?;
    let is_found = order.met(&[0; 8], &[], &distances).count == 0;
    let operator_count = operators.list.len();
    Some((operator_count, model.moves.len(), distances.bytes(), pairs.bytes(), is_found))
}

#[test]
fn what_is_found_out_within_bounds_is_what_is_found_out_without() {
    let game = game(&format!("{PUSH}{WIN}"), "level \"Row\"\n  .p.b..g\n  ..b.g..\n");
    let all = found_out(&game, &Meter::with(u64::MAX, u64::MAX));
    assert!(all.is_some(), "it is a room of boxes");
    // Bounds that are met here and there: all of it is found, or nothing.
    for (what, meter) in [
        ("steps", (|bound| Meter::with(bound, u64::MAX)) as fn(u64) -> Meter),
        ("bytes", |bound| Meter::with(u64::MAX, bound)),
    ] {
        let mut is_enough = false;
        for bound in (0..24).map(|power| 1 << power).flat_map(|it| [it, it + it / 2]) {
            let meter = meter(bound);
            let found = found_out(&game, &meter);
            assert!(found.is_some() || meter.taken_limit().is_some(), "{bound} {what}");
            assert!(found.is_some() || !is_enough, "{bound} {what} are less than fewer");
            is_enough |= found.is_some();
            assert!(found.is_none() || found == all, "{bound} {what}");
        }
        assert!(is_enough, "{what}");
    }
}

/// Check of what is met in a level of one row, where boxes lie on these columns.
#[track_caller]
fn check_met(
    row: &str,
    columns: &[i32],
    walker_ends_at: Option<i32>,
    expected: Option<TargetsMet>,
) {
    let game = game(&format!("{PUSH}{WIN}"), &format!("level \"Row\"\n  {row}\n"));
    let model = model(&game).expect("a model");
    let meter = &Meter::of(&Budget::default());
    let distances = MoverDistances::of(&model, meter).expect("boxes last");
    let spot = |column: i32| {
        let at =
            model.cells.iter().position(|&cell| start(&game).board.grid().column(cell) == column);
        at.expect("a spot")
    };
    let walker = walker_ends_at.map(|it| spot(it) as Spot);
    let order = TargetOrder::of(&model, &distances, walker, meter);
    let mut facts = vec![0; model.facts.div_ceil(64)];
    let mut movers = Vec::new();
    for &column in columns {
        let kind = model.start[0] as usize / model.spots * model.spots;
        let fact = kind + spot(column);
        facts[fact / 64] |= 1 << (fact % 64);
        movers.push(fact as u32);
    }
    assert_eq!(order.map(|it| it.met(&facts, &movers, &distances)), expected, "{columns:?}");
}

#[test]
fn targets_that_nothing_can_come_to_in_their_turn_are_told() {
    let met = |count, ahead, stranded| Some(TargetsMet { count, ahead, stranded });
    let closed = "#gg.b.b.p.";
    check_met(closed, &[4, 6], None, met(0, Some(3), 0));
    check_met(closed, &[1, 6], None, met(1, Some(4), 0));
    // On the last column nothing can be pushed back.
    check_met(closed, &[4, 9], None, met(0, Some(3), 1));
    check_met(closed, &[1, 9], None, met(1, None, 1));
    check_met(closed, &[1, 2], None, met(2, None, 0));
    // Who pushed it to the goal from the right is not left of it in the end.
    let open = "..g.b.p.";
    check_met(open, &[4], Some(6), met(0, Some(2), 0));
    check_met(open, &[4], Some(0), met(0, Some(2), 1));
}
