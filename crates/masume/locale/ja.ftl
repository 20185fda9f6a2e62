## The menu
menu-title = Masume
menu-subtitle = 一枚の文章から生まれるマス目ゲーム
menu-keys = 上下 選ぶ  Enter 遊ぶ  n 最初から  ? キー  q 終了    * 続きがあります
menu-help =
    どのゲームも一枚の文章でできています。選んで Enter を押すと始まり、
    途中のゲームは続きから遊べます。n を押すと最初から始まります。
    進み具合は一手ごとに記録されます。
    ゲーム中は ? で、そのゲームのキーと駒とルールが見られます。
menu-help-keys = ほとんどのゲームで使えるキー
menu-help-arrows = 動く、またはカーソルを動かす（hjkl、WASD、テンキーも可）
levels-title = レベル一覧
levels-keys = 上下 選ぶ  Enter 遊ぶ  Esc 戻る    * 解決済み
waiting = まだ盤面がありません。ファイルの誤りがなくなると始まります。
waiting-keys = ファイルは保存するたびに読み直されます  q 終了

## Around the board
heading-level = { $game } レベル { $level }/{ $count }
heading-author = （作: { $author }）
heading-seed = { $game }（シード { $seed }）
actions-done = { $count ->
    [0] まだ何もしていません
   *[other] { $count } 手
}
actions-of = { $count } 手中 { $position } 手目
to-act = { $player }の番
player-alone = あなた
player-did = { $player }: { $action }
value-score = 得点
value-stage = ステージ
hint-help = ヘルプ
hint-undo = 戻す
hint-restart = 最初から
hint-choices = 候補
hint-next-level = 次のレベル
hint-trace = 追跡
hint-save = 保存
hint-leave = 終了
too-small = 画面が小さすぎます: { $found-width } x { $found-height } 必要な大きさ: { $width } x { $height }
no-room = 盤面を表示する場所がありません。ウィンドウを大きくしてください。

## What happened
welcome = ? でキーの一覧を表示します
offered = { $position } 手目からの続きです: Enter で続ける、n で最初から
restarted = 最初に戻りました
travelled = { $count } 手中 { $position } 手目
passes = { $player }は何もできないのでパスします
stage = ステージ { $stage } の始まりです
goal = 目標達成！ゲームは続きます
is-illegal = 「{ $action }」はここではできません
is-useless = { $cell } では何もできません
is-empty = { $cell } には何もありません
is-over = ゲームは終わっています
needs-a-cell = 「{ $action }」にはマスが必要です。先に選んでください
selected = { $cell } を選びました。もう一つ選んでください
deselected = { $cell } の選択をやめました
which = どれにしますか？ { $choices }
unknown-key = { $key } は使えません。? でヘルプ
pasted = 貼り付けた文字では遊べません。キーを一つずつ押してください
nothing-to-undo = これより前には戻れません
nothing-to-redo = やり直せる手はありません
is-the-start = ここが最初です
choices-shown = 選べるマスに印を付けます
choices-are = できること: { $actions }
choices-hidden = 印を消しました
no-such-level = その先のレベルはありません
no-levels = このゲームにレベルはありません
saved = { $path } に保存しました
cannot-save = 保存できません: { $reason }
glyphs-are = 文字セット: { $set }
glyphs-ascii = ASCII
glyphs-unicode = Unicode
glyphs-wide = 全角

## The end
outcome-you-win = あなたの勝ちです
outcome-you-lose = あなたの負けです
outcome-wins = { $player }の勝ち
outcome-loses = { $player }の負け
outcome-draw = 引き分け
outcome-ended = ゲーム終了
next-level = 次のレベルへ進みますか？ y/n
play-again = もう一度遊びますか？ y/n

## Help
help-title = ヘルプ: { $game }
help-actions = できること
help-keys = キー
help-mouse = マウス
help-pieces = 盤面の記号
help-rules = ルール（ゲームの原文）
takes-direction = （方向）
takes-cell = （マス）
takes-column = （列）
takes-row = （行）
passes-by-itself = パス: ほかに何もできないときは自動的にパスします
mouse-cell = マスをクリックして選びます
mouse-two = 二つのマスを順にクリックするか、片方からもう片方へドラッグします
mouse-walk = 行き先をクリックします
page-keys = 上下 スクロール  ほかのキー 戻る
page-place = { $count } 行中 { $line } 行

## Commands
command-choose = マスを選ぶ
command-point = カーソルを動かす
command-undo = 一手戻す
command-redo = 戻した手をやり直す
command-restart = 最初から（戻せます）
command-next-level = 次のレベル
command-previous-level = 前のレベル
command-unsolved = まだ解いていない次のレベル
command-levels = レベル一覧から選ぶ
command-choices = 選べるマスに印を付ける
command-trace = なぜそうなった？ 適用された規則を見る
command-save = ファイルに保存
command-glyphs = 文字セットを変える
command-help = このヘルプ
command-leave = 終わる

## The trace
trace-title = 「{ $action }」で起きたこと
trace-place = 規則 { $step }/{ $count }
trace-before = 前の盤面
trace-keys = 上下 一つずつ進む  ほかのキー 戻る
nothing-to-trace = 説明できる手がまだありません

## Words
action-pass = パス
direction-up = 上
direction-down = 下
direction-left = 左
direction-right = 右
direction-up-left = 左上
direction-up-right = 右上
direction-down-left = 左下
direction-down-right = 右下
key-arrows = 矢印
key-up = 上
key-down = 下
key-left = 左
key-right = 右
key-space = スペース
key-enter = Enter
key-tab = Tab
key-escape = Esc
key-backspace = Backspace
key-page-up = PgUp
key-page-down = PgDn
key-home = Home
key-end = End

## What is kept
progress-solved = { $count } 中 { $solved } 解決
progress-level = レベル { $level }
progress-score = 最高 { $score }
progress-stage = ステージ { $stage }
progress-moves = 最少 { $moves } 手
progress-won = 勝利
opening = { $game }を準備しています
not-kept = 未保存！
cannot-resume = 前のゲームの続きはできません: { $reason }
store-read-only = 記録を保存できません: データフォルダが書き込み禁止です
store-busy = 記録を保存していません: 別のプログラムがファイルを使っています
store-full = 記録を保存していません: ディスクに空きがありません
store-corrupt = 記録ファイルが壊れています。そのまま残し、保存はしません
store-foreign = 記録ファイルが Masume のものではありません。そのまま残し、保存はしません
store-newer = 記録ファイルは新しい版の Masume のものです。保存はしません
store-cannot-open = 記録を保存していません: データフォルダが使えません
store-fails = 記録を保存していません: ファイルを読み書きできません
rebuilt-everything = 読み直しました。すべてそのままです
rebuilt-position = 読み直しました。盤面はそのままで、ここが最初になります
rebuilt-replayed = 読み直しました。{ $count } 手中 { $done } 手をやり直せました
rebuilt-nothing = 読み直して最初から始めます
film-keys = スペースで停止・再開
cannot-read = { $path } を読めません

## Why not
reason-not-a-save = Masume のセーブではありません
reason-newer-format = 新しい版の Masume が書いたセーブです（形式 { $found }）
reason-too-large = セーブが大きすぎます
reason-truncated = セーブが途中で切れています
reason-line = セーブの { $number } 行目が読めません（{ $expected }）
reason-edited = セーブが後から書き換えられています
reason-other-game = 別のゲームのセーブです: { $expected } ではなく { $found }
reason-other-version = { $title } の別の版のセーブです
reason-other-levels = 別のレベル集で遊んだセーブです
reason-setup = セーブの最初の盤面を作れません: { $reason }
reason-other-setup = セーブは { $found }、ゲームは { $expected } で、一致しません
reason-start = セーブの最初の盤面が読めません（{ $reason }）
reason-illegal = セーブの { $number } 手目「{ $action }」はできません（{ $reason }）
reason-run = セーブの { $number } 手目「{ $action }」で規則の実行に失敗しました
reason-no-option = このゲームに { $name } という設定はありません
reason-bad-option = 設定 { $name } を { $found } にはできません（{ $expected }）
reason-size = この大きさの盤面では遊べません（{ $reason }）
reason-no-level = レベル { $asked } はありません。最後は { $count } です
reason-level = レベル { $number } は遊べません（{ $reason }）
reason-run-start = 最初の盤面を作る規則の実行に失敗しました（{ $reason }）
reason-not-permitted = ここに書き込む権限がありません
reason-read-only = 書き込み禁止のフォルダです
reason-disk-full = ディスクに空きがありません

## The command line
usage-unknown-word = 「{ $word }」というコマンドもゲームもありません
usage-lists = コマンドの一覧は「masume --help」、ゲームの一覧は「masume list」で見られます
usage-unknown-argument = ここに { $argument } というオプションはありません
usage-bad-value = { $argument } に「{ $value }」は使えません
usage-no-value = { $argument } には値が必要です
usage-missing = 足りないもの: { $argument }
usage-no-command = コマンドがありません
usage-conflict = 同時には使えません: { $arguments }
usage-twice = { $arguments } は一度しか使えません
usage-not-text = UTF-8 の文字でない引数があります
usage-values = { $argument } の値の個数が違います
usage-is = 使い方: { $usage }
did-you-mean = もしかして: { $names }
or = 、
expected-size = 「列数x行数」の形で、どちらも 1 以上にします（例: 10x8）
expected-assignment = 「名前=値」の形にします（例: two=75%）
expected-positive = 0 より大きい数にします
expected-whole = { $least } から { $most } までの整数にします
expected-one-of = 使える値: { $values }
