"""Converted code does what Python does: Python's own tests of its language say so."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from tools.python_suite_modules import EXCUSED, QUICK, SLOW

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("module", QUICK)
def test_converted_tests_of_pythons_pass(module):
    if importlib.util.find_spec("test.support") is None:
        pytest.skip("this Python is installed without its own tests")
    command = [sys.executable, "-m", "tools.python_suite", module]
    found = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=280, check=False
    )
    assert found.returncode == 0, found.stdout + found.stderr
    if module == "test_grammar":
        assert int(found.stdout.split()[1]) > 50


def test_excuses_are_for_tests_that_are_run():
    assert EXCUSED.keys() <= {*QUICK, *SLOW}
    assert all(reason for names in EXCUSED.values() for reason in names.values())


def test_what_differs_is_told():
    from tools import python_suite

    report = python_suite.Report(3, {"A.test_name": "x", "A.test_other": "y"})
    assert report.unexcused("test_generators") == {"A.test_other": "y"}
