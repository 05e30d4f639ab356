"""The operators on plain Python values: what converted code means, unstaged.

`ag.Operators` itself, with what it need not check: that states can be read and put
back at any time. The laws of the converters are tested with it.
"""

from autograph import conversion
from autograph.operators.protocol import Operators
from autograph.operators.scope import FunctionScope
from autograph.options import ConversionOptions

__all__ = ["ConversionOptions"]


def _check_state(get_state, set_state, names):
    """State can be read and put back at any time, and changes nothing."""
    state = get_state()
    assert len(state) == len(names)
    set_state(state)


class Checked(Operators):
    """Checks what it is given; calls are made as they stand."""

    def if_stmt(self, condition, body, orelse, get_state, set_state, names, nouts):
        chosen = body if condition else orelse
        assert 0 <= nouts <= len(names)
        _check_state(get_state, set_state, names)
        chosen()
        _check_state(get_state, set_state, names)

    def while_stmt(self, test, body, get_state, set_state, names, opts):
        def checked():
            body()
            _check_state(get_state, set_state, names)

        _check_state(get_state, set_state, names)
        super().while_stmt(test, checked, get_state, set_state, names, opts)

    def for_stmt(self, items, extra_test, body, get_state, set_state, names, opts):
        def checked(item):
            body(item)
            _check_state(get_state, set_state, names)

        assert isinstance(opts["iterate_names"], str)
        iterator = iter(items)
        _check_state(get_state, set_state, names)
        rest = get_state, set_state, names, opts
        super().for_stmt(iterator, extra_test, checked, *rest)

    def if_exp(self, condition, if_true, if_false, source=""):
        assert isinstance(source, str)
        return super().if_exp(condition, if_true, if_false, source)

    def converted_call(self, function, args, kwargs, scope=None):
        assert isinstance(scope, FunctionScope)
        return function(*args, **(kwargs or {}))

    def note_global(self, name):
        assert isinstance(name, str)


NAMESPACE = Checked().namespace


def convert(fn):
    """Convert a function onto these operators."""
    return conversion.convert(fn, NAMESPACE)
