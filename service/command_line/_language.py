"""The option for the language of texts."""

import os

import click

from rules.game import Language
from rules.texts.files import LANGUAGES


def _of_locale() -> Language:
    """The language of the user's locale if there are texts in it, else English."""
    locale = next((name for variable in ("LC_ALL", "LC_MESSAGES", "LANG") if (name := os.environ.get(variable))), "")
    return next((language for language in LANGUAGES if locale.lower().startswith(language)), "en")


in_language = click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default=_of_locale,
    show_default="that of the locale, else en",
    help="Language of the texts.",
)
