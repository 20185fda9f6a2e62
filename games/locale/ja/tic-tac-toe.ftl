title = 三目並べ
about = 三つ並べたら勝ち
player-cross = ばつ
player-nought = まる
action-place = 置く
piece-cross = ばつ
piece-nought = まる
