"""Programs for implementations of the operators: a row for each thing that they do.

Each defines `program`. `log` keeps its argument and returns it, so that the order and
the number of evaluations show. Rows without effects can be staged, too.
"""

from __future__ import annotations

from typing import Any, Final

from autograph.testing.stageable_programs import (
    NUMBERS,
    STAGEABLE,
    OperatorProgram,
)

PRELUDE: Final = """
LOG = []
TOTAL = 0
def log(x):
    LOG.append(x)
    return x

class Box:
    def __init__(self, **fields):
        for name in fields:
            setattr(self, name, fields[name])
    def __repr__(self):
        return f'Box({vars(self)})'
    def __setattr__(self, name, value):
        log(('set', name))
        object.__setattr__(self, name, value)
    def __delattr__(self, name):
        log(('del', name))
        object.__delattr__(self, name)
    def grown(self, by):
        if by > 2:
            self.x += by
        return self

def sign(x):
    if log(x) < 0:
        return -1
    return 1 if x else 0

def boom(x=0):
    log('boom')
    raise ValueError(f'boom {x}')
"""


def _row(name: str, source: str, *calls: tuple[Any, ...]) -> OperatorProgram:
    return OperatorProgram(name, source.strip() + "\n", calls or NUMBERS)


# fmt: off
_AS_PYTHON: Final = (
    _row("the value of and, or, not", """
def program(x):
    return log(x) and log('b') and log([]), log(0) or log(x) or log('c'), not log(x)
"""),
    _row("what is evaluated", """
def program(x):
    y = log('a') if log(x) else log('b')
    return y, log(0) < log(x) < log(3), [log(each) for each in (x, y) if each]
"""),
    _row("how often truths are asked", """
class Truth:
    def __init__(self, value):
        self.value = value
    def __bool__(self):
        return log(self.value) > 0
    def __lt__(self, other):
        return Truth(other.value - self.value)
def program(x):
    a, b = Truth(x), Truth(1)
    if a and b or a:
        log('if')
    if a < b < a:
        log('chain')
    log(((a and (b or a)) or b) is b)
    return not (a and b), not (b or a), (a and b or a) is a, 1 if a and b else 2
"""),
    _row("in, not in", """
class Holder:
    def __contains__(self, item):
        return log(item)
def program(x):
    return log(x) in log([1, 5]), x not in {0: 'zero'}, x in Holder(), 3 in iter([x, 3])
"""),
    _row("is, is not", """
def program(x):
    y = None if x > 0 else [x]
    return log(y) is None, log(x) is not None, y is y, [x] is not y
"""),
    _row("in, not in", """
def program(x):
    return log(x) in log([1, 2]), x not in (x,), 'a' in 'abc', {x} in [{1}]
"""),
    _row("generator expressions in builtins", """
def program(x):
    found = any(log(each) == x for each in log([3, 1, 2]) if log(each) != 2)
    return found, sum((a * b for a, b in [(x, 2), (3, x)]), x)
"""),
    _row("generator expressions that are drawn from", """
def program(x):
    found = (log(each) * x for each in log([3, 1, 2]) if log(each) != 1)
    first = next(found)
    log("between")
    return first, next(found), next(found, None), next((k for k in (x, 5) if k > 4), 0)
"""),
    _row("text", """
class Shown:
    def __init__(self, name):
        self.name = log(name)
    def __format__(self, spec):
        return log(f'<{self.name}{spec}>')
    def __repr__(self):
        return log('repr')
def program(x):
    shown = f'{Shown(x)}{Shown(1)!r:>{log(6)}}{Shown(2):{x!a}}{{{x}}}', f'{x}'
    return shown, '%s!' % (x,), log(7) % log(len(shown))
"""),
    _row("match", """
class Point:
    __match_args__ = ('x', 'y')
    def __init__(self, x, y):
        self.x, self.y = x, y
def program(x):
    match x:
        case -2 | 'b':
            return 'a value'
        case [1, *rest, last] if log(last) != 3:
            return rest, last
        case (1, 2, *_, last):
            return 'a sequence', last
        case {'k': [n], **more} if n:
            return n, more
        case Point(0, y=found) | Point(found):
            return found
        case int() | str() as other:
            return other
    return "no case"
""", *NUMBERS, ("b",), ((1, 2, 3),), ((1, 4),), ({"k": (2,), "m": 3},), ({"k": 1},)),
    _row("match on what is made", """
class Point:
    __match_args__ = ('x',)
    def __init__(self, x):
        self.x = x
def program(x):
    match Point(x):
        case Point(x=[]) | Point(0):
            return 'none'
        case Point(y) if y > 3:
            return 'large', y
        case Point(x=1):
            return 'one'
"""),
    _row("truth", """
class Unclear:
    def __bool__(self):
        raise TypeError('no truth')
def program(x):
    if x > 2:
        return Unclear() and 1
    while not x and Unclear():
        x = 1
    return 2 if Unclear() else 3
"""),
    _row("while with break and else", """
def program(x):
    while log(x) < 3:
        x += 1
        if x == 2:
            break
        if x == 1:
            continue
        log('end')
    else:
        log('else')
    return x
"""),
    _row("for over an iterator", """
def items(n):
    for i in range(n):
        yield log(i), [i]
    log('exhausted')
def program(x):
    found = iter(items(x))
    for number, [item] in found:
        if number == 2:
            break
    return list(found), last_of(x)
def last_of(x):
    for number in range(x):
        last = number
    return last
"""),
    _row("iterators that are kept", """
def program(x):
    found = zip(range(x), log([5, 6, 7]))
    pair = next(found)
    return pair, list(found), next(reversed([x, 1]))
"""),
    _row("options of loops", """
from autograph import experimental
def program(x):
    n = 0
    while x > 0:
        experimental.set_loop_options(maximum_iterations=1)
        x -= 1
        n += 1
    for i in range(3):
        experimental.set_loop_options(maximum_iterations=2)
        n += i
    return n
"""),
    _row("errors while iterating", """
def program(x):
    for item in x:
        if item == 2:
            next(iter(()))
        log(item)
    return x
""", (3,), ((1, 2, 3),), (None,), ("ab",)),
    _row("assert", """
def program(x):
    assert log(x) != 0
    assert x > 0, log(('message', x))
    return x
"""),
    _row("raise", """
def program(x):
    if x < 0:
        raise KeyError(x) from ValueError()
    if x == 1:
        raise 'no exception'
    return boom(x) if x else None
"""),
    _row("list comprehensions", """
def program(x):
    squares = [log(i) * i for i in range(4) if log(i) != x]
    pairs = [(i, j) for i in range(2) for j in log((i, x)) if j]
    return squares, pairs, [*pairs, 1], {i for i in squares}
"""),
    _row("operators of a class", """
def program(x):
    class Number:
        def __init__(self, value):
            self.value = value
        def __add__(self, other):
            return log(('add', self.value, other))
        def __isub__(self, other):
            log(('isub', other))
            return self
        def __neg__(self):
            return log(('neg', self.value))
    number = Number(log(x))
    number -= log(2)
    return number + log(1), -number, x + 1, -x
"""),
    _row("dict comprehensions, and dicts joined", """
def program(x):
    squares = {log(i): log(i * i) for i in range(4) if log(i) != x}
    pairs = {(i, j): j for i in range(2) for j in log((i, x)) if j}
    squares |= log({7: x})
    joined = squares | log({0: 1}), {**squares, **log({1: 2})}
    return joined, dict((i, x) for i in pairs)
"""),
    _row("attributes", """
def program(x):
    class Box:
        value = 3
        @property
        def read(self):
            return log(('read', self.value))
    box = Box()
    box.value = x
    return box.read, box.value, box.missing if x else None
"""),
    _row("with", """
def program(x):
    class Manager:
        def __enter__(self):
            return log('enter')
        def __exit__(self, kind, error, trace):
            log(('exit', kind))
            return x == 2
    with Manager() as entered, Manager():
        log(entered)
        if x:
            boom(x)
        return 'returned'
    return log('swallowed')
"""),
    _row("try with except*", """
def program(x):
    try:
        if x:
            raise ExceptionGroup('group', [ValueError(x), KeyError(x)])
        log('body')
    except* ValueError as group:
        log(len(group.exceptions))
    except* KeyError as group:
        if x == 2:
            raise
        log('key')
    else:
        log('else')
    return x
"""),
    _row("try", """
def program(x):
    try:
        log('try')
        if x > 0:
            boom(x)
        if not x:
            return 'returned'
    except ValueError as error:
        if x == 1:
            raise
        log(str(error))
    else:
        log('else')
    finally:
        log('finally')
    return x
"""),
    _row("no value", """
def program(x):
    if x > 0:
        y = x
    if x == 5:
        del y
    return y
"""),
    _row("no return", """
def program(x):
    if x > 0:
        return [x]
"""),
    _row("recursion", """
def program(x):
    return 1 if x < 2 else x * program(x - 1)
"""),
    _row("calls", """
def program(x):
    def f(a, *rest, k=log('default'), **more):
        if a:
            return a, rest, k, more
        return log(sign(k))
    box = Box(x=x)
    return f(x), f(x, 1, k=2), f(*(0,), k=x), f(**dict(a=x, z=1)), box.grown(x)
"""),
    _row("lambdas and builtins", """
def program(x):
    f = lambda y: y + 1 if y else boom()
    return sorted(map(f, [3, x]), key=lambda y: -y), f(x)
"""),
    _row("wrong calls", """
def program(x):
    if x < 0:
        return sign()
    return sign(1, y=2) if x else x()
"""),
    _row("attributes", """
def program(x):
    box = Box(n=log(1))
    box.n, box.m = log(x), log(2)
    box.n += log(3)
    box.items = [x]
    box.items += [log(4)]
    del box.m
    if x > 0:
        del box.other
    return box
"""),
    _row("items", """
def program(x):
    table, numbers = {}, [1, 2, 3, 4]
    table[log('k')] = log(x)
    table['k'] -= log(3)
    numbers[log(1):3] = [log(x)]
    numbers[0] *= 2
    del numbers[x]
    del table['missing' if x > 0 else 'k']
    return table, numbers
"""),
    _row("globals and nonlocals", """
def program(x):
    n = 0
    def add(y):
        nonlocal n
        global TOTAL
        if y:
            n += y
            TOTAL = TOTAL + n
    add(x)
    add(1)
    return n, TOTAL
"""),
    _row("with", """
import contextlib
@contextlib.contextmanager
def logged(name):
    log(name)
    yield name
    log(-1)
def program(x):
    with logged('a') as a, contextlib.suppress(ValueError):
        if x:
            boom()
        return a
    return x
"""),
)
# fmt: on

PROGRAMS: Final = (*STAGEABLE, *_AS_PYTHON)

__all__ = ["PRELUDE", "PROGRAMS", "OperatorProgram"]
