//! Titles and authors, which stand before or after the levels of a file.
//!
//! One of both is the custom of the whole file, as everything that stands right above or right
//! below a board shows. Solutions, dates and sizes, which other programs put between levels, name
//! nothing.

use super::row::{decoration_removed, is_comment};
use crate::model::Rules;

/// First words of a line `word …: value` that is a property and no title.
const PROPERTIES: &[&str] = &[
    "author",
    "best",
    "boxes",
    "collection",
    "comment",
    "copyright",
    "created",
    "date",
    "description",
    "difficulty",
    "file",
    "goals",
    "home",
    "id",
    "last",
    "license",
    "moves",
    "notes",
    "optimal",
    "puzzle",
    "pushes",
    "set",
    "size",
    "source",
    "title",
    "version",
    "web",
];

/// First words of a line above recorded actions.
const RECORDS: &[&str] = &[
    "best",
    "game",
    "moves",
    "pushes",
    "save",
    "saved",
    "snapshot",
    "solution",
    "solutions",
    "undo",
];

/// Letters of recorded actions that are no word by chance, where no line above says that they are.
const SHORTEST_RECORD: usize = 6;

/// Words between two levels, before the first or after the last.
#[derive(Clone, Copy, Default)]
pub(super) struct Gap<'t> {
    /// Words that name the level below, if that is the custom.
    before: Option<&'t str>,
    /// Words that name the level above, if that is the custom.
    after: Option<&'t str>,
    /// Value of a line `Title: …`.
    title: Option<&'t str>,
    /// Value of a line `Author: …`.
    author: Option<&'t str>,
    /// True if words stand behind `;`.
    is_remark: bool,
    /// True if words stand right below the board above, and not right above the one below.
    is_below_board: bool,
    /// True if words stand right above the board below, and not right below the one above.
    is_above_board: bool,
}

/// Line before the one that is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Above {
    Blank,
    Board,
    /// Words, or what is passed over.
    Line,
    Property,
    Record,
}

/// Words of which it is not known yet whether recorded actions follow.
#[derive(Clone, Copy)]
struct Pending<'t> {
    words: &'t str,
    above: Above,
    /// True if no blank line stands behind them.
    is_last: bool,
}

/// Reader of one gap, line by line.
pub(super) struct GapReader<'t> {
    gap: Gap<'t>,
    above: Above,
    pending: Option<Pending<'t>>,
    /// Lines that are not blank.
    lines: usize,
    /// Lines of words.
    words: usize,
    /// The only words so far.
    only: Option<&'t str>,
}

/// Words of a heading as in Markdown: `## Second`.
fn heading(line: &str) -> Option<&str> {
    let words = line.trim_start_matches('#');
    let is_heading = words.len() < line.len() && words.starts_with([' ', '\t']);
    is_heading.then(|| words.trim()).filter(|it| it.contains(char::is_alphanumeric))
}

/// Words between two signs that belong together, such as quotes.
fn without_pair(words: &str) -> Option<&str> {
    const PAIRS: [(char, char); 5] = [('"', '"'), ('\'', '\''), ('“', '”'), ('‘', '’'), ('[', ']')];
    let inside = |(open, close): (char, char)| words.strip_prefix(open)?.strip_suffix(close);
    let inside = PAIRS.into_iter().find_map(inside)?.trim();
    (inside.contains(char::is_alphanumeric) && !inside.contains(['[', '"'])).then_some(inside)
}

impl<'t> GapReader<'t> {
    /// At the beginning of the text, or below a board.
    pub(super) fn new(is_below_board: bool) -> Self {
        let above = if is_below_board { Above::Board } else { Above::Blank };
        Self { gap: Gap::default(), above, pending: None, lines: 0, words: 0, only: None }
    }

    pub(super) fn read(&mut self, notation: &NotationLetters, line: &'t str) {
        let words = line.trim_start_matches([';', ' ', '\t']).trim();
        let words = decoration_removed(words).or_else(|| heading(words)).unwrap_or(words);
        let words = without_pair(words).unwrap_or(words);
        if is_mark(line) {
            self.above = Above::Line;
            return;
        }
        if !words.contains(char::is_alphanumeric) {
            self.above = Above::Blank;
            self.pending = self.pending.map(|it| Pending { is_last: false, ..it });
            return;
        }
        self.lines += 1;
        let is_headed = self.above == Above::Record
            || self.above == Above::Board && has_three_alike(words)
            || self.pending.is_some_and(|it| begins_with(it.words, RECORDS));
        if notation.is_record(words, is_headed) {
            // Their title is no level's, but for one that stands right below its board.
            let is_levels =
                |it: &Pending| it.above == Above::Board && !begins_with(it.words, RECORDS);
            self.pending = self.pending.filter(is_levels);
            self.above = Above::Record;
            return;
        }
        if let Some((key, value)) = property(words, self.above == Above::Property) {
            // Recorded actions may have properties, too.
            if !is_headed {
                self.commit(false);
            }
            self.above = if begins_with(key, RECORDS) { Above::Record } else { Above::Property };
            let value = Some(value).filter(|it| !it.is_empty());
            let Gap { title, author, .. } = &mut self.gap;
            match key.to_ascii_lowercase().as_str() {
                "title" => *title = value.or(*title),
                // Beside a title it is something else, but a name is more than a number.
                "name" | "level" => {
                    let is_number = |it: &&str| it.bytes().all(|it| it.is_ascii_digit());
                    *title = title.filter(|it| value.is_none() || !is_number(it)).or(value);
                }
                "author" => *author = value.or(*author),
                _ => {}
            }
            return;
        }
        self.commit(false);
        self.gap.is_remark |= line.trim_start().starts_with(';');
        self.pending = Some(Pending { words, above: self.above, is_last: true });
        self.above = Above::Line;
    }

    /// The gap, where a board or the end of the text follows.
    pub(super) fn end(mut self, is_above_board: bool) -> Gap<'t> {
        let is_attached = is_above_board && self.pending.is_some_and(|it| it.is_last);
        self.commit(is_attached);
        if self.lines == 1 && self.gap.before.is_none() {
            self.gap.before = self.only;
        }
        if self.gap.is_below_board && self.gap.is_above_board && self.words == 1 {
            self.gap.is_below_board = false;
            self.gap.is_above_board = false;
        }
        self.gap
    }

    /// Takes the words that were waited with.
    fn commit(&mut self, is_attached: bool) {
        let Some(Pending { words, above, .. }) = self.pending.take() else { return };
        self.words += 1;
        self.only = (self.words == 1).then_some(words);
        self.gap.after = self.gap.after.or(Some(words));
        self.gap.is_below_board |= above == Above::Board;
        self.gap.is_above_board |= is_attached;
        if is_attached || above == Above::Blank {
            self.gap.before = Some(words);
        }
    }
}

/// Titles and authors of so many levels, from the gaps before, between and after them.
pub(super) fn titles_and_authors<'t>(gaps: &[Gap<'t>]) -> Vec<(&'t str, &'t str)> {
    let [first, .., last] = gaps else { return Vec::new() };
    let count = |is: fn(&Gap) -> bool| gaps.iter().filter(|gap| is(gap)).count();
    let below = count(|gap| gap.is_below_board);
    let above = count(|gap| gap.is_above_board);
    let stands_after = match below.cmp(&above) {
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Greater => true,
        // What the file says of itself at its head is no title, where those are remarks.
        std::cmp::Ordering::Equal => {
            let is_headed = first.after.is_some() && (first.is_remark || !last.is_remark);
            last.after.is_some() && !is_headed
        }
    };
    let said = count(|gap| gap.title.is_some());
    let is_said_before = first.title.is_some() && last.title.is_none();
    let authors_before = is_said_before && said > 1;
    gaps.windows(2)
        .map(|pair| {
            let (before, after) = (&pair[0], &pair[1]);
            let words = if stands_after { after.after } else { before.before };
            let title = if is_said_before { before.title } else { after.title };
            let author = if authors_before { before.author } else { after.author };
            // Before the first level it is the author of all that name none.
            let title = title.or(words);
            (title.unwrap_or_default(), author.or(first.author).unwrap_or_default())
        })
        .collect()
}

/// Letters of the game's notations, by which recorded actions are known.
pub(super) struct NotationLetters {
    letters: Vec<Vec<char>>,
}

impl NotationLetters {
    pub(super) fn of(rules: &Rules) -> Self {
        let letters = |notation: &crate::model::Notation| {
            notation.letters.iter().map(|(letter, _)| *letter).collect()
        };
        Self { letters: rules.notations.iter().map(letters).collect() }
    }

    /// True for a line of actions in a notation; short ones only where a line above says so.
    fn is_record(&self, line: &str, is_headed: bool) -> bool {
        let letters = || line.chars().filter(|it| it.is_alphabetic());
        let is_sign = |it: char| it.is_ascii_digit() || " \t()[]{}*,".contains(it);
        let shortest = if is_headed { 1 } else { SHORTEST_RECORD };
        letters().take(shortest).count() == shortest
            && self.letters.iter().any(|known| {
                let is_letter = |it: char| known.contains(&it.to_ascii_lowercase());
                line.chars().all(|it| is_letter(it) || is_sign(it))
            })
    }
}

/// True for a line that is of other programs: marks of code and of pages, what begins a list or a text in code, and what
/// no program shows.
fn is_mark(line: &str) -> bool {
    let line = line.trim();
    let opens = line.ends_with(['[', '{', '(', '`']) || line.ends_with("\"\"\"");
    is_comment(line) && !line.starts_with(';')
        || line.starts_with('<') && line.ends_with('>')
        || opens
}

/// Key and value of a line `Author: …` or `key=value`, as other programs write them beside a level.
fn property(line: &str, is_below_one: bool) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':').or_else(|| line.split_once('='))?;
    // `- title: First`: properties of entries of a list.
    let (key, value) = (key.trim(), value.trim());
    let key = key.strip_prefix("- ").unwrap_or(key).trim_start();
    let is_letter = |it: char| it.is_alphabetic() || it == '-' || it == '_' || it == ' ';
    if key.is_empty() || !key.chars().all(is_letter) {
        // `Solution 2: rrd`, but `Level 2: The Door`.
        return begins_with(key, RECORDS).then_some((key, value));
    }
    let is_word = !key.contains(' ');
    let is_number = value.starts_with(|it: char| it.is_ascii_digit()) || value.contains("://");
    (is_word || is_below_one || is_number || begins_with(key, PROPERTIES)).then_some((key, value))
}

/// True if a letter stands three times in a row, as in no title.
fn has_three_alike(words: &str) -> bool {
    let letters: Vec<char> = words.chars().collect();
    letters.windows(3).any(|it| it.iter().all(|letter| *letter == it[0]))
}

fn begins_with(words: &str, known: &[&str]) -> bool {
    let end = words.find(|it: char| !it.is_alphabetic()).unwrap_or(words.len());
    known.iter().any(|word| words[..end].eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_have_words_for_keys() {
        assert_eq!(property("Title: A b", false), Some(("Title", "A b")));
        assert_eq!(
            property("Date of Last Change: 2010", false),
            Some(("Date of Last Change", "2010"))
        );
        assert_eq!(property("Size Y: 3", false), Some(("Size Y", "3")));
        assert_eq!(property("Owner of it: me", true), Some(("Owner of it", "me")));
        assert_eq!(property("Solution 2: rrd", false), Some(("Solution 2", "rrd")));
        assert_eq!(property("- title: A b", false), Some(("title", "A b")));
        for line in ["Level 3: A b", "Part Two: The Door", ": me", "a title"] {
            assert_eq!(property(line, false), None, "{line}");
        }
    }

    #[test]
    fn records_are_letters_of_a_notation() {
        let notation = NotationLetters { letters: vec!["lurd".chars().collect()] };
        for (line, is_headed, expected) in [
            ("rruuLd", false, true),
            ("3r2(dU)", true, true),
            ("R", true, true),
            ("dull", false, false),
            ("R", false, false),
            ("a road", true, false),
            ("12 (3)", true, false),
        ] {
            assert_eq!(notation.is_record(line, is_headed), expected, "{line}");
        }
    }
}
