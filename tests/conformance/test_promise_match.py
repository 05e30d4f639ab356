"""The promise, for `match`: what is compared may be symbolic, structure is Python's."""

import dataclasses
import enum
import traceback

import pytest

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@dataclasses.dataclass
class Point:
    """A class with `__match_args__`."""

    x: object
    y: object


class Op(enum.IntEnum):
    """What `calculate` does."""

    ADD = 1
    SUBTRACT = 2


@rows.on(T(0), T(1), T(2), T(9), T(50), T(-1.0), 2, 9, "x", None)
def literals(x):
    match x:
        case 0:
            return 10
        case 1 | 2:
            return 20
        case -1.0 | None | "x":
            return 30
        case _:
            return 40


@rows.on((T(1), T(5)), (T(2), T(5)), (T(3), T(5)), (2, T(5)))
def values(op, x):
    match op:
        case Op.ADD:
            x = x + op
        case Op.SUBTRACT:
            x = x - op
    return x


@rows.on(T(20), T(5), T(-5), 7)
def guards(x):
    match x:
        case y if y > 10:
            r = y
        case y if y < 0:
            r = -y
        case _:
            r = 0
    return r, y


@rows.on((T(0), "add"), (T(3), "add"), (T(9), "add"), (T(1), "name"), (T(4), "name"))
def sequences(x, kind):
    match (x, kind):
        case (0, "add"):
            return x
        case (y, "add") if y > 5:
            return y * 2
        case (1 | 2 as y, str(text)):
            return y + len(text)
        case [y, *_]:
            return y - 1


@rows.on(*(((T(a), T(b))) for a in (0, 1, 2) for b in (0, 1, 4)))
def classes(x, y):
    match Point(x, [y, "text"]):
        case Point(0, [0, _]):
            return 0
        case Point(0, [z, _]) | Point(z, [0, _]):
            return z
        case Point(x=1 | 2 as q, y=[r, str(text)]) if q + r > 3:
            return q + r + len(text)
        case Point():
            return -5


@rows.on(T(1), T(2), T(3))
def mappings(x):
    match {"a": x, "b": 2, "c": [x, x + 1]}:
        case {"a": 1, **rest}:
            return rest["b"]
        case {"a": v, "c": [2, w]} if v > 0:
            return w + v
        case {"missing": _}:
            return 1
        case _:
            return 0


@rows.on(T(1), T([1, 2]), T([[1], [2]]))
def tensors_are_no_sequences(x):
    match x:
        case [a, b]:
            return 1
        case {}:
            return 2
        case ag.Tensor(shape=()):
            return 3
        case ag.Tensor():
            return 4


@rows.on(T(0), T(3), T(9))
def python_numbers_in_a_staged_loop(n):
    total = 0
    for i in range(n):
        match i / 2, i:
            case float(half), int(v) if v % 2 == 0:
                total += v + half
            case _, 5:
                break
            case str(), _:
                total = -1
            case _:
                continue
    return total


@rows.on(T([1, 7, 0, 5]), T([1, 2, 3, 0]), T([3, 3]))
def jumps(codes):
    stack = 0
    for code in codes:
        match code:
            case 0:
                stack = -stack
            case 1 | 2:
                stack += code
            case 3:
                continue
            case _:
                break
    return stack


@rows.on(T(1), T(2))
def nested(x):
    match (x, (x + 1, "inner")):
        case (1, rest):
            match rest:
                case (2, name):
                    return len(name)
                case _:
                    return 0
        case (_, (y, _)):
            return y


@rows.on(T(1), T(2), T(3))
def names_of_some_cases(x):
    match x:
        case 1:
            y = x
        case 2:
            pass
        case z:
            y = z + 1
    return y


@rows.on(T(3), T(1), T(-2))
def names_of_alternatives_that_are_changed(x):
    while x > 0:
        match [x, (x // 2, 3)]:
            case (v, [0 | 1, _]) | (_, [v, _]):
                v += x
                x -= v
    return x


@rows.on(T(0), T(1))
def a_class_that_cannot_match_where_nothing_before_matches(x):
    match (x, 5):
        case (0, int(_, _)):
            return 1
        case (0, missing_name()):  # noqa: F821  # Python looks it up when it is needed
            return 2
        case _:
            return 3


def test_the_items_of_a_staged_range_are_refused():
    @ag.function
    def f(n):
        match range(n):
            case [0, 1]:
                return 1
        return 2

    with pytest.raises(ag.errors.StagingError, match="items of this range") as caught:
        f(T(2))
    assert caught.value.origin.lineno == f.python_function.__code__.co_firstlineno + 3
    assert caught.value.hint == "Compare its bounds instead of matching its items."


def test_attributes_of_a_staged_number_are_refused():
    @ag.function
    def f(n):
        for i in range(n):
            match i:
                case int(real=1):
                    return 1
        return 2

    with pytest.raises(
        ag.errors.StagingError, match="attributes of this int"
    ) as caught:
        f(T(2))
    assert caught.value.origin.lineno == f.python_function.__code__.co_firstlineno + 4
    assert caught.value.hint == "Compute with the value itself."


def test_errors_of_patterns_show_the_users_frames_alone():
    @ag.function
    def f(x):
        match x:
            case Point(1, 2, 3):
                return 1

    with pytest.raises(TypeError, match="3 given") as caught:
        f(Point(1, 2))
    last = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert (last.filename, last.line) == (__file__, "case Point(1, 2, 3):")


@rows.on(T(0), T(1), T(2), T(4))
def lists_whose_length_the_run_decides(n):
    xs = [i * 2 for i in range(n)]
    match xs:
        case []:
            return 0, [], 0
        case [x]:
            return x, [], 1
        case [0, b]:
            return b, [1], 2
        case [a, b, *rest] if b > 5:
            return a, rest, 3
        case [a, *rest, z]:
            return a + z, rest, 4


@rows.on(T(0), T(3))
def commands(n):
    match (f"go {n}" if n > 0 else "quit").split():
        case ["quit" | "exit"]:
            return "bye"
        case ["go", where]:
            return where
        case [verb, *_]:
            return verb


@rows.on(T(0), T(2), T(3))
def tuples_from_both_ends(n):
    match tuple((i, i + n) for i in range(n)):
        case ((0, b), *_, (_, z)) if b < z:
            return b, z
        case (_, *_):
            return 7, 7
    return 0, 0


@rows.on(T(0), T(3))
def what_is_left_of_a_list(n):
    xs, found = list(range(n)), []
    for _ in range(2):
        match xs:
            case [a, *rest]:
                found.append(a)
                rest.append(9)
                xs = rest
            case []:
                found.append(-1)
    return found, xs
