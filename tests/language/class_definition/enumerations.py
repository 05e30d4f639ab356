"""Members of enumerations, selected at run time."""

from __future__ import annotations

import dataclasses
import enum
import math
import operator
import reprlib

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Enum

T = ag.constant

EACH = tuple(map(T, (-1, 0, 1, 2, 5, 9)))


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


@programs.staged(*EACH)
def a_result(x):
    """An enum member selected at run time is returned."""
    return State.IDLE if x > 0 else State.BUSY


@programs.staged(*EACH)
def results_in_containers(x):
    """A list and a dict with enum members selected at run time, or None."""
    return [State.IDLE if x > 0 else State.BUSY, {"k": State.DONE if x > 3 else None}]


@programs.staged(*EACH)
def compared(x):
    """`is`, `==` and their negations of two dynamic enum members."""
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


@programs.staged(*EACH)
def asked(x):
    """Name, value, property, classmethod, type and truth of a dynamic enum member."""
    s = State.IDLE if x > 0 else State.DONE
    return s.name, s.value, s.loud, s.first(), type(s) is State, bool(s), not s


@programs.staged(*EACH)
def of_its_class(x):
    """`isinstance` of a dynamic enum member, for three enum classes."""
    s = State.IDLE if x > 0 else State.DONE
    return isinstance(s, State), isinstance(s, enum.Enum), isinstance(s, Level)


@programs.staged(*EACH)
def looked_for(x):
    """A dynamic enum member in a tuple, a set and a dict, and as its key."""
    s = State.IDLE if x > 0 else State.DONE
    table = {State.IDLE: 1, State.DONE: 3}
    return (
        s in (State.IDLE, State.BUSY),
        s in {State.DONE, State.BUSY},
        s in table,
        table[s],
    )


@programs.staged(*EACH)
def what_is_not_in_a_table(x):
    """A dynamic enum member as a dict key raises KeyError where it is missing."""
    return {State.IDLE: 1}[State.IDLE if x > 0 else State.BUSY]


@programs.staged(*EACH)
def counted_in_a_table(x):
    """Counts under a state that changes in a Python loop by a tensor condition."""
    counts = dict.fromkeys(State, 0)
    state = State.IDLE
    for k in range(4):
        counts[state] += k
        if x > k:
            state = state.after()
    return [*counts.values()], state


@programs.staged(*EACH)
def by_functions_of_operators(x):
    """`operator.is_`, `is_not` and `eq` of a dynamic enum member, and of None."""
    s = State.IDLE if x > 0 else State.DONE
    none = None
    if x > 2:
        none = [x]
    same = operator.is_(s, State.IDLE), operator.is_not(State.DONE, s)
    return same, operator.eq(s, State.DONE), operator.is_(none, None)


@programs.staged(*EACH)
def not_in_order(x):
    """`<` of enum members without an order raises TypeError."""
    return (State.IDLE if x > 0 else State.DONE) < State.BUSY


@programs.staged(*EACH)
def matched(x):
    """`match` of a dynamic enum member against value patterns."""
    match State.IDLE if x > 0 else State.DONE:
        case State.IDLE:
            return 1
        case State.BUSY:
            return 2
        case _:
            return 3


@programs.staged(*EACH)
def a_state_machine(n):
    """A state machine of enum members in a dynamic `while` loop."""
    state, k = State.IDLE, 0
    while state is not State.DONE and k < n:
        if state is State.IDLE:
            state = State.BUSY
        elif state == State.BUSY and k > 3:
            state = State.DONE
        k += 1
    return state, k


@programs.staged(*EACH)
def a_state_in_a_python_loop(x):
    """A method steps an enum state in a Python loop by a tensor condition."""
    state = State.IDLE
    for _ in range(3):
        if x > 0:
            state = state.after()
    return state


@programs.staged(*EACH)
def a_state_in_a_dataclass(x):
    """An enum state in a mutable dataclass, stepped in a `while` loop."""
    machine = Machine(State.IDLE)
    while machine.state is not State.DONE:
        machine.state = machine.state.after() if x < 9 else State.DONE
        machine.steps += 1
    return machine


@programs.staged(*EACH)
def a_state_in_a_frozen_dataclass(x):
    """A frozen dataclass with an enum member is replaced in a branch."""
    fixed = Fixed(State.IDLE)
    if x > 0:
        fixed = Fixed(State.BUSY, 2)
    return fixed, fixed.state is State.BUSY


@programs.staged(*EACH)
def a_state_of_an_object(x):
    """An enum state as an attribute that a method sets in a branch."""
    own = Own().step(x)
    return own.state, own.state is State.BUSY


@programs.staged(*EACH)
def none_on_a_path(x):
    """A variable that is None or one of two enum members is compared."""
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


@programs.staged(*EACH)
def not_assigned_on_a_path(x):
    """An enum variable unassigned on one path raises UnboundLocalError."""
    if x > 0:
        s = State.IDLE
    return s.value


@programs.staged(*EACH)
def in_lists(x):
    """A list of enum states appended to in a dynamic loop."""
    seen, state = [], State.IDLE
    while state is not State.DONE:
        seen.append(state)
        state = state.after() if x > 0 else State.DONE
    return len(seen), seen[-1], seen[0].name


@programs.staged(*EACH)
def in_a_recursion(x):
    """A recursive function passes an enum state to itself."""

    def down(n, s):
        return s if n <= 0 else down(n - 1, s.after())

    return down(x, State.IDLE)


@programs.staged(*EACH)
def shown(x):
    """A dynamic enum member in f-strings, `str`, `repr`, `%` and `format`."""
    s = State.IDLE if x > 0 else State.BUSY
    return f"{s} {s!r} {s.name:>6}", str(s), repr(s), "%s" % s, "{}".format(s), f"{[s]}"


@programs.staged(*EACH)
def raised(x):
    """A dynamic enum member as the argument of an exception."""
    raise ValueError(State.IDLE if x > 0 else State.BUSY)


@programs.staged(*EACH)
def of_one_member(x):
    """An enum with one member, or None, compared by `is` and `==`."""
    s = None
    if x > 0:
        s = Alone.ONE
    return s is Alone.ONE, s == Alone.ONE, Alone.ONE != s, s is not Alone.ONE, s


@programs.staged(*EACH)
def a_comprehension(x):
    """A comprehension over an enum class excludes a dynamic member."""
    s = State.IDLE if x > 0 else State.BUSY
    return [each.value for each in State if each is not s]


@programs.staged(
    (Fixed(State.IDLE), T(3)), (Fixed(State.BUSY), T(3)), (Fixed(State.DONE), T(-3))
)
def of_the_callers(fixed, x):
    """A frozen dataclass with an enum member as an argument, replaced in a loop."""
    while fixed.state is not State.DONE and x > 0:
        fixed = Fixed(fixed.state.after(), fixed.n + 1)
    return fixed


@programs.staged(*EACH[:2])
def of_two_enumerations(x):
    """A member of one of two enum classes cannot be staged."""
    return State.IDLE if x > 0 else Level.LOW


@programs.staged(*EACH[:2])
def a_number_on_a_path(x):
    """An enum member or an int, by a branch, cannot be staged."""
    return State.IDLE if x > 0 else 3


@programs.staged(*EACH[:2])
def a_member_or_a_number(x):
    """A dynamic enum member or an int cannot be staged."""
    state = State.IDLE if x > 0 else State.BUSY
    return state if x < 2 else 1


@programs.staged(*EACH[:2])
def a_member_or_one_of_another_class(x):
    """A dynamic enum member or one of another enum cannot be staged."""
    state = State.IDLE if x > 0 else State.BUSY
    return state if x < 2 else Level.LOW


@programs.staged(*EACH[:2])
def a_member_or_a_function(x):
    """A dynamic enum member or a dynamic function cannot be staged."""
    state = State.IDLE if x > 0 else State.BUSY
    act = abs if x > 1 else max
    return (state if x < 2 else act) is state


@programs.staged(*EACH[:2])
def a_member_that_becomes_a_number(x):
    """A loop variable that turns from enum member to int cannot be staged."""
    state = State.IDLE if x > 0 else State.BUSY
    while x > 0:
        x -= 1
        state = 1
    return state == 1


@programs.staged(*EACH[:2])
def a_member_or_a_tuple(x):
    """A dynamic enum member or a tuple cannot be staged."""
    state = State.IDLE if x > 0 else State.BUSY
    return (state if x < 2 else (1,)) == (1,)


@programs.staged(*EACH[:2])
def members_that_are_text(x):
    """A StrEnum member selected at run time cannot be staged."""
    return Shade.RED if x > 0 else Shade.BLUE


@programs.staged(*EACH[:2])
def members_that_are_flags(x):
    """A Flag member selected at run time cannot be staged."""
    return Right.READ if x > 0 else Right.WRITE


@programs.staged(*EACH[:2])
def members_with_an_order(x):
    """`<` of dynamic enum members with their own `__lt__` cannot be staged."""
    return (Ordered.FIRST if x > 0 else Ordered.SECOND) < Ordered.SECOND


@programs.staged(*EACH[:2])
def members_with_a_truth(x):
    """Truth of a dynamic enum member with its own `__bool__` cannot be staged."""
    return 1 if (Empty.NONE if x > 0 else Empty.SOME) else 2


@programs.staged(*EACH[:2])
def hashed(x):
    """`hash` of an enum member selected at run time cannot be staged."""
    return hash(State.IDLE if x > 0 else State.BUSY)


@programs.staged(([1], T(3)))
def left_in_the_callers_list(items, x):
    """A dynamic enum member appended to the caller's list cannot be staged."""
    items.append(State.IDLE if x > 0 else State.BUSY)
    return len(items)


@programs.falls(T(1), T(-1))
def an_attribute_of_a_member_that_is_chosen(x):
    """An attribute is assigned on an enum member selected at run time."""
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


@programs.staged(*EACH)
def attributes_of_any_name(x):
    """Attributes, a property and a method of a dynamic enum member with a tuple."""
    cell = Cell.LEFT
    if x > 0:
        cell = Cell.RIGHT
    return cell.index, cell.number, cell.each(), hasattr(cell, "enumeration")


@programs.falls(*EACH)
def text_that_a_library_makes(x):
    """`reprlib.repr` of an enum member selected at run time cannot be staged."""
    cell = Cell.LEFT
    if x > 0:
        cell = Cell.RIGHT
    return reprlib.repr(cell)


OF_NUMPY = (np.array([1, 2]), np.array(2), np.int64(2), np.array([]), T([1, 2]))


@programs.staged(*OF_NUMPY)
def compared_with_what_is_of_numpy(x):
    """NumPy arrays, scalars and tensors compared with enum members."""
    state = State.BUSY if x.sum() > 2 else State.IDLE
    same = x == State.BUSY, State.BUSY != x, x == state, state != x, x * 2 == State.DONE
    return same, isinstance(same[0], np.ndarray), f"{same[2]}", x == len


@programs.staged(*OF_NUMPY[1:3], T([1, 2]))
def looked_for_among_members(x):
    """`in` a tuple or list of enum members and None, for NumPy scalars."""
    members = [State.IDLE, None]
    return x in (State.BUSY, None), State.DONE in [x, None], x not in members


@programs.staged(np.array([1, 2]), np.array([]))
def elements_looked_for_among_members(x):
    """`in` a tuple of an enum member and None, for an array, cannot be staged."""
    return x in (State.BUSY, None)


# -- IntEnum


class State2(enum.Enum):
    IDLE = "idle"


class Few(enum.IntEnum):
    NONE = 0
    ONE = 1


class Weight(enum.IntEnum):
    LIGHT = -1
    HEAVY = 7

    def doubled(self):
        return self * 2

    @property
    def is_heavy(self):
        return self > 0


@programs.staged(*EACH)
def members_that_are_numbers(x):
    """`name`, `value` and `type` of an IntEnum member selected at run time."""
    level = Level.LOW if x > 0 else Level.HIGH
    return level, level.name, level.value, type(level) is Level


@programs.staged(*EACH)
def numbers_compared(x):
    """A selected IntEnum member is compared with members, numbers and text."""
    level = Level.LOW if x > 0 else Level.HIGH
    other = Level.HIGH if x > 2 else Level.LOW
    same = level == other, level is other, level != other, level is not Level.LOW
    told = level == 1, 4 == level, level != 4, level == "LOW", level == None, level == x
    order = level < 3, level >= Level.HIGH, x < level, other > level, 2.5 <= level
    return same, told, order, level == State2.IDLE, level == Few.ONE, level is Few.ONE


@programs.staged(*EACH)
def numbers_computed(x):
    """Arithmetic and bitwise operators of a selected IntEnum member."""
    level = Level.LOW if x > 0 else Level.HIGH
    other = Level.HIGH if x > 2 else Level.LOW
    n = int(x)
    by = level + 1, 1 - level, level * other, level / 2, 7 // level, 7 % level
    bits = level & 5, 2 | level, level ^ other, level << 2, 64 >> level, ~level
    of = x * level, level + x, n - level, level**2, 2**level, level * 1.5, level * True
    return by, bits, of, -level, +level, abs(level), level + Level.LOW


@programs.staged(*EACH)
def numbers_changed_in_place(x):
    """`+=` and `-=` with a selected IntEnum member."""
    level = Level.LOW if x > 0 else Level.HIGH
    total = 3
    total += level
    level -= 1
    return total, level


@programs.staged(*EACH)
def numbers_given_to_builtins(x):
    """`int`, `float`, `divmod`, `pow`, `sum` and others of an IntEnum member."""
    level = Level.LOW if x > 0 else Level.HIGH
    made = int(level), float(level), complex(level), bool(level), abs(level)
    more = divmod(9, level), pow(level, 2), round(level)
    return made, more, sum([level, level]), isinstance(level, int), not level


@programs.staged(*EACH)
def a_number_that_decides(x):
    """The truth of a selected IntEnum member in `if`, `while`, `or` and `and`."""
    few = Few.NONE if x > 0 else Few.ONE
    seen = []
    if few:
        seen.append(1)
    while few:
        few = Few.NONE
        seen.append(2)
    return seen, 1 if few else 2, few or Few.ONE, few and Few.ONE


@programs.staged(*EACH)
def a_number_as_an_index(x):
    """A selected IntEnum member as index, slice bound and `range` argument."""
    level = Level.LOW if x > 0 else Level.HIGH
    items = [10, 20, 30, 40, 50]
    items[level] += 1
    total = 0
    for k in range(level):
        total += k
    return items[level], items[:level], total


@programs.staged(*EACH)
def a_number_looked_for(x):
    """A selected IntEnum member as dict key and in membership tests."""
    level = Level.LOW if x > 0 else Level.HIGH
    table = {Level.LOW: 10, 4: 40, "LOW": 0}
    found = table[level], table.get(level, 0), level in table, {2: 1}.get(level, -1)
    kept = level in (1, 2), level in [Level.HIGH, 7], level in {4, 9}
    return found, kept, (level, 2) == (1, 2), [level] == [4]


@programs.staged(*EACH)
def a_number_that_is_missing(x):
    """A selected IntEnum member as a dict key may raise KeyError."""
    return {1: 10}[Level.LOW if x > 0 else Level.HIGH]


@programs.staged(*EACH)
def a_number_matched(x):
    """A selected IntEnum member meets a literal and a value pattern."""
    match Level.LOW if x > 0 else Level.HIGH:
        case 4:
            return "four"
        case Level.LOW:
            return "low"


@programs.staged(*EACH)
def a_number_of_a_class(x):
    """A selected IntEnum member matches no class pattern of other classes."""
    match Level.LOW if x > 0 else Level.HIGH:
        case State2() | str():
            return 1
        case _:
            return 2


@programs.staged(*EACH)
def a_number_shown(x):
    """`str`, `repr` and f-strings of a selected IntEnum member."""
    level = Level.LOW if x > 0 else Level.HIGH
    return f"{level} {level!r} {level:>4}", str(level), repr(level), f"{[level]}"


@programs.staged(*EACH)
def numbers_in_a_loop(x):
    """A loop-carried IntEnum member alternates and is added up."""
    level, total = Level.LOW, 0
    while total < x:
        total += level
        level = Level.HIGH if level is Level.LOW else Level.LOW
    return level, total


@programs.staged(*EACH)
def a_known_number_or_none(x):
    """One IntEnum member or None, compared by `is` and `==`."""
    level = None
    if x > 0:
        level = Level.LOW
    return level, level is Level.LOW, level == 1, 4 != level


@programs.staged(*EACH)
def a_class_that_is_asked(x):
    """`__class__` and `isinstance` of a selected IntEnum member."""
    level = Level.LOW if x > 0 else Level.HIGH
    return (
        level.__class__ is Level,
        isinstance(level, (str, int)),
        isinstance(level, enum.IntEnum),
        isinstance(level, str),
    )


@ag.do_not_convert
def class_as_it_stands(value):
    return [isinstance(value, kind) for kind in (int, Level, str, enum.Enum)]


@programs.falls(*EACH)
def a_class_asked_by_code_that_runs_as_it_stands(x):
    """`isinstance` of a selected IntEnum member in a `do_not_convert` function."""
    return class_as_it_stands(Level.LOW if x > 0 else Level.HIGH)


@programs.staged(*EACH)
def a_number_or_none(x):
    """One of two IntEnum members or None, selected at run time."""
    level = None
    if x > 0:
        level = Level.LOW
    if x > 2:
        level = Level.HIGH
    return level, level is None, level == 4, level is Level.LOW


@programs.staged(*EACH)
def a_number_raised(x):
    """An exception is raised with a selected IntEnum member."""
    raise ValueError(Level.LOW if x > 0 else Level.HIGH)


@programs.staged(*EACH)
def a_number_with_methods(x):
    """A method and a property of a selected IntEnum member."""
    weight = Weight.LIGHT if x > 0 else Weight.HEAVY
    return weight.doubled(), weight.is_heavy, weight.doubled() + weight


@programs.staged(*EACH)
def numbers_divided_by_zero(x):
    """Division by a selected IntEnum member that may be zero."""
    few = Few.NONE if x > 0 else Few.ONE
    try:
        return 6 // few
    except ZeroDivisionError:
        return -1


@programs.staged(*EACH)
def no_meaning_for_text(x):
    """A selected IntEnum member plus a list raises TypeError."""
    level = Level.LOW if x > 0 else Level.HIGH
    try:
        return level + [1]
    except TypeError:
        return "none"


@programs.staged(*EACH)
def numbers_of_tensors(x):
    """Operators of a tensor and a selected IntEnum member."""
    level = Level.LOW if x > 0 else Level.HIGH
    xs = ag.constant([1.0, 2.0])
    return xs * level, level + xs, xs > level, level == xs


@programs.staged(*EACH[:2])
def a_number_hashed(x):
    """`hash()` of a selected IntEnum member cannot be staged."""
    return hash(Level.LOW if x > 0 else Level.HIGH)


@programs.staged(*EACH[:2])
def a_number_or_another(x):
    """One IntEnum member or a plain int, selected at run time, is not staged."""
    return Level.LOW if x > 0 else 4


@programs.staged(*EACH[:2])
def one_of_two_or_another(x):
    """One of two IntEnum members or a plain int cannot be staged."""
    level = Level.LOW if x > 0 else Level.HIGH
    return level if x < 2 else 4


@programs.staged(*EACH[:2])
def another_or_one_of_two(x):
    """`and` of a selected IntEnum member and a tensor cannot be staged."""
    level = Level.LOW if x > 0 else Level.HIGH
    return level and x


@programs.staged(*EACH[:2])
def a_number_of_its_class(x):
    """`case int(value)` of a selected IntEnum member cannot be staged."""
    match Level.LOW if x > 0 else Level.HIGH:
        case int(value):
            return value + 1


@programs.staged(*EACH[:2])
def a_number_in_a_range(x):
    """A selected IntEnum member `in` a range cannot be staged."""
    return (Level.LOW if x > 0 else Level.HIGH) in range(3)


@programs.staged(*EACH[:2])
def a_number_given_to_code_that_runs_as_it_stands(x):
    """`math.sqrt` of a selected IntEnum member cannot be staged."""
    return math.sqrt(Level.LOW if x > 0 else Level.HIGH)
