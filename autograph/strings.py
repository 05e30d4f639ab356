"""`ag.strings`: text of tensors, under the names that TensorFlow has for it.

Text is compared by `==`, `<` and their kin, and joined by `+`, element by element.
Patterns are those of Python's `re`. What TensorFlow gives as ragged rows is there for
one text at a time.
"""

from graph.ops.string_numbers import as_string, format, to_number
from graph.ops.string_parts import (
    bytes_split,
    join,
    reduce_join,
    split,
    unicode_decode,
    unicode_encode,
    unicode_transcode,
)
from graph.ops.strings import (
    length,
    lower,
    regex_full_match,
    regex_replace,
    strip,
    substr,
    upper,
)

__all__ = [
    "as_string",
    "bytes_split",
    "format",
    "join",
    "length",
    "lower",
    "reduce_join",
    "regex_full_match",
    "regex_replace",
    "split",
    "strip",
    "substr",
    "to_number",
    "unicode_decode",
    "unicode_encode",
    "unicode_transcode",
    "upper",
]
