//! The moves of a game of a walker, done on the keys of a search themselves: no state is unpacked, and no rules
//! run.

use masume_engine::Frontier;
use masume_rules::action::Action;
use masume_rules::model::{EndKind, Layer, Player, Rules};
use masume_rules::state::Outcome;

use super::model::{Clause, FactId, Model, Move};
use crate::key_codec::{KeyCodec, take};
use crate::meter::Meter;
use crate::operators::Operators;

/// Condition on a word of a key: these bits, of those that are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Condition {
    word: usize,
    asked: u64,
    wanted: u64,
}

/// Change of a word of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Change {
    word: usize,
    cleared: u64,
    set: u64,
}

/// A move of the model on keys.
#[derive(Clone, Debug)]
struct KeyMove {
    conditions: Vec<Condition>,
    changes: Vec<Change>,
    /// Value of the field of the walker afterwards.
    to: u64,
}

/// An action on a spot: the first of these moves that holds is done.
#[derive(Clone, Debug)]
struct KeyChoice {
    action: Action,
    moves: Vec<KeyMove>,
}

/// Moves by where the walker is.
#[derive(Clone, Debug)]
pub(crate) struct KeyMoves {
    /// First bit and bits of the field that says where the walker is.
    walker: (usize, u32),
    /// Choices, indexed by what that field says.
    choices: Vec<Vec<KeyChoice>>,
    /// All must hold.
    goal: Vec<Condition>,
    /// Of each group one must hold.
    any_of: Vec<Vec<Condition>>,
    /// Outcome when nothing can be done.
    stuck: Option<Outcome>,
}

/// Successor by an action.
pub(crate) struct Moved<'k> {
    pub(crate) action: Action,
    pub(crate) key: &'k [u64],
    pub(crate) outcome: Option<Outcome>,
}

impl KeyMoves {
    /// `None` for a game of another kind, and where keys do not tell by single bits what lies where.
    pub(crate) fn of(
        rules: &Rules,
        operators: &Operators,
        (frontier, codec): (&Frontier<'_>, &KeyCodec),
        meter: &Meter,
    ) -> Option<Self> {
        let model = Model::of(operators, meter)?;
        let (layer, code) = model.walker_piece;
        let piece = operators.contents_of(layer)[usize::from(code)];
        let (at, bits, numbers) =
            codec.place_of(frontier, (Layer(layer as u8), piece), &model.cells)?;
        let bits_of = |fact: &FactId| {
            let said = model.said[*fact as usize]?;
            codec.bit_of(frontier, said)
        };
        let mut choices = vec![Vec::new(); 1 << bits];
        for (spot, of_spot) in model.choices.iter().enumerate() {
            // Where the walker never is.
            let Some(number) = numbers[spot] else { continue };
            for &(first, end) in of_spot {
                let moves = &model.moves[first as usize..end as usize];
                let on_keys: Option<Vec<KeyMove>> = moves
                    .iter()
                    .map(|it| on_keys(it, numbers[usize::from(it.to)]?, &bits_of))
                    .collect();
                let (moves, action) = (on_keys?, moves.first()?.action);
                choices[number as usize].push(KeyChoice { action, moves });
            }
        }
        let (mut goal, mut any_of) = (Vec::new(), Vec::new());
        for clause in &model.goal {
            match clause {
                Clause::AnyOf(facts) => {
                    let bits: Vec<usize> = facts.iter().map(bits_of).collect::<Option<_>>()?;
                    match bits[..] {
                        [bit] => ask(&mut goal, bit, true),
                        _ => any_of.push(bits.iter().map(|&bit| condition(bit, true)).collect()),
                    }
                }
                Clause::NoneOf(facts) => {
                    for fact in facts {
                        ask(&mut goal, bits_of(fact)?, false);
                    }
                }
            }
        }
        Some(Self { walker: (at, bits), choices, goal, any_of, stuck: stuck(rules)? })
    }

    /// Calls with what comes of each legal action in the state of a key, in their order.
    pub(crate) fn expand(&self, key: &[u64], child: &mut [u64], done: &mut dyn FnMut(Moved<'_>)) {
        let (at, bits) = self.walker;
        let number = take(key, at, bits);
        for choice in &self.choices[number as usize] {
            let Some(it) = choice.moves.iter().find(|it| holds(&it.conditions, key)) else {
                continue;
            };
            child.copy_from_slice(key);
            for change in &it.changes {
                let word = &mut child[change.word];
                *word = *word & !change.cleared | change.set;
            }
            replace(child, (at, bits), number ^ it.to);
            if child == key {
                continue;
            }
            let outcome = self.outcome(child);
            done(Moved { action: choice.action, key: child, outcome });
        }
    }

    fn outcome(&self, key: &[u64]) -> Option<Outcome> {
        let is_any = |any: &Vec<Condition>| any.iter().any(|it| it.holds(key));
        if holds(&self.goal, key) && self.any_of.iter().all(is_any) {
            return Some(Outcome::Won(Player(0)));
        }
        self.stuck.filter(|_| !self.can_act(key))
    }

    fn can_act(&self, key: &[u64]) -> bool {
        let number = take(key, self.walker.0, self.walker.1);
        let of_spot = &self.choices[number as usize];
        of_spot.iter().flat_map(|choice| &choice.moves).any(|it| holds(&it.conditions, key))
    }
}

impl Condition {
    fn holds(&self, key: &[u64]) -> bool {
        key[self.word] & self.asked == self.wanted
    }
}

fn holds(conditions: &[Condition], key: &[u64]) -> bool {
    conditions.iter().all(|it| it.holds(key))
}

/// Changes these bits of a number of a key.
fn replace(key: &mut [u64], (at, bits): (usize, u32), changed: u64) {
    let (word, shift) = (at / 64, (at % 64) as u32);
    key[word] ^= changed << shift;
    if shift + bits > 64 {
        key[word + 1] ^= changed >> (64 - shift);
    }
}

fn condition(bit: usize, is_set: bool) -> Condition {
    let asked = 1 << (bit % 64);
    Condition { word: bit / 64, asked, wanted: if is_set { asked } else { 0 } }
}

/// Asks for one bit more.
fn ask(conditions: &mut Vec<Condition>, bit: usize, is_set: bool) {
    let one = condition(bit, is_set);
    match conditions.iter_mut().find(|it| it.word == one.word) {
        Some(known) => {
            known.asked |= one.asked;
            known.wanted |= one.wanted;
        }
        None => conditions.push(one),
    }
}

/// A move as conditions and changes of a key; `None` where it may leave everything as it is: whether it is legal then
/// depends on more.
fn on_keys(it: &Move, to: u64, bit_of: &dyn Fn(&FactId) -> Option<usize>) -> Option<KeyMove> {
    let changes_for_sure = it.from != it.to
        || it.needs.iter().any(|fact| it.clears.contains(fact))
        || it.sets.iter().any(|fact| it.forbids.contains(fact));
    if !changes_for_sure {
        return None;
    }
    let mut conditions = Vec::new();
    for (facts, is_set) in [(&it.needs, true), (&it.forbids, false)] {
        for fact in facts {
            // What is asked for and denied never holds, and is no move.
            ask(&mut conditions, bit_of(fact)?, is_set);
        }
    }
    let mut changes: Vec<Change> = Vec::new();
    for (facts, is_set) in [(&it.clears, false), (&it.sets, true)] {
        for fact in facts {
            let bit = bit_of(fact)?;
            let (word, mask) = (bit / 64, 1 << (bit % 64));
            let at = changes.iter().position(|change| change.word == word);
            let at = at.unwrap_or_else(|| {
                changes.push(Change { word, cleared: 0, set: 0 });
                changes.len() - 1
            });
            let part = &mut changes[at];
            *(if is_set { &mut part.set } else { &mut part.cleared }) |= mask;
        }
    }
    Some(KeyMove { conditions, changes, to })
}

/// Outcome when nothing can be done, where an end says so; `None` where ends say more.
fn stuck(rules: &Rules) -> Option<Option<Outcome>> {
    let mut ends = rules.ends.iter().filter(|end| end.kind != EndKind::Win);
    Some(match ends.next().map(|end| end.kind) {
        None => None,
        Some(EndKind::Lose) => Some(Outcome::Lost(Player(0))),
        Some(EndKind::Draw) => Some(Outcome::Draw),
        Some(EndKind::End) => Some(Outcome::Ended),
        Some(EndKind::Win | EndKind::Stage | EndKind::Goal) => return None,
    })
}
