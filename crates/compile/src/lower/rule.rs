//! Rules: their automaton, what they put, and how they run.

use masume_program::{
    Alternative, Binding, Effect, Group, Mode, Next, Nfa, Put, RuleOp, Shape, Strategy, Target,
    Unsupported, Via,
};
use masume_rules::facts::Contents;
use masume_rules::model::{self, Content, EMPTY, Rule, Strategy as Uses, Ways, Write};

use super::Lowering;
use super::letters::lone_letters;

/// A line of so many cells: for each the position, and what it can hold.
pub(super) type Line = Vec<(usize, Contents)>;

impl Lowering<'_> {
    /// The rule, where sets tell its matches, or cells that are followed without going back.
    pub(crate) fn rule(&mut self, rule: &Rule) -> Result<RuleOp, Unsupported> {
        self.within(rule, |this| {
            let (nfa, letters) = this.pattern(&rule.pattern, &written_positions(rule))?;
            let mut lowered = this.without_mode(rule)?;
            check_letters(&nfa, &letters)?;
            lowered.mode = this.mode(rule, &nfa, &letters, &lowered.alternatives)?;
            lowered.is_non_overlapping = lowered.mode == Mode::Paths
                && lowered.dirs.is_single()
                && lowered.effects.is_empty()
                && puts_what_is_there(&letters, &lowered.alternatives)
                && this.never_overlaps(rule, &nfa);
            lowered.nfa = this.add_nfa(nfa)?;
            Ok(RuleOp { letters, ..lowered })
        })
    }

    /// A rule whose matches are followed along a graph, for this reason.
    pub(super) fn followed_rule(
        &mut self,
        rule: &Rule,
        why: &'static str,
    ) -> Result<RuleOp, Unsupported> {
        self.within(rule, |this| {
            let writes = written_positions(rule);
            let known = this.superset(&rule.pattern, &writes);
            let graph = Box::new(this.graph(&rule.pattern, &writes)?);
            let is_exact = known.is_ok() && graph.asks_sets();
            let nfa = known.or_else(|_| this.anything())?;
            let lowered = this.without_mode(rule)?;
            let nfa = this.add_nfa(nfa)?;
            Ok(RuleOp { nfa, mode: Mode::Graph { graph, why, is_exact }, ..lowered })
        })
    }

    /// Lowers parts of a rule, in which letters mean what they are bound to in it.
    pub(super) fn within<T>(
        &mut self,
        rule: &Rule,
        lower: impl FnOnce(&mut Self) -> Result<T, Unsupported>,
    ) -> Result<T, Unsupported> {
        if !self.cannot_fail(&rule.pattern) {
            return Err(Unsupported("a test of its pattern can end in an error"));
        }
        let outer = self.lone.replace(lone_letters([rule]));
        let lowered = lower(self);
        self.lone = outer;
        lowered
    }

    /// All of a rule but for how its matches are found.
    fn without_mode(&mut self, rule: &Rule) -> Result<RuleOp, Unsupported> {
        let strategy = match &rule.strategy {
            Uses::All => Strategy::All,
            Uses::Each => Strategy::Each,
            Uses::First => Strategy::First,
            Uses::Random(None) => Strategy::Random(None),
            Uses::Random(Some(count)) => Strategy::Random(Some(self.checked_number(count)?)),
        };
        self.has_letters = true;
        let alternatives = self.alternatives(rule);
        let effects = self.checked_effects(&rule.effects);
        self.has_letters = false;
        Ok(RuleOp {
            id: rule.id,
            span: rule.span,
            strategy,
            dirs: self.dirs(&rule.ways),
            has_direction: rule.ways != Ways::None,
            nfa: 0,
            from: rule.from,
            to: rule.to,
            alternatives: alternatives?,
            effects: effects?,
            mode: Mode::Paths,
            is_non_overlapping: false,
            letters: Vec::new(),
        })
    }

    /// True if all matches of a line of so many cells are used, and no two in one direction share a
    /// cell.
    fn never_overlaps(&self, rule: &Rule, nfa: &Nfa) -> bool {
        let Some(line) = self.line_of(rule, nfa) else { return false };
        rule.strategy == Uses::All && (1..line.len()).all(|offset| !may_overlap(&line, offset))
    }

    /// The positions of a line of so many cells in the order of its path, and what cells can hold
    /// there; `None` for other patterns.
    pub(super) fn line_of(&self, rule: &Rule, nfa: &Nfa) -> Option<Line> {
        let contents = self.contents_by_position(rule);
        let at = |place: u16| {
            let position = nfa.places[usize::from(place)].position as usize;
            (position, contents[position].clone())
        };
        Some(nfa.path()?.into_iter().map(at).collect())
    }

    fn alternatives(&mut self, rule: &Rule) -> Result<Vec<Alternative>, Unsupported> {
        let mut alternatives = Vec::new();
        for alternative in &rule.alternatives {
            let chance = match &alternative.chance {
                Some(chance) => Some(self.checked_number(chance)?),
                None => None,
            };
            let mut puts = Vec::new();
            for writes in &alternative.writes {
                let lowered = writes.iter().map(|write| self.put(write));
                puts.push(lowered.collect::<Result<Vec<_>, _>>()?);
            }
            alternatives.push(Alternative { chance, puts });
        }
        Ok(alternatives)
    }

    fn put(&mut self, write: &Write) -> Result<Put, Unsupported> {
        Ok(match write {
            Write::Clear(layer) => Put::Clear(*layer),
            Write::Piece(layer, contents) => match self.of_player(contents).unwrap_or(EMPTY) {
                EMPTY => Put::Clear(*layer),
                content => Put::Piece(*layer, content),
            },
            Write::Letter(layer, letter) => Put::Letter(*layer, *letter),
            Write::Number(layer, expr) => Put::Number(*layer, self.checked_number(expr)?),
        })
    }

    /// Effects; one that has no program makes the rule have none.
    pub(crate) fn checked_effects(
        &mut self,
        effects: &[model::Effect],
    ) -> Result<Vec<Effect>, Unsupported> {
        effects
            .iter()
            .map(|effect| {
                Ok(match effect {
                    model::Effect::Assign(value, assign, expr) => {
                        Effect::Assign(*value, *assign, self.checked_number(expr)?)
                    }
                    model::Effect::AssignLocal(local, assign, expr) => {
                        Effect::AssignLocal(*local, *assign, self.checked_number(expr)?)
                    }
                    model::Effect::Finish(kind) => Effect::Finish(*kind),
                })
            })
            .collect()
    }

    /// Effects outside any pattern; numbers without a program are asked of the reference executor.
    pub(crate) fn effects(&mut self, effects: &[model::Effect]) -> Vec<Effect> {
        effects
            .iter()
            .map(|effect| match effect {
                model::Effect::Assign(value, assign, expr) => {
                    Effect::Assign(*value, *assign, self.number(expr))
                }
                model::Effect::AssignLocal(local, assign, expr) => {
                    Effect::AssignLocal(*local, *assign, self.number(expr))
                }
                model::Effect::Finish(kind) => Effect::Finish(*kind),
            })
            .collect()
    }

    fn mode(
        &self,
        rule: &Rule,
        nfa: &Nfa,
        letters: &[Binding],
        alternatives: &[Alternative],
    ) -> Result<Mode, Unsupported> {
        let [only] = alternatives else { return self.paths(rule, nfa, letters) };
        let is_certain = only.chance.is_none();
        if rule.strategy != Uses::All || !is_certain {
            return self.paths(rule, nfa, letters);
        }
        if letters.is_empty()
            && let Some(targets) = targets(nfa, only)
        {
            return Ok(Mode::Sets(targets));
        }
        if rule.from.is_some() && rule.to.is_some() && rule.effects.is_empty() {
            return is_ends(nfa, letters, only)
                .then_some(Mode::Ends)
                .map_or_else(|| self.paths(rule, nfa, letters), Ok);
        }
        self.paths(rule, nfa, letters)
    }

    /// Match by match, where every match is one path that can be followed without going back.
    fn paths(&self, rule: &Rule, nfa: &Nfa, letters: &[Binding]) -> Result<Mode, Unsupported> {
        if !nfa.is_line {
            return Err(Unsupported("single matches of a walk with turns are followed"));
        }
        if !nfa.is_fixed_line() && Binding::are_compared(letters) {
            return Err(Unsupported("a letter is met again in a pattern with choices or repeats"));
        }
        if rule.strategy != Uses::All {
            return Ok(Mode::Paths);
        }
        if self.is_unambiguous(rule, nfa) {
            return Ok(Mode::Paths);
        }
        Err(Unsupported(if letters.is_empty() {
            "one start can match in several ways, and each has chances or numbers of its own"
        } else {
            "one start can match in several ways that bind letters"
        }))
    }

    /// True if a start and a direction have one path at most.
    fn is_unambiguous(&self, rule: &Rule, nfa: &Nfa) -> bool {
        if matches!(nfa.shape, Shape::Cell | Shape::Chain | Shape::Run(_)) {
            return true;
        }
        let contents = self.contents_by_position(rule);
        let of = |place: u16| &contents[nfa.places[usize::from(place)].position as usize];
        let are_disjoint = |places: &[u16]| {
            places.iter().enumerate().all(|(nth, &first)| {
                places[nth + 1..].iter().all(|&second| of(first).is_disjoint(of(second)))
            })
        };
        let starts: Vec<u16> = nfa.starts.iter().map(|start| start.place).collect();
        are_disjoint(&starts)
            && nfa.places.iter().all(|place| {
                let mut steps = Vec::new();
                let mut ends = 0;
                for next in &place.next {
                    match next {
                        Next::Step { place, via: Via::Straight } => steps.push(*place),
                        Next::Step { via: Via::Turn | Via::Double | Via::Bend, .. } => {
                            return false;
                        }
                        Next::Accept { at_edge: true } => {}
                        Next::Accept { at_edge: false } => ends += 1,
                    }
                }
                // A line that goes on does not come back to the chosen last cell.
                let ends_here_only = ends == 0 || steps.is_empty() || rule.to.is_some();
                are_disjoint(&steps) && ends_here_only
            })
    }
}

pub(crate) fn written_positions(rule: &Rule) -> Vec<bool> {
    let mut writes = vec![false; rule.positions as usize];
    for alternative in &rule.alternatives {
        for (written, puts) in writes.iter_mut().zip(&alternative.writes) {
            *written |= !puts.is_empty();
        }
    }
    writes
}

/// True if two matches of a line in one direction that begin so many cells apart may share cells.
pub(super) fn may_overlap(line: &[(usize, Contents)], offset: usize) -> bool {
    let mut shared = line.iter().zip(&line[offset..]);
    shared.all(|((_, one), (_, other))| !one.is_disjoint(other))
}

/// True if each match puts pieces, or what its letters were bound to on the same layer, for
/// certain.
fn puts_what_is_there(letters: &[Binding], alternatives: &[Alternative]) -> bool {
    let [Alternative { chance: None, puts }] = alternatives else { return false };
    let is_bound =
        |letter, layer| letters.iter().any(|it| it.letter == letter && it.layer == layer);
    !Binding::are_compared(letters)
        && puts.iter().flatten().all(|put| match put {
            Put::Clear(_) | Put::Piece(..) => true,
            Put::Letter(layer, letter) => is_bound(*letter, *layer),
            Put::Number(..) => false,
        })
}

/// Contents that are written, with the places, if they are the same for every match.
fn targets(nfa: &Nfa, alternative: &Alternative) -> Option<Vec<Target>> {
    let mut targets: Vec<Target> = Vec::new();
    for (index, place) in nfa.places.iter().enumerate() {
        let puts = alternative.puts.get(place.position as usize);
        for put in puts.into_iter().flatten() {
            let (layer, content): (_, Content) = match put {
                Put::Clear(layer) => (*layer, EMPTY),
                Put::Piece(layer, content) => (*layer, *content),
                Put::Letter(..) | Put::Number(..) => return None,
            };
            let known = targets.iter_mut().find(|it| it.layer == layer && it.content == content);
            match known {
                Some(target) => target.places.push(index as u16),
                None => targets.push(Target { layer, content, places: vec![index as u16] }),
            }
        }
    }
    targets.sort_by_key(|target| (target.layer, target.content));
    Some(targets)
}

/// True if only the first and the last cell are read for letters and written.
fn is_ends(nfa: &Nfa, letters: &[Binding], alternative: &Alternative) -> bool {
    let [start] = nfa.starts[..] else { return false };
    let is_end = |place: u16| {
        matches!(nfa.places[usize::from(place)].next[..], [Next::Accept { at_edge: false }])
    };
    let accepting: Vec<u16> = (0..nfa.places.len() as u16)
        .filter(|&place| {
            let next = &nfa.places[usize::from(place)].next;
            next.iter().any(|it| matches!(it, Next::Accept { .. }))
        })
        .collect();
    let [end] = accepting[..] else { return false };
    let is_never_again = nfa.places.iter().all(|place| {
        let to_start =
            |next: &Next| matches!(next, Next::Step { place, .. } if *place == start.place);
        !place.next.iter().any(to_start)
    });
    let outer = |place: u16| place == start.place || place == end;
    is_end(end)
        && end != start.place
        && is_never_again
        && letters.iter().all(|binding| outer(binding.place))
        && nfa.places.iter().enumerate().all(|(index, place)| {
            let puts = alternative.puts.get(place.position as usize);
            outer(index as u16) || puts.is_none_or(Vec::is_empty)
        })
}

/// Letters bound in repeats are bound differently on every path.
fn check_letters(nfa: &Nfa, letters: &[Binding]) -> Result<(), Unsupported> {
    let is_repeated = |place: u16| {
        let mut groups = nfa.order.iter().filter(|group| !matches!(group, Group::Single(_)));
        groups.any(|group| group.members().contains(&place))
    };
    match letters.iter().any(|binding| is_repeated(binding.place)) {
        true => Err(Unsupported("a letter is bound in a repeat")),
        false => Ok(()),
    }
}
