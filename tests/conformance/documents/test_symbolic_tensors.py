"""What a symbolic tensor looks like: its shape, its text, and that it has no value."""

from typing import Any

import pytest

import autograph as ag


@pytest.fixture
def seen():
    """Return what the functions of this file say, while they are traced."""
    _SEEN.clear()
    return _SEEN


_SEEN: list[Any] = []


def test_it_has_no_numpy_attribute_while_tracing(seen):
    @ag.function
    def f(x):
        _SEEN.append(hasattr(x, "numpy"))
        _SEEN.append(getattr(x, "numpy", "absent"))
        y = x + 1
        return y.numpy() if hasattr(y, "numpy") else y

    assert int(f(ag.constant(3))) == 4
    assert seen == [False, "absent"]


def test_asking_for_it_is_an_attribute_error_at_the_users_line():
    @ag.function
    def f(x):
        return x.numpy()

    with pytest.raises(
        AttributeError, match=r"x.numpy\(\)(.|\n)*has no attribute 'numpy'"
    ):
        f(ag.constant(3))


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ([None, None, 3], "(None, None, 3)"),
        ([None], "(None,)"),
        ([], "()"),
        ([2, 3], "(2, 3)"),
        (None, "<unknown>"),
    ],
)
def test_its_shape_is_printed_with_none_where_it_is_unknown(given, shown, capsys):
    @ag.function(input_signature=[ag.TensorSpec(given, ag.float32)])
    def f(x):
        print(x.shape)
        print("Tracing with", x)
        return x

    f.get_concrete_function()
    assert capsys.readouterr().out == (
        f'{shown}\nTracing with Tensor("x:0", shape={shown}, dtype=float32)\n'
    )
