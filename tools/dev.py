"""Set up, show, check and measure autograph; the one command of this repository.

It needs Python 3.11 or newer with `venv` and `pip`, and nothing else: what it runs is
installed into `.venv` (for other Pythons, `.venv-3.X`), again only when `setup.cfg` or
Python has changed.
"""

import sys

# Old Pythons must be able to parse this file, to say what is wrong.
if sys.version_info < (3, 11):
    sys.exit(
        "error: autograph needs Python 3.11 or newer; this is Python %d.%d (%s).\n"
        "Try `python3.11 tools/dev.py ...`."
        % (sys.version_info[:2] + (sys.executable,))
    )

import argparse
import dataclasses
import hashlib
import json
import os
import shlex
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("graph", "executor", "autograph")
CHECKED_FOLDERS = (*PACKAGES, "tools", "tests", "examples")
SUPPORTED_MINORS = (11, 12, 13)
THIS_PYTHON = sys.version_info[:2]

DEMO_EXAMPLE = "examples/collatz.py"
DEMO = (
    ("Rewritten source", ["to-code", DEMO_EXAMPLE + ":collatz"]),
    ("Its graph", ["graph", DEMO_EXAMPLE + ":collatz", "27"]),
    ("Its result", ["run", DEMO_EXAMPLE + ":collatz", "27"]),
)


class ToolError(Exception):
    """Something the user can put right; shown without a traceback."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one subcommand and return the exit code."""
    parser = _parser()
    options, rest = parser.parse_known_args(arguments)
    if rest and options.command is not test:
        parser.error("unrecognized arguments: " + shlex.join(rest))
    try:
        return int(options.command(options, rest))
    except ToolError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="dev.py", description=__doc__, allow_abbrev=False
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def command(run: Callable[..., int], text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(
            run.__name__, help=text, description=text, allow_abbrev=False
        )
        sub.set_defaults(command=run)
        return sub

    command(demo, "set up, then run the main job on an example and show it")

    sub = command(test, "set up, then lint and run the tests of the gate")
    sub.usage = (
        "dev.py test [-h] [--each-python] [--long [--minutes N]] [PYTEST ARGUMENT ...]"
    )
    sub.add_argument(
        "--each-python",
        action="store_true",
        help="run the tests also on every other supported Python that is installed",
    )
    sub.add_argument(
        "--long", action="store_true", help="run all tests, and random programs"
    )
    sub.add_argument(
        "--minutes",
        type=float,
        default=30.0,
        help="how long --long runs random programs (default: 30)",
    )

    sub = command(lint, "set up, then run ruff and mypy")
    sub.add_argument(
        "--fix", action="store_true", help="first let ruff format, and fix what it can"
    )

    command(docs, "set up, then build the documentation into build/site")

    sub = command(bench, "set up, then run the benchmarks in tools/bench")
    sub.add_argument("names", nargs="*", metavar="NAME", help="which; default: all")
    sub.add_argument("--repeats", type=int, help="rounds of measurement")
    sub.add_argument(
        "--json", type=Path, metavar="FOLDER", help="write FOLDER/NAME.json"
    )
    return parser


# -- Subcommands


def demo(_options: argparse.Namespace, _rest: list[str]) -> int:
    """Show source, graph and result of the example."""
    _require("autograph/__main__.py", DEMO_EXAMPLE)
    python = Venv.of_this_python().prepare()
    for title, arguments in DEMO:
        command = ["-m", "autograph", *arguments]
        print(f"\n== {title}\n$ .venv/bin/python {shlex.join(command)}\n", flush=True)
        code = _run([python, *command])
        if code:
            raise ToolError(f"the command above failed (exit code {code})")
    return 0


def test(options: argparse.Namespace, rest: list[str]) -> int:
    """Run the checks and the tests, all of them even if some fail, and sum up."""
    main_venv = Venv.of_this_python()
    python = main_venv.prepare("test")
    outcomes = [step.run() for step in _lint_steps(python)]
    # Words to pytest choose tests themselves.
    rest = rest or ([] if options.long else ["--gate", "--durations=10"])
    outcomes.append(_pytest(main_venv, rest))
    missing: list[str] = []
    if options.each_python:
        others, missing = _other_venvs()
        outcomes += [_pytest(venv, rest, "quick") for venv in others]
    if options.long:
        minutes, first = str(options.minutes), str(int(time.time()))
        fuzz = ["-m", "tools.fuzz", "--minutes", minutes, "--first", first]
        many = ["--programs", "20000"]
        step = Step("random programs", [python, *fuzz, *many], keeps_last_line=True)
        outcomes.append(step.run())
    return _sum_up(outcomes, missing)


def lint(options: argparse.Namespace, _rest: list[str]) -> int:
    """Run the checks that need no test."""
    python = Venv.of_this_python().prepare("test")
    if options.fix:
        ruff, folders = _ruff(python), _checked_folders()
        _run([*ruff, "check", "--fix-only", "--quiet", *folders])
        _run([*ruff, "format", "--quiet", *folders])
    return _sum_up([step.run() for step in _lint_steps(python)], [])


def docs(_options: argparse.Namespace, _rest: list[str]) -> int:
    """Build the site; a broken link is an error."""
    python = Venv.of_this_python().prepare("docs", "test")
    build = [python, "-m", "mkdocs", "build", "-f", "tools/mkdocs.yml"]
    return _sum_up([Step("docs", build).run()], [])


def bench(options: argparse.Namespace, _rest: list[str]) -> int:
    """Run benchmarks, one process each."""
    folder = ROOT / "tools" / "bench"
    found = sorted(p.stem for p in folder.glob("*.py") if not p.name.startswith("_"))
    unknown = sorted(set(options.names) - set(found))
    if unknown:
        known = ", ".join(found) or "none yet"
        raise ToolError(f"no benchmark {', '.join(unknown)}; there is: {known}")
    if not found:
        print("There are no benchmarks in tools/bench yet.")
        return 0
    python = Venv.of_this_python().prepare()
    failed = False
    for name in options.names or found:
        arguments = ["--repeats", str(options.repeats)] if options.repeats else []
        if options.json:
            path = options.json.resolve() / f"{name}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            arguments += ["--json", str(path)]
        failed |= bool(_run([python, "-m", f"tools.bench.{name}", *arguments]))
    return int(failed)


# -- Virtual environments


@dataclasses.dataclass(frozen=True)
class Venv:
    """A virtual environment in the repository, for one Python."""

    name: str
    base: str
    version: tuple[int, int]

    @classmethod
    def of_this_python(cls) -> "Venv":
        """Return `.venv`, for the Python that runs this script."""
        # Inside a virtual environment this is the Python it was made with: a running
        # environment cannot replace itself.
        base = getattr(sys, "_base_executable", "") or sys.executable
        return cls(".venv", base, THIS_PYTHON)

    @property
    def folder(self) -> Path:
        """Where it is."""
        return ROOT / self.name

    @property
    def python(self) -> str:
        """Its interpreter."""
        windows = os.name == "nt"
        inner = "Scripts/python.exe" if windows else "bin/python"
        return str(self.folder / inner)

    @property
    def title(self) -> str:
        """Its Python, as in "3.12"."""
        return "%d.%d" % self.version

    def prepare(self, *extras: str) -> str:
        """Make it ready, doing only what is needed, and return its interpreter."""
        stamp = self.folder / "autograph-dev.json"
        state = {"key": self._key(), "extras": sorted(extras)}
        old = _read_json(stamp)
        if Path(self.python).exists() and old.get("key") == state["key"]:
            if set(extras) <= set(old["extras"]):
                return self.python
            state["extras"] = sorted({*extras, *old["extras"]})
        self._create()
        stamp.unlink(missing_ok=True)
        self._install(state["extras"])
        stamp.write_text(json.dumps(state) + "\n", encoding="utf-8")
        return self.python

    def _key(self) -> str:
        """Return a digest of everything that an installation depends on."""
        files = [ROOT / "setup.cfg", ROOT / "pyproject.toml"]
        packages = [p for p in PACKAGES if (ROOT / p / "__init__.py").exists()]
        facts = [str(ROOT), _full_version(self.base), *packages]
        digest = hashlib.sha256("\n".join(facts).encode())
        for path in files:
            digest.update(path.read_bytes())
        return digest.hexdigest()

    def _create(self) -> None:
        version = _full_version(self.base)
        if version and version == _full_version(self.python, "import pip"):
            return
        print(f"Making {self.name} with Python {version.split()[0]}", flush=True)
        code = _run([self.base, "-m", "venv", "--clear", str(self.folder)])
        if code:
            raise ToolError(
                f"{self.base} could not make a virtual environment. On Debian and "
                "Ubuntu, install the package python3-venv (or python3.X-venv)."
            )

    def _install(self, extras: Sequence[str]) -> None:
        target = f"{ROOT}[{','.join(extras)}]" if extras else str(ROOT)
        what = "autograph" + (f" and what {', '.join(extras)} needs" if extras else "")
        print(f"Installing {what} into {self.name}", flush=True)
        code = _run([self.python, "-m", "pip", "install", "--quiet", "-e", target])
        if code:
            raise ToolError(
                "pip could not install what setup.cfg lists; its message is above. "
                "It needs a network connection, or an index given by pip's "
                "configuration (PIP_INDEX_URL)."
            )


def _other_venvs() -> tuple[list[Venv], list[str]]:
    """Return environments for the other supported Pythons, and which are missing."""
    venvs, missing = [], []
    for minor in SUPPORTED_MINORS:
        version = (3, minor)
        if version == THIS_PYTHON:
            continue
        python = next(_pythons(minor), None)
        if python is None:
            missing.append(f"3.{minor}")
        else:
            venvs.append(Venv(f".venv-3.{minor}", python, version))
    return venvs, missing


def _pythons(minor: int) -> Iterator[str]:
    """Yield working interpreters of version 3.`minor`, from PATH, then from pyenv."""
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    candidates = [shutil.which(f"python3.{minor}")]
    candidates += map(str, sorted(pyenv.glob(f"versions/3.{minor}.*/bin/python3")))
    for candidate in candidates:
        # A file may be a shim with nothing behind it, or lack the module venv.
        usable = candidate and _full_version(candidate, "import venv, ensurepip")
        if candidate and usable and usable.startswith(f"3.{minor}."):
            yield candidate


def _full_version(python: str, also: str = "pass") -> str:
    """Return `sys.version` of an interpreter; "" if it, or `also`, does not run."""
    code = f"{also}; import sys; print(sys.version.replace(chr(10), ' '))"
    try:
        done = subprocess.run(
            [python, "-c", code], capture_output=True, text=True, check=False
        )
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def _read_json(path: Path) -> dict[str, list[str]]:
    try:
        return dict(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}


# -- Steps: what is run, and how it went


@dataclasses.dataclass(frozen=True)
class Outcome:
    """How a step went."""

    name: str
    code: int
    seconds: float
    remark: str = ""


@dataclasses.dataclass(frozen=True)
class Step:
    """A command with a name. With `keeps_last_line`, its last line is the remark."""

    name: str
    command: Sequence[str]
    keeps_last_line: bool = False

    def run(self) -> Outcome:
        """Run it, showing its output."""
        print(f"\n== {self.name}", flush=True)
        start = time.perf_counter()
        if self.keeps_last_line:
            code, remark = _run_and_keep_last_line(self.command)
        else:
            code, remark = _run(self.command), ""
        return Outcome(self.name, code, time.perf_counter() - start, remark)


def _lint_steps(python: str) -> list[Step]:
    missing = [p for p in PACKAGES if not (ROOT / p / "__init__.py").exists()]
    if missing:
        print(f"warning: no __init__.py in {', '.join(missing)}", file=sys.stderr)
    folders = _checked_folders()
    ruff = _ruff(python)
    return [
        Step("ruff check", [*ruff, "check", *folders]),
        Step("ruff format", [*ruff, "format", "--check", *folders]),
        Step("mypy", [python, "-m", "mypy", *folders]),
    ]


def _ruff(python: str) -> list[str]:
    return [python, "-m", "ruff", "--config", "tools/ruff.toml"]


def _checked_folders() -> list[str]:
    return [f for f in CHECKED_FOLDERS if any((ROOT / f).rglob("*.py"))]


def _pytest(
    venv: Venv, arguments: Sequence[str], profile: str | None = None
) -> Outcome:
    name = f"pytest on {venv.title}"
    try:
        python = venv.prepare("test")
    except ToolError as error:
        print(f"error: {error}", file=sys.stderr)
        return Outcome(name, 2, 0.0, "could not be set up")
    color = ["--color=yes"] if sys.stdout.isatty() else []
    # One process to a core; pytest's own words may say otherwise.
    is_chosen = arguments and "--gate" not in arguments
    spread = [] if is_chosen else ["-n", str(os.cpu_count() or 1)]
    wanted = os.environ.get("AUTOGRAPH_TEST_PROFILE")
    # What searches for long is not taken for a test that hangs.
    patience = ["-o", "faulthandler_timeout=0"] if wanted == "long" else []
    command = [python, "-m", "pytest", *color, *spread, *patience, *arguments]
    if profile and wanted != "long":
        os.environ["AUTOGRAPH_TEST_PROFILE"] = profile
    try:
        return Step(name, command, keeps_last_line=True).run()
    finally:
        if wanted is None:
            os.environ.pop("AUTOGRAPH_TEST_PROFILE", None)
        else:
            os.environ["AUTOGRAPH_TEST_PROFILE"] = wanted


def _sum_up(outcomes: Sequence[Outcome], missing: Sequence[str]) -> int:
    """Print a table and, last, pytest's own summary or what failed."""
    print("\n== Summary")
    for outcome in outcomes:
        verdict = f"FAILED ({outcome.code})" if outcome.code else "ok"
        row = f"{outcome.name:16} {verdict:12} {outcome.seconds:7.1f} s"
        print(f"{row}   {outcome.remark.strip('= ')}".rstrip())
    for version in missing:
        print(f"pytest on {version:6} not run: Python {version} was not found")
    failed = [outcome for outcome in outcomes if outcome.code]
    remarks = [outcome.remark for outcome in (*failed, *outcomes) if outcome.remark]
    print(*remarks[:1], sep="")
    if failed:
        print("FAILED:", ", ".join(outcome.name for outcome in failed))
    return int(bool(failed))


# -- Processes and files


def _run(command: Sequence[str]) -> int:
    sys.stdout.flush()
    return subprocess.run(command, cwd=ROOT, env=_environment(), check=False).returncode


def _run_and_keep_last_line(command: Sequence[str]) -> tuple[int, str]:
    """Run a command, passing its output on as it comes; return its last line too."""
    tail = b""
    with subprocess.Popen(
        command, cwd=ROOT, env=_environment(), stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        output = process.stdout.fileno()
        for chunk in iter(lambda: os.read(output, 65536), b""):
            sys.stdout.buffer.write(chunk)
            sys.stdout.buffer.flush()
            tail = (tail + chunk)[-4096:]
    lines = tail.decode(errors="replace").strip().splitlines()
    return process.returncode, lines[-1] if lines else ""


def _environment() -> dict[str, str]:
    settings = {
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_NO_INPUT": "1",
        "NO_MKDOCS_2_WARNING": "1",
    }
    return {k: v for k, v in os.environ.items() if k != "PYTHONHOME"} | settings


def _require(*paths: str) -> None:
    missing = [path for path in paths if not (ROOT / path).exists()]
    if missing:
        raise ToolError(f"this checkout has no {', '.join(missing)}")


if __name__ == "__main__":
    sys.exit(main())
