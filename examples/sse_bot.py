"""A bot without an address (needs requests): `sse_bot.py TABLE` takes an open seat, follows the event stream and posts its moves."""

import hashlib
import json
import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import requests
from requests.adapters import HTTPAdapter
from urllib3.util import Retry

TABLE = f"{os.environ['SERVICE_URL']}/v1/tables/{sys.argv[1]}"
BROKEN_OFF = (requests.ConnectionError, requests.exceptions.ChunkedEncodingError)
http = requests.Session()  # whatever it sends may be sent twice: sitting down has a key, and a decision takes one move
http.mount(TABLE, HTTPAdapter(max_retries=Retry(8, backoff_factor=0.3, status_forcelist=[429, 503], allowed_methods=None)))


def play() -> None:
    dice: list[int] = []
    for event in events():
        dice[:] = event["data"].get("dice", dice)
        owed = http.get(f"{TABLE}/moves", timeout=30).json()
        if owed["decision"] and owed["decision"] <= event["version"]:  # else the stream has yet to tell what led to it
            move = max(owed["moves"], key=lambda move: worth(move, dice))
            print(move, http.post(f"{TABLE}/moves", json=move, timeout=30).status_code, flush=True)  # 409: the clock was faster
        if event["type"] == "table.finished":
            print("finished:", event["data"]["outcome"], flush=True)


def check(kept: str, seed: str, fair: dict[str, Any]) -> None:
    right = kept == fair["commitment"] == hashlib.sha256(bytes.fromhex(fair["secret"])).hexdigest() and seed in fair["client_seeds"]
    print("dice: as promised" if right else "dice: CHANGED", flush=True)


def events(last: str = "0") -> Iterator[dict[str, Any]]:
    """Every event once, to the end: a stream that breaks off is resumed. After a reset all are read again, for some were lost."""
    while True:
        headers = {"Accept": "text/event-stream", "Last-Event-ID": last}
        with suppress(*BROKEN_OFF), http.get(f"{TABLE}/events", headers=headers, stream=True, timeout=60) as stream:
            stream.raise_for_status()
            if stream.status_code == requests.codes.no_content:
                return
            for line in stream.iter_lines(chunk_size=None):
                if line == b"event: reset":
                    last = "0"
                    break
                if line.startswith(b"data: "):
                    event = json.loads(line.removeprefix(b"data: "))
                    last = f"{event['version']}-{event['hash'][:8]}"
                    yield event


def worth(move: dict[str, Any], dice: list[int]) -> int:
    if move["type"] == "score":
        return sum(dice[place] for place in move["dice"])
    if move["type"] == "reroll":  # for a card with few dice, for nothing with all of them
        return -len(move["dice"]) if "freeze" in move else len(move["dice"]) - 8
    return -9 if move["type"] in {"skip", "pass"} else 0


if __name__ == "__main__":
    kept, seed = http.get(TABLE, timeout=30).json()["fairness"]["commitment"], secrets.token_hex(16)
    who, key = {"name": "SSE", "client_seed": seed}, {"Idempotency-Key": secrets.token_hex(16)}  # not the seed: everybody sees that
    sat = http.post(f"{TABLE}/seats", json=who, headers=key, timeout=30)
    sat.raise_for_status()
    http.headers["Authorization"] = f"Bearer {sat.json()['token']}"
    play()
    check(kept, seed, http.get(TABLE, timeout=30).json()["fairness"])  # dice that were promised before? (docs/fairness.md)
