"""The documents' examples, typed in order: each prints what the document prints.

`sessions/` has a file for each document: its blocks of code, with `ag` for `tf`, and
what they print. What differs from run to run has a placeholder there, see `VARYING`.

Left out: the scheme `@tf.function(input_signature=...) def foo(...): ...`, which is no
program.
"""

import ast
import contextlib
import io
import linecache
import re
import warnings
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import autograph as ag

SESSIONS = Path(__file__).parent / "sessions"
BLOCK = re.compile(
    r"^## (?P<title>.+)\n(?:\n[^`\n]+\n)?\n```python\n(?P<code>(?:.|\n)*?)^```\n"
    r"(?:\n```text\n(?P<printed>(?:.|\n)*?)^```\n)?",
    re.MULTILINE,
)
FLOAT = r"\d+\.\d+(?:e-\d+)?"
VARYING = {
    "{path}": r"[^'\"\n]+?",
    "{digit}": r"\d",
    "{n}": r"\d+",
    "{float}": FLOAT,
    "{any}": r"(?:.|\n)*?",
}
# {0.25}: a number, but for rounding.
VARIES = re.compile(rf"\{{({FLOAT})\}}|\{{[a-z]+\}}")
# The lines of blocks that leave a symbolic tensor behind, of which they warn.
LEAKING = {
    "a leaked tensor": ["x = a + 1"],
    "a leaked tensor that is returned, too": ["x = a + 1"],
    "leaks through lists and attributes": [
        "external_list.append(a)",
        "external_object.field = a",
    ],
}
UNDERLINE = re.compile(r"^ *[~^]+\n", re.MULTILINE)  # from Python 3.11 on


@dataclass
class Session:
    """The blocks of a document, and what has been run of them.

    Attributes:
        blocks: Title, code and expected print of each.
        printed: What the blocks that have been run have printed, and their lines that
            leave symbolic tensors behind.
        names: The variables.
        is_eager: Whether a block has left functions to run eagerly.
    """

    document: str
    blocks: list[tuple[str, str, str]]
    printed: list[tuple[str, list[str]]] = field(default_factory=list)
    names: dict[str, Any] = field(default_factory=lambda: {"__name__": "session"})
    is_eager: bool = False

    def block(self, number: int) -> tuple[str, list[str]]:
        """Return what a block prints and leaks, having run those before it."""
        while len(self.printed) <= number:
            place = f"<{self.document} {len(self.printed)}>"
            code = self.blocks[len(self.printed)][1]
            ag.config.run_functions_eagerly(self.is_eager)
            try:
                self.printed.append(printed_by(code, place, self.names))
            finally:
                self.is_eager = ag.config.functions_run_eagerly()
                ag.config.run_functions_eagerly(False)
        return self.printed[number]


def printed_by(code: str, place: str, names: dict[str, Any]) -> tuple[str, list[str]]:
    """Run code; return what it prints, with its last expression, and its leaks."""
    lines = code.splitlines(keepends=True)
    linecache.cache[place] = len(code), None, lines, place
    tree = ast.parse(code)
    last = tree.body[-1]
    if isinstance(last, ast.Expr):
        del tree.body[-1]
    out = io.StringIO()
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(out),
        ag.python("allow"),  # as for a newcomer; nothing falls all the same
        warnings.catch_warnings(action="ignore", record=True) as found,
    ):
        warnings.simplefilter("always", ag.errors.LeakedTensorWarning)
        warnings.simplefilter("error", ag.errors.PythonFallbackWarning)
        exec(compile(tree, place, "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), place, "eval"), names)
            if value is not None:
                print(repr(value))
    assert {each.filename for each in found} <= {place}
    return out.getvalue(), [lines[each.lineno - 1].strip() for each in found]


def read(document: Path) -> Session:
    """Read the blocks of a document."""
    text = document.read_text(encoding="utf-8")
    blocks = [
        (each["title"], each["code"], each["printed"] or "")
        for each in BLOCK.finditer(text)
    ]
    assert len(blocks) == text.count("\n## "), f"a block of {document} is not read"
    return Session(document.stem, blocks)


ALL = [read(each) for each in sorted(SESSIONS.glob("*.md"))]


@pytest.mark.parametrize(
    ("session", "number"),
    [
        pytest.param(session, number, id=f"{session.document}: {title}")
        for session in ALL
        for number, (title, _, _) in enumerate(session.blocks)
    ],
)
def test_block_prints_what_the_document_prints(session, number):
    title, _, text = session.blocks[number]
    printed, leaks = session.block(number)
    assert leaks == LEAKING.get(title, [])
    expected, printed = trimmed(text), trimmed(UNDERLINE.sub("", printed))
    if not agrees(printed, expected):
        assert printed == expected


def trimmed(text: str) -> str:
    """Remove blanks and lines at the end, and blanks at the ends of lines."""
    return re.sub(r" +$", "", text, flags=re.MULTILINE).rstrip("\n")


def agrees(printed: str, expected: str) -> bool:
    """Tell whether a text is what is expected, with something in each placeholder."""
    pattern, end = "", 0
    for each in VARIES.finditer(expected):
        varying = f"({FLOAT}) *" if each[1] else VARYING[each[0]]
        pattern += re.escape(expected[end : each.start()]) + varying
        end = each.end()
    found = re.fullmatch(pattern + re.escape(expected[end:]), printed)
    near = [float(each) for each in VARIES.findall(expected) if each]
    return found is not None and near == pytest.approx(
        [float(each) for each in found.groups()], rel=1e-5
    )
