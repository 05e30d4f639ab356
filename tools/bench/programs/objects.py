"""Objects: instances with attributes and methods, linked, inherited, compared."""

import math
from dataclasses import dataclass, field

from tools.bench.programs._table import Programs

programs = Programs("objects")


class Account:
    """An account of a bank."""

    def __init__(self, owner, balance=0.0):
        self.owner = owner
        self.balance = balance
        self.log = []

    def deposit(self, amount):
        """Add an amount."""
        self.balance += amount
        self.log.append(("in", amount))

    def withdraw(self, amount):
        """Take an amount, if there is as much; else raise ValueError."""
        if amount > self.balance:
            raise ValueError("the balance is too low")
        self.balance -= amount
        self.log.append(("out", amount))


@programs.sized(
    35000,
    lambda rng, n: (rng.integers(0, 50, n), rng.normal(size=n) * 100),
)
def bank_accounts(owners, amounts):
    """Keep accounts, and count what they refuse."""
    accounts = {}
    refused = 0
    for owner, amount in zip(owners.tolist(), amounts.tolist()):
        if owner not in accounts:
            accounts[owner] = Account(owner)
        try:
            if amount > 0:
                accounts[owner].deposit(amount)
            else:
                accounts[owner].withdraw(-amount)
        except ValueError:
            refused += 1
    return refused, {owner: (a.balance, len(a.log)) for owner, a in accounts.items()}


@dataclass
class Particle:
    """A particle in the plane."""

    x: float
    y: float
    vx: float
    vy: float

    def move(self, dt):
        """Go on for a time; the walls of a box reflect."""
        self.x += dt * self.vx
        self.y += dt * self.vy
        if abs(self.x) > 1.0:
            self.vx = -self.vx
        if abs(self.y) > 1.0:
            self.vy = -self.vy

    def energy(self):
        """Return the energy of its motion."""
        return 0.5 * (self.vx**2 + self.vy**2)


@programs.sized(2500, lambda rng, n: (rng.uniform(-1, 1, (30, 4)), n))
def particles_in_a_box(rows, steps):
    """Move particles, objects in a list; return where they are."""
    particles = [Particle(*map(float, row)) for row in rows]
    for _ in range(steps):
        for particle in particles:
            particle.move(0.01)
    energy = sum(p.energy() for p in particles)
    return [(p.x, p.y) for p in particles], energy


class Point:
    """A point with a value semantics: operators make new ones."""

    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, other):
        return Point(self.x + other.x, self.y + other.y)

    def __mul__(self, factor):
        return Point(self.x * factor, self.y * factor)

    def length(self):
        """Return the distance from the origin."""
        return math.hypot(self.x, self.y)


@programs.sized(9000, lambda rng, n: (rng.normal(size=n), rng.normal(size=n)))
def sum_of_points(xs, ys):
    """Walk along steps, each an object; return the end, and the farthest distance."""
    position = Point(0.0, 0.0)
    farthest = 0.0
    for x, y in zip(xs, ys):
        position = position + Point(x, y) * 0.5
        farthest = max(farthest, position.length())
    return position.x, position.y, farthest


class Node:
    """A node of a linked list."""

    def __init__(self, value, following=None):
        self.value = value
        self.following = following


@programs.sized(40000, lambda rng, n: (rng.integers(0, 1000, n),))
def reversed_links(xs):
    """Make a linked list, reverse it, and drop the odd values."""
    head = None
    for x in xs.tolist():
        head = Node(x, head)
    back = None
    while head is not None:
        head.following, back, head = back, head, head.following
    values = []
    node = back
    while node is not None:
        if node.value % 2 == 0:
            values.append(node.value)
        node = node.following
    return values


class Branch:
    """A node of a binary search tree."""

    def __init__(self, key):
        self.key = key
        self.left = None
        self.right = None
        self.count = 1


@programs.sized(9000, lambda rng, n: (rng.integers(0, 2000, n),))
def binary_search_tree(xs):
    """Insert values into a tree; return them in order, and its depth."""
    root = None
    deepest = 0
    for x in xs:
        if root is None:
            root = Branch(x)
            continue
        node = root
        depth = 1
        while True:
            if x == node.key:
                node.count += 1
                break
            depth += 1
            if x < node.key:
                if node.left is None:
                    node.left = Branch(x)
                    break
                node = node.left
            else:
                if node.right is None:
                    node.right = Branch(x)
                    break
                node = node.right
        deepest = max(deepest, depth)
    ordered = []
    _in_order(root, ordered)
    return ordered, deepest


def _in_order(node, ordered):
    if node is not None:
        _in_order(node.left, ordered)
        ordered.append((node.key, node.count))
        _in_order(node.right, ordered)


class Shape:
    """A shape of a size."""

    sides = 0

    def __init__(self, size):
        self.size = size

    def area(self):
        """Return the area."""
        raise NotImplementedError

    def describe(self):
        """Return the area, weighted by the sides."""
        return self.area() * (1 + self.sides)


class Square(Shape):
    """A square, whose size is its side."""

    sides = 4

    def area(self):
        return self.size**2


class Circle(Shape):
    """A circle, whose size is its radius."""

    def area(self):
        return math.pi * self.size**2


class Ring(Circle):
    """A circle with a hole of half the radius."""

    def area(self):
        return super().area() - math.pi * (self.size / 2) ** 2


@programs.sized(15000, lambda rng, n: (rng.integers(0, 3, n), rng.uniform(0, 2, n)))
def areas_of_shapes(kinds, sizes):
    """Make shapes of three classes; return the total area by class."""
    classes = [Square, Circle, Ring]
    totals = {}
    for kind, size in zip(kinds.tolist(), sizes.tolist()):
        shape = classes[kind](size)
        name = type(shape).__name__
        totals[name] = totals.get(name, 0.0) + shape.describe()
    return totals


class Thermometer:
    """A temperature with two scales."""

    def __init__(self):
        self._celsius = 0.0
        self.changes = 0

    @property
    def celsius(self):
        """The temperature in degrees Celsius."""
        return self._celsius

    @celsius.setter
    def celsius(self, value):
        if value < -273.15:
            value = -273.15
        if value != self._celsius:
            self.changes += 1
        self._celsius = value

    @property
    def fahrenheit(self):
        """The temperature in degrees Fahrenheit."""
        return self._celsius * 9 / 5 + 32


@programs.sized(20000, lambda rng, n: (rng.normal(size=n),))
def thermometer_readings(steps):
    """Change an object in a loop, by a property with a setter."""
    thermometer = Thermometer()
    highest = -math.inf
    for step in steps:
        thermometer.celsius = 0.9 * thermometer.celsius + step
        highest = max(highest, thermometer.fahrenheit)
    return highest, thermometer.changes


class Trie:
    """A node of a trie."""

    def __init__(self):
        self.children = {}
        self.count = 0

    def insert(self, word):
        """Add a word."""
        node = self
        for letter in word:
            if letter not in node.children:
                node.children[letter] = Trie()
            node = node.children[letter]
        node.count += 1

    def number_of(self, word):
        """Return how often a word was added."""
        node = self
        for letter in word:
            node = node.children.get(letter)
            if node is None:
                return 0
        return node.count


@programs.sized(4000, lambda rng, n: (rng.integers(0, 5, (n, 6)),))
def words_in_a_trie(rows):
    """Insert words into a trie, and look them up backwards."""
    trie = Trie()
    words = ["".join(chr(97 + c) for c in row) for row in rows.tolist()]
    for word in words:
        trie.insert(word)
    return sum(trie.number_of(word[::-1]) for word in words)


class Entry:
    """An entry of a cache, between its neighbours."""

    __slots__ = ("after", "before", "key", "value")

    def __init__(self, key, value):
        self.key = key
        self.value = value
        self.before = self.after = None


class Cache:
    """A cache of the entries used last: a dict, and a linked list in order of use."""

    def __init__(self, capacity):
        self.capacity = capacity
        self.entries = {}
        self.first = Entry(-1, 0)
        self.last = Entry(-1, 0)
        self.first.after = self.last
        self.last.before = self.first

    def get(self, key):
        """Return the value of a key, or None."""
        entry = self.entries.get(key)
        if entry is None:
            return None
        self._unlink(entry)
        self._append(entry)
        return entry.value

    def put(self, key, value):
        """Set the value of a key."""
        if len(self.entries) >= self.capacity:
            oldest = self.first.after
            self._unlink(oldest)
            del self.entries[oldest.key]
        entry = Entry(key, value)
        self.entries[key] = entry
        self._append(entry)

    def _unlink(self, entry):
        entry.before.after = entry.after
        entry.after.before = entry.before

    def _append(self, entry):
        entry.before = self.last.before
        entry.after = self.last
        entry.before.after = entry
        self.last.before = entry


@programs.sized(35000, lambda rng, n: (rng.integers(0, 120, n), 100))
def linked_cache(requests, capacity):
    """Compute squares through a cache; return their sum and the misses."""
    cache = Cache(capacity)
    total = misses = 0
    for request in requests.tolist():
        value = cache.get(request)
        if value is None:
            misses += 1
            value = request * request
            cache.put(request, value)
        total += value
    return total, misses


@dataclass(order=True)
class Player:
    """A player of a tournament, ordered by rating."""

    rating: float
    number: int
    wins: int = 0
    rivals: list[int] = field(default_factory=list)

    def beats(self, other):
        """Record a game that this player won."""
        expected = 1.0 / (1.0 + 10.0 ** ((other.rating - self.rating) / 400.0))
        self.rating += 16.0 * (1.0 - expected)
        other.rating -= 16.0 * (1.0 - expected)
        self.wins += 1
        self.rivals.append(other.number)


@programs.sized(8000, lambda rng, n: (rng.integers(0, 40, (n, 2)),))
def ratings_of_players(games):
    """Rate players by their games; return the best, in order."""
    players = [Player(1500.0, i) for i in range(40)]
    for winner, loser in games:
        if winner != loser:
            players[winner].beats(players[loser])
    players.sort(reverse=True)
    return [(p.number, p.rating, p.wins, len(set(p.rivals))) for p in players]
