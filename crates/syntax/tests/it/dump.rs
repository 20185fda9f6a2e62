//! A plain tree as S-expressions: short enough to stand beside the text that it was read from.

use masume_syntax::ast::*;

/// One line a section, statement or table line.
pub(crate) fn file(file: &File) -> String {
    let mut out = String::new();
    for it in &file.sections {
        section(&mut out, &it.kind);
    }
    out
}

fn line(out: &mut String, depth: usize, text: &str) {
    *out += &"  ".repeat(depth);
    *out += text;
    out.push('\n');
}

fn join<T>(items: &[T], each: impl Fn(&T) -> String) -> String {
    items.iter().map(each).collect::<Vec<_>>().join(" ")
}

fn names(names: &[Name]) -> String {
    join(names, |it| it.value.clone())
}

fn section(out: &mut String, kind: &SectionKind) {
    let heading = match kind {
        SectionKind::Game(title) => format!("game {:?}", title.value),
        SectionKind::About(text) => format!("about {:?}", text.value),
        SectionKind::Use(name) => format!("use {}", name.value),
        SectionKind::Board(it) => {
            let size = |it: &Spanned<Size>| format!("{}x{}", it.value.width, it.value.height);
            let mut text = format!("board {}", size(&it.size));
            text += &it.from.as_ref().map_or(String::new(), |it| format!(" (from {})", size(it)));
            text += &it.to.as_ref().map_or(String::new(), |it| format!(" (to {})", size(it)));
            text += if it.even { " even" } else { "" };
            text += &it.rim.as_ref().map_or(String::new(), |it| format!(" (rim {})", it.value));
            text
        }
        SectionKind::Players(players) => {
            format!(
                "players {}",
                join(players, |it| match &it.forward {
                    Some(way) => format!("({} forward {})", it.name.value, way.value),
                    None => it.name.value.clone(),
                })
            )
        }
        SectionKind::Option(it) => {
            let mut text = format!("option {} {}", it.name.value, number(it.value.value));
            text += &it
                .from
                .as_ref()
                .map_or(String::new(), |it| format!(" (from {})", number(it.value)));
            text +=
                &it.to.as_ref().map_or(String::new(), |it| format!(" (to {})", number(it.value)));
            text
        }
        SectionKind::Value(it) => {
            let initial = it.initial.as_ref().map_or(String::new(), |it| format!(" {}", it.value));
            format!("value {}{initial}", it.name.value)
        }
        SectionKind::Pieces(_) => "pieces".to_owned(),
        SectionKind::Legend(it) => {
            format!("legend {}", it.name.as_ref().map_or("", |it| &it.value)).trim_end().to_owned()
        }
        SectionKind::Let(it) => {
            format!("let {} ({}) {}", it.name.value, names(&it.params), test(&it.test))
        }
        SectionKind::Define(it) => format!("define {} ({})", it.name.value, names(&it.params)),
        SectionKind::Start(_) => "start".to_owned(),
        SectionKind::Action(it) => {
            let mut text = format!("action {}", it.name.value);
            for param in &it.params {
                text = text + " " + &action_param(param);
            }
            text +=
                &it.when.as_ref().map_or(String::new(), |it| format!(" (when {})", condition(it)));
            text
        }
        SectionKind::Then(_) => "then".to_owned(),
        SectionKind::Pass(it) => format!("pass {it:?}"),
        SectionKind::Again(it) => format!("again {}", condition(it)),
        SectionKind::End(it) => {
            format!("{:?} {}{}", it.kind, condition(&it.condition), effects(&it.effects))
        }
        SectionKind::Score(it) => format!("score {}", expr(it)),
        SectionKind::Level(it) => format!("level {:?}", it.title.value),
        SectionKind::Display(_) => "display".to_owned(),
        SectionKind::Keys(_) => "keys".to_owned(),
        SectionKind::Words(_) => "words".to_owned(),
        SectionKind::Rules(rows) => format!("rules {rows:?}"),
        SectionKind::Help(rows) => format!("help {rows:?}"),
        SectionKind::Notation(it) => {
            let capital =
                it.capital.as_ref().map_or(String::new(), |it| format!(" (capital {})", it.value));
            format!("notation {}{capital}", it.name.value)
        }
        SectionKind::Coordinates(it) => {
            format!("coordinates {}", join(it, |it| format!("{:?}", it.value)))
        }
        SectionKind::Moves(it) => format!("moves {}", it.name.value),
        SectionKind::Position(it) => format!("position {}", it.name.value),
    };
    line(out, 0, &heading);
    below(out, kind);
}

fn below(out: &mut String, kind: &SectionKind) {
    match kind {
        SectionKind::Pieces(lines) => lines.iter().for_each(|it| line(out, 1, &layer(it))),
        SectionKind::Legend(it) => it.lines.iter().for_each(|it| {
            let glyphs: String = it.glyphs.iter().map(|it| it.value).collect();
            line(out, 1, &format!("{glyphs:?} ({})", names(&it.content)));
        }),
        SectionKind::Define(it) => block(out, 1, &it.body),
        SectionKind::Start(it) | SectionKind::Then(it) => block(out, 1, it),
        SectionKind::Action(it) => block(out, 1, &it.body),
        SectionKind::Level(it) => picture(out, 1, &it.picture),
        SectionKind::Display(it) => display(out, it),
        SectionKind::Keys(lines) => lines.iter().for_each(|it| {
            line(out, 1, &format!("({}) {:?}", names(&it.keys), it.action.value));
        }),
        SectionKind::Words(lines) => lines.iter().for_each(|it| {
            let says = join(&it.says.parts, |it| match it {
                TemplatePart::Text(text) => format!("{text:?}"),
                TemplatePart::Value(it) => expr(it),
            });
            let when = it.when.as_ref();
            let when = when.map_or(String::new(), |it| format!(" (when {})", condition(it)));
            line(out, 1, &format!("({}) {says}{when}", names(&it.occasion)));
        }),
        SectionKind::Notation(it) => it.letters.iter().for_each(|(letter, action)| {
            line(out, 1, &format!("{:?} {:?}", letter.value, action.value));
        }),
        SectionKind::Moves(it) => it.lines.iter().for_each(|it| line(out, 1, &moves_line(it))),
        SectionKind::Position(it) => it.fields.iter().for_each(|it| line(out, 1, &field(it))),
        SectionKind::Game(_)
        | SectionKind::About(_)
        | SectionKind::Use(_)
        | SectionKind::Board(_)
        | SectionKind::Players(_)
        | SectionKind::Option(_)
        | SectionKind::Value(_)
        | SectionKind::Let(_)
        | SectionKind::Pass(_)
        | SectionKind::Again(_)
        | SectionKind::End(_)
        | SectionKind::Score(_)
        | SectionKind::Rules(_)
        | SectionKind::Help(_)
        | SectionKind::Coordinates(_) => {}
    }
}

fn moves_line(it: &MovesLine) -> String {
    match it {
        MovesLine::Piece(kind, letter) => {
            format!("piece {} {:?}", kind.value, letter.as_ref().map(|it| &it.value))
        }
        MovesLine::FromAlways(_) => "from always".to_owned(),
        MovesLine::Quiet(sign) => format!("quiet {:?}", sign.value),
        MovesLine::Take(sign) => format!("take {:?}", sign.value),
        MovesLine::Before(action, sign) => format!("before {} {:?}", action.value, sign.value),
        MovesLine::Action(action, sign) => format!("action {} {:?}", action.value, sign.value),
        MovesLine::Step(sign, kind, ways) => {
            format!("step {:?} {} ({})", sign.value, kind.value, names(ways))
        }
        MovesLine::Sign(sign, when) => format!("sign {:?} {}", sign.value, condition(when)),
        MovesLine::Header(sign) => format!("header {:?}", sign.value),
        MovesLine::Together(_) => "together".to_owned(),
        MovesLine::Nodes(letters, _) => format!("nodes {}", letters_of(letters)),
        MovesLine::Win(sign) => format!("win {:?}", sign.value),
    }
}

fn field(it: &PositionField) -> String {
    match it {
        PositionField::Board(layer) => format!("board {}", layer.value),
        PositionField::Lists(letters, _) => format!("lists {}", letters_of(letters)),
        PositionField::Player(letters) => format!("player {}", letters_of(letters)),
        PositionField::Marks(piece, letters) => {
            let letters = join(letters, |(it, cell)| format!("{:?} {}", it.value, cell.value));
            format!("marks {} {letters}", piece.value)
        }
        PositionField::Cell(piece) => format!("cell {}", piece.value),
        PositionField::Value(value) => format!("value {}", value.value),
        PositionField::Turns(_) => "turns".to_owned(),
    }
}

fn letters_of(letters: &[(Name, Spanned<String>)]) -> String {
    join(letters, |(name, it)| format!("{} {:?}", name.value, it.value))
}

fn picture(out: &mut String, depth: usize, picture: &Picture) {
    picture.rows.iter().for_each(|it| line(out, depth, &format!("{:?}", it.value)));
}

fn number(number: Number) -> String {
    match number {
        Number::Whole(it) => it.to_string(),
        Number::Percent(it) => format!("{it}/10000"),
    }
}

fn layer(layer: &LayerLine) -> String {
    let kind = match &layer.kind {
        LayerKind::Names(it) => names(it),
        LayerKind::PerPlayer(it) => format!("(each-player {})", names(it)),
        LayerKind::Kinds(it) => format!("(kinds {})", it.value),
        LayerKind::NumberRange(from, to) => format!("(range {} {})", from.value, to.value),
        LayerKind::NumberDoubling(from, to) => format!("(doubling {} {})", from.value, to.value),
    };
    format!("{} {kind}", layer.name.value)
}

fn action_param(param: &ActionParam) -> String {
    match param {
        ActionParam::Direction(name, None) => format!("(in {})", name.value),
        ActionParam::Direction(name, Some(it)) => format!("(in {} {})", name.value, ways(it)),
        ActionParam::Cell(name) => format!("(at {})", name.value),
        ActionParam::FromTo(from, to) => format!("(from-to {} {})", from.value, to.value),
        ActionParam::Pair(first, second) => format!("(pair {} {})", first.value, second.value),
        ActionParam::Column(name) => format!("(column {})", name.value),
        ActionParam::Row(name) => format!("(row {})", name.value),
    }
}

fn block(out: &mut String, depth: usize, block: &Block) {
    block.statements.iter().for_each(|it| statement(out, depth, "", it));
}

fn body(out: &mut String, depth: usize, heading: &str, body: &StatementOrBlock) {
    match body {
        StatementOrBlock::Statement(it) => statement(out, depth, &format!("{heading} "), it),
        StatementOrBlock::Block(it) => {
            line(out, depth, heading);
            block(out, depth + 1, it);
        }
    }
}

fn statement(out: &mut String, depth: usize, before: &str, it: &Statement) {
    let text = match &it.kind {
        StatementKind::Rule(it) => rule(it),
        StatementKind::Relocate { from, to } => format!("relocate {} {}", test(from), test(to)),
        StatementKind::Else(it) => return body(out, depth, &format!("{before}else"), it),
        StatementKind::Must(it) => return body(out, depth, &format!("{before}must"), it),
        StatementKind::Simultaneous(it) => {
            line(out, depth, &format!("{before}all"));
            return block(out, depth + 1, it);
        }
        StatementKind::Repeat(it) => return body(out, depth, &format!("{before}repeat"), it),
        StatementKind::Times(times, it) => {
            return body(out, depth, &format!("{before}times {}", expr(times)), it);
        }
        StatementKind::If(when, it) => {
            return body(out, depth, &format!("{before}if {}", condition(when)), it);
        }
        StatementKind::Facing(it, inside) => {
            line(out, depth, &format!("{before}facing{}", prefix(it)));
            return block(out, depth + 1, inside);
        }
        StatementKind::March(it) => {
            let aim = match &it.aim {
                MarchAim::Toward(it) => format!("(toward {})", test(it)),
                MarchAim::In(it) => format!("(in {})", ways(it)),
            };
            line(out, depth, &format!("{before}march {} {aim}", test(&it.walkers)));
            for it in &it.meets {
                let left = it.left.as_ref().map_or("_", |it| &it.value);
                let text = format!(
                    "meets {} {} {left}{}",
                    it.first.value,
                    it.second.value,
                    effects(&it.effects)
                );
                line(out, depth + 1, &text);
            }
            return;
        }
        StatementKind::Deal { each, layer, over } => {
            format!("deal {} {} {}", expr(each), layer.value, test(over))
        }
        StatementKind::Shuffle { layer } => format!("shuffle {}", layer.value),
        StatementKind::Until(it) => format!("until {}", condition(it)),
        StatementKind::Let(name, it) => format!("let {} {}", name.value, expr(it)),
        StatementKind::Effects(it) => format!("effects{}", effects(it)),
        StatementKind::Require(it) => format!("require {}", condition(it)),
        StatementKind::Call(it) => format!("call {}", call(it)),
        StatementKind::Picture { centred, picture: rows } => {
            line(out, depth, &format!("{before}picture{}", if *centred { " centred" } else { "" }));
            return picture(out, depth + 1, rows);
        }
    };
    line(out, depth, &format!("{before}{text}"));
}

fn rule(rule: &Rule) -> String {
    let replacements = join(&rule.replacements, |it| {
        let text = replacement(&it.replacement);
        it.chance.as_ref().map_or(text.clone(), |it| format!("(chance {} {text})", expr(it)))
    });
    let prefix = prefix(&rule.prefix);
    format!("rule{prefix} {} -> {replacements}{}", pattern(&rule.pattern), effects(&rule.effects))
}

fn prefix(prefix: &RulePrefix) -> String {
    let mut text = String::new();
    if let Some(it) = &prefix.strategy {
        text += &match &it.value {
            Strategy::All => " all".to_owned(),
            Strategy::Each => " each".to_owned(),
            Strategy::First => " first".to_owned(),
            Strategy::Random(None) => " random".to_owned(),
            Strategy::Random(Some(it)) => format!(" (random {})", expr(it)),
        };
    }
    text += &prefix.ways.as_ref().map_or(String::new(), |it| format!(" {}", ways(it)));
    text += &prefix.from.as_ref().map_or(String::new(), |it| format!(" (from {})", it.value));
    text += &prefix.to.as_ref().map_or(String::new(), |it| format!(" (to {})", it.value));
    text
}

fn ways(ways: &Ways) -> String {
    let parts = join(&ways.parts, |it| match it {
        WaysPart::Count(it) => it.value.to_string(),
        WaysPart::Named(it) => it.value.clone(),
        WaysPart::Against(it) => format!("-{}", it.value),
    });
    format!("(ways {parts})")
}

fn bounds(it: &Bounds) -> String {
    let bound = |it: &Bound| match it {
        Bound::Number(number) => number.to_string(),
        Bound::Named(name) => name.value.clone(),
    };
    format!("{}..{}", bound(&it.least), it.greatest.as_ref().map_or(String::new(), bound))
}

fn pattern(it: &Pattern) -> String {
    match &it.kind {
        PatternKind::Cell(it) => test(it),
        PatternKind::Sequence(parts) => format!("({})", join(parts, pattern)),
        PatternKind::Choice(parts) => format!("(| {})", join(parts, pattern)),
        PatternKind::Repeat(inside, it) => {
            format!("({} {})", bounds(it), pattern(inside))
        }
        PatternKind::Edge => "edge".to_owned(),
        PatternKind::Turn => "turn".to_owned(),
        PatternKind::Bend => "bend".to_owned(),
    }
}

fn replacement(it: &Replacement) -> String {
    match &it.kind {
        ReplacementKind::Cell(puts) if puts.len() == 1 => put(&puts[0]),
        ReplacementKind::Cell(puts) => format!("[{}]", join(puts, put)),
        ReplacementKind::Sequence(parts) => format!("({})", join(parts, replacement)),
        ReplacementKind::Choice(parts) => format!("(| {})", join(parts, replacement)),
        ReplacementKind::Repeat(inside, it) => {
            format!("({} {})", bounds(it), replacement(inside))
        }
        ReplacementKind::Rest => "...".to_owned(),
        ReplacementKind::ZeroWidth => "zero".to_owned(),
    }
}

fn owner(owner: Owner) -> &'static str {
    match owner {
        Owner::Mine => "my",
        Owner::Theirs => "their",
    }
}

fn put(put: &Put) -> String {
    match &put.kind {
        PutKind::Nothing => "_".to_owned(),
        PutKind::No(name) => format!("(no {})", name.value),
        PutKind::Piece(None, name) => name.value.clone(),
        PutKind::Piece(Some(it), name) => format!("({} {})", owner(*it), name.value),
        PutKind::Number(it) => expr(it),
        PutKind::Layer(name, it) => format!("(put {} {})", name.value, expr(it)),
    }
}

fn test(it: &Test) -> String {
    match &it.kind {
        TestKind::Name(name) => name.value.clone(),
        TestKind::Blank => "_".to_owned(),
        TestKind::Owned(it, name) => format!("({} {})", owner(*it), name.value),
        TestKind::Number(it) => it.to_string(),
        TestKind::Letter(letter, layer) => format!("({} in {})", letter.value, layer.value),
        TestKind::Call(it) => call(it),
        TestKind::All(tests) => format!("(all {})", join(tests, test)),
        TestKind::Any(tests) => format!("(any {})", join(tests, test)),
        TestKind::Not(it) => format!("(no {})", test(it)),
        TestKind::Neighbours { least, greatest, test: it, reach } => {
            format!("({reach:?} {} {})", bounds(&Bounds::numbers(*least, *greatest)), test(it))
        }
        TestKind::Near(reach, cell) => format!("({reach:?} {})", cell.value),
        TestKind::Sees(None, it) => format!("(sees {})", pattern(it)),
        TestKind::Sees(Some(all), it) => format!("(sees {} {})", ways(all), pattern(it)),
        TestKind::Compare(it) => comparison(it),
    }
}

fn call(call: &Call) -> String {
    let arguments = call.arguments.iter().map(|it| match it {
        Argument::Expr(it) => format!(" #{}", expr(it)),
        Argument::Test(it) => format!(" {}", test(it)),
    });
    format!("({}!{})", call.name.value, arguments.collect::<String>())
}

fn comparison(it: &Comparison) -> String {
    let sign = match it.operator {
        Compare::Equal => "=",
        Compare::NotEqual => "!=",
        Compare::Less => "<",
        Compare::LessOrEqual => "<=",
        Compare::Greater => ">",
        Compare::GreaterOrEqual => ">=",
    };
    format!("({sign} {} {})", expr(&it.left), expr(&it.right))
}

fn condition(it: &Condition) -> String {
    match &it.kind {
        ConditionKind::Some(it) => format!("(some {})", test(it)),
        ConditionKind::No(it) => format!("(no {})", test(it)),
        ConditionKind::Every(each, has) => format!("(every {} {})", test(each), test(has)),
        ConditionKind::NoAction(None) => "no-action".to_owned(),
        ConditionKind::NoAction(Some(it)) => format!("(no-action {})", it.value),
        ConditionKind::NobodyCanAct => "nobody-can-act".to_owned(),
        ConditionKind::EveryonePassed => "everyone-passed".to_owned(),
        ConditionKind::Solvable => "solvable".to_owned(),
        ConditionKind::Compare(it) => comparison(it),
        ConditionKind::Not(it) => format!("(not {})", condition(it)),
        ConditionKind::And(parts) => format!("(and {})", join(parts, condition)),
        ConditionKind::Or(parts) => format!("(or {})", join(parts, condition)),
    }
}

fn effects(effects: &[Effect]) -> String {
    effects
        .iter()
        .map(|it| match &it.kind {
            EffectKind::Assign(name, assign, value) => {
                let sign = match assign {
                    Assign::Set => "=",
                    Assign::Add => "+=",
                    Assign::Subtract => "-=",
                };
                format!(" ({sign} {} {})", name.value, expr(value))
            }
            EffectKind::Finish(it) => format!(" {it:?}"),
        })
        .collect()
}

fn expr(it: &Expr) -> String {
    match &it.kind {
        ExprKind::Number(it) => number(*it),
        ExprKind::Name(name) => name.value.clone(),
        ExprKind::Count(it) => format!("(count {})", test(it)),
        ExprKind::RowOf(it) => format!("(row-of {})", test(it)),
        ExprKind::ColumnOf(it) => format!("(column-of {})", test(it)),
        ExprKind::Across(name) => format!("(across {})", name.value),
        ExprKind::Down(name) => format!("(down {})", name.value),
        ExprKind::Function(name, arguments) => {
            format!("({} {})", name.value, join(arguments, expr))
        }
        ExprKind::Negate(it) => format!("(- {})", expr(it)),
        ExprKind::Binary(left, sign, right) => {
            let sign = match sign {
                Arithmetic::Add => "+",
                Arithmetic::Subtract => "-",
                Arithmetic::Multiply => "*",
                Arithmetic::Divide => "/",
                Arithmetic::Modulo => "mod",
            };
            format!("({sign} {} {})", expr(left), expr(right))
        }
    }
}

fn display(out: &mut String, section: &DisplaySection) {
    for it in &section.lines {
        let glyphs = join(&it.glyphs, |it| format!("{:?}", it.value));
        let looks: String = it.looks.iter().map(|it| format!(" {}", it.value)).collect();
        let spoken =
            it.spoken.as_ref().map_or(String::new(), |it| format!(" (named {:?})", it.value));
        line(out, 1, &format!("{} {glyphs}{looks}{spoken}", it.subject.value));
        for picture in &it.pictures {
            let of = picture.of.as_ref().map_or(String::new(), |it| format!(" {:?}", it.value));
            let colours: String = picture
                .palette
                .iter()
                .map(|it| match &it.tint {
                    Some(tint) => format!(" ({} {})", tint.value, it.colour.value),
                    None => format!(" {}", it.colour.value),
                })
                .collect();
            line(out, 2, &format!("picture{of}{colours}"));
            picture.rows.rows.iter().for_each(|row| line(out, 3, &row.value));
        }
    }
    for it in &section.board {
        let said = match &it.value {
            BoardLook::Slanted(side) => format!("slanted {}", side.name()),
            BoardLook::Blocks(size) => format!("blocks {} {}", size.value.width, size.value.height),
            BoardLook::Parts(size) => format!("parts {} {}", size.value.width, size.value.height),
            BoardLook::Edge(sides, piece) => {
                let sides: Vec<&str> = sides.iter().map(|it| it.value.name()).collect();
                format!("edge {} ({})", sides.join(" "), piece.value)
            }
            BoardLook::Outside(pieces) => format!("outside ({})", names(pieces)),
        };
        line(out, 1, &format!("board {said}"));
    }
}
