"""Reads the served documentation: openapi.yaml as YAML and JSON, the schema of exported tables, the Markdown pages, and the files that
clients are made of. Each is cached.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

FILE = Path(__file__).with_name("openapi.yaml")
TABLE_SCHEMA = Path(__file__).with_name("table.schema.json")
VERIFIER = Path(__file__).parents[1] / "web" / "verify.mjs"
PAGES: Final[Mapping[str, str]] = {
    "guide": "api.md",
    **{f"{name}.md": f"{name}.md" for name in ("bots", "players", "clients", "webhooks", "fairness", "proof", "durability", "limits")},
}
"""The documentation pages, which are in Markdown: where each is served below `/docs/`, and its file."""

FOLLOWERS: Mapping[str, str] = {
    "rollstream_follow.py": "text/x-python",
    "rollstream-follow.mjs": "text/javascript",
    "rollstream-follow.d.mts": "text/plain",
}
"""The files of rollstream-follow (docs/clients.md), with their media types."""


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
def page(path: str) -> str:
    """One of the `PAGES`, in Markdown."""
    return Path(__file__).with_name(PAGES[path]).read_text(encoding="utf-8")


@cache
def follower(name: str) -> str:
    """One of the `FOLLOWERS`."""
    module = find_spec("rollstream_follow")
    assert module is not None  # noqa: S101 - the terminal imports it
    assert module.origin is not None  # noqa: S101 - it is a file
    files = {"rollstream_follow.py": Path(module.origin), "rollstream-follow.mjs": VERIFIER.parent / "js" / "rollstream-follow.mjs"}
    return files.get(name, Path(__file__).with_name(name)).read_text(encoding="utf-8")
