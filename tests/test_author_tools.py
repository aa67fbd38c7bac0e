"""Tools for authors: new, fmt, list, explain, diff, graph."""

import json
import random
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hexwright.dsl import load_ruleset
from hexwright.dsl.check import check
from hexwright.dsl.diagnostics import errors
from hexwright.dsl.lines import TOKEN
from hexwright.dsl.load import try_ruleset
from hexwright.dsl.parse import parse_text
from hexwright.tools.cli import main
from hexwright.tools.tidy import same_meaning, tidy

ROOT = Path(__file__).resolve().parent.parent
SHIPPED = sorted((ROOT / "rulesets").rglob("*.rules"))
DRAFTS = sorted((ROOT / "tests").rglob("*.rules"))
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]):  # type: ignore[no-untyped-def]
    """Runs a command in this process: what it printed, after its exit status was checked."""

    def run(*words: str, status: int = 0) -> str:
        capsys.readouterr()
        assert main(words) == status, capsys.readouterr().err
        return capsys.readouterr().out

    return run


# ---- fmt -----------------------------------------------------------------------------------------


def comments(text: str) -> list[str]:
    found = []
    for row in text.split("\n"):
        for match in TOKEN.finditer(row):
            if match.lastgroup == "comment":
                found.append(match.group().rstrip())
    return found


@pytest.mark.parametrize("path", SHIPPED, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_tidying_keeps_meaning_and_comments_and_is_done_once(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    new = tidy(text)
    assert same_meaning(text, new)
    assert comments(text) == comments(new)
    assert tidy(new) == new


def mangled(text: str, dice: random.Random) -> str:
    """The same words, laid out carelessly: more blanks, deeper steps, other line ends."""
    rows = []
    step = dice.choice((1, 2, 3))
    for row in text.split("\n"):
        body = row.lstrip()
        indent = " " * ((len(row) - len(body)) * step)
        if not body.startswith(("|", "#")):
            body = re.sub(r'(?<!letter) (?=(?:[^"]*"[^"]*")*[^"]*$)', widened(dice), body)
        rows.append(indent + body + " " * dice.randrange(3))
    return dice.choice(("\n", "\r\n")).join(rows)


def widened(dice: random.Random):  # type: ignore[no-untyped-def]
    return lambda _: " " * dice.choice((1, 1, 1, 2, 5))


@pytest.mark.parametrize(
    "path", SHIPPED[::3] + DRAFTS[:3], ids=lambda p: f"{p.parent.name}/{p.stem}"
)
def test_a_careless_layout_is_tidied_to_the_same_text(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if "#" in re.sub(r'"[^"]*"', "", text.split("\n", 1)[1]):
        text = "\n".join(row for row in text.split("\n") if "#" not in row)
    careless = mangled(text, random.Random(str(path.name)))
    assert tidy(careless) == tidy(text)


UNTIDY = """\
# About the rule.
ruleset   untidy
  extends base
  title "Untidy"   # its title
change points_to_win   to 12
kind mood
  columns weight:number,   bright : flag normally no
  # the moods
  | calm|3|
  | stormy | 12 | yes|


add requirement early to move_robber: round>1
 and (  count you.cities )<3   # two reasons
  else "Too early."
"""
TIDY = """\
# About the rule.
ruleset untidy
    extends base
    title "Untidy"  # its title

change points_to_win to 12

kind mood
    columns weight: number, bright: flag normally no
    # the moods
    | calm   | 3  |
    | stormy | 12 | yes |

add requirement early to move_robber: round > 1
    and (count you.cities) < 3  # two reasons
    else "Too early."
"""


def test_the_layout() -> None:
    assert tidy(UNTIDY) == TIDY


def test_fmt_looks_shows_and_writes(tmp_path: Path, said) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "untidy.rules"
    file.write_text(UNTIDY, encoding="utf-8")
    assert "untidy.rules" in said("fmt", "--check", str(file), status=1)
    shown = said("fmt", "--diff", str(file), status=1)
    assert "-ruleset   untidy" in shown and "+ruleset untidy" in shown
    assert file.read_text(encoding="utf-8") == UNTIDY
    said("fmt", str(tmp_path))
    assert file.read_text(encoding="utf-8") == TIDY
    assert json.loads(said("fmt", "--check", "--format", "json", str(file)))["changed"] == []
    assert [path.name for path in tmp_path.iterdir()] == ["untidy.rules"]


def test_fmt_leaves_a_broken_file_alone(tmp_path: Path, said) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "broken.rules"
    file.write_text("ruleset broken\n  extends base\nactoin rest\n  during main\n", "utf-8")
    before = file.read_bytes()
    said("fmt", str(file), status=1)
    assert file.read_bytes() == before
    said("fmt", str(tmp_path / "no such file"), status=2)


# ---- new -----------------------------------------------------------------------------------------


def clean(path: Path) -> None:
    rules, found = try_ruleset(path)
    assert rules is not None
    found = found if errors(found) else [*found, *check(rules.world, rules.program)]
    assert [d.message for d in found if d.severity != "note"] == []


@pytest.mark.parametrize("parent", ["base", "seafarers", "house/castles"])
def test_a_new_house_rule_is_clean_with_every_example(parent: str, tmp_path: Path, said) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "mine.rules"
    said("new", str(file), "--extends", parent)
    clean(file)
    text = file.read_text(encoding="utf-8")
    assert tidy(text) == text
    parts = text.split("\n\n")
    examples = [part.split("\n", 1)[1] for part in parts[2:]]
    assert len(examples) >= 4
    for number, example in enumerate(examples):
        tried = tmp_path / f"try_{number}.rules"
        lines = "\n".join(line.removeprefix("# ") for line in example.rstrip().split("\n"))
        header = parts[0].replace("ruleset mine", f"ruleset try_{number}")
        tried.write_text(f"{header}\n\n{lines}\n", encoding="utf-8")
        clean(tried)


def test_new_refuses_what_would_hurt(tmp_path: Path, said) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "mine.rules"
    file.write_text("precious", encoding="utf-8")
    said("new", str(file), status=1)
    assert file.read_text(encoding="utf-8") == "precious"
    for name in ("base", "My-Rule", "action"):
        said("new", str(tmp_path / name), status=2)
    said("new", str(tmp_path / "other"), "--extends", "no_such_game", status=1)


# ---- list and explain ----------------------------------------------------------------------------


def test_every_line_that_list_offers_can_be_read(said) -> None:  # type: ignore[no-untyped-def]
    found = json.loads(said("list", "base", "--format", "json"))
    lines = [line for entry in found for line in entry["lines"]]
    assert len(lines) > 150
    for line in lines:
        written = line.replace('"…"', '"Words."')
        written = re.sub(r"^add (requirement |part |but )?…", r"add \1thing", written)
        written = written.replace("…", "1")
        _, wrong = parse_text("line", f"{written}\n")
        assert not errors(wrong), line


def test_list_says_how(said) -> None:  # type: ignore[no-untyped-def]
    text = said("list", "base", "--sort", "part", "--how")
    assert "change part plain of player.bank_rate to …" in text
    assert "Without a harbor: four equal cards for one." in text


def test_explain_shows_clauses_and_who_wrote_over_whom(said) -> None:  # type: ignore[no-untyped-def]
    text = said("explain", "bank_rate", "--in", "house/duel")
    assert "the lowest of" in text
    assert "├─ plain: 3    house/duel.rules:12" in text
    assert "changed by house/duel, house/duel.rules:12; before: 4, base/08_trade.rules:" in text
    assert "└─ special_harbor: 2 when offered is in player.harbors_in_use" in text
    found = json.loads(
        said("explain", "move_robber", "--in", "house/club_night", "--format", "json")
    )
    names = [clause["name"] for clause in found[0]["clauses"]]
    assert names == ["elsewhere", "friendly", "not_the_poorest"]


# ---- diff ----------------------------------------------------------------------------------------


def test_diff_speaks_in_the_words_of_the_rules(said) -> None:  # type: ignore[no-untyped-def]
    text = said("diff", "base", "house/duel")
    assert "- Without a harbor: four equal cards for one." in text
    assert "+ Without a harbor: three equal cards for one." in text
    assert "house/duel.rules:12" in text
    assert "15 points win" in text
    found = json.loads(said("diff", "base", "house/castles", "--format", "json"))
    new = [d["now"] for d in found["differences"] if d["sort"] == "new"]
    assert "Castle: 3 points." in new
    assert found["scenarios"]["new"] == 2


def test_diff_cites_what_no_sentence_tells(tmp_path: Path, said) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "quiet.rules"
    line = "change player.trade_partners to all q in players where q is player.next"
    file.write_text(f"ruleset quiet\n    extends base\n\n{line}\n", encoding="utf-8")
    found = json.loads(said("diff", "base", str(file), "--format", "json"))
    untold = [(d["title"], d["now"]) for d in found["differences"] if d["sort"] == "untold"]
    assert untold == [("value player.trade_partners", line)]


def test_diff_of_a_ruleset_with_itself_is_empty(said) -> None:  # type: ignore[no-untyped-def]
    assert "no rule differs" in said("diff", "house/duel", "house/duel")


def test_diff_turns_round(said) -> None:  # type: ignore[no-untyped-def]
    found = json.loads(said("diff", "house/castles", "base", "--format", "json"))
    gone = [d["before"] for d in found["differences"] if d["sort"] == "gone"]
    assert "A castle replaces one of your cities." in gone


# ---- graph ---------------------------------------------------------------------------------------


def test_the_graph_shows_every_phase_action_and_rule(said, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    program = load_ruleset("base").program
    edges = json.loads(said("graph", "base", "--format", "json"))
    shown = {edge["to"] for edge in edges}
    for sort in ("phase", "action", "rule", "award", "card"):
        for name in getattr(program, f"{sort}s"):
            assert f"{sort} {name}" in shown
    assert {"from": "phase main", "how": "ends with", "to": "action end_turn"} in edges
    assert {"from": "steps resolve_seven", "how": "after", "to": "rule seven_moves_robber"} in edges
    dot = said("graph", "base", "--to", "dot")
    assert dot.count("{") == dot.count("}") == 1
    assert '"phase main" -> "action build_road" [label="offers"];' in dot


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_drawing_is_svg_within_its_page(said, tmp_path: Path, language: str) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "course.svg"
    said("graph", "base", "--lang", language, "--out", str(file))
    root = ET.fromstring(file.read_text(encoding="utf-8"))
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    boxes = [
        [float(box.attrib[name]) for name in ("x", "y", "width", "height")]
        for box in root.iter(f"{SVG}rect")
        if "x" in box.attrib
    ]
    assert len(boxes) > 50
    assert all(x + w <= width and y + h <= height for x, y, w, h in boxes)
    rows = sorted((y, y + h) for _, y, _, h in boxes if h == 22)
    assert all(one[1] <= other[0] for one, other in zip(rows, rows[1:], strict=False))


# ---- declaring changed scenarios -----------------------------------------------------------------


def test_accept_declares_inherited_scenarios_and_nothing_else(tmp_path: Path, said) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "mine.rules"
    rule = "ruleset mine\n    extends base\n\nchange part normal of player.hand_limit to 9\n"
    own = 'scenario "Mine"\n    on printed_2015 with 3 players\n    then red.hand_limit is 8\n'
    file.write_text(f"{rule}\n{own.replace('red', 'blue')}", encoding="utf-8")
    words = ("test", str(file), "--only", "half of the hand")
    text = said(*words, "--accept")
    assert 'remove scenario "Half of the hand, rounded down"' in text
    assert 'remove scenario "Half of the hand, rounded down"' in file.read_text(encoding="utf-8")
    said(*words, status=2)
    assert "own scenario fails: Mine" in said(*words[:2], "--only", "mine", "--accept", status=1)
    said("test", "base", "--only", "half of the hand", "--accept", status=2)
