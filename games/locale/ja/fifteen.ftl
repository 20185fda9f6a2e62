title = 15 パズル
about = タイルを滑らせて順番に並べよう
action-slide = 滑らせる
layer-tile = タイル
value-moves = 手数
