//! The body of an action as operators.

use masume_board::{Cell, Direction, Grid};
use masume_rules::action::{Action, Argument};
use masume_rules::model::{
    ActionInfo, Effect, Layer, Letter, ParamKind, Rule, Statement, Strategy, Write,
};

use super::formula::{TestSite, both, direction_of, run};
use super::{OperatorList, Operators, PLAYER, Place, Put, Refused};
use crate::meter::Meter;

/// Every combination of arguments of an action, one after another: the last parameter changes first.
pub(super) struct Arguments {
    /// By parameter, what can be chosen.
    values: Vec<Vec<Argument>>,
    /// By parameter, the index of what is chosen next; `None` where all were.
    next: Option<Vec<usize>>,
}

impl Arguments {
    pub(super) fn of(grid: &Grid, params: &[ParamKind]) -> Self {
        let values: Vec<Vec<Argument>> = params
            .iter()
            .map(|param| match param {
                ParamKind::Direction(ways) => {
                    let directions = ways.directions(PLAYER, &|_| None);
                    directions.into_iter().map(Argument::Direction).collect()
                }
                ParamKind::Cell => grid.inner_cells().map(Argument::Cell).collect(),
                ParamKind::Column => (0..grid.width()).map(Argument::Column).collect(),
                ParamKind::Row => (0..grid.height()).map(Argument::Row).collect(),
            })
            .collect();
        let is_possible = values.iter().all(|values| !values.is_empty());
        let next = is_possible.then(|| vec![0; values.len()]);
        Self { values, next }
    }

    /// Number of combinations in all.
    pub(super) fn combinations(&self) -> u64 {
        let counts = self.values.iter().map(|values| values.len() as u64);
        counts.fold(1, u64::saturating_mul)
    }
}

impl Iterator for Arguments {
    type Item = Vec<Argument>;

    fn next(&mut self) -> Option<Vec<Argument>> {
        let next = self.next.as_mut()?;
        let chosen = self.values.iter().zip(&*next).map(|(values, &at)| values[at]).collect();
        for (at, values) in next.iter_mut().zip(&self.values).rev() {
            *at += 1;
            if *at < values.len() {
                return Some(chosen);
            }
            *at = 0;
        }
        self.next = None;
        Some(chosen)
    }
}

/// True if one of these ends the game.
pub(super) fn ends(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| matches!(effect, Effect::Finish(_)))
}

/// Every rule of a block, inner blocks included.
pub(super) fn rules_of(block: &[Statement]) -> Vec<&Rule> {
    let mut found = Vec::new();
    for statement in block {
        if let Statement::Rule(rule) = statement {
            found.push(rule);
        }
        found.extend(statement.blocks().flat_map(|block| rules_of(block)));
    }
    found
}

/// True if all places of a rule that hold are done at once.
fn is_at_once(rule: &Rule) -> bool {
    rule.strategy == Strategy::All
}

/// An action with its arguments on a board.
pub(super) struct BodySite<'a> {
    pub(super) operators: &'a Operators,
    pub(super) action: Action,
    pub(super) meter: &'a Meter,
}

impl BodySite<'_> {
    /// Adds the action with its operators, in groups of which the first that holds is done.
    pub(super) fn add_to(&self, list: &mut OperatorList, info: &ActionInfo) -> Result<(), Refused> {
        if info.when.is_some() {
            return Err(Refused::Meaning);
        }
        // What only counts may stand anywhere in the body.
        let counts =
            |it: &&Statement| matches!(it, Statement::Effects(effects, _) if !ends(effects));
        let acting: Vec<&Statement> = info.body.iter().filter(|it| !counts(it)).collect();
        let has_counts = acting.len() < info.body.len();
        let [statement] = acting[..] else { return Err(Refused::Meaning) };
        // A count that always runs makes an action legal that does nothing else.
        if has_counts && !matches!(statement, Statement::Must(_)) {
            return Err(Refused::Meaning);
        }
        self.add_groups(list, std::slice::from_ref(statement))?;
        list.end_action(self.action);
        Ok(())
    }

    fn add_groups(&self, list: &mut OperatorList, block: &[Statement]) -> Result<(), Refused> {
        let [statement] = block else { return Err(Refused::Meaning) };
        if let Statement::Rule(rule) = statement {
            self.add_operators(list, rule)?;
            list.end_group(is_at_once(rule));
        } else if let Statement::Simultaneous(block, _) = statement {
            for statement in block {
                let Statement::Rule(rule) = statement else { return Err(Refused::Meaning) };
                if !is_at_once(rule) {
                    return Err(Refused::Meaning);
                }
                self.add_operators(list, rule)?;
            }
            list.end_group(true);
        } else if let Statement::Must(block) = statement {
            self.add_groups(list, block)?;
        } else if let Statement::OrElse(blocks) = statement {
            for block in blocks {
                self.add_groups(list, block)?;
            }
        } else {
            return Err(Refused::Meaning);
        }
        Ok(())
    }

    /// Adds the places of a rule to the group that is open.
    fn add_operators(&self, list: &mut OperatorList, rule: &Rule) -> Result<(), Refused> {
        let is_certain = match rule.strategy {
            Strategy::All | Strategy::Each | Strategy::First => rule.alternatives.len() == 1,
            Strategy::Random(_) => false,
        };
        if !is_certain || ends(&rule.effects) {
            return Err(Refused::Meaning);
        }
        let chosen = |slot| direction_of(Some(self.action), slot);
        let directions = rule.ways.directions(PLAYER, &chosen);
        let starts: &[Cell] = match rule.from.map(|slot| self.argument(slot)) {
            None => &self.operators.cells,
            Some(Argument::Cell(cell)) => &[cell],
            Some(_) => &[],
        };
        for &start in starts {
            for &direction in &directions {
                self.add_operators_at(list, rule, start, direction)?;
            }
        }
        Ok(())
    }

    fn argument(&self, slot: masume_rules::model::ParamSlot) -> Argument {
        self.action.arguments[usize::from(slot.0)]
    }

    fn add_operators_at(
        &self,
        list: &mut OperatorList,
        rule: &Rule,
        start: Cell,
        direction: Direction,
    ) -> Result<(), Refused> {
        let operators = self.operators;
        let mut tests = Vec::new();
        run(&rule.pattern, &mut tests)?;
        let mut letters: Vec<(Letter, Place)> = Vec::new();
        let mut terms = vec![Vec::new()];
        let mut path = Vec::new();
        let mut at = Some(start);
        for (position, test) in tests {
            let Some(cell) = at else { return Ok(()) };
            let mut asked = TestSite {
                cell,
                action: Some(self.action),
                letters: Some(&mut letters),
                meter: self.meter,
            };
            let more = operators.test(test, &mut asked)?.terms()?;
            let pairs = terms.iter().flat_map(|one| more.iter().map(move |two| (one, two)));
            terms = pairs.filter_map(|(one, two)| both(one, two)).collect();
            path.push((position, cell));
            at = operators.grid.step(cell, direction);
        }
        let last = path.last().map(|(_, cell)| Argument::Cell(*cell));
        if rule.to.is_some_and(|slot| Some(self.argument(slot)) != last) {
            return Ok(());
        }
        let mut puts: Vec<(Place, Put)> = Vec::new();
        for (position, cell) in path {
            let writes = &rule.alternatives[0].writes;
            let Some(writes) = writes.get(position as usize) else { continue };
            for write in writes {
                // A position with writes does not match a cell of the rim.
                let Some(place) = operators.place(write.layer(), cell) else { return Ok(()) };
                let put = self.put(write, &letters)?;
                match puts.iter_mut().find(|(known, _)| *known == place) {
                    Some(known) => known.1 = put,
                    None => puts.push((place, put)),
                }
            }
        }
        for needs in terms {
            list.push(&needs, &puts, self.meter)?;
        }
        Ok(())
    }

    fn put(&self, write: &Write, letters: &[(Letter, Place)]) -> Result<Put, Refused> {
        match write {
            Write::Clear(_) => Ok(Put::Code(0)),
            Write::Piece(layer, pieces) => {
                let content = pieces.first().ok_or(Refused::Meaning)?;
                let known = &self.operators.contents[usize::from(layer.0)];
                let code = known.iter().position(|it| it == content);
                Ok(Put::Code(code.ok_or(Refused::Contents)? as u8))
            }
            Write::Letter(layer, letter) => {
                let bound = letters.iter().find(|(bound, _)| bound == letter);
                let (_, place) = *bound.ok_or(Refused::Meaning)?;
                // Another layer has other codes.
                let (from, _) = self.operators.layer_and_cell(place);
                if Layer(from as u8) != *layer {
                    return Err(Refused::Meaning);
                }
                Ok(Put::Copy(place))
            }
            Write::Number(..) => Err(Refused::Meaning),
        }
    }
}
