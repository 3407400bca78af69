"""Positions in arrays that the kernel is asked about; what it is asked is the business of `boards`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from draughts.batch.arrays import BoardArrays
from draughts.batch.layout import Array
from draughts.batch.worker import MOST_AT_ONCE, run
from draughts.errors import ArgumentError, CaptureLimitError, GameStateError
from draughts.support.checks import as_whole

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["KernelArrays", "Places"]

#: Arrays and numbers by the words of the kernel.
Places = dict[str, Array | int]

#: Bytes that are cleared and written while they are near.
_NEAR = 1 << 17


class KernelArrays(BoardArrays):
    """Positions that entry points of the kernel can be called for."""

    __slots__ = ()

    def _stop(
        self,
        entry: str,
        places: Places,
        *numbers: int,
        threads: int,
        chunk: int = MOST_AT_ONCE,
        before: Callable[[int, int], None] | None = None,
    ) -> int:
        """Call an entry point for all positions; -1, or the position that it has stopped at: see `run`."""
        arrays = self._addresses() | places
        count = as_whole(threads, "threads", 1, 1024)
        return run(self.rules, entry, len(self), arrays, *numbers, threads=count, chunk=chunk, before=before)

    def _run(self, entry: str, places: Places, *numbers: int, threads: int) -> None:
        self._refuse_limit(self._stop(entry, places, *numbers, threads=threads))

    def _fill(self, out: Array, entry: str, places: Places, *numbers: int, threads: int) -> None:
        """Have an array cleared and written, some positions after others."""
        chunk = max(16, _NEAR // max(8, out[:1].nbytes))

        def clear(first: int, last: int) -> None:
            out[first:last] = 0

        places = places | {"ANSWERS": out}
        self._refuse_limit(self._stop(entry, places, *numbers, threads=threads, chunk=chunk, before=clear))

    def values_in(self, tables: int, *, threads: int) -> NDArray[np.int32]:
        """What the kernel's endgame tables at an address say of each position: see `Tablebase.probe_boards`."""
        values = np.empty(len(self), np.int32)
        self._run("probe_batch", {"ANSWERS": values, "ENDGAMES": tables}, threads=threads)
        return values

    def _counted(self, entry: str, threads: int) -> NDArray[np.int32]:
        counts = np.empty(len(self), np.int32)
        self._run(entry, {"ANSWERS": counts}, threads=threads)
        return counts

    def _numbers(self, values: Sequence[int] | Array, name: str) -> NDArray[np.int64]:
        numbers = np.asarray(values)
        if numbers.shape != (len(self),) or (numbers.size and not np.issubdtype(numbers.dtype, np.integer)):
            raise ArgumentError(
                f"{name} must be {len(self)} whole numbers, one for each position, not {numbers.dtype} of shape "
                f"{numbers.shape}"
            )
        return np.ascontiguousarray(numbers, np.int64)

    def _output(self, out: Array | None, shape: tuple[int, ...], kind: np.dtype[Any]) -> Array:
        if out is None:
            return np.empty(shape, kind)
        if not isinstance(out, np.ndarray) or out.shape != shape or out.dtype != kind:
            found = f"{out.dtype} of shape {out.shape}" if isinstance(out, np.ndarray) else type(out).__name__
            raise ArgumentError(f"out must be an array of {kind} with shape {shape}, not {found}")
        if not out.flags.c_contiguous or not out.flags.writeable:
            raise ArgumentError("out must be a C-contiguous array that can be written")
        return out

    def _target(self, out: Self | None) -> Self:
        """Where moves are made: in `out`, with these positions in it, or in a copy."""
        if out is None:
            return self.copy()
        self._check_out(out)
        if out is not self:
            out[:] = self
        return out

    def _written_to(self, out: Self | None) -> Self:
        return self if out is None else out

    def _check_out(self, out: Self) -> None:
        if not isinstance(out, KernelArrays):
            raise ArgumentError(f"out must be Boards, not {type(out).__name__}")
        out._check_fits(self, "out")
        if len(out) != len(self):
            raise ArgumentError(f"out must have {len(self)} positions, not {len(out)}")
        out._check_writable()

    def _check_no_chain(self) -> None:
        under_way = np.flatnonzero(self.chains[:, 0])
        if under_way.size:
            raise GameStateError(
                f"position {under_way[0]} is in the middle of a capture, which is made step by step: act(steps=True)"
            )

    def _refuse_limit(self, place: int) -> None:
        """Raise an error if a position, and not -1, has stopped the kernel."""
        if place >= 0:
            raise CaptureLimitError(
                f"position {place} has more capture routes than the generator follows: {self[place].fen}"
            )
