"""Fixtures that give launch descriptions."""
import functools

import pytest


def fixture(decorated=None, *args, shutdown_when_idle=True, auto_shutdown=True, **kwargs):
    """
    Make a function that gives a description a fixture of pytest.

    :param shutdown_when_idle: the launch ends when nothing runs any more.
    :param auto_shutdown: it ends when its last test has ended.
    """
    if decorated is None:
        return functools.partial(
            fixture, *args, shutdown_when_idle=shutdown_when_idle,
            auto_shutdown=auto_shutdown, **kwargs)
    decorated._launch_pytest_options = {
        "shutdown_when_idle": shutdown_when_idle, "auto_shutdown": auto_shutdown,
        "scope": kwargs.get("scope", "function")}
    return pytest.fixture(*args, **kwargs)(decorated)
