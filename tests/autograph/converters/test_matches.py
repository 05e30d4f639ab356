"""Patterns do converted what they do unconverted, and staged what they do at once."""

from hypothesis import given
from hypothesis import strategies as st

import autograph as ag
from autograph import conversion
from autograph.operators.namespace import namespace
from autograph.testing import Verdict, check
from tests.autograph import programs, python_operators
from tests.autograph.converters import random_patterns


def outcome(text, numbers, convert):
    namespace = programs.load(random_patterns.SETUP + text, "patterns")
    try:
        value = repr(convert(namespace["f"])(numbers))
    except Exception as error:
        value = type(error).__name__, str(error)
    return value, repr(namespace["LOG"])


@given(random_patterns.programs(), st.lists(st.integers(-1, 2), min_size=40))
def test_random_patterns_look_at_subjects_as_python_does(program, numbers):
    text, _ = program
    expected = outcome(text, numbers, lambda f: f)
    assert outcome(text, numbers, python_operators.convert) == expected, text
    converted = outcome(
        text, numbers, lambda f: conversion.convert(f, namespace(), is_core=True)
    )
    assert converted == expected, text


@given(random_patterns.programs(), st.lists(st.integers(-1, 2), min_size=40))
def test_random_patterns_match_tensors_as_python_does(program, numbers):
    text, count = program
    silent = "def log(x): return x\n"  # a list would grow as the graph runs
    namespace = programs.load(random_patterns.SETUP + silent + text, "patterns")
    found = check(namespace["f"], [ag.constant(each) for each in numbers[:count]])
    assert found.verdict is not Verdict.DIFFERS, (text, found)
