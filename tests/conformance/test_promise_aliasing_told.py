"""Changes of what may or may not have another name, where a condition tells."""

# Programs under test are written as users write them.

import heapq

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(T(3))
@rows.on(T(-3))
def list_with_two_names_in_a_branch(x):
    items = [1]
    kept = items
    if x > 0:
        items = [9]
    items.append(1)
    return (items, kept)


@rows.on(T(3))
@rows.on(T(-3))
def one_or_other(x):
    a = [1]
    b = [2]
    c = a if x > 0 else b
    c[0] = 5
    return (a, b, c)


@rows.on(T(3))
@rows.on(T(-3))
def one_or_other_write_old(x):
    a = [1]
    b = [2]
    c = a if x > 0 else b
    a[0] = 5
    return (a, b, c)


@rows.on(T(3))
@rows.on(T(-3))
def dicts(x):
    a = {"k": 1}
    b = a
    if x > 0:
        b = {"k": 2}
    b["k"] = 7
    return (a, b)


@rows.on(T(3))
@rows.on(T(-3))
def attr(x):

    class C:
        pass

    o = C()
    o.items = [1]
    m = o.items
    if x > 0:
        o.items = [2]
    o.items.append(3)
    return (o.items, m)


@rows.on(T(3))
@rows.on(T(-3))
def nested(x):
    a = [[1], [2]]
    m = a[0]
    if x > 0:
        a[0] = [5]
    a[0].append(3)
    return (a, m)


@rows.on(T(3))
@rows.on(T(-3))
def nested2(x):
    a = [[1], [2]]
    b = [[3], [4]]
    if x > 0:
        c = a
    else:
        c = b
    c[0][0] = 9
    return (a, b, c)


@rows.on(T(3))
@rows.on(T(-3))
def swap(x):
    a = [1]
    b = [2]
    if x > 0:
        a, b = (b, a)
    a[0] = 9
    return (a, b)


@rows.on(T(3))
@rows.on(T(-3))
def is_between_them(x):
    a = [1]
    b = a
    if x > 0:
        b = [1]
    if a is b:
        return 1
    return 2


@rows.on(T(3))
@rows.on(T(-3))
def callee(x):

    def g(l, x):
        if x > 0:
            l = [7]
        l[0] = 8
        return l

    l = [1]
    m = g(l, x)
    return (l, m)


@rows.on(T(3))
@rows.on(T(-3))
def callee_ret(x):

    def g(l, x):
        if x > 0:
            return l
        return [5]

    l = [1]
    m = g(l, x)
    m[0] = 3
    return (l, m)


@rows.on(T(3))
@rows.on(T(-3))
def added_to_in_place(x):
    items = [1]
    kept = items
    if x > 0:
        items = [9]
    items += [2]
    return (items, kept)


@rows.on(T(3))
@rows.on(T(-3))
def closure(x):
    items = [1]

    def get():
        return items

    kept = get()
    if x > 0:
        items = [3]
    items[0] = 4
    return (get(), kept)


@rows.on(T(3))
@rows.on(T(0))
def loop_swap(n):
    a = [n]
    b = [n + 1]
    while n > 0:
        a, b = (b, a)
        a[0] += 1
        n -= 1
    return (a, b)


@rows.on(T(3))
@rows.on(T(0))
def changed_in_a_loop_by_a_function_that_runs_as_it_stands(x):
    heap, other = [0], [0]
    if x > 0:
        other = heap
    while x > 0:
        heapq.heapreplace(heap, x)
        x -= 1
    return other


class Queue:
    def __init__(self, items):
        self.items = items


@rows.on(T(3), T(0))
def list_in_an_object_made_on_one_path(x):
    items = queue = None
    if x > 0:
        items = [x]
        queue = Queue(items)
    if x > 0:
        queue.items.append(7)
        return items
    return [0]


@rows.on(T(3), T(0))
def list_in_one_of_two_new_objects(x):
    if x > 0:
        items = [x]
        queue = other = Queue(items)
    else:
        items = [1]
        queue, other = Queue(items), Queue([2])
    items.append(5)
    return queue.items, other.items


@rows.on(T(3), T(0))
def list_in_a_new_object_on_one_path(x):
    if x > 0:
        items = [x]
        queue = Queue(items)
    else:
        items = [1]
        queue = Queue([2])
    items.append(5)
    queue.items.append(6)
    return queue.items, items


@rows.on(T(3), T(0))
def forgotten_on_one_path(x):
    a, b = [1], [2]
    one = a if x > 0 else b
    a = b = None
    one.append(1)
    other = one if x > 1 else [3]
    other.append(2)
    return one, other
