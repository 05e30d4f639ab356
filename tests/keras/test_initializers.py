"""First values of weights: their distributions, seeds and names."""

from __future__ import annotations

import math

import numpy as np
import pytest

import autograph as ag
from autograph.keras import initializers

SHAPE = (3, 2, 40, 50)  # windows of 6: 240 lead in, 300 out
N = math.prod(SHAPE)
# By name: the standard deviation, and the bound that no number exceeds.
DRAWN = {
    "glorot_uniform": (math.sqrt(2 / 540), math.sqrt(6 / 540)),
    "glorot_normal": (math.sqrt(2 / 540), 2 * math.sqrt(2 / 540) / 0.8796),
    "he_uniform": (math.sqrt(2 / 240), math.sqrt(6 / 240)),
    "HeNormal": (math.sqrt(2 / 240), 2 * math.sqrt(2 / 240) / 0.8796),
    "lecun_uniform": (math.sqrt(1 / 240), math.sqrt(3 / 240)),
    "lecun_normal": (math.sqrt(1 / 240), 2 * math.sqrt(1 / 240) / 0.8796),
    "uniform": (0.05 / math.sqrt(3), 0.05),
    "random_normal": (0.05, math.inf),
    "truncated_normal": (0.05 * 0.8796, 0.1),
}


@pytest.mark.parametrize("name", DRAWN)
def test_distributions(name):
    ag.random.set_seed(3)
    stddev, bound = DRAWN[name]
    make = initializers.get(name)
    assert make is not None
    value = make(SHAPE).numpy()
    assert value.shape == SHAPE
    assert value.dtype == np.float32
    assert value.std() == pytest.approx(stddev, rel=0.03)
    assert abs(value.mean()) < 5 * stddev / math.sqrt(N)
    assert bound == math.inf or 0.98 * bound < abs(value).max() <= bound * 1.0001


def test_variance_scaling():
    make = initializers.VarianceScaling(3.0, "fan_out", "untruncated_normal", seed=1)
    assert make(SHAPE).numpy().std() == pytest.approx(math.sqrt(3 / 300), rel=0.03)
    for options, text in (({"mode": "in"}, "mode is 'in'."), ({"distribution": "x"}, "distribution is 'x'.")):  # fmt: skip
        with pytest.raises(ag.errors.InvalidArgumentError, match=text):
            initializers.VarianceScaling(**options)


@pytest.mark.parametrize("shape", [(6, 4), (4, 6), (3, 2, 4), (1, 5)])
@pytest.mark.parametrize("seed", [None, 5])
def test_orthogonal(shape, seed):
    value = initializers.Orthogonal(2.0, seed)(shape, ag.float64).numpy()
    matrix = value.reshape(-1, shape[-1]) / 2
    if matrix.shape[0] < matrix.shape[1]:
        matrix = matrix.T
    np.testing.assert_allclose(matrix.T @ matrix, np.eye(matrix.shape[1]), atol=1e-12)


def test_orthogonal_is_not_biased():
    """The signs of a QR decomposition depend on the routine; the values must not."""
    ag.random.set_seed(1)
    firsts = [initializers.Orthogonal()((2, 2)).numpy()[0, 0] for _ in range(200)]
    assert 70 < sum(first > 0 for first in firsts) < 130


def test_constants():
    shape = (2, 3)
    for name, expected in (("zeros", np.zeros(shape)), ("Ones", np.ones(shape))):
        make = initializers.get(name)
        assert make is not None
        assert make(shape).numpy().tolist() == expected.tolist()
    assert (
        initializers.Constant(1.5)(shape, ag.float64).numpy().tolist()
        == [[1.5] * 3] * 2
    )
    table = initializers.Constant([[1, 2, 3], [4, 5, 6]])
    assert table(shape).numpy().tolist() == [[1, 2, 3], [4, 5, 6]]
    assert initializers.Identity(3.0)(shape).numpy().tolist() == [[3, 0, 0], [0, 3, 0]]


@pytest.mark.parametrize(
    "kind", [initializers.GlorotUniform, initializers.HeNormal, initializers.RandomNormal, initializers.Orthogonal]
)  # fmt: skip
def test_seeds_decide_and_streams_go_on(kind):
    seeded = kind(seed=4)
    first = seeded((3, 4)).numpy().tolist()
    assert (
        first
        == seeded((3, 4)).numpy().tolist()
        == kind(seed=4)((3, 4)).numpy().tolist()
    )
    assert first != kind(seed=5)((3, 4)).numpy().tolist()
    drawn = kind()
    ag.random.set_seed(1)
    one, two = drawn((3, 4)).numpy().tolist(), drawn((3, 4)).numpy().tolist()
    ag.random.set_seed(1)
    assert one == drawn((3, 4)).numpy().tolist() != two


def test_what_an_initializer_may_be():
    def make(shape, dtype=None):
        return np.full(shape, 7)

    assert initializers.get(make) is make
    assert initializers.get(None) is None
    assert isinstance(initializers.get(initializers.HeNormal), initializers.HeNormal)
    layer = ag.keras.layers.Dense(2, kernel_initializer=make)
    layer.build((None, 1))
    assert layer.kernel.numpy().tolist() == [[7, 7]]
    for identifier, kind in (("he", ValueError), (3, TypeError)):
        with pytest.raises(kind, match=r"initializer"):
            initializers.get(identifier)
    for make_wrong in (initializers.Orthogonal(), initializers.Identity()):
        with pytest.raises(ag.errors.ShapeError, match="is not that of a matrix"):
            make_wrong((3,))
    with pytest.raises(ag.errors.InvalidArgumentError, match="is not known"):
        initializers.GlorotUniform()((None, 3))
