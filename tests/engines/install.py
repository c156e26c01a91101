"""`python -m tests.engines.install` installs missing browsers if possible: as root, from the system's packages."""

import os
import shutil
import subprocess
from typing import Final

PACKAGES: Final = {"firefox-esr": ("firefox-esr", "firefox"), "webkit2gtk-driver": ("WebKitWebDriver",), "xvfb": ("Xvfb",)}
"""Debian's packages, each with alternative programs that it may contain."""


def main() -> None:
    """Install the missing packages. Tests report what cannot be installed."""
    missing = [package for package, programs in PACKAGES.items() if not any(map(shutil.which, programs))]
    if not missing or os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    print(f"Installing {', '.join(missing)} …")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "-y", "--no-install-recommends", *missing]):
        subprocess.run(["apt-get", "-qq", *command], check=True, env=quiet, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
