"""Firefox, driven by its own protocol Marionette, which needs no further program.

A message is its length, a colon and JSON: `[0, number, name, parameters]` for commands, `[1, number, error, result]` for results.
"""

import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from tests.engines.driver import Refused, Remote

PROGRAMS: Final = ("firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox")
READY_WITHIN: Final = 90.0
ANSWERS_WITHIN: Final = 120.0

NAMES: Final = {
    "go": "WebDriver:Navigate",
    "run": "WebDriver:ExecuteAsyncScript",
    "find": "WebDriver:FindElement",
    "click": "WebDriver:ElementClick",
    "act": "WebDriver:PerformActions",
}
BARE: Final = {"go", "click", "act"}
"""Commands whose result has no value."""

SETTINGS: Final[Mapping[str, Any]] = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.safebrowsing.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.disable_open_during_load": False,
    "extensions.update.enabled": False,
    "intl.accept_languages": "en",
    "marionette.port": 0,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "toolkit.telemetry.server": "",
    "ui.prefersReducedMotion": 1,
}
"""The browser makes no requests of its own, uses any free port, and shows no animations."""

ERRORS: Final = """return Services.console.getMessageArray().filter((one) => one instanceof Ci.nsIScriptError)
    .filter(({ flags, sourceName }) => !(flags & Ci.nsIScriptError.warningFlag) && /^(http|file)/.test(sourceName))
    .map((one) => one.toString());"""


@contextmanager
def firefox(folder: Path) -> Iterator[Remote]:
    """Run a Firefox without a window, with its profile in a folder. If there is none, an AssertionError says how to install it."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    assert program, "There is no Firefox. On Debian: apt-get install firefox-esr"
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in SETTINGS.items()]
    (folder / "user.js").write_text("".join(lines), encoding="utf-8")
    arguments = ["--headless", "--no-remote", "--marionette", "--remote-allow-system-access", "--width=1200", "--height=850"]
    with (folder / "output_file").open("wb") as output_file:
        running = subprocess.Popen([program, *arguments, "--profile", str(folder)], stdout=output_file, stderr=output_file)
    try:
        with socket.create_connection(("127.0.0.1", _port(folder, running)), timeout=ANSWERS_WITHIN) as wire:
            speaking = Marionette(wire)
            speaking.send("WebDriver:NewSession", {"pageLoadStrategy": "eager"})
            yield Remote(speaking.ask, speaking.errors)
            with suppress(OSError, ConnectionError):
                speaking.send("Marionette:Quit", {"flags": ["eForceQuit"]})
        running.wait(30)
    finally:
        running.kill()
        running.wait()


class Marionette:
    """One connection to a Firefox."""

    def __init__(self, wire: socket.socket) -> None:
        self._wire = wire
        self._number = 0
        self._read()  # the greeting

    def ask(self, name: str, parameters: Mapping[str, Any]) -> Any:
        result = self.send(NAMES[name], parameters)
        return None if name in BARE else result["value"]

    def errors(self) -> Sequence[str]:
        """The errors of pages in the browser's console."""
        self.send("Marionette:SetContext", {"value": "chrome"})
        found: list[str] = self.send("WebDriver:ExecuteScript", {"script": ERRORS, "args": []})["value"]
        self.send("Marionette:SetContext", {"value": "content"})
        return found

    def send(self, name: str, parameters: Mapping[str, Any]) -> Any:
        """Send a command and return its result. Raises `Refused` with the browser's message."""
        self._number += 1
        text = json.dumps([0, self._number, name, parameters])
        self._wire.sendall(f"{len(text.encode())}:{text}".encode())
        _, _, error, result = self._read()
        if error:
            raise Refused(f"{name}: {error['error']}: {error['message']}")
        return result

    def _read(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self._take(1)
        return json.loads(self._take(int(length[:-1])))

    def _take(self, length: int) -> bytes:
        taken = b""
        while len(taken) < length:
            more = self._wire.recv(length - len(taken))
            if not more:
                raise ConnectionError("Firefox has hung up")
            taken += more
        return taken


def _port(folder: Path, running: "subprocess.Popen[bytes]") -> int:
    """The port of the browser, which it writes into its profile."""
    file, deadline = folder / "MarionetteActivePort", time.monotonic() + READY_WITHIN
    while not (file.exists() and (text := file.read_text(encoding="utf-8"))):
        waiting = running.poll() is None and time.monotonic() < deadline
        assert waiting, f"Firefox does not start: {(folder / 'output_file').read_text()}"
        time.sleep(0.05)
    return int(text)
