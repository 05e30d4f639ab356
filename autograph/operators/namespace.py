"""What `ag__` stands for in code that the core runs.

While a trace is under way an operator stages; else it does what Python does, as in a
statement that Python runs when the graph does. A statement that cannot be staged falls
to rung 2: it is run by Python, from the next attempt on.
"""

from __future__ import annotations

import builtins
import inspect
import operator
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final

from autograph import places
from autograph.generator_twins import with_twin
from autograph.operators import (
    arithmetic,
    calls,
    comparisons,
    conditionals,
    displays,
    exceptions,
    generators,
    logic,
    loops,
    managers,
    patterns,
    scope,
    stores,
    text,
    unpacking,
    variables,
)
from autograph.operators.builtins import call as call_builtin
from autograph.operators.loop_options import loop_options
from autograph.operators.protocol import Operators
from autograph.options import ConversionOptions
from autograph.policy import is_refused
from autograph.staging.attempts import save
from autograph.staging.looking import look_at, looked
from autograph.staging.plain import run_by_python
from autograph.staging.raising import REFUSALS, is_of_loop, of_loop
from autograph.values import numpy_values as arrays
from autograph.values.cells import Cell
from autograph.values.interpreter import INTERPRETER
from autograph.values.kinds import ATOMS
from autograph.values.proxy import Undefined
from autograph.values.state import STATE, WHOLE, Restart, current
from graph.meant import meant


class _Python(Operators):
    """What converted code does where no trace is under way."""

    def converted_call(
        self, function: Any, args: Any, kwargs: Any, scope: Any = None
    ) -> Any:
        del scope
        return function(*args, **(kwargs or {}))


PYTHON: Final = _Python()


def _identity(value: Any, *_: Any) -> Any:
    return value


def _nothing(*_: Any) -> None:
    """Do nothing."""


# Operators with what they do while tracing, and as Python.
_STAGED: Final[dict[str, Callable[..., Any]]] = {
    "assert_stmt": conditionals.assert_stmt,
    "if_stmt": conditionals.if_stmt,
    "while_stmt": loops.while_stmt,
    "for_stmt": loops.for_stmt,
    "try_except": exceptions.try_except,
    "try_star": exceptions.try_star,
    "try_finally": exceptions.try_finally,
    "raised": exceptions.raised,
    "raised_from": exceptions.raised_from,
    "reraised": exceptions.reraised,
    "with_stmt": managers.with_stmt,
    "and_": logic.and_,
    "or_": logic.or_,
    "not_": logic.not_,
    "truth": logic.truth,
    "asked_once": logic.truth,
    "asked_before": logic.asked_before,
    "told_value": logic.told_value,
    "if_exp": logic.if_exp,
    "compare": comparisons.compare,
    "is_": comparisons.is_,
    "is_not": comparisons.is_not,
    "in_": comparisons.in_,
    "not_in": comparisons.not_in,
    "binary": arithmetic.binary,
    "unary": arithmetic.unary,
    "mod": arithmetic.mod,
    "get_item": stores.get_item,
    "set_item": stores.set_item,
    "del_item": stores.del_item,
    "aug_item": stores.aug_item,
    "get_attr": stores.get_attr,
    "set_attr": stores.set_attr,
    "del_attr": stores.del_attr,
    "aug_attr": stores.aug_attr,
    "note_global": stores.note_outer,
    "note_outer": stores.note_outer,
    "unpack": unpacking.unpack,
    "plain_items": unpacking.plain_items,
    "plain_keys": unpacking.plain_keys,
    "born": displays.born,
    "dict_display": displays.dict_display,
    "tuple_display": displays.tuple_display,
    "set_display": displays.set_display,
    "list_comp": displays.list_comp,
    "set_comp": displays.set_comp,
    "dict_comp": displays.dict_comp,
    "consume": displays.consume,
    "generator": generators.generator,
    "yield_": generators.yield_,
    "yield_from": loops.yield_from,
    "formatted": text.formatted,
    "f_string": text.f_string,
    "match_value": patterns.match_value,
    "match_parts": patterns.match_parts,
    "match_item": patterns.match_item,
    "match_mapping": patterns.match_mapping,
    "match_rest": patterns.match_rest,
    "class_statement": calls.class_statement,
    "converted_call": calls.converted_call,
    "save": save,
    "Cell": lambda value: calls.call_function(Cell, (value,), {}),
    "bind": stores.bind,
    "ld_free": variables.ld_free,
}
_AS_PYTHON: Final[dict[str, Callable[..., Any]]] = {
    "try_except": exceptions.python_try,
    "try_star": exceptions.python_star,
    "reraised": exceptions.python_reraised,
    "born": _identity,
    "tuple_display": _identity,
    "generator": generators.python_generator,
    "yield_": generators.python_yield,
    "yield_from": generators.python_yield,
    "save": lambda name, value: value,
    "note_global": _nothing,
    "note_outer": _nothing,
    "class_statement": _nothing,
    "bind": stores.python_bind,
    "Cell": Cell,
    "ld": variables.ld,
    "unpack": unpacking.python_unpack,
    "get_attr": lambda value, name, _=False: getattr(value, name),
    "ld_free": variables.ld_free,
}
# What is the same in both.
_SAME: Final[dict[str, Any]] = {
    "ld": variables.ld,
    "ldu": variables.ldu,
    "Undefined": Undefined,
    "UndefinedReturnValue": variables.undefined_return_value,
    "is_undefined": variables.is_undefined,
    "FunctionScope": scope.FunctionScope,
    "ConversionOptions": ConversionOptions,
    "autograph_artifact": scope.autograph_artifact,
    "with_function_scope": scope.with_function_scope,
    "with_twin": with_twin,
    "return_value": scope.return_value,
    "own": _identity,
    "own_items": _identity,
    "settled": _identity,
    "asked_again": _identity,
    "kept": _identity,
    "slice": builtins.slice,
    "loop_options": loop_options,
    "frame_variables": calls.frame_variables,
}


# The same while tracing and in Python, and asked first: 50 ns in place of 300.
_OF_ATOMS: Final = (
    "    if type(left) in ATOMS and type(right) in ATOMS:",
    "        return ON_ATOMS[symbol](left, right)",
)
_SHORT_WAYS: Final[dict[str, tuple[str, ...]]] = {
    "binary": _OF_ATOMS,
    "compare": _OF_ATOMS,
    "mod": (
        "    if type(left) in ATOMS and type(right) in ATOMS:",
        "        return MOD(left, right)",
    ),
    "get_item": (
        "    if type(key) in KEYS and type(value) in SEQUENCES:",
        "        return value[key]",
    ),
    "if_stmt": (
        "    if condition is True: return body()",
        "    if condition is False: return orelse()",
    ),
    "not_": (
        "    if value is True: return False",
        "    if value is False: return True",
    ),
}
# In this package, so that its frames are none of the user's.
_FILENAME: Final = str(Path(__file__).with_name("<operators>"))
_SEQUENCES: Final = frozenset({list, tuple, dict, str, bytes, range})
_KEYS: Final = frozenset({int, str})
_STARS: Final[Mapping[Any, str]] = {
    inspect.Parameter.VAR_POSITIONAL: "*",
    inspect.Parameter.VAR_KEYWORD: "**",
}


def _either(name: str, staged: Callable[..., Any]) -> Callable[..., Any]:
    python = _AS_PYTHON.get(name) or getattr(PYTHON, name)
    return _written(name, staged, python, inspect.signature(staged), looked)


def _written(
    name: str,
    staged: Callable[..., Any],
    python: Callable[..., Any],
    signature: inspect.Signature,
    look: Callable[[Callable[[], Any], Sequence[Any]], Any],
) -> Callable[..., Any]:
    """Return an operator that does one thing while tracing, and another one else."""
    parameters, arguments = [], []
    for each in signature.parameters.values():
        star = _STARS.get(each.kind, "")
        has_default = each.default is not each.empty
        default = f"=defaults[{each.name!r}]" if has_default else ""
        parameters.append(f"{star}{each.name}{default}")
        arguments.append(f"{star}{each.name}")
    given = ", ".join(arguments)
    is_placed = name in places.PLACED
    if is_placed:
        parameters.append("at=0")
    # Written out: passing `*args` on takes longer than what most operators do.
    lines = [
        f"def {name}({', '.join(parameters)}):",
        *_SHORT_WAYS.get(name, ()),
        "    trace = STATE.trace",
        f"    if trace is None: return python({given})",
        *(["    trace.at = at"] if is_placed else []),
        f"    if trace.looks: return look(lambda: staged({given}), [{given}])",
        *_with_real_arrays(arguments),
        f"    return staged({given})",
    ]
    defaults = {x.name: x.default for x in signature.parameters.values()}
    held: dict[str, Any] = {
        "STATE": STATE,
        "python": python,
        "staged": staged,
        "look": look,
        "defaults": defaults,
        "ATOMS": ATOMS,
        "ON_ATOMS": arithmetic.ON_ATOMS,
        "SEQUENCES": _SEQUENCES,
        "KEYS": _KEYS,
        "MOD": operator.mod,
        "AS_THEY_ARE": arrays.as_they_are,
    }
    exec(compile("\n".join(lines), _FILENAME, "exec"), held)
    return meant(held[name])  # type: ignore[no-any-return]


def _with_real_arrays(arguments: list[str]) -> list[str]:
    """Return the line for traces where arrays that outlive the call are the run's."""
    by_name = [x for x in arguments if x.startswith("**")]
    others = "".join(f"{x}, " for x in arguments if x not in by_name)
    given = ", ".join([f"*AS_THEY_ARE(({others}))", *by_name])
    return [f"    if trace.known.has_real_arrays: return staged({given})"]


# -- Rung 2: which of an operator's arguments are functions, and which are values.


def _laddered(
    name: str, staged: Callable[..., Any], picked: Callable[[Sequence[Any]], Any]
) -> Callable[..., Any]:
    """Let a statement that cannot be staged be run by Python.

    A loop has the function fall: Python would run all of its iterations, with what they
    hold, by operators, which takes twenty times as long as the function as it stands.
    """
    python = _AS_PYTHON.get(name) or getattr(PYTHON, name)
    is_loop = name in ("while_stmt", "for_stmt")

    def look(_: Any, args: Sequence[Any]) -> Any:
        _, functions, get_state, set_state = picked(args)
        return looked(lambda: staged(*args), functions, get_state, set_state)

    def by_python(key: Any, args: Sequence[Any]) -> None:
        trace = current()
        others, functions, get_state, set_state = picked(args)
        trace.n_fallen += 1
        known = key, trace.n_fallen
        if known not in trace.known.looked:
            try:
                look_at(lambda: look(None, args), get_state, set_state)
            except WHOLE:
                if name == "try_finally":
                    exceptions.end_for_good(args[1])
                raise
            trace.known.looked.add(known)
            trace.is_stale = True  # what was looked at leaves its traces
        run = _rerun(python, args, functions, others)
        names = args[next(i for i, x in enumerate(args) if x is set_state) + 1]
        run_by_python(run, functions, others, get_state, set_state, names)

    def climb(*args: Any) -> Any:
        trace = current()
        key = name, trace.at
        is_forced = "statements" in trace.known.forced and not is_loop
        if key in trace.known.python or is_forced:
            return by_python(key, args)
        if trace.known.has_real_arrays:
            args = arrays.as_they_are(args)
        try:
            return staged(*args)
        except WHOLE:
            raise
        except REFUSALS as refused:
            if is_refused(refused) or is_of_loop(refused):
                raise
            if is_loop:
                raise of_loop(refused)  # noqa: B904  # the same one
            trace.known.falls(key, refused)
            raise Restart(str(refused)) from None

    return _written(name, climb, python, inspect.signature(staged), look)


def _rerun(
    python: Callable[..., Any],
    args: Sequence[Any],
    functions: Sequence[Any],
    others: Sequence[Any],
) -> Callable[[list[Any], tuple[Any, ...]], None]:
    """Return what runs a statement with functions and values in place of its own."""
    places_of = {id(x): i for i, x in enumerate(functions) if x is not None}
    values_of = {id(x): i for i, x in enumerate(others)}

    def run(made: list[Any], given: tuple[Any, ...]) -> None:
        def with_new(value: Any) -> Any:
            if id(value) in places_of:
                return made[places_of[id(value)]]
            if id(value) in values_of:
                return given[values_of[id(value)]]
            return tuple(map(with_new, value)) if type(value) is tuple else value

        python(*map(with_new, args))

    return run


def _functions(*values: Any) -> list[Any]:
    return [x for x in values if isinstance(x, FunctionType)]


_LADDER: Final[dict[str, Callable[[Sequence[Any]], Any]]] = {
    "if_stmt": lambda a: ([a[0]], _functions(a[1], a[2]), a[3], a[4]),
    "while_stmt": lambda a: ([], _functions(a[0], a[1]), a[2], a[3]),
    "for_stmt": lambda a: ([a[0]], _functions(a[1], a[2]), a[3], a[4]),
    "try_except": lambda a: (
        [],
        _functions(a[0], *(x for each in a[1] for x in each), a[2]),
        a[3],
        a[4],
    ),
    "try_finally": lambda a: ([], _functions(a[0], a[1]), a[2], a[3]),
    "try_star": lambda a: (
        [],
        _functions(a[0], *(x for each in a[1] for x in each), a[2]),
        a[3],
        a[4],
    ),
    "with_stmt": lambda a: ([a[0]], _functions(a[1]), a[2], a[3]),
}


@cache
def namespace() -> ModuleType:
    """Return what `ag__` stands for."""
    made = ModuleType("ag__", "The operators of converted code.")
    for name, value in _SAME.items():
        setattr(made, name, value)
    for name, staged in _STAGED.items():
        picked = _LADDER.get(name)
        if picked is not None:
            setattr(made, name, _laddered(name, staged, picked))
        else:
            setattr(made, name, _either(name, staged))

    def spread_call(function: Any, scope: Any = None) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            return made.converted_call(function, args, kwargs, scope)

        # Python's messages of what is spread name what is called.
        call.__qualname__ = getattr(function, "__qualname__", str(function))
        call.__module__ = getattr(function, "__module__", None) or "builtins"
        return call

    made.spread_call = spread_call  # type: ignore[attr-defined]
    return made


# -- What modules below ask of operators

INTERPRETER.binary = arithmetic.binary
INTERPRETER.call_builtin = call_builtin
INTERPRETER.call_function = calls.call_function
INTERPRETER.choose = logic.choose
INTERPRETER.compare = comparisons.compare
INTERPRETER.convert = calls.converted
INTERPRETER.get_attr = stores.get_attr
INTERPRETER.namespace = namespace
INTERPRETER.unary = arithmetic.unary
