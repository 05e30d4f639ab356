"""What holds for all converters: each keeps the meaning, and leaves what it says."""

import ast
import sys

import pytest

from autograph import conversion, syntax
from autograph.as_is import own_nodes, shows_variables
from autograph.converters import PIPELINE
from autograph.converters.consumers import is_reduction
from autograph.converters.function_scopes import scope_statement
from autograph.converters.kept_iterators import MAKERS
from autograph.converters.lazy import can_be_lazy
from autograph.converters.returns import values_given
from autograph.operators.namespace import namespace
from autograph.options import STANDARD_OPTIONS
from autograph.source import find_source
from autograph.syntax import is_operator_call, nodes, walk
from autograph.testing import random_program
from autograph.testing.language import MIXES
from autograph.testing.operators import overridable
from tests.autograph import programs, python_operators

NAMES = [each.__name__ for each in PIPELINE]
# Programs that show what a converter leaves to a later one: names that it made, in
# what `locals()` gives, and a truth value that is asked for again.
COMPLETED_BY = {
    "locals twice runs as it stands": "FrameVariables",
    "how often truths are asked": "Logic",
}


def start(f):
    """Return the tree of a function before the first converter, and the context."""
    source = find_source(f)
    tree = conversion._without_definition(syntax.from_ast(source.node))
    context = conversion.context_of(f, tree, STANDARD_OPTIONS, source.class_name)
    return tree, context


def trees(f):
    """Yield each converter's name, a function's tree after it, and the context."""
    tree, context = start(f)
    for each in PIPELINE:
        tree = each(context).convert(tree)
        yield each.__name__, tree, context


def outcome(program, call, pipeline, monkeypatch):
    monkeypatch.setattr(conversion, "PIPELINE", pipeline)
    monkeypatch.setattr(conversion, "_TEMPLATES", {})
    namespace = programs.load(program.source, "pipeline")
    f = namespace["f"]
    owner, _, name = f.__qualname__.rpartition(".")
    namespace["f"] = python_operators.convert(f)
    if owner:
        setattr(namespace[owner], name, namespace["f"])
    try:
        value = repr(eval(call, namespace))
    except Exception as error:
        value = type(error).__name__, str(error)
    return value, repr(namespace["LOG"])


def original_outcome(program, call):
    namespace = programs.load(program.source, "pipeline")
    try:
        value = repr(eval(call, namespace))
    except Exception as error:
        value = type(error).__name__, str(error)
    return value, repr(namespace["LOG"])


@pytest.mark.parametrize("number", range(len(programs.PROGRAMS)))
def test_between_two_converters_the_program_runs_and_means_the_same(
    number, monkeypatch
):
    program = programs.PROGRAMS[number]
    needed = COMPLETED_BY.get(program.name)
    for at in (number * 7 % len(PIPELINE), (number * 7 + 10) % len(PIPELINE)):
        if needed and at < NAMES.index(needed):
            continue
        for call in program.calls[:2]:
            expected = original_outcome(program, call)
            if "cannot access" in str(expected):
                continue  # that variables are checked is the last converter's work
            seen = outcome(program, call, PIPELINE[: at + 1], monkeypatch)
            assert seen == expected, (NAMES[at], call)


def check_each_without_work(f):
    """Check that converters that have nothing to convert leave a function as it is."""
    tree, context = start(f)
    for each in PIPELINE:
        converter = each(context)
        has_work, before, fresh = (
            converter.has_work(),
            dump(tree),
            {*context.names.fresh},
        )
        tree = converter.convert(tree)
        if not has_work:
            assert dump(tree) == before, each.__name__
            assert context.names.fresh == fresh, each.__name__
    for node in walk(tree):
        assert not node._attributes or node.lineno is not None, dump(node)


def dump(tree):
    return ast.dump(syntax.to_ast(tree), include_attributes=True)


@pytest.mark.parametrize("number", range(len(programs.PROGRAMS)))
def test_converters_without_work_change_nothing(number):
    f = programs.load(programs.PROGRAMS[number].source, "pipeline")["f"]
    if conversion.should_run_as_is(f) is None:
        check_each_without_work(f)


@pytest.mark.long
@pytest.mark.parametrize("mix", MIXES)
def test_converters_without_work_change_no_random_program(mix):
    for seed in range(5):
        check_each_without_work(random_program(seed, grammar=MIXES[mix]).function)


# -- What each leaves ----------------------------------------------------------------


def converted_nodes(tree, context):
    """Yield the nodes of a function and of all that is converted in it."""
    pending = [tree]
    while pending:
        function = pending.pop()
        for node in own_nodes(function):
            yield node
            if isinstance(node, nodes.FunctionDef | nodes.Lambda):
                if not context.runs_as_is(node):
                    pending.append(node)


def has_no(kind, unless=lambda node: False):
    def check(tree, context):
        for node in converted_nodes(tree, context):
            assert not isinstance(node, kind) or unless(node), syntax.unparse(tree)

    return check


def no_private_name(tree, context):
    if context.class_name:
        for node in walk(tree):
            text = getattr(node, "id", None) or getattr(node, "attr", None) or ""
            assert not text.startswith("__") or text.endswith("__")


def declarations_first(tree, context):
    declared = (nodes.Global, nodes.Nonlocal)
    for function in converted_nodes(tree, context):
        if isinstance(function, nodes.FunctionDef) and not context.runs_as_is(function):
            kinds = [isinstance(each, declared) for each in function.body]
            start = 1 if not kinds[0] and any(kinds) else 0
            assert all(kinds[start : start + sum(kinds)])


def every_function_has_a_scope(tree, context):
    for node in [tree, *converted_nodes(tree, context)]:
        if isinstance(node, nodes.FunctionDef) and not context.runs_as_is(node):
            assert scope_statement(node) is not None


def one_return(tree, context):
    for node in [tree, *converted_nodes(tree, context)]:
        if isinstance(node, nodes.FunctionDef) and not context.runs_as_is(node):
            body = scope_statement(node).body
            returns = [
                each for each in own_nodes(node) if isinstance(each, nodes.Return)
            ]
            assert returns in ([], [body[-1]])


def breaks_at_the_end(tree, context):
    for node in converted_nodes(tree, context):
        if isinstance(node, nodes.For | nodes.While):
            inner = [
                each
                for statement in node.body[:-1]
                for each in walk(statement)
                if isinstance(each, nodes.Break)
            ]
            loops = [
                each
                for statement in node.body
                for each in walk(statement)
                if isinstance(each, nodes.For | nodes.While)
            ]
            assert len(inner) <= len(loops)


def names_as_targets(tree, context):
    in_comprehensions = {
        id(part)
        for node in walk(tree)
        if isinstance(node, nodes.comprehension)
        for part in walk(node.target)
    }
    augmented = {
        id(node.target) for node in walk(tree) if isinstance(node, nodes.AugAssign)
    }
    for node in converted_nodes(tree, context):
        if isinstance(node, nodes.Attribute | nodes.Subscript):
            is_allowed = id(node) in in_comprehensions or id(node) in augmented
            assert isinstance(node.ctx, nodes.Load) or is_allowed


def augmented_names_only(tree, context):
    for node in converted_nodes(tree, context):
        if isinstance(node, nodes.AugAssign):
            assert isinstance(node.target, nodes.Name)


def calls_of_operators(tree, context):
    for node in converted_nodes(tree, context):
        if not isinstance(node, nodes.Call) or isinstance(node.func, nodes.Lambda):
            continue
        called = node.func
        is_spread = is_operator_call(called, "spread_call")
        is_scope = isinstance(called, nodes.Attribute) and called.attr in (
            "ret",
            "set_trace",
        )
        is_builtin = isinstance(called, nodes.Name) and called.id in (
            "super",
            "globals",
            "breakpoint",
        )
        assert is_operator_call(node) or is_spread or is_scope or is_builtin


def names_no_iterator_of_pythons(tree, context):
    for node in converted_nodes(tree, context):
        is_named = isinstance(node, nodes.Assign) and isinstance(
            node.targets[0], nodes.Name
        )
        if is_named or isinstance(node, nodes.Return):
            called = getattr(node.value, "func", None)
            assert not isinstance(called, nodes.Name) or called.id not in MAKERS


def every_read_is_checked(tree, context):
    generated = context.names.fresh
    allowed = {"super", "globals", "breakpoint", "__class__", "__debug__"} | generated
    accessors = ("get_state", "set_state")
    exempt = set()
    for node in walk(tree):
        is_function = isinstance(node, nodes.FunctionDef)
        is_accessor = (
            is_function and node.name in generated and node.name.startswith(accessors)
        )
        if is_accessor or isinstance(node, nodes.pattern):
            exempt.update(map(id, walk(node)))
        elif is_operator_call(node, "ld", "ld_free"):
            exempt.add(id(node.args[0]))
        elif is_operator_call(node, "ldu"):  # gives what has no value as it is
            exempt.add(id(node.args[0].body))
    for node in converted_nodes(tree, context):
        if isinstance(node, nodes.Name) and isinstance(node.ctx, nodes.Load):
            assert id(node) in exempt or node.id in allowed, node.id


def binds_late(node):
    return not can_be_lazy(node)


def no_text_of_values(tree, context):
    has_no(nodes.FormattedValue)(tree, context)
    for node in converted_nodes(tree, context):
        if isinstance(node, nodes.BinOp) and isinstance(node.op, nodes.Mod):
            beside = (getattr(node.left, "value", ""), getattr(node.right, "value", ""))
            assert any(isinstance(each, int | float | complex) for each in beside)


def one_manager_to_a_with(tree, context):
    for each in walk(tree):
        assert not isinstance(each, nodes.With) or len(each.items) == 1


def every_try_has_one_purpose(tree, context):
    for node in converted_nodes(tree, context):
        if isinstance(node, nodes.Try | nodes.TryStar):
            assert bool(node.handlers) != bool(node.finalbody)


NOT_COMPARED = nodes.Is | nodes.IsNot | nodes.In | nodes.NotIn


def is_starred_index(index):
    return any(isinstance(each, nodes.Starred) for each in nodes.walk(index))


def unpacks_through_operators(tree, context):
    if any(isinstance(node, nodes.AsyncFunctionDef) for node in nodes.walk(tree)):
        return  # which is left alone
    for node in nodes.walk(tree):
        if isinstance(node, nodes.Assign):
            is_taken_apart = isinstance(node.targets[0], nodes.Tuple | nodes.List)
            assert not is_taken_apart or (
                len(node.targets) == 1
                and (
                    is_operator_call(node.value, "unpack")
                    or isinstance(node.value, nodes.Tuple)
                )
            )
        elif isinstance(node, nodes.For):
            assert not isinstance(node.target, nodes.Tuple | nodes.List)
        elif isinstance(node, nodes.comprehension):
            assert is_operator_call(node.iter, "plain_items")


def returns_set_their_flags_first(tree, context):
    values = values_given(tree)
    for node in converted_nodes(tree, context):
        if isinstance(node, nodes.Try):
            flag, value = node.body
            assert flag.value.value is True
            assert value.targets[0].id in values - {flag.targets[0].id}
            assert not is_operator_call(value.value, "UndefinedReturnValue")


LEAVES = {
    "PrivateNames": no_private_name,
    "FrameVariables": has_no(nodes.Call, lambda node: not shows_variables(node)),
    "ExplicitSuper": lambda tree, context: None,  # by example, in test_explicit_super
    "Declarations": declarations_first,
    "FunctionScopes": every_function_has_a_scope,
    "Matches": has_no(nodes.Match),
    "KeptIterators": names_no_iterator_of_pythons,
    "LoopElses": has_no(nodes.For | nodes.While, lambda node: not node.orelse),
    "LoopTests": has_no(nodes.While, lambda node: can_be_lazy(node.test)),
    "Walruses": lambda tree, context: None,  # by example, in test_promise_walrus
    "ComprehensionWalruses": lambda tree, context: None,  # by example, see conformance
    "ComprehensionBindings": lambda tree, context: None,  # by example, as those
    "JumpsToElse": lambda tree, context: None,  # by example, in test_jumps
    "Continues": has_no(nodes.Continue),
    "SingleManagers": one_manager_to_a_with,
    "Returns": one_return,
    "Breaks": breaks_at_the_end,
    "FinallyJumps": lambda tree, context: None,  # by example, in test_promise_jumps...
    "Owners": lambda tree, context: None,  # by example, in test_promise_array_writes
    "Stores": names_as_targets,
    "GlobalWrites": lambda tree, context: None,  # by example, in test_outliving
    "Tries": every_try_has_one_purpose,
    "Truths": lambda tree, context: None,
    "ControlFlow": has_no(
        nodes.If | nodes.While | nodes.For | nodes.Try,
        lambda node: (
            isinstance(node, nodes.If) and is_operator_call(node.test, "is_undefined")
        ),
    ),
    "Asserts": has_no(nodes.Assert, lambda node: binds_late(node.msg)),
    "AugmentedStores": augmented_names_only,
    "FStrings": no_text_of_values,
    "Arithmetic": has_no(
        nodes.BinOp,
        lambda node: (
            not isinstance(node.op, nodes.BitOr)
            or isinstance(node.left, nodes.Constant)
            or isinstance(node.right, nodes.Constant)
        ),
    ),
    "Consumers": has_no(nodes.Call, lambda node: not is_reduction(node)),
    "ConditionalExpressions": has_no(
        nodes.IfExp, lambda node: binds_late(node.body) or binds_late(node.orelse)
    ),
    "Comparisons": has_no(
        nodes.Compare,
        lambda node: len(node.ops) == 1 or any(map(binds_late, node.comparators[1:])),
    ),
    "Identities": has_no(
        nodes.Compare,
        lambda node: (
            len(node.ops) > 1 or not isinstance(node.ops[0], nodes.Is | nodes.IsNot)
        ),
    ),
    "Memberships": has_no(
        nodes.Compare,
        lambda node: (
            len(node.ops) > 1 or not isinstance(node.ops[0], nodes.In | nodes.NotIn)
        ),
    ),
    "Equalities": has_no(
        nodes.Compare,
        lambda node: (
            len(node.ops) > 1
            or isinstance(node.ops[0], NOT_COMPARED)
            or any(
                isinstance(each, nodes.Constant)
                for each in (node.left, *node.comparators)
            )
        ),
    ),
    "Subscripts": has_no(
        nodes.Subscript,
        lambda node: (
            not isinstance(node.ctx, nodes.Load) or is_starred_index(node.slice)
        ),
    ),
    "Unpackings": unpacks_through_operators,
    "Attributes": lambda tree, context: None,  # by example, in test_attributes
    "Logic": has_no(nodes.BoolOp, lambda node: any(map(binds_late, node.values[1:]))),
    "Calls": calls_of_operators,
    "Reads": every_read_is_checked,
    "ReturnCommits": returns_set_their_flags_first,
}


def test_every_converter_is_checked():
    """A converter without a row in LEAVES fails here."""
    assert set(NAMES) <= set(LEAVES)


@pytest.mark.parametrize("program", programs.PROGRAMS, ids=lambda each: each.name)
def test_each_converter_leaves_what_it_says(program):
    f = programs.load(program.source, "leaves")["f"]
    if conversion.should_run_as_is(f) is None:
        for converter, tree, context in trees(f):
            LEAVES[converter](tree, context)


def test_operators_are_listed_where_they_are_called():
    """A converter's operator can be overridden, and none beside."""
    used = set()
    for program in programs.PROGRAMS:
        f = programs.load(program.source, "operators")["f"]
        if conversion.should_run_as_is(f) is None:
            *_, (_, tree, _) = trees(f)
            used |= {
                node.attr
                for node in walk(tree)
                if isinstance(node, nodes.Attribute)
                and isinstance(node.value, nodes.Name)
                and node.value.id == "ag__"
            }
    # `return_value` is what the scope of a function calls.
    names = set(overridable()) - {"return_value"}
    if sys.version_info >= (3, 12):  # which jumps out of one operator at a time
        names -= {"asked_before", "told_value"}
    assert used >= names
    assert used <= vars(namespace()).keys()
