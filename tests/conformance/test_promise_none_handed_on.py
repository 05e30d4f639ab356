"""What is None on some paths, given to functions that run as they stand."""

# Programs under test are written as users write them.

import collections
import functools
import itertools
import operator
from typing import Any, NamedTuple

import autograph as ag
from autograph.experimental import do_not_convert
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
refused = Rows()

test_the_graph_gives_what_plain_python_gives = rows.test()
test_it_is_refused_at_the_call = refused.refusal_test()


class Pair(NamedTuple):
    """A named tuple."""

    left: Any
    right: Any


class Box:
    """An object with unconverted methods."""

    def __init__(self, held):
        self.held = held

    @do_not_convert
    def is_empty(self):
        """Tell whether nothing is held."""
        return self.held is None

    @do_not_convert
    def __len__(self):
        return 0 if self.held is None else 1

    def __iter__(self):
        yield self.held is None


class Called:
    """An object that is called as it stands."""

    @do_not_convert
    def __call__(self, value):
        return value is None


class Asking:
    """An object that asks while it is made."""

    @do_not_convert
    def __init__(self, value):
        self.was_none = value is None


@do_not_convert
class Unconverted:
    """A class that runs as it stands."""

    def __init__(self, value):
        self.was_none = value is None


@do_not_convert
def is_nothing(value):
    return value is None


@do_not_convert
def or_one(*, value=None):
    if value is not None:
        return value
    return 1


@do_not_convert
def calling(value):
    return is_nothing(value)


@do_not_convert
def shown(value):
    return f"{value}"


@do_not_convert
def matched(value):
    match value:
        case None:
            return 1
    return 2


@do_not_convert
def handed_on(value):
    return value


@do_not_convert
def put_into(box, value):
    box.held = value


@rows.on(T(1), T(-1))
def given_back(x):
    y = 1 if x > 0 else None
    return handed_on(y) is None, handed_on([y])[0]


@rows.on(T(1), T(-1))
def kept(x):
    box = Box(1)
    put_into(box, 2 if x > 0 else None)
    return box.held


@rows.on(T(1), T(-1))
def yielded(x):
    y = 1 if x > 0 else None

    def items():
        yield y
        yield 3

    return [each is None for each in items()]


@rows.on(T(1), T(-1))
def in_a_named_tuple(x):
    y = 1 if x > 0 else None
    pair = Pair(y, 2)._replace(right=y)
    return pair.left is None, pair.right, Pair._make([1, y]).right


@rows.on(T(1), T(-1))
def asked_by_functions_of_the_library(x):
    y = 1 if x > 0 else None
    asked = list(map(operator.is_, [y], [None]))
    return asked, operator.is_not(y, None), functools.partial(operator.is_, None)(y)


@rows.on(T(1), T(-1))
def starred(x):
    y = 1 if x > 0 else None
    return list(itertools.starmap(operator.is_, [(y, None)]))


@rows.on(T(1), T(-1))
def a_generator_that_asks_about_something_else(x):
    y = 1 if x > 0 else None

    def items(found):
        for each in found:
            yield each is None

    return list(items([None, 3])), y


@refused.on(T(1), T(-1))
def an_argument(x):
    y = 1 if x > 0 else None
    return is_nothing(y)


@refused.on(T(1), T(-1))
def a_named_argument(x):
    return or_one(value=[x] if x > 0 else None)


@refused.on(T(1), T(-1))
def an_object(x):
    return is_nothing(Box(1) if x > 0 else None)


@refused.on(T(1), T(-1))
def an_item(x):
    return is_nothing([x if x > 0 else None])


@refused.on(T(1), T(-1))
def an_attribute(x):
    return Box(x if x > 0 else None).is_empty()


@refused.on(T(1), T(-1))
def a_special_method(x):
    return len(Box(x if x > 0 else None))


@refused.on(T(1), T(-1))
def an_object_that_is_called(x):
    return Called()(x if x > 0 else None)


@refused.on(T(1), T(-1))
def a_constructor(x):
    return Asking(x if x > 0 else None).was_none


@refused.on(T(1), T(-1))
def a_class(x):
    return Unconverted(x if x > 0 else None).was_none


@refused.on(T(1), T(-1))
def what_calls_another(x):
    return calling(x if x > 0 else None)


@refused.on(T(1), T(-1))
def text(x):
    return shown([x] if x > 0 else None)


@refused.on(T(1), T(-1))
def a_match(x):
    return matched(x if x > 0 else None)


@refused.on(T(1), T(-1))
def a_partial_function(x):
    return functools.partial(is_nothing, x if x > 0 else None)()


@refused.on(T(1), T(-1))
def a_filter(x):
    return len(list(filter(is_nothing, [x if x > 0 else None])))


@refused.on(T(1), T(-1))
def a_key(x):
    y = x if x > 0 else None
    return sorted([1, 2], key=lambda each: is_nothing(y))


@refused.on(T(1), T(-1))
def a_variable_of_a_generator(x):
    y = x if x > 0 else None

    def items():
        yield y is None

    made = items()
    return next(made), next(made, True)


@refused.on(T(1), T(-1))
def a_variable_that_is_set_later(x):
    y = None
    found = []

    def items():
        yield 1
        yield y is None

    for each in items():
        found.append(each)
        if x > 0:
            y = 1
    return found


@refused.on(T(1), T(-1))
def a_generator_method(x):
    found = []
    for each in Box(x if x > 0 else None):
        found.append(each)  # noqa: PERF402
    return found


@refused.on(T(1), T(-1))
def a_class_of_the_library(x):
    return collections.Counter([1] if x > 0 else None)
