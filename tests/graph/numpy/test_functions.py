"""NumPy's functions on tensors give what they give on arrays, staged or not."""

from __future__ import annotations

import inspect
import warnings
from pathlib import Path

import numpy as np
import pytest

import autograph as ag
from autograph.errors import (
    AutographError,
    ImmutableTensorError,
    UnsupportedArgumentError,
)
from graph.numpy import registry
from tests.graph.numpy.three_ways import check, gradient_of, read, same, staged

ROWS = read(Path(__file__).parent / "data" / "functions.txt")


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
    "add.at": lambda x: np.add.at(x, [0], 1),
}


@pytest.mark.parametrize("name", IN_PLACE)
def test_functions_that_change_arrays_refuse_eager_tensors(name):
    with pytest.raises(ImmutableTensorError) as error:
        IN_PLACE[name](ag.constant([3.0, 1.0]))
    text = str(error.value)
    what = "its first argument" if name == "add.at" else "an array in place"
    assert f"numpy.{name} changes {what}" in text
    assert "test_functions.py" in text
    is_told = "returns a new tensor" in text or "np.where" in text
    assert is_told or name == "add.at"


def test_functions_that_change_arrays_take_eager_tensors_beside_them():
    total = np.zeros(3)
    np.copyto(total, ag.constant([1.0, 2.0, 3.0]))
    np.put(total, ag.constant([0]), ag.constant([7.0]))
    total += ag.constant([1.0, 0.0, 0.0])
    np.add.at(total, [0], ag.constant(10.0))
    assert total.tolist() == [18.0, 2.0, 3.0]


X = np.array([[3.0, 1.0], [1.0, 2.0]], np.float32)


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


# Ours takes numbers that NumPy does not convert by itself; the result is right.
LENIENT = (".choose(",)


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
                if not any(each in name for each in LENIENT):
                    with pytest.raises((type(error), AutographError)):
                        row.call(*map(ag.constant, arrays))
                continue
            try:
                found = row.call(*map(ag.constant, arrays))
            except AutographError:
                continue
        same(found, expected, f"{name} of {kind}", rounds=True, of_half=1e-2)


# -- Arrays without axes ---------------------------------------------------------------

NUMBER = ag.constant(np.array(3.5))
REFUSED = {
    "another axis": lambda x: np.sum(x, axis=1),
    "several axes": lambda x: np.sum(x, axis=(0,)),
    "mean": lambda x: np.mean(x, axis=0),
    "var": lambda x: np.var(x, axis=0),
    "sort": lambda x: np.sort(x, axis=0),
    "flip": lambda x: np.flip(x, axis=0),
    "mean of integers": lambda x: np.nanmean(x.astype(int), axis=0),
}


@pytest.mark.parametrize("name", REFUSED)
def test_numbers_have_no_axis_elsewhere(name):
    call = REFUSED[name]
    unknown = [ag.TensorSpec(None, "float64")]
    for way in (call, staged(call), staged(call, unknown)):
        with pytest.raises(np.exceptions.AxisError) as info:
            way(NUMBER)
        assert isinstance(info.value, ag.errors.AxisError)
    with pytest.raises(np.exceptions.AxisError):
        call(np.array(3.5))
    assert issubclass(ag.errors.AxisError, (ValueError, IndexError))


def test_gradients_are_of_the_shape_of_numbers():
    slope = gradient_of(lambda x: np.sum(x * x, axis=0))
    np.testing.assert_array_equal(slope(NUMBER), 7.0)
    np.testing.assert_array_equal(slope(np.array([1.0, 2.0])), [2.0, 4.0])
