//! Slow parts of a game, as lines of a screen: for `explain`, and for the advice of `check`.

use masume_engine::Slow;
use masume_presentation::escape::escaped;
use masume_presentation::locale::Phrases;
use masume_syntax::LineIndex;
use unicode_width::UnicodeWidthStr as _;

/// Columns of a screen.
const WIDTH: usize = 80;
/// Lines for what is slow: a screen but for the heading and the last words.
const MOST_LINES: usize = 19;

/// Each part under its line in the text, as many as there is room for, and how many more there are.
pub(super) fn lines(slow: &[Slow], text: &str, phrases: &Phrases) -> String {
    let index = LineIndex::new(text);
    let mut told: Vec<String> = Vec::new();
    let groups = together(slow);
    for (nth, parts) in groups.iter().enumerate() {
        let lines = lines_of(parts, &index, phrases);
        if told.len() + lines.len() > MOST_LINES {
            let left = (groups.len() - nth).into();
            told.push(format!("  {}", phrases.say("explain-more", &[("count", left)])));
            break;
        }
        told.extend(lines);
    }
    told.iter().map(|line| format!("{line}\n")).collect()
}

/// Groups of actions that share a line.
pub(super) fn together(slow: &[Slow]) -> Vec<&[Slow]> {
    let is_same = |one: &Slow, other: &Slow| (one.span, &one.what) == (other.span, &other.what);
    slow.chunk_by(is_same).collect()
}

fn lines_of(parts: &[Slow], index: &LineIndex<'_>, phrases: &Phrases) -> Vec<String> {
    let Some(Slow { span, what, part }) = parts.first() else { return Vec::new() };
    if part.is_empty() {
        let whole = phrases.say("explain-whole", &[]);
        return wrapped(&format!("{whole}: {what}"));
    }
    let number = index.position(span.start).line;
    let names: Vec<String> = parts.iter().map(|it| format!("`{}`", it.part)).collect();
    let values = [("parts", names.join(", ").into()), ("line", number.to_string().into())];
    let place = phrases.say("explain-place", &values);
    let mut lines = wrapped(&format!("{place}: {what}"));
    let written = escaped(index.line(number).trim()).into_owned();
    lines.push(format!("    | {}", cut(&written, WIDTH - 6)));
    lines
}

/// The text in lines of a screen, the first one less indented than the others.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec!["  ".to_owned()];
    let mut is_begun = false;
    for word in text.split(' ') {
        let used = lines.last().map_or(0, |line| line.width());
        if is_begun && used + 1 + word.width() > WIDTH {
            lines.push("    ".to_owned());
            is_begun = false;
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(if is_begun { " " } else { "" });
            line.push_str(word);
        }
        is_begun = true;
    }
    lines
}

/// As much of a line as fits into so many columns.
fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut kept = String::new();
    for letter in text.chars() {
        if kept.width() + 5 > width {
            break;
        }
        kept.push(letter);
    }
    kept + "..."
}
