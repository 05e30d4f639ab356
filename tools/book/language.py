"""Python's constructs, each with a small program: the table of their pages."""

from __future__ import annotations

from tools.book import (
    rows_builtins,
    rows_control,
    rows_effects,
    rows_exceptions,
    rows_functions,
    rows_generators,
    rows_loops,
    rows_paths,
    rows_state,
    rows_values,
    rows_variables,
)

SECTIONS = (
    rows_control.CONDITIONS,
    rows_loops.LOOPS,
    rows_loops.JUMPS,
    rows_control.VARIABLES,
    rows_variables.STATE,
    rows_effects.EFFECTS,
    rows_values.ERRORS,
    rows_exceptions.MANAGERS,
    rows_values.CALLS,
    rows_generators.GENERATORS,
    rows_functions.STATEMENTS,
    rows_values.DATA,
    rows_control.DICTS,
    rows_values.TEXT,
    rows_values.BUILTINS,
    rows_values.OTHER,
)

_ALL = (
    *rows_control.ROWS,
    *rows_loops.ROWS,
    *rows_values.ROWS,
    *rows_paths.ROWS,
    *rows_exceptions.ROWS,
    *rows_functions.ROWS,
    *rows_state.ROWS,
    *rows_variables.ROWS,
    *rows_builtins.ROWS,
    *rows_effects.ROWS,
    *rows_generators.ROWS,
)
ROWS = tuple(sorted(_ALL, key=lambda row: SECTIONS.index(row.section)))
