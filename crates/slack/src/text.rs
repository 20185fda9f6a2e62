//! Text as Slack writes it: three letters are escaped, and what stands in angle brackets is no text.

/// Text of which nothing is taken for formatting, a name or a link.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Words of a person, without formatting. A name is `@` with what identifies the person; the bot's own at the
/// beginning is the word that calls it.
pub(crate) fn plain(text: &str, me: &str, call: &str) -> String {
    let text = text.trim_start();
    let mention = format!("<@{me}>");
    let text = match text.strip_prefix(&mention) {
        Some(rest) if rest.is_empty() || rest.starts_with([' ', ':', ',', '\n']) => {
            format!("{call}{rest}")
        }
        Some(rest) => format!("{call} {rest}"),
        None => text.to_owned(),
    };
    let mut plain = String::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once('<') {
        plain.push_str(before);
        let Some((marked, behind)) = after.split_once('>') else {
            plain.push('<');
            rest = after;
            continue;
        };
        plain.push_str(&marked_as(marked));
        rest = behind;
    }
    plain.push_str(rest);
    plain.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

/// Words for what stands in angle brackets: a person, a channel, a call to many, a link.
fn marked_as(marked: &str) -> String {
    let (subject, label) = match marked.split_once('|') {
        Some((subject, label)) => (subject, Some(label)),
        None => (marked, None),
    };
    if let Some(person) = subject.strip_prefix('@') {
        return format!("@{person}");
    }
    if let Some(channel) = subject.strip_prefix('#') {
        return format!("#{}", label.unwrap_or(channel));
    }
    if let Some(call) = subject.strip_prefix('!') {
        return label.unwrap_or(call).to_owned();
    }
    label.unwrap_or(subject.strip_prefix("mailto:").unwrap_or(subject)).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_people_lose_their_marks() {
        for (text, expected) in [
            ("masume list", "masume list"),
            ("<@UBOT> sokoban 3", "masume sokoban 3"),
            ("  <@UBOT>: help", "masume: help"),
            ("<@UBOT>", "masume"),
            ("<@UBOT>sokoban", "masume sokoban"),
            ("masume othello vs <@U07ABC>", "masume othello vs @U07ABC"),
            ("masume othello vs <@U07ABC|bert>", "masume othello vs @U07ABC"),
            ("see <#C1|general> and <#C2>", "see #general and #C2"),
            ("<!here> <!subteam^S1|@team>", "here @team"),
            ("<http://a.org|a.org> <https://b.org>", "a.org https://b.org"),
            ("<mailto:a@b.org|a@b.org>", "a@b.org"),
            ("a &lt;b&gt; &amp;amp; c", "a <b> &amp; c"),
            ("a < b", "a < b"),
            ("<", "<"),
            ("<<<>>>", "<<>>"),
            ("masume\n```game A\nlegend\n  . &amp; @```", "masume\n```game A\nlegend\n  . & @```"),
            ("", ""),
        ] {
            assert_eq!(plain(text, "UBOT", "masume"), expected, "{text}");
        }
    }

    #[test]
    fn nothing_in_a_text_is_a_mark() {
        assert_eq!(escaped("<!here> & <@U1> *b*"), "&lt;!here&gt; &amp; &lt;@U1&gt; *b*");
        for text in ["<@U1>", "&lt;", "<a|b>", "&amp;lt;"] {
            assert_eq!(plain(&escaped(text), "UBOT", "masume"), text);
        }
    }
}
