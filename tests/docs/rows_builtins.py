"""Builtins, each with a small program, for docs/language.md.

What happens to a construct is not written here: it is found out by running the program
(see examples.py). To change the page, change a row and run `python -m tools.docs`.
"""

from __future__ import annotations

from tests.docs.examples import row

INTEGER = "f(ag.constant(3))"
NEGATIVE = "f(ag.constant(-3))"

BUILTINS = "Builtins and NumPy"
TEXT = "Text"

ROWS = (
    row(BUILTINS, "`divmod`, `complex`", """
@ag.function
def f(x):
    return divmod(int(x), 2), complex(float(x), 1.0)
""", NEGATIVE, ops="mod"),
    row(BUILTINS, "attributes and methods of symbolic numbers", """
@ag.function
def f(x):
    n, z = int(x) * 2**70, complex(float(x), -0.0)
    return n.bit_length(), n.denominator, z.imag, float(x).as_integer_ratio()
""", INTEGER, ops="number_method"),
    row(BUILTINS, "`to_bytes` of symbolic numbers", """
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
    row(BUILTINS, "`iter` and `next`", """
@ag.function
def f(xs):
    items = iter(xs)
    first = next(items)
    return first - next(items), next(items, None)
""", "f(ag.constant([1, 2]))"),
    row(BUILTINS, "`next` of an iterator over a dict, in staged code", """
@ag.function
def f(x):
    items = iter({"a": 1, "b": 2, "c": 3}.items())
    if x > 0:
        next(items)
    return next(items), list(items)
""", INTEGER, NEGATIVE,
        note="Those over keys and values, too."),
    row(BUILTINS, "`next` of what `zip`, `enumerate`, `map`, `filter` and `reversed` make, in "
        "staged code", """
@ag.function
def f(x):
    pairs = zip([1, 2, 3], reversed("abc"), strict=True)
    numbers = filter(lambda n: n > x, map(abs, [x, -2, 3]))
    if x > 0:
        next(pairs)
    return next(pairs), next(numbers, None), list(numbers), list(pairs)
""", INTEGER, NEGATIVE,
        note="They step through lists, tuples, ranges, text, dicts and each other; what "
             "they make of sets, generators and deques is Python's, and refused there. "
             "They are called by these names, and not used up where they are made."),
    row(BUILTINS, "`heapq` on lists that grow", """
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
        note="`nsmallest` and `nlargest`, too. They ask for `<` alone, of the same "
             "items in the same order as Python's. `merge` runs as it stands."),
    row(BUILTINS, "`bisect` on lists that grow, or by symbolic values", """
import bisect

@ag.function
def f(xs, x):
    found = []
    for each in xs:
        bisect.insort(found, int(each))
    return found, bisect.bisect([1, 3, 5], x, hi=2)
""", "f(ag.constant([3, 1, 2]), ag.constant(4))"),
    row(BUILTINS, "`functools.reduce`, `itertools` over what the run ends", """
import functools
import itertools

@ag.function
def f(n):
    total = functools.reduce(lambda a, b: a + b * b, range(n), 0)
    for left, right in itertools.pairwise(itertools.accumulate(range(n))):
        total += left * right
    return total, list(itertools.chain(range(n), [7]))
""", "f(ag.constant(3))",
        note="`accumulate`, `chain`, `combinations`, `compress`, `count`, `cycle`, "
        "`dropwhile`, `filterfalse`, `islice`, `pairwise`, `permutations` of a given "
        "length, `product`, `repeat`, `starmap`, `takewhile` and `zip_longest`."),
    row(BUILTINS, "`itertools.groupby` and `tee` over what the run ends", """
import itertools

@ag.function
def f(n):
    return [key for key, _ in itertools.groupby(range(n))]
""", INTEGER),
    row(BUILTINS, "iterators of your own classes", """
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
        note="A `for` over one is staged, and what builtins make of it, where "
        "`__next__` raises StopIteration under a tensor condition."),
    row(BUILTINS, "`filter` on Python values", """
@ag.function
def f(x):
    return [x * k for k in filter(None, [0, 1, 2])]
""", INTEGER),
    row(BUILTINS, "builtins on lists whose length the run decides", """
@ag.function
def f(xs):
    positive = []
    for x in xs:
        if x > 0:
            positive.append(x)
    return len(positive), sum(positive), max(positive), sorted(positive)
""", "f(ag.constant([3, -2, 1]))"),
    row(BUILTINS, "`tuple`, `map`, `filter` of lists whose length the run decides", """
@ag.function
def f(xs):
    positive = tuple(x for x in xs if x > 0)
    doubled = map(lambda x: x * 2, positive)
    return positive + (0,), list(filter(lambda x: x > 2, doubled))
""", "f(ag.constant([3, -2, 1]))"),
    row(BUILTINS, "An iterator of the run's items, used again", """
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
    row(BUILTINS, "Slices, text and comparison of such ranges", """
@ag.function
def f(n):
    numbers = range(n)
    return list(numbers[1:-1]), numbers == range(6), f"{numbers}", sum(numbers)
""", "f(ag.constant(6))"),
    row(BUILTINS, "A range as a key, or as a result", """
@ag.function
def f(n):
    return {range(n): 1}
""", "f(ag.constant(6))"),
    row(BUILTINS, "`int` of a float tensor, `round` with digits", """
@ag.function
def f(x):
    return int(x), round(float(x), 1)
""", "f(ag.constant(2.56))", ops="python_function"),
    row(TEXT, "text compared, searched and looked into", """
@ag.function
def f(x):
    text = f"{int(x)}!"
    if text == "3!" and "3" in text and text.startswith("3"):
        return 1
    return 0
""", INTEGER, NEGATIVE),
    row(TEXT, "loops over text", """
@ag.function
def f(x):
    total = 0
    for letter in str(int(x)):
        if letter == "3":
            total += 1
    return total
""", "f(ag.constant(1323))"),
    row(TEXT, "`int` and `float` of text", """
@ag.function
def f(x):
    return int(f"{int(x)}0") + 1
""", INTEGER, ops="format_text"),
    row(TEXT, "text as a key of a dict", """
@ag.function
def f(x):
    counts = {"up": 0, "down": 0}
    for step in (x, -x, x):
        counts["up" if step > 0 else "down"] += 1
    return counts
""", "f(ag.constant(3))"),
    row(TEXT, "new keys of a dict that only the run knows", """
@ag.function
def f(xs):
    counts = {}
    for x in xs:
        counts[int(x) % 3] = counts.get(int(x) % 3, 0) + 1
    return counts
""", "f(ag.constant([4, 2, 7, 9]))"),
    row(TEXT, "elements of a set that only the run knows", """
@ag.function
def f(n):
    n = int(n)
    seen = set()
    while n not in seen:
        seen.add(n)
        n = (n * n + 1) % 100
    return n, len(seen), sorted(seen)[:3]
""", INTEGER),
    row(TEXT, "a set that a loop assigns anew", """
@ag.function
def f(n):
    seen = set()
    for i in range(n):
        seen = seen | {i * i % 3}
    return seen
""", INTEGER),
    row(TEXT, "stepping through a set whose elements only the run knows", """
@ag.function
def f(n):
    return [k for k in {k % 3 for k in range(n)}]
""", INTEGER),
    row(TEXT, "keys that only the run knows for a dict that outlives the call", """
known = {}

@ag.function
def f(n):
    known[int(n)] = 1
    return len(known)
""", INTEGER),
    row(BUILTINS, "`np.errstate` that raises", """
@ag.function
def f(x):
    with np.errstate(divide="raise"):
        return np.array([1.0]) / x
""", INTEGER,
        note="Around the call of the function it holds for the graph. `np.seterr`, and warnings "
             "that are made errors or recorded, are refused alike."),
    row(BUILTINS, "`np.errstate` that ignores", """
@ag.function
def f(x):
    with np.errstate(divide="ignore"):
        return np.array([1.0]) / x
""", INTEGER),
)  # fmt: skip
