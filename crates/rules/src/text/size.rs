//! Sizes: as text, and whether a game allows them.

use masume_board::Grid;
use masume_syntax::{Code, Diagnostic, Span};

use crate::model::{MOST_CONTENTS, Rules, Shape, Size};

/// A size as written: `5x3`, columns first.
pub fn print_size(size: Size) -> String {
    format!("{}x{}", size.width, size.height)
}

/// A size from `5x3` or `5 x 3`; `None` for any other text.
pub fn read_size(text: &str) -> Option<Size> {
    let (width, height) = text.split_once(['x', 'X'])?;
    let side = |text: &str| {
        let text = text.trim_matches(' ');
        // Parsing a number also takes a sign.
        text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
    };
    Some(Size { width: side(width)?, height: side(height)? })
}

/// The grid of a size, with the game's rim.
///
/// # Errors
/// A size that the game or any board does not allow; `span` is where the size was found.
pub fn grid_of_size(rules: &Rules, size: Size, span: Span) -> Result<Grid, Diagnostic> {
    let rim = rules.shape.map_or(0, |shape| shape.rim);
    if let Some(shape) = &rules.shape {
        check_shape(shape, size, span)?;
    }
    let grid = Grid::with_rim(size.width, size.height, rim).map_err(|error| {
        let code = if size.width == 0 || size.height == 0 {
            Code::BoardTooSmall
        } else {
            Code::BoardTooLarge
        };
        Diagnostic::error(code, span, error.to_string(), print_size(size))
    })?;
    let layers = rules.layers.len();
    if grid.cell_count() * layers > MOST_CONTENTS {
        let message = format!("{} is too large for {layers} layers", print_size(size));
        let label = format!("at most {} cells with the rim", MOST_CONTENTS / layers);
        return Err(Diagnostic::error(Code::BoardTooLarge, span, message, label));
    }
    Ok(grid)
}

fn check_shape(shape: &Shape, size: Size, span: Span) -> Result<(), Diagnostic> {
    let Shape { least, greatest, .. } = *shape;
    let found = format!("{} columns and {} rows", size.width, size.height);
    if least == greatest && size != least {
        let message = format!("the board is always {}", print_size(least));
        return Err(Diagnostic::error(Code::BoardSize, span, message, found));
    }
    if size.width < least.width || size.height < least.height {
        let message = format!("the board is at least {}", print_size(least));
        return Err(Diagnostic::error(Code::BoardTooSmall, span, message, found));
    }
    if size.width > greatest.width || size.height > greatest.height {
        let message = format!("the board is at most {}", print_size(greatest));
        return Err(Diagnostic::error(Code::BoardTooLarge, span, message, found));
    }
    if shape.even && (size.width % 2 == 1 || size.height % 2 == 1) {
        let even =
            Size { width: size.width.next_multiple_of(2), height: size.height.next_multiple_of(2) };
        let message = "both sides of the board are even numbers";
        return Err(Diagnostic::error(Code::BoardSize, span, message, found)
            .with_help(format!("`{}` would do", print_size(even))));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_back_and_hostile_ones_are_none() {
        let size = Size { width: 17, height: 8 };
        assert_eq!(read_size(&print_size(size)), Some(size));
        assert_eq!(read_size("17 x 8"), Some(size));
        for text in ["", "x", "5", "5x", "x5", "-1x3", "+1x3", "5x3x1", "99999999999x1", "５x3"] {
            assert_eq!(read_size(text), None, "{text}");
        }
    }
}
