"""Functions that call themselves under dynamic conditions."""

from __future__ import annotations

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Recursion

T = ag.constant


@programs.staged(T(0), T(1), T(6), T(13))
def fact(n):
    """Factorial as a conditional expression with one recursive call."""
    return 1 if n <= 1 else n * fact(n - 1)


@programs.staged(T(0), T(1), T(12))
def fib(n):
    """Fibonacci numbers by two recursive calls."""
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)


@programs.staged((T(48), T(18)), (T(5), T(0)))
def gcd(a, b):
    """Greatest common divisor by a tail call."""
    if b == 0:
        return a
    return gcd(b, a % b)


@programs.staged((T(2), T(3)), (T(0), T(0)))
def ackermann(m, n):
    """The Ackermann function: a recursive call as an argument of another."""
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))


@programs.staged((T(5), "a", "b", "c"), (T(4), 1, 2, 3))
def hanoi(n, source, target, spare):
    """Tower of Hanoi: recursive calls permute Python arguments."""
    if n == 0:
        return 0
    moved = hanoi(n - 1, source, spare, target)
    return moved + 1 + hanoi(n - 1, spare, target, source)


def is_even(n):
    return True if n == 0 else is_odd(n - 1)


def is_odd(n):
    return False if n == 0 else is_even(n - 1)


@programs.staged(T(0), T(7))
def mutual(n):
    """Two mutually recursive functions return truth values."""
    return is_even(n), is_odd(n)


@programs.staged((T(10), T(3)))
def expression(n, base):
    """Mutual recursion in which the second function also calls itself."""
    if n <= 0:
        return base
    return term(n - 1, base) + 1


def term(n, base):
    if n % 3 == 0:
        return expression(n - 2, base)
    return term(n - 1, base) * 2


class Powers:
    def __init__(self, base):
        self.base = base
        self.calls = 0

    def power(self, n):
        self.calls += 1
        if n == 0:
            return 1
        if n % 2 == 0:
            half = self.power(n // 2)
            return half * half
        return self.base * self.power(n - 1)


@programs.staged((T(2), T(10)), (3, T(5)), (1.5, T(0)))
def method(base, n):
    """A recursive method with an int or tensor base counts its calls."""
    powers = Powers(base)
    result = powers.power(n)
    return result, powers.calls


@programs.staged((T(5), T(1.5)))
def nested(n, x):
    """A nested recursive function reads a captured tensor."""

    def doubled(k):
        return x if k == 0 else doubled(k - 1) * 2

    return doubled(n)


@programs.staged((T(7), T(2)))
def nested_in_each_other(n, x):
    """An inner function calls itself and the function that encloses it."""
    y = x * 2

    def outer(k):
        z = k + y

        def inner(j):
            if j <= 0:
                return outer(j - 1 + k // 2) if k > 0 else z
            return inner(j - 2) + y

        return inner(k)

    return outer(n)


@programs.staged(T(5))
def a_lambda(n):
    """A lambda calls itself by the local variable that it is bound to."""
    factorial = lambda k: 1 if k <= 1 else k * factorial(k - 1)
    return factorial(n)


@programs.staged(T(6))
def in_a_loop(n):
    """A loop calls two recursive functions in each iteration."""
    total = 0
    while n > 0:
        total += fib(n) + gcd(n * 6, 9)
        n -= 1
    return total


@programs.staged(T(5))
def loops_inside(n):
    """A function calls itself inside its own loop."""
    total = 1
    for i in ag.range(n):
        total += loops_inside(i)
    return total


@programs.staged(T(4))
def in_the_test_of_a_loop(n):
    """A function calls itself in the test of its `while` loop."""
    k = 0
    while k < n and in_the_test_of_a_loop(n - 1 - k) >= k:
        k += 1
    return k


@programs.staged((T(27), 0), T(1))
def counting(n, steps=0):
    """The Collatz steps, counted in an argument with a default."""
    if n == 1:
        return steps
    if n % 2 == 0:
        return counting(n // 2, steps + 1)
    return counting(3 * n + 1, steps + 1)


@programs.staged(T(4))
def numbers_that_widen(n, total=0):
    """An accumulator argument changes from an int to a floating-point tensor."""
    if n == 0:
        return total
    return numbers_that_widen(n - 1, total + n * 0.5)


@programs.staged(T(7.25), T(0.5))
def results_that_widen(x):
    """The base case returns an int, the recursion a floating-point tensor."""
    return 1 if x < 1 else x * results_that_widen(x - 1.5)


@programs.staged((T([1, 2]), T(3)))
def shapes_that_relax(xs, n):
    """Concatenation at each level gives a result of dynamic length."""
    if n == 0:
        return xs
    return ag.concat([shapes_that_relax(xs, n - 1), xs], 0)


@programs.staged((T(4), {"l": T(1), "r": T(2)}))
def structures(n, w):
    """Recursive calls with dicts of tensors as arguments and results."""
    if n <= 0:
        return w
    a = structures(n - 1, {"l": w["r"] + 1, "r": w["l"]})
    b = structures(n - 2, {"l": w["l"], "r": w["r"] * 2})
    return {"l": a["l"] + b["r"], "r": a["r"] - b["l"]}


@programs.staged(T(4))
def several_results(n):
    """A recursive call returns a tuple with a nested list, which is unpacked."""
    if n == 0:
        return 0, [1, 2.5]
    a, (b, c) = several_results(n - 1)
    return b, [a + b, c * 2]


@programs.staged((T([1, 4, 6, 8, 11]), T(8)), (T([1, 4, 6, 8, 11]), T(7)))
def binary_search(xs, x):
    """Binary search by a nested function over a captured tensor."""

    def search(low, high):
        if low >= high:
            return -1
        middle = (low + high) // 2
        if xs[middle] == x:
            return middle
        if xs[middle] < x:
            return search(middle + 1, high)
        return search(low, middle)

    return search(0, 5)


@programs.staged((T(1.5), T(11)), (T(3), 5), (T(3), T(5)))
def square_and_multiply(x, n):
    """Exponentiation by squaring, with a tensor or Python int exponent."""
    if n == 0:
        return 1
    if n % 2 == 0:
        return square_and_multiply(x * x, n // 2)
    return x * square_and_multiply(x, n - 1)


@programs.falls(T(9))
def keywords(n):
    """Recursion through `*rest`, a keyword-only parameter and `**more`."""

    def down(n, *rest, step=1, **more):
        if n <= 0:
            return more["z"] + rest[0]
        return down(n - step, *rest, step=step, z=more["z"] + 1)

    return down(n, 5, step=2, z=n)


@programs.staged((T(4), 6), (T(4), 2))
def python_values_end_it(x, depth):
    """A Python int argument bounds the depth of the recursion."""
    if depth == 0:
        return x
    if x > 3:
        return python_values_end_it(x - 1, depth - 1)
    return python_values_end_it(x * 2, depth - 1)


WEIGHTS = [1, 2, 3, 4, 5, 6, 7]


@programs.staged((T(40), 0))
def python_values_that_index(x, depth):
    """A Python int argument indexes a global list at each level."""
    if depth == 6:
        return x
    if x > 3:
        return python_values_that_index(x - WEIGHTS[depth], depth + 1)
    return python_values_that_index(x * 2, depth + 1)


@programs.staged((T(9), True))
def flags_that_alternate(n, flag):
    """A Python bool argument alternates from call to call."""
    if flag:
        return flags_that_alternate(n - 1, False)
    if n <= 0:
        return 0
    return flags_that_alternate(n - 1, True) + 1


@programs.staged((T(5), "x", "y"))
def names_that_alternate(n, a, b):
    """Two Python string arguments change places from call to call."""
    if n <= 0:
        return 1 if a == "x" else 2
    return names_that_alternate(n - 1, b, a)


@programs.staged(T(2))
def printing(n):
    """`ag.print` before and after the recursive call keeps its order."""
    if n > 0:
        ag.print("down", n)
        printing(n - 1)
        ag.print("up", n)


@programs.staged(T(5), T(2), T(-1))
def raising(n):
    """A recursion that ends in a float or in a ValueError."""
    if n < 0:
        raise ValueError("negative")
    if n == 3:
        return 1.5
    return raising(n - 1) + 1


@programs.staged(T(3))
def raising_always(n):
    """A recursion that always ends in a KeyError."""
    if n <= 0:
        raise KeyError("the end")
    raising_always(n - 1)


@programs.staged(T(3))
def nothing_returned(n):
    """A recursion that returns nothing."""
    if n > 0:
        nothing_returned(n - 1)


@programs.staged(T(1), T(-1))
def none_on_some_paths(n):
    """A recursion that returns a number on one path and None on another."""
    if n > 3:
        return n * 2
    if n > 0:
        return none_on_some_paths(n + 1)


# -- Recursion that writes variables, attributes and items


@programs.staged(T(5))
def nonlocals(n):
    """A recursive function writes nonlocals, two of them in a tuple assignment."""
    total, a, b = 0, 0, 1

    def down(k):
        nonlocal total, a, b
        total += k
        a, b = b, a + b
        if k > 0:
            down(k - 1)
            total += 1

    down(n)
    return total, a, b


@programs.staged(T(-1), T(0), T(2), T(9))
def nonlocals_of_loops_and_calls(n):
    """Nonlocals written by a recursion, a helper, a branch and a loop."""
    total = 0
    done = False

    def add(k):
        nonlocal total, done
        total += k
        done = total > 5

    def down(k):
        add(k)
        if not done and k > 0:
            down(k - 1)
            add(1)

    if n > 0:
        total = 3
        add(4)
        down(n)
    while not done:
        total = total + 1
        add(2)
    return total, done


@programs.staged(T(4))
def items(n):
    """A recursive function writes items of a list before and after the call."""
    out = [0, 0, 0]

    def down(k):
        out[0] += k
        out[1] = out[2] + 1
        if k > 0:
            down(k - 1)
        out[2] += 1

    down(n)
    return out


@programs.staged(T(4))
def a_list_that_stays_itself(n):
    """A recursive function returns the captured list itself, not a copy."""
    out = [0, 0]

    def down(k):
        out[0] += k
        if k > 0:
            down(k - 1)
        return out

    left = down(n)
    left[1] = n
    return out, left is out


@programs.staged(T(4))
def a_list_that_is_handed_on(n):
    """Each recursive call passes on a new list of two items."""

    def down(xs, k):
        if k <= 0:
            return xs
        return down([xs[1], xs[0] + k], k - 1)

    return down([n, 1], n), down([1, 2], n)[0]


counted = 0


@programs.defects(T(5))
def global_variable(n):
    """A recursive function with two inner calls writes a global variable."""
    global counted
    counted = 0

    def down(k):
        global counted
        counted += k
        if k > 0:
            down(k - 1)
            down(k - 2)

    down(n)
    return counted


class Levels:
    def __init__(self):
        self.level = 0

    def down(self, x):
        self.level += 1
        if self.level > 3:
            self.level = 0
            return x
        if x > 0:
            x = self.down(x - 1)
        return x * self.level


@programs.staged(T(5), T(1))
def python_state_that_ends_it(x):
    """A Python int in an attribute bounds the depth of a recursive method."""
    levels = Levels()
    return levels.down(x), levels.level


@programs.staged(T(-1), T(3))
def nonlocals_written_in_blocks_of_other_functions(x):
    """A branch and a loop call a function that writes a nonlocal."""
    total = 0

    def add():
        nonlocal total
        total += 1

    def several():
        if x > 0:
            add()
        i = 0
        while i < x:
            add()
            i += 1

    several()
    return total


class Base:
    @classmethod
    def of_class(cls, n):
        return 0 if n <= 0 else n + cls.of_class(n - 1)

    @staticmethod
    def static(n):
        return 0 if n <= 0 else n + Base.static(n - 1)

    def method(self, n):
        return 0 if n <= 0 else self.step(n) + self.method(n - 1)

    def step(self, n):
        return n

    def __call__(self, n):
        return 1 if n <= 0 else n + self(n - 1)


class Derived(Base):
    def method(self, n):
        return super().method(n) + 1


@programs.staged(T(4))
def methods_of_all_kinds(n):
    """Recursive class, static and instance methods, and one with `super()`."""
    return Base.of_class(n), Base.static(n), Base().method(n), Derived().method(n)


@programs.staged(T(4))
def callable_objects(n):
    """`__call__` of an object calls the object."""
    return Base()(n)


@programs.staged(T(3))
def texts(n):
    """A recursion that builds a string of dynamic length."""

    def repeated(k):
        return "" if k == 0 else repeated(k - 1) + "x"

    return repeated(n)


@programs.staged(T([1.0, 2.0, 3.0, 4.0, 5.0]))
def halves(xs):
    """A tensor is summed by recursion on its two halves."""
    if ag.size(xs) <= 1:
        return ag.reduce_sum(xs)
    middle = ag.size(xs) // 2
    return halves(xs[:middle]) + halves(xs[middle:])


@programs.staged(T(9))
def loops_with_breaks(n):
    """A recursive call in a `while` loop with a `break`."""
    if n <= 0:
        return 0
    total = 0
    while total < n:
        total = total + 1 + loops_with_breaks(n - 2)
        if total > 50:
            break
    return total


@programs.staged(T(5))
def matching(n):
    """A recursive call in a `match` statement."""
    match n:
        case 0:
            return 1
        case _:
            return n * matching(n - 1)


@programs.staged(T(40))
def integers_without_bound(n):
    """A Python int accumulated in a recursion exceeds 64 bits."""

    def power(k, total):
        return total if k <= 0 else power(k - 1, total * 7)

    return power(n, 1) % 1000003


@programs.staged(T(0), T(3))
def grows(n):
    """A recursive function appends to a captured list."""
    out = []

    def down(k):
        out.append(k)
        if k > 0:
            down(k - 1)

    down(n)
    return out


@programs.staged(T(0), T(3))
def changes_its_argument(n):
    """A recursive function assigns to an item of the list that it passes on."""

    def down(xs, k):
        xs[0] = xs[0] + k
        if k > 0:
            down(xs, k - 1)
        return xs[0]

    return down([n], n)


@programs.staged(T(10), T(0), T(4))
def a_key_that_calls_add(n):
    """Recursive calls assign a key of a captured dict in a `try`."""
    table = {"a": n}

    def count(k):
        if k <= 0:
            return 2
        try:
            table["c"] = 7 // table["a"]
        except ArithmeticError:
            pass
        return count(k - 1)

    return count(n % 4), table.get("c", 5)


@programs.staged(T(10), T(0), T(4))
def a_key_that_calls_take_away(n):
    """Recursive calls pop a key of a captured dict, with a default."""
    table = {"a": n, "c": 1}

    def count(k):
        if k <= 0:
            return 2
        table.pop("c", None)
        return count(k - 1)

    return count(n % 4), table


@programs.staged(T(10), T(0), T(4), T(7))
def an_attribute_that_calls_add(n):
    """Recursive calls add an attribute to a captured object."""
    held = Held()

    def count(k):
        if k <= 0:
            return 2
        held.last = k
        return count(k - 1)

    return count(n % 4), getattr(held, "last", 5)


@programs.staged(T(10), T(0), T(4), T(7))
def keys_of_a_dict_that_is_passed_on(n):
    """Each recursive call copies its dict argument and adds a key."""

    def count(k, table):
        if k <= 0:
            return table
        longer = dict(table)
        longer["n"] = k
        return count(k - 1, longer)

    return count(n % 4, {"x": n})


@programs.staged(T(10), T(0), T(4), T(7))
def keys_of_a_dict_that_is_returned(n):
    """Each level of a recursion adds a key to the dict that is returned."""

    def count(k):
        if k <= 0:
            return {}
        table = count(k - 1)
        table["n"] = k
        return table

    return count(n % 4)


class Held:
    pass


# -- Recursion that changes state and restores it

NS = (T(3), T(1), T(0), T(2))


@programs.staged(*NS)
def a_variable(n):
    """A nonlocal counter is incremented before the inner call and restored."""
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


@programs.staged(*NS)
def a_path(n):
    """A list is appended to before the inner call and popped after it."""
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


@programs.staged(*NS)
def a_key_of_a_dict(n):
    """A dict value is incremented before the inner call and restored."""
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


@programs.staged(*NS)
def an_attribute(n):
    """An attribute of a captured object is changed for the inner call."""
    box = Box()

    def go(k):
        if k == 0:
            return box.depth
        box.depth += 2
        r = go(k - 1)
        box.depth -= 2
        return r

    return go(n), box.depth


@programs.staged(*NS)
def an_attribute_of_an_argument(n):
    """An attribute of an argument is changed for the inner call."""

    def go(k, box):
        if k == 0:
            return box.depth
        box.depth += 2
        r = go(k - 1, box)
        box.depth -= 2
        return r

    return go(n, Box())


@programs.staged(*NS)
def an_attribute_that_is_added(n):
    """A recursive function adds an attribute to a captured object."""
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


@programs.staged(T(4), T(3), T(1))
def queens(n):
    """The n queens by backtracking, with a captured list and a nonlocal count."""
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


@programs.staged(*NS)
def a_truth_value(n):
    """A nonlocal bool is inverted before the inner call and after it."""
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


@programs.staged(*NS)
def text_tuples_and_none(n):
    """Nonlocal text, a tuple and None are changed for the inner call."""
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


@programs.staged(*NS)
def two_that_call_each_other(n):
    """Mutual recursion with a depth in a list and a nonlocal maximum."""
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


@programs.staged(*NS)
def without_an_argument(n):
    """A recursive function without parameters stops at a length of a list."""
    done = []

    def go():
        if len(done) == n:
            return 1
        done.append(0)
        r = go()
        done.pop()
        return r + 1

    return go()


@programs.staged(*NS)
def two_calls_with_a_change_between(n):
    """A nonlocal changes between two inner calls and is restored."""
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


@programs.staged(*NS)
def a_manager(n):
    """A `with` around a recursive `return` counts the depth and its maximum."""
    depth = Depth()

    def go(k):
        if k == 0:
            return depth.depth
        with depth:
            return go(k - 1)

    return go(n), depth.depth, depth.most


@programs.staged(*NS)
def what_was_written_before_it_raises(n):
    """Writes to a nonlocal before a recursion raises remain."""
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


@programs.staged(*NS)
def what_finally_writes(n):
    """`finally` in a recursion writes a nonlocal and appends to a list."""
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


@programs.staged(*NS)
def an_op_that_fails(n):
    """A division by zero deep in a recursion, after writes to a nonlocal."""
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


@programs.staged(T(3), T(6), T(7))
def raising_when_it_is_deep(n):
    """A recursion raises beyond a depth, which a nonlocal records."""
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


@programs.staged(T(3))
def what_a_call_has_written_that_raises(n):
    """Writes of an inner call that raises and is caught cannot be staged."""
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


@programs.staged(T(3))
def what_a_handler_writes_and_raises_again(n):  # it took two minutes
    """A handler in a recursion that writes and raises again is not staged."""
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


@programs.staged(T(3))
def what_finally_writes_after_an_exception(n):
    """`finally` that writes while a recursion is unwound cannot be staged."""
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


@programs.staged(T(2))
def written_by_what_never_returns(x):
    """`finally` that writes in a recursion that always raises is not staged."""
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


@programs.staged(T(0), T(2))
def raised_again_by_what_never_returns(x):
    """Each level of a recursion catches a KeyError and raises a longer one."""

    def step(i):
        try:
            if i >= x:
                raise KeyError("deep")
            step(i + 1)
        except KeyError as error:
            raise KeyError(str(error) + "!")

    try:
        step(0)
    except KeyError as error:
        return str(error)
    return ""


@programs.falls(T(0), T(3))
def given_another_function_in_each_call(n):
    """Each level of a recursion gives the next one a function of its own."""

    def down(k, function):
        return function(k) if k == 0 else down(k - 1, lambda j: function(j) + k)

    return down(n, lambda k: k)


@programs.staged(T(0), T(3))
def a_copy_of_a_list_in_each_call(n):
    """Each level of a recursion appends to a list and gives a copy of it on."""

    def down(xs, k):
        xs.append(k)
        return down(xs[:], k - 1) if k > 0 else len(xs)

    return down([n], n)


@programs.staged(T(0), T(3))
def a_list_in_another_one_in_each_call(n):
    """Each level of a recursion changes a list, and gives it on in a new one."""

    def down(xs, k):
        xs[0][0] = k
        return down([xs[0]], k - 1) if k > 0 else xs[0][0]

    return down([[n]], n)
