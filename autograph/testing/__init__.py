"""Check that functions give as graphs what they give as plain Python.

    assert_agrees(function, *args)      fails unless the two agree, to the bit
    check(function, *args)              says how they compare
    programs()                          random programs, for hypothesis
    random_program(seed)                one random program

Files of the package:

    agreement    decorated against undecorated
    programs     a whole program: written, compiled
    statements   statements, one row of a table to each construct
    expressions  expressions, the same
    writer       lines, scopes, names
    types        the types of variables, and what operators make of them
    values       arguments
    choices      decisions, by a seed or by hypothesis
    strategies   the strategy for hypothesis, which is needed here alone
"""

from autograph.testing.agreement import (
    Agreement,
    Outcome,
    Verdict,
    assert_agrees,
    check,
)
from autograph.testing.programs import Program, random_program
from autograph.testing.strategies import programs

__all__ = [
    "Agreement",
    "Outcome",
    "Program",
    "Verdict",
    "assert_agrees",
    "check",
    "programs",
    "random_program",
]
