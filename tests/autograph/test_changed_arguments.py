"""Containers that are changed between calls: each call sees what they hold then."""

import array
import collections
import types

import pytest

import autograph as ag


def test_a_changed_container_is_seen():
    @ag.function
    def f(parts, named):
        return parts[0] + named["a"] + len(parts)

    parts, named = [ag.constant(1)], {"a": ag.constant(10)}
    assert int(f(parts, named)) == 12
    parts[0] = ag.constant(2)
    assert int(f(parts, named)) == 13
    parts.append(5)
    assert int(f(parts, named)) == 14
    named["a"] = 20
    assert int(f(parts, named)) == 24
    parts[1] = 6
    assert int(f(parts, named)) == 24
    del parts[1]
    assert int(f(parts, named)) == 23


class Stack(list[object]):
    pass


class Table(dict[str, object]):
    pass


HELD: dict[str, object] = {"a": 1}


@pytest.mark.parametrize(
    ("container", "change"),
    [
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
def test_changed_containers_of_other_classes_are_seen(container, change):
    @ag.function
    def f(x):
        return len(x), str(x)

    before = [f(container) for _ in range(3)]
    assert {int(n) for n, _ in before} == {len(container)}
    change(container)
    for _ in range(3):
        n, text = f(container)
        assert (int(n), text.numpy().decode()) == (len(container), str(container))
    assert f.experimental_get_tracing_count() == 2


def test_tensors_in_a_view_are_seen():
    table = {"a": ag.constant(1)}
    values, pairs = table.values(), table.items()

    @ag.function
    def total(values, pairs):
        return sum(values) + sum(value for _, value in pairs)

    for n in (1, 2, 3):
        table["a"] = ag.constant(n)
        for _ in range(2):
            assert int(total(values, pairs)) == 2 * n


def test_a_container_of_another_class_counts_by_identity_too():
    log = []

    @ag.function
    def f(x):
        log.append(x)
        return 0

    for _ in range(2):
        one, two = Stack([1]), Stack([1])
        for value in (one, two, one, two):
            f(value)
    assert len(log) == 4
