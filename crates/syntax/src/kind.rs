//! The kinds of the lossless tree's tokens and nodes.

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// Kind of a token or a node of the lossless tree.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u16)]
        #[expect(missing_docs, reason = "a kind is named for the grammar's production")]
        pub enum SyntaxKind {
            $($(#[$doc])* $name,)*
        }

        impl SyntaxKind {
            /// Every kind, in the order of their numbers.
            pub const ALL: &[SyntaxKind] = &[$(SyntaxKind::$name,)*];
        }
    };
}

kinds! {
    // Tokens that mean nothing to the parser.
    Whitespace,
    Comment,
    /// A newline that ends nothing: the next line goes on with `->` or `,`, or it is that of a
    /// comment among raw rows.
    LineJoin,
    ByteOrderMark,

    // Tokens of ordinary lines.
    Newline,
    Word,
    Number,
    Percent,
    String,
    Arrow,
    /// `=>` or `→` where `->` is meant: known so that the line can still be read.
    WrongArrow,
    Equals,
    /// `==` where `=` is meant.
    DoubleEquals,
    PlusEquals,
    MinusEquals,
    NotEquals,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Plus,
    Minus,
    Star,
    Slash,
    Question,
    Bar,
    OpenParen,
    CloseParen,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    Comma,
    Colon,
    Underscore,
    Ellipsis,
    DotDot,
    Unknown,

    // Tokens of lines that are read another way.
    /// The rest of a `game` line.
    Title,
    /// A word of a legend, of keys or of a notation, before the content.
    Glyph,
    /// The rest of a line of keys or of a notation.
    ActionText,
    /// A whole line of a picture or of prose, without its newline.
    RawLine,
    /// A colour of a picture by its parts of red, green and blue: `#fa0`, `#ffaa00`.
    Colour,
    /// The quote of a text with expressions in it.
    Quote,
    /// The text between the expressions.
    TemplateText,

    /// The end of the text: the parser's own, never in a tree.
    EndOfText,

    // Nodes.
    Root,
    /// Text that could not be understood: readers of the tree leave out the line that holds it.
    Error,

    GameSection,
    AboutSection,
    UseSection,
    BoardSection,
    PlayersSection,
    OptionSection,
    ValueSection,
    PiecesSection,
    LegendSection,
    LetSection,
    DefineSection,
    StartSection,
    ActionSection,
    ThenSection,
    PassSection,
    AgainSection,
    EndSection,
    ScoreSection,
    LevelSection,
    DisplaySection,
    KeysSection,
    WordsSection,
    RulesSection,
    HelpSection,
    NotationSection,
    CoordinatesSection,
    MovesSection,
    PositionSection,

    Size,
    FromClause,
    ToClause,
    RimClause,
    PlayerLine,
    SignedNumber,
    LayerLine,
    LayerNames,
    LayerPerPlayer,
    LayerKinds,
    LayerRange,
    LayerDoubling,
    LegendLine,
    DisplayLine,
    PictureLine,
    BoardSlant,
    BoardParts,
    BoardEdge,
    BoardOutside,
    KeyLine,
    WordLine,
    Template,
    TemplateValue,
    LetterLine,
    CapitalLine,
    MovesLine,
    PositionLine,
    CoordinatesPart,
    MeetsLine,
    Params,
    DirectionParam,
    CellParam,
    FromToParam,
    PairParam,
    ColumnParam,
    RowParam,
    Block,
    Raw,

    RuleStatement,
    RelocateStatement,
    ElseStatement,
    MustStatement,
    AllStatement,
    RepeatStatement,
    TimesStatement,
    IfStatement,
    FacingStatement,
    MarchStatement,
    DealStatement,
    ShuffleStatement,
    UntilStatement,
    LetStatement,
    EffectsStatement,
    RequireStatement,
    CallStatement,
    PictureStatement,

    Prefix,
    Strategy,
    Ways,
    WaysCount,
    WaysNamed,
    WaysAgainst,
    StartAnchor,
    EndAnchor,
    Alternative,
    Arguments,
    Argument,
    Range,

    // Patterns and replacements share their shape.
    Sequence,
    Choice,
    Repeat,
    Group,
    Marker,
    Rest,
    CellPattern,
    CellReplacement,

    NothingPut,
    NoPut,
    PiecePut,
    NumberPut,
    LayerPut,

    NameTest,
    BlankTest,
    OwnedTest,
    NumberTest,
    CallTest,
    BracketTest,
    ParenTest,
    AnyTest,
    NotTest,
    NeighboursTest,
    NearTest,
    SeesTest,
    LetterTest,
    CompareTest,

    SomeCondition,
    NoCondition,
    EveryCondition,
    NoActionCondition,
    NobodyCondition,
    EveryoneCondition,
    SolvableCondition,
    CompareCondition,
    NotCondition,
    AndCondition,
    OrCondition,
    ParenCondition,

    AssignEffect,
    FinishEffect,

    NumberExpr,
    ScaledExpr,
    NameExpr,
    CountExpr,
    RowOfExpr,
    ColumnOfExpr,
    AcrossExpr,
    DownExpr,
    FunctionExpr,
    NegateExpr,
    ParenExpr,
    /// `a + b - c`, not nested.
    SumExpr,
    /// `a * b / c mod d`, not nested.
    ProductExpr,
}

impl SyntaxKind {
    /// True if the parser passes over the token.
    pub fn is_trivia(self) -> bool {
        use SyntaxKind::{ByteOrderMark, Comment, LineJoin, Whitespace};
        matches!(self, Whitespace | Comment | LineJoin | ByteOrderMark)
    }
}

/// Masume's tree, for rowan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Masume {}

impl rowan::Language for Masume {
    type Kind = SyntaxKind;

    fn kind_from_raw(raw: rowan::SyntaxKind) -> SyntaxKind {
        SyntaxKind::ALL.get(raw.0 as usize).copied().unwrap_or(SyntaxKind::Error)
    }

    fn kind_to_raw(kind: SyntaxKind) -> rowan::SyntaxKind {
        rowan::SyntaxKind(kind as u16)
    }
}

/// A node of the lossless tree.
pub type SyntaxNode = rowan::SyntaxNode<Masume>;
/// A token of the lossless tree.
pub type SyntaxToken = rowan::SyntaxToken<Masume>;
/// A node or a token.
pub type SyntaxElement = rowan::SyntaxElement<Masume>;
