"""Windows, spectra of short times and cosine transforms, beside their sums."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from tests.graph.numpy.three_ways import gradient_of

S = np.sin(np.arange(20.0))[None] * [[1.0], [2.0]]
signal = ag.signal


def cosines(x, kind):
    """Return a cosine transform by its definition, as a sum."""
    n = x.shape[-1]
    k, i = np.arange(n)[:, None], np.arange(n)
    if kind == 1:
        weights = np.where((i == 0) | (i == n - 1), 1, 2)
        table = weights * np.cos(np.pi * k * i / (n - 1))
    elif kind == 2:
        table = 2 * np.cos(np.pi * k * (2 * i + 1) / (2 * n))
    elif kind == 3:
        table = np.where(i == 0, 1, 2) * np.cos(np.pi * i * (2 * k + 1) / (2 * n))
    else:
        table = 2 * np.cos(np.pi * (2 * k + 1) * (2 * i + 1) / (4 * n))
    return x @ table.T


def close(found, expected):
    assert found.dtype.numpy == expected.dtype
    np.testing.assert_allclose(found.numpy(), expected, 1e-12, 1e-12)


@pytest.mark.parametrize("kind", [1, 2, 3, 4])
def test_cosine_transforms_are_their_sums(kind):
    close(signal.dct(S, kind), cosines(S, kind))
    close(signal.dct(S, kind, n=7), cosines(S[:, :7], kind))
    close(signal.dct(S, kind, n=23), cosines(np.pad(S, ((0, 0), (0, 3))), kind))
    staged = ag.function(lambda x: signal.idct(signal.dct(x, kind), kind))
    scale = 2 * (20 - 1) if kind == 1 else 2 * 20
    close(staged(S), S * scale)
    assert signal.dct(ag.ones([3]), kind).dtype == ag.float32


@pytest.mark.parametrize("kind", [2, 3, 4])
def test_orthogonal_cosine_transforms_keep_lengths(kind):
    found = signal.dct(np.eye(6), kind, norm="ortho").numpy()
    np.testing.assert_allclose(found @ found.T, np.eye(6), atol=1e-14)
    close(signal.idct(signal.dct(S, kind, norm="ortho"), kind, norm="ortho"), S)


@pytest.mark.parametrize("norm", [None, "ortho"])
@pytest.mark.parametrize(
    "window", [signal.vorbis_window, signal.kaiser_bessel_derived_window]
)
def test_modified_cosine_transforms_are_undone(norm, window):
    found = signal.inverse_mdct(signal.mdct(S, 8, window, norm=norm), window, norm)
    close(found[:, 4:-4], S[:, 4:-4])


def test_windows_are_their_formulas():
    for n in (1, 6, 7):
        k = np.arange(n)
        last = n - 1 if n % 2 else n
        wave = np.cos(2 * np.pi * k / max(last, 1)) if n > 1 else np.array([-1.0])
        close(signal.hann_window(n, dtype=ag.float64), 0.5 - 0.5 * wave)
        if n > 1:
            close(signal.hamming_window(n, dtype=ag.float64), 0.54 - 0.46 * wave)
            close(signal.hann_window(n, False, ag.float64), np.hanning(n))
            close(signal.hamming_window(n, False, ag.float64), np.hamming(n))
        close(signal.kaiser_window(n, 8.0, ag.float64), np.kaiser(n, 8.0))
    for make in (signal.vorbis_window, signal.kaiser_bessel_derived_window):
        half = make(8, dtype=ag.float64).numpy()
        np.testing.assert_allclose(half[:4] ** 2 + half[4:] ** 2, 1)
    assert signal.hann_window(5).dtype == ag.float32


def test_bands_of_pitch_are_triangles():
    found = signal.linear_to_mel_weight_matrix(5, 65, 8000.0, 125.0, 3800.0, ag.float64)
    weights = found.numpy()
    assert weights.shape == (65, 5)
    hertz = np.linspace(0, 4000, 65)
    mel = 1127 * np.log1p(hertz / 700)
    edges = np.linspace(1127 * np.log1p(125 / 700), 1127 * np.log1p(3800 / 700), 7)
    for band in range(5):
        triangle = np.interp(mel, edges[band : band + 3], [0, 1, 0])
        np.testing.assert_allclose(weights[:, band], triangle, atol=1e-12)


def test_cepstral_coefficients_are_scaled_transforms():
    expected = cosines(S, 2) / np.sqrt(2 * 20)
    close(signal.mfccs_from_log_mel_spectrograms(S), expected)


@pytest.mark.parametrize("call", [
    lambda x: signal.stft(x, 8, 4), signal.dct, lambda x: signal.dct(x, 3),
    lambda x: signal.mdct(x, 8),
])  # fmt: skip
def test_gradients_are_those_of_linear_functions(call):
    # Of squares of a linear function, x . gradient is twice the value.
    total = lambda x: ag.reduce_sum(ag.abs(call(x)) ** 2)
    found = np.sum(gradient_of(total)(S).numpy() * S)
    np.testing.assert_allclose(found, 2 * total(S).numpy(), 1e-10)
