"""Gymnasium: an agent plays one side, and a player of the package the other. It needs the extra ``rl``.

>>> import gymnasium
>>> games = gymnasium.make("draughts.environments.single:draughts/Draughts-v0", rules="russian", opponent="engine:1")
>>> observation, info = games.reset(seed=1)
>>> terminated = truncated = False
>>> while not (terminated or truncated):
...     action = games.action_space.sample(info["action_mask"])
...     observation, reward, terminated, truncated, info = games.step(action)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from draughts.environments.rendering import FRAMES_PER_SECOND, RENDER_MODES, Screen
from draughts.environments.stepped import MOST_PLIES, SteppedGame
from draughts.errors import GameStateError, IllegalMoveError, PlayerError
from draughts.game.player import Limits, Player
from draughts.players import parse_player
from draughts.position.board import Board
from draughts.rules.presets import AMERICAN
from draughts.rules.readings import as_color
from draughts.rules.registry import Variant
from draughts.rules.rules import Color, Rules
from draughts.support.checks import refuse
from draughts.support.extras import extra_missing

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise extra_missing("draughts.environments.single", "rl") from error

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Info = dict[str, object]

__all__ = ["DraughtsEnv"]

_ID = "draughts/Draughts-v0"
#: An opponent without a level looks at so many positions.
_LIMITS = Limits(nodes=1_000)


class DraughtsEnv(gymnasium.Env["NDArray[np.float32]", np.int64]):
    """A game against a player; each step is an action of the agent and what the opponent answers.

    An observation is that of `draughts.batch.Boards.planes`, seen from the agent's side. ``info["action_mask"]`` says
    which actions of `Rules.actions` are legal, in the form that ``action_space.sample`` takes. Under rules that number
    captures step by step (``rules.actions.has_chains`` is False) an agent that must go on capturing acts again, before
    the opponent does.

    Parameters
    ----------
    rules : Rules, Variant, str or int
        The rules.
    opponent : Player or str
        Who plays the other side: a player, or its name, such as ``"random"`` or ``"engine:3"``. A player with a name is
        made anew for each game, with a seed that is drawn.
    color : Color or str, optional
        The agent's side; without it lots are drawn for each game.
    start : Board or str, optional
        The first position, or its FEN; by default that of the rules.
    limits : Limits
        For each move of the opponent; those of an engine without a level are 1,000 positions unless given.
    render_mode : str, optional
        ``"ansi"``, ``"rgb_array"`` or ``"human"``, which shows a window by pygame.
    max_plies : int
        Plies after which a game is truncated.

    Raises
    ------
    PlayerError
        If nobody is called like the opponent, or a person is.

    Attributes
    ----------
    stepped : SteppedGame
        The game that is played.
    color : Color
        The agent's side in it.

    Notes
    -----
    The reward is 1 for a win and -1 for a loss, when it comes. An action that is not legal loses the game at once:
    nothing is played, and ``info["illegal_action"]`` is the action. At the end ``info["result"]`` says why. The same
    seed and the same actions make the same games, unless the opponent thinks for a time.

    Examples
    --------
    >>> from draughts.environments.single import DraughtsEnv
    >>> games = DraughtsEnv("international", color="white")
    >>> observation, info = games.reset(seed=3)
    >>> observation.shape, int(info["action_mask"].sum())
    ((6, 10, 10), 9)
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": FRAMES_PER_SECOND}  # noqa: RUF012 - so in its class

    def __init__(
        self,
        rules: Rules | Variant | str | int = AMERICAN,
        *,
        opponent: Player | str = "random",
        color: Color | str | None = None,
        start: Board | str | None = None,
        limits: Limits = _LIMITS,
        render_mode: str | None = None,
        max_plies: int = MOST_PLIES,
    ) -> None:
        self.stepped = SteppedGame(rules, start=start, max_plies=max_plies)
        self._opponent_name = opponent if isinstance(opponent, str) else None
        self._opponent = _named(opponent, 0) if isinstance(opponent, str) else opponent
        if not isinstance(self._opponent, Player):
            refuse("an opponent is a Player, with a name, choose and accepts_draw, or the name of one", opponent)
        self._wanted = None if color is None else as_color(color)
        self.color = self._wanted or self.stepped.turn
        self._limits = limits
        self.render_mode = render_mode
        self._screen = Screen(render_mode)
        self._is_over = True
        count = self.stepped.rules.action_count
        self.action_space = spaces.Discrete(count)
        self.observation_space = spaces.Box(0, 1, self.stepped.shape, np.float32)

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[NDArray[np.float32], Info]:
        """Begin another game; if the opponent moves first in it, it has moved.

        Parameters
        ----------
        seed : int, optional
            Decides from now on what is drawn by lot.
        options : dict, optional
            There are none.
        """
        super().reset(seed=seed)
        self.stepped.reset()
        if self._wanted is None:
            self.color = (Color.BLACK, Color.WHITE)[int(self.np_random.integers(2))]
        if self._opponent_name is not None:
            self._opponent = _named(self._opponent_name, int(self.np_random.integers(1 << 31)))
        self._is_over = False
        self._show()
        self._answer()
        return self._observation(), self._info()

    def step(self, action: int | np.int64) -> tuple[NDArray[np.float32], float, bool, bool, Info]:
        """Play an action; if the game goes on, it is the agent's turn again.

        Returns
        -------
        tuple
            The observation, the reward, whether the game is over, whether it was truncated, and what else is known.

        Raises
        ------
        GameStateError
            If there is no game to be played on.
        PlayerError
            If the opponent makes no legal move.
        """
        if self._is_over:
            raise GameStateError("there is no game to play on; begin one with reset")
        try:
            self.stepped.act(action)
        except IllegalMoveError:
            self._is_over = True
            return self._observation(), -1.0, True, False, self._info() | {"illegal_action": int(action)}
        self._show()
        self._answer()
        self._is_over = self.stepped.is_done
        terminated, truncated = self.stepped.result is not None, self.stepped.is_truncated
        return self._observation(), float(self.stepped.reward(self.color)), terminated, truncated, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, as programs want it that learn with masks."""
        return self.stepped.legal_action_mask()

    def render(self) -> str | NDArray[np.uint8] | None:
        """The board as `render_mode` wants it; None where it goes to a window, or without a mode."""
        return self._screen.show(self.stepped.game.board, self.stepped.rules.name)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._screen.close()

    def _answer(self) -> None:
        """Let the opponent play until it is the agent's turn."""
        while not self.stepped.is_done and self.stepped.turn is not self.color:
            game = self.stepped.game
            move = self._opponent.choose(game.copy(), self._limits)
            try:
                self.stepped.play(move)
            except IllegalMoveError as error:
                raise PlayerError(f"{self._opponent.name} made an illegal move: {error}") from error
            self._show()

    def _observation(self) -> NDArray[np.float32]:
        return self.stepped.observation(self.color)

    def _info(self) -> Info:
        info: Info = {"action_mask": self.stepped.legal_action_mask().astype(np.int8)}
        if self.stepped.result is not None:
            info["result"] = self.stepped.result.describe()
        return info

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def __repr__(self) -> str:
        return f"DraughtsEnv({self.stepped.rules.name!r}, opponent={self._opponent_name or self._opponent!r})"


def _named(name: str, seed: int) -> Player:
    """The player of a name."""
    player = parse_player(name, seed)
    if player is None:
        raise PlayerError("a person cannot be the opponent of an agent; players can, such as 'engine:1'")
    return player


gymnasium.register(_ID, entry_point=f"{__name__}:{DraughtsEnv.__name__}")
