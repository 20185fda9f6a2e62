//! Which game, how it begins, and who runs it.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use masume_engine::{Executor, MOST_CELLS};
use masume_rules::model::Size;

/// Which game, and how it begins.
#[derive(Clone, Debug, Args)]
pub(crate) struct GameArguments {
    /// A game's name, or a path to a game file
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// The level to begin with, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) level: Option<u32>,
    /// Levels from a file instead of the game's own, such as a Sokoban collection (XSB, SOK)
    #[arg(long, value_name = "FILE")]
    pub(crate) levels: Option<String>,
    /// The size of the board, such as 10x8: columns x rows
    #[arg(long, value_name = "CxR", value_parser = size)]
    pub(crate) board: Option<Size>,
    /// An option of the game, such as `two=75%`; may be given several times
    #[arg(long = "option", value_name = "K=V", value_parser = assignment)]
    pub(crate) options: Vec<(String, String)>,
    /// The seed of all chance: the same seed and actions give the same game
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
}

/// Who runs the rules.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ExecutorArguments {
    /// Who runs the rules: the results are the same, the speed is not [default: compiled]
    #[arg(long, value_name = "NAME", value_parser = executor(), long_help = executor_help())]
    pub(crate) executor: Option<Executor>,
}

fn executor_help() -> String {
    format!(
        "Who runs the rules: the results are the same, the speed is not [default: {}]. \
         Boards of more than {MOST_CELLS} cells are always run by `{}`",
        Executor::default(),
        Executor::Reference
    )
}

/// An executor by its name.
fn executor() -> impl TypedValueParser<Value = Executor> {
    PossibleValuesParser::new(Executor::ALL.map(Executor::name))
        .try_map(|name| name.parse::<Executor>())
}

fn size(text: &str) -> Result<Size, String> {
    let number = |part: &str| part.trim().parse::<u32>().ok().filter(|&it| it > 0);
    let sides = text.split_once(['x', 'X', '×']);
    let parsed = sides.and_then(|(width, height)| Some((number(width)?, number(height)?)));
    let (width, height) =
        parsed.ok_or("expected columns x rows, each at least 1, such as 10x8".to_owned())?;
    Ok(Size { width, height })
}

fn assignment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        Some(_) | None => Err("expected a name, `=` and a value, such as two=75%".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_columns_by_rows() {
        assert_eq!(size("10x8"), Ok(Size { width: 10, height: 8 }));
        for text in ["", "8", "x", "0x4", "4x0", "-1x4", "4x4x4", "99999999999x1", "a x b"] {
            assert!(size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn options_are_names_with_values() {
        assert_eq!(assignment("two=75%"), Ok(("two".to_owned(), "75%".to_owned())));
        for text in ["", "two", "=", "two=", "=3"] {
            assert!(assignment(text).is_err(), "{text}");
        }
    }
}
