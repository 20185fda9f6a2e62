//! The command line from outside: the real binary on small games of its own.

mod agents;
mod bad_input;
mod bot_protocols;
#[cfg(unix)]
mod bounds;
mod chat;
mod check_and_fmt;
mod collections;
mod drive;
mod errors_in_japanese;
#[cfg(unix)]
mod full_disk;
#[cfg(unix)]
mod full_screen;
#[cfg(unix)]
mod full_screen_ends;
#[cfg(unix)]
mod full_screen_keeps;
mod harness;
mod hostile_text;
#[cfg(unix)]
mod interrupted;
mod json_lines;
mod levels;
mod manual;
mod matches;
mod menu;
mod naming;
mod new;
mod opponents;
mod play;
mod play_by_ear;
mod play_cells;
mod playout;
#[cfg(unix)]
mod pseudo_terminal;
#[cfg(unix)]
mod pseudo_terminal_itself;
mod readme;
mod replay;
mod run;
mod service;
mod solve;
mod stats;
#[cfg(target_os = "linux")]
mod stopping;
#[cfg(unix)]
mod terminal;
mod thinking;
#[cfg(unix)]
mod whole_games;
mod written_moves;
