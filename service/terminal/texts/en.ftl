# The texts of `rollstream play` and `rollstream replay` in English, besides those of the games. See docs/texts.md.

terminal-round = Round { $number }
terminal-players =
    { $count ->
        [one] { $count } player · choices from seed { $seed }
       *[other] { $count } players · choices from seed { $seed }
    }
terminal-dice =
    { $reserved ->
        [yes] Table { $table }, dice reserved and committed to as { $commitment }
       *[no] Table { $table }, dice committed to as { $commitment }
    }
terminal-lost = The service has lost the newest moves. This is the table as it is now, from its beginning:
terminal-end = The end, in round { $round }
terminal-standing =
    { $won ->
        [yes] { $rank }. { $name }, { points } - wins
       *[no] { $rank }. { $name }, { points }
    }
terminal-again =
    { $count ->
        [one] Table { $table }: { $count } event. To read it again:
       *[other] Table { $table }: { $count } events. To read it again:
    }
terminal-stopped = Stopped. Table { $table } is kept as it is; nothing is lost. To look at it or follow it:
terminal-unreserved = This service reserves no dice: its operator could choose the secret after seeing the client seed.
terminal-secret = Dice secret { $secret }
terminal-changed = { "  " }✗ THE DICE WERE CHANGED: { $why }
terminal-no-match = { "  " }✗ dice secret DOES NOT match the commitment
terminal-match =
    { $reserved ->
        [yes] { "  " }✓ dice secret matches the commitment, which was reserved before the client seed was named
       *[no] { "  " }✓ dice secret matches the commitment
    }

## The replay

terminal-table = table { $table }
terminal-place =
    { $round ->
        [0] Event { $version } of { $last }
       *[other] Event { $version } of { $last } · round { $round }
    }
terminal-go-to = Go to event { $typed }
terminal-help = → n Enter: next · ← p: back · Home End · number Enter: go there · q: quit
