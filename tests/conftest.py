"""What all tests share: hypothesis profiles and golden texts."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import autograph as ag

# A deadline would make results depend on how busy the computer is, and so would the
# check that examples are made quickly. All tests take ten minutes at most: other
# examples are tried each time, and thousands by the long profile.
settings.register_profile(
    "default",
    max_examples=25,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "ci", settings.get_profile("default"), max_examples=25, derandomize=True
)
# For the further Pythons of one run: the first has searched already.
settings.register_profile("quick", settings.get_profile("ci"), max_examples=10)
settings.register_profile("long", settings.get_profile("default"), max_examples=5000)
settings.load_profile(os.environ.get("AUTOGRAPH_TEST_PROFILE", "default"))


# The programs of the corpus that the gate runs; see tools/gate.py.
CORPUS = "tests/language/"
GATE = Path(__file__).parent / "language/gate.txt"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--update-golden` and `--gate`."""
    parser.addoption(
        "--gate",
        action="store_true",
        help="run what is to pass before each commit: no test that is marked as long, "
        "and of the corpus what tests/language/gate.txt has",
    )
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="rewrite the expected texts; review the diff before committing it",
    )


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Leave out what is not of the gate, if that is asked for."""
    if config.getoption("--gate"):
        picks = picks_in(GATE.read_text("utf-8"))
        left_out = [item for item in items if not _is_in_gate(item, picks)]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if _is_in_gate(item, picks)]


def picks_in(text: str) -> dict[str, set[str]]:
    """Return the names of the corpus' tests that the gate has, by file."""
    picks: dict[str, set[str]] = {}
    file = ""
    for line in text.splitlines():
        if line.startswith("    "):
            picks[file].add(line.strip())
        elif not line.startswith("#"):
            file = line
            picks[file] = set()
    return picks


def _is_in_gate(item: pytest.Item, picks: dict[str, set[str]]) -> bool:
    if item.get_closest_marker("long") is not None:
        return False
    file, _, name = item.nodeid.partition("::")
    if not file.startswith(CORPUS) or file not in picks:
        return True
    return name in picks[file]


@pytest.fixture(autouse=True, scope="session")
def _refusing() -> Iterator[None]:
    """Make what cannot be staged an error, where a test does not say otherwise.

    Plain Python would hide that staging broke.
    """
    ag.config.set_python("refuse")
    yield
    ag.config.set_python("allow")


@pytest.fixture
def allowing() -> Iterator[None]:
    """Let plain Python run what cannot be staged."""
    ag.config.set_python("allow")
    yield
    ag.config.set_python("refuse")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Compare a text with the one kept in `golden/` beside the test.

    `golden(text)` reads `golden/<module>/<test>.txt`; a test with several texts gives
    each its own name, as in `golden(text, "before")`.
    """
    test = Path(request.path)
    folder = test.parent / "golden" / test.stem.removeprefix("test_")
    stem = request.node.name.removeprefix("test_")

    def compare(text: str, name: str = "") -> None:
        path = folder / (_file_name(f"{stem}-{name}" if name else stem) + ".txt")
        text = text.rstrip("\n") + "\n"
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.exists(), f"{path} is missing; run pytest with --update-golden"
        assert text == path.read_text(encoding="utf-8"), f"differs from {path}"

    return compare


def _file_name(text: str) -> str:
    return re.sub(r"[^\w.+-]+", "-", text).strip("-")
