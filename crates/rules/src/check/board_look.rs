//! Lines of `display` that are about the whole board.

use masume_syntax::ast::{self, Name, Side, Spanned};
use masume_syntax::{Code, Diagnostic, Span};

use super::checker::Checker;
use super::names::Symbol;
use super::scope::Home;
use crate::model::{Blocks, BoardLook, Content, Layer, Size, Slant};

impl<'a> Checker<'a> {
    pub(super) fn board_look(&mut self, lines: &'a [Spanned<ast::BoardLook>]) -> BoardLook {
        let mut look = BoardLook::default();
        for line in lines {
            match &line.value {
                ast::BoardLook::Slanted(side) => {
                    let slant = if *side == Side::Left { Slant::Left } else { Slant::Right };
                    if look.slant.replace(slant).is_some() {
                        self.said_twice("how the board is slanted", line.span);
                    }
                }
                ast::BoardLook::Blocks(size) => {
                    self.parted(&mut look, Blocks::OfSize(size.value), size, line.span);
                }
                ast::BoardLook::Parts(size) => {
                    self.parted(&mut look, Blocks::Counted(size.value), size, line.span);
                }
                ast::BoardLook::Edge(sides, piece) => self.edges(&mut look, sides, piece),
                ast::BoardLook::Outside(pieces) => {
                    if !look.outside.is_empty() {
                        self.said_twice("what is around the board", line.span);
                    }
                    let found = pieces.iter().filter_map(|name| self.look_piece(name));
                    look.outside = found.collect();
                }
            }
            if look.slant.is_some() && look.blocks.is_some() {
                let message = "a slanted board has no blocks".to_owned();
                let label = "lines between blocks are straight";
                self.error(Code::BadDisplay, line.span, message, label);
                look.blocks = None;
            }
        }
        look
    }

    fn parted(&mut self, look: &mut BoardLook, blocks: Blocks, size: &Spanned<Size>, span: Span) {
        if size.value.width == 0 || size.value.height == 0 {
            let message = "a board without blocks".to_owned();
            self.error(Code::BadDisplay, size.span, message, "expected numbers from 1");
        } else if look.blocks.replace(blocks).is_some() {
            self.said_twice("what blocks the board has", span);
        }
    }

    fn edges(&mut self, look: &mut BoardLook, sides: &'a [Spanned<Side>], piece: &'a Name) {
        let Some(piece) = self.look_piece(piece) else { return };
        for side in sides {
            if look.edges.insert(side.value, piece).is_some() {
                self.said_twice(&format!("the {} edge", side.value.name()), side.span);
            }
        }
    }

    fn said_twice(&mut self, what: &str, span: Span) {
        let message = format!("{what} is said twice");
        self.error(Code::BadDisplay, span, message, "once is enough");
    }

    /// The piece with this name.
    fn look_piece(&mut self, name: &'a Name) -> Option<(Layer, Content)> {
        match self.lookup(&name.value, Home::Game) {
            Some(Symbol::Piece(layer, content)) => Some((layer, content)),
            Some(symbol) => {
                let message = format!("`{}` is {}", name.value, symbol.describe());
                let diagnostic =
                    Diagnostic::error(Code::BadDisplay, name.span, message, "expected a piece");
                self.report(diagnostic.with_help("an edge or a rim looks like one piece"));
                None
            }
            None => {
                let scope = self.section_scope();
                self.unknown_name(name, &scope, "a piece", |symbol| {
                    matches!(symbol, Symbol::Piece(..))
                });
                None
            }
        }
    }
}
