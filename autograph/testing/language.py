"""The grammars of programs: mixes of the families of constructs."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Final

from autograph.testing import (
    aliases,
    arithmetic,
    arrays,
    assignments,
    attempts,
    bindings,
    builtins,
    calls,
    causes,
    chosen,
    control_flow,
    effects,
    elements,
    exceptions,
    functions,
    growing,
    keyed,
    keyed_values,
    kinds,
    matches,
    names,
    objects,
    optionals,
    paths,
    places,
    procedures,
    records,
    rows,
    sequences,
    several,
    signatures,
    tables,
    texts,
    truths,
)
from autograph.testing.grammar import Grammar

PYTHON: Final = Grammar(
    statements=(
        *assignments.STATEMENTS,
        *control_flow.STATEMENTS,
        *exceptions.STATEMENTS,
        *functions.STATEMENTS,
    ),
    expressions=(
        *arithmetic.EXPRESSIONS,
        *truths.EXPRESSIONS,
        *arrays.EXPRESSIONS,
        *texts.EXPRESSIONS,
        *functions.EXPRESSIONS,
        *builtins.EXPRESSIONS,
    ),
)
"""What a graph can hold whatever the program: none of these is ever refused."""


_PLACES: Final = Grammar(places.STATEMENTS, ())
_TABLES: Final = Grammar(tables.STATEMENTS, tables.EXPRESSIONS)
_RECORDS: Final = Grammar(records.STATEMENTS, records.EXPRESSIONS)
_MATCHES: Final = Grammar(matches.STATEMENTS, ())
_PROCEDURES: Final = Grammar(procedures.STATEMENTS, ())
_SIGNATURES: Final = Grammar(signatures.STATEMENTS, ())
_CAUSES: Final = Grammar(causes.STATEMENTS, causes.EXPRESSIONS)
_OPTIONALS: Final = Grammar(optionals.STATEMENTS, optionals.EXPRESSIONS)
_SEVERAL: Final = Grammar(several.STATEMENTS, ())
_BINDINGS: Final = Grammar((), bindings.EXPRESSIONS)
_GROWING: Final = Grammar(growing.STATEMENTS, growing.EXPRESSIONS, growing.first_list)
_EFFECTS: Final = Grammar(effects.STATEMENTS, effects.EXPRESSIONS, effects.first_draw)
_CHOSEN: Final = Grammar(chosen.STATEMENTS, chosen.EXPRESSIONS)
_OBJECTS: Final = Grammar(
    objects.STATEMENTS, objects.EXPRESSIONS, objects.first_objects
)
_ROWS: Final = Grammar(rows.STATEMENTS, rows.EXPRESSIONS, rows.first_rows)
_SEQUENCES: Final = Grammar(
    sequences.STATEMENTS, sequences.EXPRESSIONS, sequences.first_tuple
)
_ATTEMPTS: Final = Grammar(
    attempts.STATEMENTS, attempts.EXPRESSIONS, attempts.first_written
)
_NAMES: Final = Grammar(names.STATEMENTS, names.EXPRESSIONS)
_CALLS: Final = Grammar((), calls.EXPRESSIONS)
_PATHS: Final = Grammar(paths.STATEMENTS, paths.EXPRESSIONS, paths.first_number)
_ALIASES: Final = Grammar(aliases.STATEMENTS, (), aliases.first_shared)
_KINDS: Final = Grammar(kinds.STATEMENTS, kinds.EXPRESSIONS, kinds.first_either)
_KEYS: Final = Grammar(
    (*keyed.STATEMENTS, *elements.STATEMENTS),
    (*keyed_values.EXPRESSIONS, *elements.EXPRESSIONS),
    elements.first_keyed,
)


def _with(*families: Grammar) -> Grammar:
    """Return the grammar with more constructs, some uses of which are refused."""
    parts = (PYTHON, *families)
    return Grammar(
        tuple(row for each in parts for row in each.statements),
        tuple(row for each in parts for row in each.expressions),
        next((each.first for each in families if each.first is not None), None),
    )


_FAMILIES: Final = (
    *(_PLACES, _TABLES, _RECORDS, _MATCHES, _PROCEDURES, _SIGNATURES, _CAUSES),
    *(_OPTIONALS, _SEVERAL, _BINDINGS, _GROWING, _EFFECTS, _CHOSEN, _OBJECTS),
    *(_ROWS, _SEQUENCES, _ATTEMPTS, _NAMES, _CALLS, _KEYS, _PATHS, _ALIASES, _KINDS),
)
MIXES: Final[Mapping[str, Grammar]] = {
    "core": PYTHON,
    "places": _with(_PLACES, _TABLES),
    "records": _with(_RECORDS, _MATCHES),
    "procedures": _with(_PROCEDURES, _PLACES),
    "signatures": _with(_SIGNATURES, _CAUSES),
    "optionals": _with(_OPTIONALS),
    "loops": _with(_SEVERAL, _BINDINGS),
    "lists": _with(_GROWING),
    "effects": _with(_EFFECTS),
    "chosen": _with(_CHOSEN),
    "objects": _with(_OBJECTS),
    "rows": _with(_ROWS, _GROWING),
    "sequences": _with(_SEQUENCES),
    "attempts": _with(_ATTEMPTS, _CAUSES),
    "names": _with(_NAMES, _CALLS),
    "keys": _with(_KEYS),
    "paths": _with(_PATHS),
    "aliases": _with(_ALIASES),
    "kinds": _with(_KINDS),
    "all": dataclasses.replace(_with(*_FAMILIES), families=_FAMILIES),
}
"""Grammars by name; what they add to `core` may be refused, but never be wrong."""
