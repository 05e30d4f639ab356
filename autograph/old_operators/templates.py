"""Objects of the user's in templates: `"%s" % point`, `"{:>8}".format(point)`.

Python asks them for their text by `__str__`, `__repr__` or `__format__`. Where it is a
template that is known, it is read here, and they are asked with these converted.
"""

from __future__ import annotations

import re
import string
import types
from collections.abc import Callable, Mapping
from typing import Any, Final

from autograph.old_operators import specials
from autograph.old_operators.made_texts import MAX_DEPTH, is_dict_of_run
from graph.graph import current_graph

# `%(key)-8.3s`: a key, a width and a precision, and how the value is shown.
_SHOWN: Final = re.compile(
    r"%(?:\((?P<key>[^()]*)\))?(?P<flags>[-#0 +]*(?:\d+)?(?:\.\d+)?[hlL]?)(?P<how>.)",
    re.DOTALL,
)


def by_percent(template: str, value: Any) -> tuple[str, Any]:
    """Return a template of `%` and what goes into it, with texts in place of objects.

    They come back as they are where Python shows no object of the user's, or as much
    of the template cannot be read.
    """
    parts = value if type(value) is tuple else (value,)
    shown = list(_SHOWN.finditer(template))
    if any(each["key"] is not None for each in shown):
        return template, _with_named(shown, value)
    shown = [each for each in shown if each["how"] != "%"]
    if len(shown) != len(parts) or not any(map(_is_asked, parts)):
        return template, value
    texts = list(parts)
    pieces, end = [], 0
    for place, (each, part) in enumerate(zip(shown, parts, strict=True)):
        if each["how"] in "sr" and _is_asked(part):
            texts[place] = _text(part, each["how"])
            pieces += [template[end : each.start("how")], "s"]
            end = each.end()
    return "".join([*pieces, template[end:]]), tuple(texts)


def _with_named(shown: list[re.Match[str]], value: Any) -> Any:
    """Return a dict with texts in place of objects that are all shown by `%(key)s`."""
    if type(value) is not dict:
        return value
    texts = dict(value)
    for key, part in value.items():
        if _is_asked(part) and {x["how"] for x in shown if x["key"] == key} == {"s"}:
            texts[key] = _text(part, "s")
    return texts


def replacement(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return what to call in place of `template.format`, if that asks an object."""
    template = getattr(function, "__self__", None)
    if type(function) is not types.BuiltinMethodType or type(template) is not str:
        return None
    if function.__name__ != "format" or current_graph() is None:
        return None
    if not any(map(_is_asked, (*args, *kwargs.values()))):
        return None
    try:
        fields = list(string.Formatter().parse(template))
    except ValueError:  # which Python tells
        return None
    numbers = iter(range(len(args)))
    pieces: list[Any] = []
    for literal, name, spec, conversion in fields:
        pieces.append((literal,))
        if name is None:
            continue
        key = str(next(numbers, "")) if name == "" else name
        is_number = key.isdecimal() and int(key) < len(args)
        if "{" in (spec or "") or not (is_number or key in kwargs):
            return None
        value = args[int(key)] if is_number else kwargs[key]
        pieces.append((value, conversion or "", spec))
    return lambda *_, **__: _joined(pieces)


def _joined(pieces: list[Any]) -> Any:
    from autograph.old_operators.text import f_string, formatted  # which comes here

    return f_string(*(p[0] if len(p) == 1 else formatted(*p) for p in pieces))


def _text(value: Any, conversion: str) -> Any:
    return _joined([(value, conversion, "")])


def _is_asked(value: Any, depth: int = 0) -> bool:
    """Tell whether text of a value asks an object whose class makes its own text."""
    if depth == MAX_DEPTH:
        return False
    if type(value) in (list, tuple):
        return any(_is_asked(part, depth + 1) for part in value)
    if is_dict_of_run(value):
        return True
    if type(value) is dict:
        return any(_is_asked(part, depth + 1) for part in value.values())
    return specials.makes_text(value)


__all__ = ["by_percent", "replacement"]
