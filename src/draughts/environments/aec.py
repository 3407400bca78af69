"""PettingZoo: a game of two agents that take turns. It needs the extra ``rl``.

>>> from draughts.environments import aec
>>> games = aec.env("international")
>>> games.reset(seed=1)
>>> for agent in games.agent_iter():
...     observation, reward, termination, truncation, info = games.last()
...     ended = termination or truncation
...     games.step(None if ended else games.action_space(agent).sample(observation["action_mask"]))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from draughts.environments.rendering import FRAMES_PER_SECOND, RENDER_MODES, Screen
from draughts.environments.stepped import MOST_PLIES, SteppedGame
from draughts.errors import ArgumentError
from draughts.position.board import Board
from draughts.rules.presets import AMERICAN
from draughts.rules.registry import Variant
from draughts.rules.rules import Color, Rules
from draughts.support.extras import extra_missing

try:
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise extra_missing("draughts.environments.aec", "rl") from error

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["DraughtsAEC", "env", "raw_env"]

#: Who moves first, and who second.
_AGENTS = ("player_0", "player_1")


def env(
    rules: Rules | Variant | str | int = AMERICAN,
    *,
    start: Board | str | None = None,
    render_mode: str | None = None,
    max_plies: int = MOST_PLIES,
) -> AECEnv:
    """The environment with PettingZoo's wrappers: who plays an illegal action loses, with the reward -1.

    Parameters
    ----------
    rules, start, render_mode, max_plies
        As in `DraughtsAEC`.
    """
    raw = raw_env(rules, start=start, render_mode=render_mode, max_plies=max_plies)
    lenient = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(lenient))


class DraughtsAEC(AECEnv, EzPickle):  # type: ignore[misc]  # PettingZoo has no types
    """A game between ``"player_0"``, who moves first, and ``"player_1"``, without wrappers.

    Each observes ``{"observation": ..., "action_mask": ...}``, both of int8: the planes of `draughts.batch.Boards`
    seen from its own side, channels first, and which actions of `Rules.actions` it may play, none while the other one
    is to move.

    Under rules that number captures step by step (``rules.actions.has_chains`` is False) an agent that must go on
    capturing is selected again; planes 4 and 5 show the piece and what it has taken.

    Parameters
    ----------
    rules : Rules, Variant, str or int
        The rules.
    start : Board or str, optional
        The first position, or its FEN; by default that of the rules.
    render_mode : str, optional
        ``"ansi"``, ``"rgb_array"`` or ``"human"``, which shows a window by pygame.
    max_plies : int
        Plies after which a game is truncated.

    Attributes
    ----------
    stepped : SteppedGame
        The game that is played.

    Notes
    -----
    The winner is rewarded with 1, the loser with -1; all draw rules that end a game by themselves are applied. At the
    end ``infos[agent]["result"]`` says why. Nothing is left to chance, so that a seed changes nothing.

    Examples
    --------
    >>> from draughts.environments.aec import DraughtsAEC
    >>> games = DraughtsAEC("russian")
    >>> games.reset()
    >>> games.observe("player_0")["observation"].shape, int(games.observe("player_0")["action_mask"].sum())
    ((6, 8, 8), 7)
    """

    metadata: ClassVar[dict[str, object]] = {
        "name": "draughts_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": FRAMES_PER_SECOND,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: Rules | Variant | str | int = AMERICAN,
        *,
        start: Board | str | None = None,
        render_mode: str | None = None,
        max_plies: int = MOST_PLIES,
    ) -> None:
        EzPickle.__init__(self, rules, start=start, render_mode=render_mode, max_plies=max_plies)
        super().__init__()
        self.stepped = SteppedGame(rules, start=start, max_plies=max_plies)
        self.render_mode = render_mode
        self._screen = Screen(render_mode)
        rules = self.stepped.rules
        self.possible_agents = list(_AGENTS)
        self.agents = list(_AGENTS)
        first = self.stepped.turn
        self._colors = dict(zip(_AGENTS, (first, first.opponent), strict=True))
        self.action_spaces = {agent: spaces.Discrete(rules.action_count) for agent in _AGENTS}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, self.stepped.shape, np.int8),
                    "action_mask": spaces.Box(0, 1, (rules.action_count,), np.int8),
                }
            )
            for agent in _AGENTS
        }

    def action_space(self, agent: str) -> spaces.Space[np.int64]:
        """The numbers of actions."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an agent observes."""
        return self.observation_spaces[agent]

    def color_of(self, agent: str) -> Color:
        """The side of an agent."""
        return self._colors[agent]

    def observe(self, agent: str) -> dict[str, NDArray[np.int8]]:
        """What an agent sees, and what it may play."""
        color = self._colors[agent]
        if color is self.stepped.turn:
            mask = self.stepped.legal_action_mask().astype(np.int8)
        else:
            mask = np.zeros(self.stepped.rules.action_count, np.int8)
        return {"observation": self.stepped.observation(color).astype(np.int8), "action_mask": mask}

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Begin anew; neither the seed nor options change anything."""
        self.stepped.reset()
        self.agents = list(_AGENTS)
        self.rewards = dict.fromkeys(_AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(_AGENTS, 0)
        self.terminations = dict.fromkeys(_AGENTS, False)
        self.truncations = dict.fromkeys(_AGENTS, False)
        self.infos: dict[str, dict[str, str]] = {agent: {} for agent in _AGENTS}
        self.agent_selection = self._to_move()
        self._show()

    def step(self, action: int | None) -> None:
        """Play an action of the agent that is selected; None for one whose game has ended.

        Raises
        ------
        IllegalMoveError
            If there is no such action; the message names those that there are. Nothing is played.
        ArgumentError
            If it is None while the game goes on.
        """
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        if action is None:
            raise ArgumentError(f"{agent} must play an action; None is for agents whose game has ended")
        self.stepped.act(action)
        self._cumulative_rewards[agent] = 0
        self.rewards = {each: self.stepped.reward(self._colors[each]) for each in _AGENTS}
        result = self.stepped.result
        if result is not None:
            self.terminations = dict.fromkeys(_AGENTS, True)
            self.infos = {each: {"result": result.describe()} for each in _AGENTS}
        self.truncations = dict.fromkeys(_AGENTS, self.stepped.is_truncated)
        self.agent_selection = self._to_move()
        self._accumulate_rewards()
        self._show()

    def render(self) -> str | NDArray[np.uint8] | None:
        """The board as `render_mode` wants it; None where it goes to a window, or without a mode."""
        return self._screen.show(self.stepped.game.board, self.stepped.rules.name)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._screen.close()

    def _to_move(self) -> str:
        return next(agent for agent, color in self._colors.items() if color is self.stepped.turn)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def __repr__(self) -> str:
        return f"DraughtsAEC({self.stepped.rules.name!r})"


#: As PettingZoo calls an environment without wrappers.
raw_env = DraughtsAEC
