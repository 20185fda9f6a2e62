//! The plain tree of a game file: what the author wrote, with the place of every part.
//!
//! It is made from the lossless tree and keeps no trivia. A part that could not be understood is
//! absent here and has a diagnostic instead, so whoever reads this tree never meets an error node.
//! It knows no meaning: names are not resolved, and `mine` is a name like any other.

use crate::Span;

/// A value and where it stands in the text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spanned<T> {
    /// What was read.
    pub value: T,
    /// Where it was read.
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
    /// The byte at which each line of the text begins; the first is 0.
    pub line_starts: Vec<u32>,
}

/// A top-level section and the place of its heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// What the section says.
    pub kind: SectionKind,
    /// From the first character of the heading to the end of the heading's line.
    pub span: Span,
}

/// What a top-level section says.
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
    Display(Vec<DisplayLine>),
    /// `keys`, which key does which action.
    Keys(Vec<KeyLine>),
    /// `words`, what the game says.
    Words(Vec<WordLine>),
    /// `help`, raw lines shown to the player, common indentation removed.
    Help(Vec<String>),
    /// `notation lurd`, letters for actions.
    Notation(NotationSection),
}

/// A size in cells, columns first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

/// `board 8 x 8 from 4 x 4 to 26 x 26 even with a rim of 1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardSection {
    /// The size played by default.
    pub size: Spanned<Size>,
    /// The least size allowed; with neither `from` nor `to` the size is fixed.
    pub from: Option<Spanned<Size>>,
    /// The greatest size allowed.
    pub to: Option<Spanned<Size>>,
    /// Whether both sides must be even.
    pub even: bool,
    /// How many rings of unnamed free cells lie around the board.
    pub rim: Option<Spanned<u32>>,
}

/// One player, in order of turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerLine {
    /// The player's name.
    pub name: Name,
    /// `forward up`: the direction that `forward` means for this player.
    pub forward: Option<Name>,
}

/// `option two = 90% from 0% to 100%`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSection {
    /// The option's name.
    pub name: Name,
    /// The default.
    pub value: Spanned<Number>,
    /// The least value allowed.
    pub from: Option<Spanned<Number>>,
    /// The greatest value allowed.
    pub to: Option<Spanned<Number>>,
}

/// A number as written in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Number {
    /// `5`.
    Whole(i64),
    /// `90%`, in hundredths of a percent (`12.5%` is 1250), so that it is exact.
    Percent(i64),
}

/// `value pushes = 0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueSection {
    /// The value's name.
    pub name: Name,
    /// What it is at the start; 0 where nothing is said.
    pub initial: Option<Spanned<i64>>,
}

/// One layer: `thing: player box`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerLine {
    /// The layer's name.
    pub name: Name,
    /// What it may hold.
    pub kind: LayerKind,
}

/// What a layer may hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayerKind {
    /// `player box`.
    Names(Vec<Name>),
    /// `man king for each player`: a piece of each kind for each player, named `black-man`.
    PerPlayer(Vec<Name>),
    /// `34 kinds`: alike but for their kind.
    Kinds(Spanned<u32>),
    /// `number 1 to 15`.
    NumberRange(Spanned<i64>, Spanned<i64>),
    /// `number 2 doubling to 131072`.
    NumberDoubling(Spanned<i64>, Spanned<i64>),
}

/// `legend` or `legend xsb`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegendSection {
    /// The name of a further legend, for files in another format; the first legend has none.
    pub name: Option<Name>,
    /// The lines in order.
    pub lines: Vec<LegendLine>,
}

/// `- _ space  nothing`, `P  player on goal`, `A-Z a-h  tile`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegendLine {
    /// The glyphs in order, ranges written out. The first is the one that is printed, except for a
    /// layer of kinds, where the i-th glyph is the i-th kind.
    pub glyphs: Vec<Spanned<char>>,
    /// The pieces of the cell, in the order written; empty for `nothing`. One layer name of kinds
    /// stands for all its kinds.
    pub content: Vec<Name>,
    /// The whole line.
    pub span: Span,
}

/// `let free = [no wall, no thing]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LetSection {
    /// The name.
    pub name: Name,
    /// The parameters, if any.
    pub params: Vec<Name>,
    /// What the name stands for.
    pub test: Test,
}

/// `define custodial(c)` and its statements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefineSection {
    /// The name.
    pub name: Name,
    /// The parameters, if any.
    pub params: Vec<Name>,
    /// The statements.
    pub body: Block,
}

/// `action take a and b when …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionSection {
    /// The action's name.
    pub name: Name,
    /// What the player chooses, in the order written.
    pub params: Vec<ActionParam>,
    /// A condition without which the action is illegal.
    pub when: Option<Condition>,
    /// The statements; none for an action that only lets time pass.
    pub body: Block,
}

/// What the player chooses with an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionParam {
    /// `in d`, `in d (8 ways)`; four ways where nothing is said.
    Direction(Name, Option<Ways>),
    /// `at c`.
    Cell(Name),
    /// `from a to b`: two cells in order.
    FromTo(Name, Name),
    /// `a and b`: two cells whose order does not matter.
    Pair(Name, Name),
    /// `in column x`.
    Column(Name),
    /// `in row y`.
    Row(Name),
}

/// When a player may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassRule {
    /// `pass when no action`.
    WhenNoAction,
    /// `pass any time`.
    AnyTime,
}

/// An end, a stage won or a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndSection {
    /// Which of them.
    pub kind: EndKind,
    /// When.
    pub condition: Condition,
    /// What happens then: `, score += 10 * stage`. Only for `win stage` and `goal`.
    pub effects: Vec<Effect>,
}

/// Which end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndKind {
    /// `win when`: the acting player wins.
    Win,
    /// `lose when`: the acting player loses.
    Lose,
    /// `draw when`.
    Draw,
    /// `end when`: the score decides, where there is one for each player.
    End,
    /// `win stage when`: `start` runs again with the next stage.
    Stage,
    /// `goal when`: announced once, and the game goes on.
    Goal,
}

/// `level "First"` and its picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelSection {
    /// The title; may be empty.
    pub title: Spanned<String>,
    /// The picture.
    pub picture: Picture,
}

/// Raw rows with the block's indentation removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The rows from the top, each with the place of its first character.
    pub rows: Vec<Spanned<String>>,
    /// All rows.
    pub span: Span,
}

/// `player  "@" "☺" yellow "the player"`: glyph in ASCII, then in Unicode, colour, spoken name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DisplayLine {
    /// A piece, or `nothing`, or the name of a layer of kinds.
    pub subject: Name,
    /// Glyphs from the plainest set to the richest: ASCII, Unicode, wide.
    pub glyphs: Vec<Spanned<String>>,
    /// A colour name.
    pub colour: Option<Name>,
    /// `named "…"`: what it is called in messages and by a screen reader.
    pub spoken: Option<Spanned<String>>,
}

/// `7 -> step up-left`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyLine {
    /// One character each, or a key's name: `up down left right space enter tab escape backspace`.
    pub keys: Vec<Name>,
    /// The action as text, or `help`.
    pub action: Spanned<String>,
}

/// `illegal step  "Move error. Now pos is ({…}, {…})"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordLine {
    /// On what occasion: one or two words, such as `win`, `unknown letter`, `illegal step`.
    pub occasion: Vec<Name>,
    /// What is said.
    pub says: Template,
}

/// Text with expressions in braces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// The parts in order.
    pub parts: Vec<TemplatePart>,
    /// The whole string.
    pub span: Span,
}

/// A part of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TemplatePart {
    /// Text as it is.
    Text(String),
    /// `{score}`.
    Value(Expr),
}

/// `notation lurd`: one letter for one action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationSection {
    /// The notation's name.
    pub name: Name,
    /// A letter and the action's text.
    pub letters: Vec<(Spanned<char>, Spanned<String>)>,
    /// `capital when pushes rises`: the value whose rise makes the letter a capital.
    pub capital: Option<Name>,
}

/// Statements in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// The statements.
    pub statements: Vec<Statement>,
}

/// A statement and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// The statement's first line (for a block, its heading).
    pub span: Span,
}

/// What a statement does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatementKind {
    /// `pattern -> replacement, effects` with its prefix.
    Rule(Box<Rule>),
    /// `player -> random empty`: the piece moves to a random cell for which the test holds.
    Relocate {
        /// Which pieces move.
        from: Test,
        /// Where they may come to be.
        to: Test,
    },
    /// `else` before a statement or a block: only where the statement before did not match.
    Else(Box<StatementOrBlock>),
    /// `must` before a rule: the action is illegal where it does not match.
    Must(Box<StatementOrBlock>),
    /// `all` and a block whose rules see the same board.
    Simultaneous(Block),
    /// `repeat` before a rule or a block: again until nothing changes.
    Repeat(StatementOrBlock),
    /// `3 times: …`.
    Times(Expr, StatementOrBlock),
    /// `if C: …`.
    If(Condition, StatementOrBlock),
    /// `against d:` and a block: the ways for its rules that say none.
    Facing(RulePrefix, Block),
    /// `march robot toward player` with its `meets` lines.
    March(March),
    /// `shuffle 4 of each tile over empty`.
    Deal {
        /// How many of each kind.
        each: Expr,
        /// The layer whose kinds are dealt.
        layer: Name,
        /// The cells that receive them.
        over: Test,
    },
    /// `shuffle tile`: the pieces of a layer change places.
    Shuffle {
        /// The layer.
        layer: Name,
    },
    /// `until C`: the statements of `start` before it run again until the condition holds.
    Until(Condition),
    /// `let before = count robot`.
    Let(Name, Expr),
    /// `score += 1`, `lose`.
    Effects(Vec<Effect>),
    /// `require C`: the action is illegal otherwise.
    Require(Condition),
    /// `sprout` or `custodial(c)`.
    Call(Call),
    /// `picture`, or `picture at centre`.
    Picture {
        /// Whether it stands in the middle of the board, not at its top left.
        centred: bool,
        /// The rows.
        picture: Picture,
    },
}

/// What follows a heading: the rest of the line, or a deeper block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatementOrBlock {
    /// On the same line.
    Statement(Box<Statement>),
    /// On deeper lines.
    Block(Block),
}

/// A name with arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// What is called.
    pub name: Name,
    /// The arguments; a name alone is a test here, and its meaning decides what it is.
    pub arguments: Vec<Argument>,
    /// The whole call.
    pub span: Span,
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// Anything that reads as a number: `3`, `width - 1`.
    Expr(Expr),
    /// Anything else: a name or a test in brackets.
    Test(Test),
}

/// A rule: pattern, replacement and what goes with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Strategy, ways and anchors.
    pub prefix: RulePrefix,
    /// What must hold.
    pub pattern: Pattern,
    /// What is put there; several where chance chooses.
    pub replacements: Vec<Alternative>,
    /// `, score += 2n`.
    pub effects: Vec<Effect>,
}

/// What stands before the colon of a rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulePrefix {
    /// How many of the matches are used.
    pub strategy: Option<Spanned<Strategy>>,
    /// `8 ways`, `against d`, `up or down`.
    pub ways: Option<Ways>,
    /// `from c` or `at c`: the cell of the first position.
    pub from: Option<Name>,
    /// `to b`: the cell of the last position.
    pub to: Option<Name>,
}

/// How many of the matches are used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Every match at once.
    All,
    /// The matches of a line one after another, not overlapping.
    Each,
    /// The first in reading order.
    First,
    /// One, or `random 5 of`, uniformly.
    Random(Option<Expr>),
}

/// A set of directions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ways {
    /// The parts, joined by `or`.
    pub parts: Vec<WaysPart>,
    /// The whole.
    pub span: Span,
}

/// One part of a set of directions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WaysPart {
    /// `4 ways` or `8 ways`.
    Count(Spanned<u32>),
    /// `up-left`, `diagonals`, `forward`, `forward-diagonals`, or a parameter.
    Named(Name),
    /// `against d`.
    Against(Name),
}

/// A regular expression over cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// What it is.
    pub kind: PatternKind,
    /// Where it stands.
    pub span: Span,
}

/// A regular expression over cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternKind {
    /// One cell.
    Cell(Test),
    /// One after another.
    Sequence(Vec<Pattern>),
    /// `a | b`.
    Choice(Vec<Pattern>),
    /// `a*`, `a+`, `a?`, `a{2,3}`, `a{n}`.
    Repeat(Box<Pattern>, Bounds),
    /// `edge`.
    Edge,
    /// `turn`.
    Turn,
    /// `bend`.
    Bend,
}

/// How often something is repeated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Least number.
    pub least: Bound,
    /// Greatest number; absent for no bound.
    pub greatest: Option<Bound>,
}

impl Bounds {
    /// Bounds that are numbers.
    pub fn numbers(least: u32, greatest: Option<u32>) -> Self {
        Self { least: Bound::Number(least), greatest: greatest.map(Bound::Number) }
    }
}

/// How often at least, or at most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bound {
    /// `3`.
    Number(u32),
    /// `n`: a parameter of the definition.
    Named(Name),
}

/// One replacement, with the chance of it where there are several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// What is put.
    pub replacement: Replacement,
    /// `with chance two`; the last alternative may leave it out.
    pub chance: Option<Expr>,
}

/// A replacement mirrors its pattern position by position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// What it is.
    pub kind: ReplacementKind,
    /// Where it stands.
    pub span: Span,
}

/// A replacement mirrors its pattern position by position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplacementKind {
    /// One cell; several parts for several layers, from `[goal, box]`.
    Cell(Vec<Put>),
    /// One after another.
    Sequence(Vec<Replacement>),
    /// `a | b`.
    Choice(Vec<Replacement>),
    /// The same repeat as in the pattern.
    Repeat(Box<Replacement>, Bounds),
    /// `...`: what lies between stays as it is.
    Rest,
    /// `edge`, `turn`, `bend`: allowed for symmetry, without meaning here.
    ZeroWidth,
}

/// What is put on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Put {
    /// What it is.
    pub kind: PutKind,
    /// Where it stands.
    pub span: Span,
}

/// What is put on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PutKind {
    /// `_`: the layers that the pattern names here become free.
    Nothing,
    /// `no mark`: that piece's layer becomes free.
    No(Name),
    /// A piece, a class that the pattern matched, or a letter; `my king` has the owner.
    Piece(Option<Owner>, Name),
    /// `2`, `2n`, `{n + 1}`.
    Number(Expr),
}

/// Whose piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// `my`.
    Mine,
    /// `their`.
    Theirs,
}

/// A condition on one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// What it is.
    pub kind: TestKind,
    /// Where it stands.
    pub span: Span,
}

/// A condition on one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestKind {
    /// A piece, layer, letter, `let` name, parameter, or a word such as `empty`, `any`, `mine`,
    /// `theirs`, `centre`.
    Name(Name),
    /// `_`: nothing on any layer.
    Blank,
    /// `my man`, `their king`.
    Owned(Owner, Name),
    /// `2048`, where a layer has numbers.
    Number(i64),
    /// `n in tile`: the letter over that layer.
    Letter(Name, Name),
    /// `line(3, mine)`.
    Call(Call),
    /// `[a, b]`: all of them.
    All(Vec<Test>),
    /// `a or b`.
    Any(Vec<Test>),
    /// `no a`, `not a`.
    Not(Box<Test>),
    /// `2..3 alive around`, `1 mine beside`: how many neighbours; no greatest number for `2..`.
    Neighbours {
        /// The least number.
        least: u32,
        /// The greatest number.
        greatest: Option<u32>,
        /// What is counted.
        test: Box<Test>,
        /// Where it is counted.
        reach: Reach,
    },
    /// `around c`, `beside c`.
    Near(Reach, Name),
    /// `sees 8 ways (pattern)`.
    Sees(Option<Ways>, Box<Pattern>),
    /// `row = 1`, `tile = width * (row - 1) + column`.
    Compare(Box<Comparison>),
}

/// Which neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reach {
    /// `beside`: the four that share a side.
    Beside,
    /// `around`: all eight.
    Around,
}

/// `left < right`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The left side.
    pub left: Expr,
    /// How they compare.
    pub operator: Compare,
    /// The right side.
    pub right: Expr,
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compare {
    /// `=`.
    Equal,
    /// `!=`.
    NotEqual,
    /// `<`.
    Less,
    /// `<=`.
    LessOrEqual,
    /// `>`.
    Greater,
    /// `>=`.
    GreaterOrEqual,
}

/// A condition on the whole state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// What it is.
    pub kind: ConditionKind,
    /// Where it stands.
    pub span: Span,
}

/// A condition on the whole state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionKind {
    /// `some T`.
    Some(Test),
    /// `no T`.
    No(Test),
    /// `every T has U`.
    Every(Test, Test),
    /// `no action`, `no action jump`: for the player who acts next.
    NoAction(Option<Name>),
    /// `nobody can act`.
    NobodyCanAct,
    /// `everyone passed`.
    EveryonePassed,
    /// `solvable`.
    Solvable,
    /// `count mine > 3`.
    Compare(Comparison),
    /// `not C`.
    Not(Box<Condition>),
    /// `C and D`.
    And(Vec<Condition>),
    /// `C or D`.
    Or(Vec<Condition>),
}

/// Something that happens besides the board's change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// What it is.
    pub kind: EffectKind,
    /// Where it stands.
    pub span: Span,
}

/// Something that happens besides the board's change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EffectKind {
    /// `score += 2n`, `score -= 1`, `used = 0`.
    Assign(Name, Assign, Expr),
    /// `win`, `lose`, `draw`, `end`.
    Finish(EndKind),
}

/// How a value changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Assign {
    /// `=`.
    Set,
    /// `+=`.
    Add,
    /// `-=`.
    Subtract,
}

/// `march robot toward player`, `march robot in d`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct March {
    /// Who steps.
    pub walkers: Test,
    /// Where to.
    pub aim: MarchAim,
    /// What is left where several share a cell.
    pub meets: Vec<Meets>,
}

/// Where a march goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MarchAim {
    /// The nearest cell for which the test holds.
    Toward(Test),
    /// One direction.
    In(Ways),
}

/// `robot meets scrap -> scrap, score += 1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meets {
    /// One of the two.
    pub first: Name,
    /// The other.
    pub second: Name,
    /// What is left; absent for `_`.
    pub left: Option<Name>,
    /// What else happens, once for each meeting.
    pub effects: Vec<Effect>,
    /// The line.
    pub span: Span,
}

/// A whole-number expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// A whole-number expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// `5`, `90%`.
    Number(Number),
    /// A value, option, local, letter, parameter, or `width height row column stage score ply`.
    Name(Name),
    /// `count robot`.
    Count(Box<Test>),
    /// `row of player`, 1 for the top; 0 where there is none.
    RowOf(Box<Test>),
    /// `column of player`, 1 for the left; 0 where there is none.
    ColumnOf(Box<Test>),
    /// `across d`: -1, 0 or 1.
    Across(Name),
    /// `down d`: -1, 0 or 1.
    Down(Name),
    /// `min(a, b)`, `max(a, b)`, `abs(a)`.
    Function(Name, Vec<Expr>),
    /// `-a`.
    Negate(Box<Expr>),
    /// `a + b`.
    Binary(Box<Expr>, Arithmetic, Box<Expr>),
}

/// An arithmetic operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// `+`.
    Add,
    /// `-`.
    Subtract,
    /// `*`, and `2n`.
    Multiply,
    /// `/`, towards zero.
    Divide,
    /// `mod`, with the sign of the divisor.
    Modulo,
}
