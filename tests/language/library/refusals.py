"""What is hard to stage: agreed or refused."""

import autograph as ag
from tests.language.programs import Programs

programs = Programs()

T = ag.constant


@programs.staged(T(5), T(-5))
def none_on_one_path(x):
    """A tensor is returned in one branch, and None without it."""
    if x > 0:
        return x


@programs.staged(T(5), T(-5))
def none_or_a_value(x):
    """A variable that is None or a tensor after a branch."""
    y = None
    if x > 0:
        y = x
    return x if y is None else y + 1


@programs.staged(T(5), T(0))
def number_or_truth(x):
    """`and` gives an integer tensor or a bool tensor."""
    return x and x > 3


@programs.staged(T(5), T(-5))
def dtypes_that_differ(x):
    """A branch rebinds an integer tensor to a floating-point one."""
    y = x
    if x > 0:
        y = x / 2
    return y


@programs.staged(T(50), T(5), T(0))
def another_dtype_before_a_return(n):
    """A loop rebinds its variable to another dtype just before a `return`."""
    while n > 0:
        if n > 10:
            n = n / 2
            return n
        n = n - 1
    return n / 2


@programs.staged(T(5), T(0))
def loop_that_changes_the_dtype(n):
    """A loop-carried Python int becomes a float."""
    y = 1
    while n > 0:
        y = y / 2
        n -= 1
    return y


@programs.staged(T(5), T(0))
def loop_that_changes_the_dtype_of_a_tensor(n):
    """A loop-carried integer tensor becomes floating-point on one path."""
    y = n
    for _ in range(3):
        if y > 0:
            y = y * 0.5
    return y


@programs.staged(T(5), T(-5))
def text_of_a_branch(x):
    """A conditional expression selects one of two strings."""
    return "positive" if x > 0 else "negative"


@programs.staged(T(5), T(-5))
def functions_of_a_branch(x):
    """Each branch binds a lambda, which is called afterwards."""
    if x > 0:
        f = lambda y: y + 1
    else:
        f = lambda y: y - 1
    return f(x)


@programs.staged(T(5), T(-5))
def nestings_that_differ(x):
    """A variable that is a tuple or a list, by branch, cannot be staged."""
    if x > 0:
        pair = (x, x)
    else:
        pair = [x, x]
    return pair


@programs.staged(T(3), T(0))
def text_with_a_value(x):
    """An f-string of a tensor."""
    return f"{x}"


@programs.staged(T(3), T(-3))
def exception_with_a_value(x):
    """A branch raises an exception whose text shows a tensor."""
    if x < 0:
        raise ValueError(f"{x} is negative")
    return x


@programs.staged(T(3), T(-3))
def exception_with_a_tensor(x):
    """A branch raises an exception with a tensor as an argument."""
    if x < 0:
        raise ValueError("negative", x)
    return x


@programs.staged((T([1, 2, 3]), T(2)), (T([1, 2, 3]), T(7)))
def membership(v, x):
    """`in` a tensor, for another tensor."""
    return x in v


@programs.staged(T(2), T(7))
def membership_of_a_python_tuple(x):
    """`in` a tuple of Python ints, for a tensor."""
    return x in (1, 2, 3)


@programs.staged(T([3, 1, 2]), T([1, 1, 1]))
def builtins_over_rows(v):
    """`sum`, `max`, `min`, `any`, `all` and `len` of a tensor."""
    return sum(v), max(v), min(v), any(v > 2), all(v > 0), len(v)


@programs.staged(T([3, 1, 2]))
def sorted_rows(v):
    """`sorted` of a tensor."""
    return sorted(v)


@programs.staged(T([3, 1, 2]))
def starred_unpacking(v):
    """Starred unpacking of a tensor."""
    first, *others = v
    return first, others


@programs.staged((T([3, 1, 2]), T([7, 8, 9])))
def zip_and_enumerate(v, w):
    """A loop over `enumerate` of `zip` of two tensors."""
    total = 0
    for i, (a, b) in enumerate(zip(v, w)):
        total += i * a - b
    return total


@programs.staged(T([3, 1, 2]))
def reversed_rows(v):
    """A loop over `reversed` of a tensor."""
    total = 0
    for x in reversed(v):
        total = total * 10 + x
    return total


@programs.staged(T([3, 1, 2]), T([0, 0, 0]))
def comprehension_over_rows(v):
    """List comprehensions over a tensor, one with a dynamic condition."""
    return [x * 2 for x in v], [x for x in v if x > 1]


@programs.staged(T(3), T(0))
def comprehension_over_a_staged_range(n):
    """A list comprehension over a dynamic range."""
    return [i * i for i in range(n)]


@programs.staged(T(3), T(0))
def sum_of_a_generator(n):
    """`sum` of a generator expression over a dynamic range."""
    return sum(i * i for i in range(n))


@programs.staged((T(7), T(2)), (T(-7), T(2)))
def divmod_and_pow(x, y):
    """`divmod` and `pow` of tensors; with a modulus, `pow` raises TypeError."""
    return divmod(x, y), pow(x, 2), pow(x, 2, 5)


@programs.staged(T(2.5), T(-3.5))
def round_of_a_tensor(x):
    """`round` of a floating-point tensor."""
    return round(x)


@programs.staged(T(3), T(-3))
def delete_in_a_branch(x):
    """`del` of a local variable in a branch that returns."""
    y = x
    if x > 0:
        del y
        return x
    return y


@programs.staged(T(3), T(-3))
def walrus_in_a_comprehension(x):
    """`:=` in a comprehension accumulates in a variable outside of it."""
    total = 0
    items = [total := total + i * x for i in range(3)]
    return items, total


@programs.staged(T(3), T(0))
def walrus_in_a_while(n):
    """`:=` in the test of a `while` loop."""
    total = 0
    while (k := n - 1) > 0:
        total += k
        n = k
    return total, k


@programs.staged(T(3), T(0))
def generator_with_a_staged_condition(n):
    """A generator function yields under a dynamic condition."""

    def items():
        for i in (1, 2, 3):
            if n > i:
                yield i

    total = 0
    for i in items():
        total += i
    return total


@programs.staged(T(3), T(0))
def text_times_a_python_integer(n):
    """A string times `int()` of a tensor."""
    return "ab" * int(n)


@programs.staged(T(3), T(1))
def slice_by_a_tensor(n):
    """A constant tensor sliced and indexed by a tensor."""
    v = ag.constant([1, 2, 3, 4])
    return v[:n], v[n:], v[-n]


@programs.staged(T(2), T(0))
def shape_changed_in_a_branch(n):
    """A branch rebinds a tensor to one of another rank."""
    v = ag.zeros([2])
    if n > 0:
        v = ag.zeros([2, 2])
    return v + 1


@programs.staged((T(1), T(1)), (T(1), T(2)))
def identity(x, y):
    """`is` of two tensors computed at run time cannot be staged."""
    return x is y, x is x


@programs.staged(T(3), T(-3))
def isinstance_of_a_tensor(x):
    """`isinstance` of a tensor, joined to a dynamic condition by `and`."""
    if isinstance(x, ag.Tensor) and x > 0:
        return 1
    return 0


@programs.staged(T(3), T(-3))
def locals_are_plain(x):
    """`len(locals())` after a branch that rebinds a variable."""
    y = 1
    if x > 0:
        y = 2
    return len(locals()), y


@programs.staged(T(300), T(3))
def python_integer_power(n):
    """Powers of a loop-carried Python int, one with a negative exponent."""
    k = 2
    for _ in range(n % 7):
        k = k**2 % 1000
    return k, k**-1 if n < 0 else k
