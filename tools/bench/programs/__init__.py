"""Programs over numbers, arrays and Python's containers, as plain Python functions.

A module is a subject. Each program takes NumPy arrays and Python numbers, and returns
numbers, arrays, text, lists, dicts or sets; its loops run as often as the data say.
"""

from tools.bench.programs import (
    arrays,
    dicts,
    dynamic,
    geometry,
    graphs,
    lists,
    numbers,
    objects,
    queues,
    sorting,
    text,
)
from tools.bench.programs._table import Program

_MODULES = (
    numbers,
    arrays,
    lists,
    sorting,
    dicts,
    queues,
    text,
    objects,
    graphs,
    dynamic,
    geometry,
)
PROGRAMS: dict[str, Program] = {
    program.name: program for module in _MODULES for program in module.programs
}
