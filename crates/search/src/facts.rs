//! Nature of a game as its rules show it, as far as searches use it: for those who write games, and for those who
//! wonder why a game is searched as it is.
//!
//! Each fact is found where the search that needs it finds it; here it is told, with what it is about or what
//! is in its way. A fact that does not hold costs a search its speed, never its truth.

use masume_engine::Game;
use masume_rules::model::{Content, LayerInfo, LayerKind};
use masume_rules::state::State;

use crate::canonical_key::symmetries;
use crate::meter::{Exhausted, Meter};
use crate::operators::{MonotoneCounts, Operators, Refused, unique_pieces};
use crate::pattern_database::SlidingPuzzle;
use crate::proof::Removal;
use crate::push::{Model, MoverDistances, Side, StubbornSet, is_relaxed};
use crate::{Budget, Relevance, linear};

/// A fact that may hold of a game on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactKind {
    /// Something is never read, and is no part of a position.
    Live,
    /// Layers that nothing writes.
    Fixed,
    /// No chance has a part in play.
    Certain,
    /// The board can be laid on itself so that the game goes on alike.
    Symmetry,
    /// Rules of fixed length: each place of each is an operator.
    Operators,
    /// Contents of which there is always exactly one.
    Single,
    /// Every action makes something more, or less.
    Progress,
    /// A sum modulo 2 that no action changes.
    Invariant,
    /// Actions that exchange contents, in any order.
    Commute,
    /// A piece that all actions go from.
    Walker,
    /// The walker's steps can be taken back.
    Region,
    /// Things that are moved one at a time, and last.
    Movers,
    /// More things in the way never help.
    Relaxed,
    /// Pieces that can never be moved again are lost where they are not wanted.
    Frozen,
    /// Parts that are closed off must be opened by what closes them.
    Enclosed,
    /// Things slide into the one place that is empty.
    Slides,
    /// Equal things are taken in pairs, and nothing else moves.
    Pairs,
}

impl FactKind {
    /// All of them, in the order in which they are told.
    pub const ALL: [Self; 17] = [
        Self::Live,
        Self::Fixed,
        Self::Certain,
        Self::Symmetry,
        Self::Operators,
        Self::Single,
        Self::Progress,
        Self::Invariant,
        Self::Commute,
        Self::Walker,
        Self::Region,
        Self::Movers,
        Self::Relaxed,
        Self::Frozen,
        Self::Enclosed,
        Self::Slides,
        Self::Pairs,
    ];

    /// A word for it.
    ///
    /// ```
    /// use masume_search::FactKind;
    ///
    /// assert_eq!(FactKind::Operators.word(), "operators");
    /// ```
    pub fn word(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Fixed => "fixed",
            Self::Certain => "certain",
            Self::Symmetry => "symmetry",
            Self::Operators => "operators",
            Self::Single => "single",
            Self::Progress => "progress",
            Self::Invariant => "invariant",
            Self::Commute => "commute",
            Self::Walker => "walker",
            Self::Region => "region",
            Self::Movers => "movers",
            Self::Relaxed => "relaxed",
            Self::Frozen => "frozen",
            Self::Enclosed => "enclosed",
            Self::Slides => "slides",
            Self::Pairs => "pairs",
        }
    }
}

/// Subject of a fact that holds, or what is in its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// These names are not read.
    NotRead,
    /// Everything is read.
    AllRead,
    /// These layers are never written.
    NotWritten,
    /// Every layer is written.
    AllWritten,
    /// Nothing draws.
    NoDraw,
    /// Something draws.
    Draws,
    /// There are so many operators.
    Operators,
    /// A layer has more contents than are told from each other.
    ManyContents,
    /// A rule has no fixed length.
    NoFixedLength,
    /// A rule, condition or number is about more than what lies on places.
    MoreThanPlaces,
    /// There would be too many operators.
    TooMany,
    /// Finding it out was stopped.
    Stopped,
    /// Finding it out takes more memory than there is for it.
    NeedsMemory,
    /// Finding it out takes more work than there is for it.
    NeedsWork,
    /// The rules are no operators.
    NoOperators,
    /// There is always exactly one of these.
    OneOfEach,
    /// Of each content there may be none or several.
    NoneSingle,
    /// Every action leaves fewer of these.
    Fewer,
    /// Every action leaves more of these.
    More,
    /// Some action changes no number of things, or one up and one down.
    NoDirection,
    /// In so many ways besides as it lies.
    Images,
    /// The rules tell directions, rows or orders from each other, or the board does not have the shape.
    NoImage,
    /// So many sums stay.
    SumStays,
    /// No sum of what lies where stays.
    NoSumStays,
    /// So many actions exchange what lies on places.
    Exchanges,
    /// Some action depends on more than what it exchanges.
    Depends,
    /// This piece is where actions go from.
    WalkerIs,
    /// No piece is always one, and where every action goes from.
    NoWalker,
    /// No walker was found.
    NeedsWalker,
    /// Steps that can be taken back: from the cell that a step leads to, a step leads back.
    StepsBack,
    /// A step changes something, or leads nowhere from where one leads back.
    NoStepBack,
    /// These are moved.
    MovedOneByOne,
    /// Some move takes several, makes one, or takes one away.
    NotOneByOne,
    /// Moves need nothing but what they move, and room.
    NeedsRoomOnly,
    /// A move or a step needs something else to lie somewhere.
    NeedsThings,
    /// A win wants each of them somewhere.
    AllWanted,
    /// A win leaves some of them where they are.
    LeftOver,
    /// They slide on this layer.
    OneGap,
    /// On no layer do all actions move one thing into the one place that is empty.
    NotOneGap,
    /// They are taken in pairs.
    TakenInPairs,
    /// Something else happens than that two equal things are taken.
    NotInPairs,
}

impl Reason {
    /// A word for it.
    ///
    /// ```
    /// use masume_search::facts::Reason;
    ///
    /// assert_eq!(Reason::NotRead.word(), "not-read");
    /// ```
    pub fn word(self) -> &'static str {
        match self {
            Self::NotRead => "not-read",
            Self::AllRead => "all-read",
            Self::NotWritten => "not-written",
            Self::AllWritten => "all-written",
            Self::NoDraw => "no-draw",
            Self::Draws => "draws",
            Self::Operators => "operators",
            Self::ManyContents => "many-contents",
            Self::NoFixedLength => "no-fixed-length",
            Self::MoreThanPlaces => "more-than-places",
            Self::TooMany => "too-many",
            Self::Stopped => "stopped",
            Self::NeedsMemory => "needs-memory",
            Self::NeedsWork => "needs-work",
            Self::NoOperators => "no-operators",
            Self::OneOfEach => "one-of-each",
            Self::NoneSingle => "none-single",
            Self::Fewer => "fewer",
            Self::More => "more",
            Self::NoDirection => "no-direction",
            Self::Images => "images",
            Self::NoImage => "no-image",
            Self::SumStays => "sum-stays",
            Self::NoSumStays => "no-sum-stays",
            Self::Exchanges => "exchanges",
            Self::Depends => "depends",
            Self::WalkerIs => "walker-is",
            Self::NoWalker => "no-walker",
            Self::NeedsWalker => "needs-walker",
            Self::StepsBack => "steps-back",
            Self::NoStepBack => "no-step-back",
            Self::MovedOneByOne => "moved-one-by-one",
            Self::NotOneByOne => "not-one-by-one",
            Self::NeedsRoomOnly => "needs-room-only",
            Self::NeedsThings => "needs-things",
            Self::AllWanted => "all-wanted",
            Self::LeftOver => "left-over",
            Self::OneGap => "one-gap",
            Self::NotOneGap => "not-one-gap",
            Self::TakenInPairs => "taken-in-pairs",
            Self::NotInPairs => "not-in-pairs",
        }
    }
}

impl From<Exhausted> for Reason {
    fn from(met: Exhausted) -> Self {
        match met {
            Exhausted::Steps => Self::NeedsWork,
            Exhausted::Bytes => Self::NeedsMemory,
            Exhausted::Stopped => Self::Stopped,
        }
    }
}

/// Kind of a fact, with its truth and the reason for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Kind of the fact.
    pub kind: FactKind,
    /// True if it holds.
    pub holds: bool,
    /// Subject of it, or what is in its way.
    pub reason: Reason,
    /// Names of layers, pieces and values that are meant.
    pub names: Vec<String>,
    /// A number that is meant.
    pub count: usize,
}

/// All facts of a game on the board of this state, in the order of [`FactKind::ALL`].
///
/// ```
/// use masume_engine::{Game, Setup, shipped_games};
/// use masume_search::{Budget, facts::{FactKind, facts}};
///
/// let shipped = shipped_games().iter().find(|game| game.name == "sokoban").expect("it is shipped");
/// let game = Game::load(shipped.text).game.expect("shipped games are sound");
/// let state = game.start(&Setup::default()).expect("its first level can be played");
/// let facts = facts(&game, &state, &Budget::default());
/// let walker = facts.iter().find(|fact| fact.kind == FactKind::Walker).expect("all are told");
/// assert_eq!((walker.holds, &walker.names[..]), (true, &["player".to_owned()][..]));
/// ```
pub fn facts(game: &Game, state: &State, budget: &Budget) -> Vec<Fact> {
    let rules = game.rules();
    let meter = &Meter::of(budget);
    let mut told = Told { layers: &rules.layers, meter, facts: Vec::new() };
    told.of_rules(game, state);
    match Operators::of(rules, state, meter) {
        Ok(operators) => told.of_operators(&operators),
        Err(refused) => told.without_operators(refused),
    }
    let pairs = Removal::of(rules, state).is_some();
    let reason = if pairs { Reason::TakenInPairs } else { Reason::NotInPairs };
    told.add(FactKind::Pairs, pairs, reason);
    told.facts
}

struct Told<'a> {
    layers: &'a [LayerInfo],
    meter: &'a Meter,
    facts: Vec<Fact>,
}

impl Told<'_> {
    fn add(&mut self, kind: FactKind, holds: bool, reason: Reason) {
        self.add_with(kind, holds, reason, (Vec::new(), 0));
    }

    fn add_with(
        &mut self,
        kind: FactKind,
        holds: bool,
        reason: Reason,
        (names, count): (Vec<String>, usize),
    ) {
        // A bound that was met says why nothing was found, and not that there is nothing.
        let met = self.meter.taken_limit().filter(|_| !holds);
        let reason = met.map_or(reason, Reason::from);
        self.facts.push(Fact { kind, holds, reason, names, count });
    }

    /// Facts that the text of the rules shows.
    fn of_rules(&mut self, game: &Game, state: &State) {
        let rules = game.rules();
        let live = Relevance::of(rules);
        let values = rules.values.iter().zip(&live.values).filter(|(_, is_live)| !**is_live);
        let mut unread: Vec<String> = values.map(|(value, _)| value.name.clone()).collect();
        unread.extend((!live.ply).then(|| "ply".to_owned()));
        let reason = if unread.is_empty() { Reason::AllRead } else { Reason::NotRead };
        self.add_with(FactKind::Live, !unread.is_empty(), reason, (unread, 0));
        let layers = rules.layers.iter().zip(&live.layers).filter(|(_, is_live)| !**is_live);
        let fixed: Vec<String> = layers.map(|(layer, _)| layer.name.clone()).collect();
        let reason = if fixed.is_empty() { Reason::AllWritten } else { Reason::NotWritten };
        self.add_with(FactKind::Fixed, !fixed.is_empty(), reason, (fixed, 0));
        let reason = if live.random { Reason::Draws } else { Reason::NoDraw };
        self.add(FactKind::Certain, !live.random, reason);
        let images = symmetries(rules, state).len() - 1;
        let reason = if images > 0 { Reason::Images } else { Reason::NoImage };
        self.add_with(FactKind::Symmetry, images > 0, reason, (Vec::new(), images));
    }

    fn without_operators(&mut self, refused: Refused) {
        let reason = match refused {
            Refused::Contents => Reason::ManyContents,
            Refused::Length => Reason::NoFixedLength,
            Refused::Meaning => Reason::MoreThanPlaces,
            Refused::Many => Reason::TooMany,
            Refused::Exhausted(met) => met.into(),
        };
        self.add(FactKind::Operators, false, reason);
        for kind in [FactKind::Single, FactKind::Progress, FactKind::Invariant, FactKind::Commute] {
            self.add(kind, false, Reason::NoOperators);
        }
        self.of_model(None, Reason::NoOperators);
        self.add(FactKind::Slides, false, Reason::NoOperators);
    }

    /// Facts that the operators show.
    fn of_operators(&mut self, operators: &Operators) {
        let meter = self.meter;
        let count = operators.usable(operators.held()).count();
        self.add_with(FactKind::Operators, true, Reason::Operators, (Vec::new(), count));

        let unique_pieces = unique_pieces(operators, meter);
        let names: Vec<String> =
            unique_pieces.iter().map(|it| self.name(operators, it.layer, it.code)).collect();
        let reason = if names.is_empty() { Reason::NoneSingle } else { Reason::OneOfEach };
        let count = names.len();
        self.add_with(FactKind::Single, count > 0, reason, (names, count));

        self.progress(operators);
        let sums = linear::invariant_count(operators, meter);
        let reason = if sums > 0 { Reason::SumStays } else { Reason::NoSumStays };
        self.add_with(FactKind::Invariant, sums > 0, reason, (Vec::new(), sums));
        let commutes = linear::commutes(operators, meter);
        let reason = if commutes { Reason::Exchanges } else { Reason::Depends };
        self.add_with(
            FactKind::Commute,
            commutes,
            reason,
            (Vec::new(), operators.list.action_count()),
        );

        let model = Model::of(operators, meter);
        self.of_model(model.as_ref().map(|model| (operators, model)), Reason::NoWalker);
        let slides = SlidingPuzzle::of(operators, &unique_pieces);
        let reason = if slides.is_some() { Reason::OneGap } else { Reason::NotOneGap };
        let names = slides.iter().map(|it| self.layers[it.layer].name.clone()).collect();
        self.add_with(FactKind::Slides, slides.is_some(), reason, (names, 0));
    }

    /// Fact that the number of things of some layer goes one way.
    fn progress(&mut self, operators: &Operators) {
        match MonotoneCounts::of(operators) {
            Some(MonotoneCounts { layer, is_falling }) => {
                let reason = if is_falling { Reason::Fewer } else { Reason::More };
                let names = vec![self.layers[layer].name.clone()];
                self.add_with(FactKind::Progress, true, reason, (names, 0));
            }
            None => self.add(FactKind::Progress, false, Reason::NoDirection),
        }
    }

    /// Facts that the model of a walker shows, or why there is none.
    fn of_model(&mut self, found: Option<(&Operators, &Model)>, because: Reason) {
        let Some((operators, model)) = found else {
            self.add(FactKind::Walker, false, because);
            for kind in [
                FactKind::Region,
                FactKind::Movers,
                FactKind::Relaxed,
                FactKind::Frozen,
                FactKind::Enclosed,
            ] {
                self.add(kind, false, Reason::NeedsWalker);
            }
            return;
        };
        let (layer, code) = model.walker_piece;
        let names = vec![self.name(operators, layer, code)];
        self.add_with(FactKind::Walker, true, Reason::WalkerIs, (names, 0));
        let goes_back = model.is_reversible;
        let reason = if goes_back { Reason::StepsBack } else { Reason::NoStepBack };
        self.add(FactKind::Region, goes_back, reason);

        let distances = MoverDistances::of(model, self.meter);
        let names: Vec<String> =
            model.movers.iter().map(|&(layer, code)| self.name(operators, layer, code)).collect();
        let lasts = distances.is_some();
        let reason = if lasts { Reason::MovedOneByOne } else { Reason::NotOneByOne };
        self.add_with(FactKind::Movers, lasts, reason, (names.clone(), 0));
        let relaxed = is_relaxed(model);
        let reason = if relaxed { Reason::NeedsRoomOnly } else { Reason::NeedsThings };
        self.add(FactKind::Relaxed, relaxed, reason);

        let are_wanted = distances.as_ref().is_some_and(|it| it.side != Side::Targets);
        let reason = match &distances {
            Some(_) if are_wanted => Reason::AllWanted,
            Some(_) => Reason::LeftOver,
            None => Reason::NotOneByOne,
        };
        self.add_with(FactKind::Frozen, are_wanted, reason, (names.clone(), 0));
        let is_enclosed = StubbornSet::of(model, distances.as_ref()).is_some();
        let reason = match is_enclosed {
            false if !goes_back => Reason::NoStepBack,
            false if !relaxed => Reason::NeedsThings,
            true | false => reason,
        };
        self.add_with(FactKind::Enclosed, is_enclosed, reason, (names, 0));
    }

    /// A content as the game calls it; of numbers the number, with its layer.
    fn name(&self, operators: &Operators, layer: usize, code: u8) -> String {
        let info = &self.layers[layer];
        let content: Content = operators.contents_of(layer)[usize::from(code)];
        match &info.kind {
            _ if code == 0 => format!("no {}", info.name),
            LayerKind::Pieces(pieces) => pieces[content as usize].name.clone(),
            LayerKind::Kinds(_) | LayerKind::Range(..) | LayerKind::Doubling(..) => {
                format!("{} {content}", info.name)
            }
        }
    }
}
