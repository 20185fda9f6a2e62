//! Cells as they are seen: looks that several share, labels, marks.

use std::collections::{BTreeMap, BTreeSet};

use masume_engine::{Cell, State};
use masume_rules::model::{Content, Layer};

use super::{CellView, Mark};
use crate::locale::Phrases;
use crate::picture::Marks;
use crate::picture::scene::Scene;
use crate::picture::shapes::{Shaped, shaped};
use crate::picture::terrain::Arms;
use crate::play::Play;
use crate::speech::cells::contents;

/// A letter that no cell's name has, in place of one.
const NAME: char = '\u{e000}';

/// The cells of a board, and their looks.
pub(super) struct Cells {
    pub(super) looks: Vec<Shaped>,
    pub(super) cells: Vec<CellView>,
}

/// Contents of all layers of a cell: cells that hold the same are told alike.
type Held = Vec<Content>;

/// Everything that is asked of a cell.
struct Reader<'a> {
    play: &'a Play,
    phrases: &'a Phrases,
    state: &'a State,
    scene: Scene<'a>,
    marks: Marks,
    /// Cells that can be chosen, shown or not.
    choosable: BTreeSet<Cell>,
    looks: Vec<Shaped>,
    /// Indices of looks by what decides them.
    known: BTreeMap<(Held, Arms, bool), usize>,
    /// Text of a label around the name, by what decides it.
    told: BTreeMap<(Held, Vec<Mark>), (String, String)>,
}

impl Cells {
    pub(super) fn of(play: &Play, phrases: &Phrases) -> Self {
        let session = &play.dialogue.session;
        let state = session.state();
        let names = session.game().cell_names(state);
        let mut reader = Reader {
            play,
            phrases,
            state,
            scene: Scene::new(&play.looks, &state.board, play.dialogue.is_turned()),
            marks: play.marks(),
            choosable: session.next_cells(&play.dialogue.selection).into_iter().collect(),
            looks: Vec::new(),
            known: BTreeMap::new(),
            told: BTreeMap::new(),
        };
        let mut seen: Vec<Cell> = state.board.grid().inner_cells().collect();
        if play.dialogue.is_turned() {
            seen.reverse();
        }
        let cells = seen.into_iter().map(|cell| {
            let name = names.name(cell).unwrap_or_default();
            reader.cell(cell, name)
        });
        let cells = cells.collect();
        Self { looks: reader.looks, cells }
    }
}

impl Reader<'_> {
    fn cell(&mut self, cell: Cell, name: String) -> CellView {
        let layers = (0..self.state.board.layer_count()).map(|index| Layer(index as u8));
        let held: Held = layers.map(|layer| self.state.board.get(layer, cell)).collect();
        let marks = self.marks_of(cell);
        let look = self.look(cell, &held);
        let told = self.label(cell, held, &marks);
        let label = [told.0.as_str(), &name, &told.1].concat();
        CellView { name, label, look, marks }
    }

    fn marks_of(&self, cell: Cell) -> Vec<Mark> {
        let board = &self.state.board;
        let is_marked = |mark: &Mark| match mark {
            Mark::Selected => self.marks.selected == Some(cell),
            Mark::Choosable => {
                self.choosable.contains(&cell) || self.marks.choosable.contains(&cell)
            }
            Mark::Target => self.marks.choosable.contains(&cell),
            Mark::Hinted => self.marks.hinted.contains(&cell),
            Mark::Fresh => self.marks.fresh.contains(&cell),
            Mark::Dead => self.marks.dead.contains(&cell),
            Mark::Bare => self.play.looks.is_passed_over(board, cell),
            Mark::Gap => self.scene.is_blank(cell),
        };
        Mark::ALL.into_iter().filter(is_marked).collect()
    }

    /// Index of the look of a cell.
    fn look(&mut self, cell: Cell, held: &Held) -> usize {
        let key = (held.clone(), self.scene.arms(cell), self.scene.is_blank(cell));
        if let Some(index) = self.known.get(&key) {
            return *index;
        }
        let look = shaped(self.scene.drawing(cell));
        // Pieces that are not seen, or look alike, share a look.
        let same = self.looks.iter().position(|it| *it == look);
        let index = same.unwrap_or_else(|| {
            self.looks.push(look);
            self.looks.len() - 1
        });
        self.known.insert(key, index);
        index
    }

    /// Text before and behind the name of a cell in its label.
    fn label(&mut self, cell: Cell, held: Held, marks: &[Mark]) -> &(String, String) {
        let key = (held, marks.to_vec());
        let (play, phrases, state) = (self.play, self.phrases, self.state);
        self.told.entry(key).or_insert_with(|| {
            let contents = contents(play.dialogue.teller(phrases), state, cell);
            let values = [("cell", NAME.to_string().into()), ("contents", contents.into())];
            let mut label = phrases.say("cell-label", &values);
            for phrase in marks.iter().filter_map(|it| it.phrase()) {
                let mark = phrases.say(phrase, &[]);
                let values = [("label", label.into()), ("mark", mark.into())];
                label = phrases.say("cell-marked", &values);
            }
            match label.split_once(NAME) {
                Some((before, behind)) => (before.to_owned(), behind.to_owned()),
                None => (label, String::new()),
            }
        })
    }
}
