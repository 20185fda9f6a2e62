//! Questions that load or change the game being played, from `load`, `act` and `undo` to `save` and `rebuild`,
//! and those about what was done: `trace` and `why`.

use masume_engine::{Cell, Game, GameId, Setup, SetupError, Size, parse_id};
use masume_presentation::diagnostic::{self, Source};
use masume_presentation::dialogue::{Command, Dialogue, Refused, why};
use masume_presentation::glyph_set::GlyphSet;
use masume_presentation::input::Gesture;
use masume_presentation::locale::Phrases;
use masume_presentation::menu::options::Beginning;
use masume_presentation::picture::Abilities;
use masume_presentation::picture::widths::Widths;
use masume_presentation::play::Play;
use masume_presentation::request::Request;
use masume_presentation::size::read_size;
use masume_presentation::speech::{errors, reasons};
use masume_presentation::statistics::GameRecord;
use masume_presentation::trace::Trace;
use masume_session::{Edition, Save, Seats, Session};

use super::pages::of_help;
use super::snapshot::{named, player_name};
use super::sources;
use super::{Service, playing};
use crate::protocol::{
    Answer, GameAsked, Notice, PageView, Refusal, TraceStepView, TraceView, Units, WhyView,
};
use crate::{Event, loaded, shipped_game};

/// A game's text, and what is said of where it is from.
struct Found {
    name: String,
    source: Source,
    id: Option<GameId>,
}

impl Service {
    /// Loads a game in place of the one being played.
    pub(super) fn load(&mut self, asked: &GameAsked, units: Units) -> Result<(), Refusal> {
        if let Some(language) = &asked.language {
            self.phrases = Phrases::new(self.locale(language)?);
        }
        let found = self.find(asked)?;
        let loaded = loaded(&found.source.text);
        let Some(game) = loaded.game else {
            return Err(sources::refusal(&found.source.text, &loaded.diagnostics, units));
        };
        let session = self.begin(game, &found, asked, units)?;
        self.leave();
        let shipped = shipped_game(&found.name).filter(|it| it.text == found.source.text);
        self.phrases.speak_of(shipped.map(|it| it.name));
        let mut dialogue = Dialogue::new(session, found.source, &self.phrases);
        dialogue.has_buttons = self.has_views;
        self.host.begin(&found.name, &mut dialogue);
        let waiting = match asked.resume {
            true => self.host.offer_what_waits(&mut dialogue, &self.phrases),
            false => Vec::new(),
        };
        self.show(dialogue);
        let trouble = self.host.trouble(&self.phrases).map(Event::Trouble);
        let told = waiting.into_iter().chain(trouble);
        told.filter(|event| !matches!(event, Event::Begun)).for_each(|event| self.take_up(event));
        Ok(())
    }

    /// Shows another dialogue.
    fn show(&mut self, mut dialogue: Dialogue) {
        (dialogue.can_turn, dialogue.has_buttons) = (self.has_views, self.has_views);
        let widths = Widths::of_rules(dialogue.session.game().rules());
        self.play = Some(Box::new(Play::of(dialogue, &abilities(&widths))));
        self.loads += 1;
    }

    /// The text of a shipped game.
    pub(super) fn source(&self, name: &str) -> Result<Answer, Refusal> {
        let asked = GameAsked { name: Some(name.to_owned()), ..GameAsked::default() };
        Ok(Answer::Text(self.find(&asked)?.source.text))
    }

    /// The text of the game that is asked for.
    fn find(&self, asked: &GameAsked) -> Result<Found, Refusal> {
        let phrases = &self.phrases;
        if let Some(text) = &asked.text {
            let name = asked.name.clone().unwrap_or_else(|| "game".to_owned());
            let source = Source { path: format!("{name}.masu"), text: text.clone() };
            return Ok(Found { name, source, id: None });
        }
        let Some(name) = &asked.name else {
            return Err(Refusal::of(phrases.say("serve-no-game", &[])));
        };
        let id = match shipped_game(name) {
            Some(_) => None,
            None => Some(parse_id(name).map_err(|error| {
                let reason = errors::id(&error, phrases);
                let values = [("id", name.as_str().into()), ("reason", reason.into())];
                Refusal::of(phrases.say("bad-id", &values))
            })?),
        };
        let name = id.as_ref().map_or(name, |id| &id.name);
        // An id or a save may be of a user's own game, whose text is not known here.
        let unknown = || Refusal {
            help: Some(phrases.say("own-game-by-text", &[])),
            ..Refusal::of(phrases.say("no-such-game", &[("name", name.as_str().into())]))
        };
        let shipped = shipped_game(name).ok_or_else(unknown)?;
        let source =
            Source { path: format!("games/{}.masu", shipped.name), text: shipped.text.to_owned() };
        Ok(Found { name: shipped.name.to_owned(), source, id })
    }

    /// A session of the game, as it is asked for.
    fn begin(
        &mut self,
        game: Game,
        found: &Found,
        asked: &GameAsked,
        units: Units,
    ) -> Result<Session, Refusal> {
        let phrases = &self.phrases;
        // Levels have their places in the text from which they came.
        let source = asked.levels.as_ref().unwrap_or(&found.source.text);
        let refused = |error: SetupError| {
            let refusal = Refusal::of(reasons::of_setup(&error, phrases));
            let SetupError::Level { diagnostics, .. } = error else { return refusal };
            let diagnostics = sources::refusal(source, &diagnostics, units).diagnostics;
            Refusal { diagnostics, ..refusal }
        };
        let mut game = game.with_stop(self.stop.clone());
        if let Some(id) = &found.id {
            game = game.with_id(id).map_err(refused)?;
        }
        for (name, value) in &asked.options {
            game = game.with_option(name, value).map_err(refused)?;
        }
        if let Some(text) = &asked.levels {
            let read = game.read_level_file(text);
            let file = read.map_err(|found| sources::refusal(text, &found, units))?;
            let doubts: Vec<_> =
                file.warnings.iter().map(|it| sources::view(text, it, units)).collect();
            if !doubts.is_empty() {
                self.notices.push(Notice::Doubts(doubts));
            }
            game = game.with_levels(file.levels);
        }
        let usual = found.id.as_ref().map(|id| id.setup).unwrap_or_default();
        let size = asked.size.as_deref().map(|size| self.size(size)).transpose()?;
        let setup = Setup {
            size: size.or(usual.size),
            level: asked.level.or(usual.level),
            seed: asked.seed.unwrap_or(usual.seed),
        };
        let mut seats = Seats::default();
        for (player, agent) in &asked.opponents {
            let mut players = game.rules().players.iter().zip(0..);
            let values = [("player", player.as_str().into())];
            let unknown = || Refusal::of(phrases.say("serve-no-player", &values));
            let (_, index) = players.find(|(it, _)| it.name == *player).ok_or_else(unknown)?;
            seats = seats.with(masume_engine::Player(index), &self.agent(agent)?);
        }
        let edition = Edition::new(&found.name, &found.source.text, game);
        let edition = edition.with_stop(self.stop.clone());
        Ok(Session::new(edition, setup).map_err(refused)?.with_seats(seats))
    }

    fn size(&self, text: &str) -> Result<Size, Refusal> {
        read_size(text).ok_or_else(|| Refusal::of(self.phrases.say("expected-size", &[])))
    }

    /// Does an action, written as the game writes it.
    pub(super) fn act(&mut self, text: &str) -> Result<(), Refusal> {
        let dialogue = &playing(&mut self.play, &self.phrases)?.dialogue;
        let session = &dialogue.session;
        let read = session.game().read_action(session.state(), text);
        let action = read.map_err(|error| Refusal {
            message: errors::action_text(&error, &self.phrases),
            help: errors::action_help(&error, &self.phrases),
            why: Some(Box::new(why_view(
                dialogue.why_refused(&Refused::Words(error), &self.phrases),
            ))),
            ..Refusal::default()
        })?;
        self.ask_game(|play, phrases| play.act(action, phrases))
    }

    /// Points at a cell, or draws from one to another.
    pub(super) fn drag(&mut self, from: &str, to: &str) -> Result<(), Refusal> {
        let (from, to) = (self.cell(from)?, self.cell(to)?);
        self.ask_game(|play, phrases| {
            play.update(&Gesture::Press(Some(from)), phrases);
            play.update(&Gesture::Release(Some(to)), phrases)
        })
    }

    fn cell(&mut self, name: &str) -> Result<Cell, Refusal> {
        let session = &playing(&mut self.play, &self.phrases)?.dialogue.session;
        let cell = session.game().cell_names(session.state()).cell_named(name);
        cell.ok_or_else(|| Refusal::of(self.phrases.say("no-such-cell", &[("typed", name.into())])))
    }

    /// Presses a key.
    pub(super) fn key(&mut self, key: &str) -> Result<(), Refusal> {
        self.ask_game(|play, phrases| play.update(&Gesture::key(key), phrases))
    }

    /// Goes back by one action.
    pub(super) fn undo(&mut self) -> Result<(), Refusal> {
        self.command(Command::Undo)
    }

    /// Does again what was undone.
    pub(super) fn redo(&mut self) -> Result<(), Refusal> {
        self.command(Command::Redo)
    }

    /// Goes to the first state.
    pub(super) fn restart(&mut self) -> Result<(), Refusal> {
        self.command(Command::Restart)
    }

    /// Does a command.
    pub(super) fn command(&mut self, command: Command) -> Result<(), Refusal> {
        self.ask_game(|play, phrases| play.dialogue.command(command, phrases))
    }

    /// Goes to a position of what was done.
    pub(super) fn go_to(&mut self, position: usize) -> Result<(), Refusal> {
        self.ask_game(|play, phrases| match play.dialogue.session.go_to(position) {
            Some(report) => {
                play.dialogue.take_up(report, phrases);
                vec![Request::Keep]
            }
            None => Vec::new(),
        })
    }

    /// Begins a level.
    pub(super) fn level(&mut self, level: usize) -> Result<(), Refusal> {
        self.ask_game(|play, phrases| play.go_to_level(level, phrases))?;
        self.loads += 1;
        Ok(())
    }

    /// Begins anew with another value of an option.
    pub(super) fn option(&mut self, name: &str, value: &str) -> Result<(), Refusal> {
        let option = (name.to_owned(), value.to_owned());
        self.begin_anew(|beginning| beginning.options.push(option))
    }

    /// Begins anew with this seed.
    pub(super) fn seed(&mut self, seed: u64) -> Result<(), Refusal> {
        self.begin_anew(|beginning| beginning.seed = Some(seed))
    }

    /// Begins the game anew as it began, but for a change.
    fn begin_anew(&mut self, change: impl FnOnce(&mut Beginning)) -> Result<(), Refusal> {
        let session = &playing(&mut self.play, &self.phrases)?.dialogue.session;
        let &Setup { size, level, seed } = session.setup();
        let seats = session.seats().clone();
        let mut beginning =
            Beginning { size, level, seed: Some(seed), seats, ..Beginning::default() };
        change(&mut beginning);
        self.ask_game(|_, _| vec![Request::Begin { name: None, beginning }])
    }

    /// Has the game do something, does what it asks for, and refuses what it refused.
    pub(super) fn ask_game(
        &mut self,
        ask: impl FnOnce(&mut Play, &Phrases) -> Vec<Request>,
    ) -> Result<(), Refusal> {
        let play = playing(&mut self.play, &self.phrases)?;
        play.dialogue.is_refused = false;
        play.dialogue.refused = None;
        play.joined = None;
        let requests = ask(play, &self.phrases);
        self.perform(requests);
        // Steps that others would watch are done at once.
        while let Some(play) = &mut self.play
            && let Some(action) = play.dialogue.walk.pop_front()
        {
            let requests = play.act(action, &self.phrases);
            self.perform(requests);
        }
        let Some(play) = &self.play else { return Ok(()) };
        match play.dialogue.is_refused {
            true => {
                let refused = play.dialogue.refused.as_ref();
                let why = refused.map(|it| play.dialogue.why_refused(it, &self.phrases));
                let why = why.map(|it| Box::new(why_view(it)));
                Err(Refusal { why, ..Refusal::of(play.dialogue.said.join("\n")) })
            }
            false => Ok(()),
        }
    }

    /// Does what a game asks for.
    pub(super) fn perform(&mut self, requests: Vec<Request>) {
        for request in requests {
            self.tell_action(&request);
            let dialogue = self.play.as_mut().map(|play| &mut play.dialogue);
            for event in self.host.perform(request, dialogue, &mut self.phrases) {
                self.take_up(event);
            }
        }
    }

    /// Tells that an action was done.
    fn tell_action(&mut self, request: &Request) {
        let Some(play) = self.play.as_ref().filter(|_| *request == Request::Keep) else { return };
        let session = &play.dialogue.session;
        let entry = session.position().checked_sub(1).and_then(|it| session.timeline().get(it));
        let is_action = |report: &masume_session::Report| {
            matches!(report.cause, masume_session::Cause::Action { .. })
        };
        if !play.dialogue.report.as_ref().is_some_and(is_action) {
            return;
        }
        if let (Some(entry), Some((before, _))) = (entry, session.last_action()) {
            self.notices.push(Notice::Acted {
                player: player_name(session, before.to_act),
                action: entry.text.clone(),
                is_opponent: session.seats().opponent(before.to_act).is_some(),
            });
        }
    }

    /// Takes up an event of the host.
    pub(super) fn take_up(&mut self, event: Event) {
        let notice = match event {
            Event::Kept | Event::Painted => return,
            Event::Begun => {
                if let Some(play) = &mut self.play {
                    play.look_from_the_start();
                }
                return;
            }
            Event::Opened(dialogue) => return self.show(*dialogue),
            Event::Refused(reason) => {
                if let Some(play) = &mut self.play {
                    play.dialogue.refuse(reason);
                }
                return;
            }
            Event::Levels(_) => Notice::Wanted("levels".to_owned()),
            Event::Options(_) => Notice::Wanted("options".to_owned()),
            Event::Glyphs => Notice::Wanted("glyphs".to_owned()),
            Event::Trace(_) => Notice::Wanted("trace".to_owned()),
            Event::History(lines) => {
                Notice::Page { title: self.phrases.say("history-title", &[]), lines }
            }
            Event::Help => match &self.play {
                Some(play) => notice(of_help(play.help(&self.phrases))),
                None => return,
            },
            Event::MenuHelp(help) => notice(of_help(help)),
            Event::Statistics { title, parts } => {
                let lines = parts.into_iter().flat_map(|(heading, mut lines)| {
                    lines.insert(0, heading);
                    lines
                });
                Notice::Page { title, lines: lines.collect() }
            }
            Event::Copied(id) => Notice::Copied(id),
            Event::Save { name, text } => Notice::Save { name, text },
            Event::Trouble(trouble) => Notice::Trouble(trouble),
            Event::Menu(_) | Event::Ended | Event::Suspended => Notice::Left,
        };
        self.notices.push(notice);
    }

    /// The trace of the last action.
    pub(super) fn trace(&mut self) -> Result<TraceView, Refusal> {
        let play = playing(&mut self.play, &self.phrases)?;
        let session = &play.dialogue.session;
        let (game, state) = (session.game(), session.state());
        let trace = Trace::of(&play.dialogue, &self.phrases).map_err(Refusal::of)?;
        let board = |board: &masume_engine::Board| {
            game.print_board(&masume_engine::State { board: board.clone(), ..state.clone() })
        };
        let names = game.cell_names(state);
        let step = |step: &masume_presentation::trace::TraceStep| TraceStepView {
            line: step.line,
            text: step.text.clone(),
            board: board(&step.board),
            changed: named(&step.changed, &names),
            matched: step
                .matched
                .iter()
                .map(|path| path.iter().filter_map(|cell| names.name(*cell)).collect())
                .collect(),
        };
        Ok(TraceView {
            before: board(&trace.before),
            steps: trace.steps.iter().map(step).collect(),
            action: trace.action,
        })
    }

    /// The reason why an action cannot be done.
    pub(super) fn why(&mut self, action: &str) -> Result<WhyView, Refusal> {
        let dialogue = &playing(&mut self.play, &self.phrases)?.dialogue;
        Ok(why_view(dialogue.why(action, &self.phrases)))
    }

    /// The session as the text of a file.
    pub(super) fn save(&mut self) -> Result<String, Refusal> {
        Ok(playing(&mut self.play, &self.phrases)?.dialogue.session.save().to_string())
    }

    /// Goes on with a saved session of this game.
    pub(super) fn restore(&mut self, text: &str) -> Result<(), Refusal> {
        let edition = playing(&mut self.play, &self.phrases)?.dialogue.session.edition().clone();
        let restored = Save::parse(text).and_then(|save| Session::restore(&edition, &save));
        let session =
            restored.map_err(|error| Refusal::of(reasons::of_save(&error, &self.phrases)))?;
        self.change_to(session)
    }

    /// Goes on from a state of this game as text.
    pub(super) fn position(&mut self, text: &str, units: Units) -> Result<(), Refusal> {
        let dialogue = &playing(&mut self.play, &self.phrases)?.dialogue;
        let edition = dialogue.session.edition().clone();
        let state = edition.game().read_state(text).map_err(|found| {
            // What goes wrong while the ends are asked has its place in the game.
            let is_of_run = found.iter().any(diagnostic::is_of_run);
            let text = if is_of_run { &dialogue.source.text } else { text };
            sources::refusal(text, &found, units)
        })?;
        let setup = *dialogue.session.setup();
        let session = Session::from_state(edition, setup, state);
        self.change_to(session)
    }

    /// Goes on with another session of the game being played.
    fn change_to(&mut self, session: Session) -> Result<(), Refusal> {
        self.ask_game(|play, phrases| {
            play.change_to(session, phrases);
            vec![Request::KeepNext]
        })?;
        self.loads += 1;
        Ok(())
    }

    /// Goes on under rules that were just written, from where the game is.
    pub(super) fn rebuild(&mut self, text: &str, units: Units) -> Result<(), Refusal> {
        let play = playing(&mut self.play, &self.phrases)?;
        let loaded = loaded(text);
        let Some(game) = loaded.game else {
            return Err(sources::refusal(text, &loaded.diagnostics, units));
        };
        let phrases = &self.phrases;
        let name = play.dialogue.session.edition().name().to_owned();
        let edition = Edition::new(&name, text, game).with_stop(self.stop.clone());
        let rebuilt = play.dialogue.session.rebuilt(edition);
        let (session, _) =
            rebuilt.map_err(|error| Refusal::of(reasons::of_setup(&error, phrases)))?;
        let source = Source { text: text.to_owned(), ..play.dialogue.source.clone() };
        let widths = Widths::of_rules(session.game().rules());
        play.rebuild(session, source, &abilities(&widths), phrases);
        self.loads += 1;
        self.notices.push(Notice::Rebuilt);
        Ok(())
    }

    /// Counts of what was played of this game.
    pub(super) fn statistics(&mut self) -> Result<Answer, Refusal> {
        let play = playing(&mut self.play, &self.phrases)?;
        let edition = play.dialogue.session.edition();
        let (source, keeper) = (self.host.source(), self.host.keeper());
        let record = GameRecord::of(source, edition, keeper, &self.phrases);
        Ok(Answer::Statistics(Box::new(record)))
    }
}

/// Abilities of a face that shows everything: what it can really show, it finds out itself.
pub(super) fn abilities(widths: &Widths) -> Abilities<'_> {
    Abilities { widths, most: GlyphSet::Wide, has_colours: true, has_shades: true }
}

fn why_view(why::Why { lines, line, code }: why::Why) -> WhyView {
    WhyView { lines, line, code: code.map(|it| it.id().to_owned()) }
}

/// A page that a key asked for.
fn notice(page: PageView) -> Notice {
    let PageView { title, lines } = page;
    Notice::Page { title, lines }
}
