title = 五目並べ
about = 五つ以上並べたら勝ち
player-black = 黒
player-white = 白
action-place = 打つ
piece-black = 黒石
piece-white = 白石
