"""`try` around operations that raise for some values."""

from __future__ import annotations

import warnings
from contextlib import suppress

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Operations that raise at run time

T = ag.constant


@programs.staged(T(2.5), T(float("nan")), T(float("inf")))
def an_integer_of_a_float(x):
    """`int()` of a tensor raises ValueError for NaN, OverflowError for infinity."""
    done = 0
    try:
        done = 1
        done += int(x)
    except ValueError:
        done += 10
    except OverflowError:
        done += 20
    return done


@programs.staged(T(2.5), T(float("nan")))
def a_list_that_has_grown_since(x):
    """A list is appended to in a `try` until `int()` of NaN raises."""
    grown = []
    try:
        if f"{x}".startswith("n"):  # may raise, ahead of what the list is given
            grown.append(1.0)
        grown.append(2.0)
        int(x)
        grown.append(3.0)
    except ValueError:
        pass
    return grown


@programs.staged(T(2.5), T(float("nan")))
def a_rounded_float(x):
    """`round()` of NaN raises ValueError after a rebinding that remains."""
    done = x
    try:
        done = x + 1
        done = done + round(x)
    except ValueError:
        return done
    return done


@programs.staged(T(1), T(-1))
def an_integer_to_a_power(n):
    """An int tensor to a negative power raises a caught ValueError."""
    done = n
    try:
        done = n + 5
        done = T(3) ** n
    except ValueError:
        return done
    return done


@programs.staged(T(2), T(-1))
def a_shift(n):
    """`1 << n` with a negative `n` raises a caught ValueError."""
    done = 0
    try:
        done = 5
        done = 1 << int(n)
    except ValueError:
        return done
    return done


@programs.staged(T(3), T(2**20))
def an_integer_that_is_too_large(n):
    """A Python int too large for int32 raises OverflowError in `+`."""
    done = n
    try:
        done = n + 1
        done = n + int(n) * int(n)
    except OverflowError:
        return done
    return done


@programs.staged(T(3), T(2**20))
def an_integer_that_is_no_float(n):
    """`float()` of an int that is too large raises OverflowError."""
    done = 0.0
    try:
        done = 1.0
        done = float(int(n) ** 100)
    except OverflowError:
        return done
    return done


@programs.staged(T(2), T(-2))
def a_shape(n):
    """`ag.ones` with a negative dynamic size raises a caught ValueError."""
    done = T(0.0)
    try:
        done = done + 1.0
        done = done + ag.reduce_sum(ag.ones([n, 2]))
    except ValueError:
        return done
    return done


FLOATS, INTEGERS = np.array([1.0, 2.0, 3.0]), np.array([1, 2, 3])

given = programs.staged(FLOATS, INTEGERS, T(FLOATS), T(INTEGERS))


@given
def a_place_that_is_never_there(x):
    """`x[7]` of three items raises an IndexError, whose text is returned."""
    try:
        first = x[7]
    except IndexError as error:
        return str(error)
    return f"{first > 0}"


@given
def a_place_that_is_not_used(x):
    """The statement `x[7]` raises IndexError, though its value is not used."""
    try:
        x[7]
    except IndexError:
        return -1
    return 0


@given
def places_until_the_end(x):
    """A loop over indices ends when an IndexError is caught."""
    total = 0
    for k in range(4):
        try:
            total = total + x[k]
        except IndexError:
            break
    return total, k


@given
def a_place_of_a_part(x):
    """IndexErrors of slices and of keys with several axes are caught."""
    m, found = x.reshape(1, 3), 0
    for k in (0, 1, -2, 5):
        try:
            found += float(x[1:][k] + m[..., k - 1][0] + m[k, None, 0][0])
        except IndexError:
            found += 10
    return found


@programs.staged(FLOATS, INTEGERS)
def an_update_of_a_place(x):
    """`y[7] += 3` raises IndexError; the write before it remains."""
    y = x * 1
    try:
        y[1] += 1
        y[7] += 3
        y[2] = 5
    except IndexError:
        y[0] = 9
    return y


@given
def an_extreme_of_none(x):
    """`max` and `np.min` of empty arrays raise a caught ValueError."""
    found = []
    for part in (x[:0], x[3:], x[1:], x.reshape(3, 1)[:, :0]):
        try:
            part.max()
            found.append(float(np.min(part)))
        except ValueError:
            found.append(-1.0)
    return found


@given
def an_integer_that_does_not_fit(x):
    """Ints out of the range of int8 raise OverflowError in `+` and `maximum`."""
    small, found = x.astype(np.int8), 0
    for k in (1, 300, -129, -128, 127):
        try:
            small + k
            found += 1
            found += (np.maximum(small, k) < 300).sum()
        except OverflowError:
            found += 100
    return found


@given
def comparisons_with_any_integer(x):
    """A uint8 array is compared with Python ints out of its range."""
    small = x.astype(np.uint8)
    return small < 300, small == -1, small[0] != 256


TABLE = np.array([[1, 2], [3, 4]])


@programs.staged(*(x.astype(kind) for x in (INTEGERS,) for kind in (int, bool, float)))
def a_place_out_of_range(x):
    """`x[3]` of three items raises NumPy's IndexError."""
    return x[3]


@programs.staged(*(TABLE.astype(kind) for kind in (int, bool, np.uint8, float)))
def a_place_of_a_table_out_of_range(x):
    """`x[1, 3]` of two columns raises NumPy's IndexError."""
    return x[1, 3]


# -- Operations that refuse their operands while traced

A = np.array([1.0, 4.0, 2.0])

B = np.array([True, False, True])


@programs.staged((A, np.int64(0)), (A, np.int64(2)), (T(A), T(0)), (T(A), T(2)))
def in_a_branch(x, n):
    """A broadcast error in one side of a conditional expression is caught."""
    try:
        y = (x + np.ones(4)).sum() if n > 1 else x.sum()
        return y * 2
    except ValueError:
        return -1.0


@programs.staged((A, np.int64(0)), (A, np.int64(2)), (T(A), T(0)), (T(A), T(2)))
def in_a_loop(x, n):
    """An invalid `reshape` in a dynamic loop raises in its first iteration."""
    total = x.sum()
    try:
        for _ in range(n):
            total += 1
            total += x.reshape(2, 2).sum()
    except ValueError:
        total += 100
    return total


@programs.staged((A, np.int64(0)), (A, np.int64(2)), (T(A), T(0)), (T(A), T(2)))
def in_a_while_loop(x, n):
    """A `@` of unequal lengths in a `while` loop is caught after one iteration."""
    i = 0
    try:
        while i < n:
            i += 1
            x @ np.ones(4)
    except ValueError:
        return -i
    return i


@programs.staged((A, np.int64(0)), (A, np.int64(2)), (T(A), T(0)), (T(A), T(2)))
def in_a_condition(x, n):
    """A broadcast error in the second operand of `and` is caught."""
    try:
        found = n > 0 and (x + np.ones(4)).sum() > 0
    except ValueError:
        return 1
    return 2 if found else 3


@programs.staged((A, np.int64(0)), (A, np.int64(2)), (T(A), T(0)), (T(A), T(2)))
def after_what_the_run_may_raise(x, n):
    """Handlers of a dynamic `raise` and of an invalid `reshape` after it."""
    try:
        if n == 0:
            raise IndexError("n")
        return x.reshape(2, 2).sum()
    except IndexError:
        return 5.0
    except ValueError:
        return 6.0


@programs.falls((A, np.int64(0)), (A, np.int64(2)), (T(A), T(0)), (T(A), T(2)))
def suppressed_in_a_branch(x, n):
    """`suppress` of an invalid `reshape` in a branch skips the rest of the block."""
    r = 1.0
    with suppress(ValueError):
        if n > 0:
            x.reshape(2, 2)
        r = 2.0
    return r


@programs.staged((A, np.int64(0)), (A, np.int64(2)), (T(A), T(0)), (T(A), T(2)))
def with_a_finally_between(x, n):
    """An invalid `reshape` in a branch passes a `finally` before it is caught."""
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


@programs.staged((A, np.int64(0)), (A, np.int64(3)), (T(A), T(0)), (T(A), T(3)))
def in_each_iteration(x, n):
    """An invalid `reshape` is caught in the `try` of each iteration."""
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


@programs.staged((A, np.int64(0)), (A, np.int64(2)), (T(A), T(0)), (T(A), T(2)))
def in_a_function_that_is_called(x, n):
    """A broadcast error in a branch of a called function is caught."""

    def part(k):
        if k > 0:
            return (x + np.ones(4)).sum()
        return x.sum()

    try:
        return part(n)
    except ValueError:
        return -1.0


@programs.staged(A, A.astype(int), B)
def numpys_texts(x):
    """Messages of twenty errors that NumPy raises for invalid operands."""
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


@programs.staged(A, A.astype(int))
def texts_of_statements(x):
    """Messages of NumPy errors in statements: `+=`, assignments, truth and `del`."""
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


@programs.staged(A, A.astype(int))
def the_class_that_numpy_raises(x):
    """Handlers select by the class of the error that NumPy raises."""
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


@programs.staged(A, T(A))
def raised_anew(x):
    """An invalid `reshape` is caught and raised as RuntimeError with a cause."""
    try:
        try:
            return x.reshape(2, 2)
        except ValueError as error:
            raise RuntimeError("bad shape") from error
    except RuntimeError as error:
        return str(error), isinstance(error.__cause__, ValueError)


@programs.staged(A)
def the_cause_of_what_is_raised(x):
    """`np.linalg.solve` of unfitting shapes is caught and raised with its cause."""
    try:
        return np.linalg.solve(np.eye(2) * x[0], x)
    except np.linalg.LinAlgError:
        return x
    except ValueError as error:
        raise RuntimeError(f"bad system: {error}") from error


@programs.staged(A)
def the_context_of_what_is_raised(x):
    """An invalid `@` in the handler of an invalid `reshape` has it as its context."""
    try:
        try:
            return x.reshape(2, 2)
        except ValueError:
            return x @ np.ones(4)
    except ValueError as error:
        return str(error), str(error.__context__), repr(error.__context__.__context__)


@programs.staged(A)
def raised_again(x):
    """A bare `raise` of the ValueError of an invalid `reshape`."""
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


@programs.staged(A)
def given_to_a_manager(x):
    """`__exit__` receives and suppresses the ValueError of an invalid `reshape`."""
    with Keeper() as keeper:
        x.reshape(2, 2)
    return keeper.text


@programs.staged(T(A))
def of_tensors_as_eager_ones_raise_it(x):
    """The class name of the error of an invalid `reshape` of a tensor."""
    try:
        return x.reshape(2, 2)
    except ValueError as error:
        return type(error).__name__


@programs.staged(A)
def a_sum_into_an_array(x):
    """`np.sum` with `out` in a `try` cannot be staged."""
    try:
        return np.sum(x, out=np.zeros(()))
    except Exception:
        return -1.0


@programs.staged(A)
def memory_seen_otherwise(x):
    """`view` of an array as another dtype in a `try` cannot be staged."""
    try:
        return x.view(np.int64)
    except TypeError:
        return -1


@programs.staged(A)
def a_mean_that_is_known(x):
    """`np.std` with `mean` in a `try` cannot be staged."""
    try:
        return np.std(x, mean=x.mean())
    except TypeError:
        return -1.0


@programs.staged((A, np.int64(0)), (A, np.int64(2)))
def in_a_branch_of_the_run(x, n):
    """`view` of an array in a branch within a `try` cannot be staged."""
    try:
        return x.view(np.int64).sum() if n > 0 else 5
    except TypeError:
        return -1


@programs.defects((A, np.int64(0)), (T(A), T(0)))
def text_that_the_run_would_have(x, n):
    """The message of `max` of a slice that may be empty cannot be staged."""
    try:
        return str(x[:n].max())
    except ValueError as error:
        return f"empty: {error}"


# -- numpy.errstate

X = np.array([0.0, 1.0])


@programs.falls(X)
def ignored(x):
    """`np.errstate` and `catch_warnings` that ignore division by zero."""
    with np.errstate(divide="ignore", invalid="ignore"):
        y = 1 / x
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return y, x / x


@programs.staged(X)
def raised_by_what_is_known(x):
    """A FloatingPointError of constants under `errstate` is caught."""
    try:
        with np.errstate(divide="raise"):
            np.log(np.zeros(2))
    except FloatingPointError:
        return x
    return x + 1


@programs.staged(X)
def set_and_set_back(x):
    """`np.seterr` is called and restored before a division."""
    old = np.seterr(divide="raise")
    np.seterr(**old)
    return 1 / x


@programs.falls(X)
def raised(x):
    """`errstate(divide="raise")` around a traced division cannot be staged."""
    try:
        with np.errstate(divide="raise"):
            return 1 / x[0]
    except FloatingPointError:
        return -1.0


@programs.falls(X)
def called(x):
    """`errstate` with a function to call on errors cannot be staged."""
    seen = []
    with np.errstate(invalid="call", call=lambda *what: seen.append(what)):
        y = x / x
    return y, len(seen)


@programs.falls(X)
def raised_in_a_function(x):
    """`errstate` as a decorator of a nested function cannot be staged."""

    @np.errstate(all="raise")
    def inner(y):
        return 1 / y

    return inner(x)


@programs.staged(X)
def set_for_a_while(x):
    """`np.seterr` in force during a traced division cannot be staged."""
    old = np.seterr(invalid="raise")
    try:
        return x / x
    finally:
        np.seterr(**old)


@programs.falls(X)
def warnings_as_errors(x):
    """Warnings as errors around a traced division cannot be staged."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return x / x


@programs.falls(X)
def warnings_that_are_counted(x):
    """Recording the warnings of a traced division cannot be staged."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        y = 1 / x
    return y, len(found)


# -- Values in a handler that the body had changed

A_2 = np.array

I64 = np.int64


@programs.staged(I64(3), I64(-3), I64(0), T(3))
def text(n):
    """A handler formats an argument that the `try` body incremented."""
    try:
        n += 1
        if n == 1:
            raise RuntimeError("one")
        raise KeyError(n)
    except Exception:
        return f"{n}", str(n), f"{n!r:>20}"


@programs.staged(I64(3), I64(-3), T(3))
def arguments(n):
    """A handler raises an exception whose arguments hold the changed variable."""
    try:
        if n < 0:
            raise KeyError(n)
        n += 1
        raise RuntimeError("one")
    except (KeyError, RuntimeError):
        raise ValueError(n, f"{n}") from None


@programs.staged(I64(3), I64(0), I64(-1), T(3))
def classes(n):
    """A handler asks for the class of a variable that the `try` changed."""
    try:
        n += 1
        if n == 1:
            raise RuntimeError("one")
        raise KeyError
    except Exception:
        asked = isinstance(n, np.integer), isinstance(n, ag.Tensor)
        return asked, type(n).__name__, [7] * n


@programs.staged(A_2([1, 2]), A_2([0, 5]), T([1, 2]), T([0, 5]))
def arrays(x):
    """A handler formats an array and a sum that the `try` changed."""
    total = 0
    try:
        x = x * 2
        total = x.sum()
        if total > 7:
            raise ValueError(total)
        total = total + x[0]
        raise KeyError(f"{total} {x}")
    except (ValueError, KeyError) as error:
        return f"{total} {x} {error}"


@programs.staged(I64(3), I64(-3), I64(0), T(-3))
def places(n):
    """A handler reads list and dict items that the `try` changed."""
    parts, table = [], {}
    try:
        parts.append(n + 1)
        table["k"] = n * 2
        if n > 0:
            raise ValueError
        parts.append(n + 1)
        table["k"] = n * 3
        table["k"] += 10 // int(n)
    except (ValueError, ZeroDivisionError):
        return f"{parts[-1]} {table['k']} {len(parts)}"
    return f"{table}"


@programs.staged(I64(3), I64(-3), I64(0))
def after_finally(n):
    """`finally` increments a variable and may raise; an outer handler formats it."""
    try:
        try:
            if n > 0:
                raise ValueError(n)
        finally:
            n += 1
            if n == 1:
                raise RuntimeError("one")
    except Exception as error:
        return f"{error!r} {n}"
    return f"{n}"


@programs.staged(I64(3), I64(-3), I64(0))
def loops(n):
    """A `while` loop with a `try` whose handlers update its variable or return."""
    while n < 6:
        try:
            n += 1
            if n == 1:
                raise RuntimeError("one")
            if n % 2:
                n += 1
            if n == 4:
                raise KeyError(f"{n}")
        except RuntimeError:
            n = n * 3
        except KeyError as error:
            return f"{error} {n}"
    return str(n)


@programs.staged(I64(3))
def one_or_the_other(n):
    """The text of a value that is NumPy's or a tensor in a handler is refused."""
    x = n
    try:
        if n > 5:
            raise KeyError
        x = T(2)
        if n > 1:
            raise RuntimeError("one")
    except (KeyError, RuntimeError):
        return f"{x}"  # refused: the text of a value depends on whether
    return ""
