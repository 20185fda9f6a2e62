//! Signs, as Slack names them in reactions.

/// Signs with their names. A sign is told with or without a mark that asks for colours.
const NAMES: [(&str, &str); 21] = [
    ("⬅️", "arrow_left"),
    ("⬆️", "arrow_up"),
    ("⬇️", "arrow_down"),
    ("➡️", "arrow_right"),
    ("↖️", "arrow_upper_left"),
    ("↗️", "arrow_upper_right"),
    ("↙️", "arrow_lower_left"),
    ("↘️", "arrow_lower_right"),
    ("1️⃣", "one"),
    ("2️⃣", "two"),
    ("3️⃣", "three"),
    ("4️⃣", "four"),
    ("5️⃣", "five"),
    ("6️⃣", "six"),
    ("7️⃣", "seven"),
    ("8️⃣", "eight"),
    ("9️⃣", "nine"),
    ("↩️", "leftwards_arrow_with_hook"),
    ("🔄", "arrows_counterclockwise"),
    ("💡", "bulb"),
    ("⏭️", "black_right_pointing_double_triangle_with_vertical_bar"),
];

/// Name of a sign.
pub(crate) fn name(sign: &str) -> Option<&'static str> {
    NAMES.into_iter().find(|it| it.0 == sign).map(|it| it.1)
}

/// Sign of a name, which may say a colour of skin.
pub(crate) fn sign(name: &str) -> Option<&'static str> {
    let bare = name.split_once("::").map_or(name, |(bare, _)| bare);
    NAMES.into_iter().find(|it| it.1 == bare).map(|it| it.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_has_a_name_of_its_own() {
        for (known, named) in NAMES {
            assert_eq!((sign(named), name(known)), (Some(known), Some(named)));
        }
        assert_eq!(sign("arrow_left::skin-tone-2"), Some("⬅️"));
        assert_eq!((sign("crab"), name("🦀")), (None, None));
    }

    /// The signs that are under boards are those of the recorded session, and more.
    #[test]
    fn signs_under_boards_have_names() {
        let recorded = include_str!("../../../tests/chat/sokoban.txt");
        let signs = recorded.lines().filter_map(|line| line.strip_prefix("< {\"react\""));
        let signs: Vec<&str> =
            signs.filter_map(|line| line.split("\"sign\":\"").nth(1)?.split('"').next()).collect();
        assert!(signs.len() > 7);
        assert!(signs.iter().all(|it| name(it).is_some()), "{signs:?}");
    }
}
