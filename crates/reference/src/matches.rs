//! The matches of a rule on a board that stands still.

use masume_board::{Cell, Direction};
use masume_rules::model::{Rule, Strategy, Test};
use masume_rules::run_error::RunError;
use masume_rules::work::{self, Opening};

use crate::scene::{Letters, Scene};
use crate::search::{Path, Search};

/// One match of a rule.
pub(crate) struct Match {
    pub(crate) start: Cell,
    pub(crate) direction: Direction,
    pub(crate) path: Path,
}

/// All matches that a rule uses whose strategy leaves nothing to chance, in the order of their
/// effects: by start cell, direction and letters.
pub(crate) fn find<'a>(scene: Scene<'_, 'a>, rule: &'a Rule) -> Result<Vec<Match>, RunError> {
    match rule.strategy {
        Strategy::All => find_all(scene, rule),
        Strategy::Each => find_each(scene, rule),
        Strategy::First => Ok(find_first(scene, rule)?.into_iter().collect()),
        Strategy::Random(_) => Ok(Vec::new()),
    }
}

/// The start cells and directions from which the rule matches, by cell, then direction.
pub(crate) fn starts<'a>(
    scene: Scene<'_, 'a>,
    rule: &'a Rule,
) -> Result<Vec<(Cell, Direction)>, RunError> {
    let mut found = Vec::new();
    with_search(scene, rule, |search, directions, starts| {
        for &start in starts {
            // What chance may choose lies inside the rim.
            if !scene.grid().is_inner(start) || !begin(search, scene, rule, start)? {
                continue;
            }
            for &direction in directions {
                if search.preferred(direction)?.is_some() {
                    found.push((start, direction));
                }
            }
        }
        Ok(())
    })?;
    Ok(found)
}

/// The preferred match from this start.
pub(crate) fn preferred<'a>(
    scene: Scene<'_, 'a>,
    rule: &'a Rule,
    start: Cell,
    direction: Direction,
) -> Result<Option<Match>, RunError> {
    let mut found = None;
    searching(scene, rule, |search, _| {
        if begin(search, scene, rule, start)? {
            let path = search.preferred(direction)?;
            found = path.map(|path| Match { start, direction, path });
        }
        Ok(())
    })?;
    Ok(found)
}

/// True if the pattern matches anywhere, whatever the strategy makes of it.
pub(crate) fn exists<'a>(scene: Scene<'_, 'a>, rule: &'a Rule) -> Result<bool, RunError> {
    Ok(find_first(scene, rule)?.is_some())
}

/// The last cells of all matches from a start, `to` left aside, in reading order.
pub(crate) fn last_cells<'a>(scene: Scene<'_, 'a>, rule: &'a Rule) -> Result<Vec<Cell>, RunError> {
    let mut found = Vec::new();
    with_search(scene, rule, |search, directions, starts| {
        for &start in starts {
            search.begin(start, None, &Letters::default());
            if search.may_match()? {
                for &direction in directions {
                    found.extend(search.last_cells(direction)?);
                }
            }
        }
        Ok(())
    })?;
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

fn find_all<'a>(scene: Scene<'_, 'a>, rule: &'a Rule) -> Result<Vec<Match>, RunError> {
    let mut found = Vec::new();
    with_search(scene, rule, |search, directions, starts| {
        for &start in starts {
            if !begin(search, scene, rule, start)? {
                continue;
            }
            for &direction in directions {
                let paths = search.complete(direction)?;
                found.extend(paths.into_iter().map(|path| Match { start, direction, path }));
            }
        }
        Ok(())
    })?;
    Ok(found)
}

fn find_first<'a>(scene: Scene<'_, 'a>, rule: &'a Rule) -> Result<Option<Match>, RunError> {
    let mut found = None;
    with_search(scene, rule, |search, directions, starts| {
        // Read in one direction, the board is read as that direction goes.
        let starts = match directions {
            [direction] if begins_anywhere(rule) => scene.grid().reading_order(*direction),
            [direction] if rule.from.is_none() => {
                let mut order = scene.grid().reading_order(*direction);
                order.retain(|start| starts.contains(start));
                order
            }
            _ => starts.to_vec(),
        };
        for start in starts {
            if !begin(search, scene, rule, start)? {
                continue;
            }
            for &direction in directions {
                if let Some(path) = search.preferred(direction)? {
                    found = Some(Match { start, direction, path });
                    return Ok(());
                }
            }
        }
        Ok(())
    })?;
    Ok(found)
}

fn find_each<'a>(scene: Scene<'_, 'a>, rule: &'a Rule) -> Result<Vec<Match>, RunError> {
    let mut found: Vec<Match> = Vec::new();
    let is_anywhere = begins_anywhere(rule);
    with_search(scene, rule, |search, directions, starts| {
        for &direction in directions {
            for line_start in scene.grid().line_starts(direction) {
                let mut ahead = scene.grid().line_from(line_start, direction);
                while let Some(start) = ahead.next() {
                    if !is_anywhere && !starts.contains(&start)
                        || !begin(search, scene, rule, start)?
                    {
                        continue;
                    }
                    let Some(path) = search.preferred(direction)? else { continue };
                    // The first of its cells is taken from the line already.
                    let further = path.cells.len().saturating_sub(1);
                    found.push(Match { start, direction, path });
                    if further > 0 {
                        ahead.nth(further - 1);
                    }
                }
            }
        }
        Ok(())
    })?;
    found.sort_by_key(|one| (one.start, one.direction));
    Ok(found)
}

/// Prepares a search for the rule's pattern: its directions, and its start cells in reading order.
fn with_search<'a>(
    scene: Scene<'_, 'a>,
    rule: &'a Rule,
    visit: impl FnOnce(&mut Search<'_, '_, 'a>, &[Direction], &[Cell]) -> Result<(), RunError>,
) -> Result<(), RunError> {
    let starts = start_cells(scene, rule);
    searching(scene, rule, |search, directions| visit(search, directions, &starts))
}

/// Cells at which a match may begin, in reading order.
fn start_cells(scene: Scene<'_, '_>, rule: &Rule) -> Vec<Cell> {
    if let Some(slot) = rule.from {
        return scene.chosen_cell(slot).into_iter().collect();
    }
    match work::opening(&rule.pattern) {
        Opening::Anywhere => scene.grid().cells().collect(),
        Opening::Chosen(slot) => scene.chosen_cell(slot).into_iter().collect(),
        Opening::Near(reach, slot) => {
            let directions = Test::directions(reach);
            let near = |chosen| scene.grid().neighbours(chosen, directions);
            let mut cells: Vec<Cell> = scene.chosen_cell(slot).into_iter().flat_map(near).collect();
            cells.sort_unstable();
            cells
        }
    }
}

fn begins_anywhere(rule: &Rule) -> bool {
    rule.from.is_none() && work::opening(&rule.pattern) == Opening::Anywhere
}

/// Prepares a search for the rule's pattern in its directions.
fn searching<'a>(
    scene: Scene<'_, 'a>,
    rule: &'a Rule,
    visit: impl FnOnce(&mut Search<'_, '_, 'a>, &[Direction]) -> Result<(), RunError>,
) -> Result<(), RunError> {
    let automaton = scene.automaton(&rule.pattern)?;
    let directions = scene.directions(&rule.ways);
    let mut writes = vec![false; rule.positions as usize];
    for alternative in &rule.alternatives {
        for (writes, puts) in writes.iter_mut().zip(&alternative.writes) {
            *writes |= !puts.is_empty();
        }
    }
    let mut search = Search::new(scene, &automaton, &directions, &writes);
    visit(&mut search, &directions)
}

/// Sets the search to a start; false where nothing can match from there.
fn begin<'a>(
    search: &mut Search<'_, '_, 'a>,
    scene: Scene<'_, 'a>,
    rule: &Rule,
    start: Cell,
) -> Result<bool, RunError> {
    let last = match rule.to {
        None => None,
        Some(slot) => match scene.chosen_cell(slot) {
            None => return Ok(false),
            last => last,
        },
    };
    search.begin(start, last, &Letters::default());
    search.may_match()
}
