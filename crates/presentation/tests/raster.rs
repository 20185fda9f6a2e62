//! Boards as pixels.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use expect_test::{Expect, expect};
use masume_engine::{Game, Setup, shipped_games};
use masume_presentation::picture::Looks;
use masume_presentation::picture::paint::PaletteChoice;
use masume_presentation::picture::raster::{Image, raster};
use masume_presentation::picture::svg::Scheme;
use masume_presentation::picture::tone::{Theme, luminance};

const LIGHT: Scheme = Scheme { theme: Theme::Light, palette: PaletteChoice::Standard };

fn image_of(text: &str, side: u16) -> Image {
    let game = Game::load(text).game.unwrap();
    let state = game.start(&Setup::default()).unwrap();
    raster(&Looks::of_picture(game.rules()), &state.board, false, LIGHT, side)
}

fn image(name: &str, side: u16) -> Image {
    let shipped = shipped_games().iter().find(|it| it.name == name).unwrap();
    image_of(shipped.text, side)
}

/// A part of an image in signs, from light to dark.
#[expect(clippy::needless_pass_by_value, reason = "as `expect!` is used everywhere")]
fn check(image: &Image, (left, top): (u32, u32), (width, height): (u32, u32), expected: Expect) {
    let mut picture = String::new();
    for y in top..top + height {
        // An indent of all rows would be taken for that of the text.
        picture.push('|');
        for x in left..left + width {
            let at = 3 * (y * image.width + x) as usize;
            let light = luminance((image.rgb[at], image.rgb[at + 1], image.rgb[at + 2]));
            picture.push(match light {
                light if light > 0.7 => ' ',
                light if light > 0.3 => '.',
                light if light > 0.1 => '+',
                _ => '#',
            });
        }
        picture.push_str("|\n");
    }
    expected.assert_eq(&picture);
}

#[test]
fn discs_are_round_and_white_or_black() {
    check(
        &image("othello", 12),
        (36, 36),
        (24, 12),
        expect![[r#"
        |++++++++++++++++++++++++|
        |+++..  ..++++++######+++|
        |++.      .++++########++|
        |+.        .++##########+|
        |+.        .++##########+|
        |+          ++##########+|
        |+          ++##########+|
        |+.        .++##########+|
        |+.        .++##########+|
        |++.      .++++########++|
        |+++..  ..++++++######+++|
        |++++++++++++++++++++++++|
    "#]],
    );
}

#[test]
fn pictures_of_pieces_have_no_rims() {
    check(
        &image("sokoban", 16),
        (32, 32),
        (32, 16),
        expect![[r#"
            |                     ######     |
            |                    ########    |
            |                   ##########   |
            |                   ##......##   |
            |                   ##......##   |
            |                   ..#....#..   |
            |                   ..........   |
            |                   ..........   |
            |                     ......     |
            |                     ......     |
            |                   ++++++++++   |
            |                  .++++++++++.  |
            |                  .++++++++++.  |
            |                     ++++++     |
            |                    ##    ##    |
            |                   ###    ###   |
        "#]],
    );
}

#[test]
fn letters_stand_in_the_middle() {
    let text = "game Own\nlegend\n  .  nothing\n  p  player\npieces\n  thing: player\n\
        action step in d\n  player empty -> _ player\nlevel\n  p.\n";
    check(
        &image_of(text, 20),
        (0, 0),
        (40, 20),
        expect![[r#"
            |                                        |
            |                                        |
            |                                        |
            |                                        |
            |                                        |
            |                                        |
            |                                        |
            |     ... ....                           |
            |     ++..+++.                           |
            |      +++  +++                          |
            |      +++  +++                          |
            |      ++++++.                           |
            |      +++....                           |
            |     .+++.                              |
            |     +++++                              |
            |                                        |
            |                                        |
            |                                        |
            |                                        |
            |                                        |
        "#]],
    );
}

#[test]
fn every_shipped_game_and_every_size_has_an_image() {
    for shipped in shipped_games() {
        for side in [0, 1, 5, 48] {
            let image = image(shipped.name, side);
            assert_eq!(image.rgb.len(), 3 * (image.width * image.height) as usize);
            assert!(image.width > 0 && image.to_png().is_ok(), "{}", shipped.name);
        }
    }
}

#[test]
fn a_huge_board_stays_within_its_bound() {
    let text =
        "game Huge\nboard 512 x 256\npieces\n  thing: stone\naction put at c\n  at c: _ -> stone\n";
    let image = image_of(text, 48);
    assert_eq!((image.width, image.height), (4096, 2048));
}
