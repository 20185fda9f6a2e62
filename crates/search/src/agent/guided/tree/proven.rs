//! Ends that are proven: what a state comes to where nobody errs, as the tree below it shows (MCTS-Solver; Winands, Björnsson
//! and Saito, 2008, here for any number of players, and for points).
//!
//! A node in which the game is over is proven. Another one is where an action wins for who acts there, or where all actions are
//! proven: it comes to the best of them. Chance proves nothing, as not all that it may do is known.

use masume_rules::action::Action;
use masume_rules::model::Player;

use super::super::{result_to, results};
use super::{GuidedEdge, GuidedTree, NONE, Node};

/// The greatest result of a player, and the least: no other can be better, or worse.
const WIN: f64 = 1.0;
const LOSS: f64 = -1.0;

impl GuidedTree {
    /// Values of a proven node to every player.
    pub(super) fn proven_values(&self, node: &Node) -> Vec<f64> {
        if self.nature.is_for_points {
            return vec![node.total as f64];
        }
        results(node.outcome, self.nature.players)
    }

    /// Value of a proven node to a player.
    pub(super) fn proven_value(&self, node: &Node, player: Player) -> f64 {
        if self.nature.is_for_points {
            return node.total as f64;
        }
        result_to(node.outcome, player, self.nature.players)
    }

    /// Value of an edge to a player, if it is proven.
    fn proven_edge(&self, edge: &GuidedEdge, player: Player) -> Option<f64> {
        edge.outcome?;
        if !self.nature.is_for_points {
            return Some(result_to(edge.outcome, player, self.nature.players));
        }
        // The points of an end are counted when it is visited.
        (edge.child != NONE).then(|| self.nodes[edge.child as usize].total as f64)
    }

    /// Finds what a node comes to by what its edges do, if that is proven.
    pub(super) fn prove(&mut self, node: u32) {
        let at = &self.nodes[node as usize];
        let (mut best, mut is_alike) = (None::<(f64, &GuidedEdge)>, true);
        let mut is_open = false;
        for edge in self.edges_of(node) {
            let Some(value) = self.proven_edge(edge, at.to_act) else {
                is_open = true;
                continue;
            };
            match best {
                Some((most, other)) if value <= most => {
                    is_alike &= value < most || edge.outcome == other.outcome;
                }
                Some(_) | None => (best, is_alike) = (Some((value, edge)), true),
            }
        }
        let Some((value, edge)) = best else { return };
        let is_won = !self.nature.is_for_points && value >= WIN;
        // Of several actions that are as good to who acts, others may prefer one.
        let is_settled = !is_open && (is_alike || self.nature.players <= 2);
        if at.outcome.is_none() && (is_won || is_settled) {
            let (outcome, total) = (edge.outcome, value as i64);
            let at = &mut self.nodes[node as usize];
            (at.outcome, at.total) = (outcome, total);
        }
    }

    /// True if an edge of this node may be the best: of a proven node it comes to what the node does, of another it is not
    /// proven to be lost.
    pub(super) fn may_be_best(&self, at: &Node, edge: &GuidedEdge) -> bool {
        match (at.outcome, edge.outcome) {
            (None, None) => true,
            (None, Some(_)) if self.nature.is_for_points => true,
            (None, Some(_)) => result_to(edge.outcome, at.to_act, self.nature.players) > LOSS,
            (Some(_), _) => {
                self.proven_edge(edge, at.to_act) == Some(self.proven_value(at, at.to_act))
            }
        }
    }

    /// Actions of the root that may be the best, each with its prior and how often it was tried. What others were tried counts
    /// for the first of those that were tried most: that they are no good is known by now.
    pub(super) fn sound_edges(&self) -> Vec<(Action, f32, u32)> {
        let Some(root) = self.nodes.first() else { return Vec::new() };
        let told = |edge: &GuidedEdge| (edge.action, edge.prior, edge.visits);
        let (sound, others): (Vec<&GuidedEdge>, Vec<&GuidedEdge>) =
            self.edges_of(0).iter().partition(|edge| self.may_be_best(root, edge));
        let mut found: Vec<_> = sound.into_iter().map(told).collect();
        let mut most = 0;
        for place in 1..found.len() {
            if (found[place].2, found[place].1) > (found[most].2, found[most].1) {
                most = place;
            }
        }
        match found.get_mut(most) {
            Some(most) => most.2 += others.iter().map(|edge| edge.visits).sum::<u32>(),
            // All are lost, to one opponent or another.
            None => found = others.into_iter().map(told).collect(),
        }
        found
    }
}
