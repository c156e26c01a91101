"""The mutations fit the code as it is now."""

from tests.mutants.mutations import ROOT, mutations
from tests.mutants.records import covering, finders

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


def test_records_name_only_mutations_that_exist() -> None:
    names = {mutation.name for mutation in ALL}

    assert finders().keys() <= names
    assert covering().keys() <= names
