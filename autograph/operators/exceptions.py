"""`try` and `raise`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from autograph.operators.conditionals import if_stmt
from autograph.staging.attempts import caught, stage_try
from autograph.staging.branches import State, stage_branch
from autograph.staging.effects import may_raise
from autograph.staging.raising import error_object, is_ours
from autograph.values import operations
from autograph.values.nodes import boxed_value, emit, node
from autograph.values.proxy import Proxy
from autograph.values.specs import ANY, BOOL
from autograph.values.state import Diverged, Restart, Unstageable, current, graph
from graph.python.control import RAISE, RERAISE
from graph.python.protocols import APPLY, IS_INSTANCE
from graph.tensor import SymbolicTensor


def _with_flag(
    get_state: Callable[[], State], set_state: Callable[[State], None]
) -> tuple[list[Any], Callable[[], State], Callable[[State], None]]:
    """Add the variable that says whether a body has come to its end."""
    flag: list[Any] = [True]

    def get() -> State:
        return (*get_state(), flag[0])

    def put(state: State) -> None:
        set_state(state[:-1])
        flag[0] = state[-1]

    return flag, get, put


def _padded(names: Sequence[str], get_state: Callable[[], State]) -> tuple[str, ...]:
    return (*names, *[""] * (len(get_state()) - len(names)))


def try_except(
    body: Callable[[], None],
    handlers: Sequence[Any],
    orelse: Callable[[], None] | None,
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
    symbol_names: Sequence[str],
    nouts: int,
) -> None:
    """Do `try: body` with its `except` and `else`."""
    place = current().at
    if place not in current().known.tries:
        _try_here(place, body, handlers, orelse)
        return
    flag, get, put = _with_flag(get_state, set_state)
    names = (*_padded(symbol_names, get_state), "ended_")

    def handle() -> None:
        flag[0] = False
        error = caught()
        current().handled.append(None)
        try:
            choose(error)
        finally:
            current().handled.pop()

    def choose(error: Any) -> None:
        def go(place: int) -> None:
            if place == len(handlers):
                emit(RERAISE, [], ())
                raise Diverged
            classes, handler, forget = handlers[place]
            if classes is None:
                handler(error)
                return

            def handled() -> None:
                handler(error)
                if forget is not None:
                    forget()

            is_one = node(IS_INSTANCE, [error], BOOL, cls=classes())
            stage_branch(is_one, handled, lambda: go(place + 1), get, put, names)

        go(0)

    stage_try(body, handle, get, put, names)
    if orelse is not None:
        if_stmt(
            flag[0], orelse, lambda: None, get_state, set_state, symbol_names, nouts
        )


def _try_here(
    place: Any,
    body: Callable[[], None],
    handlers: Sequence[Any],
    orelse: Callable[[], None] | None,
) -> None:
    """Do a `try` whose body raises nothing when the graph runs: Python does it now."""
    trace = current()
    try:
        run_here(place, body)
    except Exception as error:
        if is_ours(error):
            raise
        for classes, handler, forget in handlers:
            if classes is not None and not isinstance(error, classes()):
                continue
            trace.handled.append(error)
            try:
                handler(error)
            finally:
                trace.handled.pop()
                if forget is not None:
                    forget()
            return
        raise
    if orelse is not None:
        orelse()


def run_here(place: Any, body: Callable[[], None]) -> None:
    """Trace a body; if the run may raise in it, begin anew, with a `try` of the run."""
    trace, to = current(), graph()
    start = len(to.nodes)
    error: BaseException | None = None
    try:
        body()
    except Diverged as raised:
        error = raised
    except Exception as raised:
        if is_ours(raised) or not may_raise(to.nodes[start:]):
            raise
        error = raised
    if error is not None or may_raise(to.nodes[start:]):
        trace.known.tries.add(place)
        raise Restart("the body of a try may raise when the graph runs") from None


def try_finally(
    body: Callable[[], None],
    final: Callable[[], None],
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
    symbol_names: Sequence[str],
    nouts: int,
) -> None:
    """Do `try: body` with `finally: final`."""
    del nouts
    place = current().at
    if place not in current().known.tries:
        try:
            run_here(place, body)
        except Exception as error:
            if not is_ours(error):
                final()
            raise
        final()
        return

    def handle() -> None:
        final()
        emit(RERAISE, [], ())
        raise Diverged

    stage_try(body, handle, get_state, set_state, _padded(symbol_names, get_state))
    final()


def raised(error: Any) -> Any:
    """Return what `raise error` is to raise."""
    if isinstance(error, type) and issubclass(error, BaseException):
        error = error()
    if type(error) is Proxy:
        emit(RAISE, [error.symbol], ())
        raise Diverged
    return error


def _from(error: Any, cause: Any) -> Any:
    error.__cause__ = cause
    return error


def raised_from(error: Any, cause: Any) -> Any:
    """Return what `raise error from cause` is to raise."""
    if isinstance(cause, type) and issubclass(cause, BaseException):
        cause = cause()
    if isinstance(error, type) and issubclass(error, BaseException):
        error = error()
    if type(error) is not Proxy and type(cause) is not Proxy:
        error.__cause__ = cause
        return error
    if type(error) is not Proxy:
        error = error_object(error)
    held = [error, boxed_value(cause)]
    return raised(node(APPLY, held, ANY, function=_from))


def reraised() -> BaseException:
    """Do `raise` without an exception."""
    handled = current().handled
    if handled and handled[-1] is not None:
        return handled[-1]  # type: ignore[no-any-return]
    emit(RERAISE, [], ())
    raise Diverged


def try_star(*_: Any) -> None:
    """Do `try` with `except*`."""
    raise Unstageable("`except*` in a graph")
