title = オセロ
about = 相手の石をはさんで返す。多いほうが勝ち
player-black = 黒
player-white = 白
action-place = 置く
piece-black = 黒石
piece-white = 白石
