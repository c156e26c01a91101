"""How long a built-in player takes to answer: from the event that opens its decision to its own first event, by the times in the log.

A person against `greedy`, alone at the service; the person skips, the built-in player's turn follows. Prints median and 95th
percentile over its answers that a worker had to be called for; target: a median below 100 ms. `python -m bench.bench_answers [TURNS]`
"""

import itertools
import json
import statistics
import sys
import time
from datetime import datetime
from typing import Any

from bench.automatic import events, lay, service
from bench.serving import Connection


def main() -> None:
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    waits: list[float] = []
    with service() as (_, connection):
        while len(waits) < turns:
            seats = [{"kind": "human", "name": "Somebody"}, {"kind": "ai", "level": "greedy"}]
            laid = lay(connection, {"game": "dicy-cards", "options": {"first_seat": "creator"}, "seats": seats})
            table = laid["view"]["table"]
            _skip_to_the_end(connection, table, laid["tokens"]["0"])
            waits += _waits(events(connection, table))
    waits.sort()
    print(f"{len(waits)} answers: median {statistics.median(waits):.0f} ms, 95 % within {waits[len(waits) * 95 // 100]:.0f} ms")


def _skip_to_the_end(connection: Connection, table: str, token: str) -> None:
    while (view := json.loads(connection.request(b"GET", f"/v1/tables/{table}")))["status"] == "playing":
        owed = [decision for decision in view["owed"] if decision["seat"] == 0]
        if not owed:
            time.sleep(0.01)
            continue
        moves = json.loads(connection.request(b"GET", f"/v1/tables/{table}/moves", token=token))["moves"]
        connection.request(b"POST", f"/v1/tables/{table}/moves", json.dumps(moves[-1]).encode(), token=token)
        time.sleep(0.05)


def _waits(log: list[dict[str, Any]]) -> list[float]:
    """Milliseconds from an event of the person, or of the start, to the next append if that is the built-in player's."""
    found = []
    for before, after in itertools.pairwise(log):
        if after["seat"] == 1 and after["decision"] is not None and before["decision"] != after["decision"] and _by_person(before, log):
            passed = datetime.fromisoformat(after["at"]) - datetime.fromisoformat(before["at"])
            found.append(passed.total_seconds() * 1000)
    return found


def _by_person(event: dict[str, Any], log: list[dict[str, Any]]) -> bool:
    """Whether the append that the event belongs to was the person's: its first event is theirs."""
    same = [other for other in log if (other["decision"], other["at"]) == (event["decision"], event["at"])]
    return bool(same[0]["seat"] == 0)


if __name__ == "__main__":
    main()
