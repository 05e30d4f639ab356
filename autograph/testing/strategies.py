"""Random programs for hypothesis, which makes those that fail as simple as it can."""

from __future__ import annotations

from typing import Any

from autograph.testing.choices import DrawnChoices
from autograph.testing.grammar import Grammar
from autograph.testing.language import PYTHON
from autograph.testing.programs import Program, write_program


def programs(size: int = 12, n_runs: int = 3, grammar: Grammar = PYTHON) -> Any:
    """Return a strategy of programs, each with arguments for several runs.

    Args:
        size: How many statements a program may have, about.
        n_runs: How many tuples of arguments come with it.
        grammar: What programs are made of.

    Raises:
        ImportError: hypothesis is not installed.
    """
    strategies = _hypothesis_strategies()

    def draw_program(draw: Any) -> tuple[Program, list[tuple[Any, ...]]]:
        choices = DrawnChoices(draw, strategies)
        program = write_program(choices, size, grammar)
        return program, [program.arguments(choices) for _ in range(n_runs)]

    return strategies.composite(draw_program)()


def _hypothesis_strategies() -> Any:
    try:
        from hypothesis import strategies
    except ImportError as error:
        raise ImportError(
            "autograph.testing.programs() needs hypothesis: pip install autograph[test]"
        ) from error
    return strategies
