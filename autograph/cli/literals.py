"""ARGS to arguments.

Each is a Python literal, or one of these:

27               a tensor; so are 2.5, True, and lists of numbers
"[1, 2, 3]"      the same
py:27            the Python value itself, a constant of the graph
"'text'"         any other Python literal stays what it is
@data.npy        the array in a file, as a tensor
float32[None, 3] any tensor of this kind (where no values are needed)
name=27          a keyword argument
"""

from __future__ import annotations

import ast
import copy
import inspect
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from autograph import DType, TensorSpec, as_dtype
from autograph.cli.failures import UsageError
from autograph.cli.loading import Target
from graph import nest
from graph.errors import AutographError
from graph.ops.core import constant

_KEYWORD = re.compile(r"([^\W\d]\w*)=(?!=)(.*)", re.DOTALL)
_SPEC = re.compile(r"[a-z]+\d*\[.*\]", re.DOTALL)
_NOT_FINITE = {"inf": np.inf, "+inf": np.inf, "-inf": -np.inf, "nan": np.nan}


@dataclass(frozen=True)
class Arguments:
    """What a function is called with."""

    args: tuple[Any, ...]
    kwargs: dict[str, Any]

    def fresh(self) -> Arguments:
        """Return a copy: the function may change lists and dicts."""
        return Arguments(copy.deepcopy(self.args), copy.deepcopy(self.kwargs))


def parse(
    texts: Sequence[str], target: Target, dtype: str | None, *, specs: bool = False
) -> Arguments:
    """Return the arguments, checked against the function's parameters.

    Args:
        texts: As on the command line.
        target: The function they are for.
        dtype: The dtype of tensors made of numbers; None for the usual one.
        specs: Take `float32[None, 3]` for any tensor of this kind.

    Raises:
        UsageError: One of them cannot be read, or the function does not take them.
    """
    wanted = _dtype(dtype) if dtype is not None else None
    args: list[Any] = []
    kwargs: dict[str, Any] = {}
    for text in texts:
        keyword = _KEYWORD.fullmatch(text)
        name, literal = keyword.groups() if keyword else ("", text)
        value = _value(literal.strip(), wanted, specs=specs)
        if not name:
            if kwargs:
                raise UsageError(
                    f"{text} follows {next(iter(kwargs))}=...; put keyword arguments "
                    "last"
                )
            args.append(value)
        elif name in kwargs:
            raise UsageError(f"the argument {name} is given twice")
        else:
            kwargs[name] = value
    _check_fit(target, args, kwargs)
    return Arguments(tuple(args), kwargs)


def _check_fit(target: Target, args: list[Any], kwargs: dict[str, Any]) -> None:
    try:
        target.signature.bind(*args, **kwargs)
    except TypeError as error:
        usage = " ".join([target.spelling, *_placeholders(target.signature)])
        raise UsageError(
            f"{target.name}{target.signature}: {error}; write {usage}"
        ) from None


def _placeholders(signature: inspect.Signature) -> list[str]:
    shown = []
    for name, parameter in signature.parameters.items():
        if parameter.kind is parameter.VAR_POSITIONAL:
            shown.append(f"[{name.upper()} ...]")
        elif parameter.kind is parameter.VAR_KEYWORD:
            shown.append("[NAME=VALUE ...]")
        else:
            is_keyword = parameter.kind is parameter.KEYWORD_ONLY
            word = f"{name}={name.upper()}" if is_keyword else name.upper()
            is_optional = parameter.default is not parameter.empty
            shown.append(f"[{word}]" if is_optional else word)
    return shown


def _dtype(name: str) -> DType:
    try:
        return as_dtype(name)
    except (AutographError, TypeError, ValueError):
        raise UsageError(
            f"there is no dtype {name!r}; try int64, float32, float64 or bool"
        ) from None


# -- One argument


def _value(text: str, dtype: DType | None, *, specs: bool) -> Any:
    if text.startswith("@"):
        return _tensor(_array(Path(text[1:])), dtype, text)
    if _SPEC.fullmatch(text):
        return _spec(text, specs=specs)
    if text.startswith("py:"):
        return _literal(text.removeprefix("py:").lstrip(), text)
    return _with_tensors(_literal(text, text), dtype, text)


def _literal(text: str, shown: str) -> Any:
    if text in _NOT_FINITE:
        return _NOT_FINITE[text]
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        hint = (
            f"write \"'{text}'\" for a text"
            if re.fullmatch(r"[\w .-]+", text)
            else 'write a number, "[1, 2, 3]", "\'text\'", py:LITERAL or @FILE.npy'
        )
        raise UsageError(f"{shown!r} is not a Python literal; {hint}") from None


def _with_tensors(value: Any, dtype: DType | None, text: str) -> Any:
    """Return a literal with tensors in place of numbers and of lists of numbers."""
    if _is_number(value):
        return _tensor(value, dtype, text)
    if type(value) is list and all(map(_is_number, nest.flatten(value))):
        return _tensor(value, dtype, text)
    if type(value) in (list, tuple):
        return type(value)(_with_tensors(part, dtype, text) for part in value)
    if type(value) is dict:
        return {k: _with_tensors(part, dtype, text) for k, part in value.items()}
    return value


def _is_number(value: Any) -> bool:
    return isinstance(value, (bool, int, float, complex))


def _tensor(value: Any, dtype: DType | None, text: str) -> Any:
    if isinstance(value, list) and _is_ragged(value):
        raise UsageError(
            f"{text} has rows of different lengths, and a tensor has not; py:{text} "
            "keeps the Python list"
        )
    try:
        return constant(value, dtype)
    except (AutographError, TypeError, ValueError, OverflowError) as error:
        message = getattr(error, "message", str(error))
        hint = getattr(error, "hint", "") or f"py:{text} keeps the Python value."
        place = "" if message.startswith(text) else f"{text}: "
        raise UsageError(f"{place}{message} {hint}") from None


def _is_ragged(value: list[Any]) -> bool:
    try:
        np.shape(value)
    except ValueError:
        return True
    return False


def _array(file: Path) -> Any:
    try:
        found = np.load(file, allow_pickle=False)
    except FileNotFoundError:
        raise UsageError(f"there is no file {file}; @FILE.npy loads an array") from None
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}") from None
    except (ValueError, EOFError):
        raise UsageError(
            f"{file} holds no array of numbers; save one with numpy.save"
        ) from None
    if not isinstance(found, np.ndarray):
        raise UsageError(f"{file} holds several arrays; save one with numpy.save")
    return found


def _spec(text: str, *, specs: bool) -> TensorSpec:
    if not specs:
        raise UsageError(f"{text} has no value to run with; that is for `graph`")
    name, _, dimensions = text.removesuffix("]").partition("[")
    try:
        shape = ast.literal_eval(f"({dimensions},)" if dimensions.strip() else "()")
        return TensorSpec(shape, _dtype(name))
    except (AutographError, SyntaxError, TypeError, ValueError):
        raise UsageError(
            f"{text} is no kind of tensor; write one like float32[None, 3]"
        ) from None
