//! Rules built by hand, and the expressions expected. What the expressions match is tested in
//! `tests/regex_in_node.rs`.

use masume_rules::model::{
    ActionInfo, Alternative, Block, LayerInfo, LayerKind, Legend, LegendEntry, ParamKind,
    ParamSlot, PieceInfo, PieceSet, PlayerInfo, RuleId, Shape, Statement, Write,
};
use masume_rules::model::{
    Layer, Letter, Pattern, Player, Rule, Rules, Size, Strategy, Test, Ways,
};

use super::*;

const DISC: Layer = Layer(0);
const CHOSEN: ParamSlot = ParamSlot(0);
const DOWN: &[Direction] = &[Direction::Down];

/// A game of black and white discs on boards of 4 to 26, with one action `place at c`.
fn discs(body: Block) -> Rules {
    let player = |name: &str| PlayerInfo { name: name.into(), forward: None };
    let piece = |name: &str, owner| PieceInfo {
        name: name.into(),
        owner: Some(Player(owner)),
        kind: name.into(),
    };
    let side = |side| Size { width: side, height: side };
    Rules {
        title: "Discs".into(),
        shape: Some(Shape {
            size: side(8),
            least: side(4),
            greatest: side(26),
            even: true,
            rim: 0,
        }),
        players: vec![player("black"), player("white")],
        layers: vec![LayerInfo {
            name: "disc".into(),
            kind: LayerKind::Pieces(vec![piece("black", 0), piece("white", 1)]),
        }],
        actions: vec![ActionInfo {
            name: "place".into(),
            params: vec![ParamKind::Cell],
            unordered: false,
            when: None,
            body,
            span: Span::new(10, 20),
        }],
        rule_count: 1,
        ..Rules::empty()
    }
}

fn mine() -> Test {
    Test::Piece { layer: DISC, pieces: vec![PieceSet(0b01), PieceSet(0b10)] }
}

fn theirs() -> Test {
    Test::Piece { layer: DISC, pieces: vec![PieceSet(0b10), PieceSet(0b01)] }
}

fn cell(position: u32, test: Test) -> Pattern {
    Pattern::Cell { position, test }
}

fn repeat(body: Pattern, least: u32, greatest: Option<u32>) -> Pattern {
    Pattern::Repeat { body: Box::new(body), least, greatest }
}

/// A rule from the chosen cell that puts the acting player's piece at these positions.
fn flips(pattern: Pattern, flipped: &[u32], ways: &[Direction]) -> Rule {
    let mut writes = vec![Vec::new(); 8];
    for position in flipped {
        writes[*position as usize] = vec![Write::Piece(DISC, vec![0, 1])];
    }
    Rule {
        id: RuleId(0),
        span: Span::new(30, 40),
        strategy: Strategy::All,
        ways: Ways::fixed(ways),
        from: Some(CHOSEN),
        to: None,
        pattern,
        positions: 8,
        alternatives: vec![Alternative { chance: None, writes }],
        effects: Vec::new(),
    }
}

/// `empty theirs+ mine -> mine mine+ mine`
fn othello_rule(ways: &[Direction]) -> Rule {
    let flanked = repeat(cell(1, theirs()), 1, None);
    let pattern = Pattern::Sequence(vec![cell(0, Test::Empty), flanked, cell(2, mine())]);
    flips(pattern, &[0, 1], ways)
}

fn place(rules: &Rules) -> Result<ActionRegex, RegexError> {
    action_regex(rules, "place", 8)
}

#[track_caller]
fn check(rule: Rule, expected: &str) {
    let found = place(&discs(vec![Statement::Rule(rule)])).unwrap();
    assert_eq!(found.expression, expected);
}

#[track_caller]
fn check_refused(body: Block, expected: &str) {
    let error = place(&discs(body)).unwrap_err();
    assert_eq!(error.label(), expected);
    assert_eq!(error.message(), "`place` cannot be written as one regular expression");
    assert!(error.span.is_some());
}

#[test]
fn othello_is_shorter_than_by_hand() {
    let found = place(&discs(vec![Statement::Rule(othello_rule(&Direction::ALL))])).unwrap();
    let expected = [
        "(?<=PW*)W(?=W*B)",
        "(?<=BW*)W(?=W*P)",
        "(?<=P[^]{7}(W[^]{7})*)W(?=([^]{7}W)*[^]{7}B)",
        "(?<=B[^]{7}(W[^]{7})*)W(?=([^]{7}W)*[^]{7}P)",
        "(?<=P[^]{8}(W[^]{8})*)W(?=([^]{8}W)*[^]{8}B)",
        "(?<=B[^]{8}(W[^]{8})*)W(?=([^]{8}W)*[^]{8}P)",
        "(?<=P[^]{9}(W[^]{9})*)W(?=([^]{9}W)*[^]{9}B)",
        "(?<=B[^]{9}(W[^]{9})*)W(?=([^]{9}W)*[^]{9}P)",
    ];
    assert_eq!(found.expression, expected.join("|"));
    // The founding article's own has 327 characters.
    assert!(found.expression.len() < 327);

    let alphabet: Vec<(char, &str)> =
        found.alphabet.iter().map(|(glyph, words)| (*glyph, words.as_str())).collect();
    let expected = [
        ('N', "empty"),
        ('B', "own disc"),
        ('W', "other player's disc"),
        ('P', "the chosen cell: empty"),
    ];
    assert_eq!(alphabet, expected);
    let notes =
        ["the text is the rows of the board, 8 wide, with newlines", "flag `g`, and no other"];
    assert_eq!(found.notes, notes);
}

#[test]
fn a_position_in_a_bounded_repeat_keeps_the_bounds() {
    let flanked = |least, greatest| {
        let repeated = repeat(cell(1, theirs()), least, greatest);
        let pattern = Pattern::Sequence(vec![cell(0, Test::Empty), repeated, cell(2, mine())]);
        flips(pattern, &[1], &[Direction::Right])
    };
    let rows = [
        (0, None, "(?<=PW*)W(?=W*B)"),
        (2, None, "(?<=P)W(?=W+B)|(?<=PW+)W(?=W*B)"),
        (1, Some(2), "(?<=P)W(?=W?B)|(?<=PW)W(?=B)"),
        (2, Some(2), "(?<=P)W(?=WB)|(?<=PW)W(?=B)"),
        (2, Some(3), "(?<=P)W(?=W{1,2}B)|(?<=PW)W(?=W?B)|(?<=PWW)W(?=B)"),
        (0, Some(1), "(?<=P)W(?=B)"),
    ];
    for (least, greatest, expected) in rows {
        check(flanked(least, greatest), expected);
    }
}

#[test]
fn what_may_be_absent_at_the_far_end_is_not_written() {
    // theirs+ mine{2,} (mine | theirs)*, unanchored
    let either = Pattern::Choice(vec![cell(2, mine()), cell(3, theirs())]);
    let parts = vec![
        repeat(cell(0, theirs()), 1, None),
        repeat(cell(1, mine()), 2, None),
        repeat(either, 0, None),
    ];
    let rule = flips(Pattern::Sequence(parts), &[0], &[Direction::Right]);
    check(Rule { from: None, ..rule }, "W(?=W*BB)");
}

#[test]
fn a_repeated_group_is_cut_at_the_position() {
    // empty (theirs any)+ mine
    let group = Pattern::Sequence(vec![cell(1, theirs()), cell(2, Test::Any)]);
    let parts = vec![cell(0, Test::Empty), repeat(group, 1, None), cell(3, mine())];
    let pattern = Pattern::Sequence(parts);
    let right = &[Direction::Right];
    check(flips(pattern.clone(), &[1], right), "(?<=P(W.)*)W(?=.(W.)*B)");
    check(flips(pattern, &[2], right), "(?<=P(W.)*W)[NW](?=(W.)*B)");
}

#[test]
fn choices_and_edges_are_written() {
    let choice = Pattern::Choice(vec![cell(2, mine()), Pattern::Edge]);
    let parts = vec![cell(0, Test::Empty), cell(1, theirs()), choice];
    let pattern = Pattern::Sequence(parts);
    check(flips(pattern.clone(), &[1], &[Direction::Right]), "(?<=P)W(?=B|(?!.))");
    check(flips(pattern.clone(), &[1], DOWN), "(?<=P[^]{8})W(?=[^]{8}B|(?![^]{8}.))");
    let up = "(?<=B[^]{8}|(?<!.[^]{8}))W(?=[^]{8}P)";
    check(flips(pattern, &[1], &[Direction::Up]), up);
}

#[test]
fn the_first_cell_of_an_anchored_rule_may_be_in_a_repeat() {
    let parts = vec![repeat(cell(0, Test::Empty), 1, None), cell(1, theirs()), cell(2, mine())];
    check(flips(Pattern::Sequence(parts), &[1], &[Direction::Right]), "(?<=PN*)W(?=B)");
}

#[test]
fn an_anchor_at_the_end_reads_the_line_backwards() {
    let rule = Rule { from: None, to: Some(CHOSEN), ..othello_rule(&[]) };
    // mine theirs+ empty, up to the chosen cell.
    let parts = vec![cell(0, mine()), repeat(cell(1, theirs()), 1, None), cell(2, Test::Empty)];
    let rule = Rule { pattern: Pattern::Sequence(parts), ways: Ways::fixed(DOWN), ..rule };
    check(rule, "(?<=B[^]{8}(W[^]{8})*)W(?=([^]{8}W)*[^]{8}P)");
}

#[test]
fn directions_that_say_the_same_are_written_once() {
    // mine theirs mine, unanchored.
    let pattern = Pattern::Sequence(vec![cell(0, mine()), cell(1, theirs()), cell(2, mine())]);
    let rule = Rule { from: None, ..flips(pattern, &[1], &Direction::ORTHOGONAL) };
    check(rule, "(?<=B)W(?=B)|(?<=B[^]{8})W(?=[^]{8}B)");
}

#[test]
fn a_rule_of_the_chosen_cell_alone_comes_first() {
    // must at c: empty -> mine; then from c: mine theirs mine -> mine mine mine
    let put = Rule { ways: Ways::None, ..flips(cell(0, Test::Empty), &[0], &[]) };
    let pattern = Pattern::Sequence(vec![cell(0, mine()), cell(1, theirs()), cell(2, mine())]);
    let flip = Statement::Rule(flips(pattern, &[1], &[Direction::Right]));

    let must = vec![Statement::Must(vec![Statement::Rule(put.clone())]), flip.clone()];
    let found = place(&discs(must)).unwrap();
    assert_eq!(found.expression, "(?<=P)W(?=B)");
    assert_eq!(found.alphabet[3].1, "the chosen cell: empty");

    // Without `must` one may play on a disc of the other, from where nothing is flipped.
    let label = "the rule asks what the chosen cell holds, and the text shows `P`";
    check_refused(vec![Statement::Rule(put), flip], label);
}

#[test]
fn an_action_that_is_always_legal_says_nothing_of_the_chosen_cell() {
    let body =
        vec![Statement::Rule(othello_rule(DOWN)), Statement::Effects(Vec::new(), Span::default())];
    check_refused(body, "the rule asks what the chosen cell holds, and the text shows `P`");
}

#[test]
fn an_action_that_changes_the_chosen_cell_alone_matches_nothing() {
    let rule = Rule { ways: Ways::None, ..flips(cell(0, Test::Empty), &[0], &[]) };
    let found = place(&discs(vec![Statement::Rule(rule)])).unwrap();
    assert_eq!(found.expression, "(?!)");
    assert_eq!(found.notes.len(), 3);
}

#[test]
fn other_games_are_written_with_their_legend() {
    let mut rules = discs(vec![Statement::Rule(othello_rule(&[Direction::Right]))]);
    let pieces = ["P", "wall", "^"].map(|name| PieceInfo {
        name: name.into(),
        owner: None,
        kind: name.into(),
    });
    rules.layers[0].kind = LayerKind::Pieces(pieces.into());
    let entry = |glyph, contents: &[i32]| LegendEntry {
        glyphs: vec![glyph],
        contents: contents.iter().map(|it| (DISC, *it)).collect(),
    };
    let entries = vec![entry('.', &[]), entry('P', &[0]), entry('#', &[1]), entry('^', &[2])];
    rules.legends = vec![Legend { name: String::new(), entries }];
    let not_piece = |piece| {
        let pieces = vec![PieceSet(1_u64 << piece)];
        Test::Not(Box::new(Test::Piece { layer: DISC, pieces }))
    };
    let parts = vec![cell(0, Test::Empty), cell(1, not_piece(1)), cell(2, Test::Empty)];
    rules.actions[0].body =
        vec![Statement::Rule(flips(Pattern::Sequence(parts), &[1], &[Direction::Right]))];
    let found = place(&rules).unwrap();
    // P is a piece here, and what holds piece 0 already does not change.
    assert_eq!(found.expression, r"(?<=A)[.\^](?=\.)");
    assert_eq!(found.alphabet[2], ('#', "wall".into()));
    assert_eq!(found.alphabet[4], ('A', "the chosen cell: empty".into()));
    assert!(found.notes[2].contains("for black to act"));
}

#[test]
fn what_one_expression_cannot_say_is_refused_with_its_reason() {
    let rule = othello_rule(DOWN);
    let with = |test| {
        let pattern = Pattern::Sequence(vec![cell(0, Test::Empty), cell(1, test)]);
        vec![Statement::Rule(Rule { pattern, ..rule.clone() })]
    };
    let one = |rule: Rule| vec![Statement::Rule(rule)];
    let walk = Pattern::Sequence(vec![cell(0, Test::Empty), Pattern::Turn, cell(1, mine())]);
    let long = repeat(repeat(cell(1, theirs()), 1, Some(1000)), 1, Some(1000));
    let rows = [
        (
            one(Rule { pattern: walk, ..rule.clone() }),
            "the pattern turns, and an expression runs along one line",
        ),
        (
            one(Rule { to: Some(ParamSlot(1)), ..rule.clone() }),
            "two chosen cells matter, and the text shows one of them",
        ),
        (
            one(Rule { ways: Ways::Chosen(ParamSlot(1)), ..rule.clone() }),
            "the player chooses the direction, which the text does not show",
        ),
        (
            one(Rule { strategy: Strategy::First, ..rule.clone() }),
            "`first` uses some of the matches, an expression finds them all",
        ),
        (
            one(Rule {
                pattern: Pattern::Sequence(vec![cell(0, Test::Empty), long]),
                ..rule.clone()
            }),
            "the expression would be longer than 16384 characters",
        ),
        (
            with(Test::Letter { layer: DISC, letter: Letter(0) }),
            "a letter must be equal at several cells, each of which is looked at alone",
        ),
        (
            with(Test::Or(vec![mine(), Test::Centre])),
            "`centre` asks for more than what the cell itself holds",
        ),
        (
            vec![Statement::OrElse(vec![one(rule.clone()), one(rule.clone())])],
            "`else` is more than a rule over lines",
        ),
        (
            [one(rule.clone()), one(rule.clone())].concat(),
            "rules run one after another, and a later one sees what an earlier one put",
        ),
    ];
    for (body, expected) in rows {
        check_refused(body, expected);
    }
}

#[test]
fn a_request_that_the_game_does_not_have_is_refused() {
    let rules = discs(vec![Statement::Rule(othello_rule(DOWN))]);
    let rows = [
        ("plce", 8, "the game has no action `plce`: expected `place`"),
        ("place", 7, "the game is not played on boards 7 wide: expected 4 to 26, even"),
        ("place", 0, "the game is not played on boards 0 wide: expected 4 to 26, even"),
        ("place", 28, "the game is not played on boards 28 wide: expected 4 to 26, even"),
    ];
    for (action, width, expected) in rows {
        let error = action_regex(&rules, action, width).unwrap_err();
        assert_eq!(error.to_string(), expected);
        assert_eq!(error.span, None);
        let help = (action == "plce").then_some("did you mean `place`?");
        assert_eq!(error.help().as_deref(), help);
    }
}
