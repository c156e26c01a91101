"""Keys and signatures, compared with the examples of RFC 8037, appendix A."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    KeySerializationEncryption,
    NoEncryption,
    PrivateFormat,
)

from events.fairness.signing import SigningKey, decoded, is_signed, seed_of_pem

SEED = decoded("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A", 32)
X = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
MESSAGE = b"eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc"
SIGNATURE = "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"


def pem(key: Ed25519PrivateKey | EllipticCurvePrivateKey, secrecy: KeySerializationEncryption) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, secrecy)


def test_a_key_has_the_public_part_and_the_thumbprint_of_the_rfc() -> None:
    key = SigningKey(SEED)

    assert (key.x, key.id) == (X, "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")


def test_a_signature_is_that_of_the_rfc_whenever_it_is_made() -> None:
    assert SigningKey(SEED).sign(MESSAGE) == SigningKey(SEED).sign(MESSAGE) == SIGNATURE
    assert is_signed(MESSAGE, SIGNATURE, X)


@pytest.mark.parametrize(
    ("message", "signature", "x"),
    [
        (MESSAGE + b".", SIGNATURE, X),
        (MESSAGE, SigningKey(b"o" * 32).sign(MESSAGE), X),
        (MESSAGE, SIGNATURE, SigningKey(b"o" * 32).x),
        (MESSAGE, SIGNATURE[:-1], X),
        (MESSAGE, SIGNATURE[:-1] + "h", X),
        (MESSAGE, SIGNATURE + "==", X),
        (MESSAGE, " " + SIGNATURE, X),
        (MESSAGE, SIGNATURE.replace("_", "/"), X),
        (MESSAGE, "é" * 86, X),
        (MESSAGE, "", X),
        (MESSAGE, SIGNATURE, X[:-1] + "p"),
        (MESSAGE, SIGNATURE, ""),
    ],
    ids=["message", "signature", "key", "short", "spare bits", "padding", "space", "alphabet", "letters", "none", "bits of x", "no x"],
)
def test_anything_else_is_no_signature(message: bytes, signature: str, x: str) -> None:
    assert not is_signed(message, signature, x)


def test_the_private_part_is_shown_nowhere() -> None:
    shown = repr(SigningKey(b"visible-".ljust(32, b"!"))) + str(SigningKey(SEED).__dict__.get("_private"))

    assert "visible" not in shown


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_key_has_32_bytes(size: int) -> None:
    with pytest.raises(ValueError, match="32"):
        SigningKey(b"a" * size)


def test_a_key_is_read_from_a_pem_file() -> None:
    assert seed_of_pem(pem(Ed25519PrivateKey.from_private_bytes(SEED), NoEncryption())) == SEED


@pytest.mark.parametrize(
    ("file", "complaint"),
    [
        (b"", "no private key in PEM"),
        (b"secret words", "no private key in PEM"),
        (b"-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n", "no private key in PEM"),
        (pem(Ed25519PrivateKey.from_private_bytes(SEED), BestAvailableEncryption(b"password")), "not encrypted"),
        (pem(generate_private_key(SECP256R1()), NoEncryption()), "another kind than Ed25519"),
    ],
    ids=["empty", "text", "other bytes", "encrypted", "another curve"],
)
def test_a_file_that_holds_no_such_key_is_refused_and_not_repeated(file: bytes, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint) as refused:
        seed_of_pem(file)

    assert "secret" not in str(refused.value)
