"""One process of a test."""
from contextlib import contextmanager

import launch
from launch.actions import EmitEvent
from launch.events import matches_action
from launch.events.process import ShutdownProcess
from launch_testing.output_text import text_of


class ProcessProxy:
    """A process that was launched, for the thread of a test."""

    def __init__(self, process_action, proc_info, proc_output, *, output_filter=None):
        self._action = process_action
        self._proc_info = proc_info
        self._proc_output = proc_output
        self._output_filter = output_filter

    @property
    def target_process_action(self):
        return self._action

    def wait_for_shutdown(self, timeout=None):
        """Wait until it has ended; False if the time is over."""
        with self._proc_info.proc_event:
            return self._proc_info.proc_event.wait_for(lambda: self.terminated, timeout)

    def wait_for_output(self, condition=None, timeout=None):
        """Wait until a function of its output is true, or for any output."""
        condition = condition or bool
        with self._proc_output.io_event:
            return self._proc_output.io_event.wait_for(
                lambda: condition(self.output), timeout)

    def __text(self, stream):
        if self._action.process_details is None or \
                self._action.process_details["name"] not in self._proc_output.process_names():
            return ""
        return text_of(self._proc_output, self._action, stream, self._output_filter, False)

    @property
    def stdout(self):
        return self.__text("stdout")

    @property
    def stderr(self):
        return self.__text("stderr")

    @property
    def output(self):
        """All that it has written, in its order."""
        if self._action.process_details is None or \
                self._action.process_details["name"] not in self._proc_output.process_names():
            return ""
        text = "".join(one.text.decode("utf-8", "replace")
                       for one in self._proc_output[self._action])
        return self._output_filter(text) if self._output_filter else text

    @property
    def running(self):
        return self._action in self._proc_info.processes() and not self.terminated

    @property
    def terminated(self):
        return self._action in self._proc_info.processes() and \
            hasattr(self._proc_info[self._action], "returncode")

    @property
    def exit_code(self):
        """Its status; None while it runs."""
        return self._proc_info[self._action].returncode if self.terminated else None


@contextmanager
def launch_process(launch_service, process_action, proc_info, proc_output, **kwargs):
    """Launch a process, give its ProcessProxy, and end it when the block ends."""
    launch_service.include_launch_description(launch.LaunchDescription([process_action]))
    proxy = ProcessProxy(process_action, proc_info, proc_output, **kwargs)
    proc_info.assertWaitForStartup(process=process_action, timeout=30)
    try:
        yield proxy
    finally:
        if not proxy.terminated:
            event = ShutdownProcess(process_matcher=matches_action(process_action))
            launch_service.include_launch_description(
                launch.LaunchDescription([EmitEvent(event=event)]))
            proxy.wait_for_shutdown()
