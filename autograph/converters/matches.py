"""Lower `match`: to `if`, with patterns as conditions."""

from __future__ import annotations

from autograph.analysis.scopes import Scopes
from autograph.converters.base import Context, Converter
from autograph.converters.lazy import can_be_lazy, lazy
from autograph.syntax import (
    Node,
    constant,
    located,
    name,
    nodes,
    quote,
    stored,
    tuple_of,
)


class Matches(Converter):
    """Lower `match`: try one pattern after another.

        match f(x):             subject = f(x)
            case 0 | 1:         if subject == 0 or subject == 1:
                a                   a
            case (2, y):        else:
                b                   (matched, part, part_1) = ag__.match_parts(
                        ->              True, subject, '[a0, a1]', 2)
                                    matched_1 = ag__.match_value(
                                        matched, lambda: part == 2)
                                    if ag__.truth(matched_1):
                                        y = part_1
                                        b

    Whether a value has the parts of a pattern is decided while tracing; what is
    compared may be symbolic.

    Keeps   the order in which Python looks at the subject and its parts, how often, and
            that names are bound when the whole pattern matches, before the guard.
    Leaves  no `match`.
    """

    comes_of = (nodes.Match,)
    needs = (Scopes,)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        # Names that other functions can rebind.
        self.shared: set[str] = set()

    def visit_body(self, node: Node) -> None:
        outer, scope = self.shared, Scopes(node).of(node)
        self.shared = scope.global_names | scope.nonlocal_names | scope.rebound()
        super().visit_body(node)
        self.shared = outer

    def visit_Match(self, node: Node) -> list[Node]:
        self.generic_visit(node)
        subject = self.fresh("subject")
        start = located(nodes.Assign([stored(subject)], node.subject, None), node)
        cases = [self._case(case, subject) for case in node.cases]
        others: list[Node] = []
        for block, choice in reversed(cases):
            if choice is not None:
                choice.orelse = others
            others = [*block, choice] if choice is not None else block
        return [start, *others]

    def _case(self, case: Node, subject: str) -> tuple[list[Node], Node]:
        """Return the statements of a case, and the `if` at their end.

        What the other cases become goes into its `else`; None where there is none.
        """
        pattern, guard, body = case.pattern, case.guard, case.body
        if _is_comparison(pattern) and (guard is None or can_be_lazy(guard)):
            test = _comparison(pattern, subject)
            if guard is not None:
                test = located(nodes.BoolOp(nodes.And(), [test, guard]), guard)
            return [], located(nodes.If(test, body, []), pattern)
        steps = _Steps(self)
        matched = steps.match(pattern, subject, None)
        bindings = steps.bindings()
        if matched is None and guard is None:
            # Without a statement at its line, coverage would miss `case _:`.
            start = bindings or [located(nodes.Pass(), pattern)]
            return [*start, *body], None
        if matched is None:
            return bindings, located(nodes.If(guard, body, []), guard)
        if guard is not None:
            asked = _assign(matched, quote("ag__.truth(GUARD)", GUARD=guard), guard)
            guarded = nodes.If(name(matched), [*bindings, asked], [])
            steps.block.append(located(guarded, pattern))
            # Where matching is staged, not every value can leave the `if` above.
            is_lasting = can_be_lazy(guard) and not self.shared & set(steps.captures)
            bindings = steps.bindings() if is_lasting else []
        # Not the bare name: `if flag: break` is how Breaks knows a jump under way.
        test = quote("ag__.truth(MATCHED)", MATCHED=matched)
        chosen = nodes.If(test, [*bindings, *body], [])
        return steps.block, located(chosen, pattern)


class _Steps:
    """The statements that match one pattern: each narrows what is matched so far.

    What is matched so far is held in a variable; None stands for what surely matches.

    Attributes:
        block: The statements.
        captures: The names to bind, and the variables that hold their values.
        chosen: Those of these variables that one of some alternatives sets.
    """

    def __init__(self, converter: Converter) -> None:
        self.fresh = converter.fresh
        self.block: list[Node] = []
        self.captures: dict[str, tuple[str, Node]] = {}
        self.chosen: set[str] = set()

    def bindings(self) -> list[Node]:
        """Return the statements that bind the names of the pattern."""
        return [
            _assign(each, self._value(held), at)
            for each, (held, at) in self.captures.items()
        ]

    def _value(self, held: str) -> Node:
        """Return the value of a capture: one of alternatives is there if it matched."""
        found = name(held)
        return quote("ag__.ld(HELD)", HELD=found) if held in self.chosen else found

    def match(self, pattern: Node, subject: str, matched: str | None) -> str | None:
        """Add the steps that match `subject`; return what is matched after them."""
        if _is_comparison(pattern):
            test = lazy(_comparison(pattern, subject))
            return self._narrow(pattern, matched, "match_value", [test], [])
        kind = type(pattern).__name__
        result: str | None = getattr(self, f"_{kind}")(pattern, subject, matched)
        return result

    def _MatchAs(self, pattern: Node, subject: str, matched: str | None) -> str | None:
        if pattern.pattern is not None:
            matched = self.match(pattern.pattern, subject, matched)
        if pattern.name is not None:
            self.captures[pattern.name] = subject, pattern
        return matched

    def _MatchSequence(self, pattern: Node, subject: str, matched: str | None) -> str:
        parts = pattern.patterns
        at = next((i for i, each in enumerate(parts) if _is_star(each)), None)
        if all(map(_is_wildcard, parts)) or at is None or not _is_wildcard(parts[at]):
            return self._unpacked(pattern, subject, matched)
        # Python takes the items beside `*_` one by one.
        wildcards = ["*_" if i == at else "_" for i in range(len(parts))]
        text = constant(f"[{', '.join(wildcards)}]")
        given = [name(subject), text, constant(0)]
        matched = self._narrow(pattern, matched, "match_parts", given, [])
        for place, part in enumerate(parts):
            if not _is_wildcard(part):
                index = place if place < at else place - len(parts)
                item = self.fresh("part")
                given = [name(subject), constant(index)]
                matched = self._narrow(part, matched, "match_item", given, [item])
                matched = self.match(part, item, matched)
        assert matched is not None
        return matched

    def _unpacked(self, pattern: Node, subject: str, matched: str | None) -> str:
        """Take a sequence apart at once, as an assignment does."""
        places, held = _places(self, pattern.patterns)
        text, count = constant(f"[{', '.join(places)}]"), constant(len(held))
        parts, given = [each for each, _ in held], [name(subject), text, count]
        matched = self._narrow(pattern, matched, "match_parts", given, parts)
        return self._match_all(held, matched)

    def _match_all(self, held: list[tuple[str, Node]], matched: str) -> str:
        for part, inner in held:
            if not isinstance(inner, nodes.MatchStar):
                matched = self.match(inner, part, matched) or matched
            else:
                self.captures[inner.name] = part, inner
        return matched

    def _MatchClass(self, pattern: Node, subject: str, matched: str | None) -> str:
        inner = [*pattern.patterns, *pattern.kwd_patterns]
        # Python fetches every attribute, also for `_`.
        held = [(self.fresh("part"), each) for each in inner]
        places = [f"a{place}" for place in range(len(inner))]
        at = len(pattern.patterns)
        places[at:] = map("{}={}".format, pattern.kwd_attrs, places[at:])
        text = constant(f"cls({', '.join(places)})")
        given = [name(subject), text, constant(len(held)), lazy(pattern.cls)]
        parts = [each for each, _ in held]
        matched = self._narrow(pattern, matched, "match_parts", given, parts)
        return self._match_all(held, matched)

    def _MatchMapping(self, pattern: Node, subject: str, matched: str | None) -> str:
        held = [(self.fresh("part"), each) for each in pattern.patterns]
        keys = self.fresh("keys")
        evaluated = located(tuple_of(pattern.keys), pattern)
        given = [name(subject), constant(len(held)), lazy(evaluated)]
        parts = [keys, *(each for each, _ in held)]
        matched = self._narrow(pattern, matched, "match_mapping", given, parts)
        matched = self._match_all(held, matched)
        if pattern.rest is not None:
            rest = self.fresh("rest")
            given = [name(subject), name(keys)]
            matched = self._narrow(pattern, matched, "match_rest", given, [rest])
            self.captures[pattern.rest] = rest, pattern
        return matched

    def _MatchOr(self, pattern: Node, subject: str, matched: str | None) -> str | None:
        """Add the steps of alternatives: each is tried where none before it matched."""
        outer, tried = self.captures, []
        rest = matched
        for each in pattern.patterns:
            self.captures = {}
            found = self.match(each, subject, rest)
            if found == rest:  # it surely matches
                found = self._held("found", _flag(rest), each)
            assert found is not None
            tried.append((found, self.captures))
            is_open = nodes.UnaryOp(nodes.Not(), name(found))
            if rest is not None:
                is_open = nodes.BoolOp(nodes.And(), [name(rest), is_open])
            rest = self._held("rest", is_open, each)
        self.captures = outer
        self._join(pattern, tried)
        any_found = nodes.BoolOp(nodes.Or(), [name(found) for found, _ in tried])
        return self._held("matched", any_found, pattern)

    def _join(
        self, pattern: Node, tried: list[tuple[str, dict[str, tuple[str, Node]]]]
    ) -> None:
        """Take the captures from the alternative that matched."""
        names = list(tried[0][1])
        if not names:
            return
        held = {each: self.fresh(each) for each in names}
        choice: list[Node] = []
        for found, captures in reversed(tried):
            taken = [
                _assign(held[each], self._value(captures[each][0]), pattern)
                for each in names
            ]
            choice = [located(nodes.If(name(found), taken, choice), pattern)]
        self.block.extend(choice)
        self.chosen.update(held.values())
        self.captures.update((each, (held[each], pattern)) for each in names)

    def _held(self, base: str, value: Node, at: Node) -> str:
        """Add the assignment of a value to a fresh variable; return the variable."""
        held = self.fresh(base)
        self.block.append(_assign(held, value, at))
        return held

    def _narrow(
        self,
        at: Node,
        matched: str | None,
        method: str,
        given: list[Node],
        parts: list[str],
    ) -> str:
        """Add `(matched, *parts) = ag__.method(matched, *given)`."""
        found = self.fresh("matched")
        call = quote("ag__.METHOD(MATCHED)", METHOD=method, MATCHED=_flag(matched))
        call.args.extend(given)
        if method == "match_value":
            self.block.append(_assign(found, call, at))
        else:
            target = nodes.Tuple([stored(each) for each in (found, *parts)], _STORE)
            self.block.append(located(nodes.Assign([target], call, None), at))
        return found


_STORE = nodes.Store()


def _assign(variable: str, value: Node, at: Node) -> Node:
    return located(nodes.Assign([stored(variable)], value, None), at)


def _flag(matched: str | None) -> Node:
    return constant(True) if matched is None else name(matched)


def _places(
    steps: _Steps, parts: list[Node]
) -> tuple[list[str], list[tuple[str, Node]]]:
    """Return a sequence pattern's places, and what each that is used is held in."""
    places: list[str] = []
    held: list[tuple[str, Node]] = []
    for part in parts:
        star = "*" if _is_star(part) else ""
        if _is_wildcard(part):
            places.append(f"{star}_")
        else:
            places.append(f"{star}a{len(held)}")
            held.append((steps.fresh("part"), part))
    return places, held


def _is_star(pattern: Node) -> bool:
    return isinstance(pattern, nodes.MatchStar)


def _is_wildcard(pattern: Node) -> bool:
    """Tell whether a pattern is `_` or `*_`."""
    if isinstance(pattern, nodes.MatchAs):
        return pattern.pattern is None and pattern.name is None
    return _is_star(pattern) and pattern.name is None


def _is_comparison(pattern: Node) -> bool:
    """Tell whether a pattern only compares its subject."""
    if isinstance(pattern, nodes.MatchOr):
        return all(map(_is_comparison, pattern.patterns))
    return isinstance(pattern, (nodes.MatchValue, nodes.MatchSingleton))


def _comparison(pattern: Node, subject: str) -> Node:
    """Return what such a pattern asks, as an expression."""
    if isinstance(pattern, nodes.MatchOr):
        tests = [_comparison(each, subject) for each in pattern.patterns]
        return located(nodes.BoolOp(nodes.Or(), tests), pattern)
    if isinstance(pattern, nodes.MatchSingleton):
        test = nodes.Compare(name(subject), [nodes.Is()], [constant(pattern.value)])
    else:
        test = nodes.Compare(name(subject), [nodes.Eq()], [pattern.value])
    return located(test, pattern)
