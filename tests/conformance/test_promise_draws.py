"""Python iterators in loops that the run may leave: drawn unnoticed, or refused."""

from __future__ import annotations

import itertools

import pytest

import autograph as ag
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
refused = Rows()


test_the_graph_gives_what_plain_python_gives = rows.test()


@pytest.mark.parametrize(("function", "args"), refused.calls)
def test_what_would_be_noticed_is_refused(function, args):
    found = check(function, *args)
    assert found.verdict is Verdict.REFUSED, str(found)
    assert isinstance(found.staged.error, ag.errors.SideEffectError)
    assert "must not happen after the last one" in str(found.staged.error)
    assert "make the items a list" in found.staged.error.hint


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

    with pytest.raises(ag.errors.SideEffectError, match="must happen then, too"):
        f(T(1))


class Counting:
    def __init__(self, stop):
        self.count, self.stop = 0, stop

    def __iter__(self):
        return self

    def __next__(self):
        self.count += 1
        if self.count > self.stop:
            raise StopIteration
        return self.count


class Cursor:
    def __init__(self):
        self.place = 0

    def __iter__(self):
        for k in range(4):
            self.place = k
            yield k


def counted():
    first, second = 0, 1
    for _ in range(5):
        yield first
        first, second = second, first + second


@rows.on(T(1), T(9))
def iterators_that_the_loop_alone_has(a):
    total = 0
    for x in Counting(4):
        if a < x:
            break
        total += x
    for x in counted():
        if a < x:
            break
        total += x
    for x, y in zip(iter([1, 2, 3]), itertools.count(), strict=False):
        if a < y:
            break
        total += x
    for _, x in enumerate({"a": 1, "b": 2, "c": 3}.values()):
        if a < x:
            break
        total += x
    return total, any(a < x for x in Counting(3)), all(a < x for x in counted())


@rows.on(T(1), T(9))
def what_a_generator_keeps_to_itself(a):
    def grown():
        seen = []
        for k in range(4):
            seen.append(k)
            yield len(seen)

    total = 0
    for x in grown():
        if a < x:
            break
        total += x
    return total


@rows.on(T(1))
def an_iterator_that_is_used_again(a):
    items = iter([1, 2, 3, 4])
    for x in items:
        if a < x:
            break
    return list(items)


@rows.on(T(1))
def an_iterator_inside_another(a):
    items = iter([1, 2, 3, 4])
    for x, _ in zip(items, range(9), strict=False):
        if a < x:
            break
    return list(items)


@rows.on(T(1), T(9))
def an_iterator_of_a_class(a):
    items = Counting(4)
    for x in items:
        if a < x:
            break
    return items.count


@rows.on(T(1), T(9))
def an_object_that_knows_its_place(a):
    cursor = Cursor()
    for x in cursor:
        if a < x:
            break
    return cursor.place


@refused.on(T(1))
def a_list_that_a_generator_appends_to(a):
    seen = []

    def noted():
        for k in range(4):
            seen.append(k)
            yield k

    for x in noted():
        if a < x:
            break
    return len(seen)


@rows.on(T(1), T(9))
def any_of_an_iterator(a):
    items = Counting(4)
    return any(x > a for x in items), items.count


@rows.on(T(0), T(1), T(9))
def an_iterator_of_python_beside_one_of_a_list(a):
    found = []
    for x, y in zip(iter([1, 2, 3]), itertools.count(), strict=False):
        if a < y:
            break
        found.append((x, y))
    return found


@rows.on(T(0), T(1), T(9))
def a_generator_beside_an_iterator_of_a_class(a):
    found = []
    for x, y in zip(Counting(4), (i for i in range(5)), strict=False):
        if a < y:
            break
        found.append(x + y)
    return found


def drawn_in_the_body(a, items):
    found, numbers = [], itertools.count()
    for x in items:
        y = next(numbers)
        if a < y:
            break
        found.append((x, y))
    return found


@pytest.mark.parametrize("make", [lambda: Counting(4), lambda: iter([1, 2, 3])])
@pytest.mark.parametrize("a", [0, 1, 9])
def test_what_the_body_draws_is_refused(make, a):
    found = check(lambda a: drawn_in_the_body(a, make()), T(a))
    assert found.verdict is Verdict.REFUSED, str(found)
    assert isinstance(found.staged.error, ag.errors.SideEffectError)


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


def test_iterators_in_a_tuple_that_is_looped_over_are_given_as_they_are():
    def f(x):
        first, second = iter([1, 2, 3]), iter([x, 5])
        total = 0
        for each in (first, second):
            if x > 3:
                break
            total += next(each)
        return total, next(first), next(second)

    for x in (1, 6):
        found = check(f, ag.constant(x))
        assert found.verdict is Verdict.SAME, str(found)
