"""Ragged tensors, sparse tensors and indexed slices, in loops, branches and containers."""

import autograph as ag
from tests.language.programs import Programs

programs = Programs()

RAGGED = [
    ag.ragged.constant([[1, 2], [3], [], [4, 5, 6]]),
    ag.ragged.constant([[7], [8, 9]]),
    ag.ragged.constant([[]], dtype=ag.int32),
]
NESTED = [ag.ragged.constant([[[1], [2, 3]], [], [[4, 5, 6], []]])]
SPARSE = [ag.SparseTensor([[0, 0], [1, 2]], [1.0, 2.0], [3, 4])]
COUNTS = [ag.constant(n) for n in (0, 1, 3)]
SIGNS = [ag.constant(1), ag.constant(-1)]


@programs.staged(*RAGGED)
def rows(ragged):
    """A loop goes through the rows."""
    total = 0
    for row in ragged:
        total += ag.reduce_sum(row) * ag.shape(row)[0]
    return total


@programs.staged(*NESTED)
def rows_of_rows(ragged):
    """The rows of a nested one are ragged, too."""
    total = 0
    for row in ragged:
        for part in row:
            total += ag.reduce_sum(part)
    return total


@programs.staged(*RAGGED)
def until_empty(ragged):
    """A loop ends at the first empty row."""
    total = 0
    for row in ragged:
        if ag.shape(row)[0] == 0:
            break
        total += row[0]
    return total


@programs.staged(*RAGGED)
def parts(ragged):
    """Slices, lengths, a dense form: arguments and results."""
    padded = ragged.to_tensor(default_value=-1)
    return ragged[1:], ragged[:, :1], ragged.row_lengths(), len(ragged), padded


@programs.staged(*RAGGED)
def operators(ragged):
    """Elementwise operators, with numbers and with the same rows."""
    return 2 * ragged - 1, ragged > 2, (ragged == ragged) & ~(ragged < 4), -ragged


@programs.staged(*[(x, sign) for x in RAGGED for sign in SIGNS])
def of_two_paths(ragged, sign):
    """What two branches leave is joined component by component."""
    if sign > 0:
        found = ragged * 2
    else:
        found = ragged[1:]
    return found, found.nrows()


@programs.staged(*[(x, n) for x in RAGGED for n in COUNTS])
def carried(ragged, n):
    """A loop carries one whose number of rows changes."""
    while n > 0:
        ragged = ragged[1:] + 1
        n -= 1
    return ragged


@programs.staged(*[(x, sign) for x in RAGGED for sign in SIGNS])
def or_none(ragged, sign):
    """It is None on one path."""
    found = None
    if sign > 0:
        found = ragged
    if found is None:
        return ag.constant(0)
    total = 0
    for row in found:
        total += ag.reduce_sum(row)
    return total + ag.reduce_sum(found.flat_values)


@programs.staged(*[(x, sign) for x in RAGGED for sign in SIGNS])
def missing(ragged, sign):
    """It is not there on one path: reading it raises UnboundLocalError."""
    if sign > 0:
        found = ragged
    return found.nrows()


@programs.staged(*[(x, n) for x in RAGGED for n in COUNTS])
def in_a_list(ragged, n):
    """A list of the run grows by ragged tensors, and is read."""
    kept = []
    for i in range(n):
        kept.append(ragged * i)
    total = 0
    for each in kept:
        total += ag.reduce_sum(each.flat_values)
    return kept, total


@programs.staged(*[(x, n) for x in RAGGED for n in COUNTS])
def in_a_dict(ragged, n):
    """A dict of the run holds them under keys that the run knows."""
    kept = {}
    for i in range(n):
        kept[i % 2] = ragged + i
    return kept


@programs.staged(*[([x, {"a": x}], 1) for x in RAGGED])
def nested_arguments(pair, k):
    """They come in containers."""
    return pair[0] + k, {"b": pair[1]["a"]}


@programs.staged(*RAGGED)
def comprehension(ragged):
    """A comprehension goes through the rows."""
    return [ag.reduce_sum(row) for row in ragged]


@programs.falls(*RAGGED)
def enumerated(ragged):
    """Python counts the rows."""
    total = 0
    for i, row in enumerate(ragged):
        total += i * ag.reduce_sum(row)
    return total


@programs.staged(ag.constant([1, 2, 3]), ag.constant([4, 5, 6]))
def made(x):
    """It is made of tensors of the run."""
    found = ag.RaggedTensor.from_row_lengths(x, [2, 0, 1])
    again = ag.RaggedTensor.from_value_rowids(x, [0, 0, 2], nrows=3)
    return found, again + found, ag.ragged.range(x)


@programs.staged(ag.constant([0, 2, 3]), ag.constant([0, 4, 3]), ag.constant([1, 3]))
def checked(splits):
    """Row splits are checked when this runs."""
    return ag.RaggedTensor.from_row_splits([1, 2, 3], splits)


@programs.staged(*[(x, sign) for x in SPARSE for sign in SIGNS])
def sparse(x, sign):
    """A sparse tensor on two paths; products and dense forms."""
    y = x * 2.0 if sign > 0 else ag.sparse.reorder(x)
    return y, ag.sparse.to_dense(y), ag.sparse.sparse_dense_matmul(y, ag.ones([4, 2]))


@programs.staged(ag.constant([[1, 0], [0, 2]]), ag.constant([[0, 0], [0, 0]]))
def of_dense(x):
    """A sparse tensor is made of a dense one."""
    found = ag.sparse.from_dense(x)
    return found, ag.shape(found.values)[0], found.dense_shape


@programs.staged(*COUNTS)
def slices(n):
    """Indexed slices become a tensor where an op needs one."""
    values = ag.ones([n, 2])
    found = ag.IndexedSlices(values, ag.range(n) % 2, [3, 2])
    return found, ag.convert_to_tensor(found), ag.add(found, 1.0), -found


@programs.staged(*RAGGED)
def refused(ragged):
    """An op takes no ragged tensor in place of a dense one."""
    return ag.reduce_sum(ragged)
