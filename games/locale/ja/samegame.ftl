title = さめがめ
about = 同じ色のかたまりを消す。大きいほど高得点
action-pop = 消す
layer-block = ブロック
value-score = 得点
