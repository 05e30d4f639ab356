"""The points that the documents demand of functions, a row for each."""

import pytest

from tests.conformance.documents import (
    checklist_execution,
    checklist_forms,
    checklist_functions,
    checklist_graphs,
)

ROWS = (
    *checklist_functions.ROWS,
    *checklist_graphs.ROWS,
    *checklist_forms.ROWS,
    *checklist_execution.ROWS,
)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.section}: {row.point}")
def test_point_holds(row):
    row.check()


def test_the_sections_about_functions_are_there():
    assert sorted({row.section for row in ROWS}) == list("BCDEFGH")
