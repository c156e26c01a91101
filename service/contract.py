"""The contract as it is served: openapi.yaml as text and as JSON, the schema of exported tables, and the pages for those who write bots
and receive webhooks. Each is read once.
"""

import json
from functools import cache
from pathlib import Path

import yaml

FILE = Path(__file__).with_name("openapi.yaml")
ABOUT_BOTS, ABOUT_WEBHOOKS = (Path(__file__).with_name(name) for name in ("bots.md", "webhooks.md"))
TABLE_SCHEMA = Path(__file__).with_name("table.schema.json")


@cache
def as_yaml() -> str:
    """The document as it was written, comments and all."""
    return FILE.read_text(encoding="utf-8")


@cache
def as_json() -> str:
    """The same document as JSON."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return json.dumps(yaml.load(as_yaml(), loader), ensure_ascii=False, separators=(",", ":"))  # noqa: S506 - both are safe loaders


@cache
def table_schema() -> str:
    """The JSON Schema of the export `json`."""
    return TABLE_SCHEMA.read_text(encoding="utf-8")


@cache
def about_bots() -> str:
    """The page about bots, in Markdown."""
    return ABOUT_BOTS.read_text(encoding="utf-8")


@cache
def about_webhooks() -> str:
    """The page about webhooks, in Markdown."""
    return ABOUT_WEBHOOKS.read_text(encoding="utf-8")
