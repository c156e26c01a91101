"""The page's copy of Project Fluent's library is the published package, under its licence."""

from tests.fluent import bundle


def test_the_library_in_the_repository_is_the_one_that_its_script_makes() -> None:
    assert bundle.FILE.read_text(encoding="utf-8") == bundle.made()


def test_its_licence_lies_beside_it() -> None:
    assert "Apache License" in bundle.FILE.with_name("fluent-LICENSE.txt").read_text(encoding="utf-8")
