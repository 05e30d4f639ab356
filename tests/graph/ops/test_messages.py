"""What ops and NumPy's functions refuse: told in full, at once and while tracing alike.

The files of `golden/messages` are tables: what stands behind `>>> ` is evaluated with
tensors, and in a graph with symbolic ones. Both raise an error of one class, at the
user's line, with what to write instead. Below it stand the class, the message, another
message that it has in a graph, if any, and the hint; in `whole` stands all of the text.
A new row is a line of such a file, to which `pytest --update-golden` adds the rest.
"""

from __future__ import annotations

import linecache
import warnings
from pathlib import Path

import numpy as np
import pytest

import autograph as ag
import autograph.numpy as xp
from autograph.errors import AutographError

FILES = Path(__file__).parent / "golden" / "messages"
TABLES = {p.stem.partition("-")[2]: p for p in sorted(FILES.glob("*.txt"))}
TENSORS = {
    "V": ag.constant([1.0, 2.0, 3.0]),
    "M": ag.ones([2, 3]),
    "Q": ag.eye(2, dtype=ag.float64),
    "A": ag.constant([[3.0, 1.0], [1.0, 2.0]]),
    "D": ag.constant([[1.0, 2.0], [3.0, 4.0]], ag.float64),
    "L": ag.zeros([3, 4]),
    "R": ag.zeros([2, 4]),
    "F": ag.ones([2, 20], ag.float64),
    "E": ag.zeros([0, 3]),
    "C": ag.constant([[1 + 2j, -0.5j, 3], [4, 5j, 6 - 1j]]),
    "I": ag.constant([0, 1, 1]),
    "N": ag.range(3),
    "B": ag.constant([True, False, True]),
    "S": ag.constant("text"),
    "W": ag.constant(["a", "b", "c"]),
    "X": ag.constant(2.5),
    "LESS": ag.constant(-1),
    "TWO": ag.constant(2),
    "FIVE": ag.constant(5),
}
MODULES = {"ag": ag, "np": np, "xp": xp}


@pytest.mark.parametrize("table", TABLES)
def test_mistakes_are_told_alike(table, golden, monkeypatch):
    shown = []
    rows = TABLES[table].read_text("utf-8").splitlines()
    for expression in (row[4:] for row in rows if row.startswith(">>> ")):
        line = (len(expression), None, [expression], "<line>")
        monkeypatch.setitem(linecache.cache, "<line>", line)
        code = compile(expression, "<line>", "eval")
        eager = refused(lambda code=code: eval(code, MODULES | TENSORS))
        staged = refused(lambda code=code: in_a_graph(code))
        assert type(eager) is type(staged), expression
        assert (eager.hint and staged.hint) or table == "assertions", expression
        shown.append(f">>> {expression}")
        if table == "whole":
            shown.append(f"{type(eager).__name__}: {eager}")
            continue
        shown.append(f"{type(eager).__name__}: {eager.message}")
        if staged.message != eager.message:
            shown.append(f"In a graph: {staged.message}")
        shown.append(eager.hint)
    golden("\n".join(shown))


def refused(evaluate):
    """Return the error that is raised, which is at the user's line."""
    with pytest.raises(AutographError) as info, warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        evaluate()
    assert "<line>:1, in <module>\n" in str(info.value)
    return info.value


def in_a_graph(code):
    """Evaluate an expression of symbolic tensors."""

    def function(**tensors):
        return eval(code, MODULES | tensors)

    ag.function(function, autograph=False)(**TENSORS)
