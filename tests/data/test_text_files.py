"""Lines and records of one size, beside Python's own splitting of bytes."""

import gzip
import os
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import autograph as ag

Dataset = ag.data.Dataset
PACKS = {"": bytes, "GZIP": gzip.compress, "ZLIB": zlib.compress}
KINDS = st.sampled_from(sorted(PACKS))


def values(dataset):
    return list(dataset.as_numpy_iterator())


def lines_of(data):
    """Split at newlines; the last one ends a line."""
    found = data.split(b"\n")
    if not found[-1]:
        found.pop()
    return [line.removesuffix(b"\r") for line in found]


# -- Lines

TEXT = b"first\nsecond\r\n\n\xc3\xa4 \xff\x00\n  last, without an end"


@pytest.mark.parametrize("kind", PACKS)
def test_lines_are_read(tmp_path, kind):
    path = tmp_path / "a.txt"
    path.write_bytes(PACKS[kind](TEXT))
    dataset = ag.data.TextLineDataset(str(path), kind, buffer_size=5)
    assert isinstance(dataset, Dataset)
    assert dataset.element_spec == ag.TensorSpec((), ag.string)
    assert dataset.cardinality().numpy() == ag.data.UNKNOWN_CARDINALITY
    wanted = [b"first", b"second", b"", b"\xc3\xa4 \xff\x00", b"  last, without an end"]
    assert values(dataset) == values(dataset) == wanted


@given(st.lists(st.sampled_from([b"\n", b"\r\n", b"a", b"bc "])).map(b"".join), KINDS)
def test_lines_are_those_of_python(tmp_path_factory, data, kind):
    path = tmp_path_factory.mktemp("lines") / "a"
    path.write_bytes(PACKS[kind](data))
    found = values(ag.data.TextLineDataset([path], kind))
    if data.endswith(b"\r"):
        return
    assert found == lines_of(data)


@pytest.fixture
def files(tmp_path):
    for name, text in (("a", "a1\na2\n"), ("b", ""), ("c", "c1\nc2\nc3")):
        (tmp_path / name).write_text(text)
    return [str(tmp_path / name) for name in "abc"]


def test_lines_of_several_files(files):
    wanted = [b"a1", b"a2", b"c1", b"c2", b"c3"]
    assert values(ag.data.TextLineDataset(files)) == wanted
    names = Dataset.from_tensor_slices(files)
    assert values(ag.data.TextLineDataset(names)) == wanted
    by_turns = ag.data.TextLineDataset(files, num_parallel_reads=2)
    assert sorted(values(by_turns)) == wanted
    auto = ag.data.TextLineDataset(names, num_parallel_reads=ag.data.AUTOTUNE)
    assert sorted(values(auto)) == wanted


def test_what_follows_works_on_lines(files):
    lines = ag.data.TextLineDataset(files)
    assert [each.tolist() for each in values(lines.batch(3))] == [
        [b"a1", b"a2", b"c1"],
        [b"c2", b"c3"],
    ]
    lengths = lines.map(lambda line: ag.strings.length(line + "!"))
    assert values(lengths) == [3] * 5
    assert values(lines.filter(lambda line: line == "c2")) == [b"c2"]
    assert len(values(lines.repeat(2).shuffle(4, seed=1))) == 10
    assert values(lines.skip(1).take(2)) == [b"a2", b"c1"]


def test_a_staged_loop_counts_words_of_any_file(files, tmp_path):
    @ag.function
    def n_words(name):
        total = ag.constant(0)
        for line in ag.data.TextLineDataset(name):
            if line == "":
                continue
            total += ag.size(ag.strings.split(line))
        return total

    (tmp_path / "d").write_text("one two\n\nthree\n")
    assert n_words(ag.constant(str(tmp_path / "d"))).numpy() == 3
    assert n_words(ag.constant(files[0])).numpy() == 2
    assert n_words.experimental_get_tracing_count() == 1


def test_an_iterator_made_outside_advances_in_a_graph(files):
    iterator = iter(ag.data.TextLineDataset(files))

    @ag.function
    def take():
        return next(iterator)

    assert [take().numpy(), next(iterator).numpy(), take().numpy()] == [
        b"a1",
        b"a2",
        b"c1",
    ]


def test_a_missing_file_is_told_at_the_users_line(tmp_path):
    dataset = ag.data.TextLineDataset(tmp_path / "none")
    with pytest.raises(ag.errors.NotFoundError, match="there is no file") as info:
        for _ in dataset:
            pass
    assert "for _ in dataset" in str(info.value)

    @ag.function
    def count(dataset):
        n = 0
        for _ in dataset:
            n += 1
        return n

    with pytest.raises(ag.errors.NotFoundError) as info:
        count(dataset)
    assert "for _ in dataset" in str(info.value)


def test_names_that_are_no_text_are_told():
    with pytest.raises(ag.errors.DTypeError, match="TextLineDataset: the names of"):
        ag.data.TextLineDataset([1, 2])
    with pytest.raises(ag.errors.DTypeError, match="FixedLengthRecordDataset: the nam"):
        ag.data.FixedLengthRecordDataset(1.5, 4)


# -- Records of one size


@given(
    st.integers(1, 9), st.integers(0, 5), st.integers(0, 5), st.integers(0, 12), KINDS
)
def test_records_are_parts_of_the_file(tmp_path_factory, size, header, footer, n, kind):
    path = tmp_path_factory.mktemp("records") / "a"
    data = bytes(i % 251 for i in range(header + size * n + footer))
    path.write_bytes(PACKS[kind](data))
    dataset = ag.data.FixedLengthRecordDataset(
        path, size, header, footer, compression_type=kind
    )
    body = data[header : header + size * n]
    assert values(dataset) == [body[i * size :][:size] for i in range(n)]


@pytest.mark.parametrize("n", [1, 65535, 65536, 65537, 200000])
@pytest.mark.parametrize(
    ("size", "footer"), [(1, 0), (1, 70000), (70000, 3), (1000, 0)]
)
def test_records_of_large_files(tmp_path, n, size, footer):
    count = max(1, n // size)
    path, data = tmp_path / "a", bytes(i % 251 for i in range(count * size + footer))
    path.write_bytes(data)
    dataset = ag.data.FixedLengthRecordDataset(path, size, footer_bytes=footer)
    found = values(dataset.batch(10**6))[0]
    assert b"".join(found.tolist()) == data[: count * size]


def test_records_of_several_files_have_headers_of_their_own(tmp_path):
    for name in "ab":
        (tmp_path / name).write_bytes(b"#" + name.encode() * 4 + b"$$")
    names = [tmp_path / "a", tmp_path / "b"]
    dataset = ag.data.FixedLengthRecordDataset(names, 2, 1, 2)
    assert values(dataset) == [b"aa", b"aa", b"bb", b"bb"]
    by_turns = ag.data.FixedLengthRecordDataset(names, 2, 1, 2, num_parallel_reads=2)
    assert values(by_turns) == [b"aa", b"bb", b"aa", b"bb"]
    numbers = dataset.map(lambda x: ag.io.decode_raw(x, ag.uint8))
    assert [each.tolist() for each in values(numbers)] == [[97, 97]] * 2 + [
        [98, 98]
    ] * 2


@pytest.mark.parametrize("kind", PACKS)
@pytest.mark.parametrize(
    ("n_bytes", "header", "footer", "n_read", "said"),
    [
        (11, 1, 2, 2, "11 bytes, which are 2 too many, from byte 7 on"),
        (2, 3, 0, 0, "2 bytes, which are too few"),
        (4, 3, 2, 0, "4 bytes, which are too few"),
    ],
)
def test_a_file_that_does_not_fit_is_told(
    tmp_path, n_bytes, header, footer, n_read, said, kind
):
    path = tmp_path / "a.bin"
    path.write_bytes(PACKS[kind](bytes(n_bytes)))
    dataset = ag.data.FixedLengthRecordDataset(
        path, 3, header, footer, compression_type=kind
    )
    iterator = iter(dataset)
    assert [next(iterator).numpy() for _ in range(n_read)] == [bytes(3)] * n_read
    with pytest.raises(ag.errors.InvalidArgumentError, match=said) as info:
        next(iterator)
    assert str(path) in str(info.value)
    assert f"a header of {header}, records of 3" in str(info.value)


@pytest.mark.parametrize(
    ("sizes", "said"),
    [
        ((0,), "record_bytes is 0; it is an integer, at least 1"),
        ((1.5,), "record_bytes is 1.5"),
        ((None,), "record_bytes is None"),
        ((True,), "record_bytes is True"),
        ((1, -1), "header_bytes is -1; it is an integer, at least 0"),
        ((1, 0, "a"), "footer_bytes is 'a'"),
    ],
)
def test_wrong_sizes_are_told_at_once(sizes, said):
    with pytest.raises(ag.errors.InvalidArgumentError, match=said) as info:
        ag.data.FixedLengthRecordDataset("a", *sizes)
    assert "test_text_files.py" in str(info.value)


def test_sizes_may_be_tensors(tmp_path):
    (tmp_path / "a").write_bytes(b"abcd")
    size = ag.constant(2)
    found = values(ag.data.FixedLengthRecordDataset(tmp_path / "a", size))
    assert found == [b"ab", b"cd"]


# -- Names


@pytest.fixture
def folder(tmp_path):
    for name in ("b.txt", "a.txt", "c.txt", "d.csv"):
        (tmp_path / name).write_text(f"{name}\n")
    return tmp_path


def base_names(dataset):
    return [Path(os.fsdecode(x)).name for x in dataset.as_numpy_iterator()]


def test_files_that_match_are_listed(folder):
    find = ag.data.Dataset.list_files
    wanted = ["a.txt", "b.txt", "c.txt"]
    for pattern in (folder / "*.txt", str(folder / "*.txt"), [str(folder / "*.t*")]):
        dataset = find(pattern, shuffle=False)
        assert dataset.element_spec == ag.TensorSpec((), ag.string)
        assert len(dataset) == 3
        assert base_names(dataset) == base_names(dataset) == wanted
    several = ag.constant([str(folder / "d*"), str(folder / "[ab]*"), "none"])
    assert base_names(find(several, shuffle=False)) == ["a.txt", "b.txt", "d.csv"]


def test_files_are_shuffled_by_a_seed_or_the_global_one(folder):
    pattern = str(folder / "*")
    shuffled = ag.data.Dataset.list_files(pattern)
    orders = {tuple(base_names(shuffled)) for _ in range(20)}
    assert len(orders) > 1
    assert {tuple(sorted(order)) for order in orders} == {
        ("a.txt", "b.txt", "c.txt", "d.csv")
    }
    made = [ag.data.Dataset.list_files(pattern, seed=3) for _ in range(2)]
    first, second = ([base_names(each) for _ in range(4)] for each in made)
    assert first == second


def test_a_graph_lists_files_at_each_run(folder):
    @ag.function
    def lines(pattern):
        found = ag.constant("")
        names = ag.data.Dataset.list_files(pattern, shuffle=False)
        for line in names.flat_map(ag.data.TextLineDataset):
            found = found + line + " "
        return found

    pattern = ag.constant(str(folder / "*.csv"))
    assert lines(pattern).numpy() == b"d.csv "
    (folder / "e.csv").write_text("new")
    assert lines(pattern).numpy() == b"d.csv new "
    with pytest.raises(ag.errors.InvalidArgumentError, match="no file matches 'no'"):
        lines(ag.constant("no"))


@pytest.mark.parametrize(
    ("pattern", "options", "error", "said"),
    [
        ("no/*", {}, ag.errors.InvalidArgumentError, r"no file matches 'no/\*'"),
        (3, {}, ag.errors.DTypeError, "file_pattern is int32.*, not text"),
        ("*", {"seed": "a"}, ag.errors.DTypeError, "seed is 'a', not an integer"),
    ],
)
def test_patterns_that_match_nothing_are_told(pattern, options, error, said):
    with pytest.raises(error, match=said) as info:
        ag.data.Dataset.list_files(pattern, **options)
    assert "in test_patterns_that_match_nothing" in str(info.value)
