"""Takes erased names out of the stored questions to bots, which a dispatcher may send again."""

from typing import Any

import msgspec
from redis import Redis

from events.names.erasing import Erases
from events.store.key_scans import all_keys
from events.store.keys import service_key
from events.store.redis_connection import answered
from rules.table_view import without_name
from workers.bots.progress import CallProgress, read_progress, write_progress


@answered
def erase_questions(client: Redis, erases: Erases) -> int:
    """Erase names in all stored questions. Returns the number of questions that had one. Raises `StoreUnavailable`."""
    changed = 0
    for key in all_keys(client, service_key("asking:*:*:*")):
        stored: Any = client.get(key)
        if stored is None:
            continue
        progress = read_progress(stored)
        erased = _erased(progress, erases)
        if erased != progress:
            changed += 1
            client.set(key, write_progress(erased), keepttl=True, xx=True)
    return changed


def _erased(progress: CallProgress, erases: Erases) -> CallProgress:
    question = progress.question
    if question is None:
        return progress
    view: dict[str, Any] = msgspec.json.decode(question.view)
    seats = [
        without_name(seat["seat"], seat)
        if seat["name"] and not seat.get("name_erased") and erases(seat["name"], question.timestamp)
        else seat
        for seat in view["seats"]
    ]
    if seats == view["seats"]:
        return progress
    shown = msgspec.Raw(msgspec.json.encode({**view, "seats": seats}))
    return msgspec.structs.replace(progress, question=msgspec.structs.replace(question, view=shown))
