"""Graphs made by hand, and what their operations and tensors tell."""

import pickle

import pytest

import autograph as ag


@pytest.fixture
def graph():
    made = ag.Graph()
    with made.as_default():
        start = ag.constant(1.0)
        with made.name_scope("layer"):
            total = ag.add(start + 2, start, name="total")
        ag.print(total)
    return made


def test_what_operations_and_symbolic_tensors_tell(graph):
    operations = graph.get_operations()
    assert [(op.name, op.type) for op in operations] == [
        ("Const", "Const"),
        ("layer/add/y", "Const"),
        ("layer/add", "AddV2"),
        ("layer/total", "AddV2"),
        ("PrintV2", "PrintV2"),
    ]
    total = operations[3]
    assert isinstance(total, ag.Operation)
    assert total.graph is graph
    assert [x.name for x in total.inputs] == ["layer/add:0", "Const:0"]
    assert repr(total) == "<ag.Operation 'layer/total' type=AddV2>"
    with pytest.raises(AttributeError, match="'Operation' object has no attribute"):
        total.numpy()
    (tensor,) = total.outputs
    assert tensor.op is total
    assert tensor.graph is graph
    assert tensor.name == "layer/total:0"
    assert (tensor.shape, tensor.dtype) == ((), ag.float32)
    assert str(tensor) == 'Tensor("layer/total:0", shape=(), dtype=float32)'
    assert repr(tensor) == "<ag.Tensor 'layer/total:0' shape=() dtype=float32>"
    assert pickle.loads(pickle.dumps(ag.Operation)) is ag.Operation


def test_an_eager_tensor_has_no_place_in_a_graph():
    for name in ("name", "op", "graph"):
        with pytest.raises(AttributeError):
            getattr(ag.constant(1), name)


def test_a_graph_under_construction_has_a_definition(graph):
    nodes = graph.as_graph_def().node
    assert [(node.name, list(node.input)) for node in nodes] == [
        ("Const", []),
        ("layer/add/y", []),
        ("layer/add", ["Const", "layer/add/y"]),
        ("layer/total", ["layer/add", "Const"]),
        ("PrintV2", ["layer/total"]),
    ]


def test_a_tensor_of_one_graph_is_refused_in_another(graph):
    (tensor,) = graph.get_operations()[3].outputs
    with ag.Graph().as_default(), pytest.raises(TypeError, match="layer/total:0"):
        tensor + 1
