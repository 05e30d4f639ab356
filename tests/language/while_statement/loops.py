"""`while`: its condition, exceptions that end it, and what it leaves."""

from __future__ import annotations

import collections

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Conditions that change state

T = ag.constant

EACH = tuple(map(T, (0, 1, 2, 3, 5, 10)))

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


@programs.staged(*EACH)
def a_name_of_the_function(x):
    """A `while` test calls a closure that changes a `nonlocal` variable."""
    c = 0

    def up(k=1):
        nonlocal c
        c += k
        return c

    while up() < x:
        up(2)
    return c


@programs.staged(*EACH)
def a_name_in_the_second_operand(x):
    """A `while` test changes a `nonlocal` in the second operand of `and`."""
    c, n = 0, 5

    def up():
        nonlocal c
        c += 1
        return c

    while n > 0 and up() < x:
        n -= 1
    return c, n


@programs.staged(*EACH)
def a_name_behind_a_condition(x):
    """A dynamic first operand of `and` short-circuits a test with side effects."""
    c = 0

    def up():
        nonlocal c
        c += 1
        return c

    while x > 0 and up() < 9:
        x -= 1
    return c, x


@programs.leaking(*EACH)
def a_global(x):
    """A `while` test changes a global variable."""
    global count
    count = 0

    def up():
        global count
        count += 1
        return count < x

    while up():
        pass
    return count


@programs.staged(*EACH)
def a_list_that_grows(n):
    """A `while` test appends to a list and compares its length."""
    items = [1]
    while items.append(len(items)) or len(items) < n:
        pass
    return len(items), items[-1]


@programs.staged(*EACH)
def a_list_that_shrinks(x):
    """A `while` test pops from a list that the body may extend."""
    items = [1, 2, 3, 4]
    while items.pop() > x:
        items += [x] if len(items) < 2 else []
        x += 1
    return len(items), x


@programs.staged(([T(1), T(9), T(4)],), ([T(2)],))
def a_list_of_the_callers(items):
    """A `while` test with `:=` pops from the caller's list."""
    while (v := items.pop()) > 2:
        if v > 5:
            items.append(v - 1)
    return v


@programs.staged(*EACH)
def an_attribute_with_else(x):
    """A `while` test changes an attribute; the loop has `break` and `else`."""
    box, k = Counter(), 0
    while box.more(x):
        k += box.n
        if k > 20:
            break
    else:
        k = -k
    return k, box.n


@programs.staged(*EACH)
def an_attribute_with_continue(x):
    """A `while` test changes an attribute; the loop has `continue`."""
    box, k = Counter(), 0
    while box.more(x) and box.n != 7:
        if box.n % 2:
            continue
        k += box.n
    return k, box.n


@programs.staged(*EACH)
def an_attribute_with_return(x):
    """A `while` test changes an attribute; the loop may return."""
    box, k = Counter(), 0
    while box.more(x):
        if box.n > 3:
            return -1, box.n
    return k, box.n


@programs.staged(*EACH)
def a_property(x):
    """A `while` test reads a property that changes an attribute."""
    box, k = Counter(), 0
    while box.next < x:
        k += box.n
    return k, box.n


@programs.staged(*EACH)
def loops_in_loops(x):
    """Nested `while` loops whose tests change attributes of objects."""
    outer, total = Counter(), 0
    while outer.more(x):
        inner = Counter()
        while inner.more(outer.n):
            total += 1
    return total, outer.n


@programs.staged(*EACH)
def an_attribute_that_becomes_a_float(x):
    """A `while` test increments an attribute that was assigned a float."""
    box, k = Counter(), 0.5
    box.n = 0.5
    while box.more(x):
        k += box.n
    return k


@programs.staged(*EACH)
def an_exception_of_the_body(x):
    """The body raises in a loop whose test changes an attribute."""
    box = Counter()
    try:
        while box.more(x):
            if box.n > 2:
                raise ValueError(f"at {box.n}")
    except ValueError as error:
        return str(error), box.n
    return "none", box.n


@programs.staged(*EACH)
def an_exception_of_the_test(x):
    """StopIteration raised by a `while` test is caught around the loop."""
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


@programs.staged(T(3), T(0))
def while_test_effect(n):
    """A `while` test increments an item of a list."""
    log = [0]

    def t():
        log[0] += 1
        return log[0] < n

    while t():
        n -= 1
    return n, log[0]


@programs.staged(T(3), T(0))
def while_test_pop(n):
    """A `while` test pops from a list and compares the item with a tensor."""
    log = [3, 2, 1]
    while log.pop() < n:
        n -= 1
    return n, len(log)


STARTS = [(T(3), T(0)), (T(3), T(1)), (T(-4), T(2))]


@programs.staged(*STARTS)
def an_iterator_counted_by_a_generator(a1, a2):
    """A `while` test exhausts an iterator in the second operand of `and`."""
    it = iter((a2 + a1, a1, a2))
    fuel = 3
    n = 0
    while fuel > 0 and (sum(1 for _ in it) + a2):
        fuel -= 1
        n += 1
        a2 = ag.maximum(ag.constant(3, ag.int32), a2)
    return n, a2


@programs.staged(*STARTS)
def an_iterator_counted_beside_a_try(a1, a2):
    """A `while` test exhausts an iterator; the body has a `try` with `break`."""
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


@programs.staged(*STARTS)
def an_iterator_counted_first(a1, a2):
    """A `while` test exhausts an iterator in the first operand of `and`."""
    it = iter((a2 + a1, a1, a2))
    n = 0
    while (sum(1 for _ in it) + a2) > 0 and n < 3:
        n += 1
        a2 = ag.maximum(ag.constant(3, ag.int32), a2)
    return n, a2


@programs.staged(*STARTS)
def an_iterator_listed(a1, a2):
    """A `while` test lists an iterator, which is empty from then on."""
    it = iter((a2 + a1, a1, a2))
    n = 0
    while (len(list(it)) + a2) > 0 and n < 3:
        n += 1
        a2 = ag.maximum(ag.constant(3, ag.int32), a2)
    return n, a2


@programs.falls(*STARTS)
def an_iterator_next_or_none(a1, a2):
    """A `while` test calls `next` with a default."""
    it = iter([a2 + a1, a1, a2])
    n = 0
    while (next(it, 0) + a2) > 0 and n < 5:
        n += 1
        a2 = a2 - 1
    return n, a2


@programs.staged(*STARTS)
def an_iterator_summed_by_a_generator(a1, a2):
    """A `while` test sums an iterator through a generator expression."""
    it = iter([a2 + a1, a1, a2])
    n = 0
    while (sum(x for x in it) + a2) > 0 and n < 5:
        n += 1
        a2 = a2 - 1
    return n, a2


@programs.staged(*STARTS)
def an_iterator_looked_into(a1, a2):
    """`in` in a `while` test consumes an iterator; the rest is listed."""
    it = iter([a2 + a1, a1, a2])
    n = 0
    while (7 in it) + a2 < 3 and n < 5:
        n += 1
        a2 = a2 + 1
    return n, a2, list(it)


@programs.staged(*STARTS)
def an_iterator_asked_for_any(a1, a2):
    """`any` in a `while` test advances an iterator only as far as needed."""
    it = iter([1, 2, 3, 4, 5, 6])
    n = 0
    while any(x > a2 for x in it) and n < 5:
        n += 1
        a2 = a2 + 1
    return n, a2, list(it)


class Holder:
    def __init__(self):
        self.it = iter([1, 2, 3])


@programs.staged(*STARTS)
def an_iterator_held_by_an_object(a1, a2):
    """A `while` test consumes an object's iterator by a comprehension."""
    h = Holder()
    n = 0
    while sum([x + 1 for x in h.it]) + a2 > 0 and n < 5:
        n += 1
        a2 = a2 - 1
    return n, a2


@programs.staged(*STARTS)
def an_iterator_a_generator(a1, a2):
    """A `while` test sums a generator, which is empty from then on."""
    g = (x * a1 for x in (1, 2, 3))
    n = 0
    while sum(g) + a2 > 0 and n < 5:
        n += 1
        a2 = a2 - 1
    return n, a2


@programs.staged(*STARTS)
def an_iterator_an_enumeration(a1, a2):
    """A `while` test consumes an `enumerate` object by `dict`."""
    e = enumerate([a1, a2, 4])
    n = 0
    while len(dict(e)) + a2 > 0 and n < 5:
        n += 1
        a2 = a2 - 1
    return n, a2


@programs.staged(*STARTS)
def an_iterator_a_map(a1, a2):
    """A `while` test consumes a `map` object by `max` with a default."""
    e = map(lambda x: x + a1, [a1, a2, 4])
    n = 0
    while max(e, default=0) + a2 > 0 and n < 5:
        n += 1
        a2 = a2 - 1
    return n, a2


# -- Loops that only an exception ends


def going_on():
    return True


def below_50(x):
    if x >= 50:
        raise ValueError("high")


@programs.staged(T(-50), T(500))
def a_function_that_is_true(x):
    """A loop with an always true Python test ends by a run-time exception."""
    while going_on():
        if x > 50:
            raise ValueError(f"{int(x)} is too high")
        x = x + 1


@programs.staged(T(-50), T(500))
def caught_around(x):
    """The exception that ends an endless loop is caught around it."""
    steps = 0
    try:
        while going_on():
            if x > 50:
                raise ValueError("high")
            x = x + 1
            steps += 1
    except ValueError as error:
        return x, steps, str(error)


@programs.staged(T(-50), T(500))
def what_stands_after_it_is_not_reached(x):
    """Code after an endless loop, a type error, is never executed."""
    while going_on():
        below_50(x)
        x = x + 1
    return x + "text"


@programs.staged(T(0), T(-50))
def a_test_that_ends_later(x):
    """An exception may end a loop of 60 iterations early."""
    n = 0
    while n < 60:
        below_50(x)
        x = x + 1
        n += 1
    return x, n


@programs.staged(T(0), T(-50))
def a_test_that_counts(x):
    """A test that counts in an object; an exception may end the loop early."""

    class Counter:
        n = 0

        def more(self):
            self.n += 1
            return self.n < 60

    counter = Counter()
    while counter.more():
        below_50(x)
        x = x + 1
    return x, counter.n


@programs.staged(T(0), T(-50))
def a_test_that_counts_and_is_true(x):
    """A test counts in an object and is always true; a handler returns the count."""

    class Counter:
        n = 0

        def more(self):
            self.n += 1
            return True

    counter = Counter()
    try:
        while counter.more():
            below_50(x)
            x = x + 1
    except ValueError:
        return x, counter.n


@programs.staged(T(0), T(-50))
def a_test_that_steps(x):
    """A test advances an iterator; an exception may end the loop early."""
    steps = iter(range(60))
    while next(steps, None) is not None:
        below_50(x)
        x = x + 1
    return x, list(steps)


@programs.staged(T(0), T(-50))
def a_test_of_a_list(x):
    """A test reads a list that the body pops; an exception may end the loop."""
    left = [1] * 60
    while left:
        below_50(x)
        x = x + left.pop()
    return x, left


@programs.staged(T(0), T(-50))
def a_break_of_pythons(x):
    """A Python `break` ends the loop unless a run-time exception comes first."""
    n = 0
    while going_on():
        below_50(x)
        x = x + 1
        n += 1
        if n > 60:
            break
    return x, n


@programs.staged(T(0), T(-50))
def raised_by_python(x):
    """A Python `raise` ends the loop unless a run-time exception comes first."""
    n = 0
    while going_on():
        below_50(x)
        x = x + 1
        n += 1
        if n > 60:
            raise ValueError("enough")
    return x, n


@programs.staged(T(0), T(-50))
def nothing_that_may_raise(x):
    """A Python `return` ends an endless loop in which nothing raises."""
    n = 0
    while going_on():
        x = x + 1
        n += 1
        if n > 60:
            return x


# -- Loops whose values do not settle

NUMBERS = (T(0), T(2), T(5))


class Point:
    def __init__(self, x):
        self.x = x


@programs.staged(*NUMBERS)
def read_in_the_handler(n):
    """A handler that reads an object the loop rebinds cannot be staged."""
    last = Point(n)
    try:
        for i in range(n):
            if i > 1:
                last = Point(i)
            if i > 3:
                raise ValueError("a")
    except ValueError:
        return last.x
    return n


@programs.staged(*NUMBERS)
def read_in_the_loop(n):
    """A number read from a rebound object in the loop serves the handler."""
    last = Point(n)
    found = 0
    try:
        for i in range(n):
            if i > 1:
                last = Point(i)
                found = last.x
            if i > 3:
                raise ValueError("a")
    except ValueError:
        return found
    return n


@programs.staged(*NUMBERS)
def the_try_in_the_loop(n):
    """A `try` inside the loop reads the rebound object and breaks."""
    last = Point(n)
    found = n * 1
    for i in range(n):
        try:
            if i > 1:
                last = Point(i)
            if i > 3:
                raise ValueError("a")
        except ValueError:
            found = last.x
            break
    return found


@programs.staged(*NUMBERS)
def lists_of_objects_of_two_lengths(n):
    """A list of objects is rebound in a loop to a longer one."""
    a = Point(n)
    points = [a]
    for i in range(n):
        b = Point(n + i)
        a = b if i > 1 else a
        if n > 1:
            points = [b, a]
    return points[0].x


@programs.staged(*NUMBERS)
def lists_of_objects_of_one_length(n):
    """A list of objects is rebound in a loop to one of the same length."""
    a = Point(n)
    points = [a, a]
    for i in range(n):
        b = Point(n + i)
        a = b if i > 1 else a
        if n > 1:
            points = [b, a]
    return points[0].x


@programs.staged(*NUMBERS)
def lists_of_what_objects_hold(n):
    """A list of numbers from objects is rebound in a loop."""
    a = Point(n)
    held = [a.x]
    for i in range(n):
        b = Point(n + i)
        a = b if i > 1 else a
        if n > 1:
            held = [b.x, a.x]
    return [Point(each).x for each in held]


@programs.staged(*NUMBERS)
def tuples_in_tuples(n):
    """A tuple nested one level deeper in each iteration cannot be staged."""
    head = (0, None)
    for i in range(n):
        head = (i, head)
    return head[0]


@programs.staged(*NUMBERS)
def tuples_in_tuples_from_none(n):
    """A linked list of tuples that starts with None cannot be staged."""
    head = None
    for i in range(n):
        head = (i, head)
    return n


@programs.staged(*NUMBERS)
def tuples_in_tuples_in_a_try(n):
    """A linked list of tuples in a loop that may raise cannot be staged."""
    head = None
    try:
        for i in range(n):
            head = (i, head)
            if i > 3:
                raise ValueError("a")
    except ValueError:
        return head[0]
    return n


@programs.staged(*NUMBERS)
def lists_in_lists(n):
    """A list nested one level deeper in each iteration cannot be staged."""
    nested = []
    while n > 0:
        nested = [nested]
        n -= 1
    return len(nested)


@programs.staged(*NUMBERS)
def a_list_of_items(n):
    """A growing list is tested for truth and popped from."""
    items = []
    for i in range(n):
        items.append(i)
    last = -1
    if items:
        last = items.pop()
    return last, items


@programs.staged(*NUMBERS)
def out_of_a_while_in_a_try_in_two_loops(n):
    """`return` out of a `while True` in a `try` in two `for` loops."""
    for i in range(n):
        for j in range(n):
            try:
                while True:
                    if j * 10 // (n - i - j) > 3:
                        return i, j
                    if j > 20:
                        break
                    j += 1
            except ZeroDivisionError:
                pass
    return -1, -1


@programs.staged(*NUMBERS)
def out_of_a_while_in_a_try_in_whiles(n):
    """`return` out of a `while` in a `try` in two `while` loops."""
    i = 0
    while i < n:
        j = 0
        while j < n:
            try:
                while j < 10:
                    if j * 10 // (n + i + j) > 3:
                        return i
                    j += 1
            except ZeroDivisionError:
                pass
            j += 1
        i += 1
    return -1


# -- Loops that an exception alone ends


@programs.staged(T(-5))
def climbs(x):
    """`while True` with a `raise` in a dynamic branch raises at run time."""
    while True:
        if x > 300:
            raise ValueError(f"{int(x)} is too high")
        x = x + 1


@programs.staged(T(-5))
def climbs_and_catches(x):
    """A handler around `while True` catches what ends it at run time."""
    try:
        while True:
            if x > 300:
                raise ValueError
            x = x + 1
    except ValueError:
        return x


@programs.staged([T(each) for each in range(20)], [T(-1)])
def takes_each(items):
    """An IndexError of a Python list ends `while True`, or a failing assert."""
    total, place = T(0), 0
    try:
        while True:
            item = items[place]
            assert item >= 0, "negative"
            total = total + item
            place += 1
    except IndexError:
        return total


def take_all(iterator):
    total = T(0)
    try:
        while True:
            item = next(iterator)
            assert item >= 0, "negative"
            total = total + item
    except StopIteration:
        return total


@programs.staged([T(1), T(2)])
def takes_all(items):
    """StopIteration of a list's iterator ends `while True`."""
    return take_all(iter(items))


@programs.staged({0: T(1), 1: T(2)})
def takes_all_values(items):
    """StopIteration of an iterator over a dict's values ends `while True`."""
    return take_all(iter(items.values()))


@programs.staged([T(1), T(2)])
def takes_all_of_a_queue(items):
    """A deque's iterator advanced in a `try` with a dynamic loop: not staged."""
    return take_all(iter(collections.deque(items)))


@programs.staged(T(-4997))
def asserts_for_ever(x):
    """`while` on a Python int with a failing `assert` is a dynamic loop."""
    n = 0
    while n >= 0:
        assert x < 3, f"{n}"
        x = x + 1
        n += 1
