"""Tables of built-in players, each created by one request and played to its end without clients: how many a minute, and do all verify?

Every game, number of seats, option and level in turn, client seeds counted up. Prints tables and decisions a minute and the ten longest
tables. `python -m bench.bench_tables [TABLES] [--game GAME]`, 1,000 by default. `bench.bench_ends` plays them without a service.
"""

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any

from bench.automatic import GAMES, create_table, events, kinds, service, wait_until_finished
from events.proof.document import FORMAT, NO_RECEIPTS, rebuilt, write
from events.proof.verify import verify


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("tables", type=int, nargs="?", default=1000)
    options.add_argument("--game", action="append", choices=GAMES)
    chosen = options.parse_args()
    chosen_kinds = kinds(chosen.tables, chosen.game or tuple(GAMES))
    with service() as (_, connection):
        started = time.monotonic()
        created_table = [
            create_table(connection, kind.request(f"bench-{number}"))["view"]["table"] for number, kind in enumerate(chosen_kinds)
        ]
        wait_until_finished(connection, created_table, 60 + len(chosen_kinds))
        minutes = (time.monotonic() - started) / 60
        logs = {table: events(connection, table) for table in created_table}
    decisions = sum(len({(event["seat"], event["decision"]) for event in log if event["decision"]}) for log in logs.values())
    print(
        f"{len(chosen_kinds)} tables: {len(chosen_kinds) / minutes:.0f} tables a minute, "
        f"{decisions / minutes:.0f} answered decisions a minute"
    )
    verdicts = {table: verify(_file(table, log), GAMES) for table, log in logs.items()}
    wrong = [f"{table}: {verdict}" for table, verdict in verdicts.items() if not verdict.ok]
    print(f"verified: {len(chosen_kinds) - len(wrong)} of {len(chosen_kinds)}", *wrong)
    for kind, log in sorted(zip(chosen_kinds, logs.values(), strict=True), key=lambda one: -len(one[1]))[:10]:
        print(f"  {len(log)} events: {kind}")
    sys.exit(bool(wrong))


def _file(table: str, log: Sequence[Mapping[str, Any]]) -> bytes:
    """The file of a table, without what the service has signed."""
    joined = {event["version"]: event["data"] for event in log if "name_salt" in event["data"]}
    names = [{"name": data["name"], "salt": data["name_salt"], "version": version} for version, data in joined.items()]
    hashed = {version: {**data, "name": None} for version, data in joined.items()}
    for data in hashed.values():
        del data["name_salt"]
    events = [{**event, "data": hashed.get(event["version"], event["data"])} for event in log]
    return write({**rebuilt(table, events, names), "format": FORMAT, "receipts": NO_RECEIPTS, "names": names})


if __name__ == "__main__":
    main()
