"""What holds of every graph definition."""

from graph.graph_def import DataType, GraphDef, Repeated


def check(definition: GraphDef) -> None:
    """Check that each name is given once, and that what is referred to is there."""
    library = definition.library.function if definition.library else ()
    functions = {function.signature.name: function for function in library}
    assert len(functions) == len(library)
    assert list(functions) == sorted(functions)
    _check_nodes(definition.node, set(), functions, "")
    for function in library:
        signature = function.signature
        arguments = [arg.name for arg in signature.input_arg]
        assert len(set(arguments)) == len(arguments)
        assert set(function.arg_attr) == set(range(len(arguments)))
        known = _check_nodes(function.node_def, set(arguments), functions, ":output")
        assert [arg.name for arg in signature.output_arg] == list(function.ret)
        assert set(function.ret.values()) <= known
        assert list(signature.control_output) == list(function.control_ret)
        names = {node.name for node in function.node_def}
        assert set(function.control_ret.values()) <= names
    for each in (definition.node, *(function.node_def for function in library)):
        for node in each:
            _check_types(node)


def _check_nodes(nodes, known, functions, infix) -> set[str]:
    names = [node.name for node in nodes]
    assert len(set(names)) == len(names), names
    before: set[str] = set()
    for node in nodes:
        for given in node.input:
            if given.startswith("^"):
                assert given[1:] in before, (given, before)
            elif given not in known:
                name, _, place = given.partition(f"{infix}:")
                assert name in before, (given, before)
                assert place == "" or place.isdigit()
        before.add(node.name)
        known |= {f"{node.name}{infix}:{i}" for i in range(20)}
        for value in node.attr.values():
            assert sum(v is not None for v in vars(value).values()) == 1
            if value.func is not None:
                assert value.func.name in functions
    return known


def _check_types(node) -> None:
    """Check that functions take and give what their nodes say."""
    assert isinstance(node.input, Repeated)
    if node.op in ("If", "StatelessIf"):
        types = node.attr["Tin"].list.type
        assert len(types) == len(node.input) - _n_control(node) - 1
        assert len(node.attr["Tout"].list.type) == len(
            node.attr["output_shapes"].list.shape
        )
        assert isinstance(node.attr["Tcond"].type, DataType)


def _n_control(node) -> int:
    return sum(given.startswith("^") for given in node.input)
