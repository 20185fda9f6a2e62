title = ライツアウト
about = 押すと自分とまわりの明かりが切り替わる。すべて消そう
action-press = 押す
piece-lit = 明かり
piece-pressed = 押した跡
value-presses = 押した回数
