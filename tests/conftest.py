"""Settings of hypothesis for all tests: the same examples in every run, and no test that fails because it is slow."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "draughts", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=100
)
settings.load_profile("draughts")
