title = 囲碁
about = 相手より広く囲もう
player-black = 黒
player-white = 白
action-place = 打つ
piece-black = 黒石
piece-white = 白石
piece-ko = コウ
