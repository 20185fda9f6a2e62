title = ライフゲーム
about = コンウェイの細胞が生きては死ぬ。見守ろう
action-tick = 進める
piece-alive = 生きている細胞
words-status = 第 { $n1 } 世代、{ $n2 } 個が生存
words-end = もう何も変わりません
