"""Finds the fonts that the browser uses in a page."""

from collections.abc import Iterator, Mapping
from typing import Any

from playwright.sync_api import Error, Page

ELEMENT, TEXT = 1, 3
"""Types of nodes."""


def strangers(page: Page) -> Mapping[str, str]:
    """Fonts of the machine that are visible in the page, each with an element; empty if all letters use the page's font."""
    found: dict[str, str] = {}
    session: Any = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument", {"depth": -1})["root"]
    for node in filter(_has_letters, _elements(root)):
        for font in _fonts(session, node):
            if not font["isCustomFont"] or not font["familyName"].startswith("Figtree"):
                found[font["familyName"]] = f"{node['localName']} {node['attributes']}"
    session.detach()
    return found


def _has_letters(node: Mapping[str, Any]) -> bool:
    """Whether an element can have letters of its own: a text, something that a style sheet adds, or a field's inside.

    To ask for an element's fonts takes milliseconds, and two of three elements, such as the paths of a picture, have none.
    """
    texts = (child["nodeValue"] for child in node.get("children", ()) if child["nodeType"] == TEXT)
    return any(map(str.strip, texts)) or "pseudoElements" in node or "shadowRoots" in node


def _fonts(session: Any, node: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The fonts of an element; none if the running page has removed it."""
    try:
        yield from session.send("CSS.getPlatformFontsForNode", {"nodeId": node["nodeId"]})["fonts"]
    except Error as error:
        if "Could not find node" not in error.message:
            raise


def _elements(node: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for child in node.get("children", ()):
        if child["nodeType"] == ELEMENT and child["localName"] != "head":
            yield child
            yield from _elements(child)
