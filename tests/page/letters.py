"""Which fonts the browser has drawn a page with."""

from collections.abc import Iterator, Mapping
from typing import Any

from playwright.sync_api import Error, Page


def strangers(page: Page) -> Mapping[str, str]:
    """Fonts of the machine that are seen in the page, each with where: nothing if all letters are the page's own."""
    found: dict[str, str] = {}
    session: Any = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument", {"depth": -1})["root"]
    for node in _elements(root):
        for font in _fonts(session, node):
            if not font["isCustomFont"] or not font["familyName"].startswith("Figtree"):
                found[font["familyName"]] = f"{node['localName']} {node['attributes']}"
    session.detach()
    return found


def _fonts(session: Any, node: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The fonts of an element; none if it is gone by now: a page that is shown goes on."""
    try:
        yield from session.send("CSS.getPlatformFontsForNode", {"nodeId": node["nodeId"]})["fonts"]
    except Error as error:
        if "Could not find node" not in error.message:
            raise


def _elements(node: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for child in node.get("children", ()):
        if child["nodeType"] == 1 and child["localName"] != "head":
            yield child
            yield from _elements(child)
