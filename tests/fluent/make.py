"""`make fluent`: writes the page's copy of Project Fluent's library. Run it for another version."""

from tests.fluent import bundle

if __name__ == "__main__":
    bundle.FILE.write_text(bundle.made(), encoding="utf-8")
    print(f"{bundle.FILE.name}: {bundle.FILE.stat().st_size:,} bytes")
