"""Recursive functions that change what their inner calls see, and put it back."""

from __future__ import annotations

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
NS = (T(3), T(1), T(0), T(2))
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_is_lost_with_an_exception_is_refused = refused.refusal_test()


@rows.on(*NS)
def a_variable(n):
    c = 0

    def go(k):
        nonlocal c
        if k == 0:
            return c
        c += 1
        r = go(k - 1)
        c -= 1
        return r

    return go(n), c


@rows.on(*NS)
def a_path(n):
    path, out = [], []

    def go(k):
        if k == 0:
            out.append(len(path))
            return 0
        path.append(k)
        r = go(k - 1) + path[-1]
        path.pop()
        return r

    return go(n), out, path


@rows.on(*NS)
def a_key_of_a_dict(n):
    d = {"a": 0}

    def go(k):
        if k == 0:
            return d["a"]
        d["a"] += 1
        r = go(k - 1)
        d["a"] -= 1
        return r

    return go(n), d


class Box:
    def __init__(self):
        self.depth = 0


@rows.on(*NS)
def an_attribute(n):
    box = Box()

    def go(k):
        if k == 0:
            return box.depth
        box.depth += 2
        r = go(k - 1)
        box.depth -= 2
        return r

    return go(n), box.depth


@rows.on(*NS)
def an_attribute_of_an_argument(n):
    def go(k, box):
        if k == 0:
            return box.depth
        box.depth += 2
        r = go(k - 1, box)
        box.depth -= 2
        return r

    return go(n, Box())


@rows.on(*NS)
def an_attribute_that_is_added(n):
    box = Box()

    def go(k):
        if k == 0:
            return box.depth
        box.more = k
        box.depth += box.more
        r = go(k - 1)
        box.depth = 0
        return r

    return go(n), box.depth


@rows.on(T(4), T(3), T(1))
def queens(n):
    columns = []
    count = 0

    def place(row):
        nonlocal count
        if row == n:
            count += 1
            return
        for column in range(4):
            is_free = column < n
            for r, c in enumerate(columns):
                if c == column or abs(c - column) == row - r:
                    is_free = False
            if is_free:
                columns.append(column)
                place(row + 1)
                columns.pop()

    place(n - n)
    return count


@rows.on(*NS)
def a_truth_value(n):
    flag = False

    def go(k):
        nonlocal flag
        if k == 0:
            return flag
        flag = not flag
        r = go(k - 1)
        flag = not flag
        return r

    return go(n)


@rows.on(*NS)
def text_tuples_and_none(n):
    s, t, u = "x", (), None

    def go(k):
        nonlocal s, t, u
        if k == 0:
            return len(s) + len(t) + (0 if u is None else 100)
        old = s, t, u
        s, t, u = s + "a", (*t, 1), k
        r = go(k - 1)
        s, t, u = old
        return r

    return go(n)


@rows.on(*NS)
def two_that_call_each_other(n):
    depth = [0]
    most = 0

    def even(k):
        nonlocal most
        most = max(most, depth[0])
        if k == 0:
            return 1
        depth[0] += 1
        r = odd(k - 1)
        depth[0] -= 1
        return r

    def odd(k):
        if k == 0:
            return 0
        depth[0] += 1
        r = even(k - 1)
        depth[0] -= 1
        return r

    return even(n), most


@rows.on(*NS)
def without_an_argument(n):
    done = []

    def go():
        if len(done) == n:
            return 1
        done.append(0)
        r = go()
        done.pop()
        return r + 1

    return go()


@rows.on(*NS)
def two_calls_with_a_change_between(n):
    c = 0

    def go(k):
        nonlocal c
        if k <= 0:
            return c
        c += 1
        left = go(k - 1)
        c += 10
        right = go(k - 2)
        c -= 11
        return left + right

    return go(n)


class Depth:
    def __init__(self):
        self.depth = self.most = 0

    def __enter__(self):
        self.depth += 1
        self.most = max(self.most, self.depth)

    def __exit__(self, *_):
        self.depth -= 1


@rows.on(*NS)
def a_manager(n):
    depth = Depth()

    def go(k):
        if k == 0:
            return depth.depth
        with depth:
            return go(k - 1)

    return go(n), depth.depth, depth.most


# -- Exceptions ------------------------------------------------------------------------


@rows.on(*NS)
def what_was_written_before_it_raises(n):
    total = 0

    def go(k):
        nonlocal total
        if k == 0:
            raise ValueError
        total += k
        go(k - 1)

    try:
        go(n)
    except ValueError:
        total += 100
    return total


@rows.on(*NS)
def what_finally_writes(n):
    calls, log = 0, []

    def go(k):
        nonlocal calls
        if k == 0:
            return
        try:
            go(k - 1)
        finally:
            calls += 1
            log.append(k)

    go(n)
    return calls, log


@rows.on(*NS)
def an_op_that_fails(n):
    total = 0

    def go(k):
        nonlocal total
        total += 1
        if k == 0:
            return 10 // (total - 3)
        return go(k - 1) + 1

    try:
        return go(n), total
    except ZeroDivisionError:
        return -1, total


@rows.on(T(3), T(6), T(7))
def raising_when_it_is_deep(n):
    seen = 0

    def go(k):
        nonlocal seen
        if k > 5:
            raise ValueError("deep")
        seen = k
        go(k + 1)

    try:
        go(n)
    except ValueError as error:
        return seen, str(error)


@refused.on(T(3))
def what_a_call_has_written_that_raises(n):
    c = [0]

    def go(k):
        c[0] += 1
        if k < 0:
            raise ValueError
        try:
            go(k - 2)
        except ValueError:
            return

    go(n)
    return c[0]


@refused.on(T(3))
def what_a_handler_writes_and_raises_again(n):  # it took two minutes
    log = []

    def go(k):
        try:
            log.append(k)
            if k >= n:
                raise KeyError(k)
            go(k + 1)
        except KeyError:
            log.append(-k)
            if k > 0:
                raise

    go(0)
    return log


@refused.on(T(3))
def what_finally_writes_after_an_exception(n):
    log = []

    def go(k):
        if k == 0:
            raise KeyError(k)
        log.append(k)
        try:
            go(k - 1)
        finally:
            log.append(-k)

    try:
        go(n)
    except KeyError:
        log.append(99)
    return log


@refused.on(T(2))
def written_by_what_never_returns(x):
    found = []

    def step(i):
        try:
            if i >= x:
                raise KeyError("deep")
            step(i + 1)
        finally:
            found.append(i)

    try:
        step(0)
    except KeyError:
        pass
    return found


@rows.on(T(0), T(2))
def raised_again_by_what_never_returns(x):
    def step(i):
        try:
            if i >= x:
                raise KeyError("deep")
            step(i + 1)
        except KeyError as error:
            raise KeyError(str(error) + "!")  # noqa: B904

    try:
        step(0)
    except KeyError as error:
        return str(error)
    return ""
