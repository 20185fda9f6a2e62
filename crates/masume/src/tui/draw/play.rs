//! A game: its title, its board, what is said about it.

use masume_engine::{Action, Argument};
use masume_presentation::dialogue::{Command, Phase};
use masume_presentation::locale::Phrases;
use masume_presentation::picture::hue::Hue;
use masume_presentation::play::Play;
use masume_session::Meaning;
use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph};
use unicode_width::UnicodeWidthStr as _;

use super::areas::{Areas, LEAN, areas};
use super::footer::{self, Entry, Rank};
use super::joined::JoinedLine;
use super::side;
use super::text::{bar, message, shortened, wrapped};
use crate::tui::board::{Paint, layout, paint};
use crate::tui::facts::Facts;

/// State of the world around a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Around<'a> {
    /// Warning about what went wrong.
    pub(crate) warning: Option<&'a str>,
    /// True if what is played is kept.
    pub(crate) is_kept: bool,
}

/// Draws a game.
pub(crate) fn draw(
    frame: &mut Frame<'_>,
    play: &Play,
    facts: &Facts,
    phrases: &Phrases,
    around: Around<'_>,
) {
    let areas = areas(play, facts);
    let mut place = position(play, phrases);
    if !around.is_kept {
        place = [phrases.say("not-kept", &[]), place].join("  ");
    }
    if areas.title.height > 0 {
        bar(frame, areas.title, &heading(play, phrases), &place);
    }
    match layout(play, facts) {
        Some(layout) => {
            let (board, marks) = (&play.dialogue.session.state().board, play.marks());
            let what = Paint {
                layout: &layout,
                looks: &play.looks,
                board,
                marks: &marks,
                palette: facts.palette,
            };
            paint(frame.buffer_mut(), &what);
            if let Some(joined) = &play.joined {
                let line = JoinedLine { path: &joined.path, layout: &layout, play };
                line.draw(frame.buffer_mut(), areas.board, facts.palette);
            }
        }
        None => message(frame, areas.board, &phrases.say("no-room", &[])),
    }
    let mut status = play.status(phrases);
    if areas.side.width > 0 {
        side::draw(frame, play, phrases, areas.side);
    } else {
        status = with_gone(status, play, phrases, areas.status.width);
    }
    let bold = Style::new().add_modifier(Modifier::BOLD);
    frame.render_widget(
        Paragraph::new(status.as_str()).style(bold).alignment(Alignment::Center),
        areas.status,
    );
    if areas.mistakes.height > 0 {
        let lines: Vec<Line<'_>> =
            play.mistakes.iter().map(|line| Line::from(line.as_str())).collect();
        frame.render_widget(Paragraph::new(lines), areas.mistakes);
    }
    footer::draw(frame, &keys(play, phrases), areas.keys, facts.palette);
    let told = told(play, phrases, around.warning, areas);
    said(frame, play, facts, beside_status(told, &status, areas), areas);
}

/// The line of the status, with the status where there is room for both.
fn beside_status(told: Vec<String>, status: &str, areas: Areas) -> Vec<String> {
    let [said] = told.as_slice() else { return told };
    let both = [status, said].join(" | ");
    let is_shared = areas.status == areas.said && !status.is_empty();
    let fits = both.width() <= usize::from(areas.said.width.saturating_sub(2));
    if is_shared && fits { vec![both] } else { told }
}

/// The status with what is gone behind it, where there is room for both.
fn with_gone(status: String, play: &Play, phrases: &Phrases, width: u16) -> String {
    let gone = play.gone(phrases).join("  ");
    let longer = match status.as_str() {
        "" => gone.clone(),
        status => format!("{status} | {gone}"),
    };
    if gone.is_empty() || longer.width() > usize::from(width) { status } else { longer }
}

/// Rows about what happened last; a warning comes first. Where there is no room for all of it, in
/// few words.
fn told(play: &Play, phrases: &Phrases, warning: Option<&str>, areas: Areas) -> Vec<String> {
    let width = areas.said.width.saturating_sub(2);
    let rows = |said: &[String]| -> Vec<String> {
        let warning = warning.map(|it| format!("! {it}"));
        warning.iter().chain(said).flat_map(|line| wrapped(line, width)).collect()
    };
    let dialogue = &play.dialogue;
    let room = match play.dialogue.phase {
        // After the end, what was reached is worth more than what was done last; with what is asked it
        // takes two rows.
        Phase::Asking if areas.keys.y > LEAN => usize::from(areas.said.height.max(2)),
        Phase::Asking => usize::from(areas.said.height),
        Phase::Playing | Phase::Offered | Phase::Returning => most_said(areas),
    };
    let fits = |rows: &Vec<String>| rows.len() <= room;
    // A greeting would cover the board, and the keys that it names stand below.
    let is_lean = areas.status == areas.said;
    if is_lean && dialogue.said == [dialogue.greeting(phrases)] {
        return rows(&[]);
    }
    let longer = [rows(&dialogue.said), rows(&dialogue.said_briefly(phrases))];
    let shortest = || rows(&dialogue.said_shortest(phrases));
    longer.into_iter().find(fits).unwrap_or_else(shortest)
}

/// Number of rows that what is said may cover: the keys stay in sight.
fn most_said(areas: Areas) -> usize {
    usize::from(areas.said.bottom() - areas.title.y)
}

/// Draws what happened last, a victory in a colour and between stars. What is longer than its place
/// covers what is above it, as long as it is shown.
fn said(frame: &mut Frame<'_>, play: &Play, facts: &Facts, mut lines: Vec<String>, areas: Areas) {
    if lines.is_empty() {
        return;
    }
    let width = areas.said.width.saturating_sub(2);
    let bottom = areas.said.bottom();
    let most = most_said(areas);
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            *last = shortened(&format!("{last} ..."), width);
        }
    }
    let mut style = Style::new();
    if let Some(ticks) = play.joy {
        style = facts.palette.words(Hue::Yellow).add_modifier(Modifier::BOLD);
        celebrate(&mut lines, ticks, width);
    }
    let height = (lines.len() as u16).max(areas.said.height);
    let place = Rect { y: bottom - height, height, ..areas.said };
    frame.render_widget(Clear, place);
    let lines: Vec<Line<'_>> = lines.into_iter().map(Line::from).collect();
    frame.render_widget(Paragraph::new(lines).style(style).alignment(Alignment::Center), place);
}

/// Stars on both sides of the words, which twinkle while they are new.
fn celebrate(lines: &mut [String], ticks: u32, width: u16) {
    const STARS: [&str; 4] = ["*   *   *", " *   *   ", "  *   *  ", "   *   * "];
    let Some(words) = lines.iter_mut().rev().nth(1) else { return };
    let left = STARS[ticks as usize / 3 % STARS.len()];
    let right: String = left.chars().rev().collect();
    let starred = format!("{left}  {words}  {right}");
    if starred.width() <= usize::from(width) {
        *words = starred;
    }
}

fn heading(play: &Play, phrases: &Phrases) -> String {
    let mut heading = play.dialogue.heading(phrases);
    if play.dialogue.session.level().is_some_and(|level| play.dialogue.solved.contains(&level)) {
        heading.push_str(" *");
    }
    match play.replayed() {
        Some(_) => phrases.say("heading-replay", &[("game", heading.into())]),
        None => heading,
    }
}

/// Position among the actions that were done, where something was undone.
fn position(play: &Play, phrases: &Phrases) -> String {
    let (position, count) =
        (play.dialogue.session.position(), play.dialogue.session.timeline().len());
    let values = [("position", position.into()), ("count", count.into())];
    if let Some(replayed) = play.replayed() {
        let values = [("position", position.into()), ("count", replayed.to.into())];
        let id = if replayed.is_running { "replay-runs" } else { "replay-stands" };
        return phrases.say(id, &values);
    }
    match position == count {
        true => phrases.say("actions-done", &values),
        false => phrases.say("actions-of", &values),
    }
}

/// The keys that help now.
pub(super) fn keys(play: &Play, phrases: &Phrases) -> Vec<Entry> {
    let is_itself = play.dialogue.plays_itself() && play.dialogue.phase != Phase::Asking;
    if play.replayed().is_some() || is_itself {
        return replay_keys(play, phrases);
    }
    if play.dialogue.is_painted {
        return painted_keys(play, phrases);
    }
    let is_over = play.dialogue.phase == Phase::Asking;
    let is_shared = play.dialogue.session.game().rules().players.len() > 1;
    let has_levels = play.dialogue.session.game().level_count() > 1;
    let commands = [
        (Command::Help, "hint-help", Rank::Needed, true),
        (Command::Undo, "hint-undo", Rank::Useful, true),
        (Command::Restart, "hint-restart", Rank::Useful, !is_over),
        (Command::Choices, "hint-choices", Rank::Useful, !is_over),
        (Command::Hint, "hint-hint", Rank::Spare, !is_over),
        (Command::History, "hint-history", Rank::Spare, is_shared),
        (Command::NextLevel, "hint-next-level", Rank::Spare, !is_over && has_levels),
        (Command::Trace, "hint-trace", Rank::Spare, true),
        (Command::Save, "hint-save", Rank::Spare, true),
        (Command::Leave, "hint-leave", Rank::Needed, true),
    ];
    let mut entries = Vec::new();
    let has_hint = !is_over && play.dialogue.advice.is_shown();
    if has_hint {
        entries.extend(entry(play, Command::Follow, "hint-follow", Rank::Needed, phrases));
    }
    for (command, id, rank, _) in commands.into_iter().filter(|(.., helps)| *helps) {
        entries.extend(entry(play, command, id, rank, phrases));
        if command == Command::Help {
            entries.extend(actions(play, phrases));
        }
    }
    entries
}

/// Actions that can be done now and are neither a step nor at a cell, such as to pass, each with
/// its first key.
fn actions(play: &Play, phrases: &Phrases) -> Vec<Entry> {
    let session = &play.dialogue.session;
    let legal = session.legal_actions().unwrap_or_default();
    let alone =
        legal.iter().filter(|action| action.arguments.iter().all(|it| *it == Argument::None));
    let teller = play.dialogue.teller(phrases);
    let entry = |action: &Action| {
        let means = |text: &str| session.game().read_action(session.state(), text) == Ok(*action);
        let mut bindings = play.dialogue.keys.bindings().iter();
        let binding = bindings.find(|it| match &it.meaning {
            Meaning::Action(text) => means(text),
            Meaning::Help | Meaning::Command(_) => false,
        })?;
        let words = teller.action(session.state(), *action);
        Some(Entry::named(&binding.key, words, Rank::Useful, phrases))
    };
    alone.filter_map(entry).collect()
}

/// The keys while a save is shown.
fn replay_keys(play: &Play, phrases: &Phrases) -> Vec<Entry> {
    let space = match play.replayed() {
        Some(replayed) if replayed.is_running => "hint-stop",
        None if !play.dialogue.is_paused => "hint-stop",
        Some(_) | None => "hint-go-on",
    };
    let commands = [
        (Command::Undo, "hint-step-back", Rank::Useful),
        (Command::Redo, "hint-step-on", Rank::Useful),
        (Command::Slower, "hint-slower", Rank::Spare),
        (Command::Faster, "hint-faster", Rank::Spare),
        (Command::First, "hint-first", Rank::Spare),
        (Command::Last, "hint-last", Rank::Spare),
        (Command::Help, "hint-help", Rank::Spare),
        (Command::Leave, "hint-leave", Rank::Needed),
    ];
    let mut entries = vec![Entry::new("space", space, Rank::Needed, phrases)];
    for (command, id, rank) in commands {
        entries.extend(entry(play, command, id, rank, phrases));
    }
    entries
}

/// The keys of a game that runs by itself.
fn painted_keys(play: &Play, phrases: &Phrases) -> Vec<Entry> {
    let run = if play.is_repeating() { "hint-stop" } else { "hint-run" };
    let commands = [
        (Command::Help, "hint-help", Rank::Needed),
        (Command::GoOn, run, Rank::Useful),
        (Command::Slower, "hint-slower", Rank::Useful),
        (Command::Faster, "hint-faster", Rank::Useful),
        (Command::Choose, "hint-paint", Rank::Useful),
        (Command::Undo, "hint-undo", Rank::Spare),
        (Command::Restart, "hint-restart", Rank::Spare),
        (Command::Save, "hint-save", Rank::Spare),
        (Command::Leave, "hint-leave", Rank::Needed),
    ];
    let mut entries = Vec::new();
    for (command, id, rank) in commands {
        // Enter, which does it too, answers what is asked after the end.
        let is_painting = command == Command::Choose;
        let painting = || Some(Entry::new("space", id, rank, phrases));
        entries.extend(if is_painting {
            painting()
        } else {
            entry(play, command, id, rank, phrases)
        });
        if command == Command::GoOn {
            entries.extend(actions(play, phrases));
        }
    }
    entries
}

/// The entry of a command, where a key is left for it.
fn entry(play: &Play, command: Command, id: &str, rank: Rank, phrases: &Phrases) -> Option<Entry> {
    let mut keys = play.dialogue.keys_of(command);
    if command == Command::Help && keys.is_empty() {
        keys = play.dialogue.keys.keys_of(&Meaning::Help);
    }
    Some(Entry::new(keys.first()?, id, rank, phrases))
}
