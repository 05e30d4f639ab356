"""What a loop goes on changing is returned from inside it."""

# Programs under test are written as users write them.

from __future__ import annotations

import dataclasses

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
EACH = tuple(map(T, ([1, 2, -3, 4], [1, 2, 8, 9], [-1, 2], [8, -1, 9], [7, 7])))
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(*EACH)
def a_list(a):
    out = []
    for v in a:
        if v < 0:
            return out
        out.append(v)
    return out


@rows.on(*EACH)
def a_list_that_changes_afterwards(a):
    out = []
    for v in a:
        if v < 0:
            return out
        out += [v]
    out.append(T(99))
    return out


@rows.on(*EACH)
def a_list_among_others(a):
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


@rows.on(*EACH)
def a_list_or_none(a):
    out = []
    for v in a:
        if v < 0:
            return out
        elif v == 8:
            return None
        out.append(v)


@rows.on(*EACH)
def a_list_with_what_was_last(a):
    out = []
    for v in a:
        if v < 0:
            return out, v
        out.append(v)
    else:
        return out, T(0)


@rows.on(*EACH)
def a_list_out_of_two_loops(a):
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


@rows.on(*EACH)
def one_of_lists(a):
    lists = [[T(0)], [T(5), T(6)]]
    for v in a:
        for row in lists:
            row.append(v)
            if v < 0:
                return row
    return lists[0]


@rows.on(*EACH)
def a_list_of_each_iteration(a):
    for v in a:
        out = [v]
        out.append(v + 1)
        if v < 0:
            return out
    return None


@rows.on(*EACH)
def a_list_that_is_bound_again(a):
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


@rows.on(*EACH)
def dicts(a):
    table = {"n": 0, "total": T(0)}
    for v in a:
        if v < 0:
            return table, {"seen": table}
        table["n"] += 1
        table["total"] += v
    return table, {"seen": None}


@rows.on(*EACH)
def dicts_with_keys_of_the_run(a):
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


@rows.on(*EACH)
def attributes(a):
    stack = Stack(0, [])
    for v in a:
        if v < 0:
            return stack.n, stack.items
        stack.push(v)
    stack.n = -1
    return stack.n, stack.items


@rows.on(*EACH)
def a_list_out_of_a_try_that_binds_it_again(a):
    out = []
    try:
        for v in a:
            if v < 0:
                return out
            out.append(v)
    finally:
        out = [T(7)]
    return out


@rows.on(*EACH)
def a_list_out_of_a_loop_that_raises(a):
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


@rows.on(*EACH)
def a_list_out_of_a_try_in_a_loop(a):
    out = []
    for v in a:
        try:
            if v < 0:
                return out
        finally:
            out.append(v)
    return out


@rows.on(*EACH)
def a_list_out_of_endless_loops(a):
    out = []
    i = 0
    while True:
        if i == len(a) or a[i] < 0:
            return out
        out.append(a[i])
        i += 1


@rows.on(*EACH)
def lists_of_functions(a):
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


@rows.on(*EACH)
def a_number_that_becomes_another_thing(a):
    for v in a:
        x = v
        x += 1
        if x < 0:
            return x
        x = (x, 1)
    return 7


@rows.on(T([1, 2, 5, 6]), T([1, 2]))
def changed_after_the_loop(xs):
    log = []
    for x in xs:
        if x > 3:
            return log
    log.append(4)
    return log


@rows.on(T([1, 2, 5, 6]), T([1, 2]))
def a_dict_changed_after_the_loop(xs):
    log = {}
    for x in xs:
        if x > 3:
            return log
    log["a"] = 4
    return log


@rows.on(T([1, 2, 5, 6]), T([1, 2]))
def an_item_changed_after_the_loops(xs):
    log = [1]
    for x in xs:
        for k in range(3):
            if x > k + 3:
                return log
        log.append(x)
    log[0] = 5
    return log


@rows.on(T(0), T(2), T(5))
def returned_in_a_try(n):
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


@rows.on(T(0), T(2), T(5))
def returned_in_a_handler(n):
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


@rows.on(T(0), T(2))
def the_name_of_a_handler_is_returned(n):
    error = None
    for i in range(n):
        try:
            if i == 1:
                raise ValueError("a")
        except ValueError as error:
            return error.args
    return error


NUMBERS = tuple(map(T, (0, 4, 9)))


@rows.on(*NUMBERS)
def a_list_and_the_place_in_a_try(n):
    out = []
    for i in range(n):
        try:
            out.append(10 // (3 - i))
            if i > 5:
                return i, out
        except ZeroDivisionError:
            return i, out
    return -1, out


@rows.on(*NUMBERS)
def a_list_and_places_of_two_loops_in_a_try(n):
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


@rows.on(*NUMBERS)
def a_list_and_what_the_try_computes(n):
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


@rows.on(*NUMBERS)
def a_list_and_what_changes_in_the_loop(n):
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


refused = Rows()
test_what_may_have_no_value_is_refused = refused.refusal_test()


@refused.on(*NUMBERS)
def a_list_and_what_may_have_no_value(n):
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


@refused.on(*NUMBERS)
def a_list_and_what_a_handler_takes_away(n):
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
