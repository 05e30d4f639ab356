"""Do everything in a table to values of every kind, as plain Python and as a graph.

    python -m tools.matrix                      all kinds, one to seven minutes for each
    python -m tools.matrix --kind text --kind list
    python -m tools.matrix --every 40           every fortieth row, of all kinds

A row of `data/matrix.txt` is an expression, or statements that leave their result in
`r`, with a value `v` that only the run knows, and the argument `x`; `¶` stands for the
end of a line. Each row is run as it is, and in a `try` that returns what was raised.
What differs is told; what differs in the words of an exception alone is counted, as the
README promises its class. Ends with 1 if something differs.
"""

from __future__ import annotations

import argparse
import itertools
import linecache
import os
import signal
import sys
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import autograph as ag
from autograph.testing import Verdict, check

ROWS: Final = Path(__file__).parent / "data" / "matrix.txt"
#: How a function makes its `v` of the argument `x`, a tensor.
KINDS: Final = {
    "tensor": "v = x",
    "truth": "v = x > 2",
    "integer": "v = int(x)",
    "float": "v = float(x) / 2",
    "complex": "v = complex(x, 1)",
    "bool": "v = bool(x > 2)",
    "text": "v = str(int(x))",
    "array": "v = np.arange(3) * int(x)",
    "number of NumPy's": "v = np.sum([x])",
    "list": "v = [each for each in range(x)]",
    "list of tensors": "v = []\n    for i in ag.range(x): v.append(i * 2)",
    "list of text": "v = [f'k{i}' for i in range(x)]",
    "dict": "v = {}\n    for i in range(x): v[f'k{i}'] = i",
    "set": "v = set()\n    for i in range(x): v.add(str(int(i) % 2))",
    "tuple": "v = (int(x), 'a')",
    "deque": "v = deque()\n    for i in range(x): v.append(int(i))",
    "None or tensor": "v = None\n    if x > 2: v = x",
    "integer or float": "v = 1.5\n    if x > 2: v = int(x)",
    "integer or tensor": "v = 1\n    if x > 2: v = x",
    "frozenset": "w = set()\n    for i in range(x): w.add(str(int(i) % 2))\n"
    "    v = frozenset(w)",
    "range": "v = range(int(x))",
    "member of an Enum": "v = Colour.RED\n    if x > 2: v = Colour.BLUE",
    "dataclass object": "v = Point(1, 2)\n    if x > 2: v = Point(int(x), 5)",
    "named tuple": "v = Pair(int(x), int(x) + 1)",
    "list of lists": "v = [[i, i * 2] for i in range(x)]",
    "list of tuples": "v = []\n    for i in range(x): v.append((int(i), f'k{i}'))",
    "list of dicts": "v = [{'a': int(x), 'b': 2}, {'a': 1}]",
    "dict of lists": "v = {}\n"
    "    for i in range(x): v.setdefault(f'k{i % 2}', []).append(int(i))",
    "Counter": "v = Counter()\n    for i in range(x): v[f'k{i % 2}'] += 1",
    "defaultdict": "v = defaultdict(int)\n    for i in range(x): v[f'k{i % 2}'] += i",
    "generator": "v = (i * 2 for i in range(int(x)))",
    "function": "v = double\n    if x > 2: v = halve",
    "None or list": "v = None\n    if x > 2: v = [int(x), 1]",
    "None or text": "v = None\n    if x > 2: v = f'k{int(x)}'",
    "None or integer": "v = None\n    if x > 2: v = int(x)",
    "None or dict": "v = None\n    if x > 2: v = {'k0': int(x)}",
    "None or array": "v = None\n    if x > 2: v = np.arange(3) * int(x)",
    "None or object": "v = None\n    if x > 2: v = Point(int(x), 5)",
    "None or bool": "v = None\n    if x > 2: v = bool(x > 1)",
    "array of uint8": "v = (np.arange(3) + int(x)).astype(np.uint8)",
    "list of integers and floats": "v = []\n"
    "    for i in range(x): v.append(int(i) if i % 2 else i / 2)",
    "value of a Variable": "v = STATE.value() + x",
    "matrix": "v = np.arange(6).reshape(2, 3) * int(x)",
    "mask": "v = np.arange(3) < int(x)",
}
IMPORTS: Final = """
import bisect, collections, contextlib, copy, csv, dataclasses, decimal, difflib
import enum, fnmatch
import fractions, functools, hashlib, heapq, html, inspect, io, itertools, json, math
import operator, os, pickle, pprint, queue, random, re, reprlib, shlex, statistics
import string, struct, textwrap, time, types, typing, urllib.parse, zlib
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
import numpy as np
import autograph as ag

class Colour(enum.Enum):
    RED = 0
    BLUE = 3

@dataclasses.dataclass
class Point:
    a: int
    b: int

Pair = namedtuple('Pair', ['a', 'b'])
STATE = ag.Variable(1)

def double(q): return q * 2
def halve(q): return q / 2
"""
ARGUMENTS: Final = (3, 0)
SECONDS: Final = 20
# What `autograph.testing` says of exceptions that differ in their words alone.
_WORDS: Final = "the messages differ"
_NUMBERS: Final = itertools.count()


def rows() -> list[str]:
    """Return the rows of the table."""
    return ROWS.read_text(encoding="utf-8").splitlines()


def program(kind: str, row: str, *, is_tried: bool) -> str:
    """Return the source of a function that does what a row says to a value."""
    body = row.replace("¶", "\n")
    try:
        compile(body, "<row>", "eval")
    except SyntaxError:
        pass
    else:
        body = f"r = {body}"
    begin = f"def f(x):\n    {KINDS[kind]}\n    r = -1\n"
    if not is_tried:
        return f"{begin}    {body}\n    return r\n"
    inner = body.replace("\n", "\n    ")
    return (
        f"{begin}    try:\n        {inner}\n        found = 'nothing'\n"
        "    except Exception as error:\n        found = type(error).__name__\n"
        "    return found\n"
    )


def function_of(source: str) -> Any:
    """Return the function of a source, whose lines can be looked up."""
    name = f"<row {next(_NUMBERS)}>"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    names: dict[str, Any] = {"__name__": __name__}  # of which its classes say they are
    exec(compile(IMPORTS, "<imports>", "exec"), names)  # noqa: S102
    exec(compile(source, name, "exec"), names)  # noqa: S102
    return names["f"]


def differences(kind: str, row: str) -> Iterator[tuple[str, str]]:
    """Yield the verdict of each run of a row, and what differs, if anything."""
    for is_tried in (False, True):
        source = program(kind, row, is_tried=is_tried)
        tested = ag.function(function_of(source))
        for argument in ARGUMENTS:
            signal.alarm(SECONDS)
            try:
                found = check(tested, ag.constant(argument))
            except Exception as error:  # noqa: BLE001  # told as what differs
                yield "broken", f"{source}\nf({argument}): {error!r}"
                continue
            finally:
                signal.alarm(0)
            is_of_words = found.verdict is Verdict.DIFFERS and _WORDS in str(found)
            verdict = "other words" if is_of_words else found.verdict.value
            is_told = found.verdict is Verdict.DIFFERS and not is_of_words
            yield verdict, f"{source}\nf({argument}): {found}" if is_told else ""


def run_kind(task: tuple[str, Sequence[str]]) -> tuple[Counter[str], list[str]]:
    """Run rows with values of one kind; return verdicts, and what differs."""
    warnings.simplefilter("ignore")
    signal.signal(signal.SIGALRM, _out_of_time)
    kind, chosen = task
    verdicts: Counter[str] = Counter()
    told = []
    for row in chosen:
        for verdict, text in differences(kind, row):
            verdicts[verdict] += 1
            if text:
                told.append(f"=== {kind}: {row}\n{text}\n")
    return verdicts, told


def _out_of_time(*_: Any) -> None:
    raise TimeoutError(f"{SECONDS} seconds are over")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.matrix")
    parser.add_argument("--kind", choices=KINDS, action="append", help="default: each")
    parser.add_argument("--every", type=int, default=1, help="rows between two")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args(arguments)
    kinds = options.kind or list(KINDS)
    table = rows()
    # Not the same rows of each kind.
    tasks = [
        (kind, table[place % options.every :: options.every])
        for place, kind in enumerate(kinds)
    ]
    verdicts: Counter[str] = Counter()
    n_told = 0
    with get_context("spawn").Pool(options.jobs) as pool:
        for found, told in pool.imap_unordered(run_kind, tasks):
            verdicts += found
            n_told += len(told)
            print("\n".join(told), end="", flush=True)
    print(", ".join(f"{count} {name}" for name, count in sorted(verdicts.items())))
    return 1 if n_told else 0


if __name__ == "__main__":
    sys.exit(main())
