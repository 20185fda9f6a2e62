//! The sizes that a game allows.

use masume_board::Grid;
use masume_syntax::ast::{BoardSection, Size, Spanned};
use masume_syntax::{Code, Span};

use super::checker::Checker;
use crate::model::Shape;

/// The greatest rim: far above any use, and little enough to compute with.
const WIDEST_RIM: u32 = 64;

impl<'a> Checker<'a> {
    pub(super) fn board(&mut self, section: &'a BoardSection) {
        let rim = section.rim.as_ref().map_or(0, |rim| rim.value);
        if let Some(wide) = section.rim.as_ref().filter(|_| rim > WIDEST_RIM) {
            let label = format!("at most {WIDEST_RIM} rings");
            self.error(Code::BoardTooLarge, wide.span, format!("a rim of {rim}"), label);
        }
        let rim = rim.min(WIDEST_RIM);
        let sizes = [Some(&section.size), section.from.as_ref(), section.to.as_ref()];
        for size in sizes.into_iter().flatten() {
            if !self.is_size(size.value, size.span, rim) {
                return;
            }
        }
        let fixed = section.size.value;
        let (from, to) = (section.from.as_ref(), section.to.as_ref());
        let (least, greatest) = match (from, to) {
            (None, None) => (fixed, fixed),
            (Some(from), None) => (from.value, greatest_with(rim)),
            (None, Some(to)) => (Size { width: 1, height: 1 }, to.value),
            (Some(from), Some(to)) => (from.value, to.value),
        };
        self.check_range(&section.size, from, to);
        let is_odd = |size: Size| size.width % 2 == 1 || size.height % 2 == 1;
        if section.even && is_odd(fixed) {
            let message = format!("{} is not even", sized(fixed));
            let label = "both sides must be even";
            self.error(Code::BoardSize, section.size.span, message, label);
        }
        self.is_bounded = to.is_some() || from.is_none();
        self.shape = Some(Shape { size: fixed, least, greatest, even: section.even, rim });
    }

    /// True if a board can have the size; a diagnostic where it cannot.
    fn is_size(&mut self, size: Size, at: Span, rim: u32) -> bool {
        let (side, cells) = (Grid::MAX_SIDE, Grid::MAX_CELLS);
        if size.width == 0 || size.height == 0 {
            let label = "at least 1 x 1";
            self.error(Code::BoardTooSmall, at, "a board without cells", label);
            return false;
        }
        if Grid::with_rim(size.width, size.height, rim).is_err() {
            let label = format!("at most {side} each way, and {cells} cells with the rim");
            let message = format!("{} is too large", sized(size));
            self.error(Code::BoardTooLarge, at, message, label);
            return false;
        }
        true
    }

    fn check_range(
        &mut self,
        size: &Spanned<Size>,
        from: Option<&Spanned<Size>>,
        to: Option<&Spanned<Size>>,
    ) {
        const USUAL: &str = "the usual size";
        let pairs = [
            (from, Some(size), USUAL, "smaller than the least"),
            (Some(size), to, USUAL, "larger than the greatest"),
            (from, to, "the least size", "larger than the greatest"),
        ];
        for (lesser, greater, what, how) in pairs {
            let (Some(lesser), Some(greater)) = (lesser, greater) else { continue };
            let (a, b) = (lesser.value, greater.value);
            if a.width > b.width || a.height > b.height {
                let wrong = if std::ptr::eq(lesser, size) { greater } else { lesser };
                let is_low = how.starts_with("smaller");
                let (found, bound) = if is_low { (b, a) } else { (a, b) };
                let message = format!("{what} {} is {how}, {}", sized(found), sized(bound));
                let label = "the usual size lies between the least and the greatest";
                self.error(Code::BoardSize, wrong.span, message, label);
                return;
            }
        }
    }

    /// Reports a level whose picture is of a size that the game does not allow.
    pub(super) fn check_level_size(&mut self, size: Size, at: Span) {
        let Some(shape) = self.shape else {
            self.is_size(size, at, 0);
            return;
        };
        let (least, greatest) = (shape.least, shape.greatest);
        let found = format!("the level is {}", sized(size));
        if least == greatest && size != least {
            let label = format!("expected {}", sized(least));
            self.error(Code::BoardSize, at, found, label);
        } else if size.width > greatest.width || size.height > greatest.height {
            let label = format!("expected at most {}", sized(greatest));
            self.error(Code::BoardTooLarge, at, found, label);
        } else if size.width < least.width || size.height < least.height {
            let label = format!("expected at least {}", sized(least));
            self.error(Code::BoardTooSmall, at, found, label);
        } else if shape.even && (size.width % 2 == 1 || size.height % 2 == 1) {
            self.error(Code::BoardSize, at, found, "both sides must be even");
        }
    }
}

/// The greatest square with this rim.
fn greatest_with(rim: u32) -> Size {
    let side = Grid::MAX_SIDE - 2 * rim;
    Size { width: side, height: side }
}

fn sized(size: Size) -> String {
    format!("{} x {}", size.width, size.height)
}
