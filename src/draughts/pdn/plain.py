"""Games with nothing unusual in them, found in the text and replayed by machine code without being read.

Nearly every game of a collection is tags, numbers, moves, comments and a result. Such a game is replayed where it
stands; its record is only made if somebody asks for it. Whatever is unusual, wrong or in doubt is left to `parser` and
`checking`, so this module decides nothing that they would decide otherwise.
"""

from __future__ import annotations

import re
from functools import lru_cache

from draughts.errors import CaptureLimitError, FenError
from draughts.game.draw_counting import counters_for
from draughts.kernel.game_terms import (
    AT,
    BETWEEN,
    DONE,
    FIRST,
    KINGS,
    MAY_BE_DRAWN,
    NAMED,
    PATIENCE,
    PLIES,
    QUIET,
    RUN,
    TURN,
    UNUSUAL,
    USED,
    WRONG,
)
from draughts.kernel.game_text import GameMemory, Replay, is_reader_on_disk
from draughts.kernel.generator import Position
from draughts.kernel.machine_code import GAMES
from draughts.pdn.records import PlainGame, RulesSource
from draughts.pdn.results import Outcome, meaning, won_by
from draughts.pdn.variant_detection import (
    LOOKED_AT,
    NO_NEIGHBOURS,
    contradicting,
    likely,
    named_by,
    names_side_twice,
    neighbours_first,
)
from draughts.pdn.window import Window
from draughts.position.board import Board
from draughts.position.notation import legal_moves
from draughts.rules.presets import AMERICAN
from draughts.rules.rules import Color, Goal, PieceType, Rules

__all__ = ["PlainGames", "compile_plain"]

#: Characters of a game that are looked at; most games are shorter.
_LOOK_AHEAD = 1 << 14
_NO_ASCII = re.compile(r"[^\x00-\x7f]")
_PADDING = b" " * 16
_LOW = (1 << 64) - 1


class _Machine:
    """Replays the text of games by one rule set."""

    def __init__(self, rules: Rules) -> None:
        self.start = start = Board(rules)
        self.position = start.kernel_position
        #: The winner where the kernel's side to move has no move.
        self.winners = tuple(side if rules.goal is Goal.BE_BLOCKED else side.opponent for side in start.context.colors)
        bits = start.context.squares.bit
        geometry = rules.geometry
        by_pieces, *limits = counters_for(rules).patience()
        table = [*[-1] * PATIENCE, *by_pieces, *limits]
        for square in geometry.numbers:
            table[square] = bits[square]
            name = geometry.name(square)
            table[NAMED + 16 * (ord(name[0]) - ord("a")) + int(name[1:])] = bits[square]
            row, column = geometry.coordinates(square)
            for rows, columns in ((-2, -2), (-2, 2), (2, -2), (2, 2)):
                other, over = (
                    geometry.at(row + rows, column + columns),
                    geometry.at(row + rows // 2, column + columns // 2),
                )
                if other is not None and over is not None:
                    table[BETWEEN + 64 * bits[square] + bits[other]] = bits[over]
        self.replay = Replay(self.position.movement, table)

    def board(self, side: int, own: int, opp: int, kings: int) -> Board:
        """A position of machine code."""
        return Board.of_words(self.start.context, (side, own, opp, kings))


@lru_cache(maxsize=64)
def _machine(rules: Rules) -> _Machine | None:
    """The machine for a rule set; None for boards and rules that it is not made for."""
    context = Board(rules).context
    if context.generator.wide or context.limit or rules.goal is Goal.FIRST_KING:
        return None
    return _Machine(rules)


def compile_plain(rules: Rules) -> None:
    """Compile what the disk lacks to replay games by a rule set."""
    GameMemory()
    _machine(rules)


@lru_cache(maxsize=1024)
def _claimed(tag: str | None, ending: str) -> Outcome | None:
    """How a game has ended by its tag, or by its ending where that says nothing."""
    for text in (tag, ending):
        said = meaning(text or "")
        if isinstance(said, Outcome):
            return said
    return None


@lru_cache(maxsize=1024)
def _agree(tag: str | None, ending: str) -> bool:
    """Whether tag and ending of a game say nothing that contradicts or needs to be looked at."""
    claimed = "" if tag is None else meaning(tag)
    if not (isinstance(claimed, Outcome) or claimed in ("", "*")):
        return False
    return ending == "*" or not claimed or claimed == meaning(ending)


class PlainGames:
    """Finds and replays plain games in a text that is read in pieces.

    Parameters
    ----------
    rules : Rules or None
        The rules of all games; None if each says which.
    white_first : bool
        Whether the first number of a result is White's.
    """

    @classmethod
    def expect(cls, size: int) -> None:
        """Say that so much text is coming, so that machine code is loaded before it is read."""
        GAMES.done += size

    def __init__(self, rules: Rules | None, white_first: bool = False) -> None:
        self._rules = rules
        self._white_first = white_first
        #: What the first games tell of the rules of those that do not name them, once that is known.
        self.neighbours = NO_NEIGHBOURS
        self._text = ""
        self._memory: GameMemory | None = None

    def take(self, window: Window) -> PlainGame | None:
        """The game that begins at the window's position; None if it is not plain.

        The window is then where the next game begins, or at its end.
        """
        window.look_ahead(_LOOK_AHEAD)
        text, position, line, is_end = window.text, window.position, window.line, window.is_at_end
        if position and text[position - 1] != "\n":
            return None
        if text is not self._text:
            if not GAMES.pays(len(text), is_reader_on_disk):
                return None
            self._take(text, is_end)
        memory = self._memory
        assert memory is not None
        if memory.scan(position, is_end=is_end) != DONE:
            return None
        end, following, result, *tags = memory.answer[:FIRST].tolist()
        tag, fen, game_type, variant = [
            None if begin < 0 else text[begin:stop] for begin, stop in zip(tags[::2], tags[1::2], strict=True)
        ]
        found = self._replayed(fen, game_type, variant)
        if found is None:
            return None
        rules, source = found
        first, _, plies, is_blocked = memory.answer[FIRST:QUIET].tolist()
        ending = text[result:end]
        if not _agree(tag, ending) or (is_blocked and not self._is_won(rules, _claimed(tag, ending))):
            return None
        place = (line, 1)
        if first >= 0 and source is RulesSource.GUESS:
            place = line + text.count("\n", position, first), first - text.rfind("\n", 0, first)
        window.go_to(min(following, len(text)))
        return PlainGame(text[position:end], line, rules, source, plies, place)

    def _take(self, text: str, is_end: bool) -> None:
        self._memory = self._memory or GameMemory()
        self._text = text
        plain = text if text.isascii() else _NO_ASCII.sub("\x01", text)
        self._memory.take(plain.encode("ascii") + (_PADDING if is_end else b""))

    def _replayed(
        self, fen: str | None, game_type: str | None, variant: str | None
    ) -> tuple[Rules, RulesSource] | None:
        """The rules by which the moves are all legal, as far as that can be told here."""
        if self._rules is None and contradicting(game_type, variant) is not None:
            return None
        choice = None if self._rules is not None else named_by(game_type, variant)
        if self._rules is not None or choice is not None:
            rules, source = (self._rules, RulesSource.GIVEN) if choice is None else choice
            return (rules, source) if rules is not None and self._play(rules, fen) == DONE else None
        assert self._memory is not None
        answer = self._memory.answer
        for rules in neighbours_first(likely(fen or "", self._squares()), self.neighbours):
            status = self._play(rules, fen)
            if status == DONE:
                is_placed = answer[PLIES] > 0 or rules == (self.neighbours.rules or AMERICAN)
                return (rules, RulesSource.GUESS) if is_placed else None
            # A first move that is not legal in numbers, where nothing can be captured, is that of another game.
            if status != WRONG or answer[PLIES] or fen or not self._text[answer[FIRST]].isdigit():
                return None
        return None

    def _squares(self) -> list[str]:
        """The first moves, as far as they tell what squares there are."""
        assert self._memory is not None
        first, used = self._memory.answer[FIRST : USED + 1].tolist()
        if not used:
            return []
        if self._text[first].isalpha():
            return [self._text[first : first + 2]]
        texts: list[str] = []
        at = 0
        cells = self._memory.moves[: min(used, 18 * LOOKED_AT)].tolist()
        while at < len(cells) and len(texts) < LOOKED_AT:
            texts.append(" ".join(map(str, cells[at + 2 : at + 2 + cells[at + 1]])))
            at += 2 + cells[at + 1]
        return texts

    def _play(self, rules: Rules, fen: str | None) -> int:
        """Make the moves; the status."""
        machine, memory = _machine(rules), self._memory
        assert memory is not None
        if machine is None:
            return UNUSUAL
        start = machine.position
        if fen is not None and fen.strip():
            if names_side_twice(fen):  # which is to be noted
                return UNUSUAL
            try:
                start = Board.from_fen(fen, rules).kernel_position
            except FenError:
                return UNUSUAL
        at = 0
        while True:
            status = machine.replay.play(memory, start, at)
            if status != UNUSUAL:
                return UNUSUAL if memory.answer[MAY_BE_DRAWN] else status
            following = self._after_odd_move(machine)
            if following is None:
                return UNUSUAL
            start, at = following

    def _is_won(self, rules: Rules, claimed: Outcome | None) -> bool:
        """Whether a result is that of the board, on which the game is over."""
        machine, memory = _machine(rules), self._memory
        assert machine is not None
        assert memory is not None
        winner = machine.winners[memory.answer[TURN]]
        first = Color.WHITE if self._white_first else rules.first_mover
        return claimed is None or winner is won_by(claimed, first)

    def _after_odd_move(self, machine: _Machine) -> tuple[Position, int] | None:
        """The position after a move that machine code is not sure of, and where the next one is; None if it is none."""
        assert self._memory is not None
        answer, cells = self._memory.answer, self._memory.moves
        at, side, *words = answer[AT : KINGS + 1].tolist()
        is_capture, count = cells[at : at + 2].tolist()
        squares = cells[at + 2 : at + 2 + count].tolist()
        names = [
            str(code) if code < NAMED else f"{chr(ord('a') + (code - NAMED) // 16)}{code % 16}" for code in squares
        ]
        board = machine.board(side, *(word & _LOW for word in words))
        try:
            _, legal = legal_moves(board, ("x" if is_capture else "-").join(names))
        except CaptureLimitError:
            return None
        if len(legal) != 1 or (is_capture and not legal[0].is_capture):
            return None
        answer[PLIES] += 1
        is_quiet = not legal[0].is_capture and legal[0].piece.kind is PieceType.KING
        answer[QUIET] = answer[QUIET] + 1 if is_quiet else 0
        answer[RUN] = 0 if legal[0].is_capture else answer[RUN] + 1
        return board.play(legal[0]).kernel_position, at + 2 + count
