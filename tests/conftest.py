"""Settings of all tests: hypothesis gives the same examples in every run, and the whole suite runs on every core."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "draughts", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=100
)
settings.load_profile("draughts")

# A shell that starts the tests in the background lets interrupts be ignored, and programs inherit that; some tests
# interrupt programs and wait for what they say.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Distribute the tests over all cores, except those that were named: these run here, where debuggers reach them."""
    is_worker = "PYTEST_XDIST_WORKER" in os.environ
    is_whole = config.args_source is not pytest.Config.ArgsSource.ARGS and not is_worker
    if is_whole and config.pluginmanager.hasplugin("xdist") and config.option.numprocesses is None:
        config.option.numprocesses = "auto"
        config.option.dist = "worksteal"
