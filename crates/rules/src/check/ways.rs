//! Directions and anchors.

use masume_board::Direction;
use masume_syntax::ast::{self, Argument, Name, TestKind, WaysPart};
use masume_syntax::{Code, DIRECTION_SETS, Diagnostic, direction_words, nearest};

use super::checker::{Checker, shared};
use super::names::{is_letter, unknown};
use super::scope::{Binding, Scope, SlotKind};
use super::test::is_test;
use crate::model::{ParamKind, ParamSlot, Player, Reach, Ways};

impl<'a> Checker<'a> {
    /// The directions of a prefix, a parameter or a `sees`; four of them where something is wrong.
    pub(super) fn ways(&mut self, ways: &'a ast::Ways, scope: &Scope<'a>) -> Ways {
        let mut fixed: Vec<Vec<Direction>> = vec![Vec::new(); self.player_count()];
        let mut chosen = Vec::new();
        for part in &ways.parts {
            let read = match part {
                WaysPart::Count(count) => match count.value {
                    4 => Some(Ways::fixed(&Direction::ORTHOGONAL)),
                    8 => Some(Ways::fixed(&Direction::ALL)),
                    other => {
                        let message = format!("a cell has no {other} ways");
                        let at = scope.at(count.span);
                        self.error(
                            Code::NoDirections,
                            at,
                            message,
                            "expected `4 ways` or `8 ways`",
                        );
                        None
                    }
                },
                WaysPart::Named(name) => self.named_ways(name, false, scope),
                WaysPart::Against(name) => self.named_ways(name, true, scope),
            };
            match read {
                Some(Ways::Fixed(by_player)) => {
                    for (player, directions) in fixed.iter_mut().enumerate() {
                        let index = if by_player.len() == 1 { 0 } else { player };
                        directions.extend_from_slice(&by_player[index]);
                    }
                }
                Some(other) => chosen.push(other),
                None => {}
            }
        }
        for directions in &mut fixed {
            directions.sort_unstable();
            directions.dedup();
        }
        let is_empty = fixed.iter().all(Vec::is_empty);
        match (is_empty, chosen.len()) {
            // Something was wrong, and has been said.
            (true, 0) => Ways::fixed(&Direction::ORTHOGONAL),
            (true, 1) => chosen.swap_remove(0),
            (true, _) => Ways::Union(chosen),
            (false, 0) => Ways::Fixed(shared(fixed)),
            (false, _) => {
                chosen.insert(0, Ways::Fixed(shared(fixed)));
                Ways::Union(chosen)
            }
        }
    }

    /// One direction or set of them by name, or the other way; None after a diagnostic.
    fn named_ways(&mut self, name: &'a Name, against: bool, scope: &Scope<'a>) -> Option<Ways> {
        match scope.binding(&name.value).cloned() {
            Some(Binding::Slot(slot, SlotKind::Direction)) => {
                return Some(if against { Ways::Against(slot) } else { Ways::Chosen(slot) });
            }
            Some(Binding::Argument(Argument::Test(test), outer)) => {
                if let TestKind::Name(inner) = &test.kind {
                    return self.named_ways(inner, against, &outer);
                }
                self.wrong_kind(name, scope, "a test here", "a direction");
                return None;
            }
            Some(Binding::Argument(Argument::Expr(expr), outer)) => {
                if let ast::ExprKind::Name(inner) = &expr.kind {
                    return self.named_ways(inner, against, &outer);
                }
                self.wrong_kind(name, scope, "a number here", "a direction");
                return None;
            }
            Some(Binding::Unknown) => return None,
            Some(Binding::Slot(_, kind)) => {
                self.wrong_kind(name, scope, kind.describe(), "a direction");
                return None;
            }
            Some(Binding::Local(_)) => {
                self.wrong_kind(name, scope, "a local number", "a direction");
                return None;
            }
            None => {}
        }
        let by_player: Option<Vec<Vec<Direction>>> = (0..self.player_count())
            .map(|player| {
                let forward = self.players.get(player).and_then(|info| info.forward);
                directions_named(&name.value, forward)
            })
            .collect();
        if let Some(mut by_player) = by_player {
            if against {
                for direction in by_player.iter_mut().flatten() {
                    *direction = direction.opposite();
                }
            }
            return Some(Ways::Fixed(shared(by_player)));
        }
        if DIRECTION_SETS.contains(&name.value.as_str()) {
            self.no_forward(name, scope);
        } else {
            let words = direction_words().chain(scope.names());
            let near = nearest(&name.value, words).map(str::to_owned);
            let at = scope.at(name.span);
            let expected = "a direction, such as `up`, or a parameter that is one";
            let code = Code::UnknownName;
            let found = unknown(code, at, "direction", &name.value, expected, near);
            self.report_in(found, scope);
        }
        None
    }

    fn no_forward(&mut self, name: &Name, scope: &Scope<'a>) {
        let without = self.players.iter().find(|player| player.forward.is_none());
        let label = match without {
            Some(player) if !player.name.is_empty() => {
                format!("`{}` has no forward direction", player.name)
            }
            Some(_) | None => "the game has no players with a forward direction".to_owned(),
        };
        let message = format!("`{}` needs a forward direction for every player", name.value);
        self.report(
            Diagnostic::error(Code::NoForward, scope.at(name.span), message, label)
                .with_help("in `players`, one player a line: `white forward up`"),
        );
    }

    /// The parameter that holds a cell; None after a diagnostic.
    pub(super) fn cell_slot(
        &mut self,
        name: &'a Name,
        near: Option<Reach>,
        scope: &Scope<'a>,
    ) -> Option<ParamSlot> {
        let found = match scope.binding(&name.value).cloned() {
            Some(Binding::Slot(slot, SlotKind::Cell)) => return Some(slot),
            Some(Binding::Unknown) => return None,
            Some(Binding::Argument(Argument::Test(test), outer)) => {
                if let TestKind::Name(inner) = &test.kind {
                    return self.cell_slot(inner, near, &outer);
                }
                "a test here"
            }
            Some(Binding::Argument(Argument::Expr(expr), outer)) => {
                if let ast::ExprKind::Name(inner) = &expr.kind {
                    return self.cell_slot(inner, near, &outer);
                }
                "a number here"
            }
            Some(Binding::Slot(_, kind)) => kind.describe(),
            Some(Binding::Local(_)) => "a local number",
            None => "not a parameter of the action",
        };
        let is_parameter = scope.binding(&name.value).is_some();
        let is_piece = self.lookup(&name.value, scope.home).is_some_and(is_test);
        let label = match scope.used_at() {
            _ if is_parameter || is_piece => format!("it is {found}"),
            _ if !self.in_action => "only an action has cells".to_owned(),
            Some(_) => "where this is used, the action has no such cell".to_owned(),
            None => format!("it is {found}"),
        };
        // A letter that means something else already would be no way out.
        let letter = if is_letter(&name.value) && !is_parameter { &name.value } else { "c" };
        let help = match near.filter(|_| is_piece && !is_parameter) {
            Some(Reach::Around) => format!("`[1.. {} around]` counts neighbours", name.value),
            Some(Reach::Beside) => format!("`[1.. {} beside]` counts neighbours", name.value),
            None => format!("`action place at {letter}` has the cell `{letter}`"),
        };
        let message = format!("`{}` is no cell of the action", name.value);
        let found = Diagnostic::error(Code::BadAnchor, scope.at(name.span), message, label);
        self.report_in(found.with_help(help), scope);
        None
    }

    /// The parameter that holds a direction, or the direction itself; None after a diagnostic.
    pub(super) fn direction_of(&mut self, name: &'a Name, scope: &Scope<'a>) -> Option<Ways> {
        let ways = self.named_ways(name, false, scope)?;
        match &ways {
            Ways::Chosen(_) => return Some(ways),
            Ways::Fixed(by_player) if by_player.len() == 1 && by_player[0].len() == 1 => {
                return Some(ways);
            }
            Ways::None | Ways::Fixed(_) | Ways::Against(_) | Ways::Union(_) => {}
        }
        self.wrong_kind(name, scope, "several directions", "one direction");
        None
    }

    /// Every direction that the ways may ask for, whatever player acts and whatever is chosen.
    pub(super) fn all_directions(&self, ways: &Ways) -> Vec<Direction> {
        let mut found = Vec::new();
        for player in 0..self.player_count() {
            self.collect_directions(ways, player, &mut found);
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    fn collect_directions(&self, ways: &Ways, player: usize, found: &mut Vec<Direction>) {
        let chosen = |slot: &ParamSlot| match self.params.get(usize::from(slot.0)) {
            // The ways of a parameter are fixed, so nothing is asked of this closure.
            Some(ParamKind::Direction(ways)) => ways.directions(Player(player as u8), &|_| None),
            Some(ParamKind::Cell | ParamKind::Column | ParamKind::Row) | None => Vec::new(),
        };
        match ways {
            Ways::None => {}
            Ways::Fixed(by_player) => {
                let index = if by_player.len() == 1 { 0 } else { player };
                found.extend(by_player.get(index).into_iter().flatten());
            }
            Ways::Chosen(slot) => found.extend(chosen(slot)),
            Ways::Against(slot) => found.extend(chosen(slot).into_iter().map(Direction::opposite)),
            Ways::Union(parts) => {
                for part in parts {
                    self.collect_directions(part, player, found);
                }
            }
        }
    }
}

/// The directions of a word, for a player whose forward is given; None for any other word, and
/// for a word that needs a forward direction where there is none.
fn directions_named(word: &str, forward: Option<Direction>) -> Option<Vec<Direction>> {
    if let Some(direction) = Direction::from_name(word) {
        return Some(vec![direction]);
    }
    match word {
        "diagonals" => return Some(Direction::DIAGONAL.to_vec()),
        "sideways" => return Some(vec![Direction::Left, Direction::Right]),
        _ => {}
    }
    // In eighths of a full turn, clockwise.
    let turns: &[i32] = match word {
        "forward" => &[0],
        "forward-right" => &[1],
        "backward-right" => &[3],
        "backward" => &[4],
        "backward-left" => &[5],
        "forward-left" => &[7],
        "forward-diagonals" => &[7, 1],
        "backward-diagonals" => &[3, 5],
        _ => return None,
    };
    let forward = forward?;
    Some(turns.iter().map(|&eighths| forward.turned(eighths)).collect())
}

#[cfg(test)]
mod tests {
    use masume_syntax::DIRECTION_NAMES;

    use super::*;

    #[test]
    fn every_word_of_the_language_has_directions() {
        for name in DIRECTION_NAMES {
            let direction = Direction::from_name(name).expect("a direction of the board");
            assert_eq!(directions_named(name, None), Some(vec![direction]));
        }
        assert!(Direction::ALL.iter().all(|it| DIRECTION_NAMES.contains(&it.name())));
        for word in DIRECTION_SETS {
            assert!(directions_named(word, Some(Direction::Up)).is_some(), "{word}");
        }
    }
}
