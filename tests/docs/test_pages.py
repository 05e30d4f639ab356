"""The pages of the book: their examples run, and print what they show."""

import doctest
import re

import pytest

from tools import docs

FOLDER = docs.ROOT / "docs"
PAGES = [docs.ROOT / "README.md", *sorted(FOLDER.rglob("*.md"))]
BLOCK = re.compile(r"^( *)```(\w*)[^\n]*\n(.*?)^\1```", re.MULTILINE | re.DOTALL)
SHOWN = {"text", "console", "diff"}
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(page):
    """Return the languages and texts of what a page shows, but for generated parts."""
    text = docs.MARKED.sub("", page.read_text(encoding="utf-8"))
    return [(found[2], found[3]) for found in BLOCK.finditer(text)]


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_examples_print_what_they_show(page, tmp_path, allowing, monkeypatch):
    monkeypatch.chdir(tmp_path)  # pages write files, and read examples
    (tmp_path / "examples").symlink_to(docs.ROOT / "examples")
    names = {"__name__": f"page_{page.stem}"}  # no name of a library
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=FLAGS)
    for number, (language, text) in enumerate(blocks(page)):
        if language == "python":
            path = tmp_path / f"{page.stem}_{number}.py"
            path.write_text(text, encoding="utf-8")
            exec(compile(text, str(path), "exec"), names)
        elif language == "pycon":
            example = parser.get_doctest(text, {}, f"{page.stem}-{number}", None, 0)
            assert example.examples
            example.globs = names
            runner.run(example, clear_globs=False)
        else:
            assert language in SHOWN
    assert runner.summarize(verbose=False).failed == 0


def marked():
    """Yield the generated parts of the documents."""
    for name in docs.FILLED:
        text = (docs.ROOT / name).read_text(encoding="utf-8")
        assert len(docs.MARKED.findall(text)) == text.count("\n<!-- begin: ")
        for found in docs.MARKED.finditer(text):
            yield pytest.param(found["name"], found["content"], id=found["name"])


@pytest.mark.parametrize(("name", "content"), list(marked()))
def test_a_generated_part_is_current(name, content):
    made = docs.PARTS[name]().rstrip("\n") + "\n"
    assert docs.is_current(content, made), f"run {docs.COMMAND}"


def test_files_that_pages_name_exist():
    named = {
        name
        for page in PAGES
        for name in re.findall(
            r"`((?:autograph|graph|executor|tests|tools|examples)/[\w/.]*)`",
            docs.MARKED.sub("", page.read_text(encoding="utf-8")),
        )
    }
    assert len(named) > 20
    assert [name for name in sorted(named) if not (docs.ROOT / name).exists()] == []
