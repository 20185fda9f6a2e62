//! An action's rules as one ordinary regular expression over the board as text.
//!
//! The founding article on Othello finds the discs to flip with an expression that a person wrote
//! by hand. A line pattern holds the same thing once, for every direction; here it is written out
//! for a board's width, in JavaScript's dialect:
//!
//! ```text
//! empty theirs+ mine      to the right:  (?<=PW*)W(?=W*B)
//! -> mine mine+ mine      downwards:     (?<=P[^]{8}(W[^]{8})*)W(?=([^]{8}W)*[^]{8}B)
//! ```
//!
//! One step down a board 8 wide is nine characters further in the text, for a newline counts too:
//! between a cell and the one below it lie eight others, `[^]{8}`. No class matches a newline, and
//! a step over the side of the board ends on one, so that lines do not wrap.
//!
//! # What it must not know
//! Any game, and any executor: that the expression finds what the engine changes is tested in
//! `tests/regex_in_node.rs`, never assumed.
//!
//! # Where to start reading
//! [`action_regex`]. `body.rs` chooses the rules, `alphabet.rs` answers their tests for each
//! character, `chosen.rs` for that of the chosen cell; `node.rs` holds the patterns that result,
//! `context.rs` finds what lies before and after each cell that changes, `text.rs` writes it down.

mod alphabet;
mod body;
mod chosen;
mod context;
mod error;
mod node;
mod text;

#[cfg(test)]
mod tests;

use masume_board::{Direction, Grid};
use masume_rules::model::{Player, Rule, Rules, Size, Strategy, Ways};
use masume_syntax::Span;

use alphabet::{Symbol, cell_symbols, chosen_glyph, compile};
use body::{Body, Found, read_body};
use chosen::{anchored, chosen_symbol};
use context::contexts;
pub use error::{RegexError, RegexReason};
use node::Node;
use text::{Alternative, Course, Writer, join};

/// An action's rules as one regular expression in JavaScript's dialect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionRegex {
    /// Matches, with the global flag, each cell that the rules change, other than the chosen one:
    /// one character each.
    pub expression: String,
    /// Characters of the text with their meaning in words; the chosen cell last.
    pub alphabet: Vec<(char, String)>,
    /// Notes about the text and what to watch for, a line each.
    pub notes: Vec<String>,
}

/// The most characters that an expression may have: JavaScript engines take more, people do not.
const LENGTH_BOUND: usize = 1 << 14;

/// One regular expression for the cells that an action changes on boards of this width.
///
/// The text is the rows from the top, joined by newlines. Where two players have a piece each and
/// nothing else is on the board, N is empty, B the acting player's, W the other's, and P the
/// chosen cell; elsewhere the game's legend is used, seen by the first player.
///
/// # Errors
/// [`RegexError`] where there is no such action or width, and where the rules ask for what one
/// expression cannot say.
pub fn action_regex(rules: &Rules, action: &str, width: u32) -> Result<ActionRegex, RegexError> {
    let failed = |(reason, span)| RegexError { action: action.into(), reason, span };
    let Some(info) = rules.actions.iter().find(|info| info.name == action) else {
        let actions = rules.actions.iter().map(|info| info.name.clone()).collect();
        return Err(failed((RegexReason::UnknownAction { actions }, None)));
    };
    check_board(rules, width).map_err(|reason| failed((reason, None)))?;

    let in_text = |(reason, span)| failed((reason, Some(span)));
    let body = read_body(info).map_err(in_text)?;
    let view = View { rules, body: &body, width, span: info.span, player: Player(0) };
    let seen = view.write().map_err(in_text)?;

    let mut notes = vec![format!("the text is the rows of the board, {width} wide, with newlines")];
    notes.push(if seen.alphabet.iter().any(|(glyph, _)| glyph.len_utf16() > 1) {
        "flags `gu`; places are counted in UTF-16 units".into()
    } else {
        "flag `g`, and no other".into()
    });
    if seen.expression == NEVER {
        notes.push("the rules change no cell but the chosen one, so that nothing matches".into());
    }
    if body.has_conditions {
        notes.push("where the action is not legal, what matches means nothing".into());
    }
    // What holds for one player need not hold for another: `forward`, or a piece's name.
    let others = (1..rules.players.len()).map(|index| Player(index as u8));
    for player in others {
        let theirs = View { player, ..view };
        if theirs.write().ok().as_ref() != Some(&seen) {
            let name = rules.players.first().map_or("", |first| first.name.as_str());
            notes.push(format!("for {name} to act; for others it is another expression"));
            break;
        }
    }
    Ok(ActionRegex { expression: seen.expression, alphabet: seen.alphabet, notes })
}

/// An expression that matches nothing.
const NEVER: &str = "(?!)";

fn check_board(rules: &Rules, width: u32) -> Result<(), RegexReason> {
    let side = |side| Size { width: side, height: side };
    let (least, greatest, even) = match &rules.shape {
        Some(shape) => (shape.least, shape.greatest, shape.even),
        None => (side(1), side(Grid::MAX_SIDE), false),
    };
    if !(least.width..=greatest.width).contains(&width) || (even && width % 2 == 1) {
        return Err(RegexReason::Width { width, least, greatest, even });
    }
    if rules.shape.is_some_and(|shape| shape.rim > 0) {
        return Err(RegexReason::Rim);
    }
    Ok(())
}

/// An action's rules as one player sees them on boards of one width.
#[derive(Clone, Copy)]
struct View<'a> {
    rules: &'a Rules,
    body: &'a Body<'a>,
    width: u32,
    /// The action, where no rule is at fault.
    span: Span,
    player: Player,
}

/// Expression and alphabet that a player sees.
#[derive(PartialEq, Eq)]
struct Seen {
    expression: String,
    alphabet: Vec<(char, String)>,
}

impl View<'_> {
    fn write(&self) -> Found<Seen> {
        let at_action = |reason| (reason, self.span);
        let mut symbols = cell_symbols(self.rules, self.player).map_err(at_action)?;
        if self.body.chosen.is_some() {
            let glyph = chosen_glyph(self.rules, &symbols).map_err(at_action)?;
            let chosen = chosen_symbol(self.body, &symbols, glyph, self.player)?;
            symbols.push(chosen);
        }

        let mut courses = Vec::new();
        for rule in &self.body.rules {
            let found = self.pattern(rule, &symbols).and_then(|pattern| {
                let contexts = contexts(&pattern).map_err(|_| too_long())?;
                Ok((contexts, self.courses(rule)?))
            });
            courses.push(found.map_err(|reason| (reason, rule.span))?);
        }
        // All rules of one course, then the next: what can be joined stands together.
        let mut order: Vec<Course> = courses.iter().flat_map(|(_, list)| list).copied().collect();
        order.sort_unstable();
        order.dedup();
        let mut alternatives = Vec::new();
        for course in order {
            for (contexts, list) in &courses {
                let contexts = contexts.iter().filter(|_| list.contains(&course));
                contexts.for_each(|it| join(&mut alternatives, Alternative::new(course, it)));
            }
        }

        let writer = Writer { glyphs: symbols.iter().map(|symbol| symbol.glyph).collect() };
        let expression = writer.expression(&alternatives);
        if expression.len() > LENGTH_BOUND {
            return Err(at_action(too_long()));
        }
        let alphabet = symbols.into_iter().map(|symbol| (symbol.glyph, symbol.words)).collect();
        Ok(Seen { expression, alphabet })
    }

    /// The pattern of a rule, its anchor resolved: the chosen cell comes first, and only there.
    fn pattern(&self, rule: &Rule, symbols: &[Symbol]) -> Result<Node, RegexReason> {
        let word = match &rule.strategy {
            Strategy::All => None,
            Strategy::Each => Some("each"),
            Strategy::First => Some("first"),
            Strategy::Random(_) => Some("random"),
        };
        if let Some(word) = word {
            return Err(RegexReason::Strategy { word });
        }
        if rule.from.is_some() && rule.to.is_some() {
            return Err(RegexReason::TwoAnchors);
        }
        let [alternative] = rule.alternatives.as_slice() else { return Err(RegexReason::Chance) };
        let mut node = compile(&rule.pattern, &alternative.writes, symbols, self.player)?;
        if rule.to.is_some() {
            node = node.reversed();
        }
        if rule.from.is_some() || rule.to.is_some() {
            node = anchored(&node, symbols);
        }
        // The last symbol is the chosen cell's: without one, no cell is unsure.
        match symbols.last() {
            Some(chosen) if node.has_cell(&|cell| cell.unsure) => {
                Err(RegexReason::HiddenContent { glyph: chosen.glyph })
            }
            _ => Ok(node),
        }
    }

    /// Courses of the rule's lines in the text, the nearest steps first.
    fn courses(&self, rule: &Rule) -> Result<Vec<Course>, RegexReason> {
        if chooses_direction(&rule.ways) {
            return Err(RegexReason::ChosenDirection);
        }
        let directions = rule.ways.directions(self.player, &|_| None).into_iter();
        Ok(directions
            .map(|direction| {
                let read = if rule.to.is_some() { direction.opposite() } else { direction };
                course(read, self.width)
            })
            .collect())
    }
}

/// The text's row is one character longer than the board's: the newline.
fn course(direction: Direction, width: u32) -> Course {
    let step = direction.across() + direction.down() * (width as i32 + 1);
    Course { gap: step.unsigned_abs() - 1, backwards: step < 0 }
}

fn chooses_direction(ways: &Ways) -> bool {
    match ways {
        Ways::None | Ways::Fixed(_) => false,
        Ways::Chosen(_) | Ways::Against(_) => true,
        Ways::Union(parts) => parts.iter().any(chooses_direction),
    }
}

fn too_long() -> RegexReason {
    RegexReason::TooLong { bound: LENGTH_BOUND }
}
