"""What objects keep inside them: the class of an object, the code of a function.

What a block sets of these is not put back when it ends, as other attributes are. So a
block may set them of the objects that it makes.
"""

from __future__ import annotations

from types import (
    BuiltinFunctionType,
    GetSetDescriptorType,
    MethodWrapperType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any, Final

import numpy as np

from graph.errors import SideEffectError
from graph.graph import current_graph
from graph.old_staging import apart
from graph.old_staging.chosen import Chosen
from graph.old_staging.journal import note
from graph.old_staging.library_state import may_change
from graph.old_staging.locations import Global, changed_in_place, with_article
from graph.old_staging.storage import on_class
from graph.origin import capture_exact

_SETTING: Final = ("__setattr__", "__delattr__", "setattr", "delattr")
#: It is put back with the attributes in it.
_SEEN: Final = "__dict__"
# What arrays of NumPy's let be set; others raise AttributeError.
_OF_ARRAYS: Final = ("real", "imag", "flat", "shape", "strides", "dtype", "data")


def check_change(target: Any, name: str) -> None:
    """Refuse to change what cannot be put back, in a block that the run may not take.

    Raises:
        SideEffectError: The object is one of before the block.
    """
    graph = current_graph()
    if graph is None or type(name) is not str or name == _SEEN:
        return
    found = on_class(type(target), name)
    is_inside = type(found) is GetSetDescriptorType
    if isinstance(target, np.ndarray):
        if name in _OF_ARRAYS and _is_of_before(target):
            raise changed_in_place()
        return
    if name[:2] != "__":
        is_args = name == "args" and isinstance(target, BaseException)
        is_inside = is_args or (is_inside and may_change(type(target)))
    if not is_inside or not _is_of_before(target):
        return
    if isinstance(target, BaseException) and name == "__traceback__":
        return  # it tells where it was raised
    if isinstance(target, type) and name in target.__dict__:
        return  # as its `__doc__` and `__module__`, which are attributes like others
    raise SideEffectError(
        f"`{name}` of {with_article(type(target).__name__)} is set under a condition, "
        "in a loop, or in a `try`, that is known only when the graph runs.",
        origin=capture_exact(2),
        hint="Set it outside, or keep what depends on it in an attribute of your own.",
    )


def check_state(target: Any, state: Any) -> None:
    """Refuse to give an object, under a condition, a dict of attributes of before.

    What a block writes to attributes is put back in that dict, which others see.

    Raises:
        SideEffectError: It is one of before the block, or given to what is chosen.
    """
    is_one_of_several = type(target) is Chosen
    if not is_one_of_several and not (_is_of_before(target) and _is_of_before(state)):
        return
    raise SideEffectError(
        "`__dict__` of an object is set to a dict that was there before, under a "
        "condition, in a loop, or in a `try`, that is known only when the graph runs.",
        origin=capture_exact(2),
        hint="Set the attributes: `for name in table: setattr(value, name, "
        "table[name])`.",
    )


def _is_of_before(target: Any) -> bool:
    """Tell whether an object may have been there before a block that is staged now."""
    graph = current_graph()
    while graph is not None and graph.is_block:
        watch = graph.watch
        if watch is None or watch.is_cut or watch.has_seen(target):
            return True
        graph = graph.parent
    return False


def check_call(function: Any, args: tuple[Any, ...]) -> None:
    """Look at a call of `setattr`, `object.__setattr__`, or that of `super()`.

    Raises:
        SideEffectError: It changes what cannot be put back.
    """
    if type(function) is MethodWrapperType:
        args = (function.__self__, *args)
    elif type(function) not in (WrapperDescriptorType, BuiltinFunctionType):
        return
    if len(args) > 1 and function.__name__ in _SETTING:
        if isinstance(args[0], ModuleType):
            note(Global(args[0].__dict__, args[1]))
            return
        if function.__name__.startswith("__"):
            apart.check_write(args[0])
        apart.check_attribute(args[0])
        check_change(*args[:2])
