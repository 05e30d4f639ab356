"""The generator of random programs."""

import ast
import inspect
import subprocess
import sys
from collections import Counter, defaultdict

import pytest
from hypothesis import given, settings

from autograph.testing import PYTHON, Grammar, matches, programs, random_program
from autograph.testing.agreement import outcome_of
from autograph.testing.choices import SeededChoices
from autograph.testing.control_flow import ITERABLES
from autograph.testing.language import MIXES
from autograph.testing.types import type_of

MAX_LINES_RUN = 50_000
FURTHER = ("elif", "else", "while True", "else of a loop", "finally", "else of try")

# Kinds of nodes of Python's grammar that no program has, and why.
NOT_WRITTEN = {
    "newer than Python 3.11": "TypeAlias TypeVar ParamSpec TypeVarTuple TemplateStr "
    "Interpolation",
    "for type checkers": "TypeIgnore FunctionType",
    "no node of a program": "Expression Interactive AugLoad AugStore Param Suite",
    "deprecated": "Bytes Ellipsis ExtSlice Index NameConstant Num Str",
}


@pytest.mark.long
def test_every_kind_of_node_is_written():
    written = set()
    for mix, grammar in MIXES.items():
        n_programs = {"all": 300, "loops": 200}.get(mix, 40)
        for seed in range(n_programs):
            program = random_program(seed, grammar=grammar)
            written |= {type(node) for node in ast.walk(ast.parse(program.source))}
    known = {each for each in vars(ast).values() if _is_leaf_kind(each)}
    excused = {name for names in NOT_WRITTEN.values() for name in names.split()}
    missing = {each.__name__ for each in known - written}
    assert missing <= excused
    assert not {each.__name__ for each in written} & excused


def _is_leaf_kind(each):
    is_kind = isinstance(each, type) and issubclass(each, ast.AST)
    return is_kind and each is not ast.AST and not each.__subclasses__()


@pytest.mark.long
@pytest.mark.parametrize("mix", MIXES)
def test_every_construct_is_produced(mix):
    grammar, used = MIXES[mix], Counter()
    own = grammar
    if mix not in ("core", "all"):  # what it has beside those of `core`
        core = {row.name for row in (*MIXES["core"].statements, *PYTHON.expressions)}
        own = Grammar(
            tuple(row for row in grammar.statements if row.name not in core),
            tuple(row for row in grammar.expressions if row.name not in core),
        )
    for seed in range(4000 if mix == "all" else 300):
        used += random_program(seed, grammar=grammar).used
    rows = [row.name for row in (*own.statements, *own.expressions)]
    assert len(set(rows)) == len(rows)
    if mix == "core":
        rows += [row.name for row in ITERABLES]
        rows += FURTHER
    if matches.STATEMENTS[0] in grammar.statements:
        rows += [row.name for row in matches.STRUCTURES]
    least = 1 if mix == "all" else 5
    assert not [name for name in rows if used[name] < least]


def test_the_mix_of_all_has_the_constructs_of_each():
    for grammar in MIXES.values():
        assert set(grammar.statements) <= set(MIXES["all"].statements)
        assert set(grammar.expressions) <= set(MIXES["all"].expressions)


def test_the_program_of_a_seed_is_always_the_same():
    assert random_program(7) == random_program(7)
    assert len({random_program(seed).source for seed in range(100)}) > 90


def test_the_program_of_a_seed_does_not_depend_on_hashes():
    code = "from autograph.testing import random_program; print(random_program(11))"
    texts = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert texts == {f"{random_program(11)}\n"}


class EndlessError(Exception):
    pass


def run_watched(program, args, each_line):
    """Run a program as plain Python, with a look at each line's local variables."""
    count = 0

    def trace(frame, event, argument):
        nonlocal count
        if not frame.f_code.co_filename.startswith("<random program"):
            return None
        count += 1
        if count > MAX_LINES_RUN:
            raise EndlessError(f"does not end:\n{program!r}")
        each_line(frame)
        return trace

    held = sys.gettrace()
    sys.settrace(trace)
    try:
        return outcome_of(program.function, args, {})
    finally:
        sys.settrace(held)


@pytest.mark.long
@pytest.mark.parametrize("mix", MIXES)
@pytest.mark.parametrize("first", range(0, 100, 50))
def test_programs_end_and_raise_only_what_they_may(first, mix):
    allowed = (
        AssertionError,
        AttributeError,
        ExceptionGroup,
        LookupError,
        NameError,
        OverflowError,
        RuntimeError,  # a dict that changes its size while it is stepped through
        TypeError,
        ValueError,
        ZeroDivisionError,
    )
    kinds = Counter()
    for seed in range(first, first + 50):
        program = random_program(seed, grammar=MIXES[mix])
        found = run_watched(
            program, program.arguments(SeededChoices(seed)), lambda _: None
        )
        assert found.error is None or isinstance(found.error, allowed), (
            f"{found}\n{program!r}"
        )
        kinds[type(found.error)] += 1
    assert kinds[type(None)] > 25


@pytest.mark.parametrize("first", range(0, 150, 50))
def test_variables_keep_one_type(first):
    for seed in range(first, first + 50):
        program = random_program(seed)
        seen = defaultdict(set)

        def look(frame, seen=seen):
            for name, value in frame.f_locals.items():
                if not callable(value):
                    seen[frame.f_code, name].add(type_of(value))

        run_watched(program, program.arguments(SeededChoices(seed)), look)
        mixed = {key: kinds for key, kinds in seen.items() if len(kinds) > 1}
        assert not mixed, f"{mixed}\n{program!r}"


@settings(max_examples=50)
@given(programs(size=6, n_runs=2))
def test_drawn_programs_compile_and_have_arguments_of_their_types(drawn):
    program, runs = drawn
    assert callable(program.function)
    assert len(runs) == 2
    for args in runs:
        assert tuple(map(type_of, args)) == program.parameters


def test_the_source_of_a_program_is_found():
    program = random_program(3)
    assert inspect.getsource(program.function) in program.source


def test_hypothesis_is_needed_for_the_strategy_alone():
    code = (
        "import sys; sys.modules['hypothesis'] = None\n"
        "from autograph.testing import programs, random_program\n"
        "random_program(1)\n"
        "try:\n"
        "    programs()\n"
        "except ImportError as error:\n"
        "    print(error)\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert "pip install autograph[test]" in found.stdout
