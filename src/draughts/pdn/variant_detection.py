"""By which rules a game is played: what its tags say, else what its squares and moves tell."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from draughts.errors import FenError, RulesError
from draughts.pdn.records import GameRecord, RulesSource, Tag
from draughts.pdn.replaying import Replay, Stop
from draughts.position.board import Board
from draughts.position.supposing import under
from draughts.rules.presets import (
    AMERICAN,
    BRAZILIAN,
    CANADIAN,
    CZECH,
    FRISIAN,
    INTERNATIONAL,
    ITALIAN,
    POOL,
    PORTUGUESE,
    RUSSIAN,
    SPANISH,
    TURKISH,
)
from draughts.rules.registry import get_rules, variants
from draughts.rules.rules import Rules

__all__ = [
    "COMMONEST_FIRST",
    "LOOKED_AT",
    "NO_NEIGHBOURS",
    "Choice",
    "Neighbours",
    "contradicting",
    "fits",
    "guess",
    "guess_among",
    "likely",
    "likely_for",
    "named",
    "named_by",
    "names_side_twice",
    "neighbours_first",
    "other_variants",
    "position",
    "unmirrored",
]

#: Names in ``Variant`` tags for the usual game.
_ORDINARY = ("standard", "from position")
_NUMERIC = (AMERICAN, ITALIAN, SPANISH, PORTUGUESE, POOL, RUSSIAN, BRAZILIAN)
_ALGEBRAIC = (RUSSIAN, BRAZILIAN, CZECH, AMERICAN, TURKISH)
_LARGE = (INTERNATIONAL, FRISIAN)
#: Every variant that is guessed.
COMMONEST_FIRST = tuple(dict.fromkeys((*_NUMERIC, *_ALGEBRAIC, *_LARGE, CANADIAN)))
#: Shorter games are legal by so many rules that it tells nothing.
_TELLING = 6
#: How many moves say what squares there are.
LOOKED_AT = 40
_USUAL_BOARD = (RUSSIAN.geometry.width, RUSSIAN.geometry.height, RUSSIAN.geometry.squares)
_NUMBER = re.compile(r"[0-9]{2,3}")
_NAME = re.compile(r"[A-La-l][-x:]?[0-9A-La-l]")
_NAME_IN_FEN = re.compile(r":[WBwb][Kk]?[a-l][0-9]|,[Kk]?[a-l][0-9]")

_SIDE_TWICE = re.compile(r"\s*[WBwb]\s*:\s*([WBwb])\s*:.*:?\1", re.DOTALL)


class Choice(NamedTuple):
    """The rules of a game and who says so; None if the tags name an unknown game, which `tag` then is."""

    rules: Rules | None
    source: RulesSource
    tag: Tag | None = None


class Neighbours(NamedTuple):
    """What the games at the beginning of a file tell of the rules of those that do not name them.

    Attributes
    ----------
    rules : Rules or None
        The rules; None if they tell nothing.
    others : tuple of Rules
        Others by which all these games are legal, too.
    is_sure : bool
        Whether several games tell so, and few of those that could do not.
    """

    rules: Rules | None
    others: tuple[Rules, ...] = ()
    is_sure: bool = False


#: A game by itself.
NO_NEIGHBOURS = Neighbours(None)


@lru_cache(maxsize=256)
def _by_name(name: str) -> Rules | None:
    try:
        return get_rules(name)
    except RulesError:
        return None


@lru_cache(maxsize=256)
def _by_variant_tag(value: str) -> Rules | None:
    """The rules that a ``Variant`` tag names: ``Russian``, or either of the names in ``American/English``."""
    if value.strip().lower() in _ORDINARY:
        return INTERNATIONAL
    found = (_by_name(name) for name in (value, *value.split("/")) if name.strip())
    return next((rules for rules in found if rules is not None), None)


@lru_cache(maxsize=1024)
def named_by(game_type: str | None, variant: str | None) -> tuple[Rules | None, RulesSource] | None:
    """The rules that the values of a ``GameType`` and a ``Variant`` tag name; None if they name none."""
    rules = None if variant is None else _by_variant_tag(variant)
    if game_type is not None and game_type.strip(" ?"):
        by_number = _by_name(game_type)
        if by_number is None or rules is None or _number(by_number) != _number(rules):
            return by_number, RulesSource.GAME_TYPE
    return None if rules is None else (rules, RulesSource.VARIANT)


def _number(rules: Rules) -> str | None:
    """PDN's number of a variant; house rules and games derived from another have the one of that game."""
    return None if rules.game_type is None else rules.game_type.partition(",")[0]


@lru_cache(maxsize=1024)
def contradicting(game_type: str | None, variant: str | None) -> Rules | None:
    """The rules that a ``Variant`` tag names, if its ``GameType`` is that of a game with other moves."""
    if game_type is None or variant is None:
        return None
    by_number, by_name = _by_name(game_type), _by_variant_tag(variant)
    if by_number is None or by_name is None or _number(by_number) == _number(by_name):
        return None
    return by_name


def named(record: GameRecord) -> Choice | None:
    """The rules that the tags name; None if they name none."""
    found = named_by(record.tag("GameType"), record.tag("Variant"))
    if found is None:
        return None
    rules, source = found
    return Choice(rules, source, record.find_tag("GameType" if source is RulesSource.GAME_TYPE else "Variant"))


def names_side_twice(fen: str) -> bool:
    """Whether a position begins with two sides to move and has the pieces of both sides behind them.

    Examples
    --------
    >>> names_side_twice("W:B:W27,33:B1,2"), names_side_twice("W:W27,33:B1,2")
    (True, False)
    """
    return _SIDE_TWICE.match(fen) is not None


def position(record: GameRecord, rules: Rules) -> Board:
    """Where a game begins by its ``FEN`` tag.

    Raises
    ------
    FenError
        If that is no position of the variant.
    """
    fen = record.tag("FEN")
    return Board(rules) if fen is None or not fen.strip() else Board.from_fen(fen, rules)


def neighbours_first(candidates: tuple[Rules, ...], neighbours: Neighbours) -> tuple[Rules, ...]:
    """The same rules, with those of the neighbours before the others if they are among them."""
    first = neighbours.rules
    if first is None or first is candidates[0] or first not in candidates:
        return candidates
    return _moved_to_front(first, candidates)


@lru_cache(maxsize=256)
def _moved_to_front(first: Rules, candidates: tuple[Rules, ...]) -> tuple[Rules, ...]:
    return (first, *(rules for rules in candidates if rules != first))


def guess(record: GameRecord, neighbours: Neighbours = NO_NEIGHBOURS) -> Replay | None:
    """A finished replay by the rules that fit a game best; None if its position fits no variant.

    Tried are the rules of its neighbours, and the variants that are written in such squares, the commonest first. The
    first one that makes every move legal, or leaves one ambiguous, is taken, else that of the neighbours if they are
    sure, else the one that gets furthest; of a short game from the usual start the first one that makes the first move
    legal.
    """
    best: Replay | None = None
    candidates = neighbours_first(likely_for(record), neighbours)
    is_sure = neighbours.is_sure and neighbours.rules == candidates[0]
    for rules in candidates[:1] if is_sure and not record.moves else candidates:
        replay = _trial(record, rules)
        if replay is None:
            continue
        is_short_opening = replay.at and len(record.moves) < _TELLING and not record.tag("FEN")
        if replay.is_complete or is_short_opening or replay.stop is Stop.AMBIGUOUS:
            return replay
        if best is None or (replay.at > best.at and not (is_sure and best.at)):
            best = replay
    return best


def guess_among(record: GameRecord, candidates: Iterable[Rules]) -> Replay | None:
    """A finished replay by the first of some rules that makes every move legal; None if none does."""
    replays = (_trial(record, rules) for rules in candidates)
    return next((replay for replay in replays if replay is not None and replay.is_complete), None)


def fits(record: GameRecord, rules: Rules) -> bool:
    """Whether a game is legal from beginning to end by some rules."""
    replay = _trial(record, rules, supposed=True)
    return replay is not None and replay.is_complete


def unmirrored(rules: Rules) -> Rules | None:
    """The same game on the board that is not mirrored, with names of squares; None if it is played there anyway."""
    geometry = rules.geometry
    if geometry == RUSSIAN.geometry or (geometry.width, geometry.height, geometry.squares) != _USUAL_BOARD:
        return None
    return rules.replace(geometry=RUSSIAN.geometry, notation=RUSSIAN.notation)


def other_variants(record: GameRecord, rules: Rules | None) -> Iterator[Rules]:
    """The other variants by whose rules a game is legal from beginning to end; one of each way to move.

    None for games of a few moves: they are legal by many rules.
    """
    if len(record.moves) < _TELLING:
        return
    movements: set[object] = set()
    if rules is not None:
        movements.add((Board(rules).kernel_position.movement, rules.geometry))
    for other in dict.fromkeys(
        (*likely_for(record), *(known for known in variants().values() if not _is_private(known)))
    ):
        movement = Board(other).kernel_position.movement
        key = (movement, other.geometry, other.first_mover)
        if key in movements or (movement, other.geometry) in movements:
            continue
        replay = _trial(record, other, supposed=True)
        if replay is not None and replay.is_complete:
            movements.add(key)
            yield other


def _trial(record: GameRecord, rules: Rules, *, supposed: bool = False) -> Replay | None:
    """A replay that went as far as it could; None if the position is none of the variant.

    Nothing is compiled for rules that are only supposed.
    """
    try:
        start = position(record, rules)
    except FenError:
        return None
    replay = Replay(record, under(start, rules) if supposed else start)
    replay.advance()
    return replay


def _is_private(rules: Rules) -> bool:
    """Whether a variant has neither a number nor a name that files use."""
    return rules.game_type is None


def likely_for(record: GameRecord) -> tuple[Rules, ...]:
    """The variants that a game may be of by its squares; if it has none, all that are guessed."""
    if not (record.moves or (record.tag("FEN") or "").strip()):
        return COMMONEST_FIRST
    texts = [cell.text for cell in record.moves[:LOOKED_AT] if cell.is_known]
    return likely(record.tag("FEN") or "", texts)


def likely(fen: str, texts: Sequence[str]) -> tuple[Rules, ...]:
    """The variants that such squares are played in: those of a position and of the first moves."""
    if not texts and not fen.strip():
        return (AMERICAN,)
    if _NAME.match(texts[0]) if texts else _NAME_IN_FEN.search(fen):
        return _ALGEBRAIC
    numbers = map(int, _NUMBER.findall(" ".join((fen, *texts))))
    largest = max(numbers, default=0)
    if largest > INTERNATIONAL.geometry.square_count:
        return (CANADIAN,)
    return _LARGE if largest > AMERICAN.geometry.square_count else (*_NUMERIC, *_LARGE)
