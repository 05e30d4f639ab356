"""A second back end: a function with branches becomes one formula with cases.

Converted code does nothing with `if`, `and` or `break` itself: it calls operators.
`Cases` are operators that stage on formulas, where `ag.function` stages on graphs. On
all other values they do what Python does, which `ag.Operators` inherits to them.
"""

import inspect
import operator

import autograph as ag

BINARY = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


class Formula:  # noqa: PLW1641  # `==` makes a formula
    """A formula: its kind (`x`, `+`, `not`, `cases`) and its operands."""

    def __init__(self, kind, *parts):
        self.kind, self.parts = kind, parts

    def __bool__(self):
        raise TypeError(f"the truth of `{self}` is not known")

    def __eq__(self, other):
        return Formula("==", self, other)

    def __repr__(self):
        parts = [
            f"({each})" if isinstance(each, Formula) and each.kind in BINARY else each
            for each in self.parts
        ]
        if self.kind in BINARY:
            return f"{parts[0]} {self.kind} {parts[1]}"
        if self.kind == "cases":
            return "{{{1} if {0}, else {2}}}".format(*self.parts)
        return " ".join(map(str, (self.kind, *parts)))


def _define(symbol):
    letters = {operator.floordiv: "floordiv"}
    name = letters.get(BINARY[symbol], BINARY[symbol].__name__)
    setattr(Formula, f"__{name}__", lambda x, y: Formula(symbol, x, y))
    if symbol in "+-*//%":
        setattr(Formula, f"__r{name}__", lambda x, y: Formula(symbol, y, x))


for each in BINARY:
    if each != "==":
        _define(each)


def same(x, y):
    """Tell whether two values are written alike."""
    return x is y or (type(x) is type(y) and repr(x) == repr(y))


def cases(condition, x, y):
    """Return the formula that is x where the condition holds, and y elsewhere."""
    if not isinstance(condition, Formula):
        return x if condition else y
    if condition.kind == "not":
        return cases(condition.parts[0], y, x)
    if condition.kind == "cases":
        first, then, otherwise = condition.parts
        return cases(first, cases(then, x, y), cases(otherwise, x, y))
    x, y = assume(x, condition, True), assume(y, condition, False)
    if same(x, y):
        return x
    if x is True and y is False:
        return condition
    return Formula("cases", condition, x, y)


def assume(term, condition, holds):
    """Return what a formula is where it is known whether a condition holds."""
    if not isinstance(term, Formula):
        return term
    if condition.kind == "not":
        return assume(term, condition.parts[0], not holds)
    if same(term, condition):
        return holds
    parts = [assume(part, condition, holds) for part in term.parts]
    if term.kind == "cases":
        return cases(*parts)
    if term.kind == "not" and not isinstance(parts[0], Formula):
        return not parts[0]
    return Formula(term.kind, *parts)


class Cases(ag.Operators):
    """The operators on formulas: both branches run, and what they leave is joined."""

    def __init__(self):
        self.depth = 0  # how many cases the running code is inside of

    def if_stmt(self, condition, body, orelse, get_state, set_state, names, nouts):
        if not isinstance(condition, Formula):
            rest = get_state, set_state, names, nouts
            super().if_stmt(condition, body, orelse, *rest)
            return
        start, ends = get_state(), []
        self.depth += 1
        for block, holds in ((body, True), (orelse, False)):
            set_state(tuple(assume(value, condition, holds) for value in start))
            block()
            ends.append(get_state()[:nouts])
        self.depth -= 1
        joined = [cases(condition, x, y) for x, y in zip(*ends, strict=True)]
        set_state((*joined, *start[nouts:]))

    def for_stmt(self, items, extra_test, body, get_state, set_state, names, opts):
        if extra_test is None:
            rest = get_state, set_state, names, opts
            super().for_stmt(items, None, body, *rest)
            return
        iterator = iter(items)
        # The loop is unrolled: after a `break` in some case, the rest is a case, too.
        while (going_on := extra_test()) is not False:
            try:
                item = next(iterator)
            except StopIteration:
                return
            turn = (lambda item=item: body(item)), lambda: None
            self.if_stmt(going_on, *turn, get_state, set_state, names, len(names))

    def if_exp(self, condition, if_true, if_false, source=""):
        if not isinstance(condition, Formula):
            return super().if_exp(condition, if_true, if_false, source)
        self.depth += 1
        joined = cases(condition, if_true(), if_false())
        self.depth -= 1
        return joined

    def and_(self, left, right):
        first = left()
        return self.if_exp(first, right, lambda: first)

    def or_(self, left, right):
        first = left()
        return self.if_exp(first, lambda: first, right)

    def not_(self, value):
        return Formula("not", value) if isinstance(value, Formula) else not value

    def truth(self, value):
        return value if isinstance(value, Formula) else bool(value)

    def return_value(self, value, did_return, function_name):
        if isinstance(did_return, Formula):
            return cases(did_return, value, None)
        return super().return_value(value, did_return, function_name)

    # What cannot be joined is refused, and never done in both cases.

    def raised(self, error):
        self._refuse("raise")
        return error

    def assert_stmt(self, test, message):
        self._refuse("assert")
        super().assert_stmt(test, message)

    def set_attr(self, target, name, value):
        self._refuse(f"an assignment to .{name}")
        super().set_attr(target, name, value)

    def set_item(self, target, key, value):
        self._refuse("an assignment to an item")
        super().set_item(target, key, value)

    def _refuse(self, what):
        if self.depth:
            raise TypeError(f"{what} in a case is not a formula")


def formula(function):
    """Return what a function computes, as a formula of its parameters."""
    symbols = [Formula(name) for name in inspect.signature(function).parameters]
    return ag.to_graph(function, operators=Cases())(*symbols)


def value_of(term, given):
    """Return the value of a formula (or of a tuple of such) for given variables."""
    if isinstance(term, tuple):
        return tuple(value_of(each, given) for each in term)
    if ag.Operators.is_undefined(term):
        raise UnboundLocalError(term.name)
    if not isinstance(term, Formula):
        return term
    if term.kind == "cases":
        condition, x, y = term.parts
        return value_of(x if value_of(condition, given) else y, given)
    if term.kind == "not":
        return not value_of(term.parts[0], given)
    if not term.parts:
        return given[term.kind]
    return BINARY[term.kind](*(value_of(part, given) for part in term.parts))


# -- Functions to try it on ----------------------------------------------------------


def ramp(x):
    """Return 0 below 0, 1 above 1, and a smooth way between them."""
    if x < 0:
        return 0
    return x * x * (3 - 2 * x) if x <= 1 else 1


def tax(income):
    """Return the tax: each part of the income has a rate, in percent."""
    total, below = 0, 0
    for limit, rate in ((200, 10), (900, 40)):
        if income <= limit:
            return total + (income - below) * rate // 100
        total += (limit - below) * rate // 100
        below = limit
    return total + (income - below) // 2


def main():
    """Print formulas, and a few of their values."""
    for function, arguments in ((ramp, (-2, 0.5, 7)), (tax, (50, 200, 1000))):
        (name,) = inspect.signature(function).parameters
        term = formula(function)
        print(f"{function.__name__}({name}) = {term}")
        for argument in arguments:
            print(f"    {name} = {argument}: {value_of(term, {name: argument})}")


if __name__ == "__main__":
    main()
