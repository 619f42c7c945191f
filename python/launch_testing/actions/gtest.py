"""A test of GoogleTest."""
from launch_testing.actions.test import Test


class GTest(Test):
    """Runs the program of a test of GoogleTest."""

    def __init__(self, *, path, timeout=None, kill_timeout=5.0, **kwargs):
        super().__init__(cmd=[str(path)], timeout=timeout, kill_timeout=kill_timeout, **kwargs)
