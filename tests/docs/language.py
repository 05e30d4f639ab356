"""Python's constructs, each with a small program: the table behind docs/language.md."""

from __future__ import annotations

from tests.docs import rows_control, rows_values

ROWS = (*rows_control.ROWS, *rows_values.ROWS)
