"""Generators that wait in a `try` or `with`: they have something to do at their end."""

from __future__ import annotations

import dis
import functools
import types
from typing import Any, TypeAlias

Generator: TypeAlias = "types.GeneratorType[Any, Any, Any]"


def waits_in_block(generator: Generator) -> bool:
    """Tell whether a generator has begun, and waits in a `try` or `with`."""
    frame = generator.gi_frame
    if frame is None or not generator.gi_suspended:
        return False
    place = frame.f_lasti
    held = _blocks_of(generator.gi_code)
    return any(start <= place < end for start, end in held)


def has_block(generator: Generator) -> bool:
    """Tell whether the code of a generator has a `try` or `with`."""
    return has_blocks(generator.gi_code)


def has_blocks(code: types.CodeType) -> bool:
    """Tell whether code of a generator function has a `try` or `with`."""
    return bool(_blocks_of(code))


@functools.lru_cache(maxsize=256)
def _blocks_of(code: types.CodeType) -> tuple[tuple[int, int], ...]:
    """Return where code is in a `try` or `with`, as offsets of instructions."""
    written: Any = dis.Bytecode(code)
    return tuple(
        (entry.start, entry.end)
        for entry in written.exception_entries
        # From Python 3.12 on, all code of a generator has the handler of StopIteration.
        if dis.opname[code.co_code[entry.target]] != "CALL_INTRINSIC_1"
    )


__all__ = ["Generator", "has_block", "has_blocks", "waits_in_block"]
