"""What the tests of the documents share."""

import contextlib
import traceback

import pytest


@pytest.fixture
def expected():
    """Return a context manager that prints the traceback of an error that has to come."""

    @contextlib.contextmanager
    def context(error_class):
        try:
            yield
        except error_class:
            print(f"expected {error_class.__name__}")
            traceback.print_exc(limit=2)
        else:
            raise AssertionError(f"no {error_class.__name__}")

    return context


@pytest.fixture
def printed(capsys):
    """Return what was printed since the last look: lines of output, then of errors."""

    def look():
        out, err = capsys.readouterr()
        return out.splitlines(), err.splitlines()

    return look
