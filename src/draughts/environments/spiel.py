"""OpenSpiel: the game ``draughts`` for its algorithms. It needs the extra ``openspiel``.

>>> import pyspiel
>>> import draughts.environments.spiel
>>> state = pyspiel.load_game("draughts(rules=russian)").new_initial_state()
>>> state.apply_action(state.legal_actions()[0])
>>> state.current_player(), state.is_terminal()
(1, False)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from draughts.environments.stepped import MOST_PLIES, SteppedGame
from draughts.errors import ArgumentError, IllegalMoveError
from draughts.rules.phrases import square_name
from draughts.rules.presets import AMERICAN
from draughts.rules.rules import Color
from draughts.support.extras import extra_missing

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError as error:
    raise extra_missing("draughts.environments.spiel", "openspiel") from error

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["DraughtsGame", "DraughtsObserver", "DraughtsState"]

_TYPE = pyspiel.GameType(
    short_name="draughts",
    long_name="Draughts",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"rules": AMERICAN.name, "start": "", "max_plies": MOST_PLIES},
)


class DraughtsGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A rule set as a game of two players without chance; player 0 moves first.

    Parameters
    ----------
    params : dict, optional
        ``rules``, the name of a rule set (American unless given); ``start``, the FEN of the first position (by default
        that of the rules); ``max_plies``, plies after which a game is drawn that goes on.

    Raises
    ------
    DraughtsError
        If there is no such rule set, or no game to be played from the first position.

    Notes
    -----
    Actions are those of `Rules.actions`. Where captures are numbered step by step a player acts again that must go on
    capturing. All draw rules that end a game by themselves are applied.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.first = SteppedGame(
            given.get("rules", AMERICAN.name),
            start=given.get("start") or None,
            max_plies=given.get("max_plies", MOST_PLIES),
        )
        # A step of a capture that is not its last one takes a piece.
        longest = self.first.max_plies + len(self.first.game.board.piece_map())
        info = pyspiel.GameInfo(
            num_distinct_actions=self.first.rules.action_count,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest,
        )
        super().__init__(_TYPE, info, given)

    def new_initial_state(self) -> DraughtsState:
        """The first position."""
        return DraughtsState(self)

    def make_py_observer(self, kind: Any = None, params: Mapping[str, Any] | None = None) -> Any:
        """What looks at states; it takes no parameters."""
        if kind is None or (kind.public_info and not kind.perfect_recall):
            return DraughtsObserver(self, params)
        return IIGObserverForPublicInfoGame(kind, params)


class DraughtsState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A position in a game.

    Attributes
    ----------
    stepped : SteppedGame
        The game that is played.
    """

    def __init__(self, game: DraughtsGame) -> None:
        super().__init__(game)
        self.stepped = game.first.copy()
        self._first = self.stepped.turn

    def __deepcopy__(self, memory: dict[int, object]) -> Self:
        twin: Self = self.get_game().new_initial_state()
        twin.stepped = self.stepped.copy()
        return twin

    def color_of(self, player: int) -> Color:
        """The side of a player."""
        return self._first if player == 0 else self._first.opponent

    def current_player(self) -> int:
        """The player to move, or OpenSpiel's mark for the end."""
        if self.stepped.is_done:
            return int(pyspiel.PlayerId.TERMINAL)
        return 0 if self.stepped.turn is self._first else 1

    def is_terminal(self) -> bool:
        """Whether the game is over, or stopped after the most plies."""
        return self.stepped.is_done

    def returns(self) -> list[float]:
        """What both players have won."""
        won = float(self.stepped.reward(self._first))
        return [won, -won]

    def _legal_actions(self, player: int) -> list[int]:
        actions: list[int] = np.flatnonzero(self.stepped.legal_action_mask()).tolist()
        return actions

    def _apply_action(self, action: int) -> None:
        self.stepped.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """The move, or the squares of a step, in the notation of the rules."""
        game = self.stepped.game
        if self.stepped.rules.actions.has_chains and player == self.current_player():
            try:
                return game.board.notation(game.board.legal_moves.numbered(action))
            except IllegalMoveError:
                return f"action {action}"
        actions = self.stepped.rules.actions
        if action >= actions.step_count:
            return f"action {action}"
        squares = actions.squares_of_step(action, turned=self.color_of(player) is Color.BLACK)
        return "-".join(square_name(self.stepped.rules, square) for square in squares)

    def __str__(self) -> str:
        taken = self.stepped.under_way
        return self.stepped.game.board.fen + (f" capturing {' '.join(map(str, taken))}" if taken else "")


class DraughtsObserver:
    """The planes of `draughts.batch.Boards`, seen from a player's own side.

    Attributes
    ----------
    tensor : ndarray of float32
        All of them in one row.
    dict : dict of str to ndarray
        ``"observation"`` is the same memory in the shape channels, height, width.
    """

    def __init__(self, game: DraughtsGame, params: Mapping[str, Any] | None = None) -> None:
        if params:
            raise ArgumentError(f"an observer of draughts takes no parameters, not {dict(params)!r}")
        shape = game.first.shape
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: DraughtsState, player: int) -> None:
        """Look at a state as a player does."""
        self.dict["observation"][:] = state.stepped.observation(state.color_of(player))

    def string_from(self, state: DraughtsState, player: int) -> str:
        """A state as text, the same for both players."""
        return str(state)


pyspiel.register_game(_TYPE, DraughtsGame)
