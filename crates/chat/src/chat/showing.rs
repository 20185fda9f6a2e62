//! Boards on their way to the chat: posted, edited, and posted anew.

use masume_store::PlayNumber;

use super::{Chat, Sent, with_ticket};
use crate::order::{Button, Content, Order};
use crate::place::Place;
use crate::table::Table;

impl Chat {
    /// Orders that the board is shown as it is: at once, or after the order before.
    pub(super) fn show(&mut self, play: PlayNumber, mut table: Table) {
        let Some(message) = table.place.message.clone() else {
            table.is_stale = true;
            return self.put_back(play, table);
        };
        if table.in_flight.is_some() {
            table.is_stale = true;
            return self.put_back(play, table);
        }
        let ticket = self.ticket(Sent::Edit { play, shown: table.logged() });
        table.in_flight = Some(ticket);
        table.is_stale = false;
        let (content, buttons) = self.shown(&table);
        let room = table.place.room.clone();
        self.orders.push(Order::Edit { ticket, room, message, content, buttons });
        self.put_back(play, table);
    }

    /// Orders that the board is posted: in place of the message it was in, or as an answer to the one that asked for it.
    pub(super) fn post(&mut self, play: PlayNumber, mut table: Table, before: Option<String>) {
        let reply = table.place.asked.clone().filter(|_| before.is_none());
        let ticket = self.ticket(Sent::Board { play, before });
        table.in_flight = Some(ticket);
        table.is_stale = false;
        let (content, buttons) = self.shown(&table);
        table.place.shown = table.logged();
        let (room, thread) = (table.place.room.clone(), table.place.thread.clone());
        let board = Some(play.0.to_string());
        self.orders.push(Order::Post { ticket, room, thread, reply, board, content, buttons });
        self.put_back(play, table);
    }

    /// The board and its signs as its room sees them.
    fn shown(&mut self, table: &Table) -> (Content, Vec<Button>) {
        let is_pictured = self.is_pictured(&table.place.room);
        let phrases = self.speak_of(&table.place);
        (table.content(phrases, is_pictured), table.buttons(phrases))
    }

    pub(super) fn done(&mut self, ticket: u64, message: Option<&str>) {
        match self.take_sent(ticket) {
            Some(Sent::Board { play, before }) => match message {
                Some(message) => self.posted(play, before, message),
                // Nobody knows where it stands: the board is in no message.
                None => {
                    if let Some(table) = self.reported(play, ticket) {
                        self.put_back(play, table);
                    }
                }
            },
            Some(Sent::Edit { play, shown }) => {
                let Some(mut table) = self.reported(play, ticket) else { return };
                table.place.shown = shown;
                table.place.awaits = table.task().is_some();
                // Where this cannot be written, the board is shown once more after a restart.
                let _ = table.place.keep(self.storage.as_mut(), play);
                self.show_if_stale(play, table);
            }
            Some(Sent::Other(_)) | None => {}
        }
    }

    /// The order of a ticket, which is reported on once.
    fn take_sent(&mut self, ticket: u64) -> Option<Sent> {
        self.sent.remove(&ticket).or_else(|| self.sent_others.remove(&ticket))
    }

    fn posted(&mut self, play: PlayNumber, before: Option<String>, message: &str) {
        let Ok(Some(mut table)) = self.table(play) else { return };
        table.in_flight = None;
        table.place.message = Some(message.to_owned());
        table.place.awaits = table.task().is_some();
        if let Err(error) = table.place.keep(self.storage.as_mut(), play) {
            let line = self.trouble(&table.place.room, &error);
            return self.write_to(table.place, line);
        }
        let phrases = self.speak_of(&table.place);
        let signs: Vec<String> = table.buttons(phrases).into_iter().map(|it| it.sign).collect();
        let room = table.place.room.clone();
        for sign in signs {
            let (room, message) = (room.clone(), message.to_owned());
            self.order(|ticket| Order::React { ticket, room, message, sign });
        }
        if let Some(before) = before {
            self.say_moved(&table.place, before);
        }
        self.show_if_stale(play, table);
        self.hear_early(&room, message);
    }

    /// Says in a message where a board was that it is played in a newer one.
    pub(super) fn say_moved(&mut self, place: &Place, message: String) {
        let room = place.room.clone();
        let content = Content::of_lines([self.speak_of(place).say("chat-moved", &[])]);
        let buttons = Vec::new();
        self.order(|ticket| Order::Edit { ticket, room, message, content, buttons });
    }

    pub(super) fn refused(&mut self, ticket: u64) {
        match self.take_sent(ticket) {
            Some(Sent::Edit { play, .. }) => {
                let Some(table) = self.reported(play, ticket) else { return };
                let before = table.place.message.clone();
                self.post(play, table, before);
            }
            // A room that takes no messages. Where the board is in one, the next press tries again.
            Some(Sent::Board { play, .. }) => {
                if let Some(mut table) = self.reported(play, ticket) {
                    if table.place.message.is_none() {
                        table.place.is_left = true;
                        // Where this cannot be written, it is tried once more after a restart.
                        let _ = table.place.keep(self.storage.as_mut(), play);
                    }
                    self.put_back(play, table);
                }
            }
            Some(Sent::Other(_)) | None => {}
        }
    }

    pub(super) fn later(&mut self, ticket: u64) {
        match self.take_sent(ticket) {
            // What is ordered now is the board as it is now.
            Some(Sent::Edit { play, .. }) => {
                if let Some(table) = self.reported(play, ticket) {
                    self.show(play, table);
                }
            }
            Some(Sent::Board { play, before }) => {
                if let Some(table) = self.reported(play, ticket) {
                    self.post(play, table, before);
                }
            }
            Some(Sent::Other(order)) => self.order(|ticket| with_ticket(*order, ticket)),
            None => {}
        }
    }

    /// The board that waited for this report, taken out of those in memory or made anew.
    fn reported(&mut self, play: PlayNumber, ticket: u64) -> Option<Table> {
        let Some(mut table) = self.tables.remove(&play) else {
            return self.table(play).ok().flatten();
        };
        if table.in_flight == Some(ticket) {
            table.in_flight = None;
            return Some(table);
        }
        self.put_back(play, table);
        None
    }

    fn show_if_stale(&mut self, play: PlayNumber, table: Table) {
        match table.is_stale {
            true => self.show(play, table),
            false => self.put_back(play, table),
        }
    }
}
