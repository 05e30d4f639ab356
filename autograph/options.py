"""What a conversion is asked to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

#: The name that converted code calls its operators by.
OPERATORS: Final = "ag__"


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
