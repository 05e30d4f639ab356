"""Builtins that see the frame of their caller: `eval`, `exec`, `locals`, `vars`, `dir`."""

import builtins

import autograph as ag
from tests.language.programs import Programs

programs = Programs()

T = ag.constant
evaluate, variables, names = eval, vars, dir
global_names = globals
SECRET = 7


class Holder:
    def __init__(self):
        self.held = 3


@programs.staged(5, T(5))
def by_name(x):
    """`eval`, `locals`, `vars` and `dir` see the variables of the function."""
    args = x + 1
    return eval("args"), sorted(locals()), sorted(vars()), sorted(dir())


@programs.staged(5, -5)
def in_a_nested_function(x):
    """`locals` and `dir` in a nested function see what it captures."""
    y = 1
    if x > 0:
        y = 2

    def inner(z):
        if x > 0:
            return sorted(locals()), y + z
        return sorted(dir()), y

    return inner(1)


@programs.staged(5, T(5))
def in_a_class(x):
    """`locals` in a class statement sees its attributes."""

    class Made:
        a = x
        names = sorted(each for each in locals() if not each.startswith("__"))

    return Made.names


@programs.staged(5, T(5))
def executed(x):
    """`exec` with a dict of its own appends to a list."""
    exec("SEEN.append(x)", {"SEEN": (found := []), "x": x})
    return found


@programs.falls(5, T(5))
def of_globals(x):
    """`globals` by its own name and by another one."""
    return globals()["SECRET"] + x, global_names()["SECRET"] + x


@programs.falls(5, T(5))
def evaluated_elsewhere(x):
    """`eval` by another name, with dicts of its own."""
    one = evaluate("SECRET + x", {"SECRET": 1, "x": x})
    return one, builtins.eval("SECRET + x", global_names(), {"x": x})


@programs.staged(5, T(5))
def of_an_object(x):
    """`vars` and `dir` of an object, by other names, too."""
    return variables(Holder()), names(Holder())[-1], vars(Holder()), x
