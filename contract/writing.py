"""Writes a document as YAML: what fits into a line stands in one line, long text is folded, and no value is written as an alias."""

import re
from typing import Any, Final

import yaml

WIDTH: Final = 140
_NUMBER_ELSEWHERE = re.compile(r"[-+]?[0-9]+(\.[0-9]*)?([eE][-+]?[0-9]+)?")
"""Texts that YAML 1.2 reads as numbers, and PyYAML, which has version 1.1, does not."""


class _Writer(yaml.SafeDumper):
    def ignore_aliases(self, data: Any) -> bool:
        return True

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> Any:  # noqa: FBT001, FBT002 - the library's signature
        return super().increase_indent(flow, indentless=False)


def _text(writer: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style: str | None
    if "\n" in text:
        style = "|"
    elif len(text) > WIDTH - 20 and " " in text:
        style = ">"
    else:
        style = '"' if _NUMBER_ELSEWHERE.fullmatch(text) else None
    return writer.represent_scalar("tag:yaml.org,2002:str", text, style)


_Writer.add_representer(str, _text)


def as_yaml(document: Any) -> str:
    """The document as YAML text; the same document is always the same text."""
    writer = _Writer(None, sort_keys=False)  # type: ignore[arg-type]  # only for the nodes
    node = writer.represent_data(document)
    _lay_out(node, 0)
    text: str = yaml.serialize(node, Dumper=_Writer, width=WIDTH, allow_unicode=True)
    return text


def _lay_out(node: yaml.Node, indent: int) -> int:
    """Set the style of a node and of all below it. Returns its length in one line; `WIDTH` and more if it needs several lines."""
    if isinstance(node, yaml.ScalarNode):
        return WIDTH if node.style in {"|", ">"} else len(node.value) + 2
    assert isinstance(node, yaml.CollectionNode)  # noqa: S101 - there is no third kind
    if isinstance(node, yaml.MappingNode):
        lengths = [_lay_out(key, 0) + 2 + _lay_out(value, indent + 2) for key, value in node.value]
    else:
        lengths = [_lay_out(item, indent + 2) for item in node.value]
    length = 4 + sum(lengths) + 2 * len(lengths)
    node.flow_style = indent > 0 and length + indent < WIDTH - 20
    return length if node.flow_style else WIDTH
