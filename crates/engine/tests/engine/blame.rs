//! Errors of the run are shown at the statement that caused them, on every executor.

use masume_engine::{Code, Executor, Game};

/// A game around a snippet; the box makes `3 / count player` a division by zero.
const HEAD: &str = "\
game Test
players black white
pieces
  thing: player box
  disc: black white
legend
  .  nothing
  b  box
level
  bb..
value moves
";

/// The text that the first error of the run underlines.
fn underlined(snippet: &str, executor: Executor) -> String {
    let action = if snippet.contains("action ") { "" } else { "action wait\n" };
    let text = format!("{HEAD}{action}{snippet}");
    let loaded = Game::load(&text);
    let Some(game) = loaded.game else { panic!("{:?}\n{text}", loaded.diagnostics) };
    let found = game.with_executor(executor).check_play(20, 1);
    let Some(error) = found.first() else { return "no error".to_owned() };
    assert!(matches!(
        error.code,
        Code::OutOfFuel | Code::Overflow | Code::DivisionByZero | Code::ConflictingWrites
    ));
    text[error.span.range()].to_owned()
}

#[test]
fn errors_are_shown_at_the_statement_that_did_it() {
    let rows = [
        ("then\n  moves = 3 / count player\n", "moves = 3 / count player"),
        ("then\n  player -> box\n  moves = 3 / count player\n", "moves = 3 / count player"),
        ("then\n  box -> box\n  20000 times: moves += 1\n", "20000 times: moves += 1"),
        ("then\n  (3 / count player) times: box -> _\n", "(3 / count player) times: box -> _"),
        ("then\n  repeat: moves += 1\n", "repeat: moves += 1"),
        ("value big = 2\nthen\n  repeat: big = big * 3\n", "big = big * 3"),
        ("then\n  box -> box\n  let few = 3 / count player\n", "let few = 3 / count player"),
        (
            "then\n  box -> box\n  require 3 / count player > 1\n  box -> player\n",
            "require 3 / count player > 1",
        ),
        (
            "then\n  box -> box\n  if 3 / count player > 1:\n    box -> player\n",
            "if 3 / count player > 1:",
        ),
        // Neither the rule in the loop nor the loop around it is endless.
        ("then\n  3 times:\n    repeat\n      box -> player\n      else player -> box\n", "repeat"),
        ("then\n  repeat\n    3 times: box -> box\n    moves += 1\n", "repeat"),
        ("then\n  all\n    first box -> player\n    first box -> _\n", "all"),
        (
            "action go when 3 / count player > 1\n  box -> player\naction wait\n",
            "3 / count player > 1",
        ),
        (
            "then\n  box -> box\nagain when 3 / count player > 1\n",
            "again when 3 / count player > 1",
        ),
        ("end when some box\nscore 3 / count player\n", "score 3 / count player"),
        ("then\n  box -> box\nwin when 3 / count player > 1\n", "win when 3 / count player > 1"),
    ];
    for (snippet, expected) in rows {
        for executor in Executor::ALL {
            assert_eq!(underlined(snippet, executor), expected, "{executor}: {snippet}");
        }
    }
}
