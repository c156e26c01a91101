# Dice Cards in English, for the service, the terminal and the page. See docs/texts.md. The names and texts of the cards are in deck.toml.

title = Dice Cards
summary = Choose six of nine cards in secret. Then two dice are rolled fifty times for all players: each time, everyone writes one number, the black die, the red die or their sum, on one of their own cards. Every card has its own rule. Tickets change the dice. The most points win; alone, you play for a rank.

## Options

option-deal = How the players come by their six cards.
option-deal-nine-keep-six = Nine, keep six
    .about = Each player is dealt nine different cards and keeps six.
option-deal-choose-any = Choose any
    .about = Each player chooses six of all fifty cards; two players may choose the same.
option-deal-young = Young players
    .about = Each player is dealt nine of the simplest cards and keeps six.

## What a card gives

-each = { $points ->
        [one] { $points } point each.
       *[other] { $points } points each.
    }
-each-in-turn = Points in turn: { $points }.
-whole = { $points ->
        [one] { $points } point more for all.
       *[other] { $points } points more for all.
    }
-steps = Stars (number done → points, only the last star counts): { $steps }.
-all-or-nothing = { $points ->
        [one] All or nothing: { $points } point.
       *[other] All or nothing: { $points } points.
    }
-tickets = One ticket each when so many are done: { $counts }.

## Moves

move-exchange = Exchange
move-keep = Keep
move-mark = Write
move-strike = Strike

command-exchange =
    { COUNT($cards) ->
        [0] Exchange no card
       *[other] Exchange { TEXT("card", $cards) }
    }
command-keep = Keep { TEXT("card", $card) }
command-mark =
    Write { written } on { TEXT("card", $card) }{ $drawn ->
        [only] { "" }
        [cell] , cell { $nth } of { $of }
        [row] , row { $nth } of { $of }
       *[column] , column { $nth } of { $of }
    }
command-strike = Strike the roll

## Rules

rule-cards = Your cards
    .text = You are dealt nine different cards. If two or more of them are all-or-nothing cards, you may exchange one or two of those. Then keep six. The choice is revealed when everyone has chosen.
rule-rolls = Fifty rolls
    .text = One black and one red die are rolled for all players, fifty times. After each roll every player writes one number on one card: the black die, the red die, or their sum. If no number suits you, strike the roll. The next roll comes when everyone has answered.
rule-secret = In secret
    .text = What you write is hidden until everyone has answered. A player who answers too late strikes the roll.
rule-numbers = Numbers
    .text = Where a card asks for one colour, only that die counts, never the sum. A few places take both dice at once. Unless a card says “in order”, you may write in any order. What is written stays.
rule-tickets = Tickets
    .text = Some cards give tickets. Each ticket changes one die by 1 for you alone, for this roll; a die stays between 1 and 6. A ticket cannot be spent on the roll that earns it.
rule-points = Points
    .text = All-or-nothing cards count only if they are complete. Cards with stars count only the last star that you reached. At the end two tickets that are left are worth 1 point.
rule-end = The end
    .text = After fifty rolls the most points win; in a tie, the most tickets left. Alone: 90 points make a Lord, 87 a Scholar, 84 a Master, 81 an Expert, 70 a Novice; below, it was a Practice Run.

## Ranks

rank-lord = Lord
rank-scholar = Scholar
rank-master = Master
rank-expert = Expert
rank-novice = Novice
rank-practice-run = Practice Run

## Parts of sentences

die =
    { $position ->
        [0] black { $value }
       *[other] red { $value }
    }
kept =
    { COUNT($value) ->
        [0] { NAME($position) } has no cards
       *[other] { NAME($position) } keeps { TEXT("card", $value) }
    }
written =
    { $number ->
        [11] { TEXT("two-numbers", $card) ->
            [yes] { TEXT("number", $number) }
           *[no] { $number }
        }
        [12] { TEXT("two-numbers", $card) ->
            [yes] { TEXT("number", $number) }
           *[no] { $number }
        }
       *[other] { TEXT("number", $number) }
    }
answer =
    { $card ->
        [none] { NAME($position) } strikes the roll
       *[some] { NAME($position) } writes { written } on { TEXT("card", $card) }{ $spent ->
            [0] { $earned ->
                [0] { "" }
                [one] { " " }(1 ticket earned)
               *[other] { " " }({ $earned } tickets earned)
            }
            [one] { " " }(1 ticket spent{ $earned ->
                [0] )
               *[other] , { $earned } earned)
            }
           *[other] { " " }({ $spent } tickets spent{ $earned ->
                [0] )
               *[other] , { $earned } earned)
            }
        }
    }

## Events

event-deck-shuffled =
    { $deal ->
        [nine-keep-six] Everyone gets nine cards and keeps six.
        [choose-any] Everyone chooses six of all cards.
       *[young] Everyone gets nine of the simplest cards and keeps six.
    }
event-hand-dealt = { "" }
event-cards-exchanged =
    { $late ->
        [yes] { NAME($seat) } exchanges no cards.
       *[no] { NAME($seat) } has answered the exchange.
    }
    .late = You have exchanged no cards.
event-card-kept = { NAME($seat) } has chosen a card.
    .late = A card was chosen for you.
event-cards-revealed = All cards are revealed: { EACH("kept", $cards, between: "; ") }.
event-dice-rolled = Roll { $roll }: { EACH("die", $dice, between: ", ") }.
event-roll-answered =
    { $late ->
        [yes] { NAME($seat) } strikes the roll: too late.
       *[no] { NAME($seat) } has answered.
    }
    .late = Your time was over: the roll is struck.
event-answers-revealed = { EACH("answer", $answers, between: "; ") }.
event-seat-withdrawn = { "" }
event-game-ended =
    { $reason ->
        [all-rolls] All rolls are played: the game is over.{ $rank ->
            [none] { "" }
           *[some] { " " }Rank: { TEXT("rank", $rank) }.
        }
        [resignation] Only one player is left: the game is over.
       *[given-up] The only player has given up: the game is over.
    }

## Why the game ended

reason-all-rolls = All rolls are played
reason-given-up = The only player has given up

## Refusals

refusal-option-unknown = This game has no such setting. Choose among those of its catalogue.
refusal-option-invalid = A setting is not accepted. Choose one of the deals in the catalogue.
refusal-game-over = The game is over. Watch the replay, or play another game.
refusal-nothing-owed-by-seat = You have already answered. Wait for the others.
refusal-choose-first = First choose your six cards.
refusal-already-chosen = Your cards are chosen. Write a number, or strike the roll.
refusal-exchange-first = First say which cards you exchange, even if there are none.
refusal-already-exchanged = You have already answered the exchange. Now choose your cards.
refusal-exchange-not-allowed = You may exchange one or two all-or-nothing cards, and only if you were dealt two or more.
refusal-card-not-in-hand = You cannot choose this card. Choose one of those that you were dealt.
refusal-card-not-kept = This is not one of your six cards.
refusal-mark-not-allowed = The card does not allow this number here. Choose another place or number.
refusal-number-out-of-reach = You have too few tickets for this number. Choose another.
