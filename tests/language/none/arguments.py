"""None as an argument, key, bound or axis."""

from __future__ import annotations

import collections
import functools
import itertools
import math
from collections import Counter, defaultdict

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Arguments of builtins

T = ag.constant


class Own:
    """An object with operators."""

    def __init__(self, v):
        self.v = v

    def __add__(self, o):
        return self.v + (o.v if isinstance(o, Own) else o)

    def __radd__(self, o):
        return o + self.v

    def __neg__(self):
        return -self.v

    def __lt__(self, o):
        return self.v < o

    def __iadd__(self, o):
        self.v += o
        return self

    def __matmul__(self, o):
        return self.v * o

    def __pow__(self, o):
        return self.v**o

    def __floordiv__(self, o):
        return self.v // o

    def __divmod__(self, o):
        return divmod(self.v, o)

    def __call__(self, o):
        return self.v + o

    def __eq__(self, o):
        return isinstance(o, Own) and self.v == o.v


@programs.staged(T(0), T(2))
def may_be_none_opt_dict(x):
    """`str.join` of the keys of a possibly None dict."""
    d = {"a": 1} if x > 1 else None
    return ",".join(d)


@programs.staged(T(0), T(2))
def may_be_none_opt_dict_sum(x):
    """`sum` of a generator over a possibly None dict."""
    d = {"a": 1} if x > 1 else None
    return sum(1 for k in d)


@programs.staged(T(0), T(2))
def may_be_none_round(x):
    """`round` of a possibly None int."""
    d = 3 if x > 1 else None
    return round(d)


@programs.staged(T(0), T(2))
def may_be_none_round2(x):
    """`round` of a possibly None float to one digit."""
    d = 3.25 if x > 1 else None
    return round(d, 1)


@programs.staged(T(0), T(2))
def may_be_none_abs_etc(x):
    """`abs` of a possibly None int."""
    d = 3 if x > 1 else None
    return abs(d)


@programs.staged(T(0), T(2))
def may_be_none_int(x):
    """`int` of a possibly None int."""
    d = 3 if x > 1 else None
    return int(d)


@programs.staged(T(0), T(2))
def may_be_none_float(x):
    """`float` of a possibly None int."""
    d = 3 if x > 1 else None
    return float(d)


@programs.staged(T(0), T(2))
def may_be_none_complex(x):
    """`complex` of a possibly None int."""
    d = 3 if x > 1 else None
    return complex(d)


@programs.staged(T(0), T(2))
def may_be_none_divmod(x):
    """`divmod` of a possibly None int."""
    d = 3 if x > 1 else None
    return divmod(d, 2)


@programs.staged(T(0), T(2))
def may_be_none_pow(x):
    """`pow` of a possibly None int."""
    d = 3 if x > 1 else None
    return pow(d, 2)


@programs.staged(T(0), T(2))
def may_be_none_pow3(x):
    """`pow` with a modulus of a possibly None int."""
    d = 3 if x > 1 else None
    return pow(d, 2, 5)


@programs.staged(T(0), T(2))
def may_be_none_math(x):
    """`math.sqrt` of a possibly None int."""
    d = 3 if x > 1 else None
    return math.sqrt(d)


@programs.staged(T(0), T(2))
def may_be_none_floor(x):
    """`math.floor`, `ceil` and `trunc` of a possibly None int."""
    d = 3 if x > 1 else None
    return math.floor(d), math.ceil(d), math.trunc(d)


@programs.staged(T(0), T(2))
def may_be_none_range(x):
    """`range` of a possibly None int."""
    d = 3 if x > 1 else None
    return list(range(d))


@programs.staged(T(0), T(2))
def may_be_none_eq_self(x):
    """`==` of a possibly None int with itself."""
    d = 3 if x > 1 else None
    return d == d


@programs.staged(T(0), T(2))
def may_be_none_eq_self_list(x):
    """`==` of a possibly None list with itself."""
    d = [3] if x > 1 else None
    return d == d


@programs.staged(T(0), T(2))
def may_be_none_eq_self_dict(x):
    """`==` and `!=` of a possibly None dict with itself."""
    d = {3: 1} if x > 1 else None
    return d == d, d != d


@programs.staged(T(0), T(2))
def may_be_none_eq_self_own(x):
    """`==` and `!=` of a possibly None object with itself."""
    d = Own(3) if x > 1 else None
    return d == d, d != d


@programs.staged(T(0), T(2), T(5))
def may_be_none_eq_two(x):
    """`==` and `!=` of two possibly None lists."""
    d = [3] if x > 1 else None
    e = [3] if x > 3 else None
    return d == e, d != e


@programs.staged(T(0), T(2), T(5))
def may_be_none_eq_two_own(x):
    """`==` and `!=` of two possibly None objects with `__eq__`."""
    d = Own(3) if x > 1 else None
    e = Own(3) if x > 3 else None
    return d == e, d != e


@programs.staged(T(0), T(2), T(5))
def may_be_none_eq_two_num(x):
    """`==` and `!=` of two possibly None ints."""
    d = 3 if x > 1 else None
    e = 3 if x > 3 else None
    return d == e, d != e


@programs.staged(T(0), T(2))
def may_be_none_hash_list(x):
    """`hash` of a possibly None list is compared; a list raises TypeError."""
    d = [1] if x > 1 else None
    return hash(d) > 3


@programs.staged(T(0), T(2))
def may_be_none_hash_dict(x):
    """`hash` of a possibly None dict is compared; a dict raises TypeError."""
    d = {1: 2} if x > 1 else None
    return hash(d) == 5


@programs.staged(T(0), T(2))
def may_be_none_hash_list2(x):
    """`hash` of a possibly None list as a statement; a list raises TypeError."""
    d = [1] if x > 1 else None
    hash(d)
    return 1


@programs.staged(T(0), T(2))
def may_be_none_hash_tuple(x):
    """`hash` of a possibly None tuple is compared with that of the tuple."""
    d = (1,) if x > 1 else None
    return hash(d) == hash((1,))


@programs.staged(T(0), T(2))
def may_be_none_iter(x):
    """A comprehension over a possibly None list."""
    d = [1] if x > 1 else None
    return [k for k in d]


@programs.staged(T(0), T(2))
def may_be_none_for(x):
    """A `for` loop over a possibly None list."""
    d = [1] if x > 1 else None
    s = 0
    for k in d:
        s += k
    return s


@programs.staged(T(0), T(2))
def may_be_none_listcall(x):
    """`list` of a possibly None list."""
    d = [1] if x > 1 else None
    return list(d)


@programs.staged(T(0), T(2))
def may_be_none_sumcall(x):
    """`sum` of a possibly None list."""
    d = [1] if x > 1 else None
    return sum(d)


@programs.staged(T(0), T(2))
def may_be_none_unpack(x):
    """Unpacking a possibly None list into two names."""
    d = [1, 2] if x > 1 else None
    a, b = d
    return a


@programs.staged(T(0), T(2))
def may_be_none_star(x):
    """A possibly None list starred in a list display."""
    d = [1, 2] if x > 1 else None
    return [*d]


@programs.staged(T(0), T(2))
def may_be_none_extend(x):
    """`list.extend` with a possibly None list."""
    d = [1, 2] if x > 1 else None
    o = []
    o.extend(d)
    return o


@programs.staged(T(0), T(2))
def may_be_none_dictstar(x):
    """`{**d}` of a possibly None dict."""
    d = {"a": 1} if x > 1 else None
    return {**d}


@programs.staged(T(0), T(2))
def may_be_none_dictcall(x):
    """`dict` of a possibly None dict."""
    d = {"a": 1} if x > 1 else None
    return dict(d)


@programs.staged(T(0), T(2))
def may_be_none_zip(x):
    """`zip` of a possibly None list."""
    d = [1, 2] if x > 1 else None
    return list(zip(d, [3, 4]))


@programs.staged(T(0), T(2))
def may_be_none_map(x):
    """`map` over a possibly None list."""
    d = [1, 2] if x > 1 else None
    return list(map(str, d))


@programs.staged(T(0), T(2))
def may_be_none_enumerate(x):
    """`enumerate` of a possibly None list."""
    d = [1, 2] if x > 1 else None
    return list(enumerate(d))


@programs.staged(T(0), T(2))
def may_be_none_sorted(x):
    """`sorted` of a possibly None list."""
    d = [1, 2] if x > 1 else None
    return sorted(d)


@programs.staged(T(0), T(2))
def may_be_none_itercall(x):
    """`next(iter(...))` of a possibly None list."""
    d = [1, 2] if x > 1 else None
    return next(iter(d))


@programs.staged(T(0), T(2))
def may_be_none_join(x):
    """`str.join` of a possibly None list of strings."""
    d = ["1", "2"] if x > 1 else None
    return ",".join(d)


@programs.staged(T(0), T(2))
def may_be_none_min(x):
    """`min` of a possibly None list."""
    d = [1, 2] if x > 1 else None
    return min(d)


@programs.staged(T(0), T(2))
def may_be_none_any(x):
    """`any` of a possibly None list."""
    d = [1, 2] if x > 1 else None
    return any(d)


@programs.staged(T(0), T(2))
def may_be_none_anygen(x):
    """`any` of a generator over a possibly None list."""
    d = [1, 2] if x > 1 else None
    return any(k > 1 for k in d)


@programs.staged(T(0), T(2))
def may_be_none_tuple_too(x):
    """`tuple` of a possibly None list."""
    d = [1, 2] if x > 1 else None
    return tuple(d)


@programs.staged(T(0), T(2))
def may_be_none_slice(x):
    """Slice assignment of a possibly None list."""
    d = [1, 2] if x > 1 else None
    o = [7]
    o[0:0] = d
    return o


@programs.staged(T(0), T(2))
def may_be_none_oplus(x):
    """`+=` of a possibly None list to a list."""
    d = [1, 2] if x > 1 else None
    o = [7]
    o += d
    return o


@programs.staged(T(0), T(2))
def may_be_none_reversed_dict(x):
    """`reversed` of a possibly None dict."""
    d = {"a": 1} if x > 1 else None
    return list(reversed(d))


@programs.staged(T(0), T(2))
def may_be_none_reversed_list(x):
    """`reversed` of a possibly None list."""
    d = [1, 2] if x > 1 else None
    return list(reversed(d))


# -- Spread by * and **


def counted(*args, **named):
    return len(args) * 10 + len(named)


class Box:
    """An object with a method."""

    def count(self, *args, **named):
        """Return how many arguments there are."""
        return len(args) * 10 + len(named)


@programs.falls(T(1), T(-1))
def items(x):
    """`counted(*y)` of a list or None raises TypeError for None."""
    y = [1, 2] if x > 0 else None
    return counted(*y)


@programs.falls(T(1), T(-1))
def items_and_names(x):
    """`counted(*y, a=1)` of a list or None raises TypeError for None."""
    y = [1, 2] if x > 0 else None
    return counted(*y, a=1)


@programs.falls(T(1), T(-1))
def items_beside_others(x):
    """`counted(0, *y)` of a list or None raises TypeError for None."""
    y = [1, 2] if x > 0 else None
    return counted(0, *y)


@programs.falls(T(1), T(-1))
def keywords(x):
    """`counted(**y)` of a dict or None raises TypeError for None."""
    y = {"a": 1} if x > 0 else None
    return counted(**y)


@programs.falls(T(1), T(-1))
def keywords_beside_others(x):
    """`counted(1, b=2, **y)` of a dict or None raises TypeError for None."""
    y = {"a": 1} if x > 0 else None
    return counted(1, b=2, **y)


@programs.falls(T(1), T(-1))
def a_keyword_twice(x):
    """`counted(a=1, **y)`: a repeated keyword or None, each a TypeError."""
    y = {"a": 1} if x > 0 else None
    return counted(a=1, **y)


@programs.falls(T(1), T(-1))
def items_and_keywords(x):
    """`counted(*y, **z)` where both may be None."""
    y = [1] if x > 0 else None
    z = {"a": 1} if x > 0 else None
    return counted(*y, **z)


@programs.falls(T(1), T(-1))
def a_method(x):
    """A method called with `*y` and `**y` of a dict or None."""
    y = {"a": 1} if x > 0 else None
    return Box().count(*y) + Box().count(**y)


@programs.falls(T(1), T(-1))
def builtins(x):
    """`max(*y)` of a list or None raises TypeError for None."""
    y = [3, x] if x > 0 else None
    return max(*y)


@programs.staged(T(1), T(-1))
def a_nested_function(x):
    """A nested function of two parameters called with `*y` of a list or None."""
    y = [3, x] if x > 0 else None

    def add(a, b):
        return a + b

    return add(*y)


@programs.falls(T(1), T(-1))
def what_is_named_meanwhile(x):
    """The keyword of `counted(*y, a=named())` is evaluated before None raises."""
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


@programs.staged(T(1), T(-1))
def a_reduction(x):
    """`functools.reduce` over a list or None raises TypeError for None."""
    y = [1, 2] if x > 0 else None
    return functools.reduce(lambda a, b: a + b, y)


@programs.staged(T(1), T(-1))
def an_update(x):
    """`dict.update` with a dict or None raises TypeError for None."""
    table = {"j": 2}
    table.update({"k": 1} if x > 0 else None)
    return len(table)


@programs.staged(T(1), T(-1))
def an_ordered_dict(x):
    """`collections.OrderedDict` of a dict or None raises TypeError for None."""
    return len(collections.OrderedDict({"k": 1} if x > 0 else None))


@programs.staged(T(1), T(-1))
def a_dict_with_defaults(x):
    """`collections.defaultdict(int, d)` with a dict or None raises for None."""
    return len(collections.defaultdict(int, {"k": 1} if x > 0 else None))


@programs.staged(T(1), T(-1))
def an_item_taken(x):
    """`list.pop` at an index that may be None raises TypeError for None."""
    y = 1 if x > 0 else None
    return [1, 2, 3].pop(y)


@programs.staged(T(1), T(-1))
def an_item_inserted(x):
    """`list.insert` at an index that may be None raises TypeError for None."""
    found = [1, 2, 3]
    found.insert(1 if x > 0 else None, 5)
    return found


@programs.staged(T(1), T(-1))
def repeated(x):
    """`itertools.repeat` with a count that may be None raises for None."""
    y = 2 if x > 0 else None
    return list(itertools.repeat(1, y)), list(itertools.repeat(1, times=y))


@programs.staged(T(1), T(-1))
def a_deque(x):
    """`deque.rotate` by a number that may be None raises TypeError for None."""
    found = collections.deque([1, 2, 3])
    found.rotate(1 if x > 0 else None)
    return list(found)


@programs.staged(T(1), T(-1))
def a_first_number(x):
    """`enumerate` with a start that may be None raises TypeError for None."""
    y = 2 if x > 0 else None
    return list(enumerate([7], y)), list(enumerate([7], start=y))


@programs.staged(T(1), T(-1))
def no_iterator(x):
    """`next` of a list or None raises TypeError, which is caught."""
    y = [1] if x > 0 else None
    try:
        return next(y)
    except TypeError:
        return -1


@programs.staged(T(1), T(-1))
def words_about_an_exception(x):
    """`len` of a caught exception on one path raises TypeError."""
    try:
        if x > 0:
            raise ValueError("a")
    except ValueError as error:
        return len(error)
    return 0


@programs.staged(T(1), T(-1))
def other_words_about_an_exception(x):
    """An exception as a list index and in `math.sqrt` raises TypeError."""
    try:
        if x > 0:
            raise ValueError("a")
    except ValueError as error:
        return [1, 2][error] + math.sqrt(error)
    return 0.0


@programs.staged(T(1), T(-1))
def words_about_one_of_two_exceptions(x):
    """`len` of an exception of a class selected at run time cannot be staged."""
    try:
        if x > 0:
            raise ValueError("a")
        raise KeyError("b")
    except (ValueError, KeyError) as error:
        return len(error)


# -- Bounds, indices and axes

M = [[1.0, 2.0], [3.0, 4.0]]


class Place:
    """An index."""

    def __index__(self):
        return 1


@programs.staged(T(0), T(3))
def slice_stop(n):
    """A slice of a list with a stop that may be None."""
    o = None
    if n > 2:
        o = 2
    return [1, 2, 3, 4][:o]


@programs.staged(T(0), T(3))
def slice_start(n):
    """A slice of a list with a start that may be None."""
    o = None
    if n > 2:
        o = 2
    return [1, 2, 3, 4][o:]


@programs.staged(T(0), T(3))
def slice_step(n):
    """A slice of a list with a step that may be None."""
    o = None
    if n > 2:
        o = 2
    return [1, 2, 3, 4][::o]


@programs.staged(T(0), T(3))
def slice_back_from(n):
    """A backward slice `[o::-1]` with a start that may be None."""
    o = None
    if n > 2:
        o = 2
    return [1, 2, 3, 4][o::-1]


@programs.staged(T(0), T(3))
def slice_back_to(n):
    """A backward slice `[:o:-1]` with a stop that may be None."""
    o = None
    if n > 2:
        o = 2
    return [1, 2, 3, 4][:o:-1]


@programs.staged(T(0), T(3))
def slice_both(n):
    """A tuple sliced `[o:o]` by one value that may be None."""
    o = None
    if n > 2:
        o = 2
    return (1, 2, 3, 4)[o:o]


@programs.staged(T(0), T(3))
def slice_of_text(n):
    """Slices of a string with a start, stop or step that may be None."""
    o = None
    if n > 2:
        o = 2
    return "abcd"[:o], "abcd"[o:], "abcd"[::o]


@programs.staged(T(0), T(3))
def slice_of_text_of_the_run(n):
    """A slice of a dynamic string with a stop that may be None."""
    o = None
    if n > 2:
        o = 2
    return str(n * 1234)[:o]


@programs.staged(T(0), T(3))
def slice_of_a_range(n):
    """Slices of a dynamic and of a static range with a bound or None."""
    o = None
    if n > 2:
        o = 2
    return list(range(n)[:o]), list(range(5)[o:])


@programs.staged(T(0), T(3))
def slice_of_a_list_of_the_run(n):
    """A slice of a dynamic-length list with a stop that may be None."""
    o = None
    if n > 2:
        o = 2
    return [k * k for k in range(n + 1)][:o]


@programs.staged(T(0), T(3))
def slice_of_a_tensor(n):
    """Slices of a vector and of a matrix row (tensors) with a bound or None."""
    o = None
    if n > 2:
        o = 2
    return ag.constant([1, 2, 3, 4])[:o], ag.constant([[1, 2], [3, 4]])[0, o:]


@programs.staged(T(0), T(3))
def slice_of_an_array(n):
    """A strided slice of a NumPy array with a step that may be None."""
    o = None
    if n > 2:
        o = 2
    return np.array([1, 2, 3, 4])[::o]


@programs.staged(T(0), T(3))
def slice_of_columns(n):
    """`[..., :o]` of a 2-D NumPy array with a stop that may be None."""
    o = None
    if n > 2:
        o = 2
    return np.array(M)[..., :o]


@programs.staged(T(0), T(3))
def a_new_axis(n):
    """A possible None as the index of an array: an element or a new axis."""
    o = None
    if n > 2:
        o = 2
    return np.array([1.0, 2.0, 3.0])[o], ag.constant([1, 2, 3])[o]


@programs.staged(T(0), T(3))
def an_index_of_a_list(n):
    """A list indexed by a value that may be None raises TypeError for None."""
    o = None
    if n > 2:
        o = 2
    return [1, 2, 3][o]


@programs.staged(T(0), T(3))
def an_index_of_text(n):
    """A string indexed by a value that may be None raises TypeError for None."""
    o = None
    if n > 2:
        o = 2
    return "abc"[o]


@programs.staged(T(0), T(3))
def an_index_of_a_deque(n):
    """A deque indexed by a value that may be None raises TypeError for None."""
    o = None
    if n > 2:
        o = 2
    return collections.deque([1, 2, 3])[o]


@programs.staged(T(0), T(3))
def an_index_of_a_range(n):
    """A range indexed by a value that may be None raises TypeError for None."""
    o = None
    if n > 2:
        o = 2
    return range(5)[o]


@programs.staged(T(0), T(3))
def slice_by_a_limit(n):
    """`xs[start : start + limit if limit is not None else None]`."""
    limit = None
    if n > 2:
        limit = 2
    start = 1
    return [1, 2, 3, 4][start : start + limit if limit is not None else None]


@programs.staged(T(0), T(3))
def slice_by_a_negative_bound(n):
    """Slices of a list with -1 or None as start, stop or step."""
    o = -1 if n > 2 else None
    return [1, 2, 3][:o], [1, 2, 3][o:], [1, 2, 3][::o]


@programs.staged(T(0), T(3))
def slice_by_text(n):
    """A slice bound that is a string on one path raises TypeError there."""
    o = "a" if n > 2 else None
    return [1, 2, 3][:o]


@programs.staged(T(0), T(3))
def an_own_index(n):
    """A list indexed by an object with `__index__` after a None test."""
    o = None
    if n > 2:
        o = Place()
    if o is not None:
        return [1, 2][o]
    return 0


@programs.staged(T(0), T(3))
def an_own_index_in_a_slice(n):
    """A slice start that is an object with `__index__` or None."""
    o = None
    if n > 2:
        o = Place()
    return [1, 2][o:]


@programs.staged(T(0), T(3))
def put_into_a_slice(n):
    """Slice assignment `xs[:o] = [7]` with a stop that may be None."""
    o = None
    if n > 2:
        o = 2
    xs = [1, 2, 3]
    xs[:o] = [7]
    return xs


@programs.staged(T(0), T(3))
def put_in_place(n):
    """`xs[o] = 7` with an index that may be None raises TypeError for None."""
    o = None
    if n > 2:
        o = 2
    xs = [1, 2, 3]
    xs[o] = 7
    return xs


@programs.staged(T(0), T(3))
def delete_a_slice(n):
    """`del xs[o:]` with a start that may be None."""
    o = None
    if n > 2:
        o = 2
    xs = [1, 2, 3]
    del xs[o:]
    return xs


@programs.staged(T(0), T(3))
def add_to_a_slice(n):
    """`xs[:o] += [9]` with a stop that may be None."""
    o = None
    if n > 2:
        o = 2
    xs = [1, 2, 3]
    xs[:o] += [9]
    return xs


@programs.staged(T(0), T(3))
def put_into_an_array(n):
    """Assignment and `+=` to array slices with a bound that may be None."""
    o = None
    if n > 2:
        o = 2
    x = np.array([1, 2, 3, 4])
    x[:o] = n
    x[o:] += 1
    return x


@programs.staged(T(0), T(3))
def put_at_a_new_axis(n):
    """`x[o] = 7` on an array: one element, or all of it where `o` is None."""
    o = None
    if n > 2:
        o = 2
    x = np.array([1, 2, 3, 4])
    x[o] = 7
    return x


@programs.falls(T(0), T(3))
def an_axis_of_reductions(n):
    """`ag.reduce_sum` and `ag.reduce_mean` over axis 0 or None."""
    o = None
    if n > 2:
        o = 0
    return ag.reduce_sum(M, axis=o), ag.reduce_mean(M, o)


@programs.falls(T(0), T(3))
def an_axis_of_methods(n):
    """Tensor methods `sum`, `max` and `cumsum` over axis 0 or None."""
    o = None
    if n > 2:
        o = 0
    return ag.constant(M).sum(o), ag.constant(M).max(axis=o), ag.constant(M).cumsum(o)


@programs.staged(T(0), T(3))
def an_axis_of_numpy_reductions(n):
    """`np.sum` and `np.mean` over axis 0 or None, also with `keepdims`."""
    o = None
    if n > 2:
        o = 0
    return np.sum(M, axis=o), np.mean(M, o), np.sum(M, axis=o, keepdims=True)


@programs.staged(T(0), T(3))
def an_axis_of_numpy_orders(n):
    """`np.sort`, `flip`, `unique` and `roll` along axis 0 or None."""
    o = None
    if n > 2:
        o = 0
    return (
        np.sort(M, axis=o),
        np.flip(M, axis=o),
        np.unique(M, axis=o),
        np.roll(M, 1, axis=o),
    )


@programs.falls(T(0), T(3))
def an_axis_of_numpy_others(n):
    """`np.repeat`, `take` and `concatenate` along axis 0 or None."""
    o = None
    if n > 2:
        o = 0
    return (
        np.repeat(M, 2, axis=o),
        np.take(M, [0], axis=o),
        np.concatenate([M, M], axis=o),
    )


@programs.staged(T(0), T(3))
def an_axis_of_numpy_norms(n):
    """`np.linalg.norm`, `median` and `count_nonzero` over axis 0 or None."""
    o = None
    if n > 2:
        o = 0
    return np.linalg.norm(M, axis=o), np.median(M, o), np.count_nonzero(M, axis=o)


@programs.staged(T(0), T(3))
def numpy_clip(n):
    """`np.clip` with a lower or upper bound that may be None."""
    o = None
    if n > 2:
        o = 2
    return np.clip(np.array([1.0, 5.0]), o, 3), np.clip(n, 2, o)


@programs.falls(T(0), T(3))
def numpy_clip_by_a_method(n):
    """The tensor method `clip` with a lower bound that may be None."""
    o = None
    if n > 2:
        o = 2
    return ag.constant([1.0, 5.0]).clip(o, 3)


@programs.staged(T(0), T(3))
def numpy_a_size(n):
    """`np.zeros` of a size that may be None raises TypeError for None."""
    o = None
    if n > 2:
        o = 2
    return np.zeros(o)


@programs.staged(T(0), T(3))
def numpy_a_number_of_points(n):
    """`np.linspace` with a number of points or None raises TypeError for None."""
    o = None
    if n > 2:
        o = 2
    return np.linspace(0, 1, o)


@programs.staged(T(0), T(3))
def numpy_sizes(n):
    """`np.ones` of a shape with a possible None raises TypeError for None."""
    o = None
    if n > 2:
        o = 2
    return np.ones((o, 2))


@programs.staged(T(0), T(3))
def numpy_a_length(n):
    """`np.fft.fft` with a length that may be None."""
    o = None
    if n > 2:
        o = 2
    return np.fft.fft(np.array([1.0, 2.0, 3.0]), o)


@programs.staged(T(0), T(3))
def numpy_an_operand(n):
    """`np.power` with an exponent that may be None raises for None."""
    o = None
    if n > 2:
        o = 2
    return np.power(np.array([1, 2]), o)


@programs.staged(T(0), T(3))
def numpy_a_square_root(n):
    """`np.sqrt` of a value that may be None raises for None."""
    o = None
    if n > 2:
        o = 2
    return np.sqrt(o)


@programs.staged(T(0), T(3))
def numpy_none_of_numpy(n):
    """`np.sum` of a value that may be None returns None for None."""
    o = None
    if n > 2:
        o = 2
    return np.sum(o)


@programs.staged(T(0), T(3))
def numpy_digits(n):
    """`np.round` to a number of digits or None raises TypeError for None."""
    o = None
    if n > 2:
        o = 2
    return np.round(np.array([1.26]), o)


@programs.staged(T(0), T(3))
def axes_or_none(n):
    """`np.sum` over a tuple of axes or None."""
    o = None
    if n > 2:
        o = (0, 1)
    return np.sum(np.array(M), axis=o)


@programs.staged(T(0), T(3))
def an_array_or_none(n):
    """An array on one path and None on the other; an `is None` test selects."""
    o = None
    if n > 2:
        o = np.array([1.0, 2.0])
    if o is None:
        return np.zeros(2)
    return np.array([o, o])[0]


@programs.staged(T(0), T(3))
def a_size_in_a_try(n):
    """`np.zeros` of a possible None in a `try` that catches TypeError."""
    o = None
    if n > 2:
        o = 2
    try:
        return np.zeros(o)
    except TypeError:
        return np.ones(3)


# -- Keys and elements

NUMBERS = (np.int64(2), np.int64(1), np.int64(0), T(2), T(-1))

ROADS = {0: [(1, 4), (2, 1)], 1: [(3, 1)], 2: [(1, 2), (3, 5)], 3: []}


@programs.staged(*NUMBERS)
def nearest_node(n):
    """Shortest paths: the nearest node, at first None, is a key of a dict."""
    distances = {k: float("inf") for k in ROADS}
    distances[0] = n
    done = []
    while len(done) < 4:
        u = None
        for k in ROADS:
            if k not in done and (u is None or distances[k] < distances[u]):
                u = k
        done.append(u)
        for v, road in ROADS[u]:
            distances[v] = min(distances[v], distances[u] + road)
    return distances


def chosen(n, value):
    u = None
    if n > 0:
        u = value
    return u


@programs.staged(*NUMBERS)
def items_of_known_keys(n):
    """A possibly None constant key of a dict, or KeyError."""
    names = {1: "a", 2: "b"}
    return names[chosen(n, 1)]


@programs.staged(*NUMBERS)
def items_of_keys_of_the_run(n):
    """A possibly None dynamic key of a dict, or KeyError."""
    return {1: 5, 2: 6}[chosen(n, n + 0)]


@programs.staged(*NUMBERS)
def items_where_none_is_a_key(n):
    """A possibly None key of a dict that contains None as a key."""
    known = {1: 5, 2: 6, None: 7}
    return known[chosen(n, n + 0)], known[chosen(n, 2)]


@programs.staged(*NUMBERS)
def questions(n):
    """`get`, `in` and `not in` of a dict with a possibly None key."""
    known, u = {1: "a", 2: "b"}, chosen(n, n + 0)
    return known.get(u, "?"), u in known, u not in known, known.get(chosen(n, 2))


@programs.staged(*NUMBERS)
def questions_of_sets(n):
    """`in` on sets with a possibly None element."""
    known, other = {1, 2}, {None, 5}
    return chosen(n, n + 0) in known, chosen(n, 2) in known, chosen(n, 2) in other


@programs.staged(*NUMBERS)
def a_missing_key_is_caught(n):
    """The KeyError of a possibly None key is caught and its text returned."""
    try:
        return f"{ {1: 5}[chosen(n, n + 0)] }"
    except KeyError as error:
        return str(error)


@programs.staged(*NUMBERS)
def texts(n):
    """`get` of dicts with a possibly None string key."""
    return {"a": 1, "b": 2}.get(chosen(n, "b"), 9), {None: "x"}.get(chosen(n, "b"))


@programs.staged(*NUMBERS)
def counted_and_made(n):
    """A `Counter` and a `defaultdict` are read under a possibly None key."""
    counts = Counter([1, 2, 2])
    made = defaultdict(int, {1: 3, None: 4})
    return counts[chosen(n, 2)], made[chosen(n, 1)]


@programs.staged(*NUMBERS)
def where_it_is_known_not_to_be_none(n):
    """`is not None` guards the lookup of a possibly None key."""
    names, u = {1: 5, 2: 6}, chosen(n, n + 0)
    if u is not None:
        return names[u] + 1
    return names.get(u, 0)


@programs.staged(*NUMBERS[:3])
def written_under_known_keys(n):
    """Assignment and `+=` under a possibly None key that exists either way."""
    found = {None: 0, 1: 0, 2: 0}
    u = chosen(n, 2)
    found[u] = n + 5
    found[u] += 1
    return found[None], found[2]


@programs.staged(*NUMBERS[:3])
def written_where_none_is_new(n):
    """Writing under a possibly None key that is new cannot be staged."""
    found = {1: 5, 2: 6}
    found[chosen(n, 2)] = n
    return found[2]


@programs.staged(*NUMBERS[:3])
def looked_for_among_keys_that_may_be_none(n):
    """Reading a dict to which a branch may have added None cannot be staged."""
    found = {1: 5, 2: 6}
    if n > 0:
        found[n + 1] = n
    else:
        found[None] = n
    return found[2]


@programs.staged(*map(T, (0, 1, 2, 5)))
def the_cheapest_not_used(n):
    """A greedy search adds to a set an index that was None at first."""
    cost, used, total = [5, 3, 8, 1, 9, 2], set(), 0
    for _ in range(n):
        j = None
        for i in range(6):
            if i not in used and (j is None or cost[i] < cost[j]):
                j = i
        used.add(j)
        total += cost[j]
    return total, len(used)


@programs.staged(*map(T, (0, 1, 2, 5)))
def a_tree_that_spans(n):
    """Prim's algorithm adds to a set a node that was None at first."""
    w = [[0, 2, 9, 4], [2, 0, 6, 3], [9, 6, 0, 1], [4, 3, 1, 0]]
    tree, total = {0}, 0
    while len(tree) < min(int(n) + 1, 4):
        best = found = None
        for i in range(4):
            for j in range(4):
                if i in tree and j not in tree and (best is None or w[i][j] < best):
                    best, found = w[i][j], j
        tree.add(found)
        total += best
    return total


@programs.staged(*map(T, (0, 1, 2, 5)))
def put_where_it_is_not_none(n):
    """`is not None` guards adding a possibly None value to sets and dicts."""
    seen, counts, lists = set(), {}, {}
    for k in range(n):
        j = None
        if k % 2:
            j = k
        if j is not None:
            seen.add(j)
            counts[j % 3] = counts.get(j % 3, 0) + 1
            counts[j] = k
            lists.setdefault(j, []).append(k)
        seen.discard(j)
    return seen, counts, lists


@programs.staged(*map(T, (0, 1, 2, 5)))
def taken_out_of_a_set(n):
    """`set.discard` of a possibly None element in a dynamic loop."""
    left = {1, 2, 3, 4, 5}
    for _ in range(n):
        j = None
        for x in (1, 2, 3, 4, 5):
            if x in left and (j is None or x > j):
                j = x
        left.discard(j)
    return left
