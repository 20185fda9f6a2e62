//! Cuts within a rule.

use crate::tree::{Node, Quantifier, RuleTree};

use super::cutter::Cutter;

pub(super) fn cut_rule(cutter: &mut Cutter, rule: &mut RuleTree) -> bool {
    cut_alternatives(cutter, rule)
        || cutter.list(&mut rule.effects, 0, Cutter::term)
        || cutter.option(&mut rule.strategy, Cutter::term)
        || cutter.each(&mut rule.prefix, 0)
        || cut_ways(cutter, rule)
        || cut_nodes(cutter, &mut rule.nodes)
        || cutter.within(&mut rule.chances, |cutter, chance| cutter.option(chance, Cutter::term))
}

/// Leaves out a replacement, at every position.
fn cut_alternatives(cutter: &mut Cutter, rule: &mut RuleTree) -> bool {
    for index in 0..rule.chances.len() {
        if rule.chances.len() > 1 && cutter.is_here() {
            rule.chances.remove(index);
            if let [only] = &mut rule.chances[..] {
                *only = None;
            }
            forget(&mut rule.nodes, index);
            return true;
        }
    }
    false
}

fn forget(nodes: &mut [Node], index: usize) {
    for node in nodes {
        match node {
            Node::Cell { puts, .. } => {
                puts.remove(index);
            }
            Node::Group { branches, .. } => {
                branches.iter_mut().for_each(|branch| forget(branch, index));
            }
            Node::Word(_) => {}
        }
    }
}

/// One direction in the place of several.
fn cut_ways(cutter: &mut Cutter, rule: &mut RuleTree) -> bool {
    for part in &mut rule.prefix {
        let is_way = !part.starts_with("from") && !part.starts_with("to ");
        if is_way && part != "right" && cutter.is_here() {
            *part = "right".to_owned();
            return true;
        }
    }
    false
}

fn cut_nodes(cutter: &mut Cutter, nodes: &mut Vec<Node>) -> bool {
    if cutter.each(nodes, 1) {
        return true;
    }
    for index in 0..nodes.len() {
        let Node::Group { branches, .. } = &nodes[index] else { continue };
        for branch in branches.clone() {
            if cutter.is_here() {
                nodes.splice(index..=index, branch);
                return true;
            }
        }
    }
    cutter.within(nodes, |cutter, node| match node {
        Node::Cell { test, puts, times } => {
            let mut in_puts = |cutter: &mut Cutter| {
                cutter.within(puts, |cutter, put| match put {
                    crate::tree::Put::Of(put) => cutter.term(put),
                    crate::tree::Put::Rest => false,
                })
            };
            cut_times(cutter, times) || cutter.term(test) || in_puts(cutter)
        }
        Node::Group { branches, times } => {
            cutter.each(branches, 1)
                || cut_times(cutter, times)
                || cutter.within(branches, cut_nodes)
        }
        Node::Word(_) => false,
    })
}

fn cut_times(cutter: &mut Cutter, times: &mut Quantifier) -> bool {
    if *times != Quantifier::Once && cutter.is_here() {
        *times = Quantifier::Once;
        return true;
    }
    false
}
