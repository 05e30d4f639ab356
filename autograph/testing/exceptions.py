"""Random `try` statements, and what is raised in them."""

from __future__ import annotations

from typing import Final

from autograph.testing.grammar import Statement, block, bounded, condition
from autograph.testing.writer import Writer

CLASSES: Final = (
    "ValueError",
    "KeyError",
    "ZeroDivisionError",
    "AssertionError",
    "NameError",
    "(ValueError, TypeError)",
    "ArithmeticError",
    "Exception",
)
RAISED: Final = ("ValueError", "KeyError", "ZeroDivisionError", "TypeError")


GROUPED: Final = tuple(each for each in CLASSES if each != "NameError")


def _try_star(w: Writer) -> bool:
    w.line("try:")
    end = block(w)
    for _ in range(1 + w.choices.below(2)):
        w.line(f"except* {w.choices.pick(GROUPED)}:")
        with w.indented():
            _last_of_all(w)
            if w.choices.chance(20):
                w.line("raise")
    return end


def _try_statement(w: Writer) -> bool:
    w.line("try:")
    ends = [block(w)]
    has_handler = w.choices.chance(80)
    if has_handler:
        for _ in range(1 + w.choices.below(2)):
            w.line(f"except {w.choices.pick(CLASSES)}:")
            ends.append(block(w))
        if ends[0] and w.choices.chance(30):
            w.used["else of try"] += 1
            w.line("else:")
            ends[0] = block(w)
    if not has_handler or w.choices.chance(30):
        w.used["finally"] += 1
        w.line("finally:")
        with w.indented():
            _last_of_all(w)
    return any(ends)


def _last_of_all(w: Writer) -> None:
    """Write a `finally`: an assignment, without a jump."""
    if not w.scope.assignable:
        w.line("pass")
        return
    name = w.choices.pick(sorted(w.scope.assignable))
    w.line(f"{name} = {bounded(w, w.scope.variables[name])}")


def _raise_statement(w: Writer) -> bool:
    name = w.fresh("error ")
    w.line(f"if {condition(w)}:")
    with w.indented():
        made = f'{w.choices.pick(RAISED)}("{name}")'
        if w.choices.chance(15):
            made = f'ExceptionGroup("{name}", [{made}, {w.choices.pick(RAISED)}()])'
        w.line(f"raise {made}")
    return True


STATEMENTS: Final = (
    Statement("try", 8, Writer.may_nest, _try_statement),
    Statement("try with except*", 2, Writer.may_nest, _try_star),
    Statement("raise", 3, Writer.may_nest, _raise_statement),
)
