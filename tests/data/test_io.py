"""Files as text, and tensors as bytes: beside Python's files, NumPy and struct."""

import io
import os
import struct
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import autograph as ag

NUMBERS = [
    ag.bool, ag.int8, ag.int16, ag.int32, ag.int64, ag.uint8, ag.uint16, ag.uint32,
    ag.uint64, ag.float16, ag.float32, ag.float64, ag.complex64, ag.complex128,
]  # fmt: skip
SHAPES = arrays.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4)
InvalidArgumentError = ag.errors.InvalidArgumentError


def same_bits(left, right):
    return left.dtype == right.dtype and left.tobytes() == right.tobytes()


# -- Files


def test_a_file_is_read_as_its_bytes(tmp_path):
    data = bytes(range(256)) * 300
    path = tmp_path / "a.bin"
    path.write_bytes(data)
    for name in (path, str(path), os.fsencode(path), ag.constant(str(path))):
        assert ag.io.read_file(name).numpy() == data


def test_a_file_is_written_with_its_directories(tmp_path):
    path = tmp_path / "new" / "er" / "a.txt"
    for contents in ("Ä\n", b"\x00\xff", ""):
        assert ag.io.write_file(path, contents) is None
        wanted = contents.encode() if isinstance(contents, str) else contents
        assert path.read_bytes() == wanted


def test_a_missing_file_is_told_where_it_is_read(tmp_path):
    with pytest.raises(ag.errors.NotFoundError, match="there is no file") as info:
        ag.io.read_file(tmp_path / "none")
    assert isinstance(info.value, FileNotFoundError)
    assert info.value.filename == str(tmp_path / "none")
    assert info.value.errno == 2
    assert "in test_a_missing_file" in str(info.value)
    with pytest.raises(FileNotFoundError, match="The working directory is"):
        ag.io.read_file("no/such/file")


def test_a_graph_reads_and_writes_at_each_run_in_order(tmp_path):
    path = tmp_path / "a.txt"

    @ag.function
    def doubled(name):
        text = ag.io.read_file(name)
        ag.io.write_file(name, text + text)
        return ag.io.read_file(name)

    path.write_text("ab")
    assert doubled(str(path)).numpy() == b"abab"
    assert doubled(str(path)).numpy() == b"abababab"
    assert doubled.experimental_get_tracing_count() == 1
    assert path.read_text() == "abababab"


def test_a_graph_writes_in_a_loop_with_names_of_the_run(tmp_path):
    @ag.function
    def write(folder, n):
        for i in ag.range(n):
            text = ag.strings.as_string(i)
            ag.io.write_file(folder + "/" + text, text)

    write(ag.constant(str(tmp_path)), ag.constant(4))
    found = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert found == {str(i): str(i) for i in range(4)}


def test_a_handler_of_a_graph_gets_the_error_of_a_missing_file(tmp_path):
    @ag.function
    def read(name):
        try:
            return ag.io.read_file(name)
        except FileNotFoundError:
            return ag.constant("none")

    (tmp_path / "a").write_text("there")
    assert read(ag.constant(str(tmp_path / "a"))).numpy() == b"there"
    assert read(ag.constant(str(tmp_path / "b"))).numpy() == b"none"


def test_files_that_match_are_sorted(tmp_path):
    for name in ("b.txt", "a.txt", "c.csv"):
        (tmp_path / name).touch()

    def names(found):
        return [Path(os.fsdecode(each)).name for each in found.numpy().tolist()]

    match = ag.function(ag.io.matching_files)
    for find in (ag.io.matching_files, match):
        assert names(find(str(tmp_path / "*.txt"))) == ["a.txt", "b.txt"]
        several = [str(tmp_path / "[bc].*"), str(tmp_path / "b*")]
        assert names(find(several)) == ["b.txt", "c.csv"]
        assert names(find(str(tmp_path / "none*"))) == []


def test_arguments_that_are_no_text_are_refused():
    calls = [
        lambda: ag.io.read_file(3),
        lambda: ag.io.write_file("a", 3.0),
        lambda: ag.io.matching_files([1]),
        lambda: ag.io.decode_raw(1, ag.int8),
        lambda: ag.io.parse_tensor(1, ag.int8),
    ]
    for call in calls:
        with pytest.raises(ag.errors.DTypeError, match="not text"):
            call()
    with pytest.raises(InvalidArgumentError, match="it is one text"):
        ag.io.read_file(["a", "b"])


def test_arguments_that_are_no_names_of_files_are_refused():
    calls = [ag.data.experimental.from_npy, ag.data.experimental.from_npz]
    for call in [*calls, ag.io.TFRecordWriter]:
        for path in (3, None, ["a"], ag.constant(1)):
            with pytest.raises(
                ag.errors.DTypeError, match="not the name of a file"
            ) as e:
                call(path)
            assert "test_io.py" in str(e.value)
    with pytest.raises(
        ag.errors.DTypeError, match="fixed_length is 'a', not an integer"
    ):
        ag.io.decode_raw("a", ag.int8, fixed_length="a")


# -- Tensors as bytes


@pytest.mark.parametrize("dtype", NUMBERS, ids=str)
@given(data=st.data())
def test_numpy_reads_what_is_serialised_of_numbers(dtype, data):
    array = data.draw(arrays.arrays(dtype.numpy, SHAPES))
    found = ag.io.serialize_tensor(ag.constant(array)).numpy()
    assert same_bits(np.load(io.BytesIO(found)), array)
    assert np.load(io.BytesIO(found)).shape == array.shape
    again = ag.io.parse_tensor(found, dtype)
    assert again.dtype is dtype
    assert same_bits(again.numpy(), array)
    assert again.shape == array.shape


@given(arrays.arrays(object, SHAPES, elements=st.binary(max_size=5), fill=st.nothing()))
def test_text_comes_back(array):
    found = ag.io.serialize_tensor(ag.constant(array, ag.string)).numpy()
    assert found.startswith(b"autograph text 1\n")
    file = io.BytesIO(found[len(b"autograph text 1\n") :])
    lengths = np.lib.format.read_array(file)
    assert lengths.tolist() == np.vectorize(len, otypes=[int])(array).tolist()
    texts = np.lib.format.read_array(file).tobytes()
    assert texts == b"".join(array.ravel().tolist())
    again = ag.io.parse_tensor(found, ag.string)
    assert np.asarray(again.numpy(), object).tolist() == array.tolist()
    assert again.shape == array.shape


@pytest.mark.parametrize(
    "array",
    [
        np.arange(6, dtype=">i4").reshape(2, 3),
        np.arange(6.0)[::-2],
        np.asfortranarray(np.arange(6.0).reshape(2, 3)),
    ],
)
def test_any_order_of_elements_is_serialised(array):
    found = ag.io.serialize_tensor(array)
    dtype = ag.as_dtype(array.dtype)
    assert ag.io.parse_tensor(found, dtype).numpy().tolist() == array.tolist()


def test_a_big_endian_array_that_numpy_wrote_is_parsed():
    file = io.BytesIO()
    np.lib.format.write_array(file, np.array([1, 258], ">i2"), version=(1, 0))
    found = ag.io.parse_tensor(file.getvalue(), ag.int16)
    assert found.numpy().tolist() == [1, 258]
    assert found.numpy().dtype == np.int16


def test_a_graph_serialises_and_parses():
    @ag.function
    def there_and_back(x):
        return ag.io.parse_tensor(ag.io.serialize_tensor(x), ag.float32)

    for value in ([1.0, 2.0], [[3.0]], 4.0):
        assert there_and_back(ag.constant(value)).numpy().tolist() == value


def number(**changes):
    head = {"descr": "<i4", "fortran_order": False, "shape": (2,), **changes}
    text = repr(head).encode()
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text + bytes(8)


TEXT = np.asarray(ag.io.serialize_tensor(["ab", "c"])).item()
CORRUPT = {
    "nothing": (b"", "at byte 0, there is no head"),
    "a pickle": (b"\x80\x04N.", "at byte 0, there is no head"),
    "a head that ends": (number()[:30], "at byte 0, the head of an array cannot"),
    "no length": (number()[:9], "at byte 0, the head of an array cannot"),
    "data that end": (number()[:-1], "needs 8 bytes, and there are 7"),
    "a huge shape": (number(shape=(2**62, 2**62)), "and there are 8"),
    "a negative shape": (number(shape=(-1,)), "the head of an array cannot"),
    "a shape of floats": (number(shape=(2.0,)), "the head of an array cannot"),
    "objects": (number(descr="|O"), "the head of an array cannot"),
    "records": (number(descr=[("a", "<i4")]), "the head of an array cannot"),
    "no dtype": (number(descr="nonsense"), "the head of an array cannot"),
    "no dict": (number().replace(b"{", b"["), "the head of an array cannot"),
    "bytes behind": (number() + b"x", "there are 1 bytes behind the end"),
    "a text that ends": (TEXT[:-1], "needs 3 bytes, and there are 2"),
    "other lengths": (
        TEXT.replace(struct.pack("<qq", 2, 1), struct.pack("<qq", 4, -1)),
        "the lengths of texts are not those",
    ),
    "a code": (b"\x93NUMPY\x01\x00\x08\x00exit(1)\n", "the head of an array cannot"),
}


@pytest.mark.parametrize(("data", "said"), CORRUPT.values(), ids=CORRUPT)
def test_bytes_that_are_no_tensor_are_told_with_their_place(data, said):
    dtype = ag.string if data.startswith(b"autograph") else ag.int32
    with pytest.raises(InvalidArgumentError, match="not those of a tensor") as info:
        ag.io.parse_tensor(data, dtype)
    assert said in str(info.value)


@given(st.data())
def test_no_change_of_a_byte_raises_anything_else(data):
    whole = data.draw(st.sampled_from([TEXT, number()]))
    place = data.draw(st.integers(0, len(whole) - 1))
    changed = bytearray(whole)
    changed[place] ^= data.draw(st.integers(1, 255))
    for dtype in (ag.string, ag.int32):
        try:
            ag.io.parse_tensor(bytes(changed), dtype)
        except InvalidArgumentError as error:
            assert "parse_tensor" in error.message  # noqa: PT017  # or none at all


@pytest.mark.parametrize("wrong", [ag.float32, ag.int64, ag.string])
def test_another_dtype_is_told(wrong):
    found = ag.io.serialize_tensor([1, 2])
    said = f"the tensor is int32, and out_type is {wrong.name}"
    with pytest.raises(InvalidArgumentError, match=said):
        ag.io.parse_tensor(found, wrong)
    with pytest.raises(InvalidArgumentError, match="the tensor is string"):
        ag.io.parse_tensor(ag.io.serialize_tensor("a"), ag.int32)


# -- Raw bytes


@pytest.mark.parametrize("dtype", NUMBERS[1:], ids=str)
@given(data=st.data())
def test_raw_bytes_are_what_the_array_has(dtype, data):
    shape = arrays.array_shapes(min_dims=2, max_dims=3, max_side=3)
    array = data.draw(arrays.arrays(dtype.numpy, shape))
    rows = array.reshape(-1, array.shape[-1])
    for order, is_little in (("<", True), (">", False)):
        texts = np.empty(len(rows), object)
        kind = array.dtype.newbyteorder(order)
        texts[:] = [row.astype(kind).tobytes() for row in rows]
        given = texts.reshape(array.shape[:-1])
        found = ag.io.decode_raw(given, dtype, little_endian=is_little)
        assert found.shape == array.shape
        assert same_bits(found.numpy(), array)


def test_raw_bytes_agree_with_struct():
    data = struct.pack("<3h", 1, -2, 300)
    assert ag.io.decode_raw(data, ag.int16).numpy().tolist() == [1, -2, 300]
    swapped = struct.pack(">3h", 1, -2, 300)
    found = ag.io.decode_raw(swapped, ag.int16, little_endian=False)
    assert found.numpy().tolist() == [1, -2, 300]
    assert ag.io.decode_raw(b"\x00\x01\x02", ag.bool).numpy().tolist() == [0, 1, 1]


def test_texts_are_cut_off_or_filled_up():
    decode = ag.function(
        lambda x: ag.io.decode_raw(x, ag.uint8, fixed_length=2), autograph=False
    )
    found = decode(ag.constant(["abc", "d", ""]))
    assert found.numpy().tolist() == [[97, 98], [100, 0], [0, 0]]
    spec = ag.TensorSpec([None], ag.string)
    assert decode.get_concrete_function(spec).output_shapes.as_list() == [None, 2]


def test_raw_bytes_of_other_lengths_are_told():
    with pytest.raises(InvalidArgumentError, match="different lengths: 1, 2 bytes"):
        ag.io.decode_raw(["a", "bc"], ag.uint8)
    with pytest.raises(InvalidArgumentError, match="3 bytes, not a multiple of the 2"):
        ag.io.decode_raw("abc", ag.int16)
    with pytest.raises(InvalidArgumentError, match="fixed_length is 3"):
        ag.io.decode_raw("abc", ag.int16, fixed_length=3)
    with pytest.raises(ag.errors.DTypeError, match="which raw bytes are already"):
        ag.io.decode_raw("abc", ag.string)
