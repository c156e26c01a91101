"""`rollstream verify`: verifies exported files of finished tables."""

import sys
from collections.abc import Iterator, Sequence
from typing import IO, NamedTuple

import click

from events.fairness.receipts import Receipts
from events.proof.copies import LoadedFile, copy_fault
from events.proof.issuing import Chain, chain_in, receipts_in
from events.proof.loading import load_file
from events.proof.verdict import Erased, Verdict
from events.proof.verify import verify
from service.command_line._counted import counted
from service.terminal.issuing import KeptReceipt, Keys, ReportLine, comparisons, issuance, left_over, read_keys, read_receipts
from service.terminal.known_games import known_games
from service.terminal.safe_text import forgiving, printable
from service.terminal.table_file import EXIT, complaint, content, gravest
from workers.exports.transcript import outline

NOT_COMPARED = "Whether this is an exact copy cannot be verified: none of the other files is that of its source."


class Checked(NamedTuple):
    """A file's name and verdict, its table if it is valid, and its chain and receipts if nothing in it is wrong."""

    name: str
    verdict: Verdict
    load_file: LoadedFile | None
    chain: Chain | None
    receipts: Receipts


class VerifyOptions(NamedTuple):
    """Further checks of valid files: the keys of the service that should have issued them, and receipts that they should match."""

    keys: Keys | None
    receipts: Sequence[KeptReceipt]


@click.command()
@click.argument("files", type=click.File("rb"), nargs=-1, required=True, metavar="FILE…")
@click.option("--issuer", type=click.File("rb"), metavar="KEYS", help="Also check whether the service with these public keys issued them.")
@click.option(
    "--receipt", "kept", type=click.File("rb"), multiple=True, metavar="RECEIPT", help="Compare them with a receipt that you kept."
)
@click.option("--quiet", is_flag=True, help="Print nothing; use the exit code.")
def command(files: Sequence[IO[bytes]], issuer: IO[bytes] | None, kept: Sequence[IO[bytes]], *, quiet: bool) -> None:
    """Check the file of a finished table (its export json), without the service: hashes, dice, every rule, the result.

    Several files are each checked, and a fork is compared with its source, which must be one of them. FILE can be - for standard input.
    KEYS is the file that the service publishes as /.well-known/jwks.json. RECEIPT is a receipt, or the response that contained it. Exit
    code: 0 valid, 1 invalid, not issued by the service or not the table of a receipt, 2 cannot be verified, 3 verified without its moves,
    because the game is not installed; of several files the highest, but 3 only if none has 1 or 2.
    """
    options = VerifyOptions(None if issuer is None else read_keys(issuer), [one for file in kept for one in read_receipts(file)])
    checked = [_check(file) for file in files]
    reports = [[*_about(one, checked, options)] for one in checked]
    unmatched = [*left_over([one.chain for one in checked if one.chain is not None], options.receipts)]
    if not quiet:
        for one, lines in zip(checked, reports, strict=True):
            name = f"{printable(one.name)}: " if len(checked) > 1 else ""
            click.echo(name + "\n".join(printable(line.words) for line in lines), file=forgiving(sys.stdout))
        for line in unmatched:
            click.echo(printable(line.words), file=forgiving(sys.stdout))
    sys.exit(gravest(line.exit for lines in (*reports, unmatched) for line in lines))


def _check(file: IO[bytes]) -> Checked:
    data, games = content(file), known_games()
    verdict, name = verify(data, games), getattr(file, "name", "-")
    loaded = LoadedFile(*load_file(data, games)) if verdict.ok else None
    if verdict.status not in {"right", "partial"}:
        return Checked(name, verdict, None, None, Receipts())
    return Checked(name, verdict, loaded, chain_in(data), receipts_in(data))


def _about(checked: Checked, files: Sequence[Checked], options: VerifyOptions) -> Iterator[ReportLine]:
    yield from _verdict(checked, files, options)
    if checked.chain is not None:
        yield from comparisons(checked.chain, checked.receipts, options.receipts, options.keys)


def _verdict(checked: Checked, files: Sequence[Checked], options: VerifyOptions) -> Iterator[ReportLine]:
    if checked.load_file is None:
        issued = issuance(checked.receipts, options.keys) if checked.verdict.status == "partial" else ReportLine("")
        code = gravest([issued.exit, EXIT[checked.verdict.status]])
        yield from (ReportLine(words, code) for words in complaint(checked.verdict, issued.words))
        return
    yield from _describe_valid(checked.load_file, checked.verdict, issuance(checked.receipts, options.keys))
    yield from _describe_fork(checked.load_file, _copy_faults(checked, files))
    if len(files) > 1 and checked.load_file.loaded.table.forked_from and not any(_are_related(checked, other) for other in files):
        yield ReportLine(NOT_COMPARED, EXIT["uncheckable"])


def _copy_faults(fork: Checked, files: Sequence[Checked]) -> dict[str, str | None]:
    """For each file that contains a fork's source: what is wrong with the fork as a copy of it, or None."""
    sources = [file for file in files if _comes_from(fork, file)]
    return {
        file.name: copy_fault(fork.load_file, file.load_file)
        for file in sources
        if fork.load_file is not None and file.load_file is not None
    }


def _are_related(one: Checked, other: Checked) -> bool:
    return _comes_from(one, other) or _comes_from(other, one)


def _comes_from(fork: Checked, source: Checked) -> bool:
    """Whether the fork names the table in the other file as its source."""
    origin = None if fork.load_file is None else fork.load_file.loaded.table.forked_from
    return origin is not None and source.load_file is not None and source.load_file.loaded.id == origin.table


def _describe_valid(table: LoadedFile, verdict: Verdict, issued: ReportLine) -> Iterator[ReportLine]:
    loaded, figures = table.loaded, verdict.figures
    story = outline(loaded)
    yield ReportLine(f"The file is valid{_but_for(verdict.erased)}{issued.words}.", issued.exit)
    yield ReportLine(f"{story.title}, ruleset {loaded.game.ruleset}, table {loaded.id}. {story.result}")
    yield ReportLine(
        f"{counted(figures.events, 'event')}: each is chained to the one before it{_gap(verdict.erased)}, up to {loaded.head}."
    )
    yield ReportLine(
        f"{counted(figures.draws, 'draw')}: every die and every shuffle follows from the secret that was committed to before the first."
    )
    again = "replayed by the rules: every state, effect, score and the result match"
    yield ReportLine(f"{counted(figures.appends, 'move or other action', 'moves and other actions')}, {again}.")


def _but_for(erased: Erased) -> str:
    if not erased.names:
        return ""
    return f", but for {'an erased name' if erased.names == 1 else f'{erased.names} erased names'}"


def _gap(erased: Erased) -> str:
    """What the chain does not prove, because a hash covered a name that was erased."""
    return f", except that those up to {erased.unbound} are not bound to later ones" if erased.unbound else ""


def _describe_fork(table: LoadedFile, faults: dict[str, str | None]) -> Iterator[ReportLine]:
    origin = table.loaded.table.forked_from
    if origin is None:
        return
    taken_over = f"{counted(origin.events, 'event')} copied from table {origin.table}"
    if not faults:
        yield ReportLine(f"{taken_over}, which had the hash {origin.hash} at version {origin.version}: its own file proves that.")
    for name, fault in faults.items():
        if fault is None:
            yield ReportLine(f"{taken_over}: an exact copy of {name} up to version {origin.version}.")
        else:
            no_copy = f"this is not an exact copy of {name} up to version {origin.version}"
            yield ReportLine(f"{taken_over}, but {no_copy}: {fault}.", EXIT["wrong"])
