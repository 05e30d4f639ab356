"""Loops over data sets, and what iterators over them give."""

import itertools

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()
Dataset = ag.data.Dataset
NUMBERS = Dataset.range(10)
PAIRS = Dataset.from_tensor_slices(
    {"x": np.float32([1, -2, 3, 0.5]), "y": np.int64([4, 3, 2, 1])}
)
EMPTY = Dataset.range(0)


@programs.staged(NUMBERS, EMPTY, Dataset.range(100).map(lambda x: x % 7))
def a_sum(dataset):
    """A loop that adds elements."""
    total = ag.constant(0, ag.int64)
    for x in dataset:
        total += x
    return total


@programs.staged((PAIRS, 2), (PAIRS, 9), (PAIRS.repeat(), 2))
def break_and_continue(dataset, limit):
    """Jumps in a loop over a data set, one without end among them."""
    total = ag.constant(0.0)
    for pair in dataset:
        if pair["y"] < limit:
            break
        if pair["x"] < 0:
            continue
        total += pair["x"]
    return total


@programs.staged((NUMBERS, 4), (NUMBERS, 40), (EMPTY, 1))
def return_in_a_loop(dataset, limit):
    """A return out of a loop over a data set."""
    for x in dataset:
        if x > limit:
            return x * 10
    return ag.constant(-1, ag.int64)


@programs.staged((NUMBERS, 4), (NUMBERS, 40), (EMPTY, 1))
def else_of_a_loop(dataset, limit):
    """The else of a loop over a data set."""
    found = ag.constant(-1, ag.int64)
    for x in dataset:
        if x == limit:
            found = x
            break
    else:
        found = found * 2
    return found


@programs.falls(NUMBERS, EMPTY)
def enumerated(dataset):
    """The numbers of elements, by enumerate."""
    total = ag.constant(0, ag.int64)
    for place, x in enumerate(dataset, 5):
        total += place * x
    return total


@programs.falls((NUMBERS, PAIRS), (PAIRS, NUMBERS), (EMPTY, NUMBERS), (NUMBERS, EMPTY))
def two_data_sets_zipped(first, second):
    """Two data sets side by side: as many steps as the shorter one has."""
    steps = ag.constant(0)
    for _, _ in zip(first, second):
        steps += 1
    return steps


@programs.staged(
    (NUMBERS, ag.constant([3, 2, 1], ag.int64)), (EMPTY, ag.constant([3], ag.int64))
)
def zipped_with_a_tensor(dataset, weights):
    """A data set beside the rows of a tensor."""
    total = ag.constant(0, ag.int64)
    for x, weight in zip(dataset, weights):
        total += x * weight
    return total


@programs.falls(NUMBERS)
def zipped_with_a_list(dataset):
    """A data set beside a list."""
    total = ag.constant(0, ag.int64)
    for weight, x in zip([3, 5, 7, 11], dataset):
        total += x * weight
    return total


@programs.staged(ag.constant(5), ag.constant(0))
def nested_data_sets(n):
    """Data sets of tensors that only a run knows, within each other."""
    total = ag.constant(0, ag.int64)
    for outer in Dataset.range(n):
        for inner in Dataset.range(outer, 2 * outer).take(n):
            total += inner * outer
    return total


@programs.staged(ag.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]))
def slices_of_a_tensor(x):
    """A data set that is made of a tensor of the run."""
    total = ag.zeros([2])
    for row in Dataset.from_tensor_slices(x).skip(1).repeat(2):
        total = total * 2 + row
    return total


@programs.staged(NUMBERS, EMPTY)
def a_comprehension(dataset):
    """A list of what is made of some elements."""
    return [x * x for x in dataset if x % 3 == 1]


@programs.staged(NUMBERS, Dataset.range(3))
def builtins_of_elements(dataset):
    """Builtins that step through a data set."""
    return list(dataset), sum(dataset), max(dataset), tuple(x + 1 for x in dataset)


@programs.staged(NUMBERS)
def next_of_an_iterator(dataset):
    """Elements that are drawn one by one, and a loop over what is left."""
    iterator = iter(dataset)
    first, second = next(iterator), iterator.get_next()
    total = ag.constant(0, ag.int64)
    for x in iterator:
        total += x
    return first, second, total


@programs.staged(Dataset.range(2), EMPTY)
def next_with_a_default(dataset):
    """A default in place of what is not there."""
    iterator = iter(dataset)
    default = ag.constant(-1, ag.int64)
    return [next(iterator, default) for _ in range(3)]


@programs.staged(Dataset.range(1), Dataset.range(2))
def next_at_the_end(dataset):
    """StopIteration, where there is no other element."""
    iterator = iter(dataset)
    return next(iterator), next(iterator)


@programs.staged(Dataset.range(1), Dataset.range(2))
def get_next_at_the_end(dataset):
    """OutOfRangeError, where there is no other element."""
    iterator = iter(dataset)
    return iterator.get_next() + iterator.get_next()


@programs.staged(Dataset.range(3), EMPTY)
def a_caught_end(dataset):
    """StopIteration that is caught."""
    iterator = iter(dataset)
    total = ag.constant(0, ag.int64)
    try:
        while total < 100:
            total += next(iterator) + 1
    except StopIteration:
        total = -total
    return total


@programs.staged(Dataset.range(2), EMPTY)
def an_optional(dataset):
    """An element, or none, as an optional."""
    iterator = iter(dataset)
    found = ag.constant(-1, ag.int64)
    optional = iterator.get_next_as_optional()
    if optional.has_value():
        found = optional.get_value()
    return found, iterator.get_next_as_optional().has_value()


@programs.staged(NUMBERS)
def a_reduction(dataset):
    """A state that a function makes of each element."""
    return dataset.reduce(ag.constant(1, ag.int64), lambda state, x: state * 2 + x)


@programs.staged(PAIRS)
def a_gradient_in_each_step(dataset):
    """A training loop: the gradient of a loss, at each element."""
    w = ag.constant(0.5)
    for pair in dataset:
        with ag.GradientTape() as tape:
            tape.watch(w)
            loss = (w * pair["x"] - ag.cast(pair["y"], ag.float32)) ** 2
        w -= 0.01 * tape.gradient(loss, w)
    return w


@programs.staged(NUMBERS.batch(4), EMPTY.batch(2))
def batches_with_a_remainder(dataset):
    """Batches whose size only the run knows."""
    total, n = ag.constant(0, ag.int64), ag.constant(0)
    for batch in dataset:
        total += ag.reduce_sum(batch)
        n += ag.shape(batch)[0]
    return total, n


@programs.staged(NUMBERS)
def printing(dataset):
    """Output in the order of the elements."""
    for x in dataset:
        if x % 4 == 0:
            ag.print("element", x)
    return ag.constant(0)


@programs.falls(NUMBERS)
def python_steps_through_it(dataset):
    """Python's own iterators step through no data set while tracing."""
    return list(itertools.islice(dataset, 3))
