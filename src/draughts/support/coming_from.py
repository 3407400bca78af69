"""What the names of other packages' boards, games and moves are here, for those who come from them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn, TypeVar

__all__ = ["answers_for", "missing"]

C = TypeVar("C", bound=type)

_NEW_BOARD = "boards do not change: `board = board.play(move)`, or `Game().push(move)` for a board with a history"
_TAKE_BACK = "boards do not change, so the one before is still there; `Game` has pop()"
_GAME = "a board has no history: `Game` has "
_HINTS: dict[str, dict[str, str]] = {
    "Board": {
        **dict.fromkeys(("push", "push_san", "push_uci", "push_move", "push_pdn", "make_move", "do_move"), _NEW_BOARD),
        **dict.fromkeys(("pop", "undo", "undo_move"), _TAKE_BACK),
        **dict.fromkeys(("set_fen", "set_board_fen", "reset", "set_position"), "`Board.from_fen(text, rules)`"),
        **dict.fromkeys(("set_piece_at", "remove_piece_at", "put"), "`board = board.with_piece(square, piece)`"),
        **dict.fromkeys(("get_fen", "board_fen", "epd"), "`board.fen`, without brackets"),
        **dict.fromkeys(("piece_at", "get_piece", "piece_type_at", "color_at", "get"), "`board[square]`"),
        **dict.fromkeys(("parse_san", "parse_uci", "parse_move"), "`board.move(text)`"),
        **dict.fromkeys(("san", "uci", "lan", "variation_san"), "`board.notation(move)`"),
        **dict.fromkeys(("is_legal", "is_valid_move"), "`move in board.legal_moves`"),
        **dict.fromkeys(
            ("generate_legal_moves", "get_moves", "get_legal_moves", "moves", "possible_moves"), "`board.legal_moves`"
        ),
        **dict.fromkeys(
            ("is_checkmate", "is_stalemate", "is_over", "game_over"), "`board.is_terminal`, `board.winner`"
        ),
        **dict.fromkeys(("mirror", "transform", "flipped"), "`board.flip()`"),
        **dict.fromkeys(("whose_turn", "color", "side_to_move", "player_turn"), "`board.turn`"),
        **dict.fromkeys(("variant", "game_type"), "`board.rules`"),
        **dict.fromkeys(("is_capture_possible", "has_captures"), "`board.has_capture`"),
        **dict.fromkeys(("is_game_over", "is_draw", "outcome", "result"), f"{_GAME}is_over and result"),
        **dict.fromkeys(("move_stack", "peek", "moves_stack", "_moves_stack"), f"{_GAME}moves and last_move"),
        "copy": "boards do not change, so a copy is the board itself",
    },
    "Game": {
        **dict.fromkeys(("push_san", "push_uci", "push_pdn", "make_move", "move"), "`game.push(move_or_text)`"),
        **dict.fromkeys(("undo", "undo_move"), "`game.pop()`"),
        **dict.fromkeys(("is_game_over", "game_over"), "`game.is_over`"),
        **dict.fromkeys(("outcome", "winner", "get_winner"), "`game.result`, which has winner and reason"),
        **dict.fromkeys(("move_stack", "mainline_moves"), "`game.moves`"),
        "peek": "`game.last_move`",
        **dict.fromkeys(("get_possible_moves", "possible_moves"), "`game.legal_moves`"),
        **dict.fromkeys(("whose_turn", "player_turn"), "`game.turn`"),
        **dict.fromkeys(("can_claim_draw", "is_draw"), "`game.claimable_draws`, `game.draw_status`"),
        "variant": "`game.rules`",
        "get_fen": "`game.fen`",
        "headers": "`game.to_pdn(White=..., Black=...)`",
    },
    "Move": {
        **dict.fromkeys(("from_square", "start", "square_from"), "`move.origin`"),
        **dict.fromkeys(("to_square", "end", "square_to"), "`move.destination`"),
        **dict.fromkeys(
            ("uci", "san", "pdn_move", "hub_move", "steps_move"), "`str(move)`, `board.notation(move, style)`"
        ),
        **dict.fromkeys(("from_uci", "from_san"), "`board.move(text)`"),
        **dict.fromkeys(("captured_list", "captures_list", "taken"), "`move.captures`"),
        **dict.fromkeys(("square_list", "visited_squares"), "`move.path`"),
        "promotion": "`move.promotes`",
    },
    "draughts": {
        **{name: f"`Color.{name}`" for name in ("WHITE", "BLACK")},
        **dict.fromkeys(("MAN", "KING"), "`PieceType.MAN`, `PieceType.KING`"),
        **dict.fromkeys(("STARTING_FEN", "STARTING_BOARD_FEN"), "`Board(rules).fen`"),
        **dict.fromkeys(
            ("StandardBoard", "InternationalBoard", "get_board"), "`Board(INTERNATIONAL)` or `Board(name)`"
        ),
        **{f"{name.capitalize()}Board": f"`Board({name.upper()})`" for name in ("american", "russian", "frisian")},
        **dict.fromkeys(("parse_square", "square_name"), "`rules.geometry` has number(name) and name(square)"),
        **dict.fromkeys(("Square", "SquareT", "SQUARES"), "squares are numbers from 1: `rules.geometry.numbers`"),
        "Engine": "`draughts.engine.Engine`, and `draughts.hub` for engines that are programs",
    },
}


def missing(kind: str, name: str) -> AttributeError:
    """The error for an attribute that a class, or this package, does not have; it says what other packages' is here.

    Examples
    --------
    >>> str(missing("Board", "piece_at"))
    "Board has no 'piece_at'; here it is `board[square]`"
    >>> str(missing("Board", "nonsense"))
    "Board has no 'nonsense'"
    """
    hint = _HINTS[kind].get(name)
    return AttributeError(f"{kind} has no {name!r}" + (f"; here it is {hint}" if hint else ""), name=name)


class _Answer:
    """Stands for an attribute that is not there: asking for it gives the error of `missing`."""

    __slots__ = ("_kind", "_name")

    def __init__(self, kind: str, name: str) -> None:
        self._kind, self._name = kind, name

    def __get__(self, instance: object, owner: type) -> NoReturn:
        raise missing(self._kind, self._name)


def answers_for(kind: str) -> Callable[[C], C]:
    """Have a class answer for names that other packages' classes of this kind have; `dir` does not show them.

    The class gets no ``__getattr__``, with which every attribute of it would take longer to find.
    """

    def decorate(cls: C) -> C:
        names = frozenset(name for name in _HINTS[kind] if not hasattr(cls, name))

        def shown(self: object) -> list[str]:
            return [name for name in object.__dir__(self) if name not in names]

        for name in names:
            setattr(cls, name, _Answer(kind, name))
        setattr(cls, "__dir__", shown)  # noqa: B010
        return cls

    return decorate
