"""`function`: a Python callable that traces itself into graphs and runs those."""

from __future__ import annotations

import functools
import inspect
import threading
import types
import weakref
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Concatenate, Generic, ParamSpec, TypeVar, overload

import numpy as np

from autograph import pickling, relaxing
from autograph.binding import takes_anything
from autograph.concrete import ConcreteFunction
from autograph.config import _EAGERLY
from autograph.conflicts import check_arrays, checking
from autograph.definitions import (
    converted,
    definition_of,
    may_be_method,
    name_of,
    refuse_undecoratable,
    signature_of,
)
from autograph.errors import SignatureError
from autograph.function_options import (
    Features,
    FunctionOptions,
    check_options,
    names_of,
)
from autograph.guards import guard_for, unshared
from autograph.input_signature import SignedBinder, check_form, read_signature
from autograph.making import Making
from autograph.nested import Callee, call_nested
from autograph.operators.key_order import key_orders
from autograph.options import ConversionOptions
from autograph.recorded_calls import is_recorded
from autograph.retracing import Explanation, explain, warn_if_retracing
from autograph.signature import Binder, Call, as_array
from autograph.tracebacks import without_our_frames
from autograph.traces import MISS, Entry, Traces
from graph.building import _STATE
from graph.recording import ACTIVE

P = ParamSpec("P")
Q = ParamSpec("Q")
R = TypeVar("R")
S = TypeVar("S")
# What is rebuilt around a function: it is no callable itself.
D = TypeVar("D", property, functools.cached_property[Any], functools.partialmethod[Any])


class Function(Generic[P, R]):
    """A callable that runs graphs of a Python function, traced as calls need them.

    Attributes:
        python_function: The function as it was written.
    """

    __name__: str
    is_traced_function: ClassVar[bool] = True

    def __init__(
        self,
        python_function: Callable[P, R],
        *,
        autograph: bool = True,
        options: FunctionOptions | None = None,
    ) -> None:
        """Wrap a Python function; use `function` instead."""
        self.__name__ = self.__qualname__ = name_of(python_function)
        functools.update_wrapper(self, python_function)
        self.python_function = python_function
        self._options = options or FunctionOptions(autograph=autograph)
        # The traces, and what a call of them is: shared by all views of a method.
        self._cache = self._new_traces()
        given = self._options.input_signature
        if given is not None:
            check_form(given, definition_of(python_function, self.__name__))
        if given is None or not may_be_method(python_function):
            self._binder  # noqa: B018  # let it be made, and complain
        # id(instance) -> the instance, weakly, and the traces of its method.
        self._bound: dict[int, tuple[weakref.ref[Any], Traces]] = {}
        # Guards _bound.
        self._lock = threading.Lock()

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run the graph for these arguments, tracing it first where there is none."""
        __tracebackhide__ = True  # for pytest and IPython: the user's frames matter
        try:
            if _STATE.graph is None and not _EAGERLY[0] and not ACTIVE:
                for guard in self._cache.guards:
                    result = guard(*args, **kwargs)
                    if result is not MISS:
                        return result  # type: ignore[no-any-return]
            return self._call(args, kwargs)  # type: ignore[no-any-return]
        except BaseException as error:  # noqa: BLE001  # only its frames change
            raise without_our_frames(error)  # noqa: B904

    def _call(self, args: Any, kwargs: Any) -> Any:
        """Find or make the trace for a call that no guard knows, and run it."""
        if _EAGERLY[0]:
            return self.python_function(*args, **kwargs)
        if args and self._is_unbound:
            return self.__get__(args[0], type(args[0]))(*args[1:], **kwargs)
        if _STATE.graph is not None:
            return call_nested(self._callee(), _STATE.graph, args, kwargs)
        key, leaves, values = self._binder.prepare(args, kwargs)
        key, entry = self._cache.find(key, leaves, values)
        if entry is None:
            entry = self._find_or_make(self._binder.call(key, values))
            warn_if_retracing(self._binder.name, self._cache)
        else:
            entry.note_use()
            self._guard(entry, values)
        concrete = entry.concrete
        given = [leaves[place] for place in concrete.input_places]
        arrays = list(map(as_array, given))
        users = [leaf for leaf in given if isinstance(leaf, np.ndarray)]
        if concrete.conflicts:
            check_arrays(concrete.conflicts, leaves)
        is_watched = bool(ACTIVE) and is_recorded()
        if users and (concrete.keeps_values or is_watched):
            arrays = [array.copy() for array in arrays]

        def run() -> Any:
            if is_watched:
                return concrete.run_recorded(given, arrays)
            result = concrete.run_flat(arrays)
            return unshared(result, users) if users else result

        with checking(concrete.conflicts, leaves):
            if concrete.changes:
                return concrete.changing(self._binder.bind(*args, **kwargs), run)
            return run()

    def _guard(self, entry: Entry, values: Sequence[Any]) -> None:
        """Let the next call like this one take the short way."""
        signature, traces = self._binder.signature, self._cache
        counts_uses = traces.max_traces is not None
        guard = guard_for(
            entry, signature, self.python_function, values, counts_uses=counts_uses
        )
        if guard is not None:
            traces.prefer(guard)

    def _callee(self) -> Callee:
        """Return how other functions that are traced call this one."""
        function, options = self.python_function, self._options
        return Callee(self._binder, function, options, self._converted)

    def __copy__(self) -> Function[P, R]:
        """Return the function itself, as Python does with functions."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return pickling.deep_copy(self, memo)

    def __reduce__(self) -> str | tuple[Any, ...]:
        """Pickle by name if that can be imported, by its graphs otherwise."""
        return pickling.reduce_function(self)

    # -- Traces

    def _converted(self) -> Callable[..., Any]:
        options = self._options
        if not options.autograph:
            return converted(self.python_function, None)
        features = ConversionOptions(optional_features=options.features)
        return converted(self.python_function, features)

    def _concrete(self, call: Call) -> ConcreteFunction:
        """Return the concrete function for a call."""
        key, entry = self._cache.find(call.key, call.leaves, call.packed)
        return (entry or self._find_or_make(call.with_key(key))).concrete

    def _find_or_make(self, call: Call) -> Entry:
        is_signed = isinstance(self._binder, SignedBinder)
        if self._options.reduce_retracing and not is_signed:
            entry = self._find_or_relax(call)
        else:
            entry = self._cache.get_or_make(call.key, lambda: self._trace(call, call))
        if entry.is_for(call.structure):
            return entry
        # Made meanwhile, by another thread or of other shapes, for another order.
        key = (*call.key, key_orders(call.structure))
        return self._find_or_make(call.with_key(key))

    def _find_or_relax(self, call: Call) -> Entry:
        """Return a trace that takes the call's shapes, or make one that takes more."""
        traces, group = self._cache, relaxing.group_of(call)
        entries = [
            each
            for each in traces.entries()
            if each.group == group and each.is_for(call.structure)
        ]
        found = relaxing.covering(call, entries)
        if found is not None:
            found.note_use()
            self._guard(found, call.packed)
            return found
        wide = relaxing.widened(call, entries)
        key, given = (self._binder.key_of(each.packed)[0] for each in (wide, call))
        try:
            if entries and not entries[-1].is_rigid:
                # What the key has besides: the order of dicts, the class of arrays.
                wide = wide.with_key((*key, *call.key[len(given) :]))
                return traces.get_or_make(
                    wide.key, lambda: self._trace(call, wide, group)
                )
        except Exception:  # noqa: BLE001  # the function may need what was left open
            for each in entries:
                each.is_rigid = True
        return traces.get_or_make(call.key, lambda: self._trace(call, call, group))

    def _trace(self, given: Call, call: Call, group: Any = None) -> Entry:
        """Trace for `call`, which may leave open what is known of the one `given`."""
        making = Making(
            self.python_function, self._converted, self._binder, self._cache.variables
        )
        return making.entry(given, call, group)

    def get_concrete_function(self, *args: Any, **kwargs: Any) -> ConcreteFunction:
        """Return the concrete function for these arguments, tracing if needed.

        Args:
            *args: As for a call; a `TensorSpec` may stand for a tensor. With an input
                signature none are needed.
            **kwargs: The same.
        """
        try:
            return self._concrete(self._binder.asked(args, kwargs))
        except Exception as error:  # noqa: BLE001  # only its frames change
            raise without_our_frames(error)  # noqa: B904

    def explain(self) -> Explanation:
        """Return what traces there are, why each was made, and what it cost.

        The text of what is returned is a table; its parts are data. Methods have
        traces, and hence explanations, for each instance.
        """
        return explain(self._binder.name, self._cache)

    def pretty_printed_concrete_signatures(self, verbose: bool = True) -> str:
        """Return the arguments and results of each trace, as text.

        Args:
            verbose: Show what tensors there are, not only the arguments' names.
        """
        found = [each.concrete for each in self._cache.entries()]
        return "\n\n".join(each.pretty_printed_signature(verbose) for each in found)

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
        known = self._bound.get(id(instance))
        if known is not None and known[0]() is instance:
            return self._view(instance, known[1])
        binding = self._options.binding
        if binding == "class":
            instance = type(instance) if owner is None else owner
        is_function = isinstance(self.python_function, types.FunctionType)
        if instance is None or binding == "static" or not is_function:
            return self
        traces = self._traces_of(instance)
        if traces is None:
            return types.MethodType(self, instance)
        return self._view(instance, traces)

    def _view(self, instance: Any, traces: Traces) -> Any:
        """Return the function of a method with the instance that it is bound to.

        It holds the instance, as a bound method does; the traces do not.
        """
        method: Any = types.MethodType(self.python_function, instance)
        view = object.__new__(Function)
        view.__dict__ = {
            **self.__dict__,
            "python_function": method,
            "__wrapped__": method,
            "_cache": traces,
            "_binder": self._method_binder,
            "_is_unbound": False,
        }
        return view

    @functools.cached_property
    def _binder(self) -> Binder:
        # An input signature leaves out `self`: whether there is one, the use tells.
        return self._binder_of(self.python_function)

    @functools.cached_property
    def _is_unbound(self) -> bool:
        """Is it a method whose input signature says nothing of the instance?"""
        if self._options.input_signature is not None:
            try:
                self._binder  # noqa: B018
            except SignatureError:
                return bool(self._method_binder)
        return False

    @functools.cached_property
    def _method_binder(self) -> Binder:
        return self._binder_of(types.MethodType(self.python_function, object()))

    def _traces_of(self, instance: Any) -> Traces | None:
        """Return the traces of an instance; None if these could not die with it."""
        known = self._bound.get(id(instance))
        if known is not None and known[0]() is instance:
            return known[1]
        with self._lock:
            known = self._bound.get(id(instance))
            if known is not None and known[0]() is instance:
                return known[1]
            number, bound = id(instance), self._bound
            try:
                gone = weakref.ref(instance, lambda _: bound.pop(number, None))
            except TypeError:
                return None
            traces = self._new_traces()
            bound[number] = (gone, traces)
            return traces

    def _new_traces(self) -> Traces:
        return Traces(name_of(self.python_function), self._options.max_traces)

    def _binder_of(self, python_function: Any) -> Binder:
        name, signature = name_of(python_function), signature_of(python_function)
        given = self._options.input_signature
        if given is not None and takes_anything(signature):
            signature = inspect.signature(python_function)
        if given is None:
            return Binder(name, signature, python_function)
        origin = definition_of(python_function, name)
        entries = read_signature(given, python_function, signature, origin)
        return SignedBinder(name, signature, entries, python_function)

    def __eq__(self, other: object) -> bool:
        """Tell whether both have the same traces, as two views of one method have."""
        return isinstance(other, Function) and other._cache is self._cache

    def __hash__(self) -> int:
        return hash(id(self._cache))

    def __repr__(self) -> str:
        return f"<ag.function {getattr(self, '__qualname__', self._binder.name)}>"


@overload
def function(
    func: Callable[P, R],
    input_signature: Any = None,
    autograph: bool = True,
    experimental_autograph_options: Features = None,
    experimental_relax_shapes: bool = False,
    experimental_compile: bool | None = None,
    *,
    reduce_retracing: bool = False,
    jit_compile: bool | None = None,
    max_traces: int | None = None,
) -> Function[P, R]: ...


@overload
def function(func: D, *options: Any, **named: Any) -> D: ...


@overload
def function(
    func: None = None,
    input_signature: Any = None,
    autograph: bool = True,
    experimental_autograph_options: Features = None,
    experimental_relax_shapes: bool = False,
    experimental_compile: bool | None = None,
    *,
    reduce_retracing: bool = False,
    jit_compile: bool | None = None,
    max_traces: int | None = None,
) -> Callable[[Callable[P, R]], Function[P, R]]: ...


def function(
    func: Any = None,
    input_signature: Any = None,
    autograph: bool = True,
    experimental_autograph_options: Features = None,
    experimental_relax_shapes: bool = False,
    experimental_compile: bool | None = None,
    *,
    reduce_retracing: bool = False,
    jit_compile: bool | None = None,
    max_traces: int | None = None,
) -> Any:
    """Make a callable that runs as a graph; use it as a decorator or call it.

    The function is traced once for each kind of arguments: the shapes and dtypes of
    tensors and arrays, the values of Python primitives, the identity of other
    objects. Calls of a kind that was seen before run the graph at once.

    Args:
        func: The function, also as `staticmethod`, `classmethod` or `property`; None
            to use `function(...)` as a decorator.
        input_signature: A list or tuple with an `ag.TensorSpec` for each argument,
            which may be nested; there is one graph then, and arguments are converted
            to it. "annotations" for specs that are annotations of the parameters.
        autograph: Convert Python's control flow, so that it may depend on tensors.
        experimental_autograph_options: A `Feature` or a tuple of them; all are always
            on.
        experimental_relax_shapes: The older name of `reduce_retracing`.
        experimental_compile: The older name of `jit_compile`.
        reduce_retracing: Leave dimensions open that have differed between calls, so
            that one graph serves more shapes.
        jit_compile: Whether to compile to native code, where a back end can. Results
            are the same.
        max_traces: Keep so many traces; the one used longest ago goes first. None to
            keep all.

    Raises:
        UnstageableFunctionError: `func` is a class, a builtin, a generator, or no
            function.
        SignatureError: `input_signature` is not made of specs, or does not fit.
        TypeError: Another argument is of a wrong type.
        ValueError: `max_traces` is less than 1.

    Source:  specification, "function"
    """
    if jit_compile is None:
        jit_compile = experimental_compile
    check_options(jit_compile, max_traces)
    options = FunctionOptions(
        input_signature=input_signature,
        autograph=bool(autograph),
        features=names_of(experimental_autograph_options),
        reduce_retracing=bool(reduce_retracing or experimental_relax_shapes),
        jit_compile=jit_compile,
        max_traces=max_traces,
    )
    if func is None:
        return functools.partial(_decorated, options=options)
    return _decorated(func, options)


def _decorated(func: Any, options: FunctionOptions) -> Any:
    if isinstance(func, property):
        getter = _decorated(func.fget, options)
        return property(getter, func.fset, func.fdel, func.__doc__)
    if isinstance(func, functools.cached_property):
        return functools.cached_property(_decorated(func.func, options))
    if isinstance(func, functools.partialmethod):
        target = _decorated(func.func, options)
        return functools.partialmethod(target, *func.args, **func.keywords)
    if isinstance(func, Function):
        if options.binding == "instance":
            options = replace(options, binding=func._options.binding)
        return Function(func.python_function, options=options)
    for kind, binding in ((staticmethod, "static"), (classmethod, "class")):
        if isinstance(func, kind):
            return _decorated(func.__func__, replace(options, binding=binding))
    refuse_undecoratable(func)
    return Function(func, options=options)
