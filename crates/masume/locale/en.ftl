## The menu
menu-title = Masume
menu-subtitle = grid games from a page of text
menu-keys = Up/Down choose  Enter play  n begin anew  q quit    * a game waits

## Around the board
heading-level = { $game }, level { $level } of { $count }
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
hint-trace = trace
hint-save = save
hint-leave = leave
too-small = Too small: { $found-width } x { $found-height } Needed: { $width } x { $height }
no-room = There is no room for the board: make the window larger.

## What happened
welcome = ? shows the keys
restarted = from the beginning
travelled = at action { $position } of { $count }
passes = { $player } can do nothing and passes
stage = stage { $stage } begins
goal = goal reached; the game goes on
is-illegal = { $action } is not possible here
is-useless = nothing can be done at { $cell }
is-empty = { $cell } is empty
is-over = the game is over
needs-a-cell = "{ $action }" needs a cell: choose one first
selected = { $cell } is chosen: now the second
deselected = { $cell } is no longer chosen
which = which one? { $choices }
unknown-key = { $key } does nothing here; ? for help
pasted = pasted text is not played: keys are pressed one by one
nothing-to-undo = there is nothing to undo
nothing-to-redo = there is nothing to redo
is-the-start = this is the beginning
choices-shown = what can be chosen is marked
choices-are = possible: { $actions }
choices-hidden = marks are hidden
no-such-level = there is no further level
no-levels = the game has no levels
saved = saved as { $path }
cannot-save = cannot save: { $reason }
glyphs-are = glyphs: { $set }
glyphs-ascii = ASCII
glyphs-unicode = Unicode
glyphs-wide = wide

## The end
outcome-you-win = you win
outcome-you-lose = you lose
outcome-wins = { $player } wins
outcome-loses = { $player } loses
outcome-draw = a draw
outcome-ended = the game is over
next-level = next level? y/n
play-again = play again? y/n

## Help
help-title = Help: { $game }
help-actions = What you can do
help-keys = Keys
help-mouse = Mouse
help-pieces = On the board
help-rules = The rules, as they are written
takes-direction = (a direction)
takes-cell = (a cell)
takes-column = (a column)
takes-row = (a row)
passes-by-itself = pass: by itself, when nothing else can be done
mouse-cell = click a cell to choose it
mouse-two = click two cells one after another, or drag from one to the other
mouse-walk = click where to go
page-keys = Up/Down scroll  any other key: back
page-place = { $line } of { $count } lines

## Commands
command-choose = choose the cell
command-point = move the cursor
command-undo = undo
command-redo = redo
command-restart = restart (can be undone)
command-next-level = next level
command-previous-level = previous level
command-unsolved = next level not solved yet
command-choices = mark what can be chosen
command-trace = why did that happen? the rules that fired
command-save = save to a file
command-glyphs = other glyphs
command-help = this help
command-leave = leave

## The trace
trace-title = What { $action } did
trace-place = rule { $step } of { $count }
trace-before = before
trace-keys = Up/Down step by step  any other key: back
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

## What is kept
progress-solved = { $solved } of { $count } solved
progress-level = at level { $level }
progress-score = best { $score }
progress-stage = stage { $stage }
progress-moves = { $moves ->
    [one] won in 1 move
   *[other] won in { $moves } moves
}
progress-won = won
opening = setting up { $game }
not-kept = not saved!
cannot-resume = the game that waited cannot be gone on with: { $reason }
store-read-only = progress cannot be saved: the data folder is read-only
store-busy = progress is not saved: another program holds the file
store-full = progress is not saved: the disk is full
store-corrupt = the progress file is damaged; it is left as it is, and nothing is saved
store-foreign = the progress file is no file of Masume; it is left as it is, and nothing is saved
store-newer = the progress file is of a newer version of Masume; nothing is saved
store-cannot-open = progress is not saved: the data folder cannot be used
store-fails = progress is not saved: the file cannot be read or written
rebuilt-everything = read again: everything is as it was
rebuilt-position = read again: the position is kept, and is the beginning now
rebuilt-replayed = read again: { $done } of { $count } actions could be done again
rebuilt-nothing = read again, from the beginning
film-keys = Space stops and goes on
