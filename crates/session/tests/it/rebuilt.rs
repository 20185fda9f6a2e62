//! A session whose game's text has changed.

use masume_session::{Kept, Session};

use crate::support::{PUSHING, act, edition, session};

fn check(actions: &str, old: &str, new: &str, expected: Kept) -> Session {
    let mut session = session(PUSHING);
    act(&mut session, actions);
    let text = PUSHING.replace(old, new);
    assert_ne!(text, PUSHING, "`{old}` is not in the text");
    let (rebuilt, kept) = session.rebuilt(edition(&text)).unwrap();
    assert_eq!(kept, expected, "{old} -> {new}");
    rebuilt
}

const WALK: &str = "push right, push right, push right";

#[test]
fn what_does_not_matter_keeps_everything() {
    let rebuilt = check(WALK, "game Pushing", "game Shoving", Kept::Everything);
    assert_eq!(rebuilt.edition().title(), "Shoving");
    assert_eq!(rebuilt.position(), 3);
    // The action has another name, and means the same: its text says so no longer.
    check(WALK, "action push in d", "action shove in d", Kept::Position);
}

#[test]
fn a_position_that_fits_is_kept_though_it_could_not_come_about() {
    let mut session = session(PUSHING);
    act(&mut session, "push right, push right, push right");
    let board = session.game().print_board(session.state());
    let text = PUSHING
        .replace("else player free -> _ player", "else player free -> _ player, pushes += 1");
    let (mut rebuilt, kept) = session.rebuilt(edition(&text)).unwrap();
    assert_eq!(kept, Kept::Position);
    assert_eq!(rebuilt.game().print_board(rebuilt.state()), board);
    assert_eq!(rebuilt.timeline().len(), 0);
    // It goes on from there by the new rules.
    act(&mut rebuilt, "push left");
    assert_eq!(rebuilt.game().values(rebuilt.state())[0].1, 1);
}

#[test]
fn a_level_that_is_drawn_anew_is_seen() {
    // Another board, on which the old one would be a position like any other.
    let other_board = "  #######\n  #p....#\n  #.#b.g#";
    let new_board = "  #######\n  #p...##\n  #.#b.g#";
    let rebuilt = check(WALK, other_board, new_board, Kept::Replayed { done: 3, of: 3 });
    assert!(rebuilt.game().print_board(rebuilt.state()).contains("#...p##"));
    // So is one that was not played on yet, and one whose position was kept before.
    check("", other_board, new_board, Kept::Nothing);
    let mut session = session(PUSHING);
    act(&mut session, WALK);
    let rules = ("else player free -> _ player", "else player free -> _ player, pushes += 1");
    let text = PUSHING.replace(rules.0, rules.1);
    let (kept, how) = session.rebuilt(edition(&text)).unwrap();
    assert_eq!(how, Kept::Position);
    let (rebuilt, how) = kept.rebuilt(edition(&text.replace(other_board, new_board))).unwrap();
    assert_eq!(how, Kept::Nothing);
    assert!(rebuilt.game().print_board(rebuilt.state()).contains("#p...##"));
}

#[test]
fn a_position_that_does_not_fit_is_played_again() {
    // The box is gone, and its glyph with it.
    let no_box = "\
game Walking
pieces
  ground: wall
  thing:  player

legend
  .  nothing
  #  wall
  @  player

action push in d
  player [no wall, no thing] -> _ player

level
  #######
  #@..#.#
  #######
";
    let mut session = session(PUSHING);
    act(&mut session, WALK);
    let (rebuilt, kept) = session.rebuilt(edition(no_box)).unwrap();
    assert_eq!(kept, Kept::Replayed { done: 2, of: 3 });
    assert_eq!(rebuilt.position(), 2);
    let nothing = no_box.replace("#@..#.#", "#@#...#");
    let (rebuilt, kept) = session.rebuilt(edition(&nothing)).unwrap();
    assert_eq!(kept, Kept::Nothing);
    assert_eq!(rebuilt.position(), 0);
}

#[test]
fn the_first_level_of_a_text_is_seen() {
    let (rules, _) = PUSHING.split_once("level").unwrap();
    let size = rules.replacen('\n', "\nboard 7 x 3\n", 1);
    for level in ["#######\n  #p.b.g#\n  #######", "#####\n  #pbg#\n  #####"] {
        let text = format!("{rules}level\n  {level}\n");
        let (rebuilt, kept) = session(&size).rebuilt(edition(&text)).unwrap();
        assert_eq!(kept, Kept::Nothing, "{level}");
        let rows: Vec<&str> = level.split_whitespace().collect();
        assert!(rebuilt.game().print_board(rebuilt.state()).contains(&rows.join("\n")));
    }
}

#[test]
fn a_level_that_is_gone_is_an_error() {
    let third = session(PUSHING).at_level(3).unwrap();
    let cut = PUSHING.split("level \"Three\"").next().unwrap();
    // The board still fits, and can be played on.
    assert_eq!(third.rebuilt(edition(cut)).unwrap().1, Kept::Position);
    let other_legend = cut.replace("  b  box", "  $  box").replace('b', "$");
    let other_legend = other_legend.replace("a$", "ab").replace("$ox", "box");
    assert!(third.rebuilt(edition(&other_legend)).is_err());
}
