"""Small functions, a row for each construct, that the laws of conversion run over.

The rows are kept in `data/programs/`, as

    === name | calls, separated by semicolons | the Python that it needs, if not 3.11
    source text that defines `f`

`log(x)` appends to a list that is compared too, and returns x: so the order and number
of evaluations show.
"""

import linecache
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Program:
    """One row: its name, its source text, and the calls to make."""

    name: str
    source: str
    calls: tuple[str, ...]


PRELUDE = """
import contextlib
import math
from types import SimpleNamespace

LOG = []
def log(x):
    LOG.append(x)
    return x

class Box:
    def __init__(self, **fields):
        self.__dict__.update(fields)
    def __repr__(self):
        return f'Box({self.__dict__})'
    def __setattr__(self, name, value):
        LOG.append(('set', name))
        self.__dict__[name] = value
    def __delattr__(self, name):
        LOG.append(('del', name))
        del self.__dict__[name]

class Manager:
    def __init__(self, name, *, swallow=False, fail=False):
        self.name, self.swallow, self.fail = name, swallow, fail
    def __enter__(self):
        LOG.append(('enter', self.name))
        return self
    def __exit__(self, kind, error, trace):
        LOG.append(('exit', self.name, kind and kind.__name__))
        if self.fail:
            raise KeyError(self.name)
        return self.swallow

def boom(x=0):
    LOG.append('boom')
    raise ValueError(f'boom {x}')
"""


def rows(files: str = "programs/*.txt") -> Iterator[Program]:
    """Yield the rows that the running Python knows the syntax of."""
    for path in sorted((Path(__file__).parent / "data").glob(files)):
        for row in path.read_text(encoding="utf-8").split("=== ")[1:]:
            head, _, source = row.partition("\n")
            name, calls, *version = (each.strip() for each in head.split("|"))
            needed = tuple(int(each) for each in "".join(version or "3.11").split("."))
            if sys.version_info >= needed:
                each_call = tuple(each.strip() for each in calls.split(";"))
                yield Program(name, source.rstrip() + "\n", each_call)


PROGRAMS = list(rows())


def load(text: str, name: str) -> dict[str, Any]:
    """Run a program's text as a module whose source can be found."""
    filename = f"<program {name}>"
    whole = PRELUDE + "\n" + text
    linecache.cache[filename] = (len(whole), None, whole.splitlines(True), filename)
    namespace: dict[str, Any] = {"__name__": "program"}
    exec(compile(whole, filename, "exec", dont_inherit=True), namespace)
    return namespace
