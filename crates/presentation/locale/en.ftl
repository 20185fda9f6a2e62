## The menu
menu-title = Masume
menu-subtitle = grid games from a page of text
menu-key-play = play
menu-key-leave = quit
menu-key-help = help
menu-key-options = options
menu-key-anew = begin anew
menu-key-statistics = statistics
menu-key-star = waits
menu-key-letters = find a game
more-above = ^ { $count } more
more-below = v { $count } more
group-first = To begin with
group-puzzles = Puzzles
group-two = For two players
group-watch = To watch
menu-help =
    Each game is a page of text. Choose one with the arrows, or by the first
    letters of its name, and press Enter: it begins, or, where a star is, goes
    on where you left it. What you do is kept as you do it.
    In a game, ? shows its rules, its keys and its pieces.
menu-help-menu = Keys of this menu
menu-help-letters = go to the game whose name begins so
menu-help-play = play
menu-help-options = choose size, options, level or seed first
menu-help-anew = begin anew, and leave the game that waits
menu-help-statistics = games, wins, streaks, bests and time
menu-help-leave = quit
menu-help-keys = Keys in most games
menu-help-arrows = move, or move the cursor; also hjkl, WASD and the number pad
levels-title = Levels
waiting = No board yet: it is here as soon as the file has no mistakes.
waiting-keys = The file is read whenever it is saved.

## How a game begins
options-title = A new game of { $game }
options-pairing-title = { $game }: against whom?
options-preset = set-up
options-columns = columns
options-rows = rows
options-level = level
options-seed = seed
options-opponent = opponent
options-no-opponent = a person, at this screen
options-opponents = a person / easy / medium / hard
options-side = you are
options-begin = Begin
options-usual = usual
options-own = your own
options-no-level = none
options-any-seed = new each time
options-type-seed = type a number for the same game again
options-range = { $least } to { $most }
options-same = the same game for a friend: masume { $id }
options-id = on the command line: masume { $id }
options-key-begin = begin
options-key-back = back
options-key-change = change
options-key-choose = choose

## What was played
stats-title = Statistics
stats-all = All games
stats-nothing = nothing was played yet
stats-game = game
stats-games = games
stats-ended = ended
stats-won = won
stats-lost = lost
stats-streak = streak
stats-longest = longest
stats-time = time
stats-shared = played by several at one keyboard: no victories or streaks of one player
stats-against = Against opponents
stats-opponent = opponent
stats-drawn = drawn
stats-best = The best
stats-level = level { $level }
stats-moves = moves
time-seconds = { $seconds } s
time-minutes = { $minutes } min
time-hours = { $hours } h { $minutes } min

## Around the board
heading-level = { $game }, level { $level } of { $count }
heading-author = , by { $author }
heading-seed = { $game } (seed { $seed })
actions-done = { $count ->
    [0] nothing done yet
    [one] 1 action
   *[other] { $count } actions
}
actions-of = action { $position } of { $count }
to-act = { $player } to act
player-alone = you
player-did = { $player }: { $action }
value-score = score
value-stage = stage
hint-help = help
hint-undo = undo
hint-restart = restart
hint-choices = choices
hint-next-level = next level
hint-hint = hint
hint-trace = trace
hint-history = moves
hint-save = save
hint-leave = leave
hint-back = back
hint-scroll = scroll
hint-page = next page
hint-play = play
hint-before = before
hint-after = next
hint-stop = stop
hint-go-on = go on
hint-follow = play the hint
hint-run = run
hint-slower = slower
hint-faster = faster
hint-paint = change the cell
hint-step-back = step back
hint-step-on = step on
hint-first = start
hint-last = end
heading-replay = Replay: { $game }
replay-runs = shown: { $position } of { $count }
replay-stands = stopped: { $position } of { $count }
levels-place = { $level } of { $count }
too-small = Too small: { $found-width } x { $found-height } Needed: { $width } x { $height }
no-room = There is no room for the board: make the window larger.

## What happened
welcome = ? for help, q to quit
offered = you left here at action { $position }
offered-since = you left here at action { $position }, { $ago }
offered-with = { $place }: { $answers }
offered-others = { $count } games wait: o shows the next
offered-briefly = Enter goes on, { $key } begins anew
offered-others-briefly = o shows the next
ago-now = just now
ago-minutes = { $count ->
    [one] a minute ago
   *[other] { $count } minutes ago
}
ago-hours = { $count ->
    [one] an hour ago
   *[other] { $count } hours ago
}
ago-days = { $count ->
    [one] a day ago
   *[other] { $count } days ago
}
restarted = from the beginning
travelled = at action { $position } of { $count }
passes = { $player } can do nothing and passes
stage = stage { $stage } begins
goal = goal reached; the game goes on
is-illegal = { $action } is not possible here
is-illegal-now = { $action } is not possible now
is-useless = nothing can be done at { $cell }
is-empty = { $cell } is empty
needs-a-cell = "{ $action }" needs a cell: choose one first
selected = { $cell } is chosen: now the second
deselected = { $cell } is no longer chosen
which = which one? { $choices }
unknown-key = { $key } does nothing here; ? for help
pasted = pasted text is not played: keys are pressed one by one
nothing-to-undo = there is nothing to undo
return-to-level = this is the beginning of the level. Back to level { $level }?
return-to-game = this is the beginning. Back to the game before?
nothing-to-redo = there is nothing to redo
is-the-start = this is the beginning
choices-shown = what can be chosen is marked
choices-are = possible: { $actions }
choices-hidden = marks are hidden
cannot-be-won-short = this level cannot be won: { $there } x { $of } for { $needed } x { $these }
cannot-be-won-number = this level cannot be won: the number of { $pieces } never fits
no-such-level = there is no further level
no-levels = the game has no levels
entry = cell: { $typed }_
entry-move = { $typed }_ (Enter: do it)
no-such-cell = no cell is called { $typed }
no-cells-to-type = nothing is chosen by cells here
no-levels-but-pass = the game has no levels; { $key } passes
saved = saved as { $path }
cannot-save = cannot save: { $reason }
glyphs-are = glyphs for this sitting: { $set }
repeats = it goes on by itself, { $speed ->
    [one] 1 action
   *[other] { $speed } actions
} a second; any key stops it
speed-is = { $speed ->
    [one] 1 action
   *[other] { $speed } actions
} a second
painted = { $cell }: { $piece }
gain-taken = { $count ->
    [one] takes { $piece }
   *[other] takes { $count } x { $piece }
}
gain-turned = { $count ->
    [one] turns { $piece }
   *[other] turns { $count } x { $piece }
}
gain-gone = { $count ->
    [one] gone: { $piece }
   *[other] gone: { $count } x { $piece }
}
gone = gone: { $pieces }
history-title = What was done
history-empty = nothing was done yet
nothing-to-repeat = nothing was done yet that could go on by itself
id-copied = the id of this game: { $id } (sent to the clipboard)
glyphs-ascii = ASCII
glyphs-unicode = Unicode
glyphs-wide = wide

## What changed, for people who do not see the board
changed-taken = { $count ->
    [one] { $player } takes { $piece } at { $cells }
   *[other] { $player } takes { $count } x { $piece }: { $cells }
}
changed-moved = { $piece } from { $from } to { $to }
changed-onto = { $moved }, on { $below }
changed-new = { $piece } at { $cells }
changed-added = new: { $piece } at { $cells }
changed-gone = gone: { $piece } from { $cells }
changed-now = { $piece } now at { $cells }
changed-fewer = { $now }, { $count } fewer
changed-empty = now empty: { $cells }
and-more = { $cells } and { $rest } more
on = { $top } on { $below }
nothing = nothing
blank = (blank)
a-number = a number
where-is = { $piece }: { $cells }
legal-count = { $count ->
    [one] 1 legal action
   *[other] { $count } legal actions
}
and-help = { $reason }; { $help }
unknown-words = "{ $words }" means nothing here ({ $reason }); ? for help
no-such-place = there is no cell, row or column { $place }
not-done = not done: { $rest }
quiet = quiet: board shows the board
loud = the board is shown after each action
type-here = type it right here
only-on-screen = that needs the whole screen: play without --text

## Hints
outlook-on = it is marked when this can no longer be won
outlook-off = it is not marked when this can no longer be won
outlook-on-heard = it is said when a piece can never be where it is wanted
outlook-off-heard = it is not said when a piece can never be where it is wanted
outlook-lost = can no longer be won
advice-sought = looking for a hint… (Esc: never mind)
advice-sought-shared = looking for a hint…
advice-dropped = no hint, then
advice-at = { $action } ({ $cells })
advice-next = { $count ->
    [one] hint: { $action }, and it is won
   *[other] hint: { $action } (the first of { $count } actions to a win)
}
advice-points = { $count ->
    [one] hint: { $action }, which ends it; points: { $points }
   *[other] hint: { $action } (the first of { $count } actions to a score of { $points }, the most found)
}
advice-later = hint: then { $action } ({ $step } of { $count })
advice-lost = this can no longer be won: that was proved. { $key } takes back
advice-dead = { $count ->
    [one] this can no longer be won: the { $piece } at { $cells } can never be where it is wanted. { $key } takes back
   *[other] this can no longer be won: what is at { $cells } can never be where it is wanted. { $key } takes back
}
advice-follow = { $hint }. { $key } plays it
advice-follow-first = { $hint }. { $key } plays the first
no-hint-to-follow = no hint is shown: { $key } shows one
word-hint = hint
word-follow = follow
advice-late = no hint: nothing was found in the time that a hint may take
advice-too-hard = no hint: this is too much to search
advice-chance = no hint: chance decides what comes next
advice-no-win = no hint: nothing in this game wins it
advice-unsuited = no hint: the one who was asked cannot play this game
advice-best = hint: { $action }
advice-then = hint: then { $action } is expected
advice-fails = no hint: the rules went wrong while one was looked for

## Opponents
strength-easy = easy
strength-medium = medium
strength-hard = hard
strength-nodes = { $nodes ->
    [one] 1 node
   *[other] { $nodes } nodes
}
opponent-acts = it is { $player }'s turn
opponent-leaves = the opponent has left ({ $reason }): go on with both sides
heading-against = {"  "}({ $player }: you, against { $names })
heading-shared = {"  "}(against { $names })
heading-watch = {"  "}({ $names })
is-thinking = { $player } is thinking…
won-against = you win against { $names }: { $outcome }
lost-against = you lose against { $names }: { $outcome }
drawn-against = nobody wins, you or { $names }: { $outcome }
turned = it turned at action { $number }, { $player }: { $action } (chances from { $before } % to { $after } %)

## The end
outcome-you-win = you win
outcome-you-lose = you lose
outcome-wins = { $player } wins
outcome-loses = { $player } loses
outcome-draw = a draw
outcome-ended = the game is over
outcome-points = { $outcome }: { $points }
outcome-result = { $outcome } ({ $result })
caught = at { $cell }: { $contents } instead of { $piece }
next-level = next level?
play-again = play again?
asked-briefly = { $question } Enter
asked = { $question } Enter: yes, { $key }: no
asked-of-all = { $question } yes or no

## Help
help-title = Help: { $game }
help-actions = What you can do
help-keys = Keys
help-mouse = Mouse
help-pieces = On the board
help-rules = The rules, as they are written for the program
help-id = The same game for a friend (I copies its id)
takes-direction = (a direction)
takes-cell = (a cell)
takes-column = (a column)
takes-row = (a row)
passes-by-itself = pass: by itself, when nothing else can be done
mouse-cell = click a cell to choose it
mouse-two = click two cells one after another, or drag from one to the other
mouse-walk = click where to go
mouse-paint = click a cell to change what is in it
page-place = { $line } of { $count } lines

help-words-title = Words
help-words-levels = next, previous, level N, levels: another level
help-words =
    undo, redo, restart, save, id, quit (or q)
    legal: what can be done; legend: what each letter means
    board: the board; look c5, look c, look 5: a cell, a column, a row
    where, where NAME: where pieces are
    hint: how to go on; again: the action after it; follow: do it
    moves: what was done so far
    quiet, loud: the board only when it is asked for, or after each action
    A cell or an action can be typed, several separated by commas.

## Commands
command-choose = choose the cell
command-paint = change what is in the cell, while nothing runs
command-point = move the cursor
command-undo = undo
command-redo = redo
command-restart = restart (can be undone)
command-next-level = next level
command-previous-level = previous level
command-unsolved = next level not solved yet
command-levels = choose from a list of levels
command-choices = mark what can be chosen
command-choices-told = what can be done
command-follow = play the hint that is shown
command-history = a list of what was done
command-slower = slower, where it goes on by itself
command-faster = faster
command-outlook = the mark when a game can no longer be won, or none
command-hint = a hint: the next action; again: the one after
command-type-line = type a line: a word, a cell, an action
command-go-on = go on by itself: the last action again and again
command-type = type a cell or column, such as e6
command-trace = why did that happen? the rules that fired
command-save = save to a file
command-options = a new game, with its size, options, level or seed chosen
command-copy = copy the id of this game for a friend
command-glyphs = other glyphs
command-turn = turn the board round
command-help = this help
command-leave = leave

## The trace
trace-title = What { $action } did
trace-place = rule { $step } of { $count }
trace-before = before
nothing-to-trace = there is no action to explain yet

## Words
action-pass = pass
direction-up = up
direction-down = down
direction-left = left
direction-right = right
direction-up-left = up-left
direction-up-right = up-right
direction-down-left = down-left
direction-down-right = down-right
key-arrows = arrows
key-up = Up
key-down = Down
key-left = Left
key-right = Right
key-space = Space
key-enter = Enter
key-tab = Tab
key-escape = Esc
key-backspace = Backspace
key-page-up = PgUp
key-page-down = PgDn
key-home = Home
key-end = End
key-letters = letters

## What is kept
progress-solved = { $solved } of { $count } solved
progress-level = at level { $level }
level-best = { $moves ->
    [one] 1 move
   *[other] { $moves } moves
}
progress-ply = at move { $ply }
progress-score = best { $score }
progress-stage = stage { $stage }
progress-moves = { $moves ->
    [one] won in 1 move
   *[other] won in { $moves } moves
}
progress-won = won
thinking = thinking… Esc stops, q leaves
stopped = stopped; the game is as it was
watched-file-gone = { $path } is gone; the game goes on as it was read last
not-kept = not saved!
cannot-resume = the game that waited cannot be gone on with: { $reason }
store-read-only = progress is not saved: the data folder is read-only: { $folder }
store-busy = progress is not saved: another program holds the file in { $folder }
store-full = progress is not saved: the disk is full: { $folder }
store-corrupt = progress is not saved: the progress file is damaged, and is left as it is: { $folder }
store-foreign = progress is not saved: the progress file is no file of Masume, and is left as it is: { $folder }
store-newer = progress is not saved: the progress file is of a newer version of Masume: { $folder }
store-no-folder = progress is not saved: the system names no folder for data
store-because = { $trouble } ({ $reason })
store-cannot-open = progress is not saved: the data folder cannot be used: { $folder }
store-full-here = progress is not saved: the browser has no room left
store-fails-here = progress is not saved: the browser failed to write it
store-refused = progress is not saved: this browser window keeps nothing
store-fails = progress is not saved: the file cannot be read or written: { $folder }
rebuilt-everything = read again: everything is as it was
rebuilt-position = read again: the position is kept, and is the beginning now
rebuilt-replayed = read again: { $done } of { $count } actions could be done again
rebuilt-nothing = read again, from the beginning
replay-keys = Space stops and goes on
cannot-read = cannot read { $path }

## Why not
reason-not-a-save = this is no save of Masume
reason-newer-format = the save was written by a newer version (format { $found })
reason-too-large = the save is too large
reason-truncated = the save is cut off: its end is missing
reason-line = line { $number } of the save cannot be read (expected { $expected })
reason-edited = the save was changed after it was written
reason-other-game = the save is of another game: { $found }, not { $expected }
reason-other-version = the save is of another version of { $title }
reason-opponent = the save has an opponent for { $player }, who has no seat in this game
reason-other-levels = the save was played on other levels
reason-setup = the save cannot be begun: { $reason }
reason-other-setup = the save says { $found }, and the game { $expected }
reason-start = the first board of the save cannot be read ({ $reason })
reason-illegal = action { $number } of the save, "{ $action }", cannot be done ({ $reason })
reason-run = the rules went wrong in action { $number } of the save, "{ $action }"
reason-no-option = the game has no option { $name }
reason-bad-option = the option { $name } cannot be { $found } (expected { $expected })
reason-size = the board cannot have this size ({ $reason })
reason-no-solver = it was dealt with a solver, which this program does not have
reason-no-level = there is no level { $asked }; the last is { $count }
reason-level = level { $number } cannot be played ({ $reason })
reason-run-start = the rules went wrong at the beginning ({ $reason })
reason-not-permitted = writing is not permitted here
reason-read-only = the folder is read-only
reason-exists = it is there already
reason-disk-full = the disk is full

## The command line
usage-unknown-word = there is no command or game `{ $word }`
usage-lists = `masume --help` lists the commands, `masume list` the games
usage-unknown-argument = there is no option `{ $argument }` here
usage-bad-value = `{ $value }` is no value of `{ $argument }`
usage-no-value = `{ $argument }` needs a value
usage-missing = what is missing: { $argument }
usage-no-command = a command is missing
usage-conflict = these cannot be used together: { $arguments }
usage-twice = { $arguments } can be given once only
usage-not-text = an argument is not UTF-8 text
usage-values = `{ $argument }` has another number of values
usage-is = usage: { $usage }
did-you-mean = did you mean { $names }?
or = { " " }or{ " " }
expected-size = expected columns x rows, each at least 1, such as 10x8
expected-assignment = expected a name, `=` and a value, such as two=75%
expected-positive = expected a number above 0
expected-agent = expected easy, medium, hard, or a number of nodes, or one of { $names } with `:` and one of these
expected-memory = expected an amount of memory such as 500M or 8G
expected-whole = expected a whole number from { $least } to { $most }
expected-one-of = expected one of { $values }

## The manual
man-masume-data = the folder in which progress, results, statistics and settings are kept
man-xdg-data-home = without MASUME_DATA they are kept in the folder masume of this one; by default this is ~/.local/share
man-lang = the first of these that is set and not empty is the language, where --locale does not say it: ja for Japanese, else English
man-no-color = set and not empty: no colours
man-clicolor = CLICOLOR=0: no colours; CLICOLOR_FORCE set and not 0: colours all the same
man-colorterm = truecolor or 24bit: all colours
man-term = the terminal; dumb: lines of text in place of the whole screen
man-wt-session = set by Windows Terminal, which has all colours
man-complete = set by the script of `masume completions`, which asks for the rest of a word
man-progress = progress, results, statistics and settings; in another folder where MASUME_DATA or XDG_DATA_HOME says so
man-games = games that `masume drive` kept without being told where
man-save = a game that was saved, in the folder in which the program was started; `masume replay` shows it

## What commands print
text-menu-question = Masume: which game? A number or a name, or q to quit.
text-menu-help = a number from 1 to { $count }, a name, or q to quit
text-menu-unknown = There is no game `{ $name }`: { $help }
explain-nothing = { $title } on { $columns } x { $rows }: nothing is slow
explain-slow = { $title } on { $columns } x { $rows }: { $count ->
    [one] one thing is slow
   *[other] { $count } things are slow
}
explain-place = { $parts } (line { $line })
explain-whole = the whole game
explain-more = and { $count } more
explain-details = With `--rule NAME` or `--code`: what becomes of the rules when they run.
explain-facts = { $title } on { $columns } x { $rows }: what the rules show a search
fact-yes = yes
fact-no = no{"  "}
fact-kind-live = not everything is read
fact-kind-fixed = layers that stay
fact-kind-certain = no chance
fact-kind-symmetry = symmetry
fact-kind-operators = rules are operators
fact-kind-single = one of each
fact-kind-progress = one way only
fact-kind-invariant = a sum that stays
fact-kind-commute = any order will do
fact-kind-walker = a walker
fact-kind-region = steps can be taken back
fact-kind-movers = things are moved one by one
fact-kind-relaxed = less in the way never harms
fact-kind-frozen = what cannot move again is lost
fact-kind-enclosed = closed-off parts come first
fact-kind-slides = things slide into one gap
fact-kind-pairs = equal things are taken in pairs
fact-because-not-read = these are no part of a position: { $names }
fact-because-all-read = every number is read
fact-because-not-written = nothing changes on { $names }
fact-because-all-written = every layer is changed
fact-because-no-draw = nothing draws
fact-because-draws = chance decides in play
fact-because-images = { $count ->
    [one] turned or mirrored in one way, everything goes on alike
   *[other] turned or mirrored in { $count } ways, everything goes on alike
 }
fact-because-no-image = turned or mirrored, something would be done in another way or lie elsewhere
fact-because-operators = { $count ->
    [one] 1 place of a rule can be used
   *[other] { $count } places of rules can be used
}
fact-because-many-contents = a layer can hold more than 63 different things
fact-because-no-fixed-length = a rule has no fixed length
fact-because-more-than-places = something depends on more than what lies where
fact-because-too-many = there would be too many operators
fact-because-needs-memory = finding it out takes more memory than there is for it
fact-because-needs-work = finding it out takes more work than there is for it
fact-because-stopped = it was stopped
fact-because-no-operators = the rules are no operators
fact-because-one-of-each = there is always one cell with { $names }
fact-because-none-single = of everything there may be none, or several
fact-because-fewer = every action leaves fewer on { $names }
fact-because-more = every action leaves more on { $names }
fact-because-no-direction = on no layer does every action leave fewer, or every action more
fact-because-sum-stays = { $count ->
    [one] 1 parity stays as it is
   *[other] { $count } parities stay as they are
}
fact-because-no-sum-stays = every parity of what lies where can be changed
fact-because-exchanges = every action exchanges what lies on its places
fact-because-depends = what some action does depends on what lies there
fact-because-walker-is = { $names }
fact-because-no-walker = no piece is always one, and where every action goes from
fact-because-needs-walker = there is no walker
fact-because-steps-back = from where a step leads, a step leads back
fact-because-no-step-back = some step cannot be taken back
fact-because-moved-one-by-one = { $names }
fact-because-not-one-by-one = some action moves several things, makes one or takes one away
fact-because-needs-room-only = moves need what they move, and room
fact-because-needs-things = some move needs another thing to lie somewhere
fact-because-all-wanted = a win wants every { $names } somewhere
fact-because-left-over = a win leaves some of them anywhere
fact-because-one-gap = on { $names }
fact-because-not-one-gap = on no layer does every action move one thing into the only gap
fact-because-taken-in-pairs = nothing else happens
fact-because-not-in-pairs = more happens than that two equal things are taken, or something else does
check-nothing = no mistakes found
check-errors = { $count ->
    [one] 1 error
   *[other] { $count } errors
}
check-warnings = { $count ->
    [one] 1 warning
   *[other] { $count } warnings
}
new-wrote = wrote { $path }
new-play = play it
new-check = look for mistakes
playout-games = games
playout-length = mean length
playout-plies = { $plies } plies
playout-won = won
playout-won-by = won by { $player }
playout-lost = lost
playout-lost-by = lost by { $player }
playout-drawn = drawn
playout-ended = ended
playout-unfinished = unfinished
playout-score = mean score
playout-score-by = mean score of { $player }
playout-speed = games a second
playout-by-the-clock = { $speed } (by the clock on the wall)
solve-won = won in { $count ->
    [one] 1 action
   *[other] { $count } actions
}
solve-won-least = won in { $count ->
    [one] 1 action
   *[other] { $count } actions
}, the least
solve-won-already = won from the beginning
solve-over-already = over from the beginning, and not won
solve-unplayable = cannot be played ({ $reason })
solve-scored = { $points ->
    [one] 1 point
   *[other] { $points } points
} in { $count ->
    [one] 1 action
   *[other] { $count } actions
}, the most found
solve-most = { $points ->
    [one] 1 point
   *[other] { $points } points
} in { $count ->
    [one] 1 action
   *[other] { $count } actions
}; no line has more
solve-impossible-proved = cannot be won (proved by what stays the same)
solve-impossible = cannot be won (proved by { $count ->
    [one] 1 state
   *[other] { $count } states
})
solve-gave-up = gave up: { $limit }
solve-limit-nodes = all nodes of the budget are used
solve-limit-seconds = the time is over
solve-limit-memory = the memory is used
solve-limit-players = the game is not for two players
solve-limit-board = the board is too large for compiled rules
solve-limit-actions = a position has too many actions to be searched
solve-limit-stopped = stopped
solve-limit-chance = what chance decides is not followed
solve-limit-proof = nothing was found, and a proof would be too large
solve-limit-unconfirmed = a line was found that the reference executor does not confirm
solve-limit-endless = games can go on for too long to be followed to their end
solve-limit-end = no line ends the game
solve-limit-cost = this value does not only rise
solve-limit-rules = the rules went wrong: { $reason }
solve-wins = { $player } wins if nobody errs
solve-wins-by = { $player } wins by { $points } if nobody errs
solve-drawn = a draw if nobody errs
solve-value-help = `--seconds`, `--nodes` and `--memory` allow more, a smaller `--board` or a later `--state` needs less; `masume play --opponent` plays without it
solve-for-one = `--optimal` and `--proof` are for games for one
solve-took = { $count ->
    [one] 1 node
   *[other] { $nodes } nodes
}, { $seconds } s
solve-line = { $name }: { $said } ({ $took })
solve-level = level { $number }
solve-summary = { $won } won, { $impossible } cannot be won, { $gave-up } given up ({ $nodes ->
    [one] 1 node
   *[other] { $nodes } nodes
}, { $seconds } s)
solve-summary-scored = ; { $count } with the most points found
solve-summary-over = ; { $count } over from the beginning
solve-summary-unplayable = ; { $count } cannot be played
solve-progress = { $name }: { $nodes ->
    [one] 1 node
   *[other] { $nodes } nodes
}, { $memory } MB
solve-progress-nearest = { $name }: { $nodes ->
    [one] 1 node
   *[other] { $nodes } nodes
}, { $memory } MB, nearest to a win: { $nearest }
solve-players = a game for { $count } players cannot be solved for one of them
solve-players-help = `masume play --opponent` plays against you, `masume watch` shows agents at play
no-opponents = this game is for one: nobody plays against you
no-opponents-help = `--autoplay` shows how it is played
no-such-side = there is no player `{ $side }` in this game: { $names }
solve-no-win = nothing in the rules of this game wins it
solve-no-points = this game counts no points
solve-no-win-help = `masume play --autoplay` shows how an agent plays; a puzzle says in a `win when` what to reach
generate-level = difficulty { $difficulty }: { $steps ->
    [one] 1 step
   *[other] { $steps } steps
}, { $actions ->
    [one] 1 action
   *[other] { $actions } actions
}, { $nodes ->
    [one] 1 node
   *[other] { $nodes } nodes
}, { $choices } choices, { $dead } % dead ends
generate-progress = { $count ->
    [one] 1 level
   *[other] { $count } levels
}, the hardest of difficulty { $difficulty }; { $nodes ->
    [one] 1 node
   *[other] { $nodes } nodes
}
generate-none = no level was found: more time, another size or other pieces may help
generate-no-levels = nothing is known of what levels of this game are made of
generate-no-levels-help = it is learnt from levels that the solver wins: the game's own, or those of --levels
generate-size = a board of this size cannot be, or has no room for so many pieces
rate-level = level
rate-difficulty = difficulty
rate-steps = steps
rate-actions = actions
rate-nodes = nodes
rate-choices = choices
rate-dead-ends = dead ends
rate-won = won
rate-impossible = cannot be won
solve-over = the game is over in this state, and was not won
solve-no-value = this game has no value `{ $name }`
solve-values = least of what can be asked for: { $values }
solve-one-proof = a proof is of one level: choose it with `--level`
solve-no-proof = no proof was written: the level was not shown to be unwinnable
verify-holds = the proof holds: this cannot be won
verify-fails = the proof does not hold: { $reason }
verify-text = line { $line } of it is not as it was written
verify-other-game = it is about other rules than those of this game, or other options
verify-forgets = it leaves out what may matter
verify-other-level = it begins on another board than level { $level }
verify-over = the game is over where it begins
verify-no-start = where it begins is not among its states
verify-wins = one of its states leads to a win
verify-open = one of its states leads to one that is not among them
verify-changes = a rule may change what it says stays the same
verify-rules = the rules went wrong in one of its states

## What is wrong, on the command line
bad-id = `{ $id }` cannot be read as an id: { $reason }
id-looks = an id looks like `2048:5x5,two=75%#4` or `sokoban/3`
no-such-game = there is no game `{ $name }`
own-game-by-text = A game of your own is opened from its text; its saves and ids are read there
list-lists = `masume list` lists the games; a file is given by its path
no-option = the game has no option `{ $name }`
has-no-options = it has no options
its-options = its options: { $options }
bad-option = `{ $found }` is no value of the option `{ $name }`
expected = expected { $expected }
a-number-between = a number from { $least } to { $most }
a-percentage-between = a percentage from { $least } to { $most }
no-level = there is no level { $asked }
level-count = { $count ->
    [0] the game has no levels
    [one] there is one level
   *[other] there are levels 1 to { $count }
}
unplayable-level = level { $number } cannot be played
cannot-read-because = cannot read `{ $path }`: { $reason }
cannot-write = cannot write `{ $path }`: { $reason }
no-such-file = there is no such file
is-a-directory = it is a directory
permission-denied = permission denied
file-too-large = `{ $path }` is too large: more than { $bound } bytes
not-utf8 = `{ $path }` is not UTF-8 text
not-utf8-at = byte { $byte } at line { $line }, column { $column }
not-utf8-help = open it in an editor and save it as UTF-8 text
one-standard-input = standard input cannot hold both the state and the actions
action-unknown = action { $number } of { $count }: { $reason }
action-too-late = action { $number } of { $count }: `{ $action }`, but the game is over
action-illegal = action { $number } of { $count }: `{ $action }` is not legal here
action-failed = action { $number } of { $count }: `{ $action }` could not be done
actions-too-late = no action: the game is over
ended-with = it ended with: { $outcome }
legal-none = no action is legal
file-is-save = `{ $path }` is a save of a game, not a game
file-is-play = `{ $path }` is a play as players write it, not a game
file-is-levels = `{ $path }` has levels, and is no game
file-is-read-by = `{ $command }` reads it
moves-cannot = this notation cannot say what was done
moves-begin-elsewhere = these moves do not begin where every play does: with `--state` they are read again
position-cannot = this notation cannot say what is on the board
legal-are = legal: { $actions }
legal-some = legal: { $actions }, and { $rest } more
no-such-action = there is no action { $number }: the save has { $count }
save-of-unknown = the save is of a game called `{ $name }`
game-says-where = `--game FILE` says where the game is
file-exists = there is a file `{ $path }` already
choose-other-name = choose another name: it was left as it is
no-such-folder = there is no such folder
no-such-rule = there is no rule `{ $name }`
has-no-rules = the game has no rules
its-rules = its rules are in: { $places }
no-such-error = there is no error `{ $code }`
codes-look = codes look like E0207
no-such-command = there is no command `{ $name }`
help-lists-commands = `masume --help` lists them
bad-game-name = `{ $name }` cannot be a game's name
good-game-name = use letters, digits, hyphens and blanks, such as tea-time
no-such-shell = there is no such shell
no-single-keys = the terminal cannot be read key by key
cannot-write-output = cannot write the output: { $reason }
cannot-use-terminal = the terminal cannot be used: { $reason }
other-executor = `{ $runs }` runs the rules: the board has { $cells } cells, `{ $asked }` serves at most { $most }
complaint-error = error
complaint-note = note
complaint-help = help

## Agents and programs that play
expected-openings = expected `random:` and the number of plies, at most 1000
expected-listed = expected one of the words that are listed
expected-sprt = expected two numbers with `:` between them, the lesser first
agent-unsuited = the agent `{ $agent }` cannot play this game
agent-needs-opponents = it needs a game for two players or more
agent-needs-two = it needs a game for two players
agent-needs-numbers = it needs a game for one player with numbers on the board, in which nothing but points counts
agent-needs-danger = it needs a game for one player who can lose, in which some actions leave something to chance and others do not
agent-needs-no-chance = it needs a game in which chance decides nothing after the beginning
bot-protocol = this protocol cannot speak of this game
bot-protocol-help = `gtp` and `nboard` are for two players who only choose cells (`nboard` on 8 x 8); `json` and `ugi` are for every game
drive-no-player = this game has no player `{ $name }`
drive-players = its players: { $names }
drive-no-opponents-help = without `--opponent` the program plays alone
watch-too-many = { $agents } agents are named, and this is a game for { $count }
drive-cannot-keep = the game cannot be kept in `{ $path }`: { $reason }
drive-cannot-keep-help = `--save` names a file that is not there yet, in a folder that is
drive-kept-elsewhere = the game is kept in { $file }
drive-resigned = resigned
drive-stopped = stopped
drive-ended = { $ended } after { $plies ->
    [one] 1 ply
   *[other] { $plies } plies
}; kept in { $file }
drive-scores = score: { $scores }
match-players = a match is between two sides, and this is a game for { $count }
match-no-agent = `{ $found }` is no agent
match-agents = an agent is `easy`, `medium`, `hard`, a number of nodes, or a kind such as `uct:2000`; a command has a blank in it, or `json:`, `gtp:` or `nboard:` before it
match-result = { $one } against { $other }: { $won } won, { $drawn } drawn, { $lost } lost of { $games }: { $percent } % ± { $percent-error }
match-elo = Elo { $elo } ± { $error }
match-elo-least = every game won: Elo at least { $elo } (95 %)
match-elo-most = every game lost: Elo at most { $elo } (95 %)
match-more-kept = { $kept } games are kept there, more than the { $games } asked for: all of them count
match-faults = { $count ->
    [one] 1 game was
   *[other] { $count } games were
} ended by a side that failed
match-failed = game { $game }: { $side } (`{ $command }`): { $reason }
match-not-begun = { $side } (`{ $command }`): { $reason }
match-last-words = the end of its standard error:
    { $text }
match-no-last-words = it wrote nothing to its standard error
match-sprt-accepted = better by { $high } Elo rather than by { $low } (log-likelihood ratio { $llr })
match-sprt-rejected = better by { $low } Elo rather than by { $high } (log-likelihood ratio { $llr })
match-sprt-open = not clear yet whether better by { $low } or by { $high } Elo (log-likelihood ratio { $llr })
match-stopped = stopped before the end
match-progress = { $done } of { $games }: { $won } won, { $drawn } drawn, { $lost } lost
match-cannot-write = cannot write to `{ $path }`: { $reason }
match-write-failed = the system refused
match-other = `{ $path }` belongs to another match
match-left = left
match-stuck = nobody can act
fault-not-started = the program cannot be started: { $reason }
fault-late = the program did not answer within { $seconds } s
fault-died = the program ended with status { $status }
fault-killed = the program was ended by signal { $signal }
fault-output-closed = the program closed its output
fault-too-long = the program wrote a line of more than 1 MiB
fault-flood = the program wrote too many lines without choosing
fault-rubbish = the program wrote what is not of the protocol: { $line }
fault-illegal = the program chose what is not legal: { $action }
fault-out-of-turn = the program wrote before it was asked: { $line }
fault-wrong-ply = the program answered for ply { $answered }, and was asked about ply { $asked }
fault-refused = the program refuses to go on: { $reason }
fault-unplayable = the program refuses to begin: { $refused }
fault-unplayable-help = choose a size that it plays, with `--board`, or start it so that it plays this one
fault-rules = the rules went wrong: { $reason }
fault-stopped = stopped before it was chosen
explain-agent = { $title } is played by the agent `{ $agent }`
explain-agent-level = { $level }: { $nodes ->
    [one] 1 node
   *[other] { $nodes } nodes
} an action
explain-agent-clock = { $level }: as many nodes as there is time for, a second if nothing else is said
agent-does-random = Any legal action is done.
agent-does-greedy = The action is done whose result looks best at once.
agent-does-flat = Random games are played after every action.
agent-does-uct = Random games are played, more of them where they went well (UCT); what is won or lost for certain is proved.
agent-does-pvs = It looks ahead at what follows if both do their best (principal variation search), judged by pieces, places, points and what there is to do.
agent-does-expectimax = It looks ahead at what follows if chance does what it does (expectimax), judged by room, pairs and order of the numbers on the board.
agent-does-survival = It plans what can be reached by actions without luck; where that is not enough, it tries its luck from where most of it is good.
agent-because-asked = It was asked for.
agent-because-pieces = The players move pieces of their own: positions are easier to judge than to play on at random.
agent-because-turns = Players take turns and nothing is left to chance: how random games end says more than a look at the board.
agent-because-chance = Chance has a part in what follows an action: random games average it out.
agent-because-numbers = One player, numbers on the board and chance after every action: how long a game will go on can be seen.
agent-because-danger = One player, who can lose, and most actions leave nothing to chance.
agent-because-alone = One player: random games tell which action leads to the most.
agent-beside-threats = Beside it wins by threats that must be met are looked for (proof-number search).
agent-beside-ends = Beside it the end is searched for where it is near: what is found there is certain.
tune-done = weights from { $positions ->
    [one] 1 position
   *[other] { $positions } positions
} written to { $file }
tune-result = the opponent `medium` with them against the one without: { $won } won, { $drawn } drawn, { $lost } lost of { $games }: { $percent } % ± { $percent-error } %
tune-better = they help
tune-worse = they do harm
tune-unclear = it is not clear whether they help; more games tell (`--check`)
tune-not-measured = whether they help was not measured
tune-progress = { $done } of { $games } games
weights-unreadable = `{ $path }` holds no weights for this game: { $reason }
weights-of-other-rules = the weights in `{ $path }` are for other rules ({ $reason })

# The service.
serve-too-long = the question is longer than { $most } bytes
serve-not-text = the question is not UTF-8
serve-no-question = this is no question: { $reason }
serve-schema = questions are described in spec/service.schema.json
serve-no-game = no game is being played
serve-load-first = load one first: {"{"}"ask": {"{"}"load": {"{"}"name": "sokoban"{"}"}{"}"}{"}"}
serve-no-player = no player is called `{ $player }`
serve-no-agent = no agent is called `{ $agent }`
serve-no-language = the language `{ $language }` is not spoken here: `en` or `ja`

## The page
page-menu = Back to the menu
page-language = Language
page-close = Close
page-settings = Settings
page-not-kept = This browser keeps nothing: what you choose here is forgotten when the page is closed.
page-gone = The engine of the page is gone. Load the page again.
page-lost = The engine did not answer any longer: another one is started.
page-found-again = Here you are again; what was kept is on the board.
page-stopped = That took too long and was stopped.
page-theme = Light
page-theme-auto = as the system
page-theme-light = light
page-theme-dark = dark
page-palette = Colours
page-palette-usual = usual
page-palette-safe = for red-green blindness
page-palette-strong = strong contrast
page-motion = Motion
page-motion-auto = as the system
page-motion-off = none
page-pad = Arrows to tap
page-pad-auto = on touch screens
page-pad-on = always
page-pad-off = never
page-actions = Actions
page-solved = { $done } of { $count }
page-tools = Game
page-panel = What happens and what you can do
page-question = A question
page-redo = Redo
page-run = Autoplay
page-pace = Speed
page-searching = Looking for a solution…
page-no-solution = There is no way to win from here.
page-not-solved = No solution was found.
page-new-game = New
page-more = More
page-type = Type an action, a cell or a word
page-do = Do it
page-history = What was done
page-position = action { $position } of { $count }
page-legal = What can be done
page-legal-here = From { $cell }
page-legal-others = Others
page-legal-none-here = Nothing can be done from { $cell }.
page-jump = Go to a cell
page-jump-what = Cell, column or row
page-go = Go
page-no-place = There is no cell, column or row { $place }.
page-no-last = Nothing was changed yet.
page-no-other = There is no other one like this.
page-edge-top = Top edge
page-edge-bottom = Bottom edge
page-edge-left = Left edge
page-edge-right = Right edge
page-copy-link = Copy a link to this position
page-link-copied = The link is in the clipboard.
page-id-copied = In the clipboard: { $text }
page-copy-by-hand = Copy this
page-open-save = Open a saved game
page-link-long = { $file } is too long for a link. It can be saved as a file.
page-link-failed = This browser makes no link to { $file }. It can be saved as a file.
page-link-broken = This link carries no game that can be read.
page-keys = Keys on the board
page-key-arrows = Arrows
page-key-arrows-does = to the next cell; where arrows are moves of the game, hold Shift
page-key-choose = Enter, Space
page-key-choose-does = choose the cell
page-key-row = Home, End
page-key-row-does = first and last cell of the row
page-key-column = Page up, Page down
page-key-column-does = first and last cell of the column
page-key-all = Ctrl with Home, End
page-key-all-does = first and last cell of the board
page-key-last = Alt M
page-key-last-does = to what the last action changed
page-key-legal = Alt L
page-key-legal-does = list what can be done from here
page-key-next = Alt N
page-key-next-does = to the next piece of this kind; with Shift to the one before
page-key-jump = Alt G
page-key-jump-does = to a cell, a column or a row by its name
page-later = There is no sound, no gamepad and no Vim keys in the editor yet.

# A cell, for people who do not see it
cell-label = { $cell }, { $contents }
cell-marked = { $label }, { $mark }
cell-selected = chosen
cell-choosable = can be chosen
cell-hinted = in the hint
cell-fresh = just changed
cell-dead = can never get where it is wanted
why-legal = { $action } can be done now
why-pass = one can pass only where no action can be done
why-condition = the condition of the action does not hold here (line { $line }: `{ $text }`)
why-unmet = what the action requires does not hold here (line { $line }: `{ $text }`)
why-nothing-changes = its rules change nothing here (line { $line }: `{ $text }`)
declared-on-line = declared on line { $line }
in-chapter = from the specification, chapter { $chapter }
no-such-chapter = the specification has no chapter { $name }
answer-yes = yes
answer-no = no
answer-go-on = go on
answer-anew = begin anew
answer-other = another one that waits
command-first = back to the start
command-last = on to the end
command-back = back
page-engine-ended = the game took too long or ended by a fault, and goes on from what was kept last
page-search-stopped = stopped

# The page and its server
web-cannot-listen = the page cannot be served: { $reason }
web-no-browser = no browser could be opened: open the address in one
web-no-input = the page writes the game that it shows, so that it needs a file
page-file-changed = `{ $file }` was changed by another program meanwhile, and is as that program left it
page-write-again = write again to put this text in its place
page-file-unread = `{ $file }` cannot be read: { $reason }
page-file-unwritten = `{ $file }` could not be written: { $reason }
page-no-file = no file is open: `masume web my-game.masu` opens one

# Writing a game on the page
page-game-text = Text of the game
page-tab-text = Text
page-tab-game = Game
page-tools-text = What to do with the text
page-write = Write
page-written = `{ $file }` is written.
page-unwritten = not written yet
page-format = Format
page-trace = Trace
page-versions = Versions
page-plain = Plain field
page-share = Share
page-share-play = Copy a link to play
page-share-edit = Copy a link to edit
page-share-text = Save the text as a file
page-no-errors = No errors
page-errors = { $count } to mend; the board shows the last text without errors
page-tried = It can be played, and this goes wrong then
page-step-back = Back
page-step-on = On
page-before-rules = before the rules
page-changed-nothing = changed nothing
page-board-then = The board then
page-refused = Refused
page-to-line = Line { $line }
page-line-count = { $count } lines
page-no-versions = No version is kept: this browser keeps nothing.
page-kept-here = The text is kept in this browser. Share saves it as a file.
page-draft = This is your last text of this game. The text that it began with is among the versions.
page-begin-anew = Begin another game
page-edit = Edit
page-manual = Manual
page-manual-contents = Contents of the manual
page-manual-search = Search the manual
page-manual-games = Games to read and change
page-manual-chapters = The language
page-manual-hits = { $count } places
page-example = Open in the editor
page-example-wrong = Open in the editor, with its mistakes
page-welcome = Help says how this is played.
page-write-new = Write a game
page-hop = F6
page-hop-does = between the text and the board
page-levels = Levels
page-no-levels = The text has no levels.
page-solve-levels = Solve all levels
page-stop-solving = Stop
page-verdict-won = { $actions } actions win
page-verdict-impossible = cannot be won
page-verdict-points = { $points } points with { $actions } actions
page-verdict-unknown = not decided: { $reason }
page-verdict-rated = { $verdict }; difficulty { $difficulty }
page-flood = Fill
page-wider = + column
page-narrower = − column
page-higher = + row
page-lower = − row
page-copy-level = + level like this
page-first-level = + level
page-palette-of-pieces = What to draw
options-size = size of the board
language-name = English
about-title = About
about-program = Masume { $version }: games whose rules are regular expressions over the lines of a board.
about-licence = It may be used, changed and passed on under the Apache licence 2.0 or the MIT licence.
no-notation = this game has no notation of letters
said-too-long = that is longer than { $most } bytes, which is the most that is heard at a time
only-in-text = only a face without a board does that
page-export = Export as one file
page-export-zip = Export as an archive for a site
page-film = Export the play as a moving picture
page-film-drawn = The picture is being drawn.
page-film-done = The picture shows { $count } positions.
page-film-long = The play is too long for one picture.
page-copy-position = Copy the position as text
page-position-copied = The position is in the clipboard.
page-too-large = { $file } is too large to be read.
page-needs-game = { $file } holds no game and no save. Levels, positions and solutions are taken where their game is open.
page-not-taken = { $file } was not taken: this has to be mended first.
page-doubts = { $file } was taken. This may be meant otherwise there:
page-explain = What { $code } means
page-address = Load from an address
page-address-what = Address of a game, of levels or of a save, beginning with https://
page-address-bad = This is no address that begins with https://.
page-address-ask = Ask { $site } for this text? That site learns your network address. At most 1 MiB is read, and nothing in it is run but the rules of a game.
page-address-yes = Load
page-address-no = Do not load
page-address-failed = { $site } gave no text: the address is wrong, or that site gives its texts to no other page.
page-no-export = This program was built without the page as one file
export-no-player = this program was built without the page that an exported game lies in
export-make-player = `cargo xtask site` makes it as web/built/player.html: build this program again, or say --player web/built/player.html
export-no-place = { $path } is no page that a game can be put into
export-no-game = there is no game in { $path }

# In a chat.
chat-usage =
    masume sokoban 3: a game, and its level; without a number a level is drawn
    masume 2048 5x5: on a board of this size
    masume othello vs @name, masume othello vs medium: against somebody, or an agent
    masume list: the games
    masume help sokoban: how a game is played
    masume language ja: the language of this room
    masume pictures off: large boards in letters, too
    An answer to a board is a move: f5, c2 f5, undo, restart, hint, next, levels, help.
    A message with `masume` and the text of a game plays that game.
chat-games = Games:
chat-unknown = `{ $word }` is not understood here; `masume help` says what is
chat-language = This room is spoken to in English.
chat-pictures = Large boards are shown as pictures in this room.
chat-no-pictures = All boards are shown in letters in this room.
chat-next = next
chat-seat = { $player }: { $who }
chat-seat-taken = { $who }: that seat is taken
chat-others-turn = { $who }: it is the other's turn
chat-moved = This game goes on in a newer message.
chat-without-program =
    this needs the program masume-{ $name }, beside this one or where programs are found: `cargo install --path crates/{ $name }` builds it
chat-without-settings = lines of JSON need no settings: leave `--config` out
chat-too-large = a game that is sent as a message has at most { $most } cells, and begins quickly
