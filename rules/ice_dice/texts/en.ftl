# Ice Dice in English, for the service, the terminal and the page. See docs/texts.md.

title = Ice Dice
summary = Three dice and 36 numbered tokens in six colours. Calculate with the dice to make a number and shift its token from the big board to the medium one; then make a different number with the same dice and take that token. Tokens, different colours and the most tokens of a colour give points. When 8 tokens or fewer are left on the big board, the round is completed.

## Options

option-variant = Which tokens are used, which side is up, and which signs are allowed.
option-variant-standard = Standard
    .about = The numbers 1 to 36, with + − × ÷.
option-variant-young = Young players
    .about = Only the numbers 1 to 18, only with + and −.
option-variant-experienced = Experienced players
    .about = Each token shows a side drawn at random, so some numbers appear twice and others not at all.
option-ties = Who gets the extra points when players tie for a colour.
option-ties-adults = Adults
    .about = Nobody gets the extra points.
option-ties-children = Children
    .about = All tied players get the extra points.
option-reroll_limit = Maximum rerolls per turn. If empty: no limit with a clock, 5 without.

## Boards and tokens

pile-big = Big board
pile-medium = Medium board
token = { $number }
    .text = Line { $line }, { TEXT("colour", $colour) }; on the back: { $back }, { TEXT("colour", $back_colour) }.
colour-red = red
colour-orange = orange
colour-yellow = yellow
colour-green = green
colour-blue = blue
colour-violet = violet

## Moves

move-setup = Place
move-reroll = Reroll
move-shift = Shift
move-take = Take
move-pass = End the turn

command-setup = Place the { $number }
command-reroll =
    { $every ->
        [yes] Reroll all three dice
       *[no] Reroll { EACH("dice-of-a-face", $shown) }
    }
command-shift = Shift the { $number } with { $calculation }
command-take = Take the { $number } with { $calculation }
command-pass = End the turn

## Advice

at-once =
    { $gain ->
        [one] { $gain } point at once
       *[other] { $gain } points at once
    }
advice-shift = { $move }, then take the { $taken }: { at-once }; in the long run { compared }.
advice-take = { $move }: { at-once }; in the long run { compared }.

## Rules

rule-setup = Setup
    .text = The first player places three tokens from three different lines (rows) of the big board on the medium board.
rule-turn = Your turn
    .text = Your turn starts with three rolled dice. Before you shift a token, reroll any of them as often as the table allows: usually five times without a clock, without limit with one. When time runs out, your turn ends; a shifted token stays.
rule-shift = Shift
    .text = Make a number on the big board and shift its token to the medium board.
rule-take = Take
    .text = With the same dice, make a different number that is on the medium board: its token is yours. You may end your turn at any time. A token left on the medium board is free for anyone to take later.
rule-sums = Calculations
    .text = Use two or three dice, each once, with + − × ÷ and brackets. Fractions are allowed on the way; the result must be exactly the number.
rule-points = Points
    .text = 1 per token, 1 per different colour, and 1 extra per token of a colour of which you have more than every other player. If players tie for a colour, nobody gets the extra points (with the children’s rule, all tied players do).
rule-end = The end
    .text = When eight tokens or fewer are left on the big board, the round is completed. The most points win.

## Events

event-board-laid = { COUNT($tokens) } tokens lie on the big board.
event-first-seat-chosen =
    { $draw ->
        [none] { NAME($first) } places the remaining tokens and goes first.
       *[some] { NAME($first) } places three tokens and goes first.
    }
event-token-set-up =
    { $late ->
        [yes] The { $number }, { TEXT("colour", $colour) }, is placed automatically for { NAME($seat) }.
       *[no] { NAME($seat) } places the { $number }, { TEXT("colour", $colour) }.
    }
    .late = The { $number } was placed for you.
event-turn-began = { "" }
event-dice-rolled = { NAME($seat) } rolls { $dice }.
event-dice-rerolled =
    { COUNT($positions) ->
        [one] { NAME($seat) } rerolls { COUNT($positions) } die and has { $dice }.
       *[other] { NAME($seat) } rerolls { COUNT($positions) } dice and has { $dice }.
    }
event-token-shifted = { NAME($seat) } makes { $calculation } = { $number } and shifts the token, { TEXT("colour", $colour) }.
event-token-taken = { NAME($seat) } makes { $calculation } = { $number } and takes the token, { TEXT("colour", $colour) }: { points } in all.
event-turn-passed =
    { $late ->
        [yes] { NAME($seat) }’s turn ends automatically.
       *[no] { NAME($seat) } ends the turn.
    }
    .late = Your turn has ended; a shifted token stays on the medium board.
event-seat-withdrawn = { "" }
event-game-ended =
    { $reason ->
        [eight-left] The round is complete and at most eight tokens are left on the big board: the game is over.
        [stalemate] No token was moved for three rounds: the game is over.
       *[resignation] Only one player is left: the game is over.
    }

## Why the game ended

reason-eight-left = Eight tokens or fewer are left on the big board
reason-stalemate = No token was moved for three rounds

## Refusals

refusal-option-unknown = This game has no such setting. Choose among those of its catalogue.
refusal-option-invalid = A setting is not accepted: the number of rerolls is a whole number from 0 to 20.
refusal-game-over = The game is over. Watch the replay, or play another game.
refusal-not-your-turn = It is another player’s turn. Wait for yours.
refusal-set-up-first = First place three tokens from three different lines.
refusal-already-set-up = The three tokens have been placed. Now make a number with the dice.
refusal-line-used = A token of this line has already been placed. Choose one from another line.
refusal-reroll-too-late = You can reroll only before you shift a token. Take one now, or end the turn.
refusal-reroll-limit = No reroll is left in this turn. Make a number, or end the turn.
refusal-no-dice = Choose at least one die.
refusal-no-such-die = There is no such die. Choose among the three.
refusal-already-shifted = You have already shifted a token this turn. Take one now, or end the turn.
refusal-shift-first = First shift a token from the big board; then you can take one.
refusal-token-not-there = This token is no longer there. Choose another.
refusal-same-number = You have just shifted this number. Take a different one.
refusal-die-used-twice = Use each die only once in a calculation.
refusal-sign-not-allowed = This table uses only + and −. Make the number without × and ÷.
refusal-division-by-zero = The calculation divides by zero. Change it.
refusal-number-wrong = The calculation does not give the number of this token. Change it, or choose another token.
