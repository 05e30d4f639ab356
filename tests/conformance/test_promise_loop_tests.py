"""Tests of loops that change what is there: lists, attributes, names of functions."""

from __future__ import annotations

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
EACH = tuple(map(T, (0, 1, 2, 3, 5, 10)))
rows, leaving = Rows(), Rows(leave_tensors=True)
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_is_left_is_warned_of = leaving.test()
count = 0


class Counter:
    def __init__(self):
        self.n = 0

    def more(self, x):
        self.n += 1
        return self.n < x

    @property
    def next(self):
        self.n += 1
        return self.n


@rows.on(*EACH)
def a_name_of_the_function(x):
    c = 0

    def up(k=1):
        nonlocal c
        c += k
        return c

    while up() < x:
        up(2)
    return c


@rows.on(*EACH)
def a_name_in_the_second_operand(x):
    c, n = 0, 5

    def up():
        nonlocal c
        c += 1
        return c

    while n > 0 and up() < x:
        n -= 1
    return c, n


@rows.on(*EACH)
def a_name_behind_a_condition(x):
    c = 0

    def up():
        nonlocal c
        c += 1
        return c

    while x > 0 and up() < 9:
        x -= 1
    return c, x


@leaving.on(*EACH)
def a_global(x):
    global count
    count = 0

    def up():
        global count
        count += 1
        return count < x

    while up():
        pass
    return count


@rows.on(*EACH)
def a_list_that_grows(n):
    items = [1]
    while items.append(len(items)) or len(items) < n:
        pass
    return len(items), items[-1]


@rows.on(*EACH)
def a_list_that_shrinks(x):
    items = [1, 2, 3, 4]
    while items.pop() > x:
        items += [x] if len(items) < 2 else []
        x += 1
    return len(items), x


@rows.on(([T(1), T(9), T(4)],), ([T(2)],))
def a_list_of_the_callers(items):
    while (v := items.pop()) > 2:
        if v > 5:
            items.append(v - 1)
    return v


@rows.on(*EACH)
def an_attribute_with_else(x):
    box, k = Counter(), 0
    while box.more(x):
        k += box.n
        if k > 20:
            break
    else:
        k = -k
    return k, box.n


@rows.on(*EACH)
def an_attribute_with_continue(x):
    box, k = Counter(), 0
    while box.more(x) and box.n != 7:
        if box.n % 2:
            continue
        k += box.n
    return k, box.n


@rows.on(*EACH)
def an_attribute_with_return(x):
    box, k = Counter(), 0
    while box.more(x):
        if box.n > 3:
            return -1, box.n
    return k, box.n


@rows.on(*EACH)
def a_property(x):
    box, k = Counter(), 0
    while box.next < x:
        k += box.n
    return k, box.n


@rows.on(*EACH)
def loops_in_loops(x):
    outer, total = Counter(), 0
    while outer.more(x):
        inner = Counter()
        while inner.more(outer.n):
            total += 1
    return total, outer.n


@rows.on(*EACH)
def an_attribute_that_becomes_a_float(x):
    box, k = Counter(), 0.5
    box.n = 0.5
    while box.more(x):
        k += box.n
    return k


@rows.on(*EACH)
def an_exception_of_the_body(x):
    box = Counter()
    try:
        while box.more(x):
            if box.n > 2:
                raise ValueError(f"at {box.n}")
    except ValueError as error:
        return str(error), box.n
    return "none", box.n


@rows.on(*EACH)
def an_exception_of_the_test(x):
    box = Counter()

    def more():
        if not box.more(x):
            raise StopIteration
        return box.n < 6

    try:
        while more():
            pass
    except StopIteration:
        box.n = -box.n
    return box.n


@rows.on(T(3), T(0))
def while_test_effect(n):
    log = [0]

    def t():
        log[0] += 1
        return log[0] < n

    while t():
        n -= 1
    return n, log[0]


@rows.on(T(3), T(0))
def while_test_pop(n):
    log = [3, 2, 1]
    while log.pop() < n:
        n -= 1
    return n, len(log)


# -- Iterators that the test advances: each time it is asked, and no more --------------

STARTS = [(T(3), T(0)), (T(3), T(1)), (T(-4), T(2))]


@rows.on(*STARTS)
def an_iterator_counted_by_a_generator(a1, a2):
    it = iter((a2 + a1, a1, a2))
    fuel = 3
    n = 0
    while fuel > 0 and (sum(1 for _ in it) + a2):
        fuel -= 1
        n += 1
        a2 = ag.maximum(ag.constant(3, ag.int32), a2)
    return n, a2


@rows.on(*STARTS)
def an_iterator_counted_beside_a_try(a1, a2):
    it = iter((a2 + a1, a1, a2))
    fuel = 3
    n = 0
    while fuel > 0 and (sum(1 for _ in it) + a2):
        fuel -= 1
        try:
            n += 1
        except KeyError:
            break
        a2 = ag.maximum(ag.constant(3, ag.int32), a2)
    return n, a2


@rows.on(*STARTS)
def an_iterator_counted_first(a1, a2):
    it = iter((a2 + a1, a1, a2))
    n = 0
    while (sum(1 for _ in it) + a2) > 0 and n < 3:
        n += 1
        a2 = ag.maximum(ag.constant(3, ag.int32), a2)
    return n, a2


@rows.on(*STARTS)
def an_iterator_listed(a1, a2):
    it = iter((a2 + a1, a1, a2))
    n = 0
    while (len(list(it)) + a2) > 0 and n < 3:
        n += 1
        a2 = ag.maximum(ag.constant(3, ag.int32), a2)
    return n, a2


@rows.on(*STARTS)
def an_iterator_next_or_none(a1, a2):
    it = iter([a2 + a1, a1, a2])
    n = 0
    while (next(it, 0) + a2) > 0 and n < 5:
        n += 1
        a2 = a2 - 1
    return n, a2


@rows.on(*STARTS)
def an_iterator_summed_by_a_generator(a1, a2):
    it = iter([a2 + a1, a1, a2])
    n = 0
    while (sum(x for x in it) + a2) > 0 and n < 5:
        n += 1
        a2 = a2 - 1
    return n, a2


@rows.on(*STARTS)
def an_iterator_looked_into(a1, a2):
    it = iter([a2 + a1, a1, a2])
    n = 0
    while (7 in it) + a2 < 3 and n < 5:
        n += 1
        a2 = a2 + 1
    return n, a2, list(it)


@rows.on(*STARTS)
def an_iterator_asked_for_any(a1, a2):
    it = iter([1, 2, 3, 4, 5, 6])
    n = 0
    while any(x > a2 for x in it) and n < 5:
        n += 1
        a2 = a2 + 1
    return n, a2, list(it)


class Holder:
    def __init__(self):
        self.it = iter([1, 2, 3])


@rows.on(*STARTS)
def an_iterator_held_by_an_object(a1, a2):
    h = Holder()
    n = 0
    while sum([x + 1 for x in h.it]) + a2 > 0 and n < 5:
        n += 1
        a2 = a2 - 1
    return n, a2


@rows.on(*STARTS)
def an_iterator_a_generator(a1, a2):
    g = (x * a1 for x in (1, 2, 3))
    n = 0
    while sum(g) + a2 > 0 and n < 5:
        n += 1
        a2 = a2 - 1
    return n, a2


@rows.on(*STARTS)
def an_iterator_an_enumeration(a1, a2):
    e = enumerate([a1, a2, 4])
    n = 0
    while len(dict(e)) + a2 > 0 and n < 5:
        n += 1
        a2 = a2 - 1
    return n, a2


@rows.on(*STARTS)
def an_iterator_a_map(a1, a2):
    e = map(lambda x: x + a1, [a1, a2, 4])  # noqa: C417
    n = 0
    while max(e, default=0) + a2 > 0 and n < 5:
        n += 1
        a2 = a2 - 1
    return n, a2
