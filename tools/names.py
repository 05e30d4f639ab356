"""Write the modules that hand on the functions of ops, from what the families declare.

    .venv/bin/python -m tools.names             write them
    .venv/bin/python -m tools.names --check     only tell which are not current

A family of ops (a module of `graph/ops`) lists its public functions in `__all__`, and
says beside it where users find them:

    NAMESPACES = {"ag": __all__, "ag.math": __all__, "ag.nn": ["sigmoid"]}

Of this are made `graph/ops/__init__.py` (which imports every family, and has the names
of `ag`) and the modules of the other namespaces, such as `autograph/math.py`, below
their docstrings. They are plain imports, so that editors and mypy know each name. A
family that is found as a whole is imported with a star: a further function of it needs
no new text. The families are parsed, not imported: this works when those imports don't.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
COMMAND: Final = "python -m tools.names"
WIDTH: Final = 88

HEAD: Final = '''\
"""The op library: one family to a module, one record to an op.

{map}

A family lists its public functions in `__all__`, and says in `NAMESPACES` where users
find them; `OPS` holds every record. Adding an op touches its family's file alone: this
file is made by `python -m tools.names` of what the families declare.
"""

from graph.op import OPS as OPS
'''

ALL: Final = """\
# Hidden from mypy, which would take what is listed literally for all there is.
globals()["__all__"] = ["""


@dataclass(frozen=True)
class Family:
    """What a module of `graph/ops` declares.

    Attributes:
        name: Its name.
        title: The first line of its docstring.
        public: Its public functions, `__all__`.
        namespaces: The names that each namespace has of them, such as `ag.math`.
    """

    name: str
    title: str
    public: tuple[str, ...]
    namespaces: Mapping[str, tuple[str, ...]]

    @property
    def is_elsewhere(self) -> bool:
        """Has it functions that `ag` has not?"""
        every = {name for names in self.namespaces.values() for name in names}
        return not every <= set(self.namespaces.get("ag", ()))

    def is_whole_in(self, namespace: str) -> bool:
        """Has the namespace all of its functions?"""
        return sorted(self.namespaces[namespace]) == sorted(self.public)


class NamesError(Exception):
    """What families declare does not fit together."""


def main(arguments: list[str] | None = None) -> int:
    """Write the modules, or say which are not current; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args(arguments)
    found = stale()
    for path, text in found.items():
        if not options.check:
            path.write_text(text, encoding="utf-8")
        verdict = "is not current" if options.check else "written"
        print(f"{path.relative_to(ROOT)}: {verdict}")
    return int(options.check and bool(found))


def stale(root: Path = ROOT) -> dict[Path, str]:
    """Return the modules that are not what the families say, with what they should be.

    Raises:
        NamesError: Two families have one name in a namespace, or there is no module.
    """
    families = tuple(read(root / "graph" / "ops"))
    texts = {root / "graph" / "ops" / "__init__.py": package_text(families)}
    names = {name for family in families for name in family.namespaces} - {"ag"}
    for name in sorted(names):
        path = root / "autograph" / f"{name.removeprefix('ag.')}.py"
        if not path.exists():
            raise NamesError(f"{path} does not exist: begin it with a docstring.")
        texts[path] = namespace_text(name, families, path.read_text(encoding="utf-8"))
    return {
        path: text
        for path, text in texts.items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    }


# -- What families declare


def read(folder: Path) -> Iterator[Family]:
    """Yield the families of a folder, in the order of their names."""
    for path in sorted(folder.glob("*.py")):
        if path.name != "__init__.py":
            yield family_of(path.stem, path.read_text(encoding="utf-8"))


def family_of(name: str, source: str) -> Family:
    """Return what a module declares.

    Raises:
        NamesError: A namespace has a name that the module does not list as public.
    """
    tree = ast.parse(source)
    public = _assigned(tree, "__all__")
    names = tuple(ast.literal_eval(public)) if public is not None else ()
    declared = _assigned(tree, "NAMESPACES")
    namespaces: dict[str, tuple[str, ...]] = {}
    if isinstance(declared, ast.Dict):
        for key, value in zip(declared.keys, declared.values, strict=True):
            place = ast.literal_eval(key) if key is not None else "?"
            is_all = isinstance(value, ast.Name) and value.id == "__all__"
            namespaces[place] = names if is_all else tuple(ast.literal_eval(value))
    for place, given in namespaces.items():
        if unknown := sorted(set(given) - set(names)):
            raise NamesError(f"{name}: {place} has {unknown}, which __all__ has not.")
    title = (ast.get_docstring(tree) or "").partition("\n")[0].rstrip(".")
    return Family(name, title, names, namespaces)


def _assigned(tree: ast.Module, name: str) -> ast.expr | None:
    for statement in tree.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=target)], value=value):
                pass
            case ast.AnnAssign(target=ast.Name(id=target), value=value):
                pass
            case _:
                continue
        if target == name:
            return value
    return None


# -- The modules


def package_text(families: tuple[Family, ...]) -> str:
    """Return graph/ops/__init__.py."""
    rows = "\n".join(_row(family) for family in families)
    every = "\n".join(
        f"from graph.ops import {family.name} as _{family.name}" for family in families
    )
    imports, named, whole = _handed_on("ag", families)
    imports.append("from graph.ops.arguments import settle as _settle")
    imports.sort(key=lambda line: line.split()[1])
    names = [f'    "{name}",' for name in sorted(named, key=_order)]
    names += [f"    *_{family}.__all__," for family in whole]
    elsewhere = [f"    _{family.name}," for family in families if family.is_elsewhere]
    settled = ["_settle(", *elsewhere, ")"] if elsewhere else []
    listed = "\n".join([ALL, *names, "]", *settled])
    return "\n".join([HEAD.format(map=rows) + every, *imports, "", listed]) + "\n"


def _row(family: Family) -> str:
    start = f"    {family.name:<20}  "
    room = WIDTH - len(start)
    title = family.title
    if len(title) > room:  # what stands before a comma says it, too
        cut = max(title.rfind(mark, 0, room) for mark in (": ", "; ", ", ", ". "))
        title = title[: cut if cut > room // 3 else title.rindex(" ", 0, room)]
    return start + title


def namespace_text(namespace: str, families: tuple[Family, ...], written: str) -> str:
    """Return the module of a namespace; its docstring is kept."""
    end = ast.parse(written).body[0].end_lineno
    lines = [*written.splitlines()[:end], ""]
    lines.append(f"# Made by `{COMMAND}` of what the families of ops declare.")
    imports, named, whole = _handed_on(namespace, families)
    lines += [f"from graph.ops import {family} as _{family}" for family in whole]
    lines += [
        f"{line}  # noqa: F403" if line.endswith("*") else line for line in imports
    ]
    quoted = [f'"{name}"' for name in named]
    start = "__all__ = " if named else "__all__: list[str] = "
    lines += ["", _wrapped(start, quoted, "[]")]
    lines += [f"__all__ += _{family}.__all__" for family in whole]
    return "\n".join(lines) + "\n"


def _handed_on(
    namespace: str, families: tuple[Family, ...]
) -> tuple[list[str], list[str], list[str]]:
    """Return the imports of a namespace's functions, single names, whole families.

    Raises:
        NamesError: Two families have one name there.
    """
    imports: list[str] = []
    named: list[str] = []
    whole: list[str] = []
    owner: dict[str, str] = {}
    for family in families:
        given = family.namespaces.get(namespace, ())
        for name in given:
            if name in owner:
                raise NamesError(
                    f"{namespace}.{name} is of {owner[name]} and of {family.name}."
                )
            owner[name] = family.name
        source = f"from graph.ops.{family.name} import "
        if given and family.is_whole_in(namespace):
            imports.append(f"{source}*")
            whole.append(family.name)
        elif given:
            imports.append(_wrapped(source, list(given), "()"))
            named += given
    return imports, named, whole


def _wrapped(start: str, names: list[str], brackets: str) -> str:
    """Return a statement as the formatter has it: on one line, or a line to a name."""
    ordered = sorted(names, key=_order)
    is_list = brackets == "[]"
    line = start + (f"[{', '.join(ordered)}]" if is_list else ", ".join(ordered))
    if len(line) <= WIDTH:
        return line
    rows = "".join(f"    {name},\n" for name in ordered)
    return f"{start}{brackets[0]}\n{rows}{brackets[1]}"


def _order(name: str) -> tuple[int, list[tuple[int, int | str]]]:
    """Put constants first, then classes, then functions, as the linter wants it."""
    plain = name.strip('"')
    kind = 0 if plain.isupper() else 1 if plain[:1].isupper() else 2
    parts = re.split(r"(\d+)", plain)  # log2 comes before log10
    return kind, [(0, int(part)) if part.isdigit() else (1, part) for part in parts]


if __name__ == "__main__":
    sys.exit(main())
