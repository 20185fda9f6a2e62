//! Presses and answers that are told before the report on the post of their board.

use std::collections::VecDeque;

use super::{Chat, LONGEST_MOVE, Sent};
use crate::event::{Event, Pressed, Said};
use crate::place::{self, Place};

/// The most events that wait for a report; the first is forgotten first.
const MOST: usize = 1_000;

/// Events that wait for reports, in their order.
#[derive(Debug, Default)]
pub(super) struct Early(VecDeque<Event>);

impl Early {
    fn add(&mut self, event: Event) {
        if self.0.len() >= MOST {
            self.0.pop_front();
        }
        self.0.push_back(event);
    }

    /// True if this press waits, which is all that who takes it back names.
    fn has(&self, pressed: &Pressed) -> bool {
        let is_it = |event: &Event| match event {
            Event::Pressed(other) => is_same(other, pressed),
            Event::Said(_)
            | Event::Done { .. }
            | Event::Refused { .. }
            | Event::Later { .. }
            | Event::Remember { .. } => false,
        };
        pressed.press.is_some() && self.0.iter().any(is_it)
    }

    /// Those about this message, and about presses of it; they wait no longer.
    fn take(&mut self, room: &str, message: &str) -> Vec<Event> {
        let (mut taken, mut left): (Vec<Event>, VecDeque<Event>) = Default::default();
        for event in self.0.drain(..) {
            let is_about = match &event {
                Event::Said(said) => {
                    let about = said.reply.as_ref().or(said.thread.as_ref());
                    said.room == room && about.is_some_and(|it| it == message)
                }
                Event::Pressed(pressed) => match &pressed.message {
                    Some(about) => pressed.room == room && about == message,
                    None => taken
                        .iter()
                        .any(|it| matches!(it, Event::Pressed(other) if is_same(other, pressed))),
                },
                Event::Done { .. }
                | Event::Refused { .. }
                | Event::Later { .. }
                | Event::Remember { .. } => false,
            };
            match is_about {
                true => taken.push(event),
                false => left.push_back(event),
            }
        }
        self.0 = left;
        taken
    }
}

fn is_same(one: &Pressed, other: &Pressed) -> bool {
    (&one.room, &one.press) == (&other.room, &other.press)
}

impl Chat {
    /// Has a press wait, if the message may be a board of which the report is on its way.
    pub(super) fn set_press_aside(&mut self, pressed: &Pressed) {
        let waits = match &pressed.message {
            Some(message) => self.may_become_a_board(&pressed.room, message),
            None => self.early.has(pressed),
        };
        if waits {
            self.early.add(Event::Pressed(pressed.clone()));
        }
    }

    /// Has an answer wait, if what it answers may be a board of which the report is on its way.
    pub(super) fn set_answer_aside(&mut self, said: &Said) {
        let about = said.reply.as_ref().or(said.thread.as_ref());
        if about.is_some_and(|it| self.may_become_a_board(&said.room, it))
            && said.text.len() <= LONGEST_MOVE
        {
            self.early.add(Event::Said(said.clone()));
        }
    }

    /// Hears what was told about a board before it was known where it stands.
    pub(super) fn hear_early(&mut self, room: &str, message: &str) {
        for event in self.early.take(room, message) {
            match event {
                Event::Said(said) => self.said(&said),
                Event::Pressed(pressed) => self.pressed(&pressed),
                Event::Done { .. }
                | Event::Refused { .. }
                | Event::Later { .. }
                | Event::Remember { .. } => {}
            }
        }
    }

    /// True for a message that nothing is known of, in a room to which a board is on its way.
    fn may_become_a_board(&self, room: &str, message: &str) -> bool {
        let is_there = |sent: &Sent| match sent {
            Sent::Board { play, .. } => Place::of(self.storage.as_ref(), *play)
                .is_ok_and(|place| place.is_some_and(|it| it.room == room)),
            Sent::Edit { .. } | Sent::Other(_) => false,
        };
        self.sent.values().any(is_there)
            && place::play_at(self.storage.as_ref(), room, message).is_ok_and(|it| it.is_none())
    }
}
