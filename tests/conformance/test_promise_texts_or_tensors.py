"""The promise, for what is Python's text on one path, a tensor of text on another.

`+`, comparisons and functions of tensors give the same of both; what else may be asked
of text has another answer, or none, of a tensor.
"""

from __future__ import annotations

import json

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_depends_on_the_path_is_refused = refused.refusal_test()
CALLS = ((T(0), T("abc")), (T(2), T("abc")))


def either(n, s):
    return s if n > 0 else "ab"


@rows.on(*CALLS)
def concatenated(n, s):
    u = ""
    for _ in range(n):
        u = u + s
    u += "x"
    return u, "y" + u, u + s


@rows.on(*CALLS)
def compared(n, s):
    u = either(n, s)
    return u == "ab", "abc" != u, u < "b", u == s, u in ("abc", "d"), [u].count("ab")


@rows.on(*CALLS)
def what_comparing_gives(n, s):
    found = either(n, s) == "ab"
    return f"{found}", isinstance(found, bool), not found, 1 if found else 2


@rows.on(*CALLS)
def as_a_tensor(n, s):
    u = either(n, s)
    return ag.strings.length(u), f"{ag.strings.upper(u) == 'AB'}", bool(u)


@rows.on(*CALLS)
def by_recursion(n, s):
    def last(n):
        if n > 0:
            return last(n - 1)
        return s if n < 0 else "ab"

    return last(n) + "x"


@rows.on(CALLS[1])
def searched_where_it_is_a_tensor(n, s):
    return "a" in either(n, s)


@rows.on(*CALLS)
def other_classes(n, s):
    return isinstance(either(n, s), int), either(n, s) is None


@refused.on(*CALLS)
def shown(n, s):
    return f"{either(n, s)}"


@refused.on(*CALLS)
def shown_after_an_addition(n, s):
    return str("x" + either(n, s) + "y")


@refused.on(*CALLS)
def shown_in_a_list(n, s):
    return str([either(n, s)])


@refused.on(*CALLS)
def given_to_a_template(n, s):
    return "%s" % either(n, s)


@refused.on(*CALLS)
def given_to_an_exception(n, s):
    raise ValueError(either(n, s))


@refused.on(*CALLS)
def measured(n, s):
    try:
        return len(either(n, s))
    except TypeError:
        return -1


@refused.on(*CALLS)
def a_method(n, s):
    try:
        return either(n, s).upper()
    except AttributeError:
        return "none"


@refused.on(*CALLS)
def given_to_a_method_of_text(n, s):
    return "abc".startswith(either(n, s)), ",".join([either(n, s)])


@refused.on(*CALLS)
def repeated(n, s):
    return either(n, s) * 2


@refused.on(CALLS[0])
def an_item(n, s):
    return either(n, s)[0]


@refused.on(*CALLS)
def stepped_through(n, s):
    return list(either(n, s))


@refused.on(CALLS[0])
def searched(n, s):
    return "a" in either(n, s)


@refused.on(*CALLS)
def a_key(n, s):
    try:
        return {either(n, s): 1}
    except TypeError:
        return {}


@refused.on(*CALLS)
def looked_up(n, s):
    return {"ab": 1, "abc": 2}.get(either(n, s))


@refused.on(*CALLS)
def asked_for_its_class(n, s):
    return isinstance(either(n, s), str)


@refused.on(*CALLS)
def its_type(n, s):
    return type(either(n, s)).__name__


@refused.on(*CALLS)
def the_type_of_a_comparison(n, s):
    return (either(n, s) == "ab") is True


@refused.on(*CALLS)
def matched(n, s):
    match either(n, s):
        case str():
            return 1
    return 2


@refused.on(*CALLS)
def made_a_number(n, s):
    return int(either(n, s), 16)


@refused.on(*CALLS)
def given_to_a_library(n, s):
    return json.dumps(either(n, s))


@refused.on(*CALLS)
def in_a_list_of_the_run(n, s):
    found = ["ab"]
    while len(found) < n:
        found.append(s)
    return found
