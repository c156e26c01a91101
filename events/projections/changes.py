"""What changes in the lists when the summary of a table changes. Pure functions."""

from datetime import datetime, timedelta
from typing import NamedTuple

from events.projections.list_forms import ListForm, Position
from events.projections.summaries import AnyList, Listing, StoredSummary, Summary, counted, running, write_summary


class Change(NamedTuple):
    """The summary of a table in the lists (None: there is none), and the newest one. `removed`: the table is to be in no list."""

    before: StoredSummary | None
    newest: StoredSummary
    removed: bool = False

    @property
    def table(self) -> str:
        return self.newest.table


class Moves(NamedTuple):
    """The lists that a table enters and those that it leaves. `kept`: it is in any list after that."""

    enters: frozenset[AnyList]
    leaves: frozenset[AnyList]
    kept: bool


def changed(before: StoredSummary | None, after: StoredSummary) -> Change | None:
    """The change that replaces `before` (None: nothing) by `after`; None if they are equal."""
    if before is not None and write_summary(before) == write_summary(after):
        return None
    return Change(before, after)


def without(before: StoredSummary) -> Change:
    """The change that deletes the table."""
    return Change(before, before, removed=True)


def moves(change: Change, form: ListForm) -> Moves:
    """What a change does to the lists of a generation in this form."""
    before, newest, removed = change
    if removed:
        return Moves(frozenset(), all_lists(newest, form), kept=False)
    old: frozenset[AnyList] = frozenset() if before is None else listings(before, form) | counted(newest)  # an older build wrote no creator
    new = listings(newest, form) | running(newest)
    return Moves(new - old | running(newest), old - new, kept=bool(new))


def listings(summary: Summary, form: ListForm) -> frozenset[Listing]:
    """All public lists that contain the table. A table that was abandoned before the start is in none."""
    if summary.outcome is not None and summary.outcome["reason"] == "abandoned":
        return frozenset()
    return frozenset(form.listings(summary))


def all_lists(summary: StoredSummary, form: ListForm) -> frozenset[AnyList]:
    """All lists that may contain the table."""
    return listings(summary, form) | counted(summary)


def position(summary: Summary) -> Position:
    """The position of the table in every list."""
    since = datetime.fromisoformat(summary.created_at) - datetime.fromisoformat("1970-01-01T00:00:00Z")
    return Position(since // timedelta(milliseconds=1), summary.table)
