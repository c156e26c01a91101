"""The command `rollstream`. Each module here that defines `command` is a subcommand with the module's name."""

import pkgutil
from importlib import import_module
from typing import Any

import click

from rules.registry import GameUnusable
from service.settings import NAMES, SettingWrong


class Subcommands(click.Group):
    """A group that finds subcommands by module name and imports only the module that runs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        names = (module.name.replace("_", "-") for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_"))
        return [name for name in sorted(names) if self.get_command(ctx, name) is not None]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        module = cmd_name.replace("-", "_")
        if module.startswith("_") or module not in {found.name for found in pkgutil.iter_modules(__path__)}:
            return None
        command = getattr(import_module(f"{__name__}.{module}"), "command", None)
        return command if isinstance(command, click.Command) else None

    def invoke(self, ctx: click.Context) -> Any:
        """The operator can fix a wrong setting, and remove a game that cannot be used: print a message without a traceback."""
        try:
            return super().invoke(ctx)
        except (SettingWrong, GameUnusable) as wrong:
            raise click.ClickException(str(wrong)) from wrong


@click.command(cls=Subcommands, epilog=f"Settings are environment variables, explained in docs/configuration.md: {', '.join(NAMES)}.")
@click.version_option(package_name="rollstream")
def main() -> None:
    """Game state for dice-and-card tabletop games: event-sourced, resumable, provably fair."""
