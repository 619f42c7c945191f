"""A test of pytest."""
import sys

from launch_testing.actions.test import Test


class PyTest(Test):
    """Runs pytest with a file."""

    def __init__(self, *, path, timeout=None, kill_timeout=5.0, **kwargs):
        super().__init__(cmd=[sys.executable, "-m", "pytest", str(path)], timeout=timeout,
                         kill_timeout=kill_timeout, **kwargs)
