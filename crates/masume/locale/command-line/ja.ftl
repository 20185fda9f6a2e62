# What `--help` and the manual say in Japanese: `about-COMMAND`, `more-COMMAND` (what the long help has
# besides), `after-COMMAND`, `COMMAND-ARGUMENT`, or `arg-ARGUMENT` for an argument of several commands. The
# English stands where the commands are declared.

## Headings
heading-usage = 使い方
heading-commands = コマンド
heading-arguments = 引数
heading-options = オプション
heading-examples = 例
default-is = 既定: { $value }
possible-are = 使える値: { $values }

## Of every command
arg-help = ヘルプを表示する（-h は短く、--help は詳しく）
arg-version = 版を表示する
arg-locale = メニュー・ゲーム・メッセージの言語（指定がなければ LANG に従う）。ゲームの文章への指摘は英語です
arg-glyphs = 使ってよい最も豊かな文字セット（指定がなければ端末が正しく表示できるもの）
arg-theme = 色：明るい画面用（light）、暗い画面用（dark）、なし（none）。指定がなければ端末に聞く（auto）
arg-palette = 絵の色：標準（standard）、色覚によらず見分けられる色（universal）、灰色（grey）。指定がなければ standard
arg-game = ゲームの名前、ゲームファイルのパス、または 2048:5x5#7 のような ID
arg-level = 始めるレベル（1 から数える）
arg-levels = ゲーム自身のレベルの代わりに使うファイル。倉庫番のレベル集（XSB、SOK）など
arg-board = 盤面の大きさ。10x8 なら 10 列 8 行
arg-options = ゲームの設定。two=75% のように書き、何度でも指定できる
arg-seed = 乱数のシード。同じシードと同じ手からは同じゲームになる
arg-executor = 規則を実行するもの。結果は同じで、速さが違う（指定がなければ最も速いもの）
arg-state = このファイルの局面から始める。- は標準入力。ゲームに一行の局面（FEN など）があれば、それをそのまま書ける
arg-json = JSON で出力する
arg-text = パイプと同じように、文字の行で遊ぶ
arg-files = ゲームファイル

## The program
about-masume = 一枚の文章から生まれるマス目ゲーム
more-masume =
    コマンドがなければ、ゲームのメニューが開きます。GAME は「masume list」に出る名前、
    自分のファイルのパス、または ID です。ID は名前に大きさ・設定・レベル・シードを
    付けたもので、ゲームのヘルプに出ます。ゲームだけを書くと、それで遊びます。
after-masume =
    例:
      masume                                     メニューから選んで遊ぶ
      masume sokoban                             そのゲームを遊ぶ
      masume sokoban --level 3                   三つ目のレベルを遊ぶ
      masume '2048:5x5,two=75%#4'                ID のゲームを遊ぶ: 友だちと同じ盤面
      masume run 2048 --seed 7 --moves 'left, up, left' --json
      masume check my-game.masu                  自分のゲームの誤りを探す

    終了ステータス:
      0  済んだ
      1  入力に誤りがあった: ゲームファイル、局面、レベル、手
      2  コマンドラインに誤りがあった: 知らないコマンド、オプション、ゲーム、大きさ
about-help = このヘルプ、またはコマンドのヘルプを表示する

## Commands
about-list = 付属のゲームを一覧にする
about-export = ゲームを、どのブラウザでも遊べる一つのファイルとして書き出す
more-export =
    ファイルはフォルダからそのまま開け、ネットワークなしで、マウス・タッチ・キーで遊べます。--text を付けると、
    そのようなファイルからゲームの文章を取り出します。
after-export =
    例:
      masume export sokoban
      masume export my-game.masu -o my-game.html
      masume export --text my-game.html > again.masu
export-game = ゲームの名前、ゲームファイルのパス、または 2048:5x5#7 のような ID。--text のときは書き出したファイル
export-output = 書き込むファイル（まだないもの）。なければ GAME.html、`-` なら標準出力
export-text = 書き出したファイルの中にあるゲームの文章を表示する
export-player = `cargo xtask site` が作る、ゲームの入っていないページ。このプログラムに含まれていないときに使う
about-show = ゲームの文章を表示する
show-meaning = すべての検査のあとで、文章が何を意味するかを表示する
about-play = ゲームを遊ぶ（全画面、または文字の行で）
more-play =
    端末では全画面になり、? でキーの一覧が出ます。途中のゲームがあれば続きから
    遊べます（レベル・大きさ・シード・設定を書いたときを除く）。パイプと --text では
    行を読み、手のたびに盤面を表示します。行には、キー、「place e5」のような手、「e5」の
    ようなマス、それらをコンマで並べたもの、または undo、restart、next、level N、
    legal、board、help、quit を書きます。
play-watch = 保存されるたびにファイルを読み直し、できるところから続ける
play-opponent = 相手と遊ぶ: easy（弱い）、medium（ふつう）、hard（強い）、または調べるノードの数 [既定: medium]
play-side = あなたのプレイヤー。black など [既定: 先手]
play-weights = 相手とヒントのための、masume tune がこのゲームの規則のために書いた重み
play-autoplay = 勝ち方を一手ずつ見せる。だれも知らないときは、遊ぶところを見せる
about-watch = エージェントどうしの対戦を見る
more-watch =
    端末では全画面になり、スペースで停止・再開します。パイプではすべての盤面を表示します。
    記録は残りません。
watch-agents = 手番の順に、だれが遊ぶか: easy、medium、hard、またはノードの数。最後のものが残り全員の代わりになる [既定: medium。一人用のゲームでは見つかった最善の手順]
watch-speed = 一秒あたりの手数
watch-weights = masume tune がこのゲームの規則のために書いた重み
about-replay = セーブを一手ずつ再生する
more-replay =
    端末では全画面になり、スペースで停止・再開します。パイプではすべての盤面を表示します。
replay-save = 「masume play」が書いたセーブ、または棋譜（PGN や SGF など）
replay-game = ゲーム。付属のものでないときや、どのゲームの棋譜か決まらないときに。go:19x19 など
replay-levels = レベルの元のファイル。ゲーム自身のものでないとき
replay-to = この手数で止まる
replay-speed = 一秒あたりの手数
replay-text = パイプと同じように、盤面を順に表示する
about-run = 端末なしで手を進め、その局面を表示する
more-run =
    局面は --state が読める形で表示されるので、出力をそのまま入力にできます。--json なら
    board、values、to_act、outcome、legal_actions、ply、id からなる一つの
    オブジェクトになります。できない手や知らない手があると、終了ステータス 1 で止まります。
run-moves = コンマで区切った手。right, right, up など。ゲームに棋譜の書き方があれば 1. e4 e5 も
run-lurd = ゲームの lurd 記法の文字で書いた手
run-moves_file = コンマまたは改行で区切った手のファイル。- は標準入力
run-print_notation = 局面の代わりに、手または局面をゲームのこの記法で表示する
run-png = 局面の絵を PNG でこのファイルに書く（まだないファイル）
about-actions = できる手を一行に一つずつ表示する
about-perft = ある深さの局面を数える（パスも一手、終わったゲームは葉）
perft-depth = 何手先まで
perft-named_depth = 同じことをオプションで
perft-divide = 先に、最初の手ごとの数を表示する
perft-turns = 続けて行動できるゲームでは、手ではなく手番を数える
perft-unfinished = 最後の手より前に終わったゲームを数えない（チェスなどの公表された表と同じ数え方）
about-playout = でたらめに遊び、長さ・終わり方・得点をまとめる
more-playout =
    どのプレイヤーも、できる手からでたらめに選びます。同じシードなら、
    どの実行方法でも同じゲームになります。

    ゲームはそれぞれ、シードから決まる別々のシードで準備されます。偶然のあるゲームでは、
    配りが毎回ちがいます。状態、または 2048:5x5#4 のようにシードのある ID を指定すれば、
    すべてのゲームがそこから始まります。レベルも同じですが、準備で偶然に任されることは別です。
playout-games = ゲームの数
playout-plies = この手数で終わらないゲームは打ち切る
about-solve = 勝つ手順を探す、または勝てないことを示す
more-solve =
    レベル・状態・ID を指定しなければ、ゲームまたはファイルのすべてのレベルを順に調べます。
    手順は、規則を最も素直に実行して確かめてから示します。勝てないと言うのは証明があるときだけで、
    証明は masume verify で調べられます。どちらでもなければ、達した上限を示してあきらめます。
    はじめから終わっているレベルや遊べないレベルもそう示し、残りのレベルを続けます。
    Ctrl-C で探索を終え、それまでの結果は残ります。

    二人で遊ぶ、偶然のないゲームは終わりまで調べます。どちらも間違えなければ誰が勝つか（点で決まるなら何点差か）と、
    その手順を示します。はじめから調べるには大きすぎるゲームがほとんどですが、小さい --board や
    終わりに近い --state なら調べられます。一人で点を競い、偶然のないゲームでは、時間が来るまで点の最も多い手順を探します。

    --json では一行が一つのレベルです: level、title、verdict（won、impossible、gave up、over、
    unplayable。点なら scored か、これより多い手順がなければ most。二人なら wins か drawn）、winner、points、
    actions、lurd（その記法があれば）、nodes、seconds、limit、reason。
solve-id = 調べる準備の ID。sokoban/3 や fifteen:3x3#7 など
solve-nodes = レベルごとに調べる状態の数の上限
solve-seconds = この秒数でレベルをあきらめる [既定: --nodes がなければ 10]
solve-memory = 探索が使うメモリの上限。500M や 8G など
solve-optimal = この値の増え方が最も少ない手順を探す。moves なら手数、score なら最も多い点
solve-proof = レベルに勝てないことの証明をこのファイルに書く
solve-threads = 同時に調べるレベルの数。メモリは分け合う
about-rate = レベルの難しさを示す
more-rate =
    レベルを解き、解の途中で代わりにできたことを調べます。示すのは、動かす数（押すなど、歩く以外の手）、
    手数、探索のノード数、選択肢の平均の数、選ばれなかったもののうち負ける（またはすぐには勝てない）割合、
    そして難しさ log2(1 + ノード) + log2(1 + 動かす数) + log2(1 + ビット) です。ビットは、動かすごとの
    log2(選択肢 / 負けない選択肢) の和です。
rate-nodes = 解の探索でレベルごとに調べる状態の数の上限
rate-seconds = この秒数でレベルをあきらめる
rate-memory = 探索が使うメモリの上限。500M や 8G など
rate-threads = 同時に調べるレベルの数。メモリは分け合う
about-generate = 新しいレベルを作る
more-generate =
    レベルが何でできているかは、ゲームの（または --levels の）レベルから学びます。盤面はでたらめに
    組み立てます。勝った盤面から手を戻せるだけ戻すか、規則がそれを許さなければ、はじめの盤面を作ります。
    ソルバーが勝てるものがレベルで、最も難しいものを --levels が読める形で、難しさ（masume rate）と
    勝つ手順とともに表示します。
generate-level_size = レベルの大きさ。まわりの壁も含め、8x7 のように 列x行
generate-pieces = 動かす駒の数。動くものが一つだけのゲームでは、中の壁の数
generate-count = 表示するレベルの数。最も難しいものから
generate-nodes = すべての探索を合わせたノード数。同じ数と同じシードからは同じレベルができる
generate-seconds = 作る秒数 [既定: --nodes がなければ 10]
generate-memory = 探索が使うメモリの上限。500M や 8G など
about-verify = 勝てないことの証明を、ソルバーを使わずに確かめる
verify-proof = masume solve --proof が書いた証明。- は標準入力
about-explain = ゲームのどこが遅いか、または規則が実行時にどうなるかを表示する
explain-rule = この規則が実行時にどうなるかを表示する: アクションの名前、start や then、または番号
explain-facts = 探索に役立つことのうち、規則から分かることと、そうでない理由を表示する
explain-code = すべての規則が実行時にどうなるかと、多くの盤面を同時に進めるコードがあればそれを表示する
about-stats = どれだけ遊んだかを表示する: 回数、勝ち、連勝、時間、最高記録
more-stats =
    時間は、ゲームが画面にあり、だれかが遊んでいる間だけ進みます。勝ちと連勝は
    一人で遊ぶゲームだけのものです。
stats-game = 名前またはパスで指定したゲーム。なければすべて
check-levels = ファイルのレベルも調べる（倉庫番のレベル集など）: 誤りと、解けないレベル
about-check = ゲームファイルの誤りを探し、何手かでたらめに遊んでみる
check-advice = masume explain のように、それぞれのゲームの遅いところも示す
about-fmt = ゲームファイルを標準の形に整える
fmt-files = ゲームファイル。- なら標準入力から標準出力へ
fmt-check = 何も変えず、標準の形でないファイルを一覧にする（終了ステータス 1）
about-regex = アクションの規則を JavaScript の正規表現一つにして表示する
regex-action = どのアクションか
regex-width = 盤面の列数
about-explain-error = エラーの説明のページを表示する
explain-error-code = エラーのコード。E0207 など
about-new = 小さな、すぐに遊べるゲームを書き出す
more-new = NAME.masu に書きます。すでにあるファイルには書きません。
new-name = ゲームの名前。tea-time など。前にフォルダを書いてもよい
about-completions = シェルの補完のためのスクリプトを表示する
completions-shell = シェル
about-man = マニュアルのページを表示する（全体、または一つのコマンド）
man-command = どのコマンドか
play-quiet = 文字で遊び、変わったことだけを伝え、盤面は求められたときだけ表示する
about-match = エンジンやプログラムを対戦させる
more-match =
    A と B は medium、hard、greedy、uct:2000 のようなエンジン（種類とノード数またはレベル）か、
    コマンドです。空白を含むか前に json: があれば起動して JSON の行でやり取りし、前に gtp: があれば Go Text
    Protocol を、nboard: があれば NBoard を使います。どの序盤も、先後を替えて二度遊びます。プログラムが
    落ちる、答えが遅い、指せない手を選ぶなどで失敗した側は、その対局を失います。最初の失敗は理由とともに
    知らせ、終了コードは 1 になります。始められないプログラムがあれば、対戦は終わります。--keep では一局ごとに masume replay
    で見られるファイルが残り、中断した対戦を続けられます。
match-one = 一方: medium、greedy、uct:2000 のようなエンジン、または空白を含むか前に json:、gtp:、nboard: の付いたコマンド
match-other = もう一方
match-games = 対局の数。一つの序盤に二局
match-openings = 始め方。random:K ででたらめな K 手
match-sprt = A が E0 より E1 Elo だけ強いかどうかがはっきりしたら止める
match-seconds = ノード数の決まっていないエンジンの、一手の秒数
match-limit = この秒数のうちに答えないプログラムは負けになる。最初の答えにはさらに 10 秒
match-plies = この手数で打ち切り、勝敗なしとする
match-threads = 同時に行う対局の数。8より多ければ8局分のメモリを分け合う [既定: コアごとに一つ、最大8]
match-keep = すべての対局をこのフォルダに残し、そこにある対戦を続ける
about-drive = 自分のプログラムに手を選ばせる
more-drive =
    プログラムを起動し、標準入出力で JSON の行をやり取りします。プログラムは局面と選べる手を
    知らされ、手を答えます。ゲームと時計は Masume が管理し、ゲームは進むたびにファイルに
    書かれるので、どう終わっても残ります。プロトコルは spec/protocol.md にあります。
drive-player = プログラムが選ぶプレイヤー [既定: すべて。--opponent があれば最初のプレイヤー]
drive-opponent = ほかのプレイヤーの手を選ぶもの。medium や uct:2000 など
drive-seconds = 一手にプログラムが使える秒数。最初の一手にはさらに 10 秒
drive-plies = この手数で打ち切る
drive-save = ゲームを保存する新しいファイル [既定: データフォルダの games にある、ゲームの名前を付けた新しいファイル]
drive-command = プログラムとその引数
about-bot = ゲームを管理する別のプログラムのために手を選ぶ
bot-protocol = ゲームを管理する側の話し方
bot-agent = 手を選ぶもの: easy、medium、hard、ノード数、または uct:2000 のようなエンジン
bot-seconds = ノード数の決まっていないエンジンの、一手の秒数 [既定: json では与えられた時間より少し短く、ほかでは 1]
bot-memory = 一手の探索が使うメモリの上限。100M や 2G など
explain-agent = どのエンジンがなぜこのゲームを遊ぶかを表示する
about-chat = チャットでゲームを遊ばせる：盤は一つのメッセージ、その下の印が手になる（spec/chat.md）
after-chat =
    例:
      python3 examples/chat/adapter.py masume
      masume chat matrix --config matrix.toml

    ボットは遊ばれているゲームをデータフォルダに残し、次に起動したときに続けます。
chat-adapter = チャットへのつなぎ方
chat-config = つなぎ方の設定ファイル（docs/matrix.md、docs/slack.md）
chat-pictures = stdio で、大きな盤の画像を指示に入れる
chat-me = ボット自身の名前。ボットが書いたものや押したものは手にならない
about-serve = サービスとしてゲームを遊ばせる：一行の JSON の質問に、一行の JSON で答える（spec/service.md）
after-serve =
    例:
      echo '{"{"}"ask": {"{"}"load": {"{"}"name": "sokoban"{"}"}{"}"}{"}"}' | masume serve --stdio
serve-stdio = 質問を標準入力から読み、答えを標準出力に書く
serve-keep = 端末と同じように、遊んだものをデータフォルダに残す
about-web = ブラウザーでゲームを遊び、書く
more-web =
    ページがブラウザーに開き、Ctrl-C までこのプログラムがその裏でエンジンになります。遊んだものは端末と同じように残ります。
    自作のゲームは文と並べて表示されます。ページが書き込むのはそのファイルだけで、ほかのエディターが書いた内容はすぐに
    表示されます。ページに届くのはこのコンピューターだけ、表示されたアドレスからだけです。
after-web =
    例:
      masume web
      masume web sokoban
      masume web my-game.masu --port 8000 --no-open
web-game = ゲームの名前、ゲームファイルのパス、または「2048:5x5#7」のような ID。なければメニュー
web-port = このコンピューターのポート［既定: 空いているもの］
web-no_open = アドレスを表示し、ブラウザーは開かない
about-tune = 自分と対局して、駒や場所の重みを学ぶ
more-tune =
    エンジン pvs が自分と対局し、局面から勝敗が最もよく分かる重みを求めます。重みはこのゲームの
    規則だけのものです。play、watch、match、bot が --weights で使い、別の規則では断ります。最後に、play の相手と同じ
    medium の対局で、重みが役に立つかを確かめます。
tune-games = 学ぶために行う対局の数
tune-nodes = その対局の一手のノード数
tune-check = 重みが役に立つかを、medium の強さで確かめる対局の数。0 では確かめない
tune-threads = 同時に行う対局の数。8より多ければ8局分のメモリを分け合う [既定: コアごとに一つ、最大8]
tune-output = 重みを書く新しいファイル
bot-weights = masume tune がこのゲームの規則のために書いた重み
match-weights = A のための、masume tune がこのゲームの規則のために書いた重み
