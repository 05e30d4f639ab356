"""Errors are part of the interface: class, message, the user's line, the way out.

PYTEST_DONT_REWRITE: the messages of plain `assert` are compared.
"""

import sys
import traceback
from pathlib import Path
from typing import Any

import pytest

import autograph as ag

HERE = __file__


def line_of(function, text):
    """Return the number of the line of `function` that holds `text`."""
    code = function.python_function.__code__
    lines = Path(HERE).read_text(encoding="utf-8").splitlines()
    for number in range(code.co_firstlineno, len(lines) + 1):
        if text in lines[number - 1]:
            return number
    raise AssertionError(text)


def user_frames(error):
    """Return the frames of this file in the traceback: (line, function, text)."""
    return [
        (frame.lineno, frame.name, frame.line)
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == HERE
    ]


def check_place(info, function, text):
    """Check that the traceback ends at the user's line with `text`."""
    lineno, name, line = user_frames(info.value)[-1]
    assert (lineno, name) == (line_of(function, text), function.__name__)
    assert text in line


# --- what is refused at once --------------------------------------------------------


def test_a_function_without_source():
    namespace = {}
    text = "def f(x):\n    return -x if x < 0 else x"
    exec(compile(text, "<made>", "exec"), namespace)
    with pytest.raises(OSError, match="The source of `f` is not available") as info:
        ag.function(namespace["f"])(ag.constant(1))
    assert isinstance(info.value, ag.errors.SourceUnavailableError)
    assert "linecache" in str(info.value)


def test_a_generator():
    def numbers(x):
        yield x

    with pytest.raises(TypeError, match="a generator function") as info:
        ag.function(numbers, python="refuse")
    assert f"{HERE}:" in str(info.value)
    assert "ag.stack" in str(info.value)


def test_a_coroutine():
    async def fetch(x):
        return x

    with pytest.raises(TypeError, match="a coroutine function"):
        ag.function(fetch)(1)


def test_a_builtin():
    with pytest.raises(TypeError, match="len is a builtin without Python source"):
        ag.function(len)
    with pytest.raises(TypeError, match="not a function written in Python"):
        ag.to_code(len)


def test_a_class():
    class Thing:
        pass

    with pytest.raises(TypeError, match="Thing is a class"):
        ag.function(Thing)


def test_what_is_not_callable():
    with pytest.raises(TypeError, match="3 is not callable"):
        ag.function(3)


# --- conditions ---------------------------------------------------------------------


@ag.function
def choose(x):
    if x > 0:
        return x
    return -x


def test_a_condition_with_more_than_one_element():
    with pytest.raises(
        ValueError, match=r"truth value of bool\[2\] is ambiguous"
    ) as info:
        choose(ag.constant([1, 2]))
    check_place(info, choose, "if x > 0:")
    assert "ag.reduce_any(x), ag.reduce_all(x), or ag.where" in str(info.value)


@ag.function
def listed(x):
    return [*x]


@ag.function
def gathered(x):
    return len({*x})


def test_a_construct_that_is_not_staged():
    told = "the length of a list is known only when"
    with pytest.raises(ag.errors.UnknownLengthError, match=told) as info:
        gathered.get_concrete_function(ag.TensorSpec([None], ag.int32))
    check_place(info, gathered, "return len({*x})")
    assert "^" in str(info.value)


def test_a_tensor_of_known_length_is_unrolled():
    first, *rest = listed(ag.constant([1, 2, 3]))
    assert int(first) == 1
    assert [int(value) for value in rest] == [2, 3]


@ag.function
def looked_up(x):
    row = [1]
    table = [row, [2], row]
    table[x].append(4)
    return table


def test_a_list_of_lists_indexed_by_a_tensor_and_changed():
    with pytest.raises(ag.errors.StagingError, match="a list is changed") as info:
        looked_up(ag.constant(1))
    check_place(info, looked_up, "table[x].append(4)")


# --- paths that disagree ------------------------------------------------------------


@ag.function
def two_dtypes(x):
    if x > 0:
        y = ag.cast(x, ag.float32)
    else:
        y = ag.cast(x, ag.int64)
    return y


def test_branches_that_disagree_show_both_places():
    with pytest.raises(ag.errors.BranchMismatchError) as info:
        two_dtypes(ag.constant(1))
    message = str(info.value)
    assert "the variable `y` is float32[] in the first branch" in message
    assert "int64[] in the other" in message
    for text in ("ag.float32)", "ag.int64)"):
        assert f"{HERE}:{line_of(two_dtypes, text)}, in two_dtypes" in message
    assert "ag.cast" in message
    check_place(info, two_dtypes, "if x > 0:")


@ag.function
def two_structures(x):
    if x > 0:
        y = (x, x)
    else:
        y = x
    return y


def test_branches_that_disagree_about_nesting():
    with pytest.raises(
        TypeError, match=r"the structure \(\., \.\) on one path and a s"
    ):
        two_structures(ag.constant(1))


@ag.function
def to_text(x):
    y = x
    while x > 0:
        x = x - 1
        y = "done"
    return y


def test_a_loop_variable_that_becomes_something_else():
    with pytest.raises(TypeError, match="the variable `y` is int32") as info:
        to_text(ag.constant(1))
    assert "before the loop" in str(info.value)
    assert "after an iteration" in str(info.value)


# --- errors when the graph runs -----------------------------------------------------


@ag.function
def out_of_range(x, i):
    y = x + 1
    return y[i]


@ag.function
def divides(n):
    k = 1
    while n > 0:
        n -= 1
        k = 10 // (k - k)
    return k


@ag.function
def asserts(x):
    assert x > 0, "must be positive"
    return x


@ag.function
def raises(x):
    if x < 0:
        raise KeyError("negative")
    return x


@ag.function
def unbound(x):
    if x > 0:
        y = x
    return y


@pytest.mark.parametrize(
    ("function", "args", "error", "message", "text"),
    [
        (out_of_range, ([1, 2], 5), IndexError, "index 5 is out of bounds", "y[i]"),
        (divides, (3,), ZeroDivisionError, "by zero", "k = 10 // (k - k)"),
        (asserts, (-1,), AssertionError, "must be positive", "assert x > 0"),
        (raises, (-1,), KeyError, "negative", 'raise KeyError("negative")'),
        (unbound, (-1,), UnboundLocalError, "local variable 'y'", "return y"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_an_error_of_a_run_is_pythons_own_at_the_users_line(
    function, args, error, message, text
):
    args = [ag.constant(arg) for arg in args]
    with pytest.raises(error, match=message) as info:
        function(*args)
    check_place(info, function, text)
    with pytest.raises(error) as eager:
        function.python_function(*args)
    assert type(eager.value) is type(info.value)
    assert eager.value.args == info.value.args


@pytest.mark.parametrize(
    ("function", "argument", "result"),
    [(asserts, 1, 1), (raises, 1, 1), (unbound, 4, 4), (divides, 0, 1)],
)
def test_no_error_is_raised_from_a_path_not_taken(function, argument, result):
    assert int(function(ag.constant(argument))) == result


@ag.function
def adds(x):
    return ag.matmul(x, ag.ones([2, 4]))


def test_shapes_that_do_not_fit():
    with pytest.raises(
        ag.errors.ShapeError, match="the inner dimensions differ"
    ) as info:
        adds(ag.ones([3, 4]))
    check_place(info, adds, "ag.matmul(x")
    assert "a is float32[3, 4], b is float32[2, 4]" in str(info.value)


leaked: list[ag.Tensor] = []


@ag.function
def leaks(x):
    leaked.append(x + 1)
    return x


def test_a_leaked_tensor_used_later():
    leaks(ag.constant(1))
    with pytest.raises(TypeError, match="has no value outside it") as info:
        leaked[0] + 1
    assert f"{HERE}:{line_of(leaks, 'leaked.append')}" in str(info.value)
    with pytest.raises(
        AttributeError, match="'Tensor' object has no attribute 'numpy'"
    ):
        leaked[0].numpy()


@ag.function
def uses_leaked(x):
    return x + leaked[0]


def test_a_leaked_tensor_in_another_graph():
    leaks(ag.constant(1))
    with pytest.raises(TypeError, match="while another function was traced") as info:
        uses_leaked(ag.constant(1))
    assert "it was made here" in str(info.value)


readers: list[Any] = []


@ag.function
def keeps_a_reader(x):
    if x > 0:
        y = x
    readers.append(lambda: y)
    return x


def test_a_variable_of_some_paths_read_after_the_trace():
    keeps_a_reader(ag.constant(1))
    with pytest.raises(
        ag.errors.LeakedTensorError, match="while a function was traced is used after"
    ) as info:
        readers[0]()
    assert "readers.append(lambda: y)" in str(info.value)
    assert "Return it from the function" in str(info.value)


# --- errors of a trace --------------------------------------------------------------


def adds_shapes(x):
    y = ag.zeros([3])
    return x + y


def test_an_error_of_a_trace_begins_with_the_users_line():
    function = ag.function(adds_shapes)
    for call in (function, function.get_concrete_function):
        with pytest.raises(ag.errors.ShapeError) as info:
            call(ag.zeros([2]))
        lines = str(info.value).splitlines()
        assert lines[0] == "in user code:"
        number = adds_shapes.__code__.co_firstlineno + 2
        assert lines[1] == f"  {HERE}:{number}, in adds_shapes"
        assert lines[2:4] == ["      return x + y", "             ^^^^^"]
        assert lines[4].startswith("add(x, y): ")
        assert info.value.is_in_user_code


def test_an_error_outside_of_a_trace_begins_with_what_happened():
    with pytest.raises(ag.errors.ShapeError) as info:
        adds_shapes(ag.zeros([2]))
    assert str(info.value).startswith("add(x, y): ")


def test_what_the_users_code_raises_keeps_its_message():
    @ag.function
    def function(x):
        raise KeyError("no such thing")

    with pytest.raises(KeyError) as info:
        function(ag.constant(1))
    assert info.value.args == ("no such thing",)


# --- tracebacks ---------------------------------------------------------------------


def helper(x):
    if x > 3:
        raise LookupError("deep")
    return x


@ag.function
def calls_helper(x):
    total = x
    for i in ag.range(10):
        total = total + helper(i)
    return total


def test_an_error_in_a_helper_ends_at_the_helpers_line():
    with pytest.raises(LookupError, match="deep") as info:
        calls_helper(ag.constant(0))
    _, name, line = user_frames(info.value)[-1]
    assert name == "helper"
    assert line == 'raise LookupError("deep")'


def test_tracebacks_show_one_frame_of_the_library():
    with pytest.raises(KeyError) as info:
        raises(ag.constant(-1))
    files = [frame.filename for frame in traceback.extract_tb(info.value.__traceback__)]
    assert len([name for name in files if name != HERE]) <= 1


def test_a_switch_shows_all_frames():
    @ag.function
    def fails(x):
        return ag.matmul(x, x)

    ag.debugging.show_internal_frames(True)
    try:
        with pytest.raises(ValueError, match="matmul") as info:
            fails(ag.ones([2, 3]))
    finally:
        ag.debugging.show_internal_frames(False)
    files = {frame.filename for frame in traceback.extract_tb(info.value.__traceback__)}
    assert any("dispatch.py" in name for name in files)


def test_every_error_class_has_a_stable_identifier():
    classes = [
        value
        for value in vars(ag.errors).values()
        if isinstance(value, type) and issubclass(value, ag.errors.AutographError)
    ]
    codes = [cls.code for cls in classes]
    assert len(set(codes)) == len(codes)
    assert all(cls.__module__ == "autograph.errors" for cls in classes)
    assert sys.modules["autograph.errors"] is ag.errors


# --- exceptions that a `try` of the function would have to catch --------------------


@ag.function
def tidies_up(x, log):
    try:
        return x[0] + x[1] / 2
    finally:
        log.append(1)


def test_a_try_around_what_never_raises_is_as_in_python():
    log = []
    assert float(tidies_up(ag.constant([1.0, 2.0]), log)) == 2


def counted(n):
    k = 0
    while n > 0:
        n -= 1
        k += 1
    return k


@ag.function
def fills(n):
    return b"ab" * counted(n)


@pytest.mark.parametrize("function", [fills], ids=lambda f: f.__name__)
def test_a_sequence_beside_a_staged_python_number_is_refused(function):
    with pytest.raises(
        ag.errors.StagingError, match="a sequence beside a number"
    ) as info:
        function(ag.constant(3))
    check_place(info, function, "counted(n)")
