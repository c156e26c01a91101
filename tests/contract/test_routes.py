"""Every route is in the contract, and everything in the contract is served."""

import re

import pytest
from flask import Flask

from service.app import app_of
from service.settings import Settings
from service.wiring import make_web_parts
from tests.contract.checker import operations

BESIDE = {("GET", "/docs/assets/{}"), ("GET", "/page/{}/{}")}
"""Files of the pages, which API clients do not request."""
BY_THEMSELVES = {"HEAD", "OPTIONS"}
"""Methods that the framework adds."""


@pytest.fixture
def app(store_url: str) -> Flask:
    return app_of(make_web_parts(Settings(redis_url=store_url)))


def test_the_contract_has_just_the_operations_that_are_served(app: Flask) -> None:
    served = {
        (method, re.sub(r"<[^>]+>", "{}", rule.rule))
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - BY_THEMSELVES
    }
    promised = {(operation.method, re.sub(r"\{\w+\}", "{}", operation.path)) for operation in operations()}

    assert served - BESIDE == promised
    assert served >= BESIDE
