"""NumPy scalars: class, text, operands."""

from __future__ import annotations

import contextlib
import csv
import io
import math
import operator
from collections import deque
from fractions import Fraction

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Operands

A = np.array

I64 = np.int64

F64 = np.float64

T = ag.constant


class Length:
    def __init__(self, metres):
        self.metres = metres

    def __add__(self, other):
        if isinstance(other, Length):
            return Length(self.metres + other.metres)
        if isinstance(other, str):
            return NotImplemented
        return Length(self.metres + other)

    __radd__ = __add__

    def __rmul__(self, factor):
        if factor < 0:
            raise ValueError(f"negative: {factor!r}")
        return Length(factor * self.metres)

    def __rsub__(self, other):
        return f"{other!r} - {self.metres}"

    def __rtruediv__(self, other):
        return type(other).__name__

    def __gt__(self, other):
        return f"> {other!r}"

    def __eq__(self, other):
        return f"== {other!r}"

    __hash__ = None  # type: ignore[assignment]


class Unknowing:
    def __add__(self, other):
        return NotImplemented

    def __lt__(self, other):
        return NotImplemented


class Deferring(Length):
    __array_ufunc__ = None


class Ranked(Length):
    __array_priority__ = 10


class Pair:
    def __init__(self, *items):
        self.items = items

    def __len__(self):
        return 2

    def __getitem__(self, place):
        return self.items[place]

    def __rmul__(self, factor):
        return Pair(*[factor * item for item in self.items])


class Switch:
    def __init__(self, is_on):
        self.is_on = is_on

    def __bool__(self):
        return self.is_on


class Amount:
    def __init__(self, value):
        self.value = value

    def __float__(self):
        return self.value

    def __int__(self):
        return self.value

    def __complex__(self):
        return self.value

    def __index__(self):
        return self.value

    def __str__(self):
        return self.value


@programs.staged(I64(1), I64(-3), F64(0.5), np.uint8(7), np.bool_(True), T(2), 5)
def reflected_operators(n):
    """`*`, `-`, `/` and `+` call the reflected methods of an object."""
    try:
        scaled = (n * Length(3)).metres
    except ValueError as error:
        return str(error), "", "", ""
    return str(scaled), n - Length(1), n / Length(2), str((n + Length(2)).metres)


@programs.staged(I64(2**62))
def a_number_that_does_not_wrap_around(n):
    """A reflected method gets a Python int, which does not wrap around."""
    return str((n * Length(4)).metres), str((n + Length(n)).metres)


@programs.staged(I64(1), F64(0.5), T(2))
def reflected_comparisons(n):
    """`<` and `==` with an object on the right call `__gt__` and `__eq__`."""
    return n < Length(1), n == Length(1)


@programs.falls(I64(1), T(2), A(2))
def operators_that_numpy_leaves_to_the_class(n):
    """Objects with `__array_ufunc__ = None` or `__array_priority__`."""
    return (n * Deferring(3)).metres, (n * Ranked(2)).metres


@programs.staged(I64(1), A([1, 2]), T(1))
def the_object_is_asked_first(n):
    """`Length(1) + n` calls `__add__`, whatever array or scalar is on the right."""
    return (Length(1) + n).metres


@programs.staged(I64(1), 2)
def sums_that_begin_with_a_number(n):
    """`sum` of objects with a NumPy scalar as start."""
    return sum([Length(1), Length(2)], n).metres


@programs.staged(I64(1), F64(1.5), T(1), 1, 1.5)
def what_neither_knows(n):
    """TypeErrors of operators that neither the object nor the number has."""
    said = []
    for act in (
        lambda: Unknowing() + n,
        lambda: n + Unknowing(),
        lambda: Unknowing() < n,
        lambda: n > Unknowing(),
        lambda: Unknowing() - n,
        lambda: Unknowing() ** n,
        lambda: n // Unknowing(),
    ):
        try:
            act()
        except TypeError as error:
            said.append(str(error))
    return said


@programs.staged(I64(1), T(1), 1)
def what_neither_knows_in_place(n):
    """The TypeError of `value += n` of an object that returns NotImplemented."""
    value = Unknowing()
    try:
        value += n
    except TypeError as error:
        return str(error)
    return ""


@programs.falls(A([1, 2]), I64(1))
def sequences_of_which_numpy_makes_an_array(x):
    """An array times an object that is a sequence cannot be staged."""
    return (x * Pair(1, 2)).items


@programs.falls(A([1, 2]))
def arrays_of_objects(x):
    """An array times an object, an object array in NumPy, cannot be staged."""
    return (x * Length(3)).metres


@programs.falls(I64(1), F64(1.5), 1, 1.5)
def beside_what_knows_no_numbers(n):
    """TypeErrors of numbers with None, sets, dicts, text and other objects."""
    said = []
    for act in (
        lambda: None + n,
        lambda: n * None,
        lambda: {1} - n,
        lambda: {} | n,
        lambda: n - object(),
        lambda: "a" + n,
        lambda: n + "a",
        lambda: n < "a",
        lambda: n < None,
        lambda: n in "abc",
        lambda: 1 in n,
        lambda: {**n},
        lambda: next(n),
        lambda: range(n, 2.5),
    ):
        try:
            act()
        except TypeError as error:
            said.append(str(error))
    return said


@programs.staged(F64(1.5), 1.5)
def what_takes_integers(x):
    """TypeErrors of a float where an integer is required."""
    said = []
    for act in (
        lambda: x << 1,
        lambda: ~x,
        lambda: x | True,
        lambda: [1, 2][x],
        lambda: (1, 2)[x],
        lambda: math.factorial(x),
    ):
        try:
            act()
        except TypeError as error:
            said.append(str(error))
    return said


@programs.staged(I64(2), F64(1.5))
def a_modulus(n):
    """Three-argument `pow` of NumPy scalars."""
    try:
        return str(pow(n, 2, 5))
    except TypeError as error:
        return str(error)


@programs.staged(I64(2), 2)
def unpacking_and_managers(n):
    """TypeErrors of unpacking and of `with` on a number."""
    said = []
    try:
        _, _ = n
    except TypeError as error:
        said.append(str(error))
    try:
        with n:
            pass
    except TypeError as error:
        said.append(str(error))
    return said


@programs.staged(2)
def a_list_that_is_extended_by_a_number(n):
    """`xs += n` of a list and an int raises TypeError and leaves the list."""
    n = int(n)
    xs = [1]
    try:
        xs += n
    except TypeError as error:
        return str(error), len(xs)
    return "", len(xs)


@programs.staged(T(2), I64(2))
def rounding_to_what_is_no_integer(n):
    """`round(n, "a")` raises TypeError, which is caught."""
    try:
        return str(round(int(n), "a"))
    except TypeError as error:
        return str(error)


@programs.staged(A([1, 2]), A([1.5]))
def arrays(x):
    """TypeErrors of arrays with None, a float shift and text."""
    said = []
    for act in (lambda: x + None, lambda: x << 1.5, lambda: x - "a"):
        try:
            act()
        except TypeError as error:
            said.append(str(error))
    return said


@programs.staged(I64(1), A([1.5]))
def an_error_that_nobody_catches(x):
    """A NumPy scalar or array minus text raises out of the function."""
    return x - "a"


@programs.falls(I64(2), A([2]))
def objects_of_the_library_that_know_numbers(n):
    """A Fraction times a NumPy scalar or array cannot be staged."""
    return str(Fraction(1, 2) * n)


@programs.staged(np.bool_(1), I64(2), 2)
def truth_values_that_are_none(n):
    """`__bool__` that returns a number other than a bool raises TypeError."""
    try:
        return "on" if Switch(n) else "off"
    except TypeError as error:
        return str(error)


@programs.falls(F64(0.5), I64(2), np.bool_(1), np.complex128(1j), 2, 0.5, True)
def what_classes_of_numbers_give(n):
    """`float`, `int`, `complex`, `index` and `str` of an object's own methods."""
    said = []
    for act in (float, int, complex, operator.index, str):
        try:
            found = act(Amount(n))
        except TypeError as error:
            said.append(str(error))
        else:
            said.append(f"{found!r}" if act is not complex else "complex")
    return said


@programs.falls(T(2), T(0))
def what_classes_of_numbers_give_of_the_run(n):
    """`float`, `int` and `index` of an object that returns dynamic numbers."""
    is_some, said = int(n) > 1, []
    for value in (is_some, int(n), float(n)):
        for act in (float, int, operator.index):
            try:
                found = act(Amount(value))
            except TypeError as error:
                said.append(str(error))
            else:
                said.append(str(found))
    return said


# -- Array, scalar or tensor

NUMBERS = (T(3), np.int64(2), 2, np.array(2))


def kinds(*values):
    classes = (np.generic, np.ndarray, ag.Tensor)
    return [[isinstance(value, kind) for kind in classes] for value in values]


@programs.staged(*NUMBERS)
def of_numbers(n):
    """Which results of a number are NumPy scalars, arrays or tensors."""
    x = np.sum([n])
    parts = kinds(x[()], x[None], x.reshape(()), x.reshape(1), x.item(), x.T)
    made = kinds(round(x, 1), round(x), abs(x), -x, x > 1, np.copy(x), np.int8(n))
    return parts, made, [kinds(each) for each in divmod(x, 2)]


@programs.falls(*NUMBERS)
def of_arrays(n):
    """Which results of an array are NumPy scalars, arrays or tensors."""
    x = np.array([n, 1])
    parts = kinds(x[0], x[:1], x.T, x.reshape(2, 1)[0, 0], x[:1].squeeze(), *x)
    made = kinds(np.dot(x, x), x @ x, x.max(), x > 1, np.where(n > 1, 1, 2))
    return parts, made, kinds(np.atleast_1d(n)[0], np.asarray(n), np.array(n))


@programs.staged(T(3), 2)
def of_what_is_computed_by_several_ops(n):
    """Which results of statistics and `np.interp` are scalars or tensors."""
    x = np.array([n, 1])
    middle = kinds(np.percentile(x, 50), np.quantile(x, 0.5), np.median(x))
    return middle, kinds(np.interp(x[0], [0, 1], [0, 1]), np.ptp(x), np.std(x))


@programs.staged(*NUMBERS)
def of_what_loops_leave(n):
    """Which loop-carried and selected values are scalars, arrays or tensors."""
    x, y = np.sum([n]), np.array([n, 1])
    for _ in range(int(n)):
        x, y = x + 1, y * 2
    best = x if n > 1 else y[0]
    return kinds(x, y, y[0], best)


@programs.staged(T(3), T(0))
def made_of_itself_beside_numbers(n):
    """Class and repr of numbers that nested dynamic loops compute."""
    x, count = n - n, 0
    for _ in range(3):
        done = T(2)
        while done > 0:
            done -= 1
            if n > 3:
                n *= count % 7
                count = int(n) + 1
            else:
                x = abs(count // (T(2) or n))
        else:
            n *= 1
    return kinds(x, n), f"{x!r}"


@programs.staged(T(3), T(0))
def exchanged_in_a_loop(n):
    """Class and repr of tensors that a dynamic loop exchanges."""
    x, y = n + 1, T(2)
    while n > 0:
        x, y = y, -x
        if x < 0:
            for _ in ag.range(n):
                x = y + x
        n -= 1
    return kinds(x, y), f"{x!r} {y!r}"


@programs.staged(T(3))
def an_array_without_axes_that_becomes_a_number(n):
    """A 0-d array that is a NumPy scalar after an iteration is not staged."""
    x = np.array(3)
    while n > 0:
        x = -x
        n -= 1
    return kinds(x)  # refused: one of NumPy's


@programs.staged(*NUMBERS)
def asked_for_scalars(n):
    """`np.isscalar` of arrays, their elements, Python ints and tensors."""
    x = np.array([n, 1])
    said = np.isscalar(x), np.isscalar(x[0]), np.isscalar(np.sum([n]))
    return said, np.isscalar(n), np.isscalar(int(n)), np.isscalar(np.asarray(n))


@programs.staged(*NUMBERS)
def compared_with_none(n):
    """`==` and `!=` of arrays, scalars and tensors with None."""
    x = np.array([[n], [1]])
    return x == None, None != x, x[0, 0] == None, n != None


@programs.staged(*NUMBERS)
def written_to(n):
    """Item assignment to a NumPy scalar raises TypeError."""
    x = np.sum([n])
    try:
        x[()] = 1
    except TypeError as error:
        return str(error)
    return x


@programs.staged(*NUMBERS)
def looked_up(n):
    """An array as a dict key raises TypeError."""
    try:
        return {}[np.array([n])]
    except TypeError as error:
        return str(error)


@programs.staged(T(3), np.int64(2))
def a_number_in_a_set(n):
    """`in` looks for an `np.sum` result in a set of ints."""
    return np.sum([n]) in {2, 3}


@programs.staged(T(3))
def a_number_hashed(n):
    """`hash()` of an `np.sum` result of a tensor cannot be staged."""
    return hash(np.sum([n])) == 3


# -- Classes of results

numbers = programs.staged(*map(T, (3, 2)))
numbers_falls = programs.falls(*map(T, (3, 2)))
numbers_falls = programs.falls(*map(T, (3, 2)))


def told(value):
    """Return what shows whether a value is a tensor, an array, or a number."""
    is_array, is_tensor = type(value) is np.ndarray, type(value) is ag.Tensor
    return f"{value}", is_array, is_tensor, isinstance(value, np.generic)


@numbers_falls
def arrays_of_numbers_in_a_list(n):
    """`np.array`, `asarray` and `stack` of a list of floats are NumPy arrays."""
    xs = [i / 4 for i in range(n)]
    made = np.array(xs)
    return (
        told(made),
        told(np.asarray(xs)),
        told(np.stack(xs)),
        made.dtype,
        told(made[0]),
    )


@numbers_falls
def arrays_of_arrays_in_a_list(n):
    """`np.stack`, `vstack` and others of a list of arrays are NumPy arrays."""
    xs = [np.ones(2) * i for i in range(n)]
    return (
        *(told(np.array(xs)), told(np.stack(xs)), told(np.vstack(xs))),
        *(told(np.hstack(xs)), told(np.concatenate(xs)), told(np.column_stack(xs))),
        np.concatenate(xs).dtype,
    )


@numbers
def tensors_of_tensors_in_a_list(n):
    """`np.stack`, `vstack`, `array` and others of a list of tensors."""
    xs = [n * i for i in range(n)]
    return (
        *(told(np.stack(xs)), told(np.vstack(xs)), told(np.hstack(xs))),
        *(told(np.column_stack(xs)), told(np.array(xs))),
    )


@numbers
def an_array_of_a_list_has_two_names(n):
    """`np.array` of a comprehension is written to under two names."""
    made = np.array([i * 2 for i in range(n)])
    other = made
    for i in range(n):
        made[i] = i * 2
    made += 1
    return made, other


@numbers
def answers_are_of_pythons(n):
    """`np.array_equal` and `np.allclose` of arrays return Python bools."""
    made = np.arange(n)
    same, close = np.array_equal(made, [0, 1, 2]), np.allclose(made, made * 1.0)
    return (
        type(same) is bool,
        type(close) is bool,
        f"{same} {close}",
        [4, 5][same],
        not same,
    )


@numbers
def answers_on_tensors(n):
    """`np.allclose` and `np.array_equal` of a tensor as conditions."""
    if np.allclose(n, 3) or np.array_equal(n, [0]):
        return 1
    return 2


@numbers
def results_with_names(n):
    """Results of `svd`, `eigh`, `qr`, `slogdet` and `unique_counts`."""
    matrix = np.diag(np.arange(1.0, n + 1))
    left, values, _ = np.linalg.svd(matrix)
    sign, logarithm = np.linalg.slogdet(matrix)
    found = np.unique_counts(np.arange(n))
    return (
        *(told(left), told(values), told(np.linalg.eigh(matrix).eigenvalues)),
        *(told(np.linalg.qr(matrix)[0]), told(sign), told(logarithm)),
        told(found.counts),
    )


@numbers
def numbers_of_numpys(n):
    """`cond`, `vector_norm`, `take`, `lexsort` and `unstack`: scalars and arrays."""
    made = np.arange(1.0, n + 1)
    matrix = np.diag(made)
    return (
        *(told(np.linalg.cond(matrix)), told(np.linalg.vector_norm(made))),
        *(told(np.take(matrix, 1)), told(np.lexsort(np.ones(2) * int(n)))),
        *(told(each) for each in np.unstack(np.ones(2) * int(n))),
    )


@numbers
def arrays_without_axes(n):
    """`np.isin`, `np.copy` and `asarray_chkfinite` of one number."""
    made = np.arange(n)
    return told(np.isin(1, made)), told(np.copy(int(n))), told(np.asarray_chkfinite(n))


@numbers
def arrays_of_tensors(n):
    """`np.hanning`, `np.kaiser` and `np.tril_indices` of a tensor."""
    return told(np.hanning(n)), told(np.kaiser(n, 2.0)), told(np.tril_indices(n)[0])


@numbers
def dtypes_of_pythons_numbers(n):
    """`np.result_type` of a dynamic int and a dynamic float."""
    return np.result_type(int(n)), np.result_type(float(n), np.float32(1))


@numbers
def points_of_numbers(n):
    """`np.histogramdd` of a list and of a tuple of dynamic numbers."""
    return np.histogramdd([int(n), 2], bins=2)[0], np.histogramdd((n, 2), bins=3)[0]


@numbers
def a_tensor_of_a_deque(n):
    """`ag.constant` of a deque that a loop fills."""
    held = deque()
    for i in range(n):
        held.append(int(i))
    return ag.constant(held)


@programs.staged(T(3))
def the_class_of_what_is_made_of_a_number(n):
    """`type()` of `np.flip` of a dynamic int cannot be staged."""
    return type(np.flip(int(n))) is np.ndarray


@programs.staged(T(3))
def text_that_was_printed(n):
    """Comparing what was printed of a dynamic int to a StringIO is refused."""
    buffer = io.StringIO()
    print("n =", int(n), file=buffer)
    return buffer.getvalue() == "n = 3\n"


@programs.falls(T(3))
def the_length_of_text_that_was_printed(n):
    """`tell()` of a StringIO to which a tensor was printed cannot be staged."""
    buffer = io.StringIO()
    with contextlib.redirect_stdout(buffer):
        print(n)
    return buffer.tell()


@programs.staged(T(3))
def lines_that_were_printed(n):
    """Iterating over a StringIO of printed dynamic text cannot be staged."""
    buffer = io.StringIO()
    print(int(n), file=buffer)
    buffer.seek(0)
    return [len(line) for line in buffer]


@programs.staged(T(3))
def how_much_a_row_has(n):
    """The result of `writerow` of a dynamic int cannot be staged."""
    return csv.writer(io.StringIO()).writerow([int(n), "a"])


@programs.staged(T(3))
def text_that_tracing_knows(n):
    """Constant text printed to a StringIO, and a CSV row, are read back."""
    buffer = io.StringIO()
    print("a", file=buffer)
    csv.writer(buffer).writerow(["b", 1])
    return buffer.getvalue(), buffer.tell(), n


@numbers_falls
def steps_through_ranges_of_numpy(n):
    """Iteration over `np.arange` yields NumPy scalars."""
    found = [told(np.int64(0))]
    for each in np.arange(n):
        found += [told(each)]
    first, *_ = np.arange(int(n))
    return found, told(first), [f"{each}" for each in np.arange(int(n))]


@numbers
def elements_of_flat(n):
    """`a.flat[0]` and a loop over `a.flat` yield NumPy scalars."""
    made = np.arange(n) * 1.5
    return told(made.flat[0]), [f"{each}" for each in made.flat]


@numbers
def arrays_made_of_arrays_by_types(n):
    """`np.float32` of an array and of a tensor."""
    return told(np.float32(np.arange(n))), told(np.float32(n))


@numbers
def bounds_that_are_tensors(n):
    """`clip` of arrays with bounds that are tensors."""
    made = np.arange(3) * 1.0
    return told(np.ones(2).clip(n)), told(made.clip(0, n)), told(made.clip(max=n))


@numbers
def what_a_condition_leaves(n):
    """`compress` of a tensor by a boolean array."""
    return told(ag.range(n).compress(np.arange(n) > 0))


@numbers_falls
def arrays_of_a_number(n):
    """`np.block`, `pad`, `roll`, `fft.fftn` and others of a NumPy scalar."""
    x = np.sum(np.ones(3) * int(n))
    with np.errstate(all="ignore"):
        made = np.block(x), np.pad(x, 2), np.roll(x, 1), np.real_if_close(x), x[...]
        others = np.fft.fftn(x), np.fft.ifftn(x), (np.ones(3) * x)[..., 0]
        return [told(each) for each in (*made, *others)], told(np.flip(x))


@numbers
def a_part_without_axes_that_is_changed(n):
    """`a[0, ...]` is a view that `+=` writes to; `a.sum()[...]` is an array."""
    a = np.ones(3) * int(n)
    y, z = a[0, ...], a.sum()[...]
    w = z
    y += 1
    z += 1
    return a, told(y), told(z), w


@numbers
def numbers_of_an_array_without_axes(n):
    """`np.clip`, `trunc` and `iscomplex` of a zero-dimensional array."""
    x = np.array(int(n))
    return told(np.clip(x, 0, 2)), told(np.trunc(x)), told(np.iscomplex(x))


@numbers
def what_numbers_of_pythons_have(n):
    """`np.real`, `np.imag` and `np.isreal` of Python numbers and an array."""
    k, x = int(n), float(n)
    made = np.real(k), np.imag(k), np.real(x), np.imag(x), np.isreal(k), np.isreal(x)
    array = np.arange(3) * k
    return [(told(each), type(each) is int) for each in (*made, np.real(array))]


@numbers
def the_rank_of_a_vector(n):
    """`matrix_rank` of a vector, of a NumPy matrix and of a tensor."""
    v, m = np.arange(n) * 1.5, np.ones((2, 2)) * n
    ranks = np.linalg.matrix_rank(v), np.linalg.matrix_rank(np.eye(2) * int(n))
    return [(told(each), type(each) is int) for each in ranks], np.linalg.matrix_rank(m)


@numbers
def edges_of_as_many_bins_as_the_run_says(n):
    """`np.histogram` with a dynamic number of bins."""
    counts, edges = np.histogram(np.arange(5), int(n))
    same = edges.dtype == np.float64, np.histogram_bin_edges(np.arange(4), n) * 2
    return told(counts), told(edges), edges[1:] - edges[:-1], *same


@programs.staged(T(3))
def the_order_of_a_norm(n):
    """`np.linalg.norm` with a dynamic order cannot be staged."""
    return np.linalg.norm(np.arange(3.0), n)


# -- NumPy values or tensors

HALF = np.float64(0.5)

VECTOR = np.array([1.0, 2.0])

NUMBERS_2 = (T(3), T(-1), np.int64(3), np.int64(-1))


@programs.staged(*NUMBERS_2)
def constants_of_numpys(n):
    """Text of a NumPy scalar that is a module constant or an array element."""
    y = HALF
    if n > 0:
        y = VECTOR[0]
    return f"{y} {y + 1} {[y]}"


@programs.staged(*NUMBERS_2)
def arrays_of_a_module(n):
    """Text of a NumPy array of the module that a dynamic loop doubles."""
    y = VECTOR
    for _ in range(n):
        y = y * 2
    return f"{y}"


@programs.documented(*NUMBERS_2[:2])
def a_number_of_numpys_or_a_tensor(n):
    """The text of a NumPy scalar or a tensor cannot be staged."""
    y = HALF
    if n > 0:
        y = ag.cast(n, ag.float64)
    return f"{y}"


@programs.documented(*NUMBERS_2[:2])
def an_array_or_a_tensor(n):
    """The text of a NumPy array or a tensor cannot be staged."""
    y = VECTOR
    if n > 0:
        y = T([1.0, 2.0], ag.float64)
    return f"{y}"


@programs.staged(*NUMBERS_2[:2])
def a_tensor_or_a_number_of_numpys_after_an_exception(n):
    """Text of a scalar that a `try` body may replace by a tensor is refused."""
    y = HALF
    try:
        if n > 0:
            y = ag.cast(n, ag.float64)
            raise ValueError
    except ValueError:
        pass
    return f"{y}"


def total(n, found):
    if n <= 0:
        return found
    return total(n - 1, found + n)


@programs.staged(np.int64(3), np.int64(0))
def text_of_a_total(n):
    """Text of the total of a recursion over NumPy integers."""
    return f"{total(n, np.int64(0))}"


@programs.staged(T(3), T(0))
def text_of_a_total_that_begins_as_numpys(n):
    """Text of a recursive total that is NumPy's or a tensor cannot be staged."""
    return f"{total(n, np.int64(0))}"


def half_or_zero(n):
    if n <= 0:
        return HALF
    if n == 1:
        return n * 0
    return half_or_zero(n - 2)


@programs.staged(np.int64(2), np.int64(0), T(2))
def halves_of_a_recursion(n):
    """Negation and `//` of what a recursion returns, by one of three returns."""
    return -half_or_zero(n), 7 // half_or_zero(n)


@programs.documented(np.int64(3), T(3))
def the_sign_of_an_integer_of_a_recursion(n):
    """Negation of a recursion's result, an int or a float, cannot be staged."""
    return -half_or_zero(n)


@programs.documented(np.int64(3), T(3))
def zero_of_a_recursion(n):
    """`7 //` the result of a recursion that may be an int zero is refused."""
    return 7 // half_or_zero(n)


def either(n):
    return n if n >= 0 else HALF


@programs.staged(np.int64(3), np.int64(0), np.int64(-3))
def text_of_integers_or_floats(n):
    """An f-string of an int64 or a float64 by path, with arithmetic."""
    y = either(n)
    return f"{{{y}}} {y + n} {{1}} {-y} {y * y!r} {abs(y)} {min(y, n)}{{0}}"


@programs.staged(np.int64(3), T(3))
def repeated(n):
    """`[0] * y` for an integer or a float by path cannot be staged."""
    return [0] * either(n)


@programs.falls(np.int64(3), T(3))
def bits(n):
    """`&` of an integer or a float by path cannot be staged."""
    return either(n) & 1


@programs.falls(np.int64(3), T(3))
def shifted(n):
    """`<<` of an integer or a float by path cannot be staged."""
    return either(n) << 1


@programs.falls(np.int64(3), T(3))
def inverted(n):
    """`~` of an integer or a float by path cannot be staged."""
    return ~either(n)


@programs.staged(np.int64(3))
def the_class(n):
    """`str(type(y))` of an int64 or a float64 by path cannot be staged."""
    return str(type(either(n)))


@programs.staged(*NUMBERS_2)
def a_total_of_numpys_constants(n):
    """Python numbers that a dynamic loop updates by NumPy constants."""
    cash, k = 1000.0, 0
    for i in range(n):
        cash -= np.float64(2) * i
        k += np.uint8(100)
    rate = 1.0
    while rate < n:
        rate *= HALF * 3
    return f"{cash:.2f} {cash} {k}", f"{rate:.3f}"


@programs.staged(*NUMBERS_2)
def constants_beside_what_is_pythons_on_a_path(n):
    """Sum of a NumPy constant and a Python or NumPy float: text and class."""
    price = 1.5
    for i in range(n):
        price = VECTOR[i % 2]
    total = price + HALF
    return f"{total!r}", type(total) is np.float64, isinstance(price > HALF, np.bool_)


@programs.documented(T(3), T(-1))
def constants_beside_what_is_a_tensor_on_a_path(n):
    """Text of a NumPy constant plus a Python float or a tensor is refused."""
    x = 1.0
    if n > 0:
        x = n * 0.5
    return f"{x + HALF}"


@programs.documented(T(3), T(5))
def constants_beside_what_becomes_a_tensor(n):
    """Text of a loop-carried float that turns into a tensor cannot be staged."""
    x, text = 1.0, ""
    for i in range(n):
        text += f"{x + HALF} "
        if i == 1:
            x = n / 2
    return text
