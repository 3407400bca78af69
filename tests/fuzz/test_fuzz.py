"""Every parser under a fuzzer that is guided by coverage: a million inputs or ten minutes each."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

_TARGETS = Path(__file__).with_name("targets.py")
#: Set it to try the set-up in less time.
_SECONDS = int(os.environ.get("DRAUGHTS_FUZZ_SECONDS", "600"))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pdn", "game", "saved", "fen", "moves", "hub", "dxp"])
def test_no_input_is_too_much(name: str, tmp_path: Path) -> None:
    pytest.importorskip("atheris", reason="needs pip install 'bitdraughts[fuzz]'")
    command = [sys.executable, str(_TARGETS), name, "-runs=1000000", f"-max_total_time={_SECONDS}", str(tmp_path)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode("utf-8", "replace")[-4000:]
