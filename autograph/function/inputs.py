"""Calls in canonical form: positional, keyword and default spellings are one call.

For a signature a small function with the same parameters is written, which returns
its arguments: Python binds faster than `inspect` does, and complains in its own words.
"""

from __future__ import annotations

import functools
import inspect
import keyword
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import CodeType
from typing import Any, Final

import numpy as np

from autograph import arguments
from autograph.arguments import PRIMITIVES, is_tensor_like
from autograph.function.key import (
    IDENTITIES,
    TraceKey,
    describe,
    identity_of,
    kind_of,
    principal,
)
from autograph.training import current_flag
from graph import dtypes
from graph.dispatch import as_tensor
from graph.errors import UnstageableValueError
from graph.locks import cached
from graph.nest import Structure
from graph.origin import capture_exact
from graph.specs import TensorSpec
from graph.tensor import EagerTensor
from graph.tensor_array import TensorArray, TensorArraySpec

_KEPT: Final = (np.dtype, dtypes.DType)
_STARS: Final[Mapping[Any, str]] = {
    inspect.Parameter.VAR_POSITIONAL: "*",
    inspect.Parameter.VAR_KEYWORD: "**",
}
# In this package, so that its frames are left out of the user's tracebacks.
_FILENAME: Final = str(Path(__file__).with_name("<arguments of a call>"))
_NAMED: Final = (
    inspect.Parameter.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD,
)


@dataclass(frozen=True, slots=True, eq=False)
class Call:
    """The arguments of one call, flattened.

    Attributes:
        leaves: All leaves, in order.
        structure: How they were nested: a tuple in the order of the parameters.
        key: Equal for calls that can share a trace.
        names: The parameters' names.
        originals: The arguments as they were given, one for each parameter; none of a
            call that is kept.
    """

    leaves: tuple[Any, ...]
    structure: Structure
    key: TraceKey
    names: tuple[str, ...]
    originals: tuple[Any, ...] = ()

    def kept(self) -> Call:
        """Return the call without what it must not keep alive: tensors and objects."""
        leaves = tuple(map(_kept_leaf, self.leaves))
        return Call(leaves, self.structure, self.key, self.names)

    def with_leaves(self, leaves: Sequence[Any]) -> Call:
        """Return the call with other leaves."""
        return replace(self, leaves=tuple(leaves))

    def with_key(self, key: TraceKey) -> Call:
        """Return the call with another key."""
        return replace(self, key=key)

    @property
    def paths(self) -> list[str]:
        """For each leaf where it comes from, such as `x` or `config['rate']`."""
        pairs = zip(self.names, self.structure.parts, strict=True)
        return [path for name, part in pairs for path in arguments.paths(part, name)]

    @property
    def packed(self) -> tuple[Any, ...]:
        """The arguments, one for each parameter."""
        return self.pack(self.leaves)

    def current_leaves(self) -> list[Any]:
        """Return the leaves, with values of Python's as they are in the originals now.

        A function that is traced twice, since the first time it makes variables, finds
        them in its arguments then.
        """
        now, structure = arguments.flatten(self.originals)
        if structure != self.structure:
            return list(self.leaves)
        pairs = zip(self.leaves, now, strict=True)
        return [old if is_tensor_like(old) else new for old, new in pairs]

    def pack(self, leaves: Sequence[Any]) -> tuple[Any, ...]:
        """Return arguments nested like these, with other leaves."""
        found: tuple[Any, ...] = arguments.pack(self.structure, leaves)
        return found


def _kept_leaf(leaf: Any) -> Any:
    if is_tensor_like(leaf):
        return arguments.leaf_spec(leaf)
    if type(leaf) in PRIMITIVES or isinstance(leaf, _KEPT):
        return leaf
    if type(leaf) in (set, frozenset):
        return type(leaf)(leaf)  # what it holds now
    if type(leaf) is TensorArray and leaf.is_eager:
        return leaf.type_spec
    return identity_of(leaf)


def is_kept_as(leaf: Any, kept: Any) -> bool:
    """Tell whether an argument is what a trace has kept of its own."""
    if isinstance(kept, IDENTITIES):
        return leaf is kept or kept.is_of(principal(leaf))
    if isinstance(kept, TensorArraySpec):
        return type(leaf) is TensorArray and leaf.is_eager and leaf.type_spec == kept
    return leaf is kept or key_of(leaf) == key_of(kept)


def key_of(value: Any) -> tuple[Any, ...]:
    """Return the key of one argument."""
    key: list[Any] = []
    describe(value, key, [])
    return tuple(key)


class Binder:
    """Turns the arguments of calls into canonical form.

    Attributes:
        name: The function's name.
        signature: The function's signature.
        names: Its parameters.
        own: Those whose containers are made for each call.
    """

    def __init__(
        self,
        name: str,
        signature: inspect.Signature,
        like: Callable[..., Any] | None = None,
    ) -> None:
        """Prepare for calls of a function with this signature."""
        self.name = name
        self.signature = signature
        self.names = tuple(signature.parameters)
        starred = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
        parameters = signature.parameters.values()
        self.own = frozenset(x.name for x in parameters if x.kind in starred)
        # Not the function: concrete functions keep this, and hold no closures.
        self._qualname: str = getattr(like, "__qualname__", name)

    @cached
    def bind(self) -> Callable[..., tuple[Any, ...]]:
        """Takes a call's arguments; returns one for each parameter."""
        return binder(self.signature, self.name, self._qualname)

    def __call__(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Call:
        """Bind, apply defaults, flatten.

        Raises:
            TypeError: The arguments do not fit the signature, as Python says.
            DTypeError: One is an array of a class of its own.
            LeakedTensorError: One is a symbolic tensor, outside of any trace.
        """
        key, _, values = self.prepare(args, kwargs)
        return self.call(key, values)

    def asked(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Call:
        """Return the call that a concrete function is asked for; specs may be in it."""
        call = self(args, kwargs)
        if any(isinstance(leaf, TensorSpec) for leaf in call.leaves):
            return call.with_key(call.key.of_specs())
        return call

    def prepare(
        self, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> tuple[TraceKey, Sequence[Any], tuple[Any, ...]]:
        """Return the key of a call, its leaves, and an argument for each parameter."""
        values = self.bind(*args, **kwargs)
        key, leaves = self.key_of(values)
        return key, leaves, values

    def key_of(self, values: Sequence[Any]) -> tuple[TraceKey, list[Any]]:
        """Return the key and the leaves of bound arguments."""
        key: list[Any] = []
        leaves: list[Any] = []
        try:
            for value in values:
                describe(value, key, leaves)
        except RecursionError:
            raise UnstageableValueError(
                f"an argument of {self.name}() holds itself.",
                origin=capture_exact(),
                hint="Arguments that hold themselves cannot be taken apart: pass an "
                "object of a class of your own, which counts as a whole.",
            ) from None
        kinds = tuple(map(kind_of, leaves))
        return TraceKey(tuple(key), current_flag(), kinds=kinds), leaves

    def call(self, key: TraceKey, values: tuple[Any, ...]) -> Call:
        """Return the call of bound arguments."""
        leaves, structure = arguments.flatten(values)
        traced = arguments.as_traced(structure, iter(leaves))
        return Call(tuple(traced), structure, key, self.names, values)

    def plain_arguments(
        self, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> tuple[Sequence[Any], Mapping[str, Any], Callable[[], None]]:
        """Return what plain Python is called with, and what to do afterwards."""
        return args, kwargs, _nothing

    def has_changed(self, call: Call) -> bool:
        """Tell whether the arguments of a call have another key by now."""
        key, _ = self.key_of(call.originals)
        return call.key.arguments != key.arguments

    def arguments(
        self, names: Sequence[str], values: Sequence[Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return positional and keyword arguments of canonical ones."""
        pairs = dict(zip(names, values, strict=True))
        bound = inspect.BoundArguments(self.signature, pairs)
        return bound.args, bound.kwargs


def _nothing() -> None:
    """Do nothing after a call."""


def as_array(leaf: Any) -> Any:
    """Return the array of an argument that the key says is a tensor."""
    if type(leaf) is EagerTensor:
        return leaf._value
    if type(leaf) is np.ndarray and leaf.dtype.kind in "biufc" and leaf.dtype.isnative:
        return leaf
    return as_tensor(leaf)._value  # type: ignore[attr-defined]


# -- Parameters ----------------------------------------------------------------------


def parameter_list(
    signature: inspect.Signature, name: str
) -> tuple[str, dict[str, Any]]:
    """Return the text of a signature's parameters, and what its defaults refer to.

    Raises:
        ValueError: A parameter has a name that cannot be written.
    """
    texts: list[str] = []
    defaults: dict[str, Any] = {}
    previous = None
    for each in signature.parameters.values():
        if not each.name.isidentifier() or keyword.iskeyword(each.name):
            raise ValueError(f"{name}() has a parameter named {each.name!r}")
        if previous is each.POSITIONAL_ONLY and each.kind is not previous:
            texts.append("/")
        if each.kind is each.KEYWORD_ONLY and previous in (None, *_NAMED):
            texts.append("*")
        text = _STARS.get(each.kind, "") + each.name
        if each.default is not each.empty:
            # Defaults are read outside the function: parameters cannot hide them.
            defaults[f"default_{len(defaults)}"] = each.default
            text += f"=default_{len(defaults) - 1}"
        texts.append(text)
        previous = each.kind
    if previous is inspect.Parameter.POSITIONAL_ONLY:
        texts.append("/")
    return ", ".join(texts), defaults


def takes_anything(signature: inspect.Signature) -> bool:
    """Tell whether a function takes whatever it is given: `(*args, **kwargs)`."""
    kinds = [each.kind for each in signature.parameters.values()]
    return kinds == [inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD]


def define(
    source: str,
    namespace: Mapping[str, Any],
    name: str,
    qualname: str,
) -> Callable[..., Any]:
    """Return the function `entry` that a text defines, shown as the user's.

    Args:
        source: It defines `entry`. Compiled code is kept for texts that come again.
        namespace: What its names refer to.
        name: The name of the user's function.
        qualname: The same, under which Python complains.
    """
    made: dict[str, Any] = dict(namespace)
    exec(_compiled(source), made)
    entry: Any = made.pop("entry")
    entry.__name__, entry.__qualname__ = name, qualname
    return entry  # type: ignore[no-any-return]


@functools.lru_cache(maxsize=256)
def _compiled(source: str) -> CodeType:
    return compile(source, _FILENAME, "exec")


def binder(
    signature: inspect.Signature, name: str, qualname: str
) -> Callable[..., tuple[Any, ...]]:
    """Return what binds arguments: it returns one for each parameter, in order.

    Defaults are filled in; `*args` is a tuple, and `**kwargs` a dict.
    """
    try:
        parameters, defaults = parameter_list(signature, name)
    except ValueError:
        return functools.partial(_bind_slowly, signature, name)
    names = "".join(f"{each}, " for each in signature.parameters)
    source = f"def entry({parameters}):\n    return ({names})\n"
    return define(source, defaults, name, qualname)


def _bind_slowly(
    signature: inspect.Signature, name: str, /, *args: Any, **kwargs: Any
) -> tuple[Any, ...]:
    try:
        bound = signature.bind(*args, **kwargs)
    except TypeError as error:
        raise TypeError(f"{name}() {error}") from None
    bound.apply_defaults()
    return tuple(bound.arguments.values())
