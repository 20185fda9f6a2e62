//! A whole game: its sections in an order in which each finds what it needs.

use std::rc::Rc;

use masume_syntax::ast::{self, ActionParam, SectionKind};
use masume_syntax::{Code, Diagnostic, Span};

use super::checker::Checker;
use super::scope::{Binding, NameFrame, Scope, SlotKind};
use super::statement::{Place, Setting};
use crate::action::MAX_PARAMS;
use crate::model::{
    ActionInfo, End, EndKind, ParamKind, ParamSlot, PassRule, PlayerInfo, Rules, Spanned, Ways,
};
use masume_board::Direction;

/// The most levels of a file.
const MOST_LEVELS: usize = 1024;

impl<'a> Checker<'a> {
    /// Reads every section; None where the game has no pieces.
    pub(super) fn game(&mut self, file: &'a ast::File) -> Option<Rules> {
        self.line_starts = &file.line_starts;
        self.check_sections(file);
        self.declare_all(file);
        if self.players.is_empty() {
            self.players.push(PlayerInfo { name: String::new(), forward: None });
        }
        let mut sections = file.sections.iter().map(|section| &section.kind);
        if let Some(SectionKind::Board(board)) =
            sections.find(|kind| matches!(kind, SectionKind::Board(_)))
        {
            self.board(board);
        }
        let mut legends: Vec<&ast::LegendSection> = Vec::new();
        for section in &file.sections {
            if let SectionKind::Legend(legend) = &section.kind {
                legends.push(legend);
            }
        }
        let legends = self.legends(&legends);
        self.legend.clone_from(&legends[0]);
        let mut rules = Rules {
            shape: self.shape,
            players: self.players.clone(),
            layers: self.layers.clone(),
            options: self.options.clone(),
            legends,
            ..Rules::empty()
        };
        self.actions_of(&mut rules);
        for section in &file.sections {
            self.section(section, &mut rules);
        }
        // These need to know whether there is a pass.
        for section in &file.sections {
            if let SectionKind::Keys(lines) = &section.kind
                && rules.keys.is_empty()
            {
                rules.keys = self.keys(lines, rules.pass);
            } else if let SectionKind::Notation(notation) = &section.kind {
                let notation = self.notation(notation, rules.pass);
                rules.notations.push(notation);
            } else if let SectionKind::Moves(moves) = &section.kind
                && rules.moves.is_none()
            {
                rules.moves = Some(self.moves(moves));
            } else if let SectionKind::Position(position) = &section.kind
                && rules.position.is_none()
            {
                rules.position = Some(self.position_section(position, &rules));
            }
        }
        self.check_unused();
        self.check_essentials(file, &rules);
        self.check_uses(file, &rules);
        self.check_left_behind(&rules);
        rules.values.clone_from(&self.values);
        rules.rule_count = self.rules;
        rules.local_count = self.locals;
        (!self.layers.is_empty()).then_some(rules)
    }

    fn section(&mut self, section: &'a ast::Section, rules: &mut Rules) {
        let scope = self.section_scope();
        match &section.kind {
            SectionKind::Game(title) => rules.title.clone_from(&title.value),
            SectionKind::About(about) => rules.about.clone_from(&about.value),
            SectionKind::Start(block) if rules.start.is_empty() => {
                rules.start = self.block(block, &Setting::new(scope, None, Place::Start));
            }
            SectionKind::Then(block) if rules.then.is_empty() => {
                rules.then = self.block(block, &Setting::new(scope, None, Place::Elsewhere));
            }
            SectionKind::Pass(pass) => {
                self.needs_two_players("pass", section.span);
                rules.pass = match pass {
                    ast::PassRule::WhenNoAction => PassRule::WhenNoAction,
                    ast::PassRule::AnyTime => PassRule::AnyTime,
                };
            }
            SectionKind::Again(condition) => {
                self.needs_two_players("again", section.span);
                let value = self.condition(condition, &scope);
                rules.again = Some(Spanned { value, span: section.span });
            }
            SectionKind::End(end) => {
                if end.kind == EndKind::Stage {
                    self.stage_value();
                }
                let condition = self.condition(&end.condition, &scope);
                let effects =
                    self.at_new_site(false, |checker| checker.effects(&end.effects, &scope));
                rules.ends.push(End { kind: end.kind, condition, effects, span: section.span });
            }
            SectionKind::Score(score) if rules.score.is_none() => {
                self.in_score = true;
                let value = self.separate_expr(score, &scope);
                rules.score = Some(Spanned { value, span: section.span });
                self.in_score = false;
            }
            SectionKind::Level(level) => {
                if rules.levels.len() == MOST_LEVELS {
                    let message = format!("more than {MOST_LEVELS} levels");
                    self.error(Code::TooMany, section.span, message, "one too many");
                }
                let level = self.level(level);
                rules.levels.push(level);
            }
            SectionKind::Display(display) if rules.display.is_empty() => {
                rules.display = self.display(&display.lines);
                rules.board_look = self.board_look(&display.board);
            }
            SectionKind::Words(lines) if rules.words.occasions.is_empty() => {
                rules.words = self.words(lines);
            }
            SectionKind::Rules(lines) => rules.prose.clone_from(lines),
            SectionKind::Help(lines) => rules.help.clone_from(lines),
            SectionKind::Coordinates(parts) => rules.coordinates = self.coordinates(parts),
            SectionKind::Use(_)
            | SectionKind::Board(_)
            | SectionKind::Players(_)
            | SectionKind::Option(_)
            | SectionKind::Value(_)
            | SectionKind::Pieces(_)
            | SectionKind::Legend(_)
            | SectionKind::Let(_)
            | SectionKind::Define(_)
            | SectionKind::Start(_)
            | SectionKind::Action(_)
            | SectionKind::Then(_)
            | SectionKind::Score(_)
            | SectionKind::Display(_)
            | SectionKind::Keys(_)
            | SectionKind::Words(_)
            | SectionKind::Notation(_)
            | SectionKind::Moves(_)
            | SectionKind::Position(_) => {}
        }
    }

    /// A scope without parameters.
    pub(super) fn section_scope(&mut self) -> Scope<'a> {
        let id = self.next_frame();
        Rc::new(NameFrame::of_game(id, Vec::new()))
    }

    /// A scope with the parameters of an action.
    pub(super) fn action_scope(&mut self, index: usize) -> Scope<'a> {
        let (kinds, names) = self.action_params(index, false);
        let slots = names.into_iter().zip(kinds).enumerate().map(|(slot, (name, kind))| {
            (name, Binding::Slot(ParamSlot(slot as u8), SlotKind::of(&kind)))
        });
        let bindings = slots.collect();
        let id = self.next_frame();
        Rc::new(NameFrame::of_game(id, bindings))
    }

    fn actions_of(&mut self, rules: &mut Rules) {
        for index in 0..self.actions.len() {
            let action = self.actions[index];
            let (params, _) = self.action_params(index, true);
            self.params.clone_from(&params);
            self.in_action = true;
            let scope = self.action_scope(index);
            let when = action.when.as_ref().map(|when| {
                let value = self.condition(when, &scope);
                Spanned { value, span: when.span }
            });
            let mut directions = params.iter().enumerate().filter_map(|(slot, kind)| match kind {
                ParamKind::Direction(_) => Some(ParamSlot(slot as u8)),
                ParamKind::Cell | ParamKind::Column | ParamKind::Row => None,
            });
            // Of two directions, neither is the one that rules are read in.
            let ways = match (directions.next(), directions.next()) {
                (Some(slot), None) => Some(Ways::Chosen(slot)),
                (None, _) | (Some(_), Some(_)) => None,
            };
            let body = self.block(&action.body, &Setting::new(scope, ways, Place::Elsewhere));
            let unordered = matches!(action.params.first(), Some(ActionParam::Pair(..)));
            let action = ActionInfo {
                name: action.name.value.clone(),
                params,
                unordered,
                when,
                body,
                span: action.name.span,
            };
            self.check_idle(&action);
            rules.actions.push(action);
            self.params.clear();
            self.in_action = false;
        }
    }

    /// Kinds and names of an action's parameters; diagnostics only where asked for.
    fn action_params(&mut self, index: usize, report: bool) -> (Vec<ParamKind>, Vec<&'a str>) {
        let action = self.actions[index];
        let before = self.diagnostics.len();
        let mut kinds = Vec::new();
        let mut names: Vec<&'a ast::Name> = Vec::new();
        for (place, param) in action.params.iter().enumerate() {
            match param {
                ActionParam::Direction(name, ways) => {
                    let scope = self.section_scope();
                    let ways = match ways {
                        Some(ways) => self.ways(ways, &scope),
                        None => Ways::fixed(&Direction::ORTHOGONAL),
                    };
                    kinds.push(ParamKind::Direction(ways));
                    names.push(name);
                }
                ActionParam::Cell(name) => {
                    kinds.push(ParamKind::Cell);
                    names.push(name);
                }
                ActionParam::FromTo(first, second) => {
                    kinds.extend([ParamKind::Cell, ParamKind::Cell]);
                    names.extend([first, second]);
                }
                ActionParam::Pair(first, second) => {
                    if place > 0 {
                        let label = "expected before the other parameters";
                        let message = "two cells in any order come first";
                        self.error(
                            Code::WrongArguments,
                            first.span.to(second.span),
                            message,
                            label,
                        );
                    }
                    kinds.extend([ParamKind::Cell, ParamKind::Cell]);
                    names.extend([first, second]);
                }
                ActionParam::Column(name) => {
                    kinds.push(ParamKind::Column);
                    names.push(name);
                }
                ActionParam::Row(name) => {
                    kinds.push(ParamKind::Row);
                    names.push(name);
                }
            }
        }
        self.check_distinct(&names);
        if let Some(extra) = names.get(MAX_PARAMS) {
            let message = format!("more than {MAX_PARAMS} parameters");
            self.error(Code::TooMany, extra.span, message, "one too many");
            kinds.truncate(MAX_PARAMS);
            names.truncate(MAX_PARAMS);
        }
        if !report {
            self.diagnostics.truncate(before);
        }
        (kinds, names.into_iter().map(|name| name.value.as_str()).collect())
    }

    fn needs_two_players(&mut self, word: &str, span: Span) {
        if self.player_count() < 2 {
            self.report(
                Diagnostic::error(
                    Code::NoPlayers,
                    span,
                    format!("`{word}` needs players"),
                    "the game has one player",
                )
                .with_help("`players black white`; an `action wait` without lines lets time pass"),
            );
        }
    }

    /// Reports sections that may stand only once.
    fn check_sections(&mut self, file: &'a ast::File) {
        let mut seen: Vec<(&str, Span)> = Vec::new();
        for section in &file.sections {
            let name = match &section.kind {
                SectionKind::Game(_) => "game",
                SectionKind::About(_) => "about",
                SectionKind::Board(_) => "board",
                SectionKind::Players(_) => "players",
                SectionKind::Pieces(_) => "pieces",
                SectionKind::Start(_) => "start",
                SectionKind::Then(_) => "then",
                SectionKind::Pass(_) => "pass",
                SectionKind::Again(_) => "again",
                SectionKind::Score(_) => "score",
                SectionKind::Display(_) => "display",
                SectionKind::Keys(_) => "keys",
                SectionKind::Words(_) => "words",
                SectionKind::Rules(_) => "rules",
                SectionKind::Help(_) => "help",
                SectionKind::Coordinates(_) => "coordinates",
                SectionKind::Moves(_) => "moves",
                SectionKind::Position(_) => "position",
                SectionKind::Use(_)
                | SectionKind::Option(_)
                | SectionKind::Value(_)
                | SectionKind::Legend(_)
                | SectionKind::Let(_)
                | SectionKind::Define(_)
                | SectionKind::Action(_)
                | SectionKind::End(_)
                | SectionKind::Level(_)
                | SectionKind::Notation(_) => continue,
            };
            if let Some((_, first)) = seen.iter().find(|(seen, _)| *seen == name) {
                let message = format!("`{name}` stands twice");
                let label = format!("the first is {}", self.on_line(*first));
                self.error(Code::DuplicateSection, section.span, message, label);
            }
            seen.push((name, section.span));
        }
    }

    /// Reports what a game cannot do without.
    fn check_essentials(&mut self, file: &'a ast::File, rules: &Rules) {
        let sections = &file.sections;
        // A heading that was there and broke is no further mistake.
        let is_broken = |word: &str| file.broken.iter().any(|it| it == word);
        let game = sections.iter().find(|section| matches!(section.kind, SectionKind::Game(_)));
        let heading = game.map_or_else(Span::default, |game| game.span);
        if game.is_none() && !is_broken("game") {
            self.report(
                Diagnostic::error(Code::MissingGame, heading, "no title", "expected `game` first")
                    .with_help("`game Sokoban` on the first line"),
            );
        }
        if sections.is_empty() {
            return;
        }
        let has_pieces = sections.iter().any(|it| matches!(it.kind, SectionKind::Pieces(_)));
        if !has_pieces && !is_broken("pieces") {
            self.report(
                Diagnostic::error(Code::BadLayer, heading, "no pieces", "what lies on the board?")
                    .with_help("`pieces`, and below it a layer such as `thing: player box`"),
            );
        }
        let has_action = sections.iter().any(|it| matches!(it.kind, SectionKind::Action(_)));
        if !has_action && !is_broken("action") {
            let help = if rules.prose.is_empty() {
                "`action place at c`, and below it what happens"
            } else {
                "`rules` is text for the player; what happens stands below `action place at c`"
            };
            self.report(
                Diagnostic::error(
                    Code::MissingActions,
                    heading,
                    "no actions",
                    "what can a player do?",
                )
                .with_help(help),
            );
        }
        let has_board = sections.iter().any(|it| matches!(it.kind, SectionKind::Board(_)));
        let is_sized = is_broken("board") || is_broken("level");
        if !has_board && rules.levels.is_empty() && !is_sized {
            self.report(
                Diagnostic::error(
                    Code::NoLevel,
                    heading,
                    "neither a board nor a level",
                    "how large is the board?",
                )
                .with_help("`board 8 x 8`, or a `level` with its picture"),
            );
        }
    }
}
