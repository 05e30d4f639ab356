"""Lists and dicts that hold themselves: what goes through them comes to no end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from types import TracebackType
from typing import Any, Final

from graph.errors import UnstageableValueError
from graph.origin import exact_origin, is_library_code, line_of

# So many calls of one function of the library's are a recursion that did not end.
_MANY: Final = 50
_KINDS: Final = (list, dict, tuple)


def refusal_of_cycle(error: BaseException) -> UnstageableValueError | None:
    """Return the error for a container that holds itself, if that was in the way.

    Args:
        error: A RecursionError.
    """
    entries = list(_entries(error.__traceback__))
    users = [x for x in entries if not is_library_code(x.tb_frame.f_code)]
    own = entries[entries.index(users[-1]) + 1 :] if users else entries
    counts = Counter(each.tb_frame.f_code for each in own)
    many = {code for code, count in counts.items() if count >= _MANY}
    first = next((x for x in own if x.tb_frame.f_code in many), None)
    values = [] if first is None else list(first.tb_frame.f_locals.values())
    held = (_that_holds_itself(x) for x in values if type(x) in _KINDS)
    found = next((x for x in held if x is not None), None)
    if found is None:
        return None
    refused = UnstageableValueError(
        f"a {type(found).__name__} holds itself.",
        hint="What holds itself cannot be taken apart: use an object of a class of "
        "your own, with attributes.",
    )
    if users:
        code = users[-1].tb_frame.f_code
        refused.origin = exact_origin(code, users[-1].tb_lasti, line_of(users[-1]))
        refused.is_in_user_code = True
    return refused


def _entries(entry: TracebackType | None) -> Iterator[TracebackType]:
    while entry is not None:
        yield entry
        entry = entry.tb_next


def _that_holds_itself(value: Any) -> Any:
    """Return a container that is among what it holds; None if there is none here."""
    around: list[tuple[int, Iterator[Any]]] = [(id(value), _parts(value))]
    within = {id(value)}
    done: set[int] = set()
    while around:
        key, parts = around[-1]
        part = next((x for x in parts if type(x) in _KINDS and id(x) not in done), None)
        if part is None:
            around.pop()
            within.discard(key)
            done.add(key)
        elif id(part) in within:
            return part
        else:
            around.append((id(part), _parts(part)))
            within.add(id(part))
    return None


def _parts(value: Any) -> Iterator[Any]:
    return iter(list(dict.values(value) if isinstance(value, dict) else value))


__all__ = ["refusal_of_cycle"]
