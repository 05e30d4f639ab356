"""Members of enumerations that the run chooses: states of machines, and their kin."""

from __future__ import annotations

import dataclasses
import enum
import operator
import reprlib

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
EACH = tuple(map(T, (-1, 0, 1, 2, 5, 9)))
rows, refused, leaving = Rows(), Rows(), Rows(leave_tensors=True)
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_leaves_a_tensor_warns = leaving.test()


test_what_cannot_be_chosen_is_refused = refused.refusal_test()


class State(enum.Enum):
    IDLE = "idle"
    BUSY = "busy"
    DONE = "done"

    @property
    def loud(self):
        return self.value.upper()

    def after(self):
        return State.BUSY if self is State.IDLE else State.DONE

    @classmethod
    def first(cls):
        return cls.IDLE


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 4


class Shade(enum.StrEnum):
    RED = "red"
    BLUE = "blue"


class Right(enum.Flag):
    READ = 1
    WRITE = 2


class Ordered(enum.Enum):
    FIRST = 1
    SECOND = 2

    def __lt__(self, other):
        return self.value < other.value


class Empty(enum.Enum):
    NONE = 0
    SOME = 1

    def __bool__(self):
        return bool(self.value)


class Alone(enum.Enum):
    ONE = 1


@dataclasses.dataclass
class Machine:
    state: State
    steps: int = 0


@dataclasses.dataclass(frozen=True)
class Fixed:
    state: State
    n: int = 0


class Own:
    def __init__(self):
        self.state = State.IDLE

    def step(self, x):
        if x > 2:
            self.state = State.BUSY
        return self


@rows.on(*EACH)
def a_result(x):
    return State.IDLE if x > 0 else State.BUSY


@rows.on(*EACH)
def results_in_containers(x):
    return [State.IDLE if x > 0 else State.BUSY, {"k": State.DONE if x > 3 else None}]


@rows.on(*EACH)
def compared(x):
    s = State.IDLE if x > 0 else State.BUSY
    t = State.IDLE if x < 3 else State.DONE
    return (
        s is State.IDLE,
        s == State.BUSY,
        s != t,
        s is t,
        s is not t,
        s == 1,
        s is None,
    )


@rows.on(*EACH)
def asked(x):
    s = State.IDLE if x > 0 else State.DONE
    return s.name, s.value, s.loud, s.first(), type(s) is State, bool(s), not s


@rows.on(*EACH)
def of_its_class(x):
    s = State.IDLE if x > 0 else State.DONE
    return isinstance(s, State), isinstance(s, enum.Enum), isinstance(s, Level)


@rows.on(*EACH)
def looked_for(x):
    s = State.IDLE if x > 0 else State.DONE
    table = {State.IDLE: 1, State.DONE: 3}
    return (
        s in (State.IDLE, State.BUSY),
        s in {State.DONE, State.BUSY},
        s in table,
        table[s],
    )


@rows.on(*EACH)
def what_is_not_in_a_table(x):
    return {State.IDLE: 1}[State.IDLE if x > 0 else State.BUSY]


@rows.on(*EACH)
def counted_in_a_table(x):
    counts = dict.fromkeys(State, 0)
    state = State.IDLE
    for k in range(4):
        counts[state] += k
        if x > k:
            state = state.after()
    return [*counts.values()], state


@rows.on(*EACH)
def by_functions_of_operators(x):
    s = State.IDLE if x > 0 else State.DONE
    none = None
    if x > 2:
        none = [x]
    same = operator.is_(s, State.IDLE), operator.is_not(State.DONE, s)
    return same, operator.eq(s, State.DONE), operator.is_(none, None)


@rows.on(*EACH)
def not_in_order(x):
    return (State.IDLE if x > 0 else State.DONE) < State.BUSY


@rows.on(*EACH)
def matched(x):
    match State.IDLE if x > 0 else State.DONE:
        case State.IDLE:
            return 1
        case State.BUSY:
            return 2
        case _:
            return 3


@rows.on(*EACH)
def a_state_machine(n):
    state, k = State.IDLE, 0
    while state is not State.DONE and k < n:
        if state is State.IDLE:
            state = State.BUSY
        elif state == State.BUSY and k > 3:
            state = State.DONE
        k += 1
    return state, k


@rows.on(*EACH)
def a_state_in_a_python_loop(x):
    state = State.IDLE
    for _ in range(3):
        if x > 0:
            state = state.after()
    return state


@rows.on(*EACH)
def a_state_in_a_dataclass(x):
    machine = Machine(State.IDLE)
    while machine.state is not State.DONE:
        machine.state = machine.state.after() if x < 9 else State.DONE
        machine.steps += 1
    return machine


@rows.on(*EACH)
def a_state_in_a_frozen_dataclass(x):
    fixed = Fixed(State.IDLE)
    if x > 0:
        fixed = Fixed(State.BUSY, 2)
    return fixed, fixed.state is State.BUSY


@rows.on(*EACH)
def a_state_of_an_object(x):
    own = Own().step(x)
    return own.state, own.state is State.BUSY


@rows.on(*EACH)
def none_on_a_path(x):
    s = None
    if x > 0:
        s = State.IDLE
    if x > 5:
        s = State.BUSY
    return (
        s,
        s is None,
        s is State.BUSY,
        s == State.IDLE,
        s != State.BUSY,
        s in (State.IDLE, State.DONE),
    )


@rows.on(*EACH)
def not_assigned_on_a_path(x):
    if x > 0:
        s = State.IDLE
    return s.value


@rows.on(*EACH)
def in_lists(x):
    seen, state = [], State.IDLE
    while state is not State.DONE:
        seen.append(state)
        state = state.after() if x > 0 else State.DONE
    return len(seen), seen[-1], seen[0].name


@rows.on(*EACH)
def in_a_recursion(x):
    def down(n, s):
        return s if n <= 0 else down(n - 1, s.after())

    return down(x, State.IDLE)


@rows.on(*EACH)
def shown(x):
    s = State.IDLE if x > 0 else State.BUSY
    return f"{s} {s!r} {s.name:>6}", str(s), repr(s), "%s" % s, "{}".format(s), f"{[s]}"


@rows.on(*EACH)
def raised(x):
    raise ValueError(State.IDLE if x > 0 else State.BUSY)


@rows.on(*EACH)
def of_one_member(x):
    s = None
    if x > 0:
        s = Alone.ONE
    return s is Alone.ONE, s == Alone.ONE, Alone.ONE != s, s is not Alone.ONE, s


@rows.on(*EACH)
def a_comprehension(x):
    s = State.IDLE if x > 0 else State.BUSY
    return [each.value for each in State if each is not s]


@rows.on(
    (Fixed(State.IDLE), T(3)), (Fixed(State.BUSY), T(3)), (Fixed(State.DONE), T(-3))
)
def of_the_callers(fixed, x):
    while fixed.state is not State.DONE and x > 0:
        fixed = Fixed(fixed.state.after(), fixed.n + 1)
    return fixed


@refused.on(*EACH[:2])
def of_two_enumerations(x):
    return State.IDLE if x > 0 else Level.LOW


@refused.on(*EACH[:2])
def a_number_on_a_path(x):
    return State.IDLE if x > 0 else 3


@refused.on(*EACH[:2])
def a_member_or_a_number(x):
    state = State.IDLE if x > 0 else State.BUSY
    return state if x < 2 else 1


@refused.on(*EACH[:2])
def a_member_or_one_of_another_class(x):
    state = State.IDLE if x > 0 else State.BUSY
    return state if x < 2 else Level.LOW


@refused.on(*EACH[:2])
def a_member_or_a_function(x):
    state = State.IDLE if x > 0 else State.BUSY
    act = abs if x > 1 else max
    return (state if x < 2 else act) is state


@refused.on(*EACH[:2])
def a_member_that_becomes_a_number(x):
    state = State.IDLE if x > 0 else State.BUSY
    while x > 0:
        x -= 1
        state = 1
    return state == 1


@refused.on(*EACH[:2])
def a_member_or_a_tuple(x):
    state = State.IDLE if x > 0 else State.BUSY
    return (state if x < 2 else (1,)) == (1,)


@refused.on(*EACH[:2])
def members_that_are_text(x):
    return Shade.RED if x > 0 else Shade.BLUE


@refused.on(*EACH[:2])
def members_that_are_flags(x):
    return Right.READ if x > 0 else Right.WRITE


@refused.on(*EACH[:2])
def members_with_an_order(x):
    return (Ordered.FIRST if x > 0 else Ordered.SECOND) < Ordered.SECOND


@refused.on(*EACH[:2])
def members_with_a_truth(x):
    return 1 if (Empty.NONE if x > 0 else Empty.SOME) else 2


@refused.on(*EACH[:2])
def hashed(x):
    return hash(State.IDLE if x > 0 else State.BUSY)


@refused.on(([1], T(3)))
def left_in_the_callers_list(items, x):
    items.append(State.IDLE if x > 0 else State.BUSY)
    return len(items)


@leaving.on(T(1), T(-1))
def an_attribute_of_a_member_that_is_chosen(x):
    State.IDLE.noted, State.BUSY.noted, State.DONE.noted = 1, 2, 3
    state = State.IDLE if x > 0 else State.BUSY
    state.noted = 8
    return state.noted, State.IDLE.noted, State.BUSY.noted


class Cell(enum.Enum):
    """Members with attributes of names that have been ours."""

    LEFT = ("l", 10)
    RIGHT = ("r", 20)

    def __init__(self, label, index):
        self.label = label
        self.index = index

    @property
    def number(self):
        """Return twice the index."""
        return 2 * self.index

    def each(self):
        """Return the label with the index."""
        return f"{self.label}{self.index}"


@rows.on(*EACH)
def attributes_of_any_name(x):
    cell = Cell.LEFT
    if x > 0:
        cell = Cell.RIGHT
    return cell.index, cell.number, cell.each(), hasattr(cell, "enumeration")


@refused.on(*EACH)
def text_that_a_library_makes(x):
    cell = Cell.LEFT
    if x > 0:
        cell = Cell.RIGHT
    return reprlib.repr(cell)


OF_NUMPY = (np.array([1, 2]), np.array(2), np.int64(2), np.array([]), T([1, 2]))


@rows.on(*OF_NUMPY)
def compared_with_what_is_of_numpy(x):
    state = State.BUSY if x.sum() > 2 else State.IDLE
    same = x == State.BUSY, State.BUSY != x, x == state, state != x, x * 2 == State.DONE
    return same, isinstance(same[0], np.ndarray), f"{same[2]}", x == len


@rows.on(*OF_NUMPY[1:3], T([1, 2]))
def looked_for_among_members(x):
    members = [State.IDLE, None]
    return x in (State.BUSY, None), State.DONE in [x, None], x not in members


@refused.on(np.array([1, 2]), np.array([]))
def elements_looked_for_among_members(x):
    return x in (State.BUSY, None)
