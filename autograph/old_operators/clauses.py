"""Which of the clauses of a `try` takes an exception.

What stands after `except` is an expression: it is evaluated once something was raised,
while that is handled, and only if no clause before it takes the exception. The run may
choose among classes; then each has a path of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from autograph.old_operators.carried import Variables
from autograph.old_operators.chosen import on_each_path
from autograph.old_operators.conditionals import if_stmt
from autograph.old_operators.forms import by_form
from graph.building import _STATE
from graph.graph import current_graph
from graph.old_staging.blocks import Diverged
from graph.old_staging.caught import (
    CaughtClass,
    CaughtError,
    among,
    is_caught_by,
    other_than,
    raise_again,
    unknown_class,
)
from graph.old_staging.chosen import Chosen
from graph.old_staging.probing import Trial, probing
from graph.old_staging.raised import mark_context
from graph.partial import Optional

Block = Callable[[], None]
# The classes of an `except`, None for all; its block; what forgets its name.
Handler = tuple[Callable[[], Any] | None, Callable[[Any], None], Block | None]


def run_handler(
    handler: Callable[[Any], None], error: Any, forget: Block | None
) -> None:
    """Run a handler while its exception is being handled; forget its name then."""
    _STATE.handled.append(error)
    try:
        handler(error)
    except Exception as raised:
        mark_context(raised)
        raise
    finally:
        _STATE.handled.pop()
        if forget is not None:
            forget()


def handle(
    error: BaseException, handlers: Sequence[Handler], variables: Variables | None
) -> bool:
    """Run the handler for an exception that tracing, or Python, knows.

    Args:
        error: The exception.
        handlers: The clauses.
        variables: What the handlers change; None where there is no graph.

    Returns:
        Is there one? Where the run decides that, the exception is raised from here.
    """
    for place, (classes, handler, forget) in enumerate(handlers):
        found: Any = None if classes is None else _evaluated(classes, error)
        if classes is not None and is_choice(found):
            assert variables is not None
            rest = [(_constant(found), handler, forget), *handlers[place + 1 :]]
            dispatch(error, rest, variables)
            return True
        if classes is None or _is_of(error, _checked(found, error)):
            run_handler(handler, error, forget)
            return True
    return False


def _evaluated(classes: Callable[[], Any], error: BaseException) -> Any:
    found: list[Any] = []
    run_handler(lambda _: found.append(classes()), error, None)
    return found[0]


def _checked(found: Any, error: BaseException) -> tuple[type[BaseException], ...]:
    return classes_in(_evaluated(lambda: classes_in(found), error))


def _is_of(error: BaseException, classes: tuple[type[BaseException], ...]) -> bool:
    """Answer as Python's `except` does."""
    return any(each in type(error).__mro__ for each in classes)


def classes_in(classes: Any) -> tuple[type[BaseException], ...]:
    """Return what stands after `except` as a tuple.

    Raises:
        TypeError: Something in it is no exception class, as Python says.
    """
    found = classes if isinstance(classes, tuple) else (classes,)
    if not all(isinstance(x, type) and issubclass(x, BaseException) for x in found):
        raise TypeError(
            "catching classes that do not inherit from BaseException is not allowed"
        )
    return tuple(found)


def known_clauses(handlers: Sequence[Handler]) -> list[Handler] | None:
    """Return clauses with their classes evaluated; None if that must wait for the run.

    It must where an expression has effects, asks the run, or raises: it is not to be
    evaluated unless the clauses before it have let an exception pass.
    """
    graph, trial = current_graph(), Trial()
    assert graph is not None
    expressions = [classes for classes, _, _ in handlers if classes is not None]
    known: list[Any] = []
    with probing(graph, expressions, trial):
        n_nodes = len(graph.nodes)
        try:
            known = [
                None if classes is None else classes_in(classes())
                for classes, _, _ in handlers
            ]
        except (Exception, Diverged):  # noqa: BLE001  # raised again in its place
            trial.may_raise = True
        if len(graph.nodes) > n_nodes or graph.journal:
            trial.may_raise = True  # what it did is taken back
    if trial.may_raise:
        return None
    return [
        (None if classes is None else _constant(classes), handler, forget)
        for classes, (_, handler, forget) in zip(known, handlers, strict=True)
    ]


def _constant(value: Any) -> Callable[[], Any]:
    return lambda: value


def caught_classes(clauses: Sequence[Handler]) -> tuple[type[BaseException], ...]:
    """Return all that clauses take whose classes are known, each once."""
    found: dict[type[BaseException], None] = {}
    for classes, _, _ in clauses:
        kinds = (BaseException,) if classes is None else classes()
        found.update(dict.fromkeys(kinds))
    return tuple(found)


def dispatch(
    error: Any,
    clauses: Sequence[Handler],
    variables: Variables,
    *,
    is_taken: bool = False,
) -> None:
    """Run the first handler that takes an exception; else raise it again.

    Args:
        error: The exception, of tracing or of the run.
        clauses: The clauses that are left.
        variables: What the handlers change.
        is_taken: Is it known that one of them takes it?
    """
    # No inner function that calls itself: it would be a cycle, which goes on holding
    # what the user's code made.
    if not clauses:
        _pass_on(error)
    (classes, handler, forget), *others = clauses

    def take(kinds: tuple[type[BaseException], ...] | None) -> None:
        if not isinstance(error, CaughtError):
            run_handler(handler, error, forget)
            return
        caught = among(error, kinds)
        by_form(caught, lambda each: run_handler(handler, each, forget), variables)

    def test(found: Any) -> None:
        kinds = classes_in(found)
        rest: Any = error
        if isinstance(error, CaughtError):
            is_it = bool(kinds) and is_caught_by(error, kinds)
            rest = other_than(error, kinds)
        else:
            is_it = _is_of(error, kinds)
        if_stmt(
            True if is_taken and not others else is_it,
            lambda: take(kinds),
            lambda: dispatch(rest, others, variables, is_taken=is_taken),
            *variables,
            len(variables[2]),
        )

    if classes is None:
        take(None)
    else:
        run_handler(lambda _: on_each_choice(classes(), test, variables), error, None)


def _pass_on(error: Any) -> None:
    if isinstance(error, CaughtError):
        raise_again(error, is_bare=True)
    raise error


def is_choice(found: Any) -> bool:
    """Tell whether the run chooses what stands after `except`, or part of it?"""
    if isinstance(found, tuple):
        return any(map(is_choice, found))
    return type(found) in (Chosen, Optional, CaughtClass)


def on_each_choice(
    found: Any, act: Callable[[Any], None], variables: Variables
) -> None:
    """Run a statement with what the run chooses, on a path for each choice.

    Raises:
        DeferredExceptionError: It is the class of an exception that the run catches.
    """
    if type(found) is CaughtClass:
        raise unknown_class()
    if type(found) is Chosen:
        on_each_path(found, lambda x: on_each_choice(x, act, variables), *variables)
    elif type(found) is Optional:
        if_stmt(
            found.flag,
            lambda: act(None),
            lambda: on_each_choice(found.value, act, variables),
            *variables,
            len(variables[2]),
        )
    elif isinstance(found, tuple) and is_choice(found):
        place = next(place for place, x in enumerate(found) if is_choice(x))
        before, after = found[:place], found[place + 1 :]
        on_each_choice(
            found[place],
            lambda x: on_each_choice((*before, x, *after), act, variables),
            variables,
        )
    else:
        act(found)


__all__ = [
    "Block",
    "Handler",
    "caught_classes",
    "classes_in",
    "dispatch",
    "handle",
    "is_choice",
    "known_clauses",
    "on_each_choice",
    "run_handler",
]
