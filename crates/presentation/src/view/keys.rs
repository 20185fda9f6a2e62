//! Keys that mean something, with what they do in words.

use masume_engine::Direction;
use masume_session::Meaning;

use crate::dialogue::{Answer, Command, Phase, help};
use crate::locale::Phrases;
use crate::play::Play;

/// Actions that can be chosen by a digit.
const MOST_DIGITS: usize = 9;

/// A key, and what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyView {
    /// The key: one character, or a name such as `up`.
    pub key: String,
    /// Description of what it does.
    pub label: String,
    /// Kind of what it does.
    pub kind: KeyKind,
    /// True for an action that cannot be done now.
    pub is_impossible: bool,
}

/// Kind of what a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyKind {
    /// Something that every game has.
    Command(Command),
    /// An action of the game without a direction.
    Action,
    /// One of several actions, of which one is meant.
    Choice,
    /// An action of the game in a direction.
    Direction(Direction),
    /// An answer to what is asked.
    Answer,
}

/// The keys that mean something now: answers to what is asked first, then the game's own.
pub(super) fn keys(play: &Play, phrases: &Phrases) -> Vec<KeyView> {
    let dialogue = &play.dialogue;
    let mut keys = answers(play, phrases);
    let session = &dialogue.session;
    let legal = session.legal_actions();
    let is_possible = |text: &str| match (legal, session.game().read_action(session.state(), text))
    {
        (Ok(legal), Ok(action)) => legal.contains(&action),
        // What is wrong is told where it is done.
        (Err(_), _) => true,
        (Ok(_), Err(_)) => false,
    };
    let asked: Vec<String> = keys.iter().map(|it| it.key.clone()).collect();
    for binding in dialogue.keys.bindings().iter().filter(|it| !asked.contains(&it.key)) {
        // A face that shows views has its own way to type the name of a cell.
        if dialogue.begins_name(&binding.key) {
            continue;
        }
        let (label, kind, is_impossible) = match &binding.meaning {
            Meaning::Action(text) => {
                let label = help::action_words(dialogue, phrases, text);
                let kind = direction(text).map_or(KeyKind::Action, KeyKind::Direction);
                (label, kind, !is_possible(text))
            }
            Meaning::Help => {
                (phrases.say("command-help", &[]), KeyKind::Command(Command::Help), false)
            }
            Meaning::Command(command) => {
                let has_levels = dialogue.session.game().level_count() > 1;
                let is_about_nothing = command.is_about_levels() && !has_levels;
                if is_about_nothing || dialogue.is_taken(&binding.key) {
                    continue;
                }
                let label = phrases.say(command.phrase(dialogue.is_painted), &[]);
                (label, KeyKind::Command(*command), false)
            }
        };
        keys.push(KeyView { key: binding.key.clone(), label, kind, is_impossible });
    }
    keys
}

/// The directions that the game's keys use, straight ones first.
pub(super) fn pad(play: &Play) -> Vec<Direction> {
    let used: Vec<Direction> = play
        .dialogue
        .keys
        .bindings()
        .iter()
        .filter_map(|binding| match &binding.meaning {
            Meaning::Action(text) => direction(text),
            Meaning::Help | Meaning::Command(_) => None,
        })
        .collect();
    let (diagonal, straight): (Vec<Direction>, Vec<Direction>) =
        Direction::ALL.into_iter().filter(|it| used.contains(it)).partition(|it| it.is_diagonal());
    [straight, diagonal].concat()
}

/// The direction in which the action of this text goes.
fn direction(text: &str) -> Option<Direction> {
    text.split(' ').find_map(Direction::from_name)
}

/// Keys that answer what is asked: which of several actions is meant, or how to go on.
fn answers(play: &Play, phrases: &Phrases) -> Vec<KeyView> {
    let dialogue = &play.dialogue;
    let offered = dialogue.choice_words(phrases).into_iter().take(MOST_DIGITS).zip(1..);
    let offered = offered.map(|(label, digit)| KeyView {
        key: digit.to_string(),
        label,
        kind: KeyKind::Choice,
        is_impossible: false,
    });
    let answer = |(key, id): (&str, &str)| KeyView {
        key: key.to_owned(),
        label: phrases.say(id, &[]),
        kind: KeyKind::Answer,
        is_impossible: false,
    };
    let anew = dialogue.keys.keys_of(&Meaning::Command(Command::Restart));
    let anew = anew.first().map(|key| (*key, "answer-anew"));
    let answers: Vec<(&str, &str)> = match dialogue.phase {
        Phase::Playing => Vec::new(),
        Phase::Asking => vec![("enter", "answer-yes")],
        Phase::Offered => {
            let has_others = dialogue.has_others && dialogue.answer_of("o") == Some(Answer::Other);
            let other = has_others.then_some(("o", "answer-other"));
            [("enter", "answer-go-on")].into_iter().chain(anew).chain(other).collect()
        }
        Phase::Returning => vec![("enter", "answer-yes"), ("escape", "answer-no")],
    };
    offered.chain(answers.into_iter().map(answer)).collect()
}
