//! The chosen cell: the text shows that it was chosen, not what it holds.

use std::cell::RefCell;

use masume_rules::model::{Pattern, Player};

use super::alphabet::{Contents, Passing, Symbol, compile, written};
use super::body::{Body, Found, Placing};
use super::error::RegexReason;
use super::node::{CellNode, Node, Symbols};

/// The symbol of the chosen cell, with all that the cell may hold when the rules run.
pub(super) fn chosen_symbol(
    body: &Body<'_>,
    cells: &[Symbol],
    glyph: char,
    player: Player,
) -> Found<Symbol> {
    let mut possible: Vec<Possible> = Vec::new();
    for (shown, cell) in cells.iter().enumerate() {
        possible.extend(cell.contents.iter().map(|it| Possible { shown, contents: it.clone() }));
    }
    for placing in &body.placing {
        let at_rule = |reason| (reason, placing.rule.span);
        possible = place(*placing, possible, player).map_err(at_rule)?;
    }
    let are_anchored = body.rules.iter().all(|it| it.from.is_some() || it.to.is_some());
    if body.rules_must_match && are_anchored {
        possible = passing_first(body, cells, possible, player)?;
    }

    let names: Vec<&str> = possible.iter().map(|it| cells[it.shown].words.as_str()).collect();
    let words = if names.is_empty() || names.len() == cells.len() {
        "the chosen cell".into()
    } else {
        format!("the chosen cell: {}", names.join(" or "))
    };
    let mut contents: Vec<Contents> = possible.into_iter().map(|it| it.contents).collect();
    contents.sort_unstable();
    contents.dedup();
    Ok(Symbol { glyph, words, contents, is_chosen: true })
}

/// Contents that the chosen cell may have after a rule of that cell alone.
fn place(
    placing: Placing<'_>,
    possible: Vec<Possible>,
    player: Player,
) -> Result<Vec<Possible>, RegexReason> {
    let Pattern::Cell { test, position } = &placing.rule.pattern else { return Ok(possible) };
    let alternative = placing.rule.alternatives.first();
    let writes = alternative.and_then(|it| it.writes.get(*position as usize));
    let writes = writes.map_or(&[][..], Vec::as_slice);
    let mut kept = Vec::new();
    for it in possible {
        let asked = Passing { player, contents: &it.contents, is_chosen: true };
        if asked.asks(test)? {
            kept.push(Possible { contents: written(&it.contents, writes, player)?, ..it });
        } else if !placing.must_match {
            kept.push(it);
        }
    }
    Ok(kept)
}

/// Those with which an anchored rule can begin at the chosen cell: the action is illegal with
/// the others.
fn passing_first(
    body: &Body<'_>,
    cells: &[Symbol],
    mut possible: Vec<Possible>,
    player: Player,
) -> Found<Vec<Possible>> {
    let first = possible
        .iter()
        .map(|it| Symbol { is_chosen: true, ..Symbol::cell(' ', "", it.contents.clone()) });
    let symbols: Vec<Symbol> = first.chain(cells.iter().cloned()).collect();
    let passing = RefCell::new(Symbols::new());
    for rule in &body.rules {
        let node = compile(&rule.pattern, &[], &symbols, player);
        let mut node = node.map_err(|reason| (reason, rule.span))?;
        if rule.to.is_some() {
            node = node.reversed();
        }
        let note_first = |cell: &CellNode| {
            passing.borrow_mut().extend(&cell.symbols);
            Node::EMPTY
        };
        node.with_first(&note_first, &|_| Node::EMPTY);
    }
    let passing = passing.into_inner();
    let mut index = 0..;
    possible.retain(|_| index.next().is_some_and(|it| passing.contains(&it)));
    Ok(possible)
}

/// Possible contents of the chosen cell.
struct Possible {
    /// The cell symbol that it is when the player chooses it.
    shown: usize,
    /// Contents when the rules run.
    contents: Contents,
}

/// The words whose first cell is the chosen one. A line does not come back to it: no other cell is.
pub(super) fn anchored(pattern: &Node, symbols: &[Symbol]) -> Node {
    let chosen: Symbols = (0..symbols.len()).filter(|index| symbols[*index].is_chosen).collect();
    let first = |cell: &CellNode| {
        let symbols = cell.symbols.intersection(&chosen).copied().collect();
        Node::cell(symbols, Symbols::new(), cell.unsure)
    };
    let later = |cell: &CellNode| {
        let mut passing: Symbols = cell.symbols.difference(&chosen).copied().collect();
        // Where every other cell passes, the shortest class is the one of all characters.
        if passing.len() + chosen.len() == symbols.len() {
            passing.extend(&chosen);
        }
        Node::cell(passing, cell.changed.clone(), false)
    };
    pattern.with_first(&first, &later)
}
