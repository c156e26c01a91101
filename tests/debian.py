"""Programs of Debian's packages for tests: unpacked into .venv, not installed. So none starts a service, and the machine stays as it is.

`python -m tests.debian` fetches those that are missing, where there is apt. Tests that need one fail without it.
"""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

ROOT = Path(__file__).parents[1]
FOLDER: Final = ROOT / ".venv" / "debian"
PACKAGES: Final = {"nginx": "nginx", "promtool": "prometheus"}
"""The package of each program."""

PLACES: Final = ("usr/bin", "usr/sbin")
APT: Final = ("apt-get", "-qq", "-o", "APT::Sandbox::User=root")
"""As this user: apt's own has no access to our folders."""


def found(program: str) -> str | None:
    """The path of a program: the machine's, or the unpacked one; None if there is neither."""
    path = [os.environ["PATH"], *(str(root / place) for root in (Path("/"), FOLDER) for place in PLACES)]
    return shutil.which(program, path=os.pathsep.join(path))


def program(name: str) -> str:
    """The path of a program of `PACKAGES`. Fails the test if there is none."""
    path = found(name)
    assert path is not None, f"there is no {name}: `python -m tests.debian` fetches it on Debian; elsewhere install {PACKAGES[name]}"
    return path


def main() -> None:
    """Fetch and unpack the missing packages. Tests report what cannot be fetched."""
    missing = [package for name, package in PACKAGES.items() if found(name) is None]
    if not missing or not all(map(shutil.which, ("apt-get", "dpkg-deb"))):
        return
    print(f"Fetching {', '.join(missing)} …")
    if os.geteuid() == 0:
        subprocess.run([*APT, "update"], check=True, stdout=subprocess.DEVNULL)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([*APT, "download", *missing], check=False, cwd=folder, stdout=subprocess.DEVNULL)
        for package in Path(folder).glob("*.deb"):
            subprocess.run(["dpkg-deb", "--extract", str(package), str(FOLDER)], check=True)


if __name__ == "__main__":
    main()
