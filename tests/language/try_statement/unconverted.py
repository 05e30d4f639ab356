"""Exceptions in code that is not converted."""

from __future__ import annotations

import contextlib
import datetime as dt
import decimal
import fractions
import functools
import itertools
import math
import operator
import pickle
import random
import struct

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- A try in unconverted code

T = ag.constant


class Taking:
    def __init__(self):
        self.left = []

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.left.append(kind is None)
        return True


@contextlib.contextmanager
def passing():
    try:
        yield
    except ZeroDivisionError:
        pass


@programs.falls(T(3), T(0))
def a_generator(n):
    """A `try` in a generator around a division that may fail cannot be staged."""
    k = int(n)

    def g():
        try:
            yield 10 // k  # refused: g() runs as it stands, and has a `try` or `with`
        except ZeroDivisionError:
            yield -1

    total = 0
    for v in g():
        total += v
    return total


@programs.falls(T(3), T(0))
def a_generator_that_would_handle_the_refusal(n):
    """`except Exception` in a generator around a division cannot be staged."""
    k = int(n)

    def g():
        try:
            yield 10 // k  # refused: around what may raise an exception
        except Exception:
            yield -1

    try:
        return next(g())
    except ZeroDivisionError:
        return 77


@programs.falls(T(0))
def what_finally_does(n):
    """A `finally` in a generator around a division cannot be staged."""
    k, log = int(n), []

    def g():
        try:
            yield 10 // k  # refused: around what may raise an exception
        finally:
            log.append(2)

    try:
        next(g())
    except ZeroDivisionError:
        pass
    return log


@programs.falls(T(0))
def what_the_generator_calls(n):
    """A `try` in a generator around a call that divides cannot be staged."""
    k = int(n)

    def divide(a):
        return a // k

    def g():
        try:
            yield divide(3)  # refused: around what may raise an exception
        except ZeroDivisionError:
            yield -1

    return next(g())


@ag.function
def halved(k):
    if k == 0:
        raise ZeroDivisionError("none")
    return 10 // k


@programs.falls(T(0))
def a_traced_function_that_is_called(n):
    """A `try` in a generator around a traced function cannot be staged."""
    k = int(n)

    def g():
        try:
            yield halved(k)  # refused: around what may raise an exception
        except ZeroDivisionError:
            yield -1

    return next(g())


@programs.staged(T(0), T(2))
def what_getattr_calls(n):
    """`__getattr__` with a `try` turns a ValueError into AttributeError."""
    k = int(n)

    def check(a):
        if k == 0:
            raise ValueError("none")
        return a

    class C:
        def __getattr__(self, name):
            try:
                return check(len(name))
            except ValueError:
                raise AttributeError(name) from None

    return getattr(C(), "abc", -1)


@programs.falls(T(0))
def a_manager_of_ones_own(n):
    """A suppressing manager in a generator around a division is not staged."""
    k, manager = int(n), Taking()

    def g(manager):
        with manager:
            yield 1 // k  # refused: around what may raise an exception
        yield 4

    return next(g(manager)), manager.left


@programs.falls(T(0))
def managers_that_suppress(n):
    """`contextlib.suppress()` in a generator around a division is not staged."""
    k = int(n)

    def g():
        with contextlib.suppress(ZeroDivisionError), passing():
            yield 1 // k  # refused: around what may raise an exception
        yield 4

    return next(g())


@programs.falls(T(0))
def the_body_of_a_class(n):
    """A `try` in a class body around a division cannot be staged."""
    k = int(n)

    class C:
        try:
            a = 10 // k  # refused: around what may raise an exception
        except ZeroDivisionError:
            a = -1

    return C.a


@programs.falls(T(3))
def what_may_be_none(n):
    """A `try` in a generator around `None + 1` on one path cannot be staged."""
    a = None if n > 0 else 3

    def g():
        try:
            yield a + 1  # refused: around what may raise an exception
        except TypeError:
            yield 5

    return next(g())


@programs.falls(T(3))
def what_may_have_no_value(n):
    """A `try` in a generator that reads a maybe unbound name is not staged."""
    if n < 0:
        z = 1

    def g():
        try:
            yield z  # refused: around what may raise an exception
        except NameError:
            yield 5

    return next(g())


@programs.falls(T(3), T(0), np.int64(3), 3)
def what_raises_nothing_there(n):
    """A `finally` in a generator around code that cannot raise."""
    k, log = int(n), []

    def g():
        try:
            yield k * 2 + 1
        finally:
            log.append(1)

    return list(g()), log


@programs.falls(T(3), T(0), 0)
def outside_of_the_try(n):
    """A generator's division after its `try` raises in the consumer."""
    k = int(n)

    def g():
        try:
            yield 1
        finally:
            pass
        yield 6 // k

    try:
        return sum(g())
    except ZeroDivisionError:
        return -1


@programs.falls(T(3), 0)
def under_managers_of_ours(n):
    """`ag.name_scope()` in a generator around a dynamic index."""

    def g():
        with ag.name_scope("inside"):
            yield ag.constant([4, 5, 6, 7])[n]

    return next(g())


@programs.staged(T(3), T(0))
def in_a_function_that_is_converted(n):
    """A `try` in a function that a generator maps handles a division."""
    k = int(n)

    def divide(a):
        try:
            return a // k
        except ZeroDivisionError:
            return -1

    def g():
        yield from map(divide, [1, 9])

    return list(g())


# -- Refusals that unconverted code would catch

FLOAT, WHOLE = np.float64(2.5), np.int64(7)


@ag.autograph.do_not_convert
def picked(place):
    return [5, 6, 7][place]


def counted(x, n):
    """Cannot be a function of the graph, where `n` is symbolic; it is unrolled."""
    if n >= 3:
        return x
    if x > n:
        return counted(x, n + 1) + picked(n)
    return x


@programs.staged(T(-1), T(1), T(5))
def unrolled_recursion(x):
    """Recursion on a Python int is unrolled, since unconverted code needs it."""
    return counted(x, 0)


@programs.staged(FLOAT)
def packed(x):
    """`struct.pack` of a traced scalar, in a `try`, cannot be staged."""
    try:
        return struct.unpack(">i", struct.pack(">f", x))[0]
    except struct.error:
        return -1


@programs.staged(FLOAT)
def exact(x):
    """`decimal.Decimal` of a traced scalar, in a `try`, cannot be staged."""
    try:
        return float(decimal.Decimal(x) + 1)
    except TypeError:
        return -1.0


@programs.staged(np.ones(2))
def exact_in_a_list(xs):
    """`decimal.Decimal` mapped over a traced array, in a `try`, is not staged."""
    try:
        return len(list(map(decimal.Decimal, xs)))
    except TypeError:
        return -1


@programs.staged(np.float64(200000.0))
def days(x):
    """`datetime.timedelta` of a traced scalar, in a `try`, cannot be staged."""
    try:
        return dt.timedelta(seconds=x).days
    except TypeError:
        return -1


@programs.staged(WHOLE)
def scaled(n):
    """`math.ldexp` by a traced exponent, in a `try`, cannot be staged."""
    try:
        return math.ldexp(1.0, n)
    except TypeError:
        return -1.0


@programs.staged(FLOAT)
def hexadecimal(x):
    """`float.hex` of a traced scalar, in a `try`, cannot be staged."""
    try:
        return len(float.hex(x))
    except TypeError:
        return -1


@programs.staged(FLOAT)
def by_a_partial(x):
    """A `partial` of `decimal.Decimal` called in a `try` cannot be staged."""
    try:
        return float(functools.partial(decimal.Decimal)(x))
    except TypeError:
        return -1.0


@ag.autograph.do_not_convert
def to_decimal(x):
    return decimal.Decimal(x)


@programs.falls(FLOAT)
def by_code_as_it_stands(x):
    """`decimal.Decimal` in unconverted code, called in a `try`, is not staged."""
    try:
        return float(to_decimal(x))
    except TypeError:
        return -1.0


def decimals(xs):
    for x in xs:
        yield decimal.Decimal(x)


@programs.staged(FLOAT)
def by_steps_of_a_generator(x):
    """A generator that makes decimals, stepped in a `try`, cannot be staged."""
    try:
        total = 0.0
        for each in decimals([x]):
            total += float(each)
    except TypeError:
        total = -1.0
    return total


@programs.staged(FLOAT, WHOLE, T(3))
def asked_for_attributes(x):
    """`hasattr`, `getattr` and a caught AttributeError for a missing attribute."""
    found = 0
    if hasattr(x, "no_such_attribute"):
        found += 1
    if getattr(x, "no_such_attribute", None) is not None:
        found += 2
    try:
        x.no_such_attribute  # it is asked for
        found += 4
    except AttributeError:
        pass
    return found


@programs.staged(FLOAT, WHOLE, T(3))
def missing_in_containers(x):
    """IndexError, KeyError and StopIteration of builtin containers are caught."""
    found = []
    try:
        [x, x].pop(5)
    except IndexError:
        found.append(1)
    try:
        {"a": x}["b"]  # it is looked up
    except KeyError:
        found.append(2)
    try:
        next(iter(()))
    except StopIteration:
        found.append(3)
    try:
        {"a": x}.pop("b")
    except KeyError:
        found.append(4)
    return found


@programs.staged(FLOAT, WHOLE, T(3))
def of_no_value(x):
    """The ValueError of `int()` of a string is caught."""
    try:
        return x + int("no number")
    except ValueError:
        return x


@ag.autograph.do_not_convert
def decimal_or_less(x):
    try:
        return float(decimal.Decimal(x))
    except TypeError:
        return -1.0


@ag.autograph.do_not_convert
def suppressed(x):
    found = -1.0
    with contextlib.suppress(TypeError):
        found = float(to_decimal(x))
    return found


@ag.autograph.do_not_convert
def hours(x):
    try:
        return dt.timedelta(hours=x).days
    except TypeError:
        raise ValueError("no hours") from None


def decimals_or_less(xs):
    for x in xs:
        try:
            yield float(decimal.Decimal(x))
        except TypeError:
            yield -1.0


@ag.autograph.do_not_convert
class Exact:
    def __init__(self, x):
        try:
            self.value = float(decimal.Decimal(x))
        except TypeError:
            self.value = -1.0


@ag.autograph.do_not_convert
def by_an_object(x):
    return Exact(x).value


@programs.falls(FLOAT)
def handled_by_code_as_it_stands(x):
    """Unconverted code that catches a decimal's TypeError cannot be staged."""
    return decimal_or_less(x) + 1.0


@programs.falls(FLOAT)
def suppressed_by_code_as_it_stands(x):
    """Unconverted code that suppresses a decimal's TypeError is not staged."""
    return suppressed(x) + 1.0


@programs.falls(FLOAT)
def handled_by_a_constructor(x):
    """An unconverted `__init__` that catches a decimal's TypeError: not staged."""
    return by_an_object(x) + 1.0


@programs.falls(FLOAT)
def handled_by_a_generator(x):
    """`list` of a generator that catches a decimal's TypeError is not staged."""
    return list(decimals_or_less([x]))[0]


@programs.falls(FLOAT)
def handled_by_a_generator_that_is_summed(x):
    """`sum` over a generator that catches a decimal's TypeError: not staged."""
    return sum(each for each in decimals_or_less([x]))


@programs.falls(FLOAT)
def translated(x):
    """Unconverted code that raises another error for a TypeError: not staged."""
    try:
        return hours(x)
    except ValueError:
        return -1


@ag.autograph.do_not_convert
def handled_as_in_plain_python(x):
    found = []
    try:
        found.append(int("no number"))
    except ValueError:
        found.append(1)
    try:
        found.append({}["a"])
    except KeyError:
        found.append(2)
    try:
        x.no_such_attribute
    except AttributeError:
        found.append(3)
    try:
        len(5)
    except TypeError:
        found.append(4)
    return [x + each for each in found]


@programs.falls(FLOAT)
def handlers_of_code_as_it_stands(x):
    """Unconverted code catches what plain Python raises in it, too."""
    return handled_as_in_plain_python(x), x


# -- Values that do not exist while tracing

kept = ag.Variable(3)


@programs.falls(T(3))
def the_value_of_a_tensor(x):
    """`numpy()` of a tensor in a `try` cannot be staged."""
    try:
        return x.numpy() + 1  # refused: has no attribute 'numpy' while
    except AttributeError:
        return x


@programs.falls(T(3))
def the_value_of_a_variable(x):
    """`numpy()` of a variable in a `try` cannot be staged."""
    try:
        return kept.numpy() + x  # refused: has no attribute 'numpy' while
    except (AttributeError, TypeError, NotImplementedError):
        return x


@programs.staged(T(3))
def the_memory_of_an_array(x):
    """`__array_interface__` of a traced array cannot be staged."""
    try:
        return np.asarray(x).__array_interface__[
            "shape"
        ]  # refused: __array_interface__
    except AttributeError:
        return ()


@programs.staged(T(3))
def a_copy_by_pickle(x):
    """`pickle.dumps()` of a tensor cannot be staged."""
    try:
        return pickle.loads(pickle.dumps(x))  # refused: pickling
    except Exception:
        return -1


@programs.falls(T(3))
def what_numbers_of_numpy_lack(x):
    """`numpy()` of a NumPy scalar raises AttributeError."""
    try:
        return np.sum([x]).numpy()
    except AttributeError as error:
        return str(error)


@programs.staged(T(3), np.int64(3), 3)
def told_by_its_attributes(x):
    """`hasattr()` of a tensor, a NumPy scalar and a Python int."""
    return hasattr(x, "shape"), hasattr(x, "__array_interface__"), hasattr(x, "foo")


@programs.falls(np.int64(3))
def a_number_of_numpy_in_the_library(x):
    """`fractions.Fraction()` of a NumPy int cannot be staged."""
    try:
        return (
            fractions.Fraction(x) == 3
        )  # refused: Fraction.__new__() runs as it stands
    except TypeError:
        return False


@programs.staged(T(3), np.int64(3))
def the_memory_of_an_array_as_text(x):
    """`str(x, "utf-8")` of a tensor or a NumPy int cannot be staged."""
    try:
        return str(x, "utf-8")  # refused: str() runs as it stands
    except TypeError:
        return ""


def told(error):
    return (
        type(error).__name__,
        str(error),
        [type(each).__name__ for each in error.args],
    )


@programs.staged(T([1, 2]), T(3), np.array([1, 2]), np.float64(2.0))
def the_truth_of_several(x):
    """The ValueError of the truth of an array of two elements is caught."""
    found = []
    try:
        found.append(bool(not x))
    except ValueError as error:
        return told(error)
    return "", "", [""] * len(found)


@programs.staged(T([1, 2]), np.array([1, 2]), np.int64(3))
def compared_with_several(x):
    """The ValueError of `min()` of an array and an int is caught."""
    try:
        return f"{min(x, 3)}", "", [""]
    except ValueError as error:
        return told(error)


@programs.staged(T(3), T([1, 2]), np.array(3))
def an_item_of_a_number(x):
    """The error of indexing a tensor or an array of rank 0 is caught."""
    try:
        return f"{abs(x)[0]}", "", [""]
    except IndexError as error:
        return told(error)


@programs.staged(T([1, 2]), T([[1.0, 2.0]]), np.array([1, 2]))
def a_step_of_zero(x):
    """The ValueError of a slice with step 0 is caught."""
    try:
        return f"{x[::0]}", "", [""]
    except ValueError as error:
        return told(error)


@programs.staged(np.int64(3), np.float64(2.5))
def a_product_of_matrices_of_numbers(x):
    """`@` of NumPy scalars raises TypeError or ValueError."""
    found = []
    for other in (x, np.ones(7), 2):
        try:
            found.append(f"{x @ other}")
        except (TypeError, ValueError) as error:
            found.append(str(error))
    return found


@programs.staged(T(3), np.int64(3))
def an_attribute_by_a_number(x):
    """`getattr()` with an int as the name raises TypeError."""
    try:
        return getattr(x, 3)
    except TypeError as error:
        return str(error)


@programs.staged(T(2.5), np.float32(2.5), T(2), np.int64(2))
def a_part_by_a_float(x):
    """`islice()` by a float raises ValueError; by an int it does not."""
    try:
        return list(itertools.islice(range(10), x)), ""
    except ValueError as error:
        return [], str(error)


@programs.falls(T(3))
def a_sample_of_a_list_of_the_run(n):
    """`random.sample()` of a list of dynamic length cannot be staged."""
    return random.sample(list(range(n)), 1)  # refused: a list whose length


@programs.falls(T(3))
def a_list_of_the_run_shuffled(n):
    """`random.shuffle()` of a list of dynamic length cannot be staged."""
    items = [each * 2 for each in range(n)]
    random.shuffle(items)  # refused: a list whose length
    return items


@programs.staged(T(3), T(0))
def a_text_of_a_set_of_the_run(n):
    """`",".join()` of a set of dynamic strings cannot be staged."""
    found = set()
    for each in range(n):
        found.add(str(int(each) % 2))
    return ",".join(found)  # refused: join() asks for them in order


def real_or_complex(x):
    value = 1.5
    if x > 2:
        value = 2j
    return value


@programs.staged(T(3), T(0))
def a_key_that_is_complex_elsewhere(x):
    """A dict key that is a float or a complex cannot be staged."""
    return {real_or_complex(x): 1}  # refused: complex on another


@programs.staged(T(3), T(0))
def digits_of_what_is_complex_elsewhere(x):
    """`%d` of what is a float or a complex cannot be staged."""
    return "%d" % real_or_complex(x)  # refused: the text of a value


@programs.staged(T(3), T(0))
def the_conjugate_of_what_is_real_elsewhere(x):
    """`conjugate()` of what is a float or a complex cannot be staged."""
    return real_or_complex(x).conjugate()  # refused: `conjugate()` of a value


@programs.documented(T(0))
def an_item_of_what_is_a_tensor_elsewhere(x):
    """`[None]` of what is an int or a tensor cannot be staged."""
    value = 1
    if x > 2:
        value = x
    return value[None]  # refused: an item of a value


@programs.staged(T(3), 3)
def sequences_that_are_none(x):
    """`operator.concat()` of NumPy scalars raises TypeError."""
    try:
        return operator.concat(np.sum([x]), np.sum([x]))
    except TypeError as error:
        return str(error)


# -- Refusals that unconverted code would catch


@ag.autograph.do_not_convert
def decided(x):
    try:
        return 1 if x > 0 else 2
    except Exception:
        return 3


@ag.autograph.do_not_convert
def raised_otherwise(x):
    try:
        return int(x)
    except TypeError:
        raise ValueError("no number") from None


def yielded(x):
    try:
        yield from x
    except TypeError:
        yield T(5)


@programs.falls(T(3), T(0))
def a_decision_at_the_end(x):
    """Code that is not converted catches all that a decision on a tensor raises."""
    return decided(x)


@programs.falls(T(3), T(0))
def a_decision_on_one_path(x):
    """The same, where the run decides whether it is called."""
    result = 0
    if x > 0:
        result = decided(x)
    return result


@programs.falls(T(3), T(0))
def a_decision_in_a_loop(x):
    """The same, in a loop of the run."""
    result = 0
    for _ in range(x):
        result += decided(x)
    return result


@programs.falls(T(3), T(0))
def a_conversion_in_a_try(x):
    """Code that is not converted makes a ValueError of a TypeError of `int()`."""
    result = 0
    try:
        result = raised_otherwise(x)
    except ValueError:
        result = -1
    return result


@programs.falls(T(3), T(0))
def a_conversion_at_the_end(x):
    """The same, which nothing catches."""
    return raised_otherwise(x)


@programs.falls(T(3), T(0))
def a_generator_over_a_tensor(x):
    """A generator yields from a tensor, and catches a TypeError."""
    return list(yielded(ag.range(x)))
