"""Files of comma-separated values, beside Python's own reader and writer of them."""

import csv
import gzip
import io
import re
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import autograph as ag

E = ag.data.experimental
InvalidArgumentError = ag.errors.InvalidArgumentError
PACKS = {"": bytes, "GZIP": gzip.compress, "ZLIB": zlib.compress}


def values(dataset):
    return [plain(each) for each in dataset.as_numpy_iterator()]


def plain(element):
    if isinstance(element, dict):
        return {name: plain(each) for name, each in element.items()}
    if isinstance(element, tuple):
        return tuple(map(plain, element))
    if isinstance(element, bytes):
        return element
    return element.tolist()


@pytest.fixture
def write(tmp_path):
    def written(text, name="a.csv", pack=bytes):
        path = tmp_path / name
        path.write_bytes(pack(text.encode() if isinstance(text, str) else text))
        return str(path)

    return written


def written_by_python(rows, **options):
    file = io.StringIO(newline="")
    csv.writer(file, **options).writerows(rows)
    return file.getvalue()


# -- CsvDataset

TYPES = [ag.int32, ag.int64, ag.float32, ag.float64, ag.string]


@pytest.mark.parametrize("kind", PACKS)
def test_records_are_tuples_of_scalars(write, kind):
    path = write("1,2,3.5,4.5,a\n-1,+2, 1e3 ,nan,\n", pack=PACKS[kind])
    dataset = E.CsvDataset(path, TYPES[:4] + ["none"], kind)
    assert isinstance(dataset, ag.data.Dataset)
    assert dataset.element_spec == tuple(ag.TensorSpec((), each) for each in TYPES)
    first, second = values(dataset)
    assert first == (1, 2, 3.5, 4.5, b"a")
    assert second[:3] == (-1, 2, 1000.0)
    assert np.isnan(second[3])
    assert second[4] == b"none"
    for element in dataset:
        assert [each.dtype for each in element] == TYPES


@given(
    st.lists(
        st.tuples(
            st.integers(-(2**63), 2**63 - 1),
            st.floats(width=32),
            st.floats(),
            st.text(st.characters(codec="utf-8", exclude_characters="\r\0")).filter(
                len
            ),
        ),
        max_size=6,
    ),
    st.sampled_from([",", ";", "\t", "|"]),
)
def test_what_python_writes_is_read(tmp_path_factory, rows, delimiter):
    path = tmp_path_factory.mktemp("csv") / "a.csv"
    path.write_text(written_by_python(rows, delimiter=delimiter), "utf-8", newline="")
    kinds = [ag.int64, ag.float32, ag.float64, ag.string]
    dataset = E.CsvDataset(path, kinds, field_delim=delimiter)
    found = list(dataset.as_numpy_iterator())
    assert len(found) == len(rows)
    for row, (number, single, double, text) in zip(rows, found, strict=True):
        assert number == row[0]
        np.testing.assert_equal(single, np.float32(row[1]))
        np.testing.assert_equal(double, np.float64(row[2]))
        assert text.decode() == row[3]


def test_batches_have_the_dtypes_of_columns(write):
    path = write("1,2.5,a\n2,1e39,b\n")
    dataset = E.CsvDataset(path, [ag.uint8, ag.float32, ag.string]).batch(2)
    numbers, floats, texts = next(iter(dataset))
    assert (numbers.dtype, floats.dtype) == (ag.uint8, ag.float32)
    assert numbers.numpy().tolist() == [1, 2]
    assert floats.numpy().tolist() == [2.5, float("inf")]
    assert texts.numpy().tolist() == [b"a", b"b"]


DEFAULTS = {
    "scalars": [7, 0.5, "x"],
    "lists": [[7], [0.5], ["x"]],
    "tensors": [ag.constant([7]), ag.constant(0.5), ag.constant(["x"])],
    "arrays": [np.array([7], np.int32), np.float32(0.5), np.array("x")],
}


@pytest.mark.parametrize("defaults", DEFAULTS.values(), ids=DEFAULTS)
def test_defaults_stand_for_missing_values(write, defaults):
    path = write('1,,NA\nNA,2.5,""\n,NA,y\n')
    dataset = E.CsvDataset(path, defaults, na_value="NA")
    assert values(dataset) == [(1, 0.5, b"x"), (7, 2.5, b"x"), (7, 0.5, b"y")]
    specs = [each.dtype for each in dataset.element_spec]
    assert specs == [ag.int32, ag.float32, ag.string]


def test_an_empty_tensor_requires_a_value(write):
    path = write("1\n\n2\n")
    empty = ag.constant([], ag.int64)
    assert values(E.CsvDataset(path, [empty])) == [(1,), (2,)]
    with pytest.raises(InvalidArgumentError, match="line 2, column 1: there is no val"):
        values(E.CsvDataset(write("1,2\n3,\n"), [empty, empty]))


def test_quotes_hold_fields_together(write):
    path = write('"a,b","c\nd","e""f"\r\n"Ä", g ,h\n')
    found = values(E.CsvDataset(path, [ag.string] * 3))
    assert found == [(b"a,b", b"c\nd", b'e"f'), ("Ä".encode(), b" g ", b"h")]
    path = write('"a,b",c\n')
    found = values(E.CsvDataset(path, [ag.string] * 3, use_quote_delim=False))
    assert found == [(b'"a', b'b"', b"c")]


def test_bytes_that_are_no_text_are_kept_and_a_byte_order_mark_is_not(write):
    path = write(b"\xef\xbb\xbf1,\xff\xfe\n")
    assert values(E.CsvDataset(path, [0, ""])) == [(1, b"\xff\xfe")]


def test_headers_of_all_files_are_left_out(write):
    paths = [write("x,y\n1,2\n", "a.csv"), write("\nx,y\n3,4\n", "b.csv")]
    dataset = E.CsvDataset(paths, [0, 0], header=True)
    assert values(dataset) == [(1, 2), (3, 4)]
    names = ag.data.Dataset.from_tensor_slices(paths)
    assert values(E.CsvDataset(names, [0, 0], header=True)) == [(1, 2), (3, 4)]


def test_columns_are_selected_or_excluded(write):
    path = write("a,1,b,2.5\nc,2,d,3.5,more\n")
    found = values(E.CsvDataset(path, [0, 0.0], select_cols=[1, 3]))
    assert found == [(1, 2.5), (2, 3.5)]
    path = write("a,1,b,2.5\n")
    assert values(E.CsvDataset(path, [0, 0.0], exclude_cols=[0, 2])) == [(1, 2.5)]
    assert values(E.CsvDataset(path, ["", 0, "", 0.0], exclude_cols=[])) == [
        (b"a", 1, b"b", 2.5)
    ]


def test_a_staged_loop_adds_up_a_column(write):
    @ag.function
    def total(name):
        found = ag.constant(0)
        for number, _ in E.CsvDataset(name, [0, ""]):
            found += number
        return found

    path = write("1,a\n2,b\n3,c\n")
    assert total(ag.constant(path)).numpy() == 6


def test_numbers_beyond_a_float_are_infinity_without_a_warning(write, recwarn):
    path = write("3.4028235e38,1e39\n-3.4028235677973366e38,-1e999\n")
    dataset = E.CsvDataset(path, [ag.float32, ag.float32])
    largest, infinity = float(np.finfo(np.float32).max), float("inf")
    wanted = [(largest, infinity), (-infinity, -infinity)]
    assert values(dataset) == wanted
    columns = tuple(map(list, zip(*wanted, strict=True)))
    assert values(dataset.batch(2)) == [columns]
    assert not recwarn.list


MALFORMED = {
    "a word": ("1,2\n3,x\n", [0, 0], {}, "line 2, column 1: 'x' is no int32"),
    "a fraction": ("1.5\n", [0], {}, "line 1, column 0: '1.5' is no int32"),
    "beyond": ("2147483648\n", [0], {}, "'2147483648' is no int32"),
    "below": ("-1\n", [ag.uint8], {}, "'-1' is no uint8"),
    "an underscore": ("1_0\n", [0], {}, "'1_0' is no int32"),
    "another in a float": ("1_0.5\n", [0.0], {}, "'1_0.5' is no float32"),
    "other digits": ("١\n", [0], {}, "is no int32"),
    "too few": ("1,2\n\n3\n", [0, 0], {}, "line 3: the record has 1 fields, not 2"),
    "too many": ("1,2,3\n", [0, 0], {}, "line 1: the record has 3 fields, not 2"),
    "too few to select": (
        "1,2\n",
        [0],
        {"select_cols": [2]},
        "line 1: the record has 2 fields, not at least 3",
    ),
    "missing": ("1\nNA\n", [ag.int32], {"na_value": "NA"}, "line 2, column 0: there"),
    "a quote": ('a\n"b"c\n', [""], {}, "line 2: the record is malformed"),
    "no end of quotes": ('a\nb\n"c\nd\n', [""], {}, "line 3: the record is malformed"),
    "after lines in quotes": ('"a\nb",1\nc,x\n', ["", 0], {}, "line 3, column 1: 'x'"),
    "a large field": ("a\n" + "b" * 140000, [""], {}, "line 2: .* larger than field"),
}


@pytest.mark.parametrize(
    ("text", "kinds", "options", "said"), MALFORMED.values(), ids=MALFORMED
)
def test_what_is_malformed_is_told_with_file_and_line(
    write, text, kinds, options, said
):
    path = write(text)
    with pytest.raises(InvalidArgumentError, match=said) as info:
        values(E.CsvDataset(path, kinds, **options))
    assert info.value.message.startswith(f"{path}, line ")
    assert "test_csv_files.py" in str(info.value)
    assert info.value.hint


def test_records_before_a_malformed_one_are_given(write):
    iterator = iter(E.CsvDataset(write("1\n2\nx\n"), [0]))
    assert [next(iterator)[0].numpy() for _ in range(2)] == [1, 2]
    with pytest.raises(InvalidArgumentError, match="line 3"):
        next(iterator)


WRONG = {
    "no list": (lambda: E.CsvDataset("a", 0), "not a list with an item"),
    "an empty list": (lambda: E.CsvDataset("a", []), "not a list with an item"),
    "a truth": (lambda: E.CsvDataset("a", [True]), r"record_defaults\[0\] is bool"),
    "complex": (lambda: E.CsvDataset("a", [0, ag.complex64]), r"\[1\] is complex64"),
    "two defaults": (lambda: E.CsvDataset("a", [[1, 2]]), r"\[0\] has 2 values"),
    "delimiter": (lambda: E.CsvDataset("a", [0], field_delim=",,"), "field_delim is"),
    "missing": (
        lambda: E.CsvDataset("a", [0], na_value=3),  # type: ignore[arg-type]
        "na_value is 3, not text",
    ),
    "both": (
        lambda: E.CsvDataset("a", [0], select_cols=[0], exclude_cols=[1]),
        "both select_cols and exclude_cols",
    ),
    "descending": (
        lambda: E.CsvDataset("a", [0, 0], select_cols=[1, 0]),
        r"select_cols is \[1, 0\]; these are places of columns, ascending",
    ),
    "negative": (lambda: E.CsvDataset("a", [0], exclude_cols=[-1]), "exclude_cols is"),
    "too many": (lambda: E.CsvDataset("a", [0], select_cols=[1, 2]), "has 2 columns"),
    "not there": (lambda: E.CsvDataset("a", [0], exclude_cols=[5]), "column 5, of 2"),
    "no places": (
        lambda: E.CsvDataset("a", [0], select_cols=[[1], [2, 3]]),  # type: ignore[list-item]
        "these are places of columns",
    ),
    "an encoding": (
        lambda: E.make_csv_dataset(__file__, 1, encoding="x"),
        "encoding is 'x', which is none",
    ),
    "no names": (
        lambda: E.make_csv_dataset(__file__, 1, column_names=3),  # type: ignore[arg-type]
        "column_names is 3, not a list of text",
    ),
    "a name for the list": (
        lambda: E.make_csv_dataset(__file__, 1, ["a"], select_columns="a"),
        "select_columns is 'a', not a list",
    ),
    "defaults": (
        lambda: E.make_csv_dataset(__file__, 1, ["a"], column_defaults=3),  # type: ignore[arg-type]
        "column_defaults is 3, not a list",
    ),
    "rows to read": (
        lambda: E.make_csv_dataset(__file__, 1, ["a"], num_rows_for_inference=-1),
        "num_rows_for_inference is -1, which is negative",
    ),
    "names": (lambda: E.CsvDataset(3, [0]), "the names of files are"),
    "records": (lambda: ag.io.decode_csv(3, [0]), "records is int32.*, not text"),
    "selected": (
        lambda: ag.io.decode_csv("1", [0], select_cols=[1, 0]),
        "decode_csv: select_cols is",
    ),
}


@pytest.mark.parametrize(("call", "said"), WRONG.values(), ids=WRONG)
def test_wrong_arguments_are_told_at_once(call, said):
    with pytest.raises(ag.errors.AutographError, match=said) as info:
        call()
    assert "test_csv_files.py" in str(info.value)


# -- decode_csv


@pytest.mark.parametrize("way", ["eager", "graph", "map"])
def test_records_in_tensors_become_columns(way):
    rows = [(1, 2.5, "a,b"), (3, 1e3, 'say "c"'), (-4, 0.5, "Ä\nd")]
    texts = [written_by_python([row]) for row in rows]
    kinds = [ag.int32, [0.0], ""]
    wanted = [list(map(list, zip(*rows, strict=True)))[i] for i in range(3)]
    wanted[2] = [each.encode() for each in wanted[2]]
    decode = ag.function(ag.io.decode_csv) if way == "graph" else ag.io.decode_csv
    if way == "map":
        lines = ag.data.Dataset.from_tensor_slices(texts)
        dataset = lines.map(lambda line: ag.io.decode_csv(line, kinds))
        assert values(dataset) == list(zip(*wanted, strict=True))
        return
    columns = decode(ag.constant(texts), kinds)
    assert [each.dtype for each in columns] == [ag.int32, ag.float32, ag.string]
    assert [each.numpy().tolist() for each in columns] == wanted
    nested = decode(ag.constant([[text] for text in texts]), kinds)
    assert [each.shape for each in nested] == [(3, 1)] * 3
    assert [each.numpy().ravel().tolist() for each in nested] == wanted
    assert [each.numpy() for each in decode(texts[0], kinds)] == [1, 2.5, b"a,b"]
    nothing = decode(ag.constant([], ag.string), kinds)
    assert [each.shape for each in nothing] == [(0,)] * 3


def test_columns_of_records_are_selected_and_have_defaults():
    texts = ["1|x|NA", "||4.5"]
    given = {"field_delim": "|", "na_value": "NA", "select_cols": [0, 2]}
    first, last = ag.io.decode_csv(texts, [7, -1.0], **given)
    assert (first.numpy().tolist(), last.numpy().tolist()) == ([1, 7], [-1.0, 4.5])
    quoted = ag.io.decode_csv(['"a"'], [""], use_quote_delim=False)
    assert quoted[0].numpy().tolist() == [b'"a"']


MALFORMED_TEXTS = {
    "a word": (["1,2", "3,x"], [0, 0], "record 1, column 1: 'x' is no int32"),
    "too many": (["1,2"], [0], "record 0: the record has 2 fields, not 1"),
    "nothing": (["1", ""], [0], "record 1: the record has 0 fields, not 1"),
    "required": ([","], [[0], ag.int32], "record 0, column 1: there is no value"),
    "two lines": (
        ["a\nb"],
        [""],
        r"malformed: new-line character seen in unqu\w+ field\.",
    ),
    "no end of quotes": (["a", '"b'], [""], "record 1: the record is malformed"),
}


@pytest.mark.parametrize("is_graph", [False, True])
@pytest.mark.parametrize(
    ("texts", "kinds", "said"), MALFORMED_TEXTS.values(), ids=MALFORMED_TEXTS
)
def test_what_is_malformed_is_told_with_its_place(texts, kinds, said, is_graph):
    decode = ag.function(ag.io.decode_csv) if is_graph else ag.io.decode_csv
    with pytest.raises(InvalidArgumentError, match=said) as info:
        decode(ag.constant(texts), kinds)
    assert info.value.message.startswith("decode_csv: record ")
    assert "test_csv_files.py" in str(info.value)
    assert info.value.hint


# -- make_csv_dataset

TABLE = "name,age,height,id\nAnn,31,1.75,1\nBob,,1.5,5000000000\n,7,NA,3\n"


def once(path, size=2, **options):
    options = {"num_epochs": 1, "shuffle": False, "na_value": "NA", **options}
    return E.make_csv_dataset(path, size, **options)


def test_batches_are_dicts_of_columns_whose_dtypes_are_found_out(write):
    dataset = once(write(TABLE))
    assert dataset.element_spec == {
        "name": ag.TensorSpec((None,), ag.string),
        "age": ag.TensorSpec((None,), ag.int32),
        "height": ag.TensorSpec((None,), ag.float32),
        "id": ag.TensorSpec((None,), ag.int64),
    }
    first, second = values(dataset)
    assert list(first) == ["name", "age", "height", "id"]
    assert first == {
        "name": [b"Ann", b"Bob"],
        "age": [31, 0],
        "height": [1.75, 1.5],
        "id": [1, 5000000000],
    }
    assert second == {"name": [b""], "age": [7], "height": [0.0], "id": [3]}


@pytest.mark.parametrize(
    ("texts", "dtype"),
    [
        (["1", "-2"], ag.int32),
        (["1", "2147483648"], ag.int64),
        (["1", "9223372036854775808"], ag.float32),
        (["1", "2.5"], ag.float32),
        (["1e30", "nan", "inf"], ag.float32),
        (["1", "1e39"], ag.float64),
        (["1", "x"], ag.string),
        (["2.5", "1_0"], ag.string),
        (["", "NA"], ag.string),
        (["", "3"], ag.int32),
    ],
)
def test_the_narrowest_dtype_is_found(write, texts, dtype):
    path = write(written_by_python([["x", "y"], *([each, "0"] for each in texts)]))
    assert once(path).element_spec["x"].dtype is dtype
    assert len(values(once(path, 10))[0]["x"]) == len(texts)


def test_a_label_becomes_the_second_part(write):
    (features, labels), _ = values(once(write(TABLE), label_name="age"))
    assert list(features) == ["name", "height", "id"]
    assert labels == [31, 0]


def test_columns_are_selected_by_name_or_place(write):
    path = write(TABLE)
    wanted = {"age": [31, 0, 7], "id": [1, 5000000000, 3]}
    for selected in (["age", "id"], [1, 3], ["id", 1]):
        assert values(once(path, 3, select_columns=selected)) == [wanted]


def test_names_and_defaults_are_given(write):
    path = write("1,a\n,b\n")
    dataset = once(path, column_names=["x", "y"], header=False, column_defaults=[9, ""])
    assert values(dataset) == [{"x": [1, 9], "y": [b"a", b"b"]}]
    path = write("p,q\n1,a\n")
    dataset = once(path, column_names=["x", "y"], column_defaults=[ag.float64, ""])
    assert values(dataset) == [{"x": [1.0], "y": [b"a"]}]


def test_files_are_found_by_patterns_and_read_in_turn(write, tmp_path):
    for place in range(3):
        write(f"x,y\n{place},a\n{place},b\n", f"{place}.csv")
    pattern = str(tmp_path / "*.csv")
    for given_as in (pattern, [pattern], tmp_path / "*.csv", ag.constant([pattern])):
        assert values(once(given_as, 10))[0]["x"] == [0, 0, 1, 1, 2, 2]
    by_turns = once(pattern, 10, num_parallel_reads=3)
    assert values(by_turns)[0]["x"] == [0, 1, 2, 0, 1, 2]
    found = once(str(tmp_path / "[12].csv"), 10, select_columns=["x"])
    assert values(found) == [{"x": [1, 1, 2, 2]}]


def test_the_order_is_random_and_follows_the_seed(write):
    path = write("x,y\n" + "".join(f"{i},0\n" for i in range(50)))

    def drawn(seed):
        dataset = once(path, 50, shuffle=True, shuffle_seed=seed)
        return values(dataset)[0]["x"]

    assert sorted(drawn(1)) == list(range(50))
    assert drawn(1) == drawn(1) != drawn(2)
    assert drawn(1) != sorted(drawn(1))


def test_batches_without_end_are_full(write):
    path = write("x,y\n1,a\n2,b\n3,c\n")
    dataset = E.make_csv_dataset(path, 2, shuffle=False)
    assert dataset.element_spec["x"] == ag.TensorSpec((2,), ag.int32)
    found = [each["x"].tolist() for each in dataset.take(3).as_numpy_iterator()]
    assert found == [[1, 2], [3, 1], [2, 3]]
    twice = once(path, 2, num_epochs=2, prefetch_buffer_size=0)
    assert [each["x"] for each in values(twice)] == [[1, 2], [3, 1], [2, 3]]


def test_other_encodings_and_compressions(write):
    path = write("x,y\n1,Ä\n".encode("utf-16"), pack=gzip.compress)
    dataset = once(path, encoding="utf-16", compression_type="GZIP")
    assert values(dataset) == [{"x": [1], "y": ["Ä".encode()]}]
    with pytest.raises(InvalidArgumentError, match="the text is no utf-16"):
        once(write(b"x"), encoding="utf-16")


def test_malformed_records_are_left_out_if_wanted(write):
    text = "x,y\n1,a\nz,b\n3\n4,d\n"
    options = {"column_defaults": [0, ""]}
    found = values(once(write(text), ignore_errors=True, **options))
    assert found == [{"x": [1, 4], "y": [b"a", b"d"]}]
    with pytest.raises(InvalidArgumentError, match="line 3, column 'x': 'z' is no int"):
        values(once(write(text), **options))
    assert values(once(write(text), 3, ignore_errors=True)) == [
        {"x": [b"1", b"z", b"4"], "y": [b"a", b"b", b"d"]}
    ]
    with pytest.raises(InvalidArgumentError, match="line 4: the record has 1 fields"):
        once(write(text))


def test_a_column_that_was_not_read_far_enough_is_told(write):
    path = write("x,y\n1,a\n2.5,b\n")
    with pytest.raises(InvalidArgumentError, match=r"line 3, column 'x': '2\.5' is no"):
        values(once(path, num_rows_for_inference=1))
    whole = once(path, num_rows_for_inference=None)
    assert whole.element_spec["x"].dtype is ag.float32


def test_wrong_columns_are_told_at_once(write, tmp_path):
    path = write("x,y\n1,a\n")
    calls = {
        "label_name is 'z', and the columns are 'x', 'y'": {"label_name": "z"},
        "no column beside the label": {"select_columns": ["x"], "label_name": "x"},
        "there is no column 'z'; the columns are 'x', 'y'": {"select_columns": ["z"]},
        "there is no column 2": {"select_columns": [2]},
        "select_columns is empty": {"select_columns": []},
        "column_defaults has 1 items for 2 columns": {"column_defaults": [0]},
        "column_names is not given": {"header": False},
        "column_names has the name 'x' twice": {"column_names": ["x", "x"]},
        "the batch_size is 0|batch_size is 0": {"size": 0},
    }
    for said, options in calls.items():
        with pytest.raises(InvalidArgumentError, match=said) as info:
            once(path, **options)
        assert "test_csv_files.py" in str(info.value)
    other = write("x,z\n1,a\n", "b.csv")
    with pytest.raises(InvalidArgumentError, match=re.escape(f"the header of {other}")):
        once([path, other])
    with pytest.raises(InvalidArgumentError, match="is empty: it has no header"):
        once(write(""))
    with pytest.raises(InvalidArgumentError, match="has the name 'x' twice"):
        once(write("x,x\n1,2\n"))
    with pytest.raises(ag.errors.NotFoundError, match="no file matches"):
        once(str(tmp_path / "*.none"))
    with pytest.raises(ag.errors.DTypeError, match="file_pattern is 3, not text"):
        once(3)


def test_the_namespace_has_what_tensorflow_has_there():
    assert E.AUTOTUNE == ag.data.AUTOTUNE
    assert E.INFINITE_CARDINALITY == ag.data.INFINITE_CARDINALITY
    assert E.UNKNOWN_CARDINALITY == ag.data.UNKNOWN_CARDINALITY
    found = iter(ag.data.Dataset.range(1)).get_next_as_optional()
    assert isinstance(found, E.Optional)
    assert set(E.__all__) <= set(dir(E))
