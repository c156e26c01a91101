"""The page's copy of Project Fluent's library: the modules of the npm package `@fluent/bundle` in one file, otherwise as they are."""

import re
from pathlib import Path
from typing import Final

from tests.live import ROOT

PACKAGE: Final = ROOT / ".venv/fluent/node_modules/@fluent/bundle"
FILE: Final = ROOT / "service/web/vendor/fluent.js"
MODULES: Final = ("memoizer", "types", "scope", "builtins", "resolver", "resource", "bundle")
"""In the order in which they need each other."""

_IMPORT = re.compile(r'^import \{[^}]*\} from "\./[a-z]+\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=class|function|const)", re.MULTILINE)


def made() -> str:
    """The file as it has to be. Raises `FileNotFoundError` unless `make fluent` has installed the package."""
    version = re.search(r'"version": "([^"]+)"', (PACKAGE / "package.json").read_text(encoding="utf-8"))
    assert version is not None
    parts = [_EXPORT.sub("", _IMPORT.sub("", _source(module))) for module in MODULES]
    heading = f"// @fluent/bundle {version[1]}, Apache License 2.0 (fluent-LICENSE.txt), made into one file by `make fluent`.\n"
    return heading + "\n".join(parts) + "\nexport { FluentBundle, FluentNumber, FluentResource, FluentType };\n"


def _source(module: str) -> str:
    return Path(PACKAGE / "esm" / f"{module}.js").read_text(encoding="utf-8")
