//! Random games, more of them where they went well: UCT, with several random games side by side at each
//! leaf, proofs of what is won, drawn and lost, and what is known of an action elsewhere as a prior.

use std::collections::BTreeMap;
use std::mem::{size_of, take};

use masume_engine::{ApplyError, Game, Series};
use masume_rules::action::Action;
use masume_rules::model::Player;
use masume_rules::random::Random;
use masume_rules::run_error::RunError;
use masume_rules::state::{Outcome, State};

use super::aside::{Anytime, Aside};
use super::flat::PLIES_A_CELL;
use super::random::generator;
use super::result::{of_outcome, of_playouts};
use super::{Agent, Effort, Ranked, WIN, run_for, unless_failed};
use crate::{Budget, Live, Packing};

/// The most games that are played together: so many boards run side by side.
const BOARDS: u64 = 32;
/// The most games from one leaf. To come to a leaf takes as long as several games where they are short.
const MOST_GAMES: u64 = 4;
/// Games before there is one more from each leaf: where games are long, few leaves would be reached otherwise.
const GAMES_BEFORE_MORE: u64 = 256;
/// Games before there is a leaf more at once: the fewer are known, the more the next leaf depends on each.
const GAMES_A_LEAF: u64 = 2;
/// How much an action that was tried little is preferred, in ten-thousandths.
const EXPLORATION: u64 = 5_000;
/// Visits as much as which the value of an action elsewhere counts.
const PRIOR_VISITS: i64 = 3;
/// No node.
const NONE: u32 = u32::MAX;
/// A binary digit of a logarithm.
const ONE: u64 = 1 << 16;

/// An agent that grows a tree by random games.
#[derive(Debug)]
pub(super) struct Uct {
    seed: u64,
    effort: Effort,
}

impl Uct {
    pub(super) fn new(seed: u64) -> Self {
        Self { seed, effort: Effort::default() }
    }
}

impl Agent for Uct {
    fn rank(
        &mut self,
        game: &Game,
        seen: &State,
        budget: &Budget,
    ) -> Result<Vec<Ranked>, RunError> {
        self.rank_beside(game, seen, budget, &mut Aside::nothing())
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}

impl Anytime for Uct {
    fn rank_beside(
        &mut self,
        game: &Game,
        seen: &State,
        budget: &Budget,
        aside: &mut Aside<'_>,
    ) -> Result<Vec<Ranked>, RunError> {
        self.effort = Effort::default();
        if seen.outcome.is_some() {
            return Ok(Vec::new());
        }
        let random = generator(game, seen, self.seed);
        let mut tree = Tree::new(run_for(game, budget), seen, random);
        // What can be done is known even where there is no time for more.
        tree.expand(0)?;
        while tree.games + aside.nodes() < budget.nodes
            && tree.bytes() < budget.bytes
            && tree.nodes[0].proof.is_none()
            && !budget.stop.is_stopped()
        {
            if let Some(Some(proved)) = unless_failed(aside.go_on(tree.games, budget))? {
                self.effort = Effort { nodes: tree.games, depth: tree.depth };
                return Ok(proved);
            }
            let left = budget.nodes.saturating_sub(tree.games + aside.nodes()).max(1);
            let games = (1 + tree.games / GAMES_BEFORE_MORE).min(MOST_GAMES).min(left);
            let leaves = (1 + tree.games / GAMES_A_LEAF).min(BOARDS / games).min(left / games);
            if unless_failed(tree.grow(leaves, games))?.is_none() {
                break;
            }
        }
        self.effort = Effort { nodes: tree.games, depth: tree.depth };
        Ok(tree.ranked())
    }
}

/// What comes of a state if nobody errs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Proof {
    /// What it is worth to the first of two players.
    worth: i64,
    /// After how many plies the game is over.
    plies: u32,
}

impl Proof {
    fn of_player(self, player: Player) -> i64 {
        if player.0 == 0 { self.worth } else { -self.worth }
    }
}

/// A state of the tree.
#[derive(Clone, Debug)]
struct Node {
    to_act: Player,
    /// Where its edges begin; they are one behind the other, in the order of actions.
    first: u32,
    count: u32,
    is_expanded: bool,
    visits: u32,
    proof: Option<Proof>,
}

/// What can be done in a state.
#[derive(Clone, Debug)]
struct Edge {
    action: Action,
    child: u32,
    visits: u32,
    /// Random games behind it, and what they are worth to who acts, in sum.
    games: u64,
    sum: i64,
    proof: Option<Proof>,
    /// How the game ended with it.
    outcome: Option<Outcome>,
    /// Its place in the table of actions.
    known: u32,
}

/// What an action is worth wherever it was done.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    visits: i64,
    sum: i64,
}

/// Node and edge of each step from the root.
type Path = Vec<(u32, u32)>;

/// A state that was reached for the first time.
struct Leaf {
    path: Path,
    state: State,
}

struct Tree {
    run: Game,
    random: Random,
    packing: Packing,
    players: usize,
    most_plies: u64,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// Packed states, by node.
    words: Vec<u64>,
    table: BTreeMap<(Player, Action), u32>,
    known: Vec<Known>,
    games: u64,
    depth: u32,
    /// Node and edge of each step from the root.
    path: Vec<(u32, u32)>,
    /// What waits for games.
    pending: Vec<Leaf>,
}

impl Tree {
    fn new(run: Game, root: &State, random: Random) -> Self {
        let rules = run.rules();
        // Games from leaves of one ply and another run side by side where the rules cannot tell them.
        let live = Live { ply: Live::of(rules).ply, ..Live::everything(rules) };
        let packing = Packing::new(rules, root, live);
        let players = rules.players.len();
        let cells = root.board.grid().inner_cells().count() as u64;
        let mut tree = Self {
            run,
            random,
            packing,
            players,
            most_plies: PLIES_A_CELL * cells,
            nodes: Vec::new(),
            edges: Vec::new(),
            words: Vec::new(),
            table: BTreeMap::new(),
            known: Vec::new(),
            games: 0,
            depth: 0,
            path: Vec::new(),
            pending: Vec::new(),
        };
        tree.add(root);
        tree
    }

    fn bytes(&self) -> u64 {
        let of_nodes = self.nodes.len() * size_of::<Node>() + self.words.len() * size_of::<u64>();
        (of_nodes + self.edges.len() * size_of::<Edge>()) as u64
    }

    fn add(&mut self, state: &State) -> u32 {
        let index = self.nodes.len();
        let stride = self.packing.stride();
        self.words.resize((index + 1) * stride, 0);
        self.packing.pack(state, &mut self.words[index * stride..]);
        self.nodes.push(Node {
            to_act: state.to_act,
            first: 0,
            count: 0,
            is_expanded: false,
            visits: 0,
            proof: None,
        });
        index as u32
    }

    fn state(&self, node: u32) -> State {
        self.packing.unpack(&self.words[node as usize * self.packing.stride()..])
    }

    /// Finds what can be done in a node, and what ends the game at once.
    fn expand(&mut self, node: u32) -> Result<(), RunError> {
        let state = self.state(node);
        let mut found = Vec::new();
        match self.run.frontier(state.board.grid()) {
            Some(frontier) => {
                let mut words = vec![0; frontier.words()];
                frontier.pack(&state, &mut words);
                frontier.expand(&words, &mut |child| found.push((child.action, child.outcome)))?;
            }
            None => {
                let successors = self.run.successors(std::slice::from_ref(&state))?;
                let children = successors.into_iter().flatten();
                found.extend(children.map(|(action, after)| (action, after.outcome)));
            }
        }
        let first = self.edges.len() as u32;
        for (action, outcome) in found {
            let known = self.known_of(state.to_act, action);
            let proof = outcome
                .filter(|_| self.players == 2)
                .map(|outcome| Proof { worth: of_outcome(outcome, 2)[0], plies: 1 });
            self.edges.push(Edge {
                action,
                child: NONE,
                visits: 0,
                games: 0,
                sum: 0,
                proof,
                outcome,
                known,
            });
        }
        let count = self.edges.len() as u32 - first;
        let proof = self.proof_of(node_edges(&self.edges, first, count), state.to_act);
        let node = &mut self.nodes[node as usize];
        (node.first, node.count, node.is_expanded, node.proof) = (first, count, true, proof);
        Ok(())
    }

    fn known_of(&mut self, player: Player, action: Action) -> u32 {
        let next = self.known.len() as u32;
        let index = *self.table.entry((player, action)).or_insert(next);
        if index == next {
            self.known.push(Known::default());
        }
        index
    }

    /// What comes of a state by what is known of its actions.
    fn proof_of(&self, edges: &[Edge], actor: Player) -> Option<Proof> {
        if self.players != 2 {
            return None;
        }
        // Nobody can go on, and nothing says who won.
        if edges.is_empty() {
            return Some(Proof { worth: 0, plies: 0 });
        }
        // A win at once is the best there is, and a loss as late as possible.
        let key = |proof: &Proof| {
            let worth = proof.of_player(actor);
            let plies = i64::from(proof.plies);
            (worth, if worth < 0 { plies } else { -plies })
        };
        let best = edges.iter().filter_map(|edge| edge.proof).max_by_key(key)?;
        let is_all = edges.iter().all(|edge| edge.proof.is_some());
        (is_all || best.of_player(actor) == WIN).then_some(best)
    }

    /// So many steps down the tree, random games from each leaf, all side by side, and what came of them up again.
    fn grow(&mut self, leaves: u64, games: u64) -> Result<(), RunError> {
        for _ in 0..leaves {
            if self.nodes[0].proof.is_some() {
                break;
            }
            if let Err(error) = self.descend() {
                self.leave_pending();
                return Err(error);
            }
        }
        let played = self.play_pending(games);
        self.leave_pending();
        for (path, sums) in played? {
            self.add_games(&path, games, &sums);
        }
        Ok(())
    }

    /// Plays so many games of each leaf that waits for them; the ways to them, and what came of each in sum.
    fn play_pending(&mut self, games: u64) -> Result<Vec<(Path, Vec<i64>)>, RunError> {
        let mut played = Vec::with_capacity(self.pending.len());
        // Boards run side by side if they are of one ply, where the rules can tell plies.
        self.pending.sort_by_key(|leaf| leaf.state.ply);
        for leaves in self.pending.chunk_by(|one, other| one.state.ply == other.state.ply) {
            let states: Vec<State> = leaves.iter().map(|leaf| leaf.state.clone()).collect();
            let (games, seed) = (games * states.len() as u64, self.random.next_bits());
            let series = Series { games, seed, most_plies: self.most_plies };
            let playouts = self.run.playouts_of_each(&states, series)?;
            for (leaf, playouts) in leaves.iter().zip(&playouts) {
                played.push((leaf.path.clone(), of_playouts(playouts)));
            }
        }
        Ok(played)
    }

    /// One step down the tree, to a leaf that waits for its games, or to something that needs none.
    fn descend(&mut self) -> Result<(), RunError> {
        let mut path = take(&mut self.path);
        path.clear();
        let found = self.descend_along(&mut path);
        let found = found.map(|state| {
            if let Some(state) = state {
                self.suppose_lost(&path, true);
                self.pending.push(Leaf { path: path.clone(), state });
            }
        });
        self.path = path;
        found
    }

    /// The state of a leaf that was never reached.
    fn descend_along(&mut self, path: &mut Vec<(u32, u32)>) -> Result<Option<State>, RunError> {
        let mut node = 0;
        loop {
            if !self.nodes[node as usize].is_expanded {
                self.expand(node)?;
                if self.nodes[node as usize].proof.is_some() {
                    self.prove(path);
                    // It cost about as much as a game.
                    self.games += 1;
                    return Ok(None);
                }
            }
            let Some(edge) = self.choose(node) else {
                self.games += 1;
                return Ok(None);
            };
            path.push((node, edge));
            if let Some(outcome) = self.edges[edge as usize].outcome {
                self.add_games(path, 1, &of_outcome(outcome, self.players));
                return Ok(None);
            }
            let child = self.edges[edge as usize].child;
            if child == NONE {
                let index = edge - self.nodes[node as usize].first;
                let mut position = self.run.position(&self.state(node));
                match position.apply_nth(index as usize) {
                    Err(ApplyError::Run(error)) => return Err(error),
                    // It was listed as legal.
                    Ok(()) | Err(ApplyError::IllegalAction | ApplyError::GameOver) => {}
                }
                let state = position.state();
                self.edges[edge as usize].child = self.add(&state);
                return Ok(Some(state));
            }
            node = child;
        }
    }

    /// Forgets the leaves that wait for games.
    fn leave_pending(&mut self) {
        for leaf in take(&mut self.pending) {
            self.suppose_lost(&leaf.path, false);
        }
    }

    /// While a leaf waits for its games, the player who went there is taken to have lost, so that the next one is sought
    /// elsewhere; or this is taken back.
    fn suppose_lost(&mut self, path: &[(u32, u32)], is_new: bool) {
        for &(node, edge) in path {
            let (node, edge) = (&mut self.nodes[node as usize], &mut self.edges[edge as usize]);
            if is_new {
                (node.visits, edge.visits, edge.games) =
                    (node.visits + 1, edge.visits + 1, edge.games + 1);
                edge.sum -= WIN;
            } else {
                (node.visits, edge.visits, edge.games) =
                    (node.visits - 1, edge.visits - 1, edge.games - 1);
                edge.sum += WIN;
            }
        }
    }

    /// The edge to go on with; `None` where nothing is left open.
    fn choose(&self, node: u32) -> Option<u32> {
        let node = &self.nodes[node as usize];
        let range = node.first..node.first + node.count;
        let all = logarithm(u64::from(node.visits) + 1);
        let (games, sum) = range.clone().fold((0, 0), |(games, sum), edge| {
            let edge = &self.edges[edge as usize];
            (games + edge.games, sum + edge.sum)
        });
        let mean = sum.checked_div(games as i64).unwrap_or(0);
        let open = range.filter(|&edge| self.edges[edge as usize].proof.is_none());
        open.map(|edge| (self.promise(&self.edges[edge as usize], mean, all), edge))
            .max_by_key(|&(promise, edge)| (promise, std::cmp::Reverse(edge)))
            .map(|(_, edge)| edge)
    }

    /// How much an edge promises: what it is worth so far, and more the less it was tried.
    fn promise(&self, edge: &Edge, mean: i64, all: u64) -> i64 {
        let visits = i64::from(edge.visits);
        let known = &self.known[edge.known as usize];
        let (prior, weight) = match known.visits {
            0 => (mean, 1),
            seen => ((mean + known.sum) / (seen + 1), PRIOR_VISITS.min(seen)),
        };
        let own = edge.sum.checked_div(edge.games as i64).unwrap_or(0);
        let worth = (own * visits + prior * weight) / (visits + weight);
        let ratio = all * ONE / (u64::from(edge.visits) + 1);
        // Roots of whole numbers in floating point are the same on every machine, and found in a fraction of the time.
        worth + (EXPLORATION as f64 * (ratio as f64).sqrt()) as i64 / ONE as i64
    }

    /// Counts games on a way; what they are worth to each player, in sum.
    fn add_games(&mut self, path: &[(u32, u32)], games: u64, sums: &[i64]) {
        self.games += games;
        self.depth = self.depth.max(path.len() as u32);
        for &(node, edge) in path {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            let sum = sums[usize::from(node.to_act.0)];
            let edge = &mut self.edges[edge as usize];
            edge.visits += 1;
            edge.games += games;
            edge.sum += sum;
            let known = &mut self.known[edge.known as usize];
            known.visits += 1;
            known.sum += sum / games.max(1) as i64;
        }
    }

    /// The last node of the way is proved: so may be those before it.
    fn prove(&mut self, path: &[(u32, u32)]) {
        for &(node, edge) in path.iter().rev() {
            let child = self.edges[edge as usize].child;
            let proof = self.nodes[child as usize].proof;
            self.edges[edge as usize].proof =
                proof.map(|proof| Proof { plies: proof.plies + 1, ..proof });
            let at = &self.nodes[node as usize];
            let proof = self.proof_of(node_edges(&self.edges, at.first, at.count), at.to_act);
            if proof.is_none() {
                return;
            }
            self.nodes[node as usize].proof = proof;
        }
    }

    /// What can be done at the root, the best first.
    fn ranked(&self) -> Vec<Ranked> {
        let root = &self.nodes[0];
        let edges = node_edges(&self.edges, root.first, root.count);
        let standing = standing(edges, root.to_act);
        let mut order: Vec<usize> = (0..edges.len()).collect();
        order.sort_by_key(|&index| std::cmp::Reverse(standing(&edges[index])));
        let ranked = |index: usize| {
            let edge = &edges[index];
            let mean = edge.sum.checked_div(edge.games as i64).unwrap_or(-WIN + 1);
            Ranked {
                action: edge.action,
                value: edge.proof.map_or(mean, |proof| proof.of_player(root.to_act)),
                is_exact: edge.proof.is_some(),
                visits: edge.games,
                line: self.line(edge),
            }
        };
        order.into_iter().map(ranked).collect()
    }

    /// What is expected to follow an edge of the root, that edge first.
    fn line(&self, first: &Edge) -> Vec<Action> {
        let mut line = vec![first.action];
        let mut child = first.child;
        while child != NONE {
            let node = &self.nodes[child as usize];
            let edges = node_edges(&self.edges, node.first, node.count);
            let standing = standing(edges, node.to_act);
            let Some(best) = edges.iter().max_by_key(|edge| standing(edge)) else { break };
            if best.visits == 0 && best.proof.is_none() {
                break;
            }
            line.push(best.action);
            child = best.child;
        }
        line
    }
}

fn node_edges(edges: &[Edge], first: u32, count: u32) -> &[Edge] {
    &edges[first as usize..][..count as usize]
}

/// How the edges of a node stand to each other, the best greatest: wins that are proved, soon ones first;
/// then what was visited most, where draws that are proved come before it if it is worth less; losses last,
/// late ones before soon ones.
fn standing(edges: &[Edge], actor: Player) -> impl Fn(&Edge) -> (i64, i64) {
    let open = edges.iter().filter(|edge| edge.proof.is_none());
    let most = open.max_by_key(|edge| edge.visits);
    let is_draw_best = most.is_none_or(|edge| edge.sum < 0);
    move |edge| match edge.proof.map(|proof| (proof.of_player(actor), i64::from(proof.plies))) {
        Some((worth, plies)) if worth > 0 => (3, -plies),
        Some((worth, plies)) if worth < 0 => (0, plies),
        Some(_) if is_draw_best => (2, 0),
        Some(_) => (1, 0),
        None if is_draw_best => (1, i64::from(edge.visits)),
        None => (2, i64::from(edge.visits)),
    }
}

/// The natural logarithm in binary digits of [`ONE`], to one part in a hundred.
fn logarithm(number: u64) -> u64 {
    let whole = u64::from(number.max(1).ilog2());
    // Between two powers of two the line is close enough.
    let part = (number << 16 >> whole) - ONE;
    (whole * ONE + part) * 45_426 / ONE
}
