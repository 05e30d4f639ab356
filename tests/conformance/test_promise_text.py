"""The promise, for text: what Python makes of values is made when the graph runs.

PYTEST_DONT_REWRITE: pytest would change the messages of assertions.
"""

# Programs under test are written as users write them.
# ruff: noqa: C416
# ruff: noqa: F507

import dataclasses
import decimal
from typing import NamedTuple

import pytest

import autograph as ag
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows

T = ag.constant
rows, refused = Rows(), Rows()
EACH = (T(7), T(2.5), T(True), T("abc"), T(1 + 2j), T([1.0, 2.5]), T([[1], [2]]))
NUMBERS = (T(7), T(-3), T(0))


test_the_graph_makes_the_text_that_plain_python_makes = rows.test()


@pytest.mark.parametrize(("function", "args"), refused.calls)
def test_what_cannot_be_staged_is_refused(function, args):
    assert check(function, *args).verdict is Verdict.REFUSED


# -- f-strings -----------------------------------------------------------------------


@rows.on(*EACH)
def f_string(x):
    return f"{x}", f"a{x}b{{}}", f"{x!r:>50}{x!s}{x!a}"


@rows.on(*EACH)
def with_a_specification(x):
    return f"{x:.2f}"


@rows.on(*NUMBERS)
def of_python_numbers(x):
    n, r, b = int(x), float(x) / 3, bool(x)
    return f"{n} {n:>5} {n:+,} {n:#x} {r} {r!r} {r:10.3e} {r:g} {b} {b:d} {b!r:<6}|"


@rows.on(*NUMBERS)
def nested_specification(x):
    return f"{int(x):{'>'}{int(x) * 2 + 9}}|{2.5:{abs(int(x))}.2f}|{'s':>{x + 9}}"


@rows.on(*NUMBERS)
def wrong_specification(x):
    if x > 0:
        return f"{int(x):zz}"
    return f"{x}"


@rows.on(*NUMBERS)
def f_string_in_f_string(x):
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


@rows.on(*EACH)
def of_containers(x):
    return f"{[x, 1]} {(x,)} {(x, 2)} { {'a': [x]} } {Pair(x, 2)} {Named(x)!r:>99} {()}"


@rows.on(T(7))
def specification_of_a_list(x):
    return f"{[x]:>10}"


@rows.on(*NUMBERS)
def beside_objects(x):
    return f"{Own()}{x}{Own():>3}{Own()!s}é__0__{None}"


@rows.on(T(7))
def f_string_of_what_is_computed(x):
    return f"{x == 7} {x % 4} {T('a') == 'a'} {x.shape} {x + 1:d}"


# -- Builtins and methods ------------------------------------------------------------


@rows.on(*EACH)
def builtins_that_make_text(x):
    return str(x), repr(x), format(x), ascii(x), str([x]), repr({"k": x}), format(x, "")


@rows.on(*NUMBERS)
def builtins_of_python_numbers(x):
    return str(int(x)), repr(float(x)), format(int(x), ">5"), str(bool(x)), str()


@rows.on(*NUMBERS)
def percent(x):
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


@rows.on(*NUMBERS)
def percent_with_too_few_values(x):
    return "%s %s" % (x,)


@rows.on(*NUMBERS)
def str_format(x):
    return (
        "{} {a:>4} {} {{".format(x, int(x), a=x),
        "{0!r} {1[0]} {2[k]}".format(x, [int(x)], {"k": x}),
        "{}{}".format(*[x, 2]),
        "{x}".format(x=str(x)),
    )


@rows.on(*NUMBERS)
def methods(x):
    s = f"  {int(x)}Aa "
    return (
        s.strip(), s.upper(), s.center(20, "*"), s.count("A"), s.find("A"), len(s),
        s.isalpha(), s.startswith((" ", "q")), s.zfill(20), s.title(), s[2], s[-1],
        s[1:4], s[::-1], s[: int(x)], s.removeprefix("  "), s.strip().lower()[0],
        s.replace("A", str(x)), str.swapcase(s), "7".isdigit(), ord(s[2]),
    )  # fmt: skip


@rows.on(*NUMBERS)
def methods_of_known_text(x):
    return (
        ", ".join([str(x), "b"]),
        "-".join(str(int(x)) + c for c in "ab"),
        "ab".replace("a", str(int(x))),
        "a7".endswith(str(int(x))),
        "a7".find(str(int(x))),
    )


@rows.on(*NUMBERS)
def methods_that_raise(x):
    return f"{int(x)}".index("7")


@rows.on(*NUMBERS)
def an_index_out_of_range(x):
    return str(int(x))[1]


@rows.on(*NUMBERS)
def operators(x):
    s = str(int(x))
    return (
        "pre" + s, s + "post", 3 * s, s * int(x), s < "5", s >= "7", s == 7, s != "7",
        s == ["7"], bool(s), not s, s and "yes", "" or s, "a" < s < "z", max(s, "5"),
    )  # fmt: skip


@rows.on(*NUMBERS)
def numbers_of_text(x):
    s = str(int(x))
    return int(s) + 1, float(s), complex(s), float("1e" + s), int(s, 8), bool(s)


@rows.on(*NUMBERS)
def wrong_number(x):
    return int("q" + str(int(x)))


@rows.on(*NUMBERS)
def wrong_operand(x):
    if x > 0:
        return str(x) + 1
    return "none"


@rows.on(*NUMBERS)
def augmented(x):
    name = "abc"
    name += f"{x}"
    name *= 2
    return name


# -- Text as state -------------------------------------------------------------------


@rows.on(*NUMBERS)
def text_of_two_branches(x):
    label = "big" if x > 3 else "small"
    if x < 0:
        label = "é"
    return label, label + "!", f"{label:>6}"


@rows.on(*NUMBERS)
def early_return(x):
    if x > 3:
        return "big"
    if x < 0:
        return f"{x}"
    return "small"


@rows.on(*NUMBERS)
def the_same_text_stays_as_it_is(x):
    key = "k"
    if x > 3:
        key = "k"
        x += 1
    return {"k": x}[key]


@rows.on(*NUMBERS)
def text_on_one_path_only(x):
    if x > 3:
        label = "a"
    return label + "b"


@rows.on(*NUMBERS)
def text_beside_a_tensor(x):
    label = "a"
    if x > 3:
        label = T("b")
    return label


@rows.on(*NUMBERS)
def text_that_a_loop_makes(x):
    log = ""
    while x > 0:
        log += f"{x},"
        x -= 2
    return log, len(log)


@rows.on(*NUMBERS)
def text_that_a_loop_changes(x):
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


@rows.on(*NUMBERS)
def text_that_decides(x):
    s = "" if x < 5 else "q"
    n = 0
    while s:
        n += 1
        s = "" if n > 3 else s + "a"
    return n


@rows.on(*NUMBERS)
def texts_in_structures(x):
    d = {"a": "q"}
    items = ["a", ("b", x)]
    if x > 3:
        d["a"] = f"{x}"
        items = ["c", ("d", x)]
    return d, items


@rows.on(*NUMBERS)
def texts_in_a_list(x):
    out = []
    for i in range(3):
        out.append(f"{i}:{x}")  # noqa: PERF401
    return out, [f"{i}" for i in (x, 1)]


class Holder:
    name = "n"


@rows.on(*NUMBERS)
def text_in_an_attribute(x):
    holder = Holder()
    if x > 3:
        holder.name = "big"
    return holder.name + "!"


@rows.on(*NUMBERS)
def text_in_and_of_sequences(x):
    s = str(int(x))
    return "7" in s, s in "a7b", s in ("7", "x"), s not in ["7", 7], s in {"7": 1}


@rows.on(*NUMBERS)
def wrong_type_in_text(x):
    return int(x) in str(x)


@rows.on(*NUMBERS)
def loop_over_the_letters(x):
    found, n = "", 0
    for letter in f"{int(x):04}":
        if letter == "-":
            continue
        found = letter + found
        n += int(letter)
    for place, letter in enumerate(reversed(str(int(x)))):
        found += f"{place}{letter}"
    return found, n


@rows.on(*NUMBERS)
def matched_text(x):
    match str(int(x)):
        case "7":
            return 1
        case "0" | "1":
            return 2
    return 3


@rows.on(*NUMBERS)
def percent_in_place(x):
    fmt = "%d"
    fmt %= int(x)
    x %= x + 1
    return fmt, x


@rows.on(*NUMBERS)
def text_of_what_is_caught(x):
    try:
        raise ValueError(f"bad {x}", x)
    except ValueError as error:
        return str(error), f"{error!r}", error.args[0]


# -- None on some paths --------------------------------------------------------------


@rows.on(*NUMBERS)
def text_of_none(x):
    y = None
    if x > 3:
        y = x
    shown = "%s" % y, "%s %s" % (y, x), "{} {a}".format(y, a=x)
    return f"{y} {y!r} {[y, 1]} {int(x)}", str(y), repr([y]), shown


@rows.on(*NUMBERS)
def none_takes_no_specification(x):
    y = None
    if x > 3:
        y = int(x)
    return f"{y:>5}"


@rows.on(*NUMBERS)
def text_or_none(x):
    s = None
    while x > 0:
        s = "a" if s is None else s + "b"
        x -= 3
    return s, f"{s}", s == "abb", s is None


# -- What is refused -----------------------------------------------------------------


@rows.on(T(7))
def a_list_of_texts(x):
    return f"{x}".split(",")


@rows.on(T(7))
def the_letters(x):
    return [c for c in str(int(x))]


@rows.on(T(7))
def look_up_by_text(x):
    return {"a": 1, "b": 2}["a" if x > 3 else "b"]


@rows.on(T(7))
def objects_beside_values(x):
    return "%s %s" % (Own(), x)


@refused.on(T(7))
def objects_of_the_library_beside_values(x):
    return "%s %s" % (decimal.Decimal(1), x)


@refused.on(T(7))
def text_or_number(x):
    s = "a"
    if x > 1:
        s = 3
    return s


@ag.autograph.do_not_convert
def unconverted(x):
    return f"{x}", repr(x)


@refused.on(T(7))
def text_of_unconverted_code(x):
    return unconverted(x)[0]


@refused.on(T(7))
def repr_of_unconverted_code(x):
    return unconverted(x)[1]


@rows.on(T(1), T(4), T(-7))
def items_of_text_by_symbolic_places(n):
    text = "abcdef"
    return text[n % 6], text[int(n) :], text[:n:2]


@rows.on(T(9), T(-9))
def an_item_of_text_that_is_not_there(n):
    return "abcdef"[n]


@rows.on(T(1), T(-1))
def an_item_of_text_or_none(n):
    text = None
    if n > 0:
        text = "abcdef"
    return text[2]


@rows.on(T(0), T(1), T(2))
def that_tables_translate(n):
    text = ["ab-c", "", "b"][int(n)]
    table = {ord("a"): str(int(n)), ord("b"): 65 + int(n), ord("-"): None}
    return (
        text.translate(table),
        text.translate(str.maketrans("ab", "xy", "c")),
        text.translate(["?"] * 98),
        "abc".translate({ord("a"): text}),
    )


@rows.on(T(0), T(1))
def that_no_table_translates(n):
    try:
        return ["b", "a"][int(n)].translate({ord("a"): 0x110000})
    except ValueError:
        return "too large"
