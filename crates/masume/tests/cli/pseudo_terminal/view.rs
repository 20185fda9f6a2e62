//! View of a terminal: its screen, and its answers when it is asked.

use std::num::NonZeroU16;

use vt100::{Callbacks, MouseProtocolMode, Parser, Screen};

use super::session::Kind;

/// Modes that a full-screen program sets for itself and must leave as at first, which is `default`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Modes {
    pub(crate) alternate_screen: bool,
    pub(crate) hides_cursor: bool,
    pub(crate) reports_mouse: bool,
    pub(crate) marks_pastes: bool,
}

/// The screen, and all that was written to it.
pub(super) struct View {
    parser: Parser<Terminal>,
    written: Vec<u8>,
}

/// State of a terminal beside its screen.
struct Terminal {
    is_silent: bool,
    wide: &'static str,
    answers: Vec<u8>,
    suspensions: usize,
    is_over: bool,
}

impl View {
    pub(super) fn new(kind: &Kind) -> Self {
        let terminal = Terminal {
            is_silent: kind.is_silent,
            wide: kind.wide,
            answers: Vec::new(),
            suspensions: 0,
            is_over: false,
        };
        let (rows, columns) = (side(kind.rows), side(kind.columns));
        Self { parser: Parser::new_with_callbacks(rows, columns, 0, terminal), written: Vec::new() }
    }

    /// Shows these bytes, and gives what the terminal answers to the questions among them.
    pub(super) fn show(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.written.extend_from_slice(bytes);
        self.parser.process(bytes);
        std::mem::take(&mut self.parser.callbacks_mut().answers)
    }

    pub(super) fn resize(&mut self, columns: u16, rows: u16) {
        self.parser.set_size(side(rows), side(columns));
    }

    pub(super) fn text(&self) -> String {
        self.parser.screen().contents()
    }

    pub(super) fn written(&self) -> String {
        String::from_utf8_lossy(&self.written).into_owned()
    }

    pub(super) fn modes(&self) -> Modes {
        let screen = self.parser.screen();
        Modes {
            alternate_screen: screen.alternate_screen(),
            hides_cursor: screen.hide_cursor(),
            reports_mouse: screen.mouse_protocol_mode() != MouseProtocolMode::None,
            marks_pastes: screen.bracketed_paste(),
        }
    }

    /// Number of times that the program was suspended.
    pub(super) fn suspensions(&self) -> usize {
        self.parser.callbacks().suspensions
    }

    /// The program has ended.
    pub(super) fn is_over(&self) -> bool {
        self.parser.callbacks().is_over
    }

    /// Column and row, counted from 1, where the text begins on the screen.
    pub(super) fn find(&self, text: &str) -> Option<(u16, u16)> {
        let screen = self.parser.screen();
        let (rows, columns) = screen.size();
        (0..rows.get()).find_map(|row| {
            let mut line = String::new();
            // The column in which each byte of the line stands.
            let mut places = Vec::new();
            for column in 0..columns.get() {
                let cell = screen.cell(row, column).filter(|cell| !cell.is_wide_continuation());
                let Some(cell) = cell else { continue };
                let shown = if cell.has_contents() { cell.contents() } else { " " };
                line.push_str(shown);
                places.resize(line.len(), column);
            }
            let place = line.find(text)?;
            Some((places[place] + 1, row + 1))
        })
    }
}

impl Callbacks for Terminal {
    fn unhandled_csi(
        &mut self,
        screen: &mut Screen,
        first: Option<u8>,
        _second: Option<u8>,
        parameters: &[&[u16]],
        command: char,
    ) {
        if self.is_silent || first.is_some() {
            return;
        }
        let answer = match (command, parameters) {
            ('n', [[6]]) => {
                let (row, column) = screen.cursor_position();
                let drawn = column + self.wider_than_counted(screen, row, column);
                format!("\u{1b}[{};{}R", row + 1, drawn + 1)
            }
            // What it is: a VT220, as most terminals say.
            ('c', [[0]] | []) => "\u{1b}[?62;22c".to_owned(),
            _ => return,
        };
        self.answers.extend_from_slice(answer.as_bytes());
    }

    fn unhandled_osc(&mut self, _: &mut Screen, parameters: &[&[u8]]) {
        match parameters {
            [b"7770", b"suspended"] => self.suspensions += 1,
            [b"7770", b"ended"] => self.is_over = true,
            _ => {}
        }
    }
}

impl Terminal {
    /// Number of columns that the row takes more on this terminal, left of the column.
    fn wider_than_counted(&self, screen: &Screen, row: u16, column: u16) -> u16 {
        let cells = (0..column).filter_map(|it| screen.cell(row, it));
        let wider = cells.filter(|cell| !cell.is_wide() && !cell.contents().is_empty());
        let wider = wider.filter(|cell| cell.contents().chars().all(|it| self.wide.contains(it)));
        u16::try_from(wider.count()).expect("no more than columns")
    }
}

fn side(length: u16) -> NonZeroU16 {
    NonZeroU16::new(length).expect("a terminal has cells")
}
