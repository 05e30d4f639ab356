"""What messages call the content of a list, dict or set: by the user's own name for it.

The name is looked for when an error is told: among the variables of the user's
functions that are running, the innermost first.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any, Final

from graph.old_staging.storage import instance_dict
from graph.origin import is_users
from graph.tables import Part, is_run_set, is_table

# Names of converted code, which holds the user's objects in them for a while.
_GENERATED: Final = ("ag__", "fscope", "itr", "retval_")


#: An expression, what messages call what it gives, and the class of that.
Named = tuple[str, str, str]


class ContentName(str):
    """What messages call the content of a container, if no name is found for it.

    Attributes:
        owner: The identity of the container: a reference would keep it in use.
        kind: Its class.
    """

    __slots__ = ("kind", "owner")
    kind: str
    owner: int

    @classmethod
    def of(cls, owner: Any) -> ContentName:
        """Return the name of what a container holds."""
        kind = type(owner).__name__
        found = cls(f"the content of {with_article(kind)}")
        found.owner, found.kind = id(owner), kind
        return found

    def shown(self) -> str:
        """Return how messages call it."""
        found = self.path()
        return f"the {self.kind}" if found is None else found[1]

    def path(self) -> tuple[str, str] | None:
        """Return the expression that gives the container, and what messages say."""
        found = self._found()
        return None if found is None else found[:2]

    def shown_kind(self) -> str:
        """Return the class of the container; of a list of a dict's, the dict's."""
        found = self._found()
        return self.kind if found is None else found[2]

    def _found(self) -> Named | None:
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            if is_users(frame.f_code):
                found = self._in_frame(frame)
                if found is not None:
                    return found
            frame = frame.f_back
        return None

    def _in_frame(self, frame: FrameType) -> Named | None:
        held = frame.f_locals
        try:
            return next(self._among(held), None)
        finally:
            is_copy = frame.f_code.co_flags & inspect.CO_OPTIMIZED
            if type(held) is dict and is_copy:
                held.clear()  # the frame would keep it

    def _among(self, held: Any) -> Iterator[Named]:
        for name, value in held.items():
            if name.startswith(_GENERATED) or name.endswith("_"):
                continue
            yield from self._matches(name, value)
            for inner, part in (instance_dict(value) or {}).items():
                yield from self._matches(f"{name}.{inner}", part)

    def _matches(self, path: str, value: Any) -> Iterator[Named]:
        kind = type(value).__name__
        if id(value) == self.owner:
            yield path, f"the {self.kind} `{path}`", kind
        elif is_table(value):
            for part, what in ((Part.KEYS, "keys"), (Part.VALUES, "values")):
                if id(dict.get(value, part)) == self.owner:
                    yield path, f"the list of {what} of `{path}`", kind
        elif is_run_set(value):
            if id(next(iter(value)).elements) == self.owner:
                yield path, f"the set `{path}`", kind


def with_article(noun: str) -> str:
    """Return a noun with its article, as in "an array"."""
    return f"{'an' if noun[0] in 'aeiouAEIOU' else 'a'} {noun}"


__all__ = ["ContentName", "with_article"]
