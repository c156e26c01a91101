"""The contract as it is served: openapi.yaml as text and as JSON, the schema of exported tables, and the pages for those who write bots,
receive webhooks, check dice or run the service. Each is read once.
"""

import json
from functools import cache
from pathlib import Path

import yaml

FILE = Path(__file__).with_name("openapi.yaml")
TABLE_SCHEMA = Path(__file__).with_name("table.schema.json")
VERIFIER = Path(__file__).parents[1] / "web" / "verify.mjs"
PAGES = ("bots", "webhooks", "fairness", "proof", "durability", "limits")
"""What there is to read, in Markdown."""


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
def verifier() -> str:
    """The second verifier, a program for Node and browsers."""
    return VERIFIER.read_text(encoding="utf-8")


@cache
def page(name: str) -> str:
    """One of the `PAGES`, in Markdown."""
    return Path(__file__).with_name(f"{name}.md").read_text(encoding="utf-8")
