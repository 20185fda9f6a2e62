//! Random games, more of them where they went well: UCT, with several random games side by side at each leaf, proofs of
//! what is won, drawn and lost, and what an action is worth later in the same games (rapid action value).

use std::mem::{size_of, take};

use masume_engine::{Game, PlayedGame};
use masume_rules::action::Action;
use masume_rules::model::Player;
use masume_rules::random::Random;
use masume_rules::run_error::RunError;
use masume_rules::state::{Outcome, State};

use crate::Budget;
use crate::agent::algorithms::playout_policy::without_self_harm;
use crate::agent::algorithms::playouts::Playouts;
use crate::agent::algorithms::random::generator;
use crate::agent::endgame::prover_schedule::{InterleavedAgent, ProverSchedule};
use crate::agent::evaluation::Evaluation;
use crate::agent::evaluation::outcome_value::of_outcome;
use crate::agent::tables::action_code::{KEY_WORDS, action_key};
use crate::agent::tree_states::TreeStates;
use crate::agent::{Effort, Ranked, WIN, run_for, unless_failed};
use crate::interner::Interner;

/// The most games that are played together: so many boards run side by side.
const BOARDS: u64 = 32;
/// The most games from one leaf. To come to a leaf takes as long as several games where they are short.
const MOST_GAMES: u64 = 4;
/// Turns of random games for each turn that it takes to come to a leaf and find what can be done there.
const TURNS_A_TURN: u64 = 2;
/// Games before there is one more from each leaf: where games are long, few leaves would be reached otherwise.
const GAMES_BEFORE_MORE: u64 = 256;
/// Games before there is a leaf more at once: the fewer are known, the more the next leaf depends on each.
const GAMES_A_LEAF: u64 = 2;
/// Preference for actions that were tried little, in ten-thousandths: little, as what it is worth later in games
/// tells whether it is worth a try; if each had to be tried often, the tree would be wide and not deep.
const EXPLORATION: f64 = 200.0;
/// Games as much as which it counts at most what an action is worth later in games.
const MOST_LATER: f64 = 1_000.0;
/// Games with which a new edge begins, at most, from what its action was worth anywhere.
const FIRST_LATER: u64 = 10;
/// No node.
const NONE: u32 = u32::MAX;
/// A binary digit of a logarithm.
const ONE: u64 = 1 << 16;

/// An agent that grows a tree by random games.
#[derive(Debug)]
pub(crate) struct Uct {
    seed: u64,
    evaluation: Evaluation,
    /// The game as it is played at random, where that is another one.
    without_self_harm: Option<Game>,
    effort: Effort,
}

impl Uct {
    pub(crate) fn new(game: &Game, seed: u64, evaluation: Evaluation) -> Self {
        let without_self_harm = without_self_harm(game).map(Game::new);
        Self { seed, evaluation, without_self_harm, effort: Effort::default() }
    }
}

impl InterleavedAgent for Uct {
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
        let random = generator(game, seen, self.seed);
        let run = run_for(game, budget);
        let playouts = Playouts::new(&run, self.without_self_harm.as_ref(), &self.evaluation, seen);
        let mut tree = Tree::new(&run, playouts, seen, random);
        // What can be done is known even where there is no time for more.
        tree.expand(0)?;
        while tree.games + provers.nodes() < budget.nodes
            && tree.bytes() < budget.bytes
            && tree.nodes[0].proof.is_none()
            && !budget.stop.is_stopped()
        {
            if let Some(Some(proved)) = unless_failed(provers.go_on(tree.games, budget))? {
                self.effort = Effort { nodes: tree.games, depth: tree.depth };
                return Ok(proved);
            }
            let left = budget.nodes.saturating_sub(tree.games + provers.nodes()).max(1);
            let games = (1 + tree.games / GAMES_BEFORE_MORE).min(tree.games_a_leaf()).min(left);
            let leaves = (1 + tree.games / GAMES_A_LEAF).min(BOARDS / games).min(left / games);
            if unless_failed(tree.grow(leaves, games))?.is_none() {
                break;
            }
        }
        self.effort = Effort { nodes: tree.games, depth: tree.depth };
        Ok(tree.ranked())
    }
}

/// Outcome of a state if nobody errs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ProvenBounds {
    /// Value to the first of two players.
    worth: i64,
    /// Plies until the game is over.
    plies: u32,
}

impl ProvenBounds {
    fn of_player(self, player: Player) -> i64 {
        if player.0 == 0 { self.worth } else { -self.worth }
    }
}

/// A state of the tree.
#[derive(Clone, Debug)]
struct TreeNode {
    to_act: Player,
    /// Start of its edges; they are one behind the other, in the order of actions.
    first: u32,
    count: u32,
    is_expanded: bool,
    /// Start of its state, and of its successors, one behind the other.
    words: usize,
    children: usize,
    visits: u32,
    /// All games of it, and what they are worth to who acts.
    value: Games,
    proof: Option<ProvenBounds>,
}

/// Action of a state.
#[derive(Clone, Debug)]
struct UctEdge {
    action: Action,
    child: u32,
    visits: u32,
    /// Random games behind it, and what they are worth to who acts, in sum.
    games: u64,
    sum: i64,
    /// Random games through this node in which who acts did the action later, before anybody else.
    later: Games,
    proof: Option<ProvenBounds>,
    /// End of the game with it.
    outcome: Option<Outcome>,
    /// The number of the action.
    number: u32,
}

/// Random games, and what they are worth in sum.
#[derive(Clone, Copy, Debug, Default)]
struct Games {
    count: u64,
    sum: i64,
}

impl Games {
    fn add(&mut self, worth: i64) {
        self.add_all(1, worth);
    }

    fn add_all(&mut self, count: u64, sum: i64) {
        (self.count, self.sum) = (self.count + count, self.sum + sum);
    }

    /// Games of the same worth, as if there were so many at most.
    fn at_most(self, count: u64) -> Self {
        if self.count <= count {
            return self;
        }
        Self { count, sum: self.sum / self.count as i64 * count as i64 }
    }
}

/// Node and edge of each step from the root.
type UctPath = Vec<(u32, u32)>;

/// A state that was reached for the first time.
struct UctLeaf {
    path: UctPath,
    state: State,
    /// True if who acts there acted before.
    is_in_turn: bool,
}

struct Tree<'g> {
    run: &'g Game,
    random: Random,
    playouts: Playouts<'g>,
    states: TreeStates<'g>,
    players: usize,
    nodes: Vec<TreeNode>,
    edges: Vec<UctEdge>,
    /// Packed states.
    words: Vec<u64>,
    actions: Interner,
    /// By number of an action and player: what it is worth to the player wherever it is done.
    anywhere: Vec<Games>,
    /// By number of an action: who did it first in the game that is counted, which has a number.
    done_first: Vec<(u64, Player)>,
    counted: u64,
    /// Nodes whose edges are known.
    expanded: u64,
    /// Plies of the games that were counted.
    plies: u64,
    games: u64,
    depth: u32,
    /// Node and edge of each step from the root.
    path: Vec<(u32, u32)>,
    /// Leaves that wait for games.
    pending: Vec<UctLeaf>,
}

impl<'g> Tree<'g> {
    fn new(run: &'g Game, playouts: Playouts<'g>, root: &State, random: Random) -> Self {
        let rules = run.rules();
        let players = rules.players.len();
        let states = TreeStates::of_one_ply(run, root);
        let mut tree = Self {
            playouts,
            run,
            random,
            states,
            players,
            nodes: Vec::new(),
            edges: Vec::new(),
            words: Vec::new(),
            actions: Interner::new(KEY_WORDS),
            anywhere: Vec::new(),
            done_first: Vec::new(),
            counted: 0,
            expanded: 0,
            plies: 0,
            games: 0,
            depth: 0,
            path: Vec::new(),
            pending: Vec::new(),
        };
        tree.words.resize(tree.states.stride(), 0);
        tree.states.pack(root, &mut tree.words);
        tree.add(root.to_act, 0);
        tree
    }

    fn bytes(&self) -> u64 {
        let of_nodes =
            self.nodes.len() * size_of::<TreeNode>() + self.words.len() * size_of::<u64>();
        (of_nodes + self.edges.len() * size_of::<UctEdge>()) as u64
    }

    /// The most games from one leaf: the fewer the longer they are, and the more the more there is to do at each.
    fn games_a_leaf(&self) -> u64 {
        let plies = (self.plies / self.counted.max(1)).max(1);
        let actions = self.edges.len() as u64 / self.expanded.max(1);
        (TURNS_A_TURN * actions / plies).clamp(1, MOST_GAMES)
    }

    /// A node whose state begins at these words.
    fn add(&mut self, to_act: Player, words: usize) -> u32 {
        let index = self.nodes.len();
        self.nodes.push(TreeNode {
            to_act,
            first: 0,
            count: 0,
            is_expanded: false,
            words,
            children: 0,
            visits: 0,
            value: Games::default(),
            proof: None,
        });
        index as u32
    }

    /// Finds what can be done in a node, and what ends the game at once.
    fn expand(&mut self, node: u32) -> Result<(), RunError> {
        let (actor, from) = (self.nodes[node as usize].to_act, self.nodes[node as usize].words);
        let children = self.words.len();
        let state = self.words[from..][..self.states.stride()].to_vec();
        let (mut found, words) = (Vec::new(), &mut self.words);
        self.states.expand(self.run, &state, &mut |child| {
            found.push((child.action, child.outcome));
            words.extend_from_slice(child.words);
        })?;
        let first = self.edges.len() as u32;
        for (action, outcome) in found {
            let number = self.number_of(action);
            let anywhere = self.anywhere[self.place(number, actor)];
            let proof = outcome
                .filter(|_| self.players == 2)
                .map(|outcome| ProvenBounds { worth: of_outcome(outcome, 2)[0], plies: 1 });
            self.edges.push(UctEdge {
                action,
                child: NONE,
                visits: 0,
                games: 0,
                sum: 0,
                later: anywhere.at_most(FIRST_LATER),
                proof,
                outcome,
                number,
            });
        }
        self.expanded += 1;
        let count = self.edges.len() as u32 - first;
        let proof = self.proof_of(node_edges(&self.edges, first, count), actor);
        let node = &mut self.nodes[node as usize];
        (node.first, node.count, node.is_expanded, node.proof) = (first, count, true, proof);
        node.children = children;
        Ok(())
    }

    fn number_of(&mut self, action: Action) -> u32 {
        let number = self.actions.intern(&action_key(action)).0;
        self.anywhere.resize(self.actions.len() * self.players, Games::default());
        self.done_first.resize(self.actions.len(), (0, Player(0)));
        number
    }

    /// Index of the value of an action to a player anywhere.
    fn place(&self, number: u32, player: Player) -> usize {
        number as usize * self.players + usize::from(player.0)
    }

    /// Outcome of a state by what is known of its actions.
    fn proof_of(&self, edges: &[UctEdge], actor: Player) -> Option<ProvenBounds> {
        if self.players != 2 {
            return None;
        }
        // Nobody can go on, and nothing says who won.
        if edges.is_empty() {
            return Some(ProvenBounds { worth: 0, plies: 0 });
        }
        // A win at once is the best there is, and a loss as late as possible.
        let key = |proof: &ProvenBounds| {
            let worth = proof.of_player(actor);
            let plies = i64::from(proof.plies);
            (worth, if worth < 0 { plies } else { -plies })
        };
        let best = edges.iter().filter_map(|edge| edge.proof).max_by_key(key)?;
        let is_all = edges.iter().all(|edge| edge.proof.is_some());
        (is_all || best.of_player(actor) == WIN).then_some(best)
    }

    /// Growth by so many leaves: steps down the tree, random games from each leaf, side by side, and their results up again.
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
        for (path, played) in played? {
            let worths = self.playouts.worths(&played)?;
            let sum = |player| worths.iter().map(|worth| worth[player]).sum();
            let sums: Vec<i64> = (0..self.players).map(sum).collect();
            self.add_games(&path, games, &sums);
            if let Some(&(_, edge)) = path.last() {
                let leaf = &mut self.nodes[self.edges[edge as usize].child as usize];
                leaf.value.add_all(games, sums[usize::from(leaf.to_act.0)]);
            }
            for (game, worth) in played.iter().zip(&worths) {
                self.add_later(&path, game, worth);
            }
        }
        Ok(())
    }

    /// Plays so many games of each leaf that waits for them; the ways to them, and the games of each.
    fn play_pending(&mut self, games: u64) -> Result<Vec<(UctPath, Vec<PlayedGame>)>, RunError> {
        let mut played = Vec::with_capacity(self.pending.len());
        // Boards run side by side if they are of one ply, where the rules can tell plies; and turns end alike.
        let kind = |leaf: &UctLeaf| (leaf.state.ply, leaf.is_in_turn);
        self.pending.sort_by_key(kind);
        for leaves in self.pending.chunk_by(|one, other| kind(one) == kind(other)) {
            let states: Vec<State> = leaves.iter().map(|leaf| leaf.state.clone()).collect();
            let (games, seed) = (games * states.len() as u64, self.random.next_bits());
            let is_in_turn = leaves.first().is_some_and(|leaf| leaf.is_in_turn);
            let games = self.playouts.play(&states, is_in_turn, games, seed)?;
            let of_leaf = |leaf: &UctLeaf| (leaf.path.clone(), Vec::new());
            let begin = played.len();
            played.extend(leaves.iter().map(of_leaf));
            for (number, game) in games.into_iter().enumerate() {
                played[begin + number % leaves.len()].1.push(game);
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
                let before = path.last().map(|&(node, _)| self.nodes[node as usize].to_act);
                let is_in_turn = before == Some(state.to_act);
                self.pending.push(UctLeaf { path: path.clone(), state, is_in_turn });
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
                let parent = &self.nodes[node as usize];
                let index = (edge - parent.first) as usize;
                let words = parent.children + index * self.states.stride();
                let state = self.states.unpack(&self.words[words..]);
                self.edges[edge as usize].child = self.add(state.to_act, words);
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
        let edges = node_edges(&self.edges, node.first, node.count);
        let Games { count, sum } = node.value;
        let mean = sum.checked_div(count as i64).unwrap_or(0) as f64;
        let all = logarithm(u64::from(node.visits) + 1) as f64 / ONE as f64;
        let mut best = None;
        for (edge, index) in edges.iter().zip(node.first..) {
            if edge.proof.is_none() {
                let promise = promise(edge, mean, all);
                // Among equals the first.
                if best.is_none_or(|(most, _)| promise > most) {
                    best = Some((promise, index));
                }
            }
        }
        best.map(|(_, index)| index)
    }

    /// Counts games on a way; what they are worth to each player, in sum.
    fn add_games(&mut self, path: &[(u32, u32)], games: u64, sums: &[i64]) {
        self.games += games;
        self.depth = self.depth.max(path.len() as u32);
        for &(node, edge) in path {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            let sum = sums[usize::from(node.to_act.0)];
            node.value.add_all(games, sum);
            let edge = &mut self.edges[edge as usize];
            edge.visits += 1;
            edge.games += games;
            edge.sum += sum;
        }
    }

    /// Counts what was done later in a random game from the end of a way: it may be worth as much sooner.
    fn add_later(&mut self, path: &[(u32, u32)], game: &PlayedGame, worth: &[i64]) {
        self.counted += 1;
        self.plies += game.actions.len() as u64;
        // From the end on, so that who was first stands there at last.
        for &(player, action) in game.actions.iter().rev() {
            if let Some(number) = self.actions.find(&action_key(action)) {
                self.done_first[number as usize] = (self.counted, player);
                let place = self.place(number, player);
                self.anywhere[place].add(worth[usize::from(player.0)]);
            }
        }
        for &(node, edge) in path.iter().rev() {
            let node = &self.nodes[node as usize];
            let (player, own) = (node.to_act, worth[usize::from(node.to_act.0)]);
            let number = self.edges[edge as usize].number;
            self.done_first[number as usize] = (self.counted, player);
            let place = self.place(number, player);
            self.anywhere[place].add(own);
            for edge in &mut self.edges[node.first as usize..][..node.count as usize] {
                if self.done_first[edge.number as usize] == (self.counted, player) {
                    edge.later.add(own);
                }
            }
        }
    }

    /// The last node of the way is proved: so may be those before it.
    fn prove(&mut self, path: &[(u32, u32)]) {
        for &(node, edge) in path.iter().rev() {
            let child = self.edges[edge as usize].child;
            let proof = self.nodes[child as usize].proof;
            self.edges[edge as usize].proof =
                proof.map(|proof| ProvenBounds { plies: proof.plies + 1, ..proof });
            let at = &self.nodes[node as usize];
            let proof = self.proof_of(node_edges(&self.edges, at.first, at.count), at.to_act);
            if proof.is_none() {
                return;
            }
            self.nodes[node as usize].proof = proof;
        }
    }

    /// Actions of the root, the best first.
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
                variation: self.variation(edge),
            }
        };
        order.into_iter().map(ranked).collect()
    }

    /// Principal variation of an edge of the root, that edge first.
    fn variation(&self, first: &UctEdge) -> Vec<Action> {
        let mut variation = vec![first.action];
        let mut child = first.child;
        while child != NONE {
            let node = &self.nodes[child as usize];
            let edges = node_edges(&self.edges, node.first, node.count);
            let standing = standing(edges, node.to_act);
            let Some(best) = edges.iter().max_by_key(|edge| standing(edge)) else { break };
            if best.visits == 0 && best.proof.is_none() {
                break;
            }
            variation.push(best.action);
            child = best.child;
        }
        variation
    }
}

/// Promise of an edge: its value so far, and more the less it was tried. Whole numbers that a double holds exactly,
/// and their sums, products, quotients and roots, are the same on every machine.
fn promise(edge: &UctEdge, mean: f64, all: f64) -> f64 {
    // Few games say little, and many say something else than was asked.
    let share = MOST_LATER / (edge.later.count as f64 + MOST_LATER);
    let sum = edge.sum as f64 + edge.later.sum as f64 * share + mean;
    let worth = sum / (edge.games as f64 + edge.later.count as f64 * share + 1.0);
    worth + EXPLORATION * (all / (f64::from(edge.visits) + 1.0)).sqrt()
}

fn node_edges(edges: &[UctEdge], first: u32, count: u32) -> &[UctEdge] {
    &edges[first as usize..][..count as usize]
}

/// Order of the edges of a node, the best greatest: wins that are proved, soon ones first; then what was visited
/// most, where draws that are proved come before it if it is worth less; losses last, late ones before soon ones.
fn standing(edges: &[UctEdge], actor: Player) -> impl Fn(&UctEdge) -> (i64, i64) {
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

#[cfg(test)]
mod tests {
    use masume_engine::{Setup, shipped_games};

    use super::*;

    fn shipped(name: &str) -> (Game, State) {
        let shipped = shipped_games().iter().find(|it| it.name == name).expect("it is shipped");
        let game = Game::load(shipped.text).game.expect("shipped games are sound");
        let start = game.start(&Setup::default()).expect("a board");
        (game, start)
    }

    #[test]
    fn what_is_done_later_counts_for_who_does_it_first() {
        let (game, start) = shipped("tic-tac-toe");
        let evaluation = Evaluation::of(game.rules(), start.board.grid());
        let playouts = Playouts::new(&game, None, &evaluation, &start);
        let mut tree = Tree::new(&game, playouts, &start, Random::new(1));
        tree.expand(0).expect("it runs");
        let actions: Vec<Action> = tree.edges.iter().map(|edge| edge.action).collect();
        let (one, other) = (Player(0), Player(1));
        let done = [(other, 3), (one, 5), (other, 5), (one, 3), (one, 7)];
        let played = PlayedGame {
            actions: done.map(|(player, index)| (player, actions[index])).to_vec(),
            ..PlayedGame::default()
        };
        tree.add_later(&[(0, 2)], &played, &[WIN, -WIN]);
        let later: Vec<u64> = tree.edges.iter().map(|edge| edge.later.count).collect();
        // What was done at once counts as well; what the other did before does not.
        assert_eq!(later, [0, 0, 1, 0, 0, 1, 0, 1, 0]);
        assert!(tree.edges.iter().all(|edge| edge.later.sum == WIN * edge.later.count as i64));
    }
}
