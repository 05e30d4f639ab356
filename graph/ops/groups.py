"""`except*` as ops: what each clause takes of a group, and what is raised in the end.

star       (error): what a statement remembers while its clauses run
take       (star): what a clause is for, as a group, and whether that is None
enter      (star): raise that group, so that it is what is being handled
raised     (star, error): what the handler of the clause raised
finish     (star): raise what is left, and what was raised, as Python does
split      (group): what is of some classes in it, and what is not
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

from graph import dtypes
from graph.op import RAISES, REQUIRED, ZERO, define
from graph.ops.attempts import BARE, OPAQUE, classes_of
from graph.ops.copied_errors import raise_as_it_is
from graph.specs import TensorSpec

_FLAG: Final = TensorSpec((), dtypes.python_bool)
Clause = tuple[Callable[[], Any], Callable[[Any], Any]]


@cache
def statement(n_clauses: int) -> Callable[[Callable[[], Any], Sequence[Clause]], None]:
    """Return a function that is Python's own `try` with so many `except*`.

    It takes the body, and for each clause what returns its classes and its handler,
    which tells whether it ends with `raise` alone.
    """
    lines = ["def run(body, clauses):", "    try:", "        body()"]
    for number in range(n_clauses):
        lines += [
            f"    except* clauses[{number}][0]() as group:",
            f"        if clauses[{number}][1](group):",
            "            raise",
        ]
    namespace: dict[str, Any] = {}
    exec(compile("\n".join(lines), __file__, "exec"), namespace)  # noqa: S102
    found: Callable[[Any, Any], None] = namespace["run"]
    return found


class Star:
    """What a statement remembers at run time.

    Attributes:
        error: What its body raised.
        rest: What no clause has taken so far; None if nothing is left.
        clauses: Of each: its classes, what it took, and what its handler raised.
    """

    __slots__ = ("clauses", "error", "rest")

    def __init__(self, error: BaseException) -> None:
        self.error = error
        self.rest: BaseException | None = error
        self.clauses: list[list[Any]] = []


STAR: Final = define(
    "star_clauses",
    is_public=False,
    inputs=("error",),
    infer=lambda error: OPAQUE,
    kernel=Star,
    effects=RAISES,
    gradient=ZERO,
    doc="What a `try` with `except*` remembers.",
)


def _take(star: Star, *, classes: tuple[Any, ...]) -> tuple[Any, bool]:
    kinds, rest = classes_of(classes), star.rest
    taken: BaseException | None = None
    if isinstance(rest, kinds):
        is_group = isinstance(rest, BaseExceptionGroup)
        taken = rest if is_group else BaseExceptionGroup("", (rest,))
        star.rest = None
    elif isinstance(rest, BaseExceptionGroup):
        taken, star.rest = rest.split(kinds)
    star.clauses.append([kinds, taken, None])
    return taken, taken is None


TAKE: Final = define(
    "take_of_group",
    is_public=False,
    inputs=("star",),
    attrs={"classes": REQUIRED},
    infer=lambda star, *, classes: (OPAQUE, _FLAG),
    kernel=_take,
    effects=RAISES,
    gradient=ZERO,
    doc="What the next `except*` is for, as a group, and whether that is None.",
)


def _enter(star: Star) -> None:
    raise_as_it_is(star.clauses[-1][1])


ENTER: Final = define(
    "enter_group",
    is_public=False,
    inputs=("star",),
    infer=lambda star: (),
    kernel=_enter,
    effects=RAISES,
    gradient=ZERO,
    doc="Raise the group that an `except*` has taken.",
)


def _raised(star: Star, error: BaseException) -> None:
    star.clauses[-1][2] = error


RAISED: Final = define(
    "raised_in_clause",
    is_public=False,
    inputs=("star", "error"),
    infer=lambda star, error: (),
    kernel=_raised,
    effects=RAISES,
    gradient=ZERO,
    doc="Remember what the handler of an `except*` raised.",
)


def _finish(star: Star) -> None:
    clauses = [
        (_classes(kinds), _handler(taken, raised))
        for kinds, taken, raised in star.clauses
    ]
    statement(len(clauses))(lambda: raise_as_it_is(star.error), clauses)


def _classes(kinds: Any) -> Callable[[], Any]:
    return lambda: kinds


def _handler(
    taken: Any, raised: BaseException | None
) -> Callable[[BaseException], bool]:
    def handle(group: BaseException) -> bool:
        if raised is None:
            return False
        if raised is not taken or not taken.__dict__.pop(BARE, False):
            raise_as_it_is(raised)
        # What the handler has added to its group tells that from the one here.
        group.__dict__.update(taken.__dict__)
        if taken.__cause__ is not group.__cause__:
            group.__cause__ = taken.__cause__
        group.__suppress_context__ = taken.__suppress_context__
        return True

    return handle


FINISH: Final = define(
    "finish_groups",
    is_public=False,
    inputs=("star",),
    infer=lambda star: (),
    kernel=_finish,
    effects=RAISES,
    gradient=ZERO,
    doc="Raise what the clauses of a `try` with `except*` leave, and what they raised.",
)


def _split(group: BaseException, *, classes: tuple[Any, ...]) -> tuple[Any, ...]:
    found, rest = group.split(classes_of(classes))  # type: ignore[attr-defined]
    return found, found is None, rest, rest is None


SPLIT: Final = define(
    "split_group",
    is_public=False,
    inputs=("group",),
    attrs={"classes": REQUIRED},
    infer=lambda group, *, classes: (OPAQUE, _FLAG, OPAQUE, _FLAG),
    kernel=_split,
    effects=RAISES,
    gradient=ZERO,
    doc="What is of some classes in a group of exceptions, and what is not.",
)
