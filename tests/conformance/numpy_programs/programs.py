"""Write random programs by running them: only what NumPy takes comes in."""

from __future__ import annotations

import random
import warnings
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from autograph.testing.programs import compile_program
from tests.conformance.numpy_programs.expressions import EXPRESSIONS

DTYPES = ("float64", "float32", "int64", "int32", "bool", "complex128")
VALUES = (0, 1, -1, 2, 3, -2, 0.5, -0.25, 1.5, 7)
NUMBERS = ("2", "0.5", "-1", "3", "1.0", "7")
# Statements that change an array in place, or give it, or a part of it, a name.
WRITES = (
    "{x}[{i}] = {y}",
    "{x}[{i}] = {k}",
    "{x}[{i}] += {k}",
    "{x}[{i}] *= {y}",
    "{x}[{x} > 0] = {k}",
    "{x}[...] = {y}",
    "{x}[0], {x}[-1] = {x}[-1], {x}[0]",
    "{x}[0][{i}] = {k}",
    "{x} += {k}",
    "{x} *= {y}",
    "{x} /= 2",
    "if np.sum({y}) > 0:;     {x} -= {k}",
    "for i in range(2):;     {x} *= {k}",
    "for row in {x}:;     row += {k}",
    "{x}.fill({k})",
    "{x}.sort()",
    "for i in range(len({x})):;     {x}[i] = {x}[i] * {k}",
    "for i in range(1, len({x})):;     {x}[i] = {x}[i - 1] + {x}[i]",
    "if np.sum({y}) > 0:;     {x}[{i}] = {k}",
    "{new} = {x}",
    "{new} = {x}[{i}]",
    "{new} = {x}.T",
    "{new} = {x}.copy()",
    "{new} = {x}.reshape(-1)",
    "{new} = {x} * 1",
    "{new} = np.zeros({x}.shape); {new}[{i}] = {y}",
)
KEYS = ("0", "-1", "1:", "::2", "..., 0", ":, 0", "[0, -1]", "1", "..., ::-1")
MAX_SIZE = 200
MAX_TRIES = 60


@dataclass
class Program:
    """A program, and arrays for it.

    Attributes:
        source: Its text: a function `program`.
        arguments: Arrays.
    """

    source: str
    arguments: list[Any]

    def compiled(self) -> Any:
        """Return the function; its source is found like that of any other."""
        return compile_program(self.source)


@dataclass
class Writer:
    """Writes a program line by line, with the values that its variables have."""

    source: random.Random
    writes: bool = False
    values: dict[str, Any] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)

    def program(self) -> Program:
        """Write a program."""
        arguments = [self.array() for _ in range(self.source.choice((1, 2, 2, 3)))]
        names = [f"a{i}" for i in range(len(arguments))]
        self.values.update(zip(names, map(np.copy, arguments), strict=True))
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            for _ in range(self.source.choice((2, 4, 6, 9))):
                self.statement()
        kept = [name for name in self.values if name not in names][-3:] or names[:1]
        body = [*self.lines, f"return {', '.join(kept)},"]
        text = "".join(f"    {line}\n" for line in body)
        return Program(f"def program({', '.join(names)}):\n{text}", arguments)

    def array(self) -> Any:
        """Return an array of any dtype, of few elements."""
        rank = self.source.choice((0, 1, 1, 2, 2, 3))
        shape = tuple(self.source.choice((1, 2, 3, 4)) for _ in range(rank))
        dtype = np.dtype(self.source.choice(DTYPES))
        found: list[Any] = [
            self.source.choice(VALUES) for _ in range(int(np.prod(shape)))
        ]
        if dtype.kind == "c":
            found = [complex(x, self.source.choice((0, 1, -1))) for x in found]
        elif dtype.kind == "b":
            found = [x > 0 for x in found]
        elif dtype.kind == "i":
            found = [int(x) for x in found]
        return np.array(found, dtype).reshape(shape)

    def statement(self) -> None:
        """Write an assignment, a branch or a loop."""
        if self.writes and self.source.random() < 0.4 and self.write():
            return
        found = self.expression()
        if found is None:
            return
        text, value = found
        name = f"v{len(self.values)}"
        kind = self.source.random()
        if kind < 0.75 or not is_array(value):
            self.values[name] = value
            self.lines.append(f"{name} = {text}")
        elif kind < 0.9:
            self.branch(name, text, value)
        else:
            self.loop(name, text, value)

    def write(self) -> bool:
        """Write to an array in place, or give one another name; was there a way?"""
        names = [
            name for name, x in self.values.items()
            if name.startswith("v") and type(x) is np.ndarray and x.ndim
        ]  # fmt: skip
        if not names:
            return False
        name, other = self.source.choice(names), self.one(lambda x: True)
        new = f"v{len(self.values)}"
        form = self.source.choice(WRITES)
        key, number = self.source.choice(KEYS), self.source.choice(NUMBERS)
        text = form.format(x=name, y=other, k=number, i=key, new=new)
        names_now = dict(self.values)
        before = {key: np.copy(x) for key, x in names_now.items() if is_array(x)}
        lines = text.split("; ")
        try:
            exec("\n".join(lines), {"np": np}, names_now)
        except Exception:  # whatever NumPy does not take
            for key_, x in before.items():
                if getattr(self.values[key_], "flags", x.flags).writeable and x.ndim:
                    np.copyto(self.values[key_], x, casting="unsafe")
            return False
        self.values.update(
            {n: x for n, x in names_now.items() if n in self.values or n == new}
        )
        self.lines += lines
        return True

    def branch(self, name: str, text: str, value: Any) -> None:
        """Write an `if` that assigns values of one kind on both paths."""
        test = self.test()
        other = self.source.choice(
            (f"{text} * 1", f"np.negative({text})", f"{text} + {text}")
        )
        otherwise = self.value_of(other)
        if test is None or not is_alike(value, otherwise):
            return
        self.lines += [f"if {test}:", f"    {name} = {text}"]
        self.lines += ["else:", f"    {name} = {other}"]
        self.values[name] = value if self.value_of(test) else otherwise

    def loop(self, name: str, text: str, value: Any) -> None:
        """Write a `for` that keeps the kind of a variable."""
        times = self.source.choice((3, 0, 2))
        body = self.source.choice(
            (
                f"{name} + {text}",
                f"np.where({name} > 1, {name}, {name} * 2 + {text})",
                f"np.maximum({name}, {text})",
            )
        )
        left = value
        for _ in range(times):
            left = self.value_of(body, {name: left})
            if not is_alike(value, left):
                return
        over = self.source.choice((f"range({times})", f"np.arange({times})"))
        self.lines += [f"{name} = {text}", f"for _ in {over}:"]
        self.lines.append(f"    {name} = {body}")
        self.values[name] = left

    def test(self) -> str | None:
        """Return a condition on an array."""
        name = self.one(lambda x: x.size and x.dtype.kind in "biuf")
        forms = (f"{name}.sum() > 0", f"np.any({name})", f"{name}.ravel()[0] >= 1")
        return None if name is None else self.source.choice(forms)

    def expression(self) -> tuple[str, Any] | None:
        """Return an expression that NumPy takes, and its value."""
        for _ in range(MAX_TRIES):
            form = self.source.choice(EXPRESSIONS)
            a = self.one(lambda x: True)
            given = {
                "a": a,
                "b": self.one(lambda x: True),
                "s": self.one(lambda x: x.ndim == 2 and len({*x.shape}) == 1),
                "m": self.one(lambda x: x.dtype == bool),
                "i": self.one(lambda x: x.dtype.kind == "i"),
                "k": self.source.choice(NUMBERS),
                "x": self.source.choice((0, -1, 1)),
                "p": self.order(a),
            }
            if any(f"{{{key}}}" in form and given[key] is None for key in given):
                continue
            text = form.format(**given)
            value = self.value_of(text)
            if value is not None and is_small(value):
                return text, value
        return None

    def order(self, name: str | None) -> tuple[int, ...] | None:
        """Return an order of the axes of a variable."""
        if name is None:
            return None
        axes = list(range(self.values[name].ndim))
        self.source.shuffle(axes)
        return tuple(axes)

    def one(self, fits: Any) -> str | None:
        """Return the name of an array that fits."""
        names = [n for n, x in self.values.items() if is_array(x) and fits(x)]
        return self.source.choice(names) if names else None

    def value_of(self, text: str, more: Any = None) -> Any:
        """Return the value of an expression, None if NumPy raises something."""
        try:
            return eval(text, {"np": np}, {**self.values, **(more or {})})
        except Exception:  # whatever NumPy does not take
            return None


def is_array(value: Any) -> bool:
    """Is it an array, or a scalar of NumPy's?"""
    return isinstance(value, (np.ndarray, np.generic))


def is_small(value: Any) -> bool:
    """Is it an array or number of few elements?"""
    if isinstance(value, (list, tuple)):
        return False
    array = np.asarray(value)
    return array.size <= MAX_SIZE and array.dtype.kind in "biufc"


def is_alike(value: Any, other: Any) -> bool:
    """Have both one shape and one dtype?"""
    return is_array(other) and value.dtype == other.dtype and value.shape == other.shape


def random_program(seed: int, *, writes: bool = False) -> Program:
    """Return the program of a seed, which may write to arrays in place."""
    return Writer(random.Random(seed), writes).program()
