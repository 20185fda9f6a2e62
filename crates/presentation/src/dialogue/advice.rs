//! Hints: how to go on from here, found by an analysis, and shown action by action.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use masume_engine::{Action, Argument, Cell, State};
use masume_rules::model::{Content, Layer};
use masume_search::{Deadlocks, Limit, Refusal};
use masume_session::{Cause, Seats, TimelineEvent};

use super::opponent::Turning;
use super::{Command, Dialogue, Phase};
use crate::analysis::{Analysis, Found, Subject, Task, Unfound};
use crate::locale::Phrases;
use crate::request::Request;
use crate::speech::cells;

/// Advice: what is known of how to go on from the present state.
#[derive(Debug, Default)]
pub struct Advice {
    /// Actions that win, the next one first; none where no way is known.
    line: VecDeque<Action>,
    /// Number of them that the player was shown.
    shown: usize,
    /// The cells that the one shown last is about.
    pub marked: BTreeSet<Cell>,
    /// True if the player waits for a hint.
    is_asked: bool,
    /// End to which the line leads, whatever anybody else does.
    leads_to: Option<End>,
    /// True if it was proved that nothing wins from here.
    pub is_lost: bool,
    /// Cells of pieces that can never be where they are wanted, so that nothing wins.
    pub dead: BTreeSet<Cell>,
    /// True if the last action made it so of one of them.
    pub is_newly_dead: bool,
    /// True if it was looked in vain, unasked.
    is_tried: bool,
}

/// End of a line that nobody else can disturb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// To a win.
    Win,
    /// To so many points, the most that were found.
    Points(i64),
}

/// Knowledge of where pieces can never be where they are wanted, for the game that is played.
#[derive(Debug, Default)]
pub(super) enum Known {
    /// Nobody has looked yet.
    #[default]
    Unknown,
    /// This, if it is a game with such.
    Found(Option<Arc<Deadlocks>>),
}

impl Advice {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// True if a hint is shown that can be followed.
    pub fn is_shown(&self) -> bool {
        self.shown > 0 && !self.line.is_empty()
    }

    /// The next action of the line.
    pub(super) fn next(&self) -> Option<Action> {
        self.line.front().copied()
    }

    /// Goes on to another state: what leads along the line, or back to it, keeps it.
    fn follow(&mut self, way: Option<Way>) {
        let line = std::mem::take(&mut self.line);
        *self = Self { line, leads_to: self.leads_to, ..Self::default() };
        match way {
            _ if self.leads_to.is_none() => self.line.clear(),
            Some(Way::On(action)) if self.line.front() == Some(&action) => {
                self.line.pop_front();
            }
            Some(Way::Back(action)) if !self.line.is_empty() => self.line.push_front(action),
            Some(Way::On(_) | Way::Back(_)) | None => self.line.clear(),
        }
    }
}

/// One action further, or back before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    On(Action),
    Back(Action),
}

impl Dialogue {
    /// Shows the next hint, or has it thought about.
    pub(super) fn hint(&mut self, phrases: &Phrases) {
        if self.phase == Phase::Asking {
            self.said = self.end_told(phrases);
            return;
        }
        if self.refuse_out_of_turn(phrases) {
            return;
        }
        if self.advice.is_lost || !self.advice.dead.is_empty() {
            self.say_lost(phrases);
            return;
        }
        self.advice.shown += 1;
        if !self.show_hint(phrases) {
            self.advice.shown -= 1;
            self.advice.is_asked = true;
            let id = if self.is_shared { "advice-sought-shared" } else { "advice-sought" };
            self.said = vec![phrases.say(id, &[])];
        }
    }

    /// Does the action that the hint names; of a line that was shown further, its first.
    pub(super) fn follow_hint(&mut self, phrases: &Phrases) -> Vec<Request> {
        if self.phase == Phase::Asking {
            self.said = self.end_told(phrases);
            return Vec::new();
        }
        match self.advice.next().filter(|_| self.advice.is_shown()) {
            Some(action) => self.act(action, phrases),
            None => {
                let hint = match self.is_heard {
                    true => phrases.say("word-hint", &[]),
                    false => self.key_for(Command::Hint, phrases),
                };
                self.refuse(phrases.say("no-hint-to-follow", &[("key", hint.into())]));
                Vec::new()
            }
        }
    }

    fn say_lost(&mut self, phrases: &Phrases) {
        let undo = self.key_for(Command::Undo, phrases);
        let told = self.dead_told(phrases);
        self.refuse(told.unwrap_or_else(|| phrases.say("advice-lost", &[("key", undo.into())])));
    }

    /// Sentence about pieces that can never be where they are wanted, if there are any.
    pub fn dead_told(&self, phrases: &Phrases) -> Option<String> {
        let (teller, state) = (self.teller(phrases), self.session.state());
        let cells: Vec<Cell> = self.advice.dead.iter().copied().collect();
        let &first = cells.first()?;
        let values = [
            ("cells", cells::list(teller, state, &cells).into()),
            ("piece", cells::contents(teller, state, first).into()),
            ("count", cells.len().into()),
            ("key", self.key_for(Command::Undo, phrases).into()),
        ];
        Some(phrases.say("advice-dead", &values))
    }

    /// Looks which pieces of the present state can never be where they are wanted.
    pub(super) fn look_for_dead(&mut self) {
        self.advice.dead = match &self.known {
            Known::Found(Some(deadlocks)) if self.has_outlook => {
                deadlocks.cells(self.session.state()).into_iter().collect()
            }
            Known::Found(_) | Known::Unknown => BTreeSet::new(),
        };
    }

    /// Nobody waits for a hint any more; whether anybody did.
    pub(super) fn drop_hint(&mut self, phrases: &Phrases) -> bool {
        let was_asked = std::mem::take(&mut self.advice.is_asked);
        if was_asked {
            self.said = vec![phrases.say("advice-dropped", &[])];
        }
        was_asked
    }

    /// Task to be thought about.
    pub fn task(&self) -> Option<Task<'_>> {
        let weights = self.weights.as_ref();
        let task = |subject| Some(Task { subject, session: &self.session, weights });
        if matches!(self.phase, Phase::Offered | Phase::Returning)
            || self.pending.is_some()
            || self.is_paused
        {
            return None;
        }
        if self.session.outcome().is_some() {
            let is_duel = self.session.game().rules().players.len() == 2;
            let has_opponents = self.session.seats().opponents().next().is_some();
            let is_open = is_duel && has_opponents && self.turning == Turning::Unknown;
            return if is_open { task(Subject::Turn) } else { None };
        }
        match self.opponent() {
            Some(wanted) => task(Subject::Reply(wanted)),
            None if self.advice.is_asked || self.is_autoplay => task(Subject::Hint),
            None if self.is_deadlocks_open() => task(Subject::Deadlocks),
            None if self.is_outlook_open() => task(Subject::Outlook),
            None => None,
        }
    }

    /// True if it is to be found out, unasked, if the game can still be won.
    fn is_outlook_open(&self) -> bool {
        let Advice { line, is_lost, dead, is_tried, .. } = &self.advice;
        let is_known = *is_lost || !dead.is_empty() || !line.is_empty();
        // Who reads line by line would wait for it.
        self.has_outlook && !self.is_heard && self.is_alone() && !is_known && !is_tried
    }

    /// True if it is to be found out where pieces can never be where they are wanted.
    fn is_deadlocks_open(&self) -> bool {
        self.has_outlook && self.is_alone() && matches!(self.known, Known::Unknown)
    }

    fn is_alone(&self) -> bool {
        self.session.game().rules().players.len() == 1
    }

    /// Looks from now on whether the game can still be won, or no longer.
    pub(super) fn switch_outlook(&mut self, phrases: &Phrases) {
        self.has_outlook = !self.has_outlook;
        self.advice.is_lost = false;
        self.look_for_dead();
        let id = match (self.has_outlook, self.is_heard) {
            (true, false) => "outlook-on",
            (false, false) => "outlook-off",
            (true, true) => "outlook-on-heard",
            (false, true) => "outlook-off-heard",
        };
        self.said = vec![phrases.say(id, &[])];
        self.said.extend(self.dead_told(phrases));
    }

    /// True if the player waits for what is thought about.
    pub fn awaits_analysis(&self) -> bool {
        match self.task().map(|task| task.subject) {
            Some(Subject::Hint | Subject::Reply(_)) => true,
            Some(Subject::Outlook | Subject::Deadlocks | Subject::Turn) | None => false,
        }
    }

    /// Takes in what came of thinking, where it is still about the present state.
    pub fn take_analysis(&mut self, thought: Analysis, phrases: &Phrases) {
        if let Found::Deadlocks(found) = thought.found {
            if thought.state == *self.session.first_state() {
                self.known = Known::Found(found);
                self.look_for_dead();
            }
            return;
        }
        if thought.state != *self.session.state() {
            return;
        }
        let was_asked = std::mem::take(&mut self.advice.is_asked);
        match (thought.subject, thought.found) {
            (_, Found::Turned(turned)) => self.take_turned(turned, phrases),
            // The thought that would have looked was stopped.
            (Subject::Turn, _) => self.take_turned(None, phrases),
            // What is found of it was taken in above.
            (Subject::Deadlocks, _) | (_, Found::Deadlocks(_)) => {}
            (Subject::Reply(_), Found::Choice { line, .. }) => {
                self.pending = line.first().copied();
            }
            (Subject::Reply(_), found) => {
                // Nobody waits for ever for who cannot choose: those who are here go on.
                self.session = self.session.clone().with_seats(Seats::default());
                let unfound = match found {
                    Found::Nothing(unfound) => unfound,
                    Found::Win(_)
                    | Found::Plan { .. }
                    | Found::Lost
                    | Found::Choice { .. }
                    | Found::Deadlocks(_)
                    | Found::Turned(_) => Unfound::Late,
                };
                let reason = unfound_told(&unfound, phrases);
                self.refuse(phrases.say("opponent-leaves", &[("reason", reason.into())]));
            }
            (Subject::Outlook, Found::Win(line)) => {
                (self.advice.line, self.advice.leads_to) = (line.into(), Some(End::Win));
            }
            (Subject::Outlook, Found::Lost) => self.advice.is_lost = true,
            (Subject::Outlook, Found::Nothing(unfound)) => {
                self.advice.is_tried = true;
                // No other state of this game will do better.
                let is_in_vain =
                    matches!(unfound, Unfound::Refused(_) | Unfound::Limit(Limit::Chance));
                self.has_outlook &= !is_in_vain;
            }
            (Subject::Outlook, Found::Choice { .. } | Found::Plan { .. }) => {}
            (Subject::Hint, Found::Win(line)) => {
                self.take_line(line, Some(End::Win), was_asked, phrases);
            }
            (Subject::Hint, Found::Plan { line, points }) => {
                self.take_line(line, Some(End::Points(points)), was_asked, phrases);
            }
            (Subject::Hint, Found::Choice { line, .. }) => {
                self.take_line(line, None, was_asked, phrases);
            }
            (Subject::Hint, Found::Lost) => {
                self.is_autoplay = false;
                self.advice.is_lost = true;
                self.say_lost(phrases);
            }
            (Subject::Hint, Found::Nothing(unfound)) => {
                self.is_autoplay = false;
                self.refuse(unfound_told(&unfound, phrases));
            }
        }
    }

    /// Takes in how to go on, and shows it to who has asked.
    fn take_line(
        &mut self,
        line: Vec<Action>,
        leads_to: Option<End>,
        was_asked: bool,
        phrases: &Phrases,
    ) {
        (self.advice.line, self.advice.shown) = (line.into(), 1);
        self.advice.leads_to = leads_to;
        if was_asked && !self.show_hint(phrases) {
            self.advice.clear();
        }
        self.queue_shown();
    }

    /// Follows what was done, as far as it is known how to go on.
    pub(super) fn follow_advice(&mut self, cause: &Cause) {
        let way = match cause {
            Cause::Action { action, .. } => Some(Way::On(*action)),
            Cause::Travel { from, to } => {
                let event = |index: usize| match self.session.timeline().get(index)?.event {
                    TimelineEvent::Action(action) => Some(action),
                    TimelineEvent::Restart => None,
                };
                match (*from, *to) {
                    (from, to) if from == to + 1 => event(to).map(Way::Back),
                    (from, to) if to == from + 1 => event(from).map(Way::On),
                    _ => None,
                }
            }
            Cause::Restart => None,
        };
        let dead = std::mem::take(&mut self.advice.dead);
        self.advice.follow(way);
        (self.pending, self.turning) = (None, Turning::Unknown);
        self.look_for_dead();
        self.advice.is_newly_dead = !self.advice.dead.is_subset(&dead);
    }

    /// Tells and marks the last of the actions that are to be shown; whether that many are known.
    fn show_hint(&mut self, phrases: &Phrases) -> bool {
        let Advice { line, shown, .. } = &self.advice;
        let Some(index) = shown.checked_sub(1) else { return false };
        let Some(&action) = line.get(index) else { return false };
        let Some(before) = self.state_along(index) else { return false };
        let cells = cells_of(&before, action, self.state_along(index + 1).as_ref());
        let count = line.len();
        let told = self.teller(phrases).move_to_come(&before, action);
        let told =
            match self.is_heard && !cells.is_empty() && !action.arguments.iter().any(is_place) {
                true => {
                    let cells: Vec<Cell> = cells.iter().copied().collect();
                    let cells = cells::list(self.teller(phrases), &before, &cells);
                    phrases.say("advice-at", &[("action", told.into()), ("cells", cells.into())])
                }
                false => told,
            };
        let mut values =
            vec![("action", told.into()), ("count", count.into()), ("step", (*shown).into())];
        if let Some(End::Points(points)) = self.advice.leads_to {
            values.push(("points", points.into()));
        }
        let id = match (index, self.advice.leads_to) {
            (0, Some(End::Win)) => "advice-next",
            (0, Some(End::Points(_))) => "advice-points",
            (0, None) => "advice-best",
            (_, Some(End::Win | End::Points(_))) => "advice-later",
            (_, None) => "advice-then",
        };
        let key = match self.is_heard {
            true => phrases.say("word-follow", &[]),
            false => self.key_for(Command::Follow, phrases),
        };
        let values = [("hint", phrases.say(id, &values).into()), ("key", key.into())];
        let follow = if index == 0 { "advice-follow" } else { "advice-follow-first" };
        self.said = vec![phrases.say(follow, &values)];
        self.advice.marked = cells;
        true
    }

    /// The state after so many actions of the line; `None` where they cannot be done.
    fn state_along(&self, count: usize) -> Option<State> {
        let mut state = self.session.state().clone();
        for &action in self.advice.line.iter().take(count) {
            self.session.game().apply(&mut state, action).ok()?;
        }
        Some(state)
    }
}

/// The cells that an action is about: those that it names, or else those where it changes
/// something, where they are few enough to be looked at.
fn cells_of(before: &State, action: Action, after: Option<&State>) -> BTreeSet<Cell> {
    const MOST: usize = 6;
    let grid = before.board.grid();
    let named = action.arguments.iter().filter_map(|argument| match argument {
        Argument::Cell(cell) => Some(*cell),
        Argument::Direction(_) | Argument::Column(_) | Argument::Row(_) | Argument::None => None,
    });
    let named: BTreeSet<Cell> = named.collect();
    if !named.is_empty() {
        return named;
    }
    let Some(after) = after.filter(|after| after.board.grid() == grid) else {
        return BTreeSet::new();
    };
    let holds = |state: &State, cell: Cell| -> Vec<Content> {
        let layers = (0..state.board.layer_count()).map(|layer| Layer(layer as u8));
        layers.map(|layer| state.board.get(layer, cell)).collect()
    };
    let differs = |cell: &Cell| holds(before, *cell) != holds(after, *cell);
    let changed: BTreeSet<Cell> = grid.inner_cells().filter(differs).collect();
    if changed.len() <= MOST { changed } else { BTreeSet::new() }
}

/// True if an action says by itself where it happens.
fn is_place(argument: &Argument) -> bool {
    match argument {
        Argument::Cell(_) | Argument::Column(_) | Argument::Row(_) => true,
        Argument::Direction(_) | Argument::None => false,
    }
}

/// Reason why nothing was found, in words.
pub fn unfound_told(unfound: &Unfound, phrases: &Phrases) -> String {
    let id = match unfound {
        Unfound::Late => "advice-late",
        Unfound::Limit(limit) => match limit {
            Limit::Nodes
            | Limit::Memory
            | Limit::Proof
            | Limit::Endless
            | Limit::NoProgram
            | Limit::TooManyActions => "advice-too-hard",
            Limit::Stopped => "advice-dropped",
            Limit::Chance => "advice-chance",
            Limit::NotForTwo
            | Limit::NotACost
            | Limit::NoEnd
            | Limit::Unconfirmed
            | Limit::Rules(_) => "advice-fails",
        },
        Unfound::Refused(refusal) => match refusal {
            Refusal::NoWin => "advice-no-win",
            Refusal::Players(_) | Refusal::NoPoints | Refusal::Over => "advice-fails",
        },
        Unfound::Unsuited(_) => "advice-unsuited",
    };
    phrases.say(id, &[])
}
