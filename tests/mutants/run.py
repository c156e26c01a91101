"""`make mutants`: says which mutations the tests find. Ends with 1 if one that was found before is not found any more."""

import argparse
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from queue import SimpleQueue

from tests.mutants.copies import copies
from tests.mutants.finding import LONGEST, FoundBy, find
from tests.mutants.mutations import Mutation, mutations
from tests.mutants.records import finders, record_finders
from tests.mutants.testing import BY_TIME, TestProgram, running_tests


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants.run", description=__doc__)
    parser.add_argument("--only", metavar="NAME", action="append", help="only mutations whose names contain this text; may be repeated")
    parser.add_argument("--new", action="store_true", help="only mutations that no test is known to find")
    parser.add_argument("--quick", action="store_true", help="try only the known test and the test file that comes first")
    parser.add_argument("--jobs", type=int, default=2, help="mutations that are tried at once (default: 2)")
    options = parser.parse_args()
    known = finders()
    named = [one for text in options.only or [""] for one in mutations() if text in one.name]
    wanted = [one for one in dict.fromkeys(named) if not (options.new and one.name in known)]
    results = _tried(wanted, known, options.jobs, quick=options.quick)
    lost = [found.mutation.name for found in results if found.test is None and found.mutation.name in known]
    print("\n".join(_summary(results, lost)))
    return 1 if lost else 0


def _tried(wanted: Sequence[Mutation], known: Mapping[str, str], jobs: int, *, quick: bool) -> Sequence[FoundBy]:
    """The result for each of these mutations, printed and recorded as soon as it is known."""
    free, found_by = SimpleQueue[TestProgram](), dict(known)

    def one(mutation: Mutation) -> FoundBy:
        program = free.get()
        try:
            found = find(program, mutation, known.get(mutation.name), quick=quick)
        finally:
            free.put(program)
        print(_line(found), flush=True)
        if found.test is not None and found.test != BY_TIME:
            found_by[mutation.name] = found.test
            record_finders(found_by)
        return found

    with ExitStack() as ending:
        for copy in ending.enter_context(copies(jobs)):
            free.put(ending.enter_context(running_tests(copy)))
        with ThreadPoolExecutor(jobs) as pool:
            results = [*pool.map(one, wanted)]
        return _confirmed(free.get(), results, known)


def _confirmed(program: TestProgram, results: Sequence[FoundBy], known: Mapping[str, str]) -> Sequence[FoundBy]:
    """The results without new finders that also fail on the code as it is: they have found nothing."""
    new = {found.test for found in results if found.test not in {None, BY_TIME, known.get(found.mutation.name)}}
    broken = program.failures(sorted(test for test in new if test), LONGEST) if new else ()
    record_finders({name: test for name, test in finders().items() if test not in broken or known.get(name) == test})
    return [found._replace(test=None) if found.test in broken else found for found in results]


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
