//! Searches for hints and replies of agents, which others do not wait for.

use masume_engine::StopToken;
use masume_presentation::analysis::{Analysis, Work};

use super::{Chat, STEPS};
use crate::order::Order;

impl Chat {
    /// The next search that a board waits for, to be run anywhere; none while one is. What it found
    /// is told to [`thought`](Self::thought).
    ///
    /// ```
    /// use masume_chat::{Chat, Event, Order, Said};
    /// # use masume_presentation::locale::Locale;
    /// # use masume_store::Memory;
    /// let mut chat = Chat::new(Box::new(Memory::new(1)), "@masume", Locale::English);
    /// let said = |message: &str, text: &str, reply: Option<&str>| {
    ///     Event::Said(Said {
    ///         room: "hall".to_owned(),
    ///         message: message.to_owned(),
    ///         reply: reply.map(str::to_owned),
    ///         who: "@anna".to_owned(),
    ///         text: text.to_owned(),
    ///         ..Said::default()
    ///     })
    /// };
    /// chat.hear(&said("m1", "masume sokoban 1", None));
    /// chat.hear(&Event::Done { ticket: 1, message: Some("m2".to_owned()) });
    /// assert!(chat.work().is_none());
    /// let orders = chat.hear(&said("m3", "hint", Some("m2")));
    /// let [Order::Edit { ticket, .. }] = orders.as_slice() else { panic!("the board is shown") };
    /// chat.hear(&Event::Done { ticket: *ticket, message: None });
    /// let work = chat.work().expect("a search for the hint");
    /// let orders = chat.thought(work.run());
    /// let [Order::Edit { content, .. }] = orders.as_slice() else { panic!("it is shown") };
    /// assert!(content.text().contains("right"), "{}", content.text());
    /// ```
    pub fn work(&mut self) -> Option<Work> {
        while self.thinks_about.is_none() {
            let play = self.to_think_about.pop_front()?;
            // What is no longer in memory was asked for long ago, or is asked for again by a press.
            let Some(table) = self.tables.get(&play) else { continue };
            let work = table.work(&StopToken::with_budget(STEPS));
            if work.is_some() {
                self.thinks_about = Some(play);
                return work;
            }
        }
        None
    }

    /// Takes what a search found, and says what is to be done. On a board that changed meanwhile it
    /// is passed over, and searched anew where that is still wanted.
    pub fn thought(&mut self, analysis: Analysis) -> Vec<Order> {
        self.stop.rearm();
        if let Some(play) = self.thinks_about.take()
            && let Ok(Some(mut table)) = self.table(play)
        {
            let requests = table.take(analysis, self.speak_of(&table.place));
            self.grant_and_show(play, table, requests);
        }
        std::mem::take(&mut self.orders)
    }

    /// Passes over the search that is under way, of which nothing comes. It is not done again before a person does
    /// something there.
    ///
    /// ```
    /// # use masume_chat::Chat;
    /// # use masume_presentation::locale::Locale;
    /// # use masume_store::Memory;
    /// let mut chat = Chat::new(Box::new(Memory::new(1)), "@masume", Locale::English);
    /// chat.give_up_thought();
    /// assert!(!chat.is_thinking());
    /// ```
    pub fn give_up_thought(&mut self) {
        if let Some(play) = self.thinks_about.take()
            && let Ok(Some(mut table)) = self.table(play)
        {
            table.is_at_a_loss = true;
            self.put_back(play, table);
        }
    }

    /// True while a search is under way, or waits to be.
    pub fn is_thinking(&self) -> bool {
        self.thinks_about.is_some() || !self.to_think_about.is_empty()
    }
}
