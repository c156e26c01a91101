# What all games have in common, in English, for the service, the terminal and the page. See docs/texts.md.

## Parts of sentences

seat-with-name = Seat { $number } ({ $name })
player-unnamed = Player { $number }
player-erased = Player { $number } (name removed)
seat-unnamed = Seat { $number }
points =
    { $points ->
        [one] { $points } point
       *[other] { $points } points
    }
level-random = random
level-greedy = easy
level-steady = hard
level-expert = expert

## Moves and advice

dice-of-a-face =
    { $count ->
        [1] the { $face }
        [2] the two { $face }s
        [3] the three { $face }s
        [4] the four { $face }s
        [5] the five { $face }s
       *[6] the six { $face }s
    }
advice-only = { $move }: this is the only move.
compared =
    { $unit ->
        [chance] { $now }% to win{ $place ->
            [best] ; the next best move gives { $other }%
            [worse] ; the best move gives { $other }%
           *[equal] , the same as the best other move
        }
       *[points] { $place ->
            [best] worth { points } more than the next best move
            [worse] worth { points } less than the best move
           *[equal] worth as much as the best other move
        }
    }
advice-compared = { $move }: { compared }.

## Events

table-created =
    { $seats ->
        [one] Table created for { $seats } player.
       *[other] Table created for { $seats } players.
    }{ $forked_from ->
        [none] { "" }
       *[some] { " " }It continues another table from event { $origin }.
    }
table-seat-taken =
    { $kind ->
        [ai] { $name } joins (computer, { TEXT("level", $level) }).
        [bot] { $name } joins (bot).
       *[human] { $name } joins.
    }
table-seat-left = { $name } leaves: seat { $number } is open again.
table-started = The game starts.
table-clock-started = { "" }
table-decision-expired =
    { $after ->
        [none] { NAME($seat) } runs out of time.
       *[other] { NAME($seat) } runs out of time ({ $expiries } of { $after } in a row).
    }
table-bot-failed =
    { $reason ->
        [unreachable] The bot { NAME($seat) } could not be reached.
        [timed-out] The bot { NAME($seat) } did not answer in time.
        [refused] The address of the bot { NAME($seat) } is not allowed.
        [status] The bot { NAME($seat) } answered with an error.
        [unreadable] The bot { NAME($seat) } sent an unreadable answer.
        [illegal] The bot { NAME($seat) } sent no legal move.
        [paused] The bot { NAME($seat) } is paused.
       *[gone] The bot { NAME($seat) } is no longer registered.
    }{ $attempts ->
        [0] { "" }
        [1] { "" }
       *[other] { " " }It was called { $attempts } times.
    }
table-seat-substituted = The computer ({ TEXT("level", $level) }) plays for { NAME($seat) }.
table-values-used =
    { $values ->
        [none] The table of values is not ready yet: for now the computer plays more simply for { NAME($seat) }.
       *[other] { "" }
    }
table-advice-requested = { NAME($seat) } asks for a hint.
table-seat-resigned =
    { $late ->
        [no] { NAME($seat) } resigns.
       *[yes] { NAME($seat) } resigns automatically: time ran out { $expiries ->
            [one] { $expiries } time in a row.
           *[other] { $expiries } times in a row.
        }
    }
table-finished =
    { $ending ->
        [single] { NAME($winners) } finishes with { points }.
        [alone] { NAME($winners) } wins: all other players resigned.
        [won] { NAME($winners) } { COUNT($winners) ->
            [one] wins
           *[other] win together
        } with { points }.
        [abandoned] No one wins: the table was abandoned before the start.
        [inactive] No one wins: the table was closed for inactivity.
        [closed] No one wins: the operator closed the table.
       *[none] No one wins.
    }
table-seed-revealed = The dice secret is revealed: anyone can now check the dice.

## Why a table ended

reason-resignation = Only one player is left
reason-abandoned = Abandoned before the start
reason-inactive = Closed for inactivity
reason-closed = Closed by the operator
