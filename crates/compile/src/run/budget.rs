//! What rules cost on one board, worked out once. What it means is said in `rules::work`.

use masume_board::Grid;
use masume_rules::model::{FUEL, Rules, WORK, WORK_OF_CHOICES};
use masume_rules::run_error::Span;
use masume_rules::work::{Prices, has_loops};

/// What is paid when a block begins, and who is blamed where that is too much.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Price {
    pub(crate) work: u64,
    pub(crate) dearest: Span,
}

/// What the rules cost on boards of one shape.
#[derive(Debug)]
pub(crate) struct Budget {
    /// Indexed by action: what rounds of loops in its body may cost; `None` where the action costs
    /// too much to be asked about.
    pub(crate) rounds: Vec<Option<u64>>,
    /// Indexed by action: who is blamed there.
    pub(crate) blamed: Vec<Span>,
    pub(crate) start: Price,
    pub(crate) then: Price,
    pub(crate) ends: Price,
    /// The points of one player.
    pub(crate) points: u64,
    /// Whether nothing can ever be too much in a turn that wins no stage.
    pub(crate) suffices: bool,
}

impl Budget {
    pub(crate) fn new(rules: &Rules, grid: &Grid) -> Self {
        let prices = Prices::new(rules, grid);
        let rounds: Vec<_> =
            (0..rules.actions.len() as u8).map(|index| prices.rounds(index)).collect();
        let blame = |(index, it): (u8, &Option<u64>)| match it {
            Some(_) => Span::default(),
            None => prices.dearest_of_action(index),
        };
        let blamed = (0u8..).zip(&rounds).map(blame).collect();
        let start = Price { work: prices.start(), dearest: prices.dearest(&rules.start, None) };
        let then = Price { work: prices.then(), dearest: prices.dearest_of_then() };
        let ends = Price { work: prices.ends(), dearest: prices.dearest_of_ends() };
        // No more rounds than there is fuel, each at most at the price of the whole block.
        let with_loops = |block, price: u64, body| {
            if has_loops(block) {
                prices.round(block, body).saturating_mul(FUEL.into())
            } else {
                price
            }
        };
        let bodies = (0u8..).zip(&rules.actions).zip(&rounds);
        let mut bodies = bodies.map(|((index, info), rounds)| {
            rounds.is_some_and(|rounds| with_loops(&info.body, 0, Some(index)) <= rounds)
        });
        let turn = with_loops(&rules.then, then.work, None).saturating_add(then.work);
        let suffices = bodies.all(|suffices| suffices)
            && turn <= WORK
            && ends.work <= WORK_OF_CHOICES
            && prices.points() <= WORK;
        let points = prices.points();
        Self { rounds, blamed, start, then, ends, points, suffices }
    }

    /// Whether every action can be asked about.
    pub(crate) fn may_ask_all(&self) -> bool {
        self.rounds.iter().all(Option::is_some)
    }
}
