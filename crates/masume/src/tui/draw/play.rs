//! A game: its title, its board, what is said about it.

use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::{bar, message, wrapped};
use crate::dialogue::{Command, Phase};
use crate::locale::Phrases;
use crate::speech::keys::key_name;
use crate::tui::board::{Paint, paint};
use crate::tui::facts::Facts;
use crate::tui::palette::Hue;
use crate::tui::play::Play;
use masume_rules::text::uses_chance;
use masume_session::Meaning;

/// Lines for what happened.
const SAID: u16 = 3;
/// From this height on, blank lines part the board from what is around it.
const ROOMY: u16 = 28;

/// The parts of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Areas {
    title: Rect,
    pub(crate) board: Rect,
    status: Rect,
    said: Rect,
    /// Errors of the game's file; of no height where there are none.
    mistakes: Rect,
    hint: Rect,
}

/// The parts of the screen on which a game is shown.
pub(crate) fn areas(play: &Play, facts: &Facts) -> Areas {
    let (width, height) = facts.size;
    let line = |y: u16, height: u16| Rect { x: 0, y, width, height };
    // On 24 rows a board of eight, with lines between its cells, still has room.
    let said = (height / 10).clamp(1, SAID);
    let mistakes = match play.mistakes.len() as u16 {
        0 => 0,
        count => count.min(height / 3),
    };
    let gap = u16::from(height >= ROOMY);
    let below = 1 + said + mistakes + 1 + gap;
    let board_height = height.saturating_sub(1 + gap + below);
    let board = line(1 + gap, board_height);
    let status = line(board.bottom() + gap, 1);
    let said = line(status.bottom(), said);
    let mistakes = line(said.bottom(), mistakes);
    Areas { title: line(0, 1), board, status, said, mistakes, hint: line(mistakes.bottom(), 1) }
}

/// What is known about the world around a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Around<'a> {
    /// What went wrong.
    pub(crate) warning: Option<&'a str>,
    /// Whether what is played is kept.
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
    let teller = play.dialogue.teller(phrases);
    let mut place = position(play, phrases);
    if !around.is_kept {
        place = [phrases.say("not-kept", &[]), place].join("  ");
    }
    bar(frame, areas.title, &heading(play, phrases), &place);
    match play.layout(facts) {
        Some(layout) => {
            let (board, marks) = (&play.dialogue.session.state().board, play.marks());
            let what = Paint {
                layout: &layout,
                looks: &play.looks,
                board,
                marks: &marks,
                depth: facts.depth,
            };
            paint(frame.buffer_mut(), &what);
        }
        None => message(frame, areas.board, &phrases.say("no-room", &[])),
    }
    let status = teller.status(play.dialogue.session.state());
    let bold = Style::new().add_modifier(Modifier::BOLD);
    frame.render_widget(
        Paragraph::new(status).style(bold).alignment(Alignment::Center),
        areas.status,
    );
    said(frame, play, facts, around.warning, areas.said);
    if areas.mistakes.height > 0 {
        let lines: Vec<Line<'_>> =
            play.mistakes.iter().map(|line| Line::from(line.as_str())).collect();
        frame.render_widget(Paragraph::new(lines), areas.mistakes);
    }
    hint(frame, play, phrases, areas.hint);
}

/// What happened last; a warning comes first, a victory in a colour and between stars.
fn said(frame: &mut Frame<'_>, play: &Play, facts: &Facts, warning: Option<&str>, area: Rect) {
    let mut lines: Vec<String> = warning.map(|it| format!("! {it}")).into_iter().collect();
    lines.extend(play.dialogue.said.iter().cloned());
    let mut lines: Vec<String> =
        lines.iter().flat_map(|line| wrapped(line, area.width.saturating_sub(2))).collect();
    // Of too many lines the last ones matter: an end, a question.
    let room = usize::from(area.height);
    if lines.len() > room {
        lines.drain(..lines.len() - room);
    }
    let mut style = Style::new();
    if let Some(ticks) = play.joy {
        if let Some(colour) = facts.depth.paint(Hue::Yellow) {
            style = style.fg(colour);
        }
        style = style.add_modifier(Modifier::BOLD);
        celebrate(&mut lines, ticks);
    }
    let lines: Vec<Line<'_>> = lines.into_iter().map(Line::from).collect();
    frame.render_widget(Paragraph::new(lines).style(style).alignment(Alignment::Center), area);
}

/// Stars on both sides of the words, which twinkle while they are new.
fn celebrate(lines: &mut [String], ticks: u32) {
    const STARS: [&str; 4] = ["*   *   *", " *   *   ", "  *   *  ", "   *   * "];
    let Some(words) = lines.iter_mut().rev().nth(1) else { return };
    let left = STARS[ticks as usize / 3 % STARS.len()];
    let right: String = left.chars().rev().collect();
    *words = format!("{left}  {words}  {right}");
}

fn heading(play: &Play, phrases: &Phrases) -> String {
    let teller = play.dialogue.teller(phrases);
    let title = teller.title();
    let Some(level) = play.dialogue.session.level() else {
        return match uses_chance(play.dialogue.session.game().rules()) {
            true => {
                let values = [
                    ("game", title.into()),
                    ("seed", play.dialogue.session.seed().to_string().into()),
                ];
                phrases.say("heading-seed", &values)
            }
            false => title,
        };
    };
    let count = play.dialogue.session.game().level_count();
    let values = [("game", title.into()), ("level", level.into()), ("count", count.into())];
    let mut heading = phrases.say("heading-level", &values);
    if let Some(own) = teller.level_title(level) {
        heading.push_str(": ");
        heading.push_str(&own);
    }
    if let Some(author) = teller.level_author(level) {
        heading.push_str(&phrases.say("heading-author", &[("author", author.into())]));
    }
    if play.dialogue.solved.contains(&level) {
        heading.push_str(" *");
    }
    heading
}

/// Where we are among what was done, where something was undone.
fn position(play: &Play, phrases: &Phrases) -> String {
    let (position, count) =
        (play.dialogue.session.position(), play.dialogue.session.timeline().len());
    let values = [("position", position.into()), ("count", count.into())];
    match position == count {
        true => phrases.say("actions-done", &values),
        false => phrases.say("actions-of", &values),
    }
}

/// The keys that are needed most.
fn hint(frame: &mut Frame<'_>, play: &Play, phrases: &Phrases, area: Rect) {
    let commands: &[(Command, &str)] = match play.dialogue.phase {
        Phase::Playing | Phase::Offered => &[
            (Command::Help, "hint-help"),
            (Command::Undo, "hint-undo"),
            (Command::Restart, "hint-restart"),
            (Command::Choices, "hint-choices"),
            (Command::NextLevel, "hint-next-level"),
            (Command::Trace, "hint-trace"),
            (Command::Save, "hint-save"),
            (Command::Leave, "hint-leave"),
        ],
        Phase::Asking => &[
            (Command::Undo, "hint-undo"),
            (Command::Trace, "hint-trace"),
            (Command::Save, "hint-save"),
            (Command::Leave, "hint-leave"),
        ],
    };
    let mut parts = Vec::new();
    for (command, id) in commands {
        if *command == Command::NextLevel && play.dialogue.session.game().level_count() < 2 {
            continue;
        }
        let mut keys = play.dialogue.keys.keys_of(&Meaning::Face(*command));
        if *command == Command::Help && keys.is_empty() {
            keys = play.dialogue.keys.keys_of(&Meaning::Help);
        }
        if let Some(key) = keys.first() {
            parts.push(format!("{} {}", key_name(key, phrases), phrases.say(id, &[])));
        }
    }
    let style = Style::new().add_modifier(Modifier::DIM);
    frame.render_widget(
        Paragraph::new(parts.join("  ")).style(style).alignment(Alignment::Center),
        area,
    );
}
