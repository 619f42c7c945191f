import os
import pathlib
import unittest

import launch
import launch_testing.actions
from launch.actions import ExecuteProcess
from launch_testing_ros import WaitForTopics
from std_msgs.msg import Int32

HAND = str(pathlib.Path(__file__).resolve().parents[1] / "scripts/hand")


def generate_test_description():
    return launch.LaunchDescription([
        ExecuteProcess(cmd=[HAND]), launch_testing.actions.ReadyToTest()])


class Hand(unittest.TestCase):
    def test_it_moves_in_a_domain_of_its_own(self):
        self.assertGreater(int(os.environ["ROS_DOMAIN_ID"]), 0)
        with WaitForTopics([("minute", Int32)], timeout=30.0) as topics:
            self.assertEqual(topics.received_messages("minute")[0].data, 7)
