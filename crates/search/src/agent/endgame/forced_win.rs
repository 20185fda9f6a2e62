//! Forced wins: a player acts with threats alone, so that the other can do little, up to one that cannot be met.
//!
//! The attacker does only what would win at once if the other did nothing about it; the other does whatever does
//! something about it. What comes of that is a graph, of which a proof-number search makes the part that needs least
//! to be proved. What is found is certain: of the defender nothing is left out. What is not found may be won all the
//! same, with an action that threatens nothing.

use std::collections::BTreeSet;
use std::mem::size_of;

use masume_engine::{ApplyError, Game, RunError, State};
use masume_rules::action::Action;
use masume_rules::facts::draws_in_play;

use crate::agent::endgame::prover_schedule::ProverProgress;
use crate::agent::endgame::threats::{ImmediateWin, ThreatError, ThreatSuccessor, Threats, is_won};
use crate::agent::evaluation::Evaluation;
use crate::agent::{Ranked, WIN, is_for_two, run_for};
use crate::interner::Interner;
use crate::{Budget, Limit};

/// The longest line, in plies.
const MOST_PLIES: u32 = 100;
/// Proof number of what cannot be proved: more than any sum of others that is not.
const NEVER: u32 = 1 << 30;

/// A win that the other player cannot prevent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedWin {
    /// Actions of the attacker, and the replies that delay it longest among those that were found, up to the end.
    pub variation: Vec<Action>,
    /// Positions whose children were found.
    pub nodes: u64,
}

/// A win by threats alone, for who acts; `None` where there is none.
///
/// ```
/// use masume_engine::{Game, Setup, shipped_games};
/// use masume_search::Budget;
/// use masume_search::agent::forced_win;
///
/// let shipped = shipped_games().iter().find(|game| game.name == "tic-tac-toe").expect("it is shipped");
/// let game = Game::load(shipped.text).game.expect("shipped games are sound");
/// let state = game.start(&Setup::default()).expect("it can be set up");
/// assert_eq!(forced_win(&game, &state, &Budget::default()), Ok(None));
/// ```
///
/// # Errors
/// [`Limit::Nodes`] or [`Limit::Memory`] where the budget does not suffice, [`Limit::Chance`] where chance has a part in
/// the game, [`Limit::Stopped`], or what the rules came to; [`Limit::NotForTwo`], [`Limit::NoProgram`] and
/// [`Limit::TooManyActions`] for games, boards and positions that are not searched.
pub fn forced_win(game: &Game, state: &State, budget: &Budget) -> Result<Option<ForcedWin>, Limit> {
    if draws_in_play(game.rules()) {
        return Err(Limit::Chance);
    }
    if state.outcome.is_some() {
        return Ok(None);
    }
    let run = run_for(game, budget);
    let evaluation = Evaluation::of(game.rules(), state.board.grid());
    if !is_for_two(game) {
        return Err(Limit::NotForTwo);
    }
    let Some(mut forced) = ForcedWinSearch::new(&run, &evaluation, state, budget) else {
        return Err(Limit::NoProgram);
    };
    let limit = |error: RunError| match error.is_interruption() {
        true => Limit::Stopped,
        false => Limit::Rules(error),
    };
    match forced.search(WorkBounds { nodes: budget.nodes, boards: u64::MAX }).map_err(limit)? {
        ForcedWinStatus::Won(variation) => Ok(Some(ForcedWin { variation, nodes: forced.nodes() })),
        ForcedWinStatus::None => Ok(None),
        ForcedWinStatus::Open if forced.is_full() => Err(Limit::Memory),
        ForcedWinStatus::Open => Err(Limit::Nodes),
        ForcedWinStatus::Wide => Err(Limit::TooManyActions),
    }
}

/// True if wins by threats can be looked for in a game that goes on from this state: two players, nothing left to
/// chance, and something that they could win by if they acted twice.
///
/// ```
/// # use masume_engine::{Game, Setup, shipped_games};
/// # let shipped = shipped_games().iter().find(|it| it.name == "gomoku").expect("it is shipped");
/// # let game = Game::load(shipped.text).game.expect("it is sound");
/// # let state = game.start(&Setup::default()).expect("it can be set up");
/// use masume_search::agent::has_threats;
///
/// assert!(has_threats(&game, &state));
/// ```
pub fn has_threats(game: &Game, state: &State) -> bool {
    let run = run_for(game, &Budget::default());
    let evaluation = Evaluation::of(game.rules(), state.board.grid());
    !draws_in_play(game.rules())
        && ForcedWinSearch::new(&run, &evaluation, state, &Budget::default()).is_some()
}

/// Bounds of a search.
#[derive(Clone, Copy)]
struct WorkBounds {
    /// Positions whose children are found.
    nodes: u64,
    /// Their children.
    boards: u64,
}

/// Progress of a search.
enum ForcedWinStatus {
    /// There is a forced win, and so it goes.
    Won(Vec<Action>),
    /// There is none.
    None,
    /// The budget was used up.
    Open,
    /// There is too much to do in a position.
    Wide,
}

/// A position in the graph.
struct ProofNode {
    ply: u32,
    is_attack: bool,
    /// True if its children are known.
    is_known: bool,
    /// Nodes that have still to be proved at least, to prove that it is won, and that it is not.
    proof: u32,
    disproof: u32,
    parents: Vec<u32>,
    /// Threats, or what can be done about one.
    children: Vec<(Action, u32)>,
    /// Win at once: here, or, where the other acts, after a reply that does nothing about it.
    immediate_win: Option<ImmediateWin>,
    /// Certain result, whatever its children are: true if it is won.
    end: Option<bool>,
    /// A reply that does nothing about it, and what wins then.
    unmet: Option<(Action, Option<Action>)>,
}

/// A search for a forced win of who acts, bit by bit.
pub(crate) struct ForcedWinSearch<'g> {
    run: &'g Game,
    seen: State,
    threats: Threats<'g>,
    known: Interner,
    nodes: Vec<ProofNode>,
    most_bytes: u64,
    is_wide: bool,
}

impl<'g> ForcedWinSearch<'g> {
    /// Nothing is searched yet; `None` where there are not two players, or no program serves the board.
    pub(crate) fn new(
        run: &'g Game,
        evaluation: &'g Evaluation,
        seen: &State,
        budget: &Budget,
    ) -> Option<Self> {
        if !is_for_two(run) {
            return None;
        }
        let threats = Threats::new(run, evaluation, seen)?;
        let (known, nodes) = (Interner::new(threats.stride()), Vec::new());
        let most_bytes = budget.bytes / 2;
        let seen = seen.clone();
        let mut forced = Self { run, seen, threats, known, nodes, most_bytes, is_wide: false };
        let mut words = vec![0; forced.threats.stride()];
        forced.threats.states.frontier.pack(&forced.seen, &mut words);
        forced.node_of(&words, 0, true);
        Some(forced)
    }

    /// Positions whose children were found.
    pub(crate) fn nodes(&self) -> u64 {
        self.threats.nodes
    }

    /// Children of these positions.
    pub(crate) fn boards(&self) -> u64 {
        self.threats.boards
    }

    /// Looks at so many children more, and those of a position: whether there is a forced win, and how it goes.
    pub(crate) fn go_on(&mut self, boards: u64) -> Result<ProverProgress, RunError> {
        let boards = self.threats.boards.saturating_add(boards);
        match self.search(WorkBounds { nodes: u64::MAX, boards })? {
            ForcedWinStatus::Won(variation) => {
                let run = self.run;
                let actions = run.legal_actions(&self.seen)?;
                let others = actions.into_iter().filter(|action| Some(action) != variation.first());
                let unknown: Vec<Ranked> = others.map(Ranked::unknown).collect();
                let visits = self.threats.nodes;
                let ranked = |action| Ranked {
                    value: WIN,
                    is_exact: true,
                    visits,
                    variation: variation.clone(),
                    ..Ranked::unknown(action)
                };
                Ok(ProverProgress::Known(
                    variation.first().map(|&it| ranked(it)).into_iter().chain(unknown).collect(),
                ))
            }
            ForcedWinStatus::Open if !self.is_full() => Ok(ProverProgress::Unknown),
            ForcedWinStatus::Open | ForcedWinStatus::None | ForcedWinStatus::Wide => {
                Ok(ProverProgress::Hopeless)
            }
        }
    }

    fn search(&mut self, most: WorkBounds) -> Result<ForcedWinStatus, RunError> {
        loop {
            let root = &self.nodes[0];
            if root.proof == 0 {
                let seen = self.seen.clone();
                match self.check(&seen, 0, &mut Plies::new(self.nodes.len()))? {
                    None => return Ok(ForcedWinStatus::Won(self.variation())),
                    Some(node) => self.update(node),
                }
                continue;
            }
            if root.disproof == 0 {
                return Ok(ForcedWinStatus::None);
            }
            if self.is_wide {
                return Ok(ForcedWinStatus::Wide);
            }
            let Threats { nodes, boards, .. } = self.threats;
            if nodes >= most.nodes || boards >= most.boards || self.is_full() {
                return Ok(ForcedWinStatus::Open);
            }
            let node = self.most_proving();
            match self.develop(node) {
                Ok(()) => self.update(node),
                Err(ThreatError::Wide) => self.is_wide = true,
                Err(ThreatError::Failed(error)) => return Err(error),
            }
        }
    }

    /// True if memory is used up.
    fn is_full(&self) -> bool {
        // What a node has in lists is about as much again.
        let bytes = 8 * self.known.words() + 2 * self.nodes.len() * size_of::<ProofNode>();
        bytes as u64 >= self.most_bytes
    }

    /// The node of a position, which is made where it is new. A position at another ply is another node, so that no line
    /// comes back to one.
    fn node_of(&mut self, words: &[u64], ply: u32, is_attack: bool) -> u32 {
        let Self { known, nodes, threats, .. } = self;
        let ply_of = |number: u32| nodes[number as usize].ply;
        let (number, is_new) = known.intern_live(words, &threats.live, ply, ply_of);
        if is_new {
            nodes.push(ProofNode {
                ply,
                is_attack,
                is_known: false,
                proof: 1 + ply / 2,
                disproof: 1,
                parents: Vec::new(),
                children: Vec::new(),
                immediate_win: None,
                end: None,
                unmet: None,
            });
        }
        number
    }

    /// The node that is not known yet and of which most depends.
    fn most_proving(&self) -> u32 {
        let mut number = 0;
        while let Some(node) = Some(&self.nodes[number as usize]).filter(|node| node.is_known) {
            let needs = |&(_, child): &(Action, u32)| {
                let child = &self.nodes[child as usize];
                if node.is_attack { child.proof } else { child.disproof }
            };
            let Some(&(_, best)) = node.children.iter().min_by_key(|&child| needs(child)) else {
                break;
            };
            number = best;
        }
        number
    }

    /// Finds what can follow a node.
    fn develop(&mut self, number: u32) -> Result<(), ThreatError> {
        let words = self.known.get(number).to_vec();
        self.nodes[number as usize].is_known = true;
        if self.nodes[number as usize].is_attack {
            self.develop_attack(number, &words)
        } else {
            self.develop_defence(number, &words)
        }
    }

    fn develop_attack(&mut self, number: u32, words: &[u64]) -> Result<(), ThreatError> {
        let found = self.threats.follow(words)?;
        if let Some(win) = found.list.iter().find(|it| it.is_won == Some(true)) {
            let node = &mut self.nodes[number as usize];
            (node.immediate_win, node.end) = (Some(ImmediateWin::of(win.action)), Some(true));
            return Ok(());
        }
        let stride = self.threats.stride();
        let threats = self.threats.threats(words, &found)?;
        for (index, (successor, threat)) in found.list.iter().zip(threats).enumerate() {
            if threat.is_none() && (!successor.is_attack || successor.is_won.is_some()) {
                continue;
            }
            let after = found.words_of(index, stride);
            let child = self.add_child(number, successor.action, after, successor.is_attack);
            if let Some(child) = child
                && threat.is_some()
            {
                self.nodes[child as usize].immediate_win = threat;
            }
        }
        Ok(())
    }

    fn develop_defence(&mut self, number: u32, words: &[u64]) -> Result<(), ThreatError> {
        let found = self.threats.follow(words)?;
        let stride = self.threats.stride();
        let is_refuted = |it: &ThreatSuccessor| it.is_won == Some(false);
        let is_late = self.nodes[number as usize].ply + 2 > MOST_PLIES;
        if found.list.is_empty() || found.list.iter().any(is_refuted) || is_late {
            self.nodes[number as usize].end = Some(false);
            return Ok(());
        }
        let immediate_win = self.nodes[number as usize].immediate_win.clone();
        let (mut asked, mut unmet) = (Vec::new(), None);
        let mut answers = Vec::new();
        for (index, successor) in found.list.iter().enumerate() {
            let after = found.words_of(index, stride);
            let action = successor.action;
            if successor.is_won.is_some() {
                unmet = unmet.or(Some((action, None)));
            } else if !successor.is_attack {
                answers.push(index);
            } else if let Some(immediate_win) = immediate_win.as_ref()
                && self.threats.is_unmet(immediate_win, words, after)
            {
                unmet = Some((action, Some(immediate_win.action)));
            } else {
                asked.push(index);
            }
        }
        let mut open = Vec::with_capacity(asked.len() * stride);
        asked.iter().for_each(|&index| open.extend_from_slice(found.words_of(index, stride)));
        for (&index, immediate_win) in asked.iter().zip(self.threats.immediate_wins(&open)?) {
            match immediate_win {
                Some(immediate_win) => {
                    unmet = Some((found.list[index].action, Some(immediate_win.action)))
                }
                None => answers.push(index),
            }
        }
        self.nodes[number as usize].unmet = unmet;
        for index in answers {
            let successor = found.list[index];
            self.add_child(
                number,
                successor.action,
                found.words_of(index, stride),
                successor.is_attack,
            );
        }
        Ok(())
    }

    /// A child of a node; `None` where the line is too long.
    fn add_child(
        &mut self,
        parent: u32,
        action: Action,
        words: &[u64],
        is_attack: bool,
    ) -> Option<u32> {
        let ply = self.nodes[parent as usize].ply + 1;
        if ply > MOST_PLIES {
            return None;
        }
        let child = self.node_of(words, ply, is_attack);
        self.nodes[parent as usize].children.push((action, child));
        let parents = &mut self.nodes[child as usize].parents;
        if !parents.contains(&parent) {
            parents.push(parent);
        }
        Some(child)
    }

    /// Counts anew what is needed for a node, and for those before it.
    fn update(&mut self, number: u32) {
        // The latest first, so that none is counted before what follows it.
        let mut changed = BTreeSet::from([(self.nodes[number as usize].ply, number)]);
        while let Some((_, number)) = changed.pop_last() {
            let needs = self.needs(number);
            let node = &mut self.nodes[number as usize];
            if (node.proof, node.disproof) != needs {
                (node.proof, node.disproof) = needs;
                let parents = &self.nodes[number as usize].parents;
                changed.extend(parents.iter().map(|&it| (self.nodes[it as usize].ply, it)));
            }
        }
    }

    /// Proof number and disproof number of a node.
    fn needs(&self, number: u32) -> (u32, u32) {
        let node = &self.nodes[number as usize];
        let children = node.children.iter().map(|&(_, child)| &self.nodes[child as usize]);
        match node.end {
            Some(true) => (0, NEVER),
            Some(false) => (NEVER, 0),
            // What is deeper counts as harder to prove, or lines become long that need not be.
            None if !node.is_known => (1 + node.ply / 2, 1),
            None if node.is_attack => {
                let least = children.clone().map(|child| child.proof).min();
                (least.unwrap_or(NEVER), sum(children.map(|child| child.disproof)))
            }
            None => {
                let least = children.clone().map(|child| child.disproof).min();
                (sum(children.map(|child| child.proof)), least.unwrap_or(NEVER))
            }
        }
    }

    /// Plays a win that was found against every reply, by the rules alone: what was taken to do nothing about a threat is
    /// tried. `None` where that holds; else the node that was wrong, and is now right.
    fn check(
        &mut self,
        state: &State,
        number: u32,
        plies: &mut Plies,
    ) -> Result<Option<u32>, RunError> {
        if std::mem::replace(&mut plies.is_checked[number as usize], true) {
            return Ok(None);
        }
        if self.nodes[number as usize].is_attack {
            return self.check_attack(state, number, plies);
        }
        let run = self.run;
        for (reply, after) in run.successors(std::slice::from_ref(state))?.remove(0) {
            let node = &self.nodes[number as usize];
            let child = node.children.iter().find(|(action, _)| *action == reply);
            match (child, after.outcome) {
                (_, Some(outcome)) if is_won(outcome, self.seen.to_act) => {}
                (_, Some(_)) => {
                    self.nodes[number as usize].end = Some(false);
                    return Ok(Some(number));
                }
                (Some(&(_, child)), None) => {
                    let wrong = self.check(&after, child, plies)?;
                    if wrong.is_some() {
                        return Ok(wrong);
                    }
                }
                (None, None) => {
                    let immediate_win = self.nodes[number as usize]
                        .immediate_win
                        .as_ref()
                        .map(|immediate_win| immediate_win.action);
                    if !self.wins_at_once(&after, immediate_win)? {
                        let mut words = vec![0; self.threats.stride()];
                        self.threats.states.frontier.pack(&after, &mut words);
                        let is_attack = after.to_act == self.seen.to_act;
                        self.add_child(number, reply, &words, is_attack);
                        return Ok(Some(number));
                    }
                }
            }
        }
        Ok(None)
    }

    fn check_attack(
        &mut self,
        state: &State,
        number: u32,
        plies: &mut Plies,
    ) -> Result<Option<u32>, RunError> {
        let (action, child) = match self.best(number, plies) {
            Some((action, child)) => (Some(action), Some(child)),
            None => (
                self.nodes[number as usize]
                    .immediate_win
                    .as_ref()
                    .map(|immediate_win| immediate_win.action),
                None,
            ),
        };
        let after = action.map(|action| self.after(state, action)).transpose()?.flatten();
        match (after, child) {
            (Some(after), Some(child)) if after.outcome.is_none() => {
                self.check(&after, child, plies)
            }
            (Some(after), None) if after.outcome.is_some_and(|it| is_won(it, self.seen.to_act)) => {
                Ok(None)
            }
            _ => {
                self.nodes[number as usize].end = Some(false);
                Ok(Some(number))
            }
        }
    }

    /// True if the attacker, who acts, wins at once: with this action, or with any.
    fn wins_at_once(&self, state: &State, first: Option<Action>) -> Result<bool, RunError> {
        let wins = |after: &State| after.outcome.is_some_and(|it| is_won(it, self.seen.to_act));
        if state.to_act != self.seen.to_act {
            return Ok(false);
        }
        if let Some(first) = first
            && self.after(state, first)?.is_some_and(|after| wins(&after))
        {
            return Ok(true);
        }
        let successors = self.run.successors(std::slice::from_ref(state))?.remove(0);
        Ok(successors.iter().any(|(_, after)| wins(after)))
    }

    /// The state after an action; `None` where it is not legal.
    fn after(&self, state: &State, action: Action) -> Result<Option<State>, RunError> {
        let mut after = state.clone();
        match self.run.apply(&mut after, action) {
            Ok(()) => Ok(Some(after)),
            Err(ApplyError::IllegalAction | ApplyError::GameOver) => Ok(None),
            Err(ApplyError::Run(error)) => Err(error),
        }
    }

    /// Action of the attacker at a node that is won and not by one action: what wins soonest.
    fn best(&self, number: u32, plies: &mut Plies) -> Option<(Action, u32)> {
        let node = &self.nodes[number as usize];
        let won = node.children.iter().filter(|(_, child)| self.nodes[*child as usize].proof == 0);
        won.min_by_key(|(_, child)| self.plies(*child, plies)).copied()
    }

    /// Plies until a node that is won ends, by what was found.
    fn plies(&self, number: u32, known: &mut Plies) -> u32 {
        if let Some(plies) = known.plies[number as usize] {
            return plies;
        }
        let node = &self.nodes[number as usize];
        let plies = if node.is_attack {
            let best = self.best(number, known);
            1 + best.map_or(0, |(_, child)| self.plies(child, known))
        } else {
            let unmet =
                node.unmet.map_or(0, |(_, immediate_win)| 1 + u32::from(immediate_win.is_some()));
            let longest =
                node.children.iter().map(|&(_, child)| 1 + self.plies(child, known)).max();
            longest.unwrap_or(unmet)
        };
        known.plies[number as usize] = Some(plies);
        plies
    }

    /// Principal variation: what is done, and what delays it longest.
    fn variation(&self) -> Vec<Action> {
        let mut known = Plies::new(self.nodes.len());
        let (mut number, mut variation) = (0, Vec::new());
        loop {
            let node = &self.nodes[number as usize];
            let next = if node.is_attack {
                self.best(number, &mut known)
            } else {
                node.children.iter().max_by_key(|(_, it)| self.plies(*it, &mut known)).copied()
            };
            let Some((action, child)) = next else {
                if node.is_attack {
                    variation.extend(
                        node.immediate_win.as_ref().map(|immediate_win| immediate_win.action),
                    );
                } else if let Some((reply, immediate_win)) = node.unmet {
                    variation.push(reply);
                    variation.extend(immediate_win);
                }
                return variation;
            };
            variation.push(action);
            number = child;
        }
    }
}

/// Plies to the win of nodes that are won, by number.
struct Plies {
    /// Plies until each node ends, where they are counted already.
    plies: Vec<Option<u32>>,
    /// True if it was played.
    is_checked: Vec<bool>,
}

impl Plies {
    fn new(nodes: usize) -> Self {
        Self { plies: vec![None; nodes], is_checked: vec![false; nodes] }
    }
}

/// The sum of what several nodes need: never, if one of them does.
fn sum(needs: impl Iterator<Item = u32>) -> u32 {
    let add = |sum: u32, need: u32| match sum.max(need) {
        NEVER => NEVER,
        _ => (sum + need).min(NEVER - 1),
    };
    needs.fold(0, add)
}
