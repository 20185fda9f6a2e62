//! The menu of the shipped games, with the progress of the player.

use masume_engine::{Setup, ShippedGame, game_groups, shipped_games};
use masume_presentation::locale::Phrases;
use masume_presentation::menu::list::{Group, Item, Menu};
use masume_presentation::menu::options::Options;
use masume_presentation::speech::progress::progress;
use masume_session::Edition;
use masume_store::{Keeper, PlayRecord};

use crate::loaded;

/// The menu as it is now; the play touched last is pointed at.
pub(crate) fn menu(keeper: &Keeper, phrases: &Phrases) -> Menu {
    let plays = keeper.plays();
    let item = |shipped: &ShippedGame| item(shipped, keeper, &plays, phrases);
    let mut menu = Menu::of_groups(grouped(shipped_games(), item, phrases));
    if let Some(last) = plays.first() {
        menu.point_at(&last.source);
    }
    menu
}

fn item(shipped: &ShippedGame, keeper: &Keeper, plays: &[PlayRecord], phrases: &Phrases) -> Item {
    let name = shipped.name;
    let Some(game) = loaded(shipped.text).game else { return Item::default() };
    let about = game.rules().about.clone();
    let title = phrases.of_shipped(name, "title").unwrap_or_else(|| game.rules().title.clone());
    let presets = Options::new(name, title.clone(), &game, &Setup::default()).presets(phrases);
    let edition = Edition::new(name, shipped.text, game);
    let waiting = plays.iter().find(|play| play.source == name);
    let level =
        keeper.level_looked_at(&edition, name).or(waiting.and_then(|waiting| waiting.level()));
    let place = match (level, waiting) {
        (Some(level), _) => phrases.say("progress-level", &[("level", level.into())]),
        (None, Some(play)) => phrases.say("progress-ply", &[("ply", i64::from(play.ply).into())]),
        (None, None) => String::new(),
    };
    let reached = [place, progress(keeper.progress(&edition), phrases)].join("  ");
    Item {
        name: name.to_owned(),
        title,
        about: phrases.of_shipped(name, "about").unwrap_or(about),
        progress: reached.trim().to_owned(),
        is_begun: waiting.is_some(),
        level: level.or_else(|| keeper.level_to_begin(&edition, name)),
        levels: edition.game().level_count(),
        solved: keeper.solved(&edition).len(),
        presets,
    }
}

/// The items of the games in their groups; a game without a group comes last.
fn grouped(
    games: &[ShippedGame],
    item: impl Fn(&ShippedGame) -> Item,
    phrases: &Phrases,
) -> Vec<Group> {
    let named = |name: &str| games.iter().find(|game| game.name == name);
    let mut groups: Vec<Group> = Vec::new();
    for group in game_groups() {
        let heading = phrases.say(&format!("group-{}", group.name), &[]);
        let items = group.games.iter().filter_map(|name| named(name)).map(&item).collect();
        groups.push(Group { heading, items });
    }
    let is_grouped =
        |game: &&ShippedGame| game_groups().iter().any(|group| group.games.contains(&game.name));
    let rest = games.iter().filter(|game| !is_grouped(game)).map(&item).collect();
    groups.push(Group { heading: String::new(), items: rest });
    groups
}
