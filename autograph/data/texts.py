"""Text that functions take: names of files, patterns of names, contents."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable
from typing import Any

import numpy as np

from graph import dtypes
from graph.convert import is_sequence, shown
from graph.dispatch import as_tensor
from graph.errors import DTypeError, InvalidArgumentError
from graph.origin import capture_exact
from graph.tensor import EagerTensor, Tensor


def path_as_text(given: Any) -> Any:
    """Return names with text in place of paths."""
    if isinstance(given, os.PathLike):
        return os.fspath(given)
    if is_sequence(given) and any(isinstance(each, os.PathLike) for each in given):
        return [path_as_text(each) for each in given]
    return given


def known_path(given: Any, function: str, what: str) -> str:
    """Return the name of a file.

    Args:
        given: Text or a path.
        function: What takes it, in an error.
        what: What it is called there.

    Raises:
        DTypeError: It is no text, or not known while tracing.
    """
    found = given.numpy() if isinstance(given, EagerTensor) else given
    if isinstance(found, (str, bytes, os.PathLike)):
        return os.fsdecode(found)
    raise DTypeError(
        f"{function}: {what} is {shown(given)}, not the name of a file.",
        origin=capture_exact(),
        hint="Give text or a path.",
    )


def texts_of(given: Any, what: str) -> list[str]:
    """Return texts that are known, such as the names of columns.

    Args:
        given: A list of them, or something else that has them.
        what: What it is called in an error.

    Raises:
        DTypeError: They are no list of text.
    """
    if isinstance(given, Iterable) and not isinstance(given, str):
        found = list(given)
        if all(isinstance(each, str) for each in found):
            return found
    raise DTypeError(
        f"{what} is {shown(given)}, not a list of text.", origin=capture_exact()
    )


def text_tensor(value: Any, function: str, what: str) -> Tensor:
    """Return a tensor of text.

    Args:
        value: Text: str, bytes, a list or a tensor of them.
        function: What takes it, in an error.
        what: What it is called there.

    Raises:
        DTypeError: It is no text.
    """
    found = as_tensor(value)
    if found.dtype.canonical is dtypes.string:
        return found
    raise DTypeError(
        f"{function}: {what} is {found.spec}, not text.",
        origin=capture_exact(),
        hint="Give text: str, bytes, or a tensor of them.",
    )


def scalar_text(value: Any, function: str, what: str) -> Tensor:
    """Return a scalar tensor of text: see `text_tensor`.

    Raises:
        DTypeError: It is no text.
        InvalidArgumentError: It is no scalar.
    """
    found = text_tensor(value, function, what)
    if found.shape in ((), None):
        return found
    raise InvalidArgumentError(
        f"{function}: {what} has the shape {found.shape}; it is one text.",
        origin=capture_exact(),
        hint="For several, use ag.map_fn, or a `for` statement.",
    )


def as_bytes(texts: Any) -> list[bytes]:
    """Return the texts in an array, or one text, as bytes."""
    return [
        each.encode() if isinstance(each, str) else each
        for each in np.asarray(texts, object).ravel().tolist()
    ]


def text_array(texts: Any) -> Any:
    """Return an array of a list of texts."""
    found = np.empty(len(texts), object)
    found[:] = texts
    return found


def matching_names(patterns: Any) -> Any:
    """Return the names of files that match one of several patterns, sorted.

    Source:  Python's glob
    """
    names = {path for each in as_bytes(patterns) for path in glob.glob(each)}  # noqa: PTH207  # of bytes
    return text_array(sorted(names))


__all__: list[str] = []
