"""Members of an `IntEnum` that the run chooses: members, and numbers."""

from __future__ import annotations

import enum
import math

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
EACH = tuple(map(T, (-1, 0, 1, 2, 5, 9)))
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


test_what_cannot_be_chosen_is_refused = refused.refusal_test()


class State(enum.Enum):
    IDLE = "idle"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 4


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


@rows.on(*EACH)
def members_that_are_numbers(x):
    level = Level.LOW if x > 0 else Level.HIGH
    return level, level.name, level.value, type(level) is Level


@rows.on(*EACH)
def numbers_compared(x):
    level = Level.LOW if x > 0 else Level.HIGH
    other = Level.HIGH if x > 2 else Level.LOW
    same = level == other, level is other, level != other, level is not Level.LOW
    told = level == 1, 4 == level, level != 4, level == "LOW", level == None, level == x
    order = level < 3, level >= Level.HIGH, x < level, other > level, 2.5 <= level
    return same, told, order, level == State.IDLE, level == Few.ONE, level is Few.ONE


@rows.on(*EACH)
def numbers_computed(x):
    level = Level.LOW if x > 0 else Level.HIGH
    other = Level.HIGH if x > 2 else Level.LOW
    n = int(x)
    by = level + 1, 1 - level, level * other, level / 2, 7 // level, 7 % level
    bits = level & 5, 2 | level, level ^ other, level << 2, 64 >> level, ~level
    of = x * level, level + x, n - level, level**2, 2**level, level * 1.5, level * True
    return by, bits, of, -level, +level, abs(level), level + Level.LOW


@rows.on(*EACH)
def numbers_changed_in_place(x):
    level = Level.LOW if x > 0 else Level.HIGH
    total = 3
    total += level
    level -= 1
    return total, level


@rows.on(*EACH)
def numbers_given_to_builtins(x):
    level = Level.LOW if x > 0 else Level.HIGH
    made = int(level), float(level), complex(level), bool(level), abs(level)
    more = divmod(9, level), pow(level, 2), round(level)
    return made, more, sum([level, level]), isinstance(level, int), not level


@rows.on(*EACH)
def a_number_that_decides(x):
    few = Few.NONE if x > 0 else Few.ONE
    seen = []
    if few:
        seen.append(1)
    while few:
        few = Few.NONE
        seen.append(2)
    return seen, 1 if few else 2, few or Few.ONE, few and Few.ONE


@rows.on(*EACH)
def a_number_as_an_index(x):
    level = Level.LOW if x > 0 else Level.HIGH
    items = [10, 20, 30, 40, 50]
    items[level] += 1
    total = 0
    for k in range(level):
        total += k
    return items[level], items[:level], total


@rows.on(*EACH)
def a_number_looked_for(x):
    level = Level.LOW if x > 0 else Level.HIGH
    table = {Level.LOW: 10, 4: 40, "LOW": 0}
    found = table[level], table.get(level, 0), level in table, {2: 1}.get(level, -1)
    kept = level in (1, 2), level in [Level.HIGH, 7], level in {4, 9}
    return found, kept, (level, 2) == (1, 2), [level] == [4]


@rows.on(*EACH)
def a_number_that_is_missing(x):
    return {1: 10}[Level.LOW if x > 0 else Level.HIGH]


@rows.on(*EACH)
def a_number_matched(x):
    match Level.LOW if x > 0 else Level.HIGH:
        case 4:
            return "four"
        case Level.LOW:
            return "low"


@rows.on(*EACH)
def a_number_of_a_class(x):
    match Level.LOW if x > 0 else Level.HIGH:
        case State() | str():
            return 1
        case _:
            return 2


@rows.on(*EACH)
def a_number_shown(x):
    level = Level.LOW if x > 0 else Level.HIGH
    return f"{level} {level!r} {level:>4}", str(level), repr(level), f"{[level]}"


@rows.on(*EACH)
def numbers_in_a_loop(x):
    level, total = Level.LOW, 0
    while total < x:
        total += level
        level = Level.HIGH if level is Level.LOW else Level.LOW
    return level, total


@rows.on(*EACH)
def a_known_number_or_none(x):
    level = None
    if x > 0:
        level = Level.LOW
    return level, level is Level.LOW, level == 1, 4 != level


@rows.on(*EACH)
def a_class_that_is_asked(x):
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


@rows.on(*EACH)
def a_class_asked_by_code_that_runs_as_it_stands(x):
    return class_as_it_stands(Level.LOW if x > 0 else Level.HIGH)


@rows.on(*EACH)
def a_number_or_none(x):
    level = None
    if x > 0:
        level = Level.LOW
    if x > 2:
        level = Level.HIGH
    return level, level is None, level == 4, level is Level.LOW


@rows.on(*EACH)
def a_number_raised(x):
    raise ValueError(Level.LOW if x > 0 else Level.HIGH)


@rows.on(*EACH)
def a_number_with_methods(x):
    weight = Weight.LIGHT if x > 0 else Weight.HEAVY
    return weight.doubled(), weight.is_heavy, weight.doubled() + weight


@rows.on(*EACH)
def numbers_divided_by_zero(x):
    few = Few.NONE if x > 0 else Few.ONE
    try:
        return 6 // few
    except ZeroDivisionError:
        return -1


@rows.on(*EACH)
def no_meaning_for_text(x):
    level = Level.LOW if x > 0 else Level.HIGH
    try:
        return level + [1]
    except TypeError:
        return "none"


@rows.on(*EACH)
def numbers_of_tensors(x):
    level = Level.LOW if x > 0 else Level.HIGH
    xs = ag.constant([1.0, 2.0])
    return xs * level, level + xs, xs > level, level == xs


@refused.on(*EACH[:2])
def a_number_hashed(x):
    return hash(Level.LOW if x > 0 else Level.HIGH)


@refused.on(*EACH[:2])
def a_number_or_another(x):
    return Level.LOW if x > 0 else 4


@refused.on(*EACH[:2])
def one_of_two_or_another(x):
    level = Level.LOW if x > 0 else Level.HIGH
    return level if x < 2 else 4


@refused.on(*EACH[:2])
def another_or_one_of_two(x):
    level = Level.LOW if x > 0 else Level.HIGH
    return level and x


@refused.on(*EACH[:2])
def a_number_of_its_class(x):
    match Level.LOW if x > 0 else Level.HIGH:
        case int(value):
            return value + 1


@refused.on(*EACH[:2])
def a_number_in_a_range(x):
    return (Level.LOW if x > 0 else Level.HIGH) in range(3)


@refused.on(*EACH[:2])
def a_number_given_to_code_that_runs_as_it_stands(x):
    return math.sqrt(Level.LOW if x > 0 else Level.HIGH)
