"""Composition: what each verb does, and what is said when it cannot be done."""

from __future__ import annotations

from pathlib import Path

import pytest
from hexwright.dsl import tree as t
from hexwright.dsl.compose import Source, compose, read_source
from hexwright.dsl.diagnostics import Diagnostic
from hexwright.dsl.load import Reader, locate, shipped_names
from hexwright.dsl.parse import parse_text
from hexwright.dsl.world import World

BASE = """
option target is number from 3 to 20, normally 10
kind ware
    columns copies: number
    | wood | 19 |
    | clay | 19 |
kind thing of path, hut
piece path on edge
    supply 15 each
    cost wood + clay
piece hut on corner
    supply 5 each
value player.rate(g: ware) is the lowest of
    part plain: 4
value player.worth is the sum of
    part huts: count player.huts
action build
    during main
    choose spot from corners
    require free: no spot.huts else "Taken."
    place hut on spot
phase main
    ends with done
action done
    during main
section extras "Extras"
rule surprise
    after build
    shuffle deck
add part surprise to player.worth: 1
"""


def source(name: str, text: str, *parents: str) -> Source:
    file, found = parse_text(f"{name}.rules", text)
    assert not found, found
    made, found = read_source(name, [file])
    assert not found
    made.parents = parents
    return made


def world(*variants: tuple[str, str, tuple[str, ...]]) -> tuple[World, list[Diagnostic]]:
    return compose([source("base", BASE), *(source(n, x, *p) for n, x, p in variants)])


def one(text: str) -> World:
    made, found = world(("mine", text, ("base",)))
    assert not found, found
    return made


def wrong(text: str) -> Diagnostic:
    _, found = world(("mine", text, ("base",)))
    assert len(found) == 1, found
    return found[0]


def test_option() -> None:
    option = one("change target to 12\n").options["target"]
    assert isinstance(option.normally, t.Number) and option.normally.value == 12


def test_raise_and_lower() -> None:
    up, down = one("raise target by 2\n"), one("lower target by 3\n")
    assert up.options["target"].normally.value == 12  # type: ignore[union-attr]
    assert down.options["target"].normally.value == 7  # type: ignore[union-attr]


def test_cost_supply_and_cell() -> None:
    made = one("change path.cost to wood\nchange hut.supply to 7\nchange clay.copies to 3\n")
    assert isinstance(made.pieces["path"].cost, t.Name)
    assert made.pieces["hut"].supply == 7
    assert made.kinds["ware"].rows[1][1].value == 3  # type: ignore[union-attr]


def test_requirements() -> None:
    made = one('add requirement far to build: no spot.neighbours.huts else "Too near."\n')
    head = [x.name.text for x in made.actions["build"].head if isinstance(x, t.Require)]
    assert head == ["free", "far"]
    made = one("remove requirement free of build\n")
    assert not [x for x in made.actions["build"].head if isinstance(x, t.Require)]
    made = one("change requirement free of build to yes\n")
    free = [x for x in made.actions["build"].head if isinstance(x, t.Require)]
    assert isinstance(free[0].condition, t.Flag)


def test_parts() -> None:
    made = one("add part paths to player.worth: 2\nchange part plain of player.rate to 3\n")
    names = [p.name.text for p in made.values[("player", "worth")].parts]
    assert names == ["huts", "surprise", "paths"]
    assert made.values[("player", "rate")].parts[0].value.value == 3  # type: ignore[union-attr]


def test_a_removed_thing_leaves_its_kinds() -> None:
    made = one("remove piece path\n")
    assert [w.text for w in made.kinds["thing"].of] == ["hut"]
    assert made.removed["path"].ruleset == "mine"


def test_a_removed_section_takes_its_blocks_and_lines_along() -> None:
    made = one("remove section extras\n")
    assert "surprise" not in made.rules
    assert [p.name.text for p in made.values[("player", "worth")].parts] == ["huts"]


def test_rows_take_what_is_normal() -> None:
    made = one("add columns to ware\n    columns rare: flag normally no\n")
    assert all(len(row) == 3 for row in made.kinds["ware"].rows)


def test_provenance() -> None:
    made = one("change target to 12\n")
    assert made.origin[("options", "target")] == "base"
    last = made.history[("options", "target")][-1]
    assert (last.ruleset, last.verb, last.span.line) == ("mine", "changed", 1)


@pytest.mark.parametrize(
    ("text", "name", "hint"),
    [
        ("change targit to 12\n", "changes-nothing", "target"),
        ("remove action biuld\n", "changes-nothing", "build"),
        ("remove requirement fre of build\n", "changes-nothing", "free"),
        ("change part plan of player.rate to 3\n", "changes-nothing", "plain"),
        ("replace rule suprise\n    after build\n    you win\n", "changes-nothing", "surprise"),
        ("piece hut on corner\n    supply 1 each\n", "defined-twice", "replace piece"),
        ("change player.worth to 3\n", "wrong-kind", "huts"),
        ("change target to 10\n", "needless-change", ""),
        ("keep action build from base\n", "keeps-nothing", ""),
        ("keep action build from bose\n", "unknown-ruleset", "base"),
        ("add part plain to player.rate: 3\n", "wrong-kind", "change part plain"),
    ],
)  # fmt: skip
def test_what_is_said(text: str, name: str, hint: str) -> None:
    found = wrong(text)
    assert found.name == name
    assert hint in " ".join(found.hints)
    assert found.span.line == 1


A = ("a", "change target to 12\n", ("base",))
B = ("b", "change target to 14\n", ("base",))


def test_contested_until_decided() -> None:
    _, found = world(A, B, ("c", "change path.cost to wood\n", ("a", "b")))
    assert [d.name for d in found] == ["contested"]
    assert {found[0].span.file, found[0].others[0][0].file} == {"a.rules", "b.rules"}
    for decision, result in [
        ("change target to 9\n", 9),
        ("keep option target from a\n", 12),
        ("keep option target from b\n", 14),
    ]:
        made, found = world(A, B, ("c", decision, ("a", "b")))
        assert not found
        assert made.options["target"].normally.value == result  # type: ignore[union-attr]


def test_agreement_and_relative_changes_are_no_contest() -> None:
    _, found = world(A, ("b", A[1], ("base",)), ("c", "change path.cost to wood\n", ("a", "b")))
    assert not found
    made, found = world(
        ("a", "raise target by 1\n", ("base",)),
        ("b", "raise target by 2\n", ("base",)),
        ("c", "change path.cost to wood\n", ("a", "b")),
    )
    assert not found
    assert made.options["target"].normally.value == 13  # type: ignore[union-attr]


def test_removed_by_one_changed_by_the_other() -> None:
    cut = ("a", "remove action build\n", ("base",))
    add = ("b", 'add requirement x to build: yes else "No."\n', ("base",))
    _, found = world(cut, add, ("c", "change target to 5\n", ("a", "b")))
    assert [d.name for d in found] == ["contested"]


def test_different_parts_of_one_block_do_not_contest() -> None:
    _, found = world(
        ("a", "add part one to player.worth: 1\n", ("base",)),
        ("b", "add part two to player.worth: 2\n", ("base",)),
        ("c", "change target to 5\n", ("a", "b")),
    )
    assert not found


def test_rings_and_unknown_parents(tmp_path: Path) -> None:
    (tmp_path / "a.rules").write_text("ruleset a\n    extends b\n")
    (tmp_path / "b.rules").write_text("ruleset b\n    extends a\n")
    reader = Reader()
    reader.find(str(tmp_path / "a.rules"))
    assert [d.name for d in reader.found] == ["circular-extends"]
    (tmp_path / "c.rules").write_text("ruleset c\n    extends bse\n")
    reader = Reader()
    reader.find(str(tmp_path / "c.rules"))
    assert [d.name for d in reader.found] == ["unknown-ruleset"]
    assert "base" in reader.found[0].hints[0]


def test_finding() -> None:
    assert "base" in shipped_names()
    assert locate("base") is not None
    assert locate("nothing_like_it") is None
    assert locate("../base") is None
