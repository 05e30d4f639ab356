"""What graphs refuse is refused at once, too, and with an error of the same class.

Arguments of every public op are drawn, and one of them is changed to what the op may
not take: another rank, another dtype, text, a number of Python's. Where inference
raises, so does the eager call; where it does not, and the kernel computes something,
it is what inference said.
"""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from graph.dispatch import as_tensors, run_eagerly
from graph.errors import AutographError
from graph.op import OPS
from graph.ops import core as _core  # noqa: F401 makes all of OPS
from graph.specs import covers, spec_of
from tests.graph.ops.samples import WITHOUT, Draw, case_for

# Operands that public functions make of a shape: users do not choose them one by one.
MADE = frozenset({"dims", "given"})
PUBLIC = [
    op
    for op in OPS.values()
    if op.name not in WITHOUT and op.is_public and set(op.inputs) - MADE
]
# Each op takes a share of the examples that a single test would.
few = settings(max_examples=max(settings().max_examples // 5, 1))
over_ops = pytest.mark.parametrize("op", PUBLIC, ids=lambda op: op.name)

KINDS = (bool, np.int8, np.uint64, np.int64, np.float16, np.float64, np.complex64)
NUMBERS = (True, 0, 2, -1, 2.5, 1j)


def text_like(x):
    """Return text in the shape of an array."""
    found = np.empty(np.shape(x), object)
    found[...] = b"ab"
    return found


CHANGES = {
    "one axis more": lambda x, draw: np.asarray(x)[None],
    "one axis less": lambda x, draw: np.asarray(x)[..., 0] if np.shape(x)[-1:] > (0,) else x,
    "a scalar": lambda x, draw: np.asarray(x).reshape(-1)[0] if np.size(x) else x,
    "a vector": lambda x, draw: np.asarray(x).reshape(-1),
    "nothing": lambda x, draw: np.asarray(x).reshape(-1)[:0],
    "one row more": lambda x, draw: np.concatenate([x, x[-1:]]) if np.ndim(x) else x,
    "text": lambda x, draw: text_like(x),
    "a text": lambda x, draw: text_like(()),
    "another dtype": lambda x, draw: as_kind(x, draw.one(KINDS)),
    "a number": lambda x, draw: draw.one(NUMBERS),
}  # fmt: skip


def as_kind(x, kind):
    """Return an array of another dtype, as far as its elements can have it."""
    if np.asarray(x).dtype == object:
        return np.ones(np.shape(x), kind)
    return np.nan_to_num(np.real(x)).astype(kind)


@over_ops
@few
@given(data=st.data())
def test_eager_calls_refuse_what_inference_refuses(op, data):
    draw = Draw(data)
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        case = case_for(op, draw)
        inputs = list(case.inputs)
        places = changeable(op, inputs)
        assume(places)
        place = draw.one(places)
        inputs[place] = CHANGES[draw.one(CHANGES)](inputs[place], draw)
        agree(op, inputs, case.attrs)


def changeable(op, inputs):
    """Return the places of operands that users choose."""
    if op.variadic:
        return list(range(len(inputs)))
    names = [*op.inputs, *op.inputs[-1:] * len(inputs)]
    return [i for i in range(len(inputs)) if names[i] not in MADE]


def agree(op, inputs, attrs):
    """Compare what inference says with what an eager call does."""
    given = as_tensors(op, inputs)
    try:
        expected = op.infer(*map(spec_of, given), **attrs)
    except AutographError as error:
        kind = type(error)
        with pytest.raises(AutographError) as eager:
            run_eagerly(op, given, attrs)
        assert eager.type is kind
        return
    try:
        found = run_eagerly(op, given, attrs)
    except Exception:
        return
    specs = expected if isinstance(expected, tuple) else (expected,)
    values = found if isinstance(found, tuple) else (found,)
    for spec, value in zip(specs, values, strict=True):
        assert covers(spec, value.spec), (spec, value.spec)
