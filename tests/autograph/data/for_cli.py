"""Functions of all kinds, for test_cli.py."""

import statistics
import autograph as ag


def triple(x):
    return 3 * x


@ag.function
def countdown(n, step=1):
    while n > 0:
        n -= step
    return n


halve = lambda x: x / 2


class Scale:
    factor = 5

    @staticmethod
    def double(x):
        return x * 2

    @classmethod
    def by_factor(cls, x):
        return x * cls.factor

    def apply(self, x):
        return x * self.factor

    @ag.function
    def apply_staged(self, x):
        return x * self.factor


it = Scale()


def nest_them(x, *rest, flag=False, **more):
    return {"a": [x, None], "b": (rest, flag, more)}


def kind(x):
    return isinstance(x, ag.Tensor), isinstance(x, list), type(x) is int


def pop(items):
    return items.pop()


def matmul(x, y):
    return x @ y


def fail(x):
    if x > 3:
        raise KeyError("too much")
    return x


def count_calls(x, calls=[]):
    calls.append(1)
    return x + len(calls)


def outer(x):
    def inner(y):
        return y

    return inner(x)


def refuse(x):
    return x + int(statistics.fmean([x]))


def generate(x):
    yield x


def say(x):
    print("said", type(x).__name__)
    return x


if __name__ == "__main__":
    raise SystemExit("imported, not run")
