"""Chromium for tests, driven by Playwright. It records everything that the browser reports against a page.

`python -m tests.browser` installs one if there is none. Tests that need a browser fail without it. The headless shell, which Playwright
also supports, shows a view for less than half the work of the whole Chromium: 1.2 processor seconds instead of 2.9.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal
from weakref import WeakKeyDictionary

import pytest
from playwright.sync_api import Browser, Dialog, Page, Playwright, Request, ViewportSize, expect, sync_playwright

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

UNPAINTED = "--force-gpu-mem-available-mb=0"
"""Without memory for pictures the browser lays everything out, but paints nothing: more than half the work of a change of the window."""

TIMEOUT_MS = 30_000
"""Milliseconds to wait for an element: a busy machine may be slow."""

PHONE, DESKTOP = (360, 740), (1200, 850)
"""Widths and heights of windows."""

RUNNING: Final[list[Playwright]] = []
"""Playwright's driver, while it runs. A process has at most one, because it occupies the event loop of its thread."""

SHARED: Final = pytest.StashKey[Browser]()

FREE_PAGES: Final["WeakKeyDictionary[Browser, dict[tuple[str, bool], list[Watched]]]"] = WeakKeyDictionary()
"""Unused pages, by the language of their profile and whether it runs scripts. A new page costs as much as a view in an old one."""

FORGET: Final = "() => { for (const stored of [localStorage, sessionStorage]) stored.clear(); }"
QUIET_PLACE: Final = "/page/now/icon.svg"
"""A document of the service without scripts. From one of another origin, the browser would start another process for the next view, which
doubles the work.
"""


@dataclass
class Watched:
    """A page of a profile of its own, and what the browser reported against it: errors, warnings, policy violations, dialogs, requests to
    other addresses. `spent`: the page or its cache has changed, so nobody else uses it afterwards.
    """

    page: Page
    complaints: list[str] = field(default_factory=list)
    spent: bool = False
    _requests: list[Request] | None = field(default=None, init=False)
    _within: str = ""

    def __post_init__(self) -> None:
        self.page.on("console", lambda message: self.complaints.append(f"{message.type}: {message.text}"))
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error.stack or error}"))
        self.page.on("dialog", self._dialog)

    @property
    def requests(self) -> list[Request]:
        """What the page has requested, if it is `listening`."""
        assert self._requests is not None, "nobody listens to the requests of this page"
        return self._requests

    def open(self, address: str, within: str | None = None) -> None:
        """Open the address. If the page is `listening`, a request for an address that does not begin with `within` (default: the address
        itself) is a complaint.
        """
        self._within = address.partition("#")[0] if within is None else within
        self.page.goto(address)

    def prepare(self, script: str) -> None:
        """Run a script before those of every page that is opened here. It cannot be taken back."""
        self.spent = True
        self.page.add_init_script(script)

    def begin(self, *, listening: bool) -> None:
        """Forget what the visitor before has done."""
        self.complaints, self._within = [], ""
        if listening:
            self._requests = []
            self.page.on("request", self._requested)

    def leave(self) -> None:
        """Close what was opened, and leave nothing but the cache."""
        profile = self.page.context
        if self._requests is not None:
            self.page.remove_listener("request", self._requested)
            self._requests = None
        if self.spent:
            return profile.close()
        for other in profile.pages:
            if other != self.page:
                other.close()
        profile.set_offline(False)
        self.page.unroute_all()
        origin = re.match(r"https?://[^/]*", self.page.url)
        self.page.goto(f"{origin[0]}{QUIET_PLACE}" if origin else "about:blank")
        if origin:
            self.page.evaluate(FORGET)
        return None

    def _requested(self, request: Request) -> None:
        self.requests.append(request)
        if not request.url.startswith(("data:", "about:blank", self._within)):
            self.complaints.append(f"request for {request.url}")

    def _dialog(self, dialog: Dialog) -> None:
        self.complaints.append(f"dialog: {dialog.message}")
        dialog.dismiss()


@contextmanager
def browsing(fonts: Path | None = None, *, painting: bool = False) -> Iterator[Browser]:
    """Run a browser for the block. Meanwhile the thread runs Playwright's event loop; no other loop can run there.

    `fonts` is a fontconfig configuration with the available fonts; without it they are those of this machine. `painting`: it paints, for
    screenshots; otherwise these are empty.
    """
    with _driving() as playwright:
        program = found(playwright)
        assert program is not None, "there is no Chromium: python -m tests.browser installs one"
        expect.set_options(timeout=TIMEOUT_MS)
        arguments = [*QUIET, *([] if painting else [UNPAINTED]), *(["--no-sandbox"] if os.geteuid() == 0 else [])]
        known = {} if fonts is None else {"FONTCONFIG_FILE": str(fonts)}
        browser = playwright.chromium.launch(executable_path=program, args=arguments, env={**os.environ, **known})
        yield browser
        browser.close()


@contextmanager
def _driving() -> Iterator[Playwright]:
    """Playwright: the one that runs already, else one for the block."""
    if RUNNING:
        yield RUNNING[0]
        return
    with sync_playwright() as playwright:
        RUNNING.append(playwright)
        yield playwright
        RUNNING.clear()


@contextmanager
def shared(config: pytest.Config) -> Iterator[Browser]:
    """The browser of this test process. Who requests it first starts it for all."""
    if SHARED in config.stash:
        yield config.stash[SHARED]
        return
    with browsing() as browser:
        config.stash[SHARED] = browser
        yield browser


@pytest.fixture(scope="session")
def browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """The shared browser, for pages that no service of this process sends."""
    with shared(request.config) as browser:
        yield browser


def close_pages(browser: Browser) -> None:
    """Close the unused pages, and with them their connections: a service would wait for these before it stops."""
    for watched in [watched for pages in FREE_PAGES.pop(browser, {}).values() for watched in pages]:
        watched.page.context.close()


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
    listening: bool = True,
) -> Iterator[Watched]:
    """An empty page in a window of this size, with a profile of its own. `still`: the user prefers reduced motion.

    `fresh`: the profile is new and is not used again, for tests that change it permanently (another clock), or need an empty cache.
    `listening`: its requests are recorded, and one to elsewhere is a complaint. That costs a seventh of a view of the service.
    """
    free = FREE_PAGES.setdefault(browser, {}).setdefault((language, scripts), [])
    watched = free.pop() if free and not fresh else _new_page(browser, language, scripts=scripts)
    watched.begin(listening=listening)
    watched.spent = fresh
    watched.page.set_viewport_size(window(size))
    watched.page.emulate_media(color_scheme=scheme, reduced_motion="reduce" if still else "no-preference")
    yield watched
    watched.leave()
    if not watched.spent:
        free.append(watched)


def _new_page(browser: Browser, language: str, *, scripts: bool) -> Watched:
    profile = browser.new_context(locale=language, java_script_enabled=scripts)
    profile.set_default_timeout(TIMEOUT_MS)
    return Watched(profile.new_page())


def window(size: tuple[int, int]) -> ViewportSize:
    """A width and a height in Playwright's form."""
    return {"width": size[0], "height": size[1]}


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
