//! The canonical layout, before and after.

use expect_test::{Expect, expect};
use masume_syntax::format;

use crate::samples::SAMPLES;

fn check(text: &str, expected: Expect) {
    let formatted = format(text).expect("the text has no mistakes");
    expected.assert_eq(&formatted);
    assert_eq!(format(&formatted).as_deref(), Ok(&*formatted));
}

#[test]
fn blanks_are_single_but_for_columns() {
    check(
        "let  a(n,t)=sees 8 ways(t{2,3}|( t )* n?)\nlet b=[ 2..3 a around,row=-1 ,a(1,-2) ]\nscore -n*2n - -( 3+4 )/min (1,2)\n\
         action x\n  custodial ( c )\n  8 ways   from c :a [b,no c]->({ n+1 })? ...,score+=1\n",
        expect![[r#"
            let a(n, t) = sees 8 ways (t{2,3} | (t)* n?)
            let b = [2..3 a around, row = -1, a(1, -2)]
            score -n * 2n - -(3 + 4) / min(1, 2)

            action x
              custodial(c)
              8 ways from c: a [b, no c] -> ({n + 1})? ..., score += 1
        "#]],
    );
}

#[test]
fn tables_have_columns() {
    check(
        "pieces\n a:b\n long-name:  c   d // why\n\n\n // between\n e: f\nlegend\n . space nothing\n A-C tile\n\
         display\n a \"b\" red\n long \"b\" \"c\" named \"d\"\n   picture  dark  red #fff // c\n         .0.\n       0\n   picture   \"x\" blue\n    0\n ab unseen\n board edge  top a\nkeys\n w up -> a\n x -> b\nwords\n win \"a\"\n illegal step \"b  {score  + 1}\"\n turn \"c\"   when   score>1 and  some b",
        expect![[r#"
            pieces
              a:         b
              long-name: c d  // why

              // between
              e:         f

            legend
              . space  nothing
              A-C      tile

            display
              a     "b"     red
              long  "b" "c" named "d"
                picture dark red #fff  // c
                    .0.
                  0
                picture "x" blue
                  0
              ab    unseen
              board edge top a

            keys
              w up -> a
              x    -> b

            words
              win           "a"
              illegal step  "b  {score  + 1}"
              turn          "c" when score > 1 and some b
        "#]],
    );
}

#[test]
fn arrows_of_neighbouring_rules_stand_below_each_other() {
    check(
        "action x\n  a -> b\n  else each a b c -> c b a, lose\n  // a comment\n  a -> random b\n  8 ways from c: a -> b\n\n  a b -> b\n  \
         march a toward b\n    a meets b -> c\n    a meets longer -> _\n  repeat\n    a -> b\n  a b c d -> ...\n    , win",
        expect![[r#"
            action x
              a -> b
              else each a b c -> c b a, lose
              // a comment
              a -> random b
              8 ways from c: a -> b

              a b -> b
              march a toward b
                a meets b      -> c
                a meets longer -> _
              repeat
                a -> b
              a b c d -> ...
                , win
        "#]],
    );
}

#[test]
fn sections_of_several_lines_stand_apart() {
    check(
        "\n\n\ngame X\nboard 1 x 1\n\n\n\nvalue a\nvalue b\npieces\n  a: b\n// about the legend\nlegend\n  . nothing\n  // inside\n\
         // about b\n\n// about c\nlet c = d\nstart\n\n\n  a -> b\n\n\n  c -> d\n\n\n",
        expect![[r#"
            game X
            board 1 x 1

            value a
            value b

            pieces
              a: b

            // about the legend
            legend
              .  nothing
              // inside
            // about b

            // about c
            let c = d

            start
              a -> b

              c -> d
        "#]],
    );
}

#[test]
fn comments_stand_with_what_is_next_to_them() {
    check(
        "   // first\ngame X // title\naction a\n// col 0\n      // deep\n  all   // all\n      a -> b\n      // after b\n    // between\n  // after all\n\
         // last\n",
        expect![[r#"
            // first
            game X  // title

            action a
              // col 0
              // deep
              all  // all
                a -> b
                // after b
              // between
              // after all
            // last
        "#]],
    );
}

#[test]
fn a_comment_ends_a_glyph_without_a_blank() {
    check(
        "legend\n @ player//shown",
        expect![[r#"
            legend
              @  player  //shown
        "#]],
    );
    assert!(format("legend\n @ p//a name has two characters").is_err());
}

#[test]
fn pictures_move_as_a_whole() {
    check(
        "start\n        picture\n            #  \n           ##\n\n          .\nlevel \"x\"\n # // no comment\n// comment\n\n  #\nrules\n    pb. -> .pb\n      a   b  \nhelp\n\n\t\tA\n\t\t  B\n\n\n\nscore 1",
        expect![[r#"
            start
              picture
                  #  
                 ##

                .

            level "x"
              # // no comment
            // comment

               #

            rules
              pb. -> .pb
                a   b  

            help
              A
                B

            score 1
        "#]],
    );
}

#[test]
fn texts_with_mistakes_have_no_layout() {
    assert!(format("acton x").is_err());
    assert_eq!(format("").as_deref(), Ok(""));
    assert_eq!(format("\u{feff}game  X\r\n").as_deref(), Ok("game X\n"));
}

#[test]
fn samples_are_laid_out_already() {
    for name in ["othello", "shisen-sho"] {
        let text = SAMPLES.iter().find(|it| it.0 == name).map_or("", |it| it.1);
        assert_eq!(format(text).as_deref(), Ok(text), "{name}");
    }
}
