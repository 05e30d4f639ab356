"""The modules that hand on the functions of ops are what the families declare."""

import pytest

from tools import names

FAMILY = '''
"""Ops of a family: one, two."""

def one(): ...
def two(): ...

__all__ = ["one", "two"]
NAMESPACES = {"ag": __all__, "ag.math": ["two"]}
'''


def families(**sources):
    return tuple(names.family_of(name, text) for name, text in sources.items())


def test_the_modules_are_current():
    assert not names.stale(), f"run {names.COMMAND}"


def test_what_a_family_declares_is_read():
    (family,) = families(shapes=FAMILY)
    assert family.title == "Ops of a family: one, two"
    assert family.public == ("one", "two")
    assert family.namespaces == {"ag": ("one", "two"), "ag.math": ("two",)}


def test_a_family_without_functions_declares_nothing():
    (family,) = families(kernels='"""Kernels."""\nX = 1')
    assert (family.public, family.namespaces) == ((), {})


def test_a_whole_family_is_imported_with_a_star_and_a_part_by_name():
    given = families(shapes=FAMILY)
    package = names.package_text(given)
    assert "    shapes                Ops of a family: one, two\n" in package
    assert "from graph.ops import shapes as _shapes\n" in package
    assert "from graph.ops.shapes import *\n" in package
    assert package.endswith('["__all__"] = [\n    *_shapes.__all__,\n]\n')
    (hidden,) = families(shapes=FAMILY.replace('"ag": __all__', '"ag": ["one"]'))
    assert names.package_text((hidden,)).endswith("\n_settle(\n    _shapes,\n)\n")
    written = '"""Maths.\n\nKept."""\n\nfrom elsewhere import old\n'
    assert names.namespace_text("ag.math", given, written) == (
        '"""Maths.\n\nKept."""\n\n'
        "# Made by `python -m tools.names` of what the families of ops declare.\n"
        "from graph.ops.shapes import two\n\n"
        '__all__ = ["two"]\n'
    )


def test_names_are_of_one_family_which_has_them_all():
    with pytest.raises(names.NamesError, match=r"ag\.one is of first and of second"):
        names.package_text(families(first=FAMILY, second=FAMILY))
    with pytest.raises(names.NamesError, match=r"ag\.math has \['three'\]"):
        families(shapes=FAMILY.replace('["two"]', '["three"]'))


def test_a_namespace_has_a_module(tmp_path):
    folder = tmp_path / "graph" / "ops"
    folder.mkdir(parents=True)
    (folder / "shapes.py").write_text(FAMILY, "utf-8")
    with pytest.raises(names.NamesError, match="begin it with a docstring"):
        names.stale(tmp_path)


def test_long_lists_are_written_as_the_formatter_has_them():
    listed = [f'"function_{i}"' for i in range(12)]
    source = f'"""Many."""\n__all__ = [{", ".join(listed)}]\nNAMESPACES = {{"ag": ["function_2", "function_10"]}}'
    text = names.package_text(families(many=source))
    assert "from graph.ops.many import function_2, function_10\n" in text
    assert names._wrapped("__all__ = ", listed, "[]").splitlines()[1:3] == [
        '    "function_0",',
        '    "function_1",',
    ]
