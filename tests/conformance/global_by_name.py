"""A global that is written by its name, in a module of few names.

What `globals()` refers to is looked through: from a module of tests, all of pytest.
"""

G = 0


def written_by_name(x):
    global G
    G = 0
    if x > 0:
        _write(3)
    return G


def _write(v):
    globals()["G"] = v
