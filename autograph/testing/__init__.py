"""Check that functions give as graphs what they give as plain Python.

    assert_agrees(function, *args)      fails unless the two agree, to the bit
    check(function, *args)              says how they compare
    check_grads(function, args)         gradients against central differences
    programs()                          random programs, for hypothesis
    random_program(seed)                one random program
    check_operators(make_operators)     operators of your own against Python

Files of the package:

    agreement     decorated against undecorated
    gradients     gradients against central differences
    variables     the variables that a function uses
    operators     implementations of the operators against Python
    operator_programs  the programs that they are checked with
    stageable_programs  the same: those without effects
    strategies    the strategy for hypothesis, which is needed here alone
    programs      a whole program: written, compiled
    language      the grammar: all constructs
    assignments   constructs, one row of a table to each: assignments, assertions
    control_flow  the same: branches, loops, jumps
    functions     the same: definitions and calls
    signatures    the same: parameters of every kind, decorators, partial functions
    exceptions    the same: `try`, `raise`
    causes        the same: what a handler makes of what it caught
    procedures    the same: functions with `nonlocal` and `global`, `with`
    places        the same: attributes, items, named tuples, `del`
    tables        the same: dicts that change and get keys
    records       the same: dataclasses, properties, class and static methods
    matches       the same: `match` on sequences, mappings, classes
    growing       the same: lists that grow and shrink
    optionals     the same: None on some paths
    chosen        the same: functions that the run chooses
    objects       the same: objects that the run chooses
    rows          the same: lists of lists that grow
    sequences     the same: tuples that grow, iterators
    names         the same: targets, annotations, closures, private names, `del`
    calls         the same: builtins and functions of the library
    attempts      the same: writes between what may raise, groups, notes
    several       the same: loops with several targets, over generators
    bindings      the same: walrus, comprehensions
    definitions   classes, managers and decorators that programs may use
    arithmetic    the same: numbers
    truths        the same: comparisons and logic
    arrays        the same: tensors with axes
    builtins      the same: builtins that look into lists
    wants         when an expression is possible
    grammar       how a construct is chosen and written
    writer        lines, scopes, names
    types         the types of variables, and what operators make of them
    values        arguments
    choices       decisions, by a seed or by hypothesis
"""

from autograph.testing.agreement import (
    Agreement,
    Outcome,
    Verdict,
    assert_agrees,
    check,
    check_allowed,
)
from autograph.testing.gradients import GradientMismatch, check_grads
from autograph.testing.grammar import Expression, Grammar, Statement
from autograph.testing.language import PYTHON
from autograph.testing.operators import check_operators
from autograph.testing.programs import Program, random_program
from autograph.testing.strategies import programs

__all__ = [
    "PYTHON",
    "Agreement",
    "Expression",
    "GradientMismatch",
    "Grammar",
    "Outcome",
    "Program",
    "Statement",
    "Verdict",
    "assert_agrees",
    "check",
    "check_allowed",
    "check_grads",
    "check_operators",
    "programs",
    "random_program",
]
