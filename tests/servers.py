"""Servers of the store for tests, made of the embedded server's program: each has a folder, a port, and a process of its own."""

import os
import signal
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final

from redis import Redis
from redis.exceptions import RedisError

from service.processes.embedded_store import server_program
from service.processes.program import Program, Run
from tests.operation.processes import free_port, frozen, until

ANSWERS_WITHIN: Final = 30.0


class Server:
    """One server on a port of this machine."""

    def __init__(self, folder: Path, settings: Mapping[str, str], *arguments: str, password: str | None = None) -> None:
        """Start it in an empty folder. `arguments` come before the settings. `password`: what it requires."""
        folder.mkdir()
        self.port = free_port()
        self._folder, self._settings, self._arguments, self._password = folder, dict(settings), arguments, password
        self.start()

    def start(self) -> None:
        """Start the server with what is in its folder."""
        own = {"port": str(self.port), "bind": "127.0.0.1", "dir": str(self._folder), "pidfile": str(self._pid_file), "logfile": "log"}
        options = [word for name, value in (own | self._settings).items() for word in (f"--{name}", value)]
        command: Sequence[str] = [str(server_program()), *self._arguments, *options]
        self._run = Run(Program(name="server", command=command, environment=os.environ, grace=1.0))
        until(self.answers, ANSWERS_WITHIN)

    @property
    def _pid_file(self) -> Path:
        return self._folder / "pid"

    @property
    def pid(self) -> int:
        return int(self._pid_file.read_text(encoding="ascii"))

    def answers(self) -> bool:
        try:
            return bool(self.ask("PING"))
        except RedisError:
            return False

    def ask(self, *command: str | int) -> Any:
        """The raw reply to one command. Raises what the client library raises."""
        with Redis(host="127.0.0.1", port=self.port, password=self._password, socket_timeout=5) as client:
            connection = client.connection_pool.get_connection()
            connection.send_command(*command)
            return connection.read_response()

    def facts(self, *command: str) -> Mapping[str, str]:
        """The lines `name:value` of a reply."""
        lines = self.ask(*command).decode().splitlines()
        return dict(line.split(":", 1) for line in lines if ":" in line)

    def is_in_step(self) -> bool:
        """Whether it is a replica that is connected to its primary and has loaded its data."""
        return self.facts("INFO", "replication").get("master_link_status") == "up"

    def kill(self) -> None:
        """Kill it with SIGKILL, and wait until it has ended."""
        os.kill(self.pid, signal.SIGKILL)
        assert self._run.ended_within(10)

    def stop(self) -> None:
        self._run.__exit__(None, None, None)

    def frozen(self) -> AbstractContextManager[None]:
        """During the block it keeps its connections and does nothing."""
        return frozen(self.pid)
