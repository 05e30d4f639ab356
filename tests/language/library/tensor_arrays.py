"""`ag.TensorArray`: written and read in loops, branches and functions."""

import autograph as ag
from tests.language.programs import Programs

programs = Programs()

SIZES = [ag.constant(n) for n in (2, 3, 5)]


@programs.staged(*SIZES)
def rows(n):
    """A loop writes each element; `stack` and `size` read all of them."""
    ta = ag.TensorArray(ag.int32, n)
    for i in ag.range(n):
        ta = ta.write(i, i * i)
    return ta.stack(), ta.size()


@programs.staged(*SIZES)
def rows_without_assignment(n):
    """What `write` returns is dropped: the array itself is changed."""
    ta = ag.TensorArray(ag.int32, n)
    for i in ag.range(n):
        ta.write(i, i * i)
    return ta.stack(), ta.read(0)


@programs.staged(*SIZES)
def backwards(n):
    """A `while` writes rows from the last to the first."""
    ta = ag.TensorArray(ag.float32, size=n)
    i = n - 1
    while i >= 0:
        ta = ta.write(i, ag.cast(ag.range(3) * i, ag.float32))
        i -= 1
    return ta.concat(), ta.gather([0, n - 1, 0])


@programs.staged(*SIZES)
def growing(n):
    """An array with a dynamic size grows, and has zeros in between."""
    ta = ag.TensorArray(ag.float64, dynamic_size=True, element_shape=[2])
    for i in ag.range(n):
        if i % 2 == 0:
            ta = ta.write(2 * i, ag.ones([2], ag.float64) * ag.cast(i, ag.float64))
    return ta.stack(), ta.size()


@programs.staged(*SIZES)
def scan(n):
    """Each iteration reads what the previous one wrote."""
    values = ag.TensorArray(ag.int64, n).unstack(ag.range(n, dtype=ag.int64) + 1)
    sums = ag.TensorArray(ag.int64, n, element_shape=())
    sums = sums.write(0, values.read(0))
    for i in ag.range(1, n):
        sums = sums.write(i, sums.read(i - 1) + values.read(i))
    return sums.stack()


@programs.staged(*SIZES)
def in_branches(n):
    """Writes in branches, of which one does not use the result."""
    ta = ag.TensorArray(ag.float32, 3, element_shape=[])
    if n > 2:
        ta = ta.write(0, 1.5)
        if n > 3:
            ta.write(1, 2.5)
    else:
        ta = ta.write(2, -1.0)
    return ta.stack()


@programs.staged(*SIZES)
def by_functions(n):
    """A function writes to the array that another name refers to, too."""

    def fill(array, i):
        return array.write(i, [i, n])

    ta = ag.TensorArray(ag.int32, n)
    other = ta
    i = 0
    while i < n:
        ta = fill(ta, i)
        i = i + 1
    return other.stack()


@programs.staged(*SIZES)
def functional(n):
    """`ag.while_loop` and `ag.cond` take and return an array."""
    ta = ag.TensorArray(ag.int32, n)
    _, ta = ag.while_loop(
        lambda i, ta: i < n,
        lambda i, ta: (i + 1, ta.write(i, 2 * i)),
        (ag.constant(0), ta),
    )
    ta = ag.cond(n > 2, lambda: ta.write(0, 7), lambda: ta)
    return ta.stack()


@programs.staged(*SIZES)
def nested(n):
    """A loop creates an array in each iteration and stacks it into another."""
    out = ag.TensorArray(ag.int32, n)
    for i in ag.range(n):
        row = ag.TensorArray(ag.int32, 3)
        for j in ag.range(3):
            row = row.write(j, i * j)
        out = out.write(i, row.stack())
    return out.stack()


@programs.staged(*SIZES)
def in_structures(n):
    """An array in an attribute and in a dict of a list is one array."""

    class Model:
        def __init__(self):
            self.ta = ag.TensorArray(ag.int32, n)

        def step(self, i):
            self.ta = self.ta.write(i, i + 1)

    model = Model()
    held = {"a": [model.ta]}
    for i in ag.range(n):
        model.step(i)
        if i == 1:
            break
    held["a"][0].write(0, 9)
    return model.ta.gather([0, 1])


@programs.staged(*SIZES)
def scattered(n):
    """`scatter` writes to several indices, also to one of them twice."""
    ta = ag.TensorArray(ag.int32, n + 2, element_shape=[])
    ta = ta.scatter([n, 0, n], [1, 2, 3])
    for i in ag.range(1, n):
        ta = ta.scatter([i], ag.reshape(i, [1]))
    return ta.stack()


@programs.staged(*SIZES)
def split(n):
    """`split` writes parts of different lengths, which `concat` joins."""
    ta = ag.TensorArray(ag.int32, 3).split(ag.range(n + 3), [n, 1, 2])
    return ta.read(0), ta.concat(), ta.read(2)


@programs.staged(*SIZES)
def zeros(n):
    """Elements that were never written are zeros of the element shape."""
    ta = ag.TensorArray(ag.float32, n, element_shape=[2])
    first = ta.read(0)
    ta = ta.write(1, first + 1.0)
    return ta.stack(), first


@programs.staged(*SIZES)
def zeros_of_the_others(n):
    """Elements that were never written have the shape of the others."""
    return ag.TensorArray(ag.string, n).write(1, ["a", "b"]).stack()


@programs.staged(*SIZES)
def once(n):
    """An element that is cleared when it is read may be written again."""
    ta = ag.TensorArray(ag.int32, n, clear_after_read=True).unstack(ag.range(n))
    total = 0
    for i in ag.range(n):
        total += ta.read(i)
    return ta.write(0, total).read(0)


@programs.staged(*SIZES)
def without_one_shape(n):
    """Elements of different shapes, as `infer_shape=False` allows."""
    ta = ag.TensorArray(ag.int32, n, infer_shape=False)
    for i in ag.range(n):
        ta = ta.write(i, ag.range(i))
    return ta.concat(), ta.read(n - 1)


@programs.staged(*SIZES)
def of_bools(n):
    """A condition reads an element."""
    ta = ag.TensorArray(ag.bool, n)
    for i in ag.range(n):
        ta = ta.write(i, i > 1)
    count = ag.constant(0)
    for i in ag.range(n):
        if ta.read(i):
            count += 1
    return count


@programs.falls(*SIZES)
def caught(n):
    """A write out of bounds raises IndexError, and a handler writes."""
    ta = ag.TensorArray(ag.int32, 3, element_shape=())
    try:
        for i in ag.range(n):
            ta = ta.write(i, i + 1)
    except IndexError:
        ta = ta.write(0, -1)
    return ta.stack()


@programs.staged(*SIZES)
def none_at_all(n):
    """An array of size 0 stacks to no rows."""
    return ag.TensorArray(ag.float32, 0, element_shape=[2]).stack()


def array(*values, **kwargs):
    """Return an array that is made outside of any graph."""
    made = ag.TensorArray(ag.float32, len(values), **kwargs)
    return made.unstack(ag.constant(values, ag.float32)) if values else made


ARRAYS = [array(1.0, 2.0), array(3.0, 4.0, 5.0, element_shape=[])]
WIDTHS = [(given, ag.constant(n)) for given in ARRAYS for n in (0, 2)]


@programs.staged(*WIDTHS)
def an_argument_that_is_read(given, n):
    """An argument is read at places that the run knows."""
    total = ag.constant(0.0)
    for i in range(n):
        total += given.read(i)
    return total, given.size(), len(given)


@programs.staged(*WIDTHS)
def an_argument_that_is_written(given, n):
    """What is written is in the caller's array."""
    for i in range(n):
        given = given.write(i, given.read(i) * 10.0)
    return given.stack()


@programs.staged(*WIDTHS)
def an_argument_that_is_returned(given, n):
    """It comes back as the same object."""
    if n > 0:
        given.write(0, 7.0)
    return given, {"again": given}


@programs.staged((array(dynamic_size=True), ag.constant(3)))
def an_argument_that_grows(given, n):
    """It grows while it is written."""
    for i in ag.range(n):
        given.write(i, ag.cast(i, ag.float32))
    return len(given), given.concat() if n < 0 else given.stack()


@programs.staged(*WIDTHS)
def an_argument_out_of_bounds(given, n):
    """An error of a place comes after what was written before it."""
    given.write(0, 9.0)
    return given.read(n + 5)


@programs.staged(*[(x, y, ag.constant(n)) for x, y in [ARRAYS] for n in (-1, 1)])
def one_of_two_arguments(first, second, n):
    """Either is written, and both may be one."""
    chosen = first if n > 0 else second
    chosen.write(1, 6.0)
    return first.stack(), second.stack()


@programs.staged(*WIDTHS)
def in_containers(given, n):
    """It goes into containers of the run, and comes out as itself."""
    kept = []
    for _ in range(n + 1):
        kept.append(given)
    for each in kept:
        each.write(0, each.read(0) + 1.0)
    return given.stack(), len(kept)


@programs.staged(*WIDTHS)
def methods_of_all_kinds(given, n):
    """Each method has its result."""
    given.scatter([0, 1], [8.0, 9.0])
    rows = given.gather([1, 0])
    same = given.identity()
    given.unstack(ag.zeros(ag.shape(given.stack())))
    return rows, same.stack(), given.read(n * 0)


@programs.staged(*SIZES)
def results(n):
    """Arrays of the graph are results, by themselves and in containers."""
    ta = ag.TensorArray(ag.float32, n, element_shape=[])
    grows = ag.TensorArray(ag.int32, dynamic_size=True)
    for i in range(n):
        ta = ta.write(i, ag.cast(i, ag.float32))
        if i % 2 == 0:
            grows = grows.write(i, [i, i])
    return ta, {"grows": grows, "again": ta}


@programs.staged(*[x for x, _ in WIDTHS])
def part_of_an_argument_as_a_result(given):
    """An array of the graph has the rows of an argument."""
    made = ag.TensorArray(ag.float32, dynamic_size=True)
    return made.unstack(given.stack() * 2.0)
