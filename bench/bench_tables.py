"""Tables of built-in players, each laid by one request and played to its end with nobody watching: how many a minute, and do all verify?

Every number of seats, mode and level in turn, client seeds counted up; prints tables and moves a minute and the ten longest tables.
`python -m bench.bench_tables [TABLES]`, 1,000 by default.
"""

import sys
import time

from bench.automatic import events, kinds, lay, service, wait_until_finished
from events.proof.document import rebuilt, write
from events.proof.verify import verify
from rules.registry import games


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    known = games()
    with service() as (_, connection):
        started = time.monotonic()
        laid = [lay(connection, kind.order(f"bench-{number}"))["view"]["table"] for number, kind in enumerate(kinds(count))]
        wait_until_finished(connection, laid, 60 + count)
        minutes = (time.monotonic() - started) / 60
        logs = {table: events(connection, table) for table in laid}
    decisions = sum(len({(event["seat"], event["decision"]) for event in log if event["decision"]}) for log in logs.values())
    print(f"{count} tables: {count / minutes:.0f} tables a minute, {decisions / minutes:.0f} answered decisions a minute")
    verdicts = {table: verify(write(rebuilt(table, log)), known) for table, log in logs.items()}
    wrong = [f"{table}: {verdict}" for table, verdict in verdicts.items() if not verdict.ok]
    print(f"verified: {count - len(wrong)} of {count}", *wrong)
    for kind, log in sorted(zip(kinds(count), logs.values(), strict=True), key=lambda one: -len(one[1]))[:10]:
        print(f"  {len(log)} events: {kind.seats} seats, {kind.mode}, {kind.level}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
