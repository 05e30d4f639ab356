"""The promise, for objects that staged code makes, changes and gives up again."""

# Programs under test are written as users write them.

import weakref

import autograph as ag
from autograph.testing import check
from tests.autograph.testing.rows import Rows

T = ag.constant
BOTH = ((T(3.0), T(0.0)), (T(3.0), T(1.0)), (T(-3.0), T(1.0)))
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


class Box:
    pass


class Node:
    def __init__(self, value, following):
        self.value, self.following = value, following


@rows.on(
    (T([1.0, 2.0, 10.0, 11.0]), [T(0.0), T(5.0)]), (T([3.0, 3.0]), [T(3.0), T(9.0)])
)
def means(points, centers):
    for _ in range(5):
        sums = [0.0 * centers[0], 0.0 * centers[1]]
        counts = [0, 0]
        for point in points:
            if abs(point - centers[0]) <= abs(point - centers[1]):
                sums[0] += point
                counts[0] += 1
            else:
                sums[1] += point
                counts[1] += 1
        new = [sums[0] / max(counts[0], 1), sums[1] / max(counts[1], 1)]
        if all(abs(a - b) < 1e-4 for a, b in zip(new, centers, strict=True)):
            return new, counts
        centers = new
    return centers, counts


@rows.on(*BOTH)
def object_in_a_loop_with_a_return(x, y):
    for _ in range(2):
        box = Box()
        box.items = [x * 2, y * 2]
        if x > 1:
            box.items[0] += 1
        else:
            box.items[1] += 1
        z = box.items[0]
        if y > 0:
            return z
    return z - 1


@rows.on(*BOTH)
def object_in_a_branch(x, y):
    z = x
    if x > 1:
        box = Box()
        box.items = [x * 2, y * 2]
        if y > 0:
            box.items[0] += 1
            box.n = 1
        else:
            box.items[1] += 1
            box.n = 2
        z = box.items[0] + box.n
    return z


@rows.on(*BOTH)
def object_of_a_function_called_in_a_loop(x, y):
    def step(x):
        box = Box()
        box.items = [x * 2, y * 2]
        if y > 0:
            box.items[0] += 1
            box.n = 1
        else:
            box.items[1] += 1
            box.n = 2
        if x > 1:
            return box.items[0] + box.n
        box.items[1] = 5.0
        return box.items[1]

    while x < 10:
        x = step(x) + 1
    return x


@rows.on(*BOTH)
def objects_that_refer_to_each_other(x, y):
    z = x
    if x > 0:
        node = Node(x, Node(y, None))
        node.following.following = node
        if y > 0:
            node.following.value += 1
        else:
            node.value += 1
        if x > 2:
            node.following.following.value += 1
        z = node.value + node.following.value
    return z


@rows.on(*BOTH)
def list_kept_by_an_attribute(x, y):
    box = Box()
    box.items = [x]
    if x > 0:
        items = [x * 2]
        if y > 0:
            items[0] += 1
        box.items = items
    return box.items


@rows.on(*BOTH)
def list_kept_by_a_dict_before_it_changes(x, y):
    held = {"items": [x]}
    if x > 0:
        items = [x * 2]
        held["items"] = items
        if y > 0:
            items[0] += 1
    return held


@rows.on(*BOTH)
def object_that_is_left_where_the_other_path_raises(x, y):
    if x > 0:
        box = Box()
        box.value = x * 2
        if y > 0:
            box.value += 1
    else:
        raise ValueError("negative")
    return box.value


@rows.on((T(3), T(1.0)), (T(0), T(1.0)), (T(1), T(1.0)))
def list_returned_out_of_two_loops(n, x):
    for i in ag.range(n):
        for j in ag.range(n):
            if i + j > 1:
                return [x]
            else:  # what is assigned on this path alone
                x = x + 1
    return [x]


@rows.on((T(3), T(3.0)), (T(0), T(3.0)), (T(3), T(-3.0)))
def list_changed_by_a_try_in_a_loop_in_a_loop(n, x):
    for i in ag.range(n):
        held = {"b": [x]}
        for _ in ag.range(2):
            try:
                if x > 0:
                    raise ValueError
                held["b"][0] = x + i
            except ValueError:
                held["b"][0], x = x - 5, x - 2
        x += held["b"][0]
    return x


class Weak:
    pass


def kept_in_weak_references(n):
    kept = weakref.WeakKeyDictionary()
    total = 0
    for i in ag.range(n):
        box = Weak()
        kept[box] = box
        box.x = i
        box.x += total
        total += box.x
    return total


def test_what_a_loop_makes_and_something_else_holds_is_refused():
    found = check(kept_in_weak_references, T(3))
    assert found.staged.error.message.startswith("a WeakKeyDictionary that was made ")
    assert "is changed under a condition, in a loop" in found.staged.error.message
    assert __file__ in str(found.staged.error)


@rows.on((T(3), T(3.0)), (T(0), T(3.0)))
def object_that_a_recursive_function_holds(n, x):
    for i in ag.range(n):
        box = Box()
        box.value = x

        def add(k, box=box):
            if k > 0:
                box.value += k
                add(k - 1)

        add(3)
        x = box.value + i
    return x


@rows.on((T(3.0),), (T(0.0),))
def variable_of_a_body_in_a_handler(x):
    a = x
    try:
        if x:
            n = T(3)
            while n:
                try:
                    assert a, "a"
                except ZeroDivisionError:
                    return T(-1.0)
                else:
                    break
                finally:
                    a = T(5.0)
    except ValueError:
        pass
    return a


@rows.on((T(2), T(1)), (T(2), T(0)), (T(0), T(1)))
def loop_variable_that_a_handler_updates(n, x):
    seen = T(0)
    try:
        for i in range(n):
            try:
                i += 7
                assert seen
            except AssertionError:
                assert x
                i //= 2
            finally:
                seen = i
    except AssertionError:
        seen = T(-1)
    return seen


@rows.on((T(3.0),), (T(0.0),))
def object_that_the_context_of_an_exception_reached(x):
    no_class = 0
    try:
        if x > 1:
            pass
        else:
            try:
                box = Box()
                box.value = x
                box.missing
            except no_class:
                pass
    except ZeroDivisionError:
        x = x + 1
    return x


BY_SIGN = tuple((T(a), T(b)) for a in (2, -2) for b in (3, -3))


@rows.on(*BY_SIGN)
def list_in_a_list_that_is_filtered_on_one_path(a, b):
    table = [[a]]
    if a > 0:
        table.append([a**2])
        if b > 0:
            n = len([row for row in table if row])
        else:
            n = 0
            table[1].append(b + n)
    return table


@rows.on(*BY_SIGN)
def list_in_a_list_that_is_copied_on_one_path(a, b):
    table = [[a]]
    if a > 0:
        table.append([a**2])
        if b > 0:
            kept = [row for row in table]  # noqa: C416
            kept.append(b)
            n = len(kept)
        else:
            n = b
            table[1].append(b)
        table[1].append(n)
    return table


@rows.on((T(2), T(3)), (T(2), T(-3)), (T(-2), T(3)))
def list_in_a_list_that_a_recursive_function_asks(a, b):
    table = [[False]]

    def depth(k):
        if k <= 0:
            return len([row for row in table if row])
        return depth(k - 1) + max(map(len, table), default=0)

    table[-1] = [str(a) in str(table)]
    if b > 0:
        table[0].append(depth(b) > a)
    return table
