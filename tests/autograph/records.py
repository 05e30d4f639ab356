"""Classes whose instances are arguments that are opened."""

import dataclasses
import types
from typing import Any


@dataclasses.dataclass
class Config:
    rate: Any
    steps: int = 1


@dataclasses.dataclass(frozen=True, slots=True)
class Frozen:
    rate: Any


class Attrs:
    """A class as attrs makes them: it tells its fields by `__attrs_attrs__`."""

    __attrs_attrs__ = (types.SimpleNamespace(name="rate"),)

    def __init__(self, rate):
        self.rate = rate
