"""Random programs: staged gradients are those of plain Python, and of differences."""

from __future__ import annotations

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import autograph as ag
from tests.language.derivatives import differences, gradient_of, twice
from tools.book.examples import program

few = settings(max_examples=max(settings().max_examples // 4, 1))
NAMES = st.sampled_from("xyz")
CONDITIONS = st.builds(
    "{}[{}] > {}[{}]".format, NAMES, st.integers(0, 1), NAMES, st.integers(0, 1)
)


def expressions() -> st.SearchStrategy[str]:
    """Return expressions whose values stay small."""
    return st.recursive(
        st.one_of(NAMES, st.sampled_from(["0.3", "scale", "fixed"])),
        lambda inner: st.one_of(
            st.builds("ag.sin({})".format, inner),
            st.builds("ag.tanh({} + {})".format, inner, inner),
            st.builds("({} * {})".format, inner, inner),
            st.builds("({} - 0.5 * {})".format, inner, inner),
        ),
        max_leaves=4,
    ).filter(lambda text: any(name in text for name in "xyz"))


@st.composite
def blocks(draw, depth: int, *, in_loop: bool = False) -> list[str]:
    """Draw the lines of a block."""
    lines: list[str] = []
    for _ in range(draw(st.integers(1, 3))):
        kinds = ["assign", "assign", "append"]
        if depth:
            kinds += ["if", "for", "while"]
        if in_loop:
            kinds += ["jump"]
        kind = draw(st.sampled_from(kinds))
        if kind == "assign":
            lines.append(f"{draw(NAMES)} = ag.tanh({draw(expressions())})")
        elif kind == "append":
            lines.append(f"found.append({draw(NAMES)})")
        elif kind == "jump":
            jump = draw(st.sampled_from(["break", "continue"]))
            lines += [f"if {draw(CONDITIONS)}:", f"    {jump}"]
        else:
            lines += draw(compounds(kind, depth, in_loop=in_loop))
    return lines


@st.composite
def compounds(draw, kind: str, depth: int, *, in_loop: bool) -> list[str]:
    """Draw a branch or a loop."""
    inner = draw(blocks(depth - 1, in_loop=in_loop or kind != "if"))
    indented = [f"    {line}" for line in inner]
    if kind == "if":
        other = draw(blocks(depth - 1, in_loop=in_loop))
        return [f"if {draw(CONDITIONS)}:", *indented,
                "else:", *(f"    {line}" for line in other)]  # fmt: skip
    if kind == "for":
        count = draw(st.integers(0, 3))
        return [f"for i{depth} in ag.range({count}):", *indented]
    counter = f"n{depth}"
    test = f"while {counter} < {draw(st.integers(0, 3))} and {draw(CONDITIONS)}:"
    return [f"{counter} = ag.constant(0)", test, f"    {counter} += 1", *indented]


HEAD = """\
scale = ag.Variable(0.7, dtype=ag.float64)
fixed = ag.constant([0.2, -0.9], ag.float64)

def f(x):
    y, z, found = x * 0.5, ag.sin(x), [x]
"""
TAIL = "    return (x + y * z) * found[-1] + found[0] * 0.5 + ag.reduce_sum(ag.stack(found))"


@few
@given(lines=blocks(2), seed=st.integers(0, 10_000))
def test_random_programs_have_the_gradients_of_plain_python(lines, seed):
    source = HEAD + "".join(f"    {line}\n" for line in lines) + TAIL + "\n"
    with program("import autograph as ag\n" + source) as place:
        function = place.load()["f"]
        # No two of the numbers that conditions compare are equal by chance.
        x = ag.constant(np.random.default_rng(seed).uniform(-1, 1, 2), ag.float64)
        expected = gradient_of(function)(x)[0].numpy()
        rough, fine = (differences(function, x.numpy(), h) for h in (1e-5, 1e-6))
        # Where a condition changes there is no slope to compare with.
        if np.allclose(rough, fine, rtol=1e-5, atol=1e-6):
            assert np.allclose(expected, fine, rtol=1e-4, atol=1e-6), source
        assume(np.isfinite(expected).all())
        staged = ag.function(function)
        for gradient in (gradient_of(staged), ag.function(gradient_of(function))):
            found = gradient(x)[0].numpy()
            assert np.allclose(found, expected, rtol=1e-10, atol=1e-12), source
        second = twice(gradient_of(function))(x).numpy()
        assert np.allclose(
            twice(gradient_of(staged))(x).numpy(), second, rtol=1e-8, atol=1e-10
        ), source
