"""A table's events as a story that people read. An event this file has no words for is told by its name alone."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from rich.console import Console
from rich.text import Text

from service.terminal.paper import drawn, printable

COLOURS = ("cyan", "magenta", "yellow", "green")


class Story:
    """Tells one table of Dicy Cards. `titles` are the cards' titles by id, `names` the players' by seat."""

    def __init__(self, console: Console, titles: Mapping[str, str], names: Sequence[str]) -> None:
        self._console = console
        self._titles = titles
        self._names = names
        self._turn: tuple[int, int] | None = None
        self._dice: Sequence[int] = ()
        self._frozen = ""
        self._tellers: Mapping[str, Callable[[int, Sequence[Mapping[str, Any]]], Text | None]] = {
            "dicy-cards.cards-chosen": self._chosen,
            "dicy-cards.first-seat-chosen": self._first,
            "dicy-cards.dice-rolled": self._rolled,
            "dicy-cards.card-frozen": self._cooled,
            "dicy-cards.dice-rerolled": self._rerolled,
            "dicy-cards.card-scored": self._scored,
            "dicy-cards.turn-skipped": self._skipped,
            "dicy-cards.card-reset": self._thawed,
            "dicy-cards.choices-owed": self._owed,
            "dicy-cards.seat-withdrawn": self._withdrawn,
        }

    def tell(self, events: Sequence[Mapping[str, Any]]) -> None:
        """One line for each event, and one for several cards of one player that share their fate; the table's own are left out."""
        for (name, seat, _), group in groupby(events, key=_alike):
            if name.startswith("table.") or name in {"dicy-cards.turn-ended", "dicy-cards.game-ended"}:
                continue
            teller = self._tellers.get(name)
            line = Text(f"{name}") if teller is None else teller(seat, [event["data"] for event in group])
            if line is not None:
                self._console.print(Text("    ") + line)

    def head(self, view: Mapping[str, Any]) -> None:
        """Says whose turn has begun, if one has, above it a new round with all scores."""
        state = view["state"]
        turn = (view["round"], state["turn"])
        if turn == self._turn or view["status"] != "playing":
            return
        if self._turn is None or view["round"] != self._turn[0]:
            scores = " · ".join(f"{name} {player['score']}" for name, player in zip(self._names, state["players"], strict=True))
            self._console.rule(Text(f"Round {view['round']} · {scores}"), style="dim")
        self._turn = turn
        player = state["players"][state["turn"]]
        line = self._name(state["turn"]) + Text(f" · {player['score']} points")
        line += Text(" · active: ") + Text(self._cards(player["active"]) or "none", "bold")
        if player["frozen"]:
            line += Text(" · frozen: ", "dim") + Text(self._cards(player["frozen"]), "dim blue")
        self._console.print(line)

    def _chosen(self, _seat: int, told: Sequence[Mapping[str, Any]]) -> Text:
        return Text("the cards: ") + Text(self._cards(told[0]["cards"]), "bold")

    def _first(self, _seat: int, told: Sequence[Mapping[str, Any]]) -> Text:
        return self._name(told[0]["first"]) + Text(" begins")

    def _rolled(self, _seat: int, told: Sequence[Mapping[str, Any]]) -> Text:
        self._dice = told[0]["dice"]
        return Text("rolls   ") + self._faces(range(len(self._dice)))

    def _cooled(self, seat: int, told: Sequence[Mapping[str, Any]]) -> Text | None:
        cards = self._cards([data["card"] for data in told])
        if told[0]["cause"] == "effect":
            return self._name(seat) + Text(f" freezes {cards}{_by_force(told)}")
        self._frozen = cards
        return None

    def _rerolled(self, _seat: int, told: Sequence[Mapping[str, Any]]) -> Text:
        self._dice = told[0]["dice"]
        return Text("rerolls ") + self._faces(told[0]["positions"]) + Text(f"   freezing {self._frozen}", "dim blue")

    def _scored(self, _seat: int, told: Sequence[Mapping[str, Any]]) -> Text:
        (data,) = told
        values = " ".join(drawn(value, self._console) for value in sorted(data["values"]))
        line = Text("scores  ") + Text(self._card(data["card"]), "bold") + Text(f" with {values}: ")
        return line + Text(f"{data['points']} points", "bold green") + Text(f", {data['score']} in all")

    def _skipped(self, _seat: int, _told: Sequence[Mapping[str, Any]]) -> Text:
        return Text("skips the turn")

    def _thawed(self, seat: int, told: Sequence[Mapping[str, Any]]) -> Text:
        cards = self._cards([data["card"] for data in told])
        return self._name(seat) + Text(f" gets back {cards}{_by_force(told)}")

    def _owed(self, _seat: int, told: Sequence[Mapping[str, Any]]) -> Text:
        line = Text(" and ").join(self._name(seat) for seat in told[0]["seats"])
        return line + Text(f" must {told[0]['kind']} a card", "dim")

    def _withdrawn(self, seat: int, _told: Sequence[Mapping[str, Any]]) -> Text:
        return self._name(seat) + Text(" has left the game")

    def _name(self, seat: int) -> Text:
        return Text.assemble((self._names[seat], f"bold {COLOURS[seat % len(COLOURS)]}"))

    def _card(self, card: str) -> str:
        return printable(self._titles.get(card, card))

    def _cards(self, cards: Sequence[str]) -> str:
        return ", ".join(self._card(card) for card in cards)

    def _faces(self, thrown: Sequence[int]) -> Text:
        """All dice, the ones just thrown standing out."""
        faces = [Text(drawn(face, self._console), "bold" if position in thrown else "dim") for position, face in enumerate(self._dice)]
        return Text(" ").join(faces)


def _alike(event: Mapping[str, Any]) -> tuple[str, int, str]:
    seat = event["seat"]
    return event["type"], -1 if seat is None else seat, str(event["data"].get("cause"))


def _by_force(told: Sequence[Mapping[str, Any]]) -> str:
    return " (there was no other)" if told[0]["forced"] else ""
