"""Python's text while a graph carries it: formatted, joined, asked by its methods.

At run time such a value is a Python `str`, and each op does what Python does with it.
What operators do with text alone (`+`, `*`, comparison) are the elementwise ops.
"""

from __future__ import annotations

import builtins
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NoReturn

import numpy as np

from graph import dtypes, nest
from graph.dispatch import as_tensor, is_python_number, is_text, record
from graph.dtypes import DType
from graph.errors import (
    UnknownNoneError,
    UnstagedOperationError,
)
from graph.graph import Graph, current_graph
from graph.leaks import leaked
from graph.needed import no_value
from graph.op import REQUIRED, ZERO, Op, always, define
from graph.ops.held_values import all_held, has_errors, kinds_of, refuse_numpys_text
from graph.ops.list_queries import ACCESS, LIST_GET
from graph.ops.number_methods import number_attribute
from graph.ops.raising import is_plain_template
from graph.ops.skeletons import filled, is_carried, skeleton_of
from graph.origin import capture, capture_exact
from graph.partial import OptionalTensor
from graph.reflection import as_raised
from graph.segments import Segment
from graph.specs import TensorSpec, list_of
from graph.tensor import _DISPATCH, EagerTensor, SymbolicTensor, Tensor
from graph.variable_items import symbolic_method

_TEXT: Final = TensorSpec((), dtypes.python_str)


def _format_text(*values: Any, template: str, kinds: str = "") -> str:
    return template.format(*all_held(values, kinds))


_FORMAT_TEXT: Final = define(
    "format_text",
    is_public=False,
    inputs=("values",),
    attrs={"template": REQUIRED, "kinds": ""},
    infer=lambda *values, template, kinds="": _TEXT,
    kernel=_format_text,
    gradient=ZERO,
    can_refuse=has_errors,
    is_data=lambda *, template, **_: is_plain_template(template),
    doc="Text with the values in it at `{0}`, `{1!r}`, ..., as `str.format` has it.",
    variadic=True,
)

_FORMAT_VALUE: Final = define(
    "format_value",
    is_public=False,
    inputs=("value", "spec"),
    attrs={"kinds": ""},
    infer=lambda value, spec, kinds="": _TEXT,
    kernel=lambda value, spec, *, kinds="": format(*all_held((value, spec), kinds)),
    gradient=ZERO,
    can_refuse=has_errors,
    doc="What Python's `format` gives.",
    can_fail=always,
)


# The methods of `str` that a graph can call, and what each returns. Those that give
# bytes, or depend on objects of the user's, are not among them.
_METHODS: Final[Mapping[DType, tuple[str, ...]]] = {
    dtypes.python_str: (
        "__getitem__", "__mod__", "capitalize", "casefold", "center", "expandtabs",
        "format", "join", "ljust", "lower", "lstrip", "removeprefix", "removesuffix",
        "replace", "rjust", "rstrip", "strip", "swapcase", "title", "translate",
        "upper", "zfill",
    ),
    dtypes.python_bool: (
        "__contains__", "endswith", "isalnum", "isalpha", "isascii", "isdecimal",
        "isdigit", "isidentifier", "islower", "isnumeric", "isprintable", "isspace",
        "istitle", "isupper", "startswith",
    ),
    dtypes.python_int: ("__len__", "count", "find", "index", "rfind", "rindex"),
}  # fmt: skip
# Those that give lists of text, and tuples of three.
LISTS: Final = ("rsplit", "split", "splitlines")
TRIPLES: Final = ("partition", "rpartition")
METHODS: Final[Mapping[str, DType]] = MappingProxyType(
    {name: dtype for dtype, names in _METHODS.items() for name in names}
)
_NAMES: Final = (*METHODS, *LISTS, *TRIPLES)
_FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {
    **{name: getattr(builtins.str, name) for name in (*METHODS, *LISTS)},
    "partition": lambda text, separator: list(text.partition(separator)),
    "rpartition": lambda text, separator: list(text.rpartition(separator)),
    "__getitem__": operator.getitem,
    "slice": lambda text, start, stop, step: text[start:stop:step],
    "ord": ord,
    "int": int,
}
_RESULTS: Final[dict[str, DType]] = {
    **METHODS,
    "slice": dtypes.python_str,
    "ord": dtypes.python_int,
    "int": dtypes.python_int,
    **dict.fromkeys((*LISTS, *TRIPLES), list_of(_TEXT).dtype),
}


def _infer_method(
    *values: TensorSpec, method: str, arguments: Any = None, kinds: str = ""
) -> TensorSpec:
    return TensorSpec((), _RESULTS[method])


def _text_method(
    *values: Any, method: str, arguments: Any = None, kinds: str = ""
) -> Any:
    held = all_held(values, kinds)
    function = _FUNCTIONS[method]
    if arguments is None:
        return function(*held)
    args, kwargs = filled(arguments, held)
    return function(*args, **kwargs)


_METHOD: Final = define(
    "text_method",
    is_public=False,
    inputs=("values",),
    attrs={"method": REQUIRED, "arguments": None, "kinds": ""},
    infer=_infer_method,
    kernel=_text_method,
    gradient=ZERO,
    can_refuse=has_errors,
    doc="What a method of `str` returns. With `arguments` the values are put into it.",
    variadic=True,
    can_fail=always,
)


# -- How they are applied ------------------------------------------------------------


def _record(op: Op, values: Sequence[Any], attrs: Mapping[str, Any]) -> Any:
    graph = current_graph()
    if graph is None:
        raise leaked(next(x for x in values if isinstance(x, SymbolicTensor)))
    origin = capture()
    inputs = [graph.capture(value, origin) for value in values]
    return record(graph, op, inputs, attrs).outputs[0]


def _shows_what_it_is(method: str, template: Any) -> bool:
    """Tell whether a template may show of which class its values are.

    Numbers as digits alone are the same of all classes, but for complex ones.
    """
    if method not in ("__mod__", "format"):
        return False
    if type(template) is not str:
        return True
    if method == "format":
        return "{" in template
    return re.search(_DIGITS, template) is None


# A template of `%` that shows nothing but numbers of digits.
_DIGITS: Final = r"\A([^%]|%%|%[-#0 +]*\d*(\.\d+)?[dieEfFgG])*\Z"


def format_text(template: str, values: Sequence[Any]) -> Any:
    """Return symbolic text: a template with `{0}`, `{1!r}`, ... for the values."""
    if template == "{0}" and is_text(values[0]):
        return values[0]
    if "!r}" not in template and "!a}" not in template:
        values = [_DISPATCH["as_shown"](each) for each in values]
    places = [k for k, each in enumerate(values) if _DISPATCH["is_either"](each)]
    if len(places) > 1:
        template, values = _with_texts(template, list(values), places)
    return _DISPATCH["taken_apart"](
        "the text",
        values,
        lambda values: _record(
            _FORMAT_TEXT, values, {"template": template, **kinds_of(values)}
        ),
    )


def _with_texts(
    template: str, values: list[Any], places: Sequence[int]
) -> tuple[str, list[Any]]:
    """Return a template, and values, with the texts of some values in their place.

    Each is made by itself: of all together there are as many texts as combinations.
    """
    texts: dict[str, int] = {}

    def placed(field: re.Match[str]) -> str:
        if field[1] is None or int(field[1]) not in places:
            return field[0]
        number, conversion = int(field[1]), field[2]
        if field[0] not in texts:
            texts[field[0]] = len(values)
            values.append(format_text(f"{{0{conversion}}}", (values[number],)))
        return f"{{{texts[field[0]]}}}"

    template = re.sub(r"\{\{|\}\}|\{(\d+)((?:![rsa])?)\}", placed, template)
    for number in places:  # which the template shows no longer
        values[number] = ""
    return template, values


def format_value(value: Any, spec: Any) -> Any:
    """Return `format(value, spec)` as symbolic text; either may be symbolic."""
    if type(spec) is str and not spec:
        return format_text("{0}", (value,))
    return _DISPATCH["taken_apart"](
        "the text",
        (value, spec),
        lambda given: _record(_FORMAT_VALUE, given, kinds_of(given)),
    )


def call_method(
    text: Any, method: str, args: Sequence[Any] = (), kwargs: Mapping[str, Any] = {}
) -> Any:
    """Return what a method of text gives when the graph runs."""
    if method not in _RESULTS:
        refuse_method(method)
    if method in LISTS:
        return [Segment(nest.LEAF, (_called(text, method, args, kwargs),))]
    if method in TRIPLES:
        parts = _called(text, method, args, kwargs)
        attrs = {"access": ACCESS[0]}
        return tuple(_record(LIST_GET, (parts, place), attrs) for place in range(3))
    return _called(text, method, args, kwargs)


def _called(
    text: Any, method: str, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> Any:
    values: list[Any] = [text]
    attrs: dict[str, Any]
    if kwargs or not all(is_carried(arg) for arg in args):
        parts = skeleton_of(args, values), skeleton_of(dict(kwargs), values)
        arguments = ((0, *parts[0]), parts[1])
        attrs = {"method": method, "arguments": arguments}
        if method == "translate":
            _refuse_none(values)
    else:
        values, attrs = [text, *args], {"method": method}

    def make(values: list[Any]) -> Any:
        return _record(_METHOD, values, {**attrs, **kinds_of(values)})

    is_shown = _shows_what_it_is(method, text)
    if not is_shown:
        for each in values:
            is_text_or_real = isinstance(each, SymbolicTensor) and (
                each.dtype is dtypes.string or each.spec.dtype is dtypes.python_complex
            )
            if is_text_or_real:
                _DISPATCH["refuse_either"](each, "the text")
    return (
        _DISPATCH["taken_apart"]("the text", values, make) if is_shown else make(values)
    )


def _refuse_none(values: Sequence[Any]) -> None:
    """Refuse a table that deletes a character on some paths: None has no text."""
    if any(type(each) is OptionalTensor for each in values):
        raise UnknownNoneError(
            "what translate() puts in place of a character is None on some paths, "
            "which only the run knows.",
            origin=capture_exact(3),
            hint='Write "" in place of None, which deletes the character, too.',
        )


def refuse_method(method: str) -> NoReturn:
    """Raise the error for a method whose result no graph can carry."""
    raise UnstagedOperationError(
        f"`{method}` of text that is known only when the graph runs gives what a "
        "graph cannot carry.",
        origin=capture_exact(2),
        hint="Methods that return text, numbers, truth values or lists can be staged: "
        f"{', '.join(sorted(name for name in _NAMES if name[0] != '_'))}.",
    )


def text_item(text: Any, key: Any) -> Any:
    """Return `text[key]`, of symbolic text or by a symbolic key."""
    if not isinstance(key, slice):
        return call_method(text, "__getitem__", (key,))
    return call_method(text, "slice", (key.start, key.stop, key.step))


# -- Operators -----------------------------------------------------------------------

_SAMPLES: Final = {int: 1, float: 1.0, bool: True, complex: 1j, str: ""}


def _sample(value: Any) -> Any:
    if isinstance(value, SymbolicTensor):
        python: Any = value.spec.dtype.python
        return _SAMPLES[python]
    return value


def operate_on_text(graph: Graph, op: Op, operands: Sequence[Any]) -> Any:
    """Apply one of Python's operators to text and something else.

    Raises:
        TypeError: Python has no such operation; its own message.
    """
    arrays = (Tensor, np.ndarray, np.generic)
    if any(isinstance(x, arrays) and not is_python_number(x) for x in operands):
        strong = [as_tensor(x) if is_text(x) else x for x in operands]
        numbers = _DISPATCH["check_numbers"](graph, op, operands)
        if numbers:
            strong = list(map(graph.capture, strong))
            _DISPATCH["mark_texts"](strong, operands)
        made = record(graph, op, strong, {}).outputs[0]
        if numbers is None:
            return made
        return _DISPATCH["note_number"](made, numbers, op, operands)
    left, *_ = operands
    if op.name == "mod" and is_text(left):
        return modulo(left, operands[1])
    function = op.python or getattr(operator, op.name)
    samples = list(map(_sample, operands))
    try:
        result = function(*samples)
    except TypeError as error:
        raised = error
    else:
        if not all(is_carried(x) for x in operands):
            return result  # two of different types: `==` and `!=` need no values
        return _record(op, operands, {})
    raise as_raised(raised, op.name, samples)


def modulo(template: Any, values: Any) -> Any:
    """Return `template % values` as symbolic text."""
    return call_method(template, "__mod__", (values,))


# -- What a tensor asks of its text --------------------------------------------------


def _attribute(value: SymbolicTensor, name: str) -> Any:
    """Return an attribute of a symbolic number, or a method of it, text or a variable.

    Raises:
        AttributeError: The value has no such attribute.
    """
    if type(value) is OptionalTensor:
        message = f"'NoneType' object has no attribute '{name}'"
        return getattr(_DISPATCH["demand"](value, message), name)
    is_method = value.spec.dtype is dtypes.python_str and hasattr(str, name)
    if is_method:
        return TextMethod(value, name)
    found = number_attribute(value, name)
    if found is not NotImplemented:
        return found
    method = symbolic_method(value, name)
    if method is not None:
        return method
    if value.spec.dtype is dtypes.string and hasattr(str, name):
        refuse_numpys_text(f"`.{name}`", value)
    if not value.spec.dtype.is_python:
        found = _DISPATCH["numpy_attribute"](value, name)
    return _refuse_attribute(value, name) if found is NotImplemented else found


def _refuse_attribute(value: SymbolicTensor, name: str) -> NoReturn:
    """Refuse what the value will have, and its stand-in has not.

    Raises:
        AttributeError: It has none such, either.
    """
    kind = value.spec.dtype.python or EagerTensor
    if name == "numpy" and kind is EagerTensor:
        raise no_value(value)
    if hasattr(kind, name):
        value._refuse(f"`.{name}` of", "Compute with operators and ag functions.")
    if kind is EagerTensor and hasattr(np.ndarray, name):
        value._refuse(
            f"`.{name}` of",
            "A graph has no memory of its own to look at. What arrays hold is found "
            "by operators and NumPy's functions: x.shape, x.itemsize, np.sort(x).",
        )
    _DISPATCH["refuse_either"](value, f"`.{name}`")
    text = f"'{kind.__name__}' object has no attribute '{name}'"
    raise AttributeError(text, name=name, obj=value)


class TextMethod:
    """A method of symbolic text, not called yet."""

    __slots__ = ("__name__", "text")

    def __init__(self, text: SymbolicTensor, name: str) -> None:
        """Bind the method `name` of `text`."""
        self.text = text
        self.__name__ = name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Record the call."""
        return call_method(self.text, self.__name__, args, kwargs)


def _shown(value: SymbolicTensor) -> str | None:
    """Return the text as it is while tracing, where Python prints: with its tensors."""
    node = value.node
    if node.op is _FORMAT_TEXT:
        template: str = node.attrs["template"]
        return template.format(*map(_traced, node.inputs))
    if node.op is _FORMAT_VALUE:
        held, spec = map(_traced, node.inputs)
        return format(held, spec)
    if node.op.name == "add" and value.spec.dtype is dtypes.python_str:
        return "".join(str(_traced(part)) for part in node.inputs)
    return None


def _traced(value: SymbolicTensor) -> Any:
    return value.node.attrs["value"] if value.node.op.name == "const" else value


_DISPATCH["attribute"] = _attribute
_DISPATCH["shown"] = _shown

__all__: list[str] = []
