"""Random programs give as graphs what they give as plain Python, to the bit."""

import math
import sys

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings

import autograph as ag
from autograph.errors import UnstagedOperationError
from autograph.operators.namespace import namespace
from autograph.testing import Verdict, check, programs, random_program
from autograph.testing.choices import SeededChoices
from autograph.testing.language import MIXES
from graph.op import OPS
from tools.fuzz import NEVER_REFUSED, ON_IDENTITY, RUNS, run_seeds

# The default profile has 25 examples, `long` 5000: 125 programs, and 25,000.
EXAMPLES = settings().max_examples * 5
# The others are of seeds: a quarter as many of each mix, other ones for each Python.
SEEDS = range(sys.version_info.minor * 100_000, 10_000_000)[: max(10, EXAMPLES // 4)]


@settings(
    max_examples=EXAMPLES,
    # To make a program smaller takes minutes: pytest would end the process, and tell
    # nothing of it.
    phases=set(Phase) - {Phase.shrink},
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(programs())
def test_graphs_give_what_plain_python_gives(drawn):
    program, runs = drawn
    function = ag.function(program.function)
    for args in runs:
        found = check(function, *args)
        agrees = found.verdict in (Verdict.SAME, Verdict.ALLOWED)
        if found.verdict is Verdict.REFUSED:  # and agrees where Python may run it
            assume(ON_IDENTITY not in found.reason)
            agrees = isinstance(found.staged.error, UnstagedOperationError)
        assert agrees, f"{found}\n{args}\n{program!r}"


@pytest.mark.long
@pytest.mark.parametrize("mix", [mix for mix in MIXES if mix != NEVER_REFUSED])
def test_graphs_of_more_constructs_give_that_or_are_refused(mix):
    found = run_seeds(mix, SEEDS, seconds=60)
    assert not found.failures, found.failures[0]
    # At most a tenth: of few programs chance may refuse three standard deviations more.
    count = found.programs
    refused = found.verdicts[Verdict.REFUSED.value] / RUNS
    assert refused < 0.1 * count + 3 * math.sqrt(0.1 * 0.9 * count)


def first_difference(seeds):
    """Return the first seed whose program differs or is refused, if one does."""
    for seed in seeds:
        program, choices = random_program(seed), SeededChoices(seed)
        function = ag.function(program.function)
        for _ in range(3):
            if check(function, *program.arguments(choices)).verdict is not Verdict.SAME:
                return seed
    return None


def swapped_branches(real):
    def if_stmt(condition, body, orelse, *rest):
        return real(condition, orelse, body, *rest)

    return if_stmt


def one_branch_only(real):
    def if_stmt(condition, body, orelse, *rest):
        return real(condition, body, lambda: None, *rest)

    return if_stmt


def without_break(real):
    def for_stmt(items, extra_test, *rest):
        return real(items, None, *rest)

    return for_stmt


def first_item_missing(real):
    def for_stmt(items, *rest):
        return real(items[1:] if isinstance(items, ag.Tensor) else items, *rest)

    return for_stmt


def both_operands(real):
    def and_(left, right):
        value = right()
        return real(left, lambda: value)

    return and_


def operands_swapped(real):
    return lambda left, right: real(right, left)


def never_raises(real):
    return lambda test, message: None


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "plant"),
    [
        ("if_stmt", swapped_branches),
        ("if_stmt", one_branch_only),
        ("if_exp", swapped_branches),
        ("for_stmt", without_break),
        ("for_stmt", first_item_missing),
        ("and_", operands_swapped),
        ("or_", operands_swapped),
        ("assert_stmt", never_raises),
    ],
)
def test_a_wrong_operator_is_caught(monkeypatch, name, plant):
    monkeypatch.setattr(namespace(), name, plant(getattr(namespace(), name)))
    assert first_difference(range(300)) is not None


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("multiply", "add"),
        ("floor_divide", "subtract"),
        ("less_equal", "less"),
        ("not_equal", "equal"),
    ],
)
def test_a_wrong_op_is_caught(name, other):
    """The source that stands for an op on scalars is that of another."""
    op, held = OPS[name], OPS[name].inline
    object.__setattr__(op, "inline", OPS[other].inline)
    try:
        assert first_difference(range(300)) is not None
    finally:
        object.__setattr__(op, "inline", held)
