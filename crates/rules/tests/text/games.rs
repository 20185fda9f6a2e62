//! Small games written by hand, one for each form of text.

use masume_board::{Cell, Direction, Grid};
use masume_rules::action::{Action, Argument};
use masume_rules::model::{
    ActionInfo, Alternative, Condition, Content, EMPTY, End, EndKind, Layer, LayerInfo, LayerKind,
    Legend, LegendEntry, LevelInfo, Notation, ParamKind, ParamSlot, PassRule, Pattern, PieceInfo,
    PieceSet, Player, PlayerInfo, Rule, RuleId, Rules, Shape, Size, Statement, Strategy, Test,
    Value, ValueInfo, ValueKind, Ways, Write,
};
use masume_rules::random::Random;
use masume_rules::state::{Board, Outcome, State};
use masume_syntax::Span;

/// A game of one player without anything.
pub(crate) fn bare(layers: Vec<LayerInfo>, legends: Vec<Legend>) -> Rules {
    Rules {
        title: "Test".to_owned(),
        players: vec![PlayerInfo { name: String::new(), forward: None }],
        layers,
        legends,
        ..Rules::empty()
    }
}

pub(crate) fn layer(name: &str, pieces: &[&str]) -> LayerInfo {
    let piece =
        |name: &&str| PieceInfo { name: (*name).to_owned(), owner: None, kind: (*name).to_owned() };
    LayerInfo { name: name.to_owned(), kind: LayerKind::Pieces(pieces.iter().map(piece).collect()) }
}

pub(crate) fn legend(name: &str, entries: &[(&str, &[(u8, Content)])]) -> Legend {
    let entries = entries.iter().map(|(glyphs, contents)| LegendEntry {
        glyphs: glyphs.chars().collect(),
        contents: contents.iter().map(|(layer, content)| (Layer(*layer), *content)).collect(),
    });
    Legend { name: name.to_owned(), entries: entries.collect() }
}

fn value(name: &str, initial: i64, kind: ValueKind) -> ValueInfo {
    ValueInfo { name: name.to_owned(), initial, kind }
}

fn action(name: &str, params: Vec<ParamKind>) -> ActionInfo {
    ActionInfo {
        name: name.to_owned(),
        params,
        unordered: false,
        when: None,
        body: Vec::new(),
        span: Span::default(),
    }
}

fn shape(size: (u32, u32), least: (u32, u32), greatest: (u32, u32)) -> Shape {
    let size_of = |(width, height): (u32, u32)| Size { width, height };
    Shape {
        size: size_of(size),
        least: size_of(least),
        greatest: size_of(greatest),
        even: false,
        rim: 0,
    }
}

pub(crate) fn level(title: &str, rows: &[&str]) -> LevelInfo {
    LevelInfo {
        title: title.to_owned(),
        author: String::new(),
        rows: rows.iter().map(|row| (*row).to_owned()).collect(),
        span: Span::new(1, 2),
    }
}

/// Content of the layer `thing` of [`boxes`].
pub(crate) const PLAYER: Content = 0;
pub(crate) const BOX: Content = 1;

fn piece(layer: u8, piece: Content) -> Test {
    Test::Piece { layer: Layer(layer), pieces: vec![PieceSet(1 << piece)] }
}

fn free() -> Test {
    let wall = Test::Not(Box::new(piece(0, 0)));
    Test::And(vec![wall, Test::Not(Box::new(Test::Occupied(Layer(1))))])
}

/// A rule over single cells in the chosen direction: each cell's test and what is put there.
pub(crate) fn run(cells: Vec<(Test, Vec<Write>)>) -> Rule {
    let (tests, writes): (Vec<Test>, Vec<Vec<Write>>) = cells.into_iter().unzip();
    let positions = tests.len() as u32;
    let cell = |(position, test)| Pattern::Cell { position: position as u32, test };
    Rule {
        id: RuleId(0),
        span: Span::default(),
        strategy: Strategy::All,
        ways: Ways::Chosen(ParamSlot(0)),
        from: None,
        to: None,
        pattern: Pattern::Sequence(tests.into_iter().enumerate().map(cell).collect()),
        positions,
        alternatives: vec![Alternative { chance: None, writes }],
        effects: Vec::new(),
    }
}

/// `thing` becomes free, or this piece.
pub(crate) fn clear() -> Vec<Write> {
    vec![Write::Clear(Layer(1))]
}

pub(crate) fn put(piece: Content) -> Vec<Write> {
    vec![Write::Piece(Layer(1), vec![piece])]
}

/// Pushing boxes: `ground: wall goal`, `thing: player box`, levels only, a legend of its own and
/// that of xsb files, letters for its directions, a value named like a line of the header.
pub(crate) fn boxes() -> Rules {
    let own: &[(&str, &[(u8, Content)])] = &[
        ("#", &[(0, 0)]),
        (".", &[]),
        ("g", &[(0, 1)]),
        ("p", &[(1, PLAYER)]),
        ("b", &[(1, BOX)]),
        ("P", &[(0, 1), (1, PLAYER)]),
        ("B", &[(0, 1), (1, BOX)]),
    ];
    let xsb: &[(&str, &[(u8, Content)])] = &[
        ("#", &[(0, 0)]),
        (" -_", &[]),
        (".", &[(0, 1)]),
        ("@", &[(1, PLAYER)]),
        ("$", &[(1, BOX)]),
        ("+", &[(0, 1), (1, PLAYER)]),
        ("*", &[(0, 1), (1, BOX)]),
    ];
    let pushes =
        run(vec![(piece(1, PLAYER), clear()), (piece(1, BOX), put(PLAYER)), (free(), put(BOX))]);
    let steps = run(vec![(piece(1, PLAYER), clear()), (free(), put(PLAYER))]);
    let four = Ways::fixed(&Direction::ORTHOGONAL);
    let letters = [('l', "push left"), ('u', "up"), ('r', "right"), ('d', "down")];
    Rules {
        values: vec![
            value("pushes", 0, ValueKind::Declared),
            value("board", 3, ValueKind::Declared),
        ],
        actions: vec![ActionInfo {
            body: vec![Statement::OrElse(vec![
                vec![Statement::Rule(pushes)],
                vec![Statement::Rule(steps)],
            ])],
            ..action("push", vec![ParamKind::Direction(four)])
        }],
        levels: vec![level("First", &["#####", "#pbg#", "#####"])],
        notations: vec![Notation {
            name: "lurd".to_owned(),
            letters: letters.iter().map(|(letter, text)| (*letter, (*text).to_owned())).collect(),
            capital: Some(Value(0)),
        }],
        ..bare(
            vec![layer("ground", &["wall", "goal"]), layer("thing", &["player", "box"])],
            vec![legend("", own), legend("xsb", xsb)],
        )
    }
}

/// Numbers on a board with chance: `tile: number 2 doubling to 131072`, 2 x 2 to 6 x 6, goals.
pub(crate) fn numbers() -> Rules {
    let tile = LayerInfo { name: "tile".to_owned(), kind: LayerKind::Doubling(2, 131_072) };
    let goal = End {
        kind: EndKind::Goal,
        condition: Condition::NobodyCanAct,
        effects: Vec::new(),
        span: Span::default(),
    };
    Rules {
        shape: Some(shape((4, 4), (2, 2), (6, 6))),
        values: vec![value("score", 0, ValueKind::Score)],
        start: vec![Statement::Shuffle { id: RuleId(0), span: Span::default(), layer: Layer(0) }],
        actions: vec![action(
            "slide",
            vec![ParamKind::Direction(Ways::fixed(&Direction::ORTHOGONAL))],
        )],
        ends: vec![goal.clone(), goal.clone(), goal],
        ..bare(vec![tile], Vec::new())
    }
}

/// Numbers and pieces in one cell, negative numbers, glyphs that look like parts of numbers.
pub(crate) fn mixed() -> Rules {
    let number = |name: &str| LayerInfo { name: name.to_owned(), kind: LayerKind::Range(-20, 20) };
    let own: &[(&str, &[(u8, Content)])] =
        &[("-", &[(0, 0)]), ("#", &[(0, 1)]), ("7", &[(0, 2)]), ("?", &[(0, 3)])];
    bare(
        vec![layer("ground", &["dash", "wall", "seven", "riddle"]), number("one"), number("two")],
        vec![legend("", own)],
    )
}

/// Two players, all kinds of parameters, passing.
pub(crate) fn seats() -> Rules {
    let own: &[(&str, &[(u8, Content)])] = &[(".", &[]), ("b", &[(0, 0)]), ("w", &[(0, 1)])];
    let seat = |name: &str| PlayerInfo { name: name.to_owned(), forward: None };
    let forwards = Ways::Fixed(vec![vec![Direction::Up], vec![Direction::Down]]);
    Rules {
        shape: Some(shape((8, 8), (8, 8), (8, 8))),
        players: vec![seat("black"), seat("white")],
        actions: vec![
            action("place", vec![ParamKind::Cell]),
            ActionInfo {
                unordered: true,
                ..action("take", vec![ParamKind::Cell, ParamKind::Cell])
            },
            action("go", vec![ParamKind::Cell, ParamKind::Direction(forwards)]),
            action("drop", vec![ParamKind::Column]),
            action("shift", vec![ParamKind::Row]),
            action("teleport", Vec::new()),
        ],
        pass: PassRule::WhenNoAction,
        ..bare(vec![layer("disc", &["black", "white"])], vec![legend("", own)])
    }
}

/// Nothing is a blank, and there are glyphs for every letter of a header.
pub(crate) fn blanks() -> Rules {
    let mut entries: Vec<LegendEntry> =
        vec![LegendEntry { glyphs: vec![' ', '~'], contents: Vec::new() }];
    for (index, glyph) in "#@aply:o0123456".chars().enumerate() {
        let contents = vec![(Layer(0), index as Content)];
        entries.push(LegendEntry { glyphs: vec![glyph], contents });
    }
    let kinds = LayerInfo { name: "kind".to_owned(), kind: LayerKind::Kinds(17) };
    bare(vec![kinds], vec![Legend { name: String::new(), entries }])
}

/// A state with everything drawn at random, as no play would give it.
pub(crate) fn random_state(rules: &Rules, random: &mut Random) -> State {
    let mut below = |count: u64| random.below(count);
    let (least, greatest) = rules
        .shape
        .map_or((1, 7), |shape| (u64::from(shape.least.width), u64::from(shape.greatest.width)));
    let mut side = || (least + below(greatest - least + 1)) as u32;
    let rim = rules.shape.map_or(0, |shape| shape.rim);
    let grid = Grid::with_rim(side(), side(), rim).unwrap();
    let mut board = Board::new(grid, rules.layers.len());
    for (index, info) in rules.layers.iter().enumerate() {
        let contents = info.kind.contents();
        for cell in grid.inner_cells() {
            let drawn = below(2 * contents.len() as u64) as usize;
            board.set(Layer(index as u8), cell, contents.get(drawn).copied().unwrap_or(EMPTY));
        }
    }
    let players = rules.players.len() as u64;
    let player = Player(below(players) as u8);
    let outcomes = [Outcome::Won(player), Outcome::Lost(player), Outcome::Draw, Outcome::Ended];
    let goals = rules.ends.iter().filter(|end| end.kind == EndKind::Goal).count();
    State {
        values: rules.values.iter().map(|_| below(2000) as i64 - 1000).collect(),
        to_act: Player(below(players) as u8),
        ply: below(3) as u32,
        passes: below(3) as u32,
        goals: below(1 << goals),
        outcome: outcomes.get(below(8) as usize).copied(),
        random: Random(if below(2) == 0 { 0 } else { below(u64::MAX) }),
        board,
    }
}

/// Puts a content onto a cell by its name.
pub(crate) fn set(board: &mut Board, layer: u8, cell: &str, content: Content) {
    let cell: Cell = board.grid().cell_named(cell).unwrap();
    board.set(Layer(layer), cell, content);
}

/// A declared action.
pub(crate) fn chosen(index: u8, arguments: &[Argument]) -> Action {
    Action::new(index, arguments)
}
