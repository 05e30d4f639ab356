"""Names of locals and globals of generated source: legible, distinct, reproducible."""

from __future__ import annotations

import builtins
import keyword
import re
from typing import Any, Final

_RESERVED: Final = frozenset(keyword.kwlist) | frozenset(dir(builtins)) | {"_", "tasks"}


class Names:
    """The names taken in one generated module, and the values of its globals."""

    def __init__(self) -> None:
        self.globals: dict[str, Any] = {}
        # id(object) -> its global name; the objects live in `globals`.
        self._by_id: dict[int, str] = {}
        self._taken: set[str] = set(_RESERVED)
        self._counts: dict[str, int] = {}

    def temporary(self) -> str:
        """Return a new name `t0`, `t1`, …."""
        return self._numbered("t", self._counts.get("t", 0))

    def fresh(self, hint: str) -> str:
        """Return a new name that is, or begins as, `hint`."""
        last = hint.rpartition("/")[2]
        base = re.sub(r"\W+", "_", last, flags=re.ASCII)
        if base != last or base[-1:] == "_":
            base = base.strip("_")
        if not base or base == "_" or base.startswith("__"):
            return self.temporary()
        if base[0].isdigit():
            base = f"v{base}"
        if base in _RESERVED:
            base = f"{base}_"
        if base not in self._taken:
            self._taken.add(base)
            return base
        return self._numbered(f"{base}_", self._counts.get(f"{base}_", 1))

    def _numbered(self, base: str, start: int) -> str:
        while f"{base}{start}" in self._taken:
            start += 1
        self._counts[base] = start + 1
        self._taken.add(f"{base}{start}")
        return f"{base}{start}"

    def bind(self, hint: str, value: Any) -> str:
        """Return the global name of an object, the same for the same object."""
        known = self._by_id.get(id(value))
        if known is None:
            known = self.fresh(hint)
            self.globals[known] = value
            self._by_id[id(value)] = known
        return known

    def bind_exactly(self, name: str, value: Any) -> bool:
        """Make `name` a global for `value`; False when it is taken for another."""
        if name in self.globals:
            return self.globals[name] is value
        if name in self._taken:
            return getattr(builtins, name, self) is value
        self._taken.add(name)
        self.globals[name] = value
        self._by_id.setdefault(id(value), name)
        return True
