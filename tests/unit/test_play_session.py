"""A game that is played: moves, steps, commands, players and clocks, without a terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from draughts.engine import Line, SearchResult
from draughts.game.game import Game
from draughts.game.result import ResultReason
from draughts.players import Limits, Player, parse_player
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.rules.houses import BARRELHEAD
from draughts.rules.presets import AMERICAN, AMERICAN_GIVEAWAY, BREAKTHROUGH, INTERNATIONAL, RUSSIAN
from draughts.rules.rules import Color, Rules
from draughts.rules.time_control import Expiry, Period, TimeControl
from draughts.terminal import storage
from draughts.terminal.commands import COMMANDS, obey
from draughts.terminal.record import Record
from draughts.terminal.session import Session
from draughts.terminal.storage import StoredGame

BOTH = {Color.BLACK: "human", Color.WHITE: "human"}
ALONE = {Color.BLACK: "human", Color.WHITE: "random"}


class Watch:
    """A clock that a test turns."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


def _seats(stored: StoredGame) -> dict[Color, Player | None]:
    return {color: parse_player(text, f"{stored.seed} {color.value}") for color, text in stored.players.items()}


def _session(
    game: Game | None = None,
    players: dict[Color, str] | None = None,
    path: Path | None = None,
    watch: Watch | None = None,
) -> Session:
    return Session(StoredGame(Game() if game is None else game, players or BOTH), _seats, path, watch or Watch())


def _says(session: Session, line: str) -> str:
    return "\n".join(obey(session, line).messages)


@pytest.mark.parametrize("line", ["11-15", "11 15", " 11 - 15 ", "1115", "d6-c5", "d6 c5", "D6C5"])
def test_a_move_may_be_spelt_in_many_ways(line: str) -> None:
    session = _session(Game(start=Board.from_fen("B:W31,32:B10,11")))
    assert _says(session, line).startswith("Black: 1")
    assert session.game.ply == 1


def test_algebraic_squares_are_understood_where_they_are_used() -> None:
    session = _session(Game(RUSSIAN))
    assert _says(session, "c3") == "from c3 the White man can go to b4 or d4"
    assert session.prompt == "White c3> "
    assert _says(session, "D4") == "White: c3-d4"
    assert _says(session, "bc5") == "Black: b6-c5"
    assert _says(session, "moves") == "d4:b6"
    assert _says(session, "explain d4-e5").startswith("d4-e5: a capture is available and must be made")


def test_captures_are_entered_with_blanks_too() -> None:
    session = _session(Game(start=Board.from_fen("W:W22:B9,10,17,18")))
    assert _says(session, "22 15 6") == "White: 22x15x6"


def test_another_piece_may_be_named_instead() -> None:
    session = _session()
    _says(session, "11")
    assert _says(session, "12") == "from 12 the Black man can go to 16"
    assert _says(session, "1") == "the man on 1 cannot move"
    assert session.entry is None
    assert _says(session, "11") == "from 11 the Black man can go to 15 or 16"
    assert _says(session, "undo") == "nothing is selected"
    assert session.entry is None


def test_a_whole_move_replaces_one_that_was_begun() -> None:
    session = _session()
    _says(session, "11")
    assert _says(session, "9-14") == "Black: 9-14"
    assert session.entry is None


def test_an_ambiguous_move_names_its_candidates() -> None:
    session = _session(Game(start=Board.from_fen("W:W22:B9,10,17,18")))
    assert _says(session, "22x6") == "'22x6': several moves fit; name the next square: 22x13x6, 22x15x6"


def test_nothing_typed_changes_nothing() -> None:
    session = _session()
    assert _says(session, "   ") == ""
    assert session.game.ply == 0


def test_every_command_says_something_in_every_state_and_raises_nothing() -> None:
    over = Game()
    over.resign(Color.BLACK)
    begun = _session(Game(start=Board.from_fen("W:W22:B9,10,17,18")))
    obey(begun, "22")
    obey(begun, "15")
    for session in (_session(), _session(players=ALONE), _session(over), begun):
        for command in COMMANDS:
            for argument in ("", "11", "nonsense", "11-15"):
                if not (command.names[0] == "save" and argument):
                    obey(session, f"{command.names[-1]} {argument}")


def test_help_names_every_command() -> None:
    text = _says(_session(), "help")
    assert all(name in text for command in COMMANDS for name in command.names)


@pytest.mark.parametrize(
    ("fen", "rules", "hint"),
    [
        ("W:WK18,K14:BK11", AMERICAN, "which wins in 7 plies"),
        ("W:W22,32:B18,25", AMERICAN, "hint: 22x15"),
        ("W:WK46,K47,K48:BK5", INTERNATIONAL, "which wins in 3 plies"),
        ("W:W7,30:B40,26", BREAKTHROUGH, "hint: 7-1, which wins in 1 ply"),
        ("W:W22:B18,10", AMERICAN_GIVEAWAY, "hint: 22x6, which loses in 1 ply"),
    ],
)
def test_a_hint_is_what_the_engine_sees(fen: str, rules: Rules, hint: str) -> None:
    assert hint in _says(_session(Game(start=Board.from_fen(fen, rules))), "hint")


def test_hints_may_come_from_somebody_else() -> None:
    class Stubborn:
        def advise(self, game: Game) -> SearchResult:
            return SearchResult((Line(0, (game.legal_moves[-1],)),), 1, 1, 1, 0.0)

    session = Session(StoredGame(Game(), BOTH), _seats, None, Watch(), adviser=Stubborn())
    assert _says(session, "hint") == "hint: 12-16"
    assert _says(session, "ask") == "the engine would play 12-16 (0.00)"


def test_an_opponent_is_asked_what_it_would_play() -> None:
    alone = _session(players=ALONE)
    assert _says(alone, "what would you play?").startswith("White (random) would play ")
    assert alone.game.ply == 0
    session = _session(Game(start=Board.from_fen("B:WK11:BK18,K14")), {Color.BLACK: "human", Color.WHITE: "engine:8"})
    said = _says(session, "ask")
    assert re.match(r"White \(engine, level 8\) would play (14-9|14-10) \(wins in 7 plies\): \1 ", said), said


# Players that negotiate


class Bargaining:
    """A player with a mind of its own about draws and lost games."""

    name = "bargaining"

    def __init__(self, *, offers: bool = False, accepts: bool = False, resigns: bool = False) -> None:
        self._says = offers, accepts, resigns

    def choose(self, game: Game, limits: Limits) -> Move:
        return game.legal_moves[0]

    def offers_draw(self, game: Game) -> bool:
        return self._says[0]

    def accepts_draw(self, game: Game) -> bool:
        return self._says[1]

    def resigns(self, game: Game) -> bool:
        return self._says[2]


def _against(black: Player | None, white: Player, game: Game | None = None) -> Session:
    return Session(StoredGame(game or Game()), lambda _: {Color.BLACK: black, Color.WHITE: white}, None, Watch())


def test_a_player_offers_a_draw_with_its_move_and_a_person_answers() -> None:
    session = _against(None, Bargaining(offers=True))
    _says(session, "11-15")
    assert session.answer().messages == ("White: 21-17", "White offers a draw; accept, decline or move")
    assert session.player is None
    assert _says(session, "decline") == "the draw is declined"
    _says(session, "moves")
    _says(session, "9-13")
    assert session.answer().messages[-1] == "White offers a draw; accept, decline or move"
    assert "drawn by agreement" in _says(session, "accept")


def test_players_answer_each_other() -> None:
    session = _against(Bargaining(accepts=True), Bargaining(offers=True))
    session.answer()
    session.answer()
    assert session.answer().messages[0] == "Black (bargaining) accepts the draw"
    assert session.game.is_over
    refusing = _against(Bargaining(), Bargaining(offers=True))
    for _ in range(3):
        refusing.answer()
    assert refusing.game.ply == 3


def test_a_player_may_give_up() -> None:
    session = _against(None, Bargaining(resigns=True))
    _says(session, "11-15")
    assert session.answer().messages[:2] == (
        "White (bargaining) resigns",
        "The game is over: Black wins: White resigns",
    )


def test_no_draw_is_offered_with_a_move_that_ends_the_game() -> None:
    game = Game(start=Board.from_fen("W:W22:B18"))
    session = _against(None, Bargaining(offers=True), game)
    assert session.answer().messages[0] == "White: 22x15"
    assert game.offer is None
    assert game.is_over


def test_an_opponent_who_is_sure_of_the_end_says_so() -> None:
    game = Game(start=Board.from_fen("W:WK18,K14:BK11"))
    session = _session(game, {Color.BLACK: "human", Color.WHITE: "engine:8"})
    move, end = session.answer().messages
    assert move in ("White: 14-9", "White: 14-10")
    assert end == "White wins in 7 plies"


# Players


def test_a_player_answers_until_a_person_is_to_move() -> None:
    session = _session(players=ALONE)
    assert session.player is None
    obey(session, "11-15")
    assert session.player is not None
    assert session.answer().messages[0].startswith("White: ")
    assert session.player is None
    assert session.has_people
    assert not _session(players={Color.BLACK: "random", Color.WHITE: "random"}).has_people


def test_undo_goes_back_to_the_persons_own_move_but_not_into_the_ballot() -> None:
    game = Game()
    for move in ("9-13", "22-18", "6-9"):
        game.push(move)
    session = Session(StoredGame(game, {Color.BLACK: "random", Color.WHITE: "human"}, opening=3), _seats, None, Watch())
    assert _says(session, "undo") == "there is no move to take back"
    obey(session, "18-14")
    session.answer()
    assert session.game.ply == 5
    assert _says(session, "undo") == "taken back; White is to move again"
    assert session.game.ply == 3


def test_undo_of_two_people_takes_one_move_back_and_revives_the_game() -> None:
    session = _session()
    obey(session, "11-15")
    obey(session, "23-19")
    obey(session, "undo")
    assert session.game.ply == 1
    obey(session, "resign")
    assert "White resigns" in _says(session, "yes")
    assert session.game.is_over
    assert _says(session, "undo") == "taken back; Black is to move again"
    assert not session.game.is_over


def test_black_sits_at_the_bottom_only_if_nobody_plays_white() -> None:
    assert _session(players=ALONE).is_flipped
    assert not _session().is_flipped
    assert not _session(players={Color.BLACK: "random", Color.WHITE: "human"}).is_flipped


def test_drawn_positions_can_be_claimed_where_the_rules_say_so() -> None:
    session = _session()
    assert _says(session, "claim") == "no draw can be claimed now"
    assert "40 moves each left" in _says(session, "draws")


def test_giving_up_is_asked_about_first() -> None:
    session = _session()
    assert (_says(session, "resign"), session.prompt) == ("", "Black resigns? yes or no> ")
    assert (_says(session, "no"), session.prompt) == ("the game goes on", "Black> ")
    obey(session, "resign")
    assert _says(session, "11-15") == "Black: 11-15"
    assert (session.prompt, session.game.is_over) == ("White> ", False)
    obey(session, "resign")
    assert _says(session, "") == ""
    assert session.prompt == "White> "
    obey(session, "resign")
    assert _says(session, "YES").startswith("The game is over: Black wins: White resigns\n")
    assert _says(session, "resign").startswith("the game is over")


def test_the_pieces_are_told_in_words_as_far_as_a_move_has_come() -> None:
    session = _session(Game(start=Board.from_fen("W:W22,K30:B9,10,17,18")))
    assert _says(session, "pieces") == "Black: men 9, 10, 17, 18\nWhite: man 22; king 30"
    obey(session, "22")
    obey(session, "15")
    assert _says(session, "pieces").endswith("White: man 15; king 30")
    assert _says(_session(Game(start=Board.from_fen("B:WKa1:Bc3", RUSSIAN))), "p") == "Black: man c3\nWhite: king a1"


def test_sides_are_called_what_the_house_calls_them() -> None:
    session = _session(Game(BARRELHEAD))
    assert session.prompt == "Red> "
    assert _says(session, "11-15") == "Red: 11-15"
    assert session.picture().status[0] == "White (human) to move, move 1"
    assert _says(session, "pieces").startswith("Red: men 1, 2,")
    obey(session, "22-18")
    obey(session, "resign")
    assert "The game is over: White wins: Red resigns" in _says(session, "yes")


# Another game, and the record


def test_another_game_begins_like_the_last_one(tmp_path: Path) -> None:
    start = Board.from_fen("W:W30:BK1,2")
    game = Game(start=start, cautions=1, clock=TimeControl((Period(60),)))
    session = _session(game, ALONE, tmp_path / "a.pdn")
    session.begin()
    assert _says(session, "new") == "the game is not over; resign or quit ends it"
    game.resign(Color.BLACK)
    session.save()
    assert _says(session, "new") == "a new game"
    assert session.path == tmp_path / "a-2.pdn"
    assert (session.game.board, session.game.ply, session.game.cautions) == (start, 0, 1)
    assert session.seconds_left == 60
    assert storage.load(tmp_path / "a.pdn").game.result == game.result
    assert storage.load(tmp_path / "a-2.pdn").game.result is None
    assert session.player is not None
    assert session.player is not _session(players=ALONE).player


def test_another_game_has_the_same_ballot(tmp_path: Path) -> None:
    game = Game()
    for move in ("9-13", "22-18", "6-9"):
        game.push(move)
    game.resign(Color.WHITE)
    session = Session(StoredGame(game, BOTH, opening=3), _seats, None, Watch())
    obey(session, "new")
    assert [str(move) for move in session.game.moves] == ["9-13", "22-18", "6-9"]
    assert _says(session, "undo") == "there is no move to take back"


def _recorded(folder: Path, players: dict[Color, str], rules: Rules = AMERICAN) -> Session:
    return Session(StoredGame(Game(rules), players), _seats, None, Watch(), record=Record(folder / "state" / "r.json"))


def test_games_are_counted_from_one_evening_to_the_next(tmp_path: Path) -> None:
    session = _recorded(tmp_path, ALONE)
    assert _says(session, "record") == "Against random: 0 games won, 0 lost, 0 drawn"
    obey(session, "resign")
    assert "Against random: 0 games won, 1 lost, 0 drawn" in _says(session, "yes")
    obey(session, "new")
    session.game.adjudicate(None)
    session.save()
    session = _recorded(tmp_path, {Color.BLACK: "random", Color.WHITE: "human"})
    session.game.adjudicate(Color.WHITE)
    session.save()
    assert _says(session, "record") == "Against random: 1 game won, 1 lost, 1 drawn"
    assert _says(_recorded(tmp_path, ALONE, RUSSIAN), "record") == "Against random: 0 games won, 0 lost, 0 drawn"


def test_a_result_that_is_taken_back_is_not_counted(tmp_path: Path) -> None:
    session = _recorded(tmp_path, BOTH, BARRELHEAD)
    obey(session, "11-15")
    obey(session, "resign")
    assert "Games won: Red 1, White 0; drawn: 0" in _says(session, "yes")
    obey(session, "undo")
    assert _says(session, "record") == "Games won: Red 0, White 0; drawn: 0"
    session.game.adjudicate(None)
    session.save()
    session.save()
    assert _says(session, "record") == "Games won: Red 0, White 0; drawn: 1"


def test_a_game_that_was_over_when_it_was_resumed_is_not_counted_again(tmp_path: Path) -> None:
    game = Game()
    game.resign(Color.BLACK)
    record = Record(tmp_path / "r.json")
    Session(StoredGame(game, ALONE), _seats, None, Watch(), record=record).save()
    assert not record.path.exists()


@pytest.mark.parametrize("content", [b"", b"[]", b"\xff", b'{"format": "draughts-record", "version": 9, "scores": []}'])
def test_a_damaged_record_is_left_as_it_is_and_the_game_goes_on(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "r.json").write_bytes(content)
    session = _recorded(tmp_path, ALONE)
    obey(session, "resign")
    assert "r.json is no record of games; move it away to begin another" in _says(session, "yes")
    assert session.game.is_over
    assert (tmp_path / "state" / "r.json").read_bytes() == content


# Clocks and saving


def _timed(control: TimeControl, watch: Watch, path: Path | None = None) -> Session:
    session = _session(Game(clock=control), watch=watch, path=path)
    session.begin()
    return session


def test_the_clock_runs_from_the_beginning_and_is_pressed_by_moves() -> None:
    watch = Watch()
    session = _timed(TimeControl((Period(60, increment=2),)), watch)
    assert session.seconds_left == 60
    watch.time += 10
    obey(session, "11-15")
    watch.time += 5
    assert "clock: Black 0:52, White 0:55 (running)" in session.picture().status
    assert _says(session, "undo") == "no move is taken back in a game with a clock"


def test_a_move_that_comes_too_late_is_not_made() -> None:
    watch = Watch()
    session = _timed(TimeControl((Period(60),)), watch)
    watch.time += 60
    assert _says(session, "11-15").startswith("The game is over: White wins: Black's time is up\n")
    assert session.game.ply == 0


def test_a_move_is_made_for_whoever_takes_too_long_where_the_clock_says_so() -> None:
    watch = Watch()
    session = _timed(TimeControl(per_move=40, expiry=Expiry.AUTO_MOVE), watch)
    assert session.check_time() is None
    watch.time += 41
    late = session.check_time()
    assert late is not None
    assert late.messages[0].startswith("Black's time is up; a move is made: ")
    assert (session.game.ply, session.game.is_over) == (1, False)
    watch.time += 41
    assert "White's time is up" in _says(session, "22-18")


def test_a_break_costs_no_time(tmp_path: Path) -> None:
    watch = Watch()
    path = tmp_path / "game.json"
    session = _timed(TimeControl((Period(60),)), watch, path)
    watch.time += 10
    obey(session, "11-15")
    watch.time += 7
    session.save()
    stored = storage.load(path)  # as after a kill
    assert stored.game == session.game
    later = Watch()
    later.time = 900_000.0
    resumed = Session(stored, _seats, path, later)
    resumed.begin()
    assert resumed.seconds_left == 53
    resumed.leave()
    stored = storage.load(path)
    assert stored.game.clock is not None
    assert not stored.game.clock.is_running
    assert stored.game.clock.remaining(Color.WHITE) == 53


def test_a_clock_that_is_left_too_late_has_lost(tmp_path: Path) -> None:
    watch = Watch()
    session = _timed(TimeControl((Period(60),)), watch, tmp_path / "game.json")
    watch.time += 61
    session.leave()
    result = storage.load(tmp_path / "game.json").game.result
    assert result is not None
    assert result.reason is ResultReason.TIME


def test_everything_that_happens_is_saved_at_once(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    session = _session(Game(cautions=1), path=path)
    session.begin()
    for line in ("11-15", "22-11", "22-18", "15x22", "undo", "draw", "decline", "15x22", "draw", "accept"):
        obey(session, line)
        assert storage.load(path).game == session.game, line
    assert session.game.is_over


def test_a_file_that_cannot_be_written_does_not_stop_the_game(tmp_path: Path) -> None:
    session = _session(path=tmp_path / "missing" / "game.json")
    session.begin()
    assert session.unsaved.startswith("cannot save to ")
    obey(session, "11-15")
    assert session.game.ply == 1
    assert _says(session, "save").startswith("cannot save to ")
    (tmp_path / "missing").mkdir()
    assert _says(session, "save").startswith("saved to ")
    assert session.unsaved == ""


def test_a_copy_can_be_saved_as_pdn(tmp_path: Path) -> None:
    session = _session(Game(INTERNATIONAL))
    assert _says(session, "save") == "the game is not saved anywhere yet; say where: save FILE"
    obey(session, "32-28")
    assert _says(session, f"save {tmp_path / 'a.pdn'}") == f"saved to {tmp_path / 'a.pdn'}"
    assert Game.from_pdn((tmp_path / "a.pdn").read_text(encoding="utf-8")) == session.game
    assert _says(session, f"save {tmp_path / 'none' / 'a.pdn'}").startswith("cannot save to ")
