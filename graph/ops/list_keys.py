"""Lists of keys: of a dict or set whose keys are known only when the graph runs.

No key is there twice. At run time such a list is one of Python's that knows the place
of each key, so that looking for one costs what it costs in a dict. Keys that are tuples
are in several lists, one for each part; the first one knows the places.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from graph.errors import GraphError
from graph.op import PURE, RAISES, ZERO, Effects, define
from graph.ops.gradients import lists as rules
from graph.ops.list_queries import of_nan
from graph.ops.lists import INT, check_list, infer_append, rule
from graph.specs import TensorSpec, element_of


class Keys(list[Any]):
    """A list that finds its elements at once.

    Attributes:
        places: Where keys are that are there, and perhaps where others have been.
        n_known: Of how many elements, from the first on, the places are known.
    """

    __slots__ = ("n_known", "places")

    def __init__(self, elements: list[Any]) -> None:
        """Hold elements."""
        super().__init__(elements)
        self.forget()

    def copy(self) -> Keys:
        """Return another one."""
        made = Keys(self)
        made.places, made.n_known = self.places.copy(), self.n_known
        return made

    def forget(self) -> None:
        """Note that elements may stand elsewhere from now on."""
        self.places: dict[Any, int] = {}
        self.n_known = 0

    def find(self, key: Any, rest: tuple[list[Any], ...]) -> int:
        """Return the place of a key, -1 if it is not there.

        Args:
            key: The key: a tuple if its further parts are in other lists.
            rest: Those lists.
        """
        places, count = self.places, len(self)
        if self.n_known < count:
            for place in range(self.n_known, count):
                found = self[place]
                if rest:
                    found = (found, *(part[place] for part in rest))
                places[found] = place
            self.n_known = count
        place = places.get(key, -1)
        if place >= count:
            return -1
        if place >= 0:  # perhaps there is another one by now
            found = self[place]
            if rest:
                found = (found, *(part[place] for part in rest))
            if found != key:
                return -1
        return place

    def __delitem__(self, place: Any) -> None:
        super().__delitem__(place)
        if place == len(self):  # it was the last one
            self.n_known = min(self.n_known, place)
        else:
            self.forget()


def _forgetting(name: str) -> Any:
    method = getattr(list, name)

    def change(self: Keys, *args: Any, **kwargs: Any) -> Any:
        self.forget()
        return method(self, *args, **kwargs)

    change.__name__ = name
    return change


for _name in ("__setitem__", "clear", "insert", "pop", "remove", "reverse", "sort"):
    setattr(Keys, _name, _forgetting(_name))


def _infer_find(*parts: TensorSpec, has_floats: bool) -> TensorSpec:
    lists, keys = parts[: len(parts) // 2], parts[len(parts) // 2 :]
    if len(lists) != len(keys) or not keys:
        raise GraphError("a list is needed for each part of a key")
    for spec in lists:
        check_list(spec)
    for spec in (*map(element_of, lists), *keys):
        if not spec.dtype.is_python and spec.shape != ():
            raise GraphError(f"{spec} is no key")
    return INT


def find_key(*parts: Any) -> int:
    """Return the place of a key, -1 if it is not there.

    Args:
        parts: Lists, one for each part of the keys, then the parts of the key.

    Raises:
        UnknownIdentityError: Nan is looked for, and is there: Python finds it if it
            is the same object.
    """
    n_parts = len(parts) // 2
    first, *others = parts[:n_parts]
    rest = tuple(others)
    parts = (*parts[:n_parts], *map(_as_held, parts[n_parts:]))
    key = parts[n_parts] if n_parts == 1 else parts[n_parts:]
    if type(first) is Keys:
        place = first.find(key, rest)
    else:
        items = zip(first, *rest, strict=True) if rest else first
        place = next((i for i, item in enumerate(items) if item == key), -1)
    if place < 0 and any(x != x for x in parts[n_parts:]):  # noqa: PLR0124 - nan
        for held, part in zip(parts[:n_parts], parts[n_parts:], strict=True):
            if part != part and any(x != x for x in held):  # noqa: PLR0124
                raise of_nan()
    return place


def _find(*parts: Any, has_floats: bool) -> int:
    return find_key(*parts)


def _may_be_nan(attrs: Mapping[str, Any]) -> Effects:
    return RAISES if attrs["has_floats"] else PURE


LIST_KEY_FIND = define(
    "list_key_find",
    is_public=False,
    inputs=("parts",),
    variadic=True,
    attrs={"has_floats": False},
    attr_kinds={"has_floats": bool},
    infer=_infer_find,
    kernel=_find,
    inline=rule(
        lambda *codes, has_floats: f"find_key({', '.join(codes)})", find_key=find_key
    ),
    further_effects=_may_be_nan,
    gradient=ZERO,
    can_refuse=lambda *_, has_floats: has_floats,
    doc="The place of a key in a list of keys, -1 if it is not there.",
)


def append_key(x: list[Any], value: Any) -> list[Any]:
    """Append to a list, which is changed if it is a list of keys; return that."""
    if type(x) is not Keys:
        x = Keys(x)
    x.append(_as_held(value))
    return x


def _as_held(value: Any) -> Any:
    """Return part of a key, which may be an array, as lists hold it: it has a hash."""
    if not isinstance(value, np.ndarray):
        return value
    return value[()] if value.dtype.kind == "f" else value.item()


LIST_KEY_APPEND = define(
    "list_key_append",
    is_public=False,
    inputs=("x", "value"),
    infer=infer_append,
    kernel=lambda x, value: append_key(x.copy(), value),
    change=append_key,
    gradient=rules.list_append,
    doc="A list of keys with one after its last one, which is not there yet.",
)

__all__: list[str] = []
