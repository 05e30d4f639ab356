"""What the namespace tells about itself: capabilities, devices, dtypes."""

from __future__ import annotations

from typing import Any

from graph import dtypes
from graph.dtypes import DType
from graph.errors import InvalidArgumentError
from graph.numpy.arguments import check_device
from graph.numpy.data_types import isdtype
from graph.origin import capture_exact

# The standard's dtypes, by name; float16 and text are there besides.
DTYPES = {
    dtype.name: dtype
    for dtype in dtypes.STRONG
    if dtype not in (dtypes.string, dtypes.float16)
}


class NamespaceInfo:
    """What an array API namespace tells about itself."""

    def capabilities(self) -> dict[str, Any]:
        """Return what the namespace can do of what the standard leaves open."""
        return {
            "boolean indexing": True,
            "data-dependent shapes": True,
            "max dimensions": 64,
        }

    def default_device(self) -> str:
        """Return the device on which arrays are made."""
        return "cpu"

    def devices(self) -> list[str]:
        """Return the devices that there are."""
        return ["cpu"]

    def default_dtypes(self, *, device: Any = None) -> dict[str, DType]:
        """Return the dtypes that arrays have if none is named."""
        check_device("default_dtypes", device)
        return {
            "real floating": dtypes.float64,
            "complex floating": dtypes.complex128,
            "integral": dtypes.int64,
            "indexing": dtypes.int64,
        }

    def dtypes(self, *, device: Any = None, kind: Any = None) -> dict[str, DType]:
        """Return the dtypes of a kind, or of several in a tuple, by name.

        Raises:
            InvalidArgumentError: There is no such kind.
        """
        check_device("dtypes", device)
        if kind is None:
            return dict(DTYPES)
        kinds = kind if isinstance(kind, tuple) else (kind,)
        return {name: dtype for name, dtype in DTYPES.items() if isdtype(dtype, kinds)}


def namespace_info() -> NamespaceInfo:
    """Return what tells of the namespace's capabilities, devices and dtypes.

    Source:  array API, __array_namespace_info__
    """
    return NamespaceInfo()


# Each version has what the one before it has.
VERSIONS = ("2021.12", "2022.12", "2023.12", "2024.12")


def check_version(api_version: str | None) -> None:
    """Refuse versions of the standard that the namespace does not follow.

    Raises:
        InvalidArgumentError: There is no such version, or it is a later one.
    """
    if api_version not in (None, *VERSIONS):
        raise InvalidArgumentError(
            f"there is no namespace of the array API's version {api_version!r}.",
            origin=capture_exact(),
            hint=f"The versions are {', '.join(VERSIONS)}.",
        )


__all__ = ["DTYPES", "NamespaceInfo", "check_version", "namespace_info"]
