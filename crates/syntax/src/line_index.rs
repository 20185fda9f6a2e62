//! From a byte of a text to its line and column, for renderers.

/// A place as people count: both from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line, 1 for the first.
    pub line: u32,
    /// The column in characters, 1 for the first.
    pub column: u32,
}

/// Index of the places at which the lines of a text begin.
#[derive(Clone, Debug)]
pub struct LineIndex<'t> {
    text: &'t str,
    /// The byte at which each line begins; the first is 0.
    starts: Vec<usize>,
}

impl<'t> LineIndex<'t> {
    /// Reads the text once.
    pub fn new(text: &'t str) -> Self {
        let bytes = text.as_bytes();
        // Files of old systems end their lines with `\r` alone.
        let ends_line = |at: &usize| {
            bytes[*at] == b'\n' || bytes[*at] == b'\r' && bytes.get(at + 1) != Some(&b'\n')
        };
        let ends = (0..bytes.len()).filter(ends_line).map(|at| at + 1);
        let starts = std::iter::once(0).chain(ends).collect();
        Self { text, starts }
    }

    /// The position of a byte; one past the end, or inside a character, is taken as the place
    /// before it.
    pub fn position(&self, offset: u32) -> Position {
        let mut offset = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|&start| start <= offset) - 1;
        let before = &self.text[self.starts[line]..offset];
        let column = before.chars().filter(|&it| it != '\u{feff}').count();
        Position { line: line as u32 + 1, column: column as u32 + 1 }
    }

    /// The text of a line counted from 1, without its newline; empty for a line that is not there.
    pub fn line(&self, line: u32) -> &'t str {
        let index = line.wrapping_sub(1) as usize;
        let Some(&start) = self.starts.get(index) else { return "" };
        let end = self.starts.get(index + 1).copied().unwrap_or(self.text.len());
        self.text[start..end].trim_end_matches(['\n', '\r']).trim_start_matches('\u{feff}')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_lines_may_end_in_crlf() {
        let index = LineIndex::new("aあb\r\nxy\n");
        let rows = [(0, 1, 1), (1, 1, 2), (2, 1, 2), (4, 1, 3), (7, 2, 1), (8, 2, 2), (99, 3, 1)];
        for (offset, line, column) in rows {
            assert_eq!(index.position(offset), Position { line, column }, "{offset}");
        }
        assert_eq!(["aあb", "xy", "", "", ""], [1, 2, 3, 4, 0].map(|it| index.line(it)));
    }

    #[test]
    fn a_carriage_return_alone_ends_a_line() {
        let index = LineIndex::new("ab\rc\r\nd\r\re");
        assert_eq!(["ab", "c", "d", "", "e"], [1, 2, 3, 4, 5].map(|it| index.line(it)));
        assert_eq!(index.position(3), Position { line: 2, column: 1 });
    }
}
