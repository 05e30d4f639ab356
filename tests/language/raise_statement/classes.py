"""Classes of exceptions: selected at run time, the user's own, and their attributes."""

from __future__ import annotations

import contextlib
import dataclasses
from typing import NamedTuple

import numpy as np

import autograph as ag
from tests.language.own_exceptions import AttrError, CodeError
from tests.language.own_exceptions import PlainError as PlainError_2
from tests.language.programs import Programs

programs = Programs()


# -- Classes selected at run time

T = ag.constant


class OwnError(ValueError):
    """An exception with an attribute."""

    def __init__(self, k):
        super().__init__(k)
        self.k = k


@programs.falls(T(0), T(1), T(2), T(3))
def suppress_without_classes(n):
    """`contextlib.suppress()` without classes suppresses nothing."""
    with contextlib.suppress():
        if n > 2:
            raise ValueError("x")
        return 1
    return 0


@programs.staged(T(0), T(1), T(2), T(3))
def a_chosen_class_at_once(n):
    """`except` with a class selected at run time; the body always raises."""
    kind = ValueError if n > 2 else KeyError
    try:
        raise ValueError("z")
    except kind:
        return 1


@programs.staged(T(0), T(1), T(2), T(3))
def a_chosen_class(n):
    """`except` with a class selected at run time; the body may raise either."""
    kind = ValueError if n > 2 else KeyError
    try:
        if n > 1:
            raise ValueError("z")
        if n > 0:
            raise KeyError("z")
    except kind:
        return 1
    return 0


@programs.staged(T(0), T(1), T(2), T(3))
def a_chosen_tuple(n):
    """`except` with one of two tuples of classes, selected at run time."""
    kind = (ValueError,) if n > 2 else (KeyError,)
    try:
        if n > 1:
            raise ValueError("z")
        if n > 0:
            raise KeyError("z")
    except kind:
        return 1
    return 0


@programs.staged(T(0), T(1), T(2), T(3))
def a_chosen_class_in_a_tuple(n):
    """`except` with a tuple that contains a class selected at run time."""
    kind = ValueError if n > 2 else KeyError
    try:
        if n > 1:
            raise ValueError("z")
        if n > 0:
            raise KeyError("z")
    except (IndexError, kind):
        return 1
    return 0


@programs.staged(T(0), T(1), T(2), T(3))
def a_class_or_none(n):
    """`except` with a class or None; None raises TypeError if it is compared."""
    kind = None
    if n > 2:
        kind = ValueError
    try:
        if n > 1:
            raise ValueError("z")
        if n > 0:
            raise KeyError("z")
    except kind:
        return 1
    except KeyError:
        return 2
    return 0


@programs.staged(T(0), T(1), T(2), T(3))
def a_class_or_none_at_once(n):
    """`except` with a class or None; the body always raises."""
    kind = None
    if n > 2:
        kind = ValueError
    try:
        raise ValueError("z")
    except kind:
        return 1
    return 0


@programs.falls(T(0), T(1), T(2), T(3))
def suppress_a_chosen_class(n):
    """`contextlib.suppress` with a class selected at run time."""
    kind = ValueError if n > 2 else KeyError
    with contextlib.suppress(kind):
        if n > 1:
            raise ValueError("z")
        if n > 0:
            raise KeyError("z")
        return 1
    return 0


@programs.falls(T(0), T(1), T(2), T(3))
def suppress_a_class_or_none(n):
    """`contextlib.suppress` with a class or None."""
    kind = ValueError if n > 2 else None
    with contextlib.suppress(kind):
        if n > 1:
            raise ValueError("z")
        if n > 0:
            raise KeyError("z")
        return 1
    return 0


@programs.staged(T(0), T(1), T(2), T(3))
def raise_a_chosen_class(n):
    """`raise` of an exception class selected at run time."""
    kind = ValueError if n > 2 else KeyError
    raise kind


@programs.staged(T(0), T(1), T(2), T(3))
def catch_a_chosen_class_that_is_raised(n):
    """Three handlers distinguish which class was selected and raised."""
    kind = ValueError if n > 2 else KeyError
    try:
        raise kind
    except ValueError:
        return "v"
    except KeyError:
        return "k"
    except TypeError:
        return "t"


@programs.staged(T(0), T(1), T(2), T(3))
def raise_from_a_chosen_class(n):
    """`raise ... from` a class selected at run time."""
    kind = ValueError if n > 2 else KeyError
    raise RuntimeError("q") from kind


@programs.falls(T(0), T(1), T(2), T(3))
def star_a_chosen_class(n):
    """`except*` with a class selected at run time."""
    kind = ValueError if n > 2 else KeyError
    x = 0
    try:
        if n > 1:
            raise ValueError("z")
        if n > 0:
            raise KeyError("z")
    except* kind:
        x = 1
    return x


@programs.staged(T(0), T(1), T(2), T(3))
def classes_that_raise_at_once(n):
    """The expression after `except` raises an exception itself."""

    def bad():
        raise RuntimeError("bad")

    try:
        raise KeyError("x")
    except bad():
        return 1
    return 5


@programs.staged(T(0), T(1), T(2), T(3))
def classes_that_may_raise_at_once(n):
    """The expression after `except` raises under a dynamic condition."""

    def bad():
        if n > 1:
            raise RuntimeError("bad")
        return KeyError

    try:
        raise KeyError("x")
    except bad():
        return 1
    return 5


@programs.falls(T(0), T(1), T(2), T(3))
def a_chosen_class_of_ones_own(n):
    """A user-defined or a builtin class is raised, with a handler for each."""
    kind = OwnError if n > 2 else KeyError
    try:
        raise kind(n)
    except OwnError as e:
        return e.k
    except kind:
        return 7


@programs.staged(T(0), T(1), T(2), T(3))
def raise_a_chosen_class_that_takes_arguments(n):
    """`raise` of a selected class, one of which needs an argument."""
    kind = OwnError if n > 2 else KeyError
    raise kind


@programs.staged(T(0), T(1), T(2), T(3))
def raise_what_may_be_no_exception(n):
    """`raise` of `int` or KeyError; `int` raises TypeError."""
    kind = int if n > 2 else KeyError
    raise kind


@programs.staged(T(0), T(1), T(2), T(3))
def raise_from_what_may_be_no_exception(n):
    """`raise ... from` `int` or KeyError; `int` raises TypeError."""
    kind = int if n > 2 else KeyError
    raise ValueError from kind


@programs.staged(T(0), T(1))
def a_cause_that_is_a_number_or_none(x):
    """`raise ... from` 3 or None; 3 raises TypeError."""
    cause = 3 if x > 0 else None
    raise ValueError("a") from cause


@programs.staged(T(0), T(1))
def a_cause_that_is_text_or_none_and_caught(x):
    """`raise ... from` a string or None; the TypeError is caught."""
    cause = None
    if x > 0:
        cause = f"text {x}"
    try:
        raise ValueError("a") from cause
    except ValueError:
        return 1
    except TypeError:
        return 2


@programs.staged(T(0), T(1), T(2), T(3))
def raise_a_chosen_class_from_another(n):
    """An exception class and its cause are both selected at run time."""
    kind = TypeError if n > 2 else KeyError
    k2 = LookupError if n > 1 else KeyError
    raise k2 from kind


@programs.staged(T(0), T(1), T(2), T(3))
def the_cause_of_a_chosen_class(n):
    """`e.__cause__` is an instance of the class selected as the cause."""
    kind = TypeError if n > 2 else KeyError
    try:
        raise ValueError("a") from kind
    except ValueError as e:
        return isinstance(e.__cause__, TypeError)


@programs.falls(T(0), T(1), T(2), T(3))
def a_handler_of_a_chosen_class_raises(n):
    """The handler of a selected class raises another with the same text."""
    kind = TypeError if n > 2 else KeyError
    try:
        if n > 1:
            raise kind("x")
    except kind as e:
        raise ValueError(str(e))
    return 3


@programs.falls(T(0), T(1), T(2), T(3))
def suppress_all_objects(n):
    """`contextlib.suppress(object)` suppresses a ValueError."""
    with contextlib.suppress(object):
        if n > 1:
            raise ValueError
        return 1
    return 0


@programs.falls(T(0), T(1), T(2), T(3))
def suppress_a_tuple_in_a_tuple(n):
    """`contextlib.suppress` with a tuple nested in a tuple."""
    with contextlib.suppress((KeyError, (ValueError,))):
        if n > 1:
            raise ValueError
        return 1
    return 0


@programs.falls(T(0), T(1), T(2), T(3))
def suppress_a_class_of_numbers(n):
    """`contextlib.suppress(int)` does not suppress a ValueError."""
    with contextlib.suppress(int):
        if n > 1:
            raise ValueError
        return 1
    return 0


@programs.falls(T(0), T(1), T(2), T(3))
def suppress_a_union(n):
    """`contextlib.suppress` with a union of two classes."""
    with contextlib.suppress(ValueError | KeyError):
        if n > 1:
            raise ValueError
        return 1
    return 0


@programs.falls(T(0), T(1), T(2), T(3))
def suppress_what_is_no_class(n):
    """`contextlib.suppress(ValueError, 3)` raises TypeError for a KeyError."""
    with contextlib.suppress(ValueError, 3):
        if n > 2:
            raise ValueError
        if n > 1:
            raise KeyError
        return 1
    return 0


@programs.falls(T(0), T(1), T(2), T(3))
def suppress_in_a_group(n):
    """`contextlib.suppress(ValueError)` around an exception group."""
    with contextlib.suppress(ValueError):
        if n > 1:
            raise ExceptionGroup("a", [ValueError(1), KeyError(2)])
        return 1
    return 0


@programs.staged(T(0), T(1), T(2), T(3))
def a_chosen_class_with_else_and_finally(n):
    """`else` and `finally` with a handler of a class selected at run time."""
    kind = ValueError if n > 2 else KeyError
    x = 0
    try:
        if n > 1:
            x = 5
            raise ValueError("a")
        x = 1
    except kind:
        x += 10
    else:
        x += 100
    finally:
        x += 1000
    return x


@programs.staged(T(0), T(1), T(2), T(3))
def a_chosen_class_raised_again(n):
    """A bare `raise` in the handler of a class selected at run time."""
    kind = ValueError if n > 2 else KeyError
    try:
        if n > 0:
            raise ValueError("a")
    except kind:
        raise
    return 4


# -- Classes of the user's


class WithValueError(ValueError):
    def __init__(self, value, text):
        super().__init__(text)
        self.value = value


@programs.staged(T(1), T(-1))
def constructor_that_takes_other_arguments(x):
    """An exception class whose constructor takes a value and a text."""
    if x > 0:
        raise WithValueError(3, "a")
    return x


@programs.staged(T(1), T(-1))
def constructor_of_a_cause_that_takes_other_arguments(x):
    """`raise ... from` a cause whose constructor takes a value and a text."""
    if x > 0:
        raise KeyError("b") from WithValueError(3, "a")
    return x


@programs.staged(T(1), T(-1))
def an_attribute_of_what_is_caught_is_set(x):
    """A handler sets an attribute that the constructor set, and reads it."""
    try:
        if x > 0:
            raise WithValueError(3, "a")
    except WithValueError as error:
        error.value = 4
        x = error.value
    return x


@programs.staged(T(1), T(-1))
def own_attribute_of_what_is_caught(x):
    """A handler reads an attribute that the constructor set."""
    try:
        if x > 0:
            raise WithValueError(3, "a")
    except WithValueError as error:
        x = error.value
    return x


@programs.staged(T(3), T(-3))
def caught_and_put_into_text(x):
    """A caught exception formatted by `%`, `str.format` and `format` specs."""
    text = ""
    try:
        if x > 0:
            raise ValueError(f"{x}", "more")
    except ValueError as error:
        text = "%s %r %5d" % (error, [error], x)
        text += "{} {!r} {a}".format(error, [error], a={"a": error})
        text += str.format("{:>30}", str(error)) + "%s" % error
    return text


class NoRoomError(MemoryError):
    def __init__(self, needed):
        super().__init__(f"{needed} needed")
        self.needed = needed


@programs.staged(T(1), T(4))
def errors_of_the_interpreter_that_a_program_raises(n):
    """A program raises RecursionError in a dynamic branch."""
    if n > 1:
        raise RecursionError("too deep")
    return n


@programs.staged(T(1), T(4))
def errors_of_the_interpreter_that_a_program_handles(n):
    """RecursionError and a subclass of MemoryError, raised and caught."""
    total = 0

    def visit(k, depth):
        if depth > 2:
            raise RecursionError(f"{k} is too deep")
        return visit(k // 2, depth + 1) if k > 1 else depth

    try:
        for i in range(n):
            if i > 2:
                raise NoRoomError(i)
            total += i
        return total, str(visit(n * 4, 0))
    except RecursionError as error:
        return total, str(error)
    except MemoryError as error:
        return -total, str(error)


# -- Constructors that do more than store arguments

EACH = (T(-1), T(2), T(5), T(20))

LIMIT = 3


class Kept(Exception):
    def __init__(self, n, unit="s"):
        self.n = self.again = n
        self.text = f"{n:>3} of {LIMIT}"
        super().__init__("%d %s" % (n, unit), n)


class Below(Kept):
    def __init__(self, n, unit="s"):
        Kept.__init__(self, n - LIMIT, unit.upper())


class Asked(ValueError):
    def __init__(self, n, given=None):
        self.n = n if given is None else given
        Exception.__init__(self, "not {}".format(self.n))


class New(Exception):
    def __new__(cls, *args):
        return super().__new__(cls, *args)


class Checked(Exception):
    def __init__(self, n):
        if n < 0:
            raise ValueError("negative")
        super().__init__(f"{n}")


@programs.staged(*((kind, n) for kind in (Kept, Below, Asked, New) for n in EACH))
def created_early_and_raised_later(kind, n):
    """Exceptions whose constructors only store values, raised after other code."""
    error = kind(n)
    n = n + 1
    if n > 4:
        raise error
    return n


@programs.staged(*EACH)
def raised_where_it_is_made(n):
    """A branch raises an exception whose constructor may itself raise."""
    if n > 3:
        raise Checked(n)
    return n


@programs.staged(*EACH)
def its_constructor_raises_where_it_is_made(n):
    """A ValueError raised by an exception's constructor is caught in its place."""
    try:
        if n < 3:
            raise Checked(n)
    except ValueError:
        return 1
    except Checked as error:
        return len(str(error))
    return 0


@programs.staged(*EACH)
def by_a_function(n):
    """A branch raises an exception that a nested function returns."""

    def failure(n):
        return Checked(n)

    if n > 3:
        raise failure(n)
    return n


@programs.staged(*EACH)
def from_another(n):
    """`raise ... from` an exception whose constructor may itself raise."""
    try:
        if n > 3:
            raise Kept(n) from Checked(n + 1)
    except Kept as error:
        return str(error.__cause__)
    return "none"


@programs.staged(*EACH)
def chosen_where_it_is_raised(n):
    """A conditional expression in `raise` selects between two exception classes."""
    if n != 2:
        raise (Checked(n) if n > 0 else Kept(n))
    return n


@programs.staged(*EACH)
def in_a_loop(n):
    """A loop of dynamic length raises an exception whose constructor may raise."""
    for i in range(n):
        if i == 4:
            raise Checked(i)
    return n


@programs.staged(*EACH)
def made_before_the_branch(n):
    """A constructor that may raise, called before a branch, cannot be staged."""
    error = Checked(n)
    if n > 3:
        raise error
    return n


@programs.staged(*EACH)
def made_before_another_operation(n):
    """A constructor that may raise, before another operation, cannot be staged."""
    error = Checked(n)
    n = n + 1
    raise error


@programs.staged(*EACH)
def never_raised(n):
    """A constructor that may raise, of an unraised exception, cannot be staged."""
    Checked(n)
    return n


@programs.staged(*EACH)
def never_raised_in_a_branch(n):
    """A constructor that may raise, unraised in a branch, cannot be staged."""
    if n > 3:
        error = Checked(n - 10)
    return n


@programs.staged(*EACH)
def made_on_some_paths(n):
    """An exception created on one path and raised later cannot be staged."""
    error = None
    if n > 3:
        error = Checked(n)
    n = n + 1
    if error is not None:
        raise error
    return n


@programs.staged(*EACH)
def its_constructor_raises_on_some_paths(n):
    """A constructor that may raise where its exception is not raised: not staged."""
    error = None
    if n != 2:
        error = Checked(n)
    n = n + 1
    if error is not None and n > 10:
        raise error
    return n


# -- Objects, arrays and lists as arguments


class PlainError(Exception):
    """Keeps its arguments."""


class OverdrawnError(Exception):
    """Makes its text when it is made."""

    def __init__(self, account, amount):
        super().__init__(f"{account.owner} has {account.balance}, wants {amount}")
        self.account, self.amount = account, amount


class LazyError(Exception):
    """Makes its text when that is asked for."""

    def __init__(self, held):
        self.held = held

    def __str__(self):
        return f"lazy {self.held}"


class Account:
    """Changes, and is held by the exceptions that it raises."""

    def __init__(self, owner, balance):
        self.owner, self.balance = owner, balance

    def withdraw(self, amount):
        if amount > self.balance:
            raise OverdrawnError(self, amount)
        self.balance -= amount

    def __repr__(self):
        return f"Account({self.owner}, {self.balance})"


@dataclasses.dataclass
class Token:
    """Has a text of its fields."""

    kind: str
    place: object


class Pair(NamedTuple):
    """Has a text of its fields."""

    first: object
    second: object


both = programs.staged(T(1), T(3), T(5))


@both
def withdrawn_until_it_fails(n):
    """A method raises in a static loop once the balance is too low."""
    account = Account("a", int(n))
    taken = 0
    for amount in range(4):
        account.withdraw(amount)
        taken += 1
    return taken, account.balance


@both
def failures_counted(n):
    """Exceptions caught in nested loops: their texts and amounts collected."""
    accounts = [Account("a", int(n)), Account("b", 2)]
    texts, amounts = [], 0
    for _ in range(3):
        for account in accounts:
            try:
                account.withdraw(1)
            except OverdrawnError as error:
                texts.append(str(error))
                amounts += error.amount
    return texts, amounts


@both
def an_exception_from_the_one_that_was_caught(n):
    """`raise ... from error` with the text of an exception of a method."""
    account = Account("a", int(n))

    def go():
        account.withdraw(4)

    try:
        go()
    except OverdrawnError as error:
        raise ValueError(f"sorry: {error}") from error
    return account.balance


@both
def changed_before_the_text_is_read(n):
    """An object changed in the handler before `str(error)` reads it."""
    account = Account("a", int(n))
    try:
        if n > 2:
            raise PlainError(account)
    except PlainError as error:
        account.balance = 100
        return str(error)
    return ""


@both
def changed_before_the_text_is_read_in_many_ways(n):
    """Attributes appended to, deleted and set before a lazy text is read."""
    account = Account("a", [int(n)])
    try:
        if n > 2:
            raise LazyError([account, 1])
    except LazyError as error:
        account.balance.append(3.5)
        del account.owner
        account.owner = f"owner {n}"
        return f"{error}"
    return ""


@both
def changed_in_a_finally(n):
    """`finally` changes an object that the exception holds."""
    account = Account("a", int(n))
    try:
        try:
            if n > 2:
                raise PlainError(account)
        finally:
            account.balance += 5
    except PlainError as error:
        return str(error)
    return ""


@both
def changed_and_raised_again(n):
    """A handler changes the object that the exception holds and re-raises."""
    account = Account("a", int(n))
    try:
        if n > 2:
            raise PlainError(account)
    except PlainError:
        account.balance += 5
        raise
    return account.balance


@both
def changed_after_the_text_is_read(n):
    """An object changed after `str(error)` leaves the text as it was."""
    account = Account("a", int(n))
    text = ""
    try:
        account.withdraw(4)
    except OverdrawnError as error:
        text = str(error)
    account.balance = 100
    return text


@both
def kept_from_a_loop(n):
    """An exception caught in a dynamic loop and read after it."""
    account, kept = Account("a", int(n)), None
    for i in ag.range(n):
        try:
            if i > 1:
                raise PlainError(account)
        except PlainError as error:
            kept = error
    return str(kept)


def text_of_raised(error):
    try:
        raise error
    except LazyError as caught:
        return f"{caught}"


@both
def made_in_each_iteration_with_none_in_it(n):
    """Exceptions of nested records with None, raised in a dynamic loop."""
    text, k = "", int(n)
    while k > 0:
        k -= 1
        if k % 2:
            text = text_of_raised(LazyError([Pair(Token("odd", None), k)]))
            text = text_of_raised(LazyError([Token(k, None)]))
        else:
            text = text_of_raised(LazyError([Token(k, None)]))
    return text


@both
def an_array_and_another_one_changed(n):
    """A handler writes to an array that the exception does not hold."""
    held, other = np.ones(3), np.zeros(3)
    try:
        if n > 2:
            raise PlainError(held)
    except PlainError as error:
        other[0] = n
        return other, str(error)
    return other, ""


@both
def an_array_changed_before_each_check(n):
    """A loop writes to the array that its exception would hold."""
    found = np.zeros(5)
    for i in range(n):
        if found[i] < -1:
            raise PlainError(found)
        found[i] = i
    return found


refusal = programs.staged(T(1), T(3))


@refusal
def an_array_changed_before_the_text_is_read(n):
    """An array written between `raise` and the text of its view is refused."""
    held = np.zeros(2)
    try:
        if n > 2:
            raise PlainError("bad", [held[1:]])
    except PlainError as error:
        held[1] = n
        return str(error)
    return ""


@refusal
def a_list_changed_that_a_constructor_was_given(n):
    """A list changed after an exception was constructed with it is refused."""
    held = [int(n)]
    try:
        if n > 2:
            raise LazyError(held)
    except LazyError as error:
        held.append(7)
        return str(error)
    return ""


@refusal
def an_object_changed_between_making_and_raising(n):
    """An object changed between construction and `raise` cannot be staged."""
    account = Account("a", int(n))
    error = LazyError(account)
    account.balance += 1
    if n > 2:
        raise error
    return account.balance


@refusal
def the_object_is_read_from_the_exception(n):
    """`error.account.balance` in a handler cannot be staged."""
    account = Account("a", int(n))
    try:
        account.withdraw(2)
    except OverdrawnError as error:
        return error.account.balance
    return 0


@programs.staged(T(3), T(4))
def kept_with_an_object_of_an_earlier_iteration(n):
    """An exception that holds an object of an earlier iteration is refused."""
    kept = None
    for i in ag.range(n):
        account = Account("a", int(i))
        try:
            if i > 1:
                raise PlainError(account)
        except PlainError as error:
            kept = error
        account.balance += 5
    return str(kept)


@refusal
def an_object_with_a_list_that_grows(n):
    """An exception that holds an object with a list that grew is refused."""
    account = Account("a", [])
    for i in ag.range(n):
        account.balance.append(i)
    if n > 0:
        raise PlainError(account)
    return 0


# -- Attributes of exceptions caught at run time

NUMBERS = (T(0), T(-1), T(3), T(5))


@programs.staged(*NUMBERS)
def an_argument(x):
    """`e.args[0]` of an exception raised with a tensor."""
    try:
        if x > 2:
            raise ValueError(x)
    except ValueError as e:
        return e.args[0]
    return x - 1


@programs.staged(*NUMBERS)
def text(x):
    """`str(e)` and `repr(e)` of an exception raised with a tensor."""
    try:
        if x > 2:
            raise ValueError("big", x)
    except ValueError as e:
        return str(e), repr(e)
    return "no", ""


@programs.staged(*NUMBERS)
def attributes_of_ones_own(x):
    """Attributes and text of a user-defined exception raised with a tensor."""
    try:
        if x > 2:
            raise CodeError(x, "big")
    except CodeError as e:
        return e.code, e.why, str(e)
    return x, "none", ""


@programs.staged(*NUMBERS)
def its_class(x):
    """`type(e)` of one of two exceptions: its name, `is` and `==`."""
    try:
        if x > 2:
            raise ValueError(x)
        elif x < 0:
            raise KeyError("k")
    except Exception as e:
        return type(e).__name__, type(e) is ValueError, type(e) == KeyError
    return "", False, False


@programs.staged(*NUMBERS)
def attributes_that_a_list_keeps(x):
    """An attribute of exceptions caught in a loop is appended to a list."""
    errors = []
    for i in range(x):
        try:
            if i % 2:
                raise CodeError(i)
        except CodeError as e:
            errors.append(e.code)
    return errors


@programs.staged(*NUMBERS)
def arguments_taken_apart(x):
    """`e.args` is unpacked into three names."""
    try:
        if x > 2:
            raise PlainError_2("p", x, 1.5)
    except ValueError as e:
        a, b, c = e.args
        return a, b, c
    return "", 0, 0.0


@programs.staged(*NUMBERS)
def keyword_arguments(x):
    """Attributes of an exception created with a keyword argument."""
    try:
        if x > 2:
            raise AttrError(x, b=x * 2.5)
    except AttrError as e:
        return e.a + 1, e.b
    return 0, 0.0


@programs.staged(*NUMBERS)
def the_message_of_an_operation(x):
    """The message of the IndexError of a list at a dynamic index."""
    try:
        z = [1, 2, 3][x]
    except IndexError as e:
        return e.args[0], str(e)
    return str(z), ""


@programs.staged(*NUMBERS)
def a_tuple_among_its_arguments(x):
    """An item of a tuple among the arguments of an exception."""
    try:
        if x >= 3:
            raise AssertionError(("m", x))
    except AssertionError as e:
        return e.args[0][1]
    return 0


@programs.staged(*NUMBERS)
def no_arguments(x):
    """`args`, `str` and `repr` of an exception raised without arguments."""
    try:
        if x > 2:
            raise ValueError
    except ValueError as e:
        return len(e.args), str(e), bool(e.args), repr(e)
    return 9, "", False, ""


@programs.staged(*NUMBERS)
def an_attribute_of_some_classes(x):
    """`isinstance(e, CodeError)` guards an attribute that others lack."""
    try:
        if x > 2:
            raise CodeError(x)
    except Exception as e:
        if isinstance(e, CodeError):
            return e.code
        return -1
    return 0


@programs.staged(*NUMBERS)
def attributes_of_builtin_classes(x):
    """`errno` of an OSError, `args` of a KeyError."""
    try:
        if x > 2:
            raise OSError(2, "msg")
        if x < 1:
            raise KeyError("a", x)
    except OSError as e:
        return e.errno
    except KeyError as e:
        return e.args[1]
    return 0


@programs.staged(*NUMBERS)
def the_value_of_stop_iteration(x):
    """`e.value` of a StopIteration raised with a tensor."""
    try:
        if x > 2:
            raise StopIteration(x)
    except StopIteration as e:
        return e.value
    return 0


@programs.staged(*NUMBERS)
def arguments_of_several_classes(x):
    """`e.args[0]` of a user-defined exception or of a division by zero."""
    try:
        if x > 2:
            raise CodeError(x)
        y = 10 // x
    except (CodeError, ZeroDivisionError) as e:
        return e.args[0]
    return str(y)


class GivenError(Exception):
    def __init__(self, *args, **others):
        super().__init__(*args)
        self.k = others.get("k", 7)


class DerivedError(GivenError):
    pass


@programs.staged(*NUMBERS)
def attributes_of_a_base_class(x):
    """Attributes that a base exception class sets, with a default."""
    try:
        if x > 2:
            raise DerivedError(x, "m", k=x * 2)
        if x < 0:
            raise GivenError(x, "q")
    except GivenError as e:
        return e.args[0], e.args[1], e.k
    return 0, "", 0


@programs.staged(*NUMBERS)
def raised_again_from_a_function(x):
    """A handler raises its exception again if an attribute of it is large."""

    def risky(v):
        try:
            if v > 3:
                raise CodeError(v)
            return v
        except CodeError as e:
            if e.code > 4:
                raise
            return -e.code

    try:
        return risky(x)
    except CodeError as e:
        return e.code * 100


@programs.staged(*NUMBERS)
def of_a_recursive_function(x):
    """An attribute of an exception that a recursive function raises."""

    def fact(n):
        if n <= 0:
            raise CodeError(x)
        return n * fact(n - 1)

    try:
        return fact(x)
    except CodeError as e:
        return e.code


@programs.staged(*NUMBERS)
def arguments_as_a_tuple(x):
    """`e.args` as a tuple: starred, concatenated, indexed."""
    try:
        if x > 2:
            raise ValueError(x)
    except ValueError as e:
        a = e.args
        b = (*a, 1)
        return len(b), a + (2,), b[0]
    return 0, (0, 0), 0


@programs.staged(T(3))
def arguments_of_different_number(x):
    """`e.args` of one or of two arguments, by exception, cannot be staged."""
    try:
        if x > 2:
            raise ValueError("big", x)
        if x < 0:
            raise KeyError(x)
        parts = (0,)
    except (ValueError, KeyError) as e:
        parts = e.args
    return len(parts)


@programs.staged(T(3))
def an_attribute_that_is_set(x):
    """Setting a new attribute of a caught exception cannot be staged."""

    def risky(v):
        if v > 2:
            raise CodeError(v)
        return v

    try:
        r = risky(x)
    except CodeError as e:
        e.code
        e.extra = 5
        return e.code + e.extra
    return r


@programs.staged(*NUMBERS)
def a_note(x):
    """`add_note` on an exception that is raised again."""
    try:
        if x > 2:
            raise CodeError(x)
    except CodeError as e:
        e.add_note("n")
        raise
    return x


@programs.staged(T(3))
def an_attribute_that_may_be_missing(x):
    """`getattr` with a default on one of two exceptions cannot be staged."""
    try:
        if x > 2:
            raise CodeError(x)
        if x < 1:
            raise PlainError_2(7)
    except Exception as e:
        return getattr(e, "code", -1), hasattr(e, "code")
    return 0, False


@programs.staged(T(3))
def an_attribute_set_beside_arguments(x):
    """An attribute set on an exception before the raise cannot be staged."""
    err = PlainError_2(x)
    err.code = x + 1
    try:
        if x > 2:
            raise err
    except PlainError_2 as e:
        return e.code
    return 0


@programs.staged(T(3))
def a_list_that_it_holds(x):
    """Appending to a list that is an attribute of an exception is refused."""
    try:
        if x > 2:
            raise CodeError([x])
    except CodeError as e:
        e.code.append(1)
        return len(e.code)
    return 0


@programs.falls(T(3))
def a_call_of_its_class(x):
    """`raise type(e)(x + 1)` in a handler cannot be staged."""
    try:
        if x > 2:
            raise CodeError(x)
    except ValueError as e:
        raise type(e)(x + 1)
    return x


@programs.staged(T(3))
def its_class_as_a_key(x):
    """`type(e)` of a caught exception as a dict key cannot be staged."""
    try:
        if x > 2:
            raise ValueError(x)
    except ValueError as e:
        return {ValueError: 1}.get(type(e), 2)
    return x


@programs.staged(T(3))
def an_item_of_a_set(x):
    """Adding a caught exception to a set cannot be staged."""
    seen = set()
    try:
        if x > 2:
            raise ValueError(x)
    except ValueError as e:
        seen.add(e)
    return len(seen)


@programs.staged(T(3))
def matched_by_a_pattern(x):
    """`match` with class patterns on a caught exception cannot be staged."""
    try:
        if x > 2:
            raise CodeError(x)
    except CodeError as e:
        match e:
            case CodeError(code=3):
                return 33
            case CodeError(code=c):
                return c
    return 0
