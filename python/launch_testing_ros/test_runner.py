"""Runs tests of nodes beside a launch."""
import os

from launch_testing.test_runner import LaunchTestRunner as _LaunchTestRunner


class LaunchTestRunner(_LaunchTestRunner):
    """The same, and it says in which domain the tests run."""

    def generate_preamble(self):
        return [*super().generate_preamble(),
                f"ROS_DOMAIN_ID={os.environ.get('ROS_DOMAIN_ID', '0')}"]
