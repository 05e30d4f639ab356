"""The `with` statement.

A manager sees how its body ends. As long as nothing in the body may raise when a graph
runs, the statement is Python's own. Otherwise the manager's `__exit__` is part of what
is staged: converted if it is written in Python, the meaning of `contextlib.suppress`;
managers that let exceptions pass need nothing; others are refused.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from autograph.old_function.tentative import check_call
from autograph.old_operators.attempts import (
    REFUSALS,
    GetState,
    SetState,
    ended_if_refused,
    flat_classes,
    stage_except,
    try_except,
)
from autograph.old_operators.attributes import get_attr
from autograph.old_operators.calls import converted_call
from autograph.old_operators.carried import (
    Variables,
    carried,
    carrying,
    with_carried,
)
from autograph.old_operators.chosen import on_each_path
from autograph.old_operators.clauses import on_each_choice
from autograph.old_operators.conditionals import if_stmt
from autograph.old_operators.exit_stacks import Entered, is_users_method, run_stack
from autograph.old_operators.generator_managers import (
    Passing,
    as_function,
    is_staged,
    passing,
)
from autograph.old_operators.interruptions import has_steps, is_lasting
from graph.defects import refuse_unreal
from graph.errors import UnstagedHandlerError
from graph.foreign_operands import example_in_python
from graph.graph import Graph, current_graph
from graph.old_staging.blocks import Diverged
from graph.old_staging.caught import CaughtClass, CaughtError, raise_again, sites_of
from graph.old_staging.caught_links import divided
from graph.old_staging.chosen import Chosen
from graph.old_staging.locations import with_article
from graph.old_staging.mistakes import as_plain, is_awaited
from graph.old_staging.probing import Probe, StepProbe, Trial, probing
from graph.old_staging.variables import demand
from graph.origin import capture_exact
from graph.partial import Optional

Body = Callable[[Any], None]

# Modules all of whose managers let exceptions pass.
_TRANSPARENT: Final = frozenset(
    {"autograph", "graph", "executor", "numpy", "threading", "_thread", "io", "_io"}
    | {"warnings", "decimal", "tempfile", "multiprocessing", "tracemalloc", "socket"}
    | {"concurrent", "zipfile", "tarfile", "gzip", "bz2", "lzma", "mmap", "subprocess"}
)
_TRANSPARENT_CLASSES: Final = (
    contextlib.nullcontext,
    contextlib.redirect_stdout,
    contextlib.redirect_stderr,
    contextlib.chdir,
)


def with_stmt(
    manager: Any,
    body: Body,
    get_state: GetState,
    set_state: SetState,
    symbol_names: Sequence[str],
    nouts: int,
) -> None:
    """Run a block between a manager's `__enter__` and `__exit__`.

    Args:
        manager: The manager.
        body: The block; takes what `__enter__` returns.
        get_state: Returns the values of the variables that the block changes.
        set_state: Sets them.
        symbol_names: Their names.
        nouts: How many of them, counted from the first, are read afterwards.

    Raises:
        UnstagedHandlerError: What happens to an exception that is raised when the
            graph runs is up to a manager that cannot be staged.
    """
    graph = current_graph()
    if type(manager) is Optional and graph is not None:
        manager = demand(manager, _said_of_none())
    if type(manager) is Chosen:
        state = get_state, set_state, symbol_names
        run = partial(with_stmt, nouts=nouts)
        on_each_path(manager, lambda one: run(one, body, *state), *state)
        return
    if graph is not None:
        check_call(with_stmt, (manager,), {})
    if graph is None or (
        not is_staged(manager)
        and _is_transparent(manager, is_caught=bool(graph.attempts))
    ):
        with example_in_python(manager) as value:
            body(value)
        return
    if type(manager) is contextlib.suppress:
        _suppressing(manager, body, get_state, set_state, symbol_names, nouts)
        return
    variables = with_carried(get_state, set_state, symbol_names)
    if type(manager) is contextlib.ExitStack:
        run_stack(manager, body, (get_state, set_state, symbol_names), run_entered)
        return
    as_written = as_function(manager)
    if as_written is not None:
        _run_inside(as_written, body, variables)
    else:
        _run_or_stage(manager, body, variables, graph)


def _said_of_none() -> str:
    """Return what Python says of None in place of a manager."""
    try:
        with None:  # type: ignore[attr-defined]
            pass
    except TypeError as error:
        return str(error)
    raise AssertionError


def run_entered(entered: Entered, body: Body, variables: Variables) -> None:
    """Run a body that a manager ends which is entered already."""
    graph, manager = current_graph(), entered.manager
    assert graph is not None
    if not entered.is_function and _is_transparent(manager, is_caught=True):
        with entered:
            body(None)
    elif type(manager) is contextlib.suppress:
        _suppressing(manager, body, *variables, len(variables[2]))
    elif type(manager) is contextlib.ExitStack:
        run_stack(manager, body, variables, run_entered)
    else:
        _run_or_stage(entered, body, with_carried(*variables), graph)


def _run_inside(
    as_written: Callable[[Body], None], body: Body, variables: Variables
) -> None:
    """Run a body where the generator of its manager yields."""
    outer = carried()

    def inside(value: Any) -> None:
        with carrying(outer):
            body(value)

    with carrying(variables):
        as_written(inside)


def _run_or_stage(manager: Any, body: Body, variables: Variables, graph: Graph) -> None:
    """Run the statement as Python's own; stage it if its body may raise in a run."""
    get_state, set_state, names = variables
    start, is_python = get_state(), _is_python(manager)
    whole, is_handled = Trial(), is_python and is_awaited(graph)
    probe = (StepProbe if is_handled else Probe)(is_handled=False)
    end, may_be_left, n_inside = _leaving(manager), False, 0

    def run_body(value: Any) -> None:
        nonlocal may_be_left, n_inside
        n_before = len(graph.nodes)
        body(value)
        n_inside = len(graph.nodes)
        may_be_left = is_python and has_steps(graph.nodes[n_before:])

    with probing(graph, [body, end], whole):
        try:
            with probing(graph, [body, end], probe):
                _run(manager, run_body)
        except BaseException as error:
            if not probe.may_raise or isinstance(error, _ENDS):
                raise
        else:
            if not probe.may_raise:
                ending = partial(_leave, manager)
                if not may_be_left or not is_lasting(
                    graph, body, end, ending, n_inside
                ):
                    return
                whole.may_raise = True
    set_state(start)
    if not is_python:
        known = manager.manager if isinstance(manager, Entered) else manager
        noun = with_article(type(known).__name__)
        raise UnstagedHandlerError(
            f"the body of this `with` may raise when the graph runs, and what "
            f"{noun} does then is known only to itself.",
            origin=capture_exact(),
            hint="Put the `with` around the call of the decorated function, or write "
            "the manager as a class with `__enter__` and `__exit__`.",
        )
    _stage(manager, body, get_state, set_state, names)


_ENDS: Final = tuple(each for each in REFUSALS if each is not Diverged)


def _suppressing(
    manager: Any,
    body: Body,
    get_state: GetState,
    set_state: SetState,
    names: Sequence[str],
    nouts: int,
) -> None:
    variables = get_state, set_state, names
    on_each_choice(
        manager._exceptions,
        lambda classes: _suppress(classes, body, variables, nouts),
        variables,
    )


def _suppress(classes: Any, body: Body, variables: Variables, nouts: int) -> None:
    """Run a body as `suppress` does, of known classes."""
    state = (*variables, len(variables[2]))

    def divide(error: Any) -> None:
        if isinstance(error, BaseException):
            _, rest = error.split(classes)  # type: ignore[attr-defined]
            if rest is not None:
                raise rest
            return
        if not sites_of(error):  # no place raises a group
            raise_again(error)
        _, rest = divided(error, "split", classes)
        if_stmt(rest.flag, _nothing, lambda: raise_again(rest.value), *state)

    parts = flat_classes(classes)
    if all(isinstance(each, type) for each in parts):
        parts = [classes]
    handlers: list[Any] = [  # it asks one after the other what is no class
        (partial(_suppressed, each), lambda error: None, None) for each in parts
    ]
    if sys.version_info >= (3, 12):  # from then on it looks into groups
        handlers.append((lambda: BaseExceptionGroup, divide, None))
    try_except(
        lambda: body(None),
        handlers,
        None,
        *variables,
        nouts,
    )


def _suppressed(classes: Any) -> tuple[type[BaseException], ...]:
    """Return the classes of exceptions that `suppress` is given, by `issubclass`.

    Raises:
        TypeError: It is given what is no class, as Python says.
    """
    issubclass(type(classes), classes)
    found: list[type[BaseException]] = []
    for each in flat_classes(classes):
        if issubclass(each, BaseException):
            found.append(each)
        elif issubclass(BaseException, each):
            found.append(BaseException)
    return tuple(found)


def _run(manager: Any, body: Body) -> None:
    """Do what Python's own statement does, with a manager's methods converted."""
    if not _is_python(manager):
        with manager as value:
            body(value)
        return
    value = _enter(manager)
    try:
        ended_if_refused(body, partial(_exit, manager, None, None, None))(value)
    except BaseException as error:
        refuse_unreal(error)
        plain = None if isinstance(error, REFUSALS) else as_plain(error)
        if plain is None:
            raise
        if not _exit(manager, type(plain), plain, plain.__traceback__):
            raise
    else:
        _exit(manager, None, None, None)


def _stage(
    manager: Any, body: Body, get_state: GetState, set_state: SetState, names: Any
) -> None:
    value = _enter(manager)

    def leave(error: CaughtError) -> None:
        swallowed = _leave(manager, error)
        state = get_state, set_state, names, len(names)
        if_stmt(swallowed, _nothing, lambda: raise_again(error), *state)

    handlers = [(None, leave, None)]
    tried = ended_if_refused(body, partial(_exit, manager, None, None, None))
    ok = stage_except(lambda: tried(value), handlers, get_state, set_state, names)
    if_stmt(
        ok,
        lambda: _exit(manager, None, None, None),
        _nothing,
        get_state,
        set_state,
        names,
        len(names),
    )


def _leave(manager: Any, error: CaughtError) -> Any:
    """Leave a manager for an exception of the run; return what it says."""
    return _exit(manager, CaughtClass(error), error, None)


def _nothing() -> None:
    return None


def _enter(manager: Any) -> Any:
    if isinstance(manager, Entered):
        return None
    return converted_call(type(manager).__enter__, (manager,), None)


def _exit(manager: Any, *args: Any) -> Any:
    if isinstance(manager, Entered):
        if manager.is_function:
            return manager.leave(*args)
        manager = manager.manager
    if type(manager) is contextlib.closing:
        converted_call(get_attr(_closed_by(manager), "close"), (), None)
        return False
    return converted_call(type(manager).__exit__, (manager, *args), None)


def _closed_by(manager: Any) -> Any:
    """Return what a `contextlib.closing` closes."""
    return manager.thing


def _leaving(manager: Any) -> Any:
    """Return a function that reaches what the end of a body may change."""
    if isinstance(manager, Entered):
        return manager.leave if manager.is_function else _leaving(manager.manager)
    return getattr(type(manager), "__exit__", None)


def _is_transparent(manager: Any, *, is_caught: bool) -> bool:
    """Is the manager known to let exceptions pass?

    Args:
        manager: The manager.
        is_caught: May an exception be caught in the function, where what the manager
            does after it would be seen?
    """
    found = passing(manager)
    if found is Passing.UNSEEN or (found is Passing.SEEN and not is_caught):
        return True
    kind = type(manager)
    if kind in _TRANSPARENT_CLASSES:
        return True
    if kind is contextlib.closing:
        return not _is_python(manager)
    is_made = kind.__module__ == "contextlib" and hasattr(manager, "func")
    made_by = manager.func if is_made else kind  # a generator function
    module = getattr(made_by, "__module__", None) or ""
    return module.partition(".")[0] in _TRANSPARENT


def _is_python(manager: Any) -> bool:
    """Are the manager's methods the user's, written in Python?"""
    if isinstance(manager, Entered):
        return manager.is_function or _is_python(manager.manager)
    if type(manager) is contextlib.closing:
        return _is_users(getattr(type(_closed_by(manager)), "close", None))
    methods = [getattr(type(manager), name, None) for name in ("__enter__", "__exit__")]
    return all(map(_is_users, methods))


def _is_users(method: Any) -> bool:
    return method in _PLAIN_METHODS or is_users_method(method)


# Of Python's library, with nothing in them that a graph would have to know of.
_PLAIN_METHODS: Final = (
    contextlib.AbstractContextManager.__enter__,
    contextlib.AbstractContextManager.__exit__,
)


__all__ = ["run_entered", "with_stmt"]
