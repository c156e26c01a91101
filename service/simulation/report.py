"""The report of simulated games: as values for JSON, and as lines of text."""

from collections.abc import Iterator, Mapping
from typing import Any

from service.simulation.intervals import Estimate, mean, share
from service.simulation.tally import Results, Tally, Usage


def report(tally: Tally) -> dict[str, Any]:
    """All counts with their shares or means and the 95 % intervals of these, as values for JSON."""
    return {
        "games": tally.games,
        "seats": {str(seat): _results(results) for seat, results in sorted(tally.seats.items())},
        "players": {level: _results(results) for level, results in tally.players.items()},
        "ends": {reason: _counted(count, tally.games) for reason, count in tally.reasons.most_common()},
        "length": {name: _spread(values) for name, values in tally.lengths.items()},
        "moves": {kind: _usage(usage) for kind, usage in tally.moves.items()},
        "cards": {card: _usage(usage) for card, usage in sorted(tally.cards.items(), key=lambda item: _by_number(item[0]))},
        "options": {
            f"{option}={value}": _counted(count, tally.games)
            for option, counts in sorted(tally.options.items())
            for value, count in sorted(counts.items(), key=lambda item: _by_number(item[0]))
        },
    }


def _by_number(text: str) -> tuple[int, str]:
    return (int(text), "") if text.isascii() and text.isdigit() else (-1, text)


def _counted(count: float, of: int) -> dict[str, Any]:
    return {"count": count, "of": of, "share": _numbers(share(count, of))}


def _usage(usage: Usage) -> dict[str, Any]:
    return _counted(usage.taken, usage.offered)


def _results(results: Results) -> dict[str, Any]:
    return {"won": _counted(round(results.won, 6), len(results.points)), "points": _spread(results.points)}


def _spread(values: list[int]) -> dict[str, Any]:
    return {"mean": _numbers(mean(values)), "least": min(values), "most": max(values)}


def _numbers(estimate: Estimate | None) -> dict[str, float] | None:
    return None if estimate is None else {name: round(value, 6) for name, value in estimate._asdict().items()}


def lines(told: Mapping[str, Any]) -> Iterator[str]:
    """The report as text, a part for each of its members."""
    seats = {f"seat {seat}": results for seat, results in told["seats"].items()}
    results = {**seats, **(told["players"] if len(told["players"]) > 1 else {})}
    yield from _shares("winners", "won", "games", {name: values["won"] for name, values in results.items()})
    yield from _means("points", {name: values["points"] for name, values in results.items()})
    yield from _means("length", told["length"])
    yield from _shares("ends", "games", "of", told["ends"])
    yield from _shares("moves", "taken", "legal", told["moves"])
    yield from _shares("cards", "taken", "legal", told["cards"])
    yield from _shares("options", "games", "of", told["options"])


def _shares(title: str, count: str, of: str, rows: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    if rows:
        yield ""
        yield f"{title:26}{count:>10}{of:>9}{'share':>9}   95 % interval"
    for name, values in rows.items():
        seen = values["share"]
        interval = "" if seen is None else f"{seen['value']:9.1%}   {seen['low']:.1%} to {seen['high']:.1%}"
        yield f"  {name:24}{values['count']:10.10g}{values['of']:9}{interval}"


def _means(title: str, rows: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    yield ""
    yield f"{title:26}{'least':>10}{'most':>9}{'mean':>9}   95 % interval"
    for name, values in rows.items():
        seen = values["mean"]
        yield f"  {name:24}{values['least']:10}{values['most']:9}{seen['value']:9.1f}   {seen['low']:.1f} to {seen['high']:.1f}"
