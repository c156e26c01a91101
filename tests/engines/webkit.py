"""WebKit: the MiniBrowser of WebKitGTK, driven by its WebDriver, on a virtual screen."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import requests

from tests.engines.driver import Refused, Remote
from tests.operation.processes import free_port

DRIVER, SCREEN = "WebKitWebDriver", "Xvfb"
DRIVER_PATTERNS: Final = ("lib/*/webkit2gtk-4.*/MiniBrowser", "lib*/webkit2gtk-4.*/MiniBrowser", "libexec/webkit2gtk-4.*/MiniBrowser")
"""Where systems install the browser, below /usr: beside the library."""

READY_WITHIN: Final = 60.0
ANSWERS_WITHIN: Final = 120.0
MISSING: Final = "There is no {}. On Debian: apt-get install webkit2gtk-driver xvfb"

PATHS: Final = {"go": "url", "run": "execute/async", "find": "element", "click": "element/{id}/click", "act": "actions"}

STILL: Final = "[Settings]\ngtk-enable-animations=0\n"
"""WebKit treats this setting as a preference for reduced motion."""


@contextmanager
def webkit(folder: Path) -> Iterator[Remote]:
    """Run a WebKit on its own screen, with its data in a folder. If there is none, an AssertionError says how to install it."""
    driver, browser = shutil.which(DRIVER), _browser()
    assert driver, MISSING.format(DRIVER)
    assert browser, MISSING.format("MiniBrowser")
    log_file = folder / "log_file"
    with _screen() as display, log_file.open("wb") as log:
        port = free_port()
        environment = {**os.environ, **_surroundings(folder), "DISPLAY": display}
        running = subprocess.Popen([driver, f"--port={port}"], stdout=log, stderr=log, env=environment)
        try:
            speaking = Http(f"http://127.0.0.1:{port}", browser, running)
            yield Remote(speaking.ask, lambda: _errors(log_file))
            speaking.end()
        finally:
            running.terminate()
            running.wait(30)


class Http:
    """One session of a WebDriver over HTTP."""

    def __init__(self, url: str, browser: str, running: "subprocess.Popen[bytes]") -> None:
        self._http = requests.Session()
        self._http.trust_env = False
        self._session = f"{url}/session"
        _wait_for(url, running)
        arguments = ["--automation", "--enable-write-console-messages-to-stdout=true"]
        wanted = {"webkitgtk:browserOptions": {"binary": browser, "args": arguments}}
        created = self._send("post", "", {"capabilities": {"alwaysMatch": wanted}})
        self._session += f"/{created['sessionId']}"

    def ask(self, name: str, parameters: Mapping[str, Any]) -> Any:
        return self._send("post", "/" + PATHS[name].format(**parameters), parameters)

    def end(self) -> None:
        self._send("delete", "", None)
        self._http.close()

    def _send(self, method: str, path: str, body: Mapping[str, Any] | None) -> Any:
        answer = self._http.request(method, self._session + path, json=body, timeout=ANSWERS_WITHIN)
        value = answer.json()["value"]
        if answer.status_code != requests.codes.ok:
            raise Refused(f"{path}: {value['error']}: {value['message']}")
        return value


def _browser() -> str | None:
    return next((str(path) for pattern in DRIVER_PATTERNS for path in Path("/usr").glob(pattern)), None)


@contextmanager
def _screen() -> Iterator[str]:
    """Run a virtual screen; the value is its display name."""
    program = shutil.which(SCREEN)
    assert program, MISSING.format(SCREEN)
    reading, writing = os.pipe()
    arguments = ["-displayfd", str(writing), "-screen", "0", "1280x900x24", "-nolisten", "tcp"]
    running = subprocess.Popen([program, *arguments], pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as output:
            number = output.readline().strip()
        assert number, f"{SCREEN} does not start"
        yield f":{number}"
    finally:
        running.terminate()
        running.wait(30)


def _surroundings(folder: Path) -> Mapping[str, str]:
    """An environment without the user's settings: another home, no bus, no graphics card, English."""
    (folder / "config/gtk-3.0").mkdir(parents=True)
    (folder / "config/gtk-3.0/settings.ini").write_text(STILL, encoding="utf-8")
    home = {"HOME": folder, "XDG_CONFIG_HOME": folder / "config", "XDG_CACHE_HOME": folder / "cache", "XDG_DATA_HOME": folder / "data"}
    without = {"NO_AT_BRIDGE": "1", "LIBGL_ALWAYS_SOFTWARE": "1", "WEBKIT_DISABLE_DMABUF_RENDERER": "1", "GDK_BACKEND": "x11"}
    return {**{name: str(path) for name, path in home.items()}, **without, "LC_ALL": "C.UTF-8", "LANGUAGE": "en"}


def _errors(log_file: Path) -> Sequence[str]:
    lines = log_file.read_text(encoding="utf-8", errors="replace").splitlines()
    return [line for line in lines if "CONSOLE" in line and "ERROR" in line]


def _wait_for(url: str, running: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + READY_WITHIN
    while True:
        waiting = running.poll() is None and time.monotonic() < deadline
        assert waiting, f"{DRIVER} does not start"
        try:
            if requests.get(f"{url}/status", timeout=5).json()["value"]["ready"]:
                return
        except requests.RequestException:
            time.sleep(0.05)
