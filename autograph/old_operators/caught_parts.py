"""What an exception holds that is caught when the graph runs: `e.args`, `e.code`.

The type of what it holds follows from the places that may have raised it. A class of
the user's has its constructor traced for that, into a graph that nobody runs: what the
constructor does is done when the exception is raised.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

import numpy as np

from autograph.old_operators import attempts
from autograph.old_operators.forms import Form, FormsDifferError
from autograph.old_operators.group_parts import read_group
from autograph.old_operators.logic import if_exp
from graph import dtypes, nest, specs
from graph.errors import AutographError, DeferredExceptionError
from graph.graph import Graph, current_graph
from graph.old_staging.blocks import trace_block
from graph.old_staging.caught import CaughtError, caught_value, raise_again, sites_of
from graph.old_staging.caught_links import add_note, has_notes
from graph.old_staging.links import links_of
from graph.old_staging.raised import UNKNOWN, Site, values_of
from graph.old_staging.storage import on_class
from graph.old_staging.variables import building, is_stageable
from graph.ops.attempts import CAUGHT_PART
from graph.ops.raised_before import CHANGED, check_unchanged
from graph.origin import capture, capture_exact
from graph.tensor import SymbolicTensor

_MISSING: Final = object()
# Those that no graph keeps, or that are no data.
_OF_PYTHON: Final = ("__cause__", "__context__", "__notes__", "__traceback__")


def read_caught(error: CaughtError, name: str) -> Any:
    """Return an attribute of an exception that is caught when the graph runs.

    Raises:
        DeferredExceptionError: What it holds is not known, or cannot be carried.
    """
    if name.startswith("__"):
        return getattr(error, name)
    of_group = read_group(error, name)
    if of_group is not None:
        return of_group
    forms = _forms(error, name)
    if not sites_of(error):
        raise_again(error)  # no run comes here; one that did would go on raising it
    if not forms:
        raise _refusal(name, "no place that may raise it is known to give it that")
    structure, known, _ = forms[0]
    if len(forms) > 1:
        raise _differing(error, name, forms)
    if _is_mutable(structure):
        raise _refusal(name, "it may be changed under another name, too")
    graph = building()
    attrs = {"part": name, "structure": str(structure), "specs": tuple(known)}
    inputs = [graph.capture(caught_value(error))]
    node = graph.add(CAUGHT_PART, inputs, attrs, origin=capture())
    _note_kinds(name, node.outputs, forms[0][2])
    return nest.pack(structure, node.outputs)


def _note_kinds(
    name: str, values: Sequence[SymbolicTensor], sites: Sequence[Site]
) -> None:
    """Note what values are in plain Python that exceptions were given, if it is known.

    Of what is noted nothing, text is refused where it may be NumPy's.
    """
    kinds = {site.kinds or "-" * len(values) for site in sites}
    if name == "args" and len(kinds) == 1:
        for value, kind in zip(values, *kinds, strict=False):
            _note_kind(value, kind)


def _note_kind(value: SymbolicTensor, kind: str) -> SymbolicTensor:
    """Note what a value is in plain Python: a letter of `Site.kinds`."""
    if value.spec.dtype.is_python:
        return value
    if kind == "s":
        links_of(value).is_scalar = True
    elif kind == "a":
        links_of(value).is_array = True
    elif kind == "-":
        value.givers = ()
    return value


def _forms(error: CaughtError, name: str) -> list[tuple[Any, list[Any], list[Site]]]:
    """Return the structures that a part may have, with specs, and the places."""
    forms: list[tuple[Any, list[Any], list[Site]]] = []
    for site in sites_of(error):
        held = _described(site, name)
        if held is _MISSING:
            continue
        leaves, structure = nest.flatten_with_structure(held)
        known = [_spec(name, leaf) for leaf in leaves]
        for of_form in forms:
            joined = _joined(of_form[1], known) if of_form[0] == structure else None
            if joined is not None:
                of_form[1][:] = joined
                of_form[2].append(site)
                break
        else:
            forms.append((structure, known, [site]))
    return forms


def _differing(error: CaughtError, name: str, forms: Any) -> FormsDifferError:
    first, second = (
        structure if structure != forms[1 - i][0] else known
        for i, (structure, known, _) in enumerate(forms[:2])
    )
    shown = [
        ", ".join(map(str, each)) if isinstance(each, list) else each
        for each in (first, second)
    ]
    why = f"it is {shown[0]} where one is raised, and {shown[1]}"
    found: FormsDifferError = _refusal(name, why, FormsDifferError)
    found.caught, found.part = error, name
    found.forms = [
        Form(str(structure), tuple(known), tuple(sites))
        for structure, known, sites in forms
    ]
    return found


def _is_mutable(structure: nest.Structure) -> bool:
    return structure.kind in (list, dict) or any(map(_is_mutable, structure.parts))


def _joined(left: list[Any], right: list[Any]) -> list[Any] | None:
    found = [specs.join(x, y) for x, y in zip(left, right, strict=True)]
    return None if None in found else found


def _spec(name: str, leaf: Any) -> Any:
    is_spec = isinstance(leaf, specs.TensorSpec)
    if not is_spec and (not is_stageable(leaf) or isinstance(leaf, np.ndarray)):
        raise _refusal(name, f"it may hold a {type(leaf).__name__}")
    spec = leaf if is_spec else specs.spec_of(leaf)
    if spec.dtype is dtypes.opaque:
        raise _refusal(name, "it may hold a list, or another object of the run")
    return spec


def _refusal(name: str, why: str, kind: Any = DeferredExceptionError) -> Any:
    return kind(
        f"`{name}` of an exception that is caught when the graph runs is known only "
        f"then, and a graph cannot carry it: {why}.",
        origin=capture_exact(2),
        hint="Catch exceptions whose arguments are of different types by an `except` "
        "each. The text can always be staged: str(error), or an f-string.",
    )


def _described(site: Site, name: str) -> Any:
    """Return what an attribute holds, with specs for what the run knows."""
    if site.members is not None and name == "message":
        ((_, structure, leaves),) = site.attributes
        return values_of(structure, leaves, _same)
    if site is UNKNOWN or site.structure is None or site.kind is None:
        # What ops and Python's own functions raise has a message.
        return ("",) if name == "args" else _MISSING
    stored = on_class(site.kind, name)
    if isinstance(stored, (types.FunctionType, property, classmethod, staticmethod)):
        raise _refusal(name, "it is code of a class, which would run with the graph")
    for known, structure, leaves in site.attributes:
        if known == name:
            return values_of(structure, leaves, _same)
    args, kwargs = values_of(site.structure, site.leaves, _same)
    if not site.is_made:
        return _of_constructed(site, name)
    if name == "args":
        return args
    try:
        return getattr(site.kind(*args, **kwargs), name)
    except (AttributeError, TypeError):
        return _MISSING


def _same(value: Any) -> Any:
    return value


def _of_constructed(site: Site, name: str) -> Any:
    """Return what the constructor of a class of the user's stores under a name."""
    from autograph.old_operators.calls import converted_call

    kind: Any = site.kind
    around = building()
    scratch = Graph(around.unique_name("exception"), around, is_block=True)
    scratch.attempts = ()

    def construct() -> list[Any]:
        assert site.structure is not None
        kinds = iter(_kinds_of_values(site))
        args, kwargs = values_of(
            site.structure,
            site.leaves,
            lambda spec: _note_kind(scratch.add_input(spec), next(kinds)),
            scratch.add_input,
        )
        made = kind.__new__(kind, *args, **kwargs)
        converted_call(types.MethodType(kind.__init__, made), args, kwargs)
        return [getattr(made, name, _MISSING)]

    try:
        # It puts back what the constructor changes elsewhere.
        traced = trace_block(scratch, construct, [construct])
    except AutographError as error:
        raise _refusal(name, f"its class cannot be traced ({error.message})") from error
    if traced.values is None:
        raise _refusal(name, f"{kind.__name__} cannot be made while tracing")
    (held,) = traced.values
    return held if held is _MISSING else nest.map_structure(_as_spec, held)


def _kinds_of_values(site: Site) -> str:
    """Return the kinds of those leaves that only the run knows."""
    kinds = site.kinds or "-" * len(site.leaves)
    pairs = zip(site.leaves, kinds, strict=True)
    return "".join(kind for leaf, kind in pairs if type(leaf) is not tuple)


def _as_spec(leaf: Any) -> Any:
    return specs.spec_of(leaf) if is_stageable(leaf) else leaf


def about_caught(function: Any, args: tuple[Any, ...]) -> Callable[..., Any] | None:
    """Return what to call in place of a builtin that asks what was caught."""
    about_class = attempts.about_caught(function, args)
    if about_class is not None:
        return about_class
    if len(args) == 1 and getattr(function, "__name__", "") == "add_note":
        target = getattr(function, "__self__", None)
        is_method = function is not getattr(type(target), "add_note", None)
        if isinstance(target, BaseException) and is_method and current_graph():
            return partial(add_note, target)
    if len(args) < 2 or (function is not getattr and function is not hasattr):
        return None
    if isinstance(args[0], BaseException) and args[1] in CHANGED:
        check_unchanged(args[0], f"`{args[1]}`")
    if type(args[0]) is not CaughtError:
        return None
    if function is getattr and len(args) == 2:
        return read_caught
    return _is_there if function is hasattr else _read_or


def _is_there(error: CaughtError, name: str) -> Any:
    if name in ("__cause__", "__context__", "__suppress_context__", "add_note"):
        return True
    if name == "__notes__":
        return has_notes(error)
    found = {site is UNKNOWN or _described(site, name) is _MISSING
             for site in sites_of(error)}  # fmt: skip
    if len(found) == 1:
        return found == {False}
    raise _refusal(name, "whether it is there depends on what was raised")


def _read_or(error: CaughtError, name: str, default: Any) -> Any:
    is_there = _is_there(error, name)
    if isinstance(is_there, bool):
        return read_caught(error, name) if is_there else default
    return if_exp(is_there, lambda: read_caught(error, name), lambda: default)


__all__ = ["about_caught", "read_caught"]
