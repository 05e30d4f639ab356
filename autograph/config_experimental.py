"""`ag.config.experimental`: what the documents' time had under this name."""

from autograph.devices import list_logical_devices, list_physical_devices

__all__ = ["list_logical_devices", "list_physical_devices"]
