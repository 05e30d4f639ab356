"""`function`: the decorator, and what it makes of what is decorated."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import replace
from typing import Any, ParamSpec, TypeVar, overload

from autograph.definitions import refuse_undecoratable, refuse_unstageable
from autograph.function.function import Function
from autograph.function.options import (
    DEFAULT_BUDGET,
    Features,
    FunctionOptions,
    budget_of,
    check_options,
    names_of,
)
from autograph.policy import checked

P = ParamSpec("P")
R = TypeVar("R")
# What is rebuilt around a function: it is no callable itself.
D = TypeVar("D", property, functools.cached_property[Any], functools.partialmethod[Any])


@overload
def function(
    func: Callable[P, R],
    input_signature: Any = None,
    autograph: bool = True,
    experimental_autograph_options: Features = None,
    experimental_relax_shapes: bool = False,
    experimental_compile: bool | None = None,
    experimental_implements: str | None = None,
    *,
    reduce_retracing: bool = False,
    jit_compile: bool | None = None,
    max_traces: int | None = None,
    python: str | None = None,
    trace_budget_s: float | None = DEFAULT_BUDGET[0],
    trace_budget_nodes: int | None = DEFAULT_BUDGET[1],
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
    experimental_implements: str | None = None,
    *,
    reduce_retracing: bool = False,
    jit_compile: bool | None = None,
    max_traces: int | None = None,
    python: str | None = None,
    trace_budget_s: float | None = DEFAULT_BUDGET[0],
    trace_budget_nodes: int | None = DEFAULT_BUDGET[1],
) -> Callable[[Callable[P, R]], Function[P, R]]: ...


def function(
    func: Any = None,
    input_signature: Any = None,
    autograph: bool = True,
    experimental_autograph_options: Features = None,
    experimental_relax_shapes: bool = False,
    experimental_compile: bool | None = None,
    experimental_implements: str | None = None,
    *,
    reduce_retracing: bool = False,
    jit_compile: bool | None = None,
    max_traces: int | None = None,
    python: str | None = None,
    trace_budget_s: float | None = DEFAULT_BUDGET[0],
    trace_budget_nodes: int | None = DEFAULT_BUDGET[1],
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
        experimental_autograph_options: A `Feature`, or several; all are always on.
        experimental_relax_shapes: The older name of `reduce_retracing`.
        experimental_compile: The older name of `jit_compile`.
        experimental_implements: What the function implements; kept as an attribute.
        reduce_retracing: Leave dimensions open that have differed between calls, so
            that one graph serves more shapes.
        jit_compile: Whether to compile to native code, where a back end can: neither
            text nor unknown ranks. Results are the same.
        max_traces: Keep so many traces, those used last; None to keep all.
        python: "allow" lets plain Python run the calls that cannot be staged;
            "refuse" makes what cannot be staged an error at its line. None leaves it to
            `ag.config.set_python`, which is "allow" at first. `with ag.python(...)`
            says it for a region; the stricter one holds. With `jit_compile=True`
            nothing falls.
        trace_budget_s: Seconds of CPU time after which a trace gives way to plain
            Python; None for any number. Where plain Python may not run, the default
            bounds nothing.
        trace_budget_nodes: The same of a graph's nodes.

    Raises:
        UnstageableFunctionError: `func` is a class, a builtin, or no function; or, with
            python="refuse", a generator or coroutine function.
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
        implements=experimental_implements,
        max_traces=max_traces,
        python=None if python is None else checked(python, "python"),
        budget=budget_of(trace_budget_s, trace_budget_nodes),
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
    if options.python == "refuse":
        refuse_unstageable(func)
    return Function(func, options=options)


__all__ = ["function"]
