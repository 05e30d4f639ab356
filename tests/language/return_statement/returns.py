"""`return` from loops, and of results of several kinds."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Containers returned from inside a loop

T = ag.constant

EACH = tuple(map(T, ([1, 2, -3, 4], [1, 2, 8, 9], [-1, 2], [8, -1, 9], [7, 7])))


@programs.staged(*EACH)
def a_list(a):
    """A loop returns, from its body, the list that it appends to."""
    out = []
    for v in a:
        if v < 0:
            return out
        out.append(v)
    return out


@programs.staged(*EACH)
def a_list_that_changes_afterwards(a):
    """A list returned inside a loop lacks the item appended after the loop."""
    out = []
    for v in a:
        if v < 0:
            return out
        out += [v]
    out.append(T(99))
    return out


@programs.staged(*EACH)
def a_list_among_others(a):
    """A loop returns its growing list, an empty list or a concatenation."""
    out = []
    for v in a:
        if v < 0:
            return out
        if v == 8:
            return []
        if v == 7:
            return out + [v]
        out.append(v)
    return out


@programs.staged(*EACH)
def a_list_or_none(a):
    """A loop returns its growing list or None; the end of the function None too."""
    out = []
    for v in a:
        if v < 0:
            return out
        elif v == 8:
            return None
        out.append(v)


@programs.staged(*EACH)
def a_list_with_what_was_last(a):
    """The loop body returns the list and the element, the `else` clause the list."""
    out = []
    for v in a:
        if v < 0:
            return out, v
        out.append(v)
    else:
        return out, T(0)


@programs.staged(*EACH)
def a_list_out_of_two_loops(a):
    """A list and a counter are returned from the inner of two nested loops."""
    out = []
    n = 0
    for i in range(3):
        for v in a:
            if v < 0 and i == 1:
                return out, n
            if v == 8:
                break
            if v == 9:
                return None
            out.append(v * i)
            n += 1
        else:
            out.append(T(50))
    out.append(T(99))
    return out, n


@programs.staged(*EACH)
def one_of_lists(a):
    """An inner loop over two lists appends to each and returns one of them."""
    lists = [[T(0)], [T(5), T(6)]]
    for v in a:
        for row in lists:
            row.append(v)
            if v < 0:
                return row
    return lists[0]


@programs.staged(*EACH)
def a_list_of_each_iteration(a):
    """A loop returns a list that each iteration creates anew."""
    for v in a:
        out = [v]
        out.append(v + 1)
        if v < 0:
            return out
    return None


@programs.staged(*EACH)
def a_list_that_is_bound_again(a):
    """A list is returned from a loop that rebinds its name on one branch."""
    out = []
    for v in a:
        if v < 0:
            return out
        if v > 8:
            out = [v]
        else:
            out.append(v)
    else:
        out.append(T(1))
    return out


@programs.staged(*EACH)
def dicts(a):
    """A dict updated in a loop is returned both alone and inside another dict."""
    table = {"n": 0, "total": T(0)}
    for v in a:
        if v < 0:
            return table, {"seen": table}
        table["n"] += 1
        table["total"] += v
    return table, {"seen": None}


@programs.staged(*EACH)
def dicts_with_keys_of_the_run(a):
    """A loop returns a dict to which it adds dynamic keys."""
    table = {}
    for v in a:
        if v < 0:
            return table
        table[int(v)] = v
    return table


@dataclasses.dataclass
class Stack:
    n: object
    items: list[object]

    def push(self, value):
        self.items.append(value)
        self.n += 1


@programs.staged(*EACH)
def attributes(a):
    """A loop returns attributes of an object that a method changes."""
    stack = Stack(0, [])
    for v in a:
        if v < 0:
            return stack.n, stack.items
        stack.push(v)
    stack.n = -1
    return stack.n, stack.items


@programs.staged(*EACH)
def a_list_out_of_a_try_that_binds_it_again(a):
    """A list returned inside `try` is unaffected by rebinding in `finally`."""
    out = []
    try:
        for v in a:
            if v < 0:
                return out
            out.append(v)
    finally:
        out = [T(7)]
    return out


@programs.staged(*EACH)
def a_list_out_of_a_loop_that_raises(a):
    """A loop in `try` may return its list or raise to a handler that appends."""
    out = []
    try:
        for v in a:
            if v < 0:
                return out
            if v == 9:
                raise ValueError("nine")
            out.append(v)
    except ValueError:
        out.append(T(100))
    out.append(T(3))
    return out


@programs.staged(*EACH)
def a_list_out_of_a_try_in_a_loop(a):
    """`finally` appends to the list that `return` in its `try` returns."""
    out = []
    for v in a:
        try:
            if v < 0:
                return out
        finally:
            out.append(v)
    return out


@programs.staged(*EACH)
def a_list_out_of_endless_loops(a):
    """A `while True` loop returns its list at the end or at a negative element."""
    out = []
    i = 0
    while True:
        if i == len(a) or a[i] < 0:
            return out
        out.append(a[i])
        i += 1


@programs.staged(*EACH)
def lists_of_functions(a):
    """Two calls of a nested function return distinct lists from their loops."""

    def taken(items):
        got = []
        for v in items:
            if v < 0:
                return got
            got.append(v)
        return got

    one, two = taken(a), taken(a + 1)
    one.append(T(1))
    return one, two


@programs.staged(*EACH)
def a_number_that_becomes_another_thing(a):
    """A loop-local name is a number at `return` and a tuple after it."""
    for v in a:
        x = v
        x += 1
        if x < 0:
            return x
        x = (x, 1)
    return 7


@programs.staged(T([1, 2, 5, 6]), T([1, 2]))
def changed_after_the_loop(xs):
    """An empty list is returned inside a loop, or appended to after it."""
    log = []
    for x in xs:
        if x > 3:
            return log
    log.append(4)
    return log


@programs.staged(T([1, 2, 5, 6]), T([1, 2]))
def a_dict_changed_after_the_loop(xs):
    """An empty dict is returned inside a loop, or written to after it."""
    log = {}
    for x in xs:
        if x > 3:
            return log
    log["a"] = 4
    return log


@programs.staged(T([1, 2, 5, 6]), T([1, 2]))
def an_item_changed_after_the_loops(xs):
    """A list returned from nested loops lacks the item assignment after them."""
    log = [1]
    for x in xs:
        for k in range(3):
            if x > k + 3:
                return log
        log.append(x)
    log[0] = 5
    return log


@programs.staged(T(0), T(2), T(5))
def returned_in_a_try(n):
    """A `try` in a loop returns the list, or its handler appends to it."""
    log = []
    for i in range(n):
        try:
            if i == 2:
                return log
            if i == 1:
                raise ValueError
        except ValueError:
            log.append(7)
        log.append(i)
    log.append(9)
    return log


@programs.staged(T(0), T(2), T(5))
def returned_in_a_handler(n):
    """A handler in a loop appends the exception's text and returns the list."""
    log = []
    for i in range(n):
        try:
            if i == 1:
                raise ValueError("a")
        except ValueError as error:
            log.append(str(error))
            return log
        log.append(str(i))
    log.append("end")
    return log


@programs.staged(T(0), T(2))
def the_name_of_a_handler_is_returned(n):
    """A handler returns `args` through an `as` name that shadows a variable."""
    error = None
    for i in range(n):
        try:
            if i == 1:
                raise ValueError("a")
        except ValueError as error:
            return error.args
    return error


NUMBERS = tuple(map(T, (0, 4, 9)))


@programs.staged(*NUMBERS)
def a_list_and_the_place_in_a_try(n):
    """The index and the list are returned from `try` and from its handler."""
    out = []
    for i in range(n):
        try:
            out.append(10 // (3 - i))
            if i > 5:
                return i, out
        except ZeroDivisionError:
            return i, out
    return -1, out


@programs.staged(*NUMBERS)
def a_list_and_places_of_two_loops_in_a_try(n):
    """Both loop indices and a list are returned from a `try` in nested loops."""
    out = []
    for i in range(n):
        for j in range(n):
            try:
                out.append(i * j)
                if i * j > 4:
                    return i, j, out
            except ValueError:
                pass
    return 0, 0, out


@programs.staged(*NUMBERS)
def a_list_and_what_the_try_computes(n):
    """A dict of the list and a value computed in `try` is returned from a loop."""
    out, i = [], 0
    while i < n:
        try:
            v = 10 // (5 - i)
            out.append(v)
            if v > 4:
                return {"value": v, "out": out, "n": n}
        except ZeroDivisionError:
            out.append(-1)
        i += 1
    return {"value": 0, "out": out, "n": n}


@programs.staged(*NUMBERS)
def a_list_and_what_changes_in_the_loop(n):
    """A `try` in a loop returns the list and a loop-carried variable."""
    out, k = [], n
    for i in range(n):
        try:
            out.append(i)
            if i == 2:
                return k, out
            k = i * 2
        except ValueError:
            pass
    return k, out


@programs.staged(*NUMBERS)
def a_list_and_what_may_have_no_value(n):
    """Returning a possibly unbound name from a `try` in a loop cannot be staged."""
    out = []
    if n > 5:
        z = 1
    for i in range(n):
        try:
            out.append(i)
            if i == 2:
                return z, out
        except UnboundLocalError:
            return -7, out
    return 0, out


@programs.staged(*NUMBERS)
def a_list_and_what_a_handler_takes_away(n):
    """Returning a name that `except ... as` may have unbound cannot be staged."""
    out, e = [], 0
    for i in range(n):
        try:
            out.append(10 // (3 - i))
        except ZeroDivisionError as e:
            pass
        try:
            if i == 5:
                return e, out
        except UnboundLocalError:
            return -7, out
    return 0, out


# -- Results of different types

EACH_2 = (T(0), T(1), T(2), T(3), T(5))


class Found(NamedTuple):
    place: Any
    value: Any


@programs.staged(*EACH_2)
def text_or_a_number(n):
    """A function returns a string on one path, a tensor on the other."""
    if n > 2:
        return "big"
    return n


@programs.staged(*EACH_2)
def kinds_of_all_sorts(n):
    """Five paths return None, a string, a bool, a tuple and a float."""
    if n > 4:
        return None
    if n > 2:
        return "a"
    if n > 1:
        return True
    if n > 0:
        return n, "b"
    return 2.5


@programs.staged(*EACH_2)
def tuples_of_other_lengths(n):
    """Paths return tuples of lengths zero, one and two, and a named tuple."""
    if n > 2:
        return (1,)
    if n > 1:
        return 1, n
    if n > 0:
        return ()
    return Found(n, "at")


@programs.staged(*EACH_2)
def in_a_part_of_a_tuple(n):
    """Returned tuples differ in the kind of a nested tuple's items."""
    if n > 2:
        return n, ("num", 3)
    return n, ("op", "+")


@programs.staged(*EACH_2)
def out_of_loops(n):
    """A `for` and a `while` loop return a tuple and a number; the end, a string."""
    for i in range(n):
        if i > 2:
            return "many", i
    while n > 0:
        n = n - 2
        if n == 1:
            return n
    return "none"


@programs.staged(*EACH_2)
def out_of_a_loop_of_python(n):
    """An unrolled loop returns strings, its `else` a number, the end a tuple."""
    for word in ("a", "b", "c"):
        if n == len(word):
            return word
        n = n - 1
    else:
        if n > 1:
            return n
    return n, None


@programs.staged(*EACH_2)
def out_of_a_try(n):
    """A `try` returns a number, its handlers a tuple and a string."""
    try:
        if n > 2:
            raise ValueError(f"{n} is too big")
        return 10 // int(n)
    except ValueError as error:
        return str(error), n
    except ZeroDivisionError as error:
        return str(error)
    finally:
        n = n + 1


@contextlib.contextmanager
def held(log):
    log.append("in")
    try:
        yield len(log)
    finally:
        log.append("out")


@programs.falls(*[(each, []) for each in EACH_2])
def out_of_a_with(n, log):
    """A `with` returns a tuple or a string; the code after it, other kinds."""
    with held(log) as count:
        if n > 2:
            return count, "x"
        if n > 1:
            return f"{n}"
    return log[0] if n > 0 else n


@programs.staged(*EACH_2)
def conditional_expressions(n):
    """A returned conditional expression gives a string, a number or a tuple."""
    return "big" if n > 2 else n if n > 1 else (1, n if n > 0 else "low")


@programs.staged(*EACH_2)
def operands(n):
    """A returned `and` or `or` gives a string or a truth value."""
    return (n > 2 and "big") if n > 0 else (n > 0 or "none")


@programs.staged(*EACH_2)
def what_is_called_returns_it(n):
    """The result of a nested function of several kinds is returned."""

    def way(k):
        if k > 2:
            return "far", k
        return k

    if n > 1:
        return way(n)
    return (way(n), 1) if n > 0 else way(n + 3)


def kept(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


@programs.staged(*EACH_2)
@kept
def under_a_decorator(n):
    """A function under a `functools.wraps` decorator returns text or a number."""
    if n > 2:
        return "a"
    return 1


class Counter:
    def __init__(self):
        self.total = 0

    def __call__(self, n):
        return self.add(n)

    def add(self, n):
        self.total += n
        if self.total > 3:
            return "over", self.total
        return self.total


@programs.staged(*EACH_2)
def methods(n):
    """A method called by `__call__` returns a tuple or a number."""
    counter = Counter()
    counter(n)
    return counter(1)


@programs.staged(*EACH_2)
def tensors_that_no_dtype_holds(n):
    """Paths return tensors of several dtypes and ranks."""
    if n > 2:
        return ag.cast(n, ag.float32) / 3
    if n > 1:
        return ag.constant([True, False])
    return n


@programs.staged(*EACH_2)
def with_what_is_not_reached(n):
    """Paths raise, or return a string, a tuple or a number."""
    if n > 4:
        raise ValueError(f"{n}")
    elif n > 2:
        return "a"
    while n > 1:
        n = n - 1
        if n == 1:
            return n, n
    return n


@programs.staged(*EACH_2)
def by_match(n):
    """The cases of a `match` return strings, floats, tuples and None."""
    match n:
        case 0:
            return "zero"
        case 1 | 2:
            return 1.5
        case other if other > 4:
            return other, "x"
    return None


@programs.staged((T(1), np.arange(3.0)), (T(3), np.arange(3.0)))
def an_array_that_is_changed_on_the_way_out(n, x):
    """`finally` changes an array that each path returns in another tuple."""
    y = x + 1
    try:
        if n > 2:
            return "a", y
        return 1, y
    finally:
        y[0] = 7


def kind(n):
    if n > 2:
        return "big"
    return n


@programs.staged(T(1), T(3))
def computed_with(n):
    """Arithmetic with a call's result that is text or a number: not staged."""
    return kind(n) * 2


@programs.staged(T(1), T(3))
def given_a_name(n):
    """Binding a call's result that is text or a number cannot be staged."""
    found = kind(n)
    return found


@programs.staged(T(1), T(3))
def asked_for_its_class(n):
    """`isinstance` of a call's result that is text or a number: not staged."""
    return isinstance(kind(n), str)


@programs.staged(T(1), T(3))
def in_a_list(n):
    """A list of a call's result that is text or a number cannot be staged."""
    return [kind(n)]


@programs.staged(T(1), T(3))
def by_what_a_library_calls(n):
    """A function for `reduce` that returns text or a number cannot be staged."""
    return functools.reduce(lambda a, b: "x" if a > n else b, [n, 2, 1])


@programs.staged(T(1), T(3))
def by_a_key(n):
    """A key function that returns text or a number cannot be staged."""
    return max([n, 2], key=lambda k: "a" if k > n else 1)


@programs.staged(T(1), T(3))
def in_a_test(n):
    """A test of a conditional expression that is text or a number: not staged."""
    if "a" if n > 2 else 0:
        return 1
    return 2


@programs.staged((T(1), [1]), (T(3), [1]))
def a_list_that_is_changed_on_the_way_out(n, xs):
    """`finally` that changes a list returned on one path only: not staged."""
    try:
        if n > 2:
            return xs
        return "none"
    finally:
        xs.append(n)


@programs.staged(T(1), T(3))
def in_a_dict(n):
    """Dicts whose values differ in kind, by path, as results: not staged."""
    if n > 2:
        return {"a": 1}
    return {"a": "b"}


# -- Tuples that may be missing


@programs.staged(T(3), T(0), np.int64(2))
def a_pair_of_two_dtypes(n):
    """A loop returns a pair of tensors of two dtypes; else the result is None."""
    for i in range(n):
        return n + i, ag.square(ag.cast(n, ag.int64))


@programs.staged((T(3), T(2)), (T(-3), T(2)), (T(3), T(0)))
def tuples_of_two_lengths(x, n):
    """A loop returns tuples of two lengths, or nothing."""
    for i in range(n):
        if x > i:
            return x, ag.cast(x, ag.int64)
        if x < 0:
            return (ag.cast(x, ag.int64),)
    return None


@programs.staged(T(True), T(False))
def a_tuple_in_a_list_of_two_paths(x):
    """A list with a tuple, whose item the run computes on one path by a cell."""
    count = 3

    def add(k):
        nonlocal count
        count = count + k
        return count

    for i in range(ag.cast(x, ag.int32) * 2):
        add(i)
        return [ag.cast(x, ag.int64), (count % ag.constant(2, ag.int64),)]
    return [ag.constant(1, ag.int64), (ag.constant(3, ag.int64),)]


@programs.staged(T(3), T(5))
def a_pair_in_a_pair_with_a_list(n):
    """A loop returns a tuple in a tuple, beside a list that is older."""
    rows = []
    for _ in range(n % 5):
        return (ag.constant(3, ag.int64), 0), rows
    return None
