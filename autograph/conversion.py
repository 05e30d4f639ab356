"""Convert functions: source to tree, through the converters, to a code object.

A function is converted once for each code object; what is made of that for a function
object shares the globals, closure cells, defaults and metadata of the original.
"""

from __future__ import annotations

import ast
import copy
import itertools
import threading
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from types import CellType, CodeType, FunctionType, MethodType
from typing import Any, Final

from autograph import generator_twins, places, syntax
from autograph.allowed import is_own, is_unconverted
from autograph.analysis.scopes import parameters_of
from autograph.as_is import reason_of_code, reason_of_source
from autograph.code_objects import compile_function, is_helper, variables_of
from autograph.converters import PIPELINE, Context, Names
from autograph.errors import UnsupportedFunctionError
from autograph.options import STANDARD_OPTIONS, ConversionOptions, is_ready
from autograph.own_operators import symbols_of
from autograph.source import Source, find_code
from autograph.syntax import OPERATORS, Node, nodes
from autograph.timing import converting
from autograph.verbosity import described, tell, tell_as_is, verbosity
from graph.locks import Lock
from graph.origin import Origin

__all__ = [
    "convert",
    "is_converted",
    "is_helper",
    "original",
    "should_run_as_is",
    "to_code",
]

_MARK = "_ag_converted"


@dataclass(frozen=True)
class _Template:
    """What conversion makes of a code object; shared by all its functions.

    Attributes:
        code: The converted code; None if it runs as it stands.
    """

    code: CodeType | None


@dataclass(frozen=True)
class _Made:
    """What a converted function was made of, and the code that it has."""

    original: FunctionType
    code: CodeType


@dataclass(frozen=True, slots=True)
class _How:
    """How code is converted: the arguments of `convert`."""

    options: ConversionOptions
    is_core: bool
    is_twin: bool
    cells: frozenset[str]


# Conversions by identity of the code object: equal code may come from two files.
# Written under the lock of the process; an entry goes with its code object.
_TEMPLATES: dict[int, dict[_How, _Template]] = {}
_LOCK: Final = Lock(threading.RLock)


def convert(
    fn: Callable[..., Any],
    operators: object,
    options: ConversionOptions = STANDARD_OPTIONS,
    *,
    is_core: bool = False,
    cells: frozenset[str] = frozenset(),
    is_twin: bool = False,
) -> Callable[..., Any]:
    """Return `fn` with its control flow rewritten to calls of `operators`.

    Args:
        fn: A Python function, lambda or method. What runs as it stands, and what is
            converted already, is returned as it is.
        operators: What the name `ag__` stands for in the converted code.
        options: What the converted code tells the operators.
        is_core: Are these the operators of the core, which number their places, and
            are called for each operation?
        cells: The variables of outer functions that are cells, of the core.
        is_twin: Is it a generator function, of which a function is made that calls
            operators to yield?

    Raises:
        UnsupportedFunctionError: `fn` is not a function written in Python.
        SourceUnavailableError: Its source cannot be found.
    """
    if isinstance(fn, MethodType):
        inner = fn.__func__
        converted = convert(inner, operators, options, is_core=is_core, cells=cells)
        return MethodType(converted, fn.__self__)
    function = _checked(fn)
    if is_converted(function):
        return function
    template = _template(function, _How(options, is_core, is_twin, cells))
    if template.code is None:
        return function
    return _instantiate(function, template.code, operators)


def is_converted(fn: object) -> bool:
    """Tell whether a function is converted code: made by `convert`, or inside such.

    Its own code tells, because attributes of functions are copied to others.
    """
    if not isinstance(fn, FunctionType) or not is_ready(fn.__code__):
        return False
    cell = (fn.__closure__ or ())[fn.__code__.co_freevars.index(OPERATORS)]
    return hasattr(cell.cell_contents, "FunctionScope")


def original(fn: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function that a converted one was made from.

    Raises:
        UnsupportedFunctionError: It was defined by converted code: there is none.
    """
    if isinstance(fn, MethodType):
        return MethodType(original(fn.__func__), fn.__self__)
    made = _made_of(fn)
    if made is not None:
        return made.original
    if isinstance(fn, FunctionType) and is_converted(fn):
        raise _is_part(fn)
    return fn


def _made_of(fn: object) -> _Made | None:
    """Return what `convert` made a function of; `functools.wraps` copies the mark."""
    if not isinstance(fn, FunctionType):
        return None
    made: _Made | None = getattr(fn, _MARK, None)
    return made if made is not None and made.code is fn.__code__ else None


def should_run_as_is(fn: FunctionType | CodeType) -> str | None:
    """Return why a function runs as it stands; None if it is converted."""
    code = fn if isinstance(fn, CodeType) else fn.__code__
    reason = reason_of_code(code)
    if reason is not None:
        return reason
    module_globals = {} if isinstance(fn, CodeType) else fn.__globals__
    return reason_of_source(syntax.from_ast(find_code(code, module_globals).node))


def to_code(
    fn: Callable[..., Any],
    options: ConversionOptions = STANDARD_OPTIONS,
    *,
    is_core: bool = False,
) -> str:
    """Return the source that a function is converted to.

    Args:
        fn: The function.
        options: What the converted code tells the operators.
        is_core: Show the code that is run: each operation is a call of an operator, and
            the places where objects may be born are numbered.

    Raises:
        UnsupportedFunctionError: `fn` is not a function written in Python, or runs as
            it stands.
        SourceUnavailableError: Its source cannot be found.
    """
    function = _checked(fn.__func__ if isinstance(fn, MethodType) else fn)
    function = _checked(original(function))
    if is_own(function):
        raise UnsupportedFunctionError(
            f"`{function.__qualname__}` is part of this library: it is not converted.",
            rule="It takes symbolic values as it stands.",
            way_out="Look at the graph of a function that calls it.",
        )
    reason: str | None = "it is marked by `ag.do_not_convert`"
    if not is_unconverted(function):
        reason = should_run_as_is(function)
    if reason is not None:
        raise _runs_as_is(function, reason)
    source = find_code(function.__code__, function.__globals__)
    written = syntax.from_ast(source.node)
    if is_core:
        written = syntax.copied(written)
        generator_twins.add_twins(written)
        places.cells(written)
    tree, _ = _convert_tree(written, options, source.class_name, function)
    tree.args = written.args
    if isinstance(tree, nodes.Lambda) and is_core:
        return ast.unparse(places.core(syntax.to_ast(tree), itertools.count(1))) + "\n"
    if isinstance(tree, nodes.Lambda):
        return syntax.unparse(nodes.Module([nodes.Expr(tree)], [])) + "\n"
    tree.name = OPERATORS + tree.name
    tree.decorator_list, tree.returns = [], written.returns
    tree.type_params = written.type_params
    if is_core:
        return ast.unparse(places.core(syntax.to_ast(tree), itertools.count(1))) + "\n"
    return syntax.unparse(nodes.Module([tree], [])) + "\n"


# -- One conversion per code object --------------------------------------------------


def _template(function: FunctionType, key: _How) -> _Template:
    code = function.__code__
    known = _TEMPLATES.get(id(code), {}).get(key)
    if known is not None:
        return known
    with _LOCK():
        by_options = _TEMPLATES.get(id(code))
        if by_options is None:
            by_options = _TEMPLATES[id(code)] = {}
            weakref.finalize(code, _TEMPLATES.pop, id(code), None)
        if key not in by_options:
            with converting():
                by_options[key] = _convert_code(function, key)
        return by_options[key]


def _convert_code(function: FunctionType, how: _How) -> _Template:
    code = function.__code__
    reason = None if how.is_twin else reason_of_code(code)
    if reason is None:
        source = find_code(code, function.__globals__)
        written = syntax.from_ast(source.node)
        reason = reason_of_source(written, may_yield=how.is_twin)
        if how.is_twin:
            written = generator_twins.as_twin(written)
    if reason is not None:
        tell_as_is(code, reason)
        return _Template(None)
    compiled = _compiled(function, source, written, how)
    tell(1, f"{described(code)} is converted")
    if verbosity() > 1 and not how.is_twin:
        tell(2, to_code(function, how.options))
    return _Template(compiled)


def _compiled(
    function: FunctionType, source: Source, written: Node, how: _How
) -> CodeType:
    code = function.__code__
    twins: dict[str, str] = {}
    if how.is_core:
        written = syntax.copied(written)
        twins = generator_twins.add_twins(written)
        places.cells(written)
        places.held_cells(written, how.cells)
        places.outer_writes(written)
    tree, context = _convert_tree(written, how.options, source.class_name, function)
    if isinstance(tree, nodes.FunctionDef):
        # The definition binds its name, which inside may mean a global.
        tree.name = context.names.new(OPERATORS + tree.name)
    try:
        made = syntax.to_ast(tree)
        return compile_function(
            places.core(made) if how.is_core else made,
            original=code,
            filename=source.filename,
            generated=context.names.fresh,
            spelled={**context.spelled, **twins},
        )
    except SyntaxError as error:
        # Python nests at most 20 `with` and `try` blocks; the conversion adds some.
        if "too many statically nested blocks" not in str(error):
            raise
        raise _runs_as_is(
            function, "its `with` and `try` blocks nest too deep"
        ) from None


def _convert_tree(
    written: Node,
    options: ConversionOptions,
    class_name: str | None,
    function: FunctionType,
) -> tuple[Node, Context]:
    """Run the converters over a function's tree, without its definition."""
    tree = _without_definition(written)
    context = context_of(function, tree, options, class_name)
    for each in PIPELINE:
        converter = each(context)
        if converter.has_work():
            tree = converter.convert(tree)
    return tree, context


def context_of(
    function: FunctionType,
    tree: Node,
    options: ConversionOptions,
    class_name: str | None,
) -> Context:
    """Return what a conversion knows beside the tree, from the tree as written."""
    every = list(syntax.walk(tree))
    kinds = frozenset(each.__class__ for each in every)
    names, symbols = Names(syntax.identifiers(every)), symbols_of(function, every)
    variables = variables_of(function.__code__)
    return Context(names, options, kinds, class_name, symbols, variables)


def _without_definition(tree: Node) -> Node:
    """Return a copy of a function without what Python evaluates to define it.

    That has been evaluated, and is not again: decorators, defaults, annotations.
    """
    bare = copy.copy(tree)
    bare.args = syntax.copied(tree.args)
    bare.args.defaults = [_none(each) for each in tree.args.defaults]
    bare.args.kw_defaults = [each and _none(each) for each in tree.args.kw_defaults]
    for each in parameters_of(bare.args):
        each.annotation = None
    if isinstance(bare, nodes.FunctionDef):
        # A function's first line is its first decorator's.
        bare.decorator_list = [_none(each) for each in tree.decorator_list]
        bare.returns, bare.type_params = None, []
    return bare


def _none(place: Node) -> Node:
    return syntax.located(syntax.constant(None), place)


# -- One function object -------------------------------------------------------------


def _instantiate(
    function: FunctionType, code: CodeType, operators: object
) -> FunctionType:
    """Make the function object: everything but the code is the original's."""
    cells = dict(
        zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    )
    cells[OPERATORS] = CellType(operators)
    closure = tuple(cells[each] for each in code.co_freevars)
    made = FunctionType(
        code, function.__globals__, function.__name__, function.__defaults__, closure
    )
    made.__kwdefaults__ = function.__kwdefaults__
    made.__qualname__ = function.__qualname__
    made.__module__ = function.__module__
    made.__doc__ = function.__doc__
    made.__annotations__ = function.__annotations__
    if hasattr(function, "__type_params__"):  # from Python 3.12 on
        setattr(made, "__type_params__", function.__type_params__)  # noqa: B010
    made.__dict__.update(function.__dict__)
    setattr(made, _MARK, _Made(function, code))
    return made


def _checked(fn: object) -> FunctionType:
    if isinstance(fn, FunctionType):
        return fn
    kind = "a class" if isinstance(fn, type) else f"a {type(fn).__name__}"
    raise UnsupportedFunctionError(
        f"{fn!r} is {kind}, not a function written in Python.",
        rule="Only functions, lambdas and methods with Python source are converted.",
        way_out="Give the function itself, or one that calls this object.",
    )


def _is_part(function: FunctionType) -> UnsupportedFunctionError:
    code = function.__code__
    return UnsupportedFunctionError(
        f"`{function.__qualname__}` was defined by converted code.",
        where=Origin(code.co_filename, code.co_firstlineno, function.__qualname__),
        rule="Its source is part of the converted source of the function around it.",
        way_out="Print that one.",
    )


def _runs_as_is(function: FunctionType, reason: str) -> UnsupportedFunctionError:
    code = function.__code__
    return UnsupportedFunctionError(
        f"`{function.__qualname__}` is not converted: {reason}.",
        where=Origin(code.co_filename, code.co_firstlineno, function.__qualname__),
        rule="Such a function runs as it stands.",
        way_out="Move what depends on symbolic values into a function of its own.",
    )
