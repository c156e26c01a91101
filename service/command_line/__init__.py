"""The command `rollstream`. Each module here without a leading underscore is a subcommand with the module's name: its `command`."""

from importlib import import_module
from typing import Any, Final

import click

from rules.registry import GameUnusable
from service.settings import NAMES, SettingWrong

SUMMARIES: Final = {
    "archive": "Move finished tables out of the store, bring one back.",
    "backup": "Back up the whole service while it runs.",
    "bot": "Try a bot in development.",
    "commitments": "Replace the key from which reserved dice follow.",
    "damaged": "List damaged tables, set one aside, bring one back.",
    "dispatcher": "Call bots and webhooks.",
    "keys": "Mint, list and revoke API keys.",
    "limits": "Show every limit and its value.",
    "names": "Erase a player's name everywhere.",
    "parked": "List, retry or drop parked jobs.",
    "play": "Play a table of random players and print it turn by turn.",
    "projector": "Update the lobby and histories.",
    "reactor": "Queue jobs for tables.",
    "readers": "List the readers of the feed, and remove retired ones.",
    "rebuild": "Rebuild lists and due times from the logs.",
    "replay": "Step through a finished table's file.",
    "restore": "Check a backup, restore it into an empty place.",
    "serve": "Run the whole service until Ctrl-C.",
    "signing-keys": "List and rotate the keys that sign receipts.",
    "simulate": "Play many games of built-in players and count.",
    "store": "Show the format level of the store, and upgrade it.",
    "tables": "List tables, look at one, close and remove them.",
    "verify": "Check files of finished tables.",
    "web": "Run only the web server.",
    "worker": "Run jobs: moves, clocks, exports.",
}
"""What each subcommand does, for the list of all: to show it, no subcommand is imported."""


class Subcommands(click.Group):
    """A group that imports only the module of the subcommand that runs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(SUMMARIES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in SUMMARIES:
            return None
        command: click.Command = import_module(f"{__name__}.{cmd_name.replace('-', '_')}").command
        command.short_help = SUMMARIES[cmd_name]
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        listed = click.Group(commands=[click.Command(name, short_help=summary) for name, summary in SUMMARIES.items()])
        listed.format_commands(ctx, formatter)

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
