"""What is to happen where a graph cannot hold what a function does.

`"allow"`: Python itself does it, by running the undecorated function. `"refuse"`: it is
an error, at the user's line. A region, `with ag.python(...)`, and the option of the
outermost function that is traced say which, and where both do, the stricter one holds;
`ag.config.set_python` says it for all others. It is looked up at each call.
"""

from __future__ import annotations

from contextvars import ContextVar, Token
from types import TracebackType
from typing import Any, Final, TypeVar

from autograph.errors import OptionError
from graph.origin import capture_exact

E = TypeVar("E", bound=BaseException)

POLICIES: Final = ("allow", "refuse")
# What holds where nothing else is said. Written by `set_python` only.
_DEFAULT: Final = ["allow"]
# The regions around what runs now, of a thread or task. Written by `python` only.
_REGIONS: Final[ContextVar[tuple[str, ...]]] = ContextVar("regions", default=())
# The attribute of an exception that has left a region in which nothing falls.
_MARK: Final = "_ag_left_refusing_region"


class python:  # noqa: N801  # used as a statement: `with ag.python("refuse"):`
    """Say for the block of a `with` what happens where a graph cannot hold something.

    Args:
        policy: "allow" lets Python run what a graph cannot hold; "refuse" makes it an
            error at the line. Of blocks within each other, and of the option of the
            function, the stricter one holds.

    Raises:
        OptionError: It is neither.
    """

    def __init__(self, policy: str) -> None:
        """Check the policy; `with` puts it in force."""
        self._policy = checked(policy, "ag.python(policy)")
        self._tokens: list[Token[tuple[str, ...]]] = []

    def __enter__(self) -> None:
        """Put it in force."""
        self._tokens.append(_REGIONS.set((*_REGIONS.get(), self._policy)))

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Put back what was in force before."""
        del kind, trace
        _REGIONS.reset(self._tokens.pop())
        if error is not None and self._policy == "refuse":
            setattr(error, _MARK, True)


def set_python(policy: str) -> None:
    """Say what happens where a graph cannot hold what a function does.

    It holds for functions without an option of their own, outside of any
    `with ag.python(...)`.

    Args:
        policy: "allow", as by default, lets Python run such calls; "refuse" makes them
            errors at the line that could not be staged.

    Raises:
        OptionError: It is neither.
    """
    _DEFAULT[0] = checked(policy, "set_python(policy)")


def get_python() -> str:
    """Return what `set_python` has put in force, "allow" or "refuse"."""
    return _DEFAULT[0]


def may_fall(option: str | None) -> bool:
    """Tell whether a call that is made now may run as plain Python.

    Args:
        option: What the function was decorated with; None if nothing was said.
    """
    regions = _REGIONS.get()
    if option is None and not regions:
        return _DEFAULT[0] == "allow"
    return option != "refuse" and "refuse" not in regions


def is_refused(error: BaseException) -> bool:
    """Tell whether an exception is raised, or was, in a region where nothing falls."""
    return is_refusing() or hasattr(error, _MARK)


def is_refusing() -> bool:
    """Tell whether a region around what runs now lets nothing fall."""
    return "refuse" in _REGIONS.get()


def marked(error: E) -> E:
    """Mark an error as one of a region where nothing falls."""
    setattr(error, _MARK, True)
    return error


def marked_like(error: E, other: BaseException) -> E:
    """Return an error that is told in place of another one, of the same region."""
    if hasattr(other, _MARK):
        setattr(error, _MARK, True)
    return error


def checked(policy: Any, shown: str) -> str:
    """Return a policy, if it is one.

    Raises:
        OptionError: It is not.
    """
    if policy not in POLICIES:
        raise OptionError(
            f'{shown} is "allow" or "refuse", not {policy!r}.',
            origin=capture_exact(2),
            hint='"allow" lets Python run what a graph cannot hold, "refuse" makes it '
            "an error at that line.",
        )
    return str(policy)


__all__ = [
    "get_python",
    "is_refused",
    "is_refusing",
    "marked_like",
    "may_fall",
    "python",
    "set_python",
]
