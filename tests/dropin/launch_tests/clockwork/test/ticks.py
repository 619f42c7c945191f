import os
import pathlib
import unittest

import launch
import launch_testing
import launch_testing.actions
from launch.actions import DeclareLaunchArgument, ExecuteProcess
from launch.substitutions import LaunchConfiguration

BESIDE = pathlib.Path(__file__).resolve().parents[1] / "scripts/tick"
TICK = os.environ.get("TOOL", str(BESIDE))


def generate_test_description():
    tick = ExecuteProcess(cmd=[TICK, LaunchConfiguration("word")])
    return launch.LaunchDescription([
        DeclareLaunchArgument("word"), tick, launch_testing.util.KeepAliveProc(),
        launch_testing.actions.ReadyToTest()]), {"tick": tick}


class Ticks(unittest.TestCase):
    def test_it_says_its_word(self, proc_output, tick, test_args):
        wanted = test_args.get("wanted", test_args["word"])
        proc_output.assertWaitFor(wanted, process=tick, stream="stdout", timeout=10)


@launch_testing.post_shutdown_test()
class Ended(unittest.TestCase):
    def test_it_ended_well(self, proc_info, tick):
        launch_testing.asserts.assertExitCodes(proc_info, process=tick)
