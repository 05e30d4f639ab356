"""Every kind of node of the running Python has a program that is converted.

A kind that a new version of Python brings fails here until it has a row. What the rows
of `data/programs/` are compared in: converted onto Python's operators in
`test_conversion.py`; here onto the operators that stage, outside of a trace.
"""

import ast
import warnings

import pytest

import autograph as ag
from autograph import conversion, syntax
from tests.autograph import programs
from tests.autograph.test_conversion import outcome

# What `ast` has, and no source text of Python 3.11 or later has: classes above others,
# what is not of a module, and what older Pythons had.
NOT_WRITTEN = set(
    "AST mod stmt expr pattern operator cmpop boolop unaryop expr_context excepthandler "
    "type_param type_ignore slice Expression FunctionType Interactive TypeIgnore "
    "AugLoad AugStore Bytes Ellipsis ExtSlice Index NameConstant Num Param Str "
    "Suite".split()
)
# Fields that are read from comments only, on request.
FIELDS_OF_COMMENTS = {"type_comment", "type_ignores"}
CONSTANTS = {type(None), bool, int, float, complex, str, bytes, type(...)}


def kinds():
    """Return the names of all kinds of nodes, and of their fields: `For.orelse`."""
    found = set()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        classes = [getattr(ast, name) for name in dir(ast)]
    for kind in classes:
        if isinstance(kind, type) and issubclass(kind, ast.AST):
            if kind.__name__ not in NOT_WRITTEN:
                found.add(kind.__name__)
                fields = set(kind._fields) - FIELDS_OF_COMMENTS
                found.update(f"{kind.__name__}.{field}" for field in fields)
    return found


def function_of(program):
    """Return the function that a program defines."""
    return programs.load(program.source, program.name)["f"]


CONVERTED = [
    program
    for program in programs.PROGRAMS
    if conversion.should_run_as_is(function_of(program)) is None
]


def test_every_kind_field_and_type_of_constant_has_a_program():
    shown, constants = set(), set()
    for program in CONVERTED:
        for node in ast.walk(ast.parse(program.source)):
            shown.add(type(node).__name__)
            if isinstance(node, ast.Constant):
                constants.add(type(node.value))
            for field in node._fields:
                value = getattr(node, field)
                is_empty = value is None or value in ([], 0, -1)
                if not is_empty or field == "value":  # `None` and 0 are values, too
                    shown.add(f"{type(node).__name__}.{field}")
    assert kinds() - shown == set()
    assert constants == CONSTANTS


@pytest.mark.parametrize("program", CONVERTED, ids=lambda each: each.name)
def test_converted_source_compiles_and_parses_back(program):
    text = ag.to_code(function_of(program))
    compile(text, "<converted>", "exec", dont_inherit=True)
    printed = syntax.unparse(syntax.parse(text))
    assert ast.dump(ast.parse(printed)) == ast.dump(ast.parse(text))


def staged(function):
    """Convert onto the operators that stage; what is not converted is left alone."""
    is_left = conversion.should_run_as_is(function) is not None
    return function if is_left else ag.to_graph(function)


@pytest.mark.parametrize("program", programs.PROGRAMS, ids=lambda each: each.name)
def test_operators_that_stage_agree_on_python_values(program):
    for call in program.calls:
        expected = outcome(program.source, call)
        found = outcome(program.source, call, convert=staged)
        assert found == expected, call
