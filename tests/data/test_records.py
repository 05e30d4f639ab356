"""Files of records, beside a reader and a writer of a few lines; and their checksums."""

import gzip
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import autograph as ag
from autograph.data import checksums

Dataset = ag.data.Dataset
PACKS = {"": bytes, "GZIP": gzip.compress, "ZLIB": zlib.compress}
UNPACKS = {"": bytes, "GZIP": gzip.decompress, "ZLIB": zlib.decompress}


def crc_of_bits(data):
    """Divide by the polynomial, bit by bit, as it is defined."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ 0x82F63B78 if crc & 1 else crc >> 1
    return crc ^ 0xFFFFFFFF


def masked(data):
    crc = crc_of_bits(data)
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) % 2**32


def framed(*records):
    found = b""
    for record in records:
        head = struct.pack("<Q", len(record))
        found += head + struct.pack("<I", masked(head))
        found += record + struct.pack("<I", masked(record))
    return found


def unframed(data):
    found = []
    while data:
        (length,) = struct.unpack("<Q", data[:8])
        found.append(data[12 : 12 + length])
        data = data[16 + length :]
    return found


def values(dataset):
    return list(dataset.as_numpy_iterator())


RECORDS = [b"", b"a", bytes(range(256)) * 20, "Ä".encode()]

# -- Checksums


@pytest.mark.parametrize(
    ("data", "crc"),
    [
        (b"", 0),
        (b"123456789", 0xE3069283),  # Castagnoli
        (bytes(32), 0x8A9136AA),  # these are of RFC 3720, appendix B.4
        (b"\xff" * 32, 0x62A8AB43),
        (bytes(range(32)), 0x46DD794E),
        (bytes(range(31, -1, -1)), 0x113FDB5C),
    ],
)
def test_checksums_are_those_of_the_standard(data, crc):
    assert crc_of_bits(data) == crc
    assert checksums.crc32c_by_table(data) == crc
    assert checksums.crc32c(data) == crc


@pytest.mark.parametrize("size", [1, 255, 1023, 1024, 1025, 1279, 1280, 1281, 5000])
def test_checksums_of_blocks_are_those_of_bits(size):
    data = np.random.default_rng(size).bytes(size)
    assert checksums.crc32c_by_table(data) == crc_of_bits(data)
    assert checksums.crc32c_by_table(bytes(size)) == crc_of_bits(bytes(size))


@given(st.binary(max_size=3000))
def test_checksums_agree_with_the_library(data):
    google_crc32c = pytest.importorskip("google_crc32c", reason="not installed")
    assert checksums.crc32c_by_table(data) == google_crc32c.value(data)


# -- Reading and writing


def test_an_empty_record_is_written_as_tensorflow_does(tmp_path):
    with ag.io.TFRecordWriter(tmp_path / "a") as writer:
        writer.write(b"")
    found = (tmp_path / "a").read_bytes()
    assert found == bytes.fromhex("0000000000000000 29039807 d8ea82a2")


@pytest.mark.parametrize("kind", PACKS)
def test_records_are_read_as_another_writer_wrote_them(tmp_path, kind):
    path = tmp_path / "a"
    path.write_bytes(PACKS[kind](framed(*RECORDS)))
    dataset = ag.data.TFRecordDataset(path, kind)
    assert isinstance(dataset, Dataset)
    assert dataset.element_spec == ag.TensorSpec((), ag.string)
    assert values(dataset) == values(dataset) == RECORDS
    assert values(ag.data.TFRecordDataset(path, kind, buffer_size=7)) == RECORDS


@pytest.mark.parametrize("kind", PACKS)
@given(st.lists(st.binary(max_size=40), max_size=5))
def test_another_reader_reads_what_is_written(tmp_path_factory, kind, records):
    path = tmp_path_factory.mktemp("records") / "a"
    with ag.io.TFRecordWriter(path, ag.io.TFRecordOptions(kind)) as writer:
        for record in records:
            writer.write(record)
    data = UNPACKS[kind](path.read_bytes())
    assert unframed(data) == records
    assert data == framed(*records)
    assert values(ag.data.TFRecordDataset([path], kind)) == records


def test_text_and_tensors_are_written(tmp_path):
    writer = ag.io.TFRecordWriter(str(tmp_path / "a"))
    for record in ("Ä", ag.constant("b"), ag.io.serialize_tensor([1, 2])):
        writer.write(record)
    writer.close()
    writer.close()
    text, other, tensor = values(ag.data.TFRecordDataset(str(tmp_path / "a")))
    assert (text, other) == ("Ä".encode(), b"b")
    assert ag.io.parse_tensor(tensor, ag.int32).numpy().tolist() == [1, 2]
    with pytest.raises(ag.errors.DTypeError, match="not bytes"):
        writer.write(3)
    with pytest.raises(ag.errors.DTypeError, match="not bytes"):
        writer.write(["a", "b"])
    with pytest.raises(ValueError, match="closed file"):
        writer.write("a")


@pytest.mark.parametrize("kind", PACKS)
def test_what_was_flushed_can_be_read(tmp_path, kind):
    writer = ag.io.TFRecordWriter(tmp_path / "a", kind)
    writer.write(b"abc")
    writer.flush()
    found = next(iter(ag.data.TFRecordDataset(tmp_path / "a", kind)))
    assert found.numpy() == b"abc"
    writer.close()


def test_a_graph_writes_records_at_each_run(tmp_path):
    writer = ag.io.TFRecordWriter(tmp_path / "a")

    @ag.function
    def write(n):
        for i in ag.range(n):
            writer.write(ag.strings.as_string(i))

    write(ag.constant(2))
    write(ag.constant(3))
    writer.close()
    assert unframed((tmp_path / "a").read_bytes()) == [b"0", b"1", b"0", b"1", b"2"]


def test_options_reach_zlib(tmp_path):
    data, sizes = b"abcd" * 1000, []
    for level in (0, 9):
        options = ag.io.TFRecordOptions(
            "ZLIB", compression_level=level, window_bits=12, mem_level=9
        )
        with ag.io.TFRecordWriter(tmp_path / "a", options) as writer:
            writer.write(data)
        sizes.append((tmp_path / "a").stat().st_size)
        assert values(ag.data.TFRecordDataset(tmp_path / "a", "ZLIB")) == [data]
    assert sizes[0] > 4000 > 100 > sizes[1]


# -- Several files


@pytest.fixture
def files(tmp_path):
    found = []
    for place in range(3):
        path = tmp_path / f"{place}.records"
        path.write_bytes(framed(*(b"%d%d" % (place, i) for i in range(place + 1))))
        found.append(str(path))
    return found


ALL = [b"00", b"10", b"11", b"20", b"21", b"22"]
BY_TURNS = [b"00", b"10", b"20", b"11", b"21", b"22"]


@pytest.mark.parametrize(
    "given_as",
    [
        lambda names: names,
        tuple,
        np.array,
        ag.constant,
        Dataset.from_tensor_slices,
        lambda names: Dataset.from_tensor_slices(names).batch(2),
    ],
)
def test_files_are_read_one_after_another_or_by_turns(files, given_as):
    names = given_as(files)
    assert values(ag.data.TFRecordDataset(names)) == ALL
    assert values(ag.data.TFRecordDataset(names, num_parallel_reads=1)) == ALL
    assert values(ag.data.TFRecordDataset(names, num_parallel_reads=3)) == BY_TURNS


def test_no_files_have_no_records():
    assert values(ag.data.TFRecordDataset([])) == []


def test_a_graph_reads_files_whose_names_the_run_knows(files):
    @ag.function
    def joined(names):
        found = ag.constant("")
        for record in ag.data.TFRecordDataset(names):
            found += record
        return found

    assert joined(ag.constant(files)).numpy() == b"".join(ALL)
    assert joined(ag.constant(files[:2])).numpy() == b"".join(ALL[:3])
    names = Dataset.from_tensor_slices(files)
    found = names.interleave(ag.data.TFRecordDataset, 3)
    assert values(found) == BY_TURNS
    assert values(names.flat_map(ag.data.TFRecordDataset)) == ALL


# -- What can fail


def cut(n_bytes):
    return lambda data: data[:n_bytes]


def changed(place):
    return lambda data: data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


# Records of 3 and 5 bytes begin at bytes 0 and 19; the file has 40.
BROKEN = {
    "a head": (cut(20), 19, "the file ends 1 bytes into the head of a record"),
    "a body": (cut(35), 19, "of which the file has 4"),
    "no body": (cut(31), 19, "of which the file has 0"),
    "a length": (changed(19), 19, "the length of a record does not have the checksum"),
    "its checksum": (changed(28), 19, "the length of a record does not have"),
    "data": (changed(32), 19, "a record of 5 bytes does not have the checksum"),
    "their checksum": (changed(39), 19, "a record of 5 bytes does not have the"),
    "a first length": (changed(1), 0, "the length of a record does not have the"),
}


@pytest.mark.parametrize("kind", PACKS)
@pytest.mark.parametrize(("change", "place", "said"), BROKEN.values(), ids=BROKEN)
def test_a_corrupt_record_is_told_with_file_and_byte(
    tmp_path, change, place, said, kind
):
    path = tmp_path / "a.records"
    whole = framed(b"abc", b"defgh")
    assert len(whole) == 40
    path.write_bytes(PACKS[kind](change(whole)))
    iterator = iter(ag.data.TFRecordDataset(path, kind))
    if place:
        assert next(iterator).numpy() == b"abc"
    with pytest.raises(ag.errors.DataLossError, match=said) as info:
        next(iterator)
    assert isinstance(info.value, OSError)
    unpacked = " of what it unpacks to" if kind else ""
    assert f"{path} is damaged at byte {place}{unpacked}:" in info.value.message
    assert "in test_a_corrupt_record" in str(info.value)


@given(st.data())
def test_no_change_of_a_byte_passes(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("records") / "a"
    whole = framed(b"abc", b"", b"defgh")
    place = data.draw(st.integers(0, len(whole) - 1))
    bits = data.draw(st.integers(1, 255))
    path.write_bytes(whole[:place] + bytes([whole[place] ^ bits]) + whole[place + 1 :])
    with pytest.raises(ag.errors.DataLossError):
        values(ag.data.TFRecordDataset(path))


@pytest.mark.parametrize("kind", ["GZIP", "ZLIB"])
@pytest.mark.parametrize(
    "change", [lambda data: data[:-3], lambda data: data + b"xy", lambda _: b"plain"]
)
def test_a_file_that_is_badly_packed_is_told(tmp_path, kind, change):
    path = tmp_path / "a.records"
    path.write_bytes(change(PACKS[kind](framed(b"abc"))))
    said = f"a.records is no whole {kind} file"
    with pytest.raises(ag.errors.DataLossError, match=said):
        values(ag.data.TFRecordDataset(path, kind))


@pytest.mark.parametrize("kind", ["GZIP", "ZLIB"])
def test_what_comes_before_the_end_of_a_packed_file_is_read(tmp_path, kind):
    path, noise = tmp_path / "a", np.random.default_rng(0).bytes(10**6)
    records = [noise[:1000], noise[1000:]]
    path.write_bytes(PACKS[kind](framed(*records))[:-1000])
    iterator = iter(ag.data.TFRecordDataset(path, kind))
    assert next(iterator).numpy() == records[0]
    with pytest.raises(ag.errors.DataLossError, match="it is cut off"):
        next(iterator)


def test_members_of_a_gzip_file_follow_each_other(tmp_path):
    path = tmp_path / "a"
    one, other = gzip.compress(framed(b"abc")), gzip.compress(framed(b"d" * 10**6))
    for data in (one + other, one + bytes(3) + other + bytes(10**6)):
        path.write_bytes(data)
        found = values(ag.data.TFRecordDataset(path, "GZIP"))
        assert found == unframed(gzip.decompress(data)) == [b"abc", b"d" * 10**6]
    path.write_bytes(b"")
    assert values(ag.data.TFRecordDataset(path, "GZIP")) == []
    with pytest.raises(ag.errors.DataLossError, match="it is empty"):
        values(ag.data.TFRecordDataset(path, "ZLIB"))


def test_a_length_with_a_right_checksum_does_not_fill_the_memory(tmp_path):
    path = tmp_path / "a"
    head = struct.pack("<Q", 2**62)
    path.write_bytes(head + struct.pack("<I", masked(head)) + b"abc")
    with pytest.raises(ag.errors.DataLossError, match="of which the file has 3"):
        values(ag.data.TFRecordDataset(path))


def test_a_missing_file_is_told_when_records_are_drawn(files, tmp_path):
    missing = str(tmp_path / "none")
    iterator = iter(ag.data.TFRecordDataset([files[0], missing]))
    assert next(iterator).numpy() == b"00"
    with pytest.raises(ag.errors.NotFoundError, match="there is no file"):
        next(iterator)
    with pytest.raises(FileNotFoundError, match="there is no directory"):
        ag.io.TFRecordWriter(tmp_path / "none" / "a")


def test_the_error_of_a_thread_reaches_the_caller(tmp_path):
    dataset = ag.data.TFRecordDataset(tmp_path / "none").prefetch(2)
    with pytest.raises(ag.errors.NotFoundError, match="there is no file"):
        values(dataset)


WRONG = {
    "names": (lambda: ag.data.TFRecordDataset(3), ag.errors.DTypeError),
    "paths beside numbers": (
        lambda: ag.data.TFRecordDataset(Dataset.range(2)),
        ag.errors.DTypeError,
    ),
    "pairs": (
        lambda: ag.data.TFRecordDataset(Dataset.from_tensors(("a", "b"))),
        ag.errors.DTypeError,
    ),
    "compression": (lambda: ag.data.TFRecordDataset("a", "gzip"), ValueError),
    "buffer": (lambda: ag.data.TFRecordDataset("a", buffer_size=-1), ValueError),
    "reads": (
        lambda: ag.data.TFRecordDataset("a", num_parallel_reads=0),
        ValueError,
    ),
    "no number": (
        lambda: ag.data.TFRecordDataset("a", num_parallel_reads=1.5),
        ag.errors.DTypeError,
    ),
    "options": (lambda: ag.io.TFRecordOptions("LZ4"), ValueError),
    "level": (lambda: ag.io.TFRecordOptions("GZIP", compression_level=10), ValueError),
    "window": (lambda: ag.io.TFRecordOptions(window_bits=7), ValueError),
}


@pytest.mark.parametrize(("call", "kind"), WRONG.values(), ids=WRONG)
def test_wrong_arguments_are_told_at_once(call, kind):
    with pytest.raises(kind) as info:
        call()
    assert isinstance(info.value, ag.errors.AutographError)
    assert "test_records.py" in str(info.value)


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="not Linux")
def test_files_are_closed_with_their_iterator(files):
    def n_open():
        found = [each.resolve() for each in Path("/proc/self/fd").iterdir()]
        return sum(each.suffix == ".records" for each in found)

    iterator = iter(ag.data.TFRecordDataset(files).repeat())
    next(iterator)
    assert n_open() == 1
    del iterator
    assert n_open() == 0
    list(ag.data.TFRecordDataset(files))
    assert n_open() == 0
