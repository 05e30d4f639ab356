"""The devices that there are: one CPU, on which everything runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

from autograph.no_effect import say_once

Device = TypeVar("Device", bound="PhysicalDevice | LogicalDevice")


class PhysicalDevice(NamedTuple):
    """A device of the machine."""

    name: str
    device_type: str


class LogicalDevice(NamedTuple):
    """What functions run on."""

    name: str
    device_type: str


def list_physical_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """Return the devices of the machine that can be used: the CPU.

    Args:
        device_type: Only those of this type, such as "CPU" or "GPU".

    Source:  TensorFlow's config.list_physical_devices
    """
    return _of_type(device_type, PhysicalDevice("/physical_device:CPU:0", "CPU"))


def list_logical_devices(device_type: str | None = None) -> list[LogicalDevice]:
    """Return the devices that functions run on: the CPU.

    Args:
        device_type: Only those of this type, such as "CPU" or "GPU".

    Source:  TensorFlow's config.list_logical_devices
    """
    return _of_type(device_type, LogicalDevice("/device:CPU:0", "CPU"))


def _of_type(device_type: str | None, *devices: Device) -> list[Device]:
    return [each for each in devices if device_type in (None, each.device_type)]


@contextmanager
def device(device_name: str | None) -> Iterator[None]:
    """Run a block on a device: all run on the CPU, which is said once.

    Args:
        device_name: Such as "/CPU:0", or None.

    Source:  TensorFlow's device
    """
    say_once(
        "device",
        f"ag.device({device_name!r}) has no effect: there is one device, the CPU.",
    )
    yield


__all__ = [
    "LogicalDevice",
    "PhysicalDevice",
    "device",
    "list_logical_devices",
    "list_physical_devices",
]
