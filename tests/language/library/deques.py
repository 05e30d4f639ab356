"""collections.deque of dynamic length."""

from __future__ import annotations

import collections
import copy
import functools
import itertools
from collections import deque

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Methods

T = ag.constant

COUNTS = [T(0), T(1), T(2), T(5)]

PLACES = [(T(n), T(k)) for n, k in ((3, 1), (5, 4), (5, -2), (5, -7), (5, 7), (0, 0))]


def filled(n):
    found = deque()
    for i in range(n):
        found.append(i * i - 3)
    return found


@programs.staged(
    *[(T(np.random.default_rng(k).random((6, 6)) < 0.3), T(k)) for k in range(3)]
)
def breadth_first(adjacent, start):
    """Breadth-first search of a graph with a deque of dynamic length as its queue."""
    distance = [-1] * 6
    distance[start] = 0
    queue = deque([start])
    order = []
    while queue:
        node = queue.popleft()
        order.append(node)
        for other in range(6):
            if adjacent[node, other] and distance[other] < 0:
                distance[other] = distance[node] + 1
                queue.append(other)
    return distance, order


@programs.staged(
    *[T(np.random.default_rng(k).integers(0, 3, (3, 3)) == 0) for k in range(4)],
    T(np.zeros((3, 3), bool)),
)
def breadth_first_on_a_grid(walls):
    """Breadth-first search of a grid with a deque of nested tuples."""
    visited = np.zeros((3, 3), bool)
    queue = deque([((0, 0), 0)])
    while queue:
        (row, column), distance = queue.popleft()
        if row == 2 and column == 2:
            return distance
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            i, j = row + down, column + right
            if 0 <= i < 3 and 0 <= j < 3:
                if not walls[i, j] and not visited[i, j]:
                    visited[i, j] = True
                    queue.append(((i, j), distance + 1))
    return -1


@programs.staged(
    T(np.arange(5.0)), T(np.arange(0.0)), T(np.arange(4, dtype=np.float32))
)
def window(xs):
    """Moving averages with a deque of `maxlen` 3 over a tensor."""
    last, sums = deque(maxlen=3), []
    for x in xs:
        last.append(x)
        sums.append(sum(last) / len(last))
    return sums, last


@programs.staged(T(np.arange(7.0)), T(np.array([3.0, 1, 2, 5, 0])), T(np.zeros(4)))
def largest_of_windows(xs):
    """Maxima of sliding windows by a monotonic deque of indices."""
    queue, found = deque(), []
    for i in range(len(xs)):
        while queue and xs[queue[-1]] <= xs[i]:
            queue.pop()
        queue.append(i)
        if queue[0] <= i - 3:
            queue.popleft()
        if i >= 2:
            found.append(xs[queue[0]])
    return found


@programs.staged(T(1), T(2), T(7), T(-2))
def josephus(n):
    """The Josephus problem by `rotate` and `popleft` of a deque."""
    circle = deque(range(1, 6))
    while len(circle) > 1:
        circle.rotate(-n)
        circle.popleft()
    return circle[0]


@programs.staged(*COUNTS)
def grown(n):
    """`append` and `appendleft` in a dynamic loop, with and without `maxlen`."""
    found = deque(maxlen=3)
    for i in range(n):
        found.append(i)
    left = deque([7, 8], maxlen=3)
    for i in range(n):
        left.appendleft(i)
    return filled(n), found, found.maxlen, left, len(filled(n))


@programs.staged(*COUNTS)
def popped(n):
    """`popleft` and `pop` raise IndexError where the deque is empty."""
    xs = filled(n)
    first = xs.popleft()
    return first, xs.pop(), xs, len(xs)


@programs.staged(*COUNTS)
def caught(n):
    """An IndexError of `popleft` or `pop` is caught; the deque is as it was left."""
    xs = filled(n)
    try:
        xs.popleft()
        xs.pop()
    except IndexError as error:
        return -1, str(error), xs
    return 1, "", xs


@programs.staged(*COUNTS)
def popped_until_empty(n):
    """`pop` in an endless loop until it breaks or raises IndexError."""
    xs, count = deque([1, 2]), 0
    try:
        while True:
            xs.pop()
            count += n
            if count > 7:
                break
    except IndexError:
        return count, xs
    return -count, xs


@programs.staged(*COUNTS)
def extended(n):
    """`extend` and `extendleft` with lists, ranges, generators and itself."""
    xs = filled(n)
    xs.extend([1, 2])
    xs.extendleft([3, 4])
    xs.extend(range(n))
    xs.extendleft(range(n))
    xs.extend(xs)
    xs.extendleft(xs)
    xs.extend(i * 2 for i in range(n))
    xs.extend(len(xs) for _ in range(n))
    return xs


@programs.staged(*COUNTS)
def extended_with_a_maxlen(n):
    """`extend`, `extendleft`, `+=` and `copy` of a deque with `maxlen`."""
    xs = filled(n)
    some = deque(xs, maxlen=4)
    some.extend([1, 2])
    other = some.copy()
    some.extendleft([3, 4])
    some.extend(range(n))
    some.extendleft(range(n))
    some += xs
    other.extendleft(xs)
    return some, other, other.maxlen


@programs.staged(*COUNTS)
def cleared(n):
    """`clear` empties a deque of dynamic length, and `append` fills it again."""
    xs = filled(n)
    before = len(xs)
    xs.clear()
    after = len(xs)
    xs.append(3)
    return xs, before, after


@programs.staged(
    *[(T(n), T(k)) for n, k in ((3, 1), (3, -1), (0, 2), (5, 13), (5, -7), (4, 0))]
)
def rotated(n, k):
    """`rotate` by a tensor, by default and by -1, of dynamic and known lengths."""
    xs, known, back = filled(n), deque([1, 2, 3]), filled(n)
    xs.rotate(k)
    known.rotate(k)
    xs.rotate()
    back.rotate(-1)
    return xs, known, back


@programs.staged(*COUNTS)
def turned_round(n):
    """`reverse` of a deque of dynamic length."""
    xs = filled(n)
    xs.append(5)
    xs.reverse()
    return xs


@programs.staged(*PLACES)
def inserted(n, k):
    """`insert` at a dynamic index, negative and out of range ones included."""
    xs, known = filled(n), deque([1, 2])
    xs.insert(k, 50)
    known.insert(k, 5)
    return xs, known


@programs.staged((T(0), T(1)), (T(1), T(0)), (T(2), T(0)), (T(3), T(1)))
def inserted_with_a_maxlen(n, k):
    """`insert` into a full deque with `maxlen` raises IndexError."""
    xs = deque(maxlen=2)
    for i in range(n):
        xs.append(i)
    xs.insert(k, 9)
    return xs


@programs.staged(*[(T(n), T(k)) for n, k in ((3, 1), (5, 6), (5, 13), (4, -2), (0, 1))])
def removed(n, k):
    """`remove` of a dynamic value raises ValueError where it is missing."""
    xs = filled(n)
    xs.remove(k)
    return xs


@programs.staged(*[(T(n), T(k)) for n, k in ((3, 1), (5, 6), (5, 13), (4, -2), (0, 1))])
def found(n, k):
    """`count`, `in` and `index`, with bounds too, of a dynamic value."""
    xs = filled(n)
    xs.append(1)
    try:
        place = xs.index(k)
    except ValueError:
        place = -5
    try:
        between = xs.index(k, 1, -1)
    except ValueError:
        between = -5
    return xs.count(k), k in xs, k not in xs, place, between


@programs.staged(*COUNTS)
def copied(n):
    """`copy` and `copy.copy` return independent deques."""
    xs = filled(n)
    other, shallow = xs.copy(), copy.copy(xs)
    other.append(1)
    shallow.appendleft(2)
    return xs, other, shallow, other is xs


@programs.staged(*COUNTS)
def made(n):
    """Deques constructed from deques, ranges, lists and `map`, with `maxlen`."""
    xs = filled(n)
    return (
        (deque(xs), deque(range(n)), deque([i + 1 for i in range(n)], 2)),
        (deque(xs, maxlen=3), deque(range(n), maxlen=0), deque(map(abs, xs))),
    )


@programs.staged(*PLACES)
def read(n, k):
    """Items at dynamic, first and last index; IndexError out of range."""
    xs = filled(n)
    return xs[k], xs[0], xs[-1]


@programs.staged(*PLACES)
def written(n, k):
    """An item is assigned at a dynamic index, and one incremented via an alias."""
    xs = filled(n)
    same = xs
    xs[k] = 100
    same[0] += 1
    return xs, same is xs


@programs.staged(*PLACES)
def deleted(n, k):
    """`del` of the item at a dynamic index."""
    xs = filled(n)
    del xs[k]
    return xs


@programs.staged((T(3), T(1)), (T(2), T(-1)), (T(2), T(5)))
def places_of_a_known_length(n, k):
    """`+=` at a dynamic index of a deque of known length."""
    xs = deque([n, 2, 3])
    xs[k] += 5
    return xs[k], xs


@programs.staged(*COUNTS)
def no_slices(n):
    """A slice of a deque raises TypeError."""
    return filled(n)[0:1]


@programs.staged(*COUNTS)
def no_fractions(n):
    """A float as the index of a deque raises TypeError."""
    return filled(n)[1.5]


@programs.staged(*COUNTS)
def exchanged(n):
    """The first and last item swap in each iteration of a dynamic loop."""
    xs = deque([1, 2, 3])
    for i in range(n):
        xs[0], xs[-1] = xs[-1], xs[0] + i
    return xs


@programs.staged(*COUNTS)
def builtins_(n):
    """`sum`, `any`, `all`, `len`, `sorted`, `list`, `tuple` and `max` of a deque."""
    xs = filled(n)
    sums = sum(xs), any(xs), all(xs), len(xs), bool(xs)
    return sums, sorted(xs), list(xs), tuple(xs), max(xs, default=3), f"{len(xs)}"


@programs.staged(*COUNTS)
def extremes(n):
    """`min` and `max` of a deque, with a key too, raise ValueError if it is empty."""
    xs = filled(n)
    return min(xs), max(xs), min(xs, key=lambda x: -x)


@programs.staged(*COUNTS)
def stepped_through(n):
    """`for` over a deque, by enumerate, zip, reversed, map and filter, too."""
    xs, total = filled(n), 0
    for i, x in enumerate(xs):
        total += i * x
    for x, y in zip(xs, xs):  # as it is written mostly
        total += x * y
    for x, y in zip(xs, [1, 2, 3]):
        total += x * y
    for x, y in zip(xs, deque([1, 2, 3])):
        total += x * y
    for x in reversed(xs):
        total = 2 * total + x
    for x in map(lambda x: x + 1, xs):
        total += x
    for x in filter(lambda x: x > 0, xs):
        total += x
    for x in xs:
        total = 3 * total - x
    return total


@programs.staged(*COUNTS)
def comprehended(n):
    """Comprehensions, generators and unpacking over a deque of dynamic length."""
    xs = filled(n)
    pairs = list(enumerate(xs)), list(reversed(xs)), [*xs, 5]
    return [x + 1 for x in xs if x > 0], sum(x * x for x in xs), pairs


@programs.staged(*COUNTS)
def library(n):
    """`itertools.chain`, `accumulate` and `functools.reduce` over a deque."""
    xs = filled(n)
    chained = list(itertools.chain(xs, xs)), list(itertools.accumulate(xs))
    return functools.reduce(lambda a, b: a * 2 + b, xs, 1), chained


@programs.staged(*COUNTS)
def compared(n):
    """Deques compare to deques by items, and differ from lists and tuples."""
    xs, known = filled(n), deque([-3, -2])
    alike = xs == filled(n), xs != filled(n), xs == known, known == xs
    return alike, xs == [-3, -2], xs == list(xs), xs != (1, 2)


@programs.staged(*COUNTS)
def unpacked(n):
    """Starred unpacking of a deque raises ValueError if it is empty."""
    first, *rest = filled(n)
    return first, rest


@programs.staged(*COUNTS)
def unpacked_in_two(n):
    """Unpacking into two names raises ValueError unless the length is two."""
    first, second = filled(n)
    return first, second


@programs.staged(*COUNTS)
def text(n):
    """`str`, `repr` and f-strings of deques of dynamic length."""
    xs = filled(n)
    return str(xs), f"{deque(xs, maxlen=2)}", repr(xs)


@programs.staged(*COUNTS)
def arrays(n):
    """`np.array` and `ag.stack` of a deque of dynamic length."""
    xs = filled(n)
    xs.append(1)
    return np.array(xs), ag.stack(xs)


@programs.staged(*COUNTS)
def asked(n):
    """`isinstance`, `type`, truth and length of a deque of dynamic length."""
    xs = filled(n)
    return isinstance(xs, deque), type(xs) is deque, not xs, len(xs) > 1


@programs.staged(*COUNTS)
def places_from_a_start_on(n):
    """`index` of a deque with start and stop, negative ones too."""
    window = deque(i % 2 for i in range(n))
    window.rotate(1)
    found = []
    for bounds in ((0,), (1,), (2,), (-2,), (1, 3), (0, -1)):
        try:
            found.append(window.index(1, *bounds))
        except ValueError:
            found.append(-1)
    return found


# -- In objects and blocks


@programs.staged(*COUNTS)
def added(n):
    """`+` and `*` of deques of dynamic length, with a `maxlen`, by a tensor too."""
    xs, some = filled(n), deque([1, 2], maxlen=3)
    sums = xs + some, some + xs, xs + xs
    return sums, (xs * 2, 2 * some, some * n, xs * n, n * xs)


@programs.staged(*COUNTS)
def added_in_place(n):
    """`+=` and `*=` of deques change the object that an alias names."""
    xs, some = filled(n), deque([1, 2], maxlen=3)
    same = xs
    xs += [1]
    some += xs
    xs *= 2
    some *= n
    xs += range(n)
    return xs, some, same is xs


@programs.staged(*COUNTS)
def no_sum_with_a_list(n):
    """`+` of a deque and a list raises TypeError."""
    return filled(n) + [1]


class Queue:
    def __init__(self):
        self.items = deque()
        self.last = deque(maxlen=2)

    def push(self, item):
        self.items.append(item)
        self.last.append(item)

    def pop(self):
        return self.items.popleft()


@programs.staged(*COUNTS)
def in_objects(n):
    """Two deques as attributes of a queue object, filled and drained by methods."""
    queue, total = Queue(), 0
    for i in range(n):
        queue.push(i * 2)
    last = list(queue.last)
    while queue.items:
        total = total * 3 + queue.pop()
    return total, last, queue.last


@programs.staged(*COUNTS)
def under_several_names(n):
    """One deque under an alias, in a tuple and in a dict grows in a loop."""
    xs = deque([1])
    same, pair, table = xs, (xs, deque()), {"xs": xs}
    for i in range(n):
        same.append(i)
        table["xs"].appendleft(len(xs))
        pair[1].append((i, len(pair[0])))
    return xs, same is xs, pair, table


@programs.staged(*COUNTS)
def of_each_iteration(n):
    """Each iteration creates a deque and drains it in an inner loop."""
    total = 0
    for i in range(n):
        queue, count = deque([i]), 0
        while queue:
            x = queue.popleft()
            count += 1
            if x > 0:
                queue.append(x - 1)
        total += count
    return total


@programs.staged(*COUNTS)
def on_some_paths(n):
    """A deque with `maxlen` is appended to, cleared or popped in branches."""
    xs = deque([1, 2, 3], maxlen=3)
    if n > 2:
        xs.append(9)
    elif n > 1:
        xs.clear()
    elif n > 0:
        xs.popleft()
    first = xs[0] if xs else -1
    xs.append(first)
    return xs, first, len(xs)


@programs.staged(*COUNTS)
def in_nested_loops(n):
    """A deque grows, shrinks and is cleared in nested dynamic loops."""
    xs = deque()
    for i in range(n):
        xs.append(i)
        for j in range(i):
            xs.appendleft(j)
            if j > 1:
                xs.pop()
        if len(xs) > 4:
            xs.clear()
    return xs


@programs.staged(*COUNTS)
def through_exceptions(n):
    """A deque changed in `try`, `except` and `finally` around a dynamic loop."""
    xs = deque([1])
    try:
        for i in range(n):
            xs.append(xs.popleft() + i)
            if i == 1:
                raise ValueError
    except ValueError:
        xs.append(100)
    finally:
        xs.appendleft(-1)
    return xs


@programs.staged(
    (T(2), deque([1, 2])), (T(0), deque([1, 2], maxlen=2)), (T(3), deque())
)  # fmt: skip
def given_and_changed(n, xs):
    """A deque passed as an argument changes for the caller."""
    for i in range(n):
        xs.append(i)
    xs.appendleft(4)
    return sum(xs), xs.maxlen


@programs.staged(*[T(n) for n in (1, 4, 5)])
def one_that_returns_early(n):
    """A loop that fills a deque returns it early or at the end."""
    xs = deque()
    for i in range(n):
        xs.append(i)
        if i == 3:
            return xs
    return xs


@programs.staged(*COUNTS)
def tuples(n):
    """A deque of tuples as a queue, with `in`, `index` and `count` of tuples."""
    queue, seen = deque([(0, 0)]), 0
    while queue:
        a, b = queue.popleft()
        seen += a + b
        if a < n:
            queue.append((a + 1, b + 2))
            if b < 2:
                queue.append((a + 1, b + 3))
    pairs = deque([(1, 2)])
    for i in range(n):
        pairs.append((i, i * i))
    return seen, pairs, (1, 2) in pairs, pairs.index((1, 2)), pairs.count((1, 1))


@programs.staged(*COUNTS)
def values_of_several_kinds(n):
    """Deques of ints and floats, of ints and None, and of strings."""
    numbers, missing, words = deque([1]), deque(), deque()
    for i in range(n):
        numbers.append(i / 2)
        missing.append(None if i % 2 else i)
        words.append("a" if i % 2 else "b")
    count = 0
    while missing:
        if missing.popleft() is None:
            count += 1
    return len(numbers), numbers[-1], count, ",".join(words)


@programs.staged(T(np.arange(6.0).reshape(3, 2)), T(np.zeros((0, 2))))
def rows_of_a_tensor(xs):
    """The last two rows of a tensor in a deque with `maxlen`, then their sum."""
    last = deque(maxlen=2)
    for row in xs:
        last.append(row)
    return sum(last), len(last)


class Node:
    def __init__(self, value):
        self.value = value
        self.seen = 0


@programs.staged(*COUNTS)
def objects(n):
    """A deque of objects as a queue; objects selected at run time are changed."""
    nodes = [Node(i) for i in range(4)]
    queue, total = deque([nodes[0]]), 0
    while queue:
        node = queue.popleft()
        node.seen += 1
        total += node.value
        if total < n:
            queue.append(nodes[1])
        elif total < n + 2:
            queue.append(nodes[2])
    return total, [node.seen for node in nodes]


# -- What cannot be staged


@programs.staged(T(2))
def lists_in_it(n):
    """A deque of tuples with lists of dynamic length cannot be staged."""
    queue = deque([(0, [0])])
    while queue:
        node, path = queue.popleft()
        if node < n:
            queue.append((node + 1, [*path, node]))
    return n


@programs.staged(T(2))
def changed_in_a_loop_over_it(n):
    """An `append` to a deque in a loop over it cannot be staged."""
    total = 0
    xs = deque([1, 2])
    for x in xs:
        total += x
        if n > 2:
            xs.append(4)
    return total


@programs.staged(T(2))
def changed_in_a_staged_loop_over_it(n):
    """An `append` to a dynamic deque in a loop over it cannot be staged."""
    total, xs = 0, filled(n)
    for x in xs:
        total += x
        if total > 100:
            xs.append(4)
    return total


@programs.staged(T(2))
def changed_in_a_loop_over_its_places(n):
    """An `append` in a loop over `enumerate` of a deque cannot be staged."""
    xs, total = deque([1, 2]), 0
    for i, x in enumerate(xs):
        total += i * x
        if n > 2:
            xs.append(4)
    return total


@programs.staged(T(2))
def changed_in_a_comprehension(n):
    """An `append` to a deque in a comprehension over it cannot be staged."""
    xs = deque([1, 2])
    return [xs.append(3) if n > 2 else x for x in xs]


@programs.staged(T(2))
def changed_in_a_sum(n):
    """A `pop` in a generator over the deque cannot be staged."""
    xs = deque([1, 2])
    return sum(x if n < 2 else xs.pop() for x in xs)


@programs.staged(T(2))
def changed_while_it_is_looked_at(n):
    """A key function of `max` that appends to the deque cannot be staged."""
    xs = filled(n)

    def key(x):
        xs.append(x)
        return x

    return max(xs, key=key)


@programs.staged(T(2))
def changed_before_its_items_are_drawn(n):
    """An `enumerate` of a deque that changes before use cannot be staged."""
    xs = filled(n)
    pairs = enumerate(xs)
    xs.append(2)
    return [x for _, x in pairs]


@programs.staged(T(2))
def two_in_one_variable(n):
    """A loop-carried variable that names a new deque each time cannot be staged."""
    level = deque([1])
    while level:
        following = deque()
        for x in level:
            if x < n:
                following.append(x + 1)
        level = following
    return n


@programs.staged(T(2))
def one_of_two(n):
    """A variable that names one of two deques after a branch cannot be staged."""
    queue = deque([1, 2])
    if n > 1:
        queue = deque([n])
    return list(queue)


class Own(deque[int]):
    pass


@programs.falls(T(2))
def a_subclass(n):
    """A subclass of deque that grows in a dynamic loop cannot be staged."""
    xs = Own()
    for i in range(n):
        xs.append(i)
    return len(xs)


@programs.staged(T(2))
def a_maxlen_of_the_run(n):
    """A deque with a tensor as `maxlen` cannot be staged."""
    return deque([1, 2], maxlen=n)


@programs.staged(T(2))
def an_iterator(n):
    """`iter` of a deque of dynamic length, advanced by `next`, cannot be staged."""
    return next(iter(filled(n)), -1)


@programs.staged(T(2))
def an_order(n):
    """`<` between a deque of dynamic length and another cannot be staged."""
    return filled(n) < deque([1])


@programs.staged(T(2))
def what_runs_as_it_stands(n):
    """A Counter of a deque of dynamic length cannot be staged."""
    return len(collections.Counter(filled(n)))


@programs.staged(T(2))
def shown_by_percent(n):
    """`%s` formatting of a deque of dynamic length cannot be staged."""
    return "%s" % filled(n)


@programs.staged(T(2))
def a_pattern(n):
    """A sequence pattern for a deque of dynamic length cannot be staged."""
    match filled(n):
        case [first, *_]:
            return first
    return 0
