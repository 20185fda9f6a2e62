//! Names in a text besides those of the whole game: parameters and local numbers.

use std::rc::Rc;

use masume_syntax::Span;
use masume_syntax::ast;

use crate::model::{Local, ParamKind, ParamSlot};

/// A frame, shared by everything that is written out in it.
pub(super) type Scope<'a> = Rc<NameFrame<'a>>;

/// The names of one action, one definition with its arguments, or one top-level section.
#[derive(Clone)]
pub(super) struct NameFrame<'a> {
    /// Letters of different frames differ, even when spelled alike.
    pub(super) id: u32,
    /// Place to look up names that this frame does not have.
    pub(super) home: Home,
    /// Later ones hide earlier ones.
    bindings: Vec<(&'a str, Binding<'a>)>,
    /// The definitions that are being written out around this frame.
    chain: Vec<usize>,
    /// Place at which problems of a library's text are shown: the call in the game.
    place: Option<Span>,
    /// The outermost call, where something that grows too deep is shown.
    call: Option<Span>,
}

/// Owner of the names that are looked up: the game, or a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Home {
    Game,
    Library(usize),
}

/// Meaning of a name of a frame.
#[derive(Clone)]
pub(super) enum Binding<'a> {
    /// A parameter of the action.
    Slot(ParamSlot, SlotKind),
    /// A local number.
    Local(Local),
    /// Argument of a definition, and the frame in which that has its meaning.
    Argument(&'a ast::Argument, Scope<'a>),
    /// A parameter of a definition that is checked by itself: it may be anything.
    Unknown,
}

/// Choice that the player makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SlotKind {
    Direction,
    Cell,
    Column,
    Row,
}

impl SlotKind {
    pub(super) fn of(kind: &ParamKind) -> Self {
        match kind {
            ParamKind::Direction(_) => Self::Direction,
            ParamKind::Cell => Self::Cell,
            ParamKind::Column => Self::Column,
            ParamKind::Row => Self::Row,
        }
    }

    pub(super) fn describe(self) -> &'static str {
        match self {
            Self::Direction => "a direction",
            Self::Cell => "a cell",
            Self::Column => "a column",
            Self::Row => "a row",
        }
    }
}

impl<'a> NameFrame<'a> {
    /// A frame of the game's own text.
    pub(super) fn of_game(id: u32, bindings: Vec<(&'a str, Binding<'a>)>) -> Self {
        Self { id, home: Home::Game, bindings, chain: Vec::new(), place: None, call: None }
    }

    /// The frame of a definition's text, called at `call` from `caller`. One of the game also sees
    /// what the player chose in the action around it; its own parameters hide that.
    pub(super) fn of_definition(
        id: u32,
        home: Home,
        definition: usize,
        bindings: Vec<(&'a str, Binding<'a>)>,
        caller: &Scope<'a>,
        call: Span,
    ) -> Self {
        let mut bindings = bindings;
        if home == Home::Game {
            let slots = caller.bindings.iter();
            let slots = slots.filter(|(_, binding)| matches!(binding, Binding::Slot(..)));
            bindings.splice(0..0, slots.cloned());
        }
        let mut chain = caller.chain.clone();
        chain.push(definition);
        let place = match home {
            Home::Game => None,
            Home::Library(_) => Some(caller.at(call)),
        };
        Self { id, home, bindings, chain, place, call: Some(caller.outermost(call)) }
    }

    /// The same frame with one more local number.
    pub(super) fn with_local(&self, name: &'a str, local: Local) -> Self {
        let mut frame = self.clone();
        frame.bindings.push((name, Binding::Local(local)));
        frame
    }

    pub(super) fn binding(&self, name: &str) -> Option<&Binding<'a>> {
        self.bindings.iter().rev().find(|(bound, _)| *bound == name).map(|(_, binding)| binding)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &'a str> {
        self.bindings.iter().map(|(name, _)| *name)
    }

    pub(super) fn is_within(&self, definition: usize) -> bool {
        self.chain.contains(&definition)
    }

    /// The place of something of this frame's text in the text of the game.
    pub(super) fn at(&self, span: Span) -> Span {
        self.place.unwrap_or(span)
    }

    /// Place of the call whose definition this frame is of; `None` outside of definitions, and for
    /// those of a library, whose problems are shown there anyway.
    pub(super) fn used_at(&self) -> Option<Span> {
        self.call.filter(|_| self.place.is_none())
    }

    /// The outermost call that led here.
    pub(super) fn outermost(&self, span: Span) -> Span {
        self.call.unwrap_or(span)
    }
}
