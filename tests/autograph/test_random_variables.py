"""Random programs of reads and writes, beside a model of variables in plain Python."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import autograph as ag
from tools.book.examples import program

pytestmark = pytest.mark.long

MANY = max(settings().max_examples // 4, 10)
VARIABLES = ("a", "b", "c")
# What stands for one of them; `y` and `z` for this or that one.
NAMES = (*VARIABLES, "y", "z")
HEAD = """
def bump(k):
    a.assign_add(k)
    if k % 2 == 0:
        b.assign(a - k)
        return b + 1
    return a + 0


def down(k):
    if k <= 0:
        return c + 0
    c.assign_add(k)
    return down(k - 1)

"""


class Plain:
    """What a variable is, of Python's integers."""

    def __init__(self, value):
        self.value = value

    def assign(self, value):
        self.value = number(value)
        return self

    def assign_add(self, delta):
        return self.assign(self.value + number(delta))

    def assign_sub(self, delta):
        return self.assign(self.value - number(delta))


def number(value):
    return value.value if isinstance(value, Plain) else value


def _binary(name):
    def compute(self, other):
        return getattr(number(self), name)(number(other))

    return compute


for _name in ("add", "radd", "sub", "rsub", "mul", "rmul", "mod", "gt", "lt", "le",
              "eq", "ge"):  # fmt: skip
    setattr(Plain, f"__{_name}__", _binary(f"__{_name}__"))


class Writer:
    """Writes a program: statements in blocks, a few levels deep."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.counts = 0

    def program(self) -> str:
        self.lines.append("def f(n):")
        self.lines.append("    x = n + 0")
        self.lines.append("    y = z = c")
        for _ in range(self.random.randint(2, 5)):
            self.statement(1, in_loop=False)
        self.lines.append("    return x, y + z, y, [z]")
        return HEAD + "\n".join(self.lines) + "\n"

    def statement(self, depth: int, *, in_loop: bool) -> None:
        kinds: list[Any] = (
            [self.write] * 4 + [self.local] * 2 + [self.call, self.choose]
        )
        if depth < 4:
            kinds += [self.branch] * 2 + [self.loop, self.count_down, self.attempt]
            kinds.append(self.choose)
        if in_loop:
            kinds.append(self.jump)
        self.random.choice(kinds)(depth, in_loop=in_loop)

    def block(self, depth: int, *, in_loop: bool) -> None:
        for _ in range(self.random.randint(1, 3)):
            self.statement(depth, in_loop=in_loop)

    def line(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def value(self, depth: int = 0) -> str:
        kind = self.random.randint(0, 5 if depth < 2 else 3)
        if kind == 0:
            return str(self.random.randint(-3, 5))
        if kind == 1:
            return "x"
        if kind < 4:
            return f"({self.random.choice(NAMES)} % 11)"
        sign = self.random.choice("+-*")
        return f"({self.value(depth + 1)} {sign} {self.value(depth + 1)}) % 13"

    def test(self) -> str:
        sign = self.random.choice((">", "<", "==", "<="))
        test = f"{self.value()} {sign} {self.value()}"
        if self.random.random() < 0.25:
            joint = self.random.choice(("and", "or"))
            test = f"{self.random.choice(NAMES)} > {self.value()} {joint} {test}"
        return test

    def write(self, depth: int, *, in_loop: bool) -> None:
        method = self.random.choice(("assign", "assign_add", "assign_sub"))
        self.line(depth, f"{self.random.choice(NAMES)}.{method}({self.value()})")

    def local(self, depth: int, *, in_loop: bool) -> None:
        self.line(depth, f"x = {self.value()} + n")

    def call(self, depth: int, *, in_loop: bool) -> None:
        name = self.random.choice(("bump", "down"))
        self.line(depth, f"x = {name}({self.value()} % 5) % 7")

    def choose(self, depth: int, *, in_loop: bool) -> None:
        chosen = self.random.choice("yz")
        left, right = self.random.sample(NAMES, 2)
        text = f"{left} if {self.test()} else {right}"
        self.line(depth, f"{chosen} = {self.random.choice((left, text))}")

    def branch(self, depth: int, *, in_loop: bool) -> None:
        self.line(depth, f"if {self.test()}:")
        self.block(depth + 1, in_loop=in_loop)
        if self.random.random() < 0.5:
            self.line(depth, "else:")
            self.block(depth + 1, in_loop=in_loop)

    def loop(self, depth: int, *, in_loop: bool) -> None:
        self.counts += 1
        self.line(depth, f"for i{self.counts} in steps({self.value()} % 4):")
        self.line(depth + 1, f"{self.random.choice(NAMES)}.assign_add(i{self.counts})")
        self.block(depth + 1, in_loop=True)

    def count_down(self, depth: int, *, in_loop: bool) -> None:
        self.counts += 1
        count = f"k{self.counts}"
        self.line(depth, f"{count} = {self.value()} % 4")
        self.line(depth, f"while {count} > 0 and a < 500:")
        self.line(depth + 1, f"{count} = {count} - 1")
        self.block(depth + 1, in_loop=True)

    def attempt(self, depth: int, *, in_loop: bool) -> None:
        self.line(depth, "try:")
        self.block(depth + 1, in_loop=False)
        self.line(depth + 1, f"if {self.test()}:")
        self.line(depth + 2, "raise KeyError('stop')")
        self.block(depth + 1, in_loop=False)
        self.line(depth, "except KeyError:")
        self.write(depth + 1, in_loop=False)

    def jump(self, depth: int, *, in_loop: bool) -> None:
        self.line(depth, f"if {self.test()}:")
        self.line(depth + 1, self.random.choice(("break", "continue")))


def flat(found: Any) -> list[int]:
    x, a, b, (c,) = found
    return [int(number(each)) for each in (x, a, b, c)]


@given(st.integers(0, 2**31))
@settings(max_examples=MANY)
def test_a_graph_reads_and_writes_in_the_order_of_python(seed):
    with program(Writer(seed).program(), "random_variables.py") as place:
        plain, staged = place.load(), place.load()
        plain.update({name: Plain(i) for i, name in enumerate(VARIABLES)}, steps=range)
        variables = {name: ag.Variable(i) for i, name in enumerate(VARIABLES)}
        staged.update(variables, steps=ag.range)
        decorated = ag.function(staged["f"])
        for n in (3, 0, -2, 3):
            expected = flat(plain["f"](n))
            assert flat(decorated(ag.constant(n))) == expected
            left = [plain[name].value for name in VARIABLES]
            assert [int(variables[name]) for name in VARIABLES] == left
