//! Words of a game, and names of things in it, in the language of the interface.

use masume_engine::{
    Action, Argument, Cell, Choice, Direction, Game, Outcome, Player, RunError, State,
};
use masume_rules::model::{Condition, Content, Expr, Figure, Layer, LayerKind, Saying, WordPart};
use masume_rules::text::{self, CannotBeWon};
use masume_session::Session;

use crate::locale::{Phrases, Value};

/// A game and the language that it is spoken of in.
///
/// ```
/// use masume_engine::{Game, Player, Setup, shipped_games};
/// use masume_presentation::locale::{Locale, Phrases};
/// use masume_presentation::speech::Teller;
/// use masume_session::{Edition, Session};
///
/// let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").unwrap();
/// let game = Game::load(shipped.text).game.unwrap();
/// let edition = Edition::new(shipped.name, shipped.text, game);
/// let session = Session::new(edition, Setup::default()).unwrap();
/// let phrases = Phrases::new(Locale::English);
/// let teller = Teller::new(&session, &phrases);
/// assert_eq!(teller.title(), "Tic-tac-toe");
/// assert_eq!(teller.player(Player(1)), "nought");
/// assert_eq!(teller.status(session.state()), "cross to act");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Teller<'a> {
    /// The game, with what is known of its present state.
    pub session: &'a Session,
    /// The language.
    pub phrases: &'a Phrases,
    /// True if the board is seen from its other side: directions are called as they are seen.
    pub is_turned: bool,
}

impl<'a> Teller<'a> {
    /// Speech about a board that is seen as the rules have it.
    pub fn new(session: &'a Session, phrases: &'a Phrases) -> Self {
        Self { session, phrases, is_turned: false }
    }

    /// The game that is spoken of.
    pub fn game(self) -> &'a Game {
        self.session.game()
    }

    /// The game's title.
    pub fn title(self) -> String {
        self.translated("title", &self.game().rules().title)
    }

    /// A sentence about the game; may be empty.
    pub fn about(self) -> String {
        self.translated("about", &self.game().rules().about)
    }

    /// Author of a level, where one is said.
    pub fn level_author(self, level: usize) -> Option<String> {
        let info = self.game().levels().get(level.checked_sub(1)?)?;
        (!info.author.is_empty()).then(|| info.author.clone())
    }

    /// A level's own title, where it has one.
    pub fn level_title(self, level: usize) -> Option<String> {
        let info = self.game().levels().get(level.checked_sub(1)?)?;
        let title = self.translated(&format!("level-{level}"), &info.title);
        (!title.is_empty()).then_some(title)
    }

    /// Reason why nobody can win a level, where that is certain.
    pub fn cannot_be_won(self, level: usize) -> Option<String> {
        let info = self.game().levels().get(level.checked_sub(1)?)?;
        let names = |pieces: &[(Layer, Content)]| {
            let names = pieces.iter().map(|(layer, content)| self.piece(*layer, *content));
            Value::Text(names.collect::<Vec<_>>().join(" / "))
        };
        Some(match CannotBeWon::of(self.game().rules(), info)? {
            CannotBeWon::Short { these, needed, of, there } => {
                let numbers = [("needed", needed.into()), ("there", there.into())];
                let pieces = [("these", names(&these)), ("of", names(&of))];
                let values: Vec<_> = numbers.into_iter().chain(pieces).collect();
                self.phrases.say("cannot-be-won-short", &values)
            }
            CannotBeWon::Number(pieces) => {
                self.phrases.say("cannot-be-won-number", &[("pieces", names(&pieces))])
            }
        })
    }

    /// Words of the game for the first of these occasions for which it has some: the first of them
    /// whose condition holds. Their numbers are asked in the state, with the arguments of the
    /// action.
    pub fn occasion(
        self,
        state: &State,
        action: Option<Action>,
        occasions: &[&str],
    ) -> Option<String> {
        let known = &self.game().rules().words.occasions;
        let (occasion, sayings) =
            occasions.iter().find_map(|occasion| Some((*occasion, known.get(*occasion)?)))?;
        let is_meant = |saying: &&Saying| {
            let when = saying.when.as_ref();
            // Words must not stop a game.
            when.is_none_or(|it| self.condition(state, action, it).unwrap_or(false))
        };
        let index = sayings.iter().position(|saying| is_meant(&saying))?;
        let parts = &sayings[index].parts;
        let mut own = String::new();
        let mut numbers = Vec::new();
        for part in parts {
            match part {
                WordPart::Text(words) => own.push_str(words),
                WordPart::Number(expr) => {
                    // Words must not stop a game.
                    let number = self.number(state, action, expr);
                    let number = number.map_or_else(|_| "?".to_owned(), |it| it.to_string());
                    own.push_str(&number);
                    numbers.push(Value::Text(number));
                }
            }
        }
        let names: Vec<String> = (1..=numbers.len()).map(|index| format!("n{index}")).collect();
        let values: Vec<(&str, Value)> = names.iter().map(String::as_str).zip(numbers).collect();
        let id = words_id(occasion, index);
        Some(self.phrases.game_says(&id, &values).unwrap_or(own))
    }

    /// Name of a player.
    pub fn player(self, player: Player) -> String {
        match self.game().rules().players.get(usize::from(player.0)) {
            Some(info) if !info.name.is_empty() => {
                self.translated(&format!("player-{}", info.name), &info.name)
            }
            Some(_) | None => self.phrases.say("player-alone", &[]),
        }
    }

    /// Name of a piece when it is spoken of.
    pub fn piece(self, layer: Layer, content: Content) -> String {
        let rules = self.game().rules();
        let name = text::content_name(rules, layer, content);
        let line = rules.display.iter().find(|line| line.subject == Some((layer, content)));
        let spoken = line.and_then(|line| line.spoken.clone());
        // `white-pawn` is one word for the rules alone.
        let spoken = spoken.unwrap_or_else(|| match self.owner((layer, content)) {
            Some(_) => name.replace('-', " "),
            None => name.clone(),
        });
        let Some(info) = rules.layers.get(usize::from(layer.0)) else { return spoken };
        match info.kind {
            LayerKind::Pieces(_) => self.translated(&format!("piece-{name}"), &spoken),
            LayerKind::Kinds(_) | LayerKind::Range(..) | LayerKind::Doubling(..) => {
                let layer = self.layer(layer);
                let number = name.rsplit(' ').next().unwrap_or_default();
                format!("{layer} {number}")
            }
        }
    }

    /// Name of a piece among others of its kind: all kinds of a layer are called as it is.
    pub fn kind(self, layer: Layer, content: Content) -> String {
        match self.game().rules().layers.get(usize::from(layer.0)).map(|info| &info.kind) {
            Some(LayerKind::Kinds(_)) => self.layer(layer),
            Some(LayerKind::Pieces(_) | LayerKind::Range(..) | LayerKind::Doubling(..)) | None => {
                self.piece(layer, content)
            }
        }
    }

    /// True if the game shows this anywhere: a layer for the rules alone has no glyph.
    pub fn is_shown(self, layer: Layer, content: Content) -> bool {
        let rules = self.game().rules();
        match rules.layers.get(usize::from(layer.0)).map(|info| &info.kind) {
            Some(LayerKind::Range(..) | LayerKind::Doubling(..)) => true,
            Some(LayerKind::Pieces(_) | LayerKind::Kinds(_)) | None => {
                let piece = (layer, content);
                let legend = rules.legends.iter().take(1).flat_map(|legend| &legend.entries);
                match rules.display.iter().find(|line| line.subject == Some(piece)) {
                    Some(line) => line.figure != Some(Figure::Unseen),
                    None => legend.into_iter().any(|entry| entry.contents.contains(&piece)),
                }
            }
        }
    }

    /// The player whose piece this is.
    pub fn owner(self, (layer, content): (Layer, Content)) -> Option<Player> {
        match &self.game().rules().layers.get(usize::from(layer.0))?.kind {
            LayerKind::Pieces(pieces) => pieces.get(usize::try_from(content).ok()?)?.owner,
            LayerKind::Kinds(_) | LayerKind::Range(..) | LayerKind::Doubling(..) => None,
        }
    }

    /// Name of a layer.
    pub fn layer(self, layer: Layer) -> String {
        let name = &self.game().rules().layers[usize::from(layer.0)].name;
        self.translated(&format!("layer-{name}"), name)
    }

    /// Name of a value of the game, or of the player whose points it is.
    pub fn value(self, name: &str) -> String {
        if self.game().rules().players.iter().any(|player| player.name == name) {
            return self.translated(&format!("player-{name}"), name);
        }
        match self.phrases.game_says(&format!("value-{name}"), &[]) {
            Some(translated) => translated,
            None if ["score", "stage"].contains(&name) => {
                self.phrases.say(&format!("value-{name}"), &[])
            }
            None => name.to_owned(),
        }
    }

    /// Name of an action as it is spoken of, without what it takes.
    pub fn action_name(self, name: &str) -> String {
        let called = self.occasion(self.session.state(), None, &[&format!("called {name}")]);
        called.filter(|it| !it.is_empty()).unwrap_or_else(|| self.action_as_written(name))
    }

    /// Name of an action in the rules, in the language of the interface.
    pub fn action_as_written(self, name: &str) -> String {
        self.translated(&format!("action-{name}"), name)
    }

    /// An action with what it takes. In English it is the text that is stored and read, but for
    /// actions of which the game speaks by another name.
    pub fn action(self, state: &State, action: Action) -> String {
        self.action_by(state, action, Self::action_name)
    }

    /// An action that may come: as books write it, where the game says how.
    pub fn move_to_come(self, state: &State, action: Action) -> String {
        let game = self.game();
        let is_written = game.rules().moves.is_some() && action != Action::PASS;
        match is_written {
            true => game.written_move(state, action),
            false => self.action(state, action),
        }
    }

    /// An action that did what its name in the rules says, with what it takes.
    pub fn action_done(self, state: &State, action: Action) -> String {
        self.action_by(state, action, Self::action_as_written)
    }

    fn action_by(
        self,
        state: &State,
        action: Action,
        named: impl Fn(Self, &str) -> String,
    ) -> String {
        let name = match action.choice {
            Choice::Pass => return self.phrases.say("action-pass", &[]),
            Choice::Declared(index) => &self.game().rules().actions[usize::from(index)].name,
        };
        let mut words = vec![named(self, name)];
        for argument in action.arguments {
            words.push(match argument {
                Argument::None => continue,
                Argument::Direction(way) => self.direction(way),
                Argument::Cell(cell) => self.cell(state, cell),
                Argument::Column(column) => self.game().cell_names(state).column_name(column),
                Argument::Row(row) => self.game().cell_names(state).row_name(row),
            });
        }
        words.join(" ")
    }

    /// A direction of the rules, as it is seen.
    pub fn direction(self, way: Direction) -> String {
        let seen = if self.is_turned { way.opposite() } else { way };
        self.phrases.say(&format!("direction-{}", seen.name()), &[])
    }

    /// A cell's name.
    pub fn cell(self, state: &State, cell: Cell) -> String {
        self.game().cell_names(state).name(cell).unwrap_or_default()
    }

    /// Outcome in words, with the points of each of several players, and what the game says to any
    /// end.
    pub fn outcome(self, state: &State, outcome: Outcome) -> String {
        let mut told = self.outcome_alone(state, outcome);
        let rules = self.game().rules();
        if rules.score.is_some() && rules.players.len() > 1 {
            let values = self.values_of(state);
            let points = values.iter().skip(rules.values.len());
            let points = points.map(|(name, number)| format!("{} {number}", self.value(name)));
            let points = points.collect::<Vec<_>>().join(", ");
            let values = [("outcome", told.into()), ("points", points.into())];
            told = self.phrases.say("outcome-points", &values);
        }
        match self.occasion(state, None, &["result"]).filter(|own| !own.is_empty()) {
            Some(own) => {
                let values = [("outcome", told.into()), ("result", own.into())];
                self.phrases.say("outcome-result", &values)
            }
            None => told,
        }
    }

    /// Outcome in the game's own words or in plain ones.
    fn outcome_alone(self, state: &State, outcome: Outcome) -> String {
        let occasion = match outcome {
            Outcome::Won(_) => "win",
            Outcome::Lost(_) => "lose",
            Outcome::Draw => "draw",
            Outcome::Ended => "end",
        };
        if let Some(own) = self.occasion(state, None, &[occasion]) {
            return own;
        }
        let alone = self.game().rules().players.len() == 1;
        let name = |player| [("player", Value::from(self.player(player)))];
        match outcome {
            Outcome::Won(_) if alone => self.phrases.say("outcome-you-win", &[]),
            Outcome::Lost(_) if alone => self.phrases.say("outcome-you-lose", &[]),
            Outcome::Won(player) => self.phrases.say("outcome-wins", &name(player)),
            Outcome::Lost(player) => self.phrases.say("outcome-loses", &name(player)),
            Outcome::Draw => self.phrases.say("outcome-draw", &[]),
            Outcome::Ended => self.phrases.say("outcome-ended", &[]),
        }
    }

    /// The line below the board: whose turn it is, then the game's own words or its values.
    pub fn status(self, state: &State) -> String {
        let own = || self.occasion(state, None, &["status"]).map(|own| vec![own]);
        let rest = own().unwrap_or_else(|| self.values(state));
        // A game may want nothing to be said there.
        let rest = rest.into_iter().filter(|it| !it.is_empty());
        self.to_act(state).into_iter().chain(rest).collect::<Vec<_>>().join(" | ")
    }

    /// Sentence about whose turn it is, where several play and the game goes on.
    pub fn to_act(self, state: &State) -> Option<String> {
        let is_asked = self.game().rules().players.len() > 1 && state.outcome.is_none();
        let player = is_asked.then(|| self.player(state.to_act))?;
        let values = [("player", player.into())];
        let opponent = self.session.opponent_to_act().filter(|_| state == self.session.state());
        Some(match opponent {
            Some(_) => self.phrases.say("is-thinking", &values),
            None => self.phrases.say("to-act", &values),
        })
    }

    /// The game's values, each with its name; those of the present state are asked once.
    pub fn values(self, state: &State) -> Vec<String> {
        let values = self.values_of(state);
        values.iter().map(|(name, number)| format!("{} {number}", self.value(name))).collect()
    }

    fn values_of(self, state: &State) -> Vec<(String, i64)> {
        match state == self.session.state() {
            true => self.session.values(),
            false => self.game().values(state),
        }
    }

    /// A number that is said; one of the present state is asked once.
    fn number(self, state: &State, action: Option<Action>, expr: &Expr) -> Result<i64, RunError> {
        match action {
            None if state == self.session.state() => self.session.number(expr),
            Some(_) | None => self.game().number(state, action, expr),
        }
    }

    /// True if a condition holds; one of the present state is asked once.
    fn condition(
        self,
        state: &State,
        action: Option<Action>,
        condition: &Condition,
    ) -> Result<bool, RunError> {
        match action {
            None if state == self.session.state() => self.session.condition(condition),
            Some(_) | None => self.game().condition(state, action, condition),
        }
    }

    /// In the language of the interface, where the game has a translation.
    fn translated(self, id: &str, own: &str) -> String {
        self.phrases.game_says(id, &[]).unwrap_or_else(|| own.to_owned())
    }
}

/// The phrase of a game's words for an occasion: the second of them is `words-status-2`.
pub(crate) fn words_id(occasion: &str, index: usize) -> String {
    let id = format!("words-{}", occasion.replace(' ', "-"));
    if index == 0 { id } else { format!("{id}-{}", index + 1) }
}
