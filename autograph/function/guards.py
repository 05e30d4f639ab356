"""Guards: functions that know the calls of one trace, and run it.

A guard has the parameters of the user's function, so that Python binds positional and
keyword arguments and fills in defaults. It checks its arguments against one key, and
nothing else, takes the arrays out, and runs the program:

    def entry(x, n=default_0):
        if type(x) is not Eager or (v0 := x._value).shape != c0 or ...: return MISS
        if type(n) is not int or n != c2: return MISS
        use[0] += 1
        return run((v0,))

What a guard lets through has the key of its trace; what it does not may have it all the
same, such as a dict with keys in another order: then the key decides.
"""

from __future__ import annotations

import inspect
import math
import types
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from autograph import training
from autograph.arguments import fields_of, flatten
from autograph.function.cache import CLOCK, MISS, Entry, Traces
from autograph.function.inputs import define, parameter_list
from autograph.function.key import CONTAINERS, Identity, MethodIdentity, identity_of
from autograph.function.outputs import protected
from autograph.function.target import Target
from graph import dtypes
from graph.composite.type_spec import CompositeTensor, TypeSpec
from graph.specs import TensorSpec
from graph.tensor import EagerTensor, Tensor
from graph.tensor_array import TensorArray

_LITERALS: Final = frozenset({bool, type(None), type(Ellipsis)})
_EQUAL: Final = frozenset({int, str, bytes})
# What counts by value in another way, or is a tensor of an unusual kind.
_UNGUARDED: Final = (
    *(*CONTAINERS, slice, range),
    *(np.dtype, dtypes.DType, np.ndarray, TensorSpec, Tensor),
    *(CompositeTensor, TypeSpec, TensorArray),
)
# A guard takes some 0.1 ms for each leaf to write and compile: it has to be worth it.
LEAVES_PER_USE: Final = 10
# So many leaves at most: longer functions take long to compile.
MAX_LEAVES: Final = 300


class NotGuardedError(Exception):
    """An argument is of a kind that guards do not check."""


def guard_next(
    target: Target, traces: Traces, entry: Entry, values: Sequence[Any]
) -> None:
    """Let the next call like one that has found its trace take the short way.

    Args:
        target: The function.
        traces: Its traces.
        entry: The one that was found.
        values: The bound arguments of the call.
    """
    if training.ACTIVE:  # guards do not look at the flag
        return
    guard = guard_for(
        entry,
        target.binder.signature,
        target.function,
        values,
        counts_uses=traces.max_traces is not None,
    )
    if guard is not None:
        traces.prefer(guard)


def guard_for(
    entry: Entry,
    signature: inspect.Signature,
    like: Callable[..., Any] | None,
    values: Sequence[Any],
    *,
    counts_uses: bool,
) -> Callable[..., Any] | None:
    """Return a guard for calls with arguments such as these, made once.

    Args:
        entry: The trace of such calls.
        signature: The function's.
        like: The function, under whose name Python complains.
        values: Bound arguments of such a call.
        counts_uses: Note when it is used, not only how often.

    Returns:
        None if the arguments are of kinds that have no guards.
    """
    if entry.use[0] * LEAVES_PER_USE < len(entry.concrete.call.leaves):
        return None
    if entry.concrete.tells_apart:  # what the caller has given has to be known
        return None
    kind = tuple(map(_variant, values))
    if kind not in entry.guards:
        if len(entry.guards) >= 8:  # enough ways to call it
            return None
        writer = _Writer(entry)
        try:
            entry.guards[kind] = writer.write(signature, like, values, counts_uses)
        except NotGuardedError:
            entry.guards[kind] = None
    return entry.guards[kind]


def _variant(value: Any) -> Any:
    """Return what calls with one key may differ in: how tensors are given."""
    kind = type(value)
    if kind is list or kind is tuple:
        return (kind, *map(_variant, value))
    if kind is dict:
        return (kind, tuple(value), *map(_variant, value.values()))
    if fields_of(kind):
        return (kind, *map(_variant, getattr(value, "__dict__", {}).values()))
    return kind


class _Writer:
    """Writes one guard."""

    def __init__(self, entry: Entry) -> None:
        self._entry = entry
        self._lines: list[str] = []
        self._names: dict[str, Any] = {}
        self._taken: set[str] = set()
        # For each leaf that is an array, in order: its name; is the user's array?
        self._arrays: list[str] = []
        self._users: list[str] = []
        self._n_leaves = 0
        self._specs = iter(entry.concrete.input_specs)

    def write(
        self,
        signature: inspect.Signature,
        like: Callable[..., Any] | None,
        values: Sequence[Any],
        counts_uses: bool,
    ) -> Callable[..., Any]:
        """Return the guard.

        Raises:
            NotGuardedError: An argument is of a kind that has none.
        """
        name = self._entry.concrete.name
        try:
            parameters, defaults = parameter_list(signature, name)
        except ValueError:
            raise NotGuardedError from None
        self._taken.update(signature.parameters)
        for each, value in zip(signature.parameters, values, strict=True):
            self._check(each, value)
        call = self._const("run", self._entry.concrete.run_flat)
        arrays = "".join(f"{each}, " for each in self._arrays)
        use = self._const("use", self._entry.use)
        self._line(f"{use}[0] += 1")
        if counts_uses:
            self._line(f"{use}[1] = {self._const('next', next)}"
                       f"({self._const('clock', CLOCK)})")  # fmt: skip
        result = f"{call}(({arrays}))"
        if self._users and not self._entry.concrete.is_built:
            users = "".join(f"{each}, " for each in self._users)
            result = f"{self._const('protected', protected)}({result}, ({users}))"
        self._line(f"return {result}")
        body = "\n".join(f"    {line}" for line in self._lines)
        names = {**defaults, **self._names}
        text = f"def entry({parameters}):\n{body}\n"
        return define(text, names, name, getattr(like, "__qualname__", name))

    # -- Text

    def _line(self, text: str) -> None:
        self._lines.append(text)

    def _miss_if(self, *conditions: str) -> None:
        self._line(f"if {' or '.join(conditions)}: return {self._const('miss', MISS)}")

    def _fresh(self, base: str) -> str:
        name = f"{base}{len(self._taken)}"
        while name in self._taken:
            name += "_"
        self._taken.add(name)
        return name

    def _const(self, base: str, value: Any) -> str:
        """Return a name for a value that the guard knows."""
        for name, known in self._names.items():
            if known is value:
                return name
        name = self._fresh(f"{base}_")
        self._names[name] = value
        return name

    # -- Checks

    def _check(self, name: str, value: Any) -> None:
        kind = type(value)
        if kind is EagerTensor:
            self._check_tensor(name)
        elif kind is np.ndarray:
            self._check_array(name, value)
        elif isinstance(value, np.generic):
            self._check_scalar(name, value)
        elif kind is list or kind is tuple:
            self._check_type(name, kind)
            self._check_parts(name, list(value))
        elif kind is dict:
            self._check_dict(name, value)
        elif isinstance(value, tuple) and hasattr(kind, "_fields"):
            if kind.__iter__ is not tuple.__iter__:
                raise NotGuardedError
            self._check_type(name, kind)
            self._check_parts(name, list(value))
        elif self._is_record(kind, value):
            self._check_record(name, value)
        else:
            self._count()
            self._check_value(name, value)

    def _count(self) -> None:
        self._n_leaves += 1
        if self._n_leaves > MAX_LEAVES:
            raise NotGuardedError

    def _check_type(self, name: str, kind: type) -> None:
        self._miss_if(f"type({name}) is not {self._const('kind', kind)}")

    def _check_parts(self, name: str, parts: list[Any]) -> None:
        self._miss_if(f"len({name}) != {len(parts)}")
        names = [self._fresh("p") for _ in parts]
        if names:
            self._line(f"{''.join(f'{each}, ' for each in names)} = {name}")
        for each, part in zip(names, parts, strict=True):
            self._check(each, part)

    def _check_dict(self, name: str, value: dict[Any, Any]) -> None:
        if not all(type(each) is str for each in value):
            raise NotGuardedError
        keys = sorted(value)
        names = [self._fresh("p") for _ in keys]
        self._check_type(name, dict)
        self._miss_if(f"len({name}) != {len(keys)}")
        if not keys:
            return
        if self._entry.concrete.reads_key_order:
            order = self._const("order", tuple(value))
            self._miss_if(f"{self._const('tuple', tuple)}({name}) != {order}")
        items = ", ".join(f"{name}[{key!r}]" for key in keys)
        missing = self._const("KeyError", KeyError)
        self._line(f"try: {''.join(f'{each}, ' for each in names)} = {items},")
        self._line(f"except {missing}: return {self._const('miss', MISS)}")
        for each, key in zip(names, keys, strict=True):
            self._check(each, value[key])

    def _is_record(self, kind: type, value: Any) -> bool:
        """Tell whether arguments take it apart by its fields."""
        if not fields_of(kind):
            return False
        return flatten(value)[1].kind is kind

    def _check_record(self, name: str, value: Any) -> None:
        kind = type(value)
        fields = fields_of(kind)
        self._check_type(name, kind)
        if hasattr(value, "__dict__"):
            self._miss_if(f"len({name}.__dict__) != {len(vars(value))}")
        names = [self._fresh("p") for _ in fields]
        found = ", ".join(f"{name}.{field}" for field in fields)
        missing = self._const("AttributeError", AttributeError)
        self._line(f"try: {''.join(f'{each}, ' for each in names)} = {found},")
        self._line(f"except {missing}: return {self._const('miss', MISS)}")
        for each, field in zip(names, fields, strict=True):
            self._check(each, getattr(value, field))

    def _check_tensor(self, name: str) -> None:
        kind = self._const("Eager", EagerTensor)
        array = self._fresh("v")
        self._miss_if(
            f"type({name}) is not {kind}",
            *self._spec_tests(f"({array} := {name}._value)", array),
        )
        self._arrays.append(array)

    def _check_array(self, name: str, value: Any) -> None:
        concrete = self._entry.concrete
        is_kept = concrete.keeps_values  # a copy, each time
        if value.dtype.kind not in "biufc" or not value.dtype.isnative or is_kept:
            raise NotGuardedError
        kind = self._const("kind", np.ndarray)
        self._miss_if(f"type({name}) is not {kind}", *self._spec_tests(name, name))
        self._arrays.append(name)
        self._users.append(name)

    def _check_scalar(self, name: str, value: Any) -> None:
        if value.dtype.kind not in "biufc" or self._spec().shape != ():
            raise NotGuardedError
        self._check_type(name, type(value))
        array = self._fresh("v")
        self._line(f"{array} = {self._const('asarray', np.asarray)}({name})")
        self._arrays.append(array)

    def _spec(self) -> TensorSpec:
        self._count()
        return next(self._specs)

    def _spec_tests(self, first: str, again: str) -> list[str]:
        """Return what is true of an array that does not fit; `first` is used first."""
        spec = self._spec()
        dtype = self._const("dtype", _numpy_dtype(spec))
        tests = []
        if spec.shape is None:
            given = f"{first}.dtype"
        elif None not in spec.shape:
            # By name: guards for other shapes have the same text then.
            shape = self._const("shape", spec.shape)
            tests.append(f"{first}.shape != {shape}")
            given = f"{again}.dtype"
        else:
            tests.append(f"len({first}.shape) != {len(spec.shape)}")
            tests += [
                f"{again}.shape[{axis}] != {size}"
                for axis, size in enumerate(spec.shape)
                if size is not None
            ]
            given = f"{again}.dtype"
        # Arrays that were unpickled have a dtype of their own, which is equal.
        found = self._fresh("d")
        tests.append(f"(({found} := {given}) is not {dtype} and {found} != {dtype})")
        return tests

    def _check_value(self, name: str, value: Any) -> None:
        kind = type(value)
        if kind in _LITERALS:
            self._miss_if(f"{name} is not {value!r}")
        elif kind in _EQUAL or (kind is float and value and not math.isnan(value)):
            self._check_type(name, kind)
            self._miss_if(f"{name} != {self._const('c', value)}")
        elif kind in (float, complex):
            self._check_type(name, kind)
            self._miss_if(f"repr({name}) != {repr(value)!r}")
        elif isinstance(value, _UNGUARDED) or fields_of(
            kind
        ):  # or with more than these
            raise NotGuardedError
        else:
            found = identity_of(value)
            if not found.is_of(value):  # another object stands for it
                raise NotGuardedError
            self._check_object(name, found)

    def _check_object(self, name: str, found: Identity | MethodIdentity) -> None:
        if isinstance(found, MethodIdentity):
            self._check_type(name, types.MethodType)
            self._check_object(f"{name}.__func__", found.function)
            self._check_object(f"{name}.__self__", found.owner)
        elif found.weak is None:
            self._miss_if(f"{name} is not {self._const('known', found.value)}")
        else:
            known = self._const("known", found.weak)
            self._miss_if(f"{name} is None", f"{known}() is not {name}")


def _numpy_dtype(spec: TensorSpec) -> np.dtype[Any]:
    return np.dtype(spec.dtype.numpy)
