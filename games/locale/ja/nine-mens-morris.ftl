title = ナイン・メンズ・モリス
about = 三つ並べて、相手の石を取る
player-white = 白
player-black = 黒
action-place = 置く
action-move = 動かす
action-take = 取る
piece-bar = 横の線
piece-post = 縦の線
piece-square = 真ん中
piece-white = 白の石
piece-black = 黒の石
value-placed = 置いた石
value-taking = 取る番
value-quiet = 静かな手
words-status = 相手のコマを一つ取る
words-status-2 = 置くコマはあと { $n1 } 個
words-status-3 = 置くコマはあと一個
rules =
    白（W）と黒（B）が石を九つずつ持ちます。まず一つずつ、線の
    交わる点（.）に置いていき、置き終わったら、線に沿って隣の
    空いた点へ動かします。同じ線の上に自分の石を三つ並べると
    「ミル」です。作るたびに相手の石を一つ取りますが、ほかの石が
    あるうちは、相手のミルからは取れません。白が置いて取ります。
    {""}
    {""}  W--W--.  ->  W--W--W  ->  W--W--W
    {""}  |.-B-.|      |.-B-.|      |.-.-.|
    {""}
    ミルは崩してまた作ってもかまいません。石が三つになったら、
    どの点へも飛べます。二つになるか、動けなくなったほうが負けです。
