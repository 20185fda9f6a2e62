//! What the model asks for and cannot do itself: open games, write files, keep what was done.

use masume_engine::{Game, Setup, SetupError, ShippedGame, StopToken, game_groups, shipped_games};
use masume_session::{Edition, Session};
use masume_store::PlayNumber;

use super::app::{App, Effect, Over};
use super::menu::{Group, Item, Menu};
use super::options::{Beginning, Options, Pairing};
use super::page::Page;
use super::play::Play;
use super::watch::Watch;
use crate::keeper::{Keeper, level_of};
use crate::locale::Phrases;
use crate::open;
use crate::report::Source;
use crate::save_file;
use crate::seed::fresh_seed;
use crate::speech::reasons;
use crate::statistics::{self, GameRecord};

/// What lies outside of the model.
#[derive(Debug)]
pub(super) struct World {
    keeper: Keeper,
    /// What the game being played is opened from: a shipped name, or a path.
    source: String,
    /// The file of the game, where it is being written.
    watch: Option<Watch>,
    /// The game from its beginning, while one that waited is offered.
    anew: Option<Session>,
    /// Stops the rules of the games that are opened.
    stop: StopToken,
}

impl World {
    /// With what was kept before.
    pub(super) fn new(keeper: Keeper) -> Self {
        let stop = StopToken::default();
        Self { keeper, source: String::new(), watch: None, anew: None, stop }
    }

    /// The rules of games that are opened are stopped by this token.
    pub(super) fn with_stop(self, stop: StopToken) -> Self {
        Self { stop, ..self }
    }

    /// The session that is played first, where one game was asked for.
    pub(super) fn begin(&mut self, source: &str, app: &mut App) {
        source.clone_into(&mut self.source);
        self.keeper.begin(source);
        if let Some(play) = &mut app.play {
            play.dialogue.solved = self.keeper.solved(play.dialogue.session.edition());
        }
        self.tell_trouble(app);
    }

    /// Goes to where the player has come: offers the game that waits, where one does, or begins with
    /// the level that comes next.
    pub(super) fn offer_what_waits(&mut self, app: &mut App) {
        let Some(play) = &mut app.play else { return };
        let first = self.keeper.at_level_to_begin(play.dialogue.session.clone(), &self.source);
        if first.level() != play.dialogue.session.level() {
            play.change_to(first, &app.phrases);
        }
        match self.keeper.resume(play.dialogue.session.edition(), &self.source, &app.phrases) {
            Ok(Some(session)) => {
                self.anew = Some(play.dialogue.session.clone());
                play.offer(session, self.keeper.offer(), &app.phrases);
            }
            Ok(None) => {}
            Err(trouble) => app.warning = Some(trouble),
        }
    }

    /// Offers the next of the games that wait.
    fn offer_other(&mut self, app: &mut App) {
        let Some(play) = &mut app.play else { return };
        match self.keeper.resume_other(play.dialogue.session.edition(), &app.phrases) {
            Ok(Some(session)) => play.offer(session, self.keeper.offer(), &app.phrases),
            Ok(None) => {}
            Err(trouble) => app.warning = Some(trouble),
        }
    }

    /// From here on the game's file is read again whenever it is another one.
    pub(super) fn watch(&mut self, watch: Watch) {
        self.watch = Some(watch.with_stop(self.stop.clone()));
    }

    /// The menu as it is now.
    pub(super) fn menu(&self, phrases: &Phrases) -> Menu {
        let plays = self.keeper.plays();
        let item = |shipped: &ShippedGame| {
            let name = shipped.name;
            let Some(game) = open::loaded(shipped.text).game else { return Item::default() };
            let (title, about) = (game.rules().title.clone(), game.rules().about.clone());
            let edition = Edition::new(name, shipped.text, game);
            let waiting = plays.iter().find(|play| play.source == name);
            let mut progress = self.keeper.progress(&edition, phrases);
            let looked_at = self.keeper.level_looked_at(&edition, name);
            let level = looked_at.or(waiting.and_then(level_of));
            let place = match (level, waiting) {
                (Some(level), _) => phrases.say("progress-level", &[("level", level.into())]),
                (None, Some(play)) => {
                    phrases.say("progress-ply", &[("ply", i64::from(play.ply).into())])
                }
                (None, None) => String::new(),
            };
            progress = [place, progress].join("  ");
            Item {
                name: name.to_owned(),
                title: phrases.of_shipped(name, "title").unwrap_or(title),
                about: phrases.of_shipped(name, "about").unwrap_or(about),
                progress: progress.trim().to_owned(),
                is_begun: waiting.is_some(),
                level: level.or_else(|| self.keeper.level_to_begin(&edition, name)),
            }
        };
        let mut menu = Menu::of_groups(grouped(shipped_games(), item, phrases));
        // Where we left: the play touched last is pointed at.
        if let Some(last) = plays.first() {
            menu.point_at(&last.source);
        }
        menu
    }

    /// Does what the model asks for; what goes wrong becomes a warning on the screen.
    pub(super) fn perform(&mut self, effect: Effect, app: &mut App) {
        match effect {
            Effect::Open { name, anew } => self.open(&name, anew, app),
            Effect::Begin { name, beginning } => self.begin_as_chosen(name, &beginning, app),
            Effect::Statistics(name) => self.show_statistics(&name, app),
            // The terminal has taken it.
            Effect::Copy(_) => {}
            Effect::Save => self.save(app),
            Effect::Menu => self.show_menu(app),
            Effect::Levels => self.tell_levels(app),
            Effect::Pairing => self.recall_pairing(app),
            Effect::GoOn(number) => self.go_on(number, app),
            Effect::Begun => {
                self.keeper.begin_next(&self.source);
                self.keep(app);
            }
            Effect::Back => {
                self.keeper.go_back(&self.source);
                self.keep(app);
            }
            Effect::Anew => {
                if let (Some(play), Some(session)) = (&mut app.play, self.anew.take()) {
                    self.keeper.refuse_offer();
                    play.change_to(session, &app.phrases);
                    self.keeper.begin_apart(&self.source);
                }
            }
            Effect::Other => self.offer_other(app),
            Effect::Keep => self.keep(app),
            // These are done where no rules run.
            Effect::Leave | Effect::Suspend => {}
        }
        self.tell_trouble(app);
    }

    /// Whether something happened outside.
    pub(super) fn has_news(&mut self) -> bool {
        self.watch.as_mut().is_some_and(Watch::has_news)
    }

    /// Takes up what happened outside; whether anything did.
    pub(super) fn look_around(&mut self, app: &mut App) -> bool {
        let Some(watch) = &mut self.watch else { return false };
        let was_waiting = app.play.is_none();
        let is_new = watch.look(app);
        if was_waiting && app.play.is_some() {
            let source = watch.path().to_owned();
            self.begin(&source, app);
        }
        is_new
    }

    /// The last that is done: what was reached is kept.
    pub(super) fn leave(&mut self, app: &App) {
        if let Some(play) = &app.play {
            self.keeper.leave(&play.dialogue.session);
        }
    }

    fn keep(&mut self, app: &App) {
        if let Some(play) = &app.play {
            self.keeper.keep(&play.dialogue.session);
        }
    }

    /// Tells in the list of levels what is kept of them.
    fn tell_levels(&self, app: &mut App) {
        let (Some(play), Some(Over::Levels(levels))) = (&app.play, &mut app.over) else { return };
        let session = &play.dialogue.session;
        let mut records = self.keeper.levels(session.edition(), &self.source);
        // The one being played does not wait.
        if let Some(here) = session.level().and_then(|level| records.get_mut(&level)) {
            let is_here = |waiting: &masume_store::Play| Some(waiting.number) == self.keeper.play();
            here.waiting = here.waiting.take().filter(|waiting| !is_here(waiting));
        }
        levels.tell(records, &app.phrases);
    }

    /// Goes on with a play of the game being played, instead of where it is.
    fn go_on(&mut self, number: PlayNumber, app: &mut App) {
        let Some(play) = &mut app.play else { return };
        self.keeper.leave_for_another(&play.dialogue.session);
        match self.keeper.go_on(play.dialogue.session.edition(), number, &app.phrases) {
            Ok(session) => play.change_to(session, &app.phrases),
            Err(trouble) => {
                self.keeper.begin_apart(&self.source);
                app.warning = Some(trouble);
            }
        }
    }

    /// Trouble around the game that was not shown.
    pub(super) fn trouble(&mut self, phrases: &Phrases) -> Option<String> {
        self.keeper.trouble(phrases)
    }

    /// Shows what went wrong around the game.
    pub(super) fn tell_trouble(&mut self, app: &mut App) {
        if let Some(trouble) = self.keeper.trouble(&app.phrases) {
            app.warning = Some(trouble);
        }
        app.is_kept = !self.keeper.is_failing();
    }

    fn show_menu(&mut self, app: &mut App) {
        // The game is left before its end.
        if let Some(play) = app.play.take() {
            self.keeper.leave(&play.dialogue.session);
        }
        let mut menu = self.menu(&app.phrases);
        menu.point_at(&self.source);
        app.menu = Some(menu);
    }

    fn open(&mut self, name: &str, anew: bool, app: &mut App) {
        let Some(shipped) = shipped_games().iter().find(|it| it.name == name) else { return };
        let Some(game) = open::loaded(shipped.text).game else { return };
        let edition = Edition::new(name, shipped.text, game.with_stop(self.stop.clone()));
        let is_shared = edition.game().rules().players.len() > 1;
        if is_shared && (anew || !self.keeper.has_waiting(&edition, name)) {
            return self.ask_pairing(name, edition.game(), anew, app);
        }
        let waiting = match anew {
            true => {
                self.keeper.leave_waiting(&edition, name);
                Ok(None)
            }
            // A level that was looked at is gone back to, not the one before it.
            false if self.keeper.level_looked_at(&edition, name).is_some() => Ok(None),
            false => self.keeper.resume(&edition, name, &app.phrases),
        };
        let solved = self.keeper.solved(&edition);
        let mut offer = None;
        let (session, trouble) = match waiting {
            Ok(Some(session)) => {
                // One is gone on with at once; which of several is asked.
                offer = Some(self.keeper.offer()).filter(|offer| offer.count > 1);
                self.anew = offer.and_then(|_| self.first_session(name, edition).ok());
                (Ok(session), None)
            }
            Ok(None) => (self.begin_anew(name, edition), None),
            Err(trouble) => (self.begin_anew(name, edition), Some(trouble)),
        };
        match session {
            Ok(session) => {
                name.clone_into(&mut self.source);
                let path = format!("games/{name}.masu");
                let source = Source { path, text: shipped.text.to_owned() };
                app.phrases.speak_of(Some(name));
                let mut play = Play::new(session.clone(), source, &app.facts, &app.phrases);
                play.dialogue.solved = solved;
                if let Some(offer) = offer {
                    play.offer(session, offer, &app.phrases);
                }
                app.open(play);
                app.warning = trouble;
            }
            Err(error) => app.warning = Some(reasons::of_setup(&error, &app.phrases)),
        }
    }

    /// Asks whom a game is played against that begins, as it was played last.
    fn ask_pairing(&self, name: &str, game: &Game, leaves_waiting: bool, app: &mut App) {
        let title = app.phrases.of_shipped(name, "title");
        let title = title.unwrap_or_else(|| game.rules().title.clone());
        let options = Options::new(name, title, game, &Setup::default())
            .with_pairing(self.pairing_of(name))
            .about_pairing(leaves_waiting);
        app.over = Some(Over::Options(Box::new(options)));
    }

    /// Pairing with which a game was played last.
    fn pairing_of(&self, name: &str) -> Option<Pairing> {
        let (opponent, side) = self.keeper.pairing_of(name)?;
        Some(Pairing { opponent, side })
    }

    /// Fills in, where a game's beginning is chosen, whom it was played against last.
    fn recall_pairing(&self, app: &mut App) {
        if let Some(Over::Options(options)) = &mut app.over {
            let pairing = self.pairing_of(options.name());
            **options = options.clone().with_pairing(pairing);
        }
    }

    /// A new game: of a game with levels the first that was not solved yet.
    fn begin_anew(&mut self, name: &str, edition: Edition) -> Result<Session, SetupError> {
        self.keeper.begin(name);
        self.first_session(name, edition)
    }

    fn first_session(&self, name: &str, edition: Edition) -> Result<Session, SetupError> {
        let level = self.keeper.level_to_begin(&edition, name);
        Session::new(edition, Setup { level, seed: fresh_seed(), ..Setup::default() })
    }

    /// Begins a shipped game, or the one being played anew, as it was chosen. What cannot be begun is
    /// said where it was chosen.
    fn begin_as_chosen(&mut self, name: Option<String>, beginning: &Beginning, app: &mut App) {
        let Some((source, path, text, game)) = self.chosen(name.as_deref(), app) else { return };
        let edition_name = match &app.play {
            Some(play) => play.dialogue.session.edition().name().to_owned(),
            None => source.clone(),
        };
        let setup = beginning.setup(fresh_seed());
        let begun = beginning.game(&game).and_then(|game| {
            let edition = Edition::new(&edition_name, &text, game).with_stop(self.stop.clone());
            Ok(Session::new(edition, setup)?.with_seats(beginning.seats.clone()))
        });
        let session = match begun {
            Ok(session) => session,
            Err(error) => {
                let trouble = Some(reasons::of_setup(&error, &app.phrases));
                if let Some(Over::Options(options)) = &mut app.over {
                    options.trouble = trouble;
                }
                return;
            }
        };
        let mut weights = None;
        if let Some(play) = app.play.take() {
            let before = &play.dialogue.session;
            self.keeper.leave_for_another(before);
            // What was learnt is of the rules, whatever the size and the options.
            if before.edition().version().hash() == session.edition().version().hash() {
                weights.clone_from(&play.dialogue.weights);
            }
        }
        let is_shipped = shipped_games().iter().any(|it| it.name == source);
        app.phrases.speak_of(Some(source.as_str()).filter(|_| is_shipped));
        self.keeper.begin(&source);
        if beginning.leaves_waiting {
            self.keeper.leave_waiting(session.edition(), &source);
        }
        if session.game().rules().players.len() > 1 {
            let Pairing { opponent, side } = beginning.pairing;
            self.keeper.set_pairing(&source, opponent, side);
        }
        self.source = source;
        let solved = self.keeper.solved(session.edition());
        let source = Source { path, text };
        let mut play = Play::new(session, source, &app.facts, &app.phrases);
        (play.dialogue.solved, play.dialogue.weights) = (solved, weights);
        app.open(play);
    }

    /// What a chosen game is opened from, its path, its text, and its rules.
    fn chosen(&self, name: Option<&str>, app: &App) -> Option<(String, String, String, Game)> {
        if let Some(name) = name {
            let shipped = shipped_games().iter().find(|it| it.name == name)?;
            let game = open::loaded(shipped.text).game?;
            let path = format!("games/{name}.masu");
            return Some((name.to_owned(), path, shipped.text.to_owned(), game));
        }
        let dialogue = &app.play.as_ref()?.dialogue;
        let Source { path, text } = dialogue.source.clone();
        Some((self.source.clone(), path, text, dialogue.session.game().clone()))
    }

    /// Tells what was played: of one game, then of all.
    fn show_statistics(&self, name: &str, app: &mut App) {
        let Some(shipped) = shipped_games().iter().find(|it| it.name == name) else { return };
        let Some(game) = open::loaded(shipped.text).game else { return };
        let edition = Edition::new(name, shipped.text, game);
        let record = GameRecord::of(name, &edition, &self.keeper, &app.phrases);
        let all = statistics::all(&self.keeper, &app.phrases);
        let title = app.phrases.say("stats-title", &[]);
        let all_games = app.phrases.say("stats-all", &[]);
        let parts = [
            (record.title().to_owned(), record.lines(&app.phrases)),
            (all_games, statistics::table(&all, &app.phrases)),
        ];
        app.over = Some(Over::Page(Page::of_parts(title, parts)));
    }

    /// Writes the game being played into the folder where the program was started.
    fn save(&mut self, app: &mut App) {
        let Some(play) = &mut app.play else { return };
        match save_file::write(&play.dialogue.session) {
            Ok(path) => {
                let values = [("path", path.display().to_string().into())];
                play.dialogue.said = vec![app.phrases.say("saved", &values)];
            }
            Err(error) => {
                let values = [("reason", reasons::of_writing(&error, &app.phrases).into())];
                app.warning = Some(app.phrases.say("cannot-save", &values));
            }
        }
    }
}

/// The items of the games in their groups; a game without a group comes last.
fn grouped(
    games: &[ShippedGame],
    item: impl Fn(&ShippedGame) -> Item,
    phrases: &Phrases,
) -> Vec<Group> {
    let named = |name: &str| games.iter().find(|game| game.name == name);
    let mut groups: Vec<Group> = Vec::new();
    for group in game_groups() {
        let heading = phrases.say(&format!("group-{}", group.name), &[]);
        let items = group.games.iter().filter_map(|name| named(name)).map(&item).collect();
        groups.push(Group { heading, items });
    }
    let is_grouped =
        |game: &&ShippedGame| game_groups().iter().any(|group| group.games.contains(&game.name));
    let rest = games.iter().filter(|game| !is_grouped(game)).map(&item).collect();
    groups.push(Group { heading: String::new(), items: rest });
    groups
}
