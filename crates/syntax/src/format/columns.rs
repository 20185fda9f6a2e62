//! Columns: parts of neighbouring lines that begin at the same place.

use super::lines::{CodeLine, Columns, LineKind, OutputLine};

/// The most blanks that the arrows of neighbouring rules are moved by: further away an arrow is no
/// longer seen with its pattern, and the rules stay as they are.
const MOST_FILLED: usize = 8;

/// Fills up the cells of lines that are aligned with each other.
pub(super) fn align(lines: &mut [OutputLine]) {
    let mut start = 0;
    while start < lines.len() {
        let columns = columns(&lines[start]);
        let mut end = start + 1;
        if columns != Columns::Alone {
            let depth = lines[start].depth;
            while end < lines.len() && goes_on(&lines[end], columns, depth) {
                end += 1;
            }
            fill_up(&mut lines[start..end], columns);
        }
        start = end;
    }
}

fn columns(line: &OutputLine) -> Columns {
    match &line.kind {
        LineKind::Code(code) => code.columns,
        LineKind::Blank | LineKind::Comment(_) | LineKind::Raw(_) => Columns::Alone,
    }
}

/// True if the lines before, with these columns, go on with this line.
fn goes_on(line: &OutputLine, columns: Columns, depth: usize) -> bool {
    match &line.kind {
        LineKind::Code(code) if columns == Columns::Rules => {
            code.columns == columns && line.depth == depth
        }
        // A table ends where the next section begins.
        LineKind::Code(_) => !line.starts_section,
        LineKind::Comment(_) => true,
        // Pictures stand among the lines of `display`.
        LineKind::Blank | LineKind::Raw(_) => columns != Columns::Rules,
    }
}

/// Makes the cells of each column equally wide, but for the last cell of a line.
fn fill_up(lines: &mut [OutputLine], columns: Columns) {
    let gap = match columns {
        Columns::Table { gap } => gap,
        Columns::Alone | Columns::Rules => 1,
    };
    for column in 0.. {
        let cells = lines.iter_mut().filter_map(code).filter(|it| it.cells.len() > column + 1);
        let cells: Vec<&mut String> = cells.map(|it| &mut it.cells[column]).collect();
        let Some(widest) = cells.iter().map(|it| width(it)).max() else { return };
        let narrowest = cells.iter().map(|it| width(it)).min().unwrap_or(widest);
        let is_torn = columns == Columns::Rules && widest - narrowest > MOST_FILLED;
        let blanks = if column == 0 { gap } else { 1 };
        for cell in cells {
            let missing = if is_torn { blanks } else { widest + blanks - width(cell) };
            cell.extend(std::iter::repeat_n(' ', missing));
        }
    }
}

fn code(line: &mut OutputLine) -> Option<&mut CodeLine> {
    match &mut line.kind {
        LineKind::Code(code) => Some(code),
        LineKind::Blank | LineKind::Comment(_) | LineKind::Raw(_) => None,
    }
}

/// In characters: how wide a font draws them is not known here.
fn width(text: &str) -> usize {
    text.chars().count()
}
