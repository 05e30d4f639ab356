"""Compare exceptions, with all that hangs on them.

What stands after `from`, what was being handled, notes, and the members of groups
belong to what a caller catches.
"""

from __future__ import annotations

from graph.errors import AutographError

# Errors of ours say which node they are of.
_OF_RUN = " a node of graph "


def difference(
    expected: BaseException, given: BaseException, seen: frozenset[int] = frozenset()
) -> str | None:
    """Return in what two exceptions differ; None if in nothing.

    Args:
        expected: The one.
        given: The other, of the same class.
        seen: The identities of those of the first kind that are being compared.
    """
    if id(expected) in seen or isinstance(expected, AutographError):
        return None
    seen |= {id(expected)}
    if str(expected) != str(given):
        return "messages"
    if _notes(expected) != _notes(given):
        return "notes"
    if expected.__suppress_context__ != given.__suppress_context__:
        return "exceptions told to show no context"
    pairs = [("causes", expected.__cause__, given.__cause__)]
    pairs.append(("contexts", expected.__context__, given.__context__))
    if isinstance(expected, BaseExceptionGroup):
        assert isinstance(given, BaseExceptionGroup)
        if len(expected.exceptions) != len(given.exceptions):
            return "members"
        both = zip(expected.exceptions, given.exceptions, strict=True)
        pairs += [("members", *each) for each in both]
    for name, one, other in pairs:
        if one is None or other is None:
            if one is not other:
                return name
        elif type(one) is not type(other) or difference(one, other, seen):
            return name
    return None


def _notes(error: BaseException) -> list[str]:
    return [x for x in getattr(error, "__notes__", ()) if _OF_RUN not in x]


__all__ = ["difference"]
