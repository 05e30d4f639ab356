"""Converted functions do what the originals do."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import programs
import python_operators

from autograph import conversion
from autograph.errors import UnsupportedFunctionError


def outcome(text, call, *, is_converted):
    """Return value or exception, and the log, of one call of a program."""
    namespace = programs.load(text, call)
    if is_converted:
        install(namespace)
    try:
        value = repr(eval(call, namespace))
    except Exception as error:
        value = type(error).__name__, str(error), repr(error.__cause__)
    return value, repr(namespace["LOG"]), sorted(set(namespace) - {"__builtins__"})


def install(namespace):
    """Convert `f` where it stands: in its module or its class."""
    f = namespace["f"]
    owner, _, name = f.__qualname__.rpartition(".")
    converted = python_operators.convert(f)
    if owner:
        setattr(namespace[owner], name, converted)
    namespace["f"] = converted


@pytest.mark.parametrize("program", programs.PROGRAMS, ids=lambda each: each.name)
def test_converted_agrees_with_the_original(program):
    for call in program.calls:
        expected = outcome(program.source, call, is_converted=False)
        assert outcome(program.source, call, is_converted=True) == expected, call


@pytest.mark.parametrize("program", programs.PROGRAMS, ids=lambda each: each.name)
def test_printed_source_is_valid_and_means_the_same(program):
    namespace = programs.load(program.source, program.name)
    try:
        text = conversion.to_code(namespace["f"])
    except UnsupportedFunctionError as error:
        assert "is not converted" in str(error)
        return
    compile(text, "<printed>", "exec")
