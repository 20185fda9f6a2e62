//! Principal variation search: what follows if both do their best, deeper and deeper, with what is known of
//! positions met before (transposition table), and of actions that were good elsewhere (killers, history).

use masume_engine::Game;
use masume_rules::action::Action;
use masume_rules::model::Player;
use masume_rules::run_error::RunError;
use masume_rules::state::{Outcome, State};

use crate::Budget;
use crate::agent::endgame::prover_schedule::{InterleavedAgent, ProverSchedule};
use crate::agent::evaluation::packed_states::{Memory, PackedStates};
use crate::agent::evaluation::{Evaluation, squashed};
use crate::agent::tables::action_code::{ActionCode, action_key};
use crate::agent::tables::transposition_table::{BoundKind, TableEntry, TranspositionTable};
use crate::agent::{Effort, Ranked, WIN, run_for, unless_failed};
use crate::nodes::hash;

/// A win at once; one in n plies is n less.
const SURE: i64 = 1 << 40;
/// Least value of a win that was seen; below its negative is a loss.
const SURE_FROM: i64 = SURE - (1 << 20);
/// The deepest search, in turns.
const MOST_DEPTH: u32 = 120;
/// The longest line, in plies.
const MOST_PLIES: u32 = 240;
/// Plies of captures that are followed where the depth is used up.
const MOST_CAPTURES: u32 = 6;
/// Actions from which on it is said whether nearly all of them take something: then it says little that one does.
const SEEN_ENOUGH: u64 = 256;
/// Places of what is known of actions, a power of two.
pub(crate) const HISTORY: usize = 1 << 12;

/// An agent that looks ahead.
#[derive(Debug)]
pub(crate) struct Pvs {
    evaluation: Evaluation,
    effort: Effort,
}

impl Pvs {
    pub(crate) fn new(evaluation: Evaluation) -> Self {
        Self { evaluation, effort: Effort::default() }
    }
}

impl InterleavedAgent for Pvs {
    fn last_effort(&self) -> Effort {
        self.effort
    }

    fn rank_with_provers(
        &mut self,
        game: &Game,
        seen: &State,
        budget: &Budget,
        provers: &mut ProverSchedule<'_>,
    ) -> Result<Vec<Ranked>, RunError> {
        self.effort = Effort::default();
        if seen.outcome.is_some() {
            return Ok(Vec::new());
        }
        let run = run_for(game, budget);
        let successors = run.successors(std::slice::from_ref(seen))?.remove(0);
        let mut root = Root::new(&run, &self.evaluation, seen.to_act, successors);
        // On a board that no program serves, one ply is all.
        let Some(states) = PackedStates::new(&run, &self.evaluation, seen) else {
            return Ok(root.ranked());
        };
        root.pack(&states);
        let mut search = PvsSearch::new(&run, states, budget);
        while search.effort.depth < MOST_DEPTH && !root.is_settled() {
            if let Some(Some(proved)) = unless_failed(provers.go_on(search.effort.nodes, budget))? {
                self.effort = search.effort;
                return Ok(proved);
            }
            search.most_nodes = budget.nodes.saturating_sub(provers.nodes());
            search.is_whole = true;
            match search.deepen(&mut root) {
                Ok(()) => {}
                Err(PvsHalt::Over) => break,
                Err(PvsHalt::Failed(error)) if error.is_interruption() => break,
                Err(PvsHalt::Failed(error)) => return Err(error),
            }
            search.effort.depth += 1;
            // What is behind the best is at most as good: how good, was not asked.
            if let Some(best) = root.actions.first_mut().filter(|_| search.is_whole) {
                best.is_exact = true;
                break;
            }
        }
        self.effort = search.effort;
        Ok(root.ranked())
    }
}

/// Reason why a search does not go on.
enum PvsHalt {
    /// The budget is used up.
    Over,
    Failed(RunError),
}

impl From<RunError> for PvsHalt {
    fn from(error: RunError) -> Self {
        Self::Failed(error)
    }
}

/// The root, whose actions are all ranked.
struct Root {
    to_act: Player,
    actions: Vec<RootAction>,
}

struct RootAction {
    action: Action,
    after: State,
    /// The same packed.
    words: Vec<u64>,
    value: i64,
    is_exact: bool,
    nodes: u64,
    variation: Vec<Action>,
}

impl Root {
    fn new(
        run: &Game,
        evaluation: &Evaluation,
        to_act: Player,
        successors: Vec<(Action, State)>,
    ) -> Self {
        let value = |after: &State| match after.outcome {
            Some(outcome) => sure(outcome, to_act, 1),
            None => evaluation.lead(run, after, to_act),
        };
        let mut actions: Vec<RootAction> = successors
            .into_iter()
            .map(|(action, after)| RootAction {
                action,
                value: value(&after),
                is_exact: after.outcome.is_some(),
                after,
                words: Vec::new(),
                nodes: 1,
                variation: vec![action],
            })
            .collect();
        actions.sort_by_key(|action| std::cmp::Reverse(action.value));
        Self { to_act, actions }
    }

    fn pack(&mut self, states: &PackedStates<'_>) {
        for one in &mut self.actions {
            one.words = vec![0; states.frontier.words()];
            states.frontier.pack(&one.after, &mut one.words);
        }
    }

    /// True if looking deeper can change nothing.
    fn is_settled(&self) -> bool {
        let is_won = self.actions.first().is_some_and(|best| best.value >= SURE_FROM);
        is_won || self.actions.iter().all(|action| action.value <= -SURE_FROM)
    }

    fn ranked(self) -> Vec<Ranked> {
        let ranked = |one: RootAction| {
            let is_sure = one.value.abs() >= SURE_FROM;
            let value = if is_sure { WIN * one.value.signum() } else { squashed(one.value) };
            // A game that is searched whole and not decided is drawn.
            let value = if one.is_exact && !is_sure { 0 } else { value };
            Ranked {
                action: one.action,
                value,
                is_exact: one.is_exact || is_sure,
                visits: one.nodes,
                variation: one.variation,
            }
        };
        self.actions.into_iter().map(ranked).collect()
    }
}

/// Window of an alpha-beta search: its value is between these, or a bound outside.
#[derive(Clone, Copy)]
struct Window {
    alpha: i64,
    beta: i64,
}

struct PvsSearch<'a> {
    run: &'a Game,
    states: PackedStates<'a>,
    /// Words of a packed state.
    stride: usize,
    read: Vec<u64>,
    table: TranspositionTable,
    /// Memory for what is counted in many states.
    memory: Memory,
    /// Actions that were found, and how many of them take something.
    seen: u64,
    captures: u64,
    killers: Vec<[Option<ActionCode>; 2]>,
    history: Vec<u32>,
    /// By ply: what can be done there. Kept, so that no ply asks for memory twice.
    levels: Vec<PvsPly>,
    most_nodes: u64,
    effort: Effort,
    /// True if no state was evaluated that goes on.
    is_whole: bool,
}

/// Actions of a state, and the successors, packed one behind the other.
#[derive(Default)]
struct PvsPly {
    children: Vec<PvsChild>,
    words: Vec<u64>,
    /// Number of actions in each, where that is known.
    actions: Vec<u32>,
    /// Keys of the order in which they are tried, the least first: the number of a child below [`MOST_CHILDREN`],
    /// and above it what is less the more it promises.
    order: Vec<u64>,
}

/// More than there are actions in any state.
const MOST_CHILDREN: u64 = 1 << 20;
/// Promise of the most promising child: a child that takes something, where the lead after each is known.
const MOST_PROMISING: i64 = 1 << 42;
/// Ranks of actions that were best before, take something, or refuted other states; less is what was often good.
const WAS_BEST: i64 = 1 << 41;
const TAKES: i64 = 1 << 40;
const REFUTED: i64 = 1 << 39;

impl PvsPly {
    fn clear(&mut self) {
        self.children.clear();
        self.words.clear();
        self.actions.clear();
        self.order.clear();
    }

    /// The child that is the nth to be tried, after those before it: mostly the first is all that is asked for.
    fn nth(&mut self, nth: usize) -> usize {
        match nth {
            0 => {
                let least = (0..self.order.len()).min_by_key(|&at| self.order[at]);
                self.order.swap(0, least.unwrap_or(0));
            }
            1 => self.order[1..].sort_unstable(),
            _ => {}
        }
        (self.order[nth] % MOST_CHILDREN) as usize
    }

    fn promise(&mut self, child: usize, promises: i64) {
        let promises = promises.clamp(-MOST_PROMISING, MOST_PROMISING);
        self.order.push((MOST_PROMISING - promises) as u64 * MOST_CHILDREN + child as u64);
    }
}

/// Place of a state that is searched.
#[derive(Clone, Copy)]
struct At<'w> {
    words: &'w [u64],
    /// Plies from the root.
    ply: u32,
    /// Plies of captures behind the depth.
    captures: u32,
}

impl<'a> PvsSearch<'a> {
    fn new(run: &'a Game, states: PackedStates<'a>, budget: &Budget) -> Self {
        let plies = (MOST_PLIES + 1) as usize;
        Self {
            run,
            stride: states.frontier.words(),
            states,
            read: Vec::new(),
            table: TranspositionTable::new(budget),
            memory: Memory::default(),
            seen: 0,
            captures: 0,
            killers: vec![[None; 2]; plies],
            history: vec![0; HISTORY],
            levels: (0..plies).map(|_| PvsPly::default()).collect(),
            most_nodes: budget.nodes,
            effort: Effort::default(),
            is_whole: true,
        }
    }

    /// Searches every action of the root one ply deeper than before.
    fn deepen(&mut self, root: &mut Root) -> Result<(), PvsHalt> {
        let depth = self.effort.depth;
        let mut window = Window { alpha: -SURE - 1, beta: SURE + 1 };
        for index in 0..root.actions.len() {
            let before = self.effort.nodes;
            let one = &root.actions[index];
            if one.after.outcome.is_some() {
                window.alpha = window.alpha.max(one.value);
                continue;
            }
            let words = one.words.clone();
            let at = At { words: &words, ply: 1, captures: 0 };
            let null = Window { alpha: window.alpha, beta: window.alpha + 1 };
            let is_same = self.states.to_act(&words) == root.to_act;
            let depth = if is_same { depth + 1 } else { depth };
            let mut value = match index {
                0 => self.of_child(at, root.to_act, depth, window)?,
                _ => self.of_child(at, root.to_act, depth, null)?,
            };
            let is_better = index > 0 && value > window.alpha;
            if is_better {
                value = self.of_child(at, root.to_act, depth, window)?;
            }
            let variation =
                if index == 0 || is_better { self.variation(one, depth) } else { vec![one.action] };
            let nodes = self.effort.nodes - before;
            let one = &mut root.actions[index];
            (one.value, one.nodes) = (value, one.nodes + nodes);
            if variation.len() > 1 {
                one.variation = variation;
            }
            if value > window.alpha {
                window.alpha = value;
                // The best stands first, also where there is no time for those behind it.
                root.actions[..=index].rotate_right(1);
            }
            if window.alpha >= SURE_FROM {
                break;
            }
        }
        Ok(())
    }

    /// Value of a child to the player before it.
    fn of_child(
        &mut self,
        at: At<'_>,
        actor: Player,
        depth: u32,
        window: Window,
    ) -> Result<i64, PvsHalt> {
        if self.states.to_act(at.words) == actor {
            return self.search(at, depth, window);
        }
        let window = Window { alpha: -window.beta, beta: -window.alpha };
        Ok(-self.search(at, depth, window)?)
    }

    /// Value of a state that goes on to the player to act.
    fn search(&mut self, at: At<'_>, depth: u32, mut window: Window) -> Result<i64, PvsHalt> {
        let actor = self.states.to_act(at.words);
        let is_quiet = at.captures == 0 || at.captures > MOST_CAPTURES;
        if depth == 0 && is_quiet || at.ply >= MOST_PLIES {
            self.is_whole = false;
            return Ok(self.lead(at.words, actor)?);
        }
        if self.effort.nodes >= self.most_nodes {
            return Err(PvsHalt::Over);
        }
        let was_whole = std::mem::replace(&mut self.is_whole, true);
        // Step 1. Is enough known of it?
        let key = self.states.key(at.words, &mut self.read);
        let known = self.table.get(key);
        if let Some(known) = known.filter(|known| known.depth >= depth && depth > 0) {
            let value = from_place(known.value, at.ply);
            let is_enough = match known.bound {
                BoundKind::Exact => true,
                BoundKind::Lower => value >= window.beta,
                BoundKind::Upper => value <= window.alpha,
            };
            if is_enough {
                self.is_whole = was_whole && (known.is_whole || value.abs() >= SURE_FROM);
                return Ok(value);
            }
        }
        // Step 2. Where only captures are followed, doing nothing more is a choice.
        let floor = window.alpha;
        let mut best = -SURE;
        if depth == 0 {
            self.is_whole = false;
            best = self.lead(at.words, actor)?;
            if best >= window.beta {
                return Ok(best);
            }
            window.alpha = window.alpha.max(best);
        }
        // Step 3. What can be done, the most promising first.
        let mut level = std::mem::take(&mut self.levels[at.ply as usize]);
        let first = known.and_then(|known| known.best);
        let tried = match self.find_children(at, actor, depth, first, &mut level) {
            Ok(()) if level.children.is_empty() && depth > 0 => Ok((0, None)),
            // Step 4. The first with the whole window, the others to see whether they are better.
            Ok(()) => self.try_children(at, actor, depth, (best, window), &mut level),
            Err(halt) => Err(halt),
        };
        self.levels[at.ply as usize] = level;
        let (best, found) = tried?;
        // Step 5. What was learnt of it.
        if depth > 0 {
            let bound = match best {
                _ if best >= window.beta => BoundKind::Lower,
                _ if best <= floor => BoundKind::Upper,
                _ => BoundKind::Exact,
            };
            let value = to_place(best, at.ply);
            let is_whole = self.is_whole || best.abs() >= SURE_FROM;
            self.table.put(key, TableEntry { value, depth, bound, best: found, is_whole });
            self.is_whole = is_whole;
        }
        self.is_whole &= was_whole;
        Ok(best)
    }

    /// Lead of a player.
    fn lead(&mut self, words: &[u64], player: Player) -> Result<i64, RunError> {
        self.states.leads(words, player, None, &mut self.memory)?;
        Ok(self.memory.leads[0])
    }

    /// The best of the children and what it is worth, as far as the window asks for it.
    fn try_children(
        &mut self,
        at: At<'_>,
        actor: Player,
        depth: u32,
        (mut best, mut window): (i64, Window),
        level: &mut PvsPly,
    ) -> Result<(i64, Option<ActionCode>), PvsHalt> {
        let mut found = None;
        for nth in 0..level.order.len() {
            let place = level.nth(nth);
            let child = &level.children[place];
            let value = match child.value {
                Some(value) => {
                    self.is_whole &= child.is_sure;
                    value
                }
                None => {
                    let words = &level.words[place * self.stride..][..self.stride];
                    let is_kept_up = depth <= 1 && child.is_capture;
                    let captures = if is_kept_up { at.captures + 1 } else { 0 };
                    let after = At { words, ply: at.ply + 1, captures };
                    // A turn of several actions is judged when it is over.
                    let is_same = self.states.to_act(words) == actor && depth > 0;
                    let depth = if is_same { depth } else { depth.saturating_sub(1) };
                    self.try_child(after, actor, depth, window, nth == 0)?
                }
            };
            if value > best {
                (best, found) = (value, Some(child.action));
            }
            window.alpha = window.alpha.max(best);
            if window.alpha >= window.beta {
                self.remember_good(actor, child.action, at.ply, depth);
                break;
            }
        }
        Ok((best, found))
    }

    fn try_child(
        &mut self,
        after: At<'_>,
        actor: Player,
        depth: u32,
        window: Window,
        is_first: bool,
    ) -> Result<i64, PvsHalt> {
        if is_first || depth == 0 {
            return self.of_child(after, actor, depth, window);
        }
        let null = Window { alpha: window.alpha, beta: window.alpha + 1 };
        let value = self.of_child(after, actor, depth, null)?;
        if value <= window.alpha || value >= window.beta {
            return Ok(value);
        }
        self.of_child(after, actor, depth, window)
    }

    /// Finds what can be done in a state, in the order in which it is tried. Where a win is among it, that
    /// alone.
    fn find_children(
        &mut self,
        at: At<'_>,
        actor: Player,
        depth: u32,
        first: Option<ActionCode>,
        level: &mut PvsPly,
    ) -> Result<(), PvsHalt> {
        level.clear();
        let pieces = self.states.piece_count(at.words);
        let takes_often = self.captures * 4 > self.seen * 3 && self.seen >= SEEN_ENOUGH;
        let mut captures = 0;
        let killers = self.killers[at.ply as usize];
        let (states, history) = (&self.states, &self.history);
        let counts_many = depth == 1 && states.counts_many();
        let (mut count, mut win) = (0, None);
        states.frontier.expand(at.words, &mut |expanded| {
            count += 1;
            let sure = expanded.outcome.map(|outcome| sure(outcome, actor, at.ply + 1));
            let takes = states.piece_count(expanded.words) < pieces;
            captures += u64::from(takes);
            let is_capture = takes && !takes_often;
            if depth == 0 && !is_capture && sure.is_none() {
                return;
            }
            let place = level.children.len();
            if sure.is_some_and(|value| value > 0) {
                win = Some(place);
            }
            let action = ActionCode::from(expanded.action);
            if !counts_many {
                let promises = match sure {
                    Some(_) => 0,
                    None if first == Some(action) => WAS_BEST,
                    None if is_capture => TAKES,
                    None if killers.contains(&Some(action)) => REFUTED,
                    None => i64::from(history[slot(actor, expanded.action)]),
                };
                level.promise(place, promises);
            }
            level.children.push(PvsChild {
                action,
                value: sure,
                is_sure: sure.is_some(),
                is_capture,
            });
            level.words.extend_from_slice(expanded.words);
            level.actions.extend(expanded.actions);
        })?;
        self.effort.nodes += count.max(1);
        if depth > 0 {
            (self.seen, self.captures) = (self.seen + count, self.captures + captures);
        }
        match win {
            Some(win) => {
                level.order.clear();
                level.promise(win, 0);
            }
            None if counts_many => self.judge_children(actor, level)?,
            None => {}
        }
        Ok(())
    }

    /// Counts what there is to do after all children together: so the best is known, and only those that take
    /// something are followed.
    fn judge_children(&mut self, actor: Player, level: &mut PvsPly) -> Result<(), PvsHalt> {
        let known = (level.actions.len() == level.children.len()).then_some(&level.actions[..]);
        self.states.leads(&level.words, actor, known, &mut self.memory)?;
        for place in 0..level.children.len() {
            let words = &level.words[place * self.stride..][..self.stride];
            let child = &mut level.children[place];
            let promises = if child.is_capture {
                MOST_PROMISING
            } else if child.is_sure || self.states.to_act(words) == actor {
                -MOST_PROMISING
            } else {
                let lead = self.memory.leads[place];
                child.value = Some(lead);
                lead.clamp(1 - MOST_PROMISING, MOST_PROMISING - 1)
            };
            level.promise(place, promises);
        }
        Ok(())
    }

    /// An action refuted a state: so it may others.
    fn remember_good(&mut self, actor: Player, action: ActionCode, ply: u32, depth: u32) {
        let killers = &mut self.killers[ply as usize];
        if killers[0] != Some(action) {
            *killers = [Some(action), killers[0]];
        }
        let history = &mut self.history[slot(actor, action.into())];
        *history = history.saturating_add(depth * depth);
    }

    /// Principal variation behind an action of the root, by what is known of the positions behind it.
    fn variation(&mut self, from: &RootAction, depth: u32) -> Vec<Action> {
        let mut variation = vec![from.action];
        let mut state = from.after.clone();
        while state.outcome.is_none() && variation.len() <= depth as usize {
            let mut words = vec![0; self.stride];
            self.states.frontier.pack(&state, &mut words);
            let key = self.states.key(&words, &mut self.read);
            let Some(best) = self.table.get(key).and_then(|known| known.best) else { break };
            let action = Action::from(best);
            if self.run.apply(&mut state, action).is_err() {
                break;
            }
            variation.push(action);
        }
        variation
    }
}

/// Action of a state.
struct PvsChild {
    action: ActionCode,
    /// Value to who acts, where it ends the game, and by how much who acts is ahead after it, where nothing behind
    /// it is looked at.
    value: Option<i64>,
    /// True if it ends the game.
    is_sure: bool,
    /// True if there are fewer pieces after it, and that is out of the ordinary.
    is_capture: bool,
}

/// Value of an end to a player, at so many plies from the root.
fn sure(outcome: Outcome, player: Player, ply: u32) -> i64 {
    match outcome {
        Outcome::Won(winner) if winner == player => SURE - i64::from(ply),
        Outcome::Won(_) => i64::from(ply) - SURE,
        Outcome::Lost(loser) if loser == player => i64::from(ply) - SURE,
        Outcome::Lost(_) => SURE - i64::from(ply),
        Outcome::Draw | Outcome::Ended => 0,
    }
}

/// Ends count from the position in the table, and from the root in the search.
fn to_place(value: i64, ply: u32) -> i64 {
    match value {
        _ if value >= SURE_FROM => value + i64::from(ply),
        _ if value <= -SURE_FROM => value - i64::from(ply),
        _ => value,
    }
}

fn from_place(value: i64, ply: u32) -> i64 {
    match value {
        _ if value >= SURE_FROM => value - i64::from(ply),
        _ if value <= -SURE_FROM => value + i64::from(ply),
        _ => value,
    }
}

/// Slot of an action in the history table.
pub(crate) fn slot(player: Player, action: Action) -> usize {
    let [choice, one, two, three] = action_key(action).map(|word| word & u64::from(u32::MAX));
    let words = [u64::from(player.0), choice, one, two, three];
    hash(&words) as usize & (HISTORY - 1)
}
