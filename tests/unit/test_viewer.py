"""Pages to play through games: every position, variations and comments, and nothing from a file that becomes markup."""

from __future__ import annotations

import base64
import hashlib
import json
import random
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from draughts import (
    AMERICAN,
    BARRELHEAD,
    INTERNATIONAL,
    RUSSIAN,
    Board,
    Color,
    Game,
    PdnError,
    get_rules,
    pdn,
    variants,
    viewer,
)
from draughts.pdn import GameRecord, MoveCell, Tag, Variation
from draughts.viewer.lines import Bracket, Comment, Lines, Skipped, Step, replay_lines

_GAME = """[Event "Ayr"] [White "Wyllie"] [Black "Anderson"] [Date "1847.??.??"] [Result "1/2-1/2"]
1. 11-15 23-19 {Fourteenth} (1... 22-18 2. 15x22 {forced} (2. 15-19) 25x18) 2. 8-11! $4
22-17 {[%clk 0:04:58] [%draughts x]} 3. 4-8 (3. 15-18 (3. 9-13)) 1/2-1/2"""


def _record(text: str) -> GameRecord:
    [record] = pdn.loads(text)
    return record


class _Parts(HTMLParser):
    """A page taken apart."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.buttons: dict[int, str] = {}
        self.contents: dict[str, str] = {}
        self.text = ""
        self._open: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in ("meta", "link"):
            self._open.append((tag, dict(attrs)))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        tag, attributes = self._open[-1] if self._open else ("", {})
        key = f"{tag} {attributes['type']}" if tag == "script" and "type" in attributes else tag
        self.contents[key] = self.contents.get(key, "") + data
        if tag == "button" and "data-node" in attributes:
            self.buttons[int(attributes["data-node"] or "")] = data
        if tag not in ("script", "style", "title"):
            self.text += data


class _Page(_Parts):
    """The page of a game taken apart."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.data: dict[str, Any] = json.loads(self.contents["script application/json"])


# Lines


def _labels(lines: Lines) -> list[str]:
    return [lines.label(node) for node in range(len(lines.nodes))]


def test_every_line_begins_at_the_position_before_the_move_that_it_replaces() -> None:
    lines = replay_lines(_record(_GAME))
    assert _labels(lines) == [
        "Start",
        "1. 11-15",
        "1... 23-19",
        "1... 22-18",
        "2. 15x22",
        "2... 25x18",
        "2. 8-11",
        "2... 22-17",
        "3. 4-8",
        "3. 15-18",
        "3. 9-13",
    ]
    assert [node.parent for node in lines.nodes] == [None, 0, 1, 1, 3, 4, 2, 6, 7, 7, 7]
    assert lines.main == [0, 1, 2, 6, 7, 8]
    board = Board()
    for move in ("11-15", "22-18", "15x22", "25x18"):
        board = board.play(move)
    assert lines.nodes[5].board == board
    for node in lines.nodes[1:]:
        assert node.parent is not None
        assert node.move is not None
        assert lines.nodes[node.parent].board.play(node.move) == node.board


def test_comments_and_brackets_are_read_in_order() -> None:
    lines = replay_lines(_record("{before} 1. 11-15 {a} (1. 9-13 {b}) (1. 9-14) 23-19 {c} *"))
    told = [
        lines.label(item.node) if isinstance(item, Step) else item.text if isinstance(item, Comment) else item
        for item in lines.items
    ]
    opened, closed = Bracket.OPEN, Bracket.CLOSE
    assert told == [
        "before", "1. 11-15", "a", opened, "1. 9-13", "b", closed, opened, "1. 9-14", closed, "1... 23-19", "c",
    ]  # fmt: skip


def test_a_wrong_move_ends_its_line_only() -> None:
    lines = replay_lines(_record("1. 11-15 (1. 11-18 22-17 (1... 23-18)) 23-19 2. 15-18 (2. 8-11 22-17) 22x15 *"))
    skipped = [item for item in lines.items if isinstance(item, Skipped)]
    assert [item.cell.text for item in skipped] == ["11-18", "22-17", "23-18", "15-18", "22x15"][:3]
    assert "one square diagonally forward" in skipped[0].reason
    assert [item.reason for item in skipped[1:]] == ["", ""]
    assert lines.faults == ()
    lines = replay_lines(_record("1. 11-15 23-19 2. 15-24 (2. 8-11 22-17) 28-24 *"))
    assert [fault.move for fault in lines.faults] == ["15-24"]
    assert _labels(lines) == ["Start", "1. 11-15", "1... 23-19", "2. 8-11", "2... 22-17"]
    assert lines.nodes[3].parent == 2


def test_numbers_go_on_from_the_file_and_from_the_side_to_move() -> None:
    lines = replay_lines(_record('[GameType "21"] [FEN "W:W22,30:B1,2"] 17... 22-18 18. 1-5 *'))
    assert _labels(lines) == ["Start", "17... 22-18", "18. 1-5"]
    lines = replay_lines(_record('[GameType "25"] 1. c3-d4 d6-c5 2. b2-c3 *'))
    assert _labels(lines) == ["Start", "1. c3-d4", "1... d6-c5", "2. b2-c3"]


def test_jumps_written_apart_are_one_move_with_the_comments_of_all() -> None:
    lines = replay_lines(_record('[GameType "21"] [FEN "B:W18,26:B14"] 1. 14x23 {one} 23x30 {two} *'))
    assert _labels(lines) == ["Start", "1. 14x30"]
    assert [item.text for item in lines.items if isinstance(item, Comment)] == ["one", "two"]


def test_a_position_that_is_set_up_on_the_way_is_shown() -> None:
    lines = replay_lines(_record('[GameType "21"] 1. 11-15 23-19 /FEN "B:W30:B1"/ 2. 1-5 *'))
    assert _labels(lines) == ["Start", "1. 11-15", "1... 23-19", "Position", "2. 1-5"]
    assert lines.nodes[3].board.fen == "B:W30:B1"
    assert list(_Page(viewer.page(lines.record)).buttons.values())[2:] == ["Position", "2. 1-5"]


def test_a_wrong_move_after_a_setup_leaves_the_position_set_up() -> None:
    lines = replay_lines(_record('[GameType "21"] 1. 11-15 23-19 /FEN "B:W30:B1"/ 2. 8-11 (2. 1-5) *'))
    assert _labels(lines) == ["Start", "1. 11-15", "1... 23-19", "Position", "2. 1-5"]
    assert lines.nodes[4].parent == 3


def test_a_setup_after_the_last_move_is_shown() -> None:
    lines = replay_lines(_record('[GameType "21"] 1. 11-15 23-19 /FEN "B:W30:B1"/ *'))
    assert lines.nodes[-1].board.fen == "B:W30:B1"
    assert lines.main == [0, 1, 2, 3]
    lines = replay_lines(_record('[GameType "21"] 1. 11-15 23-19 /FEN "B:W99:B1"/ *'))
    assert lines.main == [0, 1, 2]


def test_a_game_without_a_variant_or_a_start_cannot_be_shown() -> None:
    with pytest.raises(PdnError, match="99"):
        viewer.page(_record('[GameType "99"] 1. 11-15 *'))
    with pytest.raises(PdnError, match="no square 77"):
        viewer.page(_record('[GameType "21"] [FEN "W:W77:B1"] *'))


@pytest.mark.parametrize("comment", ["[%a " + " " * 100_000, "[%" + "a" * 100_000, "[%clk " * 50_000])
def test_comments_full_of_commands_take_no_time(comment: str) -> None:
    page = _Page(viewer.page(_record(f"1. 11-15 {{{comment}}} *")))  # with a quadratic pattern: minutes
    assert comment.rsplit(maxsplit=1)[-1] in page.text


def test_what_is_no_game_cannot_be_shown() -> None:
    for text in ("{only a comment}", "import os", '{"format": "json"}'):
        for record in pdn.loads(text):
            with pytest.raises(PdnError, match="neither a tag nor a move"):
                viewer.page(record)


def test_deep_variations_are_shown() -> None:
    depth = 3000
    text = "1. 11-15 " + "(1. 9-13 " * depth + ")" * depth + " *"
    page = _Page(viewer.page(_record(text)))
    assert len(page.buttons) == depth + 1
    assert page.text.count("(") == page.text.count(")") >= depth


@pytest.mark.parametrize("name", variants())
def test_a_game_of_every_variant_is_replayed_as_it_was_played(name: str) -> None:
    rng = random.Random(7)
    game = Game(get_rules(name))
    while game.ply < 60 and not game.is_over:
        game.push(rng.choice(game.legal_moves))
    lines = replay_lines(_record(game.to_pdn()), game.rules)
    assert tuple(lines.nodes[node].board for node in lines.main) == game.boards
    assert lines.faults == ()
    page = _Page(viewer.page(lines.record, game.rules))
    assert len(page.data["nodes"]) == len(page.buttons) + 1 == game.ply + 1


# Pages


def test_the_page_has_every_position() -> None:
    record = _record(_GAME)
    lines, page = replay_lines(record), _Page(viewer.page(record))
    signs = {"White man": "w", "White king": "W", "Black man": "b", "Black king": "B", "None": "-"}
    for node, data in zip(lines.nodes, page.data["nodes"], strict=True):
        squares = node.board.rules.geometry.numbers
        assert data["pieces"] == "".join(signs[str(node.board[square])] for square in squares)
        assert data["turn"] == node.board.turn.value
        assert data["parent"] == (-1 if node.parent is None else node.parent)
        assert tuple(data["path"]) == (() if node.move is None else node.move.path)
        assert tuple(data["captured"]) == (() if node.move is None else node.move.captures)
    assert [data["next"] for data in page.data["nodes"]] == [1, 2, 6, 4, 5, -1, 7, 8, -1, -1, -1]


def test_the_page_has_moves_comments_marks_and_result() -> None:
    page = _Page(viewer.page(_record(_GAME)))
    assert page.buttons == {
        1: "1. 11-15",
        2: "23-19",
        3: "1... 22-18",
        4: "2. 15x22",
        5: "2... 25x18",
        6: "2. 8-11!??",
        7: "22-17",
        8: "3. 4-8",
        9: "3. 15-18",
        10: "3. 9-13",
    }
    for text in ("Fourteenth", "forced", "[0:04:58]", "Anderson", "Wyllie", "Ayr", "1847.??.??", "1/2-1/2"):
        assert text in page.text
    assert "%draughts" not in page.text
    assert page.text.index("Anderson") < page.text.index("Wyllie")  # Black moves first


def test_the_page_begins_where_it_is_told_to() -> None:
    record = _record(_GAME)
    assert _Page(viewer.page(record)).data["start"] == 0
    page = _Page(viewer.page(record, ply=3, orientation=Color.BLACK))
    assert page.data["start"] == 6
    assert ("class", "is-flipped") in page.attributes
    for ply in (6, -1):
        with pytest.raises(IndexError, match="there are positions after 0 to 5"):
            viewer.page(record, ply=ply)


def test_squares_are_called_as_in_the_variant() -> None:
    page = _Page(viewer.page(_record("1. c3-d4 *"), RUSSIAN))
    assert page.data["names"][:4] == ["b8", "d8", "f8", "h8"]
    page = _Page(viewer.page(_record("1. 32-28 *"), INTERNATIONAL))
    assert page.data["names"][-1] == "50"


def test_a_faulty_game_says_what_is_wrong() -> None:
    page = _Page(viewer.page(_record('[GameType "21"] 1. 11-15 22-18 2. 8-11 18x11 *')))
    assert "This game is not right: line 1, column" in page.text
    assert "a capture is available and must be made: 15x22" in page.text
    assert page.data["nodes"][-1]["turn"] == "B"


def test_a_game_without_moves_shows_its_position() -> None:
    page = _Page(viewer.page(_record('[GameType "21"] [FEN "W:W30:B1"] *')))
    assert "There are no moves." in page.text
    assert page.data["nodes"][0]["pieces"].count("-") == 30


def test_the_page_runs_nothing_but_its_own_script_and_loads_nothing() -> None:
    text = viewer.page(_record(_GAME))
    page = _Page(text)
    assert page.tags.count("script") == 2
    assert page.tags.count("style") == 1
    [policy] = (value for name, value in page.attributes if name == "content" and value and "script-src" in value)
    for kind, content in (("script", page.contents["script"]), ("style", page.contents["style"])):
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in (policy or "")
    assert "default-src 'none'" in (policy or "")
    links = [value for name, value in page.attributes if name in ("src", "href", "xlink:href", "action", "style")]
    assert links == ["data:,"]
    assert "http" not in text.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")


def test_names_have_their_sides_beside_them_and_the_winner_is_told_in_words() -> None:
    page = _Page(viewer.page(_record(_GAME.replace("1/2-1/2", "0-1"))))
    assert "Anderson Black – " in page.text
    assert "Wyllie White" in page.text
    assert "White won (0-1)" in page.text
    assert page.data["sides"] == {"B": "Black", "W": "White"}
    assert page.data["endings"] == {"8": "The end: White won."}
    assert "drawn (1/2-1/2)" in _Page(viewer.page(_record(_GAME))).text


def test_sides_have_the_names_and_colours_of_the_house() -> None:
    html = viewer.page(_record('[White "Ann"] 1. 11-15 *'), BARRELHEAD)
    page = _Page(html)
    assert "Red – " in page.text
    assert "Ann White" in page.text
    assert "Start. Red to move." in page.text
    assert page.data["sides"] == {"B": "Red", "W": "White"}
    assert html.count('fill="#a3211b"') > 1


def test_a_won_position_is_told_whatever_the_file_says() -> None:
    page = _Page(viewer.page(_record('[GameType "21"] [FEN "B:W18:B15"] 1. 15x22 *'), AMERICAN))
    assert page.data["endings"] == {"1": "Black has won."}
    assert "Black won" in page.text
    faulty = _Page(viewer.page(_record('[GameType "21"] 1. 11-15 22-18 2. 8-11 1-0')))
    assert faulty.data["endings"] == {}


def test_keys_are_named() -> None:
    text = _Page(viewer.page(_record(_GAME))).text
    assert "Keys: ← → one move, Home End first and last position, Space plays, V another move, F flips" in text


# Many games

_MANY = """[Event "One"] [White "Ann"] [Black "Bob"] [Date "2001.??.??"] [GameType "21"] [Result "1-0"]
1. 11-15 1-0
[Event "Two"] [GameType "99"] 1. 32-28 *
[Event "Three"] [GameType "21"] 1. 11-15 22-18 2. 8-11 *
[Event "Four"] [GameType "25"] 1. c3-d4 *
"""


def test_every_game_of_a_collection_has_a_page_and_leads_to_the_others() -> None:
    files = {file.name: file for file in viewer.collection(pdn.loads(_MANY), title="Club <1>")}
    assert list(files) == ["game-1.html", "game-3.html", "game-4.html", "index.html"]
    links = {
        name: [value for key, value in _Parts(file.content).attributes if key == "href" and value != "data:,"]
        for name, file in files.items()
    }
    assert links == {
        "game-1.html": ["index.html", "game-3.html"],
        "game-3.html": ["index.html", "game-1.html", "game-4.html"],
        "game-4.html": ["index.html", "game-3.html"],
        "index.html": ["game-1.html", "game-3.html", "game-4.html"],
    }
    assert files["game-1.html"].faults == files["game-4.html"].faults == ()
    assert files["game-3.html"].faults[0].startswith("game 3: line ")
    assert files["index.html"].faults[0].startswith("game 2: ")


def test_the_index_tells_players_results_and_what_is_not_right() -> None:
    *_, index = viewer.collection(pdn.loads(_MANY), title="Club <1>")
    page = _Parts(index.content)
    assert "script" not in page.tags
    assert "script-src" not in index.content
    for text in ("Club <1>", "4 games", "Bob Black – Ann White", "Black won (1-0)", "2001.??.??", "not right", "99"):
        assert text in page.text, text


def test_no_game_names_a_file_or_becomes_markup() -> None:
    records = [_hostile("../../x"), _hostile("</td><script>alert(1)</script>")]
    files = list(viewer.collection(records, AMERICAN, title="<script>"))
    assert [file.name for file in files] == ["game-1.html", "game-2.html", "index.html"]
    assert "script" not in _Parts(files[-1].content).tags
    assert next(viewer.collection([])).name == "index.html"


# Hostile games


def _hostile(text: str) -> GameRecord:
    """A game with a text in every place that takes one."""
    inner = Variation((MoveCell("9-13", 1, 1, comments=(text,)), MoveCell(f"x{text}", 1, 1)), (text,))
    return GameRecord(
        tags=(Tag("Event", text, 1, 1), Tag("White", text, 1, 1), Tag(f"N{text}", text, 1, 1)),
        moves=(
            MoveCell("11-15", 1, 1, f"{text}1.", (text,), (3,), (text,), (inner,)),
            MoveCell(f"x{text}", 1, 1, comments=(text,)),
        ),
        result=f"*{text}",
        comments=(text,),
    )


_PLAIN = _Page(viewer.page(_hostile("plain"), AMERICAN)).tags


@pytest.mark.parametrize(
    "text",
    [
        "</script><script>alert(1)</script>",
        "</title></style><img src=x onerror=alert(1)>",
        "\"' onmouseover=alert(1) x='",
        "<!--<script>",
        "]]>&lt;&#60;b&#62;",
        "\x00\x07\x1b[31m\x85\u2028\u202e\ufffe\ud800",
        "${alert(1)}`\\u003cscript>",
        "javascript:alert(1)",
    ],
)
def test_hostile_texts_stay_texts(text: str) -> None:
    html = viewer.page(_hostile(text), AMERICAN)
    page = _Page(html)
    assert page.tags == _PLAIN
    assert not [name for name, _ in page.attributes if name.startswith("on")]
    html.encode("utf-8")
    assert not set(html) & set(map(chr, [*range(9), *range(11, 32)]))
    visible = "".join("\ufffd" if sign in "\x00\x07\x1b\ufffe\ud800" else sign for sign in text)
    assert page.text.count(visible) >= 8


@settings(max_examples=60)
@given(st.text(st.characters(exclude_categories=()), min_size=1, max_size=40))
def test_no_text_becomes_markup(text: str) -> None:
    html = viewer.page(_hostile(text), AMERICAN)
    html.encode("utf-8")
    tags = _Page(html).tags
    # A blank name, and a comment that is only a command, leave their places out.
    assert [tag for tag in tags if tag not in ("bdi", "span")] == [tag for tag in _PLAIN if tag not in ("bdi", "span")]
