"""Random programs: source text, compiled so that its source can be found again."""

from __future__ import annotations

import linecache
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Any, Final

from autograph.testing.assignments import TRAIL
from autograph.testing.choices import Choices, SeededChoices
from autograph.testing.definitions import IMPORTED, definitions
from autograph.testing.functions import write_function
from autograph.testing.grammar import Grammar, bounded, return_line, statement
from autograph.testing.language import PYTHON
from autograph.testing.types import INT, Type
from autograph.testing.values import argument_for
from autograph.testing.writer import (
    Result,
    Scope,
    Writer,
    any_tensor_type,
    any_type,
)

_TEMPLATES: Final = (
    "{}",
    "({}, {})",
    "[{}, {}, {}]",
    "({}, [{}, ({},)])",
    "{{'a': {}, 'b': ({}, {})}}",
)


@dataclass(frozen=True)
class Program:
    """A random program: a function `program`, after functions that it may call.

    Attributes:
        source: Its text.
        parameters: The types of the function's parameters.
        used: How often each construct occurs in it.
    """

    source: str
    parameters: tuple[Type, ...]
    used: Counter[str] = field(default_factory=Counter, compare=False)

    @cached_property
    def function(self) -> Callable[..., Any]:
        """The function, compiled; its source is found like that of any other."""
        return compile_program(self.source)

    def arguments(self, choices: Choices) -> tuple[Any, ...]:
        """Return arguments for the function."""
        return tuple(argument_for(kind, choices) for kind in self.parameters)

    def __repr__(self) -> str:
        kinds = ", ".join(map(str, self.parameters))
        return f"# program({kinds})\n{self.source}"


def write_program(
    choices: Choices, size: int = 12, grammar: Grammar = PYTHON
) -> Program:
    """Write a program.

    It always ends. It may raise, whenever running it as a graph must raise the same.

    Args:
        choices: Where decisions come from.
        size: How many statements it may have, about.
        grammar: What it is made of.
    """
    w = Writer(
        choices, size, grammar.narrowed(choices) if grammar.families else grammar
    )
    parameters = tuple(_parameter(choices) for _ in range(1 + choices.below(3)))
    w.palette = (*parameters, INT, *(any_type(choices) for _ in range(2)))
    choices.repeat(lambda: _write_helper(w), 35, 2)
    names = [w.fresh("a") for _ in parameters]
    w.line(f"def program({', '.join(names)}):")
    scope = Scope(functions=w.scope.functions)
    with w.function(scope, _result(w), w.left):
        w.is_main = True
        for name, kind in zip(names, parameters, strict=True):
            w.declare(name, kind)
        _write_main(w)
    return Program(definitions(w.text) + w.text, parameters, w.used)


def random_program(seed: int, size: int = 12, grammar: Grammar = PYTHON) -> Program:
    """Return the program that belongs to a seed."""
    return write_program(SeededChoices(seed), size, grammar)


def _parameter(choices: Choices) -> Type:
    return any_type(choices) if choices.chance(10) else any_tensor_type(choices)


def _result(w: Writer) -> Result:
    template = w.choices.pick(_TEMPLATES)
    kinds = tuple(w.some_type() for _ in range(template.count("{}")))
    return Result(template, kinds)


def _write_helper(w: Writer) -> bool:
    kinds = tuple(w.some_type() for _ in range(w.choices.below(3)))
    write_function(w, w.fresh("helper"), kinds, w.some_type(), Scope())
    return True


def _write_first_value(w: Writer) -> bool:
    name, kind = w.fresh("v"), w.some_type()
    w.line(f"{name} = {bounded(w, kind, 0)}")
    w.declare(name, kind)
    return True


def _write_main(w: Writer) -> None:
    w.choices.repeat(lambda: _write_first_value(w), 60, 3)
    if w.choices.chance(40):
        # A graph leaves out what no result needs, with what that would raise: hence
        # what may raise is part of the result.
        w.line(f"{TRAIL} = 0")
        w.scope.variables[TRAIL] = INT
        w.result = Result(f"({w.result.template}, {TRAIL})", w.result.types)
    if w.grammar.first is not None and w.choices.chance(50):
        first = w.grammar.first(w).replace("{", "{{").replace("}", "}}")
        w.result = Result(f"({w.result.template}, {first})", w.result.types)
    if w.choices.repeat(lambda: statement(w), 88, max(w.left, 1)):
        w.line(return_line(w))


def compile_program(source: str, name: str = "program") -> Callable[..., Any]:
    """Compile a program; return one of its functions.

    Args:
        source: The text. `ag` is the library, `np` is NumPy; see also IMPORTED.
        name: The function.
    """
    import numpy as np

    import autograph as ag

    filename = f"<random program {sha256(source.encode()).hexdigest()[:12]}>"
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
    names: dict[str, Any] = {
        "__name__": "random_program",
        "ag": ag,
        "np": np,
        **IMPORTED,
    }
    exec(compile(source, filename, "exec", dont_inherit=True), names)
    return names[name]  # type: ignore[no-any-return]
