//! A tree as the text of a game.

use std::fmt::Write as _;

use crate::tree::{
    Ending, GameTree, LayerShape, LayerTree, NamedAction, Node, PlayerTree, Put, Quantifier,
    RuleTree, Statement, Term,
};

/// Blanks of a level of blocks.
const INDENT: usize = 2;

/// The text of a game, which may have errors where the tree has.
pub fn print(game: &GameTree) -> String {
    let mut text = String::from("game Random\n");
    declarations(&mut text, game);
    section(&mut text, "start", &game.start);
    for action in &game.actions {
        let NamedAction { name, params, when, body } = action;
        let params: String = params.iter().map(|param| format!(" {param}")).collect();
        let when = when.as_ref().map_or(String::new(), |when| format!(" when {when}"));
        line(&mut text, 0, &format!("action {name}{params}{when}"));
        block(&mut text, INDENT, body);
    }
    section(&mut text, "then", &game.then);
    if let Some(pass) = game.pass {
        line(&mut text, 0, &format!("pass {pass}"));
    }
    if let Some(again) = &game.again {
        line(&mut text, 0, &format!("again when {again}"));
    }
    for Ending { word, condition, effects } in &game.ends {
        line(&mut text, 0, &format!("{word} when {condition}{}", trailing(effects)));
    }
    if let Some(score) = &game.score {
        line(&mut text, 0, &format!("score {score}"));
    }
    if let Some(rows) = &game.level {
        line(&mut text, 0, "level");
        rows.iter().for_each(|row| line(&mut text, INDENT, row));
    }
    text
}

/// The glyph and the name of every piece and kind, in the order of the layers; those of a layer of
/// kinds all have its name.
pub(crate) fn glyphs(players: &[PlayerTree], layers: &[LayerTree]) -> Vec<(char, String)> {
    let (mut pieces, mut kinds) = ('a'..='z', 'A'..='Z');
    let mut found = Vec::new();
    for layer in layers {
        match &layer.shape {
            LayerShape::Pieces(names) => {
                found.extend(pieces.by_ref().zip(names.iter().map(|name| (*name).to_owned())));
            }
            LayerShape::Owned(names) => {
                let owned = players.iter().flat_map(|player| {
                    names.iter().map(move |name| format!("{}-{name}", player.name))
                });
                found.extend(pieces.by_ref().zip(owned));
            }
            LayerShape::Kinds(count) => {
                let names = std::iter::repeat_n(layer.name.to_owned(), *count);
                found.extend(kinds.by_ref().zip(names));
            }
            LayerShape::Range(..) | LayerShape::Doubling(..) => {}
        }
    }
    found
}

fn declarations(text: &mut String, game: &GameTree) {
    if game.level.is_none() {
        let rim =
            if game.rim == 0 { String::new() } else { format!(" with a rim of {}", game.rim) };
        line(text, 0, &format!("board {} x {}{rim}", game.width, game.height));
    }
    if !game.players.is_empty() {
        line(text, 0, "players");
        for player in &game.players {
            let forward = player.forward.map_or(String::new(), |way| format!(" forward {way}"));
            line(text, INDENT, &format!("{}{forward}", player.name));
        }
    }
    for (name, number) in &game.options {
        line(text, 0, &format!("option {name} = {number}"));
    }
    for (name, number) in &game.values {
        line(text, 0, &format!("value {name} = {number}"));
    }
    line(text, 0, "pieces");
    for LayerTree { name, shape } in &game.layers {
        line(text, INDENT, &format!("{name}: {}", contents(shape)));
    }
    line(text, 0, "legend");
    line(text, INDENT, ". nothing");
    let mut glyphs = glyphs(&game.players, &game.layers).into_iter().peekable();
    while let Some((glyph, name)) = glyphs.next() {
        let mut shown = glyph.to_string();
        while let Some((more, _)) = glyphs.next_if(|(_, next)| *next == name) {
            let _ = write!(shown, " {more}");
        }
        line(text, INDENT, &format!("{shown} {name}"));
    }
    for (name, test) in &game.lets {
        line(text, 0, &format!("let {name} = {test}"));
    }
    for (name, body) in &game.defines {
        section(text, &format!("define {name}"), body);
    }
}

fn contents(shape: &LayerShape) -> String {
    match shape {
        LayerShape::Pieces(names) => names.join(" "),
        LayerShape::Owned(names) => format!("{} for each player", names.join(" ")),
        LayerShape::Kinds(count) => format!("{count} kinds"),
        LayerShape::Range(first, last) => format!("number {first} to {last}"),
        LayerShape::Doubling(first, last) => format!("number {first} doubling to {last}"),
    }
}

fn line(text: &mut String, indent: usize, content: &str) {
    let _ = writeln!(text, "{:indent$}{content}", "");
}

fn section(text: &mut String, heading: &str, body: &[Statement]) {
    if !body.is_empty() {
        line(text, 0, heading);
        block(text, INDENT, body);
    }
}

fn block(text: &mut String, indent: usize, body: &[Statement]) {
    for statement in body {
        match statement {
            Statement::Rule(it) => line(text, indent, &rule(it)),
            Statement::Nest { heading, body } => {
                line(text, indent, &heading.to_string());
                block(text, indent + INDENT, body);
            }
            Statement::Line(it) => line(text, indent, &it.to_string()),
            Statement::March { heading, meets } => {
                line(text, indent, &heading.to_string());
                meets.iter().for_each(|it| line(text, indent + INDENT, &it.to_string()));
            }
            Statement::Picture { is_centred, rows } => {
                line(text, indent, if *is_centred { "picture at centre" } else { "picture" });
                rows.iter().for_each(|row| line(text, indent + INDENT, row));
            }
        }
    }
}

fn rule(rule: &RuleTree) -> String {
    let mut text = String::new();
    if let Some(strategy) = &rule.strategy {
        let _ = write!(text, "{strategy} ");
    }
    if !rule.prefix.is_empty() {
        let _ = write!(text, "{}: ", rule.prefix.join(" "));
    }
    text.push_str(&pattern(&rule.nodes));
    text.push_str(" -> ");
    for (index, chance) in rule.chances.iter().enumerate() {
        text.push_str(if index == 0 { "" } else { " or " });
        text.push_str(&replacement(&rule.nodes, index));
        if let Some(chance) = chance {
            let _ = write!(text, " with chance {chance}");
        }
    }
    text + &trailing(&rule.effects)
}

fn trailing(effects: &[Term]) -> String {
    effects.iter().map(|effect| format!(", {effect}")).collect()
}

/// A pattern as text.
pub(crate) fn pattern(nodes: &[Node]) -> String {
    let parts = nodes.iter().map(|node| match node {
        Node::Cell { test, times, .. } => format!("{test}{}", quantifier(*times)),
        Node::Group { branches, times } => group(branches, *times, pattern),
        Node::Word(word) => (*word).to_owned(),
    });
    parts.collect::<Vec<_>>().join(" ")
}

fn group(branches: &[Vec<Node>], times: Quantifier, inner: impl Fn(&[Node]) -> String) -> String {
    let branches: Vec<String> = branches.iter().map(|branch| inner(branch)).collect();
    format!("({}){}", branches.join(" | "), quantifier(times))
}

fn replacement(nodes: &[Node], index: usize) -> String {
    let mut parts = Vec::new();
    // A run of what stays is one `...`, and words that consume nothing go with it.
    for run in nodes.chunk_by(|one, other| one.is_rest(index) && other.is_rest(index)) {
        let is_rest = run.iter().all(|node| node.is_rest(index));
        if is_rest && run.iter().any(Node::has_cells) {
            parts.push("...".to_owned());
            continue;
        }
        parts.extend(run.iter().map(|node| match node {
            Node::Cell { puts, times, .. } => match puts.get(index) {
                Some(Put::Of(put)) => format!("{put}{}", quantifier(*times)),
                Some(Put::Rest) | None => "...".to_owned(),
            },
            Node::Group { branches, times } => {
                group(branches, *times, |branch| replacement(branch, index))
            }
            Node::Word(word) => (*word).to_owned(),
        }));
    }
    parts.join(" ")
}

fn quantifier(times: Quantifier) -> String {
    match times {
        Quantifier::Once => String::new(),
        Quantifier::Star => "*".to_owned(),
        Quantifier::Plus => "+".to_owned(),
        Quantifier::Optional => "?".to_owned(),
        Quantifier::Exactly(count) => format!("{{{count}}}"),
        Quantifier::Between(least, greatest) => format!("{{{least},{greatest}}}"),
        Quantifier::AtLeast(least) => format!("{{{least},}}"),
    }
}
