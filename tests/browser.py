"""Chromium for tests, driven by Playwright. It records everything that the browser reports against a page.

`python -m tests.browser` installs one if there is none. Tests that need a browser fail without it. The headless shell, which Playwright
also supports, shows a view for less than half the work of the whole Chromium: 1.2 processor seconds instead of 2.9.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal
from weakref import WeakKeyDictionary

from playwright.sync_api import Browser, BrowserContext, Dialog, Page, Playwright, ViewportSize, expect, sync_playwright

SHELL = "chromium-headless-shell"
PROGRAMS = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
APPLICATIONS = ("/Applications/Chromium.app/Contents/MacOS/Chromium", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")

QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)
"""A browser for tests makes no requests of its own."""

TIMEOUT_MS = 30_000
"""Milliseconds to wait for an element: a busy machine may be slow."""

PHONE, DESKTOP = (360, 740), (1200, 850)
"""Widths and heights of windows."""

FREE_PROFILES: Final[WeakKeyDictionary[Browser, dict[tuple[str, bool], list[BrowserContext]]]] = WeakKeyDictionary()
"""Unused profiles, by their language and whether they run scripts."""


@dataclass
class Watched:
    """A page, and what the browser reported against it: errors, warnings, policy violations, dialogs, requests to other addresses."""

    page: Page
    complaints: list[str] = field(default_factory=list)
    _within: str = ""

    def __post_init__(self) -> None:
        self.page.on("console", lambda message: self.complaints.append(f"{message.type}: {message.text}"))
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error.stack or error}"))
        self.page.on("dialog", self._dialog)
        self.page.on("request", lambda request: self._requested(request.url))

    def open(self, address: str, within: str | None = None) -> None:
        """Open the address. A request for an address that does not begin with `within` (default: the address itself) is a complaint."""
        self._within = address.partition("#")[0] if within is None else within
        self.page.goto(address)

    def _requested(self, wanted: str) -> None:
        if not wanted.startswith(("data:", self._within)):
            self.complaints.append(f"request for {wanted}")

    def _dialog(self, dialog: Dialog) -> None:
        self.complaints.append(f"dialog: {dialog.message}")
        dialog.dismiss()


@contextmanager
def browsing(fonts: Path | None = None) -> Iterator[Browser]:
    """Run a browser for the block. Meanwhile the thread runs Playwright's event loop; no other loop can run there.

    `fonts` is a fontconfig configuration with the available fonts; without it they are those of this machine.
    """
    with sync_playwright() as playwright:
        program = found(playwright)
        assert program is not None, "there is no Chromium: python -m tests.browser installs one"
        expect.set_options(timeout=TIMEOUT_MS)
        arguments = [*QUIET, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
        known = {} if fonts is None else {"FONTCONFIG_FILE": str(fonts)}
        browser = playwright.chromium.launch(executable_path=program, args=arguments, env={**os.environ, **known})
        yield browser
        browser.close()


@contextmanager
def watching(
    browser: Browser,
    size: tuple[int, int] = DESKTOP,
    *,
    scheme: Literal["light", "dark"] = "light",
    still: bool = True,
    scripts: bool = True,
    language: str = "en",
    fresh: bool = False,
) -> Iterator[Watched]:
    """An empty page in a window of this size, with a profile of its own. `still`: the user prefers reduced motion.

    `fresh`: the profile is new and is not used again, for tests that change it permanently (another clock).
    """
    with _profile(browser, language, scripts=scripts, fresh=fresh) as profile:
        page = profile.new_page()
        page.set_viewport_size(window(size))
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce" if still else "no-preference")
        yield Watched(page)


def window(size: tuple[int, int]) -> ViewportSize:
    """A width and a height in Playwright's form."""
    return {"width": size[0], "height": size[1]}


@contextmanager
def _profile(browser: Browser, language: str, *, scripts: bool, fresh: bool) -> Iterator[BrowserContext]:
    """A profile. A used one has no stored data any more, but its cache remains."""
    free = FREE_PROFILES.setdefault(browser, {}).setdefault((language, scripts), [])
    profile = free.pop() if free and not fresh else browser.new_context(locale=language, java_script_enabled=scripts)
    profile.set_default_timeout(TIMEOUT_MS)
    yield profile
    if fresh:
        return profile.close()
    for page in profile.pages:
        page.close()
    profile.set_storage_state({"cookies": [], "origins": []})
    free.append(profile)


def found(playwright: Playwright) -> str | None:
    """The path of a Chromium or Chrome: one of the machine, or Playwright's; None if there is none."""
    installed = next(filter(None, map(shutil.which, PROGRAMS)), None)
    return installed or next((path for path in (*APPLICATIONS, playwright.chromium.executable_path) if Path(path).exists()), None)


def install() -> None:
    """Install a Chromium: from the system's packages if possible, else Playwright's download."""
    if _may_install():
        subprocess.run(["apt-get", "update", "-qq"], check=True)
        if _installed(SHELL).returncode:
            _installed("chromium").check_returncode()
    else:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


def _may_install() -> bool:
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def _installed(package: str) -> "subprocess.CompletedProcess[bytes]":
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(["apt-get", "install", "-y", "-qq", package], check=False, env=quiet, stdout=subprocess.DEVNULL)


def main() -> None:
    with sync_playwright() as playwright:
        path = found(playwright)
    if path is None or (_may_install() and not shutil.which(SHELL)):
        install()


if __name__ == "__main__":
    main()
