import json
import os
import random
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import msgspec
import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from events.timestamps import stamp
from tests.operation.processes import ROOT
from workers.outgoing.signing import Secret, headers, new_secret, rotated, valid

BODY = '{"type": "bot.turn", "data": {"name": "Zoë 🎲"}}'.encode()
OLD = "whsec_" + "b2xk" * 10 + "b2w="
NEW = "whsec_" + "bmV3" * 10 + "bmU="
NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)


def in_python(messages: Sequence[Mapping[str, Any]]) -> list[bool]:
    return [_holds(**message) for message in messages]


def _holds(secret: str, headers: dict[str, str], body: str) -> bool:
    try:
        Webhook(secret).verify(body, headers)
    except WebhookVerificationError:
        return False
    return True


def in_node(messages: Sequence[Mapping[str, Any]]) -> list[bool]:
    done = subprocess.run(
        [ROOT / ".venv/bin/node", ROOT / "tests/workers/outgoing/verify.cjs"],
        env={**os.environ, "NODE_PATH": str(ROOT / ".venv/webhooks/node_modules")},
        input=json.dumps(messages).encode(), stdout=subprocess.PIPE, check=True,
    )  # fmt: skip
    held: list[bool] = json.loads(done.stdout)
    return held


@pytest.mark.parametrize("verify", [in_python, in_node])
def test_a_signature_holds_for_these_bytes_this_id_and_five_minutes(verify: Any) -> None:
    now, old, new = datetime.now(UTC), Secret(OLD, stamp(datetime.now(UTC) + timedelta(hours=1))), Secret(NEW)
    body = BODY.decode()
    signed = headers([new, old], "msg_1", now, BODY)
    late, early = (headers([new], "msg_1", now + timedelta(minutes=minutes), BODY) for minutes in (-6, 6))

    held = verify(
        [
            {"secret": NEW, "headers": signed, "body": body},
            {"secret": OLD, "headers": signed, "body": body},
            {"secret": NEW, "headers": {name.title(): value for name, value in signed.items()}, "body": body},
            {"secret": new_secret(bytes(32)), "headers": signed, "body": body},
            {"secret": NEW, "headers": signed, "body": body.replace("turn", "Turn")},
            {"secret": NEW, "headers": signed, "body": body + " "},
            {"secret": NEW, "headers": {**signed, "webhook-id": "msg_2"}, "body": body},
            {"secret": NEW, "headers": {**signed, "webhook-timestamp": str(int(signed["webhook-timestamp"]) + 1)}, "body": body},
            {"secret": NEW, "headers": {**signed, "webhook-timestamp": ""}, "body": body},
            {"secret": NEW, "headers": late, "body": body},
            {"secret": NEW, "headers": early, "body": body},
        ]
    )

    assert held == [True] * 3 + [False] * 8


def test_the_time_of_any_zone_is_signed_as_the_moment_that_it_is() -> None:
    here = NOON.astimezone(timezone(timedelta(hours=5, minutes=30)))

    assert headers([Secret(NEW)], "msg_1", here, BODY) == headers([Secret(NEW)], "msg_1", NOON, BODY)
    assert headers([Secret(NEW)], "msg_1", here, BODY)["webhook-timestamp"] == str(int(NOON.timestamp()))


def test_a_new_secret_has_the_form_of_the_standard() -> None:
    secret = new_secret(random.Random(4).randbytes(32))

    assert secret.startswith("whsec_")
    assert len(secret) == 6 + 44
    assert secret != new_secret(random.Random(5).randbytes(32))


def test_after_a_rotation_both_secrets_sign_for_a_day() -> None:
    secrets = rotated([Secret(OLD)], NEW, NOON)

    assert secrets == (Secret(NEW), Secret(OLD, "2026-11-29T12:00:00.000Z"))
    assert valid(secrets, NOON + timedelta(hours=23, minutes=59)) == secrets
    assert valid(secrets, NOON + timedelta(hours=24)) == (Secret(NEW),)
    first, second = headers(secrets, "msg_1", NOON, BODY)["webhook-signature"].split(" ")
    assert first == headers([Secret(NEW)], "msg_1", NOON, BODY)["webhook-signature"]
    assert second == headers([Secret(OLD)], "msg_1", NOON, BODY)["webhook-signature"]


def test_two_rotations_in_a_day_end_the_first_secret_at_once() -> None:
    newest = new_secret(bytes(32))
    secrets = rotated(rotated([Secret(OLD)], NEW, NOON), newest, NOON + timedelta(hours=1))

    assert secrets == (Secret(newest), Secret(NEW, "2026-11-29T13:00:00.000Z"))


def test_a_rotation_that_is_asked_for_twice_is_one() -> None:
    once = rotated([Secret(OLD)], NEW, NOON)

    assert rotated(once, NEW, NOON + timedelta(hours=2)) == once


def test_a_secret_is_stored_whole_and_shown_to_nobody() -> None:
    secret = Secret(NEW, stamp(NOON))

    assert msgspec.json.decode(msgspec.json.encode(secret), type=Secret) == secret
    assert NEW not in f"{secret!r} {secret} {replace(secret, until=None)!r}"
