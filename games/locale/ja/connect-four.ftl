title = 四目落とし
about = 円盤を落として、四つ並べたら勝ち
player-red = 赤
player-yellow = 黄
action-drop = 落とす
piece-red = 赤の円盤
piece-yellow = 黄の円盤
