"""`if`, conditional expressions, boolean operators, and the truth of objects."""

from __future__ import annotations

import itertools

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Branches and boolean operators

T = ag.constant


@programs.staged(T(3), T(-3), T(0), 3, -3)
def absolute(x):
    """`if` without `else` rebinds an argument: the absolute value."""
    if x < 0:
        x = -x
    return x


@programs.staged(T(3), T(-3), T(0), 3, -3, 0)
def sign_by_elif(x):
    """`if`, `elif` and `else` assign the sign of a number."""
    if x > 0:
        s = 1
    elif x < 0:
        s = -1
    else:
        s = 0
    return s


@programs.staged((T(3), 2), (T(-3), 2), (T(3), -2), (3, T(2)), (3, T(-2)))
def nested_mixed(x, y):
    """A traced condition in a Python one, and the other way round."""
    if x > 0:
        if y > 0:
            z = x + y
        else:
            z = x - y
    else:
        z = y
    return z


@programs.staged(T(5), T(-5), T(0))
def early_return(x):
    """Two early returns, then a return at the end."""
    if x > 0:
        return x * 2
    if x < 0:
        return x * 3
    return x


@programs.staged((T(1), T(2)), (T(1), T(-2)), (T(-1), T(2)), (T(-1), T(-2)))
def returns_at_all_depths(x, y):
    """Returns in an inner `if`, in an `elif` and at the end."""
    if x > 0:
        if y > 0:
            return 1
        x = x - 10
    elif y > 0:
        return 2
    return x


@programs.staged((T(1), True), (T(1), False), (T(-1), True))
def unstaged_return_in_staged_branch(x, flag):
    """Returns under a Python condition inside a traced branch."""
    if x > 0:
        if flag:
            return x
        return -x
    return x * 100


@programs.staged(T(5), T(-5))
def returns_after_assignment(x):
    """A branch assigns a name and returns it; the other path reassigns it."""
    y = 0
    if x > 0:
        y = 1
        return y
    y = 2
    return y + x


@programs.staged(T(5), T(-5), 5, -5)
def conditional_expression(x):
    """A conditional expression with a traced condition."""
    return x if x > 0 else -x


@programs.staged((T(1), T(1.5)), (T(-1), T(1.5)))
def conditional_expression_in_arithmetic(x, y):
    """A conditional expression as an operand of `*` and `+`."""
    return 2 * (y if x > 0 else y * y) + 1


@programs.staged(T(5), T(15), T(25))
def nested_conditional_expression(x):
    """A conditional expression in the `else` of another."""
    return 1 if x < 10 else 2 if x < 20 else 3


@programs.staged(T(5), T(0), 5, 0)
def and_gives_an_operand(x):
    """`x and x + 1` returns one of its operands."""
    return x and x + 1


@programs.staged(T(5), T(0), 5, 0)
def or_gives_an_operand(x):
    """`x or x + 7` returns one of its operands."""
    return x or x + 7


@programs.staged(T(5), T(0), T(True), T(False), T(0.5), T(float("nan")), 5, 0)
def not_gives_a_bool(x):
    """`not` of ints, floats, NaN and bools."""
    return not x


@programs.staged((T(1), T(2)), (T(0), T(2)), (T(1), T(0)), (0, T(1)), (T(1), 0))
def and_in_a_test(x, y):
    """`and` of two numbers as the test of an `if`."""
    if x and y:
        return 1
    return 0


@programs.staged(
    (T(1), T(2.0)), (T(0), T(2.0)), (T(0), T(0.0)), (0, T(0.0)), (T(0), 0.0)
)
def or_of_different_dtypes_in_a_test(x, y):
    """`or` of an int and a float comparison as the test of an `if`."""
    if x or y > 1:
        return 1
    return 0


@programs.staged((T(3), T(True)), (T(3), T(False)), (T(0), T(True)))
def number_and_truth_in_a_test(n, flag):
    """`and` of an int and a bool as the test of a conditional expression."""
    return 1 if n and flag else 2


@programs.staged((T(3), T(1)), (T(3), T(0)), (T(0), T(0)))
def division_guarded_by_and(x, y):
    """`and` guards a tensor division against a divisor of zero."""
    if y != 0 and x // y > 1:
        return x // y
    return x


@programs.staged((8, 2), (8, 0), (T(8), 2), (T(8), 0))
def python_division_guarded_by_and(x, y):
    """`and` guards a Python division by zero, then compares a tensor."""
    return y != 0 and 8 // y > 1 and x > 0


@programs.staged(T(5), T(0), T(10), T(11), 5, 11)
def chain(x):
    """A chained comparison `0 < x <= 10` as a result."""
    return 0 < x <= 10


@programs.staged(
    (T(1), T(2), T(3)), (T(1), T(2), T(2)), (T(3), T(2), T(9)), (1, T(2), 3)
)
def long_chain(a, b, c):
    """A chained comparison of four operands with `<` and `!=`."""
    return a < b < c != 4


@programs.staged((T(1), 2), (T(3), 2), (1, T(2)), (T(2), T(2)))
def comparisons_return_bools(x, y):
    """The six comparison operators of tensors and Python ints."""
    return x < y, x <= y, x == y, x != y, x > y, x >= y


@programs.staged((T(1), T(2)), (T(2), T(2)))
def all_tests_of_equality_in_if(x, y):
    """`==`, `!=` and `not ==` as tests of `if`."""
    n = 0
    if x == y:
        n += 1
    if x != y:
        n += 2
    if not x == y:
        n += 4
    return n


@programs.staged(T([1, 2, 3]), T([0, 0, 0]), T([-1, 0, 0]))
def reductions_decide(v):
    """`reduce_all` and `reduce_any` of a vector as tests of `if` and `elif`."""
    if ag.reduce_all(v > 0):
        return 1
    elif ag.reduce_any(v < 0):
        return 2
    return 3


@programs.staged(T([5]), T([0]), T([[0.0]]))
def one_element_decides(v):
    """A tensor with axes and a single element is a condition."""
    if v:
        return v + 1
    return v


@programs.staged(T(1), T(-1))
def both_branches_create(x):
    """Both branches bind two names that were not bound before."""
    if x > 0:
        a, b = x, 1.5
    else:
        a, b = -x, 2.5
    return a, b


@programs.staged(T(1), T(-1))
def branch_does_nothing(x):
    """A branch that contains only `pass`."""
    if x > 0:
        pass
    return x


@programs.staged((T(1), 1), (T(-1), 1))
def swap_in_branch(x, y):
    """Two names are swapped in a branch."""
    if x > 0:
        x, y = y, x
    return [x, y]


@programs.staged(T(1), T(-1))
def numbers_stay_weak_after_a_branch(x):
    """A Python int that a branch selects is promoted as a Python int."""
    n = 2 if x > 0 else 3
    return n * T(1.5), n / 2, n // 2


@programs.staged(T(1), T(-1))
def python_float_keeps_double_precision(x):
    """A Python float that a branch selects has double precision."""
    y = 0.1 if x > 0 else 0.2
    return y * 3 - 0.3, ag.cast(x, ag.float64) * y


@programs.staged(T(1), T(-1))
def big_python_integer_in_between(x):
    """A Python int beyond 32 bits, selected by a branch, is divided."""
    n = 10**12 if x > 0 else 10**13
    return n // 10**10


@programs.staged(T(1), T(-1))
def nested_results(x):
    """Each branch builds a dict of a tuple and a list."""
    if x > 0:
        r = {"a": (x, 1), "b": [2.0]}
    else:
        r = {"a": (x + 1, 2), "b": [3.0]}
    return r


@programs.staged(T(1), T(-1))
def created_in_one_branch_and_not_read(x):
    """A name bound in one branch is not read after it."""
    if x > 0:
        y = x * 2
        x = y
    return x


@programs.staged(T(1), T(-1), T(5))
def created_in_one_branch_and_read_under_the_same_condition(x):
    """A name bound in one branch is read under an equal condition."""
    if x > 0:
        y = x * 2
    if x > 0:
        x = x + y
    return x


@programs.staged(T(1), T(-1))
def created_in_one_branch_and_read(x):
    """A name bound in one branch only raises UnboundLocalError otherwise."""
    if x > 0:
        y = x * 2
    return y


@programs.staged((T(1), T(1)), (T(1), T(-1)), (T(-1), T(1)), (T(-1), T(-1)))
def created_before_a_return_in_branches(x, y):
    """A name bound in both branches, one of which may return first."""
    if x > 0:
        if y > 0:
            return y
        z = x
    else:
        z = y
    return z * 2


@programs.staged((T(1), T(2.5)), (T(-1), T(2.5)))
def arrays_made_in_branches(x, y):
    """One branch creates a vector by `stack`, the other by `zeros`."""
    if x > 0:
        v = ag.stack([y, y + 1])
    else:
        v = ag.zeros([2])
    return v * 2


@programs.staged(T(1), T(-1))
def shapes_that_differ(x):
    """The branches create vectors of different lengths."""
    if x > 0:
        v = ag.constant([1, 2, 3])
    else:
        v = ag.constant([4, 5])
    return v + 1, ag.reduce_sum(v)


@programs.staged((T(2), T(1)), (T(0), T(1)), (T(2), T(0)))
def conditions_as_values(x, y):
    """Comparisons are stored and combined by `and`, `or`, `not`, `==` and `&`."""
    a = x > 1
    b = y > 0
    both = a and b
    return both, a or b, not a, a == b, a & b


@programs.staged(T(3), T(-3))
def walrus(x):
    """`:=` in the test of an `if` binds a name."""
    if (y := x * 2) > 0:
        return y
    return y - 1


@programs.staged((T(3), None), (T(3), 1), (T(-3), None))
def is_none_is_decided_while_tracing(x, y):
    """`y is None` of a Python argument is decided while tracing."""
    if y is None:
        y = 5
    return x + y


@programs.staged((T(3), "double"), (T(3), "half"))
def text_is_decided_while_tracing(x, mode):
    """A comparison of a string argument is decided while tracing."""
    if mode == "double":
        return x * 2
    return x / 2


@programs.staged(T(3), T(0))
def python_number_as_a_condition(x):
    """`int(x)` of a tensor is a condition and an operand."""
    n = int(x)
    if n:
        n = n * 3
    else:
        n = n - 1
    return n


# -- How often __bool__ and __len__ are called

EACH = list(itertools.product((False, True), repeat=3))


class Told:
    def __init__(self, name, value, log):
        self.name, self.value, self.log = name, value, log

    def __bool__(self):
        self.log.append(self.name)
        return self.value

    def __lt__(self, other):
        return Told(self.name + other.name, self.value, self.log)


def three(values):
    log = []
    return log, *(Told(n, x, log) for n, x in zip("abc", values, strict=True))


def text_of(log, *results):
    shown = [x.name if isinstance(x, Told) else str(x) for x in results]
    return " ".join([*log, "|", *shown])


@programs.staged(*EACH)
def of_values(*values):
    """`and` and `or` call `__bool__` as often, and in the order, as Python does."""
    log, a, b, c = three(values)
    r = a and b or c
    s = (a or b) and c
    t = (a and b) and c or a
    u = (
        (a or b)
        or c
    )  # fmt: skip
    v = a and (b or c) and a
    w = (a and not b) or (c if b and a else b)
    return text_of(log, r, s, t, u, v, w)


@programs.staged(*EACH)
def of_values_that_several_operators_ask(*values):
    """`__bool__` calls where the value of one `and`/`or` decides another."""
    log, a, b, c = three(values)
    r = (a and (b or c)) or a
    s = (a or (b and c)) and b
    t = ((a and (b or (c and a))) or b) and c
    u = (a and (b or c) and (c or a)) or (b and (a or c))
    v = (a and (b if c else (a or b))) or c
    w = not ((a and (b or c)) or b)
    x = (a and (
        b or c
    )) or a  # fmt: skip
    y = str((b and (c or a)) or c is a)
    return text_of(log, r, s, t, u, v, w, x, len(y) > 5)


@programs.staged(*EACH)
def of_negated_values(*values):
    """`__bool__` calls of `not` around `and`, `or` and chained comparisons."""
    log, a, b, c = three(values)
    r = not (a and b)
    s = not (a or b) and c
    t = not not (a and b or c)
    u = not ((a or b) and c)
    v = not (a or (b and c))
    w = not a < b < c
    return text_of(log, r, s, t, u, v, w)


@programs.staged(*EACH)
def in_tests(*values):
    """`__bool__` calls in tests of `if`, `elif`, `while` and comprehensions."""
    log, a, b, c = three(values)
    r = 0
    if a < b < c:
        r += 1
    if not (a and b or c):
        r += 2
    elif not (a < b < c and c):
        r += 4
    r += 8 if (a and b if c else a or b) else 0
    while r < 99 and (a or b < c < a):
        r += 100
    return text_of(log, r, [x for x in (1, 2) if a < b < c or c])


@programs.staged(*EACH)
def in_guards(*values):
    """`__bool__` calls in guards of `match` cases."""
    log, a, b, c = three(values)
    r = 0
    match values[0]:
        case True if a < c < b:
            r = 3
        case _ if a and b or c:
            r = 4
    return text_of(log, r)


@programs.staged(*EACH)
def beside_names_that_are_bound(*values):
    """`__bool__` calls in tests that bind names by `:=`."""
    log, a, b, c = three(values)
    r = 0
    if a < b < (x := c):
        r += 1
    if a and (y := b) or c:
        r += 2
    r += not (a and (x := b))
    while r < 99 and ((y := a) and b):
        r += 100
    match r:
        case 1 if a and (y := b or c) and c:
            r = 3
    return text_of(log, r)


@programs.staged(*EACH)
def beside_names_that_nothing_reads(*values):
    """`__bool__` calls in values of `:=` names that nothing reads."""
    log, a, b, c = three(values)
    r = sum(1 for x in (1, 2) if (y := a or b))
    s = any(True for x in (1, 2) if (z := a < b < c))
    t = [1 for x in (1, 2) if a if (u := (a and b) or c)]
    v = [1 if (w := a and b) else 2 for x in (1, 2)]
    return text_of(log, r, s, t, v)


class Counted:
    def __init__(self, value):
        self.value, self.n = value, 0

    def __bool__(self):
        self.n += 1
        return self.value


@programs.staged(T(0), T(2), T(4))
def beside_conditions_of_the_run(x):
    """`__bool__` calls of objects combined with dynamic conditions."""
    a, b = Counted(False), Counted(True)
    r = not (a and x > 1)
    s = not (x > 1 and b)
    t = (a and x > 1) or x > 3
    u = 1
    if (b and x > 1) or a:
        u = 2
    v = (b and (x > 1 or x < -1)) or x > 3
    return r, s, u, bool(t), v, a.n, b.n


# -- The truth of objects selected at run time

EACH_2 = [(T(3), T(1)), (T(-2), T(4)), (T(0), T(0)), (3, T(1)), (T(-2), 4), (3, 1)]


class Leaf:
    def __init__(self, value):
        self.value = value


class Sized(Leaf):
    def __len__(self):
        return 2 if self.value > 1 else 0


class Tree:
    def __init__(self, value):
        self.value, self.left, self.right = value, None, None

    def total(self):
        left = self.left.total() if self.left else 0
        return self.value + left + (self.right.total() if self.right else 0)


def chosen(a, b, kind):
    one, two = kind(a), Leaf(b)
    found = None
    if a > 0:
        found = one
    elif b > 3:
        found = two
    return found


@programs.staged(*EACH_2)
def of_one_class(a, b):
    """`not` of what is an object of one class or None."""
    found = chosen(a, b, Leaf)
    if not found:
        return -1
    return found.value


@programs.staged(*EACH_2)
def by_a_method_of_one(a, b):
    """The truth of an object with or without `__len__`, or None."""
    found = chosen(a, b, Sized)
    n = 0
    while found and n < 2:
        n += 1
    return n, bool(found), (found or Leaf(9)).value, 1 if found and b > 2 else 0


@programs.staged(*EACH_2)
def of_parts_of_a_tree(a, b):
    """A recursive method tests the children of a tree, some of them None."""
    tree = Tree(2)
    if a > 2:
        tree.left = Tree(a)
    else:
        tree.right = Tree(b)
    if b > 2 and tree.left:
        tree.left.left = Tree(b)
    return tree.total()
