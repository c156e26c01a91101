"""Reads the served documentation: openapi.yaml as YAML and JSON, the schema of exported tables, and the Markdown pages. Each is cached."""

import json
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("openapi.yaml")
TABLE_SCHEMA = Path(__file__).with_name("table.schema.json")
VERIFIER = Path(__file__).parents[1] / "web" / "verify.mjs"
PAGES = ("bots", "webhooks", "fairness", "proof", "durability", "limits")
"""The names of the documentation pages, which are in Markdown."""


@cache
def as_yaml() -> str:
    """The contract as written, with its comments."""
    return FILE.read_text(encoding="utf-8")


@cache
def as_json() -> str:
    """The contract as JSON."""
    import yaml  # nothing else reads YAML

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return json.dumps(yaml.load(as_yaml(), loader), ensure_ascii=False, separators=(",", ":"))  # noqa: S506 - both are safe loaders


@cache
def table_schema() -> str:
    """The JSON Schema of the export `json`."""
    return TABLE_SCHEMA.read_text(encoding="utf-8")


@cache
def verifier() -> str:
    """The independent verifier, a program for Node and browsers."""
    return VERIFIER.read_text(encoding="utf-8")


@cache
def page(name: str) -> str:
    """One of the `PAGES`, in Markdown."""
    return Path(__file__).with_name(f"{name}.md").read_text(encoding="utf-8")
