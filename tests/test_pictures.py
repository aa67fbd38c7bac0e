"""Boards as pictures: everything on them is drawn, explained, readable without colours, escaped."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hexwright.dsl import load_ruleset
from hexwright.interpreter import new_game
from hexwright.tools.board import svg_of
from hexwright.tools.cli import main
from hexwright.tools.draw import draw, plain
from hexwright.tools.looks import COLOURS, PATTERNS, looks, ways
from hexwright.tools.paper import png_of_svg
from hexwright.tools.picture import FRAME
from hexwright.tools.scene import scene_of

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
    assert "printed_2015" in (tmp_path / "b.txt").read_text(encoding="utf-8")


def test_typst_sees_no_end_of_its_string() -> None:
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">'
    svg = head + '<desc>"#panic(1)\\</desc></svg>'
    assert png_of_svg(svg)[:4] == b"\x89PNG"


def discs(picture: ElementTree.Element) -> list[tuple[str, str]]:
    """Where the small white discs of signs are."""
    found = picture.iter(f"{SVG}circle")
    return [(c.get("cx") or "", c.get("cy") or "") for c in found if c.get("r") == "6.5"]


def test_marked_hexes_are_drawn_if_they_matter_in_play() -> None:
    """The main island counts for points; the rings of the base board only serve to lay it."""
    picture = drawn("seafarers/new_shores")
    assert "main island" in texts(picture)
    assert len(discs(picture)) == 19 + 1  # on the hexes and in the legend
    said = texts(drawn("base"))
    assert not {"centre", "inner ring", "slot 1"} & set(said)


def test_marked_places_are_told_apart() -> None:
    """Two flags of corners and one of many hexes: three signs; a rare one is a word."""
    picture = drawn("explorers_and_pirates/fish_for_catan")
    said = texts(picture)
    assert {"harbor site", "dock", "home", "on frame"} <= set(said)
    hollow = [c for c in picture.iter(f"{SVG}circle") if c.get("r") == "4.5"]
    assert len(hollow) == 14 + 1
    assert len(discs(picture)) == (15 + 1) + (2 + 1)
    assert "north (11): not known yet" in said and "south (11): not known yet" in said


def test_the_frame_surrounds_the_board() -> None:
    rules = load_ruleset("explorers_and_pirates/land_ho")
    game = new_game(rules, players=2, seed=1, engine="reference")
    picture = ElementTree.fromstring(svg_of(rules.program, game, "A board"))
    rim = [e for e in game.setting.topology.edge_hexes if len(e) == 1]
    band = [e for e in picture.iter(f"{SVG}line") if e.get("stroke") == FRAME]
    assert len(band) == len(rim) == 50


def test_two_neutral_colours_are_drawn_and_named() -> None:
    rules = load_ruleset("explorers_and_pirates/land_ho")
    game = new_game(rules, players=2, seed=1, engine="reference")
    said = texts(ElementTree.fromstring(svg_of(rules.program, game, "A board")))
    assert {"white (neutral)", "orange (neutral)"} <= set(said)
    assert said.count("O") == 3 + 1  # its pieces and the legend
    assert said.count("W") == 3 + 1 + 2 + 1  # and two fields with their legend
    shown = plain(draw(scene_of(game.setting, game.engine.table())))
    assert "W white (neutral)   O orange (neutral)" in shown
    assert all(shown.count(piece) == 1 for piece in ("Ws", "Wr", "Wh", "Os", "Or", "Oh"))


def test_check_knows_every_colour_and_pattern() -> None:
    from hexwright.dsl import check_looks
    from hexwright.tools import looks

    assert set(check_looks.COLOURS) == looks.COLOURS.keys()
    assert set(check_looks.PATTERNS) == looks.PATTERNS.keys()
