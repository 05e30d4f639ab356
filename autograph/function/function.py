"""`Function`: a Python callable that traces itself into graphs and runs those."""

from __future__ import annotations

import functools
import types
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import (
    Any,
    ClassVar,
    Concatenate,
    Final,
    Generic,
    ParamSpec,
    TypeVar,
    overload,
)

import numpy as np

from autograph import training
from autograph.config import _EAGERLY
from autograph.definitions import (
    definition_of,
    may_be_method,
    name_of,
)
from autograph.errors import SignatureError
from autograph.function import pickling
from autograph.function.cache import MISS, Traces, TracesOfInstances
from autograph.function.concrete import ConcreteFunction
from autograph.function.explain import Explanation, explain, warn_if_retracing
from autograph.function.fallback import Fall, Falls, as_result
from autograph.function.guards import guard_next
from autograph.function.input_signature import SignedBinder, binder_of, check_form
from autograph.function.inputs import Binder, as_array
from autograph.function.options import FunctionOptions
from autograph.function.outputs import unshared
from autograph.function.recorded_calls import is_recorded
from autograph.function.target import Target
from autograph.function.trace_builder import TraceBuilder
from autograph.tracebacks import without_our_frames
from graph.building import _STATE
from graph.control import call_user
from graph.errors import AutographError, StagingError, UnstagedGradientError
from graph.late_refusals import is_refusal_of_run
from graph.locks import cached
from graph.recording import ACTIVE

P = ParamSpec("P")
Q = ParamSpec("Q")
R = TypeVar("R")
S = TypeVar("S")


_DONE: Final = (
    "The graph had done by then what cannot be done again, so plain Python cannot run "
    "this call; it runs all later ones."
)


class Function(Generic[P, R]):
    """A callable that runs graphs of a Python function, traced as calls need them.

    Attributes:
        python_function: The function as it was written.
    """

    __name__: str
    is_traced_function: ClassVar[bool] = True

    def __init__(
        self, python_function: Callable[P, R], *, options: FunctionOptions
    ) -> None:
        """Wrap a Python function; use `function` instead."""
        name = self.__name__ = self.__qualname__ = name_of(python_function)
        functools.update_wrapper(self, python_function)
        self.python_function = python_function
        self._options = options
        self._cache = Traces(name, options.max_traces)
        # The calls that ran as plain Python; of a method, those of all instances.
        self._falls = Falls()
        given = options.input_signature
        if given is not None:
            check_form(given, definition_of(python_function, name))
        if given is None or not may_be_method(python_function):
            self._binder  # noqa: B018  # let it be made, and complain
        self._bound = TracesOfInstances(name, options.max_traces)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run the graph for these arguments, tracing it first where there is none."""
        __tracebackhide__ = True  # for pytest and IPython: the user's frames matter
        try:
            is_plain = not (_EAGERLY[0] or ACTIVE or training.ACTIVE)
            if _STATE.graph is None and is_plain:
                for guard in self._cache.guards:
                    result = guard(*args, **kwargs)
                    if result is not MISS:
                        return result  # type: ignore[no-any-return]
            result = self._call(args, kwargs)
            if type(result) is not Fall:
                return result  # type: ignore[no-any-return]
            fall = result
        except BaseException as error:  # noqa: BLE001  # only its frames change
            refused = self._fall_of_run(error, args, kwargs)
            if refused is None:
                raise without_our_frames(error)  # noqa: B904
            fall = refused
        try:
            return self._run_plain(fall, args, kwargs)  # type: ignore[no-any-return]
        except BaseException as error:  # noqa: BLE001  # only its frames change
            raise without_our_frames(error)  # noqa: B904

    def _call(self, args: Any, kwargs: Any) -> Any:
        """Find or make the trace for a call that no guard knows, and run it.

        Returns:
            The result; or why the call is to run as plain Python.
        """
        if _EAGERLY[0]:
            return self.python_function(*args, **kwargs)
        if args and self._is_unbound:
            return self.__get__(args[0], type(args[0]))(*args[1:], **kwargs)
        target, traces = self._builder.target, self._cache
        if _STATE.graph is not None:
            return call_user(self, *args, **kwargs)  # as a part of what is traced
        may_fall = target.may_fall()
        if may_fall and self._falls.whole is not None:
            return self._falls.whole
        try:
            given, leaves, values = target.binder.prepare(args, kwargs)
        except AutographError as error:
            if not (may_fall and target.is_to_fall(error)):
                raise
            return target.fall_of(error)
        fall = traces.fall_for(given) if may_fall else None
        if fall is not None:
            return fall
        key, entry = traces.find(given, leaves, values)
        if entry is None:
            fall_as = given if may_fall else None
            made = self._builder.find_or_make(target.binder.call(key, values), fall_as)
            if isinstance(made, Fall):
                return made
            entry = made
            warn_if_retracing(target.name, traces)
        else:
            entry.note_use()
            guard_next(target, traces, entry, values)
        try:
            result = self._run(entry.concrete, leaves, args, kwargs)
        except UnstagedGradientError as error:  # of its graph: nothing has run
            if not (may_fall and target.is_to_fall(error)):
                raise
            return target.fall_of(error)
        entry.effects = None
        return result

    def _run(
        self, concrete: ConcreteFunction, leaves: Sequence[Any], args: Any, kwargs: Any
    ) -> Any:
        """Run a trace for the flat arguments of a call, and the call itself."""
        given = [leaves[place] for place in concrete.input_places]
        arrays = list(map(as_array, given))
        users = [leaf for leaf in given if isinstance(leaf, np.ndarray)]
        is_watched = bool(ACTIVE) and is_recorded()
        if users and (concrete.keeps_values or is_watched):
            arrays = [array.copy() for array in arrays]

        is_built = concrete.is_built

        def run(*objects: Any) -> Any:
            if is_watched:
                return concrete.run_recorded(given, arrays, objects)
            result = concrete.run_flat([*arrays, *objects])
            return unshared(result, users) if users and not is_built else result

        if concrete.tells_apart:
            return run(*concrete.objects_in(self._binder.bind(*args, **kwargs)))
        return run()

    # -- Calls that run as plain Python

    def _fall_of_run(self, error: BaseException, args: Any, kwargs: Any) -> Fall | None:
        """Return why a call runs as plain Python that a graph has refused to run.

        None if it does not: the exception is the program's, or the graph has done what
        cannot be done again.
        """
        if not is_refusal_of_run(error) or _STATE.graph is not None:
            return None
        if self._is_unbound:  # the method has decided
            return None
        assert isinstance(error, StagingError)
        target = self._builder.target
        if not target.may_fall() or not target.is_to_fall(error):
            return None
        key, leaves, values = target.binder.prepare(args, kwargs)
        fall = replace(target.fall_of(error), code="AG314", key=key)
        _, entry = self._cache.find(key, leaves, values)
        self._cache.keep_fall(fall)
        if entry is not None:
            self._cache.evict(entry)
        if entry is not None:
            if entry.concrete.refusal_behind_effect() is not None:
                error.add_note(_DONE)
                return None
            if entry.effects is not None:
                entry.effects.put_back()
        return fall

    def _run_plain(self, fall: Fall, args: Any, kwargs: Any) -> Any:
        """Call the undecorated function, and return what a graph would return."""
        if fall.is_certain:
            self._falls.note(fall)
        try:
            args, kwargs, carry_over = self._binder.plain_arguments(args, kwargs)
            fall.n_calls += 1
            try:
                result = self.python_function(*args, **kwargs)
            finally:
                carry_over()
        except BaseException as error:
            if isinstance(error, AutographError):
                error.is_in_user_code = True  # as where it is raised while tracing
            if not (fall.is_certain or fall.is_own):
                self._settle(fall, is_own=fall.is_of_program(error))
            raise
        if fall.is_own:
            self._cache.drop_fall(fall)
        elif not fall.is_certain:
            self._settle(fall, is_own=False)
        return as_result(result, (args, kwargs))

    def _settle(self, fall: Fall, *, is_own: bool) -> None:
        """Keep a fall, once plain Python has raised what tracing has, or has not.

        Args:
            fall: The fall.
            is_own: Has it? That is the program's own exception, and noted nowhere.
        """
        fall.is_own, fall.is_certain = is_own, not is_own
        if fall.key is not None:
            self._cache.keep_fall(fall)
        if not is_own:
            self._falls.note(fall)

    def __copy__(self) -> Function[P, R]:
        """Return the function itself, as Python does with functions."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return pickling.deep_copy(self, memo)

    def __reduce__(self) -> str | tuple[Any, ...]:
        """Pickle by name if that can be imported, by its graphs otherwise."""
        return pickling.reduce_function(self, self._concrete_functions)

    # -- Traces

    def get_concrete_function(self, *args: Any, **kwargs: Any) -> ConcreteFunction:
        """Return the concrete function for these arguments, tracing if needed.

        Args:
            *args: As for a call; a `TensorSpec` may stand for a tensor. With an input
                signature none are needed.
            **kwargs: The same.
        """
        try:
            return self._builder.concrete(self._binder.asked(args, kwargs))
        except Exception as error:  # noqa: BLE001  # only its frames change
            raise without_our_frames(error)  # noqa: B904

    def explain(self) -> Explanation:
        """Return what traces there are, and which calls run as plain Python.

        The text of what is returned is a table; its parts are data. Methods have
        traces, and hence explanations, for each instance.
        """
        return explain(self._binder.name, self._cache, self._falls)

    def pretty_printed_concrete_signatures(self, verbose: bool = True) -> str:
        """Return the arguments and results of each trace, as text.

        Args:
            verbose: Show what tensors there are, not only the arguments' names.
        """
        found = self._concrete_functions
        return "\n\n".join(each.pretty_printed_signature(verbose) for each in found)

    @property
    def _concrete_functions(self) -> list[ConcreteFunction]:
        return [each.concrete for each in self._cache.entries()]

    @property
    def experimental_implements(self) -> str | None:
        """What the function was said to implement."""
        return self._options.implements

    def experimental_get_tracing_count(self) -> int:
        """Return how often the function has been traced."""
        return self._cache.n_traced

    # -- Methods

    @overload
    def __get__(self, instance: None, owner: type | None = None) -> Function[P, R]: ...

    @overload
    def __get__(
        self: Function[Concatenate[S, Q], R], instance: S, owner: type | None = None
    ) -> Function[Q, R]: ...

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        """Bind to an instance: each has traces of its own, which die with it.

        A named tuple, or another instance that cannot be referred to weakly, is an
        argument like others instead.
        """
        traces = self._bound.get(instance)
        if traces is not None:
            return BoundFunction(self, instance, traces)
        binding = self._options.binding
        if binding == "class":
            instance = type(instance) if owner is None else owner
        is_function = isinstance(self.python_function, types.FunctionType)
        if instance is None or binding == "static" or not is_function:
            return self
        traces = self._bound.get_or_make(instance)
        if traces is None:
            return types.MethodType(self, instance)
        return BoundFunction(self, instance, traces)

    @cached
    def _builder(self) -> TraceBuilder:
        """What finds the traces of calls, and makes those that are missing."""
        target = Target(self.python_function, self._options, self._binder)
        return TraceBuilder(target, self._cache, self._falls)

    @cached
    def _binder(self) -> Binder:
        # An input signature leaves out `self`: whether there is one, the use tells.
        return binder_of(self.python_function, self._options.input_signature)

    def as_signed(
        self, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return arguments as the input signature has them, in a trace."""
        binder = self._binder
        if isinstance(binder, SignedBinder):
            return binder.as_signed(args, kwargs)
        return args, kwargs

    @property
    def is_signed(self) -> bool:
        """Has it an input signature, which converts the arguments of calls?"""
        return self._options.input_signature is not None

    @cached
    def _is_unbound(self) -> bool:
        """Is it a method whose input signature says nothing of the instance?"""
        if self._options.input_signature is not None:
            try:
                self._binder  # noqa: B018
            except SignatureError:
                return bool(self._method_binder)
        return False

    @cached
    def _method_binder(self) -> Binder:
        method = types.MethodType(self.python_function, object())
        return binder_of(method, self._options.input_signature)

    def __eq__(self, other: object) -> bool:
        """Tell whether both have the same traces, as two views of one method have."""
        return isinstance(other, Function) and other._cache is self._cache

    def __hash__(self) -> int:
        return hash(id(self._cache))

    def __repr__(self) -> str:
        return f"<ag.function {self.__qualname__}>"


class BoundFunction(Function[P, R]):
    """A method of an instance, which has traces of its own.

    It is made at each access, and holds the instance, as a bound method does; the
    traces do not.
    """

    def __init__(
        self, function: Function[Any, R], instance: Any, traces: Traces
    ) -> None:
        """Bind a function to an instance."""
        method = types.MethodType(function.python_function, instance)
        self.__dict__ = {
            **vars(function),  # also what the user has set
            "python_function": method,
            "__wrapped__": method,
            "_cache": traces,
            "_binder": function._method_binder,
            "_is_unbound": False,
        }
        self.__dict__.pop("_builder", None)

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        """Return it as it is: it is bound."""
        return self
