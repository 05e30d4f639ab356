"""Keys with several parts, and NumPy scalars as keys."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import NamedTuple

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Members, tuples and dataclasses

T = ag.constant

EACH = tuple(map(T, (5, 1, 0, 9)))


class S(Enum):
    IDLE = 0
    RUN = 1
    STOP = 2


class Color(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3
    CRIMSON = 1


class Letter(Enum):
    A = "a"
    B = "b"


class Number(IntEnum):
    ONE = 1
    TWO = 2


@dataclass(frozen=True)
class K:
    a: int


@dataclass(frozen=True)
class P:
    x: int
    y: int


class N(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True)
class Equal:
    x: int

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 1


@dataclass(frozen=True)
class Partly:
    x: int
    n: int = field(compare=False, default=0)


TABLE = {(S.IDLE, 1): S.RUN, (S.RUN, 0): S.IDLE}

NEXT = {S.IDLE: S.RUN, S.RUN: S.STOP, S.STOP: S.IDLE}


@programs.staged(*EACH)
def a_transition_table(n):
    """A dict keyed by (enum member, int) drives a state machine in a branch."""
    s = S.IDLE
    for event in [1, 0, 1]:
        if n > 0:
            s = TABLE.get((s, event), S.IDLE)
    return s.name


@programs.staged(*EACH)
def a_transition_table_in_a_loop(n):
    """A dict keyed by (enum member, int) drives a state machine in a dynamic loop."""
    s = S.IDLE
    for i in range(n):
        s = TABLE.get((s, i % 2), S.STOP)
    return s.name, s.value


@programs.staged(*EACH)
def a_key_that_is_missing(n):
    """An (enum member, int) key absent from a dict at run time raises KeyError."""
    s = S.RUN if n > 3 else S.IDLE
    return TABLE[s, 1].name


@programs.staged(*EACH)
def whether_a_pair_is_a_key(n):
    """`in` tests whether a pair with a dynamic enum member is a key of a dict."""
    s = S.RUN if n > 3 else S.IDLE
    if (s, 1) in TABLE:
        return 1
    return 0


@programs.staged(*EACH)
def a_table_of_members(n):
    """A dict from enum members to enum members steps a state in a dynamic loop."""
    s = S.IDLE
    for i in range(n):
        s = NEXT[s]
    return s.name, s is S.IDLE, s == S.RUN, s in NEXT


@programs.staged(*EACH)
def two_members(n):
    """`get` with a pair of enum members, both selected at run time."""
    T2 = {(S.IDLE, S.RUN): 1, (S.RUN, S.RUN): 2, (S.IDLE, S.IDLE): 3}
    a = S.RUN if n > 3 else S.IDLE
    b = S.RUN if n > 1 else S.IDLE
    return T2.get((a, b), 0)


@programs.staged(*EACH)
def a_member_and_text(n):
    """A state machine keyed by (enum member, string) steps in branches."""
    T2 = {(S.IDLE, "go"): S.RUN, (S.RUN, "stop"): S.IDLE}
    s = S.IDLE
    for cmd in ["go", "stop", "go"][:]:
        if n > 2:
            s = T2[s, cmd]
    return s.name


@programs.staged(*EACH)
def a_member_and_text_of_the_run(n):
    """A key of an enum member and a string, both selected in a dynamic loop."""
    T2 = {(S.IDLE, "go"): S.RUN, (S.RUN, "stop"): S.IDLE}
    s = S.IDLE
    cmds = ["go", "stop"]
    for i in range(n):
        s = T2[(s, cmds[i % 2])]
    return s.name


@programs.staged(*EACH)
def pairs_as_values(n):
    """Pairs looked up by a pair unpack into the state and a number in a loop."""
    T2 = {(S.IDLE, 1): (S.RUN, 5), (S.RUN, 0): (S.IDLE, 7)}
    s = S.IDLE
    t = 0
    for i in range(n):
        s, k = T2.get((s, (i + 1) % 2), (S.STOP, 0))
        t += k
    return s.name, t


@programs.staged(*EACH)
def functions_as_values(n):
    """A function looked up by (enum member, int) at run time is called."""

    def a(x):
        return x + 1

    def b(x):
        return x * 2

    T2 = {(S.IDLE, 1): a, (S.RUN, 1): b}
    s = S.RUN if n > 3 else S.IDLE
    return T2[s, 1](int(n))


@programs.staged(*EACH)
def members_in_sets(n):
    """`in` a set, tuple and list for an enum member selected at run time."""
    s = S.RUN if n > 3 else S.IDLE
    return s in {S.RUN, S.STOP}, s in (S.RUN, S.STOP), s in [S.IDLE]


@programs.falls(*EACH)
def a_member_by_its_value(n):
    """`Color(value)` of a tensor's int finds an enum member or raises ValueError."""
    return Color(int(n)).name


@programs.falls(*EACH)
def what_a_member_by_its_value_is(n):
    """Name, value, identity and equality of an enum member found by dynamic value."""
    c = Color(int(n) % 3 + 1)
    return c.name, c is Color.RED, c.value, c == Color.GREEN


@programs.falls(*EACH)
def no_member_of_this_value(n):
    """The ValueError for a value that no enum member has is caught and shown."""
    try:
        return Color(int(n)).name
    except ValueError as e:
        return str(e)


@programs.falls(*EACH)
def a_member_by_text(n):
    """An enum member is found by a string value selected at run time."""
    return Letter("a" if n > 3 else "b").name


@programs.staged(*EACH)
def a_member_by_its_name(n):
    """`Color[name]` with a name selected at run time."""
    name = "RED" if n > 3 else "GREEN"
    return Color[name].value


@programs.staged(*EACH)
def no_member_of_this_name(n):
    """`Color[name]` raises KeyError where the name at run time is unknown."""
    name = "RED" if n > 3 else "NONE"
    return Color[name].value


@programs.falls(*EACH)
def a_member_that_is_a_number(n):
    """An IntEnum member is found by a value computed at run time."""
    return Number(int(n) % 2 + 1).name


@programs.staged(*EACH)
def a_dataclass_in_a_dict(n):
    """`in` a dict for a frozen dataclass with a dynamic field."""
    return K(int(n)) in {K(1): 5}


@programs.staged(*EACH)
def a_dataclass_got(n):
    """`get` with a frozen dataclass with a dynamic field as the key."""
    return {K(1): 5, K(5): 7}.get(K(int(n)), -1)


@programs.staged(*EACH)
def a_dataclass_in_a_set(n):
    """`in` a set for a frozen dataclass with a dynamic field."""
    return K(int(n)) in {K(1), K(2)}


@programs.staged(*EACH)
def a_dataclass_of_two(n):
    """A frozen dataclass with a dynamic and a constant field as a dict key."""
    d = {P(0, 0): 1, P(1, 2): 5}
    return P(int(n), 2) in d, d.get(P(0, int(n)))


@programs.staged(*EACH)
def a_dataclass_with_its_own_equality(n):
    """A dataclass with its own `__eq__` and `__hash__` is found by them in a dict."""
    return Equal(int(n)) in {Equal(1): 5}


@programs.staged(*EACH)
def a_named_tuple(n):
    """`in` a set of named tuples for a named tuple with a dynamic field."""
    return N(int(n), 2) in {N(1, 2): 5}


@programs.staged(*EACH)
def a_named_tuple_for_a_tuple(n):
    """A named tuple with a dynamic field is found among plain tuples of a set."""
    return N(int(n), 2) in {(1, 2): 5}


@programs.staged(*EACH)
def a_tuple_for_a_named_tuple(n):
    """A plain tuple with a dynamic item is found among named tuples of a set."""
    return (int(n), 2) in {N(1, 2): 5}


@programs.staged(*EACH)
def a_member_and_a_number(n):
    """`in` a dict for a pair of a dynamic enum member and a dynamic int."""
    return (S.IDLE if n > 3 else S.RUN, int(n)) in {(S.IDLE, 5): 1, (S.RUN, 5): 2}


@programs.staged(*EACH)
def a_tuple_in_a_tuple(n):
    """`in` a dict for a nested tuple key with a dynamic int inside."""
    return ((int(n), 2), "x") in {((1, 2), "x"): 5, ((5, 2), "y"): 1}


@programs.staged(*EACH)
def a_tuple_in_a_tuple_as_key(n):
    """A nested tuple key with a dynamic int selects a function or raises KeyError."""
    return {((1, 2), "x"): print, ((5, 2), "y"): abs}[((int(n), 2), "y")](-3)


@programs.staged(*EACH)
def parts_that_are_equal(n):
    """Tuples with a dynamic int match keys where 1, True and 1.0 are equal."""
    return (
        (int(n), None) in {(1, None): print},
        (int(n), True) in {(1, 1): print},
        (int(n), 1.0) in {(1, 1): print},
    )


@programs.staged(*EACH)
def keys_of_several_kinds(n):
    """`in` a dict whose keys are tuples, an int and None, for a dynamic tuple."""
    return (int(n), "a") in {(1, "a"): print, ("b", "a"): 4, 3: 4, None: 5}


@programs.staged(*EACH)
def changed_under_a_member_and_a_number(n):
    """`+=` under a key of a dynamic enum member and a dynamic int."""
    counts = {(S.IDLE, 0): 0, (S.IDLE, 1): 0, (S.RUN, 0): 5, (S.RUN, 1): 7}
    s = S.RUN if n > 3 else S.IDLE
    for i in range(n):
        counts[s, i % 2] += i
    return list(counts.values())


@programs.falls(*EACH)
def a_member_of_the_run_by_itself(n):
    """`Color(member)` of a member selected at run time returns that member."""
    c = Color.RED if n > 3 else Color.BLUE
    return Color(c) is c, Color(c).value


@programs.staged(T(5))
def a_new_key(n):
    """Inserting a new key with a dynamic enum member in it cannot be staged."""
    d = {}
    s = S.RUN if n > 3 else S.IDLE
    d[s, 1] = 5
    return len(d)


@programs.staged(T(5))
def a_dataclass_that_is_compared_in_part(n):
    """A dataclass key with a `compare=False` field cannot be staged."""
    return Partly(int(n), 3) in {Partly(1): 5}


@programs.staged(*EACH)
def text_that_is_a_key_on_some_paths(n):
    """`in` for a string selected at run time, in a dict with a conditional key."""
    d = {"a": 1}
    if n > 3:
        d["b"] = print
    c = "a" if n == 1 else "b"
    return c in d, ("c" if n > 3 else "d") in d


@programs.staged(*EACH)
def text_in_a_trie(n):
    """A trie of nested dicts is searched for a string selected at run time."""
    root = {}
    for word in ["ab", "ac", "b"]:
        node = root
        for letter in word:
            node = node.setdefault(letter, {})
        node["$"] = {}
    node = root
    for letter in "ab" if n > 3 else "ax":
        if letter not in node:
            return False
        node = node[letter]
    return "$" in node


@programs.staged(*EACH)
def text_in_a_trie_of_two_levels(n):
    """Two levels of a trie are searched by the characters of a dynamic string."""
    root = {"a": {"b": {}, "c": {}}, "b": {}}
    word = "ab" if n > 3 else "ax"
    if word[0] not in root:
        return 0
    return 2 if word[1] in root[word[0]] else 1


# -- NumPy scalars

A = np.array

I64 = np.int64

SOME = (A([1, 2, 2, 3]), A([4]), [I64(1), I64(1), I64(2)])

NAMES = {1: "one", 2: "two", 5: "five"}

BY_NUMPY = {I64(1): 10, I64(2): 20}


@programs.staged(I64(1), I64(3), np.float64(2.0), np.float64(2.5), np.uint8(5), T(1), 5)
def known_keys(n):
    """Static dicts and sets are searched for a NumPy scalar or a tensor."""
    try:
        return NAMES.get(n, "none"), n in NAMES, n in {1, 5}, n in {"a", "b"}
    except TypeError as error:
        return str(error)


@programs.staged(I64(1), I64(3))
def a_key_that_is_missing_2(n):
    """The KeyError of a missing NumPy scalar has the key as its argument."""
    try:
        return NAMES[n], 0
    except KeyError as error:
        return "none", error.args[0]


@programs.staged(I64(1), I64(3), 1)
def keys_of_numpy_that_are_known(n):
    """A dict with `np.int64` keys is read by NumPy and Python ints."""
    return BY_NUMPY.get(n, -1), n in BY_NUMPY, BY_NUMPY.get(int(n), -1)


@programs.staged(I64(1), I64(-1))
def keys_that_no_array_holds(n):
    """An `np.int64` is looked up beside a key that is larger than int64."""
    return {10**30: 1, 1: 2}.get(n), n in {10**30, 5}


@programs.staged(A([1, 2]), T([1, 2]), T(1), A(1.5))
def what_has_no_hash(x):
    """An array or a tensor as a dict key raises TypeError."""
    try:
        return {x: 1}[x]
    except TypeError as error:
        return str(error)


@programs.staged(1, 5)
def a_number_in_an_array(x):
    """An element of a changed array is a dict key."""
    counts = np.zeros(3, dtype=np.int64)
    counts[0] = x
    return {1: 5, 5: 6}[counts[0]]


@programs.staged(T(1), T(0), I64(2))
def what_a_mask_picks(n):
    """A dict comprehension over the elements that a dynamic mask selects."""
    v = A([3, 1, 2])
    return [(a, b) for a, b in {a: a * 2 for a in v[v > n]}.items()]


@programs.staged((A([1, 2, 3, 4]), I64(5)), (A([1, 1]), I64(3)), (A([1.0, 2.0]), 3.0))
def two_of_a_sum(xs, total):
    """Two-sum with NumPy scalars as keys of a growing dict."""
    seen = {}
    for i, v in enumerate(xs):
        c = total - v
        if c in seen:
            return seen[c], i
        seen[v] = i
    return -1, -1


@programs.staged(
    *SOME, A([1.0, 1.0]), A([0.1, 0.2], np.float32), A([200, 9, 200], np.uint8)
)
def counted(xs):
    """A dict counts the elements of an array by `get`."""
    d = {}
    for v in xs:
        d[v] = d.get(v, 0) + 1
    return d, list(d), [v * 2 for v in d], len(d)


@programs.staged(*SOME)
def stepped_through(xs):
    """A defaultdict of counts is iterated, sorted, maximized and shown."""
    d = defaultdict(int)
    for v in xs:
        d[v] += 1
    total = 0
    for k in d:
        total += k * d[k]
    return total, max(d, key=d.get), sorted(d.items()), [f"{k}:{d[k]}" for k in d]


@programs.staged(*SOME, A([True, False, True]))
def with_a_default(xs):
    """`defaultdict(list)` groups the places of an array's elements."""
    d = defaultdict(list)
    for i, v in enumerate(xs):
        d[v].append(i)
    return {k: v for k, v in d.items()}, xs[0] in d


@programs.staged(*SOME)
def added_to_a_set(xs):
    """A set collects the elements of an array; repetitions are counted."""
    seen = set()
    twice = 0
    for v in xs:
        if v in seen:
            twice += 1
        else:
            seen.add(v)
    return twice, len(seen), sorted(seen), seen


@programs.staged(A([[1, 2]]))
def made_of_a_matrix(xs):
    """`set` of a matrix raises TypeError, as its rows have no hash."""
    try:
        return len(set(xs))
    except TypeError as error:
        return str(error)


@programs.staged(*SOME, A([]), A([1.5, 1.5]))
def made_of_an_array(xs):
    """`set`, `frozenset`, `Counter`, `dict.fromkeys` and `update` of an array."""
    found = set(xs)
    counts = Counter(xs)
    counts.update(xs)
    filled = dict.fromkeys(xs, 0)
    others = {9} - {9}
    others.update(xs)
    return len(found), frozenset(xs) == found, counts, filled, sorted(others)


@programs.staged(*SOME)
def comprehensions(xs):
    """Set and dict comprehensions over the elements of an array."""
    found = {v % 2 for v in xs}
    d = {v: v * 2 for v in xs}
    return len(found), d, 1 in found, 2 in d


@programs.staged((I64(0), I64(0)), (I64(3), I64(1)))
def parts_of_tuples(r, c):
    """Tuples of NumPy scalars are elements of a set."""
    seen = {(r, c)}
    for a, b in ((0, 1), (1, 0), (0, 0)):
        place = (r + a, c + b)
        if place not in seen:
            seen.add(place)
    return len(seen), (r, c) in seen, (r, c + 5) in seen


@programs.staged(A([5, 1, 5]), A([0]))
def numbered(xs):
    """A dict numbers the elements of an array by first occurrence."""
    first = {}
    for v in xs:
        if v not in first:
            first[v] = len(first)
    return [first[v] for v in xs], xs[0] in first


@programs.staged(I64(0), I64(1), I64(2))
def beside_keys_of_python(source):
    """Breadth-first search with NumPy and Python ints as keys of one dict."""
    steps = {source: 0}
    waiting = deque([source])
    while waiting:
        u = waiting.popleft()
        for v in {0: [1], 1: [2, 0]}.get(u, []):
            if v not in steps:
                steps[v] = steps[u] + 1
                waiting.append(v)
    return len(steps), steps[source], steps.get(2, -1), 1 in steps, 5 in steps


@programs.staged(np.float64(0.5), np.float64(1.0))
def fractions_beside_those_of_python(x):
    """A float64 key in a dict that has a Python float key."""
    d = {1.0: 3}
    d[x] = d.get(x, 0) + 1
    return len(d), d[x], d.get(1.0), 0.5 in d


@programs.staged(I64(19), I64(4), I64(7))
def numbers_of_a_loop(n):
    """A set collects a loop-carried NumPy scalar until it repeats."""
    seen = set()
    while n != 1 and n not in seen:
        seen.add(n)
        n = n * 5 % 13
    return n, len(seen)


@programs.staged(np.float64(3), T(3.0), np.float64(2.5))
def asked_in_a_loop(x):
    """`isinstance` of a loop-carried float64 or tensor against `np.generic`."""
    n = 0
    while x > 0:
        n += x.is_integer() if isinstance(x, np.generic) else 5
        x = x - 0.5
    return n


@programs.staged(I64(0), I64(2))
def asked_of_what_a_list_holds(n):
    """The last item of a list of NumPy scalars is a dict key."""
    xs = [n]
    for i in range(n):
        xs.append(xs[0] * i)
    return {0: 3}.get(xs[-1], 8)


@programs.staged(I64(4))
def a_number_of_python_before_the_loop(n):
    """A loop-carried Python int that becomes an `np.int64` is put into a set."""
    k = 0
    seen = set()
    while k not in seen:
        seen.add(k)
        k = (k * 3 + n) % 11
    return len(seen)


@programs.staged(I64(7), I64(20), 7, np.uint8(9))
def arguments_of_a_recursion(n):
    """Memoized Fibonacci numbers: a recursion with NumPy keys in a dict."""
    known = {}

    def fib(k):
        if k in known:
            return known[k]
        found = k if k < 2 else fib(k - 1) + fib(k - 2)
        known[k] = found
        return found

    return fib(n), len(known), known


@programs.staged(I64(4), I64(0), 3)
def parts_of_tuples_in_a_recursion(n):
    """A memoized count of paths: a recursion with tuples as keys."""
    known = {}

    def paths(r, c):
        if r == 0 or c == 0:
            return 1
        if (r, c) in known:
            return known[(r, c)]
        known[r, c] = paths(r - 1, c) + paths(r, c - 1)
        return known[r, c]

    return paths(n, n), len(known)


@programs.staged(I64(5))
def elements_in_a_recursion(n):
    """A recursion adds its NumPy argument to a set."""
    seen = set()

    def go(k, seen):
        if k in seen or k < 0:
            return 0
        seen.add(k)
        return 1 + go(k - 1, seen) + go(k - 2, seen)

    return go(n, seen), sorted(seen), n in seen


@programs.staged(
    (A([[0, 1, 1], [0, 0, 1], [1, 0, 0]]), A([[1, 2], [2, 0], [0, 0]]), I64(0))
)
def neighbours_in_an_array(links, near, start):
    """Depth-first search in arrays with a set of visited nodes."""
    seen, order = set(), []

    def visit(v):
        if v in seen:
            return
        seen.add(v)
        order.append(v)
        for w in near[v]:
            if links[v][w]:
                visit(w)

    visit(start)
    return order, len(seen)


@programs.staged(I64(2), I64(0))
def what_a_recursion_gives(n):
    """The NumPy scalar that a recursion returns is a dict key."""

    def last(k):
        return k if k <= 0 else last(k - 1)

    return {0: "none", 2: "two"}.get(last(n), "other")


@programs.staged(I64(2), I64(0), I64(1))
def a_number_of_python_that_a_recursion_may_give(n):
    """A recursion's result, a Python int or a NumPy scalar, is a dict key."""

    def product(k):
        return 1 if k <= 0 else k * product(k - 1)

    return {1: 1}.get(product(n), 0)


@programs.staged((A([1, 2]), 2), (A([0.5]), 0.5))
def a_dict_returned_that_has_keys_of_python_too(xs, n):
    """Returning a dict with both Python and NumPy keys cannot be staged."""
    d = {n: 2}
    for v in xs:
        d[v] = 1
    return d


@programs.staged((A([1, 2]), 2), (A([0.5]), 0.5))
def a_set_returned_that_has_elements_of_python_too(xs, n):
    """Returning a set with both Python and NumPy elements cannot be staged."""
    found = {n}
    found.update(xs)
    return found


@programs.staged((A([0.1], np.float32), 0.1), (A([1], np.uint8), 257))
def keys_of_python_that_smaller_numbers_would_round(xs, n):
    """A set of a Python number and float32 or uint8 scalars is not staged."""
    found = {n}
    for v in xs:
        found.add(v)
    return len(found)


@programs.staged(I64(0))
def keys_of_two_types(n):
    """A dict with a text key and an `np.int64` key cannot be staged."""
    d = {"a": 0}
    d[n] = 1
    return d


@programs.staged(T([1, 2]))
def the_text_of_numbers_in_a_list_with_tensors(x):
    """Text of a Python int in a list with tensors cannot be staged."""
    xs = [0]
    for v in x:
        xs.append(v)
    return f"{xs[0]}"


@programs.staged(I64(2))
def a_tensor_that_a_recursion_gives(n):
    """A tensor that a recursion returns raises TypeError as a dict key."""

    def last(k):
        return T(5, dtype=ag.int64) if k <= 0 else last(k - 1)

    return {5: 1}.get(last(n), 0)


@programs.staged(I64(2))
def a_tensor_that_a_later_call_passes(n):
    """A key that is a tensor in later calls of a recursion cannot be staged."""

    def last(k, m):
        return {5: 1}.get(m, 0) if k <= 0 else last(k - 1, T(5, dtype=ag.int64))

    return last(n, n)


@programs.staged(I64(2))
def a_tensor_in_the_second_iteration(n):
    """A key that is a tensor from the second iteration on cannot be staged."""
    x, y, i, found = n, n, 0, 0
    while i < n + 3:
        found += {5: 1, 2: 7}.get(x, 0)
        x, y, i = y, T(5, dtype=ag.int64), i + 1
    return found
