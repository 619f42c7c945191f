import unittest

import launch
import launch_testing.actions
import launch_testing.util
import pytest


@pytest.mark.launch_test
def generate_test_description():
    return launch.LaunchDescription([
        launch_testing.util.KeepAliveProc(), launch_testing.actions.ReadyToTest()])


class Marked(unittest.TestCase):
    def test_it_runs_beside_a_launch(self, launch_service):
        self.assertIsNotNone(launch_service.context)
