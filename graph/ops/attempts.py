"""Attempts as ops: a graph that may raise, and one that handles what it raises.

    attempt    (cell, *captures)  with `body` and `handler`, graphs of the captures
    cell       a new cell, which outlives the exception
    note       (cell, *values): what variables hold, before something may raise
    noted      (cell, *values): what was noted last; of the values what was not noted
    caught     the exception that the cell's attempt has caught
    settle     (value): computed here, where an exception would be caught

    link_of_caught   (error): its cause or its context, and whether that is None
    set_link         (error, value): give it one; without a value, none
    add_note         (error, note)
    has_notes        (error): has it any?
    has_form         (error): is a part of it made of values of some types?

An exception leaves the body between two of its nodes. The variables are then what
they were before the node that raised: bodies note them in the cell ahead of each node
that may, and the handler begins by reading what was noted last.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NoReturn

import numpy as np

from graph import dtypes, nest
from graph.errors import GradientError, GraphError, UnstagedHandlerError
from graph.graph import Graph
from graph.op import NO_GRADIENT, RAISES, REQUIRED, ZERO, Effects, always, define
from graph.ops.control_flow import infer_branches, no_kernel
from graph.ops.gradients import control as rules
from graph.ops.held_values import check_words
from graph.ops.lists import converted
from graph.ops.raising import exception_class
from graph.specs import ListDType, TensorSpec, element_of, list_of
from graph.tensor import EagerTensor

OPAQUE: Final = TensorSpec((), dtypes.opaque)
READS_CONTROL: Final = Effects(reads=("control",))


class Cell:
    """What an attempt remembers at run time.

    Attributes:
        noted: Which of the layouts of `noted` the values have that were noted last, and
            those; None before any note. In one, as an exception may come between two.
        error: What was caught.
    """

    __slots__ = ("error", "noted")

    def __init__(self) -> None:
        self.noted: tuple[int, tuple[Any, ...]] | None = None
        self.error: BaseException | None = None


def _infer_attempt(
    cell: TensorSpec,
    *captures: TensorSpec,
    body: Graph,
    handler: Graph,
    catches: tuple[Any, ...],
) -> tuple[TensorSpec, ...]:
    if cell.dtype is not dtypes.opaque:
        raise GraphError(f"an attempt needs a cell, not {cell}")
    return infer_branches(captures, body, handler)


ATTEMPT = define(
    "attempt",
    inputs=("cell",),
    attrs={"body": REQUIRED, "handler": REQUIRED, "catches": REQUIRED},
    infer=_infer_attempt,
    kernel=no_kernel,
    type_name="Try",
    node_name="try",
    is_control=True,
    is_public=False,
    gradient=rules.attempt,
    doc="Run a graph; where it raises one of some exceptions, run another.",
)
CELL = define(
    "cell",
    is_public=False,
    inputs=(),
    infer=lambda: OPAQUE,
    kernel=Cell,
    effects=RAISES,
    gradient=ZERO,
    doc="A new cell for an attempt.",
)


def _note(cell: Cell, *values: Any, layout: int) -> None:
    cell.noted = layout, values


NOTE = define(
    "note",
    is_public=False,
    inputs=("cell", "values"),
    attrs={"layout": REQUIRED},
    attr_kinds={"layout": int},
    infer=lambda cell, *values, layout: (),
    kernel=_note,
    effects=RAISES,
    gradient=ZERO,
    doc="Note what variables hold before something may raise.",
)


def _noted(
    cell: Cell, *others: Any, specs: tuple[TensorSpec, ...], layouts: tuple[Any, ...]
) -> Any:
    if cell.noted is None:
        error = cell.error
        raise UnstagedHandlerError(
            f"{type(error).__name__} was raised by an op that is not known to raise, "
            f"in a `try`: {error}",
            hint="Decide with `if` in place of the exception.",
        ) from error
    layout, noted = cell.noted
    values = (*map(_as_it_was, noted), *others)
    return tuple(
        _held(_found(values, source, spec), spec)
        for source, spec in zip(layouts[layout], specs, strict=True)
    )


def _as_it_was(value: Any) -> Any:
    """Return what was noted; of a list that may have grown, with its length."""
    if type(value) is not tuple:
        return value
    held, length = value
    return held[:length]


def _found(values: Sequence[Any], source: Any, spec: TensorSpec) -> Any:
    """Return what was noted: an input, a constant in a tuple, or a list of parts.

    What nothing reads may not be noted: there is None in its place.
    """
    if type(source) is int:
        return values[source]
    if len(source) == 1:
        return source[0]
    _, parts = source
    found: list[Any] = []
    for kind, *part in parts:
        if kind == "run":
            found.extend(values[part[0]] or ())
            continue
        element = element_of(spec)
        item = _held(_found(values, part[0], element), element)
        times = len(values[part[1]] or ()) if kind == "fill" else 1
        found.extend([item] * times)
    return found


def _held(value: Any, spec: TensorSpec) -> Any:
    """Return a value as the spec has it; None stands for what is not looked at."""
    kind = spec.dtype.python
    if isinstance(spec.dtype, ListDType):
        element = spec.dtype.element
        return [] if element is None or value is None else converted(value, element)
    if kind is not None and value is None:
        return kind()
    if kind is not None:
        return value if spec.dtype is dtypes.opaque else kind(value)
    if value is None:
        return np.zeros(tuple(dim or 0 for dim in spec.shape or ()), spec.dtype.numpy)
    return np.asarray(value, spec.dtype.numpy)


NOTED = define(
    "noted",
    is_public=False,
    inputs=("cell", "values"),
    attrs={"specs": REQUIRED, "layouts": REQUIRED},
    infer=lambda cell, *values, specs, layouts: tuple(specs),
    kernel=_noted,
    effects=READS_CONTROL,
    gradient=NO_GRADIENT(
        "what a variable holds in a handler depends on where the `try` was left"
    ),
    doc="What was noted last, brought to one type whichever note it was.",
)


def _no_gradient_of_noted() -> NoReturn:
    raise GradientError(
        "the gradient flows through a variable that a handler reads, and what that "
        "holds depends on where the `try` was left.",
        hint="Use ag.stop_gradient where it is to count as a constant.",
    )


NO_GRADIENT_OF_NOTED: Final = define(
    "no_gradient_of_noted",
    is_public=False,
    inputs=(),
    infer=lambda: (),
    kernel=_no_gradient_of_noted,
    effects=RAISES,
    gradient=ZERO,
    doc="Raise that what was noted has no gradient, once one is computed.",
)
CAUGHT = define(
    "caught",
    is_public=False,
    inputs=("cell",),
    infer=lambda cell: OPAQUE,
    kernel=lambda cell: cell.error,
    effects=READS_CONTROL,
    gradient=ZERO,
    doc="The exception that was caught.",
)


def catch(cell: Cell, error: BaseException) -> None:
    """Keep what was caught; programs call this first in a handler."""
    cell.error = error


def classes_of(catches: tuple[Any, ...]) -> tuple[type[BaseException], ...]:
    """Return the classes that the attribute `catches` names."""
    return tuple(map(exception_class, catches))


MATCHES = define(
    "is_caught_by",
    is_public=False,
    inputs=("error",),
    attrs={"classes": REQUIRED},
    infer=lambda error, *, classes: TensorSpec((), dtypes.python_bool),
    kernel=lambda error, *, classes: isinstance(error, classes_of(classes)),
    gradient=ZERO,
    doc="Is an exception of one of some classes?",
)


_CLASS_NAMES: Final = ("__name__", "__qualname__", "__module__")


def _class_name(error: BaseException, *, attribute: str, may_be_numpys: bool) -> Any:
    if may_be_numpys:
        check_words(error, is_of_numpy=True)
    return getattr(type(error), attribute)


CLASS_NAME = define(
    "class_name",
    is_public=False,
    inputs=("error",),
    attrs={"attribute": "__name__", "may_be_numpys": False},
    infer=lambda error, *, attribute, may_be_numpys: TensorSpec((), dtypes.python_str),
    kernel=_class_name,
    gradient=ZERO,
    is_data=lambda *, attribute, **_: attribute in _CLASS_NAMES,
    can_refuse=lambda *_, may_be_numpys, **__: may_be_numpys,
    doc="The name of an exception's class: `__name__`, `__qualname__`, `__module__`.",
)


IS_CLASS = define(
    "is_class",
    is_public=False,
    inputs=("error",),
    attrs={"classes": REQUIRED},
    infer=lambda error, *, classes: TensorSpec((), dtypes.python_bool),
    kernel=lambda error, *, classes: type(error) in classes_of(classes),
    gradient=ZERO,
    doc="Is the class of an exception one of some classes, and no class of theirs?",
)


def _caught_part(
    error: BaseException, *, part: str, structure: str, specs: tuple[TensorSpec, ...]
) -> Any:
    value = getattr(error, part)
    leaves, found = nest.flatten_with_structure(value)
    if str(found) != structure or not all(map(fits, leaves, specs)):
        shown = ", ".join(map(str, specs))
        raise UnstagedHandlerError(
            f"`{part}` of the {type(error).__name__} that was caught is {value!r}, and "
            f"was taken for {structure} of {shown or 'nothing'} while tracing.",
            hint="Give what can be caught arguments of the same types, or catch "
            "exceptions of different classes by an `except` each.",
        )
    return tuple(map(_part, leaves, specs))


def fits(leaf: Any, spec: TensorSpec) -> bool:
    """Is a leaf of what an exception holds of a type that was foreseen?"""
    if spec.dtype is dtypes.opaque:
        return isinstance(leaf, BaseException)
    kind = spec.dtype.python
    if kind is not None:
        return type(leaf) is kind or (kind is float and type(leaf) is int)
    if type(leaf) in (int, float):  # the graph has the dtype of another place
        wanted = "iufc" if type(leaf) is int else "fc"
        is_wider = spec.shape == () and spec.dtype.numpy.kind in wanted
        return is_wider and bool(np.asarray(leaf).astype(spec.dtype.numpy) == leaf)
    if isinstance(leaf, (np.ndarray, np.generic)):
        leaf = EagerTensor(np.asarray(leaf))
    if not isinstance(leaf, EagerTensor) or leaf.dtype is not spec.dtype:
        return False
    return leaf.spec.is_compatible_with(spec)


def _part(leaf: Any, spec: TensorSpec) -> Any:
    if spec.dtype is dtypes.opaque:
        return leaf
    kind = spec.dtype.python
    return np.asarray(leaf, spec.dtype.numpy) if kind is None else kind(leaf)


CAUGHT_PART = define(
    "caught_part",
    is_public=False,
    inputs=("error",),
    attrs={"part": REQUIRED, "structure": REQUIRED, "specs": REQUIRED},
    infer=lambda error, *, part, structure, specs: tuple(specs),
    kernel=_caught_part,
    effects=RAISES,
    gradient=NO_GRADIENT("what an exception holds depends on where it was raised"),
    can_refuse=always,
    doc="An attribute of an exception, whose type was found out while tracing.",
)


_FLAG: Final = TensorSpec((), dtypes.python_bool)


_LINKS: Final = ("__cause__", "__context__")


def _link(error: BaseException, *, link: str) -> tuple[Any, bool]:
    found = getattr(error, link)
    return found, found is None


LINK: Final = define(
    "link_of_caught",
    is_public=False,
    inputs=("error",),
    attrs={"link": REQUIRED},
    infer=lambda error, *, link: (OPAQUE, _FLAG),
    kernel=_link,
    effects=RAISES,
    gradient=ZERO,
    is_data=lambda *, link: link in _LINKS,
    doc="The cause or the context of an exception, and whether that is None.",
)


def _set_link(error: BaseException, *values: Any, link: str, value: Any = None) -> None:
    if values:
        (value,) = values
    setattr(error, link, bool(value) if link == "__suppress_context__" else value)


SET_LINK: Final = define(
    "set_link",
    is_public=False,
    inputs=("error", "values"),
    attrs={"link": REQUIRED, "value": None},
    infer=lambda error, *values, link, value=None: (),
    kernel=_set_link,
    effects=RAISES,
    gradient=ZERO,
    is_data=lambda *, link, **_: link in (*_LINKS, "__suppress_context__"),
    doc="Set the cause or the context of an exception, or whether it is shown.",
)
ADD_NOTE: Final = define(
    "add_note",
    is_public=False,
    inputs=("error", "note"),
    infer=lambda error, note: (),
    kernel=lambda error, note: error.add_note(note),
    effects=RAISES,
    gradient=ZERO,
    doc="Add a note to an exception.",
)


def _has_notes(error: BaseException) -> bool:
    return hasattr(error, "__notes__")


_NOTES: Final = TensorSpec((), list_of(TensorSpec((), dtypes.python_str)).dtype)


def _notes(error: BaseException) -> list[str]:
    notes = error.__notes__
    if not all(type(each) is str for each in notes):
        raise UnstagedHandlerError(
            f"the notes of the {type(error).__name__} that was caught are {notes!r}, "
            "which are not all text.",
            hint="Add notes by `add_note`.",
        )
    return list(notes)


NOTES: Final = define(
    "notes",
    is_public=False,
    inputs=("error",),
    infer=lambda error: _NOTES,
    kernel=_notes,
    effects=RAISES,
    gradient=ZERO,
    can_refuse=always,
    doc="The notes of an exception, if it has any.",
)
HAS_NOTES: Final = define(
    "has_notes",
    is_public=False,
    inputs=("error",),
    infer=lambda error: _FLAG,
    kernel=_has_notes,
    effects=RAISES,
    gradient=ZERO,
    doc="Has an exception notes?",
)


def _has_form(
    error: BaseException,
    *,
    part: str,
    forms: tuple[tuple[str, tuple[TensorSpec, ...]], ...],
) -> bool:
    if not hasattr(error, part):
        return False
    leaves, found = nest.flatten_with_structure(getattr(error, part))
    return any(
        str(found) == structure and all(map(fits, leaves, specs))
        for structure, specs in forms
    )


HAS_FORM: Final = define(
    "has_form",
    is_public=False,
    inputs=("error",),
    attrs={"part": REQUIRED, "forms": REQUIRED},
    infer=lambda error, *, part, forms: _FLAG,
    kernel=_has_form,
    effects=RAISES,
    gradient=ZERO,
    doc="Is a part of an exception made of values of some types, one way or another?",
)


# Marks the group of an `except*` that is raised again by `raise` alone.
BARE: Final = "_ag_bare"


def _raise_again(error: BaseException, *, is_bare: bool | str = False) -> None:
    if is_bare == "clause":
        error.__dict__[BARE] = True
    raise error


RERAISE = define(
    "raise_again",
    is_public=False,
    inputs=("error",),
    attrs={"is_bare": False},
    infer=lambda error, *, is_bare=False: (),
    kernel=_raise_again,
    effects=RAISES,
    gradient=ZERO,
    doc="Raise an exception that was caught; `is_bare` where `raise` stands alone.",
)
SETTLE = define(
    "settle",
    is_public=False,
    inputs=("value",),
    infer=lambda value: (),
    kernel=lambda value: None,
    effects=RAISES,
    gradient=ZERO,
    doc="Have a value computed here, where the exception it may raise belongs.",
)
# What takes part in attempts itself, and never raises for a reason of the user's.
MACHINERY: Final = frozenset(
    {CELL, NOTE, SETTLE, LINK, SET_LINK, ADD_NOTE, HAS_NOTES, HAS_FORM}
)
