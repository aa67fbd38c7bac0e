"""Edits of real rulesets that nobody would make: always a diagnostic or a valid ruleset.

Each example takes a shipped file, edits its text in a few places and checks the whole as `check`
does, boards and set-up included. Never a traceback, never more than the budget of time for a file.
The edits know what rules are made of: words are swapped for other words of the same files, lines
are cut, doubled, moved and indented, numbers grow, quotes and brackets go missing.
"""

from __future__ import annotations

import random
import re
import tempfile
import time
from pathlib import Path

import pytest
from hexwright.dsl.allowing import Allowed
from hexwright.dsl.check import oddities
from hexwright.dsl.diagnostics import errors
from hexwright.dsl.load import shipped_names, shipped_root, try_ruleset
from hexwright.dsl.render import as_github, as_json, as_sarif, as_text
from hexwright.tools.trying import try_set_ups
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

BUDGET = 2.0
"""seconds of CPU for one file"""
HOUSE = sorted((shipped_root() / "house").glob("*.rules"))
BASE = sorted((shipped_root() / "base").glob("*.rules"))
WORDS = re.compile(r"[a-z_]+|\d+|\"[^\"\n]*\"|[^\sa-z\d\"]")
SIGNS = list("\"'()|:,.#@*{}<>=-+/ \t\u00a0“\x00é\u202e")
NUMBERS = ["0", "-1", "1", "999999", "99999999999", "3.5"]


def vocabulary() -> list[str]:
    texts = [path.read_text(encoding="utf-8") for path in (*HOUSE, *BASE)]
    return sorted({word for text in texts for word in WORDS.findall(text)})


VOCABULARY = vocabulary()


def edited(text: str, dice: random.Random) -> str:
    """The text after one edit."""
    lines = text.split("\n")
    line = dice.randrange(len(lines))
    match dice.randrange(12):
        case 0 | 1 | 2:
            spots = list(WORDS.finditer(text))
            spot = dice.choice(spots)
            return text[: spot.start()] + dice.choice(VOCABULARY) + text[spot.end() :]
        case 3:
            spots = list(WORDS.finditer(text))
            one, two = sorted(dice.sample(spots, 2), key=lambda m: m.start())
            between = text[one.end() : two.start()]
            return text[: one.start()] + two[0] + between + one[0] + text[two.end() :]
        case 4:
            at = dice.randrange(len(text))
            return text[:at] + text[at + dice.randint(1, 12) :]
        case 5:
            at = dice.randrange(len(text))
            return text[:at] + dice.choice(SIGNS) * dice.choice((1, 1, 2, 90)) + text[at:]
        case 6:
            del lines[line : line + dice.randint(1, 3)]
        case 7:
            lines.insert(dice.randrange(len(lines)), lines[line])
        case 8:
            lines[line] = " " * dice.randrange(12) + lines[line].lstrip()
        case 9:
            numbers = list(re.finditer(r"\d+", text))
            if numbers:
                spot = dice.choice(numbers)
                return text[: spot.start()] + dice.choice(NUMBERS) + text[spot.end() :]
        case 10:
            other = dice.choice((*HOUSE, *BASE)).read_text(encoding="utf-8").split("\n")
            start = dice.randrange(len(other))
            lines[line:line] = other[start : start + dice.randint(1, 8)]
        case 11:
            word = dice.choice(re.findall(r"[a-z_]{4,}", text))
            at = dice.randrange(len(word) - 1)
            typo = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
            return text.replace(word, typo, dice.choice((1, -1)))
    return "\n".join(lines)


def look_at(path: Path) -> None:
    """Everything `check` does to a file, but for its time."""
    rules, found = try_ruleset(path)
    found = list(found)
    if rules is not None and not errors(found):
        allowed = Allowed(rules.world)
        found += oddities(rules.world, rules.program)
        found += allowed.wrong()
        if not errors(found):
            found += try_set_ups(rules)
        found = [*allowed.without(found), *allowed.needless(False)]
    texts = rules.texts if rules is not None else {}
    for one in found:
        assert one.message and one.code
    as_text(found, texts)
    as_json(found), as_sarif(found), as_github(found)


def survives(text: str, name: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_text(text, encoding="utf-8", errors="surrogatepass")
        in_time(path)


def in_time(path: Path) -> None:
    """Within the budget; a second try forgives a machine that was busy with something else."""
    took = []
    for _ in range(2):
        began = time.process_time()
        look_at(path)
        took.append(time.process_time() - began)
        if took[-1] < BUDGET:
            return
    raise AssertionError(f"took {took} seconds")


try_ruleset("base")  # read once, so that the time of an example is its own

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]
FUZZ = settings(deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


@settings(FUZZ, max_examples=500)
@given(st.integers(0, 2**32), st.integers(1, 8), st.sampled_from(HOUSE))
def test_edited_house_rules(seed: int, edits: int, path: Path) -> None:
    dice = random.Random(seed)
    text = path.read_text(encoding="utf-8")
    for _ in range(edits):
        text = edited(text, dice) or "\n"
    survives(text, path.name)


@settings(FUZZ, max_examples=60)
@given(st.integers(0, 2**32), st.integers(1, 6), st.sampled_from(BASE))
def test_edited_files_of_a_whole_game(seed: int, edits: int, path: Path) -> None:
    """A whole game with one file edited, read as somebody's own folder."""
    dice = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        own = Path(folder, "mine")
        own.mkdir()
        for file in BASE:
            text = file.read_text(encoding="utf-8").replace("ruleset base", "ruleset mine")
            if file == path:
                for _ in range(edits):
                    text = edited(text, dice) or "\n"
            (own / file.name).write_text(text, encoding="utf-8", errors="surrogatepass")
        in_time(own)


@settings(FUZZ, max_examples=120)
@given(st.lists(st.sampled_from([*VOCABULARY, "\n", "\n    ", "\n        "]), max_size=80))
def test_words_in_any_order(words: list[str]) -> None:
    survives("ruleset mine\n    extends base\n\n" + " ".join(words), "mine.rules")


@settings(FUZZ, max_examples=50)
@given(st.binary(max_size=400))
def test_any_bytes(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "mine.rules")
        path.write_bytes(data)
        look_at(path)


@pytest.mark.parametrize("nested", ["(" * 5000, "not " * 5000, "a." * 5000, "{" * 5000])
def test_deep_nesting(nested: str) -> None:
    survives(f"ruleset mine\n    extends base\n\nvalue x is {nested}1\n", "mine.rules")


def test_there_is_something_to_edit() -> None:
    assert len(HOUSE) >= 25 and len(BASE) > 10 and len(shipped_names()) > 25
