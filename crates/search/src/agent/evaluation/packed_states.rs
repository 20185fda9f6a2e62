//! Packed states as a search asks about them: who acts, what a position is, what it is worth.

use masume_engine::{Frontier, Game, PackedPart};
use masume_rules::model::{Content, Layer, Player, Rules};
use masume_rules::run_error::RunError;
use masume_rules::state::State;

use crate::agent::evaluation::Evaluation;
use crate::agent::packed_fields::{add_bits, first_bits};
use crate::meter::Meter;
use crate::nodes::hash;
use crate::operators::Operators;
use crate::{Budget, Relevance};

/// Packed states, as a search looks at them.
pub(crate) struct PackedStates<'a> {
    game: &'a Game,
    evaluation: &'a Evaluation,
    pub(crate) frontier: Frontier<'a>,
    /// The bits by which the second player to act differs from the first, by word.
    turn: Vec<(usize, u64)>,
    /// The bits that decide how the game goes on, by word.
    live: Vec<(usize, u64)>,
    /// Pieces that count alike; `None` where they, or points, cannot be counted in packed states.
    terms: Option<Vec<Term>>,
    /// Bits that count one each in the points of the first player, and of the second; `None` where points are more.
    pub(crate) points: Option<[Vec<(usize, u64)>; 2]>,
    /// The bits of pieces with an owner, by word.
    pieces: Vec<(usize, u64)>,
}

/// Memory for what is counted in many states.
#[derive(Default)]
pub(crate) struct Memory {
    /// Answer to the last question.
    pub(crate) leads: Vec<i64>,
    turned: Vec<u64>,
    counts: Vec<u32>,
}

/// Bits that count alike: so much for the first player each, less for the second.
struct Term {
    weight: i64,
    masks: Vec<(usize, u64)>,
}

impl<'a> PackedStates<'a> {
    /// For states on the board of this one; `None` where no program serves it, or the game was stopped.
    pub(crate) fn new(game: &'a Game, evaluation: &'a Evaluation, seen: &State) -> Option<Self> {
        let frontier = game.frontier(seen.board.grid())?;
        let packed = |state: &State| {
            let mut words = vec![0; frontier.words()];
            frontier.pack(state, &mut words);
            words
        };
        let mut state = seen.clone();
        (state.to_act, state.outcome) = (Player(0), None);
        let first = packed(&state);
        state.to_act = Player(1);
        let turn = packed(&state).into_iter().zip(first).map(|(one, other)| one ^ other);
        let turn = turn.enumerate().filter(|&(_, bits)| bits != 0).collect();
        // One bit says that a piece is there, or pieces cannot be counted without unpacking.
        let (mut places, mut are_bits) = (Vec::new(), true);
        for (layer, content, owner) in evaluation.owned() {
            for cell in seen.board.grid().cells() {
                if game.stop_token().is_stopped() {
                    return None;
                }
                let part = PackedPart::Piece(Layer(layer as u8), content as Content, cell);
                let &[(word, bit)] = &frontier.bits(part)[..] else {
                    are_bits = false;
                    continue;
                };
                let sign = if owner.0 == 0 { 1 } else { -1 };
                let weight = sign * evaluation.worth(layer, content, owner, cell.index());
                places.push((weight, word, bit));
            }
        }
        let live = live_bits(game.rules(), seen, &frontier).into_iter().enumerate();
        let live = live.filter(|&(_, bits)| bits != 0).collect();
        if !are_bits {
            places.clear();
        }
        let mut pieces = Vec::new();
        places.iter().for_each(|&(_, word, bit)| add_bits(&mut pieces, word, bit));
        let points = points_of(game, seen, &frontier);
        if let Some(points) = &points {
            for (bits, sign) in points.iter().zip([1, -1]) {
                let weight = sign * evaluation.weight_of_points();
                places.extend(bits.iter().map(|&(word, bits)| (weight, word, bits)));
            }
        }
        let can_count = are_bits && (points.is_some() || !evaluation.counts_points());
        let terms = can_count.then(|| terms(places));
        Some(Self { game, evaluation, frontier, turn, live, terms, points, pieces })
    }

    /// Player to act in a state that goes on.
    pub(crate) fn to_act(&self, words: &[u64]) -> Player {
        let is_second = self.turn.iter().any(|&(word, turn)| words[word] & turn != 0);
        Player(u8::from(is_second))
    }

    /// Lets the other of two players act.
    pub(crate) fn pass_turn(&self, words: &mut [u64]) {
        self.turn.iter().for_each(|&(word, turn)| words[word] ^= turn);
    }

    /// The same for positions that go on alike.
    pub(crate) fn key(&self, words: &[u64], read: &mut Vec<u64>) -> u64 {
        read.clear();
        read.extend(self.live.iter().map(|&(word, live)| words[word] & live));
        hash(read)
    }

    /// The same for actions that change the same, as far as it decides how the game goes on.
    pub(crate) fn change(&self, before: &[u64], after: &[u64]) -> u64 {
        self.live.iter().fold(0, |change, &(word, live)| {
            let bits = (before[word] ^ after[word]) & live;
            (change ^ bits).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
        })
    }

    /// Lead of a player in each of some states that go on, one packed state behind the other. How many
    /// actions there are in each may be known.
    ///
    /// # Errors
    /// What the rules came to.
    pub(crate) fn leads(
        &self,
        words: &[u64],
        player: Player,
        known: Option<&[u32]>,
        memory: &mut Memory,
    ) -> Result<(), RunError> {
        let states = words.chunks_exact(self.frontier.words());
        memory.leads.clear();
        memory.leads.extend(states.clone().map(|words| self.lead_without_actions(words, player)));
        let each = self.evaluation.weight_of_actions();
        if each == 0 || self.terms.is_none() {
            return Ok(());
        }
        // What the other could do is what there would be to do, were it their turn.
        let Memory { leads, turned, counts } = memory;
        turned.clear();
        turned.extend_from_slice(words);
        for to_count in [player, Player(1 - player.0)] {
            let is_theirs = |words: &[u64]| self.to_act(words) == to_count;
            if let Some(known) = known.filter(|_| states.clone().all(is_theirs)) {
                counts.clear();
                counts.extend_from_slice(known);
            } else {
                let others = turned.chunks_exact_mut(self.frontier.words());
                others.filter(|words| !is_theirs(words)).for_each(|words| self.pass_turn(words));
                match self.frontier.action_counts(turned, counts) {
                    Ok(()) => {}
                    Err(error) if error.is_interruption() => return Err(error),
                    // The rules may say what they like of a position whose turn was changed.
                    Err(_) => counts.fill(0),
                }
            }
            let sign = if to_count == player { each } else { -each };
            leads.iter_mut().zip(&*counts).for_each(|(lead, &it)| *lead += sign * i64::from(it));
        }
        Ok(())
    }

    /// True if many states are judged together in less time than one after the other.
    pub(crate) fn counts_many(&self) -> bool {
        self.evaluation.counts_actions() && self.terms.is_some()
    }

    /// Lead of a player, actions left out where they are counted for many states at once.
    fn lead_without_actions(&self, words: &[u64], player: Player) -> i64 {
        let Some(terms) = &self.terms else {
            return self.evaluation.lead(self.game, &self.frontier.unpack(words), player);
        };
        let lead: i64 = terms.iter().map(|term| term.weight * count(&term.masks, words)).sum();
        if player.0 == 0 { lead } else { -lead }
    }

    /// Points by which a player is ahead, where points are a number of pieces.
    pub(crate) fn margin(&self, words: &[u64], player: Player) -> Option<i64> {
        let [first, second] = self.points.as_ref()?;
        let margin = count(first, words) - count(second, words);
        Some(if player.0 == 0 { margin } else { -margin })
    }

    /// Number of pieces with an owner, as far as bits tell.
    pub(crate) fn piece_count(&self, words: &[u64]) -> u32 {
        self.pieces.iter().map(|&(word, mask)| (words[word] & mask).count_ones()).sum()
    }
}

/// Number of these bits that are set.
fn count(masks: &[(usize, u64)], words: &[u64]) -> i64 {
    masks.iter().map(|&(word, mask)| i64::from((words[word] & mask).count_ones())).sum()
}

/// The bits that each count one in the points of the first of two players, and of the second.
fn points_of(game: &Game, seen: &State, frontier: &Frontier<'_>) -> Option<[Vec<(usize, u64)>; 2]> {
    let rules = game.rules();
    let meter = &Meter::of(&Budget::of_agent(game.stop_token()));
    let of_player = |player| {
        let mut found = Vec::new();
        for (layer, content, cell) in Operators::pieces_that_count(rules, seen, player, meter)? {
            let (word, bit) = first_bits(frontier, PackedPart::Piece(layer, content, cell))?;
            add_bits(&mut found, word, bit);
        }
        Some(found)
    };
    (rules.players.len() == 2).then_some([of_player(Player(0))?, of_player(Player(1))?])
}

/// The bits of what the rules can read, and of who acts.
pub(crate) fn live_bits(rules: &Rules, seen: &State, frontier: &Frontier<'_>) -> Vec<u64> {
    let live = Relevance::of(rules);
    let mut dead = vec![
        (live.ply, PackedPart::Ply),
        (live.passes, PackedPart::Passes),
        (live.goals, PackedPart::Goals),
        (live.random, PackedPart::Random),
    ];
    let values = live.values.iter().enumerate();
    dead.extend(values.map(|(index, &is_live)| (is_live, PackedPart::Value(index))));
    for (layer, &is_live) in live.layers.iter().enumerate() {
        let cells = seen.board.grid().cells();
        dead.extend(cells.map(|cell| (is_live, PackedPart::Content(Layer(layer as u8), cell))));
    }
    let mut bits = vec![u64::MAX; frontier.words()];
    for (_, part) in dead.into_iter().filter(|(is_live, _)| !is_live) {
        for (word, dead) in frontier.bits(part) {
            bits[word] &= !dead;
        }
    }
    bits
}

/// The same, the generator left out: states that differ in luck to come alone are one.
pub(crate) fn live_bits_without_luck(
    rules: &Rules,
    seen: &State,
    frontier: &Frontier<'_>,
) -> Vec<u64> {
    let mut live = live_bits(rules, seen, frontier);
    for (word, random) in frontier.bits(PackedPart::Random) {
        live[word] &= !random;
    }
    live
}

/// Puts together what counts alike: by weight, or by the binary digits of weights where that is fewer masks.
fn terms(places: Vec<(i64, usize, u64)>) -> Vec<Term> {
    // A piece may count for itself and as a point.
    let mut weights: Vec<(usize, u64, i64)> = Vec::with_capacity(places.len());
    for (weight, word, bits) in places {
        let each = (0..64).map(|place| bits & 1 << place).filter(|&bit| bit != 0);
        weights.extend(each.map(|bit| (word, bit, weight)));
    }
    weights.sort_unstable_by_key(|&(word, bit, _)| (word, bit));
    weights.dedup_by(|next, kept| {
        let is_same = (next.0, next.1) == (kept.0, kept.1);
        kept.2 += if is_same { next.2 } else { 0 };
        is_same
    });
    let by_weight = weights.iter().map(|&(word, bit, weight)| (weight, word, bit));
    let by_digit = by_weight.clone().flat_map(|(weight, word, bit)| {
        let is_set = move |digit: &u32| weight.unsigned_abs() >> digit & 1 == 1;
        (0..63).filter(is_set).map(move |digit| (weight.signum() << digit, word, bit))
    });
    let (by_weight, by_digit) = (terms_of_one_weight(by_weight), terms_of_one_weight(by_digit));
    let masks = |terms: &[Term]| -> usize { terms.iter().map(|term| term.masks.len()).sum() };
    if masks(&by_digit) < masks(&by_weight) { by_digit } else { by_weight }
}

fn terms_of_one_weight(places: impl Iterator<Item = (i64, usize, u64)>) -> Vec<Term> {
    let mut terms: Vec<Term> = Vec::new();
    for (weight, word, bit) in places {
        let index = terms.iter().position(|term| term.weight == weight).unwrap_or_else(|| {
            terms.push(Term { weight, masks: Vec::new() });
            terms.len() - 1
        });
        add_bits(&mut terms[index].masks, word, bit);
    }
    terms
}

#[cfg(test)]
mod tests {
    use masume_board::Cell;
    use masume_engine::{Series, Setup, shipped_games};
    use masume_rules::model::EMPTY;

    use super::*;

    #[test]
    fn a_piece_is_the_bit_that_it_changes() {
        for shipped in shipped_games() {
            let game = Game::load(shipped.text).game.expect("shipped games are sound");
            let mut state = game.start(&Setup::default()).expect("a board");
            let Some(frontier) = game.frontier(state.board.grid()) else { continue };
            let cells: Vec<Cell> = state.board.grid().cells().collect();
            for (index, info) in game.rules().layers.iter().enumerate() {
                let layer = Layer(index as u8);
                let before = state.clone();
                for content in info.kind.contents() {
                    let found = cells.iter().map(|&cell| {
                        match frontier.bits(PackedPart::Piece(layer, content, cell))[..] {
                            [bit] => Some(bit),
                            _ => None,
                        }
                    });
                    let found: Vec<Option<(usize, u64)>> = found.collect();
                    cells.iter().for_each(|&cell| state.board.set(layer, cell, EMPTY));
                    let mut packed = |cell: Option<Cell>| {
                        let mut words = vec![0; frontier.words()];
                        cell.iter().for_each(|cell| state.board.set(layer, *cell, content));
                        frontier.pack(&state, &mut words);
                        cell.iter().for_each(|cell| state.board.set(layer, *cell, EMPTY));
                        words
                    };
                    let empty = packed(None);
                    let expected = cells.iter().map(|&cell| {
                        let one = packed(Some(cell));
                        let changed = one.iter().zip(&empty).map(|(one, other)| one ^ other);
                        let bits: Vec<(usize, u64)> =
                            changed.enumerate().filter(|(_, bits)| *bits != 0).collect();
                        let &[(word, bit)] = &bits[..] else { return None };
                        let is_one = bit.count_ones() == 1 && empty[word] & bit == 0;
                        is_one.then_some((word, bit))
                    });
                    let expected: Vec<Option<(usize, u64)>> = expected.collect();
                    assert_eq!(found, expected, "{} {}", shipped.name, info.name);
                }
                state = before;
            }
        }
    }

    #[test]
    fn packed_states_are_judged_as_they_are_unpacked() {
        let mut memory = Memory::default();
        for name in
            ["breakthrough", "english-draughts", "chess", "konane", "ataxx", "amazons", "othello"]
        {
            let shipped = shipped_games().iter().find(|it| it.name == name).expect("it is shipped");
            let game = Game::load(shipped.text).game.expect("shipped games are sound");
            let start = game.start(&Setup::default()).expect("a board");
            let evaluation = Evaluation::weighed(&game, &start);
            let states = PackedStates::new(&game, &evaluation, &start).expect("a small board");
            for most_plies in 0..40 {
                let series = Series { games: 40, seed: 5, most_plies };
                let state = game.playout(&start, series, most_plies).expect("it runs").state;
                let mut words = vec![0; states.frontier.words()];
                states.frontier.pack(&state, &mut words);
                assert_eq!(states.to_act(&words), state.to_act, "{name}");
                for player in [Player(0), Player(1)] {
                    let expected = evaluation.lead(&game, &state, player);
                    states.leads(&words, player, None, &mut memory).expect("it runs");
                    assert_eq!(memory.leads, [expected], "{name}");
                }
            }
        }
    }
}
