"""Many games of built-in players: what is counted, with intervals, and the report. It plays by the rules alone, without store or HTTP."""
