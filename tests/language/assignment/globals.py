"""Globals deleted or assigned in one branch."""

import sys

import autograph as ag
from tests.language.programs import Programs

T = ag.constant
programs = Programs()
G = 0
_HERE = sys.modules[__name__]


def _start():
    global G
    G = 1


@programs.falls(T(0), T(1))
def read(x):
    """Reading a global that a dynamic branch deleted cannot be staged."""
    global G
    G = 1
    if x > 0:
        del G
    try:
        return str(G)
    except NameError as error:
        return f"{type(error).__name__}: {error}"


@programs.falls(T(0), T(1))
def deleted_twice(x):
    """`del` of a global that a dynamic branch deleted cannot be staged."""
    global G
    G = 1
    if x > 0:
        del G
    try:
        del G
    except NameError as error:
        return str(error)
    return "deleted"


@programs.falls(T(0), T(1))
def deleted_in_a_loop(x):
    """`del` of a global in a dynamic loop cannot be staged."""
    global G
    G = 1
    while x > 0:
        del G
        x -= 1
    return x


@programs.falls(T(0), T(1))
def deleted_and_back(x):
    """A global deleted and assigned again at run time cannot be staged."""
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


@programs.leaking(T(0), T(1), T(3), T(0))
def set_by_name(x):
    """`setattr` of the module sets a global in a dynamic branch."""
    _start()
    if x > 0:
        setattr(_HERE, "G", 5)
    return G


@programs.leaking(T(0), T(1), T(3), T(0))
def set_by_method(x):
    """The module's `__setattr__` sets a global in a dynamic loop."""
    _start()
    while x > 0:
        _HERE.__setattr__("G", G + 5)
        x -= 1
    return G


@programs.leaking(T(0), T(1), T(3), T(0))
def set_in_a_call(x):
    """A nested function that sets a global is called in a dynamic branch."""

    def write(value):
        setattr(_HERE, "G", value)

    _start()
    if x > 0:
        write(7)
    return G


@programs.falls(T(0), T(1))
def is_among_globals(x):
    """`in globals()` for a global deleted in a branch cannot be staged."""
    global G
    G = 1
    if x > 0:
        del G
    return "G" in globals()


@programs.falls(T(0), T(1))
def out_of_globals(x):
    """`globals().get` of a global deleted in a branch cannot be staged."""
    global G
    G = 1
    if x > 0:
        del G
    return globals().get("G", 7)


@programs.falls(T(0), T(1))
def attribute_of_the_module(x):
    """Reading a deleted global as a module attribute cannot be staged."""
    global G
    G = 1
    if x > 0:
        del G
    return _HERE.G


@programs.falls(T(0), T(1))
def asked_by_name(x):
    """`hasattr` and `getattr` of a global deleted in a branch cannot be staged."""
    global G
    G = 1
    if x > 0:
        del G
    return hasattr(_HERE, "G"), getattr(_HERE, "G", 5)


@programs.falls(T(0), T(1))
def deleted_by_name(x):
    """`delattr` of a global deleted in a branch cannot be staged."""
    global G
    G = 1
    if x > 0:
        del G
    delattr(_HERE, "G")
    return 0
