"""Boards as pictures: everything on them is drawn, explained, readable without colours, escaped."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hexwright.dsl import load_ruleset
from hexwright.interpreter import new_game
from hexwright.tools.board import svg_of
from hexwright.tools.cli import main
from hexwright.tools.looks import COLOURS, PATTERNS, looks, ways
from hexwright.tools.paper import png_of_svg

SVG = "{http://www.w3.org/2000/svg}"


def drawn(name: str, **options: object) -> ElementTree.Element:
    rules = load_ruleset(name)
    game = new_game(rules, players=4, seed=3, options=options, engine="reference")
    return ElementTree.fromstring(svg_of(rules.program, game, "A board"))


def texts(picture: ElementTree.Element) -> list[str]:
    return [t.text or "" for t in picture.iter(f"{SVG}text")]


def test_every_hex_number_and_harbor_is_drawn_and_explained() -> None:
    picture = drawn("base", setup="beginner")
    said = texts(picture)
    numbers = [6, 3, 8, 2, 4, 5, 10, 5, 9, 6, 9, 10, 11, 3, 12, 8, 4, 11]
    assert sorted(int(t) for t in said if t.isdigit()) == sorted(numbers)
    assert said.count("generic") == 4
    for wanted in ("forest (4)", "desert (1)", "robber", "settlement", "road", "red", "starred"):
        assert wanted in said
    assert said.count("F") == 4 + 1  # on the hexes and in the legend
    assert picture.find(f"{SVG}title") is not None
    description = picture.findtext(f"{SVG}desc") or ""
    assert "Row 1: forest 6, pasture 3, pasture 8." in description


def test_no_two_terrains_share_a_pattern_or_a_letter() -> None:
    found = looks(load_ruleset("base").program)
    rules = load_ruleset("base")
    terrain = [found[m] for m in rules.program.kinds["terrain"].members]
    assert len({look.pattern for look in terrain}) == len(terrain)
    assert len({look.letter for look in terrain}) == len(terrain)
    assert all(look.colour in COLOURS.values() and look.pattern in PATTERNS for look in terrain)


def test_pips_are_the_ways_of_the_dice() -> None:
    found = ways(load_ruleset("base").program)
    assert found == {n: 6 - abs(7 - n) for n in range(2, 13)}


def test_markup_in_names_stays_text() -> None:
    rules = load_ruleset("base")
    game = new_game(rules, players=4, seed=3, engine="reference")
    nasty = '<script>alert("1")</script>&\x07'
    picture = svg_of(rules.program, game, nasty, say=lambda name: f"{nasty}{name}")
    tree = ElementTree.fromstring(picture)
    assert not [e for e in tree.iter() if "script" in str(e.tag)]
    assert tree.findtext(f"{SVG}title") == nasty.replace("\x07", "")


def test_one_seed_one_picture(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    shown = []
    for seed in ("5", "5", "6"):
        assert main(["board", "base", "--to", "svg", "--seed", seed]) == 0
        shown.append(re.sub(rb"seed \d", b"", capsysbinary.readouterr().out))
    assert shown[0] == shown[1] != shown[2]


def test_png_and_text(tmp_path: Path) -> None:
    assert main(["board", "base", "--to", "png", "--out", str(tmp_path / "b.png")]) == 0
    assert (tmp_path / "b.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert main(["board", "base", "--to", "txt", "--out", str(tmp_path / "b.txt")]) == 0
    assert "printed 2015" in (tmp_path / "b.txt").read_text(encoding="utf-8")


def test_typst_sees_no_end_of_its_string() -> None:
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">'
    svg = head + '<desc>"#panic(1)\\</desc></svg>'
    assert png_of_svg(svg)[:4] == b"\x89PNG"
