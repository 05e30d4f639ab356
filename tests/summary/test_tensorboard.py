"""Event files, as TensorBoard's own reader reads them."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import autograph as ag

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    accumulators = pytest.importorskip(
        "tensorboard.backend.event_processing.event_accumulator"
    )
    from tensorboard.util import tensor_util

pytestmark = pytest.mark.filterwarnings("ignore")


def test_tensorboard_reads_what_is_written(tmp_path):
    @ag.function
    def note(x, step):
        ag.summary.scalar("scalar", x, step=step, description="a *number*")
        ag.summary.histogram("histogram", ag.stack([x, x + 1]), step=step, buckets=4)
        ag.summary.image("image", ag.ones([2, 3, 5, 1]) * x, step=step)
        ag.summary.text("text", ["a", "b"], step=step)

    with ag.summary.create_file_writer(tmp_path):
        for step in range(3):
            note(ag.constant(step / 2), ag.constant(step))
    sizes = {accumulators.TENSORS: 0}
    found = accumulators.EventAccumulator(str(tmp_path), size_guidance=sizes)
    found.Reload()
    arrays = {}
    for tag in ("scalar", "histogram", "image", "text"):
        read = found.Tensors(tag)
        assert [x.step for x in read] == [0, 1, 2]
        arrays[tag] = [tensor_util.make_ndarray(x.tensor_proto) for x in read]
        plugin = found.SummaryMetadata(tag).plugin_data.plugin_name
        assert plugin == {"text": "text"}.get(tag, f"{tag}s")
    assert found.SummaryMetadata("scalar").summary_description == "a *number*"
    assert [x.tolist() for x in arrays["scalar"]] == [0, 0.5, 1]
    np.testing.assert_array_equal(
        arrays["histogram"][0],
        [[0, 0.25, 1], [0.25, 0.5, 0], [0.5, 0.75, 0], [0.75, 1, 1]],
    )
    assert [x.tolist() for x in arrays["text"]] == [[b"a", b"b"]] * 3
    for image in arrays["image"]:
        assert image[:2].tolist() == [b"5", b"3"]
        assert len(image) == 4
