//! Bytes that a terminal sends for the mouse, in the SGR encoding.

use super::Terminal;

impl Terminal {
    /// Clicks where this text begins on the screen.
    #[track_caller]
    pub(crate) fn click(&self, text: &str) {
        self.click_at(self.place(text));
    }

    /// Clicks at this column and row, counted from 1.
    #[track_caller]
    pub(crate) fn click_at(&self, (column, row): (u16, u16)) {
        self.press(&format!("\u{1b}[<0;{column};{row}M\u{1b}[<0;{column};{row}m"));
    }

    /// Drags from where one text begins to where another does.
    #[track_caller]
    pub(crate) fn drag(&self, from: &str, to: &str) {
        let ((column, row), (last_column, last_row)) = (self.place(from), self.place(to));
        self.press(&format!(
            "\u{1b}[<0;{column};{row}M\u{1b}[<32;{last_column};{last_row}M\u{1b}[<0;{last_column};{last_row}m"
        ));
    }

    /// Column and row, counted from 1, where the text begins on the screen.
    #[track_caller]
    pub(crate) fn place(&self, text: &str) -> (u16, u16) {
        let view = self.shown.lock();
        view.find(text).unwrap_or_else(|| panic!("no {text:?} on the screen:\n{}", view.text()))
    }
}
