"""Calls: what is called is converted first, unless it runs as it stands."""

from __future__ import annotations

import collections
import contextlib
import functools
import inspect
import types
from collections.abc import Callable, Mapping
from typing import Any, Final

from autograph.allowed import is_allowed, is_unconverted, runs_as_it_stands
from autograph.errors import ConversionError
from autograph.old_operators import (
    alternatives,
    as_it_stands,
    frame_readers,
    inner_state,
    list_refusals,
    named_attributes,
    none_handed_on,
    possible_attributes,
    recursion,
    residents,
    returned,
    row_writes,
    user_frames,
)
from autograph.old_operators.builtins import CALLERS, MUTATORS, replacement
from autograph.old_operators.chosen import about_chosen, by_name, call_each, check_parts
from autograph.old_operators.comparison_keys import KEY
from autograph.old_operators.comparison_keys import call as call_key
from autograph.old_operators.driven import all_taken
from autograph.old_operators.driving import driven, makes_generators
from autograph.old_operators.fields import initialise_fields, post_init
from autograph.old_operators.heaps import about_heaps
from autograph.old_operators.iteration import StagedItems, StagedRange
from autograph.old_operators.kept_iterators import Kept
from autograph.old_operators.kept_views import as_table, as_tables, view_now
from autograph.old_operators.key_order import note_as_it_stands, note_call, note_inside
from autograph.old_operators.protocol import Operators
from autograph.old_operators.scope import FunctionScope
from autograph.old_operators.shapes import as_traced
from autograph.old_operators.sifting import Sifted
from autograph.old_operators.stores import note_by_name, note_content
from autograph.old_operators.text_streams import with_stream
from autograph.old_operators.traced_calls import Recursive
from autograph.old_operators.unwinding import drop_operands, may_end
from autograph.options import STANDARD_OPTIONS, ConversionOptions, is_ready
from autograph.verbosity import tell_as_is
from graph.budget import BUDGET, spend
from graph.errors import AutographError, SideEffectError, UnknownKeysError
from graph.foreign_operands import example_in_python
from graph.gradients.custom import CustomGradient
from graph.graph import current_graph, is_symbolic
from graph.old_staging import library_state
from graph.old_staging.chosen import Chosen
from graph.old_staging.journal import note_at_last, note_for_calls, note_handed_on
from graph.old_staging.locations import Filled, Location
from graph.old_staging.storage import on_class
from graph.old_staging.variables import demand
from graph.old_staging.watch import Watch
from graph.origin import capture_exact
from graph.partial import Optional
from graph.segments import is_made
from graph.tables import Shown


def converted_call(
    function: Any,
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any] | None,
    scope: FunctionScope | None = None,
) -> Any:
    """Call `function` in its converted form.

    Args:
        function: What is called.
        args: Positional arguments.
        kwargs: Keyword arguments, or None.
        scope: The scope of the calling function.
    """
    kwargs = kwargs or {}
    if BUDGET.is_on:
        spend()
    try:
        if type(function) is Kept:
            return function(*args, **kwargs)
        if type(function) is KEY:
            return call_key(function, args, kwargs)
        if current_graph() is None:
            return _call_eagerly(function, args, kwargs, scope)
        if type(function) is Chosen:
            return call_each(function, args, kwargs, scope)
        if type(function) is Optional:
            called = demand(function, "'NoneType' object is not callable")
            return converted_call(called, args, kwargs, scope)
        if function is print:
            args, kwargs = tuple(map(as_traced, args)), with_stream(kwargs)
        note_call(function, args, kwargs)
        if is_made():
            function, args = _of_views(function, args)
        replaced = _replacement(function, args, kwargs)
        if replaced is not None:
            try:
                return replaced(*args, **kwargs)
            except TypeError as error:
                if not as_it_stands.is_unbound(error, replaced, function):
                    raise
            return function(*args, **kwargs)  # it says so in words of its own
        if scope is not None and not scope.options.recursive:
            note_inside(function, args, kwargs)
            none_handed_on.check(function, args, kwargs)
            return as_it_stands.call(function, args, kwargs)
        args = _as_called(function, args, kwargs)
        if makes_generators(function):
            look = functools.partial(_look, function, args, kwargs)
            made = driven(function, args, kwargs, look)
            if made is not None:
                return made
        return _convert_and_call(function, args, kwargs, scope)
    except BaseException as error:
        if may_end(args):
            args = ()
            drop_operands(error)
        raise


def _call_eagerly(
    function: Any,
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
    scope: FunctionScope | None,
) -> Any:
    """Call what is called where no graph is built: there are values alone."""
    if scope is not None and not scope.options.recursive:
        return user_frames.call(function, args, kwargs)
    called = callee(function)
    if as_it_stands.runs(function, called):
        return user_frames.call(called, args, kwargs)
    return called(*args, **kwargs)


def _convert_and_call(
    function: Any,
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
    scope: FunctionScope | None,
) -> Any:
    called = callee(function)
    _look_at(function, called, args, kwargs)
    if called is function:
        listed = _taken(function, args) or _as_it_stands(function, args, kwargs)
        if listed is not None:
            return converted_call(function, listed, kwargs, scope)
    filling = residents.call(function, called, args, kwargs)
    if called is function:
        filling = possible_attributes.call(filling or function, args, kwargs) or filling
    if filling is not None:
        return residents.born(function, called, filling(*args, **kwargs))
    call = recursion.begin(called, args, kwargs)
    if call is None:
        return _call(function, called, args, kwargs)
    if call.staged is not None:
        return recursion.again(call)
    try:
        return residents.born(function, called, called(*args, **kwargs))
    except Recursive as jump:
        arguments = recursion.reached(jump, call)
    finally:
        recursion.end()
    return recursion.stage(call, arguments)


returned.CALLING.append(_convert_and_call.__code__)


def _call(
    function: Any,
    called: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
) -> Any:
    """Call what does not call itself."""
    if type(function) in _BUILTINS:
        return _call_builtin(called, args, kwargs)
    if as_it_stands.runs(function, called):
        result = as_it_stands.call(called, args, kwargs)
    else:
        result = called(*args, **kwargs)
    return residents.born(function, called, result)


def _of_views(function: Any, args: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...]]:
    """Return a call on views of what dicts have become since the views were made."""
    if type(function) in _METHODS:
        shown = view_now(function.__self__)
        if isinstance(shown, Shown) and function.__name__ in _OF_VIEWS:
            function, args = _OF_VIEWS[function.__name__], (shown,)
        elif shown is not function.__self__ and type(function) in _NATIVE:
            function = getattr(shown, function.__name__)
    if function is not type and function is not isinstance:
        args = tuple(map(view_now, args))
    if function is iter or function is reversed or function is zip:
        args = tuple(as_table(each, is_taken_at_once=False) for each in args)
    return function, args


def _look_at(
    function: Any, called: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> None:
    """Look at what is given to what is called in place of a function."""
    if type(function) in _BUILTINS:
        _note_arguments(function, args)
    none_handed_on.check(called, args, kwargs)


def _taken(function: Any, args: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """Return Python's own generators to what runs as it stands; None for no others."""
    if type(function) is types.FunctionType and is_ready(function.__code__):
        return None
    return all_taken(args)


def _look(function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
    """Look at what a function is given that runs as it stands after all."""
    _look_at(function, function, args, kwargs)
    _as_it_stands(function, args, kwargs)


def _as_it_stands(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> tuple[Any, ...] | None:
    """Look at the arguments of what runs as it stands.

    Returns:
        Other arguments to call it with: dicts that had a key on some paths only have
        keys then that only the run knows. None if the arguments may stay.

    Raises:
        StagingError: They may not.
    """
    if is_made():
        try:
            list_refusals.refuse_lists(function, args, kwargs)
        except UnknownKeysError:
            listed = as_tables(args)
            if listed is None:
                raise
            return listed
    check_parts(function, args, dict(kwargs))
    possible_attributes.refuse_given(function, (*args, *kwargs.values()))
    inner_state.check_call(function, args)
    note_as_it_stands(function, args, kwargs)
    return None


def _replacement(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return what to call in place of what these arguments are not for."""
    return (
        about_chosen(function, args)
        or by_name(function, kwargs)
        or alternatives.method(function, args, kwargs)
        or row_writes.method(function, args, kwargs)
        or named_attributes.replacement(function, args)
        or about_heaps(function, args, kwargs)
        or replacement(function, args, kwargs)
    )


def _as_called(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> tuple[Any, ...]:
    """Return arguments, converted where the function calls what it is given."""
    if function.__class__ is not type and type(function) not in _CALLING:
        return args
    places, names = CALLERS.get(function, ((), ()))
    if not places or current_graph() is None:
        return args
    for name in names:
        if kwargs.get(name) is not None:
            kwargs[name] = _converting(kwargs[name])  # type: ignore[index]
    return tuple(
        _converting(each) if place in places and each is not None else each
        for place, each in enumerate(args)
    )


def _converting(function: Any) -> Callable[..., Any]:
    def called(*args: Any, **kwargs: Any) -> Any:
        return converted_call(function, args, kwargs)

    if type(function) is Chosen or type(function) is Optional:
        return called
    called.__wrapped__ = function  # type: ignore[attr-defined]  # it has its parameters
    return called if callable(function) else function  # which its caller refuses


def callee(function: Any, operators: Operators | None = None) -> Callable[..., Any]:
    """Return what to call in place of `function`.

    Args:
        function: What is called.
        operators: What it is converted onto; None for this package's functions.
    """
    kind = type(function)
    if kind is types.FunctionType:
        return _converted(function, operators)
    if kind is Chosen or kind is Optional:
        return _converting(function)
    if kind is types.MethodType:
        inner = function.__func__
        if inner in _PUSHING and type(function.__self__) is contextlib.ExitStack:
            from autograph.old_operators.exit_stacks import stack_method
            from autograph.old_operators.managers import run_entered

            return stack_method(function, run_entered)
        if type(inner) is types.FunctionType:
            return types.MethodType(_converted(inner, operators), function.__self__)
        return types.MethodType(callee(inner, operators), function.__self__)
    if kind is functools.partial:
        called = converted_call if operators is None else operators.converted_call
        call = functools.partial(called, function.func)
        return lambda *args, **kwargs: call(
            (*function.args, *args), {**function.keywords, **kwargs}
        )
    if kind in (types.BuiltinFunctionType, types.MethodWrapperType):
        _note_mutation(function)
        return frame_readers.reader(function) or function
    if kind is functools._lru_cache_wrapper:
        return functools.partial(_call_cached, function)
    if kind is CustomGradient:
        called = converted_call if operators is None else operators.converted_call
        return lambda *args, **kwargs: function.call(called, args, kwargs)
    if inspect.isclass(function):
        return _constructor(function, operators)
    if is_symbolic(function) and example_in_python(function) is not function:
        example_in_python(function)()  # Python's own error
    method = getattr(kind, "__call__", None)  # noqa: B004  # the method is needed
    if type(method) is types.FunctionType and not is_allowed(kind.__module__):
        return types.MethodType(_converted(method, operators), function)
    return function  # type: ignore[no-any-return]


_PUSHING: Final = (
    contextlib.ExitStack.enter_context,
    contextlib.ExitStack.callback,
    contextlib.ExitStack.push,
    contextlib.ExitStack.close,
    contextlib.ExitStack.pop_all,
)
_REFUSING: Final = (StagedRange, StagedItems, Sifted)
_BUILTINS: Final = frozenset({types.BuiltinFunctionType})
# Methods of views that are called by their names.
_OF_VIEWS: Final = {"__len__": len, "__iter__": iter, "__reversed__": reversed}
_NATIVE: Final = _BUILTINS | {types.MethodWrapperType}
_METHODS: Final = _NATIVE | {types.MethodType}
_CALLING: Final = _BUILTINS | {types.FunctionType}


def _call_cached(function: Any, /, *args: Any, **kwargs: Any) -> Any:
    """Call a function that keeps its results.

    Raises:
        SideEffectError: It is called for the first time, in a staged block, and has
            effects: whether later calls have them is known only when the graph runs.
    """
    graph = current_graph()
    if graph is not None:
        note_for_calls(Filled(function))
    if graph is None or not graph.is_block:
        return function(*args, **kwargs)
    watch, misses = Watch([function]), function.cache_info().misses
    result = function(*args, **kwargs)
    if function.cache_info().misses == misses:
        return result
    library_state.note_filled(function)
    if watch.has_changed():
        raise SideEffectError(
            f"{function.__name__}() keeps its results and has effects; it is first "
            "called under a condition, or in a loop, that is known only when the "
            "graph runs.",
            origin=capture_exact(),
            hint="Call it before the staged block, or leave the cache out.",
        )
    return result


def _converted(
    function: types.FunctionType, operators: Operators | None
) -> Callable[..., Any]:
    if is_ready(function.__code__):
        return function
    if is_unconverted(function) or runs_as_it_stands(function):
        return function
    try:
        return convert_here(function, operators)
    except ConversionError as error:
        tell_as_is(function.__code__, error.message.partition("\n")[0])
        # Without source, or of a kind that runs as it stands: exact, because a
        # symbolic value in unconverted control flow is an error, never a guess.
        return function


def convert_here(
    function: Any,
    operators: Operators | None = None,
    options: ConversionOptions = STANDARD_OPTIONS,
) -> Callable[..., Any]:
    """Return `function` converted onto operators, by default this package's."""
    # The transformer is imported when first needed: `import autograph` stays fast.
    from autograph import conversion
    from autograph import old_operators as onto_graphs

    if is_unconverted(function):
        return function  # type: ignore[no-any-return]
    namespace = onto_graphs if operators is None else operators.namespace
    return conversion.convert(function, namespace, options)


def _constructor(cls: type, operators: Operators | None) -> Callable[..., Any]:
    """Return the constructor of a class, with a plain `__init__` converted."""
    init, new = on_class(cls, "__init__"), getattr(cls, "__new__", None)
    call = on_class(type(cls), "__call__")
    if runs_as_it_stands(cls) or is_unconverted(cls):
        return cls
    if cls is contextlib._GeneratorContextManager:  # `with` looks at the function
        return cls
    is_written = type(call) is types.FunctionType and not runs_as_it_stands(call)
    if is_written:  # by the user, for a metaclass
        return types.MethodType(_converted(call, operators), cls)
    is_plain = new is object.__new__ and type(init) is types.FunctionType
    if call is not on_class(type, "__call__") or not (
        is_plain or type(new) is types.FunctionType
    ):
        return cls

    def construct(*args: Any, **kwargs: Any) -> Any:
        if is_plain:
            instance: Any = object.__new__(cls)
        else:
            instance = callee(new, operators)(cls, *args, **kwargs)
            if not isinstance(instance, cls):
                return instance
        post = post_init(instance)
        if post is not None:
            initialise_fields(instance, callee(post, operators), args, kwargs)
            return instance
        initialise = callee(type(instance).__init__, operators)
        none_handed_on.check(initialise, args, kwargs)
        result = initialise(instance, *args, **kwargs)
        if result is not None:
            raise TypeError(
                f"__init__() should return None, not '{type(result).__name__}'"
            )
        return instance

    return construct


def _note_mutation(method: Any) -> None:
    """Note that a container is about to be changed by one of its methods."""
    owner = getattr(method, "__self__", None)
    if type(owner) is functools._lru_cache_wrapper:
        library_state.check_told(method)
    kind = next((each for each in MUTATORS if isinstance(owner, each)), None)
    if kind is not None and method.__name__ in MUTATORS[kind]:
        note_content(owner)
    elif isinstance(owner, collections.deque):
        note_at_last(Location(owner))


def _call_builtin(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Any:
    """Call a builtin, which may say in words of its own what an argument refused.

    `functools.reduce` says of what does not let itself be stepped through that it
    cannot be: true of what Python made, not of what only the run knows.
    """
    try:
        return as_it_stands.call(function, args, kwargs)
    except AutographError:
        raise
    except TypeError:
        for each in args:
            if isinstance(each, _REFUSING):
                iter(each)
        raise


def _note_arguments(function: Any, args: tuple[Any, ...]) -> None:
    """Note containers that a function of Python's is given: it may change them.

    Blocks see that by themselves, but for what is far from their variables.
    """
    note_by_name(function, args)
    for each in args:
        if type(each) in (list, dict, set, collections.deque):
            note_handed_on(Location(each))


__all__ = ["callee", "convert_here", "converted_call"]
