"""What is done with a function or an object that the run chooses is done with each.

Each may be of a class with methods of its own, which are called converted: operators
are asked again, with what may have been chosen in place of the choice.
"""

from __future__ import annotations

import builtins
import collections
import functools
import inspect
import operator
import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NoReturn

from autograph.allowed import is_allowed, is_own, is_unconverted
from autograph.old_operators.none_arguments import present_items
from autograph.own_operators import BINARY
from graph.class_bases import refuse_super
from graph.dispatch import operate
from graph.errors import UnknownIdentityError
from graph.old_staging.blocks import diverge
from graph.old_staging.chosen import (
    Chosen,
    each,
    number_of,
    objects_of,
    read,
    values_of,
)
from graph.origin import capture_exact
from graph.partial import Optional
from graph.tensor import _DISPATCH

# These are asked about an object, and take it for nothing else.
_QUESTIONS: Final = frozenset(
    {
        builtins.isinstance,
        builtins.issubclass,
        builtins.type,
        builtins.callable,
        builtins.hasattr,
        builtins.getattr,
        builtins.setattr,
        builtins.delattr,
        object.__setattr__,
        object.__delattr__,
        object.__getattribute__,
        builtins.id,
        builtins.len,
        builtins.iter,
        builtins.next,
        builtins.reversed,
        builtins.bool,
        builtins.int,
        builtins.float,
        builtins.complex,
        builtins.abs,
        builtins.round,
        builtins.divmod,
        builtins.pow,
        builtins.str,
        builtins.repr,
        builtins.format,
        builtins.hash,
        builtins.list,
        builtins.tuple,
        builtins.vars,
        operator.index,
        operator.call,
        inspect.isfunction,
        inspect.isclass,
        inspect.ismethod,
    }
)


# These step through what they are given, at a place or any later one.
_STEPPING: Final = {
    builtins.zip: 0,
    builtins.enumerate: 0,
    builtins.map: 1,
    builtins.filter: 1,
    builtins.set: 0,
    builtins.frozenset: 0,
    builtins.dict: 0,
}
# What `super(A, o)` gives of methods of C.
_BOUND: Final = frozenset({types.MethodWrapperType, types.BuiltinMethodType})
_COPIERS: Final = frozenset({functools.wraps, functools.update_wrapper})


def _super_of(cls: Any, chosen: Any) -> Any:
    return super(cls, chosen)


# What was chosen tells its class to other code than this library's.
_super_of.__code__ = _super_of.__code__.replace(co_filename="<super>")


def about_chosen(function: Any, args: tuple[Any, ...]) -> Callable[..., Any] | None:
    """Return what to call in place of a builtin that is asked about what is chosen."""
    if args and type(args[0]) is Optional and _is_access(function):
        return functools.partial(_access, function)
    if type(function) in _BOUND and type(function.__self__) is Chosen:
        owner, name = function.__self__, function.__name__
        unbound = getattr(getattr(function, "__objclass__", object), name)
        return functools.partial(_ask, unbound, 0, owner)
    place = next((i for i, each in enumerate(args) if type(each) is Chosen), None)
    if place is None:
        return None
    if function is vars and len(args) == 1:
        return lambda chosen: read(chosen, "__dict__")
    if function is super:
        return _super_of if isinstance(args[0], type) else refuse_super
    if _is_lookup(function):
        return functools.partial(_ask, function, place)
    try:
        if function in _COPIERS:
            return _refuse_copy
        if place >= _STEPPING.get(function, len(args)):
            return functools.partial(_step, function)
        is_question = (
            function in _QUESTIONS
            or _is_left_as_it_is(function)
            or _is_of_first(function, place)
            or (
                _is_object_or_class(values_of(args[place])[0])
                and _takes_it_apart(function)
            )
        )
    except TypeError:  # unhashable callables
        return None
    return functools.partial(_ask, function, place) if is_question else None


def _step(function: Any, *args: Any, **kwargs: Any) -> Any:
    listed = tuple(map(items_of, args))
    return _DISPATCH["converted_call"](function, listed, kwargs)


def items_of(value: Any, said: str = "") -> Any:
    """Return the items of what is chosen as a list; anything else as it is.

    What may be None is checked when the graph runs.

    Args:
        value: What is stepped through.
        said: What Python says of a class whose objects have no items, with its name to
            be put in, if not that they are not iterable.
    """
    if type(value) is not Chosen:
        return _DISPATCH["listed"](present_items(value))

    def listed(one: Any) -> Any:
        kind = type(one)
        if said and not hasattr(kind, "__iter__") and not hasattr(kind, "__getitem__"):
            raise TypeError(said.format(kind.__name__))
        return _DISPATCH["converted_call"](builtins.list, (one,), None)

    return each(value, listed)


def on_each_path(
    chosen: Chosen,
    act: Callable[[Any], None],
    get_state: Callable[[], Any],
    set_state: Callable[[Any], None],
    names: Sequence[str],
) -> None:
    """Run a statement for what is chosen: with each object on a path of its own.

    Args:
        chosen: What is chosen.
        act: Runs the statement for an object.
        get_state: Returns the values of the variables that the statement changes.
        set_state: Sets them.
        names: Their names.
    """
    from autograph.old_operators.conditionals import if_stmt

    objects = list(objects_of(chosen).items())
    number = number_of(chosen)

    def among(start: int, end: int) -> None:
        if end - start == 1:
            act(objects[start][1])
            return
        middle = (start + end) // 2
        if_stmt(
            operate("less", (number, objects[middle][0])),
            lambda: among(start, middle),
            lambda: among(middle, end),
            get_state,
            set_state,
            names,
            len(names),
        )

    if len(objects) > 1:
        among(0, len(objects))
        return
    serial, only = objects[0]  # which depends on the number: it may not be there
    is_it = operate("equal", (number, serial))
    state = get_state, set_state, names, len(names)
    if_stmt(is_it, lambda: act(only), diverge, *state)


def _is_of_first(function: Any, place: int) -> bool:
    """Is it a method of a class of C, as `object.__repr__`, called with its object?"""
    kinds = (types.WrapperDescriptorType, types.MethodDescriptorType)
    return place == 0 and isinstance(function, kinds)


def _is_object_or_class(value: Any) -> bool:
    return isinstance(value, type) or not callable(value)


def _takes_it_apart(function: Any) -> bool:
    """Is it a function that looks at an object's class, and runs as it stands?"""
    if type(function) is types.FunctionType:
        return is_allowed(function.__module__) and not is_own(function.__module__)
    if type(function) is not types.BuiltinFunctionType:
        return False
    owner = function.__self__
    if isinstance(owner, (list, collections.deque)):
        return function.__name__ in ("index", "count", "remove")
    return owner is None or isinstance(owner, types.ModuleType)


def _is_left_as_it_is(function: Any) -> bool:
    """Is it a user's function that is not converted?

    Nothing of this library's sees an `is` in it, or `type(o)`: what they say of a
    stand-in for what is chosen would be wrong.
    """
    function = getattr(function, "__func__", function)
    is_users = type(function) is types.FunctionType and not is_own(function.__module__)
    return is_users and is_unconverted(function)


def _is_access(function: Any) -> bool:
    """Is it a builtin that looks for an attribute, which None may not have?"""
    return any(function is each for each in (getattr, hasattr, setattr, delattr))


def _access(function: Any, *args: Any) -> Any:
    from autograph.old_operators.chosen_texts import on_each_path

    call = _DISPATCH["converted_call"]
    return on_each_path(lambda *values: call(function, values, None), args)


def _is_lookup(function: Any) -> bool:
    """Is it a method that looks something up in a dict or set?"""
    owner = getattr(function, "__self__", None)
    is_method = type(function) is types.BuiltinMethodType
    return is_method and isinstance(owner, (dict, set, frozenset))


def _refuse_copy(*args: Any, **kwargs: Any) -> NoReturn:
    """Refuse to give one function the name of another.

    Raises:
        UnknownIdentityError: Only the run knows the name.
    """
    del args, kwargs
    raise UnknownIdentityError(
        "a function is given the name of one that is chosen when the graph runs.",
        origin=capture_exact(),
        hint="Wrap the functions before one is chosen.",
    )


def _ask(function: Any, place: int, /, *args: Any, **kwargs: Any) -> Any:
    before, after = args[:place], args[place + 1 :]
    return each(
        args[place],
        lambda value: _DISPATCH["converted_call"](
            function, (*before, value, *after), kwargs
        ),
    )


def by_name(function: Any, kwargs: Mapping[str, Any]) -> Callable[..., Any] | None:
    """Return what to call in place of a function that is given what is chosen by name.

    None if it is not given it, or is converted.
    """
    name = next((name for name, it in kwargs.items() if type(it) is Chosen), None)
    if name is None or not _is_left_as_it_is(function):
        return None

    def call(*args: Any, **given: Any) -> Any:
        return each(
            given[name],
            lambda value: _DISPATCH["converted_call"](
                function, args, {**given, name: value}
            ),
        )

    return call


def check_parts(function: Any, *given: Any) -> None:
    """Refuse what is chosen in containers that a function not converted is given.

    Raises:
        UnknownIdentityError: It is: the function may ask which object it is.
    """
    if not _is_left_as_it_is(function):
        return
    pending, seen = list(given), set()
    while pending:
        value = pending.pop()
        if type(value) is Chosen:
            raise UnknownIdentityError(
                "which of several objects this container holds is known only when the "
                f"graph runs; {function.__name__}() could ask, and runs as it stands.",
                origin=capture_exact(2),
                hint="Give it the object itself, or leave out `do_not_convert`.",
            )
        if type(value) in (list, tuple, dict) and id(value) not in seen:
            seen.add(id(value))
            pending += value.values() if type(value) is dict else value


def call_each(function: Any, args: Any, kwargs: Any, scope: Any) -> Any:
    """Call what is chosen; the run calls this one alone."""
    from autograph.old_operators.calls import converted_call

    return each(function, lambda value: converted_call(value, args, kwargs, scope))


# -- Special methods -------------------------------------------------------------------


def _special(name: str, value: Any, *args: Any) -> Any:
    """Do what Python does by calling a special method of an object."""
    from autograph.old_operators.binary import binary, unary
    from autograph.old_operators.comparisons import compare
    from autograph.old_operators.lists import get_item
    from autograph.old_operators.stores import del_item, set_item

    plain = name.strip("_")
    if plain in _COMPARISONS:
        return compare(_COMPARISONS[plain], value, *args)
    if plain in _UNARY:
        return unary(_UNARY[plain], value)
    items: dict[str, Any]
    items = {"getitem": get_item, "setitem": set_item, "delitem": del_item}
    if plain in items:
        return items[plain](value, *args)
    if plain == "abs":
        return _DISPATCH["converted_call"](builtins.abs, (value,), None)
    if plain in BINARY:
        return binary(BINARY[plain], value, *args)
    if plain in ("divmod", "rdivmod"):
        pair = (value, *args) if plain == "divmod" else (*args, value)
        return _DISPATCH["converted_call"](builtins.divmod, pair, None)
    (other,) = args
    symbol = BINARY[plain[1:]]
    if plain[0] == "i":
        return binary(f"{symbol}=", value, other)
    return binary(symbol, other, value)


_COMPARISONS: Final = {
    "eq": "==",
    "ne": "!=",
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
}
_UNARY: Final = {"neg": "-", "pos": "+", "invert": "~"}


def _get_attr(target: Any, name: str) -> Any:
    from autograph.old_operators.attributes import get_attr

    return get_attr(target, name)


def _set_attr(target: Any, name: str, value: Any) -> None:
    from autograph.old_operators.stores import set_attr

    set_attr(target, name, value)


def _del_attr(target: Any, name: str) -> None:
    from autograph.old_operators.stores import del_attr

    del_attr(target, name)


def _converted_call(function: Any, args: Any, kwargs: Any) -> Any:
    from autograph.old_operators.calls import converted_call

    return converted_call(function, args, kwargs)


_DISPATCH.update(
    special=_special,
    get_attr=_get_attr,
    set_attr=_set_attr,
    del_attr=_del_attr,
    converted_call=_converted_call,
)

__all__ = [
    "about_chosen",
    "by_name",
    "call_each",
    "check_parts",
    "items_of",
    "on_each_path",
]
