//! Part of a text that matters for play.

use crate::{SyntaxKind, SyntaxNode, SyntaxToken, parse};

/// The text without what changes nothing in how the game is played: the sections for the player's
/// eyes, ears and fingers (chapter 26), comments, and blank lines between sections.
///
/// Two texts with the same answer are one game: whatever was done under one of them can be done
/// again under the other. The order of the sections counts.
///
/// ```
/// use masume_syntax::played_text;
///
/// let game = "game Idle  // so far\nabout \"Rest.\"\n\naction wait\n";
/// assert_eq!(played_text(game), "game Idle\naction wait\n");
/// ```
pub fn played_text(text: &str) -> String {
    let mut lines = Vec::new();
    for section in parse(text).syntax().children().filter(|it| !is_for_the_player(it.kind())) {
        lines.extend(lines_of(&section));
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// True if chapter 26 describes the section: it says nothing about the rules.
fn is_for_the_player(section: SyntaxKind) -> bool {
    use SyntaxKind as K;
    matches!(
        section,
        K::AboutSection
            | K::DisplaySection
            | K::KeysSection
            | K::WordsSection
            | K::RulesSection
            | K::HelpSection
            | K::NotationSection
            | K::CoordinatesSection
            | K::MovesSection
            | K::PositionSection
    )
}

/// The lines of a section without comments, up to the last that says something. Blank rows within
/// a picture stay.
fn lines_of(section: &SyntaxNode) -> Vec<String> {
    let mut lines = vec![PlayedLine::default()];
    for token in section.descendants_with_tokens().filter_map(|it| it.into_token()) {
        if matches!(token.kind(), SyntaxKind::Newline | SyntaxKind::LineJoin) {
            lines.push(PlayedLine::default());
        } else if let Some(line) = lines.last_mut() {
            line.add(&token);
        }
    }
    lines.retain(|line| !line.is_only_a_comment());
    let mut texts: Vec<String> = lines.into_iter().map(PlayedLine::into_text).collect();
    while texts.last().is_some_and(|line| line.trim().is_empty()) {
        texts.pop();
    }
    texts
}

#[derive(Default)]
struct PlayedLine {
    text: String,
    has_comment: bool,
    /// A row of a picture: blanks at its end may be cells.
    is_raw: bool,
}

impl PlayedLine {
    fn add(&mut self, token: &SyntaxToken) {
        let kind = token.kind();
        if kind == SyntaxKind::Comment {
            self.has_comment = true;
        } else if kind != SyntaxKind::ByteOrderMark {
            self.is_raw |= kind == SyntaxKind::RawLine;
            self.text.push_str(token.text());
        }
    }

    fn is_only_a_comment(&self) -> bool {
        self.has_comment && self.text.trim().is_empty()
    }

    fn into_text(mut self) -> String {
        if !self.is_raw {
            self.text.truncate(self.text.trim_end().len());
        }
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::played_text;

    const GAME: &str = "\
game Walk
about \"Walk about.\"
board 4 x 4

pieces
  thing: player

legend
  .  nothing
  p  player

// Where to.
action walk in d
  player empty
    // on
    -> _ player  // one step

words
  win  \"Done.\"

win when no player

level
  p..

  ...
";

    fn check(old: &str, new: &str, is_one_game: bool) {
        let changed = GAME.replacen(old, new, 1);
        assert_ne!(changed, GAME, "`{old}` is not in the text");
        assert_eq!(played_text(&changed) == played_text(GAME), is_one_game, "{changed}");
    }

    #[test]
    fn what_the_player_reads_and_what_nobody_plays_does_not_count() {
        check("Walk about.", "Wander.", true);
        check("about \"Walk about.\"\n", "", true);
        check("Done.", "Well done.", true);
        check("words\n  win  \"Done.\"\n\n", "", true);
        check("win when", "rules\n  Walk:\n\n  p.  ->  .p\n\nwin when", true);
        check("win when", "help\n  Walk.\n\nwin when", true);
        check("win when", "display\n  player  \"@\"\n\nkeys\n  x -> walk left\n\nwin when", true);
        check("win when", "coordinates rows from below\n\nwin when", true);
        check("win when", "moves short\n  piece player \"P\"\n\nwin when", true);
        check("win when", "position short\n  board thing\n\nwin when", true);
        check("// Where to.\n", "", true);
        check("    // on\n", "", true);
        check("  // one step", "", true);
        check("\n\npieces", "\npieces", true);
        check("game Walk", "\u{feff}game Walk", true);
    }

    #[test]
    fn what_is_played_counts() {
        check("_ player", "player player", false);
        check("board 4 x 4", "board 5 x 4", false);
        check("game Walk", "game Walks", false);
        check("p  player", "q  player", false);
        check("win when no player\n", "", false);
        check("  p..\n", "  .p.\n", false);
        check("  p..\n", "  p.. \n", false);
        check("  p..\n\n", "  p..\n", false);
        // A row that looks like a comment is a row.
        check("  p..\n\n", "  p..\n  //.\n", false);
        // The layout says what belongs to what.
        check("  player empty\n", "    player empty\n", false);
    }
}
