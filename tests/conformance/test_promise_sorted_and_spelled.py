"""Sorting what only the run knows by tuples, and text of the run, item by item."""

# Programs under test are written as users write them.
# ruff: noqa: C414, B905

from __future__ import annotations

import functools
import itertools
from collections import Counter, OrderedDict, defaultdict, namedtuple

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
VECTORS = tuple(map(T, ([3, 1, 2, 3, 5, 0], [1], [2, 2])))
NUMBERS = tuple(map(T, (0, 3, 7)))
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_has_an_order_of_its_own_is_refused = refused.refusal_test()

Point = namedtuple("Point", "a b")  # noqa: PYI024


class Ordered(Point):
    """A tuple that is compared by its second item."""

    def __lt__(self, other):
        return self.b < other.b


def pairs(xs):
    return [(int(x) % 3, i) for i, x in enumerate(xs)]


def text(n):
    made = "hello"
    if n > 2:
        made += " world"
    for i in range(n):
        made += "ab"[i % 2]
    return made


@rows.on(*VECTORS)
def pairs_in_order(xs):
    return sorted(pairs(xs)), sorted(pairs(xs), reverse=True)


@rows.on(*VECTORS)
def by_tuples_as_keys(xs):
    return sorted(pairs(xs), key=lambda p: (-p[0], p[1])), sorted(
        pairs(xs), key=lambda p: (p[0] > 1, p[1] % 2), reverse=True
    )


@rows.on(*VECTORS)
def pairs_sorted_in_place(xs):
    xs = pairs(xs)
    xs.sort()
    return xs


@rows.on(*VECTORS)
def floats_and_places(xs):
    return sorted([(float(x), i) for i, x in enumerate(xs)])


@rows.on(*VECTORS)
def texts_and_numbers(xs):
    return sorted([("a" if x > 2 else "b", int(x)) for x in xs])


@rows.on(*VECTORS)
def named_tuples(xs):
    return sorted([Point(int(x) % 2, i) for i, x in enumerate(xs)])


@rows.on(*VECTORS)
def nested_tuples(xs):
    return sorted([((int(x) % 2, 1), i) for i, x in enumerate(xs)], reverse=True)


@rows.on(*VECTORS)
def enumerated(xs):
    return sorted(enumerate(xs), key=lambda p: (p[1], -p[0]))


@rows.on(*VECTORS)
def zipped(xs):
    return sorted(list(zip([int(x) for x in xs], [1.5 * int(x) for x in xs])))


@rows.on(*VECTORS)
def places_of_a_generator(xs):
    return [i for _, i in sorted((int(x), i) for i, x in enumerate(xs))]


@rows.on(*VECTORS)
def ends_of_pairs(xs):
    return min(pairs(xs)), max(pairs(xs)), max(pairs(xs), key=lambda p: (p[0], -p[1]))


@rows.on(*VECTORS)
def items_of_a_dict(xs):
    counts = {}
    for x in xs:
        counts[int(x)] = counts.get(int(x), 0) + 1
    by_count = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return by_count, sorted(counts.items())


@refused.on(*VECTORS)
def tuples_with_an_order_of_their_own(xs):
    return sorted([Ordered(int(x) % 2, i) for i, x in enumerate(xs)])


@refused.on(T([3.0, float("nan"), 1.0]))
def nan_in_tuples(xs):
    return sorted([(float(x), i) for i, x in enumerate(xs)])


@rows.on(*NUMBERS)
def text_in_order(n):
    return (
        sorted(text(n)),
        sorted(text(n), reverse=True),
        sorted(text(n), key=lambda c: -ord(c)),
    )


@rows.on(*NUMBERS)
def counted_text(n):
    return Counter(text(n)), Counter(text(n)).most_common(2)


@rows.on(*NUMBERS)
def sets_of_text(n):
    return set(text(n)), len(set(text(n))), "z" in set(text(n))


@rows.on(*NUMBERS)
def listed_text(n):
    return list(text(n)), tuple(text(n)), list(reversed(text(n)))


@rows.on(*NUMBERS)
def dicts_of_text(n):
    return {c: ord(c) for c in text(n)}, dict.fromkeys(text(n), 1)


@rows.on(*NUMBERS)
def comprehensions_of_text(n):
    return (
        [c for c in text(n) if c != "l"],
        any(c == "w" for c in text(n)),
        sum(1 for c in text(n)),
    )


@rows.on(*NUMBERS)
def mapped_text(n):
    return list(map(ord, text(n))), list(filter(str.isalpha, text(n)))


@rows.on(*NUMBERS)
def folded_text(n):
    return (
        functools.reduce(lambda a, b: b + a, text(n)),
        list(itertools.chain(text(n), "x")),
        list(itertools.islice(text(n), 2)),
    )


@rows.on(*NUMBERS)
def lists_that_text_extends(n):
    out = []
    out.extend(text(n))
    out += text(n)
    return out


@rows.on(*NUMBERS)
def drawn_text(n):
    it = iter(text(n))
    return next(it), next(it), list(it)


@rows.on(*NUMBERS)
def combined_text(n):
    return (
        frozenset(text(n)) == frozenset("helo"),
        set(text(n)) & {"w", "h"},
        "".join(reversed(text(n))),
    )


@rows.on(*NUMBERS)
def accumulated_text(n):
    return (
        text(n).count("l"),
        list(itertools.accumulate(text(n))),
        [len(list(text(n)))],
        sorted(set(text(n))),
    )


@rows.on(*NUMBERS)
def dicts_that_text_fills(n):
    d = defaultdict(int)
    for c in text(n):
        d[c] += 1
    return d, OrderedDict((c, 1) for c in text(n))


@rows.on(*NUMBERS)
def codes_and_literals(n):
    return (
        chr(97 + int(n)),
        hex(int(n)),
        bin(int(n)),
        oct(int(n)),
        ord(chr(97 + int(n))),
    )


@rows.on(*NUMBERS)
def codes_and_literals_of_tensors(n):
    return chr(n + 97), hex(n), bin(n), oct(-n)


@rows.on(*NUMBERS)
def negative_codes(n):
    return chr(int(n) - 100), 1


@rows.on(*NUMBERS)
def codes_that_are_too_large(n):
    try:
        return chr(int(n) * 10**6)
    except ValueError as e:
        return str(e)


@rows.on(*NUMBERS)
def codes_that_no_c_int_holds(n):
    try:
        return chr(int(n) * 10**10)
    except (ValueError, OverflowError) as e:
        return str(e)


@rows.on(*NUMBERS)
def literals_of_floats(n):
    return hex(float(n))


@rows.on(*NUMBERS)
def literals_of_bools(n):
    return hex(n > 2), bin(bool(n > 2)), hex(bool(n))


@rows.on(*NUMBERS)
def codes_of_text(n):
    return chr(str(n))


@rows.on(*NUMBERS)
def wide_literals(n):
    return hex(2**70 * int(n)), chr(0x1F600 + int(n))


@rows.on(*NUMBERS)
def literals_in_loops(n):
    return [hex(x) for x in range(n)], "".join(chr(97 + k) for k in range(n))


@rows.on(*NUMBERS)
def caesar(n):
    out = ""
    for c in "hello, world":
        if c.isalpha():
            out += chr((ord(c) - 97 + int(n)) % 26 + 97)
        else:
            out += c
    return out
