"""What variables hold on some paths, and None on the others, in tables of programs."""

import dataclasses


@dataclasses.dataclass
class Record:
    """A dataclass."""

    v: int = 1


class A:
    """An object with special methods."""

    def __init__(self, v=1):
        self.v = v

    def go(self):
        """Return a number."""
        return self.v

    def __call__(self):
        return 3

    def __repr__(self):
        return f"A{self.v}"

    def __index__(self):
        return 1


class B(A):
    """A subclass that asks its base."""

    def go(self):
        return super().go() + 1


class Manager:
    """A manager that swallows errors of values."""

    def __init__(self, log):
        self.log = log

    def __enter__(self):
        self.log.append(1)
        return 1

    def __exit__(self, kind, error, trace):
        self.log.append(2)
        return kind is ValueError


def one():
    """Return 1."""
    return 1


def half(x):
    """Negate."""
    return -x


def above(x):
    """Tell whether a number is large."""
    return x > 1
