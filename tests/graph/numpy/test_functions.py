"""NumPy's functions on tensors give what they give on arrays, staged or not."""

from __future__ import annotations

import inspect
import warnings
from typing import Any

import numpy as np
import pytest

import autograph as ag
from autograph.errors import (
    AutographError,
    ImmutableTensorError,
    UnsupportedArgumentError,
)
from graph.numpy import registry
from graph.numpy.registry import FUNCTIONS
from tests.graph.numpy import rows, rows_more
from tests.graph.numpy.three_ways import check, staged

ROWS = {**rows.ROWS, **rows_more.MORE}


@pytest.mark.parametrize("name", ROWS)
def test_functions_are_numpys(name):
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # NumPy's, about nan
        warnings.filterwarnings("ignore", "numpy.fix is deprecated")
        check(ROWS[name])


HERE = ("averages", "comparison", "elementwise", "fitting", "histograms", "ignoring_nan", "numbering", "partial_reductions", "placing",
        "polynomials",
        "products", "quantiles", "rearrangement", "running", "sequences", "spacing")  # fmt: skip
# Tested elsewhere: names of NumPy's for what the standard has, and what is refused.
ELSEWHERE = {"numpy.vecdot", "numpy.matvec", "numpy.vecmat", "numpy.roots", "numpy.einsum_path",
             "numpy.tril_indices", "numpy.triu_indices", "numpy.diag_indices", "numpy.mask_indices", "numpy.indices",
             "numpy.fromfunction", "numpy.bartlett", "numpy.blackman", "numpy.hamming", "numpy.hanning", "numpy.kaiser"}  # fmt: skip


def test_every_function_has_a_row(monkeypatch):
    reached = set()
    call = registry.Implementation.__call__

    def noted(self, args, kwargs):
        reached.add(self.name)
        return call(self, args, kwargs)

    monkeypatch.setattr(registry.Implementation, "__call__", noted)
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        warnings.filterwarnings("ignore", "numpy.fix is deprecated")
        for row in ROWS.values():
            row.call(*map(ag.constant, row.arrays))
    there = {
        found.name
        for found in registry.FUNCTIONS.values()
        if found.function.__module__ in {f"graph.numpy.{name}" for name in HERE}
    }
    assert there - reached == ELSEWHERE


def parameters(function):
    try:
        return list(inspect.signature(function).parameters)
    except ValueError:  # some that are written in C, before NumPy 2.4
        return None


@pytest.mark.parametrize("function", registry.FUNCTIONS, ids=registry.name_of)
def test_parameters_are_numpys_or_refused(function):
    theirs = parameters(function)
    found = registry.FUNCTIONS[function]
    if theirs is None or found.signature is None:
        return
    ours = inspect.signature(found.function).parameters
    extra = set(found.kept).difference(theirs)  # the standard's, which may be left out
    assert all(ours[name].default is not inspect.Parameter.empty for name in extra)
    arguments = {name: object() for name in theirs if name not in found.kept}
    for name, value in arguments.items():
        if name == "subok":  # of no meaning where there are no subclasses
            continue
        with pytest.raises(UnsupportedArgumentError, match=f"not take `{name}=`"):
            found._check(name, value, None)


IN_PLACE = {
    "copyto": lambda x: np.copyto(x, 0),
    "putmask": lambda x: np.putmask(x, x > 1, 0),
    "place": lambda x: np.place(x, x > 1, [0]),
    "put": lambda x: np.put(x, [0], 7),
    "put_along_axis": lambda x: np.put_along_axis(x, np.array([0]), 7, 0),
    "fill_diagonal": lambda x: np.fill_diagonal(x, 0),
}


@pytest.mark.parametrize("name", IN_PLACE)
def test_functions_that_change_arrays_refuse_eager_tensors(name):
    with pytest.raises(ImmutableTensorError) as error:
        IN_PLACE[name](ag.constant([3.0, 1.0]))
    assert f"numpy.{name} changes an array in place" in str(error.value)
    assert "returns a new tensor" in str(error.value) or "np.where" in str(error.value)


def test_functions_that_change_arrays_take_eager_tensors_beside_them():
    total = np.zeros(3)
    np.copyto(total, ag.constant([1.0, 2.0, 3.0]))
    np.put(total, ag.constant([0]), ag.constant([7.0]))
    assert total.tolist() == [7.0, 2.0, 3.0]


X = np.array([[3.0, 1.0], [1.0, 2.0]], np.float32)
OTHER: Any = "half"
REFUSED = {
    "order": lambda x: np.ravel(x, "K"),
    "parts": lambda x: np.array_split(x, 0),
    "rollaxis": lambda x: np.rollaxis(x, 0, 5),
    "rot90": lambda x: np.rot90(x, axes=(0, 0)),
    "choose": lambda x: np.choose(x, [1, 2]),
    "diagonal": lambda x: np.diagonal(x, 0, 1, 1),
    "diag": lambda x: np.diag(x[None]),
    "select": lambda x: np.select([x > 1], [1, 2]),
    "select numbers": lambda x: np.select([x], [1]),
    "piecewise": lambda x: np.piecewise(x, [x > 1], [1, 2, 3]),
    "pad": lambda x: np.pad(x, 1, "median"),
    "ix_": lambda x: np.ix_(x),  # noqa: PLW0108
    "quantile": lambda x: np.quantile(x, 1.5),
    "quantile method": lambda x: np.quantile(x, 0.5, method=OTHER),
    "nanquantile": lambda x: np.nanpercentile(x, 101),
    "poly": lambda x: np.poly(x[None]),
    "polyint": lambda x: np.polyint(x[0], 3, [1, 2]),
    "polyfit": lambda x: np.polyfit(x[0], x[0], -1),
    "polyfit lengths": lambda x: np.polyfit(x, x, 1),
    "polyfit points": lambda x: np.polyfit(x[0], x[0], 1, cov=True),
    "histogramdd": lambda x: np.histogramdd(x, (1, 2, 3)),
    "histogramdd sample": lambda x: np.histogramdd(x[None]),
    "histogramdd bins": lambda x: np.histogramdd(x, 0),
    "histogram weights": lambda x: np.histogram(x, "auto", weights=x),
    "histogram rule": lambda x: np.histogram(x, OTHER),
    "bin edges": lambda x: np.histogram_bin_edges(x, "auto", weights=x),
    "packbits": lambda x: np.packbits(x, 1),
    "packbits order": lambda x: np.packbits(x > 1, bitorder=OTHER),
    "unpackbits": lambda x: np.unpackbits(x, 1),
    "unpackbits count": lambda x: np.unpackbits(x.astype(np.uint8), count=-99),
    "roots": lambda x: FUNCTIONS[np.roots].function(x[:]),
    "trim_zeros": lambda x: np.trim_zeros(x, OTHER),
    "tril_indices_from": lambda x: np.tril_indices_from(x[0]),
    "diag_indices_from": lambda x: np.diag_indices_from(x[:1]),
    "median": lambda x: np.median(x * 1j),
    "average": lambda x: np.average(x, 0, np.ones(3)),
    "cov": lambda x: np.cov(x[None]),
    "gradient": lambda x: np.gradient(x, 1, 2, 3),
    "convolve": lambda x: np.convolve(x[0], x[1], OTHER),
    "convolve matrices": lambda x: np.convolve(x, x),
    "block": lambda x: np.block([x, [x]]),
    "gradient samples": lambda x: np.gradient(x, edge_order=2),
}


def told(use):
    """Return what a refusal says, less the places of files."""
    with pytest.raises(AutographError) as error:
        use(ag.constant(X))
    lines = str(error.value).split("\n")
    return sorted(line for line in lines if ".py:" not in line and ":" != line[-1])


def test_refusals_tell_the_line(golden):
    texts = []
    for use in REFUSED.values():
        eager = told(use)
        assert eager == told(staged(use))
        texts.append("\n".join(line.strip() for line in eager))
    golden("\n\n".join(texts))


@pytest.mark.parametrize(
    ("use", "error"),
    [
        (lambda x: np.average(x, weights=x - x), ZeroDivisionError),
        (lambda x: np.nanargmax(x * np.nan), ValueError),
        (lambda x: np.unravel_index(x.astype(int), (2,)), ValueError),
        (lambda x: np.max(x, where=x > 1), ValueError),
        (lambda x: np.max(x.astype(int), initial=0.5), TypeError),
        (lambda x: np.pad(x[:0], ((1, 0), (0, 0)), "edge"), ValueError),
    ],
)
def test_what_depends_on_values_is_raised_when_the_graph_runs(use, error):
    specs = [ag.TensorSpec([None, None], ag.float32)]
    for run in (use, staged(use, specs)):
        with pytest.raises(error):
            run(ag.constant(X))


def test_gradients_flow_through_functions():
    def use(x):
        return np.sum(np.median(x, axis=1)) + np.trapezoid(np.pad(x[0], 1), dx=2.0)

    x = ag.constant(np.array([[1.0, 5.0, 3.0], [2.0, 8.0, 4.0]]))
    for f in (use, staged(use)):
        with ag.GradientTape() as tape:
            tape.watch(x)
            y = f(x)
        found = np.asarray(tape.gradient(y, x))
        assert found.tolist() == [[2.0, 2.0, 3.0], [0.0, 0.0, 1.0]]


def test_gradients_flow_through_convolutions():
    x = ag.constant(np.array([1.0, 2.0, -1.0, 3.0]))
    weights = np.array([2.0, 1.0, 0.5])

    def use(x, v):
        return np.sum(np.convolve(x, v, "same") ** 2) + np.sum(np.correlate(x, v))

    def slope(x, v, at):
        step = 1e-6
        moved = [x.copy() if at == 0 else x, v.copy() if at else v]
        found = np.zeros(moved[at].size)
        for i in range(moved[at].size):
            values = []
            for sign in (1, -1):
                moved[at][i] += sign * step
                values.append(use(*moved))
                moved[at][i] -= sign * step
            found[i] = (values[0] - values[1]) / (2 * step)
        return found

    v = ag.constant(weights)
    with ag.GradientTape() as tape:
        tape.watch([x, v])
        y = staged(use)(x, v)
    for at, found in enumerate(tape.gradient(y, [x, v])):
        expected = slope(np.array(x), weights, at)
        np.testing.assert_allclose(np.asarray(found), expected, 1e-6)


# Ours takes numbers that NumPy does not convert by itself; the result is right.
LENIENT = {"choose"}


@pytest.mark.parametrize("kind", ["?", "B", "e", "F"])
def test_other_dtypes_give_what_numpy_gives_or_are_refused(kind):
    for name, row in ROWS.items():
        parts = [x if kind == "F" else x.real for x in row.arrays]
        arrays = [np.nan_to_num(x).astype(kind) for x in parts]
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                expected = row.call(*arrays)
            except (TypeError, ValueError, OverflowError, ZeroDivisionError) as error:
                if name not in LENIENT:
                    with pytest.raises((type(error), AutographError)):
                        row.call(*map(ag.constant, arrays))
                continue
            try:
                found = row.call(*map(ag.constant, arrays))
            except AutographError:
                continue
        alike(found, expected, f"{name} of {kind}")


def alike(found, expected, what):
    if isinstance(expected, (list, tuple)):
        for one, other in zip(found, expected, strict=True):
            alike(one, other, what)
        return
    one, other = np.asarray(found), np.asarray(expected)
    assert (one.dtype, one.shape) == (other.dtype, other.shape), what
    tolerance = 1e-2 if one.dtype == np.float16 else 1e-5
    np.testing.assert_allclose(one, other, tolerance, tolerance, err_msg=what)
