"""Text of lists whose length the run decides, and methods of text that give lists."""

# Programs under test are written as users write them.
# ruff: noqa: PERF401

from __future__ import annotations

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
XS = (T([1, 2, 3]), T([0, 0]), T([-1, 5, -2]), T([4, 0, 4, 7]))
NS = (T(6), T(0), T(-3), T(1))
rows = Rows()
refused = Rows()

test_the_graph_gives_what_plain_python_gives = rows.test()


test_what_needs_the_items_at_once_is_refused = refused.refusal_test()


def grown(xs):
    found = []
    for x in xs:
        if x > 0:
            found.append(x)
    return found


def numbers(xs):
    return [int(x) for x in grown(xs)]


# -- Text of lists ---------------------------------------------------------------------


@rows.on(*XS)
def of_tensors(xs):
    return str(grown(xs)), f"{grown(xs)}", str(tuple(grown(xs)))


@rows.on(*XS)
def of_numbers(xs):
    items = numbers(xs)
    return (
        f"{items}", repr(items), f"{items!a}", f"{tuple(items)} {items!r:>20}",
        str({"a": items}), str([items[:1], (1, 2)]), format(items),
        f"{(tuple(items), 1)}", f"{items + [1]} {[0, *items]}",
    )  # fmt: skip


@rows.on(*XS)
def of_other_items(xs):
    pairs = [(int(x), float(x)) for x in grown(xs)]
    return (
        str(pairs),
        str([f"'{x:>2}" for x in numbers(xs)]),
        ascii([f"é{x}" for x in xs]),
    )


@rows.on(*XS)
def of_items_that_may_be_none(xs):
    items = []
    for x in xs:
        if x > 0:
            items.append(None)
        else:
            items.append(int(x))
    return str(items), ", ".join(str(x) for x in items)


@rows.on(*XS)
def in_messages(xs):
    items = numbers(xs)
    if len(items) == 1:
        raise AssertionError(f"one item: {items}")
    if len(items) > 1:
        raise ValueError(f"several items: {items}")
    return 1


@rows.on(*XS)
def in_a_loop(xs):
    items, text = numbers(xs), ""
    while items:
        text += str(items)
        items.pop()
    return text


@rows.on(*XS)
def a_format_that_lists_do_not_have(xs):
    return f"{numbers(xs):5}"


@rows.on(*XS)
def joined(xs):
    return (
        ", ".join(str(x) for x in numbers(xs)),
        "; ".join(f"{k}: {x}" for k, x in enumerate(numbers(xs)) if x != 2),
        "-".join(str(x) for x in xs if x > 1),
        "".join(map(str, numbers(xs))),
        "".join(str(x) for x in xs),
    )


@rows.on(*XS)
def joined_what_is_no_text(xs):
    return ",".join(x for x in ["a", xs[0] > 0])


# -- Methods that give lists -----------------------------------------------------------


@rows.on(*NS)
def split(n):
    k = int(n)
    return (
        f"{k}, {k}".split(","), f" {k} {k} x ".split(), len(f" {k} x ".split()),
        f"a {k}".split(" ", 1)[0], f"{k},1,2".rsplit(",", maxsplit=1),
        "a1b1c".split(str(k)), str.split(f"{k} {k}"),
    )  # fmt: skip


@rows.on(*NS)
def split_into_lines(n):
    return f"{int(n)}\n\n{int(n)}\n".splitlines(), f"{int(n)}\n".splitlines(True)


@rows.on(*NS)
def parted(n):
    a, b, c = f"{int(n)}={int(n)}=".partition("=")
    return a, b, c, f"{int(n)}".partition("x"), f"{int(n)}=1=".rpartition("=")


@rows.on(*NS)
def stepped_through(n):
    total = 0
    for word in f"a bb {'c' * int(n)}".split():
        total += len(word)
        if word == "bb":
            break
    return total, [int(part) for part in f"{int(n)},3".split(",") if part != "0"]


@rows.on(*NS)
def changed(n):
    parts = f"{int(n)},x".split(",")
    others = f"{int(n)},x".split(",")
    parts.append("y")
    parts[0] = "z"
    del parts[1]
    return parts, others, "x" in parts, parts == ["z", "y"], str(parts), sorted(others)


@rows.on(*NS)
def kept_by_lists(n):
    words = []
    for k in range(n):
        words.extend(f"{k} w".split())
    return words, " ".join(reversed(words))


@rows.on(*NS)
def on_one_path(n):
    words = f"{int(n)} b".split() if n > 0 else ["a"]
    return words, len(words)


@rows.on(*NS)
def unpacked(n):
    a, b = f"{int(n)} {int(n)}".split()
    return a + b


@rows.on(*NS)
def unpacked_too_many(n):
    a, b = f"{int(n)} 1 2".split()
    return a + b


@rows.on(*NS)
def an_item_that_is_not_there(n):
    try:
        word = f"{int(n)} x".split()[2]
    except IndexError as error:
        word = str(error)
    return word


@rows.on(*NS)
def an_empty_separator(n):
    return f"{int(n)}".split("")


@rows.on(*NS)
def an_empty_separator_of_parts(n):
    return f"{int(n)}".partition("")


@rows.on(*NS)
def a_separator_that_is_no_text(n):
    return f"{int(n)}".split(1)


# -- Refused ---------------------------------------------------------------------------


@rows.on(*XS)
def by_a_method(xs):
    items = numbers(xs)
    return (
        "{}".format(items), "{0!r} {0!a} {1}".format(items, tuple(items)),
        "{a}".format(a=grown(xs)), "{:>20}".format(str(items)),
    )  # fmt: skip


@rows.on(*XS)
def by_an_operator(xs):
    items = numbers(xs)
    return "%s" % (items,), "%r %a" % (tuple(items), items), "%10s|" % items


@rows.on(*XS)
def of_items_that_are_no_numbers(xs):
    items = [(x, [x], "a") for x in numbers(xs)]
    return "%s" % items, "{!r}".format(items), "{} {}".format(1, grown(xs))


@rows.on(*XS)
def as_an_argument_of_an_exception(xs):
    items = numbers(xs)
    if len(items) > 1:
        raise ValueError(items)
    return 1


@rows.on(*XS)
def as_one_of_several_arguments(xs):
    items = numbers(xs)
    if len(items) > 1:
        raise KeyError("many", tuple(items), grown(xs))
    return 1


@rows.on(*XS)
def as_the_message_of_an_assertion(xs):
    items = numbers(xs)
    if len(items) > 1:  # pytest gives `assert` other messages here
        raise AssertionError(items)
    return 1


@rows.on(*XS)
def in_the_text_of_an_exception_that_is_caught(xs):
    items = numbers(xs)
    try:
        if items:
            raise ValueError(items)
    except ValueError as error:
        return str(error)
    return ""


@rows.on(*XS)
def put_into_numbers(xs):
    return "%d" % numbers(xs)


@rows.on(*XS)
def with_a_width(xs):
    return "{:>20}".format(numbers(xs))


@refused.on(XS[0])
def changed_after_an_exception_was_made_of_it(xs):
    items = numbers(xs)
    error = ValueError(items)
    items.append(1)
    raise error


@refused.on(XS[0])
def read_of_an_exception(xs):
    items = numbers(xs)
    try:
        if items:
            raise ValueError(items)
    except ValueError as error:
        return len(error.args[0])
    return 0


@refused.on(NS[0])
def as_bytes(n):
    return f"{int(n)}".encode()
