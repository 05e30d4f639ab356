"""Switches of the whole library."""

from __future__ import annotations

from autograph import config_experimental as experimental
from autograph.devices import list_logical_devices, list_physical_devices
from autograph.policy import get_python, set_python

# Do functions run as plain Python? Written by `run_functions_eagerly` only.
_EAGERLY = [False]


def run_functions_eagerly(run_eagerly: bool) -> None:
    """Let every function run as the plain Python it was written as, or as graphs.

    Traces are kept for later.
    """
    _EAGERLY[0] = bool(run_eagerly)


def functions_run_eagerly() -> bool:
    """Tell whether functions run as plain Python."""
    return _EAGERLY[0]


__all__ = [
    "experimental",
    "functions_run_eagerly",
    "get_python",
    "list_logical_devices",
    "list_physical_devices",
    "run_functions_eagerly",
    "set_python",
]
