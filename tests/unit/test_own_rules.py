"""Rule sets of one's own: in files, and registered beside the presets."""

from __future__ import annotations

import contextlib
import random
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

import oracle
from draughts import (
    AMERICAN,
    RUSSIAN,
    SPANTSIRETTI,
    Board,
    Game,
    Promotion,
    Repetition,
    Rules,
    RulesError,
    get_rules,
    get_variant,
    load_rules,
    perft,
    register_rules,
    variants,
)
from draughts.rules import registry
from draughts.rules.plain_data import to_plain
from draughts.support.neighbours import OWN_NAMES, warn_of_strangers


@pytest.fixture(autouse=True)
def _registry_as_it_was() -> Iterator[None]:
    known, names = dict(registry._REGISTRY), dict(registry._NAMES)
    yield
    for table, before in ((registry._REGISTRY, known), (registry._NAMES, names)):
        table.clear()
        table.update(before)  # type: ignore[arg-type]


def _file(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_says_what_differs_from_another_game(tmp_path: Path) -> None:
    rules = load_rules(
        _file(
            tmp_path,
            """
            name = "towers"
            base = "russian"
            promotion = "at_rest"
            capture_priority = ["most_pieces"]
            side_names = ["Ebony", "Ivory"]
            start = "W:Wc3:Bd4,d6"

            [[draws]]
            kind = "Repetition"
            occurrences = 5

            [clock]
            per_move = 30
            """,
        )
    )
    assert rules.replace(
        name="russian", promotion=RUSSIAN.promotion, capture_priority=(), side_names=RUSSIAN.side_names, start=None,
        draws=RUSSIAN.draws, clock=None, game_type=RUSSIAN.game_type,
    ) == RUSSIAN  # fmt: skip
    assert (rules.promotion, rules.draws, rules.game_type) == (Promotion.AT_REST, (Repetition(5),), None)
    assert [str(move) for move in Board(rules).legal_moves] == ["22x6"]
    assert str(Game(rules).time_control) == "30 a move"


_BAD = [
    ("", "name is missing"),
    ("name = ", "TOML"),
    ('name = "x"\nbase = "nothing"', "no variant is called 'nothing'"),
    ('name = "x"\nbase = 3', "base must be the name"),
    ('name = "x"\nflying = true', "no field 'flying'"),
    ('name = "x"\npromotion = "sometimes"', "promotion must be"),
    ('name = "x"\nmen_rows = 1e400', "men_rows must be a whole number"),
    ('name = "x"\nmen_rows = 99', "men_rows"),
    ('name = "\\u001b[2J"', "printable"),
    ('name = "x"\ndraws = [{kind = "Never"}]', "kind must be one of"),
    ('name = "x"\ndraws = [{kind = "Repetition", occurrences = -1}]', "occurrences"),
    ('name = "x"\n[geometry]\nwidth = 1000', "width"),
    ('name = "x"\n[clock]\nper_move = inf', "per_move"),
    ("a = " + "[" * 5000, "TOML"),
    ('name = "x"\nmen_rows = ' + "9" * 6000, "mine.toml"),
    ("#" * 70_000, "no more than"),
]


@pytest.mark.parametrize(("text", "complaint"), _BAD, ids=[complaint for _, complaint in _BAD])
def test_a_file_that_makes_no_sense_is_refused_in_words(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(RulesError, match=complaint):
        load_rules(_file(tmp_path, text))
    (tmp_path / "mine.toml").write_bytes(b'name = "\xff"')
    with pytest.raises(RulesError, match="byte 9 is not UTF-8"):
        load_rules(tmp_path / "mine.toml")


def test_a_start_position_that_is_none_is_an_error_of_the_rules(tmp_path: Path) -> None:
    rules = load_rules(_file(tmp_path, 'name = "x"\nstart = "W:W99:B"'))
    with pytest.raises(RulesError, match=r"start of x: .*no square 99"):
        Board(rules)


def test_broken_files_give_nothing_but_errors_of_rules(tmp_path: Path) -> None:
    rng = random.Random(5)
    whole = 'name = "x"\nbase = "pool"\nside_names = ["a", "b"]\n[[draws]]\nkind = "NoProgress"\nmoves = 3\n'
    for _ in range(300):
        text = list(whole)
        for _ in range(rng.randrange(1, 4)):
            text[rng.randrange(len(text))] = rng.choice('"[]{}=x0 \n.')
        with contextlib.suppress(RulesError):
            assert isinstance(load_rules(_file(tmp_path, "".join(text))), Rules)


def test_registered_rules_are_known_by_name() -> None:
    mine = register_rules(AMERICAN.replace(name="my checkers", draws=()), "Mine", aliases=("mc",), numbers=(199,))
    assert get_rules("MC") == get_rules(199) == mine
    assert get_variant("my-checkers").title == "Mine"
    assert variants()["my checkers"] is mine
    assert register_rules(mine) is mine
    for other, options in (
        (mine.replace(draws=(Repetition(3),)), {}),
        (AMERICAN.replace(name="Shashki"), {}),
        (AMERICAN.replace(name="21"), {}),
        (AMERICAN.replace(name="!!"), {}),
        (AMERICAN.replace(name="fresh"), {"aliases": ("dama",)}),
        (AMERICAN.replace(name="fresh"), {"numbers": (20,)}),
    ):
        with pytest.raises(RulesError):
            register_rules(other, **options)
    assert "fresh" not in variants()


def test_spantsiretti_is_counted_alike_by_two_generators() -> None:
    board = Board(SPANTSIRETTI)
    assert [perft(board, depth) for depth in range(1, 7)] == [9, 81, 658, 4265, 27132, 168316]
    slow = oracle.parse(board.fen, SPANTSIRETTI)
    assert [oracle.perft(slow, depth, SPANTSIRETTI, "kept") for depth in range(1, 5)] == [9, 81, 658, 4265]
    assert get_rules(41) is get_rules("41,W,10,8,A0,0") is SPANTSIRETTI
    game = Game.from_pdn('[GameType "41,W,10,8,A0,0"] 1. c3-d4 f6-e5 2. d4:f6 *')
    assert (game.rules, game.ply) == (SPANTSIRETTI, 3)


def test_values_survive_as_plain_data() -> None:
    assert to_plain(AMERICAN) == {}


# Other distributions in the same folder


def test_files_of_another_distribution_are_told_with_its_name(tmp_path: Path) -> None:
    package = tmp_path / "draughts"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "core.py").touch()
    info = tmp_path / "somedraughts-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: somedraughts\nVersion: 1.2\n")
    (info / "RECORD").write_text("draughts/__init__.py,,\ndraughts/core.py,,\n")
    code = (
        "import warnings; from draughts.support.neighbours import warn_of_strangers\n"
        f"import sys; sys.path.append({str(tmp_path)!r})\n"
        f"warn_of_strangers({str(package)!r})"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60).stderr
    assert "somedraughts 1.2" in said
    assert "core.py" in said


def test_nobody_is_told_of_our_own_files() -> None:
    folder = Path(registry.__file__).parents[1]
    assert {path.name for path in folder.iterdir()} <= OWN_NAMES | {"__pycache__"}
    warn_of_strangers(str(folder))
    warn_of_strangers(sysconfig.get_path("stdlib") + "/no/such/folder")
