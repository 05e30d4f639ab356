"""The grammar of programs: all constructs there are."""

from __future__ import annotations

from typing import Final

from autograph.testing import (
    arithmetic,
    arrays,
    assignments,
    builtins,
    control_flow,
    exceptions,
    functions,
    texts,
    truths,
)
from autograph.testing.grammar import Grammar

PYTHON: Final = Grammar(
    statements=(
        *assignments.STATEMENTS,
        *control_flow.STATEMENTS,
        *exceptions.STATEMENTS,
        *functions.STATEMENTS,
    ),
    expressions=(
        *arithmetic.EXPRESSIONS,
        *truths.EXPRESSIONS,
        *arrays.EXPRESSIONS,
        *texts.EXPRESSIONS,
        *functions.EXPRESSIONS,
        *builtins.EXPRESSIONS,
    ),
)
