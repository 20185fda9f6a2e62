//! A game that executors differed on, kept as a file: its text, and the plays that showed it.

use std::fmt;

/// Words before the numbers of the plays on a file's first line.
const HEADING: &str = "// plays: ";

/// A game's text with the plays that are to be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Seeds of the plays.
    pub seeds: Vec<u64>,
    /// Plies of each.
    pub plies: u32,
    /// Said below the first line; may be empty.
    pub remark: String,
    /// The game.
    pub text: String,
}

impl Sample {
    /// A sample from its file. A file without the first line is played with a few seeds: any
    /// game can be put into the folder as it is.
    pub fn read(file: &str) -> Self {
        let given =
            file.lines().next().and_then(|line| line.strip_prefix(HEADING)).and_then(read_plays);
        let (seeds, plies) = given.unwrap_or_else(|| ((0..4).collect(), 20));
        Self { seeds, plies, remark: String::new(), text: file.to_owned() }
    }
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seeds: Vec<String> = self.seeds.iter().map(u64::to_string).collect();
        writeln!(f, "{HEADING}{} plies with seed {}", self.plies, seeds.join(" "))?;
        for line in self.remark.lines() {
            writeln!(f, "{}", format!("// {line}").trim_end())?;
        }
        f.write_str(&self.text)
    }
}

fn read_plays(line: &str) -> Option<(Vec<u64>, u32)> {
    let (plies, seeds) = line.split_once(" plies with seed ")?;
    let seeds = seeds.split(' ').map(|seed| seed.parse().ok()).collect::<Option<_>>()?;
    Some((seeds, plies.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_read_as_they_are_printed() {
        let text = "game Random\n".to_owned();
        let sample = Sample { seeds: vec![7, 8], plies: 3, remark: "why\n\nso".to_owned(), text };
        let read = Sample::read(&sample.to_string());
        assert_eq!((read.seeds, read.plies), (vec![7, 8], 3));
        assert_eq!(sample.to_string(), read.text);
    }

    #[test]
    fn any_game_is_a_sample() {
        assert_eq!(Sample::read("game Mine\n").plies, 20);
    }
}
