"""`make mutants`: says which mutations the tests find. Ends with 1 if one that was found before is not found any more."""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue

from tests.mutants.copies import TreeCopy, copies
from tests.mutants.finding import FoundBy, find
from tests.mutants.mutations import Mutation, mutations
from tests.mutants.records import covering, finders, record_finders
from tests.mutants.testing import BY_TIME


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants.run", description=__doc__)
    parser.add_argument("--only", metavar="NAME", default="", help="only mutations whose names contain this text")
    parser.add_argument("--jobs", type=int, default=2, help="mutations that are tried at once (default: 2)")
    options = parser.parse_args()
    wanted = [mutation for mutation in mutations() if options.only in mutation.name]
    results = tried(wanted, options.jobs)
    known = finders()
    record_finders({**known, **{found.mutation.name: found.test for found in results if found.test and found.test != BY_TIME}})
    lost = [found.mutation.name for found in results if found.test is None and found.mutation.name in known]
    print("\n".join(_summary(results, lost)))
    return 1 if lost else 0


def tried(wanted: Sequence[Mutation], jobs: int) -> Sequence[FoundBy]:
    """The result for each of these mutations, printed as soon as it is known."""
    known, covered, free = finders(), covering(), SimpleQueue[TreeCopy]()

    def one(mutation: Mutation) -> FoundBy:
        copy = free.get()
        try:
            found = find(copy, mutation, known, covered)
        finally:
            free.put(copy)
        print(_line(found), flush=True)
        return found

    with copies(jobs) as made, ThreadPoolExecutor(jobs) as pool:
        for copy in made:
            free.put(copy)
        return [*pool.map(one, wanted)]


def _line(found: FoundBy) -> str:
    return f"{found.seconds:6.1f} s  {found.mutation.name}\n          {found.test or 'NOT FOUND'}"


def _summary(results: Sequence[FoundBy], lost: Sequence[str]) -> Sequence[str]:
    areas, found = (Counter(_area(result) for result in some) for some in (results, [result for result in results if result.test]))
    missed = [result.mutation.name for result in results if result.test is None]
    return [
        "",
        *(f"{area:<16} {found[area]:>3} of {areas[area]:>3} found" for area in areas),
        f"{'all':<16} {found.total():>3} of {areas.total():>3} found in {sum(result.seconds for result in results):.0f} s of all jobs",
        *(f"not found: {name}" for name in missed),
        *(f"NOT FOUND ANY MORE: {name}" for name in lost),
    ]


def _area(found: FoundBy) -> str:
    return found.mutation.name.partition(":")[0]


if __name__ == "__main__":
    sys.exit(main())
