"""The tool that runs many random programs."""

import pytest

from autograph.operators.namespace import namespace
from autograph.testing import random_program
from autograph.testing.language import MIXES
from tools import fuzz


def test_programs_that_agree_end_with_0(capsys):
    assert fuzz.main(["--mix", "places", "--programs", "4", "--jobs", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    programs, _, runs = lines[-1].partition("; runs: ")
    assert programs == "4 programs"
    counts = dict(reversed(each.split(" ", 1)) for each in runs.split(", "))
    assert counts.keys() <= {"same", "refused"}
    assert sum(map(int, counts.values())) == 12


def test_a_difference_is_shown_with_its_program(monkeypatch):
    real = namespace().if_stmt

    def if_stmt(condition, body, orelse, *rest, **place):
        return real(condition, orelse, body, *rest, **place)

    monkeypatch.setattr(namespace(), "if_stmt", if_stmt)
    found = fuzz.run_seeds("core", range(20), seconds=60)
    assert found.verdicts["differs"]
    first = found.failures[0]
    seed = int(first.split()[4])
    assert random_program(seed).source in first
    assert "plain Python" in first


def test_a_program_that_cannot_be_written_is_a_failure_and_the_others_run(monkeypatch):
    def write(seed, **grammar):
        if seed == 1:
            raise ValueError("nothing to choose from")
        return random_program(seed, **grammar)

    monkeypatch.setattr(fuzz, "random_program", write)
    found = fuzz.run_seeds("core", [1, 2], seconds=60)
    assert found.verdicts == {"broken": 1, "same": 3}
    assert "nothing to choose from" in found.failures[0]


def test_a_program_that_takes_too_long_is_a_failure(monkeypatch):
    def check(*_):
        while True:
            pass

    monkeypatch.setattr(fuzz, "check", check)
    found = fuzz.run_seeds("core", [1], seconds=1)
    assert found.verdicts == {"too slow": 1}
    assert "too slow" in found.failures[0]


@pytest.mark.parametrize("mix", MIXES)
def test_a_program_is_shown(mix, capsys):
    assert fuzz.main(["--mix", mix, "--show", "3"]) == 0
    assert random_program(3, grammar=MIXES[mix]).source in capsys.readouterr().out
