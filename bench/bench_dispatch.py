"""How long a bot on the same machine takes to answer: from the event that opens its decision to its own first event, by the times in the
log.

A person plays against the bot, alone at the service: the person skips, then the bot has its turn. Prints median and 95th percentile of all
its decisions, target: a median below 150 ms; and those of a built-in player, of the answers for which a worker was called.
`python -m bench.bench_dispatch [ANSWERS]`
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from bench.answering import summary, waits
from bench.automatic import service
from bench.bench_answers import GREEDY
from bench.serving import ROOT, wait_for
from tests.live import Api
from tests.operation.processes import free_port
from tests.service.keys import mint
from tests.service.owning import Owner


def main() -> None:
    answers = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    bot: list[float] = []
    built_in: list[float] = []
    with a_bot() as url, service(ROLLSTREAM_OUTGOING_ALLOW="127.0.0.1/32") as (whole, connection), Api(whole.url) as api:
        seat = {"kind": "bot", "bot": Owner(api, mint(whole, None)).bot(url).rpartition("/")[2]}
        while len(bot) < answers:
            bot += [wait.ms for wait in waits(connection, seat)]
        while len(built_in) < answers:
            built_in += [wait.ms for wait in waits(connection, GREEDY) if not wait.on_its_own]
    print(f"{len(bot)} answers of a bot: {summary(bot)}")
    print(f"{len(built_in)} answers of a built-in player: {summary(built_in)}")


@contextmanager
def a_bot() -> Iterator[str]:
    """The address of a bot in its own process."""
    port = free_port()
    with subprocess.Popen([sys.executable, "-m", "bench.first_move", str(port)], cwd=ROOT) as process:
        try:
            wait_for(port)
            yield f"http://127.0.0.1:{port}/"
        finally:
            process.terminate()


if __name__ == "__main__":
    main()
