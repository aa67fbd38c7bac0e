"""The command line from outside: what is printed, which exit status, never a traceback."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from hexwright.dsl.load import load_ruleset
from hexwright.interpreter.board import topology_of
from hexwright.interpreter.moves import ENOUGH, TAKE, Move
from hexwright.interpreter.setting import Setting, make_setting
from hexwright.tools.chances import at_least, interval, verdict
from hexwright.tools.cli import COMMANDS
from hexwright.tools.draw import draw, plain
from hexwright.tools.scene import Scene, Stand, initials
from hexwright.tools.typed import amounts, match, meant

ROOT = Path(__file__).resolve().parent.parent


def hexwright(
    *words: str | Path, typed: str | None = None, cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Runs the command line in a process of its own."""
    command = [sys.executable, "-m", "hexwright.tools", *map(str, words)]
    env = {**os.environ, "NO_COLOR": "1", "COLUMNS": "120"}
    done = subprocess.run(
        command, capture_output=True, text=True, input=typed, env=env, cwd=cwd or ROOT
    )
    assert "Traceback" not in done.stderr + done.stdout
    return done


def fine(*words: str | Path, typed: str | None = None, cwd: Path | None = None) -> str:
    done = hexwright(*words, typed=typed, cwd=cwd)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# ---- usage ---------------------------------------------------------------------------------------


def test_help_names_every_command() -> None:
    text = fine("--help")
    for name, purpose in COMMANDS.items():
        assert name in text and purpose.split(",")[0] in text.replace("\n", " ")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_its_own_help(command: str) -> None:
    assert "usage" in fine(command, "--help")


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("dance",),
        ("check",),
        ("simulate", "base", "--games", "none"),
        ("simulate", "base", "--games", "0"),
        ("simulate", "base", "--bot", "oracle"),
        ("simulate", "base", "--players", "9"),
        ("simulate", "base", "-o", "points_to_win"),
        ("simulate", "base", "-o", "points_to_win=many"),
        ("simulate", "base", "-o", "colour=red"),
        ("play", "base", "--people", "7"),
        ("play", "base", "--bots", "oracle"),
        ("explain", "Z999"),
        ("explain", "nothing_like_this"),
        ("test", "base", "--only", "no scenario is called so"),
        ("board", "base", "--board", "chess"),
        ("bench", "base", "--against", "no-such-program-anywhere"),
    ],
)
def test_wrong_usage_is_told_with_status_2(words: Sequence[str]) -> None:
    done = hexwright(*words)
    assert done.returncode == 2
    assert done.stderr or done.stdout


def test_the_version_is_told() -> None:
    assert fine("--version").startswith("hexwright")


# ---- check ---------------------------------------------------------------------------------------


def test_the_base_game_is_fine() -> None:
    assert "base: fine" in fine("check", "base")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", None),
        (b"\xff\xfe broken", "S001"),
        (b"ruleset a\n\textends base\n", "S004"),
        (b"hello there\n", "S010"),
        (b"ruleset a\n    extends nowhere\n", "C106"),
        (b"ruleset a\n    extends a\n", "C105"),
        (b"ruleset a\n    extends base\n\nchange no_such_name to 3\n", None),
        ("ruleset a\n    extends base\n\naction é\n".encode(), None),
        (b"ruleset a\n    extends base\n\nvalue deep is " + b"(" * 5000 + b"1\n", None),
    ],
)
def test_bad_files_are_told_with_a_place(tmp_path: Path, content: bytes, code: str | None) -> None:
    file = tmp_path / "mine.rules"
    file.write_bytes(content)
    done = hexwright("check", file)
    assert done.returncode == 1
    assert "mine.rules" in done.stderr
    if code is not None:
        assert f"[{code} " in done.stderr


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "mine.rules"
    file.write_bytes(b"\xef\xbb\xbfruleset mine\n    extends base\n")
    assert hexwright("check", file).returncode == 0


@pytest.mark.parametrize("name", ["no_such_rules", "missing.rules", "bsae"])
def test_unknown_rulesets_are_told(name: str) -> None:
    done = hexwright("check", name)
    assert done.returncode == 1
    assert name in done.stderr


def test_diagnostics_for_programs(tmp_path: Path) -> None:
    file = tmp_path / "mine.rules"
    file.write_text("hello there\n", encoding="utf-8")
    found = json.loads(hexwright("check", file, "--format", "json").stdout)
    assert "S010" in json.dumps(found)
    assert hexwright("check", file, "--format", "sarif").returncode == 1
    assert "::error" in hexwright("check", file, "--format", "github").stdout


# ---- list, explain, board ------------------------------------------------------------------------


def test_list_without_a_name_shows_the_shipped_rulesets() -> None:
    assert fine("list").splitlines()[0].startswith("base ")


def test_list_shows_every_name_with_its_place() -> None:
    text = fine("list", "base", "--sort", "action")
    line = next(line for line in text.splitlines() if "build_road" in line)
    assert "base/10_building.rules:" in line
    found = json.loads(fine("list", "base", "--format", "json"))
    assert {"sort", "name", "of", "sentence", "place", "lines"} == set(found[0])


def test_explain_a_rule_shows_its_text_and_who_uses_it() -> None:
    text = fine("explain", "build_road")
    assert "base/10_building.rules:" in text
    assert "pay road.cost" in text
    assert "Used by:" in text


def test_explain_tells_parts_that_stand_elsewhere() -> None:
    text = fine("explain", "player.bank_rate")
    assert "special_harbor" in text and "base/09_harbors.rules:" in text


def test_explain_one_requirement() -> None:
    text = fine("explain", "requirement", "free", "of", "build_road")
    assert "requirement free of build_road" in text


def test_explain_suggests_the_nearest_name() -> None:
    done = hexwright("explain", "build_raod")
    assert done.returncode == 2 and "build_road" in done.stderr


def test_explain_a_code() -> None:
    assert fine("explain", "C102").startswith("C102 changes-nothing")
    assert fine("explain", "changes-nothing") == fine("explain", "c102")


def test_a_board_is_drawn_in_both_languages(tmp_path: Path) -> None:
    """With the names that the printed rules use."""
    french = fine("board", "base", "--seed", "3", "--to", "txt", "--lang", "fr")
    assert "4 joueurs, tirage 3)" in french and "désert" in french
    svg = tmp_path / "board.svg"
    fine("board", "base", "--to", "svg", "--lang", "fr", "--out", svg)
    assert "collines" in svg.read_text() and "hills" not in svg.read_text()


def test_every_board_is_drawn() -> None:
    text = fine("board", "base", "--seed", "3")
    for name in ("printed_2015", "printed_english", "(island,"):
        assert name in text
    assert "(generic)" in text and "desert" in text
    assert max(map(len, text.splitlines())) <= 80
    assert fine("board", "base", "--board", "island", "--seed", "3") in text


# ---- test ----------------------------------------------------------------------------------------


def test_scenarios_run_and_failures_have_a_place(tmp_path: Path) -> None:
    file = tmp_path / "mine.rules"
    lines = ["ruleset mine", "    extends base", "", 'scenario "Wrong on purpose"']
    lines += ["    on printed_2015 with 4 players", "    then count red.hand is 99"]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = hexwright("test", file, "--only", "Wrong on purpose")
    assert done.returncode == 1
    assert "mine.rules:6" in done.stdout and "R001" in done.stdout
    assert "0 of 1 scenarios pass" in done.stdout


def test_coverage_counts_and_lists() -> None:
    text = fine("test", "base", "--coverage")
    counted = next(line for line in text.splitlines() if line.startswith("ids proved "))
    proved, known = (int(word) for word in counted.split() if word.isdigit())
    assert 0.9 * known <= proved <= known
    rest = text.split(counted)[1].strip().splitlines()
    assert len(rest) == known - proved
    assert all(len(line.split()) > 1 for line in rest)


# ---- simulate and bench --------------------------------------------------------------------------


def test_simulate_counts_and_repeats_itself() -> None:
    words = ("simulate", "base", "--games", "5", "--seed", "3", "--players", "4")
    one, other = (json.loads(fine(*words, "--format", "json")) for _ in range(2))
    wanted = {"games", "finished", "turns_per_game", "decisions_per_game", "wins_by_seat"}
    assert wanted | {"games_per_cpu_s", "decisions_per_cpu_s"} <= set(one)
    assert {k: one[k] for k in wanted} == {k: other[k] for k in wanted}
    assert one["games"] == 5 and sum(one["wins_by_seat"]) == one["finished"]
    assert one["games_per_cpu_s"] > 0


def test_simulate_stops_at_the_stated_limit() -> None:
    words = ("simulate", "base", "--games", "2", "--max-turns", "5", "--format", "json")
    found = json.loads(fine(*words))
    assert found["finished"] == 0 and found["turns_per_game"] == 5
    assert "2 stopped after 5 turns" in fine(*words[:-2])


def test_simulate_with_a_house_rule_and_an_option(tmp_path: Path) -> None:
    file = tmp_path / "short.rules"
    file.write_text("ruleset short\n    extends base\n\nchange points_to_win to 4\n", "utf-8")
    words = ("simulate", "base", "--games", "3", "--format", "json")
    usual, short = json.loads(fine(*words)), json.loads(fine(*words, "--with", file))
    option = json.loads(fine(*words, "-o", "points_to_win=4"))
    assert short["turns_per_game"] < usual["turns_per_game"]
    assert short["turns_per_game"] == option["turns_per_game"]


def test_bench_prints_the_ratio(tmp_path: Path) -> None:
    other = tmp_path / "other.py"
    other.write_text("import json\nprint('hi')\nprint(json.dumps({'games_per_cpu_s': 0.5}))\n")
    words = ("bench", "base", "--games", "2", "--rounds", "1")
    command = f"{sys.executable} {other} {{seed}}"
    found = json.loads(fine(*words, "--against", command, "--format", "json"))
    assert found["ratio"] == pytest.approx(found["ours"] / 0.5, rel=0.01)
    assert "times the other" in fine(*words, "--against", command)


@pytest.mark.parametrize("program", ["print('no json')", "raise SystemExit(3)", "print('{}')"])
def test_bench_tells_what_is_wrong_with_the_other_program(tmp_path: Path, program: str) -> None:
    other = tmp_path / "other.py"
    other.write_text(program + "\n")
    words = ("bench", "base", "--games", "1", "--rounds", "1")
    done = hexwright(*words, "--against", f"{sys.executable} {other}")
    assert done.returncode == 1 and "other.py" in done.stderr


# ---- play and replay -----------------------------------------------------------------------------

SHORT = ("-o", "points_to_win=4", "--players", "3", "--seed", "7")


def test_bots_play_a_whole_game_told_move_by_move() -> None:
    text = fine("play", "base", "--bots", "random", "--log", *SHORT)
    moves = [line for line in text.splitlines() if ".rules:" in line]
    assert len(moves) > 20
    assert any(line.split()[:3] == ["blue", "roll", "dice"] for line in moves)
    assert all("base/" in line for line in moves)
    end = text.split(" wins after ")[1]
    assert "points" in end and "bank" in end and "legend" not in end
    assert text == fine("play", "base", "--bots", "random", "--log", *SHORT)


def test_without_a_log_only_the_end_is_told() -> None:
    text = fine("play", "base", "--bots", "random", *SHORT)
    assert " wins after " in text and ".rules:" not in text


def test_a_saved_game_is_replayed(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    played = fine("play", "base", "--bots", "random", "--save", file, *SHORT)
    again = fine("replay", file)
    assert again.split("\n\n")[0].strip() in played
    assert "came out the same" in again
    told = fine("replay", file, "--log")
    assert "base/06_turn.rules:" in told
    found = json.loads(fine("replay", file, "--format", "json"))
    assert found["finished"] and len(found["winners"]) == 1 and found["seed"] == 7


@pytest.mark.parametrize("damage", ["cut", "changed", "foreign", "empty", "binary", "gone"])
def test_a_damaged_journal_is_refused_with_its_place(tmp_path: Path, damage: str) -> None:
    file = tmp_path / "game.json"
    fine("play", "base", "--bots", "random", "--save", file, *SHORT)
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    match damage:
        case "cut":
            file.write_text("".join(lines[:-1]), encoding="utf-8")
        case "changed":
            lines[5] = lines[5].replace("@", "@1")
            lines[6] = lines[6].replace("road", "raod")
            file.write_text("".join(lines), encoding="utf-8")
        case "foreign":
            rules = tmp_path / "other.rules"
            rules.write_text("ruleset other\n    extends base\n\nchange road.supply to 3\n")
            done = hexwright("replay", file, "--rules", rules)
            assert done.returncode == 1 and "other rules" in done.stderr
            return
        case "empty":
            file.write_text("", encoding="utf-8")
        case "binary":
            file.write_bytes(b"\xff\xfe\x00")
        case "gone":
            file.unlink()
    done = hexwright("replay", file)
    assert done.returncode == 1
    assert done.stderr.startswith("hexwright: ")
    if damage == "changed":
        assert "line 6" in done.stderr or "line 7" in done.stderr


def test_a_person_plays_asks_takes_back_and_saves(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    commands = [
        "help",
        "moves",
        "moves @1,1",
        "why build road @0,0E",
        "why 1",
        "build settlement @0,0S",
        "undo",
        "biuld settlement",
        "settle @0,0S",
        "why build settlement @0,0S",
        "rule build_road",
        f"save {file}",
        "save",
        "dance",
        "999",
        "quit",
    ]
    words = ("play", "base", "--players", "3", "--seed", "7", "--people", "3")
    text = fine(*words, typed="\n".join(commands) + "\n")
    assert "undo            take back" in text
    assert "Something else has to be decided first." in text
    assert "build settlement @0,0N is possible" in text
    assert "Taken back." in text
    assert "did you mean build_settlement" in text
    assert text.count("build settlement @0,0S\n") >= 2
    assert "pay road.cost" in text
    assert "save needs the name" in text
    assert "That is no move and no command" in text
    assert "moves: 1 to" in text
    found = json.loads(fine("replay", file, "--format", "json"))
    assert found["moves"] == 1 and not found["finished"]
    going_on = fine("play", "base", "--load", file, typed="board\n")
    assert "s settlement" in going_on


def test_a_person_sees_no_hidden_cards() -> None:
    """At a table of one person the others show counts only."""
    words = ("play", "base", "-o", "setup=beginner", "--players", "3", "--seed", "1")
    text = fine(*words, "--people", "1", "--bots", "random", typed="table\nquit\n")
    rows = [line.split() for line in text.splitlines() if "white" in line and "+" in line]
    own = next(line for line in text.splitlines() if "▸ blue" in line)
    assert ":" in own
    assert rows and all(row[2].isdecimal() for row in rows)


def test_an_offer_is_typed_as_a_bundle() -> None:
    words = ("play", "base", "-o", "setup=beginner", "--players", "3", "--seed", "1")
    typed = ["roll dice", "offer trade", "9 wool", "lumber + ore", "2 brick", "decline", "quit"]
    text = fine(*words, "--people", "3", typed="\n".join(typed) + "\n")
    assert "(offered)" in text and "(asked)" in text
    assert "So many cannot be taken here." in text
    assert "gives lumber + ore; wants 2 brick" in text
    assert "white: may accept offer or propose, or decline" in text


# ---- reading what is typed -----------------------------------------------------------------------


def setting() -> Setting:
    return make_setting(load_ruleset("base").program, 3)


def test_pieces_are_found_by_their_places() -> None:
    standing = {"red road 1": "@0,0E", "red road 2": "@0,0W"}
    moves = [Move("lift", ("red road 1", "@1,1")), Move("lift", ("red road 2", "@1,1"))]
    table = setting()
    assert match("lift @0,1w @1,1", moves, table, standing) == moves[:1]
    assert match("lift road @0,0W", moves, table, standing) == moves[1:]
    assert match("lift road 2", moves, table, standing) == moves[1:]
    assert match("lift @2,2W", moves, table, standing) == []


def test_moves_are_found_by_their_words() -> None:
    moves = [Move("build_road", ("@0,0E",)), Move("build_road", ("@0,0W",)), Move("end_turn")]
    table = setting()
    assert match("build road @0,0e", moves, table) == moves[:1]
    assert match("build_road(@0,1W)", moves, table) == moves[:1]
    assert match("build", moves, table) == moves[:2]
    assert match("end", moves, table) == match("e t", moves, table) == moves[2:]
    assert match("", moves, table) == match("fly", moves, table) == []


def test_the_meant_move_need_not_be_legal() -> None:
    table = setting()
    program = table.program
    found = meant("trade with bank wool, ore", program, table)
    assert found == Move("trade_with_bank", ("wool", "ore"))
    assert meant("play development year of plenty", program, table) == Move(
        "play_development", ("year_of_plenty",)
    )
    assert meant("fly away", program, table) is None


def test_amounts_are_taken_one_by_one_in_order() -> None:
    moves = [Move(TAKE, (name,)) for name in ("lumber", "ore")] + [Move(ENOUGH)]
    assert amounts("2 ore + lumber", moves) == [moves[0], moves[1], moves[1]]
    assert amounts("3 gold", moves) is None
    assert amounts("end", [Move("end_turn")]) is None


# ---- drawing and counting, without a game --------------------------------------------------------

ROWS = ("  *   *", "*   *   *", "  *   *")


def test_a_board_of_any_outline_is_drawn() -> None:
    topology = topology_of(ROWS)
    corner, edge = topology.find("@1,1N", "corner"), topology.find("@1,1E", "edge")
    assert corner is not None and edge is not None
    pieces = {("corner", corner): (Stand("hut", "red"),), ("edge", edge): (Stand("fence", "blue"),)}
    scene = Scene(topology, {3: ("swamp",)}, {3: ("11",)}, {}, pieces)
    drawn = plain(draw(scene))
    assert "swamp" in drawn and "11" in drawn and "Rh" in drawn and "Bf" in drawn
    assert "R red" in drawn and "h hut" in drawn
    assert [drawn.count(f"{row},{col}") for row, col in ((0, 1), (1, 2), (2, 1))] == [1, 1, 1]


def test_a_coastal_sign_stands_outside() -> None:
    topology = topology_of(("*",))
    edge = topology.find("@0,0E", "edge")
    assert edge is not None
    scene = Scene(topology, {0: ("swamp",)}, {}, {("edge", edge): ("ferry",)})
    line = next(line for line in plain(draw(scene)).splitlines() if "(ferry)" in line)
    assert line.index("(ferry)") > line.index("|")


def test_letters_are_never_shared() -> None:
    found = initials(["red", "rose", "ore", "o", "r", "e"])
    assert len(set(found.values())) == len(found) == 6


def test_shares_of_wins() -> None:
    low, high = interval(50, 100)
    assert 0.40 < low < 0.5 < high < 0.60
    assert interval(0, 0) == (0.0, 1.0)
    assert at_least(1, 1, 0.25) == pytest.approx(0.25)
    assert at_least(0, 5, 0.5) == 1.0
    assert at_least(60, 100, 0.5) == pytest.approx(0.0284, abs=1e-3)
    assert "No seat" in verdict([26, 24, 25, 25])
    assert verdict([70, 10, 10, 10]).startswith("Seat 1 wins too often")


def test_a_folder_of_house_rules(tmp_path: Path) -> None:
    """Each ruleset in it is looked at by itself."""
    here = tmp_path / "ours"
    here.mkdir()
    for name, points in (("long", 12), ("short", 8)):
        (here / f"{name}.rules").write_text(
            f"ruleset {name}\n    extends base\n\nchange points_to_win to {points}\n"
        )
    for folder, where in ((here, tmp_path), (Path("ours"), tmp_path), (Path(), here)):
        told = fine("check", folder, cwd=where)
        assert [line.split(":")[0] for line in told.splitlines()][-2:] == ["long", "short"]
    (here / "short.rules").write_text("ruleset short\n    extends base\n\nchange pionts to 8\n")
    wrong = hexwright("check", "ours", cwd=tmp_path)
    assert (
        wrong.returncode == 1 and "short.rules:4" in wrong.stderr and "long: fine" in wrong.stdout
    )
    (here / "short.rules").write_text("rulset short\n    extends base\n")
    stray = hexwright("check", "ours", cwd=tmp_path)
    assert stray.returncode == 1 and "did you mean ruleset" in stray.stderr
    (tmp_path / "empty").mkdir()
    nothing = hexwright("check", "empty", cwd=tmp_path)
    assert nothing.returncode == 1 and 'the folder "empty" holds no ruleset' in nothing.stderr


def test_a_folder_of_the_library() -> None:
    assert fine("check", "house").count(": fine") == len(
        list((ROOT / "rulesets/house").glob("*.rules"))
    )
