"""``--long N`` (or REFEREE_LONG=N, where this folder is not named on the command line) plays N times as much."""

from __future__ import annotations

import os

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", type=int, default=0, metavar="N", help="play N times as many games")


def pytest_configure(config: pytest.Config) -> None:
    """Read before the tests are collected, and by the workers as well."""
    if times := config.getoption("long", 0):
        os.environ["REFEREE_LONG"] = str(times)
