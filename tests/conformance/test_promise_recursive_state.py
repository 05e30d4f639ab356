"""The promise, for recursion that writes variables, attributes and items outside."""

import pytest

import autograph as ag
from autograph.testing import assert_agrees
from tests.autograph.testing.rows import Rows
from tests.conformance.test_promise_recursion import is_sound

T = ag.constant
rows = Rows()


@pytest.mark.parametrize(("function", "args"), rows.calls)
def test_the_graph_gives_what_plain_python_gives(function, args):
    assert_agrees(function, *args)
    is_sound(function, args)


@rows.on(T(5))
def nonlocals(n):
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


@rows.on(T(-1), T(0), T(2), T(9))
def nonlocals_of_loops_and_calls(n):
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


@rows.on(T(4))
def items(n):
    out = [0, 0, 0]

    def down(k):
        out[0] += k
        out[1] = out[2] + 1
        if k > 0:
            down(k - 1)
        out[2] += 1

    down(n)
    return out


@rows.on(T(4))
def a_list_that_stays_itself(n):
    out = [0, 0]

    def down(k):
        out[0] += k
        if k > 0:
            down(k - 1)
        return out

    left = down(n)
    left[1] = n
    return out, left is out


@rows.on(T(4))
def a_list_that_is_handed_on(n):
    def down(xs, k):
        if k <= 0:
            return xs
        return down([xs[1], xs[0] + k], k - 1)

    return down([n, 1], n), down([1, 2], n)[0]


counted = 0


@rows.on(T(5))
def global_variable(n):
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


@rows.on(T(5), T(1))
def python_state_that_ends_it(x):
    levels = Levels()
    return levels.down(x), levels.level


@rows.on(T(-1), T(3))
def nonlocals_written_in_blocks_of_other_functions(x):
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


@rows.on(T(4))
def methods_of_all_kinds(n):
    return Base.of_class(n), Base.static(n), Base().method(n), Derived().method(n)


@rows.on(T(4))
def callable_objects(n):
    return Base()(n)


@rows.on(T(3))
def texts(n):
    def repeated(k):
        return "" if k == 0 else repeated(k - 1) + "x"

    return repeated(n)


@rows.on(T([1.0, 2.0, 3.0, 4.0, 5.0]))
def halves(xs):
    if ag.size(xs) <= 1:
        return ag.reduce_sum(xs)
    middle = ag.size(xs) // 2
    return halves(xs[:middle]) + halves(xs[middle:])


@rows.on(T(9))
def loops_with_breaks(n):
    if n <= 0:
        return 0
    total = 0
    while total < n:
        total = total + 1 + loops_with_breaks(n - 2)
        if total > 50:
            break
    return total


@rows.on(T(5))
def matching(n):
    match n:
        case 0:
            return 1
        case _:
            return n * matching(n - 1)


@rows.on(T(40))
def integers_without_bound(n):
    def power(k, total):
        return total if k <= 0 else power(k - 1, total * 7)

    return power(n, 1) % 1000003


def grows(n):
    out = []

    def down(k):
        out.append(k)
        if k > 0:
            down(k - 1)

    down(n)
    return out


def changes_its_argument(n):
    def down(xs, k):
        xs[0] = xs[0] + k
        if k > 0:
            down(xs, k - 1)
        return xs[0]

    return down([n], n)


def changes_a_new_list_in_each_call(n):
    def down(xs, k):
        xs.append(k)
        return down(xs[:], k - 1) if k > 0 else len(xs)

    return down([n], n)


def changes_a_list_in_a_list(n):
    def down(xs, k):
        xs[0][0] = k
        return down([xs[0]], k - 1) if k > 0 else xs[0][0]

    return down([[n]], n)


@pytest.mark.parametrize("n", [0, 3])
def test_an_argument_is_changed_by_recursion(n):
    assert_agrees(changes_its_argument, T(n))


@pytest.mark.parametrize("n", [0, 3])
def test_a_list_grows_by_recursion(n):
    assert_agrees(grows, T(n))


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (changes_a_new_list_in_each_call, "down() changes an argument in place"),
        (changes_a_list_in_a_list, "down() changes an argument in place"),
    ],
)
def test_what_cannot_be_staged_says_so(function, said):
    with pytest.raises(ag.errors.StagingError) as caught:
        ag.function(function)(T(3))
    assert said in str(caught.value)
    assert __file__ in str(caught.value)


@rows.on(T(10), T(0), T(4))
def a_key_that_calls_add(n):
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


@rows.on(T(10), T(0), T(4))
def a_key_that_calls_take_away(n):
    table = {"a": n, "c": 1}

    def count(k):
        if k <= 0:
            return 2
        table.pop("c", None)
        return count(k - 1)

    return count(n % 4), table


@rows.on(T(10), T(0), T(4), T(7))
def an_attribute_that_calls_add(n):
    held = Held()

    def count(k):
        if k <= 0:
            return 2
        held.last = k
        return count(k - 1)

    return count(n % 4), getattr(held, "last", 5)


@rows.on(T(10), T(0), T(4), T(7))
def keys_of_a_dict_that_is_passed_on(n):
    def count(k, table):
        if k <= 0:
            return table
        longer = dict(table)
        longer["n"] = k
        return count(k - 1, longer)

    return count(n % 4, {"x": n})


@rows.on(T(10), T(0), T(4), T(7))
def keys_of_a_dict_that_is_returned(n):
    def count(k):
        if k <= 0:
            return {}
        table = count(k - 1)
        table["n"] = k
        return table

    return count(n % 4)


class Held:
    pass
