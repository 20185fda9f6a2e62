title = ブレイクスルー
about = 駒を一つ、相手の端まで進めよう
player-white = 白
player-black = 黒
action-move = 動かす
piece-white = 白の駒
piece-black = 黒の駒
