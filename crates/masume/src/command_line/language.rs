//! The command line in the language of its user: English stands where commands are declared, other
//! languages in `locale/command-line`.

use clap::{Arg, Command, CommandFactory as _};
use masume_presentation::locale::{Locale, Phrases};

use super::Arguments;
use crate::language::help_phrases;

/// The command line, with everything that its help says in this language.
pub(crate) fn command(locale: Locale) -> Command {
    let mut command = Arguments::command();
    let Some(words) = help_phrases(locale) else { return command };
    // What the library adds by itself is to be said in this language too.
    command.build();
    in_words(command, &words)
}

fn in_words(command: Command, words: &Phrases) -> Command {
    let name = command.get_name().to_owned();
    let find = |prefix: &str| words.find(&format!("{prefix}-{name}"), &[]);
    let (about, more) = (find("about"), find("more"));
    let long = match (&about, more) {
        (Some(about), Some(more)) => Some(format!("{about}\n\n{more}")),
        (about, None) => about.clone(),
        (None, more) => more,
    };
    let after = find("after").or_else(|| examples(&command, words));
    let commands = heading("commands", words);
    let usage = usage(&mut command.clone(), words);
    let usage_is = heading("usage", words);
    let mut command = command
        .help_template(format!(
            "{{before-help}}{{about-with-newline}}\n{usage_is}: {{usage}}\n\n{{all-args}}{{after-help}}"
        ))
        .override_usage(usage)
        .subcommand_help_heading(commands.clone())
        .subcommand_value_name(commands)
        .mut_args(|arg| arg_in_words(arg, &name, words))
        .mut_subcommands(|command| in_words(command, words));
    if let Some(about) = about {
        command = command.about(about);
    }
    if let Some(long) = long {
        command = command.long_about(long);
    }
    match after {
        Some(after) => command.after_help(after.clone()).after_long_help(after),
        None => command,
    }
}

/// Heading above a part of the help.
fn heading(part: &str, words: &Phrases) -> String {
    words.find(&format!("heading-{part}"), &[]).unwrap_or_default()
}

/// The usage, without its heading.
fn usage(command: &mut Command, words: &Phrases) -> String {
    let rendered = command.render_usage().to_string();
    let usage = rendered.trim_start_matches("Usage:").trim();
    let options = heading("options", words);
    let commands = heading("commands", words);
    usage.replace("[OPTIONS]", &format!("[{options}]")).replace("COMMAND", &commands)
}

/// The examples, which are the same in every language but for their heading.
fn examples(command: &Command, words: &Phrases) -> Option<String> {
    let after = command.get_after_help()?.to_string();
    let (_, examples) = after.split_once('\n')?;
    Some(format!("{}:\n{examples}", heading("examples", words)))
}

/// Help of an argument in the file of a language: by its command and its id, or for many commands.
fn said_of(arg: &Arg, command: &str, words: &Phrases) -> Option<String> {
    let id = arg.get_id().as_str();
    words.find(&format!("{command}-{id}"), &[]).or_else(|| words.find(&format!("arg-{id}"), &[]))
}

fn arg_in_words(arg: Arg, command: &str, words: &Phrases) -> Arg {
    let in_english = || arg.get_help().map(ToString::to_string).unwrap_or_default();
    let mut help = said_of(&arg, command, words).unwrap_or_else(in_english);
    let defaults: Vec<String> =
        arg.get_default_values().iter().map(|it| it.to_string_lossy().into_owned()).collect();
    let possible: Vec<String> =
        arg.get_possible_values().iter().map(|it| it.get_name().to_owned()).collect();
    let mut add = |id: &str, name: &str, values: &[String]| {
        if !values.is_empty() && arg.get_action().takes_values() {
            let told = words.find(id, &[(name, values.join(", ").into())]);
            help.push_str(&format!(" [{}]", told.unwrap_or_default()));
        }
    };
    add("default-is", "value", &defaults);
    add("possible-are", "values", &possible);
    let heading = heading(if arg.is_positional() { "arguments" } else { "options" }, words);
    arg.help(help.clone())
        .long_help(help)
        .hide_default_value(true)
        .hide_possible_values(true)
        .help_heading(heading)
}

/// Commands and arguments that the help of a language says in English, each with the file that
/// should have it.
pub(crate) fn missing(locale: Locale) -> Vec<String> {
    let Some(words) = help_phrases(locale) else { return Vec::new() };
    let mut missing = Vec::new();
    for command in all() {
        let name = command.get_name();
        let mut needs = vec![format!("about-{name}")];
        if command.get_long_about().is_some() && name != "help" {
            needs.push(format!("more-{name}"));
        }
        missing.extend(needs.into_iter().filter(|id| words.find(id, &[]).is_none()));
        for arg in command.get_arguments() {
            if said_of(arg, name, &words).is_none() {
                missing.push(format!("{name}-{} (or arg-{0})", arg.get_id()));
            }
        }
    }
    let file = format!("locale/command-line/{}.ftl", locale.tag());
    missing.iter().map(|id| format!("{file}: {id}")).collect()
}

/// The program and every command.
fn all() -> Vec<Command> {
    let mut whole = Arguments::command();
    whole.build();
    let mut found = Vec::new();
    commands(&whole, &mut found);
    found
}

/// Every command but those below `help`, which are told of where they belong.
fn commands(command: &Command, found: &mut Vec<Command>) {
    found.push(command.clone());
    if command.get_name() != "help" {
        for command in command.get_subcommands() {
            commands(command, found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_in_japanese_belongs_to_something() {
        let text = include_str!("../../locale/command-line/ja.ftl");
        let ids = text.lines().filter(|line| line.starts_with(|it: char| it.is_ascii_lowercase()));
        let ids = ids.filter_map(|line| line.split_once(" =")).map(|(id, _)| id);
        let mut known = Vec::new();
        for command in all() {
            let name = command.get_name();
            known.extend(["about", "more", "after"].map(|prefix| format!("{prefix}-{name}")));
            for arg in command.get_arguments() {
                known.extend([format!("{name}-{}", arg.get_id()), format!("arg-{}", arg.get_id())]);
            }
        }
        let is_heading =
            |id: &&str| id.starts_with("heading-") || ["default-is", "possible-are"].contains(id);
        let strange: Vec<&str> =
            ids.filter(|id| !is_heading(id) && !known.iter().any(|it| it == id)).collect();
        assert_eq!(strange, Vec::<&str>::new());
    }

    #[test]
    fn the_japanese_help_has_no_english_headings() {
        for mut command in {
            let mut found = Vec::new();
            commands(&super::command(Locale::Japanese), &mut found);
            found
        } {
            for help in [command.render_help(), command.render_long_help()] {
                let help = help.to_string();
                for english in [
                    "Usage:",
                    "Options:",
                    "Commands:",
                    "Arguments:",
                    "Examples:",
                    "[default",
                    "[possible",
                    "Print ",
                    "[OPTIONS]",
                    "Exit status",
                ] {
                    assert!(
                        !help.contains(english),
                        "{}: {english} in\n{help}",
                        command.get_name()
                    );
                }
                assert!(help.contains("使い方: masume"), "{help}");
            }
        }
    }
}
