"""Throwaway copies of the tree, each with an environment of its own, so that every program that a test starts runs the mutated code."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.mutants.mutations import ROOT, Mutation

ENVIRONMENT: Final = Path(".venv")
PREFIX: Final = "mutants-"
PARTS: Final = "service/web/verify/"
"""Parts of the second verifier, from which its single file is built."""

NAMES_THE_TREE: Final = ("ready-to-*", "bin/*", "lib/python*/site-packages/*.pth", "lib/python*/site-packages/*.dist-info/direct_url.json")
"""Files of the environment that name the tree for which it was made."""


class TreeCopy:
    """A copy of the tree in this folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = folder / ENVIRONMENT / "bin/python"
        for file in _files():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / file, folder / file, follow_symlinks=False)
        _copy_environment(folder)

    @contextmanager
    def mutated(self, mutation: Mutation) -> Iterator[None]:
        """The copy has this mutation within the block. Raises `ValueError` if it cannot be applied."""
        file = self.folder / mutation.file
        file.write_text(mutation.applied(file.read_text(encoding="utf-8")), encoding="utf-8")
        try:
            self._build(mutation)
            yield
        finally:
            # The file gets its old time, too: what Python compiled of the mutated one is out of date then.
            shutil.copy2(ROOT / mutation.file, file)
            self._build(mutation)

    def _build(self, mutation: Mutation) -> None:
        if mutation.file.startswith(PARTS):
            subprocess.run([self.python, "-m", "tests.verifier.build"], cwd=self.folder, stdout=subprocess.DEVNULL, check=True)


@contextmanager
def copies(number: int) -> Iterator[Sequence[TreeCopy]]:
    """So many copies, deleted after the block. They are in the environment's folder: there its files can be linked instead of copied."""
    with tempfile.TemporaryDirectory(prefix=PREFIX, dir=ROOT / ENVIRONMENT) as folder:
        yield [TreeCopy(Path(folder) / str(each)) for each in range(number)]


def _files() -> Sequence[str]:
    """The files of the tree: those that are committed, and new ones that Git does not ignore."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=True).stdout
    return [file for file in listed.split("\0") if file and os.path.lexists(ROOT / file)]


def _copy_environment(folder: Path) -> None:
    ignored = shutil.ignore_patterns(f"{PREFIX}*")
    shutil.copytree(ROOT / ENVIRONMENT, folder / ENVIRONMENT, symlinks=True, ignore=ignored, copy_function=os.link)
    for pattern in NAMES_THE_TREE:
        for file in (folder / ENVIRONMENT).glob(pattern):
            _rename_tree(file, folder)


def _rename_tree(file: Path, folder: Path) -> None:
    """Put the copy's name where the tree's was. The file is replaced, because what it is linked to must not change."""
    if file.is_symlink() or not file.is_file() or bytes(ROOT) not in file.read_bytes():
        return
    renamed, mode = file.read_bytes().replace(bytes(ROOT), bytes(folder)), file.stat().st_mode
    file.unlink()
    file.write_bytes(renamed)
    file.chmod(mode)
