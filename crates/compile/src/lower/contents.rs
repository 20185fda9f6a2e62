//! Rules with a letter, as a rule for each content that the letter may be.

use masume_program::{Mode, RuleOp, Set, SetId};
use masume_rules::facts::mentioned;
use masume_rules::model::{
    Alternative, Compare, Comparison, Content, Expr, Layer, LayerKind, Letter, Part, Pattern,
    PieceSet, Rule, Strategy, Test, Write, parts,
};

use super::Lowering;
use super::safe::first_positions;

/// The most contents of a layer for which rules are written.
const MOST_CONTENTS: i64 = 16;

impl Lowering<'_> {
    /// A rule for each content that the letter of a rule may be: they match together what that rule
    /// matches, each match with one content. `None` where that is not so, or a content needs more
    /// than sets.
    pub(super) fn by_content(&mut self, rule: &Rule) -> Option<Vec<RuleOp>> {
        let [Alternative { chance: None, writes }] = &rule.alternatives[..] else { return None };
        let mut first = Vec::new();
        first_positions(&rule.pattern, &mut first);
        let bound = first.first().and_then(|&position| letter_at(&rule.pattern, position))?;
        let is_bound_first =
            first.iter().all(|&position| letter_at(&rule.pattern, position) == Some(bound));
        let (layer, _) = bound;
        let puts_it = |write: &Write| match write {
            Write::Letter(to, put) => (*to, *put) == bound,
            Write::Number(_, number) => is_free(number),
            Write::Clear(_) | Write::Piece(..) => true,
        };
        let is_plain = rule.strategy == Strategy::All
            && rule.effects.iter().all(is_free)
            && writes.iter().flatten().all(puts_it);
        if !is_bound_first || !is_plain {
            return None;
        }
        let (contents, is_pieces) = self.few_contents(layer)?;
        let mut rules = Vec::new();
        for content in contents {
            let mut one = rule.clone();
            let is = holds(layer, content, is_pieces)?;
            one.pattern = with_content(&rule.pattern, bound, &is)?;
            for write in one.alternatives.iter_mut().flat_map(|it| &mut it.writes).flatten() {
                if matches!(write, Write::Letter(..)) {
                    *write = Write::Piece(layer, vec![content]);
                }
            }
            let lowered = self.rule(&one).ok()?;
            if !matches!(lowered.mode, Mode::Sets(_)) {
                return None;
            }
            rules.push(lowered);
        }
        Some(rules)
    }

    /// The cells that pass a test in which a letter is met again, where nobody asks later what it is bound to: those
    /// that pass it with any content in its place. `None` where there are several letters, or too many contents.
    pub(super) fn with_any_content(&mut self, test: &Test) -> Option<SetId> {
        let mut letters: Vec<(Layer, Letter)> = parts(test).filter_map(bound_in).collect();
        letters.sort_unstable();
        letters.dedup();
        let [bound] = letters[..] else { return None };
        let (contents, is_pieces) = self.few_contents(bound.0)?;
        let mut any = Vec::new();
        for content in contents {
            let is = holds(bound.0, content, is_pieces)?;
            let one = test_with_content(test, bound, &is)?;
            any.push(self.without_letters(&one).ok()?);
        }
        self.add(Set::Or(any)).ok()
    }

    /// Contents that a layer may hold, where they are few, and true if they are pieces.
    fn few_contents(&self, layer: Layer) -> Option<(Vec<Content>, bool)> {
        let kind = &self.rules.layers.get(usize::from(layer.0))?.kind;
        // A range may have millions.
        if let LayerKind::Range(first, last) = kind
            && i64::from(*last) - i64::from(*first) >= MOST_CONTENTS
        {
            return None;
        }
        let contents = kind.contents();
        let are_few = contents.len() as i64 <= MOST_CONTENTS;
        are_few.then_some((contents, matches!(kind, LayerKind::Pieces(_))))
    }
}

fn bound_in(part: Part<'_>) -> Option<(Layer, Letter)> {
    if let Part::Test(Test::Letter { layer, letter }) = part {
        Some((*layer, *letter))
    } else {
        None
    }
}

/// The test whether a layer holds this content.
fn holds(layer: Layer, content: Content, is_pieces: bool) -> Option<Test> {
    if is_pieces {
        let piece = u32::try_from(content).ok()?;
        return Some(Test::Piece { layer, pieces: vec![PieceSet(1u64.checked_shl(piece)?)] });
    }
    Some(Test::Compare(Comparison {
        left: Expr::Here(layer),
        operator: Compare::Equal,
        right: Expr::Constant(content.into()),
    }))
}

/// The letter that the cell at a position must hold, and on which layer.
fn letter_at(pattern: &Pattern, position: u32) -> Option<(Layer, Letter)> {
    pattern.cells().find(|cell| cell.0 == position).and_then(|(_, test)| letter_of(test))
}

fn letter_of(test: &Test) -> Option<(Layer, Letter)> {
    test.conjuncts().find_map(|test| {
        let Test::Letter { layer, letter } = test else { return None };
        Some((*layer, *letter))
    })
}

/// The pattern where cells that hold the letter pass a test instead; `None` where a letter stands
/// anywhere else, or there is another.
fn with_content(pattern: &Pattern, bound: (Layer, Letter), is: &Test) -> Option<Pattern> {
    let all = |parts: &[Pattern]| -> Option<Vec<Pattern>> {
        parts.iter().map(|part| with_content(part, bound, is)).collect()
    };
    Some(match pattern {
        Pattern::Cell { position, test } => {
            Pattern::Cell { position: *position, test: test_with_content(test, bound, is)? }
        }
        Pattern::Sequence(parts) => Pattern::Sequence(all(parts)?),
        Pattern::Choice(parts) => Pattern::Choice(all(parts)?),
        Pattern::Repeat { body, least, greatest } => Pattern::Repeat {
            body: Box::new(with_content(body, bound, is)?),
            least: *least,
            greatest: *greatest,
        },
        Pattern::Edge | Pattern::Turn | Pattern::Bend => pattern.clone(),
    })
}

fn test_with_content(test: &Test, bound: (Layer, Letter), is: &Test) -> Option<Test> {
    if let Test::And(parts) = test {
        let parts = parts.iter().map(|part| test_with_content(part, bound, is));
        return parts.collect::<Option<_>>().map(Test::And);
    }
    if let Test::Sees { ways, pattern } = test {
        let pattern = Box::new(with_content(pattern, bound, is)?);
        return is_free(ways).then(|| Test::Sees { ways: ways.clone(), pattern });
    }
    if let Test::Letter { layer, letter } = test {
        return ((*layer, *letter) == bound).then(|| is.clone());
    }
    is_free(test).then(|| test.clone())
}

/// True if it mentions no letter.
fn is_free<'p>(part: impl Into<Part<'p>>) -> bool {
    !mentioned(part).has_letters
}
