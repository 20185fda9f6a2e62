# What rooms below the terminal say in English, in Japanese. A value in backquotes comes with them
# where the English text quotes it, too.

## A text that is no action
action-nothing = 手が書かれていません
action-unknown-word = { $word }という手はありません
action-ambiguous = { $text }はいくつかの手に読めます
action-no-move = { $text }という手はここでは指せません
action-missing-comma = { $word }の前に「,」がありません
action-too-much-after = { $action }の後の{ $word }は余分です
action-said-twice = { $word }が二度書かれています
action-misfit = { $word }は使えません
action-takes-nothing = `{ $action }`の後には何も書けません
action-too-much = { $word }は余分です
action-too-little = `{ $action }`には{ $expected }が必要です
notation-none = このゲームの手を表す文字はありません
notation-unknown = このゲームに{ $name }という記法はありません
notation-no-letter = 記法`{ $notation }`に`{ $action }`を表す文字はありません

help-did-you-mean = もしかして: `{ $near }`
help-actions = 手は`{ $names }`です
help-moves = ここで指せるのは`{ $names }`などです
help-notations = 記法は`{ $names }`です
help-say = `{ $action }`と書いてください
help-say-one = `{ $names }`のどれかを書いてください
help-comma = まず{ $first }と書き、次の手を続けてください
help-alone = { $action }だけを書いてください
help-two-cells = `{ $action }`には二つの違うマスが必要です
help-takes = `{ $action }`に続けて書けるのは{ $expected }です
help-count = `{ $action }`に続けて書けるのは{ $count }個だけです: `{ $example }`

and = と、
expected-direction = 方向（{ $ways }）
expected-cell = { $first } から { $last } までのマス
expected-column = { $first } から { $last } までの列
expected-row = { $first } から { $last } までの行

## A save
event-nothing-before = その前に手がありません
event-game-over = ゲームは終わっています
event-illegal = その局面ではできません
save-id = `id: ` と、`2048:5x3#7` のような ID
save-id-text = `2048:5x3#7` のような ID
save-title = `title: ` とゲームの題名
save-hash = `hash: ` とハッシュ
save-opponent = `opponent: ` とプレイヤーとその相手
save-levels = `levels: ` とハッシュ
save-digits = 64 桁のハッシュ
save-count = 今の位置、次に手の数
save-number = 数
save-enough-events = 今の位置と同じか、それより多い手の数
save-board = `| ` に続く最初の盤面の行
save-event = `> ` に続く手、または `= restart`
save-end = 手の数だけの行の後に `end: `

## An id
id-name = `{ $found }` は読めません。最初にゲームの名前を書いてください
id-seed = `{ $found }` は読めません。`#` の後はシードの番号です
id-level = `{ $found }` は読めません。`/` の後は 1 からのレベルです
id-size-or-option = `{ $found }` は読めません。大きさ（`5x3`）か設定（`two=75%`）を書いてください

## An action that is no regular expression
regex-unknown-action = このゲームに`{ $action }`という手はありません
regex-width = このゲームに幅 { $width } の盤面はありません
regex-impossible = `{ $action }`は一つの正規表現では書けません
regex-one-of = 使える手: `{ $names }`
regex-one-width = 幅は { $least } です
regex-widths = 幅は { $least } から { $greatest } までです
regex-even-widths = 幅は { $least } から { $greatest } までの偶数です
regex-number-layer = `{ $layer }`には数が入りますが、文字列では一マスが一文字です
regex-rim = 文字列に現れない、盤面の外側まで見ています
regex-no-glyph = 一マスを表す文字がありません
regex-statement = `{ $word }`は、行を書き換える規則より多くのことをします
regex-one-after-another = 規則が順に働き、後の規則は前の規則の結果を見ます
regex-strategy = `{ $word }`は一致の一部だけを使いますが、正規表現はすべての一致を見つけます
regex-chosen-direction = 方向は遊ぶ人が選びますが、文字列には現れません
regex-walk = パターンが曲がりますが、正規表現は一本の行に沿って進みます
regex-two-anchors = 選ばれた二つのマスを見ますが、文字列に現れるのは一つです
regex-letter = いくつかのマスで文字が等しくなければなりませんが、マスは一つずつ調べられます
regex-test = `{ $word }`は、そのマスの中身より多くのことを調べます
regex-chance = 置くものが偶然で決まります
regex-hidden-content = 選ばれたマスの中身を調べますが、文字列では`{ $glyph }`です
regex-too-long = 正規表現が { $bound } 文字より長くなります
regex-help-one-after-another = `all`ブロックの規則は、どれも同じ盤面を見ます
regex-help-strategy = 範囲を限る語のない規則は、すべての一致を使います
regex-help-chosen-direction = 名前で書いた方向や`8 ways`なら書けます
regex-help-two-anchors = `from`だけの規則なら書けます
regex-help-test = 駒、層、`mine`、`theirs`、`empty`、`any`の検査なら書けます
regex-help-hidden-content = 手の最初に、選ばれたマスの中身を言う`must`の規則を置いてください
regex-help-too-long = `{"{"}m,n{"}"}`の上限を小さくすると短くなります
