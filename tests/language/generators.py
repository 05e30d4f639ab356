"""Generator functions that decide on what they are given, for tests of the promise."""


def evens(n):
    for i in range(n):
        if i % 2 == 0:
            yield i


def down(n):
    while n > 0:
        yield n
        n = n - 1


def one_of_two(n):
    if n > 2:
        yield n
        return 5
    yield -n


def collatz(n):
    while n != 1:
        yield n
        n = n // 2 if n % 2 == 0 else 3 * n + 1
    yield n


def primes(n):
    for c in range(2, n):
        is_prime = True
        for d in range(2, c):
            if c % d == 0:
                is_prime = False
                break
        if is_prime:
            yield c


def newton(square, x, tolerance):
    while True:
        y = x - (x * x - square) / (2 * x)
        yield y
        if abs(y - x) < tolerance:
            return
        x = y


def first(count, items):
    for i, x in enumerate(items):
        if i >= count:
            return
        yield x


def pairs(items):
    previous = None
    for x in items:
        if previous is not None:
            yield previous, x
        previous = x


def windows(xs, size):
    held = []
    for x in xs:
        held.append(x)
        if len(held) > size:
            held.pop(0)
        if len(held) == size:
            yield sum(held)


def fibonacci():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


def noisy(n, log):
    log.append(1)
    while n > 0:
        log.append(n)
        yield n
        n -= 1
    log.append(-1)


class Squares:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        i = 0
        while i < self.n:
            yield i * i
            i += 1

    def above(self, bound):
        for x in self:
            if x > bound:
                yield x


class Tree:
    def __init__(self, value, left=None, right=None):
        self.value, self.left, self.right = value, left, right

    def __iter__(self):
        if self.left:
            yield from self.left
        yield self.value
        if self.right:
            yield from self.right
