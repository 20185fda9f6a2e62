//! Pattern database: least distances to a win where things slide into the one place that is empty.
//!
//! Looked at are a few of the things at a time: all others are alike, and moving one of them costs nothing.
//! What is left is small enough to be followed backward from all wins, once, into a table. Since an
//! action moves one thing, the distances of groups that share nothing add up, and never to more than it
//! takes.

use masume_engine::StopToken;

use crate::operators::{Formula, Literal, Mask, Operators, Place, Put, UniquePiece};

/// The most entries of a table, a byte each.
const MOST_ENTRIES: usize = 1 << 24;

/// The most places, so that a set of them is a word.
const MOST_PLACES: usize = 64;

/// From there no number of actions leads to a win.
const NEVER: u8 = u8::MAX;

/// Index of a place among those that are looked at.
type Index = u8;

/// A game in which, on one layer, an action moves one thing into the one place where nothing is.
#[derive(Clone, Debug)]
pub(crate) struct SlidingPuzzle {
    pub(crate) layer: usize,
    /// Those in which the layer changes.
    pub(crate) places: Vec<Place>,
    /// By place, from where it is filled, and with what.
    into: Vec<Vec<(Index, Mask)>>,
    /// By place, where what was there may go.
    out_of: Vec<Vec<(Index, Mask)>>,
    /// By place, what a win allows there.
    goal: Vec<Mask>,
    /// The things of which there is one each, as codes.
    things: Vec<u8>,
}

impl SlidingPuzzle {
    /// `None` where some action does anything else on every such layer.
    pub(crate) fn of(operators: &Operators, unique_pieces: &[UniquePiece]) -> Option<Self> {
        let layers = unique_pieces.iter().filter(|it| it.code == 0).map(|it| it.layer);
        layers.filter_map(|layer| Self::on(layer, operators, unique_pieces)).next()
    }

    fn on(layer: usize, operators: &Operators, unique_pieces: &[UniquePiece]) -> Option<Self> {
        let held = operators.held();
        let cells = operators.cell_count();
        let first = (layer * cells) as Place;
        let places: Vec<Place> = (first..first + cells as Place)
            .filter(|place| held[*place as usize].count_ones() > 1)
            .collect();
        let things: Vec<u8> = unique_pieces
            .iter()
            .filter(|it| it.layer == layer && it.code > 0)
            .map(|it| it.code)
            .collect();
        if places.len() > MOST_PLACES || things.is_empty() {
            return None;
        }
        let index_of = |place: Place| places.binary_search(&place).ok();
        let (mut into, mut out_of) =
            (vec![Vec::new(); places.len()], vec![Vec::new(); places.len()]);
        for operator in operators.usable(held) {
            let before = |place: Place| held[place as usize] & operator.needed(place);
            let is_there = |place: &Place| operators.layer_and_cell(*place).0 == layer;
            let puts: Vec<(Place, Put)> =
                operator.puts.iter().copied().filter(|(place, _)| is_there(place)).collect();
            // What leaves the layer as it is costs an action, and is no way to a win on this layer.
            let moved = match puts[..] {
                [] => continue,
                [(left, Put::Code(0)), (entered, Put::Copy(from))]
                | [(entered, Put::Copy(from)), (left, Put::Code(0))]
                    if from == left && before(entered) == 1 =>
                {
                    (left, entered)
                }
                _ => return None,
            };
            let (left, entered) = (index_of(moved.0)?, index_of(moved.1)?);
            into[entered].push((left as Index, before(moved.0)));
            out_of[left].push((entered as Index, before(moved.0)));
        }
        let mut goal = vec![Mask::MAX; places.len()];
        for (place, mask) in wanted(operators) {
            if let Some(index) = index_of(place) {
                goal[index] &= mask;
            }
        }
        Some(Self { layer, places, into, out_of, goal, things })
    }

    /// The things in groups of at most so many, each of things that are wanted near each other.
    fn groups(&self, most: usize) -> Vec<Vec<u8>> {
        let mut left: Vec<(u8, usize)> = self
            .things
            .iter()
            .filter_map(|&code| {
                let mut wanted =
                    (0..self.places.len()).filter(|at| self.goal[*at] >> code & 1 == 1);
                // What may lie anywhere says nothing.
                Some((code, wanted.next()?)).filter(|_| wanted.next().is_none())
            })
            .collect();
        let is_beside = |one: usize, other: usize| {
            self.into[one].iter().any(|(from, _)| usize::from(*from) == other)
        };
        let mut groups = Vec::new();
        while !left.is_empty() {
            let mut group: Vec<(u8, usize)> = Vec::new();
            while group.len() < most && !left.is_empty() {
                // Beside as many of the group as can be; among those, and for the first, where fewest others
                // are beside it, so that nothing is left alone.
                let rank = |&(_, at): &(u8, usize)| {
                    let of_group = group.iter().filter(|(_, other)| is_beside(at, *other)).count();
                    let of_left = left.iter().filter(|(_, other)| is_beside(at, *other)).count();
                    (std::cmp::Reverse(of_group), of_left, at)
                };
                let Some(next) = (0..left.len()).min_by_key(|index| rank(&left[*index])) else {
                    break;
                };
                group.push(left.remove(next));
            }
            groups.push(group.into_iter().map(|(code, _)| code).collect());
        }
        groups
    }
}

/// Literals that a win asks of places, each on its own; what it asks besides is left out.
fn wanted(operators: &Operators) -> Vec<Literal> {
    match &operators.goal {
        Ok(Formula::Is(literal)) => vec![*literal],
        Ok(Formula::And(parts)) => {
            let literals = parts.iter().filter_map(|part| match part {
                Formula::Is(literal) => Some(*literal),
                Formula::True | Formula::False | Formula::And(_) | Formula::Or(_) => None,
            });
            literals.collect()
        }
        Ok(Formula::True | Formula::False | Formula::Or(_)) | Err(_) => Vec::new(),
    }
}

/// Tables whose distances add up.
#[derive(Clone, Debug)]
pub(crate) struct PatternDatabase {
    pub(crate) slides: SlidingPuzzle,
    tables: Vec<PatternTable>,
}

impl PatternDatabase {
    /// The tables, in so many bytes at most; `None` where the win says nothing of where things are wanted,
    /// or the token was stopped.
    pub(crate) fn of(slides: SlidingPuzzle, bytes: u64, stop: &StopToken) -> Option<Self> {
        let places = slides.places.len();
        let mut most = 1;
        // While a table is made there is a bit for each place with each entry, and room for what is followed.
        let needs = |size: usize| {
            let entries = places.checked_pow(size as u32).filter(|it| *it <= MOST_ENTRIES)?;
            let bytes_of_entry = 2 + places / 8 + 16;
            (entries as u64 * bytes_of_entry as u64 <= bytes).then_some(())
        };
        while most < slides.things.len() && needs(most + 1).is_some() {
            most += 1;
        }
        let groups = slides.groups(most);
        if groups.is_empty() || needs(1).is_none() {
            return None;
        }
        let tables = groups.into_iter().map(|group| PatternTable::of(&slides, group, stop));
        let tables = tables.collect::<Option<_>>()?;
        Some(Self { slides, tables })
    }

    /// The least number of actions until a win, at least so many; `None` where there is none. `at` says where
    /// each thing is, by code.
    pub(crate) fn distance(&self, at: &[Index]) -> Option<u32> {
        let mut sum = 0;
        for table in &self.tables {
            let places = table.codes.iter().rev().map(|code| usize::from(at[usize::from(*code)]));
            let entry = places.fold(0, |entry, place| entry * self.slides.places.len() + place);
            match table.far[entry] {
                NEVER => return None,
                far => sum += u32::from(far),
            }
        }
        Some(sum)
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.tables.iter().map(|table| table.far.len() as u64).sum()
    }
}

/// The distances of some things, wherever the empty place is.
#[derive(Clone, Debug)]
struct PatternTable {
    codes: Vec<u8>,
    /// By the places of the things, that of the first counting least.
    far: Vec<u8>,
}

impl PatternTable {
    fn of(slides: &SlidingPuzzle, codes: Vec<u8>, stop: &StopToken) -> Option<Self> {
        let places = slides.places.len();
        let entries = places.pow(codes.len() as u32);
        let mut followed = PatternExpansion {
            slides,
            others: codes.iter().fold(Mask::MAX, |others, code| others & !(1 << code)),
            factors: (0..codes.len()).map(|nth| places.pow(nth as u32)).collect(),
            codes: &codes,
            far: vec![NEVER; entries],
            seen: vec![0; (entries * places).div_ceil(64)],
            next: Vec::new(),
        };
        let mut now = followed.wins();
        for distance in 0..NEVER {
            if now.is_empty() {
                break;
            }
            for (count, (entry, empty)) in now.drain(..).enumerate() {
                if count % 4096 == 0 && stop.is_stopped() {
                    return None;
                }
                followed.visit(entry as usize, empty, distance);
            }
            now = std::mem::take(&mut followed.next);
        }
        let mut far = followed.far;
        // What was not come to is farther than a byte says, and not out of reach.
        if !now.is_empty() {
            far.iter_mut().for_each(|far| *far = (*far).min(NEVER - 1));
        }
        Some(Self { codes, far })
    }
}

/// A table while it is made.
struct PatternExpansion<'a> {
    slides: &'a SlidingPuzzle,
    codes: &'a [u8],
    /// All other codes.
    others: Mask,
    /// By thing, what a place counts.
    factors: Vec<usize>,
    far: Vec<u8>,
    /// Places in which the empty one was seen, by entry.
    seen: Vec<u64>,
    /// Entries one action before.
    next: Vec<(u32, Index)>,
}

impl PatternExpansion<'_> {
    /// All boards that a win allows.
    fn wins(&self) -> Vec<(u32, Index)> {
        let SlidingPuzzle { goal, .. } = self.slides;
        let mut entries: Vec<(usize, u64)> = vec![(0, 0)];
        for (code, factor) in self.codes.iter().zip(&self.factors) {
            let allowed = |used: u64| {
                let is_free =
                    move |place: &usize| goal[*place] >> code & 1 == 1 && used >> place & 1 == 0;
                (0..goal.len()).filter(is_free)
            };
            entries = entries
                .iter()
                .flat_map(|&(entry, used)| {
                    allowed(used).map(move |place| (entry + place * factor, used | 1 << place))
                })
                .collect();
        }
        let empties = |used: u64| {
            (0..goal.len()).filter(move |place| goal[*place] & 1 == 1 && used >> place & 1 == 0)
        };
        let boards = entries.iter().flat_map(|&(entry, used)| {
            empties(used).map(move |empty| (entry as u32, empty as Index))
        });
        boards.collect()
    }

    fn seen(&self, entry: usize) -> u64 {
        let places = self.slides.places.len();
        let (word, shift) = (entry * places / 64, entry * places % 64);
        let mut seen = self.seen[word] >> shift;
        if shift + places > 64 {
            seen |= self.seen[word + 1] << (64 - shift);
        }
        seen & (u64::MAX >> (64 - places))
    }

    fn mark(&mut self, entry: usize, empties: u64) {
        let places = self.slides.places.len();
        let (word, shift) = (entry * places / 64, entry * places % 64);
        self.seen[word] |= empties << shift;
        if shift + places > 64 {
            self.seen[word + 1] |= empties >> (64 - shift);
        }
    }

    /// Follows the boards with the things of this entry and the empty place here back to what leads to them.
    fn visit(&mut self, entry: usize, empty: Index, distance: u8) {
        if self.seen(entry) >> empty & 1 == 1 {
            return;
        }
        let places = self.slides.places.len();
        let mut at = [0; MOST_PLACES];
        let mut rest = entry;
        let mut taken: u64 = 0;
        for place in at.iter_mut().take(self.codes.len()) {
            *place = rest % places;
            taken |= 1 << *place;
            rest /= places;
        }
        let before = self.moved_freely(empty, taken) & !self.seen(entry);
        self.mark(entry, before);
        let far = &mut self.far[entry];
        *far = (*far).min(distance);
        for (nth, &code) in self.codes.iter().enumerate() {
            for &(from, mask) in &self.slides.into[at[nth]] {
                // It came from a place that is empty now, into one that was.
                if before >> from & 1 == 1 && mask >> code & 1 == 1 {
                    let there =
                        entry - at[nth] * self.factors[nth] + usize::from(from) * self.factors[nth];
                    if self.seen(there) >> at[nth] & 1 == 0 {
                        self.next.push((there as u32, at[nth] as Index));
                    }
                }
            }
        }
    }

    /// The places in which the empty one may have been before others alone were moved.
    fn moved_freely(&self, empty: Index, taken: u64) -> u64 {
        let mut found = 1_u64 << empty;
        let mut new = found;
        while new != 0 {
            let place = new.trailing_zeros() as usize;
            new &= new - 1;
            // What is empty now was left: the thing went to where it was empty before.
            for &(entered, mask) in &self.slides.out_of[place] {
                let is_new = (found | taken) >> entered & 1 == 0;
                if is_new && mask & self.others != 0 {
                    found |= 1 << entered;
                    new |= 1 << entered;
                }
            }
        }
        found
    }
}
