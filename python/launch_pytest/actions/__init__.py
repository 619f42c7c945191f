"""Actions of tests."""
from launch_pytest.actions.ready_to_test import ReadyToTest

__all__ = ["ReadyToTest"]
