"""Random programs that write to arrays in place, under several names and through views.

Plain Python on NumPy's arrays is the truth. A program whose names have this array or
that one, as the run decides, may be refused; it never gives something else.
"""

from __future__ import annotations

import importlib.util
import random

import numpy as np
import pytest

import autograph as ag

pytestmark = pytest.mark.long

NAMES = ("x", "y", "z")
KEYS = ("0", "1", "-1", "k", "1:", "::2", "k:", "[0, 2]", "...", ":", "k:k + 1")
ARRAYS = ("{}", "{} + 1", "{} * 2", "{}[::-1]", "{}[:]", "{}.copy()")
NUMBERS = ("{}[2]", "{}[k]", "{}.sum()", "7", "{}[0] * 2")
CONDITIONS = ("{}[0] > 2", "n > 1", "t > 5")
X = np.array([1.0, 2.0, 3.0, 4.0])
# 2000 of them have been run without a difference.
SEEDS = (*range(12), 319)


class Writer:
    """Writes a program."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def program(self) -> str:
        lines = [
            "import numpy as np",
            "class Holder:",
            "    pass",
            "def f(x, n, k):",
            "    x = np.array(x)",
            "    o = Holder()",
            "    t = 0.0",
            f"    y = {self._random.choice(ARRAYS).format('x')}",
            f"    z = {self._random.choice(ARRAYS).format('y')}",
            "    o.a = z",
        ]
        for _ in range(self._random.randrange(3, 8)):
            lines += self._statement(2, 1)
        return "\n".join([*lines, "    return x, y, z, o.a, t", ""])

    def _one(self, options: tuple[str, ...]) -> str:
        return self._random.choice(options).format(self._random.choice(NAMES))

    def _name(self) -> str:
        return self._random.choice(NAMES)

    def _key(self) -> str:
        return self._random.choice(KEYS)

    def _statement(self, depth: int, indent: int) -> list[str]:
        space, kind = "    " * indent, self._random.randrange(12 if depth else 9)
        number = self._one(NUMBERS)
        if kind < 3:
            return [f"{space}{self._name()}[{self._key()}] = {number}"]
        if kind < 5:
            change = self._random.choice(("+=", "-=", "*="))
            return [f"{space}{self._name()}[{self._key()}] {change} {number}"]
        if kind == 5:
            return [f"{space}{self._name()}[1:] = {self._name()}[:-1]"]
        if kind == 6:
            return [f"{space}{self._name()} = {self._one(ARRAYS)}"]
        if kind == 7:
            return [f"{space}o.a = {self._name()}", f"{space}t = t + {number}"]
        if kind == 8:
            return [f"{space}o.a[{self._key()}] = {number}"]
        if kind == 9:
            return [f"{space}for i{indent} in range(n):", *self._block(depth, indent)]
        lines = [f"{space}if {self._one(CONDITIONS)}:", *self._block(depth, indent)]
        if kind == 10:
            lines += [f"{space}else:", *self._block(depth, indent)]
        return lines

    def _block(self, depth: int, indent: int) -> list[str]:
        count = self._random.randrange(1, 4)
        lines = [self._statement(depth - 1, indent + 1) for _ in range(count)]
        return [line for each in lines for line in each]


@pytest.mark.parametrize("seed", SEEDS)
def test_random_writes_give_what_numpy_gives(seed, tmp_path):
    source = Writer(seed).program()
    path = tmp_path / "program.py"
    path.write_text(source)
    spec = importlib.util.spec_from_file_location("program", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    staged = ag.function(module.f)
    for n, k in ((2, 1), (0, 2), (1, 3)):
        with np.errstate(all="ignore"):
            expected = module.f(X.copy(), n, k)
        try:
            found = staged(ag.constant(X), ag.constant(n), ag.constant(k))
        except (ag.errors.UnknownIdentityError, ag.errors.SideEffectError):
            return
        for one, other in zip(found, expected, strict=True):
            np.testing.assert_allclose(np.asarray(one), other, err_msg=source)
