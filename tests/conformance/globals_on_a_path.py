"""Globals that have a value on some paths only, in a module of few names.

What `globals()` refers to is looked through: from a module of tests, all of pytest.
"""

import sys

G = 0
_HERE = sys.modules[__name__]


def _start():
    global G
    G = 1


def read(x):
    global G
    G = 1
    if x > 0:
        del G
    try:
        return str(G)
    except NameError as error:
        return f"{type(error).__name__}: {error}"


def deleted_twice(x):
    global G
    G = 1
    if x > 0:
        del G
    try:
        del G
    except NameError as error:
        return str(error)
    return "deleted"


def deleted_in_a_loop(x):
    global G
    G = 1
    while x > 0:
        del G
        x -= 1
    return x


def deleted_and_back(x):
    global G
    G = 1
    found = ""
    for i in range(4):
        if i == x:
            del G
        elif i > x:
            G = i
        try:
            found += str(G)
        except NameError:
            found += "-"
    return found


def set_by_name(x):
    _start()
    if x > 0:
        setattr(_HERE, "G", 5)  # noqa: B010
    return G


def set_by_method(x):
    _start()
    while x > 0:
        _HERE.__setattr__("G", G + 5)
        x -= 1
    return G


def set_in_a_call(x):
    def write(value):
        setattr(_HERE, "G", value)  # noqa: B010

    _start()
    if x > 0:
        write(7)
    return G


def is_among_globals(x):
    global G
    G = 1
    if x > 0:
        del G
    return "G" in globals()


def out_of_globals(x):
    global G
    G = 1
    if x > 0:
        del G
    return globals().get("G", 7)


def attribute_of_the_module(x):
    global G
    G = 1
    if x > 0:
        del G
    return _HERE.G


def asked_by_name(x):
    global G
    G = 1
    if x > 0:
        del G
    return hasattr(_HERE, "G"), getattr(_HERE, "G", 5)


def deleted_by_name(x):
    global G
    G = 1
    if x > 0:
        del G
    delattr(_HERE, "G")
    return 0


# A symbolic tensor is left in the global.
LEAVING = (
    set_by_name,
    set_by_method,
    set_in_a_call,
)
# The global may or may not have a value afterwards.
REFUSED = (
    read,
    deleted_twice,
    deleted_in_a_loop,
    deleted_and_back,
    is_among_globals,
    out_of_globals,
    attribute_of_the_module,
    asked_by_name,
    deleted_by_name,
)
