"""Settings for all Python tests."""

from __future__ import annotations

import signal

import pytest
from tidy import sample_of

# Shells start background jobs with SIGINT ignored, and children inherit that: programs under test would never see it.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--one-in", type=int, default=1, metavar="N", help="a sample of the tests, another for each commit"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    chosen = set(sample_of([item.nodeid for item in items], config.getoption("--one-in")))
    if left_out := [item for item in items if item.nodeid not in chosen]:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item.nodeid in chosen]
