"""Random programs, mostly of jumps, do converted what they do unconverted."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.autograph import programs, python_operators

NAMES = ("a", "b", "c")
ERRORS = ("ValueError", "KeyError")
CONDITIONS = (
    *(f"{name} % 2 == 0" for name in NAMES),
    *(f"{name} % 3 == 1" for name in NAMES),
    *("tick() > 3", "a < b", "a < tick() < c", "not (a and b)", "a or tick() % 2"),
    *("(a := tick()) % 2", "a and (b := tick()) % 3", "(c := tick()) % 2 and c > 4"),
)
SIMPLE = ("assign", "assign", "augment", "log", "log", "raise", "del", "fresh", "store")
COMPOUND = (
    *("branch", "branch", "branches", "branches", "for_", "for_", "while_", "while_"),
    *("try_", "try_", "finally_", "with_", "with_", "match_", "nested"),
)


class Writer:
    """Writes one random program.

    Args:
        chance: Where the randomness comes from.
        max_depth: How deep statements nest.
    """

    def __init__(self, chance, max_depth=4):
        self.chance = chance
        self.max_depth = max_depth

    def block(self, depth, *, loop, final):
        lines = []
        for _ in range(self.chance.choice((1, 1, 2, 2, 3))):
            kinds = list(SIMPLE)
            kinds += [] if final else ["return_", "return_"]
            kinds += ["break_", "continue_"] * 2 if loop else []
            kinds += COMPOUND * 2 if depth < self.max_depth else ()
            write = getattr(self, self.chance.choice(kinds))
            lines += write(
                lambda **changed: indented(
                    self.block(depth + 1, **{"loop": loop, "final": final, **changed})
                )
            )
        return lines

    def name(self):
        return self.chance.choice(NAMES)

    def condition(self):
        return self.chance.choice(CONDITIONS)

    def assign(self, inner):
        return [f"{self.name()} = {self.name()} + tick()"]

    def augment(self, inner):
        return [f"{self.name()} += {self.name()}"]

    def log(self, inner):
        name = self.name()
        return [f"log(('{name}', {name}))"]

    def raise_(self, inner):
        error = self.chance.choice(ERRORS)
        return [f"if {self.condition()}: raise {error}({self.name()})"]

    def del_(self, inner):
        return [f"del {self.name()}"]

    def fresh(self, inner):
        name = f"fresh_{self.name()}"
        return self.chance.choice(
            (
                [f"if {self.condition()}: {name} = tick()", f"log({name})"],
                [f"log(lambda: {name})", f"{name} = 1"],
                [f"{name} = [x + {self.name()} for x in range(2)]"],
                [f"{name} = 2 if {self.condition()} else [{name}]"],
            )
        )

    def store(self, inner):
        return [f"box.{self.name()} = items[{self.name()}] = {self.name()}"]

    def return_(self, inner):
        return self.chance.choice((["return"], [f"return {self.name()}, log(tick())"]))

    def break_(self, inner):
        return ["break"]

    def continue_(self, inner):
        return ["continue"]

    def branch(self, inner):
        return [f"if {self.condition()}:", *inner()]

    def branches(self, inner):
        return [*self.branch(inner), "else:", *inner()]

    def for_(self, inner):
        target = self.chance.choice((self.name(), "i", "box.i", "(i, box.j)"))
        items = (
            "enumerate('xyz')"
            if "," in target
            else f"range({self.chance.randrange(4)})"
        )
        return [f"for {target} in {items}:", *inner(loop=True), *self._else(inner)]

    def while_(self, inner):
        test = self.chance.choice(
            (f"tick() % 5 < {self.chance.randrange(1, 5)}", "True")
        )
        if self.chance.random() < 0.2:
            test = self.condition()
        body = ["    tick()", *inner(loop=True)]
        return [f"while {test}:", *body, *self._else(inner)]

    def _else(self, inner):
        return ["else:", *inner()] if self.chance.random() < 0.4 else []

    def try_(self, inner):
        error = self.chance.choice((*ERRORS, "Exception"))
        bound = self.chance.choice(("", " as e", f" as {self.name()}"))
        handler = [f"except {error}{bound}:", *inner()]
        return ["try:", *inner(), *handler, *self._else(inner)]

    def finally_(self, inner):
        start = self.chance.choice((["try:", *inner()], self.try_(inner)))
        return [*start, "finally:", *inner(loop=False, final=True)]

    def with_(self, inner):
        option = self.chance.choice(("", ", swallow=True", ", fail=tick() % 2"))
        target = self.chance.choice(("", " as m", " as box.m"))
        return [f"with Manager('{self.name()}'{option}){target}:", *inner()]

    def match_(self, inner):
        second = self.chance.choice(("3", f"{self.name()} if {self.condition()}"))
        lines = [f"match {self.name()}:", "    case 0 | 2:", *indented(inner())]
        return [*lines, f"    case {second}:", *indented(inner())]

    def nested(self, inner):
        outer = self.chance.choice(("", *NAMES))
        head = [f"nonlocal {outer}"] if outer else []
        head += [f"{each} = 1" for each in NAMES if each != outer]
        body = inner(loop=False, final=False)
        return ["def g(e=0):", *indented(head), *body, f"log(g() and {self.name()})"]


# Python's own words cannot be names of methods.
for _word in ("raise", "del"):
    setattr(Writer, _word, getattr(Writer, _word + "_"))


def indented(lines):
    return ["    " + line for line in lines]


SETUP = """
COUNT = 0
def tick():
    global COUNT
    COUNT += 1
    if COUNT > 150:
        raise OverflowError('long')
    return COUNT

def f(a, b, c):
    box, items = Box(), {}
"""


def outcome(text, *, is_converted):
    namespace = programs.load(SETUP + text, "random")
    f = namespace["f"]
    if is_converted:
        f = python_operators.convert(f)
    try:
        value = repr(f(1, 2, 3))
    except Exception as error:
        value = type(error).__name__, str(error), repr(error.__context__)
    log = [each if not callable(each) else "function" for each in namespace["LOG"]]
    return value, repr(log)


def written(seed):
    lines = Writer(random.Random(seed)).block(0, loop=False, final=False)
    return "\n".join(indented(lines)) + "\n"


# Each program is compiled, converted and run twice.
@settings(max_examples=max(settings().max_examples // 4, 1))
@given(st.integers(0, 2**32))
def test_random_programs_agree(seed):
    text = written(seed)
    try:
        compile(SETUP + text, "random", "exec")
    except SyntaxError:
        return  # such as a pattern that is irrefutable too early
    assert outcome(text, is_converted=True) == outcome(text, is_converted=False), text
