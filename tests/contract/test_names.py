"""The service accepts exactly the names that the contract allows."""

import pytest
from marshmallow import ValidationError

from service.tables.table_schemas import SitSchema
from tests.contract.checker import faults, schema

SIT = SitSchema()
EVERY_SIGN = [
    *range(0x3100),
    *range(0x3100, 0xD800, 41),
    *range(0xE000, 0xF900, 97),
    *range(0xF900, 0x10000),
    *range(0x10000, 0x110000, 211),
]
TOGETHER = [
    "Ada",
    "  Ada  ",
    "Ada Lovelace",
    "A\u0301da",
    "محمد",
    "李",
    "👩\u200d🚀",
    "\u200bAda",
    "Ada\n",
    "\tAda",
    "A\u0085da",
    "A\u2028da",
    "\u2060 \u2060",
    "\U000e0001\U000e007f",
    "\u0301",
    "",
    "x" * 40,
    "x" * 41,
    " " + "x" * 40,
]


def _is_taken(name: str) -> bool:
    try:
        SIT.load({"name": name})
    except ValidationError:
        return False
    return True


def _is_allowed(name: str) -> bool:
    return not faults(schema("Name"), name)


def test_every_sign_alone_is_taken_if_and_only_if_it_is_allowed() -> None:
    differing = [f"U+{sign:04X}" for sign in EVERY_SIGN if _is_taken(chr(sign)) != _is_allowed(chr(sign))]

    assert differing == []


@pytest.mark.parametrize("name", TOGETHER, ids=ascii)
def test_signs_together_are_taken_if_and_only_if_they_are_allowed(name: str) -> None:
    assert _is_taken(name) == _is_allowed(name)
