import json
from typing import Any

import pytest

from events.fairness.public_keys import MOST_KEY_SET_BYTES, PublicKey, key_set, read_key_set
from events.fairness.signing import SigningKey

NEW, OLD = SigningKey(b"n" * 32), SigningKey(b"o" * 32)
KEYS = (
    PublicKey(kid=NEW.id, x=NEW.x, valid_from="2026-11-28T12:00:00.000Z"),
    PublicKey(kid=OLD.id, x=OLD.x, valid_from="2026-01-01T12:00:00.000Z", valid_until="2026-11-28T12:00:00.000Z"),
)
SET = key_set(KEYS)


def changed(**members: Any) -> bytes:
    """The key set with changed members in its first key. A member with the value `...` is removed."""
    key = {name: value for name, value in {**SET["keys"][0], **members}.items() if value is not ...}
    return json.dumps({"keys": [key, SET["keys"][1]]}).encode()


def test_a_set_that_was_published_is_read_again() -> None:
    assert read_key_set(json.dumps(SET).encode()) == {key.kid: key for key in KEYS}


def test_a_key_is_a_jwk_as_the_rfcs_have_it() -> None:
    assert KEYS[0].jwk() == {
        "kty": "OKP",
        "crv": "Ed25519",
        "alg": "EdDSA",
        "use": "sig",
        "kid": NEW.id,
        "x": NEW.x,
        "valid_from": "2026-11-28T12:00:00.000Z",
        "valid_until": None,
    }


def test_what_others_add_and_keys_of_other_kinds_are_passed_over() -> None:
    others = [{"kty": "RSA", "n": "AQAB"}, {"kty": "OKP", "crv": "X25519", "x": "?"}, {}]
    bare = {"kty": "OKP", "crv": "Ed25519", "kid": NEW.id, "x": NEW.x, "key_ops": ["verify"]}

    assert read_key_set(json.dumps({"keys": [*others, bare], "issuer": "here"}).encode()) == {NEW.id: PublicKey(kid=NEW.id, x=NEW.x)}
    assert read_key_set(b'{"keys": []}') == {}


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"", "is not JSON"),
        (b"\xff", "is not valid UTF-8"),
        (b"[" * 100_000, "is nested too deeply"),
        (b"[]", "is no set of keys: its member keys is a list of objects"),
        (b"{}", "is no set of keys: its member keys is"),
        (b'{"keys": {}}', "keys is a list"),
        (b'{"keys": [1]}', "a list of objects"),
        (b'{"keys": [], "keys": []}', "a key stands twice"),
        (b" " * (MOST_KEY_SET_BYTES + 1), "has more than"),
        (changed(x=NEW.x[:-1]), "whose x is no public key"),
        (changed(x=1), "has the texts kid and x"),
        (changed(x=...), "has the texts kid and x"),
        (changed(kid=OLD.id), "another id than its thumbprint"),
        (changed(kid=...), "has the texts kid and x"),
        (changed(valid_from="yesterday"), "times valid_from and valid_until, such as 2026-"),
        (changed(valid_until="2026-02-30T12:00:00.000Z"), "no time"),
        (json.dumps({"keys": [SET["keys"][0]] * 2}).encode(), "has a key twice"),
    ],
)
def test_what_is_no_set_of_keys_is_refused_in_words(data: bytes, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        read_key_set(data)
