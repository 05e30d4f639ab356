"""The flag `training`: from calls to the layers within them."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from autograph.keras import layers
from autograph.training import ACTIVE, current_flag

X = np.ones((2, 3), np.float32)


class Tell(layers.Layer):
    """Returns 1 if it is called for training, else 0."""

    def call(self, inputs, training=None):
        return ag.cast(training, ag.float32)


class Around(layers.Layer):
    """Calls a layer, and does not know of the flag."""

    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def call(self, inputs):
        return self.inner(inputs)


class Default(Around):
    def call(self, inputs, training=True):
        return self.inner(inputs)


class Fixed(Around):
    def call(self, inputs):
        return self.inner(inputs, training=False)


class KeywordOnly(Around):
    def call(self, inputs, *, training):
        return self.inner(inputs) + ag.cast(training, ag.float32)


class Staged(Around):
    @ag.function
    def call(self, inputs):
        return self.inner(inputs)


class Through(Around):
    """Calls a function of its own that is traced, which calls the layer."""

    def __init__(self, inner):
        super().__init__(inner)
        self.function = ag.function(self.inner)

    def call(self, inputs):
        return self.function(inputs)


CASES = {
    "nobody says": (Tell, [0, 0, 1]),
    "the layer around": (lambda: Around(Tell()), [0, 0, 1]),
    "two around": (lambda: Around(Around(Tell())), [0, 0, 1]),
    "a default": (lambda: Default(Tell()), [1, 0, 1]),
    "a default within": (lambda: Around(Default(Tell())), [1, 0, 1]),
    "said within": (lambda: Around(Fixed(Tell())), [0, 0, 0]),
    "keyword only": (lambda: KeywordOnly(Tell()), [0, 0, 2]),
    "a decorated call": (lambda: Staged(Tell()), [0, 0, 1]),
    "a decorated call within": (lambda: Around(Staged(Tell())), [0, 0, 1]),
    "a function": (lambda: Through(Tell()), [0, 0, 1]),
    "Sequential": (lambda: ag.keras.Sequential([Around(Tell())]), [0, 0, 1]),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("staged", [False, True])
def test_the_flag_is_that_of_the_nearest_call_that_says(name, staged):
    make, (without, off, on) = CASES[name]
    layer = make()
    call = ag.function(layer) if staged else layer
    for _ in range(2):
        assert float(call(X, training=True)) == on
        assert float(call(X)) == without
        assert float(call(X, training=False)) == off
        assert float(call(X, training=None)) == without
        assert float(call(X, training=ag.constant(True))) == on
        assert float(call(X, training=np.bool_(False))) == off
        assert current_flag() is None
    assert not ACTIVE


def test_the_flag_by_place_and_several_calls_in_one_graph():
    tell = Tell()
    assert float(tell(X, True)) == 1
    layer = Around(Staged(Tell()))

    @ag.function
    def both(x):
        return layer(x, training=True), layer(x), layer(x, training=False)

    assert [float(each) for each in both(X)] == [1, 0, 0]


def test_the_flag_of_a_loop_may_be_what_the_run_knows():
    layer = Around(Tell())

    @ag.function
    def total(n):
        found = ag.constant(0.0)
        for i in ag.range(n):
            found += layer(X, training=i > 1)
        return found

    assert float(total(ag.constant(5))) == 3


def test_explanations_tell_the_flag():
    layer = Staged(Tell())
    for flag in (True, None, True, False):
        layer(X, training=flag)
    told = "training of the layer around"
    reports = layer.call.explain().traces
    assert [each.key for each in reports] == [
        f"inputs=float32[2, 3], {told}=True",
        "inputs=float32[2, 3]",
        f"inputs=float32[2, 3], {told}=False",
    ]
    (found,) = reports[1].differences
    assert (found.path, found.kind, found.here, found.there) == (
        told, "flag", "None", "True"
    )  # fmt: skip
    assert [each.hits for each in reports] == [1, 0, 0]


def test_the_flag_ends_with_an_exception():
    class Failing(layers.Layer):
        def call(self, inputs):
            raise RuntimeError

    for call in (Around(Failing()), ag.function(Around(Failing()))):
        with pytest.raises(RuntimeError):
            call(X, training=True)
        assert current_flag() is None
        assert not ACTIVE


def test_shapes_that_are_left_open_are_so_for_one_flag():
    """A function that leaves shapes open has traces for each flag."""

    class Relaxed(Around):
        @ag.function(reduce_retracing=True)
        def call(self, inputs):
            return ag.reduce_sum(inputs) * 0 + self.inner(inputs)

    layer = Relaxed(Tell())
    for n in range(1, 5):
        x = np.ones((n, 3), np.float32)
        assert [float(layer(x, training=flag)) for flag in (True, False)] == [1, 0]
