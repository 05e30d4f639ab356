"""Keys and elements with parts that only the run knows: members, named tuples, dataclasses."""

# Programs under test are written as users write them.
# ruff: noqa: B007, FURB171, PIE796

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import NamedTuple

import pytest

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
EACH = tuple(map(T, (5, 1, 0, 9)))
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_only_the_run_could_tell_is_refused = refused.refusal_test()


class S(Enum):
    IDLE = 0
    RUN = 1
    STOP = 2


class Color(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3
    CRIMSON = 1


class Letter(Enum):
    A = "a"
    B = "b"


class Number(IntEnum):
    ONE = 1
    TWO = 2


@dataclass(frozen=True)
class K:
    a: int


@dataclass(frozen=True)
class P:
    x: int
    y: int


class N(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True)
class Equal:
    x: int

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 1


@dataclass(frozen=True)
class Partly:
    x: int
    n: int = field(compare=False, default=0)


TABLE = {(S.IDLE, 1): S.RUN, (S.RUN, 0): S.IDLE}
NEXT = {S.IDLE: S.RUN, S.RUN: S.STOP, S.STOP: S.IDLE}


@rows.on(*EACH)
def a_transition_table(n):
    s = S.IDLE
    for event in [1, 0, 1]:
        if n > 0:
            s = TABLE.get((s, event), S.IDLE)
    return s.name


@rows.on(*EACH)
def a_transition_table_in_a_loop(n):
    s = S.IDLE
    for i in range(n):
        s = TABLE.get((s, i % 2), S.STOP)
    return s.name, s.value


@rows.on(*EACH)
def a_key_that_is_missing(n):
    s = S.RUN if n > 3 else S.IDLE
    return TABLE[s, 1].name


@rows.on(*EACH)
def whether_a_pair_is_a_key(n):
    s = S.RUN if n > 3 else S.IDLE
    if (s, 1) in TABLE:
        return 1
    return 0


@rows.on(*EACH)
def a_table_of_members(n):
    s = S.IDLE
    for i in range(n):
        s = NEXT[s]
    return s.name, s is S.IDLE, s == S.RUN, s in NEXT


@rows.on(*EACH)
def two_members(n):
    T2 = {(S.IDLE, S.RUN): 1, (S.RUN, S.RUN): 2, (S.IDLE, S.IDLE): 3}
    a = S.RUN if n > 3 else S.IDLE
    b = S.RUN if n > 1 else S.IDLE
    return T2.get((a, b), 0)


@rows.on(*EACH)
def a_member_and_text(n):
    T2 = {(S.IDLE, "go"): S.RUN, (S.RUN, "stop"): S.IDLE}
    s = S.IDLE
    for cmd in ["go", "stop", "go"][:]:
        if n > 2:
            s = T2[s, cmd]
    return s.name


@rows.on(*EACH)
def a_member_and_text_of_the_run(n):
    T2 = {(S.IDLE, "go"): S.RUN, (S.RUN, "stop"): S.IDLE}
    s = S.IDLE
    cmds = ["go", "stop"]
    for i in range(n):
        s = T2[(s, cmds[i % 2])]
    return s.name


@rows.on(*EACH)
def pairs_as_values(n):
    T2 = {(S.IDLE, 1): (S.RUN, 5), (S.RUN, 0): (S.IDLE, 7)}
    s = S.IDLE
    t = 0
    for i in range(n):
        s, k = T2.get((s, (i + 1) % 2), (S.STOP, 0))
        t += k
    return s.name, t


@rows.on(*EACH)
def functions_as_values(n):
    def a(x):
        return x + 1

    def b(x):
        return x * 2

    T2 = {(S.IDLE, 1): a, (S.RUN, 1): b}
    s = S.RUN if n > 3 else S.IDLE
    return T2[s, 1](int(n))


@rows.on(*EACH)
def members_in_sets(n):
    s = S.RUN if n > 3 else S.IDLE
    return s in {S.RUN, S.STOP}, s in (S.RUN, S.STOP), s in [S.IDLE]


@rows.on(*EACH)
def a_member_by_its_value(n):
    return Color(int(n)).name


@rows.on(*EACH)
def what_a_member_by_its_value_is(n):
    c = Color(int(n) % 3 + 1)
    return c.name, c is Color.RED, c.value, c == Color.GREEN


@rows.on(*EACH)
def no_member_of_this_value(n):
    try:
        return Color(int(n)).name
    except ValueError as e:
        return str(e)


@rows.on(*EACH)
def a_member_by_text(n):
    return Letter("a" if n > 3 else "b").name


@rows.on(*EACH)
def a_member_by_its_name(n):
    name = "RED" if n > 3 else "GREEN"
    return Color[name].value


@rows.on(*EACH)
def no_member_of_this_name(n):
    name = "RED" if n > 3 else "NONE"
    return Color[name].value


@rows.on(*EACH)
def a_member_that_is_a_number(n):
    return Number(int(n) % 2 + 1).name


@rows.on(*EACH)
def a_dataclass_in_a_dict(n):
    return K(int(n)) in {K(1): 5}


@rows.on(*EACH)
def a_dataclass_got(n):
    return {K(1): 5, K(5): 7}.get(K(int(n)), -1)


@rows.on(*EACH)
def a_dataclass_in_a_set(n):
    return K(int(n)) in {K(1), K(2)}


@rows.on(*EACH)
def a_dataclass_of_two(n):
    d = {P(0, 0): 1, P(1, 2): 5}
    return P(int(n), 2) in d, d.get(P(0, int(n)))


@rows.on(*EACH)
def a_dataclass_with_its_own_equality(n):
    return Equal(int(n)) in {Equal(1): 5}


@rows.on(*EACH)
def a_named_tuple(n):
    return N(int(n), 2) in {N(1, 2): 5}


@rows.on(*EACH)
def a_named_tuple_for_a_tuple(n):
    return N(int(n), 2) in {(1, 2): 5}


@rows.on(*EACH)
def a_tuple_for_a_named_tuple(n):
    return (int(n), 2) in {N(1, 2): 5}


@rows.on(*EACH)
def a_member_and_a_number(n):
    return (S.IDLE if n > 3 else S.RUN, int(n)) in {(S.IDLE, 5): 1, (S.RUN, 5): 2}


@rows.on(*EACH)
def a_tuple_in_a_tuple(n):
    return ((int(n), 2), "x") in {((1, 2), "x"): 5, ((5, 2), "y"): 1}


@rows.on(*EACH)
def a_tuple_in_a_tuple_as_key(n):
    return {((1, 2), "x"): print, ((5, 2), "y"): abs}[((int(n), 2), "y")](-3)


@rows.on(*EACH)
def parts_that_are_equal(n):
    return (
        (int(n), None) in {(1, None): print},
        (int(n), True) in {(1, 1): print},
        (int(n), 1.0) in {(1, 1): print},
    )


@rows.on(*EACH)
def keys_of_several_kinds(n):
    return (int(n), "a") in {(1, "a"): print, ("b", "a"): 4, 3: 4, None: 5}


@rows.on(*EACH)
def changed_under_a_member_and_a_number(n):
    counts = {(S.IDLE, 0): 0, (S.IDLE, 1): 0, (S.RUN, 0): 5, (S.RUN, 1): 7}
    s = S.RUN if n > 3 else S.IDLE
    for i in range(n):
        counts[s, i % 2] += i
    return list(counts.values())


@rows.on(*EACH)
def a_member_of_the_run_by_itself(n):
    c = Color.RED if n > 3 else Color.BLUE
    return Color(c) is c, Color(c).value


@refused.on(T(5))
def a_new_key(n):
    d = {}
    s = S.RUN if n > 3 else S.IDLE
    d[s, 1] = 5
    return len(d)


@refused.on(T(5))
def a_dataclass_that_is_compared_in_part(n):
    return Partly(int(n), 3) in {Partly(1): 5}


def test_a_missing_key_that_no_exception_can_hold_is_refused_when_it_is_met() -> None:
    def looked_up(n):
        return {K(1): 5, K(5): 7}[K(int(n))]

    found = ag.function(looked_up)
    assert int(found(T(5))) == 7
    with pytest.raises(ag.errors.UnknownKeysError, match="raises KeyError: 9"):
        found(T(9))


@rows.on(*EACH)
def text_that_is_a_key_on_some_paths(n):
    d = {"a": 1}
    if n > 3:
        d["b"] = print
    c = "a" if n == 1 else "b"
    return c in d, ("c" if n > 3 else "d") in d


@rows.on(*EACH)
def text_in_a_trie(n):
    root = {}
    for word in ["ab", "ac", "b"]:
        node = root
        for letter in word:
            node = node.setdefault(letter, {})
        node["$"] = {}
    node = root
    for letter in "ab" if n > 3 else "ax":
        if letter not in node:
            return False
        node = node[letter]
    return "$" in node


@rows.on(*EACH)
def text_in_a_trie_of_two_levels(n):
    root = {"a": {"b": {}, "c": {}}, "b": {}}
    word = "ab" if n > 3 else "ax"
    if word[0] not in root:
        return 0
    return 2 if word[1] in root[word[0]] else 1
