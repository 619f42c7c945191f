"""pytest runs files that are marked with rostest."""
import pytest

from launch_testing.pytest_plugin import LaunchTestModule, is_marked
from launch_testing_ros.test_runner import LaunchTestRunner


class LaunchROSTestModule(LaunchTestModule):
    """A file that is a test of nodes."""

    runner_cls = LaunchTestRunner


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makemodule(module_path, parent):
    if is_marked(module_path, "rostest"):
        return LaunchROSTestModule.from_parent(parent=parent, path=module_path)
    return None


def pytest_configure(config):
    config.addinivalue_line("markers", "rostest: the file is a launch test of nodes")
