//! Alpha-beta search of the end of a game of two, on packed states, with what was met before, and the actions first
//! that leave the other the fewest replies, or that would win if the player acted again.
//!
//! Who replies to what is found for all children of a position at once: their children are those of the
//! next positions, so nothing is found twice, and boards run side by side; where few positions are left, boards are
//! played on one after another (`small_endgame.rs`). By how much a game is won is estimated first, by a search of the most promising
//! actions alone. Games that can go on for ever have no end to be searched to: the search gives up where a line is too long.

use std::convert::Infallible;
use std::mem::take;

use masume_engine::{ApplyError, Game, RunError, State};
use masume_rules::action::Action;
use masume_rules::model::Player;
use masume_rules::state::Outcome;

use crate::agent::endgame::board_driver::{PositionDriver, SmallBoardDriver};
use crate::agent::endgame::small_endgame::SmallEndgame;
use crate::agent::endgame::worth::{MOST, Worth, worth_of_end};
use crate::agent::evaluation::packed_states::PackedStates;
use crate::agent::tables::bounds_table::BoundsTable;
use crate::{Budget, Limit};

/// The longest line, in plies.
pub(super) const MOST_PLIES: usize = 512;
/// Places of what is known of changes, a power of two.
const HISTORY: usize = 1 << 12;
/// The most nodes that count for a change at once.
const MOST_REMEMBERED: u64 = 1 << 20;
/// Share that a change which was not enough loses of what it had: one in so many.
const FORGETS: u64 = 16;
/// Positions of late, about, of which the mean work is known.
const WORK: u64 = 64;
/// Nodes in mean from which on it is asked what would win if a player acted twice: that takes about as much as the
/// replies do. Of 100 to 3,000 each is as good for Connect Four; without a bound it takes twice the time.
const WORTH_ASKING: u64 = 256;
/// The work of positions of which nothing is known yet: much may be behind.
const UNKNOWN_WORK: u64 = 16 * WORTH_ASKING * WORK;
/// More than there are replies.
const MOST_REPLIES: i64 = 1 << 20;
/// Part of the memory that a list of children may take, one in so many.
const PART_OF_LIST: u64 = 8;
/// Nodes in mean below which boards are played on one after another. Of 50 to 4,000 each takes about as long on
/// Othello; from 1,000 on Connect Four takes longer.
const FEW: u64 = 400;
/// So many of the most promising actions are looked at where a margin is estimated before it is searched.
const NARROW: usize = 2;

/// Reason why a search does not go on.
pub(crate) enum EndgameHalt {
    /// The budget is used up.
    Over,
    /// A line is too long.
    Endless,
    /// The states that come of some positions do not fit.
    Memory,
    Failed(RunError),
}

impl EndgameHalt {
    pub(crate) fn limit(self) -> Limit {
        match self {
            Self::Over => Limit::Nodes,
            Self::Endless => Limit::Endless,
            Self::Memory => Limit::Memory,
            Self::Failed(error) if error.is_interruption() => Limit::Stopped,
            Self::Failed(error) => Limit::Rules(error),
        }
    }
}

impl From<RunError> for EndgameHalt {
    fn from(error: RunError) -> Self {
        Self::Failed(error)
    }
}
/// Successor by an action.
#[derive(Clone, Copy)]
struct EndgameChild {
    action: Action,
    /// Value to who acts, where it ends the game.
    worth: Option<i64>,
}

/// The children of one position after the other, and their packed states.
#[derive(Default)]
struct ChildList {
    children: Vec<EndgameChild>,
    words: Vec<u64>,
    /// Number of children of each position.
    counts: Vec<usize>,
}

/// Buffers of a position while it is searched. Kept, so that no ply asks for memory twice.
#[derive(Default)]
struct PlyBuffers {
    /// The children that go on, in the order in which they are tried.
    order: Vec<OrderedChild>,
    /// Those that are expanded together: one packed state behind the other, and who acts.
    open: Vec<u64>,
    actors: Vec<Player>,
    next: ChildList,
    /// Nodes that a position here has taken in mean, of late, in units of one by [`WORK`].
    work: u64,
}

/// A child that goes on.
#[derive(Clone, Copy)]
struct OrderedChild {
    action: Action,
    key: u64,
    to_act: Player,
    /// Index among the children.
    index: usize,
    /// Slot of what it changes in the history table.
    slot: usize,
    /// Start of its children, and their number.
    first: usize,
    count: usize,
    rank: (i64, i64),
}

/// A position, whose children are known.
#[derive(Clone, Copy)]
struct OpenPosition<'c> {
    /// Its packed state.
    own: &'c [u64],
    children: &'c [EndgameChild],
    words: &'c [u64],
    to_act: Player,
    ply: usize,
}

/// Solver that plays boards on one after another.
enum SmallSolver<'g> {
    Any(SmallEndgame<PositionDriver<'g>>),
    Small(Box<SmallEndgame<SmallBoardDriver<'g>>>),
}

pub(super) struct AlphaBeta<'g> {
    run: &'g Game,
    states: PackedStates<'g>,
    worth: Worth,
    /// Nodes after which it is over.
    pub(super) most_nodes: u64,
    /// The most words of the children that are listed together.
    most_words: usize,
    stride: usize,
    read: Vec<u64>,
    bounds: BoundsTable,
    history: Vec<u64>,
    /// Successors if a player acts twice.
    threats: ChildList,
    levels: Vec<PlyBuffers>,
    small: SmallSolver<'g>,
    /// Number of actions of a position that are looked at.
    width: usize,
    pub(super) nodes: u64,
}

impl<'g> AlphaBeta<'g> {
    pub(super) fn new(
        run: &'g Game,
        states: PackedStates<'g>,
        worth: Worth,
        budget: &Budget,
    ) -> Self {
        let small = SmallBoardDriver::new(run, &states.frontier, worth, states.points.as_ref());
        let small = match small {
            Some(small) => SmallSolver::Small(Box::new(SmallEndgame::new(small))),
            None => SmallSolver::Any(SmallEndgame::new(PositionDriver::new(run, worth))),
        };
        Self {
            run,
            stride: states.frontier.words(),
            states,
            worth,
            most_nodes: budget.nodes,
            most_words: (budget.bytes / PART_OF_LIST) as usize / size_of::<u64>(),
            read: Vec::new(),
            bounds: BoundsTable::new(budget.bytes / 2),
            history: vec![0; HISTORY],
            threats: ChildList::default(),
            levels: Vec::new(),
            small,
            width: usize::MAX,
            nodes: 0,
        }
    }

    /// Value of a state that goes on to the player to act, and the best action. What it may be worth is asked first.
    pub(super) fn root(
        &mut self,
        state: &State,
        guess: Option<i64>,
    ) -> Result<(i64, Option<Action>), EndgameHalt> {
        let mut words = vec![0; self.stride];
        self.states.frontier.pack(state, &mut words);
        let mut found = ChildList::default();
        self.expand(&words, &[state.to_act], &mut found)?;
        let ChildList { children, words: of_children, .. } = &found;
        let (own, to_act) = (&words, state.to_act);
        let node = OpenPosition { own, children, words: of_children, to_act, ply: 0 };
        let guess = match (guess, self.worth) {
            (Some(guess), _) => guess,
            (None, Worth::Margin) => self.estimate(node)?,
            (None, Worth::Result) => 1,
        };
        let (margin, best) = self.close_in(node, guess)?;
        // Where everything loses, anything is as good.
        Ok((margin, best.or_else(|| children.first().map(|child| child.action))))
    }

    /// Estimated value of a node, if both see no more than the most promising actions.
    fn estimate(&mut self, node: OpenPosition<'_>) -> Result<i64, EndgameHalt> {
        self.width = NARROW;
        let found = self.close_in(node, 1);
        self.width = usize::MAX;
        // What is known now is known of the narrow game alone.
        self.bounds.forget();
        self.levels.iter_mut().for_each(|level| level.work = UNKNOWN_WORK);
        found.map(|(margin, _)| margin)
    }

    /// Value of a node by one question after the other: is it worth so much? What was met before answers most of
    /// the next one.
    fn close_in(
        &mut self,
        node: OpenPosition<'_>,
        guess: i64,
    ) -> Result<(i64, Option<Action>), EndgameHalt> {
        let (mut lower, mut upper) = (-self.most(), self.most());
        let (mut asked, mut best) = (guess.clamp(lower + 1, upper), None);
        while lower < upper {
            let (worth, action) = self.search(node, (asked - 1, asked))?;
            if worth >= asked {
                (lower, best) = (worth, action);
            } else {
                upper = worth;
            }
            asked = if worth >= asked { worth + 1 } else { worth.max(lower + 1) };
        }
        Ok((lower, best))
    }

    /// Principal variation if both go on as well as they can, this action first, in a state that is worth so much:
    /// most of it stands in the table.
    pub(super) fn variation(
        &mut self,
        state: &State,
        (margin, first): (i64, Option<Action>),
    ) -> Result<Vec<Action>, RunError> {
        let (player, mut state) = (state.to_act, state.clone());
        let (mut best, mut variation) = (first, Vec::new());
        while let Some(action) = best
            && variation.len() < MOST_PLIES
        {
            match self.run.apply(&mut state, action) {
                Err(ApplyError::Run(error)) => return Err(error),
                // It was listed as legal.
                Ok(()) | Err(ApplyError::IllegalAction | ApplyError::GameOver) => {}
            }
            variation.push(action);
            best = match state.outcome {
                Some(_) => None,
                // What is known of the value stays, however short the line.
                None => {
                    let margin = if state.to_act == player { margin } else { -margin };
                    self.root(&state, Some(margin)).map_or(None, |(_, best)| best)
                }
            };
        }
        Ok(variation)
    }

    /// Finds the children of positions.
    fn expand(
        &mut self,
        parents: &[u64],
        actors: &[Player],
        found: &mut ChildList,
    ) -> Result<(), EndgameHalt> {
        if self.nodes >= self.most_nodes {
            return Err(EndgameHalt::Over);
        }
        self.nodes += actors.len() as u64;
        let ChildList { children, words, counts } = found;
        children.clear();
        words.clear();
        counts.clear();
        counts.resize(actors.len(), 0);
        let this = &*self;
        let mut has_room = true;
        this.states.frontier.expand(parents, &mut |child| {
            has_room &= words.len() + this.stride <= this.most_words;
            if !has_room {
                return;
            }
            counts[child.parent] += 1;
            let unpacked = || this.states.frontier.unpack(child.words);
            let actor = actors[child.parent];
            let worth = child.outcome.map(|it| match this.states.margin(child.words, actor) {
                Some(margin) if this.worth == Worth::Margin => margin,
                Some(_) | None => this.margin_of(Some(it), unpacked, actor),
            });
            children.push(EndgameChild { action: child.action, worth });
            words.extend_from_slice(child.words);
        })?;
        if has_room { Ok(()) } else { Err(EndgameHalt::Memory) }
    }

    /// No position is worth more.
    fn most(&self) -> i64 {
        match self.worth {
            Worth::Result => 1,
            Worth::Margin => MOST,
        }
    }

    /// Value of an end to a player.
    pub(super) fn margin_of(
        &self,
        outcome: Option<Outcome>,
        state: impl FnOnce() -> State,
        player: Player,
    ) -> i64 {
        let points = || {
            let state = state();
            let points = |player| self.run.score(&state, Player(player)).unwrap_or(0);
            Ok::<_, Infallible>(vec![points(0), points(1)])
        };
        let Ok(worth) = worth_of_end(self.worth, outcome, player, points);
        worth
    }

    /// Value of a position to the player to act, as far as the window asks for it, and the best action.
    fn search(
        &mut self,
        node: OpenPosition<'_>,
        (alpha, beta): (i64, i64),
    ) -> Result<(i64, Option<Action>), EndgameHalt> {
        let (alpha, beta) = (alpha.max(-self.most()), beta.min(self.most()));
        // Step 1. What ends the game at once.
        let mut best = (-MOST, None);
        for child in node.children {
            if let Some(worth) = child.worth.filter(|&worth| worth > best.0) {
                best = (worth, Some(child.action));
            }
        }
        let is_open = |child: &EndgameChild| child.worth.is_none();
        // Nobody can go on, and nothing says who won.
        if node.children.is_empty() {
            return Ok((0, None));
        }
        if best.0 >= beta || !node.children.iter().any(is_open) {
            return Ok(best);
        }
        if node.ply >= MOST_PLIES {
            return Err(EndgameHalt::Endless);
        }
        if self.levels.len() <= node.ply {
            let unknown = || PlyBuffers { work: UNKNOWN_WORK, ..PlyBuffers::default() };
            self.levels.resize_with(node.ply + 1, unknown);
        }
        let mut level = take(&mut self.levels[node.ply]);
        let begun = self.nodes;
        let found = if level.work < FEW * WORK {
            self.search_small(node, (alpha, beta))
        } else {
            self.try_children(node, (alpha, beta), best, &mut level)
        };
        level.work -= level.work / WORK;
        level.work += self.nodes - begun;
        self.levels[node.ply] = level;
        found
    }

    /// The same where few positions are left.
    fn search_small(
        &mut self,
        node: OpenPosition<'_>,
        window: (i64, i64),
    ) -> Result<(i64, Option<Action>), EndgameHalt> {
        let left = self.most_nodes.saturating_sub(self.nodes);
        let most_plies = MOST_PLIES - node.ply;
        let frontier = &self.states.frontier;
        let (found, nodes_left) = match &mut self.small {
            SmallSolver::Any(small) => small.search(frontier, node.own, window, (most_plies, left)),
            SmallSolver::Small(small) => {
                small.search(frontier, node.own, window, (most_plies, left))
            }
        };
        self.nodes += left - nodes_left;
        found
    }

    fn try_children(
        &mut self,
        node: OpenPosition<'_>,
        (alpha, beta): (i64, i64),
        mut best: (i64, Option<Action>),
        level: &mut PlyBuffers,
    ) -> Result<(i64, Option<Action>), EndgameHalt> {
        // Step 2. What can follow, and what is known of it.
        let PlyBuffers { order, open, actors, next, work } = level;
        self.list(node, beta, &mut best, order);
        let mut alpha = alpha.max(best.0);
        if best.0 >= beta {
            return Ok(best);
        }
        // Step 3. What can follow after all of them at once, and so in which order they are tried.
        self.look_behind(node, order, (open, actors, next))?;
        if *work >= WORTH_ASKING * WORK {
            self.look_for_threats(node.to_act, order, (open, actors))?;
        }
        order.sort_by_key(|tried| tried.rank);
        order.truncate(self.width);
        // Step 4. The first with the whole window, the others to see whether they are better.
        for (index, tried) in order.iter().enumerate() {
            let begun = self.nodes;
            let range = tried.first..tried.first + tried.count;
            let after = OpenPosition {
                own: &node.words[tried.index * self.stride..][..self.stride],
                children: &next.children[range.clone()],
                words: &next.words[range.start * self.stride..range.end * self.stride],
                to_act: tried.to_act,
                ply: node.ply + 1,
            };
            let null = (alpha, alpha + 1);
            let is_same = tried.to_act == node.to_act;
            let mut window = if index == 0 { (alpha, beta) } else { null };
            let mut worth = self.of_child(after, tried.key, is_same, window, begun)?;
            if window == null && worth > alpha && worth < beta {
                window = (alpha, beta);
                worth = self.of_child(after, tried.key, is_same, window, begun)?;
            }
            if worth > best.0 {
                best = (worth, Some(tried.action));
            }
            alpha = alpha.max(best.0);
            if alpha >= beta {
                let nodes = self.nodes - begun;
                self.remember(tried, &order[..index], nodes);
                break;
            }
        }
        Ok(best)
    }

    /// Credits what an action changes, which was enough, over what those before it change: so it may be elsewhere.
    fn remember(&mut self, enough: &OrderedChild, before: &[OrderedChild], nodes: u64) {
        for tried in before {
            let history = &mut self.history[tried.slot];
            *history -= *history / FORGETS;
        }
        let history = &mut self.history[enough.slot];
        *history = history.saturating_add(nodes.clamp(1, MOST_REMEMBERED));
    }

    /// Lists the children that go on and may be better than the best so far, which becomes what is known of
    /// the others; where that is enough, they are not all listed.
    fn list(
        &mut self,
        node: OpenPosition<'_>,
        beta: i64,
        best: &mut (i64, Option<Action>),
        order: &mut Vec<OrderedChild>,
    ) {
        order.clear();
        let words = node.words.chunks_exact(self.stride);
        for (index, (child, words)) in node.children.iter().zip(words).enumerate() {
            if child.worth.is_some() {
                continue;
            }
            let to_act = self.states.to_act(words);
            let key = self.states.key(words, &mut self.read) ^ u64::from(to_act.0);
            let (lower, upper) = match self.bounds.known(key) {
                Some(bounds) if to_act == node.to_act => bounds,
                Some((lower, upper)) => (-upper, -lower),
                None => (-MOST, MOST),
            };
            if lower > best.0 {
                *best = (lower, Some(child.action));
                if lower >= beta {
                    return;
                }
            }
            if upper <= best.0 {
                continue;
            }
            let action = child.action;
            let slot = self.states.change(node.own, words) as usize & (HISTORY - 1);
            let (first, count, rank) = (0, 0, (0, 0));
            order.push(OrderedChild { action, key, to_act, index, slot, first, count, rank });
        }
    }

    /// Finds what can follow after children, and ranks them by it.
    fn look_behind(
        &mut self,
        node: OpenPosition<'_>,
        order: &mut [OrderedChild],
        (open, actors, next): (&mut Vec<u64>, &mut Vec<Player>, &mut ChildList),
    ) -> Result<(), EndgameHalt> {
        open.clear();
        actors.clear();
        for tried in &*order {
            open.extend_from_slice(&node.words[tried.index * self.stride..][..self.stride]);
            actors.push(tried.to_act);
        }
        self.expand(open, actors, next)?;
        let mut first = 0;
        for (tried, &count) in order.iter_mut().zip(&next.counts) {
            (tried.first, tried.count) = (first, count);
            first += count;
            tried.rank = self.rank(node.to_act, tried, &next.children[tried.first..first]);
        }
        Ok(())
    }

    /// Ranks higher what leaves the player ways to win at once, were it their turn again. Only the order
    /// depends on it, so the rules may say of such a position what they like.
    fn look_for_threats(
        &mut self,
        actor: Player,
        order: &mut [OrderedChild],
        (open, actors): (&mut Vec<u64>, &mut Vec<Player>),
    ) -> Result<(), EndgameHalt> {
        let mut asked = 0;
        for (index, tried) in order.iter().enumerate() {
            // What loses at once stays last.
            if tried.rank.0 < MOST && tried.to_act != actor {
                let from = index * self.stride;
                open.copy_within(from..from + self.stride, asked * self.stride);
                self.states.pass_turn(&mut open[asked * self.stride..][..self.stride]);
                asked += 1;
            }
        }
        if asked < 2 {
            return Ok(());
        }
        open.truncate(asked * self.stride);
        actors.clear();
        actors.resize(asked, actor);
        let mut found = take(&mut self.threats);
        let expanded = self.expand(open, actors, &mut found);
        if expanded.is_ok() {
            let is_asked = |tried: &&mut OrderedChild| tried.rank.0 < MOST && tried.to_act != actor;
            let mut first = 0;
            for (tried, &count) in order.iter_mut().filter(is_asked).zip(&found.counts) {
                let replies = &found.children[first..first + count];
                let wins = replies.iter().filter(|it| it.worth.is_some_and(|worth| worth > 0));
                tried.rank.0 -= MOST_REPLIES * wins.count() as i64;
                first += count;
            }
        }
        self.threats = found;
        match expanded {
            Err(EndgameHalt::Failed(error)) if !error.is_interruption() => Ok(()),
            Err(EndgameHalt::Memory) => Ok(()),
            expanded @ (Ok(())
            | Err(EndgameHalt::Failed(_) | EndgameHalt::Over | EndgameHalt::Endless)) => expanded,
        }
    }

    /// Rank of a child, the least tried first: what loses at once last, and before it what leaves most to do to the
    /// other.
    fn rank(&self, actor: Player, tried: &OrderedChild, replies: &[EndgameChild]) -> (i64, i64) {
        let history = -(self.history[tried.slot] as i64);
        let is_same = tried.to_act == actor;
        let sign = if is_same { -1 } else { 1 };
        let ends = replies.iter().filter_map(|reply| reply.worth).max();
        match ends {
            Some(worth) if worth > 0 => (sign * MOST, history),
            Some(_) | None => (sign * replies.len() as i64, history),
        }
    }

    /// Value of a child to the player before it.
    fn of_child(
        &mut self,
        after: OpenPosition<'_>,
        key: u64,
        is_same: bool,
        (alpha, beta): (i64, i64),
        begun: u64,
    ) -> Result<i64, EndgameHalt> {
        let sign = if is_same { 1 } else { -1 };
        let (alpha, beta) = if is_same { (alpha, beta) } else { (-beta, -alpha) };
        let known = self.bounds.known(key);
        let (mut lower, mut upper) = known.unwrap_or((-self.most(), self.most()));
        if lower >= beta || lower == upper {
            return Ok(sign * lower);
        }
        if upper <= alpha {
            return Ok(sign * upper);
        }
        let (alpha, beta) = (alpha.max(lower), beta.min(upper));
        let (worth, _) = self.search(after, (alpha, beta))?;
        // At least this if no better was looked for, at most this if nothing was better.
        if worth > alpha {
            lower = lower.max(worth);
        }
        if worth < beta {
            upper = upper.min(worth);
        }
        if worth <= alpha && alpha == lower || worth >= beta && beta == upper {
            (lower, upper) = (worth, worth);
        }
        self.bounds.keep(key, (lower, upper), self.nodes - begun);
        Ok(sign * worth)
    }
}
