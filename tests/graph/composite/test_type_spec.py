"""What holds of all composite tensors, whatever their class; and of a class of our own."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pytest

import autograph as ag
from graph.composite.type_spec import CompositeTensor, TypeSpec, spec_from_data
from graph.composite.type_spec import spec_to_data as data_of
from graph.specs import TensorSpec, spec_of


class Masked(CompositeTensor):
    """A tensor and which of its elements count."""

    __slots__ = ("mask", "values")

    def __init__(self, values: Any, mask: Any) -> None:
        self.values, self.mask = values, mask

    @property
    def components(self) -> tuple[Any, ...]:
        return (self.values, self.mask)

    @property
    def type_spec(self) -> TypeSpec:
        return MaskedSpec(self.values.spec.shape, self.values.dtype)


@dataclass(frozen=True)
class MaskedSpec(TypeSpec):
    shape: Any
    dtype: Any

    value_type: ClassVar[type[CompositeTensor]] = Masked

    @property
    def component_specs(self) -> tuple[TensorSpec, ...]:
        return TensorSpec(self.shape, self.dtype), TensorSpec(self.shape, ag.bool)

    def from_components(self, components: Sequence[Any]) -> Masked:
        return Masked(*components)

    def joined(self, other: Any) -> MaskedSpec | None:
        return self if self == other else None


def masked() -> Masked:
    return Masked(ag.constant([1.0, 2.0]), ag.constant([True, False]))


SAMPLES = {
    "ragged": ag.ragged.constant([[1, 2], [], [3]]),
    "nested": ag.ragged.constant([[[1], [2, 3]], [[]]]),
    "ragged text": ag.ragged.constant([["a"], ["b", "c"]], row_splits_dtype=ag.int32),
    "sparse": ag.SparseTensor([[0, 1], [2, 0]], [1.0, 2.0], [3, 2]),
    "slices": ag.IndexedSlices([[1.0], [2.0]], [0, 2], [3, 1]),
    "slices without a shape": ag.IndexedSlices([[1.0], [2.0]], [0, 2]),
    "a class of our own": masked(),
}
BUILT_IN = [name for name in SAMPLES if name != "a class of our own"]
every = pytest.mark.parametrize("value", SAMPLES.values(), ids=SAMPLES)


def same(left: Any, right: Any) -> bool:
    """Are two composites of one class, with equal components?"""
    pairs = zip(left.components, right.components, strict=True)
    return type(left) is type(right) and all(
        x.dtype is y.dtype and np.array_equal(x.numpy(), y.numpy()) for x, y in pairs
    )


@every
def test_a_spec_makes_the_value_of_its_components(value):
    spec = value.type_spec
    assert isinstance(value, spec.value_type)
    assert same(spec.from_components(value.components), value)
    pairs = zip(spec.component_specs, value.components, strict=True)
    assert all(known.is_compatible_with(part) for known, part in pairs)


@every
def test_specs_are_data(value):
    spec = value.type_spec
    assert spec_from_data(data_of(spec)) == spec
    assert hash(spec_from_data(data_of(spec))) == hash(spec)
    assert pickle.loads(pickle.dumps(spec)) == spec


@every
def test_a_spec_covers_itself_and_what_is_joined(value):
    spec = value.type_spec
    assert spec.is_compatible_with(value)
    assert spec.is_compatible_with(spec)
    assert not spec.is_compatible_with(ag.constant(1))
    assert spec.most_specific_common_supertype([spec]) == spec
    others = [x.type_spec for x in SAMPLES.values() if type(x) is not type(value)]
    assert all(not spec.is_compatible_with(x) for x in others)
    assert all(spec.most_specific_common_supertype([x]) is None for x in others)


@every
def test_values_are_pickled_and_copied(value):
    assert same(pickle.loads(pickle.dumps(value)), value)
    assert same(copy.copy(value), value)
    assert same(copy.deepcopy(value), value)


@every
def test_structures_open_them_where_asked(value):
    pair = [value, {"a": 1}]
    assert ag.nest.flatten(pair) == [value, 1]
    flat = ag.nest.flatten(pair, expand_composites=True)
    assert flat[:-1] == list(value.components)
    packed = ag.nest.pack_sequence_as(pair, flat, expand_composites=True)
    assert same(packed[0], value)
    ag.nest.assert_same_structure(pair, packed, expand_composites=True)
    with pytest.raises(ValueError, match="nested in different ways"):
        ag.nest.assert_same_structure(pair, [1, {"a": 1}], expand_composites=True)
    twice = ag.nest.map_structure(lambda x: x, value, expand_composites=True)
    assert same(twice, value)


@every
def test_they_are_arguments_and_results(value):
    traces = []

    @ag.function(python="refuse")
    def f(x, n):
        traces.append(x)
        kept, found = [], x
        for _ in range(n):
            kept.append(found)  # noqa: PERF401  # the loop is what is tested
        if n > 5:
            found = kept[0]
        while n < 0:
            found = x
            n += 1
        return found, {"kept": kept}, (x,)

    found, rest, (again,) = f(value, ag.constant(2))
    assert same(found, value)
    assert same(again, value)
    assert len(rest["kept"]) == 2
    assert all(same(x, value) for x in rest["kept"])
    other = value.type_spec.from_components(value.components)
    assert same(f(other, ag.constant(7))[0], value)
    assert len(traces) == 1 or all(x.type_spec == traces[0].type_spec for x in traces)
    n_traces = len(traces)
    for given in (other, other, value, other):  # also by what recognises calls
        assert same(f(given, ag.constant(7))[0], value)
    assert len(traces) == n_traces


@every
def test_they_are_captured(value):
    @ag.function(python="refuse")
    def f(n):
        return value if n > 0 else None

    assert same(f(ag.constant(1)), value)
    assert f(ag.constant(0)) is None


@every
def test_a_spec_is_what_a_concrete_function_is_asked_for(value):
    @ag.function(python="refuse")
    def f(x):
        return [x]

    concrete = f.get_concrete_function(value.type_spec)
    assert same(concrete(value)[0], value)
    assert concrete.structured_input_signature[0] == (value.type_spec,)


@every
def test_a_spec_is_an_input_signature(value):
    signature = [[value.type_spec], ag.TensorSpec([], ag.int32)]

    @ag.function(input_signature=signature, python="refuse")
    def f(pair, n):
        return pair[0], n

    assert same(f([value], 3)[0], value)
    with pytest.raises(ag.errors.InputMismatchError, match=r"pair\[0\] is a Tensor"):
        f([ag.constant(1)], 3)


@pytest.mark.parametrize("name", BUILT_IN)
def test_functions_of_them_are_pickled_and_saved(name, tmp_path):
    value = SAMPLES[name]

    class Model(ag.Module):
        @ag.function(input_signature=[value.type_spec])
        def keep(self, x):
            kept = [x]
            for _ in range(ag.shape(x.components[0])[0]):
                kept.append(x)  # noqa: PERF401  # the loop is what is tested
            return {"x": x, "kept": kept}

    model = Model()
    concrete = model.keep.get_concrete_function()
    ag.saved_model.save(model, tmp_path / "model")
    loaded = ag.saved_model.load(tmp_path / "model")
    for each in (model.keep, pickle.loads(pickle.dumps(concrete)), loaded.keep):
        found = each(value)
        assert same(found["x"], value)
        assert all(same(x, value) for x in found["kept"])


@pytest.mark.parametrize("order", [1, 2])
def test_gradients_flow_through_components(order):
    x = ag.constant([1.0, 2.0, 3.0])

    @ag.function(python="refuse")
    def f(x, n):
        kept = []
        for i in range(n):
            scale = ag.cast(i, ag.float32)
            kept.append(ag.RaggedTensor.from_row_lengths(x * scale, [1, 2]))
        total = ag.constant(0.0)
        for ragged in kept:
            for row in ragged:
                total += ag.reduce_sum(row**3)
        return total

    value = np.array([1.0, 2.0, 3.0])
    scales = sum(i**3 for i in range(3))
    with ag.GradientTape() as outer:
        outer.watch(x)
        with ag.GradientTape() as tape:
            tape.watch(x)
            y = f(x, ag.constant(3))
        first = tape.gradient(y, x)
    if order == 1:
        np.testing.assert_allclose(first.numpy(), 3 * scales * value**2)
    else:
        second = outer.gradient(first, x)
        np.testing.assert_allclose(second.numpy(), 6 * scales * value)


def test_an_own_class_says_what_its_fields_are():
    assert [x.name for x in dataclasses.fields(MaskedSpec)] == ["shape", "dtype"]
    assert spec_of(masked().values).shape == (2,)


@every
def test_truth_is_refused(value):
    with pytest.raises(TypeError, match="the truth of a"):
        bool(value)
