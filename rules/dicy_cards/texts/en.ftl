# Dicy Cards in English, for the service, the terminal and the page. See docs/texts.md.

title = Dicy Cards
summary = Six dice, and the same five two-sided cards for every player. Roll, freeze cards to reroll, then score one card: it freezes too. Skip your turn to thaw your cards, but then every other player who has a frozen card thaws one. When a player reaches 100 points, the round is completed and the highest score wins.

## Options

option-mode = The five cards that all players use.
option-mode-glacial = Glacial
    .about = The printed set A: a calm start with one card that affects the neighbours.
option-mode-interglacial = Interglacial
    .about = Five of the twelve cards, drawn at random, the same for every player.
option-mode-custom = Custom
    .about = Any five different cards, chosen when the table is created.
option-mode-beginner = Beginner
    .about = Five cards that do not affect other players.
option-mode-intermediate = Intermediate
    .about = Five cards that need some thought; one of them thaws neighbours’ cards.
option-mode-interactions = Interactions
    .about = Three of the five cards affect other players.
option-cards = The five cards of custom mode, all different.
option-first_seat = The player who goes first in every round.
option-first_seat-random = Random
    .about = Drawn with the table’s dice.
option-first_seat-creator = First seat
    .about = The player in the first seat.

## Cards

card-any-two = Any two
    .text = Any two dice: their sum. Each neighbour freezes an active card of their own choice.
card-all-under-six = All under six
    .text = All six dice, if none shows a 6: their sum.
card-odds = Odds
    .text = One or more dice that show 1, 3 or 5: their sum.
card-straight = Straight
    .text = Two or more dice with consecutive values, each value once: their sum.
card-two-pairs = Two pairs
    .text = Two dice of one value and two of another: the sum of the four.
card-sixes = Sixes
    .text = One or more dice that show a 6: their sum. Each neighbour thaws a frozen card of their own choice.
card-pair-doubled = Pair doubled
    .text = Two dice of the same value: twice their sum.
card-three-lowest = Three lowest
    .text = The three lowest of the six dice: their sum. Every other player freezes an active card of their own choice.
card-different-x4 = Different × 4
    .text = One or more dice, no value twice: 4 points for each die.
card-different-sum = Different sum
    .text = One to five dice, no value twice: their sum.
card-forty-minus = Forty minus
    .text = All six dice: 40 minus their sum.
card-alike-x5 = Alike × 5
    .text = One or more dice of the same value: 5 points for each die.

## Moves

move-roll = Roll
move-reroll = Freeze and reroll
move-score = Score
move-skip = Skip
move-freeze = Freeze
move-reset = Thaw

command-roll = Roll the dice
command-reroll =
    { $every ->
        [yes] Freeze { TEXT("card", $freeze) } and reroll all six dice
       *[no] Freeze { TEXT("card", $freeze) } and reroll { EACH("dice-of-a-face", $shown) }
    }
command-score = Score { TEXT("card", $card) } with { $values } for { points }
command-skip = Skip
command-freeze = Freeze { TEXT("card", $card) }
command-reset = Thaw { TEXT("card", $card) }

## Advice

stake =
    { $unit ->
        [chance] { $now }% to win
       *[points] worth { points } in the long run
    }
instead =
    { $unit ->
        [chance] { $other }%
       *[points] { $other }
    } { $kind ->
        [reroll] with the best reroll
        [roll] by rolling
        [skip] by skipping
       *[score] with { TEXT("card", $card) }
    }
advice-roll = { $move }: { stake }, { instead }.
advice-reroll =
    { $aim ->
        [none] { $move }
       *[other] { $move } for { TEXT("card", $aim) }
    }: { $unit ->
        [chance] { $after }% to win, { $now }% without a reroll.
       *[points] worth { points } in the long run, { $now } without a reroll.
    }
advice-score =
    { $move }: { stake }{ $whom ->
        [nobody] { "" }
        [opponent] { " " }({ $without }% if the other player froze no card)
        [others] { " " }({ $without }% if the other players froze no cards)
       *[neighbours] { " " }({ $without }% if the neighbours froze no cards)
    }, { instead }.
advice-wait = { $move }, without starting the last round: { stake }, { $ending }% if it starts now.
advice-skip =
    { $thawing ->
        [0] { $move }, with no card of yours to thaw
        [one] { $move } to thaw a card
       *[other] { $move } to thaw { $thawing } cards
    }: { stake }, { instead }.
advice-freeze =
    { $best ->
        [yes] { $move }, which you will miss least
       *[no] { $move }
    }: { stake }, { instead }.
advice-reset =
    { $best ->
        [yes] { $move }, which will help you most
       *[no] { $move }
    }: { stake }, { instead }.

## Rules

rule-turn = Your turn
    .text = Roll six dice. Then score one of your active cards with dice that it accepts. This ends your turn.
rule-freeze = Freezing to reroll
    .text = Freeze one of your active cards to reroll any dice, as often as you like. A frozen card cannot score.
rule-score = Scoring
    .text = Each card says which dice it accepts and how many points they give. A card freezes after it scores.
rule-skip = Skipping
    .text = Skip your turn to thaw all your cards. Every other player who has a frozen card thaws one.
rule-effects = Effects
    .text = Snowflake: each neighbour (with Three lowest: every other player) freezes an active card of their choice. Sun: each neighbour thaws a frozen card of their choice.
rule-end = The end
    .text = When a player reaches 100 points, the round is completed. The most points win; a tie goes to the most active cards, then is shared.

## Events

event-cards-chosen = All players use { TEXT("card", $cards) }.
event-first-seat-chosen = { NAME($first) } goes first.
event-dice-rolled = { NAME($seat) } rolls { $dice }.
event-dice-rerolled =
    { COUNT($positions) ->
        [one] { NAME($seat) } rerolls { COUNT($positions) } die and has { $dice }.
       *[other] { NAME($seat) } rerolls { COUNT($positions) } dice and has { $dice }.
    }
event-card-frozen =
    { $late ->
        [yes] { TEXT("card", $card) } is frozen automatically for { NAME($seat) }.
       *[no] { $forced ->
            [yes] { NAME($seat) } has to freeze { TEXT("card", $card) }, the only active card.
           *[no] { $cause ->
                [reroll] { NAME($seat) } freezes { TEXT("card", $card) } to reroll.
                [scored] { NAME($seat) }’s { TEXT("card", $card) } freezes after scoring.
               *[effect] { NAME($seat) } freezes { TEXT("card", $card) }, by an effect.
            }
        }
    }
    .late = { TEXT("card", $card) } was frozen for you.
    .forced = An effect froze { TEXT("card", $card) }, your only active card.
event-card-scored = { NAME($seat) } scores { TEXT("card", $card) } with { SORT($values) }: { points }, { $score } in all.
event-turn-skipped =
    { $late ->
        [yes] { NAME($seat) }’s turn is skipped automatically.
       *[no] { NAME($seat) } skips.
    }
    .late = Your turn was skipped, and your frozen cards are active again.
event-card-reset =
    { $late ->
        [yes] { TEXT("card", $card) } is thawed automatically for { NAME($seat) }.
       *[no] { $forced ->
            [yes] { NAME($seat) } has to thaw { TEXT("card", $card) }, the only frozen card.
           *[no] { NAME($seat) } thaws { TEXT("card", $card) }.
        }
    }
    .late = { TEXT("card", $card) } was thawed for you.
    .forced = { TEXT("card", $card) }, your only frozen card, is active again.
event-choices-owed =
    { NAME($seats) } { COUNT($seats) ->
        [one] has
       *[other] have
    } to choose a card { $kind ->
        [freeze] to freeze.
       *[reset] to thaw.
    }
event-turn-ended = { "" }
event-seat-withdrawn = { "" }
event-game-ended =
    { $reason ->
        [hundred] The round is complete and a player has at least 100 points: the game is over.
        [round-limit] The last round is complete: the game is over.
       *[resignation] Only one player is left: the game is over.
    }

## Why the game ended

reason-hundred = A player has at least 100 points
reason-round-limit = 200 rounds have been played

## Refusals

refusal-option-unknown = This game has no such setting. Choose among those of its catalogue.
refusal-option-invalid = These settings do not fit together. Custom mode needs exactly five different cards.
refusal-game-over = The game is over. Watch the replay, or play another game.
refusal-not-your-turn = It is another player’s turn. Wait for yours.
refusal-choice-pending = Another player must choose a card first. Then the turn continues.
refusal-no-choice-owed = You have no card to choose now.
refusal-other-choice-owed = You owe the other choice: freeze a card instead of thawing one, or thaw instead of freezing.
refusal-not-rolled = Roll the dice first.
refusal-already-rolled = You have already rolled this turn. Score a card, freeze one to reroll, or skip.
refusal-all-frozen = All your cards are frozen. You can only skip, which thaws them all.
refusal-card-not-in-play = This card is not one of the five of this table.
refusal-card-frozen = This card is frozen. Choose one that is active.
refusal-card-active = This card is active. Choose one that is frozen.
refusal-no-dice = Choose at least one die.
refusal-no-such-die = There is no such die. Choose among the six.
refusal-dice-do-not-fit = These dice do not fit the card. Its text says which dice it accepts.
