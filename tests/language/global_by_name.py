"""A global that is written by its name, in a module of few names.

A trace searches what `globals()` refers to: from a table, the whole corpus.
"""

G = 0


def written_by_name(x):
    """A global written through `globals()` is staged, and leaves a tensor."""
    global G
    G = 0
    if x > 0:
        _write(3)
    return G


def _write(v):
    globals()["G"] = v
