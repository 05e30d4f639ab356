"""Names that hold this variable or that one, as the run decides."""

# Programs under test are written as users write them.

import pytest

import autograph as ag
from autograph.testing import assert_agrees
from tests.language.programs import Programs, calls_of

T = ag.constant
programs = Programs()

v = ag.Variable(3, name="v")
w = ag.Variable(4, name="w")
u = ag.Variable(5, name="u")
f = ag.Variable([1.0, 2.0], name="f")
g = ag.Variable([5.0, 6.0], name="g")


@programs.staged(T(3), T(1))
def by_a_conditional_expression(x):
    y = v if x > 2 else w
    v.assign_add(1)
    z = y + 1
    y.assign_add(10)
    return z, y, v, w


@programs.staged(T(3), T(1))
def by_return(x):
    if x > 2:
        return v
    return w


@programs.staged(T(3), T(1), T(-1))
def by_elif(x):
    if x > 2:
        y = v
    elif x > 0:
        y = w
    else:
        y = u
    w.assign(0)
    if x > 0:
        y.assign_add(x)
    return y * 2, v, w, u


@programs.staged(T(3), T(1))
def beside_a_tensor(x):
    y = v if x > 2 else x
    v.assign(100)
    return y + 1, -y, y > 5, y * v


@programs.staged(T(3), T(1))
def beside_none(x):
    y = None
    if x > 2:
        y = v
    v.assign_add(1)
    if y is not None:
        return y + 1
    return x


@programs.staged(T(3), T(1))
def none_has_no_operators(x):
    y = v if x > 2 else None
    return y + 1


@programs.staged(T(3))
def by_and_and_or(x):
    y = v and w
    z = v or w
    v.assign(7)
    return y, z


@programs.staged(T(3), T(1))
def in_a_while_loop(x):
    i = v
    n = 0
    while i < 10:
        i = i + x
        n += 1
    v.assign(50)
    return i, n


@programs.staged(T(20))
def in_a_loop_that_does_not_run(x):
    i = v
    while i > 10:
        i = i - x
    v.assign(50)
    return i


@programs.staged(T(3), T(1), T(0))
def in_a_for_loop(n):
    current = v
    for k in ag.range(n):
        if k % 2 == 0:
            current = w
        else:
            current = u
        current.assign_add(k)
    v.assign(9)
    return current, v, w, u


@programs.staged(T(3))
def extremes(x):
    largest = max(v, w)
    least = min(v, u, 10)
    w.assign(-1)
    v.assign(1)
    return largest, least, max(v, x), max([v, w, u]), max(f), min(f)


@programs.staged(T(3), T(1))
def in_a_try(x):
    try:
        y = v
        1 // (x - 3)
        y = w
    except ZeroDivisionError:
        pass
    v.assign_add(1)
    return y


@programs.staged(T(3), T(1))
def in_a_dict(x):
    held = {"a": v}
    if x > 2:
        held["a"] = w
    w.assign(1)
    return held["a"]


@programs.staged(T(3), T(1))
def parts(x):
    y = f if x > 2 else f + 1
    f[0].assign(9.0)
    return y[0], [row for row in y], y, len(y), ag.reduce_sum(y)  # noqa: C416


@programs.staged(T(3), T(1))
def parts_are_assigned(x):
    y = f if x > 2 else g
    y[0] = 7.0
    y[1].assign(3.0)
    return f, g


@programs.staged(T(3), T(1))
def only_tensors_are_not_assigned(x):
    y = v if x > 2 else x
    y.assign(1)
    return y


@programs.staged(T(3), T(2), T(1), T(0), T(-1))
def of_choices(x):
    y = (v if x > 2 else w) if x > 1 else (u if x > 0 else (w if x == 0 else x))
    w.assign(0)
    return y, y is u, y is w


@programs.staged(T(3), T(1))
def truth(x):
    y = v if x > 2 else w
    if y:
        return 1
    return 2


@programs.staged(T(3), T(1))
def asked_what_it_is(x):
    y = v if x > 2 else w
    z = v if x > 2 else x
    return (
        y is v,
        y is w,
        y is u,
        y is None,
        y is x,
        isinstance(y, ag.Variable),
        isinstance(z, ag.Variable),
        isinstance(z, ag.Tensor),
        type(y) is ag.Variable,
        y.dtype == ag.int32,
        y.shape,
        y.ndim,
        y in [3, 7],
        y == 3,
        int(y),
    )


def chosen(x):
    return v if x > 2 else w


def beside(x):
    return v if x > 2 else x


REFUSED = [
    (lambda x: f"{chosen(x)}", "text is made of one of the variables 'v', 'w'"),
    (lambda x: str([chosen(x)]), "text is made of one of the variables 'v', 'w'"),
    (lambda x: chosen(x).__repr__(), "made of a value that is known only when the"),
    (lambda x: [v, w][x], "holds variables"),
    (lambda x: {v: 1}[chosen(x)], "something is looked up by one of the variables"),
    (lambda x: chosen(x).name, "`.name` is asked of one of the variables"),
    (lambda x: chosen(x) is chosen(x), "something is compared by `is` with one of"),
    (lambda x: beside(x) is x, "something is compared by `is` with one of"),
    (lambda x: type(beside(x)), "the class is asked of one of the variables 'v'"),
]  # fmt: skip


@pytest.mark.parametrize(("function", "text"), REFUSED)
def test_what_only_the_run_could_tell_is_refused(function, text):
    with pytest.raises(ag.errors.AutographError) as info:
        ag.function(function)(T(3))
    assert text in str(info.value)
    assert info.value.hint
    assert info.value.origin.filename == __file__


def test_a_result_of_several_dtypes_is_refused_at_the_function():
    def mixed(x):
        return f if x > 2 else w

    with pytest.raises(ag.errors.BranchMismatchError) as info:
        ag.function(mixed)(T(3))
    assert "the value that was chosen is float32[2] in the first branch" in str(
        info.value
    )
    assert info.value.origin.function == "mixed"


def test_numpy_is_for_values_that_are_there():
    with pytest.raises(AttributeError, match="no attribute 'numpy'"):
        ag.function(lambda x: chosen(x).numpy())(T(3))


@pytest.mark.parametrize(("function", "args"), calls_of(programs))
def test_what_was_chosen_is_the_variable_itself(function, args):
    v.assign(3)
    w.assign(4)
    assert_agrees(function, *args)
