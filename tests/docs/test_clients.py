"""The page about clients: its programs play whole games, its pushes reach both services, and its numbers are those of the code."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa

import rollstream_follow
from rules.registry import games
from tests.contract.checker import document, faults
from tests.docs.links import ROOT
from tests.examples.programs import NODE
from tests.live import Api, api, service
from tests.service.command_line.stand_in import Scripted, stand_in

__all__ = ["api", "service"]

PAGE = (ROOT / "docs" / "clients.md").read_text(encoding="utf-8")
PROGRAM, PUSH = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
[TYPESCRIPT] = re.findall(r"^```typescript\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
MODULE = (ROOT / "clients" / "rollstream-follow.mjs").read_text(encoding="utf-8")
TSC = ROOT / ".venv" / "typescript" / "node_modules" / ".bin" / "tsc"
STRICT = [
    "--strict",
    "--noUncheckedIndexedAccess",
    "--exactOptionalPropertyTypes",
    "--noEmit",
    "--target",
    "es2023",
    "--module",
    "nodenext",
    "--types",
    "node",
]
TURN = {
    "table": "p00-0",
    "game": "dicy-cards",
    "version": 9,
    "seat": 1,
    "name": "Ada",
    "decision": 9,
    "deadline": "2126-03-14T15:10:03.690Z",
}


def finished(api: Api, game: str, command: list[str], folder: Path) -> str:
    """What a program of the page says that plays a seat against a built-in player to the end of the game."""
    created = api.create_table(1, ai=["random"], game=game)
    [seat] = created.seated
    command = [*command, api.url, created.table, str(seat.seat), seat.token]
    played = subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8", timeout=200, check=False)

    assert played.returncode == 0, played.stderr
    assert api.view(created.table)["status"] == "finished"
    return played.stdout


@pytest.mark.parametrize("game", games())
def test_the_python_program_plays_a_whole_game(api: Api, tmp_path: Path, game: str) -> None:
    (tmp_path / "play.py").write_text(PROGRAM, encoding="utf-8")
    shutil.copy(ROOT / "clients" / "rollstream_follow.py", tmp_path)

    said = finished(api, game, [sys.executable, "play.py"], tmp_path)

    assert said.splitlines()[-1].endswith(" table.seed-revealed")


@pytest.fixture
def typescript(tmp_path: Path) -> Path:
    """The TypeScript program, with what it needs beside it."""
    (tmp_path / "play.ts").write_text(TYPESCRIPT, encoding="utf-8")
    for name in ("rollstream-follow.mjs", "rollstream-follow.d.mts"):
        shutil.copy(ROOT / "clients" / name, tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    return tmp_path


def test_the_typescript_program_plays_a_whole_game(api: Api, typescript: Path) -> None:
    said = finished(api, "dicy-cards", [str(NODE), "play.ts"], typescript)

    assert said.splitlines()[-2:] == [re.findall(r"^\d+ table\.seed-revealed$", said, re.MULTILINE)[0], "ended"]


def test_the_typescript_program_and_the_types_of_the_module_are_strict(typescript: Path) -> None:
    (typescript / "node_modules").symlink_to(TSC.parents[1])

    checked = subprocess.run([TSC, *STRICT, "play.ts"], cwd=typescript, capture_output=True, text=True, check=False)

    assert checked.returncode == 0, checked.stdout


def test_the_types_name_what_the_module_exports() -> None:
    types = (ROOT / "clients" / "rollstream-follow.d.mts").read_text(encoding="utf-8")
    exported = r"^export (?:async )?(?:class|const|function\*?) (\w+)"

    assert {*re.findall(exported, types, re.MULTILINE)} == {*re.findall(exported, MODULE, re.MULTILINE)}


def pushing() -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(compile(PUSH, "clients.md", "exec"), names)  # noqa: S102 - the page's own lines
    return names


def pem(key: ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey) -> str:
    unencrypted = serialization.NoEncryption()
    return key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, unencrypted).decode()


def test_a_turn_is_told_to_both_push_services_and_devices_that_are_gone_are_forgotten(tmp_path: Path) -> None:
    apple, google, page = ec.generate_private_key(ec.SECP256R1()), rsa.generate_private_key(65537, 2048), pushing()
    account = {"type": "service_account", "project_id": "our-app", "client_email": "us@our-app.example", "private_key": pem(google)}
    granted = Scripted(200, {"access_token": "granted", "expires_in": 3600, "token_type": "Bearer"})
    with stand_in(Scripted(200, b""), Scripted(410, b"")) as apns, stand_in(granted, Scripted(200, {}), Scripted(404, {})) as fcm:
        file = tmp_path / "account.json"
        file.write_text(json.dumps({**account, "token_uri": f"{fcm.url}/token"}))
        services = {"apns": page["Apns"](pem(apple), "KEY", "TEAM", "app.example", apns.url), "fcm": page["Fcm"](str(file), fcm.url)}
        devices = {("p00-0", 1): {("apns", "phone"), ("fcm", "tablet")}}
        page["tell"](TURN, devices, services)
        assert devices == {("p00-0", 1): {("apns", "phone"), ("fcm", "tablet")}}
        page["tell"](TURN, devices, services)
        services["apns"].http.close()
        services["fcm"].http.close()

    assert devices == {("p00-0", 1): set()}
    [(_, path, headers), _] = apns.requests
    assert (path, headers["apns-topic"], headers["apns-collapse-id"]) == ("/3/device/phone", "app.example", "p00-0")
    assert jwt.decode(headers["authorization"].removeprefix("bearer "), apple.public_key(), ["ES256"])["iss"] == "TEAM"
    assert [path for _, path, _ in fcm.requests] == ["/token", *["/v1/projects/our-app/messages:send"] * 2]
    assert fcm.requests[1][2]["authorization"] == "Bearer granted"


def test_the_turn_of_these_tests_is_one_that_the_contract_promises() -> None:
    message: Mapping[str, Any] = {"type": "seat.to-move", "timestamp": "2026-03-14T15:10:03.690Z", "data": TURN}
    promised = document()["webhooks"]["seat.to-move"]["post"]["requestBody"]["content"]["application/json"]["schema"]

    table = "p07-9k3f8w2rt6ym4hzq7dnb5xvacj"
    assert faults(promised, {**message, "data": {**TURN, "table": table}}) == []


def test_the_numbers_are_those_of_both_modules() -> None:
    text = " ".join(PAGE.split())
    milliseconds = {
        name: float(value)
        for names, values in re.findall(r"^const \[([A-Z_, ]+)\] = \[([\de_, ]+)\]", MODULE, re.MULTILINE)
        for name, value in zip(names.split(", "), values.replace("_", "").split(", "), strict=True)
    }

    assert rollstream_follow.SILENCE * 1000 < milliseconds["SILENCE_MS"] == 40_000
    assert "nothing has come for 40 seconds" in text
    assert rollstream_follow.POLL_AGAIN * 1000 == milliseconds["POLL_MS"] == 2_000
    assert "every two seconds with `If-None-Match`" in text
    assert milliseconds["HIDDEN_POLL_MS"] == 10_000
    assert "hidden, poll every ten seconds" in text
    assert milliseconds["STREAM_WITHIN_MS"] == 10_000
    assert "no byte for ten seconds" in text
    assert rollstream_follow.POLL_FOR * 1000 == milliseconds["POLL_FOR_MS"] == 30_000
    assert "Poll for half a minute" in text
    assert rollstream_follow.LONGEST_BACKOFF * 1000 == milliseconds["MOST_BACKOFF_MS"] == 15_000
    assert "0.5 s, 1 s, 2 s … 15 s, each multiplied by a random number from 0.5 to 1.5" in text
