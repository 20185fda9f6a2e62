//! Tree of one game.

mod proven;

use std::mem::{size_of, take};

use masume_engine::{ApplyError, Game};
use masume_rules::action::Action;
use masume_rules::facts::draws_in_play;
use masume_rules::model::Player;
use masume_rules::random::Random;
use masume_rules::run_error::RunError;
use masume_rules::state::{Outcome, State};

use super::{Noise, Puct, results};
use crate::Budget;
use crate::agent::evaluation::outcome_value::is_for_points;
use crate::agent::run_for;
use crate::agent::tree_states::TreeStates;

/// No node.
const NONE: u32 = u32::MAX;

/// Judgement of a caller on a leaf.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Promise of each of its actions, in their order, none below 0: shares, whose sum need not be 1. Where all are 0, or none
    /// are given, all actions are alike.
    pub priors: Vec<f32>,
    /// Value to every player: the result to be expected, from -1 to 1, or in a game for one with points those to come.
    pub values: Vec<f32>,
}

/// A leaf that waits for an [`Answer`].
#[derive(Clone, Copy, Debug)]
pub struct Leaf<'t> {
    /// Its state.
    pub state: &'t State,
    edges: &'t [GuidedEdge],
}

impl<'t> Leaf<'t> {
    /// The legal actions, in their order.
    pub fn actions(&self) -> impl Iterator<Item = Action> + use<'t> {
        self.edges.iter().map(|edge| edge.action)
    }
}

/// Stage of what is known of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NodeStage {
    /// Nothing but its state.
    New,
    /// Its actions.
    Listed,
    /// Its actions; the caller was asked for more.
    Waiting,
    /// Judgement of the caller.
    Known,
    /// The game is over, or nobody can go on.
    Over,
}

/// A state of the tree.
#[derive(Clone, Debug)]
struct Node {
    phase: NodeStage,
    to_act: Player,
    /// End that it is proven to come to; where nobody can go on that is `Outcome::Ended`.
    outcome: Option<Outcome>,
    /// Start of its edges; they are one behind the other, in the order of actions.
    first: u32,
    count: u32,
    /// The next node that comes of the same action by chance.
    sibling: u32,
    /// Start of its state, and of its successors, one behind the other.
    words: usize,
    children: usize,
    /// Ways through it, those that wait included.
    visits: u32,
    /// Values to who acts, in sum, and how many.
    sum: f64,
    valued: u32,
    /// Points so far, where they count, and those at the proven end.
    points: i64,
    total: i64,
}

/// Action of a state.
#[derive(Clone, Debug)]
struct GuidedEdge {
    action: Action,
    prior: f32,
    /// Chance has a part in what comes of it.
    is_chance: bool,
    /// End that it is proven to come to, where chance has no part.
    outcome: Option<Outcome>,
    child: u32,
    visits: u32,
    /// Ways through it that wait.
    waiting: u32,
    /// Values to who acts, in sum.
    sum: f64,
}

/// Node and edge of each step from the root.
type GuidedPath = Vec<(u32, u32)>;

/// A leaf that waits, and the way there.
#[derive(Clone, Debug)]
struct Pending {
    path: GuidedPath,
    node: u32,
    state: State,
}

/// Nature of a game, as its values are counted.
#[derive(Clone, Copy, Debug)]
struct Nature {
    players: usize,
    is_for_points: bool,
    draws: bool,
}

/// Search tree of one game, which is kept while the game goes on.
#[derive(Clone, Debug)]
pub struct GuidedTree {
    nature: Nature,
    state: State,
    random: Random,
    nodes: Vec<Node>,
    edges: Vec<GuidedEdge>,
    /// Packed states.
    words: Vec<u64>,
    pending: Vec<Pending>,
    /// Ways from the root that are left to do.
    left: u32,
    noise: Option<Noise>,
    /// Noise of the edges of the root.
    drawn: Vec<f64>,
    /// The least and the greatest mean value of an edge, where points count.
    range: Option<(f64, f64)>,
}

impl GuidedTree {
    /// The tree of a game in this state.
    pub fn new(game: &Game, state: State, seed: u64) -> Self {
        let rules = game.rules();
        let nature = Nature {
            players: rules.players.len().max(1),
            is_for_points: is_for_points(rules),
            draws: draws_in_play(rules),
        };
        Self::of_nature(nature, state, Random::new(seed))
    }

    fn of_nature(nature: Nature, state: State, random: Random) -> Self {
        Self {
            nature,
            state,
            random,
            nodes: Vec::new(),
            edges: Vec::new(),
            words: Vec::new(),
            pending: Vec::new(),
            left: 0,
            noise: None,
            drawn: Vec::new(),
            range: None,
        }
    }

    /// The state of the game.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Puts another state in its place; what was known is forgotten.
    pub fn put(&mut self, state: State) {
        self.forget();
        self.state = state;
    }

    /// Memory that it takes, in bytes.
    pub fn bytes(&self) -> u64 {
        let of_nodes = self.nodes.len() * size_of::<Node>() + self.words.len() * size_of::<u64>();
        (of_nodes + self.edges.len() * size_of::<GuidedEdge>()) as u64
    }

    /// Has so many more ways from the root be tried, with this noise there.
    pub fn begin(&mut self, simulations: u32, noise: Option<Noise>) {
        self.abandon();
        self.left = if self.state.outcome.is_some() { 0 } else { simulations };
        self.noise = noise.filter(|it| it.share > 0.0);
        self.drawn.clear();
    }

    /// Number of leaves that wait.
    pub fn leaf_count(&self) -> usize {
        self.pending.len()
    }

    /// The leaves that wait.
    pub fn leaves(&self) -> impl Iterator<Item = Leaf<'_>> {
        self.pending.iter().map(|it| Leaf { state: &it.state, edges: self.edges_of(it.node) })
    }

    /// Tells what the leaves that wait are worth, in their order; those without an answer wait on.
    ///
    /// # Panics
    /// If an answer has fewer values than the game has players.
    pub fn answer(&mut self, answers: &[Answer]) {
        let unanswered = self.pending.split_off(answers.len().min(self.pending.len()));
        let answered = std::mem::replace(&mut self.pending, unanswered);
        for (pending, answer) in answered.into_iter().zip(answers) {
            let node = &mut self.nodes[pending.node as usize];
            node.phase = NodeStage::Known;
            let points = node.points as f64;
            let (first, count) = (node.first as usize, node.count as usize);
            let priors = answer.priors.iter().copied().chain(std::iter::repeat(0.0));
            let sum: f32 = answer.priors.iter().take(count).sum();
            for (edge, prior) in self.edges[first..first + count].iter_mut().zip(priors) {
                edge.prior = if sum > 0.0 { prior / sum } else { 1.0 / count as f32 };
            }
            let mut values: Vec<f64> = answer.values.iter().map(|it| f64::from(*it)).collect();
            if self.nature.is_for_points {
                values[0] += points;
            }
            self.add(&pending.path, pending.node, values);
        }
    }

    /// Actions of the root, and how often each was tried, without those that are proven to be worse than others: what they were
    /// tried counts for the best.
    pub fn visits(&self) -> impl Iterator<Item = (Action, u32)> + use<> {
        self.sound_edges().into_iter().map(|(action, _, visits)| (action, visits))
    }

    /// Value of the root to who is to act there; of a game that is over the result.
    pub fn value(&self) -> f64 {
        if self.state.outcome.is_some() {
            let results = results(self.state.outcome, self.nature.players);
            return results[usize::from(self.state.to_act.0)];
        }
        let Some(root) = self.nodes.first() else { return 0.0 };
        if root.outcome.is_some() {
            return self.proven_value(root, root.to_act) - root.points as f64;
        }
        root.sum / f64::from(root.valued.max(1))
    }

    /// An action of the root: the one that was tried most, or with a temperature above 0 one that is drawn, the likelier the
    /// more it was tried. Where none was tried, the priors decide. None is chosen that is proven to be worse than another.
    /// `None` where nothing can be done, or nothing is known.
    pub fn choose(&mut self, temperature: f64) -> Option<Action> {
        let edges = self.sound_edges();
        let is_tried = edges.iter().any(|(_, _, visits)| *visits > 0);
        let of_edge = |(_, prior, visits): &(Action, f32, u32)| {
            if is_tried { f64::from(*visits) } else { f64::from(*prior) }
        };
        let most = edges.iter().map(of_edge).fold(0.0, f64::max);
        if most <= 0.0 {
            return edges.first().map(|edge| edge.0);
        }
        if temperature <= 0.0 {
            return edges.iter().find(|edge| of_edge(edge) == most).map(|edge| edge.0);
        }
        let weight = |edge: &(Action, f32, u32)| (of_edge(edge) / most).powf(1.0 / temperature);
        let sum: f64 = edges.iter().map(weight).sum();
        let drawn: Vec<(f64, Action)> = edges.iter().map(|it| (weight(it), it.0)).collect();
        let mut left = (self.random.next_bits() >> 11) as f64 / (1u64 << 53) as f64 * sum;
        for &(weight, action) in &drawn {
            if left < weight {
                return Some(action);
            }
            left -= weight;
        }
        drawn.iter().rfind(|(weight, _)| *weight > 0.0).map(|(_, action)| *action)
    }

    /// Does an action in the game; what is known of what comes of it is kept.
    ///
    /// # Errors
    /// The action cannot be done, and nothing was.
    pub fn advance(&mut self, game: &Game, action: Action) -> Result<(), ApplyError> {
        let mut next = self.state.clone();
        game.apply(&mut next, action)?;
        self.abandon();
        let run = run_for(game, &Budget { stop: game.stop_token().clone(), ..Budget::default() });
        let states = TreeStates::new(&run, &self.state);
        let edge = match self.nodes.first() {
            Some(root) => {
                let edges = self.edges_of(0).iter().zip(root.first..);
                edges.clone().find(|(edge, _)| edge.action == action).map(|(_, index)| index)
            }
            None => None,
        };
        let child = edge.map_or(NONE, |edge| {
            if self.edges[edge as usize].is_chance {
                let mut words = vec![0; states.stride()];
                states.pack(&without_luck(next.clone()), &mut words);
                self.drawn_before(edge, &words)
            } else {
                self.edges[edge as usize].child
            }
        });
        self.state = next;
        let is_known = child != NONE && self.nodes[child as usize].phase == NodeStage::Known;
        if is_known && self.state.outcome.is_none() {
            self.keep_only(child, &states);
        } else {
            self.forget();
        }
        Ok(())
    }

    fn forget(&mut self) {
        *self = Self::of_nature(self.nature, self.state.clone(), self.random);
    }

    fn edges_of(&self, node: u32) -> &[GuidedEdge] {
        let node = &self.nodes[node as usize];
        &self.edges[node.first as usize..][..node.count as usize]
    }

    /// Gives up the leaves that wait.
    pub(super) fn abandon(&mut self) {
        for pending in take(&mut self.pending) {
            let node = &mut self.nodes[pending.node as usize];
            if node.phase == NodeStage::Waiting {
                node.phase = NodeStage::Listed;
            }
            self.left += u32::from(!pending.path.is_empty());
            self.wait(&pending.path, false);
        }
    }

    /// Counts a way that waits, or does so no more.
    fn wait(&mut self, path: &[(u32, u32)], is_new: bool) {
        for &(node, edge) in path {
            let (node, edge) = (&mut self.nodes[node as usize], &mut self.edges[edge as usize]);
            if is_new {
                (node.visits, edge.waiting) = (node.visits + 1, edge.waiting + 1);
            } else {
                (node.visits, edge.waiting) = (node.visits - 1, edge.waiting - 1);
            }
        }
    }

    /// Goes from the root as often as may be before the caller is asked.
    pub(super) fn descend(
        &mut self,
        run: &Game,
        states: &TreeStates<'_>,
        puct: &Puct,
    ) -> Result<(), RunError> {
        if self.state.outcome.is_some() {
            return Ok(());
        }
        if self.nodes.is_empty() {
            self.words.resize(states.stride(), 0);
            states.pack(&self.state, &mut self.words);
            let points = self.points_of(run, &self.state);
            self.push_node((self.state.to_act, self.state.outcome), 0, points);
        }
        // The root is asked about before all else, and even where nothing else is.
        if self.nodes[0].phase != NodeStage::Known {
            return self.descend_once(run, states, puct).map(|_| ());
        }
        while self.left > 0 && self.pending.len() < puct.leaves.max(1) as usize {
            // Where all ways come to ends nothing else asks for a stop.
            run.check_stop()?;
            if self.bytes() >= puct.bytes {
                self.left = 0;
            } else if !self.descend_once(run, states, puct)? {
                break;
            }
        }
        Ok(())
    }

    /// One way from the root; false where it comes to a leaf that waits already.
    fn descend_once(
        &mut self,
        run: &Game,
        states: &TreeStates<'_>,
        puct: &Puct,
    ) -> Result<bool, RunError> {
        let (mut path, mut node) = (GuidedPath::new(), 0);
        loop {
            let at = &self.nodes[node as usize];
            if at.outcome.is_some() && !path.is_empty() {
                self.left -= 1;
                self.wait(&path, true);
                self.add_end(&path, node);
                return Ok(true);
            }
            match at.phase {
                // In the root nobody can do anything: elsewhere that is an end.
                NodeStage::Waiting | NodeStage::Over => return Ok(false),
                phase @ (NodeStage::New | NodeStage::Listed) => {
                    self.left -= u32::from(!path.is_empty());
                    self.wait(&path, true);
                    let state = states.unpack(&self.words[self.nodes[node as usize].words..]);
                    let at = &mut self.nodes[node as usize];
                    at.to_act = state.to_act;
                    if phase == NodeStage::Listed {
                        at.phase = NodeStage::Waiting;
                    }
                    self.pending.push(Pending { path, node, state });
                    // A state that is new is taken for one that waits only once its actions are known; until then no
                    // other way may come to it.
                    return Ok(phase == NodeStage::Listed);
                }
                NodeStage::Known => {
                    let edge = self.choose_edge(node, puct);
                    path.push((node, edge));
                    node = self.child(run, states, node, edge)?;
                }
            }
        }
    }

    /// The edge to go on with: the first of those that promise most, among those that may be the best.
    fn choose_edge(&mut self, node: u32, puct: &Puct) -> u32 {
        if let (0, Some(noise), true) = (node, self.noise, self.drawn.is_empty()) {
            self.drawn = noise.draw(self.nodes[0].count as usize, &mut self.random);
        }
        let at = &self.nodes[node as usize];
        let mean = at.sum / f64::from(at.valued.max(1));
        let all = f64::from(at.visits + 1).sqrt();
        let mut best = ((false, f64::NEG_INFINITY), at.first);
        for (place, edge) in self.edges_of(node).iter().enumerate() {
            let value = if edge.visits == 0 { mean } else { edge.sum / f64::from(edge.visits) };
            let mut prior = f64::from(edge.prior);
            if let (0, Some(noise), Some(drawn)) = (node, self.noise, self.drawn.get(place)) {
                prior += noise.share * (drawn - prior);
            }
            let tried = f64::from(1 + edge.visits + edge.waiting);
            let promise = self.on_scale(value) + puct.exploration * prior * all / tried;
            let promise = (self.may_be_best(at, edge), promise);
            if promise > best.0 {
                best = (promise, at.first + place as u32);
            }
        }
        best.1
    }

    /// A value between -1 and 1: points by the least and most that were seen.
    fn on_scale(&self, value: f64) -> f64 {
        match self.range {
            Some((least, greatest)) if greatest > least => {
                ((value - least) / (greatest - least) * 2.0 - 1.0).clamp(-1.0, 1.0)
            }
            Some(_) => 0.0,
            None => value,
        }
    }

    /// The node that an edge leads to; where chance has a part in it, one that is drawn.
    fn child(
        &mut self,
        run: &Game,
        states: &TreeStates<'_>,
        node: u32,
        edge: u32,
    ) -> Result<u32, RunError> {
        let (at, of_edge) = (&self.nodes[node as usize], &self.edges[edge as usize]);
        if of_edge.is_chance {
            return self.drawn_child(run, states, (at.words, of_edge.action), edge);
        }
        if of_edge.child != NONE {
            return Ok(of_edge.child);
        }
        let begin = at.children + (edge - at.first) as usize * states.stride();
        let (to_act, outcome) = (at.to_act, of_edge.outcome);
        let points = if self.nature.is_for_points {
            self.points_of(run, &states.unpack(&self.words[begin..]))
        } else {
            0
        };
        // Who acts there is read when its actions are.
        let found = self.push_node((to_act, outcome), begin, points);
        self.edges[edge as usize].child = found;
        Ok(found)
    }

    /// A node that chance makes of an action in the state of these words.
    fn drawn_child(
        &mut self,
        run: &Game,
        states: &TreeStates<'_>,
        (from, action): (usize, Action),
        edge: u32,
    ) -> Result<u32, RunError> {
        let mut state = states.unpack(&self.words[from..]);
        state.random = Random::new(self.random.next_bits());
        match run.apply(&mut state, action) {
            Ok(()) => {}
            Err(ApplyError::Run(error)) => return Err(error),
            // It was listed for this state.
            Err(ApplyError::IllegalAction | ApplyError::GameOver) => {}
        }
        let state = without_luck(state);
        let mut words = vec![0; states.stride()];
        states.pack(&state, &mut words);
        let before = self.drawn_before(edge, &words);
        if before != NONE {
            return Ok(before);
        }
        let begin = self.words.len();
        self.words.extend(words);
        let points = self.points_of(run, &state);
        let found = self.push_node((state.to_act, state.outcome), begin, points);
        let of_edge = &mut self.edges[edge as usize];
        self.nodes[found as usize].sibling = of_edge.child;
        of_edge.child = found;
        Ok(found)
    }

    /// Points of the one who plays, where they count.
    fn points_of(&self, run: &Game, state: &State) -> i64 {
        if self.nature.is_for_points { run.score(state, Player(0)).unwrap_or(0) } else { 0 }
    }

    /// The node of this state among those that chance has made of an action.
    fn drawn_before(&self, edge: u32, words: &[u64]) -> u32 {
        let mut child = self.edges[edge as usize].child;
        while child != NONE {
            let node = &self.nodes[child as usize];
            if &self.words[node.words..][..words.len()] == words {
                return child;
            }
            child = node.sibling;
        }
        NONE
    }

    fn push_node(
        &mut self,
        (to_act, outcome): (Player, Option<Outcome>),
        words: usize,
        points: i64,
    ) -> u32 {
        let phase = if outcome.is_some() { NodeStage::Over } else { NodeStage::New };
        self.nodes.push(Node {
            phase,
            to_act,
            outcome,
            first: 0,
            count: 0,
            sibling: NONE,
            words,
            children: 0,
            visits: 0,
            sum: 0.0,
            valued: 0,
            points,
            total: points,
        });
        self.nodes.len() as u32 - 1
    }

    /// Counts what a node is proven to come to.
    fn add_end(&mut self, path: &[(u32, u32)], node: u32) {
        let values = self.proven_values(&self.nodes[node as usize]);
        self.add(path, node, values);
    }

    /// Counts what a leaf is worth to every player, on the way there: up to the first node that is proven to come to something
    /// else. What this proves is found as well.
    fn add(&mut self, path: &[(u32, u32)], leaf: u32, mut values: Vec<f64>) {
        let at = &mut self.nodes[leaf as usize];
        at.sum += values[usize::from(at.to_act.0)] - at.points as f64;
        at.valued += 1;
        let mut below = leaf;
        for &(number, edge) in path.iter().rev() {
            let proven = self.nodes[below as usize].outcome;
            if proven.is_some() {
                values = self.proven_values(&self.nodes[below as usize]);
            }
            let (at, edge) = (&mut self.nodes[number as usize], &mut self.edges[edge as usize]);
            // Points are counted from the node on.
            let value = values[usize::from(at.to_act.0)] - at.points as f64;
            at.sum += value;
            at.valued += 1;
            edge.waiting -= 1;
            edge.visits += 1;
            edge.sum += value;
            if self.nature.is_for_points {
                let mean = edge.sum / f64::from(edge.visits);
                let (least, greatest) = self.range.unwrap_or((mean, mean));
                self.range = Some((least.min(mean), greatest.max(mean)));
            }
            if proven.is_some() && !edge.is_chance {
                edge.sum = value * f64::from(edge.visits);
                if edge.outcome.is_none() || edge.visits == 1 {
                    edge.outcome = proven;
                    self.prove(number);
                }
            }
            below = number;
        }
    }

    /// The words of the leaves whose actions are not known yet.
    pub(super) fn unlisted(&self, states: &TreeStates<'_>, into: &mut Vec<u64>) {
        for pending in self.unlisted_leaves() {
            let from = self.nodes[self.pending[pending].node as usize].words;
            into.extend_from_slice(&self.words[from..from + states.stride()]);
        }
    }

    /// Those leaves, by their place among all that wait.
    pub(super) fn unlisted_leaves(&self) -> Vec<usize> {
        let is_new =
            |&it: &usize| self.nodes[self.pending[it].node as usize].phase == NodeStage::New;
        (0..self.pending.len()).filter(is_new).collect()
    }

    pub(super) fn words_len(&self) -> usize {
        self.words.len()
    }

    pub(super) fn push_words(&mut self, words: &[u64]) {
        self.words.extend_from_slice(words);
    }

    /// Puts the actions of a leaf, whose successors begin at these words.
    pub(super) fn list(
        &mut self,
        states: &TreeStates<'_>,
        pending: usize,
        (children, found): (usize, &[(Action, Option<Outcome>)]),
    ) {
        let node = self.pending[pending].node;
        let draws = self.nature.draws;
        let before = self.pending[pending].state.random;
        let first = self.edges.len() as u32;
        for (place, &(action, outcome)) in found.iter().enumerate() {
            let begin = children + place * states.stride();
            let is_chance = draws && states.unpack(&self.words[begin..]).random != before;
            self.edges.push(GuidedEdge {
                action,
                prior: 0.0,
                is_chance,
                outcome: outcome.filter(|_| !is_chance),
                child: NONE,
                visits: 0,
                waiting: 0,
                sum: 0.0,
            });
        }
        let at = &mut self.nodes[node as usize];
        (at.first, at.count, at.children) = (first, found.len() as u32, children);
        if found.is_empty() {
            (at.phase, at.outcome) = (NodeStage::Over, Some(Outcome::Ended));
        } else {
            at.phase = NodeStage::Waiting;
            self.prove(node);
        }
    }

    /// Counts the leaves that are proven, of which the caller need not be asked: the root is another matter, whose priors may
    /// be wanted.
    pub(super) fn settle(&mut self) {
        let pending = take(&mut self.pending).into_iter();
        let (proven, waiting): (Vec<Pending>, Vec<Pending>) = pending.partition(|it| {
            let node = &self.nodes[it.node as usize];
            node.phase == NodeStage::Over || node.outcome.is_some() && !it.path.is_empty()
        });
        self.pending = waiting;
        for pending in proven {
            let node = &mut self.nodes[pending.node as usize];
            if node.phase == NodeStage::Waiting {
                node.phase = NodeStage::Listed;
            }
            self.add_end(&pending.path, pending.node);
        }
    }

    /// Makes a node the root, and forgets what does not come of it.
    fn keep_only(&mut self, root: u32, states: &TreeStates<'_>) {
        let stride = states.stride();
        let mut kept = Self::of_nature(self.nature, self.state.clone(), self.random);
        kept.range = self.range;
        let mut from = vec![root];
        kept.copy_node(self, root, None, stride);
        let mut next = 0;
        while next < from.len() {
            let old = &self.nodes[from[next] as usize];
            let (first, children) = (kept.edges.len() as u32, kept.words.len());
            let count = old.count as usize;
            kept.edges.extend_from_slice(self.edges_of(from[next]));
            let len = if old.count == 0 { 0 } else { count * stride };
            kept.words.extend_from_slice(&self.words[old.children..old.children + len]);
            let at = &mut kept.nodes[next];
            (at.first, at.children) = (first, children);
            for place in 0..count {
                let is_chance = kept.edges[first as usize + place].is_chance;
                let mut child =
                    std::mem::replace(&mut kept.edges[first as usize + place].child, NONE);
                let mut last = NONE;
                while child != NONE {
                    let words = (!is_chance).then_some(children + place * stride);
                    let copy = kept.copy_node(self, child, words, stride);
                    from.push(child);
                    if last == NONE {
                        kept.edges[first as usize + place].child = copy;
                    } else {
                        kept.nodes[last as usize].sibling = copy;
                    }
                    last = copy;
                    child = self.nodes[child as usize].sibling;
                }
            }
            next += 1;
        }
        *self = kept;
    }

    /// Copies a node of another tree, without its edges; its state lies at these words, or is copied as well.
    fn copy_node(&mut self, of: &Self, node: u32, words: Option<usize>, stride: usize) -> u32 {
        let mut copy = of.nodes[node as usize].clone();
        let begin = words.unwrap_or(self.words.len());
        if words.is_none() {
            self.words.extend_from_slice(&of.words[copy.words..copy.words + stride]);
        }
        (copy.words, copy.sibling) = (begin, NONE);
        self.nodes.push(copy);
        self.nodes.len() as u32 - 1
    }
}

/// The state with a generator that says nothing of what chance will do.
fn without_luck(state: State) -> State {
    State { random: Random::new(0), ..state }
}
