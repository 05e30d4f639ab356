"""Lend a tensor's memory to other libraries, by the DLPack protocol.

A tensor never changes, so what it lends must not be written to. DLPack can say so since
its version 1.0: a consumer that asks for that (`max_version`) is lent the memory
itself, marked read-only. One that does not is given a copy of its own.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

# DLPack's number for the CPU, and that of the device of this kind.
CPU: Final = (1, 0)


def export(
    array: Any,
    *,
    stream: Any = None,
    max_version: tuple[int, int] | None = None,
    dl_device: tuple[int, int] | None = None,
    copy: bool | None = None,
) -> Any:
    """Return the capsule of a read-only array.

    Raises:
        BufferError: The consumer wants no copy, and could write to the memory; or the
            device is not the CPU; or DLPack has no such element type.
    """
    if stream is not None:
        raise BufferError("a stream is given, and tensors are on the CPU")
    if dl_device not in (None, CPU):
        raise BufferError(f"tensors are on the CPU, not on the device {dl_device}")
    if max_version is not None and max_version >= (1, 0) and _CAN_TELL:
        return array.__dlpack__(max_version=max_version, copy=copy)
    if copy is False:
        raise BufferError(
            "a tensor is read-only, which only DLPack 1.0 and later can say; copy=None "
            "allows a copy"
        )
    return array.copy().__dlpack__()


# NumPy before 2.1 cannot say that memory is read-only, either.
_CAN_TELL: Final = np.lib.NumpyVersion(np.__version__) >= "2.1.0"

__all__ = ["CPU", "export"]
