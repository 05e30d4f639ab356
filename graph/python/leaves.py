"""Leaves: what objects hold that has a gradient. The border between them and values.

Differentiated programs alone have these rows; see `graph.gradients.leaves`.
"""

from __future__ import annotations

from typing import Final

from graph.op import REQUIRED, Leaves, Source
from graph.ops.gradients import leaves as rules
from graph.python import cotangents
from graph.python.cotangents import Cotangents
from graph.python.record import operands, row

_BORDER: Final = Leaves.BORDER

LEAF: Final = row(
    "leaf",
    lambda _: Source("@fresh@(__0__)", {"fresh": cotangents.fresh}),
    leaves=_BORDER,
    gradient=rules.stored,
    doc="A value as an object of its own.",
)
LOAD: Final = row(
    "load",
    lambda count: Source(
        operands(count, separator=", ") if count != 1 else "@load@(__0__)",
        {} if count != 1 else {"load": cotangents.load},
    ),
    leaves=_BORDER,
    gradient=rules.loaded,
    doc="What leaves hold, as values.",
)
LOAD_ARRAY: Final = row(
    "load_array",
    "__0__.copy()",
    leaves=_BORDER,
    gradient=rules.loaded,
    doc="A copy of what an array holds now.",
)
LOAD_ITEM: Final = row(
    "load_item",
    lambda _: Source(
        "@load_item@(__0__, __1__, __2__)", {"load_item": cotangents.load_item}
    ),
    leaves=_BORDER,
    gradient=rules.item_loaded,
    doc="What was found as x[key], the third operand, as a value.",
)
SET_LEAF: Final = row(
    "set_leaf",
    lambda _: Source(
        "@set_leaf@(__0__, __1__, __2__)", {"set_leaf": cotangents.set_leaf}
    ),
    leaves=_BORDER,
    gradient=rules.item_stored,
    doc="x[key] = value, and the leaf that it has become.",
)
SET_PART: Final = row(
    "set_part",
    "__0__[__1__] = __2__",
    leaves=_BORDER,
    gradient=rules.copied,
    doc="x[key] = y, of objects: copied if they are arrays.",
)
PART: Final = row(
    "part",
    "__0__[__1__]",
    leaves=_BORDER,
    gradient=rules.part_taken,
    doc="x[key], as an object; of an array it may be a copy.",
)
BUILTIN_METHOD: Final = row(
    "builtin_method",
    lambda _, name: Source(
        "@builtin@(__0__, @name@)", {"builtin": cotangents.builtin, "name": name}
    ),
    attrs={"name": REQUIRED},
    leaves=Leaves.MOVES,
    doc="An object whose method is one of Python's.",
)
STORED_ATTRIBUTE: Final = row(
    "stored_attribute",
    lambda _, name: Source(
        "@attribute@(__0__, @name@)", {"attribute": cotangents.attribute, "name": name}
    ),
    attrs={"name": REQUIRED},
    leaves=Leaves.MOVES,
    doc="An object one of whose attributes is stored, and not computed.",
)
STACKED: Final = row(
    "stacked",
    lambda _, dtype, error: Source(
        "@stacked@(__0__, @dtype@, @error@)",
        {"stacked": cotangents.stacked, "dtype": dtype, "error": error},
    ),
    attrs={"dtype": REQUIRED, "error": None},
    leaves=_BORDER,
    gradient=rules.stacked,
    can_refuse=lambda *_, error, **__: bool(error) and cotangents.is_refusal(error),
    doc="The leaves in a tuple as one tensor, along a new first axis.",
)
ONLY_MOVED: Final = row(
    "only_moved",
    lambda _: Source("@only_moved@(__0__)", {"only_moved": cotangents.only_moved}),
    leaves=Leaves.MOVES,
    doc="What Python made of objects, which must be no number.",
)
ROWS: Final = row(
    "rows",
    lambda _: Source("@rows@(__0__)", {"rows": cotangents.rows}),
    leaves=Leaves.MOVES,
    doc="What is iterated over, of an array views.",
)
NOT_ARRAY: Final = row(
    "not_array",
    lambda _: Source("@not_array@(__0__)", {"not_array": cotangents.not_array}),
    leaves=Leaves.MOVES,
    doc="An object whose items are taken, which must be no array.",
)

TABLE: Final = row(
    "cotangents",
    lambda _: Source("@Cotangents@()", {"Cotangents": Cotangents}),
    leaves=Leaves.MOVES,
    doc="A table of cotangents by leaf.",
)
TABLE_OF: Final = row(
    "cotangents_of",
    "__0__.of(__1__)",
    leaves=Leaves.MOVES,
    doc="The table of the cotangents of those in another one.",
)


def _method(name: str, n_operands: int) -> object:
    """Return the source of a method, of a leaf or of an item."""

    def source(count: int) -> Source:
        suffix = "" if count == n_operands else "_item"
        return Source(f"__0__.{name}{suffix}({operands(count, 1)})")

    return source


ADD: Final = row(
    "add_cotangent",
    _method("add", 3),  # type: ignore[arg-type]
    leaves=_BORDER,
    gradient=rules.added,
    doc="Add to the cotangent of a leaf.",
)
TAKE: Final = row(
    "take_cotangent",
    _method("take", 2),  # type: ignore[arg-type]
    leaves=_BORDER,
    gradient=rules.taken,
    doc="The cotangent of a leaf, which is zero from now on.",
)
READ: Final = row(
    "read_cotangent",
    _method("read", 2),  # type: ignore[arg-type]
    leaves=_BORDER,
    gradient=rules.read,
    doc="The cotangent of a leaf.",
)
PUT: Final = row(
    "put_cotangent",
    _method("put", 3),  # type: ignore[arg-type]
    leaves=_BORDER,
    gradient=rules.put,
    doc="Replace the cotangent of a leaf.",
)
ADD_EACH: Final = row(
    "add_cotangents",
    "__0__.add_each(__1__, __2__)",
    leaves=_BORDER,
    gradient=rules.added_each,
    doc="Add rows to the cotangents of leaves, one to each.",
)
READ_EACH: Final = row(
    "read_cotangents",
    "__0__.read_each(__1__)",
    leaves=_BORDER,
    gradient=rules.read_each,
    doc="The cotangents of leaves, as rows.",
)
COPY_BACK: Final = row(
    "copy_back_cotangent",
    "__0__.copy_back(__1__, __2__, __3__)",
    leaves=_BORDER,
    gradient=rules.copied_back,
    doc="Let the cotangent of x[key] come back to what was copied there.",
)
COPY: Final = row(
    "copy_cotangent",
    "__0__.copy(__1__, __2__, __3__)",
    leaves=_BORDER,
    gradient=rules.copied_again,
    doc="Let the cotangent of x[key] be that of what was copied there.",
)
PART_BACK: Final = row(
    "part_back_cotangent",
    "__0__.part_back(__1__, __2__, __3__)",
    leaves=_BORDER,
    gradient=rules.part_back,
    doc="Let the cotangent of a copy of x[key] come back to x[key].",
)
PART_AGAIN: Final = row(
    "part_cotangent",
    "__0__.part(__1__, __2__, __3__)",
    leaves=_BORDER,
    gradient=rules.part_again,
    doc="Let the cotangent of a copy of x[key] be that of x[key].",
)
# Rows that change what has no gradient as a value: they are visited all the same.
ALWAYS: Final = frozenset(
    {SET_LEAF, SET_PART, COPY_BACK, COPY, PART, PART_BACK, PART_AGAIN}
)
