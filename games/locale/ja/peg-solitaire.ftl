title = ペグ・ソリテール
about = ペグを飛び越えて取り、最後の一つにしよう
action-jump = 飛び越す
piece-wall = 壁
piece-peg = ペグ
words-status = 残り { $n1 } 本
level-1 = イギリス盤
level-2 = ヨーロッパ盤
