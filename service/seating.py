"""Who sits in the seats of kind `bot` that somebody asks for."""

from collections.abc import Sequence
from dataclasses import replace

from rules.table_orders import SeatRequest
from service.problems import Problem
from service.wiring import wired


def seated(requests: Sequence[SeatRequest], game: str) -> tuple[SeatRequest, ...]:
    """The requests; a seat of kind `bot` without a name gets that of its bot.

    Raises the problem `body-invalid` for a bot that is not registered or does not play `game`.
    """
    return tuple(_named(place, request, game) if request.kind == "bot" else request for place, request in enumerate(requests))


def _named(place: int, request: SeatRequest, game: str) -> SeatRequest:
    bot = wired().desk.bots.find(request.bot or "")
    if bot is None:
        raise _wrong(place, "There is no such bot.")
    if game not in bot.games:
        raise _wrong(place, f"This bot does not play {game}.")
    return replace(request, name=request.name or bot.name)


def _wrong(place: int, detail: str) -> Problem:
    field = f"seats.{place}.bot"
    return Problem("body-invalid", f"{field}: {detail}", errors=[{"field": field, "detail": detail}])
