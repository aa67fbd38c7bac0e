"""Printed rules say what the engine does: all of it, nothing else, in both languages, escaped."""

import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest
from hexwright.dsl import load_ruleset
from hexwright.dsl import program as ir
from hexwright.dsl.load import Rules, shipped_names
from hexwright.tools.cli import main
from hexwright.tools.marks import marks_in_play
from hexwright.tools.print import printed
from hexwright.tools.printing.book import Book
from hexwright.tools.printing.model import (
    Block,
    Bullets,
    Code,
    Cutting,
    Document,
    Entry,
    Pair,
    Para,
    Picture,
    Section,
    Strip,
    Table,
)  # fmt: skip
from hexwright.tools.printing.render import markdown, source
from hexwright.tools.printing.sheets import SHEETS, sheet
from hexwright.tools.printing.short import Digest
from hexwright.tools.printing.speech import Words, typeset

LANGUAGES = ("en", "fr")
BOOKS = ["base", "seafarers/oceania", "cities_and_knights", "explorers_and_pirates"]
"""one ruleset of every book; what holds for these holds for all that are written like them"""
HOUSE = [name for name in shipped_names() if name.startswith("house/")][::9]
NAMES = [*BOOKS, *HOUSE]
TRANSLATED = [*BOOKS, *HOUSE]


@lru_cache(maxsize=24)
def rules(name: str) -> Rules:
    return load_ruleset(name)


@lru_cache(maxsize=24)
def book(name: str, language: str = "en") -> Book:
    return Book(rules(name), language)


@lru_cache(maxsize=24)
def document(name: str, language: str, kind: str) -> Document:
    return sheet(book(name, language), kind)


def words_of(block: Block) -> list[str]:
    match block:
        case Para(text=text, mark=mark) | Code(text=text, intro=mark):
            return [text, mark]
        case Bullets(items=items, intro=intro):
            return [intro, *(w for item in items for w in (item.text, item.mark))]
        case Table(caption=caption, head=head, rows=rows):
            return [caption, *head, *(w for row in rows for w in (*row.cells, row.mark))]
        case Picture(alt=alt, caption=caption):
            return [alt, caption]
        case Pair(pictures=pictures):
            return [w for picture in pictures for w in words_of(picture)]
        case Strip(title=title, spaces=spaces):
            return [title, *spaces]
        case Entry(title=title, mark=mark, facts=facts, blocks=blocks):
            said = [w for fact in facts for w in (fact.label, fact.text, fact.mark)]
            return [title, mark, *said, *(w for b in blocks for w in words_of(b))]
        case Cutting(cards=cards):
            return [w for title, inside in cards for b in inside for w in (title, *words_of(b))]
    raise AssertionError(block)


def words_in(section: Section) -> list[str]:
    found = [section.heading, section.mark]
    found += [w for block in section.blocks for w in words_of(block)]
    return found + [w for inner in section.sections for w in words_in(inner)]


def said(doc: Document) -> str:
    """All words of a document in one string."""
    found = [doc.title, doc.subtitle, *(w for block in doc.lead for w in words_of(block))]
    found += [w for section in doc.sections for w in words_in(section)]
    return "\n".join(found)


def lonely(sections: tuple[Section, ...]) -> list[str]:
    """Headings with nothing below."""
    here = [s.heading for s in sections if not s.blocks and not s.sections]
    return here + [heading for s in sections for heading in lonely(s.sections)]


# ---- nothing is missing --------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", shipped_names())
def test_everything_the_engine_does_is_printed(name: str, language: str) -> None:
    """Walks the rule graph: every text of every node, and every named thing, is in the document."""
    here = book(name, language)
    text = said(document(name, language, "rules"))
    assert not lonely(document(name, language, "rules").sections)
    missing = [f"{sort} {n}" for sort, n in here.graph if sort in NAMED
               and here.speech.title(n) not in text]  # fmt: skip
    for told in all_texts(here):
        if here.speech.text(told).rstrip(".") not in text:  # a value may follow after a colon
            missing.append(told.sentence.text)
    for steps in here.program.steps.values():
        if not steps.texts and f"steps {steps.name}" not in text:
            missing.append(f"steps {steps.name}")
    for rule in here.program.rules.values():
        if not rule.texts and f"rule {rule.name}" not in text:
            missing.append(f"rule {rule.name}")
    assert not missing
    sorts = {sort for sort, _ in here.graph}
    assert {"option", "action", "requirement", "piece"} <= sorts or not here.program.actions


NAMED = ("option", "action", "card", "award", "piece", "phase", "board")
"""what a reader looks up by its name; everything else is told by its sentences"""


@pytest.mark.parametrize("name", [*BOOKS[1:], *shipped_names()[1::4]])
def test_nothing_else_is_printed(name: str) -> None:
    """A sentence of a parent that holds no longer is on no sheet but the list of changes."""
    here = book(name)
    parents = [book(parent) for parent in here.parents]
    mine = " ".join(here.speech.text(text) for text in all_texts(here))
    gone = {parent.speech.text(text) for parent in parents for text in all_texts(parent)}
    gone = {text for text in gone if text not in mine}
    names = {n for parent in parents for n in (*parent.program.actions, *parent.program.awards)}
    names -= {n for _, n in here.graph}
    for kind in ("rules", "summary", "teach", "costs"):
        doc = document(name, "en", kind)
        text = said(replace(doc, sections=tuple(s for s in doc.sections if s.anchor != "changes")))
        assert not [one for one in gone if one in text], kind
        heads = {line for line in text.split("\n") if line}
        assert not [n for n in names if here.speech.title(n) in heads], kind


def test_what_the_options_rule_out_says_so() -> None:
    plain = said(document("base", "en", "rules"))
    assert "not with the options in force" in plain
    assert "Stop trading" not in said(document("base", "en", "teach"))
    split = Book(rules("base"), "en", {"trade_build_mode": "split"})
    assert "not with the options in force" not in said(sheet(split, "rules"))
    assert "Stop trading" in said(sheet(split, "teach"))
    printed_start = "Your first pieces stand on the places of your colour"
    line = next(line for line in plain.split("\n") if printed_start in line)
    assert line.endswith("(Not with the options in force.)")
    beginner = said(sheet(Book(rules("base"), "en", {"setup": "beginner"}), "rules"))
    line = next(line for line in beginner.split("\n") if printed_start in line)
    assert "options in force" not in line


def all_texts(here: Book) -> list[ir.Text]:
    """Every sentence beside a rule, requirement sentences included."""
    program = here.program
    said = [text for name in here.world.lineage for text in here.introduced(name)]
    found = [
        text
        for (sort, _), texts in program.told.items()
        for text in texts
        if sort != "ruleset" or here.speech.text(text) in said
    ]
    for blocks in (program.actions, program.cards):
        for block in blocks.values():
            found += block.texts
            for line in block.head:
                if isinstance(line, ir.RequireDef):
                    found += [line.sentence, *line.texts]
    for value in program.values.values():
        found += value.texts
        found += [text for part in value.parts for text in part.texts]
    for others in (program.awards, program.steps, program.phases, program.rules, program.boards):
        found += [text for block in others.values() for text in block.texts]
    found += [text for section in program.sections.values() for text in section.texts]
    return found


def test_values_are_those_of_the_game() -> None:
    rules = load_ruleset("base")
    text = printed(rules, "en", "md", "rules", {"points_to_win": "12"}).decode()
    assert "when the active player has 12 points or more" in text
    assert "1\u00a0lumber and 1\u00a0brick" in text
    assert "12 | 3 to 30 |" in text


def test_tiles_are_those_of_the_board() -> None:
    """A scenario tells what lies on its boards, not what another box holds."""
    text = said(document("seafarers/four_islands", "en", "rules"))
    assert "3\u00a0×\u00a0forest, 3\u00a0×\u00a0pasture" in text  # for three players
    assert "4\u00a0×\u00a0forest, 5\u00a0×\u00a0pasture" in text  # for four
    assert "4\u00a0×\u00a0forest, 4\u00a0×\u00a0pasture" not in text
    assert "4\u00a0×\u00a0forest, 4\u00a0×\u00a0pasture" in said(document("base", "en", "rules"))


def test_changes_tell_what_a_value_always_is() -> None:
    text = said(document("seafarers/oceania", "en", "changes"))
    assert "Usually: 1\u00a0×\u00a0forest" in text


def test_bad_options_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "base", "-o", "points_to_win=99"]) == 2
    assert "points_to_win cannot be 99" in capsys.readouterr().err


# ---- how it reads --------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_no_raw_identifiers(name: str, language: str) -> None:
    for kind in SHEETS:
        text = source(document(name, language, kind), "md")
        prose = re.sub(r"```.*?```|\]\([^)]*\)|`[^`]*`|<[^>]*>", "", text, flags=re.DOTALL)
        assert not re.findall(r"\b[a-z]+\\?_[a-z_\\]+\b", prose), kind


@pytest.mark.parametrize("name", TRANSLATED)
def test_french_pages_are_french(name: str) -> None:
    """Every sentence and name that is printed has its translation."""
    here = book(name, "fr")
    known = here.speech.catalogue
    lacking = [t.sentence.text for t in all_texts(here)
               if t.sentence.text not in known.sentences]  # fmt: skip
    for names in (here.program.actions, here.program.cards, here.program.pieces,
                  here.program.awards, here.program.options, here.program.members):  # fmt: skip
        lacking += [n for n in names if n not in known.names]
    lacking += [n for n in marks_in_play(here.program) if n not in known.names]
    assert not lacking
    for kind in SHEETS:
        document(name, "fr", kind)
    assert not Words.missed


def test_french_typography() -> None:
    assert typeset("Vrai ? Oui : « a » ; non !", "fr") == (
        "Vrai\u202f? Oui\u00a0: «\u00a0a\u00a0»\u202f; non\u202f!"
    )
    assert typeset("the player's turn", "en") == "the player\u2019s turn"
    for name in TRANSLATED:
        page = source(document(name, "fr", "rules"), "md")
        text = re.sub(r"```.*?```", "", page, flags=re.DOTALL)
        assert not re.findall(r"\w [;:!?»](?:\s|$)", text)
        assert "'" not in text and '"' not in text


def test_french_plurals_and_numbers() -> None:
    speech = book("base", "fr").speech
    assert speech.amount(3, "ore") == "3\u00a0minerais"
    assert speech.amount(1, "ore") == "1\u00a0minerai"
    assert speech.amount(2, "lumber") == "2\u00a0bois"


# ---- sheets --------------------------------------------------------------------------------------


def test_changes_shows_old_and_new(tmp_path: Path) -> None:
    path = tmp_path / "twelve.rules"
    path.write_text(
        'ruleset twelve\n    extends base\n    title "Twelve"\n\n'
        "change points_to_win to 12\n\nchange road.cost to 2 brick\n"
        '    text "A road costs {road.cost}."\n\n'
        "remove action stop_trading\n",
        encoding="utf-8",
    )
    text = printed(load_ruleset(str(path)), "en", "md", "changes").decode()
    assert "10 (3 to 30)" in text and "12 (3 to 30)" in text
    assert "| 1\u00a0lumber and 1\u00a0brick | 2\u00a0brick |" in text
    assert "Stop trading" in text.partition("No longer in the game")[2]
    rules = printed(load_ruleset(str(path)), "en", "md", "rules").decode()
    assert re.search(r"\| Points to win \|.*\*◆ Twelve\* \|", rules)
    assert re.search(r"\*\*Cost:\*\* 2\u00a0brick \*◆ Twelve\*", rules)


def test_costs_has_a_card_for_every_seat() -> None:
    text = said(document("base", "en", "costs"))
    for colour in ("Red", "Blue", "White", "Orange"):
        assert colour in text


def test_costs_has_no_card_for_who_does_not_play() -> None:
    text = said(document("house/duel", "en", "costs"))
    assert "Red" in text and "Blue" in text
    assert "White" not in text and "Orange" not in text


def test_several_variants_of_one_game_are_compared_with_it() -> None:
    doc = document("house/club_night", "en", "changes")
    assert book("base", "en").title in doc.subtitle
    assert "robber leaves beginners alone" in said(doc)


def test_what_is_gone_is_told_in_short_by_its_name() -> None:
    gone = "Shuffle the hexes face down"
    assert gone in said(document("seafarers/great_crossing", "en", "changes"))
    teach = said(document("seafarers/great_crossing", "en", "teach"))
    assert gone not in teach and "The variable board" in teach
    assert teach.count("The game ends at once") == 1


def test_examples_tell_what_may_be_chosen(tmp_path: Path) -> None:
    path = tmp_path / "gift.rules"
    path.write_text(
        'ruleset gift\n    extends base\n    title "Gift"\n\n'
        'scenario "The robber"\n'
        "    on printed_2015 with 4 players\n"
        "    given phase is main\n"
        "    given bank is wool + ore\n"
        "    given red.development is year_of_plenty\n"
        "    red plays play_development(year_of_plenty)\n"
        "    then red may choose wool + ore\n"
        "    then red may not choose brick, lumber because choice\n",
        encoding="utf-8",
    )
    english = printed(load_ruleset(str(path)), "en", "md", "rules").decode()
    assert "Red may choose: 1\u00a0wool and 1\u00a0ore." in english
    assert "Red may not choose: brick or lumber." in english
    french = printed(load_ruleset(str(path)), "fr", "md", "rules").decode()
    assert "Rouge ne peut pas choisir\u00a0: argile ou bois." in french


def test_everything_with_an_index(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "base", "--all", "--to", "md", "--out", str(tmp_path)]) == 0
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    linked = re.findall(r'href="([^"]+)"', page)
    assert len(linked) == 2 * 4 and all((tmp_path / name).stat().st_size for name in linked)


def test_missing_entries(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "snow.rules"
    path.write_text('ruleset snow\n    extends base\n    title "Snow"\n', encoding="utf-8")
    assert main(["print", str(path), "--lang", "fr", "--missing"]) == 0
    assert 'msgid "Snow"\nmsgstr ""' in capsys.readouterr().out


# ---- a stranger's words --------------------------------------------------------------------------

NASTY = (
    "<script>alert(1)</script><img src=x onerror=alert(1)> #panic(1) #include(1) $x$ @a *b* _c_ "
    "`d` [e](javascript:f) </style> \\\\ <!-- ]]> | &amp; #read(file) // /* ~ --- {{ 7*7 }} {% x %}"
)


@pytest.fixture
def stranger(tmp_path: Path) -> str:
    path = tmp_path / "stranger.rules"
    said = NASTY.replace("{{", "").replace("}}", "").replace("{%", "").replace("%}", "")
    path.write_text(
        f'ruleset stranger\n    extends base\n    title "{said}"\n    text "{said}"\n\n'
        f'option mood is calm or tense, normally calm\n    text "{said}"\n\n'
        f'section odd "{said}"\n    text "{said}"\n\n'
        f'action sing\n    during main\n    require voice: round > 0 else "{said}"\n'
        f'    text "{said}"\n\n'
        f"steps untold_thing\n    shuffle development_deck\n"
        f"    # {said}\n\nrule sung\n    after sing\n    do untold_thing\n",
        encoding="utf-8",
    )
    return str(path)


@pytest.mark.parametrize("kind", SHEETS)
def test_html_of_a_stranger_is_text(stranger: str, kind: str) -> None:
    html = printed(load_ruleset(stranger), "en", "html", kind).decode()
    assert "<script" not in html and "<img" not in html and "onerror=alert(1)>" not in html
    assert html.count("</style>") == 1
    strict(html)


@pytest.mark.parametrize("kind", ["rules", "changes"])
def test_typst_of_a_stranger_is_text(stranger: str, kind: str) -> None:
    pdf = printed(load_ruleset(stranger), "en", "pdf", kind)
    assert "#panic(1)" in re.sub(r"\s+", " ", text_of(pdf))


def test_markdown_of_a_stranger_is_text(stranger: str) -> None:
    text = printed(load_ruleset(stranger), "en", "md", "rules").decode()
    outside = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    assert "<script>" not in outside.replace("\\<script\\>", "")
    assert "[e](javascript" not in outside
    assert markdown("1. a # b") == "\\1. a \\# b"


def strict(html: str) -> object:
    import html5lib

    return html5lib.HTMLParser(strict=True).parse(html)


def text_of(pdf: bytes) -> str:
    from io import BytesIO

    from pypdf import PdfReader

    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)


def test_a_summary_marks_what_a_house_rule_changes() -> None:
    doc = document("house/friendly_robber", "fr", "summary")
    changes = next(s for s in doc.sections if s.anchor == "changes")
    assert isinstance(changes.blocks[0], Bullets) and len(changes.blocks[0].items) == 2
    assert changes.mark == "Le gentil voleur"
    assert "au plus 2 points" in changes.blocks[0].items[0].text
    assert all(s.anchor != "changes" for s in document("base", "fr", "summary").sections)


def test_what_counts_is_told_as_a_whole() -> None:
    """Also what the list of changes names already; a house rule on a house rule tells both."""
    for name, counting in (
        ("house/castles", "Castle: 3 points."),
        ("house/team_roads", "Longest Road: 1 point for each partner."),
    ):
        doc = document(name, "en", "summary")
        points = next(s for s in doc.sections if s.anchor == "points")
        assert counting in "\n".join(words_in(points))
    doc = document("house/team_help", "en", "teach")
    assert "Partners sit opposite each other." in said(doc)
    assert "Once in your turn you may give your partner" in said(doc)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_crowded_summary_keeps_what_every_turn_can_bring(language: str) -> None:
    """Cards carry their own text: their names do where there is no room for more."""
    for name in ("ck_new_shores", "ck_great_crossing"):
        doc = document(f"cities_and_knights_seafarers/{name}", language, "summary")
        made = book(f"cities_and_knights_seafarers/{name}", language)
        for steps in ("attack", "call_to_arms", "barbarians_win", "knights_win"):
            for text in made.speech.texts(made.program.steps[steps].texts):
                assert text in said(doc), (name, steps)
    if language == "en":
        assert "Bishop (2), Diplomat (2), " in said(doc)


CROWDED = [name for name in shipped_names() if name.startswith("cities_and_knights_seafarers/ck")]


@pytest.mark.parametrize("name", [*CROWDED, "cities_and_knights", "explorers_and_pirates"])
def test_every_action_is_named_to_the_listeners(name: str) -> None:
    """However much changes, and in the longer language, too."""
    known = book(name, "fr")
    told = flat(said(document(name, "fr", "teach")))
    unnamed = [
        title
        for phase, offered in Digest(known).phases()
        for action in offered
        if action.name not in phase.ends_with
        and flat(title := known.speech.title(action.name)) not in told
    ]
    assert not unnamed


def flat(text: str) -> str:
    return " ".join(text.lower().replace("’", "'").split())


def test_of_two_versions_the_mark_names_the_one_that_was_kept() -> None:
    doc = document("house/club_night", "en", "rules")
    marks = {b.mark for s in doc.sections for b in s.blocks if isinstance(b, Para)
             and "chooses the card to hand over" in b.text}  # fmt: skip
    assert marks == {"The polite robber"}


def test_another_number_of_players_leaves_the_rest_of_an_introduction() -> None:
    for name in ("house/two_against_two", "house/duel"):
        for kind in ("rules", "teach"):
            text = said(document(name, "en", kind))
            assert "You settle an island" in text and "A game for 3 or 4" not in text
    assert "You settle" not in said(document("house/duel", "en", "changes"))


def test_a_house_rule_of_the_set_up_stands_in_the_set_up() -> None:
    for name in ("both_colonies_pay", "first_turn_auction"):
        doc = document(f"house/{name}", "en", "rules")
        inner = next(s for s in doc.sections if s.anchor == "chapter-set-up").sections
        assert inner[-1].heading.endswith(" ◆")
    assert all(not s.heading.endswith(" ◆") for s in doc.sections)


def test_changes_lists_nothing_unchanged() -> None:
    doc = said(document("house/duel", "en", "changes"))
    assert "15 points or more" in doc and "when your own turn begins" not in doc
    assert doc.count("hree equal cards for one") == 1
    roads = document("house/age_of_roads", "fr", "changes")
    rows = roads.sections[0].blocks[0]
    assert isinstance(rows, Table)
    assert rows.rows[0].cells == (
        "Route, réserve",
        "15\u00a0par\u00a0joueur",
        "20\u00a0par\u00a0joueur",
    )
