"""Globals that are deleted, or get a value, on some paths only."""

from __future__ import annotations

import pytest

import autograph as ag
from tests.autograph.testing.rows import Rows
from tests.conformance import globals_on_a_path as programs

T = ag.constant
rows = Rows(leave_tensors=True)
refused = Rows()
for _each in programs.LEAVING:
    rows.on(T(0), T(1), T(3), T(0))(_each)
for _each in programs.REFUSED:
    refused.on(T(0), T(1))(_each)

test_globals_are_those_of_plain_python = rows.test()
test_uses_that_need_the_run_are_refused = refused.refusal_test()


@pytest.fixture(autouse=True)
def with_global():
    programs.G = 0
    yield
    programs.G = 0
