"""The mutations fit the code as it is now."""

from importlib.util import find_spec

from tests.mutants.forking import LIBRARIES
from tests.mutants.mutations import ROOT, mutations
from tests.mutants.records import finders

ALL = mutations()


def test_every_mutation_changes_the_one_place_that_it_names() -> None:
    for mutation in ALL:
        text = (ROOT / mutation.file).read_text(encoding="utf-8")

        assert mutation.applied(text) != text, mutation.name


def test_names_and_changes_are_unique() -> None:
    assert len({mutation.name for mutation in ALL}) == len(ALL)
    assert len({(mutation.file, mutation.before, mutation.after) for mutation in ALL}) == len(ALL)


def test_the_tests_of_every_area_exist() -> None:
    for mutation in ALL:
        assert [path for path in mutation.tests if not (ROOT / path).exists()] == [], mutation.name


def test_every_mutation_is_found_by_a_test_that_is_there() -> None:
    assert finders().keys() == {mutation.name for mutation in ALL}
    assert {file for test in finders().values() if not (ROOT / (file := test.partition("::")[0])).is_file()} == set()


def test_the_libraries_that_are_loaded_before_the_tests_are_installed() -> None:
    assert [library for library in LIBRARIES if find_spec(library.partition(".")[0]) is None] == []
