"""A launch service that ends with the status of its tests."""
import launch
from launch.actions import RegisterEventHandler
from launch.event_handlers import OnProcessExit, OnProcessIO
from launch.events import Shutdown


class LaunchTestService:
    """Adds tests to a description, and runs them with a LaunchService; the status is theirs."""

    def __init__(self):
        self.__tests = []
        self.__status = 0

    def add_test_action(self, launch_description, action):
        """Add a process; when all tests have ended, the launch ends."""
        self.__tests.append(action)

        def ended(event, context):
            self.__tests.remove(action)
            self.__status = self.__status or event.returncode
            if event.returncode or not self.__tests:
                context.emit_event_sync(Shutdown(reason="the tests have ended"))
        launch_description.add_action(action)
        launch_description.add_action(RegisterEventHandler(OnProcessExit(
            target_action=action, on_exit=ended)))
        return action

    def add_output_test(self, launch_description, action, output_test, *args, **kwargs):
        """Say that a function of the output of a process must become true."""
        written = []
        launch_description.add_action(RegisterEventHandler(OnProcessIO(
            target_action=action, on_stdout=lambda event: written.append(event.text))))

        def ended(event, context):
            text = b"".join(written).decode("utf-8", "replace")
            if not output_test(text):
                self.__status = 1
        launch_description.add_action(RegisterEventHandler(OnProcessExit(
            target_action=action, on_exit=ended)))
        return action

    def run(self, launch_service, *args, **kwargs):
        """Run it; give 0 if all tests passed."""
        status = launch_service.run(*args, **kwargs)
        return self.__status or (1 if status == launch.launch_service.EXIT_LAUNCH_FAILED else 0)
