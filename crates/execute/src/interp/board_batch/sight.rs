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
use super::group::{LaneBits, each};
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
        let of = &self.groups[group];
        let words = self.form.legal_words();
        for lane in each(lanes) {
            let board = group * L + lane;
            seen.outcomes[board] = Outcome::code(of.outcomes[lane]) as u32;
            seen.to_act[board] = of.to_act[lane];
            seen.plies[board] = of.plies[lane];
            seen.legal[board * words..(board + 1) * words].fill(0);
        }
        let going_on = lanes & of.going_on();
        for player in 0..self.interp.code.players.len() {
            let mine = going_on & self.groups[group].turn_of(player);
            if mine != 0 {
                self.show_legal((group, player), mine, seen.legal);
            }
        }
        self.show_planes(group, lanes, seen.planes);
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

    fn show_planes(&self, group: usize, lanes: LaneBits, into: &mut [u64]) {
        let stride = self.sources.len() * self.kept;
        for (plane, source) in self.sources.iter().enumerate() {
            let Some(source) = source else { continue };
            let cells = self.table.set(*source);
            for word in 0..self.kept.min(W) {
                let words = &cells.0[word];
                let place = plane * self.kept + word;
                for lane in each(lanes) {
                    into[(group * L + lane) * stride + place] = words[lane];
                }
            }
        }
    }

    fn show_legal(&self, (group, player): (usize, usize), lanes: LaneBits, into: &mut [u64]) {
        let (words, code) = (self.form.legal_words(), &self.interp.code);
        let mut listed = Vec::new();
        for (action, pick) in code.players[player].picks.iter().enumerate() {
            for kind in pick.kinds() {
                for lane in each(lanes) {
                    let board = group * L + lane;
                    let into = &mut into[board * words..(board + 1) * words];
                    if !self.show_pick(action, kind, lane, into) {
                        self.show_each(action, kind, lane, (&mut listed, into));
                    }
                }
            }
        }
        let Some(pass) = self.form.numbers.pass() else { return };
        for lane in each(lanes) {
            let board = group * L + lane;
            let into = &mut into[board * words..(board + 1) * words];
            let count: u32 = into.iter().map(|word| word.count_ones()).sum();
            if code.may_pass(count.into()) {
                set_bit(into, pass);
            }
        }
    }

    /// Sets the bits of the choices of one kind of an action, where whole sets are such bits; false where they are not.
    #[inline]
    fn show_pick(&self, action: usize, kind: &Pick, lane: usize, into: &mut [u64]) -> bool {
        let (numbers, table) = (&*self.form.numbers, &self.table);
        let first = numbers.first(action).unwrap_or(0);
        let is_rimless = numbers.is_rimless();
        let cells = numbers.cells();
        let kept = self.kept.min(W);
        match kind {
            Pick::Plain(mask) => {
                if table.mask(*mask)[lane] & 1 != 0 {
                    set_bit(into, first);
                }
            }
            Pick::Directions(bits, _) => {
                let bits = table.mask(*bits)[lane];
                for (place, way) in (0..).zip(numbers.directions(action)) {
                    if bits >> *way as u8 & 1 != 0 {
                        set_bit(into, first + place);
                    }
                }
            }
            Pick::Columns(columns) => put_words(into, first, &[table.mask(*columns)[lane]]),
            Pick::Cells(cells) | Pick::Tried(_, cells) if is_rimless => {
                put_words(into, first, &table.set(*cells).lane(lane).0[..kept]);
            }
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
                    let starts = table.set(*starts).lane(lane);
                    set_pairs(into, (first, cells), starts, *by);
                }
            }
            Pick::Steps { starts, steps } if is_rimless => {
                for (way, starts) in starts {
                    let by = self.interp.shape.offsets[*way as usize].wrapping_mul((*steps).into());
                    set_pairs(into, (first, cells), table.set(*starts).lane(lane), by as i32);
                }
            }
            Pick::Listed(..)
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
    fn show_each(
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

/// Sets the bits of pairs of a cell and the one whose number is so much greater, of so many cells.
#[inline(always)]
fn set_pairs<const W: usize>(
    into: &mut [u64],
    (first, cells): (u32, u32),
    starts: Bits<W>,
    by: i32,
) {
    for cell in starts {
        set_bit(into, first + cell.0 * cells + cell.0.wrapping_add_signed(by));
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
