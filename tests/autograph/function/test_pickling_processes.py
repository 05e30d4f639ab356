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
from autograph.function.pickling import LoadedFunction
from tests.autograph import pickled

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[3]
X = ag.constant([0.5, 2.0])


def run_elsewhere(*args, data=b""):
    """Run Python in a process that knows the library alone; return its output."""
    found = subprocess.run(
        [sys.executable, *map(str, args)],
        input=data, capture_output=True, check=False, timeout=120, cwd="/",
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert found.returncode == 0, found.stderr.decode()
    return found.stdout


HIDDEN = """
import sys, pickle, traceback
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.startswith("tests"):
            raise ImportError(name)
sys.meta_path.insert(0, Refuse())
import autograph as ag
pointed, inner, pick = pickle.load(sys.stdin.buffer)
x = ag.constant([0.5, 2.0])
first = pointed(x, x * 2.0)
print(type(first).__name__, first.x.numpy().tolist(), first.y['x'][1])
print(inner(x, ag.constant(1))['total'].numpy().tolist())
try:
    pointed(x, ag.constant([1, 2]))
except ag.errors.InvalidArgumentError as error:
    print('refused')
try:
    pick(x, ag.constant(9))
except IndexError as error:
    print(traceback.extract_tb(error.__traceback__)[-1].name)
"""


def test_functions_run_and_raise_where_their_module_cannot_be_imported():
    def pick(x, n):
        return x[n]

    pointed = pickled.pointed.get_concrete_function(pickled.Point(X, X * 2.0))
    inner, weight = pickled.unnamed()
    inner(X, ag.constant(1))
    picked = ag.function(pick).get_concrete_function(X, ag.constant(0))
    data = pickle.dumps((pointed, inner, picked))
    assert run_elsewhere("-c", HIDDEN, data=data).decode().splitlines() == [
        "Point [1.0, 4.0] None",
        "[1.0, 8.0]",
        "refused",
        "pick",
    ]
    del weight


def _call(pair):
    function, x = pair
    found = function(ag.constant(x))
    return [np.asarray(leaf).tolist() for leaf in ag.nest.flatten(found)]


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
    functions = [local, pickled.scaled.get_concrete_function(X), pickled.scaled]
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
    with open(sys.argv[1], "wb") as file:
        file.write(pickle.dumps(f))
    f(x)
    sys.stdout.flush()
    with open(sys.argv[2], "wb") as file:
        cloudpickle.dump(f, file)
"""


def test_functions_of_main_are_found_there_or_run_as_graphs(tmp_path):
    script, without, data = (tmp_path / name for name in ("script.py", "none", "data"))
    script.write_text(MAIN)
    assert run_elsewhere(script, without, data).split() == [b"[2.0,", b"4.0]"]
    loaded = pickle.loads(data.read_bytes())
    assert isinstance(loaded, LoadedFunction)
    assert loaded(ag.constant([1.0, 2.0])).numpy().tolist() == [2.0, 4.0]
    with pytest.raises(pickle.PicklingError, match="of another process's __main__"):
        pickle.loads(without.read_bytes())
