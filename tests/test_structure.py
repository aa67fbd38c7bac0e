"""The shape of the project: what may know what, and what may stand where.

The main promise is that the engine knows no game. So every name that a shipped ruleset declares is
collected from the rules files (by their plain layout, not with the project's own parser, which
would be judging itself), and none of them may be used by the program. How strictly depends on the
name:

- names of things (pieces, cards, kinds and their members, awards, tracks, rulesets) and all names
  of several words may not stand anywhere: not in an identifier, not as a part of one, not in a
  text, a docstring or a comment, not in the plural;
- other single words (`total`, `hand`) may stand in a sentence, but not be an identifier or a key;
- labels of requirements and parts may not be keys, if they have several words.

What is left are words that a ruleset shares with every program. They are listed below, each group
with its reason; a name that is not a game's own business is added there, and nothing else is.
"""

import ast
import io
import re
import subprocess
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ENGINE = ("dsl", "interpreter", "tools")
PACKAGES = (*ENGINE, "rulesets")


def none_of(hits: list[str]) -> None:
    """Fails with the whole list, one a line, so that an editor can go to each place."""
    if hits:
        pytest.fail("\n".join(hits), pytrace=False)


# ---- words that are not a game's own -------------------------------------------------------------

CALLED_BY_THE_ENGINE = {"set_up", "take_turn"}  # the two names every ruleset must declare

PROGRAMS_OWN = {  # Python's modules and methods, and the usual names of programming
    *(
        "apart",
        "base",
        "closed",
        "code",
        "combined",
        "field",
        "fields",
        "finished",
        "frame",
        "free",
    ),
    *("generic", "help", "home", "index", "item", "items", "level", "line", "linked", "load"),
    *("main", "members", "new", "numbers", "open", "options", "path", "product", "progress"),
    *("random", "range", "reach", "ready", "resource", "resources", "setup", "share", "size"),
    *("split", "text", "token", "tokens", "total", "tried", "unknown", "variable"),
}

LANGUAGE_OWNS = {  # built in, beside the grammar's keywords, which are read from the grammar
    *("active", "boards", "cards", "copies", "pieces", "points", "price", "turn", "turns"),
    *("area", "corner_hexes", "north", "south"),  # the geometry of every board
}

PRINTING_OWNS = {  # colours of a terminal, languages of a page, and what it is printed on
    *("black", "blue", "brown", "cyan", "green", "grey", "magenta", "orange", "purple", "red"),
    *("white", "yellow", "english", "french", "look", "looks", "paper", "printed"),
}

ANYWHERE = CALLED_BY_THE_ENGINE | PROGRAMS_OWN | LANGUAGE_OWNS | PRINTING_OWNS

IN_SENTENCES = {  # plain English: may stand in prose, never as an identifier or a key
    *("advantage", "asset", "building", "buildings", "day", "good", "goods", "marker", "mine"),
    *("night", "printer", "route", "routes", "wall"),
}

# ---- collecting names from rules files -----------------------------------------------------------

WORD = r"[a-z][a-z0-9_]*"
THING = re.compile(rf"^(?:replace )?(?:ruleset|kind|piece|track|award|card) ({WORD})")
BLOCK = re.compile(rf"^(?:replace )?(?:section|option|action|steps|phase|rule|board) ({WORD})")
VALUE = re.compile(rf"^(?:replace )?value (?:{WORD}\.)?({WORD})")
STATE = re.compile(rf"^(?:replace )?(?:each {WORD} has|the game has) ({WORD})")
CHOICE = re.compile(rf"^option {WORD} is ([^,]*),")
TABLE = re.compile(r"^(?:(?:replace )?kind |add rows to )")
MEMBER = re.compile(rf"^\s+\|\s*({WORD})\s*\|")
COLUMN = re.compile(rf"({WORD}):")
MARK = re.compile(rf"^\s+mark ({WORD}) at ")
SEATS = re.compile(r"^\s+(?:seats|neutral) \d+: (.*)")
LABEL = re.compile(rf"^\s*(?:add )?(?:require|requirement|part|but) ({WORD})\b")
TYPE_WORDS = {"number", "from", "to", "or", "flag", "none"}


@dataclass
class Names:
    """What the rulesets declare, by how strictly it is looked for."""

    things: set[str] = field(default_factory=set)
    others: set[str] = field(default_factory=set)
    labels: set[str] = field(default_factory=set)


def names_of_line(line: str, in_table: bool, names: Names) -> None:
    if found := THING.match(line):
        names.things.add(found[1])
    for pattern in (BLOCK, VALUE, STATE, MARK):
        if found := pattern.match(line):
            names.others.add(found[1])
    if found := CHOICE.match(line):
        names.others |= set(re.findall(WORD, found[1])) - TYPE_WORDS
    if found := SEATS.match(line):
        names.others |= set(re.findall(WORD, found[1]))
    if found := LABEL.match(line):
        names.labels.add(found[1])
    if in_table and (found := MEMBER.match(line)):
        names.things.add(found[1])
    if in_table and line.lstrip().startswith("columns "):
        names.others |= set(COLUMN.findall(line))


def declared_names(folder: Path) -> Names:
    names = Names()
    for path in sorted(folder.rglob("*.rules")):
        in_table = False
        for line in path.read_text(encoding="utf-8").splitlines():
            code = re.sub(r'"[^"]*"', '""', line).partition("#")[0].rstrip()
            if code and not code[0].isspace():
                in_table = bool(TABLE.match(code))
            names_of_line(code, in_table, names)
    return names


def keywords(grammar: Path) -> set[str]:
    """The words of the language itself: those of the grammar's word terminals."""
    if not grammar.exists():
        return set()
    text = grammar.read_text(encoding="utf-8")
    return {word for terminal in re.findall(r"/([^/\n]*)\\b/", text) for word in split(terminal)}


# ---- looking for them in sources -----------------------------------------------------------------


def split(text: str) -> list[str]:
    """The words of an identifier: `placeTwo_things` has place, two, things."""
    return [w.lower() for w in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+", text)]


def plural(word: str) -> str:
    if re.search(r"[^aeiou]y$", word):
        return word[:-1] + "ies"
    return word + ("es" if re.search(r"(s|x|z|ch|sh)$", word) else "s")


class Searcher:
    """Says which declared names a piece of source uses."""

    def __init__(self, names: Names, vocabulary: set[str]) -> None:
        free = ANYWHERE | vocabulary
        every = {n for n in names.things | names.others if n not in free and len(n) > 2}
        things = {n for n in names.things if n in every}
        self.phrases = {tuple(n.split("_")): n for n in every if "_" in n}
        self.words = {n: n for n in every if "_" not in n}
        self.things = {n: n for n in things if "_" not in n}
        for table in (self.words, self.things):
            table.update({plural(n): n for n in list(table) if plural(n) not in free})
        self.labels = {n for n in names.labels if "_" in n and n not in free}

    def in_identifier(self, identifier: str) -> Iterator[str]:
        """Things as any part of it, several words in a row, other single words as the whole."""
        words = split(identifier)
        if identifier in self.words:
            yield self.words[identifier]
        yield from (self.things[w] for w in words if w in self.things)
        for size in {len(phrase) for phrase in self.phrases}:
            for at in range(len(words) - size + 1):
                row = words[at : at + size]
                for last in (row[-1], *(s for s in (row[-1][:-1],) if row[-1].endswith("s"))):
                    if (found := (*row[:-1], last)) in self.phrases:
                        yield self.phrases[found]

    def in_prose(self, text: str) -> Iterator[str]:
        for word in re.findall(r"[A-Za-z][A-Za-z0-9_]*", text):
            if "_" in word:
                yield from self.in_identifier(word)
            elif word.lower() in self.things and word.lower() not in IN_SENTENCES:
                yield self.things[word.lower()]

    def in_key(self, text: str) -> Iterator[str]:
        """A text without spaces is a key or a path of names."""
        for word in re.findall(r"[A-Za-z][A-Za-z0-9_]*", text):
            yield from self.in_identifier(word)
            if word in self.labels:
                yield word

    def in_python(self, source: str) -> Iterator[tuple[int, str]]:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.NAME:
                yield from ((token.start[0], name) for name in self.in_identifier(token.string))
            elif token.type == tokenize.COMMENT:
                yield from ((token.start[0], name) for name in self.in_prose(token.string))
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield from self.in_constant(node, node.value)
            elif isinstance(node, ast.Name):  # also inside an f-string, which is one token
                yield from ((node.lineno, name) for name in self.in_identifier(node.id))
            elif isinstance(node, ast.Attribute):
                yield from ((node.end_lineno or 0, n) for n in self.in_identifier(node.attr))

    def in_constant(self, node: ast.Constant, text: str) -> Iterator[tuple[int, str]]:
        last = node.end_lineno or node.lineno
        search = self.in_prose if re.search(r"\s", text) else self.in_key
        for number, line in enumerate(text.split("\n"), node.lineno):
            yield from ((min(number, last), name) for name in search(line))

    def in_data(self, source: str) -> Iterator[tuple[int, str]]:
        for number, line in enumerate(source.splitlines(), 1):
            yield from ((number, name) for name in self.in_prose(line))


def uses_of_rulesets(root: Path) -> list[str]:
    searcher = Searcher(declared_names(root / "rulesets"), keywords(root / "dsl" / "grammar.lark"))
    hits = []
    for path in sorted(p for folder in ENGINE for p in (root / folder).rglob("*")):
        if path.suffix not in {".py", ".lark", ".tables"}:
            continue
        search = searcher.in_python if path.suffix == ".py" else searcher.in_data
        for line, name in search(path.read_text(encoding="utf-8")):
            hits.append(f"{path.relative_to(root)}:{line}: {name}")
    return sorted(set(hits))


def test_the_engine_knows_no_game() -> None:
    none_of(uses_of_rulesets(ROOT))


SAMPLE_RULES = """
ruleset orchard
    seats 2: red, blue
option pruning is mild or harsh, normally mild
kind fruit
    columns ripeness: number, code: text
    | quince | 3 | "Q" |
piece ladder on corner
each player has basket: cards of fruit
value player.harvest_worth is the sum of
    part ripe_ones: 1
action shake_tree
    require tall_enough: some ladder else "The marmot is too small."
add rows to fruit
    columns ripeness
    | medlar | 2 |
"""


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("def put_ladder(x): ...", "ladder"),
        ("ladders = 3", "ladder"),
        ("class LadderSpot: ...", "ladder"),
        ("# one ladder each", "ladder"),
        ('"""Counts quinces."""', "quince"),
        ('x = f"a medlar {1}"', "medlar"),
        ('x = f"so many: {ladder}"', "ladder"),
        ('x = f"so many: {y.basket}"', "basket"),
        ("def do_shake_tree_now(): ...", "shake_tree"),
        ('x = y["player.harvest_worth"]', "harvest_worth"),
        ("x.basket = 1", "basket"),
        ('x["basket"]', "basket"),
        ('x == "harsh"', "harsh"),
        ('x == "ripe_ones"', "ripe_ones"),
        ('"""Puts all into one basket."""', None),
        ("marmot = code = red = 1", None),
        ("def tall_enough(): ...", None),
        ("shake(tree)", None),
    ],
)
def test_the_search_finds_a_planted_name(tmp_path: Path, line: str, found: str | None) -> None:
    for folder in PACKAGES:
        (tmp_path / folder).mkdir()
    (tmp_path / "rulesets" / "orchard.rules").write_text(SAMPLE_RULES, encoding="utf-8")
    (tmp_path / "tools" / "draw.py").write_text(line + "\n", encoding="utf-8")
    expected = [f"tools/draw.py:1: {found}"] if found else []
    assert uses_of_rulesets(tmp_path) == expected


# ---- imports -------------------------------------------------------------------------------------


def python_files(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def package_of(path: Path) -> list[str]:
    """The package a file is installed in: dsl/a/b.py is in hexwright.dsl.a."""
    return ["hexwright", *path.relative_to(ROOT).parent.parts]


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """Every module a file imports, by its full name, wherever in the file it stands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = package_of(path)
            start = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*start, *((node.module or "").split(".") if node.module else [])])
            yield node.lineno, module
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)


MAY_NOT_IMPORT = {"dsl": ("interpreter", "tools"), "interpreter": ("tools",)}


@pytest.mark.parametrize("folder", MAY_NOT_IMPORT)
def test_imports_point_one_way(folder: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {module}"
        for path in python_files(folder)
        for line, module in imported(path)
        for later in MAY_NOT_IMPORT[folder]
        if f"{module}.".startswith(f"hexwright.{later}.")
    ]
    none_of(wrong)


def test_the_packages_import_each_other_by_their_installed_names() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {module}"
        for path in python_files(*PACKAGES, "tests", "benchmarks")
        for line, module in imported(path)
        if module.partition(".")[0] in PACKAGES
    ]
    none_of(wrong)


# ---- layout --------------------------------------------------------------------------------------

TOP_LEVEL = {
    *(".ci", ".gitignore", ".pre-commit-hooks.yaml", "LICENSE", "Makefile", "README.md"),
    "pyproject.toml",
    *("benchmarks", "docs", "dsl", "interpreter", "rulesets", "tests", "tools"),
}


def project_files() -> list[Path]:
    """What belongs to the project: tracked by git, or new and not ignored."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if listing.returncode:
        pytest.skip("not a git checkout")
    paths = (ROOT / name for name in listing.stdout.split("\0") if name)
    return sorted(path for path in paths if path.is_file())


def configuration() -> dict[str, object]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        return tomllib.load(file)


def setting(*keys: str) -> object:
    found: object = configuration()
    for key in keys:
        assert isinstance(found, dict)
        found = found[key]
    return found


def strings(*keys: str) -> list[str]:
    found = setting(*keys)
    assert isinstance(found, list)
    return [str(entry) for entry in found]


def test_top_level_layout() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in project_files()} == TOP_LEVEL


def test_every_python_folder_is_an_installed_package() -> None:
    folders = {path.parent for path in python_files(*PACKAGES)}
    assert {".".join(package_of(folder / "x.py")) for folder in folders} == set(
        strings("tool", "setuptools", "packages")
    )
    none_of([str(f.relative_to(ROOT)) for f in folders if not (f / "__init__.py").exists()])


def test_every_data_file_is_installed() -> None:
    missing = []
    for folder in PACKAGES:
        patterns = [
            "py.typed",
            *strings("tool", "setuptools", "package-data", f"hexwright.{folder}"),
        ]
        covered = {path for pattern in patterns for path in (ROOT / folder).glob(pattern)}
        inside = [path for path in project_files() if (ROOT / folder) in path.parents]
        missing += [p for p in inside if p.suffix != ".py" and p not in covered]
    none_of([str(path.relative_to(ROOT)) for path in missing])


def test_rulesets_are_text_only() -> None:
    assert python_files("rulesets") == [ROOT / "rulesets" / "__init__.py"]


def test_files_name_no_machine_and_no_package_host() -> None:
    folders = "home|Users|root|work|opt|mnt|srv|tmp|private|var"
    paths = rf"(?<![\w.~/}}:>*-])(?:/(?:{folders})/\w|{re.escape(str(ROOT))}/)|[A-Z]:\\Users"
    hosts = "|".join(("py" + "pi[.]org", "python" + "hosted[.]", "index" + "-url", "conda" + "[.]"))
    pattern = re.compile(f"{paths}|{hosts}")
    hits = []
    for path in project_files():
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            continue
        found = (number for number, line in enumerate(lines, 1) if pattern.search(line))
        hits += [f"{path.relative_to(ROOT)}:{number}" for number in found]
    none_of(hits)


# ---- dependencies --------------------------------------------------------------------------------


def distribution(requirement: str) -> str:
    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert found
    return re.sub(r"[-_.]+", "-", found[0]).lower()


RUNTIME = {distribution(r) for r in strings("project", "dependencies")}
TESTING = {distribution(r) for r in strings("project", "optional-dependencies", "test")}
PEER = {"catanatron"}  # only the peer's side of the benchmark, in an environment of its own


def undeclared(declared: set[str], *folders: str) -> list[str]:
    known = set(sys.stdlib_module_names) | {"hexwright"}
    return [
        f"{path.relative_to(ROOT)}:{line}: {module}"
        for path in python_files(*folders)
        for line, module in imported(path)
        if module.partition(".")[0] not in known
        and distribution(module.partition(".")[0]) not in declared
        and not (path.parent / f"{module.partition('.')[0]}.py").exists()
    ]


def test_imports_are_declared_dependencies() -> None:
    none_of(undeclared(RUNTIME, *PACKAGES))
    none_of(undeclared(RUNTIME | TESTING, "tests"))
    none_of(undeclared(RUNTIME | PEER, "benchmarks"))


def test_every_dependency_has_its_line() -> None:
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    building = {distribution(r) for r in strings("build-system", "requires")}
    listed = re.findall(r"(?m)^- `([^`]+)`: \S", page)
    assert sorted(listed) == sorted(RUNTIME | TESTING | building | PEER)
