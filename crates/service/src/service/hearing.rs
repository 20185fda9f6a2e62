//! Questions `say` and `letters`: words that a person typed or said, heard as text mode hears them.

use masume_presentation::dialogue::Command;
use masume_presentation::locale::Phrases;
use masume_presentation::play::Play;
use masume_presentation::request::Request;
use masume_presentation::text::hearing::{Heard, shortened};
use masume_presentation::text::orders::TextOrder;
use masume_presentation::text::telling::Telling;
use masume_session::Meaning;

use super::{Service, playing};
use crate::protocol::{Notice, Refusal};

/// The longest text that is heard at a time, in bytes: a whole game of chess is shorter.
const LONGEST: usize = 16 << 10;
/// The most things that one text asks for: each is an action with all that follows it.
const MOST_PARTS: usize = 1_000;

/// The most actions that letters may stand for: solutions of the longest levels have fewer.
const MOST_LETTERS: usize = 16 << 10;

impl Service {
    /// Does what a text asks for, part by part; what came of it is said, and so is what was not
    /// understood.
    pub(super) fn hear(&mut self, text: &str) -> Result<(), Refusal> {
        let dialogue = &playing(&mut self.play, &self.phrases)?.dialogue;
        if text.len() > LONGEST {
            let values = [("most", LONGEST.into())];
            return Err(Refusal::of(self.phrases.say("said-too-long", &values)));
        }
        let text = text.trim();
        if text.is_empty() {
            return Ok(());
        }
        let parts: Vec<String> = dialogue.parts_of(text).into_iter().map(str::to_owned).collect();
        let mut said = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            let goes_on = index < MOST_PARTS && !self.stop.is_stopped();
            let is_done = goes_on && self.hear_part(part);
            if goes_on && let Some(play) = &mut self.play {
                said.append(&mut play.dialogue.said);
            }
            if !is_done {
                // What was refused has said so itself.
                let rest = &parts[index + usize::from(goes_on)..];
                said.extend(self.not_done(rest));
                break;
            }
        }
        if let Some(play) = &mut self.play {
            play.dialogue.said = said;
        }
        Ok(())
    }

    /// Does the actions that letters stand for, until one is refused.
    pub(super) fn letters(&mut self, letters: &str) -> Result<(), Refusal> {
        let dialogue = &playing(&mut self.play, &self.phrases)?.dialogue;
        let actions = dialogue.actions_in_letters(letters, &self.phrases).map_err(Refusal::of)?;
        if actions.len() > MOST_LETTERS {
            let values = [("most", MOST_LETTERS.into())];
            return Err(Refusal::of(self.phrases.say("said-too-long", &values)));
        }
        self.ask_game(|play, _| {
            play.dialogue.walk = actions.into();
            Vec::new()
        })
    }

    /// Sentence about parts of a text that were not done.
    fn not_done(&self, rest: &[String]) -> Option<String> {
        let rest = shortened(&rest.join(", "));
        (!rest.is_empty()).then(|| self.phrases.say("not-done", &[("rest", rest.as_str().into())]))
    }

    /// Does what one part of a text asks for; false where it was refused.
    fn hear_part(&mut self, part: &str) -> bool {
        let Ok(play) = playing(&mut self.play, &self.phrases) else { return false };
        play.dialogue.said.clear();
        if let Some(keys) = play.dialogue.run_of(part, &self.phrases) {
            let keys = keys.into_iter().take(MOST_PARTS);
            return keys.into_iter().all(|meaning| self.do_key(meaning));
        }
        let screen_command = match play.dialogue.keys.meaning(part) {
            Some(Meaning::Command(command)) if command.needs_screen() => Some(*command),
            Some(Meaning::Command(_) | Meaning::Help | Meaning::Action(_)) | None => None,
        };
        let done = self.ask_game(|play, phrases| match play.dialogue.hear(part, phrases) {
            Heard::Done(requests) => requests,
            Heard::Order(order) => obey(play, order, phrases),
        });
        match (done, screen_command) {
            // Text has no screen, and a page has one.
            (Err(refusal), Some(command))
                if refusal.message == self.phrases.say("only-on-screen", &[]) =>
            {
                let done = self.ask_game(|play, phrases| {
                    play.dialogue.said.clear();
                    play.command(command, phrases)
                });
                done.is_ok()
            }
            (done, _) => {
                let why = done.as_ref().err().and_then(|refusal| refusal.why.clone());
                self.notices.extend(why.map(|it| Notice::Refused(*it)));
                done.is_ok()
            }
        }
    }

    /// Does what one of several keys means.
    fn do_key(&mut self, meaning: Meaning<Command>) -> bool {
        let is_stopped = self.stop.is_stopped();
        !is_stopped
            && self.ask_game(|play, phrases| play.dialogue.do_meaning(meaning, phrases)).is_ok()
    }
}

/// Does what only text asks for; gives what is asked of the host.
///
/// ```
/// # use masume_engine::{Game, Setup, shipped_games};
/// # use masume_presentation::diagnostic::Source;
/// # use masume_presentation::locale::{Locale, Phrases};
/// # use masume_presentation::picture::{Abilities, widths::Widths};
/// # use masume_presentation::{glyph_set::GlyphSet, play::Play, text::orders::{Inquiry, TextOrder}};
/// # use masume_session::{Edition, Session};
/// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
/// # let game = Game::load(shipped.text).game.expect("it is sound");
/// # let edition = Edition::new(shipped.name, shipped.text, game);
/// # let session = Session::new(edition, Setup::default()).expect("it begins");
/// # let source = Source { path: "games/sokoban.masu".to_owned(), text: shipped.text.to_owned() };
/// # let widths = Widths::default();
/// # let abilities =
/// #     Abilities { widths: &widths, most: GlyphSet::Ascii, has_colours: false, has_shades: false };
/// let phrases = Phrases::new(Locale::English);
/// let mut play = Play::new(session, source, &abilities, &phrases);
/// let requests = masume_service::obey(&mut play, TextOrder::Tell(Inquiry::Places(None)), &phrases);
/// assert!(requests.is_empty() && play.dialogue.said[0].contains("you"));
/// ```
pub fn obey(play: &mut Play, order: TextOrder, phrases: &Phrases) -> Vec<Request> {
    match order {
        TextOrder::Do(command) => return play.command(command, phrases),
        TextOrder::Level(level) => return play.go_to_level(level, phrases),
        TextOrder::Tell(inquiry) => {
            let dialogue = &play.dialogue;
            let telling = Telling { dialogue, phrases, is_quiet: false, by_keys: false };
            match telling.answer(&inquiry) {
                // A blank line parts the board from what was said before, and that is nothing.
                Ok(lines) => {
                    play.dialogue.said = lines.into_iter().skip_while(String::is_empty).collect();
                }
                Err(reason) => play.dialogue.refuse(reason),
            }
        }
        // A page shows its board always.
        TextOrder::Quiet(_) => play.dialogue.said = vec![phrases.say("only-in-text", &[])],
    }
    Vec::new()
}
