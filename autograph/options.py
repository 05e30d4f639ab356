"""What a conversion is asked to do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from types import CodeType
from typing import Final

from autograph.errors import OptionError
from graph.origin import capture_exact

#: The name that converted code calls its operators by.
OPERATORS: Final = "ag__"


class Feature(Enum):
    """Optional features of the conversion, by the documents' names.

    Here all of them are always on. They are accepted where TensorFlow's AutoGraph
    accepts them, and shown in the converted code.

    Attributes:
        ALL: All of them.
        AUTO_CONTROL_DEPS: What has an effect happens in the order of the source: it is
            part of each graph, in order.
        ASSERT_STATEMENTS: `assert` is checked when the graph runs.
        BUILTIN_FUNCTIONS: Builtins, such as `len` and `range`, accept symbolic values.
        EQUALITY_OPERATORS: `==` and `!=` compare symbolic values by value.
        LISTS: Lists that change in staged code are state of it.
        NAME_SCOPES: Nodes tell the function that they come from: by their line.
    """

    ALL = "ALL"
    AUTO_CONTROL_DEPS = "AUTO_CONTROL_DEPS"
    ASSERT_STATEMENTS = "ASSERT_STATEMENTS"
    BUILTIN_FUNCTIONS = "BUILTIN_FUNCTIONS"
    EQUALITY_OPERATORS = "EQUALITY_OPERATORS"
    LISTS = "LISTS"
    NAME_SCOPES = "NAME_SCOPES"

    @classmethod
    def all(cls) -> tuple[Feature, ...]:
        """Return all features."""
        return tuple(cls)

    @classmethod
    def all_but(cls, exclude: Feature | Iterable[Feature]) -> tuple[Feature, ...]:
        """Return all features but these, and but ALL, which stands for them too."""
        left_out = {cls.ALL, *features_of(exclude)}
        return tuple(each for each in cls if each not in left_out)


def features_of(given: Feature | Iterable[Feature] | None) -> tuple[Feature, ...]:
    """Return what was given as optional features as a tuple.

    Raises:
        OptionError: It is no feature, no tuple of features, and not None.
    """
    if given is None:
        return ()
    if isinstance(given, Feature):
        return (given,)
    found = tuple(given) if isinstance(given, (tuple, list, set, frozenset)) else None
    if found is None or not all(isinstance(each, Feature) for each in found):
        raise OptionError(
            f"optional features are None, a Feature or a tuple of such, not {given!r}.",
            origin=capture_exact(),
            hint="As in (Feature.LISTS, Feature.EQUALITY_OPERATORS).",
        )
    return tuple(each for each in Feature if each in found)


@dataclass(frozen=True)
class ConversionOptions:
    """Options that converted code hands to the operators.

    Args:
        recursive: Convert the functions that are called, too.
        user_requested: The user asked for this function, by name.
        optional_features: The names of the features switched on.
        internal_convert_user_code: Convert functions called from inside the library.
    """

    recursive: bool = True
    user_requested: bool = True
    optional_features: tuple[str, ...] = ()
    internal_convert_user_code: bool = True


STANDARD_OPTIONS = ConversionOptions()


def is_ready(code: CodeType) -> bool:
    """Tell whether code of a function is converted already, or part of what is.

    A method of a class that converted code defines is not, though it may read variables
    of the function around it by an operator.
    """
    if OPERATORS not in code.co_freevars:
        return False
    has_scope = any(each.startswith("lscope") for each in code.co_varnames[:1])
    return (
        has_scope
        or "ld_free" not in code.co_names
        or not _SCOPES.isdisjoint(code.co_names)
    )


_SCOPES: Final = frozenset({"FunctionScope", "with_function_scope"})
