"""Variables: read, written and assigned in parts, of every dtype."""

import math

import numpy as np

import autograph as ag
from tests.language.programs import Programs

T = ag.constant
programs = Programs()

v = ag.Variable(3)
w = ag.Variable([1.0, -2.0, 3.0], name="w")
u = ag.Variable(2.5, name="u")
b = ag.Variable(True)
s = ag.Variable("text")
m = ag.Variable(np.arange(6, dtype=np.int32).reshape(2, 3))


class Box:
    def __init__(self):
        self.v = ag.Variable(5)
        self.items = [ag.Variable(1.0), ag.Variable(2.0)]
        self.named = {"a": ag.Variable(7)}

    def bump(self, k):
        self.v.assign_add(k)
        return self.v


box = Box()


# -- What is decided by variables ------------------------------------------------------


@programs.staged(T(1), T(-1))
def conditions(x):
    """Variables are conditions, and operands of `not`, `and` and `or`."""
    found = []
    if v > 0:
        found.append(1)
    if v:
        found.append(2)
    if not v:
        found.append(3)
    if b and v > 2:
        found.append(4)
    if v and w[0] > 0:
        found.append(5)
    if x > 0 and b and v:
        found.append(6)
    if x > 0 or not b:
        found.append(7)
    found.append(8 if b else 9)
    assert v > 0
    assert v, "none"
    return found


@programs.staged(T(10), T(0))
def while_a_variable_is_less(n):
    """The test of a loop reads a variable that the body writes."""
    while v < n:
        v.assign_add(1)
    return v


@programs.staged(T(7), T(0))
def a_test_that_writes(n):
    """The test of a `while` loop writes a variable each time."""
    while v.assign_add(1) < n:
        w[0].assign_add(1.0)
    return v, w


@programs.staged(T(4))
def while_a_variable(n):
    """A variable is the test of a `while` loop."""
    while v:
        v.assign_sub(1)
        n = n + 2
    return n


@programs.staged(T(1.0))
def for_rows(x):
    """A loop over a variable has the rows from before it is written."""
    for row in w:
        x = x + row
        w.assign_add([1.0, 1.0, 1.0])
    return x


@programs.staged(T(1.0))
def for_ranges(x):
    """A variable is the bound of `range` and of `ag.range`."""
    for i in range(v):
        x = x + i
    for i in ag.range(v):
        x = x + ag.cast(i, ag.float32)
    return x


@programs.staged(T(3), T(4))
def chains_and_identity(x):
    """Variables in chained comparisons, and compared by `is`."""
    return (
        0 < v < x,
        v == v,
        v != 3,
        v is v,
        v is None,
        v is not None,
        v is u,
        v == x,
    )


@programs.falls(T(3), T(2))
def membership(x):
    """`in` with a variable on either side."""
    return (
        3.0 in w,
        v in [1, 2, 3],
        x in w,
        v in range(10),
        v in w,
        v not in (4, 5),
        v in [x, v],
        v in [x],
    )


@programs.staged(T(3))
def matching(x):
    """A variable is the subject of a `match` statement."""
    match v:
        case 4:
            return 1
        case 3:
            return x
    return 3


# -- What asks for the value -----------------------------------------------------------


@programs.falls(T(1.0))
def builtins(x):
    """Builtins of numbers take variables."""
    return (
        int(v),
        int(u),
        float(v),
        complex(u),
        bool(v),
        abs(v),
        round(u),
        divmod(v, 2),
        pow(v, 2),
        min(v, 2),
        max(v, 7),
        sum([v, v]),
        max([v, 5]),
        math.sqrt(u),
        range(9)[2],
        len(w),
    )


@programs.staged(T(1.0))
def builtins_over_rows(x):
    """Builtins and comprehensions go through the rows of a variable."""
    return (
        [row * 2 for row in w],
        sum(w),
        max(w),
        sum(row for row in w if row > 0),
        list(w)[0],
        any(w),
        all(w),
        [i * row for i, row in enumerate(w)],
        [one + other for one, other in zip(w, w, strict=True)],
        [each for each in w if each > 0],
        [i for i in range(v) if i != 1],
    )


@programs.staged(T(1.0))
def operators(x):
    """Operators between variables, tensors and numbers."""
    return (-v, ~v, +u, v**2, 2**v, v % 2, 7 // v, m @ w, x / v, v << 1, v & 2, 1 - v)


@programs.staged(T(2))
def numpy_functions(x):
    """NumPy's functions take variables."""
    return np.sin(u), np.array([1.0, 2.0, 3.0]) * w, np.maximum(u, 3.0), np.add(v, x)


@programs.staged(T(2))
def public_functions(x):
    """Public functions take variables for tensors, shapes and indices."""
    return (
        ag.zeros([v, 2]),
        ag.reshape(w, [v]),
        ag.fill([2], u),
        ag.reduce_sum(w),
        ag.stack([u, u]),
        ag.concat([w, w], 0),
        ag.where(w > 0, w, 0.0),
        ag.one_hot(v, 5),
        ag.range(v, 10, v),
        ag.gather(w, v - x),
        ag.add(w, [1, 2, 3]),
        ag.cast(v, ag.float64),
    )


@programs.staged(T(2), T(-2))
def functional_control_flow(x):
    """`ag.cond` and `ag.while_loop` read variables."""
    return (
        ag.cond(v > x, lambda: u + 1, lambda: u),
        ag.while_loop(lambda i, a: i < 10, lambda i, a: (i + v, a * u), [v, u]),
    )


@programs.staged(T(1))
def indices(x):
    """Variables are indices and bounds of slices, and are indexed."""
    y = T([1, 2, 3, 4, 5])
    return [10, 20, 30, 40][v], (1, 2, 3, 4)[v], y[v], y[:v], w[x], w[-1:], m[x, v - 1]


@programs.staged(T(3))
def comprehensions(x):
    """Comprehensions compute with a variable."""
    return (
        [a * v for a in range(3)],
        {k: v + k for k in range(2)},
        tuple(z + v for z in (1, 2)),
    )


@programs.staged(T(3))
def texts(x):
    """Formatting of variables, and of containers with variables."""
    return (
        f"{v}",
        f"{u:.2f} of {x}",
        f"{w!r:>60}",
        str(v),
        repr(w),
        "%s and %d" % (u, v),
        "{} {:.1f}".format(v, u),
        format(u, ".1f"),
        f"{[v, x]} {({'a': s},)}",
    )


# -- Order -----------------------------------------------------------------------------


@programs.staged(T(3), T(1))
def reads_and_writes_keep_their_order(x):
    """Reads and writes on two paths keep their order."""
    before = v.value()
    v.assign(x)
    between = v.value()
    if x > 2:
        v.assign_add(1)
        last = v + 0
    else:
        last = v + 1
        v.assign(0)
    return before, between, last, v


@programs.staged(T(3))
def a_variable_that_is_returned_has_its_last_value(x):
    """A returned variable has its last value, a computed result does not."""
    found = {"a": v, "b": [v.assign_add(1), (v, v + 0)]}
    v.assign_add(x)
    return found, v.assign_add(1).assign_add(x) + 1


@programs.staged(T(3), T(1), T(0))
def attempts(x):
    """A `try` whose body, handler and `finally` write a variable."""
    try:
        v.assign(x)
        1 // (x - 3)
        [1, 2][x]
        v.assign(100)
    except (ZeroDivisionError, IndexError):
        v.assign_add(10)
    finally:
        v.assign_add(1)
    return v


@programs.staged(T(3), T(2))
def what_is_raised_comes_after_what_is_written(x):
    """A conditional `raise` leaves the write before it."""
    v.assign(x)
    if x > 2:
        raise ValueError("large")
    return x


@programs.staged(T(3))
def always_raising(x):
    """A `raise` at the end leaves the write before it."""
    v.assign(x)
    raise ValueError("always")


def down(n):
    if n <= 0:
        return v + 0
    v.assign_add(n)
    return down(n - 1)


@programs.staged(T(3), T(0))
def recursion(n):
    """A recursive function writes a variable in each call."""
    return down(n), v


@programs.staged(T(5))
def nested_loops(n):
    """Nested loops with `break`, `continue` and `else` write a variable."""
    for i in ag.range(n):
        j = i
        while j > 0:
            if j % 2 == 0:
                v.assign_add(j)
                j -= 1
                continue
            v.assign_sub(1)
            if v > 100:
                break
            j -= 1
    else:
        v.assign_add(1000)
    return v


grows = ag.Variable([1.0], shape=[None])


@programs.staged(T(3))
def a_shape_that_changes(n):
    """A variable of unknown length grows in a loop."""
    grows.assign([1.0])
    for _ in ag.range(n):
        grows.assign(ag.concat([grows, grows], 0))
    return grows, ag.shape(grows)


@programs.staged(T(3), T(4))
def messages(x):
    """Messages of exceptions are formatted from a variable."""
    if x == 3:
        raise AssertionError(f"v is {v} and {int(v)}")
    raise ValueError("large", int(v), f"{v}")


@programs.staged(T(3))
def closures(x):
    """A closure writes a variable, by way of a lambda."""

    def bump(k):
        return v.assign_add(k)

    twice = lambda k: bump(k) + bump(k)
    return twice(x), v


@ag.function
def inner(k):
    v.assign_add(k)
    return v * 2


@programs.staged(T(3))
def decorated_functions_inside(x):
    """A decorated function inside writes a variable between reads."""
    first = inner(x)
    v.assign_add(1)
    return first, inner(x), v


# -- Where variables are kept ----------------------------------------------------------


@programs.staged(T(1))
def attributes_and_containers(x):
    """Variables in attributes, lists and dicts of an object."""
    box.bump(x)
    for each in box.items:
        each.assign_add(1.0)
    box.named["a"].assign(x)
    return box.v, [each.value() for each in box.items], {"a": box.named["a"]}


slots = {v: ag.Variable(10), w: ag.Variable(20)}


@programs.staged(T(1), T(-1))
def variables_as_keys(x):
    """Variables are keys of dicts and elements of sets."""
    if x > 0:
        slots[v].assign_add(x)
    held = dict(slots)
    held[u] = x
    del held[w]
    return slots[v], held[u] + held[v], v in held, w in held, {u: 1}.get(u), len({v, u})


@programs.staged((T(1), box, [v, w]), (T(2), box, [v, u]))
def arguments(x, given, variables):
    """Variables in arguments: in an object and in a list."""
    given.bump(x)
    variables[0].assign_sub(x)
    return given.v + variables[0], variables[1]


@programs.staged(T(3), (T(3), 4))
def a_default(x, y=v):
    """A variable is the default of a parameter."""
    return x + y


# -- Parts of variables ----------------------------------------------------------------


@programs.staged(T(3), T(2))
def parts_are_assigned(x):
    """Assignments to items, slices and masks of variables."""
    w[1].assign(5.0)
    w[0:2].assign([7.0, 8.0])
    w[2] = 9.0
    w[x - 2].assign_add(1.0)
    w[x - 2 :].assign_sub(1.0)
    w[0] += 1.0
    m[:, x - 2].assign([50, 60])
    m[0] = [1, 2, 3]
    m[m > 50] = 0
    return w, m


@programs.staged(T(3), T(2))
def lists_of_tensors_are_assigned(x):
    """Variables are assigned lists of tensors and numbers."""
    w.assign([ag.cast(x, ag.float32), 1, w[1]])
    w[:2].assign_add([int(x), 2])
    m[0].assign([int(x), 2 * int(x), 0])
    return w, m


@programs.staged(T(3))
def parts_are_assigned_in_loops(n):
    """Items of a variable are assigned in branches in a loop."""
    for i in ag.range(n):
        if w[i] > 0:
            w[i].assign(-w[i])
    return w


@programs.staged(T(7))
def a_part_out_of_range(i):
    """An assignment to an item out of range raises."""
    w[i].assign(1.0)
    return w


# -- Dtypes ----------------------------------------------------------------------------

strings = ag.Variable(["x", "y"])
complexes = ag.Variable(1 + 2j)
halves = ag.Variable(1.0, dtype="float16")
nothing = ag.Variable(np.zeros((0, 3), np.float32))
truths = ag.Variable([True, False])


@programs.staged(T(1), T(-1))
def lists_of_tensors_and_variables(x):
    """Lists of tensors, variables and numbers become tensors."""
    w.assign([u, 2.5, ag.cast(x, ag.float32)])
    w[:2] = [u, 1]
    m.assign([[v, x, 1], [4, 5, v]])
    return w, ag.constant([1, 2]) + [x, v], ag.stack([v, x])


@programs.staged(T(1), T(-1))
def every_dtype(x):
    """Variables of text, complex numbers, halves, truth values and of none."""
    s.assign_add("cd")
    s.assign(s + "!")
    if x > 0:
        s.assign("longer text")
    strings.assign(["a", "b"])
    strings[1].assign("zz")
    strings.assign_add(["1", "2"])
    complexes.assign_add(2j)
    complexes.assign(complexes * complexes)
    halves.assign_add(0.5)
    halves.assign(halves * halves)
    nothing.assign(nothing + 1)
    truths.assign([False, x > 0])
    truths[0].assign(True)
    return s, strings, complexes, halves, nothing, truths, s == "longer text", f"{s}"


counters = [ag.Variable(0, dtype=name) for name in ("int8", "uint8", "int32", "int64")]


@programs.staged(100, 1, 0)
def integers_wrap_around(k):
    """Variables of integer dtypes wrap around."""
    for each in counters:
        step = ag.cast(k, each.dtype)
        for _ in ag.range(300):
            each.assign_add(step)
        each.assign_sub(3)
        each.assign_add([1, 2, 3][k % 3])
    return counters


@programs.staged(T(3.0), T(1e38))
def floats_are_those_of_the_dtype(x):
    """Float variables round and overflow as their dtype does."""
    u.assign(x)
    u.assign_add(0.1)
    u.assign_sub(x * 2)
    u.assign_add(x * 3)
    b.assign(u > 0)
    return u, b
