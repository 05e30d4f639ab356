"""Builtins, text, dicts and sets, each with a small program.

The kind of a construct is not written here: it follows from a run of its program, see
`examples.py`. `tools/book/constructs.py` makes the pages from the rows.
"""

from __future__ import annotations

from tools.book.examples import row

INTEGER = "f(ag.constant(3))"
NEGATIVE = "f(ag.constant(-3))"

BUILTINS = "Builtins and NumPy"
DICTS = "Dicts and sets"
TEXT = "Text"

ROWS = (
    row(BUILTINS, "`divmod`, `complex`", """
@ag.function
def f(x):
    return divmod(int(x), 2), complex(float(x), 1.0)
""", NEGATIVE, ops="mod"),
    row(BUILTINS, "methods of dynamic Python numbers", """
@ag.function
def f(x):
    n, z = int(x) * 2**70, complex(float(x), -0.0)
    return n.bit_length(), n.denominator, z.imag, float(x).as_integer_ratio()
""", INTEGER,
        note="`int(x)` and `float(x)` of a tensor are Python numbers in the graph: an "
             "integer has any size.", ops="number_method"),
    row(BUILTINS, "`to_bytes` of a dynamic integer", """
@ag.function
def f(x):
    return int(x).to_bytes(2, "big")
""", INTEGER),
    row(BUILTINS, "`reversed`, `list`, `tuple` of a tensor", """
@ag.function
def f(xs):
    return list(reversed(xs)), tuple(xs)
""", "f(ag.constant([1, 2]))"),
    row(BUILTINS, "`enumerate`, `zip`, `map` outside `for`", """
@ag.function
def f(xs):
    return list(map(lambda x: x if x > 1 else -x, xs)), list(enumerate(xs))
""", "f(ag.constant([1, 2]))"),
    row(BUILTINS, "`iter` and `next` on a tensor", """
@ag.function
def f(xs):
    items = iter(xs)
    first = next(items)
    return first - next(items), next(items, None)
""", "f(ag.constant([1, 2]))"),
    row(BUILTINS, "`next` on a dict iterator, in staged code", """
@ag.function
def f(x):
    items = iter({"a": 1, "b": 2, "c": 3}.items())
    if x > 0:
        next(items)
    return next(items), list(items)
""", INTEGER, NEGATIVE,
        note="Iterators over keys and over values are supported, too."),
    row(BUILTINS, "`next` on `zip`, `map` and the like, in staged code", """
@ag.function
def f(x):
    pairs = zip([1, 2, 3], reversed("abc"), strict=True)
    numbers = filter(lambda n: n > x, map(abs, [x, -2, 3]))
    if x > 0:
        next(pairs)
    return next(pairs), next(numbers, None), list(numbers), list(pairs)
""", INTEGER, NEGATIVE,
        note="Also on `enumerate`, `filter` and `reversed`. Their arguments can be "
             "lists, tuples, ranges, text, dicts and such iterators, but not sets or "
             "deques. Call the builtin by its own name."),
    row(BUILTINS, "`heapq` on a list of dynamic length", """
import heapq

@ag.function
def f(n):
    heap = []
    while n > 0:
        heapq.heappush(heap, (n % 3, n))
        n -= 1
    rank, last = heapq.heappop(heap)
    return rank, last, heap
""", "f(ag.constant(5))",
        note="Also `nsmallest` and `nlargest`. `heapq.merge` is not converted."),
    row(BUILTINS, "`bisect` with a dynamic list or value", """
import bisect

@ag.function
def f(xs, x):
    found = []
    for each in xs:
        bisect.insort(found, int(each))
    return found, bisect.bisect([1, 3, 5], x, hi=2)
""", "f(ag.constant([3, 1, 2]), ag.constant(4))"),
    row(BUILTINS, "`functools.reduce` and `itertools` over dynamic items", """
import functools
import itertools

@ag.function
def f(n):
    total = functools.reduce(lambda a, b: a + b * b, range(n), 0)
    for left, right in itertools.pairwise(itertools.accumulate(range(n))):
        total += left * right
    return total, list(itertools.chain(range(n), [7]))
""", "f(ag.constant(3))",
        note="The staged functions of `itertools` are `accumulate`, `chain`, "
             "`combinations`, `compress`, `count`, `cycle`, `dropwhile`, "
             "`filterfalse`, `islice`, `pairwise`, `permutations` with a length, "
             "`product`, `repeat`, `starmap`, `takewhile` and `zip_longest`."),
    row(BUILTINS, "`itertools.groupby` and `tee` over dynamic items", """
import itertools

@ag.function
def f(n):
    return [key for key, _ in itertools.groupby(range(n))]
""", INTEGER),
    row(BUILTINS, "iterators of user-defined classes", """
class Halves:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n < 1:
            raise StopIteration
        self.n //= 2
        return self.n

@ag.function
def f(n):
    total = 0
    for half in Halves(n):
        if half == 3:
            break
        total += half
    return total, list(Halves(n)), next(Halves(n), -1), 2 in Halves(n)
""", "f(ag.constant(20))", "f(ag.constant(12))",
        note="If `__next__` raises StopIteration under a tensor condition, `for` and "
             "the builtins that read the iterator are staged."),
    row(BUILTINS, "`filter` on Python values", """
@ag.function
def f(x):
    return [x * k for k in filter(None, [0, 1, 2])]
""", INTEGER),
    row(BUILTINS, "builtins on a list of dynamic length", """
@ag.function
def f(xs):
    positive = []
    for x in xs:
        if x > 0:
            positive.append(x)
    return len(positive), sum(positive), max(positive), sorted(positive)
""", "f(ag.constant([3, -2, 1]))"),
    row(BUILTINS, "`tuple`, `map`, `filter` of a list of dynamic length", """
@ag.function
def f(xs):
    positive = tuple(x for x in xs if x > 0)
    doubled = map(lambda x: x * 2, positive)
    return positive + (0,), list(filter(lambda x: x > 2, doubled))
""", "f(ag.constant([3, -2, 1]))"),
    row(BUILTINS, "second use of an iterator over dynamic items", """
@ag.function
def f(xs):
    items = map(abs, [x for x in xs if x > 0])
    return list(items), list(items)
""", "f(ag.constant([3, -2]))"),
    row(BUILTINS, "`min`, `max`, `sorted` with `key` and `default`", """
@ag.function
def f(x, y):
    return max([x, y], key=abs), min([], default=x)
""", "f(ag.constant(-3), ag.constant(2))"),
    row(BUILTINS, "`range` with tensor bounds, outside `for`", """
@ag.function
def f(n):
    numbers = range(1, n, 2)
    return len(numbers), numbers[-1], n - 1 in numbers
""", "f(ag.constant(6))"),
    row(BUILTINS, "slices, text and comparison of a range with tensor bounds", """
@ag.function
def f(n):
    numbers = range(n)
    return list(numbers[1:-1]), numbers == range(6), f"{numbers}", sum(numbers)
""", "f(ag.constant(6))"),
    row(BUILTINS, "a range with tensor bounds as a dict key", """
@ag.function
def f(n):
    return {range(n): 1}
""", "f(ag.constant(6))"),
    row(BUILTINS, "`int` of a float tensor, `round` with digits", """
@ag.function
def f(x):
    return int(x), round(float(x), 1)
""", "f(ag.constant(2.56))"),
    row(TEXT, "comparison and search of dynamic text", """
@ag.function
def f(x):
    text = f"{int(x)}!"
    if text == "3!" and "3" in text and text.startswith("3"):
        return 1
    return 0
""", INTEGER, NEGATIVE),
    row(TEXT, "loops over dynamic text", """
@ag.function
def f(x):
    total = 0
    for letter in str(int(x)):
        if letter == "3":
            total += 1
    return total
""", "f(ag.constant(1323))"),
    row(TEXT, "`int` and `float` of dynamic text", """
@ag.function
def f(x):
    return int(f"{int(x)}0") + 1
""", INTEGER),
    row(DICTS, "dynamic text as a dict key", """
@ag.function
def f(x):
    counts = {"up": 0, "down": 0}
    for step in (x, -x, x):
        counts["up" if step > 0 else "down"] += 1
    return counts
""", "f(ag.constant(3))"),
    row(DICTS, "dynamic dict keys", """
@ag.function
def f(xs):
    counts = {}
    for x in xs:
        counts[int(x) % 3] = counts.get(int(x) % 3, 0) + 1
    return counts
""", "f(ag.constant([4, 2, 7, 9]))"),
    row(DICTS, "dynamic set elements", """
@ag.function
def f(n):
    n = int(n)
    seen = set()
    while n not in seen:
        seen.add(n)
        n = (n * n + 1) % 100
    return n, len(seen), sorted(seen)[:3]
""", INTEGER),
    row(DICTS, "a set rebound in a loop", """
@ag.function
def f(n):
    seen = set()
    for i in range(n):
        seen = seen | {i * i % 3}
    return seen
""", INTEGER),
    row(DICTS, "iteration over a set with dynamic elements", """
@ag.function
def f(n):
    return [k for k in {k % 3 for k in range(n)}]
""", INTEGER),
    row(DICTS, "dynamic keys of a global dict", """
known = {}

@ag.function
def f(n):
    known[int(n)] = 1
    return len(known)
""", INTEGER),
    row(BUILTINS, "`np.errstate` that raises, in the function", """
@ag.function
def f(x):
    with np.errstate(divide="raise"):
        return np.array([1.0]) / x
""", INTEGER,
        note="Around the call, `np.errstate` applies to the graph."),
    row(BUILTINS, "`np.errstate` that ignores, in the function", """
@ag.function
def f(x):
    with np.errstate(divide="ignore"):
        return np.array([1.0]) / x
""", INTEGER),
)  # fmt: skip
