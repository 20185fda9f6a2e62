title = コナネ
about = 一つずつ取り除いてから跳び合う。跳べなくなったら負け
player-black = 黒
player-white = 白
action-remove = 取り除く
action-jump = 跳ぶ
piece-black = 黒石
piece-white = 白石
