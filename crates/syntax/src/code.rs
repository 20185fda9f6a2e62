//! The codes of all diagnostics, in one table: each has a test and a page in the manual.

macro_rules! codes {
    ($($name:ident = $id:literal, $title:literal;)*) => {
        /// Code of the problem that a diagnostic is about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = $title] $name,)*
        }

        impl Code {
            /// Every code, in order.
            pub const ALL: &[Code] = &[$(Code::$name,)*];

            /// The code as printed, such as `E0207`.
            pub fn id(self) -> &'static str {
                match self { $(Code::$name => $id,)* }
            }

            /// The problem in a few words, as the heading of its page.
            pub fn title(self) -> &'static str {
                match self { $(Code::$name => $title,)* }
            }
        }
    };
}

// E01: the text. E02: names and declarations. E03: rules. E04: boards, pictures, states, actions.
// E05: while playing.
codes! {
    FileTooLarge = "E0101", "the file is too large";
    NotText = "E0102", "the file is not UTF-8 text";
    UnexpectedCharacter = "E0103", "a character that means nothing here";
    UnclosedString = "E0104", "a string without its closing quote";
    Expected = "E0105", "something else was expected";
    UnknownSection = "E0106", "an unknown section";
    UnexpectedIndent = "E0107", "a line is indented where nothing can be deeper";
    NestedTooDeep = "E0108", "nested too deeply";
    NumberTooLarge = "E0109", "a number is too large";
    RepeatedRepeat = "E0110", "a repeat of a repeat";
    EmptyBlock = "E0111", "a block without lines";
    ReservedName = "E0112", "a word of the language used as a name";
    TooManyErrors = "E0113", "too many errors";
    UnclosedBracket = "E0114", "a bracket without its other half";
    RepeatRange = "E0115", "a repeat whose bounds are reversed or too large";

    MissingGame = "E0201", "no title";
    DuplicateName = "E0202", "a name given twice";
    UnknownName = "E0203", "an unknown name";
    DuplicateSection = "E0204", "a section given twice";
    WrongKindOfName = "E0205", "a name of another kind";
    UnknownLibrary = "E0206", "an unknown library";
    WrongArguments = "E0207", "wrong arguments";
    EndlessDefinition = "E0208", "a definition that uses itself";
    DefinitionTooLarge = "E0209", "definitions grow too large";
    BadLayer = "E0210", "a layer that cannot be";
    BadOption = "E0211", "an option out of its range";
    NoPlayers = "E0212", "players are needed here";
    TooMany = "E0213", "too many of something";
    BadDisplay = "E0214", "a display line that cannot be";
    BadKey = "E0215", "a key that cannot be";
    UnknownOccasion = "E0216", "an unknown occasion";
    NoForward = "E0217", "a player without a forward direction";
    MissingActions = "E0218", "a game without actions";
    Unused = "E0219", "something that nothing uses";

    ShapeMismatch = "E0301", "the replacement does not mirror the pattern";
    NoDirections = "E0302", "a rule without directions";
    PatternTooLong = "E0303", "a pattern longer than any line";
    NeverMatches = "E0304", "a pattern that can never match";
    MatchesNothing = "E0305", "a pattern that consumes no cell";
    AmbiguousLayer = "E0306", "a letter or number that could belong to several layers";
    AmbiguousPiece = "E0307", "a class where one piece is needed";
    UnboundLetter = "E0308", "a letter that the pattern does not bind";
    SameLayerTwice = "E0309", "two pieces of one layer in one cell";
    CertainConflict = "E0310", "a rule that always contradicts itself";
    NotInSimultaneous = "E0311", "a statement that cannot run at once with others";
    ElseWithoutRule = "E0312", "an else without a rule before it";
    MeetsMissing = "E0313", "a meeting that is not described";
    EachNeedsLine = "E0314", "a walk where a line is needed";
    RandomNeedsCell = "E0315", "several random cells need a pattern of one cell";
    BadChance = "E0316", "chances that do not add up";
    NeedsCell = "E0317", "a word that needs a cell";
    BadAnchor = "E0318", "an anchor that is not a cell of the action";
    NotHere = "E0319", "a statement that cannot stand here";
    UselessRule = "E0320", "a rule that changes nothing";
    NumberOutside = "E0321", "a number that its layer cannot hold";
    CarryRepeated = "E0322", "a class carried from a repeated position";
    TakenAway = "E0323", "a piece that goes without a word";
    IdleAction = "E0324", "an action that needs none of its rules";
    LeftBehind = "E0325", "a piece that is left behind";

    BadGlyph = "E0401", "a glyph used twice";
    UnknownGlyph = "E0402", "a glyph that the legend does not have";
    BoardTooLarge = "E0403", "a board too large";
    BoardTooSmall = "E0404", "a board too small";
    BoardSize = "E0405", "a board of another size";
    BadNumber = "E0406", "not a number that the layer can hold";
    EmptyPicture = "E0407", "a picture without cells";
    BadHeader = "E0408", "a state line that cannot be read";
    StartConditions = "E0409", "a level that the game does not allow";
    UnknownAction = "E0410", "an action that the game does not have";
    IllegalAction = "E0411", "an action that is not legal now";
    GameOver = "E0412", "the game is over";
    NoLevel = "E0413", "no such level";
    CannotBeWon = "E0414", "a level that cannot be won";
    ReadInTwoWays = "E0415", "levels that can be read in two ways";
    OverAtStart = "E0416", "a game that is over when it begins";

    OutOfFuel = "E0501", "rules that do not come to an end";
    ConflictingWrites = "E0502", "two matches write different things";
    Overflow = "E0503", "a number outside what can be held";
    DivisionByZero = "E0504", "a division by zero";
    UntilNever = "E0505", "a set-up that did not succeed";
    TooManyChances = "E0506", "too many chance outcomes to list";
    TooMuchWork = "E0507", "too much work for a board of this size";
    OverBudget = "E0508", "more steps than are waited for";
    TooManyActions = "E0509", "too many legal actions to list";
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id())
    }
}
