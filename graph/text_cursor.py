"""A place in a line of text that is being read, and the error that points at it."""

from __future__ import annotations

import re
from functools import cache

from graph.errors import GraphSyntaxError


class Cursor:
    """A line and how far it has been read.

    Attributes:
        number: Counted from 1.
        text: The line.
        position: Index of the next character to read.
        indent: How many blanks the line begins with.
    """

    def __init__(self, number: int, text: str) -> None:
        """Begin at the first character that is not blank."""
        self.number = number
        self.text = text
        self.indent = len(text) - len(text.lstrip(" "))
        self.position = self.indent

    def skip_blanks(self) -> None:
        """Go on to the next character that is not blank."""
        while self.text[self.position : self.position + 1].isspace():
            self.position += 1

    def looks_at(self, pattern: str) -> bool:
        """Tell whether the pattern matches here."""
        self.skip_blanks()
        return _compiled(pattern).match(self.text, self.position) is not None

    def take(self, pattern: str, what: str) -> str:
        """Read what the pattern matches.

        Raises:
            GraphSyntaxError: It does not match; `what` was expected.
        """
        self.skip_blanks()
        found = _compiled(pattern).match(self.text, self.position)
        if found is None:
            raise error_at(self, what)
        self.position = found.end()
        return found[0]

    def accept(self, literal: str) -> bool:
        """Read the literal if it comes next."""
        self.skip_blanks()
        if not self.text.startswith(literal, self.position):
            return False
        self.position += len(literal)
        return True

    def accept_word(self, word: str) -> bool:
        """Read the word if it comes next, and is a whole word."""
        return self.looks_at(rf"{word}(?![\w(])") and self.accept(word)

    def expect(self, literal: str, what: str = "") -> None:
        """Read the literal.

        Raises:
            GraphSyntaxError: Something else comes next.
        """
        if not self.accept(literal):
            raise error_at(self, what or f"`{literal}`")

    def is_at_end(self) -> bool:
        """Is there nothing more than a comment?"""
        return self.looks_at(r"#|$")

    def expect_end(self) -> None:
        """Raise GraphSyntaxError unless the line ends here, but for a comment."""
        if not self.is_at_end():
            raise error_at(self, "the end of the line")

    def comment(self, pattern: str) -> re.Match[str] | None:
        """Return the match of the comment that ends the line with `pattern`."""
        self.skip_blanks()
        return _compiled(pattern).fullmatch(self.text, self.position)


def error_at(line: Cursor, expected: str) -> GraphSyntaxError:
    """Return the error that something else was expected where the cursor stands."""
    line.skip_blanks()
    return GraphSyntaxError(
        f"line {line.number}: expected {expected}\n"
        f"    {line.text}\n"
        f"    {' ' * line.position}^"
    )


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
