"""The texts of all that is refused: class, what, where, and what to write instead.

`data/refusals/` has a program for each place that refuses; what it says is kept in
`golden/refusals/`.
"""

import ast
import sys
from functools import cache
from pathlib import Path

import pytest

from autograph import errors
from tests.autograph import refusals

ROOT = Path(__file__).resolve().parent.parent.parent
STAGING = {
    name
    for name, kind in vars(errors).items()
    if isinstance(kind, type) and issubclass(kind, errors.StagingError)
}
# Functions that make one of the errors, or raise it: their callers say what of.
MAKERS = {
    "autograph.old_function.changes": {"_refusal"},
    "graph.segments": {"refusal"},
    "graph.old_staging.aliases": {"shared"},
    "graph.old_staging.library_state": {"refusal"},
    "graph.old_staging.journal": {"advanced"},
    "graph.old_staging.joining": {"_bad_element"},
    "graph.old_staging.mismatch": {"mismatch"},
    "autograph.old_operators.loop_options": {"_refuse"},
    "autograph.old_operators.numbers": {"refuse"},
}
# Where no program is known that comes there: checks of what should not happen.
UNREACHED = {
    # Nobody sees it raised: it has a call fall.
    (
        "autograph/function/trace_builder.py: a check that plain Python does not have comes after an "
        "effect, which a run that fails here could not take back."
    ),
    (
        "autograph/old_function/irrevocable.py: SideEffectError(f'{what} while the function is "
        "traced, which could not be taken back.', origin=capture_exact(2), hint=_HINT)"
    ),
    # It is raised in another thread.
    (
        "graph/leaks.py: StrayTensorError(f'{value} is symbolic, and another thread "
        "uses it, which builds no graph.', origin=capture_exact(2), others=(('it was "
        "made here', value.node.origin),), hint='Start the thread outside of the "
        "function that is traced.')"
    ),
    # Elements are asked for where a list is known to have had some.
    "autograph/old_operators/lists.py: it has never had an element",
    # No list of such items outlives a trace, and operators know all others.
    "graph/segments.py: an item of it is used",
    # Lists and tuples alone hold items of a grown list.
    "autograph/tracing.py: a function returns its items, but not as a list",
    # Such a function is traced within the one around it.
    (
        "graph/old_staging/overwriting.py: an array of the function around is written to in "
        "a function that is traced by itself."
    ),
    # A loop's body that makes a number of it in one trace, and no number in the next.
    "graph/old_staging/rounds.py: mismatch(slot.name, leaf, leaf, AROUND)",
    # The loop raises what it refused before it carried lists by their number.
    "graph/old_staging/list_choices.py: shared(value)",
    # An op that raises for values, and has not said so: `graph.failing` knows all.
    (
        "graph/ops/attempts.py: UnstagedHandlerError(f'{type(error).__name__} was "
        "raised by an op that is not known to raise, in a `try`: {error}', "
        "hint='Decide with `if` in place of the exception.')"
    ),
    # Converted code refuses to hand such a list on before.
    "autograph/nest.py: ag.nest goes through its items",
}
# Programs whose two paths have no assignment to be shown: a method or an item changed
# a container, or the value was there before all places that raise.
ONE_PLACE = {
    "elements of a list",
    "elements of two lists",
    "a number that the elements of a list do not hold",
    "an integer that no float holds",
    "other keys",
    "tuples of one length, and of any",
    "types without end",
    "where exceptions are raised",
}


@cache
def refused(name):
    return [(row, refusals.refused(row)) for row in refusals.rows(name)]


@pytest.mark.long
@pytest.mark.parametrize("name", refusals.files())
def test_texts(name, golden):
    shown = []
    for row, found in refused(name):
        assert type(found.error).__name__ == name.partition("-")[0], row.title
        shown.append(f"=== {row.title}\n{found.text}\n")
    golden("\n".join(shown))


@pytest.mark.long
@pytest.mark.parametrize("name", refusals.files())
def test_each_error_has_all_its_parts(name):
    for row, found in refused(name):
        error = found.error
        assert f" [{error.code}]" in found.text, row.title
        assert error.hint.endswith("."), row.title
        assert error.message.endswith((".", "int]", "]")), row.title
        assert "example.py:" in found.text, row.title
        assert "tests/" not in found.text
        assert "0x" not in found.text
        if isinstance(error, errors.BranchMismatchError):
            assert len(error.others) == 2 or row.title in ONE_PLACE, row.title


@pytest.mark.long
def test_every_place_that_refuses_has_a_program():
    reached = {
        line
        for name in refusals.files()
        for _, found in refused(name)
        for line in found.lines
    }
    missed = {
        f"{path.relative_to(ROOT).as_posix()}: {what}"
        for path, first, last, what in places_that_refuse()
        if not any((str(path), line) in reached for line in range(first, last + 1))
    }
    if sys.version_info < (3, 12):  # Python's sum() compensates from then on
        missed = {each for each in missed if "compensates" not in each}
    assert missed == UNREACHED


def places_that_refuse():
    """Yield the calls that make or raise such an error: file, lines, and message."""
    for package in ("graph", "autograph"):
        for path in sorted((ROOT / package).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            names = STAGING | made_in(path) | imported(tree)
            for node in ast.walk(tree):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    if node.func.id in names:
                        yield path, node.lineno, node.end_lineno, said(node)


def made_in(path):
    """Return the makers that a module defines."""
    module = path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
    return MAKERS.get(module, set())


def imported(tree):
    """Return what a module calls the makers that it imports."""
    return {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name in MAKERS.get(node.module or "", ())
    }


def said(call):
    """Return the message of a call, or the call itself if it has none at hand."""
    first = call.args[0] if call.args else None
    if isinstance(first, ast.Constant):
        return str(first.value)
    return ast.unparse(call)
