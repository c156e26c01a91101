"""`make verifier`: writes the second verifier's single file. Run it after a change to one of its parts."""

import subprocess
from pathlib import Path
from typing import Final

from tests.docs.links import ROOT

PARTS: Final = ROOT / "service" / "web" / "verify"
SINGLE: Final = ROOT / "docs" / "verify.mjs"
BUNDLER: Final = ROOT / ".venv/rollup/node_modules/rollup"


def built(parts: Path = PARTS) -> str:
    """The single file, made of the parts in this folder."""
    assert BUNDLER.exists(), f"{BUNDLER} is missing: make verifier installs it"
    command = [ROOT / ".venv/bin/node", Path(__file__).with_name("build.mjs"), parts, BUNDLER]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True).stdout


def main() -> None:
    SINGLE.write_text(built(), encoding="utf-8")
    print(f"{SINGLE.name}: {SINGLE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
