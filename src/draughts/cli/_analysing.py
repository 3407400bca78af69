"""The work of ``draughts analyse``. This module loads the engine."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import IO, NamedTuple

from draughts import pdn, svg
from draughts.cli._cluster import workers
from draughts.cli._terminal import StatusLine, complain, write_output
from draughts.engine import Engine, Line, SearchResult
from draughts.engine.analysis import Judged, Verdict, accuracy, expected_result, judge
from draughts.engine.result import score_text
from draughts.errors import DraughtsError, FenError, PdnError
from draughts.game.player import Limits
from draughts.pdn import GameRecord, Variation
from draughts.pdn.checking import report_of
from draughts.pdn.records import MoveCell
from draughts.pdn.replaying import Replay
from draughts.pdn.variant_detection import position
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.rules.presets import AMERICAN
from draughts.rules.registry import get_rules
from draughts.rules.rules import Color, Rules
from draughts.support.divided import done_parts
from draughts.support.numbers import counted
from draughts.support.printable import printable
from draughts.tablebase import Tablebase

__all__ = ["analyse"]

_MARKS = {Verdict.INACCURACY: "?!", Verdict.MISTAKE: "?", Verdict.BLUNDER: "??"}
#: Colours of the marks on a graph.
_COLORS = {Verdict.INACCURACY: "#e0b000", Verdict.MISTAKE: "#e07000", Verdict.BLUNDER: "#c81e1e"}
#: Moves of a better line that are shown.
_SHOWN = 8


def analyse(options: argparse.Namespace) -> int:
    """Analyse a position or a file of games, as the options of ``draughts analyse`` say; the exit code."""
    rules = None if options.variant is None else get_rules(options.variant)
    if options.what == "-" or _is_file(options.what):
        if options.multipv is not None:
            raise DraughtsError("--multipv is about a position, and this is a file of games")
        return _analyse_games(options, rules)
    for name in ("pdn", "graph"):
        if getattr(options, name) is not None:
            raise DraughtsError(f"--{name} is about games, and there is no file {options.what!r}")
    return _analyse_position(options, rules or AMERICAN)


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # too long for a name, or with characters that no name has
        return False


def _limits(options: argparse.Namespace, seconds: float) -> Limits:
    """The limits that are given, or else so many seconds."""
    if options.depth is None and options.nodes is None and options.time is None:
        return Limits(seconds=seconds)
    return Limits(seconds=options.time, depth=options.depth, nodes=options.nodes)


# A position


def _analyse_position(options: argparse.Namespace, rules: Rules) -> int:
    try:
        board = Board.from_fen(options.what, rules)
    except FenError as error:
        faults = "; ".join(error.faults)
        message = f"{options.what!r} is no file that exists, and no FEN of {rules.name} rules: {faults}"
        raise DraughtsError(message) from None
    if not board.legal_moves:
        raise DraughtsError(f"{board.turn} has no move in {board.fen}: the game is over")
    tablebase = None if options.tablebase is None else Tablebase.open(options.tablebase)
    engine = Engine(rules, hash_mb=options.hash_mb, threads=options.threads, tablebase=tablebase)
    last: list[SearchResult] = []

    def note(result: SearchResult) -> None:
        last[:] = [result]
        status.show(f"depth {result.depth}, {_line_text(board, result.lines[0])}")

    code = 0
    with StatusLine() as status:
        try:
            result = engine.search(board, limits=_limits(options, 5.0), multipv=options.multipv or 1, on_info=note)
        except KeyboardInterrupt:
            engine.stop()
            if not last:
                raise
            result, code = last[0], 130
    if options.json:
        print(json.dumps(_result_as_dict(board, result)))
        return code
    print(board.ascii())
    print(f"depth {result.depth} ({result.seldepth}), {result.nodes:,} positions in {result.time:.2f} s")
    for number, line in enumerate(result.lines, 1):
        print(f"{number:3}. {_line_text(board, line)}")
    return code


def _line_text(board: Board, line: Line) -> str:
    return f"{line.score_text}  {' '.join(_moves_text(board, line.moves))}"


def _moves_text(board: Board, moves: Sequence[Move]) -> Iterator[str]:
    for move in moves:
        yield board.notation(move)
        board = board.play(move)


def _result_as_dict(board: Board, result: SearchResult) -> dict[str, object]:
    return {
        "fen": board.fen,
        "variant": board.rules.name,
        "depth": result.depth,
        "seldepth": result.seldepth,
        "nodes": result.nodes,
        "time": round(result.time, 6),
        "lines": [
            {"score": line.score, "win_in": line.win_in, "moves": list(_moves_text(board, line.moves))}
            for line in result.lines
        ],
    }


# Games


class _Analysed(NamedTuple):
    """A game that has been judged: its number, its record, the rules, where the cells of its moves are, the moves."""

    number: int
    record: GameRecord
    rules: Rules
    cells: tuple[int, ...]
    moves: tuple[Judged, ...]


class _Settings(NamedTuple):
    """What is needed to analyse a game, wherever that is done."""

    rules: Rules | None
    limits: Limits
    hash_mb: int
    threads: int
    tablebase: str | None


def _analyse_games(options: argparse.Namespace, rules: Rules | None) -> int:
    source = getattr(sys.stdin, "buffer", sys.stdin) if options.what == "-" else Path(options.what)
    settings = _Settings(rules, _limits(options, 0.5), options.hash_mb, options.threads, options.tablebase)
    written: list[GameRecord] = []
    code = 0
    try:
        with workers(options) as executor, StatusLine() as status:
            for number, analysed in enumerate(_analysed(settings, source, executor, status), 1):
                status.clear()
                if isinstance(analysed, str):
                    complain("analyse", f"{options.what}: game {number}: {analysed}")
                    code = 1
                    continue
                written.append(_annotated(analysed))
                _print_game(options, analysed)
                if options.graph is not None and analysed.moves:
                    write_output(_graph_path(options.graph, number), _graph(analysed))
    finally:  # nothing that is finished is lost
        if options.pdn is not None and written:
            write_output(options.pdn, pdn.dumps(written))
    return code


def _analysed(
    settings: _Settings, source: Path | IO[bytes] | IO[str], executor: Executor | None, status: StatusLine
) -> Iterator[_Analysed | str]:
    """The games of a file in their order, judged; or what is wrong with one."""
    show = status.show if executor is None else None
    parts = (
        (number, partial(_analyse_game, settings, number, record, show))
        for number, record in enumerate(pdn.read(source), 1)
    )
    early: dict[int, _Analysed | str] = {}
    following = 1
    for count, (number, analysed) in enumerate(done_parts(parts, executor), 1):
        early[number] = analysed
        if executor is not None:
            status.show(f"{counted(count, 'game')} analysed")
        while following in early:
            yield early.pop(following)
            following += 1


def _analyse_game(
    settings: _Settings, number: int, record: GameRecord, show: Callable[[str], object] | None
) -> _Analysed | str:
    """A game that has been judged, by an engine that knows nothing of other games; or what is wrong with it."""
    try:
        report = report_of(number, record, settings.rules)
        if report.rules is None:
            raise PdnError("the game does not say by which rules it is played; --variant does", record.line, 1)
        replay = Replay(record, position(record, report.rules))
        replay.advance()
        if not replay.is_complete and report.faults:
            raise PdnError(str(report.faults[0].reason), report.faults[0].line, 1)
        engine = _engine(report.rules, settings.hash_mb, settings.threads, settings.tablebase)
        engine.clear()
        played = [(each.board, each.move) for each in replay.played]

        def note(done: int) -> None:
            if show is not None:
                show(f"game {number}: {done} of {counted(len(played), 'position')}")

        judged = judge(engine, played, settings.limits, note)
    except DraughtsError as error:
        return str(error)
    moves = tuple(sorted(judged, key=lambda each: each.ply))
    return _Analysed(number, record, report.rules, tuple(each.at for each in replay.played), moves)


@lru_cache(maxsize=4)
def _engine(rules: Rules, hash_mb: int, threads: int, folder: str | None) -> Engine:
    """The engine of this process for a rule set; the tables of a folder are for the games of their rules."""
    tablebase = None if folder is None else Tablebase.open(folder)
    if tablebase is not None and not tablebase.fits(rules):
        tablebase = None
    return Engine(rules, hash_mb=hash_mb, threads=threads, tablebase=tablebase)


def _annotated(analysed: _Analysed) -> GameRecord:
    """The record with marks, scores and better lines."""
    cells = list(analysed.record.moves)
    for at, judged in zip(analysed.cells, analysed.moves, strict=True):
        cells[at] = _annotated_cell(cells[at], judged)
    return replace(analysed.record, moves=tuple(cells))


def _annotated_cell(cell: MoveCell, judged: Judged) -> MoveCell:
    nag = judged.verdict.nag
    if nag is None:
        return cell
    better = [MoveCell(text, 0, 0) for text in list(_moves_text(judged.board, judged.best.moves))[:_SHOWN]]
    said = f"{score_text(judged.score)}; better {score_text(judged.best.score)}"
    return cell._replace(
        nags=(*cell.nags, nag),
        comments=(*cell.comments, said),
        variations=(*cell.variations, Variation(tuple(better))),
    )


def _graph_path(path: str, number: int) -> str:
    """Where the graph of a game goes: those behind the first one have the number in their name."""
    if number == 1 or path == "-":
        return path
    name = Path(path)
    return str(name.with_name(f"{name.stem}-{number}{name.suffix}"))


def _graph(analysed: _Analysed) -> str:
    """The course of a game as a picture."""
    last = analysed.moves[-1]
    scores = [(judged.board.turn, judged.best.score) for judged in analysed.moves]
    shares = [expected_result(score if turn is Color.WHITE else -score) for turn, score in scores]
    shares.append(expected_result(last.score if last.board.turn is Color.WHITE else -last.score))
    marks = {
        judged.ply + 1: (
            _COLORS[judged.verdict],
            f"ply {judged.ply + 1}: {judged.board.notation(judged.move)}{_MARKS[judged.verdict]}",
        )
        for judged in analysed.moves
        if judged.verdict in _MARKS
    }
    return svg.graph(shares, marks)


def _print_game(options: argparse.Namespace, analysed: _Analysed) -> None:
    exact = {color: accuracy(analysed.moves, color) for color in Color}
    if options.json:
        print(json.dumps(_game_as_dict(analysed, exact)), flush=True)
        return
    if options.pdn == "-":
        return
    names = " - ".join(analysed.record.tag(side) or "?" for side in ("White", "Black"))
    print(printable(f"game {analysed.number}: {names}"))
    for judged in analysed.moves:
        if judged.verdict is not Verdict.FINE:
            line = " ".join(list(_moves_text(judged.board, judged.best.moves))[:_SHOWN])
            played = f"{judged.board.notation(judged.move)}{_MARKS[judged.verdict]}"
            print(f"  ply {judged.ply + 1:3}  {judged.board.turn!s:5} {played:12} {score_text(judged.score)}", end="")
            print(f"; better {score_text(judged.best.score)}  {line}")
    kept = ", ".join(f"{color} {value:.0f} %" for color, value in exact.items() if value is not None)
    print(f"  {len(analysed.moves)} plies; accuracy: {kept or 'no moves'}", flush=True)


def _game_as_dict(analysed: _Analysed, exact: dict[Color, float | None]) -> dict[str, object]:
    return {
        "game": analysed.number,
        "variant": analysed.rules.name,
        "accuracy": {str(color): None if value is None else round(value, 1) for color, value in exact.items()},
        "moves": [
            {
                "ply": judged.ply + 1,
                "move": judged.board.notation(judged.move),
                "score": judged.score,
                "best": list(_moves_text(judged.board, judged.best.moves)),
                "best_score": judged.best.score,
                "verdict": judged.verdict.value,
            }
            for judged in analysed.moves
        ],
    }
