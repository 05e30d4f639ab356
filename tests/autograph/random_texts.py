"""Random programs of a few kinds of statements, given as texts with gaps for names."""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType


@dataclass(frozen=True)
class Statements:
    """What random programs are made of.

    Attributes:
        simple: Statements of one line.
        guarded: Statements that need a test, each after it.
        blocks: Heads of blocks; `{depth}` is how deep they may go on.
        names: What may stand in each gap.
    """

    simple: Sequence[str]
    guarded: Sequence[tuple[str, str]]
    blocks: Sequence[str]
    names: dict[str, Sequence[str]]

    def block(self, rng: random.Random, depth: int, indent: int) -> list[str]:
        """Return the lines of a random block."""
        blank = "    " * indent
        lines = []
        for _ in range(rng.randint(1, 4)):
            names = {gap: rng.choice(found) for gap, found in self.names.items()}
            kind = rng.randrange(5 if depth else 3)
            if kind < 2:
                lines.append(blank + rng.choice(self.simple).format(**names))
            elif kind == 2:
                test, then = rng.choice(self.guarded)
                lines.append(f"{blank}if {test.format(**names)}:")
                lines.append(f"{blank}    {then.format(**names)}")
            else:
                head = rng.choice(self.blocks).format(depth=depth, **names)
                lines.append(blank + head)
                if not head.endswith(":"):  # it is a whole one
                    continue
                lines += self.block(rng, depth - 1, indent + 1)
                if head.startswith("try"):
                    lines.append(f"{blank}except ValueError:")
                    lines += self.block(rng, depth - 1, indent + 1)
                elif head.startswith("if") and rng.random() < 0.4:
                    lines.append(f"{blank}else:")
                    lines += self.block(rng, depth - 1, indent + 1)
        return lines


def module_of(text: str, path: Path) -> ModuleType:
    """Write a module to a file, since programs need their source; import it."""
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
