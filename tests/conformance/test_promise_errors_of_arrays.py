"""What a handler sees where an op refuses its operands while a function is traced."""

# Programs under test are written as users write them, some of them wrong.

from contextlib import suppress

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

A = np.array([1.0, 4.0, 2.0])
B = np.array([True, False, True])
T = ag.constant
rows = Rows()


@rows.on((A, np.int64(0)), (A, np.int64(2)), (T(A), T(0)), (T(A), T(2)))
def in_a_branch(x, n):
    try:
        y = (x + np.ones(4)).sum() if n > 1 else x.sum()
        return y * 2
    except ValueError:
        return -1.0


@rows.on((A, np.int64(0)), (A, np.int64(2)), (T(A), T(0)), (T(A), T(2)))
def in_a_loop(x, n):
    total = x.sum()
    try:
        for _ in range(n):
            total += 1
            total += x.reshape(2, 2).sum()
    except ValueError:
        total += 100
    return total


@rows.on((A, np.int64(0)), (A, np.int64(2)), (T(A), T(0)), (T(A), T(2)))
def in_a_while_loop(x, n):
    i = 0
    try:
        while i < n:
            i += 1
            x @ np.ones(4)
    except ValueError:
        return -i
    return i


@rows.on((A, np.int64(0)), (A, np.int64(2)), (T(A), T(0)), (T(A), T(2)))
def in_a_condition(x, n):
    try:
        found = n > 0 and (x + np.ones(4)).sum() > 0
    except ValueError:
        return 1
    return 2 if found else 3


@rows.on((A, np.int64(0)), (A, np.int64(2)), (T(A), T(0)), (T(A), T(2)))
def after_what_the_run_may_raise(x, n):
    try:
        if n == 0:
            raise IndexError("n")
        return x.reshape(2, 2).sum()
    except IndexError:
        return 5.0
    except ValueError:
        return 6.0


@rows.on((A, np.int64(0)), (A, np.int64(2)), (T(A), T(0)), (T(A), T(2)))
def suppressed_in_a_branch(x, n):
    r = 1.0
    with suppress(ValueError):
        if n > 0:
            x.reshape(2, 2)
        r = 2.0
    return r


@rows.on((A, np.int64(0)), (A, np.int64(2)), (T(A), T(0)), (T(A), T(2)))
def with_a_finally_between(x, n):
    r = 1.0
    try:
        try:
            if n > 0:
                x.reshape(2, 2)
        finally:
            r = 2.0
    except ValueError:
        r += 10.0
    return r


@rows.on((A, np.int64(0)), (A, np.int64(3)), (T(A), T(0)), (T(A), T(3)))
def in_each_iteration(x, n):
    r = 0.0
    for i in range(n):
        try:
            if i > 0:
                x.reshape(2, 2)
            r += 1.0
        except ValueError as error:
            r += 10.0
            continue
    return r


@rows.on((A, np.int64(0)), (A, np.int64(2)), (T(A), T(0)), (T(A), T(2)))
def in_a_function_that_is_called(x, n):
    def part(k):
        if k > 0:
            return (x + np.ones(4)).sum()
        return x.sum()

    try:
        return part(n)
    except ValueError:
        return -1.0


@rows.on(A, A.astype(int), B)
def numpys_texts(x):
    texts = []
    for act in (
        lambda: x + np.ones(4),
        lambda: x @ np.ones(4),
        lambda: x.reshape(2, 2),
        lambda: x[0, 0],
        lambda: x["a"],
        lambda: x[np.array([True, False])],
        lambda: x.sum(axis=3),
        lambda: np.concatenate([x, np.ones((2, 2))]),
        lambda: np.stack([x, np.ones(2)]),
        lambda: np.linalg.inv(np.ones((2, 3)) * x[0]),
        lambda: np.linalg.solve(np.ones((2, 2)) * x[0], x),
        lambda: np.dot(x, np.ones(2)),
        lambda: np.transpose(x, (1, 0)),
        lambda: np.where(x, 1),
        lambda: np.add(x, x, out=np.zeros(2)),
        lambda: np.searchsorted(x, [1], side="up"),
        lambda: x[0][0],
        lambda: -(x > 0),
        lambda: (x > 0) - (x > 1),
        lambda: x << 1.5,
    ):
        try:
            act()
        except Exception as error:
            texts.append(f"{type(error).__name__}: {error}")
    return texts


@rows.on(A, A.astype(int))
def texts_of_statements(x):
    x = x.copy()
    texts = []
    try:
        x += np.ones(4)
    except Exception as error:
        texts.append(repr(error))
    try:
        x[:2] += np.ones(3)
    except Exception as error:
        texts.append(repr(error))
    try:
        x[0, 0] += 1
    except Exception as error:
        texts.append(repr(error))
    try:
        x[:2] = np.ones(3)
    except Exception as error:
        texts.append(repr(error))
    try:
        x @= np.ones((4, 4))
    except Exception as error:
        texts.append(repr(error))
    try:
        if x:
            texts.append("true")
    except Exception as error:
        texts.append(repr(error))
    try:
        texts.append("true" if x > 1 or len(x) == 2 else "false")
    except Exception as error:
        texts.append(repr(error))
    try:
        texts.append("true" if 0 < x < np.ones(4) else "false")
    except Exception as error:
        texts.append(repr(error))
    try:
        assert x == np.ones(4)
    except Exception as error:
        texts.append(repr(error))
    try:
        del x[0]
    except Exception as error:
        texts.append(repr(error))
    return texts


@rows.on(A, A.astype(int))
def the_class_that_numpy_raises(x):
    kinds = []
    for act in (
        lambda: np.linalg.solve(np.ones((2, 2)) * x[0], x),
        lambda: np.transpose(x, (1, 0)),
        lambda: np.where(x, 1),
        lambda: np.pad(x, 1, mode="up"),
        lambda: np.trace(x),
        lambda: np.meshgrid(x, indexing="ab"),
        lambda: x.copy().fill("a"),
    ):
        try:
            act()
        except IndexError:
            kinds.append(1)
        except np.linalg.LinAlgError:
            kinds.append(2)
        except ValueError:
            kinds.append(3)
        except TypeError:
            kinds.append(4)
    return kinds


@rows.on(A, T(A))
def raised_anew(x):
    try:
        try:
            return x.reshape(2, 2)
        except ValueError as error:
            raise RuntimeError("bad shape") from error
    except RuntimeError as error:
        return str(error), isinstance(error.__cause__, ValueError)


@rows.on(A)
def the_cause_of_what_is_raised(x):
    try:
        return np.linalg.solve(np.eye(2) * x[0], x)
    except np.linalg.LinAlgError:
        return x
    except ValueError as error:
        raise RuntimeError(f"bad system: {error}") from error


@rows.on(A)
def the_context_of_what_is_raised(x):
    try:
        try:
            return x.reshape(2, 2)
        except ValueError:
            return x @ np.ones(4)
    except ValueError as error:
        return str(error), str(error.__context__), repr(error.__context__.__context__)


@rows.on(A)
def raised_again(x):
    try:
        try:
            return x.reshape(2, 2)
        except ValueError:
            raise
    except Exception as error:
        return repr(error)


class Keeper:
    """A manager that keeps the text of what it swallows."""

    def __enter__(self):
        self.text = "none"
        return self

    def __exit__(self, kind, error, traceback):
        self.text = str(error)
        return kind is ValueError


@rows.on(A)
def given_to_a_manager(x):
    with Keeper() as keeper:
        x.reshape(2, 2)
    return keeper.text


@rows.on(T(A))
def of_tensors_as_eager_ones_raise_it(x):
    try:
        return x.reshape(2, 2)
    except ValueError as error:
        return type(error).__name__


test_handlers_take_what_numpy_raises = rows.test()

# What NumPy does and no op does is refused in a `try`, too: no handler is for that.
refused = Rows()


@refused.on(A)
def a_sum_into_an_array(x):
    try:
        return np.sum(x, out=np.zeros(()))
    except Exception:
        return -1.0


@refused.on(A)
def memory_seen_otherwise(x):
    try:
        return x.view(np.int64)
    except TypeError:
        return -1


@refused.on(A)
def a_mean_that_is_known(x):
    try:
        return np.std(x, mean=x.mean())
    except TypeError:
        return -1.0


@refused.on((A, np.int64(0)), (A, np.int64(2)))
def in_a_branch_of_the_run(x, n):
    try:
        return x.view(np.int64).sum() if n > 0 else 5
    except TypeError:
        return -1


@refused.on((A, np.int64(0)), (T(A), T(0)))
def text_that_the_run_would_have(x, n):
    try:
        return str(x[:n].max())
    except ValueError as error:
        return f"empty: {error}"


test_what_only_numpy_does_is_no_exception = refused.refusal_test()
