"""Values and operations taken together."""

from __future__ import annotations

import pytest

import autograph as ag
from autograph.errors import DTypeError, InvalidArgumentError


def test_what_nothing_uses_is_computed():
    @ag.function
    def f(x):
        unused = ag.gather(x, 10)
        ag.group({"a": [unused]})
        return x + 1

    with pytest.raises(InvalidArgumentError, match="= 10 is not in"):
        f(ag.constant([1.0]))
    assert f(ag.range(11.0)).numpy()[10] == 11


def test_operations_variables_and_effects_are_grouped(capsys):
    step = ag.Variable(0)

    @ag.function
    def f(x):
        update = ag.group(step.assign_add(x), ag.print("step", step), name="update")
        with ag.control_dependencies([update, ag.group(update, step, None)]):
            return step + 1

    assert [int(f(ag.constant(2))) for _ in range(2)] == [3, 5]
    assert capsys.readouterr().err == "step 2\nstep 4\n"
    graph = f.get_concrete_function(ag.constant(2)).graph
    groups = [node for node in graph.nodes if node.op.name == "group"]
    assert [len(node.inputs) for node in groups] == [1, 1]
    assert groups[0].name == "update"


def test_eager_groups_are_nothing_to_wait_for():
    assert ag.group() is None
    assert ag.group(ag.constant(1), [ag.Variable(1), None]) is None


@pytest.mark.parametrize("wrong", [2.5, "a", lambda: 1])
def test_what_is_no_tensor_is_refused(wrong):
    for call in (ag.group, ag.function(lambda: ag.group(wrong))):
        given = (wrong,) if call is ag.group else ()
        with pytest.raises(DTypeError, match="is neither a tensor nor an operation"):
            call(*given)
