//! True if the programs of a game have the shape.

use masume_board::{Cell, Direction, Steps};
use masume_program::{
    By, Cond, Dirs, Layout, Mode, Op, Plan, Program, Put, Set, SetId, Shape, Strategy,
};
use masume_rules::model::{EMPTY, EndKind, Rules};

use super::{Ask, Cells, Choice, Kernel, MOST_PLANES, Placement, Placements, Turn, Write};
use crate::vectors::Arch;

impl Placements {
    /// The turns of a game, where all of them have the shape and the board is small enough, which sets of so many words
    /// hold.
    pub(crate) fn of(
        rules: &Rules,
        layout: &Layout,
        programs: &[Program],
        (words, arch): (usize, Arch),
    ) -> Option<Self> {
        match words {
            1 => Placement::of(rules, layout, programs, arch).map(Self::One),
            2 => Placement::of(rules, layout, programs, arch).map(Self::Two),
            4 => Placement::of(rules, layout, programs, arch).map(Self::Four),
            _ => None,
        }
    }
}

impl<const W: usize> Placement<W> {
    fn of(rules: &Rules, layout: &Layout, programs: &[Program], arch: Arch) -> Option<Self> {
        let grid = &layout.grid;
        let fits = usize::from(layout.planes) <= MOST_PLANES
            && layout.slots == 0
            && grid.rim() == 0
            && rules.values.is_empty()
            && rules.actions.len() == 1
            && programs.len() <= 2;
        if !fits {
            return None;
        }
        let turns: Option<Vec<Turn>> =
            programs.iter().map(|program| turn(program, layout)).collect();
        let turns = turns?;
        let has_columns = turns.iter().any(|turn| matches!(turn.choice, Choice::Column { .. }));
        if has_columns && (W > 1 || grid.width() > 63) {
            return None;
        }
        Some(Self {
            turns,
            planes: layout.planes.into(),
            plane_words: layout.words,
            pass: rules.pass,
            grid: *grid,
            steps: Steps::new(grid),
            arch,
            column: grid
                .line_from(Cell(0), Direction::Down)
                .fold(0, |all, cell| all | 1u64.checked_shl(cell.0).unwrap_or(0)),
            row: 1u64.checked_shl(grid.width()).map_or(u64::MAX, |past| past - 1),
        })
    }
}

fn turn(program: &Program, layout: &Layout) -> Option<Turn> {
    let [action] = &program.actions[..] else { return None };
    let is_plain = program.then.is_empty() && program.again.is_none() && action.when.is_none();
    let Plan::Match { requires, deciders, guards } = &action.plan else { return None };
    let ([], [decider], []) = (&requires[..], &deciders[..], &guards[..]) else { return None };
    let [Op::Rule(rule)] = &action.body[..] else { return None };
    if !is_plain || !rule.effects.is_empty() {
        return None;
    }
    let choice = match (&decider.by, &rule.mode, &rule.strategy) {
        (By::Start, Mode::Sets(_), Strategy::All) => Choice::Cell,
        (By::Column, Mode::Paths, Strategy::First) => {
            let Dirs::Fixed(mask) = rule.dirs else { return None };
            let direction = masume_program::directions(mask).next()?;
            if mask.count_ones() != 1 {
                return None;
            }
            Choice::Column { is_lowest: direction.down() < 0 }
        }
        _ => return None,
    };
    let nfa = &program.nfas[usize::from(decider.nfa)];
    let tests: Option<Vec<Cells>> =
        nfa.places.iter().map(|place| cells(program, place.test)).collect();
    let tests = tests?;
    let Dirs::Fixed(dirs) = decider.dirs else { return None };
    let kernel = match (&nfa.shape, &tests[..]) {
        (Shape::Cell, [only]) => Kernel::Cell(*only),
        (Shape::Flanking, [end, middle, start]) => {
            let are_disjoint = !end.is_none && !middle.is_none && end.planes & middle.planes == 0;
            if !are_disjoint || choice != Choice::Cell {
                return None;
            }
            Kernel::Flanking { end: *end, middle: *middle, start: *start, dirs }
        }
        _ => return None,
    };
    let [alternative] = &rule.alternatives[..] else { return None };
    if alternative.chance.is_some() || !rule.letters.is_empty() {
        return None;
    }
    let mut writes: Vec<Write> = Vec::new();
    for (place, positioned) in nfa.places.iter().enumerate() {
        for put in alternative.puts.get(positioned.position as usize).into_iter().flatten() {
            let write = write(put, layout)?;
            match writes.iter_mut().find(|it| it.puts == write.puts && it.clears == write.clears) {
                Some(known) => known.places |= 1 << place,
                None => writes.push(Write { places: 1 << place, ..write }),
            }
        }
    }
    writes.sort_by_key(|write| write.puts);
    let ends = program.ends.iter().map(|end| {
        let ask = ask(program, &end.condition)?;
        let is_last = !matches!(end.kind, EndKind::Stage | EndKind::Goal);
        (is_last && end.effects.is_empty()).then_some((ask, end.kind))
    });
    Some(Turn { kernel, choice, writes, ends: ends.collect::<Option<Vec<_>>>()? })
}

/// A set that is some planes, or none of them.
fn cells(program: &Program, set: SetId) -> Option<Cells> {
    let mask = |planes: &[u16]| planes.iter().fold(0u8, |all, plane| all | 1 << plane);
    let set = &program.sets[usize::from(set.0)];
    if let Set::Planes(planes) = set {
        return Some(Cells { planes: mask(planes), is_none: false });
    }
    if let Set::NoPlanes(planes) = set {
        return Some(Cells { planes: mask(planes), is_none: true });
    }
    let Set::And(parts) = set else { return None };
    let [only] = parts[..] else { return None };
    cells(program, only)
}

fn write(put: &Put, layout: &Layout) -> Option<Write> {
    let held = layout.occupied(put.layer());
    let all = held.fold(0u8, |all, plane| all | 1 << plane);
    match put {
        Put::Clear(_) => Some(Write { puts: None, clears: all, places: 0 }),
        Put::Piece(layer, content) if *content != EMPTY => {
            let plane = layout.plane(*layer, *content)? as u8;
            Some(Write { puts: Some(plane), clears: all & !(1 << plane), places: 0 })
        }
        Put::Piece(..) | Put::Letter(..) | Put::Number(..) => None,
    }
}

fn ask(program: &Program, condition: &Cond) -> Option<Ask> {
    if let Cond::NoAction(None) = condition {
        return Some(Ask::NoAction);
    }
    if let Cond::NobodyCanAct = condition {
        return Some(Ask::Nobody);
    }
    let Cond::Some(set) = condition else { return None };
    let Set::Sees { nfa, dirs: Dirs::Fixed(dirs) } = &program.sets[usize::from(set.0)] else {
        return None;
    };
    let nfa = &program.nfas[usize::from(*nfa)];
    let Shape::Run(count) = nfa.shape else { return None };
    let cells = cells(program, nfa.places.first()?.test)?;
    // Of opposite directions one tells.
    let one_way = |direction: &Direction| {
        dirs >> *direction as u8 & 1 == 1
            && (*direction as u8 >= 4 || dirs >> direction.opposite() as u8 & 1 == 0)
    };
    let dirs = Direction::ALL.into_iter().filter(one_way);
    Some(Ask::Run { cells, count, dirs: dirs.fold(0, |all, it| all | 1 << it as u8) })
}
