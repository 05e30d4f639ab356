"""State that a `try` changes before something raises."""

from __future__ import annotations

import functools
import heapq

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Changes in place

T = ag.constant


class Adding:
    """Changes itself in code that runs as it stands."""

    def __init__(self):
        self.value = 0

    def __iadd__(self, other):
        self.value += other
        return self


@programs.staged(T(1), T(-1))
def changed_by_code_that_runs_as_it_stands(x):
    """`+=` of an object with `__iadd__` in a `try`, before and after a `raise`."""
    box = Adding()
    try:
        box += 1
        if x > 0:
            raise ValueError("a")
        box += 1
    except ValueError:
        return box.value * 10
    return box.value


@programs.staged(T(1), T(-1))
def lists_stay_themselves(x):
    """A list changed by `+=` and heapq in a `try` keeps its alias."""
    items = [3]
    alias = items
    try:
        items += [1]
        heapq.heappush(items, 0)
        if x > 0:
            raise ValueError("a")
        items[0] = 9
    except ValueError:
        items.append(7)
    return alias, items


@programs.staged(T(5), T(1))
def state_of_an_object(x):
    """An attribute set in a `try` has its value of the raise in the handler."""

    class Box:
        pass

    box = Box()
    box.value = 0
    try:
        box.value = 1
        if x > 3:
            box.value = 2
            raise ValueError("v")
        box.value = 3
    except ValueError:
        box.value += 10
    return box.value


@programs.staged(T(5), T(1))
def items_of_a_list_and_a_dict(x):
    """Items of a list and a dict set in a `try` before a dynamic `raise`."""
    items, table = [0, 0], {"a": 0}
    try:
        items[0] = x
        table["a"] = 1
        if x > 3:
            items[1] = 5
            raise ValueError("v")
        table["a"] = 2
    except ValueError:
        items[0] += 1
    return items, table


@programs.staged(T([5.0, 1.0]), T([1.0, 1.0]))
def arrays_as_state(x):
    """A tensor variable in the `try` of a loop, with its value where it raises."""
    y = x
    for _ in range(2):
        try:
            y = y * 2
            if ag.reduce_max(y) > 8.0:
                raise ValueError("large")
            y = y + 1
        except ValueError:
            y = y - 100
    return y


# -- Writes to arrays

NUMBERS = (T(0.0), T(-1.0), T(1.0), T(5.0))


@programs.staged(*NUMBERS)
def constants(x):
    """Constants are written to an array before and after a conditional raise."""
    a = np.zeros(3, np.float32)
    try:
        a[0] = 1
        if x > 0:
            raise ValueError("a")
        a[1] = 2
    except ValueError:
        a[2] = 3
    return a


@programs.staged(*NUMBERS)
def values_of_the_run(x):
    """Dynamic values are written to an array around a conditional raise."""
    a = np.zeros(3, np.float32)
    try:
        a[0] = x
        if x > 0:
            raise ValueError("a")
        a[1] = x * 2
    except ValueError:
        a[2] = x * 3
    return a


@programs.staged(*NUMBERS)
def augmented_under_two_names(x):
    """`+=` and `*=` in a `try` on an array that has an alias."""
    a = np.zeros(3, np.float32)
    b = a
    try:
        a += x
        if x > 0:
            raise ValueError("a")
        a *= 2
    except ValueError:
        b[2] = 7
    return a, b


@programs.staged(*NUMBERS)
def in_a_loop_of_python(x):
    """Items are written in a `try` in a Python loop with `continue`."""
    a = np.zeros(4, np.float32)
    for i in range(4):
        try:
            a[i] = x
            if x > i:
                raise ValueError("a")
            a[i] += 10
        except ValueError:
            continue
    return a


@programs.staged(*NUMBERS)
def in_a_staged_loop(x):
    """Items are written in a `try` in a staged loop."""
    a = np.zeros(4, np.float32)
    for i in ag.range(4):
        try:
            a[i] = x
            if x > ag.cast(i, ag.float32):
                raise ValueError("a")
            a[i] += 10
        except ValueError:
            a[0] -= 1
    return a


@programs.staged(*((T(1.0), T(i)) for i in (1, 3, 9)))
def an_index_that_may_be_wrong(x, i):
    """A write at a dynamic index may raise IndexError between two others."""
    a = np.zeros(4, np.float32)
    try:
        a[0] = 1
        a[i] = x
        a[1] = 2
    except IndexError:
        a[3] = 9
    return a


@programs.staged(*NUMBERS)
def in_a_function_that_is_called(x):
    """An inner function writes to its array argument and may raise."""

    def fill(v):
        v[0] = x
        if x > 0:
            raise ValueError("b")
        v[1] = x

    a = np.zeros(4, np.float32)
    try:
        fill(a)
    except ValueError as e:
        a[3] = 9
    return a


@programs.staged(*NUMBERS)
def a_finally_around(x):
    """An array is written to in `try`, `finally`, `except` and `else`."""
    a = np.zeros(4, np.float32)
    try:
        try:
            a[0] = x
            if x > 0:
                raise ValueError("b")
            a[1] = x
        finally:
            a[2] = x
    except ValueError:
        a[3] = a[2]
    else:
        a[3] = -5
    return a


@programs.staged(T(1.0))
def what_may_be_a_copy(x):
    """Writes through a reshaped view in a `try` cannot be staged."""
    a = np.zeros(4, np.float32)
    v = a.reshape(2, 2)
    try:
        v[0, 0] = x
        if x > 0:
            raise ValueError("a")
        a[1] = x * 2
    except ValueError:
        v[1] = x
    return a, v


@programs.staged(*NUMBERS)
def in_a_list(x):
    """An array is written to through a list that contains it, in a `try`."""
    a = np.zeros(3, np.float32)
    held = [a]
    try:
        held[0][0] = x
        if x > 0:
            raise ValueError("a")
        held[0] += 1
    except ValueError:
        a[2] += 2
    return a, held


@programs.falls(*NUMBERS)
def a_group(x):
    """An array is written to in a `try` with `except*`."""
    a = np.zeros(3, np.float32)
    try:
        a[0] = x
        if x > 0:
            raise ExceptionGroup("a", [ValueError()])
        a[1] = 1
    except* ValueError:
        a[2] += 2
    return a


@programs.staged(*NUMBERS)
def another_array_under_its_name(x):
    """A handler rebinds the name of the written array to another one."""
    a = np.zeros(3, np.float32)
    a[0] = x
    try:
        if x > 0:
            raise ValueError
        a[1] = 1
    except ValueError:
        a = np.ones(3, np.float32)
        a[2] += 2
    return a


@programs.staged(T(1.0))
def two_names_in_the_body(x):
    """Two names bound to one array in a `try` body cannot be staged."""
    try:
        a = np.zeros(3, np.float32)
        b = a
        if x > 0:
            raise ValueError
    except ValueError:
        a[0] = 1
    return a, b


@programs.staged(*NUMBERS)
def returned_by_both(x):
    """The handler returns the array, the body an alias of it."""
    a = np.zeros(3, np.float32)
    try:
        a[0] = 1
        if x > 0:
            raise ValueError
        b = a
        b[1] = x
        if x < 0:
            raise ValueError
    except ValueError:
        a[2] = 5
        return a
    return b


@programs.staged(*NUMBERS)
def a_row(x):
    """A row view and its base are written to in a `try`."""
    a = np.zeros((3, 3), np.float32)
    row = a[1]
    try:
        row += x
        if x > 0:
            raise ValueError
        a[1, 1] = 4
    except ValueError:
        row[0] = 9
    return a, row, a[0]


@programs.staged(*NUMBERS)
def tries_in_tries(x):
    """Nested `try` statements write to an array and raise again."""
    a = np.zeros(3, np.float32)
    try:
        try:
            a[0] = x
            if x > 0:
                raise ValueError
            a[1] = x
            if x < 0:
                raise KeyError
        except ValueError:
            a[2] = a[0] + 1
            if x > 2:
                raise KeyError
            a[0] = -7
    except KeyError:
        return a * 2
    return a


@programs.staged(*NUMBERS)
def branches_in_the_body(x):
    """Branches and an `assert` in a `try` write to an array."""
    a = np.zeros(3, np.float32)
    try:
        if x > 0:
            a[0] = x
        else:
            a[1] = x
            if x < 0:
                raise ValueError
        assert x < 2
        a[2] = 3
    except (ValueError, AssertionError):
        a[2] -= 3
    return a


@programs.staged(*NUMBERS)
def an_element_read_before(x):
    """An element read before the `try` keeps its value after writes."""
    a = np.zeros(3, np.float32)
    s = a[0]
    try:
        a[0] = 4
        if x > 0:
            raise ValueError
        t = a[0]
    except ValueError:
        t = s + a[0]
    return s, t, a


@programs.staged(T(1.0))
def a_view_made_in_the_body(x):
    """A view created in a `try` body and written in handlers is not staged."""
    a = np.zeros(3, np.float32)
    try:
        a[:] = x
        v = a[1:]
        if x > 0:
            raise ValueError
        v[0] = 3
        assert x < 0
    except ValueError:
        v[1] = 5
    except AssertionError:
        v[1] = 6
    return a, v


@programs.staged(*NUMBERS)
def else_and_finally(x):
    """`else` and `finally` write to an array after a dynamic index."""
    a = np.zeros(3, np.float32)
    with ag.name_scope("q"):
        try:
            a[0] = x
            y = [1, 2][ag.cast(x, ag.int32)]
            a[1] = y
        except IndexError:
            a[2] = 1
        else:
            a[2] = 2
        finally:
            a += 1
    return a


@programs.staged(*NUMBERS)
def beside_a_list_that_may_be_empty(x):
    """Writes around the `pop()` of a list that may be empty."""
    a, xs, n = np.zeros(3, np.float32), [1.0], 0
    if x > 1:
        xs.pop()
    try:
        a[0] = x
        n = xs.pop()
        a[1] = n
    except KeyError as error:
        return a, str(error)
    except IndexError as error:
        a[2] = 5
        return a, str(error)
    return a, "none"


@programs.staged(*NUMBERS)
def before_a_finally_that_writes_nothing(x):
    """A write before a conditional raise with a `finally` that only counts."""
    a, n = np.zeros(3, np.float32), 0
    try:
        try:
            a[1] = x
            if x > 0:
                raise KeyError
            a[0] += 4
        finally:
            n += 1
    except KeyError:
        n += 2
    return a, n


@programs.staged(*NUMBERS)
def before_a_finally_where_all_raise(x):
    """A write before a certain ZeroDivisionError that `finally` follows."""
    a = np.array([1.0, 2.0, 3.0])
    try:
        try:
            a[1] += 1.0
            n = 7 // 0
        finally:
            n = 1
    except ArithmeticError:
        n += 2
    return a, n, x


@programs.staged(*NUMBERS)
def before_a_handler_that_raises_again(x):
    """A write before a handler that reraises or raises from the error."""
    a = np.zeros(3, np.float32)
    try:
        try:
            a[1] = x
            if x > 0:
                raise KeyError("a", x)
            raise KeyError("b")
        except KeyError as error:
            if len(error.args) > 1:
                raise
            raise ValueError from error
    except (ValueError, KeyError):
        pass
    return a


@programs.staged(T(1.0))
def two_names_in_a_branch(x):
    """Two names that are one array on one path only cannot be staged."""
    if x > 0:
        a = np.zeros(3, np.float32)
        b = a
    else:
        a = np.ones(3, np.float32)
        b = np.ones(3, np.float32)
    a[0] = 1
    return a, b


# -- Functions created in a try

EACH = tuple(map(T, (1, 2, 3, 4)))


def checked(v):
    """Raise for 3, when the graph runs."""

    def check(array):
        if array == 3:
            raise ValueError("three")
        return array

    return ag.numpy_function(check, [v], ag.int32)


def times(k):
    return lambda v: v * k


def counting(b):
    def count(n):
        return b if n == 0 else count(n - 1) + b

    return count


def append_and_check(made, b, a):
    made.append(lambda: b * 2)
    checked(a)


class Holder:
    def __init__(self, step):
        self.step = step


@programs.staged(*EACH)
def never_called(a):
    """Lambdas collected in a `try` that may raise are never called."""
    try:
        made = []
        for b in (a + 1,):
            made.append(lambda v, b=b: b + v)
        checked(a)
    except ValueError:
        return 1
    return 2


@programs.staged(*EACH)
def in_a_list_by_defaults(a):
    """A list collects lambdas with tensor defaults until the `try` raises."""
    made = []
    try:
        for b in (a + 1, a + 2):
            made.append(lambda v, b=b: b * v)
            checked(b)
    except ValueError:
        return [each(3) for each in made]
    return [each(2) for each in made]


@programs.staged(*EACH)
def in_a_list_by_closures(a):
    """A list collects closures until the `try` raises; the handler adds `abs`."""
    made = []
    try:
        for b in (a + 1, a + 2):
            made.append(times(b))
            checked(b)
    except ValueError:
        made.append(abs)
    return [each(2) for each in made]


@programs.staged(*EACH)
def of_a_function_that_raises_itself(a):
    """A helper appends a closure and may raise; the handler calls the closure."""
    made = []
    try:
        append_and_check(made, a + 1, a)
    except ValueError:
        return made[0]() * 10
    return made[0]()


@programs.falls(*EACH)
def partial_functions(a):
    """A tuple gains `functools.partial` objects until the `try` raises."""
    made = ()
    try:
        for k in range(3):
            made = (*made, functools.partial(divmod, a + k))
            checked(a + k)
    except ValueError:
        pass
    return [each(2) for each in made]


@programs.staged(*EACH)
def in_a_variable(a):
    """A variable is rebound to a new lambda between calls that may raise."""
    step = None
    try:
        b = a * 2
        step = lambda b=b: b
        checked(a)
        b = a * 3
        step = lambda b=b: b
        checked(a + 1)
    except ValueError:
        pass
    return step()


@programs.staged(*EACH)
def in_an_attribute(a):
    """An attribute is rebound to a new lambda between calls that may raise."""
    holder = Holder(lambda: 0)
    try:
        b = a * 2
        holder.step = lambda b=b: b
        checked(a)
        holder.step = lambda b=b: b + 100
        checked(a + 1)
    except ValueError:
        return holder.step() * 10
    return holder.step()


@programs.staged(*EACH)
def in_a_dict(a):
    """Tuples with closures are dict values set between calls that may raise."""
    made = {}
    try:
        made["first"] = (times(a + 1), 1)
        checked(a)
        made["first"] = (times(a + 2), 2)
        checked(a + 1)
    except ValueError:
        made["second"] = (abs, 3)
    return [(step(2), k) for step, k in made.values()]


@programs.falls(*EACH)
def in_a_function_in_a_list(a):
    """A lambda in a list captures another lambda as its default."""
    made = []
    try:
        inner = lambda c=a * 2: c
        made.append(lambda d=inner: d() + 1)
        checked(a)
    except ValueError:
        made.append(lambda: 0)
    return made[0]()


@programs.staged(*EACH)
def in_a_try_in_a_try(a):
    """Closures are stored in a list by a nested `try` and by its handler."""
    made = [abs, abs]
    try:
        try:
            made[0] = times(a)
            checked(a)
        except ValueError:
            made[1] = times(a + 1)
            checked(a)
        checked(a + 1)
    except ValueError:
        return [each(5) for each in made]
    return [each(7) for each in made]


@programs.falls(*EACH)
def in_a_group(a):
    """A list collects lambdas in a `try` with an `except*` handler."""
    made, v = [], 3
    try:
        for b in (a + 1, a + 2):
            made.append(lambda v, b=b: b + v)
            checked(b)
    except* ValueError:
        v = -3
    return [each(v) for each in made]


@programs.staged(*EACH)
def in_a_loop(a):
    """A loop rebinds a closure in a `try` and calls it after the handler."""
    total = 0
    for i in range(a):
        step = times(i)
        try:
            step = times(i + a)
            checked(i + a)
            step = times(i - a)
        except ValueError:
            total += 100
        total += step(2)
    return total


@programs.staged(*EACH)
def that_calls_itself(a):
    """Recursive closures are rebound and appended in a `try` that may raise."""
    step = counting(a)
    made = []
    try:
        step = counting(a * 2)
        made.append(counting(a + 1))
        checked(a)
        step = counting(a * 3)
        checked(a + 1)
    except ValueError:
        pass
    return step(2), made[0](1)


@programs.staged(*EACH)
def that_calls_itself_of_a_branch(a):
    """A branch rebinds a variable to a recursive closure over a tensor."""
    step = counting(1)
    if a > 1:
        step = counting(a * 2)
    return step(2)


@programs.staged(*EACH)
def that_calls_itself_of_a_loop(a):
    """A loop-carried recursive closure captures its predecessor's result."""
    step = counting(a)
    i = 0
    while i < a:
        step = counting(step(1) + i)
        i += 1
    return step(2)


@programs.staged(*EACH)
def compared(a):
    """`is` between functions made in a `try` that may raise cannot be staged."""
    made, step = [], None
    try:
        step = times(a * 2)
        made.append(step)
        checked(a)
    except ValueError:
        pass
    return made[0] is step


@programs.staged(*EACH)
def keys_of_a_dict(a):
    """A function made in a `try` that may raise cannot be staged as a dict key."""
    made, step = {}, None
    try:
        step = times(a * 2)
        made[step] = 1
        checked(a)
    except ValueError:
        pass
    return made[step]


@programs.staged(*EACH)
def in_keys_of_a_dict(a):
    """A tuple key with a function made in a `try` cannot be staged."""
    made, step = {}, None
    try:
        step = times(a * 2)
        made[1, step] = 1
        checked(a)
    except ValueError:
        pass
    return (1, step) in made


@programs.staged(*EACH)
def in_a_set(a):
    """A function made in a `try` that may raise cannot be staged in a set."""
    made, step = set(), None
    try:
        step = times(a * 2)
        made.add(step)
        checked(a)
    except ValueError:
        pass
    return step in made


@programs.staged(*EACH)
def keys_of_branches(a):
    """A dict keyed by a function that each branch makes cannot be staged."""
    if a > 1:
        step = times(a * 2)
        made = {step: 1}
    else:
        step = times(a + 1)
        made = {step: 1}
    return made[step]


# -- Dicts with dynamic keys

COUNTS = (T(0), T(2), T(7))


@programs.staged(*COUNTS)
def made_by_a_comprehension(n):
    """A dict comprehension with dynamic keys in `try`, before a dynamic `raise`."""
    found = {}
    try:
        found = {f"k{each * each % 5}": each for each in range(n)}
        if n > 5:
            raise ArithmeticError("more")
    except ArithmeticError:
        return sorted(found), -len(found)
    return sorted(found), len(found)


@programs.staged(*COUNTS)
def made_in_each_round_and_not_used(n):
    """An unused dict with dynamic keys, created in the `try` of each iteration."""
    count = 0
    for i in ag.range(n):
        try:
            square = {f"k{each}": each for each in range(i)}
            count += 10 // (4 - i)
        except ZeroDivisionError:
            count -= 1
    return count


@programs.staged(*COUNTS)
def filled_by_a_loop(n):
    """A loop in `try` fills dicts; `except`, `else` and `finally` add to them."""
    counts, more = {}, {}
    try:
        counts = {}
        for each in range(n):
            counts[f"k{each % 3}"] = counts.get(f"k{each % 3}", 0) + each
        more["sum"] = sum(counts.values())
        more["rest"] = 100 // (n - 2)
    except ZeroDivisionError:
        counts["none"] = 0
    else:
        counts["all"] = 1
    finally:
        more["size"] = len(counts)
    return list(counts), int(sum(counts.values())), sorted(more)


@programs.staged(*COUNTS)
def of_before_and_of_the_block(n):
    """A handler counts the missing keys, taken from `KeyError.args`, in a dict."""
    known = {f"k{int(n) % 3}": 1, "b": 2}
    for i in ag.range(n):
        try:
            other = {f"k{each * 3 % 4}": each for each in range(i)}
            known["b"] += other[f"k{i * 2}"]
        except KeyError as error:
            known[error.args[0]] = known.get(error.args[0], 0) + 1
    return sorted(known), int(sum(known.values()))


# -- Containers stored in a place and changed


class Box:
    def __init__(self):
        self.items = []
        self.n = 0

    def put(self, value):
        self.items.append(value)


@programs.staged(T(1), T(-1))
def changed_list_left_in_an_attribute(x):
    """A branch appends to an outer list and stores it in an attribute."""
    items, box = [1], Box()
    box.items = [5]
    if x > 0:
        items.append(2)
        box.items = items
    else:
        box.items = [7, 7]
    return box.items


@programs.staged(T(1), T(-1))
def changed_list_left_in_a_dict(x):
    """A branch assigns an item of an outer list and stores the list in a dict."""
    items, held = [1], {"a": [5]}
    if x > 0:
        items[0] = 3
        held["a"] = items
    else:
        held["a"] = [x]
    return held


@programs.staged(T(1), T(-1))
def changed_list_of_an_object_made_in_a_branch(x):
    """A branch stores the list of an object it created, then appends to it."""
    box = Box()
    if x > 0:
        other = Box()
        other.items.append(6)
        box.items = other.items
        other.items.append(7)
    else:
        box.items = [7, 7]
    return box.items


@programs.staged(T(0.0), T(1.0), T(2.0), T(3.0), T(4.0))
def object_made_in_a_try(x):
    """An object created in a `try` is read after each possible exception."""
    y = 0
    try:
        box = Box()
        y = 12 // int(x)
        box.items.append(1)
        y = 12 // int(x - 1)
        if x > 2:
            box.items.append(2)
            box.n = 5
        y = 12 // int(x - 2)
        if x > 2:
            box.items.append(3)
            box.n += 6
        y = 12 // int(x - 3)
        box.items.append(7)
    except ZeroDivisionError:
        return len(box.items), y, box.n
    return len(box.items), y, box.n


@programs.staged(T(0.0), T(1.0))
def two_names_of_a_list_made_in_a_try(x):
    """Two names of a list created in a `try` are still aliases in the handler."""
    try:
        first = []
        second = first
        first.append(12 // int(x))
    except ZeroDivisionError:
        second.append(1)
        return first
    return second


@programs.staged(T(0.0), T(1.0))
def name_of_the_list_of_an_object_made_in_a_try(x):
    """A name and an attribute share one list created in a `try` that may raise."""
    try:
        box = Box()
        items = box.items
        items.append(12 // int(x))
    except ZeroDivisionError:
        items.append(1)
        return box.items
    return items


@programs.staged(T(0.0), T(1.0), T(2.0))
def outer_list_left_in_an_attribute_by_a_try(x):
    """A `try` stores an outer list in an attribute; the handler appends to it."""
    items, box, y = [], Box(), 0
    try:
        box.items = items
        y = 12 // int(x)
        items.append(4)
        y = 12 // int(x - 1)
    except ZeroDivisionError:
        box.items.append(1)
        return items, y
    return items, y


@programs.staged(T(0.0), T(1.0), T(2.0))
def list_left_in_two_places_by_a_try(x):
    """A `try` stores one list in a dict and an attribute; both stay aliases."""
    held, box, y = {"x": 1}, Box(), 0
    try:
        held["y"] = [3]
        box.items = held["y"]
        y = 12 // int(x)
        box.items.append(4)
        y = 12 // int(x - 1)
    except ZeroDivisionError:
        held["y"].append(1)
        return box.items, y
    return box.items, y


@programs.staged(T(1.0), T(0.0))
def comprehension_in_a_branch_in_a_try_in_a_loop(x):
    """A list grown in a `try`, in a branch of a loop, filters a comprehension."""
    grown = []
    for i in ag.range(3):
        if x > 0:
            try:
                grown.extend([x])
                grown[0] = [0 for c in (0.1, 2.0) if len(grown) > i][1]
            except ZeroDivisionError:
                pass
    return len(grown)


@programs.staged((T([1, 2]), T(1)), (T([1, 2]), T(0)), (T([1, 2]), T(-3)))
def list_made_in_the_test_of_a_loop_in_a_try(xs, x):
    """A `while` test indexes a comprehension; its IndexError is caught."""
    try:
        while x < [-1 for _ in xs if x][-1]:
            x += 1
    except IndexError:
        return x + 100
    return x


@programs.staged(T(1), T(3))
def list_changed_on_one_path_and_replaced_on_the_other(x):
    """An attribute's list is replaced on one branch, appended to on the other."""
    items = []
    box = Box()
    box.items = items
    if x < 3:
        box.items = []
    else:
        items.append(7)
    return len(box.items)


@programs.staged(T(0.0), T(1.0), T(2.0))
def list_changed_before_it_is_replaced_in_a_try(x):
    """A `try` appends to an attribute's list, may raise, and then replaces it."""
    items, box, y = [], Box(), 0
    box.items = items
    try:
        y = 12 // int(x)
        items.append(7)
        y = 12 // int(x - 1)
        box.items = [1, 2, 3]
        y = 12 // int(x - 2)
    except ZeroDivisionError:
        return len(box.items), y
    return 10, y


@programs.staged(T(1), T(-1))
def appended_where_lengths_differ(x):
    """A branch selects which of two lists of different lengths is appended to."""
    items, kept = [], [5]
    if x > 0:
        items = kept
    items.append(x)
    return kept


@programs.staged(T(1), T(-1))
def appended_by_a_method_where_lengths_differ(x):
    """A method appends to the list that a branch stored in the attribute."""
    items, box = [], Box()
    box.items = [2]
    if x > 0:
        box.items = items
    box.put(7)
    return items


@programs.staged(T(3), T(0))
def a_list_in_a_dict_that_a_loop_changes_too(n):
    """A loop changes a dict item and an item of a list inside the same dict."""
    held = {"a": 0, "b": [n]}
    for i in ag.range(n):
        held["b"][0] += i
        held["a"] = n + i
    return held


@programs.staged(T(3), T(4), T(0))
def sets_that_a_try_leaves_alone(n):
    """Sets changed before a dynamic loop in a `try` are measured in the handler."""
    total, seen = 0, {1}
    try:
        inner = {2}
        seen.add(2)
        for _ in range(n):
            total += 10 // int(n) + len(inner)
        total += 10 // int(n - 3)
    except ZeroDivisionError:
        total = -len(seen)
    return total, len(seen)


@programs.staged(T(3), T(-3))
def sets_that_are_equal_on_both_paths(n):
    """Two branches change sets differently and leave them equal."""
    left, right = {1}, {1, 2}
    if n > 0:
        left.add(2)
        right.remove(2)
        right.add(2)
    else:
        left.add(2)
    return len(left), len(right)


@programs.staged(T(3), T(0))
def sets_that_a_loop_leaves_as_they_were(n):
    """A loop adds an element to a set and removes it in the same iteration."""
    seen = {1, 5}
    for _ in range(n):
        seen.add(2)
        seen.remove(2)
    return len(seen)


@programs.staged(T(3), T(0))
def a_set_that_a_loop_changes(n):
    """A loop adds a number to a set that holds None."""
    seen = {None}
    for _ in range(n):
        seen.add(2)
    return len(seen)
