"""Checkpoints bring back what they saved, by path, also what is made later."""

import gc
import json
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import autograph as ag
from graph.variable import WAITING


class Layer(ag.Module):
    """Its variables are made in the first call."""

    def __init__(self):
        self.kernel = None

    def __call__(self, x):
        if self.kernel is None:
            self.kernel = ag.Variable(ag.zeros([x.shape[-1], 2]), name="kernel")
            self.bias = ag.Variable([1.0, 2.0], name="bias")
        return x @ self.kernel + self.bias


class Net(ag.Module):
    """Two layers in a list, one of them under another name as well."""

    def __init__(self):
        self.layers = [Layer(), Layer()]
        self.table = {"a/b": ag.Variable("x"), "last": self.layers[1]}
        self.steps = ag.Variable(0)

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


def filled(seed=0):
    net = Net()
    net(ag.ones([1, 3]))
    rng = np.random.default_rng(seed)
    for variable in net.variables:
        if variable.dtype == ag.float32:
            variable.assign(rng.normal(size=variable.shape).astype("f"))
    net.table["a/b"].assign("é")
    net.steps.assign(7)
    return net


def values(net):
    return [np.asarray(variable.numpy()).tolist() for variable in net.variables]


def test_a_checkpoint_is_an_archive_of_numpys(tmp_path):
    net = filled()
    path = ag.train.Checkpoint(net=net).save(tmp_path / "ckpt")
    assert path == str(tmp_path / "ckpt-1")
    with np.load(path + ".npz") as archive:
        assert set(archive.files) == {
            "net/layers/0/kernel",
            "net/layers/0/bias",
            "net/layers/1/kernel",
            "net/layers/1/bias",
            "net/steps",
            "save_counter",
            ".checkpoint",
        }
        np.testing.assert_array_equal(
            archive["net/layers/0/kernel"], net.layers[0].kernel.numpy()
        )
    assert ("net/table/a.sb", []) in ag.train.list_variables(path)
    assert ag.train.load_variable(path, "net/steps") == 7


def test_all_is_restored_at_once_where_it_is_there(tmp_path):
    net = filled()
    path = ag.train.Checkpoint(net=net).save(tmp_path / "ckpt")
    other = filled(seed=1)
    other.steps.assign(0)
    status = ag.train.Checkpoint(net=other).restore(path)
    status.assert_consumed()
    assert values(other) == values(net)


@pytest.mark.parametrize("decorate", [lambda f: f, ag.function], ids=["eager", "graph"])
def test_what_is_made_later_is_restored_then(decorate, tmp_path):
    net = filled()
    x = ag.constant([[1.0, 2.0, 3.0]])
    path = ag.train.Checkpoint(net=net).save(tmp_path / "ckpt")
    other = Net()
    status = ag.train.Checkpoint(net=other).restore(path)
    with pytest.raises(ag.errors.FailedPreconditionError, match=r"layers/0/bias"):
        status.assert_consumed()
    np.testing.assert_array_equal(decorate(other.__call__)(x), net(x))
    status.assert_consumed()
    assert values(other) == values(net)
    assert Layer()(x).numpy().tolist() == [[1.0, 2.0]]  # one of no checkpoint


def test_a_module_waits_for_its_variables_without_its_checkpoint(tmp_path):
    net = filled()
    path = ag.train.Checkpoint(net=net).save(tmp_path / "ckpt")
    other, root = Net(), Net()
    ag.train.Checkpoint(net=other).restore(path)
    ag.train.Checkpoint(root).restore(ag.train.Checkpoint(net).save(tmp_path / "root"))
    gc.collect()
    for each in (other, root):
        each(ag.ones([1, 3]))
        assert values(each) == values(net)


def test_what_waits_ends_with_its_module_or_when_all_is_found(tmp_path):
    path = ag.train.Checkpoint(net=filled()).save(tmp_path / "ckpt")
    before, kept = len(WAITING), []
    nets = [Net() for _ in range(5)]
    for net in nets:
        checkpoint = ag.train.Checkpoint(net=net)
        checkpoint.restore(path)
        checkpoint.restore(path)
        kept.append(ag.Variable(1.0))  # of no checkpoint, and never read
    assert len(WAITING) == before + 5
    net(ag.ones([1, 3])).numpy()
    for variable in net.variables:
        variable.numpy()
    assert len(WAITING) == before + 4
    del nets, net, checkpoint
    gc.collect()
    assert len(WAITING) == before
    assert float(kept[0]) == 1.0


def test_what_was_assigned_before_it_is_read_stays(tmp_path):
    path = ag.train.Checkpoint(net=filled()).save(tmp_path / "ckpt")
    other = Net()
    checkpoint = ag.train.Checkpoint(net=other)
    checkpoint.restore(path)
    other.layers[0].kernel = ag.Variable(ag.zeros([3, 2]))
    other.layers[0].kernel.assign(ag.ones([3, 2]))
    np.testing.assert_array_equal(other.layers[0].kernel, np.ones([3, 2]))


def test_one_object_under_two_names_is_saved_once_and_found_under_either(tmp_path):
    net = filled()
    last = net.layers[1]
    path = ag.train.Checkpoint(net=net, last=last).save(tmp_path / "ckpt")
    names = [name for name, _ in ag.train.list_variables(path)]
    assert sum(name.endswith("kernel") for name in names) == 2
    for kwargs in ({"net": Net()}, {"last": Layer()}):
        checkpoint = ag.train.Checkpoint(**kwargs)
        status = checkpoint.restore(path)
        (found,) = kwargs.values()
        layer = found.layers[1] if isinstance(found, Net) else found
        layer(ag.ones([1, 2]))
        status.assert_nontrivial_match()
        np.testing.assert_array_equal(layer.kernel, last.kernel.numpy())


def test_a_root_is_saved_under_its_own_names(tmp_path):
    net = filled()
    path = ag.train.Checkpoint(net).write(tmp_path / "x")
    assert "steps" in dict(ag.train.list_variables(path))
    other = filled(seed=1)
    ag.train.Checkpoint(other).restore(path).assert_consumed()
    assert values(other) == values(net)


def _reshaped(net):
    net.layers[1].bias = ag.Variable(ag.zeros([3]))


def _of_other_dtype(net):
    net.layers[1].bias = ag.Variable(ag.zeros([2], ag.float64))


@pytest.mark.parametrize(
    ("change", "kind", "text"),
    [
        (
            _reshaped,
            ag.errors.ShapeError,
            r"float32\[2\] for `net/.*, which is float32",
        ),
        (_of_other_dtype, ag.errors.DTypeError, r"which is float64\[2\]"),
    ],
)
def test_what_does_not_fit_changes_nothing(change, kind, text, tmp_path):
    path = ag.train.Checkpoint(net=filled()).save(tmp_path / "ckpt")
    other = filled(seed=1)
    change(other)
    before = values(other)
    with pytest.raises(kind, match=text) as caught:
        ag.train.Checkpoint(net=other).restore(path)
    assert caught.value.origin.filename == __file__
    assert values(other) == before


def test_what_does_not_match_is_named(tmp_path):
    path = ag.train.Checkpoint(net=filled()).save(tmp_path / "ckpt")
    failed = ag.errors.FailedPreconditionError
    status = ag.train.Checkpoint(model=filled()).restore(path)
    with pytest.raises(failed, match=r"has no `model/\w+"):
        status.assert_existing_objects_matched()
    with pytest.raises(failed, match=r"nothing of .*ckpt-1 was found"):
        status.assert_nontrivial_match()
    assert status.expect_partial() is status
    fresh = ag.train.Checkpoint(net=filled())
    assert fresh.restore(None).expect_partial()
    with pytest.raises(failed, match="nothing has no"):
        fresh.restore(None).assert_consumed()


@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (
            lambda c, p: c.restore(p / "none-1"),
            ag.errors.NotFoundError,
            "no checkpoint .*none-1",
        ),
        (
            lambda c, p: ag.train.Checkpoint(a=3),
            ag.errors.InvalidArgumentError,
            "`a` is a int",
        ),
        (
            lambda c, p: ag.train.CheckpointManager(c, p, 0),
            ag.errors.InvalidArgumentError,
            "max_to_keep is 0",
        ),
        (
            lambda c, p: ag.train.CheckpointManager(c, p, 1, checkpoint_interval=2),
            ag.errors.InvalidArgumentError,
            "needs a step_counter",
        ),
        (
            lambda c, p: ag.function(lambda: c.save(p / "x"), python="refuse")(),
            ag.errors.SideEffectError,
            "while a function is traced",
        ),
        (
            lambda c, p: ag.train.load_variable(c.save(p / "x"), "y"),
            ag.errors.NotFoundError,
            "no variable 'y'",
        ),
    ],
)
def test_mistakes_are_told_at_their_line(call, kind, text, tmp_path):
    checkpoint = ag.train.Checkpoint(v=ag.Variable(1.0))
    with pytest.raises(kind, match=text) as caught:
        call(checkpoint, tmp_path)
    assert f"{__file__}:" in str(caught.value)


def test_each_byte_that_changes_is_told(tmp_path):
    checkpoint = ag.train.Checkpoint(net=filled())
    path = Path(checkpoint.save(tmp_path / "ckpt") + ".npz")
    data = path.read_bytes()
    rng = np.random.default_rng(0)
    told = 0
    for place in rng.choice(len(data), 300, replace=False).tolist():
        changed = bytearray(data)
        changed[place] ^= 0x55
        path.write_bytes(bytes(changed))
        before = values(checkpoint.net)
        try:
            checkpoint.restore(str(path))
        except (ag.errors.DataLossError, ag.errors.AutographError):
            told += 1
        else:  # of a date, or another thing of the archive that has no meaning here
            assert values(checkpoint.net) == before
    assert told > 150


def _pipeline(tmp_path):
    (tmp_path / "a.txt").write_text("".join(f"{i}\n" for i in range(20)))
    lines = ag.data.TextLineDataset(str(tmp_path / "a.txt"))
    numbers = lines.map(lambda x: ag.strings.to_number(x, ag.int32))
    noisy = numbers.map(
        lambda x: ag.cast(x, ag.float32) + ag.random.uniform([]), num_parallel_calls=2
    )
    return noisy.shuffle(7).shuffle(5, seed=3).repeat(2).batch(3).prefetch(2)


@pytest.mark.parametrize("taken", [0, 1, 5, 9, 14])
def test_iterators_go_on_where_they_stood(taken, tmp_path):
    data = _pipeline(tmp_path)
    for _ in data:  # an epoch before, which shuffles in another order
        pass
    steps = iter(data)
    generator = ag.random.Generator.from_seed(1)
    checkpoint = ag.train.Checkpoint(steps=steps, generator=generator)
    for _ in range(taken):
        next(steps)
        generator.normal([])
    path = checkpoint.save(tmp_path / "ckpt")
    rest = [each.numpy().tolist() for each in steps]
    drawn = generator.normal([3]).numpy().tolist()

    again = iter(_pipeline(tmp_path))
    other = ag.random.Generator.from_seed(2)

    @ag.function
    def step():
        return next(again)

    if taken > 5:
        step()  # its graph goes on with the iterator that is restored
    ag.train.Checkpoint(steps=again, generator=other).restore(path).assert_consumed()
    assert [step().numpy().tolist() for _ in rest] == rest
    with pytest.raises(StopIteration):
        next(again)
    assert other.normal([3]).numpy().tolist() == drawn


def test_a_manager_keeps_the_last_ones(tmp_path):
    v = ag.Variable(0)
    manager = ag.train.CheckpointManager(ag.train.Checkpoint(v=v), tmp_path, 2)
    assert manager.latest_checkpoint is None
    assert manager.restore_or_initialize() is None
    for number in range(5):
        v.assign(number)
        manager.save()
    assert manager.checkpoints == [str(tmp_path / f"ckpt-{n}") for n in (4, 5)]
    files = sorted(path.name for path in tmp_path.iterdir())
    assert files == ["checkpoint", "ckpt-4.npz", "ckpt-5.npz"]
    assert ag.train.latest_checkpoint(tmp_path) == str(tmp_path / "ckpt-5")

    w = ag.Variable(-1)
    later = ag.train.CheckpointManager(ag.train.Checkpoint(v=w), tmp_path, 2)
    assert later.restore_or_initialize() == str(tmp_path / "ckpt-5")
    assert int(w) == 4
    assert later.save() == str(tmp_path / "ckpt-6")
    assert len(later.checkpoints) == 2


def test_threads_that_save_are_all_noted(tmp_path):
    checkpoint = ag.train.Checkpoint(v=ag.Variable(0))
    manager = ag.train.CheckpointManager(checkpoint, tmp_path / "m", None)

    def save():
        for _ in range(5):
            checkpoint.save(tmp_path / "c")
            manager.save()

    threads = [threading.Thread(target=save) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    numbers = []
    for folder in (tmp_path, tmp_path / "m"):
        names = json.loads((folder / "checkpoint").read_text())["checkpoints"]
        assert {f"{name}.npz" for name in names} == {
            x.name for x in folder.glob("*.npz")
        }
        numbers += [int(name.partition("-")[2]) for name in names]
    assert sorted(numbers) == list(range(1, 41))


def test_a_save_that_fails_is_not_counted(tmp_path):
    checkpoint = ag.train.Checkpoint(v=ag.Variable(0))
    manager = ag.train.CheckpointManager(checkpoint, tmp_path / "m", None)
    manager.save()
    (tmp_path / "m" / "ckpt-2.npz").mkdir()  # in the way
    with pytest.raises(IsADirectoryError):
        manager.save()
    assert int(checkpoint.save_counter) == 1
    assert manager.checkpoints == [str(tmp_path / "m" / "ckpt-1")]
    assert not list((tmp_path / "m").glob(".*"))
    (tmp_path / "m" / "ckpt-2.npz").rmdir()
    assert manager.save() == str(tmp_path / "m" / "ckpt-2")


def test_a_manager_saves_at_intervals_of_steps(tmp_path):
    step = ag.Variable(0)
    manager = ag.train.CheckpointManager(
        ag.train.Checkpoint(step=step),
        tmp_path,
        None,
        step_counter=step,
        checkpoint_interval=3,
        checkpoint_name="model",
    )
    saved = []
    for number in range(8):
        step.assign(number)
        if manager.save():
            saved.append(number)
    assert saved == [0, 3, 6]
    assert manager.save(check_interval=False, checkpoint_number=40)
    assert manager.latest_checkpoint == str(tmp_path / "model-40")


_WRITER = """
    import sys
    import numpy as np
    import autograph as ag

    v = ag.Variable(np.zeros(40_000))
    w = ag.Variable(np.zeros(40_000))
    checkpoint = ag.train.Checkpoint(v=v, w=w)
    manager = ag.train.CheckpointManager(checkpoint, sys.argv[1], 2)
    manager.restore_or_initialize()
    print("ready", flush=True)
    while True:
        v.assign(v + 1.0)
        w.assign(w + 1.0)
        manager.save()
"""


@pytest.mark.parametrize(
    "kills", [2, pytest.param(200, marks=pytest.mark.long)], ids=str
)
def test_a_writer_that_is_killed_leaves_whole_checkpoints(kills, tmp_path):
    rng = np.random.default_rng(0)
    last = -1.0
    for _ in range(kills):
        writer = subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(_WRITER), tmp_path],
            env={**os.environ, "PYTHONPATH": str(Path(ag.__file__).parents[1])},
            stdout=subprocess.PIPE,
        )
        assert writer.stdout.readline() == b"ready\n"
        time.sleep(float(rng.uniform(0, 0.05)))
        writer.send_signal(signal.SIGKILL)
        writer.wait()
        writer.stdout.close()
        v, w = ag.Variable(np.zeros(40_000)), ag.Variable(np.zeros(40_000))
        checkpoint = ag.train.Checkpoint(v=v, w=w)
        latest = ag.train.latest_checkpoint(tmp_path)
        checkpoint.restore(latest)
        assert v.numpy().min() == v.numpy().max() == w.numpy().min()
        assert float(v.numpy()[0]) >= last
        last = float(v.numpy()[0])
        state = json.loads((tmp_path / "checkpoint").read_text() if latest else "{}")
        for name in state.get("checkpoints", {}):
            checkpoint.restore(str(tmp_path / name)).assert_consumed()
    ag.train.CheckpointManager(checkpoint, tmp_path, 2)
    assert not list(tmp_path.glob(".*"))
