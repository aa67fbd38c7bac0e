"""Messages: every code has a page whose example produces it, and all ways to draw a message."""

import json
import re
from pathlib import Path

import pytest
from hexwright.dsl import diagnostics, render
from hexwright.dsl.allowing import Allowed
from hexwright.dsl.check import oddities
from hexwright.dsl.diagnostics import BY_CODE, CODES, Diagnostic, Fix, RulesetError, diagnose
from hexwright.dsl.load import try_ruleset
from hexwright.dsl.parse import parse_text
from hexwright.dsl.tree import NOWHERE, Span
from hexwright.tools.deep import Search
from hexwright.tools.trying import try_set_ups

PAGES = Path(diagnostics.__file__).parent / "pages"
NO_TEXT = {"S001", "S002", "X003", "X004", "X005"}  # about bytes and translations, not about rules
PLAYED = {"R001", "R002", "R008", "R009", "R010"}  # shown by scenarios and games
IN_RULES = {code for code in BY_CODE if code[0] != "S"} | {"S027", "S028"}  # need a whole ruleset
WHOLE = {"C108"}  # the example is a whole file


def examples(code: str, heading: str) -> list[str]:
    page = (PAGES / f"{code}.md").read_text(encoding="utf-8")
    section = re.search(rf"(?ms)^## {heading}\n(.*?)(?=^## |\Z)", page)
    return re.findall(r"(?ms)^```rules\n(.*?)^```", section[1]) if section else []


def said(code: str, texts: list[str], folder: Path) -> list[Diagnostic]:
    """Everything that `check` says of an example, a house rule of the base game."""
    for number, text in enumerate(texts):
        header = re.search(r"(?m)^ruleset (\w+)", text)
        if header is None and code not in WHOLE:
            text = f"ruleset mine\n    extends base\n\n{text}"
        path = folder / f"{header[1] if header else f'mine_{number}'}.rules"
        path.write_text(text, encoding="utf-8")
    rules, found = try_ruleset(path)
    if rules is None or diagnostics.errors(found):
        return found
    allowed = Allowed(rules.world)
    found = [*found, *oddities(rules.world, rules.program), *allowed.wrong()]
    if rules.program.boards and not diagnostics.errors(found):
        found += try_set_ups(rules)
    if code in PLAYED:
        found += Search(rules, 2, scenarios=code < "R003").run()
    return [*allowed.without(found), *allowed.needless(False)]


# ---- codes and pages -----------------------------------------------------------------------------


def test_codes_and_names_are_unique() -> None:
    assert len(BY_CODE) == len(diagnostics.BY_NAME) == len(CODES)
    assert all(re.fullmatch(r"[A-Z]\d{3}", code.code) for code in CODES)
    assert {code.code[0] for code in CODES} == set(diagnostics.FAMILIES)


def test_every_code_has_its_page_and_every_page_its_code() -> None:
    assert sorted(path.stem for path in PAGES.iterdir()) == sorted(BY_CODE)
    for path in PAGES.iterdir():
        heading = path.read_text(encoding="utf-8").split("\n", 1)[0]
        assert heading == f"# {path.stem} {BY_CODE[path.stem].name}"


@pytest.mark.parametrize("code", sorted(set(BY_CODE) - IN_RULES))
def test_the_example_of_a_page_produces_its_code(code: str) -> None:
    if code in NO_TEXT:
        assert not examples(code, "Wrong")
        return
    (wrong,), (right,) = examples(code, "Wrong"), examples(code, "Right")
    assert [one.code for one in parse_text("x.rules", wrong)[1]] == [code]
    assert parse_text("x.rules", right)[1] == []


@pytest.mark.parametrize("code", sorted(IN_RULES - NO_TEXT))
def test_the_example_of_a_page_produces_its_code_and_the_cure_cures(
    code: str, tmp_path: Path
) -> None:
    wrong, right = tmp_path / "wrong", tmp_path / "right"
    wrong.mkdir()
    right.mkdir()
    codes = [one.code for one in said(code, examples(code, "Wrong"), wrong)]
    assert code in codes
    mended = said(code, examples(code, "Right"), right)
    assert code not in [one.code for one in mended]
    assert not diagnostics.errors(mended)


# ---- nearest names -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "near"),
    [
        ("chose", ["choose"]),
        ("haev", ["have"]),
        ("fruit_pick", ["pick_fruit"]),
        ("wether", ["whether"]),
        ("completely_else", []),
        ("have", []),
    ],
)
def test_nearest_names(word: str, near: list[str]) -> None:
    names = ["choose", "have", "pick_fruit", "whether", "zebra"]
    assert diagnostics.nearest(word, names) == near


# ---- drawing -------------------------------------------------------------------------------------

TEXT = "action climb\n    chose spot from corners\n    place ladder on spot\n"
BAD = diagnose(
    "unknown-line", 'found "chose"', Span("x.rules", 2, 5, 2, 10), "here",
    others=[(Span("x.rules", 1, 1, 1, 7), "this block")],
    hints=["did you mean choose?"],
    fix=Fix(Span("x.rules", 2, 5, 2, 10), "choose"),
)  # fmt: skip


def test_a_message_as_text() -> None:
    assert render.as_text([BAD], {"x.rules": TEXT}) == (
        'error[S011 unknown-line]: found "chose"\n'
        "  --> x.rules:2:5\n"
        "   |\n"
        " 2 |     chose spot from corners\n"
        "   |     ^^^^^ here\n"
        "  ::: x.rules:1:1\n"
        "   |\n"
        " 1 | action climb\n"
        "   | ^^^^^^ this block\n"
        "   = did you mean choose?\n"
        "   = hexwright explain S011\n"
        "\n"
        "1 error"
    )


def test_nothing_to_say_is_no_text() -> None:
    assert render.as_text([], {}) == ""
    assert json.loads(render.as_json([])) == []
    assert render.as_github([]) == ""


def test_colour_changes_nothing_but_colour() -> None:
    drawn = render.as_text([BAD], {"x.rules": TEXT}, colour=True)
    assert "\033[31m" in drawn
    assert re.sub(r"\033\[\d*m", "", drawn) == render.as_text([BAD], {"x.rules": TEXT})


def test_a_place_without_text_and_a_message_without_place() -> None:
    assert "--> x.rules:2:5" in render.as_text([BAD])
    nowhere = diagnose("no-board", "nothing fits", NOWHERE)
    assert render.as_text([nowhere], {}).startswith("error[B004 no-board]: nothing fits\n   = hex")


def test_what_could_steer_a_terminal_is_not_shown() -> None:
    text = 'section a "\033[2J\x07 \u202e"\n' + "x" * 5000
    evil = diagnose("odd-character", "\033[2J", Span("x.rules", 1, 12, 1, 13), "\x07")
    drawn = render.as_text([evil], {"x.rules": text})
    assert all(c.isprintable() or c == "\n" for c in drawn)


def test_carets_stand_below_wide_letters_and_inside_long_lines() -> None:
    wide = 'section a "日本" ?'
    at = Span("x.rules", 1, wide.index("?") + 1, 1, wide.index("?") + 2)
    rows = render.as_text([diagnose("odd-character", "odd", at)], {"x.rules": wide}).split("\n")
    assert rows[4].index("^") == rows[3].index("?") + 2
    long = "x" * 3000 + "?" + "y" * 3000
    at = Span("x.rules", 1, 3001, 1, 3002)
    rows = render.as_text([diagnose("odd-character", "odd", at)], {"x.rules": long}).split("\n")
    assert rows[4].index("^") == rows[3].index("?")
    assert max(map(len, rows)) < 140


@pytest.mark.parametrize(
    "span",
    [Span("x.rules", 99, 1, 99, 2), Span("x.rules", 1, 500, 1, 2), Span("x.rules", 0, 0, 0, 0)],
)
def test_a_place_beyond_the_text_is_drawn(span: Span) -> None:
    drawn = render.as_text([diagnose("tab", "a tab", span, "here")], {"x.rules": TEXT})
    assert f"x.rules:{span.line}:{span.column}" in drawn


def test_very_many_messages_are_counted_not_shown() -> None:
    drawn = render.as_text([BAD] * 500, {"x.rules": TEXT})
    assert "… and 440 more" in drawn
    assert drawn.endswith("500 errors")


def test_a_message_as_json() -> None:
    (one,) = json.loads(render.as_json([BAD]))
    assert (one["code"], one["name"], one["severity"]) == ("S011", "unknown-line", "error")
    assert (one["file"], one["line"], one["column"], one["end_column"]) == ("x.rules", 2, 5, 10)
    assert one["others"][0]["label"] == "this block"
    assert one["fix"]["text"] == "choose"


def test_a_message_as_sarif() -> None:
    run = json.loads(render.as_sarif([BAD]))["runs"][0]
    assert run["tool"]["driver"]["rules"][0]["id"] == "S011"
    (result,) = run["results"]
    assert result["level"] == "error"
    region = result["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 2, "startColumn": 5, "endLine": 2, "endColumn": 10}


def test_a_message_as_github_annotation() -> None:
    assert render.as_github([BAD]) == (
        "::error file=x.rules,line=2,endLine=2,col=5,endColumn=10,title=S011 unknown-line::"
        'found "chose"%0Adid you mean choose?'
    )
    note = diagnose("unproved-id", "50% a,b: c", NOWHERE)
    assert render.as_github([note]) == "::notice title=R006 unproved-id::50%25 a,b: c"


def test_an_error_of_a_ruleset_reads_as_its_messages() -> None:
    assert str(RulesetError([BAD], {"x.rules": TEXT})) == render.as_text([BAD], {"x.rules": TEXT})
