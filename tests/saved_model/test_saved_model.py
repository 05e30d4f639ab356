"""Saved models do, in another process without their source, what they did here."""

import hashlib
import json
import os
import statistics
import subprocess
import sys
import textwrap
import threading
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import autograph as ag
from tests.saved_model.models import Net, trained


def test_a_model_goes_on_in_a_process_without_its_source(tmp_path):
    net = trained()
    x = np.linspace(-1, 1, 6, dtype="f").reshape(2, 3)
    ag.saved_model.save(net, tmp_path / "model")
    ag.random.set_seed(1)
    expected = [
        net(ag.constant(x)).numpy().tolist(),
        float(net.train(ag.constant(0.1)).total),
        int(net.train(ag.constant(0.1)).count["n"]),
        net.collatz(ag.constant([27, 3, 1])).numpy().tolist(),
        int(net.steps),
        net.noise(ag.constant(2.0))[0].numpy().tolist(),
    ]
    script = """
        import json, sys
        import numpy as np
        import autograph as ag

        assert "tests" not in sys.modules
        net = ag.saved_model.load("model")
        x = np.linspace(-1, 1, 6, dtype="f").reshape(2, 3)
        found = [
            net(ag.constant(x)).numpy().tolist(),
            float(net.train(ag.constant(0.1)).total),
            int(net.train(ag.constant(0.1)).count["n"]),
            net.collatz(ag.constant([27, 3, 1])).numpy().tolist(),
            int(net.steps),
            net.noise(ag.constant(2.0))[0].numpy().tolist(),
        ]
        print(json.dumps(found))
    """
    found = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(ag.__file__).parents[1])},
        check=True,
        capture_output=True,
        text=True,
    )
    assert json.loads(found.stdout) == expected


def test_values_and_names_are_as_they_were(tmp_path):
    net = Net()
    net.extra = [{"a": (1, "x", b"y", 2.5, True)}, np.float16(2), ag.int8, {1, 2}, ...]
    ag.saved_model.save(net, tmp_path / "m")
    loaded = ag.saved_model.load(tmp_path / "m")
    settings = loaded.settings
    assert np.isnan(settings[3].__getitem__(2))
    assert {**settings, 3: settings[3][:2]} == {**net.settings, 3: (1, None)}
    assert loaded.extra == net.extra
    np.testing.assert_array_equal(loaded.table, net.table)
    assert loaded.table.dtype == np.int16
    names = [(v.name, v.shape, v.dtype, v.trainable) for v in net.variables]
    assert names == [(v.name, v.shape, v.dtype, v.trainable) for v in loaded.variables]
    for left, right in zip(net.variables, loaded.variables, strict=True):
        np.testing.assert_array_equal(left.numpy(), right.numpy())
    assert loaded.name == "net"


def test_variables_and_lists_that_are_shared_stay_shared(tmp_path):
    module = ag.Module()
    module.a = ag.Variable(1.0)
    module.b = [module.a]
    module.c = module.b
    module.b.append(module.b)  # it holds itself
    module.inner = ag.Module()
    module.inner.outer = module
    ag.saved_model.save(module, tmp_path / "m")
    loaded = ag.saved_model.load(tmp_path / "m")
    assert loaded.b is loaded.c is loaded.b[1]
    assert loaded.b[0] is loaded.a
    assert loaded.inner.outer is loaded


def test_gradients_flow_through_what_was_loaded(tmp_path):
    net = trained()
    ag.saved_model.save(net, tmp_path / "m")
    loaded = ag.saved_model.load(tmp_path / "m")
    x = ag.constant(np.linspace(-1, 1, 6, dtype="f").reshape(2, 3))
    found = []
    for each in (net, loaded):
        kernel = each.layers[0].kernel
        with ag.GradientTape() as tape:
            loss = ag.reduce_sum(each(x) ** 2)
        found.append(tape.gradient(loss, kernel).numpy())
    np.testing.assert_array_equal(*found)

    @ag.function(python="refuse")
    def step():
        with ag.GradientTape() as tape:
            loss = ag.reduce_sum(loaded(x) ** 2)
        kernel = loaded.layers[0].kernel
        kernel.assign_sub(0.01 * tape.gradient(loss, kernel))
        return loss

    first = float(step())
    assert float(step()) < first


def test_loaded_models_are_saved_again(tmp_path):
    net = trained()
    ag.saved_model.save(net, tmp_path / "a")
    ag.saved_model.save(ag.saved_model.load(tmp_path / "a"), tmp_path / "b")
    twice = ag.saved_model.load(tmp_path / "b")
    x = ag.ones([2, 3])
    np.testing.assert_array_equal(twice(x), net(x))


def test_what_is_saved_twice_is_the_same_to_the_byte(tmp_path):
    net = trained()
    for name in ("a", "b"):
        ag.saved_model.save(net, tmp_path / name)
    for path in (tmp_path / "a").iterdir():
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes(), path


def test_functions_keep_their_kinds_of_arguments_and_errors(tmp_path):
    @ag.function
    def scaled(x, factor=2, *, names=("a", "b")):
        return dict.fromkeys(names, x * factor)

    scaled(ag.constant([1.0]))
    scaled(ag.constant([1, 2]), 3, names=("c",))
    ag.saved_model.save({"f": scaled}, tmp_path / "m")
    loaded = ag.saved_model.load(tmp_path / "m")["f"]
    assert set(loaded(ag.constant([2.0]))) == {"a", "b"}
    np.testing.assert_array_equal(
        loaded(ag.constant([1, 5]), 3, names=("c",))["c"], [3, 15]
    )
    with pytest.raises(ag.errors.ConcreteArgumentError, match="float32\\[1\\]"):
        loaded(ag.constant([1.0]), 7)
    signature = scaled.pretty_printed_concrete_signatures()
    assert loaded.pretty_printed_concrete_signatures() == signature


def test_exceptions_of_the_program_are_raised(tmp_path):
    net = Net()
    ag.saved_model.save(net, tmp_path / "m")
    with pytest.raises(ValueError, match="a scale is positive"):
        ag.saved_model.load(tmp_path / "m").noise(ag.constant(-1.0))


def test_signatures_take_keywords_and_return_dicts(tmp_path):
    net = Net()
    shaped = ag.function(lambda x: (x + 1, [x]))
    concrete = shaped.get_concrete_function(x=ag.TensorSpec([None], ag.float32))
    signatures = {"count": net.collatz, "plus": concrete}
    ag.saved_model.save(net, tmp_path / "m", signatures=signatures)
    found = ag.saved_model.load(tmp_path / "m").signatures
    assert set(found) == {"count", "plus"}
    np.testing.assert_array_equal(
        found["count"](numbers=ag.constant([7]))["output_0"], [16]
    )
    result = found["plus"](x=ag.constant([1.0]))
    assert {name: value.numpy()[0] for name, value in result.items()} == {
        "output_0": 2.0,
        "output_1": 1.0,
    }
    assert found["plus"].structured_input_signature == (
        (),
        {"x": ag.TensorSpec([None], ag.float32)},
    )
    with pytest.raises(ag.errors.ConcreteArgumentError, match="takes x, by keyword"):
        found["plus"](y=ag.constant([1.0]))


def test_assets_come_along(tmp_path):
    for folder, text in (("a", "one"), ("b", "two")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "words.txt").write_text(text)
    module = ag.Module()
    module.words = [
        ag.saved_model.Asset(tmp_path / folder / "words.txt") for folder in "ab"
    ]
    ag.saved_model.save(module, tmp_path / "m")
    for folder in "ab":
        (tmp_path / folder / "words.txt").unlink()
    loaded = ag.saved_model.load(tmp_path / "m")
    assert [Path(each.path).read_text() for each in loaded.words] == ["one", "two"]
    Path(loaded.words[0].path).write_text("bad")
    with pytest.raises(ag.errors.DataLossError, match=r"words.txt is damaged"):
        ag.saved_model.load(tmp_path / "m")


def test_data_sets_of_files_are_read_where_they_are(tmp_path):
    (tmp_path / "a.txt").write_text("1\n2\n3\n")
    module = ag.Module()
    lines = ag.data.TextLineDataset(str(tmp_path / "a.txt"))
    module.numbers = lines.map(lambda x: ag.strings.to_number(x, ag.int32))
    table = tmp_path / "t.csv"
    table.write_text("a,b\n1,x\n2,y\n")
    module.rows = ag.data.experimental.CsvDataset(
        str(table), [ag.int32, ag.string], header=True
    )
    module.steps = ag.data.Dataset.range(4).flat_map(ag.data.Dataset.range)
    ag.saved_model.save(module, tmp_path / "m")
    loaded = ag.saved_model.load(tmp_path / "m")
    assert [int(each) for each in loaded.numbers] == [1, 2, 3]
    assert [(int(a), b.numpy()) for a, b in loaded.rows] == [(1, b"x"), (2, b"y")]
    assert [int(each) for each in loaded.steps] == [0, 0, 1, 0, 1, 2]


def test_data_sets_take_numbers_of_the_run(tmp_path):
    numbers = ag.data.Dataset.range(10)

    @ag.function
    def total(count, size):
        found = ag.constant(0, ag.int64)
        for batch in numbers.take(count).shard(2, 1).batch(size):
            found += ag.reduce_sum(batch)
        return found

    total(ag.constant(3), ag.constant(2))
    ag.saved_model.save(total, tmp_path / "m")
    loaded = ag.saved_model.load(tmp_path / "m")
    assert int(loaded(ag.constant(7), ag.constant(4))) == 1 + 3 + 5
    with pytest.raises(ag.errors.InvalidArgumentError, match="batch_size is 0"):
        loaded(ag.constant(7), ag.constant(0))


def _falls():
    @ag.function(python="allow")
    def f(x):
        statistics.mean([float(x)])
        return x

    with pytest.warns(ag.errors.PythonFallbackWarning):
        f(ag.constant(1.0))
    return f


def _calls_python():
    @ag.function
    def f(x):
        return ag.numpy_function(np.sort, [x], ag.float32)

    f(ag.constant([1.0]))
    return f


def _changes_a_list():
    @ag.function
    def f(items):
        items.append(ag.constant(1.0))

    f([])
    return f


def _prints_to_a_file():
    return ag.function(
        lambda x: ag.print(x, output_stream="file:///dev/null")
    ).get_concrete_function(ag.constant(1))


def _looks_up():
    return ag.function(
        lambda x: ag.raise_error(ValueError, [x], "{0.shape}")
    ).get_concrete_function(ag.constant(1))


def _draws_from_an_iterator():
    steps = iter(ag.data.Dataset.range(3))
    return ag.function(lambda: next(steps)).get_concrete_function()


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (_falls, r"plain Python runs a line of f\(\): .* is not converted"),
        (_calls_python, "return ag.numpy_function"),
        (_changes_a_list, "the caller's"),
        (lambda: ag.function(lambda x: x), "has no graph yet"),
        (_prints_to_a_file, "writes to a file of this machine"),
        (_looks_up, "looks up attributes in a template"),
        (_draws_from_an_iterator, "holds an iterator of a data set"),
        (object, "which cannot be saved"),
        (lambda: [ag.Module(), threading.Lock()], "which cannot be saved"),
    ],
    ids=[
        *("falls", "python-call", "changes", "no-graph", "prints", "looks-up"),
        *("iterator", "object", "in-a-list"),
    ],
)
def test_what_cannot_be_saved_is_refused_at_its_line(make, text, tmp_path):
    with pytest.raises(ag.errors.AutographError, match=text) as caught:
        ag.saved_model.save(make(), tmp_path / "m")
    assert f"{__file__}:" in str(caught.value)
    ours = [each for each in caught.traceback if each.path != Path(__file__)]
    assert len(ours) == 1  # `save` itself
    assert list(tmp_path.iterdir()) == []


def test_what_is_left_out_is_named(tmp_path):
    module = ag.Module()
    module.lock = threading.Lock()
    module.never_called = ag.function(lambda x: x)
    ag.saved_model.save(module, tmp_path / "m")
    loaded = ag.saved_model.load(tmp_path / "m")
    with pytest.raises(AttributeError, match=r"`lock` was not saved .* _thread.lock"):
        loaded.lock
    with pytest.raises(AttributeError, match=r"without graphs"):
        loaded.never_called
    with pytest.raises(AttributeError, match="no attribute 'other'"):
        loaded.other
    with pytest.raises(TypeError, match="cannot be called"):
        loaded(1)


@pytest.mark.parametrize(
    ("signature", "text"),
    [
        (3, "is 3, no function of ag.function"),
        ({"": None}, "has the name ''"),
        (ag.function(lambda x: x), "a function with 0 graphs"),
        (
            ag.function(lambda x, n: x).get_concrete_function(ag.constant(1), 2),
            "takes more than tensors",
        ),
        (
            ag.function(lambda x: x[0]).get_concrete_function([ag.constant(1)] * 2),
            "takes more than tensors",
        ),
    ],
)
def test_signatures_are_of_tensors(signature, text, tmp_path):
    with pytest.raises(ag.errors.SignatureError, match=text) as caught:
        ag.saved_model.save(ag.Module(), tmp_path / "m", signatures=signature)
    assert caught.value.origin.filename == __file__


def test_only_saved_models_are_replaced(tmp_path):
    target = tmp_path / "m"
    target.mkdir()
    ag.saved_model.save({"a": 1}, target)
    ag.saved_model.save({"a": 2}, target)
    assert ag.saved_model.load(target) == {"a": 2}
    assert [path.name for path in tmp_path.iterdir()] == ["m"]
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.txt").write_text("mine")
    with pytest.raises(ag.errors.InvalidArgumentError, match="is no saved model"):
        ag.saved_model.save({"a": 1}, tmp_path / "notes")
    assert (tmp_path / "notes" / "a.txt").read_text() == "mine"


def _newer(model):
    manifest = json.loads((model / "manifest.json").read_text())
    manifest["format"] = 99
    (model / "manifest.json").write_text(json.dumps(manifest))


def _outside(model):
    manifest = json.loads((model / "manifest.json").read_text())
    manifest["files"]["../x"] = manifest["files"]["values.npz"]
    (model / "manifest.json").write_text(json.dumps(manifest))


def _linked(model):
    (model / "values.npz").rename(model.parent / "values.npz")
    (model / "values.npz").symlink_to(model.parent / "values.npz")


def _of_no_op(model):
    path, manifest = model / "graphs.json", model / "manifest.json"
    path.write_text(json.dumps({"graphs": [{"name": 3}], "functions": []}))
    held = json.loads(manifest.read_text())
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    held["files"][path.name] = {"bytes": path.stat().st_size, "sha256": digest}
    manifest.write_text(json.dumps(held))


def _longer(model):
    with (model / "graphs.json").open("ab") as file:
        file.write(b" ")


@pytest.mark.parametrize(
    ("damage", "kind", "text"),
    [
        (lambda m: (m / "manifest.json").unlink(), "NotFoundError", "no saved model"),
        (_newer, "UnimplementedError", "is of format 99; .* reads formats up to 1"),
        (_outside, "DataLossError", "'../x' is no file of a saved model"),
        (_linked, "DataLossError", "values.npz is damaged: it is no file"),
        (_of_no_op, "DataLossError", "m is damaged: '3' is no str"),
        (_longer, "DataLossError", r"graphs.json is damaged: it has not \d+"),
        (lambda m: (m / "graphs.json").unlink(), "DataLossError", "it is no file"),
    ],
)
def test_damage_is_told_at_the_line_that_loads(damage, kind, text, tmp_path):
    ag.saved_model.save({"a": np.arange(3)}, tmp_path / "m")
    damage(tmp_path / "m")
    with pytest.raises(getattr(ag.errors, kind), match=text) as caught:
        ag.saved_model.load(tmp_path / "m")
    assert caught.value.origin.filename == __file__
    name = test_damage_is_told_at_the_line_that_loads.__name__
    assert caught.value.origin.function == name
    # A script has no frames around the line that loads.
    code = f"import autograph; autograph.saved_model.load({str(tmp_path / 'm')!r})"
    found = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(Path(ag.__file__).parents[1])},
        check=False,
        capture_output=True,
        text=True,
    )
    last = found.stderr.partition("\nautograph.errors.")[2]
    assert last.startswith(f"{kind}: "), found.stderr


@pytest.mark.parametrize(
    "count", [100, pytest.param(10_000, marks=pytest.mark.long)], ids=str
)
def test_damaged_models_are_errors_or_verify(count, tmp_path):
    model = tmp_path / "model"
    ag.saved_model.save(trained(), model)
    (tmp_path / "work").mkdir()
    script = Path(__file__).with_name("mutations.py")
    found = subprocess.run(
        [sys.executable, script, model, tmp_path / "work", "0", str(count)],
        env={**os.environ, "PYTHONPATH": str(Path(ag.__file__).parents[1])},
        check=False,
        capture_output=True,
        text=True,
    )
    assert found.returncode == 0, found.stdout + found.stderr


class _Pair(NamedTuple):
    a: Any
    b: Any


@ag.function(
    input_signature=[
        _Pair(ag.TensorSpec([None], ag.float32), ag.TensorSpec([], ag.int32))
    ]
)
def _of_a_pair(p):
    return p.a * ag.cast(p.b, ag.float32), p


@ag.function(input_signature=[ag.TensorSpec([2], ag.float64)])
def _of_two(x):
    return x + 1.0


@ag.function
def _sliced(x, part=slice(1, 3)):
    return x[part]


def _own_pair():
    """Return a class like that of the source, as a program that loads has it."""
    return NamedTuple("_Pair", [("a", Any), ("b", Any)])


@pytest.mark.parametrize(
    ("function", "first", "call"),
    [
        (_of_a_pair, None, lambda f, pair: f(pair([1.0, 2.0], 3))[0]),
        (_of_a_pair, None, lambda f, pair: f(p=pair(np.ones(2, "f"), np.int32(2)))[0]),
        (_of_two, None, lambda f, _: f([1, 2])),
        (_of_two, None, lambda f, _: f(np.array([1.0, 2.0], "f"))),
        (_sliced, [ag.range(5)], lambda f, _: f(ag.range(5))),
        (_sliced, [ag.range(5)], lambda f, _: f(ag.range(5), slice(1, 3))),
    ],
    ids=["pair", "arrays", "list", "cast", "default", "slice"],
)
def test_loaded_functions_take_what_the_original_takes(function, first, call, tmp_path):
    if first is not None:
        function(*first)
    ag.saved_model.save(function, tmp_path / "m")
    loaded = ag.saved_model.load(tmp_path / "m")
    expected = call(function, _Pair)
    found = call(loaded, _own_pair())
    np.testing.assert_array_equal(found, expected)
    assert found.dtype == expected.dtype


def test_loaded_functions_refuse_what_their_signature_does(tmp_path):
    ag.saved_model.save(_of_two, tmp_path / "m")
    loaded = ag.saved_model.load(tmp_path / "m")
    for f in (_of_two, loaded):
        with pytest.raises(
            ag.errors.InputMismatchError, match=r"x has the shape \(3,\)"
        ):
            f([1.0, 2.0, 3.0])
    assert loaded.get_concrete_function().name == "_of_two"


def test_what_a_graph_does_not_take_is_told(tmp_path):
    data = ag.data.Dataset.range(3)

    @ag.function
    def f(config, data):
        total = config["x"] * 0
        for name in config:
            total += config[name]
        return data.reduce(total, lambda s, _: s + 1)

    f({"x": ag.constant(1), "y": ag.constant(2)}, data)
    ag.saved_model.save(f, tmp_path / "m")
    loaded = ag.saved_model.load(tmp_path / "m")
    one = ag.constant(1)
    for given, text in (
        ({"y": one, "x": one}, "it looks at the order of the keys"),
        ({"x": one, "y": one}, "was traced for another object in data, which is gone"),
    ):
        with pytest.raises(ag.errors.ConcreteArgumentError, match=text):
            loaded(given, data)


def test_models_that_were_loaded_keep_signatures_and_names(tmp_path):
    module = ag.Module()
    module._call, module.lock = 3, threading.Lock()
    ag.saved_model.save(module, tmp_path / "a", signatures=_of_two)
    once = ag.saved_model.load(tmp_path / "a")
    ag.saved_model.save(once, tmp_path / "b")
    twice = ag.saved_model.load(tmp_path / "b")
    x = ag.constant([1.0, 2.0], ag.float64)
    for each in (once, twice):
        assert each._call == 3
        assert repr(each) == "<Module, loaded>"
        found = each.signatures["serving_default"](x=x)
        np.testing.assert_array_equal(found["output_0"], [2.0, 3.0])
        with pytest.raises(AttributeError, match="`lock` was not saved"):
            each.lock
    signatures = {"again": once.signatures["serving_default"]}
    ag.saved_model.save(module, tmp_path / "c", signatures=signatures)
    assert set(ag.saved_model.load(tmp_path / "c").signatures) == {"again"}
    module.signatures = ["mine"]
    with pytest.raises(ag.errors.SignatureError, match="has an attribute `signatures`"):
        ag.saved_model.save(module, tmp_path / "d", signatures=_of_two)
    ag.saved_model.save(module, tmp_path / "d")
    assert ag.saved_model.load(tmp_path / "d").signatures == ["mine"]
