"""The text form of protocol buffers, of dataclasses whose fields are theirs.

    node {
      name: "x"
      op: "Placeholder"
    }

Fields come in their order, a mapping's entries sorted by key; fields without a value,
and those that have their type's default, are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, Final

import numpy as np

INDENT: Final = "  "


def write(message: Any) -> str:
    """Return the text of a message."""
    return "".join(f"{line}\n" for line in _message(message))


def _message(message: Any) -> Iterator[str]:
    for field in fields(message):
        value = getattr(message, field.name)
        is_optional = field.default is None
        if value is None or (not is_optional and _is_unset(value)):
            continue
        if isinstance(value, Mapping):
            for key in sorted(value):
                yield f"{field.name} {{"
                yield from _indented(_field("key", key))
                yield from _indented(_field("value", value[key]))
                yield "}"
        elif isinstance(value, tuple):
            for item in value:
                yield from _field(field.name, item)
        else:
            yield from _field(field.name, value)


def _is_unset(value: Any) -> bool:
    return isinstance(value, (str, bytes, int)) and not value


def _field(name: str, value: Any) -> Iterator[str]:
    if is_dataclass(value):
        yield f"{name} {{"
        yield from _indented(_message(value))
        yield "}"
    else:
        yield f"{name}: {_scalar(value)}"


def _indented(lines: Iterator[str]) -> Iterator[str]:
    return (INDENT + line for line in lines)


def _scalar(value: Any) -> str:
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _quoted(value.encode())
    if isinstance(value, bytes):
        return _quoted(value)
    if isinstance(value, (float, np.floating)):
        return str(value).removesuffix(".0")
    return str(value)


_ESCAPES: Final = {
    ord("\n"): "\\n",
    ord("\r"): "\\r",
    ord("\t"): "\\t",
    ord('"'): '\\"',
    ord("'"): "\\'",
    ord("\\"): "\\\\",
}


def _quoted(data: bytes) -> str:
    shown = "".join(
        _ESCAPES.get(byte) or (chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}")
        for byte in data
    )
    return f'"{shown}"'
