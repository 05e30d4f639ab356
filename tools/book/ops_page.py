"""Make the reference of all functions on tensors from their docstrings and ops."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final

import autograph as ag
from graph.numpy import registry
from graph.op import OPS, NoGradient, Op, Zero

HEAD: Final = """
# Functions on tensors

The functions that compute tensors from tensors, with their shapes and dtypes, their
gradients, and their other names. NumPy functions on tensors (`np.sum(t)`), the methods
of tensors and `ag.numpy` follow NumPy's dtype rules. The functions here follow the
rules in each entry. Both apply the same ops.

*Gradient* is one of these:

- **yes**: the rule consists of ops, so it can be differentiated again;
- **none flows**: the derivative is zero wherever it exists, or the results are not real
  numbers;
- the reason why there is no gradient.

*Ops* are the nodes that a graph can get.
""".strip()

# Where functions live, and what TensorFlow calls the place.
PLACES: Final = ("", "bitwise", "math", "linalg", "signal", "nn", "random", "strings")
_NAMES: Final = Path(__file__).parents[1] / "data" / "tensorflow_names.txt"
_LABELLED: Final = re.compile(r"^(Shape|Dtype|Raises|Source):\s+(.*)$")
# Modules whose functions are the library's own, through which ops are looked for.
_OURS: Final = ("graph.", "autograph")


@dataclass(frozen=True)
class Entry:
    """A function of the library.

    Attributes:
        names: Its public names; the first one is the heading.
        function: The function.
        ops: The ops that it applies, as far as its code names them.
    """

    names: tuple[str, ...]
    function: Any
    ops: tuple[Op, ...]

    @property
    def labels(self) -> dict[str, str]:
        """The labelled lines of its documentation, such as `Shape`."""
        found: dict[str, str] = {}
        label = None
        for line in (inspect.getdoc(self.function) or "").splitlines():
            match = _LABELLED.match(line)
            if match is not None:
                label = match[1]
                found[label] = match[2]
            elif label is not None and line.startswith("    "):
                found[label] += f" {line.strip()}"
            else:
                label = None
        return found

    @property
    def summary(self) -> str:
        """The first sentence of its documentation."""
        doc = inspect.getdoc(self.function) or ""
        return " ".join(doc.partition("\n\n")[0].split())


# -- What there is


@cache
def entries() -> tuple[Entry, ...]:
    """Return the functions on tensors, each once, in the order of their names."""
    names: dict[int, list[str]] = {}
    functions: dict[int, Any] = {}
    for place in PLACES:
        for name, function in _functions(place):
            names.setdefault(id(function), []).append(name)
            functions[id(function)] = function
    found = [
        Entry(tuple(sorted(names[key], key=_rank)), function, ops_of(function))
        for key, function in functions.items()
    ]
    return tuple(sorted(filter(_computes, found), key=lambda each: each.names[0]))


def _computes(entry: Entry) -> bool:
    """Is it a function of tensors, rather than a decorator or the like?"""
    return bool({"Shape", "Dtype"} & entry.labels.keys())


def _rank(name: str) -> tuple[int, str]:
    return name.count("."), name


def _functions(place: str) -> Iterator[tuple[str, Any]]:
    module = getattr(ag, place, None) if place else ag
    if module is None:
        return
    for name in sorted(module.__all__):
        function = getattr(module, name)
        if isinstance(function, FunctionType):
            yield f"{place}.{name}" if place else name, function


def ops_of(function: Any) -> tuple[Op, ...]:
    """Return the ops that a function's code names, itself or in what it calls."""
    found: dict[str, Op] = {}
    seen: set[int] = set()
    todo = [function]
    while todo:
        each = todo.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        op = each if isinstance(each, Op) else getattr(each, "op", None)
        if isinstance(op, Op):
            found[op.name] = op
        elif isinstance(each, FunctionType) and each.__module__.startswith(_OURS):
            todo += _mentioned(each)
    return tuple(op for _, op in sorted(found.items()))


def _mentioned(function: FunctionType) -> Iterator[Any]:
    """Yield the ops and functions that a function's code mentions."""
    cells = function.__closure__ or ()
    for name, cell in zip(function.__code__.co_freevars, cells, strict=True):
        del name
        yield cell.cell_contents
    # Of comprehensions, too, which are functions of their own before Python 3.12.
    codes = _codes(function.__code__)
    names = list(dict.fromkeys(name for code in codes for name in code.co_names))
    for name in names:
        held = function.__globals__.get(name)
        if isinstance(held, (Op, FunctionType)) and not _is_machinery(held):
            yield held
        elif isinstance(held, ModuleType) and held.__name__.startswith("graph.ops"):
            for attribute in names:
                inner = vars(held).get(attribute)
                if isinstance(inner, (Op, FunctionType)):
                    yield inner


def _codes(code: Any) -> Iterator[Any]:
    yield code
    for constant in code.co_consts:
        if inspect.iscode(constant):
            yield from _codes(constant)


def _is_machinery(held: Any) -> bool:
    """Is it a function that converts arguments, which every function calls?"""
    if not isinstance(held, FunctionType):
        return False
    return held.__module__ in ("graph.ops.arguments", "graph.dispatch", "graph.convert")


# -- The text about them


def gradient_of(entry: Entry) -> str:
    """Say how gradients flow back through a function."""
    reasons = []
    is_differentiable = False
    for op in entry.ops:
        if isinstance(op.gradient, NoGradient):
            reasons.append(f"`{op.name}`: {op.gradient.why}")
        elif op.gradient is not None and not isinstance(op.gradient, Zero):
            is_differentiable = True
    if reasons and not is_differentiable:
        return "; ".join(reasons)
    if reasons:
        return f"yes, but not through {'; '.join(reasons)}"
    return "yes" if is_differentiable else "none flows"


# What most functions use on the way to what they are about.
_COMMON: Final = frozenset(
    ["cast", "reshape", "transpose", "expand_dims", "squeeze", "getitem", "shape"]
    + ["broadcast_to", "where", "add", "subtract", "multiply", "divide", "concat"]
    + ["stack", "less", "equal", "greater_equal", "convert_to_tensor", "identity"]
)


@cache
def numpy_names() -> Mapping[str, tuple[str, ...]]:
    """Return for each op's name the NumPy functions that apply it, not on the way."""
    found: dict[str, set[str]] = {}
    for op in OPS.values():
        for function in (op.ufunc, *op.numpy):
            if function is not None:
                found.setdefault(op.name, set()).add(registry.name_of(function))
    for implementation in registry.FUNCTIONS.values():
        ops = [op.name for op in ops_of(implementation.function)]
        own = [name for name in ops if name not in _COMMON] or ops
        if len(own) == 1:
            found.setdefault(own[0], set()).add(implementation.name)
    return {name: tuple(sorted(names)) for name, names in found.items()}


@cache
def _tensorflow_names() -> frozenset[str]:
    return frozenset(_NAMES.read_text(encoding="utf-8").split())


def other_names(entry: Entry) -> list[str]:
    """Return the further names of a function: ours, TensorFlow's and NumPy's."""
    found = [f"`ag.{name}`" for name in entry.names[1:]]
    found += [f"`tf.{n}`" for n in entry.names if n in _tensorflow_names()]
    own = getattr(entry.function, "op", None)
    if isinstance(own, Op):
        found += [f"`{name}`" for name in numpy_names().get(own.name, ())]
    elif len(entry.ops) == 1:
        found += [f"`{name}`" for name in numpy_names().get(entry.ops[0].name, ())]
    return found


def entry_text(entry: Entry) -> str:
    """Return the part of the page about a function."""
    labels = entry.labels
    lines = [
        f"## ag.{entry.names[0]} {{#{_anchor(entry)}}}",
        "",
        f"`{entry.names[0].rpartition('.')[2]}{_signature(entry.function)}`",
        "",
        entry.summary,
        "",
    ]
    shown = [label for label in ("Shape", "Dtype", "Raises") if label in labels]
    lines += [f"- {label}: {labels[label]}" for label in shown]
    lines.append(f"- Gradient: {gradient_of(entry)}")
    if entry.ops:
        lines.append("- Ops: " + ", ".join(f"`{op.name}`" for op in entry.ops))
    if names := other_names(entry):
        lines.append(f"- Also: {', '.join(names)}")
    if "Source" in labels:
        lines.append(f"- Source: {labels['Source']}")
    return "\n".join(lines)


def _signature(function: Any) -> str:
    given = inspect.signature(function)
    plain = [
        parameter.replace(
            annotation=inspect.Parameter.empty, default=_Default.of(parameter.default)
        )
        for parameter in given.parameters.values()
    ]
    return str(given.replace(parameters=plain, return_annotation=given.empty))


class _Default:
    """A function as a default, shown by its name."""

    def __init__(self, function: Any) -> None:
        self._name: str = function.__name__

    @classmethod
    def of(cls, default: Any) -> Any:
        """Return a default as it is shown."""
        return cls(default) if inspect.isfunction(default) else default

    def __repr__(self) -> str:
        return self._name


def ops_pages() -> Mapping[str, str]:
    """Return the pages, by their paths: an index, and one for each namespace."""
    index, pages = [HEAD], {}
    for place in PLACES:
        inside = [each for each in entries() if _place_of(each) == place]
        if not inside:
            continue
        title = f"`ag.{place}`" if place else "`ag`"
        page = f"ops/{place or 'ag'}.md"
        index += ["", f"## {title}", ""]
        index.append(", ".join(_link(each, page) for each in inside))
        text = "\n\n".join([f"# {title}", *map(entry_text, inside)])
        pages[f"reference/{page}"] = text + "\n"
    return {"reference/ops.md": "\n".join(index) + "\n", **pages}


def _place_of(entry: Entry) -> str:
    return entry.names[0].rpartition(".")[0]


def _link(entry: Entry, page: str) -> str:
    name = entry.names[0]
    return f"[{name.rpartition('.')[2]}]({page}#{_anchor(entry)})"


def _anchor(entry: Entry) -> str:
    return f"ag.{entry.names[0]}"
