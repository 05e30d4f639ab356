"""Errors of the parser: the line, a caret, and what was expected."""

import pytest

from graph.errors import GraphSyntaxError
from graph.text_parser import parse

HEAD = "graph f(x: int32[], p: pybool)\n"


def _error(text):
    with pytest.raises(GraphSyntaxError) as caught:
        parse(text)
    return str(caught.value)


def test_the_whole_message():
    found = _error(HEAD + "    %0 = add(x, y)\n    return %0")
    assert found.startswith(
        f"line 2: expected a value defined above; y is not [{GraphSyntaxError.code}]\n"
        "        %0 = add(x, y)\n"
        "                    ^"
    )
    assert "test_text_parser.py" in found  # the line that parses it


EXPECTED = [
    ("", "a line `graph name(inputs) -> results`"),
    ("# only a comment\n\n", "a line `graph name(inputs) -> results`"),
    ("grph f()", "`graph`"),
    ("graph (", "the graph's name"),
    ("graph f", "`(`"),
    ("graph f(x)", "`:`"),
    ("graph f(1: int)", "the name of an input"),
    ("graph f(inf: int)", "inf must be quoted"),
    ("graph f(x: int32)", "`[`"),
    ("graph f(x: int33[])", "int33 is none"),
    ("graph f(x: int32[-1])", "a dimension: a number or None"),
    ("graph f(x: int32[2", "`,` or `]`"),
    ("graph f(x: int, x: int)", "another name; 'x' is taken"),
    ("graph f(x: int y: int)", "`,`"),
    ("graph f() int", "the end of the line"),
    ("graph f()", "`return` of graph 'f'"),
    ("graph f()\nreturn", "a line indented more than line 1"),
    ("graph f()\n  %0 = zeros()\n", "zeros with the attribute shape"),
    ("graph f() -> int\n  return", "values of int, as the head of the graph says"),
    ("graph f() -> int\n  return 1.0", "values of int"),
    ("graph f() ->\n  return 1", "values of nothing"),
    ("graph f()\n  return 1 2", "`,`"),
    ("graph f()\n  return\n  return", "the end of the text"),
    (HEAD + "  %0 = add(x, 1)\n    return %0", "a body of add not given before"),
    (HEAD + "    %0 = add(x, 1)\n  return %0", "a line indented by 4 blanks"),
    (HEAD + "  foo(x)", "there is no op 'foo'"),
    (HEAD + "  %0 = placeholder()", "there is no op 'placeholder'"),
    (HEAD + "  %0 add(x)", "`,` or `=`"),
    (HEAD + "  %0, = add(x)", "a result such as %0"),
    (HEAD + "  %0 = add x", "`(`"),
    (HEAD + "  %0 = add(x", "`,` or `)`"),
    (HEAD + "  %0 = add(x,", "a value or a number"),
    (HEAD + "  %0 = add(x, 'y')", "a value defined above; y is not"),
    (HEAD + "  %0 = add(x, %0)", "a value defined above; %0 is not"),
    (HEAD + "  %0 = add(x, -)", "a number"),
    (HEAD + "  %0 = add(x, complex(1, 2))", "a float, such as 1.0"),
    (HEAD + "  %0 = add(x)", "an op that fits"),
    (HEAD + "  %0 = add(x, 1) : float32[]", "`: int32[]`, which is inferred"),
    (HEAD + "  %0, %1 = add(x, 1)", "1 results of add"),
    (HEAD + "  add(x, 1)", "1 results of add"),
    (HEAD + "  %0 = add(x, 1)\n  %0 = add(x, 1)", "a new name; %0 is defined above"),
    (HEAD + "  %0 = add(x, 1) foo", "the end of the line"),
    (HEAD + "  %0 = add(x, 1, foo=2)", "an attribute of add not given before"),
    (HEAD + "  %0 = cast(x, dtype=int8, dtype=int8)", "not given before"),
    (HEAD + "  %0 = cast(x, dtype=<class int>)", "which text cannot hold"),
    (HEAD + "  %0 = cast(x, dtype=foo)", "a dtype, such as float32; foo is none"),
    (HEAD + "  %0 = cast(x, dtype='int8)", "a dtype, such as float32"),
    (HEAD + "  %0 = cast(x, dtype='\\x')", "a string as Python writes it"),
    (HEAD + "  %0 = cast(x, dtype=(1 2))", "`,` or `)`"),
    (HEAD + "  %0 = cast(x, dtype=slice(1))", "a slice of start, stop and step"),
    (HEAD + "  %0 = cast(x, dtype={[]: 1})", "a dict; unhashable"),
    (HEAD + "  %0 = cast(x, dtype=1)", "an op that fits"),
    (HEAD + "  %0 = const(<object Thing>)", "which text cannot hold"),
    (HEAD + "  %0 = const(int, 1)", "elements of a strong dtype"),
    (HEAD + "  %0 = const(int32[None], [1])", "a shape without None"),
    (HEAD + "  %0 = const(int32[2], [1])", "nested lists of the shape [2]"),
    (HEAD + "  %0 = const(int32[2, 2], [[1, 2], [3]])", "nested lists of the shape"),
    (HEAD + "  %0 = const(int8[1], [300])", "the elements of int8[1]"),
    (HEAD + "  %0 = const(int8[2], base64 'AA==')", "the elements of int8[2]"),
    (HEAD + "  %0 = const(int8[2], base64 '?')", "the elements of int8[2]"),
    (HEAD + "  %0 = const(int8[1], [x])", "an element"),
    (HEAD + "  %0 = cond(p, 1)\n    then (x: int)\n      return x", "attribute orelse"),
    (HEAD + "  %0 = cond(p, 1)\n    then (x: int, y: int, z: int)", "at most 2 inputs"),
    (HEAD + "  %0 = cond(p, 1)\n    then (x: int)\n    orelse", "indented more than"),
    (HEAD + "  %0 = cond(p, 1)\n    foo (x: int)", "a body of cond not given before"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), EXPECTED)
def test_says_what_was_expected(text, expected):
    message = _error(text)
    assert expected in message.split("\n")[0]
    assert message.endswith("^")


def test_specs_and_origins_may_be_left_out_and_comments_put_in():
    graph = parse(
        """
        # what this is for
        graph f(x: float32[2])
          %0 = multiply(x, x)    # squares
          # no more
          return %0
        """
    )
    assert str(graph.outputs[0].spec) == "float32[2]"


def test_defaults_are_filled_in():
    graph = parse(
        "graph f(x: float32[2])\n  %0 = reduce_sum(x, keepdims=True)\n  return %0"
    )
    assert graph.nodes[1].attrs == {"axis": None, "keepdims": True}
