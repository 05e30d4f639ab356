"""What programs may use, and where it is defined: classes, managers, a decorator."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import re
from collections import Counter, OrderedDict, defaultdict
from typing import Any, Final, NamedTuple

IMPORTED: Final[dict[str, Any]] = {
    "Counter": Counter,
    "OrderedDict": OrderedDict,
    "defaultdict": defaultdict,
    "NamedTuple": NamedTuple,
    "contextlib": contextlib,
    "dataclasses": dataclasses,
    "functools": functools,
}
"""What programs find imported, besides the library and NumPy."""

_NEEDS: Final = {"Far": ("Point",)}
_TEXTS: Final = {
    "Box": """\
class Box:
    def __init__(self, value):
        self.value = value
        self.count = 0

    def put(self, value):
        self.value = value
        self.count = (self.count + 1) % 101
        return self

    def __call__(self):
        return self.value


""",
    "Pair": """\
class Pair(NamedTuple):
    first: object
    second: object


""",
    "Point": """\
@dataclasses.dataclass
class Point:
    x: object
    y: object
    steps: int = 0

    @property
    def last(self):
        return self.y

    @last.setter
    def last(self, value):
        self.steps = (self.steps + 1) % 101
        self.y = value

    @classmethod
    def twice(cls, x):
        return cls(x, x)

    @staticmethod
    def other(x, y):
        return y

    def move(self, x):
        self.x = x
        self.steps = (self.steps + 2) % 101


""",
    "Far": """\
class Far(Point):
    def move(self, x):
        super().move(x)
        self.steps = (self.steps + 3) % 101


""",
    "Fixed": """\
@dataclasses.dataclass(frozen=True)
class Fixed:
    x: object
    y: object

    def moved(self, x):
        return dataclasses.replace(self, x=x)


""",
    "Link": """\
class Link:
    def __init__(self, content, rest):
        self.content = content
        self.rest = rest


""",
    "Tally": """\
class Tally:
    def __init__(self):
        self.calls = 0

    def once(self, x):
        self.calls = (self.calls + 1) % 101
        return x

    def twice(self, x):
        self.calls = (self.calls + 2) % 101
        return self.first(x)

    @staticmethod
    def first(x):
        return x


""",
    "Bag": """\
class Bag:
    pass


""",
    "counts": """\
counts = [ag.Variable(0), ag.Variable(1), ag.Variable(2)]


""",
    "Vault": """\
class Vault:
    __slots__ = ("__held", "seen")

    def __init__(self, held):
        self.__held = held
        self.seen = 0

    def swap(self, value):
        old, self.__held = self.__held, value
        self.seen = (self.seen + 1) % 101
        return old

    def __len__(self):
        return 2

    def __getitem__(self, place):
        return (self.__held, place)[place]

    def __contains__(self, value):
        return value == self.__held

    def __bool__(self):
        return bool(self.seen % 2)

    def __iter__(self):
        return iter((self.__held, self.__held))


""",
    "Level": """\
class Level:
    LOW = 0
    HIGH = 2


""",
    "by_locals": """\
def by_locals(given):
    held = [given]
    return locals()["held"][0]


""",
    "driven": """\
def driven(coroutine):
    try:
        coroutine.send(None)
    except StopIteration as end:
        return end.value


""",
    "Guard": """\
class Guard:
    def __init__(self, value, caught):
        self.given = value
        self.caught = caught
        self.count = 0

    def __enter__(self):
        self.count += 1
        return self.given

    def __exit__(self, kind, error, trace):
        self.count += 10 if kind is None else 20
        return kind is not None and issubclass(kind, self.caught)


""",
    "Oops": """\
class Oops(ValueError):
    def __init__(self, value, text):
        super().__init__(text)
        self.value = value


""",
    "Register": """\
class Register:
    def __init__(self):
        self.counts = {}
        self.seen = set()

    def add(self, key, value):
        self.counts[key] = value
        self.seen.add(key)
        return self

    def first(self, key, value):
        if key in self.seen:
            return self.counts.get(key, value)
        self.add(key, value)
        return value


""",
    "guarded": """\
@contextlib.contextmanager
def guarded(value):
    try:
        yield value
    except ValueError:
        pass


""",
    "wrapped": """\
def wrapped(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


""",
}


def definitions(text: str) -> str:
    """Return the definitions of what a program uses."""
    used = {name for name in _TEXTS if re.search(rf"\b{name}\b", text)}
    for name in sorted(used):
        used.update(_NEEDS.get(name, ()))
    return "".join(each for name, each in _TEXTS.items() if name in used)
