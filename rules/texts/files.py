"""The files with the texts of games: `texts/LANGUAGE.ftl` in the package of each game."""

from importlib.resources import files
from typing import Any, Final, get_args

from rules.game import Language

LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)

COMMON: Final = "rules"
"""The package with the texts that all games have in common."""


def text_file(package: str, language: Language) -> Any:
    """The path of the package's texts in this language."""
    return files(package).joinpath("texts", f"{language}.ftl")
