title = 倉庫番
about = すべての箱をゴールへ押そう
action-push = 押す
piece-wall = 壁
piece-goal = ゴール
piece-player = あなた
piece-box = 箱
value-moves = 歩数
value-pushes = 押した回数
words-called-push = 動く
words-status = 歩数 { $n1 }、押した回数 { $n2 }
words-illegal = そちらへは進めません
words-win = { $n1 } 歩、{ $n2 } 回押して解けました！
level-1 = 最初のひと押し
level-2 = 裏へ回って
level-3 = 角を曲がる
level-4 = 二つの井戸
level-5 = マットの外へ
level-6 = じょうご
level-7 = つめてください
level-8 = 元どおりに
level-9 = 砂時計
level-10 = 四枚の帆
level-11 = 回転扉
level-12 = ひっくり返して
level-13 = 王冠の宝石
level-14 = 眠れる猫はそのままに
level-15 = 柱をまわって
level-16 = 角の棚
level-17 = 床の穴へ
level-18 = 段を越えて
level-19 = 二つの物置
level-20 = 鍵穴
level-21 = 広間の向こう
level-22 = 蝶ネクタイ
level-23 = 半回転
level-24 = バルコニー
level-25 = 斜めに
level-26 = 玄関先
level-27 = 引き潮
level-28 = 肩
level-29 = 鐘
level-30 = 詰まった隅
level-31 = 坂道
level-32 = 太鼓
level-33 = 立て坑
level-34 = 階段室
level-35 = 三つの結び目
level-36 = 長靴
level-37 = 橋
level-38 = 水槽
level-39 = 荷さばき場
level-40 = 遠い帰り道
level-41 = 十文字
level-42 = 細い路地
level-43 = 仮面
level-44 = 二本の角
rules =
    あなた（p）は倉庫にいます。箱（b）を、すべてのゴール（g）に
    一つずつ置きましょう。上下左右に歩きます。箱に向かって歩くと、
    その先が空いていれば、箱を一マス押します。二つ続いた箱は
    押せません。引くこともできません。
    {""}
    {""}  ######      ######
    {""}  #.pbg#  ->  #..pB#
    {""}  ######      ######
    {""}
    ゴールに載った箱は B と表示され、そこからまた押し出せます。
    すべてのゴールに箱が載れば、そのレベルはクリアです。隅に
    入った箱はもう動かせないので、押す前によく考えましょう。失敗は
    取り消せます。歩数と押した回数が数えられます。
