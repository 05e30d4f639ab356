"""The size check finds what is long, and exceptions nobody needs."""

import pytest

from tools.check_sizes import MAX_FILE_LINES, MAX_FUNCTION_LINES, check, measure


def function(lines, indent=""):
    return f"{indent}def f():\n" + f"{indent}    x = 1\n" * (lines - 1)


def complaints(folder, text, exceptions=()):
    path = folder / "graph.py"
    path.write_text(text)
    return check(list(measure(path, folder)), dict.fromkeys(exceptions, "a reason"))


@pytest.mark.parametrize(
    "text",
    [
        function(MAX_FUNCTION_LINES),
        "x = 1\n" * MAX_FILE_LINES,
        "class C:\n" + function(MAX_FUNCTION_LINES, "    "),
    ],
)
def test_size_at_the_limit_is_let_through(tmp_path, text):
    assert complaints(tmp_path, text) == []


@pytest.mark.parametrize(
    ("text", "start"),
    [
        (function(MAX_FUNCTION_LINES + 1), "graph.py:1: graph.py:f has 61 lines"),
        ("@d\n" + function(MAX_FUNCTION_LINES), "graph.py:1: graph.py:f has 61 lines"),
        (
            "if x:\n  class C:\n" + function(MAX_FUNCTION_LINES + 1, "    "),
            "graph.py:3: graph.py:C.f has 61 lines",
        ),
        ("x = 1\n" * (MAX_FILE_LINES + 1), "graph.py:1: graph.py has 501 lines"),
    ],
)
def test_size_over_the_limit_is_found(tmp_path, text, start):
    (complaint,) = complaints(tmp_path, text)
    assert complaint.startswith(start)


def test_exception_lets_a_long_function_through(tmp_path):
    text = function(MAX_FUNCTION_LINES + 1)
    assert complaints(tmp_path, text, ["graph.py:f"]) == []


def test_exception_nobody_needs_is_found(tmp_path):
    (complaint,) = complaints(tmp_path, function(3), ["graph.py:f"])
    assert "graph.py:f is not needed" in complaint
