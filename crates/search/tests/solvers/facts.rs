//! Facts that rules show, and what only looks like one.

use masume_search::facts::{Fact, FactKind, facts};
use masume_search::{Budget, facts::Reason};

use super::boxes::head_of_boxes;
use super::{game, shipped, start};

fn of_text(text: &str) -> Vec<Fact> {
    let game = game(text);
    facts(&game, &start(&game), &Budget::default())
}

fn of_shipped(name: &str) -> Vec<Fact> {
    let game = shipped(name);
    facts(&game, &start(&game), &Budget::default())
}

fn find(facts: &[Fact], kind: FactKind) -> &Fact {
    let found = facts.iter().find(|fact| fact.kind == kind);
    found.unwrap_or_else(|| panic!("{kind:?} is not told"))
}

/// A kind of fact, whether it holds, and why.
type Expected = (FactKind, bool, Reason);

/// Check that facts of these kinds hold, or do not, and why.
#[track_caller]
fn check(name: &str, facts: &[Fact], expected: &[Expected]) {
    for &(kind, holds, reason) in expected {
        let found = find(facts, kind);
        assert_eq!((found.holds, found.reason), (holds, reason), "{name}: {kind:?}");
    }
}

/// A game of boxes with this action, this win and this level.
fn boxes(action: &str, win: &str, level: &str) -> Vec<Fact> {
    let head = head_of_boxes().replace("game Boxes\n", "game Boxes\nvalue pushes\n");
    of_text(&format!("{head}{action}\n\n{win}\n\nlevel \"Room\"\n{level}"))
}

const PUSH: &str =
    "action push in d\n  player box free -> _ player box\n  else player free -> _ player";
const WIN: &str = "win when every goal has box";
const ROOM: &str = "  ......\n  .b.b..\n  ..p.#.\n  .g.g..\n  ......\n";

#[test]
fn all_facts_of_pushing_hold_of_pushing_and_not_of_what_is_near_it() {
    use FactKind::{Enclosed, Frozen, Movers, Operators, Region, Relaxed, Single, Walker};
    let rows: [(&str, Vec<Fact>, &[Expected]); 8] = [
        (
            "push",
            boxes(PUSH, WIN, ROOM),
            &[
                (Single, true, Reason::OneOfEach),
                (Walker, true, Reason::WalkerIs),
                (Region, true, Reason::StepsBack),
                (Movers, true, Reason::MovedOneByOne),
                (Relaxed, true, Reason::NeedsRoomOnly),
                (Frozen, true, Reason::AllWanted),
                (Enclosed, true, Reason::AllWanted),
            ],
        ),
        (
            "pull, where a box follows",
            boxes(
                "action pull in d\n  box player free -> _ box player\n  else player free -> _ player",
                WIN,
                ROOM,
            ),
            &[
                (Walker, true, Reason::WalkerIs),
                (Region, false, Reason::NoStepBack),
                (Enclosed, false, Reason::NoStepBack),
            ],
        ),
        (
            "two walkers",
            boxes(PUSH, WIN, "  ......\n  .b.b..\n  ..p.p.\n  .g.g..\n"),
            &[
                (Single, false, Reason::NoneSingle),
                (Walker, false, Reason::NoWalker),
                (Region, false, Reason::NeedsWalker),
                (Enclosed, false, Reason::NeedsWalker),
            ],
        ),
        (
            "ice",
            boxes("action glide in d\n  repeat: player free -> _ player", WIN, ROOM),
            &[(Operators, false, Reason::MoreThanPlaces), (Walker, false, Reason::NoOperators)],
        ),
        (
            "boxes that merge",
            boxes(
                "action push in d\n  player box box -> _ player box\n  else player box free -> _ player box\n  \
                 else player free -> _ player",
                WIN,
                ROOM,
            ),
            &[
                (Walker, true, Reason::WalkerIs),
                (Movers, false, Reason::NotOneByOne),
                (Frozen, false, Reason::NotOneByOne),
                (Enclosed, false, Reason::NeedsThings),
            ],
        ),
        (
            "two boxes at once",
            boxes(
                "action push in d\n  player box box free -> _ player box box\n  \
                 else player box free -> _ player box\n  else player free -> _ player",
                WIN,
                ROOM,
            ),
            &[(Relaxed, false, Reason::NeedsThings), (Enclosed, false, Reason::NeedsThings)],
        ),
        (
            "a box to spare",
            boxes(PUSH, WIN, "  ......\n  .b.b..\n  ..p.#.\n  .g....\n"),
            &[
                (Movers, true, Reason::MovedOneByOne),
                (Frozen, false, Reason::LeftOver),
                (Enclosed, false, Reason::LeftOver),
            ],
        ),
        (
            "a walker that is doubled",
            boxes(
                "action go in d\n  player box free -> _ player box\n  else player free -> player player",
                WIN,
                ROOM,
            ),
            &[(Walker, false, Reason::NoWalker)],
        ),
    ];
    for (name, facts, expected) in rows {
        check(name, &facts, expected);
    }
}

#[test]
fn tiles_that_fall_are_not_taken_in_pairs() {
    let tiles = |rest: &str| {
        of_text(&format!(
            "game Tiles\nboard 4 x 4 with a rim of 1\npieces\n  tile: 4 kinds\n\nlegend\n  .  nothing\n  \
             A-D  tile\n\nstart\n  shuffle 4 of each tile over any\n\naction take a and b\n  \
             4 ways from a to b: n empty* turn? empty* turn? empty* n -> _ ... _\n\n{rest}\
             win when no tile\nlose when no action\n"
        ))
    };
    check("pairs", &tiles(""), &[(FactKind::Pairs, true, Reason::TakenInPairs)]);
    let fall = "then\n  repeat down: n _ -> _ n\n\n";
    check("tiles that fall", &tiles(fall), &[(FactKind::Pairs, false, Reason::NotInPairs)]);
}

#[test]
fn shipped_games_show_what_they_are() {
    use FactKind::{Certain, Commute, Fixed, Invariant, Live, Pairs, Progress, Slides, Symmetry};
    let rows: [(&str, &[Expected]); 6] = [
        (
            "sokoban",
            &[
                (Live, true, Reason::NotRead),
                (Fixed, true, Reason::NotWritten),
                (Certain, true, Reason::NoDraw),
                (Progress, false, Reason::NoDirection),
                (Slides, false, Reason::NotOneGap),
            ],
        ),
        (
            "peg-solitaire",
            &[
                (Symmetry, true, Reason::Images),
                (Progress, true, Reason::Fewer),
                (Invariant, true, Reason::SumStays),
                (Commute, false, Reason::Depends),
            ],
        ),
        ("samegame", &[(Certain, true, Reason::NoDraw), (Symmetry, false, Reason::NoImage)]),
        ("lights-out", &[(Commute, true, Reason::Exchanges)]),
        (
            "fifteen",
            &[
                (Slides, true, Reason::OneGap),
                (Progress, false, Reason::NoDirection),
                (Symmetry, false, Reason::NoImage),
            ],
        ),
        (
            "2048",
            &[
                (Certain, false, Reason::Draws),
                (Symmetry, true, Reason::Images),
                (Pairs, false, Reason::NotInPairs),
            ],
        ),
    ];
    for (name, expected) in rows {
        check(name, &of_shipped(name), expected);
    }
}

#[test]
fn every_fact_is_told_of_every_game_in_one_order() {
    for shipped in masume_engine::shipped_games() {
        let game = game(shipped.text);
        let told = facts(&game, &start(&game), &Budget::default());
        let kinds: Vec<FactKind> = told.iter().map(|fact| fact.kind).collect();
        assert_eq!(kinds, FactKind::ALL, "{}", shipped.name);
    }
}
