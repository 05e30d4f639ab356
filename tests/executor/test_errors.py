"""Errors keep type and message, and their traceback ends at the user's line."""

import _thread
import signal
import threading
import time
import traceback

import numpy as np
import pytest

from executor import errors
from executor.program import build
from graph import dtypes
from graph.errors import ShapeError
from graph.graph import Graph
from graph.ops import OPS
from graph.specs import TensorSpec
from tests.executor.graphs import INT, INT32, Writer, make, pretend_source

VECTOR = TensorSpec((None,), dtypes.float32)


def frames(error):
    return [
        (x.filename, x.lineno, x.name)
        for x in traceback.extract_tb(error.__traceback__)
    ]


def failing():
    def write(b: Writer, x, y):
        z = b.at(2).op("add", x, x)
        return b.at(3).op("pow", z, y)

    integers = TensorSpec((None,), dtypes.int32)
    return build(make("demo", {"x": integers, "y": integers}, write))


def fail(program):
    try:
        program(np.array([3, 4], np.int32), np.array([2, -1], np.int32))
    except ValueError as error:
        return error
    raise AssertionError


def test_the_last_frame_is_the_users_and_none_is_ours():
    error = fail(failing())
    assert [name for _, _, name in frames(error)] == ["fail", "demo"]
    assert frames(error)[-1] == ("/home/user/demo.py", 3, "demo")


def test_shapes_that_do_not_fit_are_told_as_tracing_tells_them():
    def write(b: Writer, x, y):
        z = b.at(2).op("add", x, x)
        return b.at(3).op("multiply", z, y)

    program = build(make("demo", {"x": VECTOR, "y": VECTOR}, write))
    with pytest.raises(ShapeError, match=r"shapes \[3\] and \[2\] do not") as caught:
        program(np.ones(3, np.float32), np.ones(2, np.float32))
    assert frames(caught.value)[-1] == ("/home/user/demo.py", 3, "demo")


def test_a_traceback_shows_the_users_text():
    pretend_source("def demo(x, y):\n    z = x + x\n    return z ** y\n")
    shown = "".join(traceback.format_exception(fail(failing())))
    assert shown.endswith(
        '  File "/home/user/demo.py", line 3, in demo\n'
        "    return z ** y\n"
        "ValueError: Integers to negative integer powers are not allowed.\n"
        "in 'pow', a node of graph 'demo'\n"
    )


def test_of_several_nodes_in_a_line_the_one_that_failed_is_named():
    def write(b: Writer, x, y):
        one = b.op("floor_divide", x, y)
        return b.op("floor_divide", b.op("add", one, 1), b.op("subtract", x, y))

    program = build(make("f", {"x": INT, "y": INT}, write))
    for args, name in (((1, 0), "'floordiv'"), ((2, 2), "'floordiv_1'")):
        with pytest.raises(ZeroDivisionError) as found:
            program(*args)
        assert name in found.value.__notes__[0]


def test_our_frames_can_be_kept(monkeypatch):
    monkeypatch.setattr(errors, "show_internal_frames", True)
    program = failing()
    error = fail(program)
    assert program.filename in [filename for filename, _, _ in frames(error)]
    assert "t1 = pow_(t0, y)" in "".join(traceback.format_exception(error))


def test_frames_of_user_code_that_a_kernel_calls_are_kept(monkeypatch):
    def users_function(x):
        raise KeyError("mine")

    graph = Graph("f")
    x = graph.add_input(VECTOR, "x")
    b = Writer(graph, [5])
    y = b.op("identity", b.op("exp", x))
    program = build(graph.finish([b.op("sin", y)]))
    monkeypatch.setitem(program.run.__globals__, "exp", users_function)
    with pytest.raises(KeyError) as found:
        program(np.ones(1))
    names = [name for _, _, name in frames(found.value)]
    assert names[-2:] == ["demo", "users_function"]


def test_a_node_of_unknown_origin_shows_the_program():
    graph = Graph("f")
    spec = TensorSpec((None,), dtypes.int32)
    x, y = (graph.add_input(spec, name) for name in "xy")
    program = build(graph.finish(graph.add(OPS["pow"], (x, y)).outputs))
    error = fail(program)
    assert frames(error)[-1][0] == program.filename
    assert error.__notes__ == ["in 'pow', a node of graph 'f'"]


@pytest.fixture
def listens_to_control_c():
    """Let Ctrl-C raise, also where the shell has background jobs ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("listens_to_control_c")
def test_control_c_stops_an_endless_loop_at_the_users_line():
    def write(b: Writer, n):
        test = lambda b, n: b.at(2).op("greater_equal", n, 0)
        return b.loop({"n": n}, [], test, lambda b, n: b.at(3).op("mod", n, 7))

    program = build(make("demo", {"n": INT32}, write))
    running = threading.Event()

    def interrupt():
        running.wait()
        time.sleep(0.05)
        _thread.interrupt_main()

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt) as found:
        running.set()
        program(np.array(5, np.int32))
    thread.join()
    assert frames(found.value)[-1][0] == "/home/user/demo.py"
