"""The signing key of test tables, and keys as PEM files of operators."""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from events.fairness.signing import SigningKey

KEY = SigningKey(b"a key that only the tests have. ")


def pem(seed: bytes) -> bytes:
    """The private key as a PEM file (PKCS #8)."""
    return Ed25519PrivateKey.from_private_bytes(seed).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
