"""Numbers of different types on different paths."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

import autograph as ag
from tests.language.path_arguments import ARRAYS, NUMBERS
from tests.language.programs import Programs

programs = Programs()


# -- A Python number or a tensor: operators

T = ag.constant


@programs.documented(*NUMBERS)
def a_number_on_one_path(x):
    """`10 / k` where `k` is the Python int 0 on one path: it raises there only."""
    k = 0
    if x > 0:
        k = x
    return 10 / k


@programs.documented(*map(T, (-6, 0, 6)))
def an_integer_or_a_float_or_a_tensor(n):
    """Division by 0, a float or a tensor; only Python's zero raises."""
    found = 0.0
    if n > 3:
        found = ag.reduce_prod(T([0.0, 3.0]))
    try:
        found = 1.5 / found
    except ZeroDivisionError:
        found = 0
    try:
        return found // found, ""
    except ZeroDivisionError as error:
        return 0.0, str(error)


@programs.staged(*map(T, (-6, 0, 6)))
def a_quotient_of_an_integer_or_a_float_or_a_tensor(n):
    """`found / found` of a Python int, a Python float or a tensor."""
    found = 0
    if n == 2:
        found = ag.cast(n, ag.float64)
    elif n > 7:
        found = -2.0
    try:
        return found / found, ""
    except ZeroDivisionError as error:
        return 0.0, str(error)


@programs.documented(*NUMBERS)
def a_conditional_expression(x):
    """`//` and `%` by the tensor or Python 0 of a conditional expression."""
    k = x if x > 5 else 0
    return 5 // k, 5 % (k - k)


@programs.documented(*ARRAYS)
def the_mean_of_some(xs):
    """The mean of some elements divides by a count that may be Python's zero."""
    total = 0
    count = 0
    for x in xs:
        if x > 2:
            total += x
            count += 1
    return total / count


@programs.documented(*ARRAYS)
def the_mean_of_floats(xs):
    """`/`, `//` and `%` of a sum and a count that may be Python zeros."""
    total = 0.0
    count = 0
    for x in xs * 0.5:
        if x > 1:
            total += x
            count += 1
    return total / count, 5.0 // (total - total), total % count


@programs.documented(*ARRAYS)
def the_largest(xs):
    """`10 // (best - 1)` where `best` starts as a Python int in a loop."""
    best = 1
    for x in xs:
        if x > best:  # which `max` would stage otherwise
            best = x
    return 10 // (best - 1)


@programs.documented(*NUMBERS)
def an_extreme(x):
    """`10 / max(0, x)` raises only where `max` returns the Python int 0."""
    return 10 / max(0, x)


@programs.documented(*NUMBERS)
def an_absolute_value(x):
    """`%` by `abs(k)` and `//` by `-k` of a Python zero or the argument."""
    k = 0
    if x > 0:
        k = x
    return 10 % abs(k), 10 // -k


@programs.documented(*ARRAYS)
def divided_in_the_loop(xs):
    """A loop divides by a minimum that starts as the Python int 0."""
    low = 0
    for x in xs:
        if x < low:
            low = x
        y = 5 % low
    return low, y


@programs.documented(*ARRAYS)
def handed_from_one_to_another(xs):
    """`a, b = b, x` shifts Python zeros out in a loop with `break`."""
    a = b = 0
    for x in xs:
        a, b = b, x
        if x > 3:
            break
    return 7 // a, 7 % b


@programs.documented(*ARRAYS)
def in_loops_of_loops(xs):
    """Nested loops sum products; the sum that may be Python's zero divides."""
    total = 0
    for x in xs:
        for y in xs:
            if x + y > 5:
                total = total + x * y
        if total:
            total = 100 // total
    return 3 // total


@programs.staged(*(np.int64(n) for n in (0, 3, 5)))
def powers_and_shifts(x):
    """`1 << k` and `(-k) ** 3` of a Python int or a NumPy int64."""
    k = 2
    if x > 3:
        k = x
    return 1 << k, (-k) ** 3


@programs.documented(*NUMBERS)
def in_a_dict(x):
    """Division by a dict value that is a Python zero or the argument."""
    table = {"a": 0}
    if x > 0:
        table["a"] = x
    return 5 / table["a"]


class Sum:
    def __init__(self):
        self.value = 0

    def add(self, x):
        if x > 0:
            self.value += x


@programs.documented(*NUMBERS)
def in_an_attribute(x):
    """Division by an attribute that a method may have left a Python zero."""
    total = Sum()
    total.add(x)
    return 5 / total.value


@programs.staged(*((np.int64(a), np.int64(b)) for a in (0, 3, -1) for b in (0, 3, 1)))
def of_two(pair):
    """Division by a sum or difference of two values of `max(0, ...)`."""
    x, y = pair
    k = max(0, x)
    m = max(0, y)
    z = k + m if k > m else k - m
    return [10 // z for _ in range(2)]


@programs.documented(*NUMBERS)
def in_a_generator(x):
    """A generator divides by a Python zero or by the argument, then is summed."""

    def quotients():
        k = 0
        for i in range(3):
            if x > i:
                k = x
            yield 5 // (k + 1 - 1)

    return sum(quotients())


@programs.documented(*NUMBERS)
def a_quotient_and_its_remainder(x):
    """`divmod` by a value that is a Python zero until a branch sets it."""
    k = 0
    for i in range(3):
        if x > i:
            k = x
    return divmod(7, k)


@programs.documented(np.int64(0), np.int64(9), T(5))
def grown_in_the_test(x):
    """Division by a counter that stays a Python zero if its loop never runs."""
    k = 0
    while k < x:
        k = k + 1 if k % 2 else k + x
    return 7 // k


@programs.documented(*ARRAYS)
def caught(xs):
    """`total / (total - total)` raises ZeroDivisionError only for Python's zero."""
    total = 0
    for x in xs:
        if x > 2:
            total += x
    found = 0.0
    try:
        found = total / (total - total)
    except ZeroDivisionError:
        found = -1.0
    return found


@programs.documented(*ARRAYS)
def caught_in_the_loop(xs):
    """A ZeroDivisionError caught in a loop replaces the divisor."""
    best = 0
    seen = 0
    for x in xs:
        try:
            if x > best:
                best = x
            seen += 10 // best
        except ZeroDivisionError:
            best = 5
    return best, seen, 7 // best


@programs.documented(*NUMBERS)
def divided_in_a_branch(x):
    """Division within a branch by a Python zero or the argument."""
    k = 0
    if x > 0:
        k = x
    if x < 3:
        k = 3 // k if x > -1 else 1
    return k


@programs.documented(*NUMBERS)
def given_to_a_function(x):
    """A nested function divides by `n * 0` of a Python zero or the argument."""

    def half(n):
        return n / (n * 0)

    k = 0
    if x > 2:
        k = x
    return half(k)


@programs.staged(*NUMBERS[:4])
def a_sum_by_recursion(x):
    """Reciprocals of a recursive factorial that may return Python's 1."""

    def fact(n):
        if n <= 1:
            return 1
        return n * fact(n - 1)

    total = 0
    for k in range(4):
        total = total + 1 / fact(x + k)
    return total


@programs.documented(*NUMBERS, np.float64(-1), T(-1.0))
def zeros_without_a_sign(x):
    """Negated zeros and multiples of the Python int 0 have no sign."""
    k = m = 0
    if x > 0:
        k, m = x, 2.5
    return -k, k * -3, k // -3, 3 % -3 + k, -m, m * -3, m // -3


@programs.staged(*map(T, (-1.0, 0.0, 2.5)), np.float64(-1))
def zeros_with_a_sign(x):
    """`-k` and `k * -3` of the Python float 0.0 or the argument give -0.0."""
    k = 0.0
    if x > 0:
        k = x
    return -k, k * -3


# -- A Python number or a tensor

NUMBERS_2 = (T(-5), T(3))


class Vector:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __bool__(self):
        return self.x != 0 or self.y != 0


@programs.staged(*NUMBERS_2)
def formats(n):
    """`3d`, `%d` and `{:d}` format the int 0 and a tensor alike."""
    k = 0
    if n > 0:
        k = n
    return f"k={k:3d}", "%d" % k, "{:d} {:4}".format(k, int(k)), f"{int(k)} {k + n}"


@programs.staged(*NUMBERS_2)
def tensors_on_all_paths(n):
    """The text and class of values that are tensors on every path."""
    k = n
    if n > 0:
        k = n + 1
    best = n
    for i in range(n):
        best = n - i
    total = 0
    for each in [n, n + 1]:
        total += each
    tensors = (k, best, total, total * 2, max(n, n + 1))
    texts = [str(each) for each in tensors]
    return texts, f"{tensors}", [isinstance(each, ag.Tensor) for each in tensors]


@programs.staged(*NUMBERS_2)
def numbers_on_all_paths(n):
    """The text and class of values that are Python numbers on every path."""
    k = 0
    if n > 0:
        k = int(n)
    return f"{k}", isinstance(k, int), isinstance(max(int(n), 0) != 0, bool)


@programs.staged(*NUMBERS_2)
def classes_that_neither_is(n):
    """`isinstance` of `max(n, 0)` for classes that hold neither or both."""
    return isinstance(max(n, 0), (str, list)), isinstance(max(n, 0), (int, ag.Tensor))


@programs.documented(*NUMBERS_2)
def text(n):
    """An f-string of `max(n, 0)`, which is a tensor or the int 0."""
    return f"{max(n, 0)}"


@programs.documented(*NUMBERS_2)
def text_in_a_list(n):
    """`str` of a list with an item that is a tensor or a Python int."""
    return str([1, max(n, 0) + 1])


@programs.documented(*NUMBERS_2)
def text_of_a_template(n):
    """`"%s"` of `max(n, 0)`, which is a tensor or the int 0."""
    return "%s" % max(n, 0)


@programs.documented(*NUMBERS_2)
def text_in_a_loop(n):
    """Text of a maximum that is the int 0 first and a tensor later."""
    best, shown = 0, ""
    for i in range(n):
        shown += f"{best} "
        best = max(best, n - i)
    return shown


@programs.documented(*NUMBERS_2)
def text_after_a_loop(n):
    """`str` of a total that stays the int 0 if the loop does not run."""
    total = 0
    for _ in range(n):
        total += n
    return str(total)


@programs.documented(*NUMBERS_2)
def the_class(n):
    """`isinstance(max(n, 0), int)` depends on which operand `max` returns."""
    return isinstance(max(n, 0), int)


@programs.documented(*NUMBERS_2)
def the_type(n):
    """`type(...) is int` of a tensor or a Python int cannot be staged."""
    return type(max(n, 0)) is int


@programs.staged(T(3), T(0))
def truth_of_an_object(n):
    """`__bool__` that returns a tensor or a bool by path cannot be staged."""
    x = 1
    for i in range(n):
        x += i
    return bool(Vector(x, n))


@programs.documented(T(3), T(0))
def the_class_of_a_truth_value(n):
    """`isinstance(x != 0 or n != 0, bool)` where either operand may be returned."""
    x = 1
    for i in range(n):
        x += i
    return isinstance(x != 0 or n != 0, bool)


@programs.staged(*NUMBERS_2)
def a_tensor_has_no_hash_on_any_path(n):
    """A set of a value that is a tensor on every path raises TypeError."""
    k = n
    if n > 0:
        k = n + 1
    try:
        return len({k, 4})
    except TypeError:
        return -1


@programs.documented(*NUMBERS_2)
def a_key(n):
    """A dict key that is a tensor or the int 0 cannot be staged."""
    return {max(n, 0): 1}


@programs.documented(*NUMBERS_2)
def a_key_that_is_looked_up(n):
    """`dict.get` by a tensor or the int 0 cannot be staged."""
    return {1: 5}.get(max(n, 0), 3)


@programs.documented(*NUMBERS_2)
def an_element_of_a_set(n):
    """A set element that is a tensor or the int 0 cannot be staged, even in `try`."""
    k = 0
    if n > 0:
        k = n
    try:
        return len({k, 4})
    except TypeError:
        return -1


@programs.staged([2, T(2)], [2, T(3)])
def a_key_out_of_a_list(xs):
    """A key at a dynamic index of a list of an int and a tensor is refused."""
    place = 1 if xs[1] == 2 else 0
    return {xs[place - 1]: 1}


@programs.staged([2, T(2)])
def a_key_out_of_a_list_that_shrinks(xs):
    """`dict.fromkeys` of a list that may lose its tensor cannot be staged."""
    xs = list(xs)
    if xs[1] == 2:
        del xs[1]
    return dict.fromkeys(xs)


@programs.documented(*NUMBERS_2)
def the_hash(n):
    """`hash` of a tensor or the int 0 cannot be staged."""
    return hash(max(n, 0))


# -- A Python number or an array

FLOATS = np.arange(12.0).reshape(4, 3)

WHOLE = np.arange(12).reshape(4, 3)

NONE, SOME = T(0), T(2)

CALLS = [(kind, n) for kind in (FLOATS, WHOLE, T(FLOATS)) for n in (NONE, SOME)]


@programs.documented(*CALLS)
def sums_of_rows(matrix, n):
    """Arithmetic on a sum of rows that stays the Python int 0 without rows."""
    total = 0
    for i in range(n):
        total = total + matrix[i]
    return total, total * 2, -total, total > 1, abs(total), total / 2


@programs.documented(*CALLS)
def an_error_of_the_number(matrix, n):
    """`10 / total` raises ZeroDivisionError where no row was added to the int 0."""
    total = 0
    for row in matrix[:n]:
        total += row
    return 10 / total


@programs.documented(*CALLS)
def methods_that_the_number_lacks(matrix, n):
    """`total.sum()` raises AttributeError where no row was added to the int 0."""
    total = 0
    for row in matrix[:n]:
        total = total + row
    return total.sum(), total.copy()


@programs.staged((WHOLE, NONE), (WHOLE, SOME), (FLOATS, SOME))
@programs.documented((FLOATS.astype(np.float32), NONE), (WHOLE.astype(np.uint8), NONE))
def functions_of_both(matrix, n):
    """NumPy functions of a product of rows or the int 1; other dtypes refused."""
    found = 1
    for i in range(n):
        found = found * matrix[i]
    return np.mean(found), np.maximum(found, 2), np.array(found), np.stack([found])


@programs.falls((WHOLE, SOME))
@programs.falls((WHOLE, NONE))
def what_numbers_have_not(matrix, n):
    """`len`, `in` and `sum` of a sum of rows; for the int 0 they are refused."""
    total = 0
    for i in range(n):
        total = total + matrix[i]
    return len(total), 3 in total, [1, 2, 3] + total, sum(total)


@programs.staged((FLOATS, SOME), (WHOLE, SOME))
def the_dtype(matrix, n):
    """`total.dtype` of a sum that started as the Python int 0."""
    total = 0
    for i in range(n):
        total = total + matrix[i]
    return str(total.dtype)


@programs.staged(*CALLS[:2])
def the_text(matrix, n):
    """The text of a value that is an int or an array cannot be staged."""
    total = 0
    for i in range(n):
        total = total + matrix[i]
    return f"{total}"


@programs.staged(T(1), T(3))
def a_ufunc_of_what_may_be_none(n):
    """`np.maximum` of an int or None, called where it is not None."""
    w = None
    if n > 2:
        w = 0
    return 0 if w is None else np.maximum(w, 1)


NARROW = np.array([0.1, 2.0], np.float32)


@programs.staged(NONE, SOME)
def the_dtype_of_two_dtypes(n):
    """`dtype` of an array whose dtype depends on the path cannot be staged."""
    w = np.array([0.1, 2.0])
    if n > 0:
        w = NARROW
    return str(w.dtype)


@programs.staged(NONE, SOME)
def a_key_of_two_dtypes(n):
    """A dict key that is a float64 or a float32 scalar cannot be staged."""
    w = np.float64(0.5)
    if n > 0:
        w = np.float32(0.5)
    return {w: 1}


@programs.staged(NONE)
@programs.documented(SOME)
def a_list_beside_a_tensor_of_two_dtypes(n):
    """A list added to a tensor of path-dependent dtype is refused for float32."""
    w = T([0.1, 2.0], ag.float64)
    if n > 0:
        w = T([0.1, 2.0])
    return w + [1, 2]


@programs.documented(NONE, SOME)
def a_list_beside_a_tensor_or_an_array(n):
    """A list added to a tensor or a NumPy array cannot be staged."""
    w = T([0.1, 2.0])
    if n > 0:
        w = NARROW
    return w + [1, 2]


@programs.staged(*CALLS[:2])
def a_comparison_with_none(matrix, n):
    """`total == None` of an int or an array cannot be staged."""
    total = 0
    for i in range(n):
        total = total + matrix[i]
    return total == None


@programs.staged(*CALLS[2:4])
def a_count(matrix, n):
    """`range` of a Python int or an array row cannot be staged."""
    w = 3
    if n > 0:
        w = matrix[0]
    return list(range(w))


@programs.staged(NONE, SOME)
def a_list_times_a_number_or_an_array(n):
    """`[0] * w` with `w` an array or a NumPy scalar cannot be staged."""
    w = np.array([1, 2])
    if n > 0:
        w = np.int64(3)
    return [0] * w


@programs.staged(NONE, SOME)
def a_key_that_is_a_number_or_an_array(n):
    """A dict key that is an array or a NumPy scalar cannot be staged."""
    w = np.array([1, 2])
    if n > 0:
        w = np.int64(3)
    return {w: 1}


@programs.staged(np.int64(3), np.float32(1.5), np.ones(2), T(3))
def errors_that_name_the_class(n):
    """TypeErrors of `join` and of a call name the class of the argument."""
    found, parts = [], [n]
    try:
        "".join(parts)
    except TypeError as error:
        found.append(str(error))
    try:
        n()
    except TypeError as error:
        found.append(str(error))
    return found


@programs.staged(np.int64(3), np.float32(1.5), np.ones(2), T(3))
def an_error_of_a_function_in_c(n):
    """The TypeError of `ord`, whose text names the class, cannot be staged."""
    try:
        return ord(n)
    except TypeError as error:
        return str(error)


@programs.staged((WHOLE[2], NONE), (WHOLE[2], SOME))
def a_place_that_is_a_number_or_numpys(xs, n):
    """An index, size and range bound that is Python's 0 or NumPy's `argmax`."""
    at = 0
    if n > 0:
        at = xs.argmax()
    return xs[at], [1, 2, 3][at], np.zeros(at), list(range(at))


@programs.documented(NONE, SOME)
def an_error_that_names_either_class(n):
    """`ord` of a Python int or a uint8 cannot be staged."""
    w = 3
    if n > 0:
        w = np.uint8(2)
    return ord(w)


@programs.staged(SOME)
@programs.documented(NONE)
def a_comparison_that_numbers_have_not(n):
    """`1j < w`, a TypeError that names the class, is refused for Python's int."""
    w = 3
    if n > 0:
        w = np.uint8(2)
    return 1j < w


# -- Python numbers of two types


@programs.staged((T(1), T(5)), (T(1), T(2)))
@programs.documented((T(-1), T(5)))
def added_truths(k, x):
    """`+` of True, a bool tensor on the other path, is refused at run time."""
    found = True
    if k > 0:
        found = x > 3
    return found + found == 2


@programs.staged((T(1), T(5)))
@programs.documented((T(-1), T(5)))
def an_inverted_truth(k, x):
    """`~` of True, a bool tensor on the other path, is refused at run time."""
    found = True
    if k > 0:
        found = x > 3
    return ~found


@programs.staged((T(1), T(5)), (T(-1), T(5)))
def joined_truths(k, x):
    """`&`, `|`, `^` and `not` of True, a bool tensor on the other path."""
    found = True
    if k > 0:
        found = x > 3
    return found & (x > 4), found | False, found ^ True, not found


@programs.staged((T(4.0), T(1)))
@programs.documented((T(4.0), T(-1)))
def a_root_of_a_negative_number(x, k):
    """A root of a negative Python float, which is complex, is refused."""
    n = -8.0
    if k > 0:
        n = x
    return abs(n**0.5)


@programs.staged((T(4.0), T(1)), (T(4.0), T(-1)))
def a_root(x, k):
    """A root of a Python float that is a tensor on the other path."""
    n = 16.0
    if k > 0:
        n = x
    return n**0.5


@programs.staged(T(1), T(-1))
def computed_with(k):
    """Arithmetic, `abs`, `==` and `bool` of an int that may be complex."""
    x = 2
    if k > 0:
        x = 1j
    return abs(x * 2 + 1), x == 2, bool(x)


@programs.staged(T(1), T(-1))
def text_of_it(k):
    """An f-string of an int that may be complex cannot be staged."""
    x = 2
    if k > 0:
        x = 1j
    return f"{x}"


@programs.staged(T(1), T(-1))
def its_class(k):
    """`isinstance(x, complex)` of a float that may be complex is refused."""
    x = 1.5
    if k > 0:
        x = 1j
    return isinstance(x, complex)


@programs.staged(T(1), T(-1))
def a_class_that_it_never_has(k):
    """`isinstance` with classes that are the same for a float and a complex."""
    x = 1.5
    if k > 0:
        x = 1j
    return isinstance(x, str), isinstance(x, (float, complex))


@programs.staged(T(1), T(-1))
def its_order(k):
    """`<` of a float that may be complex cannot be staged."""
    x = 1.5
    if k > 0:
        x = 1j
    return x < 2


@programs.staged(T(-1))
def its_rest(k):
    """`%` of an int that may be complex cannot be staged."""
    x = 7
    if k > 0:
        x = 1j
    try:
        return x % 3
    except TypeError:
        return -1


@programs.staged(T(-1))
def the_integer_of_it(k):
    """`int()` of an int that may be complex cannot be staged."""
    x = 7
    if k > 0:
        x = 1j
    return int(x)


@programs.staged(T(-1), T(1))
def shifted(k):
    """`<<` of an int that may be a float cannot be staged."""
    x = 6
    if k > 0:
        x = 2.5
    try:
        return x << 1
    except TypeError:
        return -1


@programs.staged(T(-1), T(1))
def a_method_of_integers(k):
    """`bit_length` of an int that may be a float cannot be staged."""
    x = 6
    if k > 0:
        x = 2.5
    return x.bit_length()


@programs.staged(T(-1), T(1))
def an_integer_that_no_float_holds(k):
    """An int that is no exact float, or a float, cannot be staged."""
    n = 2**53 + 1
    if k > 0:
        n = 0.5
    return n % 2


@programs.staged(T(-1), T(1))
def an_integer_beyond_all_floats(k):
    """An int beyond the range of floats, or a float, cannot be staged."""
    n = 10**400
    if k > 0:
        n = 0.5
    return n > 1


@programs.documented(T(1.5), T(3.5))
def whether_it_is_a_tensor(v):
    """`ag.is_tensor` of a Python number that is a tensor on another path."""
    x, total = 1 if v > 2 else v, 0
    y = 0.1 if v > 2 else np.float32(v)
    for _ in ag.range(ag.cast(v, ag.int32) - 1):
        total += v
    if ag.is_tensor(x):
        x = x * 2
    said = ag.is_tensor(total), ag.is_tensor(x > 0), ag.is_tensor(x + v)
    return x, said, ag.is_tensor(y), isinstance(x, ag.Tensor)


@programs.documented(T(1.5), T(3.5))
def which_attributes_it_has(v):
    """`hasattr` of a Python int that is a tensor on another path."""
    x = 1 if v > 2 else v
    width = x.ndim if hasattr(x, "ndim") else -1
    return width, hasattr(x, "bit_length"), hasattr(x, "missing"), hasattr(x, "real")


@programs.documented(T(1.5), T(3.5))
def whether_an_item_is_a_tensor(v):
    """`ag.is_tensor` of an item, a tensor or an int, of a list is refused."""
    xs = [1 if v > 2 else v for _ in range(int(v))]
    return ag.is_tensor(xs[0])


# -- Real or complex

BOTH: Any = (T(3), T(0))


def either(n):
    value = 1.5
    if n > 1:
        value = 2j
    return value


@programs.staged(*BOTH)
def made_complex(n):
    """`np.complex128`, `abs`, `+` and `*` of a float or a complex number."""
    value = either(n)
    return np.complex128(value), abs(value), value + 1, value * 2


@programs.staged(*BOTH)
def complex_as_a_float(n):
    """`np.float64` of a loop-carried complex number raises TypeError."""
    value = 1 + 2j
    for _ in range(n):
        value *= 1j
    return np.float64(value)


@programs.staged(*BOTH)
def negated(n):
    """Negating a number that is a float or complex cannot be staged."""
    return -either(n)


@programs.staged(*BOTH)
def rounded(n):
    """`round` of a number that is a float or complex cannot be staged."""
    return round(either(n))


@programs.staged(*BOTH)
def divided(n):
    """`divmod` of a number that is a float or complex cannot be staged."""
    return divmod(either(n), 2)


@programs.staged(*BOTH)
def as_a_float(n):
    """`np.float64` of a number that is a float or complex cannot be staged."""
    return np.float64(either(n))


@programs.staged(*BOTH)
def end_of_a_slice(n):
    """A slice bound that is an int or a float by branch cannot be staged."""
    end = 3
    if n > 1:
        end = 0.5
    return [1, 2, 3][:end]


@programs.staged(*BOTH)
def power_with_a_modulus(n):
    """`pow` modulo 5 with an int or float exponent cannot be staged."""
    exponent = 3
    if n > 1:
        exponent = 0.5
    return pow(2, exponent, 5)


@programs.documented(*BOTH)
def round_of_a_truth_value(n):
    """`round` of False is 0; of a bool tensor it raises TypeError."""
    found = False
    if n > 1:
        found = n > 2
    return round(found)


@programs.staged(*BOTH)
def index_or_none(n):
    """`operator.index` of an int, or of None, which raises TypeError."""
    found = None
    if n > 1:
        found = 4
    return operator.index(found)


@programs.staged(*BOTH)
def number_or_none_beside_a_list(n):
    """An int or None by branch, compared with a list, an int and a tuple."""
    found = None
    if n > 1:
        found = 4
    return found == [4], found == 4, found != ()


@programs.staged(*BOTH)
def tensor_or_none_beside_a_list(n):
    """`==` of a list with a tensor or None by branch cannot be staged."""
    found = None
    if n > 1:
        found = n
    return found == [0]


@programs.falls(*BOTH)
def tensor_of_none(n):
    """`ag.constant` of a tensor or None by branch cannot be staged."""
    found = None
    if n > 1:
        found = n
    return ag.constant(found)


@programs.staged(*BOTH)
def arrays_of_complex_numbers(n):
    """`np.asarray` of a complex number with real, bool and complex dtypes."""
    z = complex(n, 1)
    found = []
    for kind in (float, int, "int8", "float32"):
        try:
            found.append(np.asarray(z, dtype=kind))
        except TypeError:
            found.append(-1)
    return found, np.array(z, bool), np.array(z, "complex64"), np.asarray(z)


@programs.staged(*BOTH)
def an_array_of_real_numbers(n):
    """`np.array` of real dtype of a float or complex number cannot be staged."""
    return np.array(either(n), dtype=float)


# -- A float or a NumPy integer


def ints(*values, dtype=np.int64):
    return np.array(values, dtype)


VECTORS = (
    *(ints(*each) for each in ((3, 1, 2), (), (5,), (0, 4), (4, -3))),
    ints(7, 2, dtype=np.int32),
    T([3, 1, 2]),
    T([6, 8], ag.int64),
)

NUMBERS_3 = (
    *(kind(n) for kind in (np.int64, np.int32) for n in (3, -3, 0)),
    T(3),
    T(-3),
    T(5, ag.int64),
)


@programs.staged(*VECTORS)
def lowest_and_second_lowest(xs):
    """The two lowest of a vector, starting from float infinity."""
    first = second = float("inf")
    for x in xs:
        if x < first:
            first, second = x, first
        elif x < second:
            second = x
    return first, second, second - first


@programs.staged(*VECTORS)
def profit(prices):
    """The best profit by `min` from float infinity and `max` from an int."""
    lowest, best = float("inf"), 0
    for price in prices:
        lowest = min(lowest, price)
        best = max(best, price - lowest)
    return best


ROADS = np.array([[0, 4, 1, 0], [0, 0, 0, 1], [0, 2, 0, 5], [0, 0, 0, 0]])


@programs.staged((ROADS, 0), (ROADS, 2), (ROADS, np.int64(1)), (T(ROADS), 0))
def distances(roads, start):
    """Dijkstra's distances in a list that starts with float infinity."""
    n = len(roads)
    found = [float("inf")] * n
    done = [False] * n
    found[start] = 0
    for _ in range(n):
        nearest = -1
        for k in range(n):
            if not done[k] and (nearest < 0 or found[k] < found[nearest]):
                nearest = k
        done[nearest] = True
        for k in range(n):
            road = roads[nearest, k]
            if road > 0 and found[nearest] + road < found[k]:
                found[k] = found[nearest] + road
    return found


def lowest_of(xs):
    lowest = float("inf")
    for x in xs:
        lowest = min(lowest, x)
    return lowest


@programs.staged(*VECTORS[:6])
def text_of_the_lowest(xs):
    """f-strings of a variable that is infinity or a NumPy integer."""
    lowest = lowest_of(xs)
    return f"{lowest} {lowest + 1} {lowest * 2.0:.1f} {-lowest}"


@programs.staged(*VECTORS[:6])
def message_with_the_lowest(xs):
    """An exception message with a variable that is infinity or a NumPy integer."""
    lowest = lowest_of(xs)
    try:
        if lowest > 2:
            raise ValueError(f"too high: {lowest}")
    except ValueError as error:
        return str(error)
    return "ok"


class Best:
    def __init__(self):
        self.value = float("-inf")

    def note(self, x):
        self.value = max(self.value, x)


@programs.staged(*VECTORS[:6])
def attribute(xs):
    """An attribute that starts as infinity becomes a NumPy integer."""
    best = Best()
    for x in xs:
        best.note(x)
    return best.value, f"{best.value}"


@programs.staged(*VECTORS)
def items_of_lists_and_dicts(xs):
    """List items and a dict value that are a float or an integer."""
    chosen, table = [], {"first": 0.5}
    for x in xs:
        chosen.append(x if x > 1 else 0.5)
        table["first"] = max(table["first"], x)
    return chosen, sum(chosen), table


@programs.staged(*VECTORS)
def pairs(xs):
    """`min` of tuples, starting from float infinity and an int."""
    best = (float("inf"), -1)
    for k, x in enumerate(xs):
        best = min(best, (x, k))
    return best


def half_or_itself(n):
    return n if n > 0 else 0.5


@programs.staged(*NUMBERS_3)
def arithmetic(n):
    """Arithmetic of a variable that is an integer or 0.5."""
    y = half_or_itself(n)
    return y + n, y - n, y * 2, y / 2, y // 2, y % 2, -y, y**2, 1 / y, abs(y)


@programs.staged(*NUMBERS_3)
def quotients_by_either(n):
    """`//`, `%` and `divmod` by a variable that is an integer or 0.5."""
    y = half_or_itself(n)
    return 7 // y, n % y, divmod(n, y)


@programs.staged(*NUMBERS_3, *(np.float64(n) for n in (2, -2)))
def class_of_either(n):
    """`isinstance` of a variable that is a NumPy or tensor number, or 0.5."""
    y = half_or_itself(n)
    is_integer = isinstance(y, (int, np.integer))
    return isinstance(y, int), isinstance(y, float), is_integer, isinstance(y, str)


@programs.staged(*NUMBERS_3, *(np.float64(n) for n in (2, -2)))
def pattern_of_a_class(n):
    """Class patterns for a variable that is a NumPy or tensor number, or 0.5."""
    match half_or_itself(n):
        case int():
            return "int"
        case float() as y:
            return f"float {y > 1}"
        case _:
            return "other"


@programs.documented(*NUMBERS_3, np.float64(2), np.float64(-2))
def pattern_of_an_integer_or_a_tensor(n):
    """Class and value patterns for a variable that is 0 or the argument itself."""
    y = 0
    if n > 0:
        y = n
    match [y, n]:
        case [int(k), _]:
            return k + 1
        case [k, 3 | 5]:
            return k * 2
        case _:
            return n


@programs.staged(*NUMBERS_3)
def made_a_number(n):
    """`round`, `int`, `float` and `bool` of an integer or 0.5."""
    y = half_or_itself(n)
    return round(y), int(y), float(y), bool(y), f"{float(y)} {int(y)}"


@programs.falls(*NUMBERS_3[:6])
def converted_by_whoever_wants_floats(n):
    """`np.float64`, `np.sqrt` and `ag.cast` of an integer or 0.5."""
    y = half_or_itself(n)
    return f"{np.float64(y)} {float(y)}", np.sqrt(y), ag.cast(y, ag.float64)


@programs.staged(*((kind, n) for kind in (np.int8, np.uint8) for n in (3, 0)))
def narrow_integers(kind, n):
    """Sums and products of an int8 or uint8, or 0.5, that fit."""
    y = half_or_itself(kind(n))
    return y + y, y * 3


@programs.staged(np.int32(2**30), np.int32(-5), T(2**30))
def a_float_that_no_integer_reaches(n):
    """A variable that is 1e18 or an int32, plus one."""
    y = 1e18
    if n > 0:
        y = n
    return y + 1


@programs.staged(np.int64(3), np.int64(-3), np.float64(3), np.float64(-3))
def beside_float32(n):
    """An integer or 0.5, exact in float32, with float32 scalars."""
    y = 0.5
    if n > 0:
        y = n
    return y * np.float32(3), y + np.float32(0.25)


@programs.staged(np.int64(3), np.float64(3))
def beside_float32_where_it_is_no_number(n):
    """An integer selected over 0.1, times a float32."""
    y = 0.1
    if n > 0:
        y = n
    return y * np.float32(3)


@programs.documented(np.int64(-3), np.float64(-3))
def a_number_that_float32_rounds(n):
    """A Python 0.1 or a NumPy scalar, times a float32, cannot be staged."""
    y = 0.1
    if n > 0:
        y = n
    return y * np.float32(3)


@programs.documented(np.int8(-3))
def a_number_that_wraps_around(n):
    """A Python int or an int64, plus an int8 that overflows, cannot be staged."""
    y = 100
    if n > 0:
        y = n + np.int64(0)
    return y + np.int8(100)


@programs.staged(
    np.uint8(200), np.int8(100), np.int32(2**30), np.int64(2**52), T(2**30)
)
def integers_that_would_wrap_around_or_be_rounded(n):
    """Sums of an integer or 0.5 that overflow or round cannot be staged."""
    y = half_or_itself(n)
    return y + y + y


@programs.staged(np.int64(2**53 + 1), np.int64(-(2**60)), T(2**60, ag.int64))
def integers_that_floats_do_not_hold(n):
    """A float or an integer beyond 2**53 cannot be staged."""
    y = 0.5
    if n != 0:
        y = n
    return y


@programs.staged(ints(2**60 + 1, 3))
def lists_of_integers_that_floats_do_not_hold(xs):
    """A list of floats or of integers beyond 2**53 cannot be staged."""
    found = [x * 1 for x in xs]
    if xs[1] > 3:
        found = [np.float64(0.5)]
    return found


@programs.staged(*NUMBERS_3[:3])
def an_index(n):
    """A list index that is an integer or 0.5 cannot be staged."""
    return [1, 2, 3, 4][half_or_itself(n)]


@programs.staged(*NUMBERS_3[:3])
def a_count_2(n):
    """`range` of an integer or 0.5 cannot be staged."""
    return list(range(half_or_itself(n)))


@programs.staged(*NUMBERS_3[:3])
def a_dtype(n):
    """`dtype` of a float64 or an integer scalar cannot be staged."""
    y = np.float64(0.5)
    if n >= 0:
        y = n
    return str(y.dtype)


@programs.staged(*NUMBERS_3[:3])
def an_item(n):
    """`item()` of a float64 or an integer scalar cannot be staged."""
    y = np.float64(0.5)
    if n >= 0:
        y = n
    return y.item()


@programs.staged(ints(0, 4))
def the_sign_of_an_item(xs):
    """`-` of a list item that is 0.5 or an integer zero cannot be staged."""
    found = [0.5]
    for x in xs:
        found += [x]
    return -found[1]


@programs.staged(np.int64(0), np.int64(4))
def what_numpy_makes_of_both(n):
    """`np.array` and `np.sum` of a list with a float or an integer: not staged."""
    y = 0.5
    if n >= 0:
        y = n
    return f"{np.array([y, n])} {np.sum([y, n])}"


@programs.staged(np.int64(0))
def zero_divided_by_an_integer(n):
    """`7 //` 0.5 or an integer zero cannot be staged."""
    y = 0.5
    if n >= 0:
        y = n
    return 7 // y


def either_or(first, n):
    y = first
    if n > 0:
        y = n
    return y


EITHER = [(first, np.float64(n)) for first in (0, 0.5) for n in (3, -3)]


@programs.documented(*EITHER)
def an_item_of_what_may_be_pythons(first, n):
    """`item()` of a NumPy scalar, or of a Python number, which has none."""
    return either_or(first, n).item()


@programs.documented(*EITHER)
def items_of_what_may_be_pythons(first, n):
    """`tolist()` of a NumPy scalar, or of a Python number, which has none."""
    return either_or(first, n).tolist()


@programs.documented(*EITHER)
def a_sum_of_what_may_be_pythons(first, n):
    """`sum()` of a NumPy scalar, or of a Python number, which has none."""
    return either_or(first, n).sum() + 1


@programs.documented(*EITHER)
def shape_of_what_may_be_pythons(first, n):
    """`shape` of a NumPy scalar, or of a Python number, which has none."""
    return len(either_or(first, n).shape)


@programs.documented(*EITHER)
def size_of_what_may_be_pythons(first, n):
    """`itemsize` of a NumPy scalar; a Python number's AttributeError is caught."""
    y = either_or(first, n)
    try:
        size = y.itemsize
    except AttributeError as error:
        return str(error)
    return str(size)


# -- An integer or a NumPy scalar


@programs.staged(*(np.int64(n) for n in (0, 3, 7)))
def parts_of_either(x):
    """`divmod` by a Python int or float selected by a NumPy scalar."""
    y = 0
    if x > 0:
        y = 2.5
    if x > 5:
        y = 0.0
    return divmod(7, y)


@programs.documented(*map(np.int64, (0, 3, -2)), np.float64(0), T(6))
def text_of_what_both_make(x):
    """Text of arithmetic on a Python int or the NumPy scalar argument."""
    k = 2
    if x > 0:
        k = x
    return f"{k * x!r} {x - k} {k + k}"


class Empty:
    pass


@programs.staged(np.array([1, 2]), T([1, 2]))
def text_of_a_new_attribute(xs):
    """Text of an attribute that a loop over an array creates."""
    made = Empty()
    for x in xs:
        made.value = x
    return f"{made.value} {made.value!r}"


@programs.staged(np.array([1.0, 0.0]), np.array([1.5, 3.0]), np.array([7.0]))
def nan_on_one_path(xs):
    """A Python int is NaN from a remainder of NumPy scalars on another path."""
    k = 3
    try:
        for x in xs:
            if x < 5:
                k = x % (x * 0)
    except ValueError:
        k = 1
    return 1 / k


@programs.staged(
    *((np.int64(n), np.float64(y)) for n in (0, 2, -3) for y in (0, 1.5) if n + y)
)
def an_integer_beside_numpys(n, y):
    """`//` and `%` of an `np.int64` and an int or float64, in both orders."""
    k = 5
    if y > 0:
        k = y
    return k // n, k % n, n // k


@programs.documented(*((np.int64(0), np.float64(y)) for y in (0, -2)))
def zero_beside_an_integer(n, y):
    """`//` of an int or float64 by a zero `np.int64` cannot be staged."""
    k = 5
    if y > 0:
        k = y
    return k // n


@programs.documented((np.int64(5), np.float64(0)))
def a_remainder_by_an_integer(n, y):
    """`np.int64` modulo a zero int, a float64 on another path, is not staged."""
    k = 0
    if y > 0:
        k = y
    return n % k


@programs.documented((np.int64(-2), np.float64(0)))
def a_negative_power(n, y):
    """A negative `np.int64` power of an int or float64 cannot be staged."""
    k = 5
    if y > 0:
        k = y
    return k**n


@programs.staged(*((n, np.float64(y)) for n in (np.int64(3), T(3)) for y in (0, 1.5)))
def a_product_with_numpys(n, y):
    """An integer times an int or float64, in further arithmetic and text."""
    c = 2
    if y > 0:
        c = y
    return n * c, (n * c - 1) * 2, 7 // (n * c), n / (c + 1), f"{0.5 * (n * c)}"


@programs.documented((np.int64(0), np.float64(0)), (T(0), np.float64(0)))
def zero_of_a_product(n, y):
    """0 `//` a zero integer that is a float on another path is not staged."""
    c = 2
    if y > 0:
        c = y
    return 0 // (n * c + n)


@programs.documented((np.int64(3), np.float64(0)), (np.int64(3), np.float64(2)))
def the_text_of_a_product(n, y):
    """Text of an `np.int64` times a Python int or a float64."""
    c = 2
    if y > 0:
        c = y
    return f"{n * c}"


def either_2(x, y):
    return y if x > 1 else x


MIXED = (
    *((np.int64(n), np.float64(3.5)) for n in (-2, 0, 7)),
    *((np.int32(n), np.float64(3.5)) for n in (-2, 0, 7)),
    *((T(n), T(3.5, ag.float64)) for n in (-2, 0, 7)),
)


@programs.staged(*MIXED)
def integers_that_are_floats_on_another_path(x, y):
    """Arithmetic on an integer that is a float64 on another path."""
    c = either_2(x, y)
    return c, c * 2, c / y, c > y


@programs.staged(*MIXED)
def integers_that_become_floats_in_a_loop(x, y):
    """A dynamic loop divides an integer, which becomes a float64."""
    c = x
    while c > 1:
        c = c / y
    return c * 2, 5 / (c + 9)


@programs.documented(*MIXED)
def the_text_of_integers_that_are_floats_on_another_path(x, y):
    """Text of an integer that is a float64 on another path."""
    return f"{either_2(x, y)}"


@programs.documented(*MIXED)
def the_text_of_integers_that_become_floats_in_a_loop(x, y):
    """Text of an integer that becomes a float64 in a dynamic loop."""
    c = x
    while c > 1:
        c = c / y
    return f"{c}"


@programs.documented((np.int64(0), np.float64(3)), (T(0), T(3.0, ag.float64)))
def zero_by_an_integer_that_is_a_float_on_another_path(x, y):
    """0 `//` a selected zero, an integer or a float64, cannot be staged."""
    return 0 // either_2(x, y)


# -- Unions of unlike types

EACH = tuple(map(T, (-2, 0, 3, 6)))


class Item:
    def __init__(self, score):
        self.score = score


@programs.staged(*EACH)
def an_object_or_a_number(x):
    """One of two objects on one path, an int on the other, cannot be staged."""
    item = Item(1) if x > 0 else Item(2)
    return (item if x < 4 else 1) == 1


@programs.staged(*EACH)
def a_function_or_a_number(x):
    """One of two builtins on one path, an int on the other, cannot be staged."""
    act = abs if x > 0 else min
    return (act if x < 4 else 1) == 1


@programs.staged(*EACH)
def an_exception_or_a_number(x):
    """A caught exception on one path, an int on the other, cannot be staged."""
    try:
        if x > 0:
            raise ValueError("a")
        found = 1
    except ValueError as error:
        found = error
    return found == 1
