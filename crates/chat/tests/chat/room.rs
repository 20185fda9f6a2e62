//! A chat in memory: it does what is ordered, and reports.

use std::collections::BTreeMap;

use masume_chat::{Button, Chat, Content, Event, Order, Pressed, Said};
use masume_presentation::locale::Locale;
use masume_service::Surroundings;
use masume_store::{Memory, Storage};

pub(crate) const ANNA: &str = "@anna";
pub(crate) const BERT: &str = "@bert";
pub(crate) const CARL: &str = "@carl";

/// A message of the bot, as it is shown.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shown {
    pub(crate) content: Content,
    pub(crate) buttons: Vec<Button>,
    pub(crate) signs: Vec<String>,
    pub(crate) edits: usize,
    pub(crate) thread: Option<String>,
    /// Name of the board that was posted with it.
    pub(crate) board: Option<String>,
}

impl Shown {
    pub(crate) fn text(&self) -> String {
        self.content.text()
    }
}

/// A room with the bot in it.
pub(crate) struct Room {
    pub(crate) chat: Chat,
    pub(crate) name: String,
    pub(crate) shown: BTreeMap<String, Shown>,
    /// The messages of the bot, in order.
    pub(crate) posted: Vec<String>,
    /// Orders that wait, where the chat is slow.
    pub(crate) waiting: Vec<Order>,
    pub(crate) is_slow: bool,
    /// True while no search is run.
    pub(crate) is_busy: bool,
    /// Events that happened, so that each has a name of its own.
    count: usize,
}

impl Room {
    pub(crate) fn new() -> Self {
        Self::over(Box::new(Memory::new(1)))
    }

    pub(crate) fn over(storage: Box<dyn Storage>) -> Self {
        let mut chat = Chat::new(storage, "@masume", Locale::English);
        chat.set_surroundings(Surroundings { seed: 7, ..Surroundings::default() });
        Self {
            chat,
            name: "hall".to_owned(),
            shown: BTreeMap::new(),
            posted: Vec::new(),
            waiting: Vec::new(),
            is_slow: false,
            is_busy: false,
            count: 0,
        }
    }

    /// A fresh name of an event.
    pub(crate) fn fresh(&mut self) -> String {
        self.count += 1;
        format!("$e{}", self.count)
    }

    /// Tells the bot of an event, and does what it orders.
    pub(crate) fn tell(&mut self, event: &Event) {
        let orders = self.chat.hear(event);
        self.take(orders);
        while !self.is_busy
            && let Some(work) = self.chat.work()
        {
            let orders = self.chat.thought(work.run());
            self.take(orders);
        }
    }

    pub(crate) fn take(&mut self, orders: Vec<Order>) {
        self.waiting.extend(orders);
        while !self.is_slow && !self.waiting.is_empty() {
            let order = self.waiting.remove(0);
            self.obey(order);
        }
    }

    /// Does an order and reports that it is done.
    pub(crate) fn obey(&mut self, order: Order) {
        let (ticket, message) = match order {
            Order::Post { ticket, .. } => (ticket, Some(self.post(order))),
            Order::Edit { ticket, message, content, buttons, .. } => {
                let shown = self.shown.get_mut(&message).expect("a message of the bot");
                (shown.content, shown.buttons) = (content, buttons);
                shown.edits += 1;
                (ticket, None)
            }
            Order::React { ticket, message, sign, room } => {
                self.shown.get_mut(&message).unwrap().signs.push(sign.clone());
                // A chat tells the bot of what it pressed itself.
                let press = Some(self.fresh());
                let who = "@masume".to_owned();
                let (message, sign) = (Some(message), Some(sign));
                let board = None;
                let pressed = Pressed { room, press, message, sign, board, who, added: true };
                assert!(self.chat.hear(&Event::Pressed(pressed)).is_empty());
                (ticket, None)
            }
            Order::Remembered { .. } => return,
        };
        let orders = self.chat.hear(&Event::Done { ticket, message });
        self.waiting.extend(orders);
    }

    /// Posts a message, without a report.
    pub(crate) fn post(&mut self, order: Order) -> String {
        let Order::Post { room, thread, board, content, buttons, .. } = order else {
            panic!("a post: {order:?}")
        };
        assert_eq!(room, self.name);
        let message = self.fresh();
        let shown = Shown { content, buttons, thread, board, ..Shown::default() };
        self.shown.insert(message.clone(), shown);
        self.posted.push(message.clone());
        message
    }

    /// Messages of the bot that come of what a person writes.
    pub(crate) fn say(&mut self, who: &str, text: &str) -> Vec<String> {
        self.say_in(who, text, None, None)
    }

    pub(crate) fn say_in(
        &mut self,
        who: &str,
        text: &str,
        reply: Option<&str>,
        thread: Option<&str>,
    ) -> Vec<String> {
        let before = self.posted.len();
        let message = self.fresh();
        let said = Said {
            room: self.name.clone(),
            thread: thread.map(str::to_owned),
            message,
            reply: reply.map(str::to_owned),
            who: who.to_owned(),
            text: text.to_owned(),
        };
        self.tell(&Event::Said(said));
        self.posted[before..].to_vec()
    }

    /// Begins a game; its message.
    #[track_caller]
    pub(crate) fn begin(&mut self, who: &str, text: &str) -> String {
        let posted = self.say(who, text);
        assert_eq!(posted.len(), 1, "{text}");
        assert!(!self.shown[&posted[0]].buttons.is_empty(), "{}", self.shown[&posted[0]].text());
        posted[0].clone()
    }

    /// Name of a press, by a person, of a sign.
    pub(crate) fn press(&mut self, who: &str, message: &str, sign: &str) -> String {
        let press = self.fresh();
        self.tell(&Event::Pressed(Pressed {
            room: self.name.clone(),
            press: Some(press.clone()),
            message: Some(message.to_owned()),
            sign: Some(sign.to_owned()),
            board: None,
            who: who.to_owned(),
            added: true,
        }));
        press
    }

    /// A press of a sign in a chat that keeps the name of a board with its message.
    pub(crate) fn press_named(&mut self, message: &str, sign: &str, board: &str) {
        let press = self.fresh();
        self.tell(&Event::Pressed(Pressed {
            room: self.name.clone(),
            press: Some(press),
            message: Some(message.to_owned()),
            sign: Some(sign.to_owned()),
            board: Some(board.to_owned()),
            who: ANNA.to_owned(),
            added: true,
        }));
    }

    /// A press is taken back by a person.
    pub(crate) fn take_back(&mut self, who: &str, press: &str) {
        self.tell(&Event::Pressed(Pressed {
            room: self.name.clone(),
            press: Some(press.to_owned()),
            message: None,
            sign: None,
            board: None,
            who: who.to_owned(),
            added: false,
        }));
    }

    pub(crate) fn answer(&mut self, who: &str, message: &str, text: &str) -> Vec<String> {
        self.say_in(who, text, Some(message), None)
    }

    pub(crate) fn text(&self, message: &str) -> String {
        self.shown[message].text()
    }
}
