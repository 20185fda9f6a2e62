//! Questions `hover`, `manual`, `chapters`, `chapter`, `examples` and `levels-of`: texts explained.

use masume_engine::{Diagnostic, Setup};
use masume_presentation::locale::Phrases;
use masume_presentation::manual;
use masume_presentation::manual::example::{self, Example};
use masume_syntax::ast::{File, LayerKind, LayerLine, LegendLine, SectionKind};
use masume_syntax::{LineIndex, Parse, Span, SyntaxKind, SyntaxToken, is_reserved, parse};

use super::Service;
use super::places::Places;
use crate::loaded;
use crate::protocol::{
    Answer, ChapterView, ExampleView, GlyphView, HoverView, LevelView, LevelsView, Refusal,
    RowView, Units,
};

impl Service {
    /// The manual's page about an error.
    pub(super) fn manual(&self, code: &str) -> Result<Answer, Refusal> {
        let page = manual::page(&code.to_uppercase());
        let unknown = || self.unknown("no-such-error", "code", code);
        page.map(|page| Answer::Text(page.to_owned())).ok_or_else(unknown)
    }

    /// A chapter of the specification.
    pub(super) fn chapter(&self, name: &str) -> Result<Answer, Refusal> {
        let unknown = || self.unknown("no-such-chapter", "name", name);
        manual::chapter(name).map(|text| Answer::Text(text.to_owned())).ok_or_else(unknown)
    }

    /// The examples of a chapter of the specification.
    pub(super) fn examples(&self, name: &str) -> Result<Answer, Refusal> {
        let unknown = || self.unknown("no-such-chapter", "name", name);
        let chapter = manual::chapter(name).ok_or_else(unknown)?;
        // Tests read all chapters that are built in.
        let examples = example::read(chapter).unwrap_or_default();
        Ok(Answer::Examples(examples.iter().map(|it| self.example(it)).collect()))
    }

    /// An example as a whole game: with a board, where it begins with it.
    fn example(&self, example: &Example) -> ExampleView {
        let begins = |text: &String| {
            let game = loaded(text).game.map(|game| game.with_stop(self.stop.clone()));
            game.is_some_and(|game| game.start(&Setup::default()).is_ok())
        };
        let plain = &example.source.text;
        let found = [example.with_level(), plain.clone()].into_iter().find(begins);
        let is_wrong = example.is_wrong() || found.is_none();
        let text = found.unwrap_or_else(|| plain.clone());
        ExampleView { line: example.source.line, text, is_wrong }
    }

    fn unknown(&self, id: &str, name: &str, value: &str) -> Refusal {
        let value = masume_presentation::text::hearing::shortened(value);
        Refusal::of(self.phrases.say(id, &[(name, value.into())]))
    }
}

/// The chapters of the specification.
pub(super) fn chapters() -> Answer {
    let chapter = |(name, title): (&str, &str)| ChapterView {
        name: name.to_owned(),
        title: title.to_owned(),
    };
    Answer::Chapters(manual::chapters().map(chapter).collect())
}

/// Explanation of what stands at a place of a text: a mistake, a word of the language, a name.
pub(super) fn hover(text: &str, at: u32, units: Units, phrases: &Phrases) -> Answer {
    let at = units.to_byte(text, at as usize);
    let covers = |span: &Span| (span.start as usize..=span.end as usize).contains(&at);
    let diagnostics = loaded(text).diagnostics;
    let mistake = diagnostics.iter().find(|it| covers(&it.span)).map(of_mistake);
    let parsed = parse(text);
    let found = mistake.or_else(|| of_word(text, &parsed, at, phrases));
    Answer::Hover(found.map(|(span, title, lines)| HoverView {
        span: units.span(text, span),
        title,
        lines,
    }))
}

/// An explanation: its place, its title, its lines.
type Explanation = (Span, String, Vec<String>);

fn of_mistake(mistake: &Diagnostic) -> Explanation {
    let code = mistake.code.id();
    let title = format!("{code}: {}", mistake.message);
    let label = Some(mistake.label.clone()).filter(|it| !it.is_empty());
    let lines = label.into_iter().chain(mistake.help.clone()).chain(manual::summary(code));
    (mistake.span, title, lines.collect())
}

fn of_word(text: &str, parsed: &Parse, at: usize, phrases: &Phrases) -> Option<Explanation> {
    let token = word_at(parsed, at)?;
    let word = token.text();
    let (start, end) = (token.text_range().start().into(), token.text_range().end().into());
    let declared = Some(word).filter(|it| !is_reserved(it));
    let declared = declared.and_then(|name| declaration(&parsed.file, name));
    let lines = match declared {
        Some(span) => {
            let index = LineIndex::new(text);
            let line = index.position(span.start).line;
            let place = phrases.say("declared-on-line", &[("line", i64::from(line).into())]);
            vec![index.line(line).trim().to_owned(), place]
        }
        None => {
            let (sentence, chapter) = manual::meaning(word)?;
            vec![sentence, phrases.say("in-chapter", &[("chapter", chapter.into())])]
        }
    };
    Some((Span { start, end }, word.to_owned(), lines))
}

/// The word that a place lies in or behind.
fn word_at(parsed: &Parse, at: usize) -> Option<SyntaxToken> {
    let tokens = parsed.syntax().descendants_with_tokens().filter_map(|it| it.into_token());
    let mut words = tokens.filter(|token| token.kind() == SyntaxKind::Word);
    words.find(|token| {
        let range = token.text_range();
        (usize::from(range.start())..=usize::from(range.end())).contains(&at)
    })
}

/// The place where a name is declared.
fn declaration(file: &File, name: &str) -> Option<Span> {
    file.sections.iter().find_map(|section| {
        let (declared, span) = match &section.kind {
            SectionKind::Let(it) => (&it.name, section.span),
            SectionKind::Define(it) => (&it.name, section.span),
            SectionKind::Action(it) => (&it.name, section.span),
            SectionKind::Value(it) => (&it.name, section.span),
            SectionKind::Option(it) => (&it.name, section.span),
            SectionKind::Pieces(layers) => {
                return layers.iter().find(|it| holds(it, name)).map(|it| it.name.span);
            }
            SectionKind::Players(players) => {
                return players.iter().find(|it| it.name.value == name).map(|it| it.name.span);
            }
            SectionKind::Game(_)
            | SectionKind::About(_)
            | SectionKind::Use(_)
            | SectionKind::Board(_)
            | SectionKind::Legend(_)
            | SectionKind::Start(_)
            | SectionKind::Then(_)
            | SectionKind::Pass(_)
            | SectionKind::Again(_)
            | SectionKind::End(_)
            | SectionKind::Score(_)
            | SectionKind::Level(_)
            | SectionKind::Display(_)
            | SectionKind::Keys(_)
            | SectionKind::Words(_)
            | SectionKind::Rules(_)
            | SectionKind::Help(_)
            | SectionKind::Notation(_)
            | SectionKind::Coordinates(_)
            | SectionKind::Moves(_)
            | SectionKind::Position(_) => return None,
        };
        (declared.value == name).then_some(span)
    })
}

/// True if a layer is called so, or may hold a piece that is.
fn holds(layer: &LayerLine, name: &str) -> bool {
    let is_piece = match &layer.kind {
        LayerKind::Names(names) => names.iter().any(|it| it.value == name),
        // `black-man` is a man of black.
        LayerKind::PerPlayer(names) => names.iter().any(|it| {
            let of_player =
                name.strip_suffix(it.value.as_str()).is_some_and(|it| it.ends_with('-'));
            it.value == name || of_player
        }),
        LayerKind::Kinds(_) | LayerKind::NumberRange(..) | LayerKind::NumberDoubling(..) => false,
    };
    is_piece || layer.name.value == name
}

/// The levels of a text, whether or not it is free of mistakes, and what its glyphs mean.
pub(super) fn levels_of(text: &str, units: Units, phrases: &Phrases) -> Answer {
    let file = parse(text).file;
    let mut places = Places::new(text, units);
    let (mut levels, mut glyphs, mut layers) = (Vec::new(), Vec::new(), Vec::new());
    for section in &file.sections {
        // What else there is says nothing about levels.
        if let SectionKind::Level(level) = &section.kind {
            let rows = level
                .picture
                .rows
                .iter()
                .map(|row| RowView { text: row.value.clone(), span: places.span(row.span) });
            let rows: Vec<RowView> = rows.collect();
            let start =
                rows.first().map_or_else(|| places.of(section.span.end), |it| it.span.start);
            let end = rows.last().map_or(start, |it| it.span.end);
            let span = crate::protocol::SpanView { start, end };
            levels.push(LevelView { title: level.title.value.clone(), span, rows });
        } else if let SectionKind::Pieces(lines) = &section.kind {
            layers.extend(lines);
        } else if let SectionKind::Legend(legend) = &section.kind
            && legend.name.is_none()
        {
            glyphs.extend(legend.lines.iter());
        }
    }
    let numbers = layers.iter().any(|it| match it.kind {
        LayerKind::NumberRange(..) | LayerKind::NumberDoubling(..) => true,
        LayerKind::Names(_) | LayerKind::PerPlayer(_) | LayerKind::Kinds(_) => false,
    });
    let glyphs = glyphs.into_iter().flat_map(|line| glyphs_of(line, &layers, phrases));
    let mut glyphs: Vec<GlyphView> = glyphs.collect();
    // A dot stands for nothing where no line says what it stands for.
    if glyphs.iter().all(|it| !it.is_empty && it.glyph != ".") {
        let label = phrases.say("nothing", &[]);
        glyphs.push(GlyphView { glyph: ".".to_owned(), label, is_empty: true });
    }
    Answer::Levels(LevelsView { levels, glyphs, numbers })
}

/// The glyphs of a line of the legend, each with what it stands for.
fn glyphs_of(line: &LegendLine, layers: &[&LayerLine], phrases: &Phrases) -> Vec<GlyphView> {
    let names = line.content.iter().map(|it| it.value.clone());
    let stacked = names
        .reduce(|top, below| phrases.say("on", &[("top", top.into()), ("below", below.into())]));
    let label = stacked.unwrap_or_else(|| phrases.say("nothing", &[]));
    let has_kinds = line.content.iter().any(|name| {
        let mut named = layers.iter().filter(|it| it.name.value == name.value);
        named.any(|it| matches!(it.kind, LayerKind::Kinds(_)))
    });
    let glyphs = line.glyphs.iter().zip(1..).map(|(glyph, kind): (_, usize)| GlyphView {
        glyph: glyph.value.to_string(),
        label: if has_kinds { format!("{label} {kind}") } else { label.clone() },
        is_empty: line.content.is_empty(),
    });
    glyphs.collect()
}
