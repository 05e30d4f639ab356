"""Globals that staged code writes: when they are noted, and what is refused."""

import pytest

import autograph as ag

COUNT = 0


def bump(by):
    global COUNT
    COUNT = COUNT + by


def test_a_write_to_a_global_is_noted_before_it_happens():
    lines = [line.strip() for line in ag.to_code(bump).splitlines()]
    at = lines.index("ag__.note_global('COUNT')")
    assert lines[at + 1].startswith("COUNT = ")


def made_in_a_branch(x):
    global made_global
    if x > 2:
        made_global = x
    return x


def lost_in_a_branch(x):
    global kept_global
    kept_global = x
    if x > 2:
        del kept_global
    return x


def test_a_global_of_some_paths_is_refused_and_left_as_it_was():
    staged = ag.function(made_in_a_branch)
    for x in (ag.constant(1), ag.constant(1.5)):  # also where another graph is traced
        with pytest.raises(ag.errors.SideEffectError, match="the global `made_global`"):
            staged(x)
        assert "made_global" not in globals()
    globals()["kept_global"] = 7
    with pytest.raises(ag.errors.SideEffectError, match="the global `kept_global`"):
        ag.function(lost_in_a_branch)(ag.constant(1))
    assert globals().pop("kept_global") == 7
