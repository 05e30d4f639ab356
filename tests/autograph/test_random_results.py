"""Random programs that return values of other kinds on other paths.

Some return what functions return that they call, some compute with it: that is refused
where it may be of several kinds, and never seen in the wrong one.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import settings

import autograph as ag
from autograph.testing import Verdict, check
from autograph.testing.programs import compile_program

pytestmark = pytest.mark.long

MANY = max(settings().max_examples // 2, 12)
NUMBERS = ("n", "t", "n + t", "t / 2", "2.5", "7", "n * n", "ag.cast(n, ag.float64)")
TEXTS = ("'a'", "'b' + str(int(t))", "f'{n}'", "f'{t}!'")
OTHERS = ("None", "True", "n > 1", "ag.cast(n, ag.bool)", "x", "x * 2", "()")
CALLED = ("first({a})", "second({a}, {b})", "thing.at({a})", "thing({a})", "way({a})")
SIMPLE = (
    "t += n",
    "t = t + 3",
    "n = n - 1",
    "thing.seen.append(t)",
    "log.append(str(int(n)))",
    "assert n != {k}, f'{{t}}'",
    "x = x + 1",
)
HEADS = {
    "if n > {k}:": "else:",
    "if t % 2 == {k} % 2:": "elif n < 0:",
    "for i in range(n):": "else:",
    "while t < {k} * 3:": None,
    "try:": "except AssertionError as error:",
    "with held(log):": None,
    "for v in x:": None,
}
HEAD = """\
import contextlib

def program(n, log):
    t = 1
    x = ag.constant([1, 2])

    @contextlib.contextmanager
    def held(log):
        log.append('in')
        try:
            yield 3
        finally:
            log.append('out')

    def way(n, t=2, x=x):
{way}

    def first(n, t=1, x=x):
{first}

    def second(n, t, x=x):
{second}

    class Thing:
        def __init__(self):
            self.seen = []

        def at(self, n):
            self.seen.append(n)
            return first(n)

        def __call__(self, n):
            return second(n, 1) if n > 1 else {value}

    thing = Thing()
"""


class Writer:
    """Writes the functions of a program, those of a seed."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.called = CALLED

    def number(self):
        return self.rng.choice(NUMBERS)

    def value(self, depth=2):
        """Return an expression that a function returns."""
        form = self.rng.randrange(12) if depth else self.rng.randrange(7)
        if form < 3:
            return self.number()
        if form < 5:
            return self.rng.choice(TEXTS)
        if form < 7:
            return self.rng.choice(OTHERS)
        if form == 7:
            parts = [self.value(depth - 1) for _ in range(self.rng.randint(1, 3))]
            return f"({', '.join(parts)},)"
        if form == 8:
            return f"({self.value(depth - 1)} if n > 1 else {self.value(depth - 1)})"
        if form == 9:
            word = self.rng.choice(("and", "or"))
            return f"(n > {self.rng.randrange(3)} {word} {self.value(depth - 1)})"
        if not self.called or (form == 10 and self.rng.random() < 0.5):
            return self.number()
        called = self.rng.choice(self.called).format(a="n", b="t")
        return called if self.rng.random() < 0.8 else f"({called}, 1)[0]"

    def block(self, depth, indent, *, ends):
        """Return the lines of a block, which may end by a `return`."""
        space, lines = "    " * indent, []
        for _ in range(self.rng.randint(1, 2)):
            k = self.rng.randrange(4)
            if not depth or self.rng.random() < 0.4:
                lines.append(space + self.rng.choice(SIMPLE).format(k=k))
                continue
            head, other = self.rng.choice(list(HEADS.items()))
            lines.append(space + head.format(k=k))
            if head.startswith("while"):
                lines.append(f"{space}    t += 2")
            lines += self.block(depth - 1, indent + 1, ends=self.rng.random() < 0.6)
            is_try = head == "try:"
            if is_try or (other is not None and self.rng.random() < 0.5):
                lines.append(space + other)
                lines += self.block(depth - 1, indent + 1, ends=is_try)
            if is_try and self.rng.random() < 0.4:
                lines.append(f"{space}finally:")
                lines.append(f"{space}    log.append(str(int(t)))")
        if ends:
            lines.append(f"{space}return {self.value()}")
        return lines

    def function(self, indent, called):
        self.called = called
        return "\n".join(self.block(2, indent, ends=True))


def program_of(seed):
    """Return the text of the program that belongs to a seed."""
    w = Writer(seed)
    head = HEAD.format(
        way=w.function(2, ()),
        first=w.function(2, ("way({a})",)),
        second=w.function(2, ("first({a})", "way({a}, {b})")),
        value=w.value(1),
    )
    return f"{head}{w.function(1, CALLED)}\n"


@pytest.mark.parametrize("seed", range(MANY))
def test_random_programs_return_what_plain_python_returns_or_refuse(seed):
    source = program_of(seed)
    function = ag.function(compile_program(source))
    for n in (0, 1, 2, 4):
        found = check(function, ag.constant(n), [])
        assert found.verdict is not Verdict.DIFFERS, f"{source}\n{found}"
