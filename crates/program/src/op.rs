//! Operations: statements, rules, and plans by which legal choices are found.

use masume_rules::model::{
    Assign, Content, EndKind, Layer, Letter, Local, ParamSlot, RuleId, Statement, Value, nested,
};
use masume_rules::run_error::Span;

use super::{Cond, Dirs, Graph, Nfa, Num, SetId};

/// One statement.
#[derive(Clone, Debug)]
pub enum Op {
    /// A pattern and its replacement.
    Rule(Box<RuleOp>),
    /// The contents of the first cell move to a random cell.
    Relocate {
        /// Id of the rule.
        id: RuleId,
        /// Place of it in the text of the game.
        span: Span,
        /// Cells of which the first is moved from.
        from: SetId,
        /// Layers whose contents move.
        layers: Vec<Layer>,
        /// Cells of which the first is moved to.
        to: SetId,
    },
    /// The blocks in order until one matches.
    OrElse(Vec<Vec<Op>>),
    /// Illegal where the block does not match.
    Must(Vec<Op>),
    /// The rules see the same board.
    Simultaneous {
        /// The rules.
        block: Vec<Op>,
        /// True if they are one rule of the text, whose letter is another content in each: they are
        /// one pass.
        is_one_rule: bool,
        /// Place in the text that is blamed where they contradict each other.
        span: Span,
    },
    /// Again until nothing changes.
    Repeat(Vec<Op>, Span),
    /// So many times.
    Times(Num, Vec<Op>, Span),
    /// One block or the other.
    If(Cond, Vec<Op>, Vec<Op>, Span),
    /// Everyone named steps at once.
    March(Box<MarchOp>),
    /// Pieces are dealt.
    Deal {
        /// Id of the rule.
        id: RuleId,
        /// Place of it in the text of the game.
        span: Span,
        /// Number of pieces of each kind.
        each: Num,
        /// The layer.
        layer: Layer,
        /// Cells that are dealt to.
        over: SetId,
    },
    /// The contents of a layer change places.
    Shuffle {
        /// Id of the rule.
        id: RuleId,
        /// Place of it in the text of the game.
        span: Span,
        /// Layer whose contents change places.
        layer: Layer,
    },
    /// Repetition of all that came before until the condition holds.
    Until(Cond, Span),
    /// A local number.
    Let(Local, Num, Span),
    /// Values change.
    Effects(Vec<Effect>, Span),
    /// Illegal otherwise.
    Require(Cond, Span),
    /// Contents from a picture: what lies on the board.
    Picture(Vec<(masume_board::Cell, Layer, Content)>, Span),
    /// Runs on the reference executor.
    Reference {
        /// Statement that runs.
        statement: Box<Statement>,
        /// Reason why it does not run here, in words.
        why: &'static str,
        /// Place of it in the text of the game.
        span: Span,
    },
}

impl Op {
    /// Condition that the operation asks of the whole board.
    pub fn condition(&self) -> Option<&Cond> {
        match self {
            Self::If(condition, ..) | Self::Until(condition, _) | Self::Require(condition, _) => {
                Some(condition)
            }
            Self::Rule(_)
            | Self::Relocate { .. }
            | Self::OrElse(_)
            | Self::Must(_)
            | Self::Simultaneous { .. }
            | Self::Repeat(..)
            | Self::Times(..)
            | Self::March(_)
            | Self::Deal { .. }
            | Self::Shuffle { .. }
            | Self::Let(..)
            | Self::Effects(..)
            | Self::Picture(..)
            | Self::Reference { .. } => None,
        }
    }

    /// Place in the text, or else the first place of its parts.
    pub fn span(&self) -> Option<Span> {
        match self {
            Self::Rule(rule) => Some(rule.span),
            Self::March(march) => Some(march.span),
            Self::OrElse(_) | Self::Must(_) => self.blocks().flatten().find_map(Self::span),
            Self::Relocate { span, .. }
            | Self::Simultaneous { span, .. }
            | Self::Repeat(_, span)
            | Self::Times(_, _, span)
            | Self::If(_, _, _, span)
            | Self::Deal { span, .. }
            | Self::Shuffle { span, .. }
            | Self::Until(_, span)
            | Self::Let(_, _, span)
            | Self::Effects(_, span)
            | Self::Require(_, span)
            | Self::Picture(_, span)
            | Self::Reference { span, .. } => Some(*span),
        }
    }

    /// The blocks it is made of, in the order of the text.
    pub fn blocks(&self) -> impl Iterator<Item = &[Op]> {
        use std::slice::from_ref;

        let (first, second): (&[Vec<Op>], &[Vec<Op>]) = match self {
            Self::OrElse(blocks) => (blocks, &[]),
            Self::Must(block)
            | Self::Simultaneous { block, .. }
            | Self::Repeat(block, _)
            | Self::Times(_, block, _) => (from_ref(block), &[]),
            Self::If(_, then, otherwise, _) => (from_ref(then), from_ref(otherwise)),
            Self::Rule(_)
            | Self::Relocate { .. }
            | Self::March(_)
            | Self::Deal { .. }
            | Self::Shuffle { .. }
            | Self::Until(..)
            | Self::Let(..)
            | Self::Effects(..)
            | Self::Require(..)
            | Self::Picture(..)
            | Self::Reference { .. } => (&[], &[]),
        };
        first.iter().chain(second).map(Vec::as_slice)
    }
}

/// The statements of a block and all in them, outer ones before inner ones, in the order of the text.
pub fn ops(block: &[Op]) -> impl Iterator<Item = &Op> {
    nested(block, |op, found| found.extend(op.blocks().flatten()))
}

/// A rule.
#[derive(Clone, Debug)]
pub struct RuleOp {
    /// Id of the rule.
    pub id: RuleId,
    /// Place of it in the text of the game.
    pub span: Span,
    /// Strategy by which matches are used.
    pub strategy: Strategy,
    /// The pattern.
    pub nfa: u16,
    /// The directions.
    pub dirs: Dirs,
    /// True if the pattern has a direction at all.
    pub has_direction: bool,
    /// The first cell.
    pub from: Option<ParamSlot>,
    /// The last cell.
    pub to: Option<ParamSlot>,
    /// Replacements, one of which is put.
    pub alternatives: Vec<Alternative>,
    /// Effects of each match.
    pub effects: Vec<Effect>,
    /// Way in which it runs.
    pub mode: Mode,
    /// True if all matches are used, none shares a cell with another, and what they put is on the
    /// board already or always the same: they can be put one after another.
    pub is_non_overlapping: bool,
    /// Letters and where they are bound: at this place of the NFA, on this layer.
    pub letters: Vec<Binding>,
}

impl RuleOp {
    /// Graph along which its matches are followed, if there is one.
    pub fn graph(&self) -> Option<&Graph> {
        match &self.mode {
            Mode::Graph { graph, .. } => Some(graph),
            Mode::Sets(_) | Mode::Paths | Mode::Ends => None,
        }
    }

    /// True if every match has a cell that was chosen at this place of its pattern, and no other.
    pub fn is_on_chosen_cell(&self, nfa: &Nfa, place: u16) -> bool {
        self.from.is_some() && nfa.is_only_first(place)
            || self.to.is_some() && nfa.is_only_last(place)
    }
}

/// Place at which a letter is bound or compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The place of the NFA.
    pub place: u16,
    /// The letter.
    pub letter: Letter,
    /// The layer that is read.
    pub layer: Layer,
}

impl Binding {
    /// True if a letter is bound at one place and compared at another.
    #[inline]
    pub fn are_compared(letters: &[Self]) -> bool {
        let is_again = |(nth, binding): (usize, &Self)| {
            letters[nth + 1..].iter().any(|other| other.letter == binding.letter)
        };
        letters.iter().enumerate().any(is_again)
    }
}

/// Way in which a rule runs.
#[derive(Clone, Debug, PartialEq)]
pub enum Mode {
    /// All matches at once: for each target the sets of the places that write it.
    Sets(Vec<Target>),
    /// Match by match, cell by cell.
    Paths,
    /// Only the first and the last cell are written, and both are chosen.
    Ends,
    /// Match by match along a graph; the NFA has every cell where one begins, and maybe others.
    Graph {
        /// Graph that is followed.
        graph: Box<Graph>,
        /// Reason why sets do not tell the matches apart, in words.
        why: &'static str,
        /// True if the NFA has just the cells of matches.
        is_exact: bool,
    },
}

/// Content that is written to a layer, and the places that write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The layer.
    pub layer: Layer,
    /// Content that is put; [`masume_rules::model::EMPTY`] frees it.
    pub content: Content,
    /// The places.
    pub places: Vec<u16>,
}

/// Choice among the matches of a rule.
#[derive(Clone, Debug, PartialEq)]
pub enum Strategy {
    /// Every one.
    All,
    /// One after another along each line.
    Each,
    /// The first.
    First,
    /// One, or so many.
    Random(Option<Num>),
}

/// One replacement.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternative {
    /// Its chance.
    pub chance: Option<Num>,
    /// Indexed by position.
    pub puts: Vec<Vec<Put>>,
}

/// Content that is put on one layer of one cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Put {
    /// The layer becomes free.
    Clear(Layer),
    /// A piece.
    Piece(Layer, Content),
    /// Content that the letter is bound to.
    Letter(Layer, Letter),
    /// A number.
    Number(Layer, Num),
}

impl Put {
    /// The layer that changes.
    pub fn layer(&self) -> Layer {
        match self {
            Self::Clear(layer)
            | Self::Piece(layer, _)
            | Self::Letter(layer, _)
            | Self::Number(layer, _) => *layer,
        }
    }
}

/// Effect besides the board's change.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// A value changes.
    Assign(Value, Assign, Num),
    /// A local changes.
    AssignLocal(Local, Assign, Num),
    /// The game ends.
    Finish(EndKind),
}

/// Everyone named steps at once.
#[derive(Clone, Debug)]
pub struct MarchOp {
    /// Id of the rule.
    pub id: RuleId,
    /// Place of it in the text of the game.
    pub span: Span,
    /// Layer whose content steps.
    pub layer: Layer,
    /// Cells whose content steps.
    pub walkers: SetId,
    /// Aim of the steps.
    pub aim: Aim,
    /// Meetings that say what is left where several share a cell.
    pub meets: Vec<Meeting>,
}

/// Aim of a march.
#[derive(Clone, Debug)]
pub enum Aim {
    /// Towards the nearest of these.
    Toward(SetId),
    /// In the first of these directions.
    In(Dirs),
}

/// Two that share a cell.
#[derive(Clone, Debug)]
pub struct Meeting {
    /// One of them.
    pub first: Content,
    /// The other.
    pub second: Content,
    /// Content that is left.
    pub left: Option<Content>,
    /// Done once for each meeting.
    pub effects: Vec<Effect>,
}

/// An end, a stage won or a goal.
#[derive(Clone, Debug)]
pub struct End {
    /// Kind of the end.
    pub kind: EndKind,
    /// Condition that is asked.
    pub condition: Cond,
    /// A condition on the neighbourhood of what changed, where that suffices.
    pub beside: Option<Beside>,
    /// Effects before the game ends.
    pub effects: Vec<Effect>,
    /// Place of it in the text of the game.
    pub span: Span,
}

/// A line of so many cells of one set, which only a cell that changed can have completed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beside {
    /// The set.
    pub set: SetId,
    /// Number of cells in a row.
    pub count: u32,
    /// Directions as bits; opposite ones are the same line.
    pub dirs: u8,
}

/// Plan by which the legal choices of an action are found.
#[derive(Clone, Debug)]
pub enum Plan {
    /// Trial: the body is run for each choice.
    BruteForce {
        /// Reason why it is not decided by matches alone, in words.
        why: &'static str,
        /// The statement because of which it is not.
        span: Span,
        /// The body does nothing where none of the patterns match, if there are any.
        prefilter: Option<Vec<Prefilter>>,
        /// Legal exactly where one of its first rules matches with what is chosen, as for
        /// [`Plan::Match`], though that is not seen on the board before the choice.
        is_decided: bool,
        /// Number of statements of the body that have to be run for that: what is behind them
        /// refuses nothing, cannot go wrong, and leaves something changed.
        statements: usize,
    },
    /// Always legal.
    Always,
    /// Legal exactly where one of the rules matches, because a match always changes the board and
    /// nothing can go wrong.
    Match {
        /// Conditions asked first, which depend on the first cell chosen at most.
        requires: Vec<(Require, Span)>,
        /// The rules.
        deciders: Vec<Decider>,
        /// Values that must be far from overflow, or the body is run.
        guards: Vec<Value>,
    },
    /// Legal in the directions in which one of the rules matches.
    Potential(Box<Potential>),
    /// As one of two plans says, which are told by matches: the first where the condition holds, which does not ask
    /// what is chosen.
    Either(Cond, Box<[Plan; 2]>),
}

impl Plan {
    /// True if it tells what is legal in every state, without running the body.
    pub fn always_tells(&self) -> bool {
        match self {
            Self::Always => true,
            Self::BruteForce { .. } => false,
            Self::Match { guards, .. } => guards.is_empty(),
            Self::Potential(potential) => {
                potential.guards.is_empty() && potential.most.is_none() && potential.alone.is_none()
            }
            Self::Either(_, plans) => plans.iter().all(Self::always_tells),
        }
    }
}

/// A body of rules that all bring what a layer holds nearer to the same side of the board.
#[derive(Clone, Debug)]
pub struct Potential {
    /// The rules.
    pub rules: Vec<PotentialRule>,
    /// The greatest number that the layer may hold, or the body is run.
    pub most: Option<(Layer, Content)>,
    /// The plane that may hold one cell at most, or the body is run: what the rules move.
    pub alone: Option<u16>,
    /// Values that must be far from overflow, or the body is run.
    pub guards: Vec<Value>,
}

/// A rule whose match anywhere makes a direction legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PotentialRule {
    /// The pattern, one cell after another.
    pub nfa: u16,
    /// Directions: the chosen one or the one against it.
    pub dirs: Dirs,
    /// Letters and where they are bound.
    pub letters: Vec<Binding>,
}

/// A pattern without whose match a body may do nothing. It knows no letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prefilter {
    /// The pattern.
    pub nfa: u16,
    /// The directions.
    pub dirs: Dirs,
    /// The first cell.
    pub from: Option<ParamSlot>,
    /// The last cell.
    pub to: Option<ParamSlot>,
    /// Its tests depend on so many of the first slots.
    pub known: usize,
}

/// A condition on what is chosen.
#[derive(Clone, Debug, PartialEq)]
pub enum Require {
    /// The same for every choice.
    Plain(Cond),
    /// The cell in this slot must be in the set.
    Cell(ParamSlot, SetId),
}

/// A rule that decides legality, and how the choices show in its matches.
#[derive(Clone, Debug)]
pub struct Decider {
    /// The pattern, without what was chosen.
    pub nfa: u16,
    /// The directions.
    pub dirs: Dirs,
    /// Sign by which the choices show.
    pub by: By,
    /// The layer on which first and last cell must hold the same, if any.
    pub letters: Option<Layer>,
}

/// Sign by which a rule's matches tell the choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum By {
    /// There is nothing to choose.
    Nothing,
    /// A direction is chosen: the pattern matches anywhere.
    Direction,
    /// A cell is chosen: the start of a match.
    Start,
    /// A cell is chosen: the last of a match.
    End,
    /// A column is chosen: that of a match.
    Column,
    /// A row is chosen: that of a match.
    Row,
    /// A cell and a direction are chosen: the start of a match, and the direction that it is tried for.
    Along,
    /// Two cells are chosen: the first and the last of a match. So many steps lie between them,
    /// where that is known.
    Ends(Option<u32>),
    /// Two cells are chosen: the start of a match, and any of the set, which holds no start.
    Each(SetId),
}
