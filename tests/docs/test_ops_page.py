"""The reference of functions: every one is there, with what its docstring must have."""

import inspect
import re

import autograph as ag
from graph.op import OPS
from tools.book import ops_page

# Reached by operators, methods, statements of Python or other places than functions.
REACHED_OTHERWISE = {"getitem"}


def test_docstrings_have_shapes_dtypes_and_the_source():
    wanted = {"Shape", "Dtype", "Source"}
    lacking = {
        each.names[0]: sorted(wanted - each.labels.keys())
        for each in ops_page.entries()
        if not wanted <= each.labels.keys()
    }
    assert not lacking


MAKERS_OF_FUNCTIONS = {"signal.inverse_stft_window_fn"}


def test_functions_of_tensors_are_on_the_page():
    mentioned = {name for entry in ops_page.entries() for name in entry.names}
    for place in ("math", "linalg", "signal", "nn", "strings"):
        names = {f"{place}.{name}" for name in getattr(ag, place).__all__}
        assert names - MAKERS_OF_FUNCTIONS <= mentioned
    drawn = {name for name in ag.random.__all__ if name.startswith("stateless_")}
    assert {f"random.{name}" for name in drawn} <= mentioned


def test_the_page_has_an_entry_with_a_summary_the_signature_and_the_gradient():
    for entry in ops_page.entries():
        text = ops_page.entry_text(entry)
        name, last = entry.names[0], entry.names[0].rpartition(".")[2]
        names = list(inspect.signature(entry.function).parameters)
        assert text.startswith(f"## ag.{name} ")
        assert re.search(rf"\n`{last}\(.*{'.*'.join(names)}.*\)`\n", text)
        assert entry.summary.endswith((".", "?")), name
        assert "\n- Gradient: " in text


def test_what_is_known_of_some_functions():
    """The gradients and names of a few, said by hand."""
    texts = {e.names[0]: ops_page.entry_text(e) for e in ops_page.entries()}
    assert "- Gradient: yes" in texts["matmul"]
    assert "- Gradient: none flows" in texts["floor"]
    assert "`tf.reduce_sum`" in texts["reduce_sum"]
    assert "`numpy.sin`" in texts["sin"]
    assert "- Ops: `squared_difference`" not in texts["add"]


def test_every_public_op_is_on_the_page():
    mentioned = {op.name for entry in ops_page.entries() for op in entry.ops}
    public = {
        function.op.name
        for function in map(vars(ag).get, ag.__all__)
        if isinstance(getattr(function, "op", None), type(OPS["add"]))
    }
    without = {name for name in public if not OPS[name].doc.count("Shape:")}
    assert public - without - REACHED_OTHERWISE <= mentioned


def test_every_op_that_messages_name_is_known_to_users():
    mentioned = {op.name for entry in ops_page.entries() for op in entry.ops}
    for place in ops_page.PLACES:
        module = getattr(ag, place, None) if place else ag
        mentioned.update(getattr(module, "__all__", ()))
    lacking = {
        op.name
        for op in OPS.values()
        if op.is_public
        and not op.is_control
        and op.name not in mentioned
        # These have a page of their own, docs/how_to/random.md.
        and not op.name.startswith(("random_", "stateless_"))
    }
    assert not lacking, "say is_public=False, or where they are public: NAMESPACES"
