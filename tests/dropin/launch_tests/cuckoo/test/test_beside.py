import launch
import launch_pytest
import pytest
from launch.actions import ExecuteProcess
from launch_pytest.tools import process as tools


@pytest.fixture
def bird():
    return ExecuteProcess(cmd=["sh", "-c", "echo cuckoo; exec sleep 1000"], cached_output=True)


@launch_pytest.fixture
def description(bird):
    return launch.LaunchDescription([bird, launch_pytest.actions.ReadyToTest()])


@pytest.mark.launch(fixture=description)
def test_it_calls(bird, launch_context):
    assert tools.wait_for_output_sync(launch_context, bird, lambda text: "cuckoo" in text, 10)
