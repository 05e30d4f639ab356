"""How often the truth of an object is asked whose class tells it, with effects."""

# Programs under test are written as users write them.
# ruff: noqa: RUF021

from __future__ import annotations

import itertools

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
EACH = list(itertools.product((False, True), repeat=3))
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


class Told:
    def __init__(self, name, value, log):
        self.name, self.value, self.log = name, value, log

    def __bool__(self):
        self.log.append(self.name)
        return self.value

    def __lt__(self, other):
        return Told(self.name + other.name, self.value, self.log)


def three(values):
    log = []
    return log, *(Told(n, x, log) for n, x in zip("abc", values, strict=True))


def text_of(log, *results):
    shown = [x.name if isinstance(x, Told) else str(x) for x in results]
    return " ".join([*log, "|", *shown])


@rows.on(*EACH)
def of_values(*values):
    log, a, b, c = three(values)
    r = a and b or c
    s = (a or b) and c
    t = (a and b) and c or a
    u = (
        (a or b)
        or c
    )  # fmt: skip
    v = a and (b or c) and a
    w = (a and not b) or (c if b and a else b)
    return text_of(log, r, s, t, u, v, w)


@rows.on(*EACH)
def of_values_that_several_operators_ask(*values):
    log, a, b, c = three(values)
    r = (a and (b or c)) or a
    s = (a or (b and c)) and b
    t = ((a and (b or (c and a))) or b) and c
    u = (a and (b or c) and (c or a)) or (b and (a or c))
    v = (a and (b if c else (a or b))) or c
    w = not ((a and (b or c)) or b)
    x = (a and (
        b or c
    )) or a  # fmt: skip
    y = str((b and (c or a)) or c is a)
    return text_of(log, r, s, t, u, v, w, x, len(y) > 5)


@rows.on(*EACH)
def of_negated_values(*values):
    log, a, b, c = three(values)
    r = not (a and b)
    s = not (a or b) and c
    t = not not (a and b or c)
    u = not ((a or b) and c)
    v = not (a or (b and c))
    w = not a < b < c
    return text_of(log, r, s, t, u, v, w)


@rows.on(*EACH)
def in_tests(*values):
    log, a, b, c = three(values)
    r = 0
    if a < b < c:
        r += 1
    if not (a and b or c):
        r += 2
    elif not (a < b < c and c):
        r += 4
    r += 8 if (a and b if c else a or b) else 0
    while r < 99 and (a or b < c < a):
        r += 100
    return text_of(log, r, [x for x in (1, 2) if a < b < c or c])


@rows.on(*EACH)
def in_guards(*values):
    log, a, b, c = three(values)
    r = 0
    match values[0]:
        case True if a < c < b:
            r = 3
        case _ if a and b or c:
            r = 4
    return text_of(log, r)


@rows.on(*EACH)
def beside_names_that_are_bound(*values):
    log, a, b, c = three(values)
    r = 0
    if a < b < (x := c):
        r += 1
    if a and (y := b) or c:
        r += 2
    r += not (a and (x := b))
    while r < 99 and ((y := a) and b):
        r += 100
    match r:
        case 1 if a and (y := b or c) and c:
            r = 3
    return text_of(log, r)


@rows.on(*EACH)
def beside_names_that_nothing_reads(*values):
    log, a, b, c = three(values)
    r = sum(1 for x in (1, 2) if (y := a or b))
    s = any(True for x in (1, 2) if (z := a < b < c))
    t = [1 for x in (1, 2) if a if (u := (a and b) or c)]
    v = [1 if (w := a and b) else 2 for x in (1, 2)]
    return text_of(log, r, s, t, v)


class Counted:
    def __init__(self, value):
        self.value, self.n = value, 0

    def __bool__(self):
        self.n += 1
        return self.value


@rows.on(T(0), T(2), T(4))
def beside_conditions_of_the_run(x):
    a, b = Counted(False), Counted(True)
    r = not (a and x > 1)
    s = not (x > 1 and b)
    t = (a and x > 1) or x > 3
    u = 1
    if (b and x > 1) or a:
        u = 2
    v = (b and (x > 1 or x < -1)) or x > 3
    return r, s, u, bool(t), v, a.n, b.n
