//! Operators of all actions, in a few flat lists: a large board has a million of them.

use masume_rules::action::Action;

use super::{Literal, Mask, Place, Put, Refused};
use crate::meter::Meter;

/// What the lists may take beyond what they hold, since they grow by doubling.
const GROWTH: usize = 2;

/// One place of one rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Operator<'l> {
    /// Precondition, one literal for each place, places ascending.
    pub(crate) needs: &'l [Literal],
    /// Effects, one for each place.
    pub(crate) puts: &'l [(Place, Put)],
}

impl Operator<'_> {
    /// Contents that it allows at a place.
    pub(crate) fn needed(&self, place: Place) -> Mask {
        let literal = self.needs.iter().find(|literal| literal.0 == place);
        literal.map_or(Mask::MAX, |literal| literal.1)
    }

    /// True if its places can hold what it needs, where this is what each can hold.
    pub(crate) fn is_usable(&self, held: &[Mask]) -> bool {
        self.needs.iter().all(|&(place, mask)| held[place as usize] & mask != 0)
    }
}

/// An action and what it does: the first of its groups in which an operator holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GroundedAction<'l> {
    list: &'l OperatorList,
    pub(crate) action: Action,
    /// Its groups by number, and the one behind them.
    groups: (u32, u32),
}

impl<'l> GroundedAction<'l> {
    /// Its groups in the order in which they are tried.
    pub(crate) fn groups(self) -> impl ExactSizeIterator<Item = OperatorGroup<'l>> {
        (self.groups.0..self.groups.1).map(move |group| self.list.group(group))
    }
}

/// Operators of one rule, or of several that see the same board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OperatorGroup<'l> {
    list: &'l OperatorList,
    /// Its operators by number, and the one behind them.
    operators: (u32, u32),
    /// True if all that hold are done at once; otherwise no more is said than that some are.
    pub(crate) at_once: bool,
}

impl<'l> OperatorGroup<'l> {
    /// Number of operators.
    pub(crate) fn len(self) -> usize {
        (self.operators.1 - self.operators.0) as usize
    }

    /// Its operators with their numbers among all of the list.
    pub(crate) fn numbered(self) -> impl Iterator<Item = (u32, Operator<'l>)> {
        (self.operators.0..self.operators.1).map(move |number| (number, self.list.operator(number)))
    }

    /// Its operators.
    pub(crate) fn operators(self) -> impl Iterator<Item = Operator<'l>> {
        self.numbered().map(|(_, operator)| operator)
    }
}

/// Where the parts of an operator end in their lists; they begin where the last operator's end.
#[derive(Clone, Copy, Debug, Default)]
struct Ends {
    needs: u32,
    puts: u32,
}

/// The actions of a board with their operators.
#[derive(Clone, Debug, Default)]
pub(crate) struct OperatorList {
    /// Each action, and the group behind its last one.
    actions: Vec<(Action, u32)>,
    /// By group, the operator behind its last one, and whether all that hold are done at once.
    groups: Vec<(u32, bool)>,
    /// By operator.
    ends: Vec<Ends>,
    needs: Vec<Literal>,
    puts: Vec<(Place, Put)>,
}

impl OperatorList {
    /// Bytes of an action with one group.
    pub(super) const ACTION_BYTES: u64 =
        (GROWTH * (size_of::<(Action, u32)>() + size_of::<(u32, bool)>())) as u64;

    /// Adds an operator to the group that is open.
    pub(super) fn push(
        &mut self,
        needs: &[Literal],
        puts: &[(Place, Put)],
        meter: &Meter,
    ) -> Result<(), Refused> {
        let bytes = size_of::<Ends>() + size_of_val(needs) + size_of_val(puts);
        meter.keeps((GROWTH * bytes) as u64)?;
        let end = |list: usize, more: usize| u32::try_from(list + more).or(Err(Refused::Many));
        let ends = Ends {
            needs: end(self.needs.len(), needs.len())?,
            puts: end(self.puts.len(), puts.len())?,
        };
        self.ends.push(ends);
        self.needs.extend_from_slice(needs);
        self.puts.extend_from_slice(puts);
        Ok(())
    }

    /// Ends the open group.
    pub(super) fn end_group(&mut self, at_once: bool) {
        self.groups.push((self.ends.len() as u32, at_once));
    }

    /// Ends the groups of an action.
    pub(super) fn end_action(&mut self, action: Action) {
        self.actions.push((action, self.groups.len() as u32));
    }

    /// Number of operators.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Number of actions.
    pub(crate) fn action_count(&self) -> usize {
        self.actions.len()
    }

    /// The operator of a number.
    pub(crate) fn operator(&self, number: u32) -> Operator<'_> {
        let number = number as usize;
        let first = number.checked_sub(1).map_or(Ends::default(), |last| self.ends[last]);
        let ends = self.ends[number];
        Operator {
            needs: &self.needs[first.needs as usize..ends.needs as usize],
            puts: &self.puts[first.puts as usize..ends.puts as usize],
        }
    }

    fn group(&self, number: u32) -> OperatorGroup<'_> {
        let number = number as usize;
        let first = number.checked_sub(1).map_or(0, |last| self.groups[last].0);
        let (end, at_once) = self.groups[number];
        OperatorGroup { list: self, operators: (first, end), at_once }
    }

    /// The action of a number.
    pub(crate) fn action(&self, number: u32) -> GroundedAction<'_> {
        let number = number as usize;
        let first = number.checked_sub(1).map_or(0, |last| self.actions[last].1);
        let (action, end) = self.actions[number];
        GroundedAction { list: self, action, groups: (first, end) }
    }

    /// Every action.
    pub(crate) fn actions(&self) -> impl Iterator<Item = GroundedAction<'_>> {
        (0..self.actions.len() as u32).map(|number| self.action(number))
    }

    /// Every group, of whatever action.
    pub(crate) fn groups(&self) -> impl Iterator<Item = OperatorGroup<'_>> {
        (0..self.groups.len() as u32).map(|number| self.group(number))
    }

    /// Every operator, of whatever action.
    pub(crate) fn operators(&self) -> impl Iterator<Item = Operator<'_>> {
        (0..self.ends.len() as u32).map(|number| self.operator(number))
    }
}
