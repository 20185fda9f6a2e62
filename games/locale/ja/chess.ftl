title = チェス
about = 相手のキングを、逃げられないように攻める
player-white = 白
player-black = 黒
action-move = 動かす
action-promote-queen = クイーンに成る
action-promote-rook = ルークに成る
action-promote-bishop = ビショップに成る
action-promote-knight = ナイトに成る
piece-white-pawn = 白のポーン
piece-white-knight = 白のナイト
piece-white-bishop = 白のビショップ
piece-white-rook = 白のルーク
piece-white-queen = 白のクイーン
piece-white-king = 白のキング
piece-black-pawn = 黒のポーン
piece-black-knight = 黒のナイト
piece-black-bishop = 黒のビショップ
piece-black-rook = 黒のルーク
piece-black-queen = 黒のクイーン
piece-black-king = 黒のキング
piece-skipped = 通り過ぎたマス
piece-unmoved = 動いていないルーク
value-quiet = 静かな手
words-turn = チェック（王手）です
rules =
    白（大文字）が先手です。相手のキング（K）を、逃げられないように
    攻めれば勝ちです。キングはどの向きへも一マス、クイーン（Q）は
    どの向きへも何マスでも、ルーク（R）は縦横に、ビショップ（B）は
    斜めに進み、ナイト（N）は二マス先の横へ跳びます。ポーン（P）は
    前へ一マス進み、斜め前の駒を取り、奥の段でほかの駒に成ります。
    初めは二マス進めますが、一マスのときと同じように取られます。
    {""}
    {""}  .p.      ...      ...
    {""}  ...  ->  .*.  ->  .P.
    {""}  P..      Pp.      ...
    {""}
    キングとルークが動いていなければ（C）、キングは攻められていない
    二マスを進み、ルークはその反対側へ移れます。攻められていない
    のに動けなければ、引き分けです。
