title = ロボット
about = つかまる前に、ロボットどうしをぶつけよう
action-step = 歩く
action-wait = 待つ
action-teleport = 瞬間移動
piece-player = あなた
piece-robot = ロボット
piece-scrap = スクラップ
value-score = 得点
value-stage = レベル
words-start = h キーでヘルプを表示します
words-status = レベル { $n1 }、得点 { $n2 }
words-unknown-letter = 入力エラーです。数字を押してください
words-unknown-symbol = 入力エラーです。数字を押してください
words-illegal-step = そこへは動けません。今の位置は ({ $n1 }, { $n2 }) です
words-stage = クリア！ レベル { $n1 } → { $n2 }
words-lose = ゲームオーバー
words-again = 続けますか？ y/n
help =
    操作のしかた
    7 8 9
    4 @ 6
    1 2 3
    {""}
    0 ... どこかへ瞬間移動
    5 ... その場で待つ
