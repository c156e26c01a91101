# The texts of exported files in English, besides those of the games. See docs/texts.md.

## The score sheet and the log

export-table = Table { $table }
export-events-of =
    { $count ->
        [one] { $count } event from { $began } to { $ended }
       *[other] { $count } events from { $began } to { $ended }
    }
export-rank = Rank
export-name = Name
export-points = Points
export-resigned = { " " }(resigned)
export-round = Round
export-round-number = Round { $number }
export-before = Before the game
export-total = Total
export-others = First what the player’s own turn gave, then what other players’ turns changed.
export-by-card = Points by card
export-rest = Other points
export-own-card = This table started with another card of this number, whose rule is a different one.
export-log = Game log
export-taken-over = Taken over from table { $table } up to here.

## The proof

export-proof = Were the dice fair?
export-named = { $name }:
export-proof-table = Table
export-proof-origin = Forked from
export-proof-origin-value = version { $version } of table { $table }, event { $hash }
export-proof-draws = Draws { $first } to { $last }
export-proof-draws-value = of table { $table }, secret { $secret }, seeds { $seeds }
export-proof-commitment =
    { $own ->
        [yes] Commitment (SHA-256 of the secret), published before its own first roll
       *[no] Commitment (SHA-256 of the secret), published before the first roll
    }
export-proof-seeds =
    { $own ->
        [yes] Client seeds, fixed before its own first roll
       *[no] Client seeds, fixed before the first roll
    }
export-proof-none = none
export-proof-secret = Secret, revealed after the end
export-proof-head = Hash of the last event
export-verify = The table's export json holds every event, every draw and the hash that chains each event to the one before. rollstream verify FILE checks all of them offline; docs/proof.md says how to do it without rollstream.

## The chart

export-chart = Points by turn
export-chart-title = Points by turn, { $game }, table { $table }
export-chart-about = Turns from 0 to { $turns }. In the end: { $ends }.
export-chart-points = points
export-chart-turn = turn
export-chart-end = : { $points }
export-never-started = The game never started.

## The replay

export-about =
    { $seats ->
        [one] { $seats } seat
       *[other] { $seats } seats
    } · { $rounds ->
        [0] never begun
        [one] { $rounds } round
       *[other] { $rounds } rounds
    } · { $count ->
        [one] { $count } event
       *[other] { $count } events
    } · { $began } to { $ended } UTC
export-document-title = { $game }: { $result }
export-built-in = built-in, { TEXT("level", $level) }
export-bot = bot
tint-red = red
tint-orange = orange
tint-yellow = yellow
tint-green = green
tint-blue = blue
tint-violet = violet

page-noscript = Without JavaScript this page shows the score sheet and the moves; with JavaScript it replays the game.
page-stage = The table
page-controls = Replay
page-slider = Event
page-first = Go to start
page-first-key = Go to start (Home)
page-back = Previous
page-back-key = Previous (←)
page-play = Play
page-play-key = Play (space)
page-forward = Next
page-forward-key = Next (→)
page-final = Go to end
page-final-key = Go to end (End)
page-speed = Speed
page-slow = slow
page-normal = normal
page-fast = fast
page-result = Result
page-proof = Were the dice fair?
page-log = Game log

script-frozen = frozen
script-dice = Dice: { $faces }
script-no-dice = Dice: not rolled
script-winner = winner
script-turn = turn
script-resigned = resigned
script-before = before the game
script-before-turns = before the first turn
script-when = round { $round } · turn { $turn }
script-event = event { $number }: { $words }
script-play = Play
script-pause = Pause
script-right = Checked just now, in this browser: the secret is the one that was committed to. The dice themselves are checked by rollstream verify, on the table's export json.
script-wrong = Checked just now, in this browser: the secret is NOT the one that was committed to.
