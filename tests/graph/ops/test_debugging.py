"""Printing, errors and assertions: eagerly, and as nodes that are run later."""

from __future__ import annotations

import io
import logging
import sys
from collections import namedtuple
from typing import Any

import numpy as np
import pytest

from autograph import function
from graph import dtypes, errors
from graph import ops as ag
from graph.errors import DTypeError, InvalidArgumentError, ShapeError
from graph.graph import Graph
from graph.op import PRINTS, RAISES
from graph.specs import TensorSpec

Point: Any = namedtuple("Point", "x y")  # noqa: PYI024


def printed(capsys, *inputs, **options):
    ag.print(*inputs, **options)
    caught = capsys.readouterr()
    assert caught.out == ""
    return caught.err


def replay(graph, *args):
    """Run the kernels of a graph, in order."""
    values = dict(zip(map(id, graph.inputs), args, strict=True))
    for node in graph.nodes:
        if node.op.name != "placeholder":
            given = [values[id(value)] for value in node.inputs]
            result = node.op.kernel(*given, **node.attrs)
            for value in node.outputs:
                values[id(value)] = result


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (ag.constant([0.5, 0.25, 0.75]), "[0.5 0.25 0.75]"),
        (ag.constant(3), "3"),
        (ag.constant(3.0), "3"),
        (ag.constant(0.1), "0.1"),
        (ag.constant(1 / 3, "float64"), "0.33333333333333331"),
        (ag.constant([0.13434005]), "[0.134340048]"),
        (ag.constant([np.inf, -np.inf, np.nan, -0.0]), "[inf -inf nan -0]"),
        (ag.constant(1e30), "1e+30"),
        (ag.constant([[1, 2], [3, 4]]), "[[1 2]\n [3 4]]"),
        (ag.constant([[[1], [2]], [[3], [4]]]), "[[[1]\n  [2]]\n\n [[3]\n  [4]]]"),
        (ag.range(10), "[0 1 2 ... 7 8 9]"),
        (ag.range(6), "[0 1 2 3 4 5]"),
        (ag.constant([True, False]), "[True False]"),
        (ag.constant("text"), "text"),
        (ag.constant(["a", "b"]), '["a" "b"]'),
        (ag.constant(1 + 2j), "(1,2)"),
        (ag.zeros([0]), "[]"),
        (np.array([1.0, 2.5]), "[1 2.5]"),
        ("text {}", "text {}"),
        (1 / 3, "0.3333333333333333"),
        (None, "None"),
        ([1, ag.constant(2), "s"], "[1, 2, 's']"),
        ((ag.constant(1.5),), "(1.5,)"),
        ({"a": ag.constant([1, 2])}, "{'a': [1 2]}"),
        (Point(ag.constant(1), 2), "Point(x=1, y=2)"),
    ],
)
def test_values_are_shown_as_the_documents_show_them(value, text, capsys):
    assert printed(capsys, value) == text + "\n"


def test_arguments_are_joined_by_blanks_and_options_are_kept(capsys):
    assert printed(capsys, "n =", ag.constant(3)) == "n = 3\n"
    assert printed(capsys, 1, 2, sep="-", end="!") == "1-2!"
    assert printed(capsys) == "\n"
    assert printed(capsys, ag.range(5), summarize=1) == "[0 ... 4]\n"
    assert printed(capsys, ag.range(9), summarize=-1) == "[0 1 2 3 4 5 6 7 8]\n"


def test_streams_are_standard_ones_text_streams_and_files(capsys, tmp_path):
    ag.print(1, output_stream=sys.stdout)
    ag.print(2, output_stream=sys.stderr)
    assert capsys.readouterr() == ("1\n", "2\n")
    stream = io.StringIO()
    ag.print(3, output_stream=stream)
    assert stream.getvalue() == "3\n"
    for number in (4, 5):
        ag.print(number, output_stream=f"file://{tmp_path / 'log'}")
    assert (tmp_path / "log").read_text() == "4\n5\n"


def test_separators_and_ends_may_hold_braces(capsys):
    assert printed(capsys, 1, ag.constant(2), sep="{}", end="{0}\n") == "1{}2{0}\n"


def test_functions_of_loggers_are_given_messages(caplog):
    own = logging.getLogger("own")
    adapter = logging.LoggerAdapter(own, {})

    @function
    def log(x):
        ag.print("%d is 100%", x, output_stream=logging.info)
        ag.print("w", x, output_stream=own.warning)
        ag.print("e", output_stream=adapter.error, end="!")

    with caplog.at_level(logging.INFO):
        for n in (1, 2):
            log(ag.constant(n))
        ag.print("eager", output_stream=logging.debug)
        ag.print("eager", output_stream=own.info)
    found = [(x.name, x.levelname, x.getMessage()) for x in caplog.records]
    assert found == [
        *(
            each
            for n in (1, 2)
            for each in (
                ("root", "INFO", f"%d is 100% {n}"),
                ("own", "WARNING", f"w {n}"),
                ("own", "ERROR", "e!"),
            )
        ),
        ("own", "INFO", "eager"),
    ]


@pytest.mark.parametrize(
    "stream", [7, None, "log", print, logging.log, logging.getLogger("own").log]
)
def test_what_is_no_stream_is_refused(stream):
    with pytest.raises(DTypeError, match=r"print: .* is not a stream"):
        ag.print(1, output_stream=stream)


def test_print_is_a_node_that_prints_at_every_run(capsys):
    graph = Graph("f")
    with graph.as_default():
        x = graph.add_input(TensorSpec((None,), dtypes.float32), "x")
        n = graph.add_input(TensorSpec((), dtypes.python_float), "n")
        assert ag.print("x is", x, {"n": n}, [x]) is None
    assert (graph.nodes[-1].effects, graph.nodes[-1].outputs) == (PRINTS, ())
    assert capsys.readouterr().err == ""
    for _ in range(2):
        replay(graph, np.array([1.5], np.float32), 1 / 3)
    shown = "x is [1.5] {'n': 0.3333333333333333} [[1.5]]\n"
    assert capsys.readouterr().err == shown * 2


def test_errors_and_assertions_are_nodes_that_raise_when_the_graph_runs():
    graph = Graph("f")
    with graph.as_default():
        x = graph.add_input(TensorSpec((), dtypes.int32), "x")
        n = graph.add_input(TensorSpec((), dtypes.python_int), "n")
        ag.assert_that(x > 0, (x,), "x = {}")
        ag.raise_error(ValueError, (x, n), "x is {}, n is {:03}")
    assert [node.effects for node in graph.nodes[-2:]] == [RAISES] * 2
    with pytest.raises(AssertionError, match=r"x = ag\.Tensor"):
        replay(graph, np.int32(0), 7)
    with pytest.raises(
        ValueError, match=r"x is ag.Tensor\(1, shape=\(\), dtype=int32\), n is 007"
    ):
        replay(graph, np.int32(1), 7)


class OwnError(Exception):
    pass


def test_any_exception_can_be_raised_with_values_or_a_text():
    for kind in (ZeroDivisionError, OwnError, errors.ShapeError, KeyboardInterrupt):
        with pytest.raises(kind) as error:
            ag.raise_error(kind, (), "text")
        assert type(error.value) is kind
    with pytest.raises(KeyError) as error:
        ag.raise_error(KeyError, (ag.constant([1, 2]), 7))
    tensor, number = error.value.args
    assert tensor.numpy().tolist() == [1, 2]
    assert number == 7
    with pytest.raises(StopIteration) as error:
        ag.raise_error(StopIteration)
    assert error.value.args == ()


def test_assertions_raise_only_when_the_condition_is_false():
    ag.assert_that(True)
    ag.assert_that(ag.constant(1.0))
    ag.Assert(True, ["unused"])
    with pytest.raises(AssertionError) as error:
        ag.assert_that(ag.constant(0))
    assert error.value.args == ()
    with pytest.raises(AssertionError, match="n is 3"):
        ag.assert_that(ag.constant(False), (3,), "n is {}")


def test_assert_of_the_specification_shows_its_data():
    ag.Assert(True, ["unused"])
    data = ["x is", ag.range(10), 0.5]
    for summarize, shown in (
        (None, "[0 1 2 ... 7 8 9]"),
        (1, "[0 ... 9]"),
        (-1, "[0 1 2 3 4 5 6 7 8 9]"),
    ):

        @function
        def check(x, summarize=summarize):
            ag.Assert(x > 1, data, summarize)

        check(ag.constant(2))
        for call in (check, check.python_function):
            with pytest.raises(InvalidArgumentError) as error:
                call(ag.constant(1))
            told = f"assertion failed: [x is] [{shown}] [0.5]"
            assert error.value.message == told


def test_data_of_an_assertion_may_hold_braces():
    with pytest.raises(InvalidArgumentError) as error:
        ag.Assert(False, ["{0} {x}", "}{"])
    assert error.value.message == "assertion failed: [{0} {x}] [}{]"


TWO, THREE = ag.constant([2.0, 2.0]), ag.constant([3.0, 3.0])


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("assert_equal", (TWO, 2.0), (TWO, THREE)),
        ("assert_none_equal", (TWO, THREE), (TWO, [2.0, 3.0])),
        ("assert_less", (TWO, 3), (TWO, TWO)),
        ("assert_less_equal", (TWO, TWO), (THREE, TWO)),
        ("assert_greater", (THREE, TWO), (TWO, TWO)),
        ("assert_greater_equal", (TWO, TWO), (TWO, THREE)),
        ("assert_positive", (TWO,), ([1, 0],)),
        ("assert_negative", ([-1.0],), ([0.0],)),
        ("assert_non_negative", ([0, 1],), ([0, -1],)),
        ("assert_non_positive", ([0, -1],), ([1],)),
        ("assert_near", (TWO, 2.0000001), (TWO, 2.1)),
        ("assert_all_finite", (TWO, "here"), ([1.0, np.nan], "here")),
    ],
)
def test_assertions_about_values(name, good, bad):
    check = getattr(ag, name)
    check(*good)
    with pytest.raises(InvalidArgumentError) as error:
        check(*bad)
    assert isinstance(error.value, ValueError)
    graph = Graph("f")
    with graph.as_default():
        check(*bad)
    assert graph.nodes, "the check belongs to the graph"


def test_messages_may_be_made_by_the_run_and_hold_braces():
    @function
    def positive(x):
        ag.assert_positive(x, message=f"of {{{x}}} and {{}}:")

    with pytest.raises(InvalidArgumentError) as error:
        positive(ag.constant(-2))
    assert "of {" in str(error.value)
    assert "} and {}: x > 0 does not hold" in str(error.value)
    with pytest.raises(ShapeError, match=r"a \{0\}: a tensor of the shape"):
        ag.assert_rank(ag.constant([1]), 2, message="a {0}")


def test_items_of_text_are_pythons_eagerly_too():
    assert ag.getitem("abc", 1) == "b"
    assert ag.getitem("abc", slice(ag.constant(1), None)) == "bc"
    assert ag.getitem("abc", ag.constant(-1)) == "c"
    with pytest.raises(IndexError, match="string index out of range"):
        ag.getitem("abc", 3)
