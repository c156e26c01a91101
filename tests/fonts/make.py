"""`make fonts`: writes the page's font and its style sheet. Run it for another version of the font, other characters or other weights."""

from tests.fonts import fallbacks, subset


def main() -> None:
    subset.write()
    fallbacks.SHEET.write_text(fallbacks.sheet(), encoding="utf-8")
    print(f"{subset.FILE.name}: {subset.FILE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
