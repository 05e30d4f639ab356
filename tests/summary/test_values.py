"""What is made of arrays: by TensorBoard's descriptions, and NumPy's histograms."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import autograph as ag
from autograph.errors import DTypeError, InvalidArgumentError, ShapeError
from tests.summary.reading import events, pixels

# A SummaryMetadata: the data of the plugin `mine` are tensors.
METADATA = b"\x0a\x06\x0a\x04mine\x20\x02"


@pytest.fixture
def noted(tmp_path):
    """Return what calls a function of `ag.summary`, and gives what is then in the file."""
    writer = ag.summary.create_file_writer(tmp_path)

    def call(function, *args, **options):
        with writer.as_default():
            assert function("tag", *args, step=1, **options)
        writer.flush()
        return events(writer.path)[-1]

    return call


@pytest.mark.parametrize(
    "value",
    [1, 2.5, -0.0, True, 2**40, np.inf, np.float64(1e300), np.float16(0.1)]
    + [np.uint8(7), ag.constant(3), ag.constant(0.5, ag.float64)],
)
def test_scalars_are_float32(noted, value):
    found = noted(ag.summary.scalar, value)
    with np.errstate(over="ignore"):
        expected = np.float32(np.asarray(value))
    assert found.value.shape == () and found.value.dtype == np.float32
    assert found.value.tobytes() == expected.tobytes()
    assert (found.plugin, found.kind, found.description) == ("scalars", 1, "")


def test_variables_are_read(noted):
    assert noted(ag.summary.scalar, ag.Variable(2.5)).value == 2.5


def test_descriptions_are_kept(noted):
    found = noted(ag.summary.scalar, 1, description="what *it* shows: ä")
    assert found.description == "what *it* shows: ä"


@given(
    numbers=arrays.arrays(
        st.sampled_from([np.float64, np.float32, np.int32, np.bool_]),
        arrays.array_shapes(max_dims=2, max_side=20),
    ),
    n_buckets=st.integers(1, 12),
)
def test_histograms_are_those_of_numpy(tmp_path_factory, numbers, n_buckets):
    path = tmp_path_factory.mktemp("histogram")
    data = numbers.astype(np.float64)
    is_finite = bool(np.isfinite(data).all())
    with ag.summary.create_file_writer(path) as writer:
        if not is_finite:
            with pytest.raises(InvalidArgumentError, match="are NaN or infinite"):
                ag.summary.histogram("tag", numbers, step=1, buckets=n_buckets)
            return
        ag.summary.histogram("tag", numbers, step=1, buckets=n_buckets)
    (found,) = events(writer.path)
    left, right, counts = found.value.T
    assert found.value.shape == (n_buckets, 3)
    assert (found.plugin, found.kind) == ("histograms", 2)
    assert counts.sum() == data.size
    assert (left[0], right[-1]) == (data.min(), data.max())
    assert (left[1:] == right[:-1]).all()
    if data.min() == data.max():
        assert counts.tolist() == [0] * (n_buckets - 1) + [data.size]
        return
    edges = np.append(left, right[-1])
    expected = [
        np.count_nonzero((data >= low) & (data < high))
        for low, high in itertools.pairwise(edges)
    ]
    expected[-1] += np.count_nonzero(data == edges[-1])
    assert counts.tolist() == expected
    widths = np.diff(edges / 2)
    np.testing.assert_allclose(widths, widths.mean(), rtol=1e-6, atol=1e-300)


def test_a_histogram_of_a_sample_is_numpys(noted):
    data = np.random.default_rng(0).normal(size=(100, 10))
    found = noted(ag.summary.histogram, data).value
    counts, edges = np.histogram(data, bins=30)
    np.testing.assert_array_equal(found[:, 2], counts)
    np.testing.assert_allclose(found[:, 0], edges[:-1])
    np.testing.assert_allclose(found[:, 1], edges[1:])


def test_a_histogram_of_nothing_has_no_counts(noted):
    found = noted(ag.summary.histogram, np.zeros(0), buckets=4).value
    np.testing.assert_array_equal(found, np.zeros((4, 3)))


@pytest.mark.parametrize("channels", [1, 2, 3, 4])
@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_images_of_integers_are_kept(noted, channels, dtype):
    data = np.random.default_rng(1).integers(256, size=(2, 3, 5, channels))
    scale = 1 if dtype is np.uint8 else 256
    found = noted(ag.summary.image, (data * scale).astype(dtype))
    assert (found.plugin, found.kind) == ("images", 3)
    width, height, *images = found.value
    assert (width, height) == (b"5", b"3")
    for image, expected in zip(images, data, strict=True):
        np.testing.assert_array_equal(pixels(image), expected)


def test_images_of_floats_go_from_zero_to_one(noted):
    row = [0.0, 1.0, 0.5, -1.0, 2.0, np.nan, np.inf, -np.inf, 100 / 255]
    for dtype in (np.float16, np.float32, np.float64):
        data = np.array(row, dtype).reshape(1, 1, -1, 1)
        image = pixels(noted(ag.summary.image, data).value[2])
        assert image.ravel().tolist() == [0, 255, 127, 0, 255, 0, 255, 0, 100]


@pytest.mark.parametrize("count", [0, 1, 3, 10])
def test_the_first_images_are_kept(noted, count):
    data = np.arange(5, dtype=np.uint8).reshape(5, 1, 1, 1)
    found = noted(ag.summary.image, data, max_outputs=count)
    kept = [int(pixels(image)[0, 0, 0]) for image in found.value[2:]]
    assert kept == list(range(min(count, 5)))


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("text", b"text"),
        (b"\xff\x00", b"\xff\x00"),
        ("", b""),
        ("ä **b**", "ä **b**".encode()),
        ([["a", "b"], ["c", "d"]], [[b"a", b"b"], [b"c", b"d"]]),
        (ag.constant(["x"]), [b"x"]),
    ],
)
def test_text_is_kept(noted, data, expected):
    found = noted(ag.summary.text, data)
    assert found.value.tolist() == expected
    assert (found.plugin, found.kind) == ("text", 2)


IMAGE = np.zeros((1, 2, 2, 1))
REFUSED = [
    ("scalar", [1.0, 2.0], {}, ShapeError, "not a scalar"),
    ("scalar", "text", {}, DTypeError, "not real numbers"),
    ("scalar", 1j, {}, DTypeError, "not real numbers"),
    ("histogram", ["a"], {}, DTypeError, "not real numbers"),
    ("histogram", [1.0], {"buckets": 0}, InvalidArgumentError, "buckets is 0"),
    ("image", IMAGE[0], {}, ShapeError, r"has the shape \(2, 2, 1\)"),
    ("image", np.zeros((1, 2, 2, 5)), {}, ShapeError, "have 5 channels"),
    ("image", np.zeros((1, 0, 2, 3)), {}, ShapeError, "no pixels"),
    ("image", IMAGE.astype(np.int32), {}, DTypeError, "data is int32"),
    ("image", IMAGE, {"max_outputs": -1}, InvalidArgumentError, "max_outputs is -1"),
    ("text", 1.0, {}, DTypeError, "no text"),
    ("scalar", 1.0, {"step": 1.5}, DTypeError, "a step is an integer"),
    ("scalar", 1.0, {"step": [1]}, ShapeError, "a step is a scalar"),
    ("scalar", 1.0, {"description": 5}, DTypeError, "description"),
]


@pytest.mark.parametrize("row", REFUSED, ids=lambda row: f"{row[0]} {row[4]}")
def test_what_cannot_be_shown_is_refused_at_its_line(tmp_path, row):
    name, data, options, error, text = row

    def note():
        getattr(ag.summary, name)("tag", data, **{"step": 1, **options})

    for call in (note, ag.function(note)):
        with (
            ag.summary.create_file_writer(tmp_path),
            pytest.raises(error, match=text) as caught,
        ):
            call()
        assert "getattr(ag.summary, name)" in str(caught.value), str(caught.value)


def test_shapes_that_only_the_run_knows_are_refused_then(tmp_path):
    spec = ag.TensorSpec(None, ag.float32)

    @ag.function(input_signature=[spec])
    def note(x):
        ag.summary.scalar("tag", x, step=1)

    with ag.summary.create_file_writer(tmp_path):
        note(np.float32(1))
        with pytest.raises(ShapeError, match="not a scalar") as caught:
            note(np.zeros(2, np.float32))
    assert 'ag.summary.scalar("tag", x, step=1)' in str(caught.value)


@pytest.mark.parametrize("name", [1, None, b"a", ag.constant(1), ag.constant(["a"])])
def test_names_are_text(tmp_path, name):
    with (
        ag.summary.create_file_writer(tmp_path),
        pytest.raises(DTypeError, match="the name of a summary is"),
    ):
        ag.summary.scalar(name, 1.0, step=1)


DTYPES = [
    ag.bool, ag.int8, ag.int16, ag.int32, ag.int64, ag.uint8, ag.uint16, ag.uint32,
    ag.uint64, ag.float16, ag.float32, ag.float64, ag.complex64, ag.complex128,
]  # fmt: skip


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("shape", [(), (3,), (2, 3), (2, 0, 1)], ids=str)
def test_tensors_are_written_as_they_are(noted, dtype, shape):
    numbers = np.arange(100, 100 + np.prod(shape, dtype=int)).reshape(shape)
    exact = numbers * (0.5 + 0.25j) if dtype.is_complex else numbers / 2
    array = exact.astype(dtype.numpy)
    found = noted(ag.summary.write, array, metadata=METADATA)
    assert (found.tag, found.step, found.plugin, found.kind) == ("tag", 1, "mine", 2)
    assert found.value.dtype == array.dtype
    assert found.value.shape == array.shape
    assert found.value.tobytes() == array.tobytes()


@pytest.mark.parametrize("text", ["Ä", b"\xff", ["a", b"b"], [["a"], ["b"]]])
def test_text_is_written_as_it_is(noted, text):
    found = noted(ag.summary.write, ag.constant(text), metadata=METADATA).value
    wanted = np.array(text, object)
    assert found.shape == wanted.shape
    encoded = [x if isinstance(x, bytes) else x.encode() for x in wanted.ravel()]
    assert found.ravel().tolist() == encoded
