"""A bot without an address (needs rollstream_follow.py): `sse_bot.py TABLE` takes an open seat, follows the table and posts its moves."""

import hashlib
import os
import secrets
import sys
from typing import Any

from rollstream_follow import Client

TABLE = sys.argv[1]
client = Client(os.environ["SERVICE_URL"], lambda why: print(why, flush=True))


def play(token: str) -> None:
    dice: list[int] = []
    for news in client.follow(TABLE, token, history=True):
        for event in news.events:
            dice[:] = event["data"].get("dice", dice)
            moves = client.moves(TABLE, token)
            if moves and moves[0]["decision"] <= event["version"]:  # else the stream has yet to tell what led to it
                move = max(moves, key=lambda move: worth(move, dice))
                print(move, "too late" if client.play(TABLE, token, move) is None else "played", flush=True)
            if event["type"] == "table.finished":
                print("finished:", event["data"]["outcome"], flush=True)


def check(kept: str, seed: str, fair: dict[str, Any]) -> None:
    right = kept == fair["commitment"] == hashlib.sha256(bytes.fromhex(fair["secret"])).hexdigest() and seed in fair["client_seeds"]
    print("dice: as committed" if right else "dice: CHANGED", flush=True)


def worth(move: dict[str, Any], dice: list[int]) -> int:
    if move["type"] == "score":
        return sum(dice[place] for place in move["dice"])
    if move["type"] == "reroll":  # for a card with few dice, for nothing with all of them
        return -len(move["dice"]) if "freeze" in move else len(move["dice"]) - 8
    return -9 if move["type"] in {"skip", "pass", "strike"} else 0


if __name__ == "__main__":
    kept, seed = client.get(f"/v1/tables/{TABLE}")["fairness"]["commitment"], secrets.token_hex(16)
    play(client.post(f"/v1/tables/{TABLE}/seats", {"name": "SSE", "client_seed": seed})["token"])
    check(kept, seed, client.get(f"/v1/tables/{TABLE}")["fairness"])  # dice that were promised before? (docs/fairness.md)
