"""The changes after which a file is still one that the service could have written; docs/proof.md names these classes."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from events.testing.forger import MemberChange

Allowed: TypeAlias = Callable[[Any], bool]

HEX = re.compile("[0-9a-f]{64}")
SEED = re.compile("[!-~]{1,64}")
WORD = re.compile("[a-z][a-z0-9]{0,63}")


def within(least: int, most: int) -> Allowed:
    return lambda value: value is None or (type(value) is int and least <= value <= most)


def like(pattern: "re.Pattern[str]") -> Allowed:
    return lambda value: value is None or (isinstance(value, str) and pattern.fullmatch(value) is not None)


def among(*values: Any) -> Allowed:
    return lambda value: any(type(value) is type(one) and value == one for one in values)


def name(value: Any) -> bool:
    """Another service might have normalised it otherwise, by a newer Unicode (ADR 89)."""
    printed = isinstance(value, str) and 1 <= len(value) <= 40
    return printed and value == value.strip() and not any(unicodedata.category(sign) == "Cc" for sign in value)


def rule(value: Any) -> bool:
    kinds = {"skip": (False, False), "substitute": (True, False), "resign": (False, True)}
    return isinstance(value, dict) and kinds[value["policy"]] == (value["level"] is not None, value["after"] is not None)


def moment(value: Any) -> bool:
    return isinstance(value, str) and "1970-01-01T00:00:00.000Z" <= value <= "2999-12-31T23:59:59.999Z" and len(value) == 24


CREATED: Final[Mapping[tuple[str | int, ...], Allowed]] = {
    ("abandon_after",): within(10, 2_592_000),
    ("advice",): among("announced", "private", "off"),
    ("auto_start",): among(True, False),
    ("bot_seconds",): within(1, 3600),
    ("client_seed",): like(SEED),
    ("forked_from", "hash"): like(HEX),
    ("forked_from", "table"): like(re.compile("p(0[0-9]|1[0-5])-[0-9a-z]{26}")),
    ("forked_from", "version"): within(1, 2**53 - 1),
    ("on_expiry",): rule,
    ("on_failure",): rule,
    ("on_failure", "level"): like(WORD),
    ("options", "deal"): among("nine-keep-six", "choose-any", "young"),
    ("options", "first_seat"): among("random", "creator"),
    ("options", "mode"): among("glacial", "beginner", "intermediate", "interactions", "interglacial"),
    ("options", "reroll_limit"): within(0, 20),
    ("options", "ties"): among("adults", "children"),
    ("options", "variant"): among("standard", "young", "experienced"),
    ("reserved",): among(True, False),
    ("seats",): within(2, 6),
    ("turn_seconds",): within(1, 604_800),
}
"""Members that the table's creator could have chosen otherwise. At a table that never started, little depends on them."""

OTHERS: Final[Mapping[tuple[str, tuple[str | int, ...]], Allowed]] = {
    ("table.seat-taken", ("data", "name")): name,
    ("table.seat-taken", ("data", "client_seed")): like(SEED),
    ("table.seat-taken", ("data", "level")): like(WORD),
    ("table.seat-taken", ("data", "bot")): like(re.compile("bot_[a-z2-7]{1,60}")),
    ("table.seat-taken", ("data",)): lambda value: name(value["name"]) and value["kind"] == "human",
    ("table.seat-taken", ("seat",)): within(0, 1),
    ("table.seat-substituted", ("data", "level")): like(WORD),
    ("table.bot-failed", ("data", "attempts")): within(0, 4),
    ("table.bot-failed", ("data", "reason")): among(
        *("unreachable", "timed-out", "refused", "status", "unreadable", "illegal", "paused", "gone")
    ),
    ("dice-cards.cards-exchanged", ("data", "given", 0)): within(1, 50),  # another such card of the hand
    ("table.started", ("data", "client_seeds")): lambda value: all(map(like(SEED), value)),
    ("", ("receipts", "created")): among(None),
    ("", ("receipts", "finished")): among(None),
    ("", ("receipts", "created", "key")): like(re.compile("[A-Za-z0-9_-]{43}")),
    ("", ("receipts", "created", "signature")): like(re.compile("[A-Za-z0-9_-]{86}")),
    ("", ("receipts", "finished", "key")): like(re.compile("[A-Za-z0-9_-]{43}")),
    ("", ("receipts", "finished", "signature")): like(re.compile("[A-Za-z0-9_-]{86}")),
}


def could_be(change: MemberChange) -> bool:
    """Whether the service could have written the changed value. Everything that follows from it must also be consistent."""
    if change.path == ("at",):
        return moment(change.after)
    if change.kind.startswith("left out"):
        resigned = change.kind.endswith(" table.seat-resigned")  # whoever resigned may have done so a move earlier
        return resigned or (change.type == "dice-cards.card-kept" and change.kind.endswith(" table.finished"))  # so may who left it alone
    if change.type == "table.created" and change.path[:1] == ("data",):
        return CREATED.get(change.path[1:], _never)(change.after)
    return OTHERS.get((change.type, change.path), _never)(change.after)


def _never(_: Any) -> bool:
    return False
