"""Containers that are changed between calls: each call sees what they hold then."""

import array
import collections
import types

import pytest

import autograph as ag


class Stack(list[object]):
    pass


class Table(dict[str, object]):
    pass


HELD: dict[str, object] = {"a": 1}


@pytest.mark.parametrize(
    ("container", "change"),
    [
        ([1], lambda x: x.append(2)),
        ({"a": 1}, lambda x: x.update(a=2)),
        (Stack([1]), lambda x: x.append(2)),
        (Table(a=1), lambda x: x.update(b=2)),
        (Table(a=1), lambda x: x.update(a=2)),
        (collections.deque([1]), lambda x: x.append(2)),
        (collections.UserList([1]), lambda x: x.append(2)),
        (collections.UserDict(a=1), lambda x: x.update(a=2)),
        (collections.ChainMap({"a": 1}), lambda x: x.update(a=2)),
        (types.MappingProxyType(HELD), lambda x: HELD.update(b=2)),
        (HELD.keys(), lambda x: HELD.update(c=2)),
        (HELD.values(), lambda x: HELD.update(c=3)),
        (HELD.items(), lambda x: HELD.update(c=4)),
        (bytearray(b"a"), lambda x: x.append(2)),
        (array.array("i", [1]), lambda x: x.append(2)),
        ({1}, lambda x: x.add(2)),
        (collections.Counter("a"), lambda x: x.update("b")),
        (Stack([Stack([1])]), lambda x: x.append(Stack([2]))),
    ],
    ids=lambda x: type(x).__name__,
)
def test_changed_containers_are_seen(container, change):
    @ag.function
    def f(x):
        return len(x), str(x)

    for n_traces in (1, 2):
        for _ in range(3):
            n, text = f(container)
            assert (int(n), text.numpy().decode()) == (len(container), str(container))
        assert f.experimental_get_tracing_count() == n_traces
        change(container)


def test_changed_tensors_are_seen():
    table = {"a": ag.constant(1)}
    values, pairs, parts = table.values(), table.items(), [ag.constant(1)]

    @ag.function
    def total(values, pairs, parts):
        return sum(values) + sum(value for _, value in pairs) + parts[0]

    for n in (1, 2, 3):
        table["a"] = parts[0] = ag.constant(n)
        for _ in range(2):
            assert int(total(values, pairs, parts)) == 3 * n


def test_a_container_of_another_class_counts_by_identity_too():
    f = ag.function(lambda x: 0)
    for _ in range(2):
        one, two = Stack([1]), Stack([1])
        for value in (one, two, one, two):
            f(value)
    assert f.experimental_get_tracing_count() == 4
