"""Arrays in files and tables as data sets of rows: `.npy`, `.npz`, Arrow.

Arrays in files are mapped into memory: only the rows that are drawn are read. They are
copied, some at a time, so that a tensor does not change when the file does. Before and
after that the size of the file is looked at: one that was cut off is an error. Only if
it is cut off in the very moment of copying does the system end the process (SIGBUS).

    ag.data.experimental.from_npy("x.npy")
    ag.data.experimental.from_npz("x.npz")          # dicts of rows
    ag.data.experimental.from_arrow(table)          # dicts of values
    ag.data.Dataset.from_tensor_slices(dict(frame))  # a data frame of pandas
"""

from __future__ import annotations

import math
import mmap
import os
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import IO, Any, Final

import numpy as np

from autograph.data.dataset import Dataset
from autograph.data.elements import Element, Flat, flatten
from autograph.data.files import damaged, not_found
from autograph.data.lives import Life
from autograph.data.stages import Iterated
from autograph.data.texts import known_path, texts_of
from graph import dtypes
from graph.convert import shown
from graph.errors import (
    AutographError,
    DataLossError,
    DTypeError,
    InvalidArgumentError,
)
from graph.origin import capture_exact
from graph.specs import TensorSpec

# About how many bytes of rows are copied at once.
_PIECE_BYTES: Final = 1 << 16
# How far into a member of an archive its name begins, and where the lengths stand.
_NAME_LENGTHS: Final = slice(26, 30)
_MEMBER_HEAD: Final = 30


def from_npy(path: Any) -> Dataset:
    """Return a data set of the rows of an array in a `.npy` file.

    Args:
        path: The name of the file.

    Raises:
        NotFoundError: There is no such file.
        InvalidArgumentError: The array is a scalar, which has no rows; when rows are
            drawn, the file has another array.
        DTypeError: It is of a dtype that tensors do not have, such as objects.
        DataLossError: The file is cut off, also while rows are drawn, or no `.npy`
            file.

    Source:  NumPy enhancement proposal 1; numpy.memmap
    """
    name = known_path(path, "from_npy", "path")
    return _of_arrays(lambda: _mapped(name), name, "from_npy")


def from_npz(path: Any, names: Sequence[str] | None = None) -> Dataset:
    """Return a data set of the rows of arrays in a `.npz` file, as dicts.

    Arrays that are compressed are read as a whole, at each iteration, and checked; the
    checksums of those that are mapped are not looked at.

    Args:
        path: The name of the file.
        names: Those of the arrays; all by default.

    Raises:
        NotFoundError: There is no such file.
        InvalidArgumentError: There is no such array, one is a scalar, or their numbers
            of rows differ; when rows are drawn, the file has other arrays.
        DTypeError: One is of a dtype that tensors do not have, such as objects.
        DataLossError: The file is cut off, also while rows are drawn, or no `.npz`
            file.

    Source:  numpy.savez; PKWARE's application note on ZIP, 4.3.7
    """
    name = known_path(path, "from_npz", "path")
    wanted = None if names is None else tuple(texts_of(names, "from_npz: names"))
    return _of_arrays(lambda: _archived(name, wanted), name, "from_npz")


@dataclass(frozen=True)
class _Stored:
    """An array in a file.

    Attributes:
        array: The array.
        name: The name of the file.
        mapping: What it is a part of, if it is mapped.
        end: Where it ends in the file.
    """

    array: Any
    name: str
    mapping: mmap.mmap | None = None
    end: int = 0

    def rows(self) -> Iterator[Any]:
        """Return its rows, copied some at a time.

        Raises:
            DataLossError: The file was cut off.
        """
        row_bytes = max(1, self.array[:1].nbytes)
        size = max(1, _PIECE_BYTES // row_bytes)
        for start in range(0, len(self.array), size):
            self.check()
            piece = _copied(self.array[start : start + size])
            self.check()  # what is behind the end of a file may be zeros
            yield from piece

    def check(self) -> None:
        """Look at the size of the file.

        Raises:
            DataLossError: It was cut off.
        """
        if self.mapping is not None and self.mapping.size() < self.end:
            raise _cut_off(self.name, self.mapping.size(), self.end)


def _cut_off(name: str, size: int, end: int) -> DataLossError:
    found = DataLossError(
        f"{name} is cut off: an array ends at byte {end}, and the file at {size}.",
        hint="Write it under another name, and rename it when it is whole.",
    )
    found.filename = name
    return found


def _copied(rows: Any) -> Any:
    """Return a copy of rows, of a dtype that tensors have."""
    if rows.dtype.kind == "U":
        rows = np.strings.encode(rows, "utf-8")
    if rows.dtype.kind == "S":
        return rows.astype(object)
    return np.array(rows, rows.dtype.newbyteorder("="), order="C", subok=False)


def _of_arrays(read: Callable[[], Any], name: str, what: str) -> Dataset:
    leaves, structure = flatten(read())
    element = Element(structure, [_spec_of(each.array, name, what) for each in leaves])
    lengths = {len(each.array) for each in leaves}
    if len(lengths) > 1:
        shown_lengths = ", ".join(map(str, sorted(lengths)))
        raise InvalidArgumentError(
            f"{what}: the arrays in {name} have different numbers of rows: "
            f"{shown_lengths}.",
            origin=capture_exact(),
            hint="Give the names of those that have equally many.",
        )
    (count,) = lengths

    def rows(life: Life) -> Iterator[Flat]:
        del life  # a mapping ends with the last array that has a part of it
        arrays, found = flatten(read())
        specs = [_spec_of(each.array, name, what) for each in arrays]
        if (
            found != structure
            or tuple(specs) != element.specs
            or {len(each.array) for each in arrays} != {count}
        ):
            raise InvalidArgumentError(
                f"{what}: {name} has other arrays than when the data set was made.",
                hint="Make the data set anew.",
            )
        return zip(*(each.rows() for each in arrays), strict=True)

    return Dataset(Iterated(rows, element, count))


def _spec_of(array: Any, name: str, what: str) -> TensorSpec:
    """Return the spec of a row.

    Raises:
        InvalidArgumentError: There are no rows.
    """
    if array.ndim == 0:
        raise InvalidArgumentError(
            f"{what}: an array in {name} is a scalar: it has no rows.",
            origin=capture_exact(),
            hint="np.load(path) reads it.",
        )
    return TensorSpec(array.shape[1:], _dtype_of(array.dtype, f"an array in {name}"))


def _dtype_of(dtype: Any, what: str) -> dtypes.DType:
    """Return the dtype of tensors for one of NumPy's.

    Raises:
        DTypeError: There is none.
    """
    if dtypes.has_tensors(dtype) and not dtype.hasobject:
        return dtypes.from_numpy(dtype)
    raise DTypeError(
        f"{what} is of dtype {dtype}, of which there are no tensors.",
        origin=capture_exact(),
        hint="Convert it before: to numbers, or to text, array.astype(str).",
    )


def _mapped(name: str) -> _Stored:
    try:
        with open(name, "rb") as file:  # noqa: PTH123  # any name
            if file.read(2) == b"PK":
                why = "it is an archive, which from_npz reads"
                raise _unreadable(name, why)
            return _mapped_at(file, 0, name)
    except FileNotFoundError:
        raise not_found(name) from None
    except (ValueError, EOFError) as error:
        if isinstance(error, AutographError):
            raise
        raise _unreadable(name, str(error).rstrip(".")) from None


def _mapped_at(file: IO[bytes], start: int, name: str) -> _Stored:
    """Return the array that is stored from a byte of a file on, mapped.

    Raises:
        ValueError: There is none.
        DataLossError: It is cut off.
    """
    file.seek(start)
    version = np.lib.format.read_magic(file)
    if version == (1, 0):
        header = np.lib.format.read_array_header_1_0(file)
    elif version == (2, 0):
        header = np.lib.format.read_array_header_2_0(file)
    else:
        raise ValueError(f"version {version} of the format is not known")
    shape, is_fortran, dtype = header
    if dtype.hasobject:
        raise ValueError("Object arrays cannot be mapped")
    begin = file.tell()
    end, size = (
        begin + dtype.itemsize * math.prod(shape),
        os.fstat(file.fileno()).st_size,
    )
    if end > size:
        raise _cut_off(name, size, end)
    mapping = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    order: Any = "F" if is_fortran else "C"
    array = np.ndarray(shape, dtype, mapping, begin, order=order)
    return _Stored(array, name, mapping, end)


def _unreadable(name: str, why: str) -> Exception:
    """Return the error for a file that NumPy does not read."""
    if "Object arrays" in why or "Python objects" in why:
        return DTypeError(
            f"{name} has an array of Python objects, of which there are no tensors.",
            origin=capture_exact(),
            hint="Convert it before: to numbers, or to text, array.astype(str).",
        )
    found = DataLossError(
        f"{name} cannot be read: {why}.",
        origin=capture_exact(),
        hint="It is cut off or damaged, or not of this format. Write it anew.",
    )
    found.filename = name
    return found


# -- Archives -------------------------------------------------------------------------


def _archived(name: str, wanted: Sequence[str] | None) -> dict[str, Any]:
    try:
        with zipfile.ZipFile(name) as archive:
            members = {
                each.filename.removesuffix(".npy"): each for each in archive.infolist()
            }
            names = tuple(members) if wanted is None else wanted
            unknown = [each for each in names if each not in members]
            if unknown or not names:
                have = ", ".join(map(repr, members)) or "none"
                lacks = f"no array {unknown[0]!r}" if unknown else "no arrays"
                raise InvalidArgumentError(
                    f"from_npz: {name} has {lacks}; its arrays are {have}.",
                    origin=capture_exact(),
                )
            return {each: _member(archive, members[each], name) for each in names}
    except FileNotFoundError:
        raise not_found(name) from None
    except (zipfile.BadZipFile, zlib.error, ValueError, EOFError) as error:
        if isinstance(error, AutographError):
            raise
        raise _unreadable(name, str(error).rstrip(".")) from None


def _member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str) -> _Stored:
    """Return an array of an archive: mapped, unless it is compressed."""
    if member.compress_type != zipfile.ZIP_STORED:
        with archive.open(member) as packed:
            return _Stored(np.lib.format.read_array(packed, allow_pickle=False), name)
    with open(name, "rb") as file:  # noqa: PTH123  # any name
        file.seek(member.header_offset)
        head = file.read(_MEMBER_HEAD)
        if len(head) < _MEMBER_HEAD:
            what = "the head of a member is cut off"
            raise damaged(name, member.header_offset, what)
        lengths = np.frombuffer(head[_NAME_LENGTHS], "<u2").tolist()
        return _mapped_at(file, file.tell() + sum(lengths), name)


# -- Arrow ----------------------------------------------------------------------------


def from_arrow(table: Any, columns: Sequence[str] | None = None) -> Dataset:
    """Return a data set of the rows of an Arrow table, as dicts of scalars.

    Args:
        table: A `pyarrow.Table` or `RecordBatch`; or the name of a file: of Parquet,
            if it ends with `.parquet`, else of Arrow's own format, which is mapped.
        columns: The names of those to take; all by default.

    Raises:
        ImportError: A file is named, and `pyarrow` is not installed.
        NotFoundError: There is no such file.
        DTypeError: A column is of a type that scalars do not have.
        InvalidArgumentError: There is no such column, or, when rows are drawn, a value
            is missing.

    Source:  Apache Arrow's columnar format
    """
    if isinstance(table, (str, bytes, os.PathLike)):
        table = _arrow_file(os.fsdecode(table))
    if not hasattr(table, "schema") or not hasattr(table, "num_rows"):
        raise DTypeError(
            f"from_arrow: {shown(table)} is no table of Arrow.",
            origin=capture_exact(),
            hint="Of a data frame, pyarrow.Table.from_pandas(frame) makes one; Dataset."
            "from_tensor_slices(dict(frame)) needs none.",
        )
    names = list(table.schema.names) if columns is None else list(columns)
    unknown = [each for each in names if each not in table.schema.names]
    if unknown or not names or len(set(names)) < len(names):
        raise InvalidArgumentError(
            f"from_arrow: the columns are {table.schema.names}, not {names}.",
            origin=capture_exact(),
            hint="Columns have names, which differ.",
        )
    table = table.select(names)
    specs = {
        name: TensorSpec((), _dtype_of_arrow(table.schema.field(name).type, name))
        for name in names
    }
    leaves, structure = flatten(specs)
    places, _ = flatten({name: place for place, name in enumerate(names)})

    def rows(life: Life) -> Iterator[Flat]:
        del life
        n_before = 0
        batches = table.to_batches() if hasattr(table, "to_batches") else [table]
        for batch in batches:
            yield from zip(
                *(
                    _values(batch.column(place), names[place], n_before, spec)
                    for place, spec in zip(places, leaves, strict=True)
                ),
                strict=True,
            )
            n_before += batch.num_rows

    return Dataset(Iterated(rows, Element(structure, leaves), table.num_rows))


def _dtype_of_arrow(kind: Any, name: str) -> dtypes.DType:
    """Return the dtype of a column.

    Raises:
        DTypeError: There is none.
    """
    text = str(kind)
    if text.startswith("dictionary<values="):
        text = text.removeprefix("dictionary<values=").split(",")[0]
    if text in _TEXTS:
        return dtypes.string
    text = _FLOATS.get(text, text)
    try:
        dtype = np.dtype(text)
    except TypeError:
        dtype = np.dtype(object)
    if dtype.kind not in "biuf":
        raise DTypeError(
            f"from_arrow: column {name!r} is of type {kind}, which scalars do not "
            "have.",
            origin=capture_exact(),
            hint="Convert it, table.set_column(...), or leave it out, columns=[...].",
        )
    return dtypes.from_numpy(dtype)


_TEXTS: Final = (
    *("string", "large_string", "string_view"),
    *("binary", "large_binary", "binary_view"),
)
_FLOATS: Final = {"halffloat": "float16", "float": "float32", "double": "float64"}


def _values(column: Any, name: str, n_before: int, spec: TensorSpec) -> Any:
    if column.null_count:
        missing = np.flatnonzero(column.is_null().to_numpy(zero_copy_only=False))
        raise InvalidArgumentError(
            f"from_arrow: column {name!r} has no value in row {n_before + missing[0]}.",
            hint="Fill them before: column.fill_null(0).",
        )
    if spec.dtype is not dtypes.string:
        return column.to_numpy(zero_copy_only=False)
    return [
        each.encode() if isinstance(each, str) else each for each in column.to_pylist()
    ]


def _arrow_file(name: str) -> Any:
    """Return the table in a file."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        raise ImportError(
            "files of Arrow and Parquet are read by pyarrow, which is not installed: "
            "pip install 'autograph[data]'."
        ) from error
    try:
        if name.endswith(".parquet"):
            return pq.read_table(name)
        with pa.memory_map(name) as source:
            return pa.ipc.open_file(source).read_all()
    except FileNotFoundError:
        raise not_found(name) from None
    except pa.ArrowInvalid as error:
        raise _unreadable(name, str(error).rstrip(".")) from None


__all__ = ["from_arrow", "from_npy", "from_npz"]
