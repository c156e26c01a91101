"""Ed25519 keys (RFC 8032) for receipts. A thumbprint identifies a key; a signature is 86 characters of base64url."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from events.tables.envelope import canonical

SEED_BYTES: Final = 32
"""The length of a private key, and of a public key."""

SIGNATURE_BYTES: Final = 64


class SigningKey:
    """A private key. Its text forms do not show the private part."""

    def __init__(self, seed: bytes) -> None:
        """`seed` is the private key of RFC 8032, 32 bytes. Raises `ValueError` for another length."""
        self.seed = seed
        self._private = Ed25519PrivateKey.from_private_bytes(seed)
        self.x = encoded(self._private.public_key().public_bytes_raw())
        """The public key, base64url."""
        self.id = thumbprint(self.x)

    def sign(self, message: bytes) -> str:
        """The signature, base64url. Equal messages give equal signatures."""
        return encoded(self._private.sign(message))


def thumbprint(x: str) -> str:
    """The id of the public key `x` (base64url): its JWK thumbprint (RFC 7638, RFC 8037), 43 characters of base64url."""
    return encoded(sha256(canonical({"crv": "Ed25519", "kty": "OKP", "x": x})).digest())


def is_signed(message: bytes, signature: str, x: str) -> bool:
    """Whether the key `x` verifies `signature` for `message`. False also if either is malformed."""
    try:
        public = Ed25519PublicKey.from_public_bytes(decoded(x, SEED_BYTES))
        public.verify(decoded(signature, SIGNATURE_BYTES), message)
    except (ValueError, InvalidSignature):
        return False
    return True


def seed_of_pem(pem: bytes) -> bytes:
    """The private key in a PEM file (PKCS #8, not encrypted). Raises `ValueError`, whose message contains nothing of the file."""
    from cryptography.hazmat.primitives.serialization import load_pem_private_key  # loads slowly; only an operator's own key is in a file

    try:
        private = load_pem_private_key(pem, None)
    except (ValueError, TypeError) as error:  # TypeError: the file is encrypted
        raise ValueError("holds no private key in PEM (PKCS #8) that is not encrypted") from error
    if not isinstance(private, Ed25519PrivateKey):
        raise ValueError("holds a private key of another kind than Ed25519")  # noqa: TRY004 - the file is wrong, not a type
    return private.private_bytes_raw()


def encoded(data: bytes) -> str:
    """Base64url without padding (RFC 7515)."""
    return urlsafe_b64encode(data).decode("ascii").rstrip("=")


def decoded(text: str, length: int) -> bytes:
    """The `length` bytes in base64url without padding. Raises `ValueError` for any other text, also for one that is not the
    exact encoding.
    """
    data = urlsafe_b64decode(text.encode("ascii", "replace") + b"=" * (-len(text) % 4))
    if len(data) != length or encoded(data) != text:
        raise ValueError(f"{length} bytes are no such base64url")
    return data
