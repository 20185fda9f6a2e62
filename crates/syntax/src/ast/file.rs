//! A file and its sections.

use std::collections::BTreeSet;

use super::{
    ActionSection, Block, BoardSection, Condition, CoordinatesPart, DefineSection, DisplaySection,
    EndSection, Expr, KeyLine, LayerLine, LegendSection, LetSection, LevelSection, MovesSection,
    NotationSection, OptionSection, PassRule, PlayerLine, PositionSection, ValueSection, WordLine,
};
use crate::Span;

/// A value and where it stands in the text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spanned<T> {
    /// Value that was read.
    pub value: T,
    /// Place where it was read.
    pub span: Span,
}

/// A name as written: letters, digits and inner hyphens.
pub type Name = Spanned<String>;

/// One game file, or one library file (which has only `let` and `define`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// The sections in the order of the text.
    pub sections: Vec<Section>,
    /// The first words of the sections that are absent because they could not be understood.
    pub broken: Vec<String>,
    /// The words of declarations that could not be understood, names among them: what they mean is not known.
    pub broken_names: BTreeSet<String>,
    /// The byte at which each line of the text begins; the first is 0.
    pub line_starts: Vec<u32>,
}

/// A top-level section and the place of its heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Contents of the section.
    pub kind: SectionKind,
    /// From the first character of the heading to the end of the heading's line.
    pub span: Span,
}

/// Contents of a top-level section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SectionKind {
    /// `game Sokoban`: the title is the rest of the line.
    Game(Spanned<String>),
    /// `about "…"`: one line for the menu.
    About(Spanned<String>),
    /// `use lines`: definitions from the library.
    Use(Name),
    /// `board 8 x 8 from 4 x 4 to 26 x 26 even with a rim of 1`.
    Board(BoardSection),
    /// `players black white`, or one player a line with `forward up`.
    Players(Vec<PlayerLine>),
    /// `option two = 90% from 0% to 100%`.
    Option(OptionSection),
    /// `value pushes` or `value pushes = 0`.
    Value(ValueSection),
    /// `pieces`, one layer a line.
    Pieces(Vec<LayerLine>),
    /// `legend` or `legend xsb`, glyphs and contents.
    Legend(LegendSection),
    /// `let free = [no wall, no thing]`, `let line(n, t) = sees 8 ways (t{n})`.
    Let(LetSection),
    /// `define sprout`, `define custodial(c)`.
    Define(DefineSection),
    /// `start` and its statements.
    Start(Block),
    /// `action push in d` and its statements, none for `action wait`.
    Action(ActionSection),
    /// `then` and its statements: what follows every action.
    Then(Block),
    /// `pass when no action` or `pass any time`.
    Pass(PassRule),
    /// `again when …`: the same player acts once more.
    Again(Condition),
    /// `win when …`, `lose when …`, `draw when …`, `end when …`, `win stage when …`, `goal when …`.
    End(EndSection),
    /// `score count mine`.
    Score(Expr),
    /// `level "First"` and its picture.
    Level(LevelSection),
    /// `display`, how pieces are shown.
    Display(DisplaySection),
    /// `keys`, which key does which action.
    Keys(Vec<KeyLine>),
    /// `words`, what the game says.
    Words(Vec<WordLine>),
    /// `rules`, the rules in prose: raw lines shown to the player, common indentation removed.
    Rules(Vec<String>),
    /// `help`, raw lines shown to the player, common indentation removed.
    Help(Vec<String>),
    /// `notation lurd`, letters for actions.
    Notation(NotationSection),
    /// `coordinates rows from below`, how cells are called.
    Coordinates(Vec<Spanned<CoordinatesPart>>),
    /// `moves pgn`, how actions are written in a list of moves.
    Moves(MovesSection),
    /// `position fen`, how a state is written on a line.
    Position(PositionSection),
}
