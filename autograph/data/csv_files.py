"""Comma-separated values in files and in text, which Python's `csv` parses.

`CsvDataset` gives a tuple of scalars for each record, `make_csv_dataset` batches of
named columns, whose dtypes it finds out. `decode_csv` takes the records themselves.

Source:  TensorFlow's data.experimental.CsvDataset and make_csv_dataset, io.decode_csv;
         RFC 4180
"""

from __future__ import annotations

import codecs
import csv
import glob
import io
import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import IO, Any, Final

import numpy as np

from autograph.data.dataset import Dataset
from autograph.data.elements import Element, Flat, component_of, flatten
from autograph.data.files import (
    Files,
    compression_of,
    in_turn,
    read_from,
)
from autograph.data.lives import Life
from autograph.data.stages import AUTOTUNE, Elements, Stage
from autograph.data.texts import as_bytes, path_as_text, text_tensor, texts_of
from graph import dtypes
from graph.convert import is_sequence, shown
from graph.dtypes import DType
from graph.errors import (
    DTypeError,
    InvalidArgumentError,
    NotFoundError,
)
from graph.graph import eager_scope
from graph.ops.arguments import static_int
from graph.ops.python_calls import numpy_function
from graph.origin import capture_exact
from graph.specs import TensorSpec
from graph.tensor import EagerTensor, Tensor

_REQUIRED: Final = ...
# What the values of a column may be, from the narrowest on.
_INFERRED: Final = (
    dtypes.int32,
    dtypes.int64,
    dtypes.float32,
    dtypes.float64,
    dtypes.string,
)

Parse = Callable[[str], Any]
Records = Generator[tuple[int, list[str]], None, None]


@dataclass(frozen=True)
class Layout:
    """How the records of a file are written.

    Attributes:
        delimiter: What is between fields.
        has_quotes: Do quotes hold fields together?
        has_header: Is the first record one of names?
        encoding: That of the file.
        missing: The texts that stand for no value.
    """

    delimiter: str = ","
    has_quotes: bool = True
    has_header: bool = False
    encoding: str = "utf-8"
    missing: tuple[str, ...] = ("",)

    def records(self, file: IO[bytes], name: str) -> Records:
        """Return the records of an open file, each with the line where it begins.

        Lines with nothing in them are none.

        Raises:
            InvalidArgumentError: One is malformed.
        """
        # Bytes that are no text are kept as they are; a mark of byte order is not.
        is_utf8 = self.encoding.lower().replace("_", "-") in ("utf-8", "utf8")
        encoding = "utf-8-sig" if is_utf8 else self.encoding
        text = io.TextIOWrapper(file, encoding, "surrogateescape", newline="")
        reader = self.reader(text)
        line, is_first = 1, True
        try:
            for record in reader:
                if record and not (is_first and self.has_header):
                    yield line, record
                is_first = is_first and not record
                line = reader.line_num + 1
        except csv.Error as error:
            raise _misquoted(f"{name}, line {line}", error) from error
        except UnicodeDecodeError as error:
            raise InvalidArgumentError(
                f"{name}, behind line {line}: the text is no {self.encoding}: "
                f"{error.reason}.",
                hint="Give the encoding of the file.",
            ) from error
        finally:
            with suppress(ValueError):  # its life may be over: it is closed then
                text.detach()

    def reader(self, lines: Iterable[str]) -> Any:
        """Return Python's reader of the records in lines."""
        quoting: Any = csv.QUOTE_MINIMAL if self.has_quotes else csv.QUOTE_NONE
        return csv.reader(lines, delimiter=self.delimiter, quoting=quoting, strict=True)


def _misquoted(where: str, error: Exception) -> InvalidArgumentError:
    what = str(error).split(" - ", maxsplit=1)[0]  # Python's advice is on opening files
    return InvalidArgumentError(
        f"{where}: the record is malformed: {what}.",
        hint=_HINT_OF_SIZE if "limit" in what else _HINT_OF_QUOTES,
    )


_HINT_OF_SIZE: Final = "Python's csv.field_size_limit(n) allows for larger fields."
_HINT_OF_QUOTES: Final = (
    "A line break stands in quotes. A quote within quotes is written twice, and quotes "
    "go around the whole field; "
    "use_quote_delim=False takes quotes as they are."
)


@dataclass(frozen=True)
class Column:
    """One of the fields of each record.

    Attributes:
        place: Which one.
        dtype: That of its values.
        default: What stands where there is no value; `_REQUIRED` for none.
        name: What it is called in errors.
    """

    place: int
    dtype: DType
    default: Any
    name: str

    def parser(self, missing: Sequence[str]) -> Parse:
        """Return what makes a value of text, or raises ValueError."""
        convert, default = _converter(self.dtype), self.default
        absent = frozenset(missing)

        def parse(text: str) -> Any:
            if text not in absent:
                return convert(text)
            if default is _REQUIRED:
                raise ValueError(text)
            return default

        return parse


def _converter(dtype: DType) -> Parse:
    if dtype is dtypes.string:
        return lambda text: text.encode("utf-8", "surrogateescape")
    if not dtype.is_integer:
        kind, largest = dtype.numpy.type, float(np.finfo(dtype.numpy).max)

        def to_float(text: str) -> float:
            if "_" in text or not text.isascii():  # Python's, and no one else's
                raise ValueError(text)
            found = float(text)
            if not -largest <= found <= largest:  # it is infinity, maybe
                with np.errstate(over="ignore"):
                    return float(kind(found))
            return found

        return to_float
    info = np.iinfo(dtype.numpy)
    least, most = int(info.min), int(info.max)

    def to_integer(text: str) -> int:
        if "_" in text or not text.isascii():
            raise ValueError(text)
        found = int(text)
        if not least <= found <= most:
            raise ValueError(text)
        return found

    return to_integer


@dataclass(frozen=True, eq=False)
class CsvRows(Files):
    """The records of files: read as Python numbers, which become NumPy's."""

    def run(self, life: Life) -> Elements:
        """Read the files."""
        kinds = [
            bytes if spec.dtype is dtypes.string else spec.dtype.numpy.type
            for spec in self.said.specs
        ]
        for row in self.run_raw(life):
            yield tuple([kind(value) for kind, value in zip(kinds, row, strict=True)])

    def run_raw(self, life: Life) -> Elements:
        """Read the files; numbers are Python's."""
        return Files.run(self, life)


@dataclass(frozen=True)
class Rows:
    """What is read of each record: a function of an open file.

    Attributes:
        layout: How the file is written.
        columns: What is taken of a record, in this order.
        n_fields: How many fields a record has; None for as many as are needed.
        is_lenient: Are malformed records left out?
    """

    layout: Layout
    columns: tuple[Column, ...]
    n_fields: int | None
    is_lenient: bool = False

    def __call__(self, file: IO[bytes], name: str) -> Iterator[Flat]:
        """Return the elements in an open file.

        Raises:
            InvalidArgumentError: A record is malformed.
        """
        parse = self.parser()
        with closing(self.layout.records(file, name)) as records:
            for line, record in records:
                try:
                    found = parse(record)
                except ValueError:
                    if self.is_lenient:
                        continue
                    raise self.malformed(f"{name}, line {line}", record) from None
                yield found

    def parser(self) -> Callable[[list[str]], Flat]:
        """Return what makes values of a record, or raises ValueError."""
        missing, n_fields = self.layout.missing, self.n_fields
        fields = [(each.place, each.parser(missing)) for each in self.columns]
        n_needed = self._n_needed

        def parse(record: list[str]) -> Flat:
            count = len(record)
            if not (count >= n_needed if n_fields is None else count == n_fields):
                raise ValueError
            return tuple([parse(record[place]) for place, parse in fields])

        return parse

    @property
    def _n_needed(self) -> int:
        return max((each.place for each in self.columns), default=-1) + 1

    def malformed(self, where: str, record: list[str]) -> InvalidArgumentError:
        """Return the error for a record that `parser` refuses.

        Args:
            where: Where it stands.
            record: The record.
        """
        count, n_needed = len(record), self._n_needed
        wanted = n_needed if self.n_fields is None else self.n_fields
        if count < n_needed or (self.n_fields is not None and count != wanted):
            least = "at least " if self.n_fields is None else ""
            return InvalidArgumentError(
                f"{where}: the record has {count} fields, not {least}{wanted}.",
                hint="Is the delimiter right? Fields that hold it stand in quotes.",
            )
        for column in self.columns:
            text = record[column.place]
            try:
                column.parser(self.layout.missing)(text)
            except ValueError:
                break
        where = f"{where}, {column.name}"
        if text in self.layout.missing:
            return InvalidArgumentError(
                f"{where}: there is no value, and no default.",
                hint="Give a default in place of the dtype, such as [0.0].",
            )
        return InvalidArgumentError(
            f"{where}: {shown(text)} is no {column.dtype}.",
            hint="Give the column another dtype: ag.string takes everything.",
        )


class CsvDataset(Dataset):
    """The records of CSV files, as tuples of scalars.

    Args:
        filenames: A name; a list or a tensor of names; or a data set of them.
        record_defaults: For each column that is selected a dtype, where a value is
            required, or a default for missing ones: a scalar, or a list or a tensor
            with one element. Integers, floating numbers and text.
        compression_type: "GZIP", "ZLIB", or "" for none.
        buffer_size: How many bytes are read at once.
        header: Is the first record of each file to be left out?
        field_delim: What is between fields, one character.
        use_quote_delim: Do quotes hold fields together, and what is in them?
        na_value: A text that, like an empty one, stands for a missing value.
        select_cols: The places of the columns to take, ascending; all by default.
        exclude_cols: The places of the columns to leave out.

    Raises:
        InvalidArgumentError: When records are drawn, one is malformed: the message has
            the file, the line and the column.
        NotFoundError: When records are drawn, there is no such file.
        DataLossError: When they are drawn, the file is not compressed in this way, or
            it is damaged.

    Source:  TensorFlow's data.experimental.CsvDataset
    """

    def __init__(
        self,
        filenames: Any,
        record_defaults: Any,
        compression_type: Any = None,
        buffer_size: Any = None,
        header: bool = False,
        field_delim: str = ",",
        use_quote_delim: bool = True,
        na_value: str = "",
        select_cols: Sequence[int] | None = None,
        exclude_cols: Sequence[int] | None = None,
    ) -> None:
        """Make the data set; the files are opened when elements are drawn."""
        layout = _layout(
            field_delim, use_quote_delim, na_value, header, "utf-8", "CsvDataset"
        )
        columns, n_fields = _columns(
            record_defaults, select_cols, exclude_cols, "CsvDataset"
        )
        _, element = _packed(columns)
        stage = read_from(
            filenames,
            "CsvDataset",
            Rows(layout, columns, n_fields),
            element,
            compression_type,
            buffer_size,
            kind=CsvRows,
        )
        super().__init__(stage)


def _columns(
    defaults: Any,
    selected: Sequence[int] | None,
    excluded: Sequence[int] | None,
    what: str,
) -> tuple[tuple[Column, ...], int | None]:
    """Return columns, and how many fields a record has, if it is known."""
    found = [
        _default(each, place, f"{what}: record_defaults")
        for place, each in enumerate(_listed(defaults, f"{what}: record_defaults"))
    ]
    places, n_fields = _places(len(found), selected, excluded, what)
    columns = tuple(
        Column(place, dtype, default, f"column {place}")
        for place, (dtype, default) in zip(places, found, strict=True)
    )
    return columns, n_fields


def _listed(given: Any, what: str) -> Sequence[Any]:
    if is_sequence(given) and len(given):
        return given  # type: ignore[no-any-return]
    raise DTypeError(
        f"{what} is {shown(given)}, not a list with an item for each column.",
        origin=capture_exact(),
        hint="Write [ag.float32, 0, ''], for example.",
    )


def _packed(columns: Any) -> tuple[list[Column], Element]:
    """Return columns in the order of an element's components, and the element."""
    leaves, structure = flatten(columns)
    return leaves, Element(structure, [TensorSpec((), each.dtype) for each in leaves])


def _layout(
    delimiter: Any, has_quotes: Any, missing: Any, header: Any, encoding: str, what: str
) -> Layout:
    if not isinstance(delimiter, str) or len(delimiter) != 1 or delimiter in '"\r\n':
        raise InvalidArgumentError(
            f"{what}: field_delim is {delimiter!r}; it is one character, and neither a "
            "quote nor the end of a line.",
            origin=capture_exact(),
        )
    absent = missing
    if isinstance(missing, bytes):
        absent = missing.decode("utf-8", "surrogateescape")
    if not isinstance(absent, str):
        raise DTypeError(
            f"{what}: na_value is {missing!r}, not text.", origin=capture_exact()
        )
    if not _is_encoding(encoding):
        raise InvalidArgumentError(
            f"{what}: encoding is {encoding!r}, which is none.",
            origin=capture_exact(),
            hint="The names are those of Python: 'utf-8', 'latin-1', 'utf-16'.",
        )
    texts = ("", absent)
    return Layout(delimiter, bool(has_quotes), bool(header), encoding, texts)


def _is_encoding(name: Any) -> bool:
    try:
        codecs.lookup(name)
    except (LookupError, TypeError):
        return False
    return True


def _default(given: Any, place: int, what: str) -> tuple[DType, Any]:
    """Return the dtype of a column, and its default.

    Raises:
        DTypeError: It is of another dtype than a column can be.
        InvalidArgumentError: It is more than one value.
    """
    if isinstance(given, (DType, np.dtype, type)):
        return _checked_dtype(dtypes.as_dtype(given), place, what), _REQUIRED
    with eager_scope():  # a default is known while a function is traced
        array, spec = component_of(given, what)
    dtype = getattr(spec, "dtype", None)
    if dtype is None or not isinstance(array, np.ndarray):
        raise DTypeError(
            f"{what}[{place}] is {shown(given)}, which is known only at run time.",
            origin=capture_exact(),
        )
    if array.size > 1:
        raise InvalidArgumentError(
            f"{what}[{place}] has {array.size} values; a default is one.",
            origin=capture_exact(),
        )
    value = array.ravel().tolist()[0] if array.size else _REQUIRED
    if isinstance(value, str):
        value = value.encode()
    return _checked_dtype(dtype, place, what), value


def _checked_dtype(dtype: DType, place: int, what: str) -> DType:
    is_number = dtype.is_integer or dtype.is_floating
    if dtype is dtypes.string or is_number:
        return dtype
    raise DTypeError(
        f"{what}[{place}] is {dtype}.",
        origin=capture_exact(),
        hint="Columns are integers, floating numbers or text. Read a truth as text, "
        "and compare: .map(lambda x: x == 'true').",
    )


def _places(
    count: int,
    selected: Sequence[int] | None,
    excluded: Sequence[int] | None,
    what: str,
) -> tuple[list[int], int | None]:
    """Return the places of columns, and how many fields a record has, if it is known.

    Raises:
        InvalidArgumentError: There are not as many as defaults.
    """
    if selected is not None and excluded is not None:
        raise InvalidArgumentError(
            f"{what}: both select_cols and exclude_cols are given.",
            origin=capture_exact(),
            hint="One says what the other one does.",
        )
    given = selected if selected is not None else excluded
    if given is None:
        return list(range(count)), count
    is_listed = is_sequence(given) or isinstance(given, np.ndarray)
    numbers: list[int] = list(given) if is_listed else []
    is_whole = is_listed and all(isinstance(x, (int, np.integer)) for x in numbers)
    if not is_whole or sorted(set(numbers)) != numbers or min(numbers, default=0) < 0:
        name = "select_cols" if selected is not None else "exclude_cols"
        raise InvalidArgumentError(
            f"{what}: {name} is {given!r}; these are places of columns, ascending.",
            origin=capture_exact(),
        )
    if selected is None:
        n_fields = count + len(numbers)
        if numbers and numbers[-1] >= n_fields:
            raise InvalidArgumentError(
                f"{what}: exclude_cols has column {numbers[-1]}, of {n_fields}.",
                origin=capture_exact(),
            )
        return [each for each in range(n_fields) if each not in numbers], n_fields
    if len(numbers) != count:
        raise InvalidArgumentError(
            f"{what}: select_cols has {len(numbers)} columns, and record_defaults "
            f"{count}.",
            origin=capture_exact(),
        )
    return numbers, None


# -- Records in tensors ---------------------------------------------------------------


def decode_csv(
    records: Any,
    record_defaults: Any,
    field_delim: str = ",",
    use_quote_delim: bool = True,
    na_value: str = "",
    select_cols: Sequence[int] | None = None,
    name: str | None = None,
) -> list[Tensor]:
    """Return the columns of records of comma-separated values; in a graph, at each run.

    Args:
        records: Text, each of which is one record.
        record_defaults: For each column that is selected a default for missing values,
            a scalar or a list or a tensor with one element; or where a value is
            required a dtype, or an empty tensor. Integers, floating numbers and text.
        field_delim: What is between fields, one character.
        use_quote_delim: Do quotes hold fields together, and what is in them?
        na_value: A text that, like an empty one, stands for a missing value.
        select_cols: The places of the columns to take, ascending; all by default.
        name: A name for the node.

    Returns:
        A list of tensors, one for each column.

    Shape:   (...) -> (...) for each column
    Dtype:   string -> those of `record_defaults`
    Raises:  InvalidArgumentError if a record is malformed, when this runs: the message
             has its place and the column
    Source:  TensorFlow's io.decode_csv; RFC 4180
    """
    given = text_tensor(records, "decode_csv", "records")
    layout = _layout(
        field_delim, use_quote_delim, na_value, False, "utf-8", "decode_csv"
    )
    columns, n_fields = _columns(record_defaults, select_cols, None, "decode_csv")
    rows = Rows(layout, columns, n_fields)
    specs = [TensorSpec(given.shape, each.dtype) for each in columns]

    def decode(texts: Any) -> list[Any]:
        return _decoded(texts, rows)

    found: list[Tensor] = numpy_function(
        decode, [given], specs, stateful=False, name=name
    )
    return found


def _decoded(texts: Any, rows: Rows) -> list[Any]:
    """Return an array for each column, of the shape of the texts."""
    parse, read = rows.parser(), rows.layout.reader
    found = []
    for place, text in enumerate(as_bytes(texts)):
        record: list[str] = []
        try:
            record = next(read([text.decode("utf-8", "surrogateescape")]))
            found.append(parse(record))
        except csv.Error as error:
            raise _misquoted(f"decode_csv: record {place}", error) from error
        except ValueError:
            raise rows.malformed(f"decode_csv: record {place}", record) from None
    shape = np.shape(texts)
    columns = zip(*found, strict=True) if found else [()] * len(rows.columns)
    return [
        np.array(column, each.dtype.numpy).reshape(shape)
        for each, column in zip(rows.columns, columns, strict=True)
    ]


# -- Batches of named columns ---------------------------------------------------------


def make_csv_dataset(
    file_pattern: Any,
    batch_size: Any,
    column_names: Sequence[str] | None = None,
    column_defaults: Sequence[Any] | None = None,
    label_name: str | None = None,
    select_columns: Sequence[Any] | None = None,
    field_delim: str = ",",
    use_quote_delim: bool = True,
    na_value: str = "",
    header: bool = True,
    num_epochs: int | None = None,
    shuffle: bool = True,
    shuffle_buffer_size: int = 10000,
    shuffle_seed: int | None = None,
    prefetch_buffer_size: Any = None,
    num_parallel_reads: Any = None,
    sloppy: bool = False,
    num_rows_for_inference: int | None = 100,
    compression_type: Any = None,
    ignore_errors: bool = False,
    encoding: str = "utf-8",
) -> Dataset:
    """Return a data set of batches of named columns of CSV files.

    Args:
        file_pattern: Names of files, or patterns of them, one or several.
        batch_size: How many records a batch has.
        column_names: The names of all columns; by default those of the header.
        column_defaults: For each column that is selected a dtype or a default, as in
            `CsvDataset`; by default the narrowest dtype is found out that holds the
            first values, and missing ones are 0 or "".
        label_name: A column that becomes the second part of a pair.
        select_columns: The names or the places of the columns to take.
        field_delim: What is between fields, one character.
        use_quote_delim: Do quotes hold fields together?
        na_value: A text that, like an empty one, stands for a missing value.
        header: Is the first record of each file one of names?
        num_epochs: How many times; None for without end, where batches are all full.
        shuffle: In random order?
        shuffle_buffer_size: As in `Dataset.shuffle`.
        shuffle_seed: As well.
        prefetch_buffer_size: How many batches a thread draws ahead; None leaves it to
            us, 0 for none.
        num_parallel_reads: How many files are read by turns.
        sloppy: For calls written for TensorFlow: the order is always kept.
        num_rows_for_inference: How many records are read to find out dtypes; None for
            all of them.
        compression_type: "GZIP", "ZLIB", or "" for none.
        ignore_errors: Leave out records with malformed fields?
        encoding: That of the files.

    Returns:
        Dicts of columns, each of shape (batch size,); with a label, pairs of one and
        the labels.

    Raises:
        NotFoundError: There is no such file.
        InvalidArgumentError: Names are missing, unknown, or differ between files; when
            batches are drawn, a record is malformed.
        DataLossError: A file is not compressed in this way, or it is damaged.

    Source:  TensorFlow's data.experimental.make_csv_dataset
    """
    del sloppy
    files = _matching(file_pattern)
    layout = _layout(
        field_delim, use_quote_delim, na_value, header, encoding, "make_csv_dataset"
    )
    compression = compression_of(compression_type)
    read = partial(_first_records, layout=layout, compression=compression)
    names = _column_names(files, column_names, header=bool(header), read=read)
    places = _selected(names, select_columns)
    if column_defaults is None:
        records = _all_records(files, len(names), read, is_lenient=bool(ignore_errors))
        n_rows = _rows_to_read(num_rows_for_inference)
        defaults = _inferred(islice(records, n_rows), places, layout)
    elif len(_listed(column_defaults, "make_csv_dataset: column_defaults")) != len(
        places
    ):
        raise InvalidArgumentError(
            f"make_csv_dataset: column_defaults has {len(column_defaults)} items for "
            f"{len(places)} columns.",
            origin=capture_exact(),
        )
    else:
        defaults = [
            _default(each, place, "make_csv_dataset: column_defaults")
            for place, each in enumerate(column_defaults)
        ]
    named = {
        names[place]: Column(place, dtype, default, f"column {names[place]!r}")
        for place, (dtype, default) in zip(places, defaults, strict=True)
    }
    columns, element = _packed(_with_label(named, label_name))
    rows = Rows(layout, tuple(columns), len(names), bool(ignore_errors))

    def make(names: tuple[Any, ...]) -> Stage:
        return CsvRows(names, rows, element, compression)

    sources = Dataset.from_tensor_slices(files)
    if shuffle:
        sources = sources.shuffle(len(files), shuffle_seed)
    dataset = Dataset(in_turn((sources._stage,), make, num_parallel_reads))
    if shuffle:
        dataset = dataset.shuffle(shuffle_buffer_size, shuffle_seed)
    dataset = dataset.repeat(num_epochs)
    dataset = dataset.batch(batch_size, drop_remainder=num_epochs is None)
    size = AUTOTUNE if prefetch_buffer_size is None else prefetch_buffer_size
    return dataset.prefetch(size)


def _rows_to_read(given: Any) -> int | None:
    if given is None:
        return None
    found = static_int(given, "make_csv_dataset: num_rows_for_inference")
    if found < 0:
        raise InvalidArgumentError(
            f"make_csv_dataset: num_rows_for_inference is {found}, which is negative.",
            origin=capture_exact(),
            hint="Give None for reading all of them.",
        )
    return found


def _with_label(named: dict[str, Column], label: str | None) -> Any:
    if label is None:
        return named
    if not isinstance(label, str) or label not in named:
        raise InvalidArgumentError(
            f"make_csv_dataset: label_name is {label!r}, and the columns are "
            f"{', '.join(map(repr, named))}.",
            origin=capture_exact(),
        )
    features = {name: each for name, each in named.items() if name != label}
    if not features:
        raise InvalidArgumentError(
            f"make_csv_dataset: there is no column beside the label, {label!r}.",
            origin=capture_exact(),
        )
    return features, named[label]


def _matching(given: Any) -> list[str]:
    """Return the names of files that match patterns, sorted.

    Raises:
        NotFoundError: There is none.
    """
    given = path_as_text(given)
    if isinstance(given, EagerTensor):
        given = given.numpy().tolist() if given.shape else given.numpy()
    patterns = given if is_sequence(given) else [given]
    if not all(isinstance(each, (str, bytes)) for each in patterns):
        raise DTypeError(
            f"make_csv_dataset: file_pattern is {shown(given)}, not text.",
            origin=capture_exact(),
            hint="Give a name, a pattern, or a list of them.",
        )
    found = set()
    for each in map(os.fsdecode, patterns):
        is_there = os.path.exists(each)  # noqa: PTH110  # as its name stands
        files = [each] if is_there else glob.glob(each)  # noqa: PTH207  # any pattern
        if not files:
            raise NotFoundError(
                f"make_csv_dataset: no file matches {each!r}.",
                origin=capture_exact(),
                hint="`*`, `?` and `[...]` stand for parts of a name.",
            )
        found.update(files)
    return sorted(found)


def _first_records(file: str, layout: Layout, compression: str) -> Records:
    rows = Files(
        (np.array(file, object),),
        lambda opened, name: ((each,) for each in layout.records(opened, name)),
        Element(None, ()),  # type: ignore[arg-type]
        compression,
    )
    life = Life(())
    try:
        for (record,) in rows.run(life):
            yield record
    finally:
        life.close()


def _column_names(
    files: list[str], given: Sequence[str] | None, *, header: bool, read: Any
) -> list[str]:
    """Return the names of columns: those that are given, or those of the header.

    Raises:
        InvalidArgumentError: There are none, they differ, or two are the same.
    """
    if given is not None:
        found = texts_of(given, "make_csv_dataset: column_names")
        where = "column_names has"
    elif not header:
        raise InvalidArgumentError(
            "make_csv_dataset: the files have no header, and column_names is not "
            "given.",
            origin=capture_exact(),
        )
    else:
        found, where = _header(files[0], read), f"the header of {files[0]} has"
        for other in files[1:]:
            if _header(other, read) != found:
                raise InvalidArgumentError(
                    f"make_csv_dataset: the header of {other} is not that of "
                    f"{files[0]}.",
                    origin=capture_exact(),
                    hint="Give column_names, or read the files apart.",
                )
    twice = sorted({name for name in found if found.count(name) > 1})
    if twice:
        raise InvalidArgumentError(
            f"make_csv_dataset: {where} the name {twice[0]!r} twice.",
            origin=capture_exact(),
            hint="Give column_names, all of them different.",
        )
    return found


def _header(file: str, read: Any) -> list[str]:
    layout = read.keywords["layout"]
    plain = Layout(layout.delimiter, layout.has_quotes, False, layout.encoding)
    records = read(file, layout=plain)
    with closing(records):
        found: Any = next(records, None)
    if found is None:
        raise InvalidArgumentError(
            f"make_csv_dataset: {file} is empty: it has no header.",
            origin=capture_exact(),
        )
    return found[1]  # type: ignore[no-any-return]


def _selected(names: list[str], given: Sequence[Any] | None) -> list[int]:
    """Return the places of the columns to take, ascending.

    Raises:
        InvalidArgumentError: There is no such column.
    """
    if given is None:
        return list(range(len(names)))
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise DTypeError(
            f"make_csv_dataset: select_columns is {shown(given)}, not a list of names "
            "or places.",
            origin=capture_exact(),
        )
    found = set()
    for each in given:
        if isinstance(each, str) and each in names:
            found.add(names.index(each))
        elif isinstance(each, (int, np.integer)) and 0 <= each < len(names):
            found.add(int(each))
        else:
            raise InvalidArgumentError(
                f"make_csv_dataset: there is no column {each!r}; the columns are "
                f"{', '.join(map(repr, names))}.",
                origin=capture_exact(),
            )
    if not found:
        raise InvalidArgumentError(
            "make_csv_dataset: select_columns is empty.", origin=capture_exact()
        )
    return sorted(found)


def _inferred(
    records: Iterable[list[str]], places: list[int], layout: Layout
) -> list[tuple[DType, Any]]:
    """Return the narrowest dtype that holds these values of each column."""
    levels = dict.fromkeys(places, 0)
    seen = set()
    for record in records:
        for place in places:
            if record[place] not in layout.missing:
                seen.add(place)
                while not _holds(_INFERRED[levels[place]], record[place]):
                    levels[place] += 1
    found = []
    for place in places:
        dtype = _INFERRED[levels[place]] if place in seen else dtypes.string
        found.append((dtype, b"" if dtype is dtypes.string else 0))
    return found


def _all_records(
    files: Iterable[str], count: int, read: Any, *, is_lenient: bool
) -> Iterator[list[str]]:
    for file in files:
        with closing(read(file)) as records:
            for line, record in records:
                if len(record) != count:
                    if is_lenient:
                        continue
                    raise InvalidArgumentError(
                        f"{file}, line {line}: the record has {len(record)} fields, "
                        f"not {count}.",
                        hint="Is the delimiter right? Fields that hold it stand in "
                        "quotes.",
                    )
                yield record


def _holds(dtype: DType, text: str) -> bool:
    try:
        value = _converter(dtype)(text)
    except ValueError:
        return False
    # What is beyond it became infinity, which is another number.
    return not (
        dtype is dtypes.float32 and np.isinf(value) and np.isfinite(float(text))
    )


__all__ = ["CsvDataset", "decode_csv", "make_csv_dataset"]
