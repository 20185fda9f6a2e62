//! The pseudo-terminal notices what it is there to notice: small scripts in the binary's place.

use rustix::process::Signal;

use crate::pseudo_terminal::{Ended, Kind, Modes, Terminal};

fn start(kind: &Kind, script: &str) -> Terminal {
    Terminal::start_program(kind, &["sh", "-c", script])
}

fn run(script: &str) -> Ended {
    start(&Kind::default(), script).end()
}

#[test]
fn settings_that_are_not_restored_are_noticed() {
    let ended = run("stty -echo");
    assert_ne!(ended.settings_after, ended.settings_before);
    run("stty -echo; stty echo").check_clean();
}

#[test]
fn modes_that_are_not_left_are_noticed() {
    let clean = Modes::default();
    for (number, modes) in [
        ("1049", Modes { alternate_screen: true, ..clean }),
        ("1002", Modes { reports_mouse: true, ..clean }),
        ("2004", Modes { marks_pastes: true, ..clean }),
    ] {
        assert_eq!(run(&format!("printf '\\033[?{number}h'")).modes, modes, "{number}");
        run(&format!("printf '\\033[?{number}h\\033[?{number}l'")).check_clean();
    }
    assert_eq!(run("printf '\\033[?25l'").modes, Modes { hides_cursor: true, ..clean });
}

#[test]
fn statuses_and_signals_are_told() {
    assert_eq!(run("exit 3").status, 3);
    assert_eq!(run("kill -9 $$").status, 128 + Signal::KILL.as_raw());
    let terminal = start(&Kind::default(), "echo ready; read line");
    terminal.wait_for("ready");
    terminal.send(Signal::TERM);
    assert_eq!(terminal.end().status, 128 + Signal::TERM.as_raw());
}

#[test]
fn ctrl_c_reaches_the_program_alone() {
    let terminal = start(&Kind::default(), "trap 'exit 7' INT; echo ready; read line");
    terminal.wait_for("ready");
    terminal.press("\u{3}");
    assert_eq!(terminal.end().status, 7);
}

#[test]
fn a_program_can_be_suspended_and_resumed() {
    for signal in [Signal::TSTP, Signal::STOP] {
        let mut terminal = start(&Kind::default(), "echo ready; read line; echo \"got $line\"");
        terminal.wait_for("ready");
        for _ in 0..2 {
            terminal.send(signal);
            terminal.wait_until_suspended();
            terminal.resume();
        }
        terminal.press("word\n");
        terminal.wait_for("got word");
        terminal.end().check_clean();
    }
}

#[test]
fn a_program_sees_the_size_and_each_change_of_it() {
    let script = "trap 'stty size' WINCH; stty size; while :; do read line && exit; done";
    let terminal = start(&Kind { columns: 20, rows: 5, ..Kind::default() }, script);
    terminal.wait_for("5 20");
    terminal.resize(80, 24);
    terminal.wait_for("24 80");
    terminal.press("\n");
    terminal.end().check_clean();
}

#[test]
fn the_cursors_place_is_answered_as_wide_as_characters_are_drawn() {
    // What was printed before the question, on a terminal that draws `●` wide, and the answer.
    let kind = Kind { wide: "●", ..Kind::default() };
    for (printed, column) in [("", 1), ("ab", 3), ("○", 2), ("●", 3), ("●○●", 6), ("麻", 3)]
    {
        let script =
            format!("stty raw -echo; printf '{printed}\\033[6n'; head -c 6 | cat -v; stty sane");
        let ended = start(&kind, &script).end();
        assert!(ended.screen.contains(&format!("^[[1;{column}R")), "{printed}: {}", ended.screen);
    }
}

#[test]
fn a_silent_terminal_answers_nothing() {
    let kind = Kind { is_silent: true, ..Kind::default() };
    let script = "printf '\\033[6n\\033[c'; echo asked; read line; echo \"[$line]\"";
    let terminal = start(&kind, script);
    terminal.wait_for("asked");
    terminal.press("\n");
    terminal.wait_for("[]");
    terminal.end().check_clean();
}

#[test]
fn the_mouse_and_pastes_are_sent_as_terminals_do() {
    let show = |count: usize| {
        format!("stty raw -echo; printf ' 麻x\\r\\n  o'; head -c {count} | cat -v; stty sane")
    };
    let terminal = start(&Kind::default(), &show(18));
    terminal.wait_for("o");
    terminal.click("x");
    terminal.wait_for("^[[<0;4;1M^[[<0;4;1m");
    let terminal = start(&Kind::default(), &show(28));
    terminal.wait_for("o");
    terminal.drag("x", "o");
    terminal.wait_for("^[[<0;4;1M^[[<32;3;2M^[[<0;3;2m");
    let terminal = start(&Kind::default(), &show(14));
    terminal.wait_for("o");
    terminal.paste("qq");
    terminal.wait_for("^[[200~qq^[[201~");
}

#[test]
fn what_goes_is_waited_for_as_what_comes() {
    let script = "printf '\\033[?1049hword'; read line; printf '\\033[H\\033[2J'; read line; \
                  printf '\\033[?1049l'";
    let terminal = start(&Kind::default(), script);
    terminal.wait_for("word");
    terminal.wait_for_modes(Modes { alternate_screen: true, ..Modes::default() });
    terminal.press("\n");
    terminal.wait_without("word");
    terminal.press("\n");
    terminal.wait_for_modes(Modes::default());
    terminal.end().check_clean();
}

#[test]
fn a_program_without_its_terminal_is_waited_for() {
    for script in ["echo ready; read line", "trap '' HUP; echo ready; read line; true"] {
        let terminal = start(&Kind::default(), script);
        terminal.wait_for("ready");
        terminal.hang_up();
    }
}
