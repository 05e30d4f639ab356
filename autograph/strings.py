"""`ag.strings`: text of tensors, under the names that TensorFlow has for it.

Text is compared by `==`, `<` and their kin, and joined by `+`, element by element.
Patterns are those of Python's `re`. What TensorFlow gives as ragged rows is there for
one text at a time.
"""

# Made by `python -m tools.names` of what the families of ops declare.
from graph.ops import string_numbers as _string_numbers
from graph.ops import string_parts as _string_parts
from graph.ops import strings as _strings
from graph.ops.string_numbers import *  # noqa: F403
from graph.ops.string_parts import *  # noqa: F403
from graph.ops.strings import *  # noqa: F403

__all__: list[str] = []
__all__ += _string_numbers.__all__
__all__ += _string_parts.__all__
__all__ += _strings.__all__
