"""Drives Pgx's chess and Othello, compiled by JAX for the processor: games that are stepped at once."""

from __future__ import annotations

import importlib
from importlib.metadata import version
from typing import Any

from protocol import Game, Operation, Position, serve

jax: Any = importlib.import_module("jax")
pgx: Any = importlib.import_module("pgx")
auto_reset: Any = importlib.import_module("pgx.experimental").auto_reset

#: Games at once, and steps of each in a run.
AT_ONCE, STEPS = 1_024, 32


def stepped(name: str) -> Game:
    """What is measured of one of its games."""
    env = pgx.make(name)
    init = jax.jit(jax.vmap(env.init))
    key = jax.random.split(jax.random.PRNGKey(1), AT_ONCE)

    def first_action(state: Any, key: Any) -> Any:
        return auto_reset(env.step, env.init)(state, state.legal_action_mask.argmax(), key)

    step = jax.jit(jax.vmap(first_action))

    def prepare(_: Position) -> Any:
        return jax.block_until_ready(step(init(key), key))

    def run(states: list[Any]) -> int:
        for state in states:
            now = state
            for _ in range(STEPS):
                now = step(now, key)
            jax.block_until_ready(now)
        return len(states) * STEPS * AT_ONCE

    def outcomes(_: Position) -> int:
        raise NotImplementedError("positions of other games are not compared")

    return Game(outcomes, {"steps": Operation(prepare, run)})


if __name__ == "__main__":
    serve({"chess": stepped("chess"), "othello": stepped("othello")}, version("pgx"))
