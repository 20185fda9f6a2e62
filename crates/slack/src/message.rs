//! Messages as Slack shows them, in blocks: boards as code, buttons below, and nothing that calls anybody.

use masume_adapter::{Block, Button, Content};
use slack_morphism::blocks::{
    SlackAccessibilityLabel, SlackActionBlockElement, SlackActionsBlock, SlackBlock,
    SlackBlockButtonElement, SlackBlockId, SlackBlockMarkDownText, SlackBlockPlainText,
    SlackBlockPlainTextOnly, SlackBlockText, SlackFileIdOrUrl, SlackImageBlock,
    SlackImageUrlOrFile, SlackSectionBlock,
};
use slack_morphism::{SlackActionId, SlackFileId, SlackMessageContent};

use crate::reading::{BUTTON, row};
use crate::text::escaped;

/// The most characters of a section.
const LONGEST_SECTION: usize = 3_000;
/// The most blocks of a message, with room for buttons.
const MOST_BLOCKS: usize = 48;
/// The most buttons of a block.
const MOST_BUTTONS: usize = 25;
/// The most characters that a button says to who listens.
const LONGEST_LABEL: usize = 75;
/// The most characters of the words for a picture.
const LONGEST_ALTERNATIVE: usize = 2_000;
/// The most characters of the text for who listens.
const LONGEST_HEARD: usize = 4_000;
/// Mark of what does not fit.
const CUT: char = '…';

/// A message: what is seen in blocks, what is heard as text. With a picture that was uploaded, that stands in the place of
/// the board. The name of the board is in those of its rows of buttons.
pub(crate) fn message(
    content: &Content,
    picture: Option<&SlackFileId>,
    buttons: &[Button],
    name: Option<&str>,
) -> SlackMessageContent {
    let heard = match content.heard.is_empty() {
        true => content.text(),
        false => content.heard.clone(),
    };
    let mut blocks: Vec<SlackBlock> = Vec::new();
    let mut lines = String::new();
    for block in &content.blocks {
        match block {
            Block::Line(line) => {
                if !lines.is_empty() && length(&lines) + length(line) + 1 > LONGEST_SECTION {
                    blocks.push(prose(&std::mem::take(&mut lines)));
                }
                if !lines.is_empty() {
                    lines.push('\n');
                }
                lines.push_str(line);
            }
            Block::Board(board) => {
                blocks.extend(some(&mut lines));
                match picture {
                    Some(file) => blocks.push(image(file, &heard)),
                    None => blocks.extend(code(board)),
                }
            }
        }
    }
    blocks.extend(some(&mut lines));
    blocks.truncate(MOST_BLOCKS);
    let rows = buttons.chunks(MOST_BUTTONS).zip(0..);
    blocks.extend(rows.map(|(buttons, number)| {
        let name = name.map(|name| SlackBlockId(row(name, number)));
        SlackBlock::from(actions(buttons, number * MOST_BUTTONS).opt_block_id(name))
    }));
    SlackMessageContent::new().with_text(escaped(&cut(&heard, LONGEST_HEARD))).with_blocks(blocks)
}

/// A picture that was uploaded, with words for who listens.
fn image(file: &SlackFileId, heard: &str) -> SlackBlock {
    let slack_file = SlackFileIdOrUrl::Id { id: file.clone() };
    let alternative = cut(heard, LONGEST_ALTERNATIVE);
    SlackImageBlock::new(SlackImageUrlOrFile::SlackFile { slack_file }, alternative).into()
}

/// The lines so far as a block, if there are some.
fn some(lines: &mut String) -> Option<SlackBlock> {
    let lines = std::mem::take(lines);
    (!lines.trim().is_empty()).then(|| prose(&lines))
}

/// Lines in which nothing is formatting.
fn prose(lines: &str) -> SlackBlock {
    let text = SlackBlockPlainText::new(cut(lines, LONGEST_SECTION)).with_emoji(false);
    SlackSectionBlock::new().with_text(SlackBlockText::Plain(text)).into()
}

/// A board in letters of one width, in as many blocks as it needs.
fn code(board: &str) -> Vec<SlackBlock> {
    const MARK: &str = "```";
    // An end of the code within the board would be one.
    let board = escaped(board).replace(MARK, "`\u{2060}`\u{2060}`");
    let most = LONGEST_SECTION - 2 * (MARK.len() + 1);
    let mut pieces = vec![String::new()];
    for line in board.trim_end_matches('\n').lines() {
        let line = cut_escaped(line, most);
        let last = pieces.last().map_or(0, |it| length(it));
        if last > 0 && last + length(&line) + 1 > most {
            pieces.push(String::new());
        }
        if let Some(piece) = pieces.last_mut() {
            piece.push_str(&line);
            piece.push('\n');
        }
    }
    let pieces = pieces.into_iter().filter(|piece| !piece.trim().is_empty());
    let block = |piece: String| {
        let text = SlackBlockMarkDownText::new(format!("{MARK}\n{piece}{MARK}"));
        let text = SlackBlockText::MarkDown(text.with_verbatim(true));
        SlackSectionBlock::new().with_text(text).into()
    };
    pieces.map(block).collect()
}

/// A row of buttons. Each carries its sign, and says to who listens what it does.
fn actions(buttons: &[Button], first: usize) -> SlackActionsBlock {
    let button = |(number, button): (usize, &Button)| {
        let text = SlackBlockPlainText::new(button.sign.clone()).with_emoji(true);
        let element = SlackBlockButtonElement::new(SlackBlockPlainTextOnly::from(text))
            .with_action_id(SlackActionId(format!("{BUTTON}{number}")))
            .with_value(button.sign.clone())
            .with_accessibility_label(SlackAccessibilityLabel(cut(&button.label, LONGEST_LABEL)));
        SlackActionBlockElement::Button(element)
    };
    SlackActionsBlock::new((first..).zip(buttons).map(button).collect())
}

fn length(text: &str) -> usize {
    text.chars().count()
}

fn cut(text: &str, most: usize) -> String {
    if length(text) <= most {
        return text.to_owned();
    }
    let mut cut: String = text.chars().take(most - 1).collect();
    cut.push(CUT);
    cut
}

/// The same of text in which letters are escaped, none of which is cut in two.
fn cut_escaped(text: &str, most: usize) -> String {
    let mut cut = cut(text, most);
    if length(text) > most
        && let Some(begun) = cut.rfind('&')
        && !cut[begun..].contains(';')
    {
        cut.truncate(begun);
        cut.push(CUT);
    }
    cut
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json, to_value};

    fn value(blocks: &[Block], heard: &str, buttons: &[Button]) -> Value {
        let content = Content { blocks: blocks.to_vec(), heard: heard.to_owned(), picture: None };
        to_value(message(&content, None, buttons, Some("7"))).expect("JSON")
    }

    fn line(text: &str) -> Block {
        Block::Line(text.to_owned())
    }

    fn board(text: &str) -> Block {
        Block::Board(text.to_owned())
    }

    #[test]
    fn a_board_is_code_and_who_listens_has_none() {
        let button = Button { sign: "➡️".to_owned(), label: "move right".to_owned() };
        let shown = value(
            &[line("*A* & <b>"), board("⬜🟡\n<@U1>&```\n"), line("x"), line("y")],
            "A <b>\nx",
            &[button],
        );
        assert_eq!(
            shown,
            json!({
                "text": "A &lt;b&gt;\nx",
                "blocks": [
                    {"type": "section", "text": {"type": "plain_text", "text": "*A* & <b>", "emoji": false}},
                    {"type": "section", "text": {
                        "type": "mrkdwn", "verbatim": true,
                        "text": "```\n⬜🟡\n&lt;@U1&gt;&amp;`\u{2060}`\u{2060}`\n```",
                    }},
                    {"type": "section", "text": {"type": "plain_text", "text": "x\ny", "emoji": false}},
                    {"type": "actions", "block_id": "masume-7/0", "elements": [{
                        "type": "button", "action_id": "masume-0", "value": "➡️",
                        "accessibility_label": "move right",
                        "text": {"type": "plain_text", "text": "➡️", "emoji": true},
                    }]},
                ],
            })
        );
    }

    #[test]
    fn a_picture_stands_in_the_place_of_the_board() {
        let blocks = vec![line("A"), board("x"), line("b")];
        let content = Content { blocks, heard: "A\nb".to_owned(), picture: None };
        let file = SlackFileId("F1".to_owned());
        let shown = to_value(message(&content, Some(&file), &[], None)).expect("JSON");
        let kinds: Vec<&str> = shown["blocks"]
            .as_array()
            .expect("blocks")
            .iter()
            .filter_map(|it| it["type"].as_str())
            .collect();
        assert_eq!(kinds, ["section", "image", "section"]);
        let image = json!({"type": "image", "slack_file": {"id": "F1"}, "alt_text": "A\nb"});
        assert_eq!(shown["blocks"][1], image);
    }

    #[test]
    fn no_message_is_larger_than_slack_takes() {
        for letter in ["é", "<", "🟡", "&", "\"", "`"] {
            let long = letter.repeat(10_000);
            let rows = format!("{}\n", letter.repeat(40)).repeat(400);
            let many: Vec<Block> = (0..200).map(|_| line(&long[..letter.len() * 400])).collect();
            let buttons = vec![Button { sign: "➡️".to_owned(), label: long.clone() }; 30];
            let mixed = [board(&rows), line(&long), board(&long), line(&long)];
            for blocks in [many, mixed.to_vec(), vec![]] {
                let shown = value(&blocks, &long, &buttons);
                let shown_blocks = shown["blocks"].as_array().expect("blocks");
                assert!(shown_blocks.len() <= 50, "{letter}: {}", shown_blocks.len());
                for block in shown_blocks {
                    let elements = block["elements"].as_array().map_or(0, Vec::len);
                    assert!(elements <= 25);
                    let text = block["text"]["text"].as_str().unwrap_or_default();
                    assert!(length(text) <= 3_000, "{letter}: {}", length(text));
                    // In prose, nothing is escaped.
                    if block["text"]["type"] != "mrkdwn" {
                        continue;
                    }
                    for cut in ["&", "&l", "&lt", "&a", "&am", "&amp"] {
                        assert!(!text.contains(&format!("{cut}…")), "{letter}");
                    }
                }
            }
        }
    }
}
