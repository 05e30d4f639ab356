"""Generators: functions that yield, and generator expressions.

A generator that nothing of the run is in is Python's own, which tracing draws from. Any
other one is an object of the run: Python makes it, and draws from it, when the graph
runs. When one is closed that tidies up is for Python's reference counts to say: a
function that calls one falls.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from functools import partial
from types import CodeType, FunctionType, GeneratorType
from typing import Any

from autograph.errors import SourceUnavailableError
from autograph.source import find_source
from autograph.values.kinds import holds_run, is_of_run
from autograph.values.nodes import boxed_value, emit, lift, note_birth, site_here
from autograph.values.proxy import Proxy
from autograph.values.specs import ANY, IteratorSpec
from autograph.values.state import STATE, Restart, Unstageable, current, is_in_block
from graph.origin import capture_exact
from graph.python.protocols import APPLY
from graph.tensor import SymbolicTensor

Step = Callable[[Any], tuple[Any, Callable[[], Any]]]


def check_closing(function: Any) -> None:
    """Refuse a generator function in which something waits for the generator's end.

    Raises:
        Unstageable: It yields in a `try` or a `with`.
    """
    inner = getattr(function, "__func__", function)
    if not isinstance(inner, FunctionType) or not inspect.isgeneratorfunction(inner):
        return
    if _waits(inner.__code__, inner):
        raise Unstageable(f"{inner.__name__}() tidies up when its generator is closed")


# By code: whether it yields in a `try` or a `with`. Written by `_waits` alone.
_WAITS: dict[CodeType, bool] = {}


def _waits(code: CodeType, function: FunctionType) -> bool:
    if code not in _WAITS:
        try:
            node = find_source(function).node
        except SourceUnavailableError:
            _WAITS[code] = False
        else:
            _WAITS[code] = any(map(_has_yield, _statements(node)))
    return _WAITS[code]


def _statements(node: ast.AST) -> list[ast.AST]:
    kinds = (ast.Try, ast.TryStar, ast.With)
    return [x for x in ast.walk(node) if isinstance(x, kinds)]


def _has_yield(node: ast.AST) -> bool:
    return any(isinstance(x, (ast.Yield, ast.YieldFrom)) for x in ast.walk(node))


class GeneratorExpression:
    """A generator expression over values of the run that is drawn from in one place."""

    def __init__(
        self, items: Any, test: Any, value: Callable[[Any], Any], *, is_nested: bool
    ) -> None:
        self.items, self.test, self.value = items, test, value
        self.is_nested = is_nested

    def step(self, item: Any) -> tuple[Any, Callable[[], Any]]:
        """Return whether an item is taken, and how to compute its value."""
        is_taken = True if self.test is None else self.test(item)
        return is_taken, lambda: self.value(item)

    def as_list(self) -> Any:
        """Return all of its items at once."""
        from autograph.operators.displays import list_comp  # it goes through these

        return list_comp(self.items, self.step, self.is_nested)

    def first(self, *default: Any) -> Any:
        """Return what `next` of it gives."""
        from autograph.operators.loops import first_of

        if self.is_nested:
            return NotImplemented
        return first_of(self.items, self.step, *default)

    def kept(self) -> Proxy:
        """Return the generator of the run."""
        return _of_run(self.items, self.test, self.value, self.is_nested)

    def __iter__(self) -> Any:
        raise Unstageable("a generator expression that is kept")


def generator(
    items: Any,
    test: Callable[[Any], Any] | None,
    value: Callable[[Any], Any],
    may_stop: bool = True,
    at_once: bool = False,
    is_nested: bool = False,
    is_once: bool = False,
) -> Any:
    """Return the generator of a generator expression."""
    del may_stop
    made = GeneratorExpression(items, test, value, is_nested=is_nested)
    if at_once:
        return made.as_list()
    site = site_here(GeneratorType)
    is_run = is_of_run(items) or isinstance(items, GeneratorExpression)
    if is_once and (is_run or is_in_block() or holds_run(items) or site.is_real):
        return made
    if site.is_real or is_run or is_in_block():
        return made.kept()
    drawn = python_generator(items, test, value, is_nested=is_nested, site=site)
    return note_birth(drawn, site)


def _of_run(items: Any, test: Any, value: Any, is_nested: bool) -> Proxy:
    if isinstance(items, GeneratorExpression):
        items = items.kept()
    current().falls.append(("AG310", "a generator is kept", capture_exact()))
    held = [boxed_value(items).symbol, lift(test)[0], lift(value)[0]]
    spec = IteratorSpec(ANY, "generator")
    function = partial(python_generator, is_nested=is_nested)
    return Proxy(emit(APPLY, held, (spec,), function=function)[0], spec)


def python_generator(
    items: Any,
    test: Callable[[Any], Any] | None,
    value: Callable[[Any], Any],
    may_stop: bool = True,
    at_once: bool = False,
    is_nested: bool = False,
    is_once: bool = False,
    site: Any = None,
) -> Any:
    """Return the generator of a generator expression, where Python runs it."""
    del may_stop, at_once, is_once
    ask = partial(_is_true, site)
    values = (value(item) for item in items if test is None or ask(test(item)))
    return (each for one in values for each in one) if is_nested else values


def _is_true(site: Any, value: Any) -> bool:
    from autograph.values.operations import truth

    if STATE.trace is None:
        return bool(value)
    found = truth(value)
    if not isinstance(found, SymbolicTensor):
        return bool(found)
    if site is None:
        raise Unstageable("a generator expression leaves out what the run says")
    site.find().is_real = True
    raise Restart("the run says what a generator leaves out")


__all__ = ["GeneratorExpression", "Step", "check_closing", "generator"]
