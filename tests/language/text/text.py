"""Text made at run time."""

from __future__ import annotations

import dataclasses
import decimal
from typing import Any, NamedTuple

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Text of values

T = ag.constant

EACH = (T(7), T(2.5), T(True), T("abc"), T(1 + 2j), T([1.0, 2.5]), T([[1], [2]]))

NUMBERS = (T(7), T(-3), T(0))


@programs.staged(*EACH)
def f_string(x):
    """An f-string of tensors of each dtype, with conversions and a width."""
    return f"{x}", f"a{x}b{{}}", f"{x!r:>50}{x!s}{x!a}"


@programs.staged(*EACH)
def with_a_specification(x):
    """`:.2f` of a tensor, which raises where the dtype or shape forbids it."""
    return f"{x:.2f}"


@programs.staged(*NUMBERS)
def of_python_numbers(x):
    """Format specifications of a Python int, float and bool of a tensor."""
    n, r, b = int(x), float(x) / 3, bool(x)
    return f"{n} {n:>5} {n:+,} {n:#x} {r} {r!r} {r:10.3e} {r:g} {b} {b:d} {b!r:<6}|"


@programs.staged(*NUMBERS)
def nested_specification(x):
    """Computed format specifications, one of them the invalid text of a tensor."""
    return f"{int(x):{'>'}{int(x) * 2 + 9}}|{2.5:{abs(int(x))}.2f}|{'s':>{x + 9}}"


@programs.staged(*NUMBERS)
def wrong_specification(x):
    """An invalid format specification raises ValueError on its path only."""
    if x > 0:
        return f"{int(x):zz}"
    return f"{x}"


@programs.staged(*NUMBERS)
def f_string_in_f_string(x):
    """Nested f-strings, and `{x=}` of a tensor."""
    return f"{f'{x!r}'!r} {f'{int(x)}':>9} {x=}"


class Pair(NamedTuple):
    a: object
    b: int


@dataclasses.dataclass
class Named:
    x: object
    y: int = 3


class Own:
    def __format__(self, spec):
        return f"<own {spec}>"

    def __str__(self):
        return "own!"


@programs.staged(*EACH)
def of_containers(x):
    """An f-string of lists, tuples, a dict and a dataclass that contain tensors."""
    return f"{[x, 1]} {(x,)} {(x, 2)} { {'a': [x]} } {Pair(x, 2)} {Named(x)!r:>99} {()}"


@programs.staged(T(7))
def specification_of_a_list(x):
    """A format specification of a list raises TypeError."""
    return f"{[x]:>10}"


@programs.staged(*NUMBERS)
def beside_objects(x):
    """An f-string of a tensor and objects that define `__format__`."""
    return f"{Own()}{x}{Own():>3}{Own()!s}é__0__{None}"


@programs.staged(T(7))
def f_string_of_what_is_computed(x):
    """An f-string of comparisons, arithmetic and the shape of a tensor."""
    return f"{x == 7} {x % 4} {T('a') == 'a'} {x.shape} {x + 1:d}"


@programs.staged(*EACH)
def builtins_that_make_text(x):
    """`str()`, `repr()`, `format()` and `ascii()` of tensors of each dtype."""
    return str(x), repr(x), format(x), ascii(x), str([x]), repr({"k": x}), format(x, "")


@programs.staged(*NUMBERS)
def builtins_of_python_numbers(x):
    """`str()`, `repr()` and `format()` of Python numbers of a tensor."""
    return str(int(x)), repr(float(x)), format(int(x), ">5"), str(bool(x)), str()


@programs.staged(*NUMBERS)
def percent(x):
    """`%` formatting with tensors, tuples, a dict and a list as operand."""
    fmt = "%s!"
    return (
        "%s and %d" % (x, x),
        "%s" % x,
        "%5.2f%%" % float(x),
        "%(a)s" % {"a": x},
        fmt % x,
        fmt % (int(x),),
        fmt % [x],
        str(int(x)) % (),
    )


@programs.staged(*NUMBERS)
def percent_with_too_few_values(x):
    """`%` formatting with too few values raises TypeError."""
    return "%s %s" % (x,)


@programs.staged(*NUMBERS)
def str_format(x):
    """`str.format()` with positions, names, indices and keys in the fields."""
    return (
        "{} {a:>4} {} {{".format(x, int(x), a=x),
        "{0!r} {1[0]} {2[k]}".format(x, [int(x)], {"k": x}),
        "{}{}".format(*[x, 2]),
        "{x}".format(x=str(x)),
    )


@programs.staged(*NUMBERS)
def methods(x):
    """String methods, slices and `ord()` of a dynamic string."""
    s = f"  {int(x)}Aa "
    return (
        s.strip(), s.upper(), s.center(20, "*"), s.count("A"), s.find("A"), len(s),
        s.isalpha(), s.startswith((" ", "q")), s.zfill(20), s.title(), s[2], s[-1],
        s[1:4], s[::-1], s[: int(x)], s.removeprefix("  "), s.strip().lower()[0],
        s.replace("A", str(x)), str.swapcase(s), "7".isdigit(), ord(s[2]),
    )  # fmt: skip


@programs.staged(*NUMBERS)
def methods_of_known_text(x):
    """`join()`, `replace()` and `endswith()` with dynamic strings as arguments."""
    return (
        ", ".join([str(x), "b"]),
        "-".join(str(int(x)) + c for c in "ab"),
        "ab".replace("a", str(int(x))),
        "a7".endswith(str(int(x))),
        "a7".find(str(int(x))),
    )


@programs.staged(*NUMBERS)
def methods_that_raise(x):
    """`str.index()` of an absent substring raises ValueError."""
    return f"{int(x)}".index("7")


@programs.staged(*NUMBERS)
def an_index_out_of_range(x):
    """An index beyond a dynamic string raises IndexError."""
    return str(int(x))[1]


@programs.staged(*NUMBERS)
def operators(x):
    """`+`, `*`, comparisons and boolean operators of a dynamic string."""
    s = str(int(x))
    return (
        "pre" + s, s + "post", 3 * s, s * int(x), s < "5", s >= "7", s == 7, s != "7",
        s == ["7"], bool(s), not s, s and "yes", "" or s, "a" < s < "z", max(s, "5"),
    )  # fmt: skip


@programs.staged(*NUMBERS)
def numbers_of_text(x):
    """`int()`, `float()` and `complex()` parse a dynamic string."""
    s = str(int(x))
    return int(s) + 1, float(s), complex(s), float("1e" + s), int(s, 8), bool(s)


@programs.staged(*NUMBERS)
def wrong_number(x):
    """`int()` of a string that is no number raises ValueError."""
    return int("q" + str(int(x)))


@programs.staged(*NUMBERS)
def wrong_operand(x):
    """Adding an int to a string raises TypeError on its path only."""
    if x > 0:
        return str(x) + 1
    return "none"


@programs.staged(*NUMBERS)
def augmented(x):
    """`+=` and `*=` on a string."""
    name = "abc"
    name += f"{x}"
    name *= 2
    return name


@programs.staged(*NUMBERS)
def text_of_two_branches(x):
    """A string selected by two branches is concatenated and formatted."""
    label = "big" if x > 3 else "small"
    if x < 0:
        label = "é"
    return label, label + "!", f"{label:>6}"


@programs.staged(*NUMBERS)
def early_return(x):
    """Strings are returned early from two branches."""
    if x > 3:
        return "big"
    if x < 0:
        return f"{x}"
    return "small"


@programs.staged(*NUMBERS)
def the_same_text_stays_as_it_is(x):
    """A string rebound to an equal one in a branch is still a dict key."""
    key = "k"
    if x > 3:
        key = "k"
        x += 1
    return {"k": x}[key]


@programs.staged(*NUMBERS)
def text_on_one_path_only(x):
    """A string assigned in one branch only raises UnboundLocalError elsewhere."""
    if x > 3:
        label = "a"
    return label + "b"


@programs.staged(*NUMBERS)
def text_beside_a_tensor(x):
    """A string on one path, a string tensor on the other."""
    label = "a"
    if x > 3:
        label = T("b")
    return label


@programs.staged(*NUMBERS)
def text_that_a_loop_makes(x):
    """A dynamic loop builds a string by `+=` of f-strings."""
    log = ""
    while x > 0:
        log += f"{x},"
        x -= 2
    return log, len(log)


@programs.staged(*NUMBERS)
def text_that_a_loop_changes(x):
    """Loop-carried strings, one of them constant and used as a dict key."""
    s, mode, n = "x", "fixed", 0
    sizes = {"fixed": 1}
    while x > 0:
        s = "y" if s == "x" else "x" + s
        n += sizes[mode]
        mode = "fixed"
        x -= 1
        if s == "xy":
            n += 10
    return s, n, mode


@programs.staged(*NUMBERS)
def text_that_decides(x):
    """The truth of a string is the condition of a `while`."""
    s = "" if x < 5 else "q"
    n = 0
    while s:
        n += 1
        s = "" if n > 3 else s + "a"
    return n


@programs.staged(*NUMBERS)
def texts_in_structures(x):
    """Strings in a dict and in nested sequences are replaced in one branch."""
    d = {"a": "q"}
    items = ["a", ("b", x)]
    if x > 3:
        d["a"] = f"{x}"
        items = ["c", ("d", x)]
    return d, items


@programs.staged(*NUMBERS)
def texts_in_a_list(x):
    """Dynamic strings are appended to a list and produced by a comprehension."""
    out = []
    for i in range(3):
        out.append(f"{i}:{x}")
    return out, [f"{i}" for i in (x, 1)]


class Holder:
    name = "n"


@programs.staged(*NUMBERS)
def text_in_an_attribute(x):
    """An attribute of an object is set to another string in one branch."""
    holder = Holder()
    if x > 3:
        holder.name = "big"
    return holder.name + "!"


@programs.staged(*NUMBERS)
def text_in_and_of_sequences(x):
    """`in` and `not in` with a dynamic string, in strings and in containers."""
    s = str(int(x))
    return "7" in s, s in "a7b", s in ("7", "x"), s not in ["7", 7], s in {"7": 1}


@programs.staged(*NUMBERS)
def wrong_type_in_text(x):
    """`in` with an int as left operand of a string raises TypeError."""
    return int(x) in str(x)


@programs.staged(*NUMBERS)
def loop_over_the_letters(x):
    """`for` with `continue`, and `enumerate(reversed(...))`, over the letters."""
    found, n = "", 0
    for letter in f"{int(x):04}":
        if letter == "-":
            continue
        found = letter + found
        n += int(letter)
    for place, letter in enumerate(reversed(str(int(x)))):
        found += f"{place}{letter}"
    return found, n


@programs.staged(*NUMBERS)
def matched_text(x):
    """`match` of a dynamic string with literal and or-patterns."""
    match str(int(x)):
        case "7":
            return 1
        case "0" | "1":
            return 2
    return 3


@programs.staged(*NUMBERS)
def percent_in_place(x):
    """`%=` formats a string and computes a remainder of a tensor."""
    fmt = "%d"
    fmt %= int(x)
    x %= x + 1
    return fmt, x


@programs.staged(*NUMBERS)
def text_of_what_is_caught(x):
    """`str()`, `repr()` and `args` of a caught exception with tensors."""
    try:
        raise ValueError(f"bad {x}", x)
    except ValueError as error:
        return str(error), f"{error!r}", error.args[0]


@programs.staged(*NUMBERS)
def text_of_none(x):
    """The text of a name that is None or a tensor, in each kind of formatting."""
    y = None
    if x > 3:
        y = x
    shown = "%s" % y, "%s %s" % (y, x), "{} {a}".format(y, a=x)
    return f"{y} {y!r} {[y, 1]} {int(x)}", str(y), repr([y]), shown


@programs.staged(*NUMBERS)
def none_takes_no_specification(x):
    """A format specification of None raises TypeError."""
    y = None
    if x > 3:
        y = int(x)
    return f"{y:>5}"


@programs.staged(*NUMBERS)
def text_or_none(x):
    """A loop starts with None and builds a string from it."""
    s = None
    while x > 0:
        s = "a" if s is None else s + "b"
        x -= 3
    return s, f"{s}", s == "abb", s is None


@programs.staged(T(7))
def a_list_of_texts(x):
    """`str.split()` of the text of a tensor."""
    return f"{x}".split(",")


@programs.staged(T(7))
def the_letters(x):
    """A list comprehension over the digits of a dynamic int."""
    return [c for c in str(int(x))]


@programs.staged(T(7))
def look_up_by_text(x):
    """A dict lookup by a string selected at run time."""
    return {"a": 1, "b": 2}["a" if x > 3 else "b"]


@programs.staged(T(7))
def objects_beside_values(x):
    """`%` formatting of an object with `__str__` and a tensor."""
    return "%s %s" % (Own(), x)


@programs.staged(T(7))
def objects_of_the_library_beside_values(x):
    """`%` formatting of a Decimal together with a tensor cannot be staged."""
    return "%s %s" % (decimal.Decimal(1), x)


@programs.staged(T(7))
def text_or_number(x):
    """A name that is a string or an int cannot be staged."""
    s = "a"
    if x > 1:
        s = 3
    return s


@ag.autograph.do_not_convert
def unconverted(x):
    return f"{x}", repr(x)


@programs.falls(T(7))
def text_of_unconverted_code(x):
    """An f-string of a tensor in unconverted code cannot be staged."""
    return unconverted(x)[0]


@programs.falls(T(7))
def repr_of_unconverted_code(x):
    """`repr()` of a tensor in unconverted code cannot be staged."""
    return unconverted(x)[1]


@programs.staged(T(1), T(4), T(-7))
def items_of_text_by_symbolic_places(n):
    """Dynamic indices and slice bounds of a constant string."""
    text = "abcdef"
    return text[n % 6], text[int(n) :], text[:n:2]


@programs.staged(T(9), T(-9))
def an_item_of_text_that_is_not_there(n):
    """A dynamic index beyond a constant string raises IndexError."""
    return "abcdef"[n]


@programs.staged(T(1), T(-1))
def an_item_of_text_or_none(n):
    """Indexing a string that may be None raises TypeError for None."""
    text = None
    if n > 0:
        text = "abcdef"
    return text[2]


@programs.staged(T(0), T(1), T(2))
def that_tables_translate(n):
    """`str.translate()` with dicts, `str.maketrans()` and a list as table."""
    text = ["ab-c", "", "b"][int(n)]
    table = {ord("a"): str(int(n)), ord("b"): 65 + int(n), ord("-"): None}
    return (
        text.translate(table),
        text.translate(str.maketrans("ab", "xy", "c")),
        text.translate(["?"] * 98),
        "abc".translate({ord("a"): text}),
    )


@programs.staged(T(0), T(1))
def that_no_table_translates(n):
    """`str.translate()` to a code point beyond U+10FFFF raises ValueError."""
    try:
        return ["b", "a"][int(n)].translate({ord("a"): 0x110000})
    except ValueError:
        return "too large"


# -- Text of lists of dynamic length

XS = (T([1, 2, 3]), T([0, 0]), T([-1, 5, -2]), T([4, 0, 4, 7]))

NS = (T(6), T(0), T(-3), T(1))


def grown(xs):
    found = []
    for x in xs:
        if x > 0:
            found.append(x)
    return found


def numbers(xs):
    return [int(x) for x in grown(xs)]


@programs.staged(*XS)
def of_tensors(xs):
    """`str` and f-string of a dynamic-length list and tuple of tensors."""
    return str(grown(xs)), f"{grown(xs)}", str(tuple(grown(xs)))


@programs.staged(*XS)
def of_numbers(xs):
    """`str`, `repr`, `format` and f-strings of dynamic-length lists of ints."""
    items = numbers(xs)
    return (
        f"{items}", repr(items), f"{items!a}", f"{tuple(items)} {items!r:>20}",
        str({"a": items}), str([items[:1], (1, 2)]), format(items),
        f"{(tuple(items), 1)}", f"{items + [1]} {[0, *items]}",
    )  # fmt: skip


@programs.staged(*XS)
def of_other_items(xs):
    """`str` of lists of tuples and of text, and `ascii` of accented text."""
    pairs = [(int(x), float(x)) for x in grown(xs)]
    return (
        str(pairs),
        str([f"'{x:>2}" for x in numbers(xs)]),
        ascii([f"é{x}" for x in xs]),
    )


@programs.staged(*XS)
def of_items_that_may_be_none(xs):
    """`str` and `join` of a list whose items are ints or None."""
    items = []
    for x in xs:
        if x > 0:
            items.append(None)
        else:
            items.append(int(x))
    return str(items), ", ".join(str(x) for x in items)


@programs.staged(*XS)
def in_messages(xs):
    """Exception messages show a dynamic-length list."""
    items = numbers(xs)
    if len(items) == 1:
        raise AssertionError(f"one item: {items}")
    if len(items) > 1:
        raise ValueError(f"several items: {items}")
    return 1


@programs.staged(*XS)
def in_a_loop(xs):
    """A loop appends the text of a list that it shrinks."""
    items, text = numbers(xs), ""
    while items:
        text += str(items)
        items.pop()
    return text


@programs.staged(*XS)
def a_format_that_lists_do_not_have(xs):
    """A format specification for a list raises TypeError."""
    return f"{numbers(xs):5}"


@programs.staged(*XS)
def joined(xs):
    """`join` of text made from dynamic-length lists and tensors."""
    return (
        ", ".join(str(x) for x in numbers(xs)),
        "; ".join(f"{k}: {x}" for k, x in enumerate(numbers(xs)) if x != 2),
        "-".join(str(x) for x in xs if x > 1),
        "".join(map(str, numbers(xs))),
        "".join(str(x) for x in xs),
    )


@programs.staged(*XS)
def joined_what_is_no_text(xs):
    """`join` of a tensor among strings raises TypeError."""
    return ",".join(x for x in ["a", xs[0] > 0])


@programs.staged(*NS)
def split(n):
    """`split` and `rsplit` of dynamic text, with separators and limits."""
    k = int(n)
    return (
        f"{k}, {k}".split(","), f" {k} {k} x ".split(), len(f" {k} x ".split()),
        f"a {k}".split(" ", 1)[0], f"{k},1,2".rsplit(",", maxsplit=1),
        "a1b1c".split(str(k)), str.split(f"{k} {k}"),
    )  # fmt: skip


@programs.staged(*NS)
def split_into_lines(n):
    """`splitlines` of dynamic text, with and without line ends."""
    return f"{int(n)}\n\n{int(n)}\n".splitlines(), f"{int(n)}\n".splitlines(True)


@programs.staged(*NS)
def parted(n):
    """`partition` and `rpartition` of dynamic text."""
    a, b, c = f"{int(n)}={int(n)}=".partition("=")
    return a, b, c, f"{int(n)}".partition("x"), f"{int(n)}=1=".rpartition("=")


@programs.staged(*NS)
def stepped_through(n):
    """A loop with `break` and a comprehension over `split` of dynamic text."""
    total = 0
    for word in f"a bb {'c' * int(n)}".split():
        total += len(word)
        if word == "bb":
            break
    return total, [int(part) for part in f"{int(n)},3".split(",") if part != "0"]


@programs.staged(*NS)
def changed(n):
    """The lists from two equal `split` calls are changed independently."""
    parts = f"{int(n)},x".split(",")
    others = f"{int(n)},x".split(",")
    parts.append("y")
    parts[0] = "z"
    del parts[1]
    return parts, others, "x" in parts, parts == ["z", "y"], str(parts), sorted(others)


@programs.staged(*NS)
def kept_by_lists(n):
    """A dynamic loop extends a list by `split`; `join` takes it reversed."""
    words = []
    for k in range(n):
        words.extend(f"{k} w".split())
    return words, " ".join(reversed(words))


@programs.staged(*NS)
def on_one_path(n):
    """The result of `split` on one path, a list display on the other."""
    words = f"{int(n)} b".split() if n > 0 else ["a"]
    return words, len(words)


@programs.staged(*NS)
def unpacked(n):
    """`split` of dynamic text is unpacked into two names."""
    a, b = f"{int(n)} {int(n)}".split()
    return a + b


@programs.staged(*NS)
def unpacked_too_many(n):
    """Unpacking too many parts of `split` raises ValueError."""
    a, b = f"{int(n)} 1 2".split()
    return a + b


@programs.staged(*NS)
def an_item_that_is_not_there(n):
    """An index beyond the parts of `split` raises IndexError."""
    try:
        word = f"{int(n)} x".split()[2]
    except IndexError as error:
        word = str(error)
    return word


@programs.staged(*NS)
def an_empty_separator(n):
    """`split` with an empty separator raises ValueError."""
    return f"{int(n)}".split("")


@programs.staged(*NS)
def an_empty_separator_of_parts(n):
    """`partition` with an empty separator raises ValueError."""
    return f"{int(n)}".partition("")


@programs.staged(*NS)
def a_separator_that_is_no_text(n):
    """`split` with an int separator raises TypeError."""
    return f"{int(n)}".split(1)


@programs.staged(*XS)
def by_a_method(xs):
    """`str.format` of dynamic-length lists and tuples."""
    items = numbers(xs)
    return (
        "{}".format(items), "{0!r} {0!a} {1}".format(items, tuple(items)),
        "{a}".format(a=grown(xs)), "{:>20}".format(str(items)),
    )  # fmt: skip


@programs.staged(*XS)
def by_an_operator(xs):
    """`%` formatting of dynamic-length lists and tuples."""
    items = numbers(xs)
    return "%s" % (items,), "%r %a" % (tuple(items), items), "%10s|" % items


@programs.staged(*XS)
def of_items_that_are_no_numbers(xs):
    """`%` and `str.format` of lists of tuples and of tensors."""
    items = [(x, [x], "a") for x in numbers(xs)]
    return "%s" % items, "{!r}".format(items), "{} {}".format(1, grown(xs))


@programs.staged(*XS)
def as_an_argument_of_an_exception(xs):
    """A ValueError is raised with a dynamic-length list as its argument."""
    items = numbers(xs)
    if len(items) > 1:
        raise ValueError(items)
    return 1


@programs.staged(*XS)
def as_one_of_several_arguments(xs):
    """A KeyError is raised with text, a tuple and a list as its arguments."""
    items = numbers(xs)
    if len(items) > 1:
        raise KeyError("many", tuple(items), grown(xs))
    return 1


@programs.staged(*XS)
def as_the_message_of_an_assertion(xs):
    """An AssertionError is raised with a dynamic-length list."""
    items = numbers(xs)
    if len(items) > 1:  # pytest gives `assert` other messages here
        raise AssertionError(items)
    return 1


@programs.staged(*XS)
def in_the_text_of_an_exception_that_is_caught(xs):
    """`str` of a caught exception whose argument is a dynamic-length list."""
    items = numbers(xs)
    try:
        if items:
            raise ValueError(items)
    except ValueError as error:
        return str(error)
    return ""


@programs.staged(*XS)
def put_into_numbers(xs):
    """`%d` of a list raises TypeError."""
    return "%d" % numbers(xs)


@programs.staged(*XS)
def with_a_width(xs):
    """`str.format` of a list with a width raises TypeError."""
    return "{:>20}".format(numbers(xs))


@programs.staged(XS[0])
def changed_after_an_exception_was_made_of_it(xs):
    """Appending to a list that is an exception's argument cannot be staged."""
    items = numbers(xs)
    error = ValueError(items)
    items.append(1)
    raise error


@programs.staged(XS[0])
def read_of_an_exception(xs):
    """Reading a dynamic-length list from `error.args` cannot be staged."""
    items = numbers(xs)
    try:
        if items:
            raise ValueError(items)
    except ValueError as error:
        return len(error.args[0])
    return 0


@programs.staged(NS[0])
def as_bytes(n):
    """`encode` of dynamic text cannot be staged."""
    return f"{int(n)}".encode()


# -- Text as a sequence

NUMBERS_2 = (T(3), T(0), T(12))


@programs.staged(*NUMBERS_2)
def to_as_many_names(n):
    """Unpacking a dynamic string of the wrong length raises ValueError."""
    try:
        first, second = f"k{int(n)}"
    except ValueError as error:
        return str(error)
    return second + first


@programs.staged(*NUMBERS_2)
def with_a_star(n):
    """Starred targets unpack dynamic strings."""
    first, *rest = f"k{int(n)}b"
    *others, last = str(int(n))
    return first, rest, others, last


@programs.staged(T(3), T(0))
def in_a_loop_2(n):
    """Loop targets unpack the two-character keys of a dict."""
    counts = {}
    for i in range(n):
        counts[f"k{i}"] = i
    swapped = [second + first for first, second in counts]
    for (first, second), value in counts.items():
        swapped.append((first + second) * value)
    return swapped


@programs.staged(T(3), T(7))
def words_of_a_list(n):
    """`for` targets unpack the strings of a list."""
    found = []
    for first, second in [str(int(n) * 10), "ab"]:
        found.append(second + first)
    return found


@programs.staged(T(3), T(0))
def nested(n):
    """Nested targets with a star unpack two dynamic strings."""
    (first, second), (third, *rest) = str(int(n) + 10), f"{int(n)}xyz"
    return first + second + third, rest


# -- Arrays of text

BOTH: Any = (T(3), T(0))

WORDS = np.array(["a", "b"])


@programs.staged(*BOTH)
def chosen(n):
    """An item of a string array is selected by a branch."""
    words = np.array(["a", "bb", "ccc"])
    return words[0] if n > 2 else words[1]


@programs.staged((WORDS, T(1)), (WORDS, T(0)))
def taken(words, n):
    """A string array is indexed by a tensor and compared with a string."""
    return words[n], words == "a", words[0] if n > 0 else words[1]


@programs.staged(*BOTH)
def made(n):
    """`np.array()`, `np.isin()` and `np.sort()` of a dynamic string."""
    word = "abc" if n > 1 else "z"
    return np.array([word, "a"]), np.isin(word, ["abc"]), np.sort([word, "b"])


@programs.staged(*BOTH)
def is_scalar(n):
    """`np.isscalar()` of what is None or a number, and of NumPy or Python ints."""
    count = None
    if n > 1:
        count = 4
    size = 1
    if n > 1:
        size = np.int64(2)
    return np.isscalar(count), np.isscalar(size)


@programs.staged(*BOTH)
def numbers_beside_text(n):
    """`np.array()` of a dynamic string and an int cannot be staged."""
    word = "abc" if n > 1 else "z"
    return np.array([word, 1])


@programs.staged(*BOTH)
def tensors_beside_text(n):
    """`np.array()` of a tensor and a dynamic string cannot be staged."""
    word = "abc" if n > 1 else "z"
    return np.array([n, word])


@programs.staged(*BOTH)
def shown(n):
    """`str()` of an array of dynamic strings cannot be staged."""
    word = "abc" if n > 1 else "z"
    return str(np.array([word, "a"]))


@programs.staged((WORDS, T(1)))
def shown_item(words, n):
    """The text of an item of a string array at a dynamic index is not staged."""
    return f"{words[n]}"


@programs.falls((WORDS, T(1)))
def length_of_an_item(words, n):
    """`len()` of a string array's item at a dynamic index cannot be staged."""
    return len(words[n])


@programs.falls((WORDS, T(1)))
def method_of_an_item(words, n):
    """A method of a string array's item at a dynamic index cannot be staged."""
    return words[n].upper()
