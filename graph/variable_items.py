"""Parts of variables: `variable[key].assign(value)`.

Eagerly a part is a tensor that knows the variable and the key. In a graph it is told by
its node, an item of what was read of a variable.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from graph.dispatch import apply
from graph.op import OPS
from graph.tensor import EagerTensor, SymbolicTensor

if TYPE_CHECKING:
    from graph.handles import Handle
    from graph.variable import Variable


class VariableItem(EagerTensor):
    """A part of a variable as it was when it was taken, which can be replaced."""

    __slots__ = ("_key", "_variable")

    def __init__(self, value: Any, variable: Variable, key: Any) -> None:
        """Take the part at `key`, which is `value` now."""
        super().__init__(value)
        self._variable = variable
        self._key = key

    def assign(self, value: Any) -> Variable:
        """Replace this part of the variable; return the variable."""
        return self._write(value, {})

    def assign_add(self, delta: Any) -> Variable:
        """Add to this part of the variable; return the variable."""
        return self._write(delta, {"update": "add"})

    def assign_sub(self, delta: Any) -> Variable:
        """Subtract from this part of the variable; return the variable."""
        return self._write(delta, {"update": "subtract"})

    def _write(self, value: Any, attrs: dict[str, Any]) -> Variable:
        write_item(self._variable.handle, self._key, value, attrs)
        return self._variable


VariableItem.__module__ = "autograph"
VariableItem.__qualname__ = VariableItem.__name__ = "Tensor"


def write_item(handle: Handle, key: Any, value: Any, attrs: dict[str, Any]) -> None:
    """Write to the part of a variable at `key`."""
    from graph.ops.indexing import write_key  # ops are made with what this is part of
    from graph.variable import converted

    text, operands = write_key(key)
    attrs = {"variable": handle, "key": text, **attrs}
    apply(OPS["assign_variable_item"], (converted(value, handle), *operands), attrs)


_UPDATES: Final = {"assign": None, "assign_add": "add", "assign_sub": "subtract"}


def symbolic_method(value: SymbolicTensor, name: str) -> Callable[[Any], Any] | None:
    """Return a method of a part of a variable, if `value` is one and has it."""
    node = value.node
    if name not in _UPDATES or node.op.name != "getitem":
        return None
    read = node.inputs[0].node
    if read.op.name != "read_variable":
        return None
    handle, key = read.attrs["variable"], node.attrs["key"]

    def write(operand: Any) -> Any:
        from graph.variable import converted

        attrs = {"variable": handle, "key": key, "update": _UPDATES[name]}
        inputs = (converted(operand, handle), *node.inputs[1:])
        apply(OPS["assign_variable_item"], inputs, attrs)
        return handle.owner

    return write
