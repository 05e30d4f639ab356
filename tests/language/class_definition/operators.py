"""Operators between objects of the user's classes."""

from __future__ import annotations

import dataclasses
import operator

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Classes whose methods decide on tensors

T = ag.constant

B = (T(3), T(-3))


class Number:
    def __init__(self, v):
        self.v = v

    def __add__(self, o):
        if self.v > 0:
            return Number(self.v + o.v)
        return Number(self.v - o.v)

    def __radd__(self, o):
        if self.v > 0:
            return Number(self.v + o)
        return Number(self.v - o)

    def __iadd__(self, o):
        if self.v > 0:
            self.v = self.v + 1
        else:
            self.v = self.v - 1
        return self

    def __neg__(self):
        if self.v > 0:
            return Number(-self.v)
        return self

    def __lt__(self, o):
        if self.v > 0:
            return self.v < o.v
        return self.v < 100

    def __eq__(self, o):
        if self.v > 0:
            return self.v == o.v
        return self.v == 100

    def __hash__(self):
        return 1

    def __getitem__(self, i):
        if self.v > i:
            return self.v
        return self.v - i

    def __setitem__(self, i, x):
        if x > i:
            self.v = x
        else:
            self.v = self.v + i

    def __delitem__(self, i):
        if self.v > i:
            self.v = self.v - i

    def __call__(self, k):
        if self.v > k:
            return k
        return -k

    def __bool__(self):
        if self.v > 0:
            return True
        return False

    def __len__(self):
        if self.v > 2:
            return 3
        return 2

    def __contains__(self, k):
        if self.v > k:
            return True
        return False

    def __iter__(self):
        if self.v > 0:
            return iter([self.v, 1])
        return iter([self.v, 2])

    def __enter__(self):
        if self.v > 0:
            self.v = self.v + 10
        return self

    def __exit__(self, *e):
        if self.v > 0:
            self.v = self.v * 2

    def __abs__(self):
        if self.v > 0:
            return self.v
        return -self.v

    def __int__(self):
        if self.v > 0:
            return int(self.v)
        return 0

    def __float__(self):
        if self.v > 0:
            return float(self.v)
        return 0.0

    def __str__(self):
        if self.v > 0:
            return "pos"
        return "neg"

    def __repr__(self):
        if self.v > 0:
            return "rpos"
        return "rneg"

    def __format__(self, spec):
        if self.v > 0:
            return "fpos"
        return "fneg"

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        if self.v > 0:
            return self.v
        return 0 * self.v

    def __index__(self):
        if self.v > 0:
            return 1
        return 0

    def __matmul__(self, o):
        if self.v > 0:
            return self.v
        return o.v

    def __divmod__(self, o):
        if self.v > 0:
            return (self.v, 1)
        return (self.v, 2)

    def __pow__(self, o):
        if self.v > 0:
            return self.v
        return -self.v

    def __rsub__(self, o):
        if self.v > 0:
            return o - self.v
        return o + self.v

    def __round__(self, n=None):
        if self.v > 0:
            return self.v
        return -self.v

    def __reversed__(self):
        if self.v > 0:
            return [self.v]
        return [-self.v]


@programs.staged(*B)
def of_rsub(x):
    """`1 - Number(x)` calls a `__rsub__` that branches on a tensor."""
    return 1 - Number(x)


@programs.staged(*B)
def of_rsub_t(x):
    """A tensor minus an object whose `__rsub__` branches on a tensor."""
    return x - Number(x)


@programs.staged(*B)
def of_iadd(x):
    """`a += 1` calls an `__iadd__` that branches on a tensor."""
    a = Number(x)
    a += 1
    return a.v


@programs.staged(*B)
def of_lt(x):
    """`<` calls a `__lt__` that branches on a tensor."""
    return Number(x) < Number(x + 1)


@programs.staged(*B)
def of_gt(x):
    """`>` calls the reflected `__lt__` of its right operand."""
    return Number(x) > Number(x + 1)


@programs.staged(*B)
def of_chain(x):
    """A chained comparison of three objects with `__lt__`."""
    return Number(x) < Number(x + 1) < Number(x + 2)


@programs.staged(*B)
def of_eq(x):
    """`==` calls an `__eq__` that branches on a tensor."""
    return Number(x) == Number(x)


@programs.staged(*B)
def of_ne(x):
    """`!=` negates an `__eq__` that branches on a tensor."""
    return Number(x) != Number(x)


@programs.staged(*B)
def of_getitem(x):
    """Subscription calls a `__getitem__` that branches on a tensor."""
    return Number(x)[1]


@programs.staged(*B)
def of_setitem(x):
    """Item assignment calls a `__setitem__` that branches on a tensor."""
    a = Number(x)
    a[1] = x
    return a.v


@programs.staged(*B)
def of_augitem(x):
    """`a[1] += x` calls `__getitem__` and `__setitem__`."""
    a = Number(x)
    a[1] += x
    return a.v


@programs.staged(*B)
def of_delitem(x):
    """`del a[1]` calls a `__delitem__` that branches on a tensor."""
    a = Number(x)
    del a[1]
    return a.v


@programs.staged(*B)
def of_call(x):
    """A call of an object whose `__call__` branches on a tensor."""
    return Number(x)(1)


@programs.staged(*B)
def of_bool_if(x):
    """`if` on an object whose `__bool__` branches on a tensor."""
    if Number(x):
        return 1
    return 2


@programs.staged(*B)
def of_bool_not(x):
    """`not` of an object whose `__bool__` branches on a tensor."""
    return not Number(x)


@programs.staged(*B)
def truth(x):
    """`bool` of an object whose `__bool__` branches on a tensor."""
    return bool(Number(x))


@programs.staged(*B)
def of_bool_and(x):
    """`and` of an object with `__bool__` and a tensor comparison."""
    a = Number(x)
    if a and x > 0:
        return 1
    return 2


@programs.staged(*B)
def length(x):
    """`len` of an object whose `__len__` branches on a tensor."""
    return len(Number(x))


@programs.staged(*B)
def of_contains(x):
    """`in` calls a `__contains__` that branches on a tensor."""
    return 1 in Number(x)


@programs.staged(*B)
def of_not_contains(x):
    """`not in` negates a `__contains__` that branches on a tensor."""
    return 1 not in Number(x)


@programs.staged(*B)
def manager(x):
    """`with` on an object whose `__enter__` and `__exit__` branch on a tensor."""
    with Number(x) as a:
        a.v = a.v + 1
    return a.v


@programs.staged(*B)
def of_abs(x):
    """`abs` calls an `__abs__` that branches on a tensor."""
    return abs(Number(x))


@programs.staged(*B)
def integer(x):
    """`int` calls an `__int__` that branches on a tensor."""
    return int(Number(x))


@programs.staged(*B)
def of_float(x):
    """`float` calls a `__float__` that branches on a tensor."""
    return float(Number(x))


@programs.staged(*B)
def of_str(x):
    """`str` calls a `__str__` that branches on a tensor."""
    return str(Number(x))


@programs.staged(*B)
def of_repr(x):
    """`repr` calls a `__repr__` that branches on a tensor."""
    return repr(Number(x))


@programs.staged(*B)
def of_fstr(x):
    """An f-string calls a `__format__` that branches on a tensor."""
    return f"{Number(x)}"


@programs.staged(*B)
def of_fmt(x):
    """`format` with a spec calls a `__format__` that branches on a tensor."""
    return format(Number(x), "x")


@programs.staged(*B)
def of_getattr(x):
    """A missing attribute calls a `__getattr__` that branches on a tensor."""
    return Number(x).foo


@programs.staged(*B)
def of_matmul(x):
    """`@` calls a `__matmul__` that branches on a tensor."""
    return Number(x) @ Number(x + 1)


@programs.staged(*B)
def of_divmod(x):
    """`divmod` calls a `__divmod__` that branches on a tensor."""
    return divmod(Number(x), 2)


@programs.staged(*B)
def of_pow(x):
    """`**` calls a `__pow__` that branches on a tensor."""
    return Number(x) ** 2


@programs.staged(*B)
def of_pow_b(x):
    """`pow` calls a `__pow__` that branches on a tensor."""
    return pow(Number(x), 2)


@programs.falls(*B)
def of_round(x):
    """`round` calls a `__round__` that branches on a tensor."""
    return round(Number(x))


@programs.staged(*B)
def of_reversed(x):
    """`reversed` calls a `__reversed__` that branches on a tensor."""
    return list(reversed(Number(x)))


@programs.staged(*B)
def among_items(x):
    """`in` a list of objects whose `__eq__` branches on a tensor."""
    return Number(x) in [Number(x), Number(x)]


@programs.staged(*B)
def of_in_loop_i(x):
    """`+=` in a staged loop calls an `__iadd__` that branches on a tensor."""
    a = Number(x)
    for i in ag.range(3):
        a += i
    return a.v


@programs.staged(*B)
def of_ternary(x):
    """A conditional expression on an object with `__bool__`."""
    return 1 if Number(x) else 2


@programs.staged(*B)
def of_while(x):
    """`while` on an object whose `__bool__` reads the changing attribute."""
    a = Number(x)
    while a:
        a.v = a.v - 1
    return a.v


@programs.staged(*B)
def of_any(x):
    """`any` of objects whose `__bool__` branches on a tensor."""
    return any([Number(x), Number(x)])


@programs.staged(*B)
def of_matches(x):
    """A class pattern with a guard on a tensor attribute."""
    match Number(x):
        case Number(v=v) if v > 0:
            return v
        case _:
            return 0


@programs.staged(T(1), T(-1))
def the_bits_of_a_truth_value(x):
    """`~` of a dynamic bool as an int and as a list index."""
    is_positive = bool(x > 0)
    return ~int(is_positive), [1, 2, 3][~is_positive], ~is_positive * 10


@programs.staged(T(1), T(-1))
def the_bits_of_a_truth_value_that_is_returned(x):
    """`~bool(...)` is an int that is returned."""
    return ~bool(x > 0)


# -- The order in which operands are tried


@dataclasses.dataclass(frozen=True)
class Vector:
    x: object
    y: object

    def __add__(self, other):
        if not isinstance(other, Vector):
            return NotImplemented
        if self.x > 0:
            return Vector(self.x + other.x, self.y + other.y)
        return Vector(other.x, other.y)

    def __radd__(self, other):
        if other == 0:
            return self
        return Vector(other + self.x, self.y)

    def __mul__(self, factor):
        if factor > 1:
            return Vector(self.x * factor, self.y * factor)
        return self

    __rmul__ = __mul__

    def __neg__(self):
        return Vector(-self.x, -self.y if self.x > 0 else self.y)


def parts(*vectors):
    return [(each.x, each.y) for each in vectors]


class Wider(Vector):
    def __radd__(self, other):
        if other.x > 1:
            return Vector(other.x * 100, self.y)
        return Vector(other.x * 10, self.y)


@programs.staged(*B)
def frozen_objects(x):
    """`+`, `*`, unary `-` and `sum` of frozen dataclasses with branches."""
    v = Vector(x, x + 1)
    return parts(v + v, v * 2, x * v, -v, sum([v, v, -v]))


@programs.staged(*B)
def frozen_objects_in_a_loop(x):
    """A loop-carried frozen dataclass is replaced by `+` and by `+=`."""
    v = Vector(x, x + 1)
    for i in ag.range(3):
        v = v + Vector(i, 1)
        v += v
    return parts(v)


@programs.staged(*B)
def a_subclass_is_asked_first(x):
    """`__radd__` of a subclass comes before `__add__` of its base class."""
    return parts(Vector(x, 1) + Wider(x, 2), Wider(x, 2) + Vector(x, 1))


@programs.staged(*B)
def no_method_has_a_meaning(x):
    """`__add__` that returns NotImplemented leads to Python's TypeError."""
    try:
        return Vector(x, x) + "text"
    except TypeError as error:
        return str(error)


@programs.staged(*B)
def a_list_beside_an_object(x):
    """A list plus an object without `__radd__` raises a caught TypeError."""
    try:
        return [1] + Counter(x)
    except TypeError as error:
        return str(error)


@programs.falls(*B)
def functions_of_operator(x):
    """`operator.add`, `neg`, `iadd` and `mul` call the methods of objects."""
    v = Vector(x, x + 1)
    return parts(
        operator.add(v, v), operator.neg(v), operator.iadd(v, v), operator.mul(x, v)
    )


class Counter:
    def __init__(self, count):
        self.count = count

    def __iadd__(self, by):
        if by > 0:
            self.count = self.count + by
        return self

    def __isub__(self, by):
        if by > 0:
            return self
        return NotImplemented

    def __sub__(self, by):
        return self.count - by


@programs.staged(*B)
def in_place(x):
    """`__iadd__` with a branch changes the object, also seen through its alias."""
    counter = other = Counter(x)
    counter += x
    counter += 1
    return counter.count, other.count, counter is other


@programs.staged(T(3))
def in_place_in_an_attribute_and_an_item(x):
    """`+=` calls `__iadd__` of an object in an attribute and in a list."""

    class Holder:
        pass

    holder, items = Holder(), [Counter(x)]
    holder.counter = Counter(x)
    holder.counter += x
    items[0] += x
    return holder.counter.count, items[0].count


class Records:
    def __init__(self, value):
        self.value = value

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        if self.value > 0:
            return self.value * len(name)
        return -self.value


@programs.staged(*B)
def attributes_that_are_missing(x):
    """`__getattr__` with a branch computes attributes or raises AttributeError."""
    records = Records(x)
    try:
        return records.abc, records.value, records._abc
    except AttributeError as error:
        return records.ab, str(error)


# -- Operands of other types

NUMBERS = (T(3), T(0))


@programs.staged(*NUMBERS)
def equal_to_sequences(x):
    """`==`, `!=` and `in` between a dynamic int and sequences."""
    n = int(x)
    return n == [3], [3] != n, (3,) == n, b"3" == n, n in [[3], (0,)], n != ()


@programs.staged(*NUMBERS)
def a_test_of_equality_takes_one_path(x):
    """`n == k` of an int and a list is false, so its branch is never taken."""
    n, k = int(x), [3]
    if n == k:
        k = "never"
    return k


@programs.staged(*NUMBERS)
def add_to_a_list(x):
    """A list plus a dynamic int raises TypeError."""
    return [1] + int(x)


@programs.staged(*NUMBERS)
def add_to_a_tuple(x):
    """A tuple plus a dynamic int raises TypeError."""
    return (1,) + int(x)


@programs.staged(*NUMBERS)
def subtract_a_list(x):
    """A dynamic float minus a list raises TypeError."""
    return float(x) - [1]


@programs.staged(*NUMBERS)
def less_than_a_list(x):
    """A dynamic int `<` a list raises TypeError."""
    return int(x) < [1]


@programs.staged(*NUMBERS)
def a_list_greater_than(x):
    """A list `>` a dynamic int raises TypeError."""
    return [1] > int(x)


@programs.staged(*NUMBERS)
def a_literal_at_least(x):
    """A tuple literal `>=` a dynamic int raises TypeError."""
    return (1, 2) >= int(x)


@programs.staged(*NUMBERS)
def catch_what_python_raises(x):
    """The TypeError of a list minus an int, caught in a dynamic branch."""
    if x > 1:
        try:
            return [1] - int(x)
        except TypeError as error:
            return str(error)
    return ""


def number_or_none(x):
    return int(x) if x > 0 else None


def tensor_or_none(x):
    return x if x > 0 else None


@programs.staged(*NUMBERS)
def a_literal_on_the_left(x):
    """`3 <= y` of an int or None raises TypeError for None."""
    return 3 <= number_or_none(x)


@programs.staged(*NUMBERS)
def a_literal_on_the_left_of_a_tensor(x):
    """`3 > y` of a tensor or None raises TypeError for None."""
    return 3 > tensor_or_none(x)


@programs.staged(*NUMBERS)
def a_literal_on_the_right(x):
    """`y >= 3` of an int or None raises TypeError for None."""
    return number_or_none(x) >= 3


@programs.staged(*NUMBERS)
def a_variable_on_the_left(x):
    """`n < y` with a Python int in a variable and an int or None."""
    y = number_or_none(x)
    n = 3
    return n < y


@programs.staged(*NUMBERS)
def numbers_on_both_sides(x):
    """A dynamic int `>` an int or None raises TypeError for None."""
    y = number_or_none(x)
    return int(x) > y


@programs.staged(*NUMBERS)
def none_on_the_left(x):
    """An int or None `>` a dynamic int raises TypeError for None."""
    y = number_or_none(x)
    return y > int(x)


@programs.staged(*NUMBERS)
def none_on_both_sides(x):
    """`<=` between two values that are both None or both ints."""
    y = number_or_none(x)
    return y <= number_or_none(x)


@programs.staged((T(3), T(4)), (T(3), T(0)), (T(0), T(3)), (T(0), T(0)))
def operands_that_are_none_or_not(x, y):
    """An int or None minus a tensor or None, in all combinations."""
    return number_or_none(x) - tensor_or_none(y)


@programs.staged(*NUMBERS)
def a_chain(x):
    """The chained comparison `1 < 3 <= y < 5` of an int or None."""
    y = number_or_none(x)
    return 1 < 3 <= y < 5


@programs.staged(*NUMBERS)
def functions_of_the_operator_module(x):
    """`operator.ge` of an int or None raises TypeError for None."""
    return operator.ge(number_or_none(x), 3)


@programs.staged(*NUMBERS)
def the_larger(x):
    """`max` of an int or None and 3 raises TypeError for None."""
    return max(number_or_none(x), 3)


@programs.staged(*NUMBERS)
def the_smaller(x):
    """`min` of 3 and an int or None raises TypeError for None."""
    return min(3, number_or_none(x))
