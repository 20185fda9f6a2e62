title = 氷の床
about = 何かに当たるまで滑ります。出口の上で止まろう
action-glide = 滑る
piece-wall = 壁
piece-exit = 出口
piece-player = あなた
value-slides = 滑った回数
level-1 = はじめの一歩
