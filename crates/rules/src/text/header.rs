//! The lines before the picture of a state: `to_act: white`.

use masume_syntax::ast::Spanned;
use masume_syntax::{Code, Diagnostic, Span, nearest};

use super::content::read_contents;
use super::lines::{quoted, spanned, trimmed, words};

use super::picture::{CellContents, read_rows};
use super::print::own_legend;
use super::size::read_size;
use crate::model::{EndKind, Player, Rules, Size};
use crate::state::Outcome;

/// The names of lines that every game has. A value of the game that bears one of them is written
/// `value NAME: …`.
pub(super) const NAMES: [&str; 7] =
    ["board", "to_act", "ply", "passes", "goals", "outcome", "random"];

/// Subject of a line.
enum Key<'t> {
    Board,
    ToAct,
    Ply,
    Passes,
    Goals,
    Outcome,
    Random,
    /// Index of the value.
    Value(usize),
    /// The cell's name.
    At(Spanned<&'t str>),
}

/// Values that the lines give; what they do not say is absent.
#[derive(Default)]
pub(super) struct Header<'t> {
    pub(super) board: Option<(Size, Span)>,
    pub(super) to_act: Option<Player>,
    /// Indexed like `Rules::values`; one entry for each, once anything was read.
    pub(super) values: Vec<Option<i64>>,
    pub(super) ply: Option<u32>,
    pub(super) passes: Option<u32>,
    pub(super) goals: Option<u64>,
    pub(super) outcome: Option<Outcome>,
    pub(super) random: Option<u64>,
    /// Cells with their contents, as written.
    pub(super) at: Vec<(Spanned<&'t str>, CellContents)>,
}

/// True if the line is one of these. A line with a known name is; one with a strange name is where
/// it cannot be a row of the picture, so that a misspelt name is reported as one.
pub(super) fn is_header_line(rules: &Rules, line: &str) -> bool {
    let Some((name, _)) = split(&spanned(line, 0)) else { return false };
    if key(rules, &name).is_some() {
        return true;
    }
    let is_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | ' ');
    let is_named = name.value.starts_with(char::is_lowercase) && name.value.chars().all(is_word);
    let row = Spanned { value: line.to_owned(), span: Span::default() };
    is_named && !read_rows(&rules.layers, own_legend(rules), &[row]).1.is_empty()
}

impl<'t> Header<'t> {
    /// Takes what a line says.
    ///
    /// # Errors
    /// A strange name, a second line of this name, or a text that does not fit the name.
    pub(super) fn take(
        &mut self,
        rules: &Rules,
        line: &Spanned<&'t str>,
    ) -> Result<(), Diagnostic> {
        let Some((name, text)) = split(line) else { return Ok(()) };
        let Some(key) = key(rules, &name) else { return Err(strange_name(rules, &name)) };
        self.values.resize(rules.values.len(), None);
        let is_new = match key {
            Key::Board => {
                let size = read_size(text.value)
                    .ok_or_else(|| misfit(&text, "a size such as `10x10`, columns first"))?;
                self.board.replace((size, text.span)).is_none()
            }
            Key::ToAct => self.to_act.replace(read_player(rules, &text)?).is_none(),
            Key::Ply => self.ply.replace(read_count(&text)?).is_none(),
            Key::Passes => self.passes.replace(read_count(&text)?).is_none(),
            Key::Goals => self.goals.replace(read_goals(rules, &text)?).is_none(),
            Key::Outcome => self.outcome.replace(read_outcome(rules, &text)?).is_none(),
            Key::Random => self.random.replace(read_random(&text)?).is_none(),
            Key::Value(index) => {
                let number = text.value.parse().map_err(|_| misfit(&text, "a whole number"))?;
                self.values[index].replace(number).is_none()
            }
            Key::At(cell) => {
                let is_new = self.at.iter().all(|(other, _)| other.value != cell.value);
                self.at.push((cell, read_contents(rules, &text)?));
                is_new
            }
        };
        if is_new {
            return Ok(());
        }
        let message = format!("{} is said twice", quoted(name.value));
        Err(Diagnostic::error(Code::BadHeader, name.span, message, "it was said before"))
    }
}

fn split<'t>(line: &Spanned<&'t str>) -> Option<(Spanned<&'t str>, Spanned<&'t str>)> {
    let (name, text) = line.value.split_once(':')?;
    let start = line.span.start as usize;
    let text = trimmed(&spanned(text, start + name.len() + 1));
    Some((trimmed(&spanned(name, start)), text))
}

fn key<'t>(rules: &Rules, name: &Spanned<&'t str>) -> Option<Key<'t>> {
    let value =
        |name: &str| rules.values.iter().position(|value| value.name == name).map(Key::Value);
    match name.value {
        "board" => Some(Key::Board),
        "to_act" if has_players(rules) => Some(Key::ToAct),
        "ply" => Some(Key::Ply),
        "passes" => Some(Key::Passes),
        "goals" => Some(Key::Goals),
        "outcome" => Some(Key::Outcome),
        "random" => Some(Key::Random),
        other => value(other).or_else(|| match &words(name)[..] {
            [first, cell] if first.value == "at" => Some(Key::At(cell.clone())),
            [first, named] if first.value == "value" => value(named.value),
            _ => None,
        }),
    }
}

/// True if the players have names.
pub(super) fn has_players(rules: &Rules) -> bool {
    rules.players.iter().any(|player| !player.name.is_empty())
}

fn strange_name(rules: &Rules, name: &Spanned<&str>) -> Diagnostic {
    let is_known = |known: &&str| *known != "to_act" || has_players(rules);
    let values = rules.values.iter().map(|value| value.name.as_str());
    let known: Vec<&str> = NAMES.into_iter().filter(is_known).chain(values).collect();
    let help = match nearest(name.value, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("a state of this game says `{}`, or `at c5`", known.join("`, `")),
    };
    let message = format!("{} is nothing that a state says", quoted(name.value));
    Diagnostic::error(Code::BadHeader, name.span, message, "an unknown name").with_help(help)
}

fn misfit(text: &Spanned<&str>, expected: &str) -> Diagnostic {
    let message = format!("{} cannot be read", quoted(text.value));
    Diagnostic::error(Code::BadHeader, text.span, message, format!("expected {expected}"))
}

fn read_count(text: &Spanned<&str>) -> Result<u32, Diagnostic> {
    text.value.parse().map_err(|_| misfit(text, "a whole number from 0"))
}

fn read_random(text: &Spanned<&str>) -> Result<u64, Diagnostic> {
    let is_hexadecimal = text.value.bytes().all(|digit| digit.is_ascii_hexdigit());
    let number = u64::from_str_radix(text.value, 16).ok().filter(|_| is_hexadecimal);
    number.ok_or_else(|| misfit(text, "at most 16 digits from 0 to f"))
}

fn player_named(rules: &Rules, name: &str) -> Option<Player> {
    let index = rules.players.iter().position(|player| player.name == name)?;
    Some(Player(index as u8))
}

fn player_names(rules: &Rules) -> String {
    let names: Vec<&str> = rules.players.iter().map(|player| player.name.as_str()).collect();
    format!("`{}`", names.join("`, `"))
}

fn read_player(rules: &Rules, text: &Spanned<&str>) -> Result<Player, Diagnostic> {
    player_named(rules, text.value)
        .ok_or_else(|| misfit(text, &format!("a player: {}", player_names(rules))))
}

fn read_goals(rules: &Rules, text: &Spanned<&str>) -> Result<u64, Diagnostic> {
    let count = rules.ends.iter().filter(|end| end.kind == EndKind::Goal).count().min(64);
    let mut goals = 0;
    for part in text.value.split(',') {
        let number: usize = part.trim().parse().unwrap_or(0);
        if number == 0 || number > count {
            let expected = match count {
                0 => "nothing: this game has no goals".to_owned(),
                _ => format!("numbers of goals from 1 to {count}, such as `1,{count}`"),
            };
            return Err(misfit(text, &expected));
        }
        goals |= 1 << (number - 1);
    }
    Ok(goals)
}

fn read_outcome(rules: &Rules, text: &Spanned<&str>) -> Result<Outcome, Diagnostic> {
    let named = has_players(rules);
    let found = match &words(text)[..] {
        [word] if word.value == "draw" => Some(Outcome::Draw),
        [word] if word.value == "end" => Some(Outcome::Ended),
        [word] if word.value == "win" && !named => Some(Outcome::Won(Player(0))),
        [word] if word.value == "lose" && !named => Some(Outcome::Lost(Player(0))),
        [name, word] if named && word.value == "wins" => {
            player_named(rules, name.value).map(Outcome::Won)
        }
        [name, word] if named && word.value == "loses" => {
            player_named(rules, name.value).map(Outcome::Lost)
        }
        _ => None,
    };
    let expected = || match named {
        true => {
            let names = player_names(rules);
            format!("`draw`, `end`, or `wins` or `loses` after a player: {names}")
        }
        false => "`win`, `lose`, `draw` or `end`".to_owned(),
    };
    found.ok_or_else(|| misfit(text, &expected()))
}

/// Text of an outcome, as [`Header`] reads it.
pub(super) fn print_outcome(rules: &Rules, outcome: Outcome) -> String {
    let of_player = |player: Player, alone: &str, named: &str| {
        let info = rules.players.get(usize::from(player.0));
        match info.filter(|info| !info.name.is_empty()) {
            Some(info) => format!("{} {named}", info.name),
            None => alone.to_owned(),
        }
    };
    match outcome {
        Outcome::Won(player) => of_player(player, "win", "wins"),
        Outcome::Lost(player) => of_player(player, "lose", "loses"),
        Outcome::Draw => "draw".to_owned(),
        Outcome::Ended => "end".to_owned(),
    }
}
