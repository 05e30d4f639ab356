"""`for`, with `break`, `continue`, `return` and `else`, also nested: what a comparison with plain Python does not show."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from autograph.testing import Verdict, check
from tests.language.for_statement.loops import T

# -- Python iterators in loops that may end early


def leaving_with_an_effect(n, seen):
    try:
        for i in range(3):
            yield i + n
    finally:
        seen.assign_add(1)


def checked(x):
    if x > 3:
        raise ValueError(x)
    return x


def in_a_loop(n, seen):
    for x in leaving_with_an_effect(n, seen):
        if x > 3:
            raise ValueError(x)


@pytest.mark.parametrize(
    "step",
    [
        in_a_loop,
        lambda n, seen: [checked(x) for x in leaving_with_an_effect(n, seen)],
        lambda n, seen: sum(checked(x) for x in leaving_with_an_effect(n, seen)),
    ],
)
def test_what_leaving_a_generator_does_is_refused_where_the_loop_may_raise(step):
    seen = ag.Variable(0)

    @ag.function
    def f(n):
        try:
            step(n, seen)
        except ValueError:
            return seen.read_value()
        return seen.read_value()

    with pytest.raises(ag.errors.UnstagedOperationError, match="tidies up"):
        f(T(1))


class Box:
    def __init__(self, value):
        self.value = value


@pytest.mark.parametrize("items", ["(best, p)", "reversed((p, best))", "[p, best]"])
@pytest.mark.parametrize("x", [-1, 2, 6])
def test_what_is_chosen_among_what_the_run_has_chosen(items, x, tmp_path):
    """A chosen object has the methods of iterators, and may be none."""
    path = tmp_path / "program.py"
    path.write_text(
        "def f(x):\n"
        "    p, q = Box(x), Box(1)\n"
        "    best = p if x > 2 else q\n"
        "    found = None\n"
        f"    for each in {items}:\n"
        "        if each.value > 0:\n"
        "            found = each\n"
        "            break\n"
        "    if found is not None:\n"
        "        found.value += 5\n"
        "    return p.value, q.value, each.value\n"
    )
    names = {"Box": Box}
    exec(compile(path.read_text(), path, "exec"), names)
    found = check(names["f"], ag.constant(x))
    assert found.verdict is Verdict.SAME, str(found)


# -- Side effects after a loop has ended


def shown(x):
    ag.print("at", x, output_stream="stdout")
    return x


def numbers():
    for k in range(4):
        shown(k)
        yield k


class Counter:
    def __init__(self):
        self.count = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.count += 1
        if self.count > 4:
            raise StopIteration
        return shown(self.count)


def any_of_values(a):
    return any(shown(x) > a for x in [0, 1, 2, 3])


def any_of_conditions(a):
    return any(x > a for x in [0, 1, 2, 3] if shown(x) >= a)


def all_of_conditions(a):
    return all(x < a for x in (0, 1, 2, 3) if shown(x) != 5)


def any_of_drawn_conditions(a):
    ag.random.set_seed(3)
    b = any(x for x in (a, a * 0, a) if ag.random.uniform([]) > 0.5)
    return b, ag.random.uniform([])


def any_over_a_tensor(a):
    return any(x > a for x in ag.range(a + 3) if shown(x) >= 0)


def written_conditions(a):
    v.assign(0)
    b = any(
        v.assign_add(x).read_value() > a for x in [0, 1, 2, 3] if v.assign_add(1) > 0
    )
    return b, v.read_value()


def left_iterator(a):
    for x in Counter():
        if a < x:
            break
    return a


def left_map(a):
    for x in map(shown, [0, 1, 2]):
        if a < x:
            return x
    return a


def left_generator(a):
    for x in numbers():
        if a < x:
            break
    return a


def any_of_generator(a):
    return any(a < x for x in numbers())


v = ag.Variable(0)


@pytest.mark.parametrize(
    "program",
    [
        any_of_values,
        any_of_conditions,
        all_of_conditions,
        any_of_drawn_conditions,
        any_over_a_tensor,
        written_conditions,
        left_iterator,
        left_map,
        left_generator,
        any_of_generator,
    ],
)
@pytest.mark.filterwarnings("ignore::autograph.errors.PythonFallbackWarning")
def test_any_and_all_compute_as_many_items_as_decide(program, capsys, allowing):
    staged = ag.function(program)
    for a in (0, 1, 2, 9):
        expected = [
            np.asarray(x).tolist() for x in ag.nest.flatten(program(ag.constant(a)))
        ]
        plain = capsys.readouterr().out
        found = [
            np.asarray(x).tolist() for x in ag.nest.flatten(staged(ag.constant(a)))
        ]
        assert found == expected
        assert capsys.readouterr().out == plain


def test_a_loop_that_python_decides_may_have_effects_anywhere(capsys):
    def f(a):
        for x in numbers():
            if x == 2:
                break
            a += x
        return a

    assert ag.function(f)(ag.constant(1)).numpy() == 2
    assert capsys.readouterr().out == "at 0\nat 1\nat 2\n"
