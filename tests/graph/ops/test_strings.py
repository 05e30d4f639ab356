"""`ag.strings`: what it gives eagerly and staged, and what it refuses."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag

S = ["Hello", " wide World ", "äÖ", ""]
CALLS = {
    "lower": (ag.strings.lower, [b"hello", b" wide world ", "äÖ".encode(), b""]),
    "upper utf-8": (lambda s: ag.strings.upper(s, encoding="utf-8")[2], "ÄÖ".encode()),
    "bad bytes stay": (lambda s: ag.strings.upper([b"\xffa"], "utf-8"), [b"\xffA"]),
    "strip": (lambda s: ag.strings.strip(s)[1], b"wide World"),
    "length": (ag.strings.length, [5, 12, 4, 0]),
    "length of characters": (lambda s: ag.strings.length(s, "utf8_char"), [5, 12, 2, 0]),
    "substr": (lambda s: ag.strings.substr(s[:2], [1, -6], 4), [b"ello", b"Worl"]),
    "substr of characters": (lambda s: ag.strings.substr(s[2], 1, 9, unit="UTF8_CHAR"), "Ö".encode()),
    "join": (lambda s: ag.strings.join([s[:2], "x"], separator="-"), [b"Hello-x", b" wide World -x"]),
    "reduce_join": (lambda s: ag.strings.reduce_join([["a", "b"], ["c", "d"]]), b"abcd"),
    "reduce_join axis": (lambda s: ag.strings.reduce_join([["a", "b"], ["c", "d"]], 0, separator="+"), [b"a+c", b"b+d"]),
    "reduce_join axes": (lambda s: ag.strings.reduce_join([["a", "b"], ["c", "d"]], [0, 1]), b"acbd"),
    "reduce_join other axes": (lambda s: ag.strings.reduce_join([["a", "b"], ["c", "d"]], [1, 0]), b"abcd"),
    "split": (lambda s: ag.strings.split(s[1]), [b"wide", b"World"]),
    "split sep": (lambda s: ag.strings.split("a,b,,c", ",", maxsplit=2), [b"a", b"b", b",c"]),
    "bytes_split": (lambda s: ag.strings.bytes_split(s[0]), [b"H", b"e", b"l", b"l", b"o"]),
    "regex_replace": (lambda s: ag.strings.regex_replace(s[0], "(l+)(o)", r"\2[\1]\\\0"), b"Heo[ll]\\llo"),
    "regex_replace once": (lambda s: ag.strings.regex_replace(s[0], "l", "", replace_global=False), b"Helo"),
    "regex_full_match": (lambda s: ag.strings.regex_full_match(s, "[A-Za-z]*"), [True, False, False, True]),
    "to_number": (lambda s: ag.strings.to_number(["1.5", " -2e3 ", "inf", ".5"]), [1.5, -2000.0, np.inf, 0.5]),
    "to_number int": (lambda s: ag.strings.to_number("-12", ag.int64), -12),
    "as_string": (lambda s: ag.strings.as_string([3.1415926, 2.0]), [b"3.141593", b"2.000000"]),
    "as_string digits": (lambda s: ag.strings.as_string(2.71828, precision=2, width=6, fill="0"), b"002.72"),
    "as_string scientific": (lambda s: ag.strings.as_string(12345.678, scientific=True, precision=1), b"1.2e+04"),
    "as_string shortest": (lambda s: ag.strings.as_string(0.5, shortest=True), b"0.5"),
    "as_string int": (lambda s: ag.strings.as_string([7, -7], width=3, fill="0"), [b"007", b"-07"]),
    "as_string bool": (lambda s: ag.strings.as_string(True), b"true"),
    "as_string complex": (lambda s: ag.strings.as_string(ag.constant(1 + 2j), precision=1), b"(1.0,2.0)"),
    "format": (lambda s: ag.strings.format("{} of {}", (ag.constant([1, 2]), s[0])), b"[1 2] of Hello"),
    "decode": (lambda s: ag.strings.unicode_decode(s[2], "UTF-8"), [228, 214]),
    "encode": (lambda s: ag.strings.unicode_encode([[228, 214]], "UTF-8"), ["äÖ".encode()]),
    "encode nothing": (lambda s: ag.strings.unicode_encode([55296, 65], "UTF-8", errors="ignore"), b"A"),
    "transcode": (lambda s: ag.strings.unicode_transcode(s[2], "UTF-8", "UTF-16-BE"), "äÖ".encode("utf-16-be")),
    "compare": (lambda s: s < ["I", " a", "a", "a"], [True, False, False, True]),
    "equal": (lambda s: s == "Hello", [True, False, False, False]),
    "add": (lambda s: s[0] + "!", b"Hello!"),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_functions_of_text(name):
    call, expected = CALLS[name]
    assert (
        call(ag.constant(S)).numpy().tolist() == expected
        if isinstance(expected, list)
        else call(ag.constant(S)).numpy() == expected
    )


@pytest.mark.parametrize("name", CALLS)
def test_functions_of_text_in_graphs(name):
    call, expected = CALLS[name]
    staged = ag.function(
        call, input_signature=[ag.TensorSpec([None], ag.string)], autograph=False
    )
    found = staged(ag.constant(S))
    eager = call(ag.constant(S))
    assert (
        found.numpy().tolist() == eager.numpy().tolist()
        if isinstance(expected, list)
        else found.numpy() == expected
    )
    assert found.dtype is eager.dtype
    (output,) = staged.get_concrete_function().graph.outputs
    assert output.spec.is_compatible_with(found.numpy())


MISTAKES = (
    "ag.strings.lower(N)",
    "ag.strings.lower(S, 'latin')",
    "ag.strings.length(S, 'WORD')",
    "ag.strings.substr(S, 3, 1)",
    "ag.strings.substr(S, 0, -1)",
    "ag.strings.substr(S, 0.5, 1)",
    "ag.strings.join([])",
    "ag.strings.join([S, N])",
    "ag.strings.join([S, S], separator=3)",
    "ag.strings.reduce_join(S, 1)",
    "ag.strings.split(S)",
    "ag.strings.bytes_split(S)",
    "ag.strings.regex_replace(S, '(', '')",
    "ag.strings.regex_replace(S, '(a)', r'\\2')",
    "ag.strings.regex_replace(S, '(a)', r'\\n')",
    "ag.strings.regex_full_match(S, S)",
    "ag.strings.to_number(S)",
    "ag.strings.to_number('1_000')",
    "ag.strings.to_number('1.5', ag.int32)",
    "ag.strings.to_number('3000000000', ag.int32)",
    "ag.strings.to_number('1', ag.int8)",
    "ag.strings.to_number(N)",
    "ag.strings.as_string(N, precision=2)",
    "ag.strings.as_string(0.5, shortest=True, scientific=True)",
    "ag.strings.as_string(0.5, fill='0')",
    "ag.strings.as_string(0.5, fill='x', width=3)",
    "ag.strings.format('{} {}', N)",
    "ag.strings.unicode_decode(S, 'UTF-8')",
    "ag.strings.unicode_decode('a', 'latin')",
    "ag.strings.unicode_decode(b'\\xff', 'UTF-8', errors='strict')",
    "ag.strings.unicode_encode(S, 'UTF-8')",
    "ag.strings.unicode_encode([55296], 'UTF-8', errors='strict')",
)
GIVEN = {"ag": ag, "S": ag.constant(["a", "bc"]), "N": ag.range(2)}


def test_every_mistake_is_told_with_what_to_write_instead(golden):
    shown = []
    for expression in MISTAKES:
        with pytest.raises(ag.errors.AutographError) as info:
            eval(expression, GIVEN)
        shown.append(f">>> {expression}\n{info.typename}: {info.value.message}")
        shown.append(info.value.hint)
        assert info.value.hint, expression
    golden("\n".join(shown))


def read(text):
    return ag.strings.to_number(text)


def test_text_that_is_no_number_is_told_at_the_users_line():
    for function in (read, ag.function(read)):
        with pytest.raises(ag.errors.InvalidArgumentError) as info:
            function(ag.constant("one"))
        assert "b'one' is no number of float32" in str(info.value)
        lines = [entry.lineno + 1 for entry in info.traceback]
        assert read.__code__.co_firstlineno + 1 in lines
