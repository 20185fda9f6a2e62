//! What asking who may act costs.

use super::tame::{is_tame, is_tame_pattern};
use super::walk::{Asks, Bound};
use super::{Prices, TOO_DEAR, direction_count, has_loops, sum};
use masume_syntax::Span;

use crate::deciding::deciding_rules;
use crate::frame::{MOST_ASKED, action_bit};
use crate::mention::{condition_has_argument as has_argument, pattern_has_letter};
use crate::model::{
    ActionInfo, FUEL, ParamKind, ParamSlot, Rule, Strategy, WORK, WORK_OF_CHOICES, Ways, Write,
};

/// Beginning to try a choice that is not ruled out beforehand.
const BEGINNING: u64 = 8;

/// The most choices that somebody may have to keep who runs the body for each: half a gigabyte.
const MOST_COLLECTED: u64 = 1 << 24;

/// What rounds of loops may cost in all choices of an action together. They are paid when they run:
/// loops mostly end long before they must.
const WORK_OF_ROUNDS: u64 = 8 * WORK_OF_CHOICES;

/// A question pays beforehand for one in so many rounds that might run: who asks about several
/// actions with loops must be able to pay for all of them.
const ROUNDS_PAID: u64 = 64;

/// The most questions, told apart by what is being asked already, that are priced: those of ten
/// actions that all ask about each other. A game with more is asked nothing, whoever asks first.
const MOST_KNOWN: usize = 4_000;

impl Prices<'_> {
    /// What rounds of loops may cost in the body of an action: what is left, when the body has begun,
    /// of an equal share for each choice. `None` where all choices cost too much if no loop runs
    /// twice: then the action cannot be asked about, nor done.
    pub fn rounds(&self, index: u8) -> Option<u64> {
        if let Some(&known) = self.rounds.borrow().get(&index) {
            return known;
        }
        let rounds = self.rules.actions.get(usize::from(index)).and_then(|info| {
            let asked = action_bit(index);
            let (choices, choice) = (self.choices(info), self.choice(info, asked));
            let is_time = self.general(info, asked) <= WORK_OF_CHOICES
                && choices.price(choice) <= WORK_OF_CHOICES;
            choices.share().checked_sub(choice).filter(|_| is_time)
        });
        self.rounds.borrow_mut().insert(index, rounds);
        rounds
    }

    /// What is blamed where an action cannot be asked about: the dearest statement of its body, the
    /// condition where that is dearer, and the heading where the choices alone are too many.
    pub fn dearest_of_action(&self, index: u8) -> Span {
        let Some(info) = self.rules.actions.get(usize::from(index)) else { return Span::default() };
        let asked = action_bit(index);
        if info.body.is_empty() && info.when.is_none()
            || self.choices(info).price(self.copy()) > WORK_OF_CHOICES
        {
            return info.span;
        }
        let body = self.sum(&info.body, asked);
        match &info.when {
            Some(when) if self.condition(&when.value, asked) > body => when.span,
            Some(_) | None => self.dearest(&info.body, Some(index)),
        }
    }

    /// What it costs to find all choices of an action.
    pub fn all_choices(&self, index: u8) -> u64 {
        self.asking(index, 0)
    }

    /// Whether every action can be asked about.
    pub fn may_ask_all(&self) -> bool {
        (0..self.rules.actions.len() as u8).all(|index| self.rounds(index).is_some())
    }

    /// What the condition of the action costs if it is asked once for all choices.
    fn general(&self, info: &ActionInfo, asked: u64) -> u64 {
        match &info.when {
            Some(when) if !has_argument(&when.value) => self.condition(&when.value, asked),
            Some(_) | None => 0,
        }
    }

    /// What a choice costs: the condition if it is asked for each, a copy of the state, the body.
    fn choice(&self, info: &ActionInfo, asked: u64) -> u64 {
        let when = match &info.when {
            Some(when) if has_argument(&when.value) => self.condition(&when.value, asked),
            Some(_) | None => 0,
        };
        sum([when, self.copy(), self.sum(&info.body, asked)])
    }

    /// What a condition pays that asks whether there is any action.
    pub(super) fn asking_any(&self, asked: u64) -> u64 {
        let all = 0..self.rules.actions.len() as u8;
        all.map(|index| self.asking(index, asked)).fold(1, u64::saturating_add)
    }

    /// What a condition pays that asks whether there is any choice of this action.
    pub(super) fn asking(&self, index: u8, asked: u64) -> u64 {
        let Some(info) = self.rules.actions.get(usize::from(index)) else { return 1 };
        let bit = action_bit(index);
        // Who is asked already is left out, and nobody asks deeper than this.
        if asked & bit != 0 || asked.count_ones() >= MOST_ASKED {
            return 1;
        }
        if !self.has_asked.replace(true) {
            // Every question that there can be, so that whether they are too many does not depend on
            // which one came first.
            self.asking_any(0);
        }
        if self.are_too_many.get() || bit == 0 {
            return TOO_DEAR;
        }
        let key = (index, asked);
        if let Some(&known) = self.known.borrow().get(&key) {
            return known;
        }
        if self.known.borrow().len() >= MOST_KNOWN {
            self.are_too_many.set(true);
            return TOO_DEAR;
        }
        let choices = self.choices(info);
        let choice = self.choice(info, asked | bit);
        let price = sum([
            choices.price(choice),
            if has_loops(&info.body) { choices.rounds(choice) } else { 0 },
            self.general(info, asked | bit),
        ]);
        self.known.borrow_mut().insert(key, price);
        price
    }

    /// How many choices of the action are tried at most, and what going through all costs.
    fn choices(&self, info: &ActionInfo) -> Choices {
        let is_alike = !info.when.as_ref().is_some_and(|it| has_argument(&it.value));
        let rules = deciding_rules(&info.body).filter(|_| is_alike);
        let (mut tried, mut listed, mut is_plain) = (1u64, 1u64, true);
        for (slot, param) in info.params.iter().enumerate() {
            let all = match param {
                ParamKind::Direction(ways) => direction_count(ways),
                ParamKind::Cell => self.inner,
                ParamKind::Column => self.width,
                ParamKind::Row => self.height,
            };
            listed = listed.saturating_mul(all);
            let told = rules.as_ref().filter(|_| *param == ParamKind::Cell);
            let told = told.and_then(|rules| self.ends_of(rules, slot));
            tried = tried.saturating_mul(told.map_or(all, |it| it.clamp(1, all)));
            is_plain &= rules.iter().flatten().all(|rule| is_tame(rule, 0));
        }
        if info.unordered {
            (tried, listed) = (tried.div_ceil(2), listed.div_ceil(2));
        }
        let tried = tried.max(1);
        // Who cannot tell from the rules alone what is worth trying begins with all choices.
        let collected = if is_plain { tried } else { listed };
        if collected > MOST_COLLECTED {
            return Choices { tried, listing: TOO_DEAR, is_decided: false };
        }
        let decided = rules.as_ref().filter(|rules| {
            let shows = |rule: &&Rule| shows_choice(rule, &info.params);
            self.shares && info.body.len() == 1 && rules.iter().all(shows)
        });
        if let Some(price) = decided.and_then(|rules| self.deciding_walks(rules)) {
            return Choices { tried, listing: price.saturating_add(tried), is_decided: true };
        }
        let listing = if tried == listed {
            0
        } else if is_plain {
            listed
        } else {
            listed.saturating_mul(BEGINNING)
        };
        Choices { tried, listing, is_decided: false }
    }

    /// What following all deciding rules costs, from wherever they can begin, where their matches are
    /// the same whatever is chosen, and are all there is to know.
    fn deciding_walks(&self, rules: &[&Rule]) -> Option<u64> {
        let walks = rules.iter().map(|rule| {
            let is_told = is_tame_pattern(&rule.pattern, 0)
                && matches!(rule.ways, Ways::None | Ways::Fixed(_) | Ways::Chosen(_))
                && puts_the_same(rule);
            let directions = match rule.ways {
                Ways::Chosen(_) => 8,
                Ways::None | Ways::Fixed(_) | Ways::Against(_) | Ways::Union(_) => {
                    direction_count(&rule.ways)
                }
            };
            let starts = self.cells.saturating_mul(directions);
            is_told.then(|| self.walks(rule, starts, 0).1)
        });
        walks.into_iter().try_fold(0u64, |all, one| Some(all.saturating_add(one?)))
    }

    /// At how many cells a walk ends that begins in the slots before this one, where all the deciding
    /// rules say so.
    fn ends_of(&self, rules: &[&Rule], slot: usize) -> Option<u64> {
        let ends = |rule: &&Rule| {
            let is_end = rule.to.is_some_and(|to| usize::from(to.0) == slot)
                && rule.from.is_some_and(|from| usize::from(from.0) < slot)
                && is_tame(rule, slot);
            let walk = || self.walk(&rule.pattern, &rule.ways, 0, Bound::default(), Asks::Itself);
            is_end.then(|| walk().ends.saturating_mul(direction_count(&rule.ways)))
        };
        let ends = rules.iter().map(ends);
        ends.into_iter().try_fold(0u64, |all, one| Some(all.saturating_add(one?)))
    }
}

/// Whether what is chosen shows in the matches of the rule: every cell is the first or the last of one,
/// every direction the way that it takes.
fn shows_choice(rule: &Rule, params: &[ParamKind]) -> bool {
    let is_shown = |(slot, param): (usize, &ParamKind)| {
        let is_it = |it: ParamSlot| usize::from(it.0) == slot;
        match param {
            ParamKind::Cell => rule.from.is_some_and(is_it) || rule.to.is_some_and(is_it),
            ParamKind::Direction(_) => matches!(rule.ways, Ways::Chosen(it) if is_it(it)),
            ParamKind::Column | ParamKind::Row => false,
        }
    };
    // Where a walk can end that turns, or that must know how it began, is asked for each end.
    let is_anchored =
        rule.from.is_some() || rule.pattern.is_line() && !pattern_has_letter(&rule.pattern);
    is_anchored && params.iter().enumerate().all(is_shown)
}

/// Whether every match of the rule does the same, whatever chance says and numbers are.
fn puts_the_same(rule: &Rule) -> bool {
    let is_number = |it: &Write| matches!(it, Write::Number(..));
    rule.strategy == Strategy::All
        && rule.effects.is_empty()
        && rule.alternatives.len() == 1
        && rule.alternatives.iter().all(|it| it.chance.is_none())
        && !rule.alternatives.iter().flat_map(|it| &it.writes).flatten().any(is_number)
}

/// What can be chosen.
struct Choices {
    /// Choices for which the body is run at most; at least 1.
    tried: u64,
    /// What finding those among all choices costs.
    listing: u64,
    /// Whether the body is nothing but what finding them tells.
    is_decided: bool,
}

impl Choices {
    /// What asking about all of them costs, if one costs so much and no loop runs twice.
    fn price(&self, choice: u64) -> u64 {
        let tried = if self.is_decided { 0 } else { choice.saturating_mul(self.tried) };
        tried.saturating_add(self.listing)
    }

    /// What the body may cost for each that is tried, with all rounds of its loops.
    fn share(&self) -> u64 {
        if self.is_decided { WORK } else { (WORK_OF_ROUNDS / self.tried).min(WORK) }
    }

    /// What a question is to pay for rounds that may run.
    fn rounds(&self, choice: u64) -> u64 {
        let all = choice.saturating_mul(FUEL.into()).min(self.share());
        all.saturating_mul(self.tried) / ROUNDS_PAID
    }
}
