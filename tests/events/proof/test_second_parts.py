"""The second verifier alone: its output, the signatures that it accepts, and a game with hidden fields."""

import json
import subprocess
from pathlib import Path

import pytest

from events.fairness.public_keys import PublicKey, key_set
from events.fairness.signing import SigningKey
from rules.registry import games
from tests.docs.links import ROOT
from tests.events.proof.second import NODE
from tests.golden_tables.record import FOLDER
from tests.signing import KEY

OTHER = SigningKey(b"o" * 32)


def test_the_second_verifier_does_what_it_says() -> None:
    check_parts("second_parts.test.mjs")


def test_a_later_build_of_the_second_verifier_reads_older_files() -> None:
    check_parts("later_builds.test.mjs")


def check_parts(script: str) -> None:
    """All tests of a script beside this file pass, and there are some."""
    file = Path(__file__).with_name(script)

    run = subprocess.run([NODE, "--test", "--test-reporter=tap", file], capture_output=True, text=True, encoding="utf-8", check=False)

    assert run.returncode == 0, run.stdout + run.stderr
    assert "\n# pass 0" not in run.stdout, run.stdout


@pytest.mark.parametrize(
    ("key", "said", "code"), [(KEY, f"valid, issued by {KEY.id}: ", 0), (OTHER, "valid, but not issued by this service", 1)]
)
def test_it_says_who_has_issued_the_files_that_the_service_has_signed(tmp_path: Path, key: SigningKey, said: str, code: int) -> None:
    keys, files = tmp_path / "jwks.json", sorted(FOLDER.glob("*/issued.json"))
    keys.write_text(json.dumps(key_set([PublicKey(kid=key.id, x=key.x)])), encoding="utf-8")

    asked: list[str | Path] = [NODE, ROOT / "docs" / "verify.mjs", "--issuer", keys, *files]
    run = subprocess.run(asked, capture_output=True, text=True, encoding="utf-8", check=False)

    assert run.returncode == code
    assert [line.startswith(f"{file}: {said}") for line, file in zip(run.stdout.splitlines(), files, strict=True)] == [True] * len(games())
