"""None on some paths, spread by `*` and `**`, or given where Python refuses None."""

# Programs under test are written as users write them.

import collections
import functools
import itertools
import math

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
refused = Rows()

test_the_graph_gives_what_plain_python_gives = rows.test()
test_it_is_refused_in_the_function = refused.refusal_test()


def counted(*args, **named):
    return len(args) * 10 + len(named)


class Box:
    """An object with a method."""

    def count(self, *args, **named):
        """Return how many arguments there are."""
        return len(args) * 10 + len(named)


@rows.on(T(1), T(-1))
def items(x):
    y = [1, 2] if x > 0 else None
    return counted(*y)


@rows.on(T(1), T(-1))
def items_and_names(x):
    y = [1, 2] if x > 0 else None
    return counted(*y, a=1)


@rows.on(T(1), T(-1))
def items_beside_others(x):
    y = [1, 2] if x > 0 else None
    return counted(0, *y)


@rows.on(T(1), T(-1))
def keywords(x):
    y = {"a": 1} if x > 0 else None
    return counted(**y)


@rows.on(T(1), T(-1))
def keywords_beside_others(x):
    y = {"a": 1} if x > 0 else None
    return counted(1, b=2, **y)


@rows.on(T(1), T(-1))
def a_keyword_twice(x):
    y = {"a": 1} if x > 0 else None
    return counted(a=1, **y)


@rows.on(T(1), T(-1))
def items_and_keywords(x):
    y = [1] if x > 0 else None
    z = {"a": 1} if x > 0 else None
    return counted(*y, **z)


@rows.on(T(1), T(-1))
def a_method(x):
    y = {"a": 1} if x > 0 else None
    return Box().count(*y) + Box().count(**y)


@rows.on(T(1), T(-1))
def builtins(x):
    y = [3, x] if x > 0 else None
    return max(*y)


@rows.on(T(1), T(-1))
def a_nested_function(x):
    y = [3, x] if x > 0 else None

    def add(a, b):
        return a + b

    return add(*y)


@rows.on(T(1), T(-1))
def what_is_named_meanwhile(x):
    found = []
    y = [1] if x > 0 else None

    def named():
        found.append(1)
        return 1

    try:
        found.append(counted(*y, a=named()))
    except TypeError:
        found.append(-1)
    return len(found)


@rows.on(T(1), T(-1))
def a_reduction(x):
    y = [1, 2] if x > 0 else None
    return functools.reduce(lambda a, b: a + b, y)


@rows.on(T(1), T(-1))
def an_update(x):
    table = {"j": 2}
    table.update({"k": 1} if x > 0 else None)
    return len(table)


@rows.on(T(1), T(-1))
def an_ordered_dict(x):
    return len(collections.OrderedDict({"k": 1} if x > 0 else None))


@rows.on(T(1), T(-1))
def a_dict_with_defaults(x):
    return len(collections.defaultdict(int, {"k": 1} if x > 0 else None))


@rows.on(T(1), T(-1))
def an_item_taken(x):
    y = 1 if x > 0 else None
    return [1, 2, 3].pop(y)


@rows.on(T(1), T(-1))
def an_item_inserted(x):
    found = [1, 2, 3]
    found.insert(1 if x > 0 else None, 5)
    return found


@rows.on(T(1), T(-1))
def repeated(x):
    y = 2 if x > 0 else None
    return list(itertools.repeat(1, y)), list(itertools.repeat(1, times=y))


@rows.on(T(1), T(-1))
def a_deque(x):
    found = collections.deque([1, 2, 3])
    found.rotate(1 if x > 0 else None)
    return list(found)


@rows.on(T(1), T(-1))
def a_first_number(x):
    y = 2 if x > 0 else None
    return list(enumerate([7], y)), list(enumerate([7], start=y))


@rows.on(T(1), T(-1))
def no_iterator(x):
    y = [1] if x > 0 else None
    try:
        return next(y)
    except TypeError:
        return -1


@rows.on(T(1), T(-1))
def words_about_an_exception(x):
    try:
        if x > 0:
            raise ValueError("a")
    except ValueError as error:
        return len(error)
    return 0


@rows.on(T(1), T(-1))
def other_words_about_an_exception(x):
    try:
        if x > 0:
            raise ValueError("a")
    except ValueError as error:
        return [1, 2][error] + math.sqrt(error)
    return 0.0


@refused.on(T(1), T(-1))
def words_about_one_of_two_exceptions(x):
    try:
        if x > 0:
            raise ValueError("a")
        raise KeyError("b")
    except (ValueError, KeyError) as error:
        return len(error)
