"""Rows of arrays in files and of tables, beside NumPy's own reading of them."""

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import autograph as ag

Dataset = ag.data.Dataset
E = ag.data.experimental
KINDS = ["?", "i1", "<i4", ">i4", "<u8", "<f2", ">f4", "<f8", "<c8", ">c16"]
SAVES = {"stored": np.savez, "compressed": np.savez_compressed}


def rows(dataset):
    return list(dataset.as_numpy_iterator())


# -- .npy


@given(
    st.sampled_from(KINDS),
    arrays.array_shapes(min_dims=1, max_dims=3, min_side=0, max_side=4),
    st.sampled_from("CF"),
    st.data(),
)
def test_elements_are_the_rows(tmp_path_factory, kind, shape, order, data):
    array = data.draw(arrays.arrays(np.dtype(kind), shape))
    path = tmp_path_factory.mktemp("npy") / "a.npy"
    np.save(path, np.asarray(array, order=order))
    dataset = E.from_npy(path)
    native = array.dtype.newbyteorder("=")
    assert dataset.element_spec == ag.TensorSpec(shape[1:], native)
    assert len(dataset) == len(array)
    found = rows(dataset)
    assert len(found) == len(array)
    for row, wanted in zip(found, array, strict=True):
        assert row.dtype == native
        np.testing.assert_array_equal(row, wanted)


@pytest.mark.parametrize("kind", ["U", "S"])
@pytest.mark.parametrize("shape", [(4,), (2, 2)])
def test_rows_of_text(tmp_path, kind, shape):
    words = ["a", "", "bcd", "e"] if kind == "S" else ["Ä", "", "bcd", "é"]
    array = np.array(words).reshape(shape).astype(kind)
    np.save(tmp_path / "a.npy", array)
    dataset = E.from_npy(tmp_path / "a.npy")
    assert dataset.element_spec == ag.TensorSpec(shape[1:], ag.string)
    found = np.concatenate([np.ravel(np.asarray(row, object)) for row in rows(dataset)])
    assert found.tolist() == [word.encode() for word in words]


def test_what_follows_works_on_rows(tmp_path):
    array = np.arange(12.0).reshape(6, 2)
    np.save(tmp_path / "a.npy", array)
    dataset = E.from_npy(str(tmp_path / "a.npy"))
    found = rows(dataset.map(lambda row: row * 2).batch(4))
    np.testing.assert_array_equal(np.concatenate(found), array * 2)
    assert sorted(row[0] for row in rows(dataset.shuffle(6))) == [0, 2, 4, 6, 8, 10]

    @ag.function
    def total(dataset):
        found = ag.constant(0.0, ag.float64)
        for row in dataset:
            found += ag.reduce_sum(row)
        return found

    assert total(dataset).numpy() == array.sum()


def test_a_row_does_not_change_with_the_file(tmp_path):
    path = tmp_path / "a.npy"
    for start in (np.zeros((2, 3)), np.zeros(2)):
        np.save(path, start)
        row = next(iter(E.from_npy(path)))
        mapped = np.load(path, mmap_mode="r+")
        mapped[:] = 1
        mapped.flush()
        assert not row.numpy().any()
        assert all(np.all(each == 1) for each in rows(E.from_npy(path)))


def test_only_what_is_drawn_is_read(tmp_path):
    path = tmp_path / "a.npy"
    mapped = np.lib.format.open_memmap(path, "w+", np.float32, (1 << 26, 8))
    mapped[3] = 5
    del mapped
    dataset = E.from_npy(path)
    assert len(dataset) == 1 << 26
    found = rows(dataset.take(4))
    assert [row[0] for row in found] == [0, 0, 0, 5]


def test_a_file_that_has_changed_is_told(tmp_path):
    path = tmp_path / "a.npy"
    np.save(path, np.zeros((2, 3)))
    dataset = E.from_npy(path)
    for other in (np.zeros((3, 3)), np.zeros((2, 2)), np.zeros((2, 3), np.int8)):
        np.save(path, other)
        with pytest.raises(ag.errors.InvalidArgumentError, match="has other arrays"):
            rows(dataset)
    path.unlink()
    with pytest.raises(ag.errors.NotFoundError, match="there is no file"):
        rows(dataset)


def write_cut(path):
    np.save(path, np.arange(100.0))
    path.write_bytes(path.read_bytes()[:-8])


def write_objects(path):
    np.save(path, np.array([{}, 1], object), allow_pickle=True)


def write_archive(path):
    with path.open("wb") as file:
        np.savez(file, a=np.zeros(3))


BAD = {
    "cut off": (write_cut, ag.errors.DataLossError, "cut off: an array ends"),
    "empty": (lambda path: path.touch(), ag.errors.DataLossError, "cannot be read"),
    "text": (
        lambda path: path.write_text("hello world"),
        ag.errors.DataLossError,
        "cannot be read",
    ),
    "an archive": (write_archive, ag.errors.DataLossError, "which from_npz reads"),
    "objects": (write_objects, ag.errors.DTypeError, "an array of Python objects"),
    "dates": (
        lambda path: np.save(path, np.zeros(2, "M8[s]")),
        ag.errors.DTypeError,
        "of dtype datetime64.s., of which there are no tensors",
    ),
    "records": (
        lambda path: np.save(path, np.zeros(2, "i4,f4")),
        ag.errors.DTypeError,
        "of which there are no tensors",
    ),
    "a scalar": (
        lambda path: np.save(path, np.float64(3)),
        ag.errors.InvalidArgumentError,
        "is a scalar: it has no rows",
    ),
    "nothing": (lambda path: None, ag.errors.NotFoundError, "there is no file"),
}


@pytest.mark.parametrize(("write", "kind", "said"), BAD.values(), ids=BAD)
def test_files_that_cannot_be_read_are_told_at_once(tmp_path, write, kind, said):
    path = tmp_path / "a.npy"
    write(path)
    with pytest.raises(kind, match=said) as info:
        E.from_npy(path)
    assert str(path) in str(info.value)
    assert "in test_files_that_cannot_be_read" in str(info.value)


# -- .npz


@pytest.mark.parametrize("save", SAVES.values(), ids=SAVES)
def test_elements_are_dicts_of_rows(tmp_path, save):
    path = tmp_path / "a.npz"
    members = {
        "z": np.arange(4, dtype=">i4"),
        "a": np.asfortranarray(np.arange(8.0).reshape(4, 2)),
        "text": np.array(["Ä", "b", "", "c"]),
        "none": np.zeros((4, 0, 2), np.float32),
    }
    save(path, **members)
    dataset = E.from_npz(path)
    assert dataset.element_spec == {
        "z": ag.TensorSpec((), ag.int32),
        "a": ag.TensorSpec((2,), ag.float64),
        "text": ag.TensorSpec((), ag.string),
        "none": ag.TensorSpec((0, 2), ag.float32),
    }
    assert len(dataset) == 4
    for place, row in enumerate(rows(dataset)):
        assert list(row) == list(members)
        assert row["z"] == place
        assert row["a"].tolist() == members["a"][place].tolist()
        assert row["text"].decode() == members["text"][place]
        assert row["none"].shape == (0, 2)
    assert rows(E.from_npz(path, ["z"])) == [{"z": i} for i in range(4)]
    batch = rows(dataset.batch(4))[0]
    np.testing.assert_array_equal(batch["a"], members["a"])


@pytest.mark.parametrize("save", SAVES.values(), ids=SAVES)
def test_wrong_archives_are_told(tmp_path, save):
    path = tmp_path / "a.npz"
    save(path, x=np.arange(3), y=np.arange(4))
    with pytest.raises(ag.errors.InvalidArgumentError, match="numbers of rows: 3, 4"):
        E.from_npz(path)
    said = "has no array 'z'; its arrays are 'x', 'y'"
    with pytest.raises(ag.errors.InvalidArgumentError, match=said):
        E.from_npz(path, ["x", "z"])
    with pytest.raises(ag.errors.InvalidArgumentError, match="has no arrays"):
        E.from_npz(path, [])
    save(path, x=np.array([{}], object), allow_pickle=True)
    with pytest.raises(ag.errors.DTypeError, match="an array of Python objects"):
        E.from_npz(path)
    save(path, x=np.arange(1000))
    path.write_bytes(path.read_bytes()[:500])
    with pytest.raises(ag.errors.DataLossError, match=r"a.npz cannot be read: File is"):
        E.from_npz(path)
    with pytest.raises(ag.errors.NotFoundError, match="there is no file"):
        E.from_npz(tmp_path / "none.npz")


def test_a_compressed_array_is_checked(tmp_path):
    path = tmp_path / "a.npz"
    np.savez_compressed(path, x=np.random.default_rng(0).random(1000))
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(ag.errors.DataLossError, match="cannot be read"):
        E.from_npz(path)


def stored(path, order):
    array = np.asarray(np.arange(200_000.0).reshape(-1, 2), order=order)
    (np.save if path.suffix == ".npy" else np.savez)(path, array)
    return array


@pytest.mark.parametrize("name", ["a.npy", "a.npz"])
@pytest.mark.parametrize("order", "CF")
@pytest.mark.parametrize("is_graph", [False, True])
def test_a_file_that_is_cut_off_under_its_reader_is_told(
    tmp_path, name, order, is_graph
):
    path = tmp_path / name
    array = stored(path, order)
    dataset = E.from_npy(path) if name == "a.npy" else E.from_npz(path)
    dataset = dataset if name == "a.npy" else dataset.map(lambda row: row["arr_0"])
    iterator = iter(dataset)
    found = [next(iterator).numpy()]
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2 + 100)

    @ag.function
    def total():
        result = ag.constant(0.0, ag.float64)
        for row in iterator:
            result += ag.reduce_sum(row)
        return result

    with pytest.raises(ag.errors.DataLossError, match="is cut off: an array ends"):
        if is_graph:
            total()
        else:
            found += [row.numpy() for row in iterator]
    np.testing.assert_array_equal(found, array[: len(found)])
    stored(path, order)
    assert len(rows(dataset)) == len(array)


# -- Data frames and tables


def test_a_data_frame_of_pandas():
    pd = pytest.importorskip("pandas", reason="not installed")
    frame = pd.DataFrame(
        {"x": [1, 2], "name": ["a", "Ä"], "y": [0.5, 1.5], "is": [True, False]}
    )
    wanted = [
        {"x": 1, "name": b"a", "y": 0.5, "is": True},
        {"x": 2, "name": "Ä".encode(), "y": 1.5, "is": False},
    ]
    assert rows(Dataset.from_tensor_slices(dict(frame))) == wanted
    pairs = Dataset.from_tensor_slices((dict(frame[["x", "y"]]), frame["is"]))
    features, labels = next(iter(pairs.batch(2)))
    assert features["y"].numpy().tolist() == [0.5, 1.5]
    assert labels.numpy().tolist() == [True, False]
    whole = Dataset.from_tensor_slices(frame[["x", "y"]].to_numpy())
    assert [row.tolist() for row in rows(whole)] == [[1, 0.5], [2, 1.5]]


@pytest.fixture
def pa():
    return pytest.importorskip("pyarrow", reason="not installed")


@pytest.fixture
def table(pa):
    columns = {
        "x": pa.chunked_array([[1, 2], [3]], pa.int32()),
        "h": pa.chunked_array([[0.5, 1.5, 2.5]], pa.float16()),
        "text": pa.chunked_array([["a", "Ä", ""]]),
        "raw": pa.chunked_array([[b"\xff", b"", b"c"]]),
        "kind": pa.chunked_array([["u", "v", "u"]]).dictionary_encode(),
        "is": pa.chunked_array([[True], [False, True]]),
        "d": pa.chunked_array([[1.0, 2.0, 3.0]]),
        "u": pa.chunked_array([[1, 2, 2**63]], pa.uint64()),
    }
    return pa.table(columns)


TYPES = {
    "x": ag.int32,
    "h": ag.float16,
    "text": ag.string,
    "raw": ag.string,
    "kind": ag.string,
    "is": ag.bool,
    "d": ag.float64,
    "u": ag.uint64,
}


def as_bytes(row):
    return {
        name: each.encode() if isinstance(each, str) else each
        for name, each in row.items()
    }


def test_rows_of_a_table_of_arrow(table):
    dataset = E.from_arrow(table)
    specs = {name: ag.TensorSpec((), dtype) for name, dtype in TYPES.items()}
    assert dataset.element_spec == specs
    assert len(dataset) == 3
    assert rows(dataset) == [as_bytes(row) for row in table.to_pylist()]
    assert rows(E.from_arrow(table, ["u", "x"])) == table.select(["u", "x"]).to_pylist()
    (batch,) = table.combine_chunks().to_batches()
    assert rows(E.from_arrow(batch.slice(1))) == rows(dataset)[1:]


def test_rows_of_files_of_arrow(pa, table, tmp_path):
    import pyarrow.parquet as pq

    table = table.drop_columns(["h"])
    pq.write_table(table, tmp_path / "a.parquet")
    with pa.OSFile(str(tmp_path / "a.arrow"), "wb") as file:
        with pa.ipc.new_file(file, table.schema) as writer:
            writer.write_table(table)
    for name in ("a.parquet", "a.arrow"):
        assert rows(E.from_arrow(tmp_path / name)) == rows(E.from_arrow(table))
        data = (tmp_path / name).read_bytes()
        (tmp_path / name).write_bytes(data[: len(data) // 2])
        with pytest.raises(ag.errors.DataLossError, match="cannot be read"):
            E.from_arrow(tmp_path / name)
        with pytest.raises(ag.errors.NotFoundError, match="there is no file"):
            E.from_arrow(tmp_path / f"none{name}")


def test_columns_that_scalars_cannot_be_are_told(pa):
    with pytest.raises(ag.errors.DTypeError, match="column 'x' is of type list"):
        E.from_arrow(pa.table({"x": [[1], [2]]}))
    with pytest.raises(ag.errors.DTypeError, match=r"is of type timestamp\[us\]"):
        E.from_arrow(pa.table({"x": pa.array([0], pa.timestamp("us"))}))
    with pytest.raises(
        ag.errors.InvalidArgumentError, match=r"columns are \['x'\], not"
    ):
        E.from_arrow(pa.table({"x": [1]}), ["y"])
    missing = pa.table({"x": pa.chunked_array([[1, 2], [3, None]])})
    iterator = iter(E.from_arrow(missing))
    assert [next(iterator)["x"].numpy() for _ in range(2)] == [1, 2]
    with pytest.raises(
        ag.errors.InvalidArgumentError, match="'x' has no value in row 3"
    ):
        next(iterator)


def test_what_is_no_table_is_told():
    with pytest.raises(ag.errors.DTypeError, match="is no table of Arrow") as info:
        E.from_arrow({"x": [1]})
    assert "from_tensor_slices(dict(frame))" in str(info.value)


def test_without_pyarrow_the_way_to_install_it_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r"pip install 'autograph\[data\]'"):
        E.from_arrow("a.parquet")
