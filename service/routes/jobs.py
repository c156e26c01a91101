"""`/v1/tables/{table}/ai-turns` and `/v1/jobs`: jobs that a seat requests from built-in players, and their results."""

import re
from typing import Any

from flask import Blueprint, Response

from events.errors import NotSeated
from events.store.keys import is_table_id
from events.strict_schema import load
from events.tables import keyed_orders
from events.tables.keyed_orders import Holder
from events.tables.opening import LoadedTable
from rules.game import Seat
from rules.plain_numbers import plain
from rules.rejected import Rejected
from rules.table_advice import is_to_be_announced, refuse_if_off
from rules.table_players import known_level
from service.http.body import read_object
from service.http.charging import UNITS_PER_AI_JOB, charge, count_job
from service.http.problem_codes import CODES, JOB_ERRORS
from service.http.problems import Problem
from service.http.replies import json_reply
from service.http.request_context import this_request
from service.http.requester import creator, refuse_foreign, required_holder
from service.tables.table_schemas import AiTurnSchema
from service.wiring import web_parts
from workers.jobs.queues import JobState

routes = Blueprint("jobs", __name__, url_prefix="/v1")

AI_TURN = AiTurnSchema()
TASKS = {"play": "turn", "advise": "advise"}
"""The task for each mode. Only the seat itself can read its jobs."""

_JOB = re.compile(rf"(?:{'|'.join(TASKS.values())})-(?P<table>p[0-9]{{2}}-[0-9a-z]+)-(?P<seat>[0-9]{{1,4}})-[0-9]+-.+")


@routes.post("/tables/<table>/ai-turns")
def ask_player(table: str) -> Response:
    holder = required_holder(table)
    wanted = load(AI_TURN, read_object())
    this_request().names_decision = wanted["mode"] == "advise" or wanted.get("decision") is not None
    loaded = web_parts().tables.open(table)
    if not loaded.holds(holder.seat, holder.taken):
        raise NotSeated(table)
    refuse_if_off(loaded.table)
    task, level = TASKS[wanted["mode"]], _level(loaded, wanted["mode"], wanted["level"])
    state = _find_or_queue(loaded, task, holder, wanted.get("decision"), level)
    return json_reply(_present(state), 202, {"Location": f"/v1/jobs/{state.id}"})


@routes.get("/jobs/<job>")
def show_job(job: str) -> Response:
    table, seat = _table_and_seat(job)
    holder = required_holder(table)  # checked first: others must not learn whether the job exists
    refuse_foreign(holder, seat)
    if not web_parts().tables.open(table).holds(holder.seat, holder.taken):
        raise NotSeated(table)
    state = web_parts().jobs.find(job)
    if state is None or state.task not in TASKS.values():
        raise _unknown()
    return json_reply(_present(state), 200, {"Cache-Control": "no-store", "Vary": "Authorization"})


def _table_and_seat(job: str) -> tuple[str, Seat]:
    """The table and the seat in a job's id. Raises the problem `job-unknown` for any other text."""
    read = _JOB.fullmatch(job)
    if read is None or not is_table_id(read["table"]):
        raise _unknown()
    return read["table"], int(read["seat"])


def _unknown() -> Problem:
    return Problem("job-unknown", "There is no job with this id, or not any more.")


def _level(loaded: LoadedTable, mode: str, level: str) -> str:
    player = loaded.game.players[known_level(loaded.game, level, "level")]
    if mode == "advise" and player.rank is None:
        raise Rejected("level-unknown", f"A built-in player of level {level} has no opinion to give.", field="level")
    return level


def _find_or_queue(loaded: LoadedTable, task: str, holder: Holder, named: int | None, level: str) -> JobState:
    """The job for the named decision, or for the seat's pending decision if `named` is None: an existing one, or a new one.

    Before a table's first job of advice for a decision, everybody is told, if the table's rule says so.
    """
    seat = holder.seat
    jobs, owed = web_parts().jobs, loaded.table.decisions[seat] if seat in loaded.table.owing else 0
    decision = owed if named is None else named
    ids, job = (loaded.id, seat, decision, level), f"{task}-{loaded.id}-{seat}-{decision}-{level}"
    if decision != owed:
        state = jobs.find(job)
        if state is None:
            _refuse_unless_playing(loaded)
            raise web_parts().handler.closed(loaded, decision)
        return state
    if not owed:
        _refuse_unless_playing(loaded)
        raise Rejected("nothing-owed", f"Seat {seat} has no pending decision.")
    known = jobs.find(job)
    if known is not None and known.status != "failed":
        return known
    charge(UNITS_PER_AI_JOB)
    count_job(job)
    if task == TASKS["advise"] and is_to_be_announced(loaded.table, seat):
        web_parts().handler.execute(keyed_orders.request_advice(loaded.id, holder, decision), loaded)
    jobs.enqueue(task, *ids, job_id=job, creator=creator())
    return jobs.find(job) or JobState(job, task, ids, "queued")


def _refuse_unless_playing(loaded: LoadedTable) -> None:
    if loaded.table.status == "open":
        raise Rejected("table-not-started", "The game has not started yet.")
    if loaded.table.status == "finished":
        raise Rejected("table-finished", "The game is over.")


def _present(state: JobState) -> dict[str, Any]:
    return {
        "job": state.id,
        "task": state.task,
        "status": state.status,
        "progress": plain(state.progress),
        "result": state.result,
        "error": job_error(state),
    }


def job_error(state: JobState) -> dict[str, str] | None:
    """The error of a failed job as JSON values; None if it has not failed."""
    if state.error is None:
        return None
    code = state.error if state.detail is not None or state.error in {*JOB_ERRORS, *CODES} else "job-failed"
    meaning = JOB_ERRORS[code] if code in JOB_ERRORS else CODES[code].meaning if code in CODES else ""
    return {"code": code, "detail": state.detail or meaning}
