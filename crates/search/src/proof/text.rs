//! Proofs as the text of a file. Its last line is a sum over all the others, so that a byte that
//! was changed is found before anything is believed.

use std::fmt::Write as _;

use masume_board::Grid;
use masume_engine::Game;
use masume_rules::model::{Content, EMPTY, Layer, LayerKind, Player};
use masume_rules::random::Random;
use masume_rules::state::{Board, State};

use super::closed::Closed;
use super::error::ProofError;
use super::linear::{Linear, MOST_WEIGHT, Rearranged, Weight};
use super::pairs::{Pairs, ProofStep};
use super::{Evidence, Proof};

/// The first line.
const HEADER: &str = "masume proof 1";

/// Behind the layers that are told: one whose contents only change places.
const REARRANGED: &str = " rearranged ";

/// Most contents that may be written of a board.
const MOST_CONTENTS: usize = masume_rules::model::MOST_CONTENTS;

pub(super) fn print(proof: &Proof, game: &Game) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = print_to(&mut text, proof, game);
    let sum = sum(&text);
    let _ = writeln!(text, "sum {sum:016x}");
    text
}

fn print_to(text: &mut String, proof: &Proof, game: &Game) -> std::fmt::Result {
    let Proof { start, evidence } = proof;
    let grid = start.board.grid();
    writeln!(text, "{HEADER}")?;
    writeln!(text, "rules {:016x}", rules_sum(game))?;
    writeln!(text, "board {} {} {}", grid.width(), grid.height(), grid.rim())?;
    for layer in 0..start.board.layer_count() {
        write!(text, "layer")?;
        for &content in start.board.contents(Layer(layer as u8)) {
            match content {
                EMPTY => write!(text, " .")?,
                content => write!(text, " {content}")?,
            }
        }
        writeln!(text)?;
    }
    write!(text, "values")?;
    for value in &start.values {
        write!(text, " {value}")?;
    }
    let (ply, passes, goals) = (start.ply, start.passes, start.goals);
    writeln!(text, "\nturn {} {ply} {passes} {goals} {}", start.to_act.0, start.random.0)?;
    match evidence {
        Evidence::Closed(closed) => print_closed(text, closed),
        Evidence::Linear(linear) => print_linear(text, linear),
        Evidence::Pairs(pairs) => print_pairs(text, pairs),
    }
}

fn print_closed(text: &mut String, closed: &Closed) -> std::fmt::Result {
    write!(text, "closed ply {} layers", u8::from(closed.forgets_ply))?;
    for layer in &closed.layers {
        write!(text, " {}", layer.0)?;
    }
    write!(text, " values")?;
    for value in &closed.values {
        write!(text, " {value}")?;
    }
    writeln!(text)?;
    for state in &closed.states {
        writeln!(text, "{state}")?;
    }
    Ok(())
}

/// A line for each no-good: `alone 3:12-40,13-77 5:…`, kinds with their pairs, or `from 3 0 1 2`.
fn print_pairs(text: &mut String, pairs: &Pairs) -> std::fmt::Result {
    writeln!(text, "pairs")?;
    for step in &pairs.steps {
        match step {
            ProofStep::Alone(no_good) => {
                write!(text, "alone")?;
                for (kind, pairing) in no_good {
                    write!(text, " {kind}:")?;
                    for (index, (one, other)) in pairing.iter().enumerate() {
                        let comma = if index == 0 { "" } else { "," };
                        write!(text, "{comma}{one}-{other}")?;
                    }
                }
            }
            ProofStep::From(kind, numbers) => {
                write!(text, "from {kind}")?;
                for number in numbers {
                    write!(text, " {number}")?;
                }
            }
        }
        writeln!(text)?;
    }
    Ok(())
}

/// The layers that are told, and the one whose contents only change places with the weight of odd permutations;
/// then for each layer a line for each inner cell: what it may hold, each with its weight.
fn print_linear(text: &mut String, linear: &Linear) -> std::fmt::Result {
    write!(text, "sum layers")?;
    for (layer, _) in &linear.layers {
        write!(text, " {}", layer.0)?;
    }
    if let Some(Rearranged { layer, weight }) = linear.rearranged {
        write!(text, "{REARRANGED}{} {weight}", layer.0)?;
    }
    writeln!(text)?;
    for weights in linear.layers.iter().flat_map(|(_, cells)| cells) {
        for (index, &(content, weight)) in weights.iter().enumerate() {
            let gap = if index == 0 { "" } else { " " };
            match content {
                EMPTY => write!(text, "{gap}.={weight}")?,
                content => write!(text, "{gap}{content}={weight}")?,
            }
        }
        writeln!(text)?;
    }
    Ok(())
}

pub(super) fn read(game: &Game, text: &str) -> Result<Proof, ProofError> {
    let lines = text.lines().count();
    let end = text.trim_end_matches('\n').rfind('\n').map_or(0, |at| at + 1);
    let (body, last) = text.split_at(end);
    let is_whole = last.ends_with('\n') && last.trim_end() == format!("sum {:016x}", sum(body));
    let mut lines_left = body.lines().enumerate().map(|(index, line)| (index + 1, line));
    let mut next = |word: &'static str| -> Result<(usize, &str), ProofError> {
        let (line, text) = lines_left.next().ok_or(ProofError::Text { line: lines })?;
        let rest = text.strip_prefix(word).ok_or(ProofError::Text { line })?;
        Ok((line, rest))
    };
    next(HEADER)?;
    if !is_whole {
        return Err(ProofError::Text { line: lines });
    }
    let (_, rules) = next("rules ")?;
    if rules != format!("{:016x}", rules_sum(game)) {
        return Err(ProofError::OtherGame);
    }
    let (line, board) = next("board ")?;
    let grid = read_grid(board).ok_or(ProofError::Text { line })?;
    let layers = game.rules().layers.len();
    if layers.saturating_mul(grid.cell_count()) > MOST_CONTENTS {
        return Err(ProofError::Text { line });
    }
    let mut board = Board::new(grid, layers);
    for layer in 0..layers {
        let (line, contents) = next("layer")?;
        read_layer(game, &mut board, Layer(layer as u8), contents)
            .ok_or(ProofError::Text { line })?;
    }
    let (line, values) = next("values")?;
    let values = numbers::<i64>(values).ok_or(ProofError::Text { line })?;
    let (turn_line, turn) = next("turn ")?;
    let turn = numbers::<u64>(turn).ok_or(ProofError::Text { line: turn_line })?;
    let (&[to_act, ply, passes, goals, random], true) =
        (&turn[..], values.len() == game.rules().values.len())
    else {
        return Err(ProofError::Text { line });
    };
    let narrow = |number: u64| u32::try_from(number).map_err(|_| ProofError::Text { line });
    if to_act != 0 {
        return Err(ProofError::Text { line: turn_line });
    }
    let mut start = State {
        board,
        values,
        to_act: Player(0),
        ply: narrow(ply)?,
        passes: narrow(passes)?,
        goals,
        outcome: None,
        random: Random(random),
    };
    let (line, told) = next("")?;
    let evidence = if let Some(told) = told.strip_prefix("closed ply ") {
        let closed = read_told(game, told).ok_or(ProofError::Text { line })?;
        let mut states: Vec<String> = lines_left.map(|(_, state)| state.to_owned()).collect();
        states.sort_unstable();
        states.dedup();
        Evidence::Closed(Closed { states, ..closed })
    } else if let Some(told) = told.strip_prefix("sum layers") {
        let (told, rearranged) =
            told.split_once(REARRANGED).map_or((told, None), |it| (it.0, Some(it.1)));
        let layers = told_layers(game, told).ok_or(ProofError::Text { line })?;
        let rearranged = rearranged
            .map(|text| read_rearranged(&layers, text).ok_or(ProofError::Text { line }))
            .transpose()?;
        let cells = grid.inner_cells().count();
        let mut read = Vec::new();
        for layer in layers {
            let kind = &game.rules().layers[usize::from(layer.0)].kind;
            let mut weights = Vec::new();
            for _ in 0..cells {
                let (line, text) = next("")?;
                weights.push(read_weights(kind, text).ok_or(ProofError::Text { line })?);
            }
            read.push((layer, weights));
        }
        if let Some((line, _)) = lines_left.next() {
            return Err(ProofError::Text { line });
        }
        Evidence::Linear(Linear { layers: read, rearranged })
    } else if told == "pairs" {
        let read = |(line, text)| read_step(text).ok_or(ProofError::Text { line });
        Evidence::Pairs(Pairs { steps: lines_left.map(read).collect::<Result<_, _>>()? })
    } else {
        return Err(ProofError::Text { line });
    };
    game.judge(&mut start).map_err(ProofError::Rules)?;
    Ok(Proof { start, evidence })
}

fn read_step(text: &str) -> Option<ProofStep> {
    if let Some(rest) = text.strip_prefix("from ") {
        let (kind, numbers) = rest.split_once(' ').unwrap_or((rest, ""));
        return Some(ProofStep::From(kind.parse().ok()?, self::numbers(numbers)?));
    }
    let pair = |text: &str| {
        let (one, other) = text.split_once('-')?;
        Some((one.parse().ok()?, other.parse().ok()?))
    };
    let kind = |word: &str| {
        let (kind, pairing) = word.split_once(':')?;
        Some((kind.parse().ok()?, pairing.split(',').map(pair).collect::<Option<_>>()?))
    };
    let kinds = text.strip_prefix("alone")?.split_ascii_whitespace().map(kind);
    kinds.collect::<Option<_>>().map(ProofStep::Alone)
}

/// Contents that a place may hold, ascending, each with its weight.
fn read_weights(kind: &LayerKind, text: &str) -> Option<Vec<Weight>> {
    let weight = |word: &str| {
        let (content, weight) = word.split_once('=')?;
        let content = match content {
            "." => EMPTY,
            number => number.parse().ok().filter(|&content| holds(kind, content))?,
        };
        Some((content, weight.parse().ok().filter(|&weight| weight < MOST_WEIGHT)?))
    };
    let weights: Vec<Weight> = text.split_ascii_whitespace().map(weight).collect::<Option<_>>()?;
    weights.is_sorted_by(|one, next| one.0 < next.0).then_some(weights)
}

/// A layer of those that are told, and a weight.
fn read_rearranged(told: &[Layer], text: &str) -> Option<Rearranged> {
    let &[layer, weight] = &numbers::<u32>(text)?[..] else { return None };
    let layer = told.iter().copied().find(|known| u32::from(known.0) == layer)?;
    (weight < MOST_WEIGHT).then_some(Rearranged { layer, weight })
}

/// Layers in their order.
fn told_layers(game: &Game, text: &str) -> Option<Vec<Layer>> {
    let layers = numbers::<u8>(text)?;
    let are_known = layers.iter().all(|&it| usize::from(it) < game.rules().layers.len());
    let is_sorted = layers.is_sorted_by(|one, next| one < next);
    (are_known && is_sorted).then(|| layers.into_iter().map(Layer).collect())
}

fn read_grid(text: &str) -> Option<Grid> {
    let sides = numbers::<u32>(text)?;
    let &[width, height, rim] = &sides[..] else { return None };
    Grid::with_rim(width, height, rim).ok()
}

fn read_layer(game: &Game, board: &mut Board, layer: Layer, text: &str) -> Option<()> {
    let kind = &game.rules().layers.get(usize::from(layer.0))?.kind;
    let mut words = text.split_ascii_whitespace();
    for cell in board.grid().cells() {
        let word = words.next()?;
        if word == "." {
            continue;
        }
        let content: Content = word.parse().ok()?;
        if !holds(kind, content) || !board.grid().is_inner(cell) {
            return None;
        }
        board.set(layer, cell, content);
    }
    words.next().is_none().then_some(())
}

fn holds(kind: &LayerKind, content: Content) -> bool {
    match kind {
        LayerKind::Pieces(_) | LayerKind::Kinds(_) => kind.contents().contains(&content),
        LayerKind::Range(..) | LayerKind::Doubling(..) => {
            kind.content_of_number(content.into()).is_some()
        }
    }
}

/// Set of states from the line that says what is told of each: `0 layers 1 2 values 0`.
fn read_told(game: &Game, text: &str) -> Option<Closed> {
    let (ply, rest) = text.split_once(" layers")?;
    let (layers, values) = rest.split_once(" values")?;
    let (layers, values) = (told_layers(game, layers)?, numbers::<u8>(values)?);
    let is_sorted = values.is_sorted_by(|a, b| a < b);
    let are_known = values.iter().all(|&it| usize::from(it) < game.rules().values.len());
    let forgets_ply = match ply {
        "0" => false,
        "1" => true,
        _ => return None,
    };
    (is_sorted && are_known).then_some(Closed { layers, values, forgets_ply, states: Vec::new() })
}

fn numbers<T: std::str::FromStr>(text: &str) -> Option<Vec<T>> {
    text.split_ascii_whitespace().map(|word| word.parse().ok()).collect()
}

/// Tells rules from others: their meaning and the options in force, not what they are called.
fn rules_sum(game: &Game) -> u64 {
    let rules = game.rules();
    let options: Vec<i64> = rules.options.iter().map(|option| option.value).collect();
    sum(&format!("{} {options:?}", masume_rules::print(rules)))
}

/// FNV-1a in 64 bits: it finds slips, and is no seal.
fn sum(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
