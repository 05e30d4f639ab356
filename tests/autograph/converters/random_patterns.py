"""Random patterns, each with a subject that it may well match, as source text.

What a subject holds are the items of a list `a`: numbers, or tensors. Everything else
logs how it is looked at.
"""

from dataclasses import dataclass

from hypothesis import strategies as st

SETUP = """
from collections.abc import Mapping, Sequence

class Items(Sequence):
    def __init__(self, *items):
        self.items = items
    def __len__(self):
        log('len')
        return len(self.items)
    def __getitem__(self, at):
        log(('item', at))
        return self.items[at]

class Table(Mapping):
    def __init__(self, items):
        self.items_ = items
    def __len__(self):
        log('len')
        return len(self.items_)
    def __iter__(self):
        log('iter')
        return iter(self.items_)
    def __getitem__(self, key):
        log(('key', key))
        return self.items_[key]

class Kind(type):
    def __instancecheck__(cls, value):
        log(('is', cls.__name__))
        return type.__instancecheck__(cls, value)

class Point(metaclass=Kind):
    __match_args__ = 'x', 'y'
    def __init__(self, x, y):
        self.__dict__['at'] = x, y
    @property
    def x(self):
        log('x')
        return self.at[0]
    @property
    def y(self):
        log('y')
        return self.at[1]

class Keys:
    def __getattr__(self, name):
        log(name)
        return {'zero': 0, 'one': 1, 'two': 2, 'text': 'k', 'wrong': []}[name]
keys = Keys()

def digest(value):
    if isinstance(value, dict):
        value = [*value.values(), *map(str, value)]
    parts = value if isinstance(value, (list, tuple)) else getattr(value, 'items', None)
    if isinstance(parts, (list, tuple)):
        total = len(parts)
        for each in parts:
            total = total * 3 + digest(each)
        return total
    is_number = isinstance(value, (int, float)) or hasattr(value, 'dtype')
    return value if is_number else 7
"""
KEYS = ("0", "'k'", "keys.one", "keys.two", "None")


@dataclass
class Writer:
    """Writes one `match` statement.

    Attributes:
        draw: What hypothesis draws with.
        count: How many items of `a` are used.
        names: How many names are captured by the pattern being written.
    """

    draw: object
    count: int = 0
    names: int = 0

    def chance(self, percent):
        return self.draw(st.integers(0, 99)) >= 100 - percent

    def pick(self, items):
        return self.draw(st.sampled_from(items))

    def leaf(self):
        self.count += 1
        return f"a[{self.count - 1}]"

    def pattern(self, depth):
        """Return a pattern and a subject."""
        kinds = [self.value, self.value, self.capture, self.wildcard]
        if depth:
            kinds += [self.sequence, self.sequence, self.mapping, self.instance]
            kinds += [self.alternatives, self.named, self.star, self.crossed]
        written, subject = self.pick(kinds)(depth - 1)
        return written, self.leaf() if self.chance(8) else subject

    def value(self, depth):
        text = self.pick(["0", "1", "2", "-1", "keys.zero", "keys.one", "0 | 1"])
        if self.chance(15):
            other = self.pick(["None", "True", "'k'", "2.0", "keys.text"])
            return other, self.pick(["None", "True", "'k'", "2", self.leaf()])
        return text, self.leaf()

    def capture(self, depth):
        self.names += 1
        return f"n{self.names - 1}", self.leaf()

    def wildcard(self, depth):
        return "_", self.leaf()

    def several(self, depth):
        return [self.pattern(depth) for _ in range(self.draw(st.integers(0, 3)))]

    def sequence(self, depth):
        parts = self.several(depth)
        texts, subjects = [p for p, _ in parts], [s for _, s in parts]
        return f"[{', '.join(texts)}]", self.held(subjects)

    def star(self, depth):
        parts = self.several(depth)
        texts, subjects = [p for p, _ in parts], [s for _, s in parts]
        at = self.draw(st.integers(0, len(parts)))
        star = "*_"
        if self.chance(50):
            self.names += 1
            star = f"*n{self.names - 1}"
        texts.insert(at, star)
        subjects[at:at] = [self.leaf() for _ in range(self.draw(st.integers(0, 2)))]
        return f"[{', '.join(texts)}]", self.held(subjects)

    def held(self, subjects):
        if self.chance(10):
            subjects = subjects[1:]
        inner = ", ".join(subjects)
        forms = (f"[{inner}]", f"({inner}{',' if subjects else ''})", f"Items({inner})")
        return self.pick(forms)

    def mapping(self, depth):
        keys = self.draw(st.lists(st.sampled_from(KEYS), unique=True, max_size=3))
        parts = [(key, *self.pattern(depth)) for key in keys]
        texts = [f"{key}: {p}" for key, p, _ in parts]
        items = ", ".join(f"{key}: {s}" for key, _, s in parts if self.chance(95))
        if self.chance(40):
            self.names += 1
            texts.append(f"**n{self.names - 1}")
            items += ", 'more': 5" if items else "'more': 5"
        subject = f"{{{items}}}"
        return f"{{{', '.join(texts)}}}", subject if self.chance(
            60
        ) else f"Table({subject})"

    def instance(self, depth):
        if self.chance(25):
            written, subject = self.pattern(0)
            return f"{self.pick(['int', 'str', 'float'])}({written})", subject
        (x, x_subject), (y, y_subject) = self.pattern(depth), self.pattern(depth)
        forms = [f"Point({x}, {y})", f"Point({x}, y={y})", f"Point(x={x}, y={y})"]
        form = self.pick(forms)
        if self.chance(5):
            form = self.pick(
                ["Point(0, 0, 0)", "Point(0, x=1)", "Point()", "missing()"]
            )
        return form, f"Point({x_subject}, {y_subject})"

    def alternatives(self, depth):
        before = self.names
        one, subject = self.pattern(depth)
        if self.names > before:
            # The same names in another order, or the same pattern again.
            return f"([0, {one}] | [{one}, *_])", f"[{self.leaf()}, {subject}]"
        other, _ = self.value(depth)
        return f"({one} | {other})", subject

    def crossed(self, depth):
        self.names += 1
        held = f"n{self.names - 1}"
        pattern = f"(Point(0 | 1, {held}) | Point({held}, 1) | [{held}, _])"
        subject = f"Point({self.leaf()}, {self.leaf()})"
        return pattern, subject

    def named(self, depth):
        written, subject = self.pattern(depth)
        self.names += 1
        return f"({written} as n{self.names - 1})", subject

    def program(self):
        """Return the source of a function of `a`, a list of numbers."""
        cases, subjects = [], []
        for number in range(self.draw(st.integers(1, 3))):
            self.names = 0
            pattern, subject = self.pattern(3)
            subjects.append(subject)
            names = [f"n{at}" for at in range(self.names)]
            guard = f" if {names[0]} == 1" if names and self.chance(20) else ""
            cases += [f"        case {pattern}{guard}:"]
            cases += [f"            return {number}, digest([{', '.join(names)}])"]
        lines = ["def f(a):", f"    match {self.pick(subjects)}:", *cases]
        return "\n".join([*lines, "    return -1, 0"]) + "\n"


@st.composite
def programs(draw):
    """Return the source of a random function, and how many numbers it takes."""
    while True:
        writer = Writer(draw)
        text = writer.program()
        try:
            compile(text, "random", "exec")
        except SyntaxError:  # such as an alternative that is irrefutable too early
            continue
        return text, writer.count
