"""Everybody but seat 0 at a table of three: a player, a bot and its owner, webhooks, spectators, and who reads logs and metrics."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec

from tests.live import NDJSON, Api, CreatedTable, Reply, Seated, Service
from tests.service.endpoint import Endpoint
from tests.service.owning import Owner
from tests.service.playing import eventually
from tests.service.wire import Stream
from tests.workers.bots.servers import BotServer

FORMATS = ("json", "ndjson", "html", "csv", "txt", "svg", "review")


class Heard(NamedTuple):
    """What somebody was told: by what, and the whole text."""

    place: str
    text: str


class Others(NamedTuple):
    """Seat 1 is played by a person, seat 2 by a bot that answers 202 and moves through the API."""

    api: Api
    service: Service
    owner: Owner
    webhook: str
    endpoint: Endpoint
    bot: BotServer
    created: CreatedTable
    streams: Mapping[str, Stream]

    @property
    def table(self) -> str:
        return self.created.table

    @property
    def player(self) -> Seated:
        return self.created.seated[1]

    @property
    def tokens(self) -> Mapping[str, str | None]:
        """The tokens of those who look: None for a spectator."""
        return {"spectator": None, "player": self.player.token, "bot": self.bot.turns[0].data["token"]}

    def moves(self, seat: int) -> Sequence[Mapping[str, Any]]:
        """The legal moves of a seat."""
        return self.api.moves(self._seated(seat))

    def answer(self, seat: int, move: Mapping[str, Any]) -> Reply:
        """The seat's answer to its decision."""
        [decision] = [owed["decision"] for owed in self.api.view(self.table)["owed"] if owed["seat"] == seat]
        reply = self.api.play(self._seated(seat), {**move, "decision": decision})
        assert reply.status == 201, reply
        return reply

    def _seated(self, seat: int) -> Seated:
        return self.created.seated[seat] if seat < len(self.created.seated) else Seated(self.table, seat, str(self.tokens["bot"]))

    def shown(self) -> Mapping[str, Any]:
        """The table as each of them sees it now."""
        return {who: self.api.view(self.table, token=token) for who, token in self.tokens.items()}

    def heard(self, since: int) -> Iterator[Heard]:
        """All that they can get, with every version after `since`, and all that was sent to them."""
        now = self.api.view(self.table)["version"]
        if now > self.created.view["version"]:  # the webhook is told what follows the creation
            eventually(lambda: any(self.told_of(now)))
        path = f"/v1/tables/{self.table}"
        for who, token in self.tokens.items():
            for at in (None, *range(since + 1, now + 1)):
                yield Heard(f"{who}: view at {at}", self.api.get(path, token=token, params={} if at is None else {"at": at}).text)
            yield Heard(f"{who}: seat 0", self.api.get(path, token=token, params={"seat": 0}).text)
            for form in ("application/json", NDJSON):
                events = self.api.get(f"{path}/events", token=token, headers={"Accept": form}, params={"after": 0, "limit": 500})
                yield Heard(f"{who}: {form}", events.text)
            if token is not None:
                yield Heard(f"{who}: moves", self.api.get(f"{path}/moves", token=token).text)
        yield from self._asked(path)
        yield from self._sent(now)

    def _asked(self, path: str) -> Iterator[Heard]:
        """Answers to requests, most of which are refused while the game lasts."""
        advice = self.api.ask_player(self.player, "advise").headers["location"]
        yield Heard("advice", str(self.api.ended(advice, token=self.player.token)))
        for form in FORMATS:
            yield Heard(f"export {form}", self.api.post(f"{path}/exports", json={"format": form}).text)
        yield Heard("fork", self.api.post(f"{path}/fork", json={"at": 5}).text)
        for place in ("/rematch", "/receipts"):
            yield Heard(place, self.api.get(f"{path}{place}").text)
        yield Heard("lobby", self.api.get("/v1/tables").text)
        yield Heard("deliveries", str(self.owner.look(f"{self.webhook}/deliveries")))
        yield Heard("bot", str(self.owner.look("/v1/bots?mine=true")))

    def _sent(self, now: int) -> Iterator[Heard]:
        """What came without a request, and what an operator reads."""
        for who, stream in self.streams.items():
            stream.read_version(now)
            yield Heard(f"{who}: stream", stream.body.decode())
        yield Heard("webhook", "\n".join(sent.body.decode() for sent in self.endpoint.received))
        yield Heard("bot calls", "\n".join(turn.body.decode() for turn in self.bot.turns))
        yield Heard("log", self.service.log())
        yield Heard("metrics", self.api.get("/metrics").text)

    def told_of(self, version: int) -> list[str]:
        """The messages of the webhook about this event."""
        return [sent.body.decode() for sent in self.endpoint.received if sent.json["data"].get("version") == version]

    def news(self) -> Mapping[str, str]:
        """What each of them was told of the newest event, without what differs anyhow."""
        version = self.api.view(self.table)["version"]
        eventually(lambda: any(self.told_of(version)))
        found = {"webhook": "\n".join(self.told_of(version))}
        for who, stream in self.streams.items():
            stream.read_version(version)
            found[f"{who}: stream"] = dumped([event for event in stream.events if event["version"] == version])
        for who, token in self.tokens.items():
            found[f"{who}: page"] = dumped(self.api.events(self.table, token=token, after=version - 1))
        return {place: alike(text) for place, text in found.items()}


def dumped(value: Any) -> str:
    return msgspec.json.encode(value).decode()


ANYHOW = re.compile(r'[0-9a-f]{64}|\d{4}-\d\d-\d\dT[0-9:.]{12}Z|msg_[a-z2-7]{26}|(?<="version":)\d+|(?<="decision":)\d+')
"""Times, hashes, ids of messages, and the numbers of versions and decisions."""


def alike(text: str) -> str:
    """The text without what differs anyhow."""
    return ANYHOW.sub("", text)


def changes(before: Any, after: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Where two JSON values differ, and what is there afterwards, without what differs anyhow."""
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        for name, old in before.items():
            yield from changes(old, after[name], f"{path}.{name}")
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for place, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from changes(old, new, f"{path}.{place}")
    elif before != after:
        yield path, alike(dumped({path.rpartition(".")[2]: after}))


@contextmanager
def streams(service: Service, table: str, tokens: Mapping[str, str | None]) -> Iterator[Mapping[str, Stream]]:
    """A live stream for everybody who looks."""
    opened = {who: Stream(service.url, table, token=token) for who, token in tokens.items()}
    try:
        yield opened
    finally:
        for stream in opened.values():
            stream.socket.close()
