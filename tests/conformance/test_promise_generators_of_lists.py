"""Generators that yield lists, dicts and sets whose length the run decides."""

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_may_be_changed_elsewhere_is_refused = refused.refusal_test()

each = rows.on(T(0), T(3), T(5))


def grown(n):
    return list(range(n))


def chunks(xs, size):
    for start in range(0, len(xs), size):
        yield xs[start : start + size]


def batches(xs):
    batch = []
    for x in xs:
        batch.append(x)
        if len(batch) == 2:
            yield batch
            batch = []
    if batch:
        yield batch


def buffered(xs):
    chunk = []
    for x in xs:
        chunk.append(x)
        if len(chunk) == 2:
            yield chunk
            chunk.clear()
    yield chunk


@each
def chunks_of_a_list(n):
    total = 0
    for chunk in chunks(grown(n), 2):
        total += len(chunk) * 10 + chunk[0]
    return (
        total,
        [sum(chunk) for chunk in chunks(grown(n), 2)],
        any(len(chunk) == 1 for chunk in chunks(grown(n), 2)),
    )


@each
def batches_of_a_list(n):
    out = []
    for k, batch in enumerate(batches(grown(n))):
        out.append((k, sum(batch)))
    return out, list(batches(grown(n)))


@each
def a_list_that_is_used_again(n):
    out, lengths = [], []
    for chunk in buffered(grown(n)):
        out.append(list(chunk))
        chunk.append(7)
        lengths.append(len(chunk))
    return out, lengths


@each
def dicts_and_sets(n):
    def tables():
        table, seen = {}, set()
        for k in ag.range(n):
            table[int(k) % 2] = k
            seen.add(int(k))
            yield table, seen

    count = 0
    for table, seen in tables():
        count += len(table) + 10 * len(seen)
    return count


@refused.on(T(3), T(5))
def lists_that_are_kept_and_changed(n):
    out = []
    for chunk in buffered(grown(n)):
        out.append(chunk)  # noqa: PERF402  # by a loop, which runs the generator
    return out
