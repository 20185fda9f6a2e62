//! The definitions that come with the language.

use masume_rules::library;
use masume_syntax::ast::{Name, SectionKind};

use super::reported;

#[test]
fn libraries_are_sorted_and_read_without_problems() {
    assert!(library().is_sorted());
    for (name, text) in library() {
        assert_eq!(masume_syntax::parse(text).diagnostics, [], "{name}");
    }
}

#[test]
fn every_definition_of_a_library_can_be_used() {
    for (library, text) in library() {
        for section in masume_syntax::parse(text).file.sections {
            let line = if let SectionKind::Let(it) = &section.kind {
                format!("win when some {}", call(&it.name, &it.params))
            } else if let SectionKind::Define(it) = &section.kind {
                format!("action act at c\n  {}", call(&it.name, &it.params))
            } else {
                panic!("{library} has {section:?}");
            };
            let game = format!(
                "game Test\nuse {library}\nboard 19 x 19\nplayers black white\n\
                 pieces\n  disc: black white\naction wait\n{line}\n"
            );
            assert_eq!(reported(&game), "", "{game}");
        }
    }
}

/// A call with an argument for each parameter: n is a number, c a cell, anything else a test.
fn call(name: &Name, params: &[Name]) -> String {
    let arguments: Vec<&str> = params
        .iter()
        .map(|param| match param.value.as_str() {
            "n" => "3",
            "c" => "c",
            _ => "mine",
        })
        .collect();
    if arguments.is_empty() {
        return name.value.clone();
    }
    format!("{}({})", name.value, arguments.join(", "))
}
