"""Functions of elements that use what is around them, and data sets made of tensors."""

import autograph as ag
from tests.language.programs import Programs

programs = Programs()
Dataset = ag.data.Dataset
NUMBERS = Dataset.range(6)


@programs.staged((ag.constant(3, ag.int64), ag.constant(4, ag.int64)))
def tensors_around(factor, least):
    """Functions of elements that read tensors of the function around them."""
    total = ag.constant(0, ag.int64)
    for x in NUMBERS.map(lambda x: x * factor).filter(lambda x: x > least):
        total += x
    return total


@programs.staged(ag.constant(3.5), ag.constant(-1.0))
def numbers_around(x):
    """A Python number that only a run knows, in a function of elements."""
    count, double = int(x) + 1, x * 2.0
    total = ag.constant(0.0)
    for value in NUMBERS.map(
        lambda n: ag.cast(n, ag.float32) * double + count if n % 2 == 0 else double
    ):
        total = total * 2 + value
    return total


@programs.staged(ag.constant(5, ag.int64), ag.constant(0, ag.int64))
def made_in_a_loop(n):
    """Data sets that each iteration of a staged loop makes anew."""
    total = i = ag.constant(0, ag.int64)
    while i < n:
        for batch in Dataset.range(i).map(lambda x: x + i).batch(2):
            total += ag.reduce_sum(batch)
        i += 1
    return total


@programs.staged(ag.constant(5, ag.int64))
def flat_map_with_a_tensor(n):
    """Data sets that a function makes of an element and of a tensor around it."""
    total = ag.constant(0, ag.int64)
    for x in NUMBERS.flat_map(lambda x: Dataset.range(x * n).map(lambda y: y * x + n)):
        total += x
    return total


@programs.staged(ag.constant(2, ag.int64))
def given_to_a_function(n):
    """A data set of a tensor of the run, given to a function."""

    def add(dataset):
        total = ag.constant(0, ag.int64)
        for x in dataset:
            total += x
        return total

    return add(NUMBERS.map(lambda x: x * n)), add(NUMBERS.skip(n))


@programs.staged(ag.constant(4, ag.int64))
def sizes_of_the_run(n):
    """Counts and sizes that only a run knows."""
    dataset = Dataset.range(20).skip(n).take(2 * n).batch(n - 1).repeat(n - 2)
    sizes = ag.constant(0)
    for batch in dataset:
        sizes = sizes * 7 + ag.shape(batch)[0]
    return sizes


@programs.staged(ag.constant(3), ag.constant(0))
def a_list_that_grows(n):
    """A list of what the elements give."""
    found = []
    for x in NUMBERS.take(n):
        found.append(x * 2)
    return found


@programs.staged(ag.constant(2, ag.int64))
def a_tensor_array(factor):
    """A TensorArray that elements are written to."""
    found = ag.TensorArray(ag.int64, size=0, dynamic_size=True)
    for place, x in NUMBERS.enumerate():
        found = found.write(ag.cast(place, ag.int32), x * factor)
    return found.stack()


@programs.staged(ag.constant(2.0))
def a_gradient_through_the_loop(w):
    """The gradient of a sum over elements."""
    with ag.GradientTape() as tape:
        tape.watch(w)
        loss = ag.constant(0.0)
        for x in NUMBERS:
            loss += w * w * ag.cast(x, ag.float32)
    return tape.gradient(loss, w)


@programs.staged(ag.constant(2, ag.int64), ag.constant(20, ag.int64))
def raised_and_caught(limit):
    """An exception out of a loop over a data set."""
    total = ag.constant(0, ag.int64)
    try:
        for x in NUMBERS:
            if x > limit:
                raise ValueError("too large")
            total += x
    except ValueError:
        total = -total
    return total


@programs.falls(ag.constant(2, ag.int64))
def three_deep(n):
    """Loops over data sets within each other, with jumps."""
    total = ag.constant(0, ag.int64)
    for low, high in zip(NUMBERS, NUMBERS.skip(1)):
        for x in NUMBERS:
            if x == low:
                continue
            if x > high:
                break
            total += low * high * x * n
    return total


@programs.staged(ag.constant(7, ag.int64))
def scanned(start):
    """A state that is carried from element to element."""
    total = ag.constant(0, ag.int64)
    for x, state in NUMBERS.scan(start, lambda s, x: (s + x, (x, s * start))):
        total += x * state
    return total


@programs.staged(ag.constant(True), ag.constant(False))
def chosen_by_a_tensor(flag):
    """Which of two data sets it is, only the run knows."""
    dataset = NUMBERS if flag else Dataset.range(3)
    total = ag.constant(0, ag.int64)
    for x in dataset:
        total += x
    return total
