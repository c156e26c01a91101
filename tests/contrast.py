"""The contrast of two colours, by the Web Content Accessibility Guidelines."""

import re


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21, each given as `rgb(…)` or `#…`."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = map(_linear, _parts(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _parts(colour: str) -> list[int]:
    if colour.startswith("#"):
        return list(bytes.fromhex(colour[1:]))
    return [int(part) for part in re.findall(r"\d+", colour)]


def _linear(part: int) -> float:
    share = part / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)
