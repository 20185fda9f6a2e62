//! From text to a save.

use std::str::Split;

use masume_engine::parse_id;

use super::ExpectedLine as It;
use super::{
    ACTION_LINE, FORMAT, HEADING, MAX_EVENTS, MAX_TEXT, OPPONENT_LINE, RESTART_LINE, STATE_LINE,
    Save, SaveError, SavedEvent, SavedOpponent, sum,
};
use crate::Hash;

impl Save {
    /// Reads a save. Whether its game has such a set-up, and whether its actions are legal, is for
    /// `Session::restore`.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let session = Session::new(edition, Setup::default()).expect("it begins");
    /// use masume_session::{Save, SaveError};
    ///
    /// let text = session.save().to_string();
    /// assert_eq!(Save::parse(&text), Ok(session.save()));
    /// // A byte that was changed is found.
    /// assert_eq!(Save::parse(&text.replace("Sokoban", "Sokobon")), Err(SaveError::Edited));
    /// ```
    ///
    /// # Errors
    /// A text that is no save, is cut off, or was changed. Bytes that are no text are for the
    /// caller to refuse.
    pub fn parse(text: &str) -> Result<Save, SaveError> {
        if text.len() > MAX_TEXT {
            return Err(SaveError::TooLarge);
        }
        let mut lines = Lines { lines: text.split('\n'), number: 0 };
        read_heading(lines.next()?)?;
        let id = lines.value("id: ", It::Id)?;
        if parse_id(id).is_err() {
            return Err(lines.misfit(It::IdText));
        }
        let title = lines.value("title: ", It::Title)?;
        let hash = lines.value("hash: ", It::Hash)?;
        let hash = hash.parse().map_err(|_| lines.misfit(It::Digits))?;
        let levels_hash = read_levels_hash(&mut lines)?;
        let opponents = read_opponents(&mut lines)?;
        let position = lines.count("position: ", MAX_EVENTS)?;
        let count = lines.count("deeds: ", MAX_EVENTS)?;
        if position > count {
            return Err(lines.misfit(It::EnoughEvents));
        }
        let start = read_start(&mut lines)?;
        let mut events = Vec::new();
        for _ in 0..count {
            events.push(read_event(&mut lines)?);
        }
        let end = lines.value("end: ", It::End)?;
        let rest_is_blank = lines.lines.all(str::is_empty);
        let save = Save {
            id: id.to_owned(),
            title: title.to_owned(),
            hash,
            levels_hash,
            opponents,
            start,
            events,
            position,
        };
        // What is read is written as it was: so the sum of the one is that of the other.
        if !rest_is_blank || end != sum(&save.lines()) {
            return Err(SaveError::Edited);
        }
        Ok(save)
    }
}

/// The lines still to be read.
struct Lines<'t> {
    lines: Split<'t, char>,
    /// Number of the line read last, from 1.
    number: usize,
}

impl<'t> Lines<'t> {
    fn next(&mut self) -> Result<&'t str, SaveError> {
        self.number += 1;
        let line = self.lines.next().ok_or(SaveError::Truncated)?;
        Ok(line.strip_suffix('\r').unwrap_or(line))
    }

    /// Value after the name in the next line.
    fn value(&mut self, name: &str, expected: It) -> Result<&'t str, SaveError> {
        let line = self.next()?;
        line.strip_prefix(name).ok_or_else(|| self.missing(line, name, expected))
    }

    /// Error of a line that does not begin as it should.
    fn missing(&self, line: &str, name: &str, expected: It) -> SaveError {
        // The beginning of the line, and nothing after it: the text was cut there.
        let is_cut = name.starts_with(line) && self.lines.clone().next().is_none();
        if is_cut { SaveError::Truncated } else { self.misfit(expected) }
    }

    fn count(&mut self, name: &'static str, most: usize) -> Result<usize, SaveError> {
        let text = self.value(name, It::Count)?;
        let is_plain = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
        if !is_plain || (text.len() > 1 && text.starts_with('0')) {
            return Err(self.misfit(It::Number));
        }
        text.parse().ok().filter(|count| *count <= most).ok_or(SaveError::TooLarge)
    }

    fn misfit(&self, expected: It) -> SaveError {
        SaveError::Line { number: self.number, expected }
    }
}

fn read_heading(line: &str) -> Result<(), SaveError> {
    let version = match line.strip_prefix(HEADING) {
        Some(rest) => rest.strip_prefix(' ').unwrap_or(rest),
        None if !line.is_empty() && HEADING.starts_with(line) => return Err(SaveError::Truncated),
        None => return Err(SaveError::NotASave),
    };
    match version.parse::<u32>() {
        Ok(FORMAT) if version == FORMAT.to_string() => Ok(()),
        Ok(found) if found > FORMAT => Err(SaveError::NewerFormat { found }),
        Ok(_) => Err(SaveError::NotASave),
        Err(_) if version.is_empty() => Err(SaveError::Truncated),
        Err(_) => Err(SaveError::NotASave),
    }
}

fn read_levels_hash(lines: &mut Lines<'_>) -> Result<Option<Hash>, SaveError> {
    let mut ahead = lines.lines.clone();
    if !ahead.next().is_some_and(|line| line.starts_with("levels: ")) {
        return Ok(None);
    }
    let hash = lines.value("levels: ", It::LevelsHash)?;
    hash.parse().map(Some).map_err(|_| lines.misfit(It::Digits))
}

fn read_opponents(lines: &mut Lines<'_>) -> Result<Vec<SavedOpponent>, SaveError> {
    let mut opponents = Vec::new();
    while lines.lines.clone().next().is_some_and(|line| line.starts_with(OPPONENT_LINE)) {
        let opponent = SavedOpponent::parse(lines.value(OPPONENT_LINE, It::Opponent)?);
        opponents.push(opponent.ok_or_else(|| lines.misfit(It::Opponent))?);
        if opponents.len() > usize::from(u8::MAX) {
            return Err(SaveError::TooLarge);
        }
    }
    Ok(opponents)
}

fn read_start(lines: &mut Lines<'_>) -> Result<Option<String>, SaveError> {
    let mut ahead = lines.lines.clone();
    if !ahead.next().is_some_and(|line| line.starts_with("start: ")) {
        return Ok(None);
    }
    let count = lines.count("start: ", MAX_EVENTS)?;
    let mut start = String::new();
    for _ in 0..count {
        start.push_str(lines.value(STATE_LINE, It::Board)?);
        start.push('\n');
    }
    Ok(Some(start))
}

fn read_event(lines: &mut Lines<'_>) -> Result<SavedEvent, SaveError> {
    let line = lines.next()?;
    if line == RESTART_LINE {
        return Ok(SavedEvent::Restart);
    }
    match line.strip_prefix(ACTION_LINE) {
        Some(action) => Ok(SavedEvent::Action(action.to_owned())),
        None => Err(lines.missing(line, ACTION_LINE, It::Event)),
    }
}
