"""The page of a game in a real browser: buttons, keys, moves to click on, playing by itself, and no alarms."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from browser import Browser, find_browser, started
from draughts import Color, Game, PieceType, pdn, variants, viewer
from draughts.pdn import GameRecord
from draughts.viewer.lines import replay_lines

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_browser() is None, reason="no Chromium is installed"),
]
_GAME = """[Event "</script><script>alert(1)</script>"] [White "<img src=x onerror=alert(2)>"] [GameType "20"]
1. 32-28 19-23 2. 28x19 14x23 {two for two} (2... 13x24 3. 37-32 {" onmouseover="alert(3)}) 3. 37-32 10-14 *"""


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    with started(tmp_path / "profile") as browser:
        yield browser


def _open(browser: Browser, folder: Path, text: str = _GAME, *, ply: int = 0) -> GameRecord:
    [record] = pdn.loads(text)
    (folder / "game.html").write_text(viewer.page(record, ply=ply), encoding="utf-8")
    browser.open(folder / "game.html")
    return record


def _status(browser: Browser) -> str:
    return str(browser.value("document.getElementById('status').textContent"))


def _alarms(browser: Browser) -> list[object]:
    """Errors, dialogues, and anything that was loaded but the page itself."""
    kinds = ("Runtime.exceptionThrown", "Page.javascriptDialogOpening", "Log.entryAdded")
    found: list[object] = [event for event in browser.events if event.get("method") in kinds]
    for event in browser.events:
        if event.get("method") == "Network.requestWillBeSent":
            address = event["params"]["request"]["url"]
            if not address.endswith("/game.html") and address != "data:,":
                found.append(address)
    return found


def test_keys_go_through_the_game(browser: Browser, tmp_path: Path) -> None:
    record = _open(browser, tmp_path)
    lines = replay_lines(record)
    labels = [lines.label(node) for node in lines.main]
    assert _status(browser) == "Start. White to move."
    for label in labels[1:]:
        browser.press("ArrowRight")
        assert _status(browser).startswith(f"{label}. ")
    browser.press("ArrowRight")
    assert _status(browser) == "3... 10-14. White to move."
    browser.press("ArrowLeft")
    assert _status(browser).startswith("3. 37-32. ")
    browser.press("Home")
    assert _status(browser) == "Start. White to move."
    browser.press("End")
    assert _status(browser).startswith("3... 10-14. ")
    assert _alarms(browser) == []


def test_buttons_are_enabled_where_they_lead_somewhere(browser: Browser, tmp_path: Path) -> None:
    _open(browser, tmp_path)

    def disabled() -> list[str]:
        found = browser.value("[...document.querySelectorAll('#controls button:disabled')].map((one) => one.id)")
        return list(found)

    assert disabled() == ["first", "previous", "other"]
    browser.click("#next")
    assert _status(browser).startswith("1. 32-28. ")
    assert disabled() == ["other"]
    browser.click("#final")
    assert disabled() == ["next", "final", "other"]
    browser.click("#previous")
    browser.click("#first")
    assert _status(browser).startswith("Start. ")


def test_moves_are_clicked_on_and_variations_entered(browser: Browser, tmp_path: Path) -> None:
    _open(browser, tmp_path)
    browser.click("button[data-label='2... 13x24']")
    assert _status(browser).startswith("2... 13x24. ")
    assert browser.value("document.querySelectorAll('[aria-current]').length") == 1
    browser.press("ArrowRight")
    assert _status(browser).startswith("3. 37-32. ")
    browser.press("ArrowLeft")
    browser.press("v")
    assert _status(browser).startswith("2... 14x23. ")
    browser.click("#other")
    assert _status(browser).startswith("2... 13x24. ")
    browser.press("ArrowLeft")
    assert _status(browser).startswith("2. 28x19. ")
    assert _alarms(browser) == []


def test_the_board_shows_the_position_from_both_sides(browser: Browser, tmp_path: Path) -> None:
    record = _open(browser, tmp_path, ply=3)
    lines = replay_lines(record)
    node = lines.nodes[lines.main[3]]
    geometry, drawn = node.board.rules.geometry, {}
    for orientation in (Color.WHITE, Color.BLACK):
        drawn = {
            one["square"]: (one["x"], one["y"], one["fill"])
            for one in browser.value(
                "[...document.querySelectorAll('#pieces [data-square]')].map((one) => ({"
                "square: Number(one.dataset.square), fill: one.getAttribute('fill'),"
                "x: one.transform.baseVal[0].matrix.e, y: one.transform.baseVal[0].matrix.f}))"
            )
        }
        assert sorted(drawn) == [square for square in geometry.numbers if node.board[square] is not None]
        for square, (x, y, fill) in drawn.items():
            row, column = geometry.coordinates(square)
            if orientation is Color.BLACK:
                row, column = geometry.height - 1 - row, geometry.width - 1 - column
            assert (x, y) == (6 + 45 * (column + 0.5), 6 + 45 * (row + 0.5))
            assert (fill == "#fffdf6") == (square in node.board.pieces(Color.WHITE))
        marked = browser.value("[...document.querySelectorAll('#captured g')].map((one) => Number(one.dataset.square))")
        assert marked == [23]
        browser.press("f")
    label = browser.value("document.getElementById('board').getAttribute('aria-label')")
    assert label.startswith("White man: 19, 31, 33")


def test_the_game_plays_by_itself_and_stops_at_the_end(browser: Browser, tmp_path: Path) -> None:
    _open(browser, tmp_path)
    browser.value("document.getElementById('speed').value = '500'")
    browser.press(" ")
    assert browser.value("document.getElementById('play').getAttribute('aria-pressed')") == "true"
    browser.value(
        "new Promise((done) => { const button = document.getElementById('play'); const watch = setInterval(() => {"
        "if (button.getAttribute('aria-pressed') === 'false') { clearInterval(watch); done(); } }, 50); })"
    )
    assert _status(browser).startswith("3... 10-14. ")
    browser.press(" ")  # from the beginning again
    assert _status(browser).startswith("Start. ")
    browser.press("ArrowRight")
    assert browser.value("document.getElementById('play').getAttribute('aria-pressed')") == "false"
    assert _alarms(browser) == []


def test_every_control_has_a_name_and_can_be_reached_by_key(browser: Browser, tmp_path: Path) -> None:
    _open(browser, tmp_path, ply=2)
    names = browser.value(
        "[...document.querySelectorAll('#controls > *')].map((one) => one.getAttribute('aria-label'))"
    )
    assert all(names)
    assert len(set(names)) == 8
    reachable = browser.value(
        "[...document.querySelectorAll('button:enabled, select, summary')].filter((one) => one.tabIndex >= 0)"
        ".map((one) => one.id || one.dataset.label || one.tagName)"
    )
    assert reachable == ["first", "previous", "next", "final", "play", "flip", "speed", "1... 19-23", "SUMMARY"]


@pytest.mark.parametrize(("width", "height"), [(360, 640), (1280, 800)])
def test_the_page_fits_its_window(browser: Browser, tmp_path: Path, width: int, height: int) -> None:
    browser.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=True)
    _open(browser, tmp_path, _GAME.replace("two for two", "x" * 400))
    assert browser.value("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(("width", "height"), [(740, 360), (568, 320), (844, 390), (1280, 800), (1024, 768)])
def test_board_status_and_controls_are_in_sight_together(
    browser: Browser, tmp_path: Path, width: int, height: int
) -> None:
    browser.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=True)
    _, second, *_ = viewer.collection(pdn.loads(_GAME) * 3)
    (tmp_path / "game.html").write_text(second.content, encoding="utf-8")
    browser.open(tmp_path / "game.html")
    boxes = browser.value(
        "['#board', '#status', ...[...document.querySelectorAll('#controls > *')].map((one) => `#${one.id}`)]"
        ".map((one) => document.querySelector(one).getBoundingClientRect()).map((box) => [box.right, box.bottom])"
    )
    assert len(boxes) == 10
    assert max(right for right, _ in boxes) <= width
    assert max(bottom for _, bottom in boxes) <= height


def test_on_paper_there_are_board_and_moves_but_no_controls(browser: Browser, tmp_path: Path) -> None:
    browser.call(
        "Emulation.setEmulatedMedia", media="print", features=[{"name": "prefers-color-scheme", "value": "dark"}]
    )
    _open(browser, tmp_path)
    shown = browser.value(
        "['#board', '#list', '#controls', '#keys'].map((one) => document.querySelector(one).offsetHeight "
        "?? document.querySelector(one).getBoundingClientRect().height)"
    )
    assert [bool(height) for height in shown] == [True, True, False, False]
    assert browser.value("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_the_end_is_told_where_the_script_comes_to_it(browser: Browser, tmp_path: Path) -> None:
    _open(browser, tmp_path, '[GameType "21"] [FEN "B:W18:B15"] 1. 15x22 1-0')
    assert _status(browser) == "Start. Black to move."
    browser.press("End")
    assert _status(browser) == "1. 15x22. Black has won."
    browser.events.clear()
    _open(browser, tmp_path, '[GameType "21"] 1. 11-15 1/2-1/2')
    browser.press("End")
    assert _status(browser) == "1. 11-15. The end: drawn."


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_stand_out_from_what_is_behind_them(browser: Browser, tmp_path: Path, scheme: str) -> None:
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    _open(browser, tmp_path, _GAME.replace("3. 37-32 10-14", "3. 37-32 10-11"), ply=2)
    ratios = browser.value(
        """[...document.querySelectorAll('h1, header p, #status, #controls button:enabled, .move, .comment, .fault')]
        .map((one) => {
          const light = (colour) => colour.match(/[0-9.]+/g).slice(0, 3).map((part) => part / 255)
            .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
            .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
          let behind = one;
          while (/, 0\\)$|transparent/.test(getComputedStyle(behind).backgroundColor)) behind = behind.parentElement;
          const [a, b] = [light(getComputedStyle(one).color), light(getComputedStyle(behind).backgroundColor)];
          return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        })"""
    )
    assert len(ratios) > 10
    assert min(ratios) >= 4.5


def test_every_position_of_a_game_of_every_variant_is_drawn(browser: Browser, tmp_path: Path) -> None:
    for name, rules in variants().items():
        rng = random.Random(5)
        game = Game(rules)
        while game.ply < 40 and not game.is_over:
            game.push(rng.choice(game.legal_moves))
        browser.events.clear()
        read = replay_lines(_open(browser, tmp_path, game.to_pdn())).rules
        for ply, board in enumerate(game.boards):
            drawn = browser.value(
                "[...document.querySelectorAll('#pieces [data-square]')].map((one) => [Number(one.dataset.square),"
                "one.getAttribute('fill') === '#fffdf6', one.querySelector('path') !== null])"
            )
            standing = [(square, piece) for square in rules.geometry.numbers if (piece := board[square]) is not None]
            expected = [[at, piece.color is Color.WHITE, piece.kind is PieceType.KING] for at, piece in standing]
            assert sorted(drawn) == expected, (name, ply)
            last = browser.value("[...document.querySelectorAll('#last > g')].map((one) => Number(one.dataset.square))")
            assert set(last) == set(game.moves[ply - 1].path if ply else ()), (name, ply)
            if not game.is_over:
                assert _status(browser).endswith(f"{read.side_name(board.turn)} to move.")
            browser.press("ArrowRight")
        assert _alarms(browser) == []
