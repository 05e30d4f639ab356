"""What the standard asks of arrays themselves: operators, conversions, indexing."""

from __future__ import annotations

import inspect
import operator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import autograph as ag
import autograph.numpy as xp
from tests.conformance.array_api.standard import DTYPES, signatures
from tests.conformance.array_api.ways import check, same

BINARY = {
    "iufc": (operator.add, operator.sub, operator.mul, operator.truediv),
    "iuf": (operator.floordiv, operator.mod, operator.lt, operator.le, operator.gt, operator.ge),
    "biufc": (operator.eq, operator.ne),
    "biu": (operator.and_, operator.or_, operator.xor),
    "iu": (operator.lshift, operator.rshift),
    "fc": (operator.pow,),
}  # fmt: skip
UNARY = {
    "iufc": (operator.pos, operator.neg, operator.abs),
    "biu": (operator.invert,),
}
NUMBERS = {"b": True, "i": 3, "u": 3, "f": 1.5, "c": 1.5 - 1j}
A = np.arange(24.0).reshape(2, 3, 4)


METHODS = signatures("methods.txt")


@pytest.mark.parametrize("name", METHODS)
def test_arrays_have_the_standards_methods(name):
    method = getattr(xp.ones((2, 2)), name)
    kinds = inspect.Parameter
    try:
        ours = inspect.signature(method)
    except ValueError:  # of a slot that Python fills, such as __bool__
        assert callable(method)
        return
    positional, keywords = [], {}
    for parameter in METHODS[name].parameters.values():
        if parameter.kind is kinds.KEYWORD_ONLY:
            keywords[parameter.name] = parameter.default
        else:
            positional.append(parameter.name)
    bound = ours.bind(*positional, **keywords)
    for keyword, default in keywords.items():
        assert bound.signature.parameters[keyword].default == default


@pytest.mark.parametrize("name", DTYPES)
def test_operators_agree_with_numpy_and_numbers_are_weak(name):
    x = np.array([1, 2, 3, 0]).astype(name)
    y = np.array([2, 1, 3, 1]).astype(name)
    number = NUMBERS[x.dtype.kind]
    rows = [f for kinds, row in BINARY.items() if x.dtype.kind in kinds for f in row]

    def call(x, y):
        found = [(f(x, y), f(x, number)) for f in rows]
        if x.dtype != np.bool_:  # true ** of floats and the rest, the other way round
            found += [(f(number, y), f(y, x)) for f in rows if f is not operator.rshift]
        signs = [f for kinds, row in UNARY.items() if kind in kinds for f in row]
        return [*found, [f(x) for f in signs]]

    kind = x.dtype.kind
    with np.errstate(all="ignore"):
        expected = call(x, y)
        same(call(xp.asarray(x), xp.asarray(y)), expected, "eager")
        same(ag.function(call, autograph=False)(x, y), expected, "graph")


def test_matrix_products_of_both_sides():
    x, y = xp.asarray(A), xp.asarray(A[0].T)
    same(x @ y, A @ A[0].T, "arrays")
    same(np.asarray(A) @ y, A @ A[0].T, "an array of NumPy's on the left")


def test_in_place_operators_bind_the_name_anew():
    def f(x):
        y = x
        x += 1
        x @= x
        x *= 2
        x **= 2
        x //= 3
        return x, y

    eye = np.eye(2)
    expected = (((eye + 1) @ (eye + 1) * 2) ** 2 // 3, eye)
    same(f(xp.eye(2)), expected, "eager")
    same(ag.function(f)(xp.eye(2)), expected, "graph")


def test_zero_dimensional_arrays_become_numbers_of_pythons():
    assert bool(xp.asarray(2)) is True
    assert bool(xp.asarray(0.0)) is False
    assert bool(xp.asarray(float("nan"))) is True
    assert int(xp.asarray(-2.7)) == -2
    assert float(xp.asarray(3)) == 3.0
    assert complex(xp.asarray(1.5)) == 1.5 + 0j
    assert [10, 20, 30][xp.asarray(1)] == 20
    assert operator.index(xp.asarray(2, dtype=xp.uint8)) == 2


@pytest.mark.parametrize("convert", [bool, int, float, complex, operator.index])
def test_longer_arrays_become_no_numbers_and_floats_no_indices(convert):
    with pytest.raises((TypeError, ValueError)):
        convert(xp.asarray([1, 2]))
    with pytest.raises(TypeError):
        operator.index(xp.asarray(1.0))


def test_sizes_and_transposes():
    x = xp.zeros((2, 3, 0))
    assert (x.shape, x.ndim, x.size) == ((2, 3, 0), 3, 0)
    assert (xp.asarray(1).shape, xp.asarray(1).ndim, xp.asarray(1).size) == ((), 0, 1)
    same(xp.asarray(A[0]).T, A[0].T, "T")
    same(xp.asarray(A).mT, np.matrix_transpose(A), "mT")
    with pytest.raises(ValueError):
        xp.asarray([1.0, 2.0]).mT


KEYS = {
    "integer": lambda x: x[1],
    "from the end": lambda x: x[-1, -2, -3],
    "slices": lambda x: x[:, 1:, ::2],
    "backwards": lambda x: x[::-1, 2:0:-1],
    "beyond the ends": lambda x: x[:10, -10:1],
    "ellipsis": lambda x: x[..., 0],
    "new axes": lambda x: x[None, :, None, ..., None],
    "a mask": lambda x: x[x > 5],
    "a mask of leading axes": lambda x: x[x[..., 0] > 5],
    "a 0-D mask": lambda x: x[x[0, 0, 0] == 0],
    "an array of integers": lambda x: x[:, [2, 0, -1]],
    "arrays that broadcast": lambda x: x[[[0], [1]], [1, 2]],
    "arrays apart": lambda x: x[[0, 1], :, [3, 0]],
    "an integer and arrays": lambda x: x[1, [0, 2], [3, 3]],
    "everything": lambda x: x[...],
    "nothing": lambda x: x[()],
}


@pytest.mark.parametrize("name", KEYS)
def test_items(name):
    needs = "" if name in ("integer", "everything", "nothing") else "rank"
    check(lambda xp, x: KEYS[name](x), A, needs=needs)


def test_items_by_arrays_that_a_graph_computes():
    places = np.array([1, 0, -1])
    check(lambda xp, x, i: x[i[:2], 1:, i[1:]], A, places, needs="rank")
    check(lambda xp, x, i: x[..., i], A, places, needs="rank")


@pytest.mark.parametrize("key", [2, (0, 3), [0, 5], (slice(None), [3])], ids=str)
def test_an_index_out_of_bounds_is_an_index_error(key):
    with pytest.raises(IndexError):
        xp.asarray(A)[key]


@settings(max_examples=30)
@given(st.data())
def test_any_basic_key_agrees_with_numpy(data):
    key = data.draw(arrays.basic_indices(A.shape, allow_newaxis=True))
    same(xp.asarray(A)[key], A[key], str(key))


def test_items_are_not_assigned():
    x = xp.asarray([1, 2, 3])
    with pytest.raises(TypeError) as info:
        x[0] = 5
    for said in (
        "item assignment changes an array in place, and a tensor never changes",
        "here it is asked of int64[3].",
        "x = xp.where(mask, value, x)",
        "x = ag.tensor_scatter_nd_update(x, [[i]], [value]) are new tensors.",
    ):
        assert said in str(info.value)
    with pytest.raises(TypeError, match=r"x = x\[mask\] is a new tensor"):
        del x[0]


def test_dlpack_lends_the_memory():
    x = xp.asarray([1.0, 2.0])
    assert x.__dlpack_device__() == (1, 0)
    lent = np.from_dlpack(x)
    assert lent.tolist() == [1.0, 2.0]
    assert not lent.flags.writeable
