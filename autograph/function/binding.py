"""Bind the arguments of calls to parameters, as Python itself does it.

For a signature a small function with the same parameters is written, which returns
its arguments: Python binds faster than `inspect` does, and complains in its own words.
"""

from __future__ import annotations

import functools
import inspect
import keyword
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import CodeType
from typing import Any, Final

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


def as_call(
    signature: inspect.Signature, names: Sequence[str], values: Sequence[Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return positional and keyword arguments that bind to these values."""
    pairs = dict(zip(names, values, strict=True))
    bound = inspect.BoundArguments(signature, pairs)
    return bound.args, bound.kwargs
