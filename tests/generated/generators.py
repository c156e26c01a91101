"""The generators of docs/clients.md: their commands are those of the page. What they need is installed by `make clients`."""

import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from shutil import copy
from typing import Final, NamedTuple

from tests.contract.checker import FILE

ROOT: Final = FILE.parent
TOOLS: Final = ROOT / ".venv" / "generators"
HEY_API: Final = ROOT / ".venv" / "hey-api" / "node_modules"
TYPESCRIPT: Final = ROOT / ".venv" / "typescript" / "node_modules"
NODE: Final = ROOT / ".venv" / "bin" / "node"
PLAYERS: Final = Path(__file__).parent / "players"
PAGE: Final = (ROOT / "docs" / "clients.md").read_text(encoding="utf-8")
COMMANDS: Final[Mapping[str, str]] = dict(re.findall(r"^### ([\w-]+)\n[^#]*?^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
OF_OPENAPI_GENERATOR: Final = (
    "OpenAPI 3.1 support is still in beta. To report an issue related to 3.1 spec",
    "Failed to get the schema name: null",
)
"""What openapi-generator warns of: that 3.1 is new to it, and of its own look-up of schemas without a name. `python` says the second of any
document, the others of an enum that may get more words (`anyOf: [enum, string]`)."""
OF_THE_GENERATOR: Final[Mapping[str, Sequence[str]]] = {
    "openapi-python-client": (),
    "hey-api": (),
    "typescript-fetch": OF_OPENAPI_GENERATOR,
    "python": OF_OPENAPI_GENERATOR,
    "java": (*OF_OPENAPI_GENERATOR, "Ignoring complex example on request body"),
}
"""The warnings of each generator that are let through; java has no use for examples of requests, which readers of `/docs` have."""
TSC: Final = (
    "--strict",
    "--skipLibCheck",
    "false",
    "--target",
    "es2022",
    "--lib",
    "es2023,dom",
    "--module",
    "commonjs",
    "--moduleResolution",
    "bundler",
    "--types",
    "node",
)


class Language(NamedTuple):
    """How a client in this language is compiled together with a player, and the command that plays."""

    player: str
    compiling: Sequence[str | Path]
    playing: Sequence[str | Path]


def _typescript(player: str) -> Language:
    tsc: list[str | Path] = [TYPESCRIPT / ".bin" / "tsc", *TSC, "--typeRoots", TYPESCRIPT / "@types", "--rootDir", ".", "--outDir", "."]
    return Language(player, [*tsc, player], [NODE, player.replace(".ts", ".js")])


def _jar() -> Path:
    """The jar of openapi-generator, which has the libraries of its clients inside: Jackson and the annotations of JSR 305."""
    return next(TOOLS.glob("lib/*/site-packages/openapi_generator_cli/openapi-generator.jar"), TOOLS / "openapi-generator.jar")


PYTHON: Final = TOOLS / "bin" / "python"
LANGUAGES: Final[Mapping[str, Language]] = {
    "openapi-python-client": Language(
        "openapi_python_client.py", [PYTHON, "-m", "compileall", "-q", "."], [PYTHON, "openapi_python_client.py"]
    ),
    "hey-api": _typescript("hey_api.ts"),
    "typescript-fetch": _typescript("typescript_fetch.ts"),
    "python": Language("openapi_generator.py", [PYTHON, "-m", "compileall", "-q", "."], [PYTHON, "openapi_generator.py"]),
    "java": Language(
        "Player.java",
        ["bash", "-c", f"javac -nowarn -cp {_jar()} -sourcepath {PLAYERS} -d . Player.java $(find client/src/main -name '*.java')"],
        ["java", "-cp", f"{_jar()}:.", "Player"],
    ),
}


def run(command: Sequence[str | Path], folder: Path) -> str:
    """What a command says in a folder, with the generators in the path. It must succeed."""
    path = os.pathsep.join([str(TOOLS / "bin"), str(NODE.parent), os.environ["PATH"]])
    environment = os.environ | {"PATH": path, "PYTHONPATH": f"{folder}:{folder / 'client'}"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=280)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout + done.stderr


def generated(name: str, folder: Path) -> str:
    """Make a client in the folder, by the command of the page and from the contract as it is. Returns what the generator said."""
    copy(FILE, folder)
    (folder / "node_modules").symlink_to(HEY_API)
    (folder / "package.json").write_text("{}")
    return run(["bash", "-c", COMMANDS[name]], folder)


def compiled(name: str, folder: Path) -> None:
    """Compile the client and its player."""
    copy(PLAYERS / LANGUAGES[name].player, folder)
    run(LANGUAGES[name].compiling, folder)


def warnings(name: str, said: str) -> list[str]:
    """The lines in which a generator warns about the document."""
    found = [line for line in said.splitlines() if re.search(r"\b(WARN|WARNING|Warning|warnings?|ERROR|Error|errors?)\b", line)]
    return [line for line in found if not line.partition(" - ")[2].startswith(tuple(OF_THE_GENERATOR[name]))]
