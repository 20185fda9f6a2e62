//! Sight of boards in lanes: planes, points, ends, and legal actions by number.

use masume_board::Bits;
use masume_program::interp::code::SetReg;
use masume_program::interp::game::GameCode;
use masume_program::interp::pick::Pick;
use masume_program::{LayerPlanes, Layout};
use masume_rules::action::Action;
use masume_rules::model::Layer;
use masume_rules::state::Outcome;

use super::LaneGroups;
use super::group::{LaneBits, each, is_all, on_each};
use crate::Scores;
use crate::board_batch::BatchView;
use crate::run::Host;

/// The registers of the planes that are shown, layer by layer.
pub(super) fn sources(code: &GameCode, layout: &Layout, digits: &[usize]) -> Vec<Option<SetReg>> {
    let mut found = Vec::new();
    for (index, digits) in digits.iter().enumerate() {
        let layer = Layer(index as u8);
        match layout.layer(layer) {
            LayerPlanes::Pieces { first, count } => {
                found.extend((first..first + count).map(|plane| Some(SetReg(plane))));
            }
            LayerPlanes::Numbers { .. } => {
                let of_layer = code.registers.numbers.iter().find(|it| it.layer == layer);
                let planes: Vec<SetReg> = of_layer.iter().flat_map(|it| it.planes()).collect();
                found.extend((0..*digits).map(|digit| planes.get(digit).copied()));
            }
        }
    }
    found
}

impl<const W: usize, const L: usize> LaneGroups<W, L> {
    /// Shows boards of a group that lies in the table.
    pub(super) fn show(
        &mut self,
        host: &Host<'_>,
        group: usize,
        lanes: LaneBits,
        seen: &mut BatchView<'_>,
    ) {
        self.show_points(host, group, lanes, seen.scores);
        let (of, first) = (&self.groups[group], group * L);
        let (boards, words) = (first..first + of.boards, self.form.legal_words());
        let legal = &mut seen.legal[boards.start * words..boards.end * words];
        let (outcomes, plies) =
            (&mut seen.outcomes[boards.clone()], &mut seen.plies[boards.clone()]);
        let to_act = &mut seen.to_act[boards.clone()];
        on_each::<L>(lanes, |lane| {
            outcomes[lane] = Outcome::code(of.outcomes[lane]) as u32;
            to_act[lane] = of.to_act[lane];
            plies[lane] = of.plies[lane];
        });
        if is_all::<L>(lanes) {
            legal.fill(0);
        } else {
            each(lanes).for_each(|lane| legal[lane * words..(lane + 1) * words].fill(0));
        }
        let going_on = lanes & of.going_on();
        for player in 0..self.interp.code.players.len() {
            let mine = going_on & self.groups[group].turn_of(player);
            if mine != 0 {
                self.show_legal(player, mine, legal);
            }
        }
        let stride = self.sources.len() * self.kept;
        self.show_planes(lanes, &mut seen.planes[boards.start * stride..boards.end * stride]);
    }

    fn show_points(&mut self, host: &Host<'_>, group: usize, lanes: LaneBits, scores: &mut [i64]) {
        let players = self.interp.code.points.len();
        if players == 0 {
            return;
        }
        self.run_scores(host, lanes);
        for lane in each(lanes) {
            let board = group * L + lane;
            let into = &mut scores[board * players..(board + 1) * players];
            if self.table.retry[lane] == 0 {
                let points = self.interp.code.points.iter().map(|it| self.table.num(*it)[lane]);
                into.iter_mut().zip(points).for_each(|(to, points)| *to = points);
            } else {
                // Points that cannot be computed are none, as wherever they are told.
                self.store(group, lane);
                let scores = self.run.scores(host, self.position.clone());
                let scores = scores.unwrap_or_else(|_| Scores::new());
                into.iter_mut().zip(scores).for_each(|(to, points)| *to = points);
            }
        }
    }

    fn show_planes(&self, lanes: LaneBits, into: &mut [u64]) {
        let stride = self.sources.len() * self.kept;
        for (plane, source) in self.sources.iter().enumerate() {
            let Some(source) = source else { continue };
            let cells = self.table.set(*source);
            for word in 0..self.kept.min(W) {
                let words = &cells.0[word];
                let place = plane * self.kept + word;
                on_each::<L>(lanes, |lane| into[lane * stride + place] = words[lane]);
            }
        }
    }

    /// Shows what can be done on boards where it is a player's turn, of which nothing is shown.
    fn show_legal(&self, player: usize, lanes: LaneBits, into: &mut [u64]) {
        let (words, code) = (self.form.legal_words(), &self.interp.code);
        for (action, pick) in code.players[player].picks.iter().enumerate() {
            for kind in pick.kinds() {
                if !self.show_rows((action, kind), lanes, into) {
                    self.show_each((action, kind), lanes, into);
                }
            }
        }
        let Some(pass) = self.form.numbers.pass() else { return };
        let [if_none, if_any] = [0, 1].map(|count| code.may_pass(count));
        on_each::<L>(lanes, |lane| {
            let into = &mut into[lane * words..(lane + 1) * words];
            let may_pass = if into.iter().all(|word| *word == 0) { if_none } else { if_any };
            if may_pass {
                set_bit(into, pass);
            }
        });
    }

    /// Sets the bits of the choices of one kind of an action, where words that all boards have are such bits; false where
    /// they are not.
    fn show_rows(&self, (action, kind): (usize, &Pick), lanes: LaneBits, into: &mut [u64]) -> bool {
        let (numbers, words) = (&*self.form.numbers, self.form.legal_words());
        let first = numbers.first(action).unwrap_or(0);
        let mut show = |first: u32, row: &[u64; L]| {
            let (place, shift) = (first as usize / 64, first % 64);
            if place < words {
                on_each::<L>(lanes, |lane| into[lane * words + place] |= row[lane] << shift);
            }
            if shift > 0 && place + 1 < words {
                on_each::<L>(lanes, |lane| {
                    into[lane * words + place + 1] |= row[lane] >> (64 - shift);
                });
            }
        };
        match kind {
            Pick::Plain(mask) => show(first, &self.table.mask(*mask).map(|mask| mask & 1)),
            Pick::Directions(bits, _) => {
                let (bits, mut row) = (self.table.mask(*bits), [0; L]);
                for (place, way) in numbers.directions(action).iter().enumerate() {
                    for (row, bits) in row.iter_mut().zip(bits) {
                        *row |= (bits >> *way as u8 & 1) << place;
                    }
                }
                show(first, &row);
            }
            Pick::Columns(columns) => show(first, self.table.mask(*columns)),
            Pick::Cells(cells) | Pick::Tried(_, cells) if numbers.is_rimless() => {
                let cells = self.table.set(*cells);
                for (word, row) in (0..).zip(&cells.0[..self.kept.min(W)]) {
                    show(first + 64 * word, row);
                }
            }
            Pick::Each(_)
            | Pick::Rays(..)
            | Pick::Pairs(_)
            | Pick::Steps { .. }
            | Pick::Listed(..)
            | Pick::Cells(_)
            | Pick::Tried(..)
            | Pick::OneOf(_) => return false,
        }
        true
    }

    /// The same board by board.
    fn show_each(&self, (action, kind): (usize, &Pick), lanes: LaneBits, into: &mut [u64]) {
        let (words, mut listed) = (self.form.legal_words(), Vec::new());
        for lane in each(lanes) {
            let into = &mut into[lane * words..(lane + 1) * words];
            if !self.show_pick(action, kind, lane, into) {
                self.show_one_by_one(action, kind, lane, (&mut listed, into));
            }
        }
    }

    /// Sets the bits of the choices of one kind of an action, where words of sets are such bits; false where they are not.
    #[inline]
    fn show_pick(&self, action: usize, kind: &Pick, lane: usize, into: &mut [u64]) -> bool {
        let (numbers, table) = (&*self.form.numbers, &self.table);
        let first = numbers.first(action).unwrap_or(0);
        let is_rimless = numbers.is_rimless();
        let cells = numbers.cells();
        let kept = self.kept.min(W);
        match kind {
            Pick::Each([firsts, seconds]) if is_rimless => {
                let seconds = table.set(*seconds).lane(lane);
                for cell in table.set(*firsts).lane(lane) {
                    put_words(into, first + cell.0 * cells, &seconds.0[..kept]);
                }
            }
            Pick::Rays(_, rays) if is_rimless => {
                for cell in table.set(rays.starts).lane(lane) {
                    let ends = table.ray_ends(&self.interp.shape.steps, rays, lane, cell);
                    put_words(into, first + cell.0 * cells, &ends.0[..kept]);
                }
            }
            Pick::Pairs(pairs) if is_rimless => {
                for (by, starts) in pairs {
                    let first = first.wrapping_add_signed(*by);
                    set_spaced(into, (first, cells + 1), table.set(*starts).lane(lane));
                }
            }
            Pick::Steps { starts, steps: Some(steps) } if is_rimless => {
                for (way, starts) in starts {
                    let by = self.interp.shape.offsets[*way as usize].wrapping_mul((*steps).into());
                    let first = first.wrapping_add_signed(by as i32);
                    set_spaced(into, (first, cells + 1), table.set(*starts).lane(lane));
                }
            }
            Pick::Steps { starts, steps: None } if is_rimless => {
                let ways = numbers.directions(action);
                for (way, starts) in starts {
                    let Ok(place) = ways.binary_search(way) else { continue };
                    let of_cell = (first + place as u32, ways.len() as u32);
                    set_spaced(into, of_cell, table.set(*starts).lane(lane));
                }
            }
            Pick::Plain(_)
            | Pick::Directions(..)
            | Pick::Columns(_)
            | Pick::Listed(..)
            | Pick::Cells(_)
            | Pick::Tried(..)
            | Pick::Each(_)
            | Pick::Rays(..)
            | Pick::Pairs(_)
            | Pick::Steps { .. }
            | Pick::OneOf(_) => return false,
        }
        true
    }

    /// Sets the bits of the choices of one kind of an action, one after another.
    #[inline(never)]
    fn show_one_by_one(
        &self,
        action: usize,
        kind: &Pick,
        lane: usize,
        (listed, into): (&mut Vec<Action>, &mut [u64]),
    ) {
        listed.clear();
        self.table.list_pick(&self.interp.shape, lane, (action as u8, kind), listed);
        for number in listed.iter().filter_map(|it| self.form.numbers.number(*it)) {
            set_bit(into, number);
        }
    }
}

/// Sets a bit of each cell, of which the first cell has this one and each other one so many more than the cell before it.
#[inline(always)]
fn set_spaced<const W: usize>(into: &mut [u64], (first, space): (u32, u32), cells: Bits<W>) {
    for cell in cells {
        set_bit(into, first.wrapping_add(cell.0 * space));
    }
}

#[inline(always)]
fn set_bit(words: &mut [u64], bit: u32) {
    if let Some(word) = words.get_mut(bit as usize / 64) {
        *word |= 1 << (bit % 64);
    }
}

/// Puts words among others, beginning at this bit.
#[inline(always)]
fn put_words(into: &mut [u64], first: u32, words: &[u64]) {
    let (place, shift) = (first as usize / 64, first % 64);
    for (nth, word) in words.iter().enumerate() {
        if let Some(low) = into.get_mut(place + nth) {
            *low |= word << shift;
        }
        if shift > 0
            && let Some(high) = into.get_mut(place + nth + 1)
        {
            *high |= word >> (64 - shift);
        }
    }
}
