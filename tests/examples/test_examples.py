"""The examples against plain Python: truths written without the library.

Each example is also compared with its own undecorated function, to the bit, and run as
the script that it is.
"""

import math
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import autograph as ag
from autograph.testing import assert_agrees
from autograph.testing.agreement import Verdict, compare, outcome_of
from examples import (
    bisection,
    calculator,
    collatz,
    iir,
    interpreter,
    kmeans,
    life,
    maml,
    mandelbrot,
    newton,
    ode,
    training,
    word_counts,
)

# Each example is called with arguments of many kinds here.
pytestmark = pytest.mark.filterwarnings("ignore::autograph.errors.RetracingWarning")

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = sorted((ROOT / "examples").glob("*.py"))


@pytest.mark.long
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_script_runs(script, tmp_path):
    done = subprocess.run(
        [sys.executable, "-W", "error", script],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip()


SOME_POINTS = kmeans.blobs(1, size=4)
# Arguments in two sizes.
ANY_SIZE = {
    mandelbrot.escape_times: [(mandelbrot.grid(3, 4), 9), (mandelbrot.grid(1, 7), 20)],
    kmeans.kmeans: [
        (SOME_POINTS, SOME_POINTS[:2]),
        (SOME_POINTS[:9], SOME_POINTS[:4]),
    ],
    iir.filter_bank: [
        (np.arange(5.0), *iir.band_pass([100.0, 200.0], 1000)),
        (np.arange(0.0), *iir.band_pass([100.0], 1000)),
    ],
    life.life: [(life.GLIDER, 4), (life.ACORN, 3)],
    interpreter.run: [
        (np.array(interpreter.GCD), interpreter.start(12, 8), 99),
        (np.array(interpreter.FACTORIAL), interpreter.start(4, size=3), 99),
    ],
    calculator.evaluate: [
        (calculator.codes("1 + 2"),),
        (calculator.codes("12*3*4 - 7"),),
    ],
    newton.square_roots: [(np.arange(3.0),), (np.ones((2, 3)),)],
}


@pytest.mark.parametrize("function", ANY_SIZE, ids=str)
def test_one_graph_does_for_every_size(function):
    calls = [tuple(map(ag.constant, call)) for call in ANY_SIZE[function]]
    specs = []
    for one, other in zip(*calls, strict=True):
        shape = [
            n if n == m else None for n, m in zip(one.shape, other.shape, strict=False)
        ]
        is_of_one_rank = one.ndim == other.ndim
        specs.append(ag.TensorSpec(shape if is_of_one_rank else None, one.dtype))
    concrete = function.get_concrete_function(*specs)
    for call in calls:
        expected = outcome_of(function.python_function, call, {})
        agreement = compare(expected, outcome_of(concrete, call, {}))
        assert agreement.verdict in (Verdict.SAME, Verdict.ALLOWED), agreement


# -- Collatz


def plain_collatz(n):
    return 0 if n == 1 else 1 + plain_collatz(n // 2 if n % 2 == 0 else 3 * n + 1)


@pytest.mark.parametrize("n", [1, 2, 3, 7, 27, 97, 871, 2**40])
def test_collatz_counts_steps(n):
    assert collatz.collatz(np.int64(n)).numpy() == plain_collatz(n)
    assert_agrees(collatz.collatz, ag.constant(n, ag.int64))


@pytest.mark.parametrize("limit", [1, 2, 3, 10, 30])
def test_collatz_longest_is_the_first_of_the_longest(limit):
    expected = max(range(1, max(limit, 2)), key=plain_collatz)
    start, steps = collatz.longest(np.int64(limit))
    assert (start.numpy(), steps.numpy()) == (expected, plain_collatz(expected))
    assert_agrees(collatz.longest, ag.constant(limit))


# -- Newton


@pytest.mark.parametrize("x", [1.0, 2.0, 0.25, 1e-8, 1e100, 0.0, 49.0])
def test_newton_finds_the_square_root(x):
    root, _ = newton.square_root(np.float64(x))
    assert root.numpy() == pytest.approx(math.sqrt(x), rel=1e-15, abs=1e-7)
    assert_agrees(newton.square_root, ag.constant(x, ag.float64))
    assert_agrees(newton.square_root, ag.constant(x, ag.float64), tolerance=0.1)


def test_newton_raises_as_python_does():
    with pytest.raises(ValueError, match="negative number is not real"):
        newton.square_root(np.float64(-1.0))
    assert_agrees(newton.square_root, ag.constant(-1.0))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(
    "x", [[], [0.0], [4.0], [0.0, 1e-20, 1.0, 2.0, 1e9], [[2.0, 3.0], [5.0, 7.0]]]
)
def test_newton_finds_square_roots_of_arrays(x, dtype):
    x = np.array(x, dtype)
    roots = newton.square_roots(x).numpy()
    assert roots.dtype == dtype
    np.testing.assert_allclose(roots, np.sqrt(x), rtol=4 * np.finfo(dtype).eps)
    assert_agrees(newton.square_roots, ag.constant(x))


# -- Mandelbrot


def plain_escape_time(c, limit):
    z = 0j
    for step in range(limit):
        z = z * z + c
        if abs(z) > 2:
            return step
    return limit


@pytest.mark.parametrize("shape", [(9, 13), (1, 1), (3, 0)])
@pytest.mark.parametrize("limit", [0, 1, 40])
def test_mandelbrot_counts_steps_to_escape(shape, limit):
    c = mandelbrot.grid(*shape) if all(shape) else np.zeros(shape, complex)
    times = mandelbrot.escape_times(c, ag.constant(limit)).numpy()
    expected = [[plain_escape_time(point, limit) for point in row] for row in c]
    assert times.tolist() == expected
    assert_agrees(mandelbrot.escape_times, ag.constant(c), ag.constant(limit))
    assert_agrees(mandelbrot.escape_times, ag.constant(c), limit)


def test_mandelbrot_picture_is_symmetric():
    times = mandelbrot.escape_times(mandelbrot.grid(8, 30), 50).numpy()
    lines = mandelbrot.art(times, 50).split("\n")
    assert lines == lines[::-1]
    assert [len(line) for line in lines] == [30] * 8


# -- k-means


def plain_kmeans(points, centres):
    points, centres = points.tolist(), centres.tolist()
    labels, rounds = None, 0
    while True:
        nearest = [
            min(range(len(centres)), key=lambda k: math.dist(point, centres[k]) ** 2)
            for point in points
        ]
        if nearest == labels:
            return centres, labels, rounds
        labels, rounds = nearest, rounds + 1
        for k in range(len(centres)):
            own = [p for p, label in zip(points, labels, strict=True) if label == k]
            if own:
                centres[k] = [sum(axis) / len(own) for axis in zip(*own, strict=True)]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("k", [1, 3, 7])
def test_kmeans_ends_where_plain_python_does(seed, k):
    points = kmeans.blobs(seed, size=20)
    start = points[::8][:k]
    centres, labels, rounds = kmeans.kmeans(points, start)
    expected = plain_kmeans(points, start)
    np.testing.assert_allclose(centres.numpy(), expected[0], rtol=1e-12, atol=1e-12)
    assert (labels.numpy().tolist(), rounds.numpy()) == expected[1:]
    assert_agrees(kmeans.kmeans, ag.constant(points), ag.constant(start))


def test_kmeans_keeps_the_centre_of_an_empty_cluster():
    points = np.array([[0.0, 0.0], [1.0, 0.0]])
    start = np.array([[0.5, 0.0], [100.0, 100.0]])
    centres, labels, _ = kmeans.kmeans(points, start)
    assert centres.numpy().tolist() == start.tolist()
    assert labels.numpy().tolist() == [0, 0]
    assert_agrees(kmeans.kmeans, ag.constant(points), ag.constant(start))


# -- IIR filters


def plain_filter(signal, b, a):
    """The difference equation: y[t] = sum of b[i] x[t-i] - sum of a[i] y[t-i]."""
    x, y = [0.0, 0.0, *signal.tolist()], [0.0, 0.0]
    for t in range(2, len(x)):
        ahead = b[0] * x[t] + b[1] * x[t - 1] + b[2] * x[t - 2]
        y.append(ahead - a[0] * y[t - 1] - a[1] * y[t - 2])
    return y[2:]


@pytest.mark.parametrize("length", [0, 1, 2, 50])
@pytest.mark.parametrize("filters", [1, 4])
def test_iir_bank_filters_by_the_difference_equation(length, filters):
    signal = np.random.default_rng(length).normal(size=length)
    b, a = iir.band_pass(100.0 * np.arange(1, filters + 1), rate=1000)
    outputs, state = iir.filter_bank(signal, b, a)
    for number in range(filters):
        expected = plain_filter(signal, b[number].tolist(), a[number].tolist())
        np.testing.assert_allclose(outputs.numpy()[:, number], expected, atol=1e-12)
    assert state.shape == (2, filters)
    assert_agrees(iir.filter_bank, signal, b, a)


def plain_settling_time(b, a, tolerance, limit):
    """Of one filter with the answer of the equation to a step."""
    out = plain_filter(np.ones(limit), b.tolist(), a.tolist())
    for t in range(limit):
        if abs(out[t]) > 1e6:
            return -1
        if t > 0 and abs(out[t] - out[t - 1]) < tolerance:
            return t
    return limit


@pytest.mark.parametrize("limit", [0, 1, 30, 400])
@pytest.mark.parametrize("pole", [0.0, 0.5, -0.9, 0.99, 1.5])
def test_iir_settles_or_runs_away(pole, limit):
    b, a = np.array([[1.0, 0.2, 0.0]]), np.array([[-pole, 0.0]])
    time = iir.settling_time(b, a, 1e-4, ag.constant(limit)).numpy()
    assert time == plain_settling_time(b[0], a[0], 1e-4, limit)
    assert_agrees(
        iir.settling_time, ag.constant(b), ag.constant(a), 1e-4, ag.constant(limit)
    )


# -- Game of life


def plain_life(cells, rows, columns, generations):
    """Sets of cells: no arrays."""
    near = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)]
    changes = 0
    for _ in range(generations):
        counts = {}
        for i, j in cells:
            for di, dj in near:
                place = (i + di) % rows, (j + dj) % columns
                counts[place] = counts.get(place, 0) + 1
        new = {at for at, n in counts.items() if n == 3 or (n == 2 and at in cells)}
        if new == cells:
            break
        cells, changes = new, changes + 1
    return cells, changes


def cells_of(world):
    return {(int(i), int(j)) for i, j in np.argwhere(world)}


WORLDS = {
    "empty": np.zeros((4, 5), int),
    "block, which is still": np.pad(np.ones((2, 2), int), 2),
    "blinker, which never is": np.pad(np.ones((1, 3), int), 2),
    "glider": life.GLIDER,
    "full, which dies": np.ones((5, 6), int),
    "random": np.random.default_rng(3).integers(0, 2, (12, 9)),
}


@pytest.mark.parametrize("generations", [0, 1, 7, 60])
@pytest.mark.parametrize("name", WORLDS)
def test_life_goes_as_with_sets_of_cells(name, generations):
    world = WORLDS[name]
    expected = plain_life(cells_of(world), *world.shape, generations)
    after, changes = life.life(world, ag.constant(generations))
    assert (cells_of(after.numpy()), changes.numpy()) == expected
    assert after.dtype == world.dtype
    assert_agrees(life.life, ag.constant(world), ag.constant(generations))


def test_life_drawing_reads_back():
    assert life.world_of(life.drawing(life.GLIDER)).tolist() == life.GLIDER.tolist()


# -- Interpreter


def plain_run(program, registers, fuel):
    """The machine on Python lists; division is Python's."""
    m, at, executed = interpreter, 0, 0
    registers = list(registers)
    while executed < fuel:
        opcode, x, y, z = program[at]
        at, executed = at + 1, executed + 1
        if opcode in (m.DIV, m.MOD) and registers[z] == 0:
            return registers, executed, m.DIVIDED_BY_ZERO
        match opcode:
            case m.HALT:
                return registers, executed, m.HALTED
            case m.SET:
                registers[x] = y
            case m.COPY:
                registers[x] = registers[y]
            case m.ADD:
                registers[x] = registers[y] + registers[z]
            case m.SUB:
                registers[x] = registers[y] - registers[z]
            case m.MUL:
                registers[x] = registers[y] * registers[z]
            case m.DIV:
                registers[x] = registers[y] // registers[z]
            case m.MOD:
                registers[x] = registers[y] % registers[z]
            case m.JUMP:
                at = x
            case m.JUMP_IF_ZERO:
                at = x if registers[y] == 0 else at
            case m.JUMP_IF_LESS:
                at = x if registers[y] < registers[z] else at
            case _:
                return registers, executed, m.BAD_OPCODE
    return registers, executed, m.OUT_OF_TIME


def check_machine(program, registers, fuel):
    program = np.array(program, np.int64).reshape(-1, 4)
    after, executed, status = interpreter.run(program, registers, ag.constant(fuel))
    expected = plain_run(program.tolist(), registers.tolist(), fuel)
    given = (after.numpy().tolist(), executed.numpy(), status.numpy())
    assert given == expected
    arguments = map(ag.constant, (program, registers, fuel))
    assert_agrees(interpreter.run, *arguments)
    return after.numpy()


def test_interpreter_computes():
    start = interpreter.start
    assert check_machine(interpreter.FACTORIAL, start(10), 1000)[1] == 3628800
    assert check_machine(interpreter.FACTORIAL, start(0), 1000)[1] == 1
    assert check_machine(interpreter.GCD, start(1071, 462), 1000)[0] == 21
    assert check_machine(interpreter.GCD, start(5, 0), 1000)[0] == 5
    assert check_machine(interpreter.COUNT_PRIMES, start(0, 30), 1000)[0] == 10


@pytest.mark.parametrize("fuel", [0, 1, 50])
@pytest.mark.parametrize(
    "program",
    [
        [(interpreter.JUMP, 0, 0, 0)],
        [(99, 0, 0, 0)],
        [(-1, 0, 0, 0)],
        [(interpreter.DIV, 0, 0, 1)],
        [(interpreter.DIV, 2, 0, 0), (interpreter.HALT, 0, 0, 0)],
    ],
    ids=["endless", "bad opcode", "negative opcode", "divides by zero", "divides"],
)
def test_interpreter_ends_as_it_should(program, fuel):
    check_machine(program, interpreter.start(-7, 0), fuel)


INSTRUCTIONS = st.tuples(st.integers(0, 11), *[st.integers(0, 3)] * 3)


# The last instruction halts: no program runs past its end.
@given(
    st.lists(INSTRUCTIONS, min_size=3, max_size=3).map(lambda p: [*p, (0, 0, 0, 0)]),
    st.lists(st.integers(-9, 9), min_size=4, max_size=4),
)
def test_interpreter_runs_random_programs(program, registers):
    check_machine(program, np.array(registers, np.int64), 12)


# -- Calculator


def plain_evaluate(text):
    """By regular expressions and Python's own arithmetic."""
    wrong = re.search(r"[^\d*+ -]", text)
    # An operator, or the end, where a number should be.
    early = re.search(r"^ *(?=[*+-]|$)|[*+-] *(?=[*+-]|$)", text)
    places = [found.end() for found in (early,) if found]
    places += [found.start() for found in (wrong,) if found]
    if places:
        return 0, min(places)
    terms = re.sub(r"\b0+(?=\d)", "", text.replace(" ", ""))
    return eval(terms), -1


def check_formula(text):
    codes = calculator.codes(text)
    value, mistake = calculator.evaluate(codes)
    assert (value.numpy(), mistake.numpy()) == plain_evaluate(text)
    assert_agrees(calculator.evaluate, ag.constant(codes))


@pytest.mark.parametrize(
    "text",
    ["2 + 3*45 - 6", "0", "007", "1 2", "3-4-5", "2*3*4", " 7 ", "9*9-9*9+1"]
    + ["", " ", "1+", "+1", "2**3", "1-+2", "x", "1x", "2 + x", "*", "1 + 2/3"],
)
def test_calculator_evaluates(text):
    check_formula(text)


@given(st.text("0123 *+-x", max_size=10))
def test_calculator_evaluates_random_formulas(text):
    check_formula(text)


# -- Bisection


@pytest.mark.parametrize(
    ("f", "low", "high", "root"),
    [
        (bisection.cubic, 0.0, 3.0, 2.0945514815423265),
        (bisection.kinked, -5.0, 5.0, 1.5),
        (ag.cos, 0.0, 3.0, math.pi / 2),
        (lambda x: x, -1.0, 1.0, 0.0),
        (lambda x: x - 3, 0.0, 3.0, 3.0),
        (lambda x: 1.0 - x, 0.0, 3.0, 1.0),
    ],
)
def test_bisection_finds_the_root(f, low, high, root):
    found = bisection.bisect(f, np.float64(low), np.float64(high))
    assert found.numpy() == pytest.approx(root, abs=1e-12)
    bounds = (ag.constant(low, ag.float64), ag.constant(high, ag.float64))
    assert_agrees(bisection.bisect, f, *bounds)


def test_bisection_needs_a_change_of_sign():
    with pytest.raises(AssertionError, match="must change its sign"):
        bisection.bisect(bisection.cubic, np.float64(5.0), np.float64(6.0))


# -- Training


def plain_training(points, labels, rate, tolerance, max_epochs, size):
    """Return epochs, loss, weights and bias, by NumPy."""
    weights, bias, before, epochs = np.zeros(points.shape[1]), 0.0, np.inf, 0
    while epochs < max_epochs:
        total = 0.0
        for start in range(0, len(points), size):
            x, y = points[start : start + size], labels[start : start + size]
            logits = x @ weights + bias
            total += np.sum(np.logaddexp(0, logits) - y * logits)
            slopes = (1 / (1 + np.exp(-logits)) - y) / len(y)
            weights, bias = weights - rate * slopes @ x, bias - rate * slopes.sum()
        loss = total / len(points)
        epochs += 1
        if abs(before - loss) < tolerance:
            break
        before = loss
    return epochs, loss, weights, bias


@pytest.mark.parametrize(("size", "max_epochs"), [(50, 100), (70, 100), (400, 3)])
def test_training_is_that_of_numpy(size, max_epochs):
    points, labels = training.clouds()
    data = ag.data.Dataset.from_tensor_slices((points, labels)).batch(size)
    model = training.Classifier(2)
    options = np.float64(0.5), np.float64(1e-3), np.int32(max_epochs)
    epochs, loss = training.train(model, data, *options)
    wanted = plain_training(points, labels, 0.5, 1e-3, max_epochs, size)
    found = epochs.numpy(), loss.numpy(), model.weights.numpy(), model.bias.numpy()
    for value, expected in zip(found, wanted, strict=True):
        np.testing.assert_allclose(value, expected, rtol=1e-10)


# -- Word counts


@given(st.lists(st.lists(st.sampled_from(["a", "b", "the", "x"]), max_size=5)))
def test_words_are_counted_as_python_counts_them(tmp_path_factory, lines):
    path = tmp_path_factory.mktemp("text") / "text.txt"
    path.write_text("\n".join(map(" ".join, lines)), encoding="utf-8")
    words = np.array(["a", "the", "none"])
    found, total = word_counts.count_words(ag.constant(str(path)), words)
    expected = [sum(line.count(word) for line in lines) for word in words]
    assert found.numpy().tolist() == expected
    assert int(total) == sum(map(len, lines))


def test_orders_of_a_file_are_added_up(tmp_path):
    path = tmp_path / "orders.csv"
    rows = [(f"name {i}", (i * 37 % 50) / 4) for i in range(50)]
    lines = [f"{name},{amount}" for name, amount in rows]
    path.write_text("\n".join(["name,amount", *lines]), encoding="utf-8")
    total, customer = word_counts.largest_order(word_counts.read_orders(path))
    assert float(total) == sum(amount for _, amount in rows)
    assert customer.numpy().decode() == max(rows, key=lambda row: row[1])[0]


# -- An ODE


POPULATION = {"start": 0.5, "rate": 1.2, "capacity": 4.0}


def plain_end(parameters, end, n=2000):
    """Solve by the classical method of Runge and Kutta, with small steps."""
    y, step = parameters["start"], end / n
    for _ in range(n):
        a = ode.growth(y, parameters)
        b = ode.growth(y + step / 2 * a, parameters)
        c = ode.growth(y + step / 2 * b, parameters)
        d = ode.growth(y + step * c, parameters)
        y += step / 6 * (a + 2 * b + 2 * c + d)
    return y


@pytest.mark.parametrize(("tolerance", "limit"), [(1e-5, 1e-3), (1e-8, 1e-6)])
@pytest.mark.parametrize("end", [0.5, 3.0])
def test_the_gradient_through_adaptive_steps_is_that_of_the_solution(
    tolerance, limit, end
):
    parameters = {name: np.float64(x) for name, x in POPULATION.items()}
    value, (taken, rejected), slopes = ode.sensitivity(
        parameters, np.float64(end), np.float64(tolerance)
    )
    assert taken > 2 * rejected
    assert float(value) == pytest.approx(plain_end(POPULATION, end), abs=limit)
    for name, slope in slopes.items():
        sides = [
            plain_end({**POPULATION, name: POPULATION[name] + h}, end)
            for h in (1e-5, -1e-5)
        ]
        assert float(slope) == pytest.approx((sides[0] - sides[1]) / 2e-5, abs=limit)
        assert ode.exact(parameters, end)[1][name] == pytest.approx(float(slope), limit)


# -- Learning to learn


def plain_meta_gradient(w, task, rate, steps):
    """Return loss and gradient on one task: the chain rule over steps that are linear."""
    x, y = task
    half = len(x) // 2
    a, b = np.stack([x[:half], np.ones(half)], 1), y[:half]
    through = np.eye(2)
    for _ in range(steps):
        w = w - rate * 2 / half * a.T @ (a @ w - b)
        through = through @ (np.eye(2) - rate * 2 / half * a.T @ a)
    a, b = np.stack([x[half:], np.ones(len(x) - half)], 1), y[half:]
    slope = 2 / len(b) * a.T @ (a @ w - b)
    return np.mean((a @ w - b) ** 2), through.T @ slope


@pytest.mark.parametrize("steps", [0, 1, 4])
def test_the_outer_gradient_goes_through_the_inner_steps(steps):
    tasks, start = maml.lines(n_tasks=3), np.array([0.5, -0.25])
    each = [
        plain_meta_gradient(start, task, 0.1, steps)
        for task in zip(*tasks, strict=True)
    ]
    w = ag.Variable(start)
    optimizer = ag.optimizers.SGD(1.0)
    optimizer.build([w])
    rate, steps, rounds = np.float64(0.1), np.int32(steps), np.int32(1)
    found = maml.train(w, optimizer, tasks, rate, steps, rounds)
    assert float(found) == pytest.approx(np.mean([value for value, _ in each]))
    slope = np.mean([slope for _, slope in each], 0)
    np.testing.assert_allclose(start - w.numpy(), slope, 1e-12)


def test_tasks_are_learnt_in_fewer_steps_after_training():
    w = ag.Variable(np.zeros(2))
    settings = np.float64(0.1), np.int32(3)
    optimizer = ag.optimizers.Adam(0.1)
    optimizer.build([w])  # the function has been called, with another one
    maml.train(w, optimizer, maml.lines(0), *settings, np.int32(100))
    x, y = maml.lines(1)
    for start, limits in ((np.zeros(2), (1.0, 20.0)), (w.numpy(), (0.0, 0.1))):
        tasks = zip(x, y, strict=True)
        losses = [plain_meta_gradient(start, task, 0.1, 3)[0] for task in tasks]
        assert limits[0] < np.mean(losses) < limits[1]
