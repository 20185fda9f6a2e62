//! Prefilters: what rules out bodies that cannot do anything, before choices are tried by brute force.
//!
//! Nothing here decides what is legal: it only rules out. The patterns match wherever their rules
//! do, and maybe elsewhere, for they know no letters.

use masume_program::Prefilter;
use masume_rules::facts::deciding_rules;
use masume_rules::model::{ActionInfo, ParamKind, Rule};

use super::Lowering;
use super::rule::written_positions;

impl Lowering<'_> {
    /// The patterns of which one must match where the body does anything; `None` where that cannot
    /// be told from patterns before everything is chosen.
    pub(super) fn prefilter(&mut self, info: &ActionInfo) -> Option<Vec<Prefilter>> {
        // Directions are few: what a body costs is no more than asking first.
        let is_worth_it = info.params.iter().any(|it| !matches!(it, ParamKind::Direction(_)));
        if !is_worth_it || !self.options.decided {
            return None;
        }
        let rules = deciding_rules(&info.body)?;
        rules.into_iter().map(|rule| self.prefilter_of(rule, info.params.len())).collect()
    }

    fn prefilter_of(&mut self, rule: &Rule, params: usize) -> Option<Prefilter> {
        // An error is left to the run to find.
        let pattern =
            self.within(rule, |this| this.pattern(&rule.pattern, &written_positions(rule)));
        let (nfa, _) = pattern.ok()?;
        // Where the whole choice must be known, running the body is no dearer.
        let knows =
            |slots: &usize| !nfa.places.iter().any(|place| self.depends_after(place.test, *slots));
        let known = (0..params).find(knows)?;
        let (dirs, nfa) = (self.dirs(&rule.ways), self.add_nfa(nfa).ok()?);
        Some(Prefilter { nfa, dirs, from: rule.from, to: rule.to, known })
    }
}
