title = アタックス
about = 増えるか跳ぶ。まわりの相手は自分の色に変わります
player-red = 赤
player-blue = 青
action-grow = 増やす
action-jump = 跳ぶ
piece-red = 赤
piece-blue = 青
