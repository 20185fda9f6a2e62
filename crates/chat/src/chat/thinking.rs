//! Searches for hints and replies of agents, which others do not wait for.

use std::panic::{self, AssertUnwindSafe};

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
    /// Where nothing was found, the search is not done again before a person does something there.
    pub fn thought(&mut self, found: impl Into<Option<Analysis>>) -> Vec<Order> {
        self.stop.rearm();
        if let Some(play) = self.thinks_about.take()
            && let Ok(Some(mut table)) = self.table(play)
        {
            match found.into() {
                Some(analysis) => {
                    let requests = table.take(analysis, self.speak_of(&table.place));
                    self.grant_and_show(play, table, requests);
                }
                None => {
                    table.is_at_a_loss = true;
                    self.put_back(play, table);
                }
            }
        }
        std::mem::take(&mut self.orders)
    }

    /// True while a search is under way, or waits to be.
    pub fn is_thinking(&self) -> bool {
        self.thinks_about.is_some() || !self.to_think_about.is_empty()
    }
}

/// Result of a search; nothing where it panics. That is a fault, said on standard error; others play on.
///
/// ```
/// use masume_chat::run_work;
/// # let work: Option<masume_presentation::analysis::Work> = None;
/// assert!(work.and_then(run_work).is_none());
/// ```
pub fn run_work(work: Work) -> Option<Analysis> {
    unless_it_panics(|| work.run())
}

fn unless_it_panics<T>(work: impl FnOnce() -> T) -> Option<T> {
    // Nothing that it has touched is looked at afterwards.
    panic::catch_unwind(AssertUnwindSafe(work)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_panics_gives_nothing() {
        assert_eq!(unless_it_panics(|| 7), Some(7));
        assert_eq!(unless_it_panics::<u8>(|| panic!("on purpose")), None);
    }
}
