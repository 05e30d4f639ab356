"""NumPy's functions of arrays that are empty or short in a run, as in plain Python."""

import numpy as np
import pytest

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
X, K = np.array([1.0, 2.0, 3.0]), np.array([1, 2, 3])
rows = Rows()
refused = Rows()
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_a_graph_has_not_is_refused = refused.refusal_test()

lengths = rows.on(*((x, T(n)) for x in (X, K) for n in (0, 1, 2, 3)))


def told(function, *args, **named):
    """Return the message of what a function raises, or the sum of what it gives."""
    try:
        found = function(*args, **named)
    except (IndexError, ZeroDivisionError, TypeError, ValueError) as error:
        return str(error), 0.0
    return "", np.sum(found) * 1.0


@lengths
def slopes(x, n):
    return told(np.gradient, x[:n]), told(np.gradient, x[:n], edge_order=2)


@lengths
def a_fit(x, n):
    y = x[:n] + x[0]
    return (
        told(np.polyfit, np.arange(len(y)), y, 0),
        told(np.polyfit, x, y, 0),
        told(np.polyfit, y, x, 0),
    )


@lengths
def frequencies(x, n):
    y = x[:n]
    return (
        told(np.fft.fftfreq, len(y)),
        told(np.fft.rfftfreq, len(y), 0.5),
        told(np.fft.fftfreq, 3, len(y)),
    )


@rows.on(0, 1, 4)
def frequencies_of_a_known_number(n):
    return told(np.fft.fftfreq, n), told(np.fft.rfftfreq, n), told(np.fft.fftfreq, 3, n)


@lengths
def medians(x, n):
    m = x.reshape(3, 1) * np.array([[1, 2]])
    return (
        np.median(x[:n]),
        np.median(m[:n], axis=0),
        np.median(m[:n], axis=1, keepdims=True),
        np.nanmedian(x[:n]),
        np.median(x[:n] * np.nan),
    )


@lengths
def quantiles(x, n):
    m = x.reshape(3, 1)
    return (
        told(np.percentile, x[:n], 50),
        told(np.quantile, x[:n], [0.25, 1.0]),
        told(np.quantile, m[:n], 0.5, axis=0),
        np.quantile(m[:n], 0.5, axis=1),
        np.nanpercentile(x[:n], 50),
        np.nanquantile(m[:n], 0.5, axis=0),
    )


@lengths
def filled_up(x, n):
    return np.resize(x[:n], 4), np.resize(x[:n], (2, 2)), np.resize(x[:0], 2)


@rows.on(X)
def of_a_negative_length(x):
    try:
        return np.resize(x, (2, -1))
    except ValueError:
        return x


@lengths
def padded(x, n):
    return told(np.pad, x[:n], 1, mode="edge"), told(np.pad, x[:n], 1)


@rows.on(X, K)
def places_of_a_range(x):
    m = x.reshape(3, 1)[:0]
    return m[range(len(m)), 0], x[range(0)], x[range(0, 3, 2)]


@refused.on((X, T(0)), (K, T(2)))
def bytes_of_elements(x, n):
    y = x[x > n]
    return y.nbytes, y.nbytes // 8 + 1, np.zeros((n, 2), np.int8).nbytes, x.nbytes


@refused.on(X, K)
def strides(x):
    return x.strides[0]


@refused.on(X)
def memory(x):
    return x.data.nbytes


@refused.on(X)
def address(x):
    return x.ctypes.data > 0


@refused.on(X)
def whose_memory(x):
    return x[1:].base is not None


@refused.on(X)
def a_partial_order(x):
    return x.argpartition(1)


places = rows.on(*((x, T(n)) for x in (X, K) for n in (0, 2, 3, -3, -4)), (X, 1))


@places
def left_out(x, n):
    m = x.reshape(3, 1) * np.array([[1, 2]])
    return (
        told(np.delete, x, n),
        told(np.delete, x[x > 1], n),
        told(np.delete, x[x > 5], 0),
        told(np.delete, m[:n], 0, axis=0),
    )


@places
def put_between(x, n):
    m = x.reshape(3, 1) * np.array([[1, 2]])
    return (
        told(np.insert, x, n, 7),
        told(np.insert, x[x > 1], 1, 7.5),
        told(np.insert, m[:n], n, 7, axis=0),
        told(np.insert, m[:n], 1, 7, axis=1),
    )
