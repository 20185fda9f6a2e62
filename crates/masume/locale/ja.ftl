## The menu
menu-title = Masume
menu-subtitle = 一枚の文章から生まれるマス目ゲーム
menu-key-play = 遊ぶ
menu-key-leave = 終了
menu-key-help = ヘルプ
menu-key-options = 設定
menu-key-anew = 最初から
menu-key-statistics = 記録
menu-key-star = 途中
menu-key-letters = 探す
more-above = ^ 上にあと { $count }
more-below = v 下にあと { $count }
group-first = まずはここから
group-puzzles = パズル
group-two = 二人で遊ぶ
group-watch = 眺めて楽しむ
menu-help =
    どのゲームも一枚の文章でできています。矢印キーか、名前（英字）の
    最初の文字で選び、Enter を押すと始まります。* の付いたゲームは
    続きから始まります。進み具合は一手ごとに記録されます。
    ゲーム中は ? で、そのゲームのルールとキーと駒が見られます。
menu-help-menu = このメニューのキー
menu-help-letters = 名前がその文字で始まるゲームへ移る
menu-help-play = 遊ぶ
menu-help-options = 大きさ・設定・レベル・シードを選んでから始める
menu-help-anew = 途中のゲームを置いて、最初から始める
menu-help-statistics = 回数、勝ち、連勝、最高記録、時間
menu-help-leave = 終了
menu-help-keys = ほとんどのゲームで使えるキー
menu-help-arrows = 動く、またはカーソルを動かす（hjkl、WASD、テンキーも可）
levels-title = レベル一覧
waiting = まだ盤面がありません。ファイルの誤りがなくなると始まります。
waiting-keys = ファイルは保存するたびに読み直されます。

## How a game begins
options-title = { $game }を始める
options-preset = 組み合わせ
options-columns = 列数
options-rows = 行数
options-level = レベル
options-seed = シード
options-opponent = 相手
options-no-opponent = なし: みんなここで遊ぶ
options-side = あなた
options-begin = 始める
options-usual = 標準
options-own = 自分で選んだもの
options-no-level = なし
options-any-seed = 毎回変わる
options-type-seed = 数字を入れると、いつも同じゲームになります
options-range = { $least } から { $most }
options-same = 友だちと同じゲームを: masume { $id }
options-id = コマンドラインから: masume { $id }
options-key-begin = 始める
options-key-back = 戻る
options-key-change = 変える
options-key-choose = 選ぶ

## What was played
stats-title = 記録
stats-all = すべてのゲーム
stats-nothing = まだ何も遊んでいません
stats-game = ゲーム
stats-games = 回数
stats-ended = 終了
stats-won = 勝ち
stats-lost = 負け
stats-streak = 連勝
stats-longest = 最長連勝
stats-time = 時間
stats-shared = 一つのキーボードで対戦するため、勝敗や連勝は数えません
stats-best = 最高記録
stats-level = レベル { $level }
stats-moves = 手数
time-seconds = { $seconds } 秒
time-minutes = { $minutes } 分
time-hours = { $hours } 時間 { $minutes } 分

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
hint-hint = ヒント
hint-trace = 追跡
hint-save = 保存
hint-leave = 終了
hint-back = 戻る
hint-scroll = スクロール
hint-page = 次のページ
hint-play = 遊ぶ
hint-before = 前
hint-after = 次
hint-stop = 停止
hint-go-on = 再開
hint-step-back = 一つ戻る
hint-step-on = 一つ進む
hint-first = 最初
hint-last = 最後
heading-replay = 再生：{ $game }
replay-runs = 再生中 { $position }/{ $count }
replay-stands = 停止中 { $position }/{ $count }
levels-place = { $level }/{ $count }
too-small = 画面が小さすぎます: { $found-width } x { $found-height } 必要な大きさ: { $width } x { $height }
no-room = 盤面を表示する場所がありません。ウィンドウを大きくしてください。

## What happened
welcome = ? でヘルプ、q で終了
offered = { $position } 手目からの続きです
offered-since = { $position } 手目からの続きです（{ $ago }）
offered-with = { $place }: { $answers }
offered-others = 途中のゲームが { $count } つあります: o で次を表示
offered-briefly = Enter で続ける、{ $key } で最初から
offered-others-briefly = o で次を表示
ago-now = たった今
ago-minutes = { $count } 分前
ago-hours = { $count } 時間前
ago-days = { $count } 日前
restarted = 最初に戻りました
travelled = { $count } 手中 { $position } 手目
passes = { $player }は何もできないのでパスします
stage = ステージ { $stage } の始まりです
goal = 目標達成！ゲームは続きます
is-illegal = 「{ $action }」はここではできません
is-illegal-now = { $action }は今はできません
is-useless = { $cell } では何もできません
is-empty = { $cell } には何もありません
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
cannot-be-won-short = このレベルは解けません：{ $these }{ $needed }に対して{ $of }{ $there }
cannot-be-won-number = このレベルは解けません：{ $pieces }の数が合いません
no-such-level = その先のレベルはありません
no-levels = このゲームにレベルはありません
entry = マス: { $typed }_
no-such-cell = { $typed } というマスはありません
no-cells-to-type = このゲームではマスを選びません
no-levels-but-pass = このゲームにレベルはありません。{ $key }でパスします
saved = { $path } に保存しました
cannot-save = 保存できません: { $reason }
glyphs-are = 今回だけの文字セット: { $set }
repeats = 自動で続きます。どれかのキーで止まります
nothing-to-repeat = 自動で続けられる手がまだありません
id-copied = このゲームの ID: { $id }（クリップボードに送りました）
glyphs-ascii = ASCII
glyphs-unicode = Unicode
glyphs-wide = 全角

## What changed, for people who do not see the board
changed-taken = { $player }が { $count } 個取りました: { $cells }
changed-moved = { $piece }: { $from } から { $to } へ
changed-onto = { $moved }（{ $below }の上）
changed-new = { $piece }: { $cells } に現れました
changed-added = 新しく出たもの: { $cells } に { $piece }
changed-gone = { $piece }: { $cells } から消えました
changed-now = { $piece }: 今は { $cells }
changed-fewer = { $now }（{ $count } 個減りました）
changed-empty = 空きマス: { $cells }
and-more = { $cells } ほか { $rest } マス
on = { $below }の上の{ $top }
nothing = なし
blank = （空白）
a-number = 数字
where-is = { $piece }: { $cells }
legal-count = 選べる手 { $count }
and-help = { $reason }。{ $help }
unknown-words = 「{ $words }」の意味がわかりません（{ $reason }）。? でヘルプ
no-such-place = { $place } というマス、行、列はありません
not-done = していないこと: { $rest }
quiet = 盤面は「盤」と言われたときだけ表示します
loud = 盤面を一手ごとに表示します
type-here = ここにそのまま入力してください
only-on-screen = 全画面でだけできます。--text なしで遊んでください

## Hints
outlook-on = もう勝てないときに印をつけます
outlook-off = もう勝てないときの印をつけません
outlook-on-heard = 駒が行くべき場所にもう行けないときに知らせます
outlook-off-heard = 駒が行くべき場所にもう行けないときも知らせません
outlook-lost = もう勝てません
advice-sought = ヒントを探しています…（Escでやめる）
advice-dropped = ヒントはやめました
advice-at = { $action }（{ $cells }）
advice-next = { $count ->
    [one] ヒント: { $action }。これで勝ちです
   *[other] ヒント: { $action }（勝ちまで { $count } 手の最初）
}
advice-later = ヒント: 次に { $action }（{ $count } 手のうち { $step } 手目）
advice-lost = もう勝てないことが証明されました。{ $key } で戻せます
advice-dead = { $count ->
    [one] もう勝てません。{ $cells } の{ $piece }は行くべき場所にもう行けません。{ $key } で戻せます
   *[other] もう勝てません。{ $cells } の駒は行くべき場所にもう行けません。{ $key } で戻せます
}
advice-late = ヒントなし: ヒントにかけられる時間では見つかりませんでした
advice-too-hard = ヒントなし: 調べきれないほど広い問題です
advice-chance = ヒントなし: この先は偶然が決めます
advice-no-win = ヒントなし: このゲームには勝ちがありません
advice-unsuited = ヒントなし: 聞いた相手はこのゲームを指せません
advice-best = ヒント: { $action }
advice-then = ヒント: 次は { $action } になりそうです
advice-fails = ヒントなし: 探すあいだに規則の実行に失敗しました

## Opponents
strength-easy = 弱い
strength-medium = ふつう
strength-hard = 強い
strength-nodes = { $nodes } ノード
opponent-acts = いまは { $player } の番です
opponent-leaves = 相手がいなくなりました（{ $reason }）。両方の手を続けられます
heading-against = {"  "}（あなたは { $player }、相手: { $names }）
heading-watch = {"  "}（{ $names }）
is-thinking = { $player } が考えています…
won-against = 相手（{ $names }）に勝ちました: { $outcome }
lost-against = 相手（{ $names }）に負けました: { $outcome }
drawn-against = 相手（{ $names }）と勝負なし: { $outcome }
turned = 分かれ目は { $number } 手目、{ $player } の { $action }（勝つ見込み { $before } % → { $after } %）

## The end
outcome-you-win = あなたの勝ちです
outcome-you-lose = あなたの負けです
outcome-wins = { $player }の勝ち
outcome-loses = { $player }の負け
outcome-draw = 引き分け
outcome-ended = ゲーム終了
next-level = 次のレベルへ進みますか？
play-again = もう一度遊びますか？
asked-briefly = { $question } Enter
asked = { $question } Enter: はい、{ $key }: いいえ

## Help
help-title = ヘルプ: { $game }
help-actions = できること
help-keys = キー
help-mouse = マウス
help-pieces = 盤面の記号
help-rules = ルール（プログラムが読む原文）
help-id = 友だちと同じゲームを遊ぶには（I で ID をコピー）
takes-direction = （方向）
takes-cell = （マス）
takes-column = （列）
takes-row = （行）
passes-by-itself = パス: ほかに何もできないときは自動的にパスします
mouse-cell = マスをクリックして選びます
mouse-two = 二つのマスを順にクリックするか、片方からもう片方へドラッグします
mouse-walk = 行き先をクリックします
page-place = { $count } 行中 { $line } 行

help-words-title = ことば
help-words-levels = 次、前、レベル N、レベル一覧: ほかのレベル
help-words =
    戻す、やり直す、最初から、保存、id、終了
    候補: できること。凡例: 文字の意味
    盤: 盤面。見る c5、見る c、見る 5: マス、列、行
    どこ、どこ 名前: 駒のあるところ
    静か、読み上げ: 盤面を求められたときだけ、または一手ごとに表示
    マスや手も打ち込めます。いくつかを「、」か , で区切れます。
    英語の undo、board、look、where、hint、quiet なども使えます。

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
command-choices-told = できることを並べる
command-outlook = もう勝てないときの印をつける・つけない
command-hint = ヒント: 次の一手。もう一度でその次
command-type-line = 言葉やマスや手を一行で入力する
command-go-on = 最後の手を自動で続ける
command-type = マスや列を入力する (例: e6)
command-trace = なぜそうなった？ 適用された規則を見る
command-save = ファイルに保存
command-options = 大きさ・設定・レベル・シードを選んで始める
command-copy = このゲームの ID をコピーする
command-glyphs = 文字セットを変える
command-help = このヘルプ
command-leave = 終わる

## The trace
trace-title = 「{ $action }」で起きたこと
trace-place = 規則 { $step }/{ $count }
trace-before = 前の盤面
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
key-letters = 英字

## What is kept
progress-solved = { $count } 中 { $solved } 解決
progress-level = レベル { $level }
level-best = { $moves } 手
progress-ply = { $ply } 手目
progress-score = 最高 { $score }
progress-stage = ステージ { $stage }
progress-moves = 最少 { $moves } 手
progress-won = 勝利
thinking = 計算中… Escで中断、qで終了
stopped = 中断しました。ゲームは元のままです
watched-file-gone = { $path } がなくなりました。最後に読んだゲームを続けます
not-kept = 未保存！
cannot-resume = 前のゲームの続きはできません: { $reason }
store-read-only = 記録を保存できません: データフォルダが書き込み禁止です
store-busy = 記録を保存していません: 別のプログラムがファイルを使っています
store-full = 記録を保存していません: ディスクに空きがありません
store-corrupt = 記録を保存していません: 記録ファイルが壊れています (そのまま残します)
store-foreign = 記録を保存していません: 記録ファイルが Masume のものではありません (そのまま残します)
store-newer = 記録を保存していません: 記録ファイルは新しい版の Masume のものです
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
reason-line = セーブの { $number } 行目が読めません（ここに必要なもの: { $expected }）
reason-edited = セーブが後から書き換えられています
reason-other-game = 別のゲームのセーブです: { $expected } ではなく { $found }
reason-other-version = { $title } の別の版のセーブです
reason-opponent = このゲームには、相手の { $player } の席がありません
reason-other-levels = 別のレベル集で遊んだセーブです
reason-setup = セーブの最初の盤面を作れません: { $reason }
reason-other-setup = セーブは { $found }、ゲームは { $expected } で、一致しません
reason-start = セーブの最初の盤面が読めません（{ $reason }）
reason-illegal = セーブの { $number } 手目「{ $action }」はできません（{ $reason }）
reason-run = セーブの { $number } 手目「{ $action }」で規則の実行に失敗しました
reason-no-option = このゲームに { $name } という設定はありません
reason-bad-option = 設定 { $name } を { $found } にはできません（{ $expected }）
reason-size = この大きさの盤面では遊べません（{ $reason }）
reason-no-solver = 解けることを確かめて配られた盤面ですが、確かめる手段がありません
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
expected-agent = easy、medium、hard、ノードの数、または { $names } に `:` とそのどれかを付けたものにします
expected-memory = 500M や 8G のようなメモリの量にします
expected-whole = { $least } から { $most } までの整数にします
expected-one-of = 使える値: { $values }

## The manual
man-masume-data = 進み具合・結果・記録・設定を置くフォルダ
man-xdg-data-home = MASUME_DATA がなければ、このフォルダの中の masume に置く。既定は ~/.local/share
man-lang = --locale がないときの言語。このうち最初に設定されていて空でないものに従う。ja なら日本語、ほかは英語
man-no-color = 空でない値なら、色を使わない
man-clicolor = CLICOLOR=0 なら色を使わない。CLICOLOR_FORCE が 0 以外なら、いつも色を使う
man-colorterm = truecolor または 24bit なら、すべての色を使う
man-term = 端末の種類。dumb なら、全画面の代わりに文字の行で遊ぶ
man-wt-session = すべての色が使える Windows Terminal が設定する
man-complete = 「masume completions」のスクリプトが設定し、言葉の続きを尋ねる
man-progress = 進み具合・結果・記録・設定。MASUME_DATA か XDG_DATA_HOME があれば、そのフォルダに置く
man-save = 保存したゲーム。プログラムを始めたフォルダに置かれ、「masume replay」で再生できる

## What commands print
text-menu-question = Masume: どのゲームにしますか？ 番号か名前、q で終了。
text-menu-help = 1 から { $count } までの番号、名前、または q（終了）
text-menu-unknown = 「{ $name }」というゲームはありません: { $help }
explain-nothing = { $title }（{ $columns } x { $rows }）: 遅いところはありません
explain-slow = { $title }（{ $columns } x { $rows }）: 遅いところ { $count }
explain-place = { $parts }（{ $line } 行目）
explain-whole = ゲーム全体
explain-more = ほか { $count }
explain-details = `--rule 名前` または `--lockstep` で、規則が実行時にどうなるかを表示します。
check-nothing = 誤りは見つかりませんでした
check-errors = エラー { $count }
check-warnings = 警告 { $count }
new-wrote = { $path } に書きました
new-play = 遊ぶ
new-check = 誤りを探す
playout-games = ゲーム数
playout-length = 平均の長さ
playout-plies = { $plies } 手
playout-won = 勝ち
playout-won-by = { $player }の勝ち
playout-lost = 負け
playout-lost-by = { $player }の負け
playout-drawn = 引き分け
playout-ended = 終了
playout-unfinished = 打ち切り
playout-score = 平均得点
playout-score-by = { $player }の平均得点
playout-speed = 一秒あたりのゲーム数
playout-by-the-clock = { $speed }（実時間）
solve-won = { $count } 手で勝ち
solve-won-least = 最少の { $count } 手で勝ち
solve-won-already = はじめから勝っている
solve-over-already = はじめから終わっていて、勝っていない
solve-unplayable = 遊べない（{ $reason }）
solve-impossible-proved = 勝てない（変わらないもので証明）
solve-impossible = 勝てない（{ $count } 個の状態で証明）
solve-gave-up = あきらめた: { $limit }
solve-limit-nodes = 調べる数の上限に達した
solve-limit-seconds = 時間切れ
solve-limit-memory = メモリの上限に達した
solve-limit-stopped = 中断
solve-limit-chance = 偶然で決まる先は調べない
solve-limit-proof = 見つからず、証明は大きくなりすぎる
solve-limit-cost = この値は増えるだけではない
solve-limit-rules = 規則の実行に失敗した: { $reason }
solve-took = { $nodes } ノード、{ $seconds } 秒
solve-line = { $name }: { $said }（{ $took }）
solve-level = レベル { $number }
solve-summary = 勝ち { $won }、勝てない { $impossible }、あきらめ { $gave-up }（{ $nodes } ノード、{ $seconds } 秒）
solve-summary-over = 、はじめから終わり { $count }
solve-summary-unplayable = 、遊べない { $count }
solve-progress = { $name }: { $nodes } ノード、{ $memory } MB
solve-progress-nearest = { $name }: { $nodes } ノード、{ $memory } MB、勝ちまで最も近くて { $nearest }
solve-players = { $count } 人で遊ぶゲームは、一人のために解くことができません
solve-players-help = masume play --opponent なら相手が遊び、masume watch ならエージェントどうしの対戦が見られます
no-opponents = 一人で遊ぶゲームなので、相手はいません
no-opponents-help = `--autoplay` で遊び方を見せます
no-such-side = このゲームにプレイヤー `{ $side }` はいません: { $names }
solve-no-win = このゲームの規則には、勝ちになるものがありません
solve-no-win-help = 何を目指すかは `win when` に書きます
generate-level = 難しさ { $difficulty }: 動かす数 { $steps }、手数 { $actions }、ノード { $nodes }、選択肢 { $choices }、行き止まり { $dead } %
generate-progress = レベル { $count } 個、最も難しいもの { $difficulty }、{ $nodes } ノード
generate-none = レベルは見つかりませんでした。時間、大きさ、駒の数を変えてみてください
generate-no-levels = このゲームのレベルが何でできているか、わかりません
generate-no-levels-help = ソルバーが勝てるレベルから学びます。ゲームのレベル、または --levels のレベルです
generate-size = この大きさの盤面は作れないか、これだけの駒を置く場所がありません
rate-level = レベル
rate-difficulty = 難しさ
rate-steps = 動かす数
rate-actions = 手数
rate-nodes = ノード
rate-choices = 選択肢
rate-dead-ends = 行き止まり
rate-won = 勝ち
rate-impossible = 勝てない
rate-gave-up = ノードが足りずあきらめた
solve-over = この状態でゲームは終わっていて、勝っていません
solve-no-value = このゲームに値 `{ $name }` はありません
solve-values = 最小にできるもの: { $values }
solve-one-proof = 証明は一つのレベルのものです。`--level` で選んでください
solve-no-proof = 証明は書かれませんでした。勝てないとは示されていません
verify-holds = 証明は正しく、ここから勝つことはできません
verify-fails = 証明は成り立ちません: { $reason }
verify-text = { $line } 行目が書かれたときのままではありません
verify-other-game = このゲームとは別の規則、または別のオプションのものです
verify-forgets = 関係しうるものを省いています
verify-over = 始まりの状態でゲームが終わっています
verify-no-start = 始まりの状態が含まれていません
verify-wins = 含まれる状態の一つから勝てます
verify-open = 含まれる状態の一つから、含まれない状態に行けます
verify-changes = 変わらないとされたものを規則が変えることがあります
verify-rules = 含まれる状態の一つで規則の実行に失敗しました

## What is wrong, on the command line
bad-id = `{ $id }` は ID として読めません: { $reason }
id-looks = ID は `2048:5x5,two=75%#4` や `sokoban/3` のように書きます
no-such-game = `{ $name }` というゲームはありません
list-lists = ゲームの一覧は `masume list` で見られます。ファイルはパスで指定します
no-option = このゲームに `{ $name }` という設定はありません
has-no-options = 設定のないゲームです
its-options = 設定: { $options }
bad-option = 設定 `{ $name }` を `{ $found }` にはできません
expected = 使える値: { $expected }
a-number-between = { $least } から { $most } までの数
a-percentage-between = { $least } から { $most } までの割合
no-level = レベル { $asked } はありません
level-count = { $count ->
    [0] このゲームにレベルはありません
   *[other] レベルは 1 から { $count } までです
}
unplayable-level = レベル { $number } は遊べません
cannot-read-because = `{ $path }` を読めません: { $reason }
cannot-write = `{ $path }` に書き込めません: { $reason }
no-such-file = そのようなファイルはありません
is-a-directory = フォルダです
permission-denied = 権限がありません
file-too-large = `{ $path }` は大きすぎます（{ $bound } バイトまで）
not-utf8 = `{ $path }` は UTF-8 の文章ではありません
not-utf8-at = { $byte } バイト目（{ $line } 行 { $column } 字目）
one-standard-input = 標準入力から読めるのは、局面と手のどちらか一方だけです
action-unknown = { $count } 手中 { $number } 手目: { $reason }
action-too-late = { $count } 手中 { $number } 手目: `{ $action }` の前にゲームは終わっています
action-illegal = { $count } 手中 { $number } 手目: `{ $action }` はここではできません
action-failed = { $count } 手中 { $number } 手目: `{ $action }` を実行できませんでした
ended-with = 結果: { $outcome }
legal-none = できることはありません
legal-are = できること: { $actions }
legal-some = できること: { $actions } ほか { $rest }
no-such-action = { $number } 手目はありません。セーブは { $count } 手です
save-of-unknown = `{ $name }` というゲームのセーブです
game-says-where = `--game FILE` でゲームのファイルを指定します
file-exists = `{ $path }` というファイルはすでにあります
choose-other-name = 別の名前を選んでください。ファイルはそのままです
no-such-folder = そのようなフォルダはありません
no-such-rule = `{ $name }` という規則はありません
has-no-rules = このゲームに規則はありません
its-rules = 規則のある場所: { $places }
no-such-error = `{ $code }` というエラーはありません
codes-look = 番号は E0207 のように書きます
no-such-command = `{ $name }` というコマンドはありません
help-lists-commands = コマンドの一覧は `masume --help` で見られます
bad-game-name = `{ $name }` はゲームの名前にできません
good-game-name = tea-time のように、文字・数字・ハイフン・空白を使ってください
no-such-shell = そのようなシェルはありません
no-single-keys = この端末からはキーを一つずつ読めません
cannot-write-output = 出力を書けません: { $reason }
other-executor = 規則を動かすのは `{ $runs }` です。盤面は { $cells } マスで、`{ $asked }` は { $most } マスまでです
complaint-error = エラー
complaint-note = 補足
complaint-help = ヒント

## 思考エンジンとプログラムの対戦
expected-openings = `random:` と手数（1000 まで）
expected-sprt = `:` で区切った二つの数（小さい方が先）
agent-unsuited = エンジン `{ $agent }` はこのゲームを遊べません
agent-needs-opponents = 二人以上で遊ぶゲームが必要です
agent-needs-two = 二人で遊ぶゲームが必要です
agent-needs-numbers = 盤に数があり、得点だけを競う一人用のゲームが必要です
agent-needs-danger = 一人で遊び、負けることがあり、偶然に頼る手とそうでない手の両方があるゲームが必要です
agent-needs-no-chance = 始まったあとに偶然が関わらないゲームが必要です
bot-protocol = このプロトコルではこのゲームを扱えません
bot-protocol-help = `gtp` と `nboard` は二人がマスを選ぶだけのゲーム用です（`nboard` は 8 x 8）。`json` と `ugi` はどのゲームでも使えます
drive-no-player = このゲームにプレイヤー `{ $name }` はいません
drive-players = プレイヤー: { $names }
drive-ended = { $plies } 手で { $ended }。{ $file } に保存しました
match-players = 対戦は二者の間で行います。これは { $count } 人で遊ぶゲームです
match-no-agent = `{ $found }` というエンジンはありません
match-agents = エンジンは `easy`、`medium`、`hard`、ノード数、または `uct:2000` のような種類です。コマンドには空白が入るか、前に `json:` か `gtp:` が付きます
match-result = { $one } 対 { $other }: { $games } 局中 { $won } 勝 { $drawn } 分 { $lost } 敗: { $percent } % ± { $percent-error }
match-elo = Elo { $elo } ± { $error }
match-faults = { $count } 局は、一方の失敗で終わりました
match-sprt-accepted = 差は { $low } より { $high } Elo に近い（対数尤度比 { $llr }）
match-sprt-rejected = 差は { $high } より { $low } Elo に近い（対数尤度比 { $llr }）
match-sprt-open = 差が { $low } か { $high } Elo かはまだはっきりしない（対数尤度比 { $llr }）
match-stopped = 途中で止めました
match-progress = { $games } 局中 { $done } 局: { $won } 勝 { $drawn } 分 { $lost } 敗
match-cannot-write = `{ $path }` に書き込めません: { $reason }
match-write-failed = システムに拒まれました
match-other = `{ $path }` は別の対戦のものです
match-left = 打ち切り
match-stuck = だれも動けない
fault-not-started = プログラムを起動できません: { $reason }
fault-late = プログラムが { $seconds } 秒以内に答えませんでした
fault-died = プログラムが終了しました
fault-too-long = プログラムが 1 MiB を超える行を書きました
fault-flood = プログラムが選ばずに多くの行を書きすぎました
fault-rubbish = プログラムがプロトコルにないものを書きました: { $line }
fault-illegal = プログラムが指せない手を選びました: { $action }
fault-out-of-turn = プログラムが聞かれる前に書きました: { $line }
fault-refused = プログラムが続行を断りました: { $reason }
fault-rules = 規則の実行に失敗しました: { $reason }
fault-stopped = 何も選ばれませんでした
explain-agent = { $title } はエンジン `{ $agent }` が遊びます
explain-agent-level = { $level }: 一手に { $nodes } ノード
explain-agent-clock = { $level }: 時間の許すかぎりのノード（指定がなければ 1 秒）
agent-does-random = 指せる手のどれかを指します。
agent-does-greedy = 結果がその場で最もよく見える手を指します。
agent-does-flat = どの手のあとにも、でたらめな対局を行います。
agent-does-uct = でたらめな対局を行い、うまくいく方を多く調べます（UCT）。確実な勝ち負けは証明します。
agent-does-pvs = 双方が最善を尽くすとどうなるかを調べます（PVS）。駒、場所、点、できることの数で判断します。
agent-does-expectimax = 偶然の出方ごとに先を調べ、平均を取ります（期待値探索）。空き、同じ数の並び、数の順序で判断します。
agent-does-survival = 偶然に頼らない手だけでどこまで行けるかを計画します。足りなければ、最も助かりやすいところで運を試します。
agent-because-asked = 指定されました。
agent-because-pieces = 自分の駒を動かすゲームです。でたらめに続けるより、局面を見て判断する方が容易です。
agent-because-turns = 交互に指し、偶然がなく、置いたものは動きません。でたらめな対局はすぐに終わります。
agent-because-chance = 手のあとに偶然が関わります。でたらめな対局でならします。
agent-because-numbers = 一人で遊び、盤に数があり、手のあとに偶然が関わります。どれだけ続きそうかが盤から分かります。
agent-because-danger = 一人で遊び、負けることがあり、ほとんどの手は偶然に左右されません。
agent-because-alone = 一人で遊ぶゲームです。でたらめな対局で、どの手がよいかを調べます。
tune-done = { $positions } 個の局面から求めた重みを { $file } に書きました
tune-progress = { $games } 局中 { $done } 局
weights-unreadable = `{ $path }` にこのゲームの重みはありません: { $reason }
weights-of-other-rules = `{ $path }` の重みは別の規則（{ $reason }）のものです
