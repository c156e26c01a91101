"""`rollstream web`: the web server alone, on the store that ROLLSTREAM_REDIS_URL names."""

import os
import sys

import click

from service.settings import Settings


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="Port to listen on.")
@click.option("--web-processes", type=click.IntRange(1, 64), help="Processes.  [default: one for each core, at most four]")
def command(host: str, port: int, web_processes: int | None) -> None:
    """Serve HTTP from a store that is already running."""
    Settings.from_environment().need_redis_url()
    address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    arguments = ["--config", "python:service.processes.web_server", "--bind", address]
    if web_processes is not None:
        arguments += ["--workers", str(web_processes)]
    program = [sys.executable, "-P", "-m", "gunicorn", *arguments, "service.app:create_app()"]
    os.execv(program[0], program)  # noqa: S606 - the web server takes this process's place
