"""Code for any array library, as it stands: eagerly, decorated, and beside NumPy.

Functions of array-api-extra are tested where it is installed.
"""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
import autograph.numpy as xp
from tests.conformance.array_api.ways import same
from tests.language.array import namespaces
from tests.language.array.namespaces import N, X, Y

# They compute with `x.shape`, which has None where a length is unknown.
READING_LENGTHS = {"covariance", "least_squares", "kronecker", "lowpass",
                   "power_iteration"}  # fmt: skip


@pytest.mark.parametrize("program", namespaces.programs, ids=lambda each: each.name)
def test_library_code_runs_as_it_stands(program):
    arrays = [np.asarray(x) for x in program.calls[0]]
    tensors = [xp.asarray(x) for x in arrays]
    expected = program.function(*arrays)
    same(program.function(*tensors), expected, "eager")
    specs = [ag.TensorSpec([None] * x.ndim, x.dtype) for x in arrays]
    traced = ag.function(program.function, input_signature=specs)
    if program.name not in READING_LENGTHS:
        same(traced(*tensors), expected, "lengths unknown")
        return
    with pytest.raises(TypeError, match="None") as caught:
        traced(*tensors)
    assert isinstance(caught.value, ag.errors.AutographError)


@pytest.mark.parametrize(
    "function",
    [namespaces.standardize, namespaces.softmax, namespaces.logsumexp]
    + [lambda x: namespaces.least_squares(x, xp.asarray(Y))],
)
def test_gradients_flow_through_library_code(function):
    x = xp.asarray(X)
    with ag.GradientTape() as tape:
        tape.watch(x)
        total = xp.sum(ag.function(function)(x) ** 2)
    slope = np.asarray(tape.gradient(total, x))
    for place in ((0, 0), (2, 1)):
        step = np.zeros(X.shape)
        step[place] = 1e-6
        ends = [float(xp.sum(function(xp.asarray(X + s)) ** 2)) for s in (step, -step)]
        truth = (ends[0] - ends[1]) / 2e-6
        np.testing.assert_allclose(slope[place], truth, 1e-4, 1e-6)


NANS = np.array([1.0, np.nan])
EXTRA = {
    "angle": (lambda xpx, x: xpx.angle(x), Y + 1j),
    "argpartition": (lambda xpx, x: xpx.argpartition(x, 1)[1], Y),
    "atleast_nd": (lambda xpx, x: xpx.atleast_nd(x, ndim=3), Y),
    "cov": (lambda xpx, x: xpx.cov(x), X),
    "deg2rad": (lambda xpx, x: xpx.deg2rad(x), Y),
    "expand_dims": (lambda xpx, x: xpx.expand_dims(x, axis=(0, 2)), Y),
    "isin": (lambda xpx, x: xpx.isin(x, x[:2]), N),
    "kron": (lambda xpx, x: xpx.kron(x, x), Y),
    "nan_to_num": (lambda xpx, x: xpx.nan_to_num(x), np.array([1, np.nan, np.inf])),
    "nanmax": (lambda xpx, x: xpx.nanmax(x), NANS),
    "nanmean": (lambda xpx, x: xpx.nanmean(x), NANS),
    "nansum": (lambda xpx, x: xpx.nansum(x), NANS),
    "nunique": (lambda xpx, x: xpx.nunique(x), N),
    "one_hot": (lambda xpx, x: xpx.one_hot(x, 3), N),
    "partition": (lambda xpx, x: xpx.partition(x, 1)[1], Y),
    "sinc": (lambda xpx, x: xpx.sinc(x), Y),
    "union1d": (lambda xpx, x: xpx.union1d(x, x[:1] + 9), N),
    "unravel_index": (lambda xpx, x: xpx.unravel_index(x, (2, 2)), N),
}  # fmt: skip
# They write to items, as tensors never change.
WRITING = {
    "apply_where": (lambda xpx, x: xpx.apply_where(x > 0, x, lambda t: t * 2, lambda t: t - 1), Y),
    "at set": (lambda xpx, x: xpx.at(x)[1].set(9.0, copy=True), Y),
    "at add": (lambda xpx, x: xpx.at(x)[x > 0].add(9.0, copy=True), Y),
    "create_diagonal": (lambda xpx, x: xpx.create_diagonal(x, offset=-1), Y),
    "isclose": (lambda xpx, x: xpx.isclose(x, x + 1e-9), Y),
    "pad": (lambda xpx, x: xpx.pad(x, 2), Y),
}  # fmt: skip
REFUSALS = ag.errors.ImmutableTensorError, ag.errors.UnstagedOperationError


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("name", [*EXTRA, *WRITING])
def test_array_api_extra_runs_as_it_stands(name):
    xpx = pytest.importorskip("array_api_extra")
    if name in EXTRA and not hasattr(xpx, name):
        pytest.skip(f"this version has no {name}")
    call, x = {**EXTRA, **WRITING}[name]
    call_on = lambda x: call(xpx, x)
    for function in (call_on, ag.function(call_on)):
        if name in WRITING:
            with pytest.raises(REFUSALS):
                function(xp.asarray(x))
        else:
            found, expected = function(xp.asarray(x)), call_on(x)
            np.testing.assert_allclose(np.asarray(found), np.asarray(expected), 1e-12)


def test_array_api_compat_finds_the_namespace():
    compat = pytest.importorskip("array_api_compat")
    x = xp.asarray(X)
    assert compat.array_namespace(x) is xp
    assert compat.array_namespace(x, 1.0, xp.asarray(Y)) is xp
    assert compat.is_array_api_obj(x)
    assert compat.device(x) == "cpu"
    assert compat.size(x) == 12
    total = ag.function(lambda x: compat.array_namespace(x).sum(x))
    assert float(total(x)) == np.sum(X)
