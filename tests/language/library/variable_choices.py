"""Names that hold this variable or that one, as the run decides."""

import autograph as ag
from tests.language.programs import Programs

T = ag.constant
programs = Programs()

v = ag.Variable(3, name="v")
w = ag.Variable(4, name="w")
u = ag.Variable(5, name="u")
f = ag.Variable([1.0, 2.0], name="f")
g = ag.Variable([5.0, 6.0], name="g")


@programs.staged(T(3), T(1))
def by_a_conditional_expression(x):
    """A conditional expression chooses one of two variables."""
    y = v if x > 2 else w
    v.assign_add(1)
    z = y + 1
    y.assign_add(10)
    return z, y, v, w


@programs.staged(T(3), T(1))
def by_return(x):
    """A conditional `return` of one of two variables."""
    if x > 2:
        return v
    return w


@programs.staged(T(3), T(1), T(-1))
def by_elif(x):
    """`elif` branches choose one of three variables, which is written."""
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
    """A variable on one path, a tensor on the other."""
    y = v if x > 2 else x
    v.assign(100)
    return y + 1, -y, y > 5, y * v


@programs.staged(T(3), T(1))
def beside_none(x):
    """A variable on one path, None on the other."""
    y = None
    if x > 2:
        y = v
    v.assign_add(1)
    if y is not None:
        return y + 1
    return x


@programs.staged(T(3), T(1))
def none_has_no_operators(x):
    """None in place of a variable has no operators."""
    y = v if x > 2 else None
    return y + 1


@programs.staged(T(3))
def by_and_and_or(x):
    """`and` and `or` choose one of two variables."""
    y = v and w
    z = v or w
    v.assign(7)
    return y, z


@programs.staged(T(3), T(1))
def in_a_while_loop(x):
    """A loop replaces a variable by a tensor."""
    i = v
    n = 0
    while i < 10:
        i = i + x
        n += 1
    v.assign(50)
    return i, n


@programs.staged(T(20))
def in_a_loop_that_does_not_run(x):
    """A variable is left by a loop that may not run."""
    i = v
    while i > 10:
        i = i - x
    v.assign(50)
    return i


@programs.staged(T(3), T(1), T(0))
def in_a_for_loop(n):
    """A loop chooses another variable in each iteration, and writes it."""
    current = v
    for k in ag.range(n):
        if k % 2 == 0:
            current = w
        else:
            current = u
        current.assign_add(k)
    v.assign(9)
    return current, v, w, u


@programs.falls(T(3))
def extremes(x):
    """`min` and `max` of variables choose one of them."""
    largest = max(v, w)
    least = min(v, u, 10)
    w.assign(-1)
    v.assign(1)
    return largest, least, max(v, x), max([v, w, u]), max(f), min(f)


@programs.staged(T(3), T(1))
def in_a_try(x):
    """A `try` body assigns one variable or the other before it raises."""
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
    """A branch replaces a variable in a dict."""
    held = {"a": v}
    if x > 2:
        held["a"] = w
    w.assign(1)
    return held["a"]


@programs.falls(T(3), T(1))
def parts(x):
    """Rows and items of a variable, or of a tensor."""
    y = f if x > 2 else f + 1
    f[0].assign(9.0)
    return y[0], [row for row in y], y, len(y), ag.reduce_sum(y)


@programs.staged(T(3), T(1))
def parts_are_assigned(x):
    """Assignments to items, slices and masks of variables."""
    y = f if x > 2 else g
    y[0] = 7.0
    y[1].assign(3.0)
    return f, g


@programs.staged(T(3), T(1))
def only_tensors_are_not_assigned(x):
    """`assign` of a variable, or of a tensor, which has none."""
    y = v if x > 2 else x
    y.assign(1)
    return y


@programs.staged(T(3), T(2), T(1), T(0), T(-1))
def of_choices(x):
    """Nested choices among variables and a tensor."""
    y = (v if x > 2 else w) if x > 1 else (u if x > 0 else (w if x == 0 else x))
    w.assign(0)
    return y, y is u, y is w


@programs.staged(T(3), T(1))
def truth(x):
    """The truth of the variable that was chosen."""
    y = v if x > 2 else w
    if y:
        return 1
    return 2


@programs.falls(T(3), T(1))
def asked_what_it_is(x):
    """Identity, class, dtype, shape and equality of a chosen variable."""
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


# -- What only the run could tell ------------------------------------------------------


def chosen(x):
    return v if x > 2 else w


def beside(x):
    return v if x > 2 else x


@programs.staged(T(3))
def formatted(x):
    """A chosen variable is formatted."""
    return f"{chosen(x)}"


@programs.staged(T(3))
def formatted_in_a_list(x):
    """The text of a list with a chosen variable."""
    return str([chosen(x)])


@programs.falls(T(3))
def its_repr(x):
    """`__repr__` of a chosen variable is called."""
    return chosen(x).__repr__()


@programs.staged(T(1))
def an_item_of_variables(x):
    """A tensor indexes a list of variables."""
    return [v, w][x]


@programs.staged(T(3))
def looked_up(x):
    """A chosen variable is the key of a lookup."""
    return {v: 1}[chosen(x)]


@programs.staged(T(3))
def its_name(x):
    """The name of a chosen variable."""
    return chosen(x).name


@programs.staged(T(3))
def choices_compared(x):
    """Two chosen variables are compared by `is`."""
    return chosen(x) is chosen(x)


@programs.staged(T(3))
def a_choice_compared(x):
    """What may be a variable or a tensor is compared by `is` with the tensor."""
    return beside(x) is x


@programs.staged(T(3))
def its_class(x):
    """The class of what may be a variable or a tensor."""
    return type(beside(x)) is ag.Variable


@programs.staged(T(3), T(1))
def several_dtypes(x):
    """A variable of another dtype and shape on each path is returned."""
    return f if x > 2 else w


@programs.staged(T(3))
def its_array(x):
    """`numpy()` of a chosen variable."""
    return chosen(x).numpy()
