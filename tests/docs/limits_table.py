"""The table of docs/limits.md, generated from the limits in the code: `python -m tests.docs.limits_table` updates it."""

from dataclasses import fields

from events.limits import Limits
from tests.docs.links import ROOT

PUBLISHED = ROOT / "docs" / "limits.md"
BEGIN, END = "<!-- limits -->\n", "<!-- end of limits -->"


def made(page: str) -> str:
    """The page with the current table."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    rows = "".join(
        f"| `{limit.name}` | {_value(limit.default, limit.metadata['unit'])} | {limit.metadata['says']} |\n" for limit in fields(Limits)
    )
    return f"{before}{BEGIN}| limit | default | what it is |\n|---|---|---|\n{rows}{END}{after}"


def _value(default: object, unit: str) -> str:
    return f"`{default}`" if isinstance(default, str) else f"{default} {unit}"


if __name__ == "__main__":
    PUBLISHED.write_text(made(PUBLISHED.read_text()))
