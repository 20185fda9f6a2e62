//! Sets, conditions and numbers.

use masume_rules::model::{Layer, LayerKind, ParamKind, ParamSlot, Reach, Value};

use super::{Scope, Verifier, Wrong};
use crate::{Cond, Dirs, LayerPlanes, Num, Set, SetId};

/// Use of a slot.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    Direction,
    Cell,
    Line,
}

impl Verifier<'_> {
    pub(super) fn set(self, set: &Set, scope: Scope<'_>) -> Result<(), Wrong> {
        match set {
            Set::Planes(planes) | Set::NoPlanes(planes) => {
                match planes.iter().find(|&&plane| plane >= self.layout.planes) {
                    Some(&plane) => Err(Wrong::Plane(plane)),
                    None => Ok(()),
                }
            }
            Set::Constant(index) if usize::from(*index) < self.program.constants.len() => Ok(()),
            Set::Constant(index) => Err(Wrong::Constant(*index)),
            Set::Chosen(slot) | Set::Near(_, slot) => self.slot(*slot, Asked::Cell, scope),
            Set::Line(slot) => self.slot(*slot, Asked::Line, scope),
            Set::Not(inner) => self.set_id(*inner, scope),
            Set::And(parts) | Set::Or(parts) => {
                parts.iter().try_for_each(|&part| self.set_id(part, scope))
            }
            Set::Count { of, reach, least: _, greatest } => {
                let most = match reach {
                    Reach::Beside => 4,
                    Reach::Around => 8,
                };
                if *greatest > most {
                    return Err(Wrong::Count(*greatest));
                }
                self.set_id(*of, scope)
            }
            Set::Sees { nfa, dirs } => {
                let Some(seen) = self.program.nfas.get(usize::from(*nfa)) else {
                    return Err(Wrong::Nfa(*nfa));
                };
                // What the pattern asks must be known before the set is.
                seen.places.iter().try_for_each(|place| self.set_id(place.test, scope))?;
                self.dirs(dirs, scope)
            }
            Set::Numbers { left, right, layers, .. } => {
                layers.iter().try_for_each(|planes| self.planes(*planes))?;
                self.number(left, scope)?;
                self.number(right, scope)
            }
            Set::Holds(condition) => self.condition(condition, scope),
        }
    }

    pub(super) fn set_id(self, id: SetId, scope: Scope<'_>) -> Result<(), Wrong> {
        if usize::from(id.0) < scope.sets { Ok(()) } else { Err(Wrong::Set(id)) }
    }

    /// True if a layer lies where a set says.
    fn planes(self, planes: LayerPlanes) -> Result<(), Wrong> {
        if self.layout.layers.contains(&planes) {
            return Ok(());
        }
        Err(Wrong::Plane(match planes {
            LayerPlanes::Pieces { first, .. } => first,
            LayerPlanes::Numbers { occupied, .. } => occupied,
        }))
    }

    pub(super) fn layer(self, layer: Layer) -> Result<(), Wrong> {
        let is_there = usize::from(layer.0) < self.layout.layers.len();
        if is_there { Ok(()) } else { Err(Wrong::Layer(layer)) }
    }

    pub(super) fn content(self, layer: Layer, content: i32) -> Result<(), Wrong> {
        let info = self.rules.layers.get(usize::from(layer.0)).ok_or(Wrong::Layer(layer))?;
        let is_held = match &info.kind {
            LayerKind::Pieces(pieces) => usize::try_from(content).is_ok_and(|it| it < pieces.len()),
            LayerKind::Kinds(count) => u32::try_from(content).is_ok_and(|it| it < *count),
            LayerKind::Range(..) | LayerKind::Doubling(..) => {
                info.kind.content_of_number(content.into()).is_some()
            }
        };
        if is_held { Ok(()) } else { Err(Wrong::Content(layer, content)) }
    }

    pub(super) fn value(self, value: Value) -> Result<(), Wrong> {
        let is_there = usize::from(value.0) < self.rules.values.len();
        if is_there { Ok(()) } else { Err(Wrong::Value(value)) }
    }

    pub(super) fn slot(self, slot: ParamSlot, asked: Asked, scope: Scope<'_>) -> Result<(), Wrong> {
        let holds = |params: &[ParamKind]| {
            let kind = params.get(usize::from(slot.0)).map(|kind| match kind {
                ParamKind::Direction(_) => Asked::Direction,
                ParamKind::Cell => Asked::Cell,
                ParamKind::Column | ParamKind::Row => Asked::Line,
            });
            kind == Some(asked)
        };
        let is_held = match scope.params {
            Some(params) => holds(params),
            None => self.rules.actions.iter().any(|action| holds(&action.params)),
        };
        if is_held { Ok(()) } else { Err(Wrong::Slot(slot)) }
    }

    pub(super) fn dirs(self, dirs: &Dirs, scope: Scope<'_>) -> Result<(), Wrong> {
        match dirs {
            Dirs::Fixed(_) => Ok(()),
            Dirs::Chosen(slot) | Dirs::Against(slot) => self.slot(*slot, Asked::Direction, scope),
            Dirs::Union(parts) => parts.iter().try_for_each(|part| self.dirs(part, scope)),
        }
    }

    pub(super) fn condition(self, condition: &Cond, scope: Scope<'_>) -> Result<(), Wrong> {
        match condition {
            Cond::Some(set) => self.set_id(*set, scope),
            Cond::Every(these, have) => {
                self.set_id(*these, scope)?;
                self.set_id(*have, scope)
            }
            Cond::NoAction(Some(index)) if usize::from(*index) >= self.program.actions.len() => {
                Err(Wrong::Action(usize::from(*index)))
            }
            Cond::NoAction(_)
            | Cond::NobodyCanAct
            | Cond::EveryonePassed
            | Cond::Solvable
            | Cond::Reference(_) => Ok(()),
            Cond::Compare(left, _, right) => {
                self.number(left, scope)?;
                self.number(right, scope)
            }
            Cond::Not(inner) => self.condition(inner, scope),
            Cond::And(parts) | Cond::Or(parts) => {
                parts.iter().try_for_each(|part| self.condition(part, scope))
            }
        }
    }

    pub(super) fn number(self, number: &Num, scope: Scope<'_>) -> Result<(), Wrong> {
        match number {
            Num::Constant(_) | Num::Row | Num::Column | Num::Ply | Num::Reference(_) => Ok(()),
            Num::Value(value) => self.value(*value),
            Num::Local(local) if local.0 < self.rules.local_count => Ok(()),
            Num::Local(local) => Err(Wrong::Local(*local)),
            Num::Letter(letter) if scope.letters.contains(letter) => Ok(()),
            Num::Letter(letter) => Err(Wrong::Letter(*letter)),
            Num::Here(layer) => self.layer(*layer),
            Num::Chosen(slot) => self.slot(*slot, Asked::Line, scope),
            Num::Across(slot) | Num::Down(slot) => self.slot(*slot, Asked::Direction, scope),
            Num::Count(set) | Num::RowOf(set) | Num::ColumnOf(set) => self.set_id(*set, scope),
            Num::Abs(_) | Num::Negate(_) | Num::Min(..) | Num::Max(..) | Num::Binary(..) => {
                number.operands().try_for_each(|operand| self.number(operand, scope))
            }
        }
    }
}
