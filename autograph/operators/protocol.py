"""The operators as a class: what to implement to stage onto another back end.

Converted code calls `ag__.if_stmt(...)`, `ag__.converted_call(...)` and so on. What
`ag__` stands for is the namespace of an `Operators` object: its methods, and beside
them the machinery that no back end has to know (see `docs/reference/operators.md`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any, Final

from autograph.operators import exceptions, python_patterns
from autograph.operators.loop_options import require_ours
from autograph.operators.scope import FunctionScope
from autograph.values.operations import PLAIN
from autograph.values.proxy import Told, Undefined
from graph.locks import cached
from graph.meant import meant
from graph.python.protocols import IN_PLACE

State = tuple[Any, ...]
GetState = Callable[[], State]
SetState = Callable[[State], None]


_CONVERSIONS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "": lambda value: value,
    "s": str,
    "r": repr,
    "a": ascii,
}


class Operators:
    """What converted code does, as methods; by default what Python does.

    A back end overrides what it stages, and hands everything else on with `super()`.
    On values that are none of its own, each method has to do what Python does: in
    this order, as often, with these exceptions. `autograph.testing.check_operators`
    checks that.

        class Logged(ag.Operators):
            def if_stmt(self, condition, *rest):
                print("if", condition)
                super().if_stmt(condition, *rest)

        ag.to_graph(function, operators=Logged())

    A block of a statement is a function without arguments and result: it changes
    variables of the function around it. `get_state` returns the values of those
    variables, in the order of `symbol_names`, and `set_state` sets them; a variable
    without a value is there as an object that `is_undefined` knows. To stage a
    branch: keep the state, run one block, take the state that it leaves, set the
    first state again, run the other, and set what the two states are joined to.

    The methods are looked up once, when a function is first converted onto the object.
    """

    # -- Statements ------------------------------------------------------------------

    def if_stmt(
        self,
        condition: Any,
        body: Callable[[], None],
        orelse: Callable[[], None],
        get_state: GetState,
        set_state: SetState,
        symbol_names: Sequence[str],
        nouts: int,
    ) -> None:
        """Do `if condition: body` with its `else`.

        Args:
            condition: Its value, not yet asked for its truth.
            body: The block that runs when it is true.
            orelse: The block that runs when it is false.
            get_state: Returns the values of the variables that the blocks change.
            set_state: Sets them.
            symbol_names: Their names.
            nouts: How many of them, counted from the first, are read afterwards.
        """
        del get_state, set_state, symbol_names, nouts
        if condition:
            body()
        else:
            orelse()

    def while_stmt(
        self,
        test: Callable[[], Any],
        body: Callable[[], None],
        get_state: GetState,
        set_state: SetState,
        symbol_names: Sequence[str],
        opts: Mapping[str, Any],
    ) -> None:
        """Do `while test: body`. A `break` is part of the test.

        Args:
            test: Returns the condition, not yet asked for its truth.
            body: The block.
            get_state: Returns the values of the variables that the loop changes.
            set_state: Sets them.
            symbol_names: Their names.
            opts: What `loop_options` has returned, else nothing.
        """
        del get_state, set_state, symbol_names, opts
        while test():
            body()

    @meant
    def for_stmt(
        self,
        items: Iterable[Any],
        extra_test: Callable[[], Any] | None,
        body: Callable[[Any], None],
        get_state: GetState,
        set_state: SetState,
        symbol_names: Sequence[str],
        opts: Mapping[str, Any],
    ) -> None:
        """Do `for target in items: body`.

        Args:
            items: What to iterate over.
            extra_test: Asked before each item is drawn; false ends the loop, as after
                a `break`. None for no such test.
            body: The block; takes the item, and assigns it to the loop's variables.
            get_state: Returns the values of the variables that the loop changes.
            set_state: Sets them.
            symbol_names: Their names.
            opts: `iterate_names`, the text of the loop's variables, and what
                `loop_options` has added.
        """
        del get_state, set_state, symbol_names, opts
        if extra_test is None:
            for item in items:
                body(item)
            return
        iterator = iter(items)
        while extra_test():
            try:
                item = next(iterator)
            except StopIteration:
                return
            body(item)

    def loop_options(
        self,
        opts: Mapping[str, Any],
        function: Any,
        given: Callable[[], Mapping[str, Any]],
    ) -> Mapping[str, Any]:
        """Return a loop's `opts`, where its body calls `set_loop_options`.

        By default without what it is given, which has no effect on Python's loops.

        Args:
            opts: The options without it.
            function: What the name `set_loop_options` stands for.
            given: Returns what it is given, by name.
        """
        del given
        require_ours(function)
        return opts

    @meant
    def assert_stmt(self, test: Any, message: Callable[[], Any] | None) -> None:
        """Do `assert test, message()`; the message is made only when it is needed."""
        if test:
            return
        if message is None:
            raise AssertionError
        raise AssertionError(message())

    def raised(self, error: Any) -> Any:
        """Return what `raise error` is to raise."""
        return error

    @meant
    def raised_from(self, error: Any, cause: Any) -> Any:
        """Return what `raise error from cause` is to raise, with its cause set."""
        return _raised_from(error, cause)

    @meant
    def reraised(self) -> BaseException:
        """Return what `raise` without an exception is to raise.

        Raises:
            RuntimeError: No exception is being handled.
        """
        return exceptions.python_reraised()

    def try_except(
        self,
        body: Callable[[], None],
        handlers: Sequence[exceptions.Handler],
        orelse: Callable[[], None] | None,
        get_state: GetState,
        set_state: SetState,
        symbol_names: Sequence[str],
        nouts: int,
    ) -> None:
        """Do `try: body` with its `except` and `else`.

        Args:
            body: The block.
            handlers: For each `except` what returns its classes (None: all), its
                block, which takes the exception, and what forgets its name after it
                (None: there is no name to forget).
            orelse: The block that runs when the body has ended normally, or None.
            get_state: Returns the values of the variables that the blocks change.
            set_state: Sets them.
            symbol_names: Their names.
            nouts: How many of them, counted from the first, are read afterwards.
        """
        del get_state, set_state, symbol_names, nouts
        exceptions.python_try(body, handlers, orelse)

    def try_star(
        self,
        body: Callable[[], None],
        handlers: Sequence[exceptions.Handler],
        orelse: Callable[[], None] | None,
        get_state: GetState,
        set_state: SetState,
        symbol_names: Sequence[str],
        nouts: int,
    ) -> None:
        """Do `try: body` with its `except*` and `else`; see `try_except`."""
        del get_state, set_state, symbol_names, nouts
        exceptions.python_star(body, handlers, orelse)

    def try_finally(
        self,
        body: Callable[[], None],
        final: Callable[[], None],
        get_state: GetState,
        set_state: SetState,
        symbol_names: Sequence[str],
        nouts: int,
    ) -> None:
        """Do `try: body` with `finally: final`."""
        del get_state, set_state, symbol_names, nouts
        try:
            body()
        finally:
            final()

    def with_stmt(
        self,
        manager: Any,
        body: Callable[[Any], None],
        get_state: GetState,
        set_state: SetState,
        symbol_names: Sequence[str],
        nouts: int,
    ) -> None:
        """Do `with manager as value: body(value)`."""
        del get_state, set_state, symbol_names, nouts
        with manager as value:
            body(value)

    def return_value(self, value: Any, did_return: Any, function_name: str) -> Any:
        """Return what a function returns.

        Args:
            value: The value of the `return` that was reached; without one, what
                `is_undefined` knows.
            did_return: Was one reached? Joined like any variable, so that it may be
                a value of the back end.
            function_name: The function, for messages.
        """
        del function_name
        return value if did_return else None

    # -- Expressions -----------------------------------------------------------------

    def if_exp(
        self,
        condition: Any,
        if_true: Callable[[], Any],
        if_false: Callable[[], Any],
        source: str = "",
    ) -> Any:
        """Return `if_true() if condition else if_false()`.

        Args:
            condition: Its value, not yet asked for its truth.
            if_true: Returns the first operand.
            if_false: Returns the last operand.
            source: The text of the condition, for messages.
        """
        del source
        return if_true() if condition else if_false()

    def and_(self, left: Callable[[], Any], right: Callable[[], Any]) -> Any:
        """Return `left() and right()`."""
        return left() and right()

    def or_(self, left: Callable[[], Any], right: Callable[[], Any]) -> Any:
        """Return `left() or right()`."""
        return left() or right()

    def not_(self, value: Any) -> Any:
        """Return `not value`."""
        return not value

    @meant
    def truth(self, value: Any) -> Any:
        """Return the truth of a value: what a condition of several parts asks for."""
        return bool(value)

    def asked_once(self, value: Any) -> Any:
        """Return what of two operators one asks for its truth: that; as `truth` does.

        Staged `and` and `or` may take the value instead.
        """
        return self.truth(value)

    def asked_again(self, value: Any) -> Any:
        """Return what `not (value and ...)` asks for its truth twice: the value."""
        return value

    def asked_before(self, value: Any) -> Any:
        """Return what several operators ask for its truth, and Python once.

        It knows the answer; see `told_value`.
        """
        return Told(value, is_true=self.truth(value))

    def told_value(self, value: Any) -> Any:
        """Return the value that operators make of what is `asked_before`."""
        return value.value if type(value) is Told else value

    def is_(self, left: Any, right: Any) -> Any:
        """Return `left is right`."""
        return left is right

    def is_not(self, left: Any, right: Any) -> Any:
        """Return `left is not right`; by default by `is_` and `not_`."""
        return self.not_(self.is_(left, right))

    @meant
    def in_(self, item: Any, items: Any) -> Any:
        """Return `item in items`."""
        return item in items

    def not_in(self, item: Any, items: Any) -> Any:
        """Return `item not in items`; by default by `in_` and `not_`."""
        return self.not_(self.in_(item, items))

    @meant
    def formatted(self, value: Any, conversion: str, spec: Any) -> Any:
        """Return what `{value!conversion:spec}` in an f-string is.

        Args:
            value: What is shown.
            conversion: `s`, `r`, `a`, or "" for none.
            spec: The format specification: text, or what `f_string` returned.
        """
        return format(_CONVERSIONS[conversion](value), spec)

    @meant
    def f_string(self, *pieces: Any) -> Any:
        """Return an f-string of its pieces: text, and what `formatted` returned."""
        return pieces[0] if len(pieces) == 1 else "".join(pieces)

    @meant
    def mod(self, left: Any, right: Any, symbol: str = "%") -> Any:
        """Return `left % right`, of numbers or of text.

        Args:
            left: The left operand.
            right: The right operand.
            symbol: `%=` for what an array does in place.
        """
        return IN_PLACE["%"](left, right) if symbol == "%=" else left % right

    # -- Containers -----------------------------------------------------------------

    @meant
    def compare(self, symbol: str, left: Any, right: Any) -> Any:
        """Return `left symbol right`, for `==`, `!=`, `<`, `<=`, `>`, `>=`."""
        return PLAIN[symbol](left, right)

    @meant
    def get_attr(self, target: Any, name: str) -> Any:
        """Return `target.name`, which is not called at once."""
        return getattr(target, name)

    @meant
    def get_item(self, target: Any, key: Any) -> Any:
        """Return `target[key]`."""
        return target[key]

    @meant
    def unpack(self, value: Any, pattern: tuple[Any, ...]) -> Any:
        """Return what `a, (b, *c) = value` unpacks: by `(None, (None, ...))`."""
        del pattern
        return value

    @meant
    def binary(self, symbol: str, left: Any, right: Any) -> Any:
        """Return `left symbol right`; for a symbol with `=` what a name is bound to."""
        if symbol[-1] == "=":
            return IN_PLACE[symbol[:-1]](left, right)
        return PLAIN[symbol](left, right)

    @meant
    def unary(self, symbol: str, value: Any) -> Any:
        """Return `-value`, `+value` or `~value`."""
        if symbol == "-":
            return -value
        return +value if symbol == "+" else ~value

    def kept(self, function: Any, is_drawn_from: bool = False) -> Any:
        """Return what to call in place of `zip` and the like, if what it makes is kept.

        Args:
            function: What is called: `zip`, `enumerate`, `map`, `filter` or
                `reversed`, unless the name has another meaning.
            is_drawn_from: Is one item asked for, where it is made?
        """
        return function

    def plain_keys(self, table: Any, _: str = "") -> Any:
        """Return what is spread by `*` or `**`."""
        return table

    def plain_items(self, items: Any, _: tuple[Any, ...] | None = None) -> Any:
        """Return what a comprehension (with a pattern) or `*` goes through."""
        return items

    def list_comp(
        self,
        items: Iterable[Any],
        step: Callable[[Any], tuple[Any, Callable[[], Any]]],
        is_nested: bool = False,
    ) -> Any:
        """Return what a list comprehension gives.

        Args:
            items: What it iterates over.
            step: Takes an item; returns whether it is taken, and how to compute its
                value.
            is_nested: Are the values lists, whose items are meant?
        """
        values = [value() for is_taken, value in map(step, items) if is_taken]
        return [each for value in values for each in value] if is_nested else values

    def dict_comp(
        self,
        items: Iterable[Any],
        step: Callable[[Any], tuple[Any, Callable[[], Any]]],
        is_nested: bool = False,
    ) -> Any:
        """Return what a dict comprehension gives.

        Args:
            items: What it iterates over.
            step: Takes an item; returns whether it is taken, and how to compute its
                key and value.
            is_nested: Are the values dicts, whose items are meant?
        """
        found: dict[Any, Any] = {}
        for is_taken, value in map(step, items):
            if is_taken:
                found.update(value() if is_nested else [value()])
        return found

    def set_comp(
        self,
        items: Iterable[Any],
        step: Callable[[Any], tuple[Any, Callable[[], Any]]],
        is_nested: bool = False,
    ) -> Any:
        """Return what a set comprehension gives.

        Args:
            items: What it iterates over.
            step: Takes an item; returns whether it is taken, and how to compute its
                value.
            is_nested: Are the values sets, whose elements are meant?
        """
        found: set[Any] = set()
        for is_taken, value in map(step, items):
            if is_taken:
                found.update(value() if is_nested else [value()])
        return found

    def generator(
        self,
        items: Iterable[Any],
        test: Callable[[Any], Any] | None,
        value: Callable[[Any], Any],
        may_stop: bool = True,
        is_nested: bool = False,
        is_once: bool = False,
    ) -> Any:
        """Return the generator of a generator expression.

        Args:
            items: What it iterates over.
            test: Tells whether an item is taken; None if all are.
            value: Returns what the generator gives for an item.
            may_stop: May one of these raise StopIteration, which is an error here?
            is_nested: Are the values generators, whose items are meant?
            is_once: Does one loop, or one `next`, draw from it, and nothing else?
        """
        del is_once
        values = (value(item) for item in items if test is None or test(item))
        return (each for one in values for each in one) if is_nested else values

    @meant
    def set_display(self, items: tuple[Any, ...]) -> Any:
        """Return `{*items}`."""
        return set(items)

    @meant
    def dict_display(self, *parts: Any) -> Any:
        """Return a dict that is written down.

        Args:
            parts: Tuples of pairs of a key and its value; mappings that are spread.
        """
        found: dict[Any, Any] = {}
        for part in parts:
            found |= dict(part) if type(part) is tuple else {**part}
        return found

    # -- Patterns of `match` ---------------------------------------------------------

    # `matched` is what is matched so far; where it is false, nothing is looked at.
    # Each returns what is matched then, and the parts that it has taken.

    def match_value(self, matched: Any, test: Callable[[], Any]) -> Any:
        """Return `matched and test()`, where the test compares with a pattern."""
        return self.and_(lambda: matched, lambda: self.truth(test()))

    def match_parts(
        self,
        matched: Any,
        subject: Any,
        pattern: str,
        count: int,
        cls: Callable[[], Any] | None = None,
    ) -> State:
        """Take a value apart by a sequence or class pattern.

        Args:
            matched: What is matched so far.
            subject: The value.
            pattern: The pattern, with `a0`, `a1`, ... for its parts, as in
                `[a0, *_]`; a class is called `cls`.
            count: How many parts there are.
            cls: Returns the class.
        """
        return python_patterns.match_parts(bool(matched), subject, pattern, count, cls)

    def match_item(self, matched: Any, subject: Any, place: int) -> State:
        """Take an item of a sequence, from its end if `place` is negative."""
        return python_patterns.match_item(bool(matched), subject, place)

    def match_mapping(
        self, matched: Any, subject: Any, count: int, keys: Callable[[], State]
    ) -> State:
        """Take the keys, which `keys` returns, and their values of a mapping.

        Args:
            matched: What is matched so far.
            subject: The value.
            count: How many keys the pattern has.
            keys: Returns the keys; they are the first part.
        """
        return python_patterns.match_mapping(bool(matched), subject, count, keys)

    def match_rest(self, matched: Any, subject: Any, keys: State) -> State:
        """Take what a mapping has besides the keys of its pattern."""
        return python_patterns.match_rest(bool(matched), subject, keys)

    # -- Calls -----------------------------------------------------------------------

    def converted_call(
        self,
        function: Any,
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any] | None,
        scope: FunctionScope | None = None,
    ) -> Any:
        """Return `function(*args, **kwargs)`, converted onto these operators.

        Args:
            function: What is called.
            args: Positional arguments.
            kwargs: Keyword arguments, or None.
            scope: The scope of the calling function; `scope.options` are what its
                conversion was asked to do, `scope.name` is its name.
        """
        if scope is None or scope.options.recursive:
            function = self.callee(function)
        return function(*args, **(kwargs or {}))

    def consume(
        self,
        function: Any,
        items: Iterable[Any],
        step: Callable[[Any], tuple[Any, Callable[[], Any]]],
        rest: tuple[Any, ...],
        scope: FunctionScope | None = None,
    ) -> Any:
        """Return `function(generator, *rest)`, for a generator expression.

        Args:
            function: What is called: `any`, `all`, `sum`, `min` or `max`, unless the
                name has another meaning.
            items: What the generator expression iterates over.
            step: Takes an item; returns whether it is taken, and how to compute its
                value.
            rest: Further arguments.
            scope: The scope of the calling function.
        """
        steps = map(step, items)
        generator = (value() for is_taken, value in steps if is_taken)
        return self.converted_call(function, (generator, *rest), None, scope)

    def callee(self, function: Any) -> Callable[..., Any]:
        """Return what to call in place of a function: its form on these operators.

        What runs as it stands is returned as it is: builtins, the functions of
        Python's library and of NumPy, those marked by `ag.do_not_convert`.
        """
        from autograph.operators.custom import callee

        return callee(function, self)

    # -- Stores ----------------------------------------------------------------------

    @meant
    def set_attr(self, target: Any, name: str, value: Any) -> None:
        """Do `target.name = value`."""
        setattr(target, name, value)

    @meant
    def set_item(self, target: Any, key: Any, value: Any) -> None:
        """Do `target[key] = value`."""
        target[key] = value

    def aug_attr(
        self, target: Any, name: str, symbol: str, value: Callable[[], Any]
    ) -> None:
        """Do `target.name symbol= value()`, as in `+=`; stores by `set_attr`."""
        old = getattr(target, name)
        self.set_attr(target, name, IN_PLACE[symbol](old, value()))

    def aug_item(
        self, target: Any, key: Any, symbol: str, value: Callable[[], Any]
    ) -> None:
        """Do `target[key] symbol= value()`, as in `+=`; stores by `set_item`."""
        old = target[key]
        self.set_item(target, key, IN_PLACE[symbol](old, value()))

    @meant
    def del_attr(self, target: Any, name: str) -> None:
        """Do `del target.name`."""
        delattr(target, name)

    @meant
    def del_item(self, target: Any, key: Any) -> None:
        """Do `del target[key]`."""
        del target[key]

    def note_global(self, name: str) -> None:
        """Take note that a global of the calling code is about to be written."""

    # -- For implementations ---------------------------------------------------------

    @staticmethod
    def is_undefined(value: Any) -> bool:
        """Tell whether a value in a state stands for a variable without a value."""
        return issubclass(type(value), Undefined)

    @cached
    def namespace(self) -> ModuleType:
        """What the name `ag__` stands for in code converted onto these operators.

        A module, whose attributes Python finds faster than methods of an object.
        """
        from autograph.operators.custom import namespace_of

        return namespace_of(self)


def _raised_from(error: Any, cause: Any) -> Any:
    is_made = isinstance(error, BaseException)
    traceback = error.__traceback__ if is_made else None
    try:
        raise error from cause
    except BaseException as raised:  # noqa: BLE001  # what Python has made of them
        return raised.with_traceback(traceback)


__all__ = ["Operators"]
