"""`try` around ops that raise for some values, or do not fit: caught as Python does."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()


pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")
test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(T(2.5), T(float("nan")), T(float("inf")))
def an_integer_of_a_float(x):
    done = 0
    try:
        done = 1
        done += int(x)
    except ValueError:
        done += 10
    except OverflowError:
        done += 20
    return done


@rows.on(T(2.5), T(float("nan")))
def a_list_that_has_grown_since(x):
    grown = []
    try:
        if f"{x}".startswith("n"):  # may raise, ahead of what the list is given
            grown.append(1.0)
        grown.append(2.0)
        int(x)
        grown.append(3.0)
    except ValueError:
        pass
    return grown


@rows.on(T(2.5), T(float("nan")))
def a_rounded_float(x):
    done = x
    try:
        done = x + 1
        done = done + round(x)
    except ValueError:
        return done
    return done


@rows.on(T(1), T(-1))
def an_integer_to_a_power(n):
    done = n
    try:
        done = n + 5
        done = T(3) ** n
    except ValueError:
        return done
    return done


@rows.on(T(2), T(-1))
def a_shift(n):
    done = 0
    try:
        done = 5
        done = 1 << int(n)
    except ValueError:
        return done
    return done


@rows.on(T(3), T(2**20))
def an_integer_that_is_too_large(n):
    done = n
    try:
        done = n + 1
        done = n + int(n) * int(n)
    except OverflowError:
        return done
    return done


@rows.on(T(3), T(2**20))
def an_integer_that_is_no_float(n):
    done = 0.0
    try:
        done = 1.0
        done = float(int(n) ** 100)
    except OverflowError:
        return done
    return done


@rows.on(T(2), T(-2))
def a_shape(n):
    done = T(0.0)
    try:
        done = done + 1.0
        done = done + ag.reduce_sum(ag.ones([n, 2]))
    except ValueError:
        return done
    return done


def add(x, y):
    return x + y


def matmul(x, y):
    return x @ y


def reshape(x, y):
    return ag.reshape(x, [7, -1]) * ag.reduce_max(y)


def concat(x, y):
    return ag.concat([x, y], 1)


def truth(x, y):
    if x > 0:
        return y
    return x


@pytest.mark.parametrize("shape", [[None, None], None])
@pytest.mark.parametrize("function", [add, matmul, reshape, concat, truth])
def test_shapes_that_do_not_fit_are_caught(function, shape):
    def caught(x, y):
        done = T(0.0)
        try:
            done = done + 1.0
            done = done + ag.reduce_sum(function(x, y))
        except ValueError:
            return done
        return done

    spec = ag.TensorSpec(shape, ag.float32)
    staged = ag.function(caught, input_signature=[spec, spec])
    for sizes in [((2, 3), (5, 4)), ((1, 1), (1, 1)), ((7, 7), (7, 7))]:
        x, y = (T(np.ones(size, np.float32)) for size in sizes)
        assert staged(x, y).numpy() == caught(x, y).numpy()


def largest(x, y):
    return max(ag.reshape(x, [-1])[ag.size(y) :])


# What may be wrong with two arrays whose shapes only the run knows.
OPERATIONS = {
    "add": add,
    "minus": lambda x, y: ag.exp(x) - y * 2.0,
    "matmul": matmul,
    "reshape": reshape,
    "reshape by a number": lambda x, y: ag.reshape(x, [ag.size(y), 2]),
    "concat": concat,
    "stack": lambda x, y: ag.stack([x, y]),
    "where": lambda x, y: ag.where(x > 0.5, x, y),
    "maximum": ag.maximum,
    "item": lambda x, y: x[ag.size(y)],
    "items": lambda x, y: x[:, ag.size(y)],
    "gather": lambda x, y: ag.gather(x, ag.size(y)),
    "broadcast": lambda x, y: ag.broadcast_to(x, ag.shape(y)),
    "tile": lambda x, y: ag.tile(x, [ag.size(y) - 5, 1]),
    "zeros": lambda x, y: ag.zeros([ag.size(x) - ag.size(y)]),
    "solve": ag.linalg.solve,
    "inverse": lambda x, y: ag.linalg.inv(x) + y,
    "determinant": lambda x, y: ag.linalg.det(x) + ag.reduce_sum(y),
    "logarithm": lambda x, y: ag.linalg.logdet(x) + y,
    "exponential": lambda x, y: ag.linalg.expm(x) * y,
    "factors": lambda x, y: ag.linalg.lu(x)[0] + y,
    "add_n": lambda x, y: ag.add_n([x, y]),
    "einsum": lambda x, y: ag.einsum("ij,jk", x, y),
    "largest": largest,
    "nested": ag.function(add),
    "a function of a function": ag.function(lambda x, y: ag.function(concat)(x, y)[0]),
    "numpy": lambda x, y: np.concatenate([x, y]),
    "shifts": lambda x, y: ag.roll(x, ag.cast(ag.reshape(y, [-1]), ag.int32), [0]),
}
KINDS = [ag.errors.AxisError, ag.errors.ShapeError, ag.errors.MatrixShapeError,
         ag.errors.DTypeError, ag.errors.InvalidArgumentError, np.linalg.LinAlgError,
         IndexError, TypeError, ValueError, ArithmeticError]  # fmt: skip
SIZES = [
    ((2, 3), (5, 4)),
    ((1, 1), (1, 1)),
    ((7, 7), (7, 7)),
    ((2, 2), (1, 3)),
    ((2, 2), (0, 2)),
]


@pytest.mark.parametrize("shape", [[None, None], None])
@pytest.mark.parametrize("name", OPERATIONS)
def test_what_kernels_raise_is_caught_as_what_eager_execution_raises(name, shape):
    function = OPERATIONS[name]

    def kind(x, y):
        for number, each in enumerate(KINDS):  # noqa: B007  # it is read after the loop
            try:
                try:
                    function(x, y)
                except each:
                    break
            except Exception:
                continue
        else:
            number = -1
        return number

    spec = ag.TensorSpec(shape, ag.float32)
    caught = ag.function(kind, input_signature=[spec, spec])
    staged = ag.function(function, input_signature=[spec, spec])
    for sizes in SIZES:
        x, y = (T(np.ones(size, np.float32)) for size in sizes)
        assert caught(x, y).numpy() == kind(x, y)
        assert raised(staged, x, y) is raised(function, x, y)


def raised(function, *args):
    try:
        function(*args)
    except Exception as error:
        return type(error)
    return None


# -- What the trace could know: places out of range, extremes of none, large numbers


FLOATS, INTEGERS = np.array([1.0, 2.0, 3.0]), np.array([1, 2, 3])
given = rows.on(FLOATS, INTEGERS, T(FLOATS), T(INTEGERS))


@given
def a_place_that_is_never_there(x):
    try:
        first = x[7]
    except IndexError as error:
        return str(error)
    return f"{first > 0}"


@given
def a_place_that_is_not_used(x):
    try:
        x[7]
    except IndexError:
        return -1
    return 0


@given
def places_until_the_end(x):
    total = 0
    for k in range(4):
        try:
            total = total + x[k]
        except IndexError:
            break
    return total, k


@given
def a_place_of_a_part(x):
    m, found = x.reshape(1, 3), 0
    for k in (0, 1, -2, 5):
        try:
            found += float(x[1:][k] + m[..., k - 1][0] + m[k, None, 0][0])
        except IndexError:
            found += 10
    return found


@rows.on(FLOATS, INTEGERS)
def an_update_of_a_place(x):
    y = x * 1
    try:
        y[1] += 1
        y[7] += 3
        y[2] = 5
    except IndexError:
        y[0] = 9
    return y


@given
def an_extreme_of_none(x):
    found = []
    for part in (x[:0], x[3:], x[1:], x.reshape(3, 1)[:, :0]):
        try:
            part.max()
            found.append(float(np.min(part)))
        except ValueError:
            found.append(-1.0)
    return found


@given
def an_integer_that_does_not_fit(x):
    small, found = x.astype(np.int8), 0
    for k in (1, 300, -129, -128, 127):
        try:
            small + k
            found += 1
            found += (np.maximum(small, k) < 300).sum()
        except OverflowError:
            found += 100
    return found


@given
def comparisons_with_any_integer(x):
    small = x.astype(np.uint8)
    return small < 300, small == -1, small[0] != 256


every_place = Rows()
test_what_escapes_is_what_numpy_raises = every_place.test()
TABLE = np.array([[1, 2], [3, 4]])


@every_place.on(*(x.astype(kind) for x in (INTEGERS,) for kind in (int, bool, float)))
def a_place_out_of_range(x):
    return x[3]


@every_place.on(*(TABLE.astype(kind) for kind in (int, bool, np.uint8, float)))
def a_place_of_a_table_out_of_range(x):
    return x[1, 3]
