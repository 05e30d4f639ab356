"""The tool that does everything in a table to values of every kind."""

import ast

import pytest

from autograph.operators.namespace import namespace
from tools import matrix


def test_every_row_is_a_program():
    for row in matrix.rows():
        for is_tried in (False, True):
            ast.parse(matrix.program("text", row, is_tried=is_tried))


def test_rows_are_different():
    assert len(set(matrix.rows())) == len(matrix.rows()) > 600


@pytest.mark.long
@pytest.mark.parametrize("kind", matrix.KINDS)
def test_values_of_a_kind_are_themselves(kind):
    verdicts, told = matrix.run_kind((kind, ["v", "v == v"]))
    assert not told
    assert verdicts["same"] >= 4


def test_letters_and_patterns_agree():
    rows = ["a,*b=v; r=(a,b)", *(row for row in matrix.rows() if "match v" in row)]
    verdicts, told = matrix.run_kind(("text", rows))
    assert not told
    assert verdicts["same"] > 3 * len(rows)


def test_a_difference_is_shown_with_its_program(monkeypatch):
    real = namespace().if_stmt

    def if_stmt(condition, body, orelse, *rest, **place):
        return real(condition, orelse, body, *rest, **place)

    monkeypatch.setattr(namespace(), "if_stmt", if_stmt)
    verdicts, told = matrix.run_kind(("integer or tensor", ["v+1"]))
    assert verdicts["differs"]
    assert "r = v+1" in told[0]
    assert "plain Python" in told[0]
