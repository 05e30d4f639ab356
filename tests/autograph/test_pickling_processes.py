"""Functions, concrete functions and graphs in and out of other processes."""

import multiprocessing
import os
import pickle
import subprocess
import sys
from pathlib import Path

import joblib
import numpy as np
import pytest

import autograph as ag
from autograph.pickling import LoadedFunction
from tests.autograph import pickled

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
X = ag.constant([0.5, 2.0])


def leaves(value):
    return [np.asarray(leaf).tolist() for leaf in ag.nest.flatten(value)]


def run_elsewhere(script, *paths, data=b""):
    """Run a script in a process that knows the library alone."""
    found = subprocess.run(
        [sys.executable, "-c", script, *map(str, paths)],
        input=data, capture_output=True, check=False, timeout=120, cwd="/",
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert found.returncode == 0, found.stderr.decode()
    return found.stdout.decode()


HIDDEN = """
import sys, pickle
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.startswith("tests"):
            raise ImportError(name)
sys.meta_path.insert(0, Refuse())
import autograph as ag
loaded = pickle.load(sys.stdin.buffer)
"""


def test_a_concrete_function_runs_where_its_module_cannot_be_imported():
    concrete = pickled.pointed.get_concrete_function(pickled.Point(X, X * 2.0))
    inner, weight = pickled.unnamed()
    inner(X, ag.constant(1))
    script = HIDDEN + (
        "x = ag.constant([0.5, 2.0])\n"
        "first = loaded[0](x, x * 2.0)\n"
        "print(type(first).__name__, first.x.numpy().tolist(), first.y['x'][1])\n"
        "print(loaded[1](x, ag.constant(1))['total'].numpy().tolist())\n"
        "try: loaded[0](x, ag.constant([1, 2]))\n"
        "except ag.errors.InvalidArgumentError as error: print('refused')\n"
    )
    found = run_elsewhere(script, data=pickle.dumps((concrete, inner)))
    assert found.splitlines() == [
        "Point [1.0, 4.0] None",
        "[1.0, 8.0]",
        "refused",
    ]
    del weight


def test_an_error_elsewhere_is_told_at_the_users_line():
    def pick(x, n):
        return x[n]

    concrete = ag.function(pick).get_concrete_function(X, ag.constant(0))
    script = HIDDEN + (
        "import traceback\n"
        "try: loaded(ag.constant([0.5, 2.0]), ag.constant(9))\n"
        "except IndexError as error:\n"
        "    print(traceback.extract_tb(error.__traceback__)[-1].name)\n"
    )
    assert run_elsewhere(script, data=pickle.dumps(concrete)).split() == ["pick"]


def _call(pair):
    function, x = pair
    return leaves(function(ag.constant(x)))


def test_functions_go_to_processes_of_multiprocessing_and_back():
    concrete = pickled.scaled.get_concrete_function(X)
    context = multiprocessing.get_context("spawn")
    tasks = [
        (pickled.scaled, [1.0, 2.0]),
        (concrete, [3.0, 4.0]),
        (pickled.Model(2.0).weigh, [1.0, 5.0]),
        (pickled.scaled, [-1.0, 0.0]),
    ]
    with context.Pool(2) as pool:
        found = pool.map(_call, tasks)
        returned = pool.apply_async(pickled.scaled.get_concrete_function, (X,))
        concrete = returned.get(120)
    assert found == [[[2.0, 4.0]], [[6.0, 8.0]], [[2.0, 10.0]], [[2.0, -0.0]]]
    assert concrete(X).numpy().tolist() == [1.0, 4.0]


def test_functions_go_to_processes_of_joblib():
    local = ag.function(lambda x: x * 3.0)
    local(X)
    concrete = pickled.scaled.get_concrete_function(X)
    functions = [local, concrete, pickled.scaled]
    run = joblib.delayed(_call)
    found = joblib.Parallel(n_jobs=2)(run((f, [1.0, 2.0])) for f in functions)
    assert found == [[[3.0, 6.0]], [[2.0, 4.0]], [[2.0, 4.0]]]


MAIN = """
import multiprocessing, pickle, sys
import cloudpickle
import autograph as ag

@ag.function
def f(x):
    return x * 2.0 if ag.reduce_sum(x) > 0 else x

if __name__ == "__main__":
    x = ag.constant([1.0, 2.0])
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        print(pool.apply(f, (x,)).numpy().tolist())
    assert pickle.loads(pickle.dumps(f)) is f
    f(x)
    sys.stdout.flush()
    with open(sys.argv[1], "wb") as file:
        cloudpickle.dump(f, file)
"""


def test_functions_of_main_are_found_there_or_run_as_graphs(tmp_path):
    script, data = tmp_path / "script.py", tmp_path / "data"
    script.write_text(MAIN)
    found = subprocess.run(
        [sys.executable, script, data],
        capture_output=True, check=False, timeout=120,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert found.returncode == 0, found.stderr.decode()
    assert found.stdout.split() == [b"[2.0,", b"4.0]"]
    loaded = pickle.loads(data.read_bytes())
    assert isinstance(loaded, LoadedFunction)
    assert loaded(ag.constant([1.0, 2.0])).numpy().tolist() == [2.0, 4.0]


def test_a_function_of_another_main_without_graphs_is_refused():
    script = (
        "import sys, pickle\nimport autograph as ag\n"
        "def f(x): return x\n"
        "f = ag.function(f)\n"
        "sys.stdout.buffer.write(pickle.dumps(f))"
    )
    found = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True, check=True, timeout=120,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    with pytest.raises(pickle.PicklingError, match="of another process's __main__"):
        pickle.loads(found.stdout)
