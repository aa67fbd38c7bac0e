"""docs/language.md is true: its examples are loaded and played, its tables are those of the code.

A block marked ```rules is a house rule for the base game, or brings its own header; several headers
in one block are several rulesets, and the last one is loaded. Its scenarios are run in both
executions. A block marked ```rules wrong CODE must be answered with exactly that code.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hexwright.dsl import diagnostics, lalr, meaning_names, reference, types, words
from hexwright.dsl.check import check
from hexwright.dsl.diagnostics import Diagnostic, errors
from hexwright.dsl.lines import split
from hexwright.dsl.load import Rules, try_ruleset
from hexwright.dsl.parse import BlockParser, parse_text
from hexwright.dsl.render import as_text
from hexwright.dsl.tables import tables
from hexwright.interpreter import run_scenario
from hexwright.interpreter.engines import ENGINES

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "language.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")
BLOCK = re.compile(r"(?ms)^```rules(?: wrong ([A-Z]\d{3}))?\n(.*?)^```$")
HEADER = re.compile(r"(?m)^(?=ruleset )")
DEFAULT = "ruleset example\n    extends base\n\n"


class Example(NamedTuple):
    line: int
    code: str
    text: str

    @property
    def files(self) -> list[str]:
        """The texts of its rulesets, parents first."""
        if not HEADER.search(self.text):
            return [DEFAULT + self.text]
        return [part for part in HEADER.split(self.text) if part.strip()]


EXAMPLES = [
    Example(TEXT[: found.start()].count("\n") + 1, found[1] or "", found[2])
    for found in BLOCK.finditer(TEXT)
]
RIGHT = [one for one in EXAMPLES if not one.code]
WRONG = [one for one in EXAMPLES if one.code]


def by_line(one: Example) -> str:
    return f"at_{one.line}"


def load(example: Example, folder: Path) -> tuple[Rules | None, list[Diagnostic]]:
    """The rules of an example and everything that is said about them."""
    path = folder
    for text in example.files:
        header = re.match(r"ruleset (\w+)", text)
        path = folder / f"{header[1] if header else 'nameless'}.rules"
        path.write_text(text, encoding="utf-8")
    rules, found = try_ruleset(path)
    if rules is not None and not errors(found):
        found = [*found, *check(rules.world, rules.program)]
    return rules, found


@pytest.mark.parametrize("example", RIGHT, ids=by_line)
def test_an_example_can_be_played_and_its_scenarios_pass(example: Example, tmp_path: Path) -> None:
    rules, found = load(example, tmp_path)
    assert rules is not None
    wrong = errors(found)
    if wrong:
        pytest.fail(as_text(wrong, rules.texts), pytrace=False)
    own = re.findall(r'(?m)^(?:replace )?scenario "([^"]*)"', example.text)
    for title in own:
        for engine in ENGINES:
            outcome = run_scenario(rules, rules.program.scenarios[title], engine)
            assert outcome.passed, f"{title} ({engine}): {outcome.message} {outcome.span}"


@pytest.mark.parametrize("example", WRONG, ids=by_line)
def test_a_wrong_example_is_answered_with_its_code(example: Example, tmp_path: Path) -> None:
    _, found = load(example, tmp_path)
    severity = diagnostics.BY_CODE[example.code].severity
    assert [one.code for one in found if one.severity == severity] == [example.code]
    if severity != "error":
        assert not errors(found)


# ---- nothing is left out -------------------------------------------------------------------------


def parsed(record: Callable[[int], None]) -> Iterator[Any]:
    """Parses all right examples, telling which rules of the grammar are applied."""
    for example in RIGHT:
        for text in example.files:
            parser = BlockParser("x.rules")
            for number, make in enumerate(parser.callbacks):
                parser.callbacks[number] = telling(number, make, record)
            for chunk in split("x.rules", text)[0]:
                yield parser.parse(chunk)


def telling(number: int, make: Any, record: Callable[[int], None]) -> Any:
    def told(children: Any, span: Any) -> Any:
        record(number)
        return make(children, span)

    return told if make is not None else None


def test_every_rule_of_the_grammar_is_shown_by_an_example() -> None:
    used: set[int] = set()
    assert all(block is not None for block in parsed(used.add))
    rules = tables().rules
    builder = BlockParser("x.rules").callbacks
    wanted = {rule.name for rule, make in zip(rules, builder, strict=True) if make is not None}
    assert sorted(wanted - {rules[number].name for number in used}) == []


def test_every_keyword_is_used_by_an_example(monkeypatch: pytest.MonkeyPatch) -> None:
    fed: set[str] = set()
    feed = lalr.Walk.feed

    def telling_feed(self: lalr.Walk, kind: str, *rest: Any) -> bool:
        fed.add(kind)
        return feed(self, kind, *rest)

    monkeypatch.setattr(lalr.Walk, "feed", telling_feed)
    for example in RIGHT:
        for text in example.files:
            assert parse_text("x.rules", text)[1] == []
    known = tables().spellings
    assert sorted(known[kind] for kind in known.keys() - fed) == []


def test_every_first_word_begins_a_line_of_an_example() -> None:
    rows = [row.strip() for one in RIGHT for text in one.files for row in text.splitlines()]
    first = {re.split(r"[ ]", row)[0] for row in rows if row}
    assert sorted(words.FORMS.keys() - first) == []
    said = {word for row in rows for word in row.split()[1:]}
    assert sorted(words.SENTENCES.keys() - said) == []


def names(text: str, table: str) -> set[str]:
    """The names in the first column of a generated table."""
    part = re.search(rf"(?s)<!-- generated: {table} -->(.*?)<!-- end -->", text)
    assert part is not None
    return set(re.findall(r"(?m)^\| `([^`]+)`", part[1]))


def test_built_in_names_fields_and_types_are_all_explained() -> None:
    built_in = {*meaning_names.BUILT_IN, *meaning_names.EVERYTHING, "nobody"}
    assert built_in <= reference.NAMES.keys()
    fields = {field.split("(")[0] for field in reference.FIELDS}
    assert {*meaning_names.FIELD_WORDS} <= fields
    assert {*types.SIMPLE} <= reference.TYPES.keys()


def test_every_built_in_name_and_field_is_used_by_an_example() -> None:
    used = "\n".join(text for one in RIGHT for text in one.files)
    loose = [n for n in reference.NAMES if not re.search(rf"(?<![\w.]){n}\b", used)]
    assert loose == []
    lost = [f for f in reference.FIELDS if not re.search(rf"\.{f.split('(')[0]}\b", used)]
    assert lost == []


def test_the_generated_tables_are_fresh() -> None:
    assert reference.written_into(TEXT) == TEXT, "run python -m hexwright.dsl.reference --write"
    assert names(TEXT, "codes") == diagnostics.BY_CODE.keys()
