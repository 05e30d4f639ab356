"""Images as PNG: what a decoder reads back."""

from __future__ import annotations

import numpy as np
import pytest

from autograph.summary import png
from tests.summary.reading import pixels


@pytest.mark.parametrize("channels", [1, 2, 3, 4])
@pytest.mark.parametrize("shape", [(1, 1), (3, 5), (40, 2)])
def test_pixels_are_read_back(shape, channels):
    image = np.random.default_rng(0).integers(256, size=(*shape, channels))
    image = image.astype(np.uint8)
    np.testing.assert_array_equal(pixels(png.encoded(image)), image)
    turned = image.transpose(1, 0, 2)  # not contiguous
    np.testing.assert_array_equal(pixels(png.encoded(turned)), turned)
