"""Every op has a rule or says why not; every rule agrees with central differences.

The truth is a sum of an op's results with random weights, run by the kernel alone, in
float64. Second derivatives are differences of first ones.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from executor.program import build
from graph import ops
from graph.dispatch import run_eagerly
from graph.gradients.backward import flow_back
from graph.gradients.tape import GradientTape
from graph.graph import Graph
from graph.op import OPS, NoGradient, Zero
from graph.passes.pipeline import optimise
from graph.specs import spec_of
from graph.tensor import EagerTensor
from graph.verify import verify
from tests.graph.gradients.differences import differences
from tests.graph.ops.samples import WITHOUT, Case, Draw, case_for, weakened

# Draws that are no floats, or none that can be moved.
ELSEWHERE = {
    "histogram": "test_rules_by_hand.py",
    "linked": "tests/language/library/test_differentiated.py",
    "complex": "test_functions.py",
    "igamma": "tests/autograph/test_distributions.py",
    "igammac": "tests/autograph/test_distributions.py",
    "gamma_slope": "tests/autograph/test_distributions.py",
    "stateless_gamma": "tests/autograph/test_distributions.py",
    "stateless_exponential": "tests/autograph/test_distributions.py",
    "stateless_laplace": "tests/autograph/test_distributions.py",
    "stateless_gumbel": "tests/autograph/test_distributions.py",
    "one_hot": "test_rules_by_hand.py",
    "stateless_uniform": "test_rules_by_hand.py",
    "stateless_normal": "test_rules_by_hand.py",
    "stateless_truncated_normal": "test_rules_by_hand.py",
    # Of matrices with a symmetry, vectors with a phase, or results of several shapes.
    "cholesky": "test_linalg.py",
    "qr": "test_linalg.py",
    "svd": "test_linalg.py",
    "eigh": "test_linalg.py",
    "eigvalsh": "test_linalg.py",
    "eig": "test_linalg.py",
    "eigvals": "test_linalg.py",
    "lstsq": "test_linalg.py",
    "fft": "test_linalg.py",
    "ifft": "test_linalg.py",
    "rfft": "test_linalg.py",
    "roots": "tests/graph/numpy/test_made_by_number.py",
    "sqrtm": "tests/graph/ops/test_matrix_roots.py",
    "logm": "tests/graph/ops/test_matrix_roots.py",
}
RULES = [
    op
    for op in OPS.values()
    if op.name not in {*WITHOUT, *ELSEWHERE}
    and not op.domain.slopes
    and not isinstance(op.gradient, (NoGradient, Zero))
]
few = settings(max_examples=max(settings().max_examples // 4, 1))
over_rules = pytest.mark.parametrize("op", RULES, ids=lambda op: op.name)


class Smooth(Draw):
    """Draws float64 wherever it may, all elements different and none at an edge."""

    def __init__(self, data: Any, bounds: tuple[float, float]) -> None:
        super().__init__(data)
        self.bounds = bounds

    def one(self, options: Any) -> Any:
        options = list(options)
        if "float64" in options:
            return "float64"
        counts = [x.count("float64") if isinstance(x, tuple) else 0 for x in options]
        most = max(counts)
        return super().one(
            [x for x, n in zip(options, counts, strict=True) if n == most]
        )

    def _elements(self, name: str, shape: tuple[int, ...], **bounds: int) -> Any:
        found = super()._elements(name, shape, **bounds)
        if name != "float64" or name in bounds:
            return found
        low, high = self.bounds
        spread = self._random.permutation(found.size) + self._random.uniform(
            0.2, 0.8, found.size
        )
        return (low + (high - low) * spread / max(found.size, 1)).reshape(shape)


def smooth_case(op: Any, data: Any) -> Case:
    """Draw arguments with at least one of float64, which has elements."""
    draw = Smooth(data, op.domain.between)
    case = case_for(op, draw)
    places = float_places(case)
    assume(any(np.size(case.inputs[i]) for i in places))
    inputs = list(case.inputs)
    for i in places:
        inputs[i] = np.array(inputs[i], np.float64)
    if op.name in ("mod", "fmod", "divmod"):
        inputs[0] = np.array(inputs[0] * 3.7)
    if op.name == "ldexp":
        inputs[1] = np.clip(inputs[1], -4, 4)
    if op.name.startswith("unsorted_segment"):  # empty ones have the largest number
        found = outputs_of(op, inputs, case.attrs)
        assume(all(np.all(np.abs(y) < 1e9) for y in found))
    if op.name == "reduce_prod":
        assume(np.size(inputs[0]) < 10)
    return Case(tuple(inputs), case.expected, case.attrs)


def float_places(case: Case) -> list[int]:
    return [i for i, x in enumerate(case.inputs) if np.asarray(x).dtype == np.float64]


def outputs_of(op: Any, inputs: Any, attrs: Any) -> list[Any]:
    found = op.kernel(*inputs, **attrs)
    several = found if type(found) is tuple else (found,)
    return [np.asarray(y) for y in several]


def weights_for(op: Any, case: Case) -> list[Any]:
    """Return random weights for the results that have gradients."""
    random = np.random.default_rng(len(op.name))
    return [
        random.uniform(0.5, 1.5, y.shape) if y.dtype == np.float64 else None
        for y in outputs_of(op, case.inputs, case.attrs)
    ]


def total(op: Any, case: Case, inputs: Any, weights: Any) -> float:
    found = outputs_of(op, inputs, case.attrs)
    pairs = zip(found, weights, strict=True)
    return sum(float(np.sum(y * w)) for y, w in pairs if w is not None)


def differences_by(function: Any, inputs: Any, place: int) -> Any:
    """Return central differences of a function of inputs, by one of them."""
    before, after = inputs[:place], inputs[place + 1 :]
    return differences(lambda x: function([*before, x, *after]), inputs[place])


def gradients(op: Any, case: Case, inputs: Any, weights: Any) -> dict[int, Any]:
    """Return the gradients of the total by each input of float64, as tensors."""
    return tape_gradients(op, case, tensors_of(inputs), weights)


def tensors_of(inputs: Any) -> list[Any]:
    return [
        EagerTensor(x) if isinstance(x, np.ndarray) and x.dtype == np.float64 else x
        for x in inputs
    ]


def tape_gradients(op: Any, case: Case, tensors: Any, weights: Any) -> dict[int, Any]:
    sources = {i: x for i, x in enumerate(tensors) if isinstance(x, EagerTensor)}
    with GradientTape() as tape:
        tape.watch(list(sources.values()))
        y = run_eagerly(op, tensors, case.attrs)
    several = y if type(y) is tuple else (y,)
    pairs = [(y, w) for y, w in zip(several, weights, strict=True) if w is not None]
    found = tape.gradient(
        [y for y, _ in pairs], list(sources.values()), [w for _, w in pairs]
    )
    return dict(zip(sources, found, strict=True))


def test_every_op_has_a_rule_or_says_why():
    for op in OPS.values():
        assert op.gradient is not None, op.name
        if isinstance(op.gradient, NoGradient):
            assert op.gradient.why


@over_rules
@few
@given(data=st.data())
def test_the_rule_agrees_with_central_differences(op, data):
    case = smooth_case(op, data)
    weights = weights_for(op, case)
    found = gradients(op, case, case.inputs, weights)
    # Rounding the total, divided by the step, is what differences do not tell.
    unknown = 1e-9 * abs(float(total(op, case, case.inputs, weights)))
    for place, dx in found.items():
        expected = differences_by(
            lambda inputs: total(op, case, inputs, weights), case.inputs, place
        )
        if dx is None:
            assert np.allclose(expected, 0), (place, expected)
            continue
        assert dx.dtype.numpy == np.float64
        assert dx.shape == case.inputs[place].shape
        assert np.allclose(dx.numpy(), expected, rtol=1e-5, atol=1e-7 + unknown), place


@over_rules
@few
@given(data=st.data())
def test_second_derivatives_agree_with_differences_of_first_ones(op, data):
    case = smooth_case(op, data)
    assume(sum(np.size(case.inputs[i]) for i in float_places(case)) < 48)
    weights = weights_for(op, case)

    def weighed(found: dict[int, Any]) -> Any:
        parts = [
            ops.reduce_sum(dx * np.sin(1.0 + np.arange(dx.size).reshape(dx.shape)))
            for dx in found.values()
            if dx is not None and dx.size
        ]
        return sum(parts[1:], parts[0]) if parts else None

    tensors = tensors_of(case.inputs)
    sources = {i: x for i, x in enumerate(tensors) if isinstance(x, EagerTensor)}
    with GradientTape() as outer:
        outer.watch(list(sources.values()))
        first = weighed(tape_gradients(op, case, tensors, weights))
    assume(first is not None)
    second = outer.gradient(first, list(sources.values()))

    def value(inputs: Any) -> float:
        return float(weighed(gradients(op, case, inputs, weights)))

    for place, dx in zip(sources, second, strict=True):
        expected = differences_by(value, case.inputs, place)
        actual = np.zeros(expected.shape) if dx is None else dx.numpy()
        assert np.allclose(actual, expected, rtol=1e-4, atol=1e-6), place


@over_rules
@few
@given(data=st.data())
def test_graphs_of_unknown_shapes_give_the_same_gradients(op, data):
    case = smooth_case(op, data)
    weights = weights_for(op, case)
    draw = Draw(data)
    graph = Graph("f")
    inputs = []
    for i, x in enumerate(case.inputs):
        is_source = i in float_places(case)
        spec = weakened_dimensions(draw, x) if is_source else spec_of(x)
        inputs.append(graph.add_input(spec, "x"))
    dys = [None if w is None else graph.add_input(spec_of(w), "dy") for w in weights]
    node = graph.add(op, inputs, case.attrs)
    sources = [inputs[i] for i in float_places(case)]
    with graph.as_default():
        found = flow_back(graph.nodes, node.outputs, dys, sources)
    kept = [dx for dx in found if dx is not None]
    graph.finish(kept)
    verify(graph)
    values = build(optimise(graph)).run(
        *(np.asarray(x) if isinstance(x, np.generic) else x for x in case.inputs),
        *(w for w in weights if w is not None),
    )
    eager = gradients(op, case, case.inputs, weights)
    rest = iter(values)
    for place, dx in zip(float_places(case), found, strict=True):
        if dx is None:
            assert eager[place] is None
            continue
        value = np.asarray(next(rest))
        assert value.shape == eager[place].shape
        assert np.allclose(value, eager[place].numpy(), rtol=1e-9, atol=1e-12)


def weakened_dimensions(draw: Draw, x: Any) -> Any:
    """Return a spec that knows the rank, and not every dimension."""
    spec = weakened(draw, x)
    return spec if spec.shape is not None else spec_of(x)
