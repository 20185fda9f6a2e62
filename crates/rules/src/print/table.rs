//! Declarations.

use super::Printer;
use crate::model::{
    ActionInfo, Blocks, Content, Coordinates, EndKind, Field, Layer, LayerKind, Legend, Moves,
    NamedStep, ParamKind, PassRule, PlayerInfo, Position, Size, Slant, ValueKind, WordPart,
};

impl<'r> Printer<'r> {
    pub(super) fn tables(&mut self) {
        let rules = self.rules;
        self.line(&format!("game {}", rules.title));
        if !rules.about.is_empty() {
            self.line(&format!("about {:?}", rules.about));
        }
        match rules.shape {
            Some(shape) => {
                let mut line = format!("board {}", sized(shape.size));
                if shape.least != shape.greatest {
                    let (least, greatest) = (sized(shape.least), sized(shape.greatest));
                    line.push_str(&format!(" from {least} to {greatest}"));
                }
                line.push_str(if shape.even { " even" } else { "" });
                if shape.rim > 0 {
                    line.push_str(&format!(" rim {}", shape.rim));
                }
                self.line(&line);
            }
            None => self.line("board of the level"),
        }
        for player in &rules.players {
            self.player(player);
        }
        for layer in &rules.layers {
            let kind = match &layer.kind {
                LayerKind::Pieces(pieces) => {
                    let shown = pieces.iter().map(|piece| match piece.owner {
                        Some(owner) => {
                            let owner = self.rules.players.get(usize::from(owner.0));
                            let owner = owner.map_or("?", |player| player.name.as_str());
                            format!("{} ({owner}'s {})", piece.name, piece.kind)
                        }
                        None => piece.name.clone(),
                    });
                    shown.collect::<Vec<String>>().join(", ")
                }
                LayerKind::Kinds(_) | LayerKind::Range(..) | LayerKind::Doubling(..) => {
                    layer.kind.describe()
                }
            };
            self.line(&format!("layer {}: {kind}", layer.name));
        }
        for value in &rules.values {
            let kind = match value.kind {
                ValueKind::Declared => "value",
                ValueKind::Score => "counted value",
                ValueKind::Stage => "stage value",
            };
            self.line(&format!("{kind} {} = {}", value.name, value.initial));
        }
        for option in &rules.options {
            let unit = if option.percent { " hundredths of a percent" } else { "" };
            let (name, value) = (&option.name, option.value);
            let (least, greatest) = (option.least, option.greatest);
            self.line(&format!("option {name} = {value} from {least} to {greatest}{unit}"));
        }
        for legend in &rules.legends {
            self.legend(legend);
        }
    }

    fn player(&mut self, player: &PlayerInfo) {
        if player.name.is_empty() {
            return self.line("one player");
        }
        let forward =
            player.forward.map_or_else(String::new, |it| format!(" forward {}", it.name()));
        self.line(&format!("player {}{forward}", player.name));
    }

    fn legend(&mut self, legend: &Legend) {
        let heading = format!("legend {}", legend.name);
        self.line(heading.trim_end());
        self.deeper(|printer| {
            for entry in &legend.entries {
                let glyphs: Vec<String> = entry.glyphs.iter().map(|it| format!("{it:?}")).collect();
                let contents = entry.contents.iter();
                let contents: Vec<String> =
                    contents.map(|(layer, content)| printer.content(*layer, *content)).collect();
                let contents =
                    if contents.is_empty() { "nothing".to_owned() } else { contents.join(" ") };
                printer.line(&format!("{} {contents}", glyphs.join(" ")));
            }
        });
    }

    pub(super) fn sections(&mut self) {
        let rules = self.rules;
        self.headed("start", &rules.start);
        for action in &rules.actions {
            self.action(action);
        }
        self.headed("then", &rules.then);
        match rules.pass {
            PassRule::Never => {}
            PassRule::WhenNoAction => self.line("pass when no action"),
            PassRule::AnyTime => self.line("pass any time"),
        }
        if let Some(again) = &rules.again {
            let again = self.condition(&again.value);
            self.line(&format!("again when {again}"));
        }
        for end in &rules.ends {
            let kind = match end.kind {
                EndKind::Win => "win",
                EndKind::Lose => "lose",
                EndKind::Draw => "draw",
                EndKind::End => "end",
                EndKind::Stage => "win stage",
                EndKind::Goal => "goal",
            };
            let condition = self.condition(&end.condition);
            let effects = self.effects(&end.effects);
            self.line(&format!("{kind} when {condition}{effects}"));
        }
        if let Some(score) = &rules.score {
            let score = self.expr(&score.value);
            self.line(&format!("score {score}"));
        }
        for level in &rules.levels {
            self.line(&format!("level {:?}", level.title));
            self.deeper(|printer| {
                for row in &level.rows {
                    printer.line(row);
                }
            });
        }
        self.faces();
    }

    fn board_look(&mut self) {
        let look = &self.rules.board_look;
        if let Some(slant) = look.slant {
            let side = match slant {
                Slant::Left => "left",
                Slant::Right => "right",
            };
            self.line(&format!("board slanted {side}"));
        }
        match look.blocks {
            Some(Blocks::OfSize(size)) => {
                self.line(&format!("board blocks {} x {}", size.width, size.height));
            }
            Some(Blocks::Counted(size)) => {
                self.line(&format!("board parts {} x {}", size.width, size.height));
            }
            None => {}
        }
        for (side, &(layer, content)) in &look.edges {
            let piece = self.content(layer, content);
            self.line(&format!("board edge {} {piece}", side.name()));
        }
        for &(layer, content) in &look.outside {
            let piece = self.content(layer, content);
            self.line(&format!("board outside {piece}"));
        }
    }

    fn faces(&mut self) {
        let rules = self.rules;
        for shown in &rules.display {
            let subject = shown.subject.map_or_else(
                || "nothing".to_owned(),
                |(layer, content)| self.content(layer, content),
            );
            let mut line = format!("display {subject}");
            for glyph in &shown.glyphs {
                line.push_str(&format!(" {glyph:?}"));
            }
            if let Some(colour) = &shown.colour {
                line.push_str(&format!(" {colour}"));
            }
            if let Some(figure) = shown.figure {
                line.push_str(&format!(" {}", figure.name()));
            }
            if let Some(spoken) = &shown.spoken {
                line.push_str(&format!(" named {spoken:?}"));
            }
            if let Some(sprite) = &shown.sprite {
                line.push_str(&format!(" picture {sprite}"));
            }
            self.line(&line);
        }
        self.board_look();
        for key in &rules.keys {
            self.line(&format!("key {} -> {}", key.key, key.action));
        }
        let occasions = rules.words.occasions.iter();
        for (occasion, saying) in
            occasions.flat_map(|(it, all)| all.iter().map(move |one| (it, one)))
        {
            let mut line = format!("words {occasion}:");
            for part in &saying.parts {
                match part {
                    WordPart::Text(text) => line.push_str(&format!(" {text:?}")),
                    WordPart::Number(expr) => line.push_str(&format!(" {{{}}}", self.expr(expr))),
                }
            }
            if let Some(when) = &saying.when {
                line.push_str(&format!(" when {}", self.condition(when)));
            }
            self.line(&line);
        }
        for notation in &rules.notations {
            let letters = notation.letters.iter();
            let letters: Vec<String> =
                letters.map(|(letter, action)| format!("{letter} -> {action}")).collect();
            let mut line = format!("notation {}: {}", notation.name, letters.join(", "));
            if let Some(value) = notation.capital {
                line.push_str(&format!(", capital when {} rises", self.value(value)));
            }
            self.line(&line);
        }
        if rules.coordinates != Default::default() {
            let Coordinates { rows, first_column, columns, numbers } = rules.coordinates;
            let of_lines = format!("{rows:?}, {first_column:?}, {columns:?}");
            self.line(&format!("coordinates {of_lines}, {numbers:?}"));
        }
        if let Some(moves) = &rules.moves {
            self.moves(moves);
        }
        if let Some(position) = &rules.position {
            self.position(position);
        }
    }

    fn moves(&mut self, moves: &Moves) {
        let Moves { name, origin, quiet, take, win, listing, .. } = moves;
        self.line(&format!(
            "moves {name}: {listing:?}, {origin:?}, quiet {quiet:?}, take {take:?}, win {win:?}"
        ));
        self.deeper(|printer| {
            if !moves.nodes.is_empty() {
                let nodes = moves.nodes.join(" ");
                printer.line(&format!("nodes {nodes}, header {:?}", moves.header));
            }
            for (pieces, letter) in &moves.letters {
                let pieces = printer.pieces(pieces);
                printer.line(&format!("letter {letter:?} of {pieces}"));
            }
            for (word, affixes) in [("before", &moves.prefixes), ("action", &moves.suffixes)] {
                for (action, affix) in affixes {
                    let name = printer.rules.actions.get(usize::from(*action)).map(|it| &it.name);
                    let name = name.map_or("?", |name| name.as_str());
                    printer.line(&format!("{word} {name} {affix:?}"));
                }
            }
            for NamedStep { name, pieces, ways } in &moves.steps {
                let ways: Vec<&str> = ways.iter().map(|way| way.name()).collect();
                let pieces = printer.pieces(pieces);
                printer.line(&format!("step {name:?} of {pieces}: {}", ways.join(" ")));
            }
            for (sign, when) in &moves.signs {
                let when = printer.condition(when);
                printer.line(&format!("sign {sign:?} when {when}"));
            }
        });
    }

    fn position(&mut self, position: &Position) {
        self.line(&format!("position {}", position.name));
        self.deeper(|printer| {
            for field in &position.fields {
                let line = match field {
                    Field::Board(layer, letters) => {
                        let layer = &printer.rules.layers[usize::from(layer.0)].name;
                        format!("board {layer}: {}", letters.iter().collect::<String>())
                    }
                    Field::Lists(lists) => {
                        let kinds = lists.kinds.iter().map(|(letter, pieces)| {
                            format!(", {} {letter}", printer.pieces(pieces))
                        });
                        let kinds: String = kinds.collect();
                        let plain = printer.pieces(&lists.plain);
                        format!("lists {}, {plain}{kinds}", lists.players.join(" "))
                    }
                    Field::Player(letters) => format!("player {}", letters.join(" ")),
                    Field::Marks(piece, letters) => {
                        let letters: Vec<String> = letters
                            .iter()
                            .map(|(letter, cell)| format!("{letter} {cell}"))
                            .collect();
                        format!("marks {}: {}", printer.pieces(&[*piece]), letters.join(", "))
                    }
                    Field::Cell(piece) => format!("cell {}", printer.pieces(&[*piece])),
                    Field::Value(value) => format!("value {}", printer.value(*value)),
                    Field::Turns => "turns".to_owned(),
                };
                printer.line(&line);
            }
        });
    }

    fn pieces(&self, pieces: &[(Layer, Content)]) -> String {
        let names: Vec<String> =
            pieces.iter().map(|(layer, content)| self.content(*layer, *content)).collect();
        names.join(", ")
    }

    fn action(&mut self, action: &'r ActionInfo) {
        self.params = &action.params;
        let mut line = format!("action {}", action.name);
        for (slot, param) in action.params.iter().enumerate() {
            let shown = match param {
                ParamKind::Direction(ways) => format!(" direction{slot} ({})", self.ways(ways)),
                ParamKind::Cell => format!(" cell{slot}"),
                ParamKind::Column => format!(" column{slot}"),
                ParamKind::Row => format!(" row{slot}"),
            };
            line.push_str(&shown);
        }
        line.push_str(if action.unordered { " in any order" } else { "" });
        if let Some(when) = &action.when {
            line.push_str(&format!(" when {}", self.condition(&when.value)));
        }
        self.line(&line);
        self.deeper(|printer| printer.block(&action.body));
        self.params = &[];
    }
}

fn sized(size: Size) -> String {
    format!("{} x {}", size.width, size.height)
}
