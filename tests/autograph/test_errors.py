"""Errors are part of the interface: class, message, the user's line, the way out.

What is refused has a program in `data/refusals/`, with its whole text in `golden/`.

PYTEST_DONT_REWRITE: the messages of plain `assert` are compared.
"""

import statistics
import sys
import traceback
from pathlib import Path

import pytest

import autograph as ag

HERE = __file__
LINES = Path(HERE).read_text(encoding="utf-8").splitlines()


def line_of(function, text):
    """Return the number of the line of `function` that holds `text`."""
    first = function.python_function.__code__.co_firstlineno
    return next(n for n in range(first, len(LINES) + 1) if text in LINES[n - 1])


def user_frames(error):
    """Return the frames of this file in the traceback: (line, function, text)."""
    return [
        (frame.lineno, frame.name, frame.line)
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == HERE
    ]


# -- The place -----------------------------------------------------------------------


@ag.function
def choose(x):
    if x > 0:
        return x
    return -x


@ag.function
def two_dtypes(x):
    if x > 0:
        y = ag.cast(x, ag.float32)
    else:
        y = ag.cast(x, ag.int64)
    return y


@ag.function
def not_converted(x):
    y = x + 1
    return statistics.fmean([y])


@ag.function
def adds(x):
    return ag.matmul(x, ag.ones([2, 4]))


def counted(n):
    k = 0
    while n > 0:
        n -= 1
        k += 1
    return k


@ag.function
def fills(n):
    return b"ab" * counted(n)


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
        (choose, ([1, 2],), ValueError, "one element is ambig", "if x > 0:"),
        (
            not_converted,
            (1,),
            ag.errors.StagingError,
            "fmean() is not",
            "statistics.fmean",
        ),
        (adds, ([[1.0]],), ag.errors.ShapeError, "the inner dim", "ag.matmul(x"),
        (fills, (3,), ag.errors.StagingError, "a sequence beside a num", "counted(n)"),
        (out_of_range, ([1, 2], 5), IndexError, "index 5 is out of bounds", "y[i]"),
        (divides, (3,), ZeroDivisionError, "by zero", "k = 10 // (k - k)"),
        (asserts, (-1,), AssertionError, "must be positive", "assert x > 0"),
        (raises, (-1,), KeyError, "negative", 'raise KeyError("negative")'),
        (unbound, (-1,), UnboundLocalError, "local variable 'y'", "return y"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_traceback_ends_at_the_users_line(function, args, error, message, text):
    args = [ag.constant(arg) for arg in args]
    with pytest.raises(error) as info:
        function(*args)
    assert message in str(info.value)
    lineno, name, line = user_frames(info.value)[-1]
    assert (lineno, name) == (line_of(function, text), function.__name__)
    assert text in line


def test_an_error_in_a_helper_ends_at_the_helpers_line():
    def helper(x):
        if x > 3:
            raise LookupError("deep")
        return x

    @ag.function
    def calls_helper(x):
        for i in ag.range(10):
            x = x + helper(i)
        return x

    with pytest.raises(LookupError, match="deep") as info:
        calls_helper(ag.constant(0))
    assert user_frames(info.value)[-1][1:] == ("helper", 'raise LookupError("deep")')


def test_branches_that_disagree_give_what_plain_python_gives():
    for x, dtype in ((1, ag.float32), (-1, ag.int64)):
        found = two_dtypes(ag.constant(x))
        assert found.dtype is dtype
        assert found.numpy() == x


def test_a_function_without_source():
    namespace = {}
    text = "def f(x):\n    return -x if x < 0 else x"
    exec(compile(text, "<made>", "exec"), namespace)
    with pytest.raises(OSError, match="The source of `f` is not available") as info:
        ag.function(namespace["f"])(ag.constant(1))
    assert isinstance(info.value, ag.errors.SourceUnavailableError)
    assert "linecache" in str(info.value)


# -- Where an error begins -----------------------------------------------------------


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
        assert lines[1] == f"  {HERE}:{line_of(function, 'x + y')}, in adds_shapes"
        assert lines[2:4] == ["      return x + y", "             ^^^^^"]
        assert lines[4].startswith("add(x, y): ")
        assert info.value.is_in_user_code


def test_an_error_outside_of_a_trace_begins_with_what_happened():
    with pytest.raises(ag.errors.ShapeError) as info:
        adds_shapes(ag.zeros([2]))
    assert str(info.value).startswith("add(x, y): ")


# -- Tracebacks ----------------------------------------------------------------------


def test_tracebacks_show_one_frame_of_the_library_or_all():
    def files_of(function, argument):
        with pytest.raises((KeyError, ag.errors.ShapeError)) as info:
            function(ag.constant(argument))
        trace = traceback.extract_tb(info.value.__traceback__)
        return [frame.filename for frame in trace if frame.filename != HERE]

    assert len(files_of(raises, -1)) <= 1
    ag.debugging.show_internal_frames(True)
    try:
        files = files_of(ag.function(lambda x: ag.matmul(x, x)), [[1.0, 2.0]])
    finally:
        ag.debugging.show_internal_frames(False)
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
