"""Call everything of NumPy's that is staged, and ask what kind of thing it gave.

    python -m tools.numpy_results               all of it, some ten minutes
    python -m tools.numpy_results --every 40    every fortieth call

Functions, methods and operators are given one value and two, of each kind that plain
Python takes, and each use of `data/numpy_uses.txt` one;
the result, its text, its class and its dtype are compared with plain Python's. Ends
with 1 if something differs that is not in `EXPECTED`.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

import autograph as ag
from autograph.testing import Verdict, check
from graph.numpy import registry
from tools.matrix import function_of

#: How a function makes its first value of the argument `x`, a tensor.
VALUES: Final = {
    "vector": "v = np.arange(x) * 1.5",
    "vector of 3": "v = np.ones(3) * int(x)",
    "integers": "v = np.arange(int(x))",
    "truth values": "v = np.arange(x) > 1",
    "complex vector": "v = np.ones(2) * complex(x, 1)",
    "matrix": "v = np.ones((2, 2)) * int(x)",
    "array of rank 0": "v = np.array(int(x))",
    "number of NumPy's": "v = np.sum(np.ones(3) * int(x))",
    "integer": "v = int(x)",
    "float": "v = float(x)",
    "list": "v = [int(x), 2]",
    "list of the run": "v = [i * 2 for i in range(x)]",
    "list of arrays": "v = [np.ones(2) * i for i in range(x)]",
    "list of tensors": "v = [x * i for i in range(x)]",
    "tensor": "v = x",
    "vector that is a tensor": "v = ag.range(x)",
}
#: And its second one, if any.
OTHERS: Final = {
    "nothing": "",
    "vector": "w = np.arange(x) * 1.0",
    "matrix": "w = np.arange(4).reshape(2, 2) * x",
    "number of NumPy's": "w = np.float64(2)",
    "integer": "w = 2",
    "tensor": "w = x",
}
#: What is asked of the result `r`.
QUESTIONS: Final = {
    "value": "r",
    "text": "f'{r}'",
    "class": "(type(r) is np.ndarray, isinstance(r, np.generic), type(r) is ag.Tensor)",
    "class of Python's": "type(r) in (bool, int, float, complex, list, tuple)",
    "dtype": "str(r.dtype)",
}
OPERATORS: Final = ("+", "-", "*", "/", "//", "%", "**", "@", "&", "^", "<<", "==", "<")
#: Whose results differ: they are documented, or exotic, as fft of a number is.
EXPECTED: Final = frozenset(
    {
        *("empty", "empty_like", "unique_values"),  # what they hold is not defined
        *("linalg.eig", "linalg.eigvals", "roots"),  # complex always
        "diag_indices",  # of floats
        "histogramdd",  # of tensors, which NumPy counts by itself
        "trim_zeros",  # of arrays without axes
        *(
            ".clip",
            ".conj",
            ".conjugate",
            ".flat",
        ),  # without bounds, with `out`, as text
    }
)
_USES: Final = Path(__file__).parent / "data" / "numpy_uses.txt"
# They change what they are given, or files, or tell of memory.
_APART: Final = ("random", "save", "copyto", "put", "fill_diagonal", "place", "array2")
_MEMBERS_APART: Final = frozenset(
    {
        *("base", "byteswap", "ctypes", "data", "device", "dump", "dumps", "fill"),
        *("flags", "getfield", "itemset", "newbyteorder", "partition", "ptp", "put"),
        *("resize", "setfield", "setflags", "sort", "strides", "tobytes", "tofile"),
        *("tostring", "view"),
    }
)


def calls() -> Iterator[tuple[str, str, str, str]]:
    """Yield what is called, what makes the values, and the call."""
    for name, call, call_of_two in _calls():
        for value in VALUES.values():
            for other in OTHERS.values():
                if chosen := call_of_two if other else call:
                    yield name, value, other, chosen


def _calls() -> Iterator[tuple[str, str, str]]:
    """Yield what is called, and how with one value and with two, empty for no way."""
    for name in sorted({each.name for each in registry.FUNCTIONS.values()}):
        if not any(word in name for word in _APART):
            called = name.replace("numpy", "np", 1)
            yield name.removeprefix("numpy."), f"{called}(v)", f"{called}(v, w)"
    for name in dir(np.ndarray):
        if name.startswith("__") or name in _MEMBERS_APART:
            continue
        if callable(getattr(np.ndarray, name)):
            yield f".{name}", f"v.{name}()", f"v.{name}(w)"
            yield f".{name}", f"v.{name}(axis=0)", ""
        else:
            yield f".{name}", f"v.{name}", ""
    for symbol in OPERATORS:
        yield symbol, "", f"v {symbol} w"
        yield symbol, "", f"w {symbol} v"
    for use in _USES.read_text(encoding="utf-8").splitlines():
        yield use, use, ""


def programs(every: int, first: int) -> Iterator[tuple[str, str]]:
    """Yield the functions' names, and programs, of some calls that Python takes."""
    for name, value, other, call in itertools.islice(calls(), first, None, every):
        made = _made(f"{value}\n{other}\nr = {call}\n")
        if made is None:
            continue
        picked = "r = r[0]" if isinstance(made, (tuple, list)) and made else ""
        lines = [value, other, f"r = {call}", picked]
        body = "".join(f"    {line}\n" for line in lines if line)
        for asked in QUESTIONS.values():
            yield name, f"def f(x):\n{body}    return {asked}\n"


def _made(source: str) -> Any:
    """Return what plain Python makes; None if it does not."""
    names = {"np": np, "ag": ag, "x": ag.constant(3)}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(source, names)  # noqa: S102
    except Exception:  # noqa: BLE001  # whatever NumPy says
        return None
    return names["r"]


def run(every: int, first: int = 0) -> tuple[Counter[str], list[tuple[str, str]]]:
    """Run some programs; return verdicts, and what differs, of which function."""
    verdicts: Counter[str] = Counter()
    told = []
    for name, source in programs(every, first):
        found = check(ag.function(function_of(source)), ag.constant(3))
        verdicts[found.verdict.value] += 1
        if found.verdict is Verdict.DIFFERS:
            told.append((name, f"{source}{found}\n"))
    return verdicts, told


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.numpy_results")
    parser.add_argument("--every", type=int, default=1, help="calls between two")
    parser.add_argument("--all", action="store_true", help="tell what is expected, too")
    options = parser.parse_args(arguments)
    warnings.simplefilter("ignore")
    verdicts, told = run(options.every)
    news = [text for name, text in told if options.all or name not in EXPECTED]
    print("\n".join(news))
    print(", ".join(f"{count} {name}" for name, count in sorted(verdicts.items())))
    return 1 if news else 0


if __name__ == "__main__":
    sys.exit(main())
