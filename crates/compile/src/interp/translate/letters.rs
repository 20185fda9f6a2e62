//! Rules that put what letters are bound to.

use masume_program::interp::code::{Instruction, SetReg};
use masume_program::{
    Alternative, Binding, LayerPlanes, Mode, Nfa, Num, Put, RuleOp, SetId, Strategy,
    Target as OfSets, Unsupported,
};
use masume_rules::model::{Content, EMPTY, Layer};

use super::Translation;
use super::matches::Matches;

/// Contents that a rule puts at places of its pattern.
pub(super) struct Target {
    pub(super) layer: Layer,
    pub(super) put: Putting,
    pub(super) places: Vec<u16>,
}

pub(super) enum Putting {
    Content(Content),
    /// Content that is bound here.
    Letter(Binding),
    /// A number that depends on the state, or on letters.
    Number(Num),
}

/// Content that comes to lie on cells.
pub(super) enum What {
    Content(Content),
    /// For planes of the layer, the cells that come to be on each.
    Bound(Vec<(SetReg, SetReg)>),
}

/// True if all matches of the rule are done at once: it puts the same everywhere, or what was bound
/// where it can be told for all matches together.
pub(super) fn is_at_once(rule: &RuleOp) -> bool {
    match rule.mode {
        Mode::Sets(_) => true,
        Mode::Ends => !Binding::are_compared(&rule.letters),
        Mode::Paths | Mode::Graph { is_exact: true, .. } => {
            let is_certain = matches!(&rule.alternatives[..], [only] if only.chance.is_none());
            let is_all = rule.strategy == Strategy::All;
            is_all && is_certain && !Binding::are_compared(&rule.letters)
        }
        Mode::Graph { is_exact: false, .. } => false,
    }
}

impl Translation<'_> {
    /// Contents that alternatives of the rule put, with the places.
    pub(super) fn targets(
        &self,
        rule: &RuleOp,
        alternatives: &[Alternative],
    ) -> Result<Vec<Target>, Unsupported> {
        if let Mode::Sets(targets) = &rule.mode {
            let target = |OfSets { layer, content, places }: &OfSets| Target {
                layer: *layer,
                put: Putting::Content(*content),
                places: places.clone(),
            };
            return Ok(targets.iter().map(target).collect());
        }
        let nfa = self.nfa(rule.nfa);
        let mut targets = Vec::new();
        for (nth, place) in (0u16..).zip(&nfa.places) {
            let puts = alternatives.iter().filter_map(|it| it.puts.get(place.position as usize));
            for put in puts.flatten() {
                let (layer, places) = (put.layer(), vec![nth]);
                let put = match put {
                    Put::Clear(_) => Putting::Content(EMPTY),
                    Put::Piece(_, content) => Putting::Content(*content),
                    Put::Letter(_, letter) => {
                        let binding = rule.letters.iter().find(|it| it.letter == *letter);
                        Putting::Letter(*binding.ok_or(Unsupported("a letter is bound nowhere"))?)
                    }
                    Put::Number(_, number) => {
                        let kind = &self.rules.layers[usize::from(layer.0)].kind;
                        let why = Unsupported("a number that is put is none of its layer");
                        match self.constant_of(number) {
                            Some(it) => Putting::Content(kind.content_of_number(it).ok_or(why)?),
                            None => Putting::Number(number.clone()),
                        }
                    }
                };
                targets.push(Target { layer, put, places });
            }
        }
        Ok(targets)
    }

    /// Contents that come from the place where a letter is bound to the cells at another, all of
    /// them given.
    pub(super) fn arrives(
        &mut self,
        rule: &RuleOp,
        (nfa, matches): (&Nfa, &Matches),
        binding: Binding,
        (place, cells): (u16, SetReg),
    ) -> Result<Vec<(SetReg, SetReg)>, Unsupported> {
        let why = Unsupported("a rule puts what letters are bound to, match by match");
        let source = matches.reached[usize::from(binding.place)].ok_or(why)?;
        let is_one = matches.is_single || rule.is_on_chosen_cell(nfa, binding.place);
        let test = nfa.places[usize::from(binding.place)].test;
        let planes = self.planes_of(binding, test, nfa.is_fixed_line())?;
        let mut found: Vec<(SetReg, SetReg)> = Vec::new();
        if is_one && !planes.told.is_empty() {
            let of: Box<[SetReg]> = planes.told.into();
            let carried = self.emit.sets(of.len(), |to| {
                let of = of.clone();
                Instruction::Carry { to, of, source, cells }
            });
            found.extend(of.iter().copied().zip(carried));
        } else {
            for plane in planes.told {
                let here = self.and(plane, source);
                // In a fixed run that goes one way it is as far to every cell.
                let way = matches.way.filter(|_| nfa.is_fixed_line()).ok_or(why)?;
                let way = if place > binding.place { way.opposite() } else { way };
                let steps = place.abs_diff(binding.place);
                let arrives = (0..steps).fold(here, |here, _| self.step(here, way));
                found.push((plane, arrives));
            }
        }
        found.extend(planes.certain.map(|plane| (plane, cells)));
        Ok(found)
    }

    /// The planes that tell what a layer holds.
    pub(super) fn all_planes(&self, layer: Layer) -> Result<Vec<SetReg>, Unsupported> {
        Ok(match self.layout.layer(layer) {
            LayerPlanes::Pieces { first, count } => (first..first + count).map(SetReg).collect(),
            LayerPlanes::Numbers { .. } => self.numbers_on(layer)?.planes().collect(),
        })
    }

    /// The planes that tell what a letter is bound to at a cell that passes a test; it may be certain that
    /// every match has such a cell.
    fn planes_of(
        &self,
        binding: Binding,
        test: SetId,
        is_certain: bool,
    ) -> Result<Planes, Unsupported> {
        match self.layout.layer(binding.layer) {
            LayerPlanes::Pieces { first, count } => {
                let held = (first..first + count).filter(|&plane| !self.excludes(test, plane));
                let told: Vec<SetReg> = held.map(SetReg).collect();
                if let [only] = told[..]
                    && is_certain
                {
                    return Ok(Planes { told: Vec::new(), certain: Some(only) });
                }
                Ok(Planes { told, certain: None })
            }
            LayerPlanes::Numbers { occupied, .. } => {
                let numbers = self.numbers_on(binding.layer)?;
                let certain = is_certain.then_some(SetReg(occupied));
                let told = numbers.planes().chain((!is_certain).then_some(SetReg(occupied)));
                Ok(Planes { told: told.collect(), certain })
            }
        }
    }
}

/// Planes that tell what is bound.
struct Planes {
    /// Each of them may hold the cell or not.
    told: Vec<SetReg>,
    /// This one does.
    certain: Option<SetReg>,
}
