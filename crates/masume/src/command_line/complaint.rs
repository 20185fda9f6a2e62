//! Complaints about a command line, in words.

use std::error::Error as _;

use clap::CommandFactory as _;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use masume_presentation::complaint::Complaint;
use masume_presentation::locale::{Phrases, Value};

use super::Arguments;
use crate::arguments::value::Expected;
use crate::failure::Failure;
use crate::open;

/// The complaint about a command line that could not be read.
pub(super) fn of(error: &Error, phrases: &Phrases) -> Failure {
    let texts = |kind| context(error, kind);
    let first = |kind| texts(kind).into_iter().next().unwrap_or_default();
    let argument = || Value::from(first(ContextKind::InvalidArg));
    #[expect(clippy::wildcard_enum_match_arm, reason = "an enum of the library, which may grow")]
    let complaint = match error.kind() {
        ErrorKind::InvalidSubcommand => return unknown_word(error, phrases),
        ErrorKind::UnknownArgument => {
            let values = [("argument", argument())];
            let complaint = Complaint::new(phrases.say("usage-unknown-argument", &values));
            match first(ContextKind::SuggestedArg) {
                near if near.is_empty() => complaint,
                near => complaint.with_help(did_you_mean(&[near], phrases)),
            }
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => bad_value(error, phrases),
        ErrorKind::MissingRequiredArgument => {
            let missing = texts(ContextKind::InvalidArg).join(" ");
            Complaint::new(phrases.say("usage-missing", &[("argument", missing.into())]))
        }
        ErrorKind::MissingSubcommand => Complaint::new(phrases.say("usage-no-command", &[])),
        ErrorKind::ArgumentConflict => {
            let mut both = texts(ContextKind::InvalidArg);
            both.extend(texts(ContextKind::PriorArg));
            both.dedup();
            let values = [("arguments", quoted(&both).join(", ").into())];
            match both.len() {
                1 => Complaint::new(phrases.say("usage-twice", &values)),
                _ => Complaint::new(phrases.say("usage-conflict", &values)),
            }
        }
        ErrorKind::InvalidUtf8 => Complaint::new(phrases.say("usage-not-text", &[])),
        // What else there is concerns how many values an argument has.
        _ => Complaint::new(phrases.say("usage-values", &[("argument", argument())])),
    };
    Failure::Usage(match first(ContextKind::Usage) {
        usage if usage.is_empty() => complaint,
        usage => {
            let usage = usage.trim_start_matches("Usage:").trim().to_owned();
            complaint.with_note(phrases.say("usage-is", &[("usage", usage.into())]))
        }
    })
}

/// A value that its argument does not take, with what it takes.
fn bad_value(error: &Error, phrases: &Phrases) -> Complaint {
    let first = |kind| context(error, kind).into_iter().next().unwrap_or_default();
    let (argument, value) = (first(ContextKind::InvalidArg), first(ContextKind::InvalidValue));
    // A value that is missing is told as an empty one.
    if value.is_empty() {
        return Complaint::new(phrases.say("usage-no-value", &[("argument", argument.into())]));
    }
    let values = [("value", value.into()), ("argument", argument.into())];
    let mut complaint = Complaint::new(phrases.say("usage-bad-value", &values));
    if let Some(expected) = error.source().and_then(|it| it.downcast_ref::<Expected>()) {
        complaint = complaint.with_note(expected.said(phrases));
    }
    let possible = context(error, ContextKind::ValidValue);
    if !possible.is_empty() {
        let values = [("values", possible.join(", ").into())];
        complaint = complaint.with_note(phrases.say("expected-one-of", &values));
    }
    match first(ContextKind::SuggestedValue) {
        near if near.is_empty() => complaint,
        near => complaint.with_help(did_you_mean(&[near], phrases)),
    }
}

/// A first word that is neither a command nor a game: what is most like it may be either.
fn unknown_word(error: &Error, phrases: &Phrases) -> Failure {
    let word = context(error, ContextKind::InvalidSubcommand).into_iter().next();
    let word = word.unwrap_or_default();
    let command = Arguments::command();
    let commands = command.get_subcommands().map(|it| it.get_name());
    let games = masume_engine::shipped_games().iter().map(|it| it.name);
    let near = open::nearest_names(&word, &commands.chain(games).collect::<Vec<_>>());
    let complaint = Complaint::new(phrases.say("usage-unknown-word", &[("word", word.into())]));
    Failure::Usage(complaint.with_help(match near.is_empty() {
        true => phrases.say("usage-lists", &[]),
        false => did_you_mean(&near, phrases),
    }))
}

fn did_you_mean(near: &[String], phrases: &Phrases) -> String {
    let or = phrases.say("or", &[]);
    phrases.say("did-you-mean", &[("names", quoted(near).join(&or).into())])
}

fn quoted(words: &[String]) -> Vec<String> {
    words.iter().map(|word| format!("`{word}`")).collect()
}

/// Context of an error as plain texts, by its kind.
fn context(error: &Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        Some(ContextValue::StyledStr(text)) => vec![text.to_string()],
        Some(ContextValue::StyledStrs(texts)) => texts.iter().map(ToString::to_string).collect(),
        Some(_) | None => Vec::new(),
    }
}
