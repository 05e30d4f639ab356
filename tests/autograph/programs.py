"""Small functions, a row for each construct, that the laws of conversion run over.

A row is a source text that defines `f`, and calls of it. `log(x)` appends to a list
that is compared too, and returns x: so the order and number of evaluations show.
"""

import linecache
import sys
import textwrap
from dataclasses import dataclass


@dataclass(frozen=True)
class Program:
    name: str
    source: str
    calls: tuple[str, ...]


PROGRAMS: list[Program] = []

PRELUDE = """
import contextlib
import math
from types import SimpleNamespace

LOG = []
def log(x):
    LOG.append(x)
    return x

class Box:
    def __init__(self, **fields):
        self.__dict__.update(fields)
    def __repr__(self):
        return f'Box({self.__dict__})'
    def __setattr__(self, name, value):
        LOG.append(('set', name))
        self.__dict__[name] = value
    def __delattr__(self, name):
        LOG.append(('del', name))
        del self.__dict__[name]

class Manager:
    def __init__(self, name, *, swallow=False, fail=False):
        self.name, self.swallow, self.fail = name, swallow, fail
    def __enter__(self):
        LOG.append(('enter', self.name))
        return self
    def __exit__(self, kind, error, trace):
        LOG.append(('exit', self.name, kind and kind.__name__))
        if self.fail:
            raise KeyError(self.name)
        return self.swallow

def boom(x=0):
    LOG.append('boom')
    raise ValueError(f'boom {x}')
"""


def program(name: str, calls: str, source: str, python: tuple[int, int] = (3, 11)):
    """Add a row; `calls` is separated by semicolons."""
    if sys.version_info >= python:
        text = textwrap.dedent(source).strip() + "\n"
        PROGRAMS.append(
            Program(name, text, tuple(each.strip() for each in calls.split(";")))
        )


def load(text: str, name: str) -> dict:
    """Run a program's text as a module whose source can be found."""
    filename = f"<program {name}>"
    whole = PRELUDE + "\n" + text
    linecache.cache[filename] = (len(whole), None, whole.splitlines(True), filename)
    namespace = {"__name__": "program"}
    exec(compile(whole, filename, "exec", dont_inherit=True), namespace)
    return namespace


# -- if ------------------------------------------------------------------------------

program(
    "if",
    "f(1); f(-1)",
    """
def f(x):
    if log(x) > 0:
        y = log('yes')
    else:
        y = log('no')
    return y
""",
)
program(
    "if without else",
    "f(1); f(-1)",
    """
def f(x):
    y = 0
    if x > 0:
        y = x
    return y
""",
)
program(
    "elif",
    "f(0); f(1); f(2); f(3)",
    """
def f(x):
    if x == 0:
        r = 'a'
    elif x == 1:
        r = 'b'
    elif x == 2:
        r = 'c'
    else:
        r = 'd'
    return r
""",
)
program(
    "undefined in one branch",
    "f(True); f(False)",
    """
def f(c):
    if c:
        y = 1
    return y
""",
)
program(
    "undefined read in a branch",
    "f(True, True); f(False, True); f(False, False)",
    """
def f(c, d):
    if c:
        y = 1
    if d:
        log(y)
    return 'end'
""",
)
program(
    "undefined plain read",
    "f()",
    """
def f():
    log(y)
    y = 1
""",
)
program(
    "undefined augmented",
    "f(True); f(False)",
    """
def f(c):
    if c:
        y = 1
    y += 1
    return y
""",
)
program(
    "undefined in the other branch first",
    "f(True, 1); f(False, 1)",
    """
def f(c, x):
    if c:
        a = x
        a += 1
        log(a)
    else:
        a = 2
        log(a)
    if c:
        a = 3
    else:
        a = 4
    return a
""",
)
program(
    "local to a branch",
    "f(1); f(0)",
    """
def f(c):
    x = 10
    log(x)
    if c:
        x = 2
        log(x)
    return c
""",
)
program(
    "branch local with inner undefined",
    "f(1, 1); f(1, 0); f(0, 0)",
    """
def f(c, d):
    if c:
        if d:
            y = 1
        log(y)
        y = 5
        log(y)
    return c
""",
)
program(
    "old value read in a branch",
    "f(1); f(0)",
    """
def f(c):
    x = 10
    if c:
        x = x + 1
        log(x)
    return c
""",
)
program(
    "nested ifs",
    "f(1, 1); f(1, 0); f(0, 1); f(0, 0)",
    """
def f(a, b):
    r = []
    if a:
        x = 1
        if b:
            x = 2
            z = 3
        else:
            z = 4
        r.append(z)
    else:
        x = 5
        if b:
            z = 6
            r.append(z)
    return r, x
""",
)
program(
    "del in a branch",
    "f(1); f(0)",
    """
def f(c):
    x = 1
    if c:
        del x
    return x
""",
)
program(
    "del",
    "f()",
    """
def f():
    x = 1
    y = 2
    del x, y
    return x
""",
)
program(
    "del of undefined",
    "f(0); f(1)",
    """
def f(c):
    if c:
        x = 1
    del x
    return 'ok'
""",
)
program(
    "del then assign in a loop",
    "f(3)",
    """
def f(n):
    total = 0
    for i in range(n):
        x = i
        total += x
        del x
    return total
""",
)
program(
    "empty function",
    "f()",
    """
def f():
    pass
""",
)
program(
    "docstring only",
    "f()",
    """
def f():
    'A docstring.'
""",
)
program(
    "walrus in a test",
    "f(3); f(0)",
    """
def f(n):
    if (m := log(n)) > 1:
        return m
    return -m
""",
)
program(
    "walrus in an and",
    "f(3); f(0)",
    """
def f(n):
    if (m := log(n)) and m > 1:
        return m
    return -m
""",
)
program(
    "walrus in a later operand",
    "f(3); f(0)",
    """
def f(n):
    m = 7
    if n and (m := log(n)) > 1:
        return m
    return -m
""",
)

# -- return --------------------------------------------------------------------------

program(
    "early return",
    "f(1); f(-1)",
    """
def f(x):
    if x > 0:
        return log('early')
    log('late')
    return x
""",
)
program(
    "early returns",
    "f(0); f(1); f(2); f(3)",
    """
def f(x):
    if x == 0:
        return 'zero'
    y = x + 1
    if y == 2:
        return 'one'
    if y == 3:
        log(y)
        return 'two'
    return y
""",
)
program(
    "return without value",
    "f(1); f(0)",
    """
def f(x):
    if x:
        return
    log('end')
""",
)
program(
    "falls off the end",
    "f(1); f(0)",
    """
def f(x):
    if x:
        return 5
    log('end')
""",
)
program(
    "dead code after return",
    "f(1)",
    """
def f(x):
    return x
    x = 2
    return y
    y = 3
""",
)
program(
    "dead code makes a local",
    "f(1)",
    """
def f(x):
    if x:
        return math
    else:
        return math
    math = 3
""",
)
program(
    "many early raises",
    "f(3); f(-1); f(200); f(50)",
    """
def f(x):
    if x < 0:
        raise ValueError('negative')
    if x > 100:
        raise OverflowError(x)
    if x == 50:
        raise KeyError
    return x
""",
)
program(
    "forty early returns",
    "f(0); f(20); f(39); f(99)",
    "def f(x):\n"
    + "".join(f"    if x == {n}:\n        return {n * n}\n" for n in range(40))
    + "    return 'none'\n",
)
program(
    "thirty elifs",
    "f(0); f(20); f(29); f(99)",
    "def f(x):\n    if x is None: r = 0\n"
    + "".join(f"    elif x == {n}:\n        r = {n * n}\n" for n in range(30))
    + "    else: r = -1\n    return r\n",
)

# -- while ---------------------------------------------------------------------------

program(
    "while",
    "f(5); f(0)",
    """
def f(n):
    total = 0
    while log(n) > 0:
        total += n
        n -= 1
    return total, n
""",
)
program(
    "while true break",
    "f(5)",
    """
def f(n):
    while True:
        n -= 1
        if n < 2:
            break
        log(n)
    return n
""",
)
program(
    "while else",
    "f(3, 2); f(3, 9)",
    """
def f(n, k):
    while n > 0:
        if n == k:
            break
        n -= 1
    else:
        log('else')
    return n
""",
)
program(
    "while else without break",
    "f(3)",
    """
def f(n):
    while n > 0:
        n -= 1
    else:
        log('else')
    return n
""",
)
program(
    "while with continue",
    "f(10)",
    """
def f(n):
    total = 0
    while n > 0:
        n -= 1
        if n % 2:
            continue
        log(n)
        if n % 3:
            log('third')
            continue
        total += n
    return total
""",
)
program(
    "while with walrus",
    "f(5); f(0)",
    """
def f(n):
    it = iter(range(n))
    total = 0
    while (x := next(it, None)) is not None:
        total += log(x)
    return total, x
""",
)
program(
    "while with walrus and break",
    "f(5); f(2)",
    """
def f(n):
    it = iter(range(n))
    while (x := next(it, None)) is not None:
        if log(x) == 3:
            break
    return x
""",
)
program(
    "while with walrus private to the test",
    "f(3)",
    """
def f(n):
    while (x := n - 1) > 0 and log(x):
        n -= 1
    return n
""",
)
program(
    "return in while",
    "f(5); f(0)",
    """
def f(n):
    while n > 0:
        n -= 1
        if n == 3:
            return log('three')
        log(n)
    return 'end'
""",
)
program(
    "test not evaluated after break",
    "f(5)",
    """
def f(n):
    while log(n) > 0:
        n -= 1
        if n == 2:
            break
    return n
""",
)
program(
    "always breaks",
    "f(5); f(0)",
    """
def f(n):
    while n:
        log(n)
        break
    for i in range(n):
        log(i)
        break
    else:
        log('else')
    return n
""",
)
program(
    "loop variable first defined in loop",
    "f(2); f(0)",
    """
def f(n):
    while n:
        last = n
        n -= 1
    return last
""",
)

# -- for -----------------------------------------------------------------------------

program(
    "for",
    "f([1, 2, 3]); f([])",
    """
def f(xs):
    total = 0
    for x in log(xs):
        total += log(x)
    return total
""",
)
program(
    "loop variable after the loop",
    "f([1, 2]); f([])",
    """
def f(xs):
    for x in xs:
        pass
    return x
""",
)
program(
    "for else",
    "f([1, 2], 2); f([1, 2], 5); f([], 0)",
    """
def f(xs, k):
    for x in xs:
        if x == k:
            log('break')
            break
    else:
        log('else')
        x = 'none'
    return x
""",
)
program(
    "for with break draws no more",
    "f(3)",
    """
def f(n):
    it = iter([1, 2, 3, 4, 5])
    for x in it:
        if x == n:
            break
    return list(it)
""",
)
program(
    "for always breaks draws one",
    "f()",
    """
def f():
    it = iter([1, 2, 3])
    for x in it:
        break
    return list(it)
""",
)
program(
    "for with continue",
    "f(range(10))",
    """
def f(xs):
    out = []
    for x in xs:
        if x % 2:
            continue
        if x % 3:
            log(x)
            continue
        out.append(x)
    return out
""",
)
program(
    "return in nested loops",
    "f(3, 1, 1); f(3, 2, 9); f(0, 0, 0)",
    """
def f(n, a, b):
    for i in range(n):
        for j in range(n):
            log((i, j))
            if i == a and j == b:
                return i, j
        log('row')
    return None
""",
)
program(
    "return in nested loops with else",
    "f(3, 1); f(3, 7)",
    """
def f(n, a):
    for i in range(n):
        for j in range(n):
            if i == a:
                return i, j
        else:
            log('inner else')
        log('after inner')
    else:
        log('outer else')
    log('end')
    return -1
""",
)
program(
    "break and return in one loop",
    "f([1, 2, 3]); f([5]); f([9])",
    """
def f(xs):
    for x in xs:
        if x == 2:
            break
        if x == 5:
            return 'five'
        log(x)
    else:
        return 'else'
    return 'broken'
""",
)
program(
    "break of outer loop in else of inner",
    "f([[1], [2, 0], [3]])",
    """
def f(rows):
    for row in rows:
        for x in row:
            if x == 0:
                break
        else:
            log(row)
            continue
        break
    return row
""",
)
program(
    "user flag before break",
    "f([1, 2, 3], 2); f([1], 9)",
    """
def f(xs, k):
    found = False
    for x in xs:
        if x == k:
            found = True
            break
    return found
""",
)
program(
    "user tests own flag to break",
    "f(3)",
    """
def f(n):
    stop = True
    for i in range(n):
        log(i)
        if stop:
            break
    else:
        log('else')
    return stop
""",
)
program(
    "nested tuple targets",
    "f([(1, (2, 3)), (4, (5, 6))])",
    """
def f(xs):
    out = []
    for a, (b, c) in xs:
        out.append(a + b * c)
    return out, a, b, c
""",
)
program(
    "starred target",
    "f([(1, 2, 3), (4,)])",
    """
def f(xs):
    for a, *rest in xs:
        log((a, rest))
    return a, rest
""",
)
program(
    "attribute and item targets",
    "f([1, 2])",
    """
def f(xs):
    b = Box()
    d = {}
    for b.x in xs:
        log(b.x)
    for d['k'] in xs:
        log(dict(d))
    for b.y, d['z'] in [(1, 2)]:
        pass
    return b, d
""",
)
program(
    "unpacking error in a target",
    "f([(1, 2), (3,)])",
    """
def f(xs):
    for a, b in xs:
        log(a)
""",
)
program(
    "iterating what is not iterable",
    "f(3)",
    """
def f(x):
    for a in x:
        pass
""",
)
program(
    "error in an iterator",
    "f(3)",
    """
def gen(n):
    for i in range(n):
        yield i
    raise ValueError('exhausted')
def f(n):
    for a in gen(n):
        log(a)
""",
)
program(
    "assignment to the iterated variable",
    "f([1, 2, 3])",
    """
def f(xs):
    for x in xs:
        xs = log(x)
    return xs
""",
)
program(
    "loop modifies its list",
    "f([1, 2, 3])",
    """
def f(xs):
    for x in xs:
        if x < 3:
            xs.append(x + 3)
    return xs
""",
)
program(
    "closures in loops share the variable",
    "f(3)",
    """
def f(n):
    fs = []
    for i in range(n):
        fs.append(lambda: i)
    return [g() for g in fs]
""",
)
program(
    "variable of a loop body captured",
    "f(3)",
    """
def f(n):
    fs = []
    for i in range(n):
        j = i * 2
        def g():
            return j
        fs.append(g)
    return [g() for g in fs]
""",
)
program(
    "continue in nested structure",
    "f(12)",
    """
def f(n):
    out = []
    for i in range(n):
        with Manager(i):
            if i % 2:
                continue
            if i % 3 == 0:
                out.append('three')
        out.append(i)
    return out
""",
)

# -- try, with -----------------------------------------------------------------------

program(
    "try except",
    "f(0); f(1)",
    """
def f(x):
    try:
        y = 1 / x
    except ZeroDivisionError as e:
        log(str(e))
        y = None
    else:
        log('else')
    finally:
        log('finally')
    return y
""",
)
program(
    "return in try",
    "f(0); f(1); f(2)",
    """
def f(x):
    try:
        if x == 1:
            return log('one')
        if x == 2:
            boom(x)
        log('body')
    except ValueError:
        return 'caught'
    else:
        log('else')
    finally:
        log('finally')
    return 'end'
""",
)
program(
    "return in every part of try",
    "f(0); f(1)",
    """
def f(x):
    try:
        log(1 / x)
    except ZeroDivisionError:
        return 'handler'
    else:
        return 'else'
    finally:
        log('finally')
    return 'unreached'
""",
)
program(
    "else of try skipped by break",
    "f([1, 2, 3])",
    """
def f(xs):
    for x in xs:
        try:
            if x == 2:
                break
        except ValueError:
            pass
        else:
            log(('else', x))
        finally:
            log(('finally', x))
    return x
""",
)
program(
    "else of try skipped by continue",
    "f([1, 2, 3])",
    """
def f(xs):
    for x in xs:
        try:
            if x == 2:
                continue
        except ValueError:
            pass
        else:
            log(('else', x))
        log(('after', x))
    return x
""",
)
program(
    "handler name is deleted",
    "f(0); f(1)",
    """
def f(x):
    e = 'before'
    try:
        1 / x
    except ZeroDivisionError as e:
        log('handler')
    return e
""",
)
program(
    "handler name read in a branch later",
    "f(0); f(1)",
    """
def f(x):
    e = 'before'
    try:
        1 / x
    except ZeroDivisionError as e:
        if x == 0:
            log(repr(e))
    if True:
        log(e)
    return 'end'
""",
)
program(
    "variables of a branch read in a handler",
    "f(1, 0); f(0, 0); f(1, 1)",
    """
def f(c, x):
    y = 'start'
    try:
        if c:
            y = 'branch'
            1 / x
            y = 'after'
    except ZeroDivisionError:
        return y
    return 'ok'
""",
)
program(
    "loop in try",
    "f([1, 0, 2]); f([1])",
    """
def f(xs):
    done = 0
    try:
        for x in xs:
            1 / x
            done += 1
    except ZeroDivisionError:
        pass
    return done
""",
)
program(
    "return cancelled by an exception",
    "f()",
    """
def f():
    try:
        try:
            return log(1)
        finally:
            boom()
    except ValueError:
        log('caught')
    return 2
""",
)
program(
    "return cancelled by a manager",
    "f()",
    """
def f():
    with Manager('outer', swallow=True):
        with Manager('inner', fail=True):
            return 1
    log('after')
    return 2
""",
)
program(
    "return in a loop cancelled by a manager",
    "f(2)",
    """
def f(n):
    for i in range(n):
        with Manager('outer', swallow=True):
            with Manager('inner', fail=True):
                return 1
        log('after')
    return 2
""",
)
program(
    "break cancelled by a manager",
    "f(2)",
    """
def f(n):
    for i in range(n):
        with Manager('outer', swallow=True):
            with Manager('inner', fail=i == 0):
                break
        log('after')
    else:
        log('else')
    return i
""",
)
program(
    "continue cancelled by an exception",
    "f(3)",
    """
def f(n):
    for i in range(n):
        try:
            try:
                continue
            finally:
                if i == 1:
                    boom(i)
        except ValueError:
            log('caught')
        log(i)
    return i
""",
)
program(
    "exception swallowed",
    "f(0); f(1)",
    """
def f(x):
    with Manager('m', swallow=True):
        y = 1 / x
        log('body')
        return y
    return 'swallowed'
""",
)
program(
    "with",
    "f(1)",
    """
def f(x):
    with Manager('a') as a, Manager(log(a.name) + 'b') as b:
        if x:
            log(b.name)
    return a.name, b.name
""",
)
program(
    "with stores in attributes",
    "f()",
    """
def f():
    box = Box()
    with Manager('a') as box.a, Manager(log(box.a.name) + 'b') as box.b:
        log('body')
    return box.a.name, box.b.name
""",
)
program(
    "with stores in tuple",
    "f()",
    """
def f():
    box = Box()
    with contextlib.nullcontext((1, 2)) as (x, box.y):
        log('body')
    return x, box.y
""",
)
program(
    "exception in exit",
    "f()",
    """
def f():
    with Manager('a', fail=True):
        log('body')
""",
)
program(
    "nested functions of finally",
    "f(3)",
    """
def f(n):
    try:
        log('body')
    finally:
        for i in range(n):
            if i == 1:
                break
            log(i)
    return i
""",
)
program(
    "jump out of finally runs as it stands",
    "f()",
    """
def f():
    try:
        boom()
    finally:
        return 'swallowed'
""",
)
program(
    "reraise",
    "f()",
    """
def f():
    try:
        boom()
    except ValueError as e:
        log(str(e))
        raise
""",
)
program(
    "raise from",
    "f()",
    """
def f():
    try:
        boom()
    except ValueError as e:
        raise KeyError('k') from e
""",
)
program(
    "raise a class, raise nothing",
    "f(0); f(1); f(2)",
    """
def f(x):
    if x == 0:
        raise KeyError
    elif x == 1:
        raise
    else:
        raise 3
""",
)
program(
    "except star",
    "f(0); f(1)",
    """
def f(x):
    y = 0
    try:
        if x:
            raise ExceptionGroup('g', [ValueError(1), KeyError(2)])
        y = 1
    except* ValueError as e:
        y = len(e.exceptions)
        if y:
            log(str(e))
    except* KeyError:
        log('key')
    else:
        log('else')
    return y
""",
)

# -- expressions ---------------------------------------------------------------------

program(
    "and or not",
    "f(0, 0); f(0, 2); f(1, 0); f(1, 2)",
    """
def f(a, b):
    return (log(a) and log(b), log(a) or log(b), not log(a), log(a) and log(b) or not log(b),
            log(a) and log(b) and log(3), log(a) or log(b) or log(3))
""",
)
program(
    "comparison chain",
    "f(1, 2, 3); f(3, 2, 1); f(1, 5, 3)",
    """
def f(a, b, c):
    return log(a) < log(b) < log(c), log(a) == log(b) != log(c) >= log(a)
""",
)
program(
    "long chain",
    "f(1); f(0)",
    """
def f(a):
    return 0 < log(a) < log(2) <= log(2) is not log(None) in log([None])
""",
)
program(
    "chain with walrus",
    "f(1); f(5)",
    """
def f(a):
    return 0 < (b := log(a)) < (c := 3), b
""",
)
program(
    "chain walrus last",
    "f(1); f(5)",
    """
def f(a):
    c = None
    r = 0 < log(a) < (c := log(3))
    return r, c
""",
)
program(
    "conditional expression",
    "f(1); f(0)",
    """
def f(c):
    return log('a') if log(c) else log('b')
""",
)
program(
    "conditional expression with walrus",
    "f(1); f(0)",
    """
def f(c):
    x = (y := 1) if c else (y := 2)
    return x, y
""",
)
program(
    "undefined in lazy operands",
    "f(1, 0); f(0, 1); f(0, 0)",
    """
def f(c, d):
    if c:
        y = 1
    return d and log('d') or y
""",
)
program(
    "assert",
    "f(1); f(0)",
    """
def f(x):
    assert x, log('message')
    assert log(x) < 5
    return x
""",
)
program(
    "assert without message",
    "f(0)",
    """
def f(x):
    assert x
""",
)
program(
    "walrus in comprehension",
    "f([1, 2, 3])",
    """
def f(xs):
    r = [y := x * 2 for x in xs]
    return r, y
""",
)
program(
    "comprehensions",
    "f(4)",
    """
def f(n):
    a = [log(i) for i in range(n) if i % 2 or i == 2]
    b = {i: j for i in range(n) for j in range(i) if i and j}
    c = {i if i else -1 for i in range(n)}
    d = sum(i * n for i in range(n) if not i % 2)
    e = list(x for x in a if log(x))
    return a, b, c, d, e
""",
)
program(
    "comprehension of a loop variable",
    "f(3)",
    """
def f(n):
    out = []
    for i in range(n):
        k = i + 1
        out.append([k * j for j in range(i) if j or k])
    return out
""",
)
program(
    "lazy generator expression",
    "f(3)",
    """
def f(n):
    gens = []
    for i in range(n):
        gens.append(i for _ in range(2))
    return [list(g) for g in gens]
""",
)
program(
    "f-strings",
    "f(3, 4)",
    """
def f(x, w):
    return f"{x:>{w}}|{x!r}|{log(x) and 'a'}|{{}}|{'t' if x else 'f'}|{x=}"
""",
)
program(
    "slices",
    "f(list(range(10)))",
    """
def f(x):
    a = x[1:3], x[::2], x[-1], x[:]
    x[2:4] = [log('v')]
    x[0], x[1:2] = 'a', 'bc'
    del x[::3]
    return a, x
""",
)
program(
    "lambda",
    "f(2)",
    """
def f(n):
    g = lambda x, y=n, *a, k=1, **kw: (x and y, a, k, kw)
    return g(1), g(0, 2, 3, k=4, z=5)
""",
)
program(
    "f is a lambda",
    "f(1); f(0); f()",
    """
f = lambda x=5: log('yes') if x else log('no')
""",
)
program(
    "lambda with walrus",
    "f(1); f(0)",
    """
f = lambda x: (y := log(x)) and y + 1
""",
)
program(
    "lambda in a default and decorator",
    "f(3)",
    """
def f(n):
    def deco(k):
        return lambda g: lambda *a: (k, g(*a))
    @deco(log(n) and 'k')
    @deco('l')
    def g(x=n if n else 0):
        return x
    return g(), g(1)
""",
)
program(
    "calls",
    "f(2)",
    """
def h(*a, **k):
    LOG.append((a, k))
    return len(a)
def f(x):
    a, k = [1, 2], {'m': 3}
    h(log(1), *log(a), log(4), y=log(5), **log(k))
    h(*a, *a, **k, **{'n': 1})
    h(x=1)
    return h(x, y=h(1, 2))
""",
)
program(
    "duplicate keyword",
    "f()",
    """
def h(**k): pass
def f():
    k = {'a': 1}
    h(a=2, **k)
""",
)
program(
    "bad star",
    "f(1)",
    """
def h(*a): pass
def f(x):
    h(*x)
""",
)
program(
    "bad double star",
    "f(1)",
    """
def h(**a): pass
def f(x):
    h(**x)
""",
)
program(
    "keyword not a string",
    "f()",
    """
def h(**a): pass
def f():
    h(**{1: 2})
""",
)
program(
    "wrong arguments",
    "f()",
    """
def h(a): pass
def f():
    h(1, 2)
""",
)
program(
    "spread a builtin",
    "f()",
    """
def f():
    return max(*[1, 2], **{'key': lambda v: -v})
""",
)
program(
    "method calls",
    "f([3, 1])",
    """
def f(xs):
    xs.sort()
    return ', '.join(str(x) for x in xs).upper(), 'a{}b'.format(*xs)
""",
)
program(
    "call of not callable",
    "f(3)",
    """
def f(x):
    return x(1)
""",
)
program(
    "name error",
    "f()",
    """
def f():
    return missing_name + 1
""",
)
program(
    "attribute error",
    "f(3)",
    """
def f(x):
    if x:
        return x.missing
""",
)

# -- stores --------------------------------------------------------------------------

program(
    "attribute stores",
    "f()",
    """
def f():
    b = Box(x=1)
    b.y = log(2)
    log(b).z = log(3)
    b.x += log(4)
    b.w: int = 5
    del b.x
    return b
""",
)
program(
    "item stores",
    "f()",
    """
def f():
    d = {}
    log(d)[log('a')] = log(1)
    log(d)[log('a')] += log(2)
    d['b'] = d['c'] = x = log(3)
    del d[log('b')], d['c']
    return d, x
""",
)
program(
    "store order",
    "f()",
    """
def f():
    b, d = Box(), {}
    log(b).p, log(d)['k'], x = log((1, 2, 3))
    (b.q, (c, d[c])), *d['rest'] = (1, (2, 3)), 4, 5
    [b.r, *b.s] = 'abc'
    return b, d, x
""",
)
program(
    "store order with rebinding",
    "f()",
    """
def f():
    x = Box(name='old')
    x, x.name = Box(name='new'), 'changed'
    return x
""",
)
program(
    "failing unpack stores nothing",
    "f()",
    """
def f():
    b = Box()
    try:
        b.x, b.y = 1, 2, 3
    except ValueError as e:
        log(str(e))
    try:
        b.x, (b.y, b.z) = 1, 2
    except TypeError as e:
        log(str(e))
    return b
""",
)
program(
    "augmented with walrus",
    "f()",
    """
def f():
    b, d = Box(x=1), {'k': [1]}
    b.x += (y := 5)
    d['k'] += (z := [2])
    return b, d, y, z
""",
)
program(
    "augmented operators",
    "f(7, 3)",
    """
def f(a, b):
    d = {}
    d['v'] = a
    d['v'] += b; d['v'] -= 1; d['v'] *= 2; d['v'] //= 3; d['v'] %= 50; d['v'] **= 2
    d['v'] <<= 1; d['v'] >>= 2; d['v'] |= 8; d['v'] ^= 3; d['v'] &= 127; d['v'] /= 4
    a += b; a -= 1; a *= 2; a //= 3; a **= 2; a |= 8
    return d, a
""",
)
program(
    "aliased lists",
    "f()",
    """
def f():
    a = b = [1]
    a += [2]
    d = {'a': a}
    d['a'] += [3]
    return a, b, a is b
""",
)
program(
    "store failing",
    "f(3)",
    """
def f(x):
    x[0] = 1
""",
)
program(
    "annotations",
    "f(1); f(0)",
    """
def f(c):
    x: int = 1
    y: 'unknown' = 2
    if c:
        x: float = 3.0
        z: int
    return x, y
""",
)
program(
    "annotated only",
    "f()",
    """
def f():
    x: int
    return x
""",
)
program(
    "annotated only and assigned",
    "f(1); f(0)",
    """
def f(c):
    x: int
    if c:
        x = 1
    return x
""",
)

# -- functions -----------------------------------------------------------------------

program(
    "nested function",
    "f(1); f(0)",
    """
def f(c):
    def g(x):
        if x:
            return log('g')
        return None
    return g(c), g.__name__, g.__qualname__
""",
)
program(
    "nonlocal",
    "f(3)",
    """
def f(n):
    count = 0
    def step(k):
        nonlocal count
        if k % 2:
            count += k
        else:
            count -= 1
    for i in range(n):
        step(i)
        log(count)
    return count
""",
)
program(
    "nonlocal changed by a call in a branch",
    "f(1); f(0)",
    """
def f(c):
    x = 0
    def bump():
        nonlocal x
        x += 1
    if c:
        bump()
        x = x * 10
    return x
""",
)
program(
    "global",
    "f(1); f(0)",
    """
total = 5
def f(c):
    global total, fresh
    if c:
        total += 1
        fresh = log(total)
    for i in range(2):
        total += i
    return total
""",
)
program(
    "global in a branch",
    "f(1); f(0)",
    """
def f(c):
    if c:
        global made
        made = 1
    if c:
        del made
    return 'made' in globals()
""",
)
program(
    "recursion",
    "f(5)",
    """
def f(n):
    if n <= 1:
        return 1
    return n * f(n - 1)
""",
)
program(
    "nested recursion",
    "f(5)",
    """
def f(n):
    def fact(k):
        if k <= 1:
            return 1
        return k * fact(k - 1)
    return fact(n)
""",
)
program(
    "generator inside",
    "f(3)",
    """
def f(n):
    x = 0
    def gen():
        nonlocal x
        for i in range(n):
            x += i
            yield x
    out = []
    for v in gen():
        if v:
            out.append(v)
    return out, x, list(gen())
""",
)
program(
    "generator",
    "list(f(3))",
    """
def f(n):
    for i in range(n):
        if i:
            yield i
""",
)
program(
    "class inside",
    "f(1); f(0)",
    """
def f(c):
    if c:
        base = dict
    else:
        base = list
    class C(base):
        tag = c and 'yes' or 'no'
        def size(self):
            if len(self):
                return c
            return -1
    return C().size(), C.tag, C.__qualname__, C.size.__qualname__
""",
)
program(
    "class reads an undefined variable",
    "f(1); f(0)",
    """
def f(c):
    if c:
        y = 1
    class C:
        z = y
    return C.z
""",
)
program(
    "closure reads an undefined variable",
    "f(1); f(0)",
    """
def f(c):
    if c:
        y = 1
    def g():
        return y
    return g()
""",
)
program(
    "generator reads an undefined variable",
    "f(1); f(0)",
    """
def f(c):
    if c:
        y = 1
    return list(y + i for i in range(2))
""",
)
program(
    "comprehension reads an undefined variable",
    "f(1); f(0)",
    """
def f(c):
    if c:
        y = 1
    return [y + i for i in range(2)]
""",
)
program(
    "comprehension in a closure reads an undefined variable",
    "f(1); f(0)",
    """
def f(c):
    if c:
        y = 1
    def g():
        return [y + x for x in range(2)]
    return g()
""",
)
program(
    "nested function deletes a variable",
    "f(1); f(0)",
    """
def f(c):
    y = 1
    def g():
        nonlocal y
        del y
    if c:
        g()
        y = log(y)
    return y
""",
)
program(
    "closure augments an undefined variable",
    "f(1); f(0)",
    """
def f(c):
    if c:
        y = 1
    def g():
        nonlocal y
        y += 1
        return y
    return g()
""",
)
program(
    "parameters of every kind",
    "f(1, 2, 3, d=4, e=5); f(1)",
    """
def f(a, /, b=2, *c, d=3, **e):
    if a:
        b = b + 1
    c = c + (d,)
    return a, b, c, d, e
""",
)
program(
    "imports",
    "f(1)",
    """
def f(c):
    if c:
        import math as m, os.path
        from collections import OrderedDict as D
    return m.pi, os.path.sep, D()
""",
)
program(
    "method",
    "C(2).f(3); C(0).f(3)",
    """
class C:
    def __init__(self, k):
        self.k = k
    def f(self, n):
        if self.k:
            self.k += n
        return self.k
f = C.f
""",
)
program(
    "private names",
    "C().f(2)",
    """
class C:
    __hidden = 3
    def __helper(self, __x):
        return __x + self.__hidden
    def f(self, n):
        __local = n
        if n:
            self.__value = self.__helper(__local)
        def inner(__y=1):
            return __y
        class D:
            __inner = 5
            def get(self):
                return self.__inner
        return self.__value, inner(), D().get(), sorted(self.__dict__), sorted(vars(D))[0]
f = C.f
""",
)
program(
    "super",
    "D().f(1); D().f(0)",
    """
class B:
    def f(self, x):
        return log(('B', x))
class D(B):
    def f(self, x):
        if x:
            return super().f(x), __class__.__name__
        self = self
        return super().f(-1)
f = D.f
""",
)
program(
    "super in a nested function",
    "D().f(1)",
    """
class B:
    def f(self, x):
        return log(('B', x))
class D(B):
    def f(self, x):
        def g(me):
            if x:
                return super().f(x)
        return g(self)
f = D.f
""",
)
program(
    "super without arguments",
    "f()",
    """
def f():
    return super().f()
""",
)
program(
    "super in a comprehension",
    "D().f(1)",
    """
class B:
    def f(self, x):
        return x
class D(B):
    def f(self, x):
        return [super().f(i) for i in range(3)]
f = D.f
""",
)
program(
    "match",
    "f(0); f([1, 2]); f({'k': 1}); f(Box(x=3)); f('s'); f(None); f((7, 8, 9))",
    """
def f(v):
    match v:
        case 0 | 1:
            return 'literal'
        case [a, b]:
            log((a, b))
            r = a + b
        case [a, *rest] if log(a) and rest:
            r = rest
        case {'k': k, **others}:
            if k:
                return k, others
            r = 'k'
        case Box(x=x):
            r = x
        case str() as s:
            return s
        case _:
            r = 'default'
    return r
""",
)
program(
    "match in a loop",
    "f([1, 'stop', 2]); f([1, 'skip', 3])",
    """
def f(xs):
    out = []
    for x in xs:
        match x:
            case 'stop':
                break
            case 'skip':
                continue
            case int(n):
                out.append(n)
        log(x)
    return out
""",
)
program(
    "match captures undefined",
    "f(1); f([2])",
    """
def f(v):
    match v:
        case [x]:
            pass
    if True:
        log(x)
    return x
""",
)
program(
    "helper names taken by the user",
    "f(1)",
    """
def f(x):
    do_return = 1
    get_state = 2
    fscope = 3
    if x:
        if_body = do_return
        return if_body + get_state + fscope
    retval_ = 0
    return retval_
""",
)
program(
    "name of the operators taken",
    "f(1)",
    """
def f(x):
    ag__ = 5
    if x:
        ag__ += 1
    return ag__
""",
)
program(
    "locals runs as it stands",
    "f(1)",
    """
def f(x):
    y = 2
    if x:
        return sorted(locals())
""",
)
program(
    "globals",
    "f(1)",
    """
def f(x):
    if x:
        return 'LOG' in globals()
""",
)
program(
    "type parameters",
    "f(1)",
    """
def f[T](x: T) -> T:
    if x:
        return T.__name__
""",
    (3, 12),
)
program(
    "type alias",
    "f(1)",
    """
def f(x):
    type A = list[x]
    if x:
        type A[T] = dict[T, x]
    return A.__name__, A.__value__
""",
    (3, 12),
)
program(
    "nested generic",
    "f(1)",
    """
def f(x):
    def g[T](y: T) -> T:
        if y:
            return T.__name__
    class C[S]:
        def h(self):
            return S.__name__
    return g(x), g.__qualname__, C().h(), C.h.__qualname__
""",
    (3, 12),
)
program(
    "nested quotes in f-strings",
    "f({'a': 1})",
    """
def f(d):
    return f"{d["a"] if d else 'x'}"
""",
    (3, 12),
)
program(
    "type parameter default",
    "f(1)",
    """
def f(x):
    def g[T = int](y: T) -> T:
        return T.__default__
    return g(x)
""",
    (3, 13),
)
