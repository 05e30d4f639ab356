"""Text of containers with objects whose classes make their own text."""

# Programs under test are written as users write them.

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
refused = Rows()


class A:
    """An object that shows a number."""

    def __init__(self, v):
        self.v = v

    def __repr__(self):
        return f"A{self.v}"


class Named(A):
    """An object with another text outside of containers."""

    def __str__(self):
        return "named"


@rows.on(T(0), T(2))
def of_a_list(n):
    return str([A(int(n)), 2]), repr([A(int(n))])


@rows.on(T(0), T(2))
def of_nested_containers(n):
    return f"{ ({'a': [A(int(n)), 'x']}) } {(A(int(n)),)}"


@rows.on(T(0), T(2))
def of_objects_with_two_texts(n):
    return str([Named(int(n))]) + str(Named(int(n)))


@rows.on(T(0), T(2))
def with_a_width(n):
    return f"{[A(int(n))]!r:>8}"


@rows.on(T(0), T(2))
def of_known_objects(n):
    return str([A(3), int(n)]), f"{[A(4)]!r:>8}"


@rows.on(T(0), T(2))
def that_raises(n):
    class Bad:
        def __repr__(self):
            if n > 1:
                raise ValueError("no text")
            return "ok"

    return str([Bad()])


@refused.on(T(0))
def by_a_template(n):
    return "%s" % [A(int(n))]


@refused.on(T(0))
def by_format(n):
    return "{}".format([A(int(n))])


test_the_text_is_that_of_plain_python = rows.test()
test_templates_are_refused = refused.refusal_test()
