"""`x[key]` means what it means in NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph import dtypes
from graph.graph import Graph
from graph.op import OPS, Operand
from graph.ops.core import constant
from graph.ops.indexing import getitem, read_key, write_key
from graph.specs import TensorSpec, spec_of
from graph.tensor import EagerTensor
from tests.graph.ops.keys import draw_key
from tests.graph.ops.samples import Draw
from tests.graph.reference import run

GETITEM = OPS["getitem"]


def made(draw, part, of_int, of_array):
    """Return a part of a key with some of its integers as tensors."""
    if isinstance(part, slice):
        bounds = (part.start, part.stop, part.step)
        return slice(*(made(draw, bound, of_int, of_array) for bound in bounds))
    make = {int: of_int, np.ndarray: of_array}.get(type(part))
    return make(part) if make and draw.flag() else part


@given(data=st.data())
def test_eager_tensors_take_every_key_that_arrays_take(data):
    draw = Draw(data)
    x = draw.array(("int32", "float32", "string"), draw.shape(0, 4))
    key = draw_key(draw, x.shape)

    def of_int(i):
        return draw.one((constant(i), np.int64(i)))

    eager = tuple(made(draw, part, of_int, constant) for part in key)
    np.testing.assert_array_equal(EagerTensor(x)[eager].numpy(), x[key])


@given(data=st.data())
def test_symbolic_tensors_take_every_key_that_arrays_take(data):
    draw = Draw(data)
    x = draw.array(("int32", "float32"), draw.shape(0, 4))
    key = draw_key(draw, x.shape)
    graph, args = Graph("f"), [x]

    def of_int(i):
        return of_array(draw.one((i, np.int32(i))))

    def of_array(part):
        args.append(part)
        return graph.add_input(spec_of(part), "i")

    with graph.as_default():
        symbolic = graph.add_input(spec_of(x), "x")
        result = symbolic[tuple(made(draw, part, of_int, of_array) for part in key)]
    outcome = run(graph.finish([result]), *args)
    assert outcome.raised is None
    np.testing.assert_array_equal(outcome.outputs[0], x[key])
    expected = np.shape(x[key])
    assert len(result.shape) == len(expected)
    assert all(a in (None, b) for a, b in zip(result.shape, expected, strict=True))


@given(data=st.data())
def test_shapes_are_exact_where_all_is_known_but_masks(data):
    draw = Draw(data)
    x = draw.array("int32", draw.shape(0, 4))
    key = draw_key(draw, x.shape)
    text, operands = write_key(key)
    inferred = GETITEM.infer(spec_of(x), *map(spec_of, operands), key=text).shape
    is_masked = any(operand.dtype == dtypes.bool for operand in operands)
    if not is_masked:
        assert inferred == x[key].shape


@pytest.mark.parametrize(
    ("key", "text"),
    [
        (0, "0"),
        (-1, "-1"),
        ((), ""),
        (..., "..."),
        (slice(None), ":"),
        (slice(None, None, -1), "::-1"),
        ((slice(1, None), None, ..., np.int8(3)), "1:, None, ..., 3"),
        ((True, np.False_), "True, False"),
    ],
)
def test_keys_are_written_and_read(key, text):
    assert write_key(key) == (text, [])
    parts = key if isinstance(key, tuple) else (key,)
    assert read_key(text) == parts


def test_the_text_of_a_key_stands_in_the_graph():
    graph = Graph("f")
    with graph.as_default():
        x = graph.add_input(TensorSpec((None, 3), dtypes.float32), "x")
        i = graph.add_input(TensorSpec((), dtypes.python_int), "i")
        y = x[1 : i + 1, ..., None]
    assert y.node.attrs == {"key": "1:$0, ..., None"}
    assert y.shape == (None, 3, 1)


def test_lists_are_arrays_of_indices_and_an_empty_one_selects_nothing():
    x = constant([[1, 2], [3, 4]])
    assert x[[1, 0]].numpy().tolist() == [[3, 4], [1, 2]]
    assert x[[True, False]].numpy().tolist() == [[1, 2]]
    assert x[[]].shape == (0, 2)
    assert x[[constant(1), 0], 1].numpy().tolist() == [4, 2]


@pytest.mark.parametrize("key", [3, -4, (0, 5), ([0, 3],), (0, [-3])])
def test_an_index_out_of_bounds_raises_numpys_error_when_it_runs(key):
    x = np.zeros((3, 2))
    with pytest.raises(IndexError) as numpys:
        x[key]
    with pytest.raises(IndexError) as eager:
        EagerTensor(x)[key]
    assert str(eager.value) == str(numpys.value)
    graph = Graph("f")
    with graph.as_default():
        result = graph.add_input(spec_of(x), "x")[key]
    outcome = run(graph.finish([result]), x)
    assert outcome.raised == (IndexError, str(numpys.value))


def operand(value, code, form):
    spec = TensorSpec((), dtypes.python_int) if type(value) is int else spec_of(value)
    if form == "python" and type(value) is not int:
        spec = TensorSpec((), dtypes.from_numpy(value.dtype))
    return Operand(code, spec, form)


@pytest.mark.parametrize("dtype", ["int32", "bool", "float32", "complex64"])
@pytest.mark.parametrize("index", [0, -1, 2, 5, 2**70, np.int32(1)])
@pytest.mark.parametrize("key", ["$0", "$0, 1", "1, $0"])
def test_inline_code_does_what_the_kernel_does(dtype, index, key):
    x = np.arange(6).astype(dtype).reshape((3, 2) if "," in key else 6)
    form = "python" if type(index) is int else "scalar"
    operands = (operand(x, "x", "array"), operand(index, "i", form))
    out = GETITEM.infer(*(each.spec for each in operands), key=key)
    inline = GETITEM.inline(operands, out, key=key)
    try:
        expected = GETITEM.kernel(x, index, key=key)
    except IndexError as error:
        with pytest.raises(type(error)):
            eval(inline.code, {"x": x, "i": index})
        return
    found = eval(inline.code, {"x": x, "i": index})
    assert found == expected
    kind = {"int32": int, "bool": bool}.get(dtype, expected.dtype.type)
    assert type(found) is kind
    assert inline.form == ("python" if dtype in ("int32", "bool") else "scalar")


def test_arrays_are_indexed_in_place_by_any_key():
    x, vector = np.arange(6.0).reshape(3, 2), np.array([1, 0])
    operands = (
        operand(x, "x", "array"),
        operand(1, "i", "python"),
        operand(vector, "v", "array"),
    )
    for key, code in [
        ("0", "x[0]"),
        ("$0:, 1", "x[i:, 1]"),
        ("::-1, $1", "x[::-1, v]"),
        ("..., None, :$0:2", "x[..., None, :i:2]"),
        ("True, $1", "x[True, v]"),
    ]:
        out = GETITEM.infer(*(each.spec for each in operands), key=key)
        inline = GETITEM.inline(operands, out, key=key)
        assert (inline.code, inline.form) == (code, "array")
        found = eval(inline.code, {"x": x, "i": 1, "v": vector})
        np.testing.assert_array_equal(found, GETITEM.kernel(x, 1, vector, key=key))


def test_what_may_give_an_array_or_a_scalar_is_left_to_the_kernel():
    x = Operand("x", TensorSpec((3, 2), dtypes.float32), "array")
    unknown = Operand("x", TensorSpec(None, dtypes.float32), "array")
    scalar = Operand("x", TensorSpec((), dtypes.float32), "scalar")
    for value, key, shape in [
        (x, "0, 0, ...", ()),
        (unknown, "0", None),
        (scalar, "None", (1,)),
    ]:
        assert GETITEM.inline((value,), TensorSpec(shape, "float32"), key=key) is None


def test_results_may_be_views_but_never_of_the_users_array():
    mine = np.zeros(3)
    part = getitem(mine, slice(0, 2))
    mine[0] = 1
    assert part.numpy().tolist() == [0, 0]
